//! What git leaves in a page that it could not merge.

use std::ops::Range;

use super::covers;
use crate::page::{Problem, ProblemKind, line_of};

/// Where the two sides meet.
const MIDDLE: &str = "=======";

/// Whether a line is one that git sets around or between the sides.
pub(crate) fn is_marker(line: &str) -> bool {
    line.trim_end() == MIDDLE || ["<<<<<<<", "|||||||", ">>>>>>>"].iter().any(|it| opens(line, it))
}

/// Whether a line begins with this sign, and with what git calls a side behind it.
fn opens(line: &str, sign: &str) -> bool {
    let rest = line.trim_end_matches(['\r', '\n']).strip_prefix(sign);
    rest.is_some_and(|it| it.is_empty() || it.starts_with(' '))
}

/// The conflicts in a text, each from its opening marker to the end of its closing one, outside what is opaque.
pub(super) fn find(text: &str, opaque: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !text.contains("<<<<<<<") {
        return found;
    }
    let mut open = None;
    let mut divided = false;
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let start = end;
        end += line.len();
        if covers(opaque, start) {
            continue;
        }
        if opens(line, "<<<<<<<") {
            (open, divided) = (Some(start), false);
        } else if line.trim_end() == MIDDLE && open.is_some() {
            divided = true;
        } else if opens(line, ">>>>>>>") && divided {
            found.extend(open.take().map(|start| start..end));
            divided = false;
        }
    }
    found
}

/// Says where a conflict stands.
pub(super) fn problem(text: &str, conflict: &Range<usize>) -> Problem {
    Problem {
        kind: ProblemKind::MergeMarkers,
        line: line_of(text, conflict.start),
        message: "git left a merge conflict in the page".to_owned(),
    }
}
