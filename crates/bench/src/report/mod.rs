//! Results: means of one run, as text, as JSON, and as files.

mod files;
mod markdown;
mod plot;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::datasets::{Dataset, Question};
use crate::grain::Grain;
use crate::run::{Answered, BenchError, Column, Outcome, Settings};
use crate::scale::percentile;
use crate::score::{Band, NAMES, Scores, interval, mean, reliability, score};

pub(crate) use files::write;

/// Means by unit.
type Units = BTreeMap<&'static str, Scores>;

/// All means of one run.
#[derive(Serialize)]
pub(crate) struct Summary {
    dataset: String,
    config: BTreeMap<String, String>,
    units: Units,
    /// Ends of the 95 % confidence interval of each mean.
    interval: BTreeMap<&'static str, BTreeMap<&'static str, (f64, f64)>>,
    by_type: BTreeMap<String, Units>,
    /// Names of the types where the data set has numbers.
    type_names: BTreeMap<&'static str, &'static str>,
    /// The protocol of `units` and `by_type`.
    protocol: &'static str,
    /// The same answers under other protocols.
    protocols: BTreeMap<&'static str, Units>,
    reliability: BTreeMap<&'static str, Reliability>,
    /// Answerable questions that got no hit, by unit: what abstention costs at most.
    unanswered: BTreeMap<&'static str, f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unrelated: Option<Unrelated>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unanswerable: Option<Unrelated>,
    systems: Vec<SystemRow>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct Reliability {
    ece: f64,
    bands: Vec<Band>,
}

#[derive(Serialize)]
struct Unrelated {
    n: usize,
    empty: f64,
}

/// One way to ask, the program's own first.
#[derive(Serialize)]
struct SystemRow {
    name: String,
    own: bool,
    units: Units,
    cost: CostRow,
}

/// What it took.
#[derive(Serialize)]
struct CostRow {
    index_seconds: f64,
    index_bytes: u64,
    text_bytes: u64,
    queries: usize,
    p50_ms: Option<f64>,
    p95_ms: Option<f64>,
    cpu_ms_per_query: Option<f64>,
    /// Queries by the upper end of their band of time.
    histogram: Vec<(f64, usize)>,
}

impl Summary {
    pub(crate) fn of(
        name: &str,
        dataset: &Dataset,
        outcome: &Outcome,
        settings: &Settings,
        config: BTreeMap<String, String>,
    ) -> Self {
        let own = &outcome.columns[0];
        let all: Vec<&Answered> = own.answers.iter().collect();
        let mut by_type: BTreeMap<String, Vec<&Answered>> = BTreeMap::new();
        for answered in &own.answers {
            by_type.entry(answered.question.kind.clone()).or_default().push(answered);
        }
        let by_type = by_type.into_iter().map(|(kind, of)| (kind, units(dataset.main, &of)));
        let of_grain = |grain: &Grain| {
            let scores = scores(dataset.main, *grain, &all);
            let ends = interval(&scores, settings.split.seed);
            (!scores.is_empty()).then(|| (grain.name(), NAMES.into_iter().zip(ends).collect()))
        };
        let share = |(n, empty): (usize, usize)| {
            (n > 0).then(|| Unrelated { n, empty: empty as f64 / n as f64 })
        };
        let rows = outcome.columns.iter().enumerate();
        Self {
            dataset: name.to_owned(),
            config,
            units: units(dataset.main, &all),
            interval: dataset.grains.iter().filter_map(of_grain).collect(),
            by_type: by_type.filter(|(_, units)| !units.is_empty()).collect(),
            type_names: dataset.kind_names.clone(),
            protocol: dataset.main,
            protocols: dataset.others.iter().map(|other| (*other, units(other, &all))).collect(),
            reliability: dataset
                .grains
                .iter()
                .filter_map(|it| stated(dataset, *it, &all))
                .collect(),
            unanswered: dataset.grains.iter().filter_map(|it| silent(dataset, *it, &all)).collect(),
            unrelated: share(outcome.unrelated),
            unanswerable: share(outcome.unanswerable),
            systems: rows.map(|(nth, it)| row(dataset, it, nth < outcome.own)).collect(),
            notes: dataset.notes.clone(),
        }
    }
}

fn gold<'a>(question: &'a Question, protocol: &str, grain: Grain) -> Option<&'a [String]> {
    let names = question.gold.get(protocol)?.get(&grain)?;
    (!names.is_empty()).then_some(names)
}

