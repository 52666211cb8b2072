//! How pages hang together, as far as their own words tell: relations, who names whom, who is named most.
//!
//! Nothing is resolved here. A name may mean several pages, and which of them a link reaches is the
//! caller's business; so each answer says who *names* a page. No query holds more than it returns,
//! apart from one number for each page, two for each name and, of pages that are linked by several names,
//! one for each link.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use rusqlite::{Connection, Row as SqlRow, params};
use wiki::canon::{Name, fold};
use wiki::link::Link;
use wiki::path::PagePath;
use wiki::relation::{Object, Triple};

use super::Catalogue;
use super::links::{self, file_name, link_name, of_path};
use super::read::{name, unreadable};
use super::write::{page_path, unwritable};
use crate::error::IndexError;

/// The ways that one page can be tied to another, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tie {
    /// By a relation.
    Relation,
    /// By a link of any kind.
    Link,
}

/// A page with the number of pages that name it; the more, the earlier, and then by path.
type Linked = (Reverse<usize>, String);

impl Catalogue {
    pub(crate) fn links_from(&self, path: &PagePath) -> Result<Vec<Link>, IndexError> {
        self.with(|db| Ok(of_path(db, path)?.into_iter().map(|led| led.link).collect()))
    }

    /// Links whose last component, folded, is one of `names`.
    pub(crate) fn links_named(
        &self,
        names: &[String],
    ) -> Result<Vec<(PagePath, Link)>, IndexError> {
        self.with(|db| {
            let mut read = db.prepare_cached(
                "SELECT file, data FROM ties JOIN pages USING (uid) JOIN links USING (uid)
                 WHERE name = ?1 ORDER BY path",
            )?;
            let mut links = Vec::new();
            for name in names.iter().map(|name| link_name(name)) {
                let mut rows = read.query([links::tie(&name)])?;
                while let Some(row) = rows.next()? {
                    let path = page_path(row.get_ref(0)?.as_str().map_err(unreadable)?)?;
                    let all = links::links(row, 1)?.into_iter().map(|led| led.link);
                    let those = all.filter(|link| link_name(&link.target) == name);
                    links.extend(those.map(|link| (path.clone(), link)));
                }
            }
            Ok(links)
        })
    }

