//! `--supersedes` and what the replies tell to type: which line is meant, where the new one goes and what is put behind it.

use crate::vault::{MONDAY, Vault, monday, remember};
use serde_json::{Value, json};

/// The facts and notes that a vault holds of whoever speaks and of the day.
fn held(vault: &Vault) -> Vec<String> {
    let mut all = Vec::new();
    for page in ["users/me.md", &format!("{MONDAY}.md")] {
        let Ok(text) = std::fs::read_to_string(vault.root().join(page)) else { continue };
        let now = text.split("## History").next().unwrap_or_default();
        for line in now.lines() {
            let fact = line.strip_prefix("- ").and_then(|it| it.split("  added:").next());
            let note = line.strip_prefix("### ").and_then(|it| Some(it.split_once(" — ")?.1));
            all.extend(fact.or(note).map(str::to_owned));
        }
    }
    all
}

#[test]
fn c154_the_line_that_a_reply_names_can_be_superseded_wherever_it_stands() {
    for (old, new, near, now) in [
        (
            "Mom's checkup is on Dec 3",
            "My checkup moved to Dec 6",
            "Mom's checkup is on Dec 3 (daily/2026-11-30)",
            "My checkup moved to Dec 6",
        ),
        (
            "Anna's birthday party is on Dec 3",
            "My birthday party moved to Dec 5",
            "Anna's birthday party is on Dec 3 (daily/2026-11-30)",
            "My birthday party moved to Dec 5",
        ),
        (
            "I see the dentist on Dec 3",
            "The dentist moved to Dec 9",
            "I see the dentist on Dec 3 (users/me)",
            "The dentist moved to Dec 9 (I see the dentist)",
        ),
        (
            "Meeting with Bob at 3pm",
            "Meeting moved to 4pm",
            "Meeting with Bob at 3pm",
            "Meeting moved to 4pm (Meeting with Bob)",
        ),
        ("周五交房租", "改到周四", "周五交房租", "交房租: 改到周四(2026-12-03)"),
    ] {
        for typed in [old, near] {
            let vault = monday();
            remember(&vault, &[old]);
            let told = remember(&vault, &[new]);
            assert_eq!(told["near"], near, "{told}");
            let done = remember(&vault, &[new, "--supersedes", typed]);
            assert_eq!(done["replaced"], json!([old]), "{typed}: {done}");
            assert_eq!(held(&vault), [now], "{typed}");
        }
    }
}

/// Old lines with their pages, what is said first and then again with the line that it takes the place of, and what then
/// stands as if that had been typed at once.
const AGAIN: &[(&[[&str; 2]], [&str; 4])] = &[
    (
        &[["", "Meeting with Anna on December 3"], ["", "Meeting with Bob on December 4"]],
        [
            "Meeting moved to December 10",
            "Meeting with Bob on December 4",
            "daily/2026-11-30",
            "Meeting moved to December 10 (Meeting with Bob)",
        ],
    ),
    (
        &[["", "I drink coffee every morning"]],
        [
            "I switched to water",
            "I drink coffee every morning",
            "users/me",
            "I switched to water (drink every morning)",
        ],
    ),
    (
        &[["projects/atlas", "Team lunch every Friday"]],
        [
            "Team lunch moved to Thursday",
            "Team lunch every Friday",
            "projects/atlas",
            "Team lunch moved to Thursday",
        ],
    ),
];

