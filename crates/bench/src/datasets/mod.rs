//! Data sets as sessions and questions. Sessions are read by the same importers that users have; only
//! the questions are read here.

pub(crate) mod locomo;
pub(crate) mod longmemeval;

use std::fs;
use std::path::Path;

use jiff::civil::DateTime;
use wiki::session::Session;

use crate::run::BenchError;

/// Haystacks with their questions.
pub(crate) struct Dataset {
    pub(crate) haystacks: Vec<Haystack>,
}

/// Sessions that are searched together, apart from all others.
pub(crate) struct Haystack {
    pub(crate) sessions: Vec<Session>,
    pub(crate) questions: Vec<Question>,
}

/// One question and where its answer stands.
pub(crate) struct Question {
    pub(crate) id: String,
    /// The data set's own name for its type.
    pub(crate) kind: String,
    pub(crate) text: String,
    /// When it was asked; the end of the last session where the data set does not say.
    pub(crate) asked: Option<DateTime>,
    /// Ids of the sessions that hold the answer.
    pub(crate) sessions: Vec<String>,
    /// Session and turn ids that hold it; empty where the data set does not say.
    pub(crate) turns: Vec<(String, String)>,
}

/// A text file, decompressed by nobody: data sets are given as they are read.
pub(crate) fn text(path: &Path) -> Result<String, BenchError> {
    fs::read_to_string(path).map_err(|source| BenchError::Io { path: path.to_owned(), source })
}

/// A data set's JSON.
pub(crate) fn json(path: &Path) -> Result<(String, serde_json::Value), BenchError> {
    let text = text(path)?;
    let value = serde_json::from_str(&text)
        .map_err(|source| BenchError::Json { path: path.to_owned(), source })?;
    Ok((text, value))
}

/// Non-empty lines of a file.
pub(crate) fn lines(path: &Path) -> Result<Vec<String>, BenchError> {
    let lines = text(path)?;
    let lines =
        lines.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    Ok(lines.map(str::to_owned).collect())
}
