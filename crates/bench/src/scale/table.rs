//! The report: one value, shown as Markdown for people and as JSON for programs.

use super::corpus::Language;
use super::figures::{Found, Times};
use super::machine::{Machine, Spent};
use super::measure::Row;
use super::ours::{Asked, Cold, Indexed, Recalled, Remembered};
use super::target::Target;
use crate::line::line;
use serde::Serialize;
use std::fmt::Write as _;

/// One run.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Report {
    pub(crate) machine: Machine,
    pub(crate) asked_for: AskedFor,
    /// Bytes of the pages, and of the conversations.
    pub(crate) document_bytes: u64,
    pub(crate) conversation_bytes: u64,
    pub(crate) documents: Indexed,
    pub(crate) recall: Asked,
    pub(crate) cold: Vec<Cold>,
    pub(crate) remember_without_git: Remembered,
    pub(crate) remember_with_git: Option<Remembered>,
    pub(crate) conversations: Option<Indexed>,
    pub(crate) baselines: Vec<Row>,
    /// What could not be measured here, and why.
    pub(crate) missing: Vec<String>,
    pub(crate) targets: Vec<Target>,
    pub(crate) seconds: f64,
}

/// What the command line asked for; the same again gives the same text and questions.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct AskedFor {
    pub(crate) docs: usize,
    pub(crate) conversations: usize,
    pub(crate) queries: usize,
    pub(crate) seed: u64,
    /// Seconds that one baseline may take for its questions.
    pub(crate) baseline_seconds: u64,
}

/// The whole report.
pub(crate) fn markdown(report: &Report) -> String {
    let mut page = String::new();
    conditions(&mut page, report);
    engines(&mut page, report);
    own(&mut page, report);
    targets(&mut page, &report.targets);
    page
}

fn conditions(page: &mut String, report: &Report) {
    let AskedFor { docs, conversations, queries, seed, .. } = report.asked_for;
    let machine = &report.machine;
    line!(page, "# memopage at scale");
    line!(page);
    line!(
        page,
        "{docs} pages of synthetic Markdown ({}, every third in {:?}) and {conversations} conversations ({}), {queries} questions, seed {seed}.",
        megabytes(report.document_bytes),
        Language::Chinese,
        megabytes(report.conversation_bytes),
    );
    line!(
        page,
        "{} cores, {}, load {} at the start, {} build, {:.0} s in all.",
        machine.cores,
        machine.cpu.as_deref().unwrap_or("unknown processor"),
        number(machine.load_at_start, 2),
        machine.build,
        report.seconds,
    );
    for missing in &report.missing {
        line!(page, "Not measured: {missing}.");
    }
    line!(page);
}

