//! What comes back: hits with their sources, what is missing, and why.

use jiff::civil::Date;
use wiki::path::PagePath;

use crate::query::Filters;

/// The reply to one query. An empty `hits` always has `abstained` or is a filter that nothing passes.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// Best first.
    pub hits: Vec<Hit>,
    /// Why nothing is returned, or nothing more.
    pub abstained: Option<String>,
    /// What could not be asked; results are partial when there is one.
    pub warnings: Vec<Warning>,
    /// Units that match, of which `hits` is the part asked for.
    pub total: usize,
    /// Hits that the token budget left out.
    pub left_out: usize,
    /// Pages of hits that were found and whose text is gone or cannot be read.
    pub unread: usize,
    /// The filters that held, those of the question's own text included.
    pub filters: Filters,
    /// The streams that took part: `lexical`, `vector`, `graph`.
    pub streams: Vec<&'static str>,
    /// Passages that a reranker read and ordered anew; 0 where none was asked.
    pub reranked: usize,
}

impl Answer {
    /// Notes that a page was found whose text is not to be had.
    pub(crate) fn miss(&mut self, file: &str, corpus: String) {
        self.unread += 1;
        let message = format!("{file} is gone or cannot be read");
        self.warnings.push(Warning { corpus, status: "unavailable", message });
    }
}

/// One unit found.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The page it stands on.
    pub page: PagePath,
    /// The page's title.
    pub title: String,
    /// The page's day: of the conversation, the daily page, else of its creation or last update.
    pub date: Option<Date>,
    /// The nearest heading above the text.
    pub heading: Option<String>,
    /// First and last line of `text` in the page, counted from 1.
    pub lines: (usize, usize),
    /// Chance that the hit is what was asked for, in [0, 1].
    pub score: f64,
    /// The words of the page between those lines.
    pub text: String,
    /// The turn's id as given by the conversation's source; the best turn when the unit is larger.
    pub turn: Option<String>,
    /// The conversation's id.
    pub session: Option<String>,
    /// The page's status as written.
    pub status: Option<String>,
    /// The page's priority as written.
    pub priority: Option<String>,
    /// When somebody last confirmed the page.
    pub last_verified: Option<Date>,
    /// The page's type.
    pub page_type: Option<String>,
    /// Pages that were found and that this one replaced.
    pub replaces: Vec<PagePath>,
    /// What was said just before and after, in the order of the page; only of a turn, and where asked for.
    pub neighbours: Vec<Neighbour>,
    /// The account of the score, when asked for.
    pub explain: Option<Explain>,
}

/// A turn beside the one that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neighbour {
    /// How many turns it stands behind the hit; below 0 for one that stands before it.
    pub offset: isize,
    /// The turn's id as given by the conversation's source.
    pub turn: String,
    /// Who spoke.
    pub speaker: String,
    /// When, as the conversation's source writes it.
    pub at: Option<String>,
    /// First and last line of the turn in the page, counted from 1.
    pub lines: (usize, usize),
    /// What was said, without the marks of a quotation.
    pub text: String,
}

/// How a hit came about.
#[derive(Debug, Clone, Default)]
pub struct Explain {
    /// Words of the query, as typed, of which a form, a part or a synonym stands in the hit.
    pub terms: Vec<String>,
    /// Those of which none does.
    pub missing: Vec<String>,
    /// Score and rank in each stage, in order.
    pub stages: Vec<Stage>,
}

/// One stage's verdict on a hit.
#[derive(Debug, Clone)]
pub struct Stage {
    /// What was scored: `turn`, `window of 3`, `page`, `speaker`, `fused`, `calibrated` …
    pub name: &'static str,
    /// The stage's own score; only comparable within the stage.
    pub score: f64,
    /// Place among the candidates, counted from 1.
    pub rank: usize,
}

/// A part that could not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Which part: `index`, `delta`, or a page's path.
    pub corpus: String,
    /// `unavailable`, `rebuilding`, `changed`, `reduced`, or `partial` where pages wait for their vectors.
    pub status: &'static str,
    /// What a person should know.
    pub message: String,
}
