//! What changes the catalogue: pages that come, change or go, and the folding of the delta.

use jiff::civil::Date;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use wiki::canon::{Name, keys};
use wiki::path::PagePath;

use super::links::{self, link_name};
use super::{Catalogue, graph, read};
use crate::error::IndexError;
use crate::facets::Facets;
use crate::index::{Put, Touch};
use crate::outline::Outline;
use crate::spelling;

/// A page ready to be written down: where its postings are does not matter here.
pub(crate) struct Stored<'a> {
    /// The caller's page.
    pub(crate) put: &'a Put,
    /// Where its atoms lie.
    pub(crate) outline: &'a Outline,
    /// Its version's number.
    pub(crate) uid: u64,
    /// Whether tantivy has it already.
    pub(crate) folded: Folded,
}

/// Where a version's postings are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Folded {
    /// In memory, made from the text kept beside the row.
    Delta,
    /// In the big index.
    Big,
}

/// A version that waits to be folded.
pub(crate) struct Pending {
    /// Its number.
    pub(crate) uid: u64,
    /// Which page.
    pub(crate) path: PagePath,
    /// The page's whole text.
    pub(crate) text: String,
}

/// What one fold has to do.
pub(crate) struct Fold {
    /// Versions to add.
    pub(crate) add: Vec<Pending>,
    /// Versions whose postings go.
    pub(crate) dead: Vec<u64>,
}

impl Catalogue {
    /// Takes `count` numbers that no version will ever have again; returns the first.
    pub(crate) fn reserve(&self, count: usize) -> Result<u64, IndexError> {
        self.with(|db| {
            let change = immediate(db)?;
            let first = meta(&change, "next_uid")?;
            add_meta(&change, "next_uid", count)?;
            change.commit()?;
            Ok(first)
        })
    }

    /// One transaction: everything in it is visible at once, in every process.
    pub(crate) fn write(
        &self,
        puts: &[Stored<'_>],
        touch: &[Touch],
        remove: &[PagePath],
    ) -> Result<usize, IndexError> {
        self.with(|db| {
            let change = immediate(db)?;
            let mut removed = 0;
            for path in remove {
                removed += usize::from(drop_page(&change, path.as_str())?);
            }
            for stored in puts {
                drop_page(&change, stored.put.page.path.as_str())?;
                drop_file(&change, &stored.put.file)?;
                insert(&change, stored)?;
            }
            for seen in touch {
                let Some(path) = path_in(&change, &seen.file)? else { continue };
                change
                    .prepare_cached("UPDATE pages SET size = ?2, mtime_ns = ?3 WHERE path = ?1")?
                    .execute(params![path, signed(seen.size), nanoseconds(seen.mtime_ns)])?;
            }
            if !puts.is_empty() || removed > 0 {
                add_meta(&change, "changes", 1)?;
            }
            if puts.iter().any(|stored| stored.folded == Folded::Big) {
                add_meta(&change, "generation", 1)?;
            }
            change.commit()?;
            Ok(removed)
        })
    }

    /// How many versions wait, how many bytes they have, and how many dead ones are still in the big index.
    pub(crate) fn waiting(&self) -> Result<(usize, u64, usize), IndexError> {
        self.with(|db| {
            let (pages, bytes): (i64, i64) =
                db.query_row("SELECT count(*), coalesce(sum(bytes), 0) FROM pending", [], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })?;
            let dead: i64 = db.query_row("SELECT count(*) FROM dead", [], |row| row.get(0))?;
            Ok((unsigned(pages) as usize, unsigned(bytes), unsigned(dead) as usize))
        })
    }

