//! Which lines one text replaced in another.
//!
//! Lines that stand once in both texts anchor the comparison; only the short stretches between them are
//! compared line by line, so that a large rewrite costs no more than reading it.

use std::collections::HashMap;
use std::ops::Range;

use super::Change;

/// Longest stretch without an anchor that is compared line by line, both sides together.
const STRETCH_LINES: usize = 2000;

/// A line as it is compared: without its end.
fn bare(line: &str) -> &str {
    let line = line.strip_suffix('\n').unwrap_or(line);
    line.strip_suffix('\r').unwrap_or(line)
}

/// Whether two stretches say the same, whatever their line ends.
pub(super) fn same(left: &[&str], right: &[&str]) -> bool {
    left.len() == right.len()
        && left.iter().zip(right).all(|(left, right)| bare(left) == bare(right))
}

/// The changes from `base` to `side`, in order and apart from each other.
pub(super) fn changes(base: &[&str], side: &[&str]) -> Vec<Change> {
    let base: Vec<_> = base.iter().map(|line| bare(line)).collect();
    let side: Vec<_> = side.iter().map(|line| bare(line)).collect();
    let prefix = base.iter().zip(&side).take_while(|(a, b)| a == b).count();
    let left = base.len().min(side.len()) - prefix;
    let pairs = base.iter().rev().zip(side.iter().rev()).take(left);
    let suffix = pairs.take_while(|(a, b)| a == b).count();
    let whole = Change { base: prefix..base.len() - suffix, side: prefix..side.len() - suffix };
    let mut changes = Vec::new();
    let mut at = (whole.base.start, whole.side.start);
    for (base_line, side_line) in anchors(&base, &side, &whole) {
        between(&base, &side, at.0..base_line, at.1..side_line, &mut changes);
        at = (base_line + 1, side_line + 1);
    }
    between(&base, &side, at.0..whole.base.end, at.1..whole.side.end, &mut changes);
    changes
}

/// Where a line stands and how often.
#[derive(Clone, Copy, Default)]
struct Seen {
    line: usize,
    times: usize,
}

impl Seen {
    fn again(&mut self, line: usize) {
        self.line = line;
        self.times += 1;
    }
}

/// Pairs of equal lines that stand once on each side, rising on both: the longest such row.
fn anchors(base: &[&str], side: &[&str], whole: &Change) -> Vec<(usize, usize)> {
    let mut seen: HashMap<&str, (Seen, Seen)> = HashMap::new();
    for line in whole.base.clone() {
        seen.entry(base[line]).or_default().0.again(line);
    }
    for line in whole.side.clone() {
        if let Some(both) = seen.get_mut(side[line]) {
            both.1.again(line);
        }
    }
    let once = seen.into_values().filter(|(base, side)| base.times == 1 && side.times == 1);
    let mut pairs: Vec<_> = once.map(|(base, side)| (base.line, side.line)).collect();
    pairs.sort_unstable();
    rising(&pairs)
}

/// The longest row of pairs that also rises on the second side, by patience sorting.
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut tops: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, pair) in pairs.iter().enumerate() {
        let pile = tops.partition_point(|&top| pairs[top].1 < pair.1);
        before.push(pile.checked_sub(1).map(|left| tops[left]));
        if pile == tops.len() {
            tops.push(index);
        } else {
            tops[pile] = index;
        }
    }
    let mut row = Vec::with_capacity(tops.len());
    let mut at = tops.last().copied();
    while let Some(index) = at {
        row.push(pairs[index]);
        at = before[index];
    }
    row.reverse();
    row
}

/// The changes between two anchors: the longest common row of lines stays, where that can be afforded.
fn between(
    base: &[&str],
    side: &[&str],
    in_base: Range<usize>,
    in_side: Range<usize>,
    into: &mut Vec<Change>,
) {
    if in_base.is_empty() && in_side.is_empty() {
        return;
    }
    let (rows, columns) = (in_base.len(), in_side.len());
    if rows == 0 || columns == 0 || rows + columns > STRETCH_LINES {
        into.push(Change { base: in_base, side: in_side });
        return;
    }
    // lengths[row][column]: longest common row of the lines from there on.
    let width = columns + 1;
    let mut lengths = vec![0_u16; (rows + 1) * width];
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            lengths[row * width + column] =
                if base[in_base.start + row] == side[in_side.start + column] {
                    lengths[(row + 1) * width + column + 1] + 1
                } else {
                    lengths[(row + 1) * width + column].max(lengths[row * width + column + 1])
                };
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut start = (0, 0);
    let mut flush = |start: (usize, usize), row: usize, column: usize| {
        if start != (row, column) {
            into.push(Change {
                base: in_base.start + start.0..in_base.start + row,
                side: in_side.start + start.1..in_side.start + column,
            });
        }
    };
    while row < rows && column < columns {
        if base[in_base.start + row] == side[in_side.start + column] {
            flush(start, row, column);
            (row, column) = (row + 1, column + 1);
            start = (row, column);
        } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
            row += 1;
        } else {
            column += 1;
        }
    }
    flush(start, rows, columns);
}
