//! Which page a text without a page belongs to, and what a page that is named is called.

use crate::vault::Vault;

fn place(vault: &Vault, text: &str) -> String {
    vault.json(&["remember", text])["page"].as_str().unwrap().to_owned()
}

/// A vault with somebody's notes, which have everyday words for titles.
fn garden() -> Vault {
    let vault = Vault::new();
    for word in [
        "trust",
        "time",
        "search",
        "writing",
        "questions",
        "Rust",
        "Canada",
        "时间",
        "要",
        "人",
        "信任",
    ] {
        vault.put(&format!("thoughts/{word}.md"), &format!("# {word}\n\nAn essay.\n"));
    }
    vault.put(
        "thoughts/memory.md",
        "---\ntitle: The Art of Memory\naliases: [recall]\n---\nAn essay.\n",
    );
    vault.put(
        "maps/page.md",
        "---\ntitle: page\n---\n<!-- memopage:begin INDEX -->\n<!-- memopage:end -->\n",
    );
    for page in ["users/grace", "users/bob", "users/张伟", "projects/atlas"] {
        vault.run_ok(&["remember", "--page", page, "--key", "Size", "--value", "2"]);
    }
    vault
}

const TODAY: &str = "daily/2026-11-11";

#[test]
fn a_sentence_does_not_land_in_somebodys_essay_whose_title_is_a_word_of_it() {
    let vault = garden();
    for text in [
        "Questions come after lunch.",
        "Tea hates trust falls.",
        "Now is a good time for tea.",
        "The first page of the report is missing.",
        "The website needs a search page.",
        "Rust is faster here, also in Canada.",
        "The Art of Memory is due at the library.",
        "The index and the log are full.",
        "要带伞出门",
        "人到齐了就开会",
        "时间过得真快",
        "信任需要时间",
        "用户表有三列",
        "User tables live in Postgres.",
    ] {
        assert_eq!(place(&vault, text), TODAY, "{text}");
    }
    for name in ["trust", "time", "search", "writing", "Rust", "时间", "要", "人"] {
        let text = vault.text(&format!("thoughts/{name}.md"));
        assert_eq!(text, format!("# {name}\n\nAn essay.\n"));
    }
}

#[test]
fn the_one_thing_that_a_text_names_gets_it_and_two_things_make_it_a_days_note() {
    let vault = garden();
    for (text, page) in [
        ("Grace prefers questions in one batch after lunch.", "users/grace"),
        ("Bob hates trust falls.", "users/bob"),
        ("Tea with Bob, we talked about time and trust.", "users/bob"),
        ("We moved the Atlas release to Friday.", "projects/atlas"),
        ("bob likes jazz", "users/bob"),
        ("bob: 5", "users/bob"),
        ("bob: likes: tea", "users/bob"),
        ("remember to tell bob", "users/bob"),
        ("和bob吃饭", "users/bob"),
        ("the atlas release is late", "projects/atlas"),
        ("bob and 张伟 met", TODAY),
        ("see [[thoughts/trust]] before lunch", "thoughts/trust"),
        ("it is about [[time|the clock]]", "thoughts/time"),
        ("张伟喜欢在下午回邮件", "users/张伟"),
        ("Bob and Grace met.", TODAY),
        ("Lunch: Grace, Bob and Atlas", TODAY),
        ("张伟和Bob都迟到了", TODAY),
        ("say grace before the meal", TODAY),
        ("look at https://x.org/Grace", TODAY),
        ("Our writing style is dry.", "users/me"),
        ("I met Bob on the stairs", "users/me"),
        ("The user prefers Atlas in June", "users/me"),
    ] {
        assert_eq!(place(&vault, text), page, "{text}");
    }
}

#[test]
fn a_text_of_several_things_is_the_days_and_the_reply_names_them() {
    let vault = garden();
    let before = vault.text("users/grace.md");
    for said in ["Grace and Bob met", "Bob and Grace: lunch", "Bob told Grace", "met bob and Grace"]
    {
        let done = vault.json(&["remember", said]);
        assert_eq!(done["page"], TODAY, "{done}");
        let warned = done["warnings"].to_string();
        assert!(warned.contains("users/grace") && warned.contains("users/bob"), "{warned}");
        assert!(vault.text(&format!("{TODAY}.md")).contains(said), "{said}");
    }
    assert_eq!(vault.text("users/grace.md"), before);
    let done = vault.json(&["remember", "bob and 张伟 met atlas"]);
    assert!(done["warnings"].to_string().contains("users/bob"), "{done}");
}

