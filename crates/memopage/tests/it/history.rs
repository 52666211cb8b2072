//! History in git, and the ways back.

use crate::vault::{Vault, git};
use std::process::Command;

#[test]
fn each_write_is_a_commit_that_names_its_operation() {
    let vault = Vault::with_git();
    let done = vault.json(&["write", "a", "One.\n"]);
    let commit = done["commit"].as_str().unwrap();
    assert!(git(&vault, &["log", "--format=%H %s", "-1"]).starts_with(commit));
    let history = vault.json(&["history", "a"]);
    assert_eq!(history["entries"][0]["operation"], "write");
    assert_eq!(git(&vault, &["status", "--porcelain"]), "");
}

#[test]
fn what_the_user_has_staged_or_changed_is_not_committed() {
    let vault = Vault::with_git();
    vault.put("staged.md", "S\n").put("loose.md", "L\n").put("other.txt", "T\n");
    git(&vault, &["add", "staged.md"]);
    vault.run_ok(&["write", "a", "One.\n"]);
    let status = git(&vault, &["status", "--porcelain"]);
    assert_eq!(status, "A  staged.md\n?? loose.md\n?? other.txt\n");
}

#[test]
fn undo_takes_the_last_operation_back_and_restore_brings_an_older_text() {
    let vault = Vault::with_git();
    vault.run_ok(&["write", "a", "One.\n"]);
    let first = vault.json(&["history", "a"])["entries"][0]["commit"].as_str().unwrap().to_owned();
    vault.run_ok(&["write", "a", "Two.\n"]);
    vault.run_ok(&["undo"]);
    assert_eq!(vault.text("a.md"), "One.\n");
    vault.run_ok(&["write", "a", "Three.\n"]);
    vault.run_ok(&["restore", "a", &first]);
    assert_eq!(vault.text("a.md"), "One.\n");
    let diff = vault.run_ok(&["history", "a", "--diff", "HEAD"]).out;
    assert!(diff.contains("-Three.") && diff.contains("+One."), "{diff}");
    let blame = vault.run_ok(&["history", "a", "--blame"]).out;
    assert!(blame.contains("One."), "{blame}");
}

#[test]
fn undo_leaves_alone_what_changed_since() {
    let vault = Vault::with_git();
    vault.run_ok(&["write", "a", "One.\n"]);
    vault.put("a.md", "One, by hand.\n");
    vault.run(&["undo"]).fails(5);
    assert_eq!(vault.text("a.md"), "One, by hand.\n");
}

#[test]
fn a_forgotten_page_is_archived_unsearched_and_comes_back() {
    let vault = Vault::new();
    vault.put("berth.md", "The berth at the eastern quay.\n");
    vault.run_ok(&["forget", "berth"]);
    assert!(vault.has("archive/berth.md") && !vault.has("berth.md"));
    assert_eq!(vault.recall("eastern quay"), Vec::<String>::new());
    let all = vault.json(&["recall", "eastern quay", "--archived"]);
    assert_eq!(all["hits"][0]["page"], "archive/berth");
    vault.run_ok(&["restore", "berth"]);
    assert_eq!(vault.recall("eastern quay"), ["berth"]);
    assert_eq!(vault.text("berth.md"), "The berth at the eastern quay.\n");
}

#[test]
fn an_erased_page_leaves_its_history_only() {
    let vault = Vault::with_git();
    vault.run_ok(&["write", "berth", "The eastern quay.\n"]);
    vault.run_ok(&["forget", "berth", "--erase", "--yes"]);
    assert!(!vault.has("berth.md"));
    assert_eq!(vault.recall("eastern quay"), Vec::<String>::new());
    let entries = vault.json(&["history", "berth"]);
    let commit = entries["entries"][1]["commit"].as_str().unwrap();
    vault.run_ok(&["restore", "berth", commit]);
    assert_eq!(vault.text("berth.md"), "The eastern quay.\n");
}

#[test]
fn a_page_is_read_as_it_was_on_a_day() {
    let vault = Vault::with_git();
    vault.put("a.md", "Before.\n");
    git(&vault, &["add", "a.md"]);
    let dated = Command::new("git")
        .args(["-c", "user.name=Ann", "-c", "user.email=a@example.org", "commit", "-qm", "old"])
        .env("GIT_AUTHOR_DATE", "2026-01-10T10:00:00Z")
        .env("GIT_COMMITTER_DATE", "2026-01-10T10:00:00Z")
        .current_dir(vault.root())
        .status()
        .unwrap();
    assert!(dated.success());
    vault.run_ok(&["write", "a", "After.\n"]);
    assert_eq!(vault.run_ok(&["read", "a", "--as-of", "2026-02-01"]).out.trim(), "Before.");
    vault.run(&["read", "a", "--as-of", "2025-02-01"]).fails(4);
}

