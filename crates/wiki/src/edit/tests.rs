use super::*;
use crate::path::PagePath;

fn page(text: &str) -> Page {
    Page::parse(PagePath::parse("people/ada").unwrap(), text)
}

fn text(value: &str) -> FieldValue {
    FieldValue::Text(value.to_owned())
}

fn list(values: &[&str]) -> FieldValue {
    FieldValue::List(values.iter().map(|value| (*value).to_owned()).collect())
}

fn set(before: &str, key: &str, value: FieldValue) -> String {
    apply(&page(before), &[Edit::SetField { key: key.to_owned(), value }]).unwrap()
}

fn append(before: &str, heading: &str, new: &str) -> String {
    let heading = Some(heading.to_owned()).filter(|heading| !heading.is_empty());
    apply(&page(before), &[Edit::Append { heading, text: new.to_owned() }]).unwrap()
}

fn replace(old: &str, new: &str) -> Edit {
    Edit::ReplaceText { old: old.to_owned(), new: new.to_owned() }
}

#[test]
fn c052_one_word_changes_and_crlf_and_bom_stay() {
    let before = "\u{feff}---\r\ntitle: x\r\n---\r\nbody one\r\nmixed\nend";
    let after = apply(&page(before), &[replace("one", "two")]).unwrap();
    assert_eq!(after, before.replace("one", "two"));
    assert_eq!(set(before, "title", text("y")), before.replace("title: x", "title: y"));
    assert_eq!(set(before, "id", text("7")), before.replace("x\r\n", "x\r\nid: 7\r\n"));
    assert_eq!(append(before, "", "- a\n- b"), format!("{before}\r\n\r\n- a\r\n- b"));
}

#[test]
fn c044_the_head_that_is_broken_is_refused_and_the_body_is_not() {
    let before = "---\nname: helper\ndescription: uses: colons: freely\n---\nbody\n";
    let refused = apply(&page(before), &[Edit::SetField { key: "name".into(), value: text("x") }]);
    assert_eq!(refused, Err(EditProblem::BrokenHead { line: 3 }));
    let after = apply(&page(before), &[replace("body", "text")]).unwrap();
    assert_eq!(after, before.replace("body", "text"));
    assert!(append(before, "Notes", "x").starts_with(before));
}

#[test]
fn toml_and_json_heads_are_not_edited_but_their_bodies_are() {
    for before in ["+++\ntitle = \"T\"\n+++\nbody\n", "{\"title\": \"T\"}\nbody\n"] {
        let refused =
            apply(&page(before), &[Edit::SetField { key: "title".into(), value: text("x") }]);
        assert_eq!(refused, Err(EditProblem::ForeignHead));
        assert_eq!(
            apply(&page(before), &[replace("body", "x")]).unwrap(),
            before.replace("body", "x")
        );
    }
}

#[test]
fn a_value_keeps_its_quotes_and_all_around_it() {
    for (before, value, after) in [
        ("title: a # c", "b", "title: b # c"),
        ("title: \"a\"   # c", "b", "title: \"b\"   # c"),
        ("title: 'a'", "it's", "title: 'it''s'"),
        ("title: a", "b: c", "title: \"b: c\""),
        ("title: a", "# b", "title: \"# b\""),
        ("title: a", "b #c", "title: \"b #c\""),
        ("title: a", "- b", "title: \"- b\""),
        ("title: a", "-5", "title: -5"),
        ("title: a", "", "title: \"\""),
        ("title: a", "null", "title: \"null\""),
        ("title: a", "[[Ada]]", "title: \"[[Ada]]\""),
        ("title: a", "12:30", "title: 12:30"),
        ("title: a", "say \"x\"", "title: say \"x\""),
        ("title: a", "tab\there", "title: \"tab\\there\""),
        ("title: a", " b ", "title: \" b \""),
        ("title: 'a'", "x\ny", "title: |-\n  x\n  y"),
        ("title: a # c", "x\ny", "title: \"x\\ny\" # c"),
        ("title: a", "  x\ny", "title: \"  x\\ny\""),
        ("title:", "b", "title: b"),
        ("title: # c", "b", "title: b # c"),
        ("title: ~", "b", "title: b"),
        ("title:   a", "b", "title:   b"),
        ("title: &x !t a", "b", "title: &x !t b"),
        ("title: |\n    one\n    two", "x\ny\n", "title: |\n    x\n    y"),
        ("title: >-\n  one\n  two", "three", "title: three"),
        ("title: one\n  two", "three", "title: three"),
        ("title: {a: 1}", "b", "title: b"),
        ("title:\n  a: 1\n  b: 2", "b", "title: b"),
        ("title:\n  - a\n  - b", "b", "title: b"),
        ("'title': a", "b", "'title': b"),
    ] {
        let around =
            |inner: &str| format!("---\n# first\nx: [1, 2]  \n{inner}\ny:   z\n# last\n---\nbody");
        assert_eq!(
            set(&around(before), "title", text(value)),
            around(after),
            "{before:?} := {value:?}"
        );
    }
}

