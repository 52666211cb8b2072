//! Three-way merge of texts by lines.
//!
//! A conflict is a value that holds every text; no marker is ever written into a page here.

mod lines;

use std::collections::HashSet;
use std::ops::Range;

/// What came of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merged {
    /// One text that holds both sides' changes.
    Clean(String),
    /// Both sides changed the same lines.
    Conflict(Conflict),
}

/// Two changes that cannot both be kept, with all three texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// What both sides started from.
    pub base: String,
    /// Our text.
    pub ours: String,
    /// Their text.
    pub theirs: String,
    /// Where they disagree, in order.
    pub regions: Vec<Region>,
}

/// One place where both sides changed the same lines. Line numbers count from 0, the end excluded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Lines of the base.
    pub base: Range<usize>,
    /// Lines of our text.
    pub ours: Range<usize>,
    /// Lines of their text.
    pub theirs: Range<usize>,
}

/// Merges two changes of one text by lines. The same change on both sides is one change; changes that
/// share no line are both kept; line ends changed on one side only follow that side.
pub fn merge(base: &str, ours: &str, theirs: &str) -> Merged {
    if ours == theirs || base == theirs {
        return Merged::Clean(ours.to_owned());
    }
    if base == ours {
        return Merged::Clean(theirs.to_owned());
    }
    let lines = |text| -> Vec<&str> { str::split_inclusive(text, '\n').collect() };
    let (base_lines, our_lines, their_lines) = (lines(base), lines(ours), lines(theirs));
    let hunks =
        hunks(&lines::changes(&base_lines, &our_lines), &lines::changes(&base_lines, &their_lines));
    let mut out = Output::default();
    let mut regions = Vec::new();
    let (mut at, mut our_at, mut their_at) = (0, 0, 0);
    for hunk in hunks {
        out.unchanged(
            &base_lines[at..hunk.base.start],
            &our_lines[our_at..],
            &their_lines[their_at..],
        );
        (at, our_at, their_at) = (hunk.base.end, hunk.ours.end, hunk.theirs.end);
        let (our, their) = (&our_lines[hunk.ours.clone()], &their_lines[hunk.theirs.clone()]);
        if !hunk.theirs_changed || lines::same(our, their) {
            out.lines(our);
        } else if !hunk.ours_changed {
            out.lines(their);
        } else {
            regions.push(Region { base: hunk.base, ours: hunk.ours, theirs: hunk.theirs });
        }
    }
    out.unchanged(&base_lines[at..], &our_lines[our_at..], &their_lines[their_at..]);
    if regions.is_empty() {
        return Merged::Clean(out.text);
    }
    let (base, ours, theirs) = (base.to_owned(), ours.to_owned(), theirs.to_owned());
    Merged::Conflict(Conflict { base, ours, theirs, regions })
}

/// Whether one side only adds lines at a place where the other removes what stands beside it: a merge keeps both, and
/// what is added may then stand where it means something else.
pub fn loses_place(base: &str, ours: &str, theirs: &str) -> bool {
    let lines = |text| -> Vec<&str> { str::split_inclusive(text, '\n').collect() };
    let base = lines(base);
    let gone = lines::changes(&base, &lines(ours)).into_iter();
    let gone = gone.filter(|it| it.side.is_empty()).flat_map(|it| [it.base.start, it.base.end]);
    let gone: HashSet<usize> = gone.collect();
    let added = lines::changes(&base, &lines(theirs)).into_iter().filter(|it| it.base.is_empty());
    added.into_iter().any(|it| gone.contains(&it.base.start))
}

