//! Whether a free text moves the day of what another text dates: "下周三发布", then "提前到周二".
//!
//! A rule of words, English and Chinese, as in `stance`. It answers only where one thing can be meant; a
//! text that it misses stays visible beside the other.

use std::ops::Range;

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;

use super::stance;
use crate::canon::{stem, words};
use crate::time::{self, Now};

/// Which way a thing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Earlier,
    Later,
    Either,
}

/// What says that a thing moves, in small letters; behind it stands when it is now.
const MOVES: &[(&str, Way)] = &[
    ("提前到", Way::Earlier),
    ("提前至", Way::Earlier),
    ("提早到", Way::Earlier),
    ("提早至", Way::Earlier),
    ("推迟到", Way::Later),
    ("推迟至", Way::Later),
    ("推遲到", Way::Later),
    ("推遲至", Way::Later),
    ("推后到", Way::Later),
    ("延期到", Way::Later),
    ("延期至", Way::Later),
    ("延后到", Way::Later),
    ("延后至", Way::Later),
    ("延後到", Way::Later),
    ("顺延到", Way::Later),
    ("顺延至", Way::Later),
    ("延到", Way::Later),
    ("延至", Way::Later),
    ("改期到", Way::Either),
    ("调整到", Way::Either),
    ("调整为", Way::Either),
    ("改到", Way::Either),
    ("改为", Way::Either),
    ("改在", Way::Either),
    ("移到", Way::Either),
    ("挪到", Way::Either),
    ("moved up to", Way::Earlier),
    ("moved forward to", Way::Earlier),
    ("brought forward to", Way::Earlier),
    ("pulled forward to", Way::Earlier),
    ("pulled in to", Way::Earlier),
    ("moved back to", Way::Later),
    ("moved out to", Way::Later),
    ("pushed back to", Way::Later),
    ("pushed out to", Way::Later),
    ("pushed to", Way::Later),
    ("put off until", Way::Later),
    ("put off to", Way::Later),
    ("postponed to", Way::Later),
    ("postponed until", Way::Later),
    ("delayed to", Way::Later),
    ("delayed until", Way::Later),
    ("deferred to", Way::Later),
    ("deferred until", Way::Later),
    ("slipped to", Way::Later),
    ("moved to", Way::Either),
    ("moves to", Way::Either),
    ("shifted to", Way::Either),
    ("rescheduled to", Way::Either),
    ("rescheduled for", Way::Either),
    ("changed to", Way::Either),
    ("is now", Way::Either),
];

/// A text that moves something.
#[derive(Debug)]
pub(super) struct Shift {
    /// What is moved, by the stems of its words; empty where the text does not say.
    subject: Vec<String>,
    way: Way,
    /// A weekday without a date, and where it ends.
    weekday: Option<(usize, Weekday)>,
}

/// What a text moves, and where to; `None` if it moves nothing.
pub(super) fn read(text: &str, today: Date) -> Option<Shift> {
    let lower = text.to_ascii_lowercase();
    let found = MOVES.iter().filter_map(|(phrase, way)| {
        let at = lower.find(phrase)?;
        let apart = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphanumeric());
        let stands = !phrase.is_ascii()
            || apart(text[..at].chars().next_back())
                && apart(text[at + phrase.len()..].chars().next());
        stands.then_some((at, at + phrase.len(), *way))
    });
    // The earliest phrase, and of those at one place the longest.
    let (at, end, way) = found.min_by_key(|(at, end, _)| (*at, usize::MAX - end))?;
    let mut when = end + blanks(&lower[end..]);
    for word in ["on ", "the "] {
        when += lower[when..].strip_prefix(word).map_or(0, |_| word.len());
    }
    let weekday = time::weekday(&text[when..]).map(|(length, day)| (when + length, day));
    if weekday.is_none() {
        let now = noon(today)?;
        time::find(text, &now).into_iter().find(|it| it.place.start == when)?;
    }
    let bare = |it: &(usize, Weekday)| !text[it.0..].trim_start().starts_with(['(', '（']);
    Some(Shift { subject: stance::content(&text[..at]), way, weekday: weekday.filter(bare) })
}

/// A clock on that day: only its date is asked for.
fn noon(day: Date) -> Option<Now> {
    Some(Now { at: day.at(12, 0, 0, 0).to_zoned_datetime(TimeZone::UTC).ok()? })
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

impl Shift {
    /// The day that `old` gives to what is moved; `None` if it is about something else, or over.
    pub(super) fn moves(&self, old: &str, today: Date) -> Option<Date> {
        let day = day_of(old, today).filter(|it| *it >= today)?;
        let known: Vec<String> = words(old).iter().map(|word| stem(word).to_owned()).collect();
        self.subject.iter().all(|word| known.contains(word)).then_some(day)
    }

    /// The text with the date of its weekday, for a thing that was to be on `old`.
    pub(super) fn dated(&self, text: &str, old: Date, today: Date) -> String {
        let Some((end, weekday)) = self.weekday else { return text.to_owned() };
        let Some(day) = self.day(weekday, old, today) else { return text.to_owned() };
        let gap = if text[..end].ends_with(|c: char| c.is_ascii()) { " " } else { "" };
        format!("{}{gap}({day}){}", &text[..end], &text[end..])
    }

    /// The weekday nearest before or after `old`, or in its week; never one that is over.
    fn day(&self, weekday: Weekday, old: Date, today: Date) -> Option<Date> {
        let day = match self.way {
            Way::Earlier => old.nth_weekday(-1, weekday).ok()?,
            Way::Later => old.nth_weekday(1, weekday).ok()?,
            Way::Either => {
                let since = i64::from(old.weekday().to_monday_zero_offset());
                let wanted = i64::from(weekday.to_monday_zero_offset());
                old.checked_add((wanted - since).days()).ok()?
            }
        };
        if day >= today { Some(day) } else { today.yesterday().ok()?.nth_weekday(1, weekday).ok() }
    }
}

/// The one day that a text gives: that between its brackets, else the first that its words mean.
fn day_of(text: &str, today: Date) -> Option<Date> {
    if let Some(span) = stamps(text).pop() {
        return text[span.start + 1..span.end - 1].parse().ok();
    }
    let now = noon(today)?;
    time::find(text, &now).into_iter().find_map(|it| it.days.single())
}

/// Dates in brackets: `(2026-12-08)`.
fn stamps(text: &str) -> Vec<Range<usize>> {
    let is_date = |at: &usize| {
        let inner = text.get(at + 1..at + 11);
        inner.is_some_and(|it| it.parse::<Date>().is_ok()) && text[at + 11..].starts_with(')')
    };
    let opens = text.match_indices('(').map(|(at, _)| at);
    opens.filter(is_date).map(|at| at..at + 12).collect()
}

/// The text without the dates that were put behind its words.
pub(super) fn undated(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for span in stamps(text) {
        out.push_str(text[copied..span.start].trim_end());
        copied = span.end;
    }
    out + &text[copied..]
}
