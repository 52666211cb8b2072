//! What is known of one candidate page: every atom's length, and which terms stand in it how often.
//! The same from the big index and from the delta.

use crate::big::Wanted;
use crate::delta::{DeltaAtom, DeltaPage};
use crate::outline::Kind;

/// A page that may answer.
#[derive(Debug, Clone)]
pub(crate) struct PageEvidence {
    pub(crate) uid: u64,
    /// All its atoms in page order.
    pub(crate) atoms: Vec<AtomEvidence>,
}

/// One atom of it.
#[derive(Debug, Clone)]
pub(crate) struct AtomEvidence {
    pub(crate) kind: Kind,
    /// Number of indexed terms.
    pub(crate) len: u32,
    /// Which of the wanted terms stand in it, and how often.
    pub(crate) hits: Hits,
    /// Whether a machine says it: an assistant, a tool.
    pub(crate) machine: bool,
}

/// Terms of one atom. Most atoms of a candidate page have a few at most, which need no memory of their own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Hits {
    first: [(u16, u32); Self::FEW],
    count: u8,
    more: Vec<(u16, u32)>,
}

impl Hits {
    const FEW: usize = 3;

    /// Adds a term and how often it stands there.
    pub(crate) fn push(&mut self, hit: (u16, u32)) {
        match self.first.get_mut(usize::from(self.count)) {
            Some(place) => {
                *place = hit;
                self.count += 1;
            }
            None => self.more.push(hit),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u16, u32)> + '_ {
        self.first[..usize::from(self.count)].iter().chain(&self.more).copied()
    }
}

impl FromIterator<(u16, u32)> for Hits {
    fn from_iter<I: IntoIterator<Item = (u16, u32)>>(found: I) -> Self {
        let mut hits = Self::default();
        found.into_iter().for_each(|hit| hits.push(hit));
        hits
    }
}

/// The evidence of a waiting page; `None` when nothing of it matches or a phrase is missing.
pub(crate) fn of_delta(page: &DeltaPage, wanted: &Wanted<'_>) -> Option<PageEvidence> {
    let seen = |atom: &&DeltaAtom| wanted.retired || atom.kind != Kind::Retired;
    let has_all = |atom: &DeltaAtom| wanted.phrases.iter().all(|phrase| has(atom, phrase));
    if !wanted.phrases.is_empty() && !page.atoms.iter().filter(seen).any(has_all) {
        return None;
    }
    let evidence = evidence(page, wanted);
    let matched = |(atom, seen): (&AtomEvidence, bool)| seen && !atom.hits.is_empty();
    let seen: Vec<bool> = page.atoms.iter().map(|atom| seen(&atom)).collect();
    let matches = evidence.atoms.iter().zip(seen).any(matched) || !wanted.phrases.is_empty();
    matches.then_some(evidence)
}

/// The evidence of a waiting page, whether it matches or not.
pub(crate) fn evidence(page: &DeltaPage, wanted: &Wanted<'_>) -> PageEvidence {
    let atoms = page.atoms.iter().map(|atom| {
        let hits = wanted.terms.iter().enumerate().filter_map(|(nth, (term, _))| {
            let positions = atom.terms.get(term)?;
            Some((u16::try_from(nth).ok()?, u32::try_from(positions.len()).unwrap_or(u32::MAX)))
        });
        let machine = wanted.machines.iter().any(|term| atom.terms.contains_key(term));
        AtomEvidence { kind: atom.kind, len: atom.len, hits: hits.collect(), machine }
    });
    PageEvidence { uid: page.uid, atoms: atoms.collect() }
}

/// Whether the atom has the phrase.
fn has(atom: &DeltaAtom, phrase: &[(usize, String)]) -> bool {
    let Some((first_at, first)) = phrase.first() else { return true };
    let Some(starts) = atom.terms.get(first) else { return false };
    starts.iter().any(|start| {
        phrase.iter().all(|(at, term)| {
            let wanted = u32::try_from(at - first_at).map(|distance| start + distance);
            let positions = atom.terms.get(term);
            positions.is_some_and(|have| wanted.is_ok_and(|wanted| have.contains(&wanted)))
        })
    })
}
