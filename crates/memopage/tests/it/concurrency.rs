//! Many writers, and writers that die.

use crate::vault::{Vault, finished};
use std::process::Stdio;

#[test]
fn c056_appends_at_the_same_time_are_all_there_once() {
    let vault = Vault::new();
    vault.put("note.md", "# Note\n");
    std::thread::scope(|scope| {
        for line in 0..20 {
            let vault = &vault;
            scope.spawn(move || vault.run_ok(&["append", "note", &format!("line {line} end")]));
        }
    });
    let text = vault.text("note.md");
    for line in 0..20 {
        assert_eq!(text.matches(&format!("line {line} end")).count(), 1, "{text}");
    }
}

#[test]
fn processes_that_write_many_pages_lose_and_double_nothing() {
    let vault = Vault::with_git();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let vault = &vault;
            scope.spawn(move || {
                for number in 0..5 {
                    let page = format!("notes/{number}");
                    let text = format!("from {writer} to {number}");
                    if vault.run(&["append", &page, &text]).code != 0 {
                        // The page is made by whoever comes first.
                        let made = vault.run(&["write", &page, "# Page\n"]);
                        assert!(made.code == 0 || made.code == 5, "{}", made.err);
                        vault.run_ok(&["append", &page, &text]);
                    }
                }
            });
        }
    });
    let all: String = (0..5).map(|number| vault.text(&format!("notes/{number}.md"))).collect();
    for writer in 0..4 {
        for number in 0..5 {
            assert!(all.matches(&format!("from {writer} to {number}")).count() <= 1, "{all}");
        }
    }
}

#[test]
fn c061_what_was_acknowledged_survives_a_kill() {
    let vault = Vault::new();
    let mut acknowledged = Vec::new();
    for number in 0..24 {
        let page = format!("notes/{number}");
        let mut child = vault
            .command(&["write", &page, "Acknowledged text.\n"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        if number % 2 == 0 {
            assert!(child.wait().unwrap().success());
            acknowledged.push(page);
        } else {
            // Killed wherever it happens to be.
            for _ in 0..number * 2_000 {
                std::hint::spin_loop();
            }
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }
    for page in acknowledged {
        assert_eq!(vault.text(&format!("{page}.md")), "Acknowledged text.\n");
    }
    for number in 0..24 {
        let file = format!("notes/{number}.md");
        assert!(!vault.has(&file) || vault.text(&file) == "Acknowledged text.\n", "torn {file}");
    }
    assert_eq!(vault.run_ok(&["write", "last", "Still writable.\n"]).code, 0);
    assert_eq!(vault.recall("still writable"), ["last"]);
}

#[test]
fn a_writer_that_has_to_wait_too_long_says_who_is_writing() {
    let vault = Vault::new();
    vault.run_ok(&["write", "a", "One.\n"]);
    let lock = vault.root().join(".memopage").join("lock");
    let holder = std::process::Command::new("flock")
        .args(["-x"])
        .arg(&lock)
        .args(["sh", "-c", "echo held; read line"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut holder) = holder else { panic!("flock of util-linux is needed") };
    let mut said = String::new();
    let mut out = std::io::BufReader::new(holder.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut out, &mut said).unwrap();
    let before = vault.snapshot();
    let done = finished(vault.command(&["write", "a", "Two.\n", "--wait", "0"]));
    assert_eq!(done.code, 6, "{}", done.err);
    assert!(done.err.contains("hint:"), "{}", done.err);
    assert_eq!(vault.snapshot(), before);
    drop(holder.stdin.take());
    holder.wait().unwrap();
    vault.run_ok(&["write", "a", "Two.\n"]);
}

#[test]
fn c064_a_damaged_or_missing_index_is_made_anew() {
    let vault = Vault::new();
    vault.put("a.md", "The lighthouse keeper.\n");
    assert_eq!(vault.recall("lighthouse keeper"), ["a"]);
    let index = vault.root().join(".memopage/index");
    for row in std::fs::read_dir(&index).unwrap() {
        let path = row.unwrap().path();
        if path.is_file() {
            std::fs::write(&path, "damaged").unwrap();
        }
    }
    assert_eq!(vault.recall("lighthouse keeper"), ["a"]);
    std::fs::remove_dir_all(&index).unwrap();
    assert_eq!(vault.recall("lighthouse keeper"), ["a"]);
}
