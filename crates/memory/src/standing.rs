//! Facts that belong to no page of their own: they stand on the page of the day on which they were said. What
//! another day's page says was so on that day, and stays.
//!
//! Which words are such a fact is decided here; how one is set on a page is not.

use crate::draft::Draft;
use crate::remember::{Kept, stated};
use crate::{Error, daily};
use wiki::canon::fold;
use wiki::fact::{FactInput, Marks};
use wiki::path::PagePath;

/// What stands before a colon and is longer is part of a sentence.
const KEY_CHARS: usize = 30;
const KEY_WORDS: usize = 3;
/// What says of which kind a note is, so that a second one does not replace the first; folded.
const LABELS: [&str; 26] = [
    "note",
    "notes",
    "todo",
    "to do",
    "idea",
    "reminder",
    "question",
    "answer",
    "fyi",
    "nb",
    "ps",
    "update",
    "warning",
    "important",
    "tip",
    "fixme",
    "bug",
    "remember",
    "备注",
    "注意",
    "提醒",
    "想法",
    "问题",
    "更新",
    "笔记",
    "待办",
];

/// Whether what is said without a page is one value of something, and no note of the day.
pub(crate) fn is_fact(typed: &FactInput) -> bool {
    if typed.key.is_some() || typed.marks != Marks::default() {
        return true;
    }
    typed.normal().ok().and_then(|it| it.key).is_some_and(|key| {
        key.chars().count() <= KEY_CHARS
            && key.split_whitespace().count() <= KEY_WORDS
            && !LABELS.contains(&fold(&key).as_str())
    })
}

/// Sets the fact on today's page.
pub(crate) fn keep(
    draft: &mut Draft<'_>,
    today: &PagePath,
    input: &FactInput,
) -> Result<Kept, Error> {
    let made = draft.page(today)?.is_none();
    daily::ensured(draft, input.today)?;
    Ok(Kept { made, ..stated(draft, today, input)? })
}
