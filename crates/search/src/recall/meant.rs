//! What a question names outright, whatever stands around it: pages by their ids, clauses by their numbers.

use wiki::canon;

use super::ask::Term;
use crate::analyse::{Role, Token, asked_clauses};
use crate::catalogue::Catalogue;
use crate::error::IndexError;
use crate::spelling;

/// A longer text is nobody's name.
const NAME_BYTES: usize = 400;
/// Ids of one question that are looked up.
const IDS_MAX: usize = 8;

/// Versions of pages that are called what was typed, or like an identifier in it; and the latter alone.
pub(super) fn named(
    catalogue: &Catalogue,
    typed: &str,
    found: &[Token],
) -> Result<(Vec<u64>, Vec<u64>), IndexError> {
    if typed.len() > NAME_BYTES {
        return Ok(<_>::default());
    }
    let mut names: Vec<String> = Vec::new();
    for token in found.iter().filter(|token| matches!(token.role, Role::Whole | Role::Word)) {
        let name = typed.get(token.start..token.end).unwrap_or_default();
        let folded = canon::fold(name);
        if is_id(name) && names.len() < IDS_MAX && !names.contains(&folded) {
            names.push(folded);
        }
    }
    let mut ids = catalogue.named(&names)?;
    let (folded, simple) = (canon::fold(typed.trim()), spelling::simple(typed.trim()));
    let mut named = catalogue.named(&[spelling::simple_key(&simple), folded, simple])?;
    // Where the whole is a name, an identifier in it calls no other page.
    if !named.is_empty() {
        ids.retain(|uid| named.contains(uid));
    }
    named.extend(&ids);
    named.sort_unstable();
    named.dedup();
    Ok((named, ids))
}

/// Versions of pages that are called like a part of a question, its article included or not.
pub(super) fn called(catalogue: &Catalogue, thing: &str) -> Result<Vec<u64>, IndexError> {
    let mut names = Vec::new();
    let lower = thing.to_ascii_lowercase();
    let article = ["the ", "a ", "an ", "my "].iter().find(|it| lower.starts_with(**it));
    for thing in [thing, &thing[article.map_or(0, |it| it.len())..]] {
        let simple = spelling::simple(thing);
        names.extend([spelling::simple_key(&simple), canon::fold(thing), simple]);
    }
    let mut named = catalogue.named(&names)?;
    named.sort_unstable();
    named.dedup();
    Ok(named)
}

/// Whether each number that the question asks for can be nothing but a clause's.
pub(super) fn is_sure(typed: &str) -> bool {
    let clauses = asked_clauses(typed);
    !clauses.is_empty() && clauses.iter().all(|clause| clause.is_sure)
}

/// Whether a word is made to call one thing: it has letters and digits, or parts of a path or a name in code.
fn is_id(name: &str) -> bool {
    let has = |of: fn(char) -> bool| name.contains(of);
    let digits = has(|char| char.is_ascii_digit());
    has(char::is_alphabetic) && (digits || name.contains(['_', '/']))
}

/// The terms of lines that begin with a number that the question names, each standing for that number.
pub(super) fn clauses(typed: &str, terms: &[Term]) -> Vec<Term> {
    let next = terms.iter().map(|term| term.word + 1).max().unwrap_or_default();
    let clauses = asked_clauses(typed).into_iter();
    let term = |clause: crate::analyse::Clause| {
        let within = |term: &&Term| term.place.0 >= clause.start && term.place.1 <= clause.end;
        let word = terms.iter().filter(|term| term.place.1 > 0).find(within);
        let word = word.map_or(next, |term| term.word);
        let term = Term::new(clause.term, 1.0, Role::Value, word);
        Term { shown: String::new(), place: (clause.start, clause.end), ..term }
    };
    clauses.map(term).collect()
}
