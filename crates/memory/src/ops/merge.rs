//! `merge`: two pages of one thing become one.

use super::{Effect, Operation};
use crate::draft::Draft;
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Memory, follow, shelf};
use schemars::JsonSchema;
use serde::Deserialize;
use wiki::edit::{Edit, FieldValue};
use wiki::fact::{self, FactChange, FactInput};
use wiki::page::Page;
use wiki::path::PagePath;

pub(super) struct Merge;

/// The page that stays and the one that joins it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page that stays, by exact path, title or id
    page: String,
    /// The page that joins it, by exact path, title or id; it is archived
    other: String,
}

impl Operation for Merge {
    const NAME: &'static str = "merge";
    const SUMMARY: &'static str = "Make two pages of one thing one; links follow";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["page", "other"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        let applied = memory.apply(call, Self::NAME, |draft| {
            let keep = memory.resolve_movable(&input.page)?;
            let other = memory.resolve_movable(&input.other)?;
            if keep == other {
                return Err(Error::bad("a page cannot join itself", "name two pages"));
            }
            join(draft, &keep, &other, call)?;
            Ok((keep.to_string(), format!("{other} → {keep}")))
        })?;
        Ok(Receipt::of(Outcome::Updated, &applied.value, &applied))
    }
}

fn join(
    draft: &mut Draft<'_>,
    keep: &PagePath,
    other: &PagePath,
    call: &Call,
) -> Result<(), Error> {
    let joining = draft.existing(other)?;
    let files = follow::files(draft)?;
    take_names(draft, keep, &joining)?;
    let taken = take_facts(draft, keep, &joining, call)?;
    take_text(draft, keep, &joining, &taken)?;
    follow::redirect(draft, other, keep, &files)?;
    let shelved = shelf::archive(draft, other)?;
    let page = draft.existing(&shelved)?;
    if !page.head.broken && page.head.kind == wiki::head::HeadKind::Yaml {
        let value = FieldValue::Text(format!("[[{keep}]]"));
        draft.edit(&shelved, &[Edit::SetField { key: "superseded_by".to_owned(), value }])?;
    }
    Ok(())
}

/// The other page's names become aliases of the one that stays.
fn take_names(draft: &mut Draft<'_>, keep: &PagePath, joining: &Page) -> Result<(), Error> {
    let page = draft.existing(keep)?;
    let mut aliases = page.head.list("aliases");
    let title = page.title();
    let mut names = vec![joining.title()];
    names.extend(joining.head.list("aliases"));
    let before = aliases.len();
    for name in names {
        let known = |it: &String| wiki::canon::fold(it) == wiki::canon::fold(&name);
        if !known(&title) && !aliases.iter().any(known) {
            aliases.push(name);
        }
    }
    if aliases.len() == before {
        return Ok(());
    }
    let key = page.head.key_as_written("aliases").unwrap_or("aliases").to_owned();
    draft.edit(keep, &[Edit::SetField { key, value: FieldValue::List(aliases) }])
}

/// Facts join by their keys: equal ones once, the page that stays keeps its own value.
/// Gives the spans of the other page's text that are dealt with.
fn take_facts(
    draft: &mut Draft<'_>,
    keep: &PagePath,
    joining: &Page,
    call: &Call,
) -> Result<Vec<std::ops::Range<usize>>, Error> {
    let schema = std::sync::Arc::clone(&draft.schema);
    let mut taken = Vec::new();
    for theirs in fact::facts(joining, &schema).into_iter().filter(|it| !it.retired) {
        let page = draft.existing(keep)?;
        let clash = theirs.key.as_deref().is_some_and(|key| {
            fact::facts(&page, &schema).iter().any(|ours| {
                !ours.retired
                    && ours
                        .key
                        .as_deref()
                        .is_some_and(|it| wiki::canon::fold(it) == wiki::canon::fold(key))
                    && ours.value != theirs.value
            })
        });
        if clash {
            continue;
        }
        let input = FactInput {
            key: theirs.key.clone(),
            value: theirs.value.clone(),
            heading: None,
            marks: theirs.marks.clone(),
            today: call.now.today(),
        };
        match fact::set(&page, &schema, &input) {
            Ok(FactChange::Added(edits)) => {
                draft.edit(keep, &edits)?;
                taken.push(theirs.span.clone());
            }
            Ok(FactChange::Unchanged) => taken.push(theirs.span.clone()),
            Ok(_) | Err(_) => {}
        }
    }
    Ok(taken)
}

/// What is left of the other page's text goes under a heading of its own.
fn take_text(
    draft: &mut Draft<'_>,
    keep: &PagePath,
    joining: &Page,
    taken: &[std::ops::Range<usize>],
) -> Result<(), Error> {
    let mut rest = String::new();
    let mut at = joining.body;
    for span in taken {
        rest.push_str(&joining.text[at..span.start.max(at)]);
        at = span.end.max(at);
    }
    rest.push_str(&joining.text[at..]);
    let title = joining.title();
    let rest = rest.trim().strip_prefix(&format!("# {title}")).unwrap_or(rest.trim()).trim();
    if rest.is_empty() {
        return Ok(());
    }
    let text = rest.to_owned();
    draft.edit(keep, &[Edit::Append { heading: Some(format!("From {title}")), text }])
}
