//! What a dated line is about, and whether that is what another text moves.
//!
//! A line that merely has the moved thing's name in it ("launch rehearsal", 婚礼请柬) is about another thing, and
//! silence decides nothing: what is not surely the same stays. Words of each language are `english`'s and `han`'s.

use jiff::civil::Date;

use super::mood::{HAN_MAYBE, MAYBE};
use super::{
    apart, clock, english, han, named_day, noon, read, several, spot, undated, without_auxiliaries,
};
use crate::canon::{fold, is_han, words};
use crate::fact::stance;
use crate::time;

/// Characters beyond which nothing is the name of a thing.
const NAME_CHARS: usize = 300;

/// How surely a line is about what moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// It has the words of what moves and no others.
    Exact,
    /// The new text says it more fully, or the page does: "the Atlas launch" and "the launch".
    Fuller,
    /// The old line says more, and may be another of that name: "the launch in Asia" and "the launch".
    Narrower,
    /// What moves is not named.
    Unnamed,
}

/// What joins a thing to its day, and says nothing without it.
const JOINTS: &[&str] = &[
    "is",
    "are",
    "was",
    "will",
    "be",
    "on",
    "by",
    "for",
    "at",
    "in",
    "to",
    "due",
    "set",
    "planned",
    "scheduled",
];
const HAN_JOINTS: &[&str] = &["安排在", "定在", "定于", "举行", "召开", "在", "于", "是"];
/// What stands before a thing and says no more than that somebody has it, longest first.
const HAVING: &[&str] = &[
    "i have got a ",
    "i have a ",
    "i have an ",
    "i have the ",
    "i have ",
    "i've got a ",
    "i've got an ",
    "we have a ",
    "we have an ",
    "we have the ",
    "we have ",
    "we've got a ",
    "there is a ",
    "there is an ",
    "there's a ",
    "there's an ",
    "there is ",
    "there will be a ",
    "there will be an ",
];
const HAN_HAVING: &[&str] = &[
    "我们有一场",
    "我们有一个",
    "我们有个",
    "我们有",
    "我有一场",
    "我有一个",
    "我有个",
    "我有",
    "有一场",
    "有一个",
    "有个",
    "有场",
];
const ARTICLES: &[&str] = &["the", "a", "an", "on", "by"];
/// What denies or forbids: such a line plans nothing.
const DENIALS: &[&str] = &[
    "not",
    "no",
    "never",
    "nobody",
    "none",
    "nothing",
    "neither",
    "nor",
    "without",
    "avoid",
    "forbidden",
    "prohibited",
    "banned",
    "unless",
    "except",
    "cannot",
    "cant",
    "dont",
    "doesnt",
    "didnt",
    "wont",
    "wouldnt",
    "shouldnt",
    "couldnt",
    "mustnt",
    "isnt",
    "arent",
    "wasnt",
    "werent",
];
const HAN_DENIALS: &[&str] = &[
    "不", "没", "沒", "未", "勿", "禁止", "严禁", "嚴禁", "停止", "避免", "拒绝", "取消", "无需",
    "无法", "无须", "除非",
];
/// What has a sign of those and denies nothing.
const HAN_NO_DENIALS: &[&str] = &[
    "不动产",
    "不锈钢",
    "不同",
    "不少",
    "不断",
    "不久",
    "不错",
    "不仅",
    "不管",
    "不论",
    "未来",
    "未婚",
    "不见不散",
    "差不多",
];

