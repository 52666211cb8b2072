//! What must not be lost, hidden or changed in passing: a person's own files, what hangs on a fact, pages
//! that were put away, the rules of the vault.

use crate::vault::Vault;

const DAY: &str = "added:2026-11-11";

#[test]
fn making_a_vault_changes_no_byte_of_the_folder_and_later_writes_leave_a_persons_log_alone() {
    let diary = "my diary\r\nno newline";
    let vault = Vault::bare();
    let map = "# Mine\n\n<!-- memopage:begin INDEX -->\n<!-- memopage:end -->\n";
    let old = "# Log\n\n## [2024-03-01] remember | users/ada\n";
    vault.put("log.md", diary).put("index.md", map).put("notes/a.md", "A.\n");
    let done = vault.run_ok(&["init", vault.root().to_str().unwrap(), "--zone", "UTC"]);
    assert!(done.out.contains("log.md"), "{}", done.out);
    assert_eq!((vault.text("log.md"), vault.text("index.md")), (diary.to_owned(), map.to_owned()));
    vault.run_ok(&["new", "projects/atlas"]);
    assert_eq!(vault.text("log.md"), diary);
    assert_eq!(vault.recall("diary")[0], "log");
    // A log that was kept before goes on, and making the vault anew neither enters anything nor lays it aside.
    let kept = Vault::bare();
    kept.put("log.md", old);
    kept.run_ok(&["init", kept.root().to_str().unwrap(), "--zone", "UTC", "--no-git"]);
    assert_eq!(kept.text("log.md"), old);
    kept.run_ok(&["new", "projects/atlas"]);
    assert!(kept.text("log.md").contains("## [2026-11-11] new | projects/atlas"));
    assert_eq!(kept.text("log-2024.md"), old);
}

#[test]
fn what_is_in_the_way_of_a_vault_is_named_before_anything_is_made() {
    for (file, is_folder) in [(".memopage", false), ("memopage.toml", true)] {
        let vault = Vault::bare();
        let path = vault.root().join(file);
        if is_folder {
            std::fs::create_dir(&path).unwrap();
        } else {
            std::fs::write(&path, "mine").unwrap();
        }
        let done = vault.run(&["init", vault.root().to_str().unwrap()]).fails(5);
        assert!(done.err.contains(file) && done.err.contains("nothing was made"), "{}", done.err);
        assert_eq!(std::fs::read_dir(vault.root()).unwrap().count(), 1, "{file}");
    }
}

#[test]
fn nothing_is_written_to_a_page_that_was_put_away() {
    let vault = Vault::new();
    vault.run_ok(&["new", "projects/a"]);
    vault.run_ok(&["forget", "projects/a"]);
    let before = vault.text("archive/projects/a.md");
    for words in [
        &["remember", "--page", "a", "k: zebra"][..],
        &["append", "a", "zebra"],
        &["edit", "a", "--set", "status=active"],
        &["verify", "a"],
        &["remember", "--page", "projects/a", "k: zebra"],
        &["append", "projects/a", "zebra"],
        &["edit", "projects/a", "--set", "status=active"],
        &["verify", "projects/a"],
        &["link", "NOW", "projects/a"],
        &["move", "projects/a", "projects/b"],
        &["forget", "projects/a", "k: zebra"],
        &["read", "projects/a"],
    ] {
        let done = vault.run(words).fails(4);
        assert!(done.err.contains("memopage restore"), "{words:?}: {}", done.err);
        assert!(done.err.contains("archive/projects/a"), "{words:?}: {}", done.err);
    }
    assert!(!vault.has("projects/a.md"));
    assert_eq!(vault.text("archive/projects/a.md"), before);
    // A whole text makes the page anew, and a day's page begins again.
    vault.run_ok(&["write", "projects/a", "---\ntype: project\n---\n# A\n\nzebra\n"]);
    assert_eq!(vault.recall("zebra"), ["projects/a"]);
    vault.run_ok(&["new", "daily/2026-01-01"]);
    vault.run_ok(&["forget", "2026-01-01"]);
    let done = vault.run_ok(&["append", "2026-01-01", "a quagga"]);
    assert!(done.out.contains("daily/2026-01-01") && !done.out.contains("archive"), "{}", done.out);
    assert_eq!(vault.recall("quagga"), ["daily/2026-01-01"]);
}

