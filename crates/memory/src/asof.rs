//! Facts as they stood on a day: what was said later is left out, what was replaced later stands again.

use crate::recall::{Found, source};
use crate::{Error, Memory, problem};
use jiff::civil::Date;
use wiki::fact::{self, Fact};
use wiki::page::Page;
use wiki::path::PagePath;

/// Rewrites the hits of pages with facts so that they show what held on `day`; drops empty ones.
pub(crate) fn narrow(memory: &Memory, found: &mut Found, day: Date) -> Result<(), Error> {
    let schema = memory.schema();
    let mut kept = Vec::new();
    for mut hit in std::mem::take(&mut found.hits) {
        // All facts of a page are shown at its first hit.
        if kept
            .iter()
            .any(|it: &crate::recall::FoundHit| it.page == hit.page && it.heading.is_none())
        {
            continue;
        }
        let path = PagePath::from_file(&hit.file).map_err(|err| problem::from_path(&err))?;
        let Some(text) = memory.page_text(&path.file()) else {
            kept.push(hit);
            continue;
        };
        let page = Page::parse(path, text);
        let facts = fact::facts(&page, &schema);
        if facts.is_empty() {
            if hit.date.as_deref().and_then(wiki::time::read_date).is_none_or(|it| it <= day) {
                kept.push(hit);
            }
            continue;
        }
        let then: Vec<&Fact> = facts.iter().filter(|it| it.marks.held_on(day)).collect();
        if then.is_empty() {
            continue;
        }
        hit.text = then.iter().map(|it| line(it)).collect();
        let lines = then.iter().map(|it| page.line_of(it.span.start));
        let (first, last) = (lines.clone().min().unwrap_or(1), lines.max().unwrap_or(1));
        hit.lines = [first, last];
        hit.source = source(&page.path, None, (first, last));
        hit.heading = None;
        kept.push(hit);
    }
    if kept.is_empty() && found.abstained.is_none() {
        found.abstained = Some(format!("nothing that matches held on {day}"));
    }
    found.hits = kept;
    Ok(())
}

fn line(fact: &Fact) -> String {
    match &fact.key {
        Some(key) => format!("- {key}: {}\n", fact.value),
        None => format!("- {}\n", fact.value),
    }
}
