//! A fact on its page: what setting it does, and what is said of that.

use super::{Kept, named};
use crate::draft::Draft;
use crate::receipt::Outcome;
use crate::{Error, dispute, family, problem};
use wiki::edit::{Edit, Splice};
use wiki::fact::{self, Fact, FactChange, FactInput, Spoken};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::redact;

/// Puts the fact on its page.
pub(crate) fn stated(
    draft: &mut Draft<'_>,
    path: &PagePath,
    input: &FactInput,
) -> Result<Kept, Error> {
    let page = draft.existing(path)?;
    let mut kept = Kept::on(path, input.said());
    let follower = follower(draft, &page, input)?;
    let input = follower.as_ref().unwrap_or(input);
    let change = fact::set(&page, &draft.schema, input);
    if let (Ok(FactChange::Added(_) | FactChange::NearDuplicate { .. }), Some(heading)) =
        (&change, &input.heading)
    {
        problem::refuse_doubled(&page, heading)?;
    }
    match change {
        Ok(FactChange::Unchanged) => {}
        Ok(FactChange::Added(edits)) => {
            draft.edit(path, &edits)?;
            kept.outcome = Outcome::Added;
            dated(draft, path, input, &mut kept)?;
        }
        Ok(FactChange::Replaced { old, edits }) => {
            kept.replaced = old.iter().map(described).collect();
            replace(draft, &page, (&old, &edits), input)?;
            kept.outcome = if old.is_empty() { Outcome::Updated } else { Outcome::Replaced };
            told_of(draft, path, (&old, input), &mut kept)?;
            let otherwise = fact::told_otherwise(&page, &draft.schema, input);
            let otherwise: Vec<String> = otherwise.iter().map(described).collect();
            kept.near = (!otherwise.is_empty()).then(|| otherwise.join(" · "));
        }
        Ok(FactChange::NearDuplicate { of, edits }) => {
            let near: Vec<String> = of.iter().map(described).collect();
            kept.near = Some(near.join(" · "));
            if let Some(Spoken { fact, value, .. }) = fact::spoken(&page, &draft.schema, input) {
                let key = fact.key.as_deref().unwrap_or_default();
                draft.notes.push(format!(
                    "it stands beside `{}`; `--page \"{path}\" --key \"{key}\" --value \"{value}\"` replaces that",
                    described(&fact)
                ));
            }
            draft.edit(path, &edits)?;
            kept.outcome = Outcome::Added;
            dated(draft, path, input, &mut kept)?;
        }
        Ok(FactChange::Candidates(facts)) => {
            return Err(problem::several_facts(&page, &kept.fact, &facts));
        }
        Err(err) => return Err(problem::from_fact(path, &err)),
    }
    if !kept.replaced.is_empty() {
        dispute::settle(draft, &page)?;
    }
    warn(draft, path, input, &kept)?;
    Ok(kept)
}

/// The fact that a sentence means which says that a key's value changed, where the new one is the name of a page of
/// somebody: "the owner of Atlas is now Bob". Of other words nothing shows that they are a value.
fn follower(draft: &Draft<'_>, page: &Page, input: &FactInput) -> Result<Option<FactInput>, Error> {
    if input.key.is_some() {
        return Ok(None);
    }
    let Some(Spoken { fact, value, changed: true }) = fact::spoken(page, &draft.schema, input)
    else {
        return Ok(None);
    };
    let Some(path) = named::party(draft, &value)? else { return Ok(None) };
    let was_link = fact.value.starts_with("[[") && fact.value.ends_with("]]");
    let value = match fact.value.contains('/') {
        _ if !was_link => value,
        true => format!("[[{path}]]"),
        false => format!("[[{}]]", path.name()),
    };
    Ok(Some(FactInput { key: fact.key, value, ..input.clone() }))
}

