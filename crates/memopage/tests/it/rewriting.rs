//! What `undo` leaves alone where the user's own git made the commits of operations into others.

use crate::vault::{Vault, git};

/// A vault with three notes of its user, recorded by hand, and one operation behind them.
fn with_notes() -> Vault {
    let vault = Vault::with_git();
    for note in ["n1", "n2", "n3"] {
        vault.put(&format!("notes/{note}.md"), &format!("# {note}\n"));
    }
    git(&vault, &["add", "-A"]);
    git(&vault, &["commit", "-qm", "notes"]);
    remember(&vault, "t1", "v1");
    vault
}

fn remember(vault: &Vault, topic: &str, value: &str) {
    let page = format!("topics/{topic}");
    vault.run_ok(&["remember", "--page", &page, "--key", "k", "--value", value]);
}

#[test]
fn undo_in_a_shallow_clone_removes_nothing_and_works_once_the_history_is_whole() {
    let vault = with_notes();
    let url = format!("file://{}", vault.root().display());
    let clone = Vault::bare();
    git(&clone, &["clone", "-q", "--depth", "1", &url, "."]);
    let before = clone.snapshot();
    let refused = clone.run(&["undo"]).fails(3);
    assert!(refused.err.contains("without its whole history"), "{}", refused.err);
    assert!(refused.err.contains("git fetch --unshallow"), "{}", refused.err);
    for (file, text) in before {
        let kept = std::fs::read(&file).ok();
        let is_page = file.extension().is_some_and(|it| it == "md");
        assert!(!is_page || kept == Some(text), "{}", file.display());
    }
    // What is done here has its past here.
    remember(&clone, "t2", "v2");
    clone.run_ok(&["undo"]);
    assert!(!clone.has("topics/t2.md") && clone.has("topics/t1.md") && clone.has("notes/n1.md"));
    git(&clone, &["fetch", "-q", "--unshallow"]);
    clone.run_ok(&["undo"]);
    assert!(!clone.has("topics/t1.md") && clone.has("notes/n1.md") && clone.has("SCHEMA.md"));
}

#[test]
fn undo_leaves_what_was_added_to_the_operations_commit() {
    let vault = with_notes();
    vault.put("mine.md", "# Mine\n");
    git(&vault, &["add", "mine.md"]);
    git(&vault, &["commit", "-q", "--amend", "--no-edit"]);
    let done = vault.json(&["undo"]);
    assert!(done["notes"].to_string().contains("mine.md: left alone"), "{done}");
    assert_eq!(vault.text("mine.md"), "# Mine\n");
    assert!(!vault.has("topics/t1.md"));
}

#[test]
fn undo_refuses_a_commit_that_begins_the_history_anew() {
    let vault = with_notes();
    let message = git(&vault, &["log", "-1", "--format=%B"]);
    git(&vault, &["checkout", "-q", "--orphan", "new"]);
    git(&vault, &["commit", "-q", "-m", &message]);
    let refused = vault.run(&["undo"]).fails(3);
    assert!(refused.err.contains("made anew by hand"), "{}", refused.err);
    assert!(vault.has("topics/t1.md") && vault.has("notes/n3.md") && vault.has("SCHEMA.md"));
}

#[test]
fn undo_refuses_several_operations_that_were_made_one_commit() {
    let vault = with_notes();
    remember(&vault, "t1", "v2");
    let second = git(&vault, &["log", "-1", "--format=%B"]);
    let first = git(&vault, &["log", "-1", "--format=%B", "HEAD~1"]);
    let indented = |text: &str| text.lines().map(|it| format!("    {it}\n")).collect::<String>();
    let both = [
        format!("{first}\n{second}"),
        format!("Squashed\n\n{}\n{}", indented(&first), indented(&second)),
    ];
    let text = vault.text("topics/t1.md");
    let tip = git(&vault, &["rev-parse", "HEAD"]);
    for message in both {
        git(&vault, &["reset", "-q", "--soft", "HEAD~2"]);
        git(&vault, &["commit", "-q", "-m", &message]);
        let id = git(&vault, &["rev-parse", "HEAD"]);
        let refused = vault.run(&["undo", id.trim()]).fails(3);
        assert!(refused.err.contains("several operations"), "{message}: {}", refused.err);
        assert_eq!(vault.text("topics/t1.md"), text, "{message}");
        git(&vault, &["reset", "-q", "--soft", tip.trim()]);
    }
}

#[test]
fn a_commit_that_does_not_name_its_files_is_undone_unless_it_was_made_anew() {
    let vault = with_notes();
    let message = git(&vault, &["log", "-1", "--format=%B"]);
    let named = |line: &&str| !line.starts_with("Memopage-Files:");
    let message = message.lines().filter(named).collect::<Vec<_>>().join("\n");
    // As earlier versions wrote it: both times are that of the operation.
    let now = |vault: &Vault, words: &[&str], at: &str| {
        let mut git = std::process::Command::new("git");
        git.args(["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]).args(words);
        git.env("GIT_AUTHOR_DATE", "2026-11-11T10:00:00+00:00").env("GIT_COMMITTER_DATE", at);
        assert!(git.current_dir(vault.root()).output().unwrap().status.success(), "{words:?}");
    };
    for (at, is_undone) in
        [("2026-11-11T10:00:07+00:00", false), ("2026-11-11T10:00:00+00:00", true)]
    {
        git(&vault, &["reset", "-q", "--soft", "HEAD~1"]);
        now(&vault, &["commit", "-q", "-m", &message], at);
        let done = vault.run(&["undo"]);
        assert_eq!(done.code == 0, is_undone, "{at}: {}", done.err);
        assert_eq!(vault.has("topics/t1.md"), !is_undone, "{at}");
    }
}
