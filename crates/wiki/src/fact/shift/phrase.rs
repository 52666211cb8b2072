//! Phrases about a thing that moves, without the words that only lead to its day.

use super::thing::without_joints;
use super::{clock, undated};
use crate::canon::{stem, words};
use crate::fact::stance;

/// What follows is why it moves.
pub(super) const REASONS: &[&str] = &["because", "since ", "due to", "因为", "由于"];
/// What says at which hour of the day, and no more.
const HOURS: &[&str] = &[
    "上午", "下午", "早上", "早晨", "晚上", "中午", "凌晨", "傍晚", "点半", "点钟", "点", "举行",
    "进行", "开始", "吧",
];
const HOUR_WORDS: &[&str] = &[
    "am",
    "pm",
    "morning",
    "noon",
    "afternoon",
    "evening",
    "night",
    "oclock",
    "next",
    "this",
    "week",
    "tonight",
];
/// What leads to the verb that moves.
const AUXILIARIES: &[&str] = &[
    "is",
    "are",
    "was",
    "were",
    "be",
    "been",
    "being",
    "has",
    "have",
    "had",
    "got",
    "get",
    "gets",
    "will",
    "must",
    "needs",
    "need",
    "may",
    "might",
    "should",
    "to",
    "just",
    "now",
    "again",
    "also",
    "already",
    "then",
    "finally",
    "officially",
    "unfortunately",
    "it",
];

/// The text without the verbs that lead to the one that moves: "The launch had to be".
pub(super) fn without_auxiliaries(said: &str) -> &str {
    let mut said = said.trim_end();
    loop {
        let at = said.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let last = &said[at..];
        if !AUXILIARIES.iter().any(|it| it.eq_ignore_ascii_case(last)) {
            return said;
        }
        said = without_joints(&said[..at]);
    }
}

/// What is moved without the word that it has a day: the launch of "the launch date".
pub(super) fn without_when(said: &str) -> &str {
    let said = said.trim_end();
    let said = said.strip_suffix("被").unwrap_or(said);
    for word in ["时间", "時間", "日期", "日子"] {
        if let Some(rest) = said.strip_suffix(word) {
            return rest.trim_end().trim_end_matches('的');
        }
    }
    // Only what stands before the verb: "the launch date is", "the launch date was".
    let before = without_joints(said);
    let at = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let when = ["date", "day", "time"].iter().any(|it| it.eq_ignore_ascii_case(&before[at..]));
    if when { before[..at].trim_end() } else { said }
}

/// The text with one word for each of those that name one thing: 会议, 开会 and 会 alone are a meeting.
pub(super) fn alike(text: &str) -> String {
    let mut text = text.to_owned();
    for word in ["会议", "會議", "开会", "開會", "的会", "的會"] {
        text = text.replace(word, " meeting ");
    }
    if matches!(text.trim(), "会" | "會") { " meeting ".to_owned() } else { text }
}

/// The stems of all words of a text.
pub(super) fn stems_of(text: &str) -> Vec<String> {
    words(&alike(text)).iter().map(|word| stem(word).to_owned()).collect()
}

/// What a text says behind a day but its date, the hour and the reason.
pub(super) fn doing(rest: &str) -> String {
    let mut rest = clock::without(&undated(rest)).to_ascii_lowercase();
    let reason = REASONS.iter().filter_map(|it| rest.find(it)).min();
    rest.truncate(reason.unwrap_or(rest.len()));
    for hour in HOURS {
        rest = rest.replace(hour, " ");
    }
    rest.trim_matches(|c: char| c.is_whitespace() || ":：,，.。;；!！".contains(c)).to_owned()
}

/// The words of what is done, but those of an hour.
pub(super) fn content_of(done: &str) -> Vec<String> {
    let mut said = stance::content(done);
    said.retain(|word| {
        !word.starts_with(|c: char| c.is_ascii_digit())
            && !HOUR_WORDS.iter().any(|it| stem(it) == word.as_str())
    });
    said
}
