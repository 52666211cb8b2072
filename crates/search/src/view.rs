//! What is the same for all queries until something changes: sizes of the collection, and which
//! versions pass a filter.

use std::sync::{Arc, Mutex, PoisonError};

use tantivy::Searcher;

use crate::big::{Big, Sizes};
use crate::catalogue::{Catalogue, Live, Marks};
use crate::error::IndexError;
use crate::query::Filters;

/// Filters remembered; more would only be walked through.
const FILTERS_MAX: usize = 8;

/// Remembered views.
#[derive(Default)]
pub(crate) struct Views {
    sizes: Mutex<Option<(u64, Sizes)>>,
    live: Mutex<Vec<(u64, Filters, Arc<Passing>)>>,
}

/// Versions that pass a filter.
#[derive(Debug, Default)]
pub(crate) struct Passing {
    /// Those in the big index.
    pub(crate) big: Live,
    /// Those that wait.
    pub(crate) delta: Vec<u64>,
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

    /// The versions that pass, as of `marks`.
    pub(crate) fn passing(
        &self,
        catalogue: &Catalogue,
        filters: &Filters,
        marks: Marks,
    ) -> Result<Arc<Passing>, IndexError> {
        {
            let mut known = self.live.lock().unwrap_or_else(PoisonError::into_inner);
            known.retain(|(changes, ..)| *changes == marks.changes);
            if let Some((.., found)) = known.iter().find(|(_, of, _)| of == filters) {
                return Ok(Arc::clone(found));
            }
        }
        let (big, delta) = catalogue.live(filters)?;
        let found = Arc::new(Passing { big, delta });
        // Another process may have changed something since `marks` was read; then it is read again.
        if catalogue.marks()?.changes == marks.changes {
            let mut known = self.live.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= FILTERS_MAX {
                known.remove(0);
            }
            known.push((marks.changes, filters.clone(), Arc::clone(&found)));
        }
        Ok(found)
    }
}
