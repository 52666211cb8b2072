//! A model on its way in: files are written beside the installed ones, hashed while they pass, and become
//! the model by one rename. A lock keeps two processes from installing the same name.

use super::about::{FILE, Installed};
use super::{Progress, Step, Store, StoreError, disk};
use sha2::{Digest, Sha256};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A lock's file that was taken away between opening and locking is opened again, so often.
const LOCK_TRIES: usize = 100;
const BUFFER_BYTES: usize = 1 << 20;
/// Reports come once in so many bytes.
const REPORT_BYTES: u64 = 1 << 20;

/// What a file turned out to be.
#[derive(Debug, Clone)]
pub(super) struct Hashed {
    pub(super) sha256: String,
    pub(super) bytes: u64,
}

pub(super) struct Staging {
    root: PathBuf,
    name: String,
    folder: PathBuf,
    /// Held until the value is dropped; the system lets go of it if we die.
    lock: File,
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Nobody leaves an empty folder or a lock that holds nothing behind; if they stay, they are in
        // nobody's way. Elsewhere than on Unix a file that is open cannot be told from one that took its place.
        drop(fs::remove_dir(&self.folder));
        if is_at(&self.lock, &self.lock_path()) {
            drop(fs::remove_file(self.lock_path()));
        }
    }
}

impl Staging {
    /// Takes the lock on `name` and makes the folder for its files, which may hold parts of an earlier try.
    pub(super) fn begin(store: &Store, name: &str) -> Result<Self, StoreError> {
        let root = store.folder.clone();
        fs::create_dir_all(&root).map_err(disk("create", &root))?;
        let lock = locked(&lock_path(&root, name), name)?;
        let (old, target) = (root.join(format!(".{name}.old")), root.join(name));
        if old.exists() && !target.exists() {
            // Somebody died between the two renames of a replacement.
            fs::rename(&old, &target).map_err(disk("move", &old))?;
        }
        let folder = root.join(format!(".{name}.new"));
        Ok(Self { root, name: name.into(), folder, lock })
    }

    fn lock_path(&self) -> PathBuf {
        lock_path(&self.root, &self.name)
    }

    /// An empty folder for the files.
    pub(super) fn fresh(&self) -> Result<&Path, StoreError> {
        remove_all(&self.folder)?;
        self.resumed()
    }

    /// The folder for the files, with what an earlier try left in it.
    pub(super) fn resumed(&self) -> Result<&Path, StoreError> {
        fs::create_dir_all(&self.folder).map_err(disk("create", &self.folder))?;
        Ok(&self.folder)
    }

    /// Where the files lie.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The same files on their way to another name.
    pub(super) fn renamed(self, store: &Store, name: &str) -> Result<Self, StoreError> {
        if name == self.name {
            return Ok(self);
        }
        let other = match Self::begin(store, name) {
            Ok(other) => other,
            Err(error) => {
                self.abandon()?;
                return Err(error);
            }
        };
        remove_all(&other.folder)?;
        fs::rename(&self.folder, &other.folder).map_err(disk("move", &self.folder))?;
        Ok(other)
    }

    /// Takes what is half done away.
    pub(super) fn abandon(&self) -> Result<(), StoreError> {
        remove_all(&self.folder)
    }

    /// Writes the description and puts the folder in place of an earlier one.
    pub(super) fn finish(self, about: &Installed) -> Result<(), StoreError> {
        let path = self.folder.join(FILE);
        let mut text = serde_json::to_vec_pretty(about).map_err(|error| {
            StoreError::Layout(format!("cannot describe {}: {error}", self.name))
        })?;
        text.push(b'\n');
        let mut file = File::create(&path).map_err(disk("create", &path))?;
        file.write_all(&text).and_then(|()| file.sync_all()).map_err(disk("write", &path))?;
        self.sync(&self.folder)?;
        let target = self.root.join(&self.name);
        let old = self.root.join(format!(".{}.old", self.name));
        remove_all(&old)?;
        if target.exists() {
            fs::rename(&target, &old).map_err(disk("move", &target))?;
        }
        fs::rename(&self.folder, &target).map_err(disk("move", &self.folder))?;
        self.sync(&self.root)?;
        remove_all(&old)
    }

    /// Takes an installed model away.
    pub(super) fn discard(self, folder: &Path) -> Result<(), StoreError> {
        let old = self.root.join(format!(".{}.gone", self.name));
        remove_all(&old)?;
        fs::rename(folder, &old).map_err(disk("move", folder))?;
        self.sync(&self.root)?;
        remove_all(&old)
    }

    fn sync(&self, folder: &Path) -> Result<(), StoreError> {
        // Windows has no handle to a folder that could be synced; a rename there is durable enough.
        if cfg!(unix) {
            let file = File::open(folder).map_err(disk("open", folder))?;
            file.sync_all().map_err(disk("sync", folder))?;
        }
        Ok(())
    }
}

fn lock_path(root: &Path, name: &str) -> PathBuf {
    root.join(format!(".{name}.lock"))
}

