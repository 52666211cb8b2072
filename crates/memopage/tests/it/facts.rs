//! What `remember` and `forget` do to facts.

use crate::vault::{Vault, monday, remember};

#[test]
fn a_newer_value_replaces_the_older_one_which_goes_to_history() {
    let mut vault = Vault::new();
    vault.set_now("2026-05-18T09:00:00Z");
    let page = ["--page", "项目-产品发布", "--key", "发布日期"];
    let first = remember(&vault, &[&page[..], &["--value", "2026-11-25"]].concat());
    assert_eq!(first["outcome"], "created");
    vault.set_now("2026-05-20T09:00:00Z");
    let second = remember(&vault, &[&page[..], &["--value", "2026-12-01"]].concat());
    assert_eq!(second["outcome"], "replaced");
    let third = remember(&vault, &[&page[..], &["--value", "2026-12-01"]].concat());
    assert_eq!(third["outcome"], "unchanged");
    let read = vault.run_ok(&["read", "项目-产品发布"]).out;
    assert!(read.contains("- 发布日期: 2026-12-01"), "{read}");
    assert!(read.contains("~~发布日期: 2026-11-25~~"), "{read}");
    assert!(read.contains("superseded:2026-05-20"), "{read}");
    assert_eq!(read.matches("2026-12-01").count(), 1, "{read}");
}

#[test]
fn a_key_in_backticks_is_the_key_that_it_shows() {
    let vault = Vault::new().at("2026-05-20T09:00:00Z");
    let head = "---\ntype: project\ntitle: Atlas\n---\n# Atlas\n\n";
    vault.put("projects/atlas.md", &format!("{head}- `timeout`: 30\n- **`Retries`**: 5\n"));
    for (key, value) in [("timeout", "60"), ("`retries`", "7")] {
        let words = ["--page", "projects/atlas", "--key", key, "--value", value];
        assert_eq!(remember(&vault, &words)["outcome"], "replaced", "{key}");
        assert_eq!(remember(&vault, &words)["outcome"], "unchanged", "{key}");
    }
    let text = vault.text("projects/atlas.md");
    assert!(text.contains("\n- `timeout`: 60  added:2026-05-20\n"), "{text}");
    assert!(text.contains("\n- **`Retries`**: 7  added:2026-05-20\n"), "{text}");
    assert!(text.contains("- ~~`timeout`: 30~~ superseded:2026-05-20"), "{text}");
    let facts = vault.json(&["read", "projects/atlas"])["facts"].clone();
    assert_eq!(facts, serde_json::json!(["timeout: 60", "Retries: 7"]));
}

#[test]
fn a_release_moved_from_wednesday_to_tuesday_is_on_tuesday() {
    let vault = Vault::new();
    let page = ["--page", "项目-产品发布", "--key", "发布"];
    remember(&vault, &[&page[..], &["--value", "下周三"]].concat());
    remember(&vault, &[&page[..], &["--value", "提前到下周二"]].concat());
    let reply = vault.json(&["recall", "产品什么时候发布"]);
    let top = reply["hits"][0]["text"].as_str().unwrap();
    assert!(top.contains("周二") && top.contains("2026-11-17"), "{top}");
    assert!(!reply["hits"].to_string().contains("下周三"), "{reply}");
}

#[test]
fn a_release_moved_in_free_words_is_on_the_new_day_alone() {
    let vault = Vault::new().at("2026-11-30T10:00:00Z");
    for (page, first, then, day) in [
        ("项目-产品发布", "下周三发布", "提前到周二", "2026-12-08"),
        (
            "projects/launch",
            "Launch is next Wednesday",
            "The launch moved up to Tuesday",
            "2026-12-01",
        ),
    ] {
        remember(&vault, &["--page", page, first]);
        let done = remember(&vault, &["--page", page, then]);
        assert_eq!(done["outcome"], "replaced", "{done}");
        assert!(done["fact"].as_str().unwrap().contains(day), "{done}");
        assert_eq!(remember(&vault, &["--page", page, then])["outcome"], "unchanged");
        let history = vault.run_ok(&["read", page]).out;
        let old = history.lines().find(|it| it.contains("~~")).unwrap_or_default();
        assert!(old.contains("(2026-12-0") && old.contains("superseded:2026-11-30"), "{history}");
    }
    for question in ["产品什么时候发布", "什么时候发布", "发布"] {
        let hits = vault.json(&["recall", question])["hits"].to_string();
        assert!(hits.contains("提前到周二(2026-12-08)") && !hits.contains("下周三"), "{hits}");
    }
}

