//! What is asked of the catalogue: rows, names, links, and which versions a query may see.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row as SqlRow, params_from_iter};
use wiki::canon::Name;
use wiki::page::Revision;
use wiki::path::PagePath;

use super::Catalogue;
use super::links::{self, link_name};
use super::write::{name_of, page_path, signed, unsigned};
use crate::error::IndexError;
use crate::facets::Facets;
use crate::index::{Known, Row, Rows};
use crate::outline::Outline;
use crate::query::{Archived, Filters, Order};
use crate::spelling;

/// Between the oldest and the newest version in use, at 128 MiB of bits.
const UID_SPAN_MAX: u64 = 1 << 30;

/// Counters that say whether anything changed since they were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Marks {
    /// Grows when the big index has something new.
    pub(crate) generation: u64,
    /// Grows with every change.
    pub(crate) changes: u64,
    /// Pages are still missing after a rebuild began.
    pub(crate) rebuilding: bool,
}

/// Size of the collection, documents and conversations apart.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Stats {
    /// Pages, atoms, tokens of pages that are no conversations.
    pub(crate) documents: [u64; 3],
    /// Pages, atoms, tokens of conversations.
    pub(crate) sessions: [u64; 3],
}

/// The versions that a query may see, as bits from the smallest number on.
#[derive(Debug, Clone, Default)]
pub(crate) struct Live {
    first: u64,
    bits: Vec<u64>,
    count: usize,
}

impl Live {
    /// `None` when the numbers lie so far apart that one of them is none of ours.
    pub(crate) fn from_ids(ids: &[u64]) -> Option<Self> {
        let (Some(first), Some(last)) = (ids.iter().min(), ids.iter().max()) else {
            return Some(Self::default());
        };
        if last - first > UID_SPAN_MAX {
            return None;
        }
        let words = usize::try_from((last - first) / 64 + 1).unwrap_or(usize::MAX);
        let mut live = Self { first: *first, bits: vec![0; words], count: ids.len() };
        for id in ids {
            let at = id - first;
            live.bits[(at / 64) as usize] |= 1 << (at % 64);
        }
        Some(live)
    }

    /// Whether the version may be seen.
    pub(crate) fn contains(&self, uid: u64) -> bool {
        let Some(at) = uid.checked_sub(self.first) else { return false };
        let word = usize::try_from(at / 64).ok().and_then(|word| self.bits.get(word));
        word.is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// How many versions there are.
    pub(crate) fn len(&self) -> usize {
        self.count
    }
}

/// What a hit says about its page.
#[derive(Debug, Clone)]
pub(crate) struct Info {
    pub(crate) path: PagePath,
    pub(crate) file: String,
    pub(crate) revision: Option<Revision>,
    pub(crate) facets: Facets,
    pub(crate) outline: Outline,
}

/// What ranking wants to know of a page's version; it never changes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Standing {
    pub(crate) day: Option<Date>,
    pub(crate) status: Status,
    pub(crate) priority: Priority,
    /// The conversation that it is a part of.
    pub(crate) session: Option<Arc<str>>,
}

/// How far a page says that it still holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Status {
    #[default]
    Holds,
    Stale,
    /// Superseded, deprecated or archived.
    Replaced,
}

/// How much a page matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Priority {
    Critical,
    High,
    #[default]
    Normal,
    Low,
    Ephemeral,
}

/// What is the same for all queries until something changes.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub(crate) stats: Stats,
    /// Whether any page has a successor.
    pub(crate) has_successors: bool,
    /// Versions that say they replace a page, by the page's folded name.
    pub(crate) successors: HashMap<String, Vec<u64>>,
}

impl Facts {
    /// Versions that say they replace one of these names.
    pub(crate) fn successors_of(&self, names: &[String]) -> Vec<u64> {
        let of = |name: &String| self.successors.get(&link_name(name));
        names.iter().filter_map(of).flatten().copied().collect()
    }
}

/// Versions of logs.
#[derive(Debug, Default)]
pub(crate) struct Logs {
    pub(crate) waiting: Vec<u64>,
    /// Those in the big index, with the number of their atoms.
    pub(crate) folded: Vec<(u64, u64)>,
}

/// A condition in SQL with its values.
pub(super) struct Condition {
    pub(super) sql: String,
    pub(super) values: Vec<Value>,
}

