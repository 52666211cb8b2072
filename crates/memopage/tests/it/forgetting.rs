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
    let erase = vault.run(&["forget", "today", WIFI, "--erase", "--yes"]).fails(2);
    assert!(erase.err.contains("without `--erase`"), "{}", erase.err);
}
