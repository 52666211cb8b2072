//! Which versions there are, as those who keep something beside the index need to know.

use rusqlite::{OptionalExtension, Row};

use super::Catalogue;
use super::read::hex;
use super::write::{signed, unsigned};
use crate::error::IndexError;
use crate::triples::PageVersion;

/// One version of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Version {
    pub(crate) uid: u64,
    /// Its file, relative to the vault.
    pub(crate) file: String,
    /// Hash of its content, as text.
    pub(crate) revision: String,
}

impl Catalogue {
    /// All present versions, ascending.
    pub(crate) fn all_versions(&self) -> Result<Vec<Version>, IndexError> {
        self.with(|db| {
            let mut read =
                db.prepare_cached("SELECT uid, file, revision FROM pages ORDER BY uid")?;
            let versions = read.query_map([], version)?;
            Ok(versions.collect::<Result<_, _>>()?)
        })
    }

    /// The pages whose present version has a number above this one, or all, with it, and how many pages there are.
    pub(crate) fn page_versions(
        &self,
        above: Option<u64>,
    ) -> Result<(Vec<PageVersion>, usize), IndexError> {
        self.with(|db| {
            let mut read = db.prepare_cached("SELECT uid, path FROM pages WHERE uid > ?1")?;
            let found = read.query_map([above.map_or(-1, signed)], |row| {
                Ok(PageVersion { number: unsigned(row.get(0)?), page: row.get(1)? })
            })?;
            let found = found.collect::<Result<_, _>>()?;
            let count: i64 = db.query_row("SELECT count(*) FROM pages", [], |row| row.get(0))?;
            Ok((found, usize::try_from(count).unwrap_or(0)))
        })
    }

    /// Those of these versions that are still there, in the order given.
    pub(crate) fn versions(&self, uids: &[u64]) -> Result<Vec<Version>, IndexError> {
        self.with(|db| {
            let mut read =
                db.prepare_cached("SELECT uid, file, revision FROM pages WHERE uid = ?1")?;
            let mut versions = Vec::with_capacity(uids.len());
            for uid in uids {
                versions.extend(read.query_row([*uid as i64], version).optional()?);
            }
            Ok(versions)
        })
    }

    /// The numbers of all present versions, ascending.
    pub(crate) fn all_uids(&self) -> Result<Vec<u64>, IndexError> {
        self.with(|db| {
            let mut read = db.prepare_cached("SELECT uid FROM pages ORDER BY uid")?;
            let uids = read.query_map([], |row| Ok(row.get::<_, i64>(0)? as u64))?;
            Ok(uids.collect::<Result<_, _>>()?)
        })
    }
}

fn version(row: &Row<'_>) -> rusqlite::Result<Version> {
    Ok(Version {
        uid: row.get::<_, i64>(0)? as u64,
        file: row.get(1)?,
        revision: hex(&row.get(2)?),
    })
}
