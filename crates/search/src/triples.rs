//! `graph.db`: the vault's relations as one table that any SQLite client reads. Derived from the pages and from nothing
//! else; what it holds and what it lacks is decided by the caller, who resolves links. Changes come in one
//! transaction. What is no file is left alone, a file that is damaged is made anew.

use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, TransactionBehavior, params};

use crate::error::IndexError;

/// Bumped when the tables change; a file with another number is made anew.
const FORMAT: i32 = 1;

/// How long a change waits for another program that has the file locked.
const BUSY: Duration = Duration::from_millis(500);

const TABLES: &str = "
CREATE TABLE triples(
  subject TEXT NOT NULL,
  predicate TEXT NOT NULL,
  object TEXT NOT NULL,
  added_date TEXT,
  confidence REAL NOT NULL,
  object_kind TEXT NOT NULL,
  page TEXT NOT NULL,
  line INTEGER NOT NULL
);
CREATE INDEX triples_subject ON triples(subject, predicate);
CREATE INDEX triples_object ON triples(object, predicate);
CREATE INDEX triples_missing ON triples(subject) WHERE object_kind = 'missing';
CREATE TABLE memopage_seen(version INTEGER PRIMARY KEY, page TEXT NOT NULL);
CREATE INDEX memopage_seen_page ON memopage_seen(page);
CREATE TABLE memopage_state(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
";

/// One relation as the table has it.
#[derive(Debug, Clone, PartialEq)]
pub struct TripleRow {
    /// The page that states it, without `.md`.
    pub subject: String,
    /// The relation's name by the schema.
    pub predicate: String,
    /// The page that is reached, without `.md`; else what was written.
    pub object: String,
    /// `page`, `text`, or `missing` for a link that reaches no page.
    pub object_kind: &'static str,
    /// Since when, as `2026-05-20`, where that is said.
    pub added_date: Option<String>,
    /// From 0 to 1.
    pub confidence: f64,
    /// The file with the statement.
    pub page: String,
    /// Its line, from 1.
    pub line: usize,
}

/// A version of a page in the index; its number is never used again in one life of the index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageVersion {
    /// Its number.
    pub number: u64,
    /// The page's path, without `.md`.
    pub page: String,
}

/// What changed since the table was written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TripleChanges {
    /// Pages that are there in another version, or at all, or no more.
    pub changed: BTreeSet<String>,
    /// Of these, those that are there.
    pub present: BTreeSet<String>,
    /// Other pages that state something of a changed one by a link that reached it.
    pub about: BTreeSet<String>,
    /// Whether nothing is known yet.
    pub is_new: bool,
}

/// The versions above a number, or all, and how many there are in all.
pub type Versions<'a> = &'a dyn Fn(Option<u64>) -> Result<(Vec<PageVersion>, usize), IndexError>;

/// The file of the table.
pub struct TripleFile {
    file: PathBuf,
}

impl TripleFile {
    /// The file at this place, which need not be there.
    #[must_use]
    pub fn at(file: PathBuf) -> Self {
        Self { file }
    }

    /// Brings the table up to `mark`, which names the state of the index that `versions` and `rows` tell of. `rows`
    /// gives the relations of the pages that changed, and says which pages these are. Nothing is done where the
    /// mark is known.
    ///
    /// # Errors
    /// `Busy` where another program keeps the file locked; what the disk, SQLite or `rows` says otherwise.
    pub fn update(
        &self,
        mark: &str,
        versions: Versions<'_>,
        rows: &dyn Fn(&TripleChanges) -> Result<TripleNews, IndexError>,
    ) -> Result<(), IndexError> {
        match self.try_update(mark, versions, rows) {
            Err(error) if self.is_spoilt(&error) => {
                self.discard()?;
                self.try_update(mark, versions, rows)
            }
            done => done,
        }
    }

    /// How many relations the table holds. A file that turns out to be damaged is taken away, so that the next
    /// [`Self::update`] makes it anew.
    ///
    /// # Errors
    /// `Damaged` then; else when it cannot be read.
    pub fn count(&self) -> Result<usize, IndexError> {
        match self.counted() {
            Err(error) if self.is_spoilt(&error) => {
                self.discard()?;
                Err(self.damaged(error.to_string()))
            }
            counted => counted,
        }
    }

