//! A conversation as a page: how its turns are written and read back, text for text.
//!
//! A turn is a quoted block, so that nothing in it is a fact, a heading or a link of the page:
//!
//! ```text
//! > **Caroline** · 2023-05-08 13:56 · D1:3
//! > I went to a support group yesterday.
//! > ^D1-3
//! ```
//!
//! Which sessions there are, and what is worth knowing from them, is decided elsewhere.

mod block;
#[cfg(test)]
mod tests;
mod topic;

use std::collections::HashSet;
use std::ops::Range;

use jiff::civil::DateTime;

use crate::canon;
use crate::edit::{FieldValue, new_page};
use crate::page::Page;
use crate::path::PagePath;

/// The folder of session pages.
const FOLDER: &str = "sessions";
/// Turns on one page; a longer session goes on in a further part.
pub const PART_TURNS_MAX: usize = 1_000;

/// What one speaker said at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The name the turn is cited by; if empty, one is made from its place.
    pub id: String,
    /// Who spoke.
    pub speaker: String,
    /// When, as the source writes it.
    pub at: Option<String>,
    /// What was said, byte for byte.
    pub text: String,
}

/// A conversation.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Session {
    /// The source's name for it.
    pub id: String,
    /// The source has no name for it: `id` was made up, and another conversation may have the same.
    pub nameless: bool,
    /// When it began, in the clock of those who spoke.
    pub at: Option<DateTime>,
    /// Its title, if it has one.
    pub topic: Option<String>,
    /// Who took part; if empty, the speakers.
    pub participants: Vec<String>,
    /// Where it was taken from.
    pub source: Option<String>,
    /// What was said, in order.
    pub turns: Vec<Turn>,
}

/// A turn as it stands in a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnSpan {
    /// The turn's id as the source gave it.
    pub id: String,
    /// The id that a link to the block uses, without `^`.
    pub block_id: String,
    /// Who spoke.
    pub speaker: String,
    /// When, as the source writes it.
    pub at: Option<String>,
    /// The whole block with its last line end.
    pub span: Range<usize>,
    /// The quoted lines of the text, still with their `>`; see [`TurnSpan::text`].
    pub text_span: Range<usize>,
}

impl TurnSpan {
    /// What was said, without the quote marks; `page_text` is the page's whole text.
    pub fn text(&self, page_text: &str) -> String {
        block::unquote(page_text, self)
    }
}

/// The pages of a session, one for every [`PART_TURNS_MAX`] turns: `sessions/2023-05-08-topic`, then
/// `… (part 2)`, all with the session's id. `fields` are added to each head and win over ours. The
/// topic comes from the first turns where none is given. The caller keeps the paths unique.
pub fn render(session: &Session, fields: &[(String, FieldValue)]) -> Vec<(PagePath, String)> {
    let topic = topic::topic(session);
    let parts: Vec<&[Turn]> = match session.turns.len() {
        0 => vec![&[]],
        _ => session.turns.chunks(PART_TURNS_MAX).collect(),
    };
    let mut used = block::Used::new();
    let mut turns_before = 0;
    let mut pages = Vec::new();
    for (index, turns) in parts.iter().enumerate() {
        let blocks = blocks(turns, turns_before, &mut used);
        turns_before += turns.len();
        let place = Place { number: index + 1, of: parts.len() };
        let text = part(session, &topic, place, &blocks, fields);
        pages.push((path(session, &topic, &place.suffix()), text));
    }
    pages
}

/// Which of a session's pages one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// From 1.
    pub number: usize,
    /// How many pages the session has.
    pub of: usize,
}

impl Place {
    /// What the page's name ends in.
    pub fn suffix(self) -> String {
        if self.number == 1 { String::new() } else { format!(" (part {})", self.number) }
    }

    /// What the page says of itself in its head.
    pub fn shown(self) -> String {
        format!("{} of {}", self.number, self.of)
    }
}

