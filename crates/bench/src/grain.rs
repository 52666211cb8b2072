//! What an answer may be, by the names that reports use.

use search::Unit;

/// What is asked for and scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Grain {
    Session,
    Turn,
    Page,
}

impl Grain {
    /// Its key in a report.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Turn => "turn",
            Self::Page => "page",
        }
    }

    /// What the index is asked for.
    pub(crate) fn unit(self) -> Unit {
        match self {
            Self::Session => Unit::Session,
            Self::Turn => Unit::Turn,
            Self::Page => Unit::Page,
        }
    }
}

/// The name of a turn among all sessions.
pub(crate) fn turn_name(session: &str, turn: &str) -> String {
    format!("{session}#{turn}")
}