#[test]
fn a_list_keeps_its_style_and_the_items_that_stay() {
    for (before, value, after) in [
        ("tags: [a, \"b\"] # c", vec!["a", "b", "d"], "tags: [a, \"b\", d] # c"),
        ("tags: [ 'a' , b ]", vec!["b"], "tags: [ b ]"),
        ("tags: [a, b, c]", vec!["a", "c"], "tags: [a, c]"),
        ("tags: [a, b, c]", vec!["a", "x", "c"], "tags: [a, x, c]"),
        ("tags: [a, b]", vec!["x", "a", "b"], "tags: [x, a, b]"),
        ("tags: [a, b]", vec![], "tags: []"),
        ("tags: []", vec!["a", "b, c"], "tags: [a, \"b, c\"]"),
        ("tags: [\"a\"]", vec!["a", "b"], "tags: [\"a\", \"b\"]"),
        (
            "tags:\n  - a # one\n  # two\n  - 'b'",
            vec!["a", "b", "c d"],
            "tags:\n  - a # one\n  # two\n  - 'b'\n  - 'c d'",
        ),
        ("tags:\n- \"a\"\n- \"b\"", vec!["b"], "tags:\n- \"b\""),
        ("tags:\n- a\n- b", vec!["a", "x"], "tags:\n- a\n- x"),
        ("tags:\n- a\n- b", vec![], "tags: []"),
        ("tags:\n-   a", vec!["z: y", "a"], "tags:\n-   \"z: y\"\n-   a"),
        ("tags: a", vec!["a", "b"], "tags: [a, b]"),
        (
            "tags:\n  # all\n  - a # one\n  # of b\n  - b # two\n  # of c\n  - c # three",
            vec!["x", "b", "y", "z"],
            "tags:\n  # all\n  - x # one\n  # of b\n  - b # two\n  - y\n  - z",
        ),
        (
            "tags:\n  # all\n  - a # one\n  # of b\n  - b # two\n  # of c\n  - c # three",
            vec!["b", "c", "d"],
            "tags:\n  # all\n  # of b\n  - b # two\n  # of c\n  - c # three\n  - d",
        ),
        (
            "tags:\n  - a # one\n  # of b\n  - b\n  - c # three\n  - d",
            vec!["a", "c", "e", "f"],
            "tags:\n  - a # one\n  - c # three\n  - e\n  - f",
        ),
        ("tags: # why\n  # all\n  - a # one\n  - b", vec![], "tags: [] # why\n  # all"),
        (
            "tags: [\n  a, # one\n  b, # two\n  c # three\n  ]",
            vec!["a", "c"],
            "tags: [\n  a, # one\n  c # three\n  ]",
        ),
        (
            "tags: [\n  a, # one\n  b, # two\n  c # three\n  ]",
            vec!["x", "b"],
            "tags: [\n  x, # one\n  b, # two\n  ]",
        ),
        ("tags: [a, b, c, d]", vec!["b", "x", "d", "e"], "tags: [b, x, d, e]"),
        ("tags:", vec!["a"], "tags: [a]"),
    ] {
        let around = |inner: &str| format!("---\nx: 1\n{inner}\ny: z\n---\n");
        assert_eq!(
            set(&around(before), "tags", list(&value)),
            around(after),
            "{before:?} := {value:?}"
        );
    }
}

