//! How pages hang together: what lies around a page, the way from one to another, the relations stated.
//!
//! All of it comes from the catalogue: no page is read, and a walk of any kind has a bound, after which
//! it says that it was cut. Which page a link reaches is decided as everywhere else, by `wiki::graph`,
//! among the few pages that bear the link's name.

mod around;
mod chain;
mod kept;
mod proof;
mod stated;
mod walk;

pub(crate) use around::{Neighbour, Place};
pub(crate) use chain::{Hop, Step};
pub(crate) use kept::Kept;
pub(crate) use proof::Proof;
pub(crate) use stated::{Means, Said, Statement};
pub(crate) use walk::Leg;

use crate::{Error, Memory, limits};
use std::collections::{BTreeMap, HashMap};
use wiki::graph::{Files, Target};
use wiki::link::{Link, LinkForm};
use wiki::path::PagePath;
use wiki::relation::Object;

/// The word for a link that states no relation.
pub(crate) const LINK: &str = "link";

/// The vault's pages and the ties that count.
pub(crate) struct Ties<'a> {
    memory: &'a Memory,
    /// Only relations of this name.
    only: Option<String>,
}

impl Memory {
    /// The page that a link reaches.
    pub(crate) fn reached(&self, from: &PagePath, link: &Link) -> Result<Option<PagePath>, Error> {
        match Files::default().resolve_link(from, link) {
            Target::External => return Ok(None),
            Target::Page { path, .. } => return Ok(Some(path)),
            Target::Broken | Target::Attachment => {}
        }
        let names = self.ask(|index| index.reachable(&link.target))?;
        Ok(Files::new(names).resolve_link(from, link).page().cloned())
    }
}

/// A page that is looked around from.
pub(crate) struct Hub {
    path: PagePath,
    /// What links can call it.
    names: Vec<String>,
    /// The pages it links to, each with the relations.
    out: BTreeMap<PagePath, Vec<String>>,
    /// Whether it has more links than are followed.
    pub(crate) cut: bool,
}

impl<'a> Ties<'a> {
    /// All ties, or only relations called `only`.
    pub(crate) fn new(memory: &'a Memory, only: Option<String>) -> Self {
        Self { memory, only }
    }

    /// The vault.
    pub(crate) fn memory(&self) -> &'a Memory {
        self.memory
    }

    /// What links can call a page.
    fn names(&self, path: &PagePath) -> Result<Vec<String>, Error> {
        let mut names = vec![path.name().to_owned()];
        if let Some(row) = self.memory.ask(|index| index.row(path))? {
            names.push(row.facets.title);
            names.extend(row.facets.aliases);
        }
        Ok(names)
    }

    /// A page with what it links to.
    pub(crate) fn hub(&self, path: &PagePath) -> Result<Hub, Error> {
        let names = self.names(path)?;
        let links = self.memory.ask(|index| index.links_from(path))?;
        let cut = links.len() > limits::GRAPH_LINKS_MAX;
        let links = &links[..links.len().min(limits::GRAPH_LINKS_MAX)];
        let mut out = BTreeMap::new();
        for (to, predicates) in self.tied(path, links)? {
            if to != *path {
                out.insert(to, predicates);
            }
        }
        Ok(Hub { path: path.clone(), names, out, cut })
    }

    /// The relations by which `from` leads to a hub; none when it does not.
    fn leading(&self, from: &PagePath, hub: &Hub) -> Result<Vec<String>, Error> {
        let links = self.memory.ask(|index| index.links_between(from, &hub.names))?;
        Ok(self.tied(from, &links)?.remove(&hub.path).unwrap_or_default())
    }

    /// The pages that these links of a page reach, each with the relations that count.
    fn tied(
        &self,
        from: &PagePath,
        links: &[Link],
    ) -> Result<BTreeMap<PagePath, Vec<String>>, Error> {
        let mut tied: BTreeMap<PagePath, Vec<String>> = BTreeMap::new();
        if links.is_empty() {
            return Ok(tied);
        }
        let relations = self.memory.ask(|index| index.relations_from(from))?;
        let mut stated: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for triple in &relations {
            if let Object::Page(target) = &triple.object {
                stated.entry(target).or_default().push(&triple.predicate);
            }
        }
        // The same words may lead elsewhere in another form: beside the page, or from the root.
        let mut reached: HashMap<(&str, LinkForm), Option<PagePath>> = HashMap::new();
        for link in links {
            let predicates = stated.get(link.target.as_str());
            let counts = |it: &&&str| self.only.as_deref().is_none_or(|only| only == **it);
            let words: Vec<&str> = match predicates {
                Some(all) => all.iter().filter(counts).copied().collect(),
                None if self.only.is_none() => vec![LINK],
                None => Vec::new(),
            };
            if words.is_empty() {
                continue;
            }
            let to = match reached.get(&(link.target.as_str(), link.form)) {
                Some(to) => to.clone(),
                None => self.memory.reached(from, link)?,
            };
            if let Some(to) = &to {
                let known = tied.entry(to.clone()).or_default();
                for word in words {
                    if !known.iter().any(|it| it == word) {
                        known.push(word.to_owned());
                    }
                }
            }
            reached.insert((&link.target, link.form), to);
        }
        // A page that is named in a sentence and in a relation is tied by the relation.
        for words in tied.values_mut().filter(|it| it.len() > 1) {
            words.retain(|it| it != LINK);
        }
        Ok(tied)
    }

    /// The page that a relation's object reaches, by the link that names it.
    fn object(&self, from: &PagePath, target: &str) -> Result<Option<PagePath>, Error> {
        let names = [target.to_owned()];
        let links = self.memory.ask(|index| index.links_between(from, &names))?;
        match links.iter().find(|it| it.target == target) {
            Some(link) => self.memory.reached(from, link),
            None => {
                let names = self.memory.ask(|index| index.reachable(target))?;
                Ok(Files::new(names).resolve(from, target).page().cloned())
            }
        }
    }
}
