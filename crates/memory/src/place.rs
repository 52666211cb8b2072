//! A place in a page as answers print it: `page#heading:10-12`, `page:7`, `[[page#^block]]`.
//!
//! Which page is meant is decided elsewhere; a page that is called all that was typed comes first.

use crate::{Error, Kind, Memory};
use std::ops::Range;
use wiki::page::Page;
use wiki::session;

/// A place, taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    pub(crate) page: &'a str,
    /// The heading above it.
    pub(crate) heading: Option<&'a str>,
    /// The block's id, without its `^`.
    pub(crate) block: Option<&'a str>,
    /// Lines, as `FIRST-LAST` or one number.
    pub(crate) lines: Option<&'a str>,
}

/// Signs of a heading that are looked at in what was typed, at most.
const SPLITS_MAX: usize = 8;

/// The places that may have been typed, where it says more than a page: a title may have the sign of a heading
/// in it, as `C#`, so that the page of `C##Use` ends before any of them. The longest page comes first.
pub(crate) fn splits(typed: &str) -> Vec<Place<'_>> {
    let signs = typed.match_indices('#').count().clamp(1, SPLITS_MAX);
    let places = (0..signs).rev().filter_map(|before| split(typed, before));
    places.collect()
}

/// The place that was typed, whose heading stands behind so many of its signs and one more.
fn split(typed: &str, before: usize) -> Option<Place<'_>> {
    let typed = typed.trim();
    let inner = typed.strip_prefix("[[").and_then(|it| it.strip_suffix("]]"));
    let typed = inner.map_or(typed, |it| it.split('|').next().unwrap_or(it)).trim();
    let (rest, lines) = match typed.rsplit_once(':') {
        Some((rest, lines)) if is_lines(lines) => (rest, Some(lines)),
        _ => (typed, None),
    };
    let (page, part) = match rest.match_indices('#').nth(before) {
        Some((at, _)) => (&rest[..at], Some(rest[at + 1..].trim())),
        None => (rest, None),
    };
    let block = part.and_then(|it| it.strip_prefix('^'));
    let heading = part.filter(|it| block.is_none() && !it.is_empty());
    let says_more = lines.is_some() || heading.is_some() || block.is_some();
    (says_more && !page.trim().is_empty()).then_some(Place {
        page: page.trim(),
        heading,
        block,
        lines,
    })
}

/// Whether a name is that of a page in a folder and one of its headings (`projects/atlas#Goals`), and no title.
pub(crate) fn names_heading(typed: &str) -> bool {
    typed.split_once('#').is_some_and(|(page, rest)| page.contains('/') && begins_heading(rest))
}

/// `atlas#Goals`, and neither `C#` nor `Q#1`.
fn begins_heading(rest: &str) -> bool {
    !rest.is_empty() && !rest.starts_with(|c: char| c.is_whitespace() || c.is_ascii_digit())
}

/// What to say where a page that stands is named together with a heading, and a whole page is asked for.
pub(crate) fn section_of(memory: &Memory, typed: &str) -> Option<Error> {
    let signs = typed.match_indices('#').take(SPLITS_MAX).map(|(at, _)| at);
    let parts: Vec<_> = signs.map(|at| (typed[..at].trim(), typed[at + 1..].trim())).collect();
    let named = |(page, heading): &&(&str, &str)| {
        !page.is_empty() && begins_heading(heading) && memory.resolve_to_change(page).is_ok()
    };
    let (page, heading) = *parts.iter().rev().find(named)?;
    let hint = format!("name the section apart: `--page \"{page}\" --heading \"{heading}\"`");
    let add = format!("or add to it: `memopage append \"{page}\" TEXT --heading \"{heading}\"`");
    Some(Error::bad(format!("`{typed}` is no page but a section of one"), hint).hint(add))
}

fn is_lines(text: &str) -> bool {
    let number =
        |it: &str| !it.is_empty() && it.len() <= 9 && it.bytes().all(|b| b.is_ascii_digit());
    text.split_once('-').map_or_else(|| number(text), |(first, last)| number(first) && number(last))
}

/// The bytes of the block with this id: a turn, a list item, or the paragraph that ends with it.
///
/// # Errors
/// `NotFound` where the page has no such block.
pub(crate) fn block(page: &Page, id: &str) -> Result<Range<usize>, Error> {
    let turns = session::turns(page);
    if let Some(turn) = turns.iter().find(|it| it.block_id == id || it.id == id) {
        return Ok(turn.span.clone());
    }
    let mut start = 0;
    let mut paragraph = 0;
    for line in page.text.split_inclusive('\n') {
        let end = start + line.len();
        if line.trim().is_empty() {
            paragraph = end;
        } else if line.trim_end().strip_suffix(id).is_some_and(ends_word) {
            let item = page.items.iter().find(|it| it.span.start <= start && end <= it.span.end);
            return Ok(item.map_or(paragraph..end, |it| it.span.clone()));
        }
        start = end;
    }
    Err(Error::new(Kind::NotFound, format!("{} has no block `^{id}`", page.path))
        .hint("a block's id stands at the end of its last line, as ` ^id`"))
}

/// Whether what stands before an id makes it one.
fn ends_word(before: &str) -> bool {
    let Some(before) = before.strip_suffix('^') else { return false };
    before.is_empty() || before.ends_with([' ', '\t', '>'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_answers_print_is_taken_apart() {
        let place = |page, heading, block, lines| Some(Place { page, heading, block, lines });
        for (typed, expected) in [
            ("a/b#Head One:10-12", place("a/b", Some("Head One"), None, Some("10-12"))),
            ("a/b:7-16", place("a/b", None, None, Some("7-16"))),
            ("b#Head One", place("b", Some("Head One"), None, None)),
            ("[[b#^blk]]", place("b", None, Some("blk"), None)),
            ("[[b#Head|shown]]", place("b", Some("Head"), None, None)),
            ("S#^D1-1", place("S", None, Some("D1-1"), None)),
            ("b#10:30", place("b", Some("10"), None, Some("30"))),
            ("C##Use", place("C#", Some("Use"), None, None)),
            ("甲#乙#头:3", place("甲#乙", Some("头"), None, Some("3"))),
            ("a/b", None),
            ("a: b", None),
            ("#tag", None),
            ("[[b]]", None),
        ] {
            assert_eq!(splits(typed).into_iter().next(), expected, "{typed}");
        }
    }
}
