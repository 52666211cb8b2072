//! A run's results as files of one folder.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::{Summary, gold, markdown, plot};
use crate::run::{Answered, BenchError, Outcome};
use crate::score::score;

/// Names of a list that are kept.
const KEPT: usize = 10;

/// Writes `report.md`, `report.json`, the plots, and `questions.jsonl` with a line for every question and
/// system.
pub(crate) fn write(dir: &Path, summary: &Summary, outcome: &Outcome) -> Result<(), BenchError> {
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| BenchError::Io { path, source }
    };
    fs::create_dir_all(dir).map_err(io(dir))?;
    let mut files = vec![
        ("report.md".to_owned(), markdown::page(summary)),
        ("report.json".to_owned(), format!("{:#}\n", json!(summary))),
        ("questions.jsonl".to_owned(), questions(summary, outcome)),
    ];
    files.extend(plot::all(summary));
    for (name, text) in files {
        let path = dir.join(name);
        fs::write(&path, text).map_err(io(&path))?;
    }
    Ok(())
}

fn questions(summary: &Summary, outcome: &Outcome) -> String {
    let mut lines = String::new();
    for column in &outcome.columns {
        for answered in &column.answers {
            let line = question(summary.protocol, &column.name, answered);
            writeln!(lines, "{line}").expect("because a string takes every line");
        }
    }
    lines
}

fn question(protocol: &str, system: &str, answered: &Answered) -> Value {
    let question = &answered.question;
    let mut line = Map::new();
    line.insert("system".to_owned(), json!(system));
    line.insert("id".to_owned(), json!(question.id));
    line.insert("type".to_owned(), json!(question.kind));
    line.insert("question".to_owned(), json!(question.text));
    line.insert("answerable".to_owned(), json!(question.answerable));
    for (grain, list) in &answered.lists {
        let wanted = gold(question, protocol, *grain);
        let found: Vec<&String> = list.found.iter().take(KEPT).collect();
        let scores = wanted.map(|wanted| score(&list.found, wanted));
        line.insert(
            grain.name().to_owned(),
            json!({ "gold": wanted, "found": found, "scores": scores, "stated": list.stated }),
        );
    }
    Value::Object(line)
}
