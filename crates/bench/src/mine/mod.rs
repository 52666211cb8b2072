//! A check of one's own vault: whether its pages are found by what their titles, aliases, facts, headings
//! and links promise, how fast, and which are not and why.
//!
//! The vault is copied first; nothing of it is changed.

mod ask;
mod promise;
mod reason;
mod report;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use memory::{Memory, Purge};
use serde::Serialize;

use crate::scale::vault::call;
use crate::vault::copied;

pub(crate) const NAME: &str = "mine";

/// Pages that are named; the others are counted.
const NAMED: usize = 50;

/// What was measured.
#[derive(Serialize, Default)]
pub(crate) struct Outcome {
    pages: usize,
    kinds: Vec<Kind>,
    /// Pages that their own title or alias does not find among ten, the first [`NAMED`].
    lost: Vec<Lost>,
    /// How many there are in all.
    lost_total: usize,
}

/// One kind of promise; shares are fractions.
#[derive(Serialize, Default)]
struct Kind {
    name: &'static str,
    /// Promises that the vault makes.
    promises: usize,
    /// Of these, asked.
    asked: usize,
    #[serde(rename = "recall@1")]
    first: f64,
    #[serde(rename = "recall@5")]
    five: f64,
    #[serde(rename = "recall@10")]
    ten: f64,
    p50_ms: f64,
    p95_ms: f64,
}

/// A page that its own names do not find.
#[derive(Serialize)]
struct Lost {
    page: String,
    asked: String,
    reason: String,
}

pub(crate) fn command() -> Command {
    let path = |name: &'static str| Arg::new(name).long(name).value_parser(value_parser!(PathBuf));
    Command::new(NAME)
        .about("A check of your own vault: are its pages found by what they promise?")
        .long_about(
            "A check of your own vault. Questions are made from it: every title as it stands and with its \
             words in another order, aliases, the keys of facts, headings, and the words of links. It says \
             how many find their page, how fast, and which pages their own title does not find, and why. \
             The vault is copied to a temporary folder first; nothing in it is changed.",
        )
        .arg(path("vault").value_name("DIR").required(true).help("The vault"))
        .arg(
            Arg::new("limit")
                .long("limit")
                .value_parser(value_parser!(usize))
                .default_value("500")
                .help("Most questions of each kind but titles, drawn by the seed"),
        )
        .arg(
            Arg::new("seed")
                .long("seed")
                .value_parser(value_parser!(u64))
                .default_value("1")
                .help("Draws questions and the order of words"),
        )
        .arg(path("out").value_name("DIR").help("Write report.md and report.json into this folder"))
        .arg(Arg::new("json").long("json").action(ArgAction::SetTrue).help("Print one JSON object"))
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a report is what it is for")]
pub(crate) fn run(matches: &ArgMatches) -> ExitCode {
    let done = measure(matches).and_then(|outcome| {
        if let Some(dir) = matches.get_one::<PathBuf>("out") {
            report::write(dir, &outcome)?;
        }
        Ok(outcome)
    });
    match done {
        Err(why) => {
            eprintln!("error: {why}");
            return ExitCode::FAILURE;
        }
        Ok(outcome) if matches.get_flag("json") => println!("{}", serde_json::json!(outcome)),
        Ok(outcome) => print!("{}", report::page(&outcome)),
    }
    ExitCode::SUCCESS
}

fn measure(matches: &ArgMatches) -> Result<Outcome, String> {
    let vault = matches.get_one::<PathBuf>("vault").expect("because it is required");
    let limit = *matches.get_one::<usize>("limit").expect("because it has a default");
    let seed = *matches.get_one::<u64>("seed").expect("because it has a default");
    let copy = tempfile::tempdir().map_err(|err| err.to_string())?;
    copied(vault, copy.path())?;
    let call = call();
    let memory = Memory::open(copy.path()).map_err(|err| err.to_string())?;
    memory.sync(&call, Purge::Guarded, &mut |_, _| {}).map_err(|err| err.to_string())?;
    memory.settle(call.wait).map_err(|err| err.to_string())?;
    let asking = ask::Asking { memory: &memory, call: &call };
    let vault = promise::Vault::read(&memory)?;
    let mut outcome = Outcome { pages: vault.pages(), ..Outcome::default() };
    let mut missed: Vec<promise::Promise> = Vec::new();
    for kind in promise::KINDS {
        let promises = vault.promises(*kind, seed, &asking);
        let drawn = promise::drawn(promises, *kind, limit, seed);
        let (row, more) = asking.all(kind.name(), &drawn)?;
        outcome.kinds.push(row);
        if kind.names_its_page() {
            let new = |it: &promise::Promise| missed.iter().all(|known| known.page != it.page);
            let more: Vec<_> = more.into_iter().filter(new).collect();
            missed.extend(more);
        }
    }
    outcome.lost_total = missed.len();
    for promise in missed.into_iter().take(NAMED) {
        let reason = reason::of(&asking, &vault, &promise)?;
        outcome.lost.push(Lost { page: promise.page, asked: promise.question, reason });
    }
    Ok(outcome)
}
