//! Conversations and notes from elsewhere, and the way out again.

use crate::vault::Vault;

/// A file beside the vault; its path.
pub(crate) fn file(vault: &Vault, name: &str, text: &str) -> String {
    let path = vault.beside(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Two conversations of three turns.
pub(crate) const CHAT: &str = r#"{"session":"s1","role":"user","content":"My tram is line 28.","timestamp":"2026-03-01T09:00:00"}
{"session":"s1","role":"assistant","content":"Noted: line 28.","timestamp":"2026-03-01T09:01:00"}
{"session":"s2","role":"user","content":"The dentist moved to Rua Nova.","timestamp":"2026-03-09T18:00:00"}
"#;

#[test]
fn conversations_become_pages_that_answer_and_a_second_import_changes_nothing() {
    let vault = Vault::new();
    let chat = file(&vault, "chat.jsonl", CHAT);
    let first = vault.json(&["import", &chat]);
    assert_eq!((&first["sessions"], &first["turns"]), (&2.into(), &3.into()));
    assert_eq!(first["made"].as_array().unwrap().len(), 2);
    let reply = vault.json(&["recall", "where is my dentist", "--unit", "turn"]);
    let hit = &reply["hits"][0];
    assert!(hit["text"].as_str().unwrap().contains("Rua Nova"), "{reply}");
    assert_eq!(hit["session"], "s2");
    assert_eq!(hit["date"], "2026-03-09");
    let again = vault.json(&["import", &chat]);
    assert_eq!(again["unchanged"], 2, "{again}");
    assert_eq!(again["made"], serde_json::json!([]));
}

#[test]
fn a_conversation_that_went_on_is_continued() {
    let vault = Vault::new();
    let chat = file(&vault, "chat.jsonl", CHAT);
    vault.run_ok(&["import", &chat]);
    let longer = format!(
        "{CHAT}{}",
        r#"{"session":"s2","role":"user","content":"Now it is Rua Velha.","timestamp":"2026-03-09T18:05:00"}"#
    );
    let chat = file(&vault, "chat.jsonl", &longer);
    let done = vault.json(&["import", &chat]);
    assert_eq!(done["continued"].as_array().unwrap().len(), 1, "{done}");
    assert!(
        vault.json(&["recall", "Rua Velha"])["hits"][0]["text"]
            .as_str()
            .unwrap()
            .contains("Rua Velha")
    );
}

#[test]
fn c058_c059_glued_torn_and_bad_lines_cost_only_themselves() {
    let vault = Vault::new();
    let text = concat!(
        r#"{"role":"user","content":"first","timestamp":"2026-03-01T09:00:00"}"#,
        r#"{"role":"user","content":"glued","timestamp":"2026-03-01T09:00:10"}"#,
        "\n",
        r#"{"role":"user","#,
        "\n",
        r#"{"role":"user","content":"last","timestamp":"2026-03-01T09:01:00"}"#,
    );
    let chat = file(&vault, "chat.jsonl", text);
    let done = vault.json(&["import", &chat]);
    assert_eq!(done["turns"], 3, "{done}");
    assert!(done["problems"].to_string().contains("line 2"), "{done}");
}

#[test]
fn a_folder_of_notes_comes_over_byte_for_byte_and_conflicts_are_named() {
    let vault = Vault::new();
    file(&vault, "notes/a.md", "---\ncreated: 2025-01-01 # first\n---\r\nAlpha.");
    file(&vault, "notes/sub/乙.md", "乙的笔记\n");
    file(&vault, "notes/picture.png", "no page");
    let folder = vault.beside("notes");
    let folder = folder.to_str().unwrap();
    let done = vault.json(&["import", folder]);
    assert_eq!(done["notes"], 2, "{done}");
    assert_eq!(vault.text("a.md"), "---\ncreated: 2025-01-01 # first\n---\r\nAlpha.");
    assert_eq!(vault.recall("乙的笔记")[0], "sub/乙");
    vault.put("a.md", "Mine.\n");
    let again = vault.run(&["import", folder]);
    assert_eq!(again.code, 5, "{}", again.err);
    assert!(again.out.contains("a"), "{}", again.out);
    assert_eq!(vault.text("a.md"), "Mine.\n");
    vault.run_ok(&["import", folder, "--into", "old"]);
    assert!(vault.has("old/a.md"));
    assert_eq!(vault.run(&["import", folder, "--into", "../out"]).code, 3);
}

#[test]
fn a_locomo_file_gives_a_page_for_each_session() {
    let vault = Vault::new();
    let text = r#"[{"sample_id":"conv-1","qa":[],"conversation":{
      "speaker_a":"Ana","speaker_b":"Ben",
      "session_1_date_time":"1:56 pm on 8 May, 2023",
      "session_1":[
        {"speaker":"Ana","dia_id":"D1:1","text":"I adopted a greyhound."},
        {"speaker":"Ben","dia_id":"D1:2","text":"Lovely!","img_url":["u"],"blip_caption":"a photo of a kennel","query":"dog shelter"}],
      "session_2_date_time":"9:00 am on 2 June, 2023",
      "session_2":[{"speaker":"Ben","dia_id":"D2:1","text":"I moved to Porto."}]}}]"#;
    let path = file(&vault, "locomo.json", text);
    let done = vault.json(&["import", &path]);
    assert_eq!(done["sessions"], 2);
    let reply = vault.json(&["recall", "who adopted a greyhound", "--unit", "turn"]);
    assert_eq!(reply["hits"][0]["turn"], "D1:1");
    assert_eq!(reply["hits"][0]["date"], "2023-05-08");
    let page = reply["hits"][0]["page"].as_str().unwrap();
    let page = vault.text(&format!("{page}.md"));
    assert!(page.contains("a photo of a kennel") && !page.contains("dog shelter"), "{page}");
}

