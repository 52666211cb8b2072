//! Whether a free text moves the day of what another text dates: "下周三发布", then "提前到周二".
//!
//! A rule of words, English and Chinese, as in `stance`. It answers only where one thing can be meant; a
//! text that it misses stays visible beside the other.

mod amount;
mod apart;
mod clock;
mod english;
mod figures;
mod han;
mod mood;
mod off;
mod several;
mod spot;
mod thing;
mod undated;

use std::ops::Range;

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{Span, ToSpan};

use super::{split_pair, stance};
use crate::canon::{fold, is_han, stem, words};
use crate::time::{self, Now};
use spot::{Old, Spot};
pub use thing::Likeness;
use thing::{inmost, thing, without_joints};

/// Which way a thing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Earlier,
    Later,
    Either,
}

/// What follows is why it moves.
const REASONS: &[&str] = &["because", "since ", "due to", "因为", "由于"];
/// What says at which hour of the day, and no more.
const HOURS: &[&str] = &[
    "上午", "下午", "早上", "早晨", "晚上", "中午", "凌晨", "傍晚", "点半", "点钟", "点", "举行",
    "进行", "开始", "吧",
];
const HOUR_WORDS: &[&str] = &[
    "am",
    "pm",
    "morning",
    "noon",
    "afternoon",
    "evening",
    "night",
    "oclock",
    "next",
    "this",
    "week",
    "tonight",
];
/// What leads to the verb that moves.
const AUXILIARIES: &[&str] = &[
    "is",
    "are",
    "was",
    "were",
    "be",
    "been",
    "being",
    "has",
    "have",
    "had",
    "got",
    "get",
    "gets",
    "will",
    "must",
    "needs",
    "need",
    "may",
    "might",
    "should",
    "to",
    "just",
    "now",
    "again",
    "also",
    "already",
    "then",
    "finally",
    "officially",
    "unfortunately",
    "it",
];
/// What comes again and again has no one day.
const AGAIN: &[&str] =
    &["every", "weekly", "daily", "each", "standup", "stand-up", "每", "例会", "周会", "晨会"];

/// A line that a text may move.
#[derive(Clone, Copy, Debug)]
pub struct Line<'l> {
    /// What it says, with its key.
    pub text: &'l str,
    /// The words of the names of its page; none of a page of a day.
    pub names: &'l [String],
    /// The day on which it was said.
    pub said: Date,
}

/// A text that moves something.
#[derive(Debug)]
pub(super) struct Shift {
    /// What is moved, as it is written; where the text does not say, what is done on the new day.
    what: String,
    /// What is moved, by the stems of its words; empty where the text does not say.
    subject: Vec<String>,
    /// What is done on the new day, likewise: "提前到周二交电费".
    action: Vec<String>,
    /// From what says that it moves to the end of when it is now.
    place: Range<usize>,
    way: Way,
    /// A weekday without a date, and where it ends.
    weekday: Option<(usize, Weekday)>,
    /// The new day, where the text gives its date.
    day: Option<Date>,
    /// By how much it moves, where the text says that alone.
    by: Option<Span>,
    /// The day before, where the text names it.
    from: Option<Old>,
    /// What of that is sure.
    tells: Tells,
    /// Whether it is said of one time of what comes again: "today", "because of snow".
    once: bool,
}

/// What a text that moves something says for sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tells {
    /// The day or how far.
    Day,
    /// No more than the hour, of the same day.
    Hour,
    /// That it does not take place.
    Off,
    /// That it may be so.
    Nothing,
}

/// What a text moves, and where to; `None` if it moves nothing.
pub(super) fn read(text: &str, today: Date) -> Option<Shift> {
    let Some(spot) = spot::read(text, today) else { return read_off(text, today) };
    let Spot { place, rest, way, weekday, day, by, from, hour } = spot;
    let open = mood::is_open(text, place.start) || mood::tells_past_year(text, today);
    let bare = |it: &(usize, Weekday)| !text[it.0..].trim_start().starts_with(['(', '（']);
    let rest = text[rest..].trim_end();
    let rest = if way == Way::Either { rest.strip_suffix("instead").unwrap_or(rest) } else { rest };
    let (said, old) = spot::without_old(&text[..place.start], today);
    let said = without_when(without_auxiliaries(&said)).to_owned();
    let done = doing(rest);
    let subject = stance::content(&alike(&said));
    // From which hour: that of the old line is no other.
    let said = match text[place.clone()].split_once(" from ").filter(|_| hour) {
        Some((_, hours)) => format!("{said} at {hours}"),
        None => said,
    };
    let stamped = stamps(text).into_iter().find(|it| it.start >= place.start);
    let stamped = stamped.and_then(|it| text[it.start + 1..it.end - 1].parse().ok());
    let day = stamped.or(day);
    let tells = match day {
        _ if open || several::another(rest) > 0 => Tells::Nothing,
        None if hour => Tells::Hour,
        _ => Tells::Day,
    };
    Some(Shift {
        action: content_of(&done),
        what: if subject.is_empty() { done } else { said },
        subject,
        place,
        way,
        weekday: weekday.filter(bare),
        day,
        by,
        // "Yesterday the launch was moved" says when that was said.
        from: from.or(old.filter(|it| !matches!(it, Old::Day(day) if *day <= today))),
        tells,
        once: mood::is_of_one_time(text),
    })
}

