//! Changing the index: small batches wait in the delta, large ones and folds go into the big index.
//!
//! Order makes a crash harmless: first tantivy commits postings of versions that nobody can see yet, then
//! one SQLite transaction makes them the present ones. Postings of replaced versions go a fold later,
//! when no reader that looks at the catalogue can still want them.

use std::time::Duration;

use wiki::page::Page;

use super::{Access, Applied, Batch, Settled, State};
use crate::atom::{Atom, atoms};
use crate::big::{Big, Writer};
use crate::catalogue::{Folded, Stored};
use crate::error::IndexError;
use crate::outline::Outline;

/// Pages in the delta, or in one batch, that make a fold worth its hundred milliseconds.
const DELTA_PAGES: usize = 64;
/// Bytes of the same.
const DELTA_BYTES: u64 = 1 << 20;
/// Bytes of page text in one fold; bounds memory.
const FOLD_BYTES: u64 = 8 << 20;
/// Replaced versions whose postings are worth dropping on their own.
const DEAD_PAGES: usize = 1_000;
/// How long a large batch waits for another writer.
const BATCH_WAIT: Duration = Duration::from_secs(20);

/// Writes a batch.
pub(super) fn apply(state: &State, batch: &Batch) -> Result<Applied, IndexError> {
    let bytes: usize = batch.put.iter().map(|put| put.page.text.len()).sum();
    let large = (batch.put.len() >= DELTA_PAGES || bytes as u64 >= DELTA_BYTES) && writable(state);
    let cut: Vec<(Vec<Atom>, Outline)> =
        batch.put.iter().map(|put| atoms(&put.page, &put.facets)).collect();
    let first = state.catalogue.reserve(cut.len())?;
    let writer = match (&state.big, large) {
        (Ok(big), true) => Some(add_all(state, big, batch, &cut, first)?),
        _ => None,
    };
    let folded = if writer.is_some() { Folded::Big } else { Folded::Delta };
    let stored: Vec<Stored<'_>> = (first..)
        .zip(&batch.put)
        .zip(&cut)
        .map(|((uid, put), (_, outline))| Stored { put, outline, uid, folded })
        .collect();
    let removed = state.catalogue.write(&stored, &batch.touch, &batch.remove)?;
    if let (Some(writer), Ok(big)) = (writer, &state.big) {
        writer.finish()?;
        state.catalogue.shrink_log()?;
        big.seal()?;
    }
    Ok(Applied { put: batch.put.len(), removed, delta: state.catalogue.waiting()?.0 })
}

/// Whether the big index can be written; what is new waits in the delta where it cannot.
fn writable(state: &State) -> bool {
    !matches!(state.access, Access::Beside(_))
}

fn add_all(
    state: &State,
    big: &Big,
    batch: &Batch,
    cut: &[(Vec<Atom>, Outline)],
    first: u64,
) -> Result<Writer, IndexError> {
    let busy = || IndexError::Busy { dir: state.dir.clone() };
    let mut writer = big.writer(BATCH_WAIT)?.ok_or_else(busy)?;
    for (nth, (put, (atoms, _))) in batch.put.iter().zip(cut).enumerate() {
        writer.add(first + nth as u64, atoms, &put.page.text)?;
    }
    writer.commit()?;
    Ok(writer)
}

/// Folds a delta that is large.
pub(super) fn settle(state: &State, wait: Duration) -> Result<Settled, IndexError> {
    let (pages, bytes, dead) = state.catalogue.waiting()?;
    if pages < DELTA_PAGES && bytes < DELTA_BYTES && dead < DEAD_PAGES {
        return Ok(Settled::Small);
    }
    fold(state, wait, What::All, |_, _| Ok(()))
}

/// What a fold takes in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    /// Whatever waits, and the dead.
    All,
    /// The dead alone: a page that waits takes less room than its postings would.
    Dead,
}

/// Folds everything and drops what is dead.
pub(super) fn compact(state: &State, wait: Duration) -> Result<Settled, IndexError> {
    whole(state)?;
    let settled = fold(state, wait, What::All, joined)?;
    state.catalogue.shrink()?;
    Ok(settled)
}

