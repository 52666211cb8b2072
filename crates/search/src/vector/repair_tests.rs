//! Vectors that are damaged, lost, or made while others delete or write beside.

use std::sync::mpsc;

use super::files::{Files, file_name, key};
use super::tests::{Meanings, PAGES, Vault};
use super::{Coverage, Filled, Filling, Swept};
use crate::atom::atoms;
use crate::catalogue::{Folded, Stored};
use crate::{Index, Put};

impl Vault {
    fn with_model() -> Self {
        let vault = Self::of(&PAGES);
        vault.index.use_model(&vault.vectors(), Meanings::new("m", 8)).unwrap();
        vault.fill(usize::MAX);
        vault
    }

    /// A page of more passages than a model is given at a time.
    fn with_a_long_page() -> Self {
        let section = |nth: usize| format!("## Part {nth}\n\nThe physician said {nth}.\n\n");
        let text: String = (0..100).map(section).collect();
        Self::of(&[("long.md", &format!("# Long\n\n{text}"))])
    }

    fn covered(&self) -> (usize, usize) {
        let (Coverage { embedded, pages }, _) = self.index.coverage().unwrap().unwrap();
        (embedded, pages)
    }

    /// Changes the vectors' file behind the program's back.
    fn damage(&self, sql: &str) -> usize {
        let db = rusqlite::Connection::open(self.vectors().join(file_name("m"))).unwrap();
        db.execute(sql, []).unwrap()
    }
}

