//! A run as a page and as files.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::outcome::{Column, Mistakes, Outcome, Share};
use super::run::Lived;

/// Characters of a text that a table shows.
const TEXT_CHARS: usize = 100;

pub(super) fn page(outcome: &Outcome) -> String {
    let mut page = format!(
        "# {} questions over {} days\n\nScenario: {}. Fed with {}.\n\n",
        outcome.questions, outcome.days, outcome.scenario, outcome.feed
    );
    let names: Vec<&str> = outcome.systems.iter().map(|it| it.name).collect();
    page.push_str(&format!("| dimension | bar | {} |\n", names.join(" | ")));
    page.push_str(&format!("|---|--:|{}\n", "--:|".repeat(names.len())));
    let mut row = |name: &str, bar: &str, cell: &dyn Fn(&Column) -> String| {
        let cells: Vec<String> = outcome.systems.iter().map(cell).collect();
        page.push_str(&format!("| {name} | {bar} | {} |\n", cells.join(" | ")));
    };
    let graded = outcome.systems.first().map(|it| it.dimensions.clone()).unwrap_or_default();
    for (nth, it) in graded.iter().enumerate() {
        row(&format!("{} ({})", it.name, it.n), &bar(it), &|of| share(&of.dimensions[nth]));
    }
    row("retired values stated as current", "0", &|of| of.retired_stated.to_string());
    row("explainability", "1.000", &|of| share(&of.sources));
    row("retrieval, p50 ms", "", &|of| format!("{:.1}", of.latency.p50_ms));
    row("retrieval, p95 ms", "", &|of| format!("{:.1}", of.latency.p95_ms));
    costs(&mut row);
    kinds(outcome, &mut page);
    for column in &outcome.systems {
        refusals(column, &mut page);
    }
    if let Some(ours) = outcome.systems.first() {
        mistakes(ours, &mut page);
    }
    let machine = &outcome.machine;
    page.push_str(&format!(
        "\n{} build, {} cores, load {:.1} at the start.\n",
        machine.build,
        machine.cores,
        machine.load_at_start.unwrap_or_default()
    ));
    page
}

/// A row of the first table: its name, its bar, and a cell for each system.
type Row<'a> = dyn FnMut(&str, &str, &dyn Fn(&Column) -> String) + 'a;

fn costs(row: &mut Row<'_>) {
    let seconds = |it: Option<f64>| it.map_or("–".to_owned(), |it| format!("{it:.1}"));
    let megabytes = |bytes: f64| format!("{:.2}", bytes / 1e6);
    row("a write, p50 ms", "", &|of| format!("{:.1}", of.cost.write_p50_ms));
    row("a write, p95 ms", "", &|of| format!("{:.1}", of.cost.write_p95_ms));
    row("memories told", "", &|of| of.cost.memories.to_string());
    row("… of these refused", "", &|of| of.cost.refused.to_string());
    row("10,000 memories: text, MB", "", &|of| megabytes(of.cost.text_bytes_per_10k));
    row("10,000 memories: index, MB", "", &|of| megabytes(of.cost.index_bytes_per_10k));
    row("10,000 memories: writing, CPU s", "", &|of| seconds(of.cost.write_cpu_seconds_per_10k));
    row("10,000 memories: upkeep, CPU s", "", &|of| seconds(of.cost.upkeep_cpu_seconds_per_10k));
    row("upkeep: runs / steps", "", &|of| {
        format!("{} / {}", of.cost.upkeep_runs, of.cost.upkeep_steps)
    });
    row("10,000 memories: tokens told", "", &|of| format!("{:.0}", of.cost.told_tokens_per_10k));
    row("… tokens for a model to take them in", "", &|of| {
        format!("{:.0}", of.cost.model_tokens_per_10k)
    });
    row("tokens of a question's hits", "", &|of| format!("{:.0}", of.cost.answer_tokens));
}

fn bar(of: &Share) -> String {
    of.bar.map_or(String::new(), |it| format!("{it:.3}"))
}

fn share(of: &Share) -> String {
    if of.n == 0 { "–".to_owned() } else { format!("{:.3}", of.share) }
}

fn kinds(outcome: &Outcome, page: &mut String) {
    let names: Vec<&str> = outcome.systems.iter().map(|it| it.name).collect();
    page.push_str(&format!("\n| kind of question | n | {} |\n", names.join(" | ")));
    page.push_str(&format!("|---|--:|{}\n", "--:|".repeat(names.len())));
    let Some(ours) = outcome.systems.first() else { return };
    for (nth, kind) in ours.kinds.iter().enumerate() {
        let right = |it: &Column| format!("{:.1} %", percent(it.kinds[nth].right, kind.n));
        let cells: Vec<String> = outcome.systems.iter().map(right).collect();
        let name = if kind.kind.is_empty() { "(unnamed)" } else { &kind.kind };
        let dimension = kind.dimension.name();
        let cells = cells.join(" | ");
        page.push_str(&format!("| {dimension}: {name} | {} | {cells} |\n", kind.n));
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn refusals(column: &Column, page: &mut String) {
    if column.refusals.is_empty() {
        return;
    }
    page.push_str(&format!("\n{} refused {} changes:\n\n", column.name, column.cost.refused));
    for it in &column.refusals {
        page.push_str(&format!("- {}\n", on_a_line(it)));
    }
}

fn mistakes(ours: &Column, page: &mut String) {
    if ours.mistakes.is_empty() {
        page.push_str(&format!("\n{} made no mistake.\n", ours.name));
        return;
    }
    page.push_str(&format!("\n## What {} got wrong\n", ours.name));
    for it in &ours.mistakes {
        mistake(it, page);
    }
}

fn mistake(of: &Mistakes, page: &mut String) {
    page.push_str(&format!("\n{}: {}, {} times\n\n", of.kind, of.grade.name(), of.n));
    for it in &of.examples {
        let gold = it.gold.as_deref().unwrap_or("nothing");
        let given = it
            .given
            .as_ref()
            .map_or("nothing".to_owned(), |(page, text)| format!("`{page}`: {}", on_a_line(text)));
        page.push_str(&format!("- {} Right: {gold}. Given: {given}\n", it.question));
    }
}

fn on_a_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    let mut short: String = line.chars().take(TEXT_CHARS).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    short
}

/// Writes `report.md`, `report.json` and a line for every question and system.
pub(super) fn write(dir: &Path, outcome: &Outcome, lives: &[Lived]) -> Result<(), String> {
    let failed = |err: std::io::Error| format!("cannot write into {}: {err}", dir.display());
    fs::create_dir_all(dir).map_err(failed)?;
    fs::write(dir.join("report.md"), page(outcome)).map_err(failed)?;
    fs::write(dir.join("report.json"), format!("{:#}\n", json!(outcome))).map_err(failed)?;
    let mut lines = String::new();
    for lived in lives {
        for it in &lived.answers {
            let line = json!({
                "system": lived.name, "day": it.ask.day.to_string(), "dimension": it.ask.dimension,
                "kind": it.ask.kind, "question": it.ask.question, "gold": it.ask.gold,
                "page": it.ask.page, "grade": it.grade, "sourced": it.sourced,
                "states_retired": it.states_retired, "ms": it.ms, "tokens": it.tokens,
                "given": it.best.as_ref().map(|best| &best.text),
                "from": it.best.as_ref().map(|best| (&best.place, best.lines)),
            });
            lines.push_str(&format!("{line}\n"));
        }
    }
    fs::write(dir.join("questions.jsonl"), lines).map_err(failed)
}
