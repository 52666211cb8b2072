//! What a question names outright (ids, clauses, versions, numbers, fields of somebody at the other end of a
//! relation), which pages take part, and what stands above what.

use crate::vault::{Vault, first, noted, pages};
use search::text_filters;

#[test]
fn archived_pages_are_added_and_machine_pages_are_not() {
    let vault = noted(&[
        ("archive/notes/quince", "# Quince jam\n\nQuince jam needs lemon."),
        ("log-2025", "## [2025-05-20] remember | quince jam"),
        ("templates/quince", "# {{title}}\n\nQuince jam."),
    ]);
    vault.run_ok(&["remember", "--page", "projects/quince", "--key", "Jam", "--value", "quince"]);
    let found = pages(&vault.json(&["recall", "--archived", "quince jam"]));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found.contains(&"archive/notes/quince".to_owned()), "{found:?}");
    assert!(!vault.recall("quince jam").contains(&"archive/notes/quince".to_owned()));
    assert!(vault.recall("in:archive quince jam").contains(&"archive/notes/quince".to_owned()));
    assert_eq!(vault.recall("status:archived quince jam"), ["archive/notes/quince"]);
    let schema = pages(&vault.json(&["recall", "--archived", "--any", "page types of the schema"]));
    assert!(!schema.iter().any(|it| it == "SCHEMA" || it.starts_with("log")), "{schema:?}");
    // Whoever names their type means them.
    let logs = pages(&vault.json(&["recall", "--type", "log", "quince jam"]));
    assert!(logs.iter().all(|it| it.starts_with("log")) && !logs.is_empty(), "{logs:?}");
}

#[test]
fn a_note_of_ones_own_that_calls_itself_a_log_is_found() {
    let vault = noted(&[
        ("notes/ship", "---\ntype: log\n---\n# Log of the ship\n\nThe quince rudder broke."),
        ("log-2019", "---\ntype: log\n---\n# What I logged\n\nThe quince keel was painted."),
    ]);
    first(&vault, "quince rudder", "notes/ship");
    first(&vault, "quince keel painted", "log-2019");
    vault.put("log-2020.md", "# Log\n\n## [2020-05-20] remember | quince mast\n");
    assert!(!vault.recall("remember quince mast").contains(&"log-2020".to_owned()));
}

const OLD: &str = "Refunds are paid within thirty days of a written claim by the customer.";

#[test]
fn a_page_never_stands_above_what_replaced_it() {
    let vault = noted(&[
        (
            "policies/a",
            &format!("---\ntitle: Claims A\nsuperseded_by: \"[[policies/b]]\"\n---\n{OLD}"),
        ),
        (
            "policies/b",
            "---\ntitle: Claims B\nsuperseded_by: \"[[c|the new one]]\"\n---\nIn between.",
        ),
        ("policies/c", "---\ntitle: Claims C\n---\nMoney goes back at once."),
    ]);
    for unit in ["passage", "page"] {
        let reply = vault.json(&["recall", "refunds paid within thirty days", "--unit", unit]);
        assert_eq!(pages(&reply)[..2], ["policies/c", "policies/a"], "{reply}");
        assert_eq!(reply["hits"][0]["replaces"], serde_json::json!(["policies/a"]), "{reply}");
    }
    let shown = vault.run_ok(&["recall", "refunds paid within thirty days"]).out;
    assert!(shown.contains("replaces policies/a"), "{shown}");
    // A page in between that is found as well stands between.
    vault.put(
        "policies/b.md",
        &format!("---\ntitle: Claims B\nsuperseded_by: c\n---\n{OLD} {OLD}\n"),
    );
    let found = vault.recall("refunds paid within thirty days");
    assert_eq!(found[..3], ["policies/c", "policies/b", "policies/a"], "{found:?}");
}

#[test]
fn pages_that_replaced_each_other_are_found_both() {
    let vault = noted(&[
        ("policies/a", &format!("---\ntitle: Claims A\nsuperseded_by: policies/b\n---\n{OLD}")),
        (
            "policies/b",
            "---\ntitle: Claims B\nsuperseded_by: policies/a\n---\nMoney goes back at once.",
        ),
    ]);
    first(&vault, "refunds paid within thirty days", "policies/a");
}

