//! Plain BM25 (Robertson and Zaragoza 2009): stems, stop words, k1 1.2, b 0.75, one document an item.

use std::collections::HashMap;

use frostem::Stemmer;

use super::items::items;
use super::words::{stemmer, stems};
use super::{ByGrain, System, ranked};
use crate::datasets::Haystack;
use crate::grain::Grain;
use crate::run::BenchError;

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// An index of texts by number.
pub(crate) struct Bm25 {
    stemmer: Stemmer,
    postings: HashMap<String, Vec<(usize, f64)>>,
    lengths: Vec<f64>,
    mean_length: f64,
}

impl Bm25 {
    pub(crate) fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let stemmer = stemmer();
        let mut postings: HashMap<String, Vec<(usize, f64)>> = HashMap::new();
        let mut lengths = Vec::new();
        for (number, text) in texts.enumerate() {
            let terms = stems(&stemmer, text);
            lengths.push(terms.len() as f64);
            for term in terms {
                let list = postings.entry(term).or_default();
                match list.last_mut() {
                    Some((last, count)) if *last == number => *count += 1.0,
                    _ => list.push((number, 1.0)),
                }
            }
        }
        let mean_length = lengths.iter().sum::<f64>() / lengths.len().max(1) as f64;
        Self { stemmer, postings, lengths, mean_length }
    }

    /// Every text's score, in the order they were given.
    pub(crate) fn scores(&self, question: &str) -> Vec<f64> {
        let mut scores = vec![0.0; self.lengths.len()];
        let n = self.lengths.len() as f64;
        for term in stems(&self.stemmer, question) {
            let Some(list) = self.postings.get(&term) else {
                continue;
            };
            let df = list.len() as f64;
            let idf = ((n - df + 0.5) / (df + 0.5)).ln_1p();
            for (number, count) in list {
                let norm = 1.0 - B + B * self.lengths[*number] / self.mean_length;
                scores[*number] += idf * count * (K1 + 1.0) / (count + K1 * norm);
            }
        }
        scores
    }
}

/// BM25 over every grain that is asked for.
#[derive(Default)]
pub(super) struct Plain(ByGrain<(Vec<String>, Bm25)>);

impl System for Plain {
    fn name(&self) -> String {
        "BM25".to_owned()
    }

    fn index(&mut self, haystack: &Haystack, grains: &[Grain]) -> Result<(), BenchError> {
        self.0.clear();
        for grain in grains {
            let items = items(haystack, *grain);
            let index = Bm25::of(items.iter().map(|item| item.text.as_str()));
            self.0.insert(*grain, (items.into_iter().map(|item| item.name).collect(), index));
        }
        Ok(())
    }

    fn ask(&mut self, text: &str, grain: Grain) -> Result<Option<Vec<String>>, BenchError> {
        let Some((names, index)) = self.0.get(&grain) else {
            return Ok(None);
        };
        Ok(Some(ranked(names.iter().cloned().zip(index.scores(text)))))
    }
}
