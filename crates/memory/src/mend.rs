//! What a writer that died has left is put right before anybody looks at the pages, so that no reader
//! takes half a change for the truth. How it is put right is the business of `store`.

use crate::{Error, Memory, problem};
use std::time::Duration;
use store::{Lock, LockError, Recovered};

/// Files of a change that are named.
const NAMED_MAX: usize = 5;

impl Memory {
    /// Puts right what a dead writer left; gives what a person should be told. A writer that is
    /// alive holds the lock and finishes by itself. Nothing here makes a reader fail: a vault that
    /// cannot be written is read as it stands.
    pub(crate) fn mend(&self) -> Vec<String> {
        if !store::is_unfinished(&*self.vault).unwrap_or(false) {
            return Vec::new();
        }
        let mended = match store::lock_for(&self.state, "recover", Duration::ZERO) {
            Err(LockError::Held { .. }) => return Vec::new(),
            Err(err) => Err(problem::from_lock(err)),
            // The writer may have finished between the look and the lock: then there is nothing to do.
            Ok(lock) => self.mend_locked(&lock),
        };
        mended.unwrap_or_else(|err| {
            vec![format!("an interrupted change cannot be finished yet: {}", err.message)]
        })
    }

    /// As [`Memory::mend`], for the holder of the lock.
    pub(crate) fn mend_locked(&self, lock: &Lock) -> Result<Vec<String>, Error> {
        if !store::is_unfinished(&*self.vault).map_err(problem::from_vault)? {
            return Ok(Vec::new());
        }
        let recovered = store::recover(&*self.vault, lock, self.history())
            .map_err(|err| problem::from_commit(err.into()))?;
        Ok(told(&recovered))
    }
}

/// What was put right, one sentence each.
pub(crate) fn told(recovered: &Recovered) -> Vec<String> {
    let mut lines = Vec::new();
    if !recovered.finished.is_empty() {
        let files = few(&recovered.finished);
        lines.push(format!("a change that was interrupted is finished now: {files}"));
    }
    if let Some(why) = &recovered.dropped {
        lines.push(format!("a change that was interrupted was dropped: {why}"));
    }
    for rescued in &recovered.rescued {
        let file = &rescued.file;
        lines.push(match &rescued.kept {
            Some(kept) => format!(
                "{file} was edited while a change was interrupted and stays as edited; the other text is .memopage/{kept}"
            ),
            None => format!("{file} was edited while its removal was interrupted and stays"),
        });
    }
    lines.extend(recovered.history_warning.clone());
    lines
}

/// The first files by name; more are counted.
fn few(files: &[String]) -> String {
    let mut shown = files[..files.len().min(NAMED_MAX)].join(", ");
    if let more @ 1.. = files.len().saturating_sub(NAMED_MAX) {
        shown.push_str(&format!(" and {more} more"));
    }
    shown
}

#[cfg(test)]
mod tests;
