//! The vector stream: passages embedded by a model, kept beside the index, scanned.
//!
//! [`Vectors`] belongs to one model; vectors of another are in another file and are never looked at. What
//! is embedded is decided by `fill`, which any process may run and nobody has to wait for: a page without
//! vectors is found by its words meanwhile.

mod bits;
mod files;
mod fill;
mod measure;
mod passage;
mod signs;
mod table;
mod worker;

#[cfg(test)]
mod repair_tests;
#[cfg(test)]
mod sign_tests;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::ErrorCode;

use crate::catalogue::{Catalogue, Version};
use crate::embed::{Embedder, ModelError, Side, Traits};
use crate::error::IndexError;
use crate::numbers::ByNumber;
use crate::view::Kept;

pub use fill::{Filled, Filling};
pub use measure::Scan;
pub use worker::Worker;

use files::Files;
pub(crate) use files::{Key, key};
pub(crate) use passage::WINDOW;
pub(crate) use table::{Near, Question, Table};

/// Rows whose int8 score is replaced by the exact one.
const RESCORED: usize = 40;
/// Share of the way from unlike to alike below which a row is no candidate.
const ALIKE: f32 = 0.5;
/// Questions whose vectors are kept; a conversation asks the same again in other units.
const ASKED_MAX: usize = 1_024;
/// Versions that are no longer, beside those that are, before they are dropped from memory.
const STALE_SHARE: usize = 2;

/// Why the vectors could not be used. It never touches the index: words are searched without them.
#[derive(Debug, thiserror::Error)]
pub enum VectorError {
    /// SQLite refused.
    #[error("the vectors' file refused: {0}")]
    Files(#[from] rusqlite::Error),
    /// The disk refused.
    #[error("cannot use the vectors' file {path}: {source}")]
    Io {
        /// The file or folder.
        path: std::path::PathBuf,
        /// The system's own account.
        source: std::io::Error,
    },
    /// The index that says which pages there are refused.
    #[error(transparent)]
    Index(#[from] IndexError),
}

impl VectorError {
    fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { path, source }
    }

    /// Whether the vectors' file is damaged, so that the next filler makes it anew.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        let Self::Files(error) = self else { return false };
        let damage = [ErrorCode::DatabaseCorrupt, ErrorCode::NotADatabase];
        error.sqlite_error_code().is_some_and(|code| damage.contains(&code))
            || matches!(error, rusqlite::Error::SqlInputError { .. })
    }
}

/// One model's vectors of one vault.
pub(crate) struct Vectors {
    embedder: Arc<dyn Embedder>,
    files: Files,
    /// The vectors in memory, and the life of the index whose version numbers they carry.
    table: Mutex<(String, Arc<Table>)>,
    /// Rows from which on a scan takes a rough look first.
    signs_from: usize,
    /// Vectors of questions asked lately.
    asked: Mutex<Kept<String, Question>>,
}

/// How much of the vault the vector stream can see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Coverage {
    /// Pages that have vectors of the present model.
    pub embedded: usize,
    /// Pages.
    pub pages: usize,
}

/// What was dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Swept {
    /// Pages whose vectors went, and vectors that no page needs.
    Done {
        /// Pages that are no longer.
        pages: usize,
        /// Vectors.
        vectors: usize,
    },
    /// Nothing: somebody embeds.
    Busy,
    /// All: the file was damaged, and an empty one stands in its place.
    Renewed,
}

/// What the vector stream says to one question.
pub(crate) struct Dense {
    question: Question,
    table: Arc<Table>,
    /// The nearest rows that are at all alike, best first.
    pub(crate) near: Vec<Near>,
    /// The best cosine of all.
    pub(crate) nearest: f32,
    /// Cosines that are exact, by the number of the vector.
    exact: ByNumber<f32>,
    hot: ByNumber<Vec<usize>>,
    /// What is known of the model's cosines.
    pub(crate) traits: Traits,
}

impl Vectors {
    /// Opens the vectors that `embedder` made, in `dir`.
    pub(crate) fn open(dir: &Path, embedder: Arc<dyn Embedder>) -> Result<Self, VectorError> {
        let files = Files::open(dir, embedder.fingerprint(), embedder.dimensions())?;
        Ok(Self {
            embedder,
            files,
            table: Mutex::default(),
            signs_from: signs::WORTH_FROM,
            asked: Mutex::default(),
        })
    }

    pub(crate) fn embedder(&self) -> &Arc<dyn Embedder> {
        &self.embedder
    }

