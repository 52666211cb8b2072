//! The schema, its layouts and its words.
