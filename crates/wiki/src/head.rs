//! The head of a page (frontmatter): its entries, where each stands, and what canonical key it means.
//!
//! Reads only; how a head is changed is `edit`'s business. Scalars are the text that was typed: no
//! value is ever taken for a number, a date or a truth value here.

mod json;
mod lines;
mod toml;
mod yaml;

use std::collections::HashSet;
use std::ops::Range;

use crate::page::{Problem, ProblemKind, line_of};

/// What a page's head is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeadKind {
    /// The page has no head.
    None,
    /// Between `---` lines.
    Yaml,
    /// Between `+++` lines.
    Toml,
    /// An object at the first byte.
    Json,
}

/// The head of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// What it is written in.
    pub kind: HeadKind,
    /// With its fences and the last fence's line end; empty at the body's start when there is none.
    pub span: Range<usize>,
    /// The entries in order; a key that stands twice is there twice.
    pub entries: Vec<Entry>,
    /// Whether it was read line by line because it is not valid; such a head is not edited.
    pub broken: bool,
}

/// One key of the head with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key as written.
    pub key: String,
    /// Its value.
    pub value: Value,
    /// The entry's whole lines, with the last line's end.
    pub span: Range<usize>,
    /// The value with its quotes; empty where it would stand when there is none.
    pub value_span: Range<usize>,
}

/// A value of the head. Scalars are the text as typed, without quotes: `NO`, `007`, `1.10`.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing, `~` or `null`.
    Null,
    /// A scalar.
    Text(String),
    /// A list.
    List(Vec<Self>),
    /// A mapping, in order.
    Map(Vec<(String, Self)>),
}

/// Keys that hold a day and nothing else, also by the names by which one asks for them.
pub const DAYS: [&str; 10] = [
    "created_at",
    "created",
    "updated_at",
    "updated",
    "last_verified",
    "review_after",
    "expires",
    "effective_date",
    "valid_from",
    "valid_to",
];

/// What each canonical key is also read from, the better name first.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("priority", &["importance"]),
    ("created_at", &["created", "date", "generated"]),
    ("updated_at", &["updated", "last_modified_at", "modified"]),
    ("title", &["entity"]),
    ("related_to", &["related"]),
    ("type", &["category"]),
    ("last_verified", &["verified"]),
    ("review_after", &["stale_after"]),
    ("sources", &["resource"]),
    ("aliases", &["alias"]),
    ("tags", &["tag"]),
];

/// Largest head that is read as YAML, TOML or JSON, in bytes; a larger one is read line by line.
const HEAD_BYTES: usize = 256 * 1024;

impl Head {
    /// The value of a key as written; of a key that stands twice, the last.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The text of a canonical key or its synonym: of a list its first text, and of a mapping that
    /// says who and when (`verified: {by: …, at: …}`) the time.
    pub fn text(&self, canonical: &str) -> Option<String> {
        first_text(self.get(self.key_as_written(canonical)?)?)
    }

    /// The texts of a canonical key or its synonym; one text is a list of one. Tags are also split at
    /// commas and lose their `#`; an unquoted `[[Page]]` is the link that was meant.
    pub fn list(&self, canonical: &str) -> Vec<String> {
        let Some(value) = self.key_as_written(canonical).and_then(|key| self.get(key)) else {
            return Vec::new();
        };
        let texts = match value {
            Value::List(values) => match unquoted_link(value) {
                Some(link) => vec![link],
                None => values
                    .iter()
                    .filter_map(|v| unquoted_link(v).or_else(|| first_text(v)))
                    .collect(),
            },
            other => first_text(other).into_iter().collect(),
        };
        if canonical == "tags" { tags(&texts) } else { texts }
    }

    /// The key that the page uses for a canonical one: the first of its names that has a value, else
    /// the first that is there.
    pub fn key_as_written(&self, canonical: &str) -> Option<&str> {
        let synonyms =
            SYNONYMS.iter().find(|(key, _)| *key == canonical).map_or(&[][..], |(_, also)| also);
        let names = || std::iter::once(&canonical).chain(synonyms);
        let has_value = |entry: &&Entry| entry.value != Value::Null;
        let with_value = names().find_map(|name| self.entry(name).filter(has_value));
        let found = with_value.or_else(|| names().find_map(|name| self.entry(name)));
        found.map(|entry| entry.key.as_str())
    }

