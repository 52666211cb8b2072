//! Puts text at the end of a section, parted from what stands there as Markdown needs it.

use crate::head::{line_end, line_start};
use crate::page::{Page, ProblemKind, Section};

use super::{EditProblem, line_ending, with_line_end};

/// The page's text with `new` at the end of the section, or of the page without a heading.
pub(super) fn append(page: &Page, heading: Option<&str>, new: &str) -> Result<String, EditProblem> {
    let eol = line_ending(&page.text);
    let mut new = with_line_end(new.trim_matches(['\n', '\r']), eol);
    if new.trim().is_empty() {
        return Ok(page.text.clone());
    }
    let (mut start, mut end) = (page.body, page.text.len());
    if let Some(heading) = heading.filter(|heading| !heading.trim().is_empty()) {
        match page.section_named(heading) {
            Some(section) => {
                start = page.sections[section].span.start;
                end = subtree_end(page, section);
            }
            None => new = format!("{}{eol}{eol}{new}", heading_line(heading)),
        }
    }
    if end == page.text.len() && ends_in_open_block(page) {
        let line = page.opaque.last().map_or(1, |last| page.line_of(last.start));
        return Err(EditProblem::Unterminated { line });
    }
    Ok(insert(page, start, end, &new, eol))
}

/// Whether text at the page's end would become a part of code or of a comment.
fn ends_in_open_block(page: &Page) -> bool {
    let Some(last) = page.opaque.last().filter(|last| last.end == page.text.len()) else {
        return false;
    };
    let line = page.line_of(last.start);
    page.problems
        .iter()
        .any(|problem| problem.kind == ProblemKind::Unterminated && problem.line == line)
}

/// `## Title`, or with the marks that the caller gave.
fn heading_line(heading: &str) -> String {
    let words = heading.split_whitespace().collect::<Vec<_>>().join(" ");
    let level = words.bytes().take_while(|&b| b == b'#').count();
    let marked = (1..=6).contains(&level) && words[level..].starts_with(' ');
    if marked { words } else { format!("## {words}") }
}

/// Where the section and those under it end.
fn subtree_end(page: &Page, section: usize) -> usize {
    let level = page.sections[section].level;
    let next = page.sections[section + 1..].iter().find(|other| other.level <= level);
    next.map_or(page.text.len(), |other: &Section| other.span.start)
}

/// Inserts after the last line of `start..end` that is not blank.
fn insert(page: &Page, start: usize, end: usize, new: &str, eol: &str) -> String {
    let text = &page.text;
    let kept = start + text[start..end].trim_end_matches([' ', '\t', '\r', '\n']).len();
    if kept == start {
        // Nothing stands there yet; a blank line after a head stays where it is.
        let at = if text[start..end].is_empty() { start } else { end };
        let between = if at == start && page.head.span.is_empty() { "" } else { eol };
        let between = if at > start { "" } else { between };
        return format!("{}{between}{new}{eol}{}", &text[..at], &text[at..]);
    }
    let last_line = line_start(text, kept).max(start);
    let at = line_end(text, kept).min(end);
    let ended = text[..at].ends_with('\n');
    let mut out = String::with_capacity(text.len() + new.len() + 8);
    out.push_str(&text[..at]);
    if !ended {
        out.push_str(eol);
    }
    if !joins(page, last_line, kept, new) {
        out.push_str(eol);
    }
    out.push_str(new);
    if ended {
        out.push_str(eol);
    }
    if at == end && end < text.len() {
        // The next heading follows at once: under a paragraph, an underlined one would swallow it.
        out.push_str(eol);
    }
    out.push_str(&text[at..]);
    out
}

/// Whether the new text continues what the last line belongs to: a list goes on with an item, a table
/// with a row.
fn joins(page: &Page, last_line: usize, kept: usize, new: &str) -> bool {
    let line = &page.text[last_line..kept];
    if new.starts_with('|') {
        return line.trim_start().starts_with('|');
    }
    is_item(new) && page.items.iter().any(|item| item.span.start < kept && kept <= item.span.end)
}

fn is_item(text: &str) -> bool {
    let digits = text.bytes().take(10).take_while(u8::is_ascii_digit).count();
    let rest = match text.as_bytes() {
        [b'-' | b'*' | b'+', ..] => &text[1..],
        _ if digits > 0 => match text[digits..].strip_prefix(['.', ')']) {
            Some(rest) => rest,
            None => return false,
        },
        _ => return false,
    };
    rest.starts_with([' ', '\t'])
}
