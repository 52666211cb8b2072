//! What `undo` takes back, what it leaves, and what is said where nothing can be taken back.

use crate::vault::{Vault, git};

#[test]
fn undo_keeps_what_a_person_wrote_before_the_operation() {
    let vault = Vault::with_git();
    vault.run_ok(&["write", "a", "One.\n"]);
    vault.put("a.md", "One.\nHAND EDIT\n");
    vault.run_ok(&["append", "a", "mem"]);
    vault.run_ok(&["undo"]);
    assert_eq!(vault.text("a.md"), "One.\nHAND EDIT\n");
    vault.put("hand.md", "By hand.\n");
    vault.run_ok(&["append", "hand", "mem"]);
    vault.run_ok(&["undo"]);
    assert_eq!(vault.text("hand.md"), "By hand.\n");
}

#[test]
fn an_erased_page_that_was_made_by_hand_comes_back() {
    let vault = Vault::with_git();
    vault.put("hand.md", "By hand.\n");
    vault.run_ok(&["forget", "hand", "--erase", "--yes"]);
    assert!(!vault.has("hand.md"));
    vault.run_ok(&["undo"]);
    assert_eq!(vault.text("hand.md"), "By hand.\n");
}

#[test]
fn erasing_without_history_says_that_nothing_brings_it_back() {
    let vault = Vault::new();
    vault.put("hand.md", "By hand.\n");
    let done = vault.json(&["forget", "hand", "--erase", "--yes"]);
    assert!(done["warnings"].to_string().contains("nothing can bring hand back"), "{done}");
}

#[test]
fn a_second_undo_steps_back_further_and_an_undo_can_be_undone() {
    for layout in ["agent", "wiki"] {
        let mut vault = Vault::with(&["--zone", "UTC", "--layout", layout]);
        vault.put("dated.md", "---\nupdated_at: 2020-01-01T00:00:00Z\n---\nOne.\n");
        for (minute, text) in ["Two.", "Three.", "Four."].iter().enumerate() {
            vault.set_now(&format!("2026-11-11T10:0{minute}:00+00:00"));
            vault.run_ok(&["append", "dated", text]);
        }
        let stands = |text: &str| vault.text("dated.md").trim_end().ends_with(text);
        let undone = vault.json(&["undo"])["commit"].as_str().unwrap().to_owned();
        assert!(stands("Three."), "{layout}");
        vault.run_ok(&["undo"]);
        assert!(stands("Two."), "{layout}: {}", vault.text("dated.md"));
        vault.run_ok(&["undo"]);
        assert!(stands("One.") && vault.text("dated.md").contains("2020-01-01T00:00:00Z"));
        let done = vault.run(&["undo"]).fails(4);
        assert!(done.err.contains("no operation left"), "{}", done.err);
        assert!(vault.has("SCHEMA.md"));
        vault.run_ok(&["append", "dated", "Five."]);
        vault.run_ok(&["undo"]);
        vault.run(&["undo", &undone]).fails(5);
    }
}

#[test]
fn an_undo_that_is_undone_brings_the_operation_back_to_be_undone() {
    let vault = Vault::with_git();
    vault.run_ok(&["write", "a", "One.\n"]);
    vault.run_ok(&["write", "a", "Two.\n"]);
    let undone = vault.json(&["undo"])["commit"].as_str().unwrap().to_owned();
    vault.run_ok(&["undo", &undone]);
    assert_eq!(vault.text("a.md"), "Two.\n");
    vault.run_ok(&["undo"]);
    assert_eq!(vault.text("a.md"), "One.\n");
}

#[test]
fn a_page_without_history_is_told_and_not_undone() {
    for layout in ["agent", "wiki"] {
        let vault = Vault::with(&["--zone", "UTC", "--layout", layout]);
        vault.put(".gitignore", "/.memopage/\nsecret/\n");
        vault.run_ok(&["write", "a", "One.\n"]);
        let done = vault.json(&["write", "secret/b", "Two.\n"]);
        assert!(done["warnings"].to_string().contains("secret/b.md has no history"), "{done}");
        let done = vault.run(&["undo"]).fails(5);
        assert!(done.err.contains("secret/b.md"), "{}", done.err);
        assert!(vault.has("secret/b.md") && vault.has("a.md"));
    }
}

