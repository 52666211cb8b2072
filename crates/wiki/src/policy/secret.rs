//! Where secrets and private blocks stand in a text, and the text without them.
//!
//! Secrets are known by their form: a prefix that a provider gives its keys, the parts of a JWT or a
//! PEM block, a password in a URL or after a word that announces one. Word boundaries are those of
//! ASCII keys, so that a key glued to Han is found, and `task-force` holds no `sk-` key.

use std::ops::Range;

use super::disguise;
use super::headed::{leaves_of_head, marked};
use super::private::{private_blocks, without};
use super::scan::plain_secrets;
use super::standing::Standing;

/// The kind of a secret that was left because it stood there before.
pub(super) const STANDING: &str = super::STANDING;
/// What stands in a secret's place.
pub(super) const MARK: &str = "[REDACTED]";

/// A place in a text that is not to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    /// What it is.
    pub(super) kind: &'static str,
    /// Its bytes in the text given.
    pub(super) span: Range<usize>,
}

/// A text without what was found in it.
pub(super) struct Cleaned {
    pub(super) text: String,
    pub(super) found: Vec<Finding>,
}

/// The secrets and private blocks of a text: what must not be counted as new when it stands in a later
/// text, as often as it stands in this one.
pub(super) fn standing(text: &str) -> Standing<'_> {
    let spans = private_blocks(text).into_iter();
    Standing::of(text, spans.chain(secrets(text).into_iter().map(|found| found.span)))
}

/// Takes out private blocks and then secrets, but for those that stood before.
pub(super) fn clean(text: &str, standing: &Standing<'_>) -> Cleaned {
    let mut found = Vec::new();
    let (kept, cuts) = standing.divide(text, private_blocks(text), |span| span.clone());
    found.extend(kept.iter().cloned().map(|span| Finding { kind: STANDING, span }));
    found.extend(cuts.iter().cloned().map(|span| Finding { kind: super::PRIVATE, span }));
    let (open, origins) = without(text, &cuts);

    let there = |span: &Range<usize>| origin(&origins, span.start)..origin(&origins, span.end);
    let mut secrets = secrets(&open);
    secrets.retain(|secret| {
        let span = there(&secret.span);
        !kept.iter().any(|block| block.start <= span.start && span.end <= block.end)
    });
    let leaves = if secrets.is_empty() { Vec::new() } else { leaves_of_head(&open) };
    let (left, gone) = standing.divide(&open, secrets, |secret| secret.span.clone());
    found.extend(left.iter().map(|it| Finding { kind: STANDING, span: there(&it.span) }));
    found.extend(gone.iter().map(|it| Finding { kind: it.kind, span: there(&it.span) }));
    let gone: Vec<Range<usize>> = gone.into_iter().map(|secret| secret.span).collect();
    found.sort_by_key(|finding| (finding.span.start, finding.span.end));
    Cleaned { text: marked(&open, &gone, &leaves), found }
}

/// Where a place of a changed text stands in the original, by its pieces.
pub(super) fn origin(origins: &[(usize, usize)], at: usize) -> usize {
    let piece = origins.partition_point(|(start, _)| *start <= at).saturating_sub(1);
    origins.get(piece).map_or(at, |(start, original)| original + (at - start))
}

/// The secrets of a text, in order and apart from each other, so that what is left of it has none.
fn secrets(text: &str) -> Vec<Finding> {
    const ROUNDS: usize = 3;
    let mut found = seen(text);
    for _ in 0..ROUNDS {
        let more = if found.is_empty() { Vec::new() } else { beside(text, &found) };
        if more.is_empty() {
            break;
        }
        found.extend(more);
        found.sort_by_key(|it| (it.span.start, it.span.end));
    }
    found
}

/// The secrets of a text as it stands, also those that are disguised.
fn seen(text: &str) -> Vec<Finding> {
    let mut found = plain_secrets(text);
    let Some((plain, origins)) = disguise::taken_off(text) else { return found };
    found.extend(plain_secrets(&plain).into_iter().map(|it| {
        let span = origin(&origins, it.span.start)..origin(&origins, it.span.end);
        Finding { kind: it.kind, span }
    }));
    found.sort_by_key(|it| (it.span.start, it.span.end));
    let mut apart: Vec<Finding> = Vec::new();
    for next in found {
        match apart.last_mut() {
            Some(last) if next.span.start < last.span.end => {
                last.span.end = last.span.end.max(next.span.end);
            }
            _ => apart.push(next),
        }
    }
    apart
}

/// The secrets of a text that are told as such only once others are taken out: digits right before a key block.
fn beside(text: &str, found: &[Finding]) -> Vec<Finding> {
    let (mut plain, mut origins, mut marks) = (String::new(), Vec::new(), Vec::new());
    let mut at = 0;
    for it in found {
        origins.push((plain.len(), at));
        plain.push_str(&text[at..it.span.start]);
        marks.push(plain.len()..plain.len() + MARK.len());
        plain.push_str(MARK);
        at = it.span.end;
    }
    origins.push((plain.len(), at));
    plain.push_str(&text[at..]);
    let mut more = seen(&plain);
    let is_mark = |it: &Finding| {
        let next = marks.partition_point(|mark| mark.end <= it.span.start);
        marks.get(next).is_some_and(|mark| mark.start < it.span.end)
    };
    more.retain(|it| !is_mark(it));
    let there = |it: Finding| {
        // The last byte lies in the same piece as the first one.
        let start = origin(&origins, it.span.start);
        Finding { kind: it.kind, span: start..start + it.span.len() }
    };
    more.into_iter().map(there).collect()
}
