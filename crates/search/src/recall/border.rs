//! Where the words of a question in Han end, as far as they show it: at words that ask, at who does something
//! and when, at names of pages, at what is counted with, behind a letter and what it is the letter of.
//!
//! A pair of characters that straddles such a border is no word. Pages are not read here, and nothing is
//! known of words but these.

use std::ops::Range;

use super::Snapshot;
use super::ask::{FUNCTION_PAIR, Term, rarity};
use super::asking::is_function;
use super::counting::is_measure;
use super::han::smallness;
use super::mention::Mention;
use crate::analyse::{Role, Script, Token, script, simplified};
use crate::error::IndexError;

/// What a single character weighs that is left beside a border: a word, but one of many meanings.
const SINGLE: f32 = 0.5;
/// Tokens of a question; more are something pasted.
const RUN_MAX: usize = 200;
/// Words that ask, in simplified characters.
const ASKING: [&str; 35] = [
    "叫什么名字",
    "叫什么",
    "叫啥名字",
    "叫啥",
    "干什么",
    "干些什么",
    "干点什么",
    "做些什么",
    "多少钱",
    "怎么办",
    "什么时候",
    "啥时候",
    "什么",
    "为什么",
    "怎么样",
    "怎么",
    "哪里",
    "哪儿",
    "哪些人",
    "哪些",
    "哪个",
    "哪位",
    "哪天",
    "多少",
    "多久",
    "多大",
    "多高",
    "几点",
    "是不是",
    "干嘛",
    "为啥",
    "干啥",
    "啥",
    "谁",
    "何时",
];
/// What leads to a word that asks, one character each.
const LEADING: &str = "有是在都了也还";
/// Where something is, before these.
const INSIDE: [&str; 4] = ["里面", "里头", "里边", "里"];
/// When or how often something is done, as questions say it before the word for that ("我早上喝什么").
const TIMES: [&str; 24] = [
    "早上", "早晨", "上午", "中午", "下午", "晚上", "傍晚", "夜里", "今早", "今晚", "今天", "明天",
    "昨天", "每天", "每晚", "平时", "平常", "现在", "目前", "最近", "一般", "通常", "经常", "周末",
];
/// Who does something.
const WHO: &str = "我你您他她它咱们";
/// What stands between these and the word for it.
const BETWEEN: &str = "在都也还又就常爱想";
/// Measures that are things as well.
const GROUPS: &str = "组班楼队";
/// What a letter stands before: `B站`, `A班`; and a number.
const LETTERED: &str = "站班组座栋楼区厂队级轮型盘超股照证罩杯面键轴室厅馆店群";
const NUMBERED: &str = "班组楼座栋期队";

/// What is known of a question's borders.
#[derive(Default)]
struct Borders {
    /// Words that ask, with what leads to them: no page has a pair that straddles their end.
    asks: Vec<Range<usize>>,
    /// Words beside which others are whole: who and when, what is counted with, where inside.
    apart: Vec<Range<usize>>,
    /// Where what is counted begins.
    things: Vec<usize>,
    /// Places at which a pair is no word unless the vault has it.
    soft: Vec<usize>,
}

