//! Scores → the units asked for, in order: pooled, superseded pages below their successors, no page
//! crowding out the others, and nothing at all where nothing is relevant.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;

use super::ask::Asked;
use super::calibrate::{Chances, Coverage};
use super::score::{ScoredAtom, ScoredPage, Terms};
use super::succeed::{Replaced, successors};
use super::{Snapshot, days, why};
use crate::catalogue::{Priority, Standing, Status};
use crate::error::IndexError;
use crate::numbers::ByNumber;
use crate::query::{Query, Unit};
use crate::weights::RADII;

/// Turns on each side of a conversation's passage.
pub(super) const PASSAGE_RADIUS: usize = 2;
/// Best units of which one must be about the question for it to be answered.
const ABOUT: usize = 3;
/// Share of a question that a page has to answer it where the best one is of another.
const MOST: f64 = 0.6;
/// Passages of one page before others had their turn.
const PER_PAGE: usize = 3;
/// Passages of one page that are looked at.
const PASSAGES_MAX: usize = 20;
/// Units that are looked at for an answer, and for each hit of it; where they do not suffice, all are.
const ENOUGH: usize = 120;
const ENOUGH_EACH: usize = 8;

/// What a page's standing adds to its score, in deviations: small against evidence, but for pages that
/// say that they no longer hold.
const SUPERSEDED: f32 = -4.0;
const STALE: f32 = -0.5;
const NAMED: f32 = 8.0;
/// The question has the page's name among other words.
const MENTIONED: f32 = 4.0;
/// How much a name tells that calls a page outright.
const CALLED: f32 = 0.5;
const IN_TIME: f32 = 5.0;
/// The question says where the days end, and the page's day lies beyond.
const OUT_OF_TIME: f32 = -8.0;
/// The question asks for something of somebody of whom the page says nothing.
const OF_ANOTHER: f32 = -8.0;
/// The page tells of them, and not what is asked for.
const WITHOUT_VALUE: f32 = -1.0;
/// The question asks for something of the asker, and the page is theirs.
const OWN: f32 = 4.0;
/// The tier of a page that an identifier of the question calls.
const ID_TIER: u8 = 2;

/// A unit chosen as a hit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Chosen {
    pub(super) uid: u64,
    /// Places of the outline that the hit shows: the best atom, and the run around it.
    pub(super) ord: usize,
    pub(super) run: (usize, usize),
    /// The score that orders hits.
    pub(super) fused: f32,
    /// Whose chance of being right it has: a place in the order by score.
    pub(super) place: usize,
    pub(super) windows: [f32; RADII.len()],
    /// Its cosine with the question, and its window's.
    pub(super) near: Option<[f32; 2]>,
    /// What the reranker says, in its own measure.
    pub(super) judged: Option<f32>,
    pub(super) whole: f32,
    pub(super) head: f32,
    /// How closely the page is linked with what the question names.
    pub(super) linked: f32,
    /// How much that name of the page tells that stands in the question among other words.
    pub(super) mentioned: f32,
    pub(super) speaker: bool,
    /// What time, status, priority and an exact name added.
    pub(super) standing: f32,
    /// The page is called exactly what was asked.
    pub(super) named: bool,
    /// What the question names outright stands above everything else: the best of a page by its id, then a
    /// clause by its number.
    pub(super) tier: u8,
    /// Whether it lacks the one whose value is asked for.
    pub(super) of_another: bool,
    /// Whether its page is of a day outside the time that the question names, and does not speak of it.
    pub(super) untimely: bool,
    /// The page is of a day that was asked for.
    pub(super) of_day: bool,
    /// Terms in the window of three, in the page, in its names.
    pub(super) terms: Terms,
    pub(super) page_terms: Terms,
    pub(super) head_terms: Terms,
}

/// Hits in order; paging is the caller's.
#[derive(Default)]
pub(super) struct Choice<'a> {
    pub(super) hits: Vec<Chosen>,
    /// How many more there are behind those.
    pub(super) more: usize,
    pub(super) chances: Option<Chances<'a>>,
    pub(super) abstained: Option<String>,
    /// Whether what has the words is of another time than the question's.
    pub(super) untimely: bool,
    /// Pages that hits stand for, by the hits' own.
    pub(super) replaced: Replaced,
}

/// How many units are looked at first: all of them only where something is said of all.
pub(super) fn enough(snapshot: &Snapshot<'_>, query: &Query, asked: &Asked) -> usize {
    let of_all = query.explain || query.rerank || query.budget_tokens.is_some();
    match of_all || asked.bound.is_some() || snapshot.facts.has_successors {
        true => usize::MAX,
        false => query.offset.saturating_add(query.limit).saturating_mul(ENOUGH_EACH) + ENOUGH,
    }
}

