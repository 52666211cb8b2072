//! Whether an answer is right: what the best hit states as current, held against the gold.

use jiff::civil::Date;
use serde::Serialize;

use super::scenario::Ask;

/// A piece of what a system gives.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Hit {
    /// The title of the page that it is from.
    pub(super) page: String,
    pub(super) text: String,
    /// What it is looked up by, with its first and last line there: a page, or the file of notes.
    pub(super) place: String,
    pub(super) lines: [usize; 2],
}

/// What became of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Grade {
    Right,
    /// Nothing was given, though it had been said.
    Abstained,
    /// The best hit does not state the value.
    Missed,
    /// The best hit states a value that does not hold.
    Outdated,
    /// The best hit states both as current.
    Both,
    /// Something was given, though nobody had said it.
    MadeUp,
}

impl Grade {
    /// As the report calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Abstained => "nothing given",
            Self::Missed => "best hit without the value",
            Self::Outdated => "a value that does not hold",
            Self::Both => "old and new value",
            Self::MadeUp => "an answer where there is none",
        }
    }
}

/// The grade of an answer, best hit first.
///
/// Of a value that was taken back, any answer is right that does not state it: the rest of its page may be told.
pub(super) fn grade(ask: &Ask, hits: &[Hit]) -> Grade {
    let best = hits.first();
    let states = |value: &String| best.is_some_and(|hit| states_of(ask, hit, value));
    let outdated = ask.retired.iter().any(states);
    match &ask.gold {
        None if ask.retired.is_empty() && best.is_some() => Grade::MadeUp,
        None if outdated => Grade::Outdated,
        None => Grade::Right,
        Some(_) if best.is_none() => Grade::Abstained,
        Some(gold) => match (states(gold), outdated) {
            (true, false) => Grade::Right,
            (true, true) => Grade::Both,
            (false, true) => Grade::Outdated,
            (false, false) => Grade::Missed,
        },
    }
}

/// Whether any hit states a retired value as current.
pub(super) fn states_retired(ask: &Ask, hits: &[Hit]) -> bool {
    hits.iter().any(|hit| ask.retired.iter().any(|value| states_of(ask, hit, value)))
}

/// Whether a hit states a value of the page that is asked for: it is from that page, or has a line that names it.
/// The same value of somebody else is none.
fn states_of(ask: &Ask, hit: &Hit, value: &str) -> bool {
    let today = ask.as_of.unwrap_or(ask.day);
    match &ask.page {
        Some(page) if *page != hit.page => {
            hit.text.lines().any(|line| has(line, page) && states(line, value, today))
        }
        _ => states(&hit.text, value, today),
    }
}

/// Whether a text states a value as current: on a line that is not struck, not marked as superseded or as
/// expired before `today`, and not below a heading of history.
pub(super) fn states(text: &str, value: &str, today: Date) -> bool {
    let mut in_history = false;
    for line in text.lines() {
        if let Some(heading) = line.trim_start().strip_prefix('#') {
            let heading = heading.trim_start_matches('#').trim();
            in_history = ["history", "历史", "歷史"].contains(&&*heading.to_lowercase());
        }
        if !in_history && !is_over(line, today) && has(line, value) {
            return true;
        }
    }
    false
}

fn is_over(line: &str, today: Date) -> bool {
    let struck = line.matches("~~").count() >= 2 || line.contains("superseded:");
    let day = |it: &str| it.trim_end_matches(['.', ',', ')']).parse::<Date>().ok();
    let mut marks = line.split_whitespace().filter_map(|word| word.strip_prefix("expires:"));
    struck || marks.any(|it| day(it).is_some_and(|last| last < today))
}

