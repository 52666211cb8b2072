//! What the vector stream needs of a model: text in, vectors out. Models themselves live elsewhere.

use std::ops::Range;
use std::time::Duration;

/// Turns texts into vectors of one length. Implementations are called from several threads.
pub trait Embedder: Send + Sync {
    /// What its vectors may be compared with: changes with weights, pooling, prefixes or length.
    fn fingerprint(&self) -> &str;

    /// Numbers in a vector.
    fn dimensions(&self) -> usize;

    /// What is known of its scores.
    fn traits(&self) -> Traits;

    /// Tokens of `text` by the model's own tokenizer, special ones left out; an estimate where the
    /// tokenizer is not at hand.
    fn count(&self, text: &str) -> usize;

    /// Byte ranges of `text`, in order and without gaps, each of which fits the model's window. A text
    /// that fits is one range, an empty one none.
    fn pieces(&self, text: &str) -> Vec<Range<usize>>;

    /// A vector of length one for each text. A text longer than the window must have been cut with
    /// [`Embedder::pieces`].
    ///
    /// # Errors
    /// Whatever keeps it from answering for all of the texts.
    fn embed(&self, side: Side, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError>;
}

/// Whether a text asks or is asked for; some models want to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// A question.
    Query,
    /// A piece of a page.
    Passage,
}

/// What is known of a model's cosines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Traits {
    /// Usual cosine of a question and a text that has nothing to do with it.
    pub floor: f32,
    /// Usual cosine of a question and the text that answers it.
    pub match_at: f32,
    /// Whether it reads other languages than English. One that does not is not asked in them.
    pub multilingual: bool,
}

/// Scores how well each passage answers a question, both read together (a cross-encoder).
pub trait Reranker: Send + Sync {
    /// Names model and weights; scores of two fingerprints are never mixed.
    fn fingerprint(&self) -> &str;

    /// What is known of its scores.
    fn traits(&self) -> Traits;

    /// One score a passage, greater is better, in the model's own measure. Longer passages than its
    /// window are read in pieces, and the best piece counts.
    ///
    /// # Errors
    /// Whatever keeps it from answering.
    fn rank(&self, question: &str, passages: &[&str]) -> Result<Vec<f32>, ModelError>;
}

/// Why a model did not answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ModelError {
    /// What a person should know, with a hint where there is one.
    pub message: String,
    /// Whether the same call may succeed later.
    pub transient: bool,
    /// How long to wait before it, where the other side said so.
    pub retry_after: Option<Duration>,
}