    /// What is told where only another model has read the vault; none where none has.
    pub(crate) fn others(&self) -> Option<String> {
        let (other, length) = self.files.beside()?;
        let called = |fingerprint: &str| -> String {
            fingerprint.rsplit_once('@').map_or(fingerprint, |(name, _)| name).to_owned()
        };
        let (mine, mine_length) = (called(self.embedder.fingerprint()), self.embedder.dimensions());
        let other = called(&other);
        let who = match other == mine {
            true => format!("another model named {mine}"),
            false => format!("another model, {other}"),
        };
        let now = match (length == mine_length, other == mine) {
            (true, true) => format!("dimension {length}, with other weights, host or settings"),
            (true, false) => format!("dimension {length}; now {mine}, of the same"),
            (false, true) => format!("dimension {length}, now {mine_length}"),
            (false, false) => format!("dimension {length}; now {mine}, {mine_length}"),
        };
        Some(format!("the vectors are of {who} ({now})"))
    }

    /// Bytes on disk.
    pub(crate) fn bytes(&self) -> u64 {
        self.files.bytes()
    }

    /// The vectors as of now, for the life of the index that is called `epoch`.
    pub(crate) fn table(
        &self,
        catalogue: &Catalogue,
        epoch: &str,
        changes: u64,
    ) -> Result<Arc<Table>, VectorError> {
        let mut kept = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.0 != epoch {
            *kept = (epoch.to_owned(), Arc::default());
        }
        // Nobody else holds it between two queries; during one, a copy of the list is made.
        self.minded(|again| {
            if again {
                kept.1 = Arc::default();
            }
            self.refresh(Arc::make_mut(&mut kept.1), catalogue, changes)
        })?;
        let table = Arc::make_mut(&mut kept.1);
        table.signs_from = self.signs_from;
        table.catch_up();
        Ok(Arc::clone(&kept.1))
    }

    /// Reads the files. Where they are damaged, it is tried once more with what may have been made anew by
    /// another program, and what still is damaged is noted for the next filler.
    fn minded<T>(
        &self,
        mut read: impl FnMut(bool) -> Result<T, VectorError>,
    ) -> Result<T, VectorError> {
        let first = match read(false) {
            Err(error) if error.is_damage() => error,
            other => return other,
        };
        let second = self.files.reopen().map_err(|_| first).and_then(|()| read(true));
        if second.as_ref().is_err_and(VectorError::is_damage) {
            self.files.mark_damaged()?;
        }
        second
    }

    /// Reads all of the vectors' file and tells whether it is whole.
    pub(crate) fn check(&self) -> Result<(), VectorError> {
        self.minded(|_| self.files.check())
    }

    /// Begins an empty file. For the holder of the filler's place only.
    fn renew(&self) -> Result<(), VectorError> {
        self.files.renew()?;
        *self.table.lock().unwrap_or_else(PoisonError::into_inner) = Default::default();
        Ok(())
    }

    fn refresh(
        &self,
        table: &mut Table,
        catalogue: &Catalogue,
        changes: u64,
    ) -> Result<(), VectorError> {
        if table.changes != Some(changes) {
            let live = catalogue.all_uids()?;
            let first = table.changes.is_none();
            // Numbers are given before their versions are written, so that a smaller one may come later.
            let new = match first {
                true => catalogue.all_versions()?,
                false => catalogue.versions(&table.unknown(&live))?,
            };
            for version in new {
                let key = page_key(&version);
                let codes = if first { None } else { self.files.page(&key)? };
                match codes {
                    Some(codes) => table.push(version.uid, &codes),
                    None => table.waiting.entry(key).or_default().push(version.uid),
                }
            }
            table.changes = Some(changes);
            if table.len() > STALE_SHARE * live.len() + 64 || !table.waiting.is_empty() {
                table.retain(|uid| live.binary_search(&uid).is_ok());
            }
        }
        let mut found = Vec::new();
        table.last_seq = self.files.pages_after(table.last_seq, &mut |_, page| {
            let Some((key, codes)) = page else { return };
            if let Some(uids) = table.waiting.remove(&key) {
                let codes = Arc::new(codes);
                found.extend(uids.into_iter().map(|uid| (uid, Arc::clone(&codes))));
            }
        })?;
        found.sort_unstable_by_key(|(uid, _)| *uid);
        for (uid, codes) in found {
            table.push(uid, &codes);
        }
        Ok(())
    }

    /// How many of these pages have vectors.
    pub(crate) fn coverage(&self, catalogue: &Catalogue) -> Result<Coverage, VectorError> {
        let versions = catalogue.all_versions()?;
        let embedded = self.minded(|_| {
            let mut embedded = 0;
            for version in &versions {
                embedded += usize::from(self.files.has_page(&page_key(version))?);
            }
            Ok(embedded)
        })?;
        Ok(Coverage { embedded, pages: versions.len() })
    }

