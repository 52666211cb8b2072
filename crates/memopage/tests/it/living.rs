//! What somebody says of a change in their life, from the first line to the question that asks for it.

use crate::vault::{MONDAY, monday, remember};

/// Each line, what changes it, the question, the words that answer it, and a word of what is over.
const CHANGES: &[(&str, &str, &str, &str, &str)] = &[
    (
        "I live in Berlin",
        "I moved to Munich",
        "where do I live?",
        "I moved to Munich (live there)",
        "Berlin",
    ),
    (
        "I work at Acme as a designer",
        "I joined Globex",
        "where do I work?",
        "I joined Globex (work there)",
        "Acme",
    ),
    (
        "My manager is Ann",
        "My manager is now Bob",
        "who is my manager?",
        "My manager is now Bob",
        "Ann",
    ),
    (
        "I have two cats",
        "I have three cats now",
        "how many cats do I have?",
        "three cats",
        "two cats",
    ),
    ("I smoke", "I quit smoking", "do I smoke?", "I quit smoking", "- I smoke"),
    ("我住在北京", "我搬到上海了", "我住在哪里", "我搬到上海了（现在住在那里）", "北京"),
    ("我在腾讯工作", "我跳槽到阿里了", "我在哪里工作", "我跳槽到阿里了（现在在那里工作）", "腾讯"),
];

#[test]
fn c152_who_asks_for_a_state_finds_the_new_one_and_not_the_old() {
    for (old, new, question, line, over) in CHANGES {
        let vault = monday();
        let first = remember(&vault, &[old]);
        assert_eq!(first["page"], "users/me", "{first}");
        let changed = remember(&vault, &[new]);
        assert_eq!(changed["outcome"], "replaced", "{new}: {changed}");
        assert_eq!(changed["replaced"][0], *old, "{changed}");
        let text = vault.text("users/me.md");
        assert!(
            text.contains(&format!("- ~~{old}~~ added:2026-11-30 superseded:2026-11-30")),
            "{text}"
        );
        assert_eq!(remember(&vault, &[new])["outcome"], "unchanged", "{text}");
        let hits = vault.json(&["recall", question])["hits"].to_string();
        assert!(hits.contains(line) && !hits.contains(over), "{question}: {hits}");
    }
}

#[test]
fn c152_a_state_among_the_notes_of_the_days_is_replaced_where_it_stands() {
    for (old, new, line) in [
        ("Ann lives in Paris", "Ann moved to Rome", "Ann moved to Rome (lives there)"),
        ("The API limit is 100", "The API limit is now 250", "The API limit is now 250"),
        ("API 上限是100", "API 上限改为250", "API 上限改为250"),
    ] {
        let vault = monday();
        let before = "daily/2026-11-25.md";
        let day = format!(
            "---\ntype: daily\ntitle: 2026-11-25\n---\n# 2026-11-25\n\n### 09:00 — {old}\n"
        );
        vault.put(before, &day);
        let changed = remember(&vault, &[new]);
        assert_eq!(changed["outcome"], "replaced", "{new}: {changed}");
        assert_eq!(changed["fact"], line, "{changed}");
        assert!(vault.text(before).contains(&format!("- ~~{old}~~")), "{new}");
        assert!(vault.text(&format!("{MONDAY}.md")).contains(line), "{new}");
        assert_eq!(remember(&vault, &[new])["outcome"], "unchanged", "{new}");
    }
}

#[test]
fn c152_a_change_replaces_no_line_of_another_page_or_owner() {
    let vault = monday();
    vault.put(
        "users/ann.md",
        "---\ntype: user\ntitle: Ann\n---\n\n# Ann\n\n- I live in Paris  added:2026-11-01\n",
    );
    vault.put("notes/berlin.md", "# Berlin\n\n- I live in Berlin\n");
    for said in
        ["I moved to Munich", "Ann lives in Rome", "My sister moved to Oslo", "Bob moved to Munich"]
    {
        let kept = remember(&vault, &[said]);
        assert_ne!(kept["outcome"], "replaced", "{said}: {kept}");
    }
    assert!(vault.text("users/ann.md").contains("- I live in Paris  added:2026-11-01"));
    assert!(vault.text("notes/berlin.md").contains("- I live in Berlin"));
}

#[test]
fn c152_without_a_word_of_change_both_lines_stand_and_the_old_one_is_named() {
    for (old, new) in [
        ("I live in Berlin", "I live in Munich"),
        ("My manager is Ann", "My manager is Bob"),
        ("I work at Acme", "I work at Globex"),
        ("我在腾讯工作", "我在阿里工作"),
    ] {
        let vault = monday();
        remember(&vault, &[old]);
        let kept = remember(&vault, &[new]);
        assert!(kept["outcome"] == "added" && kept["near"] == *old, "{new}: {kept}");
    }
}

#[test]
fn what_is_asked_of_ones_life_is_told_by_a_line_in_other_words() {
    for (line, question) in [
        ("I moved to Sheffield", "where do I live?"),
        ("I joined Globex", "who do I work for?"),
        ("I work as a nurse", "what is my job?"),
        ("我搬到上海了", "我住在哪里"),
        ("我跳槽到阿里了", "我在哪里工作"),
    ] {
        let vault = monday();
        remember(
            &vault,
            &["--page", "people/ann", "Ann lives in Leeds and works at Acme as a cook"],
        );
        remember(&vault, &[line]);
        let found = vault.json(&["recall", question]);
        assert_eq!(found["hits"][0]["page"], "users/me", "{question}: {found}");
        assert!(found["hits"][0]["text"].to_string().contains(line), "{question}: {found}");
    }
}
