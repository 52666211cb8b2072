//! Values: what a date or a number with its unit means, so that `1,500 ms` is `1.5 s` and `11月3日` is
//! `2026-11-03`. Only what is written out counts; nothing depends on today.

use super::{Out, Role, Token, VALUE};

/// Adds the terms of all values of the text, after the last position.
pub(super) fn read(text: &str, out: &mut Out) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte.is_ascii_digit() {
            let end = digits_end(bytes, at);
            number(text, at, end, out);
            at = end;
        } else if byte.is_ascii_alphabetic() {
            let end = letters_end(bytes, at);
            if let Some(month) = month(&text[at..end]) {
                month_first(text, end, month, out);
            }
            at = end;
        } else {
            at += 1;
        }
    }
}

fn digits_end(bytes: &[u8], from: usize) -> usize {
    from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn letters_end(bytes: &[u8], from: usize) -> usize {
    from + bytes[from..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count()
}

fn small(text: &str) -> Option<u32> {
    (text.len() <= 4).then(|| text.parse().ok()).flatten()
}

fn push(term: String, out: &mut Out) {
    let position = out.position;
    out.tokens.push(Token { term, role: Role::Value, position, start: 0, end: 0 });
}

/// The term of a day, however it was written.
pub(crate) fn day_term(day: jiff::civil::Date) -> String {
    format!("{VALUE}d{}", day.strftime("%Y-%m-%d"))
}

/// Whether a term is that of a day, with its year or without.
pub(crate) fn is_day_term(term: &str) -> bool {
    let day = term.strip_prefix(VALUE).and_then(|rest| rest.strip_prefix('d'));
    day.is_some_and(|day| day.len() >= 5 && day.bytes().all(|b| b.is_ascii_digit() || b == b'-'))
}

fn date(year: Option<u32>, month: u32, day: u32, out: &mut Out) {
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return;
    }
    if let Some(year) = year.filter(|year| (1000..3000).contains(year)) {
        push(format!("{VALUE}d{year:04}-{month:02}-{day:02}"), out);
    }
    push(format!("{VALUE}d{month:02}-{day:02}"), out);
}

/// What starts with these digits: a date, or a number with a unit.
fn number(text: &str, start: usize, end: usize, out: &mut Out) {
    let bytes = text.as_bytes();
    let before = start.checked_sub(1).map(|at| bytes[at]);
    if before.is_some_and(|byte| matches!(byte, b'.' | b',') || byte.is_ascii_alphanumeric()) {
        return;
    }
    let digits = &text[start..end];
    let rest = &text[end..];
    if digits.len() == 4 && !is_of_a_mark(&text[..start], rest) {
        for (mark, behind) in [("-", "-"), ("/", "/"), (".", "."), ("年", "月")] {
            let Some(rest) = rest.strip_prefix(mark) else { continue };
            let Some((month, rest)) = leading(rest) else { continue };
            let Some(rest) = rest.strip_prefix(behind) else { continue };
            if let (Some((day, _)), Some(year)) = (leading(rest), small(digits)) {
                return date(Some(year), month, day, out);
            }
        }
    }
    if let (Some(month), Some(rest)) = (small(digits), rest.strip_prefix('月')) {
        let year_before = text[..start].ends_with('年');
        if let (false, Some((day, _))) = (year_before, leading(rest)) {
            return date(None, month, day, out);
        }
    }
    if digits.len() <= 2 && day_first(text, start, end, out) {
        return;
    }
    quantity(text, start, end, out);
}

/// Marks of a fact whose day says when it was written or put away, and not when what it tells is; a space
/// behind the colon makes a fact of its own of them.
const MARKS: [&str; 5] = ["added:", "expires:", "superseded:", "first-seen:", "continues:"];
/// Fields of a page's head that say when somebody wrote or looked at it.
const KEPT: [&str; 6] = [
    "created_at:",
    "updated_at:",
    "last_modified_at:",
    "last_verified:",
    "review_after:",
    "stale_after:",
];

/// Whether what stands behind this text is the day of a fact's mark.
pub(crate) fn begins_a_mark(before: &str) -> bool {
    MARKS.iter().any(|mark| before.ends_with(mark))
}

/// Bytes of a date behind its year.
const BEHIND_YEAR: usize = "-01-01".len();

/// Whether a date between these texts is a mark's or of the keeping of a page: no day that is told of. With the
/// time of day it is when somebody spoke.
fn is_of_a_mark(before: &str, rest: &str) -> bool {
    let kept = before.trim_end_matches([' ', '"', '\'']);
    let ends = |text: &str, names: &[&str]| names.iter().any(|name| text.ends_with(name));
    let time = rest.get(BEHIND_YEAR..).and_then(|rest| rest.strip_prefix([' ', 'T']));
    let timed = time.is_some_and(|time| time.starts_with(|char: char| char.is_ascii_digit()));
    begins_a_mark(before) || ends(kept, &KEPT) && !timed
}

/// One or two digits at the start of `text`, and what follows.
fn leading(text: &str) -> Option<(u32, &str)> {
    let length = text.bytes().take(3).take_while(u8::is_ascii_digit).count();
    if (1..=2).contains(&length) { Some((small(&text[..length])?, &text[length..])) } else { None }
}

/// `3 November 2026`, `3rd of Nov`.
fn day_first(text: &str, start: usize, end: usize, out: &mut Out) -> bool {
    let rest = ordinal(&text[end..]).trim_start_matches(' ');
    let rest = rest.strip_prefix("of ").unwrap_or(rest);
    let word = letters_end(rest.as_bytes(), 0);
    let Some(month) = month(&rest[..word]) else { return false };
    let Some(day) = small(&text[start..end]) else { return false };
    date(year(&rest[word..]), month, day, out);
    true
}

/// `November 3, 2026`, `Nov. 3rd`.
fn month_first(text: &str, end: usize, month: u32, out: &mut Out) {
    let rest = text[end..].strip_prefix('.').unwrap_or(&text[end..]);
    let Some(rest) = rest.strip_prefix(' ') else { return };
    let Some((day, rest)) = leading(rest) else { return };
    if !rest.starts_with(|char: char| char.is_ascii_digit()) {
        date(year(ordinal(rest)), month, day, out);
    }
}

fn ordinal(rest: &str) -> &str {
    ["st", "nd", "rd", "th"].iter().find_map(|mark| rest.strip_prefix(mark)).unwrap_or(rest)
}

fn year(rest: &str) -> Option<u32> {
    let rest = rest.trim_start_matches([',', ' ', '.']);
    let length = rest.bytes().take(5).take_while(u8::is_ascii_digit).count();
    if length == 4 { small(&rest[..4]) } else { None }
}

fn month(word: &str) -> Option<u32> {
    wiki::time::month(&word.to_ascii_lowercase()).and_then(|it| u32::try_from(it).ok())
}

/// A number with its unit, in the base unit of its kind.
fn quantity(text: &str, start: usize, end: usize, out: &mut Out) {
    let bytes = text.as_bytes();
    let mut digits = text[start..end].to_owned();
    let mut at = end;
    while bytes.get(at) == Some(&b',') && digits.len() < 15 {
        let next = digits_end(bytes, at + 1);
        if next - at != 4 {
            break;
        }
        digits.push_str(&text[at + 1..next]);
        at = next;
    }
    if bytes.get(at) == Some(&b'.') && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) {
        let next = digits_end(bytes, at + 1);
        digits.push_str(&text[at..next.min(at + 8)]);
        at = next;
    }
    if digits.len() > 15 {
        return;
    }
    let rest = &text[at..];
    let rest = rest.strip_prefix([' ', '\u{a0}', '-']).unwrap_or(rest);
    let word = letters_end(rest.as_bytes(), 0);
    let found = if word > 0 { english(&rest[..word]) } else { chinese(rest) };
    let (Some((kind, factor)), Ok(value)) = (found, digits.parse::<f64>()) else { return };
    push(format!("{VALUE}u{kind}{:.0}", value * factor), out);
}

