//! Marks: their names, what each may say, and how they are written.

use jiff::civil::Date;

use super::collapsed;
use crate::fact::Marks;
use crate::schema::Priority;

/// Longest tag between brackets, in characters.
const TAG_CHARS: usize = 40;

/// One mark as it is written.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::fact) struct Token {
    pub(in crate::fact) kind: Kind,
    pub(in crate::fact) text: String,
}

/// What a mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::fact) enum Kind {
    Priority,
    Tag,
    Added,
    Expires,
    Superseded,
    FirstSeen,
    Valid,
    Confidence,
    Source,
    Continues,
}

/// The names of marks, as written before the colon.
pub(super) const NAMES: &[(&str, Kind)] = &[
    ("added", Kind::Added),
    ("expires", Kind::Expires),
    ("superseded", Kind::Superseded),
    ("first-seen", Kind::FirstSeen),
    ("valid", Kind::Valid),
    ("confidence", Kind::Confidence),
    ("source", Kind::Source),
    ("continues", Kind::Continues),
];

/// Whether a bracket has no small letter.
pub(super) fn in_capitals(text: &str) -> bool {
    !text.contains(char::is_lowercase)
}

impl Kind {
    /// Whether nothing but a mark is written so: its value has a form of its own.
    pub(super) fn is_plain(self) -> bool {
        !matches!(self, Self::Priority | Self::Tag | Self::Source | Self::Continues)
    }
}

impl Token {
    pub(super) fn is_bracket(&self) -> bool {
        matches!(self.kind, Kind::Priority | Kind::Tag)
    }
}

/// The kind of mark that a word begins as, and what stands behind its colon, fitting or not.
pub(super) fn mark_kind(word: &str) -> Option<(Kind, &str)> {
    let (name, value) = word.split_once(':')?;
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, kind)| (*kind, value))
}

/// A text that is marks and nothing else; empty text is no marks.
pub(super) fn tokens(text: &str, marks: &mut Marks) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (length, kind) = if let Some(inner) = rest.strip_prefix('[') {
            let close = inner.find(']')?;
            let tag = &inner[..close];
            let tail = &inner[close + 1..];
            let ends =
                tail.is_empty() || tail.starts_with('[') || tail.starts_with(char::is_whitespace);
            (close + 2, bracket(tag, marks).filter(|_| ends)?)
        } else {
            let length = word_length(rest);
            let (kind, value) = named(&rest[..length])?;
            set_named(kind, value, marks);
            (length, kind)
        };
        tokens.push(Token { kind, text: rest[..length].to_owned() });
        rest = rest[length..].trim_start();
    }
    Some(tokens)
}

/// Bytes of the word that starts here; a value between quotes goes to the end of its quotes.
pub(super) fn word_length(text: &str) -> usize {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let quote = text[..end].find(":\"").map(|colon| colon + 2);
    let closed = quote.and_then(|from| Some(from + text[from..].find('"')? + 1));
    let fits = |at: &usize| text[*at..].chars().next().is_none_or(char::is_whitespace);
    closed.filter(fits).unwrap_or(end)
}

fn bracket(tag: &str, marks: &mut Marks) -> Option<Kind> {
    if let Ok(priority) = tag.parse::<Priority>() {
        marks.priority = Some(priority);
        return Some(Kind::Priority);
    }
    let letters = tag.starts_with(|c: char| c.is_alphabetic() || !c.is_ascii());
    let boxed = matches!(tag, "x" | "X");
    let fits = letters && !boxed && tag.chars().count() <= TAG_CHARS && !tag.contains(['[', '\n']);
    fits.then(|| {
        marks.tags.push(tag.to_owned());
        Kind::Tag
    })
}

/// A `name:value` mark whose value is one of its kind.
fn named(word: &str) -> Option<(Kind, &str)> {
    let (kind, value) = mark_kind(word)?;
    let fits = match kind {
        Kind::Added | Kind::Expires | Kind::Superseded | Kind::FirstSeen => date(value).is_some(),
        Kind::Valid => validity(value).is_some(),
        Kind::Confidence => confidence(value).is_some(),
        _ => !value.is_empty(),
    };
    fits.then_some((kind, value))
}

