//! Other ways to search the same files, measured in the same run by the same code.
//!
//! Each reads the vault's files itself, as we do, and answers with page numbers. None has what our
//! layers add: passages, filters, dates, calibration, a budget. They say what the search alone costs.

mod fts5;
mod ripgrep;
mod tantivy;

pub(crate) use fts5::{Fts5, Tokens};
pub(crate) use ripgrep::Ripgrep;
pub(crate) use tantivy::Tantivy;

use super::corpus::Query;
use std::fs;
use std::path::{Path, PathBuf};

/// Answers that are asked for.
pub(crate) const TOP: usize = 10;

/// A search engine over the vault's pages.
pub(crate) trait Baseline {
    /// Its name in the table.
    fn name(&self) -> &'static str;
    /// What a reader must know to read its row.
    fn note(&self) -> &'static str;
    /// Page numbers, best first, at most [`TOP`]; all pages with a match where it does not rank.
    fn search(&mut self, query: &Query) -> Result<Vec<usize>, String>;
    /// Puts `document` in the place of the page with its number; returns when a search sees it.
    fn replace(&mut self, document: &Document) -> Result<(), String>;
    /// Bytes on disk beside the vault.
    fn bytes(&self) -> Result<u64, String>;
}

/// A page as a search engine takes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Document {
    /// Its number in the corpus.
    pub(crate) number: usize,
    /// From its head.
    pub(crate) title: String,
    /// All that stands below the head.
    pub(crate) body: String,
}

/// The vault's files by page number.
#[derive(Debug)]
pub(crate) struct Shelf {
    root: PathBuf,
    files: Vec<String>,
}

impl Shelf {
    /// `files` are vault paths with their ending, in the order of their numbers.
    pub(crate) fn new(root: &Path, files: Vec<String>) -> Self {
        Self { root: root.to_path_buf(), files }
    }

    /// The vault's folder.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// How many pages there are.
    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }

    /// The vault paths, in the order of their numbers.
    pub(crate) fn files(&self) -> &[String] {
        &self.files
    }

    /// Reads page `number` from disk.
    pub(crate) fn read(&self, number: usize) -> Result<Document, String> {
        let path = self.root.join(&self.files[number]);
        let text = fs::read_to_string(&path)
            .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        Ok(Document::parse(number, &text))
    }
}

impl Document {
    /// Splits a page that this program wrote.
    pub(crate) fn parse(number: usize, text: &str) -> Self {
        let inside = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n"));
        let (head, body) = inside.unwrap_or(("", text));
        let title = head.lines().find_map(|line| line.strip_prefix("title: ")).unwrap_or_default();
        Self { number, title: title.to_owned(), body: body.to_owned() }
    }
}

#[cfg(test)]
mod tests;
