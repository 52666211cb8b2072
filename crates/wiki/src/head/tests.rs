use super::*;
use crate::page::Page;
use crate::path::PagePath;

fn page(text: &str) -> Page {
    Page::parse(PagePath::parse("people/ada").unwrap(), text)
}

fn texts(page: &Page) -> Vec<(String, String)> {
    let text = |entry: &Entry| (entry.key.clone(), entry.value.as_text().unwrap_or("-").to_owned());
    page.head.entries.iter().map(text).collect()
}

fn kinds(page: &Page) -> Vec<ProblemKind> {
    page.problems.iter().map(|problem| problem.kind).collect()
}

#[test]
fn scalars_are_the_text_that_was_typed() {
    let typed = [
        "NO",
        "yes",
        "1.10",
        "007",
        "01234",
        "1e10",
        "2024-01-02",
        "12:30",
        "0o17",
        "2024-W05",
        "1_000",
        ".5",
        "0x1F",
        "2024-02-30",
    ];
    let lines: String =
        typed.iter().enumerate().map(|(at, value)| format!("k{at}: {value}\n")).collect();
    let page = page(&format!("---\n{lines}---\n"));
    assert_eq!(page.problems, []);
    for (at, value) in typed.iter().enumerate() {
        assert_eq!(page.head.text(&format!("k{at}")).as_deref(), Some(*value));
        let entry = &page.head.entries[at];
        assert_eq!(&page.text[entry.value_span.clone()], *value);
        assert_eq!(page.text[entry.span.clone()], format!("k{at}: {value}\n"));
    }
}

#[test]
fn every_shape_of_yaml_is_read_with_its_place() {
    let text = "---\n# first\ntitle: \"A: b\" # why\nnone:\nnull_: ~\nlist:\n  - x # one\n  - 'y'\nflow: [a, \"b, c\"]\nblock: |\n  one\n  two\n\nfold: >-\n  x\n  y\nmap: {at: 1.0, by: me}\nbase: &b v\ncopy: *b\ntag: !t w\nlost: *nope\n'quoted key': z\n---\nbody\n";
    let page = page(text);
    assert_eq!((page.head.kind, page.head.broken, page.problems.len()), (HeadKind::Yaml, false, 0));
    let raw = |key: &str| &page.text[page.head.entry(key).unwrap().value_span.clone()];
    assert_eq!(
        (page.head.get("title"), raw("title")),
        (Some(&Value::Text("A: b".into())), "\"A: b\"")
    );
    assert_eq!((page.head.get("none"), raw("none")), (Some(&Value::Null), ""));
    assert_eq!((page.head.get("null_"), raw("null_")), (Some(&Value::Null), "~"));
    assert_eq!(
        (page.head.list("list"), raw("list")),
        (vec!["x".to_owned(), "y".to_owned()], "- x # one\n  - 'y'")
    );
    assert_eq!(
        (page.head.list("flow"), raw("flow")),
        (vec!["a".to_owned(), "b, c".to_owned()], "[a, \"b, c\"]")
    );
    assert_eq!(
        (page.head.text("block").as_deref(), raw("block")),
        (Some("one\ntwo\n"), "|\n  one\n  two")
    );
    assert_eq!((page.head.text("fold").as_deref(), raw("fold")), (Some("x y"), ">-\n  x\n  y"));
    assert_eq!(
        page.head.get("map"),
        Some(&Value::Map(vec![
            ("at".into(), Value::Text("1.0".into())),
            ("by".into(), Value::Text("me".into()))
        ]))
    );
    assert_eq!((page.head.text("copy").as_deref(), raw("copy")), (Some("v"), "*b"));
    assert_eq!(page.head.text("tag").as_deref(), Some("w"));
    assert_eq!(page.head.text("lost").as_deref(), Some("*nope"));
    assert_eq!(page.head.text("quoted key").as_deref(), Some("z"));
    assert_eq!(&page.text[page.body..], "body\n");
    for pair in page.head.entries.windows(2) {
        assert!(pair[0].span.end <= pair[1].span.start);
    }
}