/// What a text says is off; `None` if it says so of nothing.
fn read_off(text: &str, today: Date) -> Option<Shift> {
    let off::Off { what, place, rest } = off::read(text)?;
    let open = mood::is_open(text, place.start) || mood::tells_past_year(text, today);
    let (said, from) = spot::without_old(&what, today);
    let what = without_when(without_auxiliaries(&said)).to_owned();
    let subject = stance::content(&alike(&what));
    let shift = Shift {
        action: content_of(&doing(&text[rest..])),
        what,
        subject,
        place,
        way: Way::Either,
        weekday: None,
        day: None,
        by: None,
        from: from.filter(|it| !matches!(it, Old::Day(day) if *day < today)),
        tells: if open { Tells::Nothing } else { Tells::Off },
        once: mood::is_of_one_time(text),
    };
    (!shift.subject.is_empty()).then_some(shift)
}

/// The text without the verbs that lead to the one that moves: "The launch had to be".
fn without_auxiliaries(said: &str) -> &str {
    let mut said = said.trim_end();
    loop {
        let at = said.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let last = &said[at..];
        if !AUXILIARIES.iter().any(|it| it.eq_ignore_ascii_case(last)) {
            return said;
        }
        said = without_joints(&said[..at]);
    }
}

/// What is moved without the word that it has a day: the launch of "the launch date".
fn without_when(said: &str) -> &str {
    let said = said.trim_end();
    let said = said.strip_suffix("被").unwrap_or(said);
    for word in ["时间", "時間", "日期", "日子"] {
        if let Some(rest) = said.strip_suffix(word) {
            return rest.trim_end().trim_end_matches('的');
        }
    }
    // Only what stands before the verb: "the launch date is", "the launch date was".
    let before = without_joints(said);
    let at = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let when = ["date", "day", "time"].iter().any(|it| it.eq_ignore_ascii_case(&before[at..]));
    if when { before[..at].trim_end() } else { said }
}

/// The text with one word for each of those that name one thing: 会议, 开会 and 会 alone are a meeting.
fn alike(text: &str) -> String {
    let mut text = text.to_owned();
    for word in ["会议", "會議", "开会", "開會", "的会", "的會"] {
        text = text.replace(word, " meeting ");
    }
    if matches!(text.trim(), "会" | "會") { " meeting ".to_owned() } else { text }
}

/// What a text says behind a day but its date, the hour and the reason.
fn doing(rest: &str) -> String {
    let mut rest = clock::without(&undated(rest)).to_ascii_lowercase();
    let reason = REASONS.iter().filter_map(|it| rest.find(it)).min();
    rest.truncate(reason.unwrap_or(rest.len()));
    for hour in HOURS {
        rest = rest.replace(hour, " ");
    }
    rest.trim_matches(|c: char| c.is_whitespace() || ":：,，.。;；!！".contains(c)).to_owned()
}

/// The words of what is done, but those of an hour.
fn content_of(done: &str) -> Vec<String> {
    let mut said = stance::content(done);
    said.retain(|word| {
        !word.starts_with(|c: char| c.is_ascii_digit())
            && !HOUR_WORDS.iter().any(|it| stem(it) == word.as_str())
    });
    said
}

