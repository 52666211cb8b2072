use super::tiny::{Head, POSITIONS};
use super::{install, reference, tiny};
use crate::{Kind, Store, StoreError};
use search::Reranker;
use tempfile::TempDir;

fn opened() -> (TempDir, Box<dyn Reranker>) {
    let home = TempDir::new().unwrap();
    let source = home.path().join("judge");
    tiny::write(&source, Head::Reranker);
    let store = Store::at(home.path().join("models"), 1);
    assert_eq!(install(&store, &source).unwrap().kind, Kind::Reranker);
    let model = store.open_reranker("judge").unwrap();
    (home, model)
}

/// The score of a pair of texts whose words are each one token, by plain loops.
fn expected(question: &str, passage: &str) -> f64 {
    let first = [tiny::ids("[CLS]"), tiny::ids(question), tiny::ids("[SEP]")].concat();
    let second = [tiny::ids(passage), tiny::ids("[SEP]")].concat();
    let types = [vec![0; first.len()], vec![1; second.len()]].concat();
    let weights = tiny::weights(Head::Reranker);
    let states = reference::states(&weights, "bert.", &[first, second].concat(), &types);
    let pooled = reference::linear(&weights, "bert.pooler.dense", &states[0]);
    let pooled: Vec<f64> = pooled.into_iter().map(f64::tanh).collect();
    reference::linear(&weights, "classifier", &pooled)[0]
}

const QUESTION: &str = "how do i get to work ?";

#[test]
fn question_and_passage_are_read_as_the_model_was_trained() {
    let (_home, model) = opened();
    let passages = ["she takes the tram .", "the cat sleeps on the sofa", "rent", ""];
    let scores = model.rank(QUESTION, &passages).unwrap();
    for (passage, score) in passages.iter().zip(scores) {
        assert!((f64::from(score) - expected(QUESTION, passage)).abs() < 1e-4, "{passage}");
    }
}

#[test]
fn the_best_piece_of_a_long_passage_counts() {
    let (_home, model) = opened();
    let parts: Vec<&str> =
        ["the cat sleeps on the sofa . ", "we plant a tomato . ", "the doctor , the knee . "]
            .into_iter()
            .cycle()
            .take(24)
            .collect();
    let passage = parts.concat();
    let found = model.rank(QUESTION, &[&passage]).unwrap()[0];
    // Whatever the cuts are, the score is that of a run of whole sentences that fits.
    let mut best = f64::NEG_INFINITY;
    for from in 0..parts.len() {
        for to in from + 1..=parts.len() {
            let run = parts[from..to].concat();
            if tiny::ids(&run).len() + tiny::ids(QUESTION).len() + 3 > POSITIONS {
                break;
            }
            let score = expected(QUESTION, &run);
            best = best.max(score);
        }
    }
    assert!(f64::from(found) <= best + 1e-4);
    let first = model.rank(QUESTION, &[parts[0]]).unwrap()[0];
    assert_ne!(found, first, "more than the first sentence was read");
}

#[test]
fn a_question_longer_than_the_window_is_answered() {
    let (_home, model) = opened();
    let question = "how do i get to work ? ".repeat(400);
    let scores = model.rank(&question, &["she takes the tram .", "rent"]).unwrap();
    assert!(scores.iter().all(|score| score.is_finite()));
}

#[test]
fn no_passages_have_no_scores() {
    let (_home, model) = opened();
    assert_eq!(model.rank(QUESTION, &[]).unwrap(), Vec::<f32>::new());
}

#[test]
fn a_reranker_is_no_embedder() {
    let (home, _model) = opened();
    let store = Store::at(home.path().join("models"), 1);
    assert!(matches!(store.open("judge"), Err(StoreError::Kind { .. })));
}
