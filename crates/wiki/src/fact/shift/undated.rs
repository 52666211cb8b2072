//! Lines that give a thing no date but a weekday or an hour: "Lunch with Kim on Friday", "Standup is at 9:30".
//!
//! Which week is meant is known from the day on which it was said; what comes again has no one day.

use jiff::civil::{Date, Weekday};

use super::day::{comes_again, named_day, noon, stamps};
use super::{Shift, Tells, apart, clock, off, phrase, spot, thing};
use crate::canon::words;
use crate::time;

/// What a line says of when, without a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// On this weekday.
    Weekday(Weekday),
    /// At some hour.
    Hour,
    /// On several weekdays, again and again, or not at all.
    Again,
}

/// When an undated line says that its thing is; `None` where it says no such thing, or gives a date.
pub(super) fn when(old: &str, today: Date) -> Option<When> {
    if !stamps(old).is_empty() || thing::denies(old) && off::read(old).is_none() {
        return None;
    }
    let place = named_day(old);
    let dated = time::find(old, &noon(today)?).into_iter().any(|it| {
        let beside = |day: &std::ops::Range<usize>| {
            it.place.end <= day.start || it.place.start >= day.end || it.place.end > day.end
        };
        it.days.single().is_some() && place.as_ref().is_none_or(beside)
    });
    if dated || !spot::dates(old, today).is_empty() && place.is_none() {
        return None;
    }
    let Some(place) = place else {
        let again = off::read(old).is_some() || words(old).iter().any(|it| is_plural(it));
        return match again {
            true => Some(When::Again),
            false => clock::stands(old).then_some(When::Hour),
        };
    };
    let behind = &old[place.end..];
    if comes_again(old) || named_day(behind).is_some() {
        return Some(When::Again);
    }
    time::weekday(&old[place]).map(|it| When::Weekday(it.1))
}

/// Whether a word names a weekday that comes again: "Mondays".
fn is_plural(word: &str) -> bool {
    word.strip_suffix('s').is_some_and(|it| time::weekday(it).is_some_and(|day| day.0 == it.len()))
}

/// The day of a weekday that was said on a day: the next one, that day among them.
pub(super) fn next(weekday: Weekday, said: Date) -> Option<Date> {
    said.yesterday().ok()?.nth_weekday(1, weekday).ok()
}

impl Shift {
    /// Whether an undated line surely tells of what moves or is off: of nothing else, once, and not before today. Gives
    /// its day, where it has one.
    pub(super) fn moves_undated(
        &self,
        old: &str,
        (names, said): (&[String], Date),
        today: Date,
    ) -> Option<Option<Date>> {
        if self.is_bare() || self.from.is_some() {
            return None;
        }
        let day = match (self.tells, when(old, today)?) {
            (Tells::Day | Tells::Off, When::Weekday(weekday)) => {
                Some(next(weekday, said).filter(|it| *it >= today)?)
            }
            (_, When::Hour) if self.once => return None,
            (Tells::Off, When::Hour) if comes_again(old) => return None,
            // What a day's page says without a date was of that day.
            (Tells::Hour | Tells::Off, When::Hour)
                if said == today || !names.is_empty() || comes_again(old) =>
            {
                None
            }
            _ => return None,
        };
        let like = thing::likeness(&self.what, old, names, today)?;
        let exact = like == thing::Likeness::Exact && self.has_all(&self.action, old);
        exact.then_some(day)
    }

    /// Whether an undated line can be meant: it has all words of what moves, or the text says nothing of that and
    /// both tell an hour or both a day.
    pub(super) fn may_move_undated(&self, old: &str, today: Date) -> bool {
        if self.tells == Tells::Nothing {
            return false;
        }
        let Some(when) = when(old, today) else { return false };
        if self.is_bare() {
            return match when {
                When::Weekday(_) => self.tells == Tells::Day,
                When::Hour => self.tells == Tells::Hour,
                When::Again => false,
            };
        }
        self.has_all(&self.subject, old)
            && self.has_all(&self.action, old)
            && !apart::differ(&self.what, &thing::thing(old, today), &[])
    }

    fn has_all(&self, said: &[String], old: &str) -> bool {
        let known = phrase::stems_of(old);
        said.iter().all(|word| known.contains(word))
    }
}
