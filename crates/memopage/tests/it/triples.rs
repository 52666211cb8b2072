//! `.memopage/graph.db` as any SQLite client sees it, and chains over what it holds.

use crate::vault::Vault;
use rusqlite::Connection;

/// Brian works on Atlas, which uses Stripe, which needs a key.
fn brian() -> Vault {
    let vault = Vault::new();
    vault
        .put("people/brian.md", "---\ntype: user\ntitle: Brian\n---\n# Brian\n\n- works_on [[Atlas]] added:2026-05-20\n")
        .put("projects/atlas.md", "---\ntype: project\ntitle: Atlas\n---\n# Atlas\n\nPays by card.\n\n- uses [[Stripe]]\n- depends_on [[Nothing]]\n")
        .put("tools/stripe.md", "---\ntype: tool\ntitle: Stripe\n---\n# Stripe\n\n- api_key: kept in vault 7\n- part_of: the cloud\n")
        .put("keys/stripe-live.md", "---\ntype: key\ntitle: Stripe live\n---\n# Stripe live\n\nFor [[Stripe]].\n")
        .put("archive/old.md", "# Old\n\n- uses [[Atlas]]\n");
    vault
}

fn rows(vault: &Vault, sql: &str) -> Vec<String> {
    let db = Connection::open(vault.root().join(".memopage/graph.db")).unwrap();
    let mut read = db.prepare(sql).unwrap();
    let columns = read.column_count();
    let row = |row: &rusqlite::Row<'_>| {
        let text = |at| match row.get::<_, rusqlite::types::Value>(at)? {
            rusqlite::types::Value::Null => Ok("-".to_owned()),
            rusqlite::types::Value::Text(text) => Ok(text),
            rusqlite::types::Value::Integer(it) => Ok(it.to_string()),
            other => Ok(format!("{other:?}")),
        };
        Ok((0..columns).map(text).collect::<rusqlite::Result<Vec<_>>>()?.join(" | "))
    };
    read.query_map([], row).unwrap().collect::<rusqlite::Result<_>>().unwrap()
}

const ALL: &str = "SELECT subject, predicate, object, added_date, object_kind, page, line FROM triples ORDER BY 1, 2, 3";

#[test]
fn relations_stand_in_a_table_that_any_client_reads() {
    let vault = brian();
    vault.run_ok(&["list"]);
    assert_eq!(
        rows(&vault, ALL),
        [
            "people/brian | works_on | projects/atlas | 2026-05-20 | page | people/brian.md | 7",
            "projects/atlas | depends_on | Nothing | - | missing | projects/atlas.md | 10",
            "projects/atlas | uses | tools/stripe | - | page | projects/atlas.md | 9",
        ]
    );
    let two_hops =
        "SELECT a.subject, b.object FROM triples a JOIN triples b ON b.subject = a.object
                    WHERE a.object_kind = 'page' AND b.object_kind = 'page'";
    assert_eq!(rows(&vault, two_hops), ["people/brian | tools/stripe"]);
}

#[test]
fn the_table_follows_every_change_of_the_pages() {
    let vault = brian();
    let uses = "SELECT subject, predicate, object, object_kind FROM triples ORDER BY 1, 2, 3";
    let links = |vault: &Vault| {
        let all = rows(vault, uses);
        all.into_iter().filter(|it| !it.starts_with("people")).collect::<Vec<_>>()
    };
    vault.run_ok(&["list"]);
    // Written through memopage: there at once.
    vault.run_ok(&["append", "tools/stripe", "- depends_on [[Atlas]]"]);
    assert_eq!(links(&vault).len(), 3);
    // A page that a link waited for.
    vault.run_ok(&["new", "Nothing", "--type", "project"]);
    assert!(
        links(&vault).contains(&"projects/atlas | depends_on | projects/nothing | page".to_owned()),
        "{:?}",
        links(&vault)
    );
    // Moved, with its links; by hand, removed.
    vault.run_ok(&["move", "tools/stripe", "tools/paying"]);
    assert!(
        links(&vault).contains(&"projects/atlas | uses | tools/paying | page".to_owned()),
        "{:?}",
        links(&vault)
    );
    std::fs::remove_file(vault.root().join("projects/nothing.md")).unwrap();
    vault.put("people/cleo.md", "# Cleo\n\n- knows [[Brian]]\n");
    vault.run_ok(&["list"]);
    let now = links(&vault);
    assert!(
        now.iter()
            .any(|it| it.starts_with("projects/atlas | depends_on") && it.ends_with("missing")),
        "{now:?}"
    );
    assert!(rows(&vault, uses).contains(&"people/cleo | knows | people/brian | page".to_owned()));
    // Archived: out of sight.
    vault.run_ok(&["forget", "people/cleo", "--yes"]);
    assert!(!rows(&vault, uses).iter().any(|it| it.contains("cleo")));
    // Erased: in no corner of the file.
    vault.put(
        "projects/dark.md",
        "---\ntype: project\ntitle: Dark\n---\n# Dark\n\n- part_of: walrusfern\n",
    );
    vault.run_ok(&["list"]);
    let holds = || {
        let state = std::fs::read_dir(vault.root().join(".memopage")).unwrap();
        let files = state.map(|it| it.unwrap().path());
        let mut graphs = files.filter(|it| it.to_string_lossy().contains("graph.db"));
        graphs.any(|it| std::fs::read(it).unwrap().windows(10).any(|it| it == b"walrusfern"))
    };
    assert!(holds());
    vault.run_ok(&["forget", "projects/dark", "--erase", "--yes"]);
    assert!(!holds());
    // What is kept up is what is made anew.
    let kept = rows(&vault, ALL);
    std::fs::remove_file(vault.root().join(".memopage/graph.db")).unwrap();
    vault.run_ok(&["list"]);
    assert_eq!(rows(&vault, ALL), kept);
    // So it is with a new index, whose numbers begin again.
    std::fs::remove_dir_all(vault.root().join(".memopage/index")).unwrap();
    vault.run_ok(&["list"]);
    assert_eq!(rows(&vault, ALL), kept);
}

