//! What only several real processes can show: they exclude each other, survive each other's death,
//! and one that dies at any step leaves a vault before or after its change.
//!
//! This file is its own runner: it starts itself again with arguments for a child.
#![allow(clippy::print_stdout, clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

#[cfg(feature = "failpoints")]
use store::Counting;
use store::{
    Cursor, Disk, Durability, History, Journal, LockError, Note, Vault, commit, lock, lock_for,
    recover,
};
use wiki::policy::{approve, screen};
use wiki::{
    Approved, Changes, Observation, Origin, PagePath, PolicyLimits, Purpose, Revision, Schema,
    Trust, Write,
};

const LONG: Duration = Duration::from_secs(60);
const PROCESSES: usize = 8;
const LINES: usize = 25;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["child-lines", root, name] => child_lines(Path::new(root), name),
        ["child-appends", root, name] => child_appends(Path::new(root), name),
        ["child-holds", root] => child_holds(Path::new(root)),
        #[cfg(feature = "failpoints")]
        ["child-dies", root, step] => death::child_dies(Path::new(root), step.parse().unwrap()),
        ["child-notes", root] => child_notes(Path::new(root)),
        _ => {
            c056_eight_processes_lose_no_journal_line();
            c056_eight_processes_lose_no_append();
            a_lock_names_a_holder_in_another_process_and_survives_its_death();
            #[cfg(feature = "failpoints")]
            death::a_process_that_dies_at_any_step_leaves_before_or_after();
            c061_what_a_killed_process_acknowledged_is_there();
            println!("processes: all passed");
        }
    }
}

fn child(args: &[&str]) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

fn off() -> History {
    History::Off { why: "a test".into() }
}

fn note() -> Note {
    Note {
        operation: "test".into(),
        subject: "a test".into(),
        origin: "test".into(),
        ..Note::default()
    }
}

fn page(path: &str) -> PagePath {
    PagePath::parse(path).unwrap()
}

fn approved(writes: Vec<Write>) -> Approved {
    let origin = Origin {
        actor: "test".into(),
        door: "test".into(),
        trust: Trust::Person,
        purpose: Purpose::Write,
    };
    let limits = PolicyLimits { page_bytes: 1 << 20, writes: 100 };
    let changes =
        Changes { writes, restored: Default::default(), decisions: None, note: "a test".into() };
    approve(changes, &Schema::parse(""), &limits, &origin).unwrap().0
}

fn create(path: &str, text: &str) -> Write {
    Write::Create { path: page(path), text: text.into() }
}

fn update(path: &str, before: &str, text: &str) -> Write {
    let base = Revision::of(before.as_bytes());
    Write::Update { path: page(path), base, text: text.into(), before: before.into() }
}

fn child_lines(root: &Path, name: &str) {
    let disk = Disk::open(root).unwrap();
    for n in 0..LINES {
        let screened = screen(Observation {
            who: "test".into(),
            when: "2026-05-20T12:00:00Z".into(),
            session: None,
            kind: "prompt".into(),
            text: format!("{name} {n} {}", "x".repeat(3000)),
        });
        Journal::new(&disk).append(&screened, Durability::Written).unwrap();
    }
}

fn c056_eight_processes_lose_no_journal_line() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().to_str().unwrap();
    let children: Vec<Child> =
        (0..PROCESSES).map(|n| child(&["child-lines", root, &n.to_string()])).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let disk = Disk::open(folder.path()).unwrap();
    let batch = Journal::new(&disk).read(&Cursor::default(), 9999).unwrap();
    let mut texts: Vec<String> =
        batch.records.iter().map(|record| record.observation().unwrap().text).collect();
    texts.sort_unstable();
    texts.dedup();
    assert_eq!((texts.len(), batch.bad.len()), (PROCESSES * LINES, 0));
}

fn child_appends(root: &Path, name: &str) {
    let disk = Disk::open(root).unwrap();
    for n in 0..LINES {
        let lock = lock(&disk.state(), LONG).unwrap();
        let before = String::from_utf8(disk.read("a.md").unwrap()).unwrap();
        let change = approved(vec![update("a", &before, &format!("{before}- {name} {n}\n"))]);
        commit(&disk, &lock, &off(), &change, &note()).unwrap();
    }
}

fn c056_eight_processes_lose_no_append() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::open(folder.path()).unwrap();
    disk.create("a.md", b"# A\n").unwrap();
    let root = folder.path().to_str().unwrap();
    let children: Vec<Child> =
        (0..PROCESSES).map(|n| child(&["child-appends", root, &n.to_string()])).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let text = String::from_utf8(disk.read("a.md").unwrap()).unwrap();
    let mut lines: Vec<&str> = text.lines().skip(1).collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), PROCESSES * LINES);
}

