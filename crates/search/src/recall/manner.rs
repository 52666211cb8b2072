//! How a question is put: which of its words only frame it, whether it asks for advice, and whether it asks
//! for what an assistant said. English and Chinese; any other text is taken as it stands.
//!
//! Only shapes of sentences count here, never what a question is about.

use std::ops::Range;

/// A longer text is no question but something pasted.
const BYTES_MAX: usize = 2_000;

/// How a question is put.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Manner {
    /// It asks for advice: what answers it says what the asker likes or has, seldom in the question's words.
    pub(super) advice: bool,
    /// It asks for what was said to the asker.
    pub(super) told: bool,
    /// Bytes of the words that only frame it.
    pub(super) frame: Vec<Range<usize>>,
    /// Bytes of the Chinese words that say that it was said, which what was said need not have.
    pub(super) saying: Vec<Range<usize>>,
}

/// First words of a question.
const ASKING: &[&str] = &[
    "am", "are", "can", "could", "did", "do", "does", "had", "has", "have", "how", "is", "should",
    "was", "were", "what", "when", "where", "which", "who", "whom", "whose", "why", "will",
    "would",
];
/// After "how".
const MEASURES: &[&str] = &["far", "long", "many", "much", "often", "old"];
/// After "how many".
const UNITS: &[&str] = &[
    "day", "days", "hour", "hours", "minute", "minutes", "month", "months", "time", "times",
    "week", "weeks", "year", "years",
];
/// Words that place a question in time or sum it up: answers hardly ever repeat them.
const PLACING: &[&str] = &[
    "ago",
    "altogether",
    "between",
    "current",
    "currently",
    "different",
    "first",
    "last",
    "lately",
    "latest",
    "most",
    "next",
    "now",
    "past",
    "previous",
    "previously",
    "recent",
    "recently",
    "since",
    "soon",
    "total",
];
const ADVICE: &[&str] = &[
    "advice",
    "advise",
    "idea",
    "ideas",
    "recommend",
    "recommendation",
    "recommendations",
    "suggest",
    "suggestion",
    "suggestions",
    "tip",
    "tips",
];
/// After "did you".
const SAY: &[&str] = &["give", "mention", "recommend", "say", "suggest", "tell"];
/// After "you".
const SAID: &[&str] = &[
    "described",
    "explained",
    "gave",
    "listed",
    "mentioned",
    "provided",
    "recommended",
    "said",
    "suggested",
    "told",
];
const BEFORE: &[&str] = &["earlier", "last", "past", "previous"];
const TALK: &[&str] = &["chat", "conversation", "conversations", "discussion", "session"];

const TOLD_HAN: &[&str] = &[
    "你说过",
    "你说的",
    "你告诉",
    "你建议过",
    "你建议的",
    "你推荐过",
    "你推荐的",
    "你提到",
    "你提过",
    "你讲过",
    "你给过",
    "上次聊",
    "之前聊",
    "上回聊",
    "你當時",
    "你当时",
];
/// When somebody said something, and to whom.
const WHEN_HAN: &[&str] = &[
    "之前", "以前", "先前", "上次", "上回", "前面", "刚才", "剛才", "刚刚", "剛剛", "曾经", "曾經",
    "昨天", "当时", "當時", "那天",
];
const TO_HAN: &[&str] = &["给我", "給我", "跟我", "和我", "对我", "對我", "向我"];
const SAY_HAN: &[&str] = &[
    "说", "說", "告诉", "告訴", "建议", "建議", "推荐", "推薦", "介绍", "介紹", "提到", "提", "讲",
    "講",
];
const ADVICE_HAN: &[&str] = &["推荐", "推薦", "建议", "建議", "出个主意", "有什么好", "有什麼好"];

/// Reads a question in small letters.
pub(super) fn manner(text: &str) -> Manner {
    let mut manner = Manner::default();
    if text.len() > BYTES_MAX {
        return manner;
    }
    let words = words(text);
    let has = |list: &[&str]| list.iter().any(|shape| text.contains(shape));
    manner.saying = saying(text);
    manner.told = has(TOLD_HAN)
        || !manner.saying.is_empty()
        || words.iter().enumerate().any(|(at, _)| tells(&words[at..]));
    let asks = text.contains(['?', '？']);
    manner.advice = !manner.told && (asks && has(ADVICE_HAN) || wants_advice(&words));
    if asks || words.first().is_some_and(|word| is(word, ASKING)) {
        frame(&words, &mut manner);
    }
    manner
}

/// Where a text says in Chinese that something was said to the asker: 你推荐过, 你之前跟我说的, 上次你建议.
/// Without a time or a mark of what is over, 你推荐 asks to be advised.
fn saying(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, you) in text.match_indices(['你', '您']) {
        let before = WHEN_HAN.iter().find(|when| text[..at].ends_with(**when));
        let rest = &text[at + you.len()..];
        let (when, rest) = past(rest, WHEN_HAN);
        let (_, rest) = past(rest, TO_HAN);
        let (said, rest) = past(rest, SAY_HAN);
        let (over, rest) = past(rest, &["过", "過", "的", "了"]);
        if said && (over || when || before.is_some()) {
            found.push(at - before.map_or(0, |when| when.len())..text.len() - rest.len());
        }
    }
    found
}

