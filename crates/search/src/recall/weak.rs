//! When a hit is so much weaker than a sure best one that it answers nothing beside it.
//!
//! A passage that shares a word or two with the question is a hit, too, and nine of them below the one
//! that answers are read for nothing. Whether such hits are left out is the caller's choice.

/// The share of the best hit's score below which a hit is weak.
const SHARE: f64 = 0.15;
/// A best hit of less than this score may be wrong, and then the right one is among the others.
const SURE: f64 = 0.5;

/// Whether a hit of this score is weak beside the best one; scores are those of one answer's hits.
pub fn is_weak(score: f64, best: f64) -> bool {
    best >= SURE && score < SHARE * best
}
