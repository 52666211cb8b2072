//! Words of English dates: names of days and months, units, amounts, and words that only look like one of those.

use jiff::civil::Weekday;

use crate::numeral;
use crate::time::calendar::Unit;
use crate::time::scan::{Scan, Word};

/// Words that make a title of a day's word before them: `Tomorrow Never Dies`. No name begins so.
const TITLE_WORDS: [&str; 22] = [
    "Again", "Always", "And", "Belongs", "Calling", "Comes", "Dies", "Forever", "Is", "Knows",
    "Land", "Never", "Of", "People", "Show", "Starts", "The", "Was", "When", "Will", "Without",
    "World",
];
/// How far behind a day's word its title is looked for, in bytes.
const TITLE_BYTES: usize = 100;

/// Whether a day's word is a part of a title: `USA Today`, `Today Show`, `Yesterday by the Beatles`. Within a
/// sentence it has a small letter; at its start, what follows must tell.
pub(in crate::time) fn is_title(text: &str, at: usize, end: usize) -> bool {
    const DAYS: [&str; 4] = ["Today", "Tonight", "Yesterday", "Tomorrow"];
    let said = text[at..end].trim_start_matches("the ").trim_start_matches("The ");
    let after = &text[end..text.floor_char_boundary(end + TITLE_BYTES)];
    let mut words = after.split([' ', '\t']).filter(|it| !it.is_empty()).take(3);
    let next = words.next().filter(|_| after.starts_with([' ', '\t'])).unwrap_or_default();
    let next_plain = next.trim_end_matches(|c: char| !c.is_alphanumeric());
    if said.ends_with("After Tomorrow") || said.ends_with("Before Yesterday") {
        return true;
    }
    if !DAYS.contains(&said) {
        return said == "Last Week" && next_plain == "Tonight";
    }
    let before = text[..at].trim_end_matches([' ', '\t']);
    if before.len() < at && before.ends_with(|c: char| c.is_ascii_alphanumeric()) {
        return true;
    }
    if TITLE_WORDS.contains(&next_plain) {
        return true;
    }
    let maker = words.next().filter(|_| next == "by").unwrap_or_default();
    let maker = if maker == "the" { words.next().unwrap_or_default() } else { maker };
    maker.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Which way "last", "next" and "this" point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    Back,
    Here,
    Ahead,
}

impl Turn {
    pub(super) fn count(self) -> i64 {
        match self {
            Self::Back => -1,
            Self::Here => 0,
            Self::Ahead => 1,
        }
    }
}

/// Whether the month may as well be another word.
pub(super) fn is_verb(word: &Word) -> bool {
    !word.capital && matches!(word.as_str(), "may" | "march" | "mar" | "sep" | "dec")
}

/// "few" and "several", which nobody counts.
pub(super) fn eat_few(scan: &mut Scan<'_>) -> bool {
    scan.eat_word("few") || scan.eat_word("several")
}

/// A number in digits or words.
pub(super) fn amount(scan: &mut Scan<'_>) -> Option<i64> {
    if scan.peek()?.is_ascii_digit() {
        return scan.number(5).map(|(count, _)| count);
    }
    let mut ahead = *scan;
    let word = ahead.word()?;
    let count = match word.as_str() {
        "a" | "an" if ahead.eat_next_word("couple") => {
            ahead.eat_next_word("of");
            2
        }
        "couple" => {
            ahead.eat_next_word("of");
            2
        }
        "a" | "an" => 1,
        word => numeral::of_word(word).filter(|it| *it > 0)?,
    };
    *scan = ahead;
    Some(count)
}

pub(super) fn turn(word: &str) -> Option<Turn> {
    match word {
        "last" | "previous" => Some(Turn::Back),
        "this" => Some(Turn::Here),
        "next" => Some(Turn::Ahead),
        _ => None,
    }
}

/// The unit that a word names, in the singular or plural.
pub(in crate::time) fn unit(word: &str) -> Option<Unit> {
    Some(match word {
        "h" | "hr" | "hrs" | "hour" | "hours" => Unit::Hour,
        "d" | "day" | "days" => Unit::Day,
        "week" | "weeks" => Unit::Week,
        "weekend" | "weekends" => Unit::Weekend,
        "month" | "months" => Unit::Month,
        "quarter" | "quarters" => Unit::Quarter,
        "year" | "years" => Unit::Year,
        _ => return None,
    })
}

/// A weekday's name, or its abbreviation of three letters and more.
pub(in crate::time) fn weekday(word: &str) -> Option<Weekday> {
    const NAMES: [(&str, Weekday); 7] = [
        ("monday", Weekday::Monday),
        ("tuesday", Weekday::Tuesday),
        ("wednesday", Weekday::Wednesday),
        ("thursday", Weekday::Thursday),
        ("friday", Weekday::Friday),
        ("saturday", Weekday::Saturday),
        ("sunday", Weekday::Sunday),
    ];
    let known = |name: &str| {
        word == name
            || word == &name[..3]
            || matches!(word, "tues" | "thur" | "thurs") && name.starts_with(word)
    };
    NAMES.iter().find(|(name, _)| known(name)).map(|&(_, weekday)| weekday)
}

/// A month's name or abbreviation, as 1 to 12.
pub(in crate::time) fn month(word: &str) -> Option<i64> {
    const NAMES: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let known = |name: &&str| {
        word == *name || word == &name[..3] || word == "sept" && name.starts_with(word)
    };
    NAMES.iter().position(known).map(|index| index as i64 + 1)
}
