//! Vectors in memory: int8 codes, the vectors of a page side by side, and a plain scan over them.
//!
//! A vector x is kept as round(x / s) with s = max |x| / 127; the product of two codes, times both scales,
//! is off by less than one part in a hundred of a cosine (scalar quantisation as in Faiss's SQ8). A scan
//! needs no index to maintain: a change of a page is a change of its row.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use simsimd::SpatialSimilarity;

use super::cells::{Cells, Looked, WORTH_FROM};
use super::files::Key;

/// Rows from which on a scan is worth a second thread, and threads that it takes at most: memory is what
/// it waits for.
const ROWS_FOR_TWO: usize = 60_000;
const THREADS: usize = 2;

/// Rows of a block from which on the next page begins another: large enough that a scan runs through memory
/// in order, small enough to be copied when a query still holds it.
const BLOCK_ROWS: usize = 1_024;

/// The vectors of one page, or of several one after the other.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct PageCodes {
    ords: Vec<u32>,
    ids: Vec<i64>,
    scales: Vec<f32>,
    codes: Vec<i8>,
}

impl PageCodes {
    /// From the atoms, numbers and vectors of a page.
    pub(crate) fn of(rows: &[(u32, i64, Vec<f32>)], dimensions: usize) -> Self {
        let mut page = Self::default();
        for (ord, id, vector) in rows {
            let (scale, codes) = quantised(&vector[..dimensions.min(vector.len())]);
            page.ords.push(*ord);
            page.ids.push(*id);
            page.scales.push(scale);
            page.codes.extend(codes);
        }
        page
    }

    pub(crate) fn ids(&self) -> &[i64] {
        &self.ids
    }

    /// Vectors.
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Bytes in memory, without what the allocator adds.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + self.ids.len() * 16 + self.codes.len()
    }

    /// Number, codes and scale of each vector.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (i64, &[i8], f32)> {
        let dimensions = self.codes.len() / self.ids.len().max(1);
        let codes = self.codes.chunks_exact(dimensions.max(1));
        codes.enumerate().map(|(at, codes)| (self.ids[at], codes, self.scales[at]))
    }

    /// The row that these codes, of any scale, are nearest to.
    pub(crate) fn nearest(&self, codes: &[i8]) -> usize {
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (at, row) in self.codes.chunks_exact(codes.len().max(1)).enumerate() {
            let score = i8::dot(row, codes).unwrap_or_default() as f32 * self.scales[at];
            if score > most {
                (best, most) = (at, score);
            }
        }
        best
    }

    /// Row by row: atom, number, scale, codes; little-endian.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let dimensions = self.codes.len() / self.ords.len().max(1);
        let mut bytes = Vec::with_capacity(self.ords.len() * (16 + dimensions));
        for (at, codes) in self.codes.chunks_exact(dimensions.max(1)).enumerate() {
            bytes.extend(self.ords[at].to_le_bytes());
            bytes.extend(self.ids[at].to_le_bytes());
            bytes.extend(self.scales[at].to_le_bytes());
            bytes.extend(codes.iter().map(|code| code.to_le_bytes()[0]));
        }
        bytes
    }

    /// Bytes that [`Self::to_bytes`] writes for each vector.
    pub(crate) fn row_bytes(dimensions: usize) -> usize {
        16 + dimensions
    }

    /// What [`Self::to_bytes`] wrote; `None` for anything else.
    pub(crate) fn from_bytes(bytes: &[u8], dimensions: usize) -> Option<Self> {
        let row = Self::row_bytes(dimensions);
        if dimensions == 0 || !bytes.len().is_multiple_of(row) {
            return None;
        }
        let rows = bytes.len() / row;
        let mut page = Self {
            ords: Vec::with_capacity(rows),
            ids: Vec::with_capacity(rows),
            scales: Vec::with_capacity(rows),
            codes: Vec::with_capacity(rows * dimensions),
        };
        for row in bytes.chunks_exact(row) {
            page.ords.push(u32::from_le_bytes(row[..4].try_into().ok()?));
            page.ids.push(i64::from_le_bytes(row[4..12].try_into().ok()?));
            page.scales.push(f32::from_le_bytes(row[12..16].try_into().ok()?));
            page.codes.extend(row[16..].iter().map(|byte| i8::from_le_bytes([*byte])));
        }
        Some(page)
    }

    /// Some of the rows.
    fn part(&self, rows: std::ops::Range<usize>) -> Rows<'_> {
        let dimensions = self.codes.len() / self.ids.len().max(1);
        Rows {
            ords: &self.ords[rows.clone()],
            ids: &self.ids[rows.clone()],
            scales: &self.scales[rows.clone()],
            codes: &self.codes[rows.start * dimensions..rows.end * dimensions],
        }
    }

    /// Cosine of the question with each vector.
    pub(crate) fn scores<'a>(&'a self, question: &'a Question) -> impl Iterator<Item = f32> + 'a {
        self.part(0..self.len()).scores(question).map(|(.., score)| score)
    }

    fn append(&mut self, rows: Rows<'_>) {
        self.ords.extend_from_slice(rows.ords);
        self.ids.extend_from_slice(rows.ids);
        self.scales.extend_from_slice(rows.scales);
        self.codes.extend_from_slice(rows.codes);
    }

    fn shrink(&mut self) {
        self.ords.shrink_to_fit();
        self.ids.shrink_to_fit();
        self.scales.shrink_to_fit();
        self.codes.shrink_to_fit();
    }
}