impl Condition {
    pub(super) fn of(filters: &Filters) -> Self {
        let mut condition = Self { sql: "1".to_owned(), values: Vec::new() };
        match filters.archived {
            Archived::Skip => condition.sql.push_str(" AND archived = 0"),
            Archived::Include | Archived::All => {}
            Archived::Only => condition.sql.push_str(" AND archived = 1"),
        }
        // Whoever names the type of such pages means them.
        if !filters.see_apart() {
            condition.sql.push_str(" AND apart = 0");
        }
        if filters.pinned {
            condition.sql.push_str(" AND json_extract(facets, '$.pinned')");
        }
        condition.any_of("type", &filters.types);
        condition.any_of("status", &filters.statuses);
        condition.any_of("priority", &filters.priorities);
        condition.any_of("domain", &filters.domains);
        if !filters.scopes.is_empty() {
            condition.sql.push_str(" AND (scope IS NULL OR scope = ''");
            for scope in &filters.scopes {
                condition.sql.push_str(" OR scope = ?");
                condition.values.push(Value::Text(scope.to_lowercase()));
            }
            condition.sql.push(')');
        }
        condition.tags(&filters.tags);
        condition.paths(&filters.paths);
        for (bound, sign) in [(filters.after, ">="), (filters.before, "<=")] {
            if let Some(day) = bound {
                condition.sql.push_str(&format!(" AND day {sign} ?"));
                condition.values.push(Value::Text(day.to_string()));
            }
        }
        condition
    }

    fn any_of(&mut self, column: &str, values: &[String]) {
        if values.is_empty() {
            return;
        }
        let marks = vec!["?"; values.len()].join(",");
        self.sql.push_str(&format!(" AND {column} IN ({marks})"));
        self.values.extend(values.iter().map(|value| Value::Text(value.to_lowercase())));
    }

    fn tags(&mut self, tags: &[String]) {
        if tags.is_empty() {
            return;
        }
        let each = "tag = ? OR (tag > ? AND tag < ?)";
        let any = vec![each; tags.len()].join(" OR ");
        self.sql.push_str(&format!(" AND uid IN (SELECT uid FROM tags WHERE {any})"));
        for tag in tags {
            let tag = tag.trim_start_matches('#').to_lowercase();
            // `0` follows `/` in byte order, so this range is exactly the tag's children.
            self.values.push(Value::Text(tag.clone()));
            self.values.push(Value::Text(format!("{tag}/")));
            self.values.push(Value::Text(format!("{tag}0")));
        }
    }

    fn paths(&mut self, paths: &[String]) {
        let paths: Vec<String> = paths
            .iter()
            .map(|path| path.trim().trim_start_matches("./").trim_matches('/').to_lowercase())
            .map(|path| path.strip_suffix(".md").map(str::to_owned).unwrap_or(path))
            .collect();
        if paths.is_empty() || paths.iter().any(String::is_empty) {
            return;
        }
        let each = "folded = ? OR (folded > ? AND folded < ?)";
        let any = vec![each; paths.len()].join(" OR ");
        self.sql.push_str(&format!(" AND ({any})"));
        for path in paths {
            self.values.push(Value::Text(path.clone()));
            self.values.push(Value::Text(format!("{path}/")));
            self.values.push(Value::Text(format!("{path}0")));
        }
    }
}

impl Catalogue {
    pub(crate) fn marks(&self) -> Result<Marks, IndexError> {
        self.with(|db| marks(db))
    }

    pub(crate) fn stats(&self) -> Result<Stats, IndexError> {
        self.with(|db| stats(db))
    }

    /// What the present pages say together.
    pub(crate) fn facts(&self) -> Result<Facts, IndexError> {
        self.with(|db| {
            let read = db.transaction()?;
            let mut facts = Facts { stats: stats(&read)?, ..Facts::default() };
            let mut rows = read.prepare_cached("SELECT folded, uid FROM supersedes")?;
            let mut rows = rows.query([])?;
            while let Some(row) = rows.next()? {
                let uid = unsigned(row.get(1)?);
                facts.successors.entry(row.get(0)?).or_default().push(uid);
            }
            let mut replaced =
                read.prepare_cached("SELECT EXISTS(SELECT 1 FROM pages WHERE replaced)")?;
            let replaced: bool = replaced.query_row([], |row| row.get(0))?;
            facts.has_successors = replaced || !facts.successors.is_empty();
            Ok(facts)
        })
    }

