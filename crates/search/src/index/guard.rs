//! What becomes of a call that meets damaged files, or files that cannot be written: damage ends the
//! files' present life, so that the next look starts over; files that cannot be written are left for a
//! copy in memory. Panics of the libraries below are taken for damage, since nothing else makes them.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, PoisonError};

use super::{Access, Index, State, open};
use crate::error::IndexError;

thread_local! {
    static GUARDED: Cell<usize> = const { Cell::new(0) };
}

/// Threads of tantivy's own, whose panics end a call that is guarded.
const THREADS: [&str; 4] = ["merge_thread", "segment_updater", "thrd-tantivy", "tantivy"];

/// Whether a panic of this thread is caught and becomes an error, so that nobody needs to be told of it
/// twice. For panic hooks.
#[must_use]
pub fn panic_is_caught() -> bool {
    let ours = GUARDED.try_with(|depth| depth.get() > 0).unwrap_or(false);
    ours || std::thread::current()
        .name()
        .is_some_and(|name| THREADS.iter().any(|thread| name.starts_with(thread)))
}

/// Runs `work`; a panic in it is damage.
pub(super) fn guarded<T>(
    dir: &Path,
    work: impl FnOnce() -> Result<T, IndexError>,
) -> Result<T, IndexError> {
    GUARDED.with(|depth| depth.set(depth.get() + 1));
    let result = catch_unwind(AssertUnwindSafe(work));
    GUARDED.with(|depth| depth.set(depth.get() - 1));
    match result {
        Ok(Err(error)) if error.is_damage() => Err(damaged(dir, error)),
        Ok(result) => result,
        Err(panic) => Err(IndexError::Damaged { dir: dir.to_owned(), why: said(&*panic) }),
    }
}

fn damaged(dir: &Path, error: IndexError) -> IndexError {
    match error {
        IndexError::Damaged { .. } => error,
        other => IndexError::Damaged { dir: dir.to_owned(), why: other.to_string() },
    }
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "its files make no sense".to_owned())
}

impl Index {
    /// Runs one call on the present files. Damage ends their life; where they cannot be written, the call
    /// runs on a copy in memory.
    pub(super) fn on<T>(
        &self,
        work: impl Fn(&State) -> Result<T, IndexError>,
    ) -> Result<T, IndexError> {
        let state = self.state()?;
        let error = match guarded(&self.dir, || work(&state)) {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        if error.is_damage() {
            self.give_up(&state, &error);
            return Err(error);
        }
        if error.is_unwritable() && state.access == Access::Shared {
            let private = self.leave(&error)?;
            return guarded(&self.dir, || work(&private));
        }
        Err(error)
    }

    /// Goes on with a copy in memory, or with an empty index in memory if none can be made.
    fn leave(&self, why: &IndexError) -> Result<Arc<State>, IndexError> {
        let (state, rebuild) = open::private(&self.dir, why)?;
        Ok(self.replace_state(state, rebuild))
    }

    /// Ends the present files' life; the next look replaces them.
    fn give_up(&self, state: &State, why: &IndexError) {
        let ended = state.access == Access::Shared && open::end(&self.dir, &state.epoch).is_ok();
        if !ended && let Ok((state, rebuild)) = open::in_memory(&self.dir, &why.to_string()) {
            self.replace_state(state, rebuild);
        }
        *self.why_rebuild.lock().unwrap_or_else(PoisonError::into_inner) = Some(why.to_string());
    }

    pub(super) fn replace_state(&self, state: State, why: Option<String>) -> Arc<State> {
        if let Some(why) = why {
            // The first reason is the true one: after damage there merely is no index yet.
            self.why_rebuild.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
        }
        let state = Arc::new(state);
        *self.state.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&state);
        state
    }
}