fn set_named(kind: Kind, value: &str, marks: &mut Marks) {
    match kind {
        Kind::Added => marks.added = date(value),
        Kind::Expires => marks.expires = date(value),
        Kind::Superseded => marks.superseded = date(value),
        Kind::FirstSeen => marks.first_seen = date(value),
        Kind::Valid => marks.valid = validity(value),
        Kind::Confidence => marks.confidence = confidence(value),
        Kind::Source => marks.source = Some(unquoted(value)),
        Kind::Continues => marks.continues = Some(unquoted(value)),
        Kind::Priority | Kind::Tag => {}
    }
}

pub(super) fn date(text: &str) -> Option<Date> {
    let iso = text.len() == 10 && text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    if iso { text.parse().ok() } else { None }
}

fn validity(text: &str) -> Option<(Option<Date>, Option<Date>)> {
    let (from, to) = text.split_once("..")?;
    let end = |text: &str| if text.is_empty() { Some(None) } else { date(text).map(Some) };
    let both = (end(from)?, end(to)?);
    (both != (None, None)).then_some(both)
}

/// Whether a text says how sure something is: a number from 0 to 1, or high, medium, low.
pub(crate) fn is_confidence(text: &str) -> bool {
    confidence(&text.to_lowercase()).is_some()
}

fn confidence(text: &str) -> Option<f64> {
    match text {
        "high" => Some(0.9),
        "medium" => Some(0.6),
        "low" => Some(0.3),
        _ => {
            let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            text.parse().ok().filter(|number: &f64| plain && (0.0..=1.0).contains(number))
        }
    }
}

/// A mark as it is written; `None` when there is nothing to say.
pub(in crate::fact) fn written(kind: Kind, marks: &Marks) -> Option<String> {
    let dated = |name: &str, date: Option<Date>| date.map(|date| format!("{name}:{date}"));
    match kind {
        Kind::Priority => marks.priority.map(|priority| format!("[{}]", sign(priority))),
        Kind::Tag => None,
        Kind::Added => dated("added", marks.added),
        Kind::Expires => dated("expires", marks.expires),
        Kind::Superseded => dated("superseded", marks.superseded),
        Kind::FirstSeen => dated("first-seen", marks.first_seen),
        Kind::Valid => marks.valid.map(|(from, to)| {
            let end = |date: Option<Date>| date.map_or(String::new(), |date| date.to_string());
            format!("valid:{}..{}", end(from), end(to))
        }),
        Kind::Confidence => marks.confidence.map(|number| format!("confidence:{number}")),
        Kind::Source => {
            marks.source.as_deref().map(|source| format!("source:{}", one_word(source)))
        }
        Kind::Continues => {
            marks.continues.as_deref().map(|what| format!("continues:{}", one_word(what)))
        }
    }
}

/// A text as the value of a mark: between quotes if it has blanks.
fn one_word(text: &str) -> String {
    let text = collapsed(text);
    if text.contains(' ') { format!("\"{}\"", text.replace('"', "'")) } else { text }
}

fn unquoted(value: &str) -> String {
    let inner = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.filter(|inner| inner.contains(' ')).unwrap_or(value).to_owned()
}

fn sign(priority: Priority) -> &'static str {
    match priority {
        Priority::Critical => "CRITICAL",
        Priority::High => "🔴HIGH",
        Priority::Medium => "🟡MED",
        Priority::Low => "🟢LOW",
        Priority::Ephemeral => "EPHEMERAL",
    }
}

/// Marks in a row: brackets touch, all else is apart.
pub(in crate::fact) fn join(tokens: &[Token]) -> String {
    let mut out = String::new();
    for token in tokens {
        let touches = out.is_empty() || (out.ends_with(']') && token.text.starts_with('['));
        if !touches {
            out.push(' ');
        }
        out.push_str(&token.text);
    }
    out
}

/// Whether a text begins with a mark that has a value: `added:2026-11-30`, `source:D1-3`.
pub(crate) fn begins_mark(text: &str) -> bool {
    // No more is looked at than a name has: the text may be long.
    let value = NAMES.iter().find_map(|(name, _)| text.strip_prefix(name)?.strip_prefix(':'));
    value.is_some_and(|it| it.starts_with(|c: char| !c.is_whitespace()))
}

/// The bytes of a mark's name at the end of a text, where its colon would follow.
pub(crate) fn mark_name_before(text: &str) -> Option<usize> {
    NAMES.iter().find(|(name, _)| text.ends_with(name)).map(|it| it.0.len())
}
