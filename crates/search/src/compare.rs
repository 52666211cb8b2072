//! Values of head fields compared by what they are: days as days, versions by their numbers, numbers with the same
//! unit as numbers, all else as text without case and width. Values of two kinds have no order.

use std::borrow::Cow;
use std::cmp::Ordering;

use jiff::civil::Date;
use wiki::canon::fold;
use wiki::time::{self, Now, read_date};

use crate::analyse;

/// Names of fields that hold a version, folded.
const VERSIONS: [&str; 9] =
    ["version", "ver", "rev", "revision", "release", "edition", "版本", "版本号", "版次"];
/// What may stand before the numbers of a version.
const LEADS: [&str; 8] = ["version", "ver.", "ver", "rev.", "rev", "release", "版本", "第"];
/// What comes before the version that it names; anything else behind the numbers comes after them.
const BEFORE: [&str; 12] =
    ["alpha", "a", "beta", "b", "rc", "pre", "preview", "dev", "draft", "snapshot", "nightly", "m"];
/// What is the version itself.
const SAME: [&str; 4] = ["final", "ga", "release", "版"];
/// What comes after the version that it names.
const AFTER: [&str; 6] = ["post", "patch", "hotfix", "sp", "fix", "p"];
/// A longer text is no version.
const VERSION_BYTES: usize = 48;
/// A longer text is no number with a unit.
const NUMBER_BYTES: usize = 48;

/// Whether a field holds versions: `3.10` of it is a version and no number.
pub(crate) fn is_version_field(folded: &str) -> bool {
    VERSIONS
        .iter()
        .any(|it| folded == *it || folded.strip_suffix(it).is_some_and(|rest| rest.ends_with('_')))
}

/// A field's name as it is compared: `Effective-Date` is `effective_date`.
pub(crate) fn fold_name(name: &str) -> String {
    let parted = |c: char| matches!(c, ' ' | '-');
    // Most keys are plain, and there are many of them.
    match name.is_ascii() {
        true => name.trim().to_ascii_lowercase().replace(parted, "_"),
        false => fold(name).replace(parted, "_"),
    }
}

/// A value that fields are compared with.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) text: String,
    folded: String,
    days: Option<(Date, Date)>,
    version: Option<Version>,
    /// Whether it can be nothing but a version: `v3`, `3.1.4`.
    is_version: bool,
    number: Option<(f64, String)>,
}

impl Asked {
    /// Reads a typed value; times such as `last month` count from `now`.
    pub(crate) fn read(text: &str, now: &Now) -> Self {
        let text = text.trim();
        Self {
            text: text.to_owned(),
            folded: fold(text),
            days: time::interval(text, now).ok().map(|it| (it.from, it.to)),
            version: Version::read(text),
            is_version: is_plain_version(text),
            number: number(text),
        }
    }

    /// Whether it names a day or several.
    pub(crate) fn is_time(&self) -> bool {
        self.days.is_some()
    }

    /// How `value` of a field stands to it; none where the two are of different kinds. A value within the days
    /// that are asked for is equal.
    pub(crate) fn compare(&self, value: &str, in_versions: bool) -> Option<Ordering> {
        if self.folded == fold(value) {
            return Some(Ordering::Equal);
        }
        if let Some(day) = read_date(value) {
            let (from, to) = self.days?;
            return Some(match day {
                day if day < from => Ordering::Less,
                day if day > to => Ordering::Greater,
                _ => Ordering::Equal,
            });
        }
        if in_versions || self.is_version || is_plain_version(value) {
            return match (Version::read(value), &self.version) {
                (Some(value), Some(asked)) => Some(value.cmp(asked)),
                (None, None) => Some(fold(value).cmp(&self.folded)),
                _ => None,
            };
        }
        match (number(value), &self.number) {
            (Some((value, unit)), Some((asked, of))) => {
                if unit == *of {
                    value.partial_cmp(asked)
                } else {
                    None
                }
            }
            // `may` is a name as well as a month; `2024-03-01` is nothing but a day.
            (None, None)
                if self.days.is_none() || !self.text.contains(|c: char| c.is_ascii_digit()) =>
            {
                Some(fold(value).cmp(&self.folded))
            }
            _ => None,
        }
    }
}

/// Where a value stands in an order of values: days, then versions or numbers, then text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Rank {
    Day(Date),
    Version(Version),
    Number(f64, String),
    Text(String),
}

impl Rank {
    pub(crate) fn of(value: &str, in_versions: bool) -> Self {
        if let Some(day) = read_date(value) {
            return Self::Day(day);
        }
        if (in_versions || is_plain_version(value))
            && let Some(version) = Version::read(value)
        {
            return Self::Version(version);
        }
        match number(value).filter(|_| !in_versions) {
            Some((number, unit)) => Self::Number(number, unit),
            None => Self::Text(fold(value)),
        }
    }