#[test]
fn c154_what_stands_already_is_said_as_if_its_old_line_had_been_named_at_once() {
    for (lines, [new, old, page, now]) in AGAIN {
        let state = |typed: &[&[&str]]| {
            let vault = monday();
            for [page, line] in *lines {
                let mut said = vec![*line];
                said.extend(if page.is_empty() { vec![] } else { vec!["--page", page] });
                remember(&vault, &said);
            }
            for words in typed {
                remember(&vault, words);
            }
            vault.text(&format!("{page}.md"))
        };
        let at_once = state(&[&[new, "--supersedes", old]]);
        let again = state(&[&[new], &[new, "--supersedes", old]]);
        let now_of = |text: &str| text.split("## History").next().unwrap_or_default().to_owned();
        assert!(now_of(&again).contains(now), "{new}: {again}");
        assert!(!again.contains("every)"), "{again}");
        assert!(again.contains(&format!("~~{old}~~")), "{again}");
        assert_eq!(now_of(&again), now_of(&at_once), "{new}");
    }
    // On a page of another thing the line says where it goes on from.
    let vault = monday();
    remember(&vault, &["Team lunch every Friday", "--page", "projects/atlas"]);
    let new = ["Team lunch moved to Thursday", "--page", "kitchen"];
    remember(&vault, &new);
    let done = remember(&vault, &[&new[..], &["--supersedes", "Team lunch every Friday"]].concat());
    let text = vault.text(&format!("{}.md", done["page"].as_str().unwrap()));
    assert!(text.contains("- Team lunch moved to Thursday  added:"), "{text}");
    assert!(text.contains("continues:projects/atlas"), "{text}");
}

#[test]
fn c154_a_line_of_another_page_is_found_by_its_words_and_its_page_is_told() {
    // What belongs nowhere by itself goes where the old line stood, if that is about something.
    for (page, old, new, stands) in [
        (None, "My checkup on Dec 4", "Checkup moved to Dec 9", "users/me"),
        (None, "I must renew the visa by Dec 3", "Visa renewal moved to Dec 9", "users/me"),
        (Some("projects/atlas"), "Launch in spring", "Launch in May", "projects/atlas"),
        (Some("projects/atlas"), "Launch in spring", "I launch in May", "users/me"),
    ] {
        let vault = monday();
        let mut first = vec![old];
        first.extend(page.iter().flat_map(|it| ["--page", it]));
        let from = remember(&vault, &first)["page"].as_str().unwrap().to_owned();
        let done = remember(&vault, &[new, "--supersedes", old]);
        assert_eq!(done["page"], stands, "{done}");
        assert_eq!(done["replaced"], json!([old]), "{done}");
        assert!(vault.text(&format!("{from}.md")).contains(&format!("~~{old}~~")));
        if from != stands {
            let noted = done["notes"].to_string();
            assert!(noted.contains(&format!("{from}: `{old}` went to its history")), "{done}");
            let text = vault.text(&format!("{stands}.md"));
            assert!(text.contains(&format!("continues:{from}")), "{text}");
        }
    }
    // Two lines of these words: nothing is written until one is named with its page.
    let vault = monday();
    for page in ["projects/a", "projects/b"] {
        remember(&vault, &["--page", page, "Launch in spring"]);
    }
    let before = vault.snapshot();
    let asked = ["remember", "Launch in May", "--supersedes", "Launch in spring"];
    let refused = vault.run(&asked).fails(5).err;
    for page in ["projects/a", "projects/b"] {
        assert!(refused.contains(&format!("Launch in spring ({page})")), "{refused}");
    }
    vault.run(&["remember", "Launch in May", "--supersedes", "Launch in fall"]).fails(4);
    assert_eq!(vault.snapshot(), before);
    let named = "Launch in spring (projects/b)";
    let done = remember(&vault, &["Launch in May", "--supersedes", named]);
    assert_eq!(done["page"], "projects/b", "{done}");
    assert_eq!(vault.json(&["read", "projects/a"])["facts"], json!(["Launch in spring"]));
}

#[test]
fn c154_behind_what_supersedes_a_line_stands_no_other_thing() {
    for (lines, old, new, now, near) in [
        (
            &["Launch on Dec 1", "Demo on Dec 2"][..],
            "Launch on Dec 1",
            "Demo moved to Dec 9",
            &["Demo on Dec 2", "Demo moved to Dec 9"][..],
            json!("Demo on Dec 2"),
        ),
        (
            &["周会在周三下午"],
            "周会在周三下午",
            "周会可能改到周五",
            &["周会可能改到周五"],
            Value::Null,
        ),
        (
            &["下午的会12月3日"],
            "下午的会12月3日",
            "会改到12月6日",
            &["会改到12月6日（下午的会）"],
            Value::Null,
        ),
        (&["I drink coffee"], "I drink coffee", "I live in Rome", &["I live in Rome"], Value::Null),
        (
            &["I drink coffee"],
            "I drink coffee",
            "I switched to water",
            &["I switched to water (drink)"],
            Value::Null,
        ),
    ] {
        let vault = monday();
        for line in lines {
            remember(&vault, &[line]);
        }
        let done = remember(&vault, &[new, "--supersedes", old]);
        assert_eq!(done["near"], near, "{done}");
        assert_eq!(held(&vault), now, "{done}");
    }
}

