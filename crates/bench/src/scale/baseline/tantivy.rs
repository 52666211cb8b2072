//! tantivy as its documentation uses it: one document a page, two text fields, a plain tokenizer.
//!
//! The tokenizer lower-cases words and stems them with Snowball's English, and cuts Han runs into
//! bigrams, so that both languages can be found. Title and body are stored, and a search reads them of each
//! hit, since an answer without its text is none. No stop words, passages or filters.

use super::{Baseline, Document, Shelf, TOP};
use crate::scale::corpus::Query;
use crate::scale::machine;
use crate::systems::is_han;
use frostem::{Algorithm, Stemmer};
use std::path::{Path, PathBuf};
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Occur, TermQuery};
use tantivy::schema::{
    Field, INDEXED, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions, Value,
};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};
use tantivy::{Index, IndexReader, IndexWriter, ReloadPolicy, TantivyDocument, Term};

/// An index with its one writer.
pub(crate) struct Tantivy {
    folder: PathBuf,
    fields: Fields,
    writer: IndexWriter,
    reader: IndexReader,
    plain: Plain,
}

#[derive(Clone, Copy)]
struct Fields {
    number: Field,
    title: Field,
    body: Field,
}

const TOKENIZER: &str = "plain";
/// Memory of the one writing thread.
const WRITER_BYTES: usize = 64 * 1024 * 1024;

impl Tantivy {
    /// Indexes every page of the shelf in `folder`, which is empty, and commits once.
    pub(crate) fn build(folder: &Path, shelf: &Shelf) -> Result<Self, String> {
        let mut schema = Schema::builder();
        let text = TextOptions::default()
            .set_indexing_options(
                TextFieldIndexing::default()
                    .set_tokenizer(TOKENIZER)
                    .set_index_option(IndexRecordOption::WithFreqsAndPositions),
            )
            .set_stored();
        let fields = Fields {
            number: schema.add_u64_field("number", INDEXED | STORED),
            title: schema.add_text_field("title", text.clone()),
            body: schema.add_text_field("body", text),
        };
        let index = Index::create_in_dir(folder, schema.build()).map_err(failed)?;
        let plain = Plain::default();
        index.tokenizers().register(TOKENIZER, plain.clone());
        let mut writer: IndexWriter =
            index.writer_with_num_threads(1, WRITER_BYTES).map_err(failed)?;
        for number in 0..shelf.len() {
            writer.add_document(row(fields, &shelf.read(number)?)).map_err(failed)?;
        }
        writer.commit().map_err(failed)?;
        writer.wait_merging_threads().map_err(failed)?;
        let writer = index.writer_with_num_threads(1, WRITER_BYTES).map_err(failed)?;
        let builder = index.reader_builder().reload_policy(ReloadPolicy::Manual);
        let reader = builder.try_into().map_err(failed)?;
        Ok(Self { folder: folder.to_path_buf(), fields, writer, reader, plain })
    }
}

impl Tantivy {
    /// Waits for merges that run in the background, so that the folder can go.
    pub(crate) fn close(self) -> Result<(), String> {
        self.writer.wait_merging_threads().map_err(failed)
    }
}

