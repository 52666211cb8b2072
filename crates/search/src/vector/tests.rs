use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use wiki::path::PagePath;
use wiki::time::Now;

use super::files::{Files, key};
use super::table::{PageCodes, Question, Table};
use super::{Filled, Swept, Vectors};
use crate::embed::{Embedder, ModelError, Side, Traits};
use crate::{Answer, Batch, Index, PageText, Put, Query, Streams, Unit};

/// A model that knows four meanings, each with several words; it counts what it is given.
pub(super) struct Meanings {
    name: String,
    dimensions: usize,
    length: usize,
    given: AtomicUsize,
    broken: AtomicBool,
    /// Done whenever it is given passages, before it answers.
    pub(super) meanwhile: Mutex<Option<Box<dyn Fn() + Send>>>,
}

const MEANINGS: [&[&str]; 4] = [
    &["car", "automobile", "vehicle"],
    &["doctor", "physician", "surgeon"],
    &["bread", "loaf", "baking"],
    &["rain", "storm", "drizzle"],
];

impl Meanings {
    pub(super) fn new(name: &str, dimensions: usize) -> Arc<Self> {
        Self::of_length(name, dimensions, dimensions)
    }

    /// One that says to give vectors of another length than it does.
    pub(super) fn of_length(name: &str, length: usize, dimensions: usize) -> Arc<Self> {
        let (given, broken) = (AtomicUsize::new(0), AtomicBool::new(false));
        let meanwhile = Mutex::new(None);
        Arc::new(Self { name: name.to_owned(), dimensions, length, given, broken, meanwhile })
    }
}

impl Embedder for Meanings {
    fn fingerprint(&self) -> &str {
        &self.name
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn traits(&self) -> Traits {
        Traits { floor: 0.1, match_at: 0.6, multilingual: false }
    }

    fn count(&self, text: &str) -> usize {
        text.split_whitespace().count()
    }

    fn pieces(&self, text: &str) -> Vec<Range<usize>> {
        (!text.is_empty()).then_some(0..text.len()).into_iter().collect()
    }

    fn embed(&self, side: Side, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        if self.broken.load(Ordering::Relaxed) {
            let message = "the endpoint answered 500".to_owned();
            return Err(ModelError { message, transient: true, retry_after: None });
        }
        if side == Side::Passage {
            self.given.fetch_add(texts.len(), Ordering::Relaxed);
            if let Some(meanwhile) = &*self.meanwhile.lock().unwrap() {
                meanwhile();
            }
        }
        let vector = |text: &&str| {
            let text = text.to_lowercase();
            let mut vector = vec![0.0_f32; self.length];
            for (nth, words) in MEANINGS.iter().enumerate() {
                let said = words.iter().filter(|word| text.contains(**word)).count();
                vector[nth] = said as f32;
            }
            vector[MEANINGS.len()] = 0.2;
            let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
            vector.iter().map(|x| x / length).collect()
        };
        Ok(texts.iter().map(vector).collect())
    }
}

pub(super) const PAGES: [(&str, &str); 4] = [
    ("garage.md", "The automobile stands behind the house."),
    ("health.md", "Our physician is away in August."),
    ("kitchen.md", "The loaf needs forty minutes."),
    ("old/garage.md", "The vehicle was sold in spring."),
];

pub(super) struct Vault {
    pub(super) dir: tempfile::TempDir,
    pub(super) index: Index,
    pub(super) texts: HashMap<String, String>,
}

impl Vault {
    pub(super) fn of(pages: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let index = Index::open(&dir.path().join("index")).unwrap();
        let mut vault = Self { dir, index, texts: HashMap::new() };
        vault.write(pages, 7);
        vault.index.caught_up().unwrap();
        vault
    }

    pub(super) fn vectors(&self) -> std::path::PathBuf {
        self.dir.path().join("vectors")
    }

    pub(super) fn write(&mut self, pages: &[(&str, &str)], mtime_ns: i128) {
        let mut batch = Batch::default();
        for (file, text) in pages {
            batch.put.push(Put { mtime_ns, ..Put::of(file, text) });
            self.texts.insert((*file).to_owned(), (*text).to_owned());
        }
        self.index.apply(&batch).unwrap();
    }

