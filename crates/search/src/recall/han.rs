//! What pairs and single characters of scripts without spaces weigh: a word of four characters is three
//! pairs and must not count three times, and in a small vault a single character says something.

use std::collections::HashMap;

use super::ask::{FUNCTION_PAIR, Term};
use super::asking::is_joint;
use crate::analyse::{Role, Token};

/// Atoms of a vault in which single characters no longer help.
pub(super) const SMALL: u64 = 300;
/// What a single character weighs in the smallest vault, against its pair.
const SINGLE: f32 = 1.2;
/// Words of the question that single characters belong to lie far behind those that are counted.
const APART: usize = 1 << 24;

/// How small a vault is: 1 for an empty one, 0 from [`SMALL`] atoms on.
pub(super) fn smallness(atoms: u64) -> f32 {
    1.0 - (atoms as f32 / SMALL as f32).min(1.0)
}

/// Shares the weight of pairs among those of one run: in the smallest vault, where no rarity tells them apart,
/// a long word is as heavy as a short one. In large ones sharing costs more than it gives.
pub(super) fn share(terms: &mut [Term], small: f32) {
    let mut from = 0;
    while from < terms.len() {
        let mut end = from + 1;
        if is_meant(&terms[from]) {
            while end < terms.len()
                && is_meant(&terms[end])
                && terms[end].word == terms[end - 1].word + 1
            {
                end += 1;
            }
            let boost = ((end - from) as f32).powf(-small);
            terms[from..end].iter_mut().for_each(|term| term.boost = boost);
        }
        from = end;
    }
}

/// What all pairs that join words count together, against the words that mean something.
const JOINTS: f32 = 0.5;

/// Holds back pairs that only join words: many pages of a habit share "我每天", and together these must not
/// outweigh the one word of the question that tells, in whatever form a page has it.
pub(super) fn hold_back(terms: &mut [Term]) {
    let is_joint = |term: &Term| term.role == Role::Pair && is_joint(&term.text);
    let (mut joints, mut best) = (0.0, HashMap::new());
    for term in terms.iter().filter(|term| term.df > 0) {
        if is_joint(term) {
            joints += term.strength();
        } else if term.weight > FUNCTION_PAIR {
            let of_word: &mut f32 = best.entry(term.word).or_default();
            *of_word = of_word.max(term.strength());
        }
    }
    let most = JOINTS * best.values().sum::<f32>();
    if most <= 0.0 || joints <= most {
        return;
    }
    terms.iter_mut().filter(|term| is_joint(term)).for_each(|term| term.boost *= most / joints);
}

fn is_meant(term: &Term) -> bool {
    term.role == Role::Pair && term.weight > FUNCTION_PAIR
}

/// Single characters of a question to a small vault, each as a term beside those that are there. They say
/// nothing about whether the vault knows the answer.
pub(super) fn singles(terms: &[Term], found: &[Token], small: f32) -> Vec<Term> {
    if small <= 0.0 || found.len() > 200 {
        return Vec::new();
    }
    let boost = |token: &Token| {
        let pairs = terms.iter().filter(|term| is_meant(term));
        let of = pairs.filter(|term| term.place.0 <= token.start && token.end <= term.place.1);
        of.map(|term| term.boost)
            .fold(None, |most: Option<f32>, boost| Some(most.map_or(boost, |most| most.max(boost))))
    };
    let single = |token: &Token| {
        let boost = boost(token).filter(|_| token.role == Role::Single)?;
        let word = APART + token.position;
        let term = Term::new(token.term.clone(), FUNCTION_PAIR, Role::Single, word);
        Some(Term { boost: boost * SINGLE * small, place: (token.start, token.end), ..term })
    };
    found.iter().filter_map(single).collect()
}
