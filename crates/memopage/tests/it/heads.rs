//! What a head may say: the fields that memopage reads, whose a page is, and heads that cannot be read.

use crate::vault::{Vault, remember};

const PAGE: &str = "---\ntype: project\ntitle: S\nuser_id: me\nowner_id: me\nagent_id: a1\nscope: x\nid: s1\ncreated_by: ann\n---\n# S\n\nThe heron stands.\n";

fn refused(vault: &Vault, words: &[&str], what: &str) {
    let before = vault.snapshot();
    let done = vault.run(words).fails(3);
    assert!(done.err.contains(what), "{words:?}: {}", done.err);
    assert_eq!(vault.snapshot(), before, "{words:?}");
}

#[test]
fn c134_whose_a_page_is_does_not_change_by_any_door() {
    let vault = Vault::new();
    vault.put("projects/s.md", PAGE);
    for field in ["user_id", "owner_id", "agent_id", "scope", "id", "created_by"] {
        let says = format!("{field} does not change");
        refused(&vault, &["edit", "projects/s", "--set", &format!("{field}=other")], &says);
        refused(&vault, &["edit", "projects/s", "--unset", field], &says);
        let line = PAGE.lines().find(|it| it.starts_with(&format!("{field}:"))).unwrap();
        let other = PAGE.replace(line, &format!("{field}: other"));
        refused(&vault, &["write", "projects/s", &other], &says);
    }
    // Nor is it said once more and otherwise.
    let twice = PAGE.replace("owner_id: me", "owner_id: other\nowner_id: me");
    refused(&vault, &["write", "projects/s", &twice], "owner_id does not change");
    vault.put("projects/d.md", "---\ncreated_at: 2026-01-01\n---\n# D\n");
    let set = ["edit", "projects/d", "--set", "created=2019-01-01"];
    refused(&vault, &set, "created does not change");
    // What a text leaves out stays, and what is added below a head is none.
    vault.run_ok(&["write", "projects/s", "---\ntype: project\n---\n# S\n\nThe heron flies.\n"]);
    vault.run_ok(&["append", "projects/s", "---\nuser_id: other\n---\n"]);
    let text = vault.text("projects/s.md");
    assert!(text.starts_with("---\n") && text.contains("\nuser_id: me\n"), "{text}");
    // Neither does a merge give one person's page to another, or take one over.
    for (name, field) in [("t", "user_id: you\nowner_id: me\nagent_id: a1\n"), ("u", "")] {
        let head = format!("---\ntype: project\ntitle: {name}\nscope: x\n{field}---\n# {name}\n");
        vault.put(&format!("projects/{name}.md"), &head);
        refused(&vault, &["merge", "projects/s", &format!("projects/{name}")], "cannot become one");
        refused(&vault, &["merge", &format!("projects/{name}"), "projects/s"], "cannot become one");
    }
}

