//! Questions that name a day: the pages of that day may answer them, whatever their words.

use std::sync::Arc;

use jiff::civil::Date;
use wiki::time::{Dated, Interval};

use super::ask::Asked;
use super::{Snapshot, show};
use crate::answer::Answer;
use crate::error::IndexError;
use crate::query::{Filters, Query, Unit};
use crate::text::PageText;

/// Pages of the days that are looked at.
const PAGES_MAX: usize = 64;
/// A question with more words than this is about something, not about the day.
pub(super) const FEW: usize = 2;
/// Terms of questions that say of a day no more than that something was done on it.
pub(super) const OF_ANY_DAY: [&str; 15] = [
    "happen", "occur", "do", "did", "done", "go", "work", "write", "note", "发生", "做过", "干过",
    "事情", "些事", "事",
];

/// Years back in which a day without a year is looked for.
const YEARS: i16 = 100;

/// The days that an expression means: without a year, those of the latest year that the vault has pages of, the
/// past before the future.
pub(super) fn meant(
    snapshot: &Snapshot<'_>,
    named: &Dated,
    today: Date,
) -> Result<Interval, IndexError> {
    if !named.is_yearless {
        return Ok(named.days);
    }
    let past = |days: &Interval| days.from <= today;
    let years = (-1..YEARS).filter_map(|back| named.days.years_earlier(back));
    let (past, ahead): (Vec<Interval>, Vec<Interval>) = years.partition(past);
    for days in past.into_iter().chain(ahead.into_iter().rev()) {
        let found =
            snapshot.state.catalogue.of_days(days.from, days.to, |uid| snapshot.passes(uid), 1)?;
        if !found.is_empty() {
            return Ok(days);
        }
    }
    Ok(named.days)
}

/// How many pages are of these days in any year: each has them in its names, whatever it says.
pub(super) fn named_by(snapshot: &Snapshot<'_>, days: Interval) -> Result<u64, IndexError> {
    let mut count = 0;
    for days in (-1..YEARS).filter_map(|back| days.years_earlier(back)) {
        let all = snapshot.state.catalogue.of_days(days.from, days.to, |_| true, usize::MAX)?;
        count += all.len() as u64;
    }
    Ok(count)
}

/// Why nothing is listed.
pub(super) fn none((from, to): (Date, Date)) -> String {
    match (from == Date::MIN, to == Date::MAX) {
        (true, _) => format!("no page is of {to} or earlier"),
        (_, true) => format!("no page is of {from} or later"),
        _ => format!("no page is of {}", Interval { from, to }),
    }
}

/// The pages of the days that the question names, as far as the filters let them through.
pub(super) fn pages(snapshot: &Snapshot<'_>, asked: &Asked) -> Result<Vec<u64>, IndexError> {
    let Some((from, to)) = asked.days else { return Ok(Vec::new()) };
    snapshot.state.catalogue.of_days(from, to, |uid| snapshot.passes(uid), PAGES_MAX)
}

/// The pages of the days in order, where the question asks for hardly more than them; else nothing.
pub(super) fn listing(
    snapshot: &Snapshot<'_>,
    query: &Query,
    (asked, filters): (&Asked, &Filters),
    texts: &dyn Fn(&str) -> Option<Arc<PageText>>,
) -> Result<Option<Answer>, IndexError> {
    let pages = matches!(query.unit, Unit::Passage | Unit::Page);
    let Some((from, to)) = asked.days.filter(|_| pages && asked.may_mean_days()) else {
        return Ok(None);
    };
    let after = filters.after.map_or(from, |day| day.max(from));
    let before = filters.before.map_or(to, |day| day.min(to));
    let filters = Filters { after: Some(after), before: Some(before), ..filters.clone() };
    let answer = show::listing(snapshot, query, &filters, texts)?;
    Ok((answer.total > 0).then_some(answer))
}
