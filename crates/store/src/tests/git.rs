//! History with a real git: what is recorded, and that nothing of the user's is touched.

use std::path::Path;
use std::process::Command;

use wiki::Write;

use super::{approved, create, moving, note, removing, update};
use crate::history::{ChangeKind, HistoryError};
use crate::{Committed, Disk, Git, History, Lock, Vault, commit, recover};

/// Keeps the configuration of the machine out.
fn hermetic() -> Vec<(String, String)> {
    let pairs = [("GIT_CONFIG_GLOBAL", "/dev/null"), ("GIT_CONFIG_NOSYSTEM", "1")];
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

/// Runs git as the user would, and gives what it printed.
fn git(root: &Path, args: &[&str]) -> String {
    let user = ["-c", "user.name=Ursula", "-c", "user.email=u@example.org"];
    let mut command = Command::new("git");
    command.arg("-C").arg(root).args(user).args(["-c", "core.quotePath=false"]).args(args);
    let output = command.envs(hermetic()).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {args:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub(super) struct Place {
    folder: tempfile::TempDir,
    pub(super) disk: Disk,
    pub(super) history: History,
}

impl Place {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        git(folder.path(), &["init", "-q", "-b", "main"]);
        Self::at(folder)
    }

    fn at(folder: tempfile::TempDir) -> Self {
        let disk = Disk::open(folder.path()).unwrap();
        let history = detect(folder.path());
        Self { folder, disk, history }
    }

    pub(super) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(super) fn commit(&self, subject: &str, writes: Vec<Write>) -> Committed {
        let changes = approved(writes);
        commit(&self.disk, &Lock::unshared(), &self.history, &changes, &note(subject)).unwrap()
    }

    pub(super) fn git(&self, args: &[&str]) -> String {
        git(self.root(), args)
    }
}

fn detect(root: &Path) -> History {
    History::Git(Git::detect_with(root, hermetic()).unwrap())
}

#[test]
fn a_first_commit_in_an_empty_repository_has_our_name_and_trailer() {
    let place = Place::new();
    let done = place.commit("项目-产品发布", vec![create("projects/项目-产品发布", "# P\n")]);
    assert_eq!(done.history_warning, None);
    let id = done.commit.unwrap();
    assert_eq!(place.git(&["rev-parse", "HEAD"]).trim(), id);
    let shown = place.git(&["log", "-1", "--format=%an <%ae>%n%B"]);
    let expected = "memopage <memopage@localhost>\nremember: 项目-产品发布\n\n\
                    Memopage-Operation: remember\nMemopage-Origin: test\nMemopage-Files: ";
    let files = shown.trim_end().strip_prefix(expected).unwrap_or_else(|| panic!("{shown}"));
    assert!(files.len() == 8 && files.bytes().all(|it| it.is_ascii_hexdigit()), "{shown}");
    assert_eq!(place.git(&["status", "--porcelain"]), "");
}

#[test]
fn the_users_name_is_used_when_there_is_one() {
    let place = Place::new();
    place.git(&["config", "user.name", "Ada"]);
    place.git(&["config", "user.email", "ada@example.org"]);
    place.commit("x", vec![create("a", "A\n")]);
    assert_eq!(place.git(&["log", "-1", "--format=%an <%ae>"]).trim(), "Ada <ada@example.org>");
}

#[test]
fn staged_changed_and_untracked_files_of_the_user_stay_as_they_are() {
    let place = Place::new();
    let write = |file: &str, text: &str| std::fs::write(place.root().join(file), text).unwrap();
    for file in ["staged.md", "changed.md", "removed.md", "both.md", "page.md"] {
        write(file, "one\n");
    }
    place.git(&["add", "."]);
    place.git(&["commit", "-qm", "the user's"]);
    write("staged.md", "two\n");
    write("both.md", "two\n");
    write("new staged.md", "two\n");
    place.git(&["add", "staged.md", "both.md", "new staged.md"]);
    place.git(&["rm", "-q", "--cached", "removed.md"]);
    write("both.md", "three\n");
    write("changed.md", "two\n");
    write("untracked.md", "two\n");
    let before = place.git(&["status", "--porcelain"]);
    let index = place.git(&["ls-files", "--stage", "staged.md", "both.md", "new staged.md"]);

    let done = place.commit("x", vec![update("page", "one\n", "two\n"), create("ours", "O\n")]);
    assert!(done.commit.is_some(), "{:?}", done.history_warning);
    place.commit("y", vec![moving("ours", "theirs", "O\n", "O\n"), removing("page", "two\n")]);

    assert_eq!(place.git(&["status", "--porcelain"]), before);
    let index_now = place.git(&["ls-files", "--stage", "staged.md", "both.md", "new staged.md"]);
    assert_eq!(index_now, index);
    let names = place.git(&["show", "--name-only", "--format=", "HEAD~1"]);
    assert_eq!(names, "ours.md\npage.md\n");
    assert_eq!(place.git(&["show", "HEAD:both.md"]), "one\n");
}

#[test]
fn any_file_name_is_taken_literally() {
    let place = Place::new();
    let names =
        ["-dash", "with space", "q'uo\"te", "*", ":(top)x", "[a-z]", "人/王 明", "#hash", "a,b"];
    let files: Vec<String> = names.iter().map(|name| format!("{name}.md")).collect();
    let disk = &place.disk;
    std::fs::write(place.root().join("bystander.md"), "x").unwrap();
    for file in &files {
        disk.create(file, b"1\n").unwrap();
    }
    let History::Git(git) = &place.history else { panic!("git is there") };
    let paths: Vec<&str> = files.iter().map(String::as_str).collect();
    let id = git.commit(&paths, &paths, "all\n", &[]).unwrap().id.unwrap();
    assert_eq!(place.git(&["status", "--porcelain"]), "?? bystander.md\n");
    for file in &files {
        assert_eq!(place.history.show(&id, file).unwrap(), b"1\n", "{file}");
        assert_eq!(place.history.log(Some(file), 9).unwrap().len(), 1, "{file}");
        assert_eq!(place.history.blame(file).unwrap()[0].text, "1", "{file}");
        assert_eq!(place.history.diff(file, &id, None).unwrap(), "", "{file}");
    }
    let mut logged: Vec<String> =
        place.history.log(None, 9).unwrap().remove(0).files.into_iter().map(|it| it.file).collect();
    logged.sort_unstable();
    let mut sorted = files.clone();
    sorted.sort_unstable();
    assert_eq!(logged, sorted);
}

#[test]
fn the_users_hooks_and_signing_are_not_run() {
    let place = Place::new();
    let hooks = place.root().join(".git/hooks");
    std::fs::create_dir_all(&hooks).unwrap();
    for hook in
        ["pre-commit", "commit-msg", "post-commit", "prepare-commit-msg", "post-index-change"]
    {
        let path = hooks.join(hook);
        std::fs::write(&path, "#!/bin/sh\ntouch hook-ran\nexit 1\n").unwrap();
        make_executable(&path);
    }
    place.git(&["config", "commit.gpgSign", "true"]);
    place.git(&["config", "gpg.program", "/nonexistent"]);
    let done = place.commit("x", vec![create("a", "A\n")]);
    assert!(done.commit.is_some(), "{:?}", done.history_warning);
    assert!(!place.root().join("hook-ran").exists());
}

#[cfg(unix)]
fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(not(unix))]
fn make_executable(_path: &Path) {}

#[test]
fn what_git_cannot_take_now_is_folded_into_the_next_commit() {
    let place = Place::new();
    place.commit("first", vec![create("a", "A\n")]);
    let standing = [".git/index.lock", ".git/MERGE_HEAD", ".git/CHERRY_PICK_HEAD"];
    for (at, name) in standing.iter().enumerate() {
        let path = place.root().join(name);
        std::fs::write(&path, "").unwrap();
        let done = place.commit(&format!("queued {at}"), vec![create(&format!("q{at}"), "Q\n")]);
        assert_eq!(done.commit, None);
        let warning = done.history_warning.unwrap();
        assert!(warning.starts_with("the history is behind: "), "{warning}");
        std::fs::remove_file(&path).unwrap();
        if at == 0 {
            std::fs::create_dir(place.root().join(".git/rebase-merge")).unwrap();
            let done = place.commit("in a rebase", vec![create("r", "R\n")]);
            assert_eq!(
                done.history_warning.unwrap(),
                "the history is behind: a rebase is under way"
            );
            std::fs::remove_dir(place.root().join(".git/rebase-merge")).unwrap();
        }
        if at == 1 {
            std::fs::write(place.root().join(".git/REVERT_HEAD"), "").unwrap();
            assert!(
                recover(&place.disk, &Lock::unshared(), &place.history)
                    .unwrap()
                    .history_warning
                    .is_some()
            );
            std::fs::remove_file(place.root().join(".git/REVERT_HEAD")).unwrap();
        }
    }
    let done = place.commit("last", vec![create("z", "Z\n")]);
    assert_eq!(done.history_warning, None);
    let shown = place.git(&["show", "--name-only", "--format=%B", "HEAD"]);
    for expected in
        ["remember: last", "remember: queued 0", "r.md", "q0.md", "q1.md", "q2.md", "z.md"]
    {
        assert!(shown.contains(expected), "{shown}");
    }
    assert_eq!(place.git(&["rev-list", "--count", "HEAD"]).trim(), "2");
    assert_eq!(place.git(&["status", "--porcelain"]), "");
    // A page that waited and was removed since does not stop the others.
    std::fs::write(place.root().join(".git/MERGE_HEAD"), "").unwrap();
    place.commit("gone", vec![create("gone", "G\n")]);
    std::fs::remove_file(place.root().join("gone.md")).unwrap();
    std::fs::remove_file(place.root().join(".git/MERGE_HEAD")).unwrap();
    let recovered = recover(&place.disk, &Lock::unshared(), &place.history).unwrap();
    assert_eq!(recovered.history_warning, None);
    let done = place.commit("after", vec![create("after", "A\n")]);
    assert!(done.commit.is_some(), "{:?}", done.history_warning);
}

#[test]
fn a_page_that_git_never_knew_is_recorded_with_its_first_update() {
    let place = Place::new();
    place.commit("first", vec![create("a", "A\n")]);
    place.disk.create("by hand.md", b"one\n").unwrap();
    let done = place.commit("x", vec![update("by hand", "one\n", "two\n")]);
    assert!(done.commit.is_some(), "{:?}", done.history_warning);
    assert_eq!(place.git(&["show", "HEAD:by hand.md"]), "two\n");
    place.disk.create("also.md", b"one\n").unwrap();
    let done = place.commit("y", vec![removing("also", "one\n"), update("a", "A\n", "B\n")]);
    assert!(done.commit.is_some(), "{:?}", done.history_warning);
    assert_eq!(place.git(&["status", "--porcelain"]), "");
}

#[test]
fn a_repository_inside_the_vault_keeps_its_own_history() {
    let place = Place::new();
    std::fs::create_dir(place.root().join("inner")).unwrap();
    git(&place.root().join("inner"), &["init", "-q"]);
    let done = place.commit("x", vec![create("inner/a", "A\n"), create("b", "B\n")]);
    assert!(done.commit.is_some(), "{:?}", done.history_warning);
    assert_eq!(place.git(&["ls-files"]), "b.md\n");
    let done = place.commit("y", vec![create("inner/c", "C\n")]);
    assert_eq!((done.commit, done.history_warning), (None, None));
    assert_eq!(done.unrecorded, ["inner/c.md"]);
}

#[test]
fn ignored_pages_are_written_and_not_recorded() {
    let place = Place::new();
    std::fs::write(place.root().join(".gitignore"), "secret/\n").unwrap();
    let done = place.commit("x", vec![create("secret/a", "A\n"), create("open", "O\n")]);
    assert!(done.commit.is_some(), "{:?}", done.history_warning);
    assert_eq!(place.git(&["ls-files"]), "open.md\n");
    let done = place.commit("y", vec![create("secret/b", "B\n")]);
    assert_eq!((done.commit, done.history_warning), (None, None));
    assert_eq!(place.disk.read("secret/b.md").unwrap(), b"B\n");
    assert_eq!(done.unrecorded, ["secret/b.md"]);
    assert_eq!(place.history.last_unrecorded(&place.disk), ["secret/b.md"]);
    let done = place.commit("z", vec![removing("secret/b", "B\n"), update("open", "O\n", "P\n")]);
    assert!(done.commit.is_some(), "{:?}", done.history_warning);
    assert_eq!(done.unrecorded, ["secret/b.md"]);
    let last = place.history.commit("HEAD").unwrap();
    assert_eq!((last.subject.as_str(), last.unrecorded), ("remember: z", done.unrecorded));
    assert!(place.history.last_unrecorded(&place.disk).is_empty());
    let message = place.git(&["log", "--format=%B"]);
    assert_eq!(message.matches("Memopage-Unrecorded: secret/a.md").count(), 1, "{message}");
}

#[test]
fn without_a_repository_at_the_root_nothing_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let History::Off { why } = History::detect(folder.path()) else { panic!("no repository") };
    assert_eq!(why, "the vault is not the root of a git repository");
    git(folder.path(), &["init", "-q"]);
    let inside = folder.path().join("vault");
    std::fs::create_dir(&inside).unwrap();
    let History::Off { why } = History::detect(&inside) else { panic!("another's repository") };
    let outer = folder.path().canonicalize().unwrap();
    let named = format!("the vault lies inside the git repository {}, and", outer.display());
    assert!(why.starts_with(&named), "{why}");
    std::fs::write(inside.join(".git"), "gitdir: nowhere\n").unwrap();
    assert!(!History::detect(&inside).is_on());
    let disk = Disk::open(&inside).unwrap();
    let history = History::detect(&inside);
    let changes = approved(vec![create("a", "A\n")]);
    let done = commit(&disk, &Lock::unshared(), &history, &changes, &note("x")).unwrap();
    assert_eq!(done.commit, None);
    // There is a repository, and git cannot use it: each write says so.
    let warning = done.history_warning.unwrap();
    assert!(warning.starts_with("no history is recorded: "), "{warning}");
    assert!(disk.read_state("git-pending", 0, 1).unwrap_err().is_not_found());
    assert!(matches!(history.log(None, 1), Err(HistoryError::Broken(_))));
}