#[test]
fn c152_after_a_change_of_habit_the_plain_question_finds_it() {
    for (old, new, questions) in [
        (
            "I drink coffee",
            "I switched to tea",
            &["what do I drink?", "do I drink coffee?", "what do I drink now?"][..],
        ),
        ("I drink coffee every morning", "I gave up coffee for tea", &["what do I drink?"]),
        ("I drink coffee", "I now prefer tea", &["what do I drink?"]),
        ("I use Vim", "I switched to Emacs", &["which editor do I use?", "what do I use?"]),
        ("我喝咖啡", "我不喝咖啡了，改喝茶", &["我喝什么", "我喝咖啡吗", "我现在喝什么"]),
        ("我喝咖啡", "我从咖啡换成了茶", &["我喝什么", "我现在喝什么"]),
    ] {
        let vault = monday();
        remember(&vault, &[old]);
        let done = remember(&vault, &[new]);
        assert_eq!(done["replaced"], json!([old]), "{done}");
        assert_eq!(remember(&vault, &[new])["outcome"], "unchanged");
        for question in questions {
            let hits = &vault.json(&["recall", question])["hits"];
            assert_eq!(hits[0]["page"], "users/me", "{question}: {hits}");
            let text = hits[0]["text"].as_str().unwrap();
            assert!(text.contains(new) && !text.contains(&format!("{old} ")), "{question}: {text}");
        }
    }
}

#[test]
fn c154_of_values_in_dispute_a_third_one_can_be_said() {
    // Written by `remember`, and by hand.
    for marks in ["  added:2026-11-30", ""] {
        let vault = monday();
        for (page, owner) in [("a", "Ann"), ("b", "Bob")] {
            let text = format!(
                "---\ntype: project\ntitle: T{page}\n---\n\n# T{page}\n\n- owner: {owner}{marks}\n"
            );
            vault.put(&format!("projects/{page}.md"), &text);
        }
        let merged = vault.json(&["merge", "projects/a", "projects/b"]);
        let told = merged["warnings"].to_string();
        let typed = r#"`memopage remember --page \"projects/a\" --key \"owner\" --value"#;
        assert!(told.contains(typed), "{told}");
        let said = ["--page", "projects/a", "--key", "owner", "--value", "Dora"];
        let done = remember(&vault, &said);
        assert_eq!(done["replaced"], json!(["owner: Ann", "owner: Bob"]), "{done}");
        assert_eq!(vault.json(&["read", "projects/a"])["facts"], json!(["owner: Dora"]));
        assert!(vault.text("projects/a.md").contains("status: active"));
    }
}

