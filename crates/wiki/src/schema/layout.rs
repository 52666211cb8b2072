//! The layouts that `init` writes.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::{UnknownWord, parse};
use crate::canon::fold;

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

/// A file of a layout, from this crate's folder `layouts`.
macro_rules! files {
    ($layout:literal: $($file:literal),+ $(,)?) => {
        &[$(($file, include_str!(concat!("../../layouts/", $layout, "/", $file)))),+]
    };
}

const AGENT: &[(&str, &str)] = files!("agent":
    "SCHEMA.md", "index.md", "log.md", "NOW.md", "templates/user.md", "templates/project.md",
    "templates/meeting.md", "templates/daily.md", "templates/procedure.md",
);
const WIKI: &[(&str, &str)] = files!("wiki":
    "SCHEMA.md", "index.md", "log.md", "templates/entity.md", "templates/concept.md",
    "templates/comparison.md", "templates/query.md",
);
const DOCS: &[(&str, &str)] = files!("docs":
    "SCHEMA.md", "index.md", "log.md", "templates/incident.md", "templates/client.md",
    "templates/complaint.md", "templates/policy.md", "templates/sop.md", "templates/decision-log.md",
);
const PERSONAL: &[(&str, &str)] = files!("personal":
    "SCHEMA.md", "INDEX.md", "log.md", "NOW.md", "templates/daily.md", "templates/lesson.md",
    "templates/person.md", "templates/rule.md",
);

/// What each layout's `SCHEMA.md` says to its reader before the block that is read.
const PREFACE: &str = include_str!("../../layouts/preface.md");

/// The folded names of the page types of all layouts.
static TYPES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let schemas = Layout::ALL.into_iter().map(parse::built_in);
    schemas.flat_map(|it| it.types).map(|it| fold(&it.name)).collect()
});

/// Whether a layout has a type of this folded name. Pages of days and conversations are made in all of them.
pub(super) fn has_type(folded: &str) -> bool {
    TYPES.contains(folded)
}

impl Layout {
    /// All layouts, the default first.
    pub const ALL: [Self; 4] = [Self::Agent, Self::Wiki, Self::Docs, Self::Personal];

    /// The files of the layout: vault path with ending, and content. In templates `{{title}}`, `{{date}}`,
    /// and `{{time}}` stand for what a new page fills in. Folders are made when a page is written to them.
    pub fn files(self) -> Vec<(&'static str, String)> {
        let text = |file: &str, content: &str| match file {
            super::FILE => format!("{PREFACE}{content}"),
            _ => content.to_owned(),
        };
        self.table().iter().map(|(file, content)| (*file, text(file, content))).collect()
    }

    /// The block of the layout's `SCHEMA.md`.
    pub(super) fn schema_file(self) -> &'static str {
        self.table()[0].1
    }

    fn table(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Agent => AGENT,
            Self::Wiki => WIKI,
            Self::Docs => DOCS,
            Self::Personal => PERSONAL,
        }
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
