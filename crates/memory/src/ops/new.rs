//! `new`: make a page of a type from its template.

use super::{Effect, Operation};
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Kind, Memory, daily, newpage};
use schemars::JsonSchema;
use serde::Deserialize;

pub(super) struct New;

/// What page to make.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page's title, or its path such as `users/grace`
    page: String,
    /// The title, where the page is given as a path
    title: Option<String>,
    /// The page type of the vault's schema, such as `project`; decides folder, fields and template
    #[serde(rename = "type")]
    page_type: Option<String>,
    /// Head fields as `key=value`
    #[serde(default)]
    set: Vec<String>,
    /// The body, instead of the type's template
    body: Option<String>,
}

impl Operation for New {
    const NAME: &'static str = "new";
    const SUMMARY: &'static str = "Make a page of a type from its template";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["page"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        let applied = memory.apply(call, Self::NAME, |draft| {
            let day = day_meant(memory, call, &input)?;
            let request = newpage::Request {
                page: day.as_deref().unwrap_or(&input.page),
                title: input.title.as_deref(),
                page_type: input.page_type.as_deref(),
                fallback: None,
                fields: newpage::fields(&input.set)?,
                body: input.body.as_deref().map_or(newpage::Body::Template, newpage::Body::Given),
            };
            let path = newpage::make(draft, &request)?;
            Ok((path.to_string(), path.to_string()))
        })?;
        Ok(Receipt::of(Outcome::Created, &applied.value, &applied))
    }
}

/// The path of the day's page where a day is named: a page called `today` would take the place of each
/// day's in turn.
fn day_meant(memory: &Memory, call: &Call, input: &Input) -> Result<Option<String>, Error> {
    let Some(day) = daily::named(memory, call, &input.page)? else { return Ok(None) };
    match input.page_type.as_deref() {
        None | Some("daily") => Ok(Some(daily::path(memory, day)?.to_string())),
        Some(page_type) => Err(Error::new(
            Kind::Refused,
            format!("`{}` means the day {day}, and no page of type {page_type}", input.page.trim()),
        )
        .hint(format!("give it a title that says more, such as \"{day} Review\""))),
    }
}
