//! Dates in words: what "next Friday", "上周二" or "2026-10" mean, given a clock and a zone as a value.
//!
//! English and Chinese (simplified and traditional). Weeks start on Monday, as in ISO 8601. Nothing
//! here reads a clock, and a calendar date never passes through an instant, so that it cannot move
//! to its neighbour in another zone. Three readings that people differ on are fixed as follows:
//!
//! - "next Friday" is the first Friday after today, "last Friday" the latest before today, so on a
//!   Friday both are seven days away. "Friday of next week" and "下周五" always mean the next ISO week.
//! - A date without a year is this year's, or last year's when this year's is over half a year ahead:
//!   memory looks back more often than ahead.
//! - "last 7 days" is seven calendar days and today is the last of them; "last 24h" is an exact
//!   stretch of time, 24 real hours even when the clocks change.

mod bounds;
mod calendar;
mod english;
mod han;
mod moment;
mod numeric;
mod prose;
mod scan;
mod season;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::Range;

use jiff::civil::Date;
use jiff::{Timestamp, ZonedDateTime};

use crate::numeral;

pub(crate) use moment::names_days;
pub use moment::{read_date, read_moment};

/// The clock and the zone, handed in by whoever may read them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Now {
    /// The present moment, in the vault's zone.
    pub at: ZonedDateTime,
}

impl Now {
    /// The calendar day in the vault's zone.
    pub fn today(&self) -> Date {
        self.at.date()
    }
}

/// Calendar days, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The first day.
    pub from: Date,
    /// The last day, never before `from`.
    pub to: Date,
}

impl Interval {
    /// One day.
    pub fn day(day: Date) -> Self {
        Self { from: day, to: day }
    }

    /// Whether the day lies within.
    pub fn contains(&self, day: Date) -> bool {
        self.from <= day && day <= self.to
    }

    /// The same days that many years earlier, later if negative; a leap day becomes the day before.
    pub fn years_earlier(&self, years: i16) -> Option<Self> {
        bounds::in_year(*self, self.from.year().checked_sub(years)?)
    }

    /// The day, if it is exactly one.
    pub fn single(&self) -> Option<Date> {
        (self.from == self.to).then_some(self.from)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.single() {
            Some(day) => write!(f, "{day}"),
            None => write!(f, "{}..{}", self.from, self.to),
        }
    }
}

/// A stretch of real time: `from` is in it, `to` is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instants {
    /// The first instant.
    pub from: Timestamp,
    /// The first instant after it.
    pub to: Timestamp,
}

impl Instants {
    /// Whether the instant lies within.
    pub fn contains(&self, at: Timestamp) -> bool {
        self.from <= at && at < self.to
    }
}

/// A text that is not a date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` is not a date; accepted are `2026-10-31`, `2026-10`, `2026`, `2026-10-01..2026-10-31`, \
     `March 2026`, `yesterday`, `last week`, `next Friday`, `last 7 days`, `2026年11月3日`, `上周二`"
)]
pub struct DateProblem {
    /// What was given, shortened.
    pub text: String,
}

impl DateProblem {
    fn new(text: &str) -> Self {
        Self { text: text.chars().filter(|c| !c.is_control()).take(60).collect() }
    }

    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        "give a day as year-month-day, for example 2026-10-31"
    }
}

/// The days that a date expression means; the whole text must be one.
pub fn interval(text: &str, now: &Now) -> Result<Interval, DateProblem> {
    whole(text, now).map(|found| found.days).ok_or_else(|| DateProblem::new(text))
}

/// Why a text does not say when something holds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValidProblem {
    /// It is no date and no interval.
    #[error(transparent)]
    Date(#[from] DateProblem),
    /// It ends before it begins.
    #[error("{from}..{to} ends before it begins")]
    Backwards {
        /// The first day.
        from: Date,
        /// The last day.
        to: Date,
    },
}

