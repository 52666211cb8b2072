//! The engine: one write path, one query path, and every operation registered once.

pub mod import;