    /// The next part of the delta to fold: at least one page, at most about `bytes_max` bytes.
    pub(crate) fn next_fold(&self, bytes_max: u64) -> Result<Fold, IndexError> {
        self.with(|db| {
            let read = db.transaction()?;
            let mut add = Vec::new();
            let mut bytes = 0;
            {
                let mut rows = read.prepare(
                    "SELECT pending.uid, file, bytes FROM pending JOIN pages USING (uid) ORDER BY pending.uid",
                )?;
                let mut rows = rows.query([])?;
                while let Some(row) = rows.next()? {
                    let (uid, file, size): (i64, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
                    if bytes > 0 && bytes + unsigned(size) > bytes_max {
                        break;
                    }
                    bytes += unsigned(size).max(1);
                    add.push((unsigned(uid), file));
                }
            }
            let mut text = read.prepare("SELECT text FROM pending WHERE uid = ?1")?;
            let mut fold = Fold { add: Vec::new(), dead: Vec::new() };
            for (uid, file) in add {
                let text: String = text.query_row([signed(uid)], |row| row.get(0))?;
                fold.add.push(Pending { uid, path: page_path(&file)?, text });
            }
            let mut dead = read.prepare("SELECT uid FROM dead")?;
            for uid in dead.query_map([], |row| row.get::<_, i64>(0))? {
                fold.dead.push(unsigned(uid?));
            }
            Ok(fold)
        })
    }

    /// Records that a fold is in the big index. A version that was replaced meanwhile becomes dead.
    pub(crate) fn folded(&self, fold: &Fold) -> Result<(), IndexError> {
        self.with(|db| {
            let change = immediate(db)?;
            for page in &fold.add {
                let uid = signed(page.uid);
                let live = change
                    .prepare_cached("UPDATE pages SET dirty = 0 WHERE uid = ?1")?
                    .execute([uid])?;
                change.prepare_cached("DELETE FROM pending WHERE uid = ?1")?.execute([uid])?;
                if live == 0 {
                    change
                        .prepare_cached("INSERT OR IGNORE INTO dead VALUES (?1)")?
                        .execute([uid])?;
                }
            }
            for uid in &fold.dead {
                change
                    .prepare_cached("DELETE FROM dead WHERE uid = ?1")?
                    .execute([signed(*uid)])?;
            }
            add_meta(&change, "generation", 1)?;
            add_meta(&change, "changes", 1)?;
            change.commit()?;
            Ok(())
        })
    }

    /// Gives the space of the write-ahead log back, unless a reader still needs it.
    pub(crate) fn shrink_log(&self) -> Result<(), IndexError> {
        self.with(|db| {
            db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
            Ok(())
        })
    }

    /// Gives back the room of whatever is gone, in the file and in its log. Where another process is at
    /// work on it, or the disk has no room for a copy, it stays as it is.
    pub(crate) fn shrink(&self) -> Result<(), IndexError> {
        let shrunk = self.with(|db| {
            // The copy would else be made in memory, whatever its size.
            db.pragma_update(None, "temp_store", "FILE")?;
            db.execute_batch("VACUUM")?;
            Ok(db.pragma_update(None, "temp_store", "MEMORY")?)
        });
        match shrunk {
            Err(error) if error.is_damage() => Err(error),
            _ => self.shrink_log(),
        }
    }

    /// Bytes that [`Self::shrink`] would give back.
    pub(crate) fn free_bytes(&self) -> Result<u64, IndexError> {
        let log = std::fs::metadata(self.file.with_file_name("catalogue.db-wal"));
        let free: i64 = self.with(|db| {
            Ok(db.query_row(
                "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size",
                [],
                |row| row.get(0),
            )?)
        })?;
        Ok(unsigned(free) + log.map_or(0, |log| log.len()))
    }

    /// Tells readers that the big index has other files.
    pub(crate) fn new_generation(&self) -> Result<(), IndexError> {
        self.with(|db| add_meta(db, "generation", 1))
    }

    /// Says in every process whether pages are still missing.
    pub(crate) fn set_rebuilding(&self, rebuilding: u8) -> Result<(), IndexError> {
        self.with(|db| {
            db.execute("UPDATE meta SET value = ?1 WHERE key = 'rebuilding'", [rebuilding])?;
            Ok(())
        })
    }
}

fn immediate(db: &mut Connection) -> Result<Transaction<'_>, IndexError> {
    Ok(db.transaction_with_behavior(TransactionBehavior::Immediate)?)
}

pub(super) fn meta(db: &Connection, key: &str) -> Result<u64, IndexError> {
    let mut read = db.prepare_cached("SELECT value FROM meta WHERE key = ?1")?;
    Ok(unsigned(read.query_row([key], |row| row.get(0))?))
}

fn add_meta(db: &Connection, key: &str, by: usize) -> Result<(), IndexError> {
    db.prepare_cached("UPDATE meta SET value = value + ?2 WHERE key = ?1")?
        .execute(params![key, signed(by as u64)])?;
    Ok(())
}

