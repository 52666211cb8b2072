//! Changes one key of a YAML head and nothing else of the page.

use crate::head::{Entry, HeadKind, Value, line_end, line_start};
use crate::page::{Page, ProblemKind};

use super::scalar::{self, Place, Quotes};
use super::{EditProblem, FieldValue, Splice, items, line_ending, spliced};

/// How a new list is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Block,
    Flow,
}

/// The page's text with the key set.
pub(super) fn set(page: &Page, key: &str, value: &FieldValue) -> Result<String, EditProblem> {
    editable(page, key)?;
    let written = page.head.key_as_written(key).unwrap_or(key).to_owned();
    let value = normal(value);
    let Some(entry) = page.head.entry(&written) else {
        let text = spliced(&page.text, vec![added(page, key, &value)])?;
        return verified(page, text, key, Some(&value));
    };
    if entry.value == expected(&value) {
        return Ok(page.text.clone());
    }
    let text = spliced(&page.text, changed(page, entry, &value))?;
    verified(page, text, &written, Some(&value))
}

/// The page's text without the key, in each place where it stands.
pub(super) fn remove(page: &Page, key: &str) -> Result<String, EditProblem> {
    editable(page, key)?;
    let entries: Vec<_> = page.head.entries.iter().filter(|entry| entry.key == key).collect();
    if entries.is_empty() {
        return Ok(page.text.clone());
    }
    if entries.iter().any(|entry| !whole_lines(page, entry)) {
        return Err(problem(key, FLOW_HEAD));
    }
    let gone = entries.iter().map(|entry| Splice { span: entry.span.clone(), text: String::new() });
    let text = spliced(&page.text, gone.collect())?;
    verified(page, text, key, None)
}

const FLOW_HEAD: &str = "the head is one mapping in braces";

fn problem(key: &str, why: &'static str) -> EditProblem {
    EditProblem::Field { key: key.to_owned(), why }
}

fn editable(page: &Page, key: &str) -> Result<(), EditProblem> {
    match page.head.kind {
        HeadKind::Toml | HeadKind::Json => return Err(EditProblem::ForeignHead),
        HeadKind::Yaml if page.head.broken => {
            let of_head = |kind| matches!(kind, ProblemKind::BrokenHead | ProblemKind::HeadLimit);
            let wrong = page.problems.iter().find(|problem| of_head(problem.kind));
            return Err(EditProblem::BrokenHead { line: wrong.map_or(1, |problem| problem.line) });
        }
        // A head whose lines end in carriage returns is not read; a second one would hide it.
        HeadKind::None if opens_head(&page.text[page.body..]) => {
            return Err(EditProblem::BrokenHead { line: 1 });
        }
        HeadKind::Yaml | HeadKind::None => {}
    }
    if let Some(open) = page.problems.iter().find(|it| it.kind == ProblemKind::OpenHead) {
        return Err(EditProblem::OpenHead { line: open.line });
    }
    if scalar::key(key).is_none() {
        return Err(problem(key, "it is empty, too long or holds control characters"));
    }
    let flow = page.head.entries.iter().any(|entry| !whole_lines(page, entry));
    if flow { Err(problem(key, FLOW_HEAD)) } else { Ok(()) }
}

/// Whether a body begins as a head whose lines end in carriage returns alone.
pub(crate) fn opens_head(body: &str) -> bool {
    let rest = body.strip_prefix("---").or_else(|| body.strip_prefix("+++"));
    let rest = rest.map(|rest| rest.trim_start_matches([' ', '\t']));
    rest.is_some_and(|rest| rest.starts_with('\r') && !rest.starts_with("\r\n"))
}

/// Whether an entry's span is made of lines of its own; in `{a: 1}` it is not.
fn whole_lines(page: &Page, entry: &Entry) -> bool {
    let bytes = page.text.as_bytes();
    let starts = entry.span.start == page.head.span.start || bytes[entry.span.start - 1] == b'\n';
    starts && bytes.get(entry.span.end.wrapping_sub(1)) == Some(&b'\n')
}

/// Line ends in a value are plain ones: YAML reads each as that.
pub(super) fn normal(value: &FieldValue) -> FieldValue {
    let plain = |text: &String| text.replace("\r\n", "\n");
    match value {
        FieldValue::Text(text) => FieldValue::Text(plain(text)),
        FieldValue::List(texts) => FieldValue::List(texts.iter().map(plain).collect()),
    }
}

fn expected(value: &FieldValue) -> Value {
    match value {
        FieldValue::Text(text) => Value::Text(text.clone()),
        FieldValue::List(texts) => Value::List(texts.iter().cloned().map(Value::Text).collect()),
    }
}

/// The page must read as before but for this key.
fn verified(
    page: &Page,
    text: String,
    key: &str,
    value: Option<&FieldValue>,
) -> Result<String, EditProblem> {
    let mut problems = Vec::new();
    let head = crate::head::read(&text, &mut problems).head;
    let last = page.head.entries.iter().rposition(|entry| entry.key == key);
    let pair = |entry: &Entry| (entry.key.clone(), entry.value.clone());
    let mut wanted: Vec<_> = page.head.entries.iter().map(pair).collect();
    match (value, last) {
        (Some(value), Some(at)) => wanted[at].1 = expected(value),
        (Some(value), None) => wanted.push((key.to_owned(), expected(value))),
        (None, _) => wanted.retain(|(known, _)| known != key),
    }
    let found: Vec<_> = head.entries.iter().map(pair).collect();
    let body_is_same = text[head.span.end..] == page.text[page.body..];
    if !head.broken && found == wanted && body_is_same {
        Ok(text)
    } else {
        Err(problem(key, "the head would not read back as it should"))
    }
}

