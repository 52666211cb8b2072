//! `cargo xtask tidy`: the house rules that no compiler checks.
//!
//! Each check is a function from file text (or from `cargo metadata`) to findings, so that each can be
//! shown a bad sample in a test. Nothing is changed on disk.

mod arrows;
mod links;
mod size;
mod words;

use crate::repo::{self, File};
use std::fmt;
use std::path::Path;

/// One thing that is wrong: where (line 0 = the file or crate as a whole) and what.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) path: String,
    pub(crate) line: usize,
    pub(crate) what: String,
}

impl Finding {
    pub(crate) fn new(path: &str, line: usize, what: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, what: what.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.what),
            line => write!(f, "{}:{line}: {}", self.path, self.what),
        }
    }
}

pub(crate) fn run(root: &Path) -> Result<(), String> {
    let files = repo::files(root)?;
    let mut findings = arrows::check(&repo::metadata(root)?);
    findings.extend(check_files(&files));
    for finding in &findings {
        println!("{finding}");
    }
    match findings.len() {
        0 => {
            println!("tidy: {} files, nothing found", files.len());
            Ok(())
        }
        1 => Err("tidy found one thing".to_owned()),
        more => Err(format!("tidy found {more} things")),
    }
}

fn check_files(files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files {
        if file.is_rust() {
            findings.extend(size::check(file));
        }
        findings.extend(words::check(file));
    }
    findings.extend(links::check(files));
    findings
}

#[cfg(test)]
mod tests;
