//! The program itself, started anew for each question, as a shell or a hook starts it.

use crate::scale::corpus::Query;
use crate::scale::figures::Times;
use crate::scale::machine;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a fresh process took.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Cold {
    /// Pages of the vault.
    pub(crate) docs: usize,
    /// From its start to its end.
    pub(crate) times: Option<Times>,
}

const RUNS: usize = 20;

/// The program beside this one, if it was built.
fn program() -> Option<PathBuf> {
    let folder = std::env::current_exe().ok()?.parent()?.to_path_buf();
    let program = folder.join(format!("memopage{}", std::env::consts::EXE_SUFFIX));
    program.is_file().then_some(program)
}

/// Asks the vault at `root` [`RUNS`] times; none if the program is not there.
pub(crate) fn cold(root: &Path, docs: usize, queries: &[Query]) -> Result<Option<Cold>, String> {
    let Some(program) = program() else { return Ok(None) };
    let mut times = Vec::new();
    // The first run brings the files into memory, as any use of the vault has done before.
    for (run, query) in queries.iter().cycle().take(RUNS + 1).enumerate() {
        let (output, time) = machine::timed(|| {
            Command::new(&program)
                .arg("recall")
                .arg(query.text())
                .arg("--vault")
                .arg(root)
                .stdin(Stdio::null())
                .output()
        })
        .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{} recall: {}", program.display(), said.trim()));
        }
        if run > 0 {
            times.push(time);
        }
    }
    Ok(Some(Cold { docs, times: Times::of(&times) }))
}
