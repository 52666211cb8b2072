use std::collections::HashMap;
use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use proptest::prelude::*;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::time::Now;

use super::{Batch, Index, Put, Settled, Touch};
use crate::{Filters, Order, PageText, Query, Unit};

fn put(file: &str, text: &str) -> Put {
    let mut put = Put::of(file, text);
    put.facets.apart = file.starts_with("apart");
    put
}

fn batch(pages: &[(&str, &str)]) -> Batch {
    Batch { put: pages.iter().map(|(file, text)| put(file, text)).collect(), ..Batch::default() }
}

fn ask(index: &Index, texts: &HashMap<String, String>, text: &str) -> Vec<(String, i64)> {
    let now = Timestamp::UNIX_EPOCH.to_zoned_datetime(TimeZone::UTC);
    let mut query = Query::new(text, Now { at: now });
    query.unit = Unit::Page;
    query.limit = 50;
    query.abstain = false;
    let answer =
        index.search(&query, &|file| texts.get(file).cloned().map(PageText::shared)).unwrap();
    assert!(answer.warnings.is_empty(), "{:?}", answer.warnings);
    answer.hits.iter().map(|hit| (hit.page.file(), (hit.score * 1e4).round() as i64)).collect()
}

#[test]
fn a_vault_of_pages_that_it_works_by_has_no_page_to_find() {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open(dir.path()).unwrap();
    let why = |filters: Filters| {
        let now = Timestamp::UNIX_EPOCH.to_zoned_datetime(TimeZone::UTC);
        let query = Query { filters, ..Query::new("gateway", Now { at: now }) };
        index.search(&query, &|_| None).unwrap().abstained.unwrap()
    };
    index.apply(&batch(&[("apart.md", "gateway")])).unwrap();
    let nothing = "the vault has no pages but those that say how it works";
    assert_eq!(why(Filters::default()), nothing);
    assert_eq!(why(Filters { statuses: vec!["active".to_owned()], ..Filters::default() }), nothing);
    index.apply(&batch(&[("archive/a.md", "gateway")])).unwrap();
    assert_eq!(why(Filters::default()), "every page is archived");
}

#[test]
fn the_log_of_what_was_done_makes_no_word_more_common() {
    let pages = [
        ("a.md", "# Gateway\n\nThe gateway of the harbour times out."),
        ("b.md", "# Ferry\n\nThe ferry leaves late."),
        ("c.md", "# Lamp\n\nThe lamp is on the table."),
    ];
    let log = "---\ntype: log\n---\n# Log\n\n".to_owned()
        + &"- updated gateway: the harbour times out\n\n".repeat(60);
    let texts: HashMap<String, String> =
        pages.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
    let scores = |more: &[(&str, &str)]| {
        let dir = tempfile::tempdir().unwrap();
        let index = Index::open(dir.path()).unwrap();
        index.caught_up().unwrap();
        index.apply(&batch(&[&pages[..], more].concat())).unwrap();
        let waiting = ask(&index, &texts, "gateway of the harbour");
        index.compact(Duration::from_secs(5)).unwrap();
        (waiting, ask(&index, &texts, "gateway of the harbour"))
    };
    let (waiting, folded) = scores(&[]);
    assert_eq!(waiting.len(), 1);
    assert_eq!(scores(&[("apart.md", &log)]), (waiting, folded));
}

#[test]
fn another_process_sees_a_write_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let (one, two) = (Index::open(dir.path()).unwrap(), Index::open(dir.path()).unwrap());
    one.caught_up().unwrap();
    let texts = HashMap::from([("a.md".to_owned(), "gateway".to_owned())]);
    one.apply(&batch(&[("a.md", "gateway")])).unwrap();
    assert_eq!(ask(&two, &texts, "gateway").len(), 1);
    one.compact(Duration::from_secs(5)).unwrap();
    assert_eq!(ask(&two, &texts, "gateway").len(), 1);
    assert_eq!(two.status().unwrap().delta, 0);
}

#[test]
fn a_folder_that_was_deleted_or_is_of_another_format_is_built_anew() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("index");
    let index = Index::open(&root).unwrap();
    assert!(index.why_rebuild().is_some());
    index.apply(&batch(&[("a.md", "gateway")])).unwrap();
    index.caught_up().unwrap();
    assert!(Index::open(&root).unwrap().why_rebuild().is_none());
    std::fs::remove_dir_all(&root).unwrap();
    // The handle that was open notices too.
    assert!(index.known().unwrap().is_empty());
    assert!(index.why_rebuild().is_some());
    index.apply(&batch(&[("a.md", "gateway")])).unwrap();
    drop(index);
    std::fs::write(
        root.join("catalogue.db"),
        "no database at all, but long enough to be looked at",
    )
    .unwrap();
    let index = Index::open(&root).unwrap();
    assert!(index.why_rebuild().is_some());
    assert!(index.known().unwrap().is_empty());
}

