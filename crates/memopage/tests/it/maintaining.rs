//! `maintain`: what the retention table does to pages and facts, shown first, done as one change, taken back.

use crate::vault::Vault;
use std::collections::BTreeMap;
use std::path::Path;

/// A vault with a page of each fate, written on 2026-01-10.
fn vault() -> Vault {
    let mut vault = Vault::with_git().at("2026-01-10T10:00:00+00:00");
    for (page, text) in [
        ("topics/atlas", "---\ntype: topic\n---\n# Atlas\n\n- Site: north\n"),
        ("topics/fair", "---\ntype: topic\nexpires: 2026-03-01\n---\n# Fair\n\n- Hall: 7\n"),
        (
            "topics/office",
            "---\ntype: topic\npriority: high\n---\n# Office\n\n- Wifi: blue  expires:2026-03-01\n- [🟢LOW] Door: 12  expires:2026-03-01\n- Bell: 3\n",
        ),
        ("topics/noise", "---\ntype: topic\npriority: ephemeral\n---\n# Noise\n\nHum.\n"),
        ("topics/keep", "---\ntype: topic\npriority: critical\n---\n# Keep\n\n- Blood: 0\n"),
        ("topics/known", "---\ntype: topic\nlast_verified: 2026-01-10\n---\n# Known\n\n- A: 1\n"),
    ] {
        vault.run_ok(&["write", page, text]);
    }
    vault.set_now("2026-03-11T10:00:00+00:00");
    vault
}

/// Every file outside the state and the history, with its bytes.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                folders.extend((![".git", ".memopage"].contains(&name.as_str())).then_some(path));
            } else {
                found.insert(name, std::fs::read(path).unwrap());
            }
        }
    }
    found
}

#[test]
fn a_dry_run_shows_each_step_with_its_rule_and_changes_nothing() {
    let vault = vault();
    let before = files(&vault.root());
    let reply = vault.json(&["maintain", "--dry-run"]);
    let steps: Vec<String> = reply["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            let word = |key: &str| it[key].as_str().unwrap().to_owned();
            format!("{} {} {}", word("page"), word("act"), word("rule"))
        })
        .collect();
    assert_eq!(
        steps,
        [
            "topics/atlas lower unused",
            "topics/fair archive expired",
            "topics/known lower unused",
            "topics/known mark stale stale",
            "topics/noise archive unused",
            "topics/office report expired-fact",
            "topics/office retire expired-fact",
        ]
    );
    assert_eq!((reply["acting"].as_u64(), reply["reported"].as_u64()), (Some(6), Some(1)));
    assert_eq!(reply["steps"][5]["line"], 7);
    assert_eq!(files(&vault.root()), before);
    let text = vault.run_ok(&["maintain", "--dry-run"]).out;
    assert!(
        text.contains("topics/fair:1: archive (expired): its last day was 2026-03-01"),
        "{text}"
    );
    assert!(text.contains("nothing was changed"), "{text}");
}

#[test]
fn a_run_is_one_commit_and_one_entry_and_undo_gives_back_every_byte() {
    let vault = vault();
    let before = files(&vault.root());
    let reply = vault.json(&["maintain"]);
    assert!(reply["commit"].is_string(), "{reply}");
    let after = files(&vault.root());
    let text = |name: &str| String::from_utf8(after[name].clone()).unwrap();
    assert!(after.contains_key("archive/topics/fair.md") && !after.contains_key("topics/fair.md"));
    assert!(after.contains_key("archive/topics/noise.md"));
    assert!(text("topics/atlas.md").contains("priority: low"), "{}", text("topics/atlas.md"));
    assert!(text("topics/atlas.md").contains("review_after: 2026-03-25"));
    assert!(text("topics/known.md").contains("status: stale"));
    let office = text("topics/office.md");
    assert!(office.contains("- Wifi: blue"), "{office}");
    assert!(office.contains("- ~~Door: 12~~") && office.contains("## History"), "{office}");
    assert_eq!(after["topics/keep.md"], before["topics/keep.md"]);
    let entries = text("log.md").matches("maintain | ").count();
    assert_eq!(entries, 1);
    vault.run_ok(&["undo"]);
    let mut back = files(&vault.root());
    // The log tells of both.
    back.insert("log.md".to_owned(), before["log.md"].clone());
    assert_eq!(back, before);
}