#[test]
fn one_name_of_two_things_is_asked_about_and_two_names_are_not() {
    let vault = Vault::new();
    for page in ["users/mercury", "projects/mercury", "users/ann"] {
        vault.run_ok(&["remember", "--page", page, "--key", "Size", "--value", "2"]);
    }
    let before = vault.snapshot();
    let done = vault.run(&["remember", "Mercury is late"]).fails(5);
    assert!(done.err.contains("projects/mercury") && done.err.contains("users/mercury"));
    assert_eq!(vault.snapshot(), before);
    assert_eq!(place(&vault, "Ann likes Mercury"), TODAY);
}

#[test]
fn a_map_that_the_program_writes_is_no_place_for_words() {
    let vault = garden();
    assert_eq!(place(&vault, "look at [[maps/page]] first"), TODAY);
    assert_eq!(place(&vault, "look at [[index]] and [[SCHEMA]] first"), TODAY);
    assert!(!vault.text("maps/page.md").contains("look at"));
}

#[test]
fn what_is_said_of_oneself_is_on_the_page_called_me_in_every_layout() {
    for layout in ["agent", "wiki", "docs", "personal"] {
        let vault = Vault::with(&["--no-git", "--zone", "UTC", "--layout", layout]);
        let page = "users/me";
        vault.run_ok(&["remember", "--page", page, "--key", "Name", "--value", "Ada"]);
        for text in ["I like rye", "我喜欢喝绿茶", "My desk is by the window"] {
            assert_eq!(place(&vault, text), page, "{layout}: {text}");
        }
        let other = Vault::with(&["--no-git", "--zone", "UTC", "--layout", layout]);
        let own = match layout {
            "agent" => page,
            "wiki" => "entities/me",
            "docs" => "me",
            _ => "people/me",
        };
        for text in ["I like rye", "我喜欢喝绿茶"] {
            assert_eq!(place(&other, text), own, "{layout}: {text}");
        }
    }
}

#[test]
fn a_page_of_ones_own_folder_is_called_as_it_was_typed_in_every_layout() {
    for layout in ["agent", "wiki", "docs", "personal"] {
        let vault = Vault::with(&["--no-git", "--zone", "UTC", "--layout", layout]);
        for page in ["projects/atlas", "users/me", "users/bob", "a/b/c"] {
            let done = vault.json(&["remember", "--page", page, "--key", "Size", "--value", "2"]);
            assert_eq!(done["page"], page, "{layout}");
        }
        let owner = ["--key", "Owner", "--value", "[[users/bob|Bob]]"];
        vault.run_ok(&[&["remember", "--page", "projects/atlas"], owner.as_slice()].concat());
        assert_eq!(place(&vault, "Atlas is late"), "projects/atlas", "{layout}");
        assert_eq!(vault.json(&["lint"])["findings"], serde_json::json!([]), "{layout}");
    }
}

#[cfg(unix)]
#[test]
fn a_line_end_in_a_files_name_makes_no_line_of_its_own() {
    let vault = Vault::new();
    vault.put("users/a\nb.md", "zebra quux\n[[nope]]\n");
    for words in [&["list"][..], &["lint"], &["recall", "zebra"], &["graph", "a b"]] {
        let done = vault.run(words);
        let shown = format!("{}{}", done.out, done.err);
        assert!(!shown.lines().any(|it| it.trim_start().starts_with("b")), "{words:?}: {shown}");
    }
    assert!(vault.run_ok(&["list"]).out.contains("users/a\\nb"));
    assert_eq!(vault.json(&["list"])["pages"][0]["page"], "users/a\nb");
    let done = vault.run(&["move", "users/a\nb", "users/c"]);
    assert!(done.err.lines().all(|it| !it.starts_with('b')), "{}", done.err);
    let done = vault.run_ok(&["append", "users/a\nb", "more"]);
    assert!(done.out.contains("users/a\\nb"), "{}", done.out);
}

