//! Whose value a question asks for: "王五的生日", "Carol's e-mail", "the deadline of zephyr", "what does Zoe
//! drink". A page that does not tell of that somebody has not the answer, however well the rest fits.
//!
//! Only names and words for family are taken for somebody: a Chinese name by its surname, an English one by
//! its capital letter, any other word where what is asked for is a value that things have. "I" is nobody
//! here, since a vault is its owner's.

use std::ops::Range;

use wiki::canon::{TITLES, is_nicknamed, is_surnamed, kin};

use super::Snapshot;
use super::ask::{FUNCTION_PAIR, Term, rarity};
use super::score::{ScoredPage, Terms};
use super::values::{self, is_value};
use crate::analyse::{Role, tokens};
use crate::error::IndexError;

/// The number of a word that no question has.
const NO_WORD: usize = usize::MAX - 1;
/// A longer text is no question but something pasted.
const BYTES_MAX: usize = 400;
/// Forms of one somebody that are looked for.
const PROBES_MAX: usize = 8;
/// Characters of a name in Chinese with its title.
const NAME_CHARS: usize = 5;

/// Somebody of whom the question asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Whose {
    /// The bytes of the question.
    pub(super) place: Range<usize>,
    /// What else they are called: words for one member of a family, in both languages.
    forms: &'static [&'static str],
}

/// Who asks, before a word for family, and what leads to a question.
const MINE: [&str; 8] = ["我们家", "我们", "我家", "咱们", "咱家", "咱", "家里", "我"];
const LEADS: [&str; 12] = [
    "请问",
    "问一下",
    "我想知道",
    "我想问",
    "想知道",
    "告诉我",
    "你知道",
    "你记得",
    "还记得",
    "记得",
    "查一下",
    "帮我查",
];
/// What people do, in questions about it, behind their names.
const LIVING_HAN: [&str; 39] = [
    "住哪",
    "住在",
    "住什么",
    "几岁",
    "多大年纪",
    "喜欢",
    "讨厌",
    "爱吃",
    "爱喝",
    "不吃",
    "不喝",
    "会弹",
    "会唱",
    "会说",
    "会做",
    "会开",
    "会游",
    "养了",
    "养的",
    "养过",
    "养猫",
    "养狗",
    "养什么",
    "养几",
    "有没有",
    "有几",
    "有什么",
    "在哪",
    "在什么",
    "对",
    "过敏",
    "吃什么",
    "喝什么",
    "用什么",
    "开什么",
    "做什么",
    "干什么",
    "学什么",
    "是做",
];
/// Days of a week, behind what is a surname as well.
const DAYS_HAN: [char; 9] = ['一', '二', '三', '四', '五', '六', '日', '天', '末'];
/// Before `'s` it is no somebody; sorted.
const NOBODY: &[&str] = &[
    "anyone",
    "april",
    "august",
    "december",
    "everybody",
    "everyone",
    "february",
    "friday",
    "he",
    "here",
    "how",
    "i",
    "it",
    "january",
    "july",
    "june",
    "let",
    "march",
    "may",
    "monday",
    "month",
    "november",
    "october",
    "one",
    "saturday",
    "september",
    "she",
    "somebody",
    "someone",
    "sunday",
    "that",
    "there",
    "they",
    "thursday",
    "today",
    "tomorrow",
    "tuesday",
    "we",
    "wednesday",
    "week",
    "what",
    "when",
    "where",
    "which",
    "who",
    "why",
    "year",
    "yesterday",
    "you",
];
/// Before a subject.
const VERBS: [&str; 8] = ["does", "did", "is", "was", "has", "will", "can", "should"];

/// Of whom a question asks; `lower` is the same text in small letters.
pub(super) fn whose(text: &str, lower: &str) -> Option<Whose> {
    if text.len() > BYTES_MAX {
        return None;
    }
    han(text).or_else(|| english(text, lower))
}

fn han(text: &str) -> Option<Whose> {
    let is_han = |char: char| char.is_alphabetic() && !char.is_ascii();
    let possessed = text.match_indices('的').map(|(at, _)| at);
    for end in possessed.chain(values::places_han(text)) {
        let before = &text[..end];
        let from = before.rfind(|c: char| !is_han(c) || c == '的');
        let from = from.map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let found = somebody(&text[from..end]);
        if let Some((at, forms)) = found {
            return Some(Whose { place: from + at..end, forms });
        }
    }
    living(text)
}

/// Somebody named before where they live or how old they are: 刘杨住哪.
fn living(text: &str) -> Option<Whose> {
    let end = LIVING_HAN.iter().filter_map(|verb| text.find(verb)).min()?;
    let run = &text[..end];
    let from = LEADS.iter().filter(|lead| run.starts_with(**lead)).map(|lead| lead.len()).max();
    let from = from.unwrap_or(0);
    let name = &run[from..];
    let day = name.strip_prefix('周').is_some_and(|it| it.starts_with(DAYS_HAN));
    (is_name(name) && !day).then_some(Whose { place: from..end, forms: &[] })
}

