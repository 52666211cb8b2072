//! The recorded past of the vault: the user's own git, or nothing. It never makes a write fail: what
//! git cannot take now is noted under `.memopage/` and folded into the next commit.

use std::path::Path;

use crate::byhand;
use crate::commit::Note;
use crate::git::{Apart, Git, GitError, Undetected};
use crate::queue::{self, Recorded, Told, Touched};
use crate::vault::Vault;

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
    /// Nowhere, although the vault has a repository: git cannot use it.
    Broken {
        /// Git's reason.
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
    /// No history is recorded, although the vault has a repository.
    #[error("no history is recorded: {0}")]
    Broken(
        /// Git's reason.
        String,
    ),
    /// No such revision.
    #[error("there is no commit {0} in the history")]
    NoRevision(
        /// What was given.
        String,
    ),
    /// The revision does not hold the file, or the file has no history.
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
    /// Who asked for it and by which door, for commits of ours.
    pub origin: Option<String>,
    /// Ids of the commits that it takes back.
    pub undoes: Vec<String>,
    /// The imports that it is a part of, by their names. Imports of earlier versions have none.
    pub imports: Vec<String>,
    /// Files that its operation changed and git does not keep.
    pub unrecorded: Vec<String>,
    /// The line ends that its files had before, where git may not keep them: `crlf notes/n.md`.
    pub line_ends: Vec<String>,
    /// How many operations its trailers name: several where some waited for git.
    pub(crate) operations: usize,
    /// What its trailers say of the files that its operation wrote.
    pub(crate) wrote: Vec<String>,
    /// What it did to which files.
    pub files: Vec<FileChange>,
}

/// Whose the files of a commit are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Authors {
    /// The operation's but these, which somebody added to its commit since.
    Known(Vec<String>),
    /// It holds several operations that were commits of their own.
    Several,
    /// What stood before it is not here: the repository is a shallow clone.
    CutOff,
    /// It does not say so, and stands first or was made anew since.
    Unknown,
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
    /// Whether the file in the vault is still what the commit made of it.
    pub since: Since,
}

/// A file as it stood in a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stood {
    /// Its path.
    pub file: String,
    /// What it said; `None` where it was not there.
    pub before: Option<Vec<u8>>,
}

/// What became of a file after a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// It stands as the commit left it, perhaps with other line ends, as git keeps it.
    Same,
    /// It is another text now, or is gone, or stands again.
    Changed,
}

/// What waits for git.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Waiting {
    /// How many changes.
    pub changes: usize,
    /// Why they wait, where git says so now.
    pub why: Option<String>,
}

/// What to say of a change that a broken repository cannot take.
fn unrecorded(why: &str) -> String {
    let remedy = trust(why).map(|it| format!("; if you trust it: `{it}`")).unwrap_or_default();
    format!("no history is recorded: {why}{remedy}")
}

/// What lets git use a repository that belongs to another user of the machine, where it says that it does.
#[must_use]
pub fn trust(why: &str) -> Option<String> {
    let (_, behind) = why.split_once("dubious ownership in repository at '")?;
    let folder = behind.rsplit_once('\'')?.0;
    Some(format!("git config --global --add safe.directory '{folder}'"))
}

impl History {
    /// Looks whether the vault is the root of a git repository, and git is there.
    #[must_use]
    pub fn detect(root: &Path) -> Self {
        match Git::detect(root) {
            Ok(git) => Self::Git(git),
            Err(Undetected::None(why)) => Self::Off { why },
            Err(Undetected::Broken(why)) => Self::Broken { why },
        }
    }

    /// Makes the vault a git repository if it is none.
    #[must_use]
    pub fn init(root: &Path) -> Self {
        match Git::init(root) {
            Ok(git) => Self::Git(git),
            Err(Undetected::None(why)) => Self::Off { why },
            Err(Undetected::Broken(why)) => Self::Broken { why },
        }
    }

    /// Whether anything is recorded.
    #[must_use]
    pub fn is_on(&self) -> bool {
        matches!(self, Self::Git(_))
    }

    /// Whether git may write the pages with other line ends than they were committed with, as the user's
    /// attributes or settings tell it.
    #[must_use]
    pub fn turns_line_ends(&self) -> bool {
        matches!(self, Self::Git(git) if git.turns_ends())
    }

    fn git(&self) -> Result<&Git, HistoryError> {
        match self {
            Self::Git(git) => Ok(git),
            Self::Off { why } => Err(HistoryError::Off(why.clone())),
            Self::Broken { why } => Err(HistoryError::Broken(why.clone())),
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

    /// For each file that the history names, the time of its last change, in seconds since 1970. Commits of the
    /// operation `but` do not count.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn touched(
        &self,
        but: &str,
    ) -> Result<std::collections::HashMap<String, i64>, HistoryError> {
        self.git()?.touched(but)
    }

    /// Those of these files that differ from the last commit, or are not in it.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn unrecorded(&self, files: &[&str]) -> Result<Vec<String>, HistoryError> {
        let standing = self.git()?.standing(files);
        let standing = standing.map_err(|GitError(why)| HistoryError::Failed(why))?;
        Ok(standing.changed)
    }

