//! How pages hang together: which page a link reaches, and which links follow a page that moves.
//!
//! Reads links that `link` has found, and changes nothing: a rename gives edits as data.

mod anchor;
mod files;
mod rename;
#[cfg(test)]
mod tests;

pub use anchor::anchor_section;
pub use files::{Files, How, Target, join};
pub use rename::rename_edits;
pub(crate) use rename::{percent_encoded, relative_path};
