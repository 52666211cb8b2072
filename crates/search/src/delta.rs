//! Pages that are not in the big index yet, analysed in memory and kept as long as they wait.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tantivy::fieldnorm::FieldNormReader;
use wiki::page::Page;

use crate::atom::atoms;
use crate::catalogue::{Catalogue, Pending};
use crate::error::IndexError;
use crate::facets::Facets;
use crate::outline::Kind;
use crate::words::atom_terms;

/// One waiting page.
pub(crate) struct DeltaPage {
    pub(crate) uid: u64,
    pub(crate) atoms: Vec<DeltaAtom>,
}

/// One of its atoms.
pub(crate) struct DeltaAtom {
    pub(crate) kind: Kind,
    /// Terms, rounded as the big index rounds them, so that a page scores the same before and after.
    pub(crate) len: u32,
    /// Positions of each term.
    pub(crate) terms: HashMap<String, Vec<u32>>,
}

/// Analyses that are still of use.
#[derive(Default)]
pub(crate) struct Delta {
    pages: Mutex<HashMap<u64, Arc<DeltaPage>>>,
}

impl Delta {
    /// The analysed pages of these versions; those that are gone meanwhile are left out.
    pub(crate) fn pages(
        &self,
        catalogue: &Catalogue,
        uids: &[u64],
    ) -> Result<Vec<Arc<DeltaPage>>, IndexError> {
        let missing: Vec<u64> = {
            let mut known = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
            let waiting: std::collections::HashSet<u64> = uids.iter().copied().collect();
            if known.len() > 2 * waiting.len() + 64 {
                known.retain(|uid, _| waiting.contains(uid));
            }
            uids.iter().copied().filter(|uid| !known.contains_key(uid)).collect()
        };
        if !missing.is_empty() {
            let infos = catalogue.infos(&missing)?;
            for pending in catalogue.pending(&missing)? {
                let Some(info) = infos.get(&pending.uid) else { continue };
                let page = Arc::new(analyse(pending, &info.facets));
                let mut known = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
                known.insert(page.uid, page);
            }
        }
        let known = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(uids.iter().filter_map(|uid| known.get(uid).cloned()).collect())
    }
}

/// The page as it is searched while it waits.
pub(crate) fn analyse(pending: Pending, facets: &Facets) -> DeltaPage {
    let page = Page::parse(pending.path, pending.text);
    let (cut, _) = atoms(&page, facets);
    let atoms = cut
        .iter()
        .map(|atom| {
            let mut terms: HashMap<String, Vec<u32>> = HashMap::new();
            let found = atom_terms(&atom.lead, &page.text[atom.words.clone()]);
            let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
            for token in found {
                let position = u32::try_from(token.position).unwrap_or(u32::MAX);
                terms.entry(token.term).or_default().push(position);
            }
            let len = FieldNormReader::id_to_fieldnorm(FieldNormReader::fieldnorm_to_id(count));
            DeltaAtom { kind: atom.kind, len, terms }
        })
        .collect();
    DeltaPage { uid: pending.uid, atoms }
}
