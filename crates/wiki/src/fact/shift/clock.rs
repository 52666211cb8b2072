//! Hours of the day in a text: "下午3点", "10:30", "9 am". Where they stand, and whether two texts name different ones.

use std::ops::Range;

use crate::numeral;

/// Parts of a day, which may stand alone.
const PARTS: &[&str] =
    &["上午", "下午", "早上", "早晨", "晚上", "中午", "凌晨", "傍晚", "午后", "夜里"];
/// Likewise, as words at a text's end or behind "in the".
const PART_WORDS: &[&str] = &["morning", "afternoon", "evening", "night"];
/// Words that are an hour by themselves.
const NAMED: &[&str] = &["noon", "midday", "midnight"];
/// Which part of the day these are, and which half of it.
const DAY: &[(&[&str], i64, Option<i64>)] = &[
    (&["凌晨", "midnight"], 0, Some(0)),
    (&["上午", "早上", "早晨", "morning"], 1, Some(0)),
    (&["中午", "midday"], 2, None),
    (&["下午", "午后", "afternoon"], 3, Some(1)),
    (&["noon"], 2, None),
    (&["晚上", "傍晚", "夜里", "evening", "night"], 4, Some(1)),
];
const LEADS: &[&str] = &["at around ", "at about ", "at ", "around ", "from ", "in the ", "@"];
const MERIDIEMS: &[&str] = &["a.m.", "p.m.", "am", "pm", "o'clock", "o’clock"];
const JOINTS: &[&str] = &["-", "–", "~", "to ", "until ", "到", "至"];
/// Hours of a day, at most.
const HOURS_MAX: i64 = 24;

/// Whether a text names an hour.
pub(super) fn stands(text: &str) -> bool {
    !find(text).is_empty()
}

/// The text without its hours.
pub(super) fn without(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for span in find(text) {
        out.push_str(&text[copied..span.start]);
        out.push(' ');
        copied = span.end;
    }
    out + &text[copied..]
}

/// The bytes of the hour that a text begins with, behind blanks and a word that leads to it. A bare number is none.
pub(super) fn begins(text: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    let start = blanks(&lower);
    let lead = ["at ", "the "].iter().find(|it| lower[start..].starts_with(**it));
    let start = start + lead.map_or(0, |it| it.len());
    Some(start + span_of(&lower[start..], "")?)
}

/// Whether the first hours that two texts name cannot be one: 9 am and 5 pm, 上午 and 下午, not 9 am and 上午.
pub(super) fn differ(one: &str, other: &str) -> bool {
    let first = |text: &str| {
        let place = find(text).into_iter().next()?;
        Some(Told::read(&text[place].to_ascii_lowercase()))
    };
    let (Some(one), Some(other)) = (first(one), first(other)) else { return false };
    let apart =
        |one: Option<i64>, other: Option<i64>| one.is_some() && other.is_some() && one != other;
    apart(one.part, other.part) || apart(one.half, other.half) || apart(one.minute, other.minute)
}

/// Which hour is named, as far as it is.
struct Told {
    /// The part of the day, counted from the night before.
    part: Option<i64>,
    /// Before noon or after it.
    half: Option<i64>,
    /// Minutes since noon or midnight.
    minute: Option<i64>,
}

impl Told {
    /// Reads an hour in small letters; of two with a joint between them the first.
    fn read(text: &str) -> Self {
        let named = DAY.iter().find(|(words, ..)| words.iter().any(|it| text.contains(it)));
        let part = named.map(|it| it.1);
        let pm = ["pm", "p.m."].iter().any(|it| text.contains(it));
        let am = ["am", "a.m."].iter().any(|it| text.contains(it));
        let mut half = named.and_then(|it| it.2).or(if pm { Some(1) } else { am.then_some(0) });
        let start = text.find(|c: char| c.is_ascii_digit() || numeral::of_han(c).is_some());
        let minute = start.and_then(|at| {
            let (hour, length) = numeral::count(&text[at..])?;
            if hour > 12 {
                half = half.or(Some(1));
            }
            let rest = &text[at + length..];
            let rest = rest.trim_start_matches([':', '：', '点', '點', '钟', '整']);
            let more = match () {
                () if rest.starts_with('半') => 30,
                () if rest.starts_with("一刻") => 15,
                () if rest.starts_with("三刻") => 45,
                () => numeral::count(rest).map_or(0, |it| it.0),
            };
            Some(hour % 12 * 60 + more)
        });
        Self { part, half, minute }
    }
}

/// Where a text names hours; of two with a joint between them both together.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let lower = text.to_ascii_lowercase();
    let mut found = Vec::new();
    let (mut at, mut before) = (0, None::<char>);
    while let Some(c) = lower[at..].chars().next() {
        let begins = !c.is_ascii_alphanumeric()
            || before
                .is_none_or(|it| !it.is_ascii_alphanumeric() && !matches!(it, '.' | ':' | '-'));
        match begins.then(|| span(&lower[at..])).flatten() {
            Some(length) => {
                found.push(at..at + length);
                before = lower[..at + length].chars().next_back();
                at += length;
            }
            None => {
                before = Some(c);
                at += c.len_utf8();
            }
        }
    }
    found
}

/// The bytes of the hour, or of the two of a range, that a text in small letters begins with.
fn span(text: &str) -> Option<usize> {
    let lead = LEADS.iter().find(|it| text.starts_with(**it)).copied().unwrap_or_default();
    span_of(text, lead)
}