#[test]
fn while_a_rebase_stands_status_says_what_waits_and_undo_waits_too() {
    let vault = Vault::with_git();
    vault.run_ok(&["write", "a", "One.\n"]);
    std::fs::create_dir(vault.root().join(".git/rebase-merge")).unwrap();
    vault.run_ok(&["write", "a", "Two.\n"]);
    vault.run_ok(&["write", "b", "Two.\n"]);
    let history = vault.json(&["status"])["history"].as_str().unwrap().to_owned();
    assert_eq!(history, "git, 2 changes wait: a rebase is under way");
    vault.run(&["undo"]).fails(7);
    assert_eq!(vault.text("a.md"), "Two.\n");
    // Given up, the rebase resets the page: the text is told and kept.
    std::fs::remove_dir(vault.root().join(".git/rebase-merge")).unwrap();
    git(&vault, &["reset", "-q", "--hard"]);
    let done = vault.json(&["append", "a", "Three."]);
    assert!(done["warnings"].to_string().contains("kept as .memopage/rescued/"), "{done}");
}

#[test]
fn a_damaged_repository_is_told_with_each_write() {
    let vault = Vault::with_git();
    std::fs::remove_file(vault.root().join(".git/HEAD")).unwrap();
    for text in ["One.\n", "Two.\n"] {
        let done = vault.json(&["write", "a", text]);
        assert!(done["warnings"].to_string().contains("no history is recorded"), "{done}");
    }
}

#[test]
fn where_git_converts_line_ends_undo_and_as_of_keep_the_pages_own() {
    let mut vault = Vault::with_git();
    git(&vault, &["config", "core.autocrlf", "true"]);
    vault.run_ok(&["write", "a", "One.\n"]);
    vault.set_now("2026-11-13T10:00:00+00:00");
    vault.run_ok(&["write", "a", "One.\nTwo.\n"]);
    assert_eq!(vault.json(&["read", "a", "--as-of", "2026-11-12"])["text"], "One.\n");
    vault.run_ok(&["undo"]);
    assert_eq!(vault.text("a.md"), "One.\n");
}

#[test]
fn as_of_names_what_it_did_not_understand() {
    let vault = Vault::with_git();
    vault.run_ok(&["write", "a", "One.\n"]);
    for typed in ["2026-02-30", "nonsense", "2026-02-30:a"] {
        let done = vault.run(&["read", "a", "--as-of", typed]).fails(2);
        assert!(done.err.contains(typed) && done.err.contains("2026-10-31"), "{}", done.err);
    }
    for words in [&["undo", "deadbeef"][..], &["read", "a", "--as-of", "deadbeef"]] {
        let done = vault.run(words).fails(4);
        assert!(done.err.contains("there is no commit deadbeef"), "{}", done.err);
    }
    let first = git(&vault, &["rev-list", "--max-parents=0", "HEAD"]);
    let done = vault.run(&["read", "a", "--as-of", first.trim()]).fails(4);
    assert!(done.err.contains("a.md as of"), "{}", done.err);
}

#[test]
fn init_is_one_commit_at_the_time_of_its_call() {
    let vault = Vault::with_git().at("2026-11-11T10:00:00+00:00");
    let log = git(&vault, &["log", "--format=%cI %s"]);
    assert_eq!(log, "2026-11-11T10:00:00Z init: agent layout\n");
    assert_eq!(git(&vault, &["status", "--porcelain"]), "");
}

