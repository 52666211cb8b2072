//! What a vault says about its own pages: types, predicates, sets, synonyms, retention.
//!
//! The text that people edit is the YAML block of `SCHEMA.md`. This room reads it into typed values
//! and says what could not be read; it carries out none of them.

mod label;
mod layout;
mod parse;
mod pattern;
mod retention;
mod yaml;

use std::fmt;
use std::str::FromStr;

pub use label::is_label;
pub use layout::Layout;
pub use retention::{After, OnExpiry, Retention, RetentionRow, Then};

use crate::canon::fold;
use crate::page::{Page, Problem};

/// The file that holds a vault's schema, at its root.
pub const FILE: &str = "SCHEMA.md";

/// What a vault's `SCHEMA.md` says.
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    /// The page types, in the order of the file.
    pub types: Vec<PageType>,
    /// The verbs that make a typed relation.
    pub predicates: Vec<Predicate>,
    /// Keys of the head whose values are relations.
    pub head_relations: Vec<String>,
    /// Fact keys that may stand more than once in a page.
    pub sets: Vec<String>,
    /// Groups of words that a search takes for each other.
    pub synonyms: Vec<Vec<String>>,
    /// What becomes of pages by priority.
    pub retention: Retention,
    /// The layout that the vault was made with, when it says so.
    pub layout: Option<Layout>,
    /// The words that `status:` may have beside those that memopage knows; `None` where the vault says nothing of
    /// it, and any word is somebody's own.
    pub statuses: Option<Vec<String>>,
    /// Whether the vault itself says which types there are; else the `agent` layout's stand in, and a word that they
    /// lack is somebody's own.
    pub(crate) names_types: bool,
    /// Rules of health that are switched off.
    pub lint_off: Vec<String>,
    /// What could not be read. The rest of the schema stands.
    pub problems: Vec<Problem>,
    /// Whether the text says nothing that a schema says: it is a page about something else, and a layout holds.
    pub is_foreign: bool,
    /// Whether there is no text although the vault names a layout, which holds instead.
    pub is_missing: bool,
}

/// A row of the schema: one kind of page.
#[derive(Clone, Debug, PartialEq)]
pub struct PageType {
    /// The name that stands in `type:`.
    pub name: String,
    /// The folder its pages stand in, without a slash at its end; empty for none.
    pub folder: String,
    /// The one page of this type, such as `NOW.md`; `None` for a type with a folder.
    pub file: Option<String>,
    /// How its files are named: `{date}-{name}`; see [`PageType::name_fits`].
    pub pattern: Option<String>,
    /// Keys of the head that a new page must have, in canonical spelling.
    pub required: Vec<String>,
    /// How its pages may be written.
    pub rule: WriteRule,
    /// The priority of a page without its own.
    pub priority: Option<Priority>,
    /// The vault path of the text that a new page starts with.
    pub template: Option<String>,
    /// Whether its list items are facts.
    pub facts: bool,
    /// What the type is for, in a sentence.
    pub description: String,
}

/// How pages of a type may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WriteRule {
    /// Any part may change.
    Rewrite,
    /// Text is only added; a fact may be retired to the history.
    Append,
    /// Written once.
    Immutable,
    /// Replaced as a whole, with nothing of it kept.
    Overwrite,
}

/// How much a page or a fact matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Priority {
    /// Never leaves.
    Critical,
    /// 🔴
    High,
    /// 🟡
    Medium,
    /// 🟢
    Low,
    /// Gone after days.
    Ephemeral,
}

/// Where a page stands in its life.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Not finished.
    Draft,
    /// Holds now.
    Active,
    /// Not verified for too long.
    Stale,
    /// Replaced by another page.
    Superseded,
    /// Two values claim to hold.
    Conflict,
    /// Kept, not searched unless asked.
    Archived,
    /// The user's own word.
    Other(String),
}

/// A verb of the schema that makes a link a typed relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// Its name: `depends_on`.
    pub name: String,
    /// Other spellings, in any language.
    pub aliases: Vec<String>,
    /// The name of the relation read backwards.
    pub inverse: Option<String>,
}

impl Schema {
    /// Reads a `SCHEMA.md`. Total: what is unknown or wrong is a problem beside the schema, and a text
    /// without a block of YAML is the schema of the `agent` layout.
    pub fn parse(schema_md: &str) -> Self {
        parse::schema(schema_md, None)
    }

