//! Pages that the program makes itself: its own lint has nothing to say against them.

use crate::vault::Vault;

const LAYOUTS: [&str; 4] = ["agent", "wiki", "docs", "personal"];

/// Types with one file, and what templates are for, are not made by title.
fn types(layout: &str) -> &'static [&'static str] {
    match layout {
        "agent" => &["user", "project", "topic", "meeting", "daily", "session", "procedure"],
        "wiki" => &["raw", "entity", "concept", "comparison", "query", "session"],
        "docs" => &[
            "incident",
            "policy",
            "sop",
            "client",
            "decision",
            "complaint",
            "alert",
            "report",
            "session",
        ],
        _ => &["daily", "session", "knowledge", "lesson", "person", "rule"],
    }
}

fn vault(layout: &str) -> Vault {
    Vault::with(&["--no-git", "--zone", "UTC", "--layout", layout])
}

fn clean(vault: &Vault, what: &str) {
    let report = vault.json(&["lint"]);
    assert_eq!(report["findings"], serde_json::json!([]), "{what}: {report}");
}

#[test]
fn a_new_page_of_any_type_passes_lint_in_every_layout() {
    for layout in LAYOUTS {
        let vault = vault(layout);
        for page_type in types(layout) {
            for title in [format!("Kickoff {page_type}"), format!("启动 {page_type}")] {
                let done = vault.run(&["new", &title, "--type", page_type, "--json"]);
                // Two pages of one day cannot both be made.
                assert!(done.code == 0 || *page_type == "daily", "{layout} {title}: {}", done.err);
                assert!(!done.out.contains("warnings"), "{layout}: {}", done.out);
            }
        }
        for title in ["12345678", "2026-05-20", "f47ac10b-58cc-4372-a567-0e02b2c3d479", "Anything"]
        {
            vault.run_ok(&["new", title]);
        }
        clean(&vault, layout);
    }
}

#[test]
fn a_page_that_remember_makes_passes_lint_and_is_found_again() {
    for layout in LAYOUTS {
        let vault = vault(layout);
        let mut pages = vec!["people/x".to_owned(), "Unheard Of".to_owned(), "a/b/c".to_owned()];
        for page_type in types(layout).iter().filter(|it| !["raw", "daily", "session"].contains(it))
        {
            // Pages of one title are told, whatever their types.
            let title = format!("A {page_type}");
            let made = vault.json(&["new", "A", "--type", page_type, "--title", &title]);
            let folder = made["page"].as_str().unwrap().rsplit_once('/').unwrap().0.to_owned();
            pages.push(format!("{folder}/y {page_type}"));
        }
        for page in &pages {
            vault.run_ok(&["remember", "--page", page, "--key", "email", "--value", "a@x.org"]);
            let done =
                vault.json(&["remember", "--page", page, "--key", "email", "--value", "b@x.org"]);
            assert_ne!(done["outcome"], "created", "{layout}: {page}: {done}");
            let made = vault.json(&["read", page]);
            assert!(made.to_string().contains("b@x.org"), "{layout}: {page}: {made}");
        }
        vault.run_ok(&["remember", "something that belongs to no page"]);
        clean(&vault, layout);
    }
}

#[test]
fn a_meeting_is_named_by_day_and_found_by_title_and_by_folder_and_title() {
    let vault = Vault::new();
    let made = vault.json(&["new", "Kickoff", "--type", "meeting"]);
    assert_eq!(made["page"], "meetings/2026-11-11-kickoff");
    assert_eq!(vault.json(&["read", "Kickoff"])["page"], made["page"]);
    assert_eq!(vault.json(&["read", "meetings/kickoff"])["page"], made["page"]);
    let dated = vault.json(&["new", "2026-05-20 Retro", "--type", "meeting"]);
    assert_eq!(dated["page"], "meetings/2026-05-20-retro");
    let given = vault.json(&["new", "Review", "--type", "meeting", "--set", "date=2026-06-01"]);
    assert_eq!(given["page"], "meetings/2026-06-01-review");
    assert_eq!(vault.run(&["new", "Kickoff", "--type", "meeting"]).code, 5);
    clean(&vault, "meetings");
}

