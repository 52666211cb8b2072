//! Dates and moments as records write them: frontmatter values, chat exports, transcripts. They are
//! absolute, so no clock is needed, and what was written is what is returned: an offset or a `Z` is
//! not applied.

use jiff::civil::{Date, DateTime, Time};

use super::scan::Scan;
use super::{Now, english, expression};
use crate::canon::is_han;

/// The calendar date that a frontmatter value names: a date or a timestamp. A date-only value never
/// shifts, and of a timestamp the date is the one that stands there.
pub fn read_date(text: &str) -> Option<Date> {
    read_moment(text).map(DateTime::date)
}

/// A date with or without a time of day (midnight then): ISO timestamps, "1:56 pm on 8 May, 2023",
/// "2023/05/20 (Sat) 02:21", "May 8, 2023 at 13:56", "2026年11月3日 14:00". Nothing relative.
pub fn read_moment(text: &str) -> Option<DateTime> {
    const MOMENT_BYTES_MAX: usize = 80;
    let text = text.trim();
    if text.is_empty() || text.len() > MOMENT_BYTES_MAX {
        return None;
    }
    let fixed = epoch()?;
    let mut date = None;
    let mut time = None;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if date.is_none()
            && let Some((day, end)) = absolute(text, at, &fixed)
        {
            date = Some(day);
            at = end;
        } else if time.is_none()
            && let Some((clock, end)) = clock(text, at)
        {
            time = Some(clock);
            at = zone(text, end);
        } else if c.is_ascii_alphabetic() {
            at = filler(text, at)?;
        } else if c.is_whitespace() || matches!(c, ',' | '(' | ')' | '，' | '（' | '）') {
            at += c.len_utf8();
        } else {
            return None;
        }
    }
    Some(date?.to_datetime(time.unwrap_or(Time::midnight())))
}

/// Whether a text as a whole names a day, a month, a year or a time of several days, and none that counts from today.
pub(crate) fn names_days(text: &str) -> bool {
    let days = |fixed: &Now| super::interval(text, fixed).is_ok();
    read_date(text).is_some()
        || (!super::counts_from_now(text) && epoch().is_some_and(|it| days(&it)))
}

/// Absolute expressions do not look at the clock, so any will do.
fn epoch() -> Option<Now> {
    let at = jiff::Timestamp::UNIX_EPOCH.to_zoned_datetime(jiff::tz::TimeZone::UTC);
    Some(Now { at })
}

fn absolute(text: &str, at: usize, fixed: &Now) -> Option<(Date, usize)> {
    // Of an ISO timestamp only the date is taken here: the time of day has its own reader.
    let head = text[at..].find(['T', 't']).map_or(text.len(), |t| at + t);
    let iso = text[at..head].len() == 10 && text.as_bytes()[at].is_ascii_digit();
    let limited = if iso { &text[..head] } else { text };
    let found = expression(limited, at, fixed).filter(|found| !found.relative)?;
    Some((found.days.single()?, found.end))
}

/// `02:21`, `1:56 pm`, `T02:21:05.123`, `3pm`, `14时05分`.
fn clock(text: &str, at: usize) -> Option<(Time, usize)> {
    let mut scan = Scan::new(text, at);
    let iso = scan.eat("T") || scan.eat("t");
    let (mut hour, _) = scan.number(2)?;
    let mut minute = 0;
    let mut second = 0;
    let exact = scan.eat_any(&[":", "：", "时", "時", "点", "點"]);
    if exact {
        minute = scan.number(2).map_or(0, |(minute, _)| minute);
        if scan.eat_any(&[":", "分"]) {
            second = scan.number(2).map_or(0, |(second, _)| second);
            if scan.eat(".") {
                scan.number(9)?;
            }
            scan.eat("秒");
        }
    } else if iso {
        return None;
    }
    let mut ahead = scan;
    ahead.blanks();
    let half = ahead.word().map(|word| word.as_str().to_owned());
    match half.as_deref() {
        Some("am") if (1..=12).contains(&hour) => {
            hour %= 12;
            scan = ahead;
        }
        Some("pm") if (1..=12).contains(&hour) => {
            hour = hour % 12 + 12;
            scan = ahead;
        }
        _ if !exact => return None,
        _ => {}
    }
    // A leap second is read as the last ordinary one.
    let second = second.min(59);
    let time =
        Time::new(hour.try_into().ok()?, minute.try_into().ok()?, second.try_into().ok()?, 0);
    Some((time.ok()?, scan.at))
}

/// Passes over a zone behind a time of day: `Z`, `+08:00`, `[Asia/Shanghai]`.
fn zone(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let digits = |b: &u8| b.is_ascii_digit() || *b == b':';
    let mut end = at;
    if rest.starts_with(['Z', 'z']) {
        end += 1;
    } else if rest.starts_with(['+', '-']) {
        end += 1 + rest.as_bytes()[1..].iter().take(6).take_while(|b| digits(b)).count();
    }
    if text[end..].starts_with('[')
        && let Some(close) = text[end..].find(']')
    {
        end += close + 1;
    }
    end
}

/// Words that stand in a moment and say nothing new.
fn filler(text: &str, at: usize) -> Option<usize> {
    let mut scan = Scan::new(text, at);
    let word = scan.word()?;
    let known = matches!(word.as_str(), "on" | "at" | "the" | "utc" | "gmt" | "of")
        || english::weekday(word.as_str()).is_some();
    let whole = scan.peek().is_none_or(|c| !c.is_alphanumeric() || is_han(c));
    (known && whole).then_some(scan.at)
}
