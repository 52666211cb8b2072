//! One haystack, indexed and asked. The seam to the program: whatever stands between a session or a
//! document and a hit stands here.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use search::{Batch, Embedder, Facets, Filled, Hit, Index, PageText, Put, Query, Unit, Weights};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::session::render;
use wiki::time::Now;

use crate::datasets::{Document, Haystack};
use crate::grain::{Grain, turn_name};
use crate::run::BenchError;
use crate::scale::machine;
use crate::streams::Streams;

/// Hits looked at for each question; gold behind them counts as missed.
pub(crate) const DEPTH: usize = 50;

/// What the program searches with, beside its index.
#[derive(Clone, Default)]
pub(crate) struct Means {
    pub(crate) streams: Streams,
    /// The model of the vector stream; that stream is refused without one.
    pub(crate) model: Option<Arc<dyn Embedder>>,
    /// Where vectors are kept between runs.
    pub(crate) vectors: Option<PathBuf>,
    /// Whether what the best hits name is asked for in further rounds.
    pub(crate) deep: bool,
}

/// How one question is to be asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Manner {
    pub(crate) weights: Weights,
    pub(crate) abstain: bool,
    /// The streams that take part, of those that the corpus was made for.
    pub(crate) streams: search::Streams,
}

/// The sessions and documents of one haystack, indexed.
pub(crate) struct Corpus {
    index: Index,
    texts: HashMap<String, Arc<PageText>>,
    /// What is searched with.
    means: Means,
    dir: tempfile::TempDir,
}

impl Corpus {
    fn indexed(haystack: &Haystack, means: &Means) -> Result<Self, BenchError> {
        let dir = tempfile::tempdir()
            .map_err(|source| BenchError::Io { path: std::env::temp_dir(), source })?;
        let index = Index::open(dir.path())?;
        let mut texts = HashMap::new();
        let mut batch = Batch::default();
        let mut put = |file: String, text: String| {
            let path = PagePath::from_file(&file).expect("because loaders give page paths");
            let page = Page::parse(path, text.clone());
            let facets = Facets::read(&page, None);
            let size = text.len() as u64;
            batch.put.push(Put {
                file: file.clone(),
                size,
                mtime_ns: 0,
                page,
                facets,
                relations: Vec::new(),
            });
            texts.insert(file, PageText::shared(text));
        };
        for (nth, session) in haystack.sessions.iter().enumerate() {
            for (path, text) in render(session, &[]) {
                put(format!("{path}-{nth}.md", path = path.as_str()), text);
            }
        }
        for document in &haystack.documents {
            put(format!("{}.md", document.id), markdown(document));
        }
        index.apply(&batch)?;
        index.caught_up()?;
        Ok(Self { index, texts, means: means.clone(), dir })
    }

    pub(crate) fn of(haystack: &Haystack, means: &Means) -> Result<Self, BenchError> {
        Ok(Self::timed(haystack, means)?.0)
    }

    /// The corpus, and the time that its vectors took.
    pub(crate) fn timed(
        haystack: &Haystack,
        means: &Means,
    ) -> Result<(Self, Duration), BenchError> {
        let corpus = Self::indexed(haystack, means)?;
        let clock = Instant::now();
        corpus.embed()?;
        Ok((corpus, clock.elapsed()))
    }

    /// Makes all vectors before the first question.
    fn embed(&self) -> Result<(), BenchError> {
        let Some(model) =
            self.means.model.as_ref().filter(|_| self.means.streams.of_query().vector)
        else {
            return Ok(());
        };
        let inside = self.dir.path().join("vectors");
        let folder = self.means.vectors.as_deref().unwrap_or(&inside);
        let refused = |error: search::VectorError| BenchError::Usage(error.to_string());
        self.index.use_model(folder, Arc::clone(model)).map_err(refused)?;
        let texts = |file: &str| self.texts.get(file).map(|text| text.as_str().to_owned());
        let filled =
            self.index.fill(&texts, &mut |_| ControlFlow::Continue(())).map_err(refused)?;
        match filled {
            Some(Filled::Done(_)) => Ok(()),
            other => Err(BenchError::Usage(format!("the vectors could not be made: {other:?}"))),
        }
    }

    /// Bytes of all pages.
    pub(crate) fn text_bytes(&self) -> u64 {
        self.texts.values().map(|text| text.as_str().len() as u64).sum()
    }

    /// Bytes of the index on disk.
    pub(crate) fn index_bytes(&self) -> u64 {
        machine::bytes_below(self.dir.path()).unwrap_or_default()
    }

    /// Names of what was found, best first, and the chance stated for the first.
    pub(crate) fn ask(
        &self,
        text: &str,
        grain: Grain,
        now: Option<DateTime>,
        manner: &Manner,
    ) -> Result<(Vec<String>, Option<f64>), BenchError> {
        let hits = self.search(text, grain.unit(), now, manner)?;
        let stated = hits.first().map(|hit| hit.score);
        Ok((hits.iter().filter_map(|hit| name(hit, grain)).collect(), stated))
    }

    /// Whether anything at all is returned.
    pub(crate) fn answers(
        &self,
        text: &str,
        now: Option<DateTime>,
        manner: &Manner,
    ) -> Result<bool, BenchError> {
        Ok(!self.search(text, Unit::Passage, now, manner)?.is_empty())
    }

    fn search(
        &self,
        text: &str,
        unit: Unit,
        now: Option<DateTime>,
        manner: &Manner,
    ) -> Result<Vec<Hit>, BenchError> {
        let now = now.unwrap_or_default().to_zoned_datetime(TimeZone::UTC);
        let now = now.expect("because UTC has every civil time");
        let mut query = Query::new(text, Now { at: now });
        query.unit = unit;
        query.limit = DEPTH;
        query.abstain = manner.abstain;
        query.weights = manner.weights;
        query.streams = manner.streams;
        query.deep = self.means.deep;
        let answer = self.index.search(&query, &|file| self.texts.get(file).cloned())?;
        Ok(answer.hits)
    }
}

/// A document as a page.
pub(crate) fn markdown(document: &Document) -> String {
    if document.title.is_empty() {
        format!("{}\n", document.body)
    } else {
        format!("# {}\n\n{}\n", document.title, document.body)
    }
}

fn name(hit: &Hit, grain: Grain) -> Option<String> {
    match grain {
        Grain::Session => hit.session.clone(),
        Grain::Turn => Some(turn_name(hit.session.as_deref()?, hit.turn.as_deref()?)),
        Grain::Page => Some(hit.page.as_str().to_owned()),
    }
}
