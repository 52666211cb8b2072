//! Other systems, asked the same questions of the same haystacks in the same run.
//!
//! Each gets the same words: speakers, turns, dates, titles. What it makes of them is its own business.

mod bm25;
mod choice;
mod command;
mod folder;
mod http;
mod items;
mod ripgrep;
#[cfg(test)]
mod tests;
mod vectors;
mod words;

pub(crate) use bm25::Bm25;
pub(crate) use items::names;
pub(crate) use words::is_han;

use std::collections::HashMap;

#[cfg(test)]
pub(crate) use choice::named;
pub(crate) use choice::{arguments, chosen};

use crate::datasets::Haystack;
use crate::grain::Grain;
use crate::run::BenchError;

/// Something that ranks sessions, turns or pages.
pub(crate) trait System {
    /// Its name in the report.
    fn name(&self) -> String;

    /// Takes in a haystack and forgets the one before; `grains` is what will be asked for.
    fn index(&mut self, haystack: &Haystack, grains: &[Grain]) -> Result<(), BenchError>;

    /// Names of what it found, best first, at most [`crate::corpus::DEPTH`]; none where it does not answer
    /// in that grain at all.
    fn ask(&mut self, text: &str, grain: Grain) -> Result<Option<Vec<String>>, BenchError>;
}

/// Names by falling score; equal scores in the order of the haystack, without those that scored nothing.
fn ranked(scores: impl IntoIterator<Item = (String, f64)>) -> Vec<String> {
    let mut scored: Vec<(String, f64)> =
        scores.into_iter().filter(|(_, score)| *score > 0.0).collect();
    scored.sort_by(|left, right| right.1.total_cmp(&left.1));
    scored.truncate(crate::corpus::DEPTH);
    scored.into_iter().map(|(name, _)| name).collect()
}

/// Something for each grain that is asked for.
type ByGrain<T> = HashMap<Grain, T>;