#[test]
fn a_vault_inside_a_larger_repository_keeps_no_history_there() {
    let vault = Vault::bare();
    let outer = vault.root();
    git(&vault, &["init", "-q"]);
    let inner = outer.join("inner");
    let inner = inner.to_str().unwrap();
    vault.run_ok(&["init", inner]);
    let done = vault.json(&["write", "a", "One.\n", "--vault", inner]);
    assert!(done["commit"].is_null(), "{done}");
    assert_eq!(git(&vault, &["status", "--porcelain"]), "?? inner/\n");
    vault.run(&["undo", "--vault", inner]).fails(7);
    let history = vault.json(&["status", "--vault", inner])["history"].to_string();
    let named = outer.canonicalize().unwrap();
    assert!(history.contains(&format!("repository {},", named.display())), "{history}");
}

#[test]
fn facts_are_recalled_as_they_stood() {
    let mut vault = Vault::new();
    for (day, value) in [("2026-05-18", "Wednesday"), ("2026-05-20", "Thursday")] {
        vault.set_now(&format!("{day}T09:00:00Z"));
        vault.run_ok(&[
            "remember", "--page", "Atlas", "--type", "project", "--key", "Release", "--value",
            value,
        ]);
    }
    let then = vault.json(&["recall", "atlas release", "--as-of", "2026-05-19"]);
    let text = then["hits"].to_string();
    assert!(text.contains("Wednesday") && !text.contains("Thursday"), "{text}");
    let now = vault.json(&["recall", "atlas release", "--as-of", "2026-05-21"])["hits"].to_string();
    assert!(now.contains("Thursday") && !now.contains("Wednesday"), "{now}");
}

#[test]
fn a_text_from_before_a_move_is_read_and_restored_under_either_name() {
    let mut vault = Vault::with_git().at("2026-05-01T10:00:00Z");
    let long = "The eastern quay is closed on Mondays, and the berth is let by the week.\n";
    vault.run_ok(&["write", "berth", long]);
    let first = git(&vault, &["rev-parse", "HEAD"]).trim().to_owned();
    vault.set_now("2026-05-03T10:00:00Z");
    vault.run_ok(&["move", "berth", "projects/quay"]);
    vault.run_ok(&["append", "projects/quay", "More."]);
    assert_eq!(vault.json(&["read", "projects/quay", "--as-of", &first])["text"], long);
    assert_eq!(vault.json(&["read", "berth", "--as-of", "2026-05-02"])["text"], long);
    assert_eq!(vault.json(&["read", "berth", "--as-of", &first])["text"], long);
    vault.run(&["read", "berth", "--as-of", "2026-05-04"]).fails(4);
    vault.run_ok(&["restore", "projects/quay", &first]);
    assert_eq!(vault.text("projects/quay.md"), long);
}

#[test]
fn the_history_says_who_asked_for_a_change_and_of_which_fact() {
    let vault = Vault::with_git();
    let words = ["--actor", "zed", "remember", "--page", "projects/atlas"];
    vault.run_ok(&[&words[..], &["--key", "Release", "--value", "Friday"]].concat());
    let shown = vault.run_ok(&["history", "projects/atlas"]).out;
    assert!(shown.contains("projects/atlas: Release") && shown.contains("(zed)"), "{shown}");
    let entry = &vault.json(&["history"])["entries"][0];
    assert_eq!(entry["actor"], "zed", "{entry}");
}

#[test]
fn a_history_that_is_behind_is_said_once() {
    let vault = Vault::with_git();
    vault.run_ok(&["write", "a", "One.\n"]);
    for (file, text) in [("MERGE_HEAD", ""), ("CHERRY_PICK_HEAD", "")] {
        vault.put("a.md", &format!("One, by hand, {file}.\n"));
        let state = vault.root().join(".git").join(file);
        std::fs::write(&state, text).unwrap();
        let done = vault.json(&["append", "a", &format!("And {file}.")]);
        let warnings = done["warnings"].to_string();
        assert_eq!(warnings.matches("history is behind").count(), 1, "{warnings}");
        assert!(warnings.contains(".memopage/rescued"), "{warnings}");
        std::fs::remove_file(&state).unwrap();
    }
}

#[test]
fn who_writes_is_known_without_a_variable_that_says_so() {
    let vault = Vault::with_git();
    let actor = |names: &[(&str, &str)]| {
        let mut command = vault.command(&["append", "today", "A line of text."]);
        command.env_remove("USER").envs(names.iter().copied());
        crate::vault::finished(command).ok();
        vault.json(&["history"])["entries"][0]["actor"].as_str().unwrap().to_owned()
    };
    assert_eq!(actor(&[("LOGNAME", "quinn")]), "quinn");
    assert_eq!(actor(&[("LOGNAME", "quinn"), ("USER", "uma")]), "uma");
    assert_eq!(actor(&[("USER", "uma"), ("MEMOPAGE_ACTOR", "zed")]), "zed");
    let own = std::process::Command::new("id").arg("-un").output();
    let own = own.map(|it| String::from_utf8_lossy(&it.stdout).trim().to_owned());
    assert_eq!(actor(&[]), own.unwrap_or_else(|_| "user".to_owned()));
}

