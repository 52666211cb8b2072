//! Things that are told apart by one letter or number: a page that tells of plan B and never of plan C has not
//! the answer to a question about plan C, however well the rest fits.
//!
//! Only a page that names another one of the same kind is ruled out; one that names none may mean the one that
//! is asked for. Words that no list has are kinds where they are written as names ("iPhone 15", "the B train");
//! in a conversation such a page stays, since there one thing goes by many names.

mod lists;

use std::ops::Range;

use wiki::canon::{KINDS, KINDS_HAN};

use self::lists::{
    ALIKE, AMOUNTS_HAN, COUNTERS, DIGITS, DONE, NO_KINDS, ORDINALS, SAYS_NO_NAME, SUFFIXES, UNITS,
};
use super::counting::is_measure;
use super::score::ScoredPage;
use crate::analyse::is_stop_word;
use crate::catalogue::Info;

const ORDINAL: char = '第';
/// Letters of a word that a letter tells apart, at least.
const KIND_LETTERS: usize = 3;
/// Bytes of a text behind a kind in which more of its letters may stand: "plans A, B and C".
const LIST_BYTES: usize = 24;
/// Digits of a number by which things of a name are told apart, at most: a longer one is a year or an amount.
const NUMBER_DIGITS: usize = 3;
/// Before a thing of which there is one.
const OWNERS: [&str; 8] = ["the", "my", "our", "your", "his", "her", "their", "this"];
/// What joins the letters of a list.
const LISTS: &str = " ,/&-–~、，和与與及或到至";
/// Of one question.
const FOUND_MAX: usize = 4;
/// A longer text is no question but something pasted.
const QUESTION_BYTES: usize = 400;

/// A kind and its letter or number in a question.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Lettered {
    place: Range<usize>,
    /// In small letters.
    kind: String,
    mark: String,
    side: Side,
    /// Whether the kind is known to be told apart so, and not only written as if it were.
    is_listed: bool,
    /// Whether a text must write the kind as a name, since the question does not show that it is one.
    as_name: bool,
}

/// What a question tells apart by letters.
pub(super) struct Letters {
    asked: Vec<Lettered>,
    question: String,
}

impl Letters {
    pub(super) fn of(question: &str) -> Option<Self> {
        let asked = lettered(question);
        (!asked.is_empty()).then(|| Self { asked, question: question.to_owned() })
    }

    /// What a page tells of instead, if that is another one: of several that are named any one is enough.
    pub(super) fn another(&self, page: &ScoredPage, info: &Info, text: &str) -> Option<String> {
        // A file's name has small letters only.
        let whole = format!("{}\n{text}", info.path.name().to_ascii_uppercase());
        let is_another = |it: &Lettered| {
            let spares = page.session && !it.is_listed;
            !spares && (it.is_another(&whole) || it.is_of_another_kind(&whole, &self.question))
        };
        let first = self.asked.first().filter(|_| self.asked.iter().all(is_another))?;
        let named = self.question.get(first.place.clone()).unwrap_or_default();
        Some(format!("tells of another than {named}"))
    }
}

/// The kinds and letters of a question, in its order.
fn lettered(text: &str) -> Vec<Lettered> {
    let mut found = Vec::new();
    if text.len() > QUESTION_BYTES {
        return found;
    }
    let is_shouted = !text.contains(|c: char| c.is_ascii_lowercase());
    found.extend(counted(text));
    for run in runs(text, 0) {
        let mark = &text[run.clone()];
        if let Some(found_name) = joined(&run, mark, &text[run.end..]) {
            found.push(found_name);
            continue;
        }
        let before = text[..run.start].trim_end_matches([' ', '-', '#', '\u{a0}']);
        let behind = text[run.end..].trim_start_matches(' ');
        let sign = match mark.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => Sign::Letter,
            bytes if bytes[0].is_ascii_digit() && is_number(mark) => Sign::Number,
            [digits @ .., letter] if letter.is_ascii_alphabetic() && is_short(digits) => {
                Sign::Number
            }
            bytes if is_code(bytes) => Sign::Code,
            _ => continue,
        };
        let apart = before.len() < run.start;
        let kind = match before.chars().next_back() {
            Some(char) if char.is_ascii_alphabetic() && apart => {
                latin(before, (sign, mark), behind, is_shouted)
            }
            Some(char) if is_han(char) => han_before(before, sign, behind),
            _ => None,
        };
        let written = || written(before, (sign, mark), behind, run.start);
        let ahead = || latin_behind(before, (sign, mark), &text[run.end..], is_shouted);
        let kind = kind.or_else(|| han_behind(before, behind)).map(|kind| (kind, Side::Any));
        let kind = kind.or_else(|| Some((ahead()?, Side::Ahead)));
        let Some((kind, side)) = kind else {
            found.extend(written().or_else(|| alone(text, &run, sign)));
            continue;
        };
        let named = before.ends_with(kind.as_str()) || before.len() >= kind.len() && apart;
        let place = match side == Side::Any && named {
            true => before.len() - kind.len()..run.end,
            false => run.start..text.len() - behind.len() + kind.len(),
        };
        let (kind, mark) = (kind.to_ascii_lowercase(), mark.to_ascii_lowercase());
        let is_listed = side == Side::Any && (sign == Sign::Letter || is_kind(&kind));
        found.push(Lettered { place, kind, mark, side, is_listed, as_name: false });
    }
    found.truncate(FOUND_MAX);
    found
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Letter,
    Number,
    /// A letter and a number: `S24`.
    Code,
}

