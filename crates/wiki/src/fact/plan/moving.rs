//! Texts and values that say to which day something moves, and what of the page they move.
//!
//! How such a text reads is `shift`'s; here it is held against the facts of a page.

use jiff::civil::Date;

pub use super::super::shift::Line;
use super::super::shift::{self, Shift};
use super::super::{
    Fact, FactChange, FactInput, FactProblem, Likeness, Marks, is_declared, is_stated, read_all,
    split_pair, stance,
};
use super::{
    Carry, Known, add, checked, content_edit, readable, remark, replace_texts, rewritten, stands,
    stands_here,
};
use crate::canon::fold;
use crate::edit::Edit;
use crate::page::Page;
use crate::schema::Schema;

/// What a text does that moves something.
pub(super) enum Moving {
    /// It moves one thing of the page, or says what the page says.
    Done(FactChange),
    /// It moves none, or nobody knows which.
    Unsure {
        /// The text, with its date where there can be but one.
        value: String,
        /// What may be meant.
        near: Vec<Fact>,
    },
}

/// Facts that may be meant and are named, at most.
const NEAR_MAX: usize = 5;

/// Sets the day of the one thing that a text moves: "提前到周二" takes the place of "下周三发布". `None` for a text
/// that moves nothing.
pub(super) fn set_day(page: &Page, known: &[Known], input: &FactInput) -> Option<Moving> {
    let (text, today) = (&input.value, input.today);
    let shift = shift::read(text, today)?;
    let here: Vec<&Known> =
        known.iter().filter(|it| stands_here(page, it, input.heading.as_deref())).collect();
    let (names, texts) = (names(page), here.iter().map(|it| it.0.said()).collect::<Vec<_>>());
    let lines = here.iter().zip(&texts).map(|((fact, _), text)| Line {
        text,
        names: &names,
        said: fact.marks.added.unwrap_or(today),
    });
    let lines: Vec<Line<'_>> = lines.collect();
    // A key that only says what kind of line it is ("Event") is not to stand before another sentence.
    let may_change = |at: usize| {
        let fact = &here[at].0;
        let keyed = fact.key.as_deref().is_some_and(|key| shift.behind(text, key) == text);
        !keyed || shift.is_bare() || !shift::has_thing(&fact.value, today)
    };
    Some(match decide(&shift, text, &lines, today, may_change) {
        Moved::Same(at) => Moving::Done(remark(page, here[at], &input.marks)),
        Moved::One { at, dated, .. } => {
            let old = &here[at].0;
            let value = if let Some(key) = &old.key {
                shift.behind(&dated, key).to_owned()
            } else {
                let live = known.iter().filter(|(fact, _)| !fact.retired);
                let keys: Vec<&str> = live.filter_map(|(fact, _)| fact.key.as_deref()).collect();
                shift.named(&dated, (&old.value, &keys), today)
            };
            Moving::Done(replace_texts(page, &[here[at]], &FactInput { value, ..input.clone() }))
        }
        Moved::Unsure { text, near } => {
            let near = near.into_iter().take(NEAR_MAX).map(|at| here[at].0.clone());
            Moving::Unsure { value: text, near: near.collect() }
        }
    })
}

/// What a text does among several that says to which day something moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moved {
    /// The text at this place says so already.
    Same(usize),
    /// It moves the thing of the text at this place.
    One {
        /// The index of that text.
        at: usize,
        /// What is to stand in its place: with its date, and with the thing that it moves.
        text: String,
        /// The same without that thing, to stand beside it.
        dated: String,
        /// How surely it is that thing.
        likeness: Likeness,
    },
    /// It moves none, or nobody knows which.
    Unsure {
        /// The text, with its date where there can be but one.
        text: String,
        /// The indices of those that may be meant.
        near: Vec<usize>,
    },
}

