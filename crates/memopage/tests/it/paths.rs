//! Names, places and files that are not what they seem.

use crate::vault::Vault;

#[test]
fn c086_a_path_that_escapes_is_refused_and_nothing_is_made() {
    let vault = Vault::new();
    let before = vault.snapshot();
    let paths = [
        "../../etc/passwd",
        "/memories/../../x",
        "/memoriesX/a",
        "a%2f..%2f..%2fx",
        "C:\\x",
        "a/../b",
        "a\u{1}b",
        ".git/config",
        ".memopage/x",
    ];
    let mut said = Vec::new();
    for path in paths {
        let done = vault.run(&["write", path, "text"]).fails(3);
        said.push(done.err.lines().nth(1).unwrap_or_default().to_owned());
        assert_eq!(vault.run(&["read", path]).code, 3, "{path}");
    }
    said.dedup();
    assert_eq!(said.len(), 1, "{said:?}");
    for name in ["NUL", "con.md", "a:b"] {
        let done = vault.run(&["write", name, "text"]).fails(3);
        assert!(done.err.lines().next().unwrap_or_default().contains(name), "{}", done.err);
    }
    assert_eq!(vault.snapshot(), before);
    assert!(!vault.beside("x.md").exists());
}

#[test]
fn c085_a_link_out_of_the_vault_is_not_read() {
    let vault = Vault::new();
    let outside = vault.beside("secret.md");
    std::fs::write(&outside, "the outside canary zebra\n").unwrap();
    std::os::unix::fs::symlink(&outside, vault.root().join("x.md")).unwrap();
    let done = vault.run_ok(&["recall", "outside canary zebra"]);
    assert!(!done.out.contains("canary zebra\n   │"), "{}", done.out);
    assert!(vault.run_ok(&["status"]).out.contains("x.md"));
    assert_ne!(vault.run(&["write", "x", "overwritten"]).code, 0);
    assert_eq!(std::fs::read_to_string(outside).unwrap(), "the outside canary zebra\n");
}

#[test]
fn c037_three_names_are_three_pages_after_every_look() {
    let vault = Vault::new();
    for name in ["my note", "my_note", "my-note"] {
        vault.put(&format!("{name}.md"), &format!("The page {name}.\n"));
    }
    for _ in 0..2 {
        let listed = vault.json(&["list"])["pages"].to_string();
        for name in ["my note", "my_note", "my-note"] {
            assert!(listed.contains(&format!("\"{name}\"")), "{listed}");
        }
    }
    assert!(vault.run_ok(&["read", "my_note"]).out.contains("my_note"));
}

#[test]
fn c043_two_ways_to_a_vault_are_one_vault() {
    let vault = Vault::new();
    let link = vault.beside("other-way");
    std::os::unix::fs::symlink(vault.root(), &link).unwrap();
    let link = link.to_str().unwrap();
    vault.run_ok(&["write", "a", "An anchor.\n", "--vault", link]);
    assert_eq!(vault.recall("anchor"), ["a"]);
    let status = vault.json(&["status", "--vault", link]);
    assert_eq!(status["vault"], vault.json(&["status"])["vault"]);
}

#[test]
fn c044_a_broken_head_is_left_alone_and_the_body_is_edited() {
    let vault = Vault::new();
    let text = "---\nname: helper\ndescription: uses: colons: freely\n---\nbody of the helper\n";
    vault.put("helper.md", text);
    assert_eq!(vault.recall("body of the helper"), ["helper"]);
    assert_eq!(vault.text("helper.md"), text);
    vault.run(&["edit", "helper", "--set", "status=active"]).fails(3);
    assert_eq!(vault.text("helper.md"), text);
    let lint = vault.json(&["lint", "helper"]);
    assert!(lint["findings"].to_string().contains("text"), "{lint}");
    vault.run_ok(&["edit", "helper", "body", "words"]);
    assert_eq!(vault.text("helper.md"), text.replace("body", "words"));
}

#[test]
fn a_head_in_braces_that_is_not_valid_is_reported_and_gets_no_second_one_above_it() {
    let vault = Vault::new();
    let text = "---\n{broken: [yaml\n---\nThe heron stands.\n";
    vault.put("topics/heron.md", text);
    let lint = vault.json(&["lint", "topics/heron"])["findings"].to_string();
    assert!(lint.contains("not valid YAML"), "{lint}");
    vault.run(&["edit", "topics/heron", "--set", "status=active"]).fails(3);
    assert_eq!(vault.text("topics/heron.md"), text);
    vault.run_ok(&["edit", "topics/heron", "stands", "flies"]);
    assert_eq!(vault.text("topics/heron.md"), text.replace("stands", "flies"));
}

