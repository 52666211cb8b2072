//! The figures that the project promises, beside the figures that were measured.

use super::ours::{Asked, Cold, Indexed, Remembered};
use serde::Serialize;

/// One promise.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Target {
    /// What is promised.
    pub(crate) what: &'static str,
    /// What was measured; none if it could not be.
    pub(crate) figure: Option<f64>,
    /// The figure may not be above this.
    pub(crate) at_most: f64,
    /// Of both.
    pub(crate) unit: &'static str,
    /// Whether it was kept.
    pub(crate) kept: Option<bool>,
}

/// Everything that the targets are about, as far as it was measured.
pub(crate) struct Measured<'a> {
    pub(crate) asked: &'a Asked,
    pub(crate) documents: &'a Indexed,
    pub(crate) document_bytes: u64,
    pub(crate) conversations: Option<&'a Indexed>,
    pub(crate) conversation_bytes: u64,
    pub(crate) cold_small: Option<&'a Cold>,
    pub(crate) without_git: &'a Remembered,
    pub(crate) with_git: Option<&'a Remembered>,
}

/// Pages of the vault on which a fresh process is judged.
pub(crate) const COLD_DOCS: usize = 1_000;

/// Every target with its figure.
pub(crate) fn targets(measured: &Measured<'_>) -> Vec<Target> {
    let warm = measured.asked.passages.times;
    let times_tantivy = warm
        .zip(measured.asked.tantivy.times)
        .and_then(|(ours, raw)| (raw.p50_ms > 0.0).then(|| ours.p50_ms / raw.p50_ms));
    let cold = measured.cold_small.and_then(|cold| cold.times);
    let median = |remembered: &Remembered| remembered.times.map(|times| times.p50_ms);
    let lost = |remembered: &Remembered| remembered.facts - remembered.searchable;
    let lost = lost(measured.without_git) + measured.with_git.map_or(0, lost);
    let share = |index: u64, text: u64| (text > 0).then(|| index as f64 / text as f64);
    let talks = measured
        .conversations
        .and_then(|indexed| share(indexed.bytes, measured.conversation_bytes));
    let peak = measured.documents.memory.map(|memory| memory.peak_bytes as f64 / 1e6);
    let points = measured.asked.tantivy.found.all().zip(measured.asked.pages.found.all());
    let points = points.map(|(raw, ours)| (raw - ours) * 100.0);
    vec![
        target("known pages found less often than by raw tantivy", points, 2.0, "points"),
        target("warm recall, p50 over raw tantivy's p50", times_tantivy, 4.0, "×"),
        target("warm recall, p95", warm.map(|times| times.p95_ms), 15.0, "ms"),
        target(
            "`memopage recall` as a fresh process, 1,000 pages, median",
            cold.map(|times| times.p50_ms),
            80.0,
            "ms",
        ),
        target("look at an unchanged vault", Some(measured.documents.unchanged_ms), 500.0, "ms"),
        target("`remember` without git, median", median(measured.without_git), 60.0, "ms"),
        target("`remember` with git, median", measured.with_git.and_then(median), 120.0, "ms"),
        target("remembered facts not found at return", Some(lost as f64), 0.0, ""),
        target(
            "index over text, documents",
            share(measured.documents.bytes, measured.document_bytes),
            1.5,
            "×",
        ),
        target("index over text, conversations", talks, 4.0, "×"),
        target("peak memory while indexing and asking", peak, 200.0, "MB"),
    ]
}

fn target(what: &'static str, figure: Option<f64>, at_most: f64, unit: &'static str) -> Target {
    // A hair above is rounding, not a miss.
    Target { what, figure, at_most, unit, kept: figure.map(|figure| figure <= at_most + 1e-9) }
}
