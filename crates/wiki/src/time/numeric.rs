//! Dates that are all numbers, ISO first. They mean the same whatever the day is.

use jiff::civil::{ISOWeekDate, Weekday};

use super::calendar::{self, Unit, date};
use super::scan::Scan;
use super::{Found, Interval, Strength};

/// A year that a text may mean; other four-digit numbers are counts or codes.
pub(super) const YEARS: std::ops::RangeInclusive<i64> = 1900..=2199;

/// Reads `2026-10-31`, `2026/10/31`, `2026-10`, `2026-W44`, `2026-Q4`, `2026`, and standing alone also
/// `2026.10.31`, `20261031`, `31.10.2026` and a slashed date that can be read in one way only.
pub(super) fn read(text: &str, at: usize) -> Option<Found> {
    let mut scan = Scan::new(text, at);
    let (first, digits) = scan.number(8)?;
    match digits {
        4 => from_year(scan, first),
        8 => {
            let day = date(first / 10_000, first / 100 % 100, first % 100)?;
            YEARS
                .contains(&(first / 10_000))
                .then(|| Found::new(scan.at, Interval::day(day)).strength(Strength::Alone))
        }
        1 | 2 => day_first(scan, first),
        _ => None,
    }
}

fn from_year(scan: Scan<'_>, year: i64) -> Option<Found> {
    ["-", "/", "."]
        .iter()
        .find_map(|separator| full(scan, year, separator))
        .or_else(|| part_of_year(scan, year))
        .or_else(|| {
            let days = calendar::around(date(year, 1, 1)?, Unit::Year)?;
            let numbered = scan.peek().is_some_and(|c| matches!(c, '-' | '年'));
            (YEARS.contains(&year) && !numbered)
                .then(|| Found::new(scan.at, days).strength(Strength::WithCue))
        })
}

fn full(mut scan: Scan<'_>, year: i64, separator: &str) -> Option<Found> {
    if !scan.eat(separator) {
        return None;
    }
    let (month, _) = scan.number(2)?;
    if !scan.eat(separator) {
        return None;
    }
    let (day, _) = scan.number(2)?;
    let mut found = Found::new(scan.at, Interval::day(date(year, month, day)?));
    // A timestamp: the clock time belongs to the expression, or it would look like a torn word.
    if scan.eat("T") && scan.peek().is_some_and(|c| c.is_ascii_digit()) {
        let clock = scan.rest().bytes();
        let len = clock
            .take(40)
            .take_while(|b| b.is_ascii_digit() || matches!(b, b':' | b'.' | b'+' | b'-' | b'Z'))
            .count();
        let kept = scan.rest()[..len].trim_end_matches(['.', '-', ':', '+']);
        found.end = scan.at + kept.len();
    }
    // Dotted triples are versions more often than dates.
    Some(if separator == "." { found.strength(Strength::Alone) } else { found })
}

fn part_of_year(mut scan: Scan<'_>, year: i64) -> Option<Found> {
    if !YEARS.contains(&year) {
        return None;
    }
    let slash = scan.eat("/");
    if !slash && !scan.eat("-") {
        return scan.eat_next_quarter().and_then(|quarter| quarter_of(scan.at, year, quarter));
    }
    if scan.eat_any(&["W", "w"]) {
        let (week, _) = scan.number(2)?;
        let monday =
            ISOWeekDate::new(year.try_into().ok()?, week.try_into().ok()?, Weekday::Monday);
        return Some(Found::new(scan.at, calendar::around(monday.ok()?.date(), Unit::Week)?));
    }
    if scan.eat_any(&["Q", "q"]) {
        let (quarter, _) = scan.number(1)?;
        return quarter_of(scan.at, year, quarter);
    }
    let (month, digits) = scan.number(2)?;
    if digits != 2 && !slash {
        return None;
    }
    let found = Found::new(scan.at, calendar::month(year, month)?);
    Some(if slash { found.strength(Strength::Alone) } else { found })
}

/// The three months of a quarter from 1 to 4.
pub(super) fn quarter_of(end: usize, year: i64, quarter: i64) -> Option<Found> {
    if !(1..=4).contains(&quarter) {
        return None;
    }
    Some(Found::new(end, calendar::around(date(year, quarter * 3, 1)?, Unit::Quarter)?))
}

/// `31.10.2026`, `31/10/2026`, `10/31/2026`.
fn day_first(mut scan: Scan<'_>, first: i64) -> Option<Found> {
    let separator = if scan.eat(".") { "." } else { scan.eat("/").then_some("/")? };
    let (second, _) = scan.number(2)?;
    if !scan.eat(separator) {
        return None;
    }
    let (year, digits) = scan.number(4)?;
    if digits != 4 || !YEARS.contains(&year) {
        return None;
    }
    let day_month = date(year, second, first);
    let month_day = date(year, first, second).filter(|_| separator == "/");
    let (day, strength) = match (day_month, month_day) {
        (Some(a), Some(b)) if a != b => return None,
        (Some(day), _) | (None, Some(day)) => {
            (day, if separator == "." { Strength::Alone } else { Strength::Sure })
        }
        (None, None) => return None,
    };
    Some(Found::new(scan.at, Interval::day(day)).strength(strength))
}

impl Scan<'_> {
    /// Takes ` Q3` after a year.
    fn eat_next_quarter(&mut self) -> Option<i64> {
        let mut ahead = *self;
        if !ahead.blanks() || !ahead.eat_any(&["Q", "q"]) {
            return None;
        }
        let (quarter, _) = ahead.number(1)?;
        *self = ahead;
        Some(quarter)
    }
}
