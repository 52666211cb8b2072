//! The approximate index: what it finds against an exact scan, its file, and when it takes part.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::cells::Cells;
use super::files::{Files, key};
use super::measure::Scan;
use super::table::{PageCodes, Question, Table};
use super::{Filled, Vectors};
use crate::embed::{Embedder, ModelError, Side, Traits};
use crate::{Batch, Index, Put};

const DIMENSIONS: usize = 48;

/// Numbers that look like chance and are always the same.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    }

    /// A direction, near another one where one is given.
    fn direction(&mut self, near: Option<&[f32]>, apart: f32) -> Vec<f32> {
        let mut vector: Vec<f32> = (0..DIMENSIONS).map(|_| self.next()).collect();
        if let Some(near) = near {
            let scale = apart / (DIMENSIONS as f32 / 3.0).sqrt();
            vector.iter_mut().zip(near).for_each(|(x, near)| *x = near + scale * *x);
        }
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        vector.iter().map(|x| x / length).collect()
    }
}

/// So many vectors around two hundred topics, three to a page.
fn topical(count: usize) -> (Vec<Vec<Vec<f32>>>, Vec<Vec<f32>>) {
    let mut chance = Chance(11);
    let topics: Vec<Vec<f32>> = (0..200).map(|_| chance.direction(None, 0.0)).collect();
    let vectors: Vec<Vec<f32>> =
        (0..count).map(|nth| chance.direction(Some(&topics[nth * 7 % 200]), 0.5)).collect();
    let questions = (0..60).map(|nth| chance.direction(Some(&vectors[nth * 97]), 0.4)).collect();
    (vectors.chunks(3).map(<[Vec<f32>]>::to_vec).collect(), questions)
}

#[test]
fn the_approximate_scan_finds_what_the_exact_one_finds() {
    let (pages, questions) = topical(12_000);
    let mut scan = Scan::of(pages.into_iter());
    assert!(scan.learn());
    let (mut found, mut wanted) = (0, 0);
    for question in &questions {
        let exact = scan.exact(question, 10);
        let near = scan.near(question, 10);
        wanted += exact.len();
        found += exact.iter().filter(|id| near.contains(id)).count();
    }
    assert!(found * 100 >= wanted * 98, "{found} of {wanted}");
    assert!(!Scan::of(std::iter::empty()).learn());
}

#[test]
fn a_vector_without_a_cell_is_always_looked_at() {
    let (pages, questions) = topical(6_000);
    let codes: Vec<PageCodes> = pages
        .iter()
        .zip((0..).step_by(3))
        .map(|(page, first)| {
            let rows =
                page.iter().zip(0..).map(|(x, ord)| (ord, first + i64::from(ord), x.clone()));
            PageCodes::of(&rows.collect::<Vec<_>>(), DIMENSIONS)
        })
        .collect();
    let cells = Cells::learn(&codes.iter().collect::<Vec<_>>(), Vec::new()).unwrap();
    assert_eq!(cells.count(), 6_000);
    let looked = cells.near(&Question::new(questions[0].clone()));
    assert!((0..6_000).any(|id| !looked.at(id)), "not every cell is looked into");
    assert!(looked.at(6_000) && looked.at(-1) && looked.at(i64::MAX));
}

#[test]
fn cells_are_read_as_they_were_written_or_not_at_all() {
    let (pages, _) = topical(6_000);
    let rows: Vec<(u32, i64, Vec<f32>)> =
        pages.into_iter().flatten().zip(1..).map(|(x, id)| (0, id, x)).collect();
    let page = PageCodes::of(&rows, DIMENSIONS);
    let cells = Cells::learn(&[&page], vec![(1, [7; 16]), (9, [8; 16])]).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("m.cells");
    cells.write(&path).unwrap();
    assert_eq!(Cells::read(&path, DIMENSIONS), Some(cells));
    let bytes = std::fs::read(&path).unwrap();
    for damage in [0, 9, 40, bytes.len() / 2, bytes.len() - 1] {
        let mut wrong = bytes.clone();
        wrong[damage] ^= 1;
        std::fs::write(&path, wrong).unwrap();
        assert_eq!(Cells::read(&path, DIMENSIONS), None, "byte {damage}");
    }
    for length in [0, 5, 31, 33, bytes.len() - 1] {
        std::fs::write(&path, &bytes[..length]).unwrap();
        assert_eq!(Cells::read(&path, DIMENSIONS), None, "{length} bytes");
    }
}

/// Gives each text a vector by the topic that it names.
struct Topics;

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
            let topic = Chance(number(topic.unwrap_or_default())).direction(None, 0.0);
            Chance(number(text)).direction(Some(&topic), 0.5)
        };
        Ok(texts.iter().map(vector).collect())
    }
}

/// A vault in which cells are made from a thousand vectors on.
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

    fn vectors(&self) -> Vectors {
        let mut vectors = Vectors::open(self.dir.path(), Arc::new(Topics)).unwrap();
        vectors.cells_from = 1_000;
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

fn without_cells(table: &Table) -> Table {
    let mut whole = table.clone();
    whole.cells = None;
    whole
}

#[test]
fn who_embeds_makes_cells_for_a_large_vault_and_who_asks_uses_them() {
    let mut vault = Large::of(900);
    let vectors = vault.vectors();
    // A page has two vectors, its names' and its passage's.
    vault.filled(&vectors);
    let table = vault.table(&vectors);
    assert!(table.rows() >= 1_000 && table.cells.is_some());
    let question = vectors.question("topic7").unwrap();
    let near = table.scan(&question, |_| true, 10);
    let whole = without_cells(&table);
    let exact = whole.scan(&question, |_| true, 10);
    assert_eq!(near.len(), 10);
    assert!(near.iter().filter(|row| exact.contains(row)).count() >= 9);
    // Where a filter leaves few rows, all of them are looked at.
    let few = |uid: u64| uid % 40 == 1;
    assert_eq!(table.scan(&question, few, 100), whole.scan(&question, few, 100));
    // A page that came after is found before cells are made anew.
    vault.write(900..901);
    vault.filled(&vectors);
    let before = table.rows();
    let table = vault.table(&vectors);
    assert!(table.rows() > before && table.cells.is_some());
    let newest = vectors.question("About topic0 and number 900.").unwrap();
    let near = table.scan(&newest, |_| true, 60);
    let last = vault.index.state().unwrap().catalogue.all_uids().unwrap().pop();
    assert!(near.iter().any(|row| Some(row.uid) == last), "{near:?}");
    // Another process reads the same file.
    let other = vault.vectors();
    assert_eq!(vault.table(&other).cells, table.cells);
}

#[test]
fn cells_of_vectors_that_are_no_more_are_left_alone() {
    let vault = Large::of(900);
    let vectors = vault.vectors();
    vault.filled(&vectors);
    let path = vectors.files.cells_path();
    let cells = Cells::read(&path, DIMENSIONS).unwrap();
    // The vectors' file is made anew, and its numbers begin from one again.
    let other = Files::open(vault.dir.path(), "another", DIMENSIONS).unwrap();
    other.add(&[(key(&[b"x"]), vec![0.0; DIMENSIONS])]).unwrap();
    assert!(!other.knows(cells.witnesses()).unwrap());
    assert!(vectors.files.knows(cells.witnesses()).unwrap());
    std::fs::write(&path, b"damaged").unwrap();
    assert!(vault.table(&vectors).cells.is_none());
    vault.filled(&vectors);
    assert!(vault.table(&vectors).cells.is_some());
}
