//! What an English text says that somebody likes, uses or drinks, and what they left for it.

use super::{FILLERS, NEGATIONS, PREPOSITIONS, Polarity, Slot, Stance, WORDS_MAX, things};
use crate::canon::{stem, words};

/// Stems of verbs, what slot they fill, and whether they deny by themselves.
const VERBS: &[(&[&str], Slot, Polarity)] = &[
    (&["lik", "lov", "enjo", "enjoy", "ador", "stand"], Slot::Like, Polarity::Holds),
    (&["prefer", "favor", "favour"], Slot::Prefer, Polarity::Holds),
    (&["hat", "dislik", "loath", "detest"], Slot::Like, Polarity::Denied),
    (&["us"], Slot::Use, Polarity::Holds),
    (&["drink", "eat"], Slot::Consume, Polarity::Holds),
];
/// What stands between the things of a list.
pub(super) const AND: &[&str] = &["and", "or", "nor", "plus"];
/// What follows is what was not chosen.
const AGAINST: &[&str] = &["over", "than", "rather", "instead"];
/// Before "than" these say which one is liked more.
const MORE: &[&str] = &["better", "more"];
/// What a preference is for, not against: "I prefer walking to work".
const PLACES: &[&str] = &["work", "school", "bed", "church", "town", "home", "the"];
/// Of what is had for these there is one at a time.
const MEALS: &[&str] = &["breakfast", "brunch", "lunch", "dinner", "supper", "dessert"];
const ADDS: &[&str] = &["also", "too", "both", "additionally", "besides"];

/// Says that it was otherwise.
const CHANGES: &[&str] = &["now", "nowadays"];
const OFTEN: &[&str] = &["daily", "weekly", "nightly"];
/// Behind these a negation is that of another verb: "like that it does not rain".
const AUXILIARIES: &[&str] = &[
    "do", "does", "did", "is", "are", "was", "were", "can", "could", "will", "would", "should",
    "may", "might", "has", "have", "had",
];
/// What says that something holds for some time, place or purpose only.
const LIMITS: &[&str] = &[
    "at",
    "after",
    "before",
    "until",
    "till",
    "unless",
    "if",
    "except",
    "without",
    "since",
    "because",
    "though",
    "although",
    "whenever",
    "where",
    "sometimes",
    "occasionally",
    "often",
    "once",
    "then",
    "tonight",
    "tomorrow",
    "today",
    "yesterday",
    "weekend",
    "weekends",
    "weekdays",
    "mornings",
    "evenings",
    "afternoons",
    "nights",
    "morning",
    "evening",
    "afternoon",
    "night",
    "month",
    "months",
    "week",
    "weeks",
    "year",
    "years",
    "days",
    "lent",
    "ramadan",
    "winter",
    "summer",
    "spring",
    "autumn",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "christmas",
    "holidays",
    "temporarily",
    "outside",
    "inside",
    "upstairs",
    "abroad",
    "alone",
];
const PRONOUNS: &[&str] = &["i", "we", "he", "she", "they", "user"];

/// What a folded text says; `None` where no verb of that kind stands in it.
pub(super) fn stance(folded: &str) -> Option<Stance> {
    let mut all = words(folded);
    if all.len() > WORDS_MAX {
        return None;
    }
    // "not only coffee" denies no coffee.
    while let Some(at) = all.windows(2).position(|it| it[0] == "not" && it[1] == "only") {
        all.drain(at..at + 2);
    }
    while let Some(at) = all.windows(2).position(|it| it[0] == "these" && it[1] == "days") {
        all.splice(at..at + 2, ["now".to_owned()]);
    }
    past(&mut all);
    let often = frequency(&mut all);
    let stance = switch(&all).or_else(|| verb(&all))?;
    Some(Stance { often, ..stance })
}

