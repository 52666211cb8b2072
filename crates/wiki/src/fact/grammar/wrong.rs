//! What is written as a mark and cannot be read as one, or stands twice.

use super::Reading;
use super::mark::{Kind, NAMES, date, mark_kind, tokens};
use crate::fact::Marks;

/// Marks of one fact that are named as unread, at most.
const MARKS_TOLD_MAX: usize = 8;

/// Marks of a text that cannot be read, at its start or end, and those that stand twice.
pub(in crate::fact) fn unread(said: &str, reading: &Reading) -> Vec<String> {
    let is_mark = |word: &&str| {
        let kind = mark_kind(word).filter(|(_, value)| !value.is_empty());
        kind.is_some_and(|(kind, _)| kind.is_plain())
            && tokens(word, &mut Marks::default()).is_none()
    };
    let first = said.split_whitespace().take_while(is_mark);
    let last = said.split_whitespace().rev().take_while(is_mark);
    let mut wrong: Vec<String> = Vec::new();
    for mark in first.chain(last).take(MARKS_TOLD_MAX) {
        let told = format!("`{mark}` cannot be read and counts as text");
        if !wrong.contains(&told) {
            wrong.push(told);
        }
    }
    let kinds = || reading.lead.iter().chain(&reading.trail).map(|it| it.kind);
    let twice = |kind: &Kind| *kind != Kind::Tag && kinds().filter(|it| it == kind).count() > 1;
    if let Some((name, _)) = NAMES.iter().find(|(_, kind)| twice(kind)) {
        wrong.push(format!("`{name}:` stands more than once, and the last counts"));
    }
    wrong
}

/// The first mark at the start or end of what is to be stated that names a day which no calendar has, such as
/// `expires:2026-13-01`; it would be text, and the fact would never end.
pub fn false_day(text: &str) -> Option<&str> {
    let is_mark =
        |word: &&str| mark_kind(word).is_some() || (word.starts_with('[') && word.ends_with(']'));
    let is_false = |word: &&str| match mark_kind(word) {
        Some((Kind::Added | Kind::Expires | Kind::Superseded | Kind::FirstSeen, value)) => {
            has_day_form(value) && date(value).is_none()
        }
        Some((Kind::Valid, value)) => {
            value.split("..").any(|end| has_day_form(end) && date(end).is_none())
        }
        _ => false,
    };
    let mut first = text.split_whitespace().take_while(is_mark);
    let mut last = text.split_whitespace().rev().take_while(is_mark);
    first.find(is_false).or_else(|| last.find(is_false))
}

/// Whether a text is three numbers as a date has them, whichever they are.
fn has_day_form(text: &str) -> bool {
    let mut parts = text.split('-').map(|it| (it.len(), it.bytes().all(|b| b.is_ascii_digit())));
    let mut fits = |least: usize, most: usize| {
        parts.next().is_some_and(|(length, digits)| digits && (least..=most).contains(&length))
    };
    fits(4, 4) && fits(1, 2) && fits(1, 2) && parts.next().is_none()
}
