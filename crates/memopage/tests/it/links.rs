//! Links, relations, and what follows a page that moves.

use crate::vault::Vault;

#[test]
fn c050_a_relative_link_follows_a_page_that_moves() {
    let vault = Vault::new();
    let text = "[b](../b.md#h 'T')\n\n```\n[b](../b.md)\n```\n";
    vault.put("docs/sub/a.md", text).put("docs/b.md", "# B\n\n## h\n");
    vault.run_ok(&["move", "docs/b", "docs/ref/b2"]);
    assert!(!vault.has("docs/b.md") && vault.has("docs/ref/b2.md"));
    assert_eq!(vault.text("docs/sub/a.md"), "[b](../ref/b2.md#h 'T')\n\n```\n[b](../b.md)\n```\n");
}

#[test]
fn c049_a_link_in_a_table_keeps_its_escaped_pipe() {
    let vault = Vault::new();
    vault
        .put("t.md", "| M | P |\n|---|---|\n| g | [[gptq\\|GPTQ paper]] |\n")
        .put("gptq.md", "# GPTQ\n");
    vault.run_ok(&["move", "gptq", "papers/gptq-2022"]);
    let text = vault.text("t.md");
    assert!(text.contains("gptq-2022\\|GPTQ paper]]"), "{text}");
}

#[test]
fn c053_a_heading_with_signs_is_reached() {
    let vault = Vault::new();
    vault
        .put(
            "note.md",
            "---\nx: |\n  # not a heading\n---\n# Note\n\n## My Heading: v2 (draft)\n\nText.\n",
        )
        .put("from.md", "[[note#My Heading: v2 (draft)]]\n\n[[note#not a heading]]\n");
    let lint = vault.json(&["lint", "from", "--rule", "missing-anchor"]);
    let findings = lint["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{lint}");
    assert!(findings[0]["message"].as_str().unwrap().contains("not a heading"));
}

#[test]
fn c046_callouts_tasks_and_timestamps_are_no_facts_and_no_links() {
    let vault = Vault::new();
    vault.put(
        "projects/p.md",
        "---\ntype: project\ntitle: P\n---\n> [!note] Remember\n- [ ] buy milk\n[01:02.300 - 01:05.900] hello\n- [x] done\n",
    );
    let read = vault.json(&["read", "projects/p"]);
    assert!(read["facts"].is_null(), "{read}");
    let lint = vault.json(&["lint", "projects/p"]);
    assert_eq!(lint["links"]["broken"], 0);
    assert!(vault.recall("buy milk").contains(&"projects/p".to_owned()));
}

#[test]
fn c023_a_name_with_hyphens_is_one_name() {
    let vault = Vault::new();
    vault.put("my-app.md", "# my-app\n").put("my-app-web.md", "# my-app-web\n");
    vault.run_ok(&["link", "my-app", "my-app-web"]);
    assert!(vault.text("my-app.md").contains("[[my-app-web]]"));
    assert_eq!(vault.run(&["read", "my"]).code, 4);
    let again = vault.json(&["link", "my-app", "my-app-web"]);
    assert_eq!(again["outcome"], "unchanged");
}

#[test]
fn c047_only_predicates_of_the_schema_are_relations() {
    let vault = Vault::new();
    vault.put("a.md", "# A\n").put("b.md", "# B\n");
    let unknown = vault.run(&["link", "a", "b", "--predicate", "see also the old plan"]).fails(2);
    assert!(unknown.err.contains("SCHEMA.md"), "{}", unknown.err);
    vault.run_ok(&["link", "a", "b", "--predicate", "depends_on"]);
    assert!(vault.text("a.md").contains("- depends_on [[b"), "{}", vault.text("a.md"));
    // Its other spellings, in any language, are the same relation.
    for spelling in ["needs", "依赖", "Depends on"] {
        vault.run_ok(&["link", "a", "b", "--predicate", spelling]);
    }
    assert_eq!(vault.text("a.md").matches("depends_on [[b").count(), 1);
}

