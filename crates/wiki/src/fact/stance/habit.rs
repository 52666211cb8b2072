//! The habit with which a change goes on, in brackets behind it: "I switched to tea (drink)", 换成茶了（喝）.
//!
//! A change that names its ends says what is left and what is chosen, not what is done with it; who asks "what do I
//! drink?" would not find it. What such a text takes back is decided above.

use super::{Polarity, Slot, Stance, contradicts, english, han, stance, without_habit};
use crate::canon::{fold, stem, words};
use crate::fact::aside;

/// Words of a habit, at most: "drink every morning before work".
const WORDS_MAX: usize = 6;
const HAN: [&str; 3] = ["喝", "吃", "用"];

/// The new text with the habit of the old one that it goes on with; `None` where it says itself what is done, or goes
/// on with none.
pub(in crate::fact) fn carrying(old: &str, new: &str) -> Option<String> {
    let mut habit = of(old)?;
    let verb = words(&habit).into_iter().next()?;
    // What holds at another time or place goes on with no more than what is done.
    if stance(new).is_some_and(|it| !it.limits.is_empty()) {
        habit.clone_from(&verb);
    }
    let folded = fold(new);
    let says = match verb.is_ascii() {
        true => words(&folded).iter().any(|it| stem(it) == stem(&verb)),
        false => folded.contains(&verb),
    };
    if says || parted(new).is_some() {
        return None;
    }
    let (was, goes_on) = (stance(old)?, stance(new)?);
    let switched = goes_on.slot == Slot::Any && goes_on.subject == was.subject;
    (switched || contradicts(old, new)).then(|| aside::put(new, &habit))
}

/// Whether a line says a text, but for the habit in brackets behind it.
pub(in crate::fact) fn says(line: &str, text: &str) -> bool {
    parted(line).is_some_and(|(said, _)| aside::is_one(said, text))
}

/// What is done with a thing, where a text says that it is.
fn of(text: &str) -> Option<String> {
    if let Some((_, habit)) = parted(text) {
        return Some(habit.to_owned());
    }
    let folded = fold(text);
    let said = stance(text).filter(|it| it.polarity == Polarity::Holds)?;
    if !matches!(said.slot, Slot::Consume | Slot::Use | Slot::Have) {
        return None;
    }
    if let Some(done) = han::done(&folded) {
        return HAN.iter().find(|it| done.contains(**it)).map(|it| (*it).to_owned());
    }
    let habit = english::done(&folded)?;
    let short = habit.len() <= WORDS_MAX;
    Some(if short { habit.join(" ") } else { habit.first()?.clone() })
}

/// What is done in a habit: "drink", 喝.
pub(super) fn doing(text: &str) -> Option<String> {
    let verb = words(&of(text)?).into_iter().next()?;
    Some(stem(&verb).to_owned())
}

/// A text that says what was chosen, and the habit in brackets behind it.
pub(super) fn parted(text: &str) -> Option<(&str, &str)> {
    let (said, habit) = aside::parted(text)?;
    let all = words(habit);
    let told = (1..=WORDS_MAX).contains(&all.len()) && english::begins_with_verb(&all);
    (told || HAN.contains(&habit)).then_some((said, habit))
}

/// What a text with a habit behind it says; `None` where it has none, or the text before it takes no side.
pub(super) fn read(text: &str) -> Option<Stance> {
    let (said, habit) = parted(text)?;
    let said = without_habit(&fold(said))?;
    if said.slot != Slot::Any {
        return Some(said);
    }
    let slot = match habit {
        "喝" | "吃" => Slot::Consume,
        "用" => Slot::Use,
        _ => english::slot(&words(habit))?,
    };
    let (often, circumstance, mut limits) = english::beside(habit);
    limits.extend(said.limits);
    Some(Stance { slot, often, circumstance, limits, ..said })
}