/// What a dated text is about, in its own words: "发布" of "下周三(2026-12-09)发布". Empty where it says no
/// more than when.
pub(super) fn thing(old: &str, today: Date) -> String {
    let text = undated(old);
    let day = || {
        let single = |it: &time::Dated| it.days.single().is_some();
        let found = spot::dates(&text, today).into_iter().find(single);
        found.map(|it| it.place).or_else(|| named_day(&text))
    };
    let parts = match spot::read(&text, today) {
        Some(it) => {
            let (before, _) = spot::without_old(&text[..it.place.start], today);
            Some((without_auxiliaries(&before).to_owned(), it.rest))
        }
        None => day().map(|it| (text[..it.start].to_owned(), it.end)),
    };
    let text = match parts {
        Some((before, end)) => {
            let before = without_joints(&before);
            let end = end + han::bound(&text[end..]);
            // "Or Friday" is no part of its name.
            let after = &text[end + several::another(&text[end..])..];
            let beside = [before.chars().next_back(), after.chars().next()];
            let gap = if beside.into_iter().flatten().any(is_han) { "" } else { " " };
            format!("{before}{gap}{after}")
        }
        None => text,
    };
    let joined = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut said = without_joints(without_having(&joined))
        .trim_matches([' ', ',', '，', '.', '。', ':', '：', ';', '；', '!', '！']);
    for (open, close) in [('(', ')'), ('（', '）')] {
        let inner = said.strip_prefix(open).and_then(|it| it.strip_suffix(close));
        said = inner.unwrap_or(said);
    }
    if stance::content(&super::alike(said)).is_empty() {
        String::new()
    } else {
        said.trim().to_owned()
    }
}

/// The text without an article, and without who has what it names.
fn without_having(text: &str) -> &str {
    let starts =
        |it: &&&str| text.get(..it.len()).is_some_and(|start| start.eq_ignore_ascii_case(it));
    let having = HAVING.iter().find(starts).or_else(|| HAN_HAVING.iter().find(starts));
    if let Some(rest) = having.and_then(|it| text.get(it.len()..)).filter(|it| !it.is_empty()) {
        return rest;
    }
    let mut rest = text;
    while let Some((word, behind)) = rest.split_once(' ') {
        if !ARTICLES.iter().any(|it| it.eq_ignore_ascii_case(word)) {
            break;
        }
        rest = behind;
    }
    rest
}

/// Of a thing that is named in full in the brackets behind it, that: "Sprint review" of "review (Sprint review)".
pub(super) fn inmost(thing: &str) -> &str {
    match bracketed(thing) {
        Some((before, inner)) => {
            let known = stance::content(inner);
            let same = stance::content(before).iter().all(|word| known.contains(word));
            if same { inner } else { thing }
        }
        None => thing,
    }
}

/// What stands before the brackets at the end of a text, and in them.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    [('(', ')'), ('（', '）')].into_iter().find_map(|(open, close)| {
        let (before, inner) = text.trim_end().strip_suffix(close)?.rsplit_once(open)?;
        Some((before, inner.trim()))
    })
}

/// The text without what joins it to its day: "The launch" of "The launch is on".
pub(super) fn without_joints(text: &str) -> &str {
    let mut text = text.trim_end();
    loop {
        let at = text.rfind(char::is_whitespace).map_or(0, |at| at + 1);
        let last = text.get(at..).unwrap_or_default();
        let joint = JOINTS.iter().any(|it| it.eq_ignore_ascii_case(last));
        let han = HAN_JOINTS.iter().find_map(|it| text.strip_suffix(it));
        text = match han {
            Some(rest) => rest.trim_end(),
            None if joint => text[..at].trim_end(),
            None => return text,
        };
    }
}

/// Whether a line denies or forbids something, or takes it back.
pub(super) fn denies(old: &str) -> bool {
    let mut folded = fold(old);
    if words(&folded).iter().any(|word| DENIALS.contains(&word.as_str())) {
        return true;
    }
    for word in HAN_NO_DENIALS {
        folded = folded.replace(word, " ");
    }
    HAN_DENIALS.iter().any(|it| folded.contains(it)) || han::warns(&folded)
}

/// What else leaves open whether or when something is to be.
const DOUBTS: &[&str] =
    &["tentatively", "could", "might", "would", "should", "before", "after", "around"];
/// What tells that something is over.
const PAST: &[&str] = &[
    "had",
    "was",
    "were",
    "went",
    "did",
    "met",
    "ate",
    "saw",
    "ran",
    "used",
    "finished",
    "attended",
    "missed",
    "skipped",
    "last",
    "yesterday",
];
/// Behind "was" they tell of a plan.
const PLANNED: &[&str] = &["planned", "scheduled", "due", "set", "fixed"];
/// What else makes a line no plan: it waits, or tells what was.
const HAN_UNSURE: &[&str] = &["待定", "曾", "昨", "上周", "上星期", "原来", "刚才"];
/// What is settled and yet to come.
const HAN_SETTLED: &[&str] = &[
    "已经定",
    "已经安排",
    "已经约",
    "已定",
    "已安排",
    "已约",
    "定了",
    "安排了",
    "约了",
    "要",
    "快",
    "即将",
    "将",
];
/// What bounds a day without being it.
const HAN_BOUNDS: &[&str] = &["前", "后", "之前", "以前", "之后", "以后", "左右"];

