//! Where a text says that something moves, and to which day: "moved up to Tuesday", "从周五改到周一".

use std::ops::Range;

use jiff::civil::{Date, Weekday};
use jiff::{Span, ToSpan};

use super::figures::HALF_A_YEAR;
use super::thing::without_joints;
use super::{Way, amount, clock, figures, named_day, noon};
use crate::time;

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
    ("推到", Way::Later),
    ("拖到", Way::Later),
    ("改到", Way::Either),
    ("改成", Way::Either),
    ("换到", Way::Either),
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
    ("is now due", Way::Either),
    ("is now set for", Way::Either),
    ("is now planned for", Way::Either),
    ("is now scheduled for", Way::Either),
];

/// The day from which something moves, as a text names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Old {
    Day(Date),
    Weekday(Weekday),
}

impl Old {
    pub(super) fn is(self, day: Date) -> bool {
        match self {
            Self::Day(it) => it == day,
            Self::Weekday(it) => it == day.weekday(),
        }
    }
}

/// Where a text says that something moves.
pub(super) struct Spot {
    /// From what says that it moves to the end of when it is now.
    pub(super) place: Range<usize>,
    /// Where the day or the amount ends: behind it stands what is done then.
    pub(super) rest: usize,
    pub(super) way: Way,
    pub(super) weekday: Option<(usize, Weekday)>,
    /// The new day, where the words say it.
    pub(super) day: Option<Date>,
    pub(super) by: Option<Span>,
    /// The day before, where it is named beside the new one.
    pub(super) from: Option<Old>,
    /// Whether no more than the hour is new.
    pub(super) hour: bool,
}

/// A day at a place of a text.
struct At {
    end: usize,
    weekday: Option<(usize, Weekday)>,
    day: Option<Date>,
}

impl At {
    fn old(&self) -> Option<Old> {
        let weekday = || Some(Old::Weekday(self.weekday?.1));
        self.day.map(Old::Day).or_else(weekday)
    }
}

/// What of a text moves something; `None` if nothing does.
pub(super) fn read(text: &str, today: Date) -> Option<Spot> {
    let lower = text.to_ascii_lowercase();
    let by_amount = || {
        let (place, way, by) = amount::read(&lower)?;
        let rest = place.end;
        Some(Spot {
            place,
            rest,
            way,
            weekday: None,
            day: None,
            by: Some(by),
            from: None,
            hour: false,
        })
    };
    let spot = from_to(text, &lower, today).or_else(|| to_day(text, &lower, today));
    let spot = spot.or_else(by_amount).or_else(|| instead(text, &lower, today));
    spot.or_else(|| to_hour(text, &lower, today))
}

/// Where a phrase stands as words of its own.
fn stands(lower: &str, phrase: &str) -> Option<usize> {
    let at = lower.find(phrase)?;
    let apart = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphanumeric());
    let stands = !phrase.is_ascii()
        || apart(lower[..at].chars().next_back())
            && (phrase.ends_with(' ') || apart(lower[at + phrase.len()..].chars().next()));
    stands.then_some(at)
}

/// Where the earliest phrase stands that says that a thing moves, and of those at one place the longest.
fn phrase(lower: &str) -> Option<(usize, usize, Way)> {
    let found = MOVES.iter().filter_map(|(phrase, way)| {
        let at = stands(lower, phrase)?;
        Some((at, at + phrase.len(), *way))
    });
    found.min_by_key(|(at, end, _)| (*at, usize::MAX - end))
}

/// "moved to 5pm", 改到下午5点: the day stays.
fn to_hour(text: &str, lower: &str, today: Date) -> Option<Spot> {
    let (at, end) = from_hour(lower).or_else(|| {
        let (at, end, _) = phrase(lower)?;
        Some((at, end + clock::begins(&lower[end..])?))
    })?;
    let dated =
        !time::find(&text[end..], &noon(today)?).is_empty() || named_day(&text[end..]).is_some();
    let (place, rest, way) = (at..end, end, Way::Either);
    let spot =
        Spot { place, rest, way, weekday: None, day: None, by: None, from: None, hour: true };
    (!dated).then_some(spot)
}

