//! Values of keys that say a weekday, and which keys have a day.

use jiff::civil::Date;

use super::day::{day_of, plan};
use super::phrase::{content_of, doing};
use super::{Shift, Tells, Way, read, undated};
use crate::canon::{fold, words};
use crate::time;

/// Words of keys whose value is a day.
const DAY_KEYS: &[&str] = &["date", "deadline", "due", "日期", "截止", "到期"];

pub(super) fn is_day_key(key: &str) -> bool {
    let key = fold(key);
    DAY_KEYS.iter().any(|it| match it.is_ascii() {
        true => words(&key).iter().any(|word| word == it),
        false => key.contains(it),
    })
}

/// A key's value that says a weekday, with its date: measured from the day that the key gave before (`old`), as
/// that of a free text is; the next one, where it has none. `None` where nothing is to be added.
pub(in crate::fact) fn dated_value(
    key: &str,
    value: &str,
    old: &[&str],
    today: Date,
) -> Option<String> {
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
