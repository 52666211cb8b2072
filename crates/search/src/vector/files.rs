//! Vectors on disk: one SQLite file a model, apart from the index, since they cost more than it does.
//!
//! A vector is found by the hash of the text it was made of, so that nothing is embedded twice, wherever
//! it stands. A page's row holds the int8 form of all its vectors side by side: what the scan reads. Rows
//! are keyed by the page's file and content, so they outlive a rebuilt index. Vectors are written first, the
//! rows of pages that need them later: only who holds the filler's place may delete, no number is given
//! twice, and what is damaged or lacks something counts as not there, so that it is made again.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, params};

use super::VectorError;
use super::table::PageCodes;

/// Another number means that the file is made anew.
const FORMAT: i32 = 3;
/// Of a vector of length 1, with what rounding adds.
const LARGEST: f32 = 1.01;
/// Other models' files that are looked at.
const OTHERS_MAX: usize = 8;
const BUSY: Duration = Duration::from_secs(5);
const TABLES: &str = "
CREATE TABLE vectors(id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, data BLOB NOT NULL);
CREATE TABLE pages(seq INTEGER PRIMARY KEY AUTOINCREMENT, key BLOB NOT NULL UNIQUE, rows BLOB NOT NULL);
CREATE TABLE model(fingerprint TEXT NOT NULL, dimensions INTEGER NOT NULL);
";

/// First bytes of a BLAKE3 hash: of a text, or of a page's file and content.
pub(crate) type Key = [u8; 16];

/// Key of some bytes.
pub(crate) fn key(parts: &[&[u8]]) -> Key {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let mut key = [0; 16];
    key.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
    key
}

/// One model's vectors.
pub(crate) struct Files {
    path: PathBuf,
    fingerprint: String,
    dimensions: usize,
    db: Mutex<Connection>,
}

/// A page to store: its key, and for each passage the atom and the vector.
pub(crate) struct PageRow {
    pub(crate) key: Key,
    pub(crate) places: Vec<(u32, i64)>,
}

impl Files {
    /// Opens or makes the file of a model in `dir`. One that is damaged or of another format is made
    /// anew: its vectors can be had again from the pages.
    pub(crate) fn open(
        dir: &Path,
        fingerprint: &str,
        dimensions: usize,
    ) -> Result<Self, VectorError> {
        std::fs::create_dir_all(dir).map_err(VectorError::io(dir))?;
        let path = dir.join(file_name(fingerprint));
        let opened = connect(&path, fingerprint, dimensions);
        let db = match opened {
            Err(error) if error.is_damage() => {
                discard(&path)?;
                connect(&path, fingerprint, dimensions)?
            }
            other => other?,
        };
        let fingerprint = fingerprint.to_owned();
        Ok(Self { path, fingerprint, dimensions, db: Mutex::new(db) })
    }

    /// Opens the file again, which another program may have made anew.
    pub(crate) fn reopen(&self) -> Result<(), VectorError> {
        *self.db() = connect(&self.path, &self.fingerprint, self.dimensions)?;
        Ok(())
    }

