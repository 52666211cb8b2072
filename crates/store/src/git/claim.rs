//! The mark that a git of ours is changing the repository, and what is done when it died there.
//!
//! A git that is killed leaves its lock files behind, and no git ever removes them: the history would
//! stand still until a person does. So each run that changes the repository reads its input from a
//! file that is locked, and holds that lock by its very input for as long as it lives, even when the
//! program that started it does not. A second file says since when a commit is under way, and goes
//! when every run of it was seen to end by itself. Where it stands and nobody holds the lock, a git is
//! dead, and lock files that are younger are its own.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use super::Git;
use crate::disk::make_state_folder;
use crate::vault::STATE_FOLDER;

/// Below the private folder: what the last run read.
const INPUT_FILE: &str = "git-input";
/// Below the private folder: its time is that of the first run that was not seen to end.
const BEGAN_FILE: &str = "git-began";
/// Below the private folder: made and removed to learn the file system's present time.
const CLOCK_FILE: &str = "git-clock";
/// A lock file that was touched more recently may be that of a person's git, which is quick.
const QUIET: Duration = Duration::from_secs(2);

/// The right to start a git that changes the repository.
#[derive(Debug)]
pub(super) struct Claim {
    file: File,
    state: PathBuf,
    /// A run was killed, so that its lock files may stand.
    killed: AtomicBool,
}

impl Claim {
    /// Takes the mark; `None` while a git that outlived its program has it.
    fn take(root: &Path) -> io::Result<Option<Self>> {
        let state = root.join(STATE_FOLDER);
        make_state_folder(&state)?;
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false);
        let file = file.open(state.join(INPUT_FILE))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { file, state, killed: AtomicBool::new(false) })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn began(&self) -> PathBuf {
        self.state.join(BEGAN_FILE)
    }

    /// When the first run began that was not seen to end.
    fn unfinished_since(&self) -> Option<SystemTime> {
        fs::metadata(self.began()).and_then(|found| found.modified()).ok()
    }

    /// What a run reads; it holds the mark until it ends.
    pub(super) fn input(&self, bytes: &[u8]) -> io::Result<Stdio> {
        if self.unfinished_since().is_none() {
            fs::write(self.began(), "")?;
        }
        let mut file = &self.file;
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(bytes)?;
        file.rewind()?;
        Ok(file.try_clone()?.into())
    }

    /// Says how a run ended: one that a signal ended has not cleared up.
    pub(super) fn ended(&self, status: ExitStatus) {
        if status.code().is_none() {
            self.killed.store(true, Ordering::Relaxed);
        }
    }

    /// Says that the commit is over. Where that cannot be written, the next one finds no lock files
    /// and goes on.
    pub(super) fn end(&self) {
        if !self.killed.load(Ordering::Relaxed) {
            drop(fs::remove_file(self.began()));
        }
    }
}

impl Drop for Claim {
    /// Lets go at once: a program that another thread is just starting has the file open, too, until it
    /// runs. A git that was killed may have left one of its own that still reads.
    fn drop(&mut self) {
        if !self.killed.load(Ordering::Relaxed) {
            drop(self.file.unlock());
        }
    }
}

impl Git {
    /// The mark for one commit. Without one (a file system that cannot lock, Windows, where a locked
    /// file cannot be read by another process) git is run all the same.
    pub(super) fn claim(&self) -> Option<Claim> {
        if cfg!(windows) { None } else { Claim::take(&self.root).ok().flatten() }
    }

    /// Removes the lock files of a git of ours that was killed; says why a commit has to wait when
    /// one may still be at work.
    pub(super) fn clear_leftovers(&self) -> Option<String> {
        if cfg!(windows) {
            return None;
        }
        let claim = match Claim::take(&self.root) {
            Ok(Some(claim)) => claim,
            Ok(None) => return Some("the git of an earlier write is still at work".to_owned()),
            Err(_) => return None,
        };
        let since = claim.unfinished_since()?;
        for lock in self.lock_files() {
            let touched = fs::symlink_metadata(&lock).and_then(|found| found.modified());
            // What is older than our run was there before it, and is somebody else's.
            let Some(touched) = touched.ok().filter(|it| *it >= since) else { continue };
            let age = self.present().ok().and_then(|now| now.duration_since(touched).ok());
            if age.is_none_or(|age| age < QUIET) {
                return Some("a git that was killed left its lock a moment ago".to_owned());
            }
            if let Err(error) = fs::remove_file(&lock) {
                return Some(format!("{} cannot be removed: {error}", lock.display()));
            }
        }
        claim.end();
        None
    }

    /// The lock files that a commit makes, whether they stand or not.
    fn lock_files(&self) -> Vec<PathBuf> {
        let mut locks = vec![self.folder.join("index.lock"), self.folder.join("HEAD.lock")];
        let head = fs::read_to_string(self.folder.join("HEAD")).unwrap_or_default();
        let branch = head.strip_prefix("ref: ").map(str::trim_end);
        if let Some(branch) = branch.filter(|it| it.starts_with("refs/") && !it.contains("..")) {
            let common = fs::read_to_string(self.folder.join("commondir")).unwrap_or_default();
            locks.push(self.folder.join(common.trim_end()).join(format!("{branch}.lock")));
        }
        let names = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        locks.extend(names.map(|entry| entry.path()).filter(|path| is_next_index(path)));
        locks
    }

    /// The time as the file system has it, which is what files are to be compared with.
    fn present(&self) -> io::Result<SystemTime> {
        let path = self.root.join(STATE_FOLDER).join(CLOCK_FILE);
        fs::write(&path, "now")?;
        let now = fs::metadata(&path)?.modified()?;
        fs::remove_file(&path)?;
        Ok(now)
    }
}

/// The second index that `commit --only` works on.
fn is_next_index(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.starts_with("next-index-") && name.ends_with(".lock")
}