/// The text of one page of a session that is called `topic`, with the blocks of its turns.
pub fn part(
    session: &Session,
    topic: &str,
    place: Place,
    blocks: &[String],
    fields: &[(String, FieldValue)],
) -> String {
    let title = format!("{topic}{}", place.suffix());
    let mut body = format!("# {title}\n");
    for block in blocks {
        body.push('\n');
        body.push_str(block);
    }
    let mut head = head(session, title);
    if place.of > 1 {
        head.push(("part".to_owned(), FieldValue::Text(place.shown())));
    }
    head.retain(|(key, _)| fields.iter().all(|(given, _)| given != key));
    head.extend_from_slice(fields);
    new_page(&head, &body)
}

/// The blocks of turns that follow those that stand in a session's pages already.
pub fn further(there: &[TurnSpan], turns: &[Turn]) -> Vec<String> {
    let mut used: block::Used = there.iter().map(|it| (it.block_id.clone(), 1)).collect();
    blocks(turns, there.len(), &mut used)
}

fn blocks(turns: &[Turn], turns_before: usize, used: &mut block::Used) -> Vec<String> {
    let block = |(offset, turn): (usize, &Turn)| {
        let mut text = String::new();
        block::write(&mut text, turn, turns_before + offset + 1, used);
        text
    };
    turns.iter().enumerate().map(block).collect()
}

/// The turns of a page, in order; none unless it is a session.
pub fn turns(page: &Page) -> Vec<TurnSpan> {
    let typed = says_so(page);
    let filed = page.path.as_str().split('/').any(|part| part == FOLDER);
    if typed || filed { block::read(page) } else { Vec::new() }
}

/// Lines of a page that read as if they belonged to a turn, and do not: a block's id, or a quoted line that
/// says who speaks. What stands in a generated block is its tool's.
pub(crate) fn feigned(page: &Page) -> Vec<&str> {
    block::feigned(page, &turns(page))
}

/// Whether a page is a session: it says so, or it stands under `sessions/` and holds turns.
pub fn is_session(page: &Page) -> bool {
    says_so(page) || !turns(page).is_empty()
}

/// Whether a page's head says that it is a session.
pub(crate) fn says_so(page: &Page) -> bool {
    page.head.text("type").is_some_and(|kind| kind.trim() == "session")
}

fn head(session: &Session, title: String) -> Vec<(String, FieldValue)> {
    let text = |key: &str, value: String| (key.to_owned(), FieldValue::Text(value));
    let mut head = vec![text("type", "session".to_owned())];
    if !session.id.is_empty() {
        head.push(text("id", one_line(&session.id)));
    }
    head.push(text("title", title));
    if let Some(at) = session.at {
        head.push(text("created_at", at.strftime("%Y-%m-%d %H:%M").to_string()));
    }
    let participants = participants(session);
    if !participants.is_empty() {
        head.push(("participants".to_owned(), FieldValue::List(participants)));
    }
    if let Some(source) = &session.source {
        head.push(text("source", one_line(source)));
    }
    head
}

/// Who took part in a session, each once.
pub fn participants(session: &Session) -> Vec<String> {
    let speakers = session.turns.iter().map(|turn| &turn.speaker);
    let given = &session.participants;
    let mut seen = HashSet::new();
    let names: Vec<&String> =
        if given.is_empty() { speakers.collect() } else { given.iter().collect() };
    let names = names.into_iter().map(|name| one_line(name));
    names.filter(|name| !name.is_empty() && seen.insert(name.clone())).collect()
}

fn path(session: &Session, topic: &str, suffix: &str) -> PagePath {
    let slug = canon::slug(topic);
    let date = session.at.map(|at| at.date().to_string());
    let named = match (&date, slug.is_empty()) {
        (Some(date), false) => format!("{date}-{slug}"),
        (Some(date), true) => format!("{date}-session"),
        (None, false) => slug,
        (None, true) => "session".to_owned(),
    };
    let plain = format!("{}-session", date.as_deref().unwrap_or("undated"));
    PagePath::parse(&format!("{FOLDER}/{named}{suffix}"))
        .or_else(|_| PagePath::parse(&format!("{FOLDER}/{plain}{suffix}")))
        .expect("because a date, a fixed word and a number make a path")
}

/// Text for a place that holds one line.
fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}