#[test]
fn c044_a_broken_head_is_read_line_by_line_and_stays() {
    let text = "---\nname: helper\ndescription: uses: colons: freely\ntags:\n\t- x\n\t- y\nflow: [a, b]\n---\nbody\n";
    let page = page(text);
    assert!(page.head.broken);
    assert_eq!(page.text, text);
    assert_eq!(page.head.text("description").as_deref(), Some("uses: colons: freely"));
    assert_eq!(page.head.list("tags"), ["x", "y"]);
    assert_eq!(page.head.list("flow"), ["a", "b"]);
    assert_eq!(page.problems[0].kind, ProblemKind::BrokenHead);
    assert_eq!(page.problems[0].line, 3);
    assert_eq!(&page.text[page.body..], "body\n");
}

#[test]
fn an_unterminated_quote_or_list_hides_nothing() {
    let page = page("---\ntitle: \"unterminated\ntags: [a, b\nstatus: active\n---\nbody\n");
    assert!(page.head.broken);
    assert_eq!(page.head.text("status").as_deref(), Some("active"));
    assert_eq!(&page.text[page.body..], "body\n");
}

#[test]
fn a_carriage_return_inside_a_head_line_is_no_line_end() {
    let page = page("---\na: b\rc: d\n---\nbody");
    assert!(page.head.broken);
    assert_eq!(texts(&page), [("a".into(), "b\rc: d".into())]);
}

#[test]
fn merge_markers_in_a_head_leave_its_values_readable() {
    let page =
        page("---\n<<<<<<< HEAD\ntitle: one\n=======\ntitle: two\n>>>>>>> other\nid: x\n---\n");
    assert_eq!(
        kinds(&page),
        [ProblemKind::BrokenHead, ProblemKind::MergeMarkers, ProblemKind::DuplicateKey]
    );
    assert_eq!(page.head.text("id").as_deref(), Some("x"));
}

#[test]
fn a_key_that_stands_twice_is_kept_and_reported() {
    let page = page("---\ntitle: one\ntitle: two\n---\n");
    assert_eq!(texts(&page), [("title".into(), "one".into()), ("title".into(), "two".into())]);
    assert_eq!(page.head.text("title").as_deref(), Some("two"));
    assert_eq!((kinds(&page), page.problems[0].line), (vec![ProblemKind::DuplicateKey], 3));
}

#[test]
fn what_only_looks_like_a_head_is_body() {
    for text in [
        "---\nnever closed: yes\n",
        "---\n\n# Heading\n---\nmore\n",
        "---\n- a\n---\n",
        "---\njust prose\n---\n",
        "--- \nx: y",
        "----\nx: y\n---\n",
        " ---\nx: y\n---\n",
        "---",
        "",
        "---\nIt's: a\nlong [story\n\n# H\n---\n",
    ] {
        let page = page(text);
        let is_story = text.contains("story");
        assert_eq!(page.head.kind == HeadKind::None, !is_story, "{text:?}");
        assert_eq!(page.head.span.start, 0);
    }
}

#[test]
fn an_empty_head_and_one_of_comments_are_heads() {
    for text in ["---\n---\nx", "---\n\n---\nx", "---\n# note\n---\nx", "---\r\n...\r\nx"] {
        let page = page(text);
        assert_eq!((page.head.kind, &page.text[page.body..]), (HeadKind::Yaml, "x"), "{text:?}");
    }
}

#[test]
fn c052_crlf_and_bom_stand_outside_the_values() {
    let page = page("\u{feff}---\r\ntitle: x\r\nlist:\r\n- a\r\n---\r\nbody\r\n");
    assert_eq!(page.head.text("title").as_deref(), Some("x"));
    assert_eq!(page.head.list("list"), ["a"]);
    assert_eq!((page.head.span.start, &page.text[page.body..]), (3, "body\r\n"));
}

