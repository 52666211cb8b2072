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
fn c086_every_escape_is_refused_with_the_same_text() {
    let long_name = "x".repeat(250);
    let long_path = "folder/".repeat(200) + "x";
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
        "NUL",
        "nul.md",
        "con.md",
        "people/CON",
        "Com1.notes",
        "lpt9",
        "com¹",
        "aux.txt",
        "ends.",
        "ends /x",
        "ends. ",
        "dir./x",
        ".hidden/x",
        ".hidden",
        ".git/config",
        ".memopage/x",
        ".obsidian/x",
        "a/.git/hooks",
        ".md",
        "..md",
        "a/.md",
        &long_name,
        &long_path,
    ];
    for typed in escapes {
        let problem = PagePath::parse(typed).expect_err(typed);
        assert_eq!(problem.to_string(), "this is not the path of a page inside the vault");
        assert!(!problem.hint().is_empty());
        assert_eq!(problem.typed(), typed);
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
        "hash # & [x] (y)",
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
