//! What a `NOW` page says, whoever wrote it.

use super::lines::{DOING, DONE, Lines};
use super::{Agenda, Doing, Planned};
use crate::page::Page;

/// Between something in progress and what blocks it.
const BLOCKED: [&str; 6] =
    [" — blocked by ", " - blocked by ", " (blocked by ", " blocked by ", "，被", " — 阻塞："];

/// Reads the page.
#[must_use]
pub fn read(page: &Page) -> Agenda {
    let lines = Lines::of(page);
    let said = |of: &[&str]| lines.items(of).into_iter().map(|(_, it)| it).collect::<Vec<_>>();
    Agenda {
        updated: lines.line(&["updated", "更新", "更新时间"]),
        focus: lines.line(&["focus", "重点", "焦点"]),
        done: said(DONE),
        doing: lines.items_as_written(DOING).into_iter().map(doing).collect(),
        planned: lines.rows().into_iter().map(|(_, row)| planned(row)).collect(),
    }
}

fn doing(text: String) -> Doing {
    match what_blocks(&text) {
        Some((what, why)) => Doing { what: what.to_owned(), blocked: Some(why.to_owned()) },
        None => Doing { what: text, blocked: None },
    }
}

/// What is in progress and what blocks it.
pub(super) fn what_blocks(text: &str) -> Option<(&str, &str)> {
    let (what, why) = BLOCKED.iter().find_map(|it| text.split_once(it))?;
    Some((what.trim(), why.trim_end_matches(')').trim()))
}

fn planned([rank, what, due]: [String; 3]) -> Planned {
    Planned { rank, what, due: Some(due).filter(|it| !it.is_empty()) }
}