#[test]
fn a_new_key_goes_to_the_end_of_the_head() {
    assert_eq!(set("---\na: 1\n# end\n---\nb", "k", text("v")), "---\na: 1\n# end\nk: v\n---\nb");
    assert_eq!(set("---\n---\nb", "k", text("v")), "---\nk: v\n---\nb");
    assert_eq!(set("---\n  a: 1\n---", "k", list(&["v"])), "---\n  a: 1\n  k: [v]\n---");
    assert_eq!(set("---\nt:\n- x\n---\n", "k", list(&["v"])), "---\nt:\n- x\nk:\n  - v\n---\n");
    assert_eq!(set("\u{feff}# H\r\n", "k", text("v")), "\u{feff}---\r\nk: v\r\n---\r\n# H\r\n");
    assert_eq!(set("", "k", text("v")), "---\nk: v\n---\n");
    assert_eq!(set("---\nrule\n", "k", text("v")), "---\nk: v\n---\n---\nrule\n");
    assert_eq!(set("---\na: |+\n  x\n\n---\nb", "k", text("v")), "---\na: |+\n  x\n\nk: v\n---\nb");
}

#[test]
fn a_canonical_key_changes_the_synonym_that_is_there() {
    assert_eq!(
        set("---\nimportance: low\n---\n", "priority", text("high")),
        "---\nimportance: high\n---\n"
    );
    assert_eq!(set("---\nt: 1\nt: 2\n---\n", "t", text("3")), "---\nt: 1\nt: 3\n---\n");
}

#[test]
fn a_field_that_cannot_be_written_is_refused() {
    for key in ["", " ", "a\nb", "a\0"] {
        let refused = apply(
            &page("---\nx: 1\n---\n"),
            &[Edit::SetField { key: key.into(), value: text("v") }],
        );
        assert!(matches!(refused, Err(EditProblem::Field { .. })), "{key:?}");
    }
    let flow =
        apply(&page("---\n{x: 1}\n---\n"), &[Edit::SetField { key: "x".into(), value: text("v") }]);
    assert!(matches!(flow, Err(EditProblem::Field { .. })));
    let anchored =
        apply(&page("---\nx: &a 1\ny: *a\n---\n"), &[Edit::RemoveField { key: "x".into() }]);
    assert!(matches!(anchored, Err(EditProblem::Field { .. })));
}

#[test]
fn a_removed_key_takes_its_lines_and_no_others() {
    let remove =
        |before: &str| apply(&page(before), &[Edit::RemoveField { key: "x".into() }]).unwrap();
    assert_eq!(
        remove("---\na: 1\nx:\n  - y # c\n# keep\nb: 2\nx: z\n---\nt"),
        "---\na: 1\n# keep\nb: 2\n---\nt"
    );
    assert_eq!(remove("---\na: 1\n---\n"), "---\na: 1\n---\n");
    assert_eq!(remove("---\nx: |\n  1\n---\n"), "---\n---\n");
}

