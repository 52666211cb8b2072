//! A failure or a death at every single step: before or after, never between.

use wiki::{Revision, Write};

use super::{approved, create, moving, note, owned, pages, removing, update};
use crate::intent::{Action, INTENT_FILE, Intent, Undoes};
use crate::{CommitError, Crash, History, Lock, Ram, Vault, commit, recover};

const BEFORE: [(&str, &str); 3] = [("a.md", "A"), ("b.md", "B"), ("dir/c.md", "C")];

/// A change of several pages, with the pages after it.
type Case = (Vec<Write>, Vec<(String, String)>);

fn cases() -> Vec<Case> {
    vec![
        (
            vec![create("new/x", "X"), create("y", "Y")],
            owned(&[
                ("a.md", "A"),
                ("b.md", "B"),
                ("dir/c.md", "C"),
                ("new/x.md", "X"),
                ("y.md", "Y"),
            ]),
        ),
        (
            vec![update("a", "A", "A2"), update("dir/c", "C", "")],
            owned(&[("a.md", "A2"), ("b.md", "B"), ("dir/c.md", "")]),
        ),
        (
            vec![moving("a", "dir/a", "A", "A"), update("b", "B", "[[dir/a]]")],
            owned(&[("b.md", "[[dir/a]]"), ("dir/a.md", "A"), ("dir/c.md", "C")]),
        ),
        (
            vec![removing("a", "A"), removing("b", "B"), create("z", "Z")],
            owned(&[("dir/c.md", "C"), ("z.md", "Z")]),
        ),
    ]
}

fn vault() -> Ram {
    let vault = Ram::new();
    for (file, text) in BEFORE {
        vault.create(file, text.as_bytes()).unwrap();
    }
    vault
}

fn off() -> History {
    History::Off { why: "a test".into() }
}

fn is_clean(vault: &Ram) {
    assert_eq!(vault.list_state("tmp").unwrap(), Vec::<String>::new());
    assert!(vault.read_state(INTENT_FILE, 0, 1).unwrap_err().is_not_found());
}

#[test]
fn c061_a_death_at_any_step_leaves_before_or_after() {
    let crashes = (0..6).map(Crash::Prefix).chain([Crash::Forget, Crash::Keep]);
    let (mut befores, mut afters) = (0, 0);
    for crash in crashes {
        for (writes, after) in cases() {
            for n in 0.. {
                let vault = vault();
                vault.die_at(n);
                let done = commit(
                    &vault,
                    &Lock::unshared(),
                    &off(),
                    &approved(writes.clone()),
                    &note("x"),
                );
                let died = vault.has_failed();
                vault.crash(crash);
                recover(&vault, &Lock::unshared(), &off()).unwrap();
                let now = pages(&vault);
                if done.is_ok() {
                    assert_eq!(now, after, "acknowledged, step {n}, {crash:?}");
                } else if now == owned(&BEFORE) {
                    befores += 1;
                } else {
                    assert_eq!(now, after, "step {n}, {crash:?}");
                    afters += 1;
                }
                is_clean(&vault);
                if !died {
                    break;
                }
            }
        }
    }
    assert!(befores > 100 && afters > 100, "both outcomes are reached: {befores}, {afters}");
}

#[test]
fn a_full_disk_at_any_step_leaves_the_vault_as_it_was() {
    for (writes, after) in cases() {
        for n in 0.. {
            let vault = vault();
            vault.fail_at(n);
            let changes = approved(writes.clone());
            let done = commit(&vault, &Lock::unshared(), &off(), &changes, &note("x"));
            match done {
                Ok(_) => assert_eq!(pages(&vault), after, "step {n}"),
                Err(CommitError::Vault(error)) => {
                    assert_eq!(error.detail, "disk is full");
                    assert_eq!(pages(&vault), owned(&BEFORE), "step {n}");
                }
                Err(error) => panic!("step {n}: {error}"),
            }
            let failed = vault.has_failed();
            recover(&vault, &Lock::unshared(), &off()).unwrap();
            is_clean(&vault);
            if !failed {
                break;
            }
        }
    }
}

