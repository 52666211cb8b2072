//! `graph`: how pages hang together: neighbours, the way between two, stated relations.

mod listing;
mod reply;
mod ways;

use super::{Effect, Operation};
use crate::graph::Ties;
use crate::{Call, Error, Memory, daily, limits, problem};
use listing::{beside, everything, stated, stated_with, within};
use reply::{Edge, Hop, Node, Triple};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use ways::{chains, way};

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
            None => Err(problem::not_in_schema("relation", typed, &names)),
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
