//! The house's own tools: `cargo xtask tidy`, `cargo xtask test`, `cargo xtask demo`.
//!
//! Nothing here is linked into the product, and the product knows nothing of it. The tools read the
//! repository and call `cargo`, `git` and the built program; they hold no rule about pages.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a developer's tool talks on the terminal"
)]

mod demo;
mod repo;
mod steps;
mod tidy;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask <command>

commands:
  tidy   check the house rules that no compiler checks
  test   everything that must pass before a change is merged
  demo   make a vault of demo/ and ask it a few questions;
         `--model PATH` takes a model from a folder, an archive or a Python wheel";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["tidy"] => tidy::run(&repo::root()),
        ["test"] => steps::run(&repo::root()),
        ["demo"] => demo::run(&repo::root(), None),
        ["demo", "--model", path] => demo::run(&repo::root(), Some(path)),
        [] | ["help" | "-h" | "--help"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        other => Err(format!("unknown command `{}`\n\n{USAGE}", other.join(" "))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}