#[test]
fn c052_a_page_of_one_line_with_windows_line_ends_takes_a_fact() {
    let vault = Vault::new();
    for (page, body) in [("a", "body\r\n"), ("b", "> quote\r\n"), ("c", "\r\n")] {
        let file = format!("topics/{page}.md");
        vault.put(&file, &format!("---\r\ntype: topic\r\n---\r\n{body}"));
        vault.run_ok(&[
            "remember",
            "--page",
            &format!("topics/{page}"),
            "--key",
            "a",
            "--value",
            "b",
        ]);
        let text = vault.text(&file);
        assert!(
            text.contains("- a: b") && !text.replace("\r\n", "").contains(['\r', '\n']),
            "{text:?}"
        );
    }
    vault.put("topics/d.md", "one\rtwo\r");
    vault.run(&["remember", "--page", "topics/d", "--key", "a", "--value", "b"]).fails(3);
}

#[test]
fn c052_an_edit_keeps_line_ends_and_byte_order_mark() {
    let vault = Vault::new();
    let text = "\u{feff}---\r\ntitle: x\r\n---\r\nbody word\r\n";
    vault.put("crlf.md", text);
    vault.run_ok(&["edit", "crlf", "word", "term"]);
    assert_eq!(vault.text("crlf.md"), text.replace("word", "term"));
    assert_eq!(vault.json(&["list", "crlf"])["pages"][0]["title"], "x");
}

#[test]
fn c055_a_dot_in_a_title_is_no_ending() {
    let vault = Vault::new();
    let done = vault.json(&["new", "Release v1.2 notes"]);
    let page = done["page"].as_str().unwrap();
    assert!(page.contains("1.2"), "{page}");
    assert!(vault.has(&format!("{page}.md")));
    assert_eq!(vault.json(&["list", page])["pages"][0]["title"], "Release v1.2 notes");
}

#[test]
fn c070_an_unreadable_file_is_named_and_its_entry_kept() {
    let vault = Vault::new();
    vault.put("a.md", "alpha stone\n").put("b.md", "beta stone\n").put("c.md", "gamma stone\n");
    vault.run_ok(&["recall", "stone"]);
    // A folder in the file's place cannot be read as a file, whoever runs the test.
    std::fs::remove_file(vault.root().join("b.md")).unwrap();
    std::os::unix::fs::symlink("b.md", vault.root().join("b.md")).unwrap();
    vault.put("a.md", "alpha pebble\n");
    let done = vault.run_ok(&["recall", "pebble"]);
    assert!(done.err.contains("b.md"), "{}", done.err);
    assert!(done.out.contains("alpha pebble"));
}

#[test]
fn c071_a_vault_that_is_suddenly_empty_is_not_forgotten() {
    let vault = Vault::new();
    for number in 0..60 {
        vault.put(&format!("notes/{number}.md"), &format!("Entry {number} on lighthouses.\n"));
    }
    assert!(!vault.recall("lighthouses").is_empty());
    let aside = vault.beside("aside");
    std::fs::rename(vault.root().join("notes"), &aside).unwrap();
    let done = vault.run_ok(&["status"]);
    assert!(done.out.contains("gone from the disk"), "{}", done.out);
    assert!(vault.json(&["status"])["pages"].as_u64().unwrap() >= 60);
    std::fs::rename(&aside, vault.root().join("notes")).unwrap();
    assert!(!vault.recall("lighthouses").is_empty());
    std::fs::rename(vault.root().join("notes"), &aside).unwrap();
    vault.run_ok(&["gc", "--purge"]);
    assert!(vault.json(&["status"])["pages"].as_u64().unwrap() < 60);
}

#[test]
fn c166_poisonous_files_are_bounded_and_the_rest_is_indexed() {
    let vault = Vault::new();
    vault.put("line.md", &"lorem ipsum ".repeat(400_000));
    let nested: String = (0..5_000).map(|depth| format!("{}- x\n", " ".repeat(depth))).collect();
    vault.put("nested.md", &nested);
    vault.put_bytes("bytes.md", b"caf\xe9 society \xff\xfe\n");
    vault.put("good.md", "The good page on barometers.\n");
    assert_eq!(vault.recall("barometers"), ["good"]);
    assert_eq!(vault.recall("society"), ["bytes"]);
    let before = std::fs::read(vault.root().join("bytes.md")).unwrap();
    vault.run(&["append", "bytes", "more"]).fails(3);
    assert_eq!(std::fs::read(vault.root().join("bytes.md")).unwrap(), before);
}

