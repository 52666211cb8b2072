//! What `merge` makes of two pages.

use crate::vault::{Vault, remember};

fn head(title: &str) -> String {
    format!("---\ntype: project\ntitle: {title}\n---\n# {title}\n\n")
}

#[test]
fn of_two_values_the_newer_holds_and_the_older_is_history_whichever_page_stays() {
    for (ours, theirs) in [("2026-01-01", "2026-02-01"), ("2026-02-01", "2026-01-01")] {
        let vault = Vault::new();
        let fact = |value: &str, added: &str| format!("- Release: {value}  added:{added}\n");
        let (first, second) = if ours < theirs { ("1 May", "1 June") } else { ("1 June", "1 May") };
        vault
            .put("projects/a.md", &format!("{}{}", head("A"), fact(first, ours)))
            .put("projects/b.md", &format!("{}{}", head("B"), fact(second, theirs)));
        let done = vault.run_ok(&["merge", "projects/a", "projects/b"]);
        assert!(done.out.contains("1 May") && done.out.contains("newer"), "{}", done.out);
        let text = vault.text("projects/a.md");
        assert!(text.contains("- Release: 1 June  added:2026-02-01"), "{text}");
        assert!(
            text.contains("- ~~Release: 1 May~~ added:2026-01-01 superseded:2026-02-01"),
            "{text}"
        );
        assert_eq!(text.matches("Release").count(), 2, "{text}");
        vault.run_ok(&[
            "remember",
            "--page",
            "projects/a",
            "--key",
            "Release",
            "--value",
            "2 June",
        ]);
    }
}

#[test]
fn two_values_of_which_none_is_newer_are_a_conflict_that_is_told() {
    let vault = Vault::new();
    vault
        .put("projects/a.md", &format!("{}- Release: 1 May\n- Owner: Ann\n", head("A")))
        .put("projects/b.md", &format!("{}- Release: 1 June\n- Owner: Ann\n", head("B")));
    let done = vault.run_ok(&["merge", "projects/a", "projects/b"]);
    assert!(done.out.contains("1 May") && done.out.contains("1 June"), "{}", done.out);
    let text = vault.text("projects/a.md");
    assert!(text.contains("- Release: 1 May\n- Release: 1 June\n"), "{text}");
    assert!(text.contains("status: conflict"), "{text}");
    assert_eq!(text.matches("Owner").count(), 1, "{text}");
    let lint = vault.run(&["lint"]).out;
    assert!(lint.contains("two values both claim"), "{lint}");
    vault.run_ok(&["forget", "projects/a", "Release: 1 May"]);
    vault.run_ok(&["remember", "--page", "projects/a", "--key", "Release", "--value", "2 June"]);
}

#[test]
fn values_of_different_times_stand_beside_each_other_and_what_is_over_retires_nothing() {
    for (one, other, holds) in [
        ("5  added:2026-01-01", "6  added:2026-02-01 expires:2026-03-01", "5"),
        ("5", "6  expires:2026-03-01", "5"),
        ("5  valid:2026-01-01..2026-06-30", "6  valid:2026-07-01..", "6"),
        (
            "5  added:2026-01-01 valid:2026-01-01..2026-06-30",
            "6  added:2026-07-01 valid:2026-07-01..",
            "6",
        ),
    ] {
        for (ours, theirs) in [(one, other), (other, one)] {
            let vault = Vault::new();
            vault
                .put("projects/a.md", &format!("{}- rate: {ours}\n", head("A")))
                .put("projects/b.md", &format!("{}- rate: {theirs}\n", head("B")));
            let done = vault.json(&["merge", "projects/a", "projects/b"]);
            assert!(!done["warnings"].to_string().contains("rate"), "{done}");
            let text = vault.text("projects/a.md");
            assert!(text.contains(&format!("- rate: {ours}\n- rate: {theirs}\n")), "{text}");
            assert!(!text.contains("conflict") && !text.contains("~~"), "{text}");
            let read = vault.json(&["read", "projects/a"]);
            assert_eq!(read["facts"], serde_json::json!([format!("rate: {holds}")]), "{read}");
            let lint = vault.json(&["lint", "projects/a"])["findings"].to_string();
            assert!(!lint.contains("conflict") && !lint.contains("both claim"), "{lint}");
        }
    }
    // Where the newer one holds, the one that is over is history, as ever.
    let text =
        joined("- rate: 5  added:2026-01-01 expires:2026-03-01\n", "- rate: 6  added:2026-02-01\n");
    assert!(
        text.contains("- rate: 6  added:2026-02-01\n") && text.contains("~~rate: 5~~"),
        "{text}"
    );
}

