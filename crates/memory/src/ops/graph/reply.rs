//! What `graph` shows: pages, steps, chains and relations, and how they are written for a person.

use super::Output;
use crate::graph::{LINK, Leg, Means, Neighbour, Statement};
use crate::on_a_line;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use wiki::path::PagePath;

/// One page.
#[derive(Serialize, JsonSchema)]
pub(super) struct Node {
    /// Its path in the vault, without `.md`
    pub(super) page: String,
    /// Its title
    pub(super) title: String,
    /// Its type
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(super) page_type: Option<String>,
    /// How many pages name it in a link
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) linked: Option<usize>,
    /// How many steps away it lies
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hops: Option<usize>,
    /// The page before it, where it is two steps away
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) via: Option<String>,
    /// The relations that lead to it; `link` for a plain link
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) out: Vec<String>,
    /// The relations that lead back from it
    #[serde(rename = "in", skip_serializing_if = "Vec::is_empty")]
    pub(super) back: Vec<String>,
    /// Where that is said
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) proof: Vec<Said>,
}

/// A page and line where a tie is stated.
#[derive(Serialize, JsonSchema)]
pub(super) struct Said {
    /// The page
    pub(super) page: String,
    /// Its line, from 1
    pub(super) line: usize,
    /// The relation's name; `link` for a plain link
    pub(super) relation: String,
}

/// One step of a chain.
#[derive(Serialize, JsonSchema)]
pub(super) struct Hop {
    /// From this page
    from: String,
    /// To this page, or what is stated
    to: String,
    /// `page`, or `text` for what is no page
    means: &'static str,
    /// The relation, or the fact's key; `link` for a plain link
    relation: String,
    /// `out` where the first page says it, `in` where the other does
    direction: &'static str,
    /// The page that says it
    page: String,
    /// Its line, from 1
    line: usize,
}

/// One step from a page to another.
#[derive(Serialize, JsonSchema)]
pub(super) struct Edge {
    /// From this page
    pub(super) from: String,
    /// To this one
    pub(super) to: String,
    /// The relations that lead there; `link` for a plain link
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) out: Vec<String>,
    /// The relations that lead back
    #[serde(rename = "in", skip_serializing_if = "Vec::is_empty")]
    pub(super) back: Vec<String>,
    /// Where that is said
    pub(super) proof: Vec<Said>,
}

/// One relation.
#[derive(Serialize, JsonSchema)]
pub(super) struct Triple {
    /// The page that states it
    subject: String,
    /// The relation's name in the schema
    predicate: String,
    /// The other page, or what was written
    object: String,
    /// `page`, `text`, or `missing` for a link that reaches no page
    means: &'static str,
    /// Since when, where that is said
    #[serde(skip_serializing_if = "Option::is_none")]
    added: Option<String>,
    /// How sure it is, from 0 to 1
    confidence: f64,
    /// The line of the subject's page
    line: usize,
}

impl Node {
    pub(super) fn bare(page: &PagePath) -> Self {
        Self {
            page: page.to_string(),
            title: String::new(),
            page_type: None,
            linked: None,
            hops: None,
            via: None,
            out: Vec::new(),
            back: Vec::new(),
            proof: Vec::new(),
        }
    }

    pub(super) fn beside(it: Neighbour, walked: Option<(usize, PagePath)>) -> Self {
        let hops = walked.as_ref().map(|(hops, _)| *hops);
        let via = walked.filter(|(hops, _)| *hops > 1).map(|(_, via)| via.to_string());
        Self {
            title: it.title,
            page_type: it.page_type,
            hops,
            via,
            out: it.out,
            back: it.back,
            ..Self::bare(&it.page)
        }
    }
}

impl Edge {
    pub(super) fn of(leg: Leg) -> Self {
        let (from, to) = (leg.from.to_string(), leg.to.to_string());
        Self { from, to, out: leg.out, back: leg.back, proof: Vec::new() }
    }
}

impl Hop {
    pub(super) fn of(hop: crate::graph::Hop) -> Self {
        let direction = if hop.proof.page == hop.from { "out" } else { "in" };
        let (to, means) = match hop.to {
            Ok(page) => (page.to_string(), "page"),
            Err(text) => (text, "text"),
        };
        Self {
            from: hop.from.to_string(),
            to,
            means,
            relation: hop.proof.relation,
            direction,
            page: hop.proof.page.to_string(),
            line: hop.proof.line,
        }
    }
}