    /// As [`Schema::parse`], in a vault whose settings name `layout`: that one holds where the text has no rules or
    /// names none, and the lack of a text is a problem.
    pub fn parse_in(schema_md: &str, layout: Option<Layout>) -> Self {
        parse::schema(schema_md, layout)
    }

    /// The type of a page: what `type:` says if the schema knows it, else the folder's. A template has
    /// the `type:` of the pages made from it, and is none of them.
    pub fn type_of(&self, page: &Page) -> Option<&PageType> {
        if page.path.folder().split('/').next() == Some("templates") {
            return self.by_name("template");
        }
        let named = page.head.text("type").and_then(|name| self.by_name(&name));
        named.or_else(|| self.for_path(page.path.as_str()))
    }

    /// The type of this name; case and width do not matter.
    pub fn by_name(&self, name: &str) -> Option<&PageType> {
        let wanted = fold(name);
        self.types.iter().find(|row| fold(&row.name) == wanted)
    }

    /// Whether a word may stand in `type:`: the vault's schema has it, or a layout, or the vault names no types.
    pub(crate) fn knows_type(&self, name: &str) -> bool {
        !self.names_types || self.by_name(name).is_some() || layout::has_type(&fold(name))
    }

    /// Whether a word may stand in `status:`; case, width and the sign between its words do not matter.
    pub(crate) fn knows_status(&self, word: &str) -> bool {
        let Some(own) = &self.statuses else { return true };
        let wanted = fold_predicate(word);
        !matches!(Status::from(word), Status::Other(_))
            || own.iter().any(|it| fold_predicate(it) == wanted)
    }

    /// The type of the deepest folder that holds this one.
    pub fn for_folder(&self, folder: &str) -> Option<&PageType> {
        let holds = |row: &&PageType| {
            let rest = folder.strip_prefix(row.folder.as_str());
            !row.folder.is_empty()
                && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        // Of two types with one folder the first row wins, so the later of equals must not.
        self.types.iter().rev().filter(holds).max_by_key(|row| row.folder.len())
    }

    /// The other type that a folder belongs to, for a page that says it is of `page_type`. A folder
    /// that no type claims may hold pages of any.
    pub fn claimed(&self, page_type: &PageType, folder: &str) -> Option<&PageType> {
        let home = page_type.folder.as_str();
        let rest = folder.strip_prefix(home);
        let at_home =
            home.is_empty() || rest.is_some_and(|it| it.is_empty() || it.starts_with('/'));
        if at_home { None } else { self.for_folder(folder) }
    }

    /// The type of a place: that one file's, else its folder's. Takes a page's path without `.md`.
    pub fn for_path(&self, path: &str) -> Option<&PageType> {
        let is_file = |row: &&PageType| {
            row.file.as_deref().is_some_and(|file| file.strip_suffix(".md").unwrap_or(file) == path)
        };
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        self.types.iter().find(is_file).or_else(|| self.for_folder(folder))
    }

    /// Whether files of this folder are named by their type's pattern. A folder that no type claims is
    /// somebody's own, and its files are called as they like.
    pub fn names_files_in(&self, folder: &str) -> bool {
        folder.is_empty() || self.for_folder(folder).is_some()
    }

    /// The predicate that a text names, by name or alias; `depends on`, `depends-on` and `depends_on` are one.
    pub fn predicate(&self, text: &str) -> Option<&Predicate> {
        let wanted = fold_predicate(text);
        let same = |name: &String| fold_predicate(name) == wanted;
        self.predicates.iter().find(|row| same(&row.name) || row.aliases.iter().any(same))
    }

    /// Whether a fact key may stand more than once in a page.
    pub fn is_set(&self, key: &str) -> bool {
        let wanted = fold(key);
        is_label(key) || self.sets.iter().any(|set| fold(set) == wanted)
    }
}

/// A predicate's spelling as it is compared.
pub(crate) fn fold_predicate(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c == '_' || c == '-' { ' ' } else { c }).collect();
    fold(&spaced)
}

impl PageType {
    /// Whether a file name (without `.md`) follows the type's pattern; true without one.
    ///
    /// In a pattern `{date}` is `2026-05-20`, `{year}` and `{month}` are digits, `{id}` is letters and
    /// digits with at least one digit, `{version}` is `v1` or `v1.2`, any other `{word}` is a text that
    /// is no bare number; what stands outside braces stands in the name.
    pub fn name_fits(&self, name: &str) -> bool {
        self.pattern.as_deref().is_none_or(|pattern| pattern::fits(pattern, name))
    }

