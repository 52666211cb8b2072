//! Which page a name means.
//!
//! Folds names, finds them in text, and says which page is meant only where exactly one can be; what
//! is merely near is offered, never chosen.

mod duplicate;
mod figures;
mod fold;
mod kin;
mod marked;
mod mention;
mod names;
mod pairs;
mod resolve;
mod seen;
mod surname;

pub use duplicate::near_duplicate;
pub(crate) use duplicate::{stem, words};
pub(crate) use figures::differs_in_figures;
pub(crate) use fold::is_spaceless;
pub use fold::{fold, is_han, says_nothing, slug};
pub(crate) use kin::{is_person, person_led};
pub use kin::{kin, kin_led};
pub use marked::{KINDS, KINDS_HAN, Marked, marked};
pub use mention::{Bearer, Mention, mentions};
pub use pairs::near_duplicates;
pub use resolve::{exact, has_other_signs, is_near_folder, is_other, keys, near, plain, resolve};
pub use seen::seen;
pub use surname::{TITLES, is_nicknamed, is_surnamed};

use crate::path::PagePath;

/// Names of the page of whoever speaks, folded.
pub const SPEAKER: [&str; 8] = ["me", "myself", "i", "user", "the user", "我", "本人", "用户"];

/// What a page is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The page.
    pub path: PagePath,
    /// Its title.
    pub title: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Its `id`.
    pub id: Option<String>,
    /// Its type, as the page or its folder says.
    pub page_type: Option<String>,
}

/// What a typed name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolved {
    /// This page.
    One(PagePath),
    /// No page; these have names that are near.
    None {
        /// In order of nearness.
        near: Vec<PagePath>,
    },
    /// More than one page has this name.
    Many(Vec<PagePath>),
}

#[cfg(test)]
mod tests;
