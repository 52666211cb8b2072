//! Questions to an open vault and to raw tantivy by turns, so that both meet the same disturbances.

use super::open;
use crate::scale::baseline::{Baseline, Shelf};
use crate::scale::corpus::Query;
use crate::scale::figures::{Found, Times, median};
use crate::scale::{machine, measure, vault};
use memory::Memory;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

/// What recall took and found, in a process that has the vault open.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Asked {
    /// `recall` as it is by default: the ten best passages with their text.
    pub(crate) passages: Recalled,
    /// `recall` with whole pages as hits, which is what the baselines give.
    pub(crate) pages: Recalled,
    /// Raw tantivy on the same questions, by turns with the two.
    pub(crate) tantivy: Recalled,
    /// How often each question was put; its time is the median.
    pub(crate) rounds: usize,
}

/// One way to ask.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Recalled {
    /// A question's time.
    pub(crate) times: Option<Times>,
    /// Whether the question's page was among the ten hits.
    pub(crate) found: Found,
    /// Questions to which it gave no hit.
    pub(crate) abstained: usize,
}

const ROUNDS: usize = 3;
const UNITS: [&str; 2] = ["passage", "page"];

/// Puts every question [`ROUNDS`] times to each engine, by turns.
pub(crate) fn interleaved(
    root: &Path,
    shelf: &Shelf,
    tantivy: &mut dyn Baseline,
    queries: &[Query],
) -> Result<Asked, String> {
    let memory = open(root)?;
    let numbers: HashMap<&str, usize> = shelf
        .files()
        .iter()
        .enumerate()
        .map(|(number, file)| (file.trim_end_matches(".md"), number))
        .collect();
    for query in queries.iter().rev().take(measure::WARM_UP) {
        tantivy.search(query)?;
        for unit in UNITS {
            recall(&memory, query, unit)?;
        }
    }
    let mut times: [Vec<Duration>; 3] = Default::default();
    let mut found = [Found::default(); 3];
    let mut abstained = [0; 3];
    for query in queries {
        let mut rounds: [Vec<Duration>; 3] = Default::default();
        for round in 0..ROUNDS {
            let (answers, time) = machine::timed(|| tantivy.search(query))?;
            rounds[2].push(time);
            if round == 0 {
                abstained[2] += usize::from(answers.is_empty());
                found[2].count(query, &answers);
            }
            for (at, unit) in UNITS.iter().enumerate() {
                let (answer, time) = machine::timed(|| recall(&memory, query, unit))?;
                rounds[at].push(time);
                if round == 0 {
                    let pages = pages(&answer, &numbers);
                    abstained[at] += usize::from(pages.is_empty());
                    found[at].count(query, &pages);
                }
            }
        }
        for (all, of_one) in times.iter_mut().zip(&rounds) {
            all.extend(median(of_one));
        }
    }
    let recalled = |at: usize| Recalled {
        times: Times::of(&times[at]),
        found: found[at],
        abstained: abstained[at],
    };
    Ok(Asked { passages: recalled(0), pages: recalled(1), tantivy: recalled(2), rounds: ROUNDS })
}

fn recall(memory: &Memory, query: &Query, unit: &str) -> Result<Value, String> {
    memory
        .call(&vault::call(), "recall", json!({ "query": query.text(), "unit": unit }))
        .map(|reply| reply.json)
        .map_err(|error| format!("recall: {error}"))
}

/// Numbers of the pages that the hits stand on.
fn pages(answer: &Value, numbers: &HashMap<&str, usize>) -> Vec<usize> {
    let hits = answer["hits"].as_array().into_iter().flatten();
    hits.filter_map(|hit| numbers.get(hit["page"].as_str()?).copied()).collect()
}
