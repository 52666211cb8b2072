//! The documents of several weighted terms that score above a rising threshold, without looking at those
//! that cannot: MaxScore (Turtle and Flood 1995), window by window.
//!
//! Terms whose best scores together do not reach the threshold bring no document up by themselves. The
//! others are added up, term by term, for a window of documents; what could still rise above the threshold is
//! then looked up in the rest. Beside the order in which scores are added this gives what tantivy's own union
//! gives, which is faster for few documents and slower for hundreds: it sorts the terms anew at each document.

use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::BlockSegmentPostings;
use tantivy::query::Bm25Weight;
use tantivy::{DocId, Score, TERMINATED};

/// Documents that are added up together: their scores fit the nearest cache.
const WINDOW: usize = 2048;
/// Documents of a block of postings, as tantivy packs them.
const BLOCK: usize = 128;
/// What adding in another order may change.
const ROUNDING: Score = 1.0 + 1e-5;

/// One term's postings in a segment.
pub(super) struct List {
    postings: BlockSegmentPostings,
    /// The document in the block that is next; behind the last one stands [`TERMINATED`].
    at: usize,
    weight: Bm25Weight,
    norms: FieldNormReader,
    /// No document scores more.
    most: Score,
}

/// Sums of a window of documents, and which of them there are.
struct Window {
    base: DocId,
    sums: Vec<Score>,
    there: [u64; WINDOW / 64],
}

impl List {
    /// `postings` are read with their frequencies.
    pub(super) fn new(
        postings: BlockSegmentPostings,
        weight: Bm25Weight,
        norms: FieldNormReader,
    ) -> Self {
        let most = weight.max_score();
        Self { postings, at: 0, weight, norms, most }
    }

    fn doc(&self) -> DocId {
        self.postings.doc(self.at)
    }

    fn score(&self, doc: DocId, freq: u32) -> Score {
        self.weight.score(self.norms.fieldnorm_id(doc), freq)
    }

    /// Adds what the documents of a window score.
    fn add(&mut self, window: &mut Window) {
        loop {
            let (docs, freqs) = (self.postings.docs(), self.postings.freqs());
            for (at, (doc, freq)) in docs.iter().zip(freqs).enumerate().skip(self.at) {
                let place = (doc - window.base) as usize;
                if place >= WINDOW {
                    self.at = at;
                    return;
                }
                window.sums[place] += self.score(*doc, *freq);
                window.there[place / 64] |= 1 << (place % 64);
            }
            self.at = docs.len();
            if self.at < BLOCK {
                return;
            }
            self.postings.advance();
            self.at = 0;
        }
    }

    /// What a document scores; documents are asked for in ascending order.
    fn of(&mut self, doc: DocId) -> Score {
        if self.doc() < doc {
            self.at = self.postings.seek(doc);
        }
        if self.doc() == doc { self.score(doc, self.postings.freq(self.at)) } else { 0.0 }
    }
}

/// Hands on the documents that score more than the threshold, in ascending order; `to` says what the threshold
/// is from then on.
pub(super) fn best(mut lists: Vec<List>, to: &mut dyn FnMut(DocId, Score) -> Score) {
    lists.sort_by(|a, b| a.most.total_cmp(&b.most));
    // What the first so many lists can score together.
    let mut bounds = vec![0.0];
    bounds.extend(lists.iter().scan(0.0, |sum, list| {
        *sum += list.most * ROUNDING;
        Some(*sum)
    }));
    let (mut threshold, mut first) = (Score::MIN, 0);
    let mut window = Window { base: 0, sums: vec![0.0; WINDOW], there: [0; WINDOW / 64] };
    loop {
        let (rest, leading) = lists.split_at_mut(first);
        let next = leading.iter().map(List::doc).min();
        window.base = match next {
            Some(doc) if doc != TERMINATED => doc,
            _ => break,
        };
        for list in leading {
            list.add(&mut window);
        }
        for at in 0..window.there.len() {
            let mut left = std::mem::take(&mut window.there[at]);
            while left != 0 {
                let place = at * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let mut score = std::mem::take(&mut window.sums[place]);
                let doc = window.base + place as DocId;
                let mut open = rest.len();
                while open > 0 && score + bounds[open] > threshold {
                    open -= 1;
                    score += rest[open].of(doc);
                }
                if open == 0 && score > threshold {
                    threshold = to(doc, score);
                }
            }
        }
        while first < lists.len() && bounds[first + 1] <= threshold {
            first += 1;
        }
    }
}
