//! Numbers of clauses: what a line that begins with `3.2.5`, `§ 12` or `第五条` is called, so that whoever
//! asks for the clause gets its own words before those that only cite it.

use wiki::numeral;

use super::{Role, Token, VALUE};

/// Digits of a clause's number with its dots, and its levels.
const NUMBER_BYTES: usize = 24;
const LEVELS_MAX: usize = 6;
/// Clauses that one question asks for.
const ASKED_MAX: usize = 4;

/// Words before a plain number that make it a clause's, in lower case.
const NOUNS: [&str; 12] = [
    "clause",
    "clauses",
    "section",
    "sections",
    "article",
    "articles",
    "chapter",
    "paragraph",
    "sec",
    "条款",
    "章节",
    "条目",
];
/// What closes a number that `第` opens.
const CLOSING: [char; 5] = ['条', '章', '节', '款', '項'];

/// A clause's number and where it stands in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Clause {
    /// The term of lines that begin with it.
    pub(crate) term: String,
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Whether it says so or has three levels; `3.5` may be an amount.
    pub(crate) is_sure: bool,
}

/// How a number is marked as that of a clause.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marked {
    /// By `§`, `第…条`, or by standing in a heading.
    Yes,
    /// By its dots alone.
    ByDots,
}

/// A term for each line of the text that begins with a clause's number.
pub(crate) fn openings(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for line in text.lines() {
        let trimmed = line.trim_start();
        let inner = trimmed.trim_start_matches(['#', '*', '-', '>', '_', '|']).trim_start();
        let inner = inner.trim_start_matches(['*', '_']);
        // A marker needs a space behind it; `-3.2` is a number of another kind.
        let is_marked = inner.len() < trimmed.len();
        if is_marked && trimmed.starts_with('-') && !trimmed.starts_with("- ") {
            continue;
        }
        let marked = if trimmed.starts_with('#') { Marked::Yes } else { Marked::ByDots };
        let Some((number, _)) = number(inner, marked) else { continue };
        let term = term(&number);
        tokens.push(Token { term, role: Role::Value, position: 0, start: 0, end: 0 });
    }
    tokens
}

/// The clauses that a question asks for.
pub(crate) fn asked(text: &str) -> Vec<Clause> {
    let mut found: Vec<Clause> = Vec::new();
    let mut before: Option<char> = None;
    let mut next = 0;
    for (at, char) in text.char_indices() {
        let starts = char.is_ascii_digit() || matches!(char, '§' | '第');
        let inside = before.is_some_and(|char| {
            char.is_ascii_alphanumeric() || matches!(char, '.' | '-' | '_' | '/' | ':' | ',')
        });
        before = Some(char);
        if at < next || !starts || inside {
            continue;
        }
        let noun = last_word(&text[..at]);
        let marked = match NOUNS.iter().any(|word| ends_in_word(&noun, word)) {
            true => Marked::Yes,
            false => Marked::ByDots,
        };
        if let Some((number, length)) = number(&text[at..], marked) {
            next = at + length;
            let term = term(&number);
            if found.iter().all(|clause| clause.term != term) {
                let is_sure = marked == Marked::Yes
                    || !char.is_ascii_digit()
                    || number.matches('.').count() > 1;
                found.push(Clause { term, start: at, end: next, is_sure });
            }
            if found.len() == ASKED_MAX {
                break;
            }
        }
    }
    found
}

fn term(number: &str) -> String {
    format!("{VALUE}c{number}")
}

/// The last characters of a text, in lower case, without the space behind them.
fn last_word(text: &str) -> String {
    let chars: Vec<char> = text.trim_end().chars().rev().take(12).collect();
    chars.into_iter().rev().flat_map(char::to_lowercase).collect()
}

/// Whether a text ends in this word.
fn ends_in_word(text: &str, word: &str) -> bool {
    text.strip_suffix(word).is_some_and(|rest| {
        !word.is_ascii() || !rest.ends_with(|char: char| char.is_ascii_alphanumeric())
    })
}

/// A clause's number at the start of the text, and the bytes that it takes with its marks.
fn number(text: &str, marked: Marked) -> Option<(String, usize)> {
    let opened = text.strip_prefix('第').map(str::trim_start);
    let inner = match (opened, text.strip_prefix('§')) {
        (Some(inner), _) => inner,
        (None, Some(inner)) => inner.trim_start_matches('§').trim_start(),
        (None, None) => text,
    };
    let skipped = text.len() - inner.len();
    let (number, length) = match opened.and_then(|_| numeral::han(inner)) {
        Some((number, length)) => (number.to_string(), length),
        None => dotted(inner)?,
    };
    let behind = &inner[length..];
    let mut taken = skipped + length;
    if opened.is_some() {
        let closing = behind.trim_start();
        let closed = closing.chars().next().filter(|char| CLOSING.contains(char))?;
        taken += behind.len() - closing.len() + closed.len_utf8();
    }
    let is_marked = skipped > 0 || marked == Marked::Yes;
    (is_marked || number.contains('.')).then_some((number, taken))
}

/// `3.2.5`, with a dot or bracket behind that belongs to the line and not to the number.
fn dotted(text: &str) -> Option<(String, usize)> {
    let run = text.bytes().take(NUMBER_BYTES + 1);
    let length = run.take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let number = text[..length].trim_end_matches('.');
    let levels = number.split('.');
    let is_number = number.len() <= NUMBER_BYTES
        && levels.clone().count() <= LEVELS_MAX
        && levels.clone().all(|level| (1..=4).contains(&level.len()));
    let glued = text[number.len()..].trim_start_matches('.').starts_with(|char: char| {
        char.is_ascii_alphanumeric() || matches!(char, '%' | '-' | '_' | '/')
    });
    (is_number && !glued).then(|| (number.to_owned(), number.len()))
}
