//! Texts that tell of a state of a life, held against the lines of a page.
//!
//! How such a text reads is `state`'s.

use jiff::civil::Date;

use super::super::shift::Line;
use super::super::{Fact, FactInput, split_pair, state};
use super::{Known, carrying, moving};
use crate::page::Page;
use state::Found;

/// What a text does that tells of a state.
pub(super) enum Turning<'k> {
    /// It takes the place of this line.
    One(&'k Known),
    /// It may be about these.
    Near(Vec<Fact>),
}

/// Which of a page's lines a text that tells of a state is about.
pub(super) fn held_against<'k>(
    page: &Page,
    known: &[&'k Known],
    input: &FactInput,
) -> Option<Turning<'k>> {
    let names = moving::names(page);
    let mut lines = Vec::new();
    for (fact, _) in known.iter().copied() {
        let said = fact.marks.added.unwrap_or(input.today);
        lines.push(Line { text: &fact.value, names: &names, said });
    }
    Some(match state::held_against(&input.value, &lines, input.today)? {
        Found::One(at) => Turning::One(known[at]),
        Found::Near(near) => {
            Turning::Near(near.into_iter().map(|at| known[at].0.clone()).collect())
        }
    })
}

/// What a text that tells of a state does among several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turned {
    /// The text at this place says so already.
    Same(usize),
    /// It takes the place of one.
    One {
        /// The index of that text.
        at: usize,
        /// What is to stand in its place, with what it does not say in brackets.
        text: String,
    },
    /// It may be about those at these indices.
    Near(Vec<usize>),
}

/// Which of `known` a text is about that says itself that something changed, as [`set`](super::set) finds it among
/// facts. `None` for any other text, and for one that is about none.
pub fn turned(text: &str, known: &[Line<'_>], today: Date) -> Option<Turned> {
    if !changes(text, today) {
        return None;
    }
    if let Some(at) = known.iter().position(|it| state::says(it.text, text)) {
        return Some(Turned::Same(at));
    }
    // What has a key is replaced by its key.
    let free: Vec<usize> =
        (0..known.len()).filter(|at| split_pair(known[*at].text).is_none()).collect();
    let lines: Vec<Line<'_>> = free.iter().map(|at| known[*at]).collect();
    Some(match state::held_against(text, &lines, today)? {
        Found::One(at) => {
            let at = free[at];
            let told = carrying(known[at].text, text, today);
            Turned::One { at, text: told.unwrap_or_else(|| text.to_owned()) }
        }
        Found::Near(near) => Turned::Near(near.into_iter().map(|at| free[at]).collect()),
    })
}

/// Whether a text says itself that something in a life changed or ended.
pub fn changes(text: &str, today: Date) -> bool {
    state::tells_change(text, today)
}