#[test]
fn a_day_moved_without_its_thing_is_still_found_by_it_and_moves_nothing_else() {
    let vault = Vault::new().at("2026-11-30T10:00:00Z");
    for (page, first, then, line, question) in [
        ("projects/r", "下周三发布", "提前到周二", "发布：提前到周二(2026-12-08)", "什么时候发布"),
        (
            "projects/l",
            "Launch is next Wednesday",
            "moved up to Tuesday",
            "Launch: moved up to Tuesday (2026-12-01)",
            "when is the launch",
        ),
    ] {
        remember(&vault, &["--page", page, first]);
        let done = remember(&vault, &["--page", page, then]);
        assert!(done["fact"].as_str().unwrap().contains("(2026-12-0"), "{done}");
        let text = vault.text(&format!("{page}.md"));
        assert!(text.contains(&format!("- {line}  added:")), "{text}");
        let hits = vault.json(&["recall", question])["hits"].to_string();
        assert!(hits.contains(line), "{hits}");
        assert_eq!(remember(&vault, &["--page", page, then])["outcome"], "unchanged");
    }
    remember(&vault, &["--page", "projects/rent", "下周三交房租"]);
    let done = remember(&vault, &["--page", "projects/rent", "提前到周二交电费"]);
    assert_eq!(done["outcome"], "added", "{done}");
    assert!(!vault.text("projects/rent.md").contains("~~"));
}

#[test]
fn what_held_on_a_day_is_what_was_valid_then() {
    let vault = Vault::new().at("2026-11-30T10:00:00Z");
    let rate = |value: &str, valid: &str| {
        let words = ["--page", "projects/v", &format!("rate: {value}"), "--valid", valid];
        remember(&vault, &words)
    };
    rate("5", "2026-01-01..2026-06-30");
    let second = rate("6", "2026-07-01..2026-12-31");
    assert_eq!(second["outcome"], "added", "{second}");
    for (day, value) in [("2026-03-01", "rate: 5"), ("2026-08-01", "rate: 6")] {
        let hits = vault.json(&["recall", "rate", "--as-of", day])["hits"].to_string();
        assert!(hits.contains(value), "{day}: {hits}");
        assert_eq!(hits.matches("rate: ").count(), 1, "{day}: {hits}");
    }
    assert_eq!(vault.json(&["lint"])["findings"], serde_json::json!([]));
    let later = rate("7", "2027-01-01..");
    assert!(later["warnings"].to_string().contains("from 2027-01-01 on"), "{later}");
    let read = vault.json(&["read", "projects/v"]);
    assert_eq!(read["facts"], serde_json::json!(["rate: 6"]), "{read}");
}

#[test]
fn c026_no_mark_and_no_clock_inverts_an_interval_unseen() {
    let mut vault = Vault::new().at("2026-11-30T10:00:00Z");
    let page = ["--page", "projects/a"];
    let say = |vault: &Vault, text: &str| remember(vault, &[&page[..], &[text]].concat());
    let holds = |vault: &Vault| vault.json(&["read", "projects/a"])["facts"].clone();
    say(&vault, "rate: 5");
    for over in ["rate: 6 superseded:2020-01-01", "rate: 7 expires:2020-01-01"] {
        let done = say(&vault, over);
        assert!(done["replaced"].is_null() && done["warnings"].is_array(), "{done}");
        assert_eq!(holds(&vault), serde_json::json!(["rate: 5"]), "{over}");
    }
    let older = say(&vault, "rate: 8 added:2019-01-01");
    assert!(older["warnings"].to_string().contains("held until 2026-11-30"), "{older}");
    assert_eq!(holds(&vault), serde_json::json!(["rate: 5"]));
    vault.set_now("2024-01-01T10:00:00Z");
    let back = say(&vault, "rate: 9");
    assert!(back["warnings"].to_string().contains("is the clock right?"), "{back}");
    assert_eq!(
        vault.json(&["lint", "--rule", "inverted-validity"])["findings"],
        serde_json::json!([])
    );
    vault.put(
        "projects/old.md",
        "---\ntype: project\ntitle: Old\n---\n\n- a: 1\n\n## History\n\n- ~~a: 2~~ added:2027-01-01 superseded:2024-01-01\n",
    );
    let lint = vault.json(&["lint", "--rule", "inverted-validity"]);
    assert_eq!(lint["findings"][0]["page"], "projects/old", "{lint}");
    let both = ["remember", "--page", "projects/a", "b: 1 added:2026-02-02 superseded:2026-02-01"];
    vault.run(&both).fails(2);
}

