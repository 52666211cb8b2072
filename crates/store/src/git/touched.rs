//! When each file was last changed, in one look at the whole history.

use std::collections::HashMap;

use super::Git;
use super::past::{failure, whole};
use crate::history::HistoryError;

const FORMAT: &str =
    "--format=%x1e%ct%x1f%(trailers:key=Memopage-Operation,valueonly,separator=%x00)%x1f";

impl Git {
    /// For each file that the history names, the committer's time of the last commit that changed it, in
    /// seconds since 1970; commits of the operation `but` do not count.
    pub(crate) fn touched(&self, but: &str) -> Result<HashMap<String, i64>, HistoryError> {
        let args = ["log", "-z", FORMAT, "--name-only", "--no-renames"];
        let output = self.asked(&args)?;
        if !output.ok {
            if output.errors.contains("does not have any commits yet") {
                return Ok(HashMap::new());
            }
            return Err(failure(&output, "HEAD"));
        }
        Ok(parsed(&whole(output)?, but))
    }
}

fn parsed(bytes: &[u8], but: &str) -> HashMap<String, i64> {
    let mut last: HashMap<String, i64> = HashMap::new();
    for record in bytes.split(|byte| *byte == 0x1e) {
        let mut fields = record.splitn(3, |byte| *byte == 0x1f);
        let seconds = fields.next().and_then(|it| std::str::from_utf8(it).ok()?.parse().ok());
        let (Some(seconds), Some(operation), Some(names)) = (seconds, fields.next(), fields.next())
        else {
            continue;
        };
        if String::from_utf8_lossy(operation).trim() == but {
            continue;
        }
        for name in names.split(|byte| *byte == 0) {
            let name = String::from_utf8_lossy(name);
            let name = name.trim_start_matches('\n');
            if !name.is_empty() {
                // Newest first, but the clocks of two machines may differ.
                let known = last.entry(name.to_owned()).or_insert(seconds);
                *known = (*known).max(seconds);
            }
        }
    }
    last
}
