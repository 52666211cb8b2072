//! A sentence that says what a page has under a key: "The owner of Atlas is now Bob" beside `Owner: Ann`.
//!
//! Where it says itself that this changed, and what it says is a day or a figure as the old one is, the fact gets the
//! bare value. Anything else may be no such value ("the owner is now Canadian"): it is added, and the fact named.

mod order;

use jiff::civil::Date;

use super::super::shift;
use super::super::{Fact, FactChange, FactInput, is_declared, is_stated, read_all};
use super::key::{is_speakers, names, own_part};
use super::{Known, added, stands_here};
use crate::canon::{fold, is_han};
use crate::page::Page;
use crate::schema::Schema;

/// What a joint says of the value behind it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    /// That it is so.
    Is,
    /// That it is so now.
    Now,
    /// That it is so now, behind what it was: "from Ann to Bob".
    From,
    /// That a day is another now.
    Moved,
}

use Joint::{From, Is, Moved, Now};

/// What is said of what, and how.
type Parts<'t> = (&'t str, &'t str, Joint);

/// What stands between a key and its value.
const JOINTS: &[(&str, Joint)] = &[
    (" has been changed to ", Now),
    (" was changed to ", Now),
    (" is changed to ", Now),
    (" has changed from ", From),
    (" was changed from ", From),
    (" changed from ", From),
    (" has changed to ", Now),
    (" changed to ", Now),
    (" has been moved to ", Moved),
    (" was moved to ", Moved),
    (" is moved to ", Moved),
    (" has moved to ", Moved),
    (" moved to ", Moved),
    (" is currently ", Now),
    (" is now ", Now),
    (" are now ", Now),
    (" is ", Is),
    (" are ", Is),
    ("现在改成", Now),
    ("现在改为", Now),
    ("现在换成", Now),
    ("现在是", Now),
    ("如今是", Now),
    ("已经改成", Now),
    ("已改成", Now),
    ("已改为", Now),
    ("改成", Now),
    ("改为", Now),
    ("换成", Now),
    ("变成", Now),
    ("改到", Moved),
    ("是", Is),
];

/// Words that no bare value begins with: they say how or where something is, or deny it.
const NO_VALUE: &str = " a an the my our your his her their on in at under over with without by to from of for about \
    being getting going not no never none still very too so quite also almost nearly just already probably maybe \
    perhaps likely possibly up down out off away here there back unclear unknown undecided pending gone like ";
/// Words behind which a value is said for a time, or under a condition, only.
const LIMITS: &str = " until till during if when unless while because instead temporarily for from but or today tonight \
    tomorrow ";
/// States that anything can be in: a value of the keys for states alone.
const CONDITIONS: &str = " broken slow fast open closed dead full ready late wrong fine ok okay good bad better worse \
    best great old new ill sick busy free empty lost stolen safe expensive cheap easy hard different important useless \
    available missing done ";
/// Keys whose value is how something is.
const STATES: &str = " status state stage phase mood condition health progress 状态 阶段 进度 ";
const HAN_NO_VALUE: [&str; 14] =
    ["不", "没", "未", "在", "很", "还", "非常", "有", "被", "谁", "什么", "否", "可能", "也许"];

/// Words of a value that may take an old one's place, at most.
const WORDS_MAX: usize = 6;
/// Characters of one in Han, at most.
const HAN_MAX: usize = 20;

/// Words of a name, and characters in Han of what has one, at most and at least.
const NAMED_WORDS: usize = 2;
const NAMED_HAN: usize = 4;

/// A sentence about a fact that has a key.
pub(super) struct Said<'k> {
    pub(super) known: &'k Known,
    /// What it says in the place of the fact's value.
    pub(super) value: String,
    /// Whether these words can be nothing but a value.
    fits: bool,
    /// Whether it says that this changed.
    told: bool,
    /// Whether they are, and it says that this changed.
    pub(super) replaces: bool,
}

impl Said<'_> {
    /// Whether the fact says so already.
    pub(super) fn says_so(&self) -> bool {
        fold(&self.known.0.value) == fold(&self.value)
    }
}

