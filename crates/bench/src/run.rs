//! Has sessions indexed, asks questions, keeps what came back. The only file that knows how.

use std::collections::HashMap;
use std::path::PathBuf;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use search::{Batch, Facets, Index, PageText, Put, Query, Unit};
use wiki::page::Page;
use wiki::session::{Session, render};
use wiki::time::Now;

use crate::datasets::{Dataset, Question};
use crate::score::{Scores, score};

/// Hits looked at for each question; gold behind them counts as missed.
const DEPTH: usize = 50;

/// Why a measurement stopped.
#[derive(Debug)]
pub(crate) enum BenchError {
    Io { path: PathBuf, source: std::io::Error },
    Json { path: PathBuf, source: serde_json::Error },
    Index(search::IndexError),
}

impl std::fmt::Display for BenchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io { path, source } => write!(f, "cannot use {}: {source}", path.display()),
            Self::Json { path, source } => write!(f, "cannot read {}: {source}", path.display()),
            Self::Index(error) => error.fmt(f),
        }
    }
}

impl From<search::IndexError> for BenchError {
    fn from(error: search::IndexError) -> Self {
        Self::Index(error)
    }
}

/// What is measured.
pub(crate) struct Settings {
    pub(crate) abstain: bool,
    pub(crate) unrelated: Vec<String>,
}

/// What came back.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) answers: Vec<Answered>,
    /// Unrelated questions asked of all haystacks, and those that got no hit.
    pub(crate) unrelated: (usize, usize),
}

/// One question's result.
pub(crate) struct Answered {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) question: String,
    pub(crate) session: Scores,
    pub(crate) turn: Option<Scores>,
    /// Chance stated for the best session and for the best turn, and whether it was right.
    pub(crate) stated: [Option<(f64, bool)>; 2],
    pub(crate) found: Vec<String>,
    pub(crate) gold: Vec<String>,
}

/// Asks everything.
pub(crate) fn run(dataset: &Dataset, settings: &Settings) -> Result<Outcome, BenchError> {
    let mut outcome = Outcome::default();
    for haystack in &dataset.haystacks {
        let corpus = Corpus::of(&haystack.sessions)?;
        let last = haystack.sessions.iter().filter_map(|session| session.at).max();
        for question in &haystack.questions {
            outcome.answers.push(ask(&corpus, question, last, settings)?);
        }
        for question in &settings.unrelated {
            let answer = corpus.search(question, Unit::Passage, last, settings)?;
            outcome.unrelated.0 += 1;
            outcome.unrelated.1 += usize::from(answer.is_empty());
        }
    }
    Ok(outcome)
}

fn ask(
    corpus: &Corpus,
    question: &Question,
    last: Option<DateTime>,
    settings: &Settings,
) -> Result<Answered, BenchError> {
    let now = question.asked.or(last);
    let sessions = corpus.search(&question.text, Unit::Session, now, settings)?;
    let found: Vec<String> = sessions.iter().filter_map(|hit| hit.session.clone()).collect();
    let turns = corpus.search(&question.text, Unit::Turn, now, settings)?;
    let places: Vec<(String, String)> =
        turns.iter().filter_map(|hit| Some((hit.session.clone()?, hit.turn.clone()?))).collect();
    let right = |right: bool, hits: &[search::Hit]| hits.first().map(|hit| (hit.score, right));
    let session_right = found.first().is_some_and(|first| question.sessions.contains(first));
    let turn_right = places.first().is_some_and(|first| question.turns.contains(first));
    let has_turns = !question.turns.is_empty();
    Ok(Answered {
        id: question.id.clone(),
        kind: question.kind.clone(),
        question: question.text.clone(),
        session: score(&found, &question.sessions),
        turn: has_turns.then(|| score(&places, &question.turns)),
        stated: [right(session_right, &sessions), right(turn_right, &turns).filter(|_| has_turns)],
        found,
        gold: question.sessions.clone(),
    })
}

/// The sessions of one haystack, indexed. The seam to the program: whatever stands between a session and
/// a hit stands here.
struct Corpus {
    index: Index,
    texts: HashMap<String, String>,
    _dir: tempfile::TempDir,
}

impl Corpus {
    fn of(sessions: &[Session]) -> Result<Self, BenchError> {
        let dir = tempfile::tempdir()
            .map_err(|source| BenchError::Io { path: std::env::temp_dir(), source })?;
        let index = Index::open(dir.path())?;
        let mut texts = HashMap::new();
        let mut batch = Batch::default();
        for (nth, session) in sessions.iter().enumerate() {
            for (path, text) in render(session, &[]) {
                let file = format!("{path}-{nth}.md", path = path.as_str());
                let path =
                    wiki::PagePath::from_file(&file).expect("because `render` gives page paths");
                let page = Page::parse(path, text.clone());
                let facets = Facets::read(&page, None);
                let size = text.len() as u64;
                batch.put.push(Put { file: file.clone(), size, mtime_ns: 0, page, facets });
                texts.insert(file, text);
            }
        }
        index.apply(&batch)?;
        index.caught_up()?;
        Ok(Self { index, texts, _dir: dir })
    }

    fn search(
        &self,
        text: &str,
        unit: Unit,
        now: Option<DateTime>,
        settings: &Settings,
    ) -> Result<Vec<search::Hit>, BenchError> {
        let now = now.unwrap_or_default().to_zoned_datetime(TimeZone::UTC);
        let now = now.expect("because UTC has every civil time");
        let mut query = Query::new(text, Now { at: now });
        query.unit = unit;
        query.limit = DEPTH;
        query.abstain = settings.abstain;
        query.weights.standing = 0.0;
        let answer = self
            .index
            .search(&query, &|file| self.texts.get(file).cloned().map(PageText::shared))?;
        Ok(answer.hits)
    }
}