impl Triple {
    pub(super) fn of(said: Statement) -> Self {
        let (object, means) = match said.means {
            Means::Page(page) => (page.to_string(), "page"),
            Means::Missing(target) => (target, "missing"),
            Means::Text(text) => (text, "text"),
        };
        let triple = said.triple;
        Self {
            subject: triple.subject.to_string(),
            predicate: triple.predicate,
            object,
            means,
            added: triple.added.map(|it| it.to_string()),
            confidence: triple.confidence,
            line: triple.line,
        }
    }
}

impl Said {
    fn place(&self) -> String {
        format!("{}:{}", on_a_line(&self.page), self.line)
    }
}

/// `→ owner ← member`: how a page is tied to the one before.
struct Arrows<'a>(&'a [String], &'a [String]);

impl fmt::Display for Arrows<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        for (arrow, words) in [("→", self.0), ("←", self.1)] {
            if !words.is_empty() {
                let words: Vec<&str> =
                    words.iter().map(|it| if it == LINK { "" } else { it.as_str() }).collect();
                text.push(format!("{arrow} {}", words.join(", ")).trim_end().to_owned());
            }
        }
        out.pad(&text.join(" "))
    }
}

impl fmt::Display for Node {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.linked {
            Some(linked) => write!(out, "{linked:>6} ←  {}", on_a_line(&self.page))?,
            None => {
                let arrows = Arrows(&self.out, &self.back);
                write!(out, "{arrows:<18}  {}", on_a_line(&self.page))?;
            }
        }
        let name = self.page.rsplit('/').next().unwrap_or_default();
        if self.title != name {
            write!(out, "  ({})", on_a_line(&self.title))?;
        }
        if let Some(via) = &self.via {
            write!(out, "  via {}", on_a_line(via))?;
        }
        if self.proof.is_empty() {
            return Ok(());
        }
        let places: Vec<String> = self.proof.iter().map(Said::place).collect();
        write!(out, "  [{}]", places.join(", "))
    }
}

impl fmt::Display for Output {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.pages {
            writeln!(out, "{row}")?;
        }
        for chain in &self.chains {
            for (number, hop) in chain.iter().enumerate() {
                if number == 0 {
                    out.write_str(&on_a_line(&hop.from))?;
                }
                let arrow = if hop.direction == "out" { "→" } else { "←" };
                let word = if hop.relation == LINK { "" } else { &hop.relation };
                let to = on_a_line(&hop.to);
                write!(
                    out,
                    " {arrow} {word}{}{to} ({}:{})",
                    if word.is_empty() { "" } else { " " },
                    on_a_line(&hop.page),
                    hop.line
                )?;
            }
            out.write_str("\n")?;
        }
        for (number, leg) in self.way.iter().enumerate() {
            if number == 0 {
                writeln!(out, "{}", on_a_line(&leg.from))?;
            }
            let places: Vec<String> = leg.proof.iter().map(Said::place).collect();
            let (arrows, to) = (Arrows(&leg.out, &leg.back), on_a_line(&leg.to));
            writeln!(out, "  {arrows}  {to}  [{}]", places.join(", "))?;
        }
        for row in &self.triples {
            let missing = if row.means == "missing" { "  (no such page)" } else { "" };
            let (subject, object) = (on_a_line(&row.subject), on_a_line(&row.object));
            writeln!(out, "{subject}  {}  {object}{missing}", on_a_line(&row.predicate))?;
        }
        let rows = self.pages.len() + self.triples.len() + self.chains.len();
        let what = match (&self.note, &self.page, rows + self.way.len()) {
            (Some(note), _, _) => note.clone(),
            (None, Some(page), 0) => {
                format!("nothing was found that is tied to {}", on_a_line(page))
            }
            (None, Some(_), _) if !self.way.is_empty() => crate::counted(self.way.len(), "step"),
            (None, None, 0) => "nothing".to_owned(),
            (None, _, _) if !self.chains.is_empty() => crate::counted(rows, "chain"),
            (None, _, _) if !self.triples.is_empty() => crate::counted(rows, "relation"),
            (None, _, _) => match self.total {
                Some(total) if total > rows => format!("{rows} of {total} pages"),
                _ => crate::counted(rows, "page"),
            },
        };
        match &self.cursor {
            Some(cursor) => write!(out, "{what}; go on with --cursor \"{cursor}\""),
            None => out.write_str(&what),
        }
    }
}
