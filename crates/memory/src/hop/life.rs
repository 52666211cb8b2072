//! What somebody asks of their own life, told by a line of their own page that has none of the question's words: "where
//! do I live?" by "I moved to Munich".

use crate::recall::{Asked, Found, FoundHit};
use crate::{Error, Memory, remember};
use jiff::civil::Date;
use search::{Filters, Unit};
use wiki::fact::{self, Life};
use wiki::page::Page;

/// The chance that such a line answers, where nothing else was found.
const CHANCE: f64 = 0.8;

/// Puts the line first that tells what is asked, unless a hit of the page has it, and leaves out why there is none.
pub(crate) fn tell(
    memory: &Memory,
    found: &mut Found,
    (asked, filters): (&Asked, &Filters),
    today: Date,
) -> Result<(), Error> {
    let fits = matches!(asked.unit, Unit::Passage | Unit::Page) && asked.offset == 0;
    let Some(life) = Life::asked(&asked.text).filter(|_| fits && asked.as_of.is_none()) else {
        return Ok(());
    };
    let Some(path) = remember::own_page(memory)? else { return Ok(()) };
    if !super::passes(memory, &path, filters)? {
        return Ok(());
    }
    let Some(page) = memory.page_at(&path) else { return Ok(()) };
    let Some(hit) = told_on(memory, &page, life, today) else { return Ok(()) };
    let has = |it: &FoundHit| it.file == hit.file && it.text.contains(&hit.text);
    match found.hits.iter().position(has) {
        Some(0) => return Ok(()),
        Some(at) => {
            let known = found.hits.remove(at);
            let score = found.hits.first().map_or(known.score, |it| it.score.max(known.score));
            found.hits.insert(0, FoundHit { score, ..known });
        }
        None => {
            let score = found.hits.first().map_or(CHANCE, |it| it.score.max(CHANCE));
            found.hits.insert(0, FoundHit { score, ..hit });
            found.total += 1;
        }
    }
    found.abstained = None;
    super::fit(found, asked);
    Ok(())
}

/// The last line of a page that tells it; what was added later comes before what stands further below.
fn told_on(memory: &Memory, page: &Page, life: Life, today: Date) -> Option<FoundHit> {
    let schema = memory.schema();
    let names = fact::names(page);
    let tells = |it: &fact::Fact| {
        let said = it.marks.added.unwrap_or(today);
        !it.retired
            && !it.marks.is_over(today)
            && it.key.is_none()
            && life.told_by(&it.value, &names, said)
    };
    let facts = fact::facts(page, &schema);
    let fact = facts.iter().filter(|it| tells(it)).max_by_key(|it| it.marks.added)?;
    let text = page.text.get(fact.span.clone())?.trim_end();
    let line = page.line_of(fact.span.start);
    let lines = (line, line + text.matches('\n').count());
    Some(FoundHit::of_lines(page, &schema, (lines, text.to_owned()), CHANCE))
}
