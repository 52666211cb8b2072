//! Questions that name a day: the pages of that day may answer them, whatever their words.

use std::collections::HashSet;
use std::ops::Range;

use jiff::ToSpan;
use jiff::civil::Date;
use wiki::time::{self, Dated, Interval, Now};

use super::ask::{Asked, FUNCTION_PAIR, Stretch, Term};
use super::language::Parsed;
use super::score::Terms;
use super::{Snapshot, show};
use crate::analyse::{Role, is_day_term};
use crate::answer::Answer;
use crate::error::IndexError;
use crate::query::{Filters, Query, Unit};
use crate::text::Texts;

/// Pages of the days that are looked at.
const PAGES_MAX: usize = 64;
/// A question with more words than this is about something, not about the day.
pub(super) const FEW: usize = 2;
/// Terms of questions that say of a day no more than that something was done on it.
pub(super) const OF_ANY_DAY: [&str; 18] = [
    "happen", "occur", "do", "did", "done", "go", "work", "write", "note", "发生", "做过", "干过",
    "事情", "些事", "事", "see", "看到", "看见",
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
pub(super) fn none_of((from, to): (Date, Date)) -> String {
    match (from == Date::MIN, to == Date::MAX) {
        (true, _) => format!("no page is of {to} or earlier"),
        (_, true) => format!("no page is of {from} or later"),
        _ => format!("no page is of {}", Interval { from, to }),
    }
}

/// Why nothing is answered where only pages of other days have the words.
pub(super) fn nothing_then(asked: &Asked) -> Option<String> {
    let (from, to) = asked.days?;
    let when = match (from == Date::MIN, to == Date::MAX) {
        (true, _) => format!("{to} or earlier"),
        (_, true) => format!("{from} or later"),
        _ => Interval { from, to }.to_string(),
    };
    let has = if asked.by_words { "has these words" } else { "is among what was found" };
    Some(format!("nothing of that time: no page of {when} {has}"))
}

/// What of a question's text names the time that its answers must be of.
pub(super) struct Bound {
    place: Range<usize>,
    /// The other day that it may mean: on a Wednesday "last Tuesday" is yesterday for some and a week earlier for
    /// others.
    or: Option<Date>,
}

impl Bound {
    /// The one expression of a text that names a time that has come: pages of earlier days tell of what lies ahead,
    /// and of two times one may be compared with the other.
    pub(super) fn of(text: &str, (from, to): (Date, Date), now: &Now) -> Option<Self> {
        let found = time::asked(text, now);
        let [named] = &found[..] else { return None };
        let today = now.today();
        let has_come = from <= today && (to <= today || to == Date::MAX);
        let place = named.place.clone();
        let last = text[place.clone()].to_ascii_lowercase().starts_with("last ");
        let or = Some(from)
            .filter(|_| last && from == to)
            .and_then(|day| day.checked_sub(7.days()).ok());
        has_come.then_some(Self { place, or })
    }
}

impl Asked {
    /// Whether a page of this day, with these of the question's terms, is of another time than the question names.
    /// A text that names the time itself is not.
    pub(super) fn is_untimely(&self, day: Option<Date>, terms: Terms) -> bool {
        let (Some(bound), Some((from, to)), Some(day)) = (&self.bound, self.days, day) else {
            return false;
        };
        let names_it = |nth: usize| {
            let term = &self.terms[nth];
            let inside = term.place.0 < bound.place.end && bound.place.start < term.place.1;
            let digits = term.shown.chars().all(|char| char.is_ascii_digit());
            let from_today = self.stretch.as_ref().is_none_or(Stretch::counts_from_now);
            is_day_term(&term.text) || inside && !digits && !from_today && term.role != Role::Single
        };
        let is_within = from <= day && day <= to || bound.or == Some(day);
        !is_within && !terms.iter().any(names_it)
    }

    /// Whether it names more days than one.
    pub(super) fn names_several_days(&self) -> bool {
        self.days.is_some_and(|(from, to)| from != to)
    }

    /// Whether no word of the question asks for anything.
    pub(super) fn says_nothing(&self) -> bool {
        let stop = |term: &Term| matches!(term.role, Role::Stop | Role::StopPair);
        self.terms[..self.speakers].iter().all(stop) || self.beside_days() == 0
    }

    /// Words that mean something beside a day and its like, but for the ones that any question about days has.
    pub(super) fn beside_days(&self) -> usize {
        let apart = |term: &&Term| {
            term.weight > FUNCTION_PAIR
                && term.role != Role::Value
                && !OF_ANY_DAY.contains(&term.shown.as_str())
        };
        self.terms[..self.speakers].iter().filter(apart).count()
    }

    /// Whether a page has the day that is named in its words.
    pub(super) fn day_stands_somewhere(&self) -> bool {
        self.terms.iter().any(|term| term.role == Role::Value && term.df > 0)
    }

    /// Words that mean something beside the days that are named.
    pub(super) fn meant(&self) -> usize {
        let meant = |term: &&Term| term.weight > FUNCTION_PAIR && term.role != Role::Value;
        let words = self.terms[..self.speakers].iter().filter(meant).map(|term| term.word);
        words.collect::<HashSet<_>>().len()
    }

    /// Whether a text with these of the question's terms has the day that is asked for.
    pub(super) fn names_day(&self, terms: Terms) -> bool {
        terms.iter().any(|nth| is_day_term(&self.terms[nth].text))
    }

    /// Whether nothing but days is asked for, in words that any question of days has.
    pub(super) fn may_list_days(&self) -> bool {
        match &self.stretch {
            Some(stretch) => self.beside(stretch) == 0,
            None => self.beside_days() == 0,
        }
    }
}

/// The pages of the days that the question names, as far as the filters let them through.
pub(super) fn pages(snapshot: &Snapshot<'_>, asked: &Asked) -> Result<Vec<u64>, IndexError> {
    let Some((from, to)) = asked.days else { return Ok(Vec::new()) };
    snapshot.state.catalogue.of_days(from, to, |uid| snapshot.passes(uid), PAGES_MAX)
}

/// What answers a question that asks for nothing but days, in its words or by its filters: their pages, or that
/// there are none of a time that counts from today. Nothing where words have a say.
pub(super) fn alone(
    snapshot: &Snapshot<'_>,
    query: &Query,
    (asked, parsed): (&Asked, &Parsed),
    texts: Texts<'_>,
) -> Result<Option<Answer>, IndexError> {
    let filters = &parsed.filters;
    let pages = matches!(query.unit, Unit::Passage | Unit::Page);
    if !pages || !asked.named.is_empty() || !parsed.phrases.is_empty() {
        return Ok(None);
    }
    let filtered = filters.after.is_some() || filters.before.is_some();
    if asked.days.is_none() && filtered && asked.says_nothing() {
        return show::listing(snapshot, query, filters, texts).map(Some);
    }
    let Some(days) = asked.days.filter(|_| asked.asks_for_days_only()) else { return Ok(None) };
    if let Some(listed) = listing(snapshot, query, (asked, filters), texts)? {
        return Ok(Some(listed));
    }
    let from_today = asked.stretch.as_ref().is_none_or(Stretch::counts_from_now);
    let none = query.abstain && asked.bound.is_some() && from_today;
    Ok(none.then(|| super::nothing(&none_of(days))))
}

/// The pages of the days in order, where the question asks for hardly more than them; else nothing.
pub(super) fn listing(
    snapshot: &Snapshot<'_>,
    query: &Query,
    (asked, filters): (&Asked, &Filters),
    texts: Texts<'_>,
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
