//! One writer at a time within one process; `tests/processes.rs` shows it across processes.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::{approved, note, update};
use crate::{CommitError, Disk, History, LockError, Vault, commit, lock, lock_for};

const LONG: Duration = Duration::from_secs(60);

#[test]
fn a_second_lock_names_the_holder_and_waits_no_longer_than_asked() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::open(folder.path()).unwrap();
    let held = lock_for(&disk.state(), "consolidate", Duration::ZERO).unwrap();
    for wait in [Duration::ZERO, Duration::from_millis(5)] {
        let LockError::Held { holder } = lock(&disk.state(), wait).unwrap_err() else {
            panic!("the lock is held")
        };
        let holder = holder.unwrap();
        assert_eq!((holder.pid, holder.operation.as_str()), (std::process::id(), "consolidate"));
    }
    drop(held);
    assert!(lock(&disk.state(), Duration::ZERO).is_ok());
}

#[test]
fn a_lock_whose_folder_was_deleted_is_not_trusted() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::open(folder.path()).unwrap();
    drop(lock(&disk.state(), Duration::ZERO).unwrap());
    std::fs::remove_dir_all(disk.state()).unwrap();
    assert!(lock(&disk.state(), Duration::ZERO).is_ok());
    assert!(disk.state().join("lock").exists());
}

#[test]
fn c043_two_names_of_one_vault_share_one_lock() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("vault");
    std::fs::create_dir_all(root.join("sub")).unwrap();
    let _held = lock(&root.join(".memopage"), Duration::ZERO).unwrap();
    let other = root.join("sub/../.memopage");
    assert!(matches!(lock(&other, Duration::ZERO), Err(LockError::Held { .. })));
}

#[test]
fn eight_threads_are_never_inside_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::open(folder.path()).unwrap();
    let (inside, entered) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..10 {
                    let _lock = lock(&disk.state(), LONG).unwrap();
                    assert!(!inside.swap(true, Ordering::SeqCst), "two are inside");
                    entered.fetch_add(1, Ordering::SeqCst);
                    inside.store(false, Ordering::SeqCst);
                }
            });
        }
    });
    assert_eq!(entered.load(Ordering::SeqCst), 80);
}

#[test]
fn c056_twenty_appends_at_once_are_all_there() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::open(folder.path()).unwrap();
    disk.create("a.md", b"# A\n").unwrap();
    let off = History::Off { why: "a test".into() };
    std::thread::scope(|scope| {
        for n in 0..20 {
            let (disk, off) = (&disk, &off);
            scope.spawn(move || {
                let lock = lock(&disk.state(), LONG).unwrap();
                let before = String::from_utf8(disk.read("a.md").unwrap()).unwrap();
                let change = approved(vec![update("a", &before, &format!("{before}- line {n}\n"))]);
                commit(disk, &lock, off, &change, &note("append")).unwrap();
            });
        }
    });
    let text = String::from_utf8(disk.read("a.md").unwrap()).unwrap();
    let mut lines: Vec<&str> = text.lines().skip(1).collect();
    lines.sort_unstable();
    let mut expected: Vec<String> = (0..20).map(|n| format!("- line {n}")).collect();
    expected.sort_unstable();
    assert_eq!(lines, expected);
}

#[test]
fn of_two_plans_on_one_text_the_second_is_told_to_plan_again() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::open(folder.path()).unwrap();
    disk.create("a.md", b"A").unwrap();
    let off = History::Off { why: "a test".into() };
    let lock = lock(&disk.state(), LONG).unwrap();
    let (one, two) = (approved(vec![update("a", "A", "1")]), approved(vec![update("a", "A", "2")]));
    commit(&disk, &lock, &off, &one, &note("one")).unwrap();
    let second = commit(&disk, &lock, &off, &two, &note("two"));
    assert!(matches!(second, Err(CommitError::Changed { .. })));
}
