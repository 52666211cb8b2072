//! A reader's position within text, and where a date may start and end. It knows no dates.

use crate::canon::is_han;

/// A position that moves forward. Copying it is how a reader looks ahead.
#[derive(Clone, Copy)]
pub(super) struct Scan<'a> {
    text: &'a str,
    pub(super) at: usize,
}

/// Whether a word before the first end of a range promises a second one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Led {
    /// "between", "from", 从.
    Between,
    Not,
}

/// No word of a date is longer ("wednesday"), so longer runs are not compared.
const WORD_BYTES_MAX: usize = 10;

/// An ASCII word in lower case, without an allocation.
#[derive(Clone, Copy)]
pub(super) struct Word {
    bytes: [u8; WORD_BYTES_MAX],
    len: usize,
    /// Whether it began with a capital.
    pub(super) capital: bool,
}

impl Word {
    pub(super) fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

impl<'a> Scan<'a> {
    pub(super) fn new(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn before(&self) -> Option<char> {
        self.text[..self.at].chars().next_back()
    }

    /// Whether the ASCII word before this place, in lower case, is such a one.
    pub(super) fn follows(&self, is: impl Fn(&str) -> bool) -> bool {
        let head = self.text[..self.at].trim_end_matches([' ', '\t', '\n', '\r']);
        let letters = head.bytes().rev().take(WORD_BYTES_MAX + 1);
        let length = letters.take_while(u8::is_ascii_alphabetic).count();
        (1..=WORD_BYTES_MAX).contains(&length)
            && is(&head[head.len() - length..].to_ascii_lowercase())
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let there = self.rest().starts_with(text);
        if there {
            self.at += text.len();
        }
        there
    }

    pub(super) fn eat_any(&mut self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.eat(text))
    }

    /// The value beside the first text that stands here.
    pub(super) fn eat_one<T: Copy>(&mut self, texts: &[(&str, T)]) -> Option<T> {
        texts.iter().find_map(|&(text, value)| self.eat(text).then_some(value))
    }

    /// Up to three spaces, tabs or a line end: text may be wrapped within "last week".
    pub(super) fn blanks(&mut self) -> bool {
        let start = self.at;
        for byte in self.rest().bytes().take(3) {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                _ => break,
            }
        }
        self.at > start
    }

    /// The ASCII word that stands here, if it is short enough to matter.
    pub(super) fn word(&mut self) -> Option<Word> {
        let run = self.rest().bytes().take(WORD_BYTES_MAX + 1);
        let len = run.take_while(u8::is_ascii_alphabetic).count();
        if len == 0 || len > WORD_BYTES_MAX {
            return None;
        }
        let mut bytes = [0; WORD_BYTES_MAX];
        bytes[..len].copy_from_slice(&self.text.as_bytes()[self.at..self.at + len]);
        let capital = bytes[0].is_ascii_uppercase();
        bytes.make_ascii_lowercase();
        self.at += len;
        Some(Word { bytes, len, capital })
    }

    /// The word after some blanks.
    pub(super) fn next_word(&mut self) -> Option<Word> {
        let mut ahead = *self;
        if !ahead.blanks() {
            return None;
        }
        let word = ahead.word()?;
        *self = ahead;
        Some(word)
    }

    /// Takes this very word, in any case, if it stands here.
    pub(super) fn eat_word(&mut self, expected: &str) -> bool {
        let mut ahead = *self;
        let there = ahead.word().is_some_and(|word| word.as_str() == expected);
        if there {
            *self = ahead;
        }
        there
    }

    /// Takes blanks and this very word.
    pub(super) fn eat_next_word(&mut self, expected: &str) -> bool {
        let mut ahead = *self;
        let there = ahead.blanks() && ahead.eat_word(expected);
        if there {
            *self = ahead;
        }
        there
    }

    /// A number of at most `digits_max` digits (also full-width), and how many digits it has. A
    /// longer run is no number.
    pub(super) fn number(&mut self, digits_max: usize) -> Option<(i64, usize)> {
        let mut value = 0;
        let mut digits = 0;
        let mut end = self.at;
        for c in self.rest().chars() {
            let Some(digit) = digit(c) else { break };
            digits += 1;
            if digits > digits_max {
                return None;
            }
            value = value * 10 + digit;
            end += c.len_utf8();
        }
        if digits == 0 {
            return None;
        }
        self.at = end;
        Some((value, digits))
    }

    /// What stands between the two ends of a range.
    pub(super) fn connector(&mut self, lead: Led) -> bool {
        let mut ahead = *self;
        ahead.blanks();
        let there = ahead.eat_any(&["..", "–", "—", "~", "～", "至", "到", "- "])
            || ["to", "until", "till", "through"].iter().any(|word| ahead.eat_word(word))
            || lead == Led::Between && (ahead.eat_word("and") || ahead.eat_any(&["和", "与", "-"]));
        if there {
            ahead.blanks();
            *self = ahead;
        }
        there
    }
}

/// The value of an ASCII or full-width digit.
pub(super) fn digit(c: char) -> Option<i64> {
    match c {
        '0'..='9' => Some(i64::from(c as u32 - '0' as u32)),
        '０'..='９' => Some(i64::from(c as u32 - '０' as u32)),
        _ => None,
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric() && !is_han(c)
}

/// Whether a date may start here: not within a word, a number, a version, a time or a phone number.
pub(super) fn starts_here(text: &str, at: usize, before: Option<char>, next: char) -> bool {
    if is_han(next) {
        return true;
    }
    if !next.is_ascii_alphabetic() && digit(next).is_none() {
        return false;
    }
    let Some(before) = before else { return true };
    if is_word(before) {
        return false;
    }
    let joins = matches!(before, '.' | '-' | '/' | ':' | ',' | '+' | '\'' | '’');
    let farther = text[..at].chars().rev().nth(1);
    let glued = match digit(next) {
        Some(_) => before == '+' || farther.is_some_and(|c| digit(c).is_some()),
        None => matches!(before, '\'' | '’' | '-' | '.') && farther.is_some_and(is_word),
    };
    !(joins && glued)
}

/// Whether a date may end here.
pub(super) fn ends_here(text: &str, end: usize) -> bool {
    let mut after = text[end..].chars();
    let Some(next) = after.next() else { return true };
    // Scripts are often set without a space between them: 3月5日10点.
    if text[..end].chars().next_back().is_some_and(is_han) {
        return true;
    }
    if is_word(next) {
        return false;
    }
    let last_is_digit = text[..end].chars().next_back().and_then(digit).is_some();
    let joins = last_is_digit && matches!(next, '.' | '/' | ':' | '-' | ',' | '%');
    !(joins && (next == '%' || next == '/' || after.next().and_then(digit).is_some()))
        || last_is_digit && text[end..].starts_with("..")
}

/// Whether the word before this position is one after which a bare month, year or weekday is a date.
pub(super) fn cue_before(text: &str, at: usize) -> bool {
    const CUES: [&str; 16] = [
        "on", "in", "since", "until", "till", "by", "before", "after", "from", "during", "of",
        "through", "between", "around", "to", "for",
    ];
    let head = text[..at].trim_end_matches([' ', '\t', '\n', '\r']);
    if head.len() == at {
        return false;
    }
    let bytes = head.as_bytes();
    let letters =
        bytes.iter().rev().take(WORD_BYTES_MAX).take_while(|b| b.is_ascii_alphabetic()).count();
    let word = &bytes[bytes.len() - letters..];
    CUES.iter().any(|cue| word.eq_ignore_ascii_case(cue.as_bytes()))
}