/// Takes the weight from pairs that straddle a border: behind a word that asks all of them, elsewhere those
/// that the vault does not have. A single character that is left is a word ("药什么时候吃", "我养了几只猫").
pub(super) fn unasked(
    snapshot: &Snapshot<'_>,
    (terms, found): (&mut Vec<Term>, &[Token]),
    text: &str,
    mentions: &[Mention],
) -> Result<(), IndexError> {
    if found.len() > RUN_MAX || !found.iter().any(|token| token.role == Role::Single) {
        return Ok(());
    }
    let borders = Borders::of(&plain(text), &named(snapshot, mentions));
    if borders.asks.is_empty() && borders.soft.is_empty() {
        return Ok(());
    }
    for term in terms.iter_mut().filter(|term| term.role == Role::Pair) {
        if borders.is_asked(&(term.place.0..term.place.1)) {
            term.weight = term.weight.min(FUNCTION_PAIR);
        }
    }
    let straddles = |term: &Term| {
        let inside = |at: &usize| term.place.0 < *at && *at < term.place.1;
        term.role == Role::Pair && borders.soft.iter().any(inside)
    };
    let is_one = |term: &&Term| term.weight > FUNCTION_PAIR && straddles(term);
    let mut unknown: Vec<Term> = terms.iter().filter(is_one).cloned().collect();
    rarity(snapshot, &mut unknown)?;
    unknown.retain(|term| term.df == 0);
    for term in terms.iter_mut().filter(|term| unknown.iter().any(|it| it.text == term.text)) {
        term.weight = term.weight.min(FUNCTION_PAIR);
    }
    let cut: Vec<usize> = {
        let parts = |at: &usize| {
            let across = |term: &&Term| term.place.0 < *at && *at < term.place.1;
            let mut pairs = terms.iter().filter(|term| term.role == Role::Pair).filter(across);
            pairs.all(|term| term.weight <= FUNCTION_PAIR)
        };
        borders.soft.iter().copied().filter(parts).collect()
    };
    let known = terms.len();
    left(terms, found, &borders, &cut);
    let is_thing =
        |term: &&Term| term.weight > FUNCTION_PAIR && borders.things.contains(&term.place.0);
    let mut things: Vec<Term> = terms.iter().filter(is_thing).cloned().collect();
    rarity(snapshot, &mut things)?;
    // Of birds that no page has, whoever keeps cats says nothing.
    if !things.is_empty() && things.iter().all(|term| term.df == 0) {
        let beside = terms[known..].iter_mut().filter(|term| term.weight <= SINGLE);
        beside.for_each(|term| term.weight = FUNCTION_PAIR);
    }
    Ok(())
}

/// Names of pages that end where they stand. In a vault that is not small many words are names, of which one
/// may begin a longer word.
fn named(snapshot: &Snapshot<'_>, mentions: &[Mention]) -> Vec<Range<usize>> {
    let is_small = smallness(snapshot.sizes.atoms.iter().sum()) > 0.0;
    let named = mentions.iter().filter(|it| it.is_mixed || is_small);
    named.map(|it| it.place.clone()).collect()
}

/// Adds single characters that are left between borders, each as a word.
fn left(terms: &mut Vec<Term>, found: &[Token], borders: &Borders, cut: &[usize]) {
    let is_apart = |token: &Token| {
        let place = token.start..token.end;
        borders.is_asked(&place) || borders.apart.iter().any(|span| meets(span, &place))
    };
    let singles: Vec<&Token> = found.iter().filter(|token| token.role == Role::Single).collect();
    for (nth, token) in singles.iter().enumerate() {
        let beside =
            [nth.checked_sub(1), Some(nth + 1)].map(|at| at.and_then(|at| singles.get(at)));
        let touches = |other: &&&Token| other.end == token.start || token.end == other.start;
        let ends = |other: &Token| {
            let at = if other.end == token.start { token.start } else { token.end };
            is_apart(other) || cut.contains(&at)
        };
        let mut neighbours = beside.into_iter().flatten().filter(touches).peekable();
        let is_left = neighbours.peek().is_some() && neighbours.all(|it| ends(it));
        if !is_left || is_apart(token) || !says(&token.term) {
            continue;
        }
        let pair = |term: &&mut Term| {
            term.role == Role::Pair && term.place.0 < token.end && token.start < term.place.1
        };
        for pair in terms.iter_mut().filter(pair) {
            pair.weight = pair.weight.min(FUNCTION_PAIR);
        }
        // What is counted is what is asked for, and has many meanings no more.
        let weight = if borders.things.contains(&token.start) { 1.0 } else { SINGLE };
        let term = Term::new(token.term.clone(), weight, Role::Single, token.position);
        terms.push(Term { place: (token.start, token.end), ..term });
    }
}

/// Whether a single character says something: 坐什么 asks by what one goes, which pages tell in other words.
fn says(single: &str) -> bool {
    let counts = is_measure(single) && !GROUPS.contains(single);
    !matches!(single, "好" | "坐") && !is_function(single) && !counts
}

fn meets(span: &Range<usize>, place: &Range<usize>) -> bool {
    place.start < span.end && span.start < place.end
}

/// The text in simplified characters, each where it stood.
fn plain(text: &str) -> String {
    let alike = |char: char| {
        let simple = simplified(char);
        if simple.len_utf8() == char.len_utf8() { simple } else { char }
    };
    text.chars().map(alike).collect()
}

