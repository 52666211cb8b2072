//! The graph stream: pages that hang together with what the question names.

use super::*;

fn project() -> Vault {
    Vault::of(&[
        (
            "projects/atlas.md",
            "# Atlas\n\n- owner: [[Priya Shah]]\n- reviewer: [[Tom Lee]]\n- status: on track\n",
        ),
        ("projects/borealis.md", "# Borealis\n\n- owner: [[Tom Lee]]\n"),
        (
            "people/priya.md",
            "---\naliases: [Priya Shah]\nemail: priya@example.org\n---\n# Priya\n\nWorks in Leeds.\n",
        ),
        (
            "people/tom.md",
            "---\naliases: [Tom Lee]\nemail: tom@example.org\n---\n# Tom\n\nWorks in York.\n",
        ),
        ("people/zoe.md", "---\nemail: zoe@example.org\n---\n# Zoe\n\nThe e-mail list is hers.\n"),
        ("项目甲.md", "# 项目甲\n\n- 负责人：[[陈静]]\n- 测试：[[王磊]]\n"),
        ("陈静.md", "---\n邮箱: jing@example.org\n---\n# 陈静\n\n在青岛工作。\n"),
        ("王磊.md", "---\n邮箱: lei@example.org\n---\n# 王磊\n\n在上海工作。\n"),
    ])
}

fn best_two(vault: &Vault, text: &str) -> Vec<String> {
    let before: Vec<String> = vault.files(text).into_iter().take(2).collect();
    vault.fold();
    let after: Vec<String> = vault.files(text).into_iter().take(2).collect();
    assert_eq!(before, after, "{text}: delta and big index differ");
    after
}

#[test]
fn the_owner_of_a_named_project_is_found_in_two_hops() {
    let vault = project();
    let found = best_two(&vault, "the e-mail of Atlas's owner");
    assert!(found.contains(&"people/priya.md".to_owned()), "{found:?}");
    let found = best_two(&vault, "what is the email of the owner of Borealis");
    assert!(found.contains(&"people/tom.md".to_owned()), "{found:?}");
    let found = best_two(&vault, "项目甲负责人的邮箱");
    assert!(found.contains(&"陈静.md".to_owned()), "{found:?}");
}

#[test]
fn the_stream_takes_part_only_where_a_page_is_named_and_may_be_left_out() {
    let vault = project();
    let named = query("who reviews Atlas");
    assert!(vault.answer(&named).streams.contains(&"graph"));
    assert!(!vault.answer(&query("works in Leeds")).streams.contains(&"graph"));
    let mut without = named.clone();
    without.streams.graph = false;
    assert!(!vault.answer(&without).streams.contains(&"graph"));
}

#[test]
fn a_link_by_its_path_leads_to_no_namesake_in_another_folder() {
    let vault = Vault::of(&[
        ("red/plan.md", "# Red scheme\n\nPaint the barn.\n"),
        ("blue/plan.md", "# Blue scheme\n\nPaint the shed.\n"),
        ("people/tom.md", "# Tom\n\n- owner of: [[blue/plan]]\n"),
    ]);
    let linked = |text: &str| vault.answer(&query(text)).streams.contains(&"graph");
    assert!(linked("owner of the Blue scheme"));
    assert!(!linked("owner of the Red scheme"));
}

#[test]
fn explain_shows_the_graph() {
    let mut asked = query("the e-mail of Atlas's owner");
    asked.explain = true;
    asked.unit = Unit::Page;
    let answer = project().answer(&asked);
    let hit = answer.hits.iter().find(|hit| hit.page.as_str() == "people/priya").unwrap();
    let stage = hit.explain.as_ref().unwrap().stages.iter().find(|stage| stage.name == "graph");
    assert_eq!(stage.unwrap().rank, 1);
}

