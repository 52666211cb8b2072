//! Derived files that are damaged or cannot be written: the pages answer, and writes go on.

use crate::vault::Vault;
use std::fs;
use std::path::PathBuf;

fn vault() -> Vault {
    let vault = Vault::new();
    vault.put("topics/gateway.md", "# Gateway\n\nThe gateway runs on port 8080, see [[ledger]].\n");
    vault.put("topics/ledger.md", "# Ledger\n\nThe ledger closes in March.\n");
    // So many at once are no longer searched beside the big index, but in it.
    for number in 0..62 {
        vault.put(&format!("others/{number}.md"), "# Other\n\nNothing.\n");
    }
    vault.run_ok(&["gc"]);
    vault
}

fn parts(vault: &Vault, ending: &str) -> Vec<PathBuf> {
    let text = vault.root().join(".memopage/index/text");
    let all = fs::read_dir(text).unwrap().map(|entry| entry.unwrap().path());
    let parts: Vec<PathBuf> =
        all.filter(|it| it.extension().is_some_and(|it| it == ending)).collect();
    assert!(!parts.is_empty(), "no file ends in {ending}");
    parts
}

fn overwrite(file: &PathBuf) {
    let mut bytes = fs::read(file).unwrap();
    bytes.iter_mut().for_each(|byte| *byte ^= 0x5a);
    fs::write(file, bytes).unwrap();
}

/// What a person does next works, and none of it speaks of a panic.
fn all_goes_on(vault: &Vault, what: &[&str]) {
    for words in [
        what,
        &["recall", "gateway port"],
        &["lint"],
        &["append", "topics/ledger", "The ledger closes in April, too."],
        &["list"],
        &["status"],
        &["gc"],
    ] {
        let done = vault.run(words).ok();
        assert!(!done.err.contains("panic"), "{words:?}: {}", done.err);
    }
    assert_eq!(vault.recall("gateway port"), ["topics/gateway"]);
    assert!(vault.text("topics/ledger.md").contains("April"));
}

#[test]
fn overwritten_or_missing_parts_of_the_index_cost_no_command_its_answer() {
    for ending in ["fast", "term", "idx", "pos", "fieldnorm"] {
        for first in [&["recall", "gateway"][..], &["gc"], &["lint"]] {
            let vault = vault();
            parts(&vault, ending).iter().for_each(overwrite);
            all_goes_on(&vault, first);
        }
        let vault = vault();
        parts(&vault, ending).iter().for_each(|it| fs::remove_file(it).unwrap());
        all_goes_on(&vault, &["append", "topics/ledger", "A first line."]);
    }
}

#[test]
fn a_spoiled_catalogue_costs_no_command_its_answer() {
    for (at, len) in [(0, 100), (100, 4_000), (4_096, 4_096), (8_192, 60_000)] {
        for first in [&["recall", "gateway"][..], &["append", "topics/ledger", "First."], &["gc"]] {
            let vault = vault();
            let file = vault.root().join(".memopage/index/catalogue.db");
            let mut bytes = fs::read(&file).unwrap();
            bytes.iter_mut().skip(at).take(len).for_each(|byte| *byte ^= 0x11);
            fs::write(&file, bytes).unwrap();
            all_goes_on(&vault, first);
        }
    }
}

#[test]
fn doctor_finds_an_altered_file_and_the_next_look_finds_none() {
    let vault = vault();
    let part = &parts(&vault, "idx")[0];
    let (bytes, meta) = (fs::read(part).unwrap(), fs::metadata(part).unwrap());
    let mut altered = bytes;
    altered[0] ^= 1;
    fs::write(part, altered).unwrap();
    // As a failing disk does it: neither size nor time say so.
    let file = fs::File::options().write(true).open(part).unwrap();
    file.set_modified(meta.modified().unwrap()).unwrap();
    let done = vault.run(&["doctor"]);
    assert!(done.out.contains("was altered"), "{}", done.out);
    assert!(!vault.run(&["doctor"]).out.contains("altered"));
    assert_eq!(vault.recall("gateway port"), ["topics/gateway"]);
}