#[cfg(unix)]
#[test]
fn lint_tells_of_names_that_no_link_reaches_or_no_windows_holds() {
    let vault = Vault::new();
    let odd = ["CON", "\"q\"", "a [[b]] | c#d^e", " lead ", "li\nne", "why?", "dot."];
    for name in odd {
        vault.put(&format!("notes/{name}.md"), "x\n");
    }
    vault.put("notes/plain name.md", "x\n").put("notes/写作.md", "x\n");
    let lint = vault.json(&["lint", "--rule", "name"]);
    let mut pages: Vec<&str> =
        lint["findings"].as_array().unwrap().iter().filter_map(|it| it["page"].as_str()).collect();
    pages.sort_unstable();
    let mut wanted = odd.map(|name| format!("notes/{name}"));
    wanted.sort_unstable();
    assert_eq!(pages, wanted, "{lint}");
}

#[test]
fn a_bare_date_is_named_where_it_is_no_page_of_a_day() {
    let vault = Vault::new();
    let page = "# A day\n\nWalked along the quay.\n";
    for file in ["日记/2026-05-18", "journal/2026/2026-05-19", "2026-05-20", "daily/2026-05-21"] {
        vault.put(&format!("{file}.md"), page);
    }
    vault.put("meetings/2026-05-18.md", page);
    vault.put("notes/2026-05-22.md", &format!("---\ntype: topic\n---\n{page}"));
    let lint = vault.json(&["lint", "--rule", "name"]);
    let told = lint["findings"].as_array().unwrap();
    let mut named: Vec<&str> = told.iter().filter_map(|it| it["page"].as_str()).collect();
    named.sort_unstable();
    assert_eq!(named, ["meetings/2026-05-18", "notes/2026-05-22"], "{lint}");
    assert!(told.iter().all(|it| it["message"].to_string().contains("memopage move")), "{lint}");
}

#[test]
fn new_and_remember_refuse_hidden_folders_devices_and_empty_parts() {
    let vault = Vault::new();
    let before = vault.snapshot();
    for page in [
        ".git/x",
        ".memopage/x",
        "~/.bashrc",
        "a/aux",
        "a/NUL.md/b",
        "a//b",
        ".git/my page",
        "．．/x",
        "a/．．/x",
    ] {
        for words in [
            &["new", page][..],
            &["write", page, "# X\n"],
            &["remember", "--page", page, "--key", "k", "--value", "v"],
        ] {
            let done = vault.run(words);
            assert!(
                matches!(done.code, 2..=4),
                "{words:?}: {} {}{}",
                done.code,
                done.out,
                done.err
            );
        }
    }
    let pages = |all: &[(std::path::PathBuf, Vec<u8>)]| {
        let page =
            |it: &&(std::path::PathBuf, Vec<u8>)| it.0.extension().is_some_and(|it| it == "md");
        all.iter().filter(page).map(|it| it.0.clone()).collect::<Vec<_>>()
    };
    assert_eq!(pages(&vault.snapshot()), pages(&before));
    for title in ["Notes on C / .NET", "https://example.org/a//b", "Either/or"] {
        vault.run_ok(&["new", title, "--type", "topic"]);
    }
}

#[test]
fn a_page_that_is_written_without_a_title_has_that_of_its_file() {
    let vault = Vault::new();
    vault.run_ok(&["write", "topics/zed", "hello"]);
    assert_eq!(vault.text("topics/zed.md").trim_end(), "hello");
    assert_eq!(vault.json(&["read", "zed"])["title"], "zed");
}

#[test]
fn remember_makes_a_page_of_a_title_that_no_file_can_have_and_the_map_shows_it() {
    let vault = Vault::new();
    for (title, name, shown) in [
        ("C", "c", "[[topics/c|C]]"),
        ("C#", "c-sharp", "[[topics/c-sharp|C#]]"),
        (".NET", "net", "[[topics/net|.NET]]"),
        ("Q#1", "q-1", "[[topics/q-1|Q#1]]"),
        ("What [now]?", "what-now", r"[What \[now\]?](topics/what-now.md)"),
        ("ti`ck", "ti-ck", r"[ti\`ck](topics/ti-ck.md)"),
        ("a|b", "a-b", r"[a\|b](topics/a-b.md)"),
    ] {
        let words = ["remember", "--page", title, "--key", "k", "--value", "v"];
        let page = format!("topics/{name}");
        assert_eq!(vault.json(&words)["page"], page.as_str(), "{title}");
        assert_eq!(vault.json(&["read", &page])["title"], title);
        assert!(vault.text("index.md").contains(&format!("- {shown}\n")), "{title}");
        assert_eq!(vault.json(&words)["outcome"], "unchanged", "{title}");
    }
    let lint = vault.run(&["lint", "--json"]);
    assert!(!lint.out.contains("broken-link"), "{}", lint.out);
    let refused =
        vault.run(&["remember", "--page", "projects/atlas#Goals", "--key", "k", "--value", "v"]);
    assert!(refused.code != 0 && refused.err.contains("memopage new"), "{}", refused.err);
}