#[test]
fn links_into_a_page_that_joins_lead_to_what_they_meant() {
    let vault = Vault::new();
    let notes = |words: &str| format!("\n## Notes\n\n{words}\n\nA paragraph. ^par\n");
    vault
        .put(
            "projects/acme.md",
            &format!("{}- Owner: Ann ^own\n\nNot [[acme-inc#^own]].\n{}", head("Acme"), notes("Ours.")),
        )
        .put(
            "projects/acme-inc.md",
            &format!("{}- Founder: Bob ^own\n- Seat: Oslo ^seat\n{}", head("Acme Inc"), notes("Theirs.")),
        )
        .put(
            "x.md",
            "[[acme-inc#^own]] [[acme-inc#^par|p]] [[acme-inc#Notes]] [[acme-inc#^seat]] [n](projects/acme-inc.md#Notes) [[acme#^own]]\n",
        );
    vault.run_ok(&["merge", "projects/acme", "projects/acme-inc"]);
    let text = vault.text("projects/acme.md");
    assert!(text.contains("- Owner: Ann ^own\n"), "{text}");
    assert!(text.contains("Not [[acme#^own-2]]."), "{text}");
    assert!(text.contains("Founder: Bob") && text.contains("^own-2\n"), "{text}");
    assert!(text.contains("A paragraph. ^par-2"), "{text}");
    assert!(text.contains("^seat"), "{text}");
    assert_eq!(
        vault.text("x.md"),
        "[[acme#^own-2]] [[acme#^par-2|p]] [[acme#From Acme Inc#Notes]] [[acme#^seat]] [n](projects/acme.md#From%20Acme%20Inc#Notes) [[acme#^own]]\n"
    );
    let lint = vault.json(&["lint", "--rule", "missing-anchor"]);
    assert_eq!(lint["findings"].as_array().unwrap().len(), 0, "{lint}");
}

#[test]
fn a_list_with_lists_in_it_joins_as_it_is() {
    let vault = Vault::new();
    vault.put("projects/a.md", &head("A")).put(
        "projects/b.md",
        &format!("{}- Steps: two\n  - first: dig\n  - second\n- Seat: Oslo\n", head("B")),
    );
    vault.run_ok(&["merge", "projects/a", "projects/b"]);
    let text = vault.text("projects/a.md");
    assert!(text.contains("- Steps: two\n  - first: dig\n  - second\n"), "{text}");
    assert!(text.contains("# A\n\n- Seat: Oslo"), "{text}");
}

#[test]
fn links_by_title_and_alias_follow_to_the_page_that_stays() {
    let vault = Vault::new();
    vault
        .put("projects/keep.md", &head("Keep"))
        .put(
            "projects/gone.md",
            "---\ntype: project\ntitle: Old Name\naliases: [ON]\n---\n# Old Name\n\n- a: b\n",
        )
        .put("x.md", "[[Old Name]] [[ON]]\n");
    vault.run_ok(&["merge", "projects/keep", "projects/gone"]);
    let linked = vault.json(&["read", "projects/keep"])["linked_from"].to_string();
    assert!(linked.contains("\"x\""), "{linked}");
    let lint = vault.json(&["lint", "--rule", "ambiguous-link"]);
    assert_eq!(lint["findings"].as_array().unwrap().len(), 0, "{lint}");
}

