//! Streams → one score: each granularity standardised over the candidates and summed.
//!
//! A page or turn that a stream cannot see (no vectors yet) stands at that stream's mean, so that it is
//! judged by the others.

use super::near::Near;
use super::score::ScoredPage;
use crate::evidence::PageEvidence;
use crate::weights::{RADII, Weights};

/// The turn is spoken by whom the query names, in deviations.
const SPEAKER: f64 = 2.0;

/// Mean and deviation of a granularity over all places of the candidates, those without a hit included.
struct Spread {
    mean: f32,
    deviation: f32,
}

impl Spread {
    fn of(values: impl Iterator<Item = f32>, count: usize) -> Self {
        let (mut sum, mut squares) = (0.0_f64, 0.0_f64);
        for value in values {
            sum += f64::from(value);
            squares += f64::from(value) * f64::from(value);
        }
        let count = (count as f64).max(1.0);
        let mean = sum / count;
        let deviation = (squares / count - mean * mean).max(0.0).sqrt();
        Self { mean: mean as f32, deviation: (deviation as f32).max(1e-3) }
    }

    fn standard(&self, value: f32) -> f64 {
        f64::from((value - self.mean) / self.deviation)
    }
}

/// How the candidates' scores lie, granularity by granularity.
struct Spreads {
    windows: Vec<Spread>,
    tops: Vec<Spread>,
    whole: Spread,
    head: Spread,
    atom_near: [Spread; 2],
    page_near: [Spread; 3],
}

impl Spreads {
    fn of(
        scored: &[ScoredPage],
        tops: &[[f32; RADII.len()]],
        pages: &[PageEvidence],
        nears: &[Option<Near>],
    ) -> Self {
        let places: usize = pages.iter().map(|page| page.atoms.len().saturating_sub(1)).sum();
        let windows = |at: usize| {
            scored.iter().flat_map(|page| &page.atoms).map(move |atom| atom.windows[at])
        };
        let top = |at: usize| tops.iter().map(move |top| top[at]);
        let known = || nears.iter().flatten();
        let alone = || known().flat_map(|near| near.alone.iter().flatten().copied());
        let around = || known().flat_map(|near| near.around.iter().flatten().copied());
        let page = |at: usize| Spread::of(known().map(move |near| near.page[at]), known().count());
        Self {
            windows: (0..RADII.len()).map(|at| Spread::of(windows(at), places)).collect(),
            tops: (0..RADII.len()).map(|at| Spread::of(top(at), tops.len())).collect(),
            whole: Spread::of(scored.iter().map(|page| page.whole), scored.len()),
            head: Spread::of(scored.iter().map(|page| page.head), scored.len()),
            atom_near: [
                Spread::of(alone(), alone().count()),
                Spread::of(around(), around().count()),
            ],
            page_near: [page(0), page(1), page(2)],
        }
    }
}

/// Gives every page and atom its score, with weights for pages and for conversations.
pub(super) fn fuse(
    scored: &mut [ScoredPage],
    pages: &[PageEvidence],
    nears: &[Option<Near>],
    [for_pages, for_turns]: [&Weights; 2],
) {
    let tops: Vec<[f32; RADII.len()]> = scored.iter().map(tops).collect();
    let spreads = Spreads::of(scored, &tops, pages, nears);
    for (page, top) in scored.iter_mut().zip(&tops) {
        let weights = if page.session { for_turns } else { for_pages };
        let whole = weights.page * spreads.whole.standard(page.whole);
        let head = weights.head * spreads.head.standard(page.head);
        let near =
            |at: usize| page.near.map_or(0.0, |near| spreads.page_near[at].standard(near[at]));
        let near: [f64; 3] = [near(0), near(1), near(2)];
        let words = weights.atom_page[0] * whole + weights.atom_page[1] * head;
        let prior = weights.lexical * words + weights.vector * weights.atom_near[2] * near[0];
        for atom in &mut page.atoms {
            let window = |at: usize| {
                weights.atom_windows[at] * spreads.windows[at].standard(atom.windows[at])
            };
            let words: f64 = (0..RADII.len()).map(window).sum();
            let alike = |at: usize| {
                let of = |near: [f32; 2]| spreads.atom_near[at].standard(near[at]);
                weights.atom_near[at] * atom.near.map_or(0.0, of)
            };
            let speaker = if atom.speaker { SPEAKER * weights.speaker } else { 0.0 };
            let fused = weights.lexical * words + weights.vector * (alike(0) + alike(1));
            atom.fused = (fused + prior + speaker) as f32;
        }
        let window = |at: usize| weights.page_windows[at] * spreads.tops[at].standard(top[at]);
        let words: f64 = (0..RADII.len()).map(window).sum();
        let words = words + weights.page_whole[0] * whole + weights.page_whole[1] * head;
        let alike: f64 = (0..3).map(|at| weights.page_near[at] * near[at]).sum();
        let own = weights.lexical * words + weights.vector * alike;
        let best = page.atoms.iter().map(|atom| atom.fused).fold(f32::NEG_INFINITY, f32::max);
        let best = if best.is_finite() { f64::from(best) } else { prior };
        page.fused = (weights.own * own + (1.0 - weights.own) * best) as f32;
    }
}

/// The best window of each size.
fn tops(page: &ScoredPage) -> [f32; RADII.len()] {
    let mut tops = [0.0_f32; RADII.len()];
    for atom in &page.atoms {
        for (top, window) in tops.iter_mut().zip(atom.windows) {
            *top = top.max(window);
        }
    }
    tops
}
