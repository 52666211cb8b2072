//! How a fact is written: marks, key, value, block id.
//!
//! Reads one list item's text; which items are facts at all is decided in `fact`. What a key and a mark may be is said by
//! `key` and `mark`; here is where each stands.
//!
//! ```text
//! [🟢LOW][CONTEXT] added:2026-02-01 · Release: Friday  source:D1-3 ^r1
//! └──────────── lead ────────────┘   └key┘  └value┘  └─ trail ─┘ └id┘
//! ```

mod key;
mod mark;
mod strike;
mod wrong;

use std::ops::Range;

use super::Marks;
use key::pair;
pub use key::split_pair;
pub(super) use key::{begins_with_time, key_problem, label};
pub(super) use mark::{Kind, Token, join, written};
pub(crate) use mark::{begins_mark, is_confidence, mark_name_before};
use mark::{in_capitals, tokens, word_length};
use strike::struck_end;
pub(super) use strike::{strikable, unstruck};
pub use wrong::false_day;
pub(super) use wrong::unread;

/// What stands between leading marks and the text.
pub(super) const DOT: char = '·';

/// One list item, taken apart. Ranges are bytes of the text given.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// Where the text stands in its page.
    pub(super) at: Range<usize>,
    pub(super) key: Option<String>,
    /// On one line.
    pub(super) value: String,
    pub(super) marks: Marks,
    pub(super) block_id: Option<String>,
    pub(super) struck: bool,
    /// The marks before the key or text.
    pub(super) lead: Vec<Token>,
    /// From the text's start to where the key or text begins.
    pub(super) lead_span: Range<usize>,
    /// Key, colon and value, or the free text.
    pub(super) said: Range<usize>,
    /// The value alone, or the free text.
    pub(super) value_span: Range<usize>,
    /// The marks after the value.
    pub(super) trail: Vec<Token>,
}

/// Takes a list item's text apart; `None` when it is no fact (a callout, a time, a label, nothing).
pub(super) fn read(content: &str) -> Option<Reading> {
    let end = content.trim_end().len();
    let start = end - content[..end].trim_start().len();
    let text = &content[start..end];
    if text.is_empty() || text.starts_with("[!") || begins_with_time(text) {
        return None;
    }
    let (block_id, end) = split_block_id(content, start, end);
    if let Some(reading) = read_struck(content, start..end, block_id.clone()) {
        return Some(reading);
    }
    let mut marks = Marks::default();
    let (lead, said_start) = read_lead(content, start..end, &mut marks);
    let (trail, said_end) = read_trail(content, said_start..end, &mut marks);
    let said = said_start..said_end;
    let (key, value_span) = match pair(&content[said.clone()]) {
        Some((key, value)) => (Some(key), said.start + value.start..said.start + value.end),
        None => (None, said.clone()),
    };
    let value = collapsed(&content[value_span.clone()]);
    if value.is_empty() || (key.is_none() && value.ends_with([':', '：'])) {
        return None;
    }
    Some(Reading {
        at: 0..content.len(),
        key,
        value,
        marks,
        block_id,
        struck: false,
        lead,
        lead_span: start..said.start,
        value_span,
        trail,
        said,
    })
}

pub(super) fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A pair behind tags in brackets, with the dot between them that the grammar wants.
pub(super) fn dotted(text: &str) -> String {
    let mut end = 0;
    while let Some(close) = text[end..].strip_prefix('[').and_then(|rest| rest.find(']')) {
        end += close + 2;
    }
    let rest = text[end..].trim_start();
    let apart = end > 0 && rest.len() < text[end..].len() && !rest.starts_with(DOT);
    let marks = tokens(&text[..end], &mut Marks::default()).is_some();
    if apart && marks && pair(rest).is_some() {
        format!("{} {DOT} {rest}", &text[..end])
    } else {
        text.to_owned()
    }
}

fn split_block_id(content: &str, start: usize, end: usize) -> (Option<String>, usize) {
    let text = &content[start..end];
    let Some(caret) = text.rfind('^') else {
        return (None, end);
    };
    let id = &text[caret + 1..];
    let is_id = !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let before = text[..caret].trim_end();
    if is_id && before.len() < caret && !before.is_empty() {
        (Some(id.to_owned()), start + before.len())
    } else {
        (None, end)
    }
}

/// `~~Key: old~~ added:… superseded:…`
fn read_struck(content: &str, span: Range<usize>, block_id: Option<String>) -> Option<Reading> {
    let inner = content[span.clone()].strip_prefix("~~")?;
    let close = struck_end(inner)?;
    let mut marks = Marks::default();
    let trail = tokens(&inner[close + 2..], &mut marks)?;
    let said = span.start + 2..span.start + 2 + close;
    let (key, value) = match pair(&content[said.clone()]) {
        Some((key, value)) => (Some(key), said.start + value.start..said.start + value.end),
        None => (None, said.clone()),
    };
    Some(Reading {
        at: 0..content.len(),
        key,
        value: collapsed(&content[value.clone()]),
        marks,
        block_id,
        struck: true,
        lead: Vec::new(),
        lead_span: span.start..said.start,
        value_span: value,
        trail,
        said,
    })
}