    /// The versions in the big index that pass, and those of the delta that pass.
    pub(crate) fn live(&self, filters: &Filters) -> Result<(Live, Vec<u64>), IndexError> {
        let condition = Condition::of(filters);
        self.with(|db| {
            let sql = format!("SELECT uid, dirty FROM pages WHERE {}", condition.sql);
            let mut read = db.prepare_cached(&sql)?;
            let mut rows = read.query(params_from_iter(&condition.values))?;
            let (mut big, mut delta) = (Vec::new(), Vec::new());
            while let Some(row) = rows.next()? {
                let (uid, dirty): (i64, bool) = (row.get(0)?, row.get(1)?);
                if dirty { &mut delta } else { &mut big }.push(unsigned(uid));
            }
            let big =
                Live::from_ids(&big).ok_or_else(|| self.damaged("a page's number is absurd"))?;
            Ok((big, delta))
        })
    }

    /// All versions that wait to be folded, in order, and those that are gone but still in the big index.
    pub(crate) fn unsettled(&self) -> Result<(Vec<u64>, Vec<u64>), IndexError> {
        self.with(|db| {
            let uids = |sql: &str| -> Result<Vec<u64>, IndexError> {
                let mut read = db.prepare_cached(sql)?;
                let rows = read.query_map([], |row| row.get::<_, i64>(0))?;
                rows.map(|uid| Ok(unsigned(uid?))).collect()
            };
            Ok((
                uids("SELECT uid FROM pages WHERE dirty = 1 ORDER BY uid")?,
                uids("SELECT uid FROM dead")?,
            ))
        })
    }

    /// Versions of logs that say what was done to the vault: those that wait, and those in the big index with the
    /// number of their atoms.
    pub(crate) fn logs(&self) -> Result<Logs, IndexError> {
        self.with(|db| {
            let mut read = db.prepare_cached(
                "SELECT uid, dirty, atoms FROM pages
                 WHERE dirty IN (0, 1) AND archived IN (0, 1) AND apart = 1 AND type = 'log'",
            )?;
            let mut rows = read.query([])?;
            let mut logs = Logs::default();
            while let Some(row) = rows.next()? {
                let uid = unsigned(row.get(0)?);
                match row.get(1)? {
                    true => logs.waiting.push(uid),
                    false => logs.folded.push((uid, unsigned(row.get(2)?))),
                }
            }
            Ok(logs)
        })
    }

    /// Texts of versions that wait to be folded.
    pub(crate) fn pending(&self, uids: &[u64]) -> Result<Vec<super::Pending>, IndexError> {
        self.with(|db| {
            let mut read = db.prepare_cached(
                "SELECT file, text FROM pending JOIN pages USING (uid) WHERE pending.uid = ?1",
            )?;
            let mut found = Vec::new();
            for uid in uids {
                let row = read
                    .query_row([signed(*uid)], |row| Ok((row.get::<_, String>(0)?, row.get(1)?)))
                    .optional()?;
                if let Some((file, text)) = row {
                    found.push(super::Pending { uid: *uid, path: page_path(&file)?, text });
                }
            }
            Ok(found)
        })
    }

    /// What hits say about their pages.
    pub(crate) fn infos(&self, uids: &[u64]) -> Result<HashMap<u64, Info>, IndexError> {
        self.with(|db| {
            let mut read = db.prepare_cached(
                "SELECT file, revision, facets, data FROM pages JOIN outlines USING (uid) WHERE pages.uid = ?1",
            )?;
            let mut infos = HashMap::new();
            for uid in uids {
                let mut rows = read.query([signed(*uid)])?;
                let Some(row) = rows.next()? else { continue };
                let file: String = row.get(0)?;
                let path = page_path(&file)?;
                let outline = row.get_ref(3)?.as_blob().map_err(unreadable)?;
                let info = Info {
                    revision: revision(row, 1)?,
                    facets: facets(row.get_ref(2)?.as_str().map_err(unreadable)?, &path)?,
                    path,
                    file,
                    outline: Outline::from_bytes(outline).map_err(unreadable)?,
                };
                infos.insert(*uid, info);
            }
            Ok(infos)
        })
    }

