//! Damaged files, files that cannot be written, and no files at all: every time the pages answer.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use wiki::path::PagePath;
use wiki::time::Now;

use super::{Batch, Index, Put, Settled};
use crate::{Archived, Filters, IndexError, PageText, Query, Unit};

const PAGES: [(&str, &str); 3] = [
    ("a.md", "# Gateway\n\nThe gateway runs on port 8080.\n"),
    ("b.md", "# Ledger\n\nThe ledger closes in March.\n"),
    ("c.md", "---\npinned: true\n---\n# Bridge\n\nThe bridge was built in 1901.\n"),
];

/// Puts every page, as a caller does whom `why_rebuild` has told to.
fn fill(index: &Index) {
    let batch = Batch {
        put: PAGES.into_iter().map(|(file, text)| Put::of(file, text)).collect(),
        ..Batch::default()
    };
    index.apply(&batch).unwrap();
    index.caught_up().unwrap();
}

fn built(dir: &Path) {
    let index = Index::open(dir).unwrap();
    fill(&index);
    let folded = index.compact(Duration::from_secs(5)).unwrap();
    assert_eq!(folded, Settled::Folded(PAGES.len()));
}

fn query(text: &str) -> Query {
    let now = Timestamp::UNIX_EPOCH.to_zoned_datetime(TimeZone::UTC);
    let mut query = Query::new(text, Now { at: now });
    query.unit = Unit::Page;
    query.abstain = false;
    query
}

fn text(file: &str) -> Option<Arc<PageText>> {
    let page = PAGES.iter().find(|(name, _)| *name == file);
    page.map(|(_, text)| PageText::shared((*text).to_owned()))
}

fn found(index: &Index, words: &str) -> Result<Vec<String>, IndexError> {
    let answer = index.search(&query(words), &text)?;
    Ok(answer.hits.iter().map(|hit| hit.page.file()).collect())
}

/// What every caller does: ask; where the files were damaged, put every page again and ask once more.
fn healed(dir: &Path) -> Vec<String> {
    let index = Index::open(dir).unwrap();
    for _ in 0..3 {
        if index.why_rebuild().is_some() || index.known().is_err() {
            fill(&index);
        }
        match found(&index, "gateway port") {
            Ok(found) => return found,
            Err(error) => assert!(error.is_damage(), "{error}"),
        }
    }
    panic!("the index does not heal")
}

fn parts(dir: &Path, ending: &str) -> Vec<PathBuf> {
    let all = fs::read_dir(dir.join("text")).unwrap().map(|entry| entry.unwrap().path());
    let parts: Vec<PathBuf> =
        all.filter(|it| it.extension().is_some_and(|it| it == ending)).collect();
    assert!(!parts.is_empty(), "no file ends in {ending}");
    parts
}

#[test]
fn overwritten_bytes_of_the_big_index_are_noticed_and_it_is_built_anew() {
    for ending in ["fast", "term", "idx", "pos", "fieldnorm"] {
        let dir = tempfile::tempdir().unwrap();
        built(dir.path());
        for part in parts(dir.path(), ending) {
            let mut bytes = fs::read(&part).unwrap();
            bytes.iter_mut().for_each(|byte| *byte ^= 0x5a);
            fs::write(&part, bytes).unwrap();
        }
        let why = Index::open(dir.path()).unwrap().why_rebuild().unwrap();
        assert!(why.contains("altered") || why.contains(ending), "{ending}: {why}");
        assert_eq!(healed(dir.path()), ["a.md"], "{ending}");
        assert!(Index::open(dir.path()).unwrap().why_rebuild().is_none());
    }
}

#[test]
fn a_part_of_the_big_index_that_is_missing_or_cut_off_is_noticed_and_it_is_built_anew() {
    for ending in ["fast", "term", "idx", "pos", "fieldnorm"] {
        for cut in [None, Some(0), Some(9)] {
            let dir = tempfile::tempdir().unwrap();
            built(dir.path());
            for part in parts(dir.path(), ending) {
                match cut {
                    None => fs::remove_file(&part).unwrap(),
                    Some(len) => {
                        fs::File::options().write(true).open(&part).unwrap().set_len(len).unwrap();
                    }
                }
            }
            assert!(Index::open(dir.path()).unwrap().why_rebuild().is_some(), "{ending} {cut:?}");
            assert_eq!(healed(dir.path()), ["a.md"], "{ending} {cut:?}");
        }
    }
}

