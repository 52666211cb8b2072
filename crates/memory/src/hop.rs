//! What a question asks of a page by way of another: "the e-mail of Atlas's owner" names a page, a relation that the
//! page states, and a field of whoever stands at its other end; "the address of the company that its owner works
//! for" goes one page further.
//!
//! Nothing is guessed: the page must be called what the question says, each relation must stand beside the
//! link in a word of the question or one that asks for it ([`wiki::attribute`]), and the page at the end must have
//! the field. How pages are found and ranked is not decided here.

mod life;
mod way;
mod words;

pub(crate) use life::tell;
pub(crate) use words::{Part, Words, told};

use crate::recall::{Asked, Found, FoundHit};
use crate::{Error, Memory};
use search::{Filters, Order, Unit};
use way::{elsewhere, reached};
use wiki::page::Page;
use wiki::path::PagePath;

/// Links or items of a page that are looked at.
const ITEMS_MAX: usize = 5_000;
/// Hits from which relations are followed, and pages that are brought in.
const FROM_HITS: usize = 3;
const BROUGHT_MAX: usize = 3;
/// A longer text before a link is a sentence.
const LABEL_BYTES: usize = 120;

/// Puts the page that the question means above the hit that leads to it, and above those that it does not name.
/// `now_ns` is the present in nanoseconds since 1970.
pub(crate) fn follow(
    memory: &Memory,
    found: &mut Found,
    (asked, filters): (&Asked, &Filters),
    now_ns: i128,
) -> Result<(), Error> {
    let fits = matches!(asked.unit, Unit::Passage | Unit::Page) && asked.offset == 0;
    if !fits || !asked.streams.graph || asked.as_of.is_some() || found.hits.is_empty() {
        return Ok(());
    }
    let words = Words::of(&asked.text);
    let mut from: Vec<String> = Vec::new();
    let mut brought: Vec<(usize, FoundHit)> = Vec::new();
    let mut unnamed: Option<usize> = None;
    let mut own: Option<(usize, FoundHit)> = None;
    for (at, hit) in found.hits.iter().enumerate().take(FROM_HITS) {
        if from.contains(&hit.file) {
            continue;
        }
        from.push(hit.file.clone());
        let Some(page) = named(memory, (hit, &words), now_ns) else {
            unnamed.get_or_insert(at);
            continue;
        };
        if from.len() == 1 {
            own = elsewhere(memory, &page, &words, hit).map(|it| (at, it));
        }
        for new in reached(memory, &page, &words, hit)? {
            let known = brought.iter().any(|(_, it)| it.file == new.file);
            let Ok(target) = PagePath::from_file(&new.file) else { continue };
            if !known && brought.len() < BROUGHT_MAX && passes(memory, &target, filters)? {
                brought.push((unnamed.map_or(at, |it| it.min(at)), new));
            }
        }
    }
    // Where the question leads on, the page's own fields are not what is asked for.
    brought.extend(own.filter(|_| brought.is_empty()));
    let mut more = 0;
    for (at, new) in brought {
        let place = at + more;
        let says = |it: &FoundHit| it.file == new.file && it.text.contains(&new.text);
        match found.hits.iter().position(says) {
            Some(known) if known <= place => {}
            // It is there already, below the page that leads to it.
            Some(known) => {
                let hit = found.hits.remove(known);
                found.hits.insert(place, FoundHit { score: new.score, via: new.via, ..hit });
                more += 1;
            }
            None => {
                found.hits.insert(place, new);
                found.total += 1;
                more += 1;
            }
        }
    }
    fit(found, asked);
    Ok(())
}

/// Leaves out what stands last and no longer fits.
fn fit(found: &mut Found, asked: &Asked) {
    found.hits.truncate(asked.limit);
    let Some(budget) = asked.budget_tokens else { return };
    let cost = |hit: &FoundHit| search::count_tokens(&hit.text) + search::count_tokens(&hit.source);
    while found.hits.len() > 1 && found.hits.iter().map(cost).sum::<usize>() > budget {
        found.hits.pop();
        found.left_out += 1;
    }
}

/// The page of a hit, if the question names it.
fn named(memory: &Memory, (hit, words): (&FoundHit, &Words), now_ns: i128) -> Option<Page> {
    let text =
        memory.text_at_hand(&hit.file, now_ns).filter(|it| words.may_name(hit, it.as_str()))?;
    let page = Page::parse(PagePath::from_file(&hit.file).ok()?, text.as_str());
    words.name_page(&page).then_some(page)
}

/// Whether the filters of the question let a page through.
fn passes(memory: &Memory, target: &PagePath, filters: &Filters) -> Result<bool, Error> {
    let path = target.as_str().to_lowercase();
    let below = |it: &String| {
        let it = it.trim().trim_start_matches("./").trim_matches('/').to_lowercase();
        let it = it.strip_suffix(".md").unwrap_or(&it);
        path.strip_prefix(it).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if !filters.paths.is_empty() && !filters.paths.iter().any(below) {
        return Ok(false);
    }
    let only = Filters { paths: vec![target.to_string()], ..filters.clone() };
    Ok(memory.ask(|index| index.rows(&only, Order::Path, 0, 1))?.total > 0)
}
