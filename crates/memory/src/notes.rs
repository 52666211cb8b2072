//! What is said now among the notes of a day: which of them nearly says it, and which of them planned a thing
//! that has another day now.
//!
//! How a note is read is `wiki::note`'s, how it gets onto the page is `remember`'s.

use crate::draft::Draft;
use crate::remember::described;
use crate::{Error, daily};
use jiff::civil::Date;
use std::rc::Rc;
use wiki::canon::{fold, near_duplicate};
use wiki::edit::{Edit, Splice};
use wiki::fact::{Fact, Likeness, Line, Moved, Turned};
use wiki::note::{Note, notes};
use wiki::page::Page;
use wiki::path::PagePath;

/// Notes of one day that are compared with one more, the last of them.
const COMPARED_MAX: usize = 500;
/// Days of which the pages may hold a plan that moves today.
const DAYS_BEFORE: usize = 14;
/// Notes that a reply names, at most.
const NEAR_MAX: usize = 5;

/// The note of the day that says nearly the same.
pub(crate) fn near(page: &Page, words: &str) -> Option<String> {
    let notes = notes(page);
    let alike = |it: &&Note| near_duplicate(&it.text, words);
    notes.iter().rev().take(COMPARED_MAX).find(alike).map(|it| it.text.clone())
}

/// Whether a page of a day ends with a note, but for its history, so that what is added would be read as a part of it.
pub(crate) fn ends_with_one(page: &Page) -> bool {
    let is_day = page.path.name().parse::<Date>().is_ok();
    let Some(last) = notes(page).pop().filter(|it| is_day && it.bare) else { return false };
    let behind = page.sections.iter().find(|it| it.span.start >= last.span.end);
    behind.is_none_or(|it| wiki::fact::is_history_heading(&it.heading))
}

/// The notes of the day that a text may mean: those that have it or are a part of it, else one that nearly says it.
pub(crate) fn nearest(page: &Page, words: &str) -> Vec<String> {
    let typed = fold(words);
    let holds = |it: &Note| {
        let said = fold(&it.text);
        said.contains(&typed) || typed.contains(&said)
    };
    let notes = notes(page);
    let held = notes.iter().rev().take(COMPARED_MAX).filter(|it| holds(it));
    let held: Vec<String> = held.take(NEAR_MAX).map(|it| it.text.clone()).collect();
    if held.is_empty() { near(page, words).into_iter().collect() } else { held }
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
        /// Lines that may be meant, each with its page.
        near: Vec<Named>,
    },
}

/// What is named of a page, so that it can be told by itself.
pub(crate) struct Named {
    pub(crate) path: PagePath,
    pub(crate) text: String,
}

impl Named {
    /// The line as a reply that is about the page `here` names it: `text (users/me)`.
    pub(crate) fn told(&self, here: &PagePath) -> String {
        if self.path == *here {
            self.text.clone()
        } else {
            format!("{} ({})", self.text, self.path)
        }
    }
}

/// Takes the one note, of which `words` move the day, into the history of its page: one of `path`, where they belong;
/// where none there is surely meant, one of today, of the days before or of the page of whoever speaks. `None` where
/// the words move nothing; else with the page of what is meant.
pub(crate) fn moved(
    draft: &mut Draft<'_>,
    path: &PagePath,
    words: &str,
) -> Result<Option<(PagePath, Moving)>, Error> {
    let today = draft.call.now.today();
    if wiki::fact::moved(words, &[], today).is_none() {
        return Ok(None);
    }
    let day = daily::path(draft.memory, today)?;
    let mut all = if *path == day { said_on(draft, path, today)? } else { stated_on(draft, path)? };
    let known = all.len();
    let mut moved = held_against(words, &all, today);
    if !is_settled(moved.as_ref()) {
        if *path != day {
            all.extend(said_on(draft, &day, today)?);
        }
        for (day, path) in days_before(draft)? {
            all.extend(said_on(draft, &path, day)?);
        }
        if let Some(own) = crate::remember::own_page(draft.memory)?.filter(|it| it != path) {
            all.extend(stated_on(draft, &own)?);
        }
        let wide = held_against(words, &all, today);
        // What a page says of its own thing is meant before what is only like it elsewhere.
        let own = *path != day && matches!(moved, Some(Moved::One { .. }));
        if !own || is_settled(wide.as_ref()) {
            moved = wide;
        }
    }
    let unsure = |words: String, of: &[usize]| {
        let near = of.iter().take(NEAR_MAX).filter_map(|at| all.get(*at));
        let near = near.map(|it| Named { path: it.path.clone(), text: it.text.clone() });
        (path.clone(), Moving::Unsure { words, near: near.collect() })
    };
    Ok(Some(match moved {
        None => return Ok(None),
        Some(Moved::Same(at)) => (all[at].path.clone(), Moving::Same),
        Some(Moved::Unsure { text, near }) => unsure(text, &near),
        // Of another day it would be no more than a guess which one is meant.
        Some(Moved::One { at, dated, likeness: Likeness::Unnamed, .. }) if at >= known => {
            unsure(dated, &[at])
        }
        // Nor is it said that what the page of whoever speaks has more of is the same.
        Some(Moved::One { at, dated, likeness: Likeness::Fuller, .. })
            if at >= known && all[at].names.is_some() =>
        {
            unsure(dated, &[at])
        }
        Some(Moved::One { at, text, dated, .. }) => {
            let Said { path: place, day, note, text: old, .. } = &all[at];
            match note {
                None => (place.clone(), Moving::OfFact),
                // What stands below a heading was said of the old day.
                Some(note) if !note.bare => unsure(dated, &[at]),
                Some(note) => {
                    bury(draft, place, (note, *day))?;
                    (place.clone(), Moving::Replaced { old: old.clone(), words: text })
                }
            }
        }
    }))
}

