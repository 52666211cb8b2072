//! What changed by hand, and what did not.

use std::collections::BTreeMap;

use wiki::Revision;

use crate::{
    Disk, Known, Loss, Ram, Readable, ScanResult, ScanRules, SkipReason, Skipped, Vault, fetch,
    scan,
};

const NOW: i128 = 1_000_000_000_000;
const RULES: ScanRules = ScanRules { now_ns: NOW, page_bytes_max: 1000, loss: Loss::Doubted };

type Memory = BTreeMap<String, Known>;

fn rescan(vault: &dyn Vault, memory: &Memory, rules: &ScanRules) -> ScanResult {
    let known = |file: &str| memory.get(file).copied();
    scan(vault, &known, &mut memory.keys().cloned(), rules).unwrap()
}

/// Takes over what a scan found, as the index does.
fn learn(vault: &dyn Vault, memory: &mut Memory, rules: &ScanRules) -> ScanResult {
    let result = rescan(vault, memory, rules);
    for stat in &result.changed {
        let Ok(Some(read)) = fetch(vault, &stat.file, rules) else { continue };
        let revision = Revision::of(&read.bytes);
        let known = Known { size: read.stat.size, mtime_ns: read.stat.mtime_ns, revision };
        memory.insert(stat.file.clone(), known);
    }
    for stat in &result.touched {
        memory.get_mut(&stat.file).unwrap().mtime_ns = stat.mtime_ns;
    }
    for file in &result.removed {
        memory.remove(file);
    }
    result
}

fn names(stats: &[crate::FileStat]) -> Vec<&str> {
    stats.iter().map(|stat| stat.file.as_str()).collect()
}

fn three() -> (Ram, Memory) {
    let vault = Ram::new();
    for file in ["a.md", "dir/b.md", "c.md"] {
        vault.create(file, file.as_bytes()).unwrap();
    }
    let mut memory = Memory::new();
    learn(&vault, &mut memory, &RULES);
    (vault, memory)
}

#[test]
fn new_changed_touched_and_removed_files_are_told_apart() {
    let (vault, mut memory) = three();
    assert_eq!(memory.len(), 3);
    let quiet = learn(&vault, &mut memory, &RULES);
    assert_eq!((quiet.present, quiet.changed.len(), quiet.touched.len()), (3, 0, 0));
    vault.replace("a.md", b"A.MD").unwrap();
    vault.set_mtime("c.md", 77);
    vault.remove("dir/b.md").unwrap();
    vault.create("new.md", b"new").unwrap();
    let found = learn(&vault, &mut memory, &RULES);
    assert_eq!(names(&found.changed), ["a.md", "new.md"]);
    assert_eq!(names(&found.touched), ["c.md"]);
    assert_eq!(found.removed, ["dir/b.md"]);
    assert_eq!(rescan(&vault, &memory, &RULES).changed, []);
}

#[test]
fn a_young_time_is_never_trusted() {
    let (vault, mut memory) = three();
    let young = ScanRules { now_ns: 500, ..RULES };
    vault.replace("a.md", b"AAAA").unwrap();
    vault.set_mtime("a.md", 400);
    learn(&vault, &mut memory, &young);
    // The same size within the same tick of the clock.
    vault.replace("a.md", b"BBBB").unwrap();
    vault.set_mtime("a.md", 400);
    let later = learn(&vault, &mut memory, &RULES);
    assert_eq!(names(&later.changed), ["a.md"]);
    assert_eq!(memory["a.md"].revision, Revision::of(b"BBBB"));
    assert_eq!(rescan(&vault, &memory, &RULES).changed, []);
    // A known file with an unchanged time that is young is read again, too.
    vault.replace("a.md", b"CCCC").unwrap();
    vault.set_mtime("a.md", 400);
    assert_eq!(names(&rescan(&vault, &memory, &young).changed), ["a.md"]);
}

