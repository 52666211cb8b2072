//! The layouts that `init` writes.

use std::fmt;
use std::str::FromStr;

use super::UnknownWord;

/// A named set of page types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Users, projects, meetings, days, sessions, procedures.
    Agent,
    /// Raw sources, and entities, concepts and comparisons written from them.
    Wiki,
    /// A team's incidents, policies, clients, decisions.
    Docs,
    /// One person's memory.
    Personal,
}

impl Layout {
    /// The files of the layout: vault path with ending, and content.
    pub fn files(self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

impl FromStr for Layout {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        Ok(match word.trim().to_lowercase().as_str() {
            "agent" => Self::Agent,
            "wiki" => Self::Wiki,
            "docs" => Self::Docs,
            "personal" => Self::Personal,
            _ => {
                return Err(UnknownWord {
                    word: word.to_owned(),
                    expected: "agent, wiki, docs, personal",
                });
            }
        })
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Agent => "agent",
            Self::Wiki => "wiki",
            Self::Docs => "docs",
            Self::Personal => "personal",
        })
    }
}
