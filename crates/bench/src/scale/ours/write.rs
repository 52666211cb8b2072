//! `remember`, one fact after the other, each asked for as soon as the call returns.

use super::open;
use crate::scale::baseline::Shelf;
use crate::scale::corpus::Random;
use crate::scale::figures::Times;
use crate::scale::{machine, vault};
use memory::Purge;
use serde::Serialize;
use serde_json::json;
use std::path::Path;

/// What remembering took, and whether it was true at once.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Remembered {
    /// From the call to its return.
    pub(crate) times: Option<Times>,
    /// Facts that the next recall found.
    pub(crate) searchable: usize,
    /// All facts.
    pub(crate) facts: usize,
}

/// Pages of a type whose list items are facts.
const FOLDER: &str = "projects/";

/// Remembers `facts` facts on pages of the vault, each with a word that stands nowhere else.
pub(crate) fn remember(
    root: &Path,
    shelf: &Shelf,
    facts: usize,
    label: &str,
) -> Result<Remembered, String> {
    let memory = open(root)?;
    // The disk may have changed since the index was made; a process that serves looks first.
    memory
        .sync(&vault::call(), Purge::Guarded, &mut |_, _| {})
        .map_err(|error| format!("cannot look at {}: {error}", root.display()))?;
    let pages: Vec<&String> = shelf.files().iter().filter(|it| it.starts_with(FOLDER)).collect();
    if pages.is_empty() {
        return Err(format!("{} has no page under {FOLDER}", root.display()));
    }
    let mut random = Random::of(0, 1, 0);
    let mut times = Vec::new();
    let mut searchable = 0;
    for number in 0..facts {
        let page = random.pick(&pages).trim_end_matches(".md");
        let word = format!("{label}quokka{number}");
        let fact =
            json!({ "page": page, "key": format!("Keeper {label} {number}"), "value": word });
        let (_, time) = machine::timed(|| memory.call(&vault::call(), "remember", fact))
            .map_err(|error| format!("remember: {error}"))?;
        times.push(time);
        let reply = memory
            .call(&vault::call(), "recall", json!({ "query": word }))
            .map_err(|error| format!("recall: {error}"))?;
        let mut hits = reply.json["hits"].as_array().into_iter().flatten();
        let there = hits.any(|hit| {
            hit["page"].as_str() == Some(page)
                && hit["text"].as_str().is_some_and(|text| text.contains(&word))
        });
        searchable += usize::from(there);
    }
    Ok(Remembered { times: Times::of(&times), searchable, facts })
}
