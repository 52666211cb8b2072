//! Which files of a commit the operation wrote that it names. A person may amend a commit of ours, squash
//! several into one, or cut the past off before it: then it holds what no operation wrote. So each commit says
//! in a trailer which files are the operation's, each by a few digits of a hash of its name: a commit
//! of thousands of files still has a message that git takes.

use wiki::Revision;

use super::Git;
use super::past::{failure, seconds_of, whole};
use crate::history::{Authors, Commit, HistoryError};

/// The trailer's key.
const KEY: &str = "Memopage-Files";
/// The trailer of an operation, as a line of a message begins with it.
const OPERATION: &str = "Memopage-Operation:";
/// Digits of a file's hash: two of some thousand names are hardly ever alike.
const DIGITS: usize = 8;

/// The trailer that tells these files.
pub(super) fn trailer(files: &[&str]) -> String {
    let mut signs: Vec<String> = files.iter().map(|file| sign(file)).collect();
    signs.sort_unstable();
    signs.dedup();
    format!("{KEY}: {}\n", signs.join(" "))
}

fn sign(file: &str) -> String {
    let mut sign = Revision::of(file.as_bytes()).to_string();
    sign.truncate(DIGITS);
    sign
}

impl Git {
    /// See `History::authors`.
    pub(crate) fn authors(&self, revision: &str) -> Result<Authors, HistoryError> {
        let commit = &self.named(revision)?;
        let is_first = commit.parents.is_empty();
        if is_first && self.is_cut_off(&commit.id)? {
            return Ok(Authors::CutOff);
        }
        if self.holds_several(commit)? {
            return Ok(Authors::Several);
        }
        let [told] = &commit.wrote[..] else {
            // Commits of earlier versions do not say it: one that nobody has touched since is whole.
            let is_rewritten = seconds_of(&commit.when).is_none_or(|it| it != commit.seconds);
            let is_ours = commit.operation.is_some();
            let is_unknown = is_first || (is_ours && is_rewritten);
            return Ok(if is_unknown { Authors::Unknown } else { Authors::Known(Vec::new()) });
        };
        let is_own = |file: &str| told.split(' ').any(|it| it == sign(file));
        let names = commit.files.iter().map(|it| it.file.clone());
        let others: Vec<String> = names.filter(|file| !is_own(file)).collect();
        // What stood before is not to be seen where everything looks new.
        let is_unknown = is_first && !others.is_empty();
        Ok(if is_unknown { Authors::Unknown } else { Authors::Known(others) })
    }

    /// Whether a commit that seems to be the first has one before it, which a shallow clone left out.
    fn is_cut_off(&self, id: &str) -> Result<bool, HistoryError> {
        let shown = self.asked(&["cat-file", "commit", id])?;
        if !shown.ok {
            return Err(failure(&shown, id));
        }
        let bytes = whole(shown)?;
        let head = bytes.split(|byte| *byte == b'\n').take_while(|line| !line.is_empty());
        Ok(head.into_iter().any(|line| line.starts_with(b"parent ")))
    }

    /// Whether its message holds that of another operation besides what git reads as its trailers.
    fn holds_several(&self, commit: &Commit) -> Result<bool, HistoryError> {
        let shown = self.asked(&["log", "--max-count=1", "--format=%B", &commit.id, "--"])?;
        if !shown.ok {
            return Err(failure(&shown, &commit.id));
        }
        let bytes = whole(shown)?;
        let text = String::from_utf8_lossy(&bytes);
        let told = text.lines().filter(|it| it.trim_start().starts_with(OPERATION)).count();
        Ok(commit.wrote.len() > 1 || told != commit.operations)
    }
}
