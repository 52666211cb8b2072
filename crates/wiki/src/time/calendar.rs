//! Arithmetic on calendar days. Every step that could leave the calendar's range gives `None`.

use jiff::civil::{Date, Weekday};
use jiff::{Span, Timestamp};

use super::{Instants, Interval, Now};

/// A unit that people count in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Hour,
    Day,
    Week,
    Weekend,
    Month,
    Quarter,
    Year,
}

impl Unit {
    fn span(self, count: i64) -> Option<Span> {
        let span = Span::new();
        match self {
            Self::Hour => span.try_hours(count),
            Self::Day => span.try_days(count),
            Self::Week | Self::Weekend => span.try_weeks(count),
            Self::Month => span.try_months(count),
            Self::Quarter => span.try_months(count.checked_mul(3)?),
            Self::Year => span.try_years(count),
        }
        .ok()
    }
}

/// `count` units later (earlier if negative).
pub(super) fn shift(day: Date, unit: Unit, count: i64) -> Option<Date> {
    day.checked_add(unit.span(count)?).ok()
}

/// The whole unit that the day lies in: its ISO week, its month, …
pub(super) fn around(day: Date, unit: Unit) -> Option<Interval> {
    Some(match unit {
        Unit::Hour | Unit::Day => Interval::day(day),
        Unit::Week => {
            let from = monday(day)?;
            Interval { from, to: shift(from, Unit::Day, 6)? }
        }
        Unit::Weekend => {
            let from = monday(day)?;
            Interval { from: shift(from, Unit::Day, 5)?, to: shift(from, Unit::Day, 6)? }
        }
        Unit::Month => Interval { from: day.first_of_month(), to: day.last_of_month() },
        Unit::Quarter => {
            let first = (day.month() - 1) / 3 * 3 + 1;
            let from = Date::new(day.year(), first, 1).ok()?;
            let to = Date::new(day.year(), first + 2, 1).ok()?.last_of_month();
            Interval { from, to }
        }
        Unit::Year => Interval { from: day.first_of_year(), to: day.last_of_year() },
    })
}

/// The unit `count` units away from the one that the day lies in: -1 is "last week".
pub(super) fn neighbour(day: Date, unit: Unit, count: i64) -> Option<Interval> {
    let start = around(day, unit)?.from;
    around(shift(start, unit, count)?, unit)
}

/// The last `count` units; today is the last day.
pub(super) fn trailing(today: Date, unit: Unit, count: i64) -> Option<Interval> {
    let from = shift(shift(today, unit, -count)?, Unit::Day, 1)?;
    Some(Interval { from: from.min(today), to: today })
}

/// How many "a few" are at most, by those who say it of the past.
pub(super) fn few(unit: Unit) -> Option<i64> {
    match unit {
        Unit::Hour | Unit::Weekend => None,
        Unit::Day => Some(7),
        Unit::Week | Unit::Month | Unit::Quarter | Unit::Year => Some(4),
    }
}

/// The days without the last one, where that is today.
pub(super) fn before_today(days: Interval) -> Option<Interval> {
    let to = days.to.yesterday().ok()?.max(days.from);
    Some(Interval { from: shift(days.from, Unit::Day, -1)?.min(to), to })
}

/// The coming `count` units; today is the first day.
pub(super) fn leading(today: Date, unit: Unit, count: i64) -> Option<Interval> {
    let to = shift(shift(today, unit, count)?, Unit::Day, -1)?;
    Some(Interval { from: today, to: to.max(today) })
}

/// What "N units ago" covers: people round, so the answer is as wide as the unit that they chose,
/// centred on the day itself; a number of years is the whole year.
pub(super) fn ago(today: Date, unit: Unit, count: i64) -> Option<Interval> {
    let day = shift(today, unit, -count)?;
    let slack = match unit {
        Unit::Hour | Unit::Day => 0,
        Unit::Week | Unit::Weekend => 3,
        Unit::Month => 15,
        Unit::Quarter => 45,
        Unit::Year => return around(day, Unit::Year),
    };
    Some(Interval { from: shift(day, Unit::Day, -slack)?, to: shift(day, Unit::Day, slack)? })
}

/// The day of the ISO week that lies `weeks` away.
pub(super) fn weekday_in_week(today: Date, weeks: i64, weekday: Weekday) -> Option<Date> {
    let offset = i64::from(weekday.to_monday_zero_offset());
    shift(shift(monday(today)?, Unit::Week, weeks)?, Unit::Day, offset)
}

/// The first such weekday after today.
pub(super) fn next_weekday(today: Date, weekday: Weekday) -> Option<Date> {
    let ahead = i64::from(today.weekday().until(weekday));
    shift(today, Unit::Day, if ahead == 0 { 7 } else { ahead })
}

/// The latest such weekday before today.
pub(super) fn last_weekday(today: Date, weekday: Weekday) -> Option<Date> {
    let back = i64::from(weekday.until(today.weekday()));
    shift(today, Unit::Day, if back == 0 { -7 } else { -back })
}

/// The latest such weekday that is not after today.
pub(super) fn latest_weekday(today: Date, weekday: Weekday) -> Option<Date> {
    shift(today, Unit::Day, -i64::from(weekday.until(today.weekday())))
}

/// The whole month.
pub(super) fn month(year: i64, month: i64) -> Option<Interval> {
    around(date(year, month, 1)?, Unit::Month)
}

/// A day, if the calendar has it.
pub(super) fn date(year: i64, month: i64, day: i64) -> Option<Date> {
    Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()
}

/// The year that a date without one means: this one, or the last when this one's lies over half a
/// year ahead.
pub(super) fn year_for(today: Date, month: i64, day: i64) -> i64 {
    let year = i64::from(today.year());
    let ahead = date(year, month, day.min(28)).zip(shift(today, Unit::Month, 6));
    if ahead.is_some_and(|(then, horizon)| then > horizon) { year - 1 } else { year }
}

/// A day without a year; 29 February is that of the latest leap year.
pub(super) fn yearless(today: Date, month: i64, day: i64) -> Option<Date> {
    let year = year_for(today, month, day);
    (0..8).find_map(|back| date(year - back, month, day))
}

/// Exactly `count` hours back from (or ahead of, if negative) this moment, and the days it touches.
pub(super) fn hours(now: &Now, count: i64) -> Option<(Interval, Instants)> {
    let here: Timestamp = now.at.timestamp();
    let there = here.checked_sub(Unit::Hour.span(count)?).ok()?;
    let exact = Instants { from: here.min(there), to: here.max(there) };
    let zone = now.at.time_zone();
    let day = |at: Timestamp| at.to_zoned_datetime(zone.clone()).date();
    Some((Interval { from: day(exact.from), to: day(exact.to) }, exact))
}

/// The real time that calendar days take in the zone of `now`.
pub(super) fn instants(days: Interval, now: &Now) -> Option<Instants> {
    let zone = now.at.time_zone();
    let start = |day: Date| {
        let noon = day.at(12, 0, 0, 0).to_zoned_datetime(zone.clone()).ok()?;
        Some(noon.start_of_day().ok()?.timestamp())
    };
    let from = start(days.from).unwrap_or(Timestamp::MIN);
    let to = days.to.tomorrow().ok().and_then(start).unwrap_or(Timestamp::MAX);
    (from <= to).then_some(Instants { from, to })
}

fn monday(day: Date) -> Option<Date> {
    shift(day, Unit::Day, -i64::from(day.weekday().to_monday_zero_offset()))
}