/// The one fact of `here` that a text is about, where it has the form "KEY (of PAGE) is (now) VALUE" and no other fact
/// has that key.
pub(super) fn read<'k>(
    page: &Page,
    schema: &Schema,
    here: impl Iterator<Item = &'k Known>,
    (text, today): (&str, Date),
) -> Option<Said<'k>> {
    let text = text.trim().trim_end_matches(['.', '!', '。', '！']);
    if text.ends_with(['?', '？', '吗', '呢']) {
        return None;
    }
    let parts = parted(text)?;
    let names = names(page);
    let here: Vec<&Known> = here.filter(|(fact, _)| fact.key.is_some()).collect();
    let (known, value, joint) = order::readings(parts).into_iter().find_map(|reading| {
        let means = |key: &str| {
            let of_a_day = key_of_a_day(key).filter(|_| reading.joint == Moved);
            let is = |it: &str| is_key(&reading.subject, it, &names);
            !schema.is_set(key) && (is(key) || of_a_day.is_some_and(is))
        };
        let mut keyed = here.iter().filter(|it| it.0.key.as_deref().is_some_and(means));
        let one = keyed.next().filter(|_| keyed.next().is_none())?;
        Some((*one, reading.value, reading.joint))
    })?;
    let told = match joint {
        Is => false,
        Now | From => true,
        Moved => moves_day(&known.0, (text, value), today).then_some(true)?,
    };
    let fits = fits(&known.0, value);
    let old = known.0.value.as_str();
    let is_day = |it: &str| it.contains(char::is_numeric) && !shift::has_thing(it, today);
    let sure = joint == Moved || is_figure_like(old, value) || is_day(old) && is_day(value);
    Some(Said { known, value: value.to_owned(), fits, told, replaces: told && fits && sure })
}

/// Whether both are one figure of the same form, as versions are. Of words nothing shows whether they are the value
/// or how it is now: "the owner is now Bob", "… now Canadian".
fn is_figure_like(old: &str, new: &str) -> bool {
    let is_figure = |it: &str| {
        it.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
            && it.starts_with(|c: char| c.is_ascii_digit())
    };
    let dots = |it: &str| it.matches('.').count();
    let alike = dots(old) == dots(new) && (dots(old) > 0 || old.len() == new.len());
    is_figure(old) && is_figure(new) && alike
}

/// Whether a text that moves a day is about a fact that is no more than a day. A line that has more may be about another
/// thing of that name; and words that begin with the key go on from it as they are ("Launch: moved to Dec 9").
fn moves_day(fact: &Fact, (text, value): (&str, &str), today: Date) -> bool {
    let key = fact.key.as_deref().unwrap_or_default();
    let whole = shift::read(text, today).is_some_and(|it| it.behind(text, key) == text);
    whole && [&fact.value, value].iter().all(|it| !shift::has_thing(it, today))
}

/// The sentences of a page that say of a key what is another value than this one: "my editor is vim" beside `editor: emacs`.
pub(super) fn sentences<'k>(
    page: &Page,
    here: impl Iterator<Item = &'k Known>,
    said: (&str, &str),
) -> Vec<Fact> {
    let facts: Vec<&Fact> = here.map(|it| &it.0).filter(|it| it.key.is_none()).collect();
    if facts.is_empty() {
        return Vec::new();
    }
    let told = Sentences::of(page, &facts);
    told.otherwise(said).into_iter().cloned().collect()
}

/// What the sentences of a page say of what.
pub(in super::super) struct Sentences<'f> {
    names: Vec<String>,
    said: Vec<(String, String, &'f Fact)>,
}

impl<'f> Sentences<'f> {
    /// Of facts without a key.
    pub(in super::super) fn of(page: &Page, facts: &[&'f Fact]) -> Self {
        let parts = facts.iter().filter_map(|fact| {
            let (subject, value, _) = parted(&fact.value)?;
            Some((fold(subject), fold(value), *fact))
        });
        Self { said: parts.collect(), names: names(page) }
    }

    /// Those that say another value of a key.
    pub(in super::super) fn otherwise(&self, (key, value): (&str, &str)) -> Vec<&'f Fact> {
        let value = fold(value);
        let says = |(subject, said, _): &&(String, String, &Fact)| {
            is_key(subject, key, &self.names) && *said != value
        };
        self.said.iter().filter(says).map(|it| it.2).collect()
    }
}