/// Says what was added with the date that it got there.
fn dated(
    draft: &mut Draft<'_>,
    path: &PagePath,
    input: &FactInput,
    kept: &mut Kept,
) -> Result<(), Error> {
    let page = draft.existing(path)?;
    let fold = |key: Option<&str>| key.map(wiki::canon::fold);
    let mut added = fact::facts(&page, &draft.schema);
    added.retain(|it| !it.retired && fold(it.key.as_deref()) == fold(input.key.as_deref()));
    if added.iter().any(|it| it.value == input.value) {
        return Ok(());
    }
    if let Some(fact) = added.iter().find(|it| fact::undated(&it.value) == input.value) {
        kept.fact = described(fact);
    }
    Ok(())
}

/// Says of what was stated whether it does not hold now.
fn warn(
    draft: &mut Draft<'_>,
    path: &PagePath,
    input: &FactInput,
    kept: &Kept,
) -> Result<(), Error> {
    let (marks, said) = (&input.marks, &kept.fact);
    let page = draft.existing(path)?;
    let mut alike = fact::facts(&page, &draft.schema);
    alike.retain(|it| described(it) == *said);
    let current = alike.iter().any(|it| !it.retired) || kept.outcome == Outcome::Unchanged;
    let retired = alike.last().filter(|_| !current);
    let warning = if let Some(day) = marks.expires.filter(|it| *it < input.today) {
        format!("`{said}` expired on {day} and does not hold")
    } else if let Some(day) = retired.and_then(|it| it.marks.superseded) {
        format!("`{said}` held until {day} and stands in the history")
    } else if marks.is_over(input.today) {
        format!("`{said}` is over and does not hold")
    } else if let Some((Some(day), _)) = marks.valid.filter(|it| it.0 > Some(input.today)) {
        format!("`{said}` holds from {day} on, not yet")
    } else {
        return Ok(());
    };
    draft.warnings.push(format!("{path}: {warning}"));
    Ok(())
}

/// Says what stands in the place of what was replaced, and where the clock or a mark is against it.
fn told_of(
    draft: &mut Draft<'_>,
    path: &PagePath,
    (old, input): (&[Fact], &FactInput),
    kept: &mut Kept,
) -> Result<(), Error> {
    let Some(first) = old.first() else { return Ok(()) };
    let page = draft.existing(path)?;
    // A day that the new text moves has its date now.
    let begins = |it: &Fact| it.item == first.item && !it.retired;
    if let Some(fact) = fact::facts(&page, &draft.schema).into_iter().find(begins)
        && (wiki::canon::fold(&fact.value).starts_with(&wiki::canon::fold(&input.value))
            || fact::undated(&fact.value) == input.value
            // The key says what moves.
            || fact.key.is_some() && input.value.ends_with(&fact::undated(&fact.value))
            // A sentence that says the value of a key.
            || fact.key.is_some() && input.key.is_none())
    {
        kept.fact = described(&fact);
    }
    let later = old.iter().find(|it| it.marks.added.is_some_and(|day| day > input.today));
    if let Some(it) = later {
        draft.warnings.push(format!(
            "{path}: `{}` says that it was added after today, {}: is the clock right?",
            described(it),
            input.today
        ));
    }
    Ok(())
}

/// Carries out what replaces facts. What hangs on the one whose place is taken was said of the old value
/// and goes to the history with it.
fn replace(
    draft: &mut Draft<'_>,
    page: &Page,
    (old, edits): (&[Fact], &[Edit]),
    input: &FactInput,
) -> Result<(), Error> {
    let path = &page.path;
    let Some(first) = old.first() else { return draft.edit(path, edits) };
    let own = family::hanging(page, first);
    if own.is_empty() {
        return draft.edit(path, edits);
    }
    let cut = Splice { span: own.clone(), text: String::new() };
    draft.edit(path, &[Edit::Splice(cut)])?;
    let bare = draft.existing(path)?;
    let schema = std::sync::Arc::clone(&draft.schema);
    let FactChange::Replaced { edits, .. } =
        fact::set(&bare, &schema, input).map_err(|err| problem::from_fact(path, &err))?
    else {
        return Err(problem::from_fact(path, &fact::FactProblem::NoPlace));
    };
    draft.edit(path, &family::with_past(edits, (page, first), &page.text[own])?)
}

/// A fact of the page in words; a secret that somebody wrote there by hand is not repeated.
pub(crate) fn described(fact: &Fact) -> String {
    redact(&fact.said()).0
}
