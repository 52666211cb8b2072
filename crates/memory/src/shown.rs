//! Names as a line of text holds them: a file may be called by a line end, and must not begin a line of its
//! own in an answer. Programs get the name itself.

use std::borrow::Cow;

/// The name with its line ends escaped: `a\nb`. What a terminal would obey is seen to where it is printed.
pub fn on_a_line(name: &str) -> Cow<'_, str> {
    let breaks = |c: char| matches!(c, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    if !name.contains(breaks) {
        return Cow::Borrowed(name);
    }
    let mut shown = String::with_capacity(name.len() + 8);
    for c in name.chars() {
        if breaks(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::on_a_line;

    #[test]
    fn a_name_never_makes_a_second_line() {
        assert_eq!(on_a_line("users/a\nb\u{2028}c"), "users/a\\nb\\u{2028}c");
        assert_eq!(on_a_line("人/é"), "人/é");
    }
}
