//! An approximate index for large vaults: vectors fall into cells around centroids, and a scan passes over
//! rows whose cell is far from the question (an inverted file, as in Faiss's IVF, without its lists).
//!
//! Cells are made by whoever embeds, kept in a file beside the vectors, and can be deleted. A vector
//! without a cell is always looked at, so that what came after the cells is never missed.

use std::io::Write;
use std::path::Path;

use super::VectorError;
use super::files::Key;
use super::table::{PageCodes, Question};

/// Rows from which on cells are worth their while; below, a scan of all is quick and exact.
pub(crate) const WORTH_FROM: usize = 250_000;
/// Cells for so many rows each, and how many cells there may be.
const ROWS_PER_CELL: usize = 120;
const CELLS: std::ops::RangeInclusive<usize> = 16..=4_096;
/// Share of the cells that a question looks into, and at least so many.
const LOOKED_INTO: usize = 12;
const LOOKED_INTO_MIN: usize = 12;
/// Rows for each cell that centroids are learned from, and rounds of learning.
const LEARNED_FROM: usize = 24;
const ROUNDS: usize = 6;
/// No cell: the vector is always looked at.
const NONE: u16 = u16::MAX;
/// Vectors whose keys say that the file still belongs to them.
pub(crate) const WITNESSES: usize = 8;
const MAGIC: &[u8; 8] = b"MPCELL01";

/// Centroids, and the cell of each vector by its number.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Cells {
    centroids: PageCodes,
    of: Vec<u16>,
    /// Vectors that have a cell.
    count: usize,
    /// Numbers and keys of some of the vectors.
    witnesses: Vec<(i64, Key)>,
}

impl Cells {
    /// Learns centroids from some of the pages' vectors (spherical k-means) and gives each its cell.
    pub(crate) fn learn(pages: &[&PageCodes], witnesses: Vec<(i64, Key)>) -> Option<Self> {
        let rows: usize = pages.iter().map(|page| page.len()).sum();
        let cells = (rows / ROWS_PER_CELL).clamp(*CELLS.start(), *CELLS.end());
        if rows < 2 * cells {
            return None;
        }
        let all = || pages.iter().flat_map(|page| page.rows());
        let step = (rows / (cells * LEARNED_FROM)).max(1) as u64;
        // By chance, not every so many: pages are alike in how many rows they have and of what kind.
        let sample: Vec<(&[i8], f32)> = (0..)
            .zip(all())
            .filter(|(nth, _)| mixed(*nth).is_multiple_of(step))
            .map(|(_, (_, codes, scale))| (codes, scale))
            .collect();
        let mut order: Vec<usize> = (0..sample.len()).collect();
        order.sort_unstable_by_key(|at| mixed(*at as u64));
        let mut centroids: Vec<Vec<f32>> =
            order.iter().cycle().take(cells).map(|at| decoded(sample[*at])).collect();
        for _ in 0..ROUNDS {
            centroids = moved(&sample, &centroids);
        }
        let centroids = coded(&centroids);
        let rows: Vec<(i64, &[i8], f32)> = all().collect();
        let nearest = each_nearest(&centroids, &rows.iter().map(|row| row.1).collect::<Vec<_>>());
        let most = rows.iter().map(|row| row.0).max().unwrap_or(0);
        let mut of = vec![NONE; usize::try_from(most).ok()?.checked_add(1)?];
        for ((id, ..), cell) in rows.iter().zip(nearest) {
            if let Some(place) = usize::try_from(*id).ok().and_then(|id| of.get_mut(id)) {
                *place = cell;
            }
        }
        let count = of.iter().filter(|cell| **cell != NONE).count();
        Some(Self { centroids, of, count, witnesses })
    }