/// Where a letter stands by its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// As is usual in the language of the kind.
    Any,
    /// "the B train".
    Ahead,
    /// It has no kind beside it: a code such as `T14`.
    Alone,
}

/// The word with which a text ends, and where it begins.
fn last_word(text: &str) -> (usize, &str) {
    let start = text.rfind(|c: char| !c.is_ascii_alphabetic());
    let start = start.map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    (start, &text[start..])
}

/// The word with which `before` ends, if `mark` tells things of that name apart.
fn latin(
    before: &str,
    (sign, mark): (Sign, &str),
    behind: &str,
    is_shouted: bool,
) -> Option<String> {
    let (start, word) = last_word(before);
    let kind = word.to_ascii_lowercase();
    let listed = KINDS.binary_search(&kind.as_str()).is_ok();
    if sign != Sign::Letter {
        let named = || is_made(&before[..start], word, (sign, mark), behind) && !is_shouted;
        return (listed && sign == Sign::Number || named()).then_some(kind);
    }
    let pronoun = matches!(mark, "I" | "i");
    let article = mark == "a" && behind.starts_with(|c: char| c.is_alphanumeric());
    let capital = mark.starts_with(|c: char| c.is_ascii_uppercase()) && !is_shouted;
    let any = capital && kind.len() >= KIND_LETTERS && !is_stop_word(&kind);
    ((listed && !article || any) && !pronoun).then_some(kind)
}

/// Whether a word with a number behind it names one thing of several: it is written as a name ("iPhone 15") or
/// somebody's or the only one ("my iphone 15"), and the number counts nothing.
fn is_made(before: &str, word: &str, (sign, mark): (Sign, &str), behind: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let short = mark.split('.').all(|part| part.len() <= NUMBER_DIGITS);
    if lower.len() < KIND_LETTERS
        || is_stop_word(&lower)
        || NO_KINDS.contains(&lower.as_str())
        || sign == Sign::Number && (!short || counts_units(behind))
    {
        return false;
    }
    let first = before.trim().is_empty();
    let inner = word[1..].contains(|c: char| c.is_ascii_uppercase());
    let alone = first && behind.trim_matches(|c: char| !c.is_alphanumeric()).is_empty();
    let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
    inner || alone || capital && !first || OWNERS.contains(&last_word(before.trim_end()).1)
}

/// Whether a text begins with a unit, so that the number before it counts.
fn counts_units(behind: &str) -> bool {
    let behind = behind.trim_start_matches([' ', '-']);
    let end = behind.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(behind.len());
    let word = behind[..end].to_ascii_lowercase();
    behind.starts_with(['%', '°', '$', '€'])
        || behind
            .starts_with(|c: char| COUNTERS.contains(c) || is_measure(c.encode_utf8(&mut [0; 4])))
        || UNITS.contains(&word.as_str())
}

/// The word with which `behind` begins, if a letter before it tells things of that name apart: "the B train".
fn latin_behind(
    before: &str,
    (sign, mark): (Sign, &str),
    behind: &str,
    is_shouted: bool,
) -> Option<String> {
    let rest = behind.strip_prefix([' ', '-'])?;
    let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    let kind = rest[..end].to_owned();
    let led = last_word(before).1.to_ascii_lowercase();
    let capital = mark.starts_with(|c: char| c.is_ascii_uppercase()) && mark != "I";
    let is_letter = sign == Sign::Letter && capital && !is_shouted;
    let article = mark == "A" && !OWNERS.contains(&led.as_str());
    let starts = before.is_empty() || is_stop_word(&led);
    let word = kind.len() >= KIND_LETTERS
        && kind.bytes().all(|b| b.is_ascii_lowercase())
        && !is_stop_word(&kind);
    (is_letter && !article && starts && word).then_some(kind)
}

