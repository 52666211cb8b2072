//! The index as its callers see it: open, apply, settle, search. Owns the folder and its state.

mod graph;
mod guard;
mod open;
mod update;
mod vectors;

#[cfg(test)]
mod damage_tests;
#[cfg(test)]
mod graph_tests;
#[cfg(test)]
mod size_tests;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use wiki::canon::Name;
use wiki::link::Link;
use wiki::page::{Page, Revision};
use wiki::path::PagePath;
use wiki::relation::Triple;

use crate::answer::Answer;
use crate::big::Big;
use crate::catalogue::Catalogue;
use crate::delta::Delta;
use crate::error::IndexError;
use crate::facets::Facets;
use crate::query::{Filters, Order, Query};
use crate::recall::Listing;
use crate::rerank::Judge;
use crate::select::{Mistake, Selected, Wanted};
use crate::text::PageText;
use crate::vector::Vectors;
use crate::view::Views;

pub use graph::Linked;
pub use guard::panic_is_caught;

/// The derived index of one vault. Cheap to share between threads; many processes may have one each.
pub struct Index {
    dir: PathBuf,
    state: RwLock<Arc<State>>,
    why_rebuild: Mutex<Option<String>>,
    /// The vectors of the model in use, if one is.
    vectors: RwLock<Option<Arc<Vectors>>>,
    /// What orders the best passages anew, if something does, and what it said lately.
    judge: Judge,
}

/// What belongs to one life of the derived files; replaced as a whole when they are.
pub(crate) struct State {
    pub(crate) dir: PathBuf,
    pub(crate) epoch: String,
    pub(crate) access: Access,
    pub(crate) catalogue: Catalogue,
    /// The big index, or why it cannot be used.
    pub(crate) big: Result<Big, String>,
    pub(crate) delta: Delta,
    pub(crate) views: Views,
}

/// Where an index keeps what it is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Access {
    /// In the files, for every process.
    Shared,
    /// In memory beside the files' big index, since they cannot be written.
    Beside(String),
    /// In memory alone, since there are no files that can be read.
    Alone(String),
    /// As `Alone`, and for good: the files have failed their caller.
    Left(String),
}

/// What the index knows of a file: enough to see whether it changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// Bytes.
    pub size: u64,
    /// Time of the last change on disk, in nanoseconds since 1970.
    pub mtime_ns: i128,
    /// Hash of the content.
    pub revision: Revision,
}

/// A page that is new or has changed.
#[derive(Debug, Clone)]
pub struct Put {
    /// The file it was read from, relative to the vault.
    pub file: String,
    /// Bytes on disk.
    pub size: u64,
    /// Time of the last change on disk, in nanoseconds since 1970.
    pub mtime_ns: i128,
    /// The page.
    pub page: Page,
    /// What it states about itself; see [`Facets::read`].
    pub facets: Facets,
    /// The relations that it states by the vault's schema; see [`wiki::relation::relations`].
    pub relations: Vec<Triple>,
}

#[cfg(test)]
impl Put {
    /// A page as a test writes it, without relations.
    pub(crate) fn of(file: &str, text: &str) -> Self {
        let path = PagePath::from_file(file).expect("because tests name pages");
        let page = Page::parse(path, text);
        let facets = Facets::read(&page, None);
        let (file, size) = (file.to_owned(), text.len() as u64);
        Self { file, size, mtime_ns: 7, page, facets, relations: Vec::new() }
    }
}

/// A file whose content is as known but whose time is not.
#[derive(Debug, Clone)]
pub struct Touch {
    /// The file, relative to the vault.
    pub file: String,
    /// Bytes on disk.
    pub size: u64,
    /// Time of the last change on disk, in nanoseconds since 1970.
    pub mtime_ns: i128,
}

/// Changes that become visible together.
#[derive(Debug, Clone, Default)]
pub struct Batch {
    /// New and changed pages.
    pub put: Vec<Put>,
    /// Files that only look changed.
    pub touch: Vec<Touch>,
    /// Pages that are gone.
    pub remove: Vec<PagePath>,
}

/// What a batch did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Applied {
    /// Pages written.
    pub put: usize,
    /// Pages removed; those that were not there do not count.
    pub removed: usize,
    /// Pages that wait in the delta after this batch.
    pub delta: usize,
}

