//! States of a life: where somebody lives and works, what they are, who or what something of theirs is, how many
//! of a thing they have, on which day of the week they do something, and what they do until they stop.
//!
//! The model: a line is read as whose state it is, which question it answers ([`Kind`]), the answer, and what it claims
//! ([`Claim`]). A text that says itself that something changed ("now", "moved to", 跳槽) or ended takes the place of
//! the one line of the same owner and kind; without such a word both may be meant, and the line is named. A line is
//! read from its beginning to its end, so that a word of another matter ("moved to the sofa") makes it no state, and
//! what cannot be surely read is named at most. Tastes and habits of using, eating and drinking are `stance`'s, days and
//! hours `shift`'s.

mod answer;
mod asked;
mod english;
mod han;
mod single;

pub use asked::Life;
use jiff::civil::Date;

use super::shift::{self, Line};
use super::{aside, stance};
use crate::canon::is_han;
use crate::time;

/// Characters beyond which no text is read as a state.
const TEXT_CHARS: usize = 200;
/// Lines that are named, at most.
const NEAR_MAX: usize = 5;
/// Days after which a change that is dated tells of the past.
const FRESH_DAYS: i32 = 62;
/// Whoever speaks.
const ME: &str = "me";

/// Which question a state answers.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Home,
    Work,
    /// What somebody does for a living.
    Role,
    /// What something of somebody's is, by the words that name it: "my manager is", "the office is".
    Is(Vec<String>),
    /// How many of these somebody has.
    Count(Vec<String>),
    /// On which day of the week somebody does this.
    Weekly(Vec<String>),
    /// What somebody is or does until they stop.
    Doing,
    /// What somebody has no more.
    Gone,
}

/// What a text says of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    /// It holds.
    Holds,
    /// It holds beside another one: "also".
    Beside,
    /// It holds, and it was otherwise before.
    Changed,
    /// It is over.
    Ended,
    /// It may be so, will be so, or was so long ago.
    Open,
    /// It may or will be over, or was over long ago.
    Past,
}

#[derive(Clone, Debug)]
struct State {
    owner: String,
    kind: Kind,
    /// The words of the answer; none where a text only says that it is over.
    answer: Vec<String>,
    claim: Claim,
    /// What sort of answer it is; two of different sorts answer different questions.
    sort: String,
    /// Whether more is said than the answer: "in summer", "and in Rome".
    loose: bool,
}

impl State {
    fn of(owner: String, kind: Kind, answer: Vec<String>, claim: Claim) -> Self {
        Self { owner, kind, answer, claim, sort: String::new(), loose: false }
    }
}

/// Which lines a text that tells of a state is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// It takes the place of this one.
    One(usize),
    /// It may be about these.
    Near(Vec<usize>),
}

enum Relation {
    Replaces,
    Near,
}

