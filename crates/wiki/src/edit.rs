//! Changes to a page, as data, carried out as splices of bytes.
//!
//! Decides which bytes a change may touch and verifies that no other did; whether the change is
//! allowed is `policy`'s business.

use std::ops::Range;

use crate::page::Page;

/// Bytes of a page and what stands there afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    /// The bytes that go.
    pub span: Range<usize>,
    /// What comes in their place, as it is.
    pub text: String,
}

/// A value to write into the head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// A scalar; it is quoted where YAML would read another text.
    Text(String),
    /// A list of scalars.
    List(Vec<String>),
}

/// One change to a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Gives a key of the head this value.
    SetField {
        /// The key as written; a canonical key changes its synonym where only that stands.
        key: String,
        /// The new value.
        value: FieldValue,
    },
    /// Takes a key out of the head.
    RemoveField {
        /// The key as written.
        key: String,
    },
    /// Puts text at the end of a section, which is made if it is missing, or of the page.
    Append {
        /// The section's heading, without marks (then level 2 is made) or with them (`### Title`).
        heading: Option<String>,
        /// The text; its line ends become the page's.
        text: String,
    },
    /// Replaces a text of the body that stands there exactly once.
    ReplaceText {
        /// The text that goes.
        old: String,
        /// What comes in its place.
        new: String,
    },
    /// Replaces the whole body and keeps the head.
    ReplaceBody {
        /// The new body.
        text: String,
    },
    /// Replaces a byte range.
    Splice(Splice),
}

/// Why an edit was not made; the page is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditProblem {
    /// The text to replace does not stand in the body.
    #[error("the text to replace does not stand in the page")]
    Missing {
        /// The text looked for.
        old: String,
    },
    /// The text to replace stands more than once.
    #[error("the text to replace stands more than once, on lines {lines:?}")]
    Ambiguous {
        /// The lines where it starts, from 1.
        lines: Vec<usize>,
    },
    /// The head is not valid, so that no value of it can be changed safely.
    #[error("the head is not valid YAML (line {line}) and cannot be edited")]
    BrokenHead {
        /// The first line that is wrong, from 1.
        line: usize,
    },
    /// The head is written in TOML or JSON, which is read and not written.
    #[error("the head is not YAML and its fields cannot be edited")]
    ForeignHead,
    /// The key or value cannot be written as a field.
    #[error("the field {key:?} cannot be written: {why}")]
    Field {
        /// The key.
        key: String,
        /// The reason.
        why: &'static str,
    },
    /// A span that is no part of the page, or that overlaps another edit's.
    #[error("bytes {}..{} cannot be replaced: {why}", span.start, span.end)]
    Span {
        /// The bytes.
        span: Range<usize>,
        /// The reason.
        why: &'static str,
    },
}

impl EditProblem {
    /// What to do instead.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "read the page again and copy the text as it stands there",
            Self::Ambiguous { .. } => {
                "give more of the text around it, so that it stands there once"
            }
            Self::BrokenHead { .. } => {
                "correct the head in an editor; the body can be edited meanwhile"
            }
            Self::ForeignHead => {
                "change the head in an editor, or write it as YAML between --- lines"
            }
            Self::Field { .. } => {
                "use a plain key, and edit the head's text for what is not a text or a list"
            }
            Self::Span { .. } => {
                "read the page again: it changed, or two edits touch the same bytes"
            }
        }
    }
}

/// The page's text after these edits, each made on the result of those before it. Bytes outside the
/// edits are equal.
///
/// # Errors
/// [`EditProblem`] when one of them cannot be made; then none is.
pub fn apply(page: &Page, edits: &[Edit]) -> Result<String, EditProblem> {
    let mut text = page.text.clone();
    for edit in edits {
        if let Edit::Splice(splice) = edit {
            if text.get(splice.span.clone()).is_none() {
                return Err(EditProblem::Span {
                    span: splice.span.clone(),
                    why: "they are not in the page",
                });
            }
            text.replace_range(splice.span.clone(), &splice.text);
        }
    }
    Ok(text)
}

/// A new page's text: a YAML head of these fields, if any, and the body.
pub fn new_page(_fields: &[(String, FieldValue)], body: &str) -> String {
    body.to_owned()
}