#[test]
fn a_title_with_signs_that_no_file_can_have_names_a_page_at_every_door() {
    let vault = Vault::new();
    let rows = [
        ("100% [done]", "100-done"),
        ("甲#乙", "甲-乙"),
        ("What [now]?", "what-now"),
        ("Acme Inc.", "acme-inc"),
    ];
    for (title, name) in rows {
        let made = vault.json(&["write", title, "The heron stands."]);
        assert_eq!(made["page"], name, "{made}");
        assert_eq!(vault.json(&["read", title])["title"], title);
        vault.run_ok(&["append", title, "It flies."]);
        vault.run_ok(&["edit", title, "It flies.", "It swims."]);
        let fact = ["remember", "--page", title, "--key", "k", "--value", "v"];
        assert_eq!(vault.json(&fact)["page"], name, "{title}");
        vault.run_ok(&["move", title, &format!("notes/{title}")]);
        assert_eq!(vault.json(&["read", title])["page"], format!("notes/{name}"), "{title}");
        // As `new` makes it, a fact does.
        let vault = Vault::new();
        assert_eq!(vault.json(&fact)["page"], format!("topics/{name}"), "{title}");
        assert_eq!(vault.json(&["read", title])["title"], title);
        assert_eq!(vault.json(&fact)["outcome"], "unchanged", "{title}");
    }
    // A title of its own stays, and the page is called so as well.
    vault.run_ok(&["write", "Why [not]?", "# Reasons\n\nThe crane stands.\n"]);
    assert_eq!(vault.json(&["read", "Why [not]?"])["title"], "Reasons");
    for escape in
        ["../x", "a/../b", "%2e%2e", "%2e%2e/x [y]", "/etc/x", "a\\b [c]", "con", ".git/[x]"]
    {
        for words in [
            vec!["write", escape, "text"],
            vec!["remember", "--page", escape, "a: b"],
            vec!["move", "why-not", escape],
            vec!["new", escape],
        ] {
            vault.run(&words).fails(3);
        }
    }
}

#[test]
fn a_heading_of_a_page_comes_before_a_page_of_that_title_where_one_is_read() {
    let vault = Vault::new();
    vault.run_ok(&["write", "甲#乙", "# 甲#乙\n\nThe whole page.\n"]);
    assert!(vault.run_ok(&["read", "甲#乙"]).out.contains("The whole page."));
    vault.run_ok(&["write", "甲", "# 甲\n\n## 乙\n\nThe section.\n"]);
    assert!(vault.run_ok(&["read", "甲#乙"]).out.contains("The section."));
    assert!(vault.run_ok(&["read", "甲-乙"]).out.contains("The whole page."));
}

#[test]
fn a_heading_is_read_of_a_page_whose_title_has_the_sign_of_one() {
    let vault = Vault::new();
    for (title, at) in [("C#", "C##Use"), ("甲#乙", "甲#乙#Use"), ("甲#乙", "[[甲#乙#Use]]")]
    {
        vault.run_ok(&["remember", "--page", title, "--key", "k", "--value", "v"]);
        if vault.run(&["read", at]).code != 0 {
            vault.run_ok(&["append", title, "## Use\n\nThe heron stands."]);
        }
        let read = vault.run_ok(&["read", at]).out;
        assert!(read.contains("The heron stands.") && !read.contains("k: v"), "{at}: {read}");
        let done = vault.run(&["remember", "--page", at, "--key", "k", "--value", "w"]);
        assert!(done.code != 0, "{at}: {}", done.out);
    }
}