#[test]
fn a_page_is_not_merged_out_of_sight() {
    let vault = Vault::new();
    vault.put("projects/b.md", &head("B")).put("projects/n.md", &format!("{}- a: b\n", head("N")));
    vault.run_ok(&["forget", "projects/b"]);
    let before = vault.snapshot();
    let done = vault.run(&["merge", "archive/projects/b", "projects/n"]).fails(5);
    assert!(done.err.contains("restore"), "{}", done.err);
    assert_eq!(vault.snapshot(), before);
}

#[test]
fn what_one_person_may_know_does_not_join_what_another_may() {
    let vault = Vault::new();
    vault
        .put("a.md", "---\ntitle: A\nscope: alice\n---\n\nHer salary is 90.\n")
        .put("b.md", "---\ntitle: B\nscope: bob\n---\n\nText.\n")
        .put("c.md", "---\ntitle: C\nscope: alice\n---\n\nMore.\n")
        .put("projects/pub.md", &head("Pub"));
    let before = vault.snapshot();
    for keep in ["projects/pub", "b"] {
        vault.run(&["merge", keep, "a"]).fails(3);
    }
    vault.run(&["merge", "a", "projects/pub"]).fails(3);
    assert_eq!(vault.snapshot(), before);
    vault.run_ok(&["merge", "c", "a"]);
}

#[test]
fn of_two_values_the_one_that_is_stated_again_holds_and_the_page_is_in_dispute_no_more() {
    for by in ["remember", "forget"] {
        let vault = Vault::new();
        vault
            .put("projects/a.md", &format!("{}- Release: 1 May\n", head("A")))
            .put("projects/b.md", &format!("{}- Release: 1 June\n", head("B")));
        vault.run_ok(&["merge", "projects/a", "projects/b"]);
        assert!(vault.text("projects/a.md").contains("status: conflict"));
        if by == "remember" {
            let words = ["--page", "projects/a", "--key", "Release", "--value", "1 June"];
            let done = vault.json(&[&["remember"][..], &words].concat());
            assert_eq!(done["replaced"][0], "Release: 1 May", "{done}");
        } else {
            vault.run_ok(&["forget", "projects/a", "Release: 1 May"]);
        }
        let text = vault.text("projects/a.md");
        assert!(text.contains("- ~~Release: 1 May~~"), "{by}: {text}");
        assert!(text.contains("- Release: 1 June\n"), "{by}: {text}");
        assert!(text.contains("status: active"), "{by}: {text}");
        let lint = vault.json(&["lint", "projects/a"]);
        assert_eq!(lint["findings"], serde_json::json!([]), "{by}: {lint}");
    }
}

#[test]
fn values_under_headings_of_their_own_are_no_dispute_and_are_not_decided() {
    let vault = Vault::new();
    let servers = "## North\n\n- Port: 80\n\n## South\n\n- Port: 443\n";
    vault.put("projects/a.md", &format!("{}{servers}", head("A")));
    let before = vault.snapshot();
    let words = ["remember", "--page", "projects/a", "--key", "Port", "--value", "443"];
    let done = vault.run(&words).fails(5);
    assert!(done.err.contains("--heading"), "{}", done.err);
    assert_eq!(vault.snapshot(), before);
}

#[test]
fn headings_of_a_template_with_nothing_under_them_do_not_come_along() {
    let vault = Vault::new();
    vault
        .put("projects/a.md", &format!("{}## State\n\nGood.\n\n## Decisions\n", head("A")))
        .put("projects/b.md", &format!("{}## State\n\n## Decisions\n\n## Own\n", head("B")))
        .put("x.md", "[[projects/b#State]]\n");
    vault.run_ok(&["merge", "projects/a", "projects/b"]);
    let text = vault.text("projects/a.md");
    assert_eq!(text.matches("## State").count(), 1, "{text}");
    assert_eq!(text.matches("## Decisions").count(), 1, "{text}");
    assert!(text.contains("## From B\n\n### Own"), "{text}");
    assert_eq!(vault.text("x.md"), "[[projects/a#State]]\n");
}