    pub(super) fn fill(&self, batches: usize) -> Filled {
        let mut left = batches;
        let mut more = |_: &super::Filling| {
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        self.index.fill(&|file| self.texts.get(file).cloned(), &mut more).unwrap().unwrap()
    }

    pub(super) fn answer(&self, text: &str) -> Answer {
        self.answer_by(text, Streams::default())
    }

    fn answer_by(&self, text: &str, streams: Streams) -> Answer {
        let now = Timestamp::UNIX_EPOCH.to_zoned_datetime(TimeZone::UTC);
        let mut query = Query::new(text, Now { at: now });
        (query.unit, query.streams) = (Unit::Page, streams);
        let texts = |file: &str| self.texts.get(file).cloned().map(PageText::shared);
        self.index.search(&query, &texts).unwrap()
    }

    pub(super) fn files(&self, text: &str) -> Vec<String> {
        self.answer(text).hits.iter().map(|hit| hit.page.file()).collect()
    }
}

fn embedded(filled: &Filled) -> usize {
    match filled {
        Filled::Done(filling) => filling.embedded,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_page_that_says_it_in_other_words_is_found_by_likeness() {
    let vault = Vault::of(&PAGES);
    assert!(vault.files("which doctor").is_empty());
    vault.index.use_model(&vault.vectors(), Meanings::new("m", 8)).unwrap();
    vault.fill(usize::MAX);
    assert_eq!(vault.files("which doctor"), ["health.md"]);
    assert!(vault.answer("which doctor").warnings.is_empty());
    // Filters act inside the scan.
    assert_eq!(vault.files("car path:old/"), ["old/garage.md"]);
    // What has nothing to do with any page still gets nothing.
    assert!(vault.files("which volcano").is_empty());
}

#[test]
fn recall_says_how_much_has_vectors_while_they_are_being_made() {
    let mut vault = Vault::of(&PAGES);
    vault.index.use_model(&vault.vectors(), Meanings::new("m", 8)).unwrap();
    assert!(vault.answer("doctor").warnings[0].message.contains("no page has vectors yet"));
    vault.fill(usize::MAX);
    vault.write(&[("weather.md", "A storm came from the west.")], 8);
    let answer = vault.answer("is it rain");
    assert!(answer.warnings[0].message.contains("4 of 5 pages have vectors"), "{answer:?}");
    assert_eq!(answer.warnings[0].status, "partial");
    assert_eq!(embedded(&vault.fill(usize::MAX)), 2);
    assert_eq!(vault.files("is it rain"), ["weather.md"]);
}

#[test]
fn a_filler_that_is_stopped_goes_on_where_it_was() {
    let pages: Vec<(String, String)> =
        (0..300).map(|nth| (format!("p{nth}.md"), format!("# Page {nth}\n\ncar {nth}"))).collect();
    let pages: Vec<(&str, &str)> = pages.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let vault = Vault::of(&pages);
    let model = Meanings::new("m", 8);
    vault.index.use_model(&vault.vectors(), model.clone()).unwrap();
    let Filled::Stopped(first) = vault.fill(1) else { panic!("because it was asked to stop") };
    assert!(first.embedded > 0 && first.embedded < 300);
    let rest = embedded(&vault.fill(usize::MAX));
    assert_eq!(model.given.load(Ordering::Relaxed), first.embedded + rest);
    let (coverage, bytes) = vault.index.coverage().unwrap().unwrap();
    assert_eq!((coverage.embedded, coverage.pages), (300, 300));
    assert!(bytes > 0);
}

#[test]
fn c062_a_page_whose_vector_is_gone_is_embedded_again() {
    let vault = Vault::of(&PAGES);
    vault.index.use_model(&vault.vectors(), Meanings::new("m", 8)).unwrap();
    vault.fill(usize::MAX);
    let path = vault.vectors().join(super::files::file_name("m"));
    let db = rusqlite::Connection::open(path).unwrap();
    let gone = db.execute("DELETE FROM vectors WHERE id IN (SELECT id FROM vectors LIMIT 3)", []);
    assert_eq!(gone.unwrap(), 3);
    assert_eq!(embedded(&vault.fill(usize::MAX)), 3);
    let (coverage, _) = vault.index.coverage().unwrap().unwrap();
    assert_eq!(coverage.embedded, coverage.pages);
    assert_eq!(vault.files("doctor"), ["health.md"]);
}

#[test]
fn c109_an_endpoint_that_fails_leaves_the_words_and_a_warning() {
    let vault = Vault::of(&PAGES);
    let model = Meanings::new("m", 8);
    vault.index.use_model(&vault.vectors(), model.clone()).unwrap();
    vault.fill(usize::MAX);
    model.broken.store(true, Ordering::Relaxed);
    let answer = vault.answer("physician in August");
    assert_eq!(answer.hits[0].page.file(), "health.md");
    assert_eq!(
        (answer.warnings[0].corpus.as_str(), answer.warnings[0].status),
        ("vectors", "unavailable")
    );
    assert!(answer.warnings[0].message.contains("500"));
}

#[test]
fn c140_a_thousand_vectors_come_back_bit_by_bit() {
    let dir = tempfile::tempdir().unwrap();
    let vectors: Vec<Vec<f32>> = (0..1_000).map(|seed| random(seed, 384)).collect();
    let made: Vec<_> = (0_u32..)
        .zip(&vectors)
        .map(|(nth, vector)| (key(&[&nth.to_le_bytes()]), vector.clone()))
        .collect();
    let ids = Files::open(dir.path(), "m", 384).unwrap().add(&made).unwrap();
    let files = Files::open(dir.path(), "m", 384).unwrap();
    for (id, vector) in ids.iter().zip(&vectors) {
        let back = files.vectors(&[*id]).unwrap().remove(0).unwrap();
        let bits = |it: &[f32]| it.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&back), bits(vector));
        assert!((Question::new(back).exact(vector) - 1.0).abs() < 1e-5);
    }
}

#[test]
fn c142_vectors_of_another_model_are_never_mixed_in() {
    let vault = Vault::of(&PAGES);
    vault.index.use_model(&vault.vectors(), Meanings::new("small", 8)).unwrap();
    vault.fill(usize::MAX);
    vault.index.use_model(&vault.vectors(), Meanings::new("large", 16)).unwrap();
    let answer = vault.answer("physician");
    assert_eq!(answer.hits[0].page.file(), "health.md");
    let told = &answer.warnings[0].message;
    let whose =
        "the vectors are of another model, small (dimension 8; now large, 16): `memopage embed`";
    assert!(told.contains(whose), "{told}");
    assert!(vault.files("doctor").is_empty());
    vault.fill(usize::MAX);
    assert_eq!(vault.files("doctor"), ["health.md"]);
    // The first model's are still there.
    vault.index.use_model(&vault.vectors(), Meanings::new("small", 8)).unwrap();
    assert_eq!(embedded(&vault.fill(usize::MAX)), 0);
}

#[test]
fn c164_a_copy_with_other_times_and_a_new_index_embeds_nothing() {
    let vault = Vault::of(&PAGES);
    vault.index.use_model(&vault.vectors(), Meanings::new("m", 8)).unwrap();
    vault.fill(usize::MAX);
    let mut copy = Vault::of(&[]);
    copy.write(&PAGES, 99);
    std::fs::create_dir_all(copy.vectors()).unwrap();
    for entry in std::fs::read_dir(vault.vectors()).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, copy.vectors().join(path.file_name().unwrap())).unwrap();
    }
    let model = Meanings::new("m", 8);
    copy.index.use_model(&copy.vectors(), model.clone()).unwrap();
    copy.fill(usize::MAX);
    assert_eq!(model.given.load(Ordering::Relaxed), 0);
    assert_eq!(copy.files("doctor"), ["health.md"]);
}

