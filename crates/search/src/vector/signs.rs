//! The rough look before the close one: of each row one bit a number, which says on what side of the mean
//! of all rows it lies. Rows that differ from the question in few bits are looked at closely, the others
//! are passed over, and an eighth of the bytes is read.
//!
//! The share of differing bits estimates the angle between two vectors (Charikar, "Similarity estimation
//! techniques from rounding algorithms", 2002; of real directions instead of drawn ones, as in binary
//! quantisation). It is no score: it only says what is worth a closer look. The bits are made of the rows
//! when they are read, and are kept nowhere.

use std::ops::Range;
use std::sync::Arc;

use super::bits::differing;
use super::table::{PageCodes, Question, cores};

/// Rows from which on the rough look is worth its while; below, a scan of all is quick and exact.
pub(crate) const WORTH_FROM: usize = 30_000;
/// Rows looked at closely: at least so many, and of all rows so many for each number that a row has. The
/// fewer bits there are, the less they say: of 384 numbers it is one row in 64.
const CLOSE_MIN: usize = 4_000;
const CLOSE_SHARE: usize = 6;
/// And so many for each row that is asked for.
const CLOSE_EACH: usize = 4;
/// Length of the mean of all rows, each of length 1, above which no bits are made: where all lie in one narrow
/// cone, as with some models, too little of a row is told by the side of the mean that it lies on.
const MEAN_MOST: f32 = 0.75;
/// Rows of which one look tells whether any is near.
const AT_ONCE: usize = 16;
/// Rows that the mean is taken of.
const MEAN_OF: usize = 16_384;

/// Bits of all rows, block by block as the rows lie.
#[derive(Debug, Clone, Default)]
pub(crate) struct Signs {
    mean: Arc<[f32]>,
    /// Rows that there were when the mean was taken.
    taken_at: usize,
    blocks: Vec<Arc<Vec<u64>>>,
}

impl Signs {
    /// Gives bits to rows that have none yet, by all cores. The mean is taken anew, and all bits with it,
    /// whenever the rows have doubled.
    pub(crate) fn catch_up(&mut self, blocks: &[Arc<PageCodes>]) {
        let rows: usize = blocks.iter().map(|block| block.len()).sum();
        if rows > 2 * self.taken_at {
            let mut mean = mean(blocks, rows);
            if mean.iter().map(|x| x * x).sum::<f32>().sqrt() > MEAN_MOST {
                mean = Arc::default();
            }
            *self = Self { mean, taken_at: rows, blocks: Vec::new() };
        }
        self.blocks.resize_with(blocks.len(), Arc::default);
        let (mean, width) = (&*self.mean, words(self.mean.len()));
        let mut behind: Vec<(&mut Arc<Vec<u64>>, &PageCodes)> = self
            .blocks
            .iter_mut()
            .zip(blocks)
            .filter(|(signs, block)| signs.len() < block.len() * width)
            .map(|(signs, block)| (signs, &**block))
            .collect();
        let extend = |part: &mut [(&mut Arc<Vec<u64>>, &PageCodes)]| {
            for (signs, block) in part {
                let signs = Arc::make_mut(signs);
                let known = signs.len() / width.max(1);
                signs.reserve_exact((block.len() - known) * width);
                block.rows().skip(known).for_each(|(codes, scale)| put(signs, codes, scale, mean));
            }
        };
        let part = behind.len().div_ceil(cores()).max(1);
        if behind.len() <= 1 {
            return extend(&mut behind);
        }
        std::thread::scope(|scope| {
            for part in behind.chunks_mut(part) {
                scope.spawn(|| extend(part));
            }
        });
    }

    /// A question to these rows; none where a row has no bits yet.
    pub(crate) fn ask(&self, blocks: &[Arc<PageCodes>], question: &Question) -> Option<Rough<'_>> {
        let width = words(self.mean.len());
        let all = blocks.len() == self.blocks.len()
            && blocks.iter().zip(&self.blocks).all(|(rows, bits)| bits.len() == rows.len() * width);
        if width == 0 || !all || question.floats().len() != self.mean.len() {
            return None;
        }
        let mut bits = Vec::with_capacity(width);
        // Of what the question has in common with all rows, the rows that are nearest to their mean have most:
        // half of it counts.
        let above = |(x, mean): (&f32, &f32)| *x > mean / 2.0;
        pack(&mut bits, self.mean.len(), question.floats().iter().zip(&*self.mean).map(above));
        Some(Rough { blocks: &self.blocks, bits, most: 0 })
    }

    /// Bytes in memory.
    pub(crate) fn bytes(&self) -> usize {
        8 * self.blocks.iter().map(|block| block.len()).sum::<usize>() + size_of_val(&*self.mean)
    }
}