#[test]
fn init_makes_a_repository_once() {
    let folder = tempfile::tempdir().unwrap();
    assert!(History::init(folder.path()).is_on());
    assert!(History::init(folder.path()).is_on());
    assert!(detect(folder.path()).log(None, 9).unwrap().is_empty());
    assert!(detect(folder.path()).ours(9).unwrap().is_empty());
    assert!(detect(folder.path()).log(Some("a.md"), 9).unwrap().is_empty());
}

#[test]
fn a_worktree_with_a_git_file_is_recorded() {
    let main = Place::new();
    main.commit("x", vec![create("a", "A\n")]);
    let other = tempfile::tempdir().unwrap();
    let path = other.path().join("tree");
    main.git(&["worktree", "add", "-q", path.to_str().unwrap(), "-b", "side"]);
    let disk = Disk::open(&path).unwrap();
    let history = detect(&path);
    let changes = approved(vec![update("a", "A\n", "B\n")]);
    let done = commit(&disk, &Lock::unshared(), &history, &changes, &note("side")).unwrap();
    assert_eq!(main.git(&["rev-parse", "side"]).trim(), done.commit.unwrap());
    assert_eq!(main.git(&["show", "main:a.md"]), "A\n");
}

#[test]
fn a_page_that_came_to_be_like_another_has_no_past_of_that_one() {
    let place = Place::new();
    let text = "# Monday\n\nLunch at noon, review at three, the train home at six.\n";
    let like = text.replace("Monday", "Tuesday");
    let first = place.commit("one", vec![create("monday", text)]).commit.unwrap();
    let second = place.commit("two", vec![create("tuesday", &like)]).commit.unwrap();
    let log = place.history.log(Some("tuesday.md"), 9).unwrap();
    let ids: Vec<&str> = log.iter().map(|commit| commit.id.as_str()).collect();
    assert_eq!(ids, [second.as_str()]);
    assert_eq!(log[0].files[0].kind, ChangeKind::Added);
    assert!(place.history.show(&first, "tuesday.md").is_err());
}