#[test]
fn c154_what_a_refusal_tells_to_type_can_be_typed() {
    let page = |lines: &str| {
        let vault = monday();
        vault.put("projects/z.md", &format!("---\ntype: project\ntitle: Z\n---\n\n# Z\n\n{lines}"));
        vault
    };
    let said = ["remember", "--page", "projects/z", "--key", "url", "--value", "three"];
    let facts = |vault: &Vault| vault.json(&["read", "projects/z"])["facts"].clone();
    // In one section: one of the two, or a third once one is retired.
    let vault = page("- url: one\n- url: two\n");
    let told = vault.run(&said).fails(5).err;
    assert!(told.contains(r#"remember --page "projects/z" --key "url" --value "one""#), "{told}");
    assert!(told.contains(r#"memopage forget "projects/z" "url: one""#), "{told}");
    vault.json(&["forget", "projects/z", "url: one"]);
    vault.json(&said);
    assert_eq!(facts(&vault), json!(["url: three"]));
    let vault = page("- url: one\n- url: two\n");
    remember(&vault, &["--page", "projects/z", "--key", "url", "--value", "one"]);
    assert_eq!(facts(&vault), json!(["url: one"]));
    // In two: the section.
    let vault = page("## Live\n\n- url: one\n\n## Test\n\n- url: two\n");
    let told = vault.run(&said).fails(5).err;
    assert!(told.contains(r#"`--heading "Live"` or `--heading "Test"`"#), "{told}");
    let mut here = said.to_vec();
    here.extend(["--heading", "Live"]);
    vault.json(&here);
    assert_eq!(facts(&vault), json!(["url: three", "url: two"]));
    // Of a list that is nobody's facts, each line with the key is named and can be superseded.
    let vault = monday();
    vault.put("people/q.md", "# Q\n\n- role: engineer\n\n## From R\n\n- role: manager\n");
    let said = ["--page", "people/q", "--key", "role", "--value", "boss"];
    assert_eq!(remember(&vault, &said)["near"], "role: engineer · role: manager");
    for old in ["role: engineer", "role: manager"] {
        let mut typed = said.to_vec();
        typed.extend(["--supersedes", old]);
        assert_eq!(remember(&vault, &typed)["replaced"], json!([old]));
    }
    let text = vault.text("people/q.md");
    let now = text.split("## History").next().unwrap();
    assert!(
        now.contains("- role: boss") && !now.contains("engineer") && !now.contains("manager"),
        "{text}"
    );
}

/// Projects with keys, and pages of those who may own them.
fn owners() -> Vault {
    let vault = monday();
    for (page, key, value) in [
        ("projects/atlas", "Owner", "Ann"),
        ("projects/凤凰", "负责人", "张三"),
        ("people/bob", "Phone", "555-0101"),
        ("people/小明", "电话", "555-0102"),
        ("topics/german", "Level", "B2"),
    ] {
        remember(&vault, &["--page", page, "--key", key, "--value", value]);
    }
    vault
}

#[test]
fn a_sentence_about_a_key_goes_to_the_page_that_has_it_whoever_else_it_names() {
    for (text, page, said) in [
        ("The owner of Atlas is now Bob", "projects/atlas", "Owner: Bob"),
        ("Bob is now the owner of Atlas", "projects/atlas", "Owner: Bob"),
        ("Atlas is now owned by Bob", "projects/atlas", "Owner: Bob"),
        ("The new owner of Atlas is Bob", "projects/atlas", "Owner: Bob"),
        ("凤凰的负责人现在是小明", "projects/凤凰", "负责人: 小明"),
        ("小明现在是凤凰的负责人", "projects/凤凰", "负责人: 小明"),
    ] {
        let vault = owners();
        let kept = remember(&vault, &[text]);
        assert_eq!(kept["page"], page, "{text}: {kept}");
        assert_eq!(kept["outcome"], "replaced", "{text}: {kept}");
        assert_eq!(kept["fact"], said, "{text}: {kept}");
    }
}

#[test]
fn what_is_called_as_nobody_takes_no_owners_place_and_is_named() {
    for text in ["The owner of Atlas is now German", "The owner of Atlas is now Carla"] {
        let vault = owners();
        let kept = remember(&vault, &["--page", "atlas", text]);
        assert_eq!(kept["outcome"], "added", "{kept}");
        assert_eq!(kept["near"], "Owner: Ann", "{kept}");
    }
}

#[test]
fn a_key_that_is_replaced_names_the_sentences_that_say_otherwise() {
    let vault = owners();
    remember(&vault, &["--page", "atlas", "The owner of Atlas is now Carla"]);
    let kept = remember(&vault, &["The owner of Atlas is now Bob"]);
    assert_eq!(kept["replaced"][0], "Owner: Ann", "{kept}");
    assert_eq!(kept["near"], "The owner of Atlas is now Carla", "{kept}");
}
