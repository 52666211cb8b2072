//! Systems that need a model: vectors alone, and the recipes of two programs that people use.

use std::sync::Arc;

use search::{Embedder, ModelError, Side};

use super::bm25::Bm25;
use super::items::{Item, items};
use super::{ByGrain, System, ranked};
use crate::datasets::Haystack;
use crate::grain::Grain;
use crate::run::BenchError;

/// Texts that a model gets at once.
const BATCH: usize = 32;

/// What is embedded, and how its vectors become a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Recipe {
    /// A vector for every turn, or every piece of a page that fits the model; the best one counts.
    Pieces,
    /// One vector a session, of what the user said, cut where the model's window ends (MemPalace).
    Sessions,
    /// A session's whole text by BM25 and its first 512 characters by vector, without dates, fused by
    /// reciprocal ranks with k 60 and weights 0.4 and 0.6 (agentmemory).
    Rrf512,
}

const RRF_K: f64 = 60.0;
const RRF_BM25: f64 = 0.4;
const RRF_VECTOR: f64 = 0.6;
const RRF_CHARACTERS: usize = 512;

/// One recipe with a model.
pub(super) struct Vectors {
    recipe: Recipe,
    model: Arc<dyn Embedder>,
    held: ByGrain<Held>,
}

struct Held {
    names: Vec<String>,
    /// Vectors with the number of their item.
    vectors: Vec<(usize, Vec<f32>)>,
    bm25: Option<Bm25>,
}

impl Vectors {
    pub(super) fn new(recipe: Recipe, model: Arc<dyn Embedder>) -> Self {
        Self { recipe, model, held: ByGrain::new() }
    }

    /// What is embedded of an item.
    fn texts(&self, item: &Item) -> Vec<String> {
        let first = |text: &str| {
            let piece = self.model.pieces(text).into_iter().next();
            piece.map_or(String::new(), |piece| text[piece].to_owned())
        };
        match self.recipe {
            Recipe::Pieces => {
                let pieces = |part: &String| {
                    let ranges = self.model.pieces(part);
                    ranges.into_iter().map(|range| part[range].to_owned()).collect::<Vec<_>>()
                };
                item.parts.iter().flat_map(pieces).collect()
            }
            Recipe::Sessions => vec![first(&item.user_text)],
            Recipe::Rrf512 => vec![first(&beginning(item))],
        }
    }

    fn embed(&self, side: Side, texts: &[&str]) -> Result<Vec<Vec<f32>>, BenchError> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            let failed =
                |error: ModelError| BenchError::System { name: self.name(), why: error.message };
            vectors.extend(self.model.embed(side, batch).map_err(failed)?);
        }
        Ok(vectors)
    }
}

fn beginning(item: &Item) -> String {
    item.said.chars().take(RRF_CHARACTERS).collect()
}

impl System for Vectors {
    fn name(&self) -> String {
        match self.recipe {
            Recipe::Pieces => "vectors only",
            Recipe::Sessions => "session vectors (MemPalace recipe)",
            Recipe::Rrf512 => "BM25 and vectors of 512 characters by RRF (agentmemory recipe)",
        }
        .to_owned()
    }

    fn index(&mut self, haystack: &Haystack, grains: &[Grain]) -> Result<(), BenchError> {
        self.held.clear();
        for grain in grains {
            if self.recipe != Recipe::Pieces && *grain == Grain::Turn {
                continue;
            }
            let items = items(haystack, *grain);
            let texts: Vec<(usize, String)> = items
                .iter()
                .enumerate()
                .flat_map(|(number, item)| self.texts(item).into_iter().map(move |it| (number, it)))
                .filter(|(_, text)| !text.trim().is_empty())
                .collect();
            let plain: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
            let vectors = self.embed(Side::Passage, &plain)?;
            let numbers = texts.iter().map(|(number, _)| *number);
            let held = Held {
                vectors: numbers.zip(vectors).collect(),
                bm25: (self.recipe == Recipe::Rrf512)
                    .then(|| Bm25::of(items.iter().map(|item| item.said.as_str()))),
                names: items.into_iter().map(|item| item.name).collect(),
            };
            self.held.insert(*grain, held);
        }
        Ok(())
    }

    fn ask(&mut self, text: &str, grain: Grain) -> Result<Option<Vec<String>>, BenchError> {
        let Some(held) = self.held.get(&grain) else {
            return Ok(None);
        };
        let asked = self.model.pieces(text).into_iter().next().map_or("", |piece| &text[piece]);
        let question = self.embed(Side::Query, &[asked])?.pop().unwrap_or_default();
        let mut scores = vec![f64::NEG_INFINITY; held.names.len()];
        for (number, vector) in &held.vectors {
            let cosine: f32 = question.iter().zip(vector).map(|(left, right)| left * right).sum();
            scores[*number] = scores[*number].max(f64::from(cosine));
        }
        let scores = match &held.bm25 {
            Some(bm25) => fused(&bm25.scores(text), &scores),
            // A cosine may be negative and still be the best there is.
            None => scores.iter().map(|cosine| cosine + 2.0).collect(),
        };
        Ok(Some(ranked(held.names.iter().cloned().zip(scores))))
    }
}

/// Reciprocal rank fusion (Cormack et al. 2009). What BM25 does not match at all has no rank there.
fn fused(bm25: &[f64], cosine: &[f64]) -> Vec<f64> {
    let mut fused = vec![0.0; bm25.len()];
    for (scores, weight, least) in [(bm25, RRF_BM25, 0.0), (cosine, RRF_VECTOR, f64::NEG_INFINITY)]
    {
        let mut order: Vec<usize> =
            (0..scores.len()).filter(|number| scores[*number] > least).collect();
        order.sort_by(|left, right| scores[*right].total_cmp(&scores[*left]));
        for (rank, number) in order.into_iter().enumerate() {
            fused[number] += weight / (RRF_K + rank as f64 + 1.0);
        }
    }
    fused
}
