//! Chosen units → hits with their words: read from the page's present text, or left out and reported;
//! packed to a budget, each with its account when asked for.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use wiki::page::Page;
use wiki::path::PagePath;
use wiki::session::{self, TurnSpan};

use super::Snapshot;
use super::ask::Asked;
use super::calibrate::joined;
use super::choose::{Choice, Chosen};
use super::region::{Region, region};
use crate::answer::{Answer, Explain, Hit, Neighbour, Stage, Warning};
use crate::atom::{atoms, estimate};
use crate::catalogue::Info;
use crate::error::IndexError;
use crate::index::Row;
use crate::outline::{Kind, Outline, Place};
use crate::query::{Filters, Order, Query, Unit};
use crate::text::{PageText, Texts};
use crate::weights::RADII;

/// Tokens of a hit beside its text: path, title, date, lines.
const SOURCE_TOKENS: usize = 30;
/// Tokens of a neighbour beside its text: speaker, time, lines.
const NEIGHBOUR_TOKENS: usize = 15;
/// A page that takes at most this share of the budget is given whole.
const WHOLE_SHARE: usize = 2;

pub(super) fn show(
    snapshot: &Snapshot<'_>,
    query: &Query,
    asked: &Asked,
    choice: &mut Choice<'_>,
    texts: Texts<'_>,
) -> Result<Answer, IndexError> {
    let mut answer = Answer { abstained: choice.abstained.take(), ..Answer::default() };
    let mut pages = Pages::new(snapshot, texts);
    let mut budget = query.budget_tokens;
    let mut shown: Vec<(u64, Region)> = Vec::new();
    let (mut repeated, mut skip) = (0, query.offset);
    for (nth, unit) in choice.hits.iter().enumerate() {
        if answer.hits.len() == query.limit {
            break;
        }
        let Some(read) = pages.page(unit.uid, &mut answer)? else { continue };
        let (outline, text) = (read.outline(), read.text.as_str());
        if shown.iter().any(|(uid, region)| *uid == unit.uid && region.holds(unit.ord)) {
            repeated += 1;
            continue;
        }
        let grown = grown(query, unit, read);
        shown.extend(grown.map(|region| (unit.uid, region)));
        // A match in the page's names shows the words that an earlier hit may have shown.
        let again = |(uid, other): &(u64, Region)| {
            *uid == unit.uid && grown.is_some_and(|region| region.is_as(*other))
        };
        if shown.iter().filter(|it| again(it)).count() > 1 {
            repeated += 1;
            continue;
        }
        if skip > 0 {
            skip -= 1;
            continue;
        }
        let chance = choice.chances.as_mut().map_or(0.0, |chances| chances.at(unit.place));
        let mut hit = hit(query, unit, read, (grown, chance));
        hit.replaces = paths(snapshot, choice.replaced.get(&unit.uid))?;
        hit.neighbours = read.beside(query, unit.ord);
        if let Some(left) = &mut budget {
            if query.unit != Unit::Turn && widen(&mut hit, text, *left) {
                let last = outline.places.len();
                shown.push((unit.uid, Region { first: 0, last, centre: unit.ord }));
            }
            if !take(left, &mut hit) {
                answer.left_out += 1;
                continue;
            }
        }
        if query.explain {
            hit.explain = Some(explain(asked, (unit, chance), &choice.hits, nth));
        }
        answer.hits.push(hit);
    }
    answer.total = choice.hits.len() + choice.more - repeated;
    if let Some(why) = &asked.reduced {
        let (corpus, message) = ("query".to_owned(), why.clone());
        answer.warnings.push(Warning { corpus, status: "reduced", message });
    }
    if answer.hits.is_empty() && answer.abstained.is_none() {
        answer.abstained = Some(if answer.left_out > 0 {
            "no hit fits the budget".to_owned()
        } else if query.limit == 0 || query.offset >= answer.total {
            "there are no more hits".to_owned()
        } else {
            "the pages found cannot be read".to_owned()
        });
    }
    Ok(answer)
}

/// Gives the whole page where it takes a small share of the tokens that are left. Whether it did.
fn widen(hit: &mut Hit, text: &str, left: usize) -> bool {
    let fits = estimate(text) + SOURCE_TOKENS <= left / WHOLE_SHARE;
    if fits {
        hit.lines = (1, text.trim_end().matches('\n').count() + 1);
        text.trim_end().clone_into(&mut hit.text);
    }
    fits
}

