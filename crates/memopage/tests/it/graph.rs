//! How pages hang together, as `graph` shows it.

use crate::vault::Vault;
use serde_json::Value;

fn pages(reply: &Value) -> Vec<&str> {
    let rows = reply["pages"].as_array().unwrap();
    rows.iter().map(|it| it["page"].as_str().unwrap()).collect()
}

fn triples(reply: &Value) -> Vec<[&str; 4]> {
    let rows = reply["triples"].as_array().into_iter().flatten();
    let fields = ["subject", "predicate", "object", "means"];
    rows.map(|it| fields.map(|field| it[field].as_str().unwrap())).collect()
}

/// Atlas depends on Borealis, Ada works on Atlas, a note names both.
fn small() -> Vault {
    let vault = Vault::new();
    let project = |title: &str, text: &str| {
        format!("---\ntype: project\ntitle: {title}\n---\n# {title}\n\n{text}")
    };
    vault
        .put(
            "projects/atlas.md",
            &project("Atlas", "- depends_on [[borealis]]\n- part_of: the cloud\n"),
        )
        .put("projects/borealis.md", &project("Borealis", "Slow.\n"))
        .put("people/ada.md", "# Ada\n\n- works on [[Atlas]]\n- knows [[Nobody]]\n")
        .put("note.md", "# Note\n\nSee [[atlas]] and [[projects/borealis|B]].\n")
        .put("archive/old.md", "# Old\n\n- depends_on [[atlas]]\n");
    vault
}

#[test]
fn neighbours_are_given_with_their_relations_and_directions() {
    let vault = small();
    let reply = vault.json(&["graph", "Atlas"]);
    assert_eq!(pages(&reply), ["people/ada", "projects/borealis", "note"], "{reply}");
    assert_eq!(reply["pages"][0]["in"][0], "works_on");
    assert_eq!(reply["pages"][1]["out"][0], "depends_on");
    assert_eq!(reply["pages"][1]["type"], "project");
    assert_eq!(reply["pages"][2]["in"][0], "link");
    let text = vault.run_ok(&["graph", "atlas"]).out;
    assert!(text.contains("← works_on") && text.contains("→ depends_on"), "{text}");
    let only = vault.json(&["graph", "atlas", "--relation", "依赖"]);
    assert_eq!(pages(&only), ["projects/borealis"]);
    let far = vault.json(&["graph", "ada", "--hops", "2"]);
    assert_eq!(pages(&far), ["projects/atlas", "projects/borealis", "note"], "{far}");
    assert_eq!(far["pages"][1]["via"], "projects/atlas");
}

#[test]
fn a_link_to_a_namesake_ties_nothing() {
    let vault = Vault::new();
    vault
        .put("a/plan.md", "# First\n")
        .put("b/plan.md", "# Second\n")
        .put("a/x.md", "[[plan]]\n")
        .put("b/y.md", "[[plan]]\n");
    assert_eq!(pages(&vault.json(&["graph", "a/plan"])), ["a/x"]);
    assert_eq!(pages(&vault.json(&["graph", "b/plan"])), ["b/y"]);
}

#[test]
fn c073_the_parts_of_a_listing_are_all_of_it_each_page_once() {
    let vault = Vault::new();
    vault.put("hub.md", "# Hub\n\n[[n007]], [[n003]]\n");
    for number in 0..60 {
        let relation = if number % 10 == 0 { "- depends_on [[hub]]\n" } else { "" };
        vault.put(&format!("n{number:03}.md"), &format!("# N\n\n{relation}At [[hub]].\n"));
    }
    for words in [
        &["graph", "hub", "--limit", "7"][..],
        &["graph", "--limit", "7"],
        &["graph", "hub", "--hops", "2", "--limit", "7"],
    ] {
        let mut all = Vec::new();
        let mut cursor: Option<String> = None;
        loop {
            let mut words = words.to_vec();
            words.extend(cursor.iter().flat_map(|it| ["--cursor", it.as_str()]));
            let reply = vault.json(&words);
            let part = pages(&reply);
            assert!((1..=7).contains(&part.len()), "{words:?}: {part:?}");
            all.extend(part.iter().map(|it| (*it).to_owned()));
            match reply["cursor"].as_str() {
                Some(next) => cursor = Some(next.to_owned()),
                None => break,
            }
        }
        let of_ours = all.iter().filter(|it| it.starts_with('n')).count();
        assert_eq!(of_ours, 60, "{words:?}: {all:?}");
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count, "{words:?}");
    }
    let all = vault.json(&["graph", "--limit", "1"]);
    assert_eq!((pages(&all), &all["pages"][0]["linked"]), (vec!["hub"], &Value::from(60)));
}

#[test]
fn the_shortest_way_is_shown_step_by_step() {
    let vault = small();
    vault.put("island.md", "# Island\n");
    let reply = vault.json(&["graph", "Ada", "--to", "Borealis"]);
    let way = reply["way"].as_array().unwrap();
    assert_eq!(way.len(), 2, "{reply}");
    assert_eq!((&way[0]["from"], &way[0]["to"]), (&"people/ada".into(), &"projects/atlas".into()));
    assert_eq!(way[0]["out"][0], "works_on");
    assert_eq!(way[1]["out"][0], "depends_on");
    assert!(vault.json(&["graph", "borealis", "--to", "ada"])["way"][0]["in"][0] == "depends_on");
    let none = vault.json(&["graph", "ada", "--to", "island"]);
    assert!(none["way"].is_null() && none["note"].as_str().unwrap().contains("no way"), "{none}");
    vault.run(&["graph", "ada", "--to", "Ada"]).fails(2);
}

