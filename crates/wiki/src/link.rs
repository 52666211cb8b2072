//! Links of a page: where they stand, what they name, how they are written.
//!
//! Which page a link reaches is `graph`'s business.

use std::ops::Range;

use crate::head::Head;
use crate::markdown::Blocks;

/// A link as it stands in the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The whole link with its brackets.
    pub span: Range<usize>,
    /// What it names, decoded and without the anchor; empty for this page. A URL is kept as it is.
    pub target: String,
    /// The bytes of the target as written, without the anchor.
    pub target_span: Range<usize>,
    /// The heading, or the block with its `^`.
    pub anchor: Option<String>,
    /// The text shown instead of the target.
    pub shown: Option<String>,
    /// How it is written.
    pub form: LinkForm,
    /// Whether the target is shown in place (`!`).
    pub embed: bool,
    /// Where it stands.
    pub origin: LinkOrigin,
}

/// How a link is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkForm {
    /// `[[Target]]` in the body.
    Wiki,
    /// `[text](target)`, or a reference's definition.
    Markdown,
    /// `"[[Target]]"`, or a bare page name under `related_to`, in the head.
    Head,
}

/// Where a link stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkOrigin {
    /// In the body; in a table a `|` is written `\|`.
    Body {
        /// Whether it stands in a table cell.
        in_table: bool,
    },
    /// In the value of a key of the head.
    Head {
        /// The key as written.
        key: String,
    },
}

pub(crate) fn read(_text: &str, _body: usize, _head: &Head, _blocks: &Blocks) -> Vec<Link> {
    Vec::new()
}
