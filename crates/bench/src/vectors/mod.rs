//! `memopage-bench vectors`: what the vector stream costs. A model's load, its texts a second beside the
//! bare runtime's, scans of synthetic vectors, and warm recall.
//!
//! Everything is measured in one run on one machine and printed beside its target.

mod model;
mod recall;
mod scan;
mod table;

use crate::options::{count, flag, path};
use crate::scale::machine::Machine;
use clap::{ArgAction, ArgMatches, Command};
use serde::Serialize;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// The name of the command.
pub(crate) const NAME: &str = "vectors";

/// `vectors` and its options.
pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Measure models, the scan of vectors and recall with them")
        .arg(
            path("model", "DIR", "A model's folder; the first one asks the questions")
                .action(ArgAction::Append)
                .required(true),
        )
        .arg(count("docs", "24000", 1, "Pages of the vault that is asked"))
        .arg(count("passages", "100000", 1, "Vectors of the exact scan"))
        .arg(count("large", "300000", 1, "Vectors of the larger scan"))
        .arg(count("texts", "300", 1, "Texts that are embedded for the throughput"))
        .arg(count("questions", "200", 1, "Questions of each measure"))
        .arg(path("out", "DIR", "Write vectors.md and vectors.json there"))
        .arg(flag("json", "Print one JSON object instead of tables"))
}

/// All figures of a run.
#[derive(Debug, Serialize)]
struct Report {
    machine: Machine,
    models: Vec<model::Figures>,
    scan: scan::Figures,
    large: scan::Figures,
    recall: recall::Figures,
    load_at_end: Option<f64>,
}

/// How much is measured.
#[derive(Debug, Clone, Copy)]
struct Sizes {
    docs: usize,
    passages: usize,
    large: usize,
    texts: usize,
    questions: usize,
}

/// Runs `vectors`. It fails when something cannot be measured; a missed target is no failure.
#[expect(clippy::print_stderr, reason = "a person reads why nothing was measured")]
pub(crate) fn run(matches: &ArgMatches) -> ExitCode {
    match measure(matches) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "the report is what the command is for")]
fn measure(matches: &ArgMatches) -> Result<(), String> {
    let count = |name: &str| {
        let number: u64 = *matches.get_one(name).expect("because it has a default");
        usize::try_from(number).expect("because the parser bounds it")
    };
    let sizes = Sizes {
        docs: count("docs"),
        passages: count("passages"),
        large: count("large"),
        texts: count("texts"),
        questions: count("questions"),
    };
    let folders: Vec<&PathBuf> = matches.get_many("model").into_iter().flatten().collect();
    let machine = Machine::now();
    // First, so that no memory is reused that something else left.
    let scan = scan::measured(sizes.passages, sizes.questions);
    let large = scan::measured(sizes.large, sizes.questions);
    let models: Vec<model::Figures> = folders
        .iter()
        .map(|folder| model::measured(folder, sizes.texts, sizes.questions))
        .collect::<Result<_, _>>()?;
    let recall = recall::measured(folders[0], sizes.docs, sizes.questions)?;
    let load_at_end = crate::scale::machine::load();
    let report = Report { machine, models, scan, large, recall, load_at_end };
    let page = table::markdown(&report);
    let json = serde_json::to_string_pretty(&report).map_err(|error| error.to_string())?;
    if let Some(out) = matches.get_one::<PathBuf>("out") {
        let failed = |error: std::io::Error| format!("cannot write to {}: {error}", out.display());
        fs::create_dir_all(out).map_err(failed)?;
        fs::write(out.join("vectors.md"), &page).map_err(failed)?;
        fs::write(out.join("vectors.json"), &json).map_err(failed)?;
    }
    println!("{}", if matches.get_flag("json") { &json } else { &page });
    Ok(())
}
