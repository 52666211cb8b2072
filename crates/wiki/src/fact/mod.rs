//! Facts: list items of a page that say one thing each, with their marks.
//!
//! Reads them, and plans how one is set or retired as edits of the page. It does not write, and it
//! does not decide which page a fact belongs to.

mod aside;
mod erase;
mod grammar;
mod input;
mod list;
mod period;
mod plan;
mod rival;
mod shift;
mod stance;
mod state;

use std::collections::HashMap;
use std::fmt;
use std::ops::{Range, RangeInclusive};

pub use erase::{ERASED, all_stated, erase, stated};
use grammar::Reading;
pub(crate) use grammar::{begins_mark, is_confidence, mark_name_before};
pub use grammar::{false_day, split_pair};
use jiff::civil::Date;
pub use plan::{
    Instead, Line, Moved, Spoken, Turned, beside, bury, carrying, changes, identify, instead,
    moved, names, past, retire, retire_these, reworded, saying, set, set_beside, set_in, speaks_of,
    spoken, told_otherwise, turned,
};
pub use rival::{rivals, rivals_among};
pub use shift::{Likeness, undated};
pub use state::Life;

use crate::canon::fold;
use crate::edit::Edit;
use crate::markdown::{covers, is_marker};
use crate::page::{Item, Page};
use crate::schema::{Priority, Schema};

/// Headings under which nothing holds any more, folded.
const HISTORY: &[&str] = &["history", "历史", "历史记录", "履歴"];

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
    /// It is new, and nearly the same as what stands there.
    NearDuplicate {
        /// That one; several where nobody knows which of them is meant.
        of: Vec<Fact>,
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
    /// The first day it holds, or is known, is after the last.
    ValidBackwards {
        /// The first day.
        from: Date,
        /// The last day.
        to: Date,
    },
    /// The heading is that of what no longer holds.
    InHistory,
    /// The schema gives pages of this type no facts, and none was stated on this one.
    NoFacts {
        /// The page's type, if it has one.
        page_type: Option<String>,
    },
    /// The page has a code block or a comment without an end; what is added would stand in it.
    Unterminated {
        /// The line where it begins, from 1.
        line: usize,
    },
    /// Git left a merge conflict in the body.
    Unmerged {
        /// Its lines, from 1.
        lines: RangeInclusive<usize>,
    },
    /// An item holds a carriage return alone, so that nobody can say where it ends.
    LoneReturn {
        /// The line where it begins, from 1.
        line: usize,
    },
    /// Where it would go, it would not be read as a fact: inside a tool's block, code or another item.
    NoPlace,
    /// The page has no such fact.
    Missing {
        /// What was looked for.
        which: String,
        /// Keys and texts that are near.
        near: Vec<String>,
    },
}

impl Fact {
    /// What it says, as a person would name it: `key: value`, or its text.
    pub fn said(&self) -> String {
        said(self.key.as_deref(), &self.value)
    }
}

impl FactInput {
    /// What it says, as [`Fact::said`].
    pub fn said(&self) -> String {
        said(self.key.as_deref(), &self.value)
    }
}

fn said(key: Option<&str>, value: &str) -> String {
    key.map_or_else(|| value.to_owned(), |key| format!("{key}: {value}"))
}

impl Marks {
    /// Takes over what is not said yet.
    fn add_missing(&mut self, other: &Self) {
        self.priority = self.priority.or(other.priority);
        self.added = self.added.or(other.added);
        self.expires = self.expires.or(other.expires);
        self.superseded = self.superseded.or(other.superseded);
        self.first_seen = self.first_seen.or(other.first_seen);
        self.valid = self.valid.or(other.valid);
        self.confidence = self.confidence.or(other.confidence);
        self.source = self.source.take().or_else(|| other.source.clone());
        self.continues = self.continues.take().or_else(|| other.continues.clone());
        let news = other.tags.iter().filter(|tag| !self.tags.contains(tag));
        let news: Vec<String> = news.cloned().collect();
        self.tags.extend(news);
    }
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
            Self::InHistory => {
                "name another heading; a new value sends the old one there, and so does `memopage forget`"
                    .to_owned()
            }
            Self::NoFacts { page_type: Some(name) } => {
                format!("append text instead, or set `facts: true` for {name} in SCHEMA.md")
            }
            Self::NoFacts { page_type: None } => {
                "append text instead, or give the page a `type:` that has facts".to_owned()
            }
            Self::Unterminated { .. } => "close it in an editor first".to_owned(),
            Self::Unmerged { .. } => crate::edit::UNMERGED_HINT.to_owned(),
            Self::LoneReturn { .. } => {
                "save the page with LF or CRLF line ends in an editor first".to_owned()
            }
            Self::NoPlace => "give another heading, or edit the page's text".to_owned(),
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
            Self::InHistory => f.write_str("what stands under that heading no longer holds"),
            Self::NoFacts { page_type: Some(name) } => {
                write!(f, "pages of type {name} hold no facts")
            }
            Self::NoFacts { page_type: None } => {
                f.write_str("a page without a type holds no facts")
            }
            Self::Unterminated { line } => {
                write!(f, "the code block or comment that begins on line {line} never ends")
            }
            Self::Unmerged { lines } => {
                crate::edit::EditProblem::Unmerged { lines: lines.clone() }.fmt(f)
            }
            Self::LoneReturn { line } => {
                write!(f, "the text on line {line} holds a carriage return that ends no line")
            }
            Self::NoPlace => f.write_str("the fact would not be read where it would stand"),
            Self::Missing { which, .. } => write!(f, "the page has no fact {which:?}"),
        }
    }
}

