//! Facts that belong to no page of their own: they stand on the page of the day on which they were said,
//! and a newer value replaces the older one also where that stands on the page of another day.
//!
//! Which words are such a fact is decided here; how one is set on a page is not.

use crate::draft::Draft;
use crate::receipt::Outcome;
use crate::remember::{Kept, described, stated};
use crate::{Error, daily};
use search::{Filters, Order};
use wiki::canon::fold;
use wiki::fact::{self, Fact, FactChange, FactInput, Marks};
use wiki::page::Page;
use wiki::path::PagePath;

/// Daily pages that are looked through for the value before, latest first.
const DAYS_MAX: usize = 400;
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

/// Sets the fact on today's page, or on an earlier day's that says it already.
pub(crate) fn keep(
    draft: &mut Draft<'_>,
    today: &PagePath,
    input: &FactInput,
) -> Result<Kept, Error> {
    let before = match &input.key {
        Some(key) if !draft.schema.is_set(key) => earlier(draft, today, key)?,
        _ => None,
    };
    if let Some((path, old)) = &before
        && old.value == input.value
    {
        return stated(draft, path, input);
    }
    let made = draft.page(today)?.is_none();
    daily::ensured(draft, input.today)?;
    let mut kept = stated(draft, today, input)?;
    kept.made = made;
    if let Some((path, old)) = before {
        let page = draft.existing(&path)?;
        let which = old.key.as_deref().unwrap_or_default();
        match fact::retire(&page, &draft.schema, which, None, input.today) {
            Ok(FactChange::Replaced { edits, .. }) => {
                draft.edit(&path, &edits)?;
                kept.replaced.push(described(&old));
                kept.outcome = Outcome::Replaced;
            }
            _ => draft.warnings.push(format!("{path} still says `{}`", described(&old))),
        }
    }
    Ok(kept)
}

/// The latest day before today whose page has a value of this key that was stated as a fact.
fn earlier(
    draft: &Draft<'_>,
    today: &PagePath,
    key: &str,
) -> Result<Option<(PagePath, Fact)>, Error> {
    let days = Filters { paths: vec![format!("{}/", today.folder())], ..Filters::default() };
    let rows = draft.memory.ask(|index| index.rows(&days, Order::Latest, 0, DAYS_MAX))?;
    let wanted = fold(key);
    for row in rows.rows.into_iter().filter(|it| it.path.name() <= today.name()) {
        let text = draft.memory.page_text(&row.path.file());
        let Some(text) = text.filter(|it| fold(it).contains(&wanted)) else { continue };
        let page = Page::parse(row.path.clone(), text);
        let has = |it: &Fact| {
            let same = it.key.as_deref().is_some_and(|key| fold(key) == wanted);
            same && !it.retired && it.marks.added.is_some()
        };
        if let Some(found) = fact::facts(&page, &draft.schema).into_iter().find(has) {
            return Ok((row.path != *today).then_some((row.path, found)));
        }
    }
    Ok(None)
}