#[test]
fn what_hangs_on_a_fact_joins_with_it() {
    let fact = |value: &str, day: &str, by: &str| {
        format!("- Budget: {value}  added:2026-0{day}-01\n  - approved by {by}\n  - see [[x]]\n")
    };
    for (ours, theirs) in
        [(("10", "1", "Ann"), ("20", "3", "Zoe")), (("20", "3", "Zoe"), ("10", "1", "Ann"))]
    {
        let vault = Vault::new();
        vault
            .put(
                "projects/e.md",
                &format!("{}{}- Owner: Kim\n", head("E"), fact(ours.0, ours.1, ours.2)),
            )
            .put("projects/f.md", &format!("{}{}", head("F"), fact(theirs.0, theirs.1, theirs.2)));
        vault.run_ok(&["merge", "projects/e", "projects/f"]);
        let text = vault.text("projects/e.md");
        let now = "- Budget: 20  added:2026-03-01\n  - approved by Zoe\n  - see [[x]]\n";
        let past = "- ~~Budget: 10~~ added:2026-01-01 superseded:2026-03-01\n  - approved by Ann\n  - see [[x]]\n";
        assert!(text.contains(now) && text.contains(past), "{text}");
        assert!(text.find(now) < text.find("## History"), "{text}");
        assert_eq!(text.matches("approved").count(), 2, "{text}");
    }
}

#[test]
fn a_joined_page_keeps_its_headings_below_its_own_and_one_history_is_left() {
    let vault = Vault::new();
    let page = |title: &str, fact: &str, old: &str| {
        format!(
            "{}- {fact} ^own\n\nSee [[#Notes]], [[#^own]] and [n](#notes).\n\n## Notes\n\nOf {title}.\n\n### Deep\n\nText.\n\n## History\n\n- ~~{old}~~ superseded:2026-01-01\n",
            head(title)
        )
    };
    vault
        .put("projects/e.md", &page("E", "Owner: Ann", "Owner: Bob"))
        .put("projects/f.md", &page("F", "Seat: Oslo", "Seat: Rome"))
        .put("x.md", "[[f#Notes]] [[f#Notes#Deep]] [[f#History]] [[f]]\n");
    vault.run_ok(&["merge", "projects/e", "projects/f"]);
    let text = vault.text("projects/e.md");
    assert!(text.contains("See [[#Notes]], [[#^own]] and [n](#notes).\n"), "{text}");
    assert!(
        text.contains("See [[#From F#Notes]], [[#^own-2]] and [n](#From%20F#Notes).\n"),
        "{text}"
    );
    assert!(text.contains("## From F\n\nSee"), "{text}");
    assert!(text.contains("\n### Notes\n\nOf F.\n\n#### Deep\n"), "{text}");
    assert_eq!(text.matches("## History").count(), 1, "{text}");
    let history = &text[text.find("## History").unwrap()..];
    assert!(!history.contains("From F"), "{text}");
    assert!(history.contains("Owner: Bob") && history.contains("Seat: Rome"), "{text}");
    assert_eq!(
        vault.text("x.md"),
        "[[e#From F#Notes]] [[e#From F#Notes#Deep]] [[e#History]] [[e]]\n"
    );
    let lint = vault.json(&["lint", "--rule", "missing-anchor"]);
    assert_eq!(lint["findings"].as_array().unwrap().len(), 0, "{lint}");
}

#[test]
fn conversations_and_templates_stay_pages_of_their_own() {
    let vault = Vault::new();
    vault.put("projects/a.md", &head("A")).put(
        "sessions/s.md",
        "---\ntype: session\nid: s\ntitle: S\n---\n# S\n\n> **user**\n> hello\n> ^t-1\n",
    );
    let before = vault.snapshot();
    for other in ["sessions/s", "templates/project"] {
        vault.run(&["merge", "projects/a", other]).fails(3);
        vault.run(&["merge", other, "projects/a"]).fails(3);
    }
    vault.run(&["move", "templates/project", "projects/"]).fails(3);
    assert_eq!(vault.snapshot(), before);
}

