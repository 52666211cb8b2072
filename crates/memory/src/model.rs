//! The model behind the vector stream: opened when it is first asked for, and what is known of its vectors.
//!
//! Which model that is and how it is opened comes from the door. A model that cannot be had never stops
//! anything: words answer, and whoever asked for likeness is told why.

use crate::{Error, Kind, Memory, STATE_FOLDER, problem};
use schemars::JsonSchema;
use search::{Embedder, Filled, Filling, Worker};
use serde::Serialize;
use std::fmt;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The folder of vectors below the state folder.
const FOLDER: &str = "vectors";
/// How long at most who drops vectors waits for who makes them.
const SWEEP_WAIT: Duration = Duration::from_secs(3);
/// What to do where no model is in use.
const GET_ONE: &str = "`memopage models pull NAME` gets one, `memopage models use NAME` uses it";

/// How much a model is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// To say how far its vectors are; not worth a call over a network.
    Look,
    /// To make vectors.
    Ask,
}

/// Opens a model, or says why it cannot be had.
type Opener = dyn Fn(Need) -> Result<Arc<dyn Embedder>, String> + Send + Sync;

#[derive(Default)]
pub(crate) struct Slot(Mutex<State>);

#[derive(Default, Clone)]
struct State {
    /// The name the vault knows it by.
    name: Option<String>,
    opener: Option<Arc<Opener>>,
    is_open: bool,
}

/// What `status` says of the vectors.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct VectorsState {
    /// The model that the vault uses
    model: String,
    /// Pages that have vectors of this model
    embedded: usize,
    /// Pages
    pages: usize,
    /// Whose the vectors are, where the vault has some of another model alone
    #[serde(skip_serializing_if = "Option::is_none")]
    of_another: Option<String>,
    /// Pages that wait to be read
    queued: usize,
    /// Whether somebody reads them at the moment
    worker_runs: bool,
    /// What the last worker could not do
    #[serde(skip_serializing_if = "Option::is_none")]
    worker_problem: Option<String>,
    /// Bytes of the vectors on disk
    bytes: u64,
    /// Why it cannot be asked, or not be counted
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// What became of vectors that no page needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Swept {
    /// How many went.
    pub vectors: usize,
    /// Why they could not be looked at.
    pub problem: Option<String>,
}

impl Memory {
    /// Uses a model from now on. Its vectors are kept in the vault's state folder, apart from those of other
    /// models; the ones that are missing are made by [`Memory::fill`].
    ///
    /// # Errors
    /// `Unavailable` when they cannot be kept there; words are searched without them.
    fn use_model(&self, embedder: Arc<dyn Embedder>) -> Result<(), Error> {
        let fingerprint = embedder.fingerprint();
        let name = fingerprint.rsplit_once('@').map_or(fingerprint, |(name, _)| name).to_owned();
        self.index.use_model(&self.vectors_folder(), embedder).map_err(problem::from_vectors)?;
        let mut state = self.model.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.is_open = true;
        state.name.get_or_insert(name);
        Ok(())
    }

    /// Names the model that the vault uses and how it is opened, once something needs it. An opener that
    /// fails is tried again the next time.
    #[must_use]
    pub fn offer_model(
        self,
        name: String,
        opener: impl Fn(Need) -> Result<Arc<dyn Embedder>, String> + Send + Sync + 'static,
    ) -> Self {
        let state = State { name: Some(name), opener: Some(Arc::new(opener)), is_open: false };
        *self.model.0.lock().unwrap_or_else(PoisonError::into_inner) = state;
        self
    }

    /// Makes the vectors that are missing, newest pages first, a batch at a time. `more` sees the progress
    /// and says whether to go on; what was done is kept, however it ends.
    ///
    /// # Errors
    /// `Unavailable` without a model, or when vectors cannot be read or written.
    pub fn fill(&self, more: &mut dyn FnMut(&Filling) -> ControlFlow<()>) -> Result<Filled, Error> {
        if let Some(why) = self.lacking(Need::Ask) {
            return Err(match self.model_named() {
                None => Error::new(Kind::Unavailable, "no model is in use").hint(GET_ONE),
                Some(_) => Error::new(Kind::Unavailable, why)
                    .hint("put that right, or choose another model with `memopage models use`"),
            });
        }
        let filled = self.index.fill(&|file| self.page_text(file), more);
        let filled = filled.map_err(problem::from_vectors)?;
        filled.ok_or_else(|| Error::new(Kind::Unavailable, "no model is in use").hint(GET_ONE))
    }

    /// The turn to make vectors, for somebody who waits for it at most so long.
    ///
    /// # Errors
    /// `Busy` when another process is at it all the while, `Unavailable` when vectors cannot be kept.
    pub fn worker_within(&self, wait: Duration) -> Result<Worker, Error> {
        let turn = Worker::within(&self.vectors_folder(), wait).map_err(problem::from_vectors)?;
        turn.ok_or_else(|| {
            Error::new(Kind::Busy, "another process is embedding this vault")
                .hint("`memopage status` shows how far it is; recall works meanwhile")
        })
    }

    /// The turn to make vectors, for a worker in the background, however long it takes; none where one
    /// waits already, which will see what this one would.
    ///
    /// # Errors
    /// `Unavailable` when vectors cannot be kept.
    pub fn worker_queued(&self) -> Result<Option<Worker>, Error> {
        Worker::queue(&self.vectors_folder()).map_err(problem::from_vectors)
    }

