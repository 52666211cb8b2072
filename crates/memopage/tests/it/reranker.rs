//! A reranker through the program: a real graph of the shape that published ones have, small and with
//! weights that say what it likes.

use crate::vault::{Vault, pages};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

const HIDDEN: usize = 8;
const WORDS: &[&str] =
    &["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "gold", "the", "ferry", "leaves"];

/// A cross-encoder whose score rises with the share of the word `gold` among the tokens: attention
/// looks everywhere alike, every other layer hands on what it is given.
fn judge(folder: &Path) {
    std::fs::create_dir_all(folder).unwrap();
    let mut weights: BTreeMap<String, (Vec<usize>, Vec<f32>)> = BTreeMap::new();
    let mut add = |name: &str, shape: &[usize], at: &dyn Fn(usize, usize) -> f32| {
        let columns = *shape.last().unwrap();
        let count: usize = shape.iter().product();
        let numbers = (0..count).map(|nth| at(nth / columns, nth % columns)).collect();
        weights.insert(name.to_owned(), (shape.to_vec(), numbers));
    };
    let zero = |_: usize, _: usize| 0.0;
    let one = |_: usize, _: usize| 1.0;
    let same = |row: usize, column: usize| if row == column { 1.0 } else { 0.0 };
    let square = [HIDDEN, HIDDEN];
    // The liked word points one way, all others the other.
    let gold = WORDS.iter().position(|word| *word == "gold").unwrap();
    let word =
        |row: usize, column: usize| if column == usize::from(row != gold) { 1.0 } else { 0.0 };
    add("bert.embeddings.word_embeddings.weight", &[WORDS.len(), HIDDEN], &word);
    add("bert.embeddings.position_embeddings.weight", &[128, HIDDEN], &zero);
    add("bert.embeddings.token_type_embeddings.weight", &[2, HIDDEN], &zero);
    let layer = "bert.encoder.layer.0";
    for name in
        ["bert.embeddings", &format!("{layer}.attention.output"), &format!("{layer}.output")]
    {
        add(&format!("{name}.LayerNorm.weight"), &[HIDDEN], &one);
        add(&format!("{name}.LayerNorm.bias"), &[HIDDEN], &zero);
    }
    for (name, at) in [
        ("attention.self.query", &zero as &dyn Fn(usize, usize) -> f32),
        ("attention.self.key", &zero),
        ("attention.self.value", &same),
        ("attention.output.dense", &same),
        ("intermediate.dense", &zero),
        ("output.dense", &zero),
    ] {
        add(&format!("{layer}.{name}.weight"), &square, at);
        add(&format!("{layer}.{name}.bias"), &[HIDDEN], &zero);
    }
    add("bert.pooler.dense.weight", &square, &same);
    add("bert.pooler.dense.bias", &[HIDDEN], &zero);
    let likes = |_: usize, column: usize| if column == 0 { 8.0 } else { 0.0 };
    add("classifier.weight", &[1, HIDDEN], &likes);
    add("classifier.bias", &[1], &zero);
    std::fs::write(folder.join("model.safetensors"), safetensors(&weights)).unwrap();
    std::fs::write(folder.join("tokenizer.json"), tokenizer().to_string()).unwrap();
    let config = json!({
        "architectures": ["BertForSequenceClassification"], "model_type": "bert",
        "hidden_act": "gelu", "hidden_size": HIDDEN, "num_attention_heads": 1,
        "num_hidden_layers": 1, "intermediate_size": HIDDEN, "max_position_embeddings": 128,
        "layer_norm_eps": 1e-12, "vocab_size": WORDS.len(), "type_vocab_size": 2,
    });
    std::fs::write(folder.join("config.json"), config.to_string()).unwrap();
}

fn safetensors(weights: &BTreeMap<String, (Vec<usize>, Vec<f32>)>) -> Vec<u8> {
    let mut head = serde_json::Map::new();
    let mut data: Vec<u8> = Vec::new();
    for (name, (shape, numbers)) in weights {
        let begin = data.len();
        data.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let entry = json!({"dtype": "F32", "shape": shape, "data_offsets": [begin, data.len()]});
        head.insert(name.clone(), entry);
    }
    let head = Value::Object(head).to_string();
    let mut file = (head.len() as u64).to_le_bytes().to_vec();
    file.extend(head.as_bytes());
    file.extend(data);
    file
}

fn tokenizer() -> Value {
    let vocab: serde_json::Map<String, Value> =
        WORDS.iter().enumerate().map(|(id, word)| ((*word).to_owned(), json!(id))).collect();
    let special = |id: usize| {
        json!({"id": id, "content": WORDS[id], "special": true, "single_word": false,
            "lstrip": false, "rstrip": false, "normalized": false})
    };
    let mark = |name: &str, kind: usize| json!({"SpecialToken": {"id": name, "type_id": kind}});
    let text = |name: &str, kind: usize| json!({"Sequence": {"id": name, "type_id": kind}});
    json!({
        "version": "1.0", "truncation": null, "padding": null,
        "added_tokens": (0..5).map(special).collect::<Vec<Value>>(),
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
            "max_input_chars_per_word": 100, "vocab": vocab},
    })
}