#[test]
fn a_table_that_is_damaged_locked_or_none_of_ours_fails_no_write() {
    let vault = brian();
    vault.run_ok(&["list"]);
    let kept = rows(&vault, ALL);
    let file = vault.root().join(".memopage/graph.db");
    // Garbage, an empty file, and a client that changed the tables.
    let spoil: [&dyn Fn(); 4] = [
        &|| std::fs::write(&file, "no database at all").unwrap(),
        &|| std::fs::write(&file, "").unwrap(),
        &|| Connection::open(&file).unwrap().execute_batch("DROP TABLE triples").unwrap(),
        &|| Connection::open(&file).unwrap().execute_batch("PRAGMA user_version = 99").unwrap(),
    ];
    for spoilt in spoil {
        spoilt();
        vault.run_ok(&["status"]);
        vault.run_ok(&["append", "people/brian", "A word."]);
        assert_eq!(rows(&vault, ALL).len(), kept.len());
    }
    // Locked: the write is done, and told is what is behind.
    let other = Connection::open(&file).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    vault.run_ok(&["append", "people/brian", "- knows [[Atlas]]"]);
    let status = vault.run_ok(&["status"]).out;
    assert!(status.contains("graph.db is locked"), "{status}");
    let doctor = vault.run(&["doctor"]).out;
    assert!(doctor.contains("note  graph") && doctor.contains("made anew"), "{doctor}");
    other.execute_batch("COMMIT").unwrap();
    let status = vault.run_ok(&["status"]).out;
    assert!(status.contains("4 relations in graph.db"), "{status}");
    drop(other);
    // Something else in its place is left alone.
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    vault.run_ok(&["append", "people/brian", "Another."]);
    let status = vault.json(&["status"]);
    assert!(status["relations_problem"].as_str().unwrap().contains("something else"), "{status}");
    assert!(file.is_dir());
}

#[test]
fn a_chain_gives_the_page_and_line_that_prove_each_hop() {
    let vault = brian();
    let hop = |it: &serde_json::Value| {
        let text = |key: &str| it[key].as_str().unwrap();
        format!(
            "{} {} {} {}:{}",
            text("relation"),
            text("direction"),
            text("to"),
            text("page"),
            it["line"]
        )
    };
    let rows: [(&str, &[&str]); 4] = [
        (
            "project,tool,key",
            &[
                "works_on out projects/atlas people/brian:7",
                "uses out tools/stripe projects/atlas:9",
                "link in keys/stripe-live keys/stripe-live:7",
            ],
        ),
        (
            "project,tool,api_key",
            &[
                "works_on out projects/atlas people/brian:7",
                "uses out tools/stripe projects/atlas:9",
                "api_key out kept in vault 7 tools/stripe:7",
            ],
        ),
        (
            "works on,使用",
            &[
                "works_on out projects/atlas people/brian:7",
                "uses out tools/stripe projects/atlas:9",
            ],
        ),
        ("project,depends_on", &[]),
    ];
    for (steps, expected) in rows {
        let reply = vault.json(&["graph", "Brian", "--chain", steps]);
        let chains = reply["chains"].as_array().cloned().unwrap_or_default();
        assert_eq!(chains.len(), usize::from(!expected.is_empty()), "{steps}: {reply}");
        let hops =
            chains.first().map(|it| it.as_array().unwrap().iter().map(hop).collect::<Vec<_>>());
        assert_eq!(hops.unwrap_or_default(), expected, "{steps}");
    }
    let text = vault.run_ok(&["graph", "brian", "--chain", "project,tool"]).out;
    let line = "people/brian → works_on projects/atlas (people/brian:7) → uses tools/stripe (projects/atlas:9)";
    assert!(text.contains(line), "{text}");
    let none = vault.run_ok(&["graph", "brian", "--chain", "project,depends_on"]).out;
    assert!(none.contains("no chain from people/brian"), "{none}");
    for words in [
        &["graph", "brian", "--chain", "nonsense,tool"][..],
        &["graph", "brian", "--chain", "a,b,c,d,e"],
        &["graph", "--chain", "project"],
        &["graph", "brian", "--chain", "project", "--hops", "2"],
    ] {
        vault.run(words).fails(2);
    }
}

#[test]
fn ways_and_neighbours_say_where_each_tie_stands() {
    let vault = brian();
    let way = vault.json(&["graph", "brian", "--to", "stripe-live"]);
    let places: Vec<String> = way["way"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            format!("{}:{}", it["proof"][0]["page"].as_str().unwrap(), it["proof"][0]["line"])
        })
        .collect();
    assert_eq!(places, ["people/brian:7", "projects/atlas:9", "keys/stripe-live:7"], "{way}");
    let beside = vault.run_ok(&["graph", "atlas"]).out;
    assert!(
        beside.contains("[people/brian:7]") && beside.contains("[projects/atlas:9]"),
        "{beside}"
    );
}
