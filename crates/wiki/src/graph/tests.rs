use super::*;
use crate::canon::Name;

fn name(path: &str) -> Name {
    let path = PagePath::parse(path).unwrap();
    let title = path.name().to_owned();
    Name { path, title, aliases: Vec::new(), id: None, page_type: None }
}

fn files(paths: &[&str]) -> Files {
    Files::new(paths.iter().map(|path| name(path)))
}

/// `page (how)` as a line.
fn shown(target: Target) -> String {
    match target {
        Target::Page { path, how: How::AmbiguousName { others } } => {
            let others: Vec<String> = others.iter().map(ToString::to_string).collect();
            format!("{path} (not {})", others.join(", "))
        }
        Target::Page { path, how } => format!("{path} ({how:?})"),
        other => format!("{other:?}"),
    }
}

#[track_caller]
fn check(files: &Files, from: &str, cases: &[(&str, &str)]) {
    let from = PagePath::parse(from).unwrap();
    for (target, expected) in cases {
        assert_eq!(shown(files.resolve(&from, target)), *expected, "{target}");
    }
}

#[test]
fn a_wikilink_is_resolved_as_in_obsidian() {
    let files = files(&["a/note", "b/note", "b/deep/note", "b/other", "top", "中文/页面", "Café"]);
    check(
        &files,
        "b/start",
        &[
            ("a/note", "a/note (Path)"),
            ("A/NOTE", "a/note (Path)"),
            ("note", "b/note (Path)"),
            ("Other", "b/other (Path)"),
            ("top", "top (Path)"),
            ("TOP.md", "top (Path)"),
            ("../a/note", "a/note (Path)"),
            ("deep/note", "b/deep/note (Path)"),
            ("/note", "Broken"),
            ("../../note", "Broken"),
            ("页面", "中文/页面 (Name)"),
            ("Cafe\u{301}", "Café (Path)"),
            ("a/", "Broken"),
            ("nothing", "Broken"),
            ("https://example.org/note", "External"),
            ("pic.png", "Attachment"),
            ("Topic: part", "Broken"),
            ("", "b/start (Path)"),
        ],
    );
    check(
        &files,
        "start",
        &[
            ("note", "a/note (not b/note, b/deep/note)"),
            ("deep/note", "b/deep/note (Name)"),
            ("other", "b/other (Name)"),
        ],
    );
    check(&files, "b/deep/start/x", &[("note", "a/note (not b/note, b/deep/note)")]);
}

#[test]
fn c055_a_dot_in_a_title_is_no_ending() {
    let files = files(&["Release v1.2 notes", "diagram.png", "x/Node.js"]);
    check(
        &files,
        "a",
        &[
            ("Release v1.2 notes", "Release v1.2 notes (Path)"),
            ("Release v1.3 notes", "Broken"),
            ("Release v1.2 notes.md", "Release v1.2 notes (Path)"),
            ("diagram.png", "diagram.png (Path)"),
            ("other.png", "Attachment"),
            ("Node.js", "x/Node.js (Name)"),
            ("Deno.js", "Broken"),
        ],
    );
}

#[test]
fn titles_and_aliases_come_last_and_say_so() {
    let mut ada = name("people/ada");
    ada.title = "Ada Lovelace".into();
    ada.aliases = vec!["Countess".into(), "byron".into()];
    let files = Files::new([ada, name("people/byron"), name("x/one"), {
        let mut twin = name("x/two");
        twin.title = "ONE two".into();
        twin
    }]);
    check(
        &files,
        "start",
        &[
            ("Ada Lovelace", "people/ada (Title)"),
            ("countess", "people/ada (Alias)"),
            ("byron", "people/byron (Name)"),
            ("one two", "x/two (Title)"),
        ],
    );
}