    /// A file as of a revision, under the name that it had then, which may be another one.
    ///
    /// # Errors
    /// [`HistoryError::NotFound`] when it is not in that revision.
    pub fn show(&self, revision: &str, file: &str) -> Result<Vec<u8>, HistoryError> {
        self.git()?.show_followed(revision, file)
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

    /// The last commit until a moment, such as `2026-05-20T23:59:59+08:00`; `None` where there was none yet.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn last_until(&self, when: &str) -> Result<Option<Commit>, HistoryError> {
        self.git()?.last_until(when)
    }

    /// The Markdown files that the history knows and that stand otherwise now than in a commit, with what stood there
    /// then; at most `limit`.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn stood(&self, revision: &str, limit: usize) -> Result<Vec<Stood>, HistoryError> {
        self.git()?.stood(revision, limit)
    }

    /// One commit.
    ///
    /// # Errors
    /// [`HistoryError::NoRevision`] when there is none of that name.
    pub fn commit(&self, revision: &str) -> Result<Commit, HistoryError> {
        self.git()?.named(revision)
    }

    /// Which of its files the operation of a commit wrote, as its trailers tell. A person's commit has no
    /// other author.
    ///
    /// # Errors
    /// [`HistoryError::NoRevision`] when there is none of that name.
    pub fn authors(&self, revision: &str) -> Result<Authors, HistoryError> {
        self.git()?.authors(revision)
    }

    /// The bytes of the files on both sides of a commit, at most `limit` files: what undoing it
    /// needs. A merge has no single before and is refused.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn reverted(&self, revision: &str, limit: usize) -> Result<Vec<Reverted>, HistoryError> {
        self.git()?.reverted(revision, limit)
    }

    /// Files that a command has made beside the pages, such as the vault's settings: the next commit
    /// takes them along. A sentence when they cannot be noted.
    #[must_use]
    pub fn adopt(&self, vault: &dyn Vault, note: &Note, files: &[String]) -> Option<String> {
        let Self::Git(_) = self else { return None };
        queue::add(vault, note, files).err().map(|error| error.to_string())
    }

    /// Records what waits, if git takes it now; a sentence when it has to wait on.
    #[must_use]
    pub fn catch_up(&self, vault: &dyn Vault) -> Option<String> {
        match self {
            Self::Git(git) => match queue::settle(git, vault, None) {
                Ok(settled) => queue::joined(settled.told),
                Err(why) => queue::joined([why]),
            },
            Self::Off { .. } | Self::Broken { .. } => None,
        }
    }

    /// The changes that git has not been given yet.
    #[must_use]
    pub fn waiting(&self, vault: &dyn Vault) -> Waiting {
        match self {
            Self::Git(git) => queue::waiting(git, vault),
            Self::Off { .. } | Self::Broken { .. } => Waiting::default(),
        }
    }

    /// The last change, if nothing of it is in the history: its files.
    #[must_use]
    pub fn last_unrecorded(&self, vault: &dyn Vault) -> Vec<String> {
        if self.is_on() { queue::last_unrecorded(vault) } else { Vec::new() }
    }

    /// The files that git is told to leave alone, or has and did not check out. Where git cannot say, it
    /// says why when the change is recorded.
    pub(crate) fn apart(&self, files: &[&str]) -> Apart {
        match self {
            Self::Git(git) if !files.is_empty() => git.apart(files).unwrap_or_default(),
            _ => Apart::default(),
        }
    }

    /// Makes sure that the present texts of these files can be found again before they are changed:
    /// what a person wrote or removed since the last commit becomes a commit of its own; a text is kept aside
    /// where git cannot take it. A file that is not there has no text. Gives the files that git does not keep, and what is to be told.
    pub(crate) fn secure(
        &self,
        vault: &dyn Vault,
        note: &Note,
        present: &[(&str, Option<&[u8]>)],
    ) -> (Vec<String>, Vec<Told>) {
        match self {
            Self::Git(git) if !present.is_empty() => byhand::secure(git, vault, note, present),
            _ => (Vec::new(), Vec::new()),
        }
    }

    /// Records the present state of these files, of which git may not know the fresh ones.
    pub(crate) fn record(&self, vault: &dyn Vault, note: &Note, files: &Touched) -> Recorded {
        match self {
            Self::Git(git) => queue::record(git, vault, note, files),
            Self::Off { .. } => Recorded::default(),
            Self::Broken { why } => {
                Recorded { told: vec![Told::Said(unrecorded(why))], ..Recorded::default() }
            }
        }
    }
}
