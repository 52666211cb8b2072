//! Relations as they are stated: of the whole vault by page, or those of one page and about it.

use super::{Hub, Ties};
use crate::{Error, limits};
use search::Tie;
use wiki::path::PagePath;
use wiki::relation::{Object, Triple};

/// A relation with what its object means.
pub(crate) struct Statement {
    pub(crate) triple: Triple,
    pub(crate) means: Means,
}

/// What the object of a relation means.
pub(crate) enum Means {
    Page(PagePath),
    /// A link that reaches no page.
    Missing(String),
    Text(String),
}

/// How far a listing of relations has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Said {
    /// So many of the page's own.
    Own(usize),
    /// All of its own, and those of other pages up to this one.
    Others(Option<PagePath>),
}

impl Ties<'_> {
    /// Relations of the whole vault after a page and a place on it, at most `limit`, each with its place.
    pub(crate) fn stated(
        &self,
        after: Option<&(String, usize)>,
        limit: usize,
    ) -> Result<Vec<(usize, Statement)>, Error> {
        let only = self.only.as_deref();
        let found = self.memory.ask(|index| index.relations_after(only, after, limit))?;
        found.into_iter().map(|(at, triple)| Ok((at, self.statement(triple)?))).collect()
    }

    /// Relations that a page states, then those that others state of it. At most `limit`, but for all of
    /// one other page being given together.
    pub(crate) fn stated_with(
        &self,
        hub: &Hub,
        after: &Said,
        limit: usize,
    ) -> Result<(Vec<Statement>, Option<Said>), Error> {
        let mut found = Vec::new();
        let mut last = match after {
            Said::Others(page) => page.clone(),
            Said::Own(from) => {
                let own = self.memory.ask(|index| index.relations_from(&hub.path))?;
                for (at, triple) in own.into_iter().enumerate().skip(*from) {
                    if !self.counts(&triple) {
                        continue;
                    }
                    if found.len() == limit {
                        return Ok((found, Some(Said::Own(at))));
                    }
                    found.push(self.statement(triple)?);
                }
                None
            }
        };
        let mut looked = 0;
        loop {
            let (tie, most) = (Tie::Relation, limit + 1);
            let naming =
                self.memory.ask(|index| index.naming(&hub.names, tie, last.as_ref(), most))?;
            let is_end = naming.len() < most;
            for page in naming {
                let about = self.about(&page, hub)?;
                let is_full = found.len() >= limit && !about.is_empty();
                if is_full || looked == limits::GRAPH_LOOKED_MAX {
                    return Ok((found, Some(Said::Others(last))));
                }
                found.extend(about);
                last = Some(page);
                looked += 1;
            }
            if is_end {
                return Ok((found, None));
            }
        }
    }

    /// What another page states of a hub.
    fn about(&self, page: &PagePath, hub: &Hub) -> Result<Vec<Statement>, Error> {
        let mut about = Vec::new();
        if *page == hub.path {
            return Ok(about);
        }
        let links = self.memory.ask(|index| index.links_between(page, &hub.names))?;
        let mut leads = Vec::new();
        for link in &links {
            if self.memory.reached(page, link)?.is_some_and(|it| it == hub.path) {
                leads.push(link.target.as_str());
            }
        }
        for triple in self.memory.ask(|index| index.relations_from(page))? {
            let is_it = matches!(&triple.object, Object::Page(it) if leads.contains(&it.as_str()));
            if is_it && self.counts(&triple) {
                about.push(Statement { triple, means: Means::Page(hub.path.clone()) });
            }
        }
        Ok(about)
    }

    pub(super) fn counts(&self, triple: &Triple) -> bool {
        self.only.as_deref().is_none_or(|it| it == triple.predicate)
    }

    pub(super) fn statement(&self, triple: Triple) -> Result<Statement, Error> {
        let means = match &triple.object {
            Object::Text(text) => Means::Text(text.clone()),
            Object::Page(target) => match self.object(&triple.subject, target)? {
                Some(page) => Means::Page(page),
                None => Means::Missing(target.clone()),
            },
        };
        Ok(Statement { triple, means })
    }
}
