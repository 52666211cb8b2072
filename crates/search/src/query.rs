//! What may be asked: text, filters, unit, budget. Parsing of the text is in `language`.

use jiff::civil::Date;
use wiki::time::Now;

use crate::weights::Weights;

/// One question to the index.
#[derive(Debug, Clone)]
pub struct Query {
    /// What was typed or said. Known `field:value` pairs in it become filters, all else is literal text.
    pub text: String,
    /// Filters given apart from the text; both apply.
    pub filters: Filters,
    /// What a hit is.
    pub unit: Unit,
    /// Hits wanted.
    pub limit: usize,
    /// Hits to skip, for paging.
    pub offset: usize,
    /// Tokens that the texts of all hits together may take; without it each hit carries its passage.
    pub budget_tokens: Option<usize>,
    /// The present, against which relative dates are read.
    pub now: Now,
    /// Groups of words that mean the same in this vault, beside the built-in ones.
    pub synonyms: Vec<Vec<String>>,
    /// Types that the vault knows beside those that pages have, for `type:` in the text.
    pub types: Vec<String>,
    /// Turns before and behind each hit that are given with it; only where a hit is a turn.
    pub neighbours: usize,
    /// Account for every hit.
    pub explain: bool,
    /// Answer nothing rather than something unrelated.
    pub abstain: bool,
    /// How much each piece of evidence counts.
    pub weights: Weights,
    /// Which streams take part.
    pub streams: Streams,
    /// Whether the best passages are ordered anew, where a reranker is in use.
    pub rerank: bool,
    /// Ask again with what the best hits say, in a few rounds: for questions whose answer shares no word
    /// with them. Slower, and off by default.
    pub deep: bool,
    /// Whether the texts handed in differ from those that were indexed, as where a past day is asked for: what
    /// matches is then read from them, and retired facts lead to pages.
    pub rewritten: bool,
}

impl Query {
    /// A question with the defaults: ten passages, abstention on, no filters, no budget.
    pub fn new(text: impl Into<String>, now: Now) -> Self {
        Self {
            text: text.into(),
            filters: Filters::default(),
            unit: Unit::Passage,
            limit: 10,
            offset: 0,
            budget_tokens: None,
            now,
            synonyms: Vec::new(),
            types: Vec::new(),
            neighbours: 0,
            explain: false,
            abstain: true,
            weights: Weights::default(),
            streams: Streams::default(),
            rerank: true,
            deep: false,
            rewritten: false,
        }
    }
}

/// The ways to find a page. One that cannot answer is left out, and a warning says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Streams {
    /// By words.
    pub lexical: bool,
    /// By likeness, where a model is in use.
    pub vector: bool,
    /// By links and relations of what the question names.
    pub graph: bool,
}

impl Streams {
    /// What is done where likeness cannot be asked, for a warning.
    #[must_use]
    pub fn without_likeness(self) -> &'static str {
        match (self.lexical, self.graph) {
            (true, _) => "words alone were searched",
            (false, true) => "links alone were followed",
            (false, false) => "nothing was searched",
        }
    }
}

impl Default for Streams {
    fn default() -> Self {
        Self { lexical: true, vector: true, graph: true }
    }
}

/// What a hit is: the smallest thing that is returned on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Unit {
    /// A run of about 200 tokens under one heading, or a few turns of a conversation.
    #[default]
    Passage,
    /// A page; its best passage is the text.
    Page,
    /// A conversation (all its parts); pages that are none do not count.
    Session,
    /// A turn of a conversation; pages that are none do not count.
    Turn,
}

/// Conditions that a page must meet. Values within a field are alternatives, fields add up.
/// Comparison is case-insensitive.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filters {
    /// Page types.
    pub types: Vec<String>,
    /// Statuses as written.
    pub statuses: Vec<String>,
    /// Priorities (`critical` … `ephemeral`).
    pub priorities: Vec<String>,
    /// Tags without `#`; a tag covers its children (`a` covers `a/b`).
    pub tags: Vec<String>,
    /// Folders (`clients/`) or page paths, relative to the vault.
    pub paths: Vec<String>,
    /// Fields of knowledge, as `domain:` in a page's head.
    pub domains: Vec<String>,
    /// Scopes; pages without a scope are shared and always pass.
    pub scopes: Vec<String>,
    /// The page's day is this one or later.
    pub after: Option<Date>,
    /// The page's day is this one or earlier.
    pub before: Option<Date>,
    /// Only pages that are always part of the context.
    pub pinned: bool,
    /// Whether pages of `archive/` and `.archive/` take part, and those that are no content.
    pub archived: Archived,
}

impl Filters {
    /// Whether pages that only say how the vault works take part: whoever names their type means them.
    pub(crate) fn see_apart(&self) -> bool {
        self.archived == Archived::All || !self.types.is_empty()
    }
}

/// Whether archived pages take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Archived {
    /// They do not.
    #[default]
    Skip,
    /// They do, beside the others.
    Include,
    /// Only they do.
    Only,
    /// Every page does, also those that say how the vault works. Elsewhere these take part only where
    /// their type is asked for.
    All,
}

/// In which order rows are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// By path, byte by byte.
    #[default]
    Path,
    /// By the page's day, latest first.
    Latest,
    /// By the page's day, earliest first.
    Earliest,
    /// By the last change recorded in the page, else on disk, latest first.
    Changed,
}