    /// A total order: kinds apart, numbers of one unit together.
    pub(crate) fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Day(a), Self::Day(b)) => a.cmp(b),
            (Self::Version(a), Self::Version(b)) => a.cmp(b),
            (Self::Number(a, of), Self::Number(b, unit)) => of.cmp(unit).then(a.total_cmp(b)),
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            _ => self.kind().cmp(&other.kind()),
        }
    }

    fn kind(&self) -> u8 {
        match self {
            Self::Day(_) => 0,
            Self::Version(_) => 1,
            Self::Number(..) => 2,
            Self::Text(_) => 3,
        }
    }
}

/// A version as its numbers and what follows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Without zeros at the end: `2.0` is `2`.
    numbers: Vec<u64>,
    /// Below nought for `rc1` and the like, above for `hotfix2` and a letter.
    stage: i8,
    /// What follows, in parts of digits and of letters.
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Number(u64),
    Word(String),
}

impl Version {
    /// Reads `3.10`, `v2.0-rc1`, `第3版`, `2024.1.0+build7`; none where it is no version.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.is_empty() || text.len() > VERSION_BYTES {
            return None;
        }
        let folded = fold(text);
        let lead = LEADS.iter().find_map(|it| folded.strip_prefix(it)).unwrap_or(&folded);
        let lead = lead.trim_start();
        let lead = lead.strip_prefix('v').unwrap_or(lead).trim_start();
        // What built it says nothing of its place.
        let lead = lead.split('+').next().unwrap_or(lead);
        let end = lead.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(lead.len());
        let (numbers, behind) = lead.split_at(end);
        let numbers = numbers.trim_end_matches('.');
        let mut numbers: Vec<u64> =
            numbers.split('.').map(|it| it.parse().ok()).collect::<Option<_>>()?;
        while numbers.len() > 1 && numbers.last() == Some(&0) {
            numbers.pop();
        }
        let is_pre = behind.starts_with(['-', '~']);
        let behind = behind.trim_start_matches(['-', '~', '.', '_', ' ']);
        if behind.contains(char::is_whitespace) {
            return None;
        }
        let parts = parts(behind);
        let first = parts.iter().find_map(|it| match it {
            Part::Word(word) => Some(word.clone()),
            Part::Number(_) => None,
        });
        let word = first.as_deref();
        let (stage, parts) = match word {
            None if parts.is_empty() => (0, parts),
            Some(word) if SAME.contains(&word) => (0, Vec::new()),
            Some(word) if AFTER.contains(&word) => (1, parts),
            Some(word)
                if BEFORE.contains(&word) && (is_pre || word.len() > 1 || parts.len() > 1) =>
            {
                (-1, parts)
            }
            // `2.0-5` and `2.0-x` come before `2.0`, as semantic versions have it; `3.1a` comes after `3.1`.
            _ => (if is_pre { -1 } else { 1 }, parts),
        };
        // A unit would make it a number: `3 GB` and `90 days` are none.
        let has_unit =
            !is_pre && word.is_some_and(|it| stage == 1 && it.len() > 1 && !AFTER.contains(&it));
        (!has_unit).then_some(Self { numbers, stage, parts })
    }
}

fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_digit = first.is_ascii_digit();
        let same = |c: char| c.is_alphanumeric() && c.is_ascii_digit() == is_digit;
        let end = rest.find(|c| !same(c)).unwrap_or(rest.len());
        if end == 0 {
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (part, behind) = rest.split_at(end);
        parts.push(match part.parse() {
            Ok(number) => Part::Number(number),
            Err(_) => Part::Word(part.to_owned()),
        });
        rest = behind;
    }
    parts
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.numbers
            .cmp(&other.numbers)
            .then(self.stage.cmp(&other.stage))
            .then_with(|| self.parts.cmp(&other.parts))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Whether a text can be nothing but a version: it begins with a `v`, or has two dots between digits.
fn is_plain_version(text: &str) -> bool {
    let text = text.trim();
    if text.len() > VERSION_BYTES {
        return false;
    }
    let lead = text.strip_prefix(['v', 'V']);
    let digits = |it: &str| it.starts_with(|c: char| c.is_ascii_digit());
    let dotted = text.split('.').take_while(|it| digits(it)).count() > 2;
    (lead.is_some_and(digits) || dotted) && Version::read(text).is_some()
}

