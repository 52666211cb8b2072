//! The blocks of a body: sections, list items, code and comments, generated blocks.
//!
//! Finds where things stand; what a list item or a link means is other rooms' business.

mod blocks;
mod comments;
mod conflict;
mod labels;
mod plain;

pub(crate) use comments::{ends_open, fences};
pub use labels::{labels, relabelled};

use std::borrow::Cow;
use std::ops::Range;

pub(crate) use conflict::is_marker;

use crate::head::line_start;
use crate::page::{Generated, Item, Problem, ProblemKind, Section, line_of};

/// Largest body that the full reader takes, in bytes.
const BODY_BYTES: usize = 8 * 1024 * 1024;
/// Deepest nesting of lists and quotes that the full reader takes: each further level costs every
/// following line.
const DEPTH: usize = 200;

/// What was found in a body.
pub(crate) struct Blocks {
    pub(crate) sections: Vec<Section>,
    pub(crate) items: Vec<Item>,
    pub(crate) opaque: Vec<Range<usize>>,
    pub(crate) conflicts: Vec<Range<usize>>,
    pub(crate) generated: Vec<Generated>,
    /// Where no link is looked for: `opaque`, code spans, math, HTML tags and session turns; in order
    /// and apart from each other.
    pub(crate) no_links: Vec<Range<usize>>,
    pub(crate) tables: Vec<Range<usize>>,
    /// Markdown links and definitions, in order.
    pub(crate) markdown_links: Vec<MarkdownLink>,
}

/// A Markdown link as the reader of blocks saw it.
pub(crate) struct MarkdownLink {
    pub(crate) span: Range<usize>,
    /// Bytes of the target as written, without `<>`.
    pub(crate) dest_span: Range<usize>,
    /// The target with escapes resolved, not percent-decoded.
    pub(crate) dest: String,
    pub(crate) shown: Option<String>,
    pub(crate) embed: bool,
}

/// A heading before it is a section.
struct Heading {
    level: u8,
    text: String,
    span: Range<usize>,
}

/// What a reader finds before it is put in order.
#[derive(Default)]
struct Parts {
    headings: Vec<Heading>,
    items: Vec<Item>,
    opaque: Vec<Range<usize>>,
    no_links: Vec<Range<usize>>,
    tables: Vec<Range<usize>>,
    links: Vec<MarkdownLink>,
}

/// Reads the body. Linear in its length.
pub(crate) fn read(text: &str, body: usize, problems: &mut Vec<Problem>) -> Blocks {
    let comments = comments::find(text, body);
    for &at in &comments.unterminated {
        let message = "a comment or code block never ends".to_owned();
        problems.push(Problem {
            kind: ProblemKind::Unterminated,
            line: line_of(text, at),
            message,
        });
    }
    let mut parts = match too_much(text, body) {
        None => blocks::read(text, body, &masked(text, body, &comments.found)),
        Some(message) => {
            let line = line_of(text, body);
            problems.push(Problem { kind: ProblemKind::BodyLimit, line, message });
            plain::read(text, body, &comments)
        }
    };
    parts.opaque.extend(comments.found.iter().cloned());
    let opaque = in_order(parts.opaque);
    parts.no_links.extend(opaque.iter().cloned());
    let generated = comments::pairs(text, &comments.found);
    let sections = sections(text, body, parts.headings);
    let items = items(parts.items, &opaque, &generated, &sections);
    let conflicts = conflict::find(text, &opaque);
    problems.extend(conflicts.iter().map(|it| conflict::problem(text, it)));
    Blocks {
        sections,
        items,
        opaque,
        conflicts,
        generated,
        no_links: in_order(parts.no_links),
        tables: parts.tables,
        markdown_links: parts.links,
    }
}

/// Why the full reader does not take this body.
fn too_much(text: &str, body: usize) -> Option<String> {
    let body = &text[body..];
    if body.len() > BODY_BYTES {
        let limit = BODY_BYTES / 1024 / 1024;
        return Some(format!("the page has more than {limit} MB and was read line by line"));
    }
    let too_deep = body.split('\n').any(|line| depth(line) > DEPTH);
    too_deep.then(|| {
        format!("lists or quotes nest deeper than {DEPTH}; the page was read line by line")
    })
}

/// How deep a line may nest: its markers, and two columns of indentation for each level above them.
fn depth(line: &str) -> usize {
    let mut columns = 0;
    let mut markers = 0;
    for byte in line.bytes() {
        match byte {
            b' ' => columns += 1,
            b'\t' => columns += 4,
            b'>' | b'-' | b'+' | b'*' | b'.' | b')' => markers += 1,
            b'0'..=b'9' => {}
            _ => break,
        }
    }
    if markers == 0 {
        return 0;
    }
    // A rule or an underline of dashes has many marks and no spaces between them.
    let quotes = line.bytes().take_while(|&b| b == b'>').count();
    markers.min(columns + quotes) + columns / 2
}

