//! Streams → one score: each granularity standardised over the candidates and summed; or, by choice, the
//! reciprocal ranks of the streams.
//!
//! A page or turn that a stream cannot see (no vectors yet) stands at that stream's mean, so that it is
//! judged by the others.

use super::ask::Asked;
use super::near::Near;
use super::score::{ScoredAtom, ScoredPage, Terms};
use crate::evidence::PageEvidence;
use crate::weights::{Fusion, RADII, Weights};

/// The turn is spoken by whom the query names, in deviations.
const SPEAKER: f64 = 2.0;
/// Brings sums of reciprocal ranks to about the size of standardised sums, whatever `k` is.
const RECIPROCAL: f64 = 10.0;

/// It begins with the number of the clause that was asked for, in deviations: as much as a page gains that
/// is called what was asked.
const CLAUSE: f64 = 8.0;

/// Mean and deviation of a granularity over all places of the candidates, those without a hit included.
struct Spread {
    mean: f32,
    deviation: f32,
}

impl Spread {
    fn of(values: impl Iterator<Item = f32>, count: usize) -> Self {
        let [spread] = Self::of_each(values.map(|value| [value]), count);
        spread
    }

    /// Of several granularities that lie side by side.
    fn of_each<const N: usize>(values: impl Iterator<Item = [f32; N]>, count: usize) -> [Self; N] {
        let mut sums = [[0.0_f64; 2]; N];
        for values in values {
            for ([sum, squares], value) in sums.iter_mut().zip(values) {
                let value = f64::from(value);
                *sum += value;
                *squares += value * value;
            }
        }
        let count = (count as f64).max(1.0);
        sums.map(|[sum, squares]| {
            let mean = sum / count;
            let deviation = (squares / count - mean * mean).max(0.0).sqrt();
            Self { mean: mean as f32, deviation: (deviation as f32).max(1e-3) }
        })
    }

    fn standard(&self, value: f32) -> f64 {
        f64::from((value - self.mean) / self.deviation)
    }
}

/// How the candidates' scores lie, granularity by granularity.
struct Spreads {
    windows: [Spread; RADII.len()],
    tops: [Spread; RADII.len()],
    whole: Spread,
    head: Spread,
    covered: Spread,
    atom_near: [Spread; 2],
    page_near: [Spread; 3],
}

impl Spreads {
    fn of(
        scored: &[ScoredPage],
        tops: &[Top],
        pages: &[PageEvidence],
        nears: &[Option<Near>],
    ) -> Self {
        let places: usize = pages.iter().map(|page| page.atoms.len().saturating_sub(1)).sum();
        let windows = scored.iter().flat_map(|page| &page.atoms).map(|atom| atom.windows);
        let known = || nears.iter().flatten();
        let alone = || known().flat_map(|near| near.alone.iter().flatten().copied());
        let around = || known().flat_map(|near| near.around().iter().flatten().copied());
        let page = |at: usize| Spread::of(known().map(move |near| near.page[at]), known().count());
        Self {
            windows: Spread::of_each(windows, places),
            tops: Spread::of_each(tops.iter().map(|top| top.windows), tops.len()),
            whole: Spread::of(scored.iter().map(|page| page.whole), scored.len()),
            head: Spread::of(scored.iter().map(|page| page.head), scored.len()),
            covered: Spread::of(tops.iter().map(|top| top.covered), tops.len()),
            atom_near: [
                Spread::of(alone(), alone().count()),
                Spread::of(around(), around().count()),
            ],
            page_near: [page(0), page(1), page(2)],
        }
    }
}

/// The best of a page's windows.
#[derive(Debug, Clone, Copy, Default)]
struct Top {
    /// By score, of each size.
    windows: [f32; RADII.len()],
    /// Share of the question that the best window of three covers.
    covered: f32,
}

impl Top {
    fn of(page: &ScoredPage, words: &Words<'_>) -> Self {
        let mut top = Self::default();
        let mut last = (Terms::default(), 0.0);
        for atom in &page.atoms {
            for (top, window) in top.windows.iter_mut().zip(atom.windows) {
                *top = top.max(window);
            }
            // Neighbours often have the same words.
            if last.0 != atom.terms {
                last = (atom.terms, words.covered(atom.terms));
                top.covered = top.covered.max(last.1);
            }
        }
        top
    }
}