/// Takes what the hit costs from the tokens that are left; neighbours only as far as there is room for all
/// of them. Whether the hit itself had room.
fn take(left: &mut usize, hit: &mut Hit) -> bool {
    let cost = estimate(&hit.text) + SOURCE_TOKENS;
    if cost > *left {
        return false;
    }
    *left -= cost;
    let beside = hit.neighbours.iter().map(|it| estimate(&it.text) + NEIGHBOUR_TOKENS).sum();
    match left.checked_sub(beside) {
        Some(rest) => *left = rest,
        None => hit.neighbours.clear(),
    }
    true
}

/// What the pages of these versions are called.
fn paths(snapshot: &Snapshot<'_>, uids: Option<&Vec<u64>>) -> Result<Vec<PagePath>, IndexError> {
    let mut paths = Vec::new();
    for uid in uids.into_iter().flatten() {
        let info = snapshot.state.views.info(&snapshot.state.catalogue, *uid)?;
        paths.extend(info.map(|info| info.path.clone()));
    }
    Ok(paths)
}

/// Pages that hits are shown of, each read once.
pub(super) struct Pages<'a> {
    snapshot: &'a Snapshot<'a>,
    texts: Texts<'a>,
    read: HashMap<u64, Option<Read>>,
}

impl<'a> Pages<'a> {
    pub(super) fn new(snapshot: &'a Snapshot<'a>, texts: Texts<'a>) -> Self {
        Self { snapshot, texts, read: HashMap::new() }
    }

    /// The unit's words as a hit shows them, led by the names that they need to be understood alone;
    /// none where the page cannot be read.
    pub(super) fn words(
        &mut self,
        query: &Query,
        unit: &Chosen,
    ) -> Result<Option<String>, IndexError> {
        // Whoever shows the page reports that it is gone.
        let Some(read) = self.page(unit.uid, &mut Answer::default())? else { return Ok(None) };
        let hit = hit(query, unit, read, (grown(query, unit, read), 0.0));
        if hit.turn.is_some() {
            return Ok(Some(hit.text));
        }
        let heading = hit.heading.filter(|heading| *heading != hit.title);
        let names = heading.map_or(hit.title.clone(), |it| format!("{} > {it}", hit.title));
        Ok(Some(format!("{names}\n{}", hit.text)))
    }

    /// What the catalogue says of a page, and its present text; none, with a warning, where it cannot
    /// be read.
    fn page(&mut self, uid: u64, answer: &mut Answer) -> Result<Option<&Read>, IndexError> {
        if !self.read.contains_key(&uid) {
            let state = self.snapshot.state;
            let info = state.views.info(&state.catalogue, uid)?;
            let page = info.and_then(|info| match (self.texts)(&info.file) {
                Some(text) => Some(Read::of(info, text)),
                None => {
                    answer.miss(&info.file, info.path.to_string());
                    None
                }
            });
            self.read.insert(uid, page);
        }
        Ok(self.read.get(&uid).and_then(Option::as_ref))
    }
}

/// A page that hits are shown of.
struct Read {
    info: Arc<Info>,
    text: Arc<PageText>,
    /// Made again where the text changed since it was indexed.
    newer: Option<Outline>,
    /// The turns of a conversation, read when neighbours are asked for.
    turns: OnceCell<Vec<TurnSpan>>,
}

impl Read {
    fn of(info: Arc<Info>, text: Arc<PageText>) -> Self {
        let is_known = info.revision == Some(text.revision());
        let newer = (!is_known).then(|| {
            let page = Page::parse(info.path.clone(), text.as_str());
            atoms(&page, &info.facets).1
        });
        Self { info, text, newer, turns: OnceCell::new() }
    }

    fn outline(&self) -> &Outline {
        self.newer.as_ref().unwrap_or(&self.info.outline)
    }

    /// The turns around the one at the place `ord`, as many on each side as the query asks for.
    fn beside(&self, query: &Query, ord: usize) -> Vec<Neighbour> {
        let places = &self.outline().places;
        let is_turn = |place: &&Place| place.kind() == Kind::Turn;
        if query.neighbours == 0
            || query.unit != Unit::Turn
            || places.get(ord).filter(is_turn).is_none()
        {
            return Vec::new();
        }
        let (before, behind) = (&places[..ord], &places[ord + 1..]);
        let before = before.iter().rev().filter(is_turn).take(query.neighbours).zip(1..);
        let behind = behind.iter().filter(is_turn).take(query.neighbours).zip(1..);
        let mut beside: Vec<Neighbour> =
            before.filter_map(|(place, offset)| self.neighbour(place, -offset)).collect();
        beside.reverse();
        beside.extend(behind.filter_map(|(place, offset)| self.neighbour(place, offset)));
        beside
    }

