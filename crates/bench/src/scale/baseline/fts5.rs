//! SQLite's own full-text search, with the two tokenizers that come with it.
//!
//! Only the index is kept, not a second copy of the text, so that sizes compare.

use super::{Baseline, Document, Shelf, TOP};
use crate::scale::corpus::Query;
use crate::scale::machine;
use rusqlite::{Connection, params};
use std::path::{Path, PathBuf};

/// How text is cut into terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tokens {
    /// Words between separators; a run of Han characters is one word.
    Words,
    /// Every three characters.
    Trigrams,
}

/// A database with one full-text table.
pub(crate) struct Fts5 {
    folder: PathBuf,
    tokens: Tokens,
    base: Connection,
}

/// A trigram index knows no shorter words.
const TRIGRAM_CHARS: usize = 3;

impl Fts5 {
    /// Indexes every page of the shelf in `folder`, in one transaction.
    pub(crate) fn build(folder: &Path, shelf: &Shelf, tokens: Tokens) -> Result<Self, String> {
        let tokenize = match tokens {
            Tokens::Words => "unicode61",
            Tokens::Trigrams => "trigram",
        };
        let mut base = Connection::open(folder.join("fts5.db")).map_err(failed)?;
        // As our own catalogue is opened: readers beside a writer, no lost database after a crash.
        base.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
        base.pragma_update(None, "synchronous", "NORMAL").map_err(failed)?;
        base.execute_batch(&format!(
            "CREATE VIRTUAL TABLE pages USING fts5(
                 title, body, content='', contentless_delete=1, tokenize='{tokenize}')"
        ))
        .map_err(failed)?;
        let all = base.transaction().map_err(failed)?;
        {
            let mut insert = all.prepare(INSERT).map_err(failed)?;
            for number in 0..shelf.len() {
                let document = shelf.read(number)?;
                insert
                    .execute(params![id(number), document.title, document.body])
                    .map_err(failed)?;
            }
        }
        all.commit().map_err(failed)?;
        base.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").map_err(failed)?;
        Ok(Self { folder: folder.to_path_buf(), tokens, base })
    }
}

const INSERT: &str = "INSERT INTO pages(rowid, title, body) VALUES (?1, ?2, ?3)";

impl Baseline for Fts5 {
    fn name(&self) -> &'static str {
        match self.tokens {
            Tokens::Words => "SQLite FTS5 unicode61",
            Tokens::Trigrams => "SQLite FTS5 trigram",
        }
    }

    fn note(&self) -> &'static str {
        match self.tokens {
            Tokens::Words => {
                "bm25 top 10; a run of Han characters is one term, so words inside it are not found"
            }
            Tokens::Trigrams => {
                "bm25 top 10; Chinese words of two characters are shorter than a trigram and cannot be found"
            }
        }
    }

    fn search(&mut self, query: &Query) -> Result<Vec<usize>, String> {
        let long =
            |term: &&String| self.tokens == Tokens::Words || term.chars().count() >= TRIGRAM_CHARS;
        let terms: Vec<String> = query
            .terms
            .iter()
            .filter(long)
            .map(|term| format!("\"{}\"", term.replace('"', "\"\"")))
            .collect();
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let mut select = self
            .base
            .prepare_cached("SELECT rowid FROM pages WHERE pages MATCH ?1 ORDER BY rank LIMIT ?2")
            .map_err(failed)?;
        let rows = select
            .query_map(params![terms.join(" OR "), id(TOP)], |row| row.get::<_, i64>(0))
            .map_err(failed)?;
        let mut numbers = Vec::new();
        for row in rows {
            numbers.extend(usize::try_from(row.map_err(failed)?).ok());
        }
        Ok(numbers)
    }

    fn replace(&mut self, document: &Document) -> Result<(), String> {
        let one = self.base.transaction().map_err(failed)?;
        one.execute("DELETE FROM pages WHERE rowid = ?1", [id(document.number)]).map_err(failed)?;
        one.execute(INSERT, params![id(document.number), document.title, document.body])
            .map_err(failed)?;
        one.commit().map_err(failed)
    }

    fn bytes(&self) -> Result<u64, String> {
        machine::bytes_below(&self.folder)
    }
}

fn id(number: usize) -> i64 {
    i64::try_from(number).expect("because no vault has 2^63 pages")
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err hands over")]
fn failed(error: rusqlite::Error) -> String {
    format!("FTS5: {error}")
}
