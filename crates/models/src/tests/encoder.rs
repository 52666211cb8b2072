use super::tiny::{HIDDEN, Head, POSITIONS};
use super::{distance, install, reference, tiny, widen};
use crate::{Kind, Pooling, Store};
use rten_onnx::onnx::{ModelProto, NodeProto};
use search::{Embedder, Side};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const CLOSE: f64 = 2e-5;

fn opened(name: &str, change: impl FnOnce(&Path)) -> (TempDir, Box<dyn Embedder>) {
    let home = TempDir::new().unwrap();
    let source = home.path().join(name);
    tiny::write(&source, Head::Encoder);
    change(&source);
    let store = Store::at(home.path().join("models"), 2);
    install(&store, &source).unwrap();
    let model = store.open(name).unwrap();
    (home, model)
}

/// The vector of words that are each one token, by plain loops.
fn expected(words: &str) -> Vec<f64> {
    let ids = [tiny::ids("[CLS]"), tiny::ids(words), tiny::ids("[SEP]")].concat();
    let weights = tiny::weights(Head::Encoder);
    reference::unit(reference::mean(&reference::states(&weights, "", &ids, &vec![0; ids.len()])))
}

const TEXTS: &[&str] = &[
    "the cat sleeps on the sofa",
    "river",
    "she takes a tram to work , how do i get there ?",
    "the doctor",
    "we plant a tomato on the river bank . the rent : much !",
];

#[test]
fn an_encoder_gives_what_its_arithmetic_says() {
    let (_home, model) = opened("tiny", |_| {});
    let found = model.embed(Side::Passage, TEXTS).unwrap();
    for (text, vector) in TEXTS.iter().zip(&found) {
        assert!(distance(vector, &expected(text)) < CLOSE, "{text}");
    }
}

#[test]
fn a_text_has_the_same_vector_alone_and_beside_longer_ones() {
    let (_home, model) = opened("tiny", |_| {});
    let together = model.embed(Side::Query, TEXTS).unwrap();
    for (text, vector) in TEXTS.iter().zip(&together) {
        let alone = model.embed(Side::Query, &[text]).unwrap();
        assert!(distance(&alone[0], &widen(vector)) < CLOSE, "{text}");
    }
}

#[test]
fn every_vector_has_length_one() {
    let (_home, model) = opened("tiny", |_| {});
    let texts = ["", " ", "the", "完全 unknown \u{1F600}", "\0\u{202e}"];
    for vector in model.embed(Side::Passage, &texts).unwrap() {
        assert_eq!(vector.len(), HIDDEN);
        let length: f32 = vector.iter().map(|x| x * x).sum();
        assert!((length - 1.0).abs() < 1e-5);
    }
}

#[test]
fn the_e5_family_hears_which_side_a_text_is_on() {
    let (_home, model) = opened("tiny-e5", |_| {});
    let text = "the cat sleeps";
    let query = model.embed(Side::Query, &[text]).unwrap();
    let passage = model.embed(Side::Passage, &[text]).unwrap();
    assert!(distance(&query[0], &expected("query : the cat sleeps")) < CLOSE);
    assert!(distance(&passage[0], &expected("passage : the cat sleeps")) < CLOSE);
}

#[test]
fn a_model_that_says_first_token_is_pooled_so() {
    let (home, model) = opened("tiny", |folder| {
        fs::create_dir(folder.join("1_Pooling")).unwrap();
        let text = r#"{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}"#;
        fs::write(folder.join("1_Pooling/config.json"), text).unwrap();
    });
    let about = Store::at(home.path().join("models"), 1).get("tiny").unwrap();
    assert_eq!((about.pooling, about.kind), (Pooling::First, Kind::Encoder));
    let ids = tiny::ids("[CLS] the cat [SEP]");
    let weights = tiny::weights(Head::Encoder);
    let first = reference::states(&weights, "", &ids, &[0; 4]).swap_remove(0);
    let found = model.embed(Side::Query, &["the cat", "the river bank"]).unwrap();
    assert!(distance(&found[0], &reference::unit(first)) < CLOSE);
}

#[test]
fn a_graph_without_token_types_is_run_without_them() {
    let home = TempDir::new().unwrap();
    let (first, second) = (home.path().join("tiny"), home.path().join("typeless"));
    tiny::write(&first, Head::Encoder);
    let store = Store::at(home.path().join("models"), 1);
    install(&store, &first).unwrap();
    fs::create_dir_all(second.join("onnx")).unwrap();
    for name in ["tokenizer.json", "config.json"] {
        fs::copy(first.join(name), second.join(name)).unwrap();
    }
    let made = fs::read(home.path().join("models/tiny/model.onnx")).unwrap();
    let mut model = ModelProto::parse_buf(&made).unwrap();
    let graph = model.graph.as_mut().unwrap();
    graph.input.retain(|input| input.name.as_deref() != Some("token_type_ids"));
    for node in &mut graph.node {
        node.input
            .iter_mut()
            .filter(|name| *name == "token_type_ids")
            .for_each(|n| *n = "none".into());
    }
    let none = NodeProto {
        op_type: Some("Sub".into()),
        name: Some("none".into()),
        input: vec!["input_ids".into(), "input_ids".into()],
        output: vec!["none".into()],
        ..NodeProto::default()
    };
    graph.node.insert(0, none);
    fs::write(second.join("onnx/model.onnx"), model.write_buf().unwrap()).unwrap();

    install(&store, &second).unwrap();
    let model = store.open("typeless").unwrap();
    let found = model.embed(Side::Query, TEXTS).unwrap();
    for (text, vector) in TEXTS.iter().zip(&found) {
        assert!(distance(vector, &expected(text)) < CLOSE, "{text}");
    }
}