/// Drops a page's present version; true when there was one.
fn drop_page(db: &Connection, path: &str) -> Result<bool, IndexError> {
    let mut find = db.prepare_cached(
        "SELECT uid, dirty, is_session, atoms, tokens, file, facets FROM pages WHERE path = ?1",
    )?;
    let mut rows = find.query([path])?;
    let Some(row) = rows.next()? else { return Ok(false) };
    let (uid, dirty): (i64, bool) = (row.get(0)?, row.get(1)?);
    let (session, atoms, tokens): (i64, i64, i64) = (row.get(2)?, row.get(3)?, row.get(4)?);
    let file = page_path(row.get_ref(5)?.as_str().map_err(read::unreadable)?)?;
    let facets = read::facets(row.get_ref(6)?.as_str().map_err(read::unreadable)?, &file)?;
    drop_names(db, uid, &file, &facets)?;
    links::remove(db, uid)?;
    if !dirty {
        db.prepare_cached("INSERT OR IGNORE INTO dead VALUES (?1)")?.execute([uid])?;
    }
    for statement in [
        "DELETE FROM pages WHERE uid = ?1",
        "DELETE FROM outlines WHERE uid = ?1",
        "DELETE FROM pending WHERE uid = ?1",
        "DELETE FROM relations WHERE uid = ?1",
    ] {
        db.prepare_cached(statement)?.execute([uid])?;
    }
    count(db, session, [-1, -atoms, -tokens])?;
    Ok(true)
}

/// Drops whatever page a file held under another identity.
fn drop_file(db: &Connection, file: &str) -> Result<(), IndexError> {
    if let Some(path) = path_in(db, file)? {
        drop_page(db, &path)?;
    }
    Ok(())
}

/// The path of the page that is kept in a file.
fn path_in(db: &Connection, file: &str) -> Result<Option<String>, IndexError> {
    let mut find = db.prepare_cached(
        "SELECT path FROM pages WHERE own_file = ?1
         UNION ALL SELECT path FROM pages WHERE path = ?2 AND own_file IS NULL",
    )?;
    // Without the usual ending there is nothing that the second half could find.
    let usual = file.strip_suffix(".md").unwrap_or_default();
    Ok(find.query_row([file, usual], |row| row.get(0)).optional()?)
}

fn count(db: &Connection, session: i64, by: [i64; 3]) -> Result<(), IndexError> {
    db.prepare_cached(
        "UPDATE stats SET pages = pages + ?2, atoms = atoms + ?3, tokens = tokens + ?4 WHERE session = ?1",
    )?
    .execute(params![session, by[0], by[1], by[2]])?;
    Ok(())
}

fn insert(db: &Connection, stored: &Stored<'_>) -> Result<(), IndexError> {
    let Put { file, size, mtime_ns, page, facets, relations } = stored.put;
    let outline = stored.outline;
    let uid = signed(stored.uid);
    let path = page.path.as_str();
    let folded = path.to_lowercase();
    let lower = |value: &Option<String>| value.as_ref().map(|value| value.to_lowercase());
    let day = |date: Option<Date>| date.map(|date| date.to_string());
    db.prepare_cached(
        "INSERT INTO pages(uid, path, own_file, own_folded, size, mtime_ns, revision, type, status, priority,
           scope, domain, day, changed, archived, apart, replaced, session, facets, dirty, atoms, tokens,
           is_session)
         VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,?18,?19,?20,?21,?22,?23)",
    )?
    .execute(params![
        uid,
        path,
        (file.strip_suffix(".md") != Some(path)).then_some(file),
        // SQLite's own `lower` knows ASCII alone.
        (folded != path.to_ascii_lowercase()).then_some(folded),
        signed(*size),
        nanoseconds(*mtime_ns),
        read::revision_bytes(page.revision()),
        lower(&facets.page_type),
        lower(&facets.status),
        lower(&facets.priority),
        lower(&facets.scope),
        lower(&facets.domain),
        day(facets.date()),
        day(facets.updated.or(facets.date())),
        facets.archived,
        facets.apart,
        is_replaced(facets),
        facets.session,
        facets_json(facets, &page.path)?,
        stored.folded == Folded::Delta,
        outline.counted_atoms() as i64,
        outline.tokens as i64,
        outline.is_session(),
    ])?;
    db.prepare_cached("INSERT INTO outlines VALUES (?1, ?2)")?
        .execute(params![uid, outline.to_bytes()])?;
    if stored.folded == Folded::Delta {
        db.prepare_cached("INSERT INTO pending VALUES (?1, ?2, ?3)")?.execute(params![
            uid,
            page.text.len() as i64,
            page.text
        ])?;
    }
    count(
        db,
        i64::from(outline.is_session()),
        [1, outline.counted_atoms() as i64, outline.tokens as i64],
    )?;
    insert_names(db, uid, stored.put)?;
    links::insert(db, uid, page)?;
    graph::insert_relations(db, uid, relations)
}

