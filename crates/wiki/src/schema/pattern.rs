//! File names and the patterns they follow.

use super::Naming;

/// Characters of a name or pattern that are looked at; a longer name follows no pattern.
const CHARS_MAX: usize = 300;

enum Part {
    Literal(String),
    Slot(String),
}

/// Whether a file name follows a pattern such as `{date}-{name}`.
pub(super) fn fits(pattern: &str, name: &str) -> bool {
    if pattern.len().max(name.len()) > CHARS_MAX {
        return false;
    }
    let parts = parts(pattern);
    let stops: Vec<usize> = name.char_indices().map(|(at, _)| at).chain([name.len()]).collect();
    // For each part the places that the parts before it can end at: bounded by parts × length².
    let mut ends = vec![0];
    for part in &parts {
        let mut next = Vec::new();
        for &from in &ends {
            match part {
                Part::Literal(text) => {
                    if name[from..].starts_with(text.as_str()) {
                        next.push(from + text.len());
                    }
                }
                Part::Slot(slot) => {
                    next.extend(
                        stops
                            .iter()
                            .copied()
                            .filter(|&to| to > from && fills(slot, &name[from..to])),
                    );
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        ends = next;
    }
    ends.contains(&name.len())
}

/// A name in the form of `pattern`, made of what is known; it need not fit where that says too little.
pub(super) fn filled(pattern: &str, type_name: &str, naming: &Naming<'_>) -> String {
    let (day, name) = dated(naming);
    let parts = parts(pattern);
    // A pattern without a place for the name has one in its first free word.
    let mut name_left = !parts.iter().any(|it| matches!(it, Part::Slot(slot) if is_name(slot)));
    let mut out = String::new();
    for part in &parts {
        match part {
            Part::Literal(text) => out.push_str(text),
            Part::Slot(slot) if is_name(slot) => out.push_str(&worded(name, type_name)),
            Part::Slot(slot) => match known(slot, &day, type_name, naming) {
                Some(text) => out.push_str(&text),
                None if name_left => {
                    name_left = false;
                    out.push_str(&worded(name, type_name));
                }
                None => out.push_str(type_name),
            },
        }
    }
    out
}

fn is_name(slot: &str) -> bool {
    matches!(slot, "name" | "title")
}

/// The day that a name begins with, and the rest of it; else the day that is given.
fn dated<'a>(naming: &Naming<'a>) -> (String, &'a str) {
    let (leading, rest) = naming.name.split_at_checked(10).unwrap_or(("", naming.name));
    if !fills("date", leading) {
        return (naming.day.to_string(), naming.name);
    }
    (leading.to_owned(), rest.trim_start_matches(['-', '_', ' ']))
}

/// A word slot takes no bare number.
fn worded(name: &str, type_name: &str) -> String {
    if fills("name", name) {
        name.to_owned()
    } else if name.is_empty() {
        type_name.to_owned()
    } else {
        format!("{type_name}-{name}")
    }
}

fn known(slot: &str, day: &str, type_name: &str, naming: &Naming<'_>) -> Option<String> {
    let said = |text: &String| fills(slot, text);
    match slot {
        "date" => Some(day.to_owned()),
        "year" => Some(day[..4].to_owned()),
        "month" => Some(day[5..7].to_owned()),
        "day" => Some(day[8..].to_owned()),
        "id" => (naming.field)(slot).filter(said).or_else(|| Some(format!("{:03}", naming.number))),
        "version" => {
            let version = (naming.field)(slot).unwrap_or_else(|| "1".to_owned());
            let number = version.trim_start_matches(['v', 'V']);
            Some(format!("v{number}")).filter(said).or_else(|| Some("v1".to_owned()))
        }
        "type" => Some(type_name.to_owned()),
        _ => (naming.field)(slot).map(|it| crate::canon::slug(&it)).filter(said),
    }
}

fn parts(pattern: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = pattern;
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}') else {
            break;
        };
        if open > 0 {
            parts.push(Part::Literal(rest[..open].to_owned()));
        }
        parts.push(Part::Slot(rest[open + 1..open + close].trim().to_lowercase()));
        rest = &rest[open + close + 1..];
    }
    if !rest.is_empty() {
        parts.push(Part::Literal(rest.to_owned()));
    }
    parts
}

fn fills(slot: &str, text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match slot {
        "date" => text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok(),
        "year" => text.len() == 4 && digits(text),
        "month" | "day" => text.len() == 2 && digits(text),
        "id" => {
            text.bytes().all(|b| b.is_ascii_alphanumeric())
                && text.bytes().any(|b| b.is_ascii_digit())
        }
        "version" => {
            let number = text.trim_start_matches(['v', 'V']);
            number.len() < text.len() && number.split('.').all(digits)
        }
        _ => text.chars().any(char::is_alphabetic),
    }
}