/// What somebody does, without what they do it with: "drink every morning" of "I drink coffee every morning".
pub(super) fn done(folded: &str) -> Option<Vec<String>> {
    let all = words(folded);
    let at =
        all.iter().position(|it| verb_of(it).is_some()).or_else(|| had(&all).map(|it| it.0))?;
    let mut said = vec![all[at].clone()];
    let behind = |it: &&String| {
        let word = it.as_str();
        let again = matches!(word, "every" | "each") || OFTEN.contains(&word);
        !(again || is_preposition(word))
    };
    let rest = &all[at + 1 + all[at + 1..].iter().take_while(behind).count()..];
    let ends = |it: &&String| {
        let word = it.as_str();
        let lists = [AGAINST, AND, CHANGES, NEGATIONS];
        !lists.iter().any(|list| list.contains(&word)) && word != "but"
    };
    said.extend(rest.iter().take_while(ends).cloned());
    Some(said)
}

/// Whether words say first what is done.
pub(super) fn begins_with_verb(all: &[String]) -> bool {
    slot(all).is_some()
}

/// What kind of doing words begin with; `None` for none that is a habit.
pub(super) fn slot(all: &[String]) -> Option<Slot> {
    let doing = |it: &Slot| matches!(it, Slot::Consume | Slot::Use);
    let had = || had(all).filter(|it| it.0 == 0).map(|it| it.1.0);
    verb_of(all.first()?).map(|it| it.0).filter(doing).or_else(had)
}

/// How often, under which circumstances and with which limits a habit is said to be.
pub(super) fn beside(habit: &str) -> (Vec<String>, Vec<String>, Vec<String>) {
    let mut all = words(habit);
    let often = frequency(&mut all);
    let before = until(&all, is_preposition).len();
    (often, content(all.get(before + 1..).unwrap_or_default()), limits(&all, &[]))
}

/// What a verb says of that which it takes.
fn verb_of(word: &str) -> Option<(Slot, Polarity)> {
    let stem = stem(word);
    VERBS
        .iter()
        .find(|(stems, ..)| word != "us" && stems.contains(&stem))
        .map(|(_, slot, polarity)| (*slot, *polarity))
}

/// "used to drink" says that it is over.
fn past(all: &mut Vec<String>) {
    let verb = |word: &String| VERBS.iter().any(|(stems, ..)| stems.contains(&stem(word)));
    let at = all.windows(3).position(|it| it[0] == "used" && it[1] == "to" && verb(&it[2]));
    let Some(at) = at else { return };
    let other = at > 0
        && ["is", "are", "was", "were", "be", "been", "get", "got", "am"]
            .contains(&all[at - 1].as_str());
    if !other {
        all.splice(at..at + 2, ["not".to_owned()]);
    }
}

/// Takes `every morning` and its like out of the words.
fn frequency(all: &mut Vec<String>) -> Vec<String> {
    let mut often = Vec::new();
    let mut kept = Vec::with_capacity(all.len());
    let mut words = std::mem::take(all).into_iter().peekable();
    while let Some(word) = words.next() {
        let pair = matches!(word.as_str(), "every" | "each");
        if pair && words.peek().is_some() {
            often.extend(words.next());
        } else if OFTEN.contains(&word.as_str()) {
            often.push(word);
        } else {
            kept.push(word);
        }
    }
    *all = kept;
    often
}

fn content(words: &[String]) -> Vec<String> {
    let said =
        |word: &&String| !FILLERS.contains(&word.as_str()) && !NEGATIONS.contains(&word.as_str());
    words.iter().filter(said).map(|word| stem(word).to_owned()).collect()
}

fn is_preposition(word: &str) -> bool {
    PREPOSITIONS.contains(&word)
}

/// The words that limit what is said, but the ones at these places, by which it names its things.
fn limits(all: &[String], but: &[Option<usize>]) -> Vec<String> {
    let limit = |word: &str| is_preposition(word) || LIMITS.contains(&word);
    let at_all = |at: usize| all[at] == "at" && all.get(at + 1).is_some_and(|it| it == "all");
    let found = all.iter().enumerate();
    let found = found.filter(|(at, it)| limit(it) && !at_all(*at) && !but.contains(&Some(*at)));
    found.map(|it| it.1.clone()).collect()
}