#[test]
fn a_file_that_holds_nothing_known_is_refused() {
    let vault = Vault::new();
    let path = file(&vault, "numbers.csv", "1,2,3\n");
    vault.run(&["import", &path]).fails(2);
    assert_eq!(vault.run(&["import", "no-such-file"]).code, 4);
}

#[test]
fn c136_an_export_names_the_page_that_is_damaged_and_goes_on() {
    let vault = Vault::new();
    vault.put("a.md", "Alpha.\n").put_bytes("b.md", b"\xff\xfe broken\n").put("c.md", "Gamma.\n");
    let done = vault.run_ok(&["export"]);
    let rows: Vec<serde_json::Value> =
        done.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let row = |page: &str| rows.iter().find(|it| it["page"] == page).unwrap();
    assert_eq!(row("a")["text"], "Alpha.\n");
    assert_eq!(row("c")["text"], "Gamma.\n");
    assert!(row("b")["problem"].is_string());
    assert!(done.err.contains("b:"), "{}", done.err);
    let tar = vault.beside("vault.tar");
    vault.run_ok(&["export", "--format", "tar", "--output", tar.to_str().unwrap()]);
    let listed = std::process::Command::new("tar").arg("tf").arg(&tar).output().unwrap();
    assert!(String::from_utf8_lossy(&listed.stdout).contains("b.md"));
}

fn turn(session: &str, text: &str, minute: usize) -> String {
    let session =
        if session.is_empty() { String::new() } else { format!("\"session\":\"{session}\",") };
    let minute = 18 * 60 + minute;
    let (day, hour, minute) = (9 + minute / 1440, minute / 60 % 24, minute % 60);
    format!(
        "{{{session}\"role\":\"user\",\"content\":\"{text}\",\"timestamp\":\"2026-03-{day:02}T{hour:02}:{minute:02}:00\"}}\n"
    )
}

#[test]
fn a_conversation_grows_from_whatever_file_it_goes_on_in() {
    let vault = Vault::new();
    let begun = turn("s1", "The dentist is in Rua Nova.", 0) + &turn("s1", "It opens at nine.", 1);
    let later = turn("s1", "It is Rua Velha now.", 5);
    let page = {
        let done = vault.json(&["import", &file(&vault, "d1.jsonl", &begun)]);
        done["made"][0].as_str().unwrap().to_owned()
    };
    let copy = vault.json(&["import", &file(&vault, "d2.jsonl", &begun)]);
    assert_eq!((&copy["unchanged"], &copy["conflicts"]), (&1.into(), &serde_json::json!([])));
    // A summary of one's own, another place and an archive change nothing of what was said.
    vault.run_ok(&["append", "s1", "- the dentist moves a lot"]);
    vault.run_ok(&["verify", "s1"]);
    assert_eq!(vault.json(&["import", &file(&vault, "d1.jsonl", &begun)])["unchanged"], 1);
    vault.run_ok(&["move", &page, "sessions/dentist"]);
    assert_eq!(vault.json(&["import", &file(&vault, "d1.jsonl", &begun)])["unchanged"], 1);
    // New turns, alone in a file of their own, and then all together.
    let grown = vault.json(&["import", &file(&vault, "d3.jsonl", &later)]);
    assert_eq!(grown["continued"], serde_json::json!(["sessions/dentist"]), "{grown}");
    let text = vault.text("sessions/dentist.md");
    assert!(text.contains("Rua Velha") && text.contains("^t-3"), "{text}");
    assert!(text.trim_end().ends_with("- the dentist moves a lot"), "{text}");
    let all = file(&vault, "d4.jsonl", &format!("{begun}{later}"));
    assert_eq!(vault.json(&["import", &all])["unchanged"], 1);
    assert_eq!(vault.text("sessions/dentist.md"), text);
    vault.run_ok(&["forget", "sessions/dentist"]);
    assert_eq!(vault.json(&["import", &all])["unchanged"], 1);
    // Another text in the place of one that stands there is a conflict.
    let other = turn("s1", "The dentist is in Rua Nova.", 0) + &turn("s1", "It opens at ten.", 1);
    vault.run(&["import", &file(&vault, "d5.jsonl", &other)]).fails(5);
}