/// Which of `known` a text moves to another day, as [`set`](super::set) finds it among facts. `None` for a text that
/// moves nothing.
pub fn moved(text: &str, known: &[Line<'_>], today: Date) -> Option<Moved> {
    let shift = shift::read(text, today)?;
    Some(decide(&shift, text, known, today, |_| true))
}

/// Which of `lines` a text moves, of those that `may_change` says can be replaced by it.
fn decide(
    shift: &Shift,
    text: &str,
    lines: &[Line<'_>],
    today: Date,
    may_change: impl Fn(usize) -> bool,
) -> Moved {
    let wanted = fold(text);
    let says = |said: &str, wanted: &str| shift::is_same(&fold(said), wanted, today);
    let says_so = |line: &Line<'_>| {
        let pair = split_pair(line.text);
        says(line.text, &wanted)
            || pair.is_some_and(|(key, value)| {
                says(&value, &wanted) || says(&value, &fold(shift.behind(text, &key)))
            })
    };
    if let Some(at) = lines.iter().position(says_so) {
        return Moved::Same(at);
    }
    let all = || lines.iter().enumerate();
    let moved = all().filter(|(at, _)| may_change(*at));
    let moved = moved.filter_map(|(at, it)| Some((at, shift.moves(*it, today)?)));
    if let Some((at, day, likeness)) = shift::the_one(moved.collect()) {
        let dated = shift.dated(text, day, today);
        let text = shift.named(&dated, (lines[at].text, &[]), today);
        return Moved::One { at, text, dated, likeness };
    }
    let near = all().filter(|(_, it)| shift.may_move(it.text, it.names, today));
    let near: Vec<usize> = near.map(|it| it.0).collect();
    let days: Vec<Date> =
        near.iter().filter_map(|at| shift::plan(lines[*at].text, today)).collect();
    Moved::Unsure { text: shift::undecided(shift, text, &days, today), near }
}

/// The edit that lets a fact say `value`, with these marks beside its own; `None` if the page has no such fact.
pub fn reworded(page: &Page, fact: &Fact, value: &str, marks: &Marks) -> Option<Edit> {
    let (known, reading) = read_all(page).into_iter().find(|(it, _)| it.item == fact.item)?;
    let marks = Marks { added: known.marks.added, ..marks.clone() };
    let content = page.text.get(reading.at.clone())?;
    let text = rewritten(content, &reading, value, &(marks, Carry::All));
    Some(content_edit(&reading, text))
}

/// What a text that moves something says, where somebody names the line that it takes the place of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instead {
    /// What becomes of that line's thing: with its date, and with the thing, which is no key of a fact.
    Moved(String),
    /// What becomes of another thing, which other lines may be about.
    Other(String),
}

/// What a text says that moves something, in the place of `old`, on a page with these `keys`. `None` for a text that
/// moves nothing.
pub fn instead(text: &str, old: &str, keys: &[&str], today: Date) -> Option<Instead> {
    let shift = shift::read(text, today)?;
    if !shift.is_kin(old, today) {
        return Some(Instead::Other(shift.dated_next(text, today)));
    }
    let dated = shift.dated(text, shift::day_or_weekday(old, today), today);
    Some(Instead::Moved(shift.named(&dated, (old, keys), today)))
}

/// As [`set`](super::set), of a text that takes the place of what is gone already: it is held against no other line.
///
/// # Errors
/// [`FactProblem`] when the page or the input does not allow it.
pub fn set_beside(
    page: &Page,
    schema: &Schema,
    input: &FactInput,
) -> Result<FactChange, FactProblem> {
    let input = &input.normal()?;
    readable(page)?;
    if stands(page, schema, input, None) {
        return Ok(FactChange::Unchanged);
    }
    let declared = is_declared(page, schema);
    let mut known = read_all(page);
    known.retain(|(fact, _)| declared || is_stated(fact));
    let edits = add(page, &known, input, None);
    checked(page, schema, (input, None), FactChange::Added(edits))
}

/// The words of a page's title, aliases and file name, as [`moved`] takes them.
pub fn names(page: &Page) -> Vec<String> {
    let mut names = page.head.list("aliases");
    names.extend(page.head.text("title"));
    names.push(page.path.name().to_owned());
    names.iter().flat_map(|name| stance::content(name)).collect()
}

/// The input with the date of the weekday that its value says.
pub(super) fn dated(same: &[&Known], key: &str, input: &FactInput) -> FactInput {
    let old: Vec<&str> = same.iter().map(|(fact, _)| fact.value.as_str()).collect();
    let value = shift::dated_value(key, &input.value, &old, input.today);
    FactInput { value: value.unwrap_or_else(|| input.value.clone()), ..input.clone() }
}