    /// The relations that a page states, in its order.
    pub(crate) fn relations_from(&self, page: &PagePath) -> Result<Vec<Triple>, IndexError> {
        self.with(|db| {
            let mut read = db.prepare_cached(
                "SELECT file, predicate, data FROM relations JOIN pages USING (uid) WHERE path = ?1 ORDER BY at",
            )?;
            let mut rows = read.query([page.as_str()])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                found.push(triple(row)?);
            }
            Ok(found)
        })
    }

    /// Relations of pages in sight, `limit` of them by page and place after `after`; with `predicate`
    /// only those.
    pub(crate) fn relations_after(
        &self,
        predicate: Option<&str>,
        after: Option<&(String, usize)>,
        limit: usize,
    ) -> Result<Vec<(usize, Triple)>, IndexError> {
        let (path, at) = after.map_or(("", 0), |(path, at)| (path.as_str(), *at));
        self.with(|db| {
            // By page, so that the order is the path's and whatever comes first is given first.
            let mut read = db.prepare_cached(
                "SELECT file, predicate, data, at FROM pages CROSS JOIN relations USING (uid)
                 WHERE path >= ?1 AND (path > ?1 OR at > ?2) AND archived = 0 AND apart = 0 AND (?3 IS NULL OR predicate = ?3)
                 ORDER BY path, at LIMIT ?4",
            )?;
            let at = after.map_or(-1, |_| integer(at));
            let mut rows = read.query(params![path, at, predicate, integer(limit)])?;
            let mut found = Vec::new();
            while let Some(row) = rows.next()? {
                let at: i64 = row.get(3)?;
                found.push((usize::try_from(at).unwrap_or(0), triple(row)?));
            }
            Ok(found)
        })
    }

    /// Pages in sight that name one of `names` in a link or a relation, by path after `after`.
    pub(crate) fn naming(
        &self,
        names: &[String],
        tie: Tie,
        after: Option<&PagePath>,
        limit: usize,
    ) -> Result<Vec<PagePath>, IndexError> {
        let table = match tie {
            Tie::Link => "ties",
            Tie::Relation => "relations",
        };
        // One parameter, since a page may have more aliases than a statement may have of those.
        let names = match tie {
            Tie::Link => serde_json::to_string(&ties(names)),
            Tie::Relation => serde_json::to_string(&folded(names)),
        };
        let names = names.map_err(unwritable)?;
        // Of each page that names a hub one number is kept, and of paths no more than are asked for.
        let sql = format!(
            "SELECT path, file FROM
               (SELECT DISTINCT uid FROM {table} WHERE name IN (SELECT value FROM json_each(?1)))
               CROSS JOIN pages USING (uid)
             WHERE archived = 0 AND apart = 0 AND path > ?2 ORDER BY path LIMIT ?3"
        );
        let after = after.map_or("", PagePath::as_str);
        self.with(|db| {
            let mut read = db.prepare_cached(&sql)?;
            let rows = read
                .query_map(params![names, after, integer(limit)], |row| row.get::<_, String>(1))?;
            rows.map(|file| page_path(&file?)).collect()
        })
    }

    /// The links of a page that name one of `names`, in its order.
    pub(crate) fn links_between(
        &self,
        from: &PagePath,
        names: &[String],
    ) -> Result<Vec<Link>, IndexError> {
        let names = folded(names);
        self.with(|db| {
            let mut links = of_path(db, from)?;
            let named = |name: String| names.binary_search(&name).is_ok();
            links.retain(|led| named(link_name(&led.link.target)));
            Ok(links.into_iter().map(|led| led.link).collect())
        })
    }

    /// Every page that a link with this target can reach.
    pub(crate) fn reachable(&self, target: &str) -> Result<Vec<Name>, IndexError> {
        let whole = fold(target.trim().trim_end_matches(".md"));
        let mut keys = vec![link_name(target), file_name(target), whole];
        keys.dedup();
        self.with(|db| {
            let mut read = db.prepare_cached(
                "SELECT file, facets FROM names JOIN pages USING (uid) WHERE names.folded = ?1 ORDER BY path",
            )?;
            let (mut names, mut seen) = (Vec::new(), HashSet::new());
            for key in keys {
                let rows = read.query_map([key], |row| Ok((row.get(0)?, row.get(1)?)))?;
                for row in rows {
                    let name = name(row?)?;
                    if seen.insert(name.path.clone()) {
                        names.push(name);
                    }
                }
            }
            Ok(names)
        })
    }

    /// Pages in sight after `after`, those that most others name first, and how many there are.
    pub(crate) fn most_named(
        &self,
        after: Option<&Linked>,
        limit: usize,
    ) -> Result<(Vec<Linked>, usize), IndexError> {
        self.with(|db| {
            let read = db.transaction()?;
            let hidden = hidden(&read)?;
            let counts = counts(&read, &hidden)?;
            let mut paths = read.prepare_cached("SELECT path, uid FROM pages ORDER BY path")?;
            let mut rows = paths.query([])?;
            let (mut best, mut total) = (BinaryHeap::new(), 0);
            while let Some(row) = rows.next()? {
                let uid: i64 = row.get(1)?;
                if hidden.contains(&uid) {
                    continue;
                }
                total += 1;
                let count = Reverse(counts.get(&uid).copied().unwrap_or(0));
                let path = row.get_ref(0)?.as_str().map_err(unreadable)?;
                let this = (count, path);
                let is_later = after.is_none_or(|it| this > (it.0, it.1.as_str()));
                let is_worse = best.len() == limit
                    && best.peek().is_some_and(|it: &Linked| this >= (it.0, it.1.as_str()));
                if is_later && !is_worse {
                    best.push((count, path.to_owned()));
                    if best.len() > limit {
                        best.pop();
                    }
                }
            }
            Ok((best.into_sorted_vec(), total))
        })
    }

    /// What the relations and types in the catalogue were read by; 0 where nobody said so.
    pub(crate) fn read_by(&self) -> Result<i64, IndexError> {
        self.with(|db| {
            let mut read = db.prepare_cached("SELECT value FROM meta WHERE key = 'schema'")?;
            Ok(read.query_row([], |row| row.get(0))?)
        })
    }

    /// Notes what they were read by.
    pub(crate) fn set_read_by(&self, schema: i64) -> Result<(), IndexError> {
        self.with(|db| {
            db.execute("UPDATE meta SET value = ?1 WHERE key = 'schema'", [schema])?;
            Ok(())
        })
    }
}