impl Baseline for Tantivy {
    fn name(&self) -> &'static str {
        "raw tantivy"
    }

    fn note(&self) -> &'static str {
        "one document a page, fields title and body, words stemmed, Han bigrams, one writer thread, text stored and read of each hit"
    }

    fn search(&mut self, query: &Query) -> Result<Vec<usize>, String> {
        let mut clauses = Vec::new();
        for term in &query.terms {
            let mut tokens = self.plain.token_stream(term);
            while let Some(token) = tokens.next() {
                for field in [self.fields.title, self.fields.body] {
                    let term = Term::from_field_text(field, &token.text);
                    let clause = TermQuery::new(term, IndexRecordOption::WithFreqs);
                    clauses.push((Occur::Should, Box::new(clause) as Box<_>));
                }
            }
        }
        let searcher = self.reader.searcher();
        let top = TopDocs::with_limit(TOP).order_by_score();
        let hits = searcher.search(&BooleanQuery::new(clauses), &top).map_err(failed)?;
        let mut numbers = Vec::with_capacity(hits.len());
        for (_, address) in hits {
            let row: TantivyDocument = searcher.doc(address).map_err(failed)?;
            let text = |field| row.get_first(field).and_then(|value| value.as_str());
            let number = row.get_first(self.fields.number).and_then(|value| value.as_u64());
            let number = number.and_then(|number| usize::try_from(number).ok());
            if let (Some(number), Some(_), Some(_)) =
                (number, text(self.fields.title), text(self.fields.body))
            {
                numbers.push(number);
            }
        }
        Ok(numbers)
    }

    fn replace(&mut self, document: &Document) -> Result<(), String> {
        self.writer.delete_term(Term::from_field_u64(self.fields.number, document.number as u64));
        self.writer.add_document(row(self.fields, document)).map_err(failed)?;
        self.writer.commit().map_err(failed)?;
        self.reader.reload().map_err(failed)
    }

    fn bytes(&self) -> Result<u64, String> {
        machine::bytes_below(&self.folder)
    }
}

fn row(fields: Fields, document: &Document) -> TantivyDocument {
    let mut row = TantivyDocument::default();
    row.add_u64(fields.number, document.number as u64);
    row.add_text(fields.title, &document.title);
    row.add_text(fields.body, &document.body);
    row
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err hands over")]
fn failed(error: tantivy::TantivyError) -> String {
    format!("raw tantivy: {error}")
}

/// Cuts text into lower-case stems and Han bigrams.
#[derive(Clone)]
struct Plain {
    stemmer: Stemmer,
    tokens: Vec<Token>,
}

impl Default for Plain {
    fn default() -> Self {
        Self { stemmer: Stemmer::new(Algorithm::English), tokens: Vec::new() }
    }
}

impl Tokenizer for Plain {
    type TokenStream<'a> = Tokens<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Tokens<'a> {
        self.tokens.clear();
        let mut rest = text;
        while let Some(start) = rest.find(char::is_alphanumeric) {
            rest = &rest[start..];
            let han = rest.chars().next().is_some_and(is_han);
            let inside = |c: char| c.is_alphanumeric() && is_han(c) == han;
            let end = rest.find(|c| !inside(c)).unwrap_or(rest.len());
            let at = text.len() - rest.len();
            if han {
                self.bigrams(&rest[..end], at);
            } else {
                self.word(&rest[..end], at);
            }
            rest = &rest[end..];
        }
        Tokens { tokens: &mut self.tokens, next: 0 }
    }
}

impl Plain {
    fn word(&mut self, word: &str, at: usize) {
        let lower = word.to_lowercase();
        let stem = self.stemmer.stem(&lower).into_owned();
        self.push(stem, at, word.len());
    }

    /// Every two neighbours; a character that stands alone is a token itself.
    fn bigrams(&mut self, run: &str, at: usize) {
        let starts: Vec<usize> = run.char_indices().map(|(start, _)| start).collect();
        if starts.len() == 1 {
            self.push(run.to_owned(), at, run.len());
        }
        for (place, start) in starts.iter().enumerate().take(starts.len() - 1) {
            let end = starts.get(place + 2).copied().unwrap_or(run.len());
            self.push(run[*start..end].to_owned(), at + start, end - start);
        }
    }

    fn push(&mut self, text: String, at: usize, bytes: usize) {
        let position = self.tokens.len();
        self.tokens.push(Token {
            offset_from: at,
            offset_to: at + bytes,
            position,
            text,
            position_length: 1,
        });
    }
}

struct Tokens<'a> {
    tokens: &'a mut Vec<Token>,
    next: usize,
}

impl TokenStream for Tokens<'_> {
    fn advance(&mut self) -> bool {
        self.next += 1;
        self.next <= self.tokens.len()
    }

    fn token(&self) -> &Token {
        &self.tokens[self.next - 1]
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.tokens[self.next - 1]
    }
}