    /// Whether a worker waits that will see every page written so far.
    #[must_use]
    pub fn is_worker_waiting(&self) -> bool {
        Worker::is_waiting(&self.vectors_folder())
    }

    fn vectors_folder(&self) -> PathBuf {
        self.state.join(FOLDER)
    }

    /// Drops vectors of the model in use that no page needs any more; nothing goes without a model, nor while
    /// another process embeds longer than `wait` or a few seconds.
    ///
    /// # Errors
    /// `Unavailable` when vectors cannot be read or written.
    pub fn sweep_vectors(&self, wait: Duration) -> Result<Swept, Error> {
        let Some(model) = self.model_named() else { return Ok(Swept::default()) };
        if let Some(why) = self.lacking(Need::Look) {
            let problem = Some(format!("the vectors of {model} were left as they are: {why}"));
            return Ok(Swept { vectors: 0, problem });
        }
        // Who holds the turn is waited for by workers, so that none of them finds the vectors taken.
        let folder = self.vectors_folder();
        let turn = Worker::within(&folder, wait.min(SWEEP_WAIT)).map_err(problem::from_vectors)?;
        let swept = match turn {
            Some(_) => self.index.sweep_vectors().map_err(problem::from_vectors)?,
            None => search::Swept::Busy,
        };
        Ok(match swept {
            search::Swept::Done { vectors, .. } => Swept { vectors, problem: None },
            search::Swept::Renewed => {
                let problem = "the vectors' file was damaged and is empty now: `memopage embed` makes them anew";
                Swept { vectors: 0, problem: Some(problem.to_owned()) }
            }
            search::Swept::Busy => {
                let problem = "the vectors were left as they are: another process is embedding";
                Swept { vectors: 0, problem: Some(problem.to_owned()) }
            }
        })
    }

    /// Reads all vectors of the model in use and tells whether they are whole, and of how many of how many
    /// pages there are any; nothing without a model.
    ///
    /// # Errors
    /// `Corrupt` when they are damaged, `Unavailable` when they cannot be read.
    pub fn check_vectors(&self) -> Result<Option<search::Coverage>, Error> {
        if self.lacking(Need::Look).is_some() {
            return Ok(None);
        }
        self.index.check_vectors().map_err(problem::from_vectors)?;
        let coverage = self.index.coverage().map_err(problem::from_vectors)?;
        Ok(coverage.map(|(coverage, _)| coverage))
    }

    /// The model that the vault names.
    pub(crate) fn model_named(&self) -> Option<String> {
        self.model.0.lock().unwrap_or_else(PoisonError::into_inner).name.clone()
    }

    /// Opens the model if it is not open yet; why there is none, where there is none.
    pub(crate) fn lacking(&self, need: Need) -> Option<String> {
        let state = self.model.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if state.is_open {
            return None;
        }
        let Some(opener) = state.opener else {
            return Some(format!("no model is in use; {GET_ONE}"));
        };
        match opener(need) {
            Err(why) => Some(why),
            Ok(embedder) => self
                .use_model(embedder)
                .err()
                .map(|err| format!("vectors cannot be kept in {STATE_FOLDER}: {}", err.message)),
        }
    }

    /// What `status` says of the vectors; nothing where the vault names no model.
    pub(crate) fn vectors_state(&self) -> Option<VectorsState> {
        let model = self.model_named()?;
        let folder = self.vectors_folder();
        let mut said = VectorsState {
            model,
            embedded: 0,
            pages: 0,
            of_another: None,
            queued: 0,
            worker_runs: Worker::is_running(&folder),
            worker_problem: Worker::problem(&folder),
            bytes: 0,
            problem: None,
        };
        said.problem = self.lacking(Need::Look);
        match self.index.coverage() {
            Ok(Some((coverage, bytes))) => {
                (said.embedded, said.pages, said.bytes) =
                    (coverage.embedded, coverage.pages, bytes);
                let is_new = coverage.embedded == 0 && coverage.pages > 0;
                said.of_another = is_new.then(|| self.index.other_model()).flatten();
                said.queued = coverage.pages.saturating_sub(coverage.embedded);
            }
            Ok(None) => {}
            Err(err) => said.problem = Some(problem::from_vectors(err).message),
        }
        Some(said)
    }
}

impl fmt::Display for VectorsState {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { model, embedded, pages, queued, bytes, .. } = self;
        if let Some(why) = &self.problem {
            return write!(out, "{model}: {why}");
        }
        let mib = *bytes as f64 / (1024.0 * 1024.0);
        write!(out, "{model}: {embedded} of {pages} pages, {mib:.1} MiB")?;
        if let Some(other) = &self.of_another {
            write!(out, "; {other}")?;
        }
        match (self.worker_runs, queued) {
            (false, 0) => Ok(()),
            (true, _) => write!(out, "; {queued} wait, and a worker reads them"),
            (false, _) => {
                write!(out, "; {queued} wait, and the next worker or `memopage embed` reads them")
            }
        }?;
        match &self.worker_problem {
            None => Ok(()),
            Some(why) => write!(out, "; the last worker stopped: {why}"),
        }
    }
}
