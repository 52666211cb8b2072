//! Asking again with what the best hits say: a message that answers often shares only the name of a thing
//! with the one that the question's words find ("my boss is 47", "my boss's e-mail is …").
//!
//! Terms of the best place of each question that the question itself lacks are looked for in a further
//! round, and places that have them gain a share of the best score (pseudo-relevance feedback, Rocchio
//! 1971, with one hit instead of a mean). In a small vault one round is made always, the less the larger the
//! vault is; elsewhere only where it is asked for, at most [`ROUNDS_MAX`] in all. No model is needed.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use wiki::page::Page;

use super::ask::{Asked, FUNCTION_PAIR, Term, rarity, unique, weigh};
use super::parts::{self, tops};
use super::score::{Collection, ScoredPage, score_by};
use super::{CANDIDATES, Snapshot, han};
use crate::analyse::{Role, tokens};
use crate::atom::atoms;
use crate::big::{Sizes, Wanted};
use crate::error::IndexError;
use crate::evidence::{AtomEvidence, PageEvidence, of_delta};
use crate::outline::Kind;
use crate::query::{Query, Unit};
use crate::text::Texts;

/// Rounds of one question, the first included.
pub(super) const ROUNDS_MAX: usize = 3;
/// What the best echo gains, as a share of the best score.
const GAIN: f32 = 0.4;
/// The same where rounds were asked for in a vault that is not small.
const DEEP_GAIN: f32 = 0.1;
/// Places whose words are taken, in a round that was asked for.
const SEEDS: usize = 3;
/// Terms of one place, and bytes of it that are read.
const TERMS_MAX: usize = 24;
const SEED_BYTES: usize = 2_000;
/// A term of more of a vault's atoms than one in so many leads everywhere.
const COMMON: u64 = 12;
/// Pages that count as found when a round asks whether there is anything new.
const SEEN: usize = 10;

/// A place: a version of a page, and the atom in it.
type Place = (u64, usize);

/// What a round adds to places, as shares of the best score.
type Echo = HashMap<Place, f32>;

struct Rounds<'a> {
    snapshot: &'a Snapshot<'a>,
    query: &'a Query,
    collection: Collection,
    pages: Vec<PageEvidence>,
    /// What each term weighs, for each question that was asked at once.
    questions: Vec<Vec<f32>>,
    /// What the rounds so far add, question by question.
    echoes: Vec<Echo>,
    seeds: HashSet<Place>,
}

/// Scores the pages, in several rounds where that is worth it.
pub(super) fn scored(
    snapshot: &Snapshot<'_>,
    query: &Query,
    asked: &mut Asked,
    pages: Vec<PageEvidence>,
    texts: Texts<'_>,
) -> Result<Vec<ScoredPage>, IndexError> {
    let collection = Collection { sizes: snapshot.sizes, pages: snapshot.pages };
    let small = han::smallness(snapshot.sizes.atoms.iter().sum());
    let rounds = match (query.deep, small > 0.0 && query.streams.lexical) {
        (true, _) => ROUNDS_MAX,
        (false, true) => 2,
        (false, false) => 1,
    };
    // A phrase must be there word by word, and a name is its page.
    if rounds == 1 || !asked.phrases.is_empty() || !asked.named.is_empty() {
        return Ok(parts::scored(&pages, asked, &collection, &query.weights));
    }
    let mut questions = parts::weights(asked);
    if questions.is_empty() {
        questions.push(asked.terms.iter().map(Term::strength).collect());
    }
    let echoes = vec![Echo::new(); questions.len()];
    let mut all =
        Rounds { snapshot, query, collection, pages, questions, echoes, seeds: HashSet::new() };
    let mut scored = all.score(asked);
    for round in 2..=rounds {
        let before = best_pages(&scored);
        let gain = if small > 0.0 { GAIN * small } else { DEEP_GAIN };
        let gain = gain * query.weights.echo as f32;
        if !all.round(asked, gain, texts)? {
            break;
        }
        scored = all.score(asked);
        let new: Vec<u64> =
            best_pages(&scored).into_iter().filter(|uid| !before.contains(uid)).collect();
        let none = new.is_empty();
        for uid in new {
            asked.rounds.entry(uid).or_insert(round);
        }
        if none {
            break;
        }
    }
    Ok(scored)
}

/// The pages that would be shown first.
fn best_pages(scored: &[ScoredPage]) -> Vec<u64> {
    let mut order: Vec<&ScoredPage> = scored.iter().collect();
    order.sort_by(|a, b| b.fused.total_cmp(&a.fused).then(a.uid.cmp(&b.uid)));
    order.iter().take(SEEN).map(|page| page.uid).collect()
}