#[test]
fn a_policy_is_numbered_and_takes_its_parts_from_the_head() {
    let vault = vault("docs");
    let made = vault.json(&["new", "Refunds", "--type", "policy"]);
    assert_eq!(made["page"], "policies/refunds_policy_001_v1.0");
    assert_eq!(vault.run(&["new", "Refunds", "--type", "policy"]).code, 5);
    let set = ["--set", "domain=hr", "--set", "id=P7", "--set", "version=2"];
    let made = vault.json(&[["new", "Leave", "--type", "policy"].as_slice(), &set].concat());
    assert_eq!(made["page"], "policies/hr_policy_P7_v2");
    clean(&vault, "policies");
}

#[test]
fn a_type_in_the_folder_of_another_is_refused_before_anything_is_made() {
    let vault = Vault::new();
    let done = vault.run(&["new", "projects/ada", "--type", "user"]).fails(2);
    assert!(done.err.contains("projects/ is for pages of type project"), "{}", done.err);
    assert!(!vault.has("projects/ada.md"));
}

#[test]
fn a_moved_page_is_of_its_new_folders_type() {
    let vault = Vault::new();
    vault.run_ok(&["new", "Ada", "--type", "topic"]);
    let done = vault.json(&["move", "Ada", "users/"]);
    assert_eq!(done["page"], "users/ada");
    assert!(vault.text("users/ada.md").contains("type: user"));
    clean(&vault, "moved");
    vault.run_ok(&["forget", "Ada"]);
    clean(&vault, "archived");
    vault.run_ok(&["restore", "archive/users/ada"]);
    assert!(vault.text("users/ada.md").contains("type: user"));
}

#[test]
fn what_lint_will_say_of_a_page_is_said_when_it_is_put_there() {
    let vault = Vault::new();
    let done = vault.json(&["write", "meetings/kickoff", "# Kickoff\n"]);
    assert!(done["warnings"][0].as_str().unwrap().contains("{date}-{name}"), "{done}");
    vault.run_ok(&["write", "users/ada", "# Ada\n"]);
    let report = vault.json(&["lint", "users"]);
    assert_eq!(report["findings"], serde_json::json!([]), "a heading is a title: {report}");
}

#[test]
fn two_pages_of_one_thing_that_become_one_pass_lint() {
    for layout in LAYOUTS {
        let vault = vault(layout);
        let page_type = types(layout).iter().find(|it| !["raw", "daily"].contains(it)).unwrap();
        for title in ["Ada Lovelace", "Countess Ada"] {
            vault.run_ok(&["new", title, "--type", page_type]);
            vault.run_ok(&["remember", "--page", title, "--key", title, "--value", "1815"]);
        }
        vault.run_ok(&["merge", "Ada Lovelace", "Countess Ada"]);
        clean(&vault, layout);
    }
}

#[test]
fn a_conversation_lies_where_the_layout_keeps_conversations() {
    for (layout, folder) in [("agent", "sessions"), ("personal", "episodic")] {
        let vault = vault(layout);
        let chat = r#"[{"id":"c1","title":"Tea","create_time":1684000000,"messages":[{"role":"user","content":"I like green tea"}]},{"id":"c2","title":"Cake","messages":[{"role":"user","content":"No day was noted"}]}]"#;
        let file = vault.beside("chat.json");
        std::fs::write(&file, chat).unwrap();
        vault.run_ok(&["import", file.to_str().unwrap()]);
        let pages = vault.json(&["list", folder]);
        assert_eq!(pages["total"], 2, "{layout}: {pages}");
        clean(&vault, layout);
    }
}

#[test]
fn a_page_that_is_named_for_a_day_is_the_days_page() {
    let vault = Vault::new();
    assert_eq!(vault.json(&["new", "today"])["page"], "daily/2026-11-11");
    assert_eq!(vault.json(&["new", "2025-05-06"])["page"], "daily/2025-05-06");
    vault.run(&["new", "yesterday", "--type", "project"]).fails(3);
    assert_eq!(vault.run(&["new", "2026-02-30"]).code, 2);
    vault.run(&["new", "today"]).fails(5);
    vault.run_ok(&["append", "today", "- a line of the day"]);
    assert!(vault.text("daily/2026-11-11.md").contains("a line of the day"));
    assert!(!vault.has("today.md") && !vault.has("2026-02-30.md"));
    clean(&vault, "named for a day");
}

#[test]
fn a_page_that_had_no_status_has_none_when_it_is_back() {
    let vault = Vault::new();
    let text = "---\ntype: topic\ntitle: T\n---\n# T\n";
    vault.put("topics/t.md", text);
    vault.run_ok(&["forget", "topics/t"]);
    vault.run_ok(&["restore", "archive/topics/t"]);
    assert_eq!(vault.text("topics/t.md"), text);
}
