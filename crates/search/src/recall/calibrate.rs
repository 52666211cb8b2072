//! A score in [0, 1] that means something, and the decision to answer nothing.
//!
//! Two logistic functions over how much of the query a hit covers, weighed by rarity. One tells
//! questions that the vault can answer from questions about something else; the other gives the chance
//! that this hit is the right one. Words that the vault does not know count as not covered.

use super::ask::{Asked, FUNCTION_PAIR, Term};
use super::asking::is_function;
use super::choose::Chosen;
use super::counting::{counts, is_measure};
use super::mention::Mention;
use super::score::Terms;
use super::why;
use crate::analyse::Role;
use crate::query::Unit;
use crate::vector::Dense;

/// Words whose rarity a hit must cover in full for a share of 1; a long prompt is never covered whole.
const WORDS_COUNTED: usize = 10;

/// The functions' constants, fitted by regularised logistic regression; order as in [`Features::list`], the
/// constant first. Whether to answer: on five LoCoMo conversations (992 questions), the demo's notes (75), the
/// sessions of LongMemEval in one vault (263) and CMRC 2018 (1,578) against a hundred questions about other
/// things, asked of the first three and of two gardens of notes, English and Chinese. The chance of being right: on those and on LongMemEval and CMRC 2018, each data set weighing the
/// same, with a model and without.
const RELEVANT: [f64; 9] = [-1.48, 1.96, 2.25, 1.05, -3.98, -0.37, 4.11, 2.08, -0.39];
const RIGHT_PAGE: [f64; 9] = [-7.5, -0.04, 0.53, -0.04, -2.51, 4.13, 5.39, 2.04, 2.14];
const RIGHT_TURN: [f64; 9] = [-6.34, 1.02, 0.58, -1.15, -1.3, 2.63, 3.77, -0.56, 0.39];
/// A passage is larger than a turn and smaller than a page; on the five conversations alone.
const RIGHT_PASSAGE: [f64; 9] = [-5.09, 1.245, 1.215, -0.59, 0.145, 2.36, 1.0, -0.76, 2.65];
/// What the size of the collection adds to those of pages and turns: a large one has more that looks right.
const RIGHT_SIZE: [f64; 2] = [-0.23, 0.16];
const SIZES: f64 = 3.0;
/// A collection of fewer atoms has so few turns that nothing but the right one can be found, although none
/// of its words are rare: what a turn gains for each step of e below, and how far that goes.
const FEW_ATOMS: f64 = 150.0;
const FEW_TURN: f64 = 3.25;
const FEW_MOST: f64 = 2.0;

/// Least log-odds of being relevant that are answered, in a collection of [`ATOMS`] or fewer: of a question
/// in words, and of one in pairs of characters. Half of the pairs straddle two words, and no other way of
/// saying it repeats those, so that less of a question is covered even where the page is right.
const THRESHOLD: f64 = -1.42;
const PAIRS_THRESHOLD: f64 = -4.95;
/// Atoms of one of the conversations that the threshold was set on.
const ATOMS: f64 = 600.0;
/// How far above that a hit stands whose words leave no doubt.
const SURELY: f64 = 1.0;
/// A large collection has a page with some of the words by chance: the threshold rises with its size, by
/// so much in the end, ever more slowly. Pairs are met by chance more often than words.
const RISE: f64 = 5.12;
const PAIRS_RISE: f64 = 7.83;
const RISE_POWER: f64 = 0.555;
/// Log-odds of being right of a whole step from unlike to alike, of a page, a turn and a passage, and the
/// likeness that says neither.
const LIKENESS: [f64; 3] = [0.24, -0.24, 1.5];
const UNSURE: f64 = 1.3;
/// Least log-odds of being right of a page that is linked so closely with what the question names.
const LED_TO: f64 = -1.0;
const SPOKEN: f32 = 0.8;
/// Most log-odds of being right of a page that tells of somebody, something or some time else: one in ten.
const OF_ANOTHER: f64 = -2.2;
/// Log-odds that a turn loses which has no word of the question and only stands beside one that has, and the most that
/// it keeps. Of the best turns of the five conversations' questions 46 in a hundred are right, and 16 of such.
const BESIDE: f64 = -1.4;
const BESIDE_MOST: f64 = -1.4;
/// Places behind such a turn among which the next one with a word is looked for.
const BESIDE_LOOK: usize = 50;
/// Where a model was asked, the likeness of the vault's nearest passage tells better than words whether it
/// knows the answer: what a step of it counts beside the words, the least likeness in a small collection,
/// and how much more a large one asks for. Set on the same questions as the above.
const NEAREST: f64 = 4.0;
const NEAREST_LEAST: f64 = 0.35;
const NEAREST_RISE: f64 = 0.12;
/// Documents without any of the words that every collection is thought to have beside its own: in a small
/// one, words that are in most pages are what it is about, not what means nothing.
const BACKGROUND: u64 = 200;
/// Rarest terms of this many documents are the thing that was asked for.
const RARE: u64 = 3;

