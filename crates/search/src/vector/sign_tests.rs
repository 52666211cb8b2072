//! The rough look before the close one: what it finds against a close look at all, whatever the filter, and
//! when it takes part.

use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::measure::Scan;
use super::signs::WORTH_FROM;
use super::table::{PageCodes, Question, Table};
use super::{Filled, Vectors};
use crate::embed::{Embedder, ModelError, Side, Traits};
use crate::{Batch, Index, Put};

/// Numbers that look like chance and are always the same.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    }

    /// A direction of so many numbers, so far apart from another one.
    fn direction(&mut self, near: &[f32], apart: f32) -> Vec<f32> {
        let scale = apart / (near.len() as f32 / 3.0).sqrt();
        let vector: Vec<f32> = near.iter().map(|near| near + scale * self.next()).collect();
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        vector.iter().map(|x| x / length).collect()
    }
}

/// Vectors as models make them: all lie to one side, in topics of uneven size, some twice.
struct Drawn {
    rows: Vec<Vec<f32>>,
    questions: Vec<Vec<f32>>,
}

impl Drawn {
    fn of(count: usize, dimensions: usize, side: f32) -> Self {
        let mut chance = Chance(11);
        let mut middle = chance.direction(&vec![0.0; dimensions], 1.0);
        middle.iter_mut().for_each(|x| *x *= side);
        let topics: Vec<Vec<f32>> = (0..150).map(|_| chance.direction(&middle, 1.0)).collect();
        let mut rows: Vec<Vec<f32>> = Vec::new();
        for nth in 0..count {
            // A small topic has a few rows, a large one hundreds.
            let skewed = (chance.next() * chance.next()).abs() * topics.len() as f32;
            let row = match nth % 40 {
                39 => rows[nth / 2].clone(),
                _ => chance.direction(&topics[(skewed as usize).min(149)], 0.7),
            };
            rows.push(row);
        }
        let questions = (0..20).map(|nth| chance.direction(&rows[nth * count / 20], 0.6)).collect();
        Self { rows, questions }
    }

    /// Three to a page; numbered from 0, and pages from 1.
    fn table(&self) -> Table {
        let mut table = Table::default();
        for (uid, rows) in (1..).zip(self.rows.chunks(3)) {
            let first = 3 * (uid as i64 - 1);
            let rows = rows.iter().zip(0_u32..);
            let rows: Vec<(u32, i64, Vec<f32>)> =
                rows.map(|(x, ord)| (ord, first + i64::from(ord), x.clone())).collect();
            table.push(uid, &PageCodes::of(&rows, self.rows[0].len()));
        }
        table
    }
}

/// Which pages a filter lets through.
type Passes = fn(u64) -> bool;

/// The same rows, every one looked at closely.
fn whole(table: &Table) -> Table {
    let mut whole = table.clone();
    whole.signs_from = usize::MAX;
    whole
}

#[test]
fn after_a_rough_look_the_same_ten_are_found_whatever_the_filter() {
    // Numbers of a row, how far all lie to one side, and the filter.
    let filters: [(&str, Passes); 4] = [
        ("all", |_| true),
        ("half", |uid| uid % 2 == 0),
        ("the later ones", |uid| uid > 2_500),
        ("few", |uid| uid % 50 == 1),
    ];
    for (dimensions, side) in [(384, 0.0), (384, 1.0), (256, 0.5), (100, 0.3)] {
        let drawn = Drawn::of(15_000, dimensions, side);
        let mut table = drawn.table();
        table.signs_from = 0;
        table.catch_up();
        let whole = whole(&table);
        for (name, passes) in filters {
            let (mut found, mut wanted) = ([0; 2], [0; 2]);
            for question in &drawn.questions {
                let question = Question::new(question.clone());
                let near = table.scan(&question, passes, 100);
                let exact = whole.scan(&question, passes, 100);
                assert!(near.iter().all(|row| passes(row.uid)), "{name}");
                let ordered = |pair: &[super::Near]| pair[0].score >= pair[1].score;
                assert!(near.windows(2).all(ordered) && near.len() == 100, "{name}");
                for (nth, most) in [10, 100].into_iter().enumerate() {
                    let ids: HashSet<i64> = near[..most].iter().map(|row| row.id).collect();
                    wanted[nth] += most;
                    found[nth] += exact[..most].iter().filter(|row| ids.contains(&row.id)).count();
                }
            }
            let about =
                format!("{dimensions} numbers, side {side}, {name}: {found:?} of {wanted:?}");
            assert!(found[0] * 200 >= wanted[0] * 199, "{about}");
            assert!(found[1] * 100 >= wanted[1] * 98, "{about}");
        }
    }
}

#[test]
fn rows_in_one_narrow_cone_are_all_looked_at_closely() {
    let drawn = Drawn::of(6_000, 384, 9.0);
    let mut table = drawn.table();
    table.signs_from = 0;
    table.catch_up();
    let whole = whole(&table);
    for question in &drawn.questions {
        let question = Question::new(question.clone());
        let uids = |table: &Table| -> Vec<u64> {
            table.scan(&question, |_| true, 100).into_iter().map(|row| row.uid).collect()
        };
        assert_eq!(uids(&table), uids(&whole));
    }
}

