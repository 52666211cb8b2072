//! `graph`: how pages hang together: neighbours, the way between two, stated relations.

use super::{Effect, Operation};
use crate::graph::{
    LINK, Leg, Means, Neighbour, Place, Proof, Said as After, Statement, Step, Ties,
};
use crate::on_a_line;
use crate::{Call, Error, Memory, daily, limits};
use schemars::JsonSchema;
use search::{Linked, Tie};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fmt;
use wiki::path::PagePath;

pub(super) struct Graph;

/// Which part of the graph, and in which form.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page to look around from, by path, title, alias or id; none = all pages, those first that most others link to
    page: Option<String>,
    /// Show the shortest way from the page to this one
    to: Option<String>,
    /// How many steps away a page may lie: 1 (default) or 2; to another page 1 to 4 (default)
    hops: Option<usize>,
    /// Only relations of this name, as the vault's schema has it, in any of its spellings
    relation: Option<String>,
    /// Follow a chain from the page, one step after the other: names of relations, page types or, last, a fact's key, such as `project,tool,api_key`
    #[serde(default)]
    chain: Vec<String>,
    /// Show relations as they are stated: subject, predicate, object
    #[serde(default)]
    triples: bool,
    /// Most rows to give (default 50)
    limit: Option<usize>,
    /// Where to go on, as the reply before gave it
    cursor: Option<String>,
}