/// The hits, made of the best `most` units.
pub(super) fn choose<'a>(
    snapshot: &Snapshot<'_>,
    query: &Query,
    (asked, most): (&'a Asked, usize),
    scored: &[ScoredPage],
    reorder: &mut dyn FnMut(&mut [Chosen]) -> Result<(), IndexError>,
) -> Result<Choice<'a>, IndexError> {
    let uids: Vec<u64> = scored.iter().map(|page| page.uid).collect();
    let state = snapshot.state;
    let standings = state.views.standings(&state.catalogue, &uids)?;
    let besides: Vec<Option<Beside>> = scored
        .iter()
        .zip(standings)
        .map(|(page, standing)| Some(Beside::of(query, asked, page, standing?)))
        .collect();
    let all = units(scored, query, asked, &besides);
    let best = ordered(&all, most);
    let mut more = all.len() - best.len();
    let chosen = |unit: &Candidate| {
        let beside =
            besides[unit.page].as_ref().expect("because units are of pages that are known");
        beside.chosen(asked, &scored[unit.page], unit)
    };
    let mut units: Vec<Chosen> = best.iter().map(chosen).collect();
    let untimely = units.first().is_some_and(|unit| unit.untimely);
    if units.iter().any(|unit| !unit.untimely) {
        units.retain(|unit| !unit.untimely);
    }
    let Some(first) = units.first() else {
        return Ok(Choice {
            abstained: Some(why::none(query.streams, asked, query.unit)),
            ..Choice::default()
        });
    };
    let coverage = Coverage::new(asked, snapshot.sizes.atoms.iter().sum());
    let next = units.iter().find(|unit| unit.uid != first.uid).map_or(-5.0, |unit| unit.fused);
    let is_about = |(place, unit): (usize, &Chosen)| match place {
        0 => coverage.is_relevant(unit, &coverage.features(unit, next)),
        _ => {
            let features = coverage.features(unit, unit.fused);
            // Beside a page that is of another only what has more of the question than a word may answer.
            let has_enough = !first.of_another || features.window >= MOST;
            has_enough && coverage.is_surely_relevant(unit, &features)
        }
    };
    if query.abstain && !units.iter().enumerate().take(ABOUT).any(is_about) {
        let of_time = days::nothing_then(asked).filter(|_| untimely);
        let nearest = nearest(snapshot, first)?;
        let why = of_time.unwrap_or_else(|| coverage.reason(first, &nearest));
        return Ok(Choice { abstained: Some(why), untimely, ..Choice::default() });
    }
    let chances = Some(Chances::new(coverage, units.clone(), next, query.unit));
    // A chance belongs to a place in the order: whoever comes to stand there is no less likely.
    reorder(&mut units)?;
    for (place, unit) in units.iter_mut().enumerate() {
        unit.place = place;
    }
    let (units, replaced) = successors(snapshot, query, asked, units)?;
    let (mut hits, later) = diversify(units, query.unit);
    // Behind those that were cut off there may be a page that has not had its turn.
    match more {
        0 => hits.extend(later),
        _ => more += later.len(),
    }
    Ok(Choice { hits, more, chances, abstained: None, untimely: false, replaced })
}

/// Best first; of equals the one of the later day, since what was said of one thing on two days is rather so
/// now as it was on the second; else in the order of their pages. No more than `most` of them.
fn ordered(units: &[Candidate], most: usize) -> Vec<Candidate> {
    let mut order: Vec<(usize, &Candidate)> = units.iter().enumerate().collect();
    let better = |(at, unit): &(usize, &Candidate), (other_at, other): &(usize, &Candidate)| {
        let better = other.tier.cmp(&unit.tier).then(other.rank.cmp(&unit.rank));
        let better = better.then(other.fused.total_cmp(&unit.fused));
        better.then(other.day.cmp(&unit.day)).then(at.cmp(other_at))
    };
    if most < order.len() {
        order.select_nth_unstable_by(most, better);
        order.truncate(most);
    }
    order.sort_unstable_by(better);
    order.into_iter().map(|(_, unit)| *unit).collect()
}