/// The question's words by their rarity.
struct Words<'a> {
    each: &'a [(f32, Terms)],
    all: f32,
}

impl<'a> Words<'a> {
    fn of(asked: &'a Asked) -> Self {
        let all: f32 = asked.words.iter().map(|(weight, _)| weight).sum();
        Self { each: &asked.words, all: all.max(1e-6) }
    }

    /// Share of the words that these terms cover.
    fn covered(&self, terms: Terms) -> f32 {
        let met = self.each.iter().filter(|(_, ways)| terms.meets(*ways));
        met.map(|(weight, _)| weight).sum::<f32>() / self.all
    }
}

/// What a stream's share of a score is, and what stands beside both streams.
#[derive(Debug, Clone, Copy, Default)]
struct Parts {
    words: f64,
    alike: f64,
    beside: f64,
}

impl Parts {
    fn sum(self, [lexical, vector]: [f64; 2]) -> f64 {
        lexical * self.words + vector * self.alike + self.beside
    }
}

/// A page's parts as a unit, and what its atoms have of it.
struct PageParts {
    unit: Parts,
    prior: Parts,
    own: f64,
}

impl PageParts {
    /// The page's score, with those of its atoms.
    fn score(&self, streams: [f64; 2], atoms: impl Iterator<Item = f64>) -> f64 {
        let best = atoms.fold(f64::NEG_INFINITY, f64::max);
        let best = if best.is_finite() { best } else { self.prior.sum(streams) };
        self.own * self.unit.sum(streams) + (1.0 - self.own) * best
    }
}

/// Gives every page and atom its score, with weights for pages and for conversations.
pub(super) fn fuse(
    scored: &mut [ScoredPage],
    pages: &[PageEvidence],
    nears: &[Option<Near>],
    asked: &Asked,
    [for_pages, for_turns]: [&Weights; 2],
) {
    let words = Words::of(asked);
    let tops: Vec<Top> = scored.iter().map(|page| Top::of(page, &words)).collect();
    let spreads = Spreads::of(scored, &tops, pages, nears);
    let weights = |page: &ScoredPage| if page.session { for_turns } else { for_pages };
    match for_pages.fusion {
        Fusion::Standard => {
            // Without the stream nothing is alike, whatever it would count.
            let gain = asked.dense.as_ref().map(|_| gain(scored, (asked, &words), for_pages));
            let streams = [for_pages.lexical, for_pages.vector + gain.unwrap_or(0.0)];
            for (page, top) in scored.iter_mut().zip(&tops) {
                let weights = weights(page);
                let parts = of_page(page, top, &spreads, weights);
                let atoms = page.atoms.iter_mut().map(|atom| {
                    let score = of_atom(atom, parts.prior, &spreads, weights).sum(streams);
                    atom.fused = score as f32;
                    score
                });
                page.fused = parts.score(streams, atoms) as f32;
            }
        }
        Fusion::Reciprocal => {
            let of = |(page, top): (&ScoredPage, &Top)| {
                let weights = weights(page);
                let parts = of_page(page, top, &spreads, weights);
                let of_atom = |atom: &ScoredAtom| of_atom(atom, parts.prior, &spreads, weights);
                let atoms = page.atoms.iter().map(of_atom).collect();
                (parts, atoms)
            };
            let parts: Vec<(PageParts, Vec<Parts>)> = scored.iter().zip(&tops).map(of).collect();
            let scores = reciprocal(&parts, for_pages.reciprocal, asked.dense.is_some());
            for (page, (score, atoms)) in scored.iter_mut().zip(scores) {
                page.fused = score as f32;
                for (atom, score) in page.atoms.iter_mut().zip(atoms) {
                    atom.fused = score as f32;
                }
            }
        }
    }
}