fn is_kind(kind: &str) -> bool {
    !kind.is_ascii() || KINDS.binary_search(&kind).is_ok()
}

/// The kind with which `before` ends.
fn han_before(before: &str, sign: Sign, behind: &str) -> Option<String> {
    let counts = sign == Sign::Number && behind.starts_with(|c: char| COUNTERS.contains(c));
    let listed = KINDS_HAN.iter().find(|kind| before.ends_with(**kind));
    listed.filter(|_| !counts).map(|kind| (*kind).to_owned())
}

/// The kind with which `behind` begins.
fn han_behind(before: &str, behind: &str) -> Option<String> {
    let mut listed = KINDS_HAN.iter().chain(SUFFIXES).filter(|kind| behind.starts_with(**kind));
    let ordinals = || ORDINALS.iter().find(|kind| behind.starts_with(**kind));
    let listed = listed.next().or_else(|| ordinals().filter(|_| before.ends_with(ORDINAL)));
    listed.map(|kind| (*kind).to_owned())
}

/// A name with its number in one: `pixel7`.
fn joined(run: &Range<usize>, mark: &str, behind: &str) -> Option<Lettered> {
    let kind = mark.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &mark[kind.len()..];
    let is_word = kind.len() >= KIND_LETTERS && kind.bytes().all(|b| b.is_ascii_alphabetic());
    let is_one = is_word && (1..=NUMBER_DIGITS).contains(&digits.len()) && !counts_units(behind);
    is_one.then(|| Lettered {
        place: run.clone(),
        kind: kind.to_ascii_lowercase(),
        mark: digits.to_owned(),
        side: Side::Any,
        is_listed: false,
        as_name: true,
    })
}

/// A word with a short number behind it that may be a name: "pixel 7 updates", 小米14. What a text says of it
/// decides.
fn written(before: &str, (sign, mark): (Sign, &str), behind: &str, at: usize) -> Option<Lettered> {
    let short = mark.len() <= NUMBER_DIGITS && sign == Sign::Number;
    if !short || counts_units(behind) || behind.starts_with([':', '：', '/', '.']) {
        return None;
    }
    let (start, word) = last_word(before);
    let lower = word.to_ascii_lowercase();
    let named = |start: usize, kind: &str| Lettered {
        place: start..at + mark.len(),
        kind: kind.to_owned(),
        mark: mark.to_ascii_lowercase(),
        side: Side::Any,
        is_listed: false,
        as_name: kind.is_ascii(),
    };
    if word.is_empty() {
        let two = before.char_indices().rev().nth(1).map_or(before, |(at, _)| &before[at..]);
        let is_name = before.len() == at
            && two.chars().count() == 2
            && two.chars().all(|c| is_han(c) && !SAYS_NO_NAME.contains(c))
            && !AMOUNTS_HAN.contains(&two);
        return is_name.then(|| named(at - two.len(), two));
    }
    let is_name = lower.len() >= KIND_LETTERS
        && !is_stop_word(&lower)
        && !NO_KINDS.contains(&lower.as_str())
        && DONE.binary_search(&lower.as_str()).is_err();
    is_name.then(|| named(start, &lower))
}

/// A code in a question in Chinese with nothing beside it that says what it is of: `T14有背光键盘吗`.
fn alone(text: &str, run: &Range<usize>, sign: Sign) -> Option<Lettered> {
    let mark = &text[run.clone()];
    let is_code = sign == Sign::Code && mark.starts_with(|c: char| c.is_ascii_uppercase());
    (is_code && text.contains(is_han)).then(|| Lettered {
        place: run.clone(),
        kind: String::new(),
        mark: mark.to_ascii_lowercase(),
        side: Side::Alone,
        is_listed: false,
        as_name: false,
    })
}

