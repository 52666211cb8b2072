//! What a write gives back: the same few fields for every operation that changes pages.

use crate::apply::Applied;
use crate::on_a_line;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// What became of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Outcome {
    /// A page was made.
    Created,
    /// A page was changed.
    Updated,
    /// Something new stands on the page.
    Added,
    /// A newer value took the place of an older one.
    Replaced,
    /// Everything stood there already.
    Unchanged,
    /// A page lies elsewhere now.
    Moved,
    /// A page is kept, but out of sight.
    Archived,
    /// A fact is history now.
    Retired,
    /// A page is gone from the vault.
    Erased,
    /// What was out of sight, or older, stands again.
    Restored,
    /// A change was taken back.
    Undone,
}

impl Outcome {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Updated => "updated",
            Self::Added => "added to",
            Self::Replaced => "replaced in",
            Self::Unchanged => "unchanged",
            Self::Moved => "moved",
            Self::Archived => "archived",
            Self::Retired => "retired in",
            Self::Erased => "erased",
            Self::Restored => "restored",
            Self::Undone => "undone in",
        }
    }
}

/// The account of one write.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Receipt {
    /// What became of it.
    pub(crate) outcome: Outcome,
    /// The page's path in the vault, without `.md`
    pub(crate) page: String,
    /// Content hash of the page as it stands now; name it as `expected` in a later write
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) revision: Option<String>,
    /// Every page that changed, this one included
    pub(crate) changed: Vec<String>,
    /// The git commit, where the vault keeps history
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) commit: Option<String>,
    /// The operation that was taken back, as its commit calls it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undid: Option<String>,
    /// What else became of the page, or of others
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
    /// What else to know
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) warnings: Vec<String>,
}

impl Receipt {
    /// The receipt of `applied` for the page called `page`.
    pub(crate) fn of<T>(outcome: Outcome, page: &str, applied: &Applied<T>) -> Self {
        let outcome = if applied.pages.is_empty() { Outcome::Unchanged } else { outcome };
        Self {
            outcome,
            page: page.to_owned(),
            revision: applied
                .pages
                .iter()
                .find(|(path, _)| path.as_str() == page)
                .and_then(|(_, revision)| revision.clone()),
            changed: applied.pages.iter().map(|(path, _)| path.to_string()).collect(),
            commit: applied.commit.clone(),
            undid: None,
            notes: applied.notes.clone(),
            warnings: applied.warnings.clone(),
        }
    }
}

impl fmt::Display for Receipt {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} {}", self.outcome.word(), on_a_line(&self.page))?;
        let others = self.changed.iter().filter(|it| **it != self.page).count();
        if others > 0 {
            write!(out, " (and {others} more)")?;
        }
        if let Some(undid) = &self.undid {
            write!(out, "\ntaken back: {}", on_a_line(undid))?;
        }
        for note in &self.notes {
            write!(out, "\n{}", on_a_line(note))?;
        }
        for warning in &self.warnings {
            write!(out, "\nwarning: {}", on_a_line(warning))?;
        }
        Ok(())
    }
}
