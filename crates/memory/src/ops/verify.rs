//! `verify`: say that a page still holds.

use super::{Effect, Operation};
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Memory, daily, facets};
use jiff::ToSpan;
use schemars::JsonSchema;
use serde::Deserialize;
use wiki::edit::{Edit, FieldValue};
use wiki::page::Page;
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
            let page = draft.existing(&path)?;
            let edits = edits(&page, &draft.schema, call);
            draft.edit(&path, &edits)?;
            Ok((path.to_string(), path.to_string()))
        })?;
        Ok(Receipt::of(Outcome::Updated, &applied.value, &applied))
    }
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