/// "moved from 3pm to 4pm".
fn from_hour(lower: &str) -> Option<(usize, usize)> {
    let (at, when, _) = from(lower)?;
    let end = when + clock::begins(&lower[when..])?;
    lower[when..end].contains("to ").then_some((at, end))
}

/// Where the earliest phrase stands that says that a thing moves from somewhere, with where that begins.
fn from(lower: &str) -> Option<(usize, usize, Way)> {
    let found = MOVES.iter().filter_map(|(phrase, way)| {
        let from = format!("{} from ", phrase.strip_suffix(" to")?);
        let at = stands(lower, &from)?;
        Some((at, at + from.len(), *way))
    });
    found.min_by_key(|(at, end, _)| (*at, usize::MAX - end))
}

/// "提前到周二", "moved up to Tuesday", "moved to 5pm on Tuesday".
fn to_day(text: &str, lower: &str, today: Date) -> Option<Spot> {
    let (at, end, way) = phrase(lower)?;
    let new = day_at(text, end, today).or_else(|| {
        let hour = end + clock::begins(&lower[end..])?;
        day_at(text, hour, today)
    })?;
    let mut spot = Spot {
        place: at..new.end,
        rest: new.end,
        way,
        weekday: new.weekday,
        day: new.day,
        by: None,
        from: None,
        hour: false,
    };
    // "moved to Friday from Thursday".
    let behind = new.end + stamp(&text[new.end..]);
    if let Some(after) = lower[behind..].strip_prefix(" from ")
        && let Some(old) = day_at(text, lower.len() - after.len(), today)
    {
        spot.from = old.old();
        spot.rest = old.end + stamp(&text[old.end..]);
    }
    Some(spot)
}

/// "moved from Friday to Monday".
fn from_to(text: &str, lower: &str, today: Date) -> Option<Spot> {
    let (at, when, way) = from(lower)?;
    // Read with what follows, the two days would be one span of time.
    let ends = [" to ", " until ", " till "].into_iter();
    let (end, length) = ends.filter_map(|it| Some((lower[when..].find(it)?, it.len()))).min()?;
    let end = when + end;
    let old = day_at(&text[..end], when, today)?;
    let named = old.end + stamp(&text[old.end..end]);
    if !text[named..end].trim().is_empty() {
        return None;
    }
    let start = end + length;
    let new = day_at(&text[start..], 0, today)?;
    let new_end = start + new.end;
    let mut spot = Spot {
        place: at..new_end,
        rest: new_end,
        way,
        weekday: new.weekday.map(|(end, day)| (start + end, day)),
        day: new.day,
        by: None,
        from: old.old(),
        hour: false,
    };
    if let Some((length, first, last)) = span_stamp(&text[new_end..]) {
        spot.place.end += length;
        spot.rest += length;
        (spot.from, spot.day) = (Some(Old::Day(first)), Some(last));
    }
    Some(spot)
}

/// The dates in a text that tells what is planned: a day without a year that is over for more than half a year
/// is that of the next one.
pub(super) fn dates(text: &str, today: Date) -> Vec<time::Dated> {
    let mut found = noon(today).map_or_else(Vec::new, |now| time::find(text, &now));
    let over = today.checked_sub(HALF_A_YEAR.days()).unwrap_or(Date::MIN);
    for it in found.iter_mut().filter(|it| it.is_yearless) {
        if let Some(next) = it.days.years_earlier(-1).filter(|_| it.days.to < over) {
            it.days = next;
        }
    }
    let mut in_figures = figures::days(text, today);
    in_figures.retain(|it| {
        found
            .iter()
            .all(|known| known.place.end <= it.place.start || it.place.end <= known.place.start)
    });
    if !in_figures.is_empty() {
        found.extend(in_figures);
        found.sort_by_key(|it| it.place.start);
    }
    found
}