/// What the two functions look at, each about in [0, 1].
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Features {
    /// Share of the query's rarity that the window of three covers.
    pub(super) window: f64,
    /// Share that the page and its names cover.
    pub(super) page: f64,
    /// Share that the page's names cover.
    pub(super) head: f64,
    /// Share of the query's rarity that the vault does not know at all.
    pub(super) unknown: f64,
    /// Rarity of the rarest word covered, against the rarest possible.
    pub(super) rarest: f64,
    /// Words covered by the window: 1 − 1/(1 + n).
    pub(super) many: f64,
    /// Score of the window against the best that any text could have.
    pub(super) strength: f64,
    /// How far it stands above the next unit of another page.
    pub(super) lead: f64,
    /// Size of the collection: the natural logarithm of its atoms over those of one conversation.
    pub(super) size: f64,
    /// The same below a few atoms, upside down; 0 above.
    pub(super) few: f64,
    /// Whether everything asked for stands in the window or in the names.
    pub(super) whole: bool,
    /// Likeness by the model's measure, 0 for what has nothing to do with the question and 1 for what
    /// answers it; none where the vector stream did not see the hit.
    pub(super) likeness: Option<f64>,
}

/// The query's words with their rarity, for coverage.
pub(super) struct Coverage<'a> {
    asked: &'a Asked,
    words: Vec<Word>,
    total: f64,
    rarest: f64,
    /// Share of the query's rarity that the vault does not know.
    unknown: f64,
    /// The best score that any text could have.
    ideal: f32,
    atoms: u64,
    /// Share of the words that are pairs of characters.
    pairs: f64,
}

/// One word of the query.
struct Word {
    number: usize,
    /// What its first way of writing weighs.
    weight: f64,
    rarity: f64,
    /// Whether the vault has it in any way of writing.
    known: bool,
    /// Every way of writing it, and of naming it as who speaks.
    terms: Terms,
}

impl<'a> Coverage<'a> {
    pub(super) fn new(asked: &'a Asked, atoms: u64) -> Self {
        let count = (atoms + BACKGROUND) as f64;
        let rarity = |df: u64| (1.0 + (count - df as f64 + 0.5) / (df as f64 + 0.5)).ln();
        let rarest = rarity(0);
        let terms = &asked.terms[..asked.speakers];
        // Joints between words and what counts say nothing, unless there is nothing else or a clause is asked
        // for by its number.
        let counted = asked.clauses == asked.terms.len();
        let meant = |term: &&Term| term.weight > FUNCTION_PAIR && !(counted && counts(&term.text));
        let all = !terms.iter().any(|term| meant(&term));
        let mut words: Vec<Word> = Vec::new();
        let mut pairs = 0.0;
        for term in terms.iter().filter(|term| term.weight > 0.0 && (all || meant(term))) {
            let known = term.df > 0;
            let rarity = rarity(term.df.min(atoms));
            match words.iter_mut().find(|word| word.number == term.word) {
                // What another way of writing the word knows, the word knows.
                Some(word) if known => {
                    let rarity = rarity * word.weight;
                    word.rarity = if word.known { word.rarity.max(rarity) } else { rarity };
                    word.known = true;
                }
                Some(_) => {}
                None => {
                    // A word with its accents stands before the word itself and is no lesser one.
                    let whole = term.role == Role::Exact;
                    let weight = if whole { 1.0 } else { f64::from(term.weight.min(1.0)) };
                    pairs += f64::from(u8::from(matches!(term.role, Role::Pair | Role::Single)));
                    words.push(Word {
                        number: term.word,
                        weight,
                        rarity: rarity * weight,
                        known,
                        terms: Terms::default(),
                    });
                }
            }
        }
        let mut rarities: Vec<f64> = words.iter().map(|word| word.rarity).collect();
        rarities.sort_by(|a, b| b.total_cmp(a));
        let total = rarities.iter().take(WORDS_COUNTED).sum::<f64>().max(1e-6);
        let pairs = pairs / words.len().max(1) as f64;
        let known: f64 = words.iter().filter(|word| word.known).map(|word| word.rarity).sum();
        let unknown = (1.0 - known / total).max(0.0);
        let ideal: f32 = terms.iter().map(|term| term.weight * term.idf * 2.2).sum();
        for (nth, term) in (0..).zip(&asked.terms) {
            let word = words.iter_mut().find(|word| word.number == term.word);
            word.into_iter().for_each(|word| word.terms.insert(nth));
        }
        Self { asked, words, total, rarest, unknown, ideal: ideal.max(1e-3), atoms, pairs }
    }