impl std::error::Error for FactProblem {}

/// The facts of a page, in order: of its list items all if the schema gives facts to its type, else
/// those that say when they were stated, as no list of a stranger's notes does.
pub fn facts(page: &Page, schema: &Schema) -> Vec<Fact> {
    let declared = is_declared(page, schema);
    let all = read_all(page).into_iter().map(|(fact, _)| fact);
    all.filter(|fact| declared || is_stated(fact)).collect()
}

/// The items of a page's history that are facts, whether they are struck out or not; `declared` says whether the
/// schema gives facts to the page's type.
pub fn in_history(page: &Page, declared: bool) -> Vec<usize> {
    if !page.sections.iter().any(|it| is_history_heading(&it.heading)) {
        return Vec::new();
    }
    let past = read_all(page).into_iter().map(|(fact, _)| fact);
    let past = past.filter(|it| (declared || is_stated(it)) && is_history(page, it.section));
    past.map(|it| it.item).collect()
}

/// The facts of a page's history of which nothing says that they are over: neither struck out nor dated, and not
/// below another item, with which they went there.
pub fn unstruck(page: &Page, schema: &Schema) -> Vec<Fact> {
    let declared = is_declared(page, schema);
    let open = read_all(page).into_iter().filter(|(fact, reading)| {
        fact.retired
            && !reading.struck
            && fact.marks.superseded.is_none()
            && page.items[fact.item].depth == 0
            && (declared || is_stated(fact))
    });
    open.map(|(fact, _)| fact).collect()
}

/// Values of one key that are compared with one more, at most.
const SERIES_MAX: usize = 100;

/// Facts of keys that have one value, each with an earlier one of its key and section that holds on a day on
/// which it does, `since` or later.
pub fn doubles<'f>(facts: &'f [Fact], schema: &Schema, since: Date) -> Vec<(&'f Fact, &'f Fact)> {
    let mut known: HashMap<(usize, String), Vec<&Fact>> = HashMap::new();
    let mut doubles = Vec::new();
    for fact in facts.iter().filter(|it| !it.retired) {
        let Some(key) = fact.key.as_deref().filter(|key| !schema.is_set(key)) else { continue };
        let earlier = known.entry((fact.section, fold(key))).or_default();
        let competes = |it: &&&Fact| it.marks.competes(&fact.marks, since);
        if let Some(first) = earlier.iter().take(SERIES_MAX).find(competes) {
            doubles.push((*first, fact));
        }
        earlier.push(fact);
    }
    doubles
}

/// Whether the schema gives facts to the page's type.
fn is_declared(page: &Page, schema: &Schema) -> bool {
    schema.type_of(page).is_some_and(|page_type| page_type.facts)
}

/// Whether an item was written as a fact.
fn is_stated(fact: &Fact) -> bool {
    fact.marks.added.is_some() || fact.marks.superseded.is_some()
}

/// The facts of a page whatever its type, each with its text taken apart.
fn read_all(page: &Page) -> Vec<(Fact, Reading)> {
    let history: Vec<bool> = (0..page.sections.len()).map(|at| is_history(page, at)).collect();
    let items = page.items.iter().enumerate().filter(|(_, item)| item.task.is_none());
    let read = items.filter_map(|(index, item)| {
        let at = first_paragraph(page, item);
        let mut reading = grammar::read(&page.text[at.clone()])?;
        let fact = Fact {
            item: index,
            span: item.span.start..line_end(&page.text, at.end),
            key: reading.key.clone(),
            value: reading.value.clone(),
            section: item.section,
            marks: reading.marks.clone(),
            block_id: reading.block_id.clone(),
            retired: reading.struck || history.get(item.section).copied().unwrap_or(false),
        };
        reading.at = at;
        Some((fact, reading))
    });
    read.collect()
}

