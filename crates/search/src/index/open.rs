//! Opening the derived files, and replacing them when they are damaged, of another format or gone.
//!
//! `epoch` names one life of the files. A process that finds another name there than it opened opens
//! anew, so nobody writes into files that are no longer there. Only a holder of `rebuild.lock` replaces.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use fs4::FileExt;

use super::State;
use crate::big::Big;
use crate::catalogue::{Catalogue, FORMAT};
use crate::delta::Delta;
use crate::error::IndexError;
use crate::view::Views;

/// Attempts at opening while other processes replace the files.
const ATTEMPTS: usize = 40;
const PAUSE: Duration = Duration::from_millis(50);

/// Opens what is there, or starts over; says why it did.
pub(super) fn open(dir: &Path) -> Result<(State, Option<String>), IndexError> {
    fs::create_dir_all(dir).map_err(IndexError::io(dir))?;
    for _ in 0..ATTEMPTS {
        let why = match epoch(dir) {
            None => String::from("there was no index yet"),
            Some(epoch) => match state(dir, &epoch) {
                Ok(state) => {
                    let why = missing(&state)?;
                    return Ok((state, why));
                }
                Err(IndexError::Damaged { why, .. }) => why,
                Err(error) => return Err(error),
            },
        };
        if replace(dir)? {
            let epoch = epoch(dir).unwrap_or_default();
            let state = state(dir, &epoch)?;
            state.catalogue.set_rebuilding(1)?;
            return Ok((state, Some(why)));
        }
        std::thread::sleep(PAUSE);
    }
    Err(IndexError::Busy { dir: dir.to_owned() })
}

/// Why pages may be missing although the files could be opened.
fn missing(state: &State) -> Result<Option<String>, IndexError> {
    if let Err(why) = &state.big {
        return Ok(Some(why.clone()));
    }
    let rebuilding = state.catalogue.marks()?.rebuilding;
    Ok(rebuilding.then(|| "an earlier rebuild did not finish".to_owned()))
}

fn state(dir: &Path, epoch: &str) -> Result<State, IndexError> {
    let catalogue = Catalogue::open(dir)?;
    let big = Big::open(&dir.join("text")).map_err(|error| error.to_string());
    Ok(State {
        dir: dir.to_owned(),
        epoch: epoch.to_owned(),
        catalogue,
        big,
        delta: Delta::default(),
        views: Views::default(),
    })
}

/// Ends the files' present life if its big index still cannot be read, so that the next look replaces it.
pub(super) fn discard(dir: &Path) -> Result<(), IndexError> {
    match Big::open(&dir.join("text")) {
        Ok(_) => Ok(()),
        Err(_) => remove(&dir.join("epoch")),
    }
}

/// The name of the files' present life.
pub(super) fn epoch(dir: &Path) -> Option<String> {
    fs::read_to_string(dir.join("epoch")).ok().filter(|name| !name.is_empty())
}

/// Replaces all derived files by empty ones; false when another process is doing so.
fn replace(dir: &Path) -> Result<bool, IndexError> {
    let path = dir.join("rebuild.lock");
    let lock = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(IndexError::io(&path))?;
    if FileExt::try_lock(&lock).is_err() {
        return Ok(false);
    }
    // Whoever held the lock before may have finished between our look and our lock.
    if let Some(epoch) = epoch(dir) {
        match state(dir, &epoch) {
            Ok(_) => return Ok(false),
            Err(IndexError::Damaged { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    remove(&dir.join("epoch"))?;
    for name in ["catalogue.db", "catalogue.db-wal", "catalogue.db-shm", "text"] {
        remove(&dir.join(name))?;
    }
    drop(Catalogue::open(dir)?);
    drop(Big::create(&dir.join("text"))?);
    let named =
        tempfile::Builder::new().prefix("epoch-").tempfile_in(dir).map_err(IndexError::io(dir))?;
    let name = named.path().file_name().map(|name| name.to_string_lossy().into_owned());
    let name = format!("{FORMAT}-{}", name.unwrap_or_default());
    fs::write(named.path(), &name).map_err(IndexError::io(dir))?;
    named.persist(dir.join("epoch")).map_err(|error| IndexError::io(dir)(error.error))?;
    Ok(true)
}

fn remove(path: &Path) -> Result<(), IndexError> {
    let result = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match result {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(IndexError::io(path)(error))
        }
        _ => Ok(()),
    }
}

/// Bytes of all derived files.
pub(super) fn bytes_on_disk(dir: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(dir) else { return 0 };
    entries
        .flatten()
        .map(|entry| match entry.metadata() {
            Ok(meta) if meta.is_dir() => bytes_on_disk(&entry.path()),
            Ok(meta) => meta.len(),
            Err(_) => 0,
        })
        .sum()
}
