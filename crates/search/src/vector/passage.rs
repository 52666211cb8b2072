//! Atom → the text that a model reads: the words, led by what they need to be understood alone (who
//! speaks and when, or the title and the headings above).

use wiki::page::Page;

use crate::atom::atoms;
use crate::facets::Facets;
use crate::outline::Kind;

/// Bytes of a trail of headings that say something; the rest is for the words.
const TRAIL_BYTES: usize = 200;

/// Bytes of a passage from which on it is read without its trail.
const ALONE_BYTES: usize = 300;

/// Set in the place of a turn's window: the turn with those around it.
pub(crate) const WINDOW: u32 = 1 << 31;

/// One text to embed and the atom that it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Passage {
    /// Place in the page's outline.
    pub(crate) ord: u32,
    pub(crate) text: String,
}

/// The texts of a page. Retired facts have none: they are asked for by name, not by likeness.
pub(crate) fn passages(page: &Page, facets: &Facets) -> Vec<Passage> {
    let (cut, outline) = atoms(page, facets);
    let turns = wiki::session::turns(page);
    let session = outline.is_session();
    let mut passages = Vec::new();
    for (ord, (atom, place)) in cut.iter().zip(&outline.places).enumerate() {
        let words = page.text[atom.words.clone()].trim();
        let text = match atom.kind {
            Kind::Head if session => continue,
            Kind::Head => names(facets),
            Kind::Retired => continue,
            // What stands around the turns of a conversation repeats them.
            Kind::Passage if session => continue,
            Kind::Passage if words.is_empty() || place.section() == usize::MAX => continue,
            // A long one is understood alone, and a title that many pages share would make them alike.
            Kind::Passage if words.len() >= ALONE_BYTES => words.to_owned(),
            Kind::Passage => format!("{}\n{words}", trail(page, facets, place.section())),
            Kind::Turn => {
                let Some(nth) =
                    turns.binary_search_by_key(&place.start(), |turn| turn.span.start).ok()
                else {
                    continue;
                };
                let said = |at: usize| {
                    let turn = &turns[at];
                    format!("{}: {}", turn.speaker, turn.text(&page.text).trim())
                };
                let window: Vec<String> =
                    (nth.saturating_sub(1)..(nth + 2).min(turns.len())).map(said).collect();
                passages.push(Passage { ord: ord as u32 | WINDOW, text: window.join("\n") });
                said(nth)
            }
        };
        if !text.trim().is_empty() {
            passages.push(Passage { ord: u32::try_from(ord).unwrap_or(u32::MAX), text });
        }
    }
    passages
}

/// What the page calls itself, in one line.
fn names(facets: &Facets) -> String {
    let mut names = vec![facets.title.as_str()];
    names.extend(facets.aliases.iter().map(String::as_str));
    names.extend(facets.description.as_deref());
    names.join("; ")
}

/// The title and the headings above, outermost first, each once.
fn trail(page: &Page, facets: &Facets, section: usize) -> String {
    let mut trail = vec![facets.title.clone()];
    if section < page.sections.len() {
        for heading in page.breadcrumb(section) {
            if trail.last().is_none_or(|last| last != heading) {
                trail.push(heading.to_owned());
            }
        }
    }
    let mut text = trail.join(" > ");
    if text.len() > TRAIL_BYTES {
        text.truncate(text.floor_char_boundary(TRAIL_BYTES));
    }
    text
}
