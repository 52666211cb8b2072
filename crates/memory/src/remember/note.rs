//! What is said without a page of its own: a note of the day, or a line elsewhere whose day it moves.

use super::state::stated;
use super::typed::normal;
use super::{Kept, Place, put};
use crate::draft::Draft;
use crate::receipt::Outcome;
use crate::{Error, daily, notes, signs, standing};
use wiki::fact::FactInput;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::redact;

/// Puts the words on the page that they name; where they move the day of something that stands elsewhere, in its
/// place.
pub(super) fn moved_elsewhere(
    draft: &mut Draft<'_>,
    place: Place,
    typed: &FactInput,
) -> Result<Kept, Error> {
    if standing::is_fact(typed) {
        return put(draft, place, typed);
    }
    let today = daily::path(draft.memory, typed.today)?;
    let own = match &place {
        Place::Page(path) => Some(path.clone()),
        Place::New { .. } | Place::Today => None,
    };
    match notes::moved(draft, own.as_ref().unwrap_or(&today), &typed.value)? {
        None => put(draft, place, typed),
        Some((_, notes::Moving::Unsure { near, .. })) => {
            let kept = put(draft, place, typed)?;
            let near = kept.near.clone().or_else(|| told_near(&near, &kept.path));
            let near = near.filter(|_| kept.replaced.is_empty());
            Ok(Kept { near, ..kept })
        }
        Some((path, _)) if own == Some(path.clone()) => put(draft, place, typed),
        Some(found) => carried(draft, &today, (typed, found)),
    }
}

/// Puts the words on today's page, once. Words that move the day of something noted there, or on a day before,
/// take its place.
pub(super) fn noted(
    draft: &mut Draft<'_>,
    path: &PagePath,
    input: &FactInput,
) -> Result<Kept, Error> {
    let words = input.value.as_str();
    let page = draft.page(path)?;
    let mut kept = Kept { made: page.is_none(), ..Kept::on(path, words.to_owned()) };
    if page.as_ref().is_some_and(|page| has_line(page, words)) {
        return Ok(kept);
    }
    if let Some(found) = notes::moved(draft, path, words)? {
        return carried(draft, path, (input, found));
    }
    if let Some(found) = notes::turned(draft, path, words)? {
        return carried(draft, path, (input, found));
    }
    let near = page.as_ref().and_then(|page| notes::near(page, words));
    kept.near = near.map(|it| redact(&it).0);
    kept.outcome = Outcome::Added;
    daily::ensured(draft, input.today)?;
    note(draft, path, words)?;
    Ok(kept)
}

/// Does what was found that words do which move a day: on the page of what they move, or as a note on `today`.
fn carried(
    draft: &mut Draft<'_>,
    today: &PagePath,
    (input, (place, found)): (&FactInput, (PagePath, notes::Moving)),
) -> Result<Kept, Error> {
    let mut kept = Kept {
        outcome: Outcome::Added,
        made: draft.page(today)?.is_none(),
        ..Kept::on(today, input.value.clone())
    };
    match found {
        notes::Moving::Same => {
            return Ok(Kept { path: place, outcome: Outcome::Unchanged, made: false, ..kept });
        }
        notes::Moving::OfFact => {
            let input = normal(draft, &place, input)?;
            return stated(draft, &place, &input);
        }
        notes::Moving::Replaced { old, words } => {
            kept.outcome = Outcome::Replaced;
            kept.made = false;
            kept.replaced = vec![redact(&old).0];
            kept.fact = words;
        }
        notes::Moving::Unsure { words, near } => {
            let page = draft.page(today)?;
            let alike = || notes::near(page.as_ref()?, &input.value).map(|it| redact(&it).0);
            kept.near = told_near(&near, today).or_else(alike);
            kept.fact = words;
        }
    }
    daily::ensured(draft, input.today)?;
    note(draft, today, &kept.fact)?;
    Ok(kept)
}

fn told_near(near: &[notes::Named], here: &PagePath) -> Option<String> {
    let told: Vec<String> = near.iter().map(|it| it.told(here)).collect();
    (!near.is_empty()).then(|| redact(&told.join(" · ")).0)
}

/// Whether a line of the page is these words, or a note of them.
pub(super) fn has_line(page: &Page, words: &str) -> bool {
    page.sections.iter().any(|it| {
        page.text[it.span.clone()].lines().any(|line| {
            let line = line.trim_start_matches('#').trim();
            line == words || line.split_once(" — ").is_some_and(|(_, title)| title == words)
        })
    })
}

/// Adds a note to the page of the day, under the time of day.
pub(super) fn note(draft: &mut Draft<'_>, path: &PagePath, words: &str) -> Result<(), Error> {
    let title = headline(words);
    let clock = draft.call.now.at.strftime("%H:%M");
    let heading = format!("### {clock} — {title}");
    let text = if title == words { heading } else { format!("{heading}\n\n{words}") };
    draft.append(path, None, &text)
}

/// The most characters that the heading of a daily entry repeats of its text.
const HEADLINE_CHARS: usize = 60;

fn headline(words: &str) -> String {
    let line = words.lines().next().unwrap_or_default().trim();
    if line.chars().count() <= HEADLINE_CHARS {
        return line.to_owned();
    }
    let cut: String = line.chars().take(HEADLINE_CHARS).collect();
    let at = cut.rfind(signs::parts_words).filter(|at| *at > cut.len() / 2);
    format!("{}…", at.map_or(cut.as_str(), |at| &cut[..at]).trim_end())
}
