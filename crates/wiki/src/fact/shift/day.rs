//! Which days a text gives: in its words, in brackets behind them, or by the name of a weekday alone.

use std::ops::Range;

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::undated::{When, next, when};
use super::{read, spot};
use crate::time::{self, Now};

/// What comes again and again has no one day.
const AGAIN: &[&str] =
    &["every", "weekly", "daily", "each", "standup", "stand-up", "每", "例会", "周会", "晨会"];

/// The first weekday that a text names.
pub(super) fn named_day(text: &str) -> Option<Range<usize>> {
    let mut before = None;
    for (at, c) in text.char_indices() {
        let begins = !c.is_ascii() || before.is_none_or(|it: char| !it.is_ascii_alphanumeric());
        if begins && let Some((length, _)) = time::weekday(&text[at..]) {
            return Some(at..at + length);
        }
        before = Some(c);
    }
    None
}

/// Whether all that a line says of its day is a weekday: "on Monday", not "next Monday".
pub(super) fn has_weekday_alone(old: &str, today: Date) -> bool {
    let Some(place) = named_day(old).filter(|_| stamps(old).is_empty()) else { return false };
    let lead = |start: usize| {
        let before = old.get(start..place.start).unwrap_or_default().trim();
        before.is_empty() || ["on", "by", "at"].iter().any(|it| before.eq_ignore_ascii_case(it))
    };
    let mut dates = spot::dates(old, today).into_iter();
    dates.all(|it| it.place.end == place.end && lead(it.place.start))
}

/// A clock on that day: only its date is asked for.
pub(in crate::fact) fn noon(day: Date) -> Option<Now> {
    Some(Now { at: day.at(12, 0, 0, 0).to_zoned_datetime(TimeZone::UTC).ok()? })
}

/// The text with this date behind what ends there.
pub(super) fn with_day(text: &str, end: usize, day: Date) -> String {
    let gap = if text[..end].ends_with(|c: char| c.is_ascii()) { " " } else { "" };
    format!("{}{gap}({day}){}", &text[..end], &text[end..])
}

/// Whether a text tells of what has no one day.
pub(super) fn comes_again(text: &str) -> bool {
    let lower = text.to_lowercase();
    AGAIN.iter().any(|it| lower.contains(it))
}

/// Whether a text tells of days of which one is yet to come: "from Dec 3 to Dec 8".
pub(super) fn lasts(text: &str, today: Date) -> bool {
    spot::dates(text, today).into_iter().any(|it| it.days.to >= today)
}

/// The day that a text plans something for; of two days nobody knows which one moves.
pub(in crate::fact) fn plan(text: &str, today: Date) -> Option<Date> {
    let one = || {
        let found = spot::dates(&undated(text), today).into_iter();
        let mut days: Vec<Date> = found.filter_map(|it| it.days.single()).collect();
        days.dedup();
        days.len() < 2 && stamps(text).len() < 2
    };
    let told = || read(text, today).is_some_and(|it| it.day.is_some());
    day_of(text, today).filter(|it| *it >= today && (told() || one()))
}

/// Likewise, or the next day of the weekday that it names.
pub(in crate::fact) fn day_or_weekday(text: &str, today: Date) -> Option<Date> {
    plan(text, today).or_else(|| match when(text, today)? {
        When::Weekday(weekday) => next(weekday, today),
        _ => None,
    })
}

/// The one day that a text gives: that to which it moves something, that between its brackets, else the first that its
/// words mean.
pub(super) fn day_of(text: &str, today: Date) -> Option<Date> {
    if let Some(day) = read(text, today).and_then(|it| it.day) {
        return Some(day);
    }
    if let Some(span) = stamps(text).pop() {
        return text[span.start + 1..span.end - 1].parse().ok();
    }
    spot::dates(text, today).into_iter().find_map(|it| it.days.single())
}

/// Dates in brackets: `(2026-12-08)`.
pub(super) fn stamps(text: &str) -> Vec<Range<usize>> {
    let is_date = |at: &usize| {
        let inner = text.get(at + 1..at + 11);
        inner.is_some_and(|it| it.parse::<Date>().is_ok()) && text[at + 11..].starts_with(')')
    };
    let opens = text.match_indices('(').map(|(at, _)| at);
    opens.filter(is_date).map(|at| at..at + 12).collect()
}

/// Whether a fact says what a text says that moves something: but for its date, unless that is over, and the
/// thing in brackets.
pub(in crate::fact) fn is_same(known: &str, text: &str, today: Date) -> bool {
    if known != text && day_of(known, today).is_some_and(|day| day < today) {
        return false;
    }
    let said = |known: &str| {
        let rest = known.strip_prefix(text).map(str::trim_start);
        rest.is_some_and(|it| it.is_empty() || it.starts_with(['(', '（']))
    };
    said(known) || said(&undated(known))
}

/// The text without the dates that were put behind its words.
pub fn undated(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for span in stamps(text) {
        out.push_str(text[copied..span.start].trim_end());
        copied = span.end;
    }
    out + &text[copied..]
}
