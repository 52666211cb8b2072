//! The graph in a catalogue of many entities, and of pages that change and go.

use wiki::path::PagePath;
use wiki::relation::{Object, relations};
use wiki::schema::Schema;

use super::{Batch, Index, Put};
use crate::Tie;
use crate::atom::atoms;
use crate::catalogue::{Folded, Stored};

const PREDICATE: &str = "depends_on";

fn put(file: &str, text: &str, schema: &Schema) -> Put {
    let put = Put::of(file, text);
    Put { relations: relations(&put.page, schema), ..put }
}

/// Each entity names the first, the one before it and, as a relation, the one at half its number. The rows
/// are made from one page that was read: reading so many would take most of a minute.
fn entities(count: usize) -> Index {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open_readonly(dir.path(), "a double").unwrap();
    let text = format!("# Entity\n\n- {PREDICATE} [[half]]\n\nSee [[e00000]], [[before]].\n");
    let like = put("like.md", &text, &Schema::parse(""));
    let outline = atoms(&like.page, &like.facets).1;
    let named = |number: usize| format!("e{number:05}");
    let entity = |number: usize| {
        let mut put = like.clone();
        put.file = format!("entities/{}.md", named(number));
        put.page.path = PagePath::from_file(&put.file).unwrap();
        put.facets.title = format!("Entity {number}");
        put.page.links[0].target = named(number / 2);
        put.page.links[2].target = named(number.saturating_sub(1));
        put.relations[0].object = Object::Page(named(number / 2));
        put
    };
    let all: Vec<Put> = (0..count).map(entity).collect();
    let stored = (1..).zip(&all).map(|(uid, put)| Stored {
        put,
        outline: &outline,
        uid,
        folded: Folded::Delta,
    });
    let stored: Vec<Stored<'_>> = stored.collect();
    index
        .on(|state| {
            state.catalogue.reserve(count)?;
            state.catalogue.write(&stored, &[], &[])
        })
        .unwrap();
    index
}

#[test]
fn c073_a_graph_of_75_000_entities_is_given_in_parts() {
    let index = entities(75_000);
    let (first, total) = index.most_named(None, 50).unwrap();
    assert_eq!((first.len(), total), (50, 75_000));
    assert_eq!((first[0].page.as_str(), first[0].by), ("entities/e00000", 74_999));
    assert!(
        first.windows(2).all(|pair| pair[0].by > pair[1].by
            || pair[0].by == pair[1].by && pair[0].page < pair[1].page)
    );
    let (next, _) = index.most_named(first.last(), 50).unwrap();
    assert!(next.len() == 50 && next.iter().all(|it| !first.contains(it)));

    // A hub's neighbours come in parts, too, however many there are.
    let hub = ["e00000".to_owned()];
    let some = index.naming(&hub, Tie::Link, None, 50).unwrap();
    let more = index.naming(&hub, Tie::Link, some.last(), 50).unwrap();
    assert_eq!(more[0].as_str(), "entities/e00050");
    assert_eq!((some.len(), more.len()), (50, 50));
    let last = PagePath::parse("entities/e74990").unwrap();
    assert_eq!(index.naming(&hub, Tie::Link, Some(&last), 50).unwrap().len(), 9);

    let stated = index.relations_after(Some(PREDICATE), None, 50).unwrap();
    let (at, triple) = stated.last().unwrap();
    let after = (triple.subject.to_string(), *at);
    let on = index.relations_after(Some(PREDICATE), Some(&after), 50).unwrap();
    assert_eq!((stated.len(), on.len()), (50, 50));
    assert_eq!(on[0].1.subject.as_str(), "entities/e00050");
    assert!(index.relations_after(Some("knows"), None, 50).unwrap().is_empty());
}

#[test]
fn whoever_is_rewritten_or_goes_counts_no_more() {
    let index = entities(4);
    let schema = Schema::parse("");
    let by = |page: &str| {
        let (found, _) = index.most_named(None, 10).unwrap();
        found.iter().find(|it| it.page == page).map(|it| it.by)
    };
    assert_eq!(by("entities/e00000"), Some(3));
    let batch = Batch {
        put: vec![put("entities/e00001.md", "# Entity 1\n\nAlone.\n", &schema)],
        remove: vec![PagePath::parse("entities/e00002").unwrap()],
        ..Batch::default()
    };
    index.apply(&batch).unwrap();
    assert_eq!(by("entities/e00000"), Some(1));
    assert_eq!(by("entities/e00002"), None);
    let gone = PagePath::parse("entities/e00001").unwrap();
    assert!(index.relations_from(&gone).unwrap().is_empty());
    assert_eq!(index.relations_after(None, None, 10).unwrap().len(), 2);
}

#[test]
fn pages_out_of_sight_neither_count_nor_stand_in_the_listing() {
    let index = entities(2);
    let schema = Schema::parse("");
    let mut old = put("archive/old.md", "# Old\n\n- depends_on [[e00000]]\n", &schema);
    old.facets.archived = true;
    let mut map = put("index.md", "# Index\n\n- depends_on [[e00000]]\n", &schema);
    map.facets.apart = true;
    index.apply(&Batch { put: vec![old, map], ..Batch::default() }).unwrap();
    assert_eq!(index.relations_after(None, None, 10).unwrap().len(), 2);
    let (found, total) = index.most_named(None, 10).unwrap();
    assert_eq!(total, 2);
    assert_eq!(found[0].by, 1);
    assert_eq!(index.naming(&["e00000".to_owned()], Tie::Relation, None, 10).unwrap().len(), 2);
}

#[test]
fn a_page_that_links_by_two_names_counts_once() {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open_readonly(dir.path(), "a double").unwrap();
    let schema = Schema::parse("");
    let ada = "---\naliases: [Lovelace, Countess]\n---\n# Ada\n\nSee [[Countess]].\n";
    let pages = [
        ("people/ada.md", ada),
        (
            "notes/both.md",
            "# Both\n\n[[Ada]] is [[Lovelace]], and [[Lovelace]] the [[Countess]].\n",
        ),
        ("notes/one.md", "# One\n\nAbout [[Lovelace]].\n"),
        ("notes/other.md", "# Other\n\nAbout [[One]].\n"),
    ];
    let all = pages.iter().map(|(file, text)| put(file, text, &schema)).collect();
    index.apply(&Batch { put: all, ..Batch::default() }).unwrap();
    let (found, _) = index.most_named(None, 10).unwrap();
    let by: Vec<(&str, usize)> = found.iter().map(|it| (it.page.as_str(), it.by)).collect();
    let right = [("people/ada", 2), ("notes/one", 1), ("notes/both", 0), ("notes/other", 0)];
    assert_eq!(by, right);

    // However many names: a statement may have 32,766 parameters.
    let mut names: Vec<String> = (0..40_000).map(|nth| format!("nobody {nth}")).collect();
    names.push("Ada".to_owned());
    let naming = index.naming(&names, Tie::Link, None, 10).unwrap();
    assert_eq!(naming.iter().map(|it| it.as_str()).collect::<Vec<_>>(), ["notes/both"]);
}
