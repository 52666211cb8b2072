//! What only a real disk has: links, permissions, odd files.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use super::{approved, create, note, pages, update};
use crate::{Disk, History, Lock, SkipReason, Skipped, Vault, VaultErrorKind, commit, recover};

fn vault() -> (tempfile::TempDir, Disk) {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("vault")).unwrap();
    let disk = Disk::open(&folder.path().join("vault")).unwrap();
    (folder, disk)
}

fn skipped(disk: &Disk) -> Vec<Skipped> {
    disk.list().unwrap().skipped
}

#[test]
fn c043_two_names_of_one_folder_are_one_vault() {
    let (folder, disk) = vault();
    symlink(disk.root(), folder.path().join("link")).unwrap();
    let names = ["link", "vault/../vault", "vault/."];
    for name in names {
        let other = Disk::open(&folder.path().join(name)).unwrap();
        assert_eq!(other.root(), disk.root());
        assert_eq!(other.state(), disk.state());
    }
    assert_eq!(Disk::open(Path::new("/nonexistent/x")).unwrap_err().kind, VaultErrorKind::NotFound);
    fs::write(folder.path().join("file"), "").unwrap();
    let file = Disk::open(&folder.path().join("file")).unwrap_err();
    assert_eq!(file.kind, VaultErrorKind::NotFound);
}

#[test]
fn c085_a_link_that_leads_out_is_neither_listed_nor_followed() {
    let (folder, disk) = vault();
    let outside = folder.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("secret.md"), "secret").unwrap();
    symlink(outside.join("secret.md"), disk.root().join("x.md")).unwrap();
    symlink(&outside, disk.root().join("dir")).unwrap();
    symlink("../outside/secret.md", disk.root().join("relative.md")).unwrap();
    symlink("nowhere.md", disk.root().join("dangling.md")).unwrap();
    fs::create_dir(disk.root().join(".git")).unwrap();
    fs::write(disk.root().join(".git/config"), "token").unwrap();
    symlink(".git/config", disk.root().join("config.md")).unwrap();
    assert!(disk.list().unwrap().files.is_empty());
    let why: Vec<_> = skipped(&disk).into_iter().map(|it| (it.file, it.why)).collect();
    let out = |file: &str| (file.to_owned(), SkipReason::LeadsOut);
    let dangling = ("dangling.md".to_owned(), SkipReason::Dangling);
    assert_eq!(why, [out("config.md"), dangling, out("dir"), out("relative.md"), out("x.md")]);
    for file in
        ["x.md", "dir/secret.md", "relative.md", "dir/new.md", "dir/sub/new.md", "config.md"]
    {
        assert_eq!(disk.read(file).unwrap_err().kind, VaultErrorKind::Escapes, "{file}");
        assert_eq!(disk.replace(file, b"!").unwrap_err().kind, VaultErrorKind::Escapes, "{file}");
        assert_eq!(disk.create(file, b"!").unwrap_err().kind, VaultErrorKind::Escapes, "{file}");
        assert_eq!(disk.remove(file).unwrap_err().kind, VaultErrorKind::Escapes, "{file}");
    }
    assert_eq!(disk.replace("dangling.md", b"!").unwrap_err().kind, VaultErrorKind::Escapes);
    assert_eq!(fs::read(outside.join("secret.md")).unwrap(), b"secret");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    let change = approved(vec![create("dir/evil", "E")]);
    let off = History::Off { why: "a test".into() };
    assert!(commit(&disk, &Lock::unshared(), &off, &change, &note("x")).is_err());
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
}

#[test]
fn a_private_folder_that_leads_out_is_refused() {
    let (folder, disk) = vault();
    let outside = folder.path().join("outside");
    fs::create_dir(&outside).unwrap();
    symlink(&outside, disk.root().join(".memopage")).unwrap();
    assert!(disk.replace_state("x", b"1").is_err());
    assert!(disk.replace("a.md", b"1").is_err());
    assert!(crate::lock(&disk.state(), std::time::Duration::ZERO).is_err());
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
}

#[test]
fn links_inside_are_listed_once_and_loops_end() {
    let (_folder, disk) = vault();
    disk.create("real/page.md", b"P").unwrap();
    fs::write(disk.root().join("README.txt"), "R").unwrap();
    symlink("..", disk.root().join("real/up")).unwrap();
    symlink("real", disk.root().join("again")).unwrap();
    symlink("self", disk.root().join("self")).unwrap();
    symlink("real/page.md", disk.root().join("alias.md")).unwrap();
    symlink("README.txt", disk.root().join("readme.md")).unwrap();
    let files: Vec<String> = disk.list().unwrap().files.into_iter().map(|it| it.file).collect();
    assert_eq!(files, ["readme.md", "real/page.md"]);
    let alias = |file: &str, of: &str| Skipped {
        file: file.to_owned(),
        why: SkipReason::Alias(of.to_owned()),
    };
    let expected =
        [alias("again", "real"), alias("alias.md", "real/page.md"), alias("real/up", "")];
    assert_eq!(skipped(&disk), expected);
    assert_eq!(disk.read("again/page.md").unwrap(), b"P");
}