/// Numbers in Chinese characters before what they count off: 三期.
fn counted(text: &str) -> Vec<Lettered> {
    let mut found = Vec::new();
    for suffix in SUFFIXES.iter().chain(ORDINALS) {
        for (at, _) in text.match_indices(suffix) {
            let Some((start, mark)) = digit_before(&text[..at]) else { continue };
            let ordinal = text[..start].strip_suffix(ORDINAL).map(str::len);
            if ORDINALS.contains(suffix) && ordinal.is_none() {
                continue;
            }
            let start = ordinal.unwrap_or(start);
            let (place, kind) = (start..at + suffix.len(), (*suffix).to_owned());
            found.push(Lettered {
                place,
                kind,
                mark,
                side: Side::Any,
                is_listed: true,
                as_name: false,
            });
        }
    }
    found
}

/// The number from one to ten in Chinese characters with which a text ends, as digits.
fn digit_before(text: &str) -> Option<(usize, String)> {
    let mut chars = text.char_indices().rev();
    let (at, last) = chars.next()?;
    let digit = |char: char| {
        let mut buffer = [0; 4];
        let char: &str = char.encode_utf8(&mut buffer);
        DIGITS.iter().position(|ways| ways[3] == char)
    };
    let nth = digit(last)?;
    // Of a longer number this would be an end only.
    let alone = chars.next().is_none_or(|(_, before)| digit(before).is_none());
    alone.then(|| (at, (nth + 1).to_string()))
}

fn is_han(char: char) -> bool {
    char.is_alphabetic() && !char.is_ascii() && wiki::canon::is_han(char)
}

/// Whether a number is a year or a date, or counts what stands behind it.
fn is_amount(run: &str, behind: &str) -> bool {
    let dated = behind.starts_with(['-', '/', ':'])
        && behind[1..].starts_with(|c: char| c.is_ascii_digit());
    dated
        || run.len() > NUMBER_DIGITS && is_number(run) && !run.contains('.')
        || counts_units(behind)
}

/// Whether a word is a letter and a short number: `S24`.
fn is_code(word: &[u8]) -> bool {
    let [letter, digits @ ..] = word else { return false };
    letter.is_ascii_alphabetic()
        && (1..=NUMBER_DIGITS).contains(&digits.len())
        && digits.iter().all(u8::is_ascii_digit)
}

/// Digits of a class such as `3A`.
fn is_short(digits: &[u8]) -> bool {
    (1..=2).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
}

fn is_number(run: &str) -> bool {
    run.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// Runs of ASCII letters and digits, with dots between digits, from a place on.
fn runs(text: &str, from: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let bytes = text.as_bytes();
    let joined = move |at: usize| {
        let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        bytes[at].is_ascii_alphanumeric()
            || bytes[at] == b'.' && at > 0 && digit(at - 1) && digit(at + 1)
    };
    let mut at = from;
    std::iter::from_fn(move || {
        let start = (at..bytes.len()).find(|at| bytes[*at].is_ascii_alphanumeric())?;
        at = (start..bytes.len()).find(|at| !joined(*at)).unwrap_or(bytes.len());
        Some(start..at)
    })
}

/// What a place of a text says of the thing that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    Nothing,
    This,
    Another,
}

impl Lettered {
    /// Whether a text names others of the kind, and never this one.
    fn is_another(&self, text: &str) -> bool {
        let lower = text.to_ascii_lowercase();
        if self.is_spelled(&lower) {
            return false;
        }
        if self.side == Side::Alone {
            let said: Vec<Said> = runs(text, 0).map(|run| self.said(&text[run])).collect();
            return said.contains(&Said::Another) && !said.contains(&Said::This);
        }
        let mut another = false;
        let letter = |at: usize| lower.as_bytes()[at].is_ascii_alphabetic();
        for (at, _) in lower.match_indices(&self.kind) {
            if self.kind.is_ascii() && at.checked_sub(1).is_some_and(letter) {
                continue;
            }
            if self.as_name && !text.as_bytes()[at].is_ascii_uppercase() {
                // It may be this one all the same.
                if self.behind(text, at + self.kind.len()) == Said::This {
                    return false;
                }
                continue;
            }
            let said = match self.side {
                Side::Any | Side::Alone => {
                    [self.behind(text, at + self.kind.len()), self.before(text, at)]
                }
                Side::Ahead => [self.ahead(text, at), Said::Nothing],
            };
            if said.contains(&Said::This) {
                return false;
            }
            another |= said.contains(&Said::Another);
        }
        another
    }