/// Where in a run of Han before "的" somebody is named who fills the rest of it, and their other forms.
fn somebody(run: &str) -> Option<(usize, &'static [&'static str])> {
    let rest = |text: &'_ str, words: &[&str]| -> usize {
        let found = words.iter().filter(|word| text.starts_with(**word)).map(|word| word.len());
        found.max().unwrap_or(0)
    };
    let led = rest(run, &LEADS);
    let mine = led + rest(&run[led..], &MINE);
    if let Some(forms) = kin(&run[mine..]) {
        return Some((mine, forms));
    }
    is_name(&run[led..]).then_some((led, &[]))
}

/// The name or the word for family with which a run of Han ends.
pub(super) fn kin_or_name(run: &str) -> Option<String> {
    let mut starts = run.char_indices().rev().take(NAME_CHARS).map(|(at, _)| at);
    let found = starts.find(|at| {
        let end = &run[*at..];
        is_name(end) || kin(end).is_some()
    });
    found.map(|at| run[at..].to_owned())
}

fn is_name(run: &str) -> bool {
    let count = run.chars().count();
    let titled = |rest: &str| {
        let given = TITLES.iter().filter_map(|title| rest.strip_suffix(title));
        given.into_iter().any(|given| given.chars().count() <= 2)
    };
    let rest = run.chars().next().map_or("", |first| &run[first.len_utf8()..]);
    is_nicknamed(run) && count == 2
        || is_surnamed(run) && ((2..=3).contains(&count) || titled(rest))
}

/// A word of the question as typed, without what makes it a possessor, and whether that was there.
struct Word<'a> {
    place: Range<usize>,
    text: &'a str,
    owns: bool,
}

fn english(text: &str, lower: &str) -> Option<Whose> {
    let words = words(text);
    let at = |nth: usize| words.get(nth).map_or("", |word| &lower[word.place.clone()]);
    let value = |nth: usize| is_value(at(nth));
    // "My dentist's number": a number is a value only where somebody of one's own has it.
    let number = |nth: usize| (nth..nth + 2).any(|nth| at(nth) == "number");
    for (nth, word) in words.iter().enumerate() {
        let name = word.text.starts_with(|c: char| c.is_ascii_uppercase());
        let nobody = NOBODY.binary_search(&at(nth)).is_ok() || word.text.len() < 2;
        let before = nth.checked_sub(1).map_or("", at);
        let family = kin(at(nth));
        let article = matches!(before, "the" | "a" | "an" | "this" | "our");
        let last = nth + 1 == words.len();
        let of = matches!(before, "of" | "my") && {
            let back = if before == "my" { 3 } else { 2 };
            nth >= back && value(nth - back) && at(nth + 1 - back) == "of" && last
        };
        let subject = nth > 0 && name && VERBS.contains(&before) && !last && !word.owns;
        let valued = value(nth + 1) || before == "my" && number(nth + 1);
        let owner = word.owns && !last && (name || family.is_some() || valued) && !article;
        if !nobody && (owner || of || subject) {
            return Some(Whose { place: word.place.clone(), forms: family.unwrap_or(&[]) });
        }
    }
    None
}

/// Who has something, by a word that says so: Anna of "Anna's".
pub(super) fn possessor(word: &str) -> Option<&str> {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s"))
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    for part in text.split([' ', '?', ',', '!', '.', ';', ':', '"', '(', ')']) {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        let owner = possessor(part);
        let bare = owner.unwrap_or(part);
        if !bare.is_empty() && bare.is_ascii() {
            let place = start..start + bare.len();
            words.push(Word { place, text: bare, owns: owner.is_some() });
        }
    }
    words
}

impl Whose {
    /// Whether somebody is named by a word for family.
    pub(super) fn is_kin(&self) -> bool {
        !self.forms.is_empty()
    }

    /// Terms that only tell whether a page speaks of somebody; they weigh nothing.
    pub(super) fn probes(&self, known: &[Term]) -> Vec<Term> {
        let probe = |form: &&str| {
            let (text, shown) = (form_term(form)?, (*form).to_owned());
            let is_known = known.iter().any(|term| term.text == text);
            let term = Term::new(text, 0.0, Role::Single, NO_WORD);
            (!is_known).then_some(Term { boost: 0.0, shown, ..term })
        };
        self.forms.iter().filter_map(probe).take(PROBES_MAX).collect()
    }

    /// Terms of the question that are one of the ways of calling somebody, by their places.
    pub(super) fn called(&self, terms: &[Term]) -> Vec<usize> {
        let forms: Vec<String> = self.forms.iter().filter_map(|form| form_term(form)).collect();
        let own = self.own(terms);
        let calls = |nth: &usize| own.contains(nth) || forms.contains(&terms[*nth].text);
        (0..terms.len()).filter(calls).collect()
    }

