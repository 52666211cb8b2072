//! Whose value a question asks for where it says so by a word for somebody alone: "my e-mail", "his number", 我的电话,
//! "my dentist's number".
//!
//! A page that has that value for others only, by name, has not the answer. One that does not say whose a value is
//! stays, since most notes are written in the first person; so does every conversation. The page of the asker
//! ([`ME`]) is never another's. Any other thing that somebody may have ("my passport") is told apart in the same way,
//! but only by names.

use std::collections::HashSet;

use wiki::canon::{kin, kin_led};

use super::deeds::{self, Doer, doer};
use super::question::Question;
use super::score::ScoredPage;
use super::values::{self, is_value};
use super::whose::{kin_or_name, possessor};
use crate::analyse::{is_stop_word, tokens};
use crate::catalogue::Info;

const QUESTION_WORDS: usize = 9;
/// Words between a possessor and what they have: "Anna's new work e-mail".
const BETWEEN_WORDS: usize = 3;
/// Lines of one page that are looked at, places in one line, and bytes of a line that says who somebody is.
const LINES_MAX: usize = 64;
const PLACES_MAX: usize = 4;
const SAID_BYTES: usize = 400;

/// Between a possessor and the value, in a question.
const KINDS: [&str; 14] = [
    "business",
    "cell",
    "current",
    "e-mail",
    "email",
    "home",
    "mobile",
    "new",
    "office",
    "personal",
    "phone",
    "private",
    "work",
    "telephone",
];
/// Before what somebody has: it tells one of theirs from the next.
const WHICH: [&str; 12] = [
    "best",
    "current",
    "favorite",
    "favourite",
    "first",
    "former",
    "last",
    "new",
    "next",
    "old",
    "own",
    "usual",
];
/// What the page about the asker is called.
pub(super) const ME: [&str; 6] = ["me", "myself", "self", "about me", "我", "我自己"];
/// Who asks about themself. "Me" alone may be whom it is to be told.
const ONESELF: [&str; 5] = ["my", "i", "mine", "our", "we"];
/// Before "I", and in Chinese anywhere: it asks what to do, which any page may say.
const ADVICE: [&str; 6] = ["should", "can", "could", "may", "must", "shall"];
const ADVICE_HAN: [&str; 5] = ["应该", "我该", "可以", "能不能", "怎么办"];
/// Who is told something, and not asked about.
const LEADS_HAN: [&str; 6] = ["告诉我", "提醒我", "帮我", "给我", "我想知道", "我想问"];
/// Letters of a thing that somebody has, at least.
const THING_LETTERS: usize = 3;
/// Folders and types of pages each of which is about one person.
const PEOPLE: [&str; 5] = ["people", "persons", "contacts", "人物", "联系人"];
/// The folder of those who use the memory, of whom the asker may be one.
const USERS: &str = "users";
const PERSON: [&str; 2] = ["\ntype: person\n", "\ntype: contact\n"];
/// Bytes of a page in which its type is looked for.
const HEAD_BYTES: usize = 400;

/// Who the possessor is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Who {
    /// The asker.
    Asker,
    /// Somebody whom only the asker knows: "his", 她的; with the word.
    Somebody(String),
    /// Of whom the asker has one: "my dentist".
    Mine(String),
}

/// Whose value a question asks for, and the ways of writing the value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Owned {
    who: Who,
    value: Vec<String>,
    kind: Kind,
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One that all people have.
    Value,
    /// Any thing: who has it must be said by a name.
    Thing,
    /// What the asker does: the value is a verb, and who does it must be said no less.
    Deed,
}

/// Whose a value is, where a page has it.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Owner {
    Meant,
    Unknown,
    /// "His": who that is, is not said.
    Unnamed,
    Other(String),
}

impl Owned {
    pub(super) fn of(question: &Question) -> Option<Self> {
        if !question.is_short() {
            return None;
        }
        han(question).or_else(|| english(question)).or_else(|| deed(question))
    }

    /// Whether it is any thing that somebody may have, or do.
    pub(super) fn is_thing(&self) -> bool {
        self.kind != Kind::Value
    }

    /// The ways of writing a thing of the asker's that is told by its name or not at all: "my passport", 我女儿.
    pub(super) fn listed(&self) -> Option<&[String]> {
        let [first, _, ..] = self.value.as_slice() else { return None };
        let thing = self.kind == Kind::Thing || values::is_thing(first);
        (thing && self.who == Who::Asker).then_some(&self.value)
    }

    /// Whether it is what the asker does.
    pub(super) fn is_deed(&self) -> bool {
        self.kind == Kind::Deed
    }

