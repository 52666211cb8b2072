//! `recall`: find what the memory knows, with the source of each piece.

use super::{Effect, Operation, alternatives};
use crate::recall::{self, Asked, Found};
use crate::rerank::Rerank;
use crate::{Call, Error, Memory, limits};
use schemars::JsonSchema;
use serde::Deserialize;

pub(super) struct Recall;

/// What to look for.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The question, or words, `"phrases"` and filters such as `status:active tag:x after:2026-04`
    #[serde(default)]
    query: String,
    /// Most hits to give; without it at most 10, and none that is much weaker than a sure best one
    #[serde(default)]
    limit: Option<usize>,
    /// Hits to leave out, for the next page of results
    #[serde(default)]
    offset: Option<usize>,
    /// What a hit is: `passage` (default), `page`, `session` or `turn`
    unit: Option<UnitName>,
    /// Turns before and behind each hit that are given with it, from 0 (default) to 3; only with the unit `turn`
    neighbours: Option<usize>,
    /// Tokens that all texts together may take; whole pages are given where they fit
    budget: Option<usize>,
    /// Only pages of these types
    #[serde(default, rename = "type")]
    types: Vec<String>,
    /// Only pages with one of these statuses
    #[serde(default)]
    status: Vec<String>,
    /// Only pages with one of these tags
    #[serde(default)]
    tag: Vec<String>,
    /// Only pages of one of these domains, as `domain:` in their head
    #[serde(default)]
    domain: Vec<String>,
    /// Only pages below these folders, or these pages
    #[serde(default)]
    path: Vec<String>,
    /// Only pages of this day or later: a date, or words such as `last week`, `上周二`
    after: Option<String>,
    /// Only pages of this day or earlier
    before: Option<String>,
    /// Only pages of this time: `2026-10`, `2026-10-01..2026-10-31`, `yesterday`, `since Friday`, `10月3日到5日`
    during: Option<String>,
    /// Only this project's or agent's pages, and shared ones
    scope: Option<String>,
    /// Facts as they stood on this day
    as_of: Option<String>,
    /// Search archived pages, too
    #[serde(default)]
    archived: bool,
    /// Give the best hits even if none seems to answer the question
    #[serde(default)]
    any: bool,
    /// Account for each hit's score
    #[serde(default)]
    explain: bool,
    /// Find by likeness as well: ask the model that the vault uses
    #[serde(default)]
    vector: bool,
    /// Ways to find, with commas between: `lexical` (words), `vector` (likeness), `graph` (links of what the
    /// question names); default `lexical,graph`
    streams: Option<String>,
    /// Ask again with the names in the best hits, in up to three rounds: for answers that share no word
    /// with the question
    #[serde(default)]
    deep: bool,
    /// Let an installed reranker read the best passages and order them anew, also without `vector`
    #[serde(default)]
    rerank: bool,
    /// With `vector`: ask no reranker
    #[serde(default)]
    no_rerank: bool,
}

/// What a hit is.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum UnitName {
    Passage,
    Page,
    Session,
    Turn,
}

impl UnitName {
    fn meant(self) -> search::Unit {
        match self {
            Self::Passage => search::Unit::Passage,
            Self::Page => search::Unit::Page,
            Self::Session => search::Unit::Session,
            Self::Turn => search::Unit::Turn,
        }
    }
}

/// Whether weak hits are given as well. Who says how many, or goes through all of them, gets all of them. What
/// is found by likeness, by links or in a later round has a low score however good it is.
fn gives_all(input: &Input) -> bool {
    let ways = input.vector || input.streams.is_some() || input.deep;
    let counts = [input.limit, input.offset, input.budget];
    input.any || ways || counts.iter().any(Option::is_some)
}

/// The input with alternatives one by one.
fn parted(input: Input) -> Input {
    Input {
        types: alternatives(&input.types),
        status: alternatives(&input.status),
        tag: alternatives(&input.tag),
        domain: alternatives(&input.domain),
        ..input
    }
}

