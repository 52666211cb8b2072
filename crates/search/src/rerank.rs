//! The reranker in use and what it said lately. Which passages it reads and what its word counts is the
//! query's business.

use std::sync::{Arc, Mutex, PoisonError, RwLock};

use crate::embed::{ModelError, Reranker};
use crate::vector::{Key, key};
use crate::view::Kept;

/// Scores that are kept, at about 40 bytes each: those of some four hundred questions.
const SCORES_MAX: usize = 20_000;

/// A place for a reranker, and the scores given there. A score is kept under the question, the passage
/// and the model's fingerprint, so that another model's is never taken for it.
#[derive(Default)]
pub(crate) struct Judge {
    model: RwLock<Option<Arc<dyn Reranker>>>,
    scores: Mutex<Kept<Key, f32>>,
}

/// The reranker as one query sees it.
pub(crate) struct Seat<'a> {
    model: Arc<dyn Reranker>,
    scores: &'a Mutex<Kept<Key, f32>>,
}

impl Judge {
    pub(crate) fn use_model(&self, model: Arc<dyn Reranker>) {
        *self.model.write().unwrap_or_else(PoisonError::into_inner) = Some(model);
    }

    /// None where no reranker is in use.
    pub(crate) fn seat(&self) -> Option<Seat<'_>> {
        let model = self.model.read().unwrap_or_else(PoisonError::into_inner).clone()?;
        Some(Seat { model, scores: &self.scores })
    }
}

impl Seat<'_> {
    pub(crate) fn model(&self) -> &dyn Reranker {
        &*self.model
    }

    /// A score for each passage. The model reads those that it has not scored lately, each text once.
    pub(crate) fn rank(&self, question: &str, passages: &[&str]) -> Result<Vec<f32>, ModelError> {
        let name = self.model.fingerprint().as_bytes();
        let keys: Vec<Key> = passages
            .iter()
            .map(|passage| key(&[name, question.as_bytes(), passage.as_bytes()]))
            .collect();
        let mut found: Vec<Option<f32>> = {
            let mut kept = self.scores.lock().unwrap_or_else(PoisonError::into_inner);
            keys.iter().map(|key| kept.get(key, SCORES_MAX)).collect()
        };
        let mut asked: Vec<usize> = Vec::new();
        for at in (0..passages.len()).filter(|at| found[*at].is_none()) {
            if asked.iter().all(|before| keys[*before] != keys[at]) {
                asked.push(at);
            }
        }
        if !asked.is_empty() {
            let texts: Vec<&str> = asked.iter().map(|at| passages[*at]).collect();
            let scores = self.model.rank(question, &texts)?;
            if scores.len() != texts.len() || scores.iter().any(|score| !score.is_finite()) {
                let message = "the reranker gave no score for a passage".to_owned();
                return Err(ModelError { message, transient: false, retry_after: None });
            }
            let mut kept = self.scores.lock().unwrap_or_else(PoisonError::into_inner);
            for (at, score) in asked.iter().zip(scores) {
                kept.put(keys[*at], score, SCORES_MAX);
                let same = (0..keys.len()).filter(|other| keys[*other] == keys[*at]);
                same.for_each(|other| found[other] = Some(score));
            }
        }
        Ok(found.into_iter().map(|score| score.unwrap_or(f32::NEG_INFINITY)).collect())
    }
}
