//! The whole of it on a small vault: every page indexed, found, changed and found again.

use super::*;
use crate::scale::baseline::Tantivy;
use crate::scale::corpus::Corpus;
use crate::scale::vault;

const DOCS: usize = 45;

#[test]
fn a_vault_is_indexed_asked_and_written_to() {
    let folder = tempfile::tempdir().unwrap();
    let (root, other) = (folder.path().join("vault"), folder.path().join("tantivy"));
    std::fs::create_dir_all(&root).unwrap();
    std::fs::create_dir_all(&other).unwrap();
    let corpus = Corpus::new(2, DOCS);
    let written = vault::write_pages(&root, &corpus, DOCS).unwrap();
    let queries = corpus.queries(18);
    let indexed = in_this_process(&root, &queries).unwrap();
    assert!(indexed.pages >= DOCS, "{} pages", indexed.pages);
    assert!(indexed.bytes > 0);

    let mut tantivy = Tantivy::build(&other, &written.shelf).unwrap();
    let asked = interleaved(&root, &written.shelf, &mut tantivy, &queries).unwrap();
    assert!(asked.pages.found.all().unwrap() >= 0.7, "{:?}", asked.pages);
    assert_eq!(asked.passages.times.unwrap().count, 18);

    let remembered = remember(&root, &written.shelf, 3, "a").unwrap();
    assert_eq!((remembered.searchable, remembered.facts), (3, 3));
    if vault::keep_history(&root).unwrap() == vault::Git::Kept {
        let remembered = remember(&root, &written.shelf, 2, "b").unwrap();
        assert_eq!(remembered.searchable, 2);
    }
}

#[test]
fn conversations_are_indexed() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = Corpus::new(2, 1);
    let written = vault::write_conversations(folder.path(), &corpus, 5).unwrap();
    assert_eq!(written.shelf.len(), 5);
    let indexed = in_this_process(folder.path(), &[]).unwrap();
    assert!(indexed.pages >= 5);
}
