//! Runs of letters and digits in a text, and what they can be, in a question and on a page alike.

use std::ops::Range;

use super::lists::{COUNTERS, DIGITS, UNITS};
use crate::recall::counting::is_measure;

/// Digits of a number by which things of a name are told apart, at most: a longer one is a year or an amount.
pub(super) const NUMBER_DIGITS: usize = 3;

/// Runs of ASCII letters and digits, with dots between digits.
pub(super) fn runs(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = text.as_bytes();
    let joined = move |at: usize| {
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        bytes[at].is_ascii_alphanumeric()
            || bytes[at] == b'.' && at > 0 && digit(at - 1) && digit(at + 1)
    };
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = (at..bytes.len()).find(|at| bytes[*at].is_ascii_alphanumeric())?;
        at = (start..bytes.len()).find(|at| !joined(*at)).unwrap_or(bytes.len());
        Some(start..at)
    })
}

/// The word with which a text ends, and where it begins.
pub(super) fn last_word(text: &str) -> (usize, &str) {
    let start = text.rfind(|c: char| !c.is_ascii_alphabetic());
    let start = start.map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    (start, &text[start..])
}

/// The number from one to ten in Chinese characters with which a text ends, as digits.
pub(super) fn digit_before(text: &str) -> Option<(usize, String)> {
    let mut chars = text.char_indices().rev();
    let (at, last) = chars.next()?;
    let digit = |char: char| {
        let mut buffer = [0; 4];
        let char: &str = char.encode_utf8(&mut buffer);
        DIGITS.iter().position(|ways| ways[3] == char)
    };
    let nth = digit(last)?;
    // Of a longer number this would be an end only.
    let alone = chars.next().is_none_or(|(_, before)| digit(before).is_none());
    alone.then(|| (at, (nth + 1).to_string()))
}

/// Whether a text begins with a unit, so that the number before it counts.
pub(super) fn counts_units(behind: &str) -> bool {
    let behind = behind.trim_start_matches([' ', '-']);
    let end = behind.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(behind.len());
    let word = behind[..end].to_ascii_lowercase();
    behind.starts_with(['%', '°', '$', '€'])
        || behind
            .starts_with(|c: char| COUNTERS.contains(c) || is_measure(c.encode_utf8(&mut [0; 4])))
        || UNITS.contains(&word.as_str())
}

/// Whether a number is a year or a date, or counts what stands behind it.
pub(super) fn is_amount(run: &str, behind: &str) -> bool {
    let dated = behind.starts_with(['-', '/', ':'])
        && behind[1..].starts_with(|c: char| c.is_ascii_digit());
    dated
        || run.len() > NUMBER_DIGITS && is_number(run) && !run.contains('.')
        || counts_units(behind)
}

/// Whether a word is a letter and a short number: `S24`.
pub(super) fn is_code(word: &[u8]) -> bool {
    let [letter, digits @ ..] = word else { return false };
    letter.is_ascii_alphabetic()
        && (1..=NUMBER_DIGITS).contains(&digits.len())
        && digits.iter().all(u8::is_ascii_digit)
}

/// Digits of a class such as `3A`.
pub(super) fn is_short(digits: &[u8]) -> bool {
    (1..=2).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
}

pub(super) fn is_number(run: &str) -> bool {
    run.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}
