//! `write`: create a page, or replace its whole text.

use super::{Effect, Operation};
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Memory, daily, revise};
use schemars::JsonSchema;
use serde::Deserialize;

pub(super) struct Write;

/// The page and its text.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page's path, title, alias or id; a new page is made at that path
    page: String,
    /// The page's whole Markdown, head included
    text: String,
    /// The revision this text is based on; if the page changed since, both are merged
    expected: Option<String>,
}

impl Operation for Write {
    const NAME: &'static str = "write";
    const SUMMARY: &'static str = "Create a page, or replace its whole text";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["page", "text"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        let applied = memory.apply(call, Self::NAME, |draft| {
            let path = match daily::named(memory, call, &input.page)? {
                Some(day) => daily::path(memory, day)?,
                None => memory.resolve_or_new(&input.page)?,
            };
            let outcome = match draft.page(&path)? {
                None if input.expected.is_some() => return Err(revise::gone(&path)),
                None => {
                    memory.refuse_twin(&path, None)?;
                    draft.create_text(&path, input.text.clone())?;
                    Outcome::Created
                }
                Some(page) => {
                    let expected = input.expected.as_deref();
                    let text = revise::merged(memory, &page, expected, &input.text)?;
                    draft.put(&path, text)?;
                    Outcome::Updated
                }
            };
            Ok(((path.to_string(), outcome), path.to_string()))
        })?;
        Ok(Receipt::of(applied.value.1, &applied.value.0, &applied))
    }
}
