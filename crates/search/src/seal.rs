//! Whether the big index's files are the ones that were written: which there must be, how each looked
//! when it was last known to be whole, and a checksum for those that look otherwise. The files never
//! change once they are written, so a start costs a look at each one's size and time.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use tantivy::directory::error::{
    DeleteError, LockError, OpenDirectoryError, OpenReadError, OpenWriteError,
};
use tantivy::directory::{
    DirectoryLock, FileHandle, Lock, MmapDirectory, WatchCallback, WatchHandle, WritePtr,
};
use tantivy::index::SegmentComponent;
use tantivy::{Directory, Index, TantivyError};

use crate::error::IndexError;

/// Looks at files that another process may be replacing.
const ATTEMPTS: usize = 3;
/// What every segment has.
const PARTS: [SegmentComponent; 5] = [
    SegmentComponent::Postings,
    SegmentComponent::Positions,
    SegmentComponent::Terms,
    SegmentComponent::FastFields,
    SegmentComponent::FieldNorms,
];

/// Size and time in nanoseconds of each file when it was whole.
pub(crate) type Seals = BTreeMap<String, (u64, u64)>;

fn place(text: &Path) -> PathBuf {
    text.with_file_name("seals.json")
}

fn look(file: &Path) -> io::Result<(u64, u64)> {
    let meta = fs::metadata(file)?;
    let since = meta.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok((meta.len(), u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)))
}

fn read(text: &Path) -> Seals {
    let bytes = fs::read(place(text)).unwrap_or_default();
    serde_json::from_slice(&bytes).unwrap_or_default()
}

/// Seals spare work and hold no truth: where they cannot be written, the next start reads more.
pub(crate) fn write(text: &Path, seals: &Seals) {
    let Some(dir) = text.parent() else { return };
    let written = || -> io::Result<()> {
        let made = tempfile::Builder::new().prefix("seals-").tempfile_in(dir)?;
        fs::write(made.path(), serde_json::to_vec(seals)?)?;
        made.persist(place(text)).map_err(|error| error.error)?;
        Ok(())
    };
    drop(written());
}

/// The files that the index's present state is made of.
fn files(index: &Index) -> Result<Vec<String>, TantivyError> {
    let mut files = Vec::new();
    for segment in index.load_metas()?.segments {
        let mut parts = PARTS.to_vec();
        parts.extend(segment.has_deletes().then_some(SegmentComponent::Delete));
        files.extend(
            parts.into_iter().map(|it| segment.relative_path(it).to_string_lossy().into_owned()),
        );
    }
    files.sort();
    Ok(files)
}

/// Whether every file is there and whole; those that look as they did when they were are not read. Gives
/// what is then worth writing down.
///
/// # Errors
/// The first file that is missing or altered.
pub(crate) fn check(index: &Index, text: &Path) -> Result<Option<Seals>, IndexError> {
    let sealed = read(text);
    let mut before = Vec::new();
    for _ in 0..ATTEMPTS {
        let files = files(index)?;
        match checked(index, text, &files, &sealed) {
            Ok(seals) => return Ok((seals != sealed).then_some(seals)),
            // Unchanged between two looks: nobody is replacing it.
            Err(error) if files == before => return Err(error),
            Err(_) => before = files,
        }
    }
    Err(TantivyError::InternalError("the files of the big index keep changing".to_owned()).into())
}

fn checked(
    index: &Index,
    text: &Path,
    files: &[String],
    sealed: &Seals,
) -> Result<Seals, IndexError> {
    let mut seals = Seals::new();
    for name in files {
        let file = text.join(name);
        let seen = look(&file).map_err(|error| altered(text, &file, error))?;
        if sealed.get(name) != Some(&seen) && !whole(index, name)? {
            return Err(damaged(text, format!("{name} was altered")));
        }
        seals.insert(name.clone(), seen);
    }
    Ok(seals)
}

fn altered(text: &Path, file: &Path, error: io::Error) -> IndexError {
    match error.kind() {
        io::ErrorKind::NotFound => {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            damaged(text, format!("{name} is missing"))
        }
        _ => IndexError::io(file)(error),
    }
}

fn damaged(text: &Path, why: String) -> IndexError {
    IndexError::Damaged { dir: text.parent().unwrap_or(text).to_owned(), why }
}

fn whole(index: &Index, name: &str) -> Result<bool, TantivyError> {
    Ok(index.directory().validate_checksum(Path::new(name))?)
}

/// Says that files which were not there before are whole, since they were just written.
pub(crate) fn renew(index: &Index, text: &Path) -> Result<(), IndexError> {
    let mut sealed = read(text);
    let mut seals = Seals::new();
    for name in files(index)? {
        let seal = sealed.remove(&name).or_else(|| look(&text.join(&name)).ok());
        seals.extend(seal.map(|seal| (name, seal)));
    }
    write(text, &seals);
    Ok(())
}

/// Reads every file through; one line for each that is missing or altered.
pub(crate) fn verify(index: &Index, text: &Path) -> Result<Vec<String>, IndexError> {
    let mut wrong = Vec::new();
    for name in files(index)? {
        if !text.join(&name).exists() {
            wrong.push(format!("{name} is missing"));
        } else if !whole(index, &name).unwrap_or(false) {
            wrong.push(format!("{name} was altered"));
        }
    }
    Ok(wrong)
}

/// A folder that is only read. Its lock needs a file that may not be made, and protects from a writer
/// that cannot be at work here.
#[derive(Debug, Clone)]
pub(crate) struct ReadOnly(MmapDirectory);

impl ReadOnly {
    pub(crate) fn open(dir: &Path) -> Result<Self, OpenDirectoryError> {
        Ok(Self(MmapDirectory::open(dir)?))
    }
}

fn refused() -> io::Error {
    io::Error::from(io::ErrorKind::ReadOnlyFilesystem)
}

impl Directory for ReadOnly {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.0.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        Err(DeleteError::IoError { io_error: Arc::new(refused()), filepath: path.to_owned() })
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.0.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        Err(OpenWriteError::wrap_io_error(refused(), path.to_owned()))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.0.atomic_read(path)
    }

    fn atomic_write(&self, _: &Path, _: &[u8]) -> io::Result<()> {
        Err(refused())
    }

    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }

    fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, LockError> {
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.0.watch(callback)
    }
}
