//! Data sets as sessions, documents and questions. Sessions are read by the same importers that users
//! have; only the questions are read here.

pub(crate) mod locomo;
pub(crate) mod longmemeval;
pub(crate) mod memdaily;
pub(crate) mod squad;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::rc::Rc;

use flate2::read::MultiGzDecoder;
use jiff::civil::DateTime;
use wiki::session::Session;

use crate::grain::Grain;
use crate::run::BenchError;

/// Haystacks with their questions, and how to count them.
#[derive(Default)]
pub(crate) struct Dataset {
    pub(crate) haystacks: Vec<Haystack>,
    /// What is asked for, in the order of the report.
    pub(crate) grains: Vec<Grain>,
    /// The protocol whose figures stand first.
    pub(crate) main: &'static str,
    /// The other protocols, in the order of the report.
    pub(crate) others: Vec<&'static str>,
    /// Names of the types where the data set has numbers.
    pub(crate) kind_names: BTreeMap<&'static str, &'static str>,
    /// What a reader of the figures must know.
    pub(crate) notes: Vec<String>,
}

/// Sessions and documents that are searched together, apart from all others.
#[derive(Default)]
pub(crate) struct Haystack {
    pub(crate) sessions: Vec<Session>,
    pub(crate) documents: Vec<Document>,
    pub(crate) questions: Vec<Rc<Question>>,
}

/// A page.
pub(crate) struct Document {
    /// Its page path, which is also its name in the gold.
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) body: String,
}

/// Names of what holds an answer: sessions, turns (see [`crate::grain::turn_name`]) or pages. A grain that
/// the data set says nothing about is missing.
pub(crate) type Gold = BTreeMap<Grain, Vec<String>>;

/// One question and where its answer stands.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) id: String,
    /// The data set's own name for its type.
    pub(crate) kind: String,
    pub(crate) text: String,
    /// When it was asked; the end of the last session where the data set does not say.
    pub(crate) asked: Option<DateTime>,
    /// Gold by protocol; a protocol that leaves the question out is missing.
    pub(crate) gold: BTreeMap<&'static str, Gold>,
    /// Whether the haystack holds an answer.
    pub(crate) answerable: bool,
}

/// A text file, decompressed if its first bytes say that it is gzip.
pub(crate) fn text(path: &Path) -> Result<String, BenchError> {
    let failed = |source| BenchError::Io { path: path.to_owned(), source };
    let bytes = fs::read(path).map_err(failed)?;
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        let no_text = |_| {
            let path = path.display();
            BenchError::Usage(format!(
                "{path} is neither text in UTF-8 nor gzip of it: give a text file"
            ))
        };
        return String::from_utf8(bytes).map_err(no_text);
    }
    let mut text = String::new();
    MultiGzDecoder::new(&*bytes).read_to_string(&mut text).map_err(failed)?;
    Ok(text)
}

/// A data set's JSON.
pub(crate) fn json(path: &Path) -> Result<(String, serde_json::Value), BenchError> {
    let text = text(path)?;
    let value = serde_json::from_str(&text)
        .map_err(|source| BenchError::Json { path: path.to_owned(), source })?;
    Ok((text, value))
}

/// Non-empty lines of a file, but for those that begin with `#`; at least one.
pub(crate) fn lines(path: &Path) -> Result<Vec<String>, BenchError> {
    let lines = text(path)?;
    let lines =
        lines.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    if lines.is_empty() {
        let path = path.display();
        return Err(BenchError::Usage(format!("{path} holds no question: write one on each line")));
    }
    Ok(lines)
}

/// A file that is JSON and yet not this data set.
fn not_a(what: &str, path: &Path) -> BenchError {
    BenchError::Usage(format!("{} is not {what}: it holds no questions", path.display()))
}

/// The same names, each once, in their order.
fn once(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    names.into_iter().filter(|name| seen.insert(name.clone())).collect()
}

#[cfg(test)]
mod tests;
