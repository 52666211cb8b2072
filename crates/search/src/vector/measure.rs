//! The table of vectors by itself, for whoever measures it: the scan that answers questions, without pages,
//! words or files around it.

use super::table::{PageCodes, Question, Table};

/// Vectors in memory as a vault's are.
pub struct Scan {
    whole: Table,
    signed: Table,
}

impl Scan {
    /// Takes the vectors of one page after the other; each vector is of length one. They are numbered from 0.
    pub fn of(pages: impl Iterator<Item = Vec<Vec<f32>>>) -> Self {
        let mut whole = Table::default();
        let mut next = 0;
        for (uid, vectors) in (1..).zip(pages) {
            let dimensions = vectors.first().map_or(0, Vec::len);
            let rows: Vec<(u32, i64, Vec<f32>)> = vectors
                .into_iter()
                .zip(0..)
                .map(|(vector, ord)| {
                    next += 1;
                    (ord, next - 1, vector)
                })
                .collect();
            whole.push(uid, &PageCodes::of(&rows, dimensions));
        }
        let mut signed = whole.clone();
        (whole.signs_from, signed.signs_from) = (usize::MAX, 0);
        Self { whole, signed }
    }

    /// Makes the bits of the rough look, without which [`Self::near`] is as [`Self::exact`].
    pub fn sign(&mut self) {
        self.signed.catch_up();
    }

    /// Bytes that the table takes, the bits of the rough look included.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.signed.bytes()
    }

    /// Numbers of the nearest vectors, best first, every one looked at closely.
    #[must_use]
    pub fn exact(&self, question: &[f32], limit: usize) -> Vec<i64> {
        nearest(&self.whole, question, limit)
    }

    /// The same after a rough look at all, as in a vault of many pages.
    #[must_use]
    pub fn near(&self, question: &[f32], limit: usize) -> Vec<i64> {
        nearest(&self.signed, question, limit)
    }
}

fn nearest(table: &Table, question: &[f32], limit: usize) -> Vec<i64> {
    let question = Question::new(question.to_vec());
    table.scan(&question, |_| true, limit).into_iter().map(|near| near.id).collect()
}
