//! Looking documents up: by their ids, by the numbers of their clauses, by filters; over three hundred
//! documents that are made here.

mod ask;
mod make;
#[cfg(test)]
mod tests;
mod words;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ask::{Asking, Row};
use clap::{ArgMatches, Command};
use make::Document;
use memory::WithGit;
use serde::Serialize;
use wiki::schema::Layout;

use crate::options::{flag, path, seed};
use crate::scale::vault::call;
use crate::vault::{opened, reported};

pub(crate) const NAME: &str = "documents";

/// What was measured.
#[derive(Serialize)]
struct Outcome {
    seed: u64,
    documents: usize,
    rows: Vec<Row>,
}

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Look up made-up incidents, policies and clients by id, clause and filter")
        .arg(path(
            "out",
            "DIR",
            "Keep the vault in this folder, which must not exist; else it is temporary",
        ))
        .arg(seed("Makes other documents"))
        .arg(flag("json", "Print one JSON object"))
}

pub(crate) fn run(matches: &ArgMatches) -> ExitCode {
    reported(measure(matches), matches, table)
}

fn measure(matches: &ArgMatches) -> Result<Outcome, String> {
    let seed = *matches.get_one::<u64>("seed").expect("because it has a default");
    let temporary = tempfile::tempdir().map_err(|err| err.to_string())?;
    let root = match matches.get_one::<PathBuf>("out") {
        Some(dir) if dir.exists() => return Err(format!("{} exists already", dir.display())),
        Some(dir) => dir.clone(),
        None => temporary.path().join("vault"),
    };
    let documents = make::all(seed);
    write(&root, &documents)?;
    let call = call();
    let memory = opened(&root, &call)?;
    let rows = Asking { memory: &memory, call: &call }.all(&documents)?;
    Ok(Outcome { seed, documents: documents.len(), rows })
}

fn write(root: &Path, documents: &[Document]) -> Result<(), String> {
    let pages: BTreeSet<&str> = documents.iter().map(|it| it.page.as_str()).collect();
    if pages.len() < documents.len() {
        return Err("two of the documents have the same path".to_owned());
    }
    memory::init(root, Layout::Docs, "UTC", &call(), WithGit::Leave, None)
        .map_err(|err| format!("cannot make a vault at {}: {err}", root.display()))?;
    for document in documents {
        let path = root.join(format!("{}.md", document.page));
        let failed = |err: std::io::Error| format!("cannot write {}: {err}", path.display());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        fs::write(&path, &document.text).map_err(failed)?;
    }
    Ok(())
}

fn table(outcome: &Outcome) -> String {
    let mut page = format!("# {} documents, seed {}\n\n", outcome.documents, outcome.seed);
    page.push_str("| looked up by | asked as | n | right |\n|---|---|---|---|\n");
    for row in &outcome.rows {
        page.push_str(&row.line());
    }
    for row in outcome.rows.iter().filter(|row| !row.wrong.is_empty()) {
        page.push_str(&format!("\n{}:\n\n", row.title()));
        for wrong in &row.wrong {
            page.push_str(&format!("- {wrong}\n"));
        }
    }
    page
}