    /// The last entry of a key as written.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| entry.key == key)
    }

    fn none(at: usize) -> Self {
        Self { kind: HeadKind::None, span: at..at, entries: Vec::new(), broken: false }
    }
}

impl Value {
    /// The text of a scalar.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Null | Self::List(_) | Self::Map(_) => None,
        }
    }
}

pub(crate) fn first_text(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::List(values) => values.iter().find_map(first_text),
        Value::Map(pairs) => {
            pairs.iter().find(|(key, _)| key == "at").and_then(|(_, v)| first_text(v))
        }
        Value::Null => None,
    }
}

/// `[[Page]]` without quotes is a list in a list for YAML.
fn unquoted_link(value: &Value) -> Option<String> {
    let Value::List(outer) = value else { return None };
    let [Value::List(inner)] = outer.as_slice() else { return None };
    let [Value::Text(text)] = inner.as_slice() else { return None };
    Some(format!("[[{text}]]"))
}

fn tags(texts: &[String]) -> Vec<String> {
    let parts = texts.iter().flat_map(|text| text.split([',', '，']));
    let plain = parts.map(|part| part.trim().trim_start_matches('#').trim_end());
    plain.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// A scalar inside a value, with its quotes: what links are looked for in.
pub(crate) struct Leaf {
    /// The entry that it belongs to.
    pub(crate) entry: usize,
    pub(crate) span: Range<usize>,
}

/// The head of a page and what reading it found beside the entries.
pub(crate) struct Found {
    pub(crate) head: Head,
    pub(crate) leaves: Vec<Leaf>,
}

impl Found {
    fn none(at: usize) -> Self {
        Self { head: Head::none(at), leaves: Vec::new() }
    }
}

/// Entries and leaves of a head's inside.
#[derive(Default)]
struct Inside {
    entries: Vec<Entry>,
    leaves: Vec<Leaf>,
}

/// The items of a list as a head would hold it in one line: `[a, "b, c"]`; `None` when it is no list of
/// texts.
pub fn flow_list(text: &str) -> Option<Vec<String>> {
    let text = text.trim();
    if !text.starts_with('[') || !text.ends_with(']') || text.contains(['\n', '\r']) {
        return None;
    }
    let line = format!("list: {text}\n");
    let inside = yaml::read(&line, 0..line.len()).ok()?;
    let [entry] = inside.entries.as_slice() else { return None };
    let Value::List(values) = &entry.value else { return None };
    let texts = values.iter().filter(|value| **value != Value::Null);
    texts.map(|value| value.as_text().map(str::to_owned)).collect()
}

/// Why the inside of a head could not be read as what it claims to be.
enum Failure {
    /// It is valid and no mapping: the fences are thematic breaks.
    NotAHead,
    /// It is wrong at this byte.
    Broken { at: usize, why: String },
    /// It repeats itself beyond what is read.
    Limit { at: usize, why: String },
}

/// Reads the head at the start of a page, after a BOM.
pub(crate) fn read(text: &str, problems: &mut Vec<Problem>) -> Found {
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let rest = &text[start..];
    let found = if rest.starts_with("---") {
        fenced(text, start, HeadKind::Yaml, problems)
    } else if rest.starts_with("+++") {
        fenced(text, start, HeadKind::Toml, problems)
    } else if rest.starts_with('{') {
        braced(text, start, problems)
    } else {
        None
    };
    let found = found.unwrap_or_else(|| Found::none(start));
    if found.head.kind == HeadKind::None && is_open(rest) {
        let why = "the head that begins here never ends, and is text: close it with a line of its own like the first";
        problems.push(problem(text, ProblemKind::OpenHead, start, why.to_owned()));
    }
    report_duplicates(text, &found.head, problems);
    found
}

fn braced(text: &str, start: usize, problems: &mut Vec<Problem>) -> Option<Found> {
    let (kind, at, why) = match json::read(text, start) {
        Ok(found) => return found,
        Err(Failure::NotAHead) => return None,
        Err(Failure::Broken { at, why }) => (ProblemKind::BrokenHead, at, why),
        Err(Failure::Limit { at, why }) => (ProblemKind::HeadLimit, at, why),
    };
    problems.push(problem(text, kind, at, why));
    Some(json::broken(text, start))
}

fn fenced(text: &str, start: usize, kind: HeadKind, problems: &mut Vec<Problem>) -> Option<Found> {
    let (inner, span) = fences(text, start, kind)?;
    let read = match kind {
        _ if inner.len() > HEAD_BYTES => {
            let why = format!("the head has more than {} KB", HEAD_BYTES / 1024);
            Err(Failure::Limit { at: inner.start, why })
        }
        HeadKind::Toml => toml::read(text, inner.clone()),
        _ => yaml::read(text, inner.clone()),
    };
    let (inside, broken) = match read {
        Ok(inside) => (inside, false),
        Err(Failure::NotAHead) if text[inner.clone()].starts_with("<<<<<<< ") => {
            let why = "git left a merge conflict in the head".to_owned();
            let inside = by_line(text, inner.clone(), kind)?;
            problems.push(problem(text, ProblemKind::BrokenHead, inner.start, why));
            (inside, true)
        }
        Err(Failure::NotAHead) => return None,
        Err(Failure::Broken { at, why }) => {
            let inside = by_line(text, inner, kind)?;
            problems.push(problem(text, ProblemKind::BrokenHead, at, why));
            (inside, true)
        }
        Err(Failure::Limit { at, why }) => {
            let inside = by_line(text, inner, kind)?;
            problems.push(problem(text, ProblemKind::HeadLimit, at, why));
            (inside, true)
        }
    };
    let head = Head { kind, span, entries: inside.entries, broken };
    Some(Found { head, leaves: inside.leaves })
}

/// What the lines of a head that is not valid say, which may be nothing; `None` where the fences are thematic breaks.
fn by_line(text: &str, inner: Range<usize>, kind: HeadKind) -> Option<Inside> {
    // Thematic breaks are hyphens; plus signs enclose nothing but a head. No sentence begins as `{key:` does.
    let is_head = kind == HeadKind::Toml || lines::opens_mapping(&text[inner.clone()]);
    lines::read(text, inner, kind).or_else(|| is_head.then(Inside::default))
}

/// The bytes between the fences, and with them; `None` when the first line is no fence or no line
/// closes it.
fn fences(text: &str, start: usize, kind: HeadKind) -> Option<(Range<usize>, Range<usize>)> {
    let (open, also) = if kind == HeadKind::Toml { ("+++", "+++") } else { ("---", "...") };
    let mut at = start;
    let mut inner = None;
    for line in text[start..].split_inclusive('\n') {
        let bare = line.trim_end_matches(['\n', '\r', ' ', '\t']);
        let end = at + line.len();
        match inner {
            None if bare == open && line.ends_with('\n') => inner = Some(end),
            None => return None,
            Some(first) if bare == open || bare == also => return Some((first..at, start..end)),
            Some(_) => {}
        }
        at = end;
    }
    None
}

/// Whether a text begins as a head of which no line is the end: a fence, and a key right below it.
fn is_open(text: &str) -> bool {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().unwrap_or_default();
    let (fence, ends, sign) = match first.trim_end() {
        "---" => ("---", "...", ':'),
        "+++" => ("+++", "+++", '='),
        _ => return false,
    };
    let is_end = |line: &str| line.trim_end() == fence || line.trim_end() == ends;
    let mut rest = lines.skip_while(|line| line.trim_start().starts_with('#')).peekable();
    let key = rest.peek().is_some_and(|line| lines::is_key(line.trim_end(), sign));
    key && !rest.any(is_end)
}

fn report_duplicates(text: &str, head: &Head, problems: &mut Vec<Problem>) {
    let mut seen = HashSet::new();
    for entry in &head.entries {
        if !seen.insert(entry.key.as_str()) {
            let why = format!("the key {:?} stands more than once; the last counts", entry.key);
            problems.push(problem(text, ProblemKind::DuplicateKey, entry.span.start, why));
        }
    }
}

fn problem(text: &str, kind: ProblemKind, at: usize, message: String) -> Problem {
    Problem { kind, line: line_of(text, at), message }
}

/// The start of the line that a byte is on.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// The end of the line that a byte is on, after its line end.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}

#[cfg(test)]
mod tests;