    /// Terms of the question by which it names somebody.
    fn own(&self, terms: &[Term]) -> Vec<usize> {
        let names = |term: &Term| match term.role {
            // Of a name of three characters its first two: a title behind it is anybody's.
            Role::Pair => term.weight > FUNCTION_PAIR && term.place.0 == self.place.start,
            role => matches!(role, Role::Word | Role::Whole | Role::Part),
        };
        let inside = |term: &Term| {
            self.place.start <= term.place.0 && term.place.0 < self.place.end && term.place.1 > 0
        };
        (0..terms.len()).filter(|nth| inside(&terms[*nth]) && names(&terms[*nth])).collect()
    }
}

/// Of whom the question asks, among its terms.
#[derive(Debug, Clone, Copy)]
pub(super) struct Of {
    /// The ways of calling them.
    called: Terms,
    /// The bytes of the question.
    pub(super) place: (usize, usize),
    /// Whether the vault has any of them.
    is_known: bool,
    /// Whether it is a word for family.
    is_kin: bool,
}

impl Of {
    /// Of whom a question asks among its terms, to which those are added by which a page tells of them.
    pub(super) fn read(
        snapshot: &Snapshot<'_>,
        whose: Option<&Whose>,
        terms: &mut Vec<Term>,
    ) -> Result<Option<Self>, IndexError> {
        let Some(whose) = whose else { return Ok(None) };
        let mut probes = whose.probes(terms);
        rarity(snapshot, &mut probes)?;
        terms.extend(probes);
        let place = (whose.place.start, whose.place.end);
        let is_kin = whose.is_kin();
        let mut of = Self { called: Terms::default(), place, is_known: false, is_kin };
        for nth in whose.called(terms) {
            of.called.insert(u16::try_from(nth).unwrap_or(u16::MAX));
            of.is_known |= terms[nth].df > 0;
        }
        Ok(Some(of).filter(|of| !of.called.is_empty()))
    }

    /// Whether a page does not tell of them, nor is linked with what the question names. In a conversation people go
    /// by many names, and more so a family.
    pub(super) fn is_lacking(&self, page: &ScoredPage) -> bool {
        let may_be_meant = page.session && (self.is_known || self.is_kin) || page.linked > 0.0;
        !may_be_meant && !self.called.meets(page.terms.with(page.head_terms))
    }
}

/// The one term by which a form is found.
fn form_term(form: &str) -> Option<String> {
    let found = tokens(form);
    let pair = found.iter().find(|token| token.role == Role::Pair);
    pair.or(found.first()).map(|token| token.term.clone())
}

#[cfg(test)]
mod tests {
    use super::{NOBODY, whose};

    fn named(text: &str) -> Option<&str> {
        whose(text, &text.to_ascii_lowercase()).map(|it| &text[it.place])
    }

    #[test]
    fn the_list_is_sorted() {
        assert!(NOBODY.is_sorted());
    }

    #[test]
    fn somebody_is_named_before_what_they_have() {
        for (text, name) in [
            ("王五的生日", "王五"),
            ("请问赵六的邮箱是多少", "赵六"),
            ("韩梅梅电话是多少", "韩梅梅"),
            ("小明的生日是哪天", "小明"),
            ("陈老师的电话", "陈老师"),
            ("我妈的生日", "妈"),
            ("丈夫的手机号", "丈夫"),
            ("我儿子的生日", "儿子"),
            ("when is Carol's birthday?", "Carol"),
            ("my dog's name", "dog"),
            ("what is my dentist's phone number", "dentist"),
            ("zoe's city", "zoe"),
            ("deadline of zephyr", "zephyr"),
            ("birthday of my wife", "wife"),
            ("birthday of my cousin", "cousin"),
            ("我岳母的生日", "岳母"),
            ("what does Zoe drink", "Zoe"),
            ("刘杨住哪", "刘杨"),
            ("王伟几岁了", "王伟"),
            ("王伟喜欢吃什么", "王伟"),
            ("刘洋会弹钢琴吗", "刘洋"),
            ("李娜养了一只猫吗", "李娜"),
            ("张三在哪工作", "张三"),
            ("张三对什么过敏", "张三"),
        ] {
            assert_eq!(named(text), Some(name), "{text}");
        }
    }

    #[test]
    fn things_and_oneself_are_nobody() {
        for text in [
            "我的生日",
            "公司的地址",
            "周会的时间",
            "周末住哪",
            "我住在哪里",
            "程序的密码",
            "马拉松的时间",
            "会议地址",
            "my birthday",
            "the router's password",
            "what's the deadline",
            "today's meeting",
            "list of books",
            "number of employees",
            "name of the boss",
            "what is CRDT?",
            "what is the point of contact",
            "",
        ] {
            assert_eq!(named(text), None, "{text}");
        }
        assert_eq!(named(&"王五的".repeat(5_000)), None);
    }
}
