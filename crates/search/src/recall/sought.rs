//! A value of somebody that a question asks for by its own name, "Bob's e-mail", 王五的生日: a page that has neither
//! that word, nor another one for it, nor anything of its shape has not the answer, however much it tells of them.
//!
//! Only values that are hardly told without one of these count. What somebody does or how old they are is told in
//! any words.

use std::ops::Range;

use super::ask::{Asked, Term};
use super::question::Question;
use super::score::{ScoredPage, Terms};
use crate::analyse::{Role, simplified};

/// A value: the words by which it is asked for, others that a page may tell it by, and its shape.
struct Value {
    asked: &'static [&'static str],
    told: &'static [&'static str],
    shape: fn(&str) -> bool,
}

const VALUES: [Value; 8] = [
    Value {
        asked: &["email", "e-mail", "邮箱", "电子邮件", "邮件地址"],
        told: &["mail", "邮件"],
        shape: |text| text.contains('@'),
    },
    Value {
        asked: &["phone", "mobile", "telephone", "电话", "手机"],
        told: &["number", "call", "cell", "tel", "号码"],
        shape: has_long_number,
    },
    Value {
        asked: &["birthday", "生日"],
        told: &["born", "birth", "出生", "生于"],
        shape: |_| false,
    },
    Value {
        asked: &["address", "地址", "住址"],
        told: &[
            "live", "living", "move", "home", "house", "flat", "street", "road", "avenue", "住",
            "搬", "家", "路", "街",
        ],
        shape: |_| false,
    },
    Value {
        asked: &["password", "密码"],
        told: &["passcode", "passphrase", "login", "pin", "口令"],
        shape: |_| false,
    },
    Value { asked: &["wechat", "微信"], told: &["weixin"], shape: |_| false },
    Value { asked: &["血型"], told: &["blood"], shape: |_| false },
    Value { asked: &["车牌"], told: &["plate"], shape: |_| false },
];

/// Between a possessor and the value, at most.
const BETWEEN_WORDS: usize = 1;
/// Digits of a number by which somebody is called.
const NUMBER_DIGITS: usize = 7;
/// Behind a value that is asked for; anything else makes another thing of it (电话会议, "phone charger").
const BEHIND: [&str; 6] = ["", "address", "number", "no", "is", "please"];
const BEHIND_HAN: [&str; 10] = ["是", "号", "地址", "多少", "哪", "几", "什么", "呢", "吗", "叫"];

/// What is asked for.
pub(super) struct Sought {
    value: &'static Value,
    /// The bytes of the question.
    place: Range<usize>,
}

impl Sought {
    /// What a question asks for of somebody whom it names.
    pub(super) fn of(question: &Question) -> Option<Self> {
        let whose = question.whose.as_ref().filter(|_| question.is_short())?;
        let behind = question.lower.get(whose.place.end..)?;
        if let Some(rest) = behind.strip_prefix('的').or(Some(behind))
            && let Some((value, word)) = led(rest)
        {
            let start = question.lower.len() - rest.len();
            return Some(Self { value, place: start..start + word.len() });
        }
        let owned = behind.strip_prefix("'s ").or_else(|| behind.strip_prefix("’s "));
        let Some(words) = owned else { return before(question, whose.place.start) };
        let mut all = words.split([' ', '?', '.', ',', '!']).take(BETWEEN_WORDS + 2).peekable();
        while let Some(word) = all.next() {
            if let Some(value) = named(word) {
                let start = word.as_ptr() as usize - question.lower.as_ptr() as usize;
                let ends = all.peek().is_none_or(|next| BEHIND.contains(next));
                return ends.then_some(Self { value, place: start..start + word.len() });
            }
        }
        None
    }

    /// What a page lacks, behind "the nearest".
    pub(super) fn lack(&self, question: &Question) -> String {
        format!("says no {}", &question.text[self.place.clone()])
    }

    /// Whether a page has the value by any word or by its shape.
    pub(super) fn is_in(&self, asked: &Asked, page: &ScoredPage, text: &str) -> bool {
        let terms = &asked.terms[..asked.speakers];
        let says = |term: &&Term| {
            let inside = self.place.start <= term.place.0 && term.place.1 <= self.place.end;
            let whole = matches!(term.role, Role::Word | Role::Whole | Role::Pair);
            inside && term.place.1 > 0 && whole
        };
        let words: Vec<usize> = terms.iter().filter(says).map(|term| term.word).collect();
        let mut ways = Terms::default();
        for (nth, _) in (0..).zip(terms).filter(|(_, term)| words.contains(&term.word)) {
            ways.insert(nth);
        }
        if ways.meets(page.terms.with(page.head_terms)) || (self.value.shape)(text) {
            return true;
        }
        let text: String = text.chars().flat_map(char::to_lowercase).map(simplified).collect();
        self.value.asked.iter().chain(self.value.told).any(|way| stands(&text, way))
    }
}

/// The value before "of Bob", at the end of a question.
fn before(question: &Question, name: usize) -> Option<Sought> {
    let words = question.lower.get(..name)?.trim_end();
    let words = words.strip_suffix(" my").unwrap_or(words).strip_suffix(" of")?;
    let start = words.rfind(' ').map_or(0, |at| at + 1);
    let value = named(&words[start..])?;
    Some(Sought { value, place: start..words.len() })
}

/// The value that a word of letters names.
fn named(word: &str) -> Option<&'static Value> {
    VALUES.iter().find(|value| value.asked.contains(&word))
}

/// The value in Chinese with which a text begins, and nothing that makes another thing of it.
fn led(text: &str) -> Option<(&'static Value, &'static str)> {
    let ways = VALUES.iter().flat_map(|value| value.asked.iter().map(move |way| (value, *way)));
    let found = ways.filter(|(_, way)| !way.is_ascii() && text.starts_with(way));
    let (value, way) = found.max_by_key(|(_, way)| way.len())?;
    let rest = text[way.len()..].trim_start_matches(|char: char| !char.is_alphanumeric());
    let ends = rest.is_empty() || BEHIND_HAN.iter().any(|word| rest.starts_with(word));
    ends.then_some((value, way))
}

/// Whether a text in small letters has a word, or one that it begins; in Chinese anywhere.
fn stands(text: &str, way: &str) -> bool {
    let begins = |at: usize| !text[..at].ends_with(|char: char| char.is_ascii_alphanumeric());
    text.match_indices(way).any(|(at, _)| !way.is_ascii() || begins(at))
}

/// Whether a text has a number by which somebody may be called, whatever stands between its digits.
fn has_long_number(text: &str) -> bool {
    let part = |char: char| char.is_ascii_digit() || " -()+./".contains(char);
    let digits = |run: &str| run.bytes().filter(u8::is_ascii_digit).count();
    text.split(|char: char| !part(char)).any(|run| digits(run) >= NUMBER_DIGITS)
}
