//! Orders the best units anew by a model that reads question and passage together. Its word is one more
//! piece of evidence beside the fused score, and what does not hold or is called what was asked keeps the
//! place that this gives it.

use super::Snapshot;
use super::choose::Chosen;
use super::dense::is_latin;
use super::show::Pages;
use crate::answer::Warning;
use crate::error::IndexError;
use crate::query::Query;
use crate::rerank::Seat;
use crate::text::Texts;

/// Units that are read anew.
const READ: usize = 50;
/// Bytes of a unit that are read; a turn can be longer than any answer.
const UNIT_BYTES: usize = 4_000;
/// Deviations that one unit can stand out by: among fifty, one alone would stand out by seven, and words
/// and names would have no say.
const APART: f32 = 3.0;

/// A reranker with the question, and what came of asking it.
pub(super) struct Judging<'a> {
    seat: Option<&'a Seat<'a>>,
    question: &'a str,
    /// Units that it read.
    pub(super) read: usize,
    /// Why it was not asked or did not answer.
    pub(super) warning: Option<Warning>,
}

impl<'a> Judging<'a> {
    pub(super) fn new(seat: Option<&'a Seat<'a>>, question: &'a str) -> Self {
        Self { seat, question: question.trim(), read: 0, warning: None }
    }

    /// Orders the first units anew. A model that does not answer leaves them as they are.
    pub(super) fn order(
        &mut self,
        snapshot: &Snapshot<'_>,
        query: &Query,
        units: &mut [Chosen],
        texts: Texts<'_>,
    ) -> Result<(), IndexError> {
        let Some(seat) = self.seat.filter(|_| !self.question.is_empty()) else { return Ok(()) };
        if !seat.model().traits().multilingual && !is_latin(self.question) {
            self.warn("reduced", "it reads English only");
            return Ok(());
        }
        let best = units.len().min(READ);
        let units = &mut units[..best];
        let mut pages = Pages::new(snapshot, texts);
        let (mut places, mut words) = (Vec::new(), Vec::new());
        for (at, unit) in units.iter().enumerate() {
            if let Some(mut text) = pages.words(query, unit)? {
                text.truncate(text.floor_char_boundary(UNIT_BYTES));
                places.push(at);
                words.push(text);
            }
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match seat.rank(self.question, &words) {
            Ok(scores) => {
                self.read = places.len();
                for (at, score) in places.into_iter().zip(scores) {
                    units[at].judged = Some(score);
                }
                blend(units, query.weights.rerank as f32);
            }
            Err(error) => self.warn("unavailable", &error.to_string()),
        }
        Ok(())
    }

    fn warn(&mut self, status: &'static str, why: &str) {
        let message = format!("{why}; the order is the one without it");
        self.warning = Some(Warning { corpus: "reranker".to_owned(), status, message });
    }
}

/// Adds what the model says in deviations, as far apart as the fused scores are among themselves.
fn blend(units: &mut [Chosen], weight: f32) {
    let evidence: Vec<f32> = units.iter().map(|unit| unit.fused - unit.standing).collect();
    let judged: Vec<f32> = units.iter().filter_map(|unit| unit.judged).collect();
    let ((_, reach), (mean, deviation)) = (spread(&evidence), spread(&judged));
    if deviation < 1e-6 {
        return;
    }
    for unit in &mut *units {
        let apart = unit.judged.map_or(0.0, |score| (score - mean) / deviation);
        unit.fused += weight * reach.max(1e-3) * apart.clamp(-APART, APART);
    }
    units.sort_by(|a, b| b.fused.total_cmp(&a.fused));
}

/// Mean and deviation.
fn spread(values: &[f32]) -> (f32, f32) {
    let count = values.len().max(1) as f32;
    let mean = values.iter().sum::<f32>() / count;
    let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>();
    (mean, (squares / count).sqrt())
}
