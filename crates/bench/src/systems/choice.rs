//! Which systems a run measures beside the program, as the command line says it.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Arg, ArgAction, ArgMatches, value_parser};
use search::Embedder;

use super::System;
use super::bm25::Plain;
use super::command::External;
use super::http::Http;
use super::ripgrep::Ripgrep;
use super::vectors::{Recipe, Vectors};
use crate::run::BenchError;

const KNOWN: &str = "bm25, vectors, rrf-512, session-vectors, ripgrep, http=URL, command=PROGRAM (last, as it may hold commas)";

/// What the commands take to choose systems.
pub(crate) fn arguments() -> Vec<Arg> {
    let text = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    vec![
        text("against", "LIST", "Other systems in the same run, with commas between them")
            .long_help(format!("Other systems in the same run, with commas between them: {KNOWN}"))
            .action(ArgAction::Append),
        text("http-ingest", "URL", "Send every item there first, a POST each"),
        text("http-ids", "PATH", "Where the ids stand in an answer").default_value("results.*.id"),
        text("http-names", "FILE", "JSON object of the server's ids to ours")
            .value_parser(value_parser!(PathBuf)),
    ]
}

/// The systems that were chosen.
pub(crate) fn chosen(
    matches: &ArgMatches,
    model: Option<&Arc<dyn Embedder>>,
) -> Result<Vec<Box<dyn System>>, BenchError> {
    let mut systems = Vec::new();
    for list in matches.get_many::<String>("against").into_iter().flatten() {
        for word in split(list) {
            systems.push(system(word, matches, model)?);
        }
    }
    Ok(systems)
}

/// Words between commas; a command is the rest of the list.
fn split(list: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = list;
    while !rest.is_empty() {
        if rest.trim_start().starts_with("command=") {
            words.push(rest.trim());
            break;
        }
        let (word, after) = rest.split_once(',').unwrap_or((rest, ""));
        if !word.trim().is_empty() {
            words.push(word.trim());
        }
        rest = after;
    }
    words
}

fn system(
    word: &str,
    matches: &ArgMatches,
    model: Option<&Arc<dyn Embedder>>,
) -> Result<Box<dyn System>, BenchError> {
    if let Some(url) = word.strip_prefix("http=") {
        let mut http = Http::new(url);
        http.ingest = matches.get_one::<String>("http-ingest").cloned();
        if let Some(path) = matches.get_one::<String>("http-ids") {
            http.ids = path.split('.').map(str::to_owned).collect();
        }
        if let Some(file) = matches.get_one::<PathBuf>("http-names") {
            http.names = Http::names(file)?;
        }
        return Ok(Box::new(http));
    }
    if let Some(line) = word.strip_prefix("command=") {
        return Ok(Box::new(External::new(line)));
    }
    named(word, model)
}

/// A system that needs no more than its name, and a model if it works with vectors.
pub(crate) fn named(
    word: &str,
    model: Option<&Arc<dyn Embedder>>,
) -> Result<Box<dyn System>, BenchError> {
    let vectors = |recipe| match model {
        Some(model) => Ok(Box::new(Vectors::new(recipe, Arc::clone(model))) as Box<dyn System>),
        None => Err(BenchError::Usage(format!("`{word}` needs a model: give --model DIR"))),
    };
    match word {
        "bm25" => Ok(Box::new(Plain::default())),
        "vectors" => vectors(Recipe::Pieces),
        "session-vectors" => vectors(Recipe::Sessions),
        "rrf-512" => vectors(Recipe::Rrf512),
        "ripgrep" => Ok(Box::new(Ripgrep::installed()?)),
        _ => Err(BenchError::Usage(format!("no system is called `{word}`: {KNOWN}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn a_command_may_hold_commas_and_stands_last() {
        assert_eq!(split("bm25, ripgrep,command=x -a,b"), ["bm25", "ripgrep", "command=x -a,b"]);
        assert_eq!(split(",bm25,,"), ["bm25"]);
    }
}
