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

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, ArgMatches, Command, value_parser};
use serde::Serialize;

use crate::options::{flag, path, seed};
use crate::scale::vault::call;
use crate::vault::{copied, opened, reported};

pub(crate) const NAME: &str = "mine";

/// Pages that are named; the others are counted.
const NAMED: usize = 50;

/// Other words that do not find their page, as examples.
const SHOWN: usize = 10;

/// What was measured.
#[derive(Serialize, Default)]
pub(crate) struct Outcome {
    pages: usize,
    kinds: Vec<Kind>,
    /// Pages that their own title or alias does not find among ten, the first [`NAMED`].
    lost: Vec<Lost>,
    /// How many there are in all.
    lost_total: usize,
    /// Headings, facts and words of links that do not find their page among ten, the first [`SHOWN`].
    unkept: Vec<Unkept>,
    /// How many there are in all, of those that were asked.
    unkept_total: usize,
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
    /// What was asked: its title, the title's words in another order, or an alias.
    by: &'static str,
    asked: String,
    reason: String,
}

/// Words that a page holds or is linked by, and that do not find it.
#[derive(Serialize)]
struct Unkept {
    page: String,
    by: &'static str,
    asked: String,
}

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("A check of your own vault: are its pages found by what they promise?")
        .long_about(
            "A check of your own vault. Questions are made from it: every title as it stands and with its \
             words in another order, aliases, the keys of facts, headings, and the words of links. It says \
             how many find their page, how fast, and which pages their own title does not find, and why. \
             The vault is copied to a temporary folder first; nothing in it is changed.",
        )
        .arg(path("vault", "DIR", "The vault").required(true))
        .arg(
            Arg::new("limit")
                .long("limit")
                .value_parser(value_parser!(usize))
                .default_value("500")
                .help("Most questions of each kind but titles, drawn by the seed"),
        )
        .arg(seed("Draws questions and the order of words"))
        .arg(path("out", "DIR", "Write report.md and report.json into this folder"))
        .arg(flag("json", "Print one JSON object"))
}

pub(crate) fn run(matches: &ArgMatches) -> ExitCode {
    let done = measure(matches).and_then(|outcome| {
        if let Some(dir) = matches.get_one::<PathBuf>("out") {
            report::write(dir, &outcome)?;
        }
        Ok(outcome)
    });
    reported(done, matches, report::page)
}

fn measure(matches: &ArgMatches) -> Result<Outcome, String> {
    let at = matches.get_one::<PathBuf>("vault").expect("because it is required");
    let limit = *matches.get_one::<usize>("limit").expect("because it has a default");
    let seed = *matches.get_one::<u64>("seed").expect("because it has a default");
    // Anything else would be copied as well, and asked about nothing.
    if !at.join(memory::MARKER).is_file() {
        let dir = at.display();
        return Err(format!("{dir} is no vault: `memopage init --vault {dir}` makes it one"));
    }
    let copy = tempfile::tempdir().map_err(|err| err.to_string())?;
    copied(at, copy.path())?;
    let call = call();
    let memory = opened(copy.path(), &call)?;
    let asking = ask::Asking { memory: &memory, call: &call };
    let vault = promise::Vault::read(&memory, &call)?;
    let mut outcome = Outcome { pages: vault.pages(), ..Outcome::default() };
    let mut missed: Vec<(promise::Of, promise::Promise)> = Vec::new();
    let mut seen: HashSet<String> = HashSet::new();
    for kind in promise::KINDS {
        let promises = vault.promises(*kind, seed, &call.now);
        let drawn = promise::drawn(promises, *kind, limit, seed);
        let (row, more) = asking.all(kind.name(), &drawn)?;
        outcome.kinds.push(row);
        if kind.names_its_page() {
            let new = more.into_iter().filter(|it| seen.insert(it.page.clone()));
            missed.extend(new.map(|it| (*kind, it)));
        } else {
            outcome.unkept_total += more.len();
            let by = kind.name();
            let some = more.into_iter().take(SHOWN);
            outcome.unkept.extend(some.map(|it| Unkept { page: it.page, by, asked: it.question }));
        }
    }
    if outcome.kinds.iter().all(|kind| kind.asked == 0) {
        return Err(format!(
            "{} has no page to ask for: write pages or `memopage import` some, then ask again",
            at.display()
        ));
    }
    outcome.lost_total = missed.len();
    for (kind, promise) in missed.into_iter().take(NAMED) {
        let reason = reason::of(&asking, &vault, &promise)?;
        let (page, asked) = (promise.page, promise.question);
        outcome.lost.push(Lost { page, by: kind.name(), asked, reason });
    }
    Ok(outcome)
}
