//! Stage two: BM25 of every granularity of the candidate pages, fused.
//!
//! A turn or passage alone is precise, the window around it has the words that its neighbours said, the
//! page is a prior for its parts. Each granularity is scored with BM25 against its own
//! average length, standardised over the candidates and summed: standardised sums keep a strong
//! granularity strong, where reciprocal ranks would level it.

use super::ask::{Asked, Term};
use super::fuse::fuse;
use super::near::{Near, near};
use super::{graph, han};
use crate::big::Sizes;
use crate::evidence::{AtomEvidence, PageEvidence};
use crate::outline::Kind;
use crate::weights::{RADII, Weights};

/// Of BM25 for pages: how fast a word's repetitions saturate, and how much length counts.
const OF_PAGES: [f32; 2] = [1.2, 0.75];

/// Terms of a page that is shown whole wherever it is met: at most as many tokens as a passage grows to.
const SHORT: u32 = 100;

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
    /// Whether it is so short that any passage of it shows all of it.
    pub(super) is_short: bool,
    /// BM25 of the page as a whole.
    pub(super) whole: f32,
    /// BM25 of its names.
    pub(super) head: f32,
    /// Its best cosine, its best window's, and the mean of its three best.
    pub(super) near: Option<[f32; 3]>,
    /// How closely it is linked with what the question names, in [0, 1].
    pub(super) linked: f32,
    /// The page as a unit: the best window of each size and the whole, standardised and summed.
    pub(super) fused: f32,
    /// Atoms with something to say, in page order.
    pub(super) atoms: Vec<ScoredAtom>,
    /// Terms that stand anywhere in the page; retired text does not count.
    pub(super) terms: Terms,
    /// Terms that stand in its names.
    pub(super) head_terms: Terms,
}

impl ScoredPage {
    /// Whether something that was said in it matches, by words or by likeness.
    pub(super) fn was_said(&self) -> bool {
        let matches = |atom: &ScoredAtom| atom.windows[1] > 0.0 || atom.near.is_some();
        self.session && self.atoms.iter().any(|atom| atom.turn && matches(atom))
    }
}

/// One turn or passage.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScoredAtom {
    /// Place in the page's outline.
    pub(super) ord: usize,
    /// Whether it is a turn of a conversation.
    pub(super) turn: bool,
    /// Whether it is text that stands behind a conversation's turns and is none: nobody said it there.
    pub(super) added: bool,
    /// BM25 of the windows around it.
    pub(super) windows: [f32; RADII.len()],
    /// Whether the query names who speaks.
    pub(super) speaker: bool,
    /// Whether a line of it begins with the clause's number that was asked for.
    pub(super) clause: bool,
    /// Terms in the window of 3.
    pub(super) terms: Terms,
    /// Its cosine with the question, and its window's.
    pub(super) near: Option<[f32; 2]>,
    /// Whether another stream or an earlier round of asking points to it, whatever its words.
    pub(super) hot: bool,
    /// All of it, standardised and summed.
    pub(super) fused: f32,
}

impl ScoredAtom {
    /// One of which nothing is known but its place.
    pub(super) fn bare(ord: usize) -> Self {
        Self {
            ord,
            turn: false,
            added: false,
            windows: [0.0; RADII.len()],
            speaker: false,
            clause: false,
            terms: Terms::default(),
            near: None,
            hot: false,
            fused: 0.0,
        }
    }
}

/// A set of the query's terms, by index: a query has at most 32, and as many that say who speaks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Terms(u64);

impl Terms {
    /// Every term that a question may have.
    pub(super) const ALL: Self = Self(u64::MAX);

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

    pub(super) fn has_all(self, others: Self) -> bool {
        self.0 & others.0 == others.0
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
    let terms = asked.terms.iter().map(Term::strength).collect();
    score_by(pages, asked, (terms, collection), weights)
}

/// The same with other weights of the terms.
pub(super) fn score_by(
    pages: &[PageEvidence],
    asked: &Asked,
    (terms, collection): (Vec<f32>, &Collection),
    weights: &Weights,
) -> Vec<ScoredPage> {
    let known = if asked.dense.is_some() { asked.understood() } else { 1.0 };
    let lexical = weights.lexical * (known / weights.understood.max(1e-6)).min(1.0);
    let weights = &Weights { lexical, ..*weights };
    let tongue = asked.tongue();
    let mut counts = Counts::new(terms, asked, weights);
    let (mut places, mut hits) = (Vec::new(), Vec::new());
    let mut nears = Vec::new();
    let mut scored = Vec::with_capacity(pages.len());
    for page in pages {
        let session = page.atoms.iter().any(|atom| atom.kind == Kind::Turn);
        places.clear();
        places.extend((0..page.atoms.len()).filter(|at| asked.reads(page.atoms[*at].kind)));
        let near =
            asked.dense.as_ref().and_then(|dense| near(dense, page, &places, session, tongue));
        let first_turn = page.atoms.iter().position(|atom| atom.kind == Kind::Turn);
        hits.clear();
        hits.extend((0..places.len()).filter(|nth| !page.atoms[places[*nth]].hits.is_empty()));
        let parts = Parts { page, places: &places, hits: &hits, near: near.as_ref(), first_turn };
        scored.push(score_page(&parts, asked, collection, &mut counts));
        nears.push(near);
    }
    let turn = average(&collection.sizes, Kind::Turn);
    let weights = &weights.for_small(han::smallness(collection.sizes.atoms.iter().sum()));
    fuse(&mut scored, pages, &nears, asked, [weights, &weights.for_turns_of(turn)]);
    graph::add(&mut scored, asked, weights.graph);
    scored
}

/// A candidate page as it is scored.
struct Parts<'a> {
    page: &'a PageEvidence,
    /// Its atoms that are read.
    places: &'a [usize],
    /// Those of the places, by their number, that have a term.
    hits: &'a [usize],
    near: Option<&'a Near>,
    /// The first turn of a conversation; none elsewhere.
    first_turn: Option<usize>,
}

