//! Changes the items of a list in a head and leaves every byte between and beside the items that stay.
//!
//! A comment beside an item, and one above it below another item, is that item's and goes with it. One
//! above the first item may speak of the whole list and stays.

use std::ops::Range;

use crate::head::{Entry, Value, line_end, line_start};
use crate::page::Page;

use super::Splice;
use super::field::{behind_key, flow_items};
use super::scalar::{self, Place};

/// Pairs of items that are compared; of longer lists one stretch is replaced.
const PAIRS_MAX: usize = 1_000_000;

/// Old items that go, and the new ones that come in their place.
type Hunk = (Range<usize>, Range<usize>);

/// The splices that make `new` of a list's items; `None` where each is not one scalar with its place.
pub(super) fn change(
    page: &Page,
    entry: &Entry,
    old: &[Value],
    new: &[String],
) -> Option<Vec<Splice>> {
    let items = item_spans(page, entry, old.len())?;
    let in_line = page.text[entry.value_span.clone()].starts_with('[');
    if in_line && new.is_empty() {
        return Some(vec![Splice { span: entry.value_span.clone(), text: "[]".to_owned() }]);
    }
    if !in_line && new.is_empty() {
        return emptied(page, entry, &items);
    }
    let change = if in_line { flow_change } else { block_change };
    hunks(old, new).into_iter().map(|hunk| change(page, &items, hunk, new)).collect()
}

/// What differs, in order, with an item that stays between any two.
fn hunks(old: &[Value], new: &[String]) -> Vec<Hunk> {
    let same = |value: &Value, text: &String| value.as_text() == Some(text.as_str());
    let before = old.iter().zip(new).take_while(|(value, text)| same(value, text)).count();
    let left = (old.len() - before).min(new.len() - before);
    let pairs = old.iter().rev().zip(new.iter().rev()).take(left);
    let after = pairs.take_while(|(value, text)| same(value, text)).count();
    let (gone, come) = (before..old.len() - after, before..new.len() - after);
    if gone.len().saturating_mul(come.len()) > PAIRS_MAX {
        return vec![(gone, come)];
    }
    let kept = common(&old[gone.clone()], &new[come.clone()], &same);
    let mut hunks = Vec::new();
    let (mut from, mut to) = (gone.start, come.start);
    let ends = std::iter::once((gone.len(), come.len()));
    for (left, right) in kept.into_iter().chain(ends) {
        let (left, right) = (gone.start + left, come.start + right);
        if from < left || to < right {
            hunks.push((from..left, to..right));
        }
        (from, to) = (left + 1, right + 1);
    }
    hunks
}

/// Pairs of equal items, rising on both sides: the longest such row.
fn common(
    old: &[Value],
    new: &[String],
    same: &dyn Fn(&Value, &String) -> bool,
) -> Vec<(usize, usize)> {
    let width = new.len() + 1;
    let mut longest = vec![0_u32; (old.len() + 1) * width];
    for left in (0..old.len()).rev() {
        for right in (0..new.len()).rev() {
            longest[left * width + right] = if same(&old[left], &new[right]) {
                longest[(left + 1) * width + right + 1] + 1
            } else {
                longest[(left + 1) * width + right].max(longest[left * width + right + 1])
            };
        }
    }
    let (mut left, mut right) = (0, 0);
    let mut pairs = Vec::new();
    while left < old.len() && right < new.len() {
        if same(&old[left], &new[right]) {
            pairs.push((left, right));
            (left, right) = (left + 1, right + 1);
        } else if longest[(left + 1) * width + right] >= longest[left * width + right + 1] {
            left += 1;
        } else {
            right += 1;
        }
    }
    pairs
}

/// The bytes of a list's items, when each is one scalar.
fn item_spans(page: &Page, entry: &Entry, count: usize) -> Option<Vec<Range<usize>>> {
    let mut problems = Vec::new();
    let found = crate::head::read(&page.text, &mut problems);
    let index = page.head.entries.iter().rposition(|known| known.span == entry.span)?;
    let leaves = found.leaves.into_iter().filter(|leaf| leaf.entry == index);
    let spans: Vec<_> = leaves.map(|leaf| leaf.span).collect();
    (spans.len() == count && count > 0).then_some(spans)
}

