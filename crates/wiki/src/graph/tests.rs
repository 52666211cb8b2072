use super::*;
use crate::canon::Name;
use crate::edit::apply;
use crate::page::Page;
use crate::path::PagePath;

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

fn page(path: &str, text: &str) -> Page {
    Page::parse(PagePath::parse(path).unwrap(), text)
}

/// The page's text after `old` has become `new`.
fn renamed(page: &Page, old: &str, new: &str, paths: &[&str]) -> String {
    let (old, new) = (PagePath::parse(old).unwrap(), PagePath::parse(new).unwrap());
    apply(page, &rename_edits(page, &old, &new, &files(paths))).unwrap()
}

#[track_caller]
fn check_rename(from: &str, old: &str, new: &str, paths: &[&str], cases: &[(&str, &str)]) {
    let join = |texts: Vec<&str>| texts.join("\n\n") + "\n";
    let before = join(cases.iter().map(|case| case.0).collect());
    let after = join(cases.iter().map(|case| case.1).collect());
    assert_eq!(renamed(&page(from, &before), old, new, paths), after);
}

#[test]
fn c049_a_link_in_a_table_keeps_its_escaped_pipe() {
    let before = "| M | P |\n|---|---|\n| g | [[gptq\\|GPTQ paper]] |\n";
    let table = page("models", before);
    assert_eq!(table.links.len(), 1);
    assert_eq!(table.links[0].target, "gptq");
    assert_eq!(table.links[0].shown.as_deref(), Some("GPTQ paper"));
    let after = renamed(&table, "papers/gptq", "papers/gptq-2022", &["models", "papers/gptq"]);
    assert_eq!(after, before.replace("gptq\\", "gptq-2022\\"));
}

#[test]
fn c050_a_relative_link_follows_with_its_anchor_title_and_encoding() {
    check_rename(
        "docs/sub/a",
        "docs/b",
        "docs/ref/b2",
        &["docs/sub/a", "docs/b", "docs/sub/c"],
        &[
            ("[b](../b.md#h 'T')", "[b](../ref/b2.md#h 'T')"),
            ("[b](../b)", "[b](../ref/b2)"),
            ("[b](/docs/b.md)", "[b](/docs/ref/b2.md)"),
            ("[b](docs/b.md)", "[b](docs/ref/b2.md)"),
            ("![[b#h|s]] [[b]]", "![[b2#h|s]] [[b2]]"),
            ("[[docs/b|b]] [[docs/b.md#^x]]", "[[docs/ref/b2|b]] [[docs/ref/b2.md#^x]]"),
            ("[[../b]]", "[[../ref/b2]]"),
            ("[c](./c.md) [[c]]", "[c](./c.md) [[c]]"),
            ("`[b](../b.md)` [u](https://x.org/b.md)", "`[b](../b.md)` [u](https://x.org/b.md)"),
            ("```\n[[b]] [b](../b.md)\n```", "```\n[[b]] [b](../b.md)\n```"),
            ("[r]: ../b.md 'T'", "[r]: ../ref/b2.md 'T'"),
        ],
    );
}

#[test]
fn the_encoding_of_a_link_stays_as_it_was() {
    let paths = ["a", "old note", "旧"];
    check_rename(
        "a",
        "old note",
        "x/new (1) 100%",
        &paths,
        &[
            ("[t](old%20note.md)", "[t](x/new%20%281%29%20100%25.md)"),
            ("[t](<old note.md>)", "[t](<x/new (1) 100%.md>)"),
            ("[[old note]]", "[[new (1) 100%]]"),
        ],
    );
    check_rename(
        "a",
        "旧",
        "新",
        &paths,
        &[("[t](%E6%97%A7.md)", "[t](%E6%96%B0.md)"), ("[t](旧.md)", "[t](新.md)")],
    );
}

#[test]
fn a_markdown_link_follows_a_page_whose_letters_change_their_case() {
    check_rename(
        "notes/a",
        "notes/Foo",
        "notes/foo",
        &["notes/a", "notes/Foo"],
        &[
            ("[x](Foo.md#h) [x](./Foo)", "[x](foo.md#h) [x](./foo)"),
            ("[x](../notes/Foo.md)", "[x](foo.md)"),
            ("[x](/notes/Foo.md) [x](foo.md)", "[x](/notes/foo.md) [x](foo.md)"),
            ("[[Foo]] [[notes/Foo|x]]", "[[Foo]] [[notes/Foo|x]]"),
        ],
    );
    check_rename("a", "N/foo", "n/foo", &["a", "N/foo"], &[("[x](N/foo.md)", "[x](n/foo.md)")]);
}

