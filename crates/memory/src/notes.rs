//! What is said now among the notes of a day: which of them nearly says it, and which of them planned a thing
//! that has another day now.
//!
//! How a note is read is `wiki::note`'s, how it gets onto the page is `remember`'s.

use crate::draft::Draft;
use crate::{Error, daily};
use jiff::civil::Date;
use wiki::canon::near_duplicate;
use wiki::edit::{Edit, Splice};
use wiki::note::{Note, notes};
use wiki::page::Page;
use wiki::path::PagePath;

/// Notes of one day that are compared with one more, the last of them.
const COMPARED_MAX: usize = 500;
/// Days of which the pages may hold a plan that moves today.
const DAYS_BEFORE: usize = 14;
/// Notes that a reply names, at most.
const NEAR_MAX: usize = 3;

/// The note of the day that says nearly the same.
pub(crate) fn near(page: &Page, words: &str) -> Option<String> {
    let notes = notes(page);
    let alike = |it: &&Note| near_duplicate(&it.text, words);
    notes.iter().rev().take(COMPARED_MAX).find(alike).map(|it| it.text.clone())
}

/// What a text does among the notes of a day that says to which day something moves.
pub(crate) enum Moving {
    /// It says what the page says.
    Same,
    /// It takes the place of a note, which is history now.
    Replaced {
        /// What the note said.
        old: String,
        /// What is to be noted in its place.
        words: String,
    },
    /// It is a fact of the page that it moves.
    OfFact,
    /// It moves none, or nobody knows which.
    Unsure {
        /// What is to be noted.
        words: String,
        /// Notes that may be meant.
        near: Vec<String>,
    },
}

/// Takes the one note, of which `words` move the day, into the history of its page: that of today, where nothing
/// there can be meant that of one of the days before. `None` where the words move nothing; else with the page of
/// what is meant.
pub(crate) fn moved(
    draft: &mut Draft<'_>,
    path: &PagePath,
    words: &str,
) -> Result<Option<(PagePath, Moving)>, Error> {
    let today = draft.call.now.today();
    if wiki::fact::moved(words, &[], today).is_none() {
        return Ok(None);
    }
    let mut all = said_on(draft, path, today)?;
    let known = all.len();
    let mut moved = held_against(words, &all, today);
    if matches!(moved, Some(wiki::fact::Moved::Unsure { .. })) {
        for (day, path) in days_before(draft)? {
            all.extend(said_on(draft, &path, day)?);
        }
        moved = held_against(words, &all, today);
    }
    let unsure = |words: String, of: &[usize]| {
        let near = of.iter().take(NEAR_MAX).filter_map(|at| all.get(*at));
        let near = near.map(|it| match it.path == *path {
            true => it.text.clone(),
            false => format!("{} ({})", it.text, it.path),
        });
        (path.clone(), Moving::Unsure { words, near: near.collect() })
    };
    Ok(Some(match moved {
        None => return Ok(None),
        Some(wiki::fact::Moved::Same(at)) => (all[at].path.clone(), Moving::Same),
        Some(wiki::fact::Moved::Unsure { text, near }) => unsure(text, &near),
        // Of another day it would be no more than a guess which one is meant.
        Some(wiki::fact::Moved::One { at, unnamed: Some(text), .. }) if at >= known => {
            unsure(text, &[at])
        }
        Some(wiki::fact::Moved::One { at, text, .. }) => {
            let Said { path: place, day, note, text: old } = &all[at];
            match note {
                None => (place.clone(), Moving::OfFact),
                // What stands below a heading was said of the old day.
                Some(note) if !note.bare => unsure(text, &[at]),
                Some(note) => {
                    bury(draft, place, (note, *day))?;
                    (place.clone(), Moving::Replaced { old: old.clone(), words: text })
                }
            }
        }
    }))
}

/// Takes a note, made on `day`, into the history of its page.
pub(crate) fn bury(
    draft: &mut Draft<'_>,
    path: &PagePath,
    (note, day): (&Note, Date),
) -> Result<(), Error> {
    let page = draft.existing(path)?;
    let past = wiki::fact::bury(&page, &note.text, day, draft.call.now.today());
    let gone = Splice { span: note.span.clone(), text: String::new() };
    draft.edit(path, &[Edit::Splice(gone), past])
}

/// The pages of the days before today on which a plan may stand, the newest first.
pub(crate) fn days_before(draft: &mut Draft<'_>) -> Result<Vec<(Date, PagePath)>, Error> {
    let mut days = Vec::new();
    let mut day = draft.call.now.today();
    for _ in 0..DAYS_BEFORE {
        let Ok(before) = day.yesterday() else { break };
        day = before;
        let path = daily::path(draft.memory, day)?;
        if draft.page(&path)?.is_some() {
            days.push((day, path));
        }
    }
    Ok(days)
}

/// What is said on a day's page: a note, or a fact.
struct Said {
    path: PagePath,
    day: Date,
    note: Option<Note>,
    text: String,
}

impl Said {
    fn fact(path: &PagePath, text: String, day: Date) -> Self {
        Self { path: path.clone(), day, note: None, text }
    }
}

/// Everything that a day's page says now.
fn said_on(draft: &mut Draft<'_>, path: &PagePath, day: Date) -> Result<Vec<Said>, Error> {
    let Some(page) = draft.page(path)? else { return Ok(Vec::new()) };
    let note =
        |note: Note| Said { path: path.clone(), day, text: note.text.clone(), note: Some(note) };
    let mut all: Vec<Said> = notes(&page).into_iter().map(note).collect();
    let mut facts = wiki::fact::facts(&page, &draft.schema);
    facts.retain(|it| !it.retired);
    all.extend(facts.iter().map(|it| Said::fact(path, crate::remember::described(it), day)));
    Ok(all)
}

fn held_against(words: &str, all: &[Said], today: Date) -> Option<wiki::fact::Moved> {
    let texts: Vec<&str> = all.iter().map(|it| it.text.as_str()).collect();
    wiki::fact::moved(words, &texts, today)
}
