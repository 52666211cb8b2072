//! What an import takes for a note that is there already, and what it takes for a new one.

use crate::importing::CHAT;
use crate::vault::Vault;

/// Makes a file beside the vault and gives the folder that was named first.
fn note(vault: &Vault, file: &str, text: &str) -> String {
    let path = vault.beside(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    vault.beside(file.split('/').next().unwrap()).to_str().unwrap().to_owned()
}

fn list(title: &str, names: [&str; 4]) -> String {
    let links: String = names.iter().map(|it| format!("- [[{it}]]\n")).collect();
    format!("---\ntitle: {title}\n---\n{links}")
}

#[test]
fn notes_that_differ_in_their_links_or_head_alone_are_all_taken_in() {
    let vault = Vault::new();
    let tools = list("Static site generators", ["Eleventy", "Hugo", "Zola", "Jekyll"]);
    let books =
        list("Books by Liu", ["Wandering Earth", "Ball Lightning", "Dark Forest", "Mirror"]);
    let first = note(&vault, "q1/ssg.md", &tools);
    let second = note(&vault, "q2/liu.md", &books);
    vault.run_ok(&["import", &first]);
    let done = vault.json(&["import", &second]);
    assert_eq!(done["made"], serde_json::json!(["liu"]), "{done}");
    assert_eq!(vault.recall("Wandering Earth")[0], "liu");
    assert_eq!(vault.text("liu.md"), books);
}

#[test]
fn equal_notes_of_one_import_are_all_copied_however_many_there_are() {
    let vault = Vault::new();
    let line = "The same line of eighteen words stands in two notes of one folder and each of them is wanted.\n";
    for number in 0..230 {
        note(&vault, &format!("b9/a/n{number}.md"), &format!("Small note {number}.\n"));
    }
    note(&vault, "b9/a/first.md", line);
    let folder = note(&vault, "b9/z/second.md", line);
    let done = vault.json(&["import", &folder]);
    assert_eq!(done["made"].as_array().unwrap().len(), 232, "{done}");
    assert_eq!(done["skipped"], serde_json::json!([]));
    assert_eq!(vault.text("z/second.md"), line);
}

#[test]
fn a_changed_text_at_the_place_of_an_archived_page_is_a_conflict_and_is_not_passed_over() {
    let vault = Vault::new();
    vault.run_ok(&["write", "notes/plan", "# Plan\n\nThe walrus moves in May.\n"]);
    vault.run_ok(&["forget", "notes/plan"]);
    let folder = note(&vault, "r1/notes/plan.md", "# Plan\n\nThe walrus moves in March.\n");
    let done = vault.run(&["import", &folder]).fails(5);
    assert!(done.out.contains("notes/plan, which is archive/notes/plan now"), "{}", done.out);
    vault.run_ok(&["import", &folder, "--into", "new"]);
    assert_eq!(vault.recall("walrus March")[0], "new/notes/plan");
    let same = note(&vault, "r2/notes/plan.md", "# Plan\n\nThe walrus moves in May.\n");
    let done = vault.json(&["import", &same]);
    assert_eq!(done["skipped"], serde_json::json!(["notes/plan: it stands as archive/notes/plan"]));
}

#[test]
fn another_note_of_a_path_that_a_moved_archived_or_erased_page_had_is_taken_in_and_told() {
    let vault = Vault::new();
    vault.run_ok(&["import", &note(&vault, "p1/README.md", "# Alpha\nalpha text\n")]);
    vault.run_ok(&["move", "README", "projects/alpha"]);
    vault.run_ok(&["write", "notes/put", "# Plan old"]);
    vault.run_ok(&["forget", "notes/put"]);
    vault.run_ok(&["write", "notes/gone", "# Plan old"]);
    vault.run_ok(&["forget", "--erase", "--yes", "notes/gone"]);
    note(&vault, "p2/README.md", "# Beta\nquokka text here\n");
    note(&vault, "p2/notes/put.md", "# Zebra\n\nwalrus other\n");
    let folder = note(&vault, "p2/notes/gone.md", "# Gnu\n\nheron again\n");
    let done = vault.json(&["import", &folder]);
    assert_eq!(done["made"], serde_json::json!(["README", "notes/gone", "notes/put"]), "{done}");
    let told = done["problems"].to_string();
    for what in ["projects/alpha now", "archive/notes/put now", "erased on 2026-11-11"] {
        assert!(told.contains(what), "{done}");
    }
    // The first folder's note is still the page that was moved.
    let first = vault.beside("p1");
    let again = vault.json(&["import", first.to_str().unwrap()]);
    assert_eq!(again["skipped"], serde_json::json!(["README: it stands as projects/alpha"]));
    for (word, page) in [("quokka", "README"), ("walrus", "notes/put"), ("heron", "notes/gone")] {
        assert_eq!(vault.recall(word)[0], page);
    }
}

#[test]
fn an_erased_note_stays_away_however_short_it_was_and_though_its_source_changed_since() {
    let vault = Vault::new();
    let folder = note(&vault, "n/a/short.md", "# Plan old");
    note(&vault, "n/b.md", "# Boat\n\nThe plan is to sell the boat to Grace in May.\n");
    vault.run_ok(&["import", &folder]);
    for page in ["a/short", "b"] {
        vault.run_ok(&["forget", "--erase", "--yes", page]);
    }
    note(&vault, "n/b.md", "# Boat\n\nThe plan is to sell the boat to Grace in June.\n");
    let done = vault.json(&["import", &folder]);
    assert_eq!(
        done["skipped"],
        serde_json::json!(["a/short: erased on 2026-11-11", "b: erased on 2026-11-11"])
    );
    assert_eq!(done["made"], serde_json::json!([]));
}

#[test]
fn a_page_put_aside_by_hand_is_known_but_for_the_status_that_says_so() {
    let vault = Vault::new();
    vault.put("archive/notes/plan.md", "---\ntitle: Plan\nstatus: archived\n---\nOld.\n");
    let folder = note(&vault, "r/notes/plan.md", "---\ntitle: Plan\nstatus: active\n---\nOld.\n");
    let done = vault.json(&["import", &folder]);
    assert_eq!(done["made"], serde_json::json!([]), "{done}");
}

#[test]
fn short_notes_that_were_moved_do_not_come_back() {
    let vault = Vault::new();
    note(&vault, "n2/sub/other.md", "# Other\nother owl\n");
    note(&vault, "n2/head.md", "---\ntitle: Head\nstatus: active\n---\nbarn owl");
    let folder = note(&vault, "n2/b.md", "\u{feff}# B\r\nwood owl\r\n");
    vault.run_ok(&["import", &folder]);
    vault.run_ok(&["move", "sub/other", "x/renamed"]);
    vault.run_ok(&["move", "x/renamed", "y/again"]);
    vault.run_ok(&["forget", "head"]);
    vault.run_ok(&["move", "b", "x/b2"]);
    let before = vault.snapshot();
    let done = vault.json(&["import", &folder]);
    assert_eq!(
        done["skipped"],
        serde_json::json!([
            "b: it stands as x/b2",
            "head: it stands as archive/head",
            "sub/other: it stands as y/again"
        ])
    );
    assert_eq!(vault.snapshot(), before);
    for words in ["owl", "other", "renamed"] {
        assert!(!vault.text("decisions.jsonl").contains(words));
    }
    // Changed since, it is a conflict as at its own place; gone, it is a new note.
    note(&vault, "n2/sub/other.md", "# Other\nsnowy owl\n");
    let changed = vault.run(&["import", &folder]).fails(5);
    assert!(changed.out.contains("sub/other, which is y/again now"), "{}", changed.out);
    std::fs::remove_file(vault.root().join("y/again.md")).unwrap();
    assert_eq!(vault.json(&["import", &folder])["made"], serde_json::json!(["sub/other"]));
}

#[test]
fn a_move_that_is_undone_leaves_no_trace_and_an_erased_note_stays_away_wherever_it_was() {
    let vault = Vault::with_git();
    let folder = note(&vault, "n/a.md", "An owl.\n");
    vault.run_ok(&["import", &folder]);
    vault.run_ok(&["move", "a", "b"]);
    vault.run_ok(&["undo"]);
    assert!(!vault.has("decisions.jsonl"));
    vault.run_ok(&["move", "a", "c"]);
    assert_eq!(crate::vault::git(&vault, &["status", "--porcelain"]), "");
    vault.run_ok(&["forget", "c", "--erase", "--yes"]);
    let done = vault.json(&["import", &folder]);
    assert_eq!(done["skipped"], serde_json::json!(["a: erased on 2026-11-11"]), "{done}");
}

fn turn(session: &str, text: &str, day: usize) -> String {
    format!(
        "{{{session}\"role\":\"user\",\"content\":\"{text}\",\"timestamp\":\"2026-03-{day:02}T18:00:00\"}}\n"
    )
}

#[test]
fn erased_turns_stay_away_under_whatever_name_their_conversation_has() {
    let vault = Vault::new();
    let said = |session: &str| -> Vec<String> {
        (1..4).map(|at| turn(session, &format!("turn {at} about walrus"), at)).collect()
    };
    let named = said("\"session\":\"s9\",");
    let file = note(&vault, "s9.jsonl", &named.concat());
    let page = vault.json(&["import", &file])["made"][0].as_str().unwrap().to_owned();
    vault.run_ok(&["forget", "--erase", "--yes", &page]);
    let (nameless, other) = (said(""), said("\"session\":\"other\","));
    for again in [nameless[2].clone(), nameless.concat(), other.concat()] {
        let done = vault.json(&["import", &note(&vault, "again.jsonl", &again)]);
        assert_eq!(done["made"], serde_json::json!([]), "{done}");
    }
    // The same words at another time are another turn.
    let later = nameless[1].clone() + &turn("", "turn 1 about walrus", 3) + &turn("", "herons", 3);
    let done = vault.json(&["import", &note(&vault, "later.jsonl", &later)]);
    assert_eq!(done["made"].as_array().unwrap().len(), 1, "{done}");
    let made = done["made"][0].as_str().unwrap();
    let text = vault.text(&format!("{made}.md"));
    assert!(text.contains("> turn 1 about walrus\n") && text.contains("> herons\n"), "{text}");
    assert!(!text.contains("turn 2"), "{text}");
}

#[test]
fn a_turn_never_makes_its_page_a_file_that_is_no_text() {
    let vault = Vault::new();
    let file = note(&vault, "nul.jsonl", &turn("\"session\":\"n\",", "a \\u0000 b", 1));
    let made = vault.json(&["import", &file])["made"][0].as_str().unwrap().to_owned();
    let text = vault.text(&format!("{made}.md"));
    assert!(!text.contains('\0') && text.contains("a \u{fffd} b"), "{text}");
    assert_eq!(vault.json(&["import", &file])["unchanged"], 1);
}

fn spoken(role: &str, said: &str, minute: usize) -> String {
    let (role, said) = (serde_json::json!(role), serde_json::json!(said));
    format!(
        "{{\"role\":{role},\"content\":{said},\"timestamp\":\"2026-01-01T10:{minute:02}:00\"}}\n"
    )
}

#[test]
fn a_copy_of_a_chat_under_another_name_is_the_same_conversation() {
    let vault = Vault::new();
    let chat = [
        spoken("user", "hello there", 0),
        spoken("assistant", "hi, how can I help", 1),
        spoken("user", "my bike is red", 2),
    ]
    .concat();
    let made = vault.json(&["import", &note(&vault, "chat.jsonl", &chat)])["made"].clone();
    let page = format!("{}.md", made[0].as_str().unwrap());
    let before = vault.text(&page);
    let crlf = chat.replace('\n', "\r\n");
    for (name, text) in
        [("copy.jsonl", &chat), ("crlf.jsonl", &crlf), ("bom.jsonl", &format!("\u{feff}{chat}"))]
    {
        let done = vault.json(&["import", &note(&vault, name, text)]);
        assert_eq!(done["made"], serde_json::json!([]), "{name}: {done}");
        let told = done["skipped"].to_string();
        assert!(
            told.contains("its turns stand as") && told.contains(made[0].as_str().unwrap()),
            "{told}"
        );
        assert_eq!(vault.text(&page), before);
    }
    // A later copy goes on with it, and one that says something else is another one.
    let later = format!("{chat}{}", spoken("assistant", "nice bike", 3));
    let done = vault.json(&["import", &note(&vault, "later.jsonl", &later)]);
    assert_eq!(done["continued"], made, "{done}");
    assert!(vault.text(&page).contains("nice bike"));
    let other = [
        spoken("user", "hello there", 0),
        spoken("assistant", "good day", 1),
        spoken("user", "my boat leaks", 2),
    ]
    .concat();
    let done = vault.json(&["import", &note(&vault, "other.jsonl", &other)]);
    assert_eq!(done["made"].as_array().unwrap().len(), 1, "{done}");
    // What was put away does not come back by a copy.
    vault.run_ok(&["forget", made[0].as_str().unwrap()]);
    let done = vault.json(&["import", &note(&vault, "again.jsonl", &later)]);
    assert!(done["skipped"].to_string().contains("its turns stand as archive/"), "{done}");
}

#[test]
fn c058_a_line_that_was_torn_is_added_where_it_belongs_once_it_is_whole() {
    for session in ["", ",\"session\":\"s-1\""] {
        let vault = Vault::new();
        let turns = |which: &[usize]| -> String {
            let all = which.iter().map(|at| {
                spoken("user", &format!("number {at} of the walk"), *at)
                    .replace('}', &format!("{session}}}"))
            });
            all.collect()
        };
        let torn = |from: &[usize], behind: &[usize]| {
            format!("{}{{\"role\":\"user\",\"con\n{}", turns(from), turns(behind))
        };
        let file = note(&vault, "m.jsonl", &torn(&[1], &[3, 4, 6]));
        let first: serde_json::Value = vault.run(&["--json", "import", &file]).json();
        let page = format!("{}.md", first["made"][0].as_str().unwrap());
        note(&vault, "m.jsonl", &turns(&[1, 2, 3, 4, 5, 6, 7]));
        let done = vault.json(&["import", &file]);
        assert_eq!(done["continued"], first["made"], "{done}");
        let text = vault.text(&page);
        let said: Vec<usize> =
            (1..=7).map(|at| text.rfind(&format!("number {at} of")).unwrap()).collect();
        assert!(said.is_sorted(), "{text}");
        assert_eq!(vault.json(&["import", &file])["unchanged"], 1);
        assert_eq!(vault.recall("number 5 of the walk").len(), 1);
    }
}

#[test]
fn a_folder_of_which_one_page_stands_already_is_not_advised_to_come_twice() {
    let vault = Vault::with_git();
    let folder = vault.beside("notes");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, text) in [("index", "# Mine\n"), ("kiwi", "A kiwi.\n"), ("emu", "An emu.\n")] {
        std::fs::write(folder.join(format!("{name}.md")), text).unwrap();
    }
    let folder = folder.to_str().unwrap();
    // Before anything is made, all of it may go elsewhere.
    let shown = vault.run(&["import", folder, "--dry-run"]).fails(5);
    assert!(shown.err.contains("import into a folder of their own"), "{}", shown.err);
    assert!(!shown.err.contains("memopage undo"), "{}", shown.err);
    let done = vault.run(&["import", folder]).fails(5);
    assert!(done.err.contains("import the files of these pages alone"), "{}", done.err);
    let undo = done.err.split("`memopage undo ").nth(1).and_then(|it| it.split('`').next());
    vault.run_ok(&["remember", "The quay is wet"]);
    vault.run_ok(&["undo", undo.unwrap_or_else(|| panic!("{}", done.err))]);
    assert!(!vault.has("kiwi.md"));
    assert_eq!(
        vault.json(&["import", folder, "--into", "old"])["conflicts"],
        serde_json::json!([])
    );
    assert!(vault.has("old/index.md") && vault.has("old/kiwi.md") && !vault.has("kiwi.md"));
    // The one file alone, as said.
    vault.run_ok(&["import", &format!("{folder}/index.md"), "--into", "one"]);
    assert!(vault.has("one/index.md") && !vault.has("one/kiwi.md"));
}

#[test]
fn a_part_of_the_vault_is_not_taken_into_it_again() {
    let vault = Vault::new();
    vault.put("notes/a.md", "# A\n\nOne.\n");
    vault.run_ok(&["status"]);
    for part in ["notes", "notes/a.md"] {
        let path = vault.root().join(part);
        let refused = vault.run(&["import", path.to_str().unwrap()]).fails(2);
        assert!(refused.err.contains("is a part of this vault already"), "{}", refused.err);
    }
    vault.put("raw/chat.jsonl", CHAT);
    let raw = vault.root().join("raw/chat.jsonl");
    assert_eq!(vault.json(&["import", raw.to_str().unwrap()])["sessions"], 2);
}