    /// The model that read the vault last, beside this one, and the length of its vectors.
    pub(crate) fn beside(&self) -> Option<(String, usize)> {
        let rows = std::fs::read_dir(self.path.parent()?).ok()?;
        let others = rows
            .flatten()
            .map(|row| row.path())
            .filter(|path| path.extension().is_some_and(|it| it == "db") && *path != self.path);
        let mut others: Vec<(SystemTime, PathBuf)> = others
            .filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)))
            .collect();
        others.sort_unstable_by(|a, b| b.cmp(a));
        others.truncate(OTHERS_MAX);
        others.into_iter().find_map(|(_, path)| read_by(&path))
    }

    /// Begins an empty file in place of this one. For the holder of the filler's place only.
    pub(crate) fn renew(&self) -> Result<(), VectorError> {
        let mut db = self.db();
        // Closed before its file goes; an empty one in memory stands for it meanwhile.
        drop(std::mem::replace(&mut *db, Connection::open_in_memory()?));
        discard(&self.path)?;
        *db = connect(&self.path, &self.fingerprint, self.dimensions)?;
        removed(&self.mark())
    }

    /// Notes that the file was found to be damaged, for the next filler, who sees less of it.
    pub(crate) fn mark_damaged(&self) -> Result<(), VectorError> {
        let mark = self.mark();
        std::fs::write(&mark, b"").map_err(VectorError::io(&mark))
    }

    /// Whether somebody found it damaged.
    pub(crate) fn is_marked(&self) -> bool {
        self.mark().exists()
    }

    fn mark(&self) -> PathBuf {
        self.path.with_extension("damaged")
    }

    /// Reads the whole file and tells whether it can be read.
    pub(crate) fn check(&self) -> Result<(), VectorError> {
        let db = self.db();
        let said: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if said == "ok" { Ok(()) } else { Err(damage(&said)) }
    }

    fn db(&self) -> MutexGuard<'_, Connection> {
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The file beside which a filler's lock lies.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes on disk.
    pub(crate) fn bytes(&self) -> u64 {
        std::fs::metadata(&self.path).map_or(0, |it| it.len())
    }

    /// Rows of pages stored after `seq`, by their numbers, with nothing where a row is damaged. Returns the
    /// last number given.
    pub(crate) fn pages_after(
        &self,
        seq: i64,
        each: &mut dyn FnMut(i64, Option<(Key, PageCodes)>),
    ) -> Result<i64, VectorError> {
        let db = self.db();
        let mut read =
            db.prepare_cached("SELECT seq, key, rows FROM pages WHERE seq > ?1 ORDER BY seq")?;
        let mut rows = read.query([seq])?;
        let mut last = seq;
        while let Some(row) = rows.next()? {
            last = row.get(0)?;
            let key = row.get_ref(1)?.as_blob().ok().and_then(|bytes| bytes.try_into().ok());
            let rows = row.get_ref(2)?.as_blob().ok();
            let codes = rows.and_then(|bytes| PageCodes::from_bytes(bytes, self.dimensions));
            each(last, key.zip(codes));
        }
        Ok(last)
    }

    /// One page's row; none where it is damaged.
    pub(crate) fn page(&self, key: &Key) -> Result<Option<PageCodes>, VectorError> {
        let db = self.db();
        let mut read = db.prepare_cached("SELECT rows FROM pages WHERE key = ?1")?;
        let codes = read.query_row([key], |row| {
            let rows = row.get_ref(0)?.as_blob().ok();
            Ok(rows.and_then(|bytes| PageCodes::from_bytes(bytes, self.dimensions)))
        });
        Ok(codes.optional()?.flatten())
    }

    /// Whether the page has a row that can be read.
    pub(crate) fn has_page(&self, key: &Key) -> Result<bool, VectorError> {
        let db = self.db();
        let mut read = db.prepare_cached(
            "SELECT 1 FROM pages WHERE key = ?1 AND typeof(rows) = 'blob' AND length(rows) % ?2 = 0",
        )?;
        Ok(read.exists(params![key, PageCodes::row_bytes(self.dimensions) as i64])?)
    }

    /// The vector of a text, if it was embedded before.
    pub(crate) fn find(&self, hash: &Key) -> Result<Option<i64>, VectorError> {
        let db = self.db();
        let mut read = db.prepare_cached("SELECT id FROM vectors WHERE hash = ?1")?;
        Ok(read.query_row([hash], |row| row.get(0)).optional()?)
    }

    /// Vectors as they were made, bit by bit; `None` for one that is gone.
    pub(crate) fn vectors(&self, ids: &[i64]) -> Result<Vec<Option<Vec<f32>>>, VectorError> {
        let mut db = self.db();
        // One look at the file for all of them, not one for each.
        let look = db.transaction()?;
        let found: Result<_, rusqlite::Error> =
            ids.iter().map(|id| vector(&look, *id, self.dimensions)).collect();
        look.commit()?;
        Ok(found?)
    }

    /// Writes vectors and returns their numbers, in order. A text that is there keeps its number.
    pub(crate) fn add(&self, made: &[(Key, Vec<f32>)]) -> Result<Vec<i64>, VectorError> {
        let mut db = self.db();
        let change = db.transaction()?;
        let mut ids = Vec::with_capacity(made.len());
        {
            let mut write = change
                .prepare_cached("INSERT OR IGNORE INTO vectors(hash, data) VALUES (?1, ?2)")?;
            let mut read = change.prepare_cached("SELECT id FROM vectors WHERE hash = ?1")?;
            for (hash, vector) in made {
                let bytes: Vec<u8> =
                    vector.iter().flat_map(|number| number.to_le_bytes()).collect();
                write.execute(params![hash, bytes])?;
                ids.push(read.query_row([hash], |row| row.get(0))?);
            }
        }
        change.commit()?;
        Ok(ids)
    }

    /// Writes pages whose vectors are there. A page of which one is missing is left out, so that it is
    /// embedded again. Returns how many were written.
    pub(crate) fn put(&self, pages: &[PageRow]) -> Result<usize, VectorError> {
        let mut db = self.db();
        let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut written = 0;
        for page in pages {
            let found: Option<Vec<(u32, i64, Vec<f32>)>> = page
                .places
                .iter()
                .map(|(ord, id)| {
                    let vector = vector(&change, *id, self.dimensions)?;
                    Ok(vector.map(|vector| (*ord, *id, vector)))
                })
                .collect::<Result<_, rusqlite::Error>>()?;
            let Some(found) = found else { continue };
            let codes = PageCodes::of(&found, self.dimensions);
            change
                .prepare_cached("INSERT OR REPLACE INTO pages(key, rows) VALUES (?1, ?2)")?
                .execute(params![page.key, codes.to_bytes()])?;
            written += 1;
        }
        change.commit()?;
        Ok(written)
    }

    /// Drops vectors that are damaged, and the rows of pages that are damaged or lack a vector, so that both
    /// are made again. For the holder of the filler's place only.
    pub(crate) fn heal(&self) -> Result<(), VectorError> {
        self.db().execute(
            "DELETE FROM vectors WHERE typeof(data) <> 'blob' OR length(data) <> ?1
             OR typeof(hash) <> 'blob' OR length(hash) <> ?2",
            [4 * self.dimensions as i64, size_of::<Key>() as i64],
        )?;
        let have = self.ids()?;
        let mut torn = Vec::new();
        self.pages_after(0, &mut |seq, page| {
            if page.is_none_or(|(_, codes)| codes.ids().iter().any(|id| !have.contains(id))) {
                torn.push(seq);
            }
        })?;
        self.drop_pages(&torn)
    }

    /// Drops the rows of pages that `keep` does not want, and the vectors that no row needs any more.
    /// Returns how many of each went. For the holder of the filler's place only: who embeds writes vectors
    /// before the row that needs them.
    pub(crate) fn sweep(&self, keep: &dyn Fn(&Key) -> bool) -> Result<[usize; 2], VectorError> {
        let have = self.ids()?;
        let (mut gone, mut needed) = (Vec::new(), HashSet::new());
        self.pages_after(0, &mut |seq, page| match page {
            Some((key, codes)) if keep(&key) => needed.extend(codes.ids().iter().copied()),
            _ => gone.push(seq),
        })?;
        self.drop_pages(&gone)?;
        let unused: Vec<i64> = have.into_iter().filter(|id| !needed.contains(id)).collect();
        let mut db = self.db();
        let change = db.transaction()?;
        for id in &unused {
            change.prepare_cached("DELETE FROM vectors WHERE id = ?1")?.execute([id])?;
        }
        change.commit()?;
        Ok([gone.len(), unused.len()])
    }

    fn ids(&self) -> Result<HashSet<i64>, VectorError> {
        let db = self.db();
        let mut read = db.prepare("SELECT id FROM vectors")?;
        let ids = read.query_map([], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    fn drop_pages(&self, seqs: &[i64]) -> Result<(), VectorError> {
        let mut db = self.db();
        let change = db.transaction()?;
        for seq in seqs {
            change.prepare_cached("DELETE FROM pages WHERE seq = ?1")?.execute([seq])?;
        }
        Ok(change.commit()?)
    }
}

/// A vector as it was made; none where it is gone or damaged.
fn vector(
    db: &Connection,
    id: i64,
    dimensions: usize,
) -> Result<Option<Vec<f32>>, rusqlite::Error> {
    let mut read = db.prepare_cached("SELECT data FROM vectors WHERE id = ?1")?;
    let number = |chunk: &[u8]| f32::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3]]);
    let found = read.query_row([id], |row| {
        let bytes = row.get_ref(0)?.as_blob().ok().filter(|bytes| bytes.len() == 4 * dimensions);
        let vector = bytes.map(|bytes| bytes.chunks_exact(4).map(number).collect::<Vec<f32>>());
        // A vector of length 1 has no larger number.
        Ok(vector.filter(|it| it.iter().all(|number| number.abs() <= LARGEST)))
    });
    Ok(found.optional()?.flatten())
}

