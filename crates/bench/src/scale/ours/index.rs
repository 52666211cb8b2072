//! Indexing a vault, in a process of its own, so that the memory of the measuring one does not count.

use super::open;
use crate::scale::corpus::Query;
use crate::scale::machine::{self, Memory, Spent};
use crate::scale::{CHILD, vault};
use memory::Purge;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// What it took to take in a vault.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Indexed {
    /// Pages that were indexed, those of the layout among them.
    pub(crate) pages: usize,
    /// From files that no index knows to an index that answers, every batch folded in.
    pub(crate) spent: Spent,
    /// Bytes of the index's files.
    pub(crate) bytes: u64,
    /// One further look at a vault in which nothing changed, in milliseconds.
    pub(crate) unchanged_ms: f64,
    /// Of the process that indexed the vault, asked it and looked at it again.
    pub(crate) memory: Option<Memory>,
}

/// How long the big index's writer may be waited for.
const SETTLE: Duration = Duration::from_secs(120);
const LOOKS: usize = 5;

/// Indexes the vault at `root`, puts the questions, looks at the unchanged vault again.
pub(crate) fn in_this_process(root: &Path, queries: &[Query]) -> Result<Indexed, String> {
    let failed = |error| format!("cannot index {}: {error}", root.display());
    let (memory, spent) = machine::spent(|| -> Result<_, String> {
        let memory = open(root)?;
        let report = memory.sync(&vault::call(), Purge::Guarded, &mut |_, _| {}).map_err(failed)?;
        if let Some((file, why)) = report.skipped.first() {
            return Err(format!("{file} was left out: {why}"));
        }
        memory.settle(SETTLE).map_err(failed)?;
        Ok((memory, report))
    })
    .map(|((memory, report), spent)| ((memory, report.indexed), spent))?;
    let (memory, pages) = memory;
    for query in queries {
        memory
            .call(&vault::call(), "recall", json!({ "query": query.text() }))
            .map_err(|error| format!("cannot ask {}: {error}", root.display()))?;
    }
    let mut looks = Vec::new();
    for _ in 0..LOOKS {
        let look = || memory.sync(&vault::call(), Purge::Guarded, &mut |_, _| {});
        let (report, time) = machine::timed(look).map_err(failed)?;
        if report.indexed > 0 {
            return Err(format!("{} unchanged pages were indexed again", report.indexed));
        }
        looks.push(time);
    }
    looks.sort_unstable();
    let index = root.join(memory::STATE_FOLDER).join("index");
    Ok(Indexed {
        pages,
        spent,
        bytes: machine::bytes_below(&index)?,
        unchanged_ms: looks[LOOKS / 2].as_secs_f64() * 1_000.0,
        memory: Memory::so_far(),
    })
}

/// The same in a new process of this program; `asked` are the options that make its questions.
pub(crate) fn in_child(root: &Path, asked: &[String]) -> Result<Indexed, String> {
    let program = std::env::current_exe().map_err(|error| format!("where am I: {error}"))?;
    let output = Command::new(&program)
        .arg(CHILD)
        .arg(root)
        .args(asked)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    if !output.status.success() {
        return Err(format!("indexing {} failed, {}", root.display(), output.status));
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("the indexing process said something else: {error}"))
}
