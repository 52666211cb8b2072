//! Chains: from a page over relations or to pages of a type, step after step, each with the line that says so. The
//! last step may be a fact: what a page states under a key.

use super::{Ties, proof::Proof};
use crate::{Error, limits};
use std::collections::HashMap;
use wiki::canon::fold;
use wiki::fact;
use wiki::path::PagePath;
use wiki::relation::Object;

/// One step as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// Over a relation of this name, in either direction.
    Relation(String),
    /// To pages of this type, by any relation or link.
    Type(String),
    /// To what pages state under this key.
    Key(String),
}

/// One step as it was taken.
#[derive(Debug, Clone)]
pub(crate) struct Hop {
    pub(crate) from: PagePath,
    /// The page, or the text, that it leads to.
    pub(crate) to: Result<PagePath, String>,
    /// Where that is said; a page that says it of `from` leads back.
    pub(crate) proof: Proof,
}

/// The steps from the first page to the last thing.
pub(crate) type Chain = Vec<Hop>;

/// What was found.
pub(crate) struct Chains {
    pub(crate) chains: Vec<Chain>,
    /// Whether there is more than was looked at.
    pub(crate) cut: bool,
}

impl Ties<'_> {
    /// The chains from a page that take these steps, each through a page once; at most `limit`.
    pub(crate) fn chains(
        &self,
        start: &PagePath,
        steps: &[Step],
        limit: usize,
    ) -> Result<Chains, Error> {
        let mut found = Chains { chains: vec![Vec::new()], cut: false };
        for (at, step) in steps.iter().enumerate() {
            let is_last = at + 1 == steps.len();
            let most = if is_last { limit } else { limits::GRAPH_PAGES_MAX };
            let mut next = Vec::new();
            let mut known: HashMap<PagePath, Vec<Hop>> = HashMap::new();
            for chain in &found.chains {
                let from = match chain.last() {
                    None => start.clone(),
                    Some(Hop { to: Ok(page), .. }) => page.clone(),
                    // A text leads nowhere.
                    Some(_) => continue,
                };
                if !known.contains_key(&from) {
                    let (hops, cut) = self.hops(&from, step)?;
                    found.cut |= cut;
                    known.insert(from.clone(), hops);
                }
                for hop in &known[&from] {
                    let again = |it: &PagePath| {
                        it == start || chain.iter().any(|hop| hop.to.as_ref() == Ok(it))
                    };
                    if hop.to.as_ref().is_ok_and(again) {
                        continue;
                    }
                    if next.len() == most {
                        found.cut = true;
                        break;
                    }
                    let mut longer: Chain = chain.clone();
                    longer.push(hop.clone());
                    next.push(longer);
                }
            }
            found.chains = next;
        }
        Ok(found)
    }

    /// One step from a page, and whether there are more than were looked at.
    fn hops(&self, from: &PagePath, step: &Step) -> Result<(Vec<Hop>, bool), Error> {
        let only = match step {
            Step::Relation(name) => Some(name.clone()),
            Step::Type(_) => None,
            Step::Key(key) => return Ok((self.stated_under(from, key), false)),
        };
        let ties = Ties::new(self.memory, only);
        let hub = ties.hub(from)?;
        let (around, more) = ties.around(&hub, None, limits::GRAPH_FAN_MAX)?;
        let mut hops = Vec::new();
        for beside in around {
            let fits = match step {
                Step::Type(name) => {
                    beside.page_type.as_deref().is_some_and(|it| fold(it) == fold(name))
                }
                Step::Relation(_) | Step::Key(_) => true,
            };
            if !fits {
                continue;
            }
            let mut proofs = ties.proofs(from, &beside.page)?;
            if proofs.is_empty() {
                proofs = ties.proofs(&beside.page, from)?;
            }
            let to = Ok(beside.page);
            hops.extend(proofs.into_iter().next().map(|proof| Hop {
                from: from.clone(),
                to,
                proof,
            }));
        }
        if let Step::Relation(_) = step {
            for triple in self.memory.ask(|index| index.relations_from(from))? {
                if let (true, Object::Text(text)) = (ties.counts(&triple), &triple.object) {
                    let (to, relation) = (Err(text.clone()), triple.predicate.clone());
                    let proof = Proof { relation, page: from.clone(), line: triple.line };
                    hops.push(Hop { from: from.clone(), to, proof });
                }
            }
        }
        Ok((hops, hub.cut || more.is_some()))
    }

    /// What a page states under a key now.
    fn stated_under(&self, from: &PagePath, key: &str) -> Vec<Hop> {
        let Some(page) = self.memory.page_at(from) else { return Vec::new() };
        let asked = plain(key);
        let stated = fact::keyed(&page).into_iter().filter(|(key, _, _)| plain(key) == asked);
        let hop = |(relation, value, at): (String, String, usize)| Hop {
            from: from.clone(),
            to: Err(value),
            proof: Proof { relation, page: from.clone(), line: page.line_of(at) },
        };
        stated.map(hop).collect()
    }
}

/// A key as it is compared: `API key` is `api_key`.
fn plain(key: &str) -> String {
    fold(key).replace([' ', '-'], "_")
}
