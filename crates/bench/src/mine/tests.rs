use std::fs;
use std::path::Path;

use super::{command, measure, report};

fn put(root: &Path, file: &str, text: &str) {
    let path = root.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn vault() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    put(root, memory::MARKER, "layout = \"wiki\"\n");
    put(
        root,
        "users/ada.md",
        "---\ntype: user\ntitle: Ada Lovelace\naliases: [the countess]\n---\n\n## Facts\n\n\
         - favourite tea: lapsang\n- see [the last boat home](../ferry.md)\n",
    );
    put(
        root,
        "ferry.md",
        "# Evening ferry timetable\n\nThe last one leaves at 22:40.\n\n## Winter weekend changes\n\nNone.\n",
    );
    put(root, "archive/old.md", "# Abandoned lighthouse plans\n\nNothing came of it.\n");
    dir
}

#[test]
fn a_vault_is_asked_by_what_it_promises_and_left_as_it_was() {
    let dir = vault();
    let before = fs::read(dir.path().join("ferry.md")).unwrap();
    let words = dir.path().to_str().unwrap();
    let outcome = measure(&command().get_matches_from([super::NAME, "--vault", words])).unwrap();
    assert_eq!(outcome.pages, 3);
    let kind = |name: &str| outcome.kinds.iter().find(|kind| kind.name.starts_with(name)).unwrap();
    assert_eq!((kind("title").asked, kind("alias").asked), (3, 1));
    assert_eq!((kind("alias").first, kind("heading").first), (1.0, 1.0));
    assert_eq!((kind("words of a link").promises, kind("title,").asked), (1, 3));
    assert_eq!((outcome.lost_total, outcome.lost[0].page.as_str()), (1, "archive/old"));
    assert!(outcome.lost[0].reason.contains("archived"), "{}", outcome.lost[0].reason);
    let page = report::page(&outcome);
    assert!(
        page.contains(
            "- `archive/old`, by its title \"Abandoned lighthouse plans\": it is archived"
        ),
        "{page}"
    );
    assert!(
        page.contains("Of 3 titles 2 find their page as the first hit and 2 among ten"),
        "{page}"
    );
    assert!(!dir.path().join(".memopage").exists());
    assert_eq!(fs::read(dir.path().join("ferry.md")).unwrap(), before);
}

#[test]
fn a_folder_that_is_no_vault_is_not_copied() {
    let dir = tempfile::tempdir().unwrap();
    put(dir.path(), "notes.md", "# Notes\n");
    let words = dir.path().to_str().unwrap();
    let why = measure(&command().get_matches_from([super::NAME, "--vault", words])).err().unwrap();
    assert!(why.contains("is no vault") && why.contains("memopage init"), "{why}");
}

#[test]
fn a_page_that_two_names_miss_is_counted_once() {
    let dir = vault();
    put(
        dir.path(),
        "archive/mill.md",
        "---\ntitle: Watermill\naliases: [the old wheel, the grinder]\n---\n\nIt stands still.\n",
    );
    let words = dir.path().to_str().unwrap();
    let outcome = measure(&command().get_matches_from([super::NAME, "--vault", words])).unwrap();
    assert_eq!(outcome.lost_total, 2);
    let pages: Vec<&str> = outcome.lost.iter().map(|it| it.page.as_str()).collect();
    assert_eq!(pages, ["archive/mill", "archive/old"]);
}

#[test]
fn links_are_followed_as_the_program_follows_them() {
    let dir = vault();
    put(
        dir.path(),
        "users/bea.md",
        "# Bea\n\nShe takes [the late boat](ferry.md), [a night crossing](../ferry.MD) or \
         [[../ferry|whatever still sails]].\nNot [out of here](https://example.org/ferry.md).\n",
    );
    let words = dir.path().to_str().unwrap();
    let outcome = measure(&command().get_matches_from([super::NAME, "--vault", words])).unwrap();
    let links = outcome.kinds.iter().find(|kind| kind.name.starts_with("words of a link")).unwrap();
    assert_eq!(links.promises, 4);
}

#[test]
fn the_same_seed_asks_the_same_questions_and_another_asks_others() {
    let dir = vault();
    put(
        dir.path(),
        "archive/mill.md",
        "---\ntitle: Watermill\naliases: [the wheel, the grinder, the old race, the sluice]\n---\n\nIt stands.\n",
    );
    let words = dir.path().to_str().unwrap();
    let run = |seed: &str| {
        let args = [super::NAME, "--vault", words, "--limit", "1", "--seed", seed];
        let mut outcome = measure(&command().get_matches_from(args)).unwrap();
        for kind in &mut outcome.kinds {
            (kind.p50_ms, kind.p95_ms) = (0.0, 0.0);
        }
        serde_json::to_string(&outcome).unwrap()
    };
    let third = run("3");
    assert_eq!(run("3"), third);
    assert!((0..20).any(|seed| run(&seed.to_string()) != third));
}

#[test]
fn a_vault_without_pages_has_nothing_to_ask_for_and_says_so() {
    let dir = tempfile::tempdir().unwrap();
    put(dir.path(), memory::MARKER, "layout = \"wiki\"\n");
    let words = dir.path().to_str().unwrap();
    let why = measure(&command().get_matches_from([super::NAME, "--vault", words])).err().unwrap();
    assert!(why.contains("has no page to ask for") && why.contains("memopage import"), "{why}");
}