    pub(crate) fn known(&self) -> Result<HashMap<String, Known>, IndexError> {
        self.with(|db| {
            let mut read = db.prepare("SELECT file, size, mtime_ns, revision FROM pages")?;
            let mut rows = read.query([])?;
            let mut known = HashMap::new();
            while let Some(row) = rows.next()? {
                let Some(revision) = revision(row, 3)? else { continue };
                let (size, mtime_ns) = (unsigned(row.get(1)?), nanoseconds(row, 2)?);
                known.insert(row.get(0)?, Known { size, mtime_ns, revision });
            }
            Ok(known)
        })
    }

    pub(crate) fn row(&self, path: &PagePath) -> Result<Option<Row>, IndexError> {
        self.with(|db| {
            let mut read = db.prepare_cached(&format!("{ROW} WHERE path = ?1"))?;
            let mut rows = read.query([path.as_str()])?;
            rows.next()?.map(row).transpose()
        })
    }

    pub(crate) fn rows(
        &self,
        filters: &Filters,
        order: Order,
        page: (usize, usize),
    ) -> Result<Rows, IndexError> {
        let condition = Condition::of(filters);
        let by = by(order);
        self.with(|db| {
            let total: i64 = db.query_row(
                &format!("SELECT count(*) FROM pages WHERE {}", condition.sql),
                params_from_iter(&condition.values),
                |row| row.get(0),
            )?;
            let mut values = condition.values.clone();
            values.push(Value::Integer(i64::try_from(page.1).unwrap_or(i64::MAX)));
            values.push(Value::Integer(i64::try_from(page.0).unwrap_or(i64::MAX)));
            let sql = format!("{ROW} WHERE {} ORDER BY {by} LIMIT ? OFFSET ?", condition.sql);
            let mut read = db.prepare_cached(&sql)?;
            let mut found = read.query(params_from_iter(&values))?;
            let mut rows = Vec::new();
            while let Some(found) = found.next()? {
                rows.push(row(found)?);
            }
            Ok(Rows { rows, total: unsigned(total) as usize })
        })
    }

