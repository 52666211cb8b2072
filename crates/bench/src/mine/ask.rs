//! Questions to the vault, one promise each.

use std::time::Instant;

use memory::{Call, Memory};
use serde_json::{Value, json};

use super::Kind;
use super::promise::{Drawn, Promise};
use crate::scale::percentile;
use crate::vault::asked;

/// Hits of a question.
pub(super) const TOP: usize = 10;

/// Whom to ask.
pub(super) struct Asking<'a> {
    pub(super) memory: &'a Memory,
    pub(super) call: &'a Call,
}

impl Asking<'_> {
    /// Page paths, best first.
    pub(super) fn pages(&self, question: &str, extra: &Value) -> Result<Vec<String>, String> {
        let mut input = json!({ "query": question, "unit": "page", "limit": TOP });
        for (key, value) in extra.as_object().into_iter().flatten() {
            input[key] = value.clone();
        }
        let found = asked(self.memory, self.call, "recall", input)?;
        let hits = found["hits"].as_array().into_iter().flatten();
        Ok(hits.filter_map(|hit| hit["page"].as_str().map(str::to_owned)).collect())
    }

    /// The page that a name means, if it means exactly one.
    pub(super) fn target(&self, name: &str) -> Option<String> {
        let input = json!({ "page": name, "lines": "1-1" });
        let read = asked(self.memory, self.call, "read", input).ok()?;
        read["page"].as_str().map(str::to_owned)
    }

    /// Asks them all; also those whose page is not among [`TOP`].
    pub(super) fn all(
        &self,
        name: &'static str,
        drawn: &Drawn,
    ) -> Result<(Kind, Vec<Promise>), String> {
        let mut ranks: Vec<Option<usize>> = Vec::new();
        let mut took = Vec::new();
        let mut missed = Vec::new();
        for promise in &drawn.asked {
            let clock = Instant::now();
            let pages = self.pages(&promise.question, &Value::Null)?;
            took.push(clock.elapsed().as_secs_f64() * 1_000.0);
            let rank = pages.iter().position(|page| *page == promise.page);
            if rank.is_none() {
                missed.push(promise.clone());
            }
            ranks.push(rank);
        }
        took.sort_by(f64::total_cmp);
        let within = |k: usize| {
            let found = ranks.iter().flatten().filter(|rank| **rank < k).count();
            if ranks.is_empty() { 0.0 } else { found as f64 / ranks.len() as f64 }
        };
        let kind = Kind {
            name,
            promises: drawn.all,
            asked: ranks.len(),
            first: within(1),
            five: within(5),
            ten: within(10),
            p50_ms: percentile(&took, 50).unwrap_or_default(),
            p95_ms: percentile(&took, 95).unwrap_or_default(),
        };
        Ok((kind, missed))
    }
}
