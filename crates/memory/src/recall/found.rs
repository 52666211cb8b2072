//! What was found, as a reply gives it: hits, warnings, accounts, and how they are written for a person.

use crate::fusing::Fused;
use crate::{Error, Kind, counted, facets, on_a_line};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::Schema;

/// What was found.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct Found {
    /// The hits, best first
    pub(crate) hits: Vec<FoundHit>,
    /// Why there are none, or no more
    pub(crate) abstained: Option<String>,
    /// What would have come first, where nothing seems to answer and an account is asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nearest: Option<Box<FoundHit>>,
    /// How many units match, among the best 230 passages and the pages that the question names
    pub(crate) total: usize,
    /// Hits that the token budget left out
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) left_out: usize,
    /// Hits left out because the best one is much surer; a limit that is named gives them
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) weaker: usize,
    /// Pages that were found and whose text cannot be had, where that leaves nothing to show
    #[serde(skip)]
    pub(crate) unread: usize,
    /// The streams that took part: `lexical` (by words), `vector` (by likeness), `graph` (by links)
    pub(crate) streams: Vec<String>,
    /// Passages that a reranker read together with the question and ordered anew
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) reranked: usize,
    /// How the streams' scores became one, where an account is asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fusion: Option<Fused>,
    /// A model that the vault uses and that was not asked, where an account is asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) not_asked: Option<String>,
    /// What could not be asked; the result is partial if there is one
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) warnings: Vec<Warned>,
}

/// A part of the memory that could not answer.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Warned {
    /// The part: `index`, `vault`, `vectors`, `reranker`, or a page
    pub(crate) corpus: String,
    /// `unavailable`, `rebuilding`, `changed`, `reduced`, `skipped`, or `partial` where pages wait for vectors
    pub(crate) status: String,
    /// What a person should know
    pub(crate) message: String,
}

/// One hit and where it stands.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FoundHit {
    /// The page's path in the vault, without `.md`
    pub(crate) page: String,
    /// The page's file, for whoever reads it again
    #[serde(skip)]
    pub(crate) file: String,
    /// The page's title
    pub(crate) title: String,
    /// The day that the page is about, or was made
    pub(crate) date: Option<String>,
    /// The heading above the text
    pub(crate) heading: Option<String>,
    /// First and last line of the text
    pub(crate) lines: [usize; 2],
    /// Chance that this is what was asked for, from 0 to 1
    pub(crate) score: f64,
    /// The page's own words
    pub(crate) text: String,
    /// Where it stands, as `path#heading:lines`
    pub(crate) source: String,
    /// The turn's id, in a conversation
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<String>,
    /// The conversation's id
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) session: Option<String>,
    /// The page's type
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(crate) page_type: Option<String>,
    /// The page's status
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) status: Option<String>,
    /// The page's priority
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) priority: Option<String>,
    /// When somebody last said that the page holds
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) last_verified: Option<String>,
    /// The page that leads to this one by the relation that was asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) via: Option<String>,
    /// Pages that were found and that this one replaced
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) replaces: Vec<String>,
    /// The turns just before and behind a turn, in their order, where they are asked for
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) neighbours: Vec<Beside>,
    /// How the score came about
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) explain: Option<Account>,
}

/// A turn beside the one that was found.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Beside {
    /// How many turns it stands behind the hit; below 0 before it
    offset: isize,
    /// The turn's id
    turn: String,
    /// Who spoke
    speaker: String,
    /// When, as the conversation's source writes it
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    /// First and last line of the turn
    lines: [usize; 2],
    /// What was said
    text: String,
}

impl From<search::Neighbour> for Beside {
    fn from(of: search::Neighbour) -> Self {
        let lines = [of.lines.0, of.lines.1];
        let search::Neighbour { offset, turn, speaker, at: time, text, .. } = of;
        Self { offset, turn, speaker, time, lines, text }
    }
}

/// How a score came about.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Account {
    /// Words of the question that stand in the hit
    pub(crate) terms: Vec<String>,
    /// Words of the question that do not
    pub(crate) missing: Vec<String>,
    /// Each stage's score and the hit's rank in it
    pub(crate) stages: Vec<StageAccount>,
}

