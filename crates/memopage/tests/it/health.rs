//! What `lint` says of a vault's health, how much it matters, and for whom it says so.

use crate::vault::Vault;
use serde_json::Value;

fn found(vault: &Vault, rule: &str) -> Vec<String> {
    let report = vault.json(&["lint", "--rule", rule]);
    let findings = report["findings"].as_array().unwrap().iter();
    findings.map(|it| format!("{}:{}", it["page"].as_str().unwrap(), it["line"])).collect()
}

fn vault() -> Vault {
    let vault = Vault::new().at("2026-11-30T10:00:00Z");
    let secret = ["hunter2", "-Zebra"].concat();
    let inline = "A".repeat(2000);
    vault.put("projects/atlas.md", "---\ntype: project\nstatus: draft\nupdated_at: 2026-11-01\ndepends_on: [projects/nowhere]\n---\n# Atlas gateway\n\n- The gateway bans clients above three retries.  added:2026-11-01\n- Owner: [[people/ines-mbeki]]\n");
    vault.put("people/ines-mbeki.md", "---\ntype: user\ntitle: Ines Mbeki\nstatus: stale\n---\n# Ines Mbeki\n\n- The gateway bans clients above three retries.  added:2026-11-02\n- Ines works on Atlas gateway.\n");
    vault.put("topics/notes.md", &format!("# Notes\n\nThe NAS password is {secret}\n\n> [!PROPOSAL] Merge the two pages\n\n![](data:image/png;base64,{inline})\n"));
    vault.put("topics/note.md", "# Note about boats\n\nBoats.\n");
    vault.put("topics/note-about-boat.md", "# Note about boat\n\nOne boat.\n");
    vault.put("topics/big.md", &format!("# Big\n\n{}\n", "word ".repeat(30_000)));
    vault
}

#[test]
fn each_rule_finds_what_it_is_for() {
    let vault = vault();
    for (rule, wanted) in [
        ("draft", "projects/atlas:1"),
        ("relation", "projects/atlas:5"),
        ("stale", "people/ines-mbeki:1"),
        ("same-fact", "projects/atlas:9"),
        ("unlinked-mention", "people/ines-mbeki:9"),
        ("secret", "topics/notes:3"),
        ("proposal", "topics/notes:5"),
        ("inline-file", "topics/notes:7"),
        ("large", "topics/big:1"),
        ("orphan", "topics/notes:1"),
        ("undated-fact", "projects/atlas:10"),
        ("near-name", "topics/note-about-boat:1"),
    ] {
        let all = found(&vault, rule);
        assert!(all.contains(&wanted.to_owned()), "{rule}: {all:?}");
    }
    assert!(!found(&vault, "orphan").contains(&"people/ines-mbeki:1".to_owned()));
}

#[test]
fn what_is_of_no_weight_is_counted_and_shown_when_asked_for() {
    let vault = vault();
    let report = vault.json(&["lint"]);
    let below = report["below"].as_u64().unwrap();
    let severe = |it: &Value| it["severity"] != "info";
    assert!(below > 0 && report["findings"].as_array().unwrap().iter().all(severe), "{report}");
    let all = vault.json(&["lint", "--severity", "info"]);
    let count = |it: &Value| it["findings"].as_array().unwrap().len() as u64;
    assert_eq!(count(&all), count(&report) + below);
}

#[test]
fn a_check_can_fail_on_a_severity_and_rules_can_be_switched_off() {
    let vault = vault();
    assert_eq!(vault.run(&["lint"]).code, 0);
    let failed = vault.run(&["lint", "--fail-on", "error"]);
    assert_eq!(failed.code, 1, "{}", failed.err);
    assert!(failed.out.contains("topics/notes:3: secret"), "{}", failed.out);
    let schema = vault.text("SCHEMA.md");
    let off = "lint_off: [secret, relation, no-such-rule]\n";
    vault.put("SCHEMA.md", &schema.replacen("memopage:", &format!("{off}memopage:"), 1));
    assert!(vault.text("SCHEMA.md").contains(off), "{schema}");
    assert!(found(&vault, "secret").is_empty() && found(&vault, "relation").is_empty());
    assert_eq!(found(&vault, "schema"), ["SCHEMA:1"]);
    assert_eq!(vault.run(&["lint", "--severity", "loud"]).code, 2);
}

#[test]
fn findings_are_given_as_a_code_host_reads_them() {
    let vault = vault();
    let sarif: Value = serde_json::from_str(&vault.run_ok(&["lint", "--sarif"]).out).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().unwrap();
    let secret = results.iter().find(|it| it["ruleId"] == "secret").unwrap();
    let place = &secret["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "topics/notes.md");
    assert_eq!((&place["region"]["startLine"], &secret["level"]), (&3.into(), &"error".into()));
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(results.iter().all(|it| rules.iter().any(|rule| rule["id"] == it["ruleId"])));
}

#[test]
fn what_should_be_looked_at_before_pages_are_published_is_listed() {
    let unfit = vault();
    let checked = unfit.run(&["export", "--check"]).fails(3);
    for rule in ["secret", "stale", "draft", "proposal"] {
        assert!(checked.out.contains(&format!(": {rule}: ")), "{rule}: {}", checked.out);
    }
    assert!(!checked.out.contains("undated-fact"), "{}", checked.out);
    let fit = Vault::new();
    fit.put("topics/a.md", "# A\n\nFine.\n");
    assert_eq!(fit.run(&["export", "--check"]).code, 0);
}