#[test]
fn of_several_pages_put_away_from_one_place_none_is_guessed_and_each_comes_back_there() {
    let vault = Vault::new();
    for word in ["old", "last"] {
        vault.run_ok(&["new", "projects/p", "--body", word]);
        vault.run_ok(&["forget", "projects/p"]);
    }
    let done = vault.run(&["restore", "projects/p"]).fails(5);
    assert!(done.err.contains("archive/projects/p (2), archive/projects/p"), "{}", done.err);
    vault.run_ok(&["restore", "archive/projects/p (2)"]);
    assert!(vault.text("projects/p.md").contains("last"));
    // A name that has a number of its own keeps it.
    vault.run_ok(&["new", "projects/q (2)", "--body", "own"]);
    vault.run_ok(&["forget", "projects/q (2)"]);
    vault.run_ok(&["restore", "projects/q (2)"]);
    assert!(vault.text("projects/q (2).md").contains("own"));
}

#[test]
fn facts_do_not_make_templates_archived_pages_conversations_or_logs() {
    let vault = Vault::new();
    let before = vault.snapshot();
    for page in
        ["templates/x", "templates/user", "archive/x", "sessions/x", "log", "SCHEMA", "index"]
    {
        vault.run(&["remember", "--page", page, "--key", "k", "--value", "v"]).fails(3);
    }
    assert_eq!(vault.snapshot(), before);
}

#[test]
fn whatever_is_remembered_more_can_be_remembered_after_it() {
    let vault = Vault::new();
    let said = ["%%c: d%%", "%%%open", "k: %%%%", "~~~~ a: b", "<!-- a: b", "c: <!-- %% ~~~"];
    for (number, said) in said.iter().enumerate() {
        vault.run_ok(&["remember", "--page", "projects/d", said]);
        vault.run_ok(&["remember", "--page", "projects/d", &format!("next{number}: walrus")]);
        let again = vault.json(&["remember", "--page", "projects/d", said]);
        assert_eq!(again["outcome"], "unchanged", "{said}: {}", vault.text("projects/d.md"));
    }
    vault.run_ok(&["remember", "--page", "projects/d", "--key", "%%k", "--value", "v%%"]);
    vault.run_ok(&["append", "projects/d", "more"]);
    let text = vault.text("projects/d.md");
    assert!(!text.contains("%%") && !text.contains("<!--") && !text.contains("~~"), "{text}");
    let lint = vault.json(&["lint"]);
    assert!(!lint.to_string().contains("never ends"), "{lint}");
}

#[test]
fn taking_out_what_is_private_leaves_no_half_of_a_code_block() {
    let vault = Vault::new();
    vault.run_ok(&["new", "projects/s"]);
    for (number, text) in [
        "before <private>\npin 1\n\n```\n</private>\n```\nafter",
        "before\n\n```\ncode <private>\n```\npin 2</private>\nafter",
    ]
    .iter()
    .enumerate()
    {
        vault.run_ok(&["append", "projects/s", text]);
        vault.run_ok(&["remember", "--page", "projects/s", &format!("k{number}: v")]);
    }
    let text = vault.text("projects/s.md");
    assert_eq!(text.matches("after").count(), 2, "{text}");
    assert!(text.contains("code") && !text.contains("pin"), "{text}");
    // What closes of itself is left as it was.
    vault.run_ok(&["append", "projects/s", "<private>\n```\npin 3\n</private>\nlong text"]);
    assert!(vault.text("projects/s.md").contains("long text"));
    // What begins and never ends is taken, and said at once.
    for (page, open) in [("projects/t", "```\ncode"), ("projects/u", "%% open")] {
        vault.run_ok(&["new", page]);
        let done = vault.run_ok(&["append", page, open]);
        assert!(done.out.contains("never ends"), "{}", done.out);
        vault.run(&["remember", "--page", page, "k: v"]).fails(3);
    }
}

