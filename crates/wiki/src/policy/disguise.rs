//! Keys and words that are written so that they look like them and match none: in full-width letters, with
//! letters of other scripts among their own, or with characters between that are not seen.

use std::ops::Range;

/// The text without such disguise, and for each piece where it begins there and in the original;
/// `None` for a text that has none.
pub(super) fn taken_off(text: &str) -> Option<(String, Vec<(usize, usize)>)> {
    // Nearly all texts end here: the characters in question begin with one of few bytes.
    let mixed = mixed_words(text);
    let disguised = |c: char| is_unseen(c) || narrow(c).is_some();
    let first = |b| matches!(b, 0xC2 | 0xE2 | 0xEF);
    if mixed.is_empty() && !(text.bytes().any(first) && text.contains(disguised)) {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut origins = vec![(0, 0)];
    let mut mixed = mixed.into_iter().peekable();
    for (at, c) in text.char_indices() {
        let next = at + c.len_utf8();
        while mixed.next_if(|word| word.end <= at).is_some() {}
        let alike = mixed.peek().filter(|word| word.start <= at).and_then(|_| latin(c));
        if let Some(latin) = alike {
            plain.push(latin);
            origins.push((plain.len(), next));
            continue;
        }
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

/// The words that have ASCII letters and letters of another script that look like some.
fn mixed_words(text: &str) -> Vec<Range<usize>> {
    // Greek and Cyrillic letters begin with these.
    if !text.bytes().any(|b| matches!(b, 0xCE..=0xD4)) {
        return Vec::new();
    }
    let mut words = Vec::new();
    let mut at = 0;
    for piece in text.split_inclusive(|c: char| !c.is_alphabetic()) {
        let mixed = piece.contains(|c: char| c.is_ascii_alphabetic())
            && piece.contains(|c: char| latin(c).is_some());
        if mixed {
            words.push(at..at + piece.len());
        }
        at += piece.len();
    }
    words
}

/// The ASCII letter that a Greek or Cyrillic one looks like (Unicode's confusables, the plain ones).
fn latin(c: char) -> Option<char> {
    const ALIKE: &[(&str, char)] = &[
        ("аα", 'a'),
        ("с", 'c'),
        ("ԁ", 'd'),
        ("еε", 'e'),
        ("һ", 'h'),
        ("іι", 'i'),
        ("ј", 'j'),
        ("кκ", 'k'),
        ("оο", 'o'),
        ("рρ", 'p'),
        ("ѕ", 's'),
        ("тτ", 't'),
        ("ԝ", 'w'),
        ("хχ", 'x'),
        ("уγ", 'y'),
        ("АΑ", 'A'),
        ("ВΒ", 'B'),
        ("С", 'C'),
        ("ЕΕ", 'E'),
        ("НΗ", 'H'),
        ("ІΙ", 'I'),
        ("КΚ", 'K'),
        ("МΜ", 'M'),
        ("ОΟ", 'O'),
        ("РΡ", 'P'),
        ("Ѕ", 'S'),
        ("ТΤ", 'T'),
        ("ХΧ", 'X'),
        ("УΥ", 'Y'),
    ];
    if c.is_ascii() {
        return None;
    }
    ALIKE.iter().find(|(letters, _)| letters.contains(c)).map(|(_, latin)| *latin)
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
