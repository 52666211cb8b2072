//! `crash`: kills the program at every step of every kind of write, and at random under load, and
//! counts what that cost: acknowledged writes that are gone or there twice, pages that are neither as
//! before nor as after, and whatever a person would have to put right. It judges from outside, by what
//! the program's own commands and the files say, and repairs nothing.

mod contention;
mod load;
mod program;
mod reindex;
mod steps;
mod tally;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use crate::options::{path, seed};

use load::Victim;
use program::Program;
use tally::{Tally, print};

/// The subcommand's name.
pub(crate) const NAME: &str = "crash";

/// Why a round could not be made at all.
type Outcome<T> = Result<T, String>;

/// Whether a vault keeps its history in git.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Recorded {
    /// In a repository of its own.
    Git,
    /// Nowhere.
    Nowhere,
}

impl Recorded {
    const BOTH: [Self; 2] = [Self::Nowhere, Self::Git];

    fn shown(self) -> &'static str {
        match self {
            Self::Git => "with git",
            Self::Nowhere => "without git",
        }
    }
}

/// The subcommand.
pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Kill the program at every step of a write and under load; count what is lost")
        .arg(path(
            "program",
            "PATH",
            "The program, built with `--features failpoints`; default: beside this one",
        ))
        .arg(
            Arg::new("rounds")
                .long("rounds")
                .value_name("N")
                .default_value("3")
                .value_parser(value_parser!(u32).range(1..=10_000))
                .help("How often each random part is done"),
        )
        .arg(
            Arg::new("seconds")
                .long("seconds")
                .value_name("N")
                .default_value("5")
                .value_parser(value_parser!(u64).range(1..=3_600))
                .help("How long one round under load lasts"),
        )
        .arg(
            Arg::new("part")
                .long("part")
                .action(ArgAction::Append)
                .value_parser(["steps", "load", "contention", "reindex"])
                .help("Only this part; may be given several times"),
        )
        .arg(seed("Where the random moments come from"))
}

/// Does every part and prints the table; fails when anything was lost, doubled, torn, refused or left
/// for a person to repair.
#[expect(clippy::print_stderr, reason = "a person reads why the measure failed")]
pub(crate) fn run(matches: &ArgMatches) -> ExitCode {
    match measured(matches) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn measured(matches: &ArgMatches) -> Outcome<()> {
    let program = match matches.get_one::<PathBuf>("program") {
        Some(path) => Program::at(path)?,
        None => Program::beside()?,
    };
    let number = |name: &str| *matches.get_one::<u64>(name).expect("because it has a default");
    let rounds = *matches.get_one::<u32>("rounds").expect("because it has a default");
    let parts: Vec<&String> = matches.get_many("part").into_iter().flatten().collect();
    let wanted = |name: &str| parts.is_empty() || parts.iter().any(|part| *part == name);
    let mut rows: Vec<Tally> = Vec::new();
    for recorded in Recorded::BOTH.into_iter().filter(|_| wanted("steps")) {
        rows.extend(steps::run(&program, recorded)?);
    }
    let under_load = [
        (Recorded::Nowhere, Victim::Program),
        (Recorded::Git, Victim::Program),
        (Recorded::Git, Victim::Family),
    ];
    for how in under_load.into_iter().filter(|_| wanted("load")) {
        rows.push(load::run(&program, how, rounds, number("seconds"), number("seed"))?);
    }
    for recorded in Recorded::BOTH.into_iter().filter(|_| wanted("contention")) {
        for pages in [1, 50] {
            rows.push(contention::run(&program, recorded, pages)?);
        }
    }
    if wanted("reindex") {
        rows.push(reindex::run(&program, rounds, number("seed"))?);
    }
    print(&rows);
    let faults: usize = rows.iter().map(Tally::faults).sum();
    if faults == 0 { Ok(()) } else { Err(format!("{faults} faults")) }
}
