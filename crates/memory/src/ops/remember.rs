//! `remember`: put one thing where it belongs; a newer value replaces an older one.

use super::{Effect, Operation};
use crate::receipt::{Outcome, Receipt};
use crate::remember::{self, Request};
use crate::{Call, Error, Memory};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

pub(super) struct Remember;

/// What to remember.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// What to remember, in words; `key: value` is a fact with a key
    text: Option<String>,
    /// The page it belongs to, by path, title, alias or id; none = for "I …" the page `me`, else what the text names, else today's
    page: Option<String>,
    /// The fact's key, such as `release date`; the same key again replaces the value
    key: Option<String>,
    /// The fact's value
    value: Option<String>,
    /// The section to put it in; made at the page's end if there is none
    heading: Option<String>,
    /// The type of the page, if it has to be made
    #[serde(rename = "type")]
    page_type: Option<String>,
    /// A fact that this one takes the place of, by its words or its key, where the text does not say so itself
    supersedes: Option<String>,
    /// How much it matters: `critical`, `high`, `medium`, `low` or `ephemeral`
    priority: Option<String>,
    /// The day after which it no longer holds, such as `2026-12-31` or `next Friday`
    expires: Option<String>,
    /// How long it holds, as `FROM..TO` in days
    valid: Option<String>,
    /// How sure it is: a number from 0 to 1, or `high`, `medium`, `low`
    confidence: Option<String>,
    /// Where it comes from: a page with line, a session with turn
    source: Option<String>,
}

/// What was remembered, and where.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// What became of it.
    #[serde(flatten)]
    receipt: Receipt,
    /// The fact as it now stands
    fact: String,
    /// The facts that it replaced, now under the page's history
    #[serde(skip_serializing_if = "Vec::is_empty")]
    replaced: Vec<String>,
    /// A fact that says nearly the same
    #[serde(skip_serializing_if = "Option::is_none")]
    near: Option<String>,
}

impl fmt::Display for Output {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}\n  {}", self.receipt, self.fact.replace('\n', "\n  "))?;
        for old in &self.replaced {
            write!(out, "\nreplaced: {old}")?;
        }
        if let Some(near) = &self.near {
            write!(out, "\nnearly the same stands there: {near}")?;
            write!(
                out,
                "\n  if it no longer holds, say so: `--supersedes TEXT` with the old text as it is named here"
            )?;
        }
        Ok(())
    }
}

impl Operation for Remember {
    const NAME: &'static str = "remember";
    const SUMMARY: &'static str = "Remember a fact; a newer value replaces the older one";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["text"];
    type Input = Input;
    type Output = Output;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Output, Error> {
        let request = Request {
            text: input.text.as_deref(),
            page: input.page.as_deref(),
            key: input.key.as_deref(),
            value: input.value.as_deref(),
            heading: input.heading.as_deref(),
            page_type: input.page_type.as_deref(),
            supersedes: input.supersedes.as_deref(),
            marks: remember::Marked {
                priority: input.priority.as_deref(),
                expires: input.expires.as_deref(),
                valid: input.valid.as_deref(),
                confidence: input.confidence.as_deref(),
                source: input.source.as_deref(),
            },
        };
        request.check()?;
        let applied = memory.apply(call, Self::NAME, |draft| {
            let kept = remember::remember(draft, &request)?;
            let key = request.key.map(|it| format!(": {}", it.trim())).unwrap_or_default();
            let subject = format!("{}{key}", kept.path);
            Ok((kept, subject))
        })?;
        let kept = &applied.value;
        let receipt = Receipt::of(
            if kept.made { Outcome::Created } else { kept.outcome },
            kept.path.as_str(),
            &applied,
        );
        Ok(Output {
            receipt,
            fact: kept.fact.clone(),
            replaced: kept.replaced.clone(),
            near: kept.near.clone(),
        })
    }
}