    fn neighbour(&self, place: &Place, offset: isize) -> Option<Neighbour> {
        let text = self.text.as_str();
        let read = || session::turns(&Page::parse(self.info.path.clone(), text));
        let turns = self.turns.get_or_init(read);
        let turn = &turns[turns.binary_search_by_key(&place.start(), |it| it.span.start).ok()?];
        let block = text.get(turn.span.clone())?.trim_end();
        Some(Neighbour {
            offset,
            turn: turn.id.clone(),
            speaker: turn.speaker.clone(),
            at: turn.at.clone(),
            lines: (place.line(), place.line() + block.matches('\n').count()),
            text: turn.text(text),
        })
    }
}

/// How much of its page the unit shows; none where hits do not grow.
fn grown(query: &Query, unit: &Chosen, read: &Read) -> Option<Region> {
    match query.unit {
        Unit::Passage | Unit::Page => region(read.outline(), unit.ord, read.text.as_str()),
        Unit::Session | Unit::Turn => None,
    }
}

fn hit(query: &Query, unit: &Chosen, read: &Read, (grown, score): (Option<Region>, f64)) -> Hit {
    let (info, outline, text) = (&*read.info, read.outline(), read.text.as_str());
    let (first, last) = match (query.unit, grown) {
        (_, Some(region)) => (outline.places.get(region.first), outline.places.get(region.last)),
        (Unit::Turn, None) => (outline.places.get(unit.ord), outline.places.get(unit.ord)),
        (_, None) => run(outline, unit),
    };
    let place = outline.places.get(unit.ord);
    let start = first.map_or(0, Place::start).min(text.len());
    let end = last.map_or(text.len(), Place::end).min(text.len());
    let words = text.get(start..end.max(start)).unwrap_or_default().trim_end();
    // Text behind a conversation's turns begins with the blank line that parts it from them.
    let blank = |line: &&str| line.trim().is_empty();
    let gap: usize = words.split_inclusive('\n').take_while(blank).map(str::len).sum();
    let line = first.map_or(1, Place::line) + words[..gap].matches('\n').count();
    let words = &words[gap..];
    let told = grown.map_or(place, |region| outline.places.get(region.centre));
    let heading = told.and_then(|place| outline.headings.get(place.section()));
    let facets = &info.facets;
    Hit {
        page: info.path.clone(),
        title: facets.title.clone(),
        date: facets.date(),
        heading: heading.filter(|heading| !heading.is_empty()).cloned(),
        lines: (line, line + words.matches('\n').count()),
        score,
        text: words.to_owned(),
        turn: place.and_then(Place::turn).map(str::to_owned),
        session: facets.session.clone(),
        status: facets.status.clone(),
        priority: facets.priority.clone(),
        last_verified: facets.last_verified,
        page_type: facets.page_type.clone(),
        replaces: Vec::new(),
        neighbours: Vec::new(),
        explain: None,
    }
}

/// First and last place of the unit's run, within its kind.
fn run<'a>(outline: &'a Outline, unit: &Chosen) -> (Option<&'a Place>, Option<&'a Place>) {
    let Some(centre) = outline.places.get(unit.ord).filter(|place| place.kind() != Kind::Head)
    else {
        return (outline.places.get(1), outline.places.last());
    };
    let same = |place: &&Place| place.kind() == centre.kind();
    let end = (unit.run.1 + 1).min(outline.places.len());
    let run = &outline.places[unit.run.0.min(unit.ord)..end.max(unit.ord + 1)];
    (run.iter().find(same), run.iter().rev().find(same))
}