#[test]
fn the_past_of_a_page_is_told_through_its_renames() {
    let place = Place::new();
    let text = "# Ada\n\nA long enough text that a rename of it is seen as one.\n";
    let first = place.commit("one", vec![create("people/ada", text)]).commit.unwrap();
    let longer = format!("{text}More.\n");
    let second = place.commit("two", vec![update("people/ada", text, &longer)]).commit.unwrap();
    let third = place
        .commit("three", vec![moving("people/ada", "people/ada lovelace", &longer, &longer)])
        .commit
        .unwrap();
    let file = "people/ada lovelace.md";
    let log = place.history.log(Some(file), 9).unwrap();
    let ids: Vec<&str> = log.iter().map(|commit| commit.id.as_str()).collect();
    assert_eq!(ids, [third.as_str(), &second, &first]);
    let from = "people/ada.md".to_owned();
    assert_eq!(log[0].files[0].kind, ChangeKind::Renamed { from });
    assert_eq!(
        (log[1].files[0].file.as_str(), &log[1].files[0].kind),
        ("people/ada.md", &ChangeKind::Modified)
    );
    assert_eq!(log[2].files[0].kind, ChangeKind::Added);
    assert_eq!(log[2].operation.as_deref(), Some("remember"));
    assert_eq!(log[2].subject, "remember: one");
    assert_eq!(log[0].parents, std::slice::from_ref(&second));
    assert_eq!(place.history.show(&first, "people/ada.md").unwrap(), text.as_bytes());
    let diff = place.history.diff("people/ada.md", &first, Some(&second)).unwrap();
    assert!(diff.contains("\n+More.\n"), "{diff}");
    let blame = place.history.blame(file).unwrap();
    assert_eq!(
        (blame[0].commit.as_str(), blame[0].line, blame[0].text.as_str()),
        (first.as_str(), 1, "# Ada")
    );
    assert_eq!(
        (blame[3].commit.as_str(), blame[3].subject.as_str()),
        (second.as_str(), "remember: two")
    );
    assert!(blame[3].seconds > 0);
    let (commit, bytes) = place.history.at("2999-01-01T00:00:00+00:00", file).unwrap().unwrap();
    assert_eq!((commit.id, bytes), (third, longer.into_bytes()));
    assert_eq!(place.history.at("2001-01-01T00:00:00+00:00", file).unwrap(), None);
}

