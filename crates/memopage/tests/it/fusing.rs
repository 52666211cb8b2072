//! The setting that says how the streams of a question become one score.

use crate::vault::{Vault, pages};
use crate::vectors;
use serde_json::{Value, json};

/// A vault in which one note has the word that is asked for and another the meaning.
fn vault() -> Vault {
    let vault = Vault::new();
    vault
        .put("notes/parking.md", "# Parking\n\nThe automobile stands behind the bakery.\n")
        .put("notes/kettle.md", "# Kettle\n\nNever boil it twice.\n")
        .put("notes/pond.md", "# Pond\n\nThe heron comes at dawn.\n");
    vectors::model(&vault.beside("tiny"), 16);
    vectors::installed(&vault, "tiny");
    vault.run_ok(&["models", "use", "tiny"]);
    vault.run_ok(&["embed"]);
    vault
}

fn set(vault: &Vault, section: &str) {
    let text = vault.text("memopage.toml");
    let kept = text.split("\n[recall]").next().unwrap();
    vault.put("memopage.toml", &format!("{kept}\n[recall]\n{section}\n"));
}

fn asked(vault: &Vault) -> Value {
    vault.json(&["recall", "boil car", "--vector", "--any", "--unit", "page", "--explain"])
}

#[test]
fn streams_are_fused_by_scores_unless_the_settings_say_ranks() {
    let vault = vault();
    assert_eq!(asked(&vault)["fusion"], json!({"by": "zscore"}));
    set(&vault, "fusion = \"zscore\"");
    assert_eq!(asked(&vault)["fusion"], json!({"by": "zscore"}));
    set(&vault, "fusion = \"rrf\"");
    let fusion = json!({"by": "rrf", "k": 60.0, "lexical": 0.4, "vector": 0.6});
    assert_eq!(asked(&vault)["fusion"], fusion);
    let told = vault.run_ok(&["recall", "boil", "--explain"]).out;
    assert!(told.contains("(rrf): k 60, words 0.4, likeness 0.6"), "{told}");
    assert_eq!(vault.json(&["recall", "boil"])["fusion"], Value::Null);
    // A model that is taken up later still has a line of its own, above the section.
    vault.run_ok(&["models", "use", "none"]);
    vault.run_ok(&["models", "use", "tiny"]);
    assert_eq!(asked(&vault)["fusion"], fusion);
}

#[test]
fn the_weights_of_ranks_say_which_stream_decides() {
    let vault = vault();
    for (lexical, vector, best) in [("1", "0.01", "notes/kettle"), ("0.01", "1", "notes/parking")] {
        for k in ["1", "60", "1000"] {
            let numbers = format!("rrf_k = {k}\nrrf_lexical = {lexical}\nrrf_vector = {vector}");
            set(&vault, &format!("fusion = \"rrf\"\n{numbers}"));
            let reply = asked(&vault);
            assert_eq!(pages(&reply)[0], best, "{numbers}: {reply}");
        }
    }
}

#[test]
fn a_wrong_way_to_fuse_is_refused_with_the_right_ones() {
    let vault = vault();
    for (section, what, remedy) in [
        ("fusion = \"rff\"", "\"rff\"", "`fusion = \"rrf\"`"),
        ("fusion = 3", "called 3", "`fusion = \"zscore\"`"),
        ("fussion = \"rrf\"", "`fussion`", "`rrf_k`"),
        ("rrf_k = 0", "`rrf_k` cannot be 0", "at most 1000"),
        ("rrf_k = inf", "`rrf_k` cannot be inf", "at most 1000"),
        ("rrf_vector = 1.5", "`rrf_vector` cannot be 1.5", "at most 1"),
        ("rrf_lexical = \"0.4\"", "`rrf_lexical`", "above 0"),
    ] {
        set(&vault, section);
        let done = vault.run(&["recall", "boil"]).fails(2);
        assert!(done.err.contains("memopage.toml: "), "{}", done.err);
        assert!(done.err.contains(what) && done.err.contains(remedy), "{}", done.err);
    }
    vault.put("memopage.toml", "format = 1\nrecall = \"rrf\"\n");
    let done = vault.run(&["recall", "boil"]).fails(2);
    assert!(done.err.contains("`[recall]`"), "{}", done.err);
}