#[test]
fn a_conversation_that_outgrows_its_page_goes_on_in_a_second_part() {
    let vault = Vault::new();
    let turns = |count: usize| -> String {
        (0..count).map(|at| turn("long", &format!("Word {at}."), at)).collect()
    };
    vault.run_ok(&["import", &file(&vault, "long.jsonl", &turns(998))]);
    let done = vault.json(&["import", &file(&vault, "long.jsonl", &turns(1_003))]);
    assert_eq!(done["continued"].as_array().unwrap().len(), 1, "{done}");
    let part = done["made"][0].as_str().unwrap();
    assert!(part.ends_with(" (part 2)"), "{done}");
    let text = vault.text(&format!("{part}.md"));
    assert!(text.contains("part: 2 of 2") && text.contains("^t-1003"), "{text}");
    let again = vault.json(&["import", &file(&vault, "long.jsonl", &turns(1_003))]);
    assert_eq!(again["unchanged"], 2, "{again}");
}

#[test]
fn conversations_without_a_name_are_told_apart_by_what_was_said() {
    let vault = Vault::new();
    for (month, text) in [("jan", "Snow fell."), ("feb", "It thawed."), ("mar", "Larks sang.")] {
        file(&vault, &format!("chats/{month}/chat.jsonl"), &turn("", text, 0));
    }
    let folder = vault.beside("chats").to_str().unwrap().to_owned();
    let done = vault.json(&["import", &folder]);
    assert_eq!(done["made"].as_array().unwrap().len(), 3, "{done}");
    assert_eq!(vault.json(&["import", &folder])["unchanged"], 3);
    let longer = turn("", "It thawed.", 0) + &turn("", "Then it froze.", 9);
    file(&vault, "chats/feb/chat.jsonl", &longer);
    let done = vault.json(&["import", &folder]);
    assert_eq!(done["continued"].as_array().unwrap().len(), 1, "{done}");
    assert_eq!(done["unchanged"], 2, "{done}");
}

#[test]
fn conversations_go_into_the_folder_that_is_named() {
    let vault = Vault::new();
    let chat = file(&vault, "chat.jsonl", CHAT);
    let done = vault.json(&["import", &chat, "--into", "old/chats"]);
    for page in done["made"].as_array().unwrap() {
        assert!(page.as_str().unwrap().starts_with("old/chats/"), "{done}");
    }
    assert_eq!(vault.json(&["import", &chat, "--into", "old/chats"])["unchanged"], 2);
    for astray in ["../x", "/tmp/x", "/"] {
        vault.run(&["import", &chat, "--into", astray]).fails(3);
    }
}

#[test]
fn a_conversation_that_stands_in_another_folder_makes_no_second_page() {
    let vault = Vault::new();
    let chat = file(&vault, "chat.jsonl", CHAT);
    vault.run_ok(&["import", &chat]);
    let done = vault.json(&["import", &chat, "--into", "conv"]);
    assert_eq!(done["made"], serde_json::json!([]), "{done}");
    assert!(done["skipped"][0].as_str().unwrap().contains("it stands as sessions/"), "{done}");
    let more = r#"{"session":"s2","role":"user","content":"Now Rua Velha."}"#;
    let longer = file(&vault, "chat.jsonl", &format!("{CHAT}{more}"));
    let done = vault.json(&["import", &longer, "--into", "conv"]);
    assert_eq!(done["made"], serde_json::json!([]), "{done}");
    assert!(done["continued"][0].as_str().unwrap().starts_with("sessions/"), "{done}");
    // Another conversation of that name is kept apart where that is asked for, and lint tells.
    let other = r#"{"session":"s1","role":"user","content":"My tram is line 12.","timestamp":"2026-03-01T09:00:00"}
{"session":"s1","role":"assistant","content":"Noted: line 28.","timestamp":"2026-03-01T09:01:00"}"#;
    let other = file(&vault, "other.jsonl", other);
    vault.run(&["import", &other]).fails(5);
    assert_eq!(vault.json(&["lint", "--rule", "double-id"])["findings"], serde_json::json!([]));
    vault.run_ok(&["import", &other, "--into", "conv"]);
    let found = vault.json(&["lint", "--rule", "double-id"]);
    assert_eq!(found["findings"].as_array().unwrap().len(), 1, "{found}");
}

