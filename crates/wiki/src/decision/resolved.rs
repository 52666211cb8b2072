//! Which of two statements holds, where somebody decided it: a line for each pair, so that it is not asked again.
//!
//! A statement is known by the hash of its words, and a page by that of its place; what was decided, why and when
//! stands there as it was said.

use std::collections::HashMap;

use jiff::civil::Date;
use serde_json::{Value, json};

use super::{Decisions, place_hash, short, words};
use crate::canon::fold;
use crate::page::Revision;
use crate::path::PagePath;

/// What the line of such a decision calls itself.
const RESOLVED: &str = "resolved";

/// What was decided of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The first holds, and the second does not.
    First,
    /// The second holds, and the first does not.
    Second,
    /// Both hold.
    Both,
}

/// The decisions of a vault about pairs of statements.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// By page and pair: the hash of the one that holds, or none where both do.
    pairs: HashMap<(String, String), Option<String>>,
}

impl Decisions {
    /// Notes that of two statements of a page the first holds, or that both do.
    pub fn resolve(
        &mut self,
        page: &PagePath,
        (kept, other): (&str, &str),
        both: bool,
        (why, day): (Option<&str>, Date),
    ) {
        let (kept, other) = (statement_hash(kept), statement_hash(other));
        let mut line = json!({
            "decision": RESOLVED,
            "place": place_hash(page),
            "pair": pair_hash(&kept, &other),
            "holds": if both { "both".to_owned() } else { kept },
            "at": day.to_string(),
        });
        if let Some(why) = why {
            line["why"] = json!(why);
        }
        self.push_line(&line.to_string());
    }
}

impl Resolved {
    /// Reads the decisions, of which the last one about a pair counts; a line that is none, or cannot be read, is
    /// passed over.
    pub fn read(decisions: &str) -> Self {
        let mut pairs = HashMap::new();
        for line in decisions.lines().filter(|it| it.contains(RESOLVED)) {
            let Ok(value) = serde_json::from_str::<Value>(line) else { continue };
            let text = |key: &str| value[key].as_str().map(str::to_owned);
            let (Some(place), Some(pair), Some(holds)) =
                (text("place"), text("pair"), text("holds"))
            else {
                continue;
            };
            if value["decision"] == RESOLVED {
                pairs.insert((place, pair), Some(holds).filter(|it| it != "both"));
            }
        }
        Self { pairs }
    }

    /// What was decided of two statements of a page.
    pub fn of(&self, page: &PagePath, first: &str, second: &str) -> Option<Verdict> {
        if self.pairs.is_empty() {
            return None;
        }
        let (first, second) = (statement_hash(first), statement_hash(second));
        let holds = self.pairs.get(&(place_hash(page), pair_hash(&first, &second)))?;
        match holds {
            None => Some(Verdict::Both),
            Some(hash) if *hash == first => Some(Verdict::First),
            Some(hash) => (*hash == second).then_some(Verdict::Second),
        }
    }
}

/// The hash of a statement's words, however they are written.
pub(super) fn statement_hash(said: &str) -> String {
    short(&Revision::of(format!("statement {}", fold(&words(said))).as_bytes()))
}

/// The hash of a pair, in whichever order.
fn pair_hash(first: &str, second: &str) -> String {
    let (first, second) = if first <= second { (first, second) } else { (second, first) };
    short(&Revision::of(format!("pair {first} {second}").as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{Resolved, Verdict};
    use crate::decision::Decisions;
    use crate::path::PagePath;
    use jiff::civil::date;

    #[test]
    fn a_pair_is_known_in_either_order_and_the_last_word_counts() {
        let page = PagePath::parse("projects/atlas").unwrap();
        let mut decisions = Decisions::of(None);
        let day = date(2026, 12, 1);
        decisions.resolve(&page, ("Owner: Bob", "Owner: Ann"), false, (Some("she left"), day));
        let read = |decisions: &Decisions| Resolved::read(decisions.text());
        let resolved = read(&decisions);
        assert_eq!(resolved.of(&page, "owner: ann", "Owner:  Bob"), Some(Verdict::Second));
        assert_eq!(resolved.of(&page, "Owner: Bob", "Owner: Ann"), Some(Verdict::First));
        assert_eq!(resolved.of(&page, "Owner: Bob", "Owner: Eve"), None);
        let other = PagePath::parse("projects/hermes").unwrap();
        assert_eq!(resolved.of(&other, "Owner: Bob", "Owner: Ann"), None);
        assert!(decisions.text().contains("she left") && !decisions.text().contains("Bob"));
        decisions.resolve(&page, ("Owner: Ann", "Owner: Bob"), true, (None, day));
        assert_eq!(read(&decisions).of(&page, "Owner: Ann", "Owner: Bob"), Some(Verdict::Both));
    }
}
