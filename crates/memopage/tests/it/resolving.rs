//! `resolve`: what is in dispute, and who decides it.

use crate::vault::Vault;

const ATLAS: &str = "---\ntype: project\nstatus: conflict\n---\n# Atlas\n\n- Owner: Ann  added:2026-05-01\n- Owner: Bob  added:2026-05-01\n- Budget: 5000 EUR  added:2026-05-01\n- The budget of Atlas is 9000 EUR  added:2026-06-01\n";

fn disputed() -> Vault {
    let vault = Vault::with_git().at("2026-11-30T10:00:00Z");
    vault.put("projects/atlas.md", ATLAS);
    vault
}

fn conflicts(vault: &Vault) -> Vec<String> {
    let report = vault.json(&["lint", "--conflicts"]);
    let found = report["findings"].as_array().unwrap().iter();
    found.map(|it| format!("{}:{}", it["rule"].as_str().unwrap(), it["line"])).collect()
}

#[test]
fn a_statement_that_is_said_to_hold_sends_the_other_to_the_history() {
    let vault = disputed();
    assert_eq!(conflicts(&vault), ["double-key:8", "said-otherwise:10", "conflict:1"]);
    let open = vault.json(&["resolve", "atlas"])["open"].clone();
    assert_eq!(open[0][0], "Owner: Ann", "{open}");
    assert_eq!(open[1][1], "The budget of Atlas is 9000 EUR", "{open}");
    let done = vault.json(&["resolve", "atlas", "Owner: Bob", "--why", "Ann left in May"]);
    assert_eq!(done["kept"], "Owner: Bob", "{done}");
    assert_eq!(done["retired"][0], "Owner: Ann", "{done}");
    let text = vault.text("projects/atlas.md");
    assert!(text.contains("status: active") && text.contains("~~Owner: Ann~~"), "{text}");
    let decisions = vault.text("decisions.jsonl");
    assert!(decisions.contains("Ann left in May"), "{decisions}");
    vault.json(&["resolve", "atlas", "The budget of Atlas is 9000 EUR"]);
    assert!(conflicts(&vault).is_empty());
    vault.run_ok(&["undo"]);
    assert_eq!(conflicts(&vault).len(), 1, "{:?}", conflicts(&vault));
}

#[test]
fn what_both_hold_is_not_named_again() {
    let vault = disputed();
    vault.json(&["resolve", "atlas", "Ann", "--both", "--why", "they share it"]);
    assert_eq!(conflicts(&vault), ["said-otherwise:10"]);
    let text = vault.text("projects/atlas.md");
    assert!(text.contains("- Owner: Ann") && text.contains("- Owner: Bob"), "{text}");
    assert!(text.contains("status: active"), "{text}");
}

#[test]
fn a_pair_that_was_decided_does_not_come_back_with_a_merge() {
    let vault = disputed();
    vault.json(&["resolve", "atlas", "Owner: Bob"]);
    let copy = "---\ntype: project\n---\n# Atlas copy\n\n- Owner: Ann  added:2026-05-01\n";
    vault.put("projects/atlas-copy.md", copy);
    // Bob came to stand there on the same day.
    vault.run_ok(&["merge", "projects/atlas", "projects/atlas-copy"]);
    let text = vault.text("projects/atlas.md");
    let now = text.split("## History").next().unwrap();
    assert!(now.contains("Owner: Bob") && !now.contains("Owner: Ann"), "{text}");
    assert!(!conflicts(&vault).contains(&"conflict:1".to_owned()), "{text}");
}

#[test]
fn what_is_in_no_dispute_is_refused_and_nothing_is_written() {
    let vault = disputed();
    let before = vault.text("projects/atlas.md");
    for (args, code, said) in [
        (&["resolve", "atlas", "Owner: Eve"][..], 4, "none of what is in dispute"),
        (&["resolve", "atlas", "--both"], 2, "which statement"),
        (&["resolve", "nowhere", "x"], 4, "nowhere"),
    ] {
        let done = vault.run(args);
        assert_eq!(done.code, code, "{args:?}: {}", done.err);
        assert!(done.err.contains(said), "{args:?}: {}", done.err);
    }
    assert_eq!(vault.text("projects/atlas.md"), before);
}

#[test]
fn c158_sentences_that_say_two_things_of_one_are_in_dispute_and_others_are_not() {
    let vault = Vault::new();
    for text in ["Ann is CEO of Zed", "Bo is CTO of Zed", "Zed HQ is Oslo", "Zed HQ is Bergen"] {
        vault.json(&["remember", "--page", "topics/zed", text]);
    }
    let report = vault.json(&["lint", "--conflicts"]);
    assert_eq!(report["findings"].as_array().unwrap().len(), 1, "{report}");
    let open = vault.json(&["resolve", "topics/zed"])["open"].clone();
    assert_eq!(open, serde_json::json!([["Zed HQ is Oslo", "Zed HQ is Bergen"]]));
    vault.json(&["resolve", "topics/zed", "Zed HQ is Bergen"]);
    let text = vault.text("topics/zed.md");
    assert!(
        text.contains("- ~~Zed HQ is Oslo~~") && text.contains("- Ann is CEO of Zed"),
        "{text}"
    );
}

#[test]
fn c031_pages_that_become_one_keep_the_days_of_what_they_say() {
    let vault = Vault::with_git().at("2026-11-30T10:00:00Z");
    let page = |day: &str, value: &str| {
        format!(
            "---\ntype: topic\n---\n# Latency\n\n- p95: {value}  added:{day} source:sessions/s-{day}\n"
        )
    };
    vault.put("topics/latency.md", &page("2026-03-01", "300ms"));
    vault.put("topics/latency-2.md", &page("2026-06-01", "180ms"));
    vault.run_ok(&["merge", "topics/latency", "topics/latency-2"]);
    let text = vault.text("topics/latency.md");
    let (now, past) = text.split_once("## History").unwrap();
    assert!(now.contains("p95: 180ms  added:2026-06-01 source:sessions/s-2026-06-01"), "{text}");
    assert!(past.contains("300ms") && past.contains("added:2026-03-01"), "{text}");
    assert!(past.contains("superseded:2026-06-01") && past.contains("s-2026-03-01"), "{text}");
}