#[test]
fn what_will_be_taken_out_of_a_note_is_said_before_it_is_imported() {
    let vault = Vault::new();
    file(
        &vault,
        "notes/link.md",
        "# L\n\nhttps://x.org/p?token=eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJwdWIifQ.c2lnbmF0dXJlMTIz\n",
    );
    file(&vault, "notes/plain.md", "# P\n");
    let folder = vault.beside("notes");
    let folder = folder.to_str().unwrap();
    let shown = vault.run_ok(&["import", folder, "--dry-run"]);
    assert!(
        shown.err.contains("link:3: ") && shown.err.contains("would be redacted"),
        "{}",
        shown.err
    );
    assert!(!shown.err.contains("plain") && !vault.has("link.md"), "{}", shown.err);
    let done = vault.run_ok(&["import", folder]);
    assert!(done.err.contains("link:3: ") && done.err.contains("was redacted"), "{}", done.err);
}

#[test]
fn notes_named_as_conversations_are_refused_in_few_words() {
    let vault = Vault::new();
    for number in 0..20 {
        file(&vault, &format!("notes/{number}.md"), &"a line\n".repeat(50));
    }
    let folder = vault.beside("notes");
    let done = vault.run(&["import", folder.to_str().unwrap(), "--format", "chat"]).fails(2);
    assert!(done.err.lines().count() < 40, "{}", done.err);
    assert!(done.err.contains("more"), "{}", done.err);
}

#[cfg(target_os = "linux")]
#[test]
fn notes_whose_names_clash_are_told_by_what_their_names_differ_in() {
    let vault = Vault::new();
    for name in ["case/A.md", "case/a.md", "accent/\u{e9}.md", "accent/e\u{301}.md"] {
        file(&vault, &format!("notes/{name}"), "Text.\n");
    }
    let done = vault.json(&["import", vault.beside("notes").to_str().unwrap()]);
    let problems = done["problems"].to_string();
    assert!(problems.contains("accented letters") && problems.contains("letters' case"), "{done}");
    assert!(problems.contains("U+00E9") && problems.contains("U+0065 U+0301"), "{done}");
    vault.put("accent/e\u{301}.md", "By hand.\n").put("accent/\u{e9}.md", "By hand.\n");
    let found = vault.run(&["lint"]).out;
    let told = found.lines().find(|it| it.contains("is one file with")).unwrap_or_default();
    assert!(told.contains("U+00E9") && told.contains("U+0065 U+0301"), "{found}");
}

#[test]
fn an_import_does_not_bring_back_what_was_erased_until_the_erasure_is_undone() {
    let vault = Vault::with_git();
    let words = "The plan is to sell the boat to Grace in the second week of May.";
    file(&vault, "notes/plan.md", &format!("# Plan\n\n{words}\n"));
    file(&vault, "notes/other.md", "# Other\n\nThe tram runs until eleven.\n");
    let notes = vault.beside("notes");
    let notes = notes.to_str().unwrap();
    let chat = file(&vault, "chat.jsonl", CHAT);
    vault.run_ok(&["import", notes]);
    vault.run_ok(&["import", &chat]);
    let sessions = vault.json(&["list", "sessions"]);
    let session = sessions["pages"][0]["page"].as_str().unwrap().to_owned();
    for page in ["plan", &session] {
        vault.run_ok(&["forget", page, "--erase", "--yes"]);
    }
    let decisions = vault.text("decisions.jsonl");
    assert_eq!(decisions.lines().count(), 2, "{decisions}");
    assert!(!decisions.contains("boat") && !decisions.contains("plan"), "{decisions}");
    assert_eq!(crate::vault::git(&vault, &["status", "--porcelain"]), "");

    let shown = vault.json(&["import", notes, "--dry-run"]);
    assert_eq!(shown["skipped"], serde_json::json!(["plan: erased on 2026-11-11"]));
    let again = vault.run_ok(&["import", notes]).out;
    assert!(again.contains("skipped: plan: erased on 2026-11-11"), "{again}");
    assert_eq!(vault.json(&["import", &chat])["skipped"].as_array().unwrap().len(), 1);
    file(&vault, "elsewhere/renamed.md", &format!("# Plan\r\n\r\n{words}\r\n"));
    let elsewhere = vault.beside("elsewhere");
    let moved = vault.json(&["import", elsewhere.to_str().unwrap()]);
    assert_eq!(moved["made"], serde_json::json!([]), "{moved}");

    vault.run_ok(&["undo"]);
    assert_eq!(vault.text("decisions.jsonl").lines().count(), 1);
    assert!(vault.has(&format!("{session}.md")) && !vault.has("plan.md"));
    vault.run_ok(&["undo"]);
    assert!(!vault.has("decisions.jsonl"));
    std::fs::remove_file(vault.root().join("plan.md")).unwrap();
    assert_eq!(vault.json(&["import", notes])["made"], serde_json::json!(["plan"]));
}