#[test]
fn text_is_appended_to_the_end_of_its_section() {
    assert_eq!(
        append("# A\na\n\n## B\nb\n\n# C\n", "a", "new"),
        "# A\na\n\n## B\nb\n\nnew\n\n# C\n"
    );
    assert_eq!(append("## F\n\n- a\n\n## G\n", "F", "- b"), "## F\n\n- a\n- b\n\n## G\n");
    assert_eq!(append("## F\n- a\n  more\n", "F", "1. b"), "## F\n- a\n  more\n1. b\n");
    assert_eq!(append("## F\n- a\n", "F", "text"), "## F\n- a\n\ntext\n");
    assert_eq!(append("## F\n", "F", "- a"), "## F\n\n- a\n");
    assert_eq!(append("## F", "F", "- a"), "## F\n\n- a");
    assert_eq!(append("## F\nx\n\nT\n===\n## F\n", "T", "y"), "## F\nx\n\nT\n===\n## F\n\ny\n");
    assert_eq!(append("# F\nT\n\nU\n---\n", "F", "y"), "# F\nT\n\nU\n---\n\ny\n");
    assert_eq!(append("# F\n# G\n", "F", "y"), "# F\n\ny\n\n# G\n");
    assert_eq!(append("|a|\n|-|\n|b|\n", "", "|c|"), "|a|\n|-|\n|b|\n|c|\n");
    assert_eq!(append("> - q\n", "", "- c"), "> - q\n\n- c\n");
}

#[test]
fn a_missing_section_is_made_at_the_end() {
    assert_eq!(append("text\n", "History", "- x"), "text\n\n## History\n\n- x\n");
    assert_eq!(append("text", "### Deep\none", "- x\r\n"), "text\n\n### Deep one\n\n- x");
    assert_eq!(append("", "History", "- x"), "## History\n\n- x\n");
    assert_eq!(append("---\na: 1\n---\n", "", "x"), "---\na: 1\n---\n\nx\n");
    assert_eq!(append("---\na: 1\n---\n\n", "", "x"), "---\na: 1\n---\n\nx\n");
    assert_eq!(append("a\n\n\n", "", "\n"), "a\n\n\n");
}

#[test]
fn nothing_is_appended_into_code_that_never_ends() {
    for before in ["# A\n```\ncode\n", "<!-- open\n"] {
        let edit = Edit::Append { heading: None, text: "- a".into() };
        assert!(
            matches!(apply(&page(before), &[edit]), Err(EditProblem::Unterminated { .. })),
            "{before:?}"
        );
    }
    assert_eq!(append("%%\nx\n```\nc\n```\n", "", "y"), "%%\nx\n```\nc\n```\n\ny\n");
}

#[test]
fn a_body_with_a_merge_conflict_is_changed_only_by_its_words_or_where_the_conflict_goes() {
    let text = "a\n<<<<<<< ours\nb\n=======\nc\n>>>>>>> theirs\nd\n";
    let all = text.find('<').unwrap()..text.find("d\n").unwrap();
    let splice = |span: std::ops::Range<usize>| Edit::Splice(Splice { span, text: "x\n".into() });
    let append = Edit::Append { heading: None, text: "x".into() };
    for edit in [append, splice(0..0), splice(0..all.end - 1), splice(text.len()..text.len())] {
        let refused = apply(&page(text), &[edit]);
        assert_eq!(refused, Err(EditProblem::Unmerged { lines: 2..=6 }));
    }
    assert_eq!(apply(&page(text), &[splice(all)]).unwrap(), "a\nx\nd\n");
    let words = Edit::ReplaceText { old: "<<<<<<< ours\n".into(), new: String::new() };
    assert!(apply(&page(text), &[words]).is_ok());
    // One in the head leaves the body to be written.
    let head = "---\n<<<<<<< a\nb: 1\n=======\nb: 2\n>>>>>>> c\n---\ntext\n";
    assert!(apply(&page(head), &[Edit::Append { heading: None, text: "x".into() }]).is_ok());
}

#[test]
fn several_appends_to_a_new_section_make_one() {
    let one = Edit::Append { heading: Some("History".into()), text: "- a".into() };
    let two = Edit::Append { heading: Some("History".into()), text: "- b".into() };
    assert_eq!(apply(&page("x\n"), &[one, two]).unwrap(), "x\n\n## History\n\n- a\n- b\n");
}