#[test]
fn a_page_is_shown_as_it_was_at_a_date_under_its_old_name() {
    let place = Place::new();
    let text = "A text that is long enough to be followed through its rename.\n";
    let at = |date: &str, args: &[&str]| {
        let mut command = Command::new("git");
        command.arg("-C").arg(place.root()).envs(hermetic());
        command.args(["-c", "user.name=U", "-c", "user.email=u@x"]).args(args);
        command.env("GIT_AUTHOR_DATE", date).env("GIT_COMMITTER_DATE", date);
        assert!(command.status().unwrap().success());
    };
    std::fs::write(place.root().join("old.md"), text).unwrap();
    at("2024-01-10T12:00:00Z", &["add", "old.md"]);
    at("2024-01-10T12:00:00Z", &["commit", "-qm", "one"]);
    at("2024-02-10T12:00:00Z", &["mv", "old.md", "new.md"]);
    at("2024-02-10T12:00:00Z", &["commit", "-qm", "two"]);
    let (_, bytes) = place.history.at("2024-01-31T00:00:00Z", "new.md").unwrap().unwrap();
    assert_eq!(bytes, text.as_bytes());
    assert_eq!(place.history.at("2024-01-10T19:59:59+08:00", "new.md").unwrap(), None);
    assert!(place.history.at("2024-01-10T20:00:00+08:00", "new.md").unwrap().is_some());
    assert!(place.history.at("2024-01-10T04:00:00-08:00", "new.md").unwrap().is_some());
}