    /// Whether a page that is not another's has the value.
    pub(super) fn is_in(&self, page: &ScoredPage, text: &str) -> bool {
        let tells = |line: &str, place| {
            !self.is_deed() || matches!(self.owner(line, place, &[]), Owner::Meant | Owner::Unknown)
        };
        self.who == Who::Asker
            && !page.session
            && text
                .lines()
                .any(|line| self.places(line).into_iter().any(|place| tells(line, place)))
    }

    /// What a page tells of instead, if it has the value for others only.
    pub(super) fn another(&self, page: &ScoredPage, info: &Info, text: &str) -> Option<String> {
        if page.session {
            return None;
        }
        let mut other = None;
        let (owner, said) = (page_owner(info, text), self.said(text));
        let lines = text.lines().map(|line| (line, self.places(line)));
        for (line, places) in lines.filter(|(_, places)| !places.is_empty()).take(LINES_MAX) {
            for place in places {
                match self.owner(line, place, &said) {
                    Owner::Meant => return None,
                    // A person's page may say what they are, and not what they have.
                    Owner::Unknown if self.is_thing() && !is_key(line, place) => return None,
                    Owner::Unknown => other = Some(owner.clone()?),
                    Owner::Unnamed => {
                        other = other.or_else(|| owner.clone()).or_else(somebody_else);
                    }
                    Owner::Other(name) if self.is_thing() && !is_name(&name) => return None,
                    Owner::Other(name) => other = Some(name),
                }
            }
        }
        let other = other?;
        Some(match &self.who {
            Who::Asker => format!("has that of {other}, not yours"),
            Who::Somebody(word) => format!("has that of {other}, and who `{word}` is, is not said"),
            Who::Mine(noun) => format!("has that of {other}, not of your {noun}"),
        })
    }

    /// Where a line has the value: first and last byte.
    fn places(&self, line: &str) -> Vec<(usize, usize)> {
        let lower = line.to_ascii_lowercase();
        let mut found = Vec::new();
        for way in &self.value {
            for (at, _) in lower.match_indices(way.as_str()) {
                let end = at + way.len();
                let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
                let inside =
                    letter(lower[..at].chars().next_back()) || letter(lower[end..].chars().next());
                if !(way.is_ascii() && inside) {
                    found.push((at, end));
                }
            }
        }
        found.truncate(PLACES_MAX);
        found
    }

    /// Lines that speak of the one of whom the asker has one, in small letters.
    fn said(&self, text: &str) -> Vec<String> {
        let Who::Mine(noun) = &self.who else { return Vec::new() };
        let short = |line: &str| line[..line.floor_char_boundary(SAID_BYTES)].to_lowercase();
        text.lines()
            .map(short)
            .filter(|line| line.contains(noun.as_str()))
            .take(LINES_MAX)
            .collect()
    }

    /// Whose the value is that stands in a line.
    fn owner(&self, line: &str, (at, end): (usize, usize), said: &[String]) -> Owner {
        let before = &line[..at];
        if self.is_deed() && line.as_bytes()[at].is_ascii() {
            return match doer(before, &line[at..end]) {
                Doer::Writer => Owner::Meant,
                Doer::Unnamed => Owner::Unnamed,
                Doer::Named(name) => Owner::Other(name.to_owned()),
                Doer::Unknown => Owner::Unknown,
            };
        }
        let behind = line[end..].trim_start();
        let of = behind.strip_prefix("of ").or_else(|| behind.strip_prefix("for "));
        if let Some(owner) = of.and_then(|of| self.of_whom(of, said)) {
            return owner;
        }
        let owner = match before.trim_end().chars().next_back() {
            Some(char) if wiki::canon::is_han(char) => self.han_owner(before.trim_end()),
            _ => self.english_owner(before, said),
        };
        // 房东姓李，电话 …: the line is about them.
        match kin_led(before.trim_start_matches(['-', '*', ' '])) {
            Some(kin) if owner == Owner::Unknown => self.named(kin, said),
            _ => owner,
        }
    }

    /// "the birthday of Anna", "of my wife".
    fn of_whom(&self, of: &str, said: &[String]) -> Option<Owner> {
        let mut words = of.split_whitespace().map(bare);
        let first = words.next()?;
        match first {
            "my" => Some(self.named(words.next()?, said)),
            _ if first.starts_with(|c: char| c.is_uppercase()) => Some(self.named(first, said)),
            _ => None,
        }
    }

    fn english_owner(&self, before: &str, said: &[String]) -> Owner {
        let sentence = before.rfind(['.', ';', ':', '!', '?', '|', ',']).map_or(0, |at| at + 1);
        let words: Vec<&str> = before[sentence..].split_whitespace().collect();
        for word in words.iter().rev().take(BETWEEN_WORDS + 1) {
            let lower = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
            let possessor = possessor(word).or_else(|| word.strip_suffix("s'"));
            match lower.as_str() {
                "my" | "i" | "our" | "me" => {
                    return if matches!(self.who, Who::Mine(_)) {
                        Owner::Unknown
                    } else {
                        self.mine()
                    };
                }
                "his" | "her" | "their" => return self.somebody(),
                "it's" | "that's" | "what's" | "here's" | "today's" | "its" => {
                    return Owner::Unknown;
                }
                _ => {}
            }
            if let Some(name) = possessor.map(bare).filter(|name| !name.is_empty()) {
                return self.named(name, said);
            }
        }
        Owner::Unknown
    }