/// What folding the delta did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Settled {
    /// The delta is small; nothing was done.
    Small,
    /// So many pages are now in the big index.
    Folded(usize),
    /// Another process is writing; the delta stays and answers meanwhile.
    Busy,
}

/// A page as the catalogue has it.
#[derive(Debug, Clone)]
pub struct Row {
    /// Which page.
    pub path: PagePath,
    /// Its file, relative to the vault.
    pub file: String,
    /// Bytes on disk.
    pub size: u64,
    /// Time of the last change on disk, in nanoseconds since 1970.
    pub mtime_ns: i128,
    /// Hash of the content.
    pub revision: Revision,
    /// What it states about itself.
    pub facets: Facets,
}

/// A part of a listing.
#[derive(Debug, Clone, Default)]
pub struct Rows {
    /// The rows asked for.
    pub rows: Vec<Row>,
    /// Rows that pass the filters.
    pub total: usize,
}

/// The index's condition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IndexStatus {
    /// Pages in the catalogue.
    pub pages: usize,
    /// Passages and turns.
    pub passages: usize,
    /// Pages that wait to be folded into the big index.
    pub delta: usize,
    /// Bytes on disk.
    pub bytes: u64,
    /// Why the big index cannot be asked, if so.
    pub unavailable: Option<String>,
    /// Whether pages are still missing since a rebuild began.
    pub rebuilding: bool,
    /// Why what is new is kept in this process alone, if so.
    pub private: Option<String>,
}

impl Index {
    /// Opens the index in `dir`, which is made if missing. Derived files of another format, damaged or
    /// half deleted ones are replaced by empty ones, and [`Self::why_rebuild`] says so. Files that cannot
    /// be written are read, and what is new is kept in memory; see [`IndexStatus::private`].
    ///
    /// # Errors
    /// `Busy` when another process is replacing the files.
    pub fn open(dir: &Path) -> Result<Self, IndexError> {
        let (state, why) = open::open(dir)?;
        Ok(Self::of(dir, state, why))
    }

    /// Opens the index in `dir` without writing anything there, for the reason `why`.
    ///
    /// # Errors
    /// When not even memory can be had.
    pub fn open_readonly(dir: &Path, why: &str) -> Result<Self, IndexError> {
        let why = IndexError::Io { path: dir.to_owned(), source: std::io::Error::other(why) };
        let (state, rebuild) = open::private(dir, &why)?;
        Ok(Self::of(dir, state, rebuild))
    }

    fn of(dir: &Path, state: State, why: Option<String>) -> Self {
        let state = RwLock::new(Arc::new(state));
        Self {
            dir: dir.to_owned(),
            state,
            why_rebuild: Mutex::new(why),
            vectors: RwLock::new(None),
            judge: Judge::default(),
        }
    }