#[test]
fn a_rough_look_finds_what_comes_later_and_nothing_of_what_is_gone() {
    let drawn = Drawn::of(9_000, 96, 0.5);
    let mut table = Table::default();
    table.signs_from = 6_000;
    let all = drawn.table();
    let question = |uid: u64| Question::new(drawn.rows[3 * (uid as usize - 1)].clone());
    let mut known = 0..0;
    for end in [500, 1_900, 2_100, 2_101, 3_001] {
        for uid in known.end.max(1)..end {
            let rows = &drawn.rows[3 * (uid as usize - 1)..3 * uid as usize];
            let rows = rows.iter().zip(0_u32..).map(|(x, ord)| (ord, 3 * uid as i64, x.clone()));
            table.push(uid, &PageCodes::of(&rows.collect::<Vec<_>>(), 96));
        }
        known = 1..end;
        // A row that has no bits yet is found as well as one that has.
        for _ in 0..2 {
            for uid in [1, end / 2, end - 1] {
                let found = table.scan(&question(uid), |_| true, 3);
                assert!(found.iter().any(|row| row.uid == uid), "{uid} of {end}: {found:?}");
            }
            table.catch_up();
        }
    }
    assert!(table.bytes() > all.bytes() + 9_000 * 128 / 8, "the bits count");
    table.retain(|uid| uid % 3 == 0);
    table.catch_up();
    assert!(table.bytes() < all.bytes() / 2, "few rows need no bits");
    for uid in [3, 1_500, 3_000] {
        let found = table.scan(&question(uid), |_| true, 9);
        assert!(found[0].uid == uid && found.iter().all(|row| row.uid % 3 == 0), "{found:?}");
    }
}

#[test]
fn rows_that_are_all_alike_or_of_no_direction_are_looked_at_as_well() {
    for value in [0.0, 0.25] {
        let pages = (0..200).map(|_| vec![vec![value; 16]; 30]);
        let mut scan = Scan::of(pages);
        scan.sign();
        let question = [0.25; 16];
        assert_eq!(scan.near(&question, 50), scan.exact(&question, 50));
        assert_eq!(scan.near(&question, 50).len(), 50);
    }
    let mut none = Scan::of(std::iter::empty());
    none.sign();
    assert!(none.near(&[1.0], 10).is_empty());
}

/// Gives each text a vector by the topic that it names.
struct Topics;

const DIMENSIONS: usize = 48;

impl Embedder for Topics {
    fn fingerprint(&self) -> &'static str {
        "topics"
    }

    fn dimensions(&self) -> usize {
        DIMENSIONS
    }

    fn traits(&self) -> Traits {
        Traits { floor: 0.1, match_at: 0.6, multilingual: true }
    }

    fn count(&self, text: &str) -> usize {
        text.len() / 4
    }

    fn pieces(&self, text: &str) -> Vec<Range<usize>> {
        (!text.is_empty()).then_some(0..text.len()).into_iter().collect()
    }

    fn embed(&self, _side: Side, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let vector = |text: &&str| {
            let number = |text: &str| text.bytes().map(u64::from).sum::<u64>();
            let topic = text.split_whitespace().find(|word| word.starts_with("topic"));
            let mut chance = Chance(number(topic.unwrap_or_default()));
            let topic = chance.direction(&[0.0; DIMENSIONS], 1.0);
            Chance(number(text)).direction(&topic, 0.5)
        };
        Ok(texts.iter().map(vector).collect())
    }
}

/// A vault in which a rough look comes first from a thousand vectors on.
struct Large {
    dir: tempfile::TempDir,
    index: Index,
    texts: HashMap<String, String>,
}

impl Large {
    fn of(pages: usize) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let index = Index::open(&dir.path().join("index")).unwrap();
        let mut vault = Self { dir, index, texts: HashMap::new() };
        vault.write(0..pages);
        vault.index.caught_up().unwrap();
        vault
    }

    fn write(&mut self, numbers: Range<usize>) {
        let mut batch = Batch::default();
        for number in numbers {
            let file = format!("p{number}.md");
            let text = format!("About topic{} and number {number}.\n", number % 50);
            batch.put.push(Put::of(&file, &text));
            self.texts.insert(file, text);
        }
        self.index.apply(&batch).unwrap();
    }

    fn vectors(&self, signs_from: usize) -> Vectors {
        let mut vectors = Vectors::open(self.dir.path(), Arc::new(Topics)).unwrap();
        vectors.signs_from = signs_from;
        vectors
    }

    fn filled(&self, vectors: &Vectors) {
        let state = self.index.state().unwrap();
        let texts = |file: &str| self.texts.get(file).cloned();
        let done = vectors.fill(&state.catalogue, &texts, &mut |_| ControlFlow::Continue(()));
        assert!(matches!(done.unwrap(), Filled::Done(_)));
    }

    fn table(&self, vectors: &Vectors) -> Arc<Table> {
        let state = self.index.state().unwrap();
        let changes = state.catalogue.marks().unwrap().changes;
        vectors.table(&state.catalogue, &state.epoch, changes).unwrap()
    }
}

#[test]
fn a_large_vault_answers_after_a_rough_look_as_after_a_close_one() {
    let mut vault = Large::of(900);
    // A page has two vectors, its names' and its passage's. A small vault needs no bits.
    let (vectors, small) = (vault.vectors(1_000), vault.vectors(WORTH_FROM));
    vault.filled(&vectors);
    let (table, plain) = (vault.table(&vectors), vault.table(&small));
    assert!(table.bytes() >= plain.bytes() + 1_800 * 64 / 8);
    let question = vectors.question("topic7").unwrap();
    let few = |uid: u64| uid % 40 == 1;
    assert_eq!(table.scan(&question, |_| true, 10), plain.scan(&question, |_| true, 10));
    assert_eq!(table.scan(&question, few, 100), plain.scan(&question, few, 100));
    // A page that came after is found at once.
    drop(table);
    vault.write(900..901);
    vault.filled(&vectors);
    let table = vault.table(&vectors);
    let newest = vectors.question("About topic0 and number 900.").unwrap();
    let near = table.scan(&newest, |_| true, 60);
    let last = vault.index.state().unwrap().catalogue.all_uids().unwrap().pop();
    assert!(near.iter().any(|row| Some(row.uid) == last), "{near:?}");
}