#[test]
fn a_name_that_is_no_longer_enough_becomes_the_whole_path() {
    let paths = ["start", "x/ada", "y/byron", "y/near"];
    check_rename(
        "start",
        "x/ada",
        "x/byron",
        &paths,
        &[("[[ada]] [[byron]]", "[[x/byron]] [[y/byron]]")],
    );
    check_rename("start", "x/ada", "z/ada", &paths, &[("[[ada]] [[x/ada]]", "[[ada]] [[z/ada]]")]);
    // From within the folder the name still reaches the same page.
    check_rename(
        "y/near",
        "x/ada",
        "x/byron",
        &paths,
        &[("[[byron]] [[ada]]", "[[byron]] [[x/byron]]")],
    );
}

#[test]
fn links_to_a_page_that_is_merged_into_another_lead_there() {
    let paths = ["start", "x/ada", "x/lovelace"];
    check_rename(
        "start",
        "x/ada",
        "x/lovelace",
        &paths,
        &[("[[ada|A]] [a](x/ada.md)", "[[lovelace|A]] [a](x/lovelace.md)")],
    );
}

#[test]
fn the_links_of_the_page_that_moves_keep_their_targets() {
    let before = "[c](c.md#x) ![p](img/p.png) [[c]] [up](../top.md) [me](a.md) [no](none.md) [[#here]] [f](sub/) [t]({{cover}}) [^1]\n\n[^1]: great/fun!\n";
    let after = "[c](../docs/c.md#x) ![p](../docs/img/p.png) [[docs/c]] [up](../top.md) [me](b.md) [no](../docs/none.md) [[#here]] [f](../docs/sub/) [t]({{cover}}) [^1]\n\n[^1]: great/fun!\n";
    let moving = page("docs/a", before);
    let paths = ["docs/a", "docs/c", "top", "other/c"];
    assert_eq!(renamed(&moving, "docs/a", "notes/b", &paths), after);
}

#[test]
fn links_in_the_head_follow_and_titles_stay() {
    let text =
        "---\nrelated_to:\n  - \"[[people/ada|A]]\"\n  - people/ada\n---\n[[Ada Lovelace]]\n";
    let mut ada = name("people/ada");
    ada.title = "Ada Lovelace".into();
    let files = Files::new([ada, name("x")]);
    let x = page("x", text);
    let (old, new) =
        (PagePath::parse("people/ada").unwrap(), PagePath::parse("people/al").unwrap());
    let after = apply(&x, &rename_edits(&x, &old, &new, &files)).unwrap();
    assert_eq!(after, text.replace("people/ada", "people/al"));
}

#[test]
fn c053_anchors_find_their_heading() {
    let text = "---\nnote: '# not a heading'\n---\n# Top\n\n## My Heading: v2 (draft)\n\ntext\n\n```\n## Fenced\n```\n\n## Part\n\n### Detail\n\n- item ^b1\n\n## Other\n\n### Detail\n\nlast ^b2\n\n## *C++* & `code`\n";
    let note = page("note", text);
    let found = |anchor: &str| {
        anchor_section(&note, anchor).map(|index| note.breadcrumb(index).join(" > "))
    };
    for (anchor, expected) in [
        ("My Heading: v2 (draft)", "Top > My Heading: v2 (draft)"),
        ("my heading  v2 (draft)", "Top > My Heading: v2 (draft)"),
        ("my-heading-v2-draft", "Top > My Heading: v2 (draft)"),
        ("Detail", "Top > Part > Detail"),
        ("Other#Detail", "Top > Other > Detail"),
        ("Top#Other#Detail", "Top > Other > Detail"),
        ("detail-1", "Top > Other > Detail"),
        ("^b1", "Top > Part > Detail"),
        ("Other#^b2", "Top > Other > Detail"),
    ] {
        assert_eq!(found(anchor).as_deref(), Some(expected), "{anchor}");
    }
    for none in ["not a heading", "Fenced", "Part#Other", "^b3", "^", ""] {
        assert_eq!(found(none), None, "{none}");
    }
    let link = page("x", "[[note#My Heading: v2 (draft)]]\n").links.remove(0);
    assert_eq!(link.target, "note");
    assert!(found(&link.anchor.unwrap()).is_some());
}