    /// Pages that are called so, by a folded key.
    pub(crate) fn names(&self, folded: &str) -> Result<Vec<Name>, IndexError> {
        self.with(|db| {
            let of = match spelling::is_sound(folded) {
                true => "sounds JOIN pages USING (uid) WHERE sound = ?1",
                false => "names JOIN pages USING (uid) WHERE names.folded = ?1",
            };
            let mut read =
                db.prepare_cached(&format!("SELECT file, facets FROM {of} ORDER BY path"))?;
            let rows = read.query_map([key_of(folded)], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.map(|row| name(row?)).collect()
        })
    }

    /// The types that pages have, in lower case.
    pub(crate) fn types(&self) -> Result<Vec<String>, IndexError> {
        self.values_of("SELECT DISTINCT type FROM pages WHERE type IS NOT NULL")
    }

    /// The statuses that pages have, in lower case.
    pub(crate) fn statuses(&self) -> Result<Vec<String>, IndexError> {
        self.values_of("SELECT DISTINCT status FROM pages WHERE status IS NOT NULL")
    }

    fn values_of(&self, sql: &str) -> Result<Vec<String>, IndexError> {
        self.with(|db| {
            let mut read = db.prepare_cached(sql)?;
            let values = read.query_map([], |row| row.get(0))?;
            Ok(values.collect::<Result<_, _>>()?)
        })
    }

    /// The versions that are called so.
    pub(crate) fn named(&self, folded: &[String]) -> Result<Vec<u64>, IndexError> {
        self.with(|db| {
            let mut names =
                db.prepare_cached("SELECT uid FROM names WHERE folded = ?1 LIMIT 64")?;
            let mut sounds =
                db.prepare_cached("SELECT uid FROM sounds WHERE sound = ?1 LIMIT 64")?;
            let mut found = Vec::new();
            for key in folded {
                let read = if spelling::is_sound(key) { &mut sounds } else { &mut names };
                for uid in read.query_map([key_of(key)], |row| row.get(0))? {
                    found.push(unsigned(uid?));
                }
            }
            Ok(found)
        })
    }

    /// Versions whose day lies between the two and that pass, the latest first, at most `limit`.
    pub(crate) fn of_days(
        &self,
        from: Date,
        to: Date,
        passes: impl Fn(u64) -> bool,
        limit: usize,
    ) -> Result<Vec<u64>, IndexError> {
        self.with(|db| {
            let mut read = db.prepare_cached(
                "SELECT uid FROM pages WHERE day BETWEEN ?1 AND ?2 ORDER BY day DESC, uid",
            )?;
            let all = read
                .query_map((from.to_string(), to.to_string()), |row| Ok(unsigned(row.get(0)?)))?;
            let passing = all.filter(|uid| uid.as_ref().map_or(true, |uid| passes(*uid)));
            Ok(passing.take(limit).collect::<Result<_, _>>()?)
        })
    }

    /// Whether a page stands in this folder or below it.
    pub(crate) fn holds_below(&self, folder: &str) -> Result<bool, IndexError> {
        // `0` is what follows `/`.
        let (from, to) = (format!("{folder}/"), format!("{folder}0"));
        self.with(|db| {
            let mut read =
                db.prepare_cached("SELECT 1 FROM pages WHERE path > ?1 AND path < ?2 LIMIT 1")?;
            Ok(read.exists((from, to))?)
        })
    }

    pub(crate) fn all_names(&self) -> Result<Vec<Name>, IndexError> {
        self.with(|db| {
            let mut read = db.prepare("SELECT file, facets FROM pages ORDER BY path")?;
            let rows = read.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.map(|row| name(row?)).collect()
        })
    }

    /// Every tag in use with the number of its pages.
    pub(crate) fn tags(&self) -> Result<Vec<(String, usize)>, IndexError> {
        self.with(|db| {
            let mut read =
                db.prepare("SELECT tag, count(*) FROM tags GROUP BY tag ORDER BY tag")?;
            let rows = read.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)?)))?;
            let mut tags = Vec::new();
            for row in rows {
                let (tag, count): (String, i64) = row?;
                tags.push((tag, unsigned(count) as usize));
            }
            Ok(tags)
        })
    }

    /// What ranking wants to know of these versions, beside each its number.
    pub(crate) fn standings(&self, uids: &[u64]) -> Result<Vec<(u64, Standing)>, IndexError> {
        self.with(|db| {
            let db = db.transaction()?;
            let mut read = db.prepare_cached(
                "SELECT day, status, priority, session, replaced FROM pages WHERE uid = ?1",
            )?;
            let mut found = Vec::with_capacity(uids.len());
            for uid in uids {
                let mut rows = read.query([signed(*uid)])?;
                let Some(row) = rows.next()? else { continue };
                found.push((*uid, standing(row)?));
            }
            Ok(found)
        })
    }

    /// The same of every page.
    pub(crate) fn all_standings(&self) -> Result<Vec<(u64, Standing)>, IndexError> {
        self.with(|db| {
            let mut read =
                db.prepare("SELECT day, status, priority, session, replaced, uid FROM pages")?;
            let mut rows = read.query([])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                found.push((unsigned(row.get(5)?), standing(row)?));
            }
            Ok(found)
        })
    }

    pub(crate) fn count(&self) -> Result<usize, IndexError> {
        self.with(|db| {
            let pages: i64 = db.query_row("SELECT sum(pages) FROM stats", [], |row| row.get(0))?;
            Ok(unsigned(pages) as usize)
        })
    }
}

/// An order in SQL.
pub(super) fn by(order: Order) -> &'static str {
    match order {
        Order::Path => "path",
        Order::Latest => "day IS NULL, day DESC, path",
        Order::Earliest => "day IS NULL, day, path",
        Order::Changed => "changed IS NULL, changed DESC, mtime_ns DESC, path",
    }
}

pub(super) const ROW: &str = "SELECT file, size, mtime_ns, revision, facets FROM pages";

pub(super) fn row(found: &SqlRow<'_>) -> Result<Row, IndexError> {
    let file: String = found.get(0)?;
    let path = page_path(&file)?;
    let revision = revision(found, 3)?.ok_or(rusqlite::Error::InvalidQuery)?;
    Ok(Row {
        size: unsigned(found.get(1)?),
        mtime_ns: nanoseconds(found, 2)?,
        revision,
        facets: facets(found.get_ref(4)?.as_str().map_err(unreadable)?, &path)?,
        path,
        file,
    })
}