#[test]
fn coffee_then_tea_is_tea() {
    let vault = Vault::new();
    remember(&vault, &["I prefer coffee in the morning"]);
    let second = remember(&vault, &["I prefer tea in the morning"]);
    assert_eq!(second["outcome"], "replaced", "{second}");
    let reply = vault.json(&["recall", "which drink do I prefer in the morning?"]);
    assert!(reply["hits"][0]["text"].as_str().unwrap().contains("tea"), "{reply}");
    assert!(!reply["hits"].to_string().contains("coffee"), "{reply}");
}

#[test]
fn c008_a_near_duplicate_is_reported_and_another_thing_is_not() {
    let vault = Vault::new();
    remember(&vault, &["--page", "Deploy", "--type", "project", "部署脚本改用蓝绿发布"]);
    let near = remember(&vault, &["--page", "Deploy", "部署脚本改为使用蓝绿发布"]);
    assert!(near["near"].is_string(), "{near}");
    let other = remember(&vault, &["--page", "Deploy", "部署脚本改用金丝雀发布"]);
    assert!(other["near"].is_null(), "{other}");
}

#[test]
fn c010_a_secret_between_han_characters_is_stored_nowhere() {
    let vault = Vault::with_git();
    let secret = "sk-test-AAAABBBBCCCCDDDD1234";
    let done = vault.run_ok(&["remember", &format!("密钥{secret}已更新")]);
    assert!(done.out.contains("redacted"), "{}", done.out);
    let mut found = String::new();
    for (path, bytes) in vault.snapshot() {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert!(!text.contains(secret), "{}", path.display());
        found.push_str(&text);
    }
    assert!(found.contains("[REDACTED]"));
    for place in [".memopage", ".git"] {
        let grep = std::process::Command::new("grep")
            .args(["-r", "-a", "-q", secret])
            .arg(vault.root().join(place))
            .status()
            .unwrap();
        assert_eq!(grep.code(), Some(1), "{place} holds the secret");
    }
}

#[test]
fn c010_a_secret_in_a_sentence_or_behind_its_key_is_stored_nowhere() {
    let vault = Vault::with_git();
    for (words, secret) in [
        (&["I changed my password to Purple9monkey"][..], "Purple9monkey"),
        (&["Use password Purple1monkey for the NAS"], "Purple1monkey"),
        (&["家里WiFi密码是芝麻123"], "芝麻123"),
        (&["--page", "Home", "--key", "wifi password", "--value", "blue fish"], "blue fish"),
        (&["--page", "Home", "--key", "密码", "--value", "蓝色的鱼88"], "蓝色的鱼88"),
        (&["--page", "Home", "--key", "api_key", "--value", "abc"], "api_key: abc"),
    ] {
        let mut all = vec!["remember"];
        all.extend(words);
        let done = vault.run_ok(&all);
        assert!(done.out.contains("redacted"), "{}", done.out);
        for (path, bytes) in vault.snapshot() {
            assert!(
                !String::from_utf8_lossy(&bytes).contains(secret),
                "{secret}: {}",
                path.display()
            );
        }
    }
    vault.run_ok(&["append", "Home", "- password: correct horse battery staple"]);
    vault.run_ok(&[
        "remember",
        "--page",
        "Home",
        "--key",
        "bank password",
        "--value",
        "in the safe",
    ]);
    let read = vault.run_ok(&["read", "Home"]).out;
    assert!(read.contains("- password: [REDACTED]"), "{read}");
    assert!(read.contains("bank password: in the safe"), "{read}");
}

