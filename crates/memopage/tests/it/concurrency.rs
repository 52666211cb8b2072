//! Many writers, and writers that die.

use crate::vault::{Vault, finished, pages, plain_call};
use memory::{Memory, Purge};
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

/// Four processes append twelve lines each, spread over so many pages that stand there beforehand.
fn four_times_twelve(pages: usize) {
    let vault = Vault::with_git();
    for page in 0..pages {
        vault.put(&format!("notes/{page}.md"), "# Page\n");
    }
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let vault = &vault;
            scope.spawn(move || {
                for number in 0..12 {
                    let page = format!("notes/{}", (writer + number) % pages);
                    vault.run_ok(&["append", &page, &format!("from w{writer}n{number} end")]);
                }
            });
        }
    });
    let mut lines = 0;
    for page in 0..pages {
        let text = vault.text(&format!("notes/{page}.md"));
        lines += text.lines().filter(|line| line.starts_with("from ")).count();
        for (writer, number) in (0..4).flat_map(|writer| (0..12).map(move |it| (writer, it))) {
            let times = text.matches(&format!("from w{writer}n{number} end\n")).count();
            let expected = usize::from((writer + number) % pages == page);
            assert_eq!(times, expected, "w{writer}n{number} in page {page}: {text}");
        }
    }
    assert_eq!(lines, 48);
    assert_eq!(vault.recall("w3n11"), [format!("notes/{}", 14 % pages)]);
}

#[test]
fn c056_processes_that_append_to_one_page_lose_and_double_nothing() {
    four_times_twelve(1);
}

#[test]
fn c056_processes_that_append_to_many_pages_lose_and_double_nothing() {
    four_times_twelve(12);
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

#[test]
fn a_page_that_is_moved_after_the_look_at_the_disk_is_found_where_it_stands_then() {
    let vault = Vault::new();
    let (old, new) = (vault.root().join("p/a.md"), vault.root().join("q/a.md"));
    std::fs::create_dir_all(new.parent().unwrap()).unwrap();
    let text = "# Beacon\n\nThe alpha marker stands on the shore.\n";
    let mut written = std::time::UNIX_EPOCH;
    for (operation, input) in [
        ("recall", serde_json::json!({"query": "alpha marker"})),
        ("context", serde_json::json!({"prompt": "alpha marker"})),
        ("read", serde_json::json!({"page": "Beacon"})),
    ] {
        if new.exists() {
            std::fs::remove_file(&new).unwrap();
        }
        vault.put("p/a.md", text);
        let (reader, call) = (Memory::open(&vault.root()).unwrap(), plain_call());
        reader.sync(&call, Purge::Guarded, &mut |_, _| {}).unwrap();
        std::fs::rename(&old, &new).unwrap();
        // A writer's note of what it is about to do has come and gone.
        written += std::time::Duration::from_secs(3_600);
        let state = std::fs::File::open(vault.root().join(".memopage")).unwrap();
        state.set_modified(written).unwrap();
        let reply = reader.call(&call, operation, input).unwrap();
        assert!(reply.text.contains("alpha marker stands"), "{operation}: {}", reply.text);
        match operation {
            "recall" => assert_eq!(pages(&reply.json), ["q/a"]),
            "read" => assert_eq!(reply.json["page"], "q/a"),
            _ => {}
        }
    }
}
