//! `link`: tie two pages together, with a relation's name where there is one.

use super::{Effect, Operation};
use crate::draft::Draft;
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Kind, Memory, daily, problem};
use schemars::JsonSchema;
use serde::Deserialize;
use wiki::graph::anchor_section;
use wiki::page::Page;
use wiki::path::PagePath;

pub(super) struct Link;

/// Which pages, and how they relate.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page that gets the link
    from: String,
    /// The page it leads to; `Page#Heading` is a place in it, `today` or a date that day's page
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
            let from = match daily::named(memory, call, &input.from)? {
                Some(day) => daily::ensured(draft, day)?,
                None => memory.resolve_to_change(&input.from)?,
            };
            let (to, place) = target(draft, &input.to)?;
            let page = draft.existing(&from)?;
            let line = line(draft, &from, (&to, &place), input.predicate.as_deref())?;
            if !stands(&page, &line) {
                match &input.heading {
                    Some(heading) => draft.append_under(&from, heading, &line)?,
                    None => draft.append(&from, Some(HEADING.to_owned()), &line)?,
                }
            }
            Ok((from.to_string(), format!("{from} → {to}")))
        })?;
        Ok(Receipt::of(Outcome::Added, &applied.value, &applied))
    }
}

/// The page that a link leads to, a day's made first, and the place in it: `#Heading`, `#^block` or nothing.
fn target(draft: &mut Draft<'_>, typed: &str) -> Result<(PagePath, String), Error> {
    if let Some(day) = daily::named(draft.memory, draft.call, typed)? {
        return Ok((daily::ensured(draft, day)?, String::new()));
    }
    let err = match draft.memory.resolve_to_change(typed) {
        Ok(path) => return Ok((path, String::new())),
        Err(err) => err,
    };
    let Some((page, place)) = typed.split_once('#').filter(|it| !it.0.trim().is_empty()) else {
        return Err(err);
    };
    let path = draft.memory.resolve_to_change(page.trim())?;
    let page = draft.existing(&path)?;
    if anchor_section(&page, place.trim()).is_none() {
        return Err(Error::new(Kind::NotFound, format!("{path} has no place `#{}`", place.trim()))
            .hint(format!("run `memopage read \"{path}\"` to see its headings")));
    }
    Ok((path, format!("#{}", place.trim())))
}

fn line(
    draft: &mut Draft<'_>,
    from: &PagePath,
    (to, place): (&PagePath, &str),
    predicate: Option<&str>,
) -> Result<String, Error> {
    let title = draft.existing(to)?.title();
    let target = if place.is_empty() {
        wiki::link::titled(from, to, &title)
    } else {
        wiki::link::placed(from, to, place)
    };
    let Some(predicate) = predicate else { return Ok(format!("- {target}")) };
    match draft.schema.predicate(predicate) {
        Some(known) => Ok(format!("- {} {target}", known.name)),
        None => {
            let names: Vec<&str> =
                draft.schema.predicates.iter().map(|it| it.name.as_str()).collect();
            Err(problem::not_in_schema("predicate", predicate, &names))
        }
    }
}

fn stands(page: &Page, line: &str) -> bool {
    page.items.iter().any(|item| page.text[item.span.clone()].trim() == line)
}