#[test]
fn a_write_to_a_link_reaches_its_target_and_keeps_the_link() {
    let (_folder, disk) = vault();
    disk.create("real/page.md", b"P").unwrap();
    symlink("real/page.md", disk.root().join("alias.md")).unwrap();
    let off = History::Off { why: "a test".into() };
    let change = approved(vec![update("alias", "P", "P2")]);
    commit(&disk, &Lock::unshared(), &off, &change, &note("x")).unwrap();
    assert_eq!(fs::read(disk.root().join("real/page.md")).unwrap(), b"P2");
    assert!(fs::symlink_metadata(disk.root().join("alias.md")).unwrap().is_symlink());
}

#[test]
fn permissions_are_kept_and_a_read_only_page_is_not_written() {
    let (_folder, disk) = vault();
    disk.create("a.md", b"A").unwrap();
    let path = disk.root().join("a.md");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    disk.replace("a.md", b"B").unwrap();
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
    let off = History::Off { why: "a test".into() };
    let change = approved(vec![update("a", "B", "C"), create("b", "B")]);
    commit(&disk, &Lock::unshared(), &off, &change, &note("x")).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let error = disk.replace("a.md", b"D").unwrap_err();
    assert_eq!((error.kind, error.file.as_str()), (VaultErrorKind::ReadOnly, "a.md"));
    let change = approved(vec![update("b", "B", "B2"), update("a", "C", "D")]);
    assert!(commit(&disk, &Lock::unshared(), &off, &change, &note("x")).is_err());
    assert_eq!(pages(&disk), super::owned(&[("a.md", "C"), ("b.md", "B")]));
}

#[test]
fn pipes_and_sockets_are_skipped_and_never_opened() {
    let (_folder, disk) = vault();
    let pipe = disk.root().join("pipe.md");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let _socket = UnixListener::bind(disk.root().join("socket.md")).unwrap();
    fs::create_dir(disk.root().join("folder.md")).unwrap();
    symlink("pipe.md", disk.root().join("to-pipe.md")).unwrap();
    let why: Vec<_> = skipped(&disk).into_iter().map(|it| (it.file, it.why)).collect();
    let odd = |file: &str| (file.to_owned(), SkipReason::NotAFile);
    let alias = ("to-pipe.md".to_owned(), SkipReason::Alias("pipe.md".into()));
    assert_eq!(why, [odd("pipe.md"), odd("socket.md"), alias]);
    for file in ["pipe.md", "socket.md", "folder.md", "to-pipe.md"] {
        assert_eq!(disk.read(file).unwrap_err().kind, VaultErrorKind::Io, "{file}");
        assert!(disk.replace(file, b"x").is_err(), "{file}");
    }
}

#[test]
fn a_name_that_is_not_text_is_reported() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let (_folder, disk) = vault();
    let name = OsStr::from_bytes(b"caf\xe9.md");
    if fs::write(disk.root().join(name), "x").is_ok() {
        let file = "caf\u{fffd}.md".to_owned();
        assert_eq!(skipped(&disk), [Skipped { file, why: SkipReason::NameNotText }]);
    }
    assert!(disk.list().unwrap().files.is_empty());
}

#[test]
fn a_page_below_a_page_is_no_such_file() {
    let (_folder, disk) = vault();
    disk.create("a.md", b"A").unwrap();
    assert_eq!(disk.read("a.md/b.md").unwrap_err().kind, VaultErrorKind::NotFound);
    assert_eq!(disk.stat("a.md/b.md").unwrap(), None);
    assert!(disk.create("a.md/b.md", b"B").is_err());
}

#[test]
fn the_private_folder_is_hidden_from_git_and_leftovers_are_cleared() {
    let (_folder, disk) = vault();
    disk.create("a.md", b"A").unwrap();
    assert_eq!(fs::read(disk.state().join(".gitignore")).unwrap(), b"*\n");
    fs::write(disk.state().join("tmp/4711-3"), "torn").unwrap();
    let off = History::Off { why: "a test".into() };
    recover(&disk, &Lock::unshared(), &off).unwrap();
    assert_eq!(fs::read_dir(disk.state().join("tmp")).unwrap().count(), 0);
}