/// The first weekday that a text names.
fn named_day(text: &str) -> Option<Range<usize>> {
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
fn has_weekday_alone(old: &str, today: Date) -> bool {
    let Some(place) = named_day(old).filter(|_| stamps(old).is_empty()) else { return false };
    let lead = |start: usize| {
        let before = old.get(start..place.start).unwrap_or_default().trim();
        before.is_empty() || ["on", "by", "at"].iter().any(|it| before.eq_ignore_ascii_case(it))
    };
    let mut dates = spot::dates(old, today).into_iter();
    dates.all(|it| it.place.end == place.end && lead(it.place.start))
}

/// Whether a text leaves open whether what it says is so.
pub(super) fn leaves_open(text: &str) -> bool {
    mood::is_open(text, text.len())
}

/// A clock on that day: only its date is asked for.
pub(super) fn noon(day: Date) -> Option<Now> {
    Some(Now { at: day.at(12, 0, 0, 0).to_zoned_datetime(TimeZone::UTC).ok()? })
}

impl Shift {
    /// The day that a line gives to what is moved, if it gives one, and how surely it is that; `None` if it is about
    /// something else, or over.
    pub(super) fn moves(&self, line: Line<'_>, today: Date) -> Option<(Option<Date>, Likeness)> {
        let Line { text: old, names, said } = line;
        if self.tells == Tells::Nothing || thing::denies(old) || thing::is_no_plan(old, today) {
            return None;
        }
        if several::stands(old, today) || self.tells == Tells::Hour && several::lasts(old) {
            return None;
        }
        // Which week a weekday alone is of is known from the day on which it was said.
        let planned = plan(old, today).filter(|_| !has_weekday_alone(old, today));
        let Some(day) = planned.or_else(|| self.week_of(old, today)) else {
            let day = self.moves_undated(old, (names, said), today)?;
            return Some((day, Likeness::Exact));
        };
        if self.from.is_some_and(|it| !it.is(day)) {
            return None;
        }
        let guess = matches!(self.tells, Tells::Hour | Tells::Off) || planned.is_none();
        if self.is_bare() {
            return (!guess).then_some((Some(day), Likeness::Unnamed));
        }
        let known: Vec<String> =
            words(&alike(old)).iter().map(|word| stem(word).to_owned()).collect();
        let all = self.action.iter().all(|word| known.contains(word));
        let like = match thing::likeness(&self.what, old, names, today)? {
            // The day from which it moves says that it is the same.
            Likeness::Narrower if self.from.is_some() => Likeness::Fuller,
            like => like,
        };
        // An hour alone moves what has one on a day and that very name.
        let hour = self.tells != Tells::Hour || clock::stands(&undated(old));
        (all && hour && (!guess || like == Likeness::Exact)).then_some((Some(day), like))
    }

    /// The next day of the weekday from which something moves, where `old` gives no more than that: "Demo on Friday".
    fn week_of(&self, old: &str, today: Date) -> Option<Date> {
        let Some(Old::Weekday(from)) = self.from else { return None };
        let place = named_day(old)?;
        let dated = spot::dates(old, today).into_iter().any(|it| {
            it.place.end <= place.start || it.place.start >= place.end || it.place.end > place.end
        });
        let same = time::weekday(&old[place]).is_some_and(|it| it.1 == from);
        if !same || dated || !stamps(old).is_empty() || comes_again(old) {
            return None;
        }
        today.yesterday().ok()?.nth_weekday(1, from).ok()
    }

    /// Whether `old` can be meant by somebody who does not say enough: it has a word of what is moved, nothing is
    /// said of that, or it is the day of the page that is called so.
    pub(super) fn may_move(&self, old: &str, names: &[String], today: Date) -> bool {
        if plan(old, today).is_none() && !lasts(old, today) && self.week_of(old, today).is_none() {
            return self.may_move_undated(old, today);
        }
        let known: Vec<String> =
            words(&alike(old)).iter().map(|word| stem(word).to_owned()).collect();
        let said = || self.subject.iter().chain(&self.action);
        let own = || {
            split_pair(old).is_some_and(|(key, _)| is_day_key(&key))
                && said().all(|word| names.contains(word))
        };
        said().next().is_none() || said().any(|word| known.contains(word)) || own()
    }

    /// Whether `old` has to do with what the text moves: so that it says more of that, and is no other thing.
    pub(super) fn is_kin(&self, old: &str, today: Date) -> bool {
        if self.is_bare() {
            return true;
        }
        let thing = thing(old, today);
        let known = stance::content(&alike(&thing));
        let shares = || self.subject.iter().chain(&self.action).any(|it| known.contains(it));
        !apart::differ(&self.what, &thing, &[])
            && (thing::likeness(&self.what, old, &[], today).is_some() || shares())
    }

    /// Whether the text says nothing of what moves.
    pub(super) fn is_bare(&self) -> bool {
        self.subject.is_empty() && self.action.is_empty()
    }

    /// The text with what `old` is about before it, where it does not say so itself: it would not be found
    /// by that. A thing that cannot be a key, is one of another fact or is named in part stands in brackets
    /// behind it.
    pub(super) fn named(&self, text: &str, (old, keys): (&str, &[&str]), today: Date) -> String {
        let mut thing = thing::without_each(inmost(&thing(old, today))).to_owned();
        // An hour of its own takes the place of the old one.
        if clock::stands(text) && clock::stands(&thing) {
            thing = clock::without(&thing).split_whitespace().collect::<Vec<_>>().join(" ");
            thing = without_joints(&thing).to_owned();
        }
        let says = |word: &String| self.subject.contains(word) || self.action.contains(word);
        // "The launch takes place" says no more than "the launch".
        let exact = !self.is_bare()
            && !clock::stands(&thing)
            && thing::likeness(&self.what, old, &[], today) == Some(Likeness::Exact);
        let open = self.tells == Tells::Nothing && !self.is_bare();
        if exact || open || stance::content(&alike(&thing)).iter().all(says) {
            return text.to_owned();
        }
        let han = thing.contains(is_han);
        let pair = format!("{thing}{}{text}", if han { "：" } else { ": " });
        let free = |key: &str| keys.iter().all(|it| fold(it) != fold(key));
        let bare = self.is_bare();
        match split_pair(&pair) {
            Some((key, value)) if bare && key == thing && value == text && free(&key) => pair,
            _ if han => format!("{text}（{thing}）"),
            _ => format!("{text} ({thing})"),
        }
    }

    /// The text without what it moves, where a key says that already: "moved to Friday" behind `Appointment`.
    pub(super) fn behind<'t>(&self, text: &'t str, key: &str) -> &'t str {
        let keyed = stance::content(&alike(without_when(key)));
        let same = !self.subject.is_empty() && keyed == self.subject;
        let rest = text.get(self.place.start..).filter(|_| same).unwrap_or(text);
        rest.trim_start()
    }

    /// The text with the date of its weekday, for a thing that was to be on `old`, if that is known.
    pub(super) fn dated(&self, text: &str, old: Option<Date>, today: Date) -> String {
        let Some(old) = old else { return text.to_owned() };
        let (end, day) = match (self.weekday, self.by) {
            (Some((end, weekday)), _) => (end, self.day(weekday, old, today)),
            (None, Some(by)) => {
                (self.place.end, old.checked_add(by).ok().filter(|it| *it >= today))
            }
            // The hour is another one of the same day.
            (None, None) if self.tells == Tells::Hour && self.from.is_none() => {
                (self.place.end, Some(old))
            }
            (None, None) => return text.to_owned(),
        };
        day.map_or_else(|| text.to_owned(), |day| with_day(text, end, day))
    }

    /// As [`Shift::dated`], where nobody knows the day before: the next one, if it is one day that moves.
    pub(super) fn dated_next(&self, text: &str, today: Date) -> String {
        let Some((end, weekday)) = self.weekday else { return text.to_owned() };
        if comes_again(text) {
            return text.to_owned();
        }
        let next = today.nth_weekday(1, weekday);
        next.map_or_else(|_| text.to_owned(), |day| with_day(text, end, day))
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
        // Nobody says today's weekday of a day to which something moves from a named one.
        let from = matches!(self.from, Some(Old::Weekday(_)));
        let over = if from { day <= today } else { day < today };
        if !over {
            Some(day)
        } else if from {
            today.nth_weekday(1, weekday).ok()
        } else {
            today.yesterday().ok()?.nth_weekday(1, weekday).ok()
        }
    }
}

