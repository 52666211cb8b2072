//! Identifiers in a question: what has neither the whole nor all of its parts is about another thing.

use super::ask::Term;
use super::score::Terms;
use crate::analyse::Role;

/// An identifier in the question: its terms as a whole, and those of its parts.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Named {
    /// The bytes of the question that it is.
    pub(super) place: (usize, usize),
    whole: Terms,
    parts: Terms,
}

impl Named {
    /// The identifiers of a text among its terms, which call one thing: `ACME-1041`, an address, and whatever
    /// stands alone.
    pub(super) fn read(text: &str, terms: &[Term]) -> Vec<Self> {
        let mut names: Vec<((usize, usize), Self)> = Vec::new();
        for term in terms.iter().filter(|term| term.role == Role::Whole && term.place.1 > 0) {
            let typed = text.get(term.place.0..term.place.1).unwrap_or_default();
            let within = |(place, _): &((usize, usize), Self)| {
                place.0 <= term.place.0 && term.place.1 <= place.1
            };
            if calls_one(typed, text) && !names.iter().any(within) {
                names.push((term.place, Self { place: term.place, ..Self::default() }));
            }
        }
        for (place, name) in &mut names {
            for (nth, term) in (0..).zip(terms).filter(|(_, term)| term.weight > 0.0) {
                let inside = place.0 <= term.place.0 && term.place.1 <= place.1;
                match term.role {
                    Role::Whole if term.place == *place => name.whole.insert(nth),
                    Role::Part | Role::Word if inside && !is_signed(&text[place.0..place.1]) => {
                        name.parts.insert(nth);
                    }
                    _ => {}
                }
            }
        }
        names.into_iter().map(|(_, name)| name).filter(|name| !name.whole.is_empty()).collect()
    }

    /// Whether a text with these terms has the identifier, or all that it is made of.
    pub(super) fn is_met(&self, terms: Terms) -> bool {
        terms.meets(self.whole) || !self.parts.is_empty() && terms.has_all(self.parts)
    }
}

/// Digits by which an identifier among other words tells one thing from the next.
const ID_DIGITS: usize = 3;

/// Whether an identifier can only be met whole: it begins with a letter and ends in digits, or is an address.
fn calls_one(typed: &str, question: &str) -> bool {
    let alone = question.trim() == typed;
    let letter = typed.starts_with(|char: char| char.is_ascii_alphabetic());
    let digits = typed.bytes().rev().take_while(u8::is_ascii_digit).count();
    let least = if alone { 1 } else { ID_DIGITS };
    let joined = alone || typed.contains(['-', '_', '#', '/']);
    let address =
        typed.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    letter && (digits >= least && joined || address) || is_signed(typed)
}

/// Whether a letter is a name by the sign behind it: `C#` is not `C++`.
fn is_signed(typed: &str) -> bool {
    let letters = typed.trim_end_matches(['#', '+']);
    letters.len() == 1 && letters.len() < typed.len() && letters.is_ascii()
}
