//! Chosen units → hits with their words: read from the page's present text, or left out and reported.

use wiki::page::{Page, Revision};

use super::Snapshot;
use super::ask::Asked;
use super::choose::{Choice, Chosen};
use crate::answer::{Answer, Hit, Warning};
use crate::atom::atoms;
use crate::catalogue::Info;
use crate::error::IndexError;
use crate::outline::{Kind, Outline, Place};
use crate::query::{Filters, Order, Query};

pub(super) fn show(
    snapshot: &Snapshot<'_>,
    query: &Query,
    _asked: &Asked,
    choice: Choice,
    texts: &dyn Fn(&str) -> Option<String>,
) -> Result<Answer, IndexError> {
    let mut answer =
        Answer { abstained: choice.abstained, total: choice.total, ..Answer::default() };
    let part: Vec<Chosen> = choice.hits.into_iter().skip(query.offset).take(query.limit).collect();
    let uids: Vec<u64> = part.iter().map(|unit| unit.uid).collect();
    let mut infos = snapshot.state.catalogue.infos(&uids)?;
    let mut read = std::collections::HashMap::new();
    for unit in part {
        let Some(info) = infos.get_mut(&unit.uid) else { continue };
        let text =
            read.entry(unit.uid).or_insert_with(|| texts(&info.file).map(|text| fresh(text, info)));
        let Some(text) = text else {
            let message = format!("{} is gone or cannot be read", info.file);
            let corpus = info.path.to_string();
            answer.warnings.push(Warning { corpus, status: "unavailable", message });
            continue;
        };
        answer.hits.push(hit(query, &unit, info, text));
    }
    Ok(answer)
}

/// The page's text; where it changed since it was indexed, the outline is made again.
fn fresh(text: String, info: &mut Info) -> String {
    if info.revision != Some(Revision::of(text.as_bytes())) {
        let page = Page::parse(info.path.clone(), text);
        info.outline = atoms(&page, &info.facets).1;
        return page.text;
    }
    text
}

fn hit(query: &Query, unit: &Chosen, info: &Info, text: &str) -> Hit {
    let outline = &info.outline;
    let (first, last) = run(outline, unit);
    let place = outline.places.get(unit.ord);
    let start = first.map_or(0, Place::start).min(text.len());
    let end = last.map_or(text.len(), Place::end).min(text.len());
    let words = text.get(start..end.max(start)).unwrap_or_default();
    let line = first.map_or(1, Place::line);
    let words_end = words.trim_end();
    let heading = place.and_then(|place| outline.headings.get(place.section()));
    Hit {
        page: info.path.clone(),
        title: info.facets.title.clone(),
        date: info.facets.date(),
        heading: heading.filter(|heading| !heading.is_empty()).cloned(),
        lines: (line, line + words_end.matches('\n').count()),
        score: unit.score,
        text: words_end.to_owned(),
        turn: place.and_then(Place::turn).map(str::to_owned),
        session: info.facets.session.clone(),
        status: info.facets.status.clone(),
        priority: info.facets.priority.clone(),
        last_verified: info.facets.last_verified,
        page_type: info.facets.page_type.clone(),
        explain: None,
    }
    .only(query)
}

impl Hit {
    fn only(self, _query: &Query) -> Self {
        self
    }
}

/// First and last place of the unit's run, within its kind.
fn run<'a>(outline: &'a Outline, unit: &Chosen) -> (Option<&'a Place>, Option<&'a Place>) {
    let Some(centre) = outline.places.get(unit.ord) else {
        return (outline.places.get(1), outline.places.last());
    };
    let same = |place: &&Place| place.kind() == centre.kind() && centre.kind() != Kind::Head;
    let end = (unit.run.1 + 1).min(outline.places.len());
    let run = &outline.places[unit.run.0.min(unit.ord)..end.max(unit.ord + 1)];
    (run.iter().find(same), run.iter().rev().find(same))
}

/// Pages that pass the filters, by day, when there is nothing to look for.
pub(super) fn listing(
    snapshot: &Snapshot<'_>,
    query: &Query,
    filters: &Filters,
    texts: &dyn Fn(&str) -> Option<String>,
) -> Result<Answer, IndexError> {
    let rows =
        snapshot.state.catalogue.rows(filters, Order::Earliest, (query.offset, query.limit))?;
    let mut answer = Answer { total: rows.total, ..Answer::default() };
    for row in rows.rows {
        let Some(text) = texts(&row.file) else { continue };
        answer.hits.push(Hit {
            page: row.path,
            title: row.facets.title.clone(),
            date: row.facets.date(),
            heading: None,
            lines: (1, text.trim_end().matches('\n').count() + 1),
            score: 1.0,
            text: text.trim_end().to_owned(),
            turn: None,
            session: row.facets.session.clone(),
            status: row.facets.status.clone(),
            priority: row.facets.priority.clone(),
            last_verified: row.facets.last_verified,
            page_type: row.facets.page_type.clone(),
            explain: None,
        });
    }
    if answer.hits.is_empty() {
        answer.abstained = Some("no page passes the filters".to_owned());
    }
    Ok(answer)
}