/// Who made a file of vectors, and how long these are; none where it has no page's.
fn read_by(path: &Path) -> Option<(String, usize)> {
    let db = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).ok()?;
    db.query_row(
        "SELECT fingerprint, dimensions FROM model WHERE EXISTS (SELECT 1 FROM pages)",
        [],
        |row| Ok((row.get(0)?, row.get::<_, u32>(1)? as usize)),
    )
    .ok()
}

/// The file of a model, named so that two never share one.
pub(crate) fn file_name(fingerprint: &str) -> String {
    format!("{}.db", &blake3::hash(fingerprint.as_bytes()).to_hex()[..16])
}

fn connect(path: &Path, fingerprint: &str, dimensions: usize) -> Result<Connection, VectorError> {
    let mut db = Connection::open(path)?;
    db.busy_timeout(BUSY)?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "NORMAL")?;
    let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let format: i32 = change.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if format == 0 {
        change.execute_batch(TABLES)?;
        change.execute(
            "INSERT INTO model VALUES (?1, ?2)",
            params![fingerprint, dimensions as i64],
        )?;
        change.pragma_update(None, "user_version", FORMAT)?;
    }
    let same = change
        .query_row(
            "SELECT count(*) FROM model WHERE fingerprint = ?1 AND dimensions = ?2",
            params![fingerprint, dimensions as i64],
            |row| row.get::<_, i64>(0),
        )
        .map(|count| count == 1);
    change.commit()?;
    match same {
        Ok(true) if format == FORMAT || format == 0 => Ok(db),
        Err(error) => Err(error.into()),
        _ => Err(damage("made by another program")),
    }
}

fn damage(why: &str) -> VectorError {
    let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
    rusqlite::Error::SqliteFailure(code, Some(why.to_owned())).into()
}

fn discard(path: &Path) -> Result<(), VectorError> {
    for suffix in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(suffix);
        removed(Path::new(&name))?;
    }
    Ok(())
}

/// Removes a file that need not be there.
pub(crate) fn removed(path: &Path) -> Result<(), VectorError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(VectorError::io(path)(error))
        }
        _ => Ok(()),
    }
}