#[test]
fn parts_of_versions_numbers_and_hashes_are_found() {
    let hash = "3f2a9c1d0b7e4a6f8c9d0e1f2a3b4c5d6e7f8a9b";
    let vault = noted(&[
        ("release", "We shipped v1.44.7-alpha on Tuesday."),
        ("spaced", "The grant was 1 000 000 crowns."),
        ("comma", "The other grant was 2,000,000 crowns."),
        ("commit", &format!("Reverted {hash} because of the leak.")),
        ("dialled", "Front desk 138-0013-8000, after eight."),
        ("plain", "Back door 01088889999, before eight."),
    ]);
    first(&vault, "1.44.7", "release");
    for query in ["1000000", "1,000,000", "1 000 000"] {
        first(&vault, query, "spaced");
    }
    for query in ["2000000", "2 000 000"] {
        first(&vault, query, "comma");
    }
    first(&vault, "13800138000", "dialled");
    first(&vault, "010-88889999", "plain");
    for query in [&hash[..7], &hash[..10], hash] {
        first(&vault, query, "commit");
    }
}

#[test]
fn the_page_that_is_an_id_stands_above_pages_that_mention_it() {
    let mention = "INC-2024-0887 happened last year. What happened in INC-2024-0887 last year is told elsewhere.";
    let vault = noted(&[
        (
            "incidents/payments",
            "---\nid: INC-2024-0887\ntitle: Payments down\n---\nThe gateway was full.",
        ),
        ("incidents/INC-2024-0901", "# Search slow\n\nAn index was cold."),
        ("notes/one", mention),
        (
            "notes/two",
            &format!("# What happened in INC-2024-0887\n\n{mention} INC-2024-0901 as well."),
        ),
    ]);
    for query in
        ["INC-2024-0887", "what happened in INC-2024-0887 last year", "inc-2024-0887是怎么回事"]
    {
        first(&vault, query, "incidents/payments");
    }
    first(&vault, "tell me about INC-2024-0901, please", "incidents/INC-2024-0901");
}

#[test]
fn a_clauses_own_passage_stands_first() {
    let body: String = (1..=9)
        .flat_map(|section| (1..=6).map(move |clause| (section, clause)))
        .map(|(section, clause)| {
            let says = format!("The keeper reports matters of group {section} in manner {clause}.");
            format!("3.{section}.{clause} {says} It follows 3.2.5 where that applies.\n\n")
        })
        .collect();
    let vault = noted(&[
        (
            "policies/keeper",
            &format!("---\nid: POL-7\ntitle: Keeper policy\n---\n# Keeper policy\n\n{body}"),
        ),
        ("notes/cites", "# 3.2.5 cited\n\nSee 3.2.5, and 3.2.5 again; 3.2.5 is what matters."),
        (
            "rules/chinese",
            "# 规程\n\n第四条 一般规定，适用于所有人。\n\n第五条 退款须在三十日内完成。",
        ),
    ]);
    for query in
        ["POL-7 3.2.5", "what does clause 3.2.5 of POL-7 say?", "POL-7 第 3.2.5 条", "POL-7 §3.2.5"]
    {
        let reply = vault.json(&["recall", query]);
        let hit = &reply["hits"][0];
        assert_eq!(hit["page"], "policies/keeper", "{query}: {reply}");
        let text = hit["text"].as_str().unwrap();
        assert!(text.contains("3.2.5 The keeper reports"), "{query}: {text}");
    }
    first(&vault, "第五条说什么", "rules/chinese");
}

#[test]
fn every_filter_of_the_table_acts_inside_the_question_and_is_documented() {
    let vault = noted(&[
        ("a", "---\ndomain: compliance\ncreated_at: 2026-03-02\n---\nThe lantern policy."),
        ("b", "---\ndomain: sales\ncreated_at: 2026-04-09\n---\nThe lantern policy."),
    ]);
    for query in [
        "domain:compliance lantern policy",
        "domain:Compliance lantern",
        "lantern during:2026-03",
        "lantern during:2026-02..2026-03",
        "lantern before:2026-03",
        "lantern during:\"March 2026\"",
    ] {
        assert_eq!(vault.recall(query), ["a"], "{query}");
    }
    assert_eq!(pages(&vault.json(&["recall", "lantern policy", "--domain", "compliance"])), ["a"]);
    assert_eq!(vault.json(&["list", "--domain", "sales"])["total"], 1);
    assert_eq!(vault.recall("lantern after:2026-04"), ["b"]);
    // What is no value of a field is text, also a type or a status that nothing has.
    for query in ["type:nope lantern policy", "lantern policy status:foo"] {
        assert_eq!(vault.recall(query).len(), 2, "{query}");
    }
    for query in ["type:Project lantern policy", "lantern policy status:draft"] {
        assert_eq!(vault.recall(query).len(), 0, "{query}");
    }
    vault.put("c.md", "---\nstatus: foo\n---\nThe lantern policy.\n");
    assert_eq!(vault.recall("lantern policy status:Foo"), ["c"]);
    vault.json(&["recall", "--", "during:never priority:odd type:, path://x"]);
    let page = include_str!("../../../../docs/concepts/query.md");
    for filter in text_filters() {
        assert!(page.contains(&format!("`{filter}:")), "{filter} is not documented");
    }
}

