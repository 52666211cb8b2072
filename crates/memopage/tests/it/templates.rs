//! New pages from `templates/*.md`: what is filled in, what is asked for, what stays as it is.

use crate::vault::Vault;
use serde_json::Value;

fn docs() -> Vault {
    Vault::with(&["--no-git", "--zone", "UTC", "--layout", "docs"])
}

fn made(vault: &Vault, words: &[&str]) -> String {
    let reply = vault.json(words);
    let page = reply["pages"][0]["page"].as_str().or(reply["page"].as_str());
    vault.text(&format!("{}.md", page.unwrap_or_else(|| panic!("{reply}"))))
}

fn findings(vault: &Vault, rule: &str) -> Vec<(String, u64, String)> {
    let done = vault.run(&["--json", "lint"]);
    let all = done.json()["findings"].as_array().unwrap().clone();
    let of = |it: &Value| {
        let text = |key: &str| it[key].as_str().unwrap().to_owned();
        (text("page"), it["line"].as_u64().unwrap(), text("message"))
    };
    all.iter().filter(|it| it["rule"] == rule).map(of).collect()
}

#[test]
fn a_decision_comes_with_its_id_its_day_and_the_fields_to_fill_in() {
    let vault = docs();
    for (title, id) in [("Use Rust", "DEC-2026-001"), ("Move east", "DEC-2026-002")] {
        let text = made(&vault, &["new", title, "--type", "decision"]);
        for line in [
            &format!("id: {id}"),
            "created_at: 2026-11-11",
            "approved_by: \"\"",
            "approved_at: \"\"",
            "alternatives_considered: []",
            "success_metrics: []",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
    }
    // The number follows the greatest in use, in as many digits.
    vault.put(
        "incidents/old.md",
        "---\ntype: incident\ntitle: Old\nid: INC-2026-0887\nstatus: closed\n---\n# Old\n",
    );
    let text = made(&vault, &["new", "Down again", "--type", "incident"]);
    assert!(text.contains("id: INC-2026-0888"), "{text}");
    // A template's own name will do for its type, and what is set stands instead.
    let text = made(
        &vault,
        &["new", "By log", "--type", "decision-log", "--set", "approved_by=Ada", "--set", "id=D-7"],
    );
    assert!(text.contains("type: decision\n") && text.contains("approved_by: Ada"), "{text}");
    assert!(text.contains("id: D-7") && text.contains("## How we will know"), "{text}");
    assert_eq!(vault.json(&["list", "approved_by:ada"])["total"], 1);
}

#[test]
fn a_template_is_found_by_its_type_and_fills_in_what_it_has_a_value_for() {
    let vault = docs();
    let template = "---\ntype: report\ntitle: \"{{title}}\"\nperiod: \"{{year}}-{{month}}\"\nowner: \"{{owner}}\"\nreviewer:\n---\n# {{title}}\n\n{{ date }} {{time}} for {{owner}} by {{SSN}}, {{title}}, {{}} {{{x}}} {{unknown key}}\n";
    vault.put("templates/report.md", template);
    let text =
        made(&vault, &["new", "{{date}} \"Q4\"", "--type", "report", "--set", "owner=Ada {{SSN}}"]);
    for part in [
        "period: 2026-11",
        "reviewer: \"\"",
        "# {{date}} \"Q4\"\n",
        "2026-11-11 10:00 for Ada {{SSN}} by {{SSN}}, {{date}} \"Q4\", {{}} {{{x}}} {{unknown key}}",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn a_required_field_is_asked_for_when_a_page_is_written() {
    let vault = docs();
    let template = "---\ntype: policy\ntitle: \"{{title}}\"\nstatus: draft\nversion: \"{{version}}\"\neffective_date:\n---\n# {{title}}\n";
    vault.put("templates/policy.md", template);
    let done = vault.run(&["new", "Access", "--type", "policy"]);
    assert!(done.code != 0 && done.err.contains("effective_date"), "{} {}", done.code, done.err);
    let text = made(
        &vault,
        &[
            "new",
            "Access",
            "--type",
            "policy",
            "--set",
            "effective_date=2026-12-01",
            "--set",
            "version=2.0",
        ],
    );
    assert!(text.contains("version: 2.0\n") && text.contains("2026-12-01"), "{text}");
}

#[test]
fn lint_tells_placeholders_and_links_to_assets_that_lead_nowhere() {
    let vault = docs();
    vault.put(
        "clients/acme.md",
        "---\ntype: client\ntitle: Acme\nstatus: active\ncontact: \"{{CONTACT}}\"\nrelated_to: [nobody]\n---\n# Acme\n\nSSN {{SSN}}, again {{SSN}}.\n\n`{{code}}` and\n\n```\n{{fenced}}\n```\n\n![](../assets/there.png) ![](../assets/gone.png)\n",
    );
    vault.put("assets/there.png", "x");
    let told = findings(&vault, "placeholder");
    let places: Vec<(&str, u64)> = told.iter().map(|it| (it.0.as_str(), it.1)).collect();
    assert_eq!(places, [("clients/acme", 5), ("clients/acme", 10)], "{told:?}");
    assert!(told[1].2.contains("`{{SSN}}`"), "{told:?}");
    let dead = findings(&vault, "missing-attachment");
    assert!(dead.len() == 1 && dead[0].2.contains("gone.png"), "{dead:?}");
    let broken = findings(&vault, "broken-link");
    assert!(broken.len() == 1 && broken[0].2.contains("nobody"), "{broken:?}");
    vault.put(
        "clients/bolt.md",
        "---\ntype: client\ntitle: Bolt\nrelated_to: [acme]\n---\n# Bolt\n",
    );
    let triples = vault.json(&["graph", "bolt", "--triples"]);
    assert_eq!(triples["triples"][0]["predicate"], "related_to", "{triples}");
    assert_eq!(triples["triples"][0]["object"], "clients/acme");
}
