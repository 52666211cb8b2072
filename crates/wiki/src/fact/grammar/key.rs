//! Keys: where a fact's key ends and its value begins, and what cannot be a key.

use std::ops::Range;

use super::collapsed;

/// Longest key, in characters.
const KEY_CHARS: usize = 60;

/// Key and value of `key: value`, `key：value`, `**Key:** value`; `None` for any other text. A key has at
/// most 60 characters, no URL and no clock time.
pub fn split_pair(text: &str) -> Option<(String, String)> {
    let text = text.trim();
    let (key, value) = pair(text)?;
    Some((key, collapsed(&text[value])))
}

/// The key, and where the value stands.
pub(super) fn pair(text: &str) -> Option<(String, Range<usize>)> {
    let (key, after) = stressed_key(text).or_else(|| plain_key(text))?;
    let value = text[after..].trim();
    let start = text.len() - text[after..].trim_start().len();
    let fits = !value.is_empty() && key_problem(&key).is_none();
    fits.then(|| (crate::fact::input::uncoded(&key).to_owned(), start..start + value.len()))
}

/// `**Key:** value` and `**Key**: value`, with `__`, `*` and `***` too.
fn stressed_key(text: &str) -> Option<(String, usize)> {
    let fence = ["***", "**", "__", "*"].into_iter().find(|fence| text.starts_with(fence))?;
    let close = fence.len() + text[fence.len()..].find(fence)?;
    let inner = &text[fence.len()..close];
    let after = close + fence.len();
    let rest = &text[after..];
    let colon_inside = inner.strip_suffix(':').or_else(|| inner.strip_suffix('：'));
    if let Some(key) = colon_inside {
        return Some((key.trim().to_owned(), after));
    }
    let wide = rest.starts_with('：').then_some('：'.len_utf8());
    let colon =
        rest.strip_prefix(':').filter(|rest| rest.starts_with(char::is_whitespace)).map(|_| 1);
    wide.or(colon).map(|length| (inner.trim().to_owned(), after + length))
}

/// The name and the colon of a key without a value: `owner:`, `**Owner:**`, `**Owner**:`.
pub(in crate::fact) fn label(text: &str) -> Option<(&str, char)> {
    let plain = text.trim_end_matches(['*', '_']);
    let fence = text.len() - plain.len();
    let colon = plain.chars().next_back().filter(|c| matches!(c, ':' | '：'))?;
    let name = plain[..plain.len() - colon.len_utf8()].trim();
    let bold = |name: &'_ str| name.starts_with("**") || name.starts_with("__");
    let closed = fence == 0 || (fence == 2 && bold(name));
    let name = name.trim_matches(['*', '_']);
    (closed && key_problem(name).is_none()).then_some((name, colon))
}

fn plain_key(text: &str) -> Option<(String, usize)> {
    // A key is short, so that a colon further on need not be looked for.
    let reach = text.char_indices().nth(KEY_CHARS + 2).map_or(text.len(), |(at, _)| at);
    let mut chars = text[..reach].char_indices();
    let (at, length) = chars.find_map(|(at, c)| match c {
        '：' if !is_clock(text, at, c.len_utf8()) => Some((at, c.len_utf8())),
        ':' if text[at + 1..].starts_with(char::is_whitespace) => Some((at, 1)),
        _ => None,
    })?;
    // `key:: value`, as Dataview writes it.
    Some((text[..at].trim_end_matches(':').trim().to_owned(), at + length))
}

/// Whether a colon stands between digits, as in `12：30`.
fn is_clock(text: &str, at: usize, length: usize) -> bool {
    text[..at].ends_with(|c: char| c.is_ascii_digit())
        && text[at + length..].starts_with(|c: char| c.is_ascii_digit())
}

/// Why a text cannot be a key.
pub(in crate::fact) fn key_problem(key: &str) -> Option<&'static str> {
    let open_link = key.matches("[[").count() != key.matches("]]").count();
    let in_code = key.matches('`').count() % 2 == 1;
    let stars = key.len() - key.trim_start_matches('*').len();
    let stressed = stars > 0 && !key[stars..].contains(&key[..stars]);
    if key.chars().count() > KEY_CHARS {
        Some("it is longer than 60 characters")
    } else if !key.chars().any(char::is_alphanumeric) {
        Some("it has no letter")
    } else if key.contains('\n') || key.contains('\r') {
        Some("it has more than one line")
    } else if key.contains("://")
        || key.contains("www.")
        || key.contains("](")
        || key.ends_with("http")
        || key.ends_with("https")
    {
        Some("it holds a URL")
    } else if has_clock_time(key) {
        Some("it holds a time")
    } else if open_link || in_code || stressed || key.contains("~~") {
        Some("it ends inside a link, code, stressed or struck text")
    } else {
        None
    }
}

fn has_clock_time(text: &str) -> bool {
    let chars: Vec<char> = text.chars().collect();
    chars.windows(3).any(|three| {
        three[0].is_ascii_digit() && matches!(three[1], ':' | '：') && three[2].is_ascii_digit()
    }) || text.trim_end().ends_with(|c: char| c.is_ascii_digit()) && begins_with_time(text)
}

/// A clock time or an ISO date at the start: a line of a log, no fact.
pub(in crate::fact) fn begins_with_time(text: &str) -> bool {
    let plain = text.trim_start_matches(['*', '_', '[', '(', '`', '~', ' ']);
    let digits = plain.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &plain[digits..];
    let two = |text: &str| text.bytes().take(2).filter(u8::is_ascii_digit).count() == 2;
    match digits {
        1 | 2 => {
            let minutes = rest.strip_prefix(':').or_else(|| rest.strip_prefix('：'));
            minutes.is_some_and(two)
        }
        4 => {
            let month = rest.strip_prefix('-').filter(|rest| two(rest));
            month.and_then(|rest| rest[2..].strip_prefix('-')).is_some_and(two)
        }
        _ => false,
    }
}