#[test]
fn c172_a_long_lived_process_sees_what_another_has_embedded_and_rebuilt() {
    let vault = Vault::of(&PAGES);
    let other = Index::open(&vault.dir.path().join("index")).unwrap();
    vault.index.use_model(&vault.vectors(), Meanings::new("m", 8)).unwrap();
    other.use_model(&vault.vectors(), Meanings::new("m", 8)).unwrap();
    assert!(vault.files("doctor").is_empty());
    let texts = |file: &str| vault.texts.get(file).cloned();
    other.fill(&texts, &mut |_| ControlFlow::Continue(())).unwrap();
    assert_eq!(vault.files("doctor"), ["health.md"]);
    other.compact(std::time::Duration::from_secs(5)).unwrap();
    assert_eq!(vault.files("doctor"), ["health.md"]);
}

#[test]
fn vectors_of_pages_that_are_gone_are_swept() {
    let vault = Vault::of(&PAGES);
    vault.index.use_model(&vault.vectors(), Meanings::new("m", 8)).unwrap();
    vault.fill(usize::MAX);
    let remove = vec![PagePath::from_file("health.md").unwrap()];
    vault.index.apply(&Batch { remove, ..Batch::default() }).unwrap();
    let Swept::Done { pages, vectors } = vault.index.sweep_vectors().unwrap() else {
        panic!("because nobody embeds")
    };
    assert_eq!(pages, 1);
    assert!(vectors >= 1);
    assert!(vault.files("doctor").is_empty());
    assert_eq!(vault.files("which car").len(), 2);
}

#[test]
fn a_damaged_file_of_vectors_is_made_anew() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(super::files::file_name("m"));
    std::fs::write(&path, vec![7_u8; 9_000]).unwrap();
    assert!(Vectors::open(dir.path(), Meanings::new("m", 8)).is_ok());
    assert!(Path::new(&path).exists());
}

