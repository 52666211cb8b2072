//! Whether one free text takes back another.
//!
//! Two ways: the same words with the polarity turned ("likes X" and "cannot stand X any more"), and two
//! answers to one question that has a single answer ("uses npm" and "uses pnpm"). What only may exclude
//! each other ("likes tea", "likes coffee") does not. A text that says more than the other denies ("likes
//! tea and coffee") stays whole. A rule of words, English and Chinese; it prefers to miss a contradiction,
//! since the missed one stays visible beside the other.

use crate::canon::{fold, is_spaceless, stem, words};

/// Texts of more words are not compared.
const WORDS_MAX: usize = 60;
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    /// One may like many things.
    Like,
    /// One thing is preferred to the others of its kind.
    Prefer,
    Use,
    Consume,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Polarity {
    Holds,
    Denied,
}

#[derive(Debug)]
struct Stance {
    slot: Slot,
    polarity: Polarity,
    /// Who says it, if a name stands before the verb.
    subject: Vec<String>,
    /// What the verb takes, each thing by its words.
    object: Vec<Vec<String>>,
    /// What follows a preposition: `for packages`.
    circumstance: Vec<String>,
    /// Says that it comes on top: "also".
    adds: bool,
}

/// Stems of verbs, what slot they fill, and whether they deny by themselves.
const VERBS: &[(&[&str], Slot, Polarity)] = &[
    (&["lik", "lov", "enjo", "enjoy", "ador", "stand"], Slot::Like, Polarity::Holds),
    (&["prefer", "favor", "favour"], Slot::Prefer, Polarity::Holds),
    (&["hat", "dislik", "loath", "detest"], Slot::Like, Polarity::Denied),
    (&["us"], Slot::Use, Polarity::Holds),
    (&["drink", "eat"], Slot::Consume, Polarity::Holds),
];
const NEGATIONS: &[&str] = &[
    "not", "no", "never", "cannot", "cant", "dont", "doesnt", "didnt", "isnt", "arent", "wasnt",
    "wont", "couldnt", "stop", "stopped", "stops", "quit", "quits",
];
const FILLERS: &[&str] = &[
    "i",
    "we",
    "user",
    "he",
    "she",
    "they",
    "it",
    "my",
    "our",
    "the",
    "a",
    "an",
    "this",
    "that",
    "any",
    "more",
    "anymore",
    "longer",
    "now",
    "currently",
    "today",
    "again",
    "do",
    "does",
    "did",
    "can",
    "could",
    "will",
    "would",
    "is",
    "are",
    "was",
    "were",
    "be",
    "been",
    "to",
    "of",
    "really",
    "much",
    "very",
    "still",
    "have",
    "has",
    "had",
    "already",
    "instead",
    "actually",
    "always",
    "usually",
    "mostly",
    "only",
    "s",
    "at",
    "all",
    "too",
    "also",
    "and",
];
const PREPOSITIONS: &[&str] =
    &["for", "in", "on", "as", "when", "with", "during", "while", "from", "by"];
/// What stands between the things of a list.
const AND: &[&str] = &["and", "or", "nor", "plus"];
/// What follows is what was not chosen.
const AGAINST: &[&str] = &["over", "than", "rather", "instead"];
const ADDS: &[&str] = &["also", "too", "both", "additionally", "besides"];

/// Phrases of Chinese, the longer before those they contain.
const PHRASES: &[(&str, Slot, Polarity)] = &[
    ("不再喜欢", Slot::Like, Polarity::Denied),
    ("不喜欢", Slot::Like, Polarity::Denied),
    ("受不了", Slot::Like, Polarity::Denied),
    ("讨厌", Slot::Like, Polarity::Denied),
    ("厌恶", Slot::Like, Polarity::Denied),
    ("不再爱", Slot::Like, Polarity::Denied),
    ("喜欢喝", Slot::Like, Polarity::Holds),
    ("喜欢吃", Slot::Like, Polarity::Holds),
    ("不再喝", Slot::Consume, Polarity::Denied),
    ("不喝", Slot::Consume, Polarity::Denied),
    ("爱喝", Slot::Consume, Polarity::Holds),
    ("爱吃", Slot::Consume, Polarity::Holds),
    ("改喝", Slot::Consume, Polarity::Holds),
    ("更喜欢", Slot::Prefer, Polarity::Holds),
    ("喜欢", Slot::Like, Polarity::Holds),
    ("偏好", Slot::Prefer, Polarity::Holds),
    ("偏爱", Slot::Prefer, Polarity::Holds),
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
];
const HAN_FILLERS: &[&str] = &[
    "我们", "我", "用户", "现在", "已经", "目前", "他", "她", "了", "的", "，", "。", "！", "再",
    "都", "就",
];
const HAN_ADDS: &[char] = &['也', '还'];
const HAN_AND: &[char] = &['和', '与', '或', '、', '及', '跟'];
const HAN_TURNS: &[&str] = &["不再", "没有", "不", "没", "未"];