#[test]
fn relations_are_given_as_they_are_stated() {
    let vault = small();
    let own = vault.json(&["graph", "atlas", "--triples"]);
    assert_eq!(
        triples(&own),
        [
            ["projects/atlas", "depends_on", "projects/borealis", "page"],
            ["projects/atlas", "part_of", "the cloud", "text"],
            ["people/ada", "works_on", "projects/atlas", "page"],
        ]
    );
    assert_eq!(own["triples"][0]["line"], 7);
    let all = vault.json(&["graph", "--triples", "--limit", "2"]);
    assert_eq!(triples(&all)[1], ["people/ada", "knows", "Nobody", "missing"], "{all}");
    let rest = vault.json(&["graph", "--triples", "--cursor", all["cursor"].as_str().unwrap()]);
    assert_eq!(triples(&rest).len(), 2, "{rest}");
    let known = vault.json(&["graph", "--relation", "knows"]);
    assert_eq!(triples(&known).len(), 1);
}

#[test]
fn a_relation_that_the_schema_learns_holds_for_pages_that_stood_before() {
    let vault = Vault::new();
    vault.put("a.md", "# A\n\n- sails with [[b]]\n").put("b.md", "# B\n");
    assert_eq!(vault.json(&["graph", "a"])["pages"][0]["out"][0], "link");
    let schema = vault.text("SCHEMA.md");
    vault.put("SCHEMA.md", &schema.replace("predicates:\n", "predicates:\n  sails_with: []\n"));
    assert_eq!(vault.json(&["graph", "a"])["pages"][0]["out"][0], "sails_with");
}

#[test]
fn what_cannot_be_shown_says_why() {
    let vault = small();
    let unknown = vault.run(&["graph", "boreali"]).fails(4);
    assert!(unknown.err.contains("projects/borealis"), "{}", unknown.err);
    let relation = vault.run(&["graph", "atlas", "--relation", "sails with"]).fails(2);
    assert!(relation.err.contains("depends_on"), "{}", relation.err);
    for words in [
        &["graph", "atlas", "--hops", "3"][..],
        &["graph", "atlas", "--cursor", "nonsense"],
        &["graph", "--to", "atlas"],
        &["graph", "--hops", "2"],
        &["graph", "atlas", "--to", "ada", "--triples"],
        &["graph", "--limit", "0"],
    ] {
        let done = vault.run(words).fails(2);
        assert!(done.err.contains("hint:"), "{words:?}: {}", done.err);
    }
    assert!(vault.run_ok(&["graph", "note", "--relation", "knows"]).out.contains("nothing"));
}

#[test]
fn what_the_vault_works_by_is_nobodys_neighbour() {
    let vault = Vault::new();
    vault.run_ok(&["remember", "--page", "topics/a", "--key", "Owner", "--value", "[[b]]"]);
    vault.run_ok(&["remember", "--page", "topics/b", "--key", "Name", "--value", "Bea"]);
    let all = vault.json(&["graph"]);
    assert_eq!(pages(&all), ["topics/b", "topics/a"], "{all}");
    assert_eq!(all["total"], 2);
    assert_eq!(all["pages"][0]["linked"], 1);
    let beside = vault.json(&["graph", "b", "--hops", "2"]);
    assert_eq!(pages(&beside), ["topics/a"], "{beside}");
    vault.run_ok(&["remember", "--page", "topics/c", "--key", "Name", "--value", "Cy"]);
    let way = vault.json(&["graph", "topics/c", "--to", "topics/a"]);
    assert!(way["note"].is_string() && way["way"].is_null(), "{way}");
    // A map of somebody's own is content.
    vault.put("maps/mine.md", "# Mine\n\n[[a]] and [[b]].\n");
    assert_eq!(pages(&vault.json(&["graph", "topics/a"])), ["maps/mine", "topics/b"]);
}

#[test]
fn each_relation_is_named_once_where_one_is_unknown() {
    let vault = small();
    let done = vault.run(&["graph", "atlas", "--relation", "nope"]).fails(2);
    for name in ["depends_on", "part_of", "related_to"] {
        assert_eq!(done.err.matches(name).count(), 1, "{}", done.err);
    }
}

#[test]
fn a_page_whose_name_ends_like_a_file_is_in_the_graph() {
    let vault = Vault::new();
    vault.put("MAKE.md.md", "the make file\n").put("c.md", "[[MAKE.md]]\n");
    let all = vault.json(&["graph"]);
    let pages: Vec<&str> =
        all["pages"].as_array().unwrap().iter().filter_map(|it| it["page"].as_str()).collect();
    assert_eq!(pages, ["MAKE.md", "c"]);
    let first = vault.json(&["graph", "--limit", "1"]);
    let rest = vault.json(&["graph", "--cursor", first["cursor"].as_str().unwrap()]);
    assert_eq!(rest["pages"][0]["page"], "c", "{rest}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_page_whose_name_no_wikilink_can_hold_has_its_neighbours() {
    for name in ["a#b", "a|b", "c [1]", "deep/x # y"] {
        let vault = Vault::new();
        vault.put(&format!("{name}.md"), "# Pear\n\nIts juice.\n");
        vault.run_ok(&["write", "topics/p", "# Plum\n"]);
        vault.run_ok(&["link", "topics/p", name]);
        assert_eq!(pages(&vault.json(&["graph", "topics/p"])), [name]);
        assert_eq!(pages(&vault.json(&["graph", name])), ["topics/p"]);
        let way = vault.json(&["graph", "topics/p", "--to", name]);
        assert_eq!(way["way"].as_array().map(Vec::len), Some(1), "{way}");
        let context = vault.run_ok(&["context", "plum"]).out;
        // A bracket in a name ends no source.
        let name = name.replace('[', "\\[").replace(']', "\\]");
        assert!(context.contains(&format!("[linked: {name}")), "{context}");
    }
}
