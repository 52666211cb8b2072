//! What every vault must do, run on both.

use super::{approved, create, moving, note, owned, page, pages, removing, update};
use crate::vault::{Durability, Target};
use crate::{CommitError, Disk, History, Lock, Ram, Vault, VaultErrorKind, commit, recover};

fn off() -> History {
    History::Off { why: "a test".into() }
}

/// Runs a check on a fresh vault of each kind.
fn on_both(check: fn(&dyn Vault)) {
    check(&Ram::new());
    let folder = tempfile::tempdir().unwrap();
    check(&Disk::open(folder.path()).unwrap());
}

#[test]
fn what_is_written_is_read() {
    on_both(|vault| {
        vault.create("people/ada.md", b"# Ada\r\n").unwrap();
        vault.replace("people/ada.md", b"\xef\xbb\xbf# Ada").unwrap();
        vault.replace("a/b/c/deep.md", b"").unwrap();
        assert_eq!(vault.read("people/ada.md").unwrap(), b"\xef\xbb\xbf# Ada");
        assert_eq!(vault.stat("people/ada.md").unwrap().unwrap().size, 8);
        assert_eq!(vault.read("a/b/c/deep.md").unwrap(), b"");
        vault.remove("people/ada.md").unwrap();
        assert_eq!(vault.stat("people/ada.md").unwrap(), None);
        assert_eq!(vault.stat("nowhere/at/all.md").unwrap(), None);
        assert_eq!(vault.read("people/ada.md").unwrap_err().kind, VaultErrorKind::NotFound);
        assert_eq!(vault.remove("people/ada.md").unwrap_err().kind, VaultErrorKind::NotFound);
    });
}

#[test]
fn create_never_takes_the_place_of_a_file() {
    on_both(|vault| {
        vault.create("a.md", b"mine").unwrap();
        let error = vault.create("a.md", b"yours").unwrap_err();
        assert_eq!((error.kind, error.file.as_str()), (VaultErrorKind::Exists, "a.md"));
        assert_eq!(error.to_string(), "cannot create a.md: a file of that name exists");
        assert_eq!(vault.read("a.md").unwrap(), b"mine");
    });
}

#[test]
fn a_file_beyond_the_limit_is_not_read() {
    on_both(|vault| {
        vault.create("a.md", b"0123456789").unwrap();
        assert_eq!(vault.read_up_to("a.md", 10).unwrap(), b"0123456789");
        assert_eq!(vault.read_up_to("a.md", 9).unwrap_err().kind, VaultErrorKind::TooLarge);
    });
}

#[test]
fn c086_a_path_that_leaves_the_vault_is_refused_with_one_text() {
    on_both(|vault| {
        let bad = [
            "../x.md",
            "a/../../x.md",
            "/etc/passwd",
            "",
            ".",
            "..",
            "a//b.md",
            "a/./b.md",
            "C:\\x",
            "a\0b",
            "a/",
        ];
        for file in bad {
            let errors = [
                vault.read(file).unwrap_err(),
                vault.replace(file, b"x").unwrap_err(),
                vault.create(file, b"x").unwrap_err(),
                vault.remove(file).unwrap_err(),
                vault.stat(file).unwrap_err(),
            ];
            for error in errors {
                assert_eq!(error.kind, VaultErrorKind::Escapes, "{file:?}");
                assert_eq!(error.detail, "the path leaves the vault");
            }
        }
        for file in [".memopage/intent.jsonl", ".git/config", ".GIT/config", ".MemoPage/lock"] {
            assert_eq!(vault.replace(file, b"x").unwrap_err().kind, VaultErrorKind::Escapes);
            assert_eq!(vault.read(file).unwrap_err().kind, VaultErrorKind::Escapes);
        }
        assert_eq!(vault.read_state("../a.md", 0, 9).unwrap_err().kind, VaultErrorKind::Escapes);
        assert!(vault.list().unwrap().files.is_empty());
    });
}