/// One stage.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct StageAccount {
    /// The stage
    pub(crate) stage: String,
    /// Its score, comparable within the stage only
    pub(crate) score: f64,
    /// The hit's rank, from 1
    pub(crate) rank: usize,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Found {
    /// The answer, unless pages were found and none of them can be shown: a failure is no empty answer.
    pub(crate) fn readable(self) -> Result<Self, Error> {
        if self.unread == 0 {
            return Ok(self);
        }
        let pages = counted(self.unread, "page");
        let why: Vec<String> = self.warnings.into_iter().map(|it| it.message).collect();
        Err(Error::new(
            Kind::Unavailable,
            format!("{pages} found, but none can be read: {}", why.join("; ")),
        )
        .hint("mount the vault's drive or mend the rights of its files, then ask again; `memopage status` says what is missing"))
    }
}

impl Found {
    /// Leaves the hits out that are weak beside the best one, and counts them.
    pub(super) fn drop_weak(&mut self) {
        let best = self.hits.iter().map(|it| it.score).fold(0.0, f64::max);
        let before = self.hits.len();
        // What a relation leads to is what was asked for, however weak the page is that leads there.
        self.hits.retain(|hit| hit.via.is_some() || !search::is_weak(hit.score, best));
        self.weaker = before - self.hits.len();
    }
}

/// Warnings of one kind that are shown one by one; more are counted.
const ALIKE_MAX: usize = 3;

/// The first few warnings of each status; how many more there are stands behind them.
pub(super) fn folded(warnings: impl Iterator<Item = Warned>) -> Vec<Warned> {
    let mut kept: Vec<Warned> = Vec::new();
    let mut more: BTreeMap<String, usize> = BTreeMap::new();
    for warning in warnings {
        let alike = kept.iter().filter(|it| it.status == warning.status).count();
        if alike < ALIKE_MAX {
            kept.push(warning);
        } else {
            *more.entry(warning.status).or_insert(0) += 1;
        }
    }
    kept.extend(more.into_iter().map(|(status, number)| {
        let pages = counted(number, "more page");
        Warned { corpus: "vault".to_owned(), status, message: format!("the same of {pages}") }
    }));
    kept
}

pub(super) fn shown(hit: search::Hit) -> FoundHit {
    let source = source(&hit.page, hit.heading.as_deref(), hit.lines);
    FoundHit {
        page: hit.page.to_string(),
        file: hit.page.file(),
        title: hit.title,
        date: hit.date.map(|it| it.to_string()),
        heading: hit.heading,
        lines: [hit.lines.0, hit.lines.1],
        score: (hit.score * 1_000.0).round() / 1_000.0,
        text: hit.text,
        source,
        turn: hit.turn,
        session: hit.session,
        page_type: hit.page_type,
        status: hit.status,
        priority: hit.priority,
        last_verified: hit.last_verified.map(|it| it.to_string()),
        via: None,
        replaces: hit.replaces.iter().map(ToString::to_string).collect(),
        neighbours: hit.neighbours.into_iter().map(Beside::from).collect(),
        explain: hit.explain.map(|it| Account {
            terms: it.terms,
            missing: it.missing,
            stages: it
                .stages
                .into_iter()
                .map(|stage| StageAccount {
                    stage: stage.name.to_owned(),
                    score: stage.score,
                    rank: stage.rank,
                })
                .collect(),
        }),
    }
}

impl FoundHit {
    /// Lines of a page that were found by reading it, with the chance that they answer.
    pub(crate) fn of_lines(
        page: &Page,
        schema: &Schema,
        (lines, text): ((usize, usize), String),
        score: f64,
    ) -> Self {
        let facets = facets::of(page, schema);
        Self {
            page: page.path.to_string(),
            file: page.path.file(),
            date: facets.date().map(|it| it.to_string()),
            title: facets.title,
            heading: None,
            lines: [lines.0, lines.1],
            score,
            text,
            source: source(&page.path, None, lines),
            turn: None,
            session: None,
            page_type: facets.page_type,
            status: facets.status,
            priority: facets.priority,
            last_verified: facets.last_verified.map(|it| it.to_string()),
            via: None,
            replaces: Vec::new(),
            neighbours: Vec::new(),
            explain: None,
        }
    }
}

/// `path#heading:first-last`
pub(crate) fn source(page: &PagePath, heading: Option<&str>, lines: (usize, usize)) -> String {
    let heading = heading.map(|it| format!("#{it}")).unwrap_or_default();
    if lines.0 == lines.1 {
        format!("{page}{heading}:{}", lines.0)
    } else {
        format!("{page}{heading}:{}-{}", lines.0, lines.1)
    }
}