#[cfg(unix)]
#[test]
fn a_link_is_its_page_to_a_writer_and_is_neither_moved_nor_forgotten() {
    let vault = Vault::with_git();
    vault.put("real/a.md", "One.\n");
    std::os::unix::fs::symlink("real/a.md", vault.root().join("link.md")).unwrap();
    std::os::unix::fs::symlink("real", vault.root().join("folder")).unwrap();
    let done = vault.json(&["append", "link", "Two."]);
    assert_eq!(done["page"], "real/a");
    let done = vault.json(&["append", "folder/a", "Three."]);
    assert_eq!(done["page"], "real/a");
    let done = vault.json(&["write", "folder/b", "New.\n"]);
    assert_eq!(done["page"], "real/b");
    let text = vault.text("real/a.md");
    for words in [
        &["forget", "link"][..],
        &["forget", "folder/a", "--erase", "--yes"],
        &["move", "link", "elsewhere"],
        &["move", "real/a", "folder/c"],
    ] {
        let done = vault.run(words).fails(3);
        assert!(done.err.contains("real/"), "{}", done.err);
    }
    assert_eq!(vault.text("link.md"), text);
    assert!(vault.root().join("link.md").is_symlink());
    vault.run_ok(&["undo"]);
    assert!(!vault.has("real/b.md"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_page_whose_name_is_decomposed_on_disk_is_moved_and_forgotten_by_its_name() {
    let vault = Vault::with_git();
    vault.put("topics/nfde\u{301}.md", "One.\n").put("topics/zwe\u{301}.md", "Two.\n");
    vault.run_ok(&["move", "topics/nfd\u{e9}", "topics/moved"]);
    assert_eq!(vault.text("topics/moved.md"), "One.\n");
    assert!(!vault.has("topics/nfde\u{301}.md"));
    vault.run_ok(&["forget", "topics/zw\u{e9}", "--erase", "--yes"]);
    assert!(!vault.has("topics/zwe\u{301}.md"));
    vault.run_ok(&["undo"]);
    assert_eq!(vault.text("topics/zwe\u{301}.md"), "Two.\n");
}

/// A repository of its own inside the vault, with one page.
fn nested(vault: &Vault) {
    std::fs::create_dir(vault.root().join("nested")).unwrap();
    let made = std::process::Command::new("git")
        .args(["init", "-q"])
        .current_dir(vault.root().join("nested"))
        .status();
    assert!(made.unwrap().success());
    vault.put("nested/s.md", "# precious narwhals\n");
}

#[test]
fn what_came_from_a_repository_inside_the_vault_is_told_and_never_undone_into_nothing() {
    for (words, place) in [
        (&["forget", "nested/s"][..], "archive/nested/s.md"),
        (&["move", "nested/s", "projects/s"], "projects/s.md"),
        (&["merge", "projects/t", "nested/s"], "archive/nested/s.md"),
    ] {
        let vault = Vault::with_git();
        nested(&vault);
        vault.run_ok(&["write", "projects/t", "# T\n"]);
        let done = vault.json(words);
        let warnings = done["warnings"].to_string();
        assert!(warnings.contains("nested/s.md has no history"), "{words:?}: {done}");
        let done = vault.run(&["undo"]).fails(5);
        assert!(done.err.contains("nested/s.md"), "{words:?}: {}", done.err);
        assert!(vault.text(place).contains("precious narwhals"), "{words:?}");
    }
}

#[test]
fn the_commit_that_made_the_vault_is_not_undone() {
    let vault = Vault::with_git();
    vault.run_ok(&["write", "a", "One.\n"]);
    let first = git(&vault, &["rev-list", "--max-parents=0", "HEAD"]);
    let done = vault.run(&["undo", first.trim()]).fails(3);
    assert!(done.err.contains("made the vault"), "{}", done.err);
    assert!(vault.has("SCHEMA.md") && vault.has("index.md"));
}

#[test]
fn every_text_that_a_given_up_rebase_took_away_is_named() {
    let vault = Vault::with_git();
    for page in ["a", "n"] {
        vault.run_ok(&["write", page, "One.\n"]);
    }
    std::fs::create_dir(vault.root().join(".git/rebase-merge")).unwrap();
    for page in ["a", "n"] {
        vault.run_ok(&["append", page, "PRECIOUS"]);
    }
    std::fs::remove_dir(vault.root().join(".git/rebase-merge")).unwrap();
    git(&vault, &["reset", "-q", "--hard"]);
    let told = vault.json(&["write", "other", "New.\n"])["warnings"].to_string();
    for page in ["a.md was changed", "n.md was changed"] {
        assert!(told.contains(page), "{told}");
    }
}

#[test]
fn an_undo_that_a_hand_edit_stops_names_the_operation_before() {
    let vault = Vault::with_git();
    vault.run_ok(&["write", "a", "One.\n"]);
    vault.run_ok(&["write", "b", "Two.\n"]);
    vault.put("b.md", "Two, by hand.\n");
    let done = vault.run(&["undo"]).fails(5);
    let way = done.err.lines().find(|line| line.contains("`memopage undo ")).unwrap();
    assert!(way.contains("`write: a`"), "{way}");
    let id = way.rsplit("undo ").next().unwrap().trim_end_matches('`');
    vault.run_ok(&["undo", id]);
    assert!(!vault.has("a.md"));
    assert_eq!(vault.text("b.md"), "Two, by hand.\n");
}

#[test]
fn where_git_takes_carriage_returns_away_undo_gives_them_back() {
    let vault = Vault::with_git();
    git(&vault, &["config", "core.autocrlf", "input"]);
    vault.put("hand.md", "# Hand\r\n\r\nOne.\r\n");
    vault.run_ok(&["append", "hand", "Two."]);
    vault.run_ok(&["undo"]);
    assert_eq!(vault.text("hand.md"), "# Hand\r\n\r\nOne.\r\n");
}

#[test]
fn undo_says_which_operation_it_took_back() {
    let vault = Vault::with_git();
    vault.run_ok(&["remember", "--page", "projects/a", "--key", "Owner", "--value", "Ann"]);
    let undone = vault.json(&["undo"]);
    assert!(undone["undid"].as_str().unwrap().starts_with("remember: "), "{undone}");
}

#[test]
fn what_is_taken_back_is_byte_for_byte_what_its_author_had() {
    let text = "---\ntype: project\ntitle: A\n---\n- K: 1\ntok ghp_16C7e42F292c6912E7710c838347Ae178B4a\n<private>mine</private>\ntoken: budget2000 per day\n";
    for words in [
        &["move", "projects/A", "projects/B"][..],
        &["forget", "projects/A"],
        &["forget", "--erase", "--yes", "projects/A"],
        &["merge", "projects/C", "projects/A"],
        &["write", "projects/A", "hello"],
        &["append", "projects/A", "hello"],
    ] {
        let vault = Vault::with_git();
        vault.put("projects/A.md", text).put("projects/C.md", "# C\n");
        vault.run_ok(words);
        let done = vault.json(&["undo"]);
        assert_eq!(vault.text("projects/A.md"), text, "{words:?}");
        assert!(!done["warnings"].to_string().contains("redacted"), "{done}");
        assert!(!vault.has("decisions.jsonl"), "{words:?}");
        if words.contains(&"--erase") {
            let undone = done["commit"].as_str().unwrap();
            vault.run_ok(&["undo", undone]);
            assert_eq!(vault.text("decisions.jsonl").lines().count(), 1);
            vault.run_ok(&["undo"]);
            assert!(!vault.has("decisions.jsonl") && vault.text("projects/A.md") == text);
        }
        if words[0] == "write" {
            vault.run_ok(&["forget", "--erase", "--yes", "projects/A"]);
            vault.run_ok(&["restore", "projects/A", "HEAD~1"]);
            assert_eq!(vault.text("projects/A.md"), text);
        }
    }
}

#[test]
fn a_page_that_git_is_told_to_leave_alone_is_written_and_git_is_left_alone() {
    for told in ["--skip-worktree", "--assume-unchanged"] {
        let vault = Vault::with_git();
        let say = |value: &str| {
            vault.json(&["remember", "--page", "projects/a", "--key", "k", "--value", value])
        };
        say("1");
        git(&vault, &["update-index", told, "projects/a.md"]);
        let staged = git(&vault, &["ls-files", "-s", "projects/a.md"]);
        let done = say("2");
        assert!(done["warnings"].to_string().contains("projects/a.md has no history"), "{done}");
        assert!(vault.text("projects/a.md").contains("- k: 2"), "{told}");
        assert_eq!(git(&vault, &["status", "--porcelain"]), "", "{told}");
        assert_eq!(git(&vault, &["ls-files", "-s", "projects/a.md"]), staged, "{told}");
        vault.run(&["undo"]).fails(5);
        // Others are recorded as ever, also by the long way.
        git(&vault, &["config", "core.autocrlf", "input"]);
        assert!(vault.json(&["write", "projects/b", "# B\n"])["commit"].is_string());
        assert_eq!(git(&vault, &["status", "--porcelain"]), "", "{told}");
    }
}

#[test]
fn where_a_part_is_not_checked_out_the_rest_is_recorded_and_what_git_has_is_not_written_over() {
    let vault = Vault::with_git();
    vault.run_ok(&["remember", "--page", "projects/a", "k: 1"]);
    vault.run_ok(&["remember", "--page", "users/b", "k: 1"]);
    git(&vault, &["sparse-checkout", "set", "--no-cone", "/*", "!/users/"]);
    assert!(!vault.has("users/b.md"));
    let done = vault.run(&["remember", "--page", "users/b", "k: 2"]).fails(5);
    assert!(done.err.contains("users/b is in git and is not checked out here"), "{}", done.err);
    assert!(!vault.has("users/b.md"));
    for words in [
        &["remember", "--page", "users/c", "k: 1"][..],
        &["append", "projects/a", "Text."],
        &["append", "users/c", "Text."],
    ] {
        let done = vault.json(words);
        assert!(done["commit"].is_string(), "{done}");
        assert!(done["warnings"].is_null(), "{done}");
    }
    vault.run_ok(&["undo"]);
    assert_eq!(git(&vault, &["status", "--porcelain"]), "");
    assert!(git(&vault, &["show", "HEAD:users/b.md"]).contains("k: 1"));
    assert!(git(&vault, &["show", "HEAD:users/c.md"]).contains("k: 1"));
    assert!(git(&vault, &["show", "HEAD:projects/a.md"]).contains("Text."));
}

#[test]
fn an_import_of_several_commits_says_so_and_how_the_rest_is_taken_back() {
    let vault = Vault::with_git();
    let notes = vault.beside("notes");
    std::fs::create_dir(&notes).unwrap();
    for number in 0..410 {
        std::fs::write(notes.join(format!("n{number}.md")), format!("# N {number}\n")).unwrap();
    }
    let done = vault.run_ok(&["import", notes.to_str().unwrap()]);
    assert!(done.out.contains("in 3 commits; each `memopage undo` takes one back"), "{}", done.out);
    let left = |done: serde_json::Value| {
        assert!(done["warnings"].is_null(), "{done}");
        done["notes"].to_string()
    };
    let told = left(vault.json(&["undo"]));
    assert!(
        told.contains("left of this import: 2 commits; `memopage undo` takes back the next"),
        "{told}"
    );
    vault.run_ok(&["write", "other", "Text.\n"]);
    let undone = git(&vault, &["log", "-1", "--grep=^import", "--format=%H", "--skip=1"]);
    let told = left(vault.json(&["undo", undone.trim()]));
    assert!(told.contains("left of this import: 1 commit; `memopage undo "), "{told}");
    let way = told.split("memopage undo ").nth(1).unwrap().split('`').next().unwrap().to_owned();
    let done = vault.json(&["undo", &way]);
    assert!(done["notes"].is_null() && done["warnings"].is_null(), "{done}");
    assert!(!vault.has("n0.md") && !vault.has("n409.md") && vault.has("other.md"));
}

#[test]
fn two_imports_of_one_moment_are_two() {
    let vault = Vault::with_git();
    let folder = |name: &str, count: usize| {
        let folder = vault.beside(name);
        std::fs::create_dir(&folder).unwrap();
        for number in 0..count {
            let note = folder.join(format!("{name}{number}.md"));
            std::fs::write(note, format!("# {name} {number}\n")).unwrap();
        }
        folder.to_str().unwrap().to_owned()
    };
    // The clock of these tests stands still.
    for folder in [folder("a", 210), folder("b", 1), folder("c", 210)] {
        vault.run_ok(&["import", &folder]);
    }
    let told = vault.json(&["undo"])["notes"].to_string();
    assert!(told.contains("left of this import: 1 commit;"), "{told}");
    for left in ["b0.md", "a0.md"] {
        assert!(vault.has(left), "{left}");
    }
    let done = vault.json(&["undo"]);
    assert!(done["notes"].is_null(), "{done}");
    assert!(!vault.has("c0.md") && !vault.has("c209.md") && vault.has("b0.md"));
    let done = vault.json(&["undo"]);
    assert!(done["notes"].is_null() && !vault.has("b0.md") && vault.has("a0.md"), "{done}");
    let told = vault.json(&["undo"])["notes"].to_string();
    assert!(told.contains("left of this import: 1 commit;"), "{told}");
    // What is taken in of a folder that has grown is another import.
    std::fs::write(vault.beside("b").join("more.md"), "# More\n").unwrap();
    vault.run_ok(&["import", vault.beside("b").to_str().unwrap()]);
    let done = vault.json(&["undo"]);
    assert!(done["notes"].is_null() && !vault.has("more.md") && vault.has("a0.md"), "{done}");
}

#[test]
fn pages_come_back_byte_for_byte_where_git_converts_line_ends() {
    let vault = Vault::with_git();
    git(&vault, &["config", "core.autocrlf", "true"]);
    let pages = [("lf", "# A\n\na\n"), ("mixed", "# A\r\n\na\n"), ("crlf", "# A\r\n\r\na\r\n")];
    for (name, text) in pages {
        vault.put(&format!("notes/{name}.md"), text);
        vault.run_ok(&["append", &format!("notes/{name}"), "A line of text."]);
        vault.run_ok(&["undo"]);
        assert_eq!(vault.text(&format!("notes/{name}.md")), text, "{name}");
        vault.run_ok(&["forget", &format!("notes/{name}")]);
        vault.run_ok(&["undo"]);
        assert_eq!(vault.text(&format!("notes/{name}.md")), text, "{name}");
    }
}

/// A folder with attributes of its own and a page, committed by its user, made a vault.
fn with_attributes(attributes: &str, page: &str) -> Vault {
    let vault = Vault::bare();
    git(&vault, &["init", "-q", "-b", "main"]);
    vault.put(".gitattributes", attributes).put("n.md", page);
    git(&vault, &["add", "-A"]);
    git(&vault, &["commit", "-qm", "a"]);
    let root = vault.root();
    let done = vault.run_ok(&["init", root.to_str().unwrap(), "--zone", "UTC"]);
    assert!(done.err.contains("change the line ends of pages"), "{attributes}: {}", done.err);
    vault
}

#[test]
fn c052_undo_gives_back_every_byte_under_any_attributes_of_the_user() {
    let head = "---\ntype: topic\ntitle: N\n---\n# N\n\n- a: b\n";
    for attributes in
        ["* text=auto\n", "*.md text\n", "* text=auto eol=lf\n", "*.md text eol=crlf\n"]
    {
        for page in [
            head.replace('\n', "\r\n"),
            head.to_owned(),
            format!("{}dirty\n", head.replace('\n', "\r\n")),
        ] {
            let vault = with_attributes(attributes, &page);
            for change in [
                &["move", "n", "m"][..],
                &["forget", "n", "-y"],
                &["forget", "n", "--erase", "-y"],
                &["append", "n", "more"],
            ] {
                vault.run_ok(change);
                vault.run_ok(&["undo"]);
                assert_eq!(vault.text("n.md"), page, "{attributes} {change:?}");
            }
        }
    }
}

#[test]
fn attributes_that_keep_line_ends_are_not_warned_of() {
    let vault = Vault::bare();
    git(&vault, &["init", "-q", "-b", "main"]);
    vault.put(".gitattributes", "* text=auto\n*.md -text\n");
    let root = vault.root();
    let done = vault.run_ok(&["init", root.to_str().unwrap(), "--zone", "UTC"]);
    assert!(!done.err.contains("line ends"), "{}", done.err);
}

#[test]
fn what_was_removed_by_hand_and_made_again_is_undone() {
    let vault = Vault::with_git();
    std::fs::create_dir(vault.beside("notes")).unwrap();
    let note = vault.beside("notes/one.md");
    std::fs::write(&note, "# One\n\nThe same.\n").unwrap();
    let note = note.to_str().unwrap().to_owned();
    let remember = ["remember", "--page", "topics/a", "--key", "Owner", "--value", "Ann"];
    for (words, file) in [
        (&["import", &note][..], "one.md"),
        (&["write", "w", "Some text.\n"], "w.md"),
        (&["new", "projects/n"], "projects/n.md"),
        (&remember, "topics/a.md"),
    ] {
        vault.run_ok(words);
        let first = vault.text(file);
        std::fs::remove_file(vault.root().join(file)).unwrap();
        vault.run_ok(words);
        assert_eq!(vault.text(file), first, "{words:?}");
        let log = git(&vault, &["log", "-2", "--format=%s"]);
        assert!(log.lines().nth(1).is_some_and(|it| it == format!("by hand: {file}")), "{log}");
        vault.run_ok(&["undo"]);
        assert!(!vault.has(file), "{words:?}");
    }
}

#[test]
fn undo_takes_back_its_own_lines_and_leaves_what_was_written_elsewhere_on_the_page() {
    let vault = Vault::with_git();
    let set = |value: &str| {
        vault.run_ok(&["remember", "--page", "Q", "--key", "k", "--value", value]);
    };
    for value in ["1", "2", "3"] {
        set(value);
    }
    let page = "topics/q.md";
    vault.put(page, &format!("{}\n## Own words\n\nBy hand.\n", vault.text(page)));
    let done = vault.json(&["undo"]);
    assert!(done["notes"].to_string().contains("written there since stays"), "{done}");
    let text = vault.text(page);
    assert!(
        text.contains("- k: 2  added") && text.ends_with("## Own words\n\nBy hand.\n"),
        "{text}"
    );
    assert!(
        !text.contains("k: 3") && text.contains("~~k: 1~~") && !text.contains("~~k: 2~~"),
        "{text}"
    );
    vault.run_ok(&["undo"]);
    let text = vault.text(page);
    assert!(text.contains("- k: 1  added") && text.contains("By hand."), "{text}");
    // The page was made by what is left: with the words of a hand on it nothing is taken back, and none of
    // the operations before is named that could not be either.
    let refused = vault.run(&["undo"]).fails(5);
    assert!(!refused.err.contains("`memopage undo "), "{}", refused.err);
    assert_eq!(vault.text(page), text);
}

#[test]
fn undo_of_a_line_that_was_changed_since_is_refused_and_names_only_what_can_be_taken_back() {
    let mut vault = Vault::with(&["--zone", "UTC"]);
    vault.put("t.md", "---\nupdated_at: 2026-01-01T00:00:00Z\n---\n# T\n\n## A\n\n## B\n");
    vault.run_ok(&["write", "other", "One.\n"]);
    let mut commits = Vec::new();
    for (minute, heading) in ["A", "B"].iter().enumerate() {
        vault.set_now(&format!("2026-11-11T10:0{minute}:00+00:00"));
        let done = vault.json(&["append", "t", &format!("Line {heading}."), "--heading", heading]);
        commits.push(done["commit"].as_str().unwrap().to_owned());
    }
    // An earlier one of the same page, though the head was written by both.
    vault.run_ok(&["undo", &commits[0]]);
    let text = vault.text("t.md");
    assert!(text.contains("Line B.") && !text.contains("Line A."), "{text}");
    vault.put("t.md", &text.replace("Line B.", "Line B, by hand."));
    let refused = vault.run(&["undo", &commits[1]]).fails(5);
    assert!(refused.err.contains("was changed since"), "{}", refused.err);
    let way = refused.err.lines().find(|line| line.contains("`memopage undo ")).unwrap();
    assert!(way.contains("`write: other`"), "{way}");
    assert!(vault.text("t.md").contains("Line B, by hand."));
}

#[test]
fn an_undo_of_an_undo_names_one_commit() {
    let vault = Vault::with_git();
    vault.run_ok(&["remember", "--page", "atlas", "Owner: Ann"]);
    let mut subjects = Vec::new();
    for _ in 0..3 {
        vault.run_ok(&["undo"]);
        subjects.push(git(&vault, &["log", "-1", "--format=%s"]));
        let undone = vault.json(&["history", "--limit", "1"])["entries"][0]["commit"].clone();
        let undone = undone.as_str().unwrap_or("HEAD").to_owned();
        vault.run_ok(&["undo", &undone]);
        subjects.push(git(&vault, &["log", "-1", "--format=%s"]));
    }
    assert!(subjects[1].contains("an undo ("), "{subjects:?}");
    assert!(subjects.iter().all(|it| it.matches('(').count() <= 1), "{subjects:?}");
}
