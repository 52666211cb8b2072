//! The quoted block of one turn, written and read.
//!
//! Every line of the text, whatever ends it, gets its own `>`. A line of the text that ends like a
//! block id gets a backslash before its `^`, so that no speaker can take over the address of
//! another turn; reading takes it off again.

use std::collections::HashMap;
use std::ops::Range;

use super::{Turn, TurnSpan, one_line};
use crate::page::Page;

/// Between the parts of the speaker line.
const SEPARATOR: &str = " · ";
/// An id may hold the separator itself; this many are looked behind.
const ID_SEPARATORS_MAX: usize = 16;

/// The block ids given so far, each with the number that its last namesake got.
pub(super) type Used = HashMap<String, usize>;

/// Appends the block. `place` is the turn's number in its session, from 1; `used` keeps the
/// block ids of a session apart.
pub(super) fn write(out: &mut String, turn: &Turn, place: usize, used: &mut Used) {
    let given = one_line(&turn.id);
    let id = if given.is_empty() { format!("t-{place}") } else { given };
    let block_id = unused(&block_id(&id), used);
    let at = turn.at.as_deref().map(one_line).filter(|at| !at.is_empty());
    out.push_str("> **");
    let speaker = one_line(&turn.speaker);
    for c in if speaker.is_empty() { "?" } else { &speaker }.chars() {
        if matches!(c, '*' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push_str("**");
    if let Some(at) = &at {
        out.push_str(SEPARATOR);
        out.push_str(at);
    }
    // The time must not be taken for the id when it happens to read like it.
    if id != block_id || at.is_some_and(|at| denotes(&at, &block_id)) {
        out.push_str(SEPARATOR);
        out.push_str(&id);
    }
    out.push('\n');
    for (line, end) in lines(&turn.text) {
        quote_line(out, line);
        out.push_str(if end.is_empty() { "\n" } else { end });
    }
    if turn.text.ends_with(['\n', '\r']) {
        out.push_str(">\n");
    }
    out.push_str("> ^");
    out.push_str(&block_id);
    out.push('\n');
}

/// The turns of a page's body, in order.
pub(super) fn read(page: &Page) -> Vec<TurnSpan> {
    let body = page.text.get(page.body..).unwrap_or_default();
    // A summary above the turns may quote them; a comment that stands in a turn starts no block.
    let mut generated = page
        .generated
        .iter()
        .filter(|block| !line_before(&page.text, block.span.start).contains('>'))
        .peekable();
    let mut turns = Vec::new();
    let mut block: Vec<Range<usize>> = Vec::new();
    let mut at = page.body;
    for (line, end) in lines(body) {
        let span = at..at + line.len();
        at = span.end + end.len();
        if line.starts_with('>') {
            block.push(span);
            continue;
        }
        turns.extend(turn(&page.text, &block));
        block.clear();
    }
    turns.extend(turn(&page.text, &block));
    turns.retain(|turn| {
        while generated.next_if(|block| block.span.end <= turn.span.start).is_some() {}
        generated.peek().is_none_or(|block| turn.span.start < block.span.start)
    });
    turns
}

/// Lines outside these turns and of generated blocks that end in a block's id, or say in a quote who speaks.
pub(super) fn feigned<'p>(page: &'p Page, turns: &[TurnSpan]) -> Vec<&'p str> {
    let mut known: Vec<&Range<usize>> = turns.iter().map(|turn| &turn.span).collect();
    known.extend(page.generated.iter().map(|block| &block.span));
    known.sort_by_key(|span| span.start);
    let mut known = known.into_iter().peekable();
    let mut found = Vec::new();
    let mut covered = 0;
    let mut at = page.body;
    for (line, end) in lines(page.text.get(page.body..).unwrap_or_default()) {
        while let Some(span) = known.next_if(|span| span.start <= at) {
            covered = covered.max(span.end);
        }
        if at >= covered && (has_block_id(line) || is_header(line)) {
            found.push(line.trim());
        }
        at += line.len() + end.len();
    }
    found
}

/// Whether a link to a block can lead to this line, or to what stands before it.
fn has_block_id(line: &str) -> bool {
    caret(line).is_some_and(|at| !line[..at].ends_with('\\'))
}

/// Whether a quoted line says who speaks.
fn is_header(line: &str) -> bool {
    let margin = |c: char| c.is_whitespace() || c.is_ascii_digit() || "-*+.)".contains(c);
    let Some(quoted) = line.trim_start_matches(margin).strip_prefix('>') else { return false };
    let inner = quoted.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
    speaker(inner).is_some_and(|(_, rest)| {
        rest.trim().is_empty() || rest.trim_start().starts_with(SEPARATOR.trim())
    })
}

