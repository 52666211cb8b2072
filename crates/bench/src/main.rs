//! `memopage-bench`: measures of quality and of speed, never linked into the product.
//!
//! Reads a data set, has its sessions indexed, asks its questions and scores the answers. Tunes nothing.

mod cli;
mod corpus;
mod crash;
mod datasets;
mod documents;
mod grain;
mod life;
mod line;
mod mine;
mod options;
mod report;
mod run;
mod scale;
mod score;
mod scorer;
mod split;
mod streams;
mod systems;
mod vault;
mod vectors;

use std::process::ExitCode;

use clap::Command;

#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let matches = Command::new("memopage-bench")
        .about("Measure memopage")
        .subcommand_required(true)
        .subcommands(cli::commands())
        .subcommand(documents::command())
        .subcommand(life::command())
        .subcommand(mine::command())
        .subcommand(vault::command())
        .subcommand(scorer::command())
        .subcommand(crash::command())
        .subcommand(scale::command())
        .subcommand(vectors::command())
        .subcommand(scale::child_command())
        .get_matches();
    let done = match matches.subcommand() {
        Some((documents::NAME, matches)) => return documents::run(matches),
        Some((life::NAME, matches)) => return life::run(matches),
        Some((mine::NAME, matches)) => return mine::run(matches),
        Some((scorer::NAME, matches)) => return scorer::run(matches),
        Some((vault::NAME, matches)) => return vault::run(matches),
        Some((crash::NAME, matches)) => return crash::run(matches),
        Some((scale::NAME, matches)) => return scale::run(matches),
        Some((vectors::NAME, matches)) => return vectors::run(matches),
        Some((scale::CHILD, matches)) => return scale::run_child(matches),
        Some((name, matches)) => cli::run(name, matches).unwrap_or(Ok(())),
        None => Ok(()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report::complain(&error);
            ExitCode::FAILURE
        }
    }
}