/// A key that the head does not have yet goes to its end; a page without a head gets one.
fn added(page: &Page, key: &str, value: &FieldValue) -> Splice {
    let head = &page.head;
    if head.kind == HeadKind::None {
        let eol = line_ending(&page.text);
        let lines = lines(key, value, Style::Flow, "", eol);
        return Splice { span: page.body..page.body, text: format!("---{eol}{lines}---{eol}") };
    }
    let source = &page.text[head.span.clone()];
    let eol = if source[..line_end(source, 0)].ends_with("\r\n") { "\r\n" } else { "\n" };
    let first = head.entries.first().map_or("", |entry| &page.text[entry.span.clone()]);
    let indent = &first[..first.len() - first.trim_start_matches(' ').len()];
    let block = head.entries.iter().any(|entry| is_block_list(page, entry));
    let style = if block { Style::Block } else { Style::Flow };
    // The closing fence is the last line of the head.
    let last = page.text[..head.span.end].trim_end_matches(['\n', '\r']).len();
    let at = line_start(&page.text, last);
    Splice { span: at..at, text: lines(key, value, style, indent, eol) }
}

/// The lines of an entry.
pub(super) fn lines(
    key: &str,
    value: &FieldValue,
    style: Style,
    indent: &str,
    eol: &str,
) -> String {
    let key = scalar::key(key).unwrap_or_default();
    let inner = format!("{indent}  ");
    match value {
        FieldValue::Text(text) => {
            let written = scalar::block(text, &inner, eol)
                .unwrap_or_else(|| scalar::inline(text, Quotes::Plain, Place::Block));
            format!("{indent}{key}: {written}{eol}")
        }
        FieldValue::List(texts) if style == Style::Block && !texts.is_empty() => {
            let item = |text: &String| {
                format!("{inner}- {}{eol}", scalar::inline(text, Quotes::Plain, Place::Block))
            };
            format!("{indent}{key}:{eol}{}", texts.iter().map(item).collect::<String>())
        }
        FieldValue::List(texts) => format!("{indent}{key}: {}{eol}", flow(texts)),
    }
}

fn flow(texts: &[String]) -> String {
    format!("[{}]", flow_items(texts, Quotes::Plain))
}

pub(super) fn flow_items(texts: &[String], quotes: Quotes) -> String {
    let items = texts.iter().map(|text| scalar::inline(text, quotes, Place::Flow));
    items.collect::<Vec<_>>().join(", ")
}

fn is_block_list(page: &Page, entry: &Entry) -> bool {
    matches!(entry.value, Value::List(_)) && page.text[entry.value_span.clone()].starts_with('-')
}

fn changed(page: &Page, entry: &Entry, value: &FieldValue) -> Vec<Splice> {
    let raw = &page.text[entry.value_span.clone()];
    if let (FieldValue::List(new), Value::List(old)) = (value, &entry.value)
        && let Some(splices) = items::change(page, entry, old, new)
    {
        return splices;
    }
    let entry_source = &page.text[entry.span.clone()];
    let eol = if entry_source.ends_with("\r\n") { "\r\n" } else { "\n" };
    let indent = format!(
        "{}  ",
        &entry_source[..entry_source.len() - entry_source.trim_start_matches(' ').len()]
    );
    let written = match value {
        FieldValue::Text(text) => {
            let rest = &page.text[entry.value_span.end..line_end(&page.text, entry.value_span.end)];
            // A comment behind the value would become a part of a block's last line.
            let indent = block_indent(page, entry).unwrap_or(indent);
            let block =
                if rest.trim().is_empty() { scalar::block(text, &indent, eol) } else { None };
            block.unwrap_or_else(|| scalar::inline(text, scalar::quotes_of(raw), Place::Block))
        }
        FieldValue::List(texts) => flow(texts),
    };
    let mut span = entry.value_span.clone();
    if is_block_list(page, entry) || matches!(entry.value, Value::Map(_)) && !raw.starts_with('{') {
        // What stood on the lines below now stands behind the key.
        span.start = behind_key(page, entry).unwrap_or(span.start);
    }
    let spaced = page.text[..span.start].ends_with([' ', '\t']);
    vec![Splice { text: if spaced { written } else { format!(" {written}") }, span }]
}

/// The byte after the colon of an entry's key.
pub(super) fn behind_key(page: &Page, entry: &Entry) -> Option<usize> {
    let before = &page.text[entry.span.start..entry.value_span.start];
    let colon =
        before.match_indices(':').find(|(at, _)| before[at + 1..].starts_with(char::is_whitespace));
    colon.map(|(at, _)| entry.span.start + at + 1)
}

/// The indentation of a block scalar's text, so that a new text keeps it.
fn block_indent(page: &Page, entry: &Entry) -> Option<String> {
    let raw = &page.text[entry.value_span.clone()];
    let second = raw.starts_with(['|', '>']).then(|| raw.split('\n').nth(1)).flatten()?;
    let blanks = second.len() - second.trim_start_matches(' ').len();
    (blanks > 0).then(|| " ".repeat(blanks))
}