/// The text with comments blanked, at the same length: a comment may hold what looks like blocks, and
/// Obsidian's are unknown to other Markdown. A lone carriage return is no line end here.
fn masked<'t>(text: &'t str, body: usize, comments: &[Range<usize>]) -> Cow<'t, str> {
    let source = &text.as_bytes()[body..];
    let is_lone = |at: usize| source[at] == b'\r' && source.get(at + 1) != Some(&b'\n');
    if comments.is_empty() && !(0..source.len()).any(is_lone) {
        return Cow::Borrowed(&text[body..]);
    }
    let mut bytes = source.to_vec();
    for comment in comments {
        let lines = &text[comment.clone()];
        let mut start = comment.start;
        for line in lines.split_inclusive('\n') {
            // A quoted comment leaves its lines in the quote.
            let quoted = start > comment.start && is_quoted(text, comment.start);
            let lead = if quoted { quote_lead(line) } else { 0 };
            let (first, end) = (start + lead - body, start + line.len() - body);
            for byte in bytes[first..end].iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')) {
                *byte = b' ';
            }
            start += line.len();
            if start == comment.end && has_text_behind(text, comment.end) {
                bytes[first] = FILLER as u8;
            }
        }
    }
    for (at, byte) in bytes.iter_mut().enumerate() {
        if is_lone(at) {
            *byte = b' ';
        }
    }
    Cow::Owned(String::from_utf8(bytes).expect("because whole characters became spaces"))
}

/// Whether a comment starts in a quoted line.
fn is_quoted(text: &str, at: usize) -> bool {
    text[line_start(text, at)..at].trim_start().starts_with('>')
}

/// Bytes of the quote marks that start a line.
fn quote_lead(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t', '>']).len()
}

/// Whether text follows on the line: it must not become indented code.
fn has_text_behind(text: &str, at: usize) -> bool {
    let after = text[at..].trim_start_matches([' ', '\t', '\r']);
    !after.is_empty() && !after.starts_with('\n')
}

/// Stands for a comment that has text behind it on its line.
const FILLER: char = '\u{1}';

/// A span of the masked text, widened to whole characters: where a comment was, it may end inside one.
fn snap(text: &str, span: Range<usize>) -> Range<usize> {
    let (mut start, mut end) = (span.start.min(text.len()), span.end.min(text.len()));
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

fn sections(text: &str, body: usize, headings: Vec<Heading>) -> Vec<Section> {
    let preamble = Section {
        level: 0,
        heading: String::new(),
        heading_span: body..body,
        span: body..body,
        parent: None,
    };
    let mut sections = vec![preamble];
    for heading in headings {
        let last = sections.last_mut().expect("because the preamble is there");
        if heading.span.start < last.heading_span.end {
            continue;
        }
        last.span.end = heading.span.start;
        let mut parent = sections.len() - 1;
        while parent > 0 && sections[parent].level >= heading.level {
            parent = sections[parent].parent.unwrap_or(0);
        }
        sections.push(Section {
            level: heading.level,
            heading: heading.text,
            span: heading.span.clone(),
            heading_span: heading.span,
            parent: Some(parent),
        });
    }
    sections.last_mut().expect("because the preamble is there").span.end = text.len();
    sections
}

/// Keeps the items outside code, comments and generated blocks, and says which section each is in.
fn items(
    found: Vec<Item>,
    opaque: &[Range<usize>],
    generated: &[Generated],
    sections: &[Section],
) -> Vec<Item> {
    let blocks: Vec<_> = in_order(generated.iter().map(|block| block.span.clone()).collect());
    let hidden = |at: usize| covers(opaque, at) || covers(&blocks, at);
    let mut items: Vec<_> = found.into_iter().filter(|item| !hidden(item.span.start)).collect();
    items.sort_by_key(|item| item.span.start);
    for at in 1..items.len() {
        let next = items[at].span.start;
        let item = &mut items[at - 1];
        item.span.end = item.span.end.min(next);
        item.content = item.content.start.min(next)..item.content.end.min(next);
    }
    for item in &mut items {
        item.section =
            sections.partition_point(|section| section.span.start <= item.span.start) - 1;
    }
    items
}

/// Ranges in order and apart from each other; the empty ones go.
pub(crate) fn in_order(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_by_key(|range| range.start);
    let mut apart: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match apart.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => apart.push(range),
        }
    }
    apart
}

/// Addresses of the web: `scheme://…` and `www.…`, up to what no address holds. Other scripts end one: they
/// follow it without a space, and where they belong to it a sign such as `/` stands before them.
pub(crate) fn addresses(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    let ends = |b: &u8| !b.is_ascii_graphic() || matches!(b, b'<' | b'>' | b'"' | b'`');
    for sign in ["://", "www."] {
        let mut done = 0;
        for (at, _) in text.match_indices(sign) {
            if at < done {
                continue;
            }
            let scheme = bytes[done..at].iter().rev().take_while(|b| b.is_ascii_alphanumeric());
            let start = at - scheme.count();
            done = bytes[at..].iter().position(ends).map_or(text.len(), |length| at + length);
            found.push(start..done);
        }
    }
    in_order(found)
}

/// Whether one of these ordered ranges holds the byte.
pub(crate) fn covers(ranges: &[Range<usize>], at: usize) -> bool {
    let next = ranges.partition_point(|range| range.end <= at);
    ranges.get(next).is_some_and(|range| range.start <= at)
}

#[cfg(test)]
mod tests;