/// What the vector stream counts more, because words do not reach what was asked.
fn gain(scored: &[ScoredPage], (asked, words): (&Asked, &Words<'_>), weights: &Weights) -> f64 {
    let [slope, usual, advice] = weights.vector_gain;
    let best = scored.iter().map(|page| words.covered(page.terms)).fold(0.0, f32::max);
    let missing = slope * (usual - f64::from(best)).max(0.0);
    missing + if asked.manner.advice { advice } else { 0.0 }
}

fn of_page(page: &ScoredPage, top: &Top, spreads: &Spreads, weights: &Weights) -> PageParts {
    let whole = weights.page * spreads.whole.standard(page.whole);
    let head = weights.head * spreads.head.standard(page.head);
    let near = |at: usize| page.near.map_or(0.0, |near| spreads.page_near[at].standard(near[at]));
    let near: [f64; 3] = [near(0), near(1), near(2)];
    let prior = Parts {
        words: weights.atom_page[0] * whole + weights.atom_page[1] * head,
        alike: weights.atom_near[2] * near[0],
        beside: 0.0,
    };
    let window = |at: usize| weights.page_windows[at] * spreads.tops[at].standard(top.windows[at]);
    let words: f64 = (0..RADII.len()).map(window).sum();
    let unit = Parts {
        words: words
            + weights.page_whole[0] * whole
            + weights.page_whole[1] * head
            + weights.covered * spreads.covered.standard(top.covered),
        alike: (0..3).map(|at| weights.page_near[at] * near[at]).sum(),
        beside: 0.0,
    };
    PageParts { unit, prior, own: weights.own }
}

fn of_atom(atom: &ScoredAtom, prior: Parts, spreads: &Spreads, weights: &Weights) -> Parts {
    let window =
        |at: usize| weights.atom_windows[at] * spreads.windows[at].standard(atom.windows[at]);
    let words: f64 = (0..RADII.len()).map(window).sum();
    let alike = |at: usize| {
        let of = |near: [f32; 2]| spreads.atom_near[at].standard(near[at]);
        weights.atom_near[at] * atom.near.map_or(0.0, of)
    };
    let speaker = if atom.speaker { SPEAKER * weights.speaker } else { 0.0 };
    Parts {
        words: words + prior.words,
        alike: alike(0) + alike(1) + prior.alike,
        beside: speaker + if atom.clause { CLAUSE } else { 0.0 },
    }
}

/// Scores by the ranks in each stream alone.
fn reciprocal(
    parts: &[(PageParts, Vec<Parts>)],
    [k, lexical, vector]: [f64; 3],
    has_vectors: bool,
) -> Vec<(f64, Vec<f64>)> {
    let mut sums: Vec<(f64, Vec<f64>)> =
        parts.iter().map(|(_, atoms)| (0.0, vec![0.0; atoms.len()])).collect();
    let streams = [([1.0, 0.0], lexical), ([0.0, 1.0], if has_vectors { vector } else { 0.0 })];
    for (stream, weight) in streams.into_iter().filter(|(_, weight)| *weight > 0.0) {
        let of = |(page, atoms): &(PageParts, Vec<Parts>)| {
            let atoms: Vec<f64> = atoms.iter().map(|atom| atom.sum(stream)).collect();
            (page.score(stream, atoms.iter().copied()), atoms)
        };
        let scores: Vec<(f64, Vec<f64>)> = parts.iter().map(of).collect();
        let share = |rank: usize| RECIPROCAL * k * weight / (k + 1.0 + rank as f64);
        let pages: Vec<f64> = scores.iter().map(|(page, _)| *page).collect();
        let atoms: Vec<f64> = scores.iter().flat_map(|(_, atoms)| atoms.iter().copied()).collect();
        let (of_pages, mut of_atoms) = (ranks(&pages), ranks(&atoms).into_iter());
        for ((page, atoms), rank) in sums.iter_mut().zip(of_pages) {
            *page += share(rank);
            for (atom, rank) in atoms.iter_mut().zip(&mut of_atoms) {
                *atom += share(rank);
            }
        }
    }
    sums
}

/// The rank of each score, from 0; equals share the better one.
fn ranks(scores: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_unstable_by(|a, b| scores[*b].total_cmp(&scores[*a]));
    let mut ranks = vec![0; scores.len()];
    for (place, at) in order.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| order[before]);
        ranks[*at] = match before {
            Some(before) if scores[before] == scores[*at] => ranks[before],
            _ => place,
        };
    }
    ranks
}
