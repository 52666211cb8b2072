//! What a Chinese text says that somebody likes, uses or drinks, and what they left for it.

use super::{Polarity, Slot, Stance, is_of_late};
use crate::canon::{stem, words};

/// Phrases, of which the longest at a place counts.
const PHRASES: &[(&str, Slot, Polarity)] = &[
    ("不再喜欢", Slot::Like, Polarity::Denied),
    ("不喜欢", Slot::Like, Polarity::Denied),
    ("受不了", Slot::Like, Polarity::Denied),
    ("讨厌", Slot::Like, Polarity::Denied),
    ("厌恶", Slot::Like, Polarity::Denied),
    ("不再爱", Slot::Like, Polarity::Denied),
    ("不爱", Slot::Like, Polarity::Denied),
    ("喜欢", Slot::Like, Polarity::Holds),
    ("爱喝", Slot::Like, Polarity::Holds),
    ("爱吃", Slot::Like, Polarity::Holds),
    ("更喜欢", Slot::Prefer, Polarity::Holds),
    ("更爱", Slot::Prefer, Polarity::Holds),
    ("偏好", Slot::Prefer, Polarity::Holds),
    ("偏爱", Slot::Prefer, Polarity::Holds),
    ("最喜欢", Slot::Best, Polarity::Holds),
    ("最爱", Slot::Best, Polarity::Holds),
    ("不再喝", Slot::Consume, Polarity::Denied),
    ("不再吃", Slot::Consume, Polarity::Denied),
    ("不喝", Slot::Consume, Polarity::Denied),
    ("不吃", Slot::Consume, Polarity::Denied),
    ("改喝", Slot::Consume, Polarity::Holds),
    ("改吃", Slot::Consume, Polarity::Holds),
    ("喝", Slot::Consume, Polarity::Holds),
    ("吃", Slot::Consume, Polarity::Holds),
    ("不再使用", Slot::Use, Polarity::Denied),
    ("停止使用", Slot::Use, Polarity::Denied),
    ("不使用", Slot::Use, Polarity::Denied),
    ("不再用", Slot::Use, Polarity::Denied),
    ("不用", Slot::Use, Polarity::Denied),
    ("停用", Slot::Use, Polarity::Denied),
    ("弃用", Slot::Use, Polarity::Denied),
    ("改为使用", Slot::Use, Polarity::Holds),
    ("改用", Slot::Use, Polarity::Holds),
    ("使用", Slot::Use, Polarity::Holds),
    ("在用", Slot::Use, Polarity::Holds),
    ("现在用", Slot::Use, Polarity::Holds),
    ("目前用", Slot::Use, Polarity::Holds),
    ("如今用", Slot::Use, Polarity::Holds),
    ("一直用", Slot::Use, Polarity::Holds),
    ("平时用", Slot::Use, Polarity::Holds),
    ("只用", Slot::Use, Polarity::Holds),
    ("我用", Slot::Use, Polarity::Holds),
    ("我们用", Slot::Use, Polarity::Holds),
];
/// What says nothing alone.
pub(super) const FILLERS: &[&str] = &[
    "我们", "我", "用户", "现在", "已经", "目前", "如今", "他", "她", "了", "的", "，", "。", "！",
    "再", "都", "就", "一般", "通常", "平时", "总是",
];
const ADDS: &[char] = &['也', '还'];
const AND: &[char] = &['和', '与', '或', '、', '及', '跟'];
/// How often, or at which time of day.
const OFTEN: &[&str] = &[
    "每天", "每日", "每晚", "每早", "每周", "天天", "早上", "早晨", "上午", "中午", "下午", "晚上",
];
/// What says that something holds for some time or purpose only.
const LIMITS: &[&str] = &[
    "周末",
    "今天",
    "今晚",
    "明天",
    "这周",
    "本周",
    "期间",
    "时候",
    "的时",
    "暂时",
    "偶尔",
    "有时",
    "周一",
    "周二",
    "周三",
    "周四",
    "周五",
    "周六",
    "周日",
    "周天",
    "星期",
    "礼拜",
    "这几天",
    "这段时间",
    "昨天",
    "后天",
    "去年",
    "夏天",
    "冬天",
    "付款",
    "在公司",
    "在家",
    "工作时",
    "如果",
];
/// Says that it was otherwise.
const CHANGES: &[&str] = &["现在", "如今", "改喝", "改吃", "改用"];
/// Says that it is over, before the verb.
const PAST: &[&str] = &["以前", "曾经", "原来", "过去", "从前"];
/// What stands before the verb and says how firmly or since when, not who.
const ADVERBS: &[&str] =
    &["习惯于", "习惯", "一直", "经常", "仅仅", "只", "仅", "开始", "决定", "最近"];
/// What says that there is no other, before the verb.
const ONLY: &[&str] = &["只", "仅"];
/// What is a thing or a doing of its own that begins or ends with 戒.
const NO_END: &[&str] = &["戒指", "戒备", "戒律", "戒严", "戒心", "戒尺", "警戒", "八戒", "告戒"];
/// What is done with a thing, before its name.
const DOING: &[&str] = &["使用", "喝", "吃", "用"];
/// What begins a clause of its own, without a comma.
const BREAKS: &[&str] = &["改喝", "改吃", "改用", "而不再", "现在"];