fn until(words: &[String], ends: impl Fn(&str) -> bool) -> &[String] {
    &words[..words.iter().position(|word| ends(word)).unwrap_or(words.len())]
}

fn verb(all: &[String]) -> Option<Stance> {
    let found = all.iter().enumerate().find_map(|(at, word)| Some((at, verb_of(word)?)));
    let (at, (slot, polarity)) = found.or_else(|| had(all))?;
    let (after, instead, slot) = compared(&all[at + 1..], slot);
    let negation = |word: &&String| NEGATIONS.contains(&word.as_str());
    let turns = all[..=at].iter().chain(after).filter(negation).count();
    // "stand" is a verb of liking only where it is denied.
    if stem(&all[at]) == "stand" && turns == 0 {
        return None;
    }
    // "Didn't drink coffee" tells of one day, and is no habit that ends.
    let once =
        all.iter().any(|word| word == "didnt") || all.windows(2).any(|it| it == ["did", "not"]);
    let once = once && slot == Slot::Consume;
    let (before, first) = leading(&all[..at]);
    let mut against = things(until(instead, is_preposition), &content);
    against.extend(things(first, &content));
    let objects = until(after, is_preposition);
    let circumstance = content(after.get(objects.len() + 1..).unwrap_or_default());
    let only = circumstance.is_empty()
        && at > 0
        && all[at - 1] == "only"
        && !all.iter().any(|word| matches!(word.as_str(), "if" | "when" | "at"));
    // "No more than you do" denies nothing by itself.
    let measured = turns > 0 && all[at..].windows(2).any(|it| it[0] == "more" && it[1] == "than");
    let mut limits = limits(all, &[]);
    limits.extend(measured.then(|| "than".to_owned()));
    Some(Stance {
        limits,
        slot,
        polarity: if turns % 2 == 1 { polarity.turn() } else { polarity },
        subject: content(before),
        object: if once { Vec::new() } else { things(objects, &content) },
        circumstance,
        often: Vec::new(),
        against,
        change: only || all.iter().any(|word| CHANGES.contains(&word.as_str())),
        adds: all.iter().any(|word| ADDS.contains(&word.as_str())),
    })
}

/// Where it stands that somebody has something for a meal.
fn had(all: &[String]) -> Option<(usize, (Slot, Polarity))> {
    let at = all.iter().position(|word| matches!(word.as_str(), "have" | "has" | "having"))?;
    let meal = |it: &[String]| it[0] == "for" && MEALS.contains(&it[1].as_str());
    all[at..].windows(2).any(meal).then_some((at, (Slot::Have, Polarity::Holds)))
}

/// As [`chosen`], where one thing is also held against another: "like tea better than coffee" and "prefer tea to
/// coffee".
fn compared(after: &[String], slot: Slot) -> (&[String], &[String], Slot) {
    let more = |it: &[String]| MORE.contains(&it[0].as_str()) && it[1] == "than";
    let than = after.windows(2).position(more).filter(|_| slot == Slot::Like);
    if let Some(at) = than.filter(|at| !content(&after[..*at]).is_empty()) {
        return (&after[..at], &after[at + 2..], Slot::Prefer);
    }
    let to = after.iter().position(|word| word == "to").filter(|_| slot == Slot::Prefer);
    let thing = |at: &usize| {
        let next = after.get(at + 1).filter(|it| !PLACES.contains(&it.as_str()));
        next.is_some() && !content(&after[..*at]).is_empty()
    };
    if let Some(at) = to.filter(thing) {
        return (&after[..at], &after[at + 1..], slot);
    }
    let (after, instead) = chosen(after);
    (after, instead, slot)
}

