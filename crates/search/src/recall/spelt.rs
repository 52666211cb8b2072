//! A day that a question spells out, "五月二十号", "5月20日", "20 May": pages that say it in the same words stand
//! before those that have it in figures, which only mean the same.

use std::collections::HashSet;
use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use wiki::time::{self, Dated};

use super::Snapshot;
use super::another::each;
use super::ask::Asked;
use super::score::{ScoredPage, Terms};
use crate::analyse::{is_day_term, simplified};
use crate::error::IndexError;
use crate::text::Texts;

/// Pages that are read for the words of the day.
const PAGES_MAX: usize = 40;
/// Share of what else is asked, of that of the page that has most of it, that a page has at least.
const OF_BEST: f32 = 0.8;

/// Pages that say the day as the question does.
#[derive(Debug, Default)]
pub(super) struct Said {
    pages: HashSet<u64>,
    /// The question's terms that spell the day.
    terms: Terms,
    /// Whether the question has no other words.
    pub(super) is_all: bool,
}

impl Said {
    /// Whether a place with these terms, in this page, says it.
    pub(super) fn is_in(&self, page: u64, terms: Terms) -> bool {
        self.pages.contains(&page) && terms.has_all(self.terms)
    }
}

/// Where a question spells out its one day by month and number, and not from today.
pub(super) fn place(text: &str, found: &[Dated]) -> Option<Range<usize>> {
    let [day] = found else { return None };
    let said = &text[day.place.clone()];
    let in_figures = !said.chars().any(char::is_alphabetic);
    let names_it = day.is_yearless || !day.is_relative;
    let one = day.days.single().is_some() && !day.is_bounded;
    (one && names_it && !in_figures && !time::counts_from_now(said)).then(|| day.place.clone())
}

/// Reads the pages that may say the day in the question's words; those that do have the day itself as well.
pub(super) fn said(
    snapshot: &Snapshot<'_>,
    asked: &Asked,
    scored: &mut [ScoredPage],
    texts: Texts<'_>,
) -> Result<Said, IndexError> {
    let Some(place) = &asked.spelt else { return Ok(Said::default()) };
    let (mut spells, mut day) = (Terms::default(), Terms::default());
    let mut beside = HashSet::new();
    for (nth, term) in (0..).zip(&asked.terms[..asked.speakers]) {
        let is_day = is_day_term(&term.text);
        if is_day {
            day.insert(nth);
        } else if place.start <= term.place.0 && term.place.1 <= place.end && term.place.1 > 0 {
            spells.insert(nth);
        } else if term.place.0 >= place.end || term.place.1 <= place.start {
            continue;
        }
        beside.insert(term.text.clone());
    }
    if spells.is_empty() {
        return Ok(Said::default());
    }
    let share = |terms: Terms| match asked.share_beside(Terms::ALL, &beside) > 0.0 {
        true => asked.share_beside(terms, &beside),
        false => 1.0,
    };
    let all = |page: &ScoredPage| share(page.terms.with(page.head_terms));
    let least = OF_BEST * scored.iter().map(all).fold(0.0, f32::max);
    let may = |page: &&ScoredPage| {
        !page.session && page.terms.with(page.head_terms).has_all(spells) && all(page) >= least
    };
    let words = plainly(&asked.question.text[place.clone()]);
    let mut pages = HashSet::new();
    let mut read = scored.iter().filter(may).take(PAGES_MAX);
    each(snapshot, &mut read, texts, &mut |page, info, text| {
        let mut lines = text.lines().chain([info.path.name()]);
        pages.extend(lines.any(|line| stands(&plainly(line), &words)).then_some(page.uid));
    })?;
    for page in scored.iter_mut().filter(|page| pages.contains(&page.uid)) {
        page.terms = page.terms.with(day);
        for atom in page.atoms.iter_mut().filter(|atom| atom.terms.has_all(spells)) {
            atom.terms = atom.terms.with(day);
        }
    }
    let text = &asked.question.text;
    let mut rest = text[..place.start].chars().chain(text[place.end..].chars());
    Ok(Said { pages, terms: spells, is_all: !rest.any(char::is_alphanumeric) })
}

/// In usual width, small letters and simplified characters, and without blanks but between letters and figures of ASCII.
fn plainly(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut blank = false;
    for char in text.nfkc().flat_map(char::to_lowercase).map(simplified) {
        if char.is_whitespace() {
            blank = true;
            continue;
        }
        let apart = blank && plain.ends_with(|c: char| c.is_ascii()) && char.is_ascii();
        plain.extend(apart.then_some(' '));
        plain.push(char);
        blank = false;
    }
    plain
}

/// Whether a line has these words, and not as a part of a longer number or word: 一月二号 is not in 十一月二号.
fn stands(line: &str, words: &str) -> bool {
    line.match_indices(words).any(|(at, _)| {
        let (before, behind) = (&line[..at], &line[at + words.len()..]);
        let open = |outer: Option<char>, inner: Option<char>| match (outer, inner) {
            (Some(outer), Some(inner)) => {
                is_figure(outer) && is_figure(inner)
                    || outer.is_ascii_alphanumeric() && inner.is_ascii_alphanumeric()
            }
            _ => false,
        };
        !open(before.chars().next_back(), words.chars().next())
            && !open(behind.chars().next(), words.chars().next_back())
    })
}

fn is_figure(char: char) -> bool {
    char.is_ascii_digit() || "一二三四五六七八九十廿卅".contains(char)
}