/// A number and its unit, folded: `1,200.50 EUR`, `$5`, `30 days`, `90%`, `12万元`.
fn number(text: &str) -> Option<(f64, String)> {
    let text = text.trim();
    if text.is_empty() || text.len() > NUMBER_BYTES {
        return None;
    }
    let folded: Cow<'_, str> = Cow::Owned(fold(text));
    let of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+');
    let from = folded.find(of_number)?;
    let (before, rest) = folded.split_at(from);
    let end = rest.find(|c| !of_number(c)).unwrap_or(rest.len());
    let (digits, behind) = rest.split_at(end);
    let (mut value, mut behind) = (digits.replace(',', "").parse::<f64>().ok()?, behind.trim());
    let before = before.trim();
    // A word before a number makes it a name: `Q3`, `room 12`. The sign of a currency does not.
    if !before.is_empty() && before.chars().any(char::is_alphanumeric)
        || behind.contains(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    for (sign, times) in [('万', 1e4), ('亿', 1e8)] {
        if let Some(rest) = behind.strip_prefix(sign) {
            (value, behind) = (value * times, rest);
        }
    }
    let (unit, times) = unit(behind);
    Some((value * times, format!("{before}{unit}")))
}

/// Units that are multiples of one another, brought to the smallest; others stand for themselves.
fn unit(text: &str) -> (Cow<'_, str>, f64) {
    match text {
        "percent" | "％" => (Cow::Borrowed("%"), 1.0),
        // In a text a single letter is no unit; behind the number of a field it is.
        "b" => unit("byte"),
        _ => match analyse::unit(text) {
            Some((kind, times)) => (Cow::Owned(format!("\u{1}{kind}")), times),
            None => (Cow::Borrowed(text), 1.0),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_go_by_their_numbers_and_stages() {
        let rising = [
            "1.9",
            "v1.10",
            "2.0-alpha",
            "2.0-beta.2",
            "2.0-beta.11",
            "2.0-rc1",
            "2.0rc2",
            "2.0",
            "2.0-hotfix1",
            "2.0.1",
            "3.1",
            "3.1a",
            "第4版",
            "v10",
            "2024.1",
        ];
        for pair in rising.windows(2) {
            let of = |text: &str| Version::read(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(of(pair[0]).cmp(&of(pair[1])), Ordering::Less, "{pair:?}");
        }
        for (a, b) in
            [("2.0", "v2"), ("2.0.0+build7", "2.0"), ("3.2-final", "3.2"), ("Version 3", "3.0")]
        {
            assert_eq!(Version::read(a), Version::read(b), "{a} {b}");
        }
        for none in [
            "",
            "soon",
            "3 GB",
            "90 days",
            "next 2",
            "3.1 of May",
            "..",
            "9999999999999999999999.1",
        ] {
            assert_eq!(Version::read(none), None, "{none}");
        }
    }

    #[test]
    fn values_are_compared_by_what_they_are() {
        let now = Now { at: "2026-11-11T10:00:00[UTC]".parse().unwrap() };
        let rows: [(&str, &str, bool, Option<Ordering>); 22] = [
            ("2024-03-01", "2024-04", false, Some(Ordering::Less)),
            ("2024-04-30", "2024-04", false, Some(Ordering::Equal)),
            ("2024-05-01T08:00:00Z", "2024-04", false, Some(Ordering::Greater)),
            ("2024-05-01", "soon", false, None),
            ("3.10", "3.9", true, Some(Ordering::Greater)),
            ("3.10", "3.9", false, Some(Ordering::Less)),
            ("v3.10", "3.9", false, Some(Ordering::Greater)),
            ("2.0-rc1", "2.0", true, Some(Ordering::Less)),
            ("next", "2.0", true, None),
            ("1,200 EUR", "900 eur", false, Some(Ordering::Greater)),
            ("5 GB", "900 MB", false, Some(Ordering::Greater)),
            ("36 h", "2 days", false, Some(Ordering::Less)),
            ("1.2 kg", "900 g", false, Some(Ordering::Greater)),
            ("3公里", "2500米", false, Some(Ordering::Greater)),
            ("90%", "85 percent", false, Some(Ordering::Greater)),
            ("soon", "2024-03-01", false, None),
            ("May", "may", false, Some(Ordering::Equal)),
            ("5 GB", "5 EUR", false, None),
            ("12万元", "90000元", false, Some(Ordering::Greater)),
            ("$5", "$40", false, Some(Ordering::Less)),
            ("Ａｄａ", "ada", false, Some(Ordering::Equal)),
            ("Ada", "bob", false, Some(Ordering::Less)),
        ];
        for (value, asked, in_versions, order) in rows {
            assert_eq!(
                Asked::read(asked, &now).compare(value, in_versions),
                order,
                "{value} {asked}"
            );
        }
    }
}