#[test]
fn a_quote_ends_the_code_and_comments_within_it() {
    let vault = Vault::new();
    vault.run_ok(&["new", "projects/s"]);
    vault.run_ok(&["append", "projects/s", "> ```\n> q"]);
    vault.run_ok(&["append", "projects/s", "next"]);
    vault.run_ok(&["append", "projects/s", "> %%c\n> q"]);
    vault.run_ok(&["remember", "--page", "projects/s", "k: v"]);
    let chat = vault.beside("c.jsonl");
    let said = r##"{"session":"s1","role":"user","content":"# h\n%%c\n```\nx"}"##;
    std::fs::write(&chat, said).unwrap();
    vault.run_ok(&["import", chat.to_str().unwrap()]);
    vault.run_ok(&["append", "s1", "- my summary"]);
    assert_eq!(vault.json(&["import", chat.to_str().unwrap()])["unchanged"], 1);
}

#[test]
fn what_was_said_of_an_old_value_goes_to_the_history_with_it() {
    let vault = Vault::new();
    vault.put(
        "projects/p.md",
        "---\ntype: project\n---\n# P\n\n- Budget: 10\n  - approved by Ann\n  - invoice 17\n- Owner: Bo\n",
    );
    vault.run_ok(&["remember", "--page", "projects/p", "--key", "Budget", "--value", "20"]);
    let text = vault.text("projects/p.md");
    let (now, history) = text.split_once("## History").unwrap();
    assert!(now.contains(&format!("- Budget: 20  {DAY}\n- Owner: Bo\n")), "{text}");
    let old = "- ~~Budget: 10~~ superseded:2026-11-11\n  - approved by Ann\n  - invoice 17";
    assert!(history.contains(old), "{text}");
    vault.run_ok(&["remember", "--page", "projects/p", "--key", "Budget", "--value", "30"]);
    assert!(vault.text("projects/p.md").contains(old), "{}", vault.text("projects/p.md"));
}

#[test]
fn a_merge_keeps_the_lines_of_what_stands_below_a_fact() {
    let vault = Vault::new();
    let code = "- extra: 1\n  ```\n  code line\n    indented\n  ```\n";
    let long = "- plan: first line\n  second line\n";
    vault.put("users/grace.md", "---\ntype: user\ntitle: grace\n---\n# grace\n\n- city: Rome\n");
    vault.put("users/gl.md", &format!("---\ntype: user\ntitle: gl\n---\n# gl\n\n{code}{long}"));
    vault.run_ok(&["merge", "users/grace", "users/gl"]);
    let text = vault.text("users/grace.md");
    assert!(text.contains(code) && text.contains(long), "{text}");
}

#[test]
fn links_to_a_page_of_facts_alone_lead_to_the_page_that_it_joined() {
    let vault = Vault::new();
    vault.put("users/grace.md", "---\ntype: user\ntitle: grace\n---\n# grace\n\n- city: Rome\n");
    vault.put(
        "users/gl.md",
        "---\ntype: user\ntitle: gl\n---\n# gl\n\n- team: red\n\n## Likes\n\n- tea: green\n",
    );
    vault.put("notes/n.md", "See [[gl#gl]], [[gl#Likes|x]] and [g](../users/gl.md#gl).\n");
    vault.run_ok(&["merge", "users/grace", "users/gl"]);
    let lint = vault.json(&["lint"]);
    assert!(!lint.to_string().contains("missing-anchor"), "{lint} {}", vault.text("notes/n.md"));
    vault.put("users/gm.md", "---\ntype: user\ntitle: gm\n---\n# gm\n\n- tram: 28\n");
    vault.put("notes/m.md", "See [[gm#gm]] and [g](../users/gm.md#gm).\n");
    vault.run_ok(&["merge", "users/grace", "users/gm"]);
    let text = vault.text("notes/m.md");
    assert!(!text.contains('#') && text.contains("grace"), "{text}");
}