#[test]
fn a_title_with_a_dot_before_it_or_a_colon_in_it_makes_a_page_at_every_door() {
    for (title, name) in [
        (".NET", "net"),
        ("a: b", "a-b"),
        ("Q: what is it", "q-what-is-it"),
        ("Re: Hello", "re-hello"),
    ] {
        let vault = Vault::new();
        let made = vault.json(&["write", title, &format!("# {title}\n\nThe heron stands.\n")]);
        assert_eq!(made["page"], name, "{title}");
        assert_eq!(vault.json(&["read", title])["title"], title);
        let fact = ["remember", "--page", title, "--key", "k", "--value", "v"];
        assert_eq!(vault.json(&fact)["page"], name, "{title}");
        let vault = Vault::new();
        assert_eq!(vault.json(&fact)["page"], format!("topics/{name}"), "{title}");
        let vault = Vault::new();
        assert_eq!(
            vault.json(&["new", title, "--type", "topic"])["page"],
            format!("topics/{name}")
        );
    }
    let vault = Vault::new();
    for drive in ["C:\\x", "C:x", "c:/x", "C:"] {
        vault.run(&["write", drive, "text"]).fails(3);
        vault.run(&["new", drive]).fails(3);
    }
}

#[test]
fn a_title_that_differs_in_a_sign_that_no_file_has_never_writes_into_the_other() {
    for (title, other, page) in [
        ("~home", "$HOME", "topics/home"),
        ("A | B", "A^B", "topics/a-b"),
        ("a", "<a>", "topics/a"),
        ("Home", "$HOME", "topics/home"),
    ] {
        let vault = Vault::new();
        let fact = ["remember", "--page", title, "--key", "k", "--value", "v"];
        assert_eq!(vault.json(&fact)["page"], page, "{title}");
        let before = vault.text(&format!("{page}.md"));
        for words in [
            &["remember", "--page", other, "--key", "k", "--value", "w"][..],
            &["append", other, "text"],
            &["new", other, "--type", "topic"],
        ] {
            let done = vault.run(words);
            assert!(
                done.code != 0 && done.err.contains(page),
                "{words:?}: {}{}",
                done.out,
                done.err
            );
        }
        assert_eq!(vault.text(&format!("{page}.md")), before, "{other}");
        // As the refusal says, it has a page of its own.
        vault.run_ok(&["new", &format!("{page}-2"), "--title", other]);
        let fact = ["remember", "--page", other, "--key", "k", "--value", "w"];
        assert_eq!(vault.json(&fact)["page"], format!("{page}-2"), "{other}");
        let fact = ["remember", "--page", title, "--key", "k", "--value", "v"];
        assert_eq!(vault.json(&fact)["outcome"], "unchanged", "{title}");
    }
}

#[test]
fn languages_of_one_letter_are_no_double_names() {
    let vault = Vault::new();
    for title in ["C", "C#", "C++", "F", "F#"] {
        vault.run_ok(&["remember", "--page", title, "--key", "k", "--value", "v"]);
    }
    let lint = vault.json(&["lint", "--rule", "double-name"]);
    assert_eq!(lint["findings"].as_array().unwrap().len(), 0, "{lint}");
}

#[test]
fn a_folder_of_nearly_the_name_of_one_that_is_there_is_asked_about() {
    let vault = Vault::new();
    let remember = |page: &str| {
        vault.run(&["remember", "--page", page, "--key", "Release", "--value", "Wednesday"])
    };
    // The schema has `projects/` and `topics/`, pages or not.
    for (typed, meant) in [("project/foo", "projects/foo"), ("topisc/sea/salt", "topics/sea/salt")]
    {
        let done = remember(typed).fails(4);
        assert!(done.err.contains(meant) && done.err.contains("memopage new"), "{}", done.err);
        assert!(!vault.has(typed.split('/').next().unwrap()));
    }
    vault.put("recipes/soup.md", "# Soup\n");
    assert!(remember("recipe/bread").fails(4).err.contains("recipes/bread"));
    // Another name is another folder, and so is one that somebody made on purpose.
    vault.put("sprint-11/plan.md", "# Plan\n").put("team-a/plan.md", "# Team A\n");
    for page in ["clients/acme", "sprint-12/goals", "team-b/goals"] {
        remember(page).ok();
    }
    vault.run_ok(&["new", "project/bar"]);
    remember("project/foo").ok();
    assert!(vault.has("project/foo.md"));
}
