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
