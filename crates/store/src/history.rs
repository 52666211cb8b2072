//! The recorded past of the vault: the user's own git, or nothing. It never makes a write fail: what
//! git cannot take now is noted under `.memopage/` and folded into the next commit.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::commit::Note;
use crate::error::VaultError;
use crate::git::{Git, GitError};
use crate::vault::{Durability, Vault};

/// What waits for git: one JSON line for each change.
const PENDING_FILE: &str = "git-pending";
/// More than this is not read; the files are recorded with the next change of theirs.
const PENDING_BYTES: u64 = 4 << 20;

/// Where the past of the vault is recorded.
#[derive(Debug, Clone)]
pub enum History {
    /// In the git repository whose root is the vault's.
    Git(Git),
    /// Nowhere.
    Off {
        /// The reason, for a person.
        why: String,
    },
}

/// Why the past cannot be told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HistoryError {
    /// No history is recorded.
    #[error("no history is recorded: {0}")]
    Off(
        /// The reason.
        String,
    ),
    /// No such revision, or the file is not in it.
    #[error("there is no {0} in the history")]
    NotFound(
        /// What was asked for.
        String,
    ),
    /// The revision or date is not written as git takes it.
    #[error("{0} is not a revision or date")]
    BadRevision(
        /// What was given.
        String,
    ),
    /// The answer is larger than the limit.
    #[error("the answer has more than {0} bytes")]
    TooLarge(
        /// The limit in bytes.
        u64,
    ),
    /// Git failed.
    #[error("git failed: {0}")]
    Failed(
        /// Its words, the first lines.
        String,
    ),
}

/// One commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// Full id.
    pub id: String,
    /// Ids of its parents; more than one for a merge.
    pub parents: Vec<String>,
    /// The author's time, ISO 8601 with offset.
    pub when: String,
    /// The committer's time in seconds since 1970.
    pub seconds: i64,
    /// The author's name.
    pub author: String,
    /// First line of the message.
    pub subject: String,
    /// The operation, for commits of ours.
    pub operation: Option<String>,
    /// What it did to which files.
    pub files: Vec<FileChange>,
}

/// What a commit did to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// The file after the commit; for a removal the file before.
    pub file: String,
    /// What happened.
    pub kind: ChangeKind,
}

/// What happened to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeKind {
    /// It was new.
    Added,
    /// It changed.
    Modified,
    /// It was removed.
    Removed,
    /// It had another name before.
    Renamed {
        /// The name before.
        from: String,
    },
}

/// One line of a file with the commit that it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlameLine {
    /// From 1.
    pub line: usize,
    /// Full id; all zeros for a line that is not committed.
    pub commit: String,
    /// The author's name.
    pub author: String,
    /// Seconds since 1970.
    pub seconds: i64,
    /// First line of the commit's message.
    pub subject: String,
    /// The line's text.
    pub text: String,
}

/// The bytes of a file on both sides of a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reverted {
    /// The file.
    pub file: String,
    /// Before the commit; `None` when it was new.
    pub before: Option<Vec<u8>>,
    /// After it; `None` when it was removed.
    pub after: Option<Vec<u8>>,
}

/// A change that waits for git.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Pending {
    operation: String,
    subject: String,
    origin: String,
    files: Vec<String>,
    /// Those of the files that git may not know yet.
    #[serde(default)]
    fresh: Vec<String>,
}

impl History {
    /// Looks whether the vault is the root of a git repository, and git is there.
    #[must_use]
    pub fn detect(root: &Path) -> Self {
        match Git::detect(root) {
            Ok(git) => Self::Git(git),
            Err(why) => Self::Off { why },
        }
    }

    /// Makes the vault a git repository if it is none.
    #[must_use]
    pub fn init(root: &Path) -> Self {
        match Git::init(root) {
            Ok(git) => Self::Git(git),
            Err(why) => Self::Off { why },
        }
    }

    /// Whether anything is recorded.
    #[must_use]
    pub fn is_on(&self) -> bool {
        matches!(self, Self::Git(_))
    }

    fn git(&self) -> Result<&Git, HistoryError> {
        match self {
            Self::Git(git) => Ok(git),
            Self::Off { why } => Err(HistoryError::Off(why.clone())),
        }
    }

    /// The last commits, newest first, of one file (through its renames) or of all.
    ///
    /// # Errors
    /// [`HistoryError`]; a file without history gives an empty list.
    pub fn log(&self, file: Option<&str>, limit: usize) -> Result<Vec<Commit>, HistoryError> {
        self.git()?.log(file, limit)
    }