#[test]
fn a_death_during_recovery_is_recovered_from() {
    for (writes, after) in cases() {
        for n in 0.. {
            let mut died_first = false;
            for m in 0.. {
                let vault = vault();
                vault.die_at(n);
                let changes = approved(writes.clone());
                let done = commit(&vault, &Lock::unshared(), &off(), &changes, &note("x"));
                died_first |= vault.has_failed();
                vault.crash(Crash::Forget);
                vault.die_at(m);
                drop(recover(&vault, &Lock::unshared(), &off()));
                let died = vault.has_failed();
                vault.crash(Crash::Forget);
                recover(&vault, &Lock::unshared(), &off()).unwrap();
                let now = pages(&vault);
                assert!(
                    now == after || (done.is_err() && now == owned(&BEFORE)),
                    "{n} {m} {now:?}"
                );
                is_clean(&vault);
                if !died {
                    break;
                }
            }
            if !died_first {
                break;
            }
        }
    }
}

#[test]
fn a_death_while_a_failed_change_is_taken_back_leaves_before_or_after() {
    for crash in [Crash::Forget, Crash::Keep, Crash::Prefix(1), Crash::Prefix(2)] {
        for (writes, after) in cases() {
            let changes = approved(writes);
            for n in 0.. {
                let mut came = false;
                // The step n fails, and the process dies m steps later.
                for m in 1.. {
                    let vault = vault();
                    vault.fail_at(n);
                    vault.die_at(n + m);
                    let done = commit(&vault, &Lock::unshared(), &off(), &changes, &note("x"));
                    let died = vault.has_failed();
                    came |= done.is_err();
                    vault.crash(crash);
                    recover(&vault, &Lock::unshared(), &off()).unwrap();
                    let now = pages(&vault);
                    let is_before = done.is_err() && now == owned(&BEFORE);
                    assert!(now == after || is_before, "{n} + {m}, {crash:?}: {now:?}");
                    is_clean(&vault);
                    if !died {
                        break;
                    }
                }
                if !came {
                    break;
                }
            }
        }
    }
}

/// Stops a change right after its intent was written: what a crash there leaves.
fn interrupted(vault: &Ram, actions: &[(&str, Option<&str>, &str)]) {
    let contents: Vec<(&str, &[u8])> =
        actions.iter().map(|(file, _, new)| (*file, new.as_bytes())).collect();
    let staged = vault.stage(&contents).unwrap();
    let puts = actions.iter().zip(staged).map(|((file, base, new), staged)| Action::Put {
        file: (*file).to_owned(),
        base: base.map(|base| Revision::of(base.as_bytes())),
        new: Revision::of(new.as_bytes()),
        staged,
    });
    let intent =
        Intent { note: note("interrupted"), undoes: Undoes::Nothing, actions: puts.collect() };
    intent.write(vault).unwrap();
}

#[test]
fn a_persons_text_is_kept_and_ours_is_rescued() {
    let vault = vault();
    interrupted(
        &vault,
        &[("a.md", Some("A"), "A2"), ("b.md", Some("B"), "B2"), ("n.md", None, "N")],
    );
    vault.replace("b.md", b"typed meanwhile").unwrap();
    vault.create("n.md", b"also typed").unwrap();
    let recovered = recover(&vault, &Lock::unshared(), &off()).unwrap();
    assert_eq!(vault.read("a.md").unwrap(), b"A2");
    assert_eq!(vault.read("b.md").unwrap(), b"typed meanwhile");
    assert_eq!(vault.read("n.md").unwrap(), b"also typed");
    assert_eq!(recovered.finished, ["a.md", "b.md", "n.md"]);
    let rescued: Vec<&str> = recovered.rescued.iter().map(|it| it.file.as_str()).collect();
    assert_eq!(rescued, ["b.md", "n.md"]);
    let kept = recovered.rescued[0].kept.clone().unwrap();
    assert_eq!(vault.read_state(&kept, 0, 99).unwrap(), b"B2");
    is_clean(&vault);
}

