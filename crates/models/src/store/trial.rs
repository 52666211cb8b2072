//! The first answer of a model, asked for before it counts as installed: does it run, how long are its
//! vectors, and, of a model nobody measured, what do its cosines mean.

use super::about::{Installed, Kind, Scores};
use super::{StoreError, embedder, reranker};
use search::{Embedder, ModelError, Side};
use std::path::Path;

/// A question and the passage that answers it, in English; the question once more in Chinese.
const PAIRS: &[(&str, &str, &str)] = &[
    (
        "How do I get to the office in the morning?",
        "She takes the tram to work and walks the last part along the river.",
        "我早上怎么去上班？",
    ),
    (
        "Which medicine is he allergic to?",
        "The doctor noted that penicillin gave him a rash.",
        "他对哪种药物过敏？",
    ),
    (
        "What did we plant in the garden?",
        "In April we put tomatoes and beans into the raised bed.",
        "我们在花园里种了什么？",
    ),
    (
        "Why did the server go down last week?",
        "The database ran out of disk space because old logs were never deleted.",
        "上周服务器为什么宕机？",
    ),
    (
        "Who teaches her to play the piano?",
        "Every Tuesday Mr Novak comes for the music lesson.",
        "谁教她弹钢琴？",
    ),
    (
        "How much is the rent of the flat?",
        "The landlord asks for nine hundred a month, heating included.",
        "这套公寓的租金是多少？",
    ),
];

/// Questions in Chinese that must find their English passage first, of six: chance gives one.
const CROSSINGS_NEEDED: usize = 4;

/// What the trial told.
pub(super) struct Answer {
    pub(super) dimensions: usize,
    pub(super) scores: Option<Scores>,
}

/// Lets a model answer from the folder it is being installed in.
pub(super) fn run(about: &Installed, folder: &Path) -> Result<Answer, StoreError> {
    let refused = |error: ModelError| {
        StoreError::Refused(format!("{} does not work: {}", about.name, error.message))
    };
    if about.kind == Kind::Reranker {
        let model = reranker(about.clone(), folder.into(), 1)?;
        let (question, passage, _) = PAIRS[0];
        model.rank(question, &[passage, PAIRS[1].1]).map_err(refused)?;
        return Ok(Answer { dimensions: 0, scores: None });
    }
    let model = embedder(about.clone(), folder.into(), 1)?;
    let scores = measure(model.as_ref()).map_err(refused)?;
    Ok(Answer { dimensions: model.dimensions(), scores: Some(scores) })
}

/// Mean cosines of pairs that belong together and of pairs that do not.
fn measure(model: &dyn Embedder) -> Result<Scores, ModelError> {
    let questions: Vec<&str> = PAIRS.iter().map(|(question, _, _)| *question).collect();
    let passages: Vec<&str> = PAIRS.iter().map(|(_, passage, _)| *passage).collect();
    let foreign: Vec<&str> = PAIRS.iter().map(|(_, _, foreign)| *foreign).collect();
    let questions = model.embed(Side::Query, &questions)?;
    let passages = model.embed(Side::Passage, &passages)?;
    let foreign = model.embed(Side::Query, &foreign)?;
    let cosine = |a: &[f32], b: &[f32]| -> f32 { a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>() };
    let (mut near, mut far) = (0.0, 0.0);
    for (at, question) in questions.iter().enumerate() {
        for (other, passage) in passages.iter().enumerate() {
            let part = cosine(question, passage);
            if at == other {
                near += part;
            } else {
                far += part;
            }
        }
    }
    let count = PAIRS.len() as f32;
    let (match_at, floor) = (near / count, far / (count * (count - 1.0)));
    let crossings = foreign.iter().enumerate().filter(|(at, question)| {
        let own = cosine(question, &passages[*at]);
        passages
            .iter()
            .enumerate()
            .all(|(other, passage)| other == *at || cosine(question, passage) < own)
    });
    let multilingual = crossings.count() >= CROSSINGS_NEEDED;
    // A model that tells nothing apart still needs two numbers that can be divided by.
    Ok(Scores { floor, match_at: match_at.max(floor + 0.05), multilingual })
}