/// Whether the text begins with one of these, and what follows it.
fn past<'a>(text: &'a str, any: &[&str]) -> (bool, &'a str) {
    let rest = any.iter().find_map(|it| text.strip_prefix(it));
    (rest.is_some(), rest.unwrap_or(text))
}

/// One word and where it stands.
struct Word<'a> {
    text: &'a str,
    place: Range<usize>,
}

fn is(word: &Word<'_>, list: &[&str]) -> bool {
    list.binary_search(&word.text).is_ok()
}

fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, char) in text.char_indices().chain([(text.len(), ' ')]) {
        match (char.is_ascii_alphanumeric(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push(Word { text: &text[from..at], place: from..at });
                start = None;
            }
            _ => {}
        }
    }
    words
}

/// Whether the words begin like "remind me", "our last chat", "you told", "did you suggest".
fn tells(words: &[Word<'_>]) -> bool {
    let text = |at: usize| words.get(at).map_or("", |word| word.text);
    let of = |at: usize, list| words.get(at).is_some_and(|word| is(word, list));
    match text(0) {
        "remind" => text(1) == "me",
        "you" => {
            let auxiliary = matches!(text(1), "had" | "have" | "ve" | "d");
            of(1 + usize::from(auxiliary), SAID)
        }
        "did" => text(1) == "you" && of(2, SAY),
        _ => of(0, BEFORE) && of(1, TALK),
    }
}

/// Whether somebody asks to be advised; "what advice did she give" does not.
fn wants_advice(words: &[Word<'_>]) -> bool {
    let text = |at: usize| words.get(at).map_or("", |word| word.text);
    let starts = |at: usize, shape: &[&str]| {
        shape.iter().enumerate().all(|(nth, word)| text(at + nth) == *word)
    };
    let ends = words.last().is_some_and(|word| is(word, ADVICE));
    ends || (0..words.len()).any(|at| {
        let asked = matches!(text(at), "can" | "could" | "would") && text(at + 1) == "you";
        let please = usize::from(text(at + 2) == "please");
        let advised = |at: usize| words.get(at).is_some_and(|word| is(word, ADVICE));
        asked && advised(at + 2 + please)
            || text(at) == "any" && (1..=3).any(|ahead| advised(at + ahead))
            || starts(at, &["what", "should", "i"])
            || starts(at, &["do", "you", "think"])
            || starts(at, &["do", "you", "recommend"])
            || advised(at) && text(at + 1) == "me"
    })
}

fn frame(words: &[Word<'_>], manner: &mut Manner) {
    let mut how_many = false;
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).map_or("", |before| words[before].text);
        let after = words.get(at + 1).map_or("", |after| after.text);
        let measure = before == "how" && is(word, MEASURES);
        let unit = how_many && is(word, UNITS);
        let passed =
            matches!(word.text, "passed" | "pass") && matches!(after, "between" | "since" | "from");
        let advice = manner.advice && is(word, ADVICE);
        if measure || unit || passed || advice || is(word, PLACING) {
            manner.frame.push(word.place.clone());
        }
        how_many = measure && word.text == "many" || how_many && word.text == "different";
    }
}

#[cfg(test)]
mod tests {
    use super::{ADVICE, ASKING, BEFORE, MEASURES, Manner, PLACING, SAID, SAY, TALK, UNITS};

    #[test]
    fn lists_are_sorted() {
        for list in [ADVICE, ASKING, BEFORE, MEASURES, PLACING, SAID, SAY, TALK, UNITS] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }

    fn manner(text: &str) -> Manner {
        super::manner(&text.to_ascii_lowercase())
    }

    fn framed(text: &str) -> Vec<&str> {
        manner(text).frame.iter().map(|place| &text[place.clone()]).collect()
    }

    #[test]
    fn words_that_only_frame_a_question_are_told_from_its_subject() {
        let text = "How many days passed between the fair and my last exam?";
        assert_eq!(framed(text), ["many", "days", "passed", "between", "last"]);
        assert_eq!(
            framed("How many different weeks did the fair last?"),
            ["many", "different", "weeks", "last"]
        );
        assert_eq!(framed("next steps for the days of rain"), Vec::<&str>::new());
        assert_eq!(framed("Which days are free?"), Vec::<&str>::new());
        assert_eq!(framed(&"How many? ".repeat(1_000)), Vec::<&str>::new());
    }

    #[test]
    fn asking_for_advice_is_not_asking_what_was_advised() {
        for text in [
            "Can you recommend a film for tonight?",
            "My desk is a mess. Any tips for keeping it clean?",
            "What should I cook on Sunday?",
            "I bake a lot, any new ideas?",
            "晚上能推荐一部电影吗？",
        ] {
            assert!(manner(text).advice && !manner(text).told, "{text}");
        }
        for text in [
            "Can you remind me which film you recommended?",
            "You told me about a hotel, what is it called?",
            "What did you suggest for the desk?",
            "What was the hotel in our last chat?",
            "你推荐过的餐厅叫什么？",
            "你之前推荐的吉他是什么",
            "上次你建议我买什么？",
            "您刚才跟我说的那本书",
        ] {
            assert!(!manner(text).advice && manner(text).told, "{text}");
        }
        for text in ["What advice did Ann give Ben?", "Did Ann recommend the film?", "上次的会议？"]
        {
            assert!(!manner(text).advice && !manner(text).told, "{text}");
        }
    }
}
