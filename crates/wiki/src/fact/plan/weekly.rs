//! A text that says itself that something is on another day of the week now, where no line was found that it surely
//! moves: lines of the same words with another weekday are named.
//!
//! "Kestrel's deploys moved to Thursdays" beside "Deploys go out every Tuesday", 我改成每周五游泳了 beside 我每周三去游泳.

use super::super::shift::leaves_open;
use super::super::{FactChange, FactInput};
use super::{Known, added};
use crate::canon::{fold, is_han, stem, words};

/// What says that something changed.
const CHANGES: [&str; 14] = [
    " moved to ",
    " moves to ",
    " move to ",
    " changed to ",
    " switched to ",
    " are now ",
    " is now ",
    "改成",
    "改到",
    "改为",
    "换到",
    "换成",
    "挪到",
    "调到",
];
const DAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const HAN_WEEKS: [&str; 3] = ["周", "星期", "礼拜"];
const HAN_DAYS: [&str; 8] = ["一", "二", "三", "四", "五", "六", "日", "天"];
/// Words that say when, how or who, and not what.
const BESIDE: &str = " the and for with every each week weekly now out our their his her its are was has have will \
    moved moves move changed switched from this that ";
/// Signs in Han that say no thing.
const BESIDE_HAN: &str = "我你他她它们每都去了的在是从改成到为换挪调现上下午早晚点";
const LETTERS: usize = 3;

/// The change, with the lines of `beside` that are about the same on another day of the week, where nothing else was
/// found near.
pub(super) fn told<'k>(
    change: FactChange,
    beside: impl Iterator<Item = &'k Known>,
    input: &FactInput,
) -> FactChange {
    const NAMED_MAX: usize = 3;
    let edits = match change {
        FactChange::Added(edits) => edits,
        other => return other,
    };
    let folded = format!(" {} ", fold(&input.value));
    let days = days(&folded);
    let changes = CHANGES.iter().any(|it| folded.contains(it)) && !leaves_open(&input.value);
    // Of two days nobody knows which.
    if days.len() != 1 || !changes {
        return FactChange::Added(edits);
    }
    let things = things(&folded);
    let other = |(fact, _): &&Known| {
        let line = fold(&fact.value);
        let on = self::days(&line);
        !fact.retired
            && !on.is_empty()
            && on != days
            && self::things(&line).iter().any(|it| things.contains(it))
    };
    let near = beside.filter(other).map(|(fact, _)| fact.clone()).take(NAMED_MAX).collect();
    added(edits, near)
}

/// The days of the week that a folded text names.
fn days(text: &str) -> Vec<usize> {
    let english = DAYS.iter().enumerate().filter(|(_, day)| text.contains(*day)).map(|it| it.0);
    let han = HAN_DAYS
        .iter()
        .enumerate()
        .filter(|(_, day)| HAN_WEEKS.iter().any(|week| text.contains(&format!("{week}{day}"))));
    let mut days: Vec<usize> = english.chain(han.map(|it| it.0.min(6))).collect();
    days.sort_unstable();
    days.dedup();
    days
}

/// What a folded text is about: the stems of its words, and pairs of signs in Han.
fn things(text: &str) -> Vec<String> {
    let is_thing = |word: &&String| {
        word.len() >= LETTERS
            && word.is_ascii()
            && !BESIDE.contains(&format!(" {word} "))
            && !DAYS.iter().any(|day| word.starts_with(day))
            && word.bytes().any(|b| b.is_ascii_alphabetic())
    };
    let mut things: Vec<String> =
        words(text).iter().filter(is_thing).map(|it| stem(it).to_owned()).collect();
    let bare = HAN_WEEKS.iter().fold(text.to_owned(), |text, week| {
        HAN_DAYS.iter().fold(text, |text, day| text.replace(&format!("{week}{day}"), " "))
    });
    let signs: Vec<char> = bare.chars().collect();
    let pairs =
        signs.windows(2).filter(|it| it.iter().all(|c| is_han(*c) && !BESIDE_HAN.contains(*c)));
    things.extend(pairs.map(|it| it.iter().collect::<String>()));
    things
}