/// As [`interval`], of something that ends or is due: a weekday or a day without a year is the coming one.
///
/// # Errors
/// [`DateProblem`] as of [`interval`].
pub fn coming(text: &str, now: &Now) -> Result<Interval, DateProblem> {
    const BACK: [&str; 8] = ["last", "past", "previous", "ago", "yesterday", "上", "昨", "前"];
    let said = interval(text, now)?;
    let lower = text.to_lowercase();
    if said.to >= now.today() || BACK.iter().any(|it| lower.contains(it)) {
        return Ok(said);
    }
    let spans = [jiff::Span::new().days(7), jiff::Span::new().years(1)];
    let later = spans.into_iter().find_map(|span| {
        let then = Now { at: now.at.checked_add(span).ok()? };
        interval(text, &then).ok().filter(|it| it.from >= now.today())
    });
    Ok(later.unwrap_or(said))
}

/// The days on which something holds, both included: a date expression, or two with `..` between them of
/// which one may be missing; the end that is missing is open.
///
/// # Errors
/// [`ValidProblem`]
pub fn parse_valid(text: &str, now: &Now) -> Result<(Option<Date>, Option<Date>), ValidProblem> {
    let text = text.trim();
    let Some((first, last)) = text.split_once("..") else {
        let days = interval(text, now)?;
        // What has no end for a calendar has none for a reader.
        let from = (days.from != Date::MIN).then_some(days.from);
        return Ok((from, (days.to != Date::MAX).then_some(days.to)));
    };
    let (first, last) = (first.trim(), last.trim_start_matches('.').trim());
    if first.is_empty() && last.is_empty() {
        return Err(DateProblem::new(text).into());
    }
    let end = |text: &str| {
        if text.is_empty() { Ok(None) } else { interval(text, now).map(Some) }
    };
    let (from, to) = (end(first)?.map(|days| days.from), end(last)?.map(|days| days.to));
    match (from, to) {
        (Some(from), Some(to)) if from > to => Err(ValidProblem::Backwards { from, to }),
        both => Ok(both),
    }
}

/// The same as real time: exact for "last 24h", otherwise from the start of the first day to the
/// end of the last in the zone of `now`.
pub fn instants(text: &str, now: &Now) -> Result<Instants, DateProblem> {
    let found = whole(text, now).ok_or_else(|| DateProblem::new(text))?;
    if let Some(exact) = found.exact {
        return Ok(exact);
    }
    calendar::instants(found.days, now).ok_or_else(|| DateProblem::new(text))
}

/// A date expression within a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dated {
    /// The bytes of the text.
    pub place: Range<usize>,
    /// The days that it means.
    pub days: Interval,
    /// Whether the meaning depends on `now`: "yesterday", "上周二", "11月3日".
    pub is_relative: bool,
    /// Whether a year is lacking and the nearest was taken: "8 May", "11月".
    pub is_yearless: bool,
    /// Whether it says where the days end and not which they are: "before 4 October", "3日到5日".
    pub is_bounded: bool,
}

/// Every date expression within free text, in order, none overlapping. Versions, clock times, phone
/// numbers, titles ("Today Show") and the verbs "may" and "march" are not dates; a bare month, year or
/// weekday counts only after a word such as "in", "on" or "since".
pub fn find(text: &str, now: &Now) -> Vec<Dated> {
    finds(text, now, range).into_iter().map(dated).collect()
}

/// As [`find`], in a question: "since", "before" and their like belong to the expression, and a month or more
/// alone needs no other word.
pub fn asked(text: &str, now: &Now) -> Vec<Dated> {
    let found = finds(text, now, bounds::within);
    if found.is_empty()
        && let Some(found) = whole(text, now)
        && found.strength <= Strength::WithCue
        && found.days.single().is_none()
    {
        return vec![dated((text.len() - text.trim_start().len(), found))];
    }
    found.into_iter().map(dated).collect()
}

fn dated((at, found): (usize, Found)) -> Dated {
    Dated {
        place: at..found.end,
        days: found.days,
        is_relative: found.relative,
        is_yearless: found.yearless,
        is_bounded: found.bounded,
    }
}