/// What a text says of what: the words before the first joint, those behind it, and the joint, which "now" at the
/// end is a part of.
fn parted(text: &str) -> Option<Parts<'_>> {
    // As long as the text, so that places in one are places in the other.
    let lower = text.to_ascii_lowercase();
    let found = JOINTS.iter().filter_map(|(words, joint)| {
        lower.find(words).filter(|at| *at > 0).map(|at| (at, words.len(), *joint))
    });
    let (at, length, mut joint) = found.min_by_key(|(at, length, _)| (*at, usize::MAX - length))?;
    let (subject, mut value) = (text[..at].trim(), text[at + length..].trim());
    for now in [" now", " from now on", " these days"] {
        if let Some(kept) = value.len().checked_sub(now.len())
            && value.is_char_boundary(kept)
            && value[kept..].eq_ignore_ascii_case(now)
        {
            value = value[..kept].trim_end_matches([' ', ',']);
            if joint == Is {
                joint = Now;
            }
        }
    }
    if value.ends_with('了') && joint != Is {
        value = value.trim_end_matches('了');
    }
    (!value.is_empty()).then_some((subject, value, joint))
}

/// What has the day that a key is for: "the release moved" moves the `release date`.
fn key_of_a_day(key: &str) -> Option<&str> {
    const DAY: [&str; 6] = [" date", " day", " Date", " Day", "日期", "时间"];
    DAY.iter().find_map(|it| key.strip_suffix(it)).filter(|it| !it.is_empty())
}

/// Whether a folded subject is this key: alone, of whoever speaks on their own page, or with the page's name.
fn is_key(subject: &str, key: &str, names: &[String]) -> bool {
    let key = fold(key);
    let own = own_part(subject, names);
    let of_page = |it: &str| {
        let (before, name) = it.split_once(" of ").or_else(|| it.split_once(" for "))?;
        let name = name.strip_prefix("the ").unwrap_or(name);
        names.iter().any(|it| it == name).then(|| before.to_owned())
    };
    let ours = ["our ", "我们的", "我们"].iter().find_map(|it| subject.strip_prefix(it));
    own == own_part(&key, names)
        || of_page(own).is_some_and(|it| it == key)
        || is_speakers(names) && ours.is_some_and(|it| it == key)
}

/// Whether a value can take the place of the fact's: it is short, of the same kind, and no state that anything can
/// be in.
fn fits(fact: &Fact, value: &str) -> bool {
    let has_digit = |it: &str| it.chars().any(|c| c.is_numeric());
    let old = fact.value.as_str();
    if has_digit(old) && !has_digit(value) {
        return false;
    }
    if value.contains([',', '，', ';', '；', '(', '（']) && !old.contains([',', '，']) {
        // The date that a day was given when it was said is the value's own.
        let dated =
            value.rsplit_once([' ', ')']).is_some() && value.ends_with(')') && has_digit(value);
        if !dated {
            return false;
        }
    }
    let han = value.chars().next().is_some_and(is_han);
    if han {
        return value.chars().count() <= HAN_MAX
            && !HAN_NO_VALUE.iter().any(|it| value.starts_with(it));
    }
    let listed = |all: &str, word: &str| all.contains(&format!(" {word} "));
    let folded = value.to_lowercase();
    let words: Vec<&str> = folded.split_whitespace().collect();
    let Some(first) = words.first() else { return false };
    let article = |it: &str| matches!(it, "a" | "an" | "the");
    let old_first = old.split_whitespace().next().unwrap_or_default().to_lowercase();
    if words.len() > WORDS_MAX.max(old.split_whitespace().count() + 2)
        || listed(NO_VALUE, first) && !(article(first) && article(&old_first))
        || words[1..].iter().any(|it| listed(LIMITS, it))
    {
        return false;
    }
    let key = fact.key.as_deref().map(fold).unwrap_or_default();
    if key.split_whitespace().any(|it| listed(STATES, it)) {
        return true;
    }
    let state = |it: &str| listed(CONDITIONS, it) || it.ends_with("ing") || it.ends_with("ed");
    let small = |it: &str| it.chars().next().is_some_and(char::is_lowercase);
    !(state(first) && small(value)) && (small(old) || !small(value))
}

