//! What is on another day of the week now.

use super::{input, schema};
use crate::fact::{FactChange, set};
use crate::page::Page;
use crate::path::PagePath;

/// The lines that are named when `new` is said beside `old`.
fn near(old: &str, new: &str) -> Vec<String> {
    let text = format!("---\ntype: project\n---\n\n- {old}\n");
    let page = Page::parse(PagePath::parse("projects/kestrel").unwrap(), text.as_str());
    match set(&page, schema(), &input(None, new)).unwrap() {
        FactChange::NearDuplicate { of, .. } => of.iter().map(|it| it.said()).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn a_new_weekday_of_the_same_thing_names_the_line_with_the_old_one() {
    for (old, new) in [
        ("Deploys go out every Tuesday at 14:00", "Kestrel's deploys moved to Thursdays"),
        ("我每周三去游泳", "我改成每周五游泳了"),
        ("The bins are collected on Mondays", "bins are now on Fridays"),
    ] {
        assert_eq!(near(old, new), [old], "{new}");
    }
    for (old, new) in [
        ("Deploys go out every Tuesday", "Lunch moved to Thursdays"),
        ("Deploys go out every Tuesday", "Kestrel's deploys moved to a new cluster"),
        ("我每周三去游泳", "我改成每周五跑步了"),
        ("Deploys are fast", "Deploys moved to Thursdays"),
    ] {
        assert!(near(old, new).is_empty(), "{old} / {new}");
    }
}