#[test]
fn a_name_that_is_no_link_counts_under_a_key() {
    let vault = Vault::of(&[
        ("atlas.md", "# Atlas\n\nowner: Priya Shah\nstarted: 2026\n"),
        ("priya.md", "---\nemail: priya@example.org\n---\n# Priya Shah\n\nWorks in Leeds.\n"),
        ("zoe.md", "---\nemail: zoe@example.org\n---\n# Zoe\n\nThe e-mail list is hers.\n"),
    ]);
    let found = best_two(&vault, "e-mail of Atlas's owner");
    assert!(found.contains(&"priya.md".to_owned()), "{found:?}");
}

#[test]
fn c073_a_hub_of_thousands_of_links_brings_a_few_pages() {
    let mut pages: Vec<(String, String)> = (0..3_000)
        .map(|nth| {
            (
                format!("n/{nth}.md"),
                format!("# Note {nth}\n\nsee [[Hub]] and [[Note {}]]\n", nth + 1),
            )
        })
        .collect();
    pages.push(("hub.md".to_owned(), "# Hub\n\nThe middle of it all.\n".to_owned()));
    let pages: Vec<(&str, &str)> =
        pages.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
    let vault = Vault::of(&pages);
    let mut asked = query("what is the Hub about");
    asked.limit = 5;
    let answer = vault.answer(&asked);
    assert_eq!(answer.hits[0].page.file(), "hub.md");
    assert!(answer.total < 1_500, "{}", answer.total);
}

#[test]
fn a_circle_of_links_is_walked_once() {
    let vault = Vault::of(&[
        ("a.md", "# Alpha\n\n- owner: [[Beta]]\n"),
        ("b.md", "# Beta\n\n- owner: [[Gamma]]\n"),
        ("c.md", "# Gamma\n\n- owner: [[Alpha]]\n"),
    ]);
    let found = vault.files("owner of Alpha");
    assert!(found.contains(&"b.md".to_owned()) && found.contains(&"c.md".to_owned()), "{found:?}");
}

#[test]
fn a_longer_name_is_meant_no_less_than_a_shorter_one_in_it() {
    let vault = Vault::of(&[
        (
            "chain.md",
            "# Chain\n\nChain is a row of blocks. See [[Ledger]] and [[Wallet]]. Chain again.\n",
        ),
        ("chain-critique.md", "# Chain Critique\n\nWhy blocks do not scale.\n"),
        ("ledger.md", "# Ledger\n\nA book of what [[Chain]] moves.\n"),
        ("wallet.md", "# Wallet\n\nKeys of [[Chain]], after every critique.\n"),
        ("garden.md", "# Garden\n\nBeans and peas.\n"),
    ]);
    assert_eq!(best_two(&vault, "Critique Chain")[0], "chain-critique.md");
    assert_eq!(best_two(&vault, "a critique of Chain, please")[0], "chain-critique.md");
    assert_eq!(best_two(&vault, "what is Chain")[0], "chain.md");
}

#[test]
fn a_name_that_is_asked_for_whole_stands_above_an_identifier_in_it() {
    let vault = Vault::of(&[
        ("web3.md", "# Web3\n\nWeb3 is a row of blocks. Web3 again, and its critique.\n"),
        ("web3-critique.md", "# Web3 Critique\n\nWhy blocks do not scale.\n"),
        ("garden.md", "# Garden\n\nBeans and peas.\n"),
    ]);
    assert_eq!(best_two(&vault, "Web3 Critique")[0], "web3-critique.md");
    assert_eq!(best_two(&vault, "what is Web3 for")[0], "web3.md");
}

#[test]
fn without_words_a_reason_speaks_of_no_words() {
    let vault = project();
    let why = |text: &str, [lexical, vector, graph]: [bool; 3]| {
        let streams = Streams { lexical, vector, graph };
        vault.answer(&Query { streams, ..query(text) }).abstained.unwrap()
    };
    let links = [false, false, true];
    assert!(why("boiling point of ethanol", links).contains("names no page"));
    // Nobody reads by likeness here.
    assert_eq!(why("boiling point", [false, true, false]), "likeness could not be asked");
    assert_eq!(why("boiling point", [true, true, true]), "no page has these words");
}
