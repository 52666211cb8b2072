use std::collections::HashSet;

use super::make::{EACH, Kind, all};
use super::{command, measure, table};

#[test]
fn the_same_seed_makes_the_same_documents_and_another_one_does_not() {
    let texts = |seed| all(seed).into_iter().map(|it| it.text).collect::<Vec<_>>();
    assert_eq!(texts(1), texts(1));
    assert_ne!(texts(1), texts(2));
}

#[test]
fn ids_and_pages_are_unique_and_every_policy_has_numbered_clauses() {
    let documents = all(1);
    assert_eq!(documents.len(), 3 * EACH);
    let ids: HashSet<&str> = documents.iter().map(|it| it.id.as_str()).collect();
    let pages: HashSet<&str> = documents.iter().map(|it| it.page.as_str()).collect();
    assert_eq!((ids.len(), pages.len()), (documents.len(), documents.len()));
    for document in documents.iter().filter(|it| it.kind == Kind::Policy) {
        assert!(document.clauses.len() > 20, "{}", document.page);
        for (number, says) in &document.clauses {
            assert_eq!(document.text.matches(&format!("\n{number} {says}\n")).count(), 1);
        }
    }
}

#[test]
fn documents_are_looked_up_in_a_vault_of_their_own() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("kept");
    let args = [super::NAME, "--out", root.to_str().unwrap()];
    let outcome = measure(&command().get_matches_from(args)).unwrap();
    assert!(root.join("SCHEMA.md").is_file());
    assert!(outcome.rows[0].n == 3 * EACH && outcome.rows[0].right > 0.9, "{}", table(&outcome));
    assert!(table(&outcome).contains("| filter | list type, status |"), "{}", table(&outcome));
    assert!(measure(&command().get_matches_from(args)).err().unwrap().contains("exists already"));
}