/// What a reader has to know of a page before trusting it, behind its date: ` · stale`. A page that holds as it is
/// has nothing to say.
pub(crate) fn standing(hit: &FoundHit) -> String {
    const TOLD: [&str; 5] = ["stale", "superseded", "archived", "conflict", "draft"];
    let status = hit.status.as_deref().unwrap_or_default().trim();
    let told = TOLD.iter().find(|it| it.eq_ignore_ascii_case(status));
    told.map(|it| format!(" · {it}")).unwrap_or_default()
}

impl fmt::Display for Found {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, hit) in self.hits.iter().enumerate() {
            if number > 0 {
                out.write_str("\n")?;
            }
            let date = hit.date.as_deref().map(|it| format!(" · {it}")).unwrap_or_default();
            let (title, standing) = (on_a_line(&hit.title), standing(hit));
            writeln!(out, "{}. {title}{date}{standing} · {:.2}", number + 1, hit.score)?;
            writeln!(out, "   {}", on_a_line(&hit.source))?;
            if let Some(via) = &hit.via {
                writeln!(out, "   by way of {}", on_a_line(via))?;
            }
            if !hit.replaces.is_empty() {
                writeln!(out, "   replaces {}", on_a_line(&hit.replaces.join(", ")))?;
            }
            let (before, behind): (Vec<&Beside>, Vec<&Beside>) =
                hit.neighbours.iter().partition(|it| it.offset < 0);
            before.iter().try_for_each(|it| write!(out, "{it}"))?;
            for line in hit.text.trim_end().lines() {
                writeln!(out, "   │ {line}")?;
            }
            behind.iter().try_for_each(|it| write!(out, "{it}"))?;
            if let Some(account) = &hit.explain {
                write!(out, "{account}")?;
            }
        }
        if self.weaker > 0 {
            let more = counted(self.weaker, "weaker hit");
            writeln!(out, "{more} left out; `--limit N` gives them")?;
        }
        if self.hits.is_empty() {
            let why = self.abstained.as_deref().unwrap_or("nothing matches");
            writeln!(out, "nothing found: {why}")?;
            if let Some(nearest) = &self.nearest {
                let title = on_a_line(&nearest.title);
                writeln!(out, "nearest: {title} · {:.2}", nearest.score)?;
                writeln!(out, "   {}", on_a_line(&nearest.source))?;
                if let Some(account) = &nearest.explain {
                    write!(out, "{account}")?;
                }
                let by_words = self.streams.iter().any(|it| it == "lexical");
                let little = match by_words {
                    true => "too little of the question stands there",
                    false => "too little speaks for it",
                };
                writeln!(out, "   {little}; `--any` gives it all the same")?;
            }
        }
        if let Some(fusion) = &self.fusion {
            writeln!(out, "{fusion}")?;
        }
        if let Some(model) = &self.not_asked {
            let by_words = self.streams.iter().any(|it| it == "lexical");
            let by = if by_words { "found by words" } else { "likeness was not asked" };
            writeln!(out, "{by}; `--vector` asks {model} as well")?;
        }
        for warning in &self.warnings {
            let (of, message) = (on_a_line(&warning.corpus), on_a_line(&warning.message));
            writeln!(out, "warning: {of}: {message}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Beside {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time.as_deref().map(|it| format!(" · {it}")).unwrap_or_default();
        writeln!(out, "   ┊ {}", on_a_line(&format!("{}{time}", self.speaker)))?;
        for line in self.text.trim_end().lines() {
            writeln!(out, "   ┊ {line}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Account {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "     has: {}", self.terms.join(" "))?;
        if !self.missing.is_empty() {
            writeln!(out, "     lacks: {}", self.missing.join(" "))?;
        }
        for stage in &self.stages {
            writeln!(out, "     {:<16} {:>8.3}  rank {}", stage.stage, stage.score, stage.rank)?;
        }
        Ok(())
    }
}

/// Whether a text has headings below its title, and nothing below any of them but items that are still blank.
pub(super) fn is_outline(text: &str) -> bool {
    let blank = |line: &str| {
        let item = line.trim_start_matches(|c: char| c.is_ascii_digit() || "-*+. []".contains(c));
        item.trim().is_empty() || item.trim_end().ends_with([':', '：']) && item.len() < line.len()
    };
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|it| !it.is_empty()).collect();
    // A note of a day is a heading of the third level.
    let is_heading = |line: &str| line.starts_with("# ") || line.starts_with("## ");
    lines.iter().any(|it| it.starts_with("## "))
        && lines.iter().all(|it| is_heading(it) || blank(it))
}
