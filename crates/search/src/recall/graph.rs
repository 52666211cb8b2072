//! The graph stream: pages that hang together with what the question names, by links in both directions.
//!
//! It speaks only where a name of a page stands in the question. A link beside which a word of the question
//! stands ("owner: `[[Ada]]`" for "the e-mail of Atlas's owner") counts in full and is followed once more;
//! any other link is a hint, the weaker the more there are. Links are those of the catalogue; names that
//! are no links are read in the named page's own lines. Every step has a bound.

use std::collections::{HashMap, HashSet};

use super::Snapshot;
use super::ask::Asked;
use super::mention;
use super::score::ScoredPage;
use crate::analyse::{Role, tokens};
use crate::catalogue::{Edge, Way};
use crate::error::IndexError;
use crate::text::Texts;

/// Named pages that a walk starts from; a question that names more asks for none of them.
const STARTS_MAX: usize = 8;
/// Steps of a walk. All but the first follow only links that the question speaks of.
const HOPS: usize = 2;
/// Links of one page that are looked at, in each direction.
const EDGES_MAX: usize = 200;
/// Pages that the stream brings.
const PAGES_MAX: usize = 48;
/// Bytes of a named page that are read for names, and lines of it in which they are.
const TEXT_BYTES: usize = 16_000;
const LINES_MAX: usize = 12;
/// What a link is worth of which the question says nothing, where there are a few.
const HINT: f32 = 0.3;
/// What each further step is worth.
const FURTHER: f32 = 0.8;
/// What the stream weighs beside that of words, which is a sum over several sizes of text.
const BESIDE_WORDS: f32 = 4.0;
/// Deviations beyond which being linked says no more.
const MOST: f32 = 4.0;

/// How closely pages are linked with what the question names, in (0, 1].
pub(super) fn linked(
    snapshot: &Snapshot<'_>,
    asked: &Asked,
    texts: Texts<'_>,
) -> Result<HashMap<u64, f32>, IndexError> {
    let mut starts: HashMap<u64, f32> = HashMap::new();
    for mention in &asked.mentions {
        for uid in &mention.uids {
            let telling = starts.entry(*uid).or_default();
            *telling = telling.max(mention.telling);
        }
    }
    if starts.is_empty() || starts.len() > STARTS_MAX {
        return Ok(HashMap::new());
    }
    let relations = relations(asked);
    let mut found: HashMap<u64, f32> = HashMap::new();
    let mut frontier: Vec<u64> = starts.keys().copied().collect();
    frontier.sort_unstable();
    let mut worth = 1.0;
    for hop in 0..HOPS {
        let mut next = Vec::new();
        for from in std::mem::take(&mut frontier) {
            let edges = edges(snapshot, from, &relations, texts)?;
            // A name that tells little hints at little.
            let telling = starts.get(&from).copied().unwrap_or(0.0);
            for (uid, spoken, hint) in edges {
                let share = if spoken { worth } else { hint * telling };
                if starts.contains_key(&uid) || !snapshot.passes(uid) || (hop > 0 && !spoken) {
                    continue;
                }
                let known = found.entry(uid).or_default();
                if spoken && *known < worth {
                    next.push(uid);
                }
                *known = known.max(share);
            }
        }
        next.sort_unstable();
        next.dedup();
        next.truncate(STARTS_MAX);
        frontier = next;
        worth *= FURTHER;
    }
    let mut order: Vec<(u64, f32)> = found.into_iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    order.truncate(PAGES_MAX);
    // What is named stands beside what it leads to: which of them answers is for words to say.
    let most = order.first().map(|(_, share)| *share);
    let mut found: HashMap<u64, f32> = order.into_iter().collect();
    if let Some(most) = most {
        let starts = starts.into_keys().filter(|uid| snapshot.passes(*uid));
        found.extend(starts.map(|uid| (uid, most)));
    }
    Ok(found)
}

