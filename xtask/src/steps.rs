//! `cargo xtask test`: every check, in one profile, the quick ones first.
//!
//! Stops at the first step that fails and prints the command that repeats it.

use crate::tidy;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// A command with the environment it needs, printed as a person would type it.
struct Step {
    environment: &'static [(&'static str, &'static str)],
    words: &'static [&'static str],
}

const FORMAT: Step = Step { environment: &[], words: &["cargo", "fmt", "--all", "--check"] };

const LINTS: Step = Step {
    environment: &[],
    words: &["cargo", "clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
};

const DOCS: Step = Step {
    environment: &[("RUSTDOCFLAGS", "-D warnings")],
    words: &["cargo", "doc", "--workspace", "--no-deps", "--document-private-items"],
};

/// Advisories need a network and are left to whoever has one.
const LICENCES: Step =
    Step { environment: &[], words: &["cargo", "deny", "check", "bans", "licenses", "sources"] };

const TESTS: Step =
    Step { environment: &[], words: &["cargo", "test", "--workspace", "--no-fail-fast"] };

/// Real processes that abort at every step of a write; the feature is in no other build.
const FAILPOINTS: Step = Step {
    environment: &[],
    words: &["cargo", "test", "-p", "store", "--features", "failpoints", "--no-fail-fast"],
};

impl Step {
    fn typed(&self) -> String {
        let settings = self.environment.iter().map(|(name, value)| format!("{name}='{value}'"));
        settings
            .chain(self.words.iter().map(|word| (*word).to_owned()))
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn command(&self, root: &Path) -> Command {
        let mut command = Command::new(self.words[0]);
        command.args(&self.words[1..]).envs(self.environment.iter().copied()).current_dir(root);
        command
    }
}

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let start = Instant::now();
    pass(root, &FORMAT)?;
    timed("cargo xtask tidy", || tidy::run(root))?;
    pass(root, &LINTS)?;
    pass(root, &DOCS)?;
    if deny_is_installed(root) {
        pass(root, &LICENCES)?;
    } else {
        println!("── {}: skipped, cargo-deny is not installed", LICENCES.typed());
    }
    let mut tally = Tally::default();
    let mut outcome = timed(&TESTS.typed(), || test(root, &TESTS, &mut tally));
    let dying = timed(&FAILPOINTS.typed(), || test(root, &FAILPOINTS, &mut tally));
    outcome = outcome.and(dying);
    println!("all steps took {:.1} s", start.elapsed().as_secs_f64());
    println!("{} passed, {} failed", tally.passed, tally.failed);
    outcome
}

fn pass(root: &Path, step: &Step) -> Result<(), String> {
    timed(&step.typed(), || {
        let status = step.command(root).status();
        match status {
            Ok(status) if status.success() => Ok(()),
            Ok(_) => Err("the step failed".to_owned()),
            Err(error) => Err(format!("cannot start {}: {error}", step.words[0])),
        }
    })
}

fn timed(typed: &str, act: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    println!("── {typed}");
    let start = Instant::now();
    let outcome = act();
    println!("── {:.1} s", start.elapsed().as_secs_f64());
    outcome.map_err(|message| format!("{message}\nhint: repeat it with `{typed}`"))
}

fn deny_is_installed(root: &Path) -> bool {
    Command::new("cargo")
        .args(["deny", "--version"])
        .current_dir(root)
        .output()
        .is_ok_and(|output| output.status.success())
}

/// How many tests passed and failed, summed over all test programs.
#[derive(Default, Debug, PartialEq, Eq)]
struct Tally {
    passed: u64,
    failed: u64,
}

impl Tally {
    /// Counts a line such as `test result: ok. 12 passed; 0 failed; …`; any other line adds nothing.
    fn read(&mut self, line: &str) {
        let Some(rest) = line.strip_prefix("test result: ") else { return };
        for part in rest.split([';', '.']) {
            let mut words = part.split_whitespace();
            let (Some(count), Some(what)) = (words.next(), words.next()) else { continue };
            let Ok(count) = count.parse::<u64>() else { continue };
            match what {
                "passed" => self.passed += count,
                "failed" => self.failed += count,
                _ => {}
            }
        }
    }
}

/// Runs the tests, shows their lines as they come and sums up their results.
fn test(root: &Path, step: &Step, tally: &mut Tally) -> Result<(), String> {
    let mut child = step
        .command(root)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start cargo test: {error}"))?;
    let output = child.stdout.take().expect("because stdout was piped just now");
    for line in BufReader::new(output).split(b'\n') {
        let line = line.map_err(|error| format!("cannot read from cargo test: {error}"))?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        tally.read(&line);
    }
    let status = child.wait().map_err(|error| format!("cannot wait for cargo test: {error}"))?;
    match (status.success(), tally.passed) {
        (true, 0) => Err("no test ran".to_owned()),
        (true, _) => Ok(()),
        (false, _) => Err("tests failed".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_several_programs_are_summed() {
        let mut tally = Tally::default();
        for line in [
            "running 3 tests",
            "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s",
            "test result: FAILED. 10 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 1.20s",
            "9 passed; 9 failed",
        ] {
            tally.read(line);
        }
        assert_eq!(tally, Tally { passed: 13, failed: 2 });
    }

    #[test]
    fn a_step_prints_as_it_would_be_typed() {
        assert_eq!(
            DOCS.typed(),
            "RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --document-private-items"
        );
    }

    #[test]
    fn a_failed_step_says_how_to_repeat_it() {
        let refused = timed("cargo fmt", || Err("the step failed".to_owned())).unwrap_err();
        assert_eq!(refused, "the step failed\nhint: repeat it with `cargo fmt`");
    }
}
