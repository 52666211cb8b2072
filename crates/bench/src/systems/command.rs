//! Any program as a system: it gets the corpus folder, the unit and the question, and prints what it
//! found, a line each, best first: ids, or files of the folder.

use std::process::{Command, Stdio};

use super::folder::{OnFiles, Reader, Written};
use crate::corpus::DEPTH;
use crate::grain::Grain;
use crate::run::BenchError;

/// A program with the arguments that stand before ours.
pub(super) struct External {
    line: String,
}

impl External {
    /// `line` is a program and its arguments, separated by blanks.
    pub(super) fn new(line: &str) -> OnFiles<Self> {
        OnFiles::new(Self { line: line.to_owned() })
    }

    fn failed(&self, why: impl std::fmt::Display) -> BenchError {
        BenchError::System { name: self.name(), why: why.to_string() }
    }
}

impl Reader for External {
    fn name(&self) -> String {
        format!("command {}", self.line)
    }

    fn find(&self, files: &Written, text: &str, grain: Grain) -> Result<Vec<String>, BenchError> {
        let Written { dir, names } = files;
        let mut words = self.line.split_whitespace();
        let program = words.next().unwrap_or_default();
        let output = Command::new(program)
            .args(words)
            .arg(dir.path())
            .args([grain.name(), text])
            .stdin(Stdio::null())
            .output()
            .map_err(|error| self.failed(format!("cannot start it: {error}")))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(self.failed(format!("{}: {}", output.status, said.trim())));
        }
        let printed = String::from_utf8_lossy(&output.stdout);
        let lines = printed.lines().map(str::trim).filter(|line| !line.is_empty());
        let name = |line: &str| {
            let below = line.strip_prefix(&*dir.path().to_string_lossy()).unwrap_or(line);
            let below = below.trim_start_matches(['.', '/']);
            names.get(below).cloned().unwrap_or_else(|| line.to_owned())
        };
        Ok(lines.map(name).take(DEPTH).collect())
    }
}
