//! What a page held before a write: a secret that a person left there is not rewritten, and each further
//! copy of it is a new secret.

use std::collections::HashMap;
use std::ops::Range;

/// Bytes of the line before a secret by which a place is known again.
const BEFORE_BYTES: usize = 64;

/// How often each secret stood in a text, in all and behind the same words.
#[derive(Default)]
pub(super) struct Standing<'a> {
    all: HashMap<&'a str, usize>,
    places: HashMap<(&'a str, &'a str), usize>,
}

impl<'a> Standing<'a> {
    pub(super) fn of(text: &'a str, spans: impl Iterator<Item = Range<usize>>) -> Self {
        let mut standing = Self::default();
        for span in spans {
            *standing.all.entry(&text[span.clone()]).or_insert(0) += 1;
            *standing.places.entry(place(text, &span)).or_insert(0) += 1;
        }
        standing
    }

    /// Divides what was found in a text into what stood before and what is new. Those that stand
    /// where they stood come first, then the others in order, as often as there were any.
    pub(super) fn divide<T>(
        &self,
        text: &str,
        found: Vec<T>,
        span: impl Fn(&T) -> Range<usize>,
    ) -> (Vec<T>, Vec<T>) {
        if self.all.is_empty() {
            return (Vec::new(), found);
        }
        let mut all: HashMap<&str, usize> = self.all.clone();
        let mut places: HashMap<(&str, &str), usize> = self.places.clone();
        let mut left = |secret: &str| match all.get_mut(secret) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        };
        let mut stood: Vec<bool> = Vec::with_capacity(found.len());
        for it in &found {
            let known = places.get_mut(&place(text, &span(it))).filter(|count| **count > 0);
            if let Some(count) = known {
                *count -= 1;
                stood.push(left(&text[span(it)]));
            } else {
                stood.push(false);
            }
        }
        for (it, stood) in found.iter().zip(&mut stood) {
            *stood = *stood || left(&text[span(it)]);
        }
        let mut marks = stood.into_iter();
        found.into_iter().partition(|_| marks.next() == Some(true))
    }
}

/// A secret and what stands before it in its line.
fn place<'t>(text: &'t str, span: &Range<usize>) -> (&'t str, &'t str) {
    let mut from = span.start.saturating_sub(BEFORE_BYTES);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let before = &text[from..span.start];
    let line = before.rfind(['\n', '\r']).map_or(before, |end| &before[end + 1..]);
    (&text[span.clone()], line)
}
