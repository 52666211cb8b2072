//! Lines that give a thing several days or hours: "on Monday or Friday", "at 3pm and 5pm", 周一或周五.
//!
//! Nobody knows which of them another text moves, and the words of one alone would tear the line apart.

use std::ops::Range;

use jiff::civil::Date;

use super::{clock, named_day, spot, undated};
use crate::canon::fold;
use crate::time;

/// Between two days or hours, longest first.
const JOINTS: &[&str] = &[
    "as well as ",
    "and also ",
    "or else ",
    "or on ",
    "or at ",
    "and on ",
    "and at ",
    "or ",
    "and ",
    "& ",
    "/",
    "或者",
    "还是",
    "以及",
    "或",
    "和",
    "与",
    "及",
    "、",
];
/// Says of a day that it is the last of many, or none of them.
const BOUNDS: &[&str] = &["until", "till", "except", "excluding", "through"];
const HAN_BOUNDS: &[&str] = &["为止", "直到", "除了", "除外", "一直到"];

/// Whether a line tells of more than one day or hour, or of one as the last or as none.
pub(super) fn stands(old: &str, today: Date) -> bool {
    let text = undated(old);
    let folded = fold(&text);
    let bound = folded.split(|c: char| !c.is_alphanumeric()).any(|it| BOUNDS.contains(&it));
    if bound || HAN_BOUNDS.iter().any(|it| folded.contains(it)) {
        return true;
    }
    // What is left of a day to which it was moved tells of another one.
    let rest = spot::read(&text, today).map(|it| text[it.rest..].to_owned());
    if let Some(rest) = rest {
        return another(&rest) > 0;
    }
    let hours = clock::find(&text);
    let days = weekdays(&text);
    let dates = spot::dates(&text, today).into_iter().map(|it| it.place.end);
    let mut ends = hours.iter().chain(&days).map(|it| it.end).chain(dates);
    hours.len() > 1 || days.len() > 1 || ends.any(|end| another(&text[end..]) > 0)
}

/// Whether an hour of the line is one from which to another: "9am to 5pm".
pub(super) fn lasts(old: &str) -> bool {
    let dashed = |it: &Range<usize>| {
        let hour = old[it.clone()].to_lowercase();
        ["-", "–", "~", " to ", " until ", "到", "至"].iter().any(|joint| hour.contains(joint))
    };
    clock::find(old).iter().any(dashed)
}

/// The bytes of what a text begins with that names another day or hour: " or Friday".
pub(super) fn another(text: &str) -> usize {
    let mut at = 0;
    while let Some(next) = one_more(&text[at..]) {
        at += next;
    }
    at
}

fn one_more(text: &str) -> Option<usize> {
    let start = text.len() - text.trim_start_matches([' ', ',', '，']).len();
    let lower = text[start..].to_lowercase();
    let joint = JOINTS.iter().find(|it| lower.starts_with(**it))?;
    let from = start + joint.len();
    let from = from + text[from..].len() - text[from..].trim_start().len();
    if let Some((length, _)) = time::weekday(&text[from..]) {
        let plural = text[from + length..].starts_with('s');
        return Some(from + length + usize::from(plural));
    }
    if let Some(length) = clock::begins(&text[from..]) {
        return Some(from + length);
    }
    let digits = text[from..].bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then_some(from + digits)
}

/// Where a text names weekdays.
fn weekdays(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(place) = named_day(&text[at..]) {
        found.push(at + place.start..at + place.end);
        at += place.end;
    }
    found
}