/// A vault in which words alone prefer another page than the reranker does.
fn vault() -> Vault {
    let vault = Vault::new();
    vault
        .put("notes/ferry.md", "# Ferry\n\nThe ferry leaves at nine. Every ferry leaves on time.\n")
        .put("notes/pier.md", "# Pier\n\nFrom gold pier leaves gold gold ferry.\n")
        .put("notes/bread.md", "# Bread\n\nForty minutes.\n");
    judge(&vault.beside("judge"));
    vault
}

fn installed(vault: &Vault) {
    let from = vault.beside("judge");
    let done = vault.json(&["models", "pull", "--from", from.to_str().unwrap()]);
    assert_eq!(done["kind"], "reranker", "{done}");
}

const ASKED: [&str; 5] = ["recall", "--unit", "page", "--any", "--rerank"];

fn reranked(vault: &Vault, more: &[&str]) -> Value {
    let mut words = ASKED.to_vec();
    words.extend(more);
    words.push("the ferry leaves");
    vault.json(&words)
}

fn warned(reply: &Value) -> Vec<&str> {
    let all = reply["warnings"].as_array().into_iter().flatten();
    all.filter(|it| it["corpus"] == "reranker").map(|it| it["message"].as_str().unwrap()).collect()
}

#[test]
fn an_installed_reranker_orders_the_best_passages_anew() {
    let vault = vault();
    let plain = vault.json(&["recall", "--unit", "page", "--any", "the ferry leaves"]);
    assert_eq!(pages(&plain)[0], "notes/ferry", "{plain}");
    let none = reranked(&vault, &[]);
    assert_eq!(pages(&none), pages(&plain));
    assert!(warned(&none)[0].contains("no reranker is in use"), "{none}");
    installed(&vault);
    let reply = reranked(&vault, &["--explain"]);
    assert_eq!((pages(&reply)[0].as_str(), warned(&reply)), ("notes/pier", vec![]), "{reply}");
    assert!(reply["reranked"].as_u64() >= Some(2), "{reply}");
    assert!(reply["hits"][0]["explain"]["stages"].to_string().contains("reranker"), "{reply}");
    // A question that asks for no model loads none.
    let plain = vault.json(&["recall", "--unit", "page", "--any", "the ferry leaves"]);
    assert_eq!((pages(&plain)[0].as_str(), &plain["reranked"]), ("notes/ferry", &Value::Null));
    // With the vectors' flag it is asked as well, unless that is refused.
    let words = ["recall", "--unit", "page", "--any", "--vector", "the ferry leaves"];
    assert_eq!(pages(&vault.json(&words))[0], "notes/pier");
    let words =
        ["recall", "--unit", "page", "--any", "--streams", "lexical,vector", "the ferry leaves"];
    assert_eq!(pages(&vault.json(&words))[0], "notes/pier");
    let without =
        ["recall", "--unit", "page", "--any", "--vector", "--no-rerank", "the ferry leaves"];
    assert_eq!(pages(&vault.json(&without))[0], "notes/ferry");
    vault.run(&["recall", "--rerank", "--no-rerank", "ferry"]).fails(2);
}

#[test]
fn a_vault_uses_the_reranker_that_it_names_or_none() {
    let vault = vault();
    installed(&vault);
    let before = vault.text("memopage.toml");
    assert_eq!(vault.json(&["models", "list"])["reranker_in_use"], "judge");
    vault.run_ok(&["models", "use", "judge"]);
    let after = vault.text("memopage.toml");
    assert!(after.starts_with(&before) && after.contains("reranker = \"judge\""), "{after}");
    let listed = vault.run_ok(&["models", "list"]).out;
    assert!(listed.lines().any(|it| it.contains("judge") && it.contains("in use")), "{listed}");
    vault.run_ok(&["models", "use", "none", "--kind", "embedder"]);
    assert_eq!(vault.json(&["models", "list"])["reranker_in_use"], "judge");
    vault.run_ok(&["models", "use", "none", "--kind", "reranker"]);
    assert_eq!(vault.json(&["models", "list"])["reranker_in_use"], Value::Null);
    let reply = reranked(&vault, &[]);
    assert_eq!(pages(&reply)[0], "notes/ferry", "{reply}");
    vault.run(&["models", "use", "judge", "--kind", "embedder"]).fails(2);
}

#[test]
fn a_reranker_that_is_gone_or_damaged_fails_no_recall() {
    let vault = vault();
    installed(&vault);
    vault.run_ok(&["models", "use", "judge"]);
    let model = vault.beside(".local/share/memopage/models/judge/model.onnx");
    let bytes = std::fs::read(&model).unwrap();
    std::fs::write(&model, vec![0; bytes.len()]).unwrap();
    let reply = reranked(&vault, &[]);
    assert_eq!(pages(&reply)[0], "notes/ferry", "{reply}");
    assert!(warned(&reply)[0].contains("the order is the one without it"), "{reply}");
    vault.run_ok(&["models", "remove", "judge"]);
    let reply = reranked(&vault, &[]);
    assert_eq!(pages(&reply)[0], "notes/ferry");
    assert!(warned(&reply)[0].contains("models pull judge"), "{reply}");
}