pub(super) fn name((file, json): (String, String)) -> Result<Name, IndexError> {
    let path = page_path(&file)?;
    Ok(name_of(&path, &facets(&json, &path)?))
}

/// What a page states; without a title it is called as its file is.
pub(super) fn facets(json: &str, path: &PagePath) -> Result<Facets, IndexError> {
    let mut facets: Facets = serde_json::from_str(json).map_err(unreadable)?;
    if facets.title.is_empty() {
        facets.title = path.name().to_owned();
    }
    Ok(facets)
}

/// What is looked up for a key: the number that stands for a sound, else the name itself.
fn key_of(key: &str) -> Value {
    match spelling::is_sound(key) {
        true => Value::Integer(links::tie(key)),
        false => Value::Text(key.to_owned()),
    }
}

/// A revision as it is kept.
pub(super) fn revision_bytes(revision: Revision) -> Vec<u8> {
    let number = u128::from_str_radix(&revision.to_string(), 16);
    number.expect("because a revision is shown as 32 hex digits").to_be_bytes().to_vec()
}

/// A revision's bytes as it is shown.
pub(super) fn hex(bytes: &[u8; 16]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// The revision in a row's column, if it is one.
fn revision(row: &SqlRow<'_>, at: usize) -> Result<Option<Revision>, IndexError> {
    let bytes = <[u8; 16]>::try_from(row.get_ref(at)?.as_blob().map_err(unreadable)?);
    Ok(bytes.ok().and_then(|bytes| hex(&bytes).parse().ok()))
}

/// The time in a row's column; a text where it is too large for a number of SQLite's.
fn nanoseconds(row: &SqlRow<'_>, at: usize) -> Result<i128, IndexError> {
    Ok(match row.get_ref(at)? {
        ValueRef::Integer(time) => time.into(),
        other => other.as_str().map_err(unreadable)?.parse().unwrap_or(0),
    })
}

pub(super) fn unreadable(error: impl std::error::Error + Send + Sync + 'static) -> IndexError {
    IndexError::Catalogue(rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}

/// `day, status, priority, session, replaced`
fn standing(row: &SqlRow<'_>) -> Result<Standing, IndexError> {
    let text = |at: usize| Ok::<_, IndexError>(row.get_ref(at)?.as_str_or_null().ok().flatten());
    let replaced: bool = row.get(4)?;
    let status = match text(1)? {
        _ if replaced => Status::Replaced,
        Some("archived") => Status::Replaced,
        Some("stale") => Status::Stale,
        _ => Status::Holds,
    };
    let priority = match text(2)? {
        Some("critical") => Priority::Critical,
        Some("high") => Priority::High,
        Some("low") => Priority::Low,
        Some("ephemeral") => Priority::Ephemeral,
        _ => Priority::Normal,
    };
    let day = text(0)?.and_then(|day| day.parse().ok());
    Ok(Standing { day, status, priority, session: text(3)?.map(Arc::from) })
}

fn stats(db: &Connection) -> Result<Stats, IndexError> {
    let mut stats = Stats::default();
    let mut read = db.prepare_cached("SELECT session, pages, atoms, tokens FROM stats")?;
    let mut rows = read.query([])?;
    while let Some(row) = rows.next()? {
        let mut read = [0; 3];
        for (at, value) in read.iter_mut().enumerate() {
            *value = unsigned(row.get(at + 1)?);
        }
        let session: i64 = row.get(0)?;
        *(if session == 0 { &mut stats.documents } else { &mut stats.sessions }) = read;
    }
    Ok(stats)
}

fn marks(db: &Connection) -> Result<Marks, IndexError> {
    let mut read = db.prepare_cached(
        "SELECT (SELECT value FROM meta WHERE key = 'generation'),
           (SELECT value FROM meta WHERE key = 'changes'),
           (SELECT value FROM meta WHERE key = 'rebuilding')",
    )?;
    Ok(read.query_row([], |row| {
        Ok(Marks {
            generation: unsigned(row.get(0)?),
            changes: unsigned(row.get(1)?),
            rebuilding: row.get::<_, i64>(2)? > 0,
        })
    })?)
}
