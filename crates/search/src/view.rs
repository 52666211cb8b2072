//! What is the same for all queries until something changes: sizes of the collection, and which
//! versions pass a filter. What belongs to one version of a page never changes, and is kept as long as
//! there is room.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use tantivy::Searcher;

use crate::big::{Big, Sizes};
use crate::catalogue::{Catalogue, Facts, Info, Live, Marks, Names, Standing};
use crate::error::IndexError;
use crate::numbers::ByNumber;
use crate::query::Filters;
use crate::recall::Given;

/// Atoms of logs that are taken off what is counted, at each question.
const LOG_ATOMS: u64 = 20_000;
/// Filters remembered; more would only be walked through.
const FILTERS_MAX: usize = 8;

/// Versions whose outlines and facets are kept: those that were hits lately.
const INFOS_MAX: usize = 2_000;
/// Versions whose standing is kept, at about forty bytes each.
const STANDINGS_MAX: usize = 200_000;
/// Names that are kept at hand.
const NAMES_MAX: usize = 200_000;
/// Looks at standings or names after which a process that goes on asking reads them all at once.
const LOOKS: u32 = 4;

/// Remembered views.
#[derive(Default)]
pub(crate) struct Views {
    sizes: Mutex<Option<(u64, Sizes)>>,
    live: Mutex<Vec<(u64, Filters, Arc<Passing>)>>,
    facts: Mutex<Option<(u64, Arc<Facts>)>>,
    infos: Mutex<Kept<u64, Arc<Info>>>,
    standings: Mutex<Standings>,
    names: Mutex<NamesSeen>,
    pub(crate) given: Given,
}

/// The names of a state of the catalogue, once a process asked for them often enough between two changes.
#[derive(Default)]
struct NamesSeen {
    changes: u64,
    looks: u32,
    all: Option<Arc<Names>>,
}

#[derive(Default)]
struct Standings {
    known: ByNumber<Standing>,
    looks: u32,
}

/// What was of use lately: once there are `max` new things, those that were not asked for since the last
/// time are forgotten.
pub(crate) struct Kept<K, V> {
    new: HashMap<K, V>,
    old: HashMap<K, V>,
}

impl<K, V> Default for Kept<K, V> {
    fn default() -> Self {
        Self { new: HashMap::new(), old: HashMap::new() }
    }
}

impl<K: Hash + Eq + Clone, V: Clone> Kept<K, V> {
    pub(crate) fn get(&mut self, key: &K, max: usize) -> Option<V> {
        if let Some(found) = self.new.get(key) {
            return Some(found.clone());
        }
        let (key, found) = self.old.remove_entry(key)?;
        self.put(key, found.clone(), max);
        Some(found)
    }

    pub(crate) fn put(&mut self, key: K, value: V, max: usize) {
        if self.new.len() >= max / 2 {
            self.old = std::mem::take(&mut self.new);
        }
        self.new.insert(key, value);
    }
}

/// Versions that pass a filter, and what the collection has beside them.
#[derive(Debug, Default)]
pub(crate) struct Passing {
    /// Those in the big index.
    pub(crate) big: Live,
    /// Those that wait, in order.
    pub(crate) delta: Vec<u64>,
    /// All that wait, whether they pass or not: how rare a word is depends on no filter but the default one.
    pub(crate) waiting: Vec<u64>,
    /// Versions that are gone, and are still counted by the big index; and logs of what was done.
    pub(crate) dead: Vec<u64>,
}

