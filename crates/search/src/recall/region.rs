//! How much of a page a passage shows: itself, and its neighbours up to about 200 tokens, so that a
//! heading comes with what stands under it and a small page comes whole. What a page says of itself in
//! its head, and facts that are retired, are no neighbours.

use crate::atom::estimate;
use crate::outline::{Kind, Outline, Place};

/// A hit grows until it has about so many tokens.
const REGION_TOKENS: usize = 200;

/// Places of the outline, from the first to the last, both shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) first: usize,
    pub(super) last: usize,
    /// The place that it grew from.
    pub(super) centre: usize,
}

impl Region {
    /// Whether both show the same.
    pub(super) fn is_as(self, other: Self) -> bool {
        (self.first, self.last) == (other.first, other.last)
    }

    /// Whether the place is shown.
    pub(super) fn holds(self, ord: usize) -> bool {
        (self.first..=self.last).contains(&ord)
    }
}

/// The region around the place `ord`; none where hits do not grow, as in conversations.
pub(super) fn region(outline: &Outline, ord: usize, text: &str) -> Option<Region> {
    if outline.is_session() {
        return None;
    }
    let page = Pages { outline, text };
    // A match in the page's names or head is shown by the page's first words.
    let centre = if page.is_passage(ord) && !page.is_head(ord) { ord } else { page.opening()? };
    let centre = page.with_words(centre);
    let mut region = Region { first: centre, last: centre, centre };
    let mut left = REGION_TOKENS.saturating_sub(page.cost(centre));
    loop {
        let next = region.last + 1;
        let after = page.may_join(next, left).then_some(next);
        let before = region.first.checked_sub(1).filter(|at| page.may_join(*at, left));
        // What follows belongs to a heading more than what stands before it.
        let Some(joined) = after.or(before) else { break };
        left -= page.cost(joined);
        region.first = region.first.min(joined);
        region.last = region.last.max(joined);
    }
    while region.last > centre && page.heads_retired(region.last) {
        region.last -= 1;
    }
    Some(region)
}

struct Pages<'a> {
    outline: &'a Outline,
    text: &'a str,
}

impl Pages<'_> {
    fn place(&self, ord: usize) -> Option<&Place> {
        self.outline.places.get(ord)
    }

    fn words(&self, ord: usize) -> &str {
        self.place(ord)
            .and_then(|place| self.text.get(place.start()..place.end()))
            .unwrap_or_default()
    }

    fn cost(&self, ord: usize) -> usize {
        estimate(self.words(ord))
    }

    fn is_passage(&self, ord: usize) -> bool {
        self.place(ord).is_some_and(|place| place.kind() == Kind::Passage)
    }

    /// The fenced head at the page's start.
    fn is_head(&self, ord: usize) -> bool {
        let Some(place) = self.place(ord).filter(|place| place.start() == 0) else { return false };
        let words = self.words(ord).trim_start_matches('\u{feff}').trim();
        let fenced = |fence: &str| words.starts_with(fence) && words.ends_with(fence);
        place.section() == 0
            && (fenced("---") || fenced("+++") || words.starts_with('{') && words.ends_with('}'))
    }

    /// The first passage of the body.
    fn opening(&self) -> Option<usize> {
        let body = |ord: &usize| self.is_passage(*ord) && !self.is_head(*ord);
        let mut places = 0..self.outline.places.len();
        let found = places.clone().find(body);
        found.or_else(|| places.find(|ord| self.is_passage(*ord)))
    }

    fn may_join(&self, ord: usize, left: usize) -> bool {
        self.is_passage(ord) && !self.is_head(ord) && self.cost(ord) <= left
    }

    /// The place itself; of a heading over nothing but retired facts, what stands before it.
    fn with_words(&self, ord: usize) -> usize {
        let mut at = ord;
        while self.heads_retired(at) {
            match at.checked_sub(1).filter(|it| self.is_passage(*it) && !self.is_head(*it)) {
                Some(before) => at = before,
                None => return ord,
            }
        }
        at
    }

    /// A heading with nothing under it but retired facts.
    fn heads_retired(&self, ord: usize) -> bool {
        let words = self.words(ord).trim();
        let retired = self.place(ord + 1).is_some_and(|it| it.kind() == Kind::Retired);
        retired && words.starts_with('#') && !words.contains('\n')
    }
}