/// Whether a text says of what it tells when.
pub(super) fn has_thing(text: &str, today: Date) -> bool {
    !thing(text, today).is_empty()
}

/// The text with this date behind what ends there.
fn with_day(text: &str, end: usize, day: Date) -> String {
    let gap = if text[..end].ends_with(|c: char| c.is_ascii()) { " " } else { "" };
    format!("{}{gap}({day}){}", &text[..end], &text[end..])
}

/// Whether a text tells of what has no one day.
fn comes_again(text: &str) -> bool {
    let lower = text.to_lowercase();
    AGAIN.iter().any(|it| lower.contains(it))
}

/// Whether a text tells of days of which one is yet to come: "from Dec 3 to Dec 8".
fn lasts(text: &str, today: Date) -> bool {
    spot::dates(text, today).into_iter().any(|it| it.days.to >= today)
}

/// The day that a text plans something for; of two days nobody knows which one moves.
pub(super) fn plan(text: &str, today: Date) -> Option<Date> {
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
pub(super) fn day_or_weekday(text: &str, today: Date) -> Option<Date> {
    plan(text, today).or_else(|| match undated::when(text, today)? {
        undated::When::Weekday(weekday) => undated::next(weekday, today),
        _ => None,
    })
}

/// Of lines that may be what moves the one that is: the one of exactly that name, or else the only one, unless it is
/// another of that name.
pub(super) fn the_one<T, D>(mut found: Vec<(T, (D, Likeness))>) -> Option<(T, D, Likeness)> {
    if found.iter().any(|it| it.1.1 == Likeness::Exact) {
        found.retain(|it| it.1.1 == Likeness::Exact);
    }
    let (it, (day, like)) = found.pop().filter(|_| found.is_empty())?;
    (like != Likeness::Narrower).then_some((it, day, like))
}

/// A text that moves something which nothing dates, with its day; `days` are those of what may be meant. A text
/// that names its thing may mean another than those: it gets a date only where theirs is the next, too.
pub(super) fn undecided(shift: &Shift, text: &str, days: &[Date], today: Date) -> String {
    if matches!(shift.tells, Tells::Hour | Tells::Off) {
        return text.to_owned();
    }
    let mut dated: Vec<String> =
        days.iter().map(|day| shift.dated(text, Some(*day), today)).collect();
    if !shift.is_bare() && !dated.is_empty() {
        dated.push(shift.dated_next(text, today));
    }
    match dated.pop() {
        Some(first) if dated.iter().all(|it| *it == first) => first,
        _ => text.to_owned(),
    }
}

/// Words of keys whose value is a day.
const DAY_KEYS: &[&str] = &["date", "deadline", "due", "日期", "截止", "到期"];

fn is_day_key(key: &str) -> bool {
    let key = fold(key);
    DAY_KEYS.iter().any(|it| match it.is_ascii() {
        true => words(&key).iter().any(|word| word == it),
        false => key.contains(it),
    })
}

/// A key's value that says a weekday, with its date: measured from the day that the key gave before (`old`), as
/// that of a free text is; the next one, where it has none. `None` where nothing is to be added.
pub(super) fn dated_value(key: &str, value: &str, old: &[&str], today: Date) -> Option<String> {
    let moving = read(value, today);
    let shift = match &moving {
        Some(shift) => shift,
        None => &weekday_alone(value)?,
    };
    if shift.weekday.is_none() && shift.by.is_none() {
        return None;
    }
    let holds = |it: &str| day_of(it, today).is_some_and(|day| day >= today);
    if let Some(same) = old.iter().find(|it| **it != value && undated(it) == value && holds(it)) {
        return Some((*same).to_owned());
    }
    let dated = match old.iter().rev().find_map(|it| plan(it, today)) {
        day @ Some(_) => shift.dated(value, day, today),
        None if is_day_key(key) || shift.way != Way::Either => shift.dated_next(value, today),
        None => return None,
    };
    (dated != value).then_some(dated)
}

/// A value that is a weekday and no more than its hour: "周二", "Tuesday 3 pm".
fn weekday_alone(value: &str) -> Option<Shift> {
    let lower = value.to_ascii_lowercase();
    let start = ["on ", "by "].iter().find(|it| lower.starts_with(**it)).map_or(0, |it| it.len());
    let (length, day) = time::weekday(&value[start..])?;
    let end = start + length;
    let (rest, until) = (&value[end..], value[end..].trim_start());
    let bounded = ["-", "–", "~", "至", "到", "to ", "and ", "or ", "/", "、", "和", "(", "（"];
    let alone = content_of(&doing(rest)).is_empty();
    if !alone || bounded.iter().any(|it| until.starts_with(it)) {
        return None;
    }
    let (what, subject, action) = (String::new(), Vec::new(), Vec::new());
    Some(Shift {
        what,
        subject,
        action,
        place: 0..end,
        way: Way::Either,
        weekday: Some((end, day)),
        day: None,
        by: None,
        from: None,
        tells: Tells::Day,
        once: false,
    })
}

/// The one day that a text gives: that to which it moves something, that between its brackets, else the first that its
/// words mean.
fn day_of(text: &str, today: Date) -> Option<Date> {
    if let Some(day) = read(text, today).and_then(|it| it.day) {
        return Some(day);
    }
    if let Some(span) = stamps(text).pop() {
        return text[span.start + 1..span.end - 1].parse().ok();
    }
    spot::dates(text, today).into_iter().find_map(|it| it.days.single())
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

/// Whether a fact says what a text says that moves something: but for its date, unless that is over, and the
/// thing in brackets.
pub(super) fn is_same(known: &str, text: &str, today: Date) -> bool {
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
