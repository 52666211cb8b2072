//! Values of a head, judged by a schema.

use super::{Misvalue, misvalues};
use crate::page::Page;
use crate::path::PagePath;
use crate::schema::{Layout, Schema};

fn schema(text: &str) -> Schema {
    Schema::parse(&format!("```yaml\n{text}\n```\n"))
}

fn agent() -> Schema {
    let files = Layout::Agent.files();
    Schema::parse(&files.iter().find(|(file, _)| *file == "SCHEMA.md").expect("a schema").1)
}

fn found(head: &str, schema: &Schema) -> Vec<Misvalue> {
    let path = PagePath::parse("projects/a").expect("a path");
    misvalues(&Page::parse(path, format!("---\n{head}\n---\n# A\n")), schema)
}

#[test]
fn c134_a_value_that_its_field_cannot_have_is_told() {
    let rows = [
        ("type: project", true),
        ("type: Project", true),
        ("type: daily", true),
        ("type: concept", true),
        ("type: zz", false),
        ("type:", true),
        ("status: active", true),
        ("status: Stable", true),
        ("status: deprecated", true),
        ("status: In Progress", true),
        ("status: investigating", true),
        ("status: 进行中", true),
        ("status: banana", true),
        ("status: \"{{status}}\"", true),
        ("priority: high", true),
        ("priority: 🟡MED", true),
        ("priority: 9", false),
        ("importance: 9", true),
        ("created_at: 2026-05-20", true),
        ("created_at: 2026-05-20T10:00:00+08:00", true),
        ("created: 2022-08-09 09:10:15", true),
        ("created: [[2021-03-04]]", true),
        ("created_at: zz", false),
        ("updated: soon", false),
        ("date: sometime in May", false),
        ("date: circa 1900", false),
        ("date: none", false),
        ("date: 2026-05-20", true),
        ("date: 2026-05-20 14:00", true),
        ("date: May 8, 2023", true),
        ("date: 2026-05", true),
        ("date: 2024", true),
        ("date: May 2024", true),
        ("date: 2026年5月", true),
        ("date: 2026-05-20..2026-05-22", true),
        ("date: [[2021-03-04]]", true),
        ("date: \"{{date}}\"", true),
        ("date:", true),
        ("verified: {by: ann, at: 2026-05-20}", true),
        ("expires: never", false),
        ("expires: ~", true),
        ("valid_from: {a: b}", false),
        ("confidence: 0.8", true),
        ("confidence: High", true),
        ("confidence: 2", false),
        ("confidence: sure", false),
        ("pinned: True", true),
        ("pinned: perhaps", false),
        ("due: soon", true),
        ("domain: zz", true),
    ];
    let schema = agent();
    for (head, fits) in rows {
        assert_eq!(found(head, &schema).is_empty(), fits, "{head}");
    }
    let [type_line, day] = &found("title: A\ntype: zz\nexpires: soon", &schema)[..] else {
        panic!("two values cannot be right");
    };
    assert_eq!((type_line.line, day.line), (3, 4));
    assert!(type_line.to_string().starts_with("`type: zz` is none of the vault's types: user, "));
    assert!(type_line.wanted.hint().contains("SCHEMA.md"));
}

#[test]
fn the_words_of_a_vault_are_those_that_its_schema_names() {
    let movie = "type: Movie\nstatus: to-watch";
    let rows = [
        // Without a schema, or with one that says nothing of them, words are the vault's own.
        ("", 0),
        ("synonyms:\n  - [a, b]", 0),
        ("layout: agent", 1),
        ("types:\n  movie: {folder: movies}", 0),
        ("types:\n  book: {folder: books}", 1),
        ("types:\n  book: {folder: books}\nstatuses: [to watch]", 1),
        ("types:\n  movie: {folder: movies}\nstatuses: [seen]", 1),
        ("layout: agent\nstatuses: [to-watch]", 1),
    ];
    for (text, count) in rows {
        let schema = if text.is_empty() { Schema::parse("") } else { schema(text) };
        assert_eq!(found(movie, &schema).len(), count, "{text}: {:?}", found(movie, &schema));
        assert!(schema.problems.is_empty(), "{text}: {:?}", schema.problems);
    }
}

#[test]
fn a_head_that_cannot_be_read_whole_is_not_judged() {
    assert!(found("type: zz\n a: [b", &agent()).is_empty());
}
