//! The vector stream as callers of the index see it: which model, how far it is, fill it.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, PoisonError};

use super::Index;
use crate::embed::{Embedder, Reranker};
use crate::vector::{Coverage, Filled, Filling, Swept, VectorError, Vectors};

impl Index {
    /// Uses a model from now on; its vectors are kept in `dir`, apart from other models'. Vectors that are
    /// missing are made by [`Self::fill`] alone.
    ///
    /// # Errors
    /// When the vectors' file can neither be opened nor made; words are searched without it.
    pub fn use_model(&self, dir: &Path, embedder: Arc<dyn Embedder>) -> Result<(), VectorError> {
        let vectors = Arc::new(Vectors::open(dir, embedder)?);
        *self.vectors.write().unwrap_or_else(PoisonError::into_inner) = Some(vectors);
        Ok(())
    }

    /// Lets a model order the best passages of each answer anew from now on.
    pub fn use_reranker(&self, reranker: Arc<dyn Reranker>) {
        self.judge.use_model(reranker);
    }

    pub(super) fn vectors(&self) -> Option<Arc<Vectors>> {
        self.vectors.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many pages have vectors of the model in use, and the bytes that these take on disk; none without
    /// a model.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn coverage(&self) -> Result<Option<(Coverage, u64)>, VectorError> {
        let Some(vectors) = self.vectors() else { return Ok(None) };
        let state = self.state()?;
        Ok(Some((vectors.coverage(&state.catalogue)?, vectors.bytes())))
    }

    /// What is told where only another model has read the vault: "the vectors are of another model, …"; nothing
    /// without a model, nor where no other one left any.
    pub fn other_model(&self) -> Option<String> {
        self.vectors()?.others()
    }

    /// Embeds what has no vector yet, newest pages first; none without a model. `texts` gives a file's
    /// present text; `more` sees the progress and says whether to go on. What was done is kept, however it
    /// ends, and any process may go on from there.
    ///
    /// # Errors
    /// When the files cannot be read or written.
    pub fn fill(
        &self,
        texts: &dyn Fn(&str) -> Option<String>,
        more: &mut dyn FnMut(&Filling) -> ControlFlow<()>,
    ) -> Result<Option<Filled>, VectorError> {
        let Some(vectors) = self.vectors() else { return Ok(None) };
        let state = self.state()?;
        vectors.fill(&state.catalogue, texts, more).map(Some)
    }

    /// Reads all of the vectors' file and tells whether it is whole; nothing without a model.
    ///
    /// # Errors
    /// When it is damaged, so that the next filler makes it anew, or cannot be read.
    pub fn check_vectors(&self) -> Result<(), VectorError> {
        self.vectors().map_or(Ok(()), |vectors| vectors.check())
    }

    /// Drops vectors of pages that are no longer; nothing while pages are still missing from the index, nor
    /// while another process embeds. Returns how many pages' and how many vectors went.
    ///
    /// # Errors
    /// When the files cannot be read or written.
    pub fn sweep_vectors(&self) -> Result<Swept, VectorError> {
        const NOTHING: Swept = Swept::Done { pages: 0, vectors: 0 };
        let Some(vectors) = self.vectors() else { return Ok(NOTHING) };
        let state = self.state()?;
        if self.why_rebuild().is_some() || state.catalogue.marks()?.rebuilding {
            return Ok(NOTHING);
        }
        vectors.sweep(&state.catalogue)
    }
}