    /// Drops vectors of pages that are no longer. Returns how many pages and vectors went; none while a filler
    /// is at work, whose newest vectors no page needs yet; all where the file is damaged.
    pub(crate) fn sweep(&self, catalogue: &Catalogue) -> Result<Swept, VectorError> {
        let Some(_place) = self.lock()? else { return Ok(Swept::Busy) };
        let live: HashSet<Key> = catalogue.all_versions()?.iter().map(page_key).collect();
        let swept = match self.files.is_marked() {
            true => None,
            false => match self.files.sweep(&|key| live.contains(key)) {
                Err(error) if error.is_damage() => None,
                other => Some(other?),
            },
        };
        let Some([pages, vectors]) = swept else {
            self.renew()?;
            return Ok(Swept::Renewed);
        };
        Ok(Swept::Done { pages, vectors })
    }

    /// The question's vector; one that is longer than the model's window is the mean of its pieces.
    pub(crate) fn question(&self, text: &str) -> Result<Question, ModelError> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let known = asked.get(&text.to_owned(), ASKED_MAX);
        drop(asked);
        if let Some(question) = known {
            return Ok(question);
        }
        let pieces = self.embedder.pieces(text);
        let texts: Vec<&str> = pieces.iter().map(|piece| &text[piece.clone()]).collect();
        let vectors = self.embedder.embed(Side::Query, &texts)?;
        let mut sum = vec![0.0_f32; self.embedder.dimensions()];
        for vector in &vectors {
            sum.iter_mut().zip(vector).for_each(|(sum, number)| *sum += number);
        }
        let length = sum.iter().map(|number| number * number).sum::<f32>().sqrt().max(1e-12);
        let question = Question::new(sum.into_iter().map(|number| number / length).collect());
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.put(text.to_owned(), question.clone(), ASKED_MAX);
        Ok(question)
    }

    /// The nearest rows among the versions that pass, the best of them rescored exactly. Unlike ones are left
    /// out but for those that are so much less near than the nearest at most, as a share of the way from unlike
    /// to alike.
    pub(crate) fn ask(
        &self,
        (table, question): (Arc<Table>, Question),
        passes: impl Fn(u64) -> bool,
        limit: usize,
        beside: Option<f32>,
    ) -> Result<Dense, VectorError> {
        let mut near = table.scan(&question, passes, limit);
        let ids: Vec<i64> = near.iter().take(RESCORED).map(|row| row.id).collect();
        let mut exact = ByNumber::default();
        let vectors = self.minded(|_| self.files.vectors(&ids))?;
        for (row, vector) in near.iter_mut().zip(vectors) {
            if let Some(vector) = vector {
                row.score = question.exact(&vector);
                exact.insert(row.id.cast_unsigned(), row.score);
            }
        }
        near.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.uid.cmp(&b.uid)));
        let nearest = near.first().map_or(0.0, |row| row.score);
        let traits = self.embedder.traits();
        let way = traits.match_at - traits.floor;
        let least = traits.floor + ALIKE * way;
        let least = beside.map_or(least, |share| least.min(nearest - share * way));
        near.retain(|row| row.score >= least);
        let mut hot: ByNumber<Vec<usize>> = ByNumber::default();
        for row in &near {
            hot.entry(row.uid).or_default().push((row.ord & !WINDOW) as usize);
        }
        Ok(Dense { question, table, near, nearest, exact, hot, traits })
    }
}

impl Dense {
    /// Atoms of a page that are among the nearest.
    pub(crate) fn hot(&self, uid: u64) -> &[usize] {
        self.hot.get(&uid).map_or(&[], Vec::as_slice)
    }

    /// Cosine of the question with each atom of a page that has a vector, and with the window around it;
    /// the best of several pieces. Both ascend by atom.
    pub(crate) fn page(&self, uid: u64) -> [Cosines; 2] {
        let mut cosines = [Cosines::default(), Cosines::default()];
        let Some(codes) = self.table.page(uid) else { return cosines };
        cosines[0].0.reserve_exact(codes.len());
        for (ord, id, score) in codes.scores(&self.question) {
            let score = self.exact.get(&id.cast_unsigned()).copied().unwrap_or(score);
            let (ord, window) = (ord & !WINDOW, ord & WINDOW != 0);
            cosines[usize::from(window)].0.push((ord as usize, score));
        }
        for Cosines(list) in &mut cosines {
            list.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
            list.dedup_by_key(|(ord, _)| *ord);
        }
        cosines
    }
}

/// Cosines of atoms of one page, ascending by atom.
#[derive(Debug, Default)]
pub(crate) struct Cosines(Vec<(usize, f32)>);

impl Cosines {
    /// That of an atom; none where it has no vector.
    pub(crate) fn of(&self, atom: usize) -> Option<f32> {
        let at = self.0.binary_search_by_key(&atom, |(ord, _)| *ord).ok()?;
        Some(self.0[at].1)
    }

    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = f32> {
        self.0.iter().map(|(_, cosine)| *cosine)
    }
}

/// What a page's vectors are kept under: its file and its content.
fn page_key(version: &Version) -> Key {
    key(&[version.file.as_bytes(), version.revision.as_bytes()])
}