#[test]
fn undoing_a_commit_knows_both_sides() {
    let place = Place::new();
    place.commit("one", vec![create("a", "A\n"), create("b", "B\n")]);
    let id = place
        .commit("two", vec![update("a", "A\n", "A2\n"), removing("b", "B\n"), create("c", "C\n")])
        .commit
        .unwrap();
    let sides = place.history.reverted(&id, 9).unwrap();
    let text = |side: &Option<Vec<u8>>| {
        side.as_ref().map_or("none".to_owned(), |bytes| String::from_utf8(bytes.clone()).unwrap())
    };
    let sides: Vec<[String; 3]> =
        sides.iter().map(|it| [it.file.clone(), text(&it.before), text(&it.after)]).collect();
    let expected = [["a.md", "A\n", "A2\n"], ["b.md", "B\n", "none"], ["c.md", "none", "C\n"]];
    assert_eq!(sides, expected);
    assert!(matches!(place.history.reverted(&id, 2), Err(HistoryError::Failed(_))));
    let first = place.history.reverted("HEAD~1", 9).unwrap();
    assert!(first.iter().all(|it| it.before.is_none()));
}

#[test]
fn only_our_commits_are_ours() {
    let place = Place::new();
    place.commit("one", vec![create("a", "A\n")]);
    std::fs::write(place.root().join("b.md"), "B\n").unwrap();
    place.git(&["add", "b.md"]);
    place.git(&["commit", "-qm", "the user's"]);
    let ours = place.history.ours(9).unwrap();
    assert_eq!(ours.len(), 1);
    assert_eq!(ours[0].subject, "remember: one");
    assert_eq!(place.history.log(None, 9).unwrap().len(), 2);
}