/// Which of `lines` the text is about; `None` where it tells of no state that one of them does.
pub(super) fn held_against(text: &str, lines: &[Line<'_>], today: Date) -> Option<Found> {
    let new = read(text, None, today);
    if new.is_empty() {
        return None;
    }
    let (mut over, mut near) = (Vec::new(), Vec::new());
    for (at, line) in lines.iter().enumerate() {
        let new = match new.iter().any(|it| matches!(it.claim, Claim::Open | Claim::Past)) {
            // Whether what is dated is of the past depends on when the line was said.
            true => read(text, Some(line.said), today),
            false => new.clone(),
        };
        let old = read(line.text, None, line.said);
        let pairs = new.iter().flat_map(|new| old.iter().map(move |old| (new, old)));
        let all: Vec<Relation> =
            pairs.filter_map(|(new, old)| relation(new, old, line.names)).collect();
        if all.iter().any(|it| matches!(it, Relation::Replaces)) {
            over.push(at);
        } else if !all.is_empty() {
            near.push(at);
        }
    }
    match (over.as_slice(), near.is_empty()) {
        ([one], true) => Some(Found::One(*one)),
        ([], true) => None,
        _ => {
            over.extend(near);
            over.sort_unstable();
            over.truncate(NEAR_MAX);
            Some(Found::Near(over))
        }
    }
}

/// Whether a text says itself that something changed, ended or may do so.
pub(super) fn tells_change(text: &str, today: Date) -> bool {
    let states = read(text, None, today);
    states.iter().any(|it| !matches!(it.claim, Claim::Holds | Claim::Beside))
}

/// What `new` does to `old`, on a page of these names; `None` where they are about different things or say the same.
fn relation(new: &State, old: &State, names: &[String]) -> Option<Relation> {
    if !is_one_owner(&new.owner, &old.owner, names)
        || matches!(old.claim, Claim::Ended | Claim::Past)
    {
        return None;
    }
    if new.kind == Kind::Gone {
        let things = match &old.kind {
            Kind::Is(_) => &old.answer,
            Kind::Count(things) => things,
            _ => return None,
        };
        return new.answer.iter().all(|it| things.contains(it)).then_some(Relation::Near);
    }
    if new.kind != old.kind {
        return None;
    }
    let surely = || match new.loose || old.loose || old.claim == Claim::Open {
        true => Relation::Near,
        false => Relation::Replaces,
    };
    let within = new.answer.iter().all(|it| old.answer.contains(it));
    let ended = match new.kind {
        Kind::Doing => new.answer == old.answer,
        _ => within,
    };
    match new.claim {
        Claim::Ended => ended.then(surely),
        Claim::Past => ended.then_some(Relation::Near),
        Claim::Beside => None,
        _ if new.kind == Kind::Doing || new.answer == old.answer => None,
        Claim::Changed if new.sort == old.sort => Some(surely()),
        Claim::Changed | Claim::Open => Some(Relation::Near),
        Claim::Holds => {
            let single = matches!(new.kind, Kind::Home | Kind::Work | Kind::Count(_));
            (single && old.claim != Claim::Open).then_some(Relation::Near)
        }
    }
}

/// Whether two owners are one; on somebody's page who is not named is they.
fn is_one_owner(new: &str, old: &str, names: &[String]) -> bool {
    let of_page = |owner: &str| {
        let me = ["me", "myself", "user", "我", "用户", "本人"];
        match owner {
            ME => names.iter().any(|it| me.contains(&it.as_str())),
            _ => stance::content(owner).iter().all(|it| names.contains(it)),
        }
    };
    new == old || new.is_empty() && of_page(old) || old.is_empty() && of_page(new)
}

/// What a text tells of states, said on the day `today`; `since` is the day of the line that it is held against.
fn read(text: &str, since: Option<Date>, today: Date) -> Vec<State> {
    let quotes = |c: char| "\"“”「」『』《》".contains(c);
    let asks = text.trim_end().ends_with(['?', '？', '吗', '嗎', '呢']);
    if asks || text.contains(quotes) || text.chars().nth(TEXT_CHARS).is_some() {
        return Vec::new();
    }
    if shift::leaves_open(text) {
        return Vec::new();
    }
    let text = answer::parted(text).unwrap_or(text);
    let (plain, past) = without_dates(text, since, today);
    let mut states =
        if text.contains(is_han) { han::read(&plain, text) } else { english::read(&plain, text) };
    let of_a_day = plain.len() < text.len() && denies(text) || stance::is_of_late(text);
    for it in states.iter_mut().filter(|it| past || of_a_day && it.claim == Claim::Ended) {
        it.claim = match it.claim {
            Claim::Changed => Claim::Open,
            Claim::Ended => Claim::Past,
            claim => claim,
        };
    }
    states
}

/// Whether a text denies something, so that its date says of which day: 我周五不开车上班了, "I don't drive today". A
/// verb that ends something, and "no longer" or "any more", say with a date when it ended.
fn denies(text: &str) -> bool {
    if text.contains(is_han) {
        return text.contains('不');
    }
    let lower = text.to_lowercase().replace('’', "'");
    let not = lower.contains("n't ") || lower.contains(" not ");
    not && !["anymore", "any more", "any longer"].iter().any(|it| lower.contains(it))
}

/// The text without its dates, and whether one of them is not now: yet to come, or long over before the day `since`.
fn without_dates(text: &str, since: Option<Date>, today: Date) -> (String, bool) {
    let Some(now) = shift::noon(today) else { return (text.to_owned(), false) };
    let (mut out, mut copied, mut open) = (String::with_capacity(text.len()), 0, false);
    let fresh = today.saturating_sub(jiff::Span::new().days(FRESH_DAYS));
    for it in time::find(text, &now) {
        let over = it.days.to < fresh && since.is_none_or(|since| it.days.to <= since);
        open |= it.days.from > today || over;
        out.push_str(text.get(copied..it.place.start).unwrap_or_default());
        copied = it.place.end.max(copied);
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    // The dates in brackets are those of the words before them.
    let mut plain = String::with_capacity(out.len());
    let mut rest = out.as_str();
    while let Some(at) = rest.find('(') {
        let end = rest[at..].find(')').map_or(rest.len(), |it| at + it + 1);
        let figures = rest[at..end].chars().all(|c| c.is_ascii_digit() || "()-. ".contains(c));
        plain.push_str(&rest[..if figures { at } else { end }]);
        rest = &rest[end..];
    }
    (plain + rest, open)
}

/// The new text with what it does not say in brackets behind it, where it takes the place of `old`: "I moved to Munich
/// (live there)". `None` where it says it itself.
pub(super) fn carrying(old: &str, new: &str, today: Date) -> Option<String> {
    let (old, states) = (read(old, None, today), read(new, Some(today), today));
    let same = |it: &&State| old.iter().any(|old| old.kind == it.kind);
    let state = states.iter().find(same).or_else(|| states.first())?;
    answer::told(new, state)
}

/// Whether a line says a text, but for the state in brackets behind it.
pub(super) fn says(line: &str, text: &str) -> bool {
    answer::parted(line).is_some_and(|said| aside::is_one(said, text))
}