#[test]
fn aliases_cannot_fill_the_memory() {
    let mut text = "---\na: &a [x, x, x, x, x, x, x, x]\n".to_owned();
    for (name, before) in ('b'..='k').zip('a'..='j') {
        text += &format!(
            "{name}: &{name} [*{before}, *{before}, *{before}, *{before}, *{before}, *{before}, *{before}, *{before}]\n"
        );
    }
    let page = page(&(text + "---\nbody\n"));
    assert_eq!(kinds(&page), [ProblemKind::HeadLimit]);
    assert!(page.head.broken);
    assert_eq!(&page.text[page.body..], "body\n");
}

#[test]
fn a_huge_or_deep_head_is_read_line_by_line() {
    let huge = page(&format!("---\ntitle: t\nx: {}\n---\nbody\n", "y".repeat(300_000)));
    assert_eq!(kinds(&huge), [ProblemKind::HeadLimit]);
    assert_eq!(huge.head.text("title").as_deref(), Some("t"));
    let deep = page(&format!("---\ntitle: t\nx: {}\n---\nbody\n", "[".repeat(50_000)));
    assert_eq!(kinds(&deep), [ProblemKind::BrokenHead]);
    assert_eq!(deep.head.text("title").as_deref(), Some("t"));
}

#[test]
fn toml_heads_are_read() {
    let page = page(
        "+++\ntitle = \"T\"\nversion = 1.10\ntags = ['a', 'b']\n[extra]\ndate = 1979-05-27\n+++\nbody\n",
    );
    assert_eq!((page.head.kind, page.head.broken), (HeadKind::Toml, false));
    assert_eq!(page.title(), "T");
    assert_eq!(page.head.text("version").as_deref(), Some("1.10"));
    assert_eq!(page.head.list("tags"), ["a", "b"]);
    assert_eq!(
        page.head.get("extra"),
        Some(&Value::Map(vec![("date".into(), Value::Text("1979-05-27".into()))]))
    );
    assert_eq!(&page.text[page.body..], "body\n");
    let broken = super::tests::page("+++\ntitle = \"T\"\nx = = 1\n+++\nbody\n");
    assert!(broken.head.broken);
    assert_eq!(broken.head.text("title").as_deref(), Some("T"));
}

#[test]
fn json_heads_are_read_and_braces_alone_are_body() {
    let page = page(
        "{\"title\": \"T \\u00e9\", \"v\": 1.10, \"n\": null, \"tags\": [\"a\", \"b\"], \"m\": {\"k\": true}}\r\nbody",
    );
    assert_eq!((page.head.kind, page.title().as_str()), (HeadKind::Json, "T é"));
    assert_eq!(page.head.text("v").as_deref(), Some("1.10"));
    assert_eq!(page.head.get("n"), Some(&Value::Null));
    assert_eq!(page.head.list("tags"), ["a", "b"]);
    assert_eq!(
        page.head.get("m"),
        Some(&Value::Map(vec![("k".into(), Value::Text("true".into()))]))
    );
    assert_eq!(&page.text[page.body..], "body");
    for text in ["{{ template }}\n", "{", "{\"a\": 1} text\n", "{a}\n", "{a: b}\n"] {
        assert_eq!(super::tests::page(text).head.kind, HeadKind::None, "{text:?}");
    }
    let empty = super::tests::page("{}\n");
    assert_eq!((empty.head.kind, empty.body), (HeadKind::Json, 3));
}

#[test]
fn a_broken_head_is_reported_and_read_by_line_whatever_it_is_written_in() {
    for (text, line) in [
        ("{\n  \"title\": \"T\",\n  \"v\": 1,\n}\nbody\n", 4),
        ("{\n  \"title\": \"T\",\n  \"v\" 1\n}\nbody\n", 3),
        ("{\n  title: \"T\"\n}\nbody\n", 2),
        ("+++\ntitle = \"T\"\nv = \n+++\nbody\n", 3),
        ("---\ntitle: \"T\"\nv: [\n---\nbody\n", 3),
    ] {
        let page = page(text);
        let found: Vec<_> = page.problems.iter().map(|it| (it.kind, it.line)).collect();
        assert_eq!(found, [(ProblemKind::BrokenHead, line)], "{text}: {:?}", page.problems);
        assert!(page.head.broken, "{text}");
        assert_eq!(page.head.text("title").as_deref(), Some("T"), "{text}");
        assert_eq!(&page.text[page.body..], "body\n", "{text}");
    }
    for text in ["{\"title\": \"T\",}\nbody\n", "{\"title\": \"T\nbody\n", "+++\n= 1\n+++\nbody\n"]
    {
        let page = page(text);
        assert_eq!(kinds(&page), [ProblemKind::BrokenHead], "{text}");
        assert!(page.head.broken && page.text[page.body..].ends_with("body\n"), "{text}");
    }
}