fn done(filled: &Filled) -> &Filling {
    match filled {
        Filled::Done(filling) => filling,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_row_that_is_damaged_is_not_counted_and_is_made_again() {
    let vault = Vault::with_model();
    let whole = vault.files("which car");
    assert_eq!((whole.len(), vault.covered()), (2, (4, 4)));
    for damage in ["x'010203'", "'text'", "7", "rows || x'00'"] {
        assert_eq!(vault.damage(&format!("UPDATE pages SET rows = {damage}")), 4);
        // A program that begins now sees no vectors, and says so.
        let other = Index::open(&vault.dir.path().join("index")).unwrap();
        other.use_model(&vault.vectors(), Meanings::new("m", 8)).unwrap();
        let (coverage, _) = other.coverage().unwrap().unwrap();
        assert_eq!(coverage.embedded, 0, "{damage}");
        let filled = vault.fill(usize::MAX);
        assert_eq!((done(&filled).coverage.embedded, done(&filled).embedded), (4, 0), "{damage}");
        assert_eq!((vault.covered(), vault.files("which car")), ((4, 4), whole.clone()));
    }
    // A row of no page is dropped, and nothing else suffers from it.
    vault.damage("UPDATE pages SET key = 'nobody' WHERE seq = (SELECT max(seq) FROM pages)");
    assert_eq!(vault.covered().0, 3);
    vault.fill(usize::MAX);
    assert_eq!((vault.covered(), vault.files("which car")), ((4, 4), whole));
    assert_eq!(vault.index.sweep_vectors().unwrap(), Swept::Done { pages: 0, vectors: 0 });
}

#[test]
fn vectors_of_another_format_are_made_anew() {
    let vault = Vault::with_model();
    vault.damage("PRAGMA user_version = 1");
    vault.index.use_model(&vault.vectors(), Meanings::new("m", 8)).unwrap();
    assert_eq!(vault.covered(), (0, 4));
    assert!(vault.answer("doctor").warnings[0].message.contains("no page has vectors yet"));
    assert!(done(&vault.fill(usize::MAX)).embedded > 0);
    assert_eq!((vault.covered(), vault.files("which doctor").len()), ((4, 4), 1));
}

#[test]
fn a_vector_that_is_damaged_is_embedded_again() {
    let vault = Vault::with_model();
    for damage in ["data = x'00'", "data = 'text'", "hash = x'00'"] {
        let sql = format!("UPDATE vectors SET {damage} WHERE id = (SELECT max(id) FROM vectors)");
        assert_eq!(vault.damage(&sql), 1);
        let filled = vault.fill(usize::MAX);
        assert_eq!(done(&filled).embedded, 1, "{damage}");
        assert_eq!(vault.covered(), (4, 4));
        assert_eq!(vault.files("which doctor"), ["health.md"]);
    }
}

#[test]
fn a_page_whose_vectors_vanish_while_it_is_embedded_is_not_counted() {
    let vault = Vault::with_a_long_page();
    let model = Meanings::new("m", 8);
    vault.index.use_model(&vault.vectors(), model.clone()).unwrap();
    let path = vault.vectors().join(file_name("m"));
    *model.meanwhile.lock().unwrap() = Some(Box::new(move || {
        rusqlite::Connection::open(&path).unwrap().execute("DELETE FROM vectors", []).unwrap();
    }));
    assert_eq!(done(&vault.fill(usize::MAX)).coverage, Coverage { embedded: 0, pages: 1 });
    *model.meanwhile.lock().unwrap() = None;
    assert_eq!(done(&vault.fill(usize::MAX)).coverage, Coverage { embedded: 1, pages: 1 });
}

#[test]
fn nothing_is_swept_while_somebody_embeds() {
    let vault = Vault::with_a_long_page();
    let model = Meanings::new("m", 8);
    vault.index.use_model(&vault.vectors(), model.clone()).unwrap();
    let other = Index::open(&vault.dir.path().join("index")).unwrap();
    other.use_model(&vault.vectors(), Meanings::new("m", 8)).unwrap();
    let (tell, told) = mpsc::channel();
    *model.meanwhile.lock().unwrap() =
        Some(Box::new(move || tell.send(other.sweep_vectors().unwrap()).unwrap()));
    let filled = vault.fill(usize::MAX);
    *model.meanwhile.lock().unwrap() = None;
    let swept: Vec<Swept> = told.iter().collect();
    assert!(swept.len() > 1 && swept.iter().all(|it| *it == Swept::Busy), "{swept:?}");
    assert_eq!(done(&filled).coverage, Coverage { embedded: 1, pages: 1 });
    assert_eq!(vault.index.sweep_vectors().unwrap(), Swept::Done { pages: 0, vectors: 0 });
}

#[test]
fn a_vectors_number_is_never_given_again() {
    let dir = tempfile::tempdir().unwrap();
    let files = Files::open(dir.path(), "m", 8).unwrap();
    let made = |text: &[u8]| (key(&[text]), vec![0.5_f32; 8]);
    let first = files.add(&[made(b"a"), made(b"b")]).unwrap();
    assert_eq!(files.sweep(&|_| true).unwrap(), [0, 2]);
    let next = files.add(&[made(b"c"), made(b"a")]).unwrap();
    assert!(next.iter().all(|id| !first.contains(id)), "{first:?} {next:?}");
}

#[test]
fn a_version_that_is_written_after_a_later_one_is_seen_by_a_program_that_goes_on() {
    let mut vault = Vault::with_model();
    let state = vault.index.state().unwrap();
    let uid = state.catalogue.reserve(1).unwrap();
    vault.write(&[("weather.md", "A storm came from the west.")], 8);
    vault.fill(usize::MAX);
    assert_eq!(vault.files("is it rain"), ["weather.md"]);
    // Another writer took its number before and is slower.
    let text = "We met a surgeon in Lisbon.";
    let put = Put::of("travel.md", text);
    let outline = atoms(&put.page, &put.facets).1;
    let stored = Stored { put: &put, outline: &outline, uid, folded: Folded::Delta };
    state.catalogue.write(&[stored], &[], &[]).unwrap();
    vault.texts.insert("travel.md".to_owned(), text.to_owned());
    vault.fill(usize::MAX);
    let answer = vault.answer("which doctor");
    assert!(answer.warnings.is_empty(), "{:?}", answer.warnings);
    let mut files = vault.files("which doctor");
    files.sort_unstable();
    assert_eq!(files, ["health.md", "travel.md"]);
}

#[test]
fn a_model_that_gives_too_few_numbers_is_not_believed() {
    let vault = Vault::of(&PAGES);
    let model = Meanings::of_length("m", 8, 9);
    vault.index.use_model(&vault.vectors(), model).unwrap();
    let Filled::Failed(filling, error) = vault.fill(usize::MAX) else { panic!("because it lies") };
    assert_eq!((filling.coverage.embedded, error.transient), (0, false));
    assert_eq!(vault.covered(), (0, 4));
}