/// A question's bits, and those of the rows that it is put to.
pub(crate) struct Rough<'a> {
    blocks: &'a [Arc<Vec<u64>>],
    bits: Vec<u64>,
    /// In how many bits a row may differ that is worth a closer look.
    most: u16,
}

impl Rough<'_> {
    /// Which of the rows that differ in so many bits are worth a closer look.
    pub(crate) fn worth(&self, apart: &[u16]) -> impl Iterator<Item = usize> {
        // Most are not, and whether any of some is can be told at once.
        let some = apart.chunks(AT_ONCE).enumerate();
        let some = some.filter(|(_, apart)| apart.iter().any(|apart| *apart <= self.most));
        some.flat_map(|(nth, apart)| (nth * AT_ONCE..).zip(apart))
            .filter(|(_, apart)| **apart <= self.most)
            .map(|(at, _)| at)
    }

    /// In how many bits each of these rows of a block differs from the question, in place of what stands there.
    pub(crate) fn apart(&self, block: usize, rows: Range<usize>, apart: &mut Vec<u16>) {
        let width = self.bits.len();
        let bits = &self.blocks[block][rows.start * width..rows.end * width];
        apart.clear();
        differing(bits, &self.bits, apart);
    }

    /// Sets how near a row must be, so that of `rows` rows enough are looked at closely for an answer of `limit`;
    /// some of them, by block, stand for all. None where there are none of those.
    pub(crate) fn within(
        self,
        some: impl Iterator<Item = (usize, Range<usize>)>,
        rows: usize,
        limit: usize,
    ) -> Option<Self> {
        let mut counts = vec![0_usize; 64 * self.bits.len() + 1];
        let mut apart = Vec::new();
        for (block, rows) in some {
            self.apart(block, rows, &mut apart);
            apart.iter().for_each(|apart| counts[usize::from(*apart)] += 1);
        }
        let counted: usize = counts.iter().sum();
        let share = rows * CLOSE_SHARE / (64 * self.bits.len());
        let wanted = share.max(CLOSE_MIN).max(CLOSE_EACH * limit);
        let wanted = (wanted * counted).div_ceil(rows.max(1));
        let mut close = 0;
        let enough = counts.iter().position(|count| {
            close += count;
            close >= wanted
        });
        let most = enough.and_then(|apart| u16::try_from(apart).ok()).unwrap_or(u16::MAX);
        (counted > 0).then_some(Self { most, ..self })
    }
}

/// The mean of some of the rows, drawn by chance: pages are alike in how many rows they have and of what
/// kind.
fn mean(blocks: &[Arc<PageCodes>], rows: usize) -> Arc<[f32]> {
    let step = (rows / MEAN_OF).max(1) as u64;
    let all = blocks.iter().flat_map(|block| block.rows());
    let (mut sums, mut count) = (Vec::new(), 0_u32);
    for (nth, (codes, scale)) in (0..).zip(all) {
        if mixed(nth).is_multiple_of(step) {
            sums.resize(codes.len(), 0.0_f32);
            sums.iter_mut().zip(codes).for_each(|(sum, code)| *sum += f32::from(*code) * scale);
            count += 1;
        }
    }
    sums.into_iter().map(|sum| sum / count.max(1) as f32).collect()
}

/// A number that looks like chance and is always the same (the finaliser of SplitMix64).
pub(crate) fn mixed(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Words of a row of so many numbers.
fn words(numbers: usize) -> usize {
    numbers.div_ceil(64)
}

/// Appends the bits of a row.
fn put(words: &mut Vec<u64>, codes: &[i8], scale: f32, mean: &[f32]) {
    let above = |(code, mean): (&i8, &f32)| f32::from(*code) * scale > *mean;
    pack(words, codes.len(), codes.iter().zip(mean).map(above));
}

/// Appends so many bits, 64 to a word; what is left of the last words is zero.
fn pack(words: &mut Vec<u64>, count: usize, mut bits: impl Iterator<Item = bool>) {
    for _ in 0..self::words(count) {
        let word = bits.by_ref().take(64).zip(0..);
        words.push(word.fold(0, |word, (bit, at)| word | u64::from(bit) << at));
    }
}
