//! Words of a question that ask or join, and say nothing of what is asked for.

use super::ask::{FUNCTION_PAIR, SYNONYM, Term};
use super::counting::is_measure;
use super::synonyms::Asking;
use crate::analyse::{Role, Token};

/// Numbers of the words that ways of asking stand for lie far behind those that are counted.
pub(super) const ASKINGS: usize = 1 << 23;

/// Another way of writing a word of the query.
pub(super) fn synonym((text, word): (String, usize)) -> Term {
    let (shown, role, place) = (text.clone(), Role::Word, (0, 0));
    Term { text, weight: SYNONYM, boost: 1.0, idf: 0.0, df: 0, word, role, shown, place }
}

/// Takes a way of asking for what it asks for where the vault has that, and as its words where not.
pub(super) fn understand(terms: &mut Vec<Term>, askings: &[Asking]) {
    for (word, asking) in (ASKINGS..).zip(askings) {
        // A member of the group that was typed as well stands for its own word, too.
        let typed = |term: &Term| term.place.1 > 0;
        let meant = |term: &Term| !typed(term) && asking.terms.contains(&term.text);
        if !terms.iter().any(|term| meant(term) && term.df > 0) {
            terms.retain(|term| term.word != word);
            continue;
        }
        let own = |term: &&mut Term| {
            term.role != Role::Value && typed(term) && asking.words.contains(&term.word)
        };
        for term in terms.iter_mut().filter(own) {
            term.weight = term.weight.min(FUNCTION_PAIR);
        }
    }
}

/// What a single character weighs that is left beside a word that asks: a word, but one of many meanings.
const SINGLE: f32 = 0.5;
/// Tokens of a question; more are something pasted.
const RUN_MAX: usize = 200;
/// Words that ask, of several characters.
const ASKING: [&str; 22] = [
    "多少钱",
    "多少錢",
    "怎么办",
    "怎麼辦",
    "什么时候",
    "什麼時候",
    "什么",
    "什麼",
    "为什么",
    "為什麼",
    "怎么样",
    "怎麼樣",
    "怎么",
    "怎麼",
    "哪里",
    "哪裡",
    "哪儿",
    "哪兒",
    "多少",
    "几点",
    "幾點",
    "是不是",
];

/// When or how often something is done, as questions say it before the word for that ("我早上喝什么").
const TIMES: [&str; 24] = [
    "早上", "早晨", "上午", "中午", "下午", "晚上", "傍晚", "夜里", "今早", "今晚", "今天", "明天",
    "昨天", "每天", "每晚", "平时", "平常", "现在", "目前", "最近", "一般", "通常", "经常", "周末",
];
/// Who does something.
const WHO: &str = "我你您他她它咱们們";
/// What stands between these and the word for it.
const BETWEEN: &str = "在都也还還又就常爱愛想";

/// Takes the weight from pairs that straddle the end of a word that asks: no page has them. A single character
/// that is left beside one is a word ("药什么时候吃"), also between one and who does it or when ("我现在喝什么").
pub(super) fn unasked(terms: &mut Vec<Term>, found: &[Token], text: &str) {
    let spans: Vec<(usize, usize)> = ASKING
        .iter()
        .flat_map(|word| text.match_indices(word).map(|(at, _)| (at, moved(text, at + word.len()))))
        .collect();
    if spans.is_empty() || found.len() > RUN_MAX {
        return;
    }
    for term in terms.iter_mut().filter(|term| term.role == Role::Pair) {
        let (from, to) = term.place;
        if spans.iter().any(|(start, end)| from < *end && *start < to) {
            term.weight = term.weight.min(FUNCTION_PAIR);
        }
    }
    let asks = |from: usize, to: usize| spans.iter().any(|(start, end)| from < *end && *start < to);
    let apart = apart(text);
    let is_apart = |token: &Token| {
        apart.iter().any(|span| token.start < span.1 && span.0 < token.end)
            || asks(token.start, token.end)
            || token.term == "了" && spans.iter().any(|span| span.0 == token.end)
    };
    let singles: Vec<&Token> = found.iter().filter(|token| token.role == Role::Single).collect();
    for (nth, token) in singles.iter().enumerate() {
        let beside =
            [nth.checked_sub(1), Some(nth + 1)].map(|at| at.and_then(|at| singles.get(at)));
        let touches = |other: &&&Token| other.end == token.start || token.end == other.start;
        let mut neighbours = beside.into_iter().flatten().filter(touches).peekable();
        let is_left = neighbours.peek().is_some() && neighbours.all(|it| is_apart(it));
        // 坐什么 asks by what one goes, which pages tell in other words.
        let says = !matches!(token.term.as_str(), "好" | "坐")
            && !is_function(&token.term)
            && !is_measure(&token.term);
        if is_left && says && !is_apart(token) {
            let touches = |term: &&mut Term| {
                term.role == Role::Pair && term.place.0 < token.end && token.start < term.place.1
            };
            for pair in terms.iter_mut().filter(touches) {
                pair.weight = pair.weight.min(FUNCTION_PAIR);
            }
            terms.push(Term {
                text: token.term.clone(),
                weight: SINGLE,
                boost: 1.0,
                idf: 0.0,
                df: 0,
                word: token.position,
                role: Role::Single,
                shown: token.term.clone(),
                place: (token.start, token.end),
            });
        }
    }
}

/// Where a text says who does something and when, with what stands between these and what is done.
fn apart(text: &str) -> Vec<(usize, usize)> {
    let mut apart = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let follows = apart.last().is_some_and(|span: &(usize, usize)| span.1 == at);
        let time = TIMES.iter().find(|word| rest.starts_with(*word)).map(|word| word.len());
        let who = WHO.contains(first) || follows && BETWEEN.contains(first);
        if let Some(length) = time.or_else(|| who.then(|| first.len_utf8())) {
            apart.push((at, at + length));
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

/// Pairs in which a character only joins others: they are rare where they straddle words, and rarity
/// is not meaning there.
pub(super) fn is_function_pair(pair: &str) -> bool {
    JOINTS.contains(&pair) || is_function(pair)
}

/// Words of two characters that ask, place or repeat, and name nothing.
const JOINTS: &[&str] = &[
    "怎么", "什么", "为何", "如何", "哪里", "哪个", "多少", "时候", "告诉", "知道", "一下", "每天",
    "今天", "明天", "昨天", "现在", "平时", "一般", "通常", "经常", "有没", "没有",
];

/// Whether no character of a pair says anything: "我每", "每天", "怎么". One of two may be a name's ("成都").
pub(super) fn is_joint(pair: &str) -> bool {
    let says = |char: char| char != '每' && !is_function(char.encode_utf8(&mut [0; 4]));
    JOINTS.contains(&pair) || !pair.chars().any(says)
}

/// Whether a character only joins others.
fn is_function(text: &str) -> bool {
    const FUNCTION: &str = "的了吗呢吧啊是在有我你他她它们这那哪什么怎谁几个就都也还又和与或把被给跟对从到很太最更不没会要能可以请问为";
    text.chars().any(|char| FUNCTION.contains(char))
}
