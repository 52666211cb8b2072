//! A folder of notes: which of its files become pages, byte for byte, and which cannot.

use std::collections::HashSet;

use wiki::PagePath;

use super::{RecordProblem, problem};

/// The pages of a folder of notes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Page and text, in the order given.
    pub pages: Vec<(PagePath, String)>,
    /// Files that look like pages and cannot be taken.
    pub problems: Vec<RecordProblem>,
    /// Files that are no pages, such as pictures.
    pub others: Vec<String>,
}

/// Reads the files of a folder, each by its path within it, with `/`. Hidden files and folders are
/// passed over in silence, as are files that end like no page, which are listed.
pub fn read(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Notes {
    let mut notes = Notes::default();
    let mut taken = HashSet::new();
    for (file, bytes) in files {
        let hidden = |part: &str| part.starts_with('.') && part != ".archive";
        if file.split('/').any(hidden) {
            continue;
        }
        if !is_page(&file) {
            notes.others.push(file);
            continue;
        }
        let Ok(path) = PagePath::parse_existing(&file) else {
            notes.problems.push(problem(file, "its name cannot be a page's on every system"));
            continue;
        };
        let Ok(text) = String::from_utf8(bytes) else {
            notes.problems.push(problem(file, "it is not UTF-8"));
            continue;
        };
        // Two names that differ in case only are one file on many systems.
        if !taken.insert(path.as_str().to_lowercase()) {
            notes
                .problems
                .push(problem(file, "another file has the same name but for its letters' case"));
            continue;
        }
        notes.pages.push((path, text));
    }
    notes
}

fn is_page(file: &str) -> bool {
    let lower = file.to_lowercase();
    lower.ends_with(".md") || lower.ends_with(".markdown")
}
