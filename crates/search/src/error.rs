//! What can go wrong with derived files. Nothing here is about a page's content.

use std::io;
use std::path::PathBuf;

/// A failure of the index. It never means that a page is lost: the vault is the truth.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The derived files contradict themselves or cannot be read; the next [`crate::Index::open`] starts over.
    #[error("the index in {dir} is damaged: {why}")]
    Damaged {
        /// The index's folder.
        dir: PathBuf,
        /// What was found.
        why: String,
    },
    /// Another process is writing the index and did not finish in the time allowed.
    #[error("another process is writing the index in {dir}")]
    Busy {
        /// The index's folder.
        dir: PathBuf,
    },
    /// The disk refused.
    #[error("cannot use the index file {path}: {source}")]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's own account.
        source: io::Error,
    },
    /// SQLite refused for a reason other than damage.
    #[error("the index's catalogue refused: {0}")]
    Catalogue(#[from] rusqlite::Error),
    /// Tantivy refused for a reason other than damage.
    #[error("the index's postings refused: {0}")]
    Postings(#[from] tantivy::TantivyError),
}

impl IndexError {
    /// True when waiting or trying again later can help.
    pub fn is_busy(&self) -> bool {
        matches!(self, Self::Busy { .. })
    }

    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }
}
