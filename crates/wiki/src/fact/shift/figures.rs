//! Days without a year in figures: "12/15", "15.12.". Beside other words these are as often counts and fractions, so
//! that they are read only in what moves and in what may be moved.

use jiff::ToSpan;
use jiff::civil::Date;

use crate::canon::is_han;
use crate::time::{Dated, Interval};

/// Half a year in days.
pub(super) const HALF_A_YEAR: i32 = 182;

/// The days in figures that a text gives, in order: the nearest of their years. What can be read in two ways, such
/// as "5/6", is none, but beside Han, where the month comes first.
pub(super) fn days(text: &str, today: Date) -> Vec<Dated> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find(|c: char| c.is_ascii_digit()) {
        let start = at + next;
        at = start + text[start..].bytes().take_while(|it| part_of_figures(*it)).count();
        let before = text[..start].chars().next_back();
        if before.is_some_and(|c| c.is_ascii_alphanumeric() || "/.,-:$€£#".contains(c)) {
            continue;
        }
        let Some((length, days)) = day(text, start, at, today) else { continue };
        let place = start..start + length;
        found.push(Dated { place, days, is_relative: true, is_yearless: true, is_bounded: false });
    }
    found
}

fn part_of_figures(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b'/' | b'.')
}

/// The day that these bytes say, and how many of them.
fn day(text: &str, start: usize, end: usize, today: Date) -> Option<(usize, Interval)> {
    let said = &text[start..end];
    let after = text[end..].chars().next();
    let (first, rest, dotted) = match (said.split_once('/'), said.split_once('.')) {
        (Some((first, rest)), _) => (first, rest.trim_end_matches('.'), false),
        (None, Some((first, rest))) => (first, rest.strip_suffix('.')?, true),
        (None, None) => return None,
    };
    let number = |it: &str| {
        let digits = (1..=2).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_digit());
        digits.then(|| it.parse::<i8>().ok()).flatten()
    };
    let (one, two) = (number(first)?, number(rest)?);
    let joined = after.is_some_and(|c| c.is_ascii_alphanumeric() || "%-:\"″'".contains(c));
    // Round the clock, and the part of something.
    if joined || (one, two) == (24, 7) || after == Some('的') {
        return None;
    }
    let beside = text[..start].chars().next_back().is_some_and(is_han) || after.is_some_and(is_han);
    let (month, day) = match (one, two) {
        _ if dotted => (two, one),
        (1..=12, 13..) => (one, two),
        (13.., 1..=12) => (two, one),
        _ if one == two || beside => (one, two),
        _ => return None,
    };
    let length = first.len() + 1 + rest.len() + usize::from(dotted);
    Some((length, Interval::day(nearest(month, day, today)?)))
}

/// The day of this year, of the last one where that is over half a year ahead, of the next where it is that long ago.
fn nearest(month: i8, day: i8, today: Date) -> Option<Date> {
    let of = |year: i16| Date::new(year, month, day).ok();
    let this = of(today.year())?;
    if this > today.checked_add(HALF_A_YEAR.days()).ok()? {
        return of(today.year() - 1);
    }
    if this < today.checked_sub(HALF_A_YEAR.days()).ok()? {
        return of(today.year() + 1);
    }
    Some(this)
}