#[test]
fn a_person_who_edits_after_the_crash_is_not_bothered() {
    let vault = vault();
    interrupted(&vault, &[("a.md", Some("A"), "A2"), ("b.md", Some("B"), "B2")]);
    let staged = vault.list_state("tmp").unwrap();
    vault.publish(&staged[0], "a.md", crate::Target::Any).unwrap();
    vault.replace("a.md", b"edited later").unwrap();
    let recovered = recover(&vault, &Lock::unshared(), &off()).unwrap();
    assert_eq!(recovered.rescued, []);
    assert_eq!(vault.read("a.md").unwrap(), b"edited later");
    assert_eq!(vault.read("b.md").unwrap(), b"B2");
}

#[test]
fn a_change_whose_staged_files_are_gone_is_dropped_whole() {
    let vault = vault();
    interrupted(&vault, &[("a.md", Some("A"), "A2"), ("b.md", Some("B"), "B2")]);
    vault.clear_staged(&[]).unwrap();
    let recovered = recover(&vault, &Lock::unshared(), &off()).unwrap();
    assert!(recovered.dropped.is_some());
    assert_eq!(pages(&vault), owned(&BEFORE));
    is_clean(&vault);
}

#[test]
fn the_next_commit_finishes_what_a_crash_left() {
    let vault = vault();
    interrupted(&vault, &[("a.md", Some("A"), "A2"), ("b.md", Some("B"), "B2")]);
    let changes = approved(vec![update("a", "A2", "A3")]);
    let done = commit(&vault, &Lock::unshared(), &off(), &changes, &note("next")).unwrap();
    assert_eq!(done.recovered.finished, ["a.md", "b.md"]);
    assert_eq!(vault.read("a.md").unwrap(), b"A3");
    assert_eq!(vault.read("b.md").unwrap(), b"B2");
}

#[test]
fn a_disk_that_ignores_letter_case_keeps_one_file_of_a_name() {
    let vault = Ram::ignoring_case();
    vault.create("People/Ada.md", b"A").unwrap();
    let clash = commit(
        &vault,
        &Lock::unshared(),
        &off(),
        &approved(vec![create("People/ada", "other")]),
        &note("x"),
    );
    assert!(matches!(clash, Err(CommitError::Changed { .. })), "{clash:?}");
    let recase = approved(vec![moving("People/Ada", "People/ada", "A", "A2")]);
    commit(&vault, &Lock::unshared(), &off(), &recase, &note("x")).unwrap();
    assert_eq!(pages(&vault), owned(&[("People/ada.md", "A2")]));
}

#[test]
fn a_death_while_only_the_letter_case_changes_loses_no_text() {
    for n in 0.. {
        let vault = Ram::ignoring_case();
        vault.create("Ada.md", b"A").unwrap();
        vault.die_at(n);
        let recase = approved(vec![moving("Ada", "ada", "A", "A2")]);
        let done = commit(&vault, &Lock::unshared(), &off(), &recase, &note("x")).is_ok();
        let died = vault.has_failed();
        vault.crash(Crash::Forget);
        recover(&vault, &Lock::unshared(), &off()).unwrap();
        let now = pages(&vault);
        let is_after = now == owned(&[("ada.md", "A2")]);
        assert!(is_after || (!done && now == owned(&[("Ada.md", "A")])), "step {n}: {now:?}");
        if !died {
            break;
        }
    }
}

#[test]
fn a_reader_waits_for_a_change_whose_writer_lives_and_for_no_other() {
    let (vault, folder) = (vault(), tempfile::tempdir().unwrap());
    let wait = std::time::Duration::from_millis(3);
    let waited = || crate::wait_out(&vault, folder.path(), wait);
    let held = || crate::lock(folder.path(), std::time::Duration::ZERO).unwrap();
    let lock = held();
    assert!(waited().is_zero(), "no change is under way");
    interrupted(&vault, &[("a.md", Some("A"), "A2")]);
    assert_eq!(waited(), wait);
    drop(lock);
    assert!(waited().is_zero(), "its writer is gone");
    let lock = held();
    recover(&vault, &lock, &off()).unwrap();
    assert!(waited().is_zero(), "it is done");
}
