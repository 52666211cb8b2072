//! Stage two: BM25 of every granularity of the candidate pages, fused.
//!
//! A turn or passage alone is precise, the window around it has the words that its neighbours said, the
//! page is a prior for its parts. Each granularity is scored with BM25 (k1 1.2, b .75) against its own
//! average length, standardised over the candidates and summed: standardised sums keep a strong
//! granularity strong, where reciprocal ranks would level it.

use super::ask::Asked;
use crate::big::Sizes;
use crate::evidence::{AtomEvidence, PageEvidence};
use crate::outline::Kind;
use crate::query::Weights;

const K1: f32 = 1.2;
const B: f32 = 0.75;

/// Atoms on each side of the centre of a window: windows of 1, 3, 5 and 7.
pub(super) const RADII: [usize; 4] = [0, 1, 2, 3];

/// What each standardised score counts, for an atom and for a page. Fitted by hand on LoCoMo, where each
/// may be halved or doubled for less than half a point.
const ATOM_WINDOWS: [f32; RADII.len()] = [0.5, 1.0, 1.0, 1.0];
const ATOM_PAGE: f32 = 1.2;
const ATOM_HEAD: f32 = 0.5;
/// The turn is spoken by whom the query names, in deviations.
const SPEAKER: f32 = 2.0;
const PAGE_WINDOWS: [f32; RADII.len()] = [0.2, 1.0, 1.0, 1.0];
const PAGE_WHOLE: f32 = 1.0;
const PAGE_HEAD: f32 = 0.6;
/// Share of a page's own score against that of its best atom.
const PAGE_OWN: f32 = 0.7;

/// Sizes of the collection that lengths are compared to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Collection {
    pub(super) sizes: Sizes,
    /// Pages that are no conversations, and those that are.
    pub(super) pages: [u64; 2],
}

/// A candidate page with its scores.
#[derive(Debug, Clone)]
pub(super) struct ScoredPage {
    pub(super) uid: u64,
    pub(super) session: bool,
    /// BM25 of the page as a whole.
    pub(super) whole: f32,
    /// BM25 of its names.
    pub(super) head: f32,
    /// The page as a unit: the best window of each size and the whole, standardised and summed.
    pub(super) fused: f32,
    /// Atoms with something to say, in page order.
    pub(super) atoms: Vec<ScoredAtom>,
    /// Terms that stand anywhere in the page; retired text does not count.
    pub(super) terms: Terms,
    /// Terms that stand in its names.
    pub(super) head_terms: Terms,
}

/// One turn or passage.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScoredAtom {
    /// Place in the page's outline.
    pub(super) ord: usize,
    /// Whether it is a turn of a conversation.
    pub(super) turn: bool,
    /// BM25 of the windows around it.
    pub(super) windows: [f32; RADII.len()],
    /// Whether the query names who speaks.
    pub(super) speaker: bool,
    /// Terms in the window of 3.
    pub(super) terms: Terms,
    /// All of it, standardised and summed.
    pub(super) fused: f32,
}

/// A set of the query's terms, by index: a query has at most 32, and as many that say who speaks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Terms(u64);

impl Terms {
    pub(super) fn insert(&mut self, term: u16) {
        self.0 |= 1 << u32::from(term).min(63);
    }

    pub(super) fn contains(self, term: usize) -> bool {
        term < 64 && self.0 >> term & 1 == 1
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether both have a term.
    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Terms in ascending order.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(next)
        })
    }
}

/// Scores all candidates.
pub(super) fn score(
    pages: &[PageEvidence],
    asked: &Asked,
    collection: &Collection,
    weights: &Weights,
) -> Vec<ScoredPage> {
    let mut counts = Counts::new(asked);
    let mut places = Vec::new();
    let mut scored: Vec<ScoredPage> = pages
        .iter()
        .map(|page| score_page(page, asked, collection, &mut counts, &mut places))
        .collect();
    fuse(&mut scored, pages, weights);
    scored
}