#[test]
fn a_head_that_opens_a_mapping_in_braces_and_is_not_valid_is_a_broken_head_and_no_text() {
    for head in ["{broken: [yaml", "{\n  broken: [yaml\n}", "# c\n{\"a\":1, b", "{'a b': [1"] {
        let page = page(&format!("---\n{head}\n---\nbody\n"));
        assert_eq!(kinds(&page), [ProblemKind::BrokenHead], "{head}");
        assert!(page.head.broken && &page.text[page.body..] == "body\n", "{head}");
    }
    for text in ["{ a and b, [c", "{{title}}: [x"] {
        let page = page(&format!("---\n{text}\n---\nbody\n"));
        assert_eq!((page.head.kind, kinds(&page).len()), (HeadKind::None, 0), "{text}");
    }
}

#[test]
fn canonical_keys_are_read_from_their_synonyms() {
    let page = page(
        "---\nimportance: HIGH\ncreated: 2024-01-02\ncategory: person\nrelated: [[Ada]]\ntags: '#a, b'\nverified: {by: me, at: 2025-01-01}\nstale_after: 2026-01-01\nupdated_at:\nmodified: 2025-05-05\n---\n",
    );
    let text = |key| page.head.text(key);
    assert_eq!(text("priority").as_deref(), Some("HIGH"));
    assert_eq!(text("created_at").as_deref(), Some("2024-01-02"));
    assert_eq!(text("type").as_deref(), Some("person"));
    assert_eq!(text("last_verified").as_deref(), Some("2025-01-01"));
    assert_eq!(text("review_after").as_deref(), Some("2026-01-01"));
    assert_eq!(text("updated_at").as_deref(), Some("2025-05-05"));
    assert_eq!(page.head.list("related_to"), ["[[Ada]]"]);
    assert_eq!(page.head.list("tags"), ["a", "b"]);
    assert_eq!(page.head.key_as_written("priority"), Some("importance"));
    assert_eq!((text("status"), page.head.list("sources")), (None, Vec::new()));
}

#[test]
fn a_title_is_never_empty() {
    assert_eq!(page("").title(), "ada");
    assert_eq!(page("# \u{202e}\n").title(), "ada");
    assert_eq!(page("# \u{202e}\n# One\t\u{202e}\n").title(), "One");
    assert_eq!(page("---\ntitle: \"a\\t\\u202e\"\n---\n").title(), "a");
    assert_eq!(page("## Two\n# *One* `x`\n").title(), "One x");
    assert_eq!(page("---\ntitle: 2024-01-02\n---\n# One\n").title(), "2024-01-02");
    assert_eq!(page("---\nentity: E\ntitle: ''\n---\n# One\n").title(), "One");
}

#[test]
fn a_list_in_one_line_keeps_commas_between_quotes() {
    let list = |text| super::flow_list(text);
    assert_eq!(list("[\"a, b\", c]"), Some(vec!["a, b".to_owned(), "c".to_owned()]));
    assert_eq!(list("[ 'x', 007 ]"), Some(vec!["x".to_owned(), "007".to_owned()]));
    assert_eq!(list("[]"), Some(Vec::new()));
    for no in ["[[Page]]", "a", "[a", "[{b: 1}]", "[a]\nb: [c]"] {
        assert_eq!(list(no), None, "{no}");
    }
}
