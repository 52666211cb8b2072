//! The catalogue: one SQLite file that says which pages there are, in which version, and what they
//! state about themselves. Its transaction is the commit point of the index. It scores nothing.

mod read;
mod schema;
mod write;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::IndexError;

pub(crate) use read::{Info, Live, Marks, Standing};
pub(crate) use write::{Folded, Pending, Stored};

/// Bumped whenever tables, terms or postings change their meaning; another number means a rebuild.
pub(crate) const FORMAT: i32 = 2;

/// How long a statement waits for another process's transaction, which takes about a millisecond.
const BUSY: Duration = Duration::from_secs(5);

/// Connections kept for later; more are opened while many threads ask at once.
const IDLE_MAX: usize = 4;

/// Ids in one `IN (…)` list, well below SQLite's own bound on variables.
const IDS_MAX: usize = 500;

/// The catalogue's connections.
pub(crate) struct Catalogue {
    file: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

impl Catalogue {
    /// Opens the catalogue, or makes an empty one where there is none.
    ///
    /// # Errors
    /// `Damaged` when the file is none of ours, of another format, or contradicts itself.
    pub(crate) fn open(dir: &Path) -> Result<Self, IndexError> {
        let catalogue = Self { file: dir.join("catalogue.db"), idle: Mutex::new(Vec::new()) };
        catalogue.with(|db| {
            let format: i32 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
            if format == 0 {
                schema::create(db)?;
            }
            Ok(())
        })?;
        let format = catalogue.with(|db| {
            Ok(db.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0))?)
        })?;
        if format != FORMAT {
            return Err(catalogue.damaged(format!("format {format}, this program writes {FORMAT}")));
        }
        catalogue.with(|db| Ok(db.query_row("SELECT count(*) FROM meta", [], |_| Ok(()))?))?;
        Ok(catalogue)
    }

    /// Runs `work` on a connection of its own.
    ///
    /// # Errors
    /// What `work` returns, with SQLite's words for damage turned into `Damaged`, for a lock into `Busy`.
    pub(crate) fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, IndexError>,
    ) -> Result<T, IndexError> {
        let waiting = self.idle.lock().expect("because no holder of this lock panics").pop();
        let mut db = match waiting {
            Some(db) => db,
            None => self.connect().map_err(|error| self.read_error(error))?,
        };
        let result = work(&mut db).map_err(|error| self.read_error(error));
        let mut idle = self.idle.lock().expect("because no holder of this lock panics");
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
        db.pragma_update(None, "journal_mode", "WAL")?;
        // A power cut may forget the last writes, never damage the file; the next scan finds them again.
        db.pragma_update(None, "synchronous", "NORMAL")?;
        db.pragma_update(None, "temp_store", "MEMORY")?;
        db.set_prepared_statement_cache_capacity(64);
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
