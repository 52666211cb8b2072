//! `verify`: say that a page still holds.

use super::{Effect, Operation};
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Kind, Memory, daily, facets};
use jiff::ToSpan;
use schemars::JsonSchema;
use serde::Deserialize;
use wiki::edit::{Edit, FieldValue};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::{Priority, Schema, Status};

pub(super) struct Verify;

/// Which page.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page's path, title, alias or id
    page: String,
}

impl Operation for Verify {
    const NAME: &'static str = "verify";
    const SUMMARY: &'static str = "Say that a page still holds, and set its next review";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["page"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        let applied = memory.apply(call, Self::NAME, |draft| {
            let path = daily::or_page_to_change(memory, call, &input.page)?;
            holds_knowledge(&draft.schema, &path)?;
            let page = draft.existing(&path)?;
            let edits = edits(&page, &draft.schema, call);
            draft.edit(&path, &edits)?;
            Ok((path.to_string(), path.to_string()))
        })?;
        Ok(Receipt::of(Outcome::Updated, &applied.value, &applied))
    }
}

/// Refuses pages of which nobody can say that they still hold: those that the vault works by, and what new pages are
/// made from.
fn holds_knowledge(schema: &Schema, path: &PagePath) -> Result<(), Error> {
    let own = schema.for_path(path.as_str()).filter(|it| it.file.is_some());
    let own = own.filter(|it| facets::is_apart_type(&it.name));
    let what = match own {
        Some(page_type) => format!("the vault's {}", page_type.name),
        None if facets::is_template(schema, path) => "a template".to_owned(),
        None => return Ok(()),
    };
    Err(Error::new(Kind::Refused, format!("{path} is {what} and is not verified"))
        .hint("name a page that says something about the thing itself"))
}

fn edits(page: &Page, schema: &Schema, call: &Call) -> Vec<Edit> {
    let today = call.now.today();
    let key = |canonical: &str| page.head.key_as_written(canonical).unwrap_or(canonical).to_owned();
    let set = |canonical: &str, value: String| Edit::SetField {
        key: key(canonical),
        value: FieldValue::Text(value),
    };
    let mut edits = vec![set("last_verified", today.to_string())];
    let priority = facets::of(page, schema).priority.and_then(|it| it.parse::<Priority>().ok());
    if let Some(days) = priority.and_then(|it| schema.retention.row(it)?.review_days)
        && let Ok(next) = today.checked_add(i64::from(days).days())
    {
        edits.push(set("review_after", next.to_string()));
    }
    let status = page.head.text("status").map(|it| Status::from(it.as_str()));
    if status == Some(Status::Stale) {
        edits.push(set("status", "active".to_owned()));
    }
    edits
}
