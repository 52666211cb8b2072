//! Whether a text says that something has another day now, or only that it may, could or should have.

use jiff::civil::Date;

use super::undated;
use crate::canon::words;

/// Before what says that it moves.
const MODALS: &[&str] =
    &["might", "could", "should", "can", "would", "shall", "wants", "hopes", "wishes"];
/// What makes anything uncertain, wherever it stands.
pub(super) const MAYBE: &[&str] =
    &["if", "whether", "maybe", "perhaps", "probably", "possibly", "hopefully"];
/// Anywhere.
const DOUBTS: &[&str] = &["unless", "likely", "supposedly"];
/// Behind "may", which is a month otherwise.
const AUXILIARIES: &[&str] =
    &["be", "get", "have", "well", "also", "still", "even", "need", "yet", "just"];
/// Before "to be", "to get", "to have": nobody has done it.
const WANTED: &[&str] = &[
    "is", "are", "was", "were", "want", "wanted", "plan", "plans", "planned", "hope", "hoped",
    "intend", "intends", "intended", "wish", "wished", "like", "prefer", "prefers", "propose",
    "proposes", "proposed", "expect", "expects", "expected", "supposed", "ought", "trying",
    "tries", "tried", "asked", "asks", "ask",
];
/// As [`MAYBE`].
pub(super) const HAN_MAYBE: &[&str] =
    &["可能", "也许", "也許", "或许", "或許", "大概", "如果", "要是", "考虑", "是否"];
const HAN_DOUBTS: &[&str] = &[
    "恐怕",
    "应该",
    "應該",
    "应当",
    "打算",
    "希望",
    "建议",
    "建議",
    "假如",
    "倘若",
    "万一",
    "能否",
    "要不要",
    "能不能",
    "可不可以",
    "可以",
    "想把",
    "想将",
    "想要",
    "争取",
    "提议",
    "计划把",
    "计划将",
    "预计",
];

/// What tells of one time of what comes again.
const ONCE: &[&str] = &[
    "today",
    "tonight",
    "tomorrow",
    "yesterday",
    "again",
    "once",
    "twice",
    "because",
    "since",
    "due",
    "temporarily",
    "until",
    "till",
    "during",
    "over",
];
/// Behind "this", "next" or "last".
const TIMES: &[&str] =
    &["morning", "afternoon", "evening", "week", "weekend", "month", "year", "time", "once"];
const HAN_ONCE: &[&str] = &[
    "今天",
    "今日",
    "今早",
    "今晚",
    "明天",
    "明晚",
    "后天",
    "昨天",
    "这周",
    "本周",
    "下周",
    "上周",
    "这次",
    "本次",
    "这个月",
    "本月",
    "这星期",
    "一次",
    "因为",
    "由于",
    "暂时",
    "临时",
    "期间",
    "又",
];

/// Whether a text is limited to one time of what comes again: "today", "this week", "because of snow".
pub(super) fn is_of_one_time(text: &str) -> bool {
    let all = words(text);
    let near = |it: &[String]| {
        matches!(it[0].as_str(), "this" | "next" | "last") && TIMES.contains(&it[1].as_str())
    };
    all.iter().any(|it| ONCE.contains(&it.as_str()))
        || all.windows(2).any(near)
        || HAN_ONCE.iter().any(|it| text.contains(it))
}

/// Whether a text names a year that is over.
pub(super) fn tells_past_year(text: &str, today: Date) -> bool {
    let text = undated(text);
    let figures = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|it| it.len() == 4);
    figures.filter_map(|it| it.parse::<i16>().ok()).any(|it| (1900..today.year()).contains(&it))
}

/// Whether a text that moves something, by the words from `at` on, leaves open whether it does.
pub(super) fn is_open(text: &str, at: usize) -> bool {
    if text.trim_end().ends_with(['?', '？']) {
        return true;
    }
    let (before, all) = (words(&text[..at]), words(text));
    // "Seeing that" considers no more.
    let said = text[..at].replace("考虑到", "");
    let has = |list: &[&str], word: &String| list.contains(&word.as_str());
    let two = |it: &[String]| {
        let may = it[0] == "may" && has(AUXILIARIES, &it[1]);
        // "Wants to", and what is wanted stands before the verb: "is to be".
        may || has(WANTED, &it[0]) && it[1] == "to"
    };
    before.iter().any(|it| has(MODALS, it))
        || before.windows(2).any(two)
        || all.iter().any(|it| has(MAYBE, it) || has(DOUBTS, it))
        || HAN_MAYBE.iter().chain(HAN_DOUBTS).any(|it| said.contains(it))
}
