//! From a page over the relations that a question names to the page that has what it asks for.

use crate::recall::FoundHit;
use crate::{Error, Memory};
use wiki::attribute::Attributes;
use wiki::canon::{self, fold};
use wiki::link::{Link, LinkOrigin};
use wiki::page::Page;
use wiki::path::PagePath;

use super::words::{Part, Told, Words, is_own, is_past, label, stated, told};
use super::{ITEMS_MAX, LABEL_BYTES};

/// Relations on the way, and pages that are read for one question.
const STEPS_MAX: usize = 2;
const READ_MAX: usize = 24;
/// Relations of one page that are looked at.
const RELATIONS_MAX: usize = 40;
/// A longer value is no name.
const NAME_BYTES: usize = 100;
/// Lines of one page that are shown together.
const LINES_TOGETHER: usize = 12;

/// A page to which relations led.
struct Place {
    page: Page,
    /// The page before it.
    via: String,
    /// Names on the way and what the relations are called, [folded](fold): the question asks for nothing more by them.
    spoken: Vec<String>,
    used: Attributes,
}

/// The fields that a question asks for of pages to which it leads from a page that it names, as hits with the chance of
/// that page's: of the pages that most of its relations lead to.
pub(super) fn reached(
    memory: &Memory,
    start: &Page,
    words: &Words,
    from: &FoundHit,
) -> Result<Vec<FoundHit>, Error> {
    let words = words.beside(start);
    let mut seen = vec![start.path.clone()];
    let mut places = vec![Place {
        page: start.clone(),
        via: String::new(),
        spoken: [&from.title, &from.page].map(|it| fold(it)).to_vec(),
        used: Attributes::default(),
    }];
    let mut hits = Vec::new();
    for _ in 0..STEPS_MAX {
        let mut next = Vec::new();
        for place in &places {
            next.extend(steps(memory, place, &words, &mut seen)?);
        }
        let told = next.iter().filter_map(|place| told_at(memory, place, &words, from));
        let told: Vec<FoundHit> = told.collect();
        // What is further away has more of the question.
        if !told.is_empty() {
            hits = told;
        }
        places = next;
    }
    Ok(hits)
}

/// The fields that a question asks for of the page of a hit that it names, where the hit is another passage of that page.
pub(super) fn elsewhere(
    memory: &Memory,
    page: &Page,
    words: &Words,
    from: &FoundHit,
) -> Option<FoundHit> {
    let place = Place {
        page: page.clone(),
        via: String::new(),
        spoken: [&from.title, &from.page].map(|it| fold(it)).to_vec(),
        used: Attributes::default(),
    };
    let told = told_at(memory, &place, &words.beside(page), from)?;
    let is_there = from.lines[0] <= told.lines[0] && told.lines[1] <= from.lines[1];
    (!is_there).then_some(FoundHit { via: None, ..told })
}

/// The pages one relation further that were not seen yet.
fn steps(
    memory: &Memory,
    place: &Place,
    words: &Words,
    seen: &mut Vec<PagePath>,
) -> Result<Vec<Place>, Error> {
    let mut next = Vec::new();
    for related in related(memory, place, words)? {
        if seen.contains(&related.path) || seen.len() > READ_MAX {
            continue;
        }
        seen.push(related.path.clone());
        let Some(page) = memory.page_at(&related.path) else { continue };
        let used = place.used.with(words.attributes(&related.label));
        let mut spoken = place.spoken.clone();
        spoken.push(fold(&related.label));
        next.push(Place { page, via: place.page.path.to_string(), spoken, used });
    }
    Ok(next)
}

/// A page at the other end of a relation, and what the relation is called.
struct Related {
    path: PagePath,
    label: String,
}

/// The pages to which a page has a relation that the question names and that did not lead to it.
fn related(memory: &Memory, place: &Place, words: &Words) -> Result<Vec<Related>, Error> {
    let (schema, page) = (memory.schema(), &place.page);
    let name_relation = |label: &str| {
        let is_used = !words.attributes(label).both(place.used).is_empty()
            || place.spoken.contains(&fold(label));
        !is_used && words.name_relation(label, &schema)
    };
    let mut names: Vec<(String, String)> = Vec::new();
    for entry in page.head.entries.iter().filter(|it| !is_own(&it.key)) {
        let label = entry.key.replace('_', " ");
        if name_relation(&label) {
            names.extend(page.head.list(&entry.key).into_iter().map(|it| (it, label.clone())));
        }
    }
    let in_body = |it: &&Link| matches!(it.origin, LinkOrigin::Body { .. });
    for link in page.links.iter().filter(in_body).take(ITEMS_MAX) {
        let label = label(before(&page.text, link.span.start));
        if name_relation(label) && !is_past(page, link.span.start, label) {
            names.push((link.target.clone(), label.to_owned()));
        }
    }
    let pairs = stated(page).into_iter().filter(|it| name_relation(it.key));
    names.extend(pairs.map(|it| (it.value.to_owned(), it.key.to_owned())));
    names.retain(|(name, _)| !name.is_empty() && name.len() <= NAME_BYTES);
    names.truncate(RELATIONS_MAX);
    let mut pages: Vec<Related> = Vec::new();
    for (name, label) in names {
        if let Some(path) = memory.in_sight(canon::plain(&name))?
            && pages.iter().all(|it| it.path != path)
        {
            pages.push(Related { path, label });
        }
    }
    Ok(pages)
}

/// What stands before a link on its line; one byte more than a label may have where that is more.
fn before(text: &str, at: usize) -> &str {
    let from = text.floor_char_boundary(at.saturating_sub(LABEL_BYTES + 1));
    let near = &text[from..at];
    near.rfind('\n').map_or(near, |end| &near[end + 1..])
}

/// The field of a page that was reached, as a hit with the chance of the one that leads there.
fn told_at(memory: &Memory, place: &Place, words: &Words, from: &FoundHit) -> Option<FoundHit> {
    let page = &place.page;
    let schema = memory.schema();
    // A word of the question that names page or relation asks for nothing more.
    let spoken = |key: &str| {
        let kind = from.page_type.as_deref().is_some_and(|it| fold(it) == key);
        kind || place.spoken.iter().any(|name| name.contains(key))
    };
    let is_more = |it: &Told| {
        let asked = words.attributes(&it.key);
        (asked.is_empty() || !asked.without(place.used).is_empty()) && !spoken(&fold(&it.key))
    };
    let mut told = told(page, words, &schema, Part::Page);
    told.retain(is_more);
    let first = told.first()?;
    let together = |it: &&Told| it.line < first.line + LINES_TOGETHER;
    let last = told.iter().take_while(together).last()?;
    let end = last.line + last.text.matches('\n').count();
    let lines: Vec<&str> =
        page.text.lines().skip(first.line - 1).take(end + 1 - first.line).collect();
    let told = ((first.line, end), lines.join("\n"));
    let hit = FoundHit::of_lines(page, &schema, told, from.score);
    Some(FoundHit { via: Some(place.via.clone()), ..hit })
}