#[test]
fn c077_keys_and_tokens_are_redacted_and_hashes_are_not() {
    let vault = Vault::new();
    let kept = "commit 3fce3b5b9d0e8a7c6b5a4f3e2d1c0b9a8f7e6d5c with sk-learn, id 123e4567-e89b-12d3-a456-426614174000";
    let text = format!(
        "-----BEGIN PRIVATE KEY-----\nABC\n-----END PRIVATE KEY-----\n\neyJhbGciOiJIUzI1NiJ9.e30.c2ln\n\n{kept}\n"
    );
    vault.run_ok(&["write", "keys", &text]);
    let stored = vault.text("keys.md");
    assert!(!stored.contains("ABC") && !stored.contains("eyJhbGci"), "{stored}");
    assert!(stored.contains(kept), "{stored}");
}

#[test]
fn c026_a_validity_that_ends_before_it_begins_is_refused_and_found_by_lint() {
    let vault = Vault::new();
    let done = vault.run(&[
        "remember",
        "--page",
        "Lease",
        "--type",
        "project",
        "--key",
        "rent",
        "--value",
        "900",
        "--valid",
        "2026-05-02..2026-05-01",
    ]);
    assert_eq!(done.code, 2, "{}", done.err);
    vault.put(
        "projects/old.md",
        "---\ntype: project\ntitle: Old\n---\n\n- rent: 900 valid:2026-05-02..2026-05-01\n",
    );
    let lint = vault.json(&["lint", "--rule", "inverted-validity"]);
    assert_eq!(lint["findings"][0]["page"], "projects/old", "{lint}");
    assert!(vault.recall("rent").contains(&"projects/old".to_owned()));
}

#[test]
fn c040_names_that_differ_in_blanks_and_case_are_one_thing() {
    let vault = Vault::new();
    remember(
        &vault,
        &["--page", "Acme Corp", "--type", "project", "--key", "city", "--value", "Oslo"],
    );
    for name in ["Acme  Corp", " Acme Corp", "acme corp"] {
        let done = remember(&vault, &["--page", name, "--key", "city", "--value", "Oslo"]);
        assert_eq!(done["outcome"], "unchanged", "{name}");
    }
    let other =
        vault.run(&["remember", "--page", "Acme Corporation", "--key", "city", "--value", "Rome"]);
    assert_eq!(other.code, 4, "{}{}", other.out, other.err);
    assert!(other.err.to_lowercase().contains("acme"), "{}", other.err);
}

#[test]
fn c041_a_name_is_the_same_in_either_case() {
    let vault = Vault::new();
    vault.run_ok(&["new", "Claude", "--type", "user"]);
    vault.run_ok(&["append", "Claude", "Prefers short replies."]);
    assert!(vault.run_ok(&["read", "claude"]).out.contains("Prefers short replies."));
}

#[test]
fn c130_a_blank_name_forgets_nothing() {
    let vault = Vault::new();
    vault.put("a.md", "A.\n");
    let before = vault.snapshot();
    for blank in ["", "  "] {
        assert_eq!(vault.run(&["forget", blank]).code, 3);
    }
    assert_eq!(vault.snapshot(), before);
}

#[test]
fn c131_what_merely_sounds_like_a_page_is_not_forgotten() {
    let vault = Vault::new();
    vault.put("plan.md", "P.\n").put("plan-2026.md", "P2.\n");
    let before = vault.snapshot();
    for near in ["plan-20", "Plna"] {
        let done = vault.run(&["forget", near]).fails(4);
        assert!(done.err.contains("plan"), "{}", done.err);
    }
    // Whoever typed the beginning of a name may mean that one.
    let refused = vault.run(&["--json", "forget", "plan-20"]);
    let said: serde_json::Value = serde_json::from_str(&refused.err).unwrap();
    assert_eq!(said["error"]["candidates"], serde_json::json!(["plan-2026", "plan"]), "{said}");
    assert_eq!(vault.snapshot(), before);
}

#[test]
fn c134_a_field_that_says_whose_a_page_is_does_not_change() {
    let vault = Vault::new();
    vault.run_ok(&["new", "Ledger", "--type", "project"]);
    let page = vault.recall("Ledger")[0].clone();
    let before = vault.text(&format!("{page}.md"));
    vault.run(&["edit", &page, "--set", "created_by=other"]).fails(3);
    assert_eq!(vault.text(&format!("{page}.md")), before);
    vault.put("topics/mine.md", "---\ntitle: Mine\nuser_id: ada\n---\nMine alone.\n");
    for change in [["--set", "user_id=other"], ["--unset", "user_id"]] {
        vault.run(&["edit", "topics/mine", change[0], change[1]]).fails(3);
    }
    assert!(vault.text("topics/mine.md").contains("user_id: ada"));
}

