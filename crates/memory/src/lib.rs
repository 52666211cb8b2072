//! The engine: one write path, one query path, and every operation registered once.
//!
//! A door holds a [`Memory`], makes a [`Call`] (who, when, how long to wait) and runs an
//! operation by name. Nothing here reads the clock, the environment or a configuration file: the
//! binary resolves those and hands them in as values. Nothing here opens a vault file either:
//! `store` does, and only with changes that `wiki::policy` approved.

mod apply;
mod asof;
mod attached;
mod canonical;
mod context;
mod counted;
mod daily;
mod dispute;
mod draft;
mod erasing;
mod error;
mod export;
mod facets;
mod family;
mod follow;
mod fusing;
mod graph;
mod hop;
pub mod import;
mod inforce;
mod init;
mod intake;
mod joined;
mod joining;
pub mod limits;
mod lines;
mod lint;
mod logbook;
mod map;
mod mend;
mod misfit;
mod model;
mod naming;
mod near;
mod newpage;
mod notes;
pub mod ops;
mod place;
mod placeholder;
mod probe;
mod problem;
mod recall;
mod receipt;
mod remember;
mod rerank;
mod revise;
mod rewind;
mod settings;
mod shelf;
mod shown;
mod signs;
mod standing;
mod sync;
mod texts;
mod upkeep;

pub use counted::counted;
pub use error::{Error, Kind};
pub use export::{Exported, Exporting};
pub use init::{Initialised, WithGit, han_share, init, refuse_nested};
pub use intake::{Intake, OneImport, Writing};
pub use model::{Need, Swept};
pub use search::panic_is_caught;
pub use settings::MODEL_NOTE;
pub use shown::on_a_line;
pub use sync::{Purge, SyncReport};

use search::Index;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, RwLock};
use std::time::Duration;
use store::{Disk, History, Vault};
use wiki::schema::{Layout, Schema};
use wiki::time::Now;

/// The folder of derived state and journals below a vault's root.
pub const STATE_FOLDER: &str = ".memopage";
/// The file that marks a folder as a vault.
pub const MARKER: &str = "memopage.toml";

/// Who asks, when, and how long they are ready to wait.
#[derive(Debug, Clone)]
pub struct Call {
    /// The clock and the vault's zone, as one value.
    pub now: Now,
    /// The person or agent on whose behalf this runs; written as the author of new pages.
    pub actor: String,
    /// The door it came through: `cli`, `http`, `mcp`, `hook`, `import`.
    pub door: &'static str,
    /// How long a write waits for another writer.
    pub wait: Duration,
    /// How far the words are to be trusted: a person's, an agent's, a model's, an import's.
    pub trust: wiki::policy::Trust,
    /// The project or agent whose pages are seen beside the shared ones; none = all.
    pub scope: Option<String>,
}

/// An open vault.
pub struct Memory {
    vault: Arc<dyn Vault>,
    state: PathBuf,
    /// Looked for at the first write or look back; a recall needs none.
    history: OnceLock<History>,
    index: Index,
    schema: RwLock<Arc<Schema>>,
    /// The layout that the vault's settings name.
    layout: Option<Layout>,
    /// What the last look at the disk could not take in.
    behind: Mutex<sync::Behind>,
    /// What made this the vault that is meant, in words; empty where nobody says.
    chosen_by: String,
    /// How much each piece of evidence counts in a recall.
    weights: search::Weights,
    texts: texts::Texts,
    /// What the vector stream is asked of, where there is such a model.
    model: model::Slot,
    /// How far the table of relations is.
    triples: Mutex<graph::Kept>,
    /// What orders the best passages anew, where there is such a model.
    reranker: rerank::Slot,
    /// The vault lives in this process alone, so that no lock file is needed.
    unshared: bool,
}

impl Memory {
    /// Opens the vault whose root is `root`. What a writer that died left is put right by the next
    /// [`Memory::sync`] or write.
    ///
    /// # Errors
    /// `Unavailable` when `root` is no folder or its state folder cannot be used.
    pub fn open(root: &Path) -> Result<Self, Error> {
        let disk = Disk::open(root).map_err(problem::from_vault)?;
        let root = disk.root().to_path_buf();
        Self::with(Arc::new(disk), root.join(STATE_FOLDER), OnceLock::new())
    }

