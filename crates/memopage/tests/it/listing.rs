//! Documents as memory: what `list` filters, compares and orders by, and which version is in force on a day.

use crate::vault::Vault;
use serde_json::Value;

fn names(reply: &Value) -> Vec<&str> {
    let rows = reply["pages"].as_array().unwrap();
    rows.iter().map(|it| it["page"].as_str().unwrap().rsplit('/').next().unwrap()).collect()
}

/// Policies in several versions, with fields of every kind.
fn policies() -> Vault {
    let vault = Vault::with(&["--no-git", "--zone", "UTC", "--layout", "docs"]);
    let put = |name: &str, head: &str| {
        let text = format!("---\ntype: policy\n{head}---\n# A policy\n\nText.\n");
        vault.put(&format!("policies/{name}.md"), &text);
    };
    put(
        "access-v3.9",
        "title: Access v3.9\nversion: v3.9\nstatus: superseded\ndomain: compliance\neffective_date: 2023-05-01\nowner: Ada\nbudget: 900 EUR\n",
    );
    put(
        "access-v3.10",
        "title: Access v3.10\nversion: v3.10\nstatus: active\ndomain: compliance\neffective_date: 2024-03-01\nowner: [Bob, Ada]\nsupersedes: \"[[access-v3.9|Old]]\"\nbudget: \"1,200 EUR\"\n",
    );
    put(
        "access-v4",
        "title: Access v4\nversion: v4.0-rc1\nstatus: draft\ndomain: compliance\neffective_date: 2024-05-01\nowner: Eve\n",
    );
    put(
        "travel",
        "title: Travel\nversion: \"2.0\"\nstatus: active\ndomain: hr\neffective_date: 2024-02-29\nvalid_to: 2025-12-31\nReview-Board: North End\n",
    );
    put(
        "leave",
        "title: Leave\nversion: \"1.1\"\nstatus: active\ndomain: compliance\neffective_date: soon\nowner: ada\n",
    );
    put("old-leave", "title: Old leave\nstatus: archived\nowner: ada\n");
    vault.put("notes/plain.md", "# Plain\n");
    vault
}

#[test]
fn pages_are_listed_by_comparing_any_field_of_their_heads() {
    let vault = policies();
    let rows: [(&str, &[&str]); 20] = [
        (
            "type:policy status:active domain:compliance effective_date<2024-04-01 sort:version",
            &["access-v3.10"],
        ),
        (
            "type:policy sort:version",
            &["leave", "travel", "access-v3.9", "access-v3.10", "access-v4", "old-leave"],
        ),
        (
            "type:policy sort:-version",
            &["access-v4", "access-v3.10", "access-v3.9", "travel", "leave", "old-leave"],
        ),
        ("version>3.9", &["access-v3.10", "access-v4"]),
        ("version>=v4", &[]),
        ("version<4.0-rc1 version>=3.9", &["access-v3.10", "access-v3.9"]),
        ("effective_date:2024", &["access-v3.10", "access-v4", "travel"]),
        ("effective_date<=2024-02", &["access-v3.9", "travel"]),
        ("effective_date>\"2024-03-01\"", &["access-v4"]),
        ("owner:ada", &["access-v3.10", "access-v3.9", "leave", "old-leave"]),
        ("owner=ADA,eve -status:archived", &["access-v3.10", "access-v3.9", "access-v4", "leave"]),
        ("type：policy owner!=ada", &["access-v4", "travel"]),
        ("type:policy -owner:*", &["travel"]),
        ("budget>1000eur", &["access-v3.10"]),
        ("budget<=900", &[]),
        ("review-board:\"north end\"", &["travel"]),
        ("policies/travel", &["travel"]),
        ("policies status:active,draft -domain:hr", &["access-v3.10", "access-v4", "leave"]),
        ("supersedes:access-v3.9", &["access-v3.10"]),
        ("status:archived owner:ada", &["old-leave"]),
    ];
    for (filter, expected) in rows {
        // A unit that no page's value has cannot be compared, and is told; see below.
        if filter == "budget<=900" {
            vault.run(&["list", filter]).fails(2);
            continue;
        }
        for words in
            [["list", filter, "--archived"], ["list", &format!("--where={filter}"), "--archived"]]
        {
            let reply = vault.json(&words);
            let mut got = names(&reply);
            let mut wanted = expected.to_vec();
            if !filter.contains("sort:") {
                got.sort_unstable();
                wanted.sort_unstable();
            }
            assert_eq!(got, wanted, "{filter}: {reply}");
            assert_eq!(reply["total"], expected.len(), "{filter}");
        }
    }
    let sorted =
        vault.json(&["list", "type:policy", "status:active", "--sort", "-version", "--limit", "2"]);
    assert_eq!(names(&sorted), ["access-v3.10", "travel"]);
    assert_eq!(sorted["pages"][0]["fields"]["version"], "v3.10");
    assert_eq!(sorted["pages"][0]["fields"]["status"], "active");
    let more =
        vault.json(&["list", "type:policy status:active", "--sort=-version", "--cursor", "2"]);
    assert_eq!(names(&more), ["leave"]);
    let text = vault.run_ok(&["list", "owner:bob"]).out;
    assert!(text.contains("owner: Bob, Ada"), "{text}");
}

