//! Has haystacks indexed, asks their questions, keeps what came back. Scores nothing.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Instant;

use jiff::civil::DateTime;
use search::Weights;

use crate::corpus::{Corpus, Manner, Means};
use crate::datasets::{Dataset, Haystack, Question};
use crate::grain::Grain;
use crate::scale::machine;
use crate::split::Split;
use crate::systems::{self, System};

/// Why a measurement stopped.
#[derive(Debug)]
pub(crate) enum BenchError {
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    Json {
        path: PathBuf,
        source: serde_json::Error,
    },
    Index(search::IndexError),
    /// Asked for what there is not.
    Usage(String),
    /// Another system that was to be measured failed.
    System {
        name: String,
        why: String,
    },
}

impl std::fmt::Display for BenchError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io { path, source } => write!(f, "cannot use {}: {source}", path.display()),
            Self::Json { path, source } => {
                let hint = "`--help` of the command says what the file must hold";
                write!(f, "cannot read {}: {source}; {hint}", path.display())
            }
            Self::Index(error) => error.fmt(f),
            Self::Usage(why) => f.write_str(why),
            Self::System { name, why } => write!(f, "{name}: {why}"),
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
    pub(crate) means: Means,
    pub(crate) abstain: bool,
    pub(crate) split: Split,
    pub(crate) unrelated: Vec<String>,
    pub(crate) weights: Weights,
    /// Weights to vary, each with the values that it takes in turn.
    pub(crate) vary: Vec<(String, Vec<f64>)>,
    /// Measure again with each stream and each piece of evidence switched off.
    pub(crate) ablate: bool,
}

impl Settings {
    /// The weights that are measured: nothing about the data sets has a standing.
    pub(crate) fn default_weights() -> Weights {
        Weights { standing: 0.0, ..Weights::default() }
    }
}

/// One way to ask, with all that came back.
#[derive(Default)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) answers: Vec<Answered>,
    pub(crate) cost: Cost,
}

/// What a column took.
#[derive(Default)]
pub(crate) struct Cost {
    pub(crate) index_seconds: f64,
    pub(crate) index_bytes: u64,
    pub(crate) text_bytes: u64,
    /// Processor time of all questions.
    pub(crate) ask_cpu_seconds: Option<f64>,
    /// Every question's time, in milliseconds.
    pub(crate) ask_ms: Vec<f64>,
}

/// What came back.
#[derive(Default)]
pub(crate) struct Outcome {
    /// The program itself first, then without each piece of evidence, then other systems.
    pub(crate) columns: Vec<Column>,
    /// How many columns are the program's own.
    pub(crate) own: usize,
    /// Unrelated questions asked of all haystacks, and those that got no hit.
    pub(crate) unrelated: (usize, usize),
    /// Questions whose haystack holds no answer, and those that got no hit.
    pub(crate) unanswerable: (usize, usize),
}

/// One question's result.
pub(crate) struct Answered {
    pub(crate) question: Rc<Question>,
    pub(crate) lists: BTreeMap<Grain, List>,
}

/// One ranked list.
#[derive(Default)]
pub(crate) struct List {
    pub(crate) found: Vec<String>,
    /// Chance stated for the first, if the system states any.
    pub(crate) stated: Option<f64>,
}

/// Asks everything.
pub(crate) fn run(
    dataset: &Dataset,
    settings: &Settings,
    systems: &mut [Box<dyn System>],
) -> Result<Outcome, BenchError> {
    let variants = variants(settings);
    let mut outcome = Outcome { own: variants.len(), ..Outcome::default() };
    let named = |name: &str| Column { name: name.to_owned(), ..Column::default() };
    outcome.columns.extend(variants.iter().map(|(name, _)| named(name)));
    outcome.columns.extend(systems.iter().map(|system| named(&system.name())));
    for haystack in &dataset.haystacks {
        let questions: Vec<&Rc<Question>> =
            haystack.questions.iter().filter(|it| settings.split.holds(&it.id)).collect();
        if questions.is_empty() {
            continue;
        }
        let last = haystack.sessions.iter().filter_map(|session| session.at).max();
        let (corpus, spent) = machine::spent(|| Corpus::of(haystack, &settings.means))?;
        let cost = &mut outcome.columns[0].cost;
        cost.index_seconds += spent.wall_seconds;
        cost.index_bytes += corpus.index_bytes();
        cost.text_bytes += corpus.text_bytes();
        for (column, (_, manner)) in outcome.columns.iter_mut().zip(&variants) {
            asked(column, &questions, dataset, &mut |question, grain| {
                corpus.ask(&question.text, grain, question.asked.or(last), manner).map(Some)
            })?;
        }
        abstained(&corpus, &questions, last, settings, &variants[0].1, &mut outcome)?;
        for (column, system) in outcome.columns[variants.len()..].iter_mut().zip(&mut *systems) {
            other(column, system.as_mut(), haystack, &questions, dataset)?;
        }
    }
    Ok(outcome)
}

