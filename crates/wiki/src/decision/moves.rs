//! Where pages went: a line for each page that was moved, put away or brought back.
//!
//! A note that lies elsewhere now is known again when its source is imported once more, however few words
//! it has. As with tombstones, names and texts are hashes. What moved without us is not known.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};

use super::{Decisions, Likeness, short};
use crate::page::{Page, Revision};
use crate::path::PagePath;

/// What a move's line calls itself.
const MOVED: &str = "moved";
/// Moves that are remembered, at most: twice what one operation can make, and a file of about 1 MB.
const MOVES_MAX: usize = 10_000;

/// The moves of a vault, in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    moves: Vec<Move>,
    /// By the place that a page left, the moves from there, first to last.
    from: HashMap<String, Vec<usize>>,
    /// For each move the last one of the same page: each next move is a later line.
    ends: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Move {
    to: String,
    /// The text that the page had before.
    text: String,
    like: Option<Likeness>,
}

/// One page that stood at a place, and where it came to lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The place, as [`place_hash`] gives it.
    pub to: String,
    /// What it said when it left, as [`whole_hash`] gives it.
    pub text: String,
    /// What its words were like then, where that is known.
    pub like: Option<Likeness>,
}

impl Decisions {
    /// Notes that pages, each as it stood before, go to other places. Of all moves the last
    /// 10,000 are kept: whose source is imported again after that is not known.
    pub fn moved(&mut self, moves: &[(Page, PagePath)]) {
        for (page, to) in moves {
            let line = json!({
                "decision": MOVED,
                "from": place_hash(&page.path),
                "to": place_hash(to),
                "text": whole_hash(&page.text),
                "like": Likeness::of(&page.text[page.body..]).to_string(),
            });
            // A page may go the same way twice, so the line counts again.
            self.push_line(&line.to_string());
        }
        let known = self.text.lines().filter(|line| is_move(line)).count();
        let mut old = known.saturating_sub(MOVES_MAX);
        if old > 0 {
            let kept = self.text.split_inclusive('\n').filter(|line| {
                let goes = old > 0 && is_move(line);
                old -= usize::from(goes);
                !goes
            });
            self.text = kept.collect();
        }
    }
}

/// Whether a line is written as a move's.
fn is_move(line: &str) -> bool {
    line.contains("\"decision\":\"moved\"")
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
            let like = value["like"].as_str().and_then(Likeness::read);
            moves.moves.push(Move { to, text, like });
        }
        moves.ends = moves.followed();
        moves
    }

    /// The pages that stood at `place` and left it, last first, each followed to its last place.
    pub fn of(&self, place: &PagePath) -> Vec<Moved> {
        let left = self.from.get(&place_hash(place)).map_or(&[][..], Vec::as_slice);
        let mut seen = HashSet::new();
        let each = left.iter().rev().map(|&at| {
            let moved = &self.moves[at];
            let to = self.moves[self.ends[at]].to.clone();
            Moved { to, text: moved.text.clone(), like: moved.like }
        });
        each.filter(|it| seen.insert((it.to.clone(), it.text.clone()))).collect()
    }

    /// Whether the page that came to `to` last came from `from`.
    pub fn left_for(&self, from: &PagePath, to: &PagePath) -> bool {
        let (from, to) = (place_hash(from), place_hash(to));
        let last = self.moves.iter().rposition(|it| it.to == to);
        last.is_some_and(|at| {
            self.from.get(&from).is_some_and(|all| all.binary_search(&at).is_ok())
        })
    }

    /// Follows each move to its page's last one, in one pass from the last line to the first.
    fn followed(&self) -> Vec<usize> {
        let mut ends: Vec<usize> = (0..self.moves.len()).collect();
        for at in (0..self.moves.len()).rev() {
            let next = self.from.get(&self.moves[at].to).and_then(|all| {
                let later = all.partition_point(|&it| it <= at);
                all.get(later).copied()
            });
            if let Some(later) = next {
                ends[at] = ends[later];
            }
        }
        ends
    }
}

/// A place in the vault, as a hash; names that are one file on some disks are one place.
pub fn place_hash(path: &PagePath) -> String {
    short(&Revision::of(format!("place {}", path.on_any_disk()).as_bytes()))
}

