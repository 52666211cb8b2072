//! Facts: list items of a page that say one thing each, with their marks.
//!
//! Reads them, and plans how one is set or retired as edits of the page. It does not write, and it
//! does not decide which page a fact belongs to.

use std::fmt;

use std::ops::Range;

use jiff::civil::Date;

use crate::edit::Edit;
use crate::page::Page;
use crate::schema::{Priority, Schema};

/// A list item that says one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// Index into the page's items.
    pub item: usize,
    /// The item's lines, with the line end.
    pub span: Range<usize>,
    /// The key of `key: value`; `None` for free text.
    pub key: Option<String>,
    /// The value or the free text, without marks, on one line.
    pub value: String,
    /// Index into the page's sections.
    pub section: usize,
    /// What stands beside it.
    pub marks: Marks,
    /// The block id, without its `^`.
    pub block_id: Option<String>,
    /// Whether it no longer holds: under `## History`, or struck out.
    pub retired: bool,
}

/// What a fact says about itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// `[🟢LOW]`.
    pub priority: Option<Priority>,
    /// `[CONTEXT]`, without the brackets, as written.
    pub tags: Vec<String>,
    /// `added:`, since when it is known.
    pub added: Option<Date>,
    /// `expires:`, the last day it matters.
    pub expires: Option<Date>,
    /// `superseded:`, the day it stopped to hold.
    pub superseded: Option<Date>,
    /// `first-seen:`.
    pub first_seen: Option<Date>,
    /// `valid:A..B`, both days included; an open end is `None`.
    pub valid: Option<(Option<Date>, Option<Date>)>,
    /// `confidence:` from 0 to 1; high is .9, medium .6, low .3. `None` reads as 1.
    pub confidence: Option<f64>,
    /// `source:`, a session turn or a page's line.
    pub source: Option<String>,
    /// `continues:`, what it goes on from.
    pub continues: Option<String>,
}

/// A fact to set.
#[derive(Clone, Debug, PartialEq)]
pub struct FactInput {
    /// The key; `None` for free text. A text of the form `key: value` is taken as such.
    pub key: Option<String>,
    /// The value or the text. Line ends become spaces.
    pub value: String,
    /// The heading it stands under; `None` for anywhere.
    pub heading: Option<String>,
    /// What it says about itself; `added` is `today` if it is not given.
    pub marks: Marks,
    /// The day of the write.
    pub today: Date,
}

/// What setting or retiring a fact does.
#[derive(Clone, Debug, PartialEq)]
pub enum FactChange {
    /// The page says so already.
    Unchanged,
    /// It is new.
    Added(Vec<Edit>),
    /// It takes the place of these; they go to the history. Empty when only its marks change.
    Replaced {
        /// The facts that no longer hold.
        old: Vec<Fact>,
        /// The edits that say so.
        edits: Vec<Edit>,
    },
    /// More than one fact is meant; nothing was chosen.
    Candidates(Vec<Fact>),
    /// It is new, and nearly the same as one that stands there.
    NearDuplicate {
        /// That one.
        of: Box<Fact>,
        /// The edits that add it all the same.
        edits: Vec<Edit>,
    },
}

/// Why a fact cannot be set or retired.
#[derive(Clone, Debug, PartialEq)]
pub enum FactProblem {
    /// There is no text.
    Empty,
    /// The key cannot stand in front of a colon.
    Key {
        /// The key.
        key: String,
        /// The reason.
        why: &'static str,
    },
    /// The first day it holds is after the last.
    ValidBackwards {
        /// The first day.
        from: Date,
        /// The last day.
        to: Date,
    },
    /// The schema gives pages of this type no facts.
    NoFacts {
        /// The page's type, if it has one.
        page_type: Option<String>,
    },
    /// The page has no such fact.
    Missing {
        /// What was looked for.
        which: String,
        /// Keys and texts that are near.
        near: Vec<String>,
    },
}

impl FactProblem {
    /// What to do instead.
    pub fn hint(&self) -> String {
        match self {
            Self::Empty => "give the fact a text".to_owned(),
            Self::Key { .. } => {
                "use a short name such as Release, or give the whole as free text".to_owned()
            }
            Self::ValidBackwards { .. } => "swap the two days, or leave one open".to_owned(),
            Self::NoFacts { page_type: Some(name) } => {
                format!("append text instead, or set `facts: true` for {name} in SCHEMA.md")
            }
            Self::NoFacts { page_type: None } => {
                "append text instead, or give the page a `type:` that has facts".to_owned()
            }
            Self::Missing { near, .. } if near.is_empty() => {
                "read the page to see its facts".to_owned()
            }
            Self::Missing { near, .. } => format!("did you mean {}", near.join(", ")),
        }
    }
}

impl fmt::Display for FactProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("a fact without text"),
            Self::Key { key, why } => write!(f, "{key:?} cannot be a fact's key: {why}"),
            Self::ValidBackwards { from, to } => {
                write!(f, "the fact would hold from {from} to {to}, which ends before it begins")
            }
            Self::NoFacts { page_type: Some(name) } => {
                write!(f, "pages of type {name} hold no facts")
            }
            Self::NoFacts { page_type: None } => {
                f.write_str("a page without a type holds no facts")
            }
            Self::Missing { which, .. } => write!(f, "the page has no fact {which:?}"),
        }
    }
}

impl std::error::Error for FactProblem {}

/// The facts of a page, in order; none unless the schema gives facts to its type.
pub fn facts(_page: &Page, _schema: &Schema) -> Vec<Fact> {
    Vec::new()
}

/// What to change so that the page says this.
///
/// # Errors
/// [`FactProblem`] when the page or the input does not allow it.
pub fn set(_page: &Page, _schema: &Schema, input: &FactInput) -> Result<FactChange, FactProblem> {
    if input.value.trim().is_empty() { Err(FactProblem::Empty) } else { Ok(FactChange::Unchanged) }
}

/// What to change so that the page no longer says this: a key, `^block` or a fact's text.
///
/// # Errors
/// [`FactProblem`] when there is no such fact.
pub fn retire(
    _page: &Page,
    _schema: &Schema,
    which: &str,
    _today: Date,
) -> Result<FactChange, FactProblem> {
    Err(FactProblem::Missing { which: which.to_owned(), near: Vec::new() })
}

/// Key and value of a text of the form `key: value`, `key：value`, `**Key:** value`; `None` for any
/// other text. A key has at most 60 characters, no URL and no clock time.
pub fn split_pair(_text: &str) -> Option<(String, String)> {
    None
}