/// Takes the one note, of today's page `path` or of one of the days before, that `words` end which say that something
/// changed, into the history of its page. `None` where they say no such thing, or none is meant.
pub(crate) fn turned(
    draft: &mut Draft<'_>,
    path: &PagePath,
    words: &str,
) -> Result<Option<(PagePath, Moving)>, Error> {
    let today = draft.call.now.today();
    if !wiki::fact::changes(words, today) {
        return Ok(None);
    }
    let mut all = said_on(draft, path, today)?;
    for (day, path) in days_before(draft)? {
        all.extend(said_on(draft, &path, day)?);
    }
    let lines: Vec<Line<'_>> = all.iter().map(Said::line).collect();
    let words = words.to_owned();
    let unsure = |words: String, of: &[usize]| {
        let near = of.iter().filter_map(|at| all.get(*at));
        let near = near.map(|it| Named { path: it.path.clone(), text: it.text.clone() });
        (path.clone(), Moving::Unsure { words, near: near.collect() })
    };
    Ok(Some(match wiki::fact::turned(&words, &lines, today) {
        None => return Ok(None),
        Some(Turned::Same(at)) => (all[at].path.clone(), Moving::Same),
        Some(Turned::Near(near)) => unsure(words, &near),
        Some(Turned::One { at, text }) => {
            let Said { path: place, day, note, text: old, .. } = &all[at];
            match note {
                None => (place.clone(), Moving::OfFact),
                Some(note) if !note.bare => unsure(words, &[at]),
                Some(note) => {
                    bury(draft, place, (note, *day))?;
                    (place.clone(), Moving::Replaced { old: old.clone(), words: text })
                }
            }
        }
    }))
}

/// Whether no other page has to be looked at.
fn is_settled(moved: Option<&Moved>) -> bool {
    let fuller = |it: &Moved| matches!(it, Moved::One { likeness: Likeness::Fuller, .. });
    moved.is_none_or(|it| !matches!(it, Moved::Unsure { .. }) && !fuller(it))
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

/// What is said on a page: a note of its day, or a fact.
struct Said {
    path: PagePath,
    /// The day of which the note is, or on which the fact was stated.
    day: Date,
    note: Option<Note>,
    text: String,
    /// The words of the names of a page that is about something.
    names: Option<Rc<[String]>>,
}

impl Said {
    fn line(&self) -> Line<'_> {
        let names = self.names.as_deref().unwrap_or_default();
        Line { text: &self.text, names, said: self.day }
    }
}

/// Everything that a day's page says now.
fn said_on(draft: &mut Draft<'_>, path: &PagePath, day: Date) -> Result<Vec<Said>, Error> {
    let Some(page) = draft.page(path)? else { return Ok(Vec::new()) };
    let said = |text: String, note: Option<Note>| Said {
        path: path.clone(),
        day,
        note,
        text,
        names: None,
    };
    let mut all: Vec<Said> =
        notes(&page).into_iter().map(|it| said(it.text.clone(), Some(it))).collect();
    all.extend(facts_of(draft, &page).iter().map(|it| said(described(it), None)));
    Ok(all)
}

/// What a page about something says of it now.
fn stated_on(draft: &mut Draft<'_>, path: &PagePath) -> Result<Vec<Said>, Error> {
    let Some(page) = draft.page(path)? else { return Ok(Vec::new()) };
    let names: Rc<[String]> = wiki::fact::names(&page).into();
    let day = draft.call.now.today();
    let said = |fact: &Fact| Said {
        path: path.clone(),
        day: fact.marks.added.unwrap_or(day),
        note: None,
        text: described(fact),
        names: Some(Rc::clone(&names)),
    };
    Ok(facts_of(draft, &page).iter().map(said).collect())
}

fn facts_of(draft: &Draft<'_>, page: &Page) -> Vec<Fact> {
    let mut facts = wiki::fact::facts(page, &draft.schema);
    facts.retain(|it| !it.retired);
    facts
}

fn held_against(words: &str, all: &[Said], today: Date) -> Option<Moved> {
    let lines: Vec<Line<'_>> = all.iter().map(Said::line).collect();
    wiki::fact::moved(words, &lines, today)
}

/// What of a page, or of today's, `words` that move something may be about; nothing is changed.
pub(crate) fn meant(
    draft: &mut Draft<'_>,
    path: &PagePath,
    words: &str,
) -> Result<Vec<String>, Error> {
    let today = draft.call.now.today();
    let is_day = *path == daily::path(draft.memory, today)?;
    let all = if is_day { said_on(draft, path, today)? } else { stated_on(draft, path)? };
    let near = match held_against(words, &all, today) {
        Some(Moved::One { at, .. }) => vec![at],
        Some(Moved::Unsure { near, .. }) => near,
        Some(Moved::Same(_)) | None => Vec::new(),
    };
    Ok(near.into_iter().take(NEAR_MAX).filter_map(|at| Some(all.get(at)?.text.clone())).collect())
}
