//! Results as text, as JSON, and as files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde::Serialize;

use crate::run::{Answered, BenchError, Outcome, Settings};
use crate::score::{Band, Scores, mean, reliability};

/// All means of one run.
#[derive(Serialize)]
pub(crate) struct Summary {
    dataset: String,
    config: BTreeMap<&'static str, String>,
    units: BTreeMap<&'static str, Scores>,
    by_type: BTreeMap<String, BTreeMap<&'static str, Scores>>,
    reliability: BTreeMap<&'static str, Reliability>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unrelated: Option<Unrelated>,
}

#[derive(Serialize)]
struct Reliability {
    ece: f64,
    bands: Vec<Band>,
}

#[derive(Serialize)]
struct Unrelated {
    n: usize,
    empty: f64,
}

impl Summary {
    pub(crate) fn of(dataset: &str, outcome: &Outcome, settings: &Settings) -> Self {
        let mut by_type: BTreeMap<String, Vec<&Answered>> = BTreeMap::new();
        for answered in &outcome.answers {
            by_type.entry(answered.kind.clone()).or_default().push(answered);
        }
        let all: Vec<&Answered> = outcome.answers.iter().collect();
        let names = ["session", "turn"];
        let reliability = (0..2).filter_map(|unit| {
            let stated: Vec<(f64, bool)> =
                outcome.answers.iter().filter_map(|answered| answered.stated[unit]).collect();
            let (bands, ece) = reliability(&stated);
            (!stated.is_empty()).then_some((names[unit], Reliability { ece, bands }))
        });
        let (n, empty) = outcome.unrelated;
        Self {
            dataset: dataset.to_owned(),
            config: BTreeMap::from([
                ("streams", "lexical".to_owned()),
                ("abstain", settings.abstain.to_string()),
            ]),
            units: units(&all),
            by_type: by_type.into_iter().map(|(kind, of)| (kind, units(&of))).collect(),
            reliability: reliability.collect(),
            unrelated: (n > 0).then(|| Unrelated { n, empty: empty as f64 / n as f64 }),
        }
    }
}

fn units(of: &[&Answered]) -> BTreeMap<&'static str, Scores> {
    let session = mean(of.iter().map(|answered| &answered.session));
    let turn = mean(of.iter().filter_map(|answered| answered.turn.as_ref()));
    let mut units = BTreeMap::from([("session", session)]);
    if turn.n > 0 {
        units.insert("turn", turn);
    }
    units
}

/// The summary as a Markdown page.
fn markdown(summary: &Summary) -> String {
    let mut page = format!("# {}\n\n", summary.dataset);
    page.push_str(
        "| what | n | any@1 | any@5 | any@10 | all@5 | all@10 | frac@10 | NDCG@10 | MRR |\n",
    );
    page.push_str("|---|---|---|---|---|---|---|---|---|---|\n");
    let mut row = |name: &str, scores: &Scores| {
        let percent = |value: f64| format!("{:.1}", 100.0 * value);
        let cells = [
            scores.n.to_string(),
            percent(scores.any_1),
            percent(scores.any_5),
            percent(scores.any_10),
            percent(scores.all_5),
            percent(scores.all_10),
            percent(scores.frac_10),
            format!("{:.3}", scores.ndcg_10),
            format!("{:.3}", scores.mrr),
        ];
        page.push_str(&format!("| {name} | {} |\n", cells.join(" | ")));
    };
    for (unit, scores) in &summary.units {
        row(unit, scores);
    }
    for (kind, units) in &summary.by_type {
        for (unit, scores) in units {
            row(&format!("{unit}, type {kind}"), scores);
        }
    }
    for (unit, reliability) in &summary.reliability {
        page.push_str(&format!(
            "\nCalibration of the best {unit}: error {:.3}\n\n",
            reliability.ece
        ));
        page.push_str("| stated | right | n |\n|---|---|---|\n");
        for Band { n, stated, right } in &reliability.bands {
            page.push_str(&format!("| {stated:.2} | {right:.2} | {n} |\n"));
        }
    }
    if let Some(unrelated) = &summary.unrelated {
        let percent = 100.0 * unrelated.empty;
        page.push_str(&format!(
            "\nUnrelated questions that got no hit: {percent:.1} % of {}\n",
            unrelated.n
        ));
    }
    page
}

/// The report and one JSON line per question.
pub(crate) fn write(dir: &Path, summary: &Summary, outcome: &Outcome) -> Result<(), BenchError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| BenchError::Io { path, source }
    };
    fs::create_dir_all(dir).map_err(io(dir))?;
    let report = dir.join("report.md");
    fs::write(&report, markdown(summary)).map_err(io(&report))?;
    let mut lines = String::new();
    for answered in &outcome.answers {
        let line = serde_json::json!({
            "id": answered.id,
            "type": answered.kind,
            "question": answered.question,
            "gold": answered.gold,
            "found": answered.found.iter().take(10).collect::<Vec<_>>(),
            "session": answered.session,
            "turn": answered.turn,
            "score": answered.stated[0].map(|(chance, _)| chance),
        });
        writeln!(lines, "{line}").expect("because a string takes every line");
    }
    let questions = dir.join("questions.jsonl");
    fs::write(&questions, lines).map_err(io(&questions))
}

#[expect(clippy::print_stdout, reason = "a report is what the program is for")]
pub(crate) fn print(summary: &Summary) {
    print!("{}", markdown(summary));
}

#[expect(clippy::print_stdout, reason = "a report is what the program is for")]
pub(crate) fn print_json(summary: &Summary) {
    println!("{}", serde_json::json!(summary));
}

#[expect(clippy::print_stderr, reason = "a person must see why it stopped")]
pub(crate) fn complain(error: &BenchError) {
    eprintln!("error: {error}");
}
