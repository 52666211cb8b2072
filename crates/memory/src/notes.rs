//! The notes of a day: `### 10:30 — text` on the day's page, each with what stands below it.
//!
//! Reads them, says which of them nearly says what is said now, and lets the new day of a thing take the place
//! of the note that planned it. How a note gets onto the page is `remember`'s.

use crate::Error;
use crate::draft::Draft;
use std::ops::Range;
use wiki::canon::near_duplicate;
use wiki::edit::{Edit, Splice};
use wiki::fact::is_history_heading;
use wiki::page::Page;
use wiki::path::PagePath;

/// Notes of one day that are compared with one more, the last of them.
const COMPARED_MAX: usize = 500;
/// Notes that a reply names, at most.
const NEAR_MAX: usize = 3;

/// One note of a day.
pub(crate) struct Note {
    /// Heading and text.
    pub(crate) span: Range<usize>,
    /// What it says: its heading without the time, or the text of which the heading shows the beginning.
    pub(crate) text: String,
    /// Whether nothing stands below its heading but what that says.
    pub(crate) bare: bool,
}

/// The notes of a page that still hold, in order; none of a block that a tool writes again.
pub(crate) fn notes(page: &Page) -> Vec<Note> {
    let mut notes = Vec::new();
    let mut blocks = page.generated.iter().map(|it| &it.span).peekable();
    for (at, section) in page.sections.iter().enumerate() {
        let begins = section.span.start;
        while blocks.next_if(|it| it.end <= begins).is_some() {}
        let generated = blocks.peek().is_some_and(|it| it.start <= begins);
        let Some(title) = title(&section.heading).filter(|_| section.level == 3 && !generated)
        else {
            continue;
        };
        if page.breadcrumb(at).into_iter().any(is_history_heading) {
            continue;
        }
        let below = page.text[section.heading_span.end..section.span.end].trim();
        let shown = title.strip_suffix('…').filter(|it| below.starts_with(it));
        notes.push(Note {
            span: section.span.clone(),
            text: if shown.is_some() { below } else { title }.to_owned(),
            bare: below.is_empty() || shown.is_some(),
        });
    }
    notes
}

/// A heading without the time that it begins with; `None` for one that begins otherwise.
fn title(heading: &str) -> Option<&str> {
    let (clock, title) = heading.split_once(" — ")?;
    let (hour, minute) = clock.trim().split_once(':')?;
    let digits = |it: &str, most: usize| {
        (1..=most).contains(&it.len()) && it.bytes().all(|b| b.is_ascii_digit())
    };
    (digits(hour, 2) && digits(minute, 2)).then_some(title.trim())
}

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

/// Takes the one note, of which `words` move the day, into the page's history. `facts` are what the page says
/// besides. `None` where the words move nothing.
pub(crate) fn moved(
    draft: &mut Draft<'_>,
    path: &PagePath,
    (words, facts): (&str, &[String]),
) -> Result<Option<Moving>, Error> {
    let today = draft.call.now.today();
    let page = draft.existing(path)?;
    let notes = notes(&page);
    let mut all: Vec<&str> = notes.iter().map(|it| it.text.as_str()).collect();
    all.extend(facts.iter().map(String::as_str));
    let Some(moved) = wiki::fact::moved(words, &all, today) else { return Ok(None) };
    let unsure = |words: String, of: &[usize]| {
        let near = of.iter().take(NEAR_MAX).filter_map(|at| all.get(*at));
        Moving::Unsure { words, near: near.map(|it| (*it).to_owned()).collect() }
    };
    Ok(Some(match moved {
        wiki::fact::Moved::Same(_) => Moving::Same,
        wiki::fact::Moved::Unsure { text, near } => unsure(text, &near),
        wiki::fact::Moved::One { at, text } => match notes.get(at) {
            None => Moving::OfFact,
            // What stands below a heading was said of the old day.
            Some(note) if !note.bare => unsure(text, &[at]),
            Some(note) => {
                let past = wiki::fact::bury(&page, &note.text, today);
                let gone = Splice { span: note.span.clone(), text: String::new() };
                draft.edit(path, &[Edit::Splice(gone), past])?;
                Moving::Replaced { old: note.text.clone(), words: text }
            }
        },
    }))
}
