//! What can go wrong with derived files. Nothing here is about a page's content.

use std::io;
use std::path::PathBuf;

use rusqlite::ErrorCode;
use tantivy::TantivyError;
use tantivy::directory::error::{OpenDirectoryError, OpenReadError, OpenWriteError};

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

    /// True when the files make no sense: the index has begun a new, empty life then, and every page is to
    /// be put again; see [`crate::Index::why_rebuild`].
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Damaged { .. } => true,
            Self::Busy { .. } | Self::Io { .. } => false,
            Self::Catalogue(error) => !matches!(
                error.sqlite_error_code(),
                Some(
                    ErrorCode::ReadOnly
                        | ErrorCode::DiskFull
                        | ErrorCode::CannotOpen
                        | ErrorCode::SystemIoFailure
                        | ErrorCode::PermissionDenied
                        | ErrorCode::AuthorizationForStatementDenied
                        | ErrorCode::OutOfMemory
                        | ErrorCode::DatabaseBusy
                        | ErrorCode::DatabaseLocked
                )
            ),
            Self::Postings(error) => match error {
                TantivyError::LockFailure(..) => false,
                TantivyError::IoError(error) => !refused(error),
                TantivyError::OpenReadError(OpenReadError::IoError { io_error, .. }) => {
                    !refused(io_error)
                }
                TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. }) => {
                    !refused(io_error)
                }
                TantivyError::OpenDirectoryError(OpenDirectoryError::IoError {
                    io_error, ..
                }) => !refused(io_error),
                // Its threads hand on their error as words only.
                TantivyError::ErrorInThread(said) | TantivyError::SystemError(said) => {
                    !["StorageFull", "ReadOnlyFilesystem", "PermissionDenied", "QuotaExceeded"]
                        .iter()
                        .any(|kind| said.contains(kind))
                }
                _ => true,
            },
        }
    }

    /// True when the files cannot be written, or not be read for a reason that lies outside of them.
    pub(crate) fn is_unwritable(&self) -> bool {
        !self.is_damage() && !self.is_busy()
    }

    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, source }
    }
}

/// Whether the system refused, rather than the file being other than it should be.
fn refused(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::ReadOnlyFilesystem
            | io::ErrorKind::PermissionDenied
            | io::ErrorKind::FileTooLarge
            | io::ErrorKind::ResourceBusy
            | io::ErrorKind::OutOfMemory
    )
}