fn engines(page: &mut String, report: &Report) {
    line!(page, "## Beside other engines, on the same files");
    line!(page);
    line!(
        page,
        "| engine | index, wall s | CPU s | pages/s | index, MB | of the text | query p50, ms | p95 | p99 | questions | found, English | Chinese | one change until found, ms |"
    );
    line!(page, "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let text = report.document_bytes;
    let docs = report.asked_for.docs;
    let ours = |name: &str, recalled: &Recalled| {
        let index = Some(report.documents.spent);
        let changed = report.remember_without_git.times;
        [
            vec![name.to_owned()],
            built(index, report.documents.pages, report.documents.bytes, text),
            asked(recalled.times, &recalled.found),
            vec![number(changed.map(|times| times.p50_ms), 1)],
        ]
        .concat()
    };
    row(page, &ours("memopage, passages", &report.recall.passages));
    row(page, &ours("memopage, pages", &report.recall.pages));
    for baseline in &report.baselines {
        let cells = [
            vec![baseline.name.to_owned()],
            built(baseline.index, docs, baseline.bytes, text),
            asked(baseline.query, &baseline.found),
            vec![number(baseline.replace.map(|times| times.p50_ms), 1)],
        ];
        row(page, &cells.concat());
    }
    line!(page);
    if let Some(times) = report.recall.tantivy.times {
        line!(
            page,
            "Asked by turns with memopage, {} times each, raw tantivy took {:.2} / {:.2} / {:.2} ms (p50 / p95 / p99).",
            report.recall.rounds,
            times.p50_ms,
            times.p95_ms,
            times.p99_ms
        );
    }
    line!(
        page,
        "Found: the page that a question's words were drawn from is among the ten answers. memopage answered that it knows nothing {} times (passages) and {} times (pages).",
        report.recall.passages.abstained,
        report.recall.pages.abstained
    );
    for baseline in &report.baselines {
        line!(page, "{}: {}.", baseline.name, baseline.note);
    }
    line!(page);
}

fn own(page: &mut String, report: &Report) {
    line!(page, "## memopage alone");
    line!(page);
    line!(page, "| measure | figure |");
    line!(page, "|---|--:|");
    let mut pair = |what: &str, figure: String| row(page, &[what.to_owned(), figure]);
    pair("look at the unchanged vault, median ms", format!("{:.1}", report.documents.unchanged_ms));
    for (what, remembered) in [
        ("`remember` without git", Some(&report.remember_without_git)),
        ("`remember` with git", report.remember_with_git.as_ref()),
    ] {
        let Some(remembered) = remembered else { continue };
        pair(&format!("{what}, p50 / p95 / p99 ms"), three(remembered.times));
        let (found, all) = (remembered.searchable, remembered.facts);
        pair(&format!("{what}, facts found at return"), format!("{found} of {all}"));
    }
    for cold in &report.cold {
        let what = format!("`memopage recall` as a fresh process, {} pages", cold.docs);
        pair(&format!("{what}, p50 / p95 / p99 ms"), three(cold.times));
    }
    if let Some(memory) = report.documents.memory {
        pair(
            "peak memory, MB, mapped files included",
            format!("{:.0}", memory.peak_bytes as f64 / 1e6),
        );
        pair("memory of its own at the end, MB", format!("{:.0}", memory.own_bytes as f64 / 1e6));
    }
    if let Some(talks) = &report.conversations {
        let cells = built(Some(talks.spent), talks.pages, talks.bytes, report.conversation_bytes);
        let names = ["wall s", "CPU s", "pages/s", "index MB", "index over text"];
        for (name, cell) in names.iter().zip(cells) {
            pair(&format!("conversations, {name}"), cell);
        }
    }
    line!(page);
}

fn targets(page: &mut String, targets: &[Target]) {
    line!(page, "## Targets");
    line!(page);
    line!(page, "| target | at most | measured | |");
    line!(page, "|---|--:|--:|---|");
    for target in targets {
        let verdict = match target.kept {
            Some(true) => "pass",
            Some(false) => "**miss**",
            None => "not measured",
        };
        let unit = target.unit;
        let space = if unit.is_empty() { "" } else { " " };
        let cells = [
            target.what.to_owned(),
            format!("{}{space}{unit}", target.at_most),
            target.figure.map_or_else(dash, |figure| format!("{}{space}{unit}", short(figure))),
            verdict.to_owned(),
        ];
        row(page, &cells);
    }
}

/// Wall and processor seconds, pages a second, megabytes, share of the text.
fn built(spent: Option<Spent>, pages: usize, bytes: u64, text: u64) -> Vec<String> {
    let wall = spent.map(|spent| spent.wall_seconds);
    let share = (text > 0 && bytes > 0).then(|| bytes as f64 / text as f64);
    vec![
        number(wall, 1),
        number(spent.and_then(|spent| spent.cpu_seconds), 1),
        number(wall.filter(|wall| *wall > 0.0).map(|wall| pages as f64 / wall), 0),
        number((bytes > 0).then(|| bytes as f64 / 1e6), 1),
        number(share, 2),
    ]
}

/// Percentiles, count, found in English and in Chinese.
fn asked(times: Option<Times>, found: &Found) -> Vec<String> {
    let percent =
        |share: Option<f64>| share.map_or_else(dash, |share| format!("{:.1} %", share * 100.0));
    vec![
        number(times.map(|times| times.p50_ms), 2),
        number(times.map(|times| times.p95_ms), 2),
        number(times.map(|times| times.p99_ms), 2),
        times.map_or_else(dash, |times| times.count.to_string()),
        percent(found.english()),
        percent(found.chinese()),
    ]
}

fn three(times: Option<Times>) -> String {
    times.map_or_else(dash, |times| {
        format!("{:.1} / {:.1} / {:.1}", times.p50_ms, times.p95_ms, times.p99_ms)
    })
}

fn row(page: &mut String, cells: &[String]) {
    line!(page, "| {} |", cells.join(" | "));
}

fn number(figure: Option<f64>, decimals: usize) -> String {
    figure.map_or_else(dash, |figure| format!("{figure:.decimals$}"))
}

/// Two decimals where they tell something, none for large or whole figures.
fn short(figure: f64) -> String {
    let whole = figure.fract() == 0.0;
    let decimals = if whole || figure >= 100.0 { 0 } else { 2 };
    format!("{figure:.decimals$}")
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

fn dash() -> String {
    "–".to_owned()
}

#[cfg(test)]
pub(super) mod tests;
