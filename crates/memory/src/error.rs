//! What can go wrong, in the terms that every door understands.
//!
//! Rooms below have small error types of their own; here each becomes a [`Kind`], a message that
//! names the path and at least one hint. Doors match on the kind, never on text.

use std::fmt;

/// The closed set of failures; each door maps it to its own codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The input cannot be understood.
    BadRequest,
    /// The policy says no.
    Refused,
    /// There is no such page, job or revision.
    NotFound,
    /// A stale `expected` revision, a merge that was declined, or an ambiguous name.
    Conflict,
    /// Another writer holds the lock.
    Busy,
    /// A model, a network, a database or the vault itself is missing.
    Unavailable,
    /// On-disk state breaks an invariant.
    Corrupt,
    /// A fault of this program.
    Internal,
}

impl Kind {
    /// Every kind, in the order of the error table.
    pub const ALL: [Self; 8] = [
        Self::BadRequest,
        Self::Refused,
        Self::NotFound,
        Self::Conflict,
        Self::Busy,
        Self::Unavailable,
        Self::Corrupt,
        Self::Internal,
    ];

    /// The name used in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::BadRequest => "bad_request",
            Self::Refused => "refused",
            Self::NotFound => "not_found",
            Self::Conflict => "conflict",
            Self::Busy => "busy",
            Self::Unavailable => "unavailable",
            Self::Corrupt => "corrupt",
            Self::Internal => "internal",
        }
    }
}

/// An error with its kind, a lowercase message without full stop, and what to do next.
#[derive(Debug)]
pub struct Error {
    /// Its kind.
    pub kind: Kind,
    /// What happened, naming the page or file.
    pub message: String,
    /// What to do next, most useful first.
    pub hints: Vec<String>,
    /// Pages that were probably meant, for `NotFound` and `Conflict`.
    pub candidates: Vec<String>,
    /// Both sides of a conflict, or whatever else a program can use.
    pub detail: Option<Box<serde_json::Value>>,
}

impl Error {
    /// An error of `kind`; add a hint with [`Error::hint`].
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hints: Vec::new(),
            candidates: Vec::new(),
            detail: None,
        }
    }

    /// The same error with one more hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// The same error with the pages that were probably meant.
    #[must_use]
    pub fn candidates(mut self, pages: impl IntoIterator<Item = String>) -> Self {
        self.candidates.extend(pages);
        self
    }

    pub(crate) fn detail(mut self, detail: serde_json::Value) -> Self {
        self.detail = Some(Box::new(detail));
        self
    }

    pub(crate) fn bad(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::new(Kind::BadRequest, message).hint(hint)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
