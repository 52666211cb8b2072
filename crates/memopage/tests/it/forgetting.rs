//! What `forget` takes by its words: notes of a day, list items, the one line of the vault that has them.

use crate::vault::{MONDAY, Vault, monday, remember};

const WIFI: &str = "The wifi code is on the fridge";

#[test]
fn a_note_of_the_day_is_forgotten_and_undo_gives_it_back() {
    let typed = format!("### 10:00 — {WIFI}");
    for which in [
        &[MONDAY, WIFI][..],
        &["today", &typed],
        &["today", "the WIFI code is on the fridge"],
        &[WIFI],
    ] {
        let vault = Vault::with_git().at("2026-11-30T10:00:00Z");
        remember(&vault, &[WIFI]);
        let before = vault.text(&format!("{MONDAY}.md"));
        let line = before.lines().find(|it| it.starts_with("###")).unwrap();
        let which: Vec<&str> =
            which.iter().map(|it| if it.starts_with('#') { line } else { *it }).collect();
        let done = vault.run_ok(&[&["forget"][..], &which].concat()).out;
        assert!(done.contains(&format!("retired: {WIFI}")), "{which:?}: {done}");
        let text = vault.text(&format!("{MONDAY}.md"));
        assert!(!text.contains("###") && text.contains(&format!("- ~~{WIFI}~~")), "{text}");
        let hits = vault.json(&["recall", "--any", "Where is the wifi code?"])["hits"].to_string();
        assert!(!hits.contains("fridge"), "{hits}");
        vault.run_ok(&["undo"]);
        assert_eq!(vault.text(&format!("{MONDAY}.md")), before);
    }
}

#[test]
fn a_title_is_meant_in_any_letters_and_an_undo_says_what_it_took_back() {
    let vault = Vault::with_git();
    remember(&vault, &["--page", "Acme Corp", "--key", "phone", "--value", "555 0100"]);
    vault.run_ok(&["forget", "acme corp"]);
    vault.run_ok(&["undo"]);
    let log = vault.text("log.md");
    let last = log.lines().rfind(|it| it.starts_with("## ")).unwrap();
    assert!(last.contains("undo | forget: ") && last.contains("acme-corp ("), "{log}");
    vault.run_ok(&["move", "ACME CORP", "clients/acme"]);
    // Of two that differ in letters alone neither is.
    vault.put("x/one.md", "---\ntitle: Blue\n---\n");
    vault.put("x/two.md", "---\ntitle: BLUE\n---\n");
    vault.run(&["forget", "blue"]).fails(5);
}

#[test]
fn what_is_appended_to_a_day_is_no_part_of_the_note_before_it() {
    let vault = monday();
    remember(&vault, &["Tea with Bob"]);
    vault.run_ok(&["append", "today", "- bought milk"]);
    vault.run_ok(&["append", "today", "- and bread"]);
    let text = vault.text(&format!("{MONDAY}.md"));
    let end = "### 10:00 — Tea with Bob\n\n### 10:00\n\n- bought milk\n- and bread\n";
    assert!(text.ends_with(end), "{text}");
    let missing = vault.run(&["forget", "today", "tea"]).fails(4);
    assert!(missing.err.contains("did you mean `Tea with Bob`"), "{}", missing.err);
    vault.run_ok(&["forget", "today", "Tea with Bob"]);
    vault.run_ok(&["forget", "today", "bought milk"]);
    let text = vault.text(&format!("{MONDAY}.md"));
    let (now, past) = text.split_once("## History").unwrap();
    assert!(now.contains("and bread") && !now.contains("milk") && !now.contains("Tea"), "{text}");
    assert!(past.contains("bought milk") && past.contains("Tea with Bob"), "{text}");
}

#[test]
fn an_item_of_a_days_page_is_forgotten_and_one_with_text_below_its_heading_is_not() {
    let vault = monday();
    let page = "# Monday\n\n- tea with Ann\n\n### 09:00 — a walk\n\nIt rained.\n\n### 10:00 — choir\n\n### 11:00 — choir\n";
    vault.put(&format!("{MONDAY}.md"), page);
    vault.run_ok(&["forget", "today", "Tea with Ann"]);
    vault.run_ok(&["forget", "today", "choir"]);
    let refused = vault.run(&["forget", "today", "a walk"]).fails(3);
    assert!(refused.err.contains("more than the note stands below"), "{}", refused.err);
    let missing = vault.run(&["forget", "today", "a walk in the park"]).fails(4);
    assert!(missing.err.contains("no fact"), "{}", missing.err);
    let text = vault.text(&format!("{MONDAY}.md"));
    let (now, past) = text.split_once("## History").unwrap();
    assert!(now.contains("### 09:00 — a walk\n\nIt rained.") && !now.contains("choir"), "{text}");
    assert!(past.contains("~~tea with Ann~~") && past.matches("~~choir~~").count() == 2, "{text}");
}

