//! Reads a head that is not valid, line by line, so that its values are not lost for reading.

use std::ops::Range;

use super::{Entry, HeadKind, Inside, Leaf, Value};

/// Longest key that is believed, in bytes: past it, a line is prose with a colon.
const KEY_BYTES: usize = 80;

struct Line<'t> {
    start: usize,
    end: usize,
    /// Without the line end.
    text: &'t str,
}

/// Reads `key: rest` lines (`key = rest` in TOML) and the list items under them. `None` when the first
/// line is nothing like that: then this is no head.
pub(super) fn read(text: &str, inner: Range<usize>, kind: HeadKind) -> Option<Inside> {
    let colon = if kind == HeadKind::Toml { '=' } else { ':' };
    let mut inside = Inside::default();
    let mut indent = None;
    for line in lines(text, inner) {
        let bare = line.text.trim_start();
        let skipped = bare.is_empty() || bare.starts_with('#') || is_merge_marker(line.text);
        let column = line.text.len() - bare.len();
        let at_margin = *indent.get_or_insert(if skipped { usize::MAX } else { column }) == column;
        if skipped {
            if indent == Some(usize::MAX) {
                indent = None;
            }
            continue;
        }
        match key_of(bare, colon) {
            Some((key, value)) if at_margin => {
                let value_start = line.start + column + value.start;
                let value = if kind == HeadKind::Json { without_comma(bare, value) } else { value };
                let value_end = line.start + column + value.end;
                push(&mut inside, text, key, value_start..value_end, line.start..line.end);
            }
            _ if inside.entries.is_empty() => return None,
            // No JSON text goes over two lines.
            _ if kind == HeadKind::Json => {}
            _ => extend(&mut inside, text, &line),
        }
    }
    (!inside.entries.is_empty()).then_some(inside)
}

/// What stands between a JSON value and the next is no part of it.
fn without_comma(line: &str, value: Range<usize>) -> Range<usize> {
    let text = &line[value.clone()];
    let bare = text.strip_suffix(',').unwrap_or(text).trim_end();
    // A list or mapping that goes on below is not read.
    let bare = if matches!(bare, "[" | "{") { "" } else { bare };
    value.start..value.start + bare.len()
}

fn lines(text: &str, inner: Range<usize>) -> impl Iterator<Item = Line<'_>> {
    let mut at = inner.start;
    text[inner].split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        Line { start, end: at, text: line.trim_end_matches(['\n', '\r']) }
    })
}

fn is_merge_marker(line: &str) -> bool {
    ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].iter().any(|marker| line.starts_with(marker))
}

/// Whether a line begins with a key of one word, as no sentence does.
pub(super) fn is_key(line: &str, colon: char) -> bool {
    let key = key_of(line, colon).map(|(key, _)| key);
    key.is_some_and(|key| !key.contains(char::is_whitespace))
}

/// Whether a text begins as a mapping in braces does, behind comments: `{key: …`, `{"key":…`, the key perhaps on the
/// next line.
pub(super) fn opens_mapping(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).skip_while(|line| line.starts_with('#'));
    let Some(behind) = lines.next().and_then(|line| line.strip_prefix('{')) else { return false };
    let behind = behind.trim_start();
    let first = if behind.is_empty() { lines.next().unwrap_or_default() } else { behind };
    let is_quoted = |quote: char| {
        let key = first.strip_prefix(quote).and_then(|rest| rest.split_once(quote));
        key.is_some_and(|(_, rest)| rest.trim_start().starts_with(':'))
    };
    is_key(first, ':') || is_quoted('"') || is_quoted('\'')
}

/// The key of a line and where the rest stands in it.
fn key_of(line: &str, colon: char) -> Option<(String, Range<usize>)> {
    let at = line.find(colon)?;
    let after = &line[at + colon.len_utf8()..];
    let separated = colon == '=' || after.is_empty() || after.starts_with([' ', '\t']);
    let key = line[..at].trim_end().trim_matches(['"', '\'']);
    let first = key.chars().next()?;
    let named = first.is_alphanumeric() || first == '_' || first == '$';
    if !separated || !named || key.len() > KEY_BYTES {
        return None;
    }
    let value = after.trim();
    let start = line.len() - after.trim_start().len();
    let start = if value.is_empty() { at + colon.len_utf8() } else { start };
    Some((key.to_owned(), start..start + value.len()))
}

fn push(
    inside: &mut Inside,
    text: &str,
    key: String,
    value_span: Range<usize>,
    span: Range<usize>,
) {
    let raw = &text[value_span.clone()];
    if !raw.is_empty() {
        inside.leaves.push(Leaf { entry: inside.entries.len(), span: value_span.clone() });
    }
    inside.entries.push(Entry { key, value: value_of(raw), span, value_span });
}

/// A line that is no key belongs to the entry above: as an item of its list, or as more of its text.
fn extend(inside: &mut Inside, text: &str, line: &Line<'_>) {
    let bare = line.text.trim();
    let start = line.start + (line.text.len() - line.text.trim_start().len());
    let item =
        bare.strip_prefix('-').filter(|rest| rest.is_empty() || rest.starts_with([' ', '\t']));
    let index = inside.entries.len() - 1;
    let entry = &mut inside.entries[index];
    entry.span.end = line.end;
    let is_empty = entry.value == Value::Null;
    if is_empty {
        entry.value_span.start = start;
    }
    entry.value_span.end = start + bare.len();
    match (item, &mut entry.value) {
        (Some(rest), Value::List(values)) => values.push(value_of(rest.trim())),
        (Some(rest), value @ Value::Null) => *value = Value::List(vec![value_of(rest.trim())]),
        (_, Value::Text(known)) => {
            known.push(' ');
            known.push_str(bare);
        }
        (_, value @ Value::Null) => *value = Value::Text(bare.to_owned()),
        (_, Value::List(_) | Value::Map(_)) => {}
    }
    if let Some(rest) = item.map(str::trim).filter(|rest| !rest.is_empty()) {
        let leaf_start = start + bare.len() - rest.len();
        debug_assert!(text.is_char_boundary(leaf_start));
        inside.leaves.push(Leaf { entry: index, span: leaf_start..leaf_start + rest.len() });
    }
}

fn value_of(raw: &str) -> Value {
    let quoted = |quote: char| {
        raw.strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote))
            .filter(|inner| !inner.contains(quote))
    };
    if let Some(inner) = quoted('"').or_else(|| quoted('\'')) {
        return Value::Text(inner.to_owned());
    }
    let plain = raw.split(" #").next().unwrap_or(raw).trim_end();
    if plain.is_empty() || plain == "~" || plain == "null" {
        return Value::Null;
    }
    let listed = plain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    match listed {
        Some(items) if !items.contains(['[', '{']) => {
            let texts = items.split(',').map(|item| item.trim().trim_matches(['"', '\'']));
            let texts = texts.filter(|item| !item.is_empty());
            Value::List(texts.map(|item| Value::Text(item.to_owned())).collect())
        }
        _ => Value::Text(plain.to_owned()),
    }
}