impl Rounds<'_> {
    /// Every page by all questions, with what the rounds so far add.
    fn score(&self, asked: &Asked) -> Vec<ScoredPage> {
        let mut lists = self.lists(asked);
        if lists.len() == 1 && asked.parts.is_empty() {
            return lists.remove(0);
        }
        let whole = asked.terms.iter().map(Term::strength).collect();
        let whole = score_by(&self.pages, asked, (whole, &self.collection), &self.query.weights);
        parts::joined(whole, &lists)
    }

    /// The pages by each question apart.
    fn lists(&self, asked: &Asked) -> Vec<Vec<ScoredPage>> {
        let list = |(terms, echo): (&Vec<f32>, &Echo)| {
            let terms = (terms.clone(), &self.collection);
            let mut scored = score_by(&self.pages, asked, terms, &self.query.weights);
            add(&mut scored, echo);
            scored
        };
        self.questions.iter().zip(&self.echoes).map(list).collect()
    }

    /// One more round; false when there is nothing to ask with.
    fn round(
        &mut self,
        asked: &mut Asked,
        gain: f32,
        texts: Texts<'_>,
    ) -> Result<bool, IndexError> {
        let lists = self.lists(asked);
        let mut asks = false;
        for (nth, list) in lists.iter().enumerate() {
            let terms = self.terms(asked, list, texts)?;
            if terms.is_empty() {
                continue;
            }
            asks = true;
            let mut found = self.gather(&terms)?;
            if !self.query.deep {
                // What was said belongs to one talk; of pages only those that have a word of the question.
                let talk =
                    |page: &PageEvidence| page.atoms.iter().any(|atom| atom.kind == Kind::Turn);
                let have: HashSet<u64> = self.pages.iter().map(|page| page.uid).collect();
                found.retain(|page| talk(page) || have.contains(&page.uid));
            }
            self.take_in(asked, &found)?;
            let echo = heard(&found, &terms, &self.collection.sizes);
            let talks: HashSet<u64> =
                list.iter().filter(|page| page.session).map(|it| it.uid).collect();
            let new = |uid: &u64| list.iter().all(|page| page.uid != *uid);
            let shown = |uid: &u64| self.query.deep || talks.contains(uid) || new(uid);
            for (uid, ord) in echo.keys().filter(|(uid, _)| shown(uid)) {
                let hot = asked.hot.entry(*uid).or_default();
                if !hot.contains(ord) {
                    hot.push(*ord);
                }
            }
            for (place, share) in echo {
                let sum = self.echoes[nth].entry(place).or_default();
                *sum = sum.max(gain * share);
            }
        }
        Ok(asks)
    }

    /// What the best places say that the question does not, and that other places say as well.
    fn terms(
        &mut self,
        asked: &Asked,
        list: &[ScoredPage],
        texts: Texts<'_>,
    ) -> Result<Vec<Term>, IndexError> {
        let said = |unit| matches!(unit, Unit::Turn | Unit::Session);
        let mut places: Vec<(f32, Place)> = Vec::new();
        for page in list.iter().filter(|page| page.session || !said(self.query.unit)) {
            let best = page.atoms.iter().max_by(|a, b| a.fused.total_cmp(&b.fused));
            places.extend(best.map(|atom| (atom.fused, (page.uid, atom.ord))));
        }
        let count = if self.query.deep { SEEDS } else { 1 };
        let mut found = Vec::new();
        for place in self.first(places, count)? {
            if self.seeds.insert(place) {
                found.extend(self.said_at(place, texts)?);
            }
        }
        let known: HashSet<&str> = asked.terms.iter().map(|term| term.text.as_str()).collect();
        let mut terms = unique(found);
        terms.retain(|term| tells(term) && !known.contains(term.text.as_str()));
        terms.truncate(4 * TERMS_MAX);
        rarity(self.snapshot, &mut terms)?;
        let atoms: u64 = self.snapshot.sizes.atoms.iter().sum();
        let most = if han::smallness(atoms) > 0.0 { atoms } else { atoms / COMMON };
        terms.retain(|term| (2..=most).contains(&term.df));
        terms.sort_by(|a, b| b.strength().total_cmp(&a.strength()).then(a.word.cmp(&b.word)));
        terms.truncate(TERMS_MAX);
        Ok(terms)
    }

    /// The best places. Of equals the one of the later day is first, then in the order of their paths, so that
    /// the numbers of versions, which tell how often a page was written, do not decide what is asked next.
    fn first(&self, mut places: Vec<(f32, Place)>, count: usize) -> Result<Vec<Place>, IndexError> {
        const EQUALS: usize = 8;
        places.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        places.truncate(count + EQUALS);
        let state = self.snapshot.state;
        let mut order = Vec::with_capacity(places.len());
        for (score, place) in places {
            let info = state.views.info(&state.catalogue, place.0)?;
            let day = Reverse(info.as_ref().and_then(|info| info.facets.date()));
            let path = info.map(|info| info.path.to_string()).unwrap_or_default();
            order.push((-(score * 1e3).round() as i64, day, path, place.1, place));
        }
        order.sort();
        Ok(order.into_iter().take(count).map(|(.., place)| place).collect())
    }

    fn small(&self) -> f32 {
        han::smallness(self.snapshot.sizes.atoms.iter().sum())
    }

    /// The terms of a place's words.
    fn said_at(&self, (uid, ord): Place, texts: Texts<'_>) -> Result<Vec<Term>, IndexError> {
        let state = self.snapshot.state;
        let Some(info) = state.views.info(&state.catalogue, uid)? else { return Ok(Vec::new()) };
        let Some(text) = texts(&info.file) else { return Ok(Vec::new()) };
        if info.revision != Some(text.revision()) {
            return Ok(Vec::new());
        }
        // The outline has whole turns, with who spoke and when; what was said is in the atom.
        let page = Page::parse(info.path.clone(), text.as_str());
        let atoms = atoms(&page, &info.facets).0;
        let words = atoms.get(ord).and_then(|atom| page.text.get(atom.words.clone()));
        let words = words.unwrap_or_default();
        let words = &words[..words.floor_char_boundary(SEED_BYTES)];
        let mut terms = weigh(&tokens(words), false);
        han::share(&mut terms, self.small());
        Ok(terms)
    }

    /// Pages that have these terms.
    fn gather(&self, terms: &[Term]) -> Result<Vec<PageEvidence>, IndexError> {
        let texts: Vec<(String, f32)> =
            terms.iter().map(|term| (term.text.clone(), term.weight * term.boost)).collect();
        let wanted = Wanted { terms: &texts, phrases: &[], retired: false, machines: &[] };
        let snapshot = self.snapshot;
        let mut found = Vec::new();
        if let (Ok(big), Some(searcher)) = (&snapshot.state.big, &snapshot.searcher) {
            found = big.evidence(searcher, &wanted, &snapshot.passing.big, CANDIDATES)?;
        }
        found.extend(snapshot.delta().filter_map(|page| of_delta(page, &wanted)));
        Ok(found)
    }

    /// Makes candidates of pages that were none.
    fn take_in(&mut self, asked: &Asked, found: &[PageEvidence]) -> Result<(), IndexError> {
        let have: HashSet<u64> = self.pages.iter().map(|page| page.uid).collect();
        let new: Vec<u64> =
            found.iter().map(|page| page.uid).filter(|uid| !have.contains(uid)).collect();
        self.pages.extend(self.snapshot.evidence_of(&new, &asked.wanted())?);
        self.pages.sort_by_key(|page| page.uid);
        Ok(())
    }
}

