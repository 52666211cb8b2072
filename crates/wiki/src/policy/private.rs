//! Where `<private>…</private>` blocks stand.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// The blocks with their tags, in order and apart from each other; a block within a block is part of
/// it. One that is never closed goes to the end of its paragraph, and over what closes within it. A
/// tag in a code span is a text about tags. A tag may have attributes and blanks, as in HTML.
pub(super) fn private_blocks(text: &str) -> Vec<Range<usize>> {
    static TAGS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)<(/?)private(?:\s[^<>]{0,200})?>")
            .expect("because the pattern is a constant")
    });
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut closes: Vec<usize> = Vec::new();
    for tag in TAGS.captures_iter(text) {
        let whole = tag.get(0).expect("because group 0 is the match");
        // A tag in one, `<private/>`, holds nothing.
        if text[..whole.start()].ends_with('`') || whole.as_str().ends_with("/>") {
            continue;
        }
        if tag[1].is_empty() {
            open.push(whole.start());
        } else if let Some(start) = open.pop() {
            closes.push(whole.end());
            blocks.push(start..whole.end());
        }
    }
    let mut paragraph = 0;
    for start in open {
        if start >= paragraph {
            paragraph = paragraph_end(text, start);
        }
        let closed = closes.get(closes.partition_point(|end| *end <= start));
        blocks.push(start..paragraph.max(closed.copied().unwrap_or(0)));
    }
    united(blocks)
}

/// The ranges in order, those that touch as one.
fn united(mut blocks: Vec<Range<usize>>) -> Vec<Range<usize>> {
    blocks.sort_by_key(|block| (block.start, block.end));
    let mut apart: Vec<Range<usize>> = Vec::new();
    for next in blocks {
        match apart.last_mut() {
            Some(last) if next.start < last.end => last.end = last.end.max(next.end),
            _ => apart.push(next),
        }
    }
    apart
}

fn paragraph_end(text: &str, from: usize) -> usize {
    static BLANK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\r?\n\r?\n").expect("because the pattern is a constant"));
    BLANK.find_at(text, from).map_or(text.len(), |blank| blank.start())
}