#[test]
fn a_file_without_conversations_of_the_form_that_is_named_is_an_error() {
    let vault = Vault::new();
    let before = vault.snapshot();
    for (name, text) in [("a.json", "{\"hello\": 1}"), ("b.md", "# A note\n"), ("c.json", "[]")] {
        let file = vault.beside(name);
        std::fs::write(&file, text).unwrap();
        for format in ["locomo", "longmemeval", "chat"] {
            let done = vault.run(&["import", file.to_str().unwrap(), "--format", format]).fails(2);
            assert!(done.err.contains("--format"), "{}", done.err);
        }
    }
    assert_eq!(vault.snapshot(), before);
}

#[test]
fn an_erased_conversation_does_not_come_back_by_what_went_on_after_it() {
    let vault = Vault::new();
    let turns: Vec<String> =
        (0..3).map(|at| turn("s9", &format!("turn number {at} about walrus"), at)).collect();
    let g3 = file(&vault, "g3.jsonl", &turns.concat());
    let page = vault.json(&["import", &g3])["made"][0].as_str().unwrap().to_owned();
    vault.run_ok(&["forget", "--erase", "--yes", &page]);
    assert!(!vault.text("decisions.jsonl").contains("walrus"));
    let kept = "---\ntype: session\nid: s9\n---\n# Kept\n\n> **user** · 2026-03-09 18:01\n> turn number 1 about walrus\n> ^t-2\n";
    let copy = vault.json(&["import", &file(&vault, "kept.md", kept)]);
    assert_eq!(copy["skipped"], serde_json::json!(["kept: erased on 2026-11-11"]));
    let g4 = file(&vault, "g4.jsonl", &turn("s9", "a later turn about herons", 30));
    let later = vault.json(&["import", &g4]);
    assert_eq!(later["made"].as_array().unwrap().len(), 1, "{later}");
    for erased in [turns.concat(), turns[2].clone(), turns[1..].concat()] {
        let again = vault.json(&["import", &file(&vault, "again.jsonl", &erased)]);
        assert!(again["skipped"][0].as_str().unwrap().contains("erased on 2026-11-11"), "{again}");
        assert_eq!(
            (&again["made"], &again["continued"]),
            (&serde_json::json!([]), &serde_json::json!([]))
        );
    }
    let grown = turns.concat() + &turn("s9", "and a new one about otters", 40);
    let done = vault.json(&["import", &file(&vault, "g5.jsonl", &grown)]);
    assert!(done["skipped"].to_string().contains("3 of 4 turns erased"), "{done}");
    let made = later["made"][0].as_str().unwrap();
    let text = vault.text(&format!("{made}.md"));
    assert!(text.contains("otters") && !text.contains("walrus"), "{text}");
}

