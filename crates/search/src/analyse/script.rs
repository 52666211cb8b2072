//! Which characters belong to words, which stand alone, and which lie between.

use unicode_normalization::char::is_combining_mark;

/// What a character does in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Script {
    /// Part of a word with spaces around it.
    Word,
    /// Part of a script that writes no spaces, or for which pairs find more than words do.
    Unspaced,
    /// An emoji or its parts.
    Emoji,
    /// Space, punctuation, symbols.
    Between,
}

pub(crate) fn script(char: char) -> Script {
    if char.is_ascii() {
        return if char.is_ascii_alphanumeric() || char == '_' {
            Script::Word
        } else {
            Script::Between
        };
    }
    if is_unspaced(char) {
        Script::Unspaced
    } else if is_emoji(char) {
        Script::Emoji
    } else if char.is_alphanumeric() || is_mark(char) {
        Script::Word
    } else {
        Script::Between
    }
}

/// Marks that belong to the character before them.
pub(super) fn is_mark(char: char) -> bool {
    !char.is_ascii() && (is_combining_mark(char) || matches!(char, '\u{200c}' | '\u{200d}'))
}

fn is_unspaced(char: char) -> bool {
    matches!(u32::from(char),
        0x0e00..=0x0e30 | 0x0e32..=0x0e33 | 0x0e40..=0x0e46 // Thai letters
        | 0x0e80..=0x0eb0 | 0x0eb2..=0x0eb3 | 0x0ebd..=0x0ec6 // Lao letters
        | 0x1000..=0x102a | 0x103f | 0x1050..=0x1055 // Myanmar letters
        | 0x1100..=0x11ff | 0x3130..=0x318f | 0xa960..=0xa97f | 0xac00..=0xd7ff // Hangul
        | 0x1780..=0x17b3 // Khmer letters
        | 0x3005..=0x3007 | 0x3041..=0x3096 | 0x309d..=0x309f | 0x30a1..=0x30fa | 0x30fc..=0x30ff // kana
        | 0x3105..=0x312f | 0x31a0..=0x31bf | 0x31f0..=0x31ff // bopomofo, kana extensions
        | 0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff // Han
        | 0xff66..=0xff9f | 0xffa0..=0xffdc) // half-width kana and Hangul
}

/// Whether the character stands as a term of its own although it is no letter.
pub(super) fn is_emoji(char: char) -> bool {
    matches!(u32::from(char),
        0x203c | 0x2049 | 0x2122 | 0x2139 | 0x2194..=0x21aa | 0x231a..=0x23ff | 0x24c2 | 0x25aa..=0x25fe
        | 0x2600..=0x27bf | 0x2934..=0x2935 | 0x2b05..=0x2b55 | 0x3030 | 0x303d | 0x3297 | 0x3299
        | 0x1f000..=0x1faff)
}

/// A character as its plain form: full-width letters and digits become ASCII.
pub(super) fn plain(char: char) -> char {
    match u32::from(char) {
        wide @ 0xff01..=0xff5e => char::from_u32(wide - 0xfee0).unwrap_or(char),
        _ => char,
    }
}