fn child_holds(root: &Path) {
    let disk = Disk::open(root).unwrap();
    let _lock = lock_for(&disk.state(), "maintain", Duration::ZERO).unwrap();
    println!("held");
    // Holds until the parent kills it or closes the pipe.
    std::io::stdin().read_to_end(&mut Vec::new()).unwrap();
}

fn a_lock_names_a_holder_in_another_process_and_survives_its_death() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::open(folder.path()).unwrap();
    let mut holder = child(&["child-holds", folder.path().to_str().unwrap()]);
    let mut line = String::new();
    BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, "held\n");
    let LockError::Held { holder: named } = lock(&disk.state(), Duration::ZERO).unwrap_err() else {
        panic!("the lock is held")
    };
    let named = named.unwrap();
    assert_eq!((named.pid, named.operation.as_str()), (holder.id(), "maintain"));
    holder.kill().unwrap();
    holder.wait().unwrap();
    assert!(lock(&disk.state(), LONG).is_ok());
}

/// A death at every step; needs the feature `failpoints`.
#[cfg(feature = "failpoints")]
mod death {
    use super::*;

    const BEFORE: [(&str, &str); 3] = [("a.md", "A"), ("b.md", "B"), ("c.md", "C")];
    const AFTER: [(&str, &str); 4] =
        [("a.md", "A2"), ("c.md", "C"), ("new/d.md", "D"), ("to/b.md", "B2")];

    fn texts(vault: &dyn Vault) -> Vec<(String, String)> {
        let files = vault.list().unwrap().files;
        let read = |file: &str| String::from_utf8(vault.read(file).unwrap()).unwrap();
        files.iter().map(|stat| (stat.file.clone(), read(&stat.file))).collect()
    }

    fn owned(pages: &[(&str, &str)]) -> Vec<(String, String)> {
        pages.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect()
    }

    pub(super) fn child_dies(root: &Path, step: usize) {
        let disk = Disk::open(root).unwrap();
        let lock = lock(&disk.state(), Duration::ZERO).unwrap();
        let vault = Counting::new(disk, step);
        let moving = Write::Move {
            from: page("b"),
            to: page("to/b"),
            base: Revision::of(b"B"),
            text: "B2".into(),
            before: "B".into(),
        };
        let change = approved(vec![create("new/d", "D"), update("a", "A", "A2"), moving]);
        commit(&vault, &lock, &off(), &change, &note()).unwrap();
        println!("done");
    }

    pub(super) fn a_process_that_dies_at_any_step_leaves_before_or_after() {
        let mut outcomes = (0, 0);
        for step in 0.. {
            let folder = tempfile::tempdir().unwrap();
            let disk = Disk::open(folder.path()).unwrap();
            for (file, text) in BEFORE {
                disk.create(file, text.as_bytes()).unwrap();
            }
            let args = ["child-dies", folder.path().to_str().unwrap(), &step.to_string()];
            let output = child(&args).wait_with_output().unwrap();
            let acknowledged = output.stdout == b"done\n";
            let lock = lock(&disk.state(), LONG).unwrap();
            recover(&disk, &lock, &off()).unwrap();
            let now = texts(&disk);
            if now == owned(&BEFORE) {
                assert!(!acknowledged, "step {step}");
                outcomes.0 += 1;
            } else {
                assert_eq!(now, owned(&AFTER), "step {step}");
                outcomes.1 += 1;
            }
            assert_eq!(disk.list_state("tmp").unwrap(), Vec::<String>::new());
            if acknowledged {
                break;
            }
        }
        assert!(outcomes.0 > 5 && outcomes.1 > 5, "both outcomes are reached: {outcomes:?}");
    }
}

fn child_notes(root: &Path) {
    let disk = Disk::open(root).unwrap();
    for n in 0.. {
        let lock = lock(&disk.state(), LONG).unwrap();
        let change = approved(vec![create(&format!("n{n}"), &format!("note {n}"))]);
        commit(&disk, &lock, &off(), &change, &note()).unwrap();
        let mut out = std::io::stdout().lock();
        if writeln!(out, "{n}").and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}

fn c061_what_a_killed_process_acknowledged_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::open(folder.path()).unwrap();
    let mut writer = child(&["child-notes", folder.path().to_str().unwrap()]);
    let mut acknowledged = 0_usize;
    for line in BufReader::new(writer.stdout.take().unwrap()).lines() {
        assert_eq!(line.unwrap(), acknowledged.to_string());
        acknowledged += 1;
        if acknowledged == 100 {
            writer.kill().unwrap();
            break;
        }
    }
    writer.wait().unwrap();
    let lock = lock(&disk.state(), LONG).unwrap();
    recover(&disk, &lock, &off()).unwrap();
    for n in 0..acknowledged {
        assert_eq!(disk.read(&format!("n{n}.md")).unwrap(), format!("note {n}").as_bytes());
    }
    assert_eq!(acknowledged, 100);
}
