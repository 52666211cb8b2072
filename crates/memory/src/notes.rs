//! What is said now among the notes of a day: which of them nearly says it, and which of them planned a thing
//! that has another day now.
//!
//! How a note is read is `wiki::note`'s, how it gets onto the page is `remember`'s.

use crate::Error;
use crate::draft::Draft;
use wiki::canon::near_duplicate;
use wiki::edit::{Edit, Splice};
use wiki::note::{Note, notes};
use wiki::page::Page;
use wiki::path::PagePath;

/// Notes of one day that are compared with one more, the last of them.
const COMPARED_MAX: usize = 500;
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
