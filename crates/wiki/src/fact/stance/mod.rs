//! Whether one free text takes back another.
//!
//! Three ways: the same words with the polarity turned ("likes X" and "cannot stand X any more"), two
//! answers to one question that has a single answer ("uses npm" and "uses pnpm"), and a text that says
//! itself what is over ("tea instead of coffee", "switched from coffee"). What only may exclude
//! each other ("drinks tea", "drinks coffee") does not. A text that says more than the other denies ("likes
//! tea and coffee") stays whole. A rule of words, English and Chinese; it prefers to miss a contradiction,
//! since the missed one stays visible beside the other.

mod best;
mod english;
mod habit;
mod han;

use crate::canon::{fold, is_spaceless, stem, words};
pub(super) use habit::{carrying, says};
use han::FILLERS as HAN_FILLERS;

/// Texts of more words are not compared.
const WORDS_MAX: usize = 60;
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    /// One may like many things.
    Like,
    /// One thing is preferred to the others of its kind.
    Prefer,
    /// One thing is liked best.
    Best,
    Use,
    /// One may drink and eat many things.
    Consume,
    /// What one has for a meal.
    Have,
    /// Whatever was done with one thing is done with another: "switched from X to Y".
    Any,
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
    /// How often, or at which time of day: `every morning`.
    often: Vec<String>,
    /// The words that say for whom, where, when or how long it holds: "in", "at", "weekends".
    limits: Vec<String>,
    /// What it takes the place of, as the text itself says: "instead of coffee".
    against: Vec<Vec<String>>,
    /// Says that it was otherwise: "now", "switched to".
    change: bool,
    /// Says that it comes on top: "also".
    adds: bool,
}

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
    &["aisle seat", "window seat", "middle seat", "靠窗座位", "靠过道座位"],
    &["make", "just", "ninja", "bazel", "cmake"],
    &["jest", "vitest", "mocha"],
    &["webpack", "vite", "rollup", "esbuild", "parcel"],
];

/// Whether `new` takes back `old`: both cannot hold at once, and the newer is believed.
pub(super) fn contradicts(old: &str, new: &str) -> bool {
    if asks(old) || asks(new) {
        return false;
    }
    if let (Some(old), Some(new)) = (best::read(old), best::read(new)) {
        return best::contradicts(&old, &new);
    }
    let newer = stances(new);
    match stance(old) {
        Some(old) if !newer.is_empty() => newer.iter().any(|new| {
            bears_on(&old, new)
                && is_general(&old, new)
                && (turned(&old, new) || is_meant(&old, new))
        }),
        _ => negated(old, new),
    }
}