/// A list of lines without items is `[]` behind its key; what stands above the first item stays.
fn emptied(page: &Page, entry: &Entry, items: &[Range<usize>]) -> Option<Vec<Splice>> {
    let behind = behind_key(page, entry)?;
    let (first, last) = (items.first()?, items.last()?);
    let lines = line_start(&page.text, first.start)..line_end(&page.text, last.end);
    if lines.start < behind {
        return None;
    }
    Some(vec![
        Splice { span: behind..behind, text: " []".to_owned() },
        Splice { span: lines, text: String::new() },
    ])
}

fn flow_change(
    page: &Page,
    items: &[Range<usize>],
    (gone, come): Hunk,
    new: &[String],
) -> Option<Splice> {
    let quotes = scalar::quotes_of(&page.text[items[0].clone()]);
    let text = flow_items(&new[come.clone()], quotes);
    let (first, last) = (gone.start, gone.end);
    Some(match (gone.is_empty(), come.is_empty()) {
        (false, false) => Splice { span: items[first].start..items[last - 1].end, text },
        (false, true) if first > 0 => {
            let behind = &page.text[items[first - 1].end..items[first].start];
            let span = if behind.contains('#') {
                own_lines(page, items[first].start..items[last - 1].end)
            } else {
                items[first - 1].end..items[last - 1].end
            };
            Splice { span, text }
        }
        (false, true) => {
            let behind = &page.text[items[last - 1].end..items[last].start];
            let span = if behind.contains('#') {
                own_lines(page, items[0].start..items[last - 1].end)
            } else {
                items[0].start..items[last].start
            };
            Splice { span, text }
        }
        (true, _) if first > 0 => {
            let at = items[first - 1].end;
            Splice { span: at..at, text: format!(", {text}") }
        }
        (true, _) => Splice { span: items[0].start..items[0].start, text: format!("{text}, ") },
    })
}

/// Items of a list in brackets that goes over several lines, with their comma, the comment beside them
/// and the blanks before them; a comma that is left before the bracket is allowed.
fn own_lines(page: &Page, items: Range<usize>) -> Range<usize> {
    let line = line_start(&page.text, items.start);
    let alone = page.text[line..items.start].trim().is_empty();
    let rest = &page.text[items.end..];
    let comma = rest.trim_start().strip_prefix(',').map_or(0, |after| rest.len() - after.len());
    let end = items.end + comma;
    let beside = page.text[end..line_end(&page.text, end)].trim();
    if !alone || !(beside.is_empty() || beside.starts_with('#')) {
        return items.start..end;
    }
    line..line_end(&page.text, end)
}

/// Changes whole lines of a block list; the lines of items that stay, and comments, keep every byte.
fn block_change(
    page: &Page,
    items: &[Range<usize>],
    (gone, come): Hunk,
    new: &[String],
) -> Option<Splice> {
    let model = items[gone.start.min(items.len() - 1)].clone();
    let model_line = line_start(&page.text, model.start);
    let mark = &page.text[model_line..model.start];
    if mark.trim() != "-" {
        return None;
    }
    let quotes = scalar::quotes_of(&page.text[model]);
    let eol =
        if page.text[..line_end(&page.text, model_line)].ends_with("\r\n") { "\r\n" } else { "\n" };
    let written = |text: &String| scalar::inline(text, quotes, Place::Block);
    if gone.len() == 1 && come.len() == 1 {
        return Some(Splice { span: items[gone.start].clone(), text: written(&new[come.start]) });
    }
    let line = |text: &String| format!("{mark}{}{eol}", written(text));
    let text: String = new[come].iter().map(line).collect();
    let start = match gone.start.checked_sub(1) {
        Some(before) => line_end(&page.text, items[before].end),
        None => line_start(&page.text, items[0].start),
    };
    let end = if gone.is_empty() { start } else { line_end(&page.text, items[gone.end - 1].end) };
    Some(Splice { span: start.min(end)..end, text })
}
