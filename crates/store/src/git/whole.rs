//! All pages of a vault as of one commit: what of them stands otherwise now.

use super::Git;
use super::past::{failure, seconds_of, whole};
use crate::history::{Commit, HistoryError, Stood};

impl Git {
    /// The last commit that was made until then, a moment such as `2026-05-20T23:59:59+08:00`.
    pub(crate) fn last_until(&self, when: &str) -> Result<Option<Commit>, HistoryError> {
        let until = seconds_of(when).ok_or_else(|| HistoryError::BadRevision(when.to_owned()))?;
        let before = format!("--before={until}");
        let output = self.asked(&["rev-list", "--max-count=1", &before, "HEAD"])?;
        if !output.ok {
            return Err(failure(&output, "HEAD"));
        }
        let id = String::from_utf8_lossy(&whole(output)?).trim().to_owned();
        if id.is_empty() { Ok(None) } else { self.named(&id).map(Some) }
    }

    /// The Markdown files that git knows and that stand otherwise now than in a commit, with what stood there then.
    pub(crate) fn stood(&self, revision: &str, limit: usize) -> Result<Vec<Stood>, HistoryError> {
        let commit = self.named(revision)?;
        let args = [
            "diff",
            "--no-ext-diff",
            "--no-textconv",
            "--no-renames",
            "--name-only",
            "-z",
            &commit.id,
            "--",
        ];
        let output = self.asked(&args)?;
        if !output.ok {
            return Err(failure(&output, revision));
        }
        let names = String::from_utf8_lossy(&whole(output)?).into_owned();
        let names: Vec<&str> = names.split('\0').filter(|it| it.ends_with(".md")).collect();
        if names.len() > limit {
            let why = format!("more than {limit} files stand otherwise than in {revision}");
            return Err(HistoryError::Failed(why));
        }
        let mut stood = Vec::new();
        for file in names {
            let before = match self.show(&commit.id, file) {
                Ok(bytes) => Some(bytes),
                Err(HistoryError::NotFound(_)) => None,
                Err(err) => return Err(err),
            };
            stood.push(Stood { file: file.to_owned(), before });
        }
        Ok(stood)
    }
}