/// Of lines, those of which `new` may change one, where it does not say surely which, or only for some time or place.
/// None where it takes back just what it is about.
pub(super) fn unsure<'t>(lines: &[&'t str], new: &str) -> Vec<&'t str> {
    let newer = stances(new);
    if asks(new) || newer.is_empty() || best::read(new).is_some() {
        return Vec::new();
    }
    let plain = lines.iter().copied().filter(|it| !asks(it));
    let told: Vec<(&'t str, Stance)> = plain.filter_map(|it| Some((it, stance(it)?))).collect();
    let bearing = |it: &&(&str, Stance)| newer.iter().any(|new| bears_on(&it.1, new));
    let near: Vec<&(&'t str, Stance)> = told.iter().filter(bearing).collect();
    let Some((first, of)) = near.first() else { return Vec::new() };
    if near.iter().all(|(line, _)| !contradicts(line, new)) {
        return near.iter().map(|it| it.0).collect();
    }
    // Which one is meant is said by its name, or by what is denied.
    let named = |it: &Stance| newer.iter().any(|new| turned(it, new) || left(it, new));
    if near.iter().any(|it| named(&it.1)) || of.slot != Slot::Consume && near.len() < 2 {
        return Vec::new();
    }
    let verb = habit::doing(first);
    let rival = |it: &&(&str, Stance)| {
        let (line, old) = it;
        let alike = old.slot == Slot::Consume && verb.is_some() && habit::doing(line) == verb;
        let may = |new: &Stance| {
            old.subject == new.subject
                && old.object != new.object
                && covers(old, new)
                && !new.adds
                && !apart(old, new)
        };
        bearing(it) || alike && old.polarity == Polarity::Holds && newer.iter().any(may)
    };
    let rivals: Vec<&(&'t str, Stance)> = told.iter().filter(rival).collect();
    let other = rivals.iter().any(|it| it.1.object != of.object);
    if other { rivals.iter().map(|it| it.0).collect() } else { Vec::new() }
}

/// Whether what a text says may take back another of the same subject.
fn bears_on(old: &Stance, new: &Stance) -> bool {
    old.subject == new.subject && (turned(old, new) || excluded(old, new) || left(old, new))
}

/// Whether it holds wherever and whenever the old one does.
fn is_general(old: &Stance, new: &Stance) -> bool {
    let same = new.circumstance == old.circumstance
        && (!new.circumstance.is_empty() || new.object == old.object)
        && new.limits.iter().all(|it| old.limits.contains(it));
    new.limits.is_empty() || same
}

/// Whether the old one is what the new one replaces, where it says what that is.
fn is_meant(old: &Stance, new: &Stance) -> bool {
    new.against.is_empty() || left(old, new)
}

/// What a text says, clause by clause where each has its verb or one denies something: "I no longer drink
/// coffee, I drink tea".
fn stances(text: &str) -> Vec<Stance> {
    let folded = fold(text);
    let mut all: Vec<Stance> = stance(text).into_iter().collect();
    if words(&folded).len() > WORDS_MAX {
        return all;
    }
    let clauses = han::clauses(&folded);
    if clauses.len() < 2 {
        return all;
    }
    let mut read: Vec<Stance> = Vec::new();
    for clause in &clauses {
        let Some(mut stance) = stance(clause) else { continue };
        // "Ada no longer drinks coffee, drinks tea now": who it is is said once.
        if let Some(first) = read.first().filter(|_| stance.subject.is_empty()) {
            stance.subject.clone_from(&first.subject);
        }
        read.push(stance);
    }
    let telling = |it: &Stance| it.polarity == Polarity::Denied || it.change;
    if read.len() == clauses.len() && read.iter().any(telling) {
        return read;
    }
    read.retain(|it| it.polarity == Polarity::Denied);
    all.extend(read);
    all
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

/// Whether what is said of the one kind of doing bears on the other: what is drunk is liked, not used.
fn kindred(old: Slot, new: Slot) -> bool {
    let alone = |slot: Slot| matches!(slot, Slot::Use | Slot::Have);
    old == new || new == Slot::Any || !(alone(old) || alone(new) || old == Slot::Any)
}

/// Whether what the new text says holds for all times that the old one speaks of.
fn covers(old: &Stance, new: &Stance) -> bool {
    new.often.is_empty() || new.often == old.often
}

/// Each thing that the old text is about is one that the new text turns, under the same circumstances.
fn turned(old: &Stance, new: &Stance) -> bool {
    let all = !old.object.is_empty() && old.object.iter().all(|thing| new.object.contains(thing));
    kindred(old.slot, new.slot)
        && old.polarity != new.polarity
        && all
        && covers(old, new)
        && old.circumstance == new.circumstance
}

/// Each thing that the old text is about is one that the new text says it takes the place of.
fn left(old: &Stance, new: &Stance) -> bool {
    let all = !old.object.is_empty() && old.object.iter().all(|thing| new.against.contains(thing));
    all && old.polarity == Polarity::Holds
        && !new.adds
        && kindred(old.slot, new.slot)
        && covers(old, new)
        && !apart(old, new)
}

/// Two circumstances that differ are two questions.
fn apart(old: &Stance, new: &Stance) -> bool {
    !old.circumstance.is_empty()
        && !new.circumstance.is_empty()
        && old.circumstance != new.circumstance
}

/// Whether one of two things excludes the other: of what is used or preferred there is one of a kind, of what
/// is liked, drunk and eaten there are many, unless the new text says that it changed.
fn excluded(old: &Stance, new: &Stance) -> bool {
    let both_hold = old.polarity == Polarity::Holds && new.polarity == Polarity::Holds;
    let related = kindred(old.slot, new.slot) && covers(old, new) && !apart(old, new);
    if !related || !both_hold || new.adds || old.object == new.object {
        return false;
    }
    let length = |stance: &Stance| stance.object.iter().map(Vec::len).sum::<usize>();
    let short = length(old).max(length(new)) <= 4;
    let single = !matches!(old.slot, Slot::Like)
        && !matches!(new.slot, Slot::Like | Slot::Any)
        && (new.slot != Slot::Have || new.change);
    let same_question =
        single && short && !old.circumstance.is_empty() && old.circumstance == new.circumstance;
    // What one drinks is one answer only while both are names of a drink, not "a lot of water".
    let family = |stance: &Stance| {
        let [thing] = stance.object.as_slice() else { return None };
        let joined = thing.concat();
        FAMILIES
            .iter()
            .position(|family| family.iter().any(|name| folded_family_name(name) == joined))
    };
    let same_family = family(old).is_some() && family(old) == family(new);
    let one_of_a_kind = match new.slot {
        Slot::Prefer => true,
        Slot::Best => matches!(old.slot, Slot::Best | Slot::Prefer),
        Slot::Use => true,
        Slot::Consume => new.change || old.slot == Slot::Prefer,
        Slot::Any | Slot::Have => new.change,
        // "I like tea now" speaks of what was liked; what was drunk or used is another question.
        Slot::Like => new.change && old.slot == Slot::Like,
    };
    same_question || (same_family && one_of_a_kind)
}

/// A name of a family as the words of an object join: stems, without spaces.
fn folded_family_name(name: &str) -> String {
    words(name).iter().map(|word| stem(word)).collect()
}

/// The things of a list such as `tea, coffee and milk`, each by its words.
fn things(words: &[String], content: &dyn Fn(&[String]) -> Vec<String>) -> Vec<Vec<String>> {
    let listed = words.split(|word| english::AND.contains(&word.as_str()));
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
    if preferred_of_a_kind(old, new) {
        return true;
    }
    match (question(old), question(new)) {
        (Some((old, old_answer)), Some((new, new_answer))) => {
            old == new && fold(old_answer) != fold(new_answer)
        }
        _ => false,
    }
}

/// Whether two texts prefer different sorts of one thing: "short answers", "long answers".
fn preferred_of_a_kind(old: &str, new: &str) -> bool {
    let sort = |text: &str| {
        let it =
            stance(text).filter(|it| it.slot == Slot::Prefer && it.polarity == Polarity::Holds)?;
        match it.object.as_slice() {
            [thing] if (2..=3).contains(&thing.len()) => Some((it.subject, thing.clone())),
            _ => None,
        }
    };
    if asks(old) || asks(new) {
        return false;
    }
    match (sort(old), sort(new)) {
        (Some((one, old)), Some((other, new))) => {
            one == other && old != new && old.last() == new.last()
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
    habit::read(text).or_else(|| without_habit(&fold(text)))
}

fn without_habit(folded: &str) -> Option<Stance> {
    han::stance(folded).or_else(|| english::stance(folded))
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
    // What is denied for today holds on the other days.
    let of_today = |text: &str| words(&fold(text)).iter().any(|word| word == "today");
    if of_today(new) && !of_today(old) {
        return false;
    }
    let (old, old_turns) = without_turns(old);
    let (new, new_turns) = without_turns(new);
    if old_turns % 2 == new_turns % 2
        || old.len().min(new.len()) < 2
        || old.len().max(new.len()) > WORDS_MAX
    {
        return false;
    }
    // Words may stand in any order. Signs of Han are other words in another one: 语法 is no 法语, nor is 法语语法.
    if old.iter().chain(&new).any(|word| word.contains(is_spaceless)) {
        return old == new;
    }
    let within = |one: &[String], other: &[String]| one.iter().all(|word| other.contains(word));
    within(&old, &new) && within(&new, &old)
}

/// Whether a text denies something of late, which is no end of it: 我最近不喝咖啡了.
pub(super) fn is_of_late(text: &str) -> bool {
    text.contains("最近") && text.contains('不') && !text.contains("不再")
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
mod tests;