    /// Whether a text does not have the kind in either language, and the letter only beside words that the
    /// question has not: hepatitis B is no plan B.
    fn is_of_another_kind(&self, text: &str, question: &str) -> bool {
        let (lower, question) = (text.to_ascii_lowercase(), question.to_ascii_lowercase());
        let meant = ALIKE.iter().filter(|kinds| kinds.contains(&self.kind.as_str()));
        let has = |kind: &str| lower.contains(kind);
        if self.mark.len() > 1
            || self.side != Side::Any
            || self.as_name
            || has(&self.kind)
            || meant.flat_map(|it| *it).any(|kind| has(kind))
        {
            return false;
        }
        let letter = self.mark.to_ascii_uppercase();
        let mut places = runs(text, 0).filter(|run| text[run.clone()] == *letter).peekable();
        places.peek().is_some() && places.all(|run| foreign(&lower, &run, &question))
    }

    /// Whether the number stands in words: "third phase", 第三阶段.
    fn is_spelled(&self, lower: &str) -> bool {
        let kind = &self.kind;
        if kind == "version" && lower.contains(&format!("v{}", self.mark)) {
            return true;
        }
        let nth = self.mark.parse::<usize>().ok().and_then(|it| it.checked_sub(1));
        let Some([word, ordinal, roman, han]) = nth.and_then(|it| DIGITS.get(it)) else {
            return false;
        };
        let ways = [
            format!("{kind} {word}"),
            format!("{kind} {roman}"),
            format!("{ordinal} {kind}"),
            format!("第{han}{kind}"),
            format!("{kind}{han}"),
            format!("第{}{kind}", self.mark),
        ];
        ways.iter().any(|way| lower.contains(way))
    }

    /// What stands behind the kind.
    fn behind(&self, text: &str, end: usize) -> Said {
        let is_han = !self.kind.is_ascii();
        if SUFFIXES.contains(&self.kind.as_str()) || ORDINALS.contains(&self.kind.as_str()) {
            return Said::Nothing;
        }
        let plural = usize::from(!is_han && text[end..].starts_with(['s', 'S']));
        let rest = text[end + plural..].trim_start_matches([' ', '-', '#', '_', '\u{a0}']);
        let from = text.len() - rest.len();
        let digit = rest.starts_with(|c: char| c.is_ascii_digit());
        if !is_han && from == end + plural && !(self.as_name && digit) {
            return Said::Nothing;
        }
        let until = text.ceil_char_boundary((from + LIST_BYTES).min(text.len()));
        let line = text[from..until].lines().next().unwrap_or_default();
        let mut marks = runs(line, 0).map(|run| (run.start, &line[run]));
        let Some((_, first)) = marks.next().filter(|(at, _)| *at == 0) else {
            return Said::Nothing;
        };
        let counts = first.starts_with(|c: char| c.is_ascii_digit());
        if counts && !self.is_listed && is_amount(first, &line[first.len()..]) {
            return Said::Nothing;
        }
        match self.said(first) {
            Said::Another if self.is_in_list(line) => Said::This,
            said => said,
        }
    }

    /// Whether a list of letters or numbers with which a line begins has this one: "2, 3 and 4".
    fn is_in_list(&self, line: &str) -> bool {
        let joins = |between: &str| between.chars().all(|c| LISTS.contains(c));
        let mut end = 0;
        for run in runs(line, 0) {
            let word = &line[run.clone()];
            // What is cut off in the middle may be anything.
            if !joins(&line[end..run.start]) || run.end == line.len() && line.len() >= LIST_BYTES {
                return false;
            }
            if end > 0 && self.is_listed_as(word) {
                return true;
            }
            let goes_on = ["and", "or", "to"].contains(&word) || self.said(word) != Said::Nothing;
            if !goes_on {
                return false;
            }
            end = run.end;
        }
        false
    }

    /// What stands before a kind whose letters stand there: "the A train", "the A and B trains".
    fn ahead(&self, text: &str, at: usize) -> Said {
        let from = text.floor_char_boundary(at.saturating_sub(LIST_BYTES));
        let line = text[from..at].lines().next_back().unwrap_or_default();
        let bare = line.trim_end_matches([' ', '-']);
        if bare.len() == line.len() {
            return Said::Nothing;
        }
        let mut said = Said::Nothing;
        let mut end = bare.len();
        let all: Vec<Range<usize>> = runs(bare, 0).collect();
        for run in all.iter().rev() {
            let word = &bare[run.clone()];
            if !bare[run.end..end].chars().all(|c| LISTS.contains(c)) {
                break;
            }
            end = run.start;
            let capital = word.len() == 1 && word.bytes().all(|b| b.is_ascii_uppercase());
            // At the start of a sentence an `A` is any train.
            let led = bare[..run.start]
                .trim_end()
                .ends_with(|c: char| c.is_ascii_alphanumeric() || c == ',');
            match capital && word != "I" && (word != "A" || led) {
                true if word.eq_ignore_ascii_case(&self.mark) => return Said::This,
                true => said = Said::Another,
                false if ["and", "or"].contains(&word) && said == Said::Another => {}
                false => break,
            }
        }
        said
    }