#[test]
fn two_pages_of_one_thing_become_one_and_links_follow() {
    let vault = Vault::new();
    let head = |title: &str| format!("---\ntype: project\ntitle: {title}\n---\n# {title}\n\n");
    vault
        .put("projects/atlas.md", &format!("{}- Release: Thursday\n", head("Atlas")))
        .put("projects/atlas-app.md", &format!("{}- Owner: Ann\n\nOld words.\n", head("Atlas app")))
        .put("x.md", "See [[atlas-app]].\n");
    vault.run_ok(&["merge", "projects/atlas", "projects/atlas-app"]);
    let kept = vault.text("projects/atlas.md");
    assert!(kept.contains("- Release: Thursday") && kept.contains("Owner: Ann"), "{kept}");
    assert!(kept.contains("Old words.") && kept.contains("Atlas app"), "{kept}");
    assert!(vault.text("x.md").contains("atlas]]"), "{}", vault.text("x.md"));
    assert!(vault.has("archive/projects/atlas-app.md"));
    assert!(vault.run_ok(&["read", "Atlas app"]).out.contains("Release"));
}

#[test]
fn a_link_to_a_file_that_is_not_in_the_vault_is_reported() {
    let vault = Vault::new();
    vault
        .put("img/here.png", "png")
        .put("deep/er/far.png", "png")
        .put(
            "notes/a.md",
            "![](../img/here.png) ![[far.png]] ![](here.png) ![[er/far.png]]\n\n![](../img/gone.png) ![[lost.pdf]]\n",
        );
    let lint = vault.json(&["lint", "--rule", "missing-attachment"]);
    let found: Vec<&str> = lint["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["message"].as_str().unwrap())
        .collect();
    assert_eq!(found.len(), 2, "{lint}");
    assert!(found[0].contains("../img/gone.png") && found[1].contains("lost.pdf"), "{lint}");
    assert_eq!(lint["links"]["attachments"], 6);
    assert_eq!(lint["links"]["missing_attachments"], 2);
}

#[test]
fn a_wikilink_relative_to_its_page_is_followed_and_kept_by_a_move() {
    let vault = Vault::new();
    vault
        .put("docs/b.md", "# B\n")
        .put("docs/sub/c.md", "# C\n")
        .put("docs/a.md", "# A\n\n[[./b]] [[./b#B]] [[./sub/c|see]] [[../docs/b]]\n");
    let broken = |vault: &Vault| vault.json(&["lint", "--rule", "broken-link"])["findings"].clone();
    assert_eq!(broken(&vault), serde_json::json!([]));
    vault.run_ok(&["move", "docs/b", "docs/sub/b"]);
    vault.run_ok(&["move", "docs/a", "notes/a"]);
    assert_eq!(broken(&vault), serde_json::json!([]), "{}", vault.text("notes/a.md"));
}

#[test]
fn lint_of_a_page_tells_nothing_of_pages_whose_names_begin_alike() {
    let vault = Vault::new();
    for (page, title) in [("a", "Alone"), ("ab", "Same thing"), ("ac", "Same thing")] {
        let text = format!("---\ntype: topic\ntitle: {title}\n---\n# {title}\n");
        vault.put(&format!("topics/{page}.md"), &text);
    }
    let all = vault.json(&["lint", "--rule", "double-name"]);
    assert!(all.to_string().contains("topics/ac"), "{all}");
    let one = vault.json(&["lint", "topics/a"]);
    assert!(!one.to_string().contains("topics/ac"), "{one}");
}

#[test]
fn pages_of_one_title_are_named_whatever_their_types_and_links() {
    let vault = Vault::new();
    for (page, kind) in [("projects/atlas", "project"), ("topics/atlas-book", "topic")] {
        let text = format!("---\ntype: {kind}\ntitle: Atlas\n---\n# Atlas\n");
        vault.put(&format!("{page}.md"), &text);
    }
    vault.put("topics/ledger.md", "---\ntype: topic\ntitle: Ledger\n---\n# Ledger\n");
    let found = vault.json(&["lint", "--rule", "double-name"])["findings"].clone();
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    assert_eq!(found[0]["page"], "topics/atlas-book");
    let message = found[0]["message"].as_str().unwrap();
    assert!(message.contains("that of projects/atlas") && !message.contains("merge"), "{message}");
}

#[test]
fn a_link_leads_to_a_heading_and_to_a_day_that_has_no_page_yet() {
    let vault = Vault::new();
    vault.put("projects/a.md", "---\ntype: project\n---\n# A\n");
    vault.put("projects/l2.md", "---\ntype: project\n---\n# L2\n\n## Head\n\nText.\n");
    vault.run_ok(&["link", "projects/a", "l2#Head"]);
    vault.run_ok(&["link", "projects/a", "today"]);
    let text = vault.text("projects/a.md");
    assert!(
        text.contains("- [[projects/l2#Head]]") && text.contains("[[daily/2026-11-11"),
        "{text}"
    );
    assert!(vault.has("daily/2026-11-11.md"));
    let done = vault.run(&["link", "projects/a", "l2#Nowhere"]).fails(4);
    assert!(done.err.contains("no place `#Nowhere`"), "{}", done.err);
    assert_eq!(vault.json(&["lint"])["findings"], serde_json::json!([]));
}

#[test]
fn lint_takes_what_names_a_page() {
    let vault = Vault::new();
    let text = "---\nid: P-7\naliases: [Reliance]\n---\n# Trust\n\n[[nowhere]]\n";
    vault.put("thoughts/trust.md", text).put("other.md", "[[nothing]]\n");
    for name in ["thoughts/trust", "thoughts", "trust", "Trust", "Reliance", "P-7", "[[Trust]]"] {
        let report = vault.json(&["lint", name]);
        assert_eq!(report["pages"], 1, "{name}: {report}");
        assert_eq!(report["findings"][0]["page"], "thoughts/trust", "{name}: {report}");
    }
    let done = vault.run(&["lint", "Trast"]).fails(4);
    assert!(done.err.contains("no page or folder") && done.err.contains("trust"), "{}", done.err);
    vault.put("b/twin.md", "b\n").put("c/twin.md", "c\n");
    vault.run(&["lint", "twin"]).fails(5);
}

#[test]
fn a_link_that_the_vaults_own_map_took_is_told_where_it_was_meant_to_go() {
    let vault = Vault::new();
    vault
        .put("docs/index.md", "# Docs\n\n## 🪴 Get Started\n")
        .put("docs/build.md", "See [[index#🪴 Get Started]] and [[index#Nowhere]].\n");
    vault.run_ok(&["remember", "--page", "topics/a", "--key", "k", "--value", "v"]);
    let report = vault.json(&["lint", "docs/build"]);
    let messages: Vec<&str> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["message"].as_str().unwrap())
        .collect();
    assert!(messages[0].contains("own map") && messages[0].contains("docs/index has"), "{report}");
    assert_eq!(messages[1], "index has no `#Nowhere`");
}