#[test]
fn a_conversation_of_which_a_part_was_erased_goes_on_in_its_last_part() {
    let vault = Vault::new();
    let turns = |count: usize| -> String {
        (0..count).map(|at| turn("long", &format!("Word {at}."), at)).collect()
    };
    let done = vault.json(&["import", &file(&vault, "long.jsonl", &turns(2_500))]);
    let part = |number: usize| done["made"][number - 1].as_str().unwrap().to_owned();
    vault.run_ok(&["forget", "--erase", "--yes", &part(2)]);
    let again = vault.json(&["import", &file(&vault, "long.jsonl", &turns(2_501))]);
    assert_eq!(again["continued"], serde_json::json!([part(3)]), "{again}");
    assert!(again["skipped"].to_string().contains("1000 of 2501 turns erased"), "{again}");
    assert!(vault.text(&format!("{}.md", part(3))).contains("Word 2500."));
    assert!(!vault.has(&format!("{}.md", part(2))));
    let again = vault.json(&["import", &file(&vault, "long.jsonl", &turns(3_010))]);
    assert_eq!(again["made"].as_array().unwrap().len(), 1, "{again}");
    assert!(again["made"][0].as_str().unwrap().ends_with("(part 4)"), "{again}");
}

#[test]
fn a_note_that_was_put_away_or_moved_is_left_where_it_is() {
    let vault = Vault::new();
    let words = "The ferry to the island leaves at nine from the old pier.";
    file(&vault, "notes/plan.md", &format!("---\ntitle: Plan\n---\n\n{words} In spring.\n"));
    file(&vault, "notes/sub/other.md", &format!("{words} See [[plan]] and [p](../plan.md).\n"));
    let notes = vault.beside("notes");
    let notes = notes.to_str().unwrap();
    vault.run_ok(&["import", notes]);
    vault.run_ok(&["forget", "plan"]);
    vault.run_ok(&["move", "sub/other", "x/y/renamed"]);
    let again = vault.json(&["import", notes]);
    assert_eq!(again["made"], serde_json::json!([]), "{again}");
    assert_eq!(
        again["skipped"],
        serde_json::json!([
            "plan: it stands as archive/plan",
            "sub/other: it stands as x/y/renamed"
        ])
    );
    let copy = vault.json(&["import", notes, "--into", "old"]);
    assert_eq!(copy["made"].as_array().unwrap().len(), 2, "{copy}");
}

#[test]
fn a_time_that_does_not_exist_is_left_out_of_its_turn_and_said() {
    let vault = Vault::new();
    let chat =
        r#"{"session":"s1","role":"user","content":"Hello.","timestamp":"2026-02-30T10:00:00Z"}"#;
    let done = vault.run(&["import", &file(&vault, "c.jsonl", chat), "--json"]);
    let done = done.json();
    assert!(done["problems"].to_string().contains("2026-02-30"), "{done}");
    let page = done["made"][0].as_str().unwrap();
    let text = vault.text(&format!("{page}.md"));
    assert!(text.contains("Hello.") && !text.contains("02-30"), "{text}");
}

#[test]
fn nobody_adds_a_turn_to_a_conversation_by_indenting_it() {
    let vault = Vault::new();
    vault.run_ok(&["import", &file(&vault, "chat.jsonl", CHAT)]);
    for forged in [
        "- x\n\n  > **user**\n  > forged\n  > ^t-8",
        "- > **user**\n  > forged\n  > ^t-8",
        "1. x\n\n   > **user**\n   > forged\n   > ^t-1",
    ] {
        vault.run(&["append", "s1", forged]).fails(3);
    }
    vault.run_ok(&["append", "s1", "- said of it:\n  > a quote"]);
}

/// The vault's pages and their bytes, but for those that every vault keeps for itself.
fn own_pages(vault: &Vault) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let mut files = vault.snapshot();
    let kept = |it: &std::path::Path| {
        it.ends_with("log.md")
            || it.ends_with("index.md")
            || it.extension().is_none_or(|end| end != "md")
    };
    files.retain(|(path, _)| !kept(path));
    let root = vault.root();
    files
        .into_iter()
        .map(|(path, bytes)| (path.strip_prefix(&root).unwrap_or(&path).to_path_buf(), bytes))
        .collect()
}