/// Which of the question's words the unit has, as they were typed, and which it has not. A word is there
/// also in another form, by a part of it or by a synonym.
fn words(asked: &Asked, unit: &Chosen) -> (Vec<String>, Vec<String>) {
    let terms = &asked.terms[..asked.speakers];
    let met = unit.terms.with(unit.head_terms);
    let met = terms.iter().enumerate().filter(|(nth, _)| met.contains(*nth));
    let met: HashSet<usize> = met.map(|(_, term)| term.word).collect();
    let of = |there: bool| {
        let terms = terms.iter().filter(|term| met.contains(&term.word) == there);
        joined(terms.map(|term| term.place).collect())
    };
    let found = of(true);
    let mut missing = Vec::new();
    for (mut start, end) in of(false) {
        for &(from, to) in &found {
            if from < end && start < to {
                missing.push((start, from.max(start)));
                start = to.min(end);
            }
        }
        missing.push((start, end));
    }
    let shown = |places: Vec<(usize, usize)>| {
        let words =
            places.into_iter().filter_map(|(start, end)| asked.question.text.get(start..end));
        let words = words.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    (shown(found), shown(missing))
}

/// Words found and missing, and what each stage said, with the hit's place among all candidates.
fn explain(asked: &Asked, (unit, chance): (&Chosen, f64), all: &[Chosen], place: usize) -> Explain {
    let (terms, missing) = words(asked, unit);
    let stage = |name: &'static str, of: &dyn Fn(&Chosen) -> f32| {
        let score = of(unit);
        let rank = 1 + all.iter().filter(|other| of(other) > score).count();
        Stage { name, score: f64::from(score), rank }
    };
    const WINDOWS: [&str; RADII.len()] = ["alone", "window of 3", "window of 5", "window of 7"];
    let mut stages: Vec<Stage> =
        (0..RADII.len()).map(|at| stage(WINDOWS[at], &|unit| unit.windows[at])).collect();
    stages.push(stage("page", &|unit| unit.whole));
    stages.push(stage("names", &|unit| unit.head));
    if all.iter().any(|unit| unit.near.is_some()) {
        let near = |unit: &Chosen, at: usize| unit.near.map_or(0.0, |near| near[at]);
        stages.push(stage("cosine", &|unit| near(unit, 0)));
        stages.push(stage("cosine of 3", &|unit| near(unit, 1)));
    }
    if all.iter().any(|unit| unit.mentioned > 0.0) {
        stages.push(stage("mentioned", &|unit| unit.mentioned));
    }
    if all.iter().any(|unit| unit.linked > 0.0) {
        stages.push(stage("graph", &|unit| unit.linked));
    }
    if let Some(round) = asked.rounds.get(&unit.uid) {
        stages.push(Stage { name: "round", score: *round as f64, rank: 1 });
    }
    stages.push(stage("speaker", &|unit| f32::from(u8::from(unit.speaker))));
    stages.push(stage("standing", &|unit| unit.standing));
    if all.iter().any(|unit| unit.judged.is_some()) {
        stages.push(stage("reranker", &|unit| unit.judged.unwrap_or(f32::NEG_INFINITY)));
    }
    stages.push(stage("fused", &|unit| unit.fused));
    stages.push(Stage { name: "calibrated", score: chance, rank: place + 1 });
    Explain { terms, missing, stages }
}

/// Pages that pass the filters, by day, when there is nothing to look for.
pub(super) fn listing(
    snapshot: &Snapshot<'_>,
    query: &Query,
    filters: &Filters,
    texts: Texts<'_>,
) -> Result<Answer, IndexError> {
    let asked_for_nothing = *filters == Filters::default();
    if asked_for_nothing {
        return Ok(super::nothing("the query is empty"));
    }
    let part = (query.offset, query.limit);
    let rows = snapshot.state.catalogue.rows(filters, Order::Earliest, part)?;
    let mut answer = Answer { total: rows.total, ..Answer::default() };
    let mut budget = query.budget_tokens;
    for row in rows.rows {
        let Some(text) = texts(&row.file) else {
            answer.miss(&row.file, row.path.to_string());
            continue;
        };
        let text = text.as_str();
        if let Some(left) = &mut budget {
            let cost = estimate(text) + SOURCE_TOKENS;
            if cost > *left {
                answer.left_out += 1;
                continue;
            }
            *left -= cost;
        }
        answer.hits.push(listed(row, text));
    }
    if answer.hits.is_empty() {
        let why = match (answer.left_out, rows.total) {
            (0, 0) => snapshot.why_none(filters)?,
            (0, total) if query.limit == 0 || query.offset >= total => "there are no more hits",
            (0, _) => "the pages found cannot be read",
            _ => "no hit fits the budget",
        };
        answer.abstained = Some(why.to_owned());
    }
    Ok(answer)
}

fn listed(row: Row, text: &str) -> Hit {
    let facets = row.facets;
    Hit {
        page: row.path,
        date: facets.date(),
        title: facets.title,
        heading: None,
        lines: (1, text.trim_end().matches('\n').count() + 1),
        score: 1.0,
        text: text.trim_end().to_owned(),
        turn: None,
        session: facets.session,
        status: facets.status,
        priority: facets.priority,
        last_verified: facets.last_verified,
        page_type: facets.page_type,
        replaces: Vec::new(),
        neighbours: Vec::new(),
        explain: None,
    }
}
