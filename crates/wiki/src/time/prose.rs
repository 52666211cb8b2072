//! Where a text says something other than its words do: code, links, addresses, names of files, tags and
//! titles of works. A day's word there is part of a name, and a date written behind it would break the name.
//!
//! What a sentence says is other rooms' business; these are places only.

use std::ops::Range;

use crate::{link, markdown};

/// Signs around the title of a work, in Chinese and Japanese.
const TITLE_SIGNS: [(char, char); 3] = [('《', '》'), ('〈', '〉'), ('『', '』')];
/// Quotation marks, which also stand around what somebody said.
const QUOTES: [(char, char); 2] = [('"', '"'), ('“', '”')];
/// Longest title, in bytes.
const TITLE_BYTES: usize = 200;
/// Small words within a title of capitalised ones.
const SMALL: [&str; 14] =
    ["a", "an", "and", "at", "by", "for", "from", "in", "is", "of", "on", "or", "the", "to"];

/// The places of a text that are not prose.
pub(super) struct Names<'a> {
    text: &'a str,
    /// In order, apart from each other.
    spans: Vec<Range<usize>>,
}

impl<'a> Names<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let blocks = markdown::read(text, 0, &mut Vec::new());
        let links = link::wikilinks(text, 0, &blocks);
        let mut spans = blocks.no_links;
        spans.extend(blocks.markdown_links.into_iter().map(|link| link.dest_span));
        spans.extend(links.into_iter().map(|link| link.span));
        spans.extend(markdown::addresses(text));
        tags(text, &mut spans);
        for signs in TITLE_SIGNS {
            between(text, signs, &mut |span| spans.push(span));
        }
        for signs in QUOTES {
            between(text, signs, &mut |span| {
                if is_capitalised(&text[span.clone()]) {
                    spans.push(span);
                }
            });
        }
        Self { text, spans: markdown::in_order(spans) }
    }

    /// Whether an expression is in such a place, or is glued to what makes it one.
    pub(super) fn hold(&self, at: usize, end: usize) -> bool {
        let after = self.spans.partition_point(|span| span.end <= at);
        self.spans.get(after).is_some_and(|span| span.start < end) || glued(self.text, at, end)
    }
}

/// `#tag`, `#tag/part`; not `#12`, which is a number.
fn tags(text: &str, spans: &mut Vec<Range<usize>>) {
    let mut before = ' ';
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if c == '#' && !before.is_alphanumeric() && before != '#' {
            let part = |c: &char| c.is_alphanumeric() || matches!(c, '_' | '-' | '/');
            let mut end = at + 1;
            while let Some((from, next)) = chars.next_if(|(_, c)| part(c)) {
                end = from + next.len_utf8();
            }
            if !text[at + 1..end].starts_with(|c: char| c.is_ascii_digit()) {
                spans.push(at..end);
            }
        }
        before = c;
    }
}

/// What stands between two signs on one line.
fn between(text: &str, (open, close): (char, char), take: &mut dyn FnMut(Range<usize>)) {
    let mut start = None;
    for (at, c) in text.char_indices() {
        match start {
            _ if c == '\n' => start = None,
            Some(from) if c == close => {
                if at - from <= TITLE_BYTES {
                    take(from..at);
                }
                start = None;
            }
            None if c == open => start = Some(at + c.len_utf8()),
            _ => {}
        }
    }
}

/// Whether several words are written as a title is: all of them but small ones with a capital.
fn is_capitalised(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let capital = |word: &str| word.starts_with(char::is_uppercase);
    words.next().is_some_and(capital)
        && words.clone().any(capital)
        && words.all(|word| capital(word) || SMALL.contains(&word))
}

/// Whether signs beside an expression make it a part of a file's name, a path, an address or code.
fn glued(text: &str, at: usize, end: usize) -> bool {
    let before = text[..at].chars().next_back();
    let mut after = text[end..].chars();
    let (next, farther) = (after.next(), after.next());
    let opens = before.is_some_and(|c| "/\\@#_=&?$~".contains(c));
    let goes_on = next.is_some_and(|c| "/\\@_=(".contains(c));
    let word = farther.is_some_and(|c| c.is_ascii_alphanumeric());
    opens || goes_on || word && next.is_some_and(|c| matches!(c, '.' | '-'))
}