#[test]
fn a_second_run_on_the_same_day_does_nothing_and_a_run_makes_no_page_younger() {
    let mut vault = vault();
    vault.run_ok(&["maintain"]);
    let once = files(&vault.root());
    let reply = vault.json(&["maintain"]);
    assert_eq!(
        (reply["acting"].as_u64(), reply["changed"].as_array().map(Vec::len)),
        (Some(0), Some(0))
    );
    assert_eq!(files(&vault.root()), once);
    // What was lowered has the time of its new priority, counted from the change that a person made.
    vault.set_now("2026-07-09T10:00:00+00:00");
    let steps = |vault: &Vault| vault.json(&["maintain", "--dry-run"])["steps"].to_string();
    assert!(!steps(&vault).contains("\"topics/atlas\",\"reason\":\"low"), "{}", steps(&vault));
    vault.set_now("2026-09-10T10:00:00+00:00");
    let reply = vault.json(&["maintain", "--dry-run"]);
    let atlas = reply["steps"].as_array().unwrap().iter().find(|it| it["page"] == "topics/atlas");
    assert_eq!(atlas.unwrap()["act"], "archive");
}

#[test]
fn a_page_that_was_changed_by_hand_since_the_last_commit_is_as_young_as_its_file() {
    let mut vault = vault();
    vault.set_now("2036-01-01T10:00:00+00:00");
    let act = |vault: &Vault| {
        let reply = vault.json(&["maintain", "--dry-run"]);
        let steps = reply["steps"].as_array().unwrap().clone();
        steps.iter().find(|it| it["page"] == "topics/atlas").map(|it| it["reason"].to_string())
    };
    assert!(act(&vault).unwrap().contains("2026-01-10"));
    vault.put("topics/atlas.md", "---\ntype: topic\n---\n# Atlas\n\n- Site: south\n");
    // The file has the machine's day; whichever it is, it is not the commit's.
    assert!(act(&vault).is_none_or(|why| !why.contains("2026-01-10")));
}

/// Runs the program at a terminal, with these lines typed.
#[cfg(target_os = "linux")]
fn at_a_terminal(vault: &Vault, words: &str, typed: &str) -> String {
    use std::io::Write as _;
    let plain = vault.command(&[]);
    let program = plain.get_program().to_str().unwrap();
    let mut command = std::process::Command::new("script");
    command.args(["-qec", &format!("'{program}' {words}"), "/dev/null"]);
    for (key, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(key, value),
            None => command.env_remove(key),
        };
    }
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_person_sees_each_step_before_being_asked() {
    let vault = vault();
    let before = files(&vault.root());
    let said = at_a_terminal(&vault, "maintain", "n\n");
    let asked = said.find("maintain? [y/N]").unwrap_or_else(|| panic!("{said}"));
    let shown = said.find("topics/noise:").unwrap_or_else(|| panic!("{said}"));
    assert!(shown < asked && said.contains("nothing was changed"), "{said}");
    assert_eq!(files(&vault.root()), before);
    // What is only to be shown asks nothing, nor does a run that changes nothing.
    let said = at_a_terminal(&vault, "maintain --dry-run", "");
    assert!(said.contains("topics/noise:") && !said.contains("[y/N]"), "{said}");
    let said = at_a_terminal(&vault, "maintain", "y\n");
    assert!(said.contains("done, "), "{said}");
    assert_ne!(files(&vault.root()), before);
    let said = at_a_terminal(&vault, "maintain", "");
    assert!(said.contains("0 steps done") && !said.contains("[y/N]"), "{said}");
}
