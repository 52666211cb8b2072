//! The reranker through the room's public names: what it orders anew, what it leaves, when it is asked.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use jiff::civil::date;
use jiff::tz::TimeZone;
use wiki::time::Now;

use crate::{Answer, Batch, Index, ModelError, PageText, Put, Query, Reranker, Traits, Unit};

/// Likes passages that have a certain word; counts what it reads.
struct Likes {
    name: &'static str,
    word: &'static str,
    read: AtomicUsize,
    is_ill: AtomicBool,
}

impl Likes {
    fn new(name: &'static str, word: &'static str) -> Arc<Self> {
        let (read, is_ill) = (AtomicUsize::new(0), AtomicBool::new(false));
        Arc::new(Self { name, word, read, is_ill })
    }

    fn read(&self) -> usize {
        self.read.load(Ordering::Relaxed)
    }
}

impl Reranker for Likes {
    fn fingerprint(&self) -> &str {
        self.name
    }

    fn traits(&self) -> Traits {
        Traits { floor: -11.0, match_at: 5.0, multilingual: false }
    }

    fn rank(&self, _question: &str, passages: &[&str]) -> Result<Vec<f32>, ModelError> {
        if self.is_ill.load(Ordering::Relaxed) {
            let message = "out of memory".to_owned();
            return Err(ModelError { message, transient: true, retry_after: None });
        }
        self.read.fetch_add(passages.len(), Ordering::Relaxed);
        let score = |text: &&str| if text.contains(self.word) { 4.0 } else { -9.0 };
        Ok(passages.iter().map(score).collect())
    }
}

struct Vault {
    _dir: tempfile::TempDir,
    index: Index,
    texts: BTreeMap<String, String>,
}

impl Vault {
    fn of(pages: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let index = Index::open(dir.path()).unwrap();
        let mut batch = Batch::default();
        let mut texts = BTreeMap::new();
        for (file, text) in pages {
            batch.put.push(Put::of(file, text));
            texts.insert((*file).to_owned(), (*text).to_owned());
        }
        index.apply(&batch).unwrap();
        index.caught_up().unwrap();
        Self { _dir: dir, index, texts }
    }

    fn answer(&self, query: &Query) -> Answer {
        let texts = |file: &str| self.texts.get(file).cloned().map(PageText::shared);
        self.index.search(query, &texts).unwrap()
    }

    fn asked(&self, text: &str) -> (Vec<String>, Answer) {
        let answer = self.answer(&query(text));
        (answer.hits.iter().map(|hit| hit.page.file()).collect(), answer)
    }
}

fn query(text: &str) -> Query {
    let now = date(2026, 11, 11).at(9, 0, 0, 0).to_zoned_datetime(TimeZone::UTC).unwrap();
    let mut query = Query::new(text, Now { at: now });
    query.unit = Unit::Page;
    query.abstain = false;
    query
}

const PAGES: [(&str, &str); 4] = [
    ("a.md", "# Ferry\n\nThe ferry leaves at nine. The ferry is slow.\n"),
    ("b.md", "# Harbour\n\nFrom the harbour a ferry leaves at ten, says the captain.\n"),
    ("c.md", "# Island\n\nA ferry comes to the island once in a week.\n"),
    ("d.md", "# Bread\n\nThe loaf needs forty minutes.\n"),
];