impl Parts<'_> {
    /// Whether the atom at this one of its places is text behind a conversation's turns. What is said in
    /// such text counts for no turn, and what a turn says not for it.
    fn is_added(&self, nth: usize) -> bool {
        let at = self.places[nth];
        let behind = self.first_turn.is_some_and(|first| at > first);
        behind && self.page.atoms[at].kind != Kind::Turn
    }
}

/// Counts of each term in a piece of text, kept between pieces.
struct Counts {
    /// What each term weighs by its rarity.
    weights: Vec<f32>,
    tf: Vec<f32>,
    used: Terms,
    len: u32,
    /// Counts of each term around one atom, by the distance from it; zero between two atoms.
    windows: Vec<[f32; RADII.len()]>,
    /// Places that are scored, kept so that no page needs room of its own.
    spoken: Vec<usize>,
    /// What a word counts that a machine says.
    machine: f32,
    /// BM25's k1 and b for conversations, and for the page that is looked at.
    session: [f32; 2],
    bm25: [f32; 2],
}

impl Counts {
    fn new(weights: Vec<f32>, asked: &Asked, of: &Weights) -> Self {
        let windows = vec![[0.0; RADII.len()]; weights.len()];
        let machine = if asked.manner.told { of.machine_told } else { of.machine };
        Self {
            tf: vec![0.0; weights.len()],
            weights,
            used: Terms::default(),
            len: 0,
            windows,
            spoken: Vec::new(),
            machine: machine as f32,
            session: of.session_bm25.map(|number| number as f32),
            bm25: OF_PAGES,
        }
    }

    fn clear(&mut self) {
        for term in self.used.iter() {
            self.tf[term] = 0.0;
        }
        self.used = Terms::default();
        self.len = 0;
    }

    /// What a word counts in an atom.
    fn share(&self, atom: &AtomEvidence) -> f32 {
        if atom.machine { self.machine } else { 1.0 }
    }

    fn add(&mut self, atom: &AtomEvidence) {
        let share = self.share(atom);
        for (term, tf) in atom.hits.iter() {
            self.used.insert(term);
            self.tf[usize::from(term)] += share * tf as f32;
        }
        self.len += atom.len;
    }

    fn score(&self, average: f32) -> f32 {
        let [k1, b] = self.bm25;
        let norm = k1 * (1.0 - b + b * self.len as f32 / average.max(1.0));
        let of = |term: usize| {
            let tf = self.tf[term];
            self.weights[term] * tf * (k1 + 1.0) / (tf + norm)
        };
        self.used.iter().map(of).sum()
    }