/// Things of which one is used, drunk or preferred at a time.
const FAMILIES: &[&[&str]] = &[
    &["npm", "pnpm", "yarn", "bun"],
    &["pip", "uv", "poetry", "conda", "pipenv", "pdm"],
    &[
        "vim", "neovim", "emacs", "vscode", "vs code", "helix", "zed", "cursor", "sublime", "nano",
        "intellij",
    ],
    &["bash", "zsh", "fish", "powershell", "nushell"],
    &["macos", "linux", "windows"],
    &["chrome", "firefox", "safari", "edge", "brave"],
    &["github", "gitlab", "bitbucket", "gitea"],
    &["slack", "teams", "discord", "飞书", "钉钉", "企业微信"],
    &["postgres", "postgresql", "mysql", "mariadb", "sqlite", "oracle"],
    &["tabs", "spaces"],
    &["merge", "rebase", "squash"],
    &[
        "dark theme",
        "light theme",
        "dark mode",
        "light mode",
        "深色主题",
        "浅色主题",
        "深色模式",
        "浅色模式",
    ],
    &["coffee", "tea", "espresso", "latte", "matcha", "咖啡", "茶", "绿茶", "红茶", "奶茶"],
    &["make", "just", "ninja", "bazel", "cmake"],
    &["jest", "vitest", "mocha"],
    &["webpack", "vite", "rollup", "esbuild", "parcel"],
];