#[test]
fn a_text_to_replace_stands_exactly_once() {
    let before = page("---\ntitle: one\n---\none two\ntwo\n");
    assert_eq!(
        apply(&before, &[replace("one", "1")]).unwrap(),
        "---\ntitle: one\n---\n1 two\ntwo\n"
    );
    assert_eq!(
        apply(&before, &[replace("two", "2")]),
        Err(EditProblem::Ambiguous { lines: vec![4, 5] })
    );
    assert_eq!(
        apply(&before, &[replace("title", "2")]),
        Err(EditProblem::Missing { old: "title".into() })
    );
    assert!(matches!(apply(&before, &[replace("", "2")]), Err(EditProblem::Missing { .. })));
    assert!(matches!(
        apply(&page("aaa"), &[replace("aa", "b")]),
        Err(EditProblem::Ambiguous { .. })
    ));
    assert_eq!(apply(&page("a\r\nb\r\n"), &[replace("a\nb", "c\nd")]).unwrap(), "c\r\nd\r\n");
}

#[test]
fn splices_are_bytes_of_the_page_as_it_was_read() {
    let splice =
        |span: Range<usize>, text: &str| Edit::Splice(Splice { span, text: text.to_owned() });
    let before = page("abcdef\n");
    let after = apply(
        &before,
        &[splice(4..6, "E"), splice(0..1, "A"), splice(4..4, "+"), splice(4..4, "-")],
    );
    assert_eq!(after.unwrap(), "Abcd+-E\n");
    let both =
        [splice(0..3, "x"), Edit::Append { heading: None, text: "y".into() }, replace("def", "z")];
    assert_eq!(apply(&before, &both).unwrap(), "xz\n\ny\n");
    for bad in [vec![splice(0..99, "")], vec![splice(0..3, ""), splice(2..4, "")]] {
        assert!(matches!(apply(&before, &bad), Err(EditProblem::Span { .. })));
    }
    assert!(matches!(apply(&page("é"), &[splice(1..2, "")]), Err(EditProblem::Span { .. })));
}

#[test]
fn a_body_edit_makes_and_breaks_no_head() {
    let body = |text: &str| Edit::ReplaceBody { text: text.to_owned() };
    assert_eq!(
        apply(&page("---\na: 1\n---\nold"), &[body("new\r\n")]).unwrap(),
        "---\na: 1\n---\nnew\n"
    );
    assert!(matches!(
        apply(&page("old"), &[body("---\na: 1\n---\n")]),
        Err(EditProblem::Span { .. })
    ));
    let linked = page("---\nup: \"[[A]]\"\n---\n");
    let target = linked.links[0].target_span.clone();
    let renamed = |text: &str| {
        apply(&linked, &[Edit::Splice(Splice { span: target.clone(), text: text.into() })])
    };
    assert_eq!(renamed("B").unwrap(), "---\nup: \"[[B]]\"\n---\n");
    assert!(matches!(renamed("B\" c"), Err(EditProblem::Span { .. })));
}

#[test]
fn a_new_page_reads_back_what_it_was_made_of() {
    let fields = [
        ("title".to_owned(), text("A: b")),
        ("tags".to_owned(), list(&["x", "y, z"])),
        ("note".to_owned(), text("one\ntwo")),
        ("bad\nkey".to_owned(), text("x")),
    ];
    let made = new_page(&fields, "# H");
    assert_eq!(
        made,
        "---\ntitle: \"A: b\"\ntags: [x, \"y, z\"]\nnote: |-\n  one\n  two\n---\n\n# H\n"
    );
    let page = page(&made);
    assert_eq!(
        (page.head.text("title").as_deref(), page.head.text("note").as_deref()),
        (Some("A: b"), Some("one\ntwo"))
    );
    assert_eq!((new_page(&[], "x"), new_page(&[], "")), ("x\n".into(), String::new()));
}

#[test]
fn c044_a_head_with_lone_carriage_returns_gets_no_second_one() {
    let text = "---\rname: helper\r---\rbody\r";
    let page = Page::parse(PagePath::parse("a").unwrap(), text);
    let edit = Edit::SetField { key: "status".into(), value: FieldValue::Text("active".into()) };
    let refused = apply(&page, &[edit]).unwrap_err();
    assert_eq!(refused, EditProblem::BrokenHead { line: 1 });
}
