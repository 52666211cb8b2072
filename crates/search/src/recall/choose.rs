//! Scores → the units asked for, in order: pooled, superseded pages below their successors, no page
//! crowding out the others.

use std::collections::HashMap;

use super::Snapshot;
use super::ask::Asked;
use super::score::{RADII, ScoredAtom, ScoredPage, tune};
use crate::catalogue::Standing;
use crate::error::IndexError;
use crate::query::{Query, Unit};

/// Turns on each side of a conversation's passage.
pub(super) const PASSAGE_RADIUS: usize = 2;
/// Passages of one page before others had their turn.
const PER_PAGE: usize = 3;

/// A unit chosen as a hit.
#[derive(Debug, Clone)]
pub(super) struct Chosen {
    pub(super) uid: u64,
    /// Places of the outline that the hit shows: the best atom, and the run around it.
    pub(super) ord: usize,
    pub(super) run: (usize, usize),
    pub(super) fused: f32,
    pub(super) score: f64,
    pub(super) windows: [f32; RADII.len()],
    pub(super) whole: f32,
    pub(super) head: f32,
    pub(super) speaker: bool,
    pub(super) terms: Vec<u16>,
}

/// All hits in order; paging is the caller's.
#[derive(Debug, Default)]
pub(super) struct Choice {
    pub(super) hits: Vec<Chosen>,
    pub(super) abstained: Option<String>,
    pub(super) total: usize,
}

pub(super) fn choose(
    snapshot: &Snapshot<'_>,
    query: &Query,
    asked: &Asked,
    scored: Vec<ScoredPage>,
) -> Result<Choice, IndexError> {
    let uids: Vec<u64> = scored.iter().map(|page| page.uid).collect();
    let standings = snapshot.state.catalogue.standings(&uids)?;
    let mut units = units(&scored, query, asked, &standings);
    units.sort_by(|a, b| {
        b.fused.total_cmp(&a.fused).then(a.uid.cmp(&b.uid)).then(a.ord.cmp(&b.ord))
    });
    let total = units.len();
    Ok(Choice { hits: diversify(units, query.unit), abstained: None, total })
}

fn units(
    scored: &[ScoredPage],
    query: &Query,
    _asked: &Asked,
    standings: &HashMap<u64, Standing>,
) -> Vec<Chosen> {
    let mut units: Vec<Chosen> = Vec::new();
    let mut sessions: HashMap<&str, usize> = HashMap::new();
    for page in scored {
        let Some(standing) = standings.get(&page.uid) else { continue };
        match query.unit {
            Unit::Turn if page.session => {
                units.extend(page.atoms.iter().map(|atom| chosen(page, atom, 0)))
            }
            Unit::Turn => {}
            Unit::Passage => passages(page, &mut units),
            Unit::Session if !page.session => {}
            Unit::Page | Unit::Session => {
                let Some(unit) = best(page) else { continue };
                let key = match (query.unit, &standing.session) {
                    (Unit::Session, Some(session)) => session,
                    _ => &standing.path,
                };
                match sessions.get(key.as_str()) {
                    Some(&at) if units[at].fused >= unit.fused => {}
                    Some(&at) => units[at] = unit,
                    None => {
                        sessions.insert(key, units.len());
                        units.push(unit);
                    }
                }
            }
        }
    }
    units
}

fn chosen(page: &ScoredPage, atom: &ScoredAtom, radius: usize) -> Chosen {
    let last = page.atoms.len();
    let _ = last;
    Chosen {
        uid: page.uid,
        ord: atom.ord,
        run: (atom.ord.saturating_sub(radius), atom.ord + radius),
        fused: atom.fused,
        score: 0.0,
        windows: atom.windows,
        whole: page.whole,
        head: page.head,
        speaker: atom.speaker,
        terms: atom.terms.clone(),
    }
}

/// The page's best atom; a page of which only the names match has its first.
fn best(page: &ScoredPage) -> Option<Chosen> {
    let best = page.atoms.iter().max_by(|a, b| a.fused.total_cmp(&b.fused).then(b.ord.cmp(&a.ord)));
    let radius = if page.session { PASSAGE_RADIUS } else { 0 };
    best.map(|atom| {
        let mut unit = chosen(page, atom, radius);
        unit.fused += tune("PP", 0.0) * page.whole;
        unit
    })
}

/// Passages of a page that do not overlap, best first.
fn passages(page: &ScoredPage, units: &mut Vec<Chosen>) {
    let radius = if page.session { PASSAGE_RADIUS } else { 0 };
    let mut atoms: Vec<&ScoredAtom> =
        page.atoms.iter().filter(|atom| !atom.terms.is_empty()).collect();
    atoms.sort_by(|a, b| b.fused.total_cmp(&a.fused).then(a.ord.cmp(&b.ord)));
    let mut taken: Vec<usize> = Vec::new();
    for atom in atoms {
        if taken.iter().all(|at| at.abs_diff(atom.ord) > 2 * radius) {
            taken.push(atom.ord);
            units.push(chosen(page, atom, radius));
        }
        if taken.len() >= 20 {
            break;
        }
    }
}

/// At most three of one page before others had their turn; the rest follow in order.
fn diversify(units: Vec<Chosen>, unit: Unit) -> Vec<Chosen> {
    if !matches!(unit, Unit::Passage) {
        return units;
    }
    let mut counts: HashMap<u64, usize> = HashMap::new();
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for unit in units {
        let count = counts.entry(unit.uid).or_default();
        *count += 1;
        if *count <= PER_PAGE { first.push(unit) } else { later.push(unit) }
    }
    first.extend(later);
    first
}
