//! A scenario lived through: each change on its day, upkeep once a week, questions at the end of the day.

use std::time::Instant;

use jiff::ZonedDateTime;
use jiff::civil::Date;

use super::grade::{Grade, Hit, grade, has, states_retired};
use super::scenario::{Ask, Day, Event, days};
use super::system::{Feed, System, Told, moment};
use crate::scale::machine::spent;

/// Days between two runs of upkeep; the last day has one, too.
const UPKEEP_DAYS: i32 = 7;
/// Refused changes that are kept to be shown.
const SHOWN: usize = 5;

/// One question and what came of it.
#[derive(Debug)]
pub(super) struct Answered {
    pub(super) ask: Ask,
    pub(super) grade: Grade,
    /// The best hit.
    pub(super) best: Option<Hit>,
    /// Whether the lines that a right answer names hold the value; none where there is no value to look for.
    pub(super) sourced: Option<bool>,
    /// Whether any hit states a value of the page that does not hold.
    pub(super) states_retired: bool,
    pub(super) ms: f64,
    /// Tokens of all hits, as a reader gets them.
    pub(super) tokens: usize,
}

/// What a system did and what it took.
#[derive(Debug, Default)]
pub(super) struct Lived {
    pub(super) name: &'static str,
    pub(super) answers: Vec<Answered>,
    /// Changes that were told, and tokens of their words.
    pub(super) memories: usize,
    pub(super) told_tokens: usize,
    pub(super) refused: usize,
    /// The first of them, with why.
    pub(super) refusals: Vec<String>,
    pub(super) write_ms: Vec<f64>,
    pub(super) write_cpu_seconds: Option<f64>,
    pub(super) upkeep_cpu_seconds: Option<f64>,
    pub(super) upkeep_runs: usize,
    pub(super) upkeep_steps: usize,
    pub(super) text_bytes: u64,
    pub(super) index_bytes: u64,
}

pub(super) fn lived(
    system: &mut dyn System,
    events: &[Event],
    feed: Feed,
) -> Result<Lived, String> {
    let mut lived = Lived {
        name: system.name(),
        write_cpu_seconds: Some(0.0),
        upkeep_cpu_seconds: Some(0.0),
        ..Lived::default()
    };
    let days = days(events);
    let Some(last) = days.keys().next_back().copied() else { return Ok(lived) };
    let mut kept_on = *days.keys().next().expect("because there is a last one");
    for (date, day) in &days {
        let ((), took) = spent(|| {
            system.begin(&moment(*date, 0))?;
            told(system, (*date, day), feed, &mut lived)?;
            system.settle()
        })?;
        lived.write_cpu_seconds = sum(lived.write_cpu_seconds, took.cpu_seconds);
        system.date_files(&moment(*date, 1_000))?;
        let due = date.since(kept_on).is_ok_and(|it| it.get_days() >= UPKEEP_DAYS);
        if due || *date == last {
            let (steps, took) = spent(|| system.maintain(&moment(*date, 1_100)))?;
            lived.upkeep_runs += 1;
            lived.upkeep_steps += steps;
            lived.upkeep_cpu_seconds = sum(lived.upkeep_cpu_seconds, took.cpu_seconds);
            kept_on = *date;
            system.date_files(&moment(*date, 1_100))?;
        }
        if !day.asks.is_empty() {
            system.settle()?;
        }
        let evening = moment(*date, 1_200);
        for ask in &day.asks {
            lived.answers.push(answered(system, &evening, ask)?);
        }
    }
    let bytes = system.bytes()?;
    (lived.text_bytes, lived.index_bytes) = (bytes.text, bytes.index);
    Ok(lived)
}

fn sum(so_far: Option<f64>, more: Option<f64>) -> Option<f64> {
    Some(so_far? + more?)
}

fn told(
    system: &mut dyn System,
    (date, day): (Date, &Day),
    feed: Feed,
    lived: &mut Lived,
) -> Result<(), String> {
    let count = i64::try_from(day.changes.len()).expect("because they fit the memory");
    for (nth, change) in (0..).zip(&day.changes) {
        let told = match change {
            Event::Write(write) => match &write.said {
                Some(said) if feed == Feed::Dialogue => Told::Said(said),
                _ => Told::Write(write),
            },
            Event::Talk(talk) => Told::Said(&talk.text),
            Event::Forget(forget) => Told::Forget(forget),
            Event::Ask(_) => continue,
        };
        let at = moment(date, nth * 1_000 / count);
        let clock = Instant::now();
        let done = system.take(&at, told)?;
        lived.write_ms.push(clock.elapsed().as_secs_f64() * 1_000.0);
        lived.memories += 1;
        lived.told_tokens += tokens(told);
        if let Err(why) = done {
            lived.refused += 1;
            if lived.refusals.len() < SHOWN {
                lived.refusals.push(format!("{}: {why}", in_words(told)));
            }
        }
    }
    Ok(())
}

fn in_words(told: Told<'_>) -> String {
    match told {
        Told::Write(it) => format!("{}, {}: {}", it.page, it.key, it.value),
        Told::Said(text) => text.to_owned(),
        Told::Forget(it) => format!("forget {} {}", it.page, it.key.as_deref().unwrap_or_default()),
    }
}

fn tokens(told: Told<'_>) -> usize {
    search::count_tokens(&in_words(told))
}

fn answered(system: &mut dyn System, at: &ZonedDateTime, ask: &Ask) -> Result<Answered, String> {
    let clock = Instant::now();
    let hits = system.ask(at, ask)?;
    let ms = clock.elapsed().as_secs_f64() * 1_000.0;
    let grade = grade(ask, &hits);
    let best = hits.first().cloned();
    let sourced = match (&ask.gold, &best, grade) {
        (Some(gold), Some(best), Grade::Right) => Some(has(&system.look_up(at, best)?, gold)),
        _ => None,
    };
    Ok(Answered {
        ask: ask.clone(),
        grade,
        sourced,
        states_retired: states_retired(ask, &hits),
        ms,
        tokens: hits.iter().map(|it| search::count_tokens(&it.text)).sum(),
        best,
    })
}