/// Counts of each term in a piece of text, kept between pieces.
struct Counts {
    /// What each term weighs by its rarity.
    weights: Vec<f32>,
    tf: Vec<u32>,
    used: Terms,
    len: u32,
    /// Counts of each term in the windows around one atom; zero between two atoms.
    windows: Vec<[f32; RADII.len()]>,
}

impl Counts {
    fn new(asked: &Asked) -> Self {
        let weights: Vec<f32> = asked.terms.iter().map(|term| term.weight * term.idf).collect();
        let windows = vec![[0.0; RADII.len()]; weights.len()];
        Self { tf: vec![0; weights.len()], weights, used: Terms::default(), len: 0, windows }
    }

    fn clear(&mut self) {
        for term in self.used.iter() {
            self.tf[term] = 0;
        }
        self.used = Terms::default();
        self.len = 0;
    }

    fn add(&mut self, atom: &AtomEvidence) {
        for (term, tf) in atom.hits.iter() {
            self.used.insert(term);
            self.tf[usize::from(term)] += tf;
        }
        self.len += atom.len;
    }

    fn bm25(&self, average: f32) -> f32 {
        let norm = K1 * (1.0 - B + B * self.len as f32 / average.max(1.0));
        let of = |term: usize| {
            let tf = self.tf[term] as f32;
            self.weights[term] * tf * (K1 + 1.0) / (tf + norm)
        };
        self.used.iter().map(of).sum()
    }

    /// BM25 of the windows whose counts stand there, which are taken away.
    fn windows(
        &mut self,
        used: Terms,
        lens: [u32; RADII.len()],
        average: f32,
    ) -> [f32; RADII.len()] {
        let mut norms = [0.0; RADII.len()];
        for ((norm, len), radius) in norms.iter_mut().zip(lens).zip(RADII) {
            let average = (average * (2 * radius + 1) as f32).max(1.0);
            *norm = K1 * (1.0 - B + B * len as f32 / average);
        }
        let mut scores = [0.0; RADII.len()];
        for term in used.iter() {
            let weight = self.weights[term];
            let counts = std::mem::take(&mut self.windows[term]);
            for ((score, tf), norm) in scores.iter_mut().zip(counts).zip(norms) {
                *score += weight * tf * (K1 + 1.0) / (tf + norm);
            }
        }
        scores
    }
}

fn average(sizes: &Sizes, kind: Kind) -> f32 {
    let at = usize::from(kind.code());
    sizes.tokens[at] as f32 / (sizes.atoms[at] as f32).max(1.0)
}

fn score_page(
    page: &PageEvidence,
    asked: &Asked,
    collection: &Collection,
    counts: &mut Counts,
    places: &mut Vec<usize>,
) -> ScoredPage {
    let read = |kind: Kind| match kind {
        Kind::Turn | Kind::Passage => true,
        Kind::Retired => asked.retired,
        Kind::Head => false,
    };
    places.clear();
    places.extend((0..page.atoms.len()).filter(|at| read(page.atoms[*at].kind)));
    let session = page.atoms.iter().any(|atom| atom.kind == Kind::Turn);
    counts.clear();
    for head in page.atoms.iter().filter(|atom| atom.kind == Kind::Head) {
        counts.add(head);
    }
    let head = counts.bm25(average(&collection.sizes, Kind::Head));
    let head_terms = counts.used;
    for at in &*places {
        counts.add(&page.atoms[*at]);
    }
    let kind = if session { Kind::Turn } else { Kind::Passage };
    let tokens = collection.sizes.tokens[usize::from(kind.code())];
    let pages = collection.pages[usize::from(session)].max(1);
    let whole = counts.bm25(tokens as f32 / pages as f32);
    let terms = counts.used;
    let mut near = near_hits(page, places);
    if near.is_empty() && !head_terms.is_empty() && !places.is_empty() {
        // Only the names match: the page's beginning stands for it.
        near.push(0);
    }
    let atoms = near
        .into_iter()
        .map(|nth| score_atom(page, places, nth, asked, &collection.sizes, counts))
        .collect();
    ScoredPage { uid: page.uid, session, whole, head, fused: 0.0, atoms, terms, head_terms }
}

