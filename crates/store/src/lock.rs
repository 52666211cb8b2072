//! One writer at a time, across processes and within one. The operating system frees the lock when
//! its holder dies. It protects from other writers of ours, not from people's editors.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use crate::disk::make_state_folder;
use crate::recover::is_unfinished;
use crate::vault::Vault;

/// The file in the private folder that is locked.
pub const LOCK_FILE: &str = "lock";
/// The first pause between two tries; each next one is twice as long, up to the longest.
const PAUSE_FIRST: Duration = Duration::from_millis(1);
const PAUSE_LONGEST: Duration = Duration::from_millis(50);
/// Bytes of the holder's note that are read.
const NOTE_BYTES: u64 = 200;

/// The lock files that this process holds: on network file systems a process does not exclude
/// itself.
static HELD: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

/// Proof that this is the only writer; freed when dropped.
#[derive(Debug)]
pub struct Lock {
    // Dropped in this order: the file first, then the claim within the process.
    file: Option<File>,
    _claim: Option<Claim>,
}

/// Why the lock was not had.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another writer kept it for the whole wait.
    #[error("another writer holds the vault{}", shown(holder.as_ref()))]
    Held {
        /// Who, as far as it could be read.
        holder: Option<Holder>,
    },
    /// The lock file cannot be made or locked.
    #[error("cannot lock {file}: {detail}")]
    Io {
        /// The lock file.
        file: String,
        /// The system's words.
        detail: String,
        /// Its class.
        kind: io::ErrorKind,
    },
}

/// The writer that holds the lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Holder {
    /// Process id.
    pub pid: u32,
    /// What it does.
    pub operation: String,
}

fn shown(holder: Option<&Holder>) -> String {
    holder.map_or_else(String::new, |holder| {
        format!(" (process {}, {})", holder.pid, holder.operation)
    })
}

/// Locks the vault whose private folder is `state`, waiting at most `wait`.
///
/// # Errors
/// [`LockError::Held`] names the holder.
pub fn lock(state: &Path, wait: Duration) -> Result<Lock, LockError> {
    lock_for(state, "write", wait)
}

/// As [`lock`], with the operation that others are told about.
///
/// # Errors
/// [`LockError::Held`] names the holder.
pub fn lock_for(state: &Path, operation: &str, wait: Duration) -> Result<Lock, LockError> {
    let path = lock_path(state)?;
    let mut patience = Patience::new(wait);
    loop {
        if let Some(lock) = try_lock(&path, operation)? {
            return Ok(lock);
        }
        if !patience.rest() {
            return Err(LockError::Held { holder: holder(&path) });
        }
    }
}

/// Waits until no writer that lives is in the middle of a change, at most so long; gives how long it waited. `state`
/// is the vault's private folder. What cannot be asked is not waited for.
pub fn wait_out(vault: &dyn Vault, state: &Path, wait: Duration) -> Duration {
    let mut patience = Patience::new(wait);
    while is_unfinished(vault).unwrap_or(false) && is_held(state) && patience.rest() {}
    patience.waited
}

/// Pauses that grow, until a time is used up.
struct Patience {
    wait: Duration,
    waited: Duration,
    pause: Duration,
}

impl Patience {
    fn new(wait: Duration) -> Self {
        Self { wait, waited: Duration::ZERO, pause: PAUSE_FIRST }
    }

    /// Pauses; `false`, and at once, where no time is left.
    fn rest(&mut self) -> bool {
        if self.waited >= self.wait {
            return false;
        }
        let next = self.pause.min(self.wait - self.waited);
        std::thread::sleep(next);
        self.waited += next;
        self.pause = (self.pause * 2).min(PAUSE_LONGEST);
        true
    }
}

/// Whether a writer that lives holds the lock of the vault whose private folder is `state`. Nobody is kept waiting
/// by the question.
fn is_held(state: &Path) -> bool {
    let Ok(file) = File::open(state.join(LOCK_FILE)) else { return false };
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => true,
        Err(TryLockError::Error(_)) => false,
        Ok(()) => {
            drop(file.unlock());
            false
        }
    }
}

/// When a change of the vault last began or ended, as far as the disk tells times apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn(SystemTime);

/// The last turn of the vault whose private folder is `state`: there the intent of each change comes and goes.
#[must_use]
pub fn turn(state: &Path) -> Option<Turn> {
    fs::metadata(state).and_then(|it| it.modified()).ok().map(Turn)
}

impl Lock {
    /// A lock for a vault that no other process can see, such as `Ram`.
    #[must_use]
    pub fn unshared() -> Self {
        Self { file: None, _claim: None }
    }
}

impl Drop for Lock {
    /// Lets go at once: a program that another thread is just starting has the file open, too, until it runs.
    /// Who waits for another program's hold must not be told of ours: the note goes with it. One that cannot
    /// be emptied says too much, and holds nothing.
    fn drop(&mut self) {
        if let Some(file) = &self.file {
            drop(file.set_len(0));
            drop(file.unlock());
        }
    }
}

/// The entry in `HELD`.
#[derive(Debug)]
struct Claim(PathBuf);

impl Claim {
    fn new(path: &Path) -> Option<Self> {
        let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
        held.insert(path.to_owned()).then(|| Self(path.to_owned()))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        HELD.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
    }
}

fn io_error(path: &Path, error: &io::Error) -> LockError {
    LockError::Io {
        file: path.to_string_lossy().into_owned(),
        detail: error.to_string(),
        kind: error.kind(),
    }
}

/// The lock file under its canonical folder, so that two names of one vault share one lock.
fn lock_path(state: &Path) -> Result<PathBuf, LockError> {
    make_state_folder(state).map_err(|error| io_error(state, &error))?;
    let folder = state.canonicalize().map_err(|error| io_error(state, &error))?;
    Ok(folder.join(LOCK_FILE))
}

fn try_lock(path: &Path, operation: &str) -> Result<Option<Lock>, LockError> {
    let failed = |error: &io::Error| io_error(path, error);
    let Some(claim) = Claim::new(path) else { return Ok(None) };
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(|error| failed(&error))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(error)) => return Err(failed(&error)),
    }
    if !still_there(path, &file).map_err(|error| failed(&error))? {
        return Ok(None);
    }
    // The note is for people who wait. On a full disk there is none, and the write says what is wrong.
    drop(write_note(&mut file, operation));
    Ok(Some(Lock { file: Some(file), _claim: Some(claim) }))
}

/// False when the private folder was deleted and made anew meanwhile: then what we locked is not
/// what others will lock.
#[cfg(unix)]
fn still_there(path: &Path, file: &File) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let mine = file.metadata()?;
    match fs::metadata(path) {
        Ok(seen) => Ok((seen.dev(), seen.ino()) == (mine.dev(), mine.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn still_there(path: &Path, _file: &File) -> io::Result<bool> {
    path.try_exists()
}

fn write_note(file: &mut File, operation: &str) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{} {operation}", std::process::id())
}

/// Reads who holds the lock; the note may be missing for an instant, then nobody is named.
fn holder(path: &Path) -> Option<Holder> {
    let mut note = String::new();
    File::open(path).ok()?.take(NOTE_BYTES).read_to_string(&mut note).ok()?;
    let (pid, operation) = note.trim_end().split_once(' ')?;
    Some(Holder { pid: pid.parse().ok()?, operation: operation.to_owned() })
}