#[test]
fn known_files_follow_puts_touches_and_removals() {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open(dir.path()).unwrap();
    index.apply(&batch(&[("a.md", "one"), ("b.md", "two")])).unwrap();
    let touch = vec![Touch { file: "a.md".to_owned(), size: 3, mtime_ns: 99 }];
    let remove = vec![PagePath::from_file("b.md").unwrap()];
    let applied = index.apply(&Batch { touch, remove, ..Batch::default() }).unwrap();
    assert_eq!(applied.removed, 1);
    let known = index.known().unwrap();
    assert_eq!(known.len(), 1);
    assert_eq!(known["a.md"].mtime_ns, 99);
    assert_eq!(known["a.md"].revision, wiki::page::Revision::of(b"one"));
}

#[test]
fn a_small_delta_stays_and_a_large_one_is_folded() {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open(dir.path()).unwrap();
    index.caught_up().unwrap();
    index.apply(&batch(&[("a.md", "gateway")])).unwrap();
    assert_eq!(index.settle(Duration::ZERO).unwrap(), Settled::Small);
    for n in 0..70 {
        index.apply(&batch(&[(&format!("n{n}.md"), "gateway")])).unwrap();
    }
    assert_eq!(index.settle(Duration::from_secs(5)).unwrap(), Settled::Folded(71));
    assert_eq!(index.status().unwrap().delta, 0);
}

#[test]
fn links_names_and_tags_are_in_the_catalogue() {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open(dir.path()).unwrap();
    let ada = "---\ntitle: Ada Lovelace\naliases: [Countess]\ntags: [people/math]\n---\nsee [[notes/Engine#Parts|the engine]]\n";
    index.apply(&batch(&[("people/ada.md", ada), ("notes/Engine.md", "# Engine\n")])).unwrap();
    let path = PagePath::from_file("people/ada.md").unwrap();
    let page = Page::parse(path.clone(), ada);
    assert_eq!(index.links_from(&path).unwrap(), page.links);
    assert_eq!(index.links_named(&["Engine".to_owned()]).unwrap()[0].0, path);
    assert_eq!(index.names(&wiki::canon::fold("Countess")).unwrap()[0].path, path);
    assert_eq!(index.tags().unwrap(), [("people/math".to_owned(), 1)]);
    let tagged = Filters { tags: vec!["people".to_owned()], ..Filters::default() };
    assert_eq!(index.rows(&tagged, Order::Path, 0, 10).unwrap().total, 1);
}

const WORDS: &[&str] =
    &["gateway", "battery", "frame", "接口", "超时", "lunch", "Ada", "max_retry_count"];

fn page() -> impl Strategy<Value = (usize, Option<Vec<usize>>)> {
    let words = proptest::collection::vec(0..WORDS.len(), 1..12);
    (0..6_usize, proptest::option::weighted(0.85, words))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn an_incremental_index_answers_as_a_rebuilt_one(
        steps in proptest::collection::vec((page(), 0..4_u8), 1..16),
    ) {
        let (dir, fresh_dir) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let index = Index::open(dir.path()).unwrap();
        index.caught_up().unwrap();
        let mut texts: HashMap<String, String> = HashMap::new();
        for ((nth, words), fold) in steps {
            let file = if nth == 5 { "apart.md".to_owned() } else { format!("p{nth}.md") };
            match words {
                Some(words) => {
                    let text = words.iter().map(|at| WORDS[*at]).collect::<Vec<_>>().join(" ");
                    index.apply(&batch(&[(&file, &text)])).unwrap();
                    texts.insert(file, text);
                }
                None => {
                    let remove = vec![PagePath::from_file(&file).unwrap()];
                    index.apply(&Batch { remove, ..Batch::default() }).unwrap();
                    texts.remove(&file);
                }
            }
            if fold == 0 {
                index.compact(Duration::from_secs(5)).unwrap();
            }
        }
        let fresh = Index::open(fresh_dir.path()).unwrap();
        let mut put_all: Vec<(&str, &str)> = texts.iter().map(|(file, text)| (&**file, &**text)).collect();
        put_all.sort_unstable();
        fresh.apply(&batch(&put_all)).unwrap();
        fresh.caught_up().unwrap();
        for query in ["gateway", "battery 接口", "lunch with Ada", "max_retry_count frame", "超时"] {
            let (mut have, mut want) = (ask(&index, &texts, query), ask(&fresh, &texts, query));
            // Equal scores may stand in either order, because versions are numbered differently.
            have.sort();
            want.sort();
            prop_assert_eq!(have, want, "{}", query);
        }
    }
}

#[test]
fn pages_of_a_day_are_counted_once_they_pass() {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open_readonly(dir.path(), "a double").unwrap();
    let text = "---\ndate: 2026-11-10\n---\n# Note\n";
    index.apply(&batch(&[("a.md", text), ("b.md", text), ("c.md", text)])).unwrap();
    let day: jiff::civil::Date = "2026-11-10".parse().unwrap();
    let of_days = |passes: &dyn Fn(u64) -> bool, limit: usize| {
        index.on(|state| state.catalogue.of_days(day, day, passes, limit)).unwrap()
    };
    let all = of_days(&|_| true, 64);
    assert_eq!(all.len(), 3);
    assert_eq!(of_days(&|uid| uid == all[2], 1), [all[2]]);
}
