//! Vectors in memory: int8 codes, the vectors of a page side by side, and a plain scan over them.
//!
//! A vector x is kept as round(x / s) with s = max |x| / 127; the product of two codes, times both scales,
//! is off by less than one part in a hundred of a cosine (scalar quantisation as in Faiss's SQ8). A scan
//! needs no index to maintain: a change of a page is a change of its row.

use std::collections::HashMap;
use std::sync::Arc;

use simsimd::SpatialSimilarity;

use super::files::Key;

/// The vectors of one page.
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

    /// What [`Self::to_bytes`] wrote; `None` for anything else.
    pub(crate) fn from_bytes(bytes: &[u8], dimensions: usize) -> Option<Self> {
        let row = 16 + dimensions;
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

    /// Cosine of the question with each vector: atom, number, cosine.
    pub(crate) fn scores<'a>(
        &'a self,
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
    pub(crate) floats: Vec<f32>,
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

/// All pages that have vectors, by version.
#[derive(Default, Clone)]
pub(crate) struct Table {
    /// Ascending by version.
    pages: Vec<(u64, Arc<PageCodes>)>,
    /// Versions whose pages have none yet.
    pub(crate) waiting: HashMap<Key, Vec<u64>>,
    pub(crate) last_uid: u64,
    pub(crate) last_seq: i64,
    pub(crate) changes: u64,
}

impl Table {
    pub(crate) fn push(&mut self, uid: u64, codes: Arc<PageCodes>) {
        match self.pages.binary_search_by_key(&uid, |(uid, _)| *uid) {
            Ok(at) => self.pages[at].1 = codes,
            Err(at) => self.pages.insert(at, (uid, codes)),
        }
    }

    /// Drops versions that are no longer.
    pub(crate) fn retain(&mut self, live: impl Fn(u64) -> bool) {
        self.pages.retain(|(uid, _)| live(*uid));
        self.waiting.retain(|_, uids| {
            uids.retain(|uid| live(*uid));
            !uids.is_empty()
        });
    }

    /// Pages that have vectors, of those that pass.
    pub(crate) fn covered(&self, passes: impl Fn(u64) -> bool) -> usize {
        self.pages.iter().filter(|(uid, _)| passes(*uid)).count()
    }

    /// Pages that have vectors.
    pub(crate) fn len(&self) -> usize {
        self.pages.len()
    }

    pub(crate) fn page(&self, uid: u64) -> Option<&Arc<PageCodes>> {
        let at = self.pages.binary_search_by_key(&uid, |(uid, _)| *uid).ok()?;
        Some(&self.pages[at].1)
    }

    /// The `limit` nearest rows of the pages that pass, nearest first.
    pub(crate) fn scan(
        &self,
        question: &Question,
        passes: impl Fn(u64) -> bool,
        limit: usize,
    ) -> Vec<Near> {
        let mut best: Vec<Near> = Vec::with_capacity(2 * limit + 1);
        let mut least = f32::NEG_INFINITY;
        for (uid, codes) in self.pages.iter().filter(|(uid, _)| passes(*uid)) {
            for (ord, id, score) in codes.scores(question) {
                if score > least {
                    best.push(Near { uid: *uid, ord, id, score });
                }
            }
            if best.len() >= 2 * limit {
                cut(&mut best, limit);
                least = best.last().map_or(least, |near| near.score);
            }
        }
        cut(&mut best, limit);
        best
    }
}

fn cut(best: &mut Vec<Near>, limit: usize) {
    best.sort_by(|a, b| {
        b.score.total_cmp(&a.score).then(a.uid.cmp(&b.uid)).then(a.ord.cmp(&b.ord))
    });
    best.truncate(limit);
}