/// A part of the graph.
#[derive(Serialize, JsonSchema, Default)]
pub(super) struct Output {
    /// The page that was asked about
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<String>,
    /// The pages around it, or all pages
    pages: Vec<Node>,
    /// The steps of the shortest way to the other page
    #[serde(skip_serializing_if = "Vec::is_empty")]
    way: Vec<Edge>,
    /// The chains that were found, where steps were given
    #[serde(skip_serializing_if = "Vec::is_empty")]
    chains: Vec<Vec<Hop>>,
    /// Relations as stated, where those were asked for
    #[serde(skip_serializing_if = "Vec::is_empty")]
    triples: Vec<Triple>,
    /// How many pages there are in all, where all were asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<usize>,
    /// Name it as `cursor` for the rows that follow
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    /// What is not there, or was not looked at
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// One page.
#[derive(Serialize, JsonSchema)]
struct Node {
    /// Its path in the vault, without `.md`
    page: String,
    /// Its title
    title: String,
    /// Its type
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    page_type: Option<String>,
    /// How many pages name it in a link
    #[serde(skip_serializing_if = "Option::is_none")]
    linked: Option<usize>,
    /// How many steps away it lies
    #[serde(skip_serializing_if = "Option::is_none")]
    hops: Option<usize>,
    /// The page before it, where it is two steps away
    #[serde(skip_serializing_if = "Option::is_none")]
    via: Option<String>,
    /// The relations that lead to it; `link` for a plain link
    #[serde(skip_serializing_if = "Vec::is_empty")]
    out: Vec<String>,
    /// The relations that lead back from it
    #[serde(rename = "in", skip_serializing_if = "Vec::is_empty")]
    back: Vec<String>,
    /// Where that is said
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proof: Vec<Said>,
}

/// A page and line where a tie is stated.
#[derive(Serialize, JsonSchema)]
struct Said {
    /// The page
    page: String,
    /// Its line, from 1
    line: usize,
    /// The relation's name; `link` for a plain link
    relation: String,
}

/// One step of a chain.
#[derive(Serialize, JsonSchema)]
struct Hop {
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
struct Edge {
    /// From this page
    from: String,
    /// To this one
    to: String,
    /// The relations that lead there; `link` for a plain link
    #[serde(skip_serializing_if = "Vec::is_empty")]
    out: Vec<String>,
    /// The relations that lead back
    #[serde(rename = "in", skip_serializing_if = "Vec::is_empty")]
    back: Vec<String>,
    /// Where that is said
    proof: Vec<Said>,
}

/// One relation.
#[derive(Serialize, JsonSchema)]
struct Triple {
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

impl Operation for Graph {
    const NAME: &'static str = "graph";
    const SUMMARY: &'static str = "Show a page's neighbours, ways between pages, relations";
    const EFFECT: Effect = Effect::Read;
    const POSITIONAL: &'static [&'static str] = &["page"];
    type Input = Input;
    type Output = Output;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Output, Error> {
        let limit = limits::asked("limit", input.limit, limits::ROWS_DEFAULT, limits::ROWS_MAX)?;
        if let Some(gone) = memory.gone() {
            return Err(gone);
        }
        let only = input.relation.as_deref().map(|it| memory.relation(it)).transpose()?;
        // Without a page a relation's name asks where it is stated.
        let triples = input.triples || input.page.is_none() && only.is_some();
        let ties = Ties::new(memory, only);
        let cursor = input.cursor.as_deref();
        let page = |typed: &str| daily::or_page(memory, call, typed);
        let steps = super::alternatives(&input.chain);
        if !steps.is_empty() {
            let beside = input.to.is_some()
                || input.hops.is_some()
                || input.triples
                || cursor.is_some()
                || input.relation.is_some();
            let Some(of) = input.page.as_deref().filter(|_| !beside) else {
                return Err(Error::bad(
                    "a chain is followed from a page, and from nothing else",
                    "write `memopage graph PAGE --chain STEP,STEP`, without `to`, `hops`, `relation`, `triples` and `cursor`",
                ));
            };
            return chains(&ties, &page(of)?, &steps, limit);
        }
        match (input.page.as_deref(), input.to.as_deref()) {
            (None, Some(_)) => Err(Error::bad(
                "`to` is given without a page to start from",
                "name both: `memopage graph PAGE --to PAGE`",
            )),
            (Some(_), Some(_)) if triples || cursor.is_some() => Err(Error::bad(
                "a way to another page has neither triples nor parts",
                "leave out `triples` and `cursor`",
            )),
            (Some(from), Some(to)) => {
                let hops = hops(input.hops, limits::GRAPH_WAY_MAX, limits::GRAPH_WAY_MAX)?;
                way(&ties, &page(from)?, &page(to)?, hops)
            }
            (None, None) if input.hops.is_some() => Err(Error::bad(
                "`hops` is given without a page to start from",
                "name the page: `memopage graph PAGE --hops 2`",
            )),
            (None, None) if triples => stated(&ties, cursor, limit),
            (None, None) => everything(memory, cursor, limit),
            (Some(of), None) if triples => stated_with(&ties, &page(of)?, cursor, limit),
            (Some(of), None) => match hops(input.hops, 1, limits::GRAPH_HOPS_MAX)? {
                1 => beside(&ties, &page(of)?, cursor, limit),
                hops => within(&ties, &page(of)?, hops, cursor, limit),
            },
        }
    }
}

impl Memory {
    /// The relation that `typed` names by the schema, in any of its spellings.
    fn relation(&self, typed: &str) -> Result<String, Error> {
        let schema = self.schema();
        if let Some(known) = schema.predicate(typed) {
            return Ok(known.name.clone());
        }
        let mut names: Vec<&str> = schema.predicates.iter().map(|it| it.name.as_str()).collect();
        let keys = schema.head_relations.iter().map(String::as_str).chain(["related_to"]);
        names.extend(keys);
        // A predicate may be declared for heads as well.
        let mut seen = HashSet::new();
        names.retain(|it| seen.insert(*it));
        match names.iter().find(|it| it.eq_ignore_ascii_case(typed.trim())) {
            Some(name) => Ok((*name).to_owned()),
            None => Err(Error::bad(
                format!("the vault's schema has no relation `{typed}`"),
                format!("use one of: {}; or add it to SCHEMA.md", names.join(", ")),
            )),
        }
    }
}

fn hops(asked: Option<usize>, default: usize, max: usize) -> Result<usize, Error> {
    match asked {
        None => Ok(default),
        Some(hops) if (1..=max).contains(&hops) => Ok(hops),
        Some(hops) => {
            Err(Error::bad(format!("`hops` is {hops}"), format!("give a number from 1 to {max}")))
        }
    }
}

/// All pages, those first that most others link to.
fn everything(memory: &Memory, cursor: Option<&str>, limit: usize) -> Result<Output, Error> {
    let after = cursor.map(|text| {
        let (by, page) = cut::<usize>(text)?;
        Ok::<_, Error>(Linked { by, page: page.to_owned() })
    });
    let after = after.transpose()?;
    let (mut found, total) = memory.ask(|index| index.most_named(after.as_ref(), limit + 1))?;
    let more = found.len() > limit;
    found.truncate(limit);
    let cursor = found.last().filter(|_| more).map(|it| format!("{}:{}", it.by, it.page));
    let mut pages = Vec::with_capacity(found.len());
    for linked in found {
        let Ok(path) = PagePath::from_identity(&linked.page) else { continue };
        let Some(row) = memory.ask(|index| index.row(&path))? else { continue };
        pages.push(Node {
            title: row.facets.title,
            page_type: row.facets.page_type,
            linked: Some(linked.by),
            ..Node::bare(&path)
        });
    }
    Ok(Output { pages, total: Some(total), cursor, ..Output::default() })
}

/// The pages beside a page.
fn beside(
    ties: &Ties<'_>,
    of: &PagePath,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Output, Error> {
    let after = cursor.map(|text| {
        let (tie, page) = cut::<char>(text)?;
        let tie = match tie {
            'r' => Tie::Relation,
            'l' => Tie::Link,
            _ => return Err(no_cursor(text)),
        };
        Ok(Place { tie, page: page_or_none(page)? })
    });
    let hub = ties.hub(of)?;
    let (found, next) = ties.around(&hub, after.transpose()?.as_ref(), limit)?;
    let cursor = next.map(|it| {
        let tie = if it.tie == Tie::Relation { 'r' } else { 'l' };
        format!("{tie}:{}", it.page.as_ref().map_or("", PagePath::as_str))
    });
    let mut pages = Vec::with_capacity(found.len());
    for it in found {
        let proof = said(ties, of, &it.page)?;
        pages.push(Node { proof, ..Node::beside(it, None) });
    }
    let note = hub.cut.then(|| {
        let followed = limits::GRAPH_LINKS_MAX;
        format!(
            "of the links of {of} the first {followed} were followed; `memopage read` shows all"
        )
    });
    Ok(Output { page: Some(of.to_string()), pages, cursor, note, ..Output::default() })
}

/// The pages within some steps of a page.
fn within(
    ties: &Ties<'_>,
    of: &PagePath,
    hops: usize,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Output, Error> {
    let from = cursor.map_or(Ok(0), |it| it.parse::<usize>().map_err(|_| no_cursor(it)))?;
    let walked = ties.walk(&ties.hub(of)?, hops)?;
    let to = from.saturating_add(limit);
    let cursor = (to < walked.steps.len()).then(|| to.to_string());
    let note = walked.cut.then(|| {
        format!(
            "a walk finds at most {} pages, by {} ties of each; look around one of them for the rest",
            limits::GRAPH_PAGES_MAX,
            limits::GRAPH_FAN_MAX
        )
    });
    let steps = walked.steps.into_iter().skip(from).take(limit);
    let mut pages = Vec::new();
    for it in steps {
        let proof = said(ties, &it.via, &it.neighbour.page)?;
        pages.push(Node { proof, ..Node::beside(it.neighbour, Some((it.hops, it.via))) });
    }
    Ok(Output { page: Some(of.to_string()), pages, cursor, note, ..Output::default() })
}

/// The shortest way between two pages.
fn way(ties: &Ties<'_>, from: &PagePath, to: &PagePath, hops: usize) -> Result<Output, Error> {
    if from == to {
        return Err(Error::bad(format!("both names mean {from}"), "name two different pages"));
    }
    let found = ties.way(from, to, hops)?;
    let note = found.legs.is_empty().then(|| {
        let part = if found.cut { " among the ties that were followed" } else { "" };
        let steps = crate::counted(hops, "step");
        format!("no way of at most {steps} from {from} to {to}{part}")
    });
    let mut way = Vec::with_capacity(found.legs.len());
    for leg in found.legs {
        let proof = said(ties, &leg.from, &leg.to)?;
        way.push(Edge { proof, ..Edge::of(leg) });
    }
    Ok(Output { page: Some(from.to_string()), way, note, ..Output::default() })
}

/// Where two pages say that one leads to the other.
fn said(ties: &Ties<'_>, from: &PagePath, to: &PagePath) -> Result<Vec<Said>, Error> {
    let mut proofs = ties.proofs(from, to)?;
    proofs.extend(ties.proofs(to, from)?);
    // A sentence that names a page proves nothing that a relation does not.
    if proofs.iter().any(|it| it.relation != LINK) {
        proofs.retain(|it| it.relation != LINK);
    }
    let said = |it: Proof| Said { page: it.page.to_string(), line: it.line, relation: it.relation };
    Ok(proofs.into_iter().map(said).collect())
}

/// The chains from a page that take some steps.
fn chains(ties: &Ties<'_>, of: &PagePath, steps: &[String], limit: usize) -> Result<Output, Error> {
    let max = limits::GRAPH_WAY_MAX;
    if steps.len() > max {
        let said = format!("the chain has {}", crate::counted(steps.len(), "step"));
        return Err(Error::bad(said, format!("give at most {max}")));
    }
    let mut read = Vec::with_capacity(steps.len());
    for (at, step) in steps.iter().enumerate() {
        read.push(ties.step(step, steps.len() - at - 1)?);
    }
    let found = ties.chains(of, &read, limit)?;
    let note = match (found.chains.is_empty(), found.cut) {
        (true, false) => Some(format!("no chain from {of} takes the steps {}", steps.join(", "))),
        (true, true) => Some(format!(
            "no chain from {of} takes the steps {} among the ties that were followed",
            steps.join(", ")
        )),
        (false, true) => {
            Some(format!("{}, and there are more", crate::counted(found.chains.len(), "chain")))
        }
        (false, false) => None,
    };
    let chains = found.chains.into_iter().map(|it| it.into_iter().map(Hop::of).collect()).collect();
    Ok(Output { page: Some(of.to_string()), chains, note, ..Output::default() })
}

/// Relations of the whole vault.
fn stated(ties: &Ties<'_>, cursor: Option<&str>, limit: usize) -> Result<Output, Error> {
    let after = cursor.map(|text| {
        let (at, page) = cut::<usize>(text)?;
        Ok::<_, Error>((page.to_owned(), at))
    });
    let mut found = ties.stated(after.transpose()?.as_ref(), limit + 1)?;
    let more = found.len() > limit;
    found.truncate(limit);
    let cursor = found.last().filter(|_| more);
    let cursor = cursor.map(|(at, last)| format!("{at}:{}", last.triple.subject));
    let triples = found.into_iter().map(|(_, it)| Triple::of(it)).collect();
    Ok(Output { triples, cursor, ..Output::default() })
}

/// Relations of one page, then those that others state of it.
fn stated_with(
    ties: &Ties<'_>,
    of: &PagePath,
    cursor: Option<&str>,
    limit: usize,
) -> Result<Output, Error> {
    let after = cursor.map_or(Ok(After::Own(0)), |text| match cut::<char>(text)? {
        ('o', at) => at.parse().map(After::Own).map_err(|_| no_cursor(text)),
        ('i', page) => Ok(After::Others(page_or_none(page)?)),
        _ => Err(no_cursor(text)),
    })?;
    let (found, next) = ties.stated_with(&ties.hub(of)?, &after, limit)?;
    let cursor = next.map(|it| match it {
        After::Own(at) => format!("o:{at}"),
        After::Others(page) => format!("i:{}", page.as_ref().map_or("", PagePath::as_str)),
    });
    let triples = found.into_iter().map(Triple::of).collect();
    Ok(Output { page: Some(of.to_string()), triples, cursor, ..Output::default() })
}

/// The two parts of a cursor.
fn cut<T: std::str::FromStr>(text: &str) -> Result<(T, &str), Error> {
    let (head, tail) = text.split_once(':').ok_or_else(|| no_cursor(text))?;
    Ok((head.parse().map_err(|_| no_cursor(text))?, tail))
}

fn page_or_none(text: &str) -> Result<Option<PagePath>, Error> {
    match text {
        "" => Ok(None),
        _ => PagePath::from_identity(text).map(Some).map_err(|_| no_cursor(text)),
    }
}

fn no_cursor(text: &str) -> Error {
    Error::bad(
        format!("`{text}` is no cursor of such a listing"),
        "use the `cursor` of an earlier reply to the same question",
    )
}

impl Node {
    fn bare(page: &PagePath) -> Self {
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

    fn beside(it: Neighbour, walked: Option<(usize, PagePath)>) -> Self {
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
    fn of(leg: Leg) -> Self {
        let (from, to) = (leg.from.to_string(), leg.to.to_string());
        Self { from, to, out: leg.out, back: leg.back, proof: Vec::new() }
    }
}

impl Hop {
    fn of(hop: crate::graph::Hop) -> Self {
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

impl Ties<'_> {
    /// What a step of a chain with so many left asks for: a relation, a page type, or in the last place a fact's key.
    fn step(&self, typed: &str, left: usize) -> Result<Step, Error> {
        let memory = self.memory();
        if let Ok(name) = memory.relation(typed) {
            return Ok(Step::Relation(name));
        }
        let name = typed.trim().to_owned();
        match memory.known_types(std::slice::from_ref(&name)) {
            Ok(()) => Ok(Step::Type(name)),
            Err(_) if left == 0 => Ok(Step::Key(name)),
            Err(_) => Err(Error::bad(
                format!("`{typed}` is neither a relation nor a page type"),
                "`memopage graph --triples` shows relations, `memopage status` types; a fact's key comes last",
            )),
        }
    }
}

impl Triple {
    fn of(said: Statement) -> Self {
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