fn is_han(char: char) -> bool {
    script(char) == Script::Unspaced
}

impl Borders {
    fn of(text: &str, named: &[Range<usize>]) -> Self {
        let mut borders = Self { apart: apart(text), ..Self::default() };
        for word in ASKING {
            for (at, _) in text.match_indices(word) {
                borders.asks.push(led(text, at)..moved(text, at + word.len()));
            }
        }
        for place in counted(text) {
            borders.soft.push(place.end);
            borders.things.push(place.end);
            borders.apart.push(led(text, place.start)..place.end);
        }
        for span in &borders.asks {
            let inside = INSIDE.iter().find(|word| text[..span.start].ends_with(**word));
            if let Some(word) = inside {
                borders.soft.push(span.start - word.len());
                borders.apart.push(span.start - word.len()..span.start);
            }
        }
        let between = |at: &usize| {
            let before = text[..*at].chars().next_back().is_some_and(is_han);
            before && text[*at..].chars().next().is_some_and(is_han)
        };
        let named = named.iter().flat_map(|place| [place.start, place.end]);
        borders.soft.extend(named.chain(lettered(text)).filter(between));
        borders
    }

    /// Whether what stands there belongs to a word that asks.
    fn is_asked(&self, place: &Range<usize>) -> bool {
        self.asks.iter().any(|span| meets(span, place))
    }
}

/// Where what leads to a word that asks begins: 都有谁, 养了啥.
fn led(text: &str, start: usize) -> usize {
    let before = text[..start].char_indices().rev();
    let leading = before.take_while(|(_, char)| LEADING.contains(*char));
    leading.last().map_or(start, |(at, _)| at)
}

/// Numbers that are asked for, with what is counted: 几只, 几号楼, 几个人.
fn counted(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, number) in text.match_indices('几') {
        let rest = &text[at + number.len()..];
        let Some(measure) = rest.chars().next().filter(|char| counts(*char)) else { continue };
        let behind = &rest[measure.len_utf8()..];
        let more = match measure {
            '号' => ["楼", "院"].iter().find(|it| behind.starts_with(**it)),
            '路' => Some(&"车").filter(|it| behind.starts_with(**it)),
            '个' | '口' | '名' => Some(&"人").filter(|it| behind.starts_with(**it)),
            _ => None,
        };
        let end = text.len() - behind.len() + more.map_or(0, |it| it.len());
        found.push(at..end);
    }
    found
}

fn counts(char: char) -> bool {
    is_measure(char.encode_utf8(&mut [0; 4])) || GROUPS.contains(char)
}

/// Ends of what a letter or number stands before: `B站`, `3班`.
fn lettered(text: &str) -> impl Iterator<Item = usize> + '_ {
    let mut before = ' ';
    text.char_indices().filter_map(move |(at, char)| {
        let last = std::mem::replace(&mut before, char);
        let ends = last.is_ascii_alphabetic() && LETTERED.contains(char)
            || last.is_ascii_digit() && NUMBERED.contains(char);
        ends.then(|| at + char.len_utf8())
    })
}

/// Where a text says who does something and when, with what stands between these and what is done.
fn apart(text: &str) -> Vec<Range<usize>> {
    let mut apart: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let follows = apart.last().is_some_and(|span| span.end == at);
        let time = TIMES.iter().find(|word| rest.starts_with(*word)).map(|word| word.len());
        let who = WHO.contains(first) || follows && BETWEEN.contains(first);
        if let Some(length) = time.or_else(|| who.then(|| first.len_utf8())) {
            apart.push(at..at + length);
            at += length;
        } else {
            at += first.len_utf8();
        }
    }
    apart
}

/// Where a word that asks ends: behind a 去 that only moves to what is asked about ("怎么去上班"), unless that
/// begins a word of its own.
fn moved(text: &str, end: usize) -> usize {
    const WORDS: [&str; 6] = ["去世", "去年", "去掉", "去除", "去留", "去向"];
    let rest = &text[end..];
    let moves = rest.starts_with('去') && !WORDS.iter().any(|word| rest.starts_with(word));
    if moves { end + '去'.len_utf8() } else { end }
}
