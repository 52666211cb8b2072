use super::{install, tiny};
use crate::{Kind, Store};
use proptest::prelude::*;
use search::{Embedder, Side};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use tempfile::TempDir;

const TOKENS: &[(&str, f64)] = &[
    ("<unk>", 0.0),
    ("▁", -3.0),
    ("a", -4.0),
    ("b", -4.1),
    ("ab", -5.0),
    ("abc", -6.5),
    ("bc", -5.5),
    ("c", -4.2),
    ("▁a", -4.5),
    ("▁ab", -5.2),
    ("cab", -6.0),
    ("中", -5.0),
    ("文", -5.1),
    ("中文", -7.0),
    ("é", -6.0),
    ("aaaa", -7.5),
    ("中a", -9.0),
    ("▁中", -6.2),
];

fn tokenizer(byte_fallback: bool) -> Value {
    let mut vocab: Vec<Value> = TOKENS.iter().map(|(token, score)| json!([token, score])).collect();
    if byte_fallback {
        vocab.extend((0..=255_u8).map(|byte| json!([format!("<0x{byte:02X}>"), -20.0])));
    }
    json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": null,
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true},
        "post_processor": null, "decoder": null,
        "model": {"type": "Unigram", "unk_id": 0, "vocab": vocab, "byte_fallback": byte_fallback}
    })
}

/// A static model in which token `n` has the n-th unit vector, so that a vector tells what was counted.
fn counting(tokenizer: &Value, rows: usize) -> (TempDir, Box<dyn Embedder>) {
    let home = TempDir::new().unwrap();
    let source = home.path().join("counting");
    fs::create_dir(&source).unwrap();
    let mut numbers = vec![0.0; rows * rows];
    (0..rows).for_each(|at| numbers[at * rows + at] = 1.0);
    let table = tiny::Tensor { shape: vec![rows, rows], numbers };
    let weights = BTreeMap::from([("embeddings".into(), table)]);
    fs::write(source.join("model.safetensors"), tiny::safetensors(&weights)).unwrap();
    fs::write(source.join("tokenizer.json"), tokenizer.to_string()).unwrap();
    let store = Store::at(home.path().join("models"), 1);
    assert_eq!(install(&store, &source).unwrap().kind, Kind::Static);
    let model = store.open("counting").unwrap();
    (home, model)
}

/// Counts of ids as the tokenizers crate makes them, as a unit vector.
fn expected(tokenizer: &tokenizers::Tokenizer, text: &str, rows: usize) -> Vec<f64> {
    let mut counts = vec![0.0; rows];
    for id in tokenizer.encode(text, false).unwrap().get_ids() {
        counts[*id as usize] += 1.0;
    }
    super::reference::unit(counts)
}

#[test]
fn scored_vocabularies_are_read_as_the_tokenizers_crate_reads_them() {
    for byte_fallback in [false, true] {
        let written = tokenizer(byte_fallback);
        let rows = TOKENS.len() + if byte_fallback { 256 } else { 0 };
        let theirs = tokenizers::Tokenizer::from_bytes(written.to_string()).unwrap();
        let (_home, model) = counting(&written, rows);
        let letters = "[abcxé中文😀 ]{1,40}";
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        runner
            .run(
                &letters.prop_filter("no token, no vector", |text| !text.trim().is_empty()),
                |text| {
                    let found = model.embed(Side::Passage, &[&text]).unwrap();
                    let distance = super::distance(&found[0], &expected(&theirs, &text, rows));
                    prop_assert!(distance < 1e-6, "{text:?}");
                    let theirs = theirs.encode(text.as_str(), false).unwrap().len();
                    prop_assert_eq!(model.count(&text), theirs);
                    Ok(())
                },
            )
            .unwrap();
    }
}

#[test]
fn a_static_model_gives_the_mean_of_its_tokens() {
    let (_home, model) = counting(&tokenizer(false), TOKENS.len());
    let found = model.embed(Side::Query, &["a a 中", ""]).unwrap();
    let mut counts = vec![0.0; TOKENS.len()];
    counts[TOKENS.iter().position(|(token, _)| *token == "▁a").unwrap()] = 2.0;
    counts[TOKENS.iter().position(|(token, _)| *token == "▁中").unwrap()] = 1.0;
    assert!(super::distance(&found[0], &super::reference::unit(counts)) < 1e-6);
    let nothing: f32 = found[1].iter().map(|x| x * x).sum();
    assert!((nothing - 1.0).abs() < 1e-5, "a text without tokens has a vector too");
}

#[test]
fn half_precision_is_widened() {
    let home = TempDir::new().unwrap();
    let source = home.path().join("half");
    fs::create_dir(&source).unwrap();
    // 1, -2, 0.5, 65504, the smallest subnormal and zero, two numbers for each token.
    let halves: [u16; 6] = [0x3c00, 0xc000, 0x3800, 0x7bff, 0x0001, 0x0000];
    let numbers = [1.0, -2.0, 0.5, 65504.0, 5.960_464_5e-8, 0.0];
    let head =
        json!({"embedding.weight": {"dtype": "F16", "shape": [3, 2], "data_offsets": [0, 12]}});
    let head = head.to_string();
    let mut file = (head.len() as u64).to_le_bytes().to_vec();
    file.extend(head.as_bytes());
    file.extend(halves.iter().flat_map(|half| half.to_le_bytes()));
    fs::write(source.join("model.safetensors"), file).unwrap();
    let vocab = json!({"[UNK]": 0, "one": 1, "two": 2});
    let tokenizer = json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null,
        "pre_tokenizer": {"type": "Whitespace"}, "post_processor": null, "decoder": null,
        "model": {"type": "WordLevel", "vocab": vocab, "unk_token": "[UNK]"}
    });
    fs::write(source.join("tokenizer.json"), tokenizer.to_string()).unwrap();
    let store = Store::at(home.path().join("models"), 1);
    install(&store, &source).unwrap();
    let found = store.open("half").unwrap().embed(Side::Query, &["zero", "one", "two"]).unwrap();
    for (pair, vector) in numbers.chunks(2).zip(&found) {
        let expected = super::reference::unit(pair.to_vec());
        assert!(super::distance(vector, &expected) < 1e-6, "{pair:?}");
    }
}
