//! How the streams of a recall become one score: what the door says of it, and how an answer tells it.
//!
//! What the two ways are and how they score is in `search`.

use crate::Memory;
use schemars::JsonSchema;
use search::{Fusion, Weights};
use serde::Serialize;
use std::fmt;

/// How the streams' scores became one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "by", rename_all = "snake_case")]
pub(crate) enum Fused {
    /// Standardised scores were added
    Zscore,
    /// Reciprocal ranks were added
    Rrf {
        /// What is added to every rank
        k: f64,
        /// How much the rank by words counts
        lexical: f64,
        /// How much the rank by likeness counts
        vector: f64,
    },
}

impl Fused {
    pub(crate) fn of(weights: &Weights) -> Self {
        let [k, lexical, vector] = weights.reciprocal;
        match weights.fusion {
            Fusion::Standard => Self::Zscore,
            Fusion::Reciprocal => Self::Rrf { k, lexical, vector },
        }
    }
}

impl fmt::Display for Fused {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zscore => out.write_str("fused by standardised scores (zscore)"),
            Self::Rrf { k, lexical, vector } => write!(
                out,
                "fused by reciprocal ranks (rrf): k {k}, words {lexical}, likeness {vector}"
            ),
        }
    }
}

impl Memory {
    /// Says how much each piece of evidence counts in a recall, and how the streams' scores become one;
    /// the defaults where this is never called.
    #[must_use]
    pub fn weigh_by(mut self, weights: Weights) -> Self {
        self.weights = weights;
        self
    }
}
