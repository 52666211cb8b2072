//! Links as edges between versions of pages, each with the words that stand before it.

use std::collections::{BTreeSet, HashSet};

use rusqlite::Connection;
use wiki::canon::{fold, keys};
use wiki::link::{Link, LinkOrigin};
use wiki::page::Page;

use super::links::{self, Led, file_name, link_name};
use super::write::{name_of, page_path, signed, unsigned};
use super::{Catalogue, read};
use crate::error::IndexError;

/// Characters of a line before a link that are kept.
const LEAD_CHARS: usize = 48;
/// Bytes before a link in which its line is looked for.
const LINE_BYTES: usize = 400;
/// Pages that one target may mean.
const NAMESAKES: i64 = 4;

/// Which end of a link a page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// It has the link.
    Out,
    /// The link leads to it.
    Into,
}

/// The other end of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The page there.
    pub(crate) uid: u64,
    /// The key or the words before the link.
    pub(crate) lead: String,
}

/// What says in which relation a link stands: the head's key, the item's key, or the words before it.
pub(super) fn lead(page: &Page, link: &Link) -> String {
    if let LinkOrigin::Head { key } = &link.origin {
        return key.clone();
    }
    let from = page.text.ceil_char_boundary(link.span.start.saturating_sub(LINE_BYTES));
    let before = page.text.get(from..link.span.start).unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or(before);
    let key = line.split_once([':', '：']).map(|(key, _)| key).filter(|key| !key.contains("]]"));
    let words = key.unwrap_or_else(|| line.rsplit("]]").next().unwrap_or(line));
    let words =
        words.trim_matches(|char: char| char.is_whitespace() || "-*+>#|~_`[(".contains(char));
    let skip = words.chars().count().saturating_sub(LEAD_CHARS);
    words.chars().skip(skip).collect()
}

impl Catalogue {
    /// The other ends of a page's links, in the order of the links, at most `limit`; each once, with the
    /// words of every link to it.
    pub(crate) fn edges(&self, of: u64, way: Way, limit: usize) -> Result<Vec<Edge>, IndexError> {
        self.with(|db| {
            let mut edges = Edges { of, limit, found: Vec::new() };
            match way {
                Way::Out => from_page(db, &mut edges)?,
                Way::Into => to_page(db, &mut edges)?,
            }
            Ok(edges.found)
        })
    }
}

/// The edges of one page so far.
struct Edges {
    of: u64,
    limit: usize,
    found: Vec<Edge>,
}

impl Edges {
    fn add(&mut self, uid: u64, lead: &str) {
        let full = self.found.len() >= self.limit;
        match self.found.iter_mut().find(|it| it.uid == uid) {
            Some(edge) if edge.lead.len() < 4 * LEAD_CHARS => {
                edge.lead.push(' ');
                edge.lead.push_str(lead);
            }
            None if uid != self.of && !full => {
                self.found.push(Edge { uid, lead: lead.to_owned() });
            }
            _ => {}
        }
    }
}

/// Where a page's own links lead.
fn from_page(db: &Connection, edges: &mut Edges) -> Result<(), IndexError> {
    let mut called = db.prepare_cached("SELECT uid FROM names WHERE folded = ?1 LIMIT ?2")?;
    for Led { link, lead } in links::of(db, signed(edges.of))?.into_iter().take(edges.limit) {
        // The whole path leads to one page; its last part may to several.
        for key in [whole(&link.target), file_name(&link.target), link_name(&link.target)] {
            let uids = called.query_map((&key, NAMESAKES), |row| row.get(0))?;
            let uids: Vec<i64> = uids.collect::<Result<_, _>>()?;
            uids.iter().for_each(|uid| edges.add(unsigned(*uid), &lead));
            if !uids.is_empty() {
                break;
            }
        }
    }
    Ok(())
}

/// The pages whose links lead to a page.
fn to_page(db: &Connection, edges: &mut Edges) -> Result<(), IndexError> {
    let mut page = db.prepare_cached("SELECT file, facets FROM pages WHERE uid = ?1")?;
    let mut rows = page.query([signed(edges.of)])?;
    let Some(row) = rows.next()? else { return Ok(()) };
    let path = page_path(row.get_ref(0)?.as_str().map_err(read::unreadable)?)?;
    let facets = read::facets(row.get_ref(1)?.as_str().map_err(read::unreadable)?, &path)?;
    let own = keys(&name_of(&path, &facets));
    let names: BTreeSet<String> = own.iter().map(|key| link_name(key)).collect();
    let own: HashSet<String> = own.into_iter().collect();
    let mut naming = db.prepare_cached("SELECT uid FROM ties WHERE name = ?1")?;
    let mut called = db.prepare_cached("SELECT 1 FROM names WHERE folded = ?1 LIMIT 1")?;
    for name in names.into_iter().take(edges.limit) {
        if edges.found.len() >= edges.limit {
            break;
        }
        let mut left = edges.limit;
        let mut rows = naming.query([links::tie(&name)])?;
        while let Some(row) = rows.next()?.filter(|_| left > 0) {
            let uid: i64 = row.get(0)?;
            let leading = links::of(db, uid)?.into_iter();
            let leading = leading.filter(|led| link_name(&led.link.target) == name);
            for Led { link, lead } in leading.take(left) {
                left -= 1;
                // A path that ends in the same name may be another page's.
                let whole = whole(&link.target);
                if own.contains(&whole) || !called.exists([&whole])? {
                    edges.add(unsigned(uid), &lead);
                }
            }
        }
    }
    Ok(())
}

/// A link's target as names are folded.
fn whole(target: &str) -> String {
    fold(target.strip_suffix(".md").unwrap_or(target))
}
