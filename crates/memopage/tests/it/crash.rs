//! Processes that are killed in the midst of their work, at moments that the files themselves show:
//! what was acknowledged is there once, nothing is torn, and the next command needs no help.

use crate::vault::{Vault, finished};
use std::path::Path;
use std::process::{Command, Stdio};

/// Something that can be seen from outside while a process works.
type Moment = fn(&Path) -> bool;

fn has_entries(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|mut rows| rows.next().is_some())
}

/// The moments of a write: staged, promised, published, recorded.
const WRITING: [Moment; 4] = [
    |root| has_entries(&root.join(".memopage/tmp")),
    |root| root.join(".memopage/intent.jsonl").exists(),
    |root| {
        std::fs::read_to_string(root.join("notes/shared.md")).is_ok_and(|it| it.contains("last"))
    },
    |root| root.join(".git/index.lock").exists(),
];

/// Kills the process when it has come so far; true if it ended well before.
fn killed_at(mut command: Command, root: &Path, moment: Moment) -> bool {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.success();
        }
        if moment(root) {
            child.kill().unwrap();
            return child.wait().unwrap().success();
        }
        std::thread::yield_now();
    }
}

fn nothing_is_left(vault: &Vault) {
    for name in ["intent.jsonl", "rescued", "git-pending"] {
        assert!(!vault.has(&format!(".memopage/{name}")), "{name} is left");
    }
    assert!(!has_entries(&vault.root().join(".memopage/tmp")));
}

#[test]
fn c061_what_was_acknowledged_survives_kills_under_load() {
    let vault = Vault::new();
    vault.put("notes/shared.md", "# Shared\n");
    let mut kills = 0;
    let tried: Vec<(String, bool)> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..3_usize)
            .map(|writer| {
                let vault = &vault;
                scope.spawn(move || {
                    let mut tried = Vec::new();
                    for number in 0..12 {
                        let token = format!("w{writer}n{number}");
                        let text = format!("entry {token} end");
                        let command = vault.command(&["append", "notes/shared", &text]);
                        // One writer is left in peace; the others die whenever anybody is so far.
                        let done = match writer {
                            0 => killed_at(command, &vault.root(), |_| false),
                            _ => killed_at(command, &vault.root(), WRITING[number % 2]),
                        };
                        assert!(done || writer != 0, "{token} was refused");
                        tried.push((token, done));
                    }
                    tried
                })
            })
            .collect();
        writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
    });
    vault.run_ok(&["append", "notes/shared", "entry last end"]);
    let text = vault.text("notes/shared.md");
    for (token, acknowledged) in &tried {
        let times = text.matches(&format!("entry {token} end\n")).count();
        assert!(times == 1 || (times == 0 && !acknowledged), "{token} stands {times} times");
        kills += usize::from(!acknowledged);
    }
    let whole = |line: &&str| line.starts_with("entry ") && line.ends_with(" end");
    let others: Vec<&str> = text.lines().filter(|line| !whole(line)).collect();
    assert_eq!(others.iter().filter(|line| !line.is_empty()).count(), 1, "{others:?}");
    assert!(kills > 5, "{kills}");
    assert_eq!(vault.recall("w0n11"), ["notes/shared"]);
    nothing_is_left(&vault);
}

#[test]
fn c061_a_move_with_its_links_is_whole_after_a_kill() {
    let mut kills = 0;
    for moment in WRITING.into_iter().chain(WRITING) {
        let vault = Vault::with_git();
        vault.run_ok(&["write", "notes/ada", "# Ada\n\nThe lighthouse keeper.\n"]);
        vault.run_ok(&["write", "notes/shared", "# Shared\n\nSee [[notes/ada]].\n"]);
        let moving = vault.command(&["move", "notes/ada", "people/last"]);
        let acknowledged = killed_at(moving, &vault.root(), moment);
        kills += usize::from(!acknowledged);
        let found = vault.recall("lighthouse keeper");
        let link = vault.text("notes/shared.md");
        if vault.has("people/last.md") {
            assert!(!vault.has("notes/ada.md") && link.contains("[[people/last]]"), "{link}");
            assert_eq!(found, ["people/last"]);
        } else {
            assert!(!acknowledged);
            assert!(vault.has("notes/ada.md") && link.contains("[[notes/ada]]"), "{link}");
            assert_eq!(found, ["notes/ada"]);
        }
        // A git that was at work when its program died ends by itself.
        while vault.root().join(".git/index.lock").exists() {
            std::thread::yield_now();
        }
        vault.run_ok(&["write", "next", "# Next\n"]);
        nothing_is_left(&vault);
        let mut status = Command::new("git");
        status.args(["status", "--porcelain"]).current_dir(vault.root());
        assert_eq!(finished(status).ok().out, "");
    }
    assert!(kills > 2, "{kills}");
}

/// The moments of an index that is made anew: begun, empty, being filled.
const INDEXING: [Moment; 4] = [
    |root| root.join(".memopage/index/rebuild.lock").exists(),
    |root| root.join(".memopage/index/epoch").exists(),
    |root| files_of(&root.join(".memopage/index/text")) > 3,
    |root| files_of(&root.join(".memopage/index/text")) > 12,
];

fn files_of(folder: &Path) -> usize {
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

#[test]
fn c064_a_kill_while_the_index_is_made_anew_needs_no_repair() {
    let vault = Vault::new();
    for number in 0..600 {
        let text = format!("# Note {number}\n\nHarbour ledger, marked token{number}x.\n");
        vault.put(&format!("notes/note-{number}.md"), &text);
    }
    let pages = vault.json(&["status"])["pages"].clone();
    let index = vault.root().join(".memopage/index");
    let mut kills = 0;
    for moment in INDEXING {
        if index.exists() {
            std::fs::remove_dir_all(&index).unwrap();
        }
        let asking = vault.command(&["recall", "token7x"]);
        kills += usize::from(!killed_at(asking, &vault.root(), moment));
        for number in [0, 299, 599] {
            assert_eq!(vault.recall(&format!("token{number}x")), [format!("notes/note-{number}")]);
        }
        assert_eq!(vault.json(&["status"])["pages"], pages);
    }
    assert!(kills > 1, "{kills}");
}
