//! `memopage-bench`: measures of quality and of speed, never linked into the product.
//!
//! Reads a data set, has its sessions indexed, asks its questions and scores the answers. Holds no data
//! and tunes nothing.

mod crash;
mod datasets;
mod report;
mod run;
mod scale;
mod score;
mod vault;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use datasets::Dataset;
use run::BenchError;

#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let commands = Command::new("memopage-bench")
        .about("Measure memopage")
        .subcommand_required(true)
        .subcommand(
            source("locomo")
                .about("Conversations over months, questions with the turns that answer them"),
        )
        .subcommand(source("longmemeval").about("Questions, each with a haystack of sessions"))
        .subcommand(vault::command())
        .subcommand(crash::command())
        .subcommand(scale::command())
        .subcommand(scale::child_command());
    let done = match commands.get_matches().subcommand() {
        Some(("locomo", matches)) => measure("locomo", matches, datasets::locomo::load),
        Some(("longmemeval", matches)) => {
            measure("longmemeval", matches, datasets::longmemeval::load)
        }
        Some((vault::NAME, matches)) => return vault::run(matches),
        Some((crash::NAME, matches)) => return crash::run(matches),
        Some((scale::NAME, matches)) => return scale::run(matches),
        Some((scale::CHILD, matches)) => return scale::run_child(matches),
        _ => Ok(()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report::complain(&error);
            ExitCode::FAILURE
        }
    }
}

fn source(name: &'static str) -> Command {
    let path = |name: &'static str| Arg::new(name).long(name).value_parser(value_parser!(PathBuf));
    let flag = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    Command::new(name)
        .arg(path("data").required(true).help("The data set's JSON file"))
        .arg(path("out").help("Write the report and one JSON line per question into this folder"))
        .arg(path("unrelated").help("Unrelated questions, one per line: how many get no answer"))
        .arg(flag("json").help("Print one JSON object instead of the report"))
        .arg(flag("no-abstain").help("Never answer nothing"))
}

type Load = fn(&Path) -> Result<Dataset, BenchError>;

fn measure(name: &str, matches: &ArgMatches, load: Load) -> Result<(), BenchError> {
    let path = |name: &str| matches.get_one::<PathBuf>(name);
    let data = path("data").expect("because it is required");
    let dataset = load(data)?;
    let unrelated = match path("unrelated") {
        Some(path) => datasets::lines(path)?,
        None => Vec::new(),
    };
    let settings = run::Settings { abstain: !matches.get_flag("no-abstain"), unrelated };
    let outcome = run::run(&dataset, &settings)?;
    let summary = report::Summary::of(name, &outcome, &settings);
    if let Some(out) = path("out") {
        report::write(out, &summary, &outcome)?;
    }
    if matches.get_flag("json") {
        report::print_json(&summary);
    } else {
        report::print(&summary);
    }
    Ok(())
}
