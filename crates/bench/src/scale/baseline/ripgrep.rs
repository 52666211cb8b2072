//! `rg` over the vault's files: no index, so nothing to build and nothing that can be behind.
//!
//! A new process for each question, as somebody at a shell, or an agent with a shell, would do. It
//! lists the files that hold any of the words and ranks nothing.

use super::{Baseline, Document, Shelf};
use crate::scale::corpus::Query;
use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The program, and the numbers of the files that it will name.
pub(crate) struct Ripgrep {
    root: PathBuf,
    files: Vec<String>,
    numbers: HashMap<String, usize>,
}

const PROGRAM: &str = "rg";

impl Ripgrep {
    /// None if the program is not installed.
    pub(crate) fn find(shelf: &Shelf) -> Result<Option<Self>, String> {
        let asked = Command::new(PROGRAM).arg("--version").stdout(Stdio::null()).status();
        match asked {
            Ok(status) if status.success() => {}
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(format!("cannot start {PROGRAM}: {error}"));
            }
            Ok(_) | Err(_) => return Ok(None),
        }
        let files = shelf.files().to_vec();
        let numbered = files.iter().enumerate();
        let numbers = numbered.map(|(number, file)| (file.clone(), number)).collect();
        Ok(Some(Self { root: shelf.root().to_path_buf(), files, numbers }))
    }
}

impl Baseline for Ripgrep {
    fn name(&self) -> &'static str {
        "ripgrep"
    }

    fn note(&self) -> &'static str {
        "one process a question; lists every file with any of the words, unranked, so it counts as found if it is in the list at all"
    }

    fn search(&mut self, query: &Query) -> Result<Vec<usize>, String> {
        let mut command = Command::new(PROGRAM);
        command.args(["--files-with-matches", "--fixed-strings", "--ignore-case", "--no-config"]);
        for term in &query.terms {
            command.args(["-e", term]);
        }
        let output = command
            .arg(".")
            .current_dir(&self.root)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("cannot start {PROGRAM}: {error}"))?;
        // 1 means that no file has any of the words.
        if !matches!(output.status.code(), Some(0 | 1)) {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{PROGRAM} failed: {}", said.trim()));
        }
        let listed = String::from_utf8_lossy(&output.stdout);
        let file = |line: &str| line.strip_prefix("./").unwrap_or(line).to_owned();
        Ok(listed.lines().filter_map(|line| self.numbers.get(&file(line)).copied()).collect())
    }

    fn replace(&mut self, document: &Document) -> Result<(), String> {
        let path = self.root.join(&self.files[document.number]);
        let text = format!("---\ntitle: {}\n---\n{}", document.title, document.body);
        fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
    }

    fn bytes(&self) -> Result<u64, String> {
        Ok(0)
    }
}