/// What is switched off, and how.
type Off = (&'static str, fn(&mut Manner));

const ABLATIONS: [Off; 6] = [
    ("without head", |manner| manner.weights.head = 0.0),
    ("without page", |manner| manner.weights.page = 0.0),
    ("without speaker", |manner| manner.weights.speaker = 0.0),
    ("without time", |manner| manner.weights.time = 0.0),
    ("with standing", |manner| manner.weights.standing = 1.0),
    ("abstention turned over", |manner| manner.abstain = !manner.abstain),
];

fn variants(settings: &Settings) -> Vec<(String, Manner)> {
    let (weights, abstain) = (settings.weights, settings.abstain);
    let plain = Manner { weights, abstain, streams: settings.means.streams.of_query() };
    let mut variants = vec![("memopage".to_owned(), plain)];
    for (name, streams) in settings.means.streams.without_each() {
        if settings.ablate {
            let mut manner = Manner { streams, ..plain };
            if !streams.lexical {
                // What likeness found is weighed by its words, too, unless they count nothing.
                manner.weights.lexical = 0.0;
            }
            variants.push((format!("memopage, without {name} stream"), manner));
        }
    }
    for (name, change) in ABLATIONS.iter().filter(|_| settings.ablate) {
        let mut manner = plain;
        change(&mut manner);
        variants.push((format!("memopage, {name}"), manner));
    }
    for (name, values) in &settings.vary {
        for value in values {
            let mut manner = plain;
            if manner.weights.set(name, *value) {
                variants.push((format!("memopage, {name} {value}"), manner));
            }
        }
    }
    variants
}

/// A list of names with the chance of the first; none where a system does not answer in that grain.
type Reply = Option<(Vec<String>, Option<f64>)>;

fn asked(
    column: &mut Column,
    questions: &[&Rc<Question>],
    dataset: &Dataset,
    ask: &mut dyn FnMut(&Question, Grain) -> Result<Reply, BenchError>,
) -> Result<(), BenchError> {
    let (answers, spent) = machine::spent(|| {
        let mut answers = Vec::with_capacity(questions.len());
        for question in questions {
            let mut lists = BTreeMap::new();
            for grain in &dataset.grains {
                let clock = Instant::now();
                if let Some((found, stated)) = ask(question, *grain)? {
                    column.cost.ask_ms.push(clock.elapsed().as_secs_f64() * 1_000.0);
                    lists.insert(*grain, List { found, stated });
                }
            }
            answers.push(Answered { question: Rc::clone(question), lists });
        }
        Ok::<_, BenchError>(answers)
    })?;
    column.answers.extend(answers);
    if let Some(seconds) = spent.cpu_seconds {
        *column.cost.ask_cpu_seconds.get_or_insert(0.0) += seconds;
    }
    Ok(())
}

fn other(
    column: &mut Column,
    system: &mut dyn System,
    haystack: &Haystack,
    questions: &[&Rc<Question>],
    dataset: &Dataset,
) -> Result<(), BenchError> {
    let ((), spent) = machine::spent(|| system.index(haystack, &dataset.grains))?;
    column.cost.index_seconds += spent.wall_seconds;
    let from = column.answers.len();
    asked(column, questions, dataset, &mut |question, grain| {
        Ok(system.ask(&question.text, grain)?.map(|found| (found, None)))
    })?;
    known(&column.answers[from..], haystack).map_err(|why| {
        let name = system.name();
        BenchError::System { name, why }
    })
}

/// Whether a system speaks of what it was given: one whose ids are all its own would score nothing without
/// a word. What it gives besides is its mistake and counts as one.
fn known(answers: &[Answered], haystack: &Haystack) -> Result<(), String> {
    let mut given = BTreeMap::new();
    let mut alien = None;
    for (grain, list) in answers.iter().flat_map(|answer| &answer.lists) {
        let names = given.entry(*grain).or_insert_with(|| systems::names(haystack, *grain));
        if list.found.iter().any(|id| names.contains(id)) {
            return Ok(());
        }
        alien = alien.or_else(|| list.found.first().map(|id| (*grain, id)));
    }
    let Some((grain, id)) = alien else { return Ok(()) };
    let ours = given[&grain].first().map_or("none", String::as_str);
    Err(format!(
        "none of its ids is one that it was given: it says `{id}`, a {} here is called `{ours}`",
        grain.name()
    ))
}

fn abstained(
    corpus: &Corpus,
    questions: &[&Rc<Question>],
    last: Option<DateTime>,
    settings: &Settings,
    manner: &Manner,
    outcome: &mut Outcome,
) -> Result<(), BenchError> {
    for question in questions.iter().filter(|question| !question.answerable) {
        let answers = corpus.answers(&question.text, question.asked.or(last), manner)?;
        outcome.unanswerable.0 += 1;
        outcome.unanswerable.1 += usize::from(!answers);
    }
    for question in &settings.unrelated {
        let answers = corpus.answers(question, last, manner)?;
        outcome.unrelated.0 += 1;
        outcome.unrelated.1 += usize::from(!answers);
    }
    Ok(())
}
