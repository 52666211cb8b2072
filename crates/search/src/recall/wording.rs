//! Quoted phrases: the terms that the index has of them, and, where they have stop words, whether a page has
//! these as well.
//!
//! Stop words are not in the index, so that `"a sense of"` is held against the text of the pages that have
//! "sense".

use std::collections::HashMap;

use super::Snapshot;
use crate::analyse::{Role, Token, tokens};
use crate::error::IndexError;
use crate::evidence::PageEvidence;
use crate::text::Texts;

/// The terms that a phrase's words have one after the other, at their distances.
pub(super) fn sequence(found: &[Token]) -> Vec<(usize, String)> {
    let mut at: HashMap<usize, (u8, &Token)> = HashMap::new();
    for token in found {
        let rank = match token.role {
            Role::Pair | Role::Part | Role::Word => 3,
            Role::Whole | Role::Emoji => 2,
            Role::Single => 1,
            Role::StopPair => 0,
            Role::Exact | Role::Value | Role::Stop => continue,
        };
        match at.get(&token.position) {
            Some((better, _)) if *better >= rank => {}
            _ => drop(at.insert(token.position, (rank, token))),
        }
    }
    // The last character of a run is in the pair before it already.
    let mut sequence: Vec<(usize, String)> = at
        .iter()
        .filter(|(position, (rank, _))| {
            let before = position.checked_sub(1).and_then(|before| at.get(&before));
            *rank != 1 || before.is_none_or(|(_, before)| before.role != Role::Pair)
        })
        .map(|(position, (_, token))| (*position, token.term.clone()))
        .collect();
    sequence.sort_unstable();
    sequence
}

/// Every word of a phrase that has stop words, by its position; `None` for another one, which the index knows whole.
pub(super) fn worded(found: &[Token]) -> Option<Vec<(usize, String)>> {
    let stops = found.iter().filter(|token| token.role == Role::Stop);
    let stops: Vec<(usize, String)> = stops.map(|it| (it.position, it.term.clone())).collect();
    let mut all = sequence(found);
    all.retain(|(position, _)| stops.iter().all(|(at, _)| at != position));
    // Of stop words alone the index has the pairs.
    if stops.is_empty() || all.is_empty() {
        return None;
    }
    all.extend(stops);
    all.sort_unstable();
    Some(all)
}

/// Drops the pages whose text has not each of the phrases word by word.
pub(super) fn retain(
    snapshot: &Snapshot<'_>,
    phrases: &[Vec<(usize, String)>],
    pages: &mut Vec<PageEvidence>,
    texts: Texts<'_>,
) -> Result<(), IndexError> {
    if phrases.is_empty() {
        return Ok(());
    }
    let state = snapshot.state;
    let mut kept = Vec::with_capacity(pages.len());
    for page in pages.drain(..) {
        let info = state.views.info(&state.catalogue, page.uid)?;
        let text = info.and_then(|info| texts(&info.file));
        // What cannot be read now was found by the words that the index has.
        if text.is_none_or(|text| phrases.iter().all(|phrase| has(text.as_str(), phrase))) {
            kept.push(page);
        }
    }
    *pages = kept;
    Ok(())
}

fn has(text: &str, phrase: &[(usize, String)]) -> bool {
    let Some((first_at, first)) = phrase.first() else { return true };
    let found = tokens(text);
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for token in &found {
        if phrase.iter().any(|(_, term)| *term == token.term) {
            places.entry(&token.term).or_default().push(token.position);
        }
    }
    // Terms beside a word come after it and may stand before it.
    places.values_mut().for_each(|places| places.sort_unstable());
    let at = |term: &str, position: usize| {
        places.get(term).is_some_and(|places| places.binary_search(&position).is_ok())
    };
    let starts = places.get(first.as_str()).into_iter().flatten();
    starts.into_iter().any(|start| phrase.iter().all(|(it, term)| at(term, start + it - first_at)))
}