/// The change, with the fact that the text may be about among those that it stands beside.
pub(super) fn told(change: FactChange, said: &Said<'_>) -> FactChange {
    let fact = said.known.0.clone();
    match change {
        FactChange::Added(edits) => added(edits, vec![fact]),
        FactChange::NearDuplicate { mut of, edits } => {
            of.retain(|it| *it != fact);
            of.insert(0, fact);
            FactChange::NearDuplicate { of, edits }
        }
        other => other,
    }
}

/// The input with the fact's key and the bare value.
pub(super) fn with_key(said: &Said<'_>, input: &FactInput) -> FactInput {
    FactInput { key: said.known.0.key.clone(), value: said.value.clone(), ..input.clone() }
}

/// A fact with a key, of which a text says another value.
pub struct Spoken {
    /// The fact.
    pub fact: Fact,
    /// The value that would be its new one.
    pub value: String,
    /// Whether the text says that it changed.
    pub changed: bool,
}

/// The fact with a key that a text is about, where its words alone do not show whether what it says is a value.
pub fn spoken(page: &Page, schema: &Schema, input: &FactInput) -> Option<Spoken> {
    let known = current(page, schema, input.heading.as_deref());
    let said = read(page, schema, known.iter(), (&input.value, input.today))?;
    let changed = said.told;
    (said.fits && !said.replaces && !said.says_so()).then(|| Spoken {
        fact: said.known.0.clone(),
        value: said.value,
        changed,
    })
}

/// Whether a text says what the page has, or would have, under one of its keys.
pub fn speaks_of(page: &Page, schema: &Schema, (text, today): (&str, Date)) -> bool {
    let known = current(page, schema, None);
    read(page, schema, known.iter(), (text, today)).is_some()
}

/// The sentences that say another value of a key than the one that it gets.
pub fn told_otherwise(page: &Page, schema: &Schema, input: &FactInput) -> Vec<Fact> {
    let Some(key) = input.key.as_deref().filter(|it| !schema.is_set(it)) else { return Vec::new() };
    let known = current(page, schema, input.heading.as_deref());
    sentences(page, known.iter(), (key, &input.value))
}

/// What a sentence says that something is, where that is a name: "Zed HQ is Oslo". The words for what it is of are
/// [folded](fold).
pub(in super::super) fn named_as(text: &str) -> Option<(String, String)> {
    let text = text.trim().trim_end_matches(['.', '!', '。', '！']);
    let (subject, value, joint) = parted(text).filter(|it| it.2 != Moved)?;
    let subject = fold(subject);
    let of_han = subject.chars().next().is_some_and(is_han);
    // One word is somebody, who is many things.
    let is_thing = subject.split_whitespace().nth(1).is_some()
        || of_han && subject.chars().count() >= NAMED_HAN;
    let name = |word: &str| word.starts_with(|c: char| c.is_uppercase() || c.is_numeric());
    let is_name = match value.starts_with(is_han) {
        true => {
            value.chars().all(is_han)
                && value.chars().count() <= HAN_MAX
                && !HAN_NO_VALUE.iter().any(|it| value.starts_with(it))
        }
        false => {
            value.split_whitespace().count() <= NAMED_WORDS && value.split_whitespace().all(name)
        }
    };
    (is_thing && is_name && joint != From).then(|| (subject, fold(value)))
}

/// The facts that hold, of those that may be changed.
fn current(page: &Page, schema: &Schema, heading: Option<&str>) -> Vec<Known> {
    let declared = is_declared(page, schema);
    let mut known = read_all(page);
    known.retain(|it| (declared || is_stated(&it.0)) && stands_here(page, it, heading));
    known
}
