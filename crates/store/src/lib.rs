//! The vault on disk: pages and their history, written so that a crash leaves the state before or
//! the state after a change.
//!
//! This room opens, writes, renames and syncs the files of a vault, keeps one writer at a time, talks
//! to the user's git, finds what people changed by hand and keeps the journal of observations. It
//! parses no Markdown, decides no policy, knows no index, and reads neither the clock nor the
//! environment.

mod byhand;
mod commit;
#[cfg(feature = "failpoints")]
mod counting;
mod disk;
mod error;
mod files;
mod git;
mod history;
mod intent;
mod journal;
mod lock;
mod queue;
mod ram;
mod recover;
mod scan;
mod standing;
mod vault;
mod walk;

#[cfg(test)]
mod tests;

pub use commit::{CommitError, Committed, Note, commit};
#[cfg(feature = "failpoints")]
pub use counting::Counting;
pub use disk::{Disk, InTheWay, state_is_link};
pub use error::{VaultError, VaultErrorKind};
pub use git::Git;
pub use history::{
    Authors, BlameLine, ChangeKind, Commit, FileChange, History, HistoryError, Reverted, Since,
    Waiting, trust,
};
pub use journal::{BadLine, Batch, Cursor, Journal, Record};
pub use lock::{Holder, LOCK_FILE, Lock, LockError, Turn, lock, lock_for, turn, wait_out};
pub use ram::{Crash, Ram, Readable};
pub use recover::{RecoverError, Recovered, Rescued, is_unfinished, recover};
pub use scan::{Fetched, Known, Loss, ScanResult, ScanRules, fetch, scan};
pub use standing::{Standing, folder_above, folder_below};
pub use vault::{
    Durability, FileStat, LetterCase, Listing, STATE_FOLDER, SkipReason, Skipped, Stamp, Stat,
    Target, Vault,
};
