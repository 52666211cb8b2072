//! Vectors in memory: int8 codes, the vectors of a page side by side, and a plain scan over them.
//!
//! A vector x is kept as round(x / s) with s = max |x| / 127; the product of two codes, times both scales,
//! is off by less than one part in a hundred of a cosine (scalar quantisation as in Faiss's SQ8). A scan
//! needs no index to maintain: a change of a page is a change of its row.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use simsimd::SpatialSimilarity;

use super::files::Key;
use super::signs::{Rough, Signs, WORTH_FROM, mixed};

/// Rows from which on a scan is worth a second thread, and threads that it takes at most: memory is what
/// it waits for.
const ROWS_FOR_TWO: usize = 60_000;
const THREADS: usize = 2;

/// Rows of a block from which on the next page begins another: large enough that a scan runs through memory
/// in order, small enough to be copied when a query still holds it.
const BLOCK_ROWS: usize = 1_024;

/// Of so many groups of pages one is counted, to tell how near a row must be at a rough look; pages of one.
const COUNTED: u64 = 16;
const COUNTED_AT_ONCE: usize = 16;

/// Rows that memory is asked for at once, and bytes that it gives at a time.
const AHEAD: usize = 16;
const LINE_BYTES: usize = 64;

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

    /// Codes and scale of each vector.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&[i8], f32)> {
        let dimensions = self.codes.len() / self.ids.len().max(1);
        self.codes.chunks_exact(dimensions.max(1)).zip(self.scales.iter().copied())
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
    fn part(&self, rows: Range<usize>) -> Rows<'_> {
        let dimensions = self.codes.len() / self.ids.len().max(1);
        Rows {
            ords: &self.ords[rows.clone()],
            ids: &self.ids[rows.clone()],
            scales: &self.scales[rows.clone()],
            codes: &self.codes[rows.start * dimensions..rows.end * dimensions],
        }
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
    pub(crate) fn len(self) -> usize {
        self.ids.len()
    }

    /// The codes of the row at this place.
    fn codes(self, question: &Question, at: usize) -> &'a [i8] {
        let dimensions = question.codes.len();
        &self.codes[at * dimensions..(at + 1) * dimensions]
    }

    /// The row at this place, where it is nearer than `least`.
    fn nearer(self, question: &Question, (uid, at): (u64, usize), least: f32) -> Option<Near> {
        let dot = i8::dot(self.codes(question, at), &question.codes).unwrap_or_default() as f32;
        let score = dot * self.scales[at] * question.scale;
        (score > least).then(|| Near { uid, ord: self.ords[at], id: self.ids[at], score })
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

    pub(crate) fn floats(&self) -> &[f32] {
        &self.floats
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
    /// Bits of the rows, where there are so many that they are worth it.
    signs: Signs,
    /// Rows from which on a scan goes by them.
    pub(crate) signs_from: usize,
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
            signs: Signs::default(),
            signs_from: WORTH_FROM,
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
            self.signs = Signs::default();
            for page in &mut self.pages {
                *page = placed(&mut self.blocks, page.uid, rows_of(&blocks, page));
            }
        }
    }

    /// Pages that have vectors, of those that pass.
    pub(crate) fn covered(&self, passes: impl Fn(u64) -> bool) -> usize {
        self.pages.iter().filter(|page| passes(page.uid)).count()
    }

    /// Pages that have vectors.
    pub(crate) fn len(&self) -> usize {
        self.pages.len()
    }

    pub(crate) fn page(&self, uid: u64) -> Option<Rows<'_>> {
        let at = self.pages.binary_search_by_key(&uid, |page| page.uid).ok()?;
        Some(rows_of(&self.blocks, &self.pages[at]))
    }

    /// Gives the rows their bits where there are so many that a scan goes by them.
    pub(crate) fn catch_up(&mut self) {
        match self.rows < self.signs_from {
            true => self.signs = Signs::default(),
            false => self.signs.catch_up(&self.blocks),
        }
    }

    /// The `limit` nearest rows of the pages that pass, nearest first. Where so many rows pass that it
    /// matters, only those are looked at closely that are near the question at a rough look.
    pub(crate) fn scan(
        &self,
        question: &Question,
        passes: impl Fn(u64) -> bool,
        limit: usize,
    ) -> Vec<Near> {
        let pages: Vec<&Place> = self.pages.iter().filter(|page| passes(page.uid)).collect();
        let rows: usize = pages.iter().map(|page| page.rows).sum();
        let threads = if rows < ROWS_FOR_TWO { 1 } else { THREADS.min(cores()) };
        let parts: Vec<&[&Place]> = pages.chunks(pages.len().div_ceil(threads).max(1)).collect();
        let rough = if rows < self.signs_from { None } else { self.rough(question, &pages, limit) };
        let look = |rough| each(&parts, |part| self.nearest(question, part, rough, limit)).concat();
        let mut best: Vec<Near> = look(rough.as_ref());
        if rough.is_some() && best.len() < limit {
            // The rows that were counted say nothing of the others.
            best = look(None);
        }
        cut(&mut best, limit);
        best
    }

    /// What a rough look goes by; none where rows have no bits.
    fn rough(&self, question: &Question, pages: &[&Place], limit: usize) -> Option<Rough<'_>> {
        // Pages side by side, so that memory is read in order.
        let groups = (0..).zip(pages.chunks(COUNTED_AT_ONCE));
        let counted = groups.filter(|(nth, _)| mixed(*nth).is_multiple_of(COUNTED));
        let counted =
            counted.flat_map(|(_, pages)| runs(pages).map(|(block, rows, _)| (block, rows)));
        let rows = pages.iter().map(|page| page.rows).sum();
        self.signs.ask(&self.blocks, question)?.within(counted, rows, limit)
    }

    /// The nearest rows of these pages, some more than are wanted; of those that are worth a closer look.
    fn nearest(
        &self,
        question: &Question,
        pages: &[&Place],
        rough: Option<&Rough<'_>>,
        limit: usize,
    ) -> Vec<Near> {
        let mut best = Best { rows: Vec::with_capacity(2 * limit + 1), limit, least: f32::MIN };
        let Some(rough) = rough else {
            for page in pages {
                let rows = rows_of(&self.blocks, page);
                for at in 0..page.rows {
                    best.add(rows.nearer(question, (page.uid, at), best.least));
                }
            }
            return best.rows;
        };
        let mut worth: Vec<(&Place, usize)> = Vec::with_capacity(2 * AHEAD);
        let mut apart = Vec::new();
        for (block, rows, run) in runs(pages) {
            rough.apart(block, rows.clone(), &mut apart);
            let mut pages = run.iter().peekable();
            for at in rough.worth(&apart).map(|at| rows.start + at) {
                while pages.next_if(|page| page.first + page.rows <= at).is_some() {}
                worth.extend(pages.peek().map(|page| (**page, at - page.first)));
                if worth.len() >= AHEAD {
                    self.look(question, &mut worth, &mut best);
                }
            }
        }
        self.look(question, &mut worth, &mut best);
        best.rows
    }

    /// Looks closely at these rows, which are taken away.
    fn look(&self, question: &Question, worth: &mut Vec<(&Place, usize)>, best: &mut Best) {
        // They lie far apart: memory is asked for all of them before the first is waited for.
        let lines = worth.iter().flat_map(|(page, at)| {
            let codes = rows_of(&self.blocks, page).codes(question, *at);
            codes.iter().step_by(LINE_BYTES)
        });
        std::hint::black_box(lines.fold(0_i8, |all, code| all ^ code));
        for (page, at) in worth.drain(..) {
            let rows = rows_of(&self.blocks, page);
            best.add(rows.nearer(question, (page.uid, at), best.least));
        }
    }

    /// Bytes in memory.
    pub(crate) fn bytes(&self) -> usize {
        let blocks: usize = self.blocks.iter().map(|block| block.bytes()).sum();
        let pages = self.pages.len() * size_of::<Place>();
        blocks + pages + self.signs.bytes()
    }
}

