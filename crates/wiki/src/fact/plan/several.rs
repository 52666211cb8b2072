//! Several values that stand for one key: which of them holds, once somebody says so.
//!
//! Whether a key may have several is the schema's; how a value is replaced is planned above.

use super::super::{FactChange, FactInput};
use super::history::{BlockId, leave, to_history};
use super::{Known, remark, replace_texts};
use crate::edit::Edit;
use crate::page::Page;
use crate::schema::Status;

/// Of several values of one thing, the one that is stated again holds and the others are history; on a page that says
/// that they are in dispute, so it is of a new one. `None` where they are said of several things and may all hold, or
/// where nobody asked which of them does.
pub(super) fn decide(page: &Page, many: &[&Known], input: &FactInput) -> Option<FactChange> {
    if !of_one_thing(page, many) {
        return None;
    }
    let Some(kept) = many.iter().position(|(fact, _)| fact.value == input.value) else {
        let status = page.head.text("status").map(|it| Status::from(it.as_str()));
        return (status == Some(Status::Conflict)).then(|| replace_texts(page, many, input));
    };
    let mut edits = Vec::new();
    let mut lines = Vec::new();
    let mut old = Vec::new();
    for (at, known) in many.iter().enumerate() {
        if at == kept {
            if let FactChange::Replaced { edits: marks, .. } = remark(page, known, &input.marks) {
                edits.extend(marks);
            }
            continue;
        }
        let (splice, line) = leave(page, known, input.today, BlockId::Kept);
        edits.push(Edit::Splice(splice));
        lines.extend(line);
        old.push(known.0.clone());
    }
    edits.reverse();
    if !lines.is_empty() {
        edits.push(to_history(page, &lines));
    }
    Some(FactChange::Replaced { old, edits })
}

/// Whether facts are said of one thing: in one section, and under one item or none.
pub(super) fn of_one_thing(page: &Page, facts: &[&Known]) -> bool {
    let mut above: Vec<usize> = Vec::new();
    let parents: Vec<Option<usize>> = page
        .items
        .iter()
        .enumerate()
        .map(|(at, item)| {
            let over = |it: &usize| {
                page.items[*it].depth < item.depth && page.items[*it].section == item.section
            };
            while above.last().is_some_and(|last| !over(last)) {
                above.pop();
            }
            let parent = above.last().copied();
            above.push(at);
            parent
        })
        .collect();
    let place = |(fact, _): &Known| (fact.section, parents[fact.item]);
    facts.iter().all(|it| place(it) == place(facts[0]))
}