/// How a reason calls the best page: by its name where the question names it.
fn nearest(snapshot: &Snapshot<'_>, best: &Chosen) -> Result<String, IndexError> {
    let state = snapshot.state;
    let info = match best.mentioned >= CALLED {
        true => state.views.info(&state.catalogue, best.uid)?,
        false => None,
    };
    Ok(info.map_or_else(|| "the nearest".to_owned(), |it| format!("the nearest, {},", it.path)))
}

/// A unit as far as its place in the order depends on it; most are never looked at more closely.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    /// The number of its page among those that are scored, and of its atom there.
    page: usize,
    atom: Place,
    fused: f32,
    tier: u8,
    /// What stands above any score: [`Rank`].
    rank: Rank,
    day: Option<Date>,
}

/// What a text is that no score of another kind outdoes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// It tells of what another has, and the asker has the same.
    Below,
    Any,
    /// It has every word of a question of few, which a shorter text that lacks one does not outdo, or what the
    /// asker has; or it speaks of the day that alone is asked for.
    Above,
    /// It is of the day, or of one of the days, that alone are asked for.
    OfDay,
    /// It says the day as the question spells it.
    SaysDay,
}

/// Where in its page a unit is.
#[derive(Debug, Clone, Copy)]
enum Place {
    Atom(usize),
    /// The page has nothing but names.
    Bare,
}

/// What a page's standing and its names say of each of its units.
struct Beside {
    standing: f32,
    named: bool,
    mentioned: f32,
    of_another: bool,
    of_day: bool,
    /// The day that the page is of, and the same where none was asked for: days that were asked for are told
    /// in their order.
    of: Option<Date>,
    day: Option<Date>,
    /// What all this adds to a unit's score.
    gain: f32,
    session: Option<Arc<str>>,
}

impl Beside {
    fn of(query: &Query, asked: &Asked, page: &ScoredPage, standing: Standing) -> Self {
        let named = asked.named.contains(&page.uid);
        let of_page = asked.mentions.iter().filter(|mention| mention.names(page));
        let mentioned = match named {
            true => 0.0,
            false => of_page.map(|mention| mention.telling).fold(0.0, f32::max),
        };
        let of_day = is_of_day(asked, &standing);
        let extra = standing_score(query, asked, &standing) + if named { NAMED } else { 0.0 };
        // A name among other words is evidence that a reranker may weigh, and no standing.
        let called = MENTIONED * query.weights.mention as f32 * mentioned;
        let of_nobody = asked.whose.is_some_and(|of| of.is_lacking(page));
        let of_another = of_nobody || asked.told.others.contains_key(&page.uid);
        let other = match of_another && !page.session {
            true if !of_nobody && asked.told.lacking.contains(&page.uid) => WITHOUT_VALUE,
            true => OF_ANOTHER,
            false => 0.0,
        };
        let own = if asked.told.own.contains(&page.uid) { OWN } else { 0.0 };
        let open = asked.stretch.as_ref().is_some_and(|stretch| stretch.is_open);
        Self {
            standing: extra,
            named,
            mentioned,
            of_another,
            of_day: !open && of_day,
            of: standing.day,
            day: standing.day.filter(|_| !of_day),
            gain: extra + called + other + own,
            session: standing.session,
        }
    }

    fn rank(&self, asked: &Asked, page: &ScoredPage, terms: Terms) -> Rank {
        let has_mine = !asked.told.mine.is_empty();
        let said = asked.said.is_in(page.uid, terms.with(page.head_terms));
        // What happened on a day is told by its page first, however the day is written.
        if said && !self.of_another && (asked.said.is_all || !asked.only_days) {
            return Rank::SaysDay;
        }
        if asked.only_days && !self.of_another {
            if self.of_day && !page.session {
                return Rank::OfDay;
            }
            if asked.names_day(terms.with(page.head_terms)) {
                return Rank::Above;
            }
        }
        match self.of_another {
            true if has_mine => Rank::Below,
            true => Rank::Any,
            false if has_mine && asked.told.mine.contains(&page.uid) => Rank::Above,
            false if has_mine => Rank::Any,
            false if has_all(asked, page, terms) => Rank::Above,
            false => Rank::Any,
        }
    }

    /// A unit of this page with all that is known of it.
    fn chosen(&self, asked: &Asked, page: &ScoredPage, unit: &Candidate) -> Chosen {
        let of = match unit.atom {
            Place::Atom(at) => chosen(asked, page, &page.atoms[at]),
            Place::Bare => chosen(asked, page, &bare(page)),
        };
        // What is named outright is meant, whatever else the question says.
        let is_id = asked.ids.contains(&page.uid);
        Chosen {
            fused: unit.fused,
            tier: unit.tier,
            standing: self.standing,
            named: self.named,
            mentioned: self.mentioned,
            of_another: self.of_another,
            untimely: !page.session && !is_id && asked.is_untimely(self.of, of.terms),
            of_day: self.of_day,
            ..of
        }
    }
}

