//! The best documents of a segment, among those that may be seen.

use tantivy::collector::{Collector, SegmentCollector};
use tantivy::fastfield::AliveBitSet;
use tantivy::query::Weight;
use tantivy::{DocId, Score, SegmentReader};

use super::columns::Columns;
use crate::catalogue::Live;
use crate::outline::Kind;

/// Keeps the best documents among those that may be seen. The filter stands inside the collector, where
/// the threshold is made, so that a small corner of a large vault is found whole.
pub(super) struct Best<'a> {
    pub(super) live: &'a Live,
    /// Of each segment.
    pub(super) columns: &'a [Columns],
    pub(super) limit: usize,
    pub(super) retired: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) score: Score,
    pub(super) segment: u32,
    pub(super) doc: DocId,
    pub(super) uid: u64,
}

#[derive(Debug)]
pub(super) struct Unused;

impl SegmentCollector for Unused {
    type Fruit = Vec<Found>;

    fn collect(&mut self, _doc: DocId, _score: Score) {}

    fn harvest(self) -> Vec<Found> {
        Vec::new()
    }
}

impl Collector for Best<'_> {
    type Fruit = Vec<Found>;
    type Child = Unused;

    fn for_segment(&self, _: u32, _: &SegmentReader) -> tantivy::Result<Unused> {
        Ok(Unused)
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, parts: Vec<Vec<Found>>) -> tantivy::Result<Vec<Found>> {
        let mut all: Vec<Found> = parts.into_iter().flatten().collect();
        shorten(&mut all, self.limit);
        Ok(all)
    }

    fn collect_segment(
        &self,
        weight: &dyn Weight,
        segment: u32,
        reader: &SegmentReader,
    ) -> tantivy::Result<Vec<Found>> {
        let mut taken = self.taken(segment, reader);
        weight.for_each_pruning(Score::MIN, reader, &mut |doc, score| taken.take(doc, score))?;
        Ok(taken.found())
    }
}

/// The best documents of a segment so far.
pub(super) struct Taken<'a> {
    best: &'a Best<'a>,
    columns: &'a Columns,
    alive: Option<&'a AliveBitSet>,
    segment: u32,
    room: usize,
    found: Vec<Found>,
    threshold: Score,
}

impl Best<'_> {
    pub(super) fn taken<'a>(&'a self, segment: u32, reader: &'a SegmentReader) -> Taken<'a> {
        let columns = &self.columns[segment as usize];
        columns.asked(reader);
        let room = self.limit + self.limit / 3 + 1;
        let (found, threshold) = (Vec::with_capacity(room), Score::MIN);
        Taken { best: self, columns, alive: reader.alive_bitset(), segment, room, found, threshold }
    }
}

impl Taken<'_> {
    /// Takes a document if it may be seen; gives the score that others must exceed.
    pub(super) fn take(&mut self, doc: DocId, score: Score) -> Score {
        let Self { best, columns, segment, .. } = *self;
        if self.alive.is_some_and(|alive| !alive.is_alive(doc)) {
            return self.threshold;
        }
        let uid = columns.uid(doc);
        if !best.live.contains(uid) || !best.retired && columns.kind(doc) == Kind::Retired {
            return self.threshold;
        }
        self.found.push(Found { score, segment, doc, uid });
        if self.found.len() >= self.room {
            shorten(&mut self.found, best.limit);
            self.threshold = self.found.iter().map(|it| it.score).fold(Score::MAX, Score::min);
        }
        self.threshold
    }

    pub(super) fn found(mut self) -> Vec<Found> {
        shorten(&mut self.found, self.best.limit);
        self.found
    }
}

/// Leaves the best, at most `limit`, in any order.
pub(super) fn shorten(found: &mut Vec<Found>, limit: usize) {
    if found.len() > limit {
        found.select_nth_unstable_by(limit, |a, b| {
            b.score.total_cmp(&a.score).then(a.uid.cmp(&b.uid)).then(a.doc.cmp(&b.doc))
        });
        found.truncate(limit);
    }
}
