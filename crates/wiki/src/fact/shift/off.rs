//! Where a text says that something does not take place: "Launch was cancelled", "the launch is off", 发布取消了.
//!
//! What it is that was to take place is `thing`'s to find.

use std::ops::Range;

use super::phrase::{REASONS, without_auxiliaries};
use super::thing::without_joints;
use crate::fact::stance;

/// What says so in small letters, behind the thing's name.
const PHRASES: &[&str] = &["cancelled", "canceled", "called off"];
/// Likewise, with no more than a reason behind it.
const LAST: &[&str] = &["is off", "are off", "'s off", "’s off"];
const HAN: &[&str] = &["取消", "泡汤", "告吹"];
/// Before those they say something else.
const NOT: &[&str] = &["not", "never", "almost", "nearly", "no", "isn", "wasn", "un"];
const HAN_NOT: &[&str] =
    &["没", "没有", "沒", "沒有", "未", "不", "不会", "別", "别", "勿", "没被", "未被", "无法"];
/// Between a Chinese name and what says so.
const HAN_BETWEEN: &[&str] = &["已经", "已被", "临时", "突然", "被", "已", "将", "都", "又", "也"];
/// Who does it.
const WHO: &[&str] = &["我们", "咱们", "公司", "我", "他们", "他", "她"];

/// What a text says does not take place.
pub(super) struct Off {
    /// Its name.
    pub(super) what: String,
    /// What says so.
    pub(super) place: Range<usize>,
    /// Where what is said besides begins.
    pub(super) rest: usize,
}

/// What a text says is off; `None` for a text that says so of nothing, asks it or denies it.
pub(super) fn read(text: &str) -> Option<Off> {
    let lower = text.to_ascii_lowercase();
    han(text).or_else(|| english(text, &lower))
}

fn english(text: &str, lower: &str) -> Option<Off> {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let stands = |phrase: &str| {
        let at = lower.find(phrase)?;
        let end = at + phrase.len();
        let begins = phrase.starts_with(['\'', '’']) || !letter(lower[..at].chars().next_back());
        (begins && !letter(lower[end..].chars().next())).then_some(at..end)
    };
    let last = |place: &Range<usize>| {
        let rest = lower[place.end..].trim_start();
        let reason = REASONS.iter().any(|it| rest.starts_with(it));
        rest.is_empty() || rest.starts_with(['.', ',', ';', '!', '(']) || reason
    };
    let place = PHRASES.iter().find_map(|it| stands(it));
    let place = place.or_else(|| LAST.iter().find_map(|it| stands(it).filter(last)))?;
    let before = &text[..place.start];
    let word = before.split(|c: char| !c.is_alphanumeric()).rfind(|it| !it.is_empty());
    let denied = before.trim_end().to_lowercase().ends_with("n't")
        || word.is_some_and(|it| NOT.iter().any(|not| it.eq_ignore_ascii_case(not)));
    if denied {
        return None;
    }
    let what = without_auxiliaries(without_joints(before)).trim_end_matches([':', ',', ' ']);
    if !stance::content(what).is_empty() {
        let rest = place.end;
        return Some(Off { what: what.to_owned(), place, rest });
    }
    // "We cancelled the launch."
    let what = text[place.end..].trim_end_matches(['.', '!', ' ']).trim();
    let named = !stance::content(what).is_empty() && !before.trim().is_empty();
    named.then(|| Off { what: what.to_owned(), place, rest: text.len() })
}

fn han(text: &str) -> Option<Off> {
    let asks = ["吗", "嗎", "没", "没有", "呢", "么"];
    let plain = text.trim_end_matches(['。', '.', '!', '！', '?', '？', ' ']);
    if asks.iter().any(|it| plain.ends_with(it)) {
        return None;
    }
    let (at, phrase) = HAN.iter().filter_map(|it| Some((text.find(it)?, *it))).min()?;
    let before = text[..at].trim_end();
    let end = at + phrase.len();
    if HAN_NOT.iter().any(|it| before.ends_with(it)) || text[end..].starts_with('不') {
        return None;
    }
    let end = end + text[end..].strip_prefix('了').map_or(0, |_| '了'.len_utf8());
    let mut what = before;
    while let Some(rest) = HAN_BETWEEN.iter().find_map(|it| what.strip_suffix(it)) {
        what = rest.trim_end();
    }
    let who = WHO.contains(&what);
    if !who && !stance::content(what).is_empty() {
        return Some(Off { what: what.to_owned(), place: at..end, rest: end });
    }
    let what = text[end..].trim_end_matches(['了', '。', '.', '!', '！', ' ']).trim();
    let named = !stance::content(what).is_empty();
    named.then(|| Off { what: what.to_owned(), place: at..end, rest: text.len() })
}