    fn han_owner(&self, before: &str) -> Owner {
        let run = before.trim_end_matches('的');
        let ends = |any: &[&str]| any.iter().any(|it| run.ends_with(it));
        if let Some(name) = kin_or_name(run) {
            return self.named(&name, &[]);
        }
        if ends(&["我", "我们", "自己", "本人", "咱"]) {
            return if matches!(self.who, Who::Mine(_)) { Owner::Unknown } else { self.mine() };
        }
        if ends(&["他", "她", "他们", "她们"]) {
            return self.somebody();
        }
        Owner::Unknown
    }

    fn mine(&self) -> Owner {
        match self.who {
            Who::Asker => Owner::Meant,
            _ => Owner::Other("the one who writes".to_owned()),
        }
    }

    fn somebody(&self) -> Owner {
        match &self.who {
            Who::Somebody(_) => Owner::Meant,
            _ => Owner::Unnamed,
        }
    }

    /// Of somebody who is named: the one that is meant, if the page says in a line who that is.
    fn named(&self, name: &str, said: &[String]) -> Owner {
        let Who::Mine(noun) = &self.who else { return Owner::Other(name.to_owned()) };
        let name_lower = name.to_lowercase();
        let says = |line: &String| line.contains(&name_lower);
        match name.eq_ignore_ascii_case(noun) || said.iter().any(says) {
            true => Owner::Meant,
            false => Owner::Other(name.to_owned()),
        }
    }
}

/// Somebody of whom a page does not say who they are.
#[expect(clippy::unnecessary_wraps, reason = "because it stands for what may be missing")]
fn somebody_else() -> Option<String> {
    Some("somebody else".to_owned())
}

/// Whether a line has a thing as a key: `dentist: Dr Lee`.
fn is_key(line: &str, (_, end): (usize, usize)) -> bool {
    let rest = line[end..].trim_start_matches(|c: char| c.is_alphabetic() || c == ' ' || c == '*');
    rest.starts_with([':', '：'])
}

