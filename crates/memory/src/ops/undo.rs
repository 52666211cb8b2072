//! `undo`: take back one operation, as its commit recorded it.

use super::{Effect, Operation};
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Kind, Memory, limits, problem};
use schemars::JsonSchema;
use serde::Deserialize;
use wiki::page::Revision;
use wiki::path::PagePath;
use wiki::policy::Purpose;

pub(super) struct Undo;

/// Which operation.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The operation's commit, as `memopage history` shows it; none = the last one
    commit: Option<String>,
}

impl Operation for Undo {
    const NAME: &'static str = "undo";
    const SUMMARY: &'static str = "Take back the last operation, or a named one";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["commit"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        let applied = memory.apply_for(call, Self::NAME, Purpose::Undo, |draft| {
            let commit = last_or(memory, input.commit.as_deref())?;
            let files = memory
                .history()
                .reverted(&commit, limits::CHANGES_MAX)
                .map_err(|err| problem::from_history(&err))?;
            let mut first = None;
            for file in &files {
                // Files that are no pages, such as the vault's own settings, are left alone.
                let Ok(path) = PagePath::from_file(&file.file) else { continue };
                let page = draft.page(&path)?;
                let now = page.as_ref().map(|it| it.revision());
                if now != file.after.as_deref().map(Revision::of) {
                    return Err(changed_since(&path, &commit));
                }
                match &file.before {
                    Some(bytes) => draft.put(&path, problem::text_of(bytes.clone()))?,
                    None => draft.remove(&path)?,
                }
                // The log and the map go along with every operation; the page is what it was about.
                if !matches!(path.as_str(), "log" | "index" | "INDEX") || files.len() == 1 {
                    first.get_or_insert(path);
                }
            }
            let page = first.map_or_else(String::new, |it| it.to_string());
            Ok((page, commit))
        })?;
        Ok(Receipt::of(Outcome::Undone, &applied.value, &applied))
    }
}

/// The commit that is named, else the last one that an operation made.
fn last_or(memory: &Memory, named: Option<&str>) -> Result<String, Error> {
    if let Some(named) = named {
        return Ok(named.to_owned());
    }
    let ours = memory.history().ours(1).map_err(|err| problem::from_history(&err))?;
    ours.into_iter().next().map(|it| it.id).ok_or_else(|| {
        Error::new(Kind::NotFound, "no operation has been recorded yet")
            .hint("run `memopage history` to see what is recorded")
    })
}

fn changed_since(path: &PagePath, commit: &str) -> Error {
    Error::new(Kind::Conflict, format!("{path} changed after {commit}; nothing was undone")).hint(
        format!(
            "look at `memopage history {path}`, then use `memopage restore {path} COMMIT` or `memopage edit`"
        ),
    )
}
