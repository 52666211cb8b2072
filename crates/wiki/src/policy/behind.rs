//! What stands behind a line's words and keeps its books: the marks of a fact, a block's id, a comment. None of it is
//! a secret, whatever word stands before it; what a mark holds may be one by its own form.

use std::ops::Range;

use crate::fact;

/// How comments begin.
const COMMENTS: [&str; 2] = ["<!--", "%%"];

/// Bytes of the name of a block, and of what may stand behind it, at most.
const ID_BYTES: usize = 128;

/// A line up to what keeps its books.
pub(super) fn cut(line: &str) -> &str {
    begin(line).map_or(line, |at| line[..at].trim_end_matches([' ', '\t']))
}

/// Where the books of a line begin. Each byte is looked at once, and more only at a sign that the books have.
fn begin(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let signs = (0..bytes.len()).filter(|at| matches!(bytes[*at], b':' | b'^' | b'<' | b'%'));
    let mut starts = signs.filter_map(|at| match bytes[at] {
        b':' => fact::mark_name_before(&line[..at]).map(|length| at - length),
        _ => Some(at),
    });
    starts.find(|at| {
        let apart = *at == 0 || matches!(bytes[at - 1], b' ' | b'\t');
        apart && keeps_books(&line[*at..])
    })
}

/// Whether a text, behind a blank, begins with what keeps the books of its line.
pub(super) fn keeps_books(text: &str) -> bool {
    match text.as_bytes().first() {
        Some(b'^') => is_block_id(&text[1..]),
        Some(b'<' | b'%') => COMMENTS.iter().any(|it| text.starts_with(it)),
        Some(b'a'..=b'z') => fact::begins_mark(text),
        _ => false,
    }
}

/// What of a place that was found is a secret: nothing where the books begin, and nothing behind that.
pub(super) fn without_books(text: &str, span: Range<usize>) -> Option<Range<usize>> {
    let apart = text[..span.start].chars().next_back().is_none_or(char::is_whitespace);
    if apart && keeps_books(&text[span.start..]) {
        return None;
    }
    let inside = &text[span.clone()];
    if !inside.contains([' ', '\t']) || inside.contains('\n') {
        return Some(span);
    }
    let kept = cut(inside);
    (!kept.is_empty()).then(|| span.start..span.start + kept.len())
}

/// Whether a line ends with the name of its block, whose `^` stands before this text.
fn is_block_id(text: &str) -> bool {
    let text = &text[..text.floor_char_boundary(ID_BYTES)];
    let length = text.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b'-').count();
    let rest = text[length..].trim_start_matches([' ', '\t']);
    (1..ID_BYTES).contains(&length) && (rest.is_empty() || rest.starts_with(['\n', '\r']))
}