#[test]
fn damage_that_comes_while_the_index_is_open_ends_in_a_new_one() {
    let dir = tempfile::tempdir().unwrap();
    built(dir.path());
    let index = Index::open(dir.path()).unwrap();
    assert!(index.verify().unwrap().is_empty());
    fs::remove_file(&parts(dir.path(), "pos")[0]).unwrap();
    let wrong = index.verify().unwrap();
    assert!(wrong.len() == 1 && wrong[0].contains(".pos is missing"), "{wrong:?}");
    assert!(index.known().unwrap().is_empty());
    assert!(index.why_rebuild().unwrap().contains(".pos is missing"));
    fill(&index);
    assert_eq!(found(&index, "ledger").unwrap(), ["b.md"]);
    assert!(index.verify().unwrap().is_empty());
}

#[test]
fn compacting_a_damaged_index_says_so_and_leaves_a_new_one() {
    let dir = tempfile::tempdir().unwrap();
    built(dir.path());
    let index = Index::open(dir.path()).unwrap();
    let part = &parts(dir.path(), "idx")[0];
    let mut bytes = fs::read(part).unwrap();
    bytes[0] ^= 1;
    fs::write(part, bytes).unwrap();
    assert!(index.compact(Duration::ZERO).unwrap_err().is_damage());
    assert!(index.why_rebuild().is_some());
    fill(&index);
    assert!(matches!(index.compact(Duration::ZERO).unwrap(), Settled::Folded(3)));
    assert_eq!(found(&index, "ledger").unwrap(), ["b.md"]);
}

#[test]
fn a_catalogue_whose_rows_make_no_sense_is_replaced_not_reported_for_ever() {
    for spoiled in [
        "UPDATE pages SET facets = substr(facets, 3)",
        "UPDATE outlines SET data = x'00ff'",
        "UPDATE pages SET own_file = x'00' || uid",
        "UPDATE pages SET own_file = '../' || file",
        "UPDATE pages SET uid = uid + 4611686018427387904 WHERE uid > 1",
        "DELETE FROM meta",
        "DROP TABLE names",
        "DROP TABLE pages",
    ] {
        let dir = tempfile::tempdir().unwrap();
        built(dir.path());
        let db = rusqlite::Connection::open(dir.path().join("catalogue.db")).unwrap();
        db.execute_batch("DROP INDEX pages_pinned; PRAGMA foreign_keys = OFF").unwrap();
        db.execute_batch(spoiled).unwrap();
        drop(db);
        let index = Index::open(dir.path()).unwrap();
        for _ in 0..4 {
            let pinned = Filters { pinned: true, ..Filters::default() };
            let rows = index.rows(&pinned, crate::Order::Path, 0, 9);
            let (known, names) = (index.known(), index.all_names());
            let found = found(&index, "gateway port");
            let whole = [rows.is_ok(), known.is_ok(), names.is_ok(), found.is_ok()];
            if whole == [true; 4] && index.why_rebuild().is_none() {
                break;
            }
            fill(&index);
        }
        assert_eq!(found(&index, "gateway port").unwrap(), ["a.md"], "{spoiled}");
        assert_eq!(index.known().unwrap().len(), PAGES.len(), "{spoiled}");
        assert_eq!(healed(dir.path()), ["a.md"], "{spoiled}");
    }
}

#[test]
fn a_catalogue_that_is_missing_takes_the_old_postings_with_it() {
    let dir = tempfile::tempdir().unwrap();
    built(dir.path());
    fs::remove_file(dir.path().join("catalogue.db")).unwrap();
    let index = Index::open(dir.path()).unwrap();
    assert!(index.why_rebuild().unwrap().contains("missing"));
    fill(&index);
    assert_eq!(found(&index, "gateway ledger").unwrap().len(), 2);
}