#[test]
fn what_hangs_on_a_value_with_tildes_joins_with_it() {
    let fact = |value: &str, day: u8, by: &str| {
        format!("- Budget: {value}  added:2026-0{day}-01\n  - approved by {by}\n")
    };
    let (old, new) = (fact("~~5~~ 10", 1, "Ann"), fact("20", 3, "Zoe"));
    for (ours, theirs) in [(&old, &new), (&new, &old)] {
        let vault = Vault::new();
        vault.put("projects/e.md", &format!("{}{ours}", head("E")));
        vault.put("projects/f.md", &format!("{}{theirs}", head("F")));
        vault.run_ok(&["merge", "projects/e", "projects/f"]);
        let text = vault.text("projects/e.md");
        let past = "- ~~Budget: \\~\\~5\\~\\~ 10~~ added:2026-01-01 superseded:2026-03-01\n  - approved by Ann\n";
        assert!(text.contains(&new) && text.contains(past), "{text}");
    }
}

#[test]
fn of_equal_facts_the_marks_are_united_and_only_whole_items_that_stand_there_are_left_out() {
    let vault = Vault::new();
    let ours =
        "- Budget: 5\n  - North\n    - done\n  - see [[x]]\n  - ls\n\n    ```\n    ls\n    ```\n";
    let theirs = "- Budget: 5  expires:2027-01-01\n  - see [[x]]\n  - South\n    - done\n\n    ```sh\n    pwd\n    ```\n  - Last\n";
    vault.put("projects/e.md", &format!("{}{ours}", head("E")));
    vault.put("projects/f.md", &format!("{}{theirs}", head("F")));
    vault.run_ok(&["merge", "projects/e", "projects/f"]);
    let text = vault.text("projects/e.md");
    let rest = ours.strip_prefix("- Budget: 5\n").unwrap();
    let news = "  - South\n    - done\n\n    ```sh\n    pwd\n    ```\n  - Last\n";
    assert!(text.contains(&format!("{rest}{news}")), "{text}");
    let line = text.lines().find(|it| it.starts_with("- Budget: 5")).unwrap();
    assert!(line.contains("expires:2027-01-01"), "{text}");
    assert_eq!(text.matches("see [[x]]").count(), 1, "{text}");
}

/// Two pages of one thing with these bodies, joined; gives the page that stays.
fn joined(ours: &str, theirs: &str) -> String {
    let vault = Vault::new();
    vault.put("projects/e.md", &format!("{}{ours}", head("E")));
    vault.put("projects/f.md", &format!("{}{theirs}", head("F")));
    vault.run_ok(&["merge", "projects/e", "projects/f"]);
    let lint = vault.json(&["lint", "--rule", "missing-anchor"]);
    assert_eq!(lint["findings"].as_array().unwrap().len(), 0, "{lint}");
    vault.text("projects/e.md")
}

#[test]
fn facts_meet_those_of_the_same_heading_and_keep_their_own_otherwise() {
    let text = joined(
        "## Office\n\n- phone: 1\n",
        "- phone: 2\n\n## Home\n\n- phone: 5\n\n## Office\n\n- phone: 6  added:2020-01-01\n- fax: 8\n\n### Fax\n\n- phone: 7\n\n## Contacts\n\n- mail: a@b.c\n",
    );
    assert!(text.contains("# E\n\n- phone: 2\n\n## Office\n\n- phone: 1\n- phone: 6  added:2020-01-01\n- fax: 8\n\n## From F\n"), "{text}");
    let own = "### Home\n\n- phone: 5\n\n### Office\n\n#### Fax\n\n- phone: 7\n\n### Contacts\n\n- mail: a@b.c\n";
    assert!(text.ends_with(own), "{text}");
    assert!(text.contains("status: conflict"), "{text}");
}