#[test]
fn a_revision_cannot_smuggle_options_or_ranges() {
    let place = Place::new();
    place.commit("one", vec![create("a", "A\n")]);
    for bad in ["--output=x", "-p", "", "a..b", "HEAD:a.md", "HEAD x", "^HEAD", "a\nb"] {
        assert_eq!(place.history.show(bad, "a.md"), Err(HistoryError::BadRevision(bad.into())));
        assert!(matches!(place.history.diff("a.md", bad, None), Err(HistoryError::BadRevision(_))));
        assert!(matches!(place.history.reverted(bad, 9), Err(HistoryError::BadRevision(_))));
    }
    for bad in ["--all", "yesterday", "2024-01-01", "2024-13-01T00:00:00Z", "2024-01-01T00:00:00"] {
        assert_eq!(place.history.at(bad, "a.md"), Err(HistoryError::BadRevision(bad.into())));
    }
    assert!(matches!(place.history.show("HEAD", "nope.md"), Err(HistoryError::NotFound(_))));
    assert!(matches!(place.history.show("nobranch", "a.md"), Err(HistoryError::NoRevision(_))));
    assert!(matches!(
        place.history.diff("a.md", "nobranch", None),
        Err(HistoryError::NoRevision(_))
    ));
    let unknown = HistoryError::NoRevision("deadbeef".into());
    assert_eq!(place.history.reverted("deadbeef", 9), Err(unknown.clone()));
    assert_eq!(place.history.commit("deadbeef"), Err(unknown));
    assert!(matches!(place.history.blame("nope.md"), Err(HistoryError::NotFound(_))));
}

