//! What a question tells apart: each kind in it with its letter or number, in the ways that both languages have of
//! writing them.

use std::ops::Range;

use wiki::canon::{KINDS, KINDS_HAN, is_han};

use super::lists::{AMOUNTS_HAN, COUNTERS, DONE, NO_KINDS, ORDINALS, SAYS_NO_NAME, SUFFIXES};
use super::runs::{
    NUMBER_DIGITS, counts_units, digit_before, is_code, is_number, is_short, last_word, runs,
};
use super::{Lettered, Side};
use crate::analyse::is_stop_word;

const ORDINAL: char = '第';
/// Letters of a word that a letter tells apart, at least.
const KIND_LETTERS: usize = 3;
/// Before a thing of which there is one.
const OWNERS: [&str; 8] = ["the", "my", "our", "your", "his", "her", "their", "this"];
/// Of one question.
const FOUND_MAX: usize = 4;
/// A longer text is no question but something pasted.
const QUESTION_BYTES: usize = 400;

/// The kinds and letters of a question, in its order.
pub(super) fn lettered(text: &str) -> Vec<Lettered> {
    if text.len() > QUESTION_BYTES {
        return Vec::new();
    }
    let is_shouted = !text.contains(|c: char| c.is_ascii_lowercase());
    let mut found = counted(text);
    for run in runs(text) {
        let named = || Place::of(text, run.clone(), is_shouted)?.named();
        found.extend(joined(text, &run).or_else(named));
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

impl Sign {
    fn of(mark: &str) -> Option<Self> {
        match mark.as_bytes() {
            [letter] if letter.is_ascii_alphabetic() => Some(Self::Letter),
            [digit, ..] if digit.is_ascii_digit() && is_number(mark) => Some(Self::Number),
            [digits @ .., letter] if letter.is_ascii_alphabetic() && is_short(digits) => {
                Some(Self::Number)
            }
            bytes => is_code(bytes).then_some(Self::Code),
        }
    }
}

/// Where a question has what may be a letter or number of a thing, and what stands around it.
struct Place<'a> {
    text: &'a str,
    run: Range<usize>,
    mark: &'a str,
    sign: Sign,
    /// What stands before it and behind it, without the spaces between.
    before: &'a str,
    behind: &'a str,
    /// Whether the question has no small letters, so that a capital says nothing.
    is_shouted: bool,
}

impl<'a> Place<'a> {
    fn of(text: &'a str, run: Range<usize>, is_shouted: bool) -> Option<Self> {
        let mark = &text[run.clone()];
        let before = text[..run.start].trim_end_matches([' ', '-', '#', '\u{a0}']);
        let behind = text[run.end..].trim_start_matches(' ');
        Some(Self { mark, sign: Sign::of(mark)?, before, behind, text, run, is_shouted })
    }

    /// The kind there, with its letter or number.
    fn named(&self) -> Option<Lettered> {
        let usual = self.kind_before().or_else(|| self.han_behind());
        let kind = usual.map(|kind| (kind, Side::Any));
        let kind = kind.or_else(|| Some((self.latin_behind()?, Side::Ahead)));
        let Some((kind, side)) = kind else { return self.written().or_else(|| self.alone()) };
        let (before, behind) = (self.before, self.behind);
        let named =
            before.ends_with(kind.as_str()) || before.len() >= kind.len() && self.is_apart();
        let place = match side == Side::Any && named {
            true => before.len() - kind.len()..self.run.end,
            false => self.run.start..self.text.len() - behind.len() + kind.len(),
        };
        let kind = kind.to_ascii_lowercase();
        let is_listed = side == Side::Any && (self.sign == Sign::Letter || is_kind(&kind));
        Some(Lettered { side, is_listed, ..Lettered::new(place, &kind, self.mark) })
    }

    /// Whether something parts it from what stands before it.
    fn is_apart(&self) -> bool {
        self.before.len() < self.run.start
    }

    /// The kind with which what stands before it ends.
    fn kind_before(&self) -> Option<String> {
        match self.before.chars().next_back()? {
            char if char.is_ascii_alphabetic() && self.is_apart() => self.latin(),
            char if is_han(char) => self.han_before(),
            _ => None,
        }
    }

    /// The word before it, if it tells things of that name apart.
    fn latin(&self) -> Option<String> {
        let (start, word) = last_word(self.before);
        let kind = word.to_ascii_lowercase();
        let listed = KINDS.binary_search(&kind.as_str()).is_ok();
        if self.sign != Sign::Letter {
            let named = || self.is_made(start, word) && !self.is_shouted;
            return (listed && self.sign == Sign::Number || named()).then_some(kind);
        }
        let pronoun = matches!(self.mark, "I" | "i");
        let article = self.mark == "a" && self.behind.starts_with(|c: char| c.is_alphanumeric());
        let any = self.is_capital() && kind.len() >= KIND_LETTERS && !is_stop_word(&kind);
        ((listed && !article || any) && !pronoun).then_some(kind)
    }

    /// Whether it is written as a name.
    fn is_capital(&self) -> bool {
        self.mark.starts_with(|c: char| c.is_ascii_uppercase()) && !self.is_shouted
    }

    /// Whether the word before it, which begins at `start`, names one thing of several: it is written as a name
    /// ("iPhone 15") or somebody's or the only one ("my iphone 15"), and the number counts nothing.
    fn is_made(&self, start: usize, word: &str) -> bool {
        let (before, lower) = (&self.before[..start], word.to_ascii_lowercase());
        let short = self.mark.split('.').all(|part| part.len() <= NUMBER_DIGITS);
        if lower.len() < KIND_LETTERS
            || is_stop_word(&lower)
            || NO_KINDS.contains(&lower.as_str())
            || self.sign == Sign::Number && (!short || counts_units(self.behind))
        {
            return false;
        }
        let first = before.trim().is_empty();
        let inner = word[1..].contains(|c: char| c.is_ascii_uppercase());
        let alone = first && self.behind.trim_matches(|c: char| !c.is_alphanumeric()).is_empty();
        let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
        inner || alone || capital && !first || OWNERS.contains(&last_word(before.trim_end()).1)
    }

    /// The word behind it, if a letter before it tells things of that name apart: "the B train".
    fn latin_behind(&self) -> Option<String> {
        let rest = self.text[self.run.end..].strip_prefix([' ', '-'])?;
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let kind = rest[..end].to_owned();
        let led = last_word(self.before).1.to_ascii_lowercase();
        let is_letter = self.sign == Sign::Letter && self.is_capital() && self.mark != "I";
        let article = self.mark == "A" && !OWNERS.contains(&led.as_str());
        let starts = self.before.is_empty() || is_stop_word(&led);
        let word = kind.len() >= KIND_LETTERS
            && kind.bytes().all(|b| b.is_ascii_lowercase())
            && !is_stop_word(&kind);
        (is_letter && !article && starts && word).then_some(kind)
    }

    /// The kind in Chinese with which what stands before it ends.
    fn han_before(&self) -> Option<String> {
        let counts =
            self.sign == Sign::Number && self.behind.starts_with(|c: char| COUNTERS.contains(c));
        let listed = KINDS_HAN.iter().find(|kind| self.before.ends_with(**kind));
        listed.filter(|_| !counts).map(|kind| (*kind).to_owned())
    }

    /// The kind in Chinese with which what stands behind it begins.
    fn han_behind(&self) -> Option<String> {
        let begins = |kind: &&&str| self.behind.starts_with(**kind);
        let listed = KINDS_HAN.iter().chain(SUFFIXES).find(begins);
        let ordinal = || ORDINALS.iter().find(begins).filter(|_| self.before.ends_with(ORDINAL));
        listed.or_else(ordinal).map(|kind| (*kind).to_owned())
    }

    /// A word with a short number behind it that may be a name: "pixel 7 updates", 小米14. What a text says of it
    /// decides.
    fn written(&self) -> Option<Lettered> {
        let short = self.mark.len() <= NUMBER_DIGITS && self.sign == Sign::Number;
        let behind = self.behind;
        if !short || counts_units(behind) || behind.starts_with([':', '：', '/', '.']) {
            return None;
        }
        let named = |start: usize, kind: &str| Lettered {
            as_name: kind.is_ascii(),
            ..Lettered::new(start..self.run.end, kind, self.mark)
        };
        let (start, word) = last_word(self.before);
        if word.is_empty() {
            let before = self.before;
            let two = before.char_indices().rev().nth(1).map_or(before, |(at, _)| &before[at..]);
            let is_name = !self.is_apart()
                && two.chars().count() == 2
                && two.chars().all(|c| is_han(c) && !SAYS_NO_NAME.contains(c))
                && !AMOUNTS_HAN.contains(&two);
            return is_name.then(|| named(self.run.start - two.len(), two));
        }
        let lower = word.to_ascii_lowercase();
        let is_name = lower.len() >= KIND_LETTERS
            && !is_stop_word(&lower)
            && !NO_KINDS.contains(&lower.as_str())
            && DONE.binary_search(&lower.as_str()).is_err();
        is_name.then(|| named(start, &lower))
    }

    /// A code in a question in Chinese with nothing beside it that says what it is of: `T14有背光键盘吗`.
    fn alone(&self) -> Option<Lettered> {
        let is_code =
            self.sign == Sign::Code && self.mark.starts_with(|c: char| c.is_ascii_uppercase());
        (is_code && self.text.contains(is_han)).then(|| Lettered {
            side: Side::Alone,
            ..Lettered::new(self.run.clone(), "", self.mark)
        })
    }
}

fn is_kind(kind: &str) -> bool {
    !kind.is_ascii() || KINDS.binary_search(&kind).is_ok()
}

/// A name with its number in one: `pixel7`.
fn joined(text: &str, run: &Range<usize>) -> Option<Lettered> {
    let mark = &text[run.clone()];
    let kind = mark.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = &mark[kind.len()..];
    let is_word = kind.len() >= KIND_LETTERS && kind.bytes().all(|b| b.is_ascii_alphabetic());
    let is_one = (1..=NUMBER_DIGITS).contains(&digits.len()) && !counts_units(&text[run.end..]);
    (is_word && is_one).then(|| Lettered {
        as_name: true,
        ..Lettered::new(run.clone(), &kind.to_ascii_lowercase(), digits)
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
            let place = start..at + suffix.len();
            found.push(Lettered { is_listed: true, ..Lettered::new(place, suffix, &mark) });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{DONE, lettered};

    #[test]
    fn lists_are_sorted() {
        assert!(DONE.is_sorted());
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
}
