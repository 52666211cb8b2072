//! What hangs on a list item (nested items, further paragraphs) and how it is hung on another. Which
//! fact is meant, and whether it holds, is decided elsewhere.

use crate::draft::Draft;
use crate::{Error, problem};
use std::ops::Range;
use wiki::edit::{Edit, Splice};
use wiki::fact::{Fact, FactProblem};
use wiki::page::Page;
use wiki::path::PagePath;

/// The lines that hang on a fact; empty, at its end, for none. A tool's block behind it is not its own.
pub(crate) fn hanging(page: &Page, fact: &Fact) -> Range<usize> {
    let start = fact.span.end;
    let Some(item) = page.items.get(fact.item) else { return start..start };
    let nested = page.items[fact.item + 1..]
        .iter()
        .take_while(|next| next.depth > item.depth && next.section == item.section);
    let end = nested.map(|next| next.span.end).fold(item.span.end, usize::max);
    let Some(text) = page.text.get(start..end) else { return start..start };
    if text.trim().is_empty() || text.trim_start().starts_with("<!--") {
        return start..start;
    }
    start..start + text.trim_end().len() + line_end_len(&text[text.trim_end().len()..])
}

/// Whether a fact hangs on another item.
pub(crate) fn is_child(page: &Page, fact: &Fact) -> bool {
    page.items.get(fact.item).is_some_and(|item| item.depth > 0)
}

/// Hangs these lines of another fact on one, after what hangs there, as far in as it needs.
pub(crate) fn hang(
    draft: &mut Draft<'_>,
    path: &PagePath,
    fact: &Fact,
    (page, old): (&Page, &Fact),
    lines: &str,
) -> Result<(), Error> {
    if lines.trim().is_empty() {
        return Ok(());
    }
    let there = draft.existing(path)?;
    let (from, to) = (column(page, old), column(&there, fact));
    let eol = if there.text.contains("\r\n") { "\r\n" } else { "\n" };
    let at = hanging(&there, fact).end;
    let mut text = String::new();
    if !there.text[..at].ends_with('\n') {
        text.push_str(eol);
    }
    text.push_str(&shifted(lines, (from, to), eol));
    draft.edit(path, &[Edit::Splice(Splice { span: at..at, text })])
}

/// Where the text of an item of the history stands: behind `- `.
const PAST_COLUMN: usize = 2;

/// Lets lines that hung on a fact go to the history with it, below the first line that the edits put there.
pub(crate) fn with_past(
    mut edits: Vec<Edit>,
    (page, old): (&Page, &Fact),
    lines: &str,
) -> Result<Vec<Edit>, Error> {
    if lines.trim().is_empty() {
        return Ok(edits);
    }
    let Some(Edit::Append { text, .. }) = edits.last_mut() else {
        return Err(problem::from_fact(&page.path, &FactProblem::NoPlace));
    };
    let end = text.find('\n').unwrap_or(text.len());
    let hung = shifted(lines, (column(page, old), PAST_COLUMN), "\n");
    text.insert_str(end, &format!("\n{}", hung.strip_suffix('\n').unwrap_or(&hung)));
    Ok(edits)
}

/// Lines that stand as far in as an item's text at column `from`, for an item with its text at `to`.
fn shifted(lines: &str, (from, to): (usize, usize), eol: &str) -> String {
    let mut text = String::new();
    for line in lines.lines() {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        let kept = &line[blanks.min(from)..];
        if !kept.is_empty() {
            // A tab goes far enough as it is.
            let indent = if kept.starts_with('\t') { 0 } else { to };
            text.push_str(&" ".repeat(indent));
            text.push_str(kept);
        }
        text.push_str(eol);
    }
    text
}

/// What hangs on a fact, cut before each item that hangs on it directly.
pub(crate) fn parts<'p>(page: &'p Page, fact: &Fact) -> Vec<&'p str> {
    let all = hanging(page, fact);
    let depth = page.items.get(fact.item).map_or(0, |it| it.depth) + 1;
    let below = page.items.iter().skip(fact.item + 1);
    let below = below.take_while(|it| it.span.start < all.end).filter(|it| it.depth == depth);
    let line = |at: usize| page.text[..at].rfind('\n').map_or(0, |end| end + 1);
    let mut parts = Vec::new();
    let mut from = all.start;
    let starts = below.map(|it| line(it.span.start)).filter(|at| *at > all.start);
    for at in starts.chain([all.end]) {
        parts.push(&page.text[from..at]);
        from = at;
    }
    parts.retain(|it| !it.trim().is_empty());
    parts
}

/// A part as it reads wherever it hangs.
pub(crate) fn plain(part: &str, page: &Page, fact: &Fact) -> String {
    shifted(part, (column(page, fact), 0), "\n").trim_matches('\n').trim_end().to_owned()
}

/// How far in an item's text stands.
fn column(page: &Page, fact: &Fact) -> usize {
    let Some(item) = page.items.get(fact.item) else { return 2 };
    let line = page.text[..item.span.start].rfind('\n').map_or(0, |at| at + 1);
    let lead = &page.text[line..item.content.start];
    let task = lead.find('[').unwrap_or(lead.len());
    lead[..task].chars().count()
}

fn line_end_len(text: &str) -> usize {
    match text.as_bytes() {
        [b'\r', b'\n', ..] => 2,
        [b'\n', ..] => 1,
        _ => 0,
    }
}
