//! How what no longer holds leaves its place, struck out and with its dates, for the page's history.

use jiff::civil::Date;

use super::super::grammar::{self, Reading};
use super::super::{Fact, FactChange, FactInput, Marks, is_history_heading, read_all};
use super::rewrite::{fresh, new_content};
use super::{Known, stands_here};
use crate::canon::fold;
use crate::edit::{Edit, Splice};
use crate::page::{Page, Section};

/// The heading made for facts that no longer hold.
const HISTORY_HEADING: &str = "History";

/// Puts what no longer holds since `until` into the history. Where the page says that it holds, it leaves its
/// place for that.
pub(super) fn into_past(
    page: &Page,
    known: &[Known],
    input: &FactInput,
    until: Date,
) -> FactChange {
    let key = input.key.as_deref().map(fold);
    let alike = |(fact, _): &&Known| {
        fact.key.as_deref().map(fold) == key && fold(&fact.value) == fold(&input.value)
    };
    let gone = |known: &&Known| {
        known.0.retired && known.0.marks.superseded.is_some_and(|day| day >= until)
    };
    if known.iter().filter(alike).any(|known| gone(&known)) {
        return FactChange::Unchanged;
    }
    let current =
        |known: &&Known| alike(known) && stands_here(page, known, input.heading.as_deref());
    if let Some(current) = known.iter().find(current) {
        let (splice, line) = leave(page, current, until, BlockId::Kept);
        let mut edits = vec![Edit::Splice(splice)];
        edits.extend(line.map(|line| to_history(page, &[line])));
        return FactChange::Replaced { old: vec![current.0.clone()], edits };
    }
    let said = new_content(&FactInput { marks: Marks::default(), ..input.clone() });
    FactChange::Added(vec![to_history(page, &[past_line(&said, &input.marks, until)])])
}

/// The edit that puts a fact of another page into this one's history, as no longer true since `until`;
/// `None` if the other page has no such item.
pub fn past(page: &Page, other: &Page, fact: &Fact, until: Date) -> Option<Edit> {
    let known = read_all(other).into_iter().find(|(it, _)| it.item == fact.item)?;
    let content = other.text.get(known.1.at.clone())?;
    Some(to_history(page, &[history_line(content, &known.1, until, BlockId::Gone)]))
}

/// Whether a retired line takes its block id along; one whose place is taken leaves it to the successor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BlockId {
    Kept,
    Gone,
}

/// `- ~~Key: old~~ added:… superseded:… ^id`
pub(super) fn history_line(content: &str, reading: &Reading, today: Date, id: BlockId) -> String {
    let said = grammar::collapsed(&content[reading.said.clone()]);
    let line = past_line(&said, &reading.marks, today);
    match &reading.block_id {
        Some(block) if id == BlockId::Kept => format!("{line} ^{block}"),
        _ => line,
    }
}

/// What was said, struck out, with the dates of its marks. A clock that goes back lets nothing end before it
/// began.
fn past_line(said: &str, marks: &Marks, until: Date) -> String {
    let until = marks.added.map_or(until, |added| added.max(until));
    let marks =
        Marks { priority: None, tags: Vec::new(), superseded: Some(until), ..marks.clone() };
    format!("- ~~{}~~ {}", grammar::strikable(said), grammar::join(&fresh(&marks)))
}

/// The edit that puts a text of the page, which was said on the day `added` and was true until now, into its history.
pub fn bury(page: &Page, said: &str, added: Date, until: Date) -> Edit {
    let marks = Marks { added: Some(added), ..Marks::default() };
    to_history(page, &[past_line(&grammar::collapsed(said), &marks, until)])
}

pub(super) fn to_history(page: &Page, lines: &[String]) -> Edit {
    let present = page.sections.iter().find(|section| is_history_section(section));
    let heading = present.map_or(HISTORY_HEADING, |section| &section.heading);
    Edit::Append { heading: Some(heading.to_owned()), text: lines.join("\n") }
}

fn is_history_section(section: &Section) -> bool {
    section.level > 0 && is_history_heading(&section.heading)
}

/// Takes a fact out of its place: its line goes, or, where items hang on it, is struck out there.
pub(super) fn leave(
    page: &Page,
    (fact, reading): &Known,
    today: Date,
    id: BlockId,
) -> (Splice, Option<String>) {
    let item = &page.items[fact.item];
    let content = &page.text[reading.at.clone()];
    let line = history_line(content, reading, today, id);
    let nested = page
        .items
        .get(fact.item + 1)
        .is_some_and(|next| next.depth > item.depth && next.section == item.section);
    let goes_on = !block_follows(page, fact)
        && page.text.get(fact.span.end..item.span.end).is_some_and(|rest| !rest.trim().is_empty());
    if nested || goes_on {
        let text = line.strip_prefix("- ").unwrap_or(&line).to_owned();
        return (Splice { span: reading.at.clone(), text }, None);
    }
    // The indent of a nested item goes with it: left behind, it would be the next line's.
    let start = with_indent(page, fact.span.start);
    (Splice { span: start..fact.span.end, text: String::new() }, Some(line))
}

/// Where an item's line begins, if nothing but blanks stands before its marker.
pub(super) fn with_indent(page: &Page, marker: usize) -> usize {
    let line = page.text[..marker].trim_end_matches([' ', '\t']);
    if line.is_empty() || line.ends_with('\n') { line.len() } else { marker }
}

/// Whether a comment (a tool's block) stands behind a fact, in what counts as its item.
pub(super) fn block_follows(page: &Page, fact: &Fact) -> bool {
    let rest = page.text.get(fact.span.end..page.items[fact.item].span.end);
    rest.is_some_and(|rest| rest.trim_start().starts_with("<!--"))
}