#[test]
fn a_subject_cannot_forge_a_trailer_and_odd_bytes_are_read() {
    let place = Place::new();
    place.commit("x\n\nMemopage-Operation: forged\u{1f}\u{1e}", vec![create("a", "A\n")]);
    let ours = place.history.ours(9).unwrap();
    assert_eq!(ours[0].operation.as_deref(), Some("remember"));
    assert_eq!(ours.len(), 1);
    std::fs::write(place.root().join("latin.md"), b"caf\xe9\n").unwrap();
    place.git(&["add", "latin.md"]);
    place.git(&["commit", "-qm", "latin"]);
    assert_eq!(place.history.show("HEAD", "latin.md").unwrap(), b"caf\xe9\n");
    assert_eq!(place.history.blame("latin.md").unwrap()[0].text, "caf\u{fffd}");
}

#[test]
fn a_change_finished_after_a_crash_is_recorded() {
    let place = Place::new();
    place.commit("one", vec![create("a", "A\n")]);
    // The change stands, but the process died before git and before the intent was dropped.
    let off = History::Off { why: "died".into() };
    let changes = approved(vec![update("a", "A\n", "B\n")]);
    commit(&place.disk, &Lock::unshared(), &off, &changes, &note("two")).unwrap();
    let revision = |text: &str| wiki::Revision::of(text.as_bytes()).to_string();
    let intent = format!(
        "{{\"v\":1,\"operation\":\"remember\",\"subject\":\"two\",\"origin\":\"\",\"undoes\":\"nothing\",\"actions\":1}}\n\
         {{\"do\":\"put\",\"file\":\"a.md\",\"base\":\"{}\",\"new\":\"{}\",\"staged\":\"gone\"}}\n",
        revision("A\n"),
        revision("B\n"),
    );
    place.disk.replace_state("intent.jsonl", intent.as_bytes()).unwrap();
    let recovered = recover(&place.disk, &Lock::unshared(), &place.history).unwrap();
    assert_eq!(recovered.finished, ["a.md"]);
    assert_eq!(place.git(&["log", "-1", "--format=%s"]).trim(), "remember: two");
    assert_eq!(place.git(&["status", "--porcelain"]), "");
}