/// The clauses of a folded text, in either language.
pub(super) fn clauses(folded: &str) -> Vec<String> {
    let mut text = folded.replace(". ", ",").replace(" but ", ",").replace(" and now ", ",");
    for word in BREAKS {
        text = text.replace(word, &format!(",{word}"));
    }
    let parts = text.split([',', ';', '。', '!', '、', '；', '，']);
    parts.map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

/// What a folded text says; `None` where none of the phrases stands in it.
pub(super) fn stance(folded: &str) -> Option<Stance> {
    let mut text = folded.to_owned();
    let mut often = Vec::new();
    for word in OFTEN {
        if text.contains(word) {
            text = text.replace(word, "");
            often.push((*word).to_owned());
        }
    }
    let stance = switch(&text).or_else(|| phrase(&text))?;
    Some(Stance { often, ..stance })
}

/// The words that limit what a text says to some time or purpose.
fn limits(text: &str) -> Vec<String> {
    LIMITS.iter().filter(|it| text.contains(**it)).map(|it| (*it).to_owned()).collect()
}

fn content(text: &str) -> Vec<String> {
    let mut text = text.to_owned();
    for filler in FILLERS {
        text = text.replace(filler, " ");
    }
    words(&text).iter().map(|word| stem(word).to_owned()).collect()
}

/// The things of a list.
fn things(text: &str) -> Vec<Vec<String>> {
    let text = text.trim();
    let text = DOING.iter().find_map(|it| text.strip_prefix(it)).unwrap_or(text);
    text.split(AND).map(content).filter(|thing| !thing.is_empty()).collect()
}

/// The phrase that says what somebody does in a folded text: 喝 of 我喝咖啡.
pub(super) fn done(folded: &str) -> Option<&'static str> {
    earliest(folded).map(|it| it.1)
}

/// The earliest phrase, and of those at one place the longest.
fn earliest(text: &str) -> Option<(usize, &'static str, Slot, Polarity)> {
    let found = PHRASES.iter().filter_map(|(phrase, slot, polarity)| {
        text.find(phrase).map(|at| (at, *phrase, *slot, *polarity))
    });
    found.min_by_key(|(at, phrase, ..)| (*at, usize::MAX - phrase.len()))
}

fn phrase(text: &str) -> Option<Stance> {
    let (at, phrase, slot, polarity) = earliest(text)?;
    let (mut before, after) = (text[..at].to_owned(), &text[at + phrase.len()..]);
    let over = PAST.iter().any(|it| before.contains(it));
    let only = ONLY.iter().any(|it| before.ends_with(it) || phrase.starts_with(it));
    for word in PAST.iter().chain(ADVERBS) {
        before = before.replace(word, "");
    }
    let (object, against) = after.split_once("而不是").unwrap_or((after, ""));
    let mut limits = limits(text);
    limits.extend((phrase.starts_with('不') && is_of_late(text)).then(|| "最近".to_owned()));
    Some(Stance {
        slot,
        polarity: if over { polarity.turn() } else { polarity },
        subject: content(before.trim_end_matches(ADDS)),
        object: things(object),
        circumstance: Vec::new(),
        limits,
        often: Vec::new(),
        against: things(against),
        change: only || CHANGES.iter().any(|it| text.contains(it)),
        adds: text.contains(ADDS),
    })
}

/// A change that names its ends: "从咖啡换成茶", "用茶代替咖啡", "戒掉了咖啡".
fn switch(text: &str) -> Option<Stance> {
    const CHANGED: &[&str] = &["替换为", "换成", "改成", "换为", "改为"];
    const FROM: &[&str] = &["从", "由", "把", "将"];
    let (subject, old, new) = if let Some((before, old)) = first(text, &["代替", "取代", "替代"])
    {
        let (subject, new) = before.rsplit_once('用')?;
        (subject, old, new)
    } else if let Some((before, old)) = given_up(text) {
        (before, old, "")
    } else {
        let (before, new) = first(text, CHANGED)?;
        match first(before, FROM) {
            Some((subject, old)) => (subject, old, new),
            // By itself it is said of anything: "改为周二".
            None if text.contains("换成") => (before, "", new),
            None => return None,
        }
    };
    let (against, object) = (things(old), things(new));
    (!against.is_empty() || !object.is_empty()).then(|| Stance {
        slot: Slot::Any,
        polarity: Polarity::Holds,
        subject: content(subject),
        object,
        circumstance: Vec::new(),
        limits: limits(text),
        often: Vec::new(),
        against,
        change: true,
        adds: text.contains(ADDS),
    })
}

/// Who gives something up, and what.
fn given_up(text: &str) -> Option<(&str, &str)> {
    let (before, old) = first(text, &["戒掉了", "戒掉", "戒了", "戒"])?;
    let whole = NO_END.iter().any(|it| text.contains(it));
    (!whole && !old.is_empty()).then_some((before, old))
}

/// What stands before and behind the first of these, the longest that stands there.
fn first<'t>(text: &'t str, all: &[&str]) -> Option<(&'t str, &'t str)> {
    let found = all.iter().filter_map(|it| Some((text.find(it)?, it.len())));
    let (at, length) = found.min_by_key(|(at, length)| (*at, usize::MAX - length))?;
    Some((&text[..at], &text[at + length..]))
}
