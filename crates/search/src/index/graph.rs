//! How the pages hang together, as the catalogue knows it. Resolving a name is the caller's business.
//!
//! Archived pages and those that say how the vault works are out of sight: the map of content links to
//! everything, and would be the neighbour of every page.

use std::cmp::Reverse;

use wiki::canon::Name;
use wiki::link::Link;
use wiki::path::PagePath;
use wiki::relation::Triple;

use super::Index;
use crate::catalogue::Tie;
use crate::error::IndexError;
use crate::triples::PageVersion;

/// A page with the number of pages that name it in a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linked {
    /// The page's path.
    pub page: String,
    /// Pages whose links name it by file name, title, alias or id; those out of sight do not count.
    pub by: usize,
}

impl Index {
    /// The relations that a page states, in its order.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn relations_from(&self, page: &PagePath) -> Result<Vec<Triple>, IndexError> {
        self.on(|state| state.catalogue.relations_from(page))
    }

    /// Relations of pages in sight, by page and by place on it, each with its place; those
    /// after `after`, at most `limit`, and with `predicate` only these.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn relations_after(
        &self,
        predicate: Option<&str>,
        after: Option<&(String, usize)>,
        limit: usize,
    ) -> Result<Vec<(usize, Triple)>, IndexError> {
        self.on(|state| state.catalogue.relations_after(predicate, after, limit))
    }

    /// Pages with a link or relation whose target ends in one of these names, by path after `after`, at
    /// most `limit`; those out of sight are left out. They may mean a namesake: see [`Self::links_between`].
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn naming(
        &self,
        names: &[String],
        tie: Tie,
        after: Option<&PagePath>,
        limit: usize,
    ) -> Result<Vec<PagePath>, IndexError> {
        self.on(|state| state.catalogue.naming(names, tie, after, limit))
    }

    /// Names what the index holds now: another text after each change, and in each life of its files.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn mark(&self) -> Result<String, IndexError> {
        self.on(|state| Ok(format!("{}:{}", state.catalogue.marks()?.changes, state.epoch)))
    }

    /// The pages whose present version has a number above this one, or all, with it, and how many pages there are.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn page_versions(
        &self,
        above: Option<u64>,
    ) -> Result<(Vec<PageVersion>, usize), IndexError> {
        self.on(|state| state.catalogue.page_versions(above))
    }

    /// Links of a page whose target ends in one of these names, in order.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn links_between(
        &self,
        from: &PagePath,
        names: &[String],
    ) -> Result<Vec<Link>, IndexError> {
        self.on(|state| state.catalogue.links_between(from, names))
    }

    /// The names of every page that a link with this target can reach.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn reachable(&self, target: &str) -> Result<Vec<Name>, IndexError> {
        self.on(|state| state.catalogue.reachable(target))
    }

    /// Pages in sight after `after`, those first that most others name, then by path; and how
    /// many there are in all. Reads each link's name once, and keeps a number for each page that is named.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn most_named(
        &self,
        after: Option<&Linked>,
        limit: usize,
    ) -> Result<(Vec<Linked>, usize), IndexError> {
        let after = after.map(|it| (Reverse(it.by), it.page.clone()));
        let (found, total) = self.on(|state| state.catalogue.most_named(after.as_ref(), limit))?;
        let found = found.into_iter().map(|(by, page)| Linked { page, by: by.0 });
        Ok((found.collect(), total))
    }

    /// By which schema the pages' types and relations were read, as [`Self::set_read_by`] was told; 0 when
    /// it was not.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn read_by(&self) -> Result<i64, IndexError> {
        self.on(|state| state.catalogue.read_by())
    }

    /// Notes by which schema every page was read.
    ///
    /// # Errors
    /// When the catalogue cannot be written.
    pub fn set_read_by(&self, schema: i64) -> Result<(), IndexError> {
        self.on(|state| state.catalogue.set_read_by(schema))
    }
}
