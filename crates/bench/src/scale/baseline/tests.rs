//! Every baseline answers with the page that holds the words, before and after it was replaced.

use super::*;
use crate::scale::corpus::{Corpus, Language};

fn vault() -> (tempfile::TempDir, Shelf) {
    let corpus = Corpus::new(3, 40);
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for number in 0..40 {
        let page = corpus.page(number);
        let path = folder.path().join(&page.file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &page.text).unwrap();
        files.push(page.file);
    }
    let shelf = Shelf::new(folder.path(), files);
    (folder, shelf)
}

fn asked(terms: &[&str]) -> Query {
    let terms = terms.iter().map(|term| (*term).to_owned()).collect();
    Query { terms, source: 0, language: Language::English }
}

fn finds_what_was_put(baseline: &mut dyn Baseline, shelf: &Shelf) {
    let mut document = shelf.read(17).unwrap();
    assert!(baseline.search(&asked(&["quetzalcoatlus"])).unwrap().is_empty());
    document.body.push_str("\nA Quetzalcoatlus and 风力发电机组。\n");
    baseline.replace(&document).unwrap();
    assert_eq!(baseline.search(&asked(&["quetzalcoatlus"])).unwrap(), [17], "{}", baseline.name());
    let mut second = shelf.read(5).unwrap();
    second.body.push_str("\nQuetzalcoatlus\n");
    baseline.replace(&second).unwrap();
    let mut both = baseline.search(&asked(&["quetzalcoatlus"])).unwrap();
    both.sort_unstable();
    assert_eq!(both, [5, 17], "{}", baseline.name());
}

/// How many of the corpus's own questions find their page.
fn known_items(baseline: &mut dyn Baseline, language: Language) -> usize {
    let corpus = Corpus::new(3, 40);
    let queries = corpus.queries(36);
    let mut found = 0;
    for query in queries.iter().filter(|query| query.language == language) {
        found += usize::from(baseline.search(query).unwrap().contains(&query.source));
    }
    found
}

#[test]
fn a_page_is_split_into_title_and_body() {
    let parsed = Document::parse(4, "---\ntitle: A: b\ntype: note\n---\n\n# A: b\n\ntext\n");
    assert_eq!(parsed.title, "A: b");
    assert_eq!(parsed.body, "\n# A: b\n\ntext\n");
    let bare = Document::parse(4, "no head\n---\n");
    assert_eq!((bare.title.as_str(), bare.body.as_str()), ("", "no head\n---\n"));
}

#[test]
fn raw_tantivy_finds_known_items_in_both_languages() {
    let (_vault, shelf) = vault();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = Tantivy::build(folder.path(), &shelf).unwrap();
    assert!(known_items(&mut engine, Language::English) >= 22);
    assert!(known_items(&mut engine, Language::Chinese) >= 10);
    assert!(engine.bytes().unwrap() > 10_000);
    finds_what_was_put(&mut engine, &shelf);
    assert_eq!(engine.search(&asked(&["发电"])).unwrap(), [17]);
}

#[test]
fn raw_tantivy_ranks_the_page_with_more_of_the_words_first() {
    let (_vault, shelf) = vault();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = Tantivy::build(folder.path(), &shelf).unwrap();
    for (number, words) in [(4, "zebrawood"), (9, "zebrawood mantissa"), (11, "mantissa")] {
        let mut document = shelf.read(number).unwrap();
        document.body.push_str(words);
        engine.replace(&document).unwrap();
    }
    assert_eq!(engine.search(&asked(&["zebrawood", "mantissas"])).unwrap()[0], 9);
}

#[test]
fn fts5_finds_known_items_as_far_as_its_tokenizer_can() {
    let (_vault, shelf) = vault();
    for tokens in [Tokens::Words, Tokens::Trigrams] {
        let folder = tempfile::tempdir().unwrap();
        let mut engine = Fts5::build(folder.path(), &shelf, tokens).unwrap();
        assert!(known_items(&mut engine, Language::English) >= 20, "{}", engine.name());
        assert!(engine.bytes().unwrap() > 10_000);
        finds_what_was_put(&mut engine, &shelf);
        let inside = engine.search(&asked(&["风力发电"])).unwrap();
        let short = engine.search(&asked(&["发电"])).unwrap();
        match tokens {
            Tokens::Words => assert!(inside.is_empty()),
            Tokens::Trigrams => assert_eq!(inside, [17]),
        }
        assert!(short.is_empty(), "a word of two characters cannot be found inside a run");
    }
}

#[test]
fn fts5_takes_any_word_as_a_word() {
    let (_vault, shelf) = vault();
    let folder = tempfile::tempdir().unwrap();
    let mut engine = Fts5::build(folder.path(), &shelf, Tokens::Words).unwrap();
    for odd in ["a\"b", "NOT", "(", "title:x", "*", ""] {
        engine.search(&asked(&[odd])).unwrap();
    }
}

#[test]
fn ripgrep_lists_the_pages_where_it_is_installed_and_is_missing_elsewhere() {
    let (_vault, shelf) = vault();
    if let Some(mut engine) = Ripgrep::find(&shelf).unwrap() {
        let english = Corpus::new(3, 40).queries(36);
        let english = english.iter().filter(|query| query.language == Language::English).count();
        assert_eq!(known_items(&mut engine, Language::English), english);
        finds_what_was_put(&mut engine, &shelf);
    }
}
