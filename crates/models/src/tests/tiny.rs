//! A BERT of two layers, 32 numbers and a hundred tokens, with weights from a fixed sequence.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

pub(super) const HIDDEN: usize = 32;
pub(super) const HEADS: usize = 4;
pub(super) const LAYERS: usize = 2;
pub(super) const INNER: usize = 48;
pub(super) const POSITIONS: usize = 40;
pub(super) const EPSILON: f64 = 1e-12;

const WORDS: &[&str] = &[
    "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "query", "passage", ":", ".", ",", "?", "!", "[",
    "]", "the", "a", "river", "bank", "cat", "sleeps", "on", "sofa", "she", "takes", "tram", "to",
    "work", "how", "do", "i", "get", "there", "##s", "##ing", "##ed", "walk", "run", "eat", "sep",
    "cls", "doctor", "knee", "march", "tomato", "garden", "we", "plant", "rent", "flat", "much",
];

#[derive(Debug, Clone)]
pub(super) struct Tensor {
    pub(super) shape: Vec<usize>,
    pub(super) numbers: Vec<f32>,
}

pub(super) type Weights = BTreeMap<String, Tensor>;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    Encoder,
    Reranker,
}

/// Numbers between -1 and 1 that look like chance and are always the same.
struct Sequence(u64);

impl Sequence {
    fn next(&mut self) -> f32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 40) as f32 / (1_u64 << 24) as f32) * 2.0 - 1.0
    }
}

pub(super) fn tokens() -> Vec<String> {
    let mut tokens: Vec<String> = WORDS.iter().map(|word| String::from(*word)).collect();
    // Letters, so that any word of the test has tokens; the rest fills up the hundred.
    tokens.extend(('a'..='z').filter(|c| !['a', 'i'].contains(c)).map(String::from));
    tokens.extend(('a'..='z').map(|letter| format!("##{letter}")).filter(|t| t != "##s"));
    tokens.truncate(100);
    tokens
}

pub(super) fn weights(head: Head) -> Weights {
    let mut sequence = Sequence(7);
    let mut found = Weights::new();
    let prefix = if head == Head::Reranker { "bert." } else { "" };
    let mut add = |name: &str, shape: &[usize], around: f32, scale: f32| {
        let count = shape.iter().product();
        let numbers = (0..count).map(|_| around + scale * sequence.next()).collect();
        found.insert(String::from(name), Tensor { shape: shape.to_vec(), numbers });
    };
    let at = |name: &str| format!("{prefix}{name}");
    add(&at("embeddings.word_embeddings.weight"), &[tokens().len(), HIDDEN], 0.0, 1.0);
    add(&at("embeddings.position_embeddings.weight"), &[POSITIONS, HIDDEN], 0.0, 0.3);
    add(&at("embeddings.token_type_embeddings.weight"), &[2, HIDDEN], 0.0, 0.5);
    let mut pairs = vec![(at("embeddings.LayerNorm"), HIDDEN, 0)];
    for layer in 0..LAYERS {
        let at = |name: &str| format!("{prefix}encoder.layer.{layer}.{name}");
        for name in ["attention.self.query", "attention.self.key", "attention.self.value"] {
            pairs.push((at(name), HIDDEN, HIDDEN));
        }
        pairs.push((at("attention.output.dense"), HIDDEN, HIDDEN));
        pairs.push((at("attention.output.LayerNorm"), HIDDEN, 0));
        pairs.push((at("intermediate.dense"), INNER, HIDDEN));
        pairs.push((at("output.dense"), HIDDEN, INNER));
        pairs.push((at("output.LayerNorm"), HIDDEN, 0));
    }
    if head == Head::Reranker {
        pairs.push((at("pooler.dense"), HIDDEN, HIDDEN));
        pairs.push(("classifier".into(), 1, HIDDEN));
    }
    for (name, rows, columns) in pairs {
        if columns == 0 {
            add(&format!("{name}.weight"), &[rows], 1.0, 0.2);
        } else {
            add(&format!("{name}.weight"), &[rows, columns], 0.0, 0.4);
        }
        add(&format!("{name}.bias"), &[rows], 0.0, 0.1);
    }
    found
}

pub(super) fn safetensors(weights: &Weights) -> Vec<u8> {
    let mut head = serde_json::Map::new();
    let mut data: Vec<u8> = Vec::new();
    for (name, tensor) in weights {
        let begin = data.len();
        data.extend(tensor.numbers.iter().flat_map(|number| number.to_le_bytes()));
        let entry =
            json!({"dtype": "F32", "shape": tensor.shape, "data_offsets": [begin, data.len()]});
        head.insert(name.clone(), entry);
    }
    let head = Value::Object(head).to_string();
    let mut file = (head.len() as u64).to_le_bytes().to_vec();
    file.extend(head.as_bytes());
    file.extend(data);
    file
}

pub(super) fn config(head: Head) -> Value {
    let architecture = match head {
        Head::Encoder => "BertModel",
        Head::Reranker => "BertForSequenceClassification",
    };
    json!({
        "architectures": [architecture], "model_type": "bert", "hidden_act": "gelu",
        "hidden_size": HIDDEN, "num_attention_heads": HEADS, "num_hidden_layers": LAYERS,
        "intermediate_size": INNER, "max_position_embeddings": POSITIONS,
        "layer_norm_eps": EPSILON, "vocab_size": tokens().len(), "type_vocab_size": 2
    })
}

pub(super) fn tokenizer() -> Value {
    let vocab: serde_json::Map<String, Value> =
        tokens().into_iter().enumerate().map(|(id, token)| (token, json!(id))).collect();
    let special = |id: usize, content: &str| {
        json!({"id": id, "content": content, "special": true, "single_word": false,
            "lstrip": false, "rstrip": false, "normalized": false})
    };
    let mark = |name: &str, kind: usize| json!({"SpecialToken": {"id": name, "type_id": kind}});
    let text = |name: &str, kind: usize| json!({"Sequence": {"id": name, "type_id": kind}});
    json!({
        "version": "1.0",
        // As published files have it: both must not reach a text.
        "truncation": {"max_length": 8, "strategy": "LongestFirst", "stride": 0},
        "padding": {"strategy": {"Fixed": 8}, "direction": "Right", "pad_to_multiple_of": null,
            "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"},
        "added_tokens": [special(0, "[PAD]"), special(1, "[UNK]"), special(2, "[CLS]"),
            special(3, "[SEP]"), special(4, "[MASK]")],
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
            "strip_accents": null, "lowercase": true},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "TemplateProcessing",
            "single": [mark("[CLS]", 0), text("A", 0), mark("[SEP]", 0)],
            "pair": [mark("[CLS]", 0), text("A", 0), mark("[SEP]", 0), text("B", 1), mark("[SEP]", 1)],
            "special_tokens": {
                "[CLS]": {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]},
                "[SEP]": {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]}}},
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": true},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100, "vocab": vocab}
    })
}

/// Writes the three files that a package with weights holds.
pub(super) fn write(folder: &Path, head: Head) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("model.safetensors"), safetensors(&weights(head))).unwrap();
    fs::write(folder.join("tokenizer.json"), tokenizer().to_string()).unwrap();
    fs::write(folder.join("config.json"), config(head).to_string()).unwrap();
}

/// Ids of words that are each one token.
pub(super) fn ids(words: &str) -> Vec<usize> {
    let tokens = tokens();
    words
        .split_whitespace()
        .map(|word| tokens.iter().position(|token| token == word).unwrap())
        .collect()
}