/// What differs between two texts, for a person: `-` lines of the one, `+` lines of the other, each
/// stretch under the number of its first line. At most `most` lines; the last says how many more.
pub fn difference(one: &str, other: &str, most: usize) -> String {
    let lines = |text| -> Vec<&str> { str::split_inclusive(text, '\n').collect() };
    let (left, right) = (lines(one), lines(other));
    let changes = lines::changes(&left, &right);
    if changes.is_empty() && one != other {
        return "only line ends differ\n".to_owned();
    }
    let mut shown = Vec::new();
    for change in changes {
        let number = change.base.start + 1;
        let number = if change.base.is_empty() { number.saturating_sub(1) } else { number };
        shown.push(format!("@@ line {number}"));
        shown.extend(left[change.base].iter().map(|it| format!("- {}", it.trim_end())));
        shown.extend(right[change.side].iter().map(|it| format!("+ {}", it.trim_end())));
    }
    let more = shown.len().saturating_sub(most);
    shown.truncate(most);
    if more > 0 {
        shown.push(format!("… and {more} more lines"));
    }
    shown.iter().map(|it| format!("{it}\n")).collect()
}

/// Lines of the base that one side replaced, and by which of its own.
#[derive(Clone, Debug)]
struct Change {
    base: Range<usize>,
    side: Range<usize>,
}

/// A stretch of the base with the changes of both sides that touch it.
struct Hunk {
    base: Range<usize>,
    ours: Range<usize>,
    theirs: Range<usize>,
    ours_changed: bool,
    theirs_changed: bool,
}

#[derive(Default)]
struct Output {
    text: String,
}

impl Output {
    fn lines(&mut self, lines: &[&str]) {
        for line in lines {
            self.line(line);
        }
    }

    fn line(&mut self, line: &str) {
        // Only a text's last line lacks its end; what follows it here came from the other side.
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            let eol = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
            self.text.push_str(eol);
        }
        self.text.push_str(line);
    }

    /// Lines that say the same everywhere; their line ends may differ, and who changed one wins.
    fn unchanged(&mut self, base: &[&str], ours: &[&str], theirs: &[&str]) {
        for ((base, ours), theirs) in base.iter().zip(ours).zip(theirs) {
            self.line(if base == ours { theirs } else { ours });
        }
    }
}

/// Joins the changes of both sides where they share a line of the base, or add at one place.
fn hunks(ours: &[Change], theirs: &[Change]) -> Vec<Hunk> {
    let mut hunks = Vec::new();
    let (mut our, mut their) = (ours.iter().peekable(), theirs.iter().peekable());
    // How far each side's lines are ahead of the base's after the changes taken so far.
    let (mut our_at, mut their_at) = ((0, 0), (0, 0));
    let mapped = |(base, side): (usize, usize), line: usize| side + (line - base);
    loop {
        let first = match (our.peek(), their.peek()) {
            (None, None) => return hunks,
            (Some(change), None) | (None, Some(change)) => change.base.clone(),
            (Some(a), Some(b)) => {
                let order = (a.base.start, a.base.end) <= (b.base.start, b.base.end);
                if order { a.base.clone() } else { b.base.clone() }
            }
        };
        let mut base = first;
        let (mut ours_changed, mut theirs_changed) = (false, false);
        let (our_before, their_before) = (our_at, their_at);
        loop {
            let touches = |change: &&Change, base: &Range<usize>| {
                let shares = change.base.start < base.end && base.start < change.base.end;
                shares || change.base == *base
            };
            if let Some(change) = our.next_if(|change| touches(change, &base)) {
                base.end = base.end.max(change.base.end);
                our_at = (change.base.end, change.side.end);
                ours_changed = true;
            } else if let Some(change) = their.next_if(|change| touches(change, &base)) {
                base.end = base.end.max(change.base.end);
                their_at = (change.base.end, change.side.end);
                theirs_changed = true;
            } else {
                break;
            }
        }
        let side = |before, after| mapped(before, base.start)..mapped(after, base.end);
        let (ours, theirs) = (side(our_before, our_at), side(their_before, their_at));
        hunks.push(Hunk { base, ours, theirs, ours_changed, theirs_changed });
    }
}

#[cfg(test)]
mod tests;