#[test]
fn a_fact_without_a_day_gets_none_by_joining_and_a_numbered_item_stays_in_its_list() {
    let text = joined(
        "- Owner: Ann\n",
        "- Seat: Oslo\n- The roof leaks.\n\nFirst steps.\n\n1. first: dig\n2. second: fill\n",
    );
    assert!(text.contains("- Owner: Ann\n- Seat: Oslo\n- The roof leaks.\n"), "{text}");
    assert!(text.contains("First steps.\n\n1. first: dig\n2. second: fill\n"), "{text}");
    assert!(!text.contains("added:"), "{text}");
}

#[test]
fn a_page_does_not_become_related_to_itself() {
    let vault = Vault::new();
    vault.put(
        "projects/e.md",
        "---\ntype: project\ntitle: E\nrelated_to: [\"[[f]]\", \"[[x]]\"]\n---\n# E\n\n- Owner: Ann\n- depends_on: [[f]]\n",
    );
    vault.put(
        "projects/f.md",
        "---\ntype: project\ntitle: F\nrelated_to: [\"[[e]]\", \"[[y]]\"]\n---\n# F\n\n- team: [[e]]\n- See also: [[e]] and its plan\n",
    );
    let told = vault.json(&["merge", "projects/e", "projects/f"])["warnings"].to_string();
    assert!(told.contains("depends_on: [[f]]") && told.contains("team: [[e]]"), "{told}");
    let text = vault.text("projects/e.md");
    assert!(text.contains("related_to: [\"[[x]]\", \"[[y]]\"]\n"), "{text}");
    let (now, past) = text.split_once("## History\n").unwrap();
    assert!(now.contains("- Owner: Ann\n- See also: [[e]] and its plan\n"), "{text}");
    assert!(!now.contains("depends_on") && !now.contains("team"), "{text}");
    assert!(past.contains("- ~~depends_on: [[e]]~~ superseded:2026-11-11"), "{text}");
    assert!(past.contains("- ~~team: [[e]]~~ superseded:2026-11-11"), "{text}");
}

#[test]
fn what_stood_behind_the_history_of_a_page_that_joins_does_not_become_history() {
    for history in ["History", "历史"] {
        let ours = format!("Text.\n\n## {history}\n\n- ~~x: y~~ superseded:2020-01-01\n");
        let text = joined(
            &ours,
            "## History\n\n- ~~a: b~~ superseded:2021-01-01\n\n## Zebra facts\n\n- owner: Ann\n\n# Later\n\nLate.\n",
        );
        let own = text.find("## From F\n").unwrap();
        let past = text.find(&format!("## {history}\n")).unwrap();
        assert!(own < past, "{text}");
        assert!(text[own..past].contains("Zebra facts\n\n- owner: Ann\n"), "{text}");
        assert!(text[own..past].contains("Later\n\nLate.\n"), "{text}");
        assert!(text[past..].contains("~~x: y~~") && text[past..].contains("~~a: b~~"), "{text}");
    }
}

#[test]
fn footnotes_and_link_definitions_of_both_pages_stay_apart() {
    let text = joined(
        "Ours[^1], [ref] and [x][Ref].\n\n[^1]: Note of e.\n\n[ref]: https://e.example\n",
        "- Seat: Oslo[^1]\n\nTheirs[^1], [ref], [y][REF], [ref][] and `[^1]`, ![p][ref], [own].\n\n[^1]: Note of f.\n\n[ref]: https://f.example\n[own]: https://own.example\n",
    );
    assert!(text.contains("Ours[^1], [ref] and [x][Ref].\n\n[^1]: Note of e.\n"), "{text}");
    assert!(text.contains("- Seat: Oslo[^1-2]\n"), "{text}");
    assert!(
        text.contains("Theirs[^1-2], [ref][ref-2], [y][ref-2], [ref][ref-2] and `[^1]`, ![p][ref-2], [own].\n\n[^1-2]: Note of f.\n\n[ref-2]: https://f.example\n[own]: https://own.example\n"),
        "{text}"
    );
}