#[test]
fn the_int8_scan_finds_what_an_exact_one_finds() {
    let vectors: Vec<Vec<f32>> = (0..3_000).map(|seed| random(seed, 64)).collect();
    let mut table = Table::default();
    for (nth, vector) in vectors.iter().enumerate() {
        let codes = PageCodes::of(&[(1, nth as i64, vector.clone())], 64);
        let back = PageCodes::from_bytes(&codes.to_bytes(), 64).unwrap();
        assert_eq!(back, codes);
        table.push(nth as u64, &back);
    }
    let (mut found, mut wanted) = (0, 0);
    for seed in 10_000..10_050 {
        let question = Question::new(random(seed, 64));
        let mut exact: Vec<(f32, i64)> =
            vectors.iter().zip(0..).map(|(vector, id)| (question.exact(vector), id)).collect();
        exact.sort_by(|a, b| b.0.total_cmp(&a.0));
        let near = table.scan(&question, |_| true, 40);
        wanted += 10;
        found += exact[..10].iter().filter(|(_, id)| near.iter().any(|it| it.id == *id)).count();
    }
    assert!(found * 100 >= wanted * 99, "{found} of {wanted}");
    assert!(PageCodes::from_bytes(&[1, 2, 3], 64).is_none());
}

#[test]
fn a_table_gives_back_the_room_of_versions_that_are_gone_and_finds_the_others_as_before() {
    let codes = |seed: u64| PageCodes::of(&[(1, seed as i64, random(seed, 64))], 64);
    let (mut table, mut fresh) = (Table::default(), Table::default());
    (0..6_000).for_each(|uid| table.push(uid, &codes(uid)));
    let (full, lives) = (table.bytes(), |uid: u64| uid.is_multiple_of(5));
    table.retain(lives);
    (0..6_000).filter(|uid| lives(*uid)).for_each(|uid| fresh.push(uid, &codes(uid)));
    assert_eq!(table.len(), 1_200);
    assert!(table.bytes() * 3 < full, "{} of {full}", table.bytes());
    // A version that is read again stands once.
    table.push(10, &codes(9_999));
    fresh.push(10, &codes(9_999));
    assert_eq!(table.len(), 1_200);
    for seed in 10_000..10_020 {
        let question = Question::new(random(seed, 64));
        let near = table.scan(&question, |_| true, 40);
        assert_eq!(near, fresh.scan(&question, |_| true, 40));
    }
    assert!(table.page(11).is_none() && table.page(10).is_some());
}

/// A vector of length one; the same seed makes the same.
fn random(seed: u64, dimensions: usize) -> Vec<f32> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
    };
    let vector: Vec<f32> = (0..dimensions).map(|_| next()).collect();
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    vector.iter().map(|x| x / length).collect()
}

#[test]
fn likeness_counts_more_where_advice_is_asked_for_or_words_are_missing() {
    let chat = |said: &str| {
        format!(
            "---\ntype: session\nid: x\n---\n# Talk\n\n> **user** · 2026-11-01 10:00\n> {said}\n> ^t1\n"
        )
    };
    let liked = chat("My automobile is a vehicle from Turin.");
    let named = chat("There was something new for me in the evening.");
    let vault = Vault::of(&[("sessions/named.md", &named), ("sessions/liked.md", &liked)]);
    vault.index.use_model(&vault.vectors(), Meanings::new("m", 8)).unwrap();
    vault.fill(usize::MAX);
    for asked in
        ["Can you recommend something for my car?", "Any ideas for a new car, something good?"]
    {
        assert_eq!(
            vault.files(asked).first().map(String::as_str),
            Some("sessions/liked.md"),
            "{asked}"
        );
    }
}

#[test]
fn where_likeness_alone_is_asked_a_reason_speaks_of_no_words() {
    let vault = Vault::of(&PAGES);
    vault.index.use_model(&vault.vectors(), Meanings::new("m", 8)).unwrap();
    let likeness = Streams { lexical: false, vector: true, graph: false };
    let ask = |text: &str| vault.answer_by(text, likeness);
    let early = ask("doctor").warnings.remove(0).message;
    assert!(early.ends_with("no page has vectors yet; nothing was searched"), "{early}");
    vault.fill(usize::MAX);
    assert_eq!(ask("doctor").hits[0].page.file(), "health.md");
    let why = ask("which volcano erupted").abstained.unwrap();
    assert!(why.contains("alike") && !why.contains("words"), "{why}");
}
