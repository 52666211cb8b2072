//! Why a write is not allowed.

use std::fmt;

use super::Misvalue;
use crate::page::Problem;
use crate::path::{PagePath, PathProblem};
use crate::schema::WriteRule;

/// Why changes may not be written; none of them was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The write rule of the page's type forbids it.
    Rule {
        /// The page.
        path: PagePath,
        /// The rule.
        rule: WriteRule,
        /// What the change would do: `removes line 12`.
        what: String,
    },
    /// Required fields are missing.
    MissingFields {
        /// The page.
        path: PagePath,
        /// The keys.
        fields: Vec<String>,
    },
    /// The vault's schema could not be read any more.
    Schema {
        /// The page that holds it.
        path: PagePath,
        /// What is wrong with the new one first.
        problem: Problem,
    },
    /// A field would say what it cannot.
    Value {
        /// The page.
        path: PagePath,
        /// The field, what it would say, and what it may.
        value: Misvalue,
    },
    /// A field that says whose page it is would change.
    OwnerField {
        /// The page.
        path: PagePath,
        /// The key.
        field: String,
    },
    /// A turn of a session would change.
    Turn {
        /// The page.
        path: PagePath,
        /// The turn's id.
        turn: String,
    },
    /// A turn would be added to a session by somebody who was not there.
    NewTurn {
        /// The page.
        path: PagePath,
        /// The turn's id.
        turn: String,
    },
    /// A page is too large.
    TooLarge {
        /// The page.
        path: PagePath,
        /// Its bytes.
        bytes: usize,
        /// The bytes allowed.
        max: usize,
    },
    /// Too many writes in one operation.
    TooMany {
        /// How many.
        count: usize,
        /// How many are allowed.
        max: usize,
    },
    /// Two writes of one page in one operation.
    Twice {
        /// The page.
        path: PagePath,
    },
    /// The place belongs to a tool.
    Reserved {
        /// The page.
        path: PagePath,
    },
    /// The text given as the page's present one is not what the revision names.
    Base {
        /// The page.
        path: PagePath,
    },
    /// A path would hold a secret; it is not repeated here.
    SecretInPath,
    /// The path is not a page's.
    Path(PathProblem),
}

impl Refusal {
    /// What to do instead.
    pub fn hint(&self) -> String {
        match self {
            Self::Rule { rule: WriteRule::Append, .. } => {
                "append to the page, or write a new one that supersedes it; `memopage forget PAGE \"TEXT\"` retires a fact or a note of it"
                    .to_owned()
            }
            Self::Rule { .. } => {
                "write a new page and link to this one, or change the type's rule in SCHEMA.md"
                    .to_owned()
            }
            Self::MissingFields { fields, .. } => format!("give {}", fields.join(", ")),
            Self::Schema { .. } => {
                "give the whole text with its YAML block, or change a piece with `memopage edit`"
                    .to_owned()
            }
            Self::Value { value, .. } => value.wanted.hint(),
            Self::OwnerField { field, .. } => {
                format!("give {field} as it stands; a person can change it in an editor")
            }
            Self::Turn { .. } => {
                "write the correction as a fact or beside the turns; only a person can take a turn out, in an editor"
                    .to_owned()
            }
            Self::NewTurn { .. } => {
                "import the conversation again, or write what is to be added as a summary, without a block id or a quote that says who speaks"
                    .to_owned()
            }
            Self::TooLarge { .. } => "split the page by its headings".to_owned(),
            Self::TooMany { .. } => "write in smaller operations".to_owned(),
            Self::Twice { .. } => "put both edits into one write".to_owned(),
            Self::Reserved { .. } => "use a folder of the vault's own".to_owned(),
            Self::Base { .. } => "read the page again and plan the change anew".to_owned(),
            Self::SecretInPath => "give the page another name".to_owned(),
            Self::Path(problem) => problem.hint().to_owned(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rule { path, rule, what } => {
                write!(f, "cannot write {path}: its type is {rule}, and the change {what}")
            }
            Self::MissingFields { path, fields } => {
                write!(f, "cannot write {path}: it lacks {}", fields.join(", "))
            }
            Self::Schema { path, problem: Problem { line, message, .. } } => {
                write!(f, "{path}:{line}: {message}; nothing was written")
            }
            Self::Value { path, value } => write!(f, "cannot write {path}: {value}"),
            Self::OwnerField { path, field } => {
                write!(f, "cannot write {path}: {field} does not change once it is set")
            }
            Self::Turn { path, turn } => {
                write!(f, "cannot write {path}: turn {turn} is a record and does not change")
            }
            Self::NewTurn { path, turn } => {
                write!(
                    f,
                    "cannot write {path}: turn {turn} was not said there; only an import adds turns"
                )
            }
            Self::TooLarge { path, bytes, max } => {
                write!(f, "cannot write {path}: {bytes} bytes are over the limit of {max}")
            }
            Self::TooMany { count, max } => {
                write!(f, "{count} writes in one operation are over the limit of {max}")
            }
            Self::Twice { path } => write!(f, "cannot write {path} twice in one operation"),
            Self::Reserved { path } => {
                write!(f, "cannot write {path}: the place belongs to a tool")
            }
            Self::Base { path } => {
                write!(f, "cannot write {path}: the text it was planned on is not its revision")
            }
            Self::SecretInPath => f.write_str("cannot write a page whose path holds a secret"),
            Self::Path(problem) => problem.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<PathProblem> for Refusal {
    fn from(problem: PathProblem) -> Self {
        Self::Path(problem)
    }
}
