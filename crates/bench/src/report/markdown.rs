//! The summary as a Markdown page.

use std::fmt::Write as _;

use super::{CostRow, Summary, Units, Unrelated};
use crate::score::{Band, NAMES, Scores};

pub(super) fn page(summary: &Summary) -> String {
    let mut page = format!("# {}\n\n", summary.dataset);
    for (key, value) in &summary.config {
        line(&mut page, &format!("- {key}: {value}"));
    }
    for note in &summary.notes {
        line(&mut page, &format!("- {note}"));
    }
    scores(&mut page, summary);
    if summary.systems.len() > 1 {
        systems(&mut page, summary);
    }
    for (unit, reliability) in &summary.reliability {
        let error = reliability.ece;
        line(&mut page, &format!("\nCalibration of the best {unit}: error {error:.3}\n"));
        line(&mut page, "| stated | right | n |\n|---|---|---|");
        for Band { n, stated, right } in &reliability.bands {
            line(&mut page, &format!("| {stated:.2} | {right:.2} | {n} |"));
        }
    }
    for (unit, share) in &summary.unanswered {
        let percent = 100.0 * share;
        line(&mut page, &format!("\nQuestions left without any {unit}: {percent:.1} %"));
    }
    empty(&mut page, "Unrelated questions", summary.unrelated.as_ref());
    empty(&mut page, "Questions that the vault holds no answer to", summary.unanswerable.as_ref());
    costs(&mut page, summary);
    page
}

fn line(page: &mut String, text: &str) {
    page.push_str(text);
    page.push('\n');
}

fn empty(page: &mut String, what: &str, of: Option<&Unrelated>) {
    if let Some(Unrelated { n, empty }) = of {
        let percent = 100.0 * empty;
        line(page, &format!("\n{what} that got no hit: {percent:.1} % of {n}"));
    }
}

/// Percent, but for the measures that are no shares.
fn figure(name: &str, value: f64) -> String {
    if name.starts_with("ndcg") || name == "mrr" {
        format!("{value:.3}")
    } else {
        format!("{:.1}", 100.0 * value)
    }
}

fn head(page: &mut String, first: &str) {
    let names: Vec<String> =
        NAMES.iter().map(|name| name.replace("ndcg", "NDCG").replace("mrr", "MRR")).collect();
    line(page, &format!("\n| {first} | n | {} |", names.join(" | ")));
    line(page, &format!("|---|{}", "---|".repeat(NAMES.len() + 1)));
}

fn row(page: &mut String, name: &str, scores: &Scores) {
    let cells: Vec<String> =
        NAMES.iter().zip(scores.values()).map(|(name, value)| figure(name, *value)).collect();
    line(page, &format!("| {name} | {} | {} |", scores.n, cells.join(" | ")));
}

fn scores(page: &mut String, summary: &Summary) {
    let protocol = summary.protocol;
    head(page, "what");
    let rows = |page: &mut String, units: &Units, suffix: &str| {
        for (unit, scores) in units {
            row(page, &format!("{unit}{suffix}"), scores);
        }
    };
    let named =
        if summary.protocols.is_empty() { String::new() } else { format!(", protocol {protocol}") };
    rows(page, &summary.units, &named);
    for (unit, ends) in &summary.interval {
        let ends = NAMES.iter().map(|name| match ends.get(name) {
            Some((low, high)) => format!("{}–{}", figure(name, *low), figure(name, *high)),
            None => String::new(),
        });
        let ends = ends.collect::<Vec<_>>().join(" | ");
        line(page, &format!("| {unit}, 95 % interval | | {ends} |"));
    }
    for (other, units) in &summary.protocols {
        rows(page, units, &format!(", protocol {other}"));
    }
    for (kind, units) in &summary.by_type {
        let name = summary.type_names.get(kind.as_str());
        let name = name.map_or(kind.clone(), |name| format!("{kind} ({name})"));
        rows(page, units, &format!(", type {name}"));
    }
}

fn systems(page: &mut String, summary: &Summary) {
    for unit in summary.units.keys() {
        head(page, &format!("system, {unit}"));
        for system in &summary.systems {
            if let Some(scores) = system.units.get(unit) {
                row(page, &system.name, scores);
            }
        }
    }
}

fn costs(page: &mut String, summary: &Summary) {
    line(page, "\n| system | index, s | index / text | queries | p50, ms | p95, ms | CPU, ms |");
    line(page, "|---|---|---|---|---|---|---|");
    let shown = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.2}"));
    for system in &summary.systems {
        let CostRow { index_seconds, index_bytes, text_bytes, queries, .. } = &system.cost;
        let cost = &system.cost;
        let ratio = (*text_bytes > 0).then(|| *index_bytes as f64 / *text_bytes as f64);
        // Variants ask the index that the first row made.
        let seconds = (*index_seconds > 0.0).then_some(*index_seconds);
        let (p50, p95) = (shown(cost.p50_ms), shown(cost.p95_ms));
        writeln!(
            page,
            "| {} | {} | {} | {queries} | {p50} | {p95} | {} |",
            system.name,
            shown(seconds),
            shown(ratio),
            shown(cost.cpu_ms_per_query)
        )
        .expect("because a string takes every line");
    }
}