#[test]
fn a_page_that_nobody_has_written_yet_answers_nothing() {
    let vault = Vault::with(&["--layout", "personal", "--no-git", "--zone", "UTC"]);
    vault.distract();
    let made = vault.text("NOW.md");
    let words: Vec<&str> = made.split_whitespace().filter(|it| it.len() > 4).collect();
    let question = words.join(" ").replace(['#', '<', '>', '-', ':'], " ");
    assert!(!vault.recall(&question).contains(&"NOW".to_owned()), "{question}");
    vault.put("NOW.md", &format!("{made}\nPainting the boathouse door.\n"));
    first(&vault, "painting the boathouse door", "NOW");
}

#[test]
fn the_field_of_whoever_stands_at_the_other_end_of_a_relation_is_found() {
    let vault = noted(&[
        (
            "projects/atlas",
            "---\ntype: project\ntitle: Atlas\nowner: \"[[people/grace]]\"\n---\n# Atlas\n\nA map of the coast.",
        ),
        (
            "people/grace",
            "---\ntitle: Grace Lin\nemail: grace@example.org\nphone: 555 0101\n---\n# Grace Lin\n\nLikes kites.",
        ),
        ("projects/凤凰", "# 凤凰\n\n- 负责人: [[people/李雷]]"),
        ("people/李雷", "# 李雷\n\n- 邮箱: lilei@example.org"),
    ]);
    for (query, page, says) in [
        ("e-mail of Atlas's owner", "people/grace", "grace@example.org"),
        ("what is the phone number of the owner of Atlas?", "people/grace", "555 0101"),
        ("凤凰项目负责人的邮箱是什么", "people/李雷", "lilei@example.org"),
    ] {
        let reply = vault.json(&["recall", query]);
        let hit = &reply["hits"][0];
        assert_eq!(hit["page"], page, "{query}: {reply}");
        assert!(hit["text"].as_str().unwrap().contains(says), "{query}: {hit}");
        assert!(hit["via"].as_str().unwrap().starts_with("projects/"), "{hit}");
        let context = vault.run_ok(&["context", query]).out;
        assert!(context.contains(says), "{query}: {context}");
    }
    // Without a field, or by a filter that leaves the owner out, the project stands for itself.
    first(&vault, "who is the owner of Atlas", "projects/atlas");
    first(&vault, "type:project e-mail of Atlas's owner", "projects/atlas");
    let context = vault.run_ok(&["context", "e-mail of Atlas's owner"]).out;
    assert!(context.contains("Likes kites."), "{context}");
}

#[test]
fn relations_are_followed_in_other_words_in_the_other_language_and_over_three_pages() {
    let vault = noted(&[
        (
            "projects/harbor",
            "# Harbor\n\n- owner: [[people/elena]]\n- status: live\n\n## History\n\n- ~~owner: [[people/hugo]]~~ added:2026-01-01 superseded:2026-02-01",
        ),
        (
            "people/elena",
            "# Elena\n\n- works for: [[companies/dunmore]]\n- phone: 555 4127\n- city: Graz",
        ),
        ("people/hugo", "# Hugo\n\n- phone: 555 9999\n- city: Oslo"),
        ("companies/dunmore", "# Dunmore\n\n- address: Canal Row 7\n- tax number: TX-30202"),
        ("projects/白鹭平台", "# 白鹭平台\n\n- 负责人: [[people/林静怡]]"),
        ("people/林静怡", "# 林静怡\n\n- 邮箱: lin@example.org\n- 任职于: [[companies/dunmore]]"),
    ]);
    for (query, page, says) in [
        ("Which number do I call for whoever runs Harbor?", "people/elena", "555 4127"),
        ("where does the person in charge of Harbor live?", "people/elena", "Graz"),
        ("Harbor 的负责人的电话是什么？", "people/elena", "555 4127"),
        ("What is the email of the owner of 白鹭平台?", "people/林静怡", "lin@example.org"),
        (
            "What is the address of the company that the owner of Harbor works for?",
            "companies/dunmore",
            "Canal Row 7",
        ),
        ("主管白鹭平台的那个人上班的公司开在哪条街？", "companies/dunmore", "Canal Row 7"),
    ] {
        let reply = vault.json(&["recall", query]);
        let hit = &reply["hits"][0];
        assert_eq!(hit["page"], page, "{query}: {reply}");
        assert!(hit["text"].as_str().unwrap().contains(says), "{query}: {hit}");
        // Who was the owner before is led to no more.
        let mut hits = reply["hits"].as_array().unwrap().iter();
        assert!(!hits.any(|it| it["page"] == "people/hugo" && it.get("via").is_some()), "{reply}");
    }
    // What the project itself has is its own.
    first(&vault, "what is the status of Harbor?", "projects/harbor");
}