/// Leading marks and where the text begins. They end with ` · `; brackets and marks whose value has a form of
/// its own need none where a priority begins them, or there is such a mark or `key: value` behind tags in capitals.
fn read_lead(content: &str, span: Range<usize>, marks: &mut Marks) -> (Vec<Token>, usize) {
    let text = &content[span.clone()];
    // The dot must follow the marks: one in the text is the text's.
    let dot = text
        .char_indices()
        .find(|(at, c)| *c == DOT && text[..*at].ends_with(' '))
        .map(|(at, _)| at);
    if let Some(dot) = dot {
        let mut found = marks.clone();
        let after = dot + DOT.len_utf8();
        let rest = text[after..].trim_start();
        if let Some(lead) =
            tokens(&text[..dot], &mut found).filter(|lead| !lead.is_empty() && !rest.is_empty())
        {
            *marks = found;
            return (lead, span.end - rest.len());
        }
    }
    let mut found = marks.clone();
    let (lead, end) = undotted(text, &mut found);
    let rest = text[end..].trim_start();
    let capitals = |token: &Token| token.kind != Kind::Tag || in_capitals(&token.text);
    let dated = lead.iter().any(|token| token.kind.is_plain());
    let begins = lead.first().is_some_and(|token| token.kind == Kind::Priority)
        || lead.iter().all(capitals) && (dated || pair(rest).is_some());
    if begins && !lead.is_empty() && !rest.is_empty() && rest.len() < text[end..].len() {
        *marks = found;
        return (lead, span.end - rest.len());
    }
    (Vec::new(), span.start)
}

/// The brackets and dated marks that a text begins with, and where they end.
fn undotted(text: &str, marks: &mut Marks) -> (Vec<Token>, usize) {
    let (mut lead, mut end) = (Vec::new(), 0);
    loop {
        let start = end + text[end..].len() - text[end..].trim_start().len();
        let rest = &text[start..];
        let length = match rest.strip_prefix('[') {
            Some(inner) => inner.find(']').map_or(0, |close| close + 2),
            None => word_length(rest),
        };
        let one = tokens(&rest[..length], &mut Marks::default()).unwrap_or_default();
        // A link is no mark, nor is a word that any text may begin with.
        let linked = rest[length..].starts_with('(');
        let fits = |token: &Token| match token.kind {
            Kind::Tag => start == end || in_capitals(&token.text),
            kind => kind == Kind::Priority || kind.is_plain(),
        };
        if linked || one.is_empty() || !one.iter().all(fits) {
            return (lead, end);
        }
        lead.extend(tokens(&rest[..length], marks).unwrap_or_default());
        end = start + length;
    }
}

/// A text without the marks that end it after single spaces, and these: `Day: Friday expires:2026-06-30`.
pub(super) fn untrailed(text: &str) -> (&str, Marks) {
    let mut marks = Marks::default();
    let (_, end) = read_near(text, text.len(), &mut marks);
    (&text[..end], marks)
}

/// Marks after single spaces, and where what they are said of ends. They begin with one that cannot be
/// taken for a word of the value: a source counts only beside one that has a form of its own or is a priority
/// in capitals, a tag only behind one. A key keeps a value.
fn read_near(text: &str, end: usize, marks: &mut Marks) -> (Vec<Token>, usize) {
    let mut row: Vec<(usize, Vec<Token>)> = Vec::new();
    let mut start = end;
    while let Some(gap) = text[..start].trim_end().rfind(char::is_whitespace) {
        let word = tokens(&text[gap..start], &mut Marks::default()).unwrap_or_default();
        let fits = |token: &Token| !token.is_bracket() || in_capitals(&token.text);
        if word.is_empty() || !word.iter().all(fits) {
            break;
        }
        start = text[..gap].trim_end().len();
        row.push((start, word));
    }
    row.reverse();
    let keyed = pair(&text[..end]).is_some();
    let keeps = |start: usize| start > 0 && (!keyed || pair(&text[..start]).is_some());
    let begins = |(start, word): &(usize, Vec<Token>)| {
        word.first().is_some_and(|first| first.kind != Kind::Tag) && keeps(*start)
    };
    let sure = |token: &Token| token.kind.is_plain() || token.kind == Kind::Priority;
    let from = row.iter().position(begins).unwrap_or(row.len());
    if !row[from..].iter().flat_map(|(_, word)| word).any(sure) {
        return (Vec::new(), end);
    }
    let start = row[from].0;
    let read = tokens(&text[start..end], marks).unwrap_or_default();
    (read, start)
}

/// Trailing marks and where the value ends: any after two spaces, after one only what [`read_near`] takes.
fn read_trail(content: &str, span: Range<usize>, marks: &mut Marks) -> (Vec<Token>, usize) {
    let text = &content[span.clone()];
    let mut rows: Vec<Vec<Token>> = Vec::new();
    let mut end = text.len();
    while let Some(gap) = text[..end].rfind("  ") {
        let before = text[..gap].trim_end();
        match tokens(&text[gap..end], &mut Marks::default()) {
            Some(row) if !before.is_empty() && !row.is_empty() => {
                tokens(&text[gap..end], marks);
                rows.push(row);
                end = before.len();
            }
            _ => break,
        }
    }
    let mut found = Marks::default();
    let (near, end) = read_near(text, end, &mut found);
    marks.add_missing(&found);
    rows.push(near);
    (rows.into_iter().rev().flatten().collect(), span.start + end)
}