/// Rows that lie side by side, by their block, with their pages.
fn runs<'a, 'b>(
    pages: &'a [&'b Place],
) -> impl Iterator<Item = (usize, Range<usize>, &'a [&'b Place])> {
    let follows = |a: &&Place, b: &&Place| a.block == b.block && a.first + a.rows == b.first;
    pages.chunk_by(follows).filter_map(|run| {
        let (first, last) = (run.first()?, run.last()?);
        Some((first.block, first.first..last.first + last.rows, run))
    })
}

/// The best rows so far, and some more.
struct Best {
    rows: Vec<Near>,
    limit: usize,
    /// What a row must be nearer than to be one of them.
    least: f32,
}

impl Best {
    fn add(&mut self, row: Option<Near>) {
        let Some(row) = row else { return };
        self.rows.push(row);
        if self.rows.len() >= 2 * self.limit {
            cut(&mut self.rows, self.limit);
            self.least = self.rows.last().map_or(self.least, |near| near.score);
        }
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

/// Does a piece of work for each part, each on a core of its own. What comes of them is in their order.
fn each<T: Send>(parts: &[&[&Place]], work: impl Fn(&[&Place]) -> T + Sync) -> Vec<T> {
    let Some((first, others)) = parts.split_first() else { return Vec::new() };
    std::thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = others.iter().map(|part| scope.spawn(move || work(part))).collect();
        let mut done = vec![work(first)];
        for other in others {
            done.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    })
}

/// Cores that this process may use; the system is asked once, since it reads files to tell.
pub(super) fn cores() -> usize {
    static CORES: LazyLock<usize> =
        LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));
    *CORES
}

fn cut(best: &mut Vec<Near>, limit: usize) {
    best.sort_by(|a, b| {
        b.score.total_cmp(&a.score).then(a.uid.cmp(&b.uid)).then(a.ord.cmp(&b.ord))
    });
    best.truncate(limit);
}
