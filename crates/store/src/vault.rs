//! What the engine needs of a place that keeps pages, and nothing about how it is kept.
//!
//! A vault has two areas: the pages, and the private state under `.memopage/` (intent, journal,
//! staged files). Every change is atomic by itself: after a crash a file holds its old bytes or its
//! new ones. What makes several files change together is `commit`, not this trait.

use crate::error::VaultError;

/// The private folder at the root of a vault.
pub const STATE_FOLDER: &str = ".memopage";

/// Size and time of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stat {
    /// In bytes.
    pub size: u64,
    /// Last change in nanoseconds since 1970; negative before.
    pub mtime_ns: i128,
}

/// What tells two states of a file apart without reading it: equal stamps are the same bytes of the same
/// file, unless it was written twice within one tick of the file system's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// Size and time.
    pub stat: Stat,
    /// Which file it is, and when the system last noted a change of it, which nobody can set back.
    pub(crate) identity: [u64; 3],
}

/// One page file that `list` found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileStat {
    /// Vault-relative, with `/`.
    pub file: String,
    /// In bytes.
    pub size: u64,
    /// Last change in nanoseconds since 1970.
    pub mtime_ns: i128,
}

/// A file or folder that was seen and left alone, with the reason.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// Vault-relative, with `/`; bytes that are not text are replaced.
    pub file: String,
    /// The reason.
    pub why: SkipReason,
}

/// Why a file or folder was left alone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum SkipReason {
    /// A link whose target is outside the vault or in a private folder.
    LeadsOut,
    /// A link to something that is listed under its own name.
    Alias(
        /// The name it is listed under.
        String,
    ),
    /// A link whose target does not exist.
    Dangling,
    /// The operating system refuses to read it; what was known of it stays valid.
    Unreadable(
        /// The system's words.
        String,
    ),
    /// Larger than the limit.
    TooLarge(
        /// Its size in bytes.
        u64,
    ),
    /// A pipe, socket or device with a page's name.
    NotAFile,
    /// The name is not valid text.
    NameNotText,
}

impl std::fmt::Display for Skipped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let file = &self.file;
        match &self.why {
            SkipReason::LeadsOut => write!(f, "{file} is a link that leads out of the vault"),
            SkipReason::Alias(of) if of.is_empty() => {
                write!(f, "{file} is a link to the vault's own folder")
            }
            SkipReason::Alias(of) => write!(f, "{file} is a link to {of}"),
            SkipReason::Dangling => write!(f, "{file} is a link that leads nowhere"),
            SkipReason::Unreadable(detail) => write!(f, "{file} cannot be read: {detail}"),
            SkipReason::TooLarge(size) => write!(f, "{file} is too large: {size} bytes"),
            SkipReason::NotAFile => write!(f, "{file} is not a regular file"),
            SkipReason::NameNotText => write!(f, "the name of {file} is not valid text"),
        }
    }
}

/// The page files of a vault, sorted by name, what lies beside them, and what was left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Listing {
    /// Files ending in `.md` or `.markdown`, in any letter case.
    pub files: Vec<FileStat>,
    /// The names of the files that are no pages, in the same folders, sorted; a link counts as what it is
    /// called.
    pub others: Vec<String>,
    /// Sorted by name.
    pub skipped: Vec<Skipped>,
}

/// Whether two names that differ only in letter case are one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LetterCase {
    /// They are two files.
    Kept,
    /// They are one file.
    Ignored,
}

/// How much a returned append promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// The bytes survive a loss of power.
    Synced,
    /// The bytes survive the death of this process.
    Written,
}

/// What a published file may meet at its destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Nothing: the call fails with `Exists` otherwise.
    Absent,
    /// A file that it takes the place of, or nothing.
    Any,
}

