//! Which page a name means.
//!
//! Folds names, finds them in text, and says which page is meant only where exactly one can be; what
//! is merely near is offered, never chosen.

use std::ops::Range;

use crate::path::PagePath;

/// What a page is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The page.
    pub path: PagePath,
    /// Its title.
    pub title: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Its `id`.
    pub id: Option<String>,
    /// Its type, as the page or its folder says.
    pub page_type: Option<String>,
}

/// What a typed name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolved {
    /// This page.
    One(PagePath),
    /// No page; these have names that are near.
    None {
        /// In order of nearness.
        near: Vec<PagePath>,
    },
    /// More than one page has this name.
    Many(Vec<PagePath>),
}

/// A text as names are compared: NFKC, without case and diacritics, white space collapsed. `_`, `-`
/// and space stay apart, for they are three different file names.
pub fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Every folded name that this page is reached by: path, file name, title, aliases, id, slug.
pub fn keys(_name: &Name) -> Vec<String> {
    Vec::new()
}

/// The file name for a title, without ending: words joined by `-`, Han kept, the dots of `v1.2` kept.
pub fn slug(title: &str) -> String {
    title.to_owned()
}

/// Which page a typed name means: exact path before id, title, alias and slug. `lookup` gives the
/// names under a folded key.
pub fn resolve(_typed: &str, _lookup: &dyn Fn(&str) -> Vec<Name>) -> Resolved {
    Resolved::None { near: Vec::new() }
}

/// Pages with names near to the typed one, nearest first, at most `limit`.
pub fn near<'a>(
    _typed: &str,
    _names: impl IntoIterator<Item = &'a Name>,
    _limit: usize,
) -> Vec<PagePath> {
    Vec::new()
}

/// Known titles and aliases that stand in a text, longest first at each place, in order.
pub fn mentions(_text: &str, _lookup: &dyn Fn(&str) -> Vec<Name>) -> Vec<(Range<usize>, Name)> {
    Vec::new()
}

/// Words of a text that look like names, each once, in order.
pub fn names_in(_text: &str) -> Vec<String> {
    Vec::new()
}

/// Whether two texts say the same in nearly the same words.
pub fn near_duplicate(_a: &str, _b: &str) -> bool {
    false
}