#[test]
fn a_state_folder_that_is_a_file_leaves_reading_as_it_was() {
    let vault = vault();
    fs::remove_dir_all(vault.root().join(".memopage")).unwrap();
    fs::write(vault.root().join(".memopage"), "no folder").unwrap();
    for words in [
        &["recall", "gateway port"][..],
        &["read", "topics/gateway"],
        &["list"],
        &["status"],
        &["lint"],
    ] {
        let done = vault.run(words).ok();
        assert!(!done.err.contains("delete"), "{words:?}: {}", done.err);
    }
    assert_eq!(vault.recall("gateway port"), ["topics/gateway"]);
    let refused = vault.run(&["append", "topics/ledger", "A line."]).fails(7);
    assert!(refused.err.contains(".memopage"), "{}", refused.err);
    assert!(!vault.text("topics/ledger.md").contains("A line."));
}

#[test]
fn an_index_folder_that_is_a_file_stops_no_write() {
    let vault = vault();
    fs::remove_dir_all(vault.root().join(".memopage/index")).unwrap();
    fs::write(vault.root().join(".memopage/index"), "no folder").unwrap();
    vault.run_ok(&["append", "topics/ledger", "The ledger closes in April, too."]);
    assert_eq!(vault.recall("ledger april")[0], "topics/ledger");
    fs::remove_file(vault.root().join(".memopage/index")).unwrap();
    assert_eq!(vault.recall("ledger april")[0], "topics/ledger");
}

#[test]
fn lint_names_a_page_that_is_not_utf8_and_one_with_the_line_ends_of_an_old_mac() {
    let vault = Vault::new();
    vault.put_bytes("bad.md", b"# Bad\n\nbroken \xff\xfe here\n");
    vault.put("mac.md", "---\rtitle: Old\r---\r# Old\r");
    let lint = vault.json(&["lint", "--rule", "text"]);
    let findings = lint["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 2, "{lint}");
    assert_eq!((&findings[0]["page"], &findings[0]["line"]), (&"bad".into(), &3.into()), "{lint}");
    assert!(findings[0]["message"].as_str().unwrap().contains("not UTF-8"), "{lint}");
    assert!(findings[1]["message"].as_str().unwrap().contains("carriage return"), "{lint}");
    let before = vault.snapshot();
    vault.run(&["edit", "mac", "--set", "status=active"]).fails(3);
    assert_eq!(vault.snapshot(), before);
}

#[test]
fn where_most_pages_are_gone_that_is_said_before_anything_else() {
    let vault = Vault::new();
    for number in 0..12 {
        vault.put(&format!("p{number}.md"), &format!("The heron of pond {number}.\n"));
    }
    vault.run_ok(&["recall", "heron"]);
    for file in vault.snapshot() {
        if file.0.extension().is_some_and(|it| it == "md") {
            std::fs::remove_file(vault.root().join(&file.0)).unwrap();
        }
    }
    let done = vault.run(&["recall", "heron"]).fails(7);
    let (said, files) = done.err.split_once("p0.md").unwrap();
    assert!(said.contains("gc --purge"), "{}", done.err);
    assert!(files.matches(".md").count() <= 5, "{}", done.err);
}

#[test]
fn pages_that_vanished_are_no_empty_context_and_not_unknown() {
    let vault = Vault::new();
    for number in 0..60 {
        vault.put(&format!("n/N{number}.md"), &format!("# N{number}\nzebra{number} text\n"));
    }
    vault.run_ok(&["recall", "zebra3"]);
    std::fs::rename(vault.root().join("n"), vault.beside("away")).unwrap();
    for words in [&["context"][..], &["context", "zebra3"], &["read", "N3"], &["append", "N3", "x"]]
    {
        let done = vault.run(words).fails(7);
        assert!(done.err.contains("most pages are gone"), "{words:?}: {}", done.err);
    }
}

#[test]
fn a_page_whose_status_cannot_be_written_is_put_away_all_the_same() {
    let vault = Vault::new();
    let text = "---\ntype: project\ntitle: an\nstatus: &s active\nother: *s\n---\n# t\n";
    vault.put("projects/an.md", text);
    let done = vault.run_ok(&["forget", "projects/an"]);
    assert!(done.out.contains("the status of archive/projects/an stays as it was"), "{}", done.out);
    assert_eq!(vault.text("archive/projects/an.md"), text);
}
