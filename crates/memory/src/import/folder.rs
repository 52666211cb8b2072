//! A folder of notes: which of its files become pages, byte for byte, and which cannot.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use wiki::{PagePath, canon};

use super::{RecordProblem, problem};
use crate::lint::written_apart;

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
    let mut taken: HashMap<String, String> = HashMap::new();
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
        // Two names that differ in case only, or in how an accent is written, are one file on many systems.
        match taken.entry(path.on_any_disk()) {
            Entry::Occupied(other) => {
                let why = clash(&file, other.get());
                notes.problems.push(problem(file, why));
                continue;
            }
            Entry::Vacant(free) => drop(free.insert(file)),
        }
        notes.pages.push((path, text));
    }
    notes
}

/// What two names that cannot both stand differ in.
fn clash(file: &str, other: &str) -> String {
    if file == other {
        return "it comes twice; the first one was taken".to_owned();
    }
    let what = if file.to_lowercase() == other.to_lowercase() {
        "its letters' case"
    } else if canon::fold(file) == canon::fold(other) {
        "how its accented letters are written"
    } else {
        "its ending"
    };
    format!("{other} has the same name but for {what}{}", written_apart(other, file))
}

/// Whether a file is called as a page is.
pub fn is_page(file: &str) -> bool {
    let lower = file.to_lowercase();
    lower.ends_with(".md") || lower.ends_with(".markdown")
}