/// Turns on each side that are given with a hit. What is larger than a turn has its surroundings in its text.
fn neighbours(input: &Input, unit: search::Unit) -> Result<usize, Error> {
    match input.neighbours {
        None | Some(0) => Ok(0),
        Some(_) if unit != search::Unit::Turn => Err(Error::bad(
            "`neighbours` are of turns",
            "add the unit `turn`; a passage of a conversation has two turns on each side already",
        )),
        Some(number) if number > limits::NEIGHBOURS_MAX => Err(Error::bad(
            format!("`neighbours` is {number}, which is too much"),
            format!("give a number from 0 to {}", limits::NEIGHBOURS_MAX),
        )),
        Some(number) => Ok(number),
    }
}

fn rerank(input: &Input, streams: search::Streams) -> Result<Rerank, Error> {
    match (input.rerank, input.no_rerank, streams.vector) {
        (true, true, _) => Err(Error::bad(
            "`rerank` and `no_rerank` contradict each other",
            "leave one of them out",
        )),
        (true, false, _) => Ok(Rerank::Asked),
        (false, false, true) => Ok(Rerank::IfThere),
        (false, _, _) => Ok(Rerank::No),
    }
}

impl Operation for Recall {
    const NAME: &'static str = "recall";
    const SUMMARY: &'static str = "Find what the memory knows, each piece with its source";
    const EFFECT: Effect = Effect::Read;
    const POSITIONAL: &'static [&'static str] = &["query"];
    type Input = Input;
    type Output = Found;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Found, Error> {
        let input = parted(input);
        let unit = input.unit.map_or(search::Unit::Passage, UnitName::meant);
        let drop_weak = !gives_all(&input);
        let neighbours = neighbours(&input, unit)?;
        let span = recall::span(
            call,
            input.after.as_deref(),
            input.before.as_deref(),
            input.during.as_deref(),
        )?;
        let narrowed = [&input.types, &input.status, &input.tag, &input.domain, &input.path];
        let narrowed = narrowed.iter().any(|it| !it.is_empty()) || span != (None, None);
        if input.query.trim().is_empty() && !narrowed && input.scope.is_none() {
            return Err(Error::bad(
                "there is no question",
                format!(
                    "give words to look for, or a filter such as `status:active` ({}); `memopage list` gives every page",
                    search::text_filters().collect::<Vec<_>>().join(", ")
                ),
            ));
        }
        let streams = streams(input.streams.as_deref(), input.vector)?;
        let rerank = rerank(&input, streams)?;
        memory.known_types(&input.types)?;
        input.path.iter().try_for_each(|it| memory.below(it))?;
        let scopes = input.scope.or_else(|| call.scope.clone()).into_iter().collect();
        let asked = Asked {
            text: input.query,
            unit,
            limit: limits::asked("limit", input.limit, limits::HITS_DEFAULT, limits::HITS_MAX)?,
            offset: input.offset.unwrap_or(0),
            neighbours,
            budget_tokens: match input.budget {
                None => None,
                some => Some(limits::asked(
                    "budget",
                    some,
                    limits::BUDGET_TOKENS,
                    limits::BUDGET_TOKENS_MAX,
                )?),
            },
            filters: search::Filters {
                types: input.types,
                statuses: input.status,
                tags: input.tag,
                domains: input.domain,
                paths: input.path,
                scopes,
                after: span.0,
                before: span.1,
                archived: if input.archived {
                    search::Archived::Include
                } else {
                    search::Archived::Skip
                },
                ..search::Filters::default()
            },
            as_of: input.as_of,
            abstain: !input.any,
            explain: input.explain,
            streams,
            deep: input.deep,
            drop_weak,
            rerank,
        };
        memory.recall(call, &asked)?.readable()
    }
}

/// The ways to find that are named; `vector` adds one.
fn streams(named: Option<&str>, vector: bool) -> Result<search::Streams, Error> {
    let Some(named) = named else {
        return Ok(search::Streams { vector, ..search::Streams::default() });
    };
    let mut streams = search::Streams { lexical: false, vector, graph: false };
    for name in named.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        match name {
            "lexical" => streams.lexical = true,
            "vector" => streams.vector = true,
            "graph" => streams.graph = true,
            other => {
                return Err(Error::bad(
                    format!("no stream is called `{other}`"),
                    "give any of `lexical`, `vector`, `graph`, with commas between",
                ));
            }
        }
    }
    if !streams.lexical && !streams.vector && !streams.graph {
        return Err(Error::bad("no stream is named", "give any of `lexical`, `vector`, `graph`"));
    }
    Ok(streams)
}
