//! The options that several measures have, as the command line takes them.

use std::path::PathBuf;

use clap::{Arg, ArgAction, value_parser};

/// The most that is asked for of anything that is counted.
const COUNT_MAX: u64 = 10_000_000;

/// A file or a folder, as `value` says.
pub(crate) fn path(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).value_parser(value_parser!(PathBuf)).help(help)
}

pub(crate) fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

/// How many of something, and at least so many.
pub(crate) fn count(
    name: &'static str,
    default: &'static str,
    least: u64,
    help: &'static str,
) -> Arg {
    let counts = value_parser!(u64).range(least..=COUNT_MAX);
    Arg::new(name).long(name).value_name("N").default_value(default).value_parser(counts).help(help)
}

/// What the same is made or drawn again by.
pub(crate) fn seed(help: &'static str) -> Arg {
    let seeds = value_parser!(u64);
    Arg::new("seed").long("seed").value_name("N").default_value("1").value_parser(seeds).help(help)
}
