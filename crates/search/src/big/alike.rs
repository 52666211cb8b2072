//! Terms that begin with a letter, for those that look for what was nearly typed.

use tantivy::{Searcher, TantivyError};

use super::Big;
use crate::error::IndexError;

/// Terms of one letter that are looked at, in each part of the index.
const LOOKED_AT: usize = 30_000;

impl Big {
    /// The first terms, at most `most`, that begin so and of which `is` holds.
    pub(crate) fn terms_from(
        &self,
        searcher: &Searcher,
        begins: char,
        (most, is): (usize, &dyn Fn(&str) -> bool),
    ) -> Result<Vec<String>, IndexError> {
        let mut found: Vec<String> = Vec::new();
        for reader in searcher.segment_readers() {
            let inverted = reader.inverted_index(self.fields.body)?;
            let from = begins.to_string();
            let range = inverted.terms().range().ge(from.as_bytes());
            let mut stream = range.into_stream().map_err(TantivyError::from)?;
            let mut looked_at = 0;
            while found.len() < most && looked_at < LOOKED_AT && stream.advance() {
                looked_at += 1;
                let Ok(term) = std::str::from_utf8(stream.key()) else { continue };
                if !term.starts_with(begins) {
                    break;
                }
                if is(term) && !found.iter().any(|it| it == term) {
                    found.push(term.to_owned());
                }
            }
        }
        Ok(found)
    }
}
