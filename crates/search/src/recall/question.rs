//! A question without its filters, and what several of its readers ask of the same words: read once, when it comes.

use super::framed::{Framed, framed};
use super::whose::{Whose, whose};

/// A longer text is no question about one value.
const BYTES: usize = 120;

/// A question as it was typed.
#[derive(Debug, Clone, Default)]
pub(super) struct Question {
    pub(super) text: String,
    /// The same in small ASCII letters, each byte where it stood.
    pub(super) lower: String,
    /// The thing that is asked for, where the other words only frame it or may do so.
    pub(super) framed: Option<Framed>,
    /// Of whom it asks.
    pub(super) whose: Option<Whose>,
}

impl Question {
    pub(super) fn read(text: &str) -> Self {
        let lower = text.to_ascii_lowercase();
        let (framed, whose) = (framed(text, &lower), whose(text, &lower));
        Self { text: text.to_owned(), lower, framed, whose }
    }

    /// Whether it is short enough to ask for one value.
    pub(super) fn is_short(&self) -> bool {
        self.text.len() <= BYTES
    }

    /// Whether it asks of nobody who is named but by a word for family.
    pub(super) fn names_nobody(&self) -> bool {
        self.whose.as_ref().is_none_or(Whose::is_kin)
    }
}
