//! Where pages went: a line for each page that was moved, put away or brought back.
//!
//! A note that lies elsewhere now is known again when its source is imported once more, however few words
//! it has. As with tombstones, names and texts are hashes. What moved without us is not known.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::{Decisions, short};
use crate::canon::fold;
use crate::page::{Page, Revision};
use crate::path::PagePath;

/// What a move's line calls itself.
const MOVED: &str = "moved";

/// The moves of a vault, in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    moves: Vec<Move>,
    /// By the place that a page left, the moves from there, first to last.
    from: HashMap<String, Vec<usize>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Move {
    to: String,
    /// The text that the page had before.
    text: String,
}

/// One page that stood at a place, and where it came to lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The place, as [`place_hash`] gives it.
    pub to: String,
    /// What it said when it left, as [`text_hash`] gives it.
    pub text: String,
}

impl Decisions {
    /// Notes that a page, as it stood before, goes to another place.
    pub fn moved(&mut self, page: &Page, to: &PagePath) {
        let line = json!({
            "decision": MOVED,
            "from": place_hash(&page.path),
            "to": place_hash(to),
            "text": text_hash(&page.text),
        });
        // A page may go the same way twice, so the line counts again.
        self.push_line(&line.to_string());
    }
}

impl Moves {
    /// Reads the moves; a line that is none, or cannot be read, is passed over.
    pub fn read(decisions: &str) -> Self {
        let mut moves = Self::default();
        for line in decisions.lines().filter(|it| it.contains(MOVED)) {
            let Ok(value) = serde_json::from_str::<Value>(line) else { continue };
            if value["decision"] != MOVED {
                continue;
            }
            let text = |key: &str| value[key].as_str().map(str::to_owned);
            let (Some(from), Some(to), Some(text)) = (text("from"), text("to"), text("text"))
            else {
                continue;
            };
            moves.from.entry(from).or_default().push(moves.moves.len());
            moves.moves.push(Move { to, text });
        }
        moves
    }

    /// The pages that stood at `place` and left it, last first, each followed to its last place.
    pub fn of(&self, place: &PagePath) -> Vec<Moved> {
        let left = self.from.get(&place_hash(place)).map_or(&[][..], Vec::as_slice);
        let mut seen = HashSet::new();
        let each = left.iter().rev().map(|&at| {
            let moved = &self.moves[at];
            Moved { to: self.end(at).to_owned(), text: moved.text.clone() }
        });
        each.filter(|it| seen.insert((it.to.clone(), it.text.clone()))).collect()
    }

    /// Whether the page that came to `to` last came from `from`.
    pub fn left_for(&self, from: &PagePath, to: &PagePath) -> bool {
        let (from, to) = (place_hash(from), place_hash(to));
        let last = self.moves.iter().rposition(|it| it.to == to);
        last.is_some_and(|at| self.from.get(&from).is_some_and(|all| all.contains(&at)))
    }

    /// The last place of the page that this move took away: each next move is a later line.
    fn end(&self, first: usize) -> &str {
        let mut at = first;
        loop {
            let to = &self.moves[at].to;
            let next = self.from.get(to).and_then(|all| {
                let later = all.partition_point(|&it| it <= at);
                all.get(later).copied()
            });
            match next {
                Some(later) => at = later,
                None => return to,
            }
        }
    }
}

/// A place in the vault, as a hash; names that are one file on some disks are one place.
pub fn place_hash(path: &PagePath) -> String {
    short(&Revision::of(format!("place {}", fold(path.as_str())).as_bytes()))
}

/// A page's whole text, as a hash; blank space at its end does not count.
pub fn text_hash(text: &str) -> String {
    short(&Revision::of(format!("whole {}", text.trim_end()).as_bytes()))
}
