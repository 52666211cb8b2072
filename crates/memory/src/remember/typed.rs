//! A fact as it was typed: without secrets, its dates in figures, its marks read.

use super::{Marked, Request};
use crate::draft::Draft;
use crate::{Error, problem};
use wiki::fact::{FactInput, Marks};
use wiki::path::PagePath;
use wiki::policy::redact;
use wiki::schema::Priority;
use wiki::time::{self, ValidProblem};

/// What was asked for, with its dates in figures and without secrets; and what these were.
pub(super) fn typed(
    draft: &Draft<'_>,
    request: &Request<'_>,
) -> Result<(FactInput, Vec<String>), Error> {
    let (words, found) = redact(request.words());
    if words.trim().is_empty() {
        return Err(Error::bad(
            "there is nothing to remember but what is private",
            "say what may be written outside of `<private>`",
        ));
    }
    let redacted = found.iter().map(|(kind, _)| kind.to_string()).collect();
    if request.key.is_some() && words.trim().contains(['\n', '\r']) {
        return Err(Error::bad(
            "the value of a key is one line, and this one has several",
            "say each line under a key of its own, or add them with `memopage append PAGE TEXT`",
        ));
    }
    let now = &draft.call.now;
    let input = FactInput {
        key: request.key.map(|key| key.trim().to_owned()),
        value: time::resolve_relative(words.trim(), now),
        heading: request.heading.map(str::to_owned),
        marks: marks(draft, &request.marks)?,
        today: now.today(),
    };
    Ok((input, redacted))
}

/// The fact as it is set. A key can say that its value is a secret, so both are looked at together:
/// what is compared with the page and shown is what is kept.
pub(super) fn normal(
    draft: &mut Draft<'_>,
    path: &PagePath,
    typed: &FactInput,
) -> Result<FactInput, Error> {
    let refused = |err| problem::from_fact(path, &err);
    let input = typed.normal().map_err(refused)?;
    let (clean, found) = redact(&input.said());
    if found.is_empty() {
        return Ok(input);
    }
    let told = |kind| format!("{path}: {}", crate::apply::taken_out(kind, "was"));
    draft.warnings.extend(found.iter().map(|(kind, _)| told(kind)));
    let own = input.key.as_ref().and_then(|key| clean.strip_prefix(&format!("{key}: ")));
    let (key, value) = match own {
        Some(value) => (input.key.clone(), value.to_owned()),
        None => (None, clean),
    };
    FactInput { key, value, ..input }.normal().map_err(refused)
}

fn marks(draft: &Draft<'_>, typed: &Marked<'_>) -> Result<Marks, Error> {
    let now = &draft.call.now;
    let mut marks = Marks::default();
    if let Some(text) = typed.priority {
        let priority = text.parse::<Priority>().map_err(|_| {
            Error::bad(
                format!("`{text}` is no priority"),
                "use critical, high, medium, low or ephemeral",
            )
        })?;
        marks.priority = Some(priority);
    }
    if let Some(text) = typed.expires {
        let day = time::coming(text, now).map_err(|err| problem::from_date(text, &err))?;
        marks.expires = Some(day.to);
    }
    if let Some(text) = typed.valid {
        marks.valid = Some(time::parse_valid(text, now).map_err(|err| match err {
            ValidProblem::Date(err) => problem::from_date(text, &err),
            backwards @ ValidProblem::Backwards { .. } => {
                Error::bad(backwards.to_string(), "swap the two days, or leave one open")
            }
        })?);
    }
    if let Some(text) = typed.confidence {
        marks.confidence = Some(problem::confidence(text)?);
    }
    marks.source = typed.source.map(|it| it.trim().to_owned());
    Ok(marks)
}