/// Whether a line plans nothing for its day: it asks, doubts, bounds the day or tells what was. What moves something
/// tells that it was, and is a plan.
pub(super) fn is_no_plan(old: &str, today: Date) -> bool {
    let all = words(&fold(old));
    let has = |list: &[&str]| all.iter().any(|it| list.contains(&it.as_str()));
    let asks = old.contains(['?', '？']) || old.trim_end().ends_with(['吗', '嗎']);
    if asks
        || has(MAYBE)
        || has(DOUBTS)
        || HAN_MAYBE.iter().chain(HAN_UNSURE).any(|it| old.contains(it))
    {
        return true;
    }
    if is_bounded(old, today) {
        return true;
    }
    if read(old, today).is_some() {
        return false;
    }
    let planned = |at: usize| all.get(at + 1).is_some_and(|it| PLANNED.contains(&it.as_str()));
    let past = |(at, word): (usize, &String)| PAST.contains(&word.as_str()) && !planned(at);
    let settled = HAN_SETTLED.iter().any(|it| old.contains(it));
    let told = old.contains('了') || old.contains("过了") || old.contains('已');
    all.iter().enumerate().any(past) || told && !settled
}

/// Whether a line says that something is before, after or around a day: 12月5日前.
fn is_bounded(old: &str, today: Date) -> bool {
    let text = undated(old);
    let found = noon(today).map_or_else(Vec::new, |now| time::find(&text, &now));
    let ends = found.into_iter().map(|it| it.place.end).chain(named_day(&text).map(|it| it.end));
    let bound = |end: usize| HAN_BOUNDS.iter().any(|it| text[end..].starts_with(it));
    ends.into_iter().any(bound)
}

/// The text without the word that it comes again: "Team lunch" of "Team lunch every".
pub(super) fn without_each(thing: &str) -> &str {
    const EACH: [&str; 4] = ["every", "each", "Every", "Each"];
    let mut thing = thing.trim();
    for word in EACH {
        let end = thing.strip_suffix(word).filter(|it| it.ends_with(' '));
        let start = thing.strip_prefix(word).filter(|it| it.starts_with(' '));
        thing = end.or(start).unwrap_or(thing).trim();
    }
    thing.strip_suffix('每').or_else(|| thing.strip_prefix('每')).unwrap_or(thing)
}

/// How surely `old` is about what is called `moved`, on a page of these names; `None` where it is about something
/// else or nobody knows.
pub(super) fn likeness(moved: &str, old: &str, names: &[String], today: Date) -> Option<Likeness> {
    let whole = thing(old, today);
    let mut thing = inmost(&whole);
    // "moved up to Tuesday because Bob is ill (launch)": what moved stands in the brackets.
    if let Some((before, inner)) = bracketed(thing)
        && read(old, today).is_some_and(|it| it.is_bare())
        && !before.trim().is_empty()
    {
        thing = inner;
    }
    let long = |it: &str| it.chars().count() > NAME_CHARS;
    if long(moved) || long(thing) || apart::differ(moved, thing, names) {
        return None;
    }
    let (moved, thing) = (clock::without(moved), clock::without(thing));
    let like = if moved.contains(is_han) || thing.contains(is_han) {
        han::likeness(&moved, &thing, names)
    } else {
        english::likeness(&moved, &thing, names)
    };
    // "The review moved to Tuesday (Sprint review)" calls it so itself.
    let own = || {
        let (said, called) = (stance::content(&moved), bracketed(&whole)?.0);
        Some(!said.is_empty() && said == stance::content(called))
    };
    let narrower = like == Some(Likeness::Narrower);
    if narrower && own() == Some(true) { Some(Likeness::Fuller) } else { like }
}
