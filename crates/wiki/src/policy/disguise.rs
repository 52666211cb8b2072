//! Keys and words that are written so that they look like them and match none: in full-width letters, with
//! letters of other scripts among their own, with characters between that are not seen, or letter by letter.

use std::ops::Range;

use super::words::{Nature, word_at};

/// Letters of a word that is written letter by letter, at least, where they are not Han, and at most.
const SPREAD_MIN: usize = 5;
const SPREAD_MAX: usize = 24;

/// The text without such disguise, and for each piece where it begins there and in the original;
/// `None` for a text that has none.
pub(super) fn taken_off(text: &str) -> Option<(String, Vec<(usize, usize)>)> {
    // Nearly all texts end here: the characters in question begin with one of few bytes.
    let mixed = mixed_words(text);
    let disguised = |c: char| is_unseen(c) || narrow(c).is_some();
    let first = |b| matches!(b, 0xC2 | 0xE2 | 0xEF);
    let spread = spread_words(text);
    if mixed.is_empty()
        && spread.is_empty()
        && !(text.bytes().any(first) && text.contains(disguised))
    {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut origins = vec![(0, 0)];
    let mut mixed = mixed.into_iter().peekable();
    let mut spread = spread.into_iter().peekable();
    for (at, c) in text.char_indices() {
        let next = at + c.len_utf8();
        if spread.next_if_eq(&at).is_some() {
            origins.push((plain.len(), next));
            continue;
        }
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

/// Where the signs stand between the letters of words that announce a secret letter by letter:
/// `p a s s w o r d`, `密 码`. In order.
fn spread_words(text: &str) -> Vec<usize> {
    let mut gaps = Vec::new();
    let mut run = Spread::default();
    let mut before = Before::Other;
    for (at, c) in text.char_indices() {
        before = match (is_letter(c), before) {
            (true, Before::Gap) => {
                run.letters.push((at, c));
                Before::Letter
            }
            (true, Before::Other) => {
                run.begin(at, c);
                Before::Letter
            }
            // A letter that others follow at once belongs to a word, but Han has no such words.
            (true, Before::Letter | Before::Word) if !c.is_ascii() => {
                run.end(&mut gaps);
                run.begin(at, c);
                Before::Letter
            }
            (true, Before::Letter | Before::Word) => {
                run.letters.pop_if(|(_, last)| last.is_ascii());
                run.end(&mut gaps);
                Before::Word
            }
            (false, Before::Letter)
                if " .-_*·".contains(c) && run.joiner.is_none_or(|it| it == c) =>
            {
                run.joiner = Some(c);
                Before::Gap
            }
            (false, _) => {
                run.end(&mut gaps);
                Before::Other
            }
        };
    }
    run.end(&mut gaps);
    gaps
}

/// What stands right before a character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// A letter by itself.
    Letter,
    /// A letter of a word.
    Word,
    /// The sign between letters.
    Gap,
    Other,
}

/// Letters with one sign between each two.
#[derive(Default)]
struct Spread {
    letters: Vec<(usize, char)>,
    joiner: Option<char>,
}

impl Spread {
    fn begin(&mut self, at: usize, c: char) {
        self.letters.clear();
        self.letters.push((at, c));
        self.joiner = None;
    }

    /// Ends the row; if its last letters are a word, the places of the signs between them are `gaps`.
    fn end(&mut self, gaps: &mut Vec<usize>) {
        let count = self.letters.len();
        let word = (count.saturating_sub(SPREAD_MAX)..count.saturating_sub(1)).find(|from| {
            let word: String = self.letters[*from..].iter().map(|(_, c)| *c).collect();
            let is_long = !word.is_ascii() || word.len() >= SPREAD_MIN;
            is_long
                && word_at("", &word).is_some_and(|it| {
                    let announces = matches!(
                        it.nature,
                        Nature::Password | Nature::Phrase | Nature::Key | Nature::Token
                    );
                    announces && it.length == word.len()
                })
        });
        if let Some(from) = word {
            let ends = self.letters[from..count - 1].iter().map(|(at, c)| at + c.len_utf8());
            gaps.extend(ends);
        }
        self.letters.clear();
        self.joiner = None;
    }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, '\u{4e00}'..='\u{9fff}')
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