#[test]
fn a_link_with_a_query_follows_its_page_and_keeps_the_query() {
    let vault = Vault::new();
    vault.put("docs/a.md", "[q](../b.md?x=1#h) [r](c.md?x=2&y=a/b) [s](d?.md)\n");
    vault.put("b.md", "# b\n\n## h\n").put("docs/c.md", "# c\n").put("docs/d?.md", "# d\n");
    vault.run_ok(&["move", "docs/a", "projects/a"]);
    let moved = "[q](../b.md?x=1#h) [r](../docs/c.md?x=2&y=a/b) [s](../docs/d%3F.md)\n";
    assert!(vault.text("projects/a.md").ends_with(moved), "{}", vault.text("projects/a.md"));
    vault.run_ok(&["move", "b", "docs/b"]);
    let text = vault.text("projects/a.md");
    assert!(text.contains("[q](../docs/b.md?x=1#h)"), "{text}");
}

#[test]
fn a_title_of_a_head_that_is_not_valid_is_nobodys_double() {
    let vault = Vault::new();
    vault
        .put("notes/a.md", "---\ntitle: [otter\n---\n# Otter\n")
        .put("notes/b.md", "---\ntitle: [otter\n---\n# Otter\n")
        .put("notes/c.md", "# [otter\n")
        .put("notes/d.md", "# [otter\n");
    let found = vault.json(&["lint", "--rule", "double-name"]);
    let pages: Vec<_> =
        found["findings"].as_array().unwrap().iter().map(|it| &it["page"]).collect();
    assert_eq!(pages, ["notes/d"], "{found}");
    assert!(found["findings"][0]["message"].as_str().unwrap().contains("notes/c"), "{found}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_map_reaches_pages_whose_names_no_wikilink_can_hold() {
    for layout in ["wiki", "personal"] {
        let vault = Vault::with(&["--no-git", "--layout", layout]);
        for name in ["c#", "a|b", "a [b]", "deep/er/x # y"] {
            vault.put(&format!("notes/{name}.md"), "Text.\n");
        }
        vault.run_ok(&["write", "notes/plain", "# Plain\n"]);
        let map = vault.text(if layout == "wiki" { "index.md" } else { "INDEX.md" });
        for link in ["notes/c%23.md", "notes/a%7Cb.md", "notes/a%20%5Bb%5D.md", "x%20%23%20y.md"] {
            assert!(map.contains(link), "{map}");
        }
        let out = vault.run(&["lint"]).out;
        assert!(out.contains(" 0 broken"), "{out}");
    }
}
