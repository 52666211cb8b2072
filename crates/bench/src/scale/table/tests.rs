//! A report of known figures is shown as written here, and says so where a figure is missing.

use super::*;
use crate::scale::target::{Measured, targets as judged};

fn times(p50_ms: f64) -> Option<Times> {
    Some(Times { count: 600, p50_ms, p95_ms: p50_ms * 2.0, p99_ms: p50_ms * 3.0 })
}

fn recalled(p50_ms: f64) -> Recalled {
    Recalled { times: times(p50_ms), found: Found::default(), abstained: 0 }
}

fn indexed(bytes: u64) -> Indexed {
    Indexed {
        pages: 24_010,
        spent: Spent { wall_seconds: 12.005, cpu_seconds: None },
        bytes,
        unchanged_ms: 610.0,
        memory: None,
    }
}

fn report() -> Report {
    let recall =
        Asked { passages: recalled(1.5), pages: recalled(1.0), tantivy: recalled(0.5), rounds: 3 };
    let remember_without_git = Remembered { times: times(20.0), searchable: 49, facts: 50 };
    let documents = indexed(90_000_000);
    let cold = vec![Cold { docs: 1_000, times: times(30.0) }];
    let targets = judged(&Measured {
        asked: &recall,
        documents: &documents,
        document_bytes: 72_000_000,
        conversations: None,
        conversation_bytes: 0,
        cold_small: cold.first(),
        without_git: &remember_without_git,
        with_git: None,
    });
    Report {
        machine: Machine { cores: 2, cpu: None, load_at_start: Some(0.25), build: "release" },
        asked_for: AskedFor {
            docs: 24_000,
            conversations: 0,
            queries: 600,
            seed: 1,
            baseline_seconds: 20,
        },
        document_bytes: 72_000_000,
        conversation_bytes: 0,
        documents,
        recall,
        cold,
        remember_without_git,
        remember_with_git: None,
        conversations: None,
        baselines: Vec::new(),
        missing: vec!["ripgrep: `rg` is not installed".to_owned()],
        targets,
        seconds: 200.0,
    }
}

fn verdict<'a>(page: &'a str, target: &str) -> &'a str {
    let line = page.lines().find(|line| line.starts_with(&format!("| {target} |"))).unwrap();
    line.trim_end_matches(" |").rsplit("| ").next().unwrap()
}

#[test]
fn a_target_is_kept_missed_or_not_measured() {
    let page = markdown(&report());
    assert_eq!(verdict(&page, "warm recall, p50 over raw tantivy's p50"), "pass");
    assert_eq!(verdict(&page, "warm recall, p95"), "pass");
    assert_eq!(verdict(&page, "known pages found less often than by raw tantivy"), "not measured");
    assert_eq!(verdict(&page, "look at an unchanged vault"), "**miss**");
    assert_eq!(verdict(&page, "`remember` without git, median"), "pass");
    assert_eq!(verdict(&page, "`remember` with git, median"), "not measured");
    assert_eq!(verdict(&page, "remembered facts not found at return"), "**miss**");
    assert_eq!(verdict(&page, "index over text, documents"), "pass");
    assert_eq!(verdict(&page, "index over text, conversations"), "not measured");
    assert_eq!(verdict(&page, "peak memory while indexing and asking"), "not measured");
}

#[test]
fn every_row_has_a_cell_for_every_column() {
    let page = markdown(&report());
    let mut columns = 0;
    for line in page.lines() {
        let cells = line.matches('|').count();
        if line.starts_with("|---") {
            columns = cells;
        } else if line.is_empty() {
            columns = 0;
        } else if columns > 0 {
            assert_eq!(cells, columns, "{line}");
        }
    }
    assert!(page.contains("| memopage, passages | 12.0 | – | 2000 | 90.0 | 1.25 | 1.50 | 3.00 |"));
    assert!(page.contains("Not measured: ripgrep: `rg` is not installed."));
    assert!(page.contains("load 0.25 at the start"));
}

#[test]
fn the_json_has_the_figures_as_numbers() {
    let json = serde_json::to_value(report()).unwrap();
    assert_eq!(json["asked_for"]["docs"], 24_000);
    assert_eq!(json["recall"]["passages"]["times"]["p50_ms"], 1.5);
    assert_eq!(json["targets"][1]["figure"], 3.0);
    assert_eq!(json["targets"][1]["kept"], true);
    assert!(json["remember_with_git"].is_null());
}
