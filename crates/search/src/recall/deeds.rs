//! What a question asks of the asker by a verb: "where do I live?", "which floor do I sit on?", 我停在哪个车位; and
//! who it is that a line says the same verb of.
//!
//! Only questions about what holds are read so: how something is done ("how do I build it?") and what was done on
//! a day is told by any page, and a verb with a thing behind it ("where do I keep the ladder?") asks for the thing.

use wiki::canon::kin;

use crate::analyse::is_stop_word;

/// Verbs of which the asker is the subject without being what is asked about.
const ASKS: [&str; 22] = [
    "ask", "begin", "build", "call", "find", "fix", "get", "have", "know", "look", "mean", "need",
    "put", "run", "say", "see", "sign", "start", "think", "use", "want", "write",
];
/// Between who does something and the verb.
const BETWEEN: [&str; 13] = [
    "also",
    "always",
    "am",
    "currently",
    "has",
    "have",
    "is",
    "mostly",
    "now",
    "often",
    "still",
    "usually",
    "was",
];
/// Behind "how": it asks for a measure and not for a way.
const MEASURES: [&str; 6] = ["far", "long", "many", "much", "often", "tall"];
const VERB_LETTERS: std::ops::RangeInclusive<usize> = 3..=12;
/// Words of the sentence in which the one who does something is looked for.
const BACK_WORDS: usize = 10;

/// Before a verb in Chinese, and where its question begins.
const SOFTLY_HAN: [&str; 8] = ["们", "现在", "目前", "平时", "通常", "一般", "都", "是"];
const ASKING_HAN: [char; 3] = ['哪', '什', '几'];
/// In what was done once, or on days.
const ONCE_HAN: [char; 9] = ['了', '过', '天', '周', '月', '年', '日', '次', '每'];
const VERB_CHARS: std::ops::RangeInclusive<usize> = 2..=3;

/// Who does something, as the words before the verb say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Doer<'a> {
    Writer,
    /// "He": who that is, is not said.
    Unnamed,
    Named(&'a str),
    Unknown,
}

/// The forms of the verb that an English question asks of the asker, whose words are in small letters.
pub(super) fn asked(words: &[&str]) -> Option<Vec<String>> {
    let at = |nth: usize| words.get(nth).copied().unwrap_or_default();
    let way = at(0) == "how" && !MEASURES.contains(&at(1));
    let wh = matches!(at(0), "where" | "what" | "which" | "who" | "whom" | "when" | "how");
    if way || !wh {
        return None;
    }
    let verb = place(words)?;
    let is_verb = VERB_LETTERS.contains(&at(verb).len())
        && at(verb).bytes().all(|b| b.is_ascii_lowercase())
        && !is_stop_word(at(verb))
        && !ASKS.contains(&at(verb));
    let alone = words[verb + 1..].iter().all(|word| is_stop_word(word) && *word != "my");
    (is_verb && alone).then(|| forms(at(verb)))
}

/// Which word is the verb of which the asker is the subject.
pub(super) fn place(words: &[&str]) -> Option<usize> {
    let at = |nth: usize| words.get(nth).copied().unwrap_or_default();
    let i = words.iter().position(|word| *word == "i")?;
    let asks = i > 0 && matches!(at(i - 1), "do" | "am" | "was");
    let mut behind = (i + 1..words.len()).filter(|_| asks);
    behind.find(|nth| !BETWEEN.contains(&at(*nth)))
}

fn forms(verb: &str) -> Vec<String> {
    let stem = verb.strip_suffix('e').unwrap_or(verb);
    let mut forms = vec![verb.to_owned()];
    forms.extend(["s", "es", "ed", "ing"].map(|end| format!("{stem}{end}")));
    if let Some(short) = verb.strip_suffix('y') {
        forms.extend(["ies", "ied"].map(|end| format!("{short}{end}")));
    }
    if let Some(last) = verb.chars().next_back().filter(|_| stem == verb) {
        forms.extend(["ed", "ing"].map(|end| format!("{verb}{last}{end}")));
    }
    forms
}

/// The verb that a Chinese question asks of the asker: 停在 of 我停在哪个车位, 工作 of 我在哪工作.
pub(super) fn asked_han(text: &str) -> Option<String> {
    let mut rest = text.trim().strip_prefix('我')?;
    while let Some(more) = SOFTLY_HAN.iter().find_map(|it| rest.strip_prefix(*it)) {
        rest = more;
    }
    let verb = match rest.strip_prefix("在哪") {
        Some(rest) => {
            let rest = rest.trim_start_matches(['里', '儿']);
            rest.trim_end_matches(['？', '?', '。', '的', '呢', ' '])
        }
        // Any other verb before what is asked for may as well be a thing or a time.
        None => Some(&rest[..rest.find(ASKING_HAN)?]).filter(|verb| verb.ends_with('在'))?,
    };
    let is_verb = verb.chars().all(wiki::canon::is_han)
        && VERB_CHARS.contains(&verb.chars().count())
        && !verb.contains(ONCE_HAN);
    is_verb.then(|| verb.to_owned())
}

/// Who does what a verb says, by the words of the sentence before it.
pub(super) fn doer<'a>(before: &'a str, verb: &str) -> Doer<'a> {
    let sentence = before.rfind(['.', ';', '!', '?', '|']).map_or(0, |at| at + 1);
    let bare = |word: &'a str| word.trim_matches(|c: char| !c.is_alphanumeric());
    let words = before[sentence..].split_whitespace().rev().map(bare);
    let mut finite = verb.ends_with('s') || verb.ends_with("ed");
    let mut beside = true;
    for word in words.take(BACK_WORDS) {
        let lower = word.to_lowercase();
        let i = lower.split(['\'', '’']).next() == Some("i");
        match lower.as_str() {
            _ if i => return Doer::Writer,
            "we" => return Doer::Writer,
            "he" | "she" | "he's" | "she's" => return Doer::Unnamed,
            _ if beside && BETWEEN.contains(&lower.as_str()) => {
                finite |= matches!(lower.as_str(), "is" | "was" | "has");
                continue;
            }
            _ => {}
        }
        let name = word.starts_with(|c: char| c.is_ascii_uppercase()) && !is_stop_word(&lower);
        if beside && finite && (name || kin(&lower).is_some()) {
            return Doer::Named(word);
        }
        beside = false;
    }
    Doer::Unknown
}
