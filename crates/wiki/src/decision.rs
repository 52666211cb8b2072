//! What was decided and must outlive the page that it was decided of: `decisions.jsonl`.
//!
//! A line for each decision, so that git joins two sides by keeping both. The only kind so far is the
//! tombstone of an erased page. It holds hashes and a day, and no word of the page.

use std::collections::{HashMap, HashSet};

use jiff::civil::Date;
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;

use crate::canon::fold;
use crate::page::{Page, Revision};
use crate::path::PagePath;

/// The file, at the root of the vault.
pub const FILE: &str = "decisions.jsonl";
/// A text of fewer characters is no page's own: `# Ada` alone tells nothing.
const TEXT_CHARS_MIN: usize = 40;
/// What a tombstone's line calls itself.
const ERASED: &str = "erased";

/// The decisions of a vault as they stand and as they shall stand: made of lines of decisions only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decisions {
    before: Option<String>,
    text: String,
}

impl Decisions {
    /// The file as it stands; `None` if there is none.
    pub fn of(before: Option<String>) -> Self {
        let text = before.clone().unwrap_or_default();
        Self { before, text }
    }

    /// Adds the tombstone of a page that is erased, once.
    pub fn bury(&mut self, page: &Page, day: Date) {
        let grave = json!({
            "decision": ERASED,
            "path": path_hash(&page.path),
            "text": text_hash(&page.text[page.body..]),
            "at": day.to_string(),
        });
        let line = grave.to_string();
        if self.text.lines().any(|it| it == line) {
            return;
        }
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text.push_str(&line);
        self.text.push('\n');
    }

    /// Takes back what one change had added, and nothing of what was decided since.
    pub fn take_back(&mut self, before: &str, after: &str) {
        let old: HashSet<&str> = before.lines().collect();
        let added: HashSet<&str> = after.lines().filter(|it| !old.contains(it)).collect();
        let kept = self.text.split_inclusive('\n').filter(|it| !added.contains(it.trim_end()));
        self.text = kept.collect();
    }

    /// What stood there; `None` for no file.
    pub fn before(&self) -> Option<&str> {
        self.before.as_deref()
    }

    /// What shall stand there.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether anything changes.
    pub fn is_changed(&self) -> bool {
        self.before.as_deref().unwrap_or_default() != self.text
    }
}

/// The erased pages of a vault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buried {
    /// By hash of path or text; the day, as it stands in the line.
    days: HashMap<String, String>,
}

impl Buried {
    /// Reads the tombstones; a line that is none, or cannot be read, is passed over.
    pub fn read(decisions: &str) -> Self {
        let mut days = HashMap::new();
        for line in decisions.lines() {
            let Ok(grave) = serde_json::from_str::<Value>(line) else { continue };
            if grave["decision"] != ERASED {
                continue;
            }
            let day = grave["at"].as_str().unwrap_or("an unknown day");
            for key in ["path", "text"] {
                if let Some(hash) = grave[key].as_str() {
                    days.insert(hash.to_owned(), day.to_owned());
                }
            }
        }
        Self { days }
    }

    /// Whether nothing was erased.
    pub fn is_empty(&self) -> bool {
        self.days.is_empty()
    }

    /// The day on which a page of this path, or with these words, was erased.
    pub fn when(&self, page: &Page) -> Option<&str> {
        if self.days.is_empty() {
            return None;
        }
        let by_text = || self.days.get(&text_hash(&page.text[page.body..])?);
        self.days.get(&path_hash(&page.path)).or_else(by_text).map(String::as_str)
    }
}

/// An archived page is the page that it was.
fn path_hash(path: &PagePath) -> String {
    let path = path.as_str();
    let home = [".archive/", "archive/"].iter().find_map(|it| path.strip_prefix(it));
    Revision::of(format!("path {}", fold(home.unwrap_or(path))).as_bytes()).to_string()
}

/// The hash of the words of a body, whatever stands between them; `None` for too few.
fn text_hash(body: &str) -> Option<String> {
    let composed: String = body.nfc().collect();
    let words: Vec<&str> = composed.split_whitespace().collect();
    let words = words.join(" ");
    let told = words.chars().nth(TEXT_CHARS_MIN - 1).is_some();
    told.then(|| Revision::of(format!("text {words}").as_bytes()).to_string())
}

#[cfg(test)]
mod tests {
    use super::{Buried, Decisions};
    use crate::page::Page;
    use crate::path::PagePath;
    use jiff::civil::date;

    fn page(path: &str, text: &str) -> Page {
        Page::parse(PagePath::parse(path).unwrap(), text)
    }

    const SAID: &str = "# Secret\n\nThe plan is to sell the boat to Grace in May.\n";

    #[test]
    fn a_buried_page_is_known_by_place_and_by_words_and_no_word_is_kept() {
        let mut decisions = Decisions::of(Some("{\"decision\":\"other\"}".to_owned()));
        decisions.bury(&page("archive/notes/Plan", SAID), date(2026, 11, 11));
        let text = decisions.text();
        assert!(text.starts_with("{\"decision\":\"other\"}\n") && text.ends_with("}\n"), "{text}");
        for word in ["plan", "Plan", "boat", "notes"] {
            assert!(!text.contains(word), "{text}");
        }
        let buried = Buried::read(text);
        let moved = format!("---\ntitle: x\n---\r\n{}", SAID.replace('\n', "\r\n"));
        for found in [page("notes/plan", "other words"), page("b", SAID), page("b", &moved)] {
            assert_eq!(buried.when(&found), Some("2026-11-11"), "{found:?}");
        }
        assert_eq!(buried.when(&page("notes/other", "# Secret\n")), None);
        assert_eq!(Buried::read("<<<<<<< ours\n{\n[]\n").when(&page("a", SAID)), None);
    }

    #[test]
    fn what_one_change_decided_is_taken_back_alone() {
        let mut decisions = Decisions::of(None);
        decisions.bury(&page("a", SAID), date(2026, 11, 11));
        let first = decisions.text().to_owned();
        decisions.bury(&page("b", SAID), date(2026, 11, 12));
        decisions.take_back("", &first);
        assert_eq!(decisions.text().lines().count(), 1);
        assert!(Buried::read(decisions.text()).when(&page("a", "short")).is_none());
        assert!(Buried::read(decisions.text()).when(&page("b", "short")).is_some());
    }
}
