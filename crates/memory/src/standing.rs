//! Facts that belong to no page of their own: they stand on the page of the day on which they were said. What
//! another day's page says was so on that day, and stays.
//!
//! Which words are such a fact is decided here; how one is set on a page is not.

use crate::draft::Draft;
use crate::remember::{Kept, stated};
use crate::{Error, daily};
use wiki::fact::{FactInput, Marks};
use wiki::path::PagePath;
use wiki::schema::is_label;

/// What stands before a colon and is longer is part of a sentence.
const KEY_CHARS: usize = 30;
const KEY_WORDS: usize = 3;
/// Whether what is said without a page is one value of something, and no note of the day.
pub(crate) fn is_fact(typed: &FactInput) -> bool {
    if typed.key.is_some() || typed.marks != Marks::default() {
        return true;
    }
    typed.normal().ok().and_then(|it| it.key).is_some_and(|key| {
        key.chars().count() <= KEY_CHARS
            && key.split_whitespace().count() <= KEY_WORDS
            && !is_label(&key)
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