#[test]
fn a_page_is_restored_by_its_title_and_an_erased_one_says_from_which_commit() {
    let vault = Vault::with_git();
    vault.run_ok(&["remember", "--page", "Atlas", "--key", "release", "--value", "Wednesday"]);
    let entry = vault.json(&["history", "Atlas"])["entries"][0]["commit"].clone();
    let commit = &entry.as_str().unwrap()[..10];
    vault.run_ok(&["remember", "--page", "Atlas", "--key", "release", "--value", "Friday"]);
    assert_eq!(vault.json(&["restore", "Atlas", commit])["page"], "topics/atlas");
    assert!(!vault.text("topics/atlas.md").contains("Friday"));
    let near = vault.run(&["restore", "atlas", commit]);
    assert!(near.code == 0 || near.err.contains("topics/atlas"), "{}", near.err);
    vault.run_ok(&["forget", "topics/atlas", "--erase", "--yes"]);
    let done = vault.run(&["restore", "topics/atlas"]).fails(4);
    let hint = done
        .err
        .split("`memopage restore topics/atlas ")
        .nth(1)
        .unwrap_or_else(|| panic!("{}", done.err));
    vault.run_ok(&["restore", "topics/atlas", &hint[..10]]);
    assert!(vault.text("topics/atlas.md").contains("release: Wednesday"));
    vault.run(&["restore", "topics/never"]).fails(4);
    // What was moved or brought back was not erased.
    vault.run_ok(&["move", "topics/atlas", "topics/globe"]);
    for (typed, now) in [("topics/atlas", "topics/globe"), ("archive/topics/globe", "topics/globe")]
    {
        let done = vault.run(&["restore", typed]);
        assert!(done.code != 0 && done.err.contains(now), "{typed}: {}", done.err);
        assert!(!done.err.contains("erased"), "{typed}: {}", done.err);
    }
}

#[test]
fn an_archived_page_is_read_with_a_word_that_it_is_archived() {
    let vault = Vault::new();
    vault.run_ok(&["remember", "--page", "Q", "--key", "k", "--value", "1"]);
    assert_eq!(vault.run_ok(&["read", "Q"]).err, "");
    vault.run_ok(&["forget", "topics/q"]);
    let done = vault.run_ok(&["read", "Q"]);
    assert!(done.err.contains("archive/topics/q is archived"), "{}", done.err);
    assert!(!done.out.contains("is archived"), "{}", done.out);
    assert!(vault.json(&["read", "Q"])["notes"][0].as_str().unwrap().contains("is archived"));
}

#[test]
fn the_whole_vault_stands_again_as_it_did_on_a_day_and_undo_takes_it_back() {
    let mut vault = Vault::with_git().at("2026-11-28T10:00:00Z");
    let say = |vault: &Vault, words: &[&str]| drop(vault.json(&[&["remember"], words].concat()));
    say(&vault, &["--page", "projects/atlas", "--key", "Owner", "--value", "Ann"]);
    say(
        &vault,
        &["--page", "topics/secret-plan", "The plan is to sell the old boat to Grace in May."],
    );
    let then = vault.text("projects/atlas.md");
    vault.set_now("2026-11-30T10:00:00Z");
    say(&vault, &["--page", "projects/atlas", "--key", "Owner", "--value", "Bob"]);
    say(&vault, &["--page", "projects/hermes", "--key", "Owner", "--value", "Eve"]);
    vault.run_ok(&["forget", "topics/secret-plan", "--erase", "--yes"]);
    vault.put("notes/by-hand.md", "# By hand\n\nGit does not know it.\n");
    let now = vault.text("projects/atlas.md");
    let done = vault.json(&["restore", "--all", "2026-11-28"]);
    assert_eq!(done["outcome"], "restored", "{done}");
    assert_eq!(vault.text("projects/atlas.md"), then);
    assert!(!vault.has("projects/hermes.md") && !vault.has("topics/secret-plan.md"), "{done}");
    assert!(done["warnings"].to_string().contains("was erased, and stays so"), "{done}");
    assert!(vault.has("notes/by-hand.md"));
    let index = vault.text("index.md");
    assert!(index.contains("atlas") && !index.contains("hermes"), "{index}");
    vault.run_ok(&["undo"]);
    assert_eq!(vault.text("projects/atlas.md"), now);
    assert!(vault.has("projects/hermes.md"));
    let unknown = vault.run(&["restore", "--all", "2020-01-01"]);
    assert_eq!(unknown.code, 4, "{}", unknown.err);
    assert_eq!(vault.run(&["restore", "--all", "nonsense"]).code, 4);
    assert_eq!(vault.run(&["restore", "atlas", "--all", "2026-11-28"]).code, 2);
    assert_eq!(vault.run(&["restore"]).code, 2);
}