    /// What stands before the kind: only Han has letters there.
    fn before(&self, text: &str, at: usize) -> Said {
        if self.kind.is_ascii() {
            return Said::Nothing;
        }
        let before = text[..at].trim_end_matches([' ', '-']);
        if let Some((_, number)) = digit_before(before) {
            return self.said(&number);
        }
        let start = before.rfind(|c: char| !c.is_ascii_alphanumeric());
        let start =
            start.map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        self.said(&before[start..])
    }

    /// What a run that can be a letter or number says.
    fn said(&self, run: &str) -> Said {
        let own = run.to_ascii_lowercase();
        let numbered = self.mark.starts_with(|c: char| c.is_ascii_digit());
        let part = numbered
            && own
                .strip_prefix(&self.mark)
                .is_some_and(|it| it.starts_with(|c: char| c == '.' || c.is_ascii_alphabetic()));
        if own == self.mark || part {
            return Said::This;
        }
        let code = self.mark.as_bytes();
        // Of what a list has, any other letter is another one: 维生素C is not 维生素B12.
        let any = KINDS_HAN.contains(&self.kind.as_str());
        if is_code(code) {
            let other = is_code(own.as_bytes()) && (any || own.as_bytes()[0] == code[0]);
            let other =
                other || any && own.len() == 1 && run.bytes().all(|b| b.is_ascii_alphabetic());
            return if other { Said::Another } else { Said::Nothing };
        }
        let alike = match numbered {
            // "version 2" may tell of 2.1 as well, and class 3 of 3A.
            true => {
                let digits = run.trim_end_matches(|c: char| c.is_ascii_alphabetic());
                let short =
                    digits.len() + 1 >= run.len() && is_number(digits) && !digits.is_empty();
                let part = self.mark.strip_prefix(&own);
                short && part.is_none_or(|it| it.starts_with(|c: char| c.is_ascii_digit()))
            }
            false => {
                let letter = own.len() == 1 && run.bytes().all(|b| b.is_ascii_alphabetic());
                letter && !article(run) || any && is_code(own.as_bytes())
            }
        };
        if alike { Said::Another } else { Said::Nothing }
    }

    /// Whether a run further on in a list is the letter: a small one is a word there.
    fn is_listed_as(&self, run: &str) -> bool {
        run.eq_ignore_ascii_case(&self.mark) && !article(run)
    }
}

/// Whether what stands beside a letter is a word that the question has not.
fn foreign(text: &str, run: &Range<usize>, question: &str) -> bool {
    let before = text[..run.start].trim_end_matches([' ', '-']);
    let start = before.rfind(|c: char| !c.is_ascii_alphabetic());
    let start = start.map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let latin = (before.len() < run.start).then_some(&before[start..]);
    let han =
        |text: &'_ str| -> String { text.chars().take_while(|c| is_han(*c)).take(2).collect() };
    let last: String = before.chars().rev().take_while(|c| is_han(*c)).take(2).collect();
    let last: String = last.chars().rev().collect();
    let first = han(&text[run.end..]);
    let beside = [latin.unwrap_or_default(), last.as_str(), first.as_str()];
    let mut words = beside.into_iter().filter(|word| word.chars().count() > 1).peekable();
    words.peek().is_some() && words.all(|word| !question.contains(word) && !is_stop_word(word))
}

fn article(run: &str) -> bool {
    matches!(run, "a" | "i")
}

#[cfg(test)]
mod tests {
    use super::lettered;

    #[test]
    fn lists_are_sorted() {
        assert!(super::lists::DONE.is_sorted());
    }