    /// The last commits that an operation of ours made, newest first.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn ours(&self, limit: usize) -> Result<Vec<Commit>, HistoryError> {
        self.git()?.ours(limit)
    }

    /// A file as of a revision, under the name that it had then.
    ///
    /// # Errors
    /// [`HistoryError::NotFound`] when it is not in that revision.
    pub fn show(&self, revision: &str, file: &str) -> Result<Vec<u8>, HistoryError> {
        self.git()?.show(revision, file)
    }

    /// The differences of a file between two revisions, or from one to what stands there now, as a
    /// unified diff.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn diff(&self, file: &str, from: &str, to: Option<&str>) -> Result<String, HistoryError> {
        self.git()?.diff(file, from, to)
    }

    /// Each line of a file with the commit that it comes from.
    ///
    /// # Errors
    /// [`HistoryError::NotFound`] for a file without history.
    pub fn blame(&self, file: &str) -> Result<Vec<BlameLine>, HistoryError> {
        self.git()?.blame(file)
    }

    /// A file as it was at a time (`2026-05-20T23:59:59+08:00` or with `Z`), through its renames, with the commit;
    /// `None` when it did not exist then.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn at(&self, when: &str, file: &str) -> Result<Option<(Commit, Vec<u8>)>, HistoryError> {
        self.git()?.at(when, file)
    }

    /// The bytes of the files on both sides of a commit, at most `limit` files: what undoing it
    /// needs. A merge has no single before and is refused.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn reverted(&self, revision: &str, limit: usize) -> Result<Vec<Reverted>, HistoryError> {
        self.git()?.reverted(revision, limit)
    }

    /// Records files that a command has made beside the pages, such as the vault's settings; a
    /// sentence when the history is behind now.
    #[must_use]
    pub fn adopt(&self, vault: &dyn Vault, note: &Note, files: &[String]) -> Option<String> {
        self.record(vault, note, files, files).1
    }

    /// Records the present state of these files, of which git may not know the fresh ones. Gives
    /// the commit's id if one was made, and a sentence when the history is behind now.
    pub(crate) fn record(
        &self,
        vault: &dyn Vault,
        note: &Note,
        files: &[String],
        fresh: &[String],
    ) -> (Option<String>, Option<String>) {
        let Self::Git(git) = self else { return (None, None) };
        let change = Pending {
            operation: note.operation.clone(),
            subject: note.subject.clone(),
            origin: note.origin.clone(),
            files: files.to_vec(),
            fresh: fresh.to_vec(),
        };
        match settle(git, vault, Some(change.clone())) {
            Ok(id) => (id, None),
            Err(warning) => match add_pending(vault, &change) {
                Ok(()) => (None, Some(warning)),
                Err(error) => (None, Some(format!("{warning}; {error}"))),
            },
        }
    }

    /// Records what waited; a sentence when it has to wait on.
    pub(crate) fn catch_up(&self, vault: &dyn Vault) -> Option<String> {
        match self {
            Self::Git(git) => settle(git, vault, None).err(),
            Self::Off { .. } => None,
        }
    }
}

fn add_pending(vault: &dyn Vault, change: &Pending) -> Result<(), VaultError> {
    let line = serde_json::to_string(change)
        .expect("because strings and lists of them always have a JSON form");
    vault.append_state(PENDING_FILE, format!("{line}\n").as_bytes(), Durability::Synced)
}

fn pending(vault: &dyn Vault) -> Result<Vec<Pending>, VaultError> {
    match vault.read_state(PENDING_FILE, 0, PENDING_BYTES) {
        Ok(bytes) => {
            let lines = bytes.split(|byte| *byte == b'\n');
            Ok(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
        }
        Err(error) if error.is_not_found() => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Commits what waited together with a new change. On failure nothing is forgotten.
fn settle(git: &Git, vault: &dyn Vault, change: Option<Pending>) -> Result<Option<String>, String> {
    let behind = |why: String| format!("the history is behind: {why}");
    let waiting = pending(vault).map_err(|error| behind(error.to_string()))?;
    let has_waiting = !waiting.is_empty();
    let changes: Vec<Pending> = change.into_iter().chain(waiting).collect();
    let Some(first) = changes.first() else { return Ok(None) };
    if let Some(why) = git.busy() {
        return Err(behind(why));
    }
    let files = united(changes.iter().map(|change| &change.files));
    let fresh = united(changes.iter().map(|change| &change.fresh));
    let message = message(first, &changes[1..]);
    let id = match git.commit(&files, &fresh, &message) {
        Ok(id) => id,
        Err(GitError(why)) => return Err(behind(why)),
    };
    if has_waiting {
        vault.remove_state(PENDING_FILE).map_err(|error| behind(error.to_string()))?;
    }
    Ok(id)
}

/// All names of several lists, each once.
fn united<'a>(lists: impl Iterator<Item = &'a Vec<String>>) -> Vec<&'a str> {
    let mut names: Vec<&str> = lists.flatten().map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The message: a subject, what else is in it, and one trailer for each operation.
fn message(first: &Pending, others: &[Pending]) -> String {
    /// So many subjects of folded changes are named.
    const SUBJECTS: usize = 50;
    let mut text = format!("{}: {}\n", one_line(&first.operation), one_line(&first.subject));
    if !others.is_empty() {
        text.push('\n');
        for other in others.iter().take(SUBJECTS) {
            let line = format!("{}: {}\n", one_line(&other.operation), one_line(&other.subject));
            text.push_str(&line);
        }
    }
    text.push('\n');
    let mut operations: Vec<String> = Vec::new();
    for change in std::iter::once(first).chain(others) {
        let operation = one_line(&change.operation);
        if !operations.contains(&operation) {
            text.push_str(&format!("Memopage-Operation: {operation}\n"));
            operations.push(operation);
        }
    }
    let origin = one_line(&first.origin);
    if !origin.is_empty() {
        text.push_str(&format!("Memopage-Origin: {origin}\n"));
    }
    text
}

/// At most 200 characters without control characters: a subject cannot forge a trailer.
fn one_line(text: &str) -> String {
    const SUBJECT_CHARS: usize = 200;
    let plain: String =
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(SUBJECT_CHARS).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
