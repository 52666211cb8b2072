//! The query's text → filters, quoted phrases and the rest.
//!
//! Only a known field with a valid value filters (`type:policy`, `after:2024-04`); everything else,
//! operators of other search engines included, is literal text.

use jiff::civil::Date;

use crate::query::{Archived, Filters};

/// Words of a query that are looked at; a pasted log has no meaning in its last megabyte that its first
/// part has not.
const TEXT_BYTES: usize = 64 << 10;
/// A phrase is no longer than this.
const PHRASE_BYTES: usize = 512;

/// A query taken apart.
#[derive(Debug, Clone, Default)]
pub(super) struct Parsed {
    /// Text without filters, phrases without their quotes included.
    pub(super) text: String,
    /// What stood in quotes.
    pub(super) phrases: Vec<String>,
    /// Filters of the text and those given apart.
    pub(super) filters: Filters,
    /// Whether the text was longer than what is looked at.
    pub(super) cut: bool,
}

impl Parsed {
    /// Whether only filters are left.
    pub(super) fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }
}

pub(super) fn parse(text: &str, given: &Filters) -> Parsed {
    let mut end = text.len().min(TEXT_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut parsed = Parsed { filters: given.clone(), cut: end < text.len(), ..Parsed::default() };
    let mut rest = &text[..end];
    while !rest.is_empty() {
        if let Some((quoted, behind)) = quoted(rest) {
            parsed.phrases.push(quoted.to_owned());
            parsed.text.push(' ');
            parsed.text.push_str(quoted);
            parsed.text.push(' ');
            rest = behind;
            continue;
        }
        let word = rest.find(char::is_whitespace).unwrap_or(rest.len());
        // A quote inside a word ends it, unless the word is a filter's value.
        let (token, behind) = match field(rest) {
            Some((name, value, behind)) if apply(&mut parsed.filters, name, value) => {
                rest = behind;
                continue;
            }
            _ if word == 0 => {
                let first = rest.chars().next().map_or(1, char::len_utf8);
                rest.split_at(first)
            }
            _ => rest.split_at(word),
        };
        parsed.text.push_str(token);
        rest = behind;
    }
    parsed
}

/// A phrase in straight or curly quotes at the start, with at least one character.
fn quoted(rest: &str) -> Option<(&str, &str)> {
    let first = rest.chars().next()?;
    let close = match first {
        '"' => '"',
        '“' => '”',
        '「' => '」',
        '『' => '』',
        _ => return None,
    };
    let inner = &rest[first.len_utf8()..];
    let end = near(inner).find(close)?;
    let phrase = inner[..end].trim();
    (!phrase.is_empty() && !phrase.contains('\n'))
        .then(|| (phrase, &inner[end + close.len_utf8()..]))
}

/// What a closing quote is looked for in; the bound keeps a text of opening quotes linear.
fn near(text: &str) -> &str {
    let mut end = text.len().min(PHRASE_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// `name:value` or `name:"a value"` at the start.
fn field(rest: &str) -> Option<(&str, &str, &str)> {
    let colon = rest.find(':').filter(|at| *at <= 10)?;
    let (name, behind) = (&rest[..colon], &rest[colon + 1..]);
    if !name.bytes().all(|byte| byte.is_ascii_alphabetic()) || name.is_empty() {
        return None;
    }
    if let Some(inner) = behind.strip_prefix('"') {
        let end = near(inner).find('"')?;
        return Some((name, &inner[..end], &inner[end + 1..]));
    }
    let end = behind.find(char::is_whitespace).unwrap_or(behind.len());
    (end > 0).then(|| (name, &behind[..end], &behind[end..]))
}

/// Takes a filter in; false when the field is unknown or the value cannot be one of its values.
fn apply(filters: &mut Filters, name: &str, value: &str) -> bool {
    let word = |value: &str| {
        value.chars().all(|char| char.is_alphanumeric() || matches!(char, '-' | '_' | '/' | '.'))
    };
    let value = value.trim_end_matches([',', ';']);
    match name.to_ascii_lowercase().as_str() {
        "type" if word(value) => filters.types.push(value.to_owned()),
        "status" if word(value) => filters.statuses.push(value.to_owned()),
        "tag" if word(value.trim_start_matches('#')) => filters.tags.push(value.to_owned()),
        "scope" if word(value) => filters.scopes.push(value.to_owned()),
        "path" if !value.starts_with("//") => filters.paths.push(value.to_owned()),
        "priority" => match priority(value) {
            Some(priority) => filters.priorities.push(priority.to_owned()),
            None => return false,
        },
        "after" => match day(value) {
            Some((first, _)) => filters.after = filters.after.max(Some(first)),
            None => return false,
        },
        "before" => match day(value) {
            Some((_, last)) => {
                filters.before = Some(filters.before.map_or(last, |before| before.min(last)));
            }
            None => return false,
        },
        "in" | "archive" if value == "archive" || value == "include" => {
            filters.archived = Archived::Include;
        }
        _ => return false,
    }
    true
}

fn priority(value: &str) -> Option<&'static str> {
    let value = value.to_lowercase();
    let value = match value.as_str() {
        "🔴" => "high",
        "🟡" | "med" => "medium",
        "🟢" => "low",
        other => other,
    };
    ["critical", "high", "medium", "low", "ephemeral"].into_iter().find(|known| *known == value)
}

/// First and last day of `2024`, `2024-04`, `2024-04-09`.
fn day(value: &str) -> Option<(Date, Date)> {
    let mut parts = value.split('-');
    let year: i16 = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let month = parts.next().map(str::parse::<i8>).transpose().ok()?;
    let day = parts.next().map(str::parse::<i8>).transpose().ok()?;
    if parts.next().is_some() {
        return None;
    }
    let first = Date::new(year, month.unwrap_or(1), day.unwrap_or(1)).ok()?;
    let last = match (month, day) {
        (Some(_), Some(_)) => first,
        (Some(_), None) => first.last_of_month(),
        _ => first.last_of_year(),
    };
    Some((first, last))
}
