//! Whether a free text moves the day of what another text dates: "下周三发布", then "提前到周二".
//!
//! A rule of words, English and Chinese, as in `stance`. It answers only where one thing can be meant; a
//! text that it misses stays visible beside the other.

mod amount;
mod clock;

use std::ops::Range;

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{Span, ToSpan};

use super::{split_pair, stance};
use crate::canon::{fold, is_han, stem, words};
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
];

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
];
/// What joins a thing to its day, and says nothing without it.
const JOINTS: &[&str] = &[
    "is",
    "are",
    "was",
    "will",
    "be",
    "on",
    "by",
    "for",
    "at",
    "in",
    "to",
    "due",
    "set",
    "planned",
    "scheduled",
];
const HAN_JOINTS: &[&str] = &["安排在", "定在", "定于", "在", "于", "是"];

/// What says nothing of which thing is moved, where another of the page is not called so.
const GENERAL: &[&str] =
    &["product", "project", "team", "company", "official", "planned", "scheduled", "original"];
const HAN_GENERAL: &[&str] =
    &["产品", "產品", "项目", "項目", "团队", "團隊", "公司", "正式", "本次", "这次", "原定"];
/// What a page's name can say that happens on a day: a page called so may tell of other days as well.
const EVENTS: &[&str] = &[
    "launch",
    "release",
    "meeting",
    "review",
    "demo",
    "party",
    "wedding",
    "exam",
    "interview",
    "trip",
    "deadline",
    "call",
    "talk",
    "workshop",
    "delivery",
    "visit",
    "dinner",
    "lunch",
    "flight",
    "appointment",
    "delivery",
    "conference",
    "发布",
    "上线",
    "会",
    "评审",
    "发版",
    "演示",
    "婚礼",
    "考试",
    "面试",
    "出差",
    "课",
    "交付",
    "旅行",
    "培训",
    "截止",
    "验收",
];
/// What comes again and again has no one day.
const AGAIN: &[&str] =
    &["every", "weekly", "daily", "each", "standup", "stand-up", "每", "例会", "周会", "晨会"];

/// A text that moves something.
#[derive(Debug)]
pub(super) struct Shift {
    /// What is moved, as it is written.
    said: String,
    /// What is moved, by the stems of its words; empty where the text does not say.
    subject: Vec<String>,
    /// What is done on the new day, likewise: "提前到周二交电费".
    action: Vec<String>,
    /// From what says that it moves to the end of when it is now.
    place: Range<usize>,
    way: Way,
    /// A weekday without a date, and where it ends.
    weekday: Option<(usize, Weekday)>,
    /// By how much it moves, where the text says that alone.
    by: Option<Span>,
}

/// Where a text says that something moves.
struct Spot {
    /// From what says that it moves to the end of when it is now.
    place: Range<usize>,
    /// Where the day or the amount ends: behind it stands what is done then.
    rest: usize,
    way: Way,
    weekday: Option<(usize, Weekday)>,
    by: Option<Span>,
}

/// What a text moves, and where to; `None` if it moves nothing.
pub(super) fn read(text: &str, today: Date) -> Option<Shift> {
    let lower = text.to_ascii_lowercase();
    let by_amount = || {
        let (place, way, by) = amount::read(&lower)?;
        Some(Spot { rest: place.end, place, way, weekday: None, by: Some(by) })
    };
    let spot = to_day(text, &lower, today).or_else(by_amount);
    let Spot { place, rest, way, weekday, by } = spot.or_else(|| instead(text, &lower, today))?;
    let bare = |it: &(usize, Weekday)| !text[it.0..].trim_start().starts_with(['(', '（']);
    let rest = text[rest..].trim_end();
    let rest = if way == Way::Either { rest.strip_suffix("instead").unwrap_or(rest) } else { rest };
    Some(Shift {
        said: text[..place.start].to_owned(),
        subject: stance::content(&alike(without_when(&text[..place.start]))),
        action: action(rest),
        place,
        way,
        weekday: weekday.filter(bare),
        by,
    })
}

