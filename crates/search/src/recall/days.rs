//! Questions that name a day: the pages of that day may answer them, whatever their words.

use std::sync::Arc;

use super::ask::Asked;
use super::{Snapshot, show};
use crate::answer::Answer;
use crate::error::IndexError;
use crate::query::{Filters, Query, Unit};
use crate::text::PageText;

/// Pages of the days that are looked at.
const PAGES_MAX: usize = 64;
/// A question with more words than this is about something, not about the day.
const FEW: usize = 2;

/// The pages of the days that the question names, as far as the filters let them through.
pub(super) fn pages(snapshot: &Snapshot<'_>, asked: &Asked) -> Result<Vec<u64>, IndexError> {
    let Some((from, to)) = asked.days else { return Ok(Vec::new()) };
    let mut pages = snapshot.state.catalogue.of_days(from, to, PAGES_MAX)?;
    pages.retain(|uid| snapshot.passes(*uid));
    Ok(pages)
}

/// The pages of the days in order, where the question asks for hardly more than them; else nothing.
pub(super) fn listing(
    snapshot: &Snapshot<'_>,
    query: &Query,
    (asked, filters): (&Asked, &Filters),
    texts: &dyn Fn(&str) -> Option<Arc<PageText>>,
) -> Result<Option<Answer>, IndexError> {
    let pages = matches!(query.unit, Unit::Passage | Unit::Page);
    let Some((from, to)) = asked.days.filter(|_| pages && asked.meant() <= FEW) else {
        return Ok(None);
    };
    let after = filters.after.map_or(from, |day| day.max(from));
    let before = filters.before.map_or(to, |day| day.min(to));
    let filters = Filters { after: Some(after), before: Some(before), ..filters.clone() };
    show::listing(snapshot, query, &filters, texts).map(Some)
}
