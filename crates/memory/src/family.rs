//! What hangs on a list item (nested items, further paragraphs) and how it is hung on another. Which
//! fact is meant, and whether it holds, is decided elsewhere.

use crate::Error;
use crate::draft::Draft;
use std::ops::Range;
use wiki::edit::{Edit, Splice};
use wiki::fact::Fact;
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
    for line in lines.lines() {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        let kept = line[blanks.min(from)..].trim_end();
        if !kept.is_empty() {
            // A tab goes far enough as it is.
            let indent = if kept.starts_with('\t') { 0 } else { to };
            text.push_str(&" ".repeat(indent));
            text.push_str(kept);
        }
        text.push_str(eol);
    }
    draft.edit(path, &[Edit::Splice(Splice { span: at..at, text })])
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