/// A lock file beside the mark of a commit that did not end, their ages in seconds.
fn left(place: &Place, lock: &str, mark_age: u64, lock_age: u64) {
    let root = place.root();
    let paths = [(root.join(".memopage/git-began"), mark_age), (root.join(lock), lock_age)];
    for (path, age) in paths {
        std::fs::write(&path, "a.md\0").unwrap();
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        let now = file.metadata().unwrap().modified().unwrap();
        file.set_modified(now - std::time::Duration::from_secs(age)).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn the_lock_files_of_a_git_of_ours_that_was_killed_do_not_stand_for_ever() {
    for lock in [".git/index.lock", ".git/HEAD.lock", ".git/refs/heads/main.lock"] {
        let place = Place::new();
        place.commit("first", vec![create("a", "A\n")]);
        left(&place, lock, 60, 30);
        let done = place.commit("second", vec![update("a", "A\n", "B\n")]);
        assert_eq!(done.history_warning, None, "{lock}");
        assert!(done.commit.is_some() && !place.root().join(lock).exists(), "{lock}");
        assert_eq!(place.git(&["status", "--porcelain"]), "");
    }
}

#[cfg(unix)]
#[test]
fn a_lock_file_that_may_be_of_another_git_is_left_alone() {
    // Older than our run; touched a moment ago; there although our last run was seen to end.
    for (mark_age, lock_age, ended) in [(60, 90, false), (60, 0, false), (60, 30, true)] {
        let place = Place::new();
        place.commit("first", vec![create("a", "A\n")]);
        left(&place, ".git/index.lock", mark_age, lock_age);
        if ended {
            std::fs::remove_file(place.root().join(".memopage/git-began")).unwrap();
        }
        let done = place.commit("second", vec![update("a", "A\n", "B\n")]);
        assert!(done.history_warning.is_some() && done.commit.is_none());
        assert!(place.root().join(".git/index.lock").exists());
        std::fs::remove_file(place.root().join(".git/index.lock")).unwrap();
        assert_eq!(
            recover(&place.disk, &Lock::unshared(), &place.history).unwrap().history_warning,
            None
        );
        assert_eq!(place.git(&["status", "--porcelain"]), "");
    }
}

/// The program lives, its git is killed in the midst: what git left is known to be ours.
#[cfg(unix)]
#[test]
fn a_git_that_alone_was_killed_is_remembered() {
    let place = Place::new();
    place.commit("first", vec![create("a", "A\n")]);
    // Git runs this filter when it reads the page's new text; it leaves a lock as a dying git does.
    let dying = "text=$(cat); case $text in B*) touch .git/index.lock; kill -KILL $PPID;; esac; \
                 printf '%s\\n' \"$text\"";
    place.git(&["config", "filter.dying.clean", dying]);
    std::fs::write(place.root().join(".git/info/attributes"), "a.md filter=dying\n").unwrap();
    let done = place.commit("second", vec![update("a", "A\n", "B\n")]);
    assert!(done.history_warning.is_some());
    assert!(place.root().join(".memopage/git-began").exists());
    std::fs::remove_file(place.root().join(".git/info/attributes")).unwrap();
    left(&place, ".git/index.lock", 60, 30);
    let done = place.commit("third", vec![update("a", "B\n", "C\n")]);
    assert_eq!(done.history_warning, None);
    assert_eq!(place.git(&["status", "--porcelain"]), "");
}

#[cfg(unix)]
#[test]
fn a_git_that_outlived_its_program_is_waited_for() {
    let place = Place::new();
    place.commit("first", vec![create("a", "A\n")]);
    let input = place.root().join(".memopage/git-input");
    let orphan = std::fs::File::options().read(true).write(true).open(&input).unwrap();
    orphan.lock().unwrap();
    let done = place.commit("second", vec![update("a", "A\n", "B\n")]);
    assert!(done.history_warning.unwrap().contains("still at work"));
    drop(orphan);
    place.commit("third", vec![update("a", "B\n", "C\n")]);
    assert_eq!(place.git(&["status", "--porcelain"]), "");
}

/// What a death between the new commit and git's index leaves, on the short way and on the long one.
#[test]
fn an_index_that_lags_behind_its_commit_is_aligned() {
    for attributes in [None, Some("*.png binary\n"), Some("d.jsonl merge=union\n")] {
        let place = Place::new();
        if let Some(attributes) = attributes {
            std::fs::write(place.root().join(".gitattributes"), attributes).unwrap();
            place.git(&["add", ".gitattributes"]);
            place.git(&["commit", "-qm", "the user's"]);
        }
        place.commit("first", vec![create("a", "A\n"), create("b", "B\n")]);
        let index = place.root().join(".git/index");
        let before = std::fs::read(&index).unwrap();
        let writes = vec![update("a", "A\n", "A2\n"), removing("b", "B\n"), create("c", "C\n")];
        place.commit("second", writes);
        std::fs::write(&index, before).unwrap();
        assert_ne!(place.git(&["status", "--porcelain"]), "");
        let files = ["a.md", "b.md", "c.md"].map(str::to_owned);
        let told = place.history.record(
            &place.disk,
            &note("again"),
            &crate::queue::Touched {
                files: files.to_vec(),
                fresh: files.to_vec(),
                ..crate::queue::Touched::default()
            },
        );
        assert_eq!((told.commit, told.told), (None, Vec::new()));
        assert_eq!(place.git(&["status", "--porcelain"]), "");
    }
}