    /// The file name of a new page of this type: the name itself where it follows the pattern, else the
    /// pattern filled with it. A pattern that nothing fills leaves the name as it is.
    pub fn name_for(&self, naming: &Naming<'_>) -> String {
        let Some(pattern) = self.pattern.as_deref() else { return naming.name.to_owned() };
        if pattern::fits(pattern, naming.name) {
            return naming.name.to_owned();
        }
        let filled = pattern::filled(pattern, &self.name, naming);
        if pattern::fits(pattern, &filled) { filled } else { naming.name.to_owned() }
    }

    /// Whether its pages are told apart by their day, so that one title may stand on many.
    pub fn is_dated(&self) -> bool {
        self.pattern.as_deref().is_some_and(|it| it.contains("{date}"))
    }
}

/// What a new page's file is named after.
pub struct Naming<'a> {
    /// What it shall be called, fit for a file name.
    pub name: &'a str,
    /// Its day, unless the name begins with one.
    pub day: jiff::civil::Date,
    /// Stands for an id that no field gives.
    pub number: usize,
    /// The text of a head field.
    pub field: &'a dyn Fn(&str) -> Option<String>,
}

/// A word that names no such value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{word:?} is not one of {expected}")]
pub struct UnknownWord {
    /// The word that stood there.
    pub word: String,
    /// The words that may.
    pub expected: &'static str,
}

impl FromStr for WriteRule {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        Ok(match fold(word).as_str() {
            "rewrite" => Self::Rewrite,
            "append" => Self::Append,
            "immutable" => Self::Immutable,
            "overwrite" => Self::Overwrite,
            _ => {
                return Err(UnknownWord {
                    word: word.to_owned(),
                    expected: "rewrite, append, immutable, overwrite",
                });
            }
        })
    }
}

impl fmt::Display for WriteRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rewrite => "rewrite",
            Self::Append => "append",
            Self::Immutable => "immutable",
            Self::Overwrite => "overwrite",
        })
    }
}

impl FromStr for Priority {
    type Err = UnknownWord;

    /// Reads the five words, their signs (🔴 🟡 🟢) and `MED`, alone or together (`🟢LOW`).
    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        let unknown = || UnknownWord {
            word: word.to_owned(),
            expected: "critical, high, medium, low, ephemeral",
        };
        let folded = fold(word);
        let (sign, rest) = match folded.chars().next() {
            Some('🔴') => (Some(Self::High), &folded['🔴'.len_utf8()..]),
            Some('🟡') => (Some(Self::Medium), &folded['🟡'.len_utf8()..]),
            Some('🟢') => (Some(Self::Low), &folded['🟢'.len_utf8()..]),
            _ => (None, folded.as_str()),
        };
        let said = match rest.trim() {
            "" => return sign.ok_or_else(unknown),
            "critical" => Self::Critical,
            "high" => Self::High,
            "medium" | "med" => Self::Medium,
            "low" => Self::Low,
            "ephemeral" => Self::Ephemeral,
            _ => return Err(unknown()),
        };
        Ok(said)
    }
}

impl fmt::Display for Priority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Critical => "critical",
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
            Self::Ephemeral => "ephemeral",
        })
    }
}

impl Status {
    /// The words that every vault knows, as they are written.
    pub const WORDS: &[&str] = &["draft", "active", "stale", "superseded", "conflict", "archived"];
}

impl From<&str> for Status {
    fn from(word: &str) -> Self {
        match fold(word).as_str() {
            "draft" => Self::Draft,
            "active" | "stable" => Self::Active,
            "stale" => Self::Stale,
            "superseded" | "deprecated" => Self::Superseded,
            "conflict" => Self::Conflict,
            "archived" => Self::Archived,
            _ => Self::Other(word.trim().to_owned()),
        }
    }
}

impl FromStr for Status {
    type Err = std::convert::Infallible;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Ok(Self::from(word))
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Draft => "draft",
            Self::Active => "active",
            Self::Stale => "stale",
            Self::Superseded => "superseded",
            Self::Conflict => "conflict",
            Self::Archived => "archived",
            Self::Other(word) => word,
        })
    }
}

#[cfg(test)]
mod tests;
