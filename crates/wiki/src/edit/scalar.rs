//! Writes a text as a YAML scalar that reads back as the same text.

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quotes {
    Plain,
    Single,
    Double,
}

/// Where a scalar stands: commas and brackets mean more inside `[…]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Block,
    Flow,
}

/// The style of a scalar in the source.
pub(super) fn quotes_of(raw: &str) -> Quotes {
    match raw.as_bytes().first() {
        Some(b'"') => Quotes::Double,
        Some(b'\'') => Quotes::Single,
        _ => Quotes::Plain,
    }
}

/// A text in one line, in the wanted style where that reads back as the text, else in double quotes.
pub(super) fn inline(text: &str, wanted: Quotes, place: Place) -> String {
    let printable = !text.chars().any(needs_escape);
    match wanted {
        Quotes::Plain if printable && is_plain(text, place) => text.to_owned(),
        Quotes::Single if printable => format!("'{}'", text.replace('\'', "''")),
        _ => double(text),
    }
}

/// A key as it is written, or nothing when it cannot be one.
pub(super) fn key(key: &str) -> Option<String> {
    let bad = key.trim().is_empty() || key.chars().any(needs_escape) || key.len() > 200;
    (!bad).then(|| inline(key, Quotes::Plain, Place::Flow))
}

fn needs_escape(c: char) -> bool {
    // The last two of each plane and these of the first are no characters.
    let none = u32::from(c) & 0xfffe == 0xfffe || matches!(c, '\u{fdd0}'..='\u{fdef}');
    c.is_control() || none || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Whether YAML reads the text, without quotes, as a scalar of this same text.
fn is_plain(text: &str, place: Place) -> bool {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return false };
    let next_is_word = chars.next().is_some_and(char::is_alphanumeric);
    let starts = match first {
        '-' => next_is_word,
        '?' | ':' | ',' | '[' | ']' | '{' | '}' | '#' | '&' | '*' | '!' | '|' | '>' | '\''
        | '"' | '%' | '@' | '`' | '=' => false,
        _ => true,
    };
    let nothing = matches!(text, "~" | "null" | "Null" | "NULL" | "<<");
    let flow = place == Place::Flow && text.contains([',', '[', ']', '{', '}', ':']);
    let means_more = text.contains(": ") || text.contains(" #") || text.ends_with(':') || flow;
    let document = text.starts_with("---") || text.starts_with("...");
    let blank_ends = text.starts_with(char::is_whitespace) || text.ends_with(char::is_whitespace);
    starts && !nothing && !means_more && !document && !blank_ends
}

fn double(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if needs_escape(c) && u32::from(c) > 0xffff => {
                out.push_str(&format!("\\U{:08x}", u32::from(c)));
            }
            c if needs_escape(c) => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A text of several lines as a literal block behind `key: `, or nothing where a block cannot hold it.
pub(super) fn block(text: &str, indent: &str, eol: &str) -> Option<String> {
    let body = text.trim_end_matches('\n');
    let held = |line: &str| !line.chars().any(|c| needs_escape(c) && c != '\t');
    let first = body.split('\n').next().unwrap_or("");
    let fits = body.contains('\n') && !first.starts_with([' ', '\t']) && !first.is_empty();
    if !fits
        || !body.split('\n').all(held)
        || body.split('\n').any(|line| line.trim().is_empty() && !line.is_empty())
    {
        return None;
    }
    let chomp = match text.len() - body.len() {
        0 => "-",
        1 => "",
        _ => return None,
    };
    let mut out = format!("|{chomp}");
    for line in body.split('\n') {
        out.push_str(eol);
        if !line.is_empty() {
            out.push_str(indent);
            out.push_str(line);
        }
    }
    Some(out)
}