/// A place that keeps pages and private state. Files are named vault-relative with `/`; a name that
/// leaves the vault or enters a private folder fails with `Escapes`.
///
/// The state methods take names below `.memopage/`. `append_state` may be called by anybody; the
/// other changes belong to the holder of the lock.
pub trait Vault: Send + Sync {
    /// All page files with what was left out. Folders that start with a dot are not entered, but
    /// for `.archive`.
    fn list(&self) -> Result<Listing, VaultError>;
    /// The file's own name: links on the path, and the file itself if it is one, are followed. A file
    /// that does not exist yet has the name that it would get.
    fn place(&self, file: &str) -> Result<String, VaultError>;
    /// Size and time; `None` when there is no such file.
    fn stat(&self, file: &str) -> Result<Option<Stat>, VaultError>;
    /// The file's stamp in one call of the system; `None` where there is none to be had. Links are
    /// followed without a look at where they lead: what is read must be read by `read`.
    fn stamp(&self, file: &str) -> Option<Stamp>;
    /// The whole file.
    fn read(&self, file: &str) -> Result<Vec<u8>, VaultError> {
        self.read_up_to(file, u64::MAX)
    }
    /// The whole file if it has at most `limit` bytes, else `TooLarge`.
    fn read_up_to(&self, file: &str, limit: u64) -> Result<Vec<u8>, VaultError>;
    /// Puts `bytes` in the place of the file, or makes it; atomic and durable. Keeps permissions.
    fn replace(&self, file: &str, bytes: &[u8]) -> Result<(), VaultError>;
    /// Makes the file; fails with `Exists` if one stands there. Atomic and durable.
    fn create(&self, file: &str, bytes: &[u8]) -> Result<(), VaultError>;
    /// Removes the file durably.
    fn remove(&self, file: &str) -> Result<(), VaultError>;
    /// Gives a file a name that differs from its own only in letter case, durably.
    fn recase(&self, from: &str, to: &str) -> Result<(), VaultError>;
    /// Whether the disk tells `Ada.md` and `ada.md` apart.
    fn letter_case(&self) -> LetterCase;

    /// Writes the future bytes of these files durably where `publish` finds them, with the
    /// permissions that each file has now, and returns a name for each.
    fn stage(&self, contents: &[(&str, &[u8])]) -> Result<Vec<String>, VaultError>;
    /// The bytes of a staged file; `NotFound` when it has been published or dropped.
    fn staged(&self, name: &str) -> Result<Vec<u8>, VaultError>;
    /// Moves a staged file to its page, atomically and durably; folders are made.
    fn publish(&self, name: &str, file: &str, target: Target) -> Result<(), VaultError>;
    /// Makes what stands, or no longer stands, at this file durable; `publish` and `remove` do so
    /// themselves unless they fail.
    fn sync_entry(&self, file: &str) -> Result<(), VaultError>;
    /// Removes every staged and temporary file, also those that had to stand beside these pages;
    /// only for the lock's holder.
    fn clear_staged(&self, beside: &[&str]) -> Result<(), VaultError>;

    /// A state file from byte `offset` on, at most `limit` bytes of it.
    fn read_state(&self, name: &str, offset: u64, limit: u64) -> Result<Vec<u8>, VaultError>;
    /// Replaces a state file; atomic and durable.
    fn replace_state(&self, name: &str, bytes: &[u8]) -> Result<(), VaultError>;
    /// Adds bytes at the end of a state file in one write, making it and its folder if need be.
    /// If the file does not end in a newline, one is written first.
    fn append_state(
        &self,
        name: &str,
        bytes: &[u8],
        durability: Durability,
    ) -> Result<(), VaultError>;
    /// Removes a state file; it is no error if there is none.
    fn remove_state(&self, name: &str) -> Result<(), VaultError>;
    /// What keeps a write from the private folder and from these folders, the root being the empty name:
    /// in each a file is made, named and taken out again, as a write does it. Only for the lock's
    /// holder.
    fn refusals(&self, folders: &[&str]) -> Vec<VaultError>;
    /// Those of these files that are marked as not to be written: a write of theirs would be refused.
    fn frozen(&self, files: &[&str]) -> Vec<VaultError>;
    /// The file names in a state folder, sorted; none when there is no such folder.
    fn list_state(&self, folder: &str) -> Result<Vec<String>, VaultError>;
}
