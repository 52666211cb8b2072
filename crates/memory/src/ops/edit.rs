//! `edit`: change a piece of text or head fields, and nothing else.

use super::{Effect, Operation};
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Kind, Memory, daily, newpage, revise};
use schemars::JsonSchema;
use serde::Deserialize;
use wiki::edit::Edit as Change;

pub(super) struct Edit;

/// What to change on which page.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page's path, title, alias or id
    page: String,
    /// The text to replace; must stand exactly once in the body
    old: Option<String>,
    /// What to put in its place; empty removes it
    new: Option<String>,
    /// Head fields to set, as `key=value`; `key=[a, b]` is a list
    #[serde(default)]
    set: Vec<String>,
    /// Head fields to remove
    #[serde(default)]
    unset: Vec<String>,
    /// The revision this edit is based on; a stale one is refused unless the edit still fits
    expected: Option<String>,
}

impl Operation for Edit {
    const NAME: &'static str = "edit";
    const SUMMARY: &'static str = "Change a piece of text or head fields of a page";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["page", "old", "new"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        let edits = edits(&input)?;
        let expected = input.expected.as_deref().map(revise::parsed).transpose()?;
        let applied = memory.apply(call, Self::NAME, |draft| {
            let path = daily::or_page_to_change(memory, call, &input.page)?;
            let before = draft.existing(&path)?;
            let stale = expected.is_some_and(|it| it != before.revision());
            draft.edit(&path, &edits).map_err(|err| match (stale, err.kind) {
                (true, Kind::NotFound | Kind::BadRequest) => {
                    Error::new(Kind::Conflict, format!("{path} changed since it was read"))
                        .hint("read the page again; nothing was changed")
                }
                _ => err,
            })?;
            Ok((path.to_string(), path.to_string()))
        })?;
        Ok(Receipt::of(Outcome::Updated, &applied.value, &applied))
    }
}

fn edits(input: &Input) -> Result<Vec<Change>, Error> {
    let mut edits = Vec::new();
    match (&input.old, &input.new) {
        (Some(old), _) if old.is_empty() => {
            return Err(Error::bad("the text to replace is empty", "use `memopage append` to add"));
        }
        (Some(old), new) => edits
            .push(Change::ReplaceText { old: old.clone(), new: new.clone().unwrap_or_default() }),
        (None, Some(_)) => {
            return Err(Error::bad("`new` is given without `old`", "name the text to replace"));
        }
        (None, None) => {}
    }
    for (key, value) in newpage::fields(&input.set)? {
        edits.push(Change::SetField { key, value });
    }
    edits.extend(input.unset.iter().map(|key| Change::RemoveField { key: key.clone() }));
    if edits.is_empty() {
        return Err(Error::bad("nothing to change", "give `old` and `new`, or `--set key=value`"));
    }
    Ok(edits)
}
