//! What can go wrong with a file of the vault: the path, the act, and a class that callers decide
//! on. It does not decide what a command prints or which exit code follows.

use std::fmt;
use std::io;

/// The class of a failure; what a caller may want to tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VaultErrorKind {
    /// No such file or folder.
    NotFound,
    /// The operating system refuses access.
    Denied,
    /// The file or its file system may only be read.
    ReadOnly,
    /// No space or quota left.
    DiskFull,
    /// The path, or a link on it, leads out of the vault or into its private folders.
    Escapes,
    /// A file of that name (on a disk that ignores letter case: of that folded name) stands there.
    Exists,
    /// Larger than the limit that the caller gave, or than the file system takes.
    TooLarge,
    /// Anything else that the operating system reports.
    Io,
}

/// A failed access to one file: displays as `cannot read people/ada.md: no such file`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VaultError {
    /// The class.
    pub kind: VaultErrorKind,
    /// The vault-relative file, as the caller named it.
    pub file: String,
    /// What was tried: `read`, `write`, `create`, `remove`, `list`.
    pub act: &'static str,
    /// The operating system's or our own words.
    pub detail: String,
}

impl VaultError {
    pub(crate) fn new(
        kind: VaultErrorKind,
        act: &'static str,
        file: &str,
        detail: impl Into<String>,
    ) -> Self {
        Self { kind, file: file.to_owned(), act, detail: detail.into() }
    }

    pub(crate) fn from_io(act: &'static str, file: &str, error: &io::Error) -> Self {
        let (kind, detail) = match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                (VaultErrorKind::NotFound, "no such file".to_owned())
            }
            io::ErrorKind::PermissionDenied => {
                (VaultErrorKind::Denied, "permission denied".to_owned())
            }
            io::ErrorKind::ReadOnlyFilesystem => {
                (VaultErrorKind::ReadOnly, "the file system is read-only".to_owned())
            }
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                (VaultErrorKind::DiskFull, "disk is full".to_owned())
            }
            io::ErrorKind::AlreadyExists => {
                (VaultErrorKind::Exists, "a file of that name exists".to_owned())
            }
            io::ErrorKind::FileTooLarge => {
                (VaultErrorKind::TooLarge, "the file is too large".to_owned())
            }
            _ => (VaultErrorKind::Io, error.to_string()),
        };
        Self { kind, file: file.to_owned(), act, detail }
    }

    /// What a person can do about it; a sentence without full stop.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self.kind {
            VaultErrorKind::NotFound => "check the name, or list the pages of the vault",
            VaultErrorKind::Denied => "check who owns the file and its permissions",
            VaultErrorKind::ReadOnly => "make the file or its disk writable",
            VaultErrorKind::DiskFull => "free some space and try again",
            VaultErrorKind::Escapes => "use a path inside the vault that is not a link out of it",
            VaultErrorKind::Exists => "choose another name, or update the page that exists",
            VaultErrorKind::TooLarge => "split the page, or raise the limit",
            VaultErrorKind::Io => "check the disk, then try again",
        }
    }

    /// True when the file simply is not there.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.kind == VaultErrorKind::NotFound
    }
}

impl fmt::Display for VaultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} {}: {}", self.act, self.file, self.detail)
    }
}

impl std::error::Error for VaultError {}
