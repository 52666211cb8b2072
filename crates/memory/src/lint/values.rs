//! Values of heads that cannot be right, over the pages of a vault: each by itself, and what many pages have in
//! common once. A word that a whole vault uses is its own, and is told so that the schema can take it in.

use super::Finding;
use crate::counted;
use std::collections::BTreeMap;
use wiki::page::Page;
use wiki::policy::{Misvalue, misvalues};
use wiki::schema::Schema;

/// Pages on which a word, or a field that is no date, is told one by one.
const EACH_MAX: usize = 5;

/// What was seen so far, by field and word; dates that are none by their field alone.
#[derive(Default)]
pub(super) struct Values {
    seen: BTreeMap<(String, Option<String>), Seen>,
}

#[derive(Default)]
struct Seen {
    /// The first of them.
    shown: Vec<(String, Misvalue)>,
    count: usize,
}

impl Values {
    pub(super) fn look(&mut self, page: &Page, schema: &Schema) {
        for it in misvalues(page, schema) {
            let word = it.wanted.is_word().then(|| it.value.clone());
            let seen = self.seen.entry((it.key.clone(), word)).or_default();
            seen.count += 1;
            if seen.shown.len() < EACH_MAX {
                seen.shown.push((page.path.to_string(), it));
            }
        }
    }

    /// A finding for each, or for all of one kind.
    pub(super) fn findings(self) -> Vec<Finding> {
        self.seen.into_values().flat_map(Seen::findings).collect()
    }
}

impl Seen {
    fn findings(mut self) -> Vec<Finding> {
        let more = self.count - self.shown.len();
        if more > 0 {
            self.shown.truncate(1);
        }
        let others = self.count - 1;
        let finding = |(page, it): (String, Misvalue)| {
            let (hint, said) = (it.wanted.hint(), it.in_short());
            let message = match (more, it.wanted.is_word()) {
                (0, _) => format!("{said}; {hint}"),
                (_, true) => format!("{said}, and so it stands on {}; {hint}", other(others)),
                (_, false) => format!("{said}, and neither is that of {}; {hint}", other(others)),
            };
            Finding::of(&page, it.line, "head-value", message)
        };
        self.shown.into_iter().map(finding).collect()
    }
}

fn other(count: usize) -> String {
    counted(count, "other page")
}
