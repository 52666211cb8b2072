//! File names and the patterns they follow.

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