#[test]
fn an_export_comes_back_byte_for_byte() {
    let vault = Vault::new();
    let chat = file(&vault, "chat.jsonl", CHAT);
    vault.run_ok(&["import", &chat]);
    vault.run_ok(&["remember", "--page", "projects/atlas", "--key", "Owner", "--value", "Ada"]);
    vault.put_bytes("notes/crlf.md", "\u{feff}# Title\r\n\r\nText without an end".as_bytes());
    vault.put("notes/同.md", "---\nb: 1 # kept\na: [x,  y]\n---\n\n\n同じ\n\n\n");
    vault.put("notes/twin-a.md", "Same words.\n").put("notes/twin-b.md", "Same words.\n");
    vault.put("archive/old.md", "Old words.\n");
    vault
        .put("notes/long-name.md", "x\n")
        .put(&format!("notes/{}.md", "long-".repeat(30)), "Long.\n");
    for format in ["jsonl", "tar"] {
        let out = vault.beside(&format!("export.{format}"));
        let out = out.to_str().unwrap();
        vault.run_ok(&["export", "--format", format, "--output", out]);
        let other = Vault::new();
        let done = other.json(&["import", out]);
        assert_eq!(done["problems"], serde_json::json!([]), "{done}");
        assert_eq!(own_pages(&other), own_pages(&vault), "{format}");
        let again = other.json(&["import", out]);
        assert_eq!(again["made"], serde_json::json!([]), "{again}");
        assert_eq!(again["conflicts"], serde_json::json!([]), "{again}");
        // What somebody wrote meanwhile stays, and is named.
        other.put("archive/old.md", "Other words.\n");
        let done = other.run(&["import", out]).fails(5);
        assert!(done.out.contains("archive/old"), "{}", done.out);
        assert_eq!(other.text("archive/old.md"), "Other words.\n");
    }
}

#[test]
fn an_export_that_was_tampered_with_is_held_to_the_rules_of_paths_and_hashes() {
    let vault = Vault::new();
    let record = |file: &str, text: &str, more: &str| {
        format!(
            "{{\"page\":\"p\",\"file\":\"{file}\",\"title\":\"t\"{more},\"text\":\"{text}\"}}\n"
        )
    };
    let lines = [
        record("../out.md", "x", ",\"revision\":null"),
        record("/etc/out.md", "x", ",\"revision\":null"),
        record("notes/hash.md", "x", ",\"revision\":\"sha256:00\""),
        record("notes/lossy.md", "x", ",\"revision\":null,\"problem\":\"not valid UTF-8\""),
        "{\"page\": broken\n".to_owned(),
        record("notes/good.md", "Good words.", ",\"revision\":null"),
    ];
    let out = file(&vault, "tampered.jsonl", &lines.concat());
    let done = vault.json(&["import", &out]);
    assert_eq!(done["made"], serde_json::json!(["notes/good"]), "{done}");
    assert_eq!(done["problems"].as_array().unwrap().len(), 5, "{done}");
    assert!(!vault.beside("out.md").exists());
    let torn = file(&vault, "torn.tar", "");
    std::fs::write(&torn, [&[0_u8; 257][..], b"ustar", &[7; 600]].concat()).unwrap();
    let done = vault.run(&["import", &torn]).fails(2);
    assert!(done.err.contains("the archive is damaged"), "{}", done.err);
}

#[test]
fn the_folder_to_import_into_is_one_and_is_written_as_it_is() {
    let vault = Vault::new();
    std::fs::write(vault.beside("a.md"), "# A\n").unwrap();
    let from = vault.beside("a.md");
    let from = from.to_str().unwrap();
    vault.put("notes/deep/b.md", "b\n").put("page.md", "p\n");
    for (into, said) in [
        ("page.md", "is a file of the vault"),
        ("page.md/deep", "is a file of the vault"),
        ("Archive", "archive"),
        ("Notes", "notes"),
        ("notes/Deep", "notes/deep"),
        ("PROJECTS/x", "projects"),
    ] {
        let done = vault.run(&["import", from, "--into", into]).fails(2);
        assert!(done.err.contains(said), "{into}: {}", done.err);
    }
    for into in ["notes", "notes/deep", "notes/new", "other"] {
        vault.run_ok(&["import", from, "--into", into]);
        assert!(vault.has(&format!("{into}/a.md")));
    }
    let done = vault.run(&["import", "-"]).fails(2);
    assert!(done.err.contains("standard input"), "{}", done.err);
}

#[test]
fn a_note_that_is_one_file_with_a_page_on_some_disks_is_left_out_and_odd_names_are_told() {
    let vault = Vault::with(&["--no-git", "--layout", "personal"]);
    let notes = vault.beside("notes");
    std::fs::create_dir(&notes).unwrap();
    std::fs::write(notes.join("index.md"), "# My index\n").unwrap();
    std::fs::write(notes.join("what?.md"), "# What\n").unwrap();
    let done = vault.run_ok(&["import", notes.to_str().unwrap()]);
    assert!(done.out.contains("one file with INDEX"), "{}", done.out);
    assert!(!vault.has("index.md") || vault.text("index.md") == vault.text("INDEX.md"));
    assert!(done.err.contains("what? keeps its name"), "{}", done.err);
}

fn line(role: &str, text: &str, minute: u32) -> String {
    format!(
        "{{\"role\":\"{role}\",\"content\":\"{text}\",\"timestamp\":\"2026-05-01T10:{minute:02}:00Z\"}}\n"
    )
}

