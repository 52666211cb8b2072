//! Walks over several ties: all pages within two steps, and the shortest way from one page to another.

use super::{Hub, Neighbour, Ties};
use crate::{Error, limits};
use std::collections::{HashMap, HashSet};
use wiki::path::PagePath;

/// A page that a walk found.
pub(crate) struct Step {
    pub(crate) neighbour: Neighbour,
    pub(crate) hops: usize,
    /// The page before it.
    pub(crate) via: PagePath,
}

/// What a walk found, nearest first.
pub(crate) struct Walked {
    pub(crate) steps: Vec<Step>,
    /// Whether there is more than a walk looks at.
    pub(crate) cut: bool,
}

/// One step of a way.
pub(crate) struct Leg {
    pub(crate) from: PagePath,
    pub(crate) to: PagePath,
    /// The relations that lead there.
    pub(crate) out: Vec<String>,
    /// The relations that lead back.
    pub(crate) back: Vec<String>,
}

/// A search for a way.
pub(crate) struct Way {
    /// The steps; none when no way was found.
    pub(crate) legs: Vec<Leg>,
    /// Whether there is more than was looked at.
    pub(crate) cut: bool,
}

/// One end of a search: the pages seen from there, each with the one before it.
struct End {
    seen: HashMap<PagePath, Option<PagePath>>,
    ring: Vec<PagePath>,
}

impl Ties<'_> {
    /// The pages within `hops` steps of a page.
    pub(crate) fn walk(&self, start: &Hub, hops: usize) -> Result<Walked, Error> {
        let mut walked = Walked { steps: Vec::new(), cut: false };
        let mut seen = HashSet::from([start.path.clone()]);
        let mut ring = vec![start.path.clone()];
        for hops in 1..=hops {
            let mut next = Vec::new();
            for via in ring {
                let hub = self.hub(&via)?;
                let (around, more) = self.around(&hub, None, limits::GRAPH_FAN_MAX)?;
                walked.cut |= hub.cut || more.is_some();
                for neighbour in around {
                    if !seen.insert(neighbour.page.clone()) {
                        continue;
                    }
                    if walked.steps.len() == limits::GRAPH_PAGES_MAX {
                        walked.cut = true;
                        return Ok(walked);
                    }
                    next.push(neighbour.page.clone());
                    walked.steps.push(Step { neighbour, hops, via: via.clone() });
                }
            }
            ring = next;
        }
        Ok(walked)
    }

    /// The shortest way between two pages of at most `hops` steps, searched from both ends at once.
    pub(crate) fn way(&self, from: &PagePath, to: &PagePath, hops: usize) -> Result<Way, Error> {
        let mut way = Way { legs: Vec::new(), cut: false };
        let end = |page: &PagePath| End {
            seen: HashMap::from([(page.clone(), None)]),
            ring: vec![page.clone()],
        };
        let (mut here, mut there) = (end(from), end(to));
        let (mut looked, mut met) = (0, None);
        for _ in 0..hops {
            if met.is_some() {
                break;
            }
            // The smaller side grows: a hub is then met before it is looked around from.
            let (grows, other) = if here.ring.len() <= there.ring.len() {
                (&mut here, &there)
            } else {
                (&mut there, &here)
            };
            let mut next = Vec::new();
            for page in std::mem::take(&mut grows.ring) {
                if looked == limits::GRAPH_WALK_MAX {
                    way.cut = true;
                    break;
                }
                looked += 1;
                let hub = self.hub(&page)?;
                let (around, more) = self.around(&hub, None, limits::GRAPH_FAN_MAX)?;
                way.cut |= hub.cut || more.is_some();
                for beside in around.into_iter().map(|it| it.page) {
                    if grows.seen.contains_key(&beside) {
                        continue;
                    }
                    grows.seen.insert(beside.clone(), Some(page.clone()));
                    if other.seen.contains_key(&beside) {
                        met = met.or(Some(beside.clone()));
                    }
                    next.push(beside);
                }
            }
            grows.ring = next;
        }
        if let Some(met) = met {
            way.legs = self.legs(&here.pages(&met, &there))?;
        }
        Ok(way)
    }

    fn legs(&self, pages: &[PagePath]) -> Result<Vec<Leg>, Error> {
        let leg = |pair: &[PagePath]| {
            let hub = self.hub(&pair[0])?;
            let out = hub.out.get(&pair[1]).cloned().unwrap_or_default();
            let back = self.leading(&pair[1], &hub)?;
            Ok(Leg { from: pair[0].clone(), to: pair[1].clone(), out, back })
        };
        pages.windows(2).map(leg).collect()
    }
}

impl End {
    /// The pages from this end to the other by way of `met`.
    fn pages(&self, met: &PagePath, other: &Self) -> Vec<PagePath> {
        let mut pages: Vec<PagePath> = self.back(met);
        pages.reverse();
        pages.extend(other.back(met).into_iter().skip(1));
        pages
    }

    /// The pages from `met` back to this end's start.
    fn back(&self, met: &PagePath) -> Vec<PagePath> {
        let before = |page: &PagePath| self.seen.get(page).cloned().flatten();
        std::iter::successors(Some(met.clone()), before).collect()
    }
}