/// The question's terms outside of the names in it, other ways of saying them included.
fn relations(asked: &Asked) -> HashSet<String> {
    let names: Vec<_> = asked.mentions.iter().map(|mention| mention.place.clone()).collect();
    let inside = |place: (usize, usize)| {
        place.1 > 0 && names.iter().any(|name| name.start <= place.0 && place.1 <= name.end)
    };
    let terms = asked.terms[..asked.speakers].iter();
    let says = terms.filter(|term| !inside(term.place) && tells(term.role));
    says.filter(|term| term.weight > super::ask::FUNCTION_PAIR)
        .map(|term| term.text.clone())
        .collect()
}

fn tells(role: Role) -> bool {
    matches!(role, Role::Word | Role::Pair | Role::Whole | Role::Part)
}

/// The pages on the other side of a page's links, whether the question speaks of the link, and what it is
/// worth if not.
fn edges(
    snapshot: &Snapshot<'_>,
    from: u64,
    relations: &HashSet<String>,
    texts: Texts<'_>,
) -> Result<Vec<(u64, bool, f32)>, IndexError> {
    let catalogue = &snapshot.state.catalogue;
    let speaks = |lead: &str| tokens(lead).iter().any(|token| relations.contains(&token.term));
    let mut all = Vec::new();
    for way in [Way::Out, Way::Into] {
        let edges = catalogue.edges(from, way, EDGES_MAX)?;
        let hint = HINT / (edges.len() as f32 / 4.0).max(1.0).sqrt();
        all.extend(edges.into_iter().map(|Edge { uid, lead }| (uid, speaks(&lead), hint)));
    }
    for uid in unlinked(snapshot, from, &speaks, texts)? {
        all.push((uid, true, HINT));
    }
    Ok(all)
}

/// Pages that are named, but not linked, in those lines of a page of which the question speaks.
fn unlinked(
    snapshot: &Snapshot<'_>,
    from: u64,
    speaks: &dyn Fn(&str) -> bool,
    texts: Texts<'_>,
) -> Result<Vec<u64>, IndexError> {
    let state = snapshot.state;
    let Some(info) = state.views.info(&state.catalogue, from)? else { return Ok(Vec::new()) };
    if info.outline.is_session() {
        return Ok(Vec::new());
    }
    let Some(text) = texts(&info.file) else { return Ok(Vec::new()) };
    let text = text.as_str();
    let text = &text[..text.floor_char_boundary(TEXT_BYTES)];
    let mut found = Vec::new();
    // What is said under a key, not in running text, where any word may stand beside any name.
    let stated = |line: &&str| {
        line.split_once([':', '：']).is_some_and(|(key, _)| key.len() <= 60 && speaks(key))
    };
    for line in text.lines().filter(stated).take(LINES_MAX) {
        for mention in mention::mentions(snapshot, line)? {
            found.extend(mention.uids);
        }
    }
    Ok(found)
}

/// Adds the stream to the pages and their places: standardised over the candidates like every other.
pub(super) fn add(scored: &mut [ScoredPage], asked: &Asked, weight: f64) {
    if asked.linked.is_empty() || scored.is_empty() {
        return;
    }
    for page in scored.iter_mut() {
        page.linked = asked.linked.get(&page.uid).copied().unwrap_or(0.0);
    }
    let most = scored.iter().map(|page| page.linked).fold(0.0, f32::max);
    // What has a longer name of the question stands beside what it leads to, too.
    let of = |page: &ScoredPage| match asked.mentions.iter().any(|mention| mention.names(page)) {
        true => most,
        false => page.linked,
    };
    let shares: Vec<f32> = scored.iter().map(of).collect();
    let count = scored.len() as f32;
    let mean = shares.iter().sum::<f32>() / count;
    let spread = shares.iter().map(|share| (share - mean).powi(2)).sum::<f32>() / count;
    let deviation = spread.sqrt().max(1e-3);
    for (page, share) in scored.iter_mut().zip(shares) {
        // Standardised alone, a few hints would count as much as what was asked for.
        let standard = ((share - mean) / deviation).clamp(-MOST, MOST);
        let standard = weight as f32 * BESIDE_WORDS * most * standard;
        page.fused += standard;
        page.atoms.iter_mut().for_each(|atom| atom.fused += standard);
    }
}