/// The vectors of one page where they lie in memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rows<'a> {
    ords: &'a [u32],
    ids: &'a [i64],
    scales: &'a [f32],
    codes: &'a [i8],
}

impl<'a> Rows<'a> {
    /// Those that a scan looks at and that are nearer than `least`.
    fn nearer(
        self,
        (question, looked): (&Question, Option<&Looked<'_>>),
        uid: u64,
        least: f32,
        best: &mut Vec<Near>,
    ) {
        let dimensions = question.codes.len().max(1);
        for (at, id) in self.ids.iter().enumerate() {
            if looked.is_some_and(|looked| !looked.at(*id)) {
                continue;
            }
            let codes = &self.codes[at * dimensions..(at + 1) * dimensions];
            let dot = i8::dot(codes, &question.codes).unwrap_or_default() as f32;
            let score = dot * self.scales[at] * question.scale;
            if score > least {
                best.push(Near { uid, ord: self.ords[at], id: *id, score });
            }
        }
    }

    /// Cosine of the question with each vector: atom, number, cosine.
    pub(crate) fn scores(
        self,
        question: &'a Question,
    ) -> impl Iterator<Item = (u32, i64, f32)> + 'a {
        let rows = self.codes.chunks_exact(question.codes.len().max(1)).enumerate();
        rows.map(move |(at, codes)| {
            let dot = i8::dot(codes, &question.codes).unwrap_or_default() as f32;
            (self.ords[at], self.ids[at], dot * self.scales[at] * question.scale)
        })
    }
}

fn quantised(vector: &[f32]) -> (f32, Vec<i8>) {
    let largest = vector.iter().fold(0.0_f32, |most, number| most.max(number.abs()));
    let scale = if largest > 0.0 { largest / 127.0 } else { 1.0 };
    (scale, vector.iter().map(|number| (number / scale).round() as i8).collect())
}

/// A question's vector in both forms.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    floats: Vec<f32>,
    codes: Vec<i8>,
    scale: f32,
}

impl Question {
    pub(crate) fn new(floats: Vec<f32>) -> Self {
        let (scale, codes) = quantised(&floats);
        Self { floats, codes, scale }
    }

    /// Cosine with a vector as it was made.
    pub(crate) fn exact(&self, vector: &[f32]) -> f32 {
        self.floats.iter().zip(vector).map(|(a, b)| a * b).sum()
    }
}

/// A row that the scan found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Near {
    pub(crate) uid: u64,
    pub(crate) ord: u32,
    pub(crate) id: i64,
    pub(crate) score: f32,
}

/// Where the vectors of a version lie.
#[derive(Debug, Clone, Copy)]
struct Place {
    uid: u64,
    block: usize,
    first: usize,
    rows: usize,
}

/// All pages that have vectors, by version.
#[derive(Clone)]
pub(crate) struct Table {
    /// Ascending by version.
    pages: Vec<Place>,
    /// Their vectors, and some of versions that are no longer.
    blocks: Vec<Arc<PageCodes>>,
    /// Versions whose pages have none yet.
    pub(crate) waiting: HashMap<Key, Vec<u64>>,
    pub(crate) last_seq: i64,
    /// The catalogue's state that the versions are of; none before it was read.
    pub(crate) changes: Option<u64>,
    /// Vectors of all pages.
    rows: usize,
    /// Where there are so many rows that they are worth it.
    pub(crate) cells: Option<Arc<Cells>>,
    /// Rows from which on a scan goes by them.
    pub(crate) cells_from: usize,
}

impl Default for Table {
    fn default() -> Self {
        Self {
            pages: Vec::new(),
            blocks: Vec::new(),
            waiting: HashMap::new(),
            last_seq: 0,
            changes: None,
            rows: 0,
            cells: None,
            cells_from: WORTH_FROM,
        }
    }
}

impl Table {
    pub(crate) fn push(&mut self, uid: u64, codes: &PageCodes) {
        let place = placed(&mut self.blocks, uid, codes.part(0..codes.len()));
        self.rows += place.rows;
        match self.pages.binary_search_by_key(&uid, |page| page.uid) {
            Ok(at) => {
                self.rows -= self.pages[at].rows;
                self.pages[at] = place;
            }
            Err(at) => self.pages.insert(at, place),
        }
    }

