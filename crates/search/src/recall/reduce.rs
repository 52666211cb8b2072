//! A text that was pasted as a question, reduced to the words that tell most of it.

use super::ask::{TERMS_MAX, Term};
use crate::analyse::Role;

/// Distinct terms whose rarity is looked up to choose those.
const LOOKUPS_MAX: usize = 1_500;
/// What a number says beside words: the times and counts of a log are rare, each of them.
const NUMBER: f32 = 0.2;

/// Leaves the terms that are looked up, words before numbers. How many there were.
pub(super) fn to_look_up(terms: &mut Vec<Term>) -> usize {
    let distinct = terms.len();
    if distinct > LOOKUPS_MAX {
        terms.sort_by_key(is_number);
        terms.truncate(LOOKUPS_MAX);
    }
    distinct
}

/// Leaves as many terms as a query has, where there are more those that say most.
pub(super) fn reduce(terms: &mut Vec<Term>) {
    if terms.len() <= TERMS_MAX {
        return;
    }
    let salience = |term: &Term| {
        let number = if is_number(term) { NUMBER } else { 1.0 };
        number * term.strength() * f32::from(u8::from(term.df > 0))
    };
    terms.sort_by(|a, b| salience(b).total_cmp(&salience(a)).then(a.word.cmp(&b.word)));
    terms.truncate(TERMS_MAX);
}

/// Whether a term has no letter.
fn is_number(term: &Term) -> bool {
    term.role == Role::Value || !term.text.contains(char::is_alphabetic)
}
