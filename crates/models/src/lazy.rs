//! A value made at its first use. Unlike the standard library's cells it can fail, and tries again.

use std::sync::{Arc, Mutex, PoisonError};

pub(crate) struct Lazy<T>(Mutex<Option<Arc<T>>>);

impl<T> Lazy<T> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Whether the value is there already.
    pub(crate) fn is_made(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// The value; whoever comes while it is made waits for it.
    pub(crate) fn get<E>(&self, make: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        // A panic while making leaves `None` behind, which is a sound state.
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = &*slot {
            return Ok(Arc::clone(value));
        }
        let value = Arc::new(make()?);
        *slot = Some(Arc::clone(&value));
        Ok(value)
    }
}
