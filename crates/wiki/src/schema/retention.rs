//! What becomes of a page by its priority: data, carried out elsewhere.

use super::Priority;

/// The retention table of a vault.
#[derive(Clone, Debug, PartialEq)]
pub struct Retention {
    /// One row per priority, in the order of the file. A priority without a row is left alone.
    pub rows: Vec<RetentionRow>,
    /// Days since `last_verified` after which a knowledge page is stale; `None` for never.
    pub(crate) stale_after_days: Option<u32>,
    /// The folder that archived pages move to.
    pub archive: String,
}

/// What becomes of pages of one priority.
#[derive(Clone, Debug, PartialEq)]
pub struct RetentionRow {
    /// Of these pages.
    pub priority: Priority,
    /// Days between reviews; `None` for no review.
    pub review_days: Option<u32>,
    /// What the maintenance run does.
    pub then: Then,
    /// What a past `expires:` does.
    pub expires: OnExpiry,
    /// Days after which the strength of an observed fact is halved; `None` does not decay.
    pub half_life_days: Option<u32>,
}

/// What the maintenance run does with a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Nothing; an overdue review is reported.
    Keep,
    /// Reports it as stale, and a person decides.
    Report,
    /// Lowers its priority.
    Lower {
        /// To this one.
        to: Priority,
        /// After so long without update.
        after: After,
    },
    /// Moves it to the archive.
    Archive {
        /// After so long without update.
        after: After,
    },
}

/// A time without update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// Days.
    Days(u32),
    /// Review periods of the row.
    Reviews(u32),
}

/// What a past `expires:` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnExpiry {
    /// The fact goes to the history, the page to the archive, at once.
    Archive,
    /// It is reported.
    Report,
    /// Nothing.
    Ignore,
}

impl Retention {
    /// The row of a priority.
    pub fn row(&self, priority: Priority) -> Option<&RetentionRow> {
        self.rows.iter().find(|row| row.priority == priority)
    }
}

impl RetentionRow {
    /// How long a page stands without update before [`RetentionRow::then`] touches it, in days; `None` for never.
    pub(crate) fn days_until_action(&self) -> Option<u32> {
        let after = match self.then {
            Then::Keep | Then::Report => return None,
            Then::Lower { after, .. } | Then::Archive { after } => after,
        };
        match after {
            After::Days(days) => Some(days),
            After::Reviews(count) => self.review_days.map(|days| days.saturating_mul(count)),
        }
    }
}
