//! Tildes, which strike out what no longer holds.

/// The text with each row of tildes escaped, so that none of them strikes anything out.
pub(in crate::fact) fn unstruck(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("~~") {
        let row = rest[at..].bytes().take_while(|b| *b == b'~').count();
        out.push_str(&rest[..at]);
        let slashes = out.len() - out.trim_end_matches('\\').len();
        let first = if slashes % 2 == 1 { "~" } else { "\\~" };
        out.push_str(first);
        out.push_str(&"\\~".repeat(row - 1));
        rest = &rest[at + row..];
    }
    out + rest
}

/// The text as it can stand between `~~` and `~~`.
pub(in crate::fact) fn strikable(text: &str) -> String {
    let mut out = unstruck(text);
    if out.starts_with('~') {
        out.insert(0, '\\');
    }
    if out.ends_with('~') && !out.ends_with("\\~") {
        out.insert(out.len() - 1, '\\');
    }
    out
}

/// Where the text between `~~` and `~~` ends: before the first row of tildes that is not escaped, of which
/// the last two close it. A backslash that ends the text escapes nothing.
pub(super) fn struck_end(inner: &str) -> Option<usize> {
    let bytes = inner.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let row = bytes[at..].iter().take_while(|b| **b == b'~').count();
        if row >= 2 {
            return Some(at + row - 2);
        }
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    inner.rfind("~~")
}