    /// Those of `live` that it neither has nor waits for.
    pub(crate) fn unknown(&self, live: &[u64]) -> Vec<u64> {
        let waiting: HashSet<u64> = self.waiting.values().flatten().copied().collect();
        let has = |uid: &u64| self.pages.binary_search_by_key(uid, |page| page.uid).is_ok();
        live.iter().copied().filter(|uid| !waiting.contains(uid) && !has(uid)).collect()
    }

    /// Drops versions that are no longer.
    pub(crate) fn retain(&mut self, live: impl Fn(u64) -> bool) {
        self.pages.retain(|page| live(page.uid));
        self.rows = self.pages.iter().map(|page| page.rows).sum();
        self.waiting.retain(|_, uids| {
            uids.retain(|uid| live(*uid));
            !uids.is_empty()
        });
        let held: usize = self.blocks.iter().map(|block| block.len()).sum();
        if held > 2 * self.rows + BLOCK_ROWS {
            let blocks = std::mem::take(&mut self.blocks);
            for page in &mut self.pages {
                *page = placed(&mut self.blocks, page.uid, rows_of(&blocks, page));
            }
        }
    }

    /// Pages that have vectors, of those that pass.
    pub(crate) fn covered(&self, passes: impl Fn(u64) -> bool) -> usize {
        self.pages.iter().filter(|page| passes(page.uid)).count()
    }

    /// Vectors of all pages.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Pages that have vectors.
    pub(crate) fn len(&self) -> usize {
        self.pages.len()
    }

    pub(crate) fn page(&self, uid: u64) -> Option<Rows<'_>> {
        let at = self.pages.binary_search_by_key(&uid, |page| page.uid).ok()?;
        Some(rows_of(&self.blocks, &self.pages[at]))
    }

    /// The `limit` nearest rows of the pages that pass, nearest first. With cells, and where so many rows
    /// pass that it matters, only rows of the cells near the question are looked at.
    pub(crate) fn scan(
        &self,
        question: &Question,
        passes: impl Fn(u64) -> bool,
        limit: usize,
    ) -> Vec<Near> {
        let pages: Vec<&Place> = self.pages.iter().filter(|page| passes(page.uid)).collect();
        let rows: usize = pages.iter().map(|page| page.rows).sum();
        let cells = self.cells.as_ref().filter(|_| rows >= self.cells_from);
        let looked = cells.map(|cells| cells.near(question));
        let one = |part: &[&Place]| {
            let mut best: Vec<Near> = Vec::with_capacity(2 * limit + 1);
            let mut least = f32::NEG_INFINITY;
            for page in part {
                let rows = rows_of(&self.blocks, page);
                rows.nearer((question, looked.as_ref()), page.uid, least, &mut best);
                if best.len() >= 2 * limit {
                    cut(&mut best, limit);
                    least = best.last().map_or(least, |near| near.score);
                }
            }
            best
        };
        let threads = if rows < ROWS_FOR_TWO { 1 } else { THREADS.min(cores()) };
        if threads < 2 {
            let mut best = one(&pages);
            cut(&mut best, limit);
            return best;
        }
        let part = pages.len().div_ceil(threads).max(1);
        let mut best = std::thread::scope(|scope| {
            let (here, others) = pages.split_at(part);
            let one = &one;
            let others: Vec<_> =
                others.chunks(part).map(|part| scope.spawn(move || one(part))).collect();
            let mut best = one(here);
            for other in others {
                best.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            best
        });
        cut(&mut best, limit);
        best
    }

    /// The vectors of all pages, and of some that are no longer.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = &PageCodes> {
        self.blocks.iter().map(|block| &**block)
    }

    /// Bytes in memory.
    pub(crate) fn bytes(&self) -> usize {
        let blocks: usize = self.blocks.iter().map(|block| block.bytes()).sum();
        let pages = self.pages.len() * size_of::<Place>();
        blocks + pages + self.cells.as_ref().map_or(0, |cells| cells.bytes())
    }
}

fn rows_of<'a>(blocks: &'a [Arc<PageCodes>], page: &Place) -> Rows<'a> {
    blocks[page.block].part(page.first..page.first + page.rows)
}

/// Puts rows behind the last ones.
fn placed(blocks: &mut Vec<Arc<PageCodes>>, uid: u64, rows: Rows<'_>) -> Place {
    if blocks.last().is_none_or(|block| block.len() >= BLOCK_ROWS) {
        if let Some(full) = blocks.last_mut() {
            Arc::make_mut(full).shrink();
        }
        blocks.push(Arc::default());
    }
    let block = blocks.len() - 1;
    let last = Arc::make_mut(&mut blocks[block]);
    let first = last.len();
    last.append(rows);
    Place { uid, block, first, rows: rows.ids.len() }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn cut(best: &mut Vec<Near>, limit: usize) {
    best.sort_by(|a, b| {
        b.score.total_cmp(&a.score).then(a.uid.cmp(&b.uid)).then(a.ord.cmp(&b.ord))
    });
    best.truncate(limit);
}
