//! Opening the derived files, and replacing them when they are damaged, of another format or gone.
//!
//! `epoch` names one life of the files. A process that finds another name there than it opened opens
//! anew, so nobody writes into files that are no longer there. Only a holder of `rebuild.lock` replaces.

use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

use fs4::FileExt;

use super::guard::guarded;
use super::{Access, State};
use crate::big::Big;
use crate::catalogue::{Catalogue, FORMAT};
use crate::delta::Delta;
use crate::error::IndexError;
use crate::view::Views;

/// Attempts at opening while other processes replace the files.
const ATTEMPTS: usize = 40;
const PAUSE: Duration = Duration::from_millis(50);

/// A state, and why every page must be put into it, if so.
type Opened = (State, Option<String>);

/// Opens what is there, or starts over; says why it did. Goes on in memory where nothing can be written.
pub(super) fn open(dir: &Path) -> Result<Opened, IndexError> {
    match shared(dir) {
        Err(error) if !error.is_busy() => private(dir, &error),
        result => result,
    }
}

/// Reads the files without writing anything, with what is new in memory; without files that can be read,
/// everything is in memory.
pub(super) fn private(dir: &Path, why: &IndexError) -> Result<Opened, IndexError> {
    let why = why.to_string();
    let beside = guarded(dir, || {
        let Some(epoch) = epoch(dir) else { return Ok(None) };
        let big = Big::open_readonly(&dir.join("text"))?;
        let catalogue = Catalogue::copy(dir)?;
        let state = State {
            dir: dir.to_owned(),
            epoch,
            access: Access::Beside(why.clone()),
            catalogue,
            big: Ok(big),
            delta: Delta::default(),
            views: Views::default(),
        };
        Ok(Some((missing(&state)?, state)))
    });
    match beside {
        Ok(Some((rebuild, state))) => Ok((state, rebuild)),
        _ => in_memory(dir, &why),
    }
}

/// An empty index that this process alone has.
pub(super) fn in_memory(dir: &Path, why: &str) -> Result<Opened, IndexError> {
    let state = State {
        dir: dir.to_owned(),
        epoch: String::new(),
        access: Access::Alone(why.to_owned()),
        catalogue: Catalogue::in_memory(dir)?,
        big: Ok(Big::in_memory()?),
        delta: Delta::default(),
        views: Views::default(),
    };
    Ok((state, Some(why.to_owned())))
}

/// Opens the files that all processes share.
pub(super) fn shared(dir: &Path) -> Result<Opened, IndexError> {
    fs::create_dir_all(dir).map_err(IndexError::io(dir))?;
    for _ in 0..ATTEMPTS {
        let why = match epoch(dir) {
            None => String::from("there was no index yet"),
            Some(epoch) => match opened(dir, &epoch) {
                Ok(opened) => return Ok(opened),
                Err(IndexError::Damaged { why, .. }) => why,
                Err(error) => return Err(error),
            },
        };
        if replace(dir)? {
            let epoch = epoch(dir).unwrap_or_default();
            let (state, _) = opened(dir, &epoch)?;
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

fn opened(dir: &Path, epoch: &str) -> Result<Opened, IndexError> {
    guarded(dir, || {
        let state = state(dir, epoch)?;
        Ok((missing(&state)?, state))
    })
    .map(|(why, state)| (state, why))
}

fn state(dir: &Path, epoch: &str) -> Result<State, IndexError> {
    let catalogue = Catalogue::open(dir)?;
    let big = match guarded(dir, || Big::open(&dir.join("text"))) {
        Err(error) if error.is_unwritable() => return Err(error),
        result => result.map_err(|error| error.to_string()),
    };
    Ok(State {
        dir: dir.to_owned(),
        epoch: epoch.to_owned(),
        access: Access::Shared,
        catalogue,
        big,
        delta: Delta::default(),
        views: Views::default(),
    })
}

/// Ends the files' present life if its big index still cannot be read, so that the next look replaces it.
pub(super) fn discard(dir: &Path) -> Result<(), IndexError> {
    match guarded(dir, || Big::open(&dir.join("text"))) {
        Ok(_) => Ok(()),
        Err(_) => remove(&dir.join("epoch")),
    }
}

/// Ends the files' present life, if it still is the one called so.
pub(super) fn end(dir: &Path, called: &str) -> Result<(), IndexError> {
    if epoch(dir).as_deref() == Some(called) { remove(&dir.join("epoch")) } else { Ok(()) }
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
        match opened(dir, &epoch) {
            Ok(_) => return Ok(false),
            Err(IndexError::Damaged { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    remove(&dir.join("epoch"))?;
    for name in ["catalogue.db", "catalogue.db-wal", "catalogue.db-shm", "text"] {
        remove(&dir.join(name))?;
    }
    drop(Catalogue::create(dir)?);
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