#[test]
fn the_best_passages_are_ordered_anew() {
    let vault = Vault::of(&PAGES);
    let (before, answer) = vault.asked("when does the ferry leave");
    assert_eq!((before[0].as_str(), answer.reranked), ("a.md", 0));
    vault.index.use_reranker(Likes::new("m", "captain"));
    let (after, answer) = vault.asked("when does the ferry leave");
    assert_eq!((after[0].as_str(), answer.reranked), ("b.md", before.len()), "{after:?}");
    // It gives an order, not other hits, and no place less chance than the one below it.
    let sorted = |mut files: Vec<String>| {
        files.sort();
        files
    };
    assert_eq!(sorted(before), sorted(after));
    assert!(answer.hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
    let mut left = query("when does the ferry leave");
    left.rerank = false;
    let answer = vault.answer(&left);
    assert_eq!((answer.hits[0].page.file().as_str(), answer.reranked), ("a.md", 0));
}

#[test]
fn what_is_called_so_and_what_replaced_it_keep_their_places() {
    let vault = Vault::of(&[
        (
            "tariff-2025.md",
            "---\nstatus: superseded\nsuperseded_by: tariff-2026\n---\n# Tariff 2025\n\nA night costs 40, the captain says.\n",
        ),
        (
            "tariff-2026.md",
            "---\nsupersedes: tariff-2025\n---\n# Tariff 2026\n\nA night costs 50.\n",
        ),
        ("harbour.md", "# Harbour\n\nWhat a night costs, the captain knows.\n"),
    ]);
    vault.index.use_reranker(Likes::new("m", "captain"));
    let (files, _) = vault.asked("what a night costs");
    let at = |file: &str| files.iter().position(|it| it == file).unwrap();
    assert!(at("tariff-2026.md") < at("tariff-2025.md"), "{files:?}");
    assert_eq!(vault.asked("tariff 2026").0[0], "tariff-2026.md");
}

#[test]
fn a_reranker_that_fails_leaves_the_order_and_says_so() {
    let vault = Vault::of(&PAGES);
    let (before, _) = vault.asked("when does the ferry leave");
    let judge = Likes::new("m", "captain");
    judge.is_ill.store(true, Ordering::Relaxed);
    vault.index.use_reranker(Arc::clone(&judge) as Arc<dyn Reranker>);
    let (after, answer) = vault.asked("when does the ferry leave");
    assert_eq!((after, answer.reranked), (before, 0));
    let warning = &answer.warnings[0];
    assert_eq!((warning.corpus.as_str(), warning.status), ("reranker", "unavailable"));
    assert!(warning.message.contains("out of memory"), "{}", warning.message);
    // Nothing of the failure is kept.
    judge.is_ill.store(false, Ordering::Relaxed);
    assert_eq!(vault.asked("when does the ferry leave").0[0], "b.md");
}

#[test]
fn a_model_of_english_is_not_asked_in_chinese() {
    let vault =
        Vault::of(&[("a.md", "# 渡轮\n\n渡轮九点出发。\n"), ("b.md", "# 面包\n\n要烤。\n")]);
    let judge = Likes::new("m", "captain");
    vault.index.use_reranker(Arc::clone(&judge) as Arc<dyn Reranker>);
    let (files, answer) = vault.asked("渡轮几点出发");
    assert_eq!((files[0].as_str(), judge.read()), ("a.md", 0));
    assert_eq!(answer.warnings[0].status, "reduced");
}

#[test]
fn c143_a_score_is_kept_by_question_passage_and_model() {
    let vault = Vault::of(&PAGES);
    let captain = Likes::new("captain", "captain");
    vault.index.use_reranker(Arc::clone(&captain) as Arc<dyn Reranker>);
    let first = vault.asked("when does the ferry leave").0;
    let read = captain.read();
    assert!(read > 0);
    assert_eq!(vault.asked("when does the ferry leave").0, first);
    assert_eq!(captain.read(), read, "asked again, nothing is read again");
    // Another model is asked, and its own order is given.
    let week = Likes::new("week", "week");
    vault.index.use_reranker(Arc::clone(&week) as Arc<dyn Reranker>);
    assert_ne!(vault.asked("when does the ferry leave").0, first);
    assert_eq!(week.read(), read);
    // The first one's scores are still its own.
    vault.index.use_reranker(Arc::clone(&captain) as Arc<dyn Reranker>);
    assert_eq!(vault.asked("when does the ferry leave").0, first);
    assert_eq!(captain.read(), read);
    // Another question is another score.
    vault.asked("where does the ferry leave from");
    assert!(captain.read() > read);
    // A question that found nothing left nothing behind: a page that comes later is found.
    assert!(vault.asked("zeppelin").0.is_empty());
    let text = "# Zeppelin\n\nA zeppelin above the harbour.\n";
    vault.index.apply(&Batch { put: vec![Put::of("z.md", text)], ..Batch::default() }).unwrap();
    let texts = |_: &str| Some(PageText::shared(text.to_owned()));
    assert_eq!(vault.index.search(&query("zeppelin"), &texts).unwrap().hits.len(), 1);
}

#[test]
fn the_account_of_a_hit_names_the_reranker() {
    let vault = Vault::of(&PAGES);
    vault.index.use_reranker(Likes::new("m", "captain"));
    let mut asked = query("when does the ferry leave");
    asked.explain = true;
    let answer = vault.answer(&asked);
    let stages = &answer.hits[0].explain.as_ref().unwrap().stages;
    let stage = stages.iter().find(|stage| stage.name == "reranker").unwrap();
    assert_eq!((stage.score, stage.rank), (4.0, 1));
}
