//! The same questions put to each engine, timed one by one, right answers counted.

use super::baseline::{Baseline, Document, Shelf};
use super::corpus::{Query, Random};
use super::figures::{Found, Times};
use super::machine::{self, Spent};
use serde::Serialize;
use std::time::{Duration, Instant};

/// A baseline's row of the table.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Row {
    /// The engine.
    pub(crate) name: &'static str,
    /// What a reader must know.
    pub(crate) note: &'static str,
    /// What indexing took; none where there is no index.
    pub(crate) index: Option<Spent>,
    /// Bytes of its files beside the vault.
    pub(crate) bytes: u64,
    /// A question's time.
    pub(crate) query: Option<Times>,
    /// Whether the page that the question came from was among the answers.
    pub(crate) found: Found,
    /// From one changed page to a search that sees it.
    pub(crate) replace: Option<Times>,
}

/// Questions before the timed ones, to fill caches as a running process has them.
pub(crate) const WARM_UP: usize = 30;
/// Pages that are replaced one by one.
const REPLACED: usize = 20;

/// Puts questions in their order until all are answered or `budget` is used up; the order mixes
/// languages and kinds, so that the first of them stand for all. `index` is what building took.
pub(crate) fn row(
    baseline: &mut dyn Baseline,
    index: Option<Spent>,
    shelf: &Shelf,
    queries: &[Query],
    budget: Duration,
) -> Result<Row, String> {
    let bytes = baseline.bytes()?;
    let clock = Instant::now();
    for query in queries.iter().rev().take(WARM_UP) {
        baseline.search(query)?;
        if clock.elapsed() > budget / 10 {
            break;
        }
    }
    let mut times = Vec::new();
    let mut found = Found::default();
    let clock = Instant::now();
    for query in queries {
        let (pages, time) = machine::timed(|| baseline.search(query))?;
        times.push(time);
        found.count(query, &pages);
        if clock.elapsed() > budget {
            break;
        }
    }
    let replace = Times::of(&replaced(baseline, shelf)?);
    let (name, note) = (baseline.name(), baseline.note());
    Ok(Row { name, note, index, bytes, query: Times::of(&times), found, replace })
}

/// Times from one changed page until a search sees it; each page is put back afterwards.
fn replaced(baseline: &mut dyn Baseline, shelf: &Shelf) -> Result<Vec<Duration>, String> {
    let mut random = Random::of(0, 0, 0);
    let mut times = Vec::new();
    for round in 0..REPLACED {
        let before = shelf.read(random.below(shelf.len()))?;
        let mark = format!("kestrelmark{round}");
        let after = Document { body: format!("{}\n{mark}\n", before.body), ..before.clone() };
        let ((), time) = machine::timed(|| baseline.replace(&after))?;
        let seen = baseline.search(&Query::of_word(&mark, before.number))?;
        if !seen.contains(&before.number) {
            return Err(format!("{}: a replaced page is not found", baseline.name()));
        }
        baseline.replace(&before)?;
        times.push(time);
    }
    Ok(times)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::corpus::Language;
    use std::collections::HashMap;
    use std::fs;

    /// Knows the words of whole pages; can lose what was put.
    struct Words {
        pages: HashMap<usize, String>,
        forgets: Option<usize>,
    }

    impl Baseline for Words {
        fn name(&self) -> &'static str {
            "words"
        }

        fn note(&self) -> &'static str {
            ""
        }

        fn search(&mut self, query: &Query) -> Result<Vec<usize>, String> {
            let has = |text: &String| query.terms.iter().any(|term| text.contains(term));
            Ok(self.pages.iter().filter(|(_, text)| has(text)).map(|(at, _)| *at).collect())
        }

        fn replace(&mut self, document: &Document) -> Result<(), String> {
            if self.forgets != Some(document.number) {
                self.pages.insert(document.number, document.body.clone());
            }
            Ok(())
        }

        fn bytes(&self) -> Result<u64, String> {
            Ok(99)
        }
    }

    fn shelf(folder: &std::path::Path) -> Shelf {
        fs::write(folder.join("a.md"), "alpha beta").unwrap();
        fs::write(folder.join("b.md"), "gamma").unwrap();
        Shelf::new(folder, vec!["a.md".to_owned(), "b.md".to_owned()])
    }

    fn queries() -> Vec<Query> {
        let query = Query::of_word;
        let mut queries = vec![query("alpha", 0), query("gamma", 1), query("delta", 1)];
        queries[1].language = Language::Chinese;
        queries
    }

    #[test]
    fn right_answers_are_counted_and_pages_put_back() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = shelf(folder.path());
        let mut engine = Words { pages: HashMap::new(), forgets: None };
        for number in 0..2 {
            engine.replace(&shelf.read(number).unwrap()).unwrap();
        }
        let row = row(&mut engine, None, &shelf, &queries(), Duration::from_secs(60)).unwrap();
        assert_eq!(row.found.english(), Some(0.5));
        assert_eq!(row.found.chinese(), Some(1.0));
        assert_eq!(row.query.unwrap().count, 3);
        assert_eq!(row.replace.unwrap().count, REPLACED);
        assert_eq!(row.bytes, 99);
        assert_eq!(engine.pages[&0], "alpha beta");
    }

    #[test]
    fn a_budget_that_is_used_up_ends_the_questions() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = shelf(folder.path());
        let mut engine = Words { pages: HashMap::new(), forgets: None };
        let row = row(&mut engine, None, &shelf, &queries(), Duration::ZERO).unwrap();
        assert_eq!(row.query.unwrap().count, 1);
    }

    #[test]
    fn an_engine_that_loses_a_change_fails_the_run() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = shelf(folder.path());
        let mut engine = Words { pages: HashMap::new(), forgets: Some(1) };
        let failed = row(&mut engine, None, &shelf, &queries(), Duration::ZERO).unwrap_err();
        assert!(failed.contains("not found"), "{failed}");
    }
}
