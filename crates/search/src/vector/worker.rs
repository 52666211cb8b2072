//! Who embeds: one process at a time, and at most one that waits for its turn.
//!
//! Whoever writes a page lets a worker begin and goes on. A worker that finds another at work waits, and
//! looks at the pages only when its turn has come; one that finds another waiting may go, because that one
//! will see what it would have seen. So no page is forgotten, and many writes make two processes, not many.
//! The system frees both places when their holder dies.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use super::VectorError;

const RUNNING: &str = "worker.lock";
const WAITING: &str = "worker-next.lock";
/// What the last worker could not do, for whoever asks how things stand.
const PROBLEM: &str = "worker-problem.txt";
const PROBLEM_BYTES: usize = 2_000;
/// Between two tries of somebody who waits for a while only.
const PAUSE: Duration = Duration::from_millis(20);

/// The right to embed; free again when it is dropped.
#[derive(Debug)]
pub struct Worker {
    dir: PathBuf,
    place: File,
}

impl Drop for Worker {
    /// Lets go at once: a program that another thread is just starting has the file open, too, until it runs.
    fn drop(&mut self) {
        drop(self.place.unlock());
    }
}

impl Worker {
    /// Waits for its turn in the folder of vectors, as long as it takes. None when another waits already.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub fn queue(dir: &Path) -> Result<Option<Self>, VectorError> {
        let place = file(dir, RUNNING)?;
        if !taken(dir, RUNNING, place.try_lock())? {
            return Ok(Some(Self::of(dir, place)));
        }
        let next = file(dir, WAITING)?;
        if taken(dir, WAITING, next.try_lock())? {
            return Ok(None);
        }
        place.lock().map_err(VectorError::io(&dir.join(RUNNING)))?;
        // Who comes from now on waits anew: what it wrote may not be seen by this one.
        drop(next.unlock());
        Ok(Some(Self::of(dir, place)))
    }

    /// Waits for its turn at most so long; none when another was at work all the while.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub fn within(dir: &Path, wait: Duration) -> Result<Option<Self>, VectorError> {
        let place = file(dir, RUNNING)?;
        let mut left = wait;
        while taken(dir, RUNNING, place.try_lock())? {
            if left.is_zero() {
                return Ok(None);
            }
            let pause = PAUSE.min(left);
            sleep(pause);
            left -= pause;
        }
        Ok(Some(Self::of(dir, place)))
    }

    fn of(dir: &Path, place: File) -> Self {
        Self { dir: dir.to_owned(), place }
    }

    /// Whether somebody embeds.
    #[must_use]
    pub fn is_running(dir: &Path) -> bool {
        is_held(dir, RUNNING)
    }

    /// Whether somebody waits to embed, and will see every page that is written now.
    #[must_use]
    pub fn is_waiting(dir: &Path) -> bool {
        is_held(dir, WAITING)
    }

    /// What the last worker could not do.
    #[must_use]
    pub fn problem(dir: &Path) -> Option<String> {
        let text = std::fs::read_to_string(dir.join(PROBLEM)).ok()?;
        let text = text.trim();
        (!text.is_empty()).then(|| text[..text.floor_char_boundary(PROBLEM_BYTES)].to_owned())
    }

    /// Notes what could not be done, or that all went well.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn note(&self, problem: Option<&str>) -> Result<(), VectorError> {
        let path = self.dir.join(PROBLEM);
        let done = match problem {
            Some(text) => std::fs::write(&path, text),
            None => match std::fs::remove_file(&path) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
                done => done,
            },
        };
        done.map_err(VectorError::io(&path))
    }
}

fn file(dir: &Path, name: &str) -> Result<File, VectorError> {
    std::fs::create_dir_all(dir).map_err(VectorError::io(dir))?;
    let path = dir.join(name);
    let opened = File::options().create(true).truncate(false).write(true).open(&path);
    opened.map_err(VectorError::io(&path))
}

/// Whether somebody else has the lock.
fn taken(dir: &Path, name: &str, tried: Result<(), TryLockError>) -> Result<bool, VectorError> {
    match tried {
        Ok(()) => Ok(false),
        Err(TryLockError::WouldBlock) => Ok(true),
        Err(TryLockError::Error(source)) => Err(VectorError::Io { path: dir.join(name), source }),
    }
}

fn is_held(dir: &Path, name: &str) -> bool {
    // Nobody can hold a file that is not there; asking makes none.
    let Ok(place) = File::open(dir.join(name)) else { return false };
    matches!(place.try_lock_shared(), Err(TryLockError::WouldBlock))
}
