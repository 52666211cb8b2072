use super::*;

#[test]
fn c055_a_dot_in_a_title_is_no_ending() {
    let page = PagePath::parse("Release v1.2 notes").unwrap();
    assert_eq!(page.as_str(), "Release v1.2 notes");
    assert_eq!(page.file(), "Release v1.2 notes.md");
}
