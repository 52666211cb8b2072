//! A score in [0, 1] that means something.