#[cfg(unix)]
#[test]
fn a_private_folder_that_is_a_link_is_not_filled_and_stops_writes_only() {
    let vault = Vault::new();
    vault.put("a.md", "An owl.\n");
    let state = vault.root().join(".memopage");
    std::fs::rename(&state, vault.beside("state")).unwrap();
    let elsewhere = vault.beside("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &state).unwrap();
    assert_eq!(vault.recall("owl"), ["a"]);
    let done = vault.run(&["new", "b"]).fails(7);
    assert!(done.err.contains("it is a link"), "{}", done.err);
    assert_eq!(std::fs::read_dir(&elsewhere).unwrap().count(), 0);
    std::fs::remove_file(&state).unwrap();
    vault.run_ok(&["new", "b"]);
}

#[test]
fn names_that_are_one_file_on_other_systems_are_refused_and_found_by_lint() {
    let vault = Vault::new();
    vault.put("cafe\u{301}.md", "# Cafe\u{301}\n\nBy hand.\n");
    for typed in ["CAFÉ", "Café"] {
        let done = vault.run(&["new", typed]).fails(5);
        assert!(done.err.contains("exists already"), "{typed}: {}", done.err);
    }
    assert!(!vault.has("café.md"));
    vault.put("CAFÉ.md", "# Another\n").put("Ab.md", "# One\n").put("aB.md", "# Two\n");
    let found = vault.json(&["lint", "--rule", "name"])["findings"].to_string();
    assert_eq!(found.matches("one file with").count(), 2, "{found}");
}

#[test]
fn what_names_no_day_gets_no_page_of_a_day() {
    let vault = Vault::new();
    vault.put("notes/x.md", "# X\n");
    vault.run_ok(&["new", "today"]);
    let before = vault.snapshot();
    for (words, code) in [
        (&["new", "daily/foo"][..], 3),
        (&["new", "last week"], 3),
        (&["new", "上个月"], 3),
        (&["move", "notes/x", "2026-02-30"], 2),
        (&["remember", "--page", "daily/foo", "a: b"], 3),
    ] {
        vault.run(words).fails(code);
    }
    assert_eq!(vault.snapshot(), before);
    vault.run_ok(&["new", "daily/2026-10-01"]);
    vault.run_ok(&["new", "Review of October"]);
    vault.run_ok(&["move", "notes/x", "2026-10-02"]);
    assert!(vault.has("daily/2026-10-02.md"));
}

#[test]
fn a_folder_that_is_another_but_for_its_letters_case_is_refused() {
    let vault = Vault::new();
    vault.put("topics/other.md", "# Other\n").put("Eigene/a.md", "# A\n").put("x.md", "# X\n");
    let before = vault.snapshot();
    for (words, right) in [
        (&["new", "Topics/zed"][..], "topics/zed"),
        (&["write", "toPics/w", "text"], "topics/w"),
        (&["remember", "--page", "TOPICS/new", "text"], "topics/new"),
        (&["move", "x", "Topics/"], "topics/x"),
        (&["write", "eigene/sub/b", "text"], "Eigene/sub/b"),
        (&["write", "Projects/first", "text"], "projects/first"),
    ] {
        let done = vault.run(words).fails(2);
        assert!(done.err.contains(&format!("`{right}`")), "{words:?}: {}", done.err);
    }
    assert_eq!(vault.snapshot(), before);
    for words in [["write", "topics/w", "text"], ["write", "Eigene/sub/b", "text"]] {
        vault.run_ok(&words);
    }
    // The only page of a folder may take it to another case.
    vault.put("Solo/s.md", "# S\n");
    vault.run_ok(&["move", "Solo/s", "solo/s2"]);
}

#[test]
fn the_old_place_of_a_moved_page_names_the_new_one() {
    let vault = Vault::new();
    vault.put("docs/b.md", "# Beta\n\nText.\n");
    vault.run_ok(&["move", "docs/b", "docs/ref/b2"]);
    vault.run_ok(&["move", "docs/ref/b2", "docs/c"]);
    for words in [&["read", "docs/b"][..], &["remember", "--page", "docs/b", "hello"]] {
        let refused = vault.run(words).fails(4);
        assert!(refused.err.contains("it was moved"), "{}", refused.err);
        assert!(refused.err.contains("it is `docs/c` now"), "{}", refused.err);
    }
    assert!(!vault.has("docs/b.md"));
    // Whoever wants a new page there makes it.
    vault.run_ok(&["new", "docs/b", "--type", "topic"]);
    vault.run_ok(&["remember", "--page", "docs/b", "hello"]);
}