#[test]
fn c134_a_value_that_its_field_cannot_have_is_refused_and_one_that_stands_is_told() {
    let vault = Vault::new();
    vault.put("projects/s.md", PAGE);
    // Any status is somebody's own word, until the schema says which there are.
    vault.run_ok(&["edit", "projects/s", "--set", "status=investigating"]);
    let schema = vault.text("SCHEMA.md");
    let schema = schema.replacen("\nretention:", "\nstatuses: [in-progress]\nretention:", 1);
    vault.put("SCHEMA.md", &schema).put("projects/s.md", PAGE);
    for (set, says) in [
        ("type=zz", "user, project"),
        ("status=banana", "draft, active"),
        ("priority=9", "critical, high"),
        ("expires=soon", "no date"),
        ("review_after=Monday", "no date"),
        ("confidence=7", "from 0 to 1"),
        ("pinned=perhaps", "true nor false"),
        ("date=circa 1900", "no date"),
    ] {
        let (key, value) = set.split_once('=').unwrap();
        let head = format!("---\ntitle: N\n{key}: {value}\n---\n# N\n");
        refused(&vault, &["edit", "projects/s", "--set", set], says);
        refused(&vault, &["new", "N", "--set", set], says);
        refused(&vault, &["write", "projects/n", &head], says);
        refused(
            &vault,
            &["write", "projects/s", &PAGE.replace("title: S", &format!("{key}: {value}"))],
            says,
        );
    }
    for set in [
        "type=topic",
        "status=In Progress",
        "priority=🔴HIGH",
        "expires=2027-01-02T10:00:00Z",
        "date=May 2024",
    ] {
        vault.run_ok(&["edit", "projects/s", "--set", set]);
    }
    // A vault's own words are those that its schema names.
    let schema = vault.text("SCHEMA.md").replace("[in-progress]", "[in-progress, banana]");
    vault.put("SCHEMA.md", &schema);
    vault.run_ok(&["edit", "projects/s", "--set", "status=banana"]);

    // What a person left is read, listed and changed elsewhere, and lint names its line.
    let head = "type: zz\ntitle: H\nstatus: kiwi\npriority: 9\ncreated_at: soon\ndue: soon";
    vault.put("projects/h.md", &format!("---\n{head}\n---\n# H\n\nThe crane stands.\n"));
    vault.run_ok(&["edit", "projects/h", "The crane stands.", "The crane flies."]);
    vault.run_ok(&["edit", "projects/h", "--set", "due=later"]);
    vault.run_ok(&["move", "projects/h", "projects/hh"]);
    assert_eq!(vault.json(&["list", "status:kiwi"])["total"], 1);
    let lint = vault.json(&["lint", "--rule", "head-value"]);
    let told: Vec<(&str, u64)> = lint["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["page"].as_str().unwrap(), it["line"].as_u64().unwrap()))
        .collect();
    let mut told = told;
    told.sort_unstable();
    assert_eq!(told, [2, 4, 5, 6].map(|line| ("projects/hh", line)), "{lint}");
    vault.run_ok(&["forget", "projects/hh"]);
    vault.run_ok(&["restore", "projects/hh"]);
}

#[test]
fn the_words_of_a_whole_vault_are_told_once() {
    // Without a schema its words are its own.
    let vault = Vault::new();
    for number in 0..8 {
        let page =
            format!("---\ntype: Movie\nstatus: seen\nexpires: day {number}\n---\n# M{number}\n");
        vault.put(&format!("movies/m{number}.md"), &page);
    }
    let findings =
        |vault: &Vault| vault.json(&["lint", "--rule", "head-value"])["findings"].clone();
    let found = findings(&vault);
    assert_eq!(found.as_array().unwrap().len(), 2, "{found}");
    for it in found.as_array().unwrap() {
        assert_eq!(it["page"], "movies/m0", "{it}");
        assert!(it["message"].as_str().unwrap().contains("7 other pages"), "{it}");
    }
    std::fs::remove_file(vault.root().join("SCHEMA.md")).unwrap();
    let found = findings(&vault);
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    vault.run_ok(&["edit", "movies/m0", "--set", "type=Film"]);
}

#[test]
fn c136_an_export_names_each_head_that_cannot_be_read() {
    let vault = Vault::new();
    let broken = "---\ntitle: B\nk: [a\n  b: \"c\n---\n# B\n\nThe heron stands.\n";
    vault.put("projects/b.md", broken).put("projects/open.md", "---\ntitle: O\n\nno end\n");
    remember(&vault, &["--page", "projects/a", "owner: Ann"]);
    let target = vault.root().parent().unwrap().join("out.jsonl");
    let reply = vault.json(&["export", "--output", target.to_str().unwrap()]);
    let problems = reply["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 2, "{reply}");
    let begins = |at: usize, start: &str| problems[at].as_str().unwrap().starts_with(start);
    assert!(begins(0, "projects/b:") && begins(1, "projects/open:1: "), "{reply}");
    // It is exported whole, and taken in again.
    let other = Vault::new();
    other.run_ok(&["import", target.to_str().unwrap()]);
    assert_eq!(other.text("projects/b.md"), broken);
}
