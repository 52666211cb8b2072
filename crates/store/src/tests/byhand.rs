//! What a person wrote before an operation came, what git does not keep, and texts that git stores
//! otherwise than they lie there.

use super::git::Place;
use super::{approved, create, note, removing, update};
use crate::{Lock, Vault, commit};

#[test]
fn what_a_person_wrote_is_a_commit_of_its_own_before_it_is_changed() {
    for attributes in ["", "*.md text\n"] {
        let place = Place::new();
        if !attributes.is_empty() {
            std::fs::write(place.root().join(".gitattributes"), attributes).unwrap();
        }
        place.commit("one", vec![create("a", "A\n"), create("b", "B\n")]);
        std::fs::write(place.root().join("a.md"), "A\nHAND\n").unwrap();
        std::fs::write(place.root().join("new.md"), "NEW\n").unwrap();
        std::fs::write(place.root().join("bystander.md"), "X\n").unwrap();
        let writes = vec![
            update("a", "A\nHAND\n", "A2\n"),
            removing("new", "NEW\n"),
            update("b", "B\n", "B2\n"),
        ];
        let done = place.commit("two", writes);
        assert_eq!(done.history_warning, None);
        let log = place.history.log(None, 9).unwrap();
        let subjects: Vec<&str> = log.iter().map(|it| it.subject.as_str()).collect();
        assert_eq!(subjects, ["remember: two", "by hand: a.md and 1 more", "remember: one"]);
        assert_eq!(log[1].operation.as_deref(), Some("hand"));
        assert_eq!(place.git(&["show", "HEAD~1:a.md"]), "A\nHAND\n");
        assert_eq!(place.git(&["show", "HEAD~1:new.md"]), "NEW\n");
        assert_eq!(place.git(&["show", "HEAD~1:b.md"]), "B\n");
        assert!(place.git(&["status", "--porcelain"]).contains("?? bystander.md"));
        place.commit("three", vec![update("a", "A2\n", "A3\n")]);
        assert_eq!(place.history.log(None, 9).unwrap().len(), 4);
    }
}

#[test]
fn while_git_is_busy_the_texts_that_wait_and_those_by_hand_are_kept() {
    let place = Place::new();
    place.commit("one", vec![create("a", "A\n")]);
    std::fs::write(place.root().join("a.md"), "HAND\n").unwrap();
    std::fs::write(place.root().join(".git/MERGE_HEAD"), "").unwrap();
    let done = place.commit("two", vec![update("a", "HAND\n", "OURS\n")]);
    let warning = done.history_warning.unwrap();
    assert!(warning.contains(".memopage/rescued"), "{warning}");
    assert_eq!(warning.matches("a merge is under way").count(), 1, "{warning}");
    let waiting = place.history.waiting(&place.disk);
    assert_eq!((waiting.changes, waiting.why.as_deref()), (1, Some("a merge is under way")));
    // The user gives the merge up, and git resets the page.
    std::fs::remove_file(place.root().join(".git/MERGE_HEAD")).unwrap();
    place.git(&["reset", "-q", "--hard"]);
    let done = place.commit("three", vec![update("a", "A\n", "B\n")]);
    let warning = done.history_warning.unwrap();
    assert!(warning.starts_with("a.md was changed while its commit waited"), "{warning}");
    let texts: Vec<Vec<u8>> = place
        .disk
        .list_state("rescued")
        .unwrap()
        .iter()
        .map(|name| place.disk.read_state(&format!("rescued/{name}"), 0, 99).unwrap())
        .collect();
    for text in ["HAND\n", "OURS\n"] {
        assert!(texts.iter().any(|it| it == text.as_bytes()), "{text}");
    }
    assert_eq!(place.history.waiting(&place.disk).changes, 0);
    assert!(place.disk.list_state("waiting").unwrap().is_empty());
}

#[test]
fn what_waits_for_git_is_not_taken_for_a_hands_work() {
    let place = Place::new();
    place.commit("one", vec![create("a", "A\n")]);
    std::fs::write(place.root().join(".git/MERGE_HEAD"), "").unwrap();
    place.commit("two", vec![update("a", "A\n", "B\n")]);
    let warning = place.commit("three", vec![update("a", "B\n", "C\n")]).history_warning.unwrap();
    assert_eq!(warning, "the history is behind: a merge is under way");
    assert!(place.disk.list_state("rescued").unwrap_or_default().is_empty());
    // A person's words in between are.
    std::fs::write(place.root().join("a.md"), "HAND\n").unwrap();
    let done = place.commit("four", vec![update("a", "HAND\n", "D\n")]);
    assert!(done.history_warning.unwrap().contains(".memopage/rescued"));
    std::fs::remove_file(place.root().join(".git/MERGE_HEAD")).unwrap();
    let done = place.commit("five", vec![update("a", "D\n", "E\n")]);
    assert_eq!(done.history_warning, None);
    assert_eq!(place.git(&["show", "HEAD:a.md"]), "E\n");
}

#[test]
fn a_commit_is_made_at_the_time_of_its_call() {
    let place = Place::new();
    let dated = crate::Note { when: "2020-02-03T04:05:06+08:00".into(), ..note("x") };
    let changes = approved(vec![create("a", "A\n")]);
    commit(&place.disk, &Lock::unshared(), &place.history, &changes, &dated).unwrap();
    let shown = place.git(&["log", "-1", "--format=%aI %cI"]);
    assert_eq!(shown.trim(), "2020-02-03T04:05:06+08:00 2020-02-03T04:05:06+08:00");
}

#[test]
fn where_line_ends_are_converted_a_page_is_compared_and_shown_as_it_lies() {
    let place = Place::new();
    place.git(&["config", "core.autocrlf", "true"]);
    place.commit("one", vec![create("lf", "1\n"), create("crlf", "1\r\n")]);
    let writes = vec![update("lf", "1\n", "1\n2\n"), update("crlf", "1\r\n", "1\r\n2\r\n")];
    let id = place.commit("two", writes).commit.unwrap();
    for side in place.history.reverted(&id, 9).unwrap() {
        let end: &[u8] = if side.file == "lf.md" { b"1\n" } else { b"1\r\n" };
        assert_eq!(side.before.as_deref(), Some(end), "{}", side.file);
        assert_eq!(side.since, crate::Since::Same, "{}", side.file);
    }
    std::fs::write(place.root().join("lf.md"), "1\n3\n").unwrap();
    let sides = place.history.reverted(&id, 9).unwrap();
    let changed: Vec<&str> = sides
        .iter()
        .filter(|it| it.since == crate::Since::Changed)
        .map(|it| it.file.as_str())
        .collect();
    assert_eq!(changed, ["lf.md"]);
}

#[cfg(unix)]
#[test]
fn a_page_behind_a_link_is_not_recorded_and_the_link_stays() {
    let place = Place::new();
    std::fs::create_dir(place.root().join("real")).unwrap();
    std::os::unix::fs::symlink("real", place.root().join("link")).unwrap();
    assert_eq!(place.disk.place("link/a.md").unwrap(), "real/a.md");
    place.git(&["add", "link"]);
    place.git(&["commit", "-qm", "a link"]);
    let done = place.commit("x", vec![create("link/a", "A\n"), create("b", "B\n")]);
    assert_eq!(done.unrecorded, ["link/a.md"]);
    assert_eq!(place.git(&["ls-tree", "-r", "--name-only", "HEAD"]), "b.md\nlink\n");
}