#[test]
fn links_to_the_block_of_a_fact_that_gives_way_lead_to_what_holds() {
    let text = joined(
        "- R: 1  added:2026-01-01 ^rel\n- S: 5  added:2026-03-01 ^s\n- T: 7  added:2026-03-01\n",
        "- R: 2  added:2026-02-01 ^rel\n- S: 4  added:2026-02-01 ^sum\n- T: 6  added:2026-02-01 ^rel-2\n\nSee [[#^rel]], [[#^sum]], [[#^rel-2]].\n",
    );
    assert!(text.contains("- R: 2  added:2026-02-01 ^rel\n"), "{text}");
    assert!(text.contains("- S: 5  added:2026-03-01 ^s\n"), "{text}");
    assert!(text.contains("- T: 7  added:2026-03-01 ^rel-2\n"), "{text}");
    assert!(text.contains("See [[#^rel]], [[#^s]], [[#^rel-2]].\n"), "{text}");
}

#[test]
fn a_head_brings_along_what_the_other_does_not_say_and_the_rest_is_told() {
    let vault = Vault::new();
    vault.put(
        "projects/e.md",
        "---\ntype: project\ntitle: E\nid: e-1\ntags: [a]\npriority: low # sic\nowner: Ann\n---\n# E\n",
    );
    vault.put(
        "projects/f.md",
        "---\ntype: project\ntitle: F\nid: f-1\nstatus: draft\ntags: [a, b]\nimportance: high\nowner: Bob\nexpires: 2027-01-01\nfloors: 5\nrooms: [hall, \"a: b\"]\n---\n# F\n\nText.\n",
    );
    let told = vault.json(&["merge", "projects/e", "projects/f"])["warnings"].to_string();
    let said = "status: draft; importance: high; owner: Bob; expires: 2027-01-01";
    assert!(told.contains(said), "{told}");
    let text = vault.text("projects/e.md");
    assert_eq!(
        text,
        format!(
            "---\ntype: project\ntitle: E\nid: e-1\ntags: [a, b]\npriority: low # sic\nowner: Ann\naliases: [F, f-1]\nfloors: 5\nrooms: [hall, \"a: b\"]\n---\n# E\n\n## From F\n\nIts head said: {said}.\n\nText.\n"
        )
    );
    assert_eq!(vault.recall("tag:b"), ["projects/e"]);
}

#[test]
fn a_page_that_is_nothing_but_its_template_leaves_no_headings_behind() {
    let vault = Vault::new();
    vault.run_ok(&["remember", "--page", "projects/two", "--key", "Owner", "--value", "Ann"]);
    vault.run_ok(&["new", "Atlas", "--type", "project"]);
    let done = vault.run_ok(&["merge", "projects/two", "projects/atlas"]);
    assert!(
        done.out.contains("joined: projects/atlas, which is archived as archive/"),
        "{}",
        done.out
    );
    let text = vault.text("projects/two.md");
    assert!(!text.contains("From Atlas") && !text.contains("## Goal"), "{text}");
    // A heading of one's own stays, and so does what stands below one of the template's.
    vault.put("projects/bob.md", &format!("{}## Goal\n\n## Tides\n", head("Bob")));
    vault.run_ok(&["merge", "projects/two", "projects/bob"]);
    assert!(vault.text("projects/two.md").contains("Tides"));
    vault.put("projects/cat.md", &format!("{}## Goal\n\nTo the moon.\n", head("Cat")));
    vault.run_ok(&["merge", "projects/two", "projects/cat"]);
    assert!(vault.text("projects/two.md").contains("To the moon."));
}

#[test]
fn what_both_histories_hold_stands_there_once() {
    let vault = Vault::new();
    let past = "- ~~phone: 1~~ added:2025-01-01 superseded:2026-01-01\n";
    vault
        .put(
            "projects/e.md",
            &format!("{}- phone: 2  added:2026-01-01\n\n## History\n\n{past}", head("E")),
        )
        .put(
            "projects/f.md",
            &format!("{}## History\n\n{past}- ~~fax: 9~~ superseded:2026-01-01\n", head("F")),
        );
    vault.run_ok(&["merge", "projects/e", "projects/f"]);
    let text = vault.text("projects/e.md");
    assert_eq!(text.matches("~~phone: 1~~").count(), 1, "{text}");
    assert!(text.contains("~~fax: 9~~"), "{text}");
}

