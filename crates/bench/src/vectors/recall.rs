//! Warm recall in a large vault: a real model reads the questions, synthetic vectors stand for the pages,
//! so that hours of embedding are spared and the work of a question stays the same.

use super::scan::direction;
use crate::cli;
use crate::scale::Random;
use crate::scale::corpus::Corpus;
use crate::scale::figures::Times;
use jiff::civil::date;
use jiff::tz::TimeZone;
use search::{
    Batch, Embedder, Facets, Filled, Index, ModelError, PageText, Put, Query, Side, Traits,
};
use serde::Serialize;
use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::time::Now;

/// Pages that are indexed at a time.
const AT_ONCE: usize = 2_000;
/// Questions before those that are timed.
const WARM_UP: usize = 20;

/// What a question takes.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    pub(super) docs: usize,
    pub(super) vectors: usize,
    /// By words alone.
    pub(super) words: Option<Times>,
    /// By words and vectors, the model's reading included.
    pub(super) hybrid: Option<Times>,
    /// The same questions once more: their vectors are known.
    pub(super) asked_again: Option<Times>,
}

/// Reads questions with a model; a passage's vector is drawn by its text.
struct Stand {
    model: Arc<dyn Embedder>,
    topics: Vec<Vec<f32>>,
    made: AtomicUsize,
}

impl Embedder for Stand {
    fn fingerprint(&self) -> &'static str {
        "stand-in"
    }

    fn dimensions(&self) -> usize {
        self.topics[0].len()
    }

    fn traits(&self) -> Traits {
        // Asked in every language, and no row is too unlike to be a candidate.
        Traits { floor: -0.2, match_at: 0.2, multilingual: true }
    }

    fn count(&self, text: &str) -> usize {
        text.len() / 4
    }

    fn pieces(&self, text: &str) -> Vec<Range<usize>> {
        (!text.is_empty()).then_some(0..text.len()).into_iter().collect()
    }

    fn embed(&self, side: Side, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        if side == Side::Query {
            return self.model.embed(side, texts);
        }
        self.made.fetch_add(texts.len(), Ordering::Relaxed);
        let vector = |text: &&str| {
            let hash = blake3::hash(text.as_bytes());
            let bytes = hash.as_bytes()[..8].try_into().expect("because a hash has 32 bytes");
            let mut random = Random::of(u64::from_le_bytes(bytes), 1, 0);
            let topic = random.below(self.topics.len());
            direction(&mut random, Some(&self.topics[topic]), 0.9)
        };
        Ok(texts.iter().map(vector).collect())
    }
}

pub(super) fn measured(model: &Path, docs: usize, questions: usize) -> Result<Figures, String> {
    let (model, _installed) = cli::model(model).map_err(|error| error.to_string())?;
    let mut random = Random::of(9, 0, 0);
    let topics = (0..500).map(|_| direction(&mut random, None, 0.0)).collect();
    let stand = Arc::new(Stand { model, topics, made: AtomicUsize::new(0) });
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let corpus = Corpus::new(1, docs);
    let index = Index::open(&dir.path().join("index")).map_err(|error| error.to_string())?;
    let texts = indexed(&index, &corpus, docs)?;
    index
        .use_model(&dir.path().join("vectors"), Arc::clone(&stand) as Arc<dyn Embedder>)
        .map_err(|error| error.to_string())?;
    let read = |file: &str| texts.get(file).map(|text| text.as_str().to_owned());
    let filled =
        index.fill(&read, &mut |_| ControlFlow::Continue(())).map_err(|error| error.to_string())?;
    if !matches!(filled, Some(Filled::Done(_))) {
        return Err(format!("the vectors could not be made: {filled:?}"));
    }
    let all: Vec<String> =
        corpus.queries(questions + WARM_UP).iter().map(crate::scale::corpus::Query::text).collect();
    let (warm, asked) = all.split_at(WARM_UP);
    let asking = Asking { index: &index, texts: &texts };
    asking.timed(warm, Likeness::Too)?;
    asking.timed(warm, Likeness::Left)?;
    let words = asking.timed(asked, Likeness::Left)?;
    let hybrid = asking.timed(asked, Likeness::Too)?;
    let asked_again = asking.timed(asked, Likeness::Too)?;
    let vectors = stand.made.load(Ordering::Relaxed);
    Ok(Figures { docs, vectors, words, hybrid, asked_again })
}

fn indexed(
    index: &Index,
    corpus: &Corpus,
    docs: usize,
) -> Result<HashMap<String, Arc<PageText>>, String> {
    let mut texts = HashMap::new();
    let mut batch = Batch::default();
    for number in 0..docs {
        let made = corpus.page(number);
        let path = PagePath::from_file(&made.file).map_err(|error| error.to_string())?;
        let page = Page::parse(path, made.text.clone());
        let facets = Facets::read(&page, None);
        let size = made.text.len() as u64;
        batch.put.push(Put {
            file: made.file.clone(),
            size,
            mtime_ns: 0,
            page,
            facets,
            relations: Vec::new(),
        });
        texts.insert(made.file, PageText::shared(made.text));
        if batch.put.len() == AT_ONCE || number + 1 == docs {
            index.apply(&std::mem::take(&mut batch)).map_err(|error| error.to_string())?;
        }
    }
    index.caught_up().map_err(|error| error.to_string())?;
    index.compact(Duration::from_secs(60)).map_err(|error| error.to_string())?;
    Ok(texts)
}

/// Whether the vector stream takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Likeness {
    Too,
    Left,
}

struct Asking<'a> {
    index: &'a Index,
    texts: &'a HashMap<String, Arc<PageText>>,
}

impl Asking<'_> {
    fn timed(&self, questions: &[String], likeness: Likeness) -> Result<Option<Times>, String> {
        let now = date(2026, 11, 11).at(9, 0, 0, 0).to_zoned_datetime(TimeZone::UTC);
        let now = Now { at: now.map_err(|error| error.to_string())? };
        let mut times = Vec::with_capacity(questions.len());
        for question in questions {
            let mut query = Query::new(question.as_str(), now.clone());
            query.streams.vector = likeness == Likeness::Too;
            let clock = Instant::now();
            let answer = self
                .index
                .search(&query, &|file| self.texts.get(file).cloned())
                .map_err(|error| error.to_string())?;
            times.push(clock.elapsed());
            if answer.streams.contains(&"vector") != query.streams.vector {
                return Err(format!("`{question}`: {:?}", answer.warnings));
            }
        }
        Ok(Times::of(&times))
    }
}