/// What follows a verb, and of that what it takes the place of: "tea instead of coffee", "tea, not coffee". What
/// something is merely preferred to is cut off.
fn chosen(after: &[String]) -> (&[String], &[String]) {
    let denied = after.iter().enumerate().position(|(at, word)| {
        word == "not"
            && !content(&after[..at]).is_empty()
            && !AUXILIARIES.contains(&after[at - 1].as_str())
            && after.get(at + 1).is_some_and(|next| next != "only")
            && !content(&after[at + 1..]).is_empty()
    });
    let other = after.iter().position(|word| AGAINST.contains(&word.as_str()));
    match (other, denied) {
        (Some(at), denied) if denied.is_none_or(|it| at < it) => {
            let named = match (after[at].as_str(), after.get(at + 1).map(String::as_str)) {
                ("instead", Some("of")) | ("rather", Some("than")) => &after[at + 2..],
                _ => &[],
            };
            (&after[..at], named)
        }
        (_, Some(at)) => (&after[..at], &after[at + 1..]),
        (_, None) => (after, &[]),
    }
}

/// "Instead of coffee I drink": who, and what is left.
fn leading(before: &[String]) -> (&[String], &[String]) {
    let [instead, of, rest @ ..] = before else { return (before, &[]) };
    if instead != "instead" || of != "of" {
        return (before, &[]);
    }
    let who = rest.iter().position(|word| PRONOUNS.contains(&word.as_str()));
    let at = who.unwrap_or(rest.len());
    (&rest[at..], &rest[..at])
}

/// A change that names its ends: "switched from X to Y", "replaced X with Y", "gave up X".
fn switch(all: &[String]) -> Option<Stance> {
    const CHANGED: &[&str] = &["switch", "chang", "swap", "replac", "gav", "giv", "quit"];
    let at = all.iter().position(|word| CHANGED.contains(&stem(word)))?;
    let after = &all[at + 1..];
    let place = |wanted: &str| after.iter().position(|word| word == wanted);
    let behind = |wanted: &str| -> &[String] {
        place(wanted)
            .map_or(&[], |at| until(&after[at + 1..], |word| is_preposition(word) || word == "to"))
    };
    let before = |wanted: &str| place(wanted).map_or(after, |at| &after[..at]);
    let named = |words: &[&str]| -> Vec<Option<usize>> {
        words.iter().map(|it| place(it).map(|place| at + 1 + place)).collect()
    };
    let ends = match stem(&all[at]) {
        "switch" | "chang" => named(&["from"]),
        "replac" if place("with").is_some() => named(&["with"]),
        "replac" => named(&["by"]),
        _ => named(&["for"]),
    };
    let (old, new) = match stem(&all[at]) {
        "chang" if place("from").is_none() || place("to").is_none() => return None,
        "switch" | "chang" => (behind("from"), behind("to")),
        "swap" => (before("for"), behind("for")),
        "replac" if place("with").is_some() => (before("with"), behind("with")),
        "replac" => (before("by"), behind("by")),
        "gav" | "giv" if after.first().is_some_and(|it| it == "up") => {
            (until(&after[1..], is_preposition), behind("for"))
        }
        "quit" => (until(after, is_preposition), behind("for")),
        _ => return None,
    };
    // "quit drinking coffee" has its verb.
    let doing = |word: &&String| VERBS.iter().any(|(stems, ..)| stems.contains(&stem(word)));
    let plain = |words: &[String]| -> Vec<String> {
        let skip = words.first().filter(doing).map_or(0, |_| 1);
        words[skip..].to_vec()
    };
    let (against, object) = (things(&plain(old), &content), things(&plain(new), &content));
    let limit =
        (at + 1..all.len()).find(|it| is_preposition(&all[*it]) && !ends.contains(&Some(*it)));
    let circumstance = limit.map_or_else(Vec::new, |it| content(&all[it + 1..]));
    let turns = all[..at].iter().any(|word| NEGATIONS.contains(&word.as_str()));
    if turns || (against.is_empty() && object.is_empty()) {
        return None;
    }
    Some(Stance {
        slot: Slot::Any,
        polarity: Polarity::Holds,
        limits: limits(all, &ends),
        subject: content(&all[..at]),
        object,
        circumstance,
        often: Vec::new(),
        against,
        change: true,
        adds: all.iter().any(|word| ADDS.contains(&word.as_str())),
    })
}
