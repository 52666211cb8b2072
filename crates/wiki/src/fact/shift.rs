//! Whether a free text moves the day of what another text dates: "下周三发布", then "提前到周二".
//!
//! A rule of words, English and Chinese, as in `stance`. It answers only where one thing can be meant; a
//! text that it misses stays visible beside the other.

mod amount;
mod apart;
mod clock;
mod day;
mod english;
mod figures;
mod han;
mod mood;
mod off;
mod phrase;
mod several;
mod spot;
mod thing;
mod undated;
mod value;

use std::ops::Range;

use jiff::civil::{Date, Weekday};
use jiff::{Span, ToSpan};

use super::{split_pair, stance};
use crate::canon::{fold, is_han};
use crate::time;
pub use day::undated;
use day::{comes_again, has_weekday_alone, lasts, named_day, stamps, with_day};
pub(super) use day::{day_or_weekday, is_same, noon, plan};
use phrase::{alike, content_of, doing, stems_of, without_auxiliaries, without_when};
use spot::{Old, Spot};
pub use thing::Likeness;
use thing::{inmost, thing, without_joints};
pub(super) use value::dated_value;
use value::is_day_key;

/// Which way a thing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Earlier,
    Later,
    Either,
}

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

/// Whether a text leaves open whether what it says is so.
pub(super) fn leaves_open(text: &str) -> bool {
    mood::is_open(text, text.len())
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
        let known = stems_of(old);
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
        let known = stems_of(old);
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
        // Nobody says today's weekday of a day to which something moves that is neither moved up to it nor put off.
        let over = match (self.way, self.from) {
            (Way::Either, _) | (_, Some(Old::Weekday(_))) => day <= today,
            _ => day < today,
        };
        if over { today.nth_weekday(1, weekday).ok() } else { Some(day) }
    }
}

/// Whether a text says of what it tells when.
pub(super) fn has_thing(text: &str, today: Date) -> bool {
    !thing(text, today).is_empty()
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