    /// Share, rarest and number of the words that these terms cover.
    fn of(&self, terms: Terms) -> (f64, f64, usize) {
        let (mut share, mut rarest, mut count) = (0.0, 0.0_f64, 0);
        for word in &self.words {
            if terms.meets(word.terms) {
                share += word.rarity;
                rarest = rarest.max(word.rarity);
                count += 1;
            }
        }
        ((share / self.total).min(1.0), rarest / self.rarest, count)
    }

    pub(super) fn features(&self, unit: &Chosen, next: f32) -> Features {
        let (window, rarest, count) = self.of(unit.terms.with(unit.head_terms));
        let all = unit.page_terms.with(unit.head_terms);
        let lead = f64::from(unit.fused - next).clamp(0.0, 20.0);
        let atoms = self.atoms.max(1) as f64;
        Features {
            window,
            page: self.of(all).0,
            head: self.of(unit.head_terms).0,
            unknown: self.unknown,
            rarest,
            many: 1.0 - 1.0 / (1.0 + count as f64),
            strength: f64::from(unit.windows[1] / self.ideal).clamp(0.0, 1.0),
            lead: lead / (lead + 3.0),
            size: (atoms / ATOMS).ln().clamp(-SIZES, SIZES),
            few: (FEW_ATOMS / atoms).ln().clamp(0.0, FEW_MOST),
            whole: count == self.words.len(),
            likeness: self.likeness(unit),
        }
    }

    fn likeness(&self, unit: &Chosen) -> Option<f64> {
        let dense = self.asked.dense.as_ref()?;
        let [alone, around] = unit.near?;
        Some(likeness(dense, alone.max(around)))
    }
}

/// A cosine by the model's measure.
fn likeness(dense: &Dense, cosine: f32) -> f64 {
    let reach = f64::from(dense.traits.match_at - dense.traits.floor).max(1e-3);
    (f64::from(cosine - dense.traits.floor) / reach).clamp(-0.5, 2.5)
}

impl Features {
    fn list(&self) -> [f64; 8] {
        let Self { window, page, head, unknown, rarest, many, strength, lead, .. } = *self;
        [window, page, head, unknown, rarest, many, strength, lead]
    }

    fn odds(&self, constants: &[f64; 9]) -> f64 {
        let sum =
            self.list().into_iter().zip(&constants[1..]).map(|(value, weight)| value * weight);
        constants[0] + sum.sum::<f64>()
    }

    /// Log-odds that a hit with these features is what was asked for.
    pub(super) fn right(&self, unit: Unit) -> f64 {
        // The vector stream says nothing where it saw nothing, so that the same constants hold without it.
        let likeness = self.likeness.map_or(0.0, |likeness| likeness - UNSURE);
        match unit {
            Unit::Page | Unit::Session => {
                self.odds(&RIGHT_PAGE) + RIGHT_SIZE[0] * self.size + LIKENESS[0] * likeness
            }
            Unit::Turn => {
                let of_size = RIGHT_SIZE[1] * self.size + FEW_TURN * self.few;
                self.odds(&RIGHT_TURN) + of_size + LIKENESS[1] * likeness
            }
            Unit::Passage => self.odds(&RIGHT_PASSAGE) + LIKENESS[2] * likeness,
        }
    }
}

/// Chances that units are what was asked for, none above the one before; made as far as they are shown.
pub(super) struct Chances<'a> {
    coverage: Coverage<'a>,
    /// In the order of their scores.
    units: Vec<Chosen>,
    /// Score of the best unit of another page than the first one's.
    next: f32,
    unit: Unit,
    /// Log-odds so far.
    odds: Vec<f64>,
}

impl<'a> Chances<'a> {
    pub(super) fn new(coverage: Coverage<'a>, units: Vec<Chosen>, next: f32, unit: Unit) -> Self {
        Self { coverage, units, next, unit, odds: Vec::new() }
    }