/// "提前到周二", "moved up to Tuesday".
fn to_day(text: &str, lower: &str, today: Date) -> Option<Spot> {
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
    let now = noon(today)?;
    let found = time::find(text, &now).into_iter().find(|it| it.place.start == when);
    let end = weekday.map(|it| it.0).into_iter().chain(found.map(|it| it.place.end)).max()?;
    Some(Spot { place: at..end, rest: end, way, weekday, by: None })
}

/// "We ship on Friday instead": a day, and at the end the word that it is another one.
fn instead(text: &str, lower: &str, today: Date) -> Option<Spot> {
    let plain = lower.trim_end_matches(|c: char| c.is_whitespace() || ".!".contains(c));
    plain.strip_suffix("instead").filter(|it| it.ends_with(' '))?;
    let mut days = time::find(text, &noon(today)?);
    days.retain(|it| it.days.single().is_some());
    let day = match days.as_slice() {
        [] => named_day(text)?,
        [one] => one.place.clone(),
        _ => return None,
    };
    let weekday = time::weekday(&text[day.start..]).map(|(length, it)| (day.start + length, it));
    let at = without_joints(&text[..day.start]).len();
    Some(Spot { place: at..day.end, rest: day.end, way: Way::Either, weekday, by: None })
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

/// The text with one word for each of those that name one thing: 会议 and 开会 are a meeting.
fn alike(text: &str) -> String {
    let mut text = text.to_owned();
    for word in ["会议", "會議", "开会", "開會"] {
        text = text.replace(word, " meeting ");
    }
    text
}

/// What a text says behind a day but its date, the hour and the reason.
fn action(rest: &str) -> Vec<String> {
    let mut rest = clock::without(&undated(rest)).to_ascii_lowercase();
    let reason = REASONS.iter().filter_map(|it| rest.find(it)).min();
    rest.truncate(reason.unwrap_or(rest.len()));
    for hour in HOURS {
        rest = rest.replace(hour, " ");
    }
    let mut said = stance::content(&rest);
    said.retain(|word| {
        !word.starts_with(|c: char| c.is_ascii_digit())
            && !HOUR_WORDS.iter().any(|it| stem(it) == word.as_str())
    });
    said
}

/// What a dated text is about, in its own words: "发布" of "下周三(2026-12-09)发布". Empty where it says no
/// more than when.
fn thing(old: &str, today: Date) -> String {
    let mut text = undated(old);
    let day = || {
        let single = |it: &time::Dated| it.days.single().is_some();
        let found = time::find(&text, &noon(today)?).into_iter().find(single);
        found.map(|it| it.place).or_else(|| named_day(&text))
    };
    if let Some(place) = read(&text, today).map(|it| it.place).or_else(day) {
        let before = without_joints(&text[..place.start]).len();
        let beside = [text[..before].chars().next_back(), text[place.end..].chars().next()];
        let gap = if beside.into_iter().flatten().any(is_han) { "" } else { " " };
        text.replace_range(before..place.end, gap);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let leads = |word: &&&str| {
        ["the", "a", "an", "on", "by"].iter().any(|it| it.eq_ignore_ascii_case(word))
    };
    let start = words.iter().take_while(leads).count();
    let joined = words[start..].join(" ");
    let mut said = without_joints(&joined)
        .trim_matches([' ', ',', '，', '.', '。', ':', '：', ';', '；', '!', '！']);
    for (open, close) in [('(', ')'), ('（', '）')] {
        let inner = said.strip_prefix(open).and_then(|it| it.strip_suffix(close));
        said = inner.unwrap_or(said);
    }
    if stance::content(said).is_empty() { String::new() } else { said.trim().to_owned() }
}

/// Of a thing that is named in full in the brackets behind it, that: "Sprint review" of "review (Sprint review)".
fn inmost(thing: &str) -> &str {
    for (open, close) in [('(', ')'), ('（', '）')] {
        let Some((before, inner)) = thing.strip_suffix(close).and_then(|it| it.rsplit_once(open))
        else {
            continue;
        };
        let known = stance::content(inner);
        if stance::content(before).iter().all(|word| known.contains(word)) {
            return inner.trim();
        }
    }
    thing
}

/// The text without what joins it to its day: "The launch" of "The launch is on".
fn without_joints(text: &str) -> &str {
    let mut text = text.trim_end();
    loop {
        let at = text.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let last = text.get(at..).unwrap_or_default();
        let joint = JOINTS.iter().any(|it| it.eq_ignore_ascii_case(last));
        let han = HAN_JOINTS.iter().find_map(|it| text.strip_suffix(it));
        text = match han {
            Some(rest) => rest.trim_end(),
            None if joint => text[..at].trim_end(),
            None => return text,
        };
    }
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

/// A clock on that day: only its date is asked for.
fn noon(day: Date) -> Option<Now> {
    Some(Now { at: day.at(12, 0, 0, 0).to_zoned_datetime(TimeZone::UTC).ok()? })
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

impl Shift {
    /// The day that `old` gives to what is moved, on a page of these names; `None` if it is about something
    /// else, or over.
    pub(super) fn moves(&self, old: &str, names: &[String], today: Date) -> Option<Date> {
        let day = plan(old, today)?;
        let known: Vec<String> =
            words(&alike(old)).iter().map(|word| stem(word).to_owned()).collect();
        let is_known = |word: &String| known.contains(word);
        let same = self.action.iter().all(is_known)
            && (self.subject.iter().all(is_known) || self.is_of(old, &known, names, today));
        same.then_some(day)
    }

    /// Whether `old` can be meant by somebody who does not say enough: it has a word of what is moved, or
    /// nothing is said of that.
    pub(super) fn may_move(&self, old: &str, today: Date) -> Option<Date> {
        let day = plan(old, today)?;
        let known: Vec<String> =
            words(&alike(old)).iter().map(|word| stem(word).to_owned()).collect();
        let said = || self.subject.iter().chain(&self.action);
        (said().next().is_none() || said().any(|word| known.contains(word))).then_some(day)
    }

    /// Whether the text says nothing of what moves.
    pub(super) fn is_bare(&self) -> bool {
        self.subject.is_empty() && self.action.is_empty()
    }

    /// What is moved, without words that any thing may have.
    fn telling(&self) -> Vec<String> {
        let mut said = alike(without_when(&self.said));
        for word in HAN_GENERAL {
            said = said.replace(word, " ");
        }
        let mut said = stance::content(&said);
        said.retain(|word| !GENERAL.iter().any(|it| stem(it) == word.as_str()));
        said
    }

    /// Whether what is moved is what `old` dates, said more fully: with words of the page's names
    /// ("产品发布" for "发布" on the page of the product), or as the page itself.
    fn is_of(&self, old: &str, known: &[String], names: &[String], today: Date) -> bool {
        let named = |word: &String| names.contains(word);
        if !self.telling().iter().all(|word| known.contains(word) || named(word)) {
            return false;
        }
        let thing = clock::without(&alike(&thing(old, today))).to_ascii_lowercase();
        let mut told = stance::about(&thing);
        if thing.contains(is_han) {
            // The A of A产品 is no article.
            told.extend(words(&thing).into_iter().filter(|word| word.len() == 1));
        }
        told.retain(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
        let fuller = told.iter().all(|word| self.subject.contains(word) || named(word));
        if fuller && self.ends_as(old, known) {
            return true;
        }
        let joined = self.subject.concat();
        let event = EVENTS.iter().any(|it| match it.is_ascii() {
            true => self.subject.iter().any(|word| stem(it) == word.as_str()),
            false => joined.contains(it),
        });
        !event && self.subject.iter().all(named)
    }

    /// Whether `old` has the word that the name of what is moved ends with, of Han the last two.
    fn ends_as(&self, old: &str, known: &[String]) -> bool {
        let Some(last) = self.subject.last() else { return true };
        if !last.contains(is_han) {
            return known.contains(last);
        }
        let from = self.subject.len().saturating_sub(2);
        fold(old).contains(&self.subject[from..].concat())
    }

    /// The text with what `old` is about before it, where it does not say so itself: it would not be found
    /// by that. A thing that cannot be a key, is one of another fact or is named in part stands in brackets
    /// behind it.
    pub(super) fn named(&self, text: &str, (old, keys): (&str, &[&str]), today: Date) -> String {
        let mut thing = inmost(&thing(old, today)).to_owned();
        // An hour of its own takes the place of the old one.
        if clock::stands(text) && clock::stands(&thing) {
            thing = clock::without(&thing).split_whitespace().collect::<Vec<_>>().join(" ");
            thing = without_joints(&thing).to_owned();
        }
        let says = |word: &String| self.subject.contains(word) || self.action.contains(word);
        if stance::content(&alike(&thing)).iter().all(says) {
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

    /// The text with the date of its weekday, for a thing that was to be on `old`.
    pub(super) fn dated(&self, text: &str, old: Date, today: Date) -> String {
        let (end, day) = match (self.weekday, self.by) {
            (Some((end, weekday)), _) => (end, self.day(weekday, old, today)),
            (None, Some(by)) => {
                (self.place.end, old.checked_add(by).ok().filter(|it| *it >= today))
            }
            (None, None) => return text.to_owned(),
        };
        day.map_or_else(|| text.to_owned(), |day| with_day(text, end, day))
    }

    /// As [`Shift::dated`], where nobody knows the day before: the next one, if it is one day that moves.
    fn dated_next(&self, text: &str, today: Date) -> String {
        let Some((end, weekday)) = self.weekday else { return text.to_owned() };
        let lower = text.to_lowercase();
        if AGAIN.iter().any(|it| lower.contains(it)) {
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
        if day >= today { Some(day) } else { today.yesterday().ok()?.nth_weekday(1, weekday).ok() }
    }
}

/// The text with this date behind what ends there.
fn with_day(text: &str, end: usize, day: Date) -> String {
    let gap = if text[..end].ends_with(|c: char| c.is_ascii()) { " " } else { "" };
    format!("{}{gap}({day}){}", &text[..end], &text[end..])
}

/// The day that a text plans something for; of two days nobody knows which one moves.
fn plan(text: &str, today: Date) -> Option<Date> {
    day_of(text, today).filter(|it| *it >= today && stamps(text).len() < 2)
}

/// A text that moves something which nothing dates, with its day; `days` are those of what may be meant. A text
/// that names its thing may mean another than those: it gets a date only where theirs is the next, too.
pub(super) fn undecided(shift: &Shift, text: &str, days: &[Date], today: Date) -> String {
    let mut dated: Vec<String> = days.iter().map(|day| shift.dated(text, *day, today)).collect();
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
    let key = fold(key);
    let is_day = DAY_KEYS.iter().any(|it| match it.is_ascii() {
        true => words(&key).iter().any(|word| word == it),
        false => key.contains(it),
    });
    let dated = match old.iter().rev().find_map(|it| plan(it, today)) {
        Some(day) => shift.dated(value, day, today),
        None if is_day || shift.way != Way::Either => shift.dated_next(value, today),
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
    let alone = action(rest).is_empty();
    if !alone || bounded.iter().any(|it| until.starts_with(it)) {
        return None;
    }
    let (said, subject, action) = (String::new(), Vec::new(), Vec::new());
    Some(Shift {
        said,
        subject,
        action,
        place: 0..end,
        way: Way::Either,
        weekday: Some((end, day)),
        by: None,
    })
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