/// The weekday that a text begins with, and its bytes: "Tuesday", "周二"; not "周三次".
pub(crate) fn weekday(text: &str) -> Option<(usize, jiff::civil::Weekday)> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let named = english::weekday(&text[..letters].to_ascii_lowercase());
    named.map(|day| (letters, day)).or_else(|| han::weekday(text))
}

/// The month, from 1 to 12, of which a word in small letters is the name or its abbreviation.
pub fn month(word: &str) -> Option<i64> {
    english::month(word)
}

/// Whether a word in small letters is the name of a weekday or a month, or its abbreviation.
pub(crate) fn is_day_name(word: &str) -> bool {
    english::weekday(word).is_some() || english::month(word).is_some()
}

/// Whether an expression counts from the present, whatever month it falls in: "last month", "今年"; neither
/// "in October" nor "Friday".
pub fn counts_from_now(expression: &str) -> bool {
    is_pointed(expression) && !names_month(expression)
}

/// The text with the calendar date in brackets behind each expression that depends on `now`, so
/// that it can still be understood next year: "下周三发布" becomes "下周三(2026-11-18)发布". Code, links,
/// addresses, tags and names of files or works stay as they are.
pub fn resolve_relative(text: &str, now: &Now) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    let mut found = finds(text, now, range);
    found.retain(|(_, found)| found.relative && !found.vague);
    if found.is_empty() {
        return text.to_owned();
    }
    let names = prose::Names::of(text);
    found.retain(|(start, found)| !names.hold(*start, found.end));
    for (start, found) in found {
        // A day that names its month lacks its year only, and which one is a guess; a bare weekday may
        // be every one of them.
        let (said, after) = (&text[start..found.end], &text[found.end..]);
        if !counts_from_now(said) || goes_on(after) {
            continue;
        }
        out.push_str(&text[copied..found.end]);
        copied = found.end;
        if is_told(after, found.days, now) {
            continue;
        }
        let noted = format!("({})", found.days);
        if text[..found.end].ends_with(|c: char| c.is_ascii()) {
            out.push(' ');
        }
        out.push_str(&noted);
    }
    out.push_str(&text[copied..]);
    out
}

/// Whether the date of these days follows in brackets, even another one: whoever wrote it knows which is meant.
fn is_told(after: &str, days: Interval, now: &Now) -> bool {
    let after = after.trim_start_matches(' ');
    let inside = [('(', ')'), ('（', '）')].into_iter().find_map(|(open, close)| {
        let inside = after.strip_prefix(open)?;
        // A date is short, so that a bracket that closes further on need not be looked for.
        let reach = inside.char_indices().nth(TOLD_CHARS).map_or(inside.len(), |(at, _)| at);
        inside[..reach].split_once(close).map(|(inside, _)| inside)
    });
    inside.is_some_and(|inside| {
        inside == days.to_string()
            || whole(inside, now).is_some_and(|it| {
                let span = |days: Interval| days.to.since(days.from).map(|it| it.get_days()).ok();
                (!it.relative || it.yearless) && span(it.days) <= span(days)
            })
    })
}

/// Whether an expression points from the present: `next Friday`, `明天`; not `Friday`.
fn is_pointed(expression: &str) -> bool {
    const WORDS: [&str; 12] = [
        "next",
        "last",
        "this",
        "coming",
        "past",
        "tomorrow",
        "yesterday",
        "today",
        "tonight",
        "ago",
        "in",
        "previous",
    ];
    let lower = expression.to_lowercase();
    let word = lower.split(|c: char| !c.is_ascii_alphabetic()).any(|it| WORDS.contains(&it));
    word || lower.contains(['下', '上', '明', '昨', '今', '后', '前', '本', '這', '这'])
}

/// Whether what follows makes a name or a recurrence of it: `today's`, `last Friday of each month`.
fn goes_on(after: &str) -> bool {
    ["'s", "’s", " of "].iter().any(|it| after.starts_with(it))
}

/// Whether an expression says its month by name or number.
fn names_month(expression: &str) -> bool {
    let lower = expression.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_ascii_alphabetic());
    let spelled = words.any(|word| english::month(word).is_some());
    let numbered = |c: char| c.is_ascii_digit() || numeral::of_han(c).is_some();
    let han = lower.split_once('月').is_some_and(|(before, _)| before.ends_with(numbered));
    spelled || han
}

