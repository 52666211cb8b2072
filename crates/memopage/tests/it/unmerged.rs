//! Pages in which git left a merge conflict: read as they are, written by nobody who does not resolve it.

use crate::vault::{Vault, git};

const PAGE: &str = "---\ntype: topic\ntitle: Plan\n---\n# Plan\n\n- Budget: 3000  added:2026-11-01\n\n<<<<<<< HEAD\n- Owner: Ann  added:2026-11-01\n- State: green  added:2026-11-01\n=======\n- Owner: Zoe  added:2026-11-02\n>>>>>>> other\n";

fn with_conflict() -> Vault {
    let vault = Vault::with_git();
    vault.put("topics/plan.md", PAGE);
    vault
}

#[test]
fn what_adds_to_a_page_with_a_conflict_or_cuts_from_it_is_refused_and_names_the_lines() {
    let vault = with_conflict();
    vault.put("topics/other.md", "---\ntype: topic\ntitle: Other\n---\n# Other\n\nText.\n");
    vault.put("notes/n.md", "# N\n");
    for words in [
        &["remember", "Budget is 5000", "--page", "topics/plan"][..],
        &["remember", "--page", "topics/plan", "--key", "Owner", "--value", "Bob"],
        &["remember", "--page", "topics/plan", "--key", "Budget", "--value", "5000"],
        &["forget", "topics/plan", "Budget"],
        &["append", "topics/plan", "More."],
        &["append", "topics/plan", "More.", "--heading", "Plan"],
        &["link", "topics/plan", "notes/n"],
        &["merge", "topics/plan", "topics/other"],
        &["merge", "topics/other", "topics/plan"],
    ] {
        let refused = vault.run(words).fails(3);
        assert!(refused.err.contains("lines 9 to 14"), "{words:?}: {}", refused.err);
        assert!(refused.err.contains("resolve it first"), "{words:?}: {}", refused.err);
        assert_eq!(vault.text("topics/plan.md"), PAGE, "{words:?}");
    }
}

#[test]
fn a_page_with_a_conflict_is_read_and_found_and_its_facts_hold_no_marker() {
    let vault = with_conflict();
    assert!(vault.json(&["read", "topics/plan"])["text"].to_string().contains("<<<<<<< HEAD"));
    assert_eq!(vault.recall("Plan budget"), ["topics/plan"]);
    let lint = vault.run(&["lint"]);
    assert!(lint.out.contains("merge conflict"), "{}", lint.out);
    let refused = vault.run(&["forget", "topics/plan", "Own"]);
    assert!(!refused.err.contains("====") && !refused.err.contains(">>>>"), "{}", refused.err);
    let graph = vault.run(&["graph", "topics/plan", "--json"]);
    assert!(!graph.out.contains("====") && !graph.out.contains("<<<<"), "{}", graph.out);
}

#[test]
fn a_conflict_is_resolved_with_edit_and_with_write_and_the_page_is_written_again() {
    let vault = with_conflict();
    vault.run_ok(&["edit", "topics/plan", "<<<<<<< HEAD\n", ""]);
    vault.run_ok(&[
        "edit",
        "topics/plan",
        "=======\n- Owner: Zoe  added:2026-11-02\n>>>>>>> other\n",
        "",
    ]);
    vault.run_ok(&["remember", "--page", "topics/plan", "--key", "Owner", "--value", "Bob"]);
    let text = vault.text("topics/plan.md");
    assert!(text.contains("- Owner: Bob") && text.contains("~~Owner: Ann~~"), "{text}");
    let vault = with_conflict();
    // A text that keeps the markers is taken as well: whoever writes the whole page has seen them.
    vault.run_ok(&["write", "topics/plan", &PAGE.replace("3000", "4000")]);
    vault.run_ok(&[
        "write",
        "topics/plan",
        "---\ntype: topic\ntitle: Plan\n---\n# Plan\n\n- Owner: Ann\n",
    ]);
    vault.run_ok(&["append", "topics/plan", "More."]);
}

#[test]
fn markers_in_code_and_a_line_of_signs_alone_are_no_conflict() {
    let vault = Vault::with_git();
    let code = "# Git\n\n```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n```\n\nTitle\n=======\n\nText.\n";
    vault.put("git.md", code);
    vault.run_ok(&["append", "git", "More."]);
    assert_eq!(vault.text("git.md"), format!("{code}\nMore.\n"));
}

#[test]
fn other_pages_are_written_while_the_log_and_the_map_have_conflicts() {
    let vault = Vault::with(&["--zone", "UTC", "--layout", "wiki"]);
    vault.run_ok(&["new", "one"]);
    let sides = |text: &str| format!("{text}\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n");
    let (log, map) = (sides(&vault.text("log.md")), sides(&vault.text("index.md")));
    vault.put("log.md", &log).put("index.md", &map);
    let done = vault.json(&["new", "two"]);
    let warnings = done["warnings"].to_string();
    assert!(warnings.contains("not entered in the log"), "{done}");
    assert!(warnings.contains("the map of pages was left as it is"), "{done}");
    assert_eq!((vault.text("log.md"), vault.text("index.md")), (log, map));
    assert!(done["page"].as_str().is_some_and(|it| vault.has(&format!("{it}.md"))), "{done}");
}

#[test]
fn clones_that_both_wrote_are_merged_without_a_conflict_in_log_and_map() {
    let vault = Vault::with(&["--zone", "UTC", "--layout", "wiki"]);
    let clone = Vault::bare();
    git(&clone, &["clone", "-q", &format!("file://{}", vault.root().display()), "."]);
    vault.run_ok(&["new", "one"]);
    clone.run_ok(&["new", "two"]);
    let pull = ["pull", "-q", "--no-rebase", "--no-edit", "origin", "main"];
    git(&clone, &pull);
    let (log, map) = (clone.text("log.md"), clone.text("index.md"));
    for text in [&log, &map] {
        assert!(text.contains("one") && text.contains("two") && !text.contains("<<<<"), "{text}");
    }
    clone.run_ok(&["new", "three"]);
    let map = clone.text("index.md");
    for page in ["one", "two", "three"] {
        assert_eq!(map.matches(&format!("[[{page}")).count(), 1, "{map}");
    }
    assert!(!clone.run(&["lint"]).out.contains("merge conflict"));
}
