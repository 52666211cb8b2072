//! Scans over synthetic vectors: topics of uneven size, passages around them, questions near passages.

use crate::scale::Random;
use crate::scale::figures::Times;
use crate::scale::machine::Memory;
use search::Scan;
use serde::Serialize;
use std::time::{Duration, Instant};

/// Numbers of a vector, as both default models have.
const DIMENSIONS: usize = 384;
/// Vectors of a page.
const PER_PAGE: usize = 4;
/// Passages of a topic on average.
const PER_TOPIC: usize = 150;
/// Hits that both scans are compared on, and those that the program asks for.
const COMPARED: [usize; 2] = [10, 100];
const ASKED: usize = 200;
/// How far a passage lies from its topic and a question from its passage: the noise's length against the
/// direction's. Cosines of about .74 and .8, as of passages of one subject.
const APART: f32 = 0.9;
const ASIDE: f32 = 0.75;

/// One size.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    pub(super) vectors: usize,
    /// A close look at all.
    pub(super) exact: Option<Times>,
    /// A rough look at all, and a close one at the nearest.
    pub(super) rough: Option<Times>,
    /// Share of the ten and of the hundred nearest that are found after a rough look.
    pub(super) recall: [f64; 2],
    /// What making the bits of the rough look took, once in the life of a process.
    pub(super) signing_seconds: f64,
    /// As counted by the table, the bits included.
    pub(super) table_bytes: usize,
    /// As the system counts it, the bits included.
    pub(super) resident_bytes: Option<u64>,
}

pub(super) fn measured(vectors: usize, questions: usize) -> Figures {
    let mut random = Random::of(7, 0, vectors);
    let topics: Vec<Vec<f32>> =
        (0..vectors.div_ceil(PER_TOPIC)).map(|_| direction(&mut random, None, 0.0)).collect();
    let seen = |memory: Option<Memory>| memory.map(|memory| memory.own_bytes);
    let before = seen(Memory::so_far());
    let mut asked = Vec::with_capacity(questions);
    let every = (vectors / questions.max(1)).max(1);
    let pages = vectors.div_ceil(PER_PAGE);
    let mut scan = Scan::of((0..pages).map(|page| {
        // A small topic has a few passages, a large one thousands.
        let skewed = random.unit() * random.unit();
        let topic = &topics[(skewed * topics.len() as f64) as usize];
        let rows = PER_PAGE.min(vectors - page * PER_PAGE);
        (0..rows)
            .map(|row| {
                let vector = direction(&mut random, Some(topic), APART);
                if (page * PER_PAGE + row).is_multiple_of(every) && asked.len() < questions {
                    asked.push(direction(&mut random, Some(&vector), ASIDE));
                }
                vector
            })
            .collect()
    }));
    let clock = Instant::now();
    scan.sign();
    let signing_seconds = clock.elapsed().as_secs_f64();
    let after = seen(Memory::so_far());
    let resident_bytes = after.zip(before).map(|(after, before)| after.saturating_sub(before));
    let exact = timed(&asked, &mut |question| scan.exact(question, ASKED));
    let rough = timed(&asked, &mut |question| scan.near(question, ASKED));
    let recall = recall(&scan, &asked);
    let table_bytes = scan.bytes();
    Figures { vectors, exact, rough, recall, signing_seconds, table_bytes, resident_bytes }
}

/// Share of the nearest that are found after a rough look, for each number of them that is compared.
fn recall(scan: &Scan, asked: &[Vec<f32>]) -> [f64; 2] {
    let (mut found, mut wanted) = ([0_usize; 2], [0_usize; 2]);
    for question in asked {
        let near = scan.near(question, ASKED);
        let all = scan.exact(question, ASKED);
        for (nth, compared) in COMPARED.into_iter().enumerate() {
            let near = &near[..compared.min(near.len())];
            let all = &all[..compared.min(all.len())];
            wanted[nth] += all.len();
            found[nth] += all.iter().filter(|id| near.contains(id)).count();
        }
    }
    [0, 1].map(|nth| found[nth] as f64 / (wanted[nth] as f64).max(1.0))
}

fn timed(asked: &[Vec<f32>], scan: &mut dyn FnMut(&[f32]) -> Vec<i64>) -> Option<Times> {
    asked.iter().take(10).for_each(|question| drop(scan(question)));
    let times: Vec<Duration> = asked
        .iter()
        .map(|question| {
            let clock = Instant::now();
            std::hint::black_box(scan(question));
            clock.elapsed()
        })
        .collect();
    Times::of(&times)
}

/// A vector of length one, near another one where one is given.
pub(super) fn direction(random: &mut Random, near: Option<&[f32]>, apart: f32) -> Vec<f32> {
    // A sum of three even draws is near enough to a normal one.
    let mut draw = || (0..3).map(|_| random.unit()).sum::<f64>() as f32 * 2.0 - 3.0;
    let mut vector: Vec<f32> = (0..DIMENSIONS).map(|_| draw()).collect();
    normalise(&mut vector);
    if let Some(near) = near {
        vector.iter_mut().zip(near).for_each(|(x, near)| *x = near + apart * *x);
        normalise(&mut vector);
    }
    vector
}

fn normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt().max(1e-12);
    vector.iter_mut().for_each(|x| *x /= length);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_table_is_measured_and_its_questions_are_near_something() {
        let figures = measured(2_000, 20);
        assert_eq!(figures.vectors, 2_000);
        assert_eq!(figures.exact.map(|times| times.count), Some(20));
        assert!(figures.recall.iter().all(|recall| *recall > 0.9), "{figures:?}");
        assert!(figures.table_bytes > 2_000 * DIMENSIONS);
        let mut random = Random::of(1, 0, 0);
        let topic = direction(&mut random, None, 0.0);
        let passage = direction(&mut random, Some(&topic), APART);
        let cosine: f32 = topic.iter().zip(&passage).map(|(a, b)| a * b).sum();
        assert!((0.65..0.85).contains(&cosine), "{cosine}");
    }
}