    /// The chance of the unit at a place in the order by score.
    pub(super) fn at(&mut self, place: usize) -> f64 {
        let Some(unit) = self.units.get(place) else { return 0.0 };
        let odds = if self.unit == Unit::Turn && unit.is_beside() {
            let alone = (self.odds(place) + BESIDE).min(BESIDE_MOST);
            let behind = place + 1..self.units.len().min(place + 1 + BESIDE_LOOK);
            // Whatever stands before another is no less likely.
            match behind.into_iter().find(|at| !self.units[*at].is_beside()) {
                Some(next) => self.odds(next).max(alone),
                None => alone,
            }
        } else {
            self.odds(place)
        };
        1.0 / (1.0 + (-odds).exp())
    }

    /// The log-odds of the unit at a place that there is, by what it and its surroundings cover.
    fn odds(&mut self, place: usize) -> f64 {
        for at in self.odds.len()..self.units.len().min(place + 1) {
            let unit = &self.units[at];
            let next = if at == 0 { self.next } else { unit.fused };
            let odds = self.coverage.features(unit, next).right(self.unit);
            // What the relation that was asked for leads to need not repeat the question's words.
            let odds = if unit.linked >= SPOKEN { odds.max(LED_TO) } else { odds };
            let odds = if self.coverage.lacks_subject(unit) { odds.min(OF_ANOTHER) } else { odds };
            self.odds.push(self.odds.last().map_or(odds, |before| before.min(odds)));
        }
        self.odds[place]
    }
}

impl Chosen {
    /// Whether it has nothing of the question itself, and is near what has.
    fn is_beside(&self) -> bool {
        let led_to = self.named || self.linked > 0.0 || self.tier > 0;
        self.windows[0] <= 0.0 && self.near.is_none() && !led_to
    }
}

