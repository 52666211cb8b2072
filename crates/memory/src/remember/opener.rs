//! Words before what is to be remembered that are no part of it: "Remember that I …", "FYI, …", 请记住：我….
//!
//! Where they may be a part ("Remember the Milk subscription ends") they stay.

use super::speaker::{self, Speaker};
use wiki::canon::is_han;

/// Openers that are one where a comma stands behind them, and before whoever speaks without it.
const ASIDES: [&str; 21] = [
    "actually",
    "oh, and",
    "oh and",
    "oh",
    "no, sorry",
    "sorry",
    "my mistake",
    "correction",
    "quick update",
    "更正",
    "抱歉",
    "不好意思",
    "by the way",
    "btw",
    "fyi",
    "for the record",
    "just so you know",
    "also note",
    "对了",
    "顺便说一下",
    "其实",
];
/// What only says that something was found out, before "that" and a sentence, or before the sentence.
const FOUND: [&str; 3] = ["it turns out", "turns out", "i just learned"];
/// Orders to remember, before "that" and a sentence, or before whoever speaks.
const ORDERS: [&str; 8] = [
    "please remember",
    "remember",
    "please note",
    "note",
    "don't forget",
    "please don't forget",
    "keep in mind",
    "please keep in mind",
];
const HAN_ORDERS: [&str; 10] = [
    "请帮我记一下",
    "帮我记一下",
    "请帮我记住",
    "帮我记住",
    "请你记住",
    "请记一下",
    "请记住",
    "记一下",
    "记住",
    "备注",
];
/// Words that a sentence begins with, behind "that".
const SUBJECTS: &str = " i i'm i've i'd i'll my mine we we're we've our he she they it his her their its the a an this these \
    there user user's ";
/// Words behind a name with which it begins a sentence.
const VERBS: &str =
    " is isn't was are were has had will can likes lives works wants needs prefers moved ";
/// Openers that stand one before another, at most.
const ROUNDS: usize = 3;

/// The text without its openers. Where a page is named for it, a word with a colon stays, which is the key of a fact
/// there.
pub(super) fn without(text: &str, placed: bool) -> &str {
    let mut rest = text.trim();
    for _ in 0..ROUNDS {
        let shorter = aside(rest).or_else(|| found(rest)).or_else(|| order(rest, placed));
        let Some(shorter) = shorter else { break };
        rest = shorter;
    }
    rest
}

fn aside(text: &str) -> Option<&str> {
    let behind = ASIDES.iter().find_map(|it| behind(text, it))?;
    let rest = behind.trim_start_matches([',', '，']).trim_start();
    let apart = behind.starts_with([',', '，']) && is_sentence(rest);
    let colon = behind.strip_prefix([':', '：']).map(str::trim_start);
    match colon {
        // "Correction: release: 2 July" corrects what has that key.
        Some(rest) => (speaks(rest) || corrects(text) && is_sentence(rest)).then_some(rest),
        None => (apart || speaks(rest)).then_some(rest),
    }
}

/// Whether a text begins by saying that what was said before is wrong.
fn corrects(text: &str) -> bool {
    ["correction", "更正"].iter().any(|it| behind(text, it).is_some())
}

fn found(text: &str) -> Option<&str> {
    let rest = FOUND.iter().find_map(|it| behind(text, it))?.trim_start_matches([',', ' ']);
    let rest = behind(rest, "that").map_or(rest, str::trim_start);
    is_sentence(rest).then_some(rest)
}

fn order(text: &str, placed: bool) -> Option<&str> {
    let (behind, han) = match ORDERS.iter().find_map(|it| behind(text, it)) {
        Some(behind) => (behind, false),
        None => (HAN_ORDERS.iter().find_map(|it| text.strip_prefix(it))?, true),
    };
    if let Some(rest) = behind.strip_prefix([':', '：', ',', '，']).map(str::trim_start) {
        return (!placed && speaks(rest)).then_some(rest);
    }
    if han {
        return (speaks(behind) && !placed).then_some(behind);
    }
    let behind = behind.trim_start();
    match self::behind(behind, "that").map(str::trim_start) {
        Some(rest) => begins_sentence(rest).then_some(rest),
        // "Remember my appointment" asks for it; "remember I am …" tells.
        None => ["i", "i'm", "i've"]
            .iter()
            .any(|it| self::behind(behind, it).is_some())
            .then_some(behind),
    }
}

/// What stands behind a word or words, in any case, where these end there.
fn behind<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    let (start, rest) = (text.get(..words.len())?, text.get(words.len()..)?);
    let ends = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '\'' || c == '’')
        || words.starts_with(is_han);
    (ends && !rest.is_empty() && start.eq_ignore_ascii_case(words)).then_some(rest)
}

fn speaks(text: &str) -> bool {
    speaker::of(text) != Speaker::Nobody && is_sentence(text)
}

/// Whether a text is more than a word.
fn is_sentence(text: &str) -> bool {
    text.split_whitespace().nth(1).is_some() || text.chars().filter(|c| is_han(*c)).count() > 2
}

/// Whether a text behind "that" is a sentence, and no thing that is pointed at ("that day in Paris").
fn begins_sentence(text: &str) -> bool {
    let is = |all: &str, word: &str| {
        all.contains(&format!(" {} ", word.to_lowercase().replace('’', "'")))
    };
    let mut words = text.split_whitespace();
    let (Some(first), Some(second)) = (words.next(), words.next()) else { return false };
    is(SUBJECTS, first) || first.starts_with(char::is_uppercase) && is(VERBS, second)
}
