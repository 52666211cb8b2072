//! Secrets in a page's head: the head must stay what it was, so no key goes, and a mark, which YAML would
//! read as a list, stands between quotes.

use std::ops::Range;

use super::secret::MARK;
use crate::head::{self, HeadKind, line_start};

/// Where the values of a YAML head stand.
pub(super) struct HeadPlaces {
    span: Range<usize>,
    /// Keys, up to their values.
    keys: Vec<Range<usize>>,
    /// Values without quotes, in order.
    pub(super) leaves: Vec<Range<usize>>,
}

impl HeadPlaces {
    /// The places of a text's YAML head, if it has one.
    pub(super) fn of(text: &str) -> Option<Self> {
        let found = head::read(text, &mut Vec::new());
        if found.head.kind != HeadKind::Yaml {
            return None;
        }
        let keys = found.head.entries.iter().map(|entry| entry.span.start..entry.value_span.start);
        let mut keys: Vec<_> = keys.collect();
        let mut leaves = Vec::new();
        for leaf in found.leaves {
            let after = text[leaf.span.end..].trim_start_matches([' ', '\t']);
            let mut colon = after.strip_prefix(':').into_iter();
            if colon.any(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace)) {
                keys.push(leaf.span);
            } else if !text[leaf.span.clone()].starts_with(['"', '\'']) {
                leaves.push(leaf.span);
            }
        }
        keys.sort_by_key(|key| key.start);
        leaves.sort_by_key(|leaf| leaf.start);
        Some(Self { span: found.head.span, keys, leaves })
    }

    /// Whether a place is part of a key.
    pub(super) fn is_key(&self, text: &str, place: &Range<usize>) -> bool {
        if !self.span.contains(&place.start) {
            return false;
        }
        let next = self.keys.partition_point(|key| key.end <= place.start);
        let line = text[line_start(text, place.start)..place.start].trim_start();
        !line.starts_with('#') && self.keys.get(next).is_some_and(|key| key.start <= place.start)
    }
}

/// The text with a mark in each of these places; a value of the head that has one is quoted.
pub(super) fn marked(text: &str, gone: &[Range<usize>], leaves: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    let mut gone = gone.iter().peekable();
    while let Some(place) = gone.next() {
        let next = leaves.partition_point(|leaf| leaf.end <= place.start);
        let holds = |leaf: &&Range<usize>| leaf.start <= place.start && place.end <= leaf.end;
        let Some(leaf) = leaves.get(next).filter(holds) else {
            out.push_str(&text[done..place.start]);
            out.push_str(MARK);
            done = place.end;
            continue;
        };
        out.push_str(&text[done..leaf.start]);
        out.push('"');
        escape(&text[leaf.start..place.start], &mut out);
        out.push_str(MARK);
        done = place.end;
        while let Some(place) = gone.next_if(|place| place.end <= leaf.end) {
            escape(&text[done..place.start], &mut out);
            out.push_str(MARK);
            done = place.end;
        }
        escape(&text[done..leaf.end], &mut out);
        out.push('"');
        done = leaf.end;
    }
    out.push_str(&text[done..]);
    out
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
}