/// Whether a term may lead to another place that speaks of the same.
fn tells(term: &Term) -> bool {
    let kind = matches!(term.role, Role::Word | Role::Pair | Role::Whole | Role::Part);
    kind && term.weight > FUNCTION_PAIR
}

/// How loud each place answers, as a share of the loudest. A page's names speak for its beginning.
fn heard(found: &[PageEvidence], terms: &[Term], sizes: &Sizes) -> Echo {
    const K1: f32 = 1.2;
    const B: f32 = 0.75;
    let loud = |atom: &AtomEvidence| -> f32 {
        let at = usize::from(atom.kind.code());
        let average = sizes.tokens[at] as f32 / (sizes.atoms[at] as f32).max(1.0);
        let norm = K1 * (1.0 - B + B * atom.len as f32 / average.max(1.0));
        let of = |(term, tf): (u16, u32)| {
            terms[usize::from(term)].strength() * tf as f32 * (K1 + 1.0) / (tf as f32 + norm)
        };
        atom.hits.iter().map(of).sum()
    };
    let mut echo = Echo::new();
    for page in found {
        for (ord, atom) in page.atoms.iter().enumerate().filter(|(_, atom)| !atom.hits.is_empty()) {
            let ord = match atom.kind {
                Kind::Head => 1,
                Kind::Retired => continue,
                Kind::Turn | Kind::Passage => ord,
            };
            let sum = echo.entry((page.uid, ord)).or_default();
            *sum = sum.max(loud(atom));
        }
    }
    let most = echo.values().copied().fold(f32::MIN_POSITIVE, f32::max);
    echo.values_mut().for_each(|loud| *loud /= most);
    echo
}

/// Adds to each place its share of the best score, and to each page that of its loudest place.
fn add(scored: &mut [ScoredPage], echo: &Echo) {
    if echo.is_empty() {
        return;
    }
    let [page_top, atom_top] = tops(scored);
    for page in scored {
        let mut most = 0.0_f32;
        for atom in &mut page.atoms {
            let share = echo.get(&(page.uid, atom.ord)).copied().unwrap_or(0.0);
            atom.fused += atom_top * share;
            most = most.max(share);
        }
        page.fused += page_top * most;
    }
}