#[test]
fn c152_a_change_of_mind_replaces_the_old_preference() {
    let vault = Vault::new();
    remember(&vault, &["I like the dark theme"]);
    remember(&vault, &["I cannot stand the dark theme any more"]);
    let reply = vault.json(&["recall", "dark theme"]);
    let shown = reply["hits"].to_string();
    assert!(shown.contains("cannot stand the dark theme"), "{shown}");
    assert!(!shown.contains("I like the dark theme"), "{shown}");
    let page = reply["hits"][0]["page"].as_str().unwrap();
    assert!(vault.text(&format!("{page}.md")).contains("~~I like the dark theme~~"));
}

#[test]
fn c155_of_two_values_the_newer_one_is_shown() {
    let mut vault = Vault::new();
    vault.set_now("2026-01-05T09:00:00Z");
    remember(&vault, &["--page", "Web app", "--type", "project", "uses npm"]);
    vault.set_now("2026-09-05T09:00:00Z");
    remember(&vault, &["--page", "Web app", "uses pnpm"]);
    let shown = vault.json(&["recall", "does the web app use npm or pnpm"])["hits"].to_string();
    assert!(shown.contains("uses pnpm"), "{shown}");
}

#[test]
fn an_ambiguous_name_gives_candidates_and_writes_nothing() {
    let vault = Vault::new();
    vault
        .put("people/mercury.md", "---\ntitle: Mercury\ntype: person\n---\nA colleague.\n")
        .put("clients/mercury.md", "---\ntitle: Mercury\ntype: client\n---\nA bank.\n");
    let before = vault.snapshot();
    let done =
        vault.run(&["remember", "--page", "Mercury", "--key", "fee", "--value", "2"]).fails(5);
    assert!(done.err.contains("people/mercury") && done.err.contains("clients/mercury"));
    assert_eq!(vault.snapshot(), before);
}

#[test]
fn a_retired_fact_is_history() {
    let vault = Vault::new();
    remember(&vault, &["--page", "Boat", "--type", "project", "--key", "berth", "--value", "C4"]);
    vault.run_ok(&["forget", "Boat", "berth"]);
    assert!(
        !vault.json(&["recall", "--any", "berth of the boat"])["hits"].to_string().contains("C4")
    );
    let read = vault.run_ok(&["read", "Boat"]).out;
    assert!(read.contains("~~berth: C4~~"), "{read}");
}

#[test]
fn a_line_typed_below_the_history_is_no_answer_and_lint_names_it() {
    let vault = Vault::new();
    let page = "---\ntype: project\ntitle: Atlas\n---\n# Atlas\n\n- Release: Thursday\n\n## History\n\n\
        - ~~Release: Wednesday~~ superseded:2026-05-20\n  - said at lunch\n- Release: Friday\n";
    vault.put("projects/atlas.md", page);
    let reply = vault.json(&["recall", "When is the release of Atlas?"])["hits"].to_string();
    assert!(reply.contains("Thursday") && !reply.contains("Friday"), "{reply}");
    let lint = vault.json(&["lint", "--rule", "history"])["findings"].clone();
    assert_eq!((lint[0]["line"].as_u64(), lint.as_array().unwrap().len()), (Some(13), 1), "{lint}");
    assert!(lint[0]["message"].as_str().unwrap().contains("stands below History"), "{lint}");
    // Of a page without facts it is a list like any other.
    vault.put("notes/rome.md", "# Rome\n\n## History\n\n- Founded by Romulus\n");
    let reply = vault.json(&["recall", "Who founded Rome?"])["hits"].to_string();
    assert!(reply.contains("Romulus"), "{reply}");
    assert_eq!(vault.json(&["lint", "--rule", "history"])["findings"], lint);
}