#[test]
fn the_listing_holds_pages_in_order_and_no_private_folder() {
    on_both(|vault| {
        for file in ["z.md", "a.MD", "b/note.markdown", ".archive/old.md", "b/picture.png"] {
            vault.create(file, b"x").unwrap();
        }
        for file in [".obsidian/x.md", ".trash/y.md", "b/.hidden/z.md", ".hidden.md", "md", "x.mdx"]
        {
            vault.create(file, b"x").unwrap();
        }
        vault.replace_state("rescued/x.md", b"x").unwrap();
        let listing = vault.list().unwrap();
        let files: Vec<&str> = listing.files.iter().map(|stat| stat.file.as_str()).collect();
        assert_eq!(files, [".archive/old.md", "a.MD", "b/note.markdown", "z.md"]);
        assert_eq!(listing.others, ["b/picture.png", "md", "x.mdx"]);
        assert_eq!(listing.skipped, []);
    });
}

#[test]
fn state_is_appended_replaced_listed_and_removed() {
    on_both(|vault| {
        assert_eq!(vault.read_state("j/a", 0, 9).unwrap_err().kind, VaultErrorKind::NotFound);
        assert_eq!(vault.list_state("j").unwrap(), Vec::<String>::new());
        vault.append_state("j/a", b"one\n", Durability::Synced).unwrap();
        vault.append_state("j/a", b"two", Durability::Written).unwrap();
        vault.append_state("j/a", b"three\n", Durability::Written).unwrap();
        assert_eq!(vault.read_state("j/a", 0, 99).unwrap(), b"one\ntwo\nthree\n");
        assert_eq!(vault.read_state("j/a", 4, 3).unwrap(), b"two");
        assert_eq!(vault.read_state("j/a", 99, 3).unwrap(), b"");
        vault.replace_state("j/b", b"x").unwrap();
        assert_eq!(vault.list_state("j").unwrap(), ["a", "b"]);
        vault.remove_state("j/a").unwrap();
        vault.remove_state("j/a").unwrap();
        assert_eq!(vault.list_state("j").unwrap(), ["b"]);
    });
}

#[test]
fn staged_bytes_are_published_once() {
    on_both(|vault| {
        let names = vault.stage(&[("a.md", b"A"), ("b.md", b"B")]).unwrap();
        assert_eq!(vault.staged(&names[0]).unwrap(), b"A");
        vault.publish(&names[0], "a.md", Target::Absent).unwrap();
        assert_eq!(vault.staged(&names[0]).unwrap_err().kind, VaultErrorKind::NotFound);
        let clash = vault.publish(&names[1], "a.md", Target::Absent).unwrap_err();
        assert_eq!(clash.kind, VaultErrorKind::Exists);
        vault.publish(&names[1], "a.md", Target::Any).unwrap();
        assert_eq!(vault.read("a.md").unwrap(), b"B");
        vault.stage(&[("c.md", b"C")]).unwrap();
        vault.clear_staged(&[]).unwrap();
        assert_eq!(vault.list_state("tmp").unwrap(), Vec::<String>::new());
    });
}

#[test]
fn a_commit_creates_updates_moves_and_removes_as_one() {
    on_both(|vault| {
        let (lock, history) = (Lock::unshared(), off());
        for (file, text) in [("a.md", "A"), ("b.md", "B"), ("c.md", "C")] {
            vault.create(file, text.as_bytes()).unwrap();
        }
        let changes = approved(vec![
            create("new/项目.x", "N"),
            update("a", "A", "A2"),
            moving("b", "moved/b", "B", "B2"),
            removing("c", "C"),
        ]);
        let done = commit(vault, &lock, &history, &changes, &note("all")).unwrap();
        let expected = [("a.md", "A2"), ("moved/b.md", "B2"), ("new/项目.x.md", "N")];
        assert_eq!(pages(vault), owned(&expected));
        let gone: Vec<_> = done.files.iter().filter(|(_, revision)| revision.is_none()).collect();
        assert_eq!(gone, [&(page("b"), None), &(page("c"), None)]);
        assert_eq!(vault.list_state("tmp").unwrap(), Vec::<String>::new());
        assert!(vault.read_state("intent.jsonl", 0, 1).unwrap_err().is_not_found());
        assert_eq!(recover(vault, &lock, &history).unwrap(), Default::default());
    });
}

