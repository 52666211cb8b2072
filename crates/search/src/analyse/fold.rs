//! Folding: width, case and diacritics. What differs only in these is found, and what is equal in them
//! ranks first, because a word with diacritics also gets a term that keeps them.

use unicode_normalization::UnicodeNormalization;

use super::TERM_CHARS;
use super::hans::simplified;
use super::script::{is_mark, plain};

/// Width and case folded, diacritics kept.
pub(crate) fn exact(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    let wide = word.chars().map(plain).nfkc().flat_map(char::to_lowercase);
    wide.map(|char| if char == 'ς' { 'σ' } else { char }).nfc().take(TERM_CHARS).collect()
}

/// Width, case and diacritics folded. Marks are dropped only where they decorate a letter (Latin, Greek);
/// in scripts that spell vowels with marks they stay.
pub(crate) fn folded(word: &str) -> String {
    let exact = exact(word);
    if exact.is_ascii() {
        return exact;
    }
    let mut folded = String::with_capacity(exact.len());
    let mut decorates = false;
    for char in exact.nfd() {
        if is_mark(char) {
            if !decorates {
                folded.push(char);
            }
            continue;
        }
        decorates = matches!(u32::from(char), 0x41..=0x24f | 0x370..=0x3ff | 0x1e00..=0x1fff);
        match stroke(char) {
            Some(plain) => folded.push_str(plain),
            None => folded.push(char),
        }
    }
    folded.nfc().collect()
}

/// A character of a script without spaces, in its usual width; kana as hiragana, Han simplified.
pub(super) fn unspaced(char: char) -> String {
    let plain = |char| simplified(hiragana(char));
    match u32::from(char) {
        0xff66..=0xffdc | 0xf900..=0xfaff => char.nfkc().map(plain).collect(),
        _ => plain(char).to_string(),
    }
}

/// Katakana as hiragana: a word is written in either, as in capitals and small letters elsewhere.
fn hiragana(char: char) -> char {
    match u32::from(char) {
        code @ 0x30a1..=0x30f6 => char::from_u32(code - 0x60).unwrap_or(char),
        _ => char,
    }
}

/// Letters whose stroke or ligature has no decomposition in Unicode.
fn stroke(char: char) -> Option<&'static str> {
    Some(match char {
        'ł' => "l",
        'đ' | 'ð' => "d",
        'ø' => "o",
        'æ' => "ae",
        'œ' => "oe",
        'ß' => "ss",
        'þ' => "th",
        'ħ' => "h",
        'ı' => "i",
        'ŧ' => "t",
        'ŋ' => "n",
        'ƒ' => "f",
        'ё' => "е",
        _ => return None,
    })
}