fn units(
    scored: &[ScoredPage],
    query: &Query,
    asked: &Asked,
    besides: &[Option<Beside>],
) -> Vec<Candidate> {
    let each = |page: &ScoredPage| page.atoms.len().clamp(1, PASSAGES_MAX);
    let mut units: Vec<Candidate> = Vec::with_capacity(scored.iter().map(each).sum());
    let mut sessions: HashMap<&str, usize> = HashMap::new();
    for (number, (page, beside)) in scored.iter().zip(besides).enumerate() {
        let Some(beside) = beside else { continue };
        let from = units.len();
        let unit = |atom: usize| Candidate {
            page: number,
            atom: Place::Atom(atom),
            fused: page.atoms[atom].fused,
            tier: tier(asked, &page.atoms[atom]),
            rank: beside.rank(asked, page, page.atoms[atom].terms),
            day: beside.day,
        };
        let best = || {
            let atom = best_atom(page)?;
            let tier = if let Place::Atom(at) = atom { tier(asked, &page.atoms[at]) } else { 0 };
            let terms = if let Place::Atom(at) = atom { page.atoms[at].terms } else { page.terms };
            let rank = beside.rank(asked, page, terms);
            Some(Candidate { page: number, atom, fused: page.fused, tier, rank, day: beside.day })
        };
        match query.unit {
            Unit::Turn | Unit::Session if !page.session => {}
            Unit::Turn => {
                units.extend((0..page.atoms.len()).filter(|at| page.atoms[*at].turn).map(unit));
            }
            Unit::Passage => {
                if passages(page, &mut |atom| units.push(unit(atom))) == 0 {
                    units.extend(best().filter(|_| !page.head_terms.is_empty()));
                }
            }
            Unit::Page | Unit::Session => units.extend(best()),
        }
        for unit in &mut units[from..] {
            unit.fused += beside.gain;
        }
        if asked.ids.contains(&page.uid)
            && let Some(best) = units[from..].iter_mut().max_by(|a, b| {
                // The clause that is asked for is what the page is asked for.
                a.tier.cmp(&b.tier).then(a.fused.total_cmp(&b.fused))
            })
        {
            best.tier = ID_TIER;
        }
        if query.unit == Unit::Session {
            // A conversation without an id has one part.
            let Some(key) = beside.session.as_deref() else { continue };
            match sessions.get(key) {
                // Another part of the same conversation.
                Some(&at) => {
                    let part = units.pop().filter(|part| part.fused > units[at].fused);
                    if let Some(part) = part {
                        units[at] = part;
                    }
                }
                None if units.len() > from => drop(sessions.insert(key, from)),
                None => {}
            }
        }
    }
    units
}

/// Whether a page that is no conversation has every word of a question of few, here or in its names.
fn has_all(asked: &Asked, page: &ScoredPage, terms: Terms) -> bool {
    let has = terms.with(page.head_terms);
    !page.session && !asked.few.is_empty() && asked.few.iter().all(|word| has.meets(*word))
}

fn tier(asked: &Asked, atom: &ScoredAtom) -> u8 {
    u8::from(atom.clause && asked.clause_is_sure)
}

pub(super) fn chosen(asked: &Asked, page: &ScoredPage, atom: &ScoredAtom) -> Chosen {
    // Text that was added to a conversation stands for itself.
    let radius = if page.session && !atom.added { PASSAGE_RADIUS } else { 0 };
    Chosen {
        uid: page.uid,
        ord: atom.ord,
        run: (atom.ord.saturating_sub(radius), atom.ord + radius),
        fused: atom.fused,
        place: 0,
        windows: atom.windows,
        near: atom.near,
        judged: None,
        whole: page.whole,
        head: page.head,
        linked: page.linked,
        mentioned: 0.0,
        speaker: atom.speaker,
        standing: 0.0,
        named: false,
        tier: tier(asked, atom),
        of_another: false,
        untimely: false,
        of_day: false,
        terms: atom.terms,
        page_terms: page.terms,
        head_terms: page.head_terms,
    }
}

/// The page with its best atom. One that has nothing but names stands for itself.
pub(super) fn best(asked: &Asked, page: &ScoredPage) -> Option<Chosen> {
    let of = match best_atom(page)? {
        Place::Atom(at) => chosen(asked, page, &page.atoms[at]),
        Place::Bare => chosen(asked, page, &bare(page)),
    };
    Some(Chosen { fused: page.fused, ..of })
}

