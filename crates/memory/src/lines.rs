//! Lines of the vault that somebody names by their words: a note of a day, a fact, any list item.
//!
//! What becomes of them is said by whoever asks: `remember` puts something in their place, `forget` nothing.

use crate::draft::Draft;
use crate::remember::holds_facts;
use crate::{Error, problem};
use jiff::civil::Date;
use wiki::canon::fold;
use wiki::fact;
use wiki::note::Note;
use wiki::page::Page;
use wiki::path::PagePath;

/// Pages that an error names as those with one text, at most.
pub(crate) const PAGES_MAX: usize = 8;

/// The note of a day's page that is these words, and its day.
pub(crate) fn note_of(page: &Page, which: &str) -> Option<(Note, Date)> {
    let day = page.path.name().parse::<Date>().ok()?;
    let wanted = fold(which);
    let note = wiki::note::notes(page).into_iter().find(|it| it.bare && fold(&it.text) == wanted);
    note.map(|it| (it, day))
}

/// The notes of a day's page that `which` means, and their day: all with exactly these words, or the one whose
/// heading is typed with its time. The same words noted twice are one thing to forget.
pub(crate) fn notes_of(page: &Page, which: &str) -> Option<(Vec<Note>, Date)> {
    let day = page.path.name().parse::<Date>().ok()?;
    let typed = fold(which.trim().trim_start_matches('#'));
    let means = |note: &Note| {
        let heading = page.text[note.span.clone()].lines().next().unwrap_or_default();
        fold(&note.text) == typed || fold(heading.trim_start_matches('#')) == typed
    };
    let mut notes = wiki::note::notes(page);
    notes.retain(means);
    (!notes.is_empty()).then_some((notes, day))
}

/// The pages with a line that is exactly these words and holds. Each page's text is looked at: an index leaves out
/// words, and this is asked where no page was found otherwise.
pub(crate) fn anywhere(draft: &mut Draft<'_>, which: &str) -> Result<Vec<PagePath>, Error> {
    let words = which.trim().trim_start_matches("- ");
    let value = fact::split_pair(words).map_or_else(|| words.to_owned(), |(_, value)| value);
    let mut names = draft.memory.ask(|index| index.all_names())?;
    names.sort_by(|one, other| one.path.cmp(&other.path));
    let mut found = Vec::new();
    for name in names {
        if holds_facts(draft, &name.path).is_err() {
            continue;
        }
        let Some(bytes) = draft.memory.read_bytes(&name.path)? else { continue };
        let text = problem::text_of(bytes);
        if !text.contains(value.as_str()) {
            continue;
        }
        let page = Page::parse(name.path.clone(), text);
        if note_of(&page, words).is_some() || !fact::saying(&page, words).is_empty() {
            found.push(name.path);
        }
    }
    Ok(found)
}