/// As [`span`], behind a word that leads to an hour or none.
fn span_of(text: &str, lead: &str) -> Option<usize> {
    let one = lead.len() + hour(&text[lead.len()..], lead)?;
    let gap = blanks(&text[one..]);
    let joint = JOINTS.iter().find(|it| text[one + gap..].starts_with(**it));
    let second = joint.and_then(|it| {
        let from = one + gap + it.len();
        let from = from + blanks(&text[from..]);
        Some(from + hour(&text[from..], "at ")?)
    });
    Some(second.unwrap_or(one))
}

fn hour(text: &str, lead: &str) -> Option<usize> {
    if let Some(part) = PARTS.iter().find(|it| text.starts_with(**it)) {
        let gap = part.len() + blanks(&text[part.len()..]);
        return Some(figures(&text[gap..], "at ").map_or(part.len(), |it| gap + it));
    }
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    if letters > 0 {
        let word = &text[..letters];
        let ends =
            |rest: &str| rest.trim_start().is_empty() || rest.starts_with(['.', ',', ';', '(']);
        let part =
            PART_WORDS.contains(&word) && (lead == "in the " || ends(text[letters..].trim_start()));
        return (NAMED.contains(&word) || part).then_some(letters);
    }
    if lead == "in the " { None } else { figures(text, lead) }
}

/// An hour in figures or numerals. A bare number is one only behind a word that leads to it.
fn figures(text: &str, lead: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 {
        let (_, length) = numeral::count(text).filter(|it| it.0 <= HOURS_MAX)?;
        return han_point(text, length);
    }
    if digits > 2 {
        return None;
    }
    if let Some(end) = han_point(text, digits) {
        return Some(end);
    }
    let rest = &text[digits..];
    let minutes = rest.starts_with([':', '：']).then(|| {
        let colon = rest.chars().next().map_or(0, char::len_utf8);
        let two = rest[colon..].bytes().take_while(u8::is_ascii_digit).count() == 2;
        two.then_some(digits + colon + 2)
    });
    let end = match minutes {
        Some(end) => end?,
        None => digits,
    };
    let gap = end + blanks(&text[end..]);
    let apart = |at: usize| !text[at..].starts_with(|c: char| c.is_ascii_alphanumeric());
    let meridiem = MERIDIEMS.iter().find(|it| text[gap..].starts_with(**it));
    if let Some(it) = meridiem.filter(|it| apart(gap + it.len())) {
        return Some(gap + it.len());
    }
    let bare = matches!(lead, "at " | "@" | "at around " | "at about ");
    let alone = apart(end) && !text[end..].starts_with(['/', '-', '.', '%', '月', '日', '号']);
    (minutes.is_some() && apart(end) || bare && alone).then_some(end)
}

/// The end of 点 behind a number, with its minutes: 3点半, 三点一刻, 10点20分, 3点钟.
fn han_point(text: &str, number: usize) -> Option<usize> {
    let after = &text[number..];
    let sign = ["点", "點"].iter().find(|it| after.starts_with(**it))?;
    let end = number + sign.len();
    let rest = &text[end..];
    if let Some(it) = ["半", "钟", "整", "一刻", "三刻"].iter().find(|it| rest.starts_with(**it))
    {
        return Some(end + it.len());
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let minutes = match digits {
        0 => numeral::count(rest).map_or(0, |it| it.1),
        _ => digits,
    };
    let ends = rest[minutes..].strip_prefix("分").map(|_| "分".len());
    Some(end + ends.map_or(if digits == 2 { 2 } else { 0 }, |it| minutes + it))
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches(' ').len()
}

#[cfg(test)]
mod tests {
    use super::{differ, stands, without};

    #[test]
    fn hours_that_cannot_be_one_differ() {
        for (one, other) in [
            ("Call at 9am", "Call at 5pm"),
            ("Call at 9", "Call at 10:00"),
            ("Call at 9:30 am", "Call at 9 am"),
            ("Call in the morning", "Call in the evening"),
            ("Call at noon", "Call in the afternoon"),
            ("Call at 9am", "Call at 9 p.m."),
            ("上午的会", "下午的会"),
            ("上午十点半的会", "上午十点的会"),
            ("上午9点的会", "14:00的会"),
        ] {
            assert!(differ(one, other) && differ(other, one), "{one} / {other}");
        }
        for (one, other) in [
            ("Call at 9am", "Call"),
            ("Call at 9am", "Call in the morning"),
            ("Call at 14:00", "Call at 2 pm"),
            ("Call at 9", "Call at 9 p.m."),
            ("上午的会", "早上9点的会"),
            ("下午三点的会", "15:00的会"),
            ("十一点的会", "11:00的会"),
            ("晚上8点的会", "20点的会"),
        ] {
            assert!(!differ(one, other) && !differ(other, one), "{one} / {other}");
        }
    }

    #[test]
    fn hours_are_told_from_other_numbers() {
        for (text, wanted) in [
            ("下午3点体检", "体检"),
            ("下午三点半牙医", "牙医"),
            ("Dentist at 10am", "Dentist"),
            ("Dentist at 10:30 p.m.", "Dentist"),
            ("call 10:00-11:30 with Ann", "call with Ann"),
            ("lunch at noon", "lunch"),
            ("Dentist in the morning", "Dentist"),
            ("15:00 评审", "评审"),
            ("上午10点20分到11点评审", "评审"),
        ] {
            let left: Vec<String> = without(text).split_whitespace().map(str::to_owned).collect();
            assert_eq!(left.join(" "), wanted, "{text}");
        }
        for text in [
            "version 1.10",
            "ratio 3:1",
            "12月9日体检",
            "morning meeting",
            "on 2026-12-09",
            "I am 10",
        ] {
            assert!(!stands(text), "{text}");
        }
    }
}
