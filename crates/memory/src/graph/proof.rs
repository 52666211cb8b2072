//! Where it is said that one page leads to another: the relation or link, its page, its line.

use super::{LINK, Ties};
use crate::Error;
use std::collections::HashSet;
use wiki::path::PagePath;
use wiki::relation::Object;

/// A statement that ties two pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Proof {
    /// The relation's name; `link` for a plain link.
    pub(crate) relation: String,
    /// The page that says it.
    pub(crate) page: PagePath,
    /// Its line, from 1.
    pub(crate) line: usize,
}

impl Ties<'_> {
    /// Where `from` says that it leads to `to`: its relations, else its first link; none where it does not.
    pub(crate) fn proofs(&self, from: &PagePath, to: &PagePath) -> Result<Vec<Proof>, Error> {
        let names = self.names(to)?;
        let links = self.memory.ask(|index| index.links_between(from, &names))?;
        let mut targets = HashSet::new();
        let mut first = None;
        for link in &links {
            if self.memory.reached(from, link)?.as_ref() == Some(to) {
                targets.insert(link.target.as_str());
                first = first.or(Some(link));
            }
        }
        let Some(first) = first else { return Ok(Vec::new()) };
        let mut proofs = Vec::new();
        for triple in self.memory.ask(|index| index.relations_from(from))? {
            let leads = matches!(&triple.object, Object::Page(it) if targets.contains(it.as_str()));
            if leads && self.counts(&triple) {
                let proof =
                    Proof { relation: triple.predicate, page: from.clone(), line: triple.line };
                if !proofs.contains(&proof) {
                    proofs.push(proof);
                }
            }
        }
        if proofs.is_empty() && self.only.is_none() {
            // The index knows which links there are; on which line, the page does.
            let line = self.memory.page_at(from).and_then(|page| {
                let mut links = page.links.iter();
                let link = links.find(|it| it.target == first.target && it.form == first.form)?;
                Some(page.line_of(link.span.start))
            });
            let line = line.unwrap_or(1);
            proofs.push(Proof { relation: LINK.to_owned(), page: from.clone(), line });
        }
        Ok(proofs)
    }
}