#[test]
fn c070_an_unreadable_file_is_named_and_what_is_known_of_it_stays() {
    let (vault, mut memory) = three();
    let before = memory["dir/b.md"];
    vault.replace("dir/b.md", b"DIR/B.MD").unwrap();
    vault.set_readable("dir/b.md", Readable::No);
    let found = learn(&vault, &mut memory, &RULES);
    let why = SkipReason::Unreadable("permission denied".into());
    assert_eq!(found.skipped, [Skipped { file: "dir/b.md".into(), why }]);
    assert_eq!(found.skipped[0].to_string(), "dir/b.md cannot be read: permission denied");
    assert_eq!((found.removed.len(), memory["dir/b.md"]), (0, before));
    // A new one that cannot be read is named when it is fetched.
    vault.create("new.md", b"x").unwrap();
    vault.set_readable("new.md", Readable::No);
    assert_eq!(names(&rescan(&vault, &memory, &RULES).changed), ["new.md"]);
    let skipped = fetch(&vault, "new.md", &RULES).unwrap_err();
    assert_eq!(skipped.to_string(), "new.md cannot be read: permission denied");
    vault.set_readable("dir/b.md", Readable::Yes);
    assert_eq!(names(&rescan(&vault, &memory, &RULES).changed), ["dir/b.md", "new.md"]);
}

#[test]
fn files_in_an_unreadable_folder_are_not_taken_for_removed() {
    let (vault, memory) = three();
    vault.set_readable("dir", Readable::No);
    let found = rescan(&vault, &memory, &RULES);
    assert_eq!((found.removed.len(), found.skipped[0].file.as_str()), (0, "dir"));
}

#[test]
fn c071_a_vault_that_is_suddenly_empty_loses_nothing_until_confirmed() {
    let (vault, mut memory) = three();
    for file in memory.keys() {
        vault.remove(file).unwrap();
    }
    let found = learn(&vault, &mut memory, &RULES);
    assert!(found.vanished);
    assert_eq!((found.removed.len(), memory.len()), (0, 3));
    let confirmed = ScanRules { loss: Loss::Confirmed, ..RULES };
    let found = learn(&vault, &mut memory, &confirmed);
    assert_eq!((found.vanished, found.removed.len(), memory.len()), (false, 3, 0));
    assert!(!rescan(&vault, &memory, &RULES).vanished);
}

#[test]
fn c071_the_loss_of_most_of_many_files_is_doubted() {
    let vault = Ram::new();
    let mut memory = Memory::new();
    for n in 0..40 {
        vault.create(&format!("n{n}.md"), b"x").unwrap();
    }
    learn(&vault, &mut memory, &RULES);
    for n in 0..20 {
        vault.remove(&format!("n{n}.md")).unwrap();
    }
    assert_eq!(rescan(&vault, &memory, &RULES).removed.len(), 20);
    vault.remove("n20.md").unwrap();
    let found = rescan(&vault, &memory, &RULES);
    assert!(found.vanished && found.removed.is_empty());
}

#[test]
fn a_file_beyond_the_limit_is_named_and_not_read() {
    let (vault, mut memory) = three();
    vault.replace("a.md", &[b'x'; 1001]).unwrap();
    let found = learn(&vault, &mut memory, &RULES);
    let why = SkipReason::TooLarge(1001);
    assert_eq!(found.skipped, [Skipped { file: "a.md".into(), why }]);
    assert_eq!((found.removed.len(), found.changed.len()), (0, 0));
    assert!(matches!(
        fetch(&vault, "a.md", &RULES),
        Err(Skipped { why: SkipReason::TooLarge(_), .. })
    ));
    assert_eq!(fetch(&vault, "gone.md", &RULES), Ok(None));
}

#[test]
fn a_real_disk_is_scanned_alike() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::open(folder.path()).unwrap();
    for n in 0..50 {
        disk.create(&format!("d{}/n{n}.md", n % 5), b"x").unwrap();
    }
    let mut memory = Memory::new();
    let far = ScanRules { now_ns: i128::MAX / 2, ..RULES };
    assert_eq!(learn(&disk, &mut memory, &far).changed.len(), 50);
    let quiet = learn(&disk, &mut memory, &far);
    assert_eq!((quiet.changed.len(), quiet.touched.len(), quiet.removed.len()), (0, 0, 0));
    std::fs::write(folder.path().join("d0/n0.md"), "yy").unwrap();
    std::fs::remove_dir_all(folder.path().join("d1")).unwrap();
    let found = learn(&disk, &mut memory, &far);
    assert_eq!(names(&found.changed), ["d0/n0.md"]);
    assert_eq!(found.removed.len(), 10);
}