/// Characters of a date in brackets, at most.
const TOLD_CHARS: usize = 40;

/// How much around an expression it takes to believe that it is a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    /// Nothing else: "last week", "2026-10-31".
    Sure,
    /// A word such as "in" or "on" before it: "March", "2026", "Friday".
    WithCue,
    /// It must be the whole text: "20261031", "in 3 days".
    Alone,
}

/// An expression that was read, from where the reader stood to `end`.
#[derive(Clone, Copy, Debug)]
struct Found {
    end: usize,
    days: Interval,
    exact: Option<Instants>,
    strength: Strength,
    /// Whether the meaning depends on `now`.
    relative: bool,
    /// Whether only its year depends on `now`.
    yearless: bool,
    /// Whether its ends are said: "since Friday", "3日到5日".
    bounded: bool,
    /// Whether nobody could say which days it means: "a few days ago".
    vague: bool,
}

impl Found {
    fn new(end: usize, days: Interval) -> Self {
        Self {
            end,
            days,
            exact: None,
            strength: Strength::Sure,
            relative: false,
            yearless: false,
            bounded: false,
            vague: false,
        }
    }

    fn relative(self) -> Self {
        Self { relative: true, ..self }
    }

    fn yearless(self) -> Self {
        Self { relative: true, yearless: true, ..self }
    }

    fn vague(self) -> Self {
        Self { relative: true, vague: true, ..self }
    }

    fn strength(self, strength: Strength) -> Self {
        Self { strength: self.strength.max(strength), ..self }
    }
}

fn whole(text: &str, now: &Now) -> Option<Found> {
    let start = text.len() - text.trim_start().len();
    let signs = ['?', '!', '。', '？', '！', ' '];
    let dotted = text.trim_end().trim_end_matches(signs);
    // What ends in two dots is open, in one or in three it is a sentence.
    let dots = dotted.len() - dotted.trim_end_matches('.').len();
    let end = if dots == 2 { dotted.len() } else { dotted.trim_end_matches('.').trim_end().len() };
    let text = &text[..end.max(start)];
    bounds::whole(text, start, now).or_else(|| {
        read_moment(&text[start..]).map(|at| Found::new(text.len(), Interval::day(at.date())))
    })
}

/// One expression, or two with a connector between them.
fn range(text: &str, at: usize, now: &Now) -> Option<Found> {
    bounds::range(text, at, now)
}

/// The longest reading of what starts here: "2026 年 11 月" is more than the year 2026.
fn expression(text: &str, at: usize, now: &Now) -> Option<Found> {
    let next = text[at..].chars().next()?;
    let numeric = scan::digit(next).and_then(|_| numeric::read(text, at));
    let english = next.is_ascii_alphanumeric().then(|| english::read(text, at, now)).flatten();
    let han = (!next.is_ascii_alphabetic()).then(|| han::read(text, at, now)).flatten();
    let readings = [numeric, english, han].into_iter().flatten();
    readings.filter(|found| scan::ends_here(text, found.end)).max_by_key(|found| found.end)
}

/// Reads what starts at a place.
type Reader = fn(&str, usize, &Now) -> Option<Found>;

fn finds(text: &str, now: &Now, read: Reader) -> Vec<(usize, Found)> {
    let mut out = Vec::new();
    let mut at = 0;
    let mut before = None;
    while let Some(c) = text[at..].chars().next() {
        let found = scan::starts_here(text, at, before, c)
            .then(|| read(text, at, now))
            .flatten()
            .filter(|found| match found.strength {
                Strength::Sure => true,
                Strength::WithCue => scan::cue_before(text, at),
                Strength::Alone => false,
            })
            .filter(|found| !english::is_title(text, at, found.end));
        match found {
            Some(found) => {
                before = text[..found.end].chars().next_back();
                out.push((at, found));
                at = found.end;
            }
            None => {
                before = Some(c);
                at += c.len_utf8();
            }
        }
    }
    out
}