/// Drops what is dead and gives its room back; folds nothing that [`settle`] would not.
pub(super) fn reclaim(state: &State, wait: Duration) -> Result<Settled, IndexError> {
    whole(state)?;
    let Ok(big) = &state.big else { return Ok(Settled::Small) };
    let (pages, bytes, dead) = state.catalogue.waiting()?;
    let large = pages >= DELTA_PAGES || bytes >= DELTA_BYTES;
    let settled = match (large, dead == 0 && big.is_joined()?) {
        (true, _) => fold(state, wait, What::All, joined)?,
        (false, false) => fold(state, wait, What::Dead, joined)?,
        (false, true) => Settled::Small,
    };
    if writable(state) && settled != Settled::Busy {
        state.catalogue.shrink()?;
    }
    Ok(settled)
}

/// About how many bytes [`reclaim`] would give back.
pub(super) fn reclaimable(state: &State) -> Result<u64, IndexError> {
    let free = state.catalogue.free_bytes()?;
    let Ok(big) = &state.big else { return Ok(free) };
    let (_, dead) = state.catalogue.unsettled()?;
    let searcher = big.searcher(state.catalogue.marks()?.generation)?;
    let text = super::open::bytes_on_disk(&state.dir.join("text"));
    Ok(free + (big.dead_share(&searcher, &dead)? * text as f64) as u64)
}

/// Joining reads everything; what is damaged is better found before than by it.
fn whole(state: &State) -> Result<(), IndexError> {
    let Ok(big) = &state.big else { return Ok(()) };
    match big.verify()?.into_iter().next() {
        Some(why) => Err(IndexError::Damaged { dir: state.dir.clone(), why }),
        None => Ok(()),
    }
}

/// Joins the many parts that large batches wrote: one has each term once, and is asked once.
pub(super) fn join(state: &State) -> Result<(), IndexError> {
    let Ok(big) = &state.big else { return Ok(()) };
    if !writable(state) {
        return Ok(());
    }
    if big.parts()? > 1 {
        let Some(mut writer) = big.writer(Duration::ZERO)? else { return Ok(()) };
        match joined(big, &mut writer) {
            Err(error) if error.is_damage() => return Err(error),
            _ => {}
        }
        ended(state, big, writer)?;
    }
    state.catalogue.shrink()
}

fn joined(big: &Big, writer: &mut Writer) -> Result<(), IndexError> {
    writer.join()?;
    reloaded(big, writer)
}

/// Deletes the files of what was joined; those that this process still reads would be kept.
fn reloaded(big: &Big, writer: &mut Writer) -> Result<(), IndexError> {
    big.reload()?;
    writer.sweep()
}

/// Gives up the writer's place after segments were joined.
fn ended(state: &State, big: &Big, writer: Writer) -> Result<(), IndexError> {
    writer.finish()?;
    big.seal()?;
    // Joined segments are other files; readers look again.
    state.catalogue.new_generation()?;
    state.catalogue.shrink_log()
}

fn fold(
    state: &State,
    wait: Duration,
    what: What,
    then: impl Fn(&Big, &mut Writer) -> Result<(), IndexError>,
) -> Result<Settled, IndexError> {
    let Ok(big) = &state.big else { return Ok(Settled::Small) };
    if !writable(state) {
        return Ok(Settled::Busy);
    }
    let Some(mut writer) = big.writer(wait)? else { return Ok(Settled::Busy) };
    let mut count = 0;
    loop {
        let mut fold = state.catalogue.next_fold(FOLD_BYTES)?;
        if what == What::Dead {
            fold.add.clear();
        }
        if fold.add.is_empty() && fold.dead.is_empty() {
            break;
        }
        let uids: Vec<u64> = fold.add.iter().map(|page| page.uid).collect();
        let infos = state.catalogue.infos(&uids)?;
        for pending in &fold.add {
            // Without a row the version was replaced a moment ago; `folded` then counts it as dead.
            let Some(info) = infos.get(&pending.uid) else { continue };
            let page = Page::parse(pending.path.clone(), pending.text.as_str());
            writer.add(pending.uid, &atoms(&page, &info.facets).0, &page.text)?;
        }
        for uid in &fold.dead {
            writer.delete(*uid);
        }
        writer.commit()?;
        state.catalogue.folded(&fold)?;
        count += fold.add.len();
    }
    then(big, &mut writer)?;
    ended(state, big, writer)?;
    Ok(Settled::Folded(count))
}