/// Whether a value stands in a text by itself: `42` does not stand in `1428`.
pub(super) fn has(text: &str, value: &str) -> bool {
    let value = value.trim();
    let joins = |left: Option<char>, right: Option<char>| {
        let is_word = |it: Option<char>| it.is_some_and(|it| it.is_ascii_alphanumeric());
        is_word(left) && is_word(right)
    };
    text.match_indices(value).any(|(at, _)| {
        let (before, behind) = (&text[..at], &text[at + value.len()..]);
        !joins(before.chars().next_back(), value.chars().next())
            && !joins(value.chars().next_back(), behind.chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::super::scenario::Dimension;
    use super::*;

    fn ask(gold: Option<&str>, retired: &[&str]) -> Ask {
        Ask {
            day: jiff::civil::date(2030, 1, 20),
            question: "Where does Ada live?".to_owned(),
            dimension: Dimension::Update,
            kind: String::new(),
            gold: gold.map(str::to_owned),
            retired: retired.iter().map(|it| (*it).to_owned()).collect(),
            page: Some("Ada".to_owned()),
            as_of: None,
            group: None,
        }
    }

    fn hit(page: &str, text: &str) -> Hit {
        Hit { page: page.to_owned(), text: text.to_owned(), ..Hit::default() }
    }

    #[test]
    fn answers_are_graded_by_what_the_best_hit_states_as_current() {
        let moved = ask(Some("Porto"), &["Lisbon"]);
        let gone = ask(None, &["Lisbon"]);
        let never = ask(None, &[]);
        let number = ask(Some("42"), &[]);
        for (ask, texts, grade_wanted) in [
            (&moved, &["- city: Porto"][..], Grade::Right),
            (&moved, &["- city: Porto\n- ~~city: Lisbon~~ superseded:2030-01-09"], Grade::Right),
            (&moved, &["- city: Porto\n\n## History\n\n- city: Lisbon"], Grade::Right),
            (&moved, &["## 历史\n- city: Lisbon\n## Facts\n- city: Porto"], Grade::Right),
            (&moved, &["- city: Lisbon"], Grade::Outdated),
            (&moved, &["- city: Lisbon\n- city: Porto"], Grade::Both),
            (&moved, &["- city: Lisbon  expires:2030-01-19\n- city: Porto"], Grade::Right),
            (&moved, &["- city: Lisbon  expires:2030-01-20\n- city: Porto"], Grade::Both),
            (&moved, &["- ~~city: Porto~~"], Grade::Missed),
            (&moved, &["It rains.", "- city: Porto"], Grade::Missed),
            (&moved, &[], Grade::Abstained),
            (&gone, &[], Grade::Right),
            (&gone, &["- phone: 12"], Grade::Right),
            (&gone, &["- city: Lisbon"], Grade::Outdated),
            (&never, &[], Grade::Right),
            (&never, &["- city: Porto"], Grade::MadeUp),
            (&number, &["- desk: 1428"], Grade::Missed),
            (&number, &["桌号42号"], Grade::Right),
            (&moved, &["of Bea", "- city: Porto"], Grade::Missed),
            (&moved, &["of Bea: Ada has moved to Porto"], Grade::Right),
        ] {
            let page = |text: &str| if text.starts_with("of Bea") { "Bea" } else { "Ada" };
            let hits: Vec<Hit> = texts.iter().map(|it| hit(page(it), it)).collect();
            assert_eq!(grade(ask, &hits), grade_wanted, "{:?} {texts:?}", ask.gold);
        }
    }

    #[test]
    fn a_retired_value_counts_on_the_page_that_was_asked_for_wherever_it_stands_among_the_hits() {
        let moved = ask(Some("Porto"), &["Lisbon"]);
        let best = hit("Ada", "- city: Porto");
        assert!(states_retired(&moved, &[best.clone(), hit("Ada", "- city: Lisbon")]));
        assert!(!states_retired(&moved, &[best.clone(), hit("Bea", "- city: Lisbon")]));
        assert!(states_retired(&moved, &[best.clone(), hit("daily/x", "Ada is in Lisbon.")]));
        assert!(!states_retired(&moved, &[best.clone(), hit("x", "Ada!\nBea is in Lisbon.")]));
        assert!(!states_retired(&moved, &[best, hit("Ada", "- ~~city: Lisbon~~")]));
    }
}
