//! `memopage-bench scale`: how fast, how large and how right, at a size that a reader can choose.
//!
//! One command makes a vault of synthetic pages, indexes and asks it, does the same with other
//! engines on the same files, and prints each figure beside its target. A target that is missed is
//! printed as missed; nothing fails because a machine is slow.

mod baseline;
pub(crate) mod corpus;
pub(crate) mod figures;
pub(crate) mod machine;
mod measure;
mod ours;
mod run;
mod table;
mod target;
pub(crate) mod vault;

pub(crate) use corpus::Random;
pub(crate) use figures::percentile;

use clap::{Arg, ArgMatches, Command, value_parser};

use crate::options::{self, flag, path};
use corpus::Corpus;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use table::AskedFor;

/// The name of the command.
pub(crate) const NAME: &str = "scale";
/// The name of the hidden command that indexes one vault in a process of its own.
pub(crate) const CHILD: &str = "scale-child";

/// `scale` and its options.
pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Measure speed, size and memory on a synthetic vault, beside other engines")
        .args(corpus_options())
        .arg(options::count(
            "conversations",
            "2000",
            0,
            "Conversations to index in a vault of their own",
        ))
        .arg(options::count(
            "baseline-seconds",
            "20",
            0,
            "Seconds that one baseline may take for questions",
        ))
        .arg(path(
            "work",
            "DIR",
            "Where to put the vaults while it runs; else the system's temporary folder",
        ))
        .arg(path("out", "DIR", "Write scale.md and scale.json there"))
        .arg(flag("json", "Print one JSON object instead of tables"))
}

/// The hidden command: index the vault, ask it, print what it took as JSON.
pub(crate) fn child_command() -> Command {
    let vault = Arg::new("vault").required(true).value_parser(value_parser!(PathBuf));
    Command::new(CHILD).hide(true).arg(vault).args(corpus_options())
}

fn corpus_options() -> [Arg; 3] {
    [
        options::count("docs", "24000", 0, "Pages of the vault, every third Chinese"),
        options::count("queries", "600", 0, "Questions, each of two to four words of one page"),
        options::seed("The same seed makes the same pages and questions"),
    ]
}

/// Runs `scale`. It fails when something could not be measured at all; a missed target is no failure.
pub(crate) fn run(matches: &ArgMatches) -> ExitCode {
    ended(measure(matches))
}

/// Runs the hidden command. It fails when the vault cannot be indexed or asked.
pub(crate) fn run_child(matches: &ArgMatches) -> ExitCode {
    ended(index(matches))
}

#[expect(clippy::print_stderr, reason = "a person reads why nothing was measured")]
fn ended(done: Result<(), String>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(matches: &ArgMatches) -> Result<(), String> {
    let asked_for = AskedFor {
        docs: count(matches, "docs").max(1),
        conversations: count(matches, "conversations"),
        queries: count(matches, "queries").max(1),
        seed: seed(matches),
        baseline_seconds: *matches.get_one("baseline-seconds").expect("because it has a default"),
    };
    let work = match matches.get_one::<PathBuf>("work") {
        Some(work) => {
            fs::create_dir_all(work)
                .map_err(|error| format!("cannot make {}: {error}", work.display()))?;
            tempfile::tempdir_in(work)
        }
        None => tempfile::tempdir(),
    }
    .map_err(|error| format!("cannot make a temporary folder: {error}"))?;
    let report = run::run(work.path(), asked_for)?;
    let page = table::markdown(&report);
    let json = serde_json::to_string_pretty(&report)
        .map_err(|error| format!("cannot show the figures: {error}"))?;
    if let Some(out) = matches.get_one::<PathBuf>("out") {
        fs::create_dir_all(out)
            .map_err(|error| format!("cannot make {}: {error}", out.display()))?;
        for (name, text) in [("scale.md", &page), ("scale.json", &json)] {
            let file = out.join(name);
            fs::write(&file, text)
                .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
        }
    }
    print(if matches.get_flag("json") { &json } else { &page });
    Ok(())
}

fn index(matches: &ArgMatches) -> Result<(), String> {
    let root: &PathBuf = matches.get_one("vault").expect("because it is required");
    let corpus = Corpus::new(seed(matches), count(matches, "docs"));
    let queries = corpus.queries(count(matches, "queries"));
    let indexed = ours::in_this_process(root, &queries)?;
    let json = serde_json::to_string(&indexed).map_err(|error| error.to_string())?;
    print(&json);
    Ok(())
}

fn count(matches: &ArgMatches, name: &str) -> usize {
    let number: u64 = *matches.get_one(name).expect("because it has a default");
    usize::try_from(number).expect("because the parser bounds it")
}

fn seed(matches: &ArgMatches) -> u64 {
    *matches.get_one("seed").expect("because it has a default")
}

#[expect(clippy::print_stdout, reason = "the report is what the command is for")]
fn print(text: &str) {
    println!("{text}");
}
