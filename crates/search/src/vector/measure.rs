//! The table of vectors by itself, for whoever measures it: the scan that answers questions, without pages,
//! words or files around it.

use std::sync::Arc;

use super::cells::Cells;
use super::table::{PageCodes, Question, Table};

/// Vectors in memory as a vault's are.
pub struct Scan {
    whole: Table,
    celled: Option<Table>,
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
        whole.cells_from = usize::MAX;
        Self { whole, celled: None }
    }

    /// Bytes that the table takes, cells included.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.celled.as_ref().unwrap_or(&self.whole).bytes()
    }

    /// Makes the approximate index. False where there are too few vectors for one.
    pub fn learn(&mut self) -> bool {
        let pages: Vec<&PageCodes> = self.whole.blocks().collect();
        let cells = Cells::learn(&pages, Vec::new()).map(Arc::new);
        self.celled = cells.map(|cells| {
            let mut table = self.whole.clone();
            (table.cells, table.cells_from) = (Some(cells), 0);
            table
        });
        self.celled.is_some()
    }

    /// Numbers of the nearest vectors, best first, every one looked at.
    #[must_use]
    pub fn exact(&self, question: &[f32], limit: usize) -> Vec<i64> {
        nearest(&self.whole, question, limit)
    }

    /// The same by the approximate index; exact before [`Self::learn`].
    #[must_use]
    pub fn near(&self, question: &[f32], limit: usize) -> Vec<i64> {
        nearest(self.celled.as_ref().unwrap_or(&self.whole), question, limit)
    }
}

fn nearest(table: &Table, question: &[f32], limit: usize) -> Vec<i64> {
    let question = Question::new(question.to_vec());
    table.scan(&question, |_| true, limit).into_iter().map(|near| near.id).collect()
}