/// The text of a turn without its quote marks.
pub(super) fn unquote(page_text: &str, turn: &TurnSpan) -> String {
    let quoted = page_text.get(turn.text_span.clone()).unwrap_or_default();
    // Where git or an editor has turned the page's line ends into CRLF, the text's are not its own.
    let header = page_text.get(turn.span.start..turn.text_span.start).unwrap_or_default();
    let converted = header.ends_with("\r\n");
    let mut text = String::with_capacity(quoted.len());
    let mut last_end = "";
    for (line, end) in lines(quoted) {
        text.push_str(last_end);
        let line = line.strip_prefix('>').unwrap_or(line);
        let line = line.strip_prefix(' ').unwrap_or(line);
        match caret(line).filter(|&at| line[..at].ends_with('\\')) {
            Some(at) => {
                text.push_str(&line[..at - 1]);
                text.push_str(&line[at..]);
            }
            None => text.push_str(line),
        }
        last_end = if converted && end == "\r\n" { "\n" } else { end };
    }
    text
}

/// The turn that these lines of one quote are, if they are one.
fn turn(text: &str, block: &[Range<usize>]) -> Option<TurnSpan> {
    let [header, inner @ .., last] = block else { return None };
    let block_id = text[last.clone()].strip_prefix('>')?.trim().strip_prefix('^')?;
    if block_id.is_empty() || !block_id.bytes().all(is_id_byte) {
        return None;
    }
    let (speaker, rest) = speaker(text[header.clone()].strip_prefix('>')?.trim_start())?;
    let (at, id) = at_and_id(rest.trim_end(), block_id)?;
    let end_of = |line: &Range<usize>| line.end + end_len(&text[line.end..]);
    let text_start = end_of(header);
    Some(TurnSpan {
        id,
        block_id: block_id.to_owned(),
        speaker,
        at,
        span: header.start..end_of(last),
        text_span: text_start..inner.last().map_or(text_start, end_of),
    })
}

/// The name between `**` and `**`, and what follows.
fn speaker(line: &str) -> Option<(String, &str)> {
    let inner = line.strip_prefix("**")?;
    let mut name = String::new();
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => name.push(chars.next()?.1),
            '*' if inner[at..].starts_with("**") => {
                return (!name.is_empty()).then_some((name, &inner[at + 2..]));
            }
            c => name.push(c),
        }
    }
    None
}

/// Splits ` · time · id`; both may be missing, and the id then is the block's.
fn at_and_id(rest: &str, block_id: &str) -> Option<(Option<String>, String)> {
    if rest.is_empty() {
        return Some((None, block_id.to_owned()));
    }
    let fields = rest.strip_prefix(SEPARATOR)?;
    let separators = fields.rmatch_indices(SEPARATOR).take(ID_SEPARATORS_MAX);
    let starts = separators.map(|(at, found)| at + found.len()).chain(std::iter::once(0));
    let named = starts
        .filter(|&start| fields.len() - start <= 4 * block_id.len())
        .find(|&start| denotes(&fields[start..], block_id));
    Some(match named {
        Some(0) => (None, fields.to_owned()),
        Some(start) => {
            let at = &fields[..start - SEPARATOR.len()];
            (Some(at.to_owned()), fields[start..].to_owned())
        }
        None => (Some(fields.to_owned()), block_id.to_owned()),
    })
}

/// Whether the block id was made from this id.
fn denotes(id: &str, block: &str) -> bool {
    let made = block_id(id);
    let counted = |rest: &str| {
        rest.strip_prefix('-')
            .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    };
    block.strip_prefix(made.as_str()).is_some_and(|rest| rest.is_empty() || counted(rest))
}

fn block_id(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

fn unused(id: &str, used: &mut Used) -> String {
    let Some(&namesakes) = used.get(id) else {
        used.insert(id.to_owned(), 1);
        return id.to_owned();
    };
    let mut count = namesakes + 1;
    while used.contains_key(&format!("{id}-{count}")) {
        count += 1;
    }
    let candidate = format!("{id}-{count}");
    used.insert(id.to_owned(), count);
    used.insert(candidate.clone(), 1);
    candidate
}

fn quote_line(out: &mut String, line: &str) {
    out.push('>');
    if line.is_empty() {
        return;
    }
    out.push(' ');
    match caret(line) {
        Some(at) => {
            out.push_str(&line[..at]);
            out.push('\\');
            out.push_str(&line[at..]);
        }
        None => out.push_str(line),
    }
}

/// Where the `^` of a block id stands that ends this line, perhaps behind backslashes.
fn caret(line: &str) -> Option<usize> {
    let at = line.trim_end().rfind('^')?;
    let id = line[at + 1..].trim_end();
    let before = line[..at].trim_end_matches('\\');
    let alone = before.is_empty() || before.ends_with(|c: char| c.is_whitespace() || c == '>');
    (alone && !id.is_empty() && id.bytes().all(is_id_byte)).then_some(at)
}

fn is_id_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

/// Lines as Markdown sees them, ended by LF, CRLF or CR, each with its end.
fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    let mut first = true;
    std::iter::from_fn(move || {
        if rest.is_empty() && !first {
            return None;
        }
        first = false;
        let len = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let end = end_len(&rest[len..]);
        let line = (&rest[..len], &rest[len..len + end]);
        rest = &rest[len + end..];
        Some(line)
    })
}

fn end_len(rest: &str) -> usize {
    match rest.as_bytes() {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}

fn line_before(text: &str, at: usize) -> &str {
    let head = &text[..at];
    &head[head.rfind(['\n', '\r']).map_or(0, |end| end + 1)..]
}