    /// Vectors that have a cell.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn witnesses(&self) -> &[(i64, Key)] {
        &self.witnesses
    }

    /// Which cells a question looks into.
    pub(crate) fn near(&self, question: &Question) -> Looked<'_> {
        let mut scores: Vec<(f32, usize)> = self
            .centroids
            .scores(question)
            .enumerate()
            .map(|(cell, score)| (score, cell))
            .collect();
        let cells = scores.len();
        let wanted = (cells / LOOKED_INTO).max(LOOKED_INTO_MIN).min(cells);
        scores.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        let mut into = vec![false; cells];
        scores[..wanted].iter().for_each(|(_, cell)| into[*cell] = true);
        Looked { of: &self.of, into }
    }

    /// Bytes in memory.
    pub(crate) fn bytes(&self) -> usize {
        self.of.len() * 2 + self.centroids.bytes()
    }

    /// Writes the cells in one step.
    pub(crate) fn write(&self, path: &Path) -> Result<(), VectorError> {
        let failed = VectorError::io(path);
        let write = || -> std::io::Result<()> {
            let dir = path.parent().unwrap_or(Path::new("."));
            let mut file = tempfile::NamedTempFile::new_in(dir)?;
            file.write_all(&self.to_bytes())?;
            file.as_file().sync_data()?;
            file.persist(path).map_err(|error| error.error)?;
            Ok(())
        };
        write().map_err(failed)
    }

    /// What [`Self::write`] wrote for vectors of so many numbers; none where it is damaged or not there.
    pub(crate) fn read(path: &Path, dimensions: usize) -> Option<Self> {
        Self::from_bytes(&std::fs::read(path).ok()?, dimensions)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let centroids = self.centroids.to_bytes();
        let mut bytes = MAGIC.to_vec();
        for number in [self.witnesses.len(), centroids.len(), self.of.len()] {
            bytes.extend((number as u64).to_le_bytes());
        }
        for (id, key) in &self.witnesses {
            bytes.extend(id.to_le_bytes());
            bytes.extend(key);
        }
        bytes.extend(centroids);
        bytes.extend(self.of.iter().flat_map(|cell| cell.to_le_bytes()));
        let hash = *blake3::hash(&bytes).as_bytes();
        bytes.extend(hash);
        bytes
    }

    fn from_bytes(bytes: &[u8], dimensions: usize) -> Option<Self> {
        let (bytes, hash) = bytes.split_at_checked(bytes.len().checked_sub(32)?)?;
        if blake3::hash(bytes).as_bytes() != hash {
            return None;
        }
        let (magic, rest) = bytes.split_at_checked(8)?;
        let (sizes, rest) = rest.split_at_checked(24)?;
        let size = |at: usize| -> Option<usize> {
            let number = u64::from_le_bytes(sizes[at * 8..at * 8 + 8].try_into().ok()?);
            usize::try_from(number).ok()
        };
        let (first, rest) = rest.split_at_checked(size(0)?.checked_mul(24)?)?;
        let (centroids, of) = rest.split_at_checked(size(1)?)?;
        if magic != MAGIC || Some(of.len()) != size(2)?.checked_mul(2) {
            return None;
        }
        let mut witnesses = Vec::new();
        for row in first.chunks_exact(24) {
            witnesses
                .push((i64::from_le_bytes(row[..8].try_into().ok()?), row[8..].try_into().ok()?));
        }
        let centroids = PageCodes::from_bytes(centroids, dimensions)?;
        let of: Vec<u16> =
            of.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        let count = of.iter().filter(|cell| **cell != NONE).count();
        let known = |cell: &u16| *cell == NONE || usize::from(*cell) < centroids.len();
        of.iter().all(known).then_some(Self { centroids, of, count, witnesses })
    }
}

/// The cells that one question looks into.
pub(crate) struct Looked<'a> {
    of: &'a [u16],
    into: Vec<bool>,
}

impl Looked<'_> {
    /// Whether the vector of this number is looked at.
    pub(crate) fn at(&self, id: i64) -> bool {
        let cell = usize::try_from(id).ok().and_then(|id| self.of.get(id)).copied().unwrap_or(NONE);
        cell == NONE || self.into.get(usize::from(cell)).copied().unwrap_or(true)
    }
}

/// A number that looks like chance and is always the same (the finaliser of SplitMix64).
fn mixed(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

fn decoded((codes, scale): (&[i8], f32)) -> Vec<f32> {
    codes.iter().map(|code| f32::from(*code) * scale).collect()
}

fn coded(centroids: &[Vec<f32>]) -> PageCodes {
    let dimensions = centroids.first().map_or(0, Vec::len);
    let rows: Vec<(u32, i64, Vec<f32>)> =
        centroids.iter().map(|centroid| (0, 0, centroid.clone())).collect();
    PageCodes::of(&rows, dimensions)
}

/// One round: each centroid becomes the direction of the sum of its own. One that nothing is near takes
/// the place of a row, so that none is lost.
fn moved(sample: &[(&[i8], f32)], before: &[Vec<f32>]) -> Vec<Vec<f32>> {
    let dimensions = before.first().map_or(0, Vec::len);
    let codes: Vec<&[i8]> = sample.iter().map(|row| row.0).collect();
    let nearest = each_nearest(&coded(before), &codes);
    let mut sums = vec![vec![0.0_f32; dimensions]; before.len()];
    let mut counts = vec![0_usize; before.len()];
    for ((codes, scale), cell) in sample.iter().zip(nearest) {
        let cell = usize::from(cell);
        counts[cell] += 1;
        sums[cell].iter_mut().zip(*codes).for_each(|(sum, code)| *sum += f32::from(*code) * scale);
    }
    for (cell, sum) in sums.iter_mut().enumerate() {
        if counts[cell] == 0 {
            *sum = decoded(sample[(cell * 7_919) % sample.len()]);
        }
        let length = sum.iter().map(|number| number * number).sum::<f32>().sqrt().max(1e-12);
        sum.iter_mut().for_each(|number| *number /= length);
    }
    sums
}

/// The nearest centroid of each row, by all cores.
fn each_nearest(centroids: &PageCodes, rows: &[&[i8]]) -> Vec<u16> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let part = rows.len().div_ceil(threads).max(1);
    let nearest = |codes: &&[i8]| u16::try_from(centroids.nearest(codes)).unwrap_or(NONE);
    std::thread::scope(|scope| {
        let parts: Vec<_> = rows
            .chunks(part)
            .map(|part| scope.spawn(move || part.iter().map(nearest).collect::<Vec<u16>>()))
            .collect();
        let joined = parts.into_iter().map(|part| part.join());
        joined
            .flat_map(|part| part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}
