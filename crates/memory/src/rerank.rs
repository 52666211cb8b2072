//! The reranker: opened when it is first asked. One that cannot be had changes an answer's order and
//! nothing else, and the answer says why.

use crate::Memory;
use search::Reranker;
use std::sync::{Arc, Mutex, PoisonError};

/// What to do where none is installed.
const GET_ONE: &str = "`memopage models pull ms-marco-MiniLM-L6-v2` gets one";

/// Whether a reranker is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rerank {
    No,
    /// Where the vault has one.
    IfThere,
    /// By name: that there is none is worth a warning.
    Asked,
}

/// Opens the reranker if there is one, or says why it cannot be had.
type Opener = dyn Fn() -> Result<Option<Arc<dyn Reranker>>, String> + Send + Sync;

#[derive(Default)]
pub(crate) struct Slot(Mutex<State>);

#[derive(Default, Clone)]
struct State {
    opener: Option<Arc<Opener>>,
    is_open: bool,
}

impl Memory {
    /// Says how the vault's reranker is opened, once something needs it; nothing where there is none. An
    /// opener that fails is tried again the next time.
    #[must_use]
    pub fn offer_reranker(
        self,
        opener: impl Fn() -> Result<Option<Arc<dyn Reranker>>, String> + Send + Sync + 'static,
    ) -> Self {
        let state = State { opener: Some(Arc::new(opener)), is_open: false };
        *self.reranker.0.lock().unwrap_or_else(PoisonError::into_inner) = state;
        self
    }

    /// Opens the reranker if it is wanted and not open yet; why there is none, where that matters.
    pub(crate) fn unranked(&self, rerank: Rerank) -> Option<String> {
        if rerank == Rerank::No {
            return None;
        }
        let state = self.reranker.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if state.is_open {
            return None;
        }
        match state.opener.map_or(Ok(None), |opener| opener()) {
            Err(why) => Some(why),
            Ok(None) => {
                (rerank == Rerank::Asked).then(|| format!("no reranker is in use; {GET_ONE}"))
            }
            Ok(Some(model)) => {
                self.index.use_reranker(model);
                self.reranker.0.lock().unwrap_or_else(PoisonError::into_inner).is_open = true;
                None
            }
        }
    }
}