#[test]
fn a_page_that_is_not_as_planned_stops_the_whole_change() {
    on_both(|vault| {
        let (lock, history) = (Lock::unshared(), off());
        vault.create("a.md", b"A").unwrap();
        vault.create("b.md", b"by hand").unwrap();
        let attempts = [
            (vec![update("a", "A", "A2"), update("b", "B", "B2")], "b"),
            (vec![update("a", "A", "A2"), create("b", "B2")], "b"),
            (vec![update("a", "A", "A2"), removing("b", "B")], "b"),
            (vec![moving("a", "b", "A", "A")], "b"),
            (vec![moving("b", "c", "B", "B")], "b"),
            (vec![update("gone", "G", "G2")], "gone"),
        ];
        for (writes, named) in attempts {
            let refused = commit(vault, &lock, &history, &approved(writes), &note("x"));
            let Err(CommitError::Changed { path }) = refused else { panic!("{refused:?}") };
            assert_eq!(path, page(named));
            assert_eq!(pages(vault), owned(&[("a.md", "A"), ("b.md", "by hand")]));
        }
        assert_eq!(vault.list_state("tmp").unwrap(), Vec::<String>::new());
    });
}

#[test]
fn a_write_of_what_stands_there_leaves_the_file_alone() {
    on_both(|vault| {
        vault.create("a.md", b"A").unwrap();
        let before = vault.stat("a.md").unwrap();
        let same = approved(vec![update("a", "A", "A")]);
        commit(vault, &Lock::unshared(), &off(), &same, &note("same")).unwrap();
        assert_eq!(vault.stat("a.md").unwrap(), before);
    });
}

#[test]
fn an_intent_of_a_newer_version_is_left_to_it() {
    on_both(|vault| {
        vault.replace_state("intent.jsonl", b"{\"v\":99}\n").unwrap();
        let refused = recover(vault, &Lock::unshared(), &off());
        assert!(matches!(refused, Err(crate::RecoverError::Newer { version: 99 })));
        assert!(vault.read_state("intent.jsonl", 0, 1).is_ok());
    });
}

#[test]
fn a_damaged_intent_is_kept_for_a_person_and_blocks_nothing() {
    on_both(|vault| {
        for damaged in [&b"{\"v\":1,\"oper"[..], b"", b"\xff\xfe", b"[]\n", b"{\"v\":1}\n{}\n"] {
            vault.replace_state("intent.jsonl", damaged).unwrap();
            let recovered = recover(vault, &Lock::unshared(), &off()).unwrap();
            assert!(recovered.dropped.is_some());
        }
        assert_eq!(recover(vault, &Lock::unshared(), &off()).unwrap(), Default::default());
        assert!(vault.list_state("rescued").unwrap().len() > 1);
    });
}

#[test]
fn a_trial_of_a_write_names_the_folder_that_refuses_and_leaves_nothing() {
    on_both(|vault| {
        vault.create("people/ada.md", b"A").unwrap();
        assert_eq!(vault.refusals(&["", "people"]), []);
        let refused = vault.refusals(&["", "people", "nowhere"]);
        let files: Vec<&str> = refused.iter().map(|it| it.file.as_str()).collect();
        assert_eq!(files, ["nowhere"]);
        assert_eq!(pages(vault), owned(&[("people/ada.md", "A")]));
        assert_eq!(vault.list_state("").unwrap_or_default(), [""; 0]);
        assert_eq!(vault.list_state("tmp").unwrap(), [""; 0]);
    });
}

#[test]
fn a_trial_says_so_at_whichever_step_the_disk_refuses() {
    let ram = Ram::new();
    ram.create("a.md", b"A").unwrap();
    let before = ram.steps();
    assert_eq!(ram.refusals(&[""]), []);
    let steps = ram.steps() - before;
    for step in 0..steps {
        let ram = Ram::new();
        ram.create("a.md", b"A").unwrap();
        ram.fail_at(step);
        let refused = ram.refusals(&[""]);
        // The last step takes the temporary file away, which recovery does, too.
        assert!(!refused.is_empty() || step + 1 == steps, "step {step} of {steps}");
    }
}