fn scores(protocol: &str, grain: Grain, of: &[&Answered]) -> Vec<Scores> {
    let one = |answered: &&Answered| {
        let wanted = gold(&answered.question, protocol, grain)?;
        Some(score(&answered.lists.get(&grain)?.found, wanted))
    };
    of.iter().filter_map(one).collect()
}

fn units(protocol: &str, of: &[&Answered]) -> Units {
    let grains = [Grain::Session, Grain::Turn, Grain::Page];
    let of_grain = |grain: Grain| (grain.name(), mean(scores(protocol, grain, of).iter()));
    grains.into_iter().map(of_grain).filter(|(_, scores)| scores.n > 0).collect()
}

/// Stated chances of the first hit against whether it was right.
fn stated(
    dataset: &Dataset,
    grain: Grain,
    of: &[&Answered],
) -> Option<(&'static str, Reliability)> {
    let one = |answered: &&Answered| {
        let wanted = gold(&answered.question, dataset.main, grain)?;
        let list = answered.lists.get(&grain)?;
        Some((list.stated?, list.found.first().is_some_and(|first| wanted.contains(first))))
    };
    let stated: Vec<(f64, bool)> = of.iter().filter_map(one).collect();
    let (bands, ece) = reliability(&stated);
    (!stated.is_empty()).then(|| (grain.name(), Reliability { ece, bands }))
}

fn silent(dataset: &Dataset, grain: Grain, of: &[&Answered]) -> Option<(&'static str, f64)> {
    let lists: Vec<bool> = of
        .iter()
        .filter(|it| gold(&it.question, dataset.main, grain).is_some())
        .filter_map(|it| Some(it.lists.get(&grain)?.found.is_empty()))
        .collect();
    let empty = lists.iter().filter(|empty| **empty).count();
    (!lists.is_empty()).then(|| (grain.name(), empty as f64 / lists.len() as f64))
}

fn row(dataset: &Dataset, column: &Column, own: bool) -> SystemRow {
    let all: Vec<&Answered> = column.answers.iter().collect();
    let cost = &column.cost;
    let mut sorted = cost.ask_ms.clone();
    sorted.sort_by(f64::total_cmp);
    let each = |seconds: f64| seconds * 1_000.0 / sorted.len().max(1) as f64;
    SystemRow {
        name: column.name.clone(),
        own,
        units: units(dataset.main, &all),
        cost: CostRow {
            index_seconds: cost.index_seconds,
            index_bytes: cost.index_bytes,
            text_bytes: cost.text_bytes,
            queries: sorted.len(),
            p50_ms: percentile(&sorted, 50),
            p95_ms: percentile(&sorted, 95),
            cpu_ms_per_query: cost.ask_cpu_seconds.map(each),
            histogram: histogram(&sorted),
        },
    }
}

/// Bands that double, from a quarter of a millisecond.
fn histogram(sorted: &[f64]) -> Vec<(f64, usize)> {
    let mut bands = Vec::new();
    let mut from = 0;
    let mut end = 0.25;
    while from < sorted.len() {
        let to = sorted.partition_point(|ms| *ms <= end);
        if to > from || !bands.is_empty() {
            bands.push((end, to - from));
        }
        from = to;
        end *= 2.0;
    }
    bands
}

#[expect(clippy::print_stdout, reason = "a report is what the program is for")]
pub(crate) fn print(summary: &Summary) {
    print!("{}", markdown::page(summary));
}

#[expect(clippy::print_stdout, reason = "a report is what the program is for")]
pub(crate) fn print_json(summary: &Summary) {
    println!("{}", serde_json::json!(summary));
}

#[expect(clippy::print_stderr, reason = "a person must see why it stopped")]
pub(crate) fn complain(error: &BenchError) {
    eprintln!("error: {error}");
}