/// Places whose largest window has a hit.
fn near_hits(page: &PageEvidence, places: &[usize]) -> Vec<usize> {
    let reach = RADII[RADII.len() - 1];
    let mut near = Vec::new();
    let mut next = 0;
    for (nth, at) in places.iter().enumerate() {
        if page.atoms[*at].hits.is_empty() {
            continue;
        }
        let end = (nth + reach + 1).min(places.len());
        near.extend(nth.saturating_sub(reach).max(next)..end);
        next = end.max(next);
    }
    near
}

fn score_atom(
    page: &PageEvidence,
    places: &[usize],
    nth: usize,
    asked: &Asked,
    sizes: &Sizes,
    counts: &mut Counts,
) -> ScoredAtom {
    let centre = &page.atoms[places[nth]];
    let (mut used, mut terms) = (Terms::default(), Terms::default());
    let mut lens = [0_u32; RADII.len()];
    let reach = RADII[RADII.len() - 1];
    let (from, end) = (nth.saturating_sub(reach), (nth + reach + 1).min(places.len()));
    for (at, place) in (from..).zip(&places[from..end]) {
        let (atom, distance) = (&page.atoms[*place], at.abs_diff(nth));
        for (len, radius) in lens.iter_mut().zip(RADII) {
            *len += if distance <= radius { atom.len } else { 0 };
        }
        for (term, tf) in atom.hits.iter() {
            used.insert(term);
            if distance <= 1 {
                terms.insert(term);
            }
            for (count, radius) in counts.windows[usize::from(term)].iter_mut().zip(RADII) {
                *count += if distance <= radius { tf as f32 } else { 0.0 };
            }
        }
    }
    let windows = counts.windows(used, lens, average(sizes, centre.kind));
    let speaker = centre.hits.iter().any(|(term, _)| usize::from(term) >= asked.speakers);
    let turn = centre.kind == Kind::Turn;
    ScoredAtom { ord: places[nth], turn, windows, speaker, terms, fused: 0.0 }
}

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

    fn standard(&self, value: f32) -> f32 {
        (value - self.mean) / self.deviation
    }
}

fn fuse(scored: &mut [ScoredPage], pages: &[PageEvidence], weights: &Weights) {
    let places: usize = pages.iter().map(|page| page.atoms.len().saturating_sub(1)).sum();
    let all =
        |at: usize| scored.iter().flat_map(|page| &page.atoms).map(move |atom| atom.windows[at]);
    let windows: Vec<Spread> = (0..RADII.len()).map(|at| Spread::of(all(at), places)).collect();
    let tops: Vec<[f32; RADII.len()]> = scored.iter().map(tops).collect();
    let top = |at: usize| tops.iter().map(move |top| top[at]);
    let pooled: Vec<Spread> = (0..RADII.len()).map(|at| Spread::of(top(at), tops.len())).collect();
    let whole = Spread::of(scored.iter().map(|page| page.whole), scored.len());
    let head = Spread::of(scored.iter().map(|page| page.head), scored.len());
    let (page_weight, head_weight) = (weights.page as f32, weights.head as f32);
    for (page, top) in scored.iter_mut().zip(&tops) {
        let (whole, head) = (whole.standard(page.whole), head.standard(page.head));
        let prior = ATOM_PAGE * page_weight * whole + ATOM_HEAD * head_weight * head;
        for atom in &mut page.atoms {
            let window = |at: usize| ATOM_WINDOWS[at] * windows[at].standard(atom.windows[at]);
            let speaker = if atom.speaker { SPEAKER * weights.speaker as f32 } else { 0.0 };
            atom.fused = (0..RADII.len()).map(window).sum::<f32>() + prior + speaker;
        }
        let window = |at: usize| PAGE_WINDOWS[at] * pooled[at].standard(top[at]);
        let pooled: f32 = (0..RADII.len()).map(window).sum();
        let own = pooled + PAGE_WHOLE * page_weight * whole + PAGE_HEAD * head_weight * head;
        let best = page.atoms.iter().map(|atom| atom.fused).fold(f32::NEG_INFINITY, f32::max);
        let best = if best.is_finite() { best } else { prior };
        page.fused = PAGE_OWN * own + (1.0 - PAGE_OWN) * best;
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
