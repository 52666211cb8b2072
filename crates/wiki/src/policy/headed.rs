//! Secrets in a page's head: the head must stay one, so a mark, which YAML would read as a list, stands
//! between quotes, as a value and as a key.

use std::ops::Range;

use super::secret::MARK;
use crate::head::{self, Entry, HeadKind};

/// The keys and values of a text's YAML head that stand without quotes, in order.
pub(super) fn leaves_of_head(text: &str) -> Vec<Range<usize>> {
    let found = head::read(text, &mut Vec::new());
    if found.head.kind != HeadKind::Yaml {
        return Vec::new();
    }
    let keys = found.head.entries.iter().filter_map(|entry| key_of(text, entry));
    let mut leaves: Vec<_> = found.leaves.into_iter().map(|leaf| leaf.span).chain(keys).collect();
    leaves.retain(|leaf| !text[leaf.clone()].starts_with(['"', '\'']));
    leaves.sort_by_key(|leaf| leaf.start);
    leaves
}

/// Where the key of an entry stands, if it is plain and in one line.
fn key_of(text: &str, entry: &Entry) -> Option<Range<usize>> {
    let before = text.get(entry.span.start..entry.value_span.start)?;
    let line = before.lines().next()?;
    let end = line
        .match_indices(':')
        .map(|(at, _)| at)
        .find(|at| line[at + 1..].chars().next().is_none_or(char::is_whitespace))?;
    let key = line[..end].trim_end();
    let start = entry.span.start + (key.len() - key.trim_start().len());
    let plain = !key.trim_start().starts_with(['{', '[', '?', '&', '!']);
    plain.then(|| start..entry.span.start + key.len())
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