#[test]
fn a_filter_that_means_nothing_is_told_and_is_no_empty_list() {
    let vault = policies();
    let rows = [
        ("colour:red", "no page has the field `colour`", "owner"),
        ("type:policy sort:colour", "no page has the field `colour`", "version"),
        ("effective_date<soonish", "`soonish` is no day, month or time", "2026-04"),
        ("created<12x", "`12x` is no day", "2026-04"),
        ("version>next", "`version>next` can be compared with no page's value", "v3.1"),
        ("budget>5GB", "`budget>5GB` can be compared with no page's value", "EUR"),
        ("type:polici", "`type:polici` filters nothing", "policy"),
        ("status:actve", "`status:actve` filters nothing", "no page has the status"),
        ("priority:top", "`priority:top` filters nothing", "critical"),
        ("type:policy owner:", "`owner` is compared with nothing", "owner:*"),
        ("type:policy <3", "`<3` is no filter", "field:value"),
        ("type:policy nowhere", "there is no page or folder `nowhere`", "memopage list"),
        ("--on 2024", "means the days", "name one"),
    ];
    for (filter, said, hint) in rows {
        let words: Vec<&str> = match filter.strip_prefix("--on ") {
            Some(day) => vec!["list", "--on", day],
            None => vec!["list", filter],
        };
        let done = vault.run(&words);
        assert!(
            done.code == 2 || said.starts_with("there is no page"),
            "{filter}: {} {}",
            done.code,
            done.err
        );
        assert!(done.err.contains(said) && done.err.contains(hint), "{filter}: {}", done.err);
    }
    // Some that cannot be compared beside others are told beside the rows.
    let some = vault.json(&["list", "effective_date<2024-04-01"]);
    assert!(some["note"].as_str().unwrap().contains("`soon`"), "{some}");
    // What the schema declares may have no page yet.
    assert_eq!(vault.json(&["list", "approved_by:ada"])["total"], 0);
}

#[test]
fn the_version_in_force_on_a_day_is_the_newest_that_had_begun() {
    let vault = policies();
    let put = |name: &str, head: &str| {
        let text = format!("---\ntype: sop\n{head}---\n# Steps\n");
        vault.put(&format!("{name}.md"), &text);
    };
    put("sops/deploy", "title: Deploy\nvalid_from: 2024-06-01\nsupersedes: \"[[Shipping]]\"\n");
    put(
        "archive/shipping",
        "title: Shipping\nvalid_from: 2022-01-01\nsuperseded_by: \"[[Deploy]]\"\nstatus: superseded\n",
    );
    put("sops/gone", "title: Gone\nvalid_from: 2022-01-01\nsuperseded_on: 2023-01-01\n");
    put(
        "sops/dropped",
        "title: Dropped\nvalid_from: 2022-01-01\nstatus: deprecated\nupdated_at: 2022-07-01\n",
    );
    let rows: [(&str, &[&str]); 9] = [
        ("2021-12-31", &[]),
        ("2022-01-01", &["dropped", "gone", "shipping"]),
        ("2022-07-01", &["gone", "shipping"]),
        ("2023-01-01", &["shipping"]),
        ("2023-06-01", &["access-v3.9", "shipping"]),
        ("2024-02-29", &["access-v3.9", "shipping", "travel"]),
        ("2024-03-01", &["access-v3.10", "shipping", "travel"]),
        ("2024-06-01", &["access-v3.10", "deploy", "travel"]),
        ("today", &["access-v3.10", "deploy"]),
    ];
    for (day, expected) in rows {
        let reply = vault.json(&["list", "--on", day]);
        let mut got = names(&reply);
        got.sort_unstable();
        assert_eq!(got, expected, "{day}: {reply}");
    }
    let one = vault.json(&["list", "type:policy domain:compliance", "--on", "2023-06-01"]);
    assert_eq!(names(&one), ["access-v3.9"]);
    assert_eq!(one["pages"][0]["fields"]["valid_from"], "2023-05-01");
    // A filter looks at what was in force and does not bring an older version back.
    let none = vault.json(&["list", "type:policy version<3.10", "--on", "2024-06-01"]);
    assert_eq!(names(&none), ["travel"]);
    let note = vault.json(&["list", "--on", "2020-01-01"])["note"].to_string();
    assert!(note.contains("in force on 2020-01-01"), "{note}");
}
