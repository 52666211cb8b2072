//! Chosen units → hits with their words: read from the page's present text, or left out and reported;
//! packed to a budget, each with its account when asked for.

use std::collections::HashMap;

use wiki::page::{Page, Revision};

use super::Snapshot;
use super::ask::Asked;
use super::choose::{Choice, Chosen};
use super::score::RADII;
use crate::answer::{Answer, Explain, Hit, Stage, Warning};
use crate::atom::{atoms, estimate};
use crate::catalogue::Info;
use crate::error::IndexError;
use crate::index::Row;
use crate::outline::{Kind, Outline, Place};
use crate::query::{Filters, Order, Query, Unit};

/// Tokens of a hit beside its text: path, title, date, lines.
const SOURCE_TOKENS: usize = 30;
/// A page that takes at most this share of the budget is given whole.
const WHOLE_SHARE: usize = 2;

pub(super) fn show(
    snapshot: &Snapshot<'_>,
    query: &Query,
    asked: &Asked,
    choice: &Choice,
    texts: &dyn Fn(&str) -> Option<String>,
) -> Result<Answer, IndexError> {
    let mut answer = Answer {
        abstained: choice.abstained.clone(),
        total: choice.hits.len(),
        ..Answer::default()
    };
    let end = choice.hits.len().min(query.offset.saturating_add(query.limit));
    let part = &choice.hits[query.offset.min(end)..end];
    let uids: Vec<u64> = part.iter().map(|unit| unit.uid).collect();
    let mut infos = snapshot.state.catalogue.infos(&uids)?;
    let mut read: HashMap<u64, Option<String>> = HashMap::new();
    let mut budget = query.budget_tokens;
    let mut given_whole: Vec<u64> = Vec::new();
    for (nth, unit) in part.iter().enumerate() {
        let Some(info) = infos.get_mut(&unit.uid) else { continue };
        let text =
            read.entry(unit.uid).or_insert_with(|| texts(&info.file).map(|text| fresh(text, info)));
        let Some(text) = text else {
            let message = format!("{} is gone or cannot be read", info.file);
            let corpus = info.path.to_string();
            answer.warnings.push(Warning { corpus, status: "unavailable", message });
            continue;
        };
        if given_whole.contains(&unit.uid) {
            continue;
        }
        let mut hit = hit(query, unit, info, text);
        if let Some(left) = &mut budget {
            let whole = estimate(text) + SOURCE_TOKENS;
            if query.unit != Unit::Turn && whole <= *left / WHOLE_SHARE {
                given_whole.push(unit.uid);
                hit.lines = (1, text.trim_end().matches('\n').count() + 1);
                text.trim_end().clone_into(&mut hit.text);
            }
            let cost = estimate(&hit.text) + SOURCE_TOKENS;
            if cost > *left {
                answer.left_out += 1;
                continue;
            }
            *left -= cost;
        }
        if query.explain {
            hit.explain = Some(explain(asked, unit, &choice.hits, query.offset + nth));
        }
        answer.hits.push(hit);
    }
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

/// The page's text; where it changed since it was indexed, the outline is made again.
fn fresh(text: String, info: &mut Info) -> String {
    if info.revision == Some(Revision::of(text.as_bytes())) {
        return text;
    }
    let page = Page::parse(info.path.clone(), text);
    info.outline = atoms(&page, &info.facets).1;
    page.text
}

fn hit(query: &Query, unit: &Chosen, info: &Info, text: &str) -> Hit {
    let outline = &info.outline;
    let (first, last) = match query.unit {
        Unit::Turn => (outline.places.get(unit.ord), outline.places.get(unit.ord)),
        _ => run(outline, unit),
    };
    let place = outline.places.get(unit.ord);
    let start = first.map_or(0, Place::start).min(text.len());
    let end = last.map_or(text.len(), Place::end).min(text.len());
    let words = text.get(start..end.max(start)).unwrap_or_default().trim_end();
    let line = first.map_or(1, Place::line);
    let heading = place.and_then(|place| outline.headings.get(place.section()));
    let facets = &info.facets;
    Hit {
        page: info.path.clone(),
        title: facets.title.clone(),
        date: facets.date(),
        heading: heading.filter(|heading| !heading.is_empty()).cloned(),
        lines: (line, line + words.matches('\n').count()),
        score: unit.score,
        text: words.to_owned(),
        turn: place.and_then(Place::turn).map(str::to_owned),
        session: facets.session.clone(),
        status: facets.status.clone(),
        priority: facets.priority.clone(),
        last_verified: facets.last_verified,
        page_type: facets.page_type.clone(),
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

/// Terms found and missing, and what each stage said, with the hit's place among all candidates.
fn explain(asked: &Asked, unit: &Chosen, all: &[Chosen], place: usize) -> Explain {
    let found = |nth: usize| {
        let is = |term: &u16| usize::from(*term) == nth;
        unit.terms.iter().chain(&unit.head_terms).any(is)
    };
    let (mut terms, mut missing) = (Vec::new(), Vec::new());
    for (nth, term) in asked.terms[..asked.speakers].iter().enumerate() {
        if found(nth) { &mut terms } else { &mut missing }.push(term.shown.clone());
    }
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
    stages.push(stage("speaker", &|unit| f32::from(u8::from(unit.speaker))));
    stages.push(stage("standing", &|unit| unit.standing));
    stages.push(stage("fused", &|unit| unit.fused));
    stages.push(Stage { name: "calibrated", score: unit.score, rank: place + 1 });
    Explain { terms, missing, stages }
}

/// Pages that pass the filters, by day, when there is nothing to look for.
pub(super) fn listing(
    snapshot: &Snapshot<'_>,
    query: &Query,
    filters: &Filters,
    texts: &dyn Fn(&str) -> Option<String>,
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
        let Some(text) = texts(&row.file) else { continue };
        if let Some(left) = &mut budget {
            let cost = estimate(&text) + SOURCE_TOKENS;
            if cost > *left {
                answer.left_out += 1;
                continue;
            }
            *left -= cost;
        }
        answer.hits.push(listed(row, &text));
    }
    if answer.hits.is_empty() {
        answer.abstained = Some("no page passes the filters".to_owned());
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
        explain: None,
    }
}