/// The end of the line that a byte is on, after its line end.
fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline + 1)
}

/// The text of an item up to a blank line, code, a quote or a block of a tool, which an item may be
/// followed by without being over.
fn first_paragraph(page: &Page, item: &Item) -> Range<usize> {
    let Range { start, end } = item.content;
    let blocks = page.generated.partition_point(|block| block.span.start < start);
    let block = page.generated.get(blocks).map_or(end, |block| block.span.start.clamp(start, end));
    let text = page.text.get(start..block).unwrap_or_default();
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        let inner = line.trim();
        let over =
            inner.is_empty() || ["<!--", "```", "~~~", ">"].iter().any(|it| inner.starts_with(it));
        // Git's markers stand between two texts and belong to none.
        let marked = is_marker(line) && covers(&page.conflicts, start + length);
        if (over || marked) && length > 0 {
            break;
        }
        length += line.len();
    }
    start..start + text[..length].trim_end().len()
}

/// What of a page's facts is written as a mark and cannot be read as one, or stands twice: each with the byte
/// where its fact begins.
pub fn unread(page: &Page, schema: &Schema) -> Vec<(usize, String)> {
    let declared = is_declared(page, schema);
    let all = read_all(page).into_iter().filter(|(fact, _)| declared || is_stated(fact));
    let told = all.flat_map(|(fact, reading)| {
        let said = page.text.get(reading.at.clone()).and_then(|it| it.get(reading.said.clone()));
        let wrong = grammar::unread(said.unwrap_or_default(), &reading);
        wrong.into_iter().map(move |it| (fact.span.start, it))
    });
    told.collect()
}

/// What a list item states now, with its place in the page.
pub(crate) struct Statement {
    pub(crate) item: usize,
    pub(crate) key: Option<String>,
    pub(crate) value: String,
    pub(crate) marks: Marks,
    /// Key, colon and value, or the free text.
    pub(crate) said: Range<usize>,
    /// The value alone, or the free text.
    pub(crate) value_span: Range<usize>,
}

/// The list items of a page that hold now, whatever its type.
pub(crate) fn statements(page: &Page) -> Vec<Statement> {
    let current = read_all(page).into_iter().filter(|(fact, _)| !fact.retired);
    let stated = current.map(|(fact, reading)| {
        let start = reading.at.start;
        let place = |span: Range<usize>| start + span.start..start + span.end;
        Statement {
            item: fact.item,
            key: fact.key,
            value: fact.value,
            marks: fact.marks,
            said: place(reading.said),
            value_span: place(reading.value_span),
        }
    });
    stated.collect()
}

/// What a page of any type states now under keys: each key and value, and the byte where it is said.
pub fn keyed(page: &Page) -> Vec<(String, String, usize)> {
    let keyed = statements(page).into_iter();
    keyed.filter_map(|it| Some((it.key?, it.value, it.said.start))).collect()
}

/// What each list item of a page says, without marks, key and value folded into one text; with the item's lines.
pub(crate) fn said_in(page: &Page) -> Vec<(Range<usize>, String)> {
    let said = |(fact, _): (Fact, Reading)| {
        let key = fact.key.map(|key| fold(&key)).unwrap_or_default();
        (fact.span, format!("{key}: {}", grammar::strikable(&fact.value)))
    };
    read_all(page).into_iter().map(said).collect()
}

/// A text as [`said_in`] gives it.
pub(crate) fn said_as(text: &str) -> String {
    let (key, value) = match split_pair(text) {
        Some((key, value)) => (fold(&key), value),
        None => (String::new(), grammar::collapsed(text)),
    };
    format!("{key}: {}", grammar::strikable(&value))
}

/// Whether a section is the history, or stands under it.
fn is_history(page: &Page, section: usize) -> bool {
    page.breadcrumb(section).into_iter().any(is_history_heading)
}

/// Whether nothing under this heading holds any more.
pub fn is_history_heading(heading: &str) -> bool {
    let plain = heading.trim_matches(|c: char| !c.is_alphanumeric());
    HISTORY.contains(&fold(plain).as_str())
}

#[cfg(test)]
mod tests;