/// The lock on a name. Whoever had it before takes its file away, so one that is there no more locks nothing.
fn locked(path: &Path, name: &str) -> Result<File, StoreError> {
    for _ in 0..LOCK_TRIES {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path);
        let file = file.map_err(disk("open", path))?;
        match file.try_lock() {
            Ok(()) if !cfg!(unix) || is_at(&file, path) => return Ok(file),
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => break,
            Err(TryLockError::Error(error)) => return Err(disk("lock", path)(error)),
        }
    }
    Err(StoreError::Busy(name.into()))
}

/// Whether an open file is the one at this place.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(open), Ok(there)) = (file.metadata(), fs::metadata(path)) else { return false };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    false
}

fn remove_all(folder: &Path) -> Result<(), StoreError> {
    match fs::remove_dir_all(folder) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(disk("remove", folder)(error)),
    }
}

/// Removes a file that may not be there.
pub(super) fn remove_file(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(disk("remove", path)(error)),
    }
}

/// Copies a stream to the end of `out`, hashing what passes into `hasher`. `done` are the bytes that are
/// there already; more than `most` bytes in all are refused.
pub(super) fn copy(
    from: &mut dyn Read,
    out: &mut dyn Write,
    hasher: &mut Sha256,
    report: &mut Report<'_>,
) -> Result<(), CopyError> {
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        let read = match from.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(CopyError::Read(error)),
        };
        if report.done.saturating_add(read as u64) > report.most {
            return Err(CopyError::TooLong);
        }
        out.write_all(&buffer[..read]).map_err(CopyError::Write)?;
        hasher.update(&buffer[..read]);
        report.add(read as u64);
    }
}

/// Which side of a copy failed.
#[derive(Debug)]
pub(super) enum CopyError {
    Read(io::Error),
    Write(io::Error),
    TooLong,
}

/// Counts bytes and tells the caller now and then.
pub(super) struct Report<'a> {
    pub(super) step: Step,
    pub(super) file: &'a str,
    pub(super) done: u64,
    pub(super) total: Option<u64>,
    /// More bytes than this are no file of this model.
    pub(super) most: u64,
    pub(super) told: u64,
    pub(super) progress: &'a mut dyn FnMut(Progress),
}

impl Report<'_> {
    pub(super) fn add(&mut self, bytes: u64) {
        self.done += bytes;
        if self.done - self.told >= REPORT_BYTES {
            self.tell();
        }
    }

    pub(super) fn tell(&mut self) {
        self.told = self.done;
        (self.progress)(Progress {
            step: self.step,
            file: self.file.into(),
            done: self.done,
            total: self.total,
        });
    }
}

/// Copies a stream into a new file of the staging folder.
pub(super) fn write_file(
    from: &mut dyn Read,
    path: &Path,
    report: &mut Report<'_>,
) -> Result<Hashed, StoreError> {
    let mut out = File::create(path).map_err(disk("create", path))?;
    let mut hasher = Sha256::new();
    copy(from, &mut out, &mut hasher, report).map_err(|error| match error {
        CopyError::Read(error) => disk("read what becomes", path)(error),
        CopyError::Write(error) => disk("write", path)(error),
        CopyError::TooLong => StoreError::Refused(format!(
            "{} is larger than {} bytes, which no file of a model is",
            report.file, report.most
        )),
    })?;
    out.sync_all().map_err(disk("sync", path))?;
    report.tell();
    Ok(Hashed { sha256: hex(&hasher.finalize()), bytes: report.done })
}

/// Hash and size of a file.
pub(super) fn hash_file(
    path: &Path,
    step: Step,
    progress: &mut dyn FnMut(Progress),
) -> Result<Hashed, StoreError> {
    let mut file = File::open(path).map_err(disk("open", path))?;
    let total = file.metadata().map_err(disk("read", path))?.len();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut hasher = Sha256::new();
    let mut report = Report {
        step,
        file: &name,
        done: 0,
        total: Some(total),
        most: u64::MAX,
        told: 0,
        progress,
    };
    copy(&mut file, &mut io::sink(), &mut hasher, &mut report).map_err(|error| match error {
        CopyError::Read(error) | CopyError::Write(error) => disk("read", path)(error),
        CopyError::TooLong => StoreError::Damaged(format!("{} has no end", path.display())),
    })?;
    report.tell();
    Ok(Hashed { sha256: hex(&hasher.finalize()), bytes: report.done })
}

pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        write!(text, "{byte:02x}").expect("because writing to a String cannot fail");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::{CopyError, Report, Sha256, copy};
    use crate::Step;
    use sha2::Digest as _;

    #[test]
    fn a_stream_longer_than_the_file_is_stopped_before_the_rest_is_written() {
        let given = [7; 100];
        for (done, most, fits) in [(0, 100, true), (0, 99, false), (1, 100, false)] {
            let mut out = Vec::new();
            let progress = &mut |_| {};
            let (step, file) = (Step::Fetch, "model.onnx");
            let mut report = Report { step, file, done, total: None, most, told: 0, progress };
            let copied = copy(&mut &given[..], &mut out, &mut Sha256::new(), &mut report);
            assert_eq!(copied.is_ok(), fits);
            assert!(fits || (matches!(copied, Err(CopyError::TooLong)) && out.is_empty()));
        }
    }
}