#[test]
fn a_text_longer_than_the_window_is_read_to_its_end() {
    let (_home, model) = opened("tiny", |_| {});
    let text = "the cat sleeps on the sofa . ".repeat(30);
    let pieces = model.pieces(&text);
    assert!(pieces.len() > 4);
    let changed = format!("{text}river");
    let found = model.embed(Side::Passage, &[&text, &changed]).unwrap();
    assert!(distance(&found[0], &widen(&found[1])) > 1e-4, "the last word counts");

    let parts: Vec<&str> = pieces.iter().map(|piece| &text[piece.clone()]).collect();
    let vectors = model.embed(Side::Passage, &parts).unwrap();
    let mut mean = vec![0.0; HIDDEN];
    for (part, vector) in parts.iter().zip(&vectors) {
        let weight = (model.count(part) + 2) as f64;
        mean.iter_mut().zip(vector).for_each(|(sum, x)| *sum += weight * f64::from(*x));
    }
    assert!(distance(&found[0], &reference::unit(mean)) < CLOSE);
}

#[test]
fn pieces_fit_the_window_and_end_where_sentences_do() {
    let (_home, model) = opened("tiny", |_| {});
    let text = "the cat sleeps on the sofa . she takes the tram to work . ".repeat(20);
    let pieces = model.pieces(&text);
    assert_eq!(pieces.first().map(|piece| piece.start), Some(0));
    assert_eq!(pieces.last().map(|piece| piece.end), Some(text.len()));
    for (piece, next) in pieces.iter().zip(&pieces[1..]) {
        assert_eq!(piece.end, next.start);
    }
    for piece in &pieces {
        let piece = &text[piece.clone()];
        assert!(model.count(piece) <= POSITIONS - 2);
        assert!(piece.trim_end().ends_with('.'), "{piece:?}");
    }
    assert_eq!(model.pieces("the cat"), vec![0..7]);
    assert!(model.pieces("").is_empty());
}

#[test]
fn words_that_a_tokenizer_breaks_differently_when_cut_still_fit() {
    let (_home, model) = opened("tiny", |_| {});
    // One word of more than a hundred letters is one unknown token; its halves may be fifty each.
    for text in
        ["z".repeat(99).as_str(), &"x".repeat(5_000), &"qz,".repeat(2_000), &"中文".repeat(900)]
    {
        let pieces = model.pieces(text);
        assert!(pieces.iter().all(|piece| model.count(&text[piece.clone()]) <= POSITIONS - 2));
        assert_eq!(pieces.iter().map(ExactSizeIterator::len).sum::<usize>(), text.len());
        assert_eq!(model.embed(Side::Passage, &[text]).unwrap().len(), 1);
    }
}

#[test]
fn names_of_special_tokens_in_a_text_are_text() {
    let (_home, model) = opened("tiny", |_| {});
    assert_eq!(model.count("[SEP]"), 3);
    let found = model.embed(Side::Query, &["the cat [SEP] the river"]).unwrap();
    assert!(distance(&found[0], &expected("the cat [ sep ] the river")) < CLOSE);
}

#[test]
fn several_threads_may_ask_at_once() {
    let (_home, model) = opened("tiny", |_| {});
    let expected = expected(TEXTS[0]);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let found = model.embed(Side::Passage, TEXTS).unwrap();
                assert!(distance(&found[0], &expected) < CLOSE);
            });
        }
    });
}

#[test]
fn a_fingerprint_changes_with_the_weights_and_stays_otherwise() {
    let (_one, first) = opened("tiny", |_| {});
    let (_two, second) = opened("tiny", |_| {});
    let (_three, third) = opened("tiny", |folder| {
        let mut weights = tiny::weights(Head::Encoder);
        let bias = weights.get_mut("encoder.layer.0.output.dense.bias").unwrap();
        bias.numbers[0] += 1.0;
        fs::write(folder.join("model.safetensors"), tiny::safetensors(&weights)).unwrap();
    });
    assert_eq!(first.fingerprint(), second.fingerprint());
    assert_ne!(first.fingerprint(), third.fingerprint());
    assert!(first.fingerprint().starts_with("tiny@"));
}

#[test]
fn weights_that_vanished_are_an_error_and_no_vector() {
    let (home, model) = opened("tiny", |_| {});
    fs::remove_file(home.path().join("models/tiny/model.onnx")).unwrap();
    let error = model.embed(Side::Query, &["the cat"]).unwrap_err();
    assert!(error.message.contains("model.onnx"), "{error}");
    assert!(!error.transient);
}
