//! What the fields of a head that memopage reads may say: a word that is known, a date, a number.
//!
//! Names the values that cannot be right, whoever wrote them. Whether a write is refused for one is not decided
//! here: a page that a person left so is read and changed elsewhere like any other.

use std::fmt;

use crate::fact;
use crate::head::{self, Head, Value};
use crate::page::{Page, line_of};
use crate::schema::{Priority, Schema, Status};
use crate::time::{names_days, read_date};

/// Fields that hold a word or a number.
const WORDS: &[&str] = &["type", "status", "priority", "confidence", "pinned"];
/// The field that is often the day of something else, and may be a month or several days.
const DATE: &str = "date";
/// Fields that hold a day besides [`head::DAYS`]. `verified` and `generated` may say who.
const DATES: &[&str] = &["last_modified_at", "modified"];
/// Characters of a value that are shown.
const SHOWN: usize = 60;

/// A value that its field cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misvalue {
    /// The key as written.
    pub key: String,
    /// The value, as far as it is shown.
    pub value: String,
    /// The line of the entry, from 1.
    pub line: usize,
    /// What the field may have instead.
    pub wanted: Wanted,
}

/// What a field may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// One of the vault's page types.
    Type(Vec<String>),
    /// A word for where a page stands, known everywhere or to the vault.
    Status(Vec<String>),
    /// How much a page matters.
    Priority,
    /// A day.
    Date,
    /// How sure it is.
    Confidence,
    /// Yes or no.
    Truth,
}

impl fmt::Display for Misvalue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}: {}` is {}", self.key, self.value, self.wanted)
    }
}

impl Misvalue {
    /// What is wrong in few words, where the page is one of many: the words that a status may have are many.
    pub fn in_short(&self) -> String {
        match self.wanted {
            Wanted::Status(_) => {
                format!("`{}: {}` is no status that the vault knows", self.key, self.value)
            }
            _ => self.to_string(),
        }
    }
}

impl Wanted {
    /// What to do about a value that is none.
    pub fn hint(&self) -> String {
        match self {
            Self::Type(_) => "use one of them, or add a row to `types` in SCHEMA.md".to_owned(),
            Self::Status(_) => {
                "use one of the known words, or add it to `statuses` in SCHEMA.md".to_owned()
            }
            Self::Date => "write it as 2026-05-20, or leave the field out".to_owned(),
            Self::Priority | Self::Confidence | Self::Truth => {
                "use one of them, or leave the field out".to_owned()
            }
        }
    }

    /// Whether pages with this value have it in common, so that it may be a word of the vault's own.
    pub fn is_word(&self) -> bool {
        !matches!(self, Self::Date)
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(names) => write!(f, "none of the vault's types: {}", names.join(", ")),
            Self::Status(own) => {
                let own: String = own.iter().map(|it| format!(", {it}")).collect();
                write!(f, "none of {}{own}", Status::WORDS.join(", "))
            }
            Self::Priority => f.write_str("none of critical, high, medium, low, ephemeral"),
            Self::Date => f.write_str("no date"),
            Self::Confidence => f.write_str("no number from 0 to 1, and none of high, medium, low"),
            Self::Truth => f.write_str("neither true nor false"),
        }
    }
}

/// The values of a page's head that cannot be right, in the order of the head. One that is blank, or stands for
/// what is to be filled in, says nothing; neither does a head that cannot be read whole.
pub fn misvalues(page: &Page, schema: &Schema) -> Vec<Misvalue> {
    in_head(&page.head, &page.text, schema)
}

/// As [`misvalues`], of a page's text, of which nothing but the head is read.
pub(super) fn in_text(text: &str, schema: &Schema) -> Vec<Misvalue> {
    in_head(&head::read(text, &mut Vec::new()).head, text, schema)
}

fn in_head(head: &Head, text: &str, schema: &Schema) -> Vec<Misvalue> {
    if head.broken {
        return Vec::new();
    }
    let fields = WORDS.iter().chain(&head::DAYS).chain(DATES).chain([&DATE]);
    let found = fields.filter_map(|field| {
        // Of a key that stands twice the last counts.
        let entry = head.entry(field)?;
        let said = head::first_text(&entry.value);
        let said = said.as_deref().map(str::trim);
        let is_open =
            entry.value == Value::Null || said.is_some_and(|it| it.is_empty() || it.contains("{{"));
        let wanted = wanted(&entry.key, said.unwrap_or_default(), schema).filter(|_| !is_open)?;
        Some(Misvalue {
            key: entry.key.clone(),
            value: said.unwrap_or("…").chars().take(SHOWN).collect(),
            line: line_of(text, entry.span.start),
            wanted,
        })
    });
    let mut found: Vec<Misvalue> = found.collect();
    found.sort_by_key(|it| it.line);
    found
}

/// What a field may have, where this is none of it.
fn wanted(key: &str, said: &str, schema: &Schema) -> Option<Wanted> {
    let (fits, wanted) = match key {
        "type" => {
            let names = || schema.types.iter().map(|it| it.name.clone()).collect();
            return (!schema.knows_type(said)).then(|| Wanted::Type(names()));
        }
        "status" => {
            let own = || schema.statuses.clone().unwrap_or_default();
            return (!schema.knows_status(said)).then(|| Wanted::Status(own()));
        }
        "priority" => (said.parse::<Priority>().is_ok(), Wanted::Priority),
        "confidence" => (fact::is_confidence(said), Wanted::Confidence),
        "pinned" => {
            let is_truth = ["true", "false"].iter().any(|it| said.eq_ignore_ascii_case(it));
            (is_truth, Wanted::Truth)
        }
        DATE => (names_days(said), Wanted::Date),
        key if head::DAYS.contains(&key) || DATES.contains(&key) => {
            (read_date(said).is_some(), Wanted::Date)
        }
        _ => return None,
    };
    (!fits).then_some(wanted)
}

#[cfg(test)]
mod tests;
