//! Keys that are written so that they look like keys and match none: in full-width letters, or with
//! characters between that are not seen.

/// The text without such disguise, and for each piece where it begins there and in the original;
/// `None` for a text that has none.
pub(super) fn taken_off(text: &str) -> Option<(String, Vec<(usize, usize)>)> {
    let disguised = |c: char| is_unseen(c) || narrow(c).is_some();
    // Nearly all texts end here: the characters in question begin with one of few bytes.
    if !text.bytes().any(|b| matches!(b, 0xC2 | 0xE2 | 0xEF)) || !text.contains(disguised) {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut origins = vec![(0, 0)];
    for (at, c) in text.char_indices() {
        let next = at + c.len_utf8();
        if is_unseen(c) {
            origins.push((plain.len(), next));
        } else if let Some(narrow) = narrow(c) {
            plain.push(narrow);
            origins.push((plain.len(), next));
        } else {
            plain.push(c);
        }
    }
    Some((plain, origins))
}

/// Soft hyphen, zero-width characters, word joiner, byte order mark.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// A full-width letter, digit or joiner of a key as ASCII.
fn narrow(c: char) -> Option<char> {
    let code = u32::from(c).checked_sub(0xFEE0)?;
    let narrow = char::from_u32(code).filter(char::is_ascii)?;
    (narrow.is_ascii_alphanumeric() || matches!(narrow, '-' | '_' | '.')).then_some(narrow)
}