/// Whether the page says that another one stands in its place.
fn is_replaced(facets: &Facets) -> bool {
    let status = facets.status.as_deref().map(str::to_lowercase);
    matches!(status.as_deref(), Some("superseded" | "deprecated"))
        || facets.superseded_by.iter().any(|name| !name.trim().is_empty())
}

/// A tag as it is looked up.
fn tag_key(tag: &str) -> String {
    tag.trim_start_matches('#').to_lowercase()
}

/// Drops a version's names and tags, which are made again from what it states: an index of them by version
/// would be as large as they are.
fn drop_names(
    db: &Connection,
    uid: i64,
    path: &PagePath,
    facets: &Facets,
) -> Result<(), IndexError> {
    let mut remove = db.prepare_cached("DELETE FROM names WHERE folded = ?1 AND uid = ?2")?;
    let mut silence = db.prepare_cached("DELETE FROM sounds WHERE sound = ?1 AND uid = ?2")?;
    let name = name_of(path, facets);
    for key in keys(&name).into_iter().chain(spelling::keys(&name)) {
        match spelling::is_sound(&key) {
            true => silence.execute([links::tie(&key), uid])?,
            false => remove.execute(params![key, uid])?,
        };
    }
    let mut remove = db.prepare_cached("DELETE FROM supersedes WHERE folded = ?1 AND uid = ?2")?;
    for old in &facets.supersedes {
        remove.execute(params![link_name(old), uid])?;
    }
    let mut remove = db.prepare_cached("DELETE FROM tags WHERE tag = ?1 AND uid = ?2")?;
    for tag in &facets.tags {
        remove.execute(params![tag_key(tag), uid])?;
    }
    Ok(())
}

fn insert_names(db: &Connection, uid: i64, put: &Put) -> Result<(), IndexError> {
    let name = name_of(&put.page.path, &put.facets);
    let mut add = db.prepare_cached("INSERT OR IGNORE INTO names VALUES (?1, ?2)")?;
    let mut sound = db.prepare_cached("INSERT OR IGNORE INTO sounds VALUES (?1, ?2)")?;
    for key in keys(&name).into_iter().chain(spelling::keys(&name)) {
        match spelling::is_sound(&key) {
            true => sound.execute([links::tie(&key), uid])?,
            false => add.execute(params![key, uid])?,
        };
    }
    let mut add = db.prepare_cached("INSERT OR IGNORE INTO tags VALUES (?1, ?2)")?;
    for tag in &put.facets.tags {
        add.execute(params![tag_key(tag), uid])?;
    }
    let mut add = db.prepare_cached("INSERT OR IGNORE INTO supersedes VALUES (?1, ?2)")?;
    for old in &put.facets.supersedes {
        add.execute(params![link_name(old), uid])?;
    }
    Ok(())
}

/// What the catalogue calls a page when names are looked up.
pub(super) fn name_of(path: &PagePath, facets: &Facets) -> Name {
    Name {
        path: path.clone(),
        title: facets.title.clone(),
        aliases: facets.aliases.clone(),
        id: facets.id.clone(),
        page_type: facets.page_type.clone(),
    }
}

/// The page of a stored file; a name that can no longer be one is damage.
pub(super) fn page_path(file: &str) -> Result<PagePath, IndexError> {
    PagePath::from_file(file).map_err(|problem| {
        IndexError::Catalogue(rusqlite::Error::ToSqlConversionFailure(Box::new(problem)))
    })
}

/// SQLite's integers are signed; ours never reach the sign bit.
pub(super) fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

pub(super) fn unsigned(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

/// A time that SQLite has as a number, or as text where it lies beyond the year 2262.
fn nanoseconds(time: i128) -> Value {
    i64::try_from(time).map_or_else(|_| Value::Text(time.to_string()), Value::Integer)
}

/// Facets without what is not stated, which is most of them, and without a title that the file's name has.
fn facets_json(facets: &Facets, path: &PagePath) -> Result<String, IndexError> {
    let mut value = serde_json::to_value(facets).map_err(unwritable)?;
    if let Some(fields) = value.as_object_mut() {
        if facets.title == path.name() {
            fields.remove("title");
        }
        fields.retain(|_, value| match value {
            serde_json::Value::Null | serde_json::Value::Bool(false) => false,
            serde_json::Value::Array(items) => !items.is_empty(),
            serde_json::Value::Object(items) => !items.is_empty(),
            _ => true,
        });
    }
    Ok(value.to_string())
}

pub(super) fn unwritable(error: serde_json::Error) -> IndexError {
    IndexError::Catalogue(rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}
