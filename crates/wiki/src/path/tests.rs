use proptest::prelude::*;

use super::*;

#[test]
fn c055_a_dot_in_a_title_is_no_ending() {
    let page = PagePath::parse("Release v1.2 notes").unwrap();
    assert_eq!(page.as_str(), "Release v1.2 notes");
    assert_eq!(page.file(), "Release v1.2 notes.md");
    assert_eq!(PagePath::parse("Release v1.2 notes.md").unwrap(), page);
}

#[test]
fn c086_every_escape_is_refused_with_the_same_reason() {
    let escapes = [
        "",
        " ",
        ".",
        "..",
        "../x",
        "a/../../b",
        "a/..",
        "./a",
        "a/./b",
        "a//b",
        "a/",
        "/etc/passwd",
        "/memories/../x",
        "/memoriesX/a",
        "memopage://v/../../etc/passwd",
        "C:\\x",
        "c:x",
        "D:/x",
        "C:",
        "a\\b",
        "\\\\host\\share",
        "a%2f..%2f..%2fx",
        "a%2Fb",
        "%2e%2E/x",
        "a%5cb",
        "a%00",
        "a\0b",
        "a\nb",
        "a\u{7f}b",
        "a\u{202e}b",
        ".hidden/x",
        ".hidden",
        ".git/config",
        ".memopage/x",
        ".obsidian/x",
        "a/.git/hooks",
        ".md",
        "..md",
        "a/.md",
    ];
    for typed in escapes {
        let problem = PagePath::parse(typed).expect_err(typed);
        assert_eq!(problem.reason(), "it is not the path of a page inside the vault");
        assert!(!problem.hint().is_empty());
        assert_eq!(problem.typed(), typed);
        assert!(PagePath::parse_existing(typed).is_err());
    }
}

#[test]
fn a_letter_with_a_colon_and_a_blank_is_no_drive() {
    for title in ["a: b", "Q: what is it", "Q:\u{a0}what"] {
        assert!(PagePath::parse(title).expect_err(title).is_of_title(), "{title}");
        assert_eq!(PagePath::parse_existing(title).expect(title).as_str(), title);
    }
}

#[test]
fn a_refusal_names_the_path_and_the_reason() {
    let long_name = "x".repeat(300);
    let long_path = "folder/".repeat(200) + "x";
    let devices =
        ["NUL", "nul.md", "con.md", "people/CON", "Com1.notes", "lpt9", "com¹", "aux.txt"];
    let ends = ["ends.", "ends /x", "ends. ", "dir./x"];
    let cases = [
        (&devices[..], "Windows keeps such a name for a device"),
        (&ends[..], "a name begins or ends with a space, or ends with a dot"),
        (&[long_name.as_str(), &long_path], "a name has over 240 bytes, or the path over 1024"),
        (&["notes: b"], "a name cannot hold `:` on every system or in a link"),
        (&["zero\u{200b}width", "\u{200d}x"], "a name holds a character that nobody sees"),
    ];
    for (typed, reason) in cases {
        for typed in typed {
            let problem = PagePath::parse(typed).expect_err(typed);
            assert_eq!(problem.reason(), reason, "{typed}");
            let shown: String = typed.chars().take(40).collect();
            let shown = format!("{shown:?}");
            assert!(problem.to_string().contains(shown.trim_matches('"')), "{problem}");
            assert!(problem.to_string().ends_with(reason) && !problem.hint().is_empty());
        }
    }
}

#[test]
fn a_new_name_holds_nothing_that_a_system_or_a_link_cannot() {
    for c in [':', '?', '"', '<', '>', '|', '*', '#', '^', '[', ']'] {
        let typed = format!("notes/a {c} b");
        assert!(PagePath::parse(&typed).is_err(), "{typed}");
        assert_eq!(PagePath::parse_existing(&typed).unwrap().as_str(), typed);
    }
    for fine in ["👨\u{200d}👩\u{200d}👧", "می\u{200c}خواهم"] {
        assert_eq!(PagePath::parse(fine).unwrap().as_str(), fine);
    }
}

#[test]
fn a_typed_path_is_trimmed_and_composed() {
    let page = PagePath::parse("  people/Rene\u{301}.md ").unwrap();
    assert_eq!(page.as_str(), "people/Ren\u{e9}");
    assert_eq!((page.folder(), page.name()), ("people", "Ren\u{e9}"));
    for fine in [
        "ada",
        ".archive/ada",
        "项目/产品发布",
        "emoji 🚀 note",
        "amper & (y)",
        "a..b",
        "COM10",
        "console",
        "v1.2/x",
    ] {
        assert_eq!(PagePath::parse(fine).unwrap().as_str(), fine);
    }
}

#[test]
fn other_endings_belong_to_the_identity() {
    for (file, identity) in [
        ("people/ada.md", "people/ada"),
        ("note.markdown", "note.markdown"),
        ("trash.MD", "trash.MD"),
        ("a.md.md", "a.md"),
        ("x.markdown.md", "x.markdown.md"),
        (".obsidian/x.md", ".obsidian/x"),
        ("odd name .md", "odd name "),
        ("cafe\u{301}.md", "cafe\u{301}"),
    ] {
        let page = PagePath::from_file(file).unwrap();
        assert_eq!(page.as_str(), identity);
        assert_eq!(page.file(), file);
    }
}

#[test]
fn a_found_file_must_be_a_page_inside_the_vault() {
    for file in
        ["../x.md", "a/../x.md", "/x.md", "image.png", "x", ".md", "a/.md", "a\0.md", "./x.md"]
    {
        assert!(PagePath::from_file(file).is_err(), "{file:?}");
    }
}

proptest! {
    #[test]
    fn a_path_that_parses_names_one_file_and_comes_back_from_it(typed in "[a-zA-Z0-9./ %\\\\é日-]{0,24}") {
        if let Ok(page) = PagePath::parse(&typed) {
            let file = page.file();
            prop_assert_eq!(PagePath::from_file(&file).unwrap(), page.clone());
            prop_assert_eq!(PagePath::parse(page.as_str()).unwrap().file(), file.clone());
            prop_assert!(!file.starts_with('/') && !file.split('/').any(|part| part == ".." || part.is_empty()));
        }
    }

    #[test]
    fn any_text_is_a_path_or_a_problem(typed in any::<String>()) {
        if let Ok(page) = PagePath::parse(&typed) {
            prop_assert!(!page.file().contains(['\\', '\0']));
        }
    }
}

#[test]
fn names_that_look_alike_are_told_by_their_code_points() {
    let told = |one: &str, other: &str| written_apart(one, other).unwrap_or_default();
    let accent = "`é` is U+0065 U+0301 in the one and U+00E9 in the other";
    assert_eq!(told("cafe\u{301}", "caf\u{e9}"), accent);
    assert_eq!(told("e\u{301}", "\u{e9}"), accent);
    let hangul = "`한` is U+D55C in the one and U+1112 U+1161 U+11AB in the other";
    assert_eq!(told("한글", "\u{1112}\u{1161}\u{11ab}글"), hangul);
    let marks = "`ệ` is U+1EC7 in the one and U+0065 U+0302 U+0323 in the other";
    assert_eq!(told("\u{1ec7}", "e\u{302}\u{323}"), marks);
    assert_eq!(told("\u{212a}", "K"), "`K` is U+212A in the one and U+004B in the other");
    for (one, other) in [("a", "A"), ("a", "a"), ("", "x"), ("É", "e\u{301}")] {
        assert_eq!(written_apart(one, other), None, "{one} {other}");
    }
}
