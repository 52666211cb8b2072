//! The pages beside one page, a part at a time: those tied by a relation first, then by path.

use super::{Hub, LINK, Ties};
use crate::{Error, limits};
use search::Tie;
use std::collections::BTreeSet;
use std::ops::Bound;
use wiki::path::PagePath;

/// A page beside another.
pub(crate) struct Neighbour {
    pub(crate) page: PagePath,
    pub(crate) title: String,
    pub(crate) page_type: Option<String>,
    /// The relations that lead to it.
    pub(crate) out: Vec<String>,
    /// The relations that lead back from it.
    pub(crate) back: Vec<String>,
}

/// How far a listing has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) tie: Tie,
    /// The last page seen; none before the first.
    pub(crate) page: Option<PagePath>,
}

impl Neighbour {
    fn tie(&self) -> Tie {
        let mut words = self.out.iter().chain(&self.back);
        if words.any(|it| it != LINK) { Tie::Relation } else { Tie::Link }
    }
}

impl Ties<'_> {
    /// The pages beside a hub after `after`, at most `limit`, and where to go on if there may be more.
    pub(crate) fn around(
        &self,
        hub: &Hub,
        after: Option<&Place>,
        limit: usize,
    ) -> Result<(Vec<Neighbour>, Option<Place>), Error> {
        let (mut found, mut looked) = (Vec::new(), 0);
        for tie in [Tie::Relation, Tie::Link] {
            let passed = after.is_some_and(|it| it.tie > tie);
            if passed || tie == Tie::Link && self.only.is_some() {
                continue;
            }
            let mut last = after.filter(|it| it.tie == tie).and_then(|it| it.page.clone());
            loop {
                let (pages, is_end) = self.beside(hub, tie, last.as_ref(), limit + 1)?;
                for page in pages {
                    if let Some(next) = self.neighbour(hub, &page, tie)? {
                        if found.len() == limit {
                            return Ok((found, Some(Place { tie, page: last })));
                        }
                        found.push(next);
                    }
                    last = Some(page);
                    looked += 1;
                    if looked == limits::GRAPH_LOOKED_MAX {
                        return Ok((found, Some(Place { tie, page: last })));
                    }
                }
                if is_end {
                    break;
                }
            }
        }
        Ok((found, None))
    }

    /// Pages that may lie beside a hub, by path after `after`, and whether these are all.
    fn beside(
        &self,
        hub: &Hub,
        tie: Tie,
        after: Option<&PagePath>,
        most: usize,
    ) -> Result<(BTreeSet<PagePath>, bool), Error> {
        let naming = self.memory.ask(|index| index.naming(&hub.names, tie, after, most))?;
        let is_end = naming.len() < most;
        let from = after.map_or(Bound::Unbounded, Bound::Excluded);
        // Beyond the last of a full part there are others that are not known yet.
        let to = naming.last().filter(|_| !is_end).map_or(Bound::Unbounded, Bound::Included);
        let typed = |words: &[String]| words.iter().any(|it| it != LINK);
        let out = hub.out.range::<PagePath, _>((from, to));
        let out = out.filter(|(_, words)| tie == Tie::Link || typed(words));
        let mut pages: BTreeSet<PagePath> = out.map(|(page, _)| page.clone()).collect();
        pages.extend(naming);
        pages.remove(&hub.path);
        Ok((pages, is_end))
    }

    /// A page beside a hub, if it is tied to it so; archived pages and those that the vault works by are not.
    fn neighbour(&self, hub: &Hub, page: &PagePath, tie: Tie) -> Result<Option<Neighbour>, Error> {
        let out = hub.out.get(page).cloned().unwrap_or_default();
        let back = self.leading(page, hub)?;
        if out.is_empty() && back.is_empty() {
            return Ok(None);
        }
        let Some(row) = self.memory.ask(|index| index.row(page))? else { return Ok(None) };
        let in_sight = !row.facets.archived && !row.facets.apart;
        let (title, page_type) = (row.facets.title, row.facets.page_type);
        let found = Neighbour { page: page.clone(), title, page_type, out, back };
        Ok(Some(found).filter(|it| it.tie() == tie && in_sight))
    }
}