/// A page's whole text, as a hash; blank space at its end does not count.
pub fn whole_hash(text: &str) -> String {
    short(&Revision::of(format!("whole {}", text.trim_end()).as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{Likeness, MOVES_MAX, Moved, Moves, place_hash, whole_hash};
    use crate::decision::{Buried, Decisions};
    use crate::page::Page;
    use crate::path::PagePath;

    fn path(path: &str) -> PagePath {
        PagePath::parse(path).unwrap()
    }

    fn moved(decisions: &mut Decisions, from: &str, to: &str) {
        decisions.moved(&[(Page::parse(path(from), "# Ada\n"), path(to))]);
    }

    fn ends(decisions: &Decisions, from: &str) -> Vec<String> {
        Moves::read(decisions.text()).of(&path(from)).into_iter().map(|it| it.to).collect()
    }

    #[test]
    fn a_page_is_followed_to_its_last_place_from_each_place_it_had() {
        let mut decisions = Decisions::of(None);
        for (from, to) in [("a", "b"), ("b", "c"), ("x", "a"), ("c", "d"), ("a", "y")] {
            moved(&mut decisions, from, to);
        }
        assert_eq!(ends(&decisions, "b"), [place_hash(&path("d"))]);
        assert_eq!(ends(&decisions, "a"), [place_hash(&path("y")), place_hash(&path("d"))]);
        assert_eq!(ends(&decisions, "x"), [place_hash(&path("y"))]);
        let moves = Moves::read(decisions.text());
        let like = Some(Likeness::of("# Ada"));
        let there = Moved { to: place_hash(&path("d")), text: whole_hash("# Ada"), like };
        assert_eq!(moves.of(&path("c")), [there]);
        assert!(moves.left_for(&path("a"), &path("y")) && !moves.left_for(&path("x"), &path("y")));
        assert_eq!(Moves::read("moved\n{\"decision\":\"moved\"}\n"), Moves::default());
    }

    #[test]
    fn the_same_way_made_twice_is_taken_back_once() {
        let mut decisions = Decisions::of(None);
        moved(&mut decisions, "a", "archive/a");
        let first = decisions.text().to_owned();
        moved(&mut decisions, "archive/a", "a");
        let home = decisions.text().to_owned();
        moved(&mut decisions, "a", "archive/a");
        let away = decisions.text().to_owned();
        let mut last = decisions.clone();
        last.take_back(&home, &away);
        assert_eq!(last.text(), home);
        decisions.take_back("", &first);
        assert_eq!(ends(&decisions, "a"), [place_hash(&path("archive/a"))]);
        decisions.take_back(&home, &away);
        assert_eq!(decisions.text().lines().count(), 1);
    }

    #[test]
    fn the_oldest_moves_are_forgotten_and_no_tombstone() {
        let mut decisions = Decisions::of(None);
        let grave = Page::parse(path("z"), "# Z\n");
        decisions.bury(&grave, jiff::civil::date(2026, 11, 11));
        let page = |at: usize| Page::parse(path(&format!("p{at}")), "# P\n");
        let all: Vec<_> = (0..MOVES_MAX + 2).map(|at| (page(at), path("q"))).collect();
        decisions.moved(&all);
        assert_eq!(decisions.text().lines().count(), 1 + MOVES_MAX);
        assert!(ends(&decisions, "p1").is_empty() && !ends(&decisions, "p2").is_empty());
        assert!(Buried::read(decisions.text()).when(&grave).is_some());
        moved(&mut decisions, "p0", "q");
        assert!(ends(&decisions, "p2").is_empty() && !ends(&decisions, "p0").is_empty());
    }

    #[test]
    fn names_that_differ_in_an_accent_are_two_places_and_in_case_one() {
        assert_ne!(place_hash(&path("notes/resume")), place_hash(&path("notes/r\u{e9}sum\u{e9}")));
        assert_eq!(place_hash(&path("Notes/Ada")), place_hash(&path("notes/ada")));
        let composed = place_hash(&path("notes/r\u{e9}sum\u{e9}"));
        assert_eq!(composed, place_hash(&path("notes/re\u{301}sume\u{301}")));
    }
}