    fn counted(&self) -> Result<usize, IndexError> {
        let db = self.open()?;
        let said: String = db.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        if said != "ok" {
            return Err(self.damaged(said));
        }
        let count: i64 = db
            .query_row("SELECT count(*) FROM triples", [], |row| row.get(0))
            .map_err(|it| self.busy(it))?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    fn try_update(
        &self,
        mark: &str,
        versions: Versions<'_>,
        rows: &dyn Fn(&TripleChanges) -> Result<TripleNews, IndexError>,
    ) -> Result<(), IndexError> {
        let mut db = self.open()?;
        if self.mark(&db)?.as_deref() == Some(mark) {
            return Ok(());
        }
        let change = db
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|it| self.busy(it))?;
        let (changes, gone, new) = changes(&change, mark, versions)?;
        let news = rows(&changes)?;
        if changes.is_new {
            change.execute_batch("DELETE FROM triples; DELETE FROM memopage_seen")?;
        }
        {
            let mut forget = change.prepare("DELETE FROM memopage_seen WHERE version = ?1")?;
            for number in gone {
                forget.execute([number])?;
            }
            let mut learn = change.prepare("INSERT INTO memopage_seen VALUES (?1, ?2)")?;
            for it in new {
                learn.execute(params![signed(it.number), it.page])?;
            }
            let mut drop = change.prepare("DELETE FROM triples WHERE subject = ?1")?;
            for page in changes.changed.iter().chain(&news.pages) {
                drop.execute([page])?;
            }
            let mut add =
                change.prepare("INSERT INTO triples VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?;
            for it in &news.rows {
                let line = i64::try_from(it.line).unwrap_or(i64::MAX);
                add.execute(params![
                    it.subject,
                    it.predicate,
                    it.object,
                    it.added_date,
                    it.confidence,
                    it.object_kind,
                    it.page,
                    line
                ])?;
            }
            change.execute("INSERT OR REPLACE INTO memopage_state VALUES ('mark', ?1)", [mark])?;
        }
        change.commit().map_err(|it| self.busy(it))
    }

    fn open(&self) -> Result<Connection, IndexError> {
        match std::fs::symlink_metadata(&self.file) {
            Ok(it) if !it.is_file() => {
                let source = io::Error::other("there is something else than a file of memopage");
                return Err(IndexError::Io { path: self.file.clone(), source });
            }
            _ => {}
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut db = Connection::open_with_flags(&self.file, flags)?;
        db.busy_timeout(BUSY)?;
        let format: i32 = db
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .map_err(|it| self.busy(it))?;
        if format == FORMAT {
            self.settings(&db)?;
            return Ok(db);
        }
        let tables: i64 =
            db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if format != 0 || tables != 0 {
            return Err(self.damaged(format!("format {format}, this program writes {FORMAT}")));
        }
        self.settings(&db)?;
        let change = db
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|it| self.busy(it))?;
        let format: i32 = change.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if format == 0 {
            change.execute_batch(TABLES)?;
            change.pragma_update(None, "user_version", FORMAT)?;
        }
        change.commit().map_err(|it| self.busy(it))?;
        Ok(db)
    }

    fn settings(&self, db: &Connection) -> Result<(), IndexError> {
        // Whoever reads meanwhile stops no writer.
        db.pragma_update(None, "journal_mode", "WAL").map_err(|it| self.busy(it))?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
        // What was erased from a page is not to be found in the room it leaves.
        db.pragma_update(None, "secure_delete", "ON")?;
        Ok(())
    }

    fn mark(&self, db: &Connection) -> Result<Option<String>, IndexError> {
        let sql = "SELECT value FROM memopage_state WHERE key = 'mark'";
        let mark = db.query_row(sql, [], |row| row.get(0)).optional();
        mark.map_err(|it| self.busy(it))
    }

    fn damaged(&self, why: String) -> IndexError {
        IndexError::Damaged { dir: self.file.clone(), why }
    }

    /// A lock told as such.
    fn busy(&self, error: rusqlite::Error) -> IndexError {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                IndexError::Busy { dir: self.file.clone() }
            }
            _ => error.into(),
        }
    }

    /// Whether the file itself is at fault, and making it anew would help.
    fn is_spoilt(&self, error: &IndexError) -> bool {
        match error {
            IndexError::Damaged { dir, .. } => *dir == self.file,
            IndexError::Catalogue(inner) => matches!(
                inner.sqlite_error_code(),
                // Tables that somebody changed are told as an unknown error.
                Some(
                    ErrorCode::DatabaseCorrupt
                        | ErrorCode::NotADatabase
                        | ErrorCode::ConstraintViolation
                        | ErrorCode::TypeMismatch
                        | ErrorCode::Unknown
                )
            ),
            _ => false,
        }
    }

    fn discard(&self) -> Result<(), IndexError> {
        for ending in ["", "-wal", "-shm", "-journal"] {
            let mut name = self.file.clone().into_os_string();
            name.push(ending);
            let path = Path::new(&name);
            match std::fs::remove_file(path) {
                Err(source) if source.kind() != io::ErrorKind::NotFound => {
                    return Err(IndexError::Io { path: path.to_owned(), source });
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// What the pages that changed state now.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TripleNews {
    /// Pages whose rows are given, all of them, beside those that changed.
    pub pages: BTreeSet<String>,
    /// The rows.
    pub rows: Vec<TripleRow>,
}

/// What changed, the versions that are gone, and those that are new.
type Difference = (TripleChanges, Vec<i64>, Vec<PageVersion>);

fn changes(db: &Connection, mark: &str, versions: Versions<'_>) -> Result<Difference, IndexError> {
    let known: Option<String> = db
        .query_row("SELECT value FROM memopage_state WHERE key = 'mark'", [], |row| row.get(0))
        .optional()?;
    let life = |mark: &str| mark.split_once(':').map(|(_, life)| life.to_owned());
    // In another life of the index the numbers mean other pages.
    let is_new = known.as_deref().and_then(life) != life(mark);
    let mut changes = TripleChanges { is_new, ..TripleChanges::default() };
    let recent = if is_new { None } else { recent(db, versions)? };
    let (gone, new) = match recent {
        Some(found) => found,
        None => difference(db, is_new, versions(None)?.0)?,
    };
    for it in &new {
        changes.changed.insert(it.page.clone());
        changes.present.insert(it.page.clone());
    }
    changes.changed.extend(gone.iter().map(|(_, page)| page.clone()));
    if !is_new {
        let mut read = db.prepare(
            "SELECT DISTINCT subject FROM triples WHERE object = ?1 AND object_kind = 'page'",
        )?;
        for page in &changes.changed {
            let rows = read.query_map([page], |row| row.get::<_, String>(0))?;
            for subject in rows {
                changes.about.insert(subject?);
            }
        }
    }
    Ok((changes, gone.into_iter().map(|(number, _)| number).collect(), new))
}

/// Versions that are gone, with their pages, and those that are new.
type Moved = (Vec<(i64, String)>, Vec<PageVersion>);

/// What changed where pages only came or got another version: a version's number is above all before it, so that
/// the others need no look. `None` where a page went as well.
fn recent(db: &Connection, versions: Versions<'_>) -> Result<Option<Moved>, IndexError> {
    let (last, count): (Option<i64>, usize) =
        db.query_row("SELECT max(version), count(*) FROM memopage_seen", [], |row| {
            Ok((row.get(0)?, row.get::<_, i64>(1)?.try_into().unwrap_or(0)))
        })?;
    let Some(last) = last.and_then(|it| u64::try_from(it).ok()) else { return Ok(None) };
    let (new, total) = versions(Some(last))?;
    let mut gone = Vec::new();
    let mut read = db.prepare("SELECT version FROM memopage_seen WHERE page = ?1")?;
    for it in &new {
        for number in read.query_map([&it.page], |row| row.get::<_, i64>(0))? {
            gone.push((number?, it.page.clone()));
        }
    }
    Ok((count + new.len() == total + gone.len()).then_some((gone, new)))
}

/// The same by a look at all versions.
fn difference(
    db: &Connection,
    is_new: bool,
    present: Vec<PageVersion>,
) -> Result<Moved, IndexError> {
    let mut seen: HashMap<i64, String> = HashMap::new();
    if !is_new {
        let mut read = db.prepare("SELECT version, page FROM memopage_seen")?;
        let mut rows = read.query([])?;
        while let Some(row) = rows.next()? {
            seen.insert(row.get(0)?, row.get(1)?);
        }
    }
    let mut new = present;
    new.retain(|it| seen.remove(&signed(it.number)).is_none());
    Ok((seen.into_iter().collect(), new))
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