#[test]
fn a_conversation_without_an_id_that_grew_at_its_ends_goes_on_and_a_changed_one_is_a_conflict() {
    let vault = Vault::new();
    let file = vault.beside("z.jsonl");
    let import = |text: &str| {
        std::fs::write(&file, text).unwrap();
        vault.json(&["import", file.to_str().unwrap()])
    };
    let said = line("user", "My cat is called Miso", 5) + &line("assistant", "A fine name", 6);
    let page = import(&said)["made"][0].as_str().unwrap().to_owned();
    let grown = line("user", "Good morning to you", 1) + &said + &line("user", "It is soup", 7);
    let done = import(&grown);
    assert_eq!(done["continued"][0], page, "{done}");
    let text = vault.text(&format!("{page}.md"));
    let places = ["> Good morning", "> My cat", "> A fine name", "> It is soup"]
        .map(|it| text.find(it).unwrap());
    assert!(places.is_sorted(), "{text}");
    assert_eq!(import(&grown)["unchanged"], 1);
    assert_eq!(import(&line("assistant", "A fine name", 6))["unchanged"], 1);
    std::fs::write(&file, said.replace("A fine name", "A splendid name")).unwrap();
    let done = vault.run(&["import", file.to_str().unwrap()]).fails(5);
    assert!(done.out.contains(&format!("left as it is (other text): {page}")), "{}", done.out);
    assert!(done.err.contains("1 of its 2 turns stand in"), "{}", done.err);
    let other = line("user", "Where is the key", 40) + &line("assistant", "Under the mat", 41);
    assert_eq!(import(&other)["made"].as_array().unwrap().len(), 1);
}

#[test]
fn branches_that_were_written_over_are_counted() {
    let vault = Vault::new();
    let file = vault.beside("chatgpt.json");
    let node = |id: &str, parent: &str, role: &str, text: &str| {
        format!(
            "\"{id}\":{{\"id\":\"{id}\",\"parent\":\"{parent}\",\"message\":{{\"author\":{{\"role\":\"{role}\"}},\"content\":{{\"content_type\":\"text\",\"parts\":[\"{text}\"]}}}}}}"
        )
    };
    let nodes = [
        node("a", "root", "user", "Name a fruit"),
        node("b", "a", "assistant", "Apple"),
        node("c", "a", "assistant", "Pear"),
        node("d", "b", "user", "Why apple"),
    ];
    let text = format!(
        "[{{\"title\":\"Fruit\",\"id\":\"x1\",\"current_node\":\"c\",\"mapping\":{{\"root\":{{\"id\":\"root\",\"parent\":null,\"message\":null}},{}}}}}]",
        nodes.join(",")
    );
    std::fs::write(&file, text).unwrap();
    let done = vault.run_ok(&["import", file.to_str().unwrap()]);
    assert!(done.err.contains("1 other version"), "{}{}", done.out, done.err);
}

#[test]
fn a_folder_with_a_schema_of_something_else_is_told_what_stands_in_its_way() {
    let vault = Vault::new();
    let tables = "# Tables\n\n```yaml\nusers:\n  id: int\n```\n";
    file(&vault, "notes/SCHEMA.md", tables);
    let notes = vault.beside("notes");
    let notes = notes.to_str().unwrap();
    let done = vault.run(&["import", notes]).fails(5);
    assert!(done.err.contains("is where this vault keeps its rules"), "{}", done.err);
    assert!(!done.err.contains("archive"), "{}", done.err);
    vault.run_ok(&["import", notes, "--into", "database"]);
    assert_eq!(vault.text("database/SCHEMA.md"), tables);
    // In a vault without one it would be taken for the rules.
    std::fs::remove_file(vault.root().join("SCHEMA.md")).unwrap();
    let done = vault.json(&["import", notes]);
    assert!(done["problems"].to_string().contains("holds none"), "{done}");

    let folder = Vault::bare();
    folder.put("SCHEMA.md", tables).put("a.md", "# A\n");
    let root = folder.root().to_str().unwrap().to_owned();
    let done = folder.run_ok(&["init", "--no-git", &root]);
    assert!(done.err.contains("SCHEMA.md stood there and holds no rules"), "{}", done.err);
    assert_eq!(folder.text("SCHEMA.md"), tables);
    let done = folder.run(&["doctor"]);
    assert!(done.out.contains("if SCHEMA.md is about something else"), "{}", done.out);
}