/// The day that a text gives at a place, or behind the blanks and small words there.
fn day_at(text: &str, at: usize, today: Date) -> Option<At> {
    let mut when = text.len() - text[at..].trim_start().len();
    for word in ["on ", "the "] {
        let next = text.get(when..when + word.len());
        when += next.filter(|it| it.eq_ignore_ascii_case(word)).map_or(0, str::len);
    }
    let weekday = time::weekday(&text[when..]).map(|(length, day)| (when + length, day));
    let found = dates(text, today).into_iter().find(|it| it.place.start == when);
    let end = weekday.map(|it| it.0).into_iter().chain(found.as_ref().map(|it| it.place.end));
    let end = end.max()?;
    let stamped = text[end..].trim_start().get(1..11).filter(|_| stamp(&text[end..]) > 0);
    let day = stamped.and_then(|it| it.parse().ok());
    // A weekday alone may be that of any week.
    let day = day.or_else(|| found.filter(|_| weekday.is_none())?.days.single());
    Some(At { end, weekday, day })
}

/// The bytes of a date in brackets that a text begins with: ` (2026-12-08)`.
fn stamp(text: &str) -> usize {
    let blanks = text.len() - text.trim_start().len();
    let date = text[blanks..].strip_prefix('(').and_then(|it| it.get(..11));
    let is_date =
        date.and_then(|it| it.strip_suffix(')')).is_some_and(|it| it.parse::<Date>().is_ok());
    if is_date { blanks + 12 } else { 0 }
}

/// The bytes of two dates in brackets that a text begins with, and these: ` (2026-12-04..2026-12-07)`.
fn span_stamp(text: &str) -> Option<(usize, Date, Date)> {
    let inner = text.trim_start().strip_prefix('(')?.get(..22)?;
    let (first, last) = (inner.get(..10)?, inner.get(10..)?);
    let last = last.strip_prefix("..")?;
    let closed = text.trim_start().get(23..)?.starts_with(')');
    let blanks = text.len() - text.trim_start().len();
    closed.then_some((blanks + 24, first.parse().ok()?, last.parse().ok()?))
}

/// "We ship on Friday instead": a day, and at the end the word that it is another one.
fn instead(text: &str, lower: &str, today: Date) -> Option<Spot> {
    let plain = lower.trim_end_matches(|c: char| c.is_whitespace() || ".!".contains(c));
    plain.strip_suffix("instead").filter(|it| it.ends_with(' '))?;
    let mut days = dates(text, today);
    days.retain(|it| it.days.single().is_some());
    let (place, day) = match days.as_slice() {
        [] => (named_day(text)?, None),
        [one] => (one.place.clone(), one.days.single()),
        _ => return None,
    };
    let weekday =
        time::weekday(&text[place.start..]).map(|(length, it)| (place.start + length, it));
    let at = without_joints(&text[..place.start]).len();
    let (place, rest) = (at..place.end, place.end);
    Some(Spot { place, rest, way: Way::Either, weekday, day, by: None, from: None, hour: false })
}

/// The text without the day from which something moves, and that day: "the launch on Dec 9", "发布从周五".
pub(super) fn without_old(said: &str, today: Date) -> (String, Option<Old>) {
    let mut days = dates(said, today);
    let stamped = |it: &time::Dated| said[..it.place.start].ends_with('(');
    days.retain(|it| it.days.single().is_some() && !stamped(it));
    if let [one] = days.as_slice()
        && let Some(at) = day_at(said, one.place.start, today)
        && let Some(old) = at.old()
    {
        let end = at.end + stamp(&said[at.end..]);
        let before = without_joints(&said[..one.place.start]);
        return (format!("{before} {}", &said[end..]), Some(old));
    }
    let begins = |at: &usize| !said[..*at].ends_with(|c: char| c.is_ascii_alphanumeric());
    let starts = said.char_indices().map(|(at, _)| at).filter(begins);
    let last = starts.filter_map(|at| {
        let (length, day) = time::weekday(&said[at..])?;
        said[at + length..].trim().is_empty().then_some((at, day))
    });
    match last.min_by_key(|it| it.0) {
        Some((at, day)) => (without_joints(&said[..at]).to_owned(), Some(Old::Weekday(day))),
        None => (said.to_owned(), None),
    }
}