/// Whether a word is a name, or one for family.
fn is_name(word: &str) -> bool {
    let lower = word.to_lowercase();
    !word.is_ascii() || kin(&lower).is_some() || word.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Whether somebody asks about themself and names nobody else.
pub(super) fn is_of_oneself(question: &Question) -> bool {
    if !question.is_short() || !question.names_nobody() {
        return false;
    }
    let words = words(question);
    let advice = words.windows(2).any(|pair| ADVICE.contains(&pair[0]) && pair[1] == "i");
    let asked = LEADS_HAN.iter().fold(question.lower.clone(), |text, lead| text.replace(lead, ""));
    let advice_han = ADVICE_HAN.iter().any(|word| asked.contains(word));
    words.iter().any(|word| ONESELF.contains(word)) && !advice
        || asked.contains('我') && !advice_han
}

/// Whether it is asked how something is done, or why.
pub(super) fn asks_for_a_way(question: &Question) -> bool {
    matches!(words(question)[..], ["how", "do" | "does" | "did" | "to", ..] | ["why", ..])
}

/// Words of a question about the asker that any page may have: the verb behind "do I", and "many" or "much".
pub(super) fn beside_the_thing(question: &Question) -> HashSet<String> {
    let words = words(question);
    let verb = deeds::place(&words).map(|nth| words[nth]);
    let amounts = words.iter().copied().filter(|word| ["many", "much"].contains(word));
    amounts.chain(verb).flat_map(tokens).map(|token| token.term).collect()
}

/// The words of a question in small letters.
fn words(question: &Question) -> Vec<&str> {
    let words = question.lower.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect()
}

/// What the asker does, of whom alone the question is.
fn deed(question: &Question) -> Option<Owned> {
    if question.whose.is_some() || question.framed.is_some() {
        return None;
    }
    let of = |value| Some(Owned { who: Who::Asker, value, kind: Kind::Deed });
    if let Some(verb) = deeds::asked_han(&question.text) {
        return of(vec![verb]);
    }
    let words: Vec<&str> = question.text.split_whitespace().map(bare).collect();
    let is_name = |word: &&str| word.starts_with(|c: char| c.is_ascii_uppercase()) && *word != "I";
    if words.len() > QUESTION_WORDS || words.iter().skip(1).any(is_name) {
        return None;
    }
    of(deeds::asked(&lower_words(question))?)
}

/// The words of a question in small letters, without the signs around them.
fn lower_words(question: &Question) -> Vec<&str> {
    question.lower.split_whitespace().map(bare).collect()
}

/// A word without the signs around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Whether a page is about one person, whoever that is.
pub(super) fn is_person(info: &Info, text: &str) -> bool {
    is_of_others(info, text) || info.path.folder().rsplit('/').next() == Some(USERS)
}

/// Whether a page is about one person whom the asker knows.
fn is_of_others(info: &Info, text: &str) -> bool {
    let folder = info.path.folder().rsplit('/').next().unwrap_or_default();
    let head = &text[..text.floor_char_boundary(HEAD_BYTES)];
    PEOPLE.contains(&folder) || PERSON.iter().any(|it| head.contains(it))
}

/// Whose page it is, if it is about one person who is not the asker.
fn page_owner(info: &Info, text: &str) -> Option<String> {
    let person = is_of_others(info, text);
    let me = ME.contains(&info.path.name());
    (person && !me).then(|| info.path.name().to_owned())
}

fn han(question: &Question) -> Option<Owned> {
    let text = question.text.as_str();
    let owners = [("我的", None), ("他的", Some("他")), ("她的", Some("她"))];
    for (owner, word) in owners {
        let Some(at) = text.find(owner) else { continue };
        let rest = &text[at + owner.len()..];
        let Some(value) = values::ways_led(rest) else { continue };
        let who = word.map_or(Who::Asker, |word| Who::Somebody(word.to_owned()));
        return Some(Owned { who, value, kind: Kind::Value });
    }
    han_mine(question)
}

/// What the asker has, or what is with them: 我女儿, 我的医生, 我对什么过敏.
fn han_mine(question: &Question) -> Option<Owned> {
    const I: char = '我';
    if !question.names_nobody() || question.framed.is_some() {
        return None;
    }
    let rest = question.text[question.text.find(I)?..].trim_start_matches(I);
    let bare = rest.strip_prefix('的').unwrap_or(rest);
    let of = |value, kind| Some(Owned { who: Who::Asker, value, kind });
    if let Some(forms) = kin_led(bare).and_then(kin) {
        return of(ways_of(forms), Kind::Thing);
    }
    of(values::ways_within(rest)?, Kind::Value)
}

fn ways_of(same: &[&str]) -> Vec<String> {
    same.iter().map(|way| (*way).to_owned()).collect()
}

/// What a question in English says that the asker has: the word behind "my".
fn english_mine(lower: &[&str], my: usize) -> Option<Owned> {
    let rest = lower[my + 1..].iter().find(|word| !WHICH.contains(word))?;
    let is_word = rest.len() >= THING_LETTERS && rest.bytes().all(|b| b.is_ascii_lowercase());
    if !is_word || is_stop_word(rest) {
        return None;
    }
    let known = kin(rest).map(ways_of).or_else(|| values::ways(rest));
    let value = known.unwrap_or_else(|| vec![(*rest).to_owned()]);
    Some(Owned { who: Who::Asker, value, kind: Kind::Thing })
}

fn english(question: &Question) -> Option<Owned> {
    let words: Vec<&str> = question.text.split_whitespace().collect();
    let lower = lower_words(question);
    let at = |nth: usize| lower.get(nth).copied().unwrap_or_default();
    let first = lower.iter().position(|it| matches!(*it, "my" | "his" | "her" | "their"))?;
    // A name beside it may be whom the question is about.
    let named =
        |(nth, word): (usize, &&str)| nth > 0 && word.starts_with(|c: char| c.is_ascii_uppercase());
    if words.len() > QUESTION_WORDS || words.iter().enumerate().any(named) {
        return None;
    }
    let noun = possessor(at(first + 1));
    let who = match (at(first), noun) {
        ("my", Some(noun)) if kin(noun).is_none() => Who::Mine(noun.to_lowercase()),
        (_, Some(_)) => return None,
        ("my", None) => Who::Asker,
        (word, None) => Who::Somebody(word.to_owned()),
    };
    let from = first + 1 + usize::from(noun.is_some());
    let is_value = |nth: usize| at(nth) == "number" || is_value(at(nth));
    let kinds = (from..).take_while(|nth| {
        KINDS.contains(&at(*nth)) && (is_value(nth + 1) || KINDS.contains(&at(nth + 1)))
    });
    let value = from + kinds.count();
    if !is_value(value) || is_value(value + 1) {
        let mine = who == Who::Asker && question.framed.is_none();
        return if mine { english_mine(&lower, first) } else { None };
    }
    let mailed = at(value) == "address" && matches!(at(value - 1), "email" | "e-mail");
    let word = if mailed { "email" } else { at(value) };
    let value = values::ways(word).unwrap_or_else(|| vec![word.to_owned()]);
    Some(Owned { who, value, kind: Kind::Value })
}
