//! What a run comes to: seven dimensions for each system, and its mistakes by kind.

use std::collections::BTreeMap;

use serde::Serialize;

use super::grade::Grade;
use super::run::{Answered, Lived};
use super::scenario::Dimension;
use crate::scale::machine::Machine;
use crate::scale::percentile;

/// Costs are told for so many memories.
const PER_MEMORIES: f64 = 10_000.0;
/// Mistakes of one sort that are shown.
const SHOWN: usize = 3;

/// Least shares that are right, of the dimensions that are graded.
pub(super) const BARS: [(Dimension, f64); 4] = [
    (Dimension::Accuracy, 0.99),
    (Dimension::Consistency, 0.99),
    (Dimension::Update, 0.99),
    (Dimension::CrossReference, 0.97),
];

/// A whole run.
#[derive(Debug, Serialize)]
pub(super) struct Outcome {
    /// The scenario: its file, or what it was made from.
    pub(super) scenario: String,
    pub(super) feed: &'static str,
    pub(super) days: usize,
    pub(super) questions: usize,
    pub(super) machine: Machine,
    pub(super) systems: Vec<Column>,
}

/// One system; shares are fractions.
#[derive(Debug, Serialize)]
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) dimensions: Vec<Share>,
    /// Questions whose best hit, or any other, states a value that does not hold.
    pub(super) retired_stated: usize,
    /// Right answers with a value, and how many of them name a place that holds it.
    pub(super) sources: Share,
    pub(super) latency: Latency,
    pub(super) cost: Cost,
    pub(super) kinds: Vec<KindRow>,
    pub(super) mistakes: Vec<Mistakes>,
    /// Changes that the system refused, with why.
    pub(super) refusals: Vec<String>,
}

/// So many of so many.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Share {
    pub(super) name: &'static str,
    pub(super) n: usize,
    pub(super) right: usize,
    pub(super) share: f64,
    pub(super) bar: Option<f64>,
}

/// Milliseconds of a question.
#[derive(Debug, Serialize)]
pub(super) struct Latency {
    pub(super) p50_ms: f64,
    pub(super) p95_ms: f64,
}

/// What it took; `per_10k` are scaled from the memories that were told.
#[derive(Debug, Serialize)]
pub(super) struct Cost {
    pub(super) memories: usize,
    pub(super) refused: usize,
    pub(super) write_p50_ms: f64,
    pub(super) write_p95_ms: f64,
    pub(super) text_bytes_per_10k: f64,
    pub(super) index_bytes_per_10k: f64,
    pub(super) write_cpu_seconds_per_10k: Option<f64>,
    pub(super) upkeep_cpu_seconds_per_10k: Option<f64>,
    pub(super) upkeep_runs: usize,
    pub(super) upkeep_steps: usize,
    /// Tokens that were told.
    pub(super) told_tokens_per_10k: f64,
    /// Tokens that a model was given to take them in: no system here asks one.
    pub(super) model_tokens_per_10k: f64,
    /// Tokens of the hits of one question, on average.
    pub(super) answer_tokens: f64,
}

/// Questions of one kind.
#[derive(Debug, Serialize)]
pub(super) struct KindRow {
    pub(super) dimension: Dimension,
    pub(super) kind: String,
    pub(super) n: usize,
    pub(super) right: usize,
    /// How many got which other grade.
    pub(super) wrong: BTreeMap<Grade, usize>,
}

/// Wrong answers of one kind and grade.
#[derive(Debug, Serialize)]
pub(super) struct Mistakes {
    pub(super) kind: String,
    pub(super) grade: Grade,
    pub(super) n: usize,
    pub(super) examples: Vec<Example>,
}

/// One of them.
#[derive(Debug, Serialize)]
pub(super) struct Example {
    pub(super) question: String,
    pub(super) gold: Option<String>,
    pub(super) page: Option<String>,
    /// The best hit's page and text.
    pub(super) given: Option<(String, String)>,
}

impl Dimension {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Accuracy => "fact accuracy",
            Self::Consistency => "consistency across sessions",
            Self::Update => "update and forgetting",
            Self::CrossReference => "cross-reference",
        }
    }
}

impl Share {
    fn of(name: &'static str, right: usize, n: usize, bar: Option<f64>) -> Self {
        Self { name, n, right, share: ratio(right as f64, n), bar }
    }
}

fn ratio(part: f64, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part / whole as f64 }
}