#[test]
fn a_folder_that_cannot_be_one_leaves_the_index_in_memory() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("state");
    fs::write(&file, "a file, no folder").unwrap();
    for place in [file.clone(), file.join("index")] {
        let index = Index::open(&place).unwrap();
        assert!(index.why_rebuild().is_some());
        fill(&index);
        assert_eq!(found(&index, "bridge").unwrap(), ["c.md"]);
        assert!(index.status().unwrap().private.is_some());
        index.compact(Duration::ZERO).unwrap();
        assert_eq!(found(&index, "bridge").unwrap(), ["c.md"]);
        assert_eq!(fs::read_to_string(&file).unwrap(), "a file, no folder");
    }
}

#[test]
fn an_index_that_is_only_read_answers_from_its_files_and_from_what_it_is_told() {
    let dir = tempfile::tempdir().unwrap();
    built(dir.path());
    let before = fs::read(dir.path().join("catalogue.db")).unwrap();
    let index = Index::open_readonly(dir.path(), "the file system is read-only").unwrap();
    assert_eq!(index.why_rebuild(), None);
    assert_eq!(found(&index, "gateway").unwrap(), ["a.md"]);
    let changed = Put::of("b.md", "# Ledger\n\nThe ledger closes in April, with the gateway.\n");
    index.apply(&Batch { put: vec![changed], ..Batch::default() }).unwrap();
    let remove = vec![PagePath::from_file("a.md").unwrap()];
    index.apply(&Batch { remove, ..Batch::default() }).unwrap();
    assert_eq!(found(&index, "gateway april").unwrap(), ["b.md"]);
    assert_eq!(index.settle(Duration::ZERO).unwrap(), Settled::Small);
    assert_eq!(index.compact(Duration::ZERO).unwrap(), Settled::Busy);
    let answer = index.search(&query("ledger"), &text).unwrap();
    assert_eq!(answer.warnings[0].status, "reduced");
    assert!(answer.warnings[0].message.contains("read-only"));
    // Nothing of it reached the disk.
    assert_eq!(fs::read(dir.path().join("catalogue.db")).unwrap(), before);
    assert_eq!(found(&Index::open(dir.path()).unwrap(), "gateway").unwrap(), ["a.md"]);
}

#[test]
fn an_empty_answer_says_what_is_true() {
    let dir = tempfile::tempdir().unwrap();
    let index = Index::open(dir.path()).unwrap();
    let why = |query: &Query| index.search(query, &text).unwrap().abstained.unwrap();
    let filtered = |words: &str| {
        let filters = Filters { types: vec!["policy".to_owned()], ..Filters::default() };
        Query { filters, ..query(words) }
    };
    assert_eq!(why(&query("gateway")), "the vault is empty");
    assert_eq!(why(&filtered("gateway")), "the vault is empty");
    assert_eq!(why(&filtered("")), "the vault is empty");
    fill(&index);
    assert_eq!(why(&filtered("gateway")), "no page passes the filters");
    assert_eq!(why(&filtered("")), "no page passes the filters");
    assert_eq!(why(&Query { offset: 9, ..query("gateway") }), "there are no more hits");
    let all = Filters { archived: Archived::Include, ..Filters::default() };
    let listed = Query { offset: 9, filters: all, ..query("") };
    assert_eq!(why(&listed), "there are no more hits");
    let only = Filters { archived: Archived::Only, ..Filters::default() };
    assert_eq!(why(&Query { filters: only, ..query("gateway") }), "no page is archived");
    let remove = PAGES.iter().map(|(file, _)| PagePath::from_file(file).unwrap()).collect();
    index.apply(&Batch { remove, ..Batch::default() }).unwrap();
    assert_eq!(why(&query("gateway")), "the vault is empty");
    index
        .apply(&Batch { put: vec![Put::of("archive/d.md", "gateway")], ..Batch::default() })
        .unwrap();
    assert_eq!(why(&query("gateway")), "every page is archived");
}
