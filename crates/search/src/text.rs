//! A page's present text, as callers hand it in for hits.

use std::sync::Arc;

use wiki::page::Revision;

/// Where the text of a page's file is, for whoever reads pages for a question.
pub(crate) type Texts<'a> = &'a dyn Fn(&str) -> Option<Arc<PageText>>;

/// A text with its hash, so that whoever keeps it need not make it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageText {
    words: String,
    revision: Revision,
}

impl PageText {
    /// Hashes a page's whole text.
    #[must_use]
    pub fn shared(words: String) -> Arc<Self> {
        let revision = Revision::of(words.as_bytes());
        Arc::new(Self { words, revision })
    }

    /// The page's whole text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.words
    }

    /// The hash of its bytes.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }
}