impl Column {
    pub(super) fn of(lived: &Lived) -> Self {
        let answers = &lived.answers;
        let sourced: Vec<bool> = answers.iter().filter_map(|it| it.sourced).collect();
        let found = sourced.iter().filter(|it| **it).count();
        let dimension = |(of, bar)| dimension(answers, of, bar);
        let times = sorted(answers.iter().map(|it| it.ms));
        Self {
            name: lived.name,
            dimensions: BARS.into_iter().map(dimension).collect(),
            retired_stated: answers.iter().filter(|it| it.states_retired).count(),
            sources: Share::of("explainability", found, sourced.len(), Some(1.0)),
            latency: Latency {
                p50_ms: percentile(&times, 50).unwrap_or_default(),
                p95_ms: percentile(&times, 95).unwrap_or_default(),
            },
            cost: Cost::of(lived),
            kinds: kinds(answers),
            mistakes: mistakes(answers),
            refusals: lived.refusals.clone(),
        }
    }
}

impl Cost {
    fn of(lived: &Lived) -> Self {
        let scaled = |figure: f64| ratio(figure * PER_MEMORIES, lived.memories);
        let times = sorted(lived.write_ms.iter().copied());
        let tokens: usize = lived.answers.iter().map(|it| it.tokens).sum();
        Self {
            memories: lived.memories,
            refused: lived.refused,
            write_p50_ms: percentile(&times, 50).unwrap_or_default(),
            write_p95_ms: percentile(&times, 95).unwrap_or_default(),
            text_bytes_per_10k: scaled(lived.text_bytes as f64),
            index_bytes_per_10k: scaled(lived.index_bytes as f64),
            write_cpu_seconds_per_10k: lived.write_cpu_seconds.map(scaled),
            upkeep_cpu_seconds_per_10k: lived.upkeep_cpu_seconds.map(scaled),
            upkeep_runs: lived.upkeep_runs,
            upkeep_steps: lived.upkeep_steps,
            told_tokens_per_10k: scaled(lived.told_tokens as f64),
            model_tokens_per_10k: 0.0,
            answer_tokens: ratio(tokens as f64, lived.answers.len()),
        }
    }
}

fn sorted(times: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    times
}

/// The share of right answers; questions of one group are right together or not at all.
fn dimension(answers: &[Answered], of: Dimension, bar: f64) -> Share {
    let mut groups: BTreeMap<String, bool> = BTreeMap::new();
    let own = answers.iter().filter(|it| it.ask.dimension == of);
    for (nth, it) in own.enumerate() {
        // No group's name holds a line end.
        let alone = || format!("{nth}\n");
        let right = groups.entry(it.ask.group.clone().unwrap_or_else(alone)).or_insert(true);
        *right &= it.grade == Grade::Right;
    }
    let right = groups.values().filter(|it| **it).count();
    Share::of(of.name(), right, groups.len(), Some(bar))
}

fn kinds(answers: &[Answered]) -> Vec<KindRow> {
    let mut kinds: BTreeMap<(Dimension, &str), KindRow> = BTreeMap::new();
    for it in answers {
        let (dimension, kind) = (it.ask.dimension, it.ask.kind.as_str());
        let row = kinds.entry((dimension, kind)).or_insert_with(|| KindRow {
            dimension,
            kind: kind.to_owned(),
            n: 0,
            right: 0,
            wrong: BTreeMap::new(),
        });
        row.n += 1;
        match it.grade {
            Grade::Right => row.right += 1,
            other => *row.wrong.entry(other).or_default() += 1,
        }
    }
    kinds.into_values().collect()
}

fn mistakes(answers: &[Answered]) -> Vec<Mistakes> {
    let mut all: BTreeMap<(Dimension, &str, Grade), Vec<&Answered>> = BTreeMap::new();
    for it in answers.iter().filter(|it| it.grade != Grade::Right) {
        all.entry((it.ask.dimension, &it.ask.kind, it.grade)).or_default().push(it);
    }
    let of = |((_, kind, grade), wrong): ((Dimension, &str, Grade), Vec<&Answered>)| Mistakes {
        kind: kind.to_owned(),
        grade,
        n: wrong.len(),
        examples: wrong.iter().take(SHOWN).map(|it| Example::of(it)).collect(),
    };
    all.into_iter().map(of).collect()
}

impl Example {
    fn of(answered: &Answered) -> Self {
        let ask = &answered.ask;
        let given = answered.best.as_ref().map(|it| (it.page.clone(), it.text.clone()));
        Self {
            question: ask.question.clone(),
            gold: ask.gold.clone(),
            page: ask.page.clone(),
            given,
        }
    }
}
