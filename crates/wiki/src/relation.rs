//! Typed relations of a page: subject, predicate, object.
//!
//! Only a verb of the schema makes a relation; any other text before a link is text.

use jiff::civil::Date;

use crate::page::Page;
use crate::path::PagePath;
use crate::schema::Schema;

/// A typed link.
#[derive(Clone, Debug, PartialEq)]
pub struct Triple {
    /// The page that says it.
    pub subject: PagePath,
    /// The predicate's name in the schema.
    pub predicate: String,
    /// What it is said of.
    pub object: Object,
    /// Since when, if the fact says so.
    pub added: Option<Date>,
    /// From 0 to 1; 1 where nothing else is said.
    pub confidence: f64,
    /// The line where it stands, from 1.
    pub line: usize,
}

/// The object of a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    /// A link's target as written, not yet resolved.
    Page(String),
    /// A text.
    Text(String),
}

/// The relations that a page states, in the order of the page. Retired facts state none.
pub fn relations(_page: &Page, _schema: &Schema) -> Vec<Triple> {
    Vec::new()
}