    /// BM25 of the windows whose counts stand there by their distance, which are taken away; `lens` are
    /// lengths by distance.
    fn windows(
        &mut self,
        used: Terms,
        lens: [u32; RADII.len()],
        average: f32,
    ) -> [f32; RADII.len()] {
        let [k1, b] = self.bm25;
        let mut norms = [0.0; RADII.len()];
        let mut len = 0;
        for ((norm, further), radius) in norms.iter_mut().zip(lens).zip(RADII) {
            len += further;
            let average = (average * (2 * radius + 1) as f32).max(1.0);
            *norm = k1 * (1.0 - b + b * len as f32 / average);
        }
        let mut scores = [0.0; RADII.len()];
        for term in used.iter() {
            let weight = self.weights[term];
            let counts = std::mem::take(&mut self.windows[term]);
            let mut tf = 0.0;
            for ((score, further), norm) in scores.iter_mut().zip(counts).zip(norms) {
                tf += further;
                *score += weight * tf * (k1 + 1.0) / (tf + norm);
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
    parts: &Parts<'_>,
    asked: &Asked,
    collection: &Collection,
    counts: &mut Counts,
) -> ScoredPage {
    let Parts { page, places, .. } = *parts;
    let session = parts.first_turn.is_some();
    counts.clear();
    counts.bm25 = if session { counts.session } else { OF_PAGES };
    for head in page.atoms.iter().filter(|atom| atom.kind == Kind::Head) {
        counts.add(head);
    }
    let head = counts.score(average(&collection.sizes, Kind::Head));
    let head_terms = counts.used;
    for at in places {
        counts.add(&page.atoms[*at]);
    }
    let kind = if session { Kind::Turn } else { Kind::Passage };
    let tokens = collection.sizes.tokens[usize::from(kind.code())];
    let pages = collection.pages[usize::from(session)].max(1);
    let whole = counts.score(tokens as f32 / pages as f32);
    let terms = counts.used;
    let mut spoken = std::mem::take(&mut counts.spoken);
    near_hits(parts, &mut spoken);
    if let Some(near) = parts.near {
        spoken.extend(&near.hot);
        spoken.sort_unstable();
        spoken.dedup();
    }
    if let Some(hot) = asked.hot.get(&page.uid) {
        spoken.extend((0..places.len()).filter(|nth| hot.contains(&places[*nth])));
        spoken.sort_unstable();
        spoken.dedup();
    }
    if spoken.is_empty() && !head_terms.is_empty() && !places.is_empty() {
        // Only the names match: the page's beginning stands for it.
        spoken.push(0);
    }
    let atoms = spoken
        .iter()
        .map(|nth| score_atom(parts, *nth, asked, &collection.sizes, counts))
        .collect();
    counts.spoken = spoken;
    let near = parts.near.map(|near| near.page);
    let read: u32 = places.iter().map(|at| page.atoms[*at].len).sum();
    ScoredPage {
        uid: page.uid,
        session,
        is_short: !session && read <= SHORT,
        whole,
        head,
        near,
        linked: 0.0,
        fused: 0.0,
        atoms,
        terms,
        head_terms,
    }
}

/// Places whose largest window has a hit.
fn near_hits(parts: &Parts<'_>, near: &mut Vec<usize>) {
    let reach = RADII[RADII.len() - 1];
    near.clear();
    // Of what was said, and of what was added to it.
    let mut next = [0; 2];
    for nth in parts.hits {
        let added = parts.is_added(*nth);
        let end = (nth + reach + 1).min(parts.places.len());
        let next = &mut next[usize::from(added)];
        let around = nth.saturating_sub(reach).max(*next)..end;
        near.extend(around.filter(|other| parts.is_added(*other) == added));
        *next = end.max(*next);
    }
    if parts.first_turn.is_some() {
        near.sort_unstable();
    }
}

fn score_atom(
    parts: &Parts<'_>,
    nth: usize,
    asked: &Asked,
    sizes: &Sizes,
    counts: &mut Counts,
) -> ScoredAtom {
    let Parts { page, places, .. } = *parts;
    let centre = &page.atoms[places[nth]];
    let (mut used, mut terms) = (Terms::default(), Terms::default());
    let mut lens = [0_u32; RADII.len()];
    let reach = RADII[RADII.len() - 1];
    let (from, end) = (nth.saturating_sub(reach), (nth + reach + 1).min(places.len()));
    let added = parts.is_added(nth);
    for (at, place) in (from..).zip(&places[from..end]) {
        if parts.is_added(at) == added {
            lens[at.abs_diff(nth)] += page.atoms[*place].len;
        }
    }
    let first = parts.hits.partition_point(|at| *at < from);
    for at in parts.hits[first..].iter().copied().take_while(|at| *at < end) {
        if parts.is_added(at) != added {
            continue;
        }
        let (atom, distance) = (&page.atoms[places[at]], at.abs_diff(nth));
        let share = counts.share(atom);
        for (term, tf) in atom.hits.iter() {
            used.insert(term);
            if distance <= 1 {
                terms.insert(term);
            }
            counts.windows[usize::from(term)][distance] += share * tf as f32;
        }
    }
    let windows = counts.windows(used, lens, average(sizes, centre.kind));
    let has = |terms: std::ops::Range<usize>| {
        centre.hits.iter().any(|(term, _)| terms.contains(&usize::from(term)))
    };
    let speaker = has(asked.speakers..asked.clauses);
    let clause = has(asked.clauses..asked.terms.len());
    let turn = centre.kind == Kind::Turn;
    let near = parts.near.and_then(|near| Some([near.alone[nth]?, near.around()[nth]?]));
    let hot = asked.hot.get(&page.uid).is_some_and(|hot| hot.contains(&places[nth]));
    let ord = places[nth];
    ScoredAtom { ord, turn, added, windows, speaker, clause, terms, near, hot, fused: 0.0 }
}