    #[test]
    fn a_question_names_a_kind_and_its_letter() {
        let found = |text: &str| -> Vec<String> {
            lettered(text).into_iter().map(|it| format!("{}+{}", it.kind, it.mark)).collect()
        };
        for (text, named) in [
            ("what does plan C cost?", "plan+c"),
            ("when does phase 3 end", "phase+3"),
            ("is version 2.1 out", "version+2.1"),
            ("project b's owner", "project+b"),
            ("when was the hepatitis A vaccination", "hepatitis+a"),
            ("项目D的负责人", "项目+d"),
            ("D项目的负责人", "项目+d"),
            ("维生素C吃多少", "维生素+c"),
            ("is Emma in class 3A", "class+3a"),
            ("小明在D座吗", "座+d"),
            ("三期什么时候完工", "期+3"),
            ("我坐3号线吗", "号线+3"),
            ("第3阶段什么时候结束", "阶段+3"),
            ("小米13有什么镜头", "小米+13"),
            ("303房间住着谁", "房间+303"),
            ("103路公交去哪", "路+103"),
            ("G30高速去哪", "高速+g30"),
            ("联想T15有背光键盘吗", "+t15"),
            ("维生素B12在哪里", "维生素+b12"),
            ("第四章讲什么", "章+4"),
            ("第4章讲什么", "章+4"),
            ("Pixel 7 updates", "pixel+7"),
            ("updates of pixel7", "pixel+7"),
        ] {
            assert_eq!(found(text), [named], "{text}");
        }
        for text in [
            "how do I plan a trip",
            "what did I say",
            "can I eat 3 eggs",
            "is it a plan",
            "项目3个月后结束",
            "on May 5",
            "我在B站看什么",
            "我的B超结果",
            "U盘在哪",
            "什么时候去K歌",
            "谁用C#写驱动",
            "星期几开会",
            "二十期",
            "房租300元",
            "我买了3本书",
            "身高180的人",
            "buy 3 books",
            "三节课",
            "WHAT IS PLANNED B",
            "",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
        let place = lettered("what does plan C cost?")[0].place.clone();
        assert_eq!(&"what does plan C cost?"[place], "plan C");
        let place = lettered("问D项目的负责人")[0].place.clone();
        assert_eq!(&"问D项目的负责人"[place], "D项目");
    }

    #[test]
    fn a_text_about_another_letter_is_told_from_one_that_has_both_or_none() {
        for (question, text, another) in [
            ("budget of plan C", "# Plan A\nbudget: 300", true),
            ("budget of plan C", "plans A, B and C cost 300", false),
            ("budget of plan C", "We plan to buy a car", false),
            ("budget of plan A", "we plan a trip", false),
            ("budget of plan A", "plan b costs 5", true),
            ("when does phase 3 end", "Phase 2 ends in June", true),
            ("when does phase 3 end", "phases 2, 3 and 4 end in June", false),
            ("when does phase 3 end", "phase 2 ended; the third phase ends in July", false),
            ("when does phase 2 end", "phase 2.1 ends in July", false),
            ("is version 3 out", "version 2 is out, v3 is not", false),
            ("is version 2.1 out", "version 2 is out", false),
            ("hepatitis A vaccination", "Hepatitis B vaccination was in March", true),
            ("hepatitis A vaccination", "vaccination was in March", false),
            ("项目D的负责人", "项目A的负责人是王五", true),
            ("项目D的负责人", "项目A和D项目的负责人", false),
            ("A项目的负责人", "C项目的负责人", true),
            ("维生素C吃多少", "维生素D每天一片", true),
            ("第3阶段什么时候结束", "第三阶段六月结束，第2阶段五月", false),
            ("is Emma in class 3A", "Emma is in class 3B", true),
            ("is Emma in class 3", "Emma is in class 3B", false),
            ("三期什么时候完工", "一期工程在5月完工", true),
            ("三期什么时候完工", "一期工程在5月完工，3期未定", false),
            ("我坐3号线吗", "我坐2号线上班", true),
            ("which lounge is in terminal 1", "Terminal 2 is for Lufthansa", true),
        ] {
            assert_eq!(lettered(question)[0].is_another(text), another, "{question}: {text}");
        }
        for (question, text, another) in [
            ("budget of plan B", "Hepatitis B vaccination", true),
            ("budget of plan B", "budget B is 300", false),
            ("plan C", "C项目的负责人", true),
            ("project C", "C项目的负责人", false),
            ("plan C", "written in C", false),
        ] {
            let is = lettered(question)[0].is_of_another_kind(text, question);
            assert_eq!(is, another, "{question}: {text}");
        }
    }
}
