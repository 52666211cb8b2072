//! By how much a text says that a thing moves: "pushed back two weeks", "推迟一周".

use std::ops::Range;

use jiff::Span;

use super::Way;
use crate::numeral;

/// What says so, in small letters; behind it stands by how much.
const MOVES: &[(&str, Way)] = &[
    ("pushed back", Way::Later),
    ("pushed out", Way::Later),
    ("moved back", Way::Later),
    ("moved out", Way::Later),
    ("put off", Way::Later),
    ("postponed", Way::Later),
    ("delayed", Way::Later),
    ("deferred", Way::Later),
    ("slipped", Way::Later),
    ("slips", Way::Later),
    ("moved up", Way::Earlier),
    ("moved forward", Way::Earlier),
    ("brought forward", Way::Earlier),
    ("pulled forward", Way::Earlier),
    ("pulled in", Way::Earlier),
    ("推迟", Way::Later),
    ("推遲", Way::Later),
    ("延期", Way::Later),
    ("延迟", Way::Later),
    ("延后", Way::Later),
    ("延後", Way::Later),
    ("推后", Way::Later),
    ("顺延", Way::Later),
    ("提前", Way::Earlier),
    ("提早", Way::Earlier),
];
/// By more of them nothing moves.
const COUNTS: std::ops::RangeInclusive<i64> = 1..=99;
const UNITS: &[(&str, Unit)] = &[
    ("days", Unit::Day),
    ("day", Unit::Day),
    ("weeks", Unit::Week),
    ("week", Unit::Week),
    ("months", Unit::Month),
    ("month", Unit::Month),
    ("天", Unit::Day),
    ("日", Unit::Day),
    ("周", Unit::Week),
    ("週", Unit::Week),
    ("个星期", Unit::Week),
    ("星期", Unit::Week),
    ("个礼拜", Unit::Week),
    ("礼拜", Unit::Week),
    ("个月", Unit::Month),
    ("個月", Unit::Month),
];

#[derive(Clone, Copy)]
enum Unit {
    Day,
    Week,
    Month,
}

/// Where a text in small letters says by how much something moves, which way, and the span to add to the old day.
pub(super) fn read(lower: &str) -> Option<(Range<usize>, Way, Span)> {
    MOVES.iter().filter_map(|(phrase, way)| one(lower, phrase, *way)).min_by_key(|it| it.0.start)
}

fn one(lower: &str, phrase: &str, way: Way) -> Option<(Range<usize>, Way, Span)> {
    let start = lower.find(phrase)?;
    let mut at = start + phrase.len();
    for word in ["了", " by", " for", " another"] {
        at += lower[at..].strip_prefix(word).map_or(0, |_| word.len());
    }
    at += lower.len() - at - lower[at..].trim_start().len();
    let (count, length) = number(&lower[at..])?;
    at += length;
    at += lower[at..].strip_prefix([' ', '-']).map_or(0, |_| 1);
    let (word, unit) = UNITS.iter().find(|(word, _)| lower[at..].starts_with(word))?;
    at += word.len();
    if lower[at..].starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    let count = if way == Way::Earlier { -count } else { count };
    let span = match unit {
        Unit::Day => Span::new().try_days(count),
        Unit::Week => Span::new().try_weeks(count),
        Unit::Month => Span::new().try_months(count),
    };
    Some((start..at, way, span.ok()?))
}

/// How many, in figures or in words, and the bytes of that.
fn number(text: &str) -> Option<(i64, usize)> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (count, length) = match &text[..letters] {
        "" => numeral::count(text)?,
        "a" | "an" => (1, letters),
        word => (numeral::of_word(word)?, letters),
    };
    COUNTS.contains(&count).then_some((count, length))
}
