//! How what a conversation says compares with what stands in the vault: the same turns, more of them, or others.

use super::{Talk, There};
use std::collections::{HashMap, HashSet};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::redact;
use wiki::session;

/// Places at which the turns of a page are looked for in a longer conversation, at most.
const STARTS_MAX: usize = 64;

/// How much of a conversation is there.
pub(super) enum Standing {
    /// Another conversation.
    Other,
    /// Nothing is new.
    Whole,
    /// The turns from this one on are new.
    Until(usize),
}

/// What a turn is known by: who spoke, when, and what was said.
pub(super) type Said = (String, Option<String>, String);

/// How a conversation resembles one that is there.
pub(super) struct Like {
    /// How many turns are the same.
    pub(super) shared: usize,
    /// How many it has.
    pub(super) new: usize,
    /// Its turns that are not there, by their place in it, each with the place of the turn there that it comes
    /// before; where all that are there follow each other in it.
    pub(super) missing: Option<Vec<(usize, usize)>>,
    /// Whether all of it stands there in a row.
    pub(super) within: bool,
}

impl Talk<'_> {
    /// How much of the conversation, whose turns are `new`, is there.
    pub(super) fn standing(&self, there: &There, new: &[(String, Said)]) -> Standing {
        let said: Vec<&Said> = new.iter().map(|(_, said)| said).collect();
        let old: Vec<&Said> = there.said.iter().collect();
        let begins = old.iter().zip(&said).take_while(|(old, new)| old == new).count();
        let known = if begins == said.len() || (begins == old.len() && begins > 0) {
            begins
        } else if self.session.nameless {
            return Standing::Other;
        } else {
            match overlap(&old, &said) {
                0 if self.clashes(there, &old, &said) => return Standing::Other,
                known => known,
            }
        };
        if known == said.len() {
            return Standing::Whole;
        }
        // A turn that cannot be read back is there or not with the one before it.
        let places = self.places();
        let last = known.checked_sub(1).and_then(|at| places.get(&new[at].0));
        Standing::Until(last.map_or(0, |at| at + 1))
    }

    /// Whether turns that do not go on from what is there contradict it: they repeat a part of it with
    /// another text before or after, let somebody say something else at a time within it, or give another
    /// turn an id that is taken.
    fn clashes(&self, there: &There, old: &[&Said], new: &[&Said]) -> bool {
        // In the minute of the last turn anybody may have said more: a page has no seconds.
        let last = old.last().and_then(|(_, at, _)| at.as_deref());
        let timed =
            |(speaker, at, _): &'_ &Said| at.as_ref().map(|at| (speaker.clone(), at.clone()));
        let within: HashSet<(String, String)> =
            old.iter().filter_map(timed).filter(|(_, at)| last != Some(at.as_str())).collect();
        let old: HashSet<&Said> = old.iter().copied().collect();
        let ids: HashSet<&str> = there.turns.iter().flatten().map(|it| it.id.as_str()).collect();
        new.iter().any(|it| old.contains(it) || timed(it).is_some_and(|it| within.contains(&it)))
            || self.session.turns.iter().any(|it| ids.contains(it.id.trim()))
    }
}

/// Whether new turns are most of the old ones again. Without times a greeting may be anybody's.
pub(super) fn alike_to<'t>(old: &[Said], new: impl Iterator<Item = &'t Said>) -> Option<Like> {
    let new: Vec<&Said> = new.collect();
    let mut left: HashMap<&Said, usize> = HashMap::new();
    for said in old {
        *left.entry(said).or_default() += 1;
    }
    let (mut shared, mut timed) = (0, 0);
    for said in &new {
        if let Some(count) = left.get_mut(*said).filter(|count| **count > 0) {
            *count -= 1;
            shared += 1;
            timed += usize::from(said.1.is_some());
        }
    }
    let fewer = old.len().min(new.len());
    let known = (timed > 0 && 2 * shared >= fewer) || (shared > 1 && 2 * shared > fewer);
    let old: Vec<&Said> = old.iter().collect();
    let missing = (shared == old.len()).then(|| missing(&new, &old)).flatten();
    let within = shared == new.len() && starts_at(&old, &new).is_some();
    known.then_some(Like { shared, new: new.len(), missing, within })
}

/// The new turns that are none of the old ones, each with the place of the old turn before which it stands, if the
/// old ones stand among them in their order.
fn missing(new: &[&Said], old: &[&Said]) -> Option<Vec<(usize, usize)>> {
    let mut known = 0;
    let mut missing = Vec::new();
    for (at, said) in new.iter().enumerate() {
        match old.get(known) {
            Some(turn) if turn == said => known += 1,
            _ => missing.push((known, at)),
        }
    }
    (known == old.len()).then_some(missing)
}

/// Where the old turns begin in a row among the new ones.
fn starts_at(new: &[&Said], old: &[&Said]) -> Option<usize> {
    // A row of turns that all are the same may begin at several places; whichever is taken, the page is whole.
    let first = old.first()?;
    let mut starts = (0..new.len()).filter(|at| new[*at] == *first).take(STARTS_MAX);
    starts.find(|at| new[*at..].starts_with(old))
}

/// What was said on these pages, each turn with its block's id, as it is kept: without secrets.
pub(super) fn said<'p>(
    pages: impl Iterator<Item = (&'p PagePath, &'p str)>,
) -> Vec<(String, Said)> {
    let mut all = Vec::new();
    for (path, text) in pages {
        let page = Page::parse(path.clone(), redact(text).0);
        for turn in session::turns(&page) {
            let text = turn.text(&page.text);
            all.push((turn.block_id, (turn.speaker, turn.at, text)));
        }
    }
    all
}

/// How many of the first new turns the old ones hold in a row, anywhere if all of them, else at their
/// end (Knuth, Morris, Pratt 1977: linear in both).
fn overlap(old: &[&Said], new: &[&Said]) -> usize {
    let mut back = vec![0; new.len()];
    let next = |back: &[usize], mut at: usize, said: &Said| {
        while at > 0 && new[at] != said {
            at = back[at - 1];
        }
        at + usize::from(new[at] == said)
    };
    for at in 1..new.len() {
        back[at] = next(&back, back[at - 1], new[at]);
    }
    let mut known = 0;
    for said in old {
        known = next(&back, known, said);
        if known == new.len() {
            break;
        }
    }
    known
}