/// Versions that are out of sight; few in most vaults.
fn hidden(db: &Connection) -> Result<HashSet<i64>, IndexError> {
    let mut read = db.prepare_cached("SELECT uid FROM pages WHERE archived = 1 OR apart = 1")?;
    let found = read.query_map([], |row| row.get(0))?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// How many pages in sight name each version, by whichever of its names.
fn counts(db: &Connection, hidden: &HashSet<i64>) -> Result<HashMap<i64, usize>, IndexError> {
    let mut counts: HashMap<i64, usize> = HashMap::new();
    let mut several: HashSet<i64> = HashSet::new();
    each_met(db, hidden, &mut |uid, naming| {
        let own = usize::from(naming.binary_search(&uid).is_ok());
        if counts.insert(uid, naming.len() - own).is_some() {
            several.insert(uid);
        }
    })?;
    if several.is_empty() {
        return Ok(counts);
    }
    // A page that links by two of the names is one page.
    let mut pairs: Vec<(i64, i64)> = Vec::new();
    each_met(db, hidden, &mut |uid, naming| {
        if several.contains(&uid) {
            pairs.extend(naming.iter().filter(|by| **by != uid).map(|by| (uid, *by)));
        }
    })?;
    pairs.sort_unstable();
    pairs.dedup();
    for uid in &several {
        counts.insert(*uid, 0);
    }
    for (uid, _) in pairs {
        *counts.entry(uid).or_default() += 1;
    }
    Ok(counts)
}

/// Calls `met` with each version and the versions in sight, in order, that link to one of its names, once
/// for each such name. Both are read once, and met in the order of the numbers that stand for names: a
/// look-up for each link would take several times as long.
fn each_met(
    db: &Connection,
    hidden: &HashSet<i64>,
    met: &mut dyn FnMut(i64, &[i64]),
) -> Result<(), IndexError> {
    let mut names = db.prepare_cached("SELECT folded, uid FROM names")?;
    let mut rows = names.query([])?;
    let mut named: Vec<(i64, i64)> = Vec::new();
    while let Some(row) = rows.next()? {
        let name = row.get_ref(0)?.as_str().map_err(unreadable)?;
        named.push((links::tie(name), row.get(1)?));
    }
    named.sort_unstable();
    let mut named = named.chunk_by(|a, b| a.0 == b.0).peekable();
    let mut ties = db.prepare_cached("SELECT name, uid FROM ties ORDER BY name, uid")?;
    let mut rows = ties.query([])?;
    let (mut tie, mut naming): (i64, Vec<i64>) = (-1, Vec::new());
    loop {
        let next: Option<(i64, i64)> = match rows.next()? {
            Some(row) => Some((row.get(0)?, row.get(1)?)),
            None => None,
        };
        if next.is_none_or(|(name, _)| name != tie) && !naming.is_empty() {
            while named.next_if(|of| of[0].0 < tie).is_some() {}
            if let Some(of) = named.next_if(|of| of[0].0 == tie) {
                of.iter().for_each(|(_, uid)| met(*uid, &naming));
            }
            naming.clear();
        }
        let Some((name, uid)) = next else { return Ok(()) };
        tie = name;
        if !hidden.contains(&uid) {
            naming.push(uid);
        }
    }
}

/// Writes a version's relations down.
pub(super) fn insert_relations(
    db: &Connection,
    uid: i64,
    relations: &[Triple],
) -> Result<(), IndexError> {
    let mut add = db.prepare_cached("INSERT INTO relations VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (at, triple) in relations.iter().enumerate() {
        let (object, name) = match &triple.object {
            Object::Page(target) => (target, Some(link_name(target))),
            Object::Text(text) => (text, None),
        };
        let data: Data =
            (object.clone(), name.is_some(), triple.added, triple.confidence, triple.line);
        let data = serde_json::to_string(&data).map_err(unwritable)?;
        add.execute(params![uid, integer(at), triple.predicate, name, data])?;
    }
    Ok(())
}

/// Object, whether it is a page, since when, how sure, on which line.
type Data = (String, bool, Option<jiff::civil::Date>, f64, usize);

/// `file, predicate, data`
fn triple(row: &SqlRow<'_>) -> Result<Triple, IndexError> {
    let data = row.get_ref(2)?.as_str().map_err(unreadable)?;
    let (object, is_page, added, confidence, line): Data =
        serde_json::from_str(data).map_err(unreadable)?;
    Ok(Triple {
        subject: page_path(&row.get::<_, String>(0)?)?,
        predicate: row.get(1)?,
        object: if is_page { Object::Page(object) } else { Object::Text(object) },
        added,
        confidence,
        line,
    })
}

fn folded(names: &[String]) -> Vec<String> {
    let mut folded: Vec<String> = names.iter().map(|name| link_name(name)).collect();
    folded.sort();
    folded.dedup();
    folded
}

fn ties(names: &[String]) -> Vec<i64> {
    folded(names).iter().map(|name| links::tie(name)).collect()
}

fn integer(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