impl Views {
    /// Sizes of the big index at this generation.
    pub(crate) fn sizes(
        &self,
        big: &Big,
        searcher: &Searcher,
        generation: u64,
    ) -> Result<Sizes, IndexError> {
        let mut known = self.sizes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, sizes)) = *known
            && at == generation
        {
            return Ok(sizes);
        }
        let sizes = big.sizes(searcher)?;
        *known = Some((generation, sizes));
        Ok(sizes)
    }

    /// What the pages say together, as of `marks`.
    pub(crate) fn facts(
        &self,
        catalogue: &Catalogue,
        marks: Marks,
    ) -> Result<Arc<Facts>, IndexError> {
        let mut known = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((changes, facts)) = &*known
            && *changes == marks.changes
        {
            return Ok(Arc::clone(facts));
        }
        let facts = Arc::new(catalogue.facts()?);
        *known = Some((marks.changes, Arc::clone(&facts)));
        Ok(facts)
    }

    /// All names of pages as of `marks`, if it is worth having them at hand.
    pub(crate) fn names(
        &self,
        catalogue: &Catalogue,
        marks: Marks,
    ) -> Result<Option<Arc<Names>>, IndexError> {
        let mut seen = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.changes != marks.changes {
            *seen = NamesSeen { changes: marks.changes, ..NamesSeen::default() };
        }
        seen.looks = seen.looks.saturating_add(1);
        if seen.looks == LOOKS && catalogue.marks()? == marks {
            seen.all = catalogue.sorted_names(NAMES_MAX)?.map(Arc::new);
        }
        Ok(seen.all.clone())
    }

    /// What hits say about their pages; none of versions that are gone.
    pub(crate) fn info(
        &self,
        catalogue: &Catalogue,
        uid: u64,
    ) -> Result<Option<Arc<Info>>, IndexError> {
        let known = self.infos.lock().unwrap_or_else(PoisonError::into_inner).get(&uid, INFOS_MAX);
        if known.is_some() {
            return Ok(known);
        }
        let Some(info) = catalogue.infos(&[uid])?.remove(&uid).map(Arc::new) else {
            return Ok(None);
        };
        let mut infos = self.infos.lock().unwrap_or_else(PoisonError::into_inner);
        infos.put(uid, Arc::clone(&info), INFOS_MAX);
        Ok(Some(info))
    }

    /// What ranking wants to know of each of these versions; none of those that are gone.
    pub(crate) fn standings(
        &self,
        catalogue: &Catalogue,
        uids: &[u64],
    ) -> Result<Vec<Option<Standing>>, IndexError> {
        let mut standings = self.standings.lock().unwrap_or_else(PoisonError::into_inner);
        let known = |standings: &Standings| -> Vec<Option<Standing>> {
            uids.iter().map(|uid| standings.known.get(uid).cloned()).collect()
        };
        let found = known(&standings);
        let missing: Vec<u64> = uids
            .iter()
            .zip(&found)
            .filter(|(_, standing)| standing.is_none())
            .map(|(uid, _)| *uid)
            .collect();
        if missing.is_empty() {
            return Ok(found);
        }
        standings.looks = standings.looks.saturating_add(1);
        if standings.known.len() + missing.len() > STANDINGS_MAX {
            standings.known.clear();
        }
        let all = standings.looks == LOOKS && catalogue.count()? <= STANDINGS_MAX;
        let read = if all { catalogue.all_standings() } else { catalogue.standings(&missing) };
        standings.known.extend(read?);
        Ok(known(&standings))
    }

    /// The versions that pass, as of `marks`, and whether the big index still is as it was then.
    pub(crate) fn passing(
        &self,
        catalogue: &Catalogue,
        filters: &Filters,
        marks: Marks,
    ) -> Result<(Arc<Passing>, bool), IndexError> {
        {
            let mut known = self.live.lock().unwrap_or_else(PoisonError::into_inner);
            known.retain(|(changes, ..)| *changes == marks.changes);
            if let Some((.., found)) = known.iter().find(|(_, of, _)| of == filters) {
                return Ok((Arc::clone(found), true));
            }
        }
        let (big, mut delta) = catalogue.live(filters)?;
        delta.sort_unstable();
        let (mut waiting, mut dead) = catalogue.unsettled()?;
        if !filters.see_apart() {
            // The log of what was done, which grows with every write, makes no word of the pages more common.
            let mut logs = catalogue.logs()?;
            waiting.retain(|uid| !logs.waiting.contains(uid));
            logs.folded.sort_unstable_by_key(|(_, atoms)| *atoms);
            let mut left = LOG_ATOMS;
            dead.extend(logs.folded.into_iter().map_while(|(uid, atoms)| {
                left = left.checked_sub(atoms)?;
                Some(uid)
            }));
        }
        let found = Arc::new(Passing { big, delta, waiting, dead });
        // Another process may have changed something since `marks` was read; then it is read again.
        let now = catalogue.marks()?;
        if now.changes == marks.changes {
            let mut known = self.live.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= FILTERS_MAX {
                known.remove(0);
            }
            known.push((marks.changes, filters.clone(), Arc::clone(&found)));
        }
        Ok((found, now.generation == marks.generation))
    }
}