/// Whether `new` takes back `old`: both cannot hold at once, and the newer is believed.
pub(super) fn contradicts(old: &str, new: &str) -> bool {
    if asks(old) || asks(new) {
        return false;
    }
    match (stance(old), stance(new)) {
        (Some(old), Some(new)) => {
            let same_subject = old.subject == new.subject;
            same_subject && (turned(&old, &new) || excluded(&old, &new))
        }
        (None, None) => negated(old, new),
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// Whether a text is a question: it takes no side.
fn asks(text: &str) -> bool {
    const FIRST: [&str; 7] = ["does", "did", "is", "are", "was", "were", "whether"];
    let said =
        text.trim_end_matches(|c: char| c.is_whitespace() || "\"'”’」』)）。.!！".contains(c));
    let first = said.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    said.ends_with(['?', '？', '吗', '嗎', '呢'])
        || first.is_some_and(|word| FIRST.iter().any(|it| word.eq_ignore_ascii_case(it)))
}

/// Each thing that the old text is about is one that the new text turns, under the same circumstances.
fn turned(old: &Stance, new: &Stance) -> bool {
    let kindred = old.slot == new.slot || (old.slot != Slot::Use && new.slot != Slot::Use);
    let all = !old.object.is_empty() && old.object.iter().all(|thing| new.object.contains(thing));
    kindred && old.polarity != new.polarity && all && old.circumstance == new.circumstance
}

/// Two circumstances that differ are two questions.
fn apart(old: &Stance, new: &Stance) -> bool {
    !old.circumstance.is_empty()
        && !new.circumstance.is_empty()
        && old.circumstance != new.circumstance
}

fn excluded(old: &Stance, new: &Stance) -> bool {
    let single = old.slot != Slot::Like && new.slot != Slot::Like;
    let kindred =
        single && (old.slot == new.slot || (old.slot != Slot::Use && new.slot != Slot::Use));
    let both_hold = old.polarity == Polarity::Holds && new.polarity == Polarity::Holds;
    if !kindred || !both_hold || new.adds || old.object == new.object || apart(old, new) {
        return false;
    }
    let length = |stance: &Stance| stance.object.iter().map(Vec::len).sum::<usize>();
    let short = length(old).max(length(new)) <= 4;
    let same_question =
        short && !old.circumstance.is_empty() && old.circumstance == new.circumstance;
    // What one drinks is one answer only while both are names of a drink, not "a lot of water".
    let family = |stance: &Stance| {
        let [thing] = stance.object.as_slice() else { return None };
        let joined = thing.concat();
        FAMILIES
            .iter()
            .position(|family| family.iter().any(|name| folded_family_name(name) == joined))
    };
    let same_family = family(old).is_some() && family(old) == family(new);
    same_question || same_family
}

/// A name of a family as the words of an object join: stems, without spaces.
fn folded_family_name(name: &str) -> String {
    words(name).iter().map(|word| stem(word)).collect()
}

/// The things of a list such as `tea, coffee and milk`, each by its words.
fn things(words: &[String], content: &dyn Fn(&[String]) -> Vec<String>) -> Vec<Vec<String>> {
    let listed = words.split(|word| AND.contains(&word.as_str()));
    listed.map(content).filter(|thing| !thing.is_empty()).collect()
}

/// What a text says by itself: the stems of its words but those that say nothing alone.
pub(super) fn content(text: &str) -> Vec<String> {
    let mut folded = fold(text);
    for filler in HAN_FILLERS.iter().chain(&["会", "将", "被"]) {
        folded = folded.replace(filler, " ");
    }
    let said = |word: &&String| {
        let word = word.as_str();
        !FILLERS.contains(&word) && !PREPOSITIONS.contains(&word)
    };
    words(&folded).iter().filter(said).map(|word| stem(word).to_owned()).collect()
}

/// Whether two texts name different answers to one question: "The owner of Atlas is Ann", "… is Bob". Both
/// may hold, so that this is told and nothing is taken back.
pub(super) fn same_question(old: &str, new: &str) -> bool {
    match (question(old), question(new)) {
        (Some((old, old_answer)), Some((new, new_answer))) => {
            old == new && fold(old_answer) != fold(new_answer)
        }
        _ => false,
    }
}

/// What a text says something of, and the answer, where that is a name, a number or a day.
fn question(text: &str) -> Option<(Vec<String>, &str)> {
    const VERBS: [&str; 4] = [" is ", " are ", " was ", "是"];
    let (at, verb) = VERBS.iter().filter_map(|verb| Some((text.find(verb)?, *verb))).min()?;
    let (asked, answer) = (&text[..at], text[at + verb.len()..].trim());
    let named = |word: &str| {
        word.starts_with(|c: char| c.is_uppercase() || c.is_numeric() || is_spaceless(c))
    };
    let told = answer.split_whitespace().any(named) && !asks(text);
    let mut asked = words(asked);
    asked.retain(|word| !matches!(word.as_str(), "the" | "a" | "an"));
    // 这是 and "it is" ask nothing.
    let long = asked.len() >= if verb == "是" { 3 } else { 2 };
    (told && long).then_some((asked, answer))
}

fn stance(text: &str) -> Option<Stance> {
    let folded = fold(text);
    han_stance(&folded).or_else(|| latin_stance(&folded))
}

fn latin_stance(folded: &str) -> Option<Stance> {
    let all = words(folded);
    if all.len() > WORDS_MAX {
        return None;
    }
    let verb_at = |word: &String| {
        let stem = stem(word);
        let pronoun = word == "us";
        VERBS
            .iter()
            .find(|(stems, ..)| !pronoun && stems.contains(&stem))
            .map(|(_, slot, polarity)| (*slot, *polarity))
    };
    let (at, (slot, polarity)) =
        all.iter().enumerate().find_map(|(at, word)| Some((at, verb_at(word)?)))?;
    let turns = all.iter().filter(|word| NEGATIONS.contains(&word.as_str())).count();
    // "stand" is a verb of liking only where it is denied.
    if stem(&all[at]) == "stand" && turns == 0 {
        return None;
    }
    let content = |words: &[String]| -> Vec<String> {
        let kept = words.iter().filter(|word| {
            !FILLERS.contains(&word.as_str()) && !NEGATIONS.contains(&word.as_str())
        });
        kept.map(|word| stem(word).to_owned()).collect()
    };
    let after = &all[at + 1..];
    let chosen =
        after.iter().position(|word| AGAINST.contains(&word.as_str())).unwrap_or(after.len());
    let after = &after[..chosen];
    let split =
        after.iter().position(|word| PREPOSITIONS.contains(&word.as_str())).unwrap_or(after.len());
    Some(Stance {
        slot,
        polarity: if turns % 2 == 1 { polarity.turn() } else { polarity },
        subject: content(&all[..at]),
        object: things(&after[..split], &content),
        circumstance: content(after.get(split + 1..).unwrap_or_default()),
        adds: all.iter().any(|word| ADDS.contains(&word.as_str())),
    })
}

fn han_stance(folded: &str) -> Option<Stance> {
    let found = PHRASES.iter().filter_map(|(phrase, slot, polarity)| {
        folded.find(phrase).map(|at| (at, *phrase, *slot, *polarity))
    });
    // The earliest phrase, and of those at one place the longest.
    let (at, phrase, slot, polarity) =
        found.min_by_key(|(at, phrase, ..)| (*at, usize::MAX - phrase.len()))?;
    let content = |text: &str| -> Vec<String> {
        let mut text = text.to_owned();
        for filler in HAN_FILLERS {
            text = text.replace(filler, " ");
        }
        words(&text).iter().map(|word| stem(word).to_owned()).collect()
    };
    Some(Stance {
        slot,
        polarity,
        subject: content(folded[..at].trim_end_matches(HAN_ADDS)),
        object: folded[at + phrase.len()..]
            .split(HAN_AND)
            .map(content)
            .filter(|thing| !thing.is_empty())
            .collect(),
        circumstance: Vec::new(),
        adds: folded.contains(HAN_ADDS),
    })
}

impl Polarity {
    fn turn(self) -> Self {
        match self {
            Self::Holds => Self::Denied,
            Self::Denied => Self::Holds,
        }
    }
}

/// The same words, and a negation in one of them.
fn negated(old: &str, new: &str) -> bool {
    let (old, old_turns) = without_turns(old);
    let (new, new_turns) = without_turns(new);
    if old_turns % 2 == new_turns % 2
        || old.len().min(new.len()) < 2
        || old.len().max(new.len()) > WORDS_MAX
    {
        return false;
    }
    let within = |one: &[String], other: &[String]| one.iter().all(|word| other.contains(word));
    within(&old, &new) && within(&new, &old)
}

fn without_turns(text: &str) -> (Vec<String>, usize) {
    let mut folded = fold(text);
    let mut turns = 0;
    for turn in HAN_TURNS {
        turns += folded.matches(turn).count();
        folded = folded.replace(turn, "");
    }
    let all = words(&folded);
    turns += all.iter().filter(|word| NEGATIONS.contains(&word.as_str())).count();
    let kept = all.iter().filter(|word| {
        let word = word.as_str();
        !NEGATIONS.contains(&word) && !FILLERS.contains(&word) && !HAN_FILLERS.contains(&word)
    });
    (kept.map(|word| stem(word).to_owned()).collect(), turns)
}

#[cfg(test)]
mod tests {
    use super::contradicts;

    #[test]
    fn a_turned_preference_contradicts() {
        for (old, new) in [
            ("I like the dark theme", "I cannot stand the dark theme any more"),
            ("likes cats", "Doesn't like cats anymore"),
            ("uses Docker", "no longer uses Docker"),
            ("uses Docker", "stopped using Docker"),
            ("hates mornings", "loves mornings now"),
            ("我喜欢深色主题", "我不再喜欢深色主题了"),
            ("用户喜欢咖啡", "用户讨厌咖啡"),
            ("使用 npm", "不再使用 npm"),
            ("The deploy runs on Friday", "The deploy no longer runs on Friday"),
        ] {
            assert!(contradicts(old, new), "{old} / {new}");
        }
    }

    #[test]
    fn one_answer_excludes_another() {
        for (old, new) in [
            ("uses npm", "uses pnpm"),
            ("I use npm", "We use pnpm now"),
            ("drinks coffee", "drinks tea"),
            ("prefers coffee", "prefers tea"),
            ("爱喝咖啡", "爱喝茶"),
            ("项目使用 npm", "项目改用 pnpm"),
            ("prefers tabs over spaces", "prefers spaces over tabs"),
            ("uses Foo for deployments", "uses Bar for deployments"),
        ] {
            assert!(contradicts(old, new), "{old} / {new}");
        }
    }

    #[test]
    fn a_text_that_says_more_than_what_is_denied_stands() {
        for (old, new) in [
            ("I like coffee and tea", "I do not drink coffee"),
            ("I like jazz and rock", "I don't like rock"),
            ("I like the dark theme on my phone", "I don't like the dark theme"),
            ("I hate Mondays", "I love Mondays in summer"),
            ("I like music", "I don't like loud music"),
            ("我喜欢咖啡和茶", "我不喜欢咖啡"),
            (
                "The API and the worker of the shop run on Friday",
                "The worker of the shop does not run on Friday",
            ),
        ] {
            assert!(!contradicts(old, new), "{old} / {new}");
        }
        assert!(contradicts("I like rock", "I don't like jazz or rock"));
    }

    #[test]
    fn what_can_hold_together_does_not_contradict() {
        for (old, new) in [
            ("likes cats", "likes dogs"),
            ("uses Docker", "uses Rust"),
            ("drinks coffee", "also drinks tea"),
            ("爱喝咖啡", "也爱喝茶"),
            ("Ada likes tea", "Bob cannot stand tea"),
            ("uses npm for the web", "uses pnpm for the api"),
            ("prefers dark mode", "prefers short answers"),
            ("the stand is in hall 4", "the stand is in hall 5"),
            ("likes the dark theme", "likes the dark theme"),
            ("I like tea", "I like coffee"),
            ("I like tea", "用户喜欢咖啡"),
            ("我喜欢茶", "我喜欢咖啡"),
            ("我喜欢喝茶", "我喜欢喝咖啡"),
            ("I like jazz in the evening", "I like tea in the evening"),
            ("", "not"),
            ("Does Ann like tea?", "Ann doesn't like tea"),
            ("does Ann like tea", "Ann doesn't like tea"),
            ("Ann likes tea", "Ann doesn't like tea, right?"),
            ("安喜欢喝茶吗", "安不喜欢喝茶"),
        ] {
            assert!(!contradicts(old, new), "{old} / {new}");
        }
    }
}
