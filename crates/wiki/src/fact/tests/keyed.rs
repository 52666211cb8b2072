//! Sentences that say what a page has under a key.

use super::{edits, input, schema};
use crate::edit::apply;
use crate::fact::{FactChange, facts, set};
use crate::page::Page;
use crate::path::PagePath;

/// What of a page holds after `new` was set beside `old`, and what of it is named.
fn told(path: &str, old: &str, new: &str) -> (Vec<String>, Vec<String>) {
    let text = format!("---\ntype: project\n---\n\n- Motto: slow is fine\n- {old}\n");
    let page = Page::parse(PagePath::parse(path).unwrap(), text.as_str());
    let said = input(None, new);
    let change = set(&page, schema(), &said).unwrap();
    let after = Page::parse(page.path.clone(), apply(&page, edits(&change)).unwrap());
    let again = set(&after, schema(), &said).unwrap();
    assert_eq!(again, FactChange::Unchanged, "{old} / {new}: {}", after.text);
    let near = match change {
        FactChange::NearDuplicate { of, .. } => of.iter().map(|it| it.said()).collect(),
        _ => Vec::new(),
    };
    let now = facts(&after, schema()).into_iter().filter(|it| !it.retired);
    (now.map(|it| it.said()).skip(1).collect(), near)
}

#[test]
fn a_sentence_that_says_that_a_key_changed_gives_it_the_bare_value() {
    let mut wrong = Vec::new();
    for (page, old, new, now) in [
        ("projects/atlas", "Version: 1.2", "Atlas version is now 1.3", "Version: 1.3"),
        ("projects/atlas", "Version: 1.2", "Atlas version changed to 1.3", "Version: 1.3"),
        (
            "projects/atlas",
            "Release: December 15",
            "The Atlas release moved to December 22",
            "Release: December 22",
        ),
        ("projects/atlas", "Release: 25 June", "Atlas release is now 2 July", "Release: 2 July"),
        ("users/me", "Editor: vim", "my editor: emacs", "Editor: emacs"),
        // What stands there already is no second line.
        ("projects/atlas", "Owner: Ann", "The owner of Atlas is Ann", "Owner: Ann"),
    ] {
        let (all, near) = told(page, old, new);
        if all != [now] || !near.is_empty() {
            wrong.push(format!("{old} / {new}: {all:?} {near:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_key_beside_a_sentence_about_it_names_the_sentence() {
    for (page, old, new) in [
        ("users/me", "my editor is vim", "my editor: emacs"),
        ("projects/atlas", "The owner of Atlas is Bob", "Owner: Ann"),
        ("projects/atlas", "负责人是张三", "负责人：李四"),
    ] {
        let (all, near) = told(page, old, new);
        assert!(all.len() == 2 && near == [old], "{old} / {new}: {all:?} {near:?}");
    }
    let (_, near) = told("projects/atlas", "The owner of Atlas is Bob", "Owner: Bob");
    assert!(near.is_empty(), "{near:?}");
}

#[test]
fn a_sentence_that_may_say_something_else_of_a_key_is_kept_and_the_fact_named() {
    let mut wrong = Vec::new();
    for (page, old, new) in [
        ("projects/atlas", "Owner: Ann", "The owner of Atlas is Bob"),
        ("projects/atlas", "Owner: Ann", "The owner of Atlas is now Bob"),
        ("projects/atlas", "Owner: Ann", "The owner of Atlas is now German"),
        ("projects/atlas", "Owner: Ann", "The Atlas owner is now 40"),
        ("projects/atlas", "Budget: 5000 EUR", "The budget of Atlas is now 20% used"),
        ("projects/atlas", "Version: 2.1", "Atlas version is now 3 months old"),
        ("projects/atlas", "负责人: 张三", "负责人现在是单身"),
        ("users/me", "Editor: vim", "my editor is helix now"),
        ("users/me", "编辑器: vim", "我的编辑器改成黑色了"),
        ("projects/atlas", "Owner: Ann", "The owner of Atlas is now on leave"),
        ("projects/atlas", "Owner: Ann", "The owner of Atlas is now Bob until Friday"),
        ("projects/atlas", "Owner: Ann", "The owner of Atlas is now unknown"),
        ("projects/atlas", "Version: 1.2", "Atlas version is now stable"),
        ("users/me", "Editor: vim", "My editor is now broken"),
        ("users/me", "Editor: vim", "My editor is no longer vim"),
        ("users/me", "Phone: 555-1234", "My phone is now charging"),
        ("users/me", "编辑器: vim", "我的编辑器是helix"),
        ("projects/atlas", "Owner: Ann", "Bob is now the owner of Atlas"),
        ("projects/atlas", "Owner: Ann", "Bob is the new owner of Atlas"),
        ("projects/atlas", "Owner: Ann", "The new owner of Atlas is Bob"),
        ("projects/atlas", "Owner: Ann", "The owner of Atlas changed from Ann to Bob"),
        ("projects/atlas", "Owner: Ann", "Atlas is now owned by Bob"),
        ("projects/atlas", "负责人: 张三", "李四现在是atlas的负责人"),
    ] {
        let (all, near) = told(page, old, new);
        if all != [old, new] || near != [old] {
            wrong.push(format!("{old} / {new}: {all:?} {near:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_sentence_about_something_else_leaves_a_key_alone() {
    for (page, old, new) in [
        ("projects/atlas", "Owner: Ann", "The owner of Borealis is now Bob"),
        ("projects/atlas", "Owner: Ann", "My owner is now Bob"),
        ("projects/atlas", "Owner: Ann", "Is the owner of Atlas now Bob?"),
        ("projects/atlas", "Owner: Ann", "The owner of the house is now Bob"),
        ("projects/atlas", "Owner: Ann", "Bob is now the owner of Borealis"),
        ("projects/atlas", "Owner: Ann", "The owner of Atlas changed from Ann"),
        ("users/me", "Editor: vim", "Ann's editor is now helix"),
        ("users/me", "编辑器: vim", "小王的编辑器现在是helix"),
    ] {
        let (all, near) = told(page, old, new);
        assert_eq!((all, near), (vec![old.to_owned(), new.to_owned()], Vec::new()), "{new}");
    }
}