#[test]
fn a_fact_in_another_passage_of_a_long_page_is_given_before_the_one_with_the_name() {
    let vault = Vault::new();
    vault.distract();
    let many: String = (0..60)
        .map(|n| format!("- note {n}: the lift made a strange noise on floor {n}\n"))
        .collect();
    vault.put(
        "people/zoe.md",
        &format!("# Zoe Falk\n\n- phone: 555 0142\n{many}- city: Bergen\n{many}"),
    );
    for (query, says) in [("where does Zoe Falk live?", "Bergen"), ("Zoe Falk phone", "555 0142")] {
        let reply = vault.json(&["recall", query]);
        let hit = &reply["hits"][0];
        assert!(hit["text"].as_str().unwrap().contains(says), "{query}: {reply}");
        let lines = hit["lines"].clone();
        let read =
            vault.run_ok(&["read", "people/zoe", "--lines", &format!("{}-{}", lines[0], lines[1])]);
        assert!(read.out.contains(says), "{query}: {lines}");
    }
}

#[test]
fn logs_pages_of_several_years_and_names_with_a_sign_are_no_double_names() {
    let vault = Vault::new();
    for year in [2024, 2025, 2026] {
        vault.put(&format!("log-{year}.md"), "# Log\n\n## [2025-05-20] remember | x\n");
        vault.put(&format!("notes/review-{year}.md"), "# Review of the year\n\nIt was long.\n");
    }
    vault.put("notes/tram.md", "# Tram lines\n").put("notes/trams.md", "# Tram-lines\n");
    for (name, title) in
        [("c", "C"), ("cpp", "C++"), ("c-sharp", "C#"), ("f", "F"), ("f-sharp", "F#")]
    {
        vault.put(&format!("notes/{name}.md"), &format!("# {title}\n"));
    }
    let report = vault.json(&["lint", "--rule", "double-name"]);
    let pages: Vec<&str> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["page"].as_str().unwrap())
        .collect();
    assert_eq!(pages, ["notes/trams"], "{report}");
}

#[test]
fn a_filter_of_a_question_that_is_none_is_told_beside_the_hits() {
    let vault = noted(&[("notes/anna", "# Anna\n\nAnna likes the wombat.")]);
    for (asked, told) in [
        ("type:nope wombat", "no page has the type `nope`"),
        ("after:2026-13 wombat", "`2026-13` is no day"),
        ("wombat -type:user", "a filter keeps pages and cannot leave some out"),
    ] {
        let shown = vault.run_ok(&["recall", asked]);
        assert!(
            shown.out.contains(told) && shown.out.contains("Anna likes"),
            "{asked}: {}",
            shown.out
        );
    }
}

#[test]
fn words_that_ask_for_nothing_beside_a_filter_of_days_list_their_pages() {
    let vault = noted(&[
        ("daily/2026-10-05", "# 2026-10-05\n\n### 10:00 — saw the walrus"),
        ("daily/2026-11-05", "# 2026-11-05\n\n### 10:00 — saw the heron"),
    ]);
    let found = pages(&vault.json(&["recall", "what did I do", "--during", "2026-10"]));
    assert_eq!(found, ["daily/2026-10-05"]);
}

#[test]
fn c067_what_was_edited_while_nothing_ran_is_found_and_counted_at_once() {
    let vault = Vault::new();
    vault.distract();
    vault.put("notes/a.md", "# A\n\nThe first words.\n");
    vault.run_ok(&["recall", "first words"]);
    vault.put("notes/a.md", "# A\n\nA quokka was seen at the harbour.\n");
    vault.put("notes/new.md", "# New\n\nThe zeppelin lands at noon.\n");
    assert_eq!(vault.recall("quokka harbour")[0], "notes/a");
    assert_eq!(vault.recall("zeppelin noon")[0], "notes/new");
    let status = vault.json(&["status"]);
    assert_eq!(status["index"]["pending"].as_u64().unwrap_or(0), 0, "{status}");
}
