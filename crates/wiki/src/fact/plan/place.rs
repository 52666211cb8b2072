//! Where a new fact stands in its page.
//!
//! What it says, and whether it is new at all, is planned by the room above.

use super::super::{Fact, FactInput};
use super::rewrite::new_content;
use super::{Known, block_follows, line_end, with_indent};
use crate::edit::{Edit, Splice};
use crate::fact;
use crate::page::{Page, Section};

/// Adds a fact under its heading, after the page's other facts, or where the page says what it is: before
/// its first subsection. One with a key stands with those that have keys.
pub(super) fn add(
    page: &Page,
    known: &[Known],
    input: &FactInput,
    within: Option<usize>,
) -> Vec<Edit> {
    let content = new_content(input);
    if let Some(heading) = &input.heading {
        return vec![Edit::Append { heading: Some(heading.clone()), text: format!("- {content}") }];
    }
    let outer = |(fact, _): &&Known| !fact.retired && page.items[fact.item].depth == 0;
    let alike = |(fact, _): &&Known| input.key.is_none() || fact.key.is_some();
    if let Some((first, _)) = known.iter().filter(outer).find(alike) {
        let last = known.iter().filter(outer).rfind(|(fact, _)| fact.section == first.section);
        if let Some((last, _)) = last {
            return vec![insert_after(page, last, &content)];
        }
    }
    let next = match within {
        Some(section) => page.sections.get(section + 1),
        None => first_subsection(page),
    };
    let Some(next) = next else {
        return vec![Edit::Append { heading: None, text: format!("- {content}") }];
    };
    let eol = line_end(page);
    let at = next.heading_span.start;
    // A list that ends here goes on.
    let ends_here = |(fact, _): &&Known| {
        let end = fact.span.end.max(page.items[fact.item].span.end);
        page.text.get(end..at).is_some_and(|gap| gap.trim().is_empty())
    };
    if let Some((last, _)) = known.iter().filter(outer).rfind(ends_here) {
        return vec![insert_after(page, last, &content)];
    }
    let before = &page.text[..at];
    let parted = before.ends_with("\n\n") || before.ends_with("\n\r\n") || at == page.body;
    let gap = if parted { "" } else { eol };
    vec![Edit::Splice(Splice { span: at..at, text: format!("{gap}- {content}{eol}{eol}") })]
}

/// What follows the page's own lines: those before any heading, or under its title.
fn first_subsection(page: &Page) -> Option<&Section> {
    let preamble = page.sections.first()?;
    let bare = page.text.get(preamble.span.clone()).is_some_and(|text| text.trim().is_empty());
    let titled = bare && page.sections.get(1).is_some_and(|section| section.level == 1);
    page.sections.get(if titled { 2 } else { 1 })
}

/// A line after an item and the items nested in it, with the item's indent and marker.
pub(super) fn insert_after(page: &Page, fact: &Fact, content: &str) -> Edit {
    let item = &page.items[fact.item];
    let nested = page.items[fact.item + 1..]
        .iter()
        .take_while(|next| next.depth > item.depth && next.section == item.section);
    let own = if block_follows(page, fact) { fact.span.end } else { item.span.end };
    let at = after_blocks(page, nested.map(|next| next.span.end).fold(own, usize::max));
    let marker = &page.text[with_indent(page, item.span.start)..item.content.start];
    let plain = marker.trim_start_matches([' ', '\t']).starts_with(['-', '*', '+'])
        && !marker.contains(['\n', '[']);
    let marker = if plain { marker } else { "- " };
    let eol = line_end(page);
    // A paragraph that follows at once would be read as the item's next line.
    let next = page.text[at..].lines().next().unwrap_or_default();
    let apart = next.trim().is_empty()
        || page.items.iter().any(|item| with_indent(page, item.span.start) == at);
    let gap = if apart { "" } else { eol };
    let text = if page.text[..at].ends_with('\n') {
        format!("{marker}{content}{eol}{gap}")
    } else {
        format!("{eol}{marker}{content}")
    };
    Edit::Splice(Splice { span: at..at, text })
}

/// The first place from here on that stands in no tool's block, code or comment.
fn after_blocks(page: &Page, mut at: usize) -> usize {
    let blocks = page.generated.iter().map(|block| &block.span).chain(&page.opaque);
    let mut blocks: Vec<_> = blocks.collect();
    blocks.sort_by_key(|span| span.start);
    for span in blocks {
        if span.start < at && at < span.end {
            at = fact::line_end(&page.text, span.end.saturating_sub(1).max(at));
        }
    }
    at
}