    /// As [`Memory::open`], on a vault that aborts the process before its `die_at`th changing step
    /// (0 is the first).
    ///
    /// # Errors
    /// As [`Memory::open`].
    #[cfg(feature = "failpoints")]
    pub fn open_dying(root: &Path, die_at: usize) -> Result<Self, Error> {
        let disk = Disk::open(root).map_err(problem::from_vault)?;
        let root = disk.root().to_path_buf();
        let vault = Arc::new(store::Counting::new(disk, die_at));
        Self::with(vault, root.join(STATE_FOLDER), OnceLock::new())
    }

    /// Opens any vault; `state` is the folder for derived state.
    pub(crate) fn with(
        vault: Arc<dyn Vault>,
        state: PathBuf,
        history: OnceLock<History>,
    ) -> Result<Self, Error> {
        let index = index(&state)?;
        let memory = Self {
            vault,
            state,
            history,
            index,
            schema: RwLock::new(Arc::new(Schema::parse(""))),
            layout: None,
            behind: Mutex::new(sync::Behind::default()),
            chosen_by: String::new(),
            weights: search::Weights::default(),
            texts: texts::Texts::default(),
            model: model::Slot::default(),
            triples: Mutex::new(graph::Kept::default()),
            reranker: rerank::Slot::default(),
            unshared: false,
        };
        memory.reload_schema()?;
        Ok(memory)
    }

    /// Lets the rules of `layout`, which the vault's settings name, hold where `SCHEMA.md` has none.
    ///
    /// # Errors
    /// `Unavailable` when `SCHEMA.md` cannot be read.
    pub fn of_layout(mut self, layout: Option<Layout>) -> Result<Self, Error> {
        self.layout = layout;
        // Rules that name this layout are read already.
        if self.schema().layout != layout {
            self.reload_schema()?;
        }
        Ok(self)
    }

    /// Notes for `status` what made this the vault that is meant: a flag, a variable, a folder.
    #[must_use]
    pub fn chosen_by(mut self, why: String) -> Self {
        self.chosen_by = why;
        self
    }

    /// Runs the operation called `name` on `input`.
    ///
    /// # Errors
    /// `BadRequest` for an unknown name or input; else what the operation says.
    pub fn call(
        &self,
        call: &Call,
        name: &str,
        input: serde_json::Value,
    ) -> Result<ops::Reply, Error> {
        let entry = ops::Entry::find(name).ok_or_else(|| {
            Error::bad(format!("no operation is called `{name}`"), "run `memopage --help`")
        })?;
        (entry.call)(self, call, input)
    }

    /// Where the vault's past is recorded.
    pub(crate) fn history(&self) -> &History {
        self.history.get_or_init(|| History::detect(self.root()))
    }

    /// What the last look at the disk could not take in.
    pub(crate) fn behind(&self) -> sync::Behind {
        self.behind.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// The vault's schema as it stands.
    pub(crate) fn schema(&self) -> Arc<Schema> {
        Arc::clone(&self.schema.read().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    /// Reads `SCHEMA.md` anew; a vault without one has the schema of the layout that its settings name.
    pub(crate) fn reload_schema(&self) -> Result<(), Error> {
        let text = match self.vault.stat(SCHEMA_FILE).map_err(problem::from_vault)? {
            None => String::new(),
            Some(_) => {
                let bytes = self.vault.read(SCHEMA_FILE).map_err(problem::from_vault)?;
                String::from_utf8_lossy(&bytes).into_owned()
            }
        };
        let schema = Schema::parse_in(&text, self.layout);
        *self.schema.write().unwrap_or_else(std::sync::PoisonError::into_inner) = Arc::new(schema);
        Ok(())
    }
}

/// The index, on disk if it can be; another process that keeps it for long stops nobody.
fn index(state: &Path) -> Result<Index, Error> {
    let dir = &state.join("index");
    if store::state_is_link(state).map_err(problem::from_vault)? {
        // What lies behind the link is not this vault's to fill.
        let why = "the folder `.memopage` is a link";
        let index = Index::open_readonly(dir, why).map_err(problem::from_index)?;
        return index.leave_files(why).map(|()| index).map_err(problem::from_index);
    }
    Index::open(dir)
        .or_else(|err| Index::open_readonly(dir, &err.to_string()))
        .map_err(problem::from_index)
}

/// The page that holds the vault's schema.
pub(crate) use wiki::schema::FILE as SCHEMA_FILE;
