//! Where `<private>…</private>` blocks stand, and the text without them.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::markdown;

/// The blocks with their tags, in order and apart from each other; a block within a block is part of
/// it. One that is never closed goes to the end of its paragraph, and over what closes within it. A
/// tag in a code span is a text about tags. A tag may have attributes and blanks, as in HTML.
pub(super) fn private_blocks(text: &str) -> Vec<Range<usize>> {
    static TAGS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)<(/?)private(?:[\s/][^<>]*)?>").expect("because the pattern is a constant")
    });
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    // `<private/>` holds nothing, unless a closing tag is left over for it: HTML opens the element there.
    let mut empty: Vec<usize> = Vec::new();
    let mut closes: Vec<usize> = Vec::new();
    for tag in TAGS.captures_iter(text) {
        let whole = tag.get(0).expect("because group 0 is the match");
        if text[..whole.start()].ends_with('`') {
            continue;
        }
        if tag[1].is_empty() {
            let empties = whole.as_str().ends_with("/>");
            (if empties { &mut empty } else { &mut open }).push(whole.start());
        } else if let Some(start) = open.pop().or_else(|| empty.pop()) {
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
    let blocks = markdown::in_order(blocks);
    if blocks.is_empty() || !markdown::ends_open(&without(text, &blocks).0) {
        return blocks;
    }
    with_fences(blocks, text)
}

/// The text without these spans, and for each piece where it begins there and in the original. A space
/// keeps apart what would be joined into one word.
pub(super) fn without(text: &str, cuts: &[Range<usize>]) -> (String, Vec<(usize, usize)>) {
    let mut out = String::with_capacity(text.len());
    let mut origins = vec![(0, 0)];
    let mut done = 0;
    for cut in cuts {
        out.push_str(&text[done..cut.start]);
        let before = out.chars().next_back().is_some_and(|c| !c.is_whitespace());
        let after = text[cut.end..].chars().next().is_some_and(|c| !c.is_whitespace());
        if before && after {
            origins.push((out.len(), cut.start));
            out.push(' ');
        }
        origins.push((out.len(), cut.end));
        done = cut.end;
    }
    out.push_str(&text[done..]);
    (out, origins)
}

/// Lets no fence lose its other half, which would make code of what follows: code that begins in a block
/// goes with it to its end, and of code that only ends there the closing line stays.
fn with_fences(blocks: Vec<Range<usize>>, text: &str) -> Vec<Range<usize>> {
    let fences = markdown::fences(text);
    let mut parts = Vec::new();
    for block in blocks {
        let next = fences.partition_point(|fence| fence.end <= block.start);
        let (mut start, mut gone) = (block.start, block.end);
        for fence in fences[next..].iter().take_while(|it| it.start < block.end) {
            let end = fence.start + text[fence.clone()].trim_end().len();
            let last = text[fence.start..end].rfind('\n').map_or(end, |at| fence.start + at + 1);
            let closed = text[last..end].trim_start().starts_with(['`', '~']);
            if !closed {
                continue;
            }
            if fence.start >= block.start {
                gone = gone.max(end);
            } else if end <= block.end && last >= start {
                let lines = text[start..last].trim_end_matches(['\n', '\r']).len();
                parts.push(start..start + lines);
                start = end;
            }
        }
        parts.push(start..gone.max(start));
    }
    markdown::in_order(parts)
}

fn paragraph_end(text: &str, from: usize) -> usize {
    static BLANK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\r?\n\r?\n").expect("because the pattern is a constant"));
    BLANK.find_at(text, from).map_or(text.len(), |blank| blank.start())
}
