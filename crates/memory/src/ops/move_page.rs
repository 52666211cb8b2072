//! `move`: give a page another path; links to it and its own relative links follow.

use super::{Effect, Operation};
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Memory, follow, problem};
use schemars::JsonSchema;
use serde::Deserialize;
use wiki::path::PagePath;

pub(super) struct Move;

/// Which page, and where to.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page's path, title or id
    page: String,
    /// The new path, or a folder ending in `/` to keep the name
    to: String,
}

impl Operation for Move {
    const NAME: &'static str = "move";
    const SUMMARY: &'static str = "Move or rename a page; links to it follow";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["page", "to"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        let applied = memory.apply(call, Self::NAME, |draft| {
            let from = memory.resolve_movable(&input.page)?;
            let to = destination(&from, &input.to)?;
            follow::relocate(draft, &from, &to)?;
            Ok((to.to_string(), format!("{from} → {to}")))
        })?;
        Ok(Receipt::of(Outcome::Moved, &applied.value, &applied))
    }
}

fn destination(from: &PagePath, to: &str) -> Result<PagePath, Error> {
    let typed = match to.strip_suffix('/') {
        Some(folder) => format!("{folder}/{}", from.name()),
        None => to.to_owned(),
    };
    let to = PagePath::parse(&typed).map_err(|err| problem::from_path(&err))?;
    if to == *from {
        return Err(Error::bad(format!("{from} lies there already"), "name another path"));
    }
    Ok(to)
}
