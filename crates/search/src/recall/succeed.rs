//! A page that was replaced never stands above what replaced it, whether the one or the other says so and
//! however many pages lie between. What replaced a page answers what the page answered, also where it has
//! none of the words.
//!
//! Which pages are found is decided before; this only brings their successors in and puts them above.

use std::collections::{HashMap, HashSet, VecDeque};

use wiki::canon;

use super::Snapshot;
use super::ask::Asked;
use super::choose::{Chosen, best, chosen};
use super::score::{Collection, ScoredAtom, score};
use crate::error::IndexError;
use crate::query::Query;

/// Hits whose successors are looked up, beside those that are shown.
const LOOKED_MAX: usize = 30;
const SHOWN_MAX: usize = 200;
/// Pages that a chain of successors is followed through.
const CHAIN_MAX: usize = 16;

/// Versions that were found and that another one stands for, by that one.
pub(super) type Replaced = HashMap<u64, Vec<u64>>;

/// Puts each page's successors above it, found or not, and says whom those stand for.
pub(super) fn successors(
    snapshot: &Snapshot<'_>,
    query: &Query,
    asked: &Asked,
    mut units: Vec<Chosen>,
) -> Result<(Vec<Chosen>, Replaced), IndexError> {
    let mut replaced = Replaced::new();
    if !snapshot.facts.has_successors {
        return Ok((units, replaced));
    }
    let looked = LOOKED_MAX.max(query.offset.saturating_add(query.limit).min(SHOWN_MAX));
    let mut at = 0;
    while at < units.len().min(looked) {
        let old = units[at];
        let chain = Chain::of(snapshot, old.uid)?;
        // The farthest first, so that each stands above those that it replaced.
        for (uid, is_end) in chain.newer.into_iter().rev() {
            if units[..at].iter().any(|above| above.uid == uid) {
                note(&mut replaced, uid, old.uid);
                continue;
            }
            let below = units[at..].iter().position(|unit| unit.uid == uid);
            let newer = match below {
                Some(below) => Some(units.remove(at + below)),
                // What lies between is of no use to anybody.
                None if is_end => fetch(snapshot, query, asked, uid)?,
                None => None,
            };
            if let Some(mut newer) = newer {
                newer.place = old.place;
                newer.fused = old.fused;
                newer.tier = old.tier;
                units.insert(at, newer);
                note(&mut replaced, uid, old.uid);
                at += 1;
            }
        }
        at += 1;
    }
    Ok((units, replaced))
}

fn note(replaced: &mut Replaced, newer: u64, old: u64) {
    let known = replaced.entry(newer).or_default();
    if !known.contains(&old) {
        known.push(old);
    }
}

/// What replaced a page, and what replaced that.
#[derive(Default)]
struct Chain {
    /// Versions, the nearest first, and whether nothing replaced them in turn.
    newer: Vec<(u64, bool)>,
}

impl Chain {
    /// None for a page that its own successors say to have replaced: of those nobody knows which holds.
    fn of(snapshot: &Snapshot<'_>, old: u64) -> Result<Self, IndexError> {
        let mut chain = Self::default();
        let mut seen = HashSet::from([old]);
        let mut waiting = VecDeque::from(direct(snapshot, old)?);
        while let Some(uid) = waiting.pop_front() {
            if uid == old {
                return Ok(Self::default());
            }
            if seen.len() > CHAIN_MAX || !seen.insert(uid) {
                continue;
            }
            let next = direct(snapshot, uid)?;
            chain.newer.push((uid, next.is_empty()));
            waiting.extend(next);
        }
        Ok(chain)
    }
}

/// The versions that replaced this one, by what it says and by what they say.
fn direct(snapshot: &Snapshot<'_>, old: u64) -> Result<Vec<u64>, IndexError> {
    let state = snapshot.state;
    let Some(info) = state.views.info(&state.catalogue, old)? else { return Ok(Vec::new()) };
    let mut names = vec![info.path.name().to_owned(), info.facets.title.clone()];
    names.extend(info.facets.id.clone());
    let mut newer = snapshot.facts.successors_of(&names);
    let replaced_by: Vec<String> =
        info.facets.superseded_by.iter().map(|name| named(name)).collect();
    newer.extend(state.catalogue.named(&replaced_by)?);
    newer.retain(|uid| *uid != old);
    newer.sort_unstable();
    newer.dedup();
    Ok(newer)
}

/// The folded key of what a link or a name of the head means.
fn named(name: &str) -> String {
    let name = name.trim().trim_start_matches("[[").trim_end_matches("]]");
    let name = name.split(['|', '#']).next().unwrap_or(name).trim();
    canon::fold(name.strip_suffix(".md").unwrap_or(name))
}

/// The best unit of a page that was no candidate.
fn fetch(
    snapshot: &Snapshot<'_>,
    query: &Query,
    asked: &Asked,
    uid: u64,
) -> Result<Option<Chosen>, IndexError> {
    let pages = snapshot.evidence_of(&[uid], &asked.wanted())?;
    let collection = Collection { sizes: snapshot.sizes, pages: snapshot.pages };
    let scored = score(&pages, asked, &collection, &query.weights);
    Ok(scored
        .first()
        .map(|page| best(asked, page).unwrap_or_else(|| chosen(asked, page, &ScoredAtom::bare(1)))))
}
