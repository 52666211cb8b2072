//! `link`: tie two pages together, with a relation's name where there is one.

use super::{Effect, Operation};
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Memory, daily};
use schemars::JsonSchema;
use serde::Deserialize;
use wiki::edit::Edit;
use wiki::page::Page;
use wiki::path::PagePath;

pub(super) struct Link;

/// Which pages, and how they relate.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page that gets the link
    from: String,
    /// The page it leads to
    to: String,
    /// A predicate of the vault's schema, such as `depends_on`, in any of its spellings; none = a plain link
    predicate: Option<String>,
    /// The section that gets it; made at the page's end if there is none
    heading: Option<String>,
}

/// The section that links go to when none is named.
const HEADING: &str = "Related";

impl Operation for Link {
    const NAME: &'static str = "link";
    const SUMMARY: &'static str = "Link one page to another, as a relation if named";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["from", "to"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        let applied = memory.apply(call, Self::NAME, |draft| {
            let from = daily::or_page_to_change(memory, call, &input.from)?;
            let to = daily::or_page(memory, call, &input.to)?;
            let page = draft.existing(&from)?;
            let line = line(draft, &to, input.predicate.as_deref())?;
            if !stands(&page, &line) {
                let heading = input.heading.clone().unwrap_or_else(|| HEADING.to_owned());
                draft.edit(&from, &[Edit::Append { heading: Some(heading), text: line }])?;
            }
            Ok((from.to_string(), format!("{from} → {to}")))
        })?;
        Ok(Receipt::of(Outcome::Added, &applied.value, &applied))
    }
}

fn line(
    draft: &mut crate::draft::Draft<'_>,
    to: &PagePath,
    predicate: Option<&str>,
) -> Result<String, Error> {
    let target = wiki::link::titled(to, &draft.existing(to)?.title());
    let Some(predicate) = predicate else { return Ok(format!("- {target}")) };
    match draft.schema.predicate(predicate) {
        Some(known) => Ok(format!("- {} {target}", known.name)),
        None => {
            let names: Vec<&str> =
                draft.schema.predicates.iter().map(|it| it.name.as_str()).collect();
            Err(Error::bad(
                format!("the vault's schema has no predicate `{predicate}`"),
                format!("use one of: {}; or add it to SCHEMA.md", names.join(", ")),
            ))
        }
    }
}

fn stands(page: &Page, line: &str) -> bool {
    page.items.iter().any(|item| page.text[item.span.clone()].trim() == line)
}
