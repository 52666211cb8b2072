//! `restore`: bring back an archived page, or an older text of a page.

use super::{Effect, Operation};
use crate::draft::Draft;
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Kind, Memory, facets, problem, shelf};
use schemars::JsonSchema;
use serde::Deserialize;
use wiki::path::PagePath;

pub(super) struct Restore;

/// Which page, and which text of it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page's exact path; of an archived page, with or without `archive/`
    page: String,
    /// A commit of the page's history whose text is to stand again
    commit: Option<String>,
}

impl Operation for Restore {
    const NAME: &'static str = "restore";
    const SUMMARY: &'static str = "Bring back an archived page, or an older text of a page";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["page", "commit"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        let applied = memory.apply(call, Self::NAME, |draft| {
            let path = match &input.commit {
                Some(commit) => {
                    let path = PagePath::parse_existing(&input.page)
                        .map_err(|err| problem::from_path(&err))?;
                    if let Some(archived) = memory.put_away_from(&input.page)
                        && draft.page(&path)?.is_none()
                    {
                        memory.refuse_joined(&archived)?;
                    }
                    let text = memory.text_at_commit(&path, commit)?;
                    draft.put_back(&path, text.into_bytes())?;
                    path
                }
                None => {
                    let archived = archived(draft, &input.page)?;
                    memory.refuse_joined(&archived)?;
                    shelf::unarchive(draft, &archived)?
                }
            };
            Ok((path.to_string(), path.to_string()))
        })?;
        Ok(Receipt::of(Outcome::Restored, &applied.value, &applied))
    }
}

fn archived(draft: &mut Draft<'_>, typed: &str) -> Result<PagePath, Error> {
    let memory = draft.memory;
    let typed = typed.trim();
    for folder in ["", "archive/", ".archive/"] {
        if let Ok(path) = PagePath::parse_existing(&format!("{folder}{typed}"))
            && facets::in_archive(path.as_str())
            && memory.read_bytes(&path)?.is_some()
        {
            let all = if folder.is_empty() { Vec::new() } else { shelf::namesakes(draft, &path)? };
            return if all.len() > 1 { Err(several(typed, &all)) } else { Ok(path) };
        }
    }
    let path = memory.resolve_exact(typed)?;
    if facets::in_archive(path.as_str()) {
        return Ok(path);
    }
    Err(Error::new(Kind::Conflict, format!("{path} is not archived"))
        .hint("name a `commit` of `memopage history` to bring back an older text"))
}

/// Which of the pages that were put away from one place is meant is not guessed.
fn several(typed: &str, all: &[PagePath]) -> Error {
    let names: Vec<String> = all.iter().map(ToString::to_string).collect();
    Error::new(Kind::Conflict, format!("{} archived pages were `{typed}`", all.len()))
        .hint(format!(
            "name the one to bring back, the last one put away first: {}",
            names.join(", ")
        ))
        .candidates(names)
}

impl Memory {
    /// A page's text as a commit has it.
    pub(crate) fn text_at_commit(&self, path: &PagePath, commit: &str) -> Result<String, Error> {
        let found =
            self.history().show(commit, &path.file()).map_err(|err| problem::from_history(&err))?;
        String::from_utf8(found).map_err(|_| {
            Error::new(Kind::Refused, format!("{path} was not valid UTF-8 in commit {commit}"))
                .hint("bring it back with git itself")
        })
    }
}
