//! The simple reader for bodies that are too large or too deep for the full one: line by line, with
//! headings, fences, list items and links that stand in one line.

use std::ops::Range;

use crate::page::Item;

use super::blocks::{inline_dest, item};
use super::comments::{CodeSpans, Comments};
use super::{Heading, MarkdownLink, Parts, covers};

/// How far a link's text may start before its target, in bytes.
const LINK_TEXT_BYTES: usize = 1000;

/// Reads a body line by line.
pub(super) fn read(text: &str, body: usize, comments: &Comments) -> Parts {
    let mut parts = Parts { opaque: comments.fenced.clone(), ..Parts::default() };
    let mut at = body;
    for line in text[body..].split_inclusive('\n') {
        let span = at..at + line.len();
        at = span.end;
        if covers(&comments.fenced, span.start) || covers(&comments.found, span.start) {
            continue;
        }
        if let Some(heading) = heading(line, &span) {
            parts.headings.push(heading);
        } else if let Some(found) = list_item(text, line, &span) {
            parts.items.push(found);
        }
        code_spans(line, span.start, &mut parts.no_links);
        links(text, &span, &mut parts.links);
        if line.trim_start().starts_with('|') {
            parts.tables.push(span);
        }
    }
    parts.links.retain(|link| {
        !covers(&parts.no_links, link.span.start) && !covers(&comments.found, link.span.start)
    });
    parts
}

fn heading(line: &str, span: &Range<usize>) -> Option<Heading> {
    let bare = line.trim_start_matches(' ');
    let level = bare.bytes().take_while(|&b| b == b'#').count();
    let rest = &bare[level..];
    let spaced = rest.starts_with([' ', '\t', '\r', '\n']) || rest.is_empty();
    if !(1..=6).contains(&level) || !spaced || line.len() - bare.len() > 3 {
        return None;
    }
    let text = rest.trim();
    let closed = text.trim_end_matches('#');
    let text =
        if closed.is_empty() || closed.ends_with([' ', '\t']) { closed.trim_end() } else { text };
    Some(Heading { level: u8::try_from(level).ok()?, text: text.to_owned(), span: span.clone() })
}

fn list_item(text: &str, line: &str, span: &Range<usize>) -> Option<Item> {
    let bare = line.trim_start_matches([' ', '\t']);
    let digits = bare.bytes().take(10).take_while(u8::is_ascii_digit).count();
    let rest = match bare.as_bytes() {
        [b'-' | b'+' | b'*', ..] => &bare[1..],
        _ if digits > 0 => bare[digits..].strip_prefix(['.', ')'])?,
        _ => return None,
    };
    if !rest.starts_with([' ', '\t']) || rest.trim().is_empty() {
        return None;
    }
    let indent = line.len() - bare.len();
    let depth = u8::try_from(indent / 2).unwrap_or(u8::MAX);
    Some(item(text, span.start + indent..span.end, depth))
}

fn code_spans(line: &str, base: usize, into: &mut Vec<Range<usize>>) {
    let bytes = line.as_bytes();
    let mut spans = CodeSpans::default();
    let mut at = 0;
    while let Some(next) = bytes[at..].iter().position(|&b| b == b'`') {
        let start = at + next;
        let length = bytes[start..].iter().take_while(|&&b| b == b'`').count();
        at = spans.after(bytes, start);
        if at > start + length {
            into.push(base + start..base + at);
        }
    }
}

/// Where the bracket stands that belongs to one right behind a text.
fn opening(before: &[u8]) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in before.iter().enumerate().rev() {
        let is_sign = !before[..at].ends_with(b"\\");
        match byte {
            b']' if is_sign => depth += 1,
            b'[' if is_sign && depth > 0 => depth -= 1,
            b'[' if is_sign => return Some(at),
            _ => {}
        }
    }
    None
}

/// A text without the backslashes that only say that a sign is meant as such.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let sign = chars.next_if(|next| c == '\\' && next.is_ascii_punctuation());
        out.push(sign.unwrap_or(c));
    }
    out
}

fn links(text: &str, line: &Range<usize>, into: &mut Vec<MarkdownLink>) {
    let mut floor = line.start;
    let mut at = line.start;
    while let Some(found) = text[at..line.end].find("](") {
        let close = at + found;
        at = close + 2;
        let from = floor.max(close.saturating_sub(LINK_TEXT_BYTES));
        let before = &text.as_bytes()[from..close];
        let Some(open) = opening(before) else { continue };
        let open = from + open;
        let after = &text.as_bytes()[at..line.end.min(at + 4 * LINK_TEXT_BYTES)];
        let Some(end) = after.iter().position(|&b| b == b')') else { continue };
        let Some(dest_span) = inline_dest(text, close, at + end + 1) else { continue };
        let escaped = text[..open].ends_with('\\');
        if !escaped {
            let embed = text[..open].ends_with('!');
            let shown = Some(unescaped(&text[open + 1..close])).filter(|shown| !shown.is_empty());
            let dest = text[dest_span.clone()].to_owned();
            let span = open - usize::from(embed)..at + end + 1;
            into.push(MarkdownLink { span, dest_span, dest, shown, embed });
        }
        at += end + 1;
        floor = at;
    }
}
