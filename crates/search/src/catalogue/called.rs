//! Names inside a text: the longest name that starts at a place, found by a few steps through the sorted
//! names, however long the text behind it and however many names there are.

use rusqlite::{CachedStatement, OptionalExtension};

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

impl Catalogue {
    /// The longest name at each place that `ends` where a name may end; at most one for each.
    pub(crate) fn called(
        &self,
        starts: &[Start<'_>],
        ends: &dyn Fn(usize, usize) -> bool,
    ) -> Result<Vec<Option<Called>>, IndexError> {
        self.with(|db| {
            // One state of the file for all steps: each statement alone would lock and unlock it.
            let db = db.unchecked_transaction()?;
            let mut near = db.prepare_cached(
                "SELECT folded FROM names WHERE folded <= ?1 AND folded >= ?2 ORDER BY folded DESC LIMIT 1",
            )?;
            let mut pages = db.prepare_cached("SELECT uid FROM names WHERE folded = ?1 LIMIT ?2")?;
            let mut found = Vec::with_capacity(starts.len());
            for (nth, start) in starts.iter().enumerate() {
                let ends = |bytes| ends(nth, bytes);
                let Some(bytes) = longest(&mut near, start, &ends)? else {
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
    pub(crate) fn any_called(&self, begins: &str) -> Result<bool, IndexError> {
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
    near: &mut CachedStatement<'_>,
    start: &Start<'_>,
    ends: &dyn Fn(usize) -> bool,
) -> Result<Option<usize>, IndexError> {
    let Some(least) = start.rest.get(..start.least) else { return Ok(None) };
    let mut text = start.rest;
    for _ in 0..STEPS_MAX {
        if text.len() < least.len() {
            break;
        }
        let found: Option<String> = near.query_row([text, least], |row| row.get(0)).optional()?;
        let Some(found) = found else { break };
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