#[test]
fn a_page_that_was_joined_to_another_does_not_come_back_beside_it() {
    for (head, vault) in [
        ("---\ntype: project\ntitle: B\n---\n# B\n", Vault::with_git()),
        ("# B\n", Vault::with_git()),
        ("+++\ntitle = \"B\"\n+++\n# B\n", Vault::with_git()),
        ("---\ntitle: [x\n---\n# B\n", Vault::with_git()),
        ("---\ntype: project\ntitle: B\n---\n# B\n", Vault::new()),
    ] {
        vault.put("projects/b.md", &format!("{head}\n- owner: Bob\n"));
        remember(&vault, &["--page", "projects/a", "stage: two"]);
        let before = vault.text("projects/a.md");
        vault.run_ok(&["merge", "projects/a", "projects/b"]);
        let joined = vault.snapshot();
        for words in [
            vec!["remember", "--page", "projects/b", "x: y"],
            vec!["edit", "projects/b", "--set", "tags=x"],
            vec!["read", "projects/b"],
        ] {
            let done = vault.run(&words).fails(4);
            assert!(
                done.err.contains("projects/a") && !done.err.contains("restore"),
                "{}",
                done.err
            );
        }
        let done = vault.run(&["restore", "projects/b"]).fails(5);
        assert!(done.err.contains("projects/a"), "{}", done.err);
        assert_eq!(vault.snapshot(), joined);
        let Some((_, undo)) = done.err.split_once("`memopage undo ") else {
            assert!(!vault.root().join(".git").exists(), "{}", done.err);
            continue;
        };
        vault.run_ok(&["undo", undo.split('`').next().unwrap()]);
        assert_eq!(vault.text("projects/a.md"), before);
        vault.run_ok(&["remember", "--page", "projects/b", "x: y"]);
    }
}

#[test]
fn what_was_joined_comes_back_when_the_other_page_is_gone() {
    let vault = Vault::new();
    vault.put("projects/b.md", &head("B"));
    remember(&vault, &["--page", "projects/a", "stage: two"]);
    vault.run_ok(&["merge", "projects/a", "projects/b"]);
    vault.run_ok(&["forget", "projects/a"]);
    vault.run_ok(&["restore", "projects/b"]);
}

#[test]
fn a_page_that_joined_is_known_by_its_id_and_what_its_books_said_otherwise_is_told() {
    let vault = Vault::new();
    let page = |title: &str, head: &str| {
        format!("---\ntype: project\ntitle: {title}\n{head}---\n# {title}\n\n- {title}: 1\n")
    };
    vault
        .put("projects/a.md", &page("PA", "status: active\ncreated_at: 2026-05-01\n"))
        .put(
            "projects/b.md",
            &page("PB", "id: b-1\nstatus: investigating\ncreated_at: 2026-02-01\n"),
        )
        .put("projects/c.md", &page("PC", "id: c-1\nstatus: active\ncreated_at: 2026-09-01\n"));
    let told = vault.json(&["merge", "projects/a", "projects/b"])["warnings"].to_string();
    let said = "status: investigating; created_at: 2026-02-01";
    assert!(told.contains(said) && vault.text("projects/a.md").contains(said), "{told}");
    // What says no more than the page that stays is not repeated.
    let told = vault.json(&["merge", "projects/a", "projects/c"])["warnings"].to_string();
    assert!(!told.contains("said otherwise"), "{told}");
    for (id, key) in [("b-1", "z"), ("c-1", "y")] {
        let kept = remember(&vault, &["--page", id, "--key", key, "--value", "1"]);
        assert_eq!(kept["page"], "projects/a", "{kept}");
        assert_eq!(vault.json(&["read", id])["page"], "projects/a");
    }
}
