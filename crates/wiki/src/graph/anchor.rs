//! Which section an anchor means: a heading, headings within headings, or a block.

use crate::page::{Page, fold_heading};

/// The section that an anchor of a link to this page means: `My Heading: v2 (draft)`, nested
/// `Chapter#Part`, `^block` (the section that holds it), or a web slug such as `my-heading-v2-draft`.
/// Headings are compared as Obsidian does, without case and the characters a link cannot hold.
pub fn anchor_section(page: &Page, anchor: &str) -> Option<usize> {
    let anchor = anchor.trim().trim_start_matches('#');
    if let Some(block) = anchor.rsplit('#').next().and_then(|last| last.strip_prefix('^')) {
        return block_section(page, block);
    }
    nested(page, anchor).or_else(|| page.section_named(anchor)).or_else(|| slugged(page, anchor))
}

/// Each heading of the chain stands deeper than the one before it and within it.
fn nested(page: &Page, anchor: &str) -> Option<usize> {
    let wanted: Vec<String> = anchor.split('#').map(fold_heading).collect();
    let mut at: Option<usize> = None;
    let mut rest = wanted.iter();
    let mut next = rest.next()?;
    for (index, section) in page.sections.iter().enumerate() {
        if let Some(outer) = at
            && section.level <= page.sections[outer].level
        {
            // The outer heading is over before the inner one was found: start again.
            at = None;
            rest = wanted.iter();
            next = rest.next()?;
        }
        if section.level > 0 && fold_heading(&section.heading) == *next {
            match rest.next() {
                None => return Some(index),
                Some(inner) => {
                    at = Some(index);
                    next = inner;
                }
            }
        }
    }
    None
}

/// The section that holds `^block` at the end of a line.
fn block_section(page: &Page, block: &str) -> Option<usize> {
    let block = block.trim();
    if block.is_empty() {
        return None;
    }
    let body = page.text.get(page.body..)?;
    let mut opaque = page.opaque.iter().peekable();
    let mut start = page.body;
    for line in body.split_inclusive('\n') {
        let text = line.trim_end();
        let at = start + text.len();
        start += line.len();
        let Some(head) = text.strip_suffix(block).and_then(|head| head.strip_suffix('^')) else {
            continue;
        };
        while opaque.next_if(|span| span.end < at).is_some() {}
        let hidden = opaque.peek().is_some_and(|span| span.start < at && at <= span.end);
        if !hidden && (head.is_empty() || head.ends_with([' ', '\t', '>'])) {
            return page.sections.iter().position(|section| section.span.contains(&(at - 1)));
        }
    }
    None
}

/// As web pages name headings: lower case, spaces as hyphens, other punctuation left out; the second
/// of the same name ends in `-1`.
fn slugged(page: &Page, anchor: &str) -> Option<usize> {
    let wanted = slug(anchor);
    if wanted.is_empty() {
        return None;
    }
    let headings = || page.sections.iter().enumerate().filter(|(_, section)| section.level > 0);
    let named = |wanted: &str, skip: usize| {
        let mut same = headings().filter(|(_, section)| slug(&section.heading) == wanted);
        same.nth(skip).map(|(index, _)| index)
    };
    named(&wanted, 0).or_else(|| {
        let (stem, number) = wanted.rsplit_once('-')?;
        named(stem, number.parse().ok()?)
    })
}

fn slug(heading: &str) -> String {
    let mut out = String::with_capacity(heading.len());
    for c in heading.trim().chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() || c == '_' || c == '-' {
            out.push(c);
        } else if c.is_whitespace() {
            out.push('-');
        }
    }
    out
}