#[test]
fn a_line_that_two_pages_have_is_named_with_both_and_stays() {
    let vault = monday();
    for page in ["a", "b"] {
        vault.put(&format!("topics/{page}.md"), "---\ntype: topic\n---\n\n- Port: 80\n- same\n");
    }
    let before = vault.snapshot();
    let several = vault.run(&["forget", "Port: 80"]).fails(5);
    assert!(several.err.contains("topics/a · topics/b"), "{}", several.err);
    assert_eq!(vault.snapshot(), before);
    vault.run_ok(&["forget", "topics/a", "Port: 80"]);
    vault.run_ok(&["forget", "Port: 80"]);
    assert!(vault.text("topics/b.md").contains("~~Port: 80~~"));
    vault.run(&["forget", "Port: 80"]).fails(4);
}

#[test]
fn what_cannot_be_done_to_a_days_page_says_what_can() {
    let vault = monday();
    remember(&vault, &[WIFI]);
    let edit = vault.run(&["edit", "today", "fridge", "door"]).fails(3);
    assert!(edit.err.contains("`memopage forget PAGE \"TEXT\"`"), "{}", edit.err);
    let both = ["forget", "today", WIFI, "--heading", "X", "--erase", "--yes"];
    let erase = vault.run(&both).fails(2);
    assert!(erase.err.contains("wherever it stands"), "{}", erase.err);
}

#[test]
fn a_statement_that_is_erased_leaves_every_page_and_comes_back_with_no_import() {
    let vault = Vault::with_git().at("2026-11-30T10:00:00Z");
    let words = "The vault combination hint is grandma's street";
    vault.json(&["remember", "--page", "topics/house", words]);
    vault.json(&["remember", "--page", "topics/house", "The boiler is serviced in May"]);
    vault.put("topics/other.md", &format!("---\ntype: topic\n---\n# Other\n\n- {words}  added:2026-11-01\n- One more.\n\n## History\n\n- ~~{words}~~ added:2026-10-01 superseded:2026-10-05\n"));
    let chat = vault.beside("chat.jsonl");
    let turns = [
        ("user", "Good morning, some things to note.".to_owned()),
        ("user", format!("Note this: {words}. And buy milk.")),
        ("assistant", "Noted.".to_owned()),
    ];
    let lines: String = turns
        .iter()
        .map(|(role, said)| serde_json::json!({"role": role, "content": said, "timestamp": "2026-11-29T10:00:00Z", "session": "s1"}).to_string() + "\n")
        .collect();
    std::fs::write(&chat, &lines).unwrap();
    let chat = chat.to_str().unwrap();
    vault.run_ok(&["import", chat]);
    let notes = vault.beside("notes");
    std::fs::create_dir_all(&notes).unwrap();
    std::fs::write(notes.join("old.md"), format!("# Old\n\n- {words}\n- Boats are wet.\n"))
        .unwrap();

    let done = vault.json(&["forget", "topics/house", words, "--erase", "--yes"]);
    assert_eq!(done["outcome"], "erased", "{done}");
    assert!(done["notes"].to_string().contains("git history still has"), "{done}");
    let stands = |vault: &Vault| {
        vault.snapshot().iter().any(|(path, bytes)| {
            !path.starts_with(".git")
                && !path.starts_with(".memopage")
                && String::from_utf8_lossy(bytes).contains("grandma")
        })
    };
    assert!(!stands(&vault), "{done}");
    assert!(vault.text("topics/house.md").contains("boiler"));
    assert!(vault.text("topics/other.md").contains("One more."));
    assert!(vault.recall("vault combination hint grandma").is_empty());
    // Neither the notes nor the conversation bring it back.
    vault.run_ok(&["import", notes.to_str().unwrap()]);
    vault.run(&["import", chat]);
    assert!(!stands(&vault));
    let old = vault
        .snapshot()
        .into_iter()
        .any(|(_, bytes)| String::from_utf8_lossy(&bytes).contains("Boats are wet"));
    assert!(old);
    vault.run_ok(&["undo"]);
}

#[test]
fn a_name_that_has_the_words_of_what_is_erased_is_told() {
    let vault = Vault::new();
    vault.put("topics/the-spare-key-is-below-the-pot.md", "---\ntype: topic\n---\n# The spare key is below the pot\n\n- The spare key is below the pot\n");
    let said = "The spare key is below the pot";
    let done =
        vault.json(&["forget", "topics/the-spare-key-is-below-the-pot", said, "--erase", "--yes"]);
    assert!(done["warnings"].to_string().contains("memopage move"), "{done}");
}

#[test]
fn what_is_to_be_erased_must_be_named_exactly() {
    let vault = Vault::new();
    vault.json(&["remember", "--page", "topics/house", "Hint: blue"]);
    vault.json(&["remember", "--page", "topics/house", "The boiler is serviced in May"]);
    let before = vault.snapshot();
    for (which, code) in [("boiler", 4), ("The boiler", 4), ("", 3)] {
        let done = vault.run(&["forget", "topics/house", which, "--erase", "--yes"]);
        assert_eq!(done.code, code, "{which}: {}", done.err);
    }
    assert_eq!(vault.run(&["forget", "topics/house", "Hint", "--erase"]).code, 2);
    assert!(vault.snapshot() == before);
    vault.json(&["forget", "topics/house", "Hint", "--erase", "--yes"]);
    assert!(!vault.text("topics/house.md").contains("blue"));
}