#[test]
fn a_sentence_about_what_has_a_key_replaces_it_or_names_it() {
    let vault = Vault::with_git();
    let page = ["--page", "projects/atlas", "--type", "project"];
    for (key, value) in [
        ("Owner", "Ann"),
        ("Version", "1.2"),
        ("Release", "December 15"),
        ("launch date", "2026-12-18"),
    ] {
        remember(&vault, &[&page[..], &["--key", key, "--value", value]].concat());
    }
    let told = vault.run_ok(&["remember", "The owner of Atlas is Bob"]).out;
    assert!(told.contains("`Owner: Ann`") && told.contains("--value \"Bob\""), "{told}");
    vault.run_ok(&["undo"]);
    for (text, fact, old) in [
        ("Atlas version is now 1.3", "Version: 1.3", "Version: 1.2"),
        ("The Atlas release moved to December 22", "Release: December 22", "Release: December 15"),
        (
            "The Atlas launch moved to December 22",
            "launch date: December 22",
            "launch date: 2026-12-18",
        ),
    ] {
        let done = remember(&vault, &[text]);
        assert_eq!(done["outcome"], "replaced", "{text}: {done}");
        assert_eq!((&done["fact"], &done["replaced"][0]), (&fact.into(), &old.into()), "{done}");
    }
    remember(&vault, &["--page", "users/me", "--type", "user", "--key", "Name", "--value", "Ada"]);
    remember(&vault, &["--page", "users/me", "--key", "Editor", "--value", "vim"]);
    assert_eq!(remember(&vault, &["my editor: emacs"])["outcome"], "replaced");
    let facts = vault.json(&["read", "users/me"])["facts"].clone();
    assert_eq!(facts, serde_json::json!(["Name: Ada", "Editor: emacs"]));
    // Of words nothing shows whether they are the value or how it is now.
    let told = vault.run_ok(&["remember", "My name is now German"]).out;
    assert!(told.contains("`Name: Ada`"), "{told}");
}

#[test]
fn a_name_of_a_few_letters_is_no_slip_for_another() {
    let vault = Vault::new();
    for page in ["topics/a", "topics/k"] {
        let done = remember(&vault, &["--page", page, "--key", "size", "--value", "2"]);
        assert_eq!(done["outcome"], "created", "{done}");
    }
}

#[test]
fn a_fact_that_is_struck_where_it_stands_keeps_the_address_that_leads_to_it() {
    let vault = Vault::new();
    vault.put(
        "projects/a.md",
        "---\ntype: project\n---\n# A\n\n- Release: May ^rel\n  - a note on it\n",
    );
    vault.run_ok(&["forget", "projects/a", "^rel"]);
    let text = vault.text("projects/a.md");
    assert!(text.contains("- ~~Release: May~~") && text.contains(" ^rel\n  - a note"), "{text}");
}

#[test]
fn a_relation_that_stands_in_two_spellings_is_forgotten_in_both() {
    let vault = Vault::new();
    vault.put(
        "topics/t.md",
        "---\ntype: topic\ntitle: T\n---\n# T\n\n- depends_on [[k]]\n- depends_on: [[k]]\n- a: b\n",
    );
    vault.run_ok(&["forget", "topics/t", "depends_on", "--yes"]);
    let text = vault.text("topics/t.md");
    assert!(text.contains("# T\n\n- a: b\n\n## History\n"), "{text}");
    assert_eq!(text.matches("~~depends_on").count(), 2, "{text}");
}

#[test]
fn of_equal_facts_under_two_headings_one_is_forgotten_by_its_heading() {
    let vault = Vault::new();
    let page =
        "---\ntype: topic\ntitle: T\n---\n# T\n\n## Home\n\n- phone: 1\n\n## Work\n\n- phone: 1\n";
    vault.put("topics/t.md", page);
    let both = vault.run(&["forget", "topics/t", "phone", "--yes"]).fails(5);
    assert!(both.err.contains("--heading"), "{}", both.err);
    let run = |heading| vault.run(&["forget", "topics/t", "phone", "--yes", "--heading", heading]);
    assert!(run("Garden").fails(4).err.contains("Home · Work"));
    run("work").ok();
    let text = vault.text("topics/t.md");
    assert!(text.contains("## Home\n\n- phone: 1\n\n## Work\n"), "{text}");
    assert_eq!(text.matches("~~phone: 1~~").count(), 1, "{text}");
    assert!(run("Work").fails(4).err.contains("no fact"));
    vault.run(&["forget", "topics/t", "--heading", "Home", "--yes"]).fails(2);
}

