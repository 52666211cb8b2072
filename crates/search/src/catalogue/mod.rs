//! The catalogue: one SQLite file that says which pages there are, in which version, and what they
//! state about themselves. Its transaction is the commit point of the index. It scores nothing.

mod called;
mod edges;
mod graph;
mod links;
mod read;
mod schema;
mod select;
mod versions;
mod write;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::IndexError;

pub(crate) use called::{Called, Names, Start};
pub(crate) use edges::{Edge, Way};
pub use graph::Tie;
pub(crate) use read::{Facts, Info, Live, Marks, Priority, Standing, Status};
pub(crate) use versions::Version;
pub(crate) use write::{Folded, Pending, Stored};

/// Bumped whenever tables, terms or postings change their meaning; another number means a rebuild.
pub(crate) const FORMAT: i32 = 12;

/// How long a statement waits for another process's transaction, which takes about a millisecond.
const BUSY: Duration = Duration::from_secs(5);

/// What the write-ahead log may keep of the disk once its content is in the catalogue.
const LOG_BYTES: u32 = 1 << 20;

/// Smaller than usual: each table takes one at least, and a small vault has as many tables as a large one.
const PAGE_BYTES: u32 = 2048;

/// Connections kept for later; more are opened while many threads ask at once.
const IDLE_MAX: usize = 4;

/// The catalogue's connections.
pub(crate) struct Catalogue {
    file: PathBuf,
    place: Place,
}

enum Place {
    /// A file; connections wait for their next use.
    File(Mutex<Vec<Connection>>),
    /// Memory, which one connection has.
    Memory(Mutex<Connection>),
}

impl Catalogue {
    /// Makes an empty catalogue.
    pub(crate) fn create(dir: &Path) -> Result<Self, IndexError> {
        let catalogue = Self::at(dir);
        catalogue.with(schema::create)?;
        Ok(catalogue)
    }

    /// Opens the catalogue that is there.
    ///
    /// # Errors
    /// `Damaged` when the file is none of ours, of another format, or contradicts itself.
    pub(crate) fn open(dir: &Path) -> Result<Self, IndexError> {
        let catalogue = Self::at(dir);
        if !catalogue.file.try_exists().map_err(IndexError::io(&catalogue.file))? {
            return Err(catalogue.damaged("its catalogue is missing"));
        }
        let format = catalogue.with(|db| {
            Ok(db.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0))?)
        })?;
        if format != FORMAT {
            return Err(catalogue.damaged(format!("format {format}, this program writes {FORMAT}")));
        }
        catalogue.with(|db| Ok(db.query_row("SELECT count(*) FROM meta", [], |_| Ok(()))?))?;
        Ok(catalogue)
    }

    /// An empty catalogue that only this process has.
    pub(crate) fn in_memory(dir: &Path) -> Result<Self, IndexError> {
        let mut db = Connection::open_in_memory()?;
        keep_plans(&db)?;
        schema::create(&mut db)?;
        let place = Place::Memory(Mutex::new(db));
        Ok(Self { file: dir.join("catalogue.db"), place })
    }

    /// A copy in memory of a catalogue that cannot be written.
    ///
    /// # Errors
    /// When it cannot be read as it stands.
    pub(crate) fn copy(dir: &Path) -> Result<Self, IndexError> {
        let catalogue = Self::in_memory(dir)?;
        let wal = std::fs::metadata(dir.join("catalogue.db-wal")).is_ok_and(|it| it.len() > 0);
        // Without a log the file is all there is, and needs neither lock nor shared memory.
        let modes: &[&str] = if wal { &["mode=ro"] } else { &["mode=ro", "immutable=1"] };
        let mut last = None;
        for mode in modes {
            match catalogue.with(|db| schema::copy(db, &format!("{}?{mode}", uri(&catalogue.file))))
            {
                Ok(()) => return Ok(catalogue),
                Err(error) => last = Some(error),
            }
        }
        Err(last.unwrap_or_else(|| catalogue.damaged("it cannot be copied")))
    }

    fn at(dir: &Path) -> Self {
        Self { file: dir.join("catalogue.db"), place: Place::File(Mutex::default()) }
    }

    /// Reads the whole file and looks for what contradicts itself; one line for each fault.
    pub(crate) fn verify(&self) -> Result<Vec<String>, IndexError> {
        self.with(|db| {
            let mut read = db.prepare("PRAGMA integrity_check(5)")?;
            let said = read.query_map([], |row| row.get::<_, String>(0))?;
            let mut wrong: Vec<String> = said.collect::<Result<_, _>>()?;
            wrong.retain(|line| line != "ok");
            Ok(wrong.into_iter().map(|line| format!("catalogue.db: {line}")).collect())
        })
    }

    /// Runs `work` on a connection of its own.
    ///
    /// # Errors
    /// What `work` returns, with SQLite's words for damage turned into `Damaged`, for a lock into `Busy`.
    pub(crate) fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, IndexError>,
    ) -> Result<T, IndexError> {
        let idle = match &self.place {
            Place::File(idle) => idle,
            Place::Memory(db) => {
                let mut db = db.lock().unwrap_or_else(PoisonError::into_inner);
                return work(&mut db).map_err(|error| self.read_error(error));
            }
        };
        let waiting = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut db = match waiting {
            Some(db) => db,
            None => self.connect().map_err(|error| self.read_error(error))?,
        };
        let result = work(&mut db).map_err(|error| self.read_error(error));
        let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE_MAX && result.is_ok() {
            idle.push(db);
        }
        result
    }

    fn connect(&self) -> Result<Connection, IndexError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let db = Connection::open_with_flags(&self.file, flags)?;
        db.busy_timeout(BUSY)?;
        // Counts only where there is no file yet.
        db.pragma_update(None, "page_size", PAGE_BYTES)?;
        db.pragma_update(None, "journal_mode", "WAL")?;
        // A power cut may forget the last writes, never damage the file; the next scan finds them again.
        db.pragma_update(None, "synchronous", "NORMAL")?;
        db.pragma_update(None, "temp_store", "MEMORY")?;
        // A log that was long once gives its space back.
        db.pragma_update(None, "journal_size_limit", LOG_BYTES)?;
        db.set_prepared_statement_cache_capacity(64);
        keep_plans(&db)?;
        Ok(db)
    }

    fn damaged(&self, why: impl Into<String>) -> IndexError {
        let dir = self.file.parent().unwrap_or(&self.file).to_owned();
        IndexError::Damaged { dir, why: why.into() }
    }

    fn read_error(&self, error: IndexError) -> IndexError {
        let IndexError::Catalogue(inner) = &error else { return error };
        match inner.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                self.damaged(inner.to_string())
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                let dir = self.file.parent().unwrap_or(&self.file).to_owned();
                IndexError::Busy { dir }
            }
            _ => error,
        }
    }
}

/// SQLite plans a prepared statement anew for each value where the plan might depend on it, which none of ours
/// does: beside the index of replaced pages every look-up by a version's number was planned again.
fn keep_plans(db: &Connection) -> Result<(), IndexError> {
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}

/// A file's name as SQLite's `file:` address.
fn uri(file: &Path) -> String {
    let mut uri = String::from("file:");
    for byte in file.to_string_lossy().bytes() {
        match byte {
            b'/' | b'.' | b'_' | b'-' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
                uri.push(char::from(byte));
            }
            b'\\' if cfg!(windows) => uri.push('/'),
            other => uri.push_str(&format!("%{other:02x}")),
        }
    }
    uri
}