impl Coverage<'_> {
    /// How far the threshold has risen towards its end, for the size of the collection.
    fn risen(&self) -> f64 {
        1.0 - (self.atoms as f64 / ATOMS).max(1.0).powf(-RISE_POWER)
    }

    /// Least log-odds that are answered.
    fn threshold(&self) -> f64 {
        let risen = self.risen();
        let (words, pairs) = (THRESHOLD + RISE * risen, PAIRS_THRESHOLD + PAIRS_RISE * risen);
        words + (pairs - words) * self.pairs
    }

    /// How far above what is just answered the question stands.
    fn margin(&self, features: &Features) -> f64 {
        let words = features.odds(&RELEVANT) - self.threshold();
        let Some(dense) = &self.asked.dense else { return words };
        let likeness = likeness(dense, dense.nearest);
        let least = NEAREST_LEAST + NEAREST_RISE * self.risen();
        words + NEAREST * (likeness - least)
    }

    /// Whether a unit lacks what it must be about: the one whose value is asked for, the identifier that is
    /// asked for, the time that is named.
    fn lacks_subject(&self, unit: &Chosen) -> bool {
        let named = unit.named || unit.linked > 0.0;
        let lacking = self.asked.told.lacking.contains(&unit.uid);
        let unknown = self.asked.told.unknown.is_some() && !unit.named;
        unit.untimely || lacking || unknown || !named && (unit.of_another || self.lacks_name(unit))
    }

    /// Whether the question has identifiers, and a unit has of none the whole or all parts.
    fn lacks_name(&self, unit: &Chosen) -> bool {
        let has = unit.terms.with(unit.page_terms).with(unit.head_terms);
        !self.asked.names.is_empty() && self.asked.names.iter().all(|name| !name.is_met(has))
    }

    /// Whether the best hit is about the question at all.
    pub(super) fn is_relevant(&self, best: &Chosen, features: &Features) -> bool {
        if self.asked.phrases.is_empty() && self.lacks_subject(best) {
            return false;
        }
        let exact = features.whole || !self.asked.phrases.is_empty() || best.named;
        // What was said on the day that was asked for, in a word of the question.
        let of_day = best.of_day && best.terms.iter().any(|term| self.means(term));
        let called = self.has_rare_name(best) || self.is_called(best);
        exact || of_day || called || self.margin(features) >= 0.0
    }

    /// Whether the question calls the page by a name whose parts tell nothing ("怎么在B站涨粉").
    fn is_called(&self, best: &Chosen) -> bool {
        let calls = |it: &Mention| it.is_mixed && it.uids.contains(&best.uid);
        self.asked.mentions.iter().any(calls)
    }

    /// Whether the words alone leave no doubt: of a hit that others stand above.
    pub(super) fn is_surely_relevant(&self, unit: &Chosen, features: &Features) -> bool {
        !self.lacks_subject(unit) && self.margin(features) >= SURELY
    }

    /// Whether the term says something, and is no day.
    fn means(&self, term: usize) -> bool {
        let term = &self.asked.terms[term];
        term.weight > FUNCTION_PAIR && term.role != Role::Value
    }

    /// An identifier that hardly any document has is what was asked for, whatever stands around it.
    fn has_rare_name(&self, best: &Chosen) -> bool {
        best.terms.with(best.head_terms).iter().any(|term| {
            let term = &self.asked.terms[term];
            let name =
                term.text.contains(|char: char| char.is_ascii_digit() || "_./:@#+".contains(char));
            term.role == Role::Whole && name && (1..=RARE).contains(&term.df)
        })
    }

    /// Why nothing is answered, for a person; `nearest` is what the best page is called by.
    pub(super) fn reason(&self, best: &Chosen, nearest: &str) -> String {
        if let Some(thing) = &self.asked.told.unknown {
            return format!("no page is about this; none has a word for {thing}");
        }
        if let Some(other) = self.asked.told.others.get(&best.uid) {
            return format!("no page is about this; {nearest} {other}");
        }
        let names = self.lacking(best);
        if names.is_empty()
            && let Some(whose) = self.asked.whose.as_ref().filter(|_| best.of_another)
        {
            let named =
                self.asked.question.text.get(whose.place.0..whose.place.1).unwrap_or_default();
            return format!("no page is about this; {nearest} does not speak of {named}");
        }
        let has = best.terms.with(best.page_terms).with(best.head_terms);
        let unmet = self.asked.names.iter().find(|name| !name.is_met(has));
        let unmet = unmet.and_then(|name| self.asked.question.text.get(name.place.0..name.place.1));
        if !self.asked.by_words && unmet.is_none() {
            return format!("no page is about this; {nearest} {}", why::short_of(self.asked));
        }
        match (names.as_slice(), unmet) {
            ([], None) => format!("no page is about this; {nearest} has its words in passing"),
            ([], Some(name)) => format!("no page is about this; {nearest} lacks {name}"),
            (names, _) => format!("no page is about this; {nearest} lacks {}", names.join(", ")),
        }
    }

    /// Words of the question that a unit lacks. Of Han what stands in a word that it has is none of them: a pair
    /// that straddles two words is no word.
    fn lacking(&self, best: &Chosen) -> Vec<&str> {
        let has = best.terms.with(best.head_terms);
        let covered = |word: usize| has.iter().any(|term| self.asked.terms[term].word == word);
        let counted = |term: &&Term| self.words.iter().any(|it| it.number == term.word);
        let terms = || self.asked.terms.iter().filter(counted);
        // A pair that begins in somebody's name ends with it.
        let named = self.asked.whose.map(|of| of.place);
        let inside = |(start, end): (usize, usize)| match named {
            Some((from, until)) if from <= start && start < until && until < end => (start, until),
            _ => (start, end),
        };
        let unmet = terms().filter(|term| !covered(term.word));
        let places = unmet.map(|term| inside(term.place)).collect();
        let pairs = terms().filter(|term| term.role == Role::Pair && covered(term.word));
        let called = self.asked.mentions.iter().filter(|it| it.uids.contains(&best.uid));
        let mut known: Vec<(usize, usize)> = called
            .map(|it| (it.place.start, it.place.end))
            .chain(pairs.map(|term| term.place))
            .collect();
        known.sort_unstable();
        let left = |place: (usize, usize)| {
            let (mut start, mut end) = place;
            for (from, to) in &known {
                start = if (*from..*to).contains(&start) { *to } else { start };
            }
            for (from, to) in known.iter().rev() {
                end = if *from < end && end <= *to { *from } else { end };
            }
            let left = self.asked.question.text.get(start..end)?;
            let cut = (end - start) < (place.1 - place.0);
            let says = !cut || left.chars().nth(1).is_some() || !is_slight(left);
            Some(left).filter(|left| !left.is_empty() && says)
        };
        joined(places).into_iter().filter_map(left).take(NAMED).collect()
    }
}

/// Whether a single character says nothing alone: what is left of a word of which the rest is known.
fn is_slight(single: &str) -> bool {
    is_function(single) || is_measure(single) || "上下一二三四五六七八九十".contains(single)
}

/// Words that a reason names, at most.
const NAMED: usize = 6;

/// Places that overlap as one: the parts of an identifier, the pairs of a run of Han.
pub(super) fn joined(mut places: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    places.retain(|(start, end)| start < end);
    places.sort_unstable();
    let mut joined: Vec<(usize, usize)> = Vec::new();
    for (start, end) in places {
        match joined.last_mut() {
            Some(last) if start < last.1 => last.1 = last.1.max(end),
            _ => joined.push((start, end)),
        }
    }
    joined
}