    /// Why what is new is kept in this process alone, if so; as in [`IndexStatus::private`].
    pub fn private(&self) -> Option<String> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner).clone();
        state.access.why().map(str::to_owned)
    }

    /// Goes on in memory alone, empty: for a caller whom the files have failed again and again.
    ///
    /// # Errors
    /// When not even memory can be had.
    pub fn leave_files(&self, why: &str) -> Result<(), IndexError> {
        let (mut state, rebuild) = open::in_memory(&self.dir, why)?;
        state.access = Access::Left(why.to_owned());
        self.replace_state(state, rebuild);
        Ok(())
    }

    /// Reads every file through and compares it with its checksum; says what is wrong, one line each.
    /// Files in which something is wrong are given up, and [`Self::why_rebuild`] says so.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn verify(&self) -> Result<Vec<String>, IndexError> {
        let seen = self.on(|state| {
            let mut wrong = state.catalogue.verify()?;
            match &state.big {
                Ok(big) => wrong.extend(big.verify()?),
                Err(why) => wrong.push(why.clone()),
            }
            match wrong.is_empty() {
                true => Ok(()),
                false => Err(IndexError::Damaged { dir: state.dir.clone(), why: wrong.join("; ") }),
            }
        });
        match seen {
            Ok(()) => Ok(Vec::new()),
            Err(IndexError::Damaged { why, .. }) => {
                Ok(why.split("; ").map(str::to_owned).collect())
            }
            Err(error) => Err(error),
        }
    }

    /// Why the index is empty or incomplete: the caller then puts every page again and calls
    /// [`Self::caught_up`]. `None` when it is complete as far as the index can know.
    pub fn why_rebuild(&self) -> Option<String> {
        self.why_rebuild.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The name of the files' present life. What was put in another one is not in this.
    ///
    /// # Errors
    /// When there are no files and none can be made.
    pub fn life(&self) -> Result<String, IndexError> {
        Ok(self.state()?.epoch.clone())
    }

    /// Says that every page of the vault has been put since the rebuild began.
    ///
    /// # Errors
    /// When the catalogue cannot be written.
    pub fn caught_up(&self) -> Result<(), IndexError> {
        let life = self.life()?;
        self.caught_up_in(&life)
    }

    /// As [`Self::caught_up`], in the life called so; says nothing where that one has ended.
    ///
    /// # Errors
    /// When the catalogue cannot be written.
    pub fn caught_up_in(&self, life: &str) -> Result<(), IndexError> {
        let same = self.on(|state| {
            let same = state.epoch == life;
            if same {
                state.catalogue.set_rebuilding(0)?;
            }
            Ok(same)
        })?;
        if same {
            *self.why_rebuild.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        Ok(())
    }

    /// What is known of each file, for telling what changed on disk. Empty when the big index must be
    /// built again, so that every page is put.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn known(&self) -> Result<HashMap<String, Known>, IndexError> {
        self.known_in_life().map(|(_, known)| known)
    }

    /// As [`Self::known`], with the name of the files' life in which it is known; see [`Self::life`].
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn known_in_life(&self) -> Result<(String, HashMap<String, Known>), IndexError> {
        self.come_back()?;
        self.on(|state| {
            let known = match state.big {
                Ok(_) => state.catalogue.known()?,
                Err(_) => HashMap::new(),
            };
            Ok((state.epoch.clone(), known))
        })
    }

    /// Writes a batch; the next query sees all of it, in every process. A small batch is one SQLite
    /// transaction; a large one goes into the big index at once.
    ///
    /// # Errors
    /// `Busy` when a large batch finds another writer at work; nothing of it was written then.
    pub fn apply(&self, batch: &Batch) -> Result<Applied, IndexError> {
        if self.state()?.big.is_err() {
            self.start_over()?;
        }
        self.on(|state| update::apply(state, batch))
    }

    /// Folds the delta into the big index if it is large, waiting at most `wait` for another writer.
    ///
    /// # Errors
    /// When the files cannot be written. A crash on the way loses and doubles nothing.
    pub fn settle(&self, wait: Duration) -> Result<Settled, IndexError> {
        self.on(|state| update::settle(state, wait))
    }

    /// Joins the parts that many large batches left in the big index: worth its time, which grows with the
    /// whole index, when a good share of the pages is new.
    ///
    /// # Errors
    /// When the files are damaged. Another writer, or a disk without room, is none: no answer changes.
    pub fn join(&self) -> Result<(), IndexError> {
        self.on(update::join)
    }

    /// Folds whatever waits, however small, and drops postings of replaced pages.
    ///
    /// # Errors
    /// As [`Self::settle`].
    pub fn compact(&self, wait: Duration) -> Result<Settled, IndexError> {
        self.on(|state| update::compact(state, wait))
    }

    /// Drops postings of replaced pages and gives back whatever room the files do not need. Never makes
    /// them larger: what waits is folded only where [`Self::settle`] would fold it.
    ///
    /// # Errors
    /// As [`Self::settle`].
    pub fn reclaim(&self, wait: Duration) -> Result<Settled, IndexError> {
        self.on(|state| update::reclaim(state, wait))
    }

    /// About how many bytes [`Self::reclaim`] would give back.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn reclaimable(&self) -> Result<u64, IndexError> {
        self.on(update::reclaimable)
    }

    /// Answers a query. `texts` gives a file's present text; a page that it does not give is left out
    /// and reported.
    ///
    /// # Errors
    /// When neither the big index nor the catalogue can answer.
    pub fn search(
        &self,
        query: &Query,
        texts: &dyn Fn(&str) -> Option<Arc<PageText>>,
    ) -> Result<Answer, IndexError> {
        let vectors = self.vectors();
        let judge = if query.rerank { self.judge.seat() } else { None };
        let models = (vectors.as_deref(), judge.as_ref());
        self.on(|state| crate::recall::search(state, models, query, texts))
    }

    /// The row of one page.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn row(&self, path: &PagePath) -> Result<Option<Row>, IndexError> {
        self.on(|state| state.catalogue.row(path))
    }

    /// Rows that pass `filters`, `limit` of them from `offset` on.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn rows(
        &self,
        filters: &Filters,
        order: Order,
        offset: usize,
        limit: usize,
    ) -> Result<Rows, IndexError> {
        self.on(|state| state.catalogue.rows(filters, order, (offset, limit)))
    }

    /// Reads what a listing is asked for; the inner error says what is wrong with it.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn wanted(&self, listing: &Listing<'_>) -> Result<Result<Wanted, Mistake>, IndexError> {
        self.on(|state| crate::recall::wanted(&state.catalogue, listing))
    }

    /// Rows that are wanted, `limit` of them from `offset` on.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn select(
        &self,
        wanted: &Wanted,
        offset: usize,
        limit: usize,
    ) -> Result<Selected, IndexError> {
        self.on(|state| state.catalogue.select(wanted, (offset, limit)))
    }

    /// Pages called so; `folded` is a key as `wiki::canon::keys` makes them.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn names(&self, folded: &str) -> Result<Vec<Name>, IndexError> {
        self.on(|state| state.catalogue.names(folded))
    }

    /// Whether a page stands in this folder or below it, written in just these letters.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn holds_below(&self, folder: &str) -> Result<bool, IndexError> {
        self.on(|state| state.catalogue.holds_below(folder))
    }

    /// The names of all pages, by path.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn all_names(&self) -> Result<Vec<Name>, IndexError> {
        self.on(|state| state.catalogue.all_names())
    }

    /// Links of one page, in order.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn links_from(&self, path: &PagePath) -> Result<Vec<Link>, IndexError> {
        self.on(|state| state.catalogue.links_from(path))
    }

    /// Links whose target ends in one of these names. They may reach a namesake: resolve them.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn links_named(&self, names: &[String]) -> Result<Vec<(PagePath, Link)>, IndexError> {
        self.on(|state| state.catalogue.links_named(names))
    }

    /// Tags in use with the number of pages of each.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn tags(&self) -> Result<Vec<(String, usize)>, IndexError> {
        self.on(|state| state.catalogue.tags())
    }

    /// The index's condition.
    ///
    /// # Errors
    /// When the catalogue cannot be read.
    pub fn status(&self) -> Result<IndexStatus, IndexError> {
        self.on(|state| {
            let stats = state.catalogue.stats()?;
            Ok(IndexStatus {
                pages: state.catalogue.count()?,
                passages: (stats.documents[1] + stats.sessions[1]) as usize,
                delta: state.catalogue.waiting()?.0,
                bytes: open::bytes_on_disk(&self.dir),
                unavailable: state.big.as_ref().err().cloned(),
                rebuilding: state.catalogue.marks()?.rebuilding,
                private: state.access.why().map(str::to_owned),
            })
        })
    }

    /// Replaces files whose big index cannot be read; until then the catalogue answers what it can.
    fn start_over(&self) -> Result<(), IndexError> {
        let state = self.state()?;
        if state.big.is_err() && state.access == Access::Shared {
            let again = guard::guarded(&self.dir, || open::discard(&self.dir));
            if again.is_err() {
                self.leave_files("its big index can neither be read nor replaced")?;
            }
        }
        Ok(())
    }

    /// Where files could not be written the last time: whether they can be now.
    fn come_back(&self) -> Result<(), IndexError> {
        if matches!(self.state()?.access, Access::Shared | Access::Left(_)) {
            return Ok(());
        }
        if let Ok((state, why)) = open::shared(&self.dir) {
            *self.why_rebuild.lock().unwrap_or_else(PoisonError::into_inner) = None;
            self.replace_state(state, why);
        }
        Ok(())
    }

    /// The present files' state: another process may have replaced them since the last call.
    pub(crate) fn state(&self) -> Result<Arc<State>, IndexError> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner).clone();
        if state.access != Access::Shared || open::epoch(&self.dir).as_deref() == Some(&state.epoch)
        {
            return Ok(state);
        }
        let (fresh, why) = open::open(&self.dir)?;
        Ok(self.replace_state(fresh, why))
    }
}

impl Access {
    /// Why what is new stays in this process, if so.
    pub(crate) fn why(&self) -> Option<&str> {
        match self {
            Self::Shared => None,
            Self::Beside(why) | Self::Alone(why) | Self::Left(why) => Some(why),
        }
    }
}
