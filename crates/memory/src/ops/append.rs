//! `append`: add text at the end of a page or of one of its sections.

use super::{Effect, Operation};
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Memory, daily, notes};
use schemars::JsonSchema;
use serde::Deserialize;

pub(super) struct Append;

/// What to add where.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page's path, title, alias or id; `today`, `yesterday` or a date is that day's page
    page: String,
    /// The Markdown to add; behind a note of a day it gets a heading with the time, so that it is no part of that note
    text: String,
    /// The section to add to, by its heading, which may not stand twice; made at the page's end if there is none
    heading: Option<String>,
}

impl Operation for Append {
    const NAME: &'static str = "append";
    const SUMMARY: &'static str = "Add text to the end of a page or section";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["page", "text"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        if input.text.trim().is_empty() {
            return Err(Error::bad("there is no text to append", "give the text to add"));
        }
        let applied = memory.apply(call, Self::NAME, |draft| {
            let path = match daily::named(memory, call, &input.page)? {
                Some(day) => daily::ensured(draft, day)?,
                None => memory.resolve_to_change(&input.page)?,
            };
            match &input.heading {
                Some(heading) => draft.append_under(&path, heading, &input.text)?,
                None => {
                    let page = draft.existing(&path)?;
                    let text = match notes::ends_with_one(&page) && !input.text.starts_with('#') {
                        true => format!("### {}\n\n{}", call.now.at.strftime("%H:%M"), input.text),
                        false => input.text.clone(),
                    };
                    draft.append(&path, None, &text)?;
                }
            }
            Ok((path.to_string(), path.to_string()))
        })?;
        Ok(Receipt::of(Outcome::Added, &applied.value, &applied))
    }
}