#[test]
fn a_relation_is_forgotten_by_any_spelling_that_the_schema_has() {
    let page = "---\ntype: topic\ntitle: T\n---\n# T\n\n- depends-on [[k]]\n- requires: [[k]]\n\
                - **Depends on** [[k]]\n- a: b\n";
    for typed in ["depends_on", "depends on", "needs", "依赖"] {
        let vault = Vault::new();
        vault.put("topics/t.md", page);
        vault.run_ok(&["forget", "topics/t", typed, "--yes"]);
        let text = vault.text("topics/t.md");
        assert!(text.contains("# T\n\n- a: b\n\n## History\n"), "{typed}: {text}");
        assert_eq!(text.matches("[[k]]~~").count(), 3, "{typed}: {text}");
    }
    // Of several, the one that is written as it was typed.
    let vault = Vault::new();
    vault.put(
        "topics/t.md",
        "---\ntype: topic\ntitle: T\n---\n# T\n\n- requires: tea\n- needs: a cup\n",
    );
    vault.run_ok(&["forget", "topics/t", "requires", "--yes"]);
    let text = vault.text("topics/t.md");
    assert!(text.contains("- needs: a cup\n") && text.contains("~~requires: tea~~"), "{text}");
}

#[test]
fn facts_stay_one_list_when_a_sentence_was_replaced_before() {
    let vault = Vault::new();
    vault.run_ok(&["remember", "--page", "topics/c", "I like plums"]);
    vault.run_ok(&["remember", "--page", "topics/c", "I cannot stand plums any more"]);
    vault.run_ok(&["remember", "--page", "topics/c", "--key", "B", "--value", "2"]);
    let text = vault.text("topics/c.md");
    let list = "any more  added:2026-11-11\n- B: 2  added:2026-11-11\n\n## History";
    assert!(text.contains(list), "{text}");
}

#[test]
fn forget_names_the_fact_and_what_is_settled_is_no_warning() {
    let vault = Vault::new();
    let two = "---\ntype: project\ntitle: A\nstatus: conflict\n---\n# A\n\n- Owner: Ann\n- Owner: Bob\n- Port: 80\n";
    vault.put("projects/a.md", two);
    let done = vault.run_ok(&["forget", "projects/a", "Port"]);
    assert!(done.out.contains("retired: Port: 80"), "{}", done.out);
    let words = ["remember", "--page", "projects/a", "--key", "Owner", "--value", "Ann"];
    let done = vault.run_ok(&words);
    assert!(done.out.contains("nothing is in dispute any more"), "{}", done.out);
    assert!(!done.out.contains("warning") && done.err.is_empty(), "{}{}", done.out, done.err);
}

#[test]
fn a_secret_that_a_person_left_is_not_told_when_its_fact_is_retired() {
    let vault = Vault::new();
    let secret = "sk-test-AAAABBBBCCCCDDDD1234";
    let head = "---\ntype: project\ntitle: Atlas\n---\n# Atlas\n\n";
    vault.put("projects/atlas.md", &format!("{head}- Access: {secret}\n"));
    let done = vault.run_ok(&["forget", "projects/atlas", "Access"]);
    assert!(done.out.contains("retired: Access: "), "{}", done.out);
    assert!(!done.out.contains(secret) && !done.err.contains(secret), "{}{}", done.out, done.err);
}

#[test]
fn a_value_of_several_lines_is_refused() {
    let vault = Vault::new();
    let page = ["remember", "--page", "projects/atlas", "--type", "project"];
    let words = ["--key", "Test command", "--value", "make check\nmake lint"];
    let refused = vault.run(&[&page[..], &words].concat()).fails(2);
    assert!(refused.err.contains("one line") && refused.err.contains("append"), "{}", refused.err);
    assert!(!vault.has("projects/atlas.md"));
}

#[test]
fn lines_with_a_label_stand_beside_each_other_on_a_page_and_on_a_day() {
    for label in
        ["Rule", "Reminder", "TODO", "Lesson learned", "Gotcha", "Preference", "更正", "教训"]
    {
        let vault = monday();
        for page in [&["--page", "projects/atlas"][..], &[]] {
            let (one, two) =
                (format!("{label}: run the linter"), format!("{label}: no push on Friday"));
            let first = remember(&vault, &[page, &[one.as_str()]].concat());
            let second = remember(&vault, &[page, &[two.as_str()]].concat());
            let text = vault.text(&format!("{}.md", second["page"].as_str().unwrap()));
            assert_eq!(first["page"], second["page"], "{second}");
            for said in ["run the linter", "no push on Friday"] {
                assert!(text.contains(said) && !text.contains("## History"), "{label}: {text}");
            }
        }
    }
}