#[test]
fn a_whole_text_without_a_head_keeps_the_pages_own() {
    let vault = Vault::new();
    vault.run_ok(&["new", "projects/p"]);
    let head = vault.text("projects/p.md").split("---").nth(1).unwrap().to_owned();
    let done = vault.run_ok(&["write", "projects/p", "# P\n\nA new text.\n"]);
    assert!(done.out.contains("head was kept"), "{}", done.out);
    assert_eq!(vault.text("projects/p.md"), format!("---{head}---\n\n# P\n\nA new text.\n"));
    // A head of one's own need not repeat what does not change.
    vault.run_ok(&["write", "projects/p", "---\ntype: project\ntitle: P\n---\n# P\n"]);
    let text = vault.text("projects/p.md");
    assert!(
        text.contains("created_by: tester") && text.contains("created_at: 2026-11-11"),
        "{text}"
    );
    vault.run(&["write", "projects/p", "---\ntype: project\ncreated_by: eve\n---\n"]).fails(3);
    let template = vault.text("templates/project.md");
    vault.run_ok(&["write", "templates/project", "# {{title}}\n"]);
    let kept = template.split("---").nth(1).unwrap();
    assert!(vault.text("templates/project.md").starts_with(&format!("---{kept}---")), "{template}");
}

#[test]
fn a_schema_that_cannot_be_read_is_refused() {
    let vault = Vault::with(&["--layout", "wiki", "--no-git", "--zone", "UTC"]);
    let before = vault.text("SCHEMA.md");
    let done = vault.run(&["write", "SCHEMA", "hi"]).fails(3);
    assert!(done.err.contains("SCHEMA:1"), "{}", done.err);
    assert_eq!(vault.text("SCHEMA.md"), before);
    vault.run_ok(&["append", "SCHEMA", "Our own words about it."]);
    let grown = vault.text("SCHEMA.md");
    assert!(
        grown.contains(before.trim_end()) && grown.contains("Our own words about it."),
        "{grown}"
    );
}

#[test]
fn what_hangs_on_a_replaced_fact_goes_to_the_history_whatever_its_value_and_keeps_its_bytes() {
    for (old, kept) in [("~~5~~ 10", r"\~\~5\~\~ 10"), ("5~~~10", r"5\~\~\~10"), ("10~", r"10\~")] {
        let vault = Vault::new();
        let code = "\n    ```\n    a  \n      \n\n      b\n    ```\n";
        let hangs = format!("  - approved by Ann  \n    for now\n{code}");
        vault.put("projects/a.md", &format!("# A\n\n- Budget: {old}\n{hangs}"));
        let words = ["remember", "--page", "projects/a", "--key", "Budget", "--value", "20"];
        vault.run_ok(&words);
        let text = vault.text("projects/a.md");
        assert!(
            text.contains(&format!("- ~~Budget: {kept}~~ superseded:2026-11-11\n{hangs}")),
            "{text}"
        );
        assert!(text.find("- Budget: 20") < text.find("## History"), "{text}");
        assert_eq!(text.matches("approved").count(), 1, "{text}");
    }
}

#[test]
fn a_page_that_takes_the_maps_place_is_named_with_what_that_means() {
    for (layout, name) in [("personal", "index.md"), ("agent", "index.md"), ("agent", "Index.md")] {
        let vault = Vault::bare();
        vault.put(name, "# Mine\n");
        let root = vault.root();
        let words = ["init", root.to_str().unwrap(), "--no-git", "--layout", layout];
        let done = vault.run_ok(&words);
        assert!(done.out.contains(&format!("left as they were: {name}\n")), "{}", done.out);
        assert!(done.err.contains(&format!("{name} is yours")), "{}", done.err);
        assert!(done.err.contains("no map of pages is kept"), "{}", done.err);
        assert_eq!(vault.text(name), "# Mine\n");
    }
}
