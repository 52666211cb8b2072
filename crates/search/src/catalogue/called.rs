//! Names inside a text: the longest name that starts at a place, found by a few steps through the sorted
//! names, however long the text behind it and however many names there are.

use std::borrow::Cow;

use rusqlite::{Connection, OptionalExtension};

use super::Catalogue;
use super::write::unsigned;
use crate::error::IndexError;

/// Steps of one search; each leaves less of the text.
const STEPS_MAX: usize = 8;
/// Pages of one name.
const PAGES_MAX: i64 = 8;

/// A place in a text where a name may start.
pub(crate) struct Start<'a> {
    /// The text from there on, as names are folded, with the mark of other spellings before it.
    pub(crate) rest: &'a str,
    /// Bytes that a name takes at least.
    pub(crate) least: usize,
}

/// A name that stands there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Called {
    /// Bytes of `rest` that it takes.
    pub(crate) bytes: usize,
    /// The versions of pages that are called so.
    pub(crate) uids: Vec<u64>,
}

/// All names in their order, for a process that goes on asking.
pub(crate) struct Names(Vec<Box<str>>);

impl Names {
    /// Names as they are folded, those of other spellings left out.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|name| &**name).filter(|name| !name.starts_with(char::is_control))
    }

    /// The last name that is not behind `text`.
    fn before(&self, text: &str) -> Option<&str> {
        let behind = self.0.partition_point(|name| &**name <= text);
        Some(&*self.0[behind.checked_sub(1)?])
    }
}

/// Where names are looked up.
enum Sorted<'a> {
    Here(&'a Names),
    InFile(&'a Connection),
}

impl Sorted<'_> {
    /// The last name from `least` on that is not behind `text`.
    fn near(&self, text: &str, least: &str) -> Result<Option<Cow<'_, str>>, IndexError> {
        match self {
            Self::Here(names) => {
                Ok(names.before(text).filter(|name| *name >= least).map(Cow::Borrowed))
            }
            Self::InFile(db) => {
                let mut near = db.prepare_cached(
                    "SELECT folded FROM names WHERE folded <= ?1 AND folded >= ?2 ORDER BY folded DESC LIMIT 1",
                )?;
                let found = near.query_row([text, least], |row| row.get(0)).optional()?;
                Ok(found.map(Cow::Owned))
            }
        }
    }
}

impl Catalogue {
    /// All names; none where there are more than `most`.
    pub(crate) fn sorted_names(&self, most: usize) -> Result<Option<Names>, IndexError> {
        self.with(|db| {
            let mut read =
                db.prepare_cached("SELECT DISTINCT folded FROM names ORDER BY folded")?;
            let mut rows = read.query([])?;
            let mut names: Vec<Box<str>> = Vec::new();
            while let Some(row) = rows.next()? {
                if names.len() == most {
                    return Ok(None);
                }
                names.push(row.get(0)?);
            }
            Ok(Some(Names(names)))
        })
    }

    /// The longest name at each place that `ends` where a name may end; at most one for each. `names` are
    /// all of them, if they are at hand.
    pub(crate) fn called(
        &self,
        names: Option<&Names>,
        starts: &[Start<'_>],
        ends: &dyn Fn(usize, usize) -> bool,
    ) -> Result<Vec<Option<Called>>, IndexError> {
        let longest_of = |sorted: &Sorted<'_>| -> Result<Vec<Option<usize>>, IndexError> {
            let of = |(nth, start)| longest(sorted, start, &|bytes| ends(nth, bytes));
            starts.iter().enumerate().map(of).collect()
        };
        let lengths = names.map(|names| longest_of(&Sorted::Here(names))).transpose()?;
        if lengths.as_ref().is_some_and(|lengths| lengths.iter().all(Option::is_none)) {
            return Ok(starts.iter().map(|_| None).collect());
        }
        self.with(|db| {
            // One state of the file for all steps: each statement alone would lock and unlock it.
            let db = db.transaction()?;
            let lengths = lengths.map_or_else(|| longest_of(&Sorted::InFile(&db)), Ok)?;
            let mut pages =
                db.prepare_cached("SELECT uid FROM names WHERE folded = ?1 LIMIT ?2")?;
            let mut found = Vec::with_capacity(starts.len());
            for (start, bytes) in starts.iter().zip(lengths) {
                let Some(bytes) = bytes else {
                    found.push(None);
                    continue;
                };
                let uids = pages.query_map((&start.rest[..bytes], PAGES_MAX), |row| row.get(0))?;
                let uids = uids.map(|uid| uid.map(unsigned)).collect::<Result<_, _>>()?;
                found.push(Some(Called { bytes, uids }));
            }
            Ok(found)
        })
    }

    /// Whether any page is called by a key that begins so.
    pub(crate) fn any_called(
        &self,
        names: Option<&Names>,
        begins: &str,
    ) -> Result<bool, IndexError> {
        if let Some(Names(names)) = names {
            let first = names.partition_point(|name| &**name < begins);
            return Ok(names.get(first).is_some_and(|name| name.starts_with(begins)));
        }
        self.with(|db| {
            let mut read = db.prepare_cached(
                "SELECT 1 FROM names WHERE folded >= ?1 AND folded < ?1 || char(1114111) LIMIT 1",
            )?;
            Ok(read.query_row([begins], |_| Ok(())).optional()?.is_some())
        })
    }
}

/// Bytes of the longest name that `start` begins with. What sorts just before the text either is one, or
/// shares its beginning with every name that could be one.
fn longest(
    sorted: &Sorted<'_>,
    start: &Start<'_>,
    ends: &dyn Fn(usize) -> bool,
) -> Result<Option<usize>, IndexError> {
    let Some(least) = start.rest.get(..start.least) else { return Ok(None) };
    let mut text = start.rest;
    for _ in 0..STEPS_MAX {
        if text.len() < least.len() {
            break;
        }
        let Some(found) = sorted.near(text, least)? else { break };
        let shared = shared(text, &found);
        if shared == found.len() && ends(shared) {
            return Ok(Some(shared));
        }
        // A name ends where a word does; one that is whole and does not is passed over.
        let whole = shared == found.len();
        let mut borders = text[..shared].char_indices().rev().map(|(at, it)| at + it.len_utf8());
        let end = borders.find(|at| ends(*at) && !(whole && *at == shared)).unwrap_or(0);
        text = &text[..end];
    }
    Ok(None)
}

/// Bytes of whole characters with which both begin.
fn shared(a: &str, b: &str) -> usize {
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b);
    same.map(|(char, _)| char.len_utf8()).sum()
}