fn bare(page: &ScoredPage) -> ScoredAtom {
    ScoredAtom { fused: page.fused, ..ScoredAtom::bare(0) }
}

fn best_atom(page: &ScoredPage) -> Option<Place> {
    let better = |a: &(usize, &ScoredAtom), b: &(usize, &ScoredAtom)| {
        a.1.fused.total_cmp(&b.1.fused).then(b.1.ord.cmp(&a.1.ord))
    };
    let matched = !page.terms.is_empty() || !page.head_terms.is_empty();
    // A conversation is shown by what was said, or added, if any of it matches.
    let said = page.was_said();
    let shown = |(_, atom): &(usize, &ScoredAtom)| atom.turn || atom.added || !said;
    let best = page.atoms.iter().enumerate().filter(shown).max_by(better);
    best.map(|(at, _)| Place::Atom(at)).or_else(|| matched.then_some(Place::Bare))
}

/// Hands on the passages of a page that do not overlap, if there are too many the best ones. How many.
fn passages(page: &ScoredPage, to: &mut dyn FnMut(usize)) -> usize {
    // A conversation is shown by what was said, not by its title, which repeats it.
    let said = page.was_said();
    let shown = |atom: &ScoredAtom| match page.session {
        true if atom.added => atom.windows[0] > 0.0,
        true => atom.turn || !said,
        false => atom.windows[0] > 0.0 || atom.near.is_some() || atom.hot,
    };
    let atoms = (0..page.atoms.len()).filter(|at| shown(&page.atoms[*at]));
    if !page.session && !page.is_short && page.atoms.len() <= PASSAGES_MAX {
        // Each stands for itself, and there is room for all.
        return atoms.map(to).count();
    }
    let apart = |added: bool| match page.session {
        true if !added => 2 * PASSAGE_RADIUS,
        false if page.is_short => usize::MAX,
        _ => 0,
    };
    let mut atoms: Vec<(usize, &ScoredAtom)> = atoms.map(|at| (at, &page.atoms[at])).collect();
    atoms.sort_by(|(_, a), (_, b)| b.fused.total_cmp(&a.fused).then(a.ord.cmp(&b.ord)));
    let mut taken: Vec<(usize, bool)> = Vec::new();
    for (at, atom) in atoms {
        let mut beside = taken.iter().filter(|(_, added)| *added == atom.added);
        if beside.all(|(at, _)| at.abs_diff(atom.ord) > apart(atom.added)) {
            taken.push((atom.ord, atom.added));
            to(at);
        }
        if taken.len() >= PASSAGES_MAX {
            break;
        }
    }
    taken.len()
}

fn is_of_day(asked: &Asked, standing: &Standing) -> bool {
    let days = asked.days.zip(standing.day);
    days.is_some_and(|((from, to), day)| from <= day && day <= to)
}

fn standing_score(query: &Query, asked: &Asked, standing: &Standing) -> f32 {
    let status = match standing.status {
        Status::Replaced => SUPERSEDED,
        Status::Stale => STALE,
        Status::Holds => 0.0,
    };
    let priority = match standing.priority {
        Priority::Critical => 0.3,
        Priority::High => 0.15,
        Priority::Normal => 0.0,
        Priority::Low => -0.1,
        Priority::Ephemeral => -0.2,
    };
    let bounded = asked.stretch.as_ref().is_some_and(|stretch| stretch.is_bounded);
    let in_time = match is_of_day(asked, standing) {
        true => IN_TIME,
        // In conversations people tell of days before theirs.
        false if bounded && standing.day.is_some() && standing.session.is_none() => OUT_OF_TIME,
        false => 0.0,
    };
    query.weights.standing as f32 * (status + priority) + query.weights.time as f32 * in_time
}

/// At most three of one page before others had their turn; the rest apart.
fn diversify(units: Vec<Chosen>, unit: Unit) -> (Vec<Chosen>, Vec<Chosen>) {
    if unit != Unit::Passage {
        return (units, Vec::new());
    }
    let mut counts: ByNumber<usize> = ByNumber::default();
    let (mut first, mut later) = (Vec::with_capacity(units.len()), Vec::new());
    for unit in units {
        let count = counts.entry(unit.uid).or_default();
        *count += 1;
        if *count <= PER_PAGE { first.push(unit) } else { later.push(unit) }
    }
    (first, later)
}
