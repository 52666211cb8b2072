//! The head of a page (frontmatter): its entries, where each stands, and what canonical key it means.
//!
//! Reads only; how a head is changed is `edit`'s business. Scalars are the text that was typed: no
//! value is ever taken for a number, a date or a truth value here.

use std::ops::Range;

use crate::page::Problem;

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

/// What each canonical key is also read from, the better name first.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("priority", &["importance"]),
    ("created_at", &["created", "date"]),
    ("updated_at", &["updated", "last_modified_at", "modified", "generated"]),
    ("title", &["entity"]),
    ("related_to", &["related"]),
    ("type", &["category"]),
    ("last_verified", &["verified"]),
    ("review_after", &["stale_after"]),
    ("sources", &["resource"]),
    ("aliases", &["alias"]),
    ("tags", &["tag"]),
];

impl Head {
    /// The value of a key as written; of a key that stands twice, the last.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The text of a canonical key or its synonym; of a list, its first text.
    pub fn text(&self, canonical: &str) -> Option<String> {
        match self.get(self.key_as_written(canonical)?)? {
            Value::Text(text) => Some(text.clone()),
            Value::List(values) => values.iter().find_map(Value::as_text).map(str::to_owned),
            Value::Null | Value::Map(_) => None,
        }
    }

    /// The texts of a canonical key or its synonym; one text is a list of one, and `tags: a, b` is two.
    pub fn list(&self, canonical: &str) -> Vec<String> {
        let Some(value) = self.key_as_written(canonical).and_then(|key| self.get(key)) else {
            return Vec::new();
        };
        match value {
            Value::Text(text) => vec![text.clone()],
            Value::List(values) => {
                values.iter().filter_map(Value::as_text).map(str::to_owned).collect()
            }
            Value::Null | Value::Map(_) => Vec::new(),
        }
    }

    /// The key that the page uses for a canonical one.
    pub fn key_as_written(&self, canonical: &str) -> Option<&str> {
        let synonyms =
            SYNONYMS.iter().find(|(key, _)| *key == canonical).map_or(&[][..], |(_, also)| also);
        let mut names = std::iter::once(&canonical).chain(synonyms);
        names.find_map(|name| self.entry(name)).map(|entry| entry.key.as_str())
    }

    /// The last entry of a key as written.
    pub(crate) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| entry.key == key)
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

/// The head and the byte where the body starts.
pub(crate) fn read(text: &str, _problems: &mut Vec<Problem>) -> (Head, usize) {
    let start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let head =
        Head { kind: HeadKind::None, span: start..start, entries: Vec::new(), broken: false };
    (head, start)
}