/// A whole unit, with its kind and its factor to the base unit of that.
pub(crate) fn unit(text: &str) -> Option<(char, f64)> {
    if text.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return english(text);
    }
    CHINESE.iter().find(|(unit, ..)| *unit == text).map(|(_, kind, factor)| (*kind, *factor))
}

/// Kind and factor to microseconds, bytes, millimetres, milligrams.
fn english(word: &str) -> Option<(char, f64)> {
    let word = if word.len() <= 2 { word.to_owned() } else { word.to_ascii_lowercase() };
    Some(match word.as_str() {
        "us" => ('t', 1.0),
        "ms" | "msec" | "millisecond" | "milliseconds" => ('t', 1e3),
        "s" | "sec" | "secs" | "second" | "seconds" => ('t', 1e6),
        "min" | "mins" | "minute" | "minutes" => ('t', 6e7),
        "h" | "hr" | "hrs" | "hour" | "hours" => ('t', 3.6e9),
        "d" | "day" | "days" => ('t', 8.64e10),
        "week" | "weeks" => ('t', 6.048e11),
        "B" | "byte" | "bytes" => ('b', 1.0),
        "KB" | "kB" | "kb" | "kib" => ('b', 1024.0),
        "MB" | "mb" | "mib" => ('b', 1_048_576.0),
        "GB" | "gb" | "gib" => ('b', 1_073_741_824.0),
        "TB" | "tb" | "tib" => ('b', 1_099_511_627_776.0),
        "mm" => ('l', 1.0),
        "cm" => ('l', 10.0),
        "m" | "meter" | "meters" | "metre" | "metres" => ('l', 1e3),
        "km" | "kilometer" | "kilometers" | "kilometre" | "kilometres" => ('l', 1e6),
        "mg" => ('m', 1.0),
        "g" | "gram" | "grams" => ('m', 1e3),
        "kg" | "kilogram" | "kilograms" => ('m', 1e6),
        _ => return None,
    })
}

const CHINESE: &[(&str, char, f64)] = &[
    ("毫秒", 't', 1e3),
    ("秒", 't', 1e6),
    ("分钟", 't', 6e7),
    ("分鐘", 't', 6e7),
    ("小时", 't', 3.6e9),
    ("小時", 't', 3.6e9),
    ("天", 't', 8.64e10),
    ("周", 't', 6.048e11),
    ("週", 't', 6.048e11),
    ("毫米", 'l', 1.0),
    ("厘米", 'l', 10.0),
    ("公里", 'l', 1e6),
    ("千米", 'l', 1e6),
    ("米", 'l', 1e3),
    ("公斤", 'm', 1e6),
    ("千克", 'm', 1e6),
    ("克", 'm', 1e3),
];

fn chinese(rest: &str) -> Option<(char, f64)> {
    let found = CHINESE.iter().find(|(unit, ..)| rest.starts_with(unit));
    found.map(|(_, kind, factor)| (*kind, *factor))
}
