//! The numbers of a segment's documents: the version of a page, the place in it and the kind.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use tantivy::fastfield::Column;
use tantivy::{DocId, SegmentReader, TantivyError};

use crate::outline::Kind;

/// Questions after which a process has all numbers of a segment at hand, five bytes a document.
const UNPACKED_AFTER: u32 = 4;

/// The numbers of one segment's documents.
pub(super) struct Columns {
    uid: Column<u64>,
    ord: Column<u64>,
    kind: Column<u64>,
    /// The same unpacked, once a process has asked often enough to gain by it.
    plain: OnceLock<Option<Plain>>,
    looks: AtomicU32,
}

/// Uid, counted from the smallest one, and kind of each document.
struct Plain {
    least: u64,
    uids: Vec<u32>,
    kinds: Vec<u8>,
}

impl Columns {
    pub(super) fn of(reader: &SegmentReader) -> Result<Self, TantivyError> {
        let fields = reader.fast_fields();
        let [uid, ord, kind] = [fields.u64("uid")?, fields.u64("ord")?, fields.u64("kind")?];
        Ok(Self { uid, ord, kind, plain: OnceLock::new(), looks: AtomicU32::new(0) })
    }

    /// Counts a question, and unpacks the numbers when it is time.
    pub(super) fn asked(&self, reader: &SegmentReader) {
        let looks = self.looks.fetch_add(1, Ordering::Relaxed);
        if looks >= UNPACKED_AFTER {
            self.plain.get_or_init(|| self.unpacked(reader.max_doc()));
        }
    }

    /// None where the numbers lie so far apart that they do not fit.
    fn unpacked(&self, docs: DocId) -> Option<Plain> {
        let least = self.uid.min_value();
        let uid = |doc| u32::try_from(self.uid.first(doc).unwrap_or(0).checked_sub(least)?).ok();
        let uids = (0..docs).map(uid).collect::<Option<_>>()?;
        Some(Plain { least, uids, kinds: (0..docs).map(|doc| self.packed_kind(doc)).collect() })
    }

    fn plain(&self) -> Option<&Plain> {
        self.plain.get().and_then(Option::as_ref)
    }

    fn packed_kind(&self, doc: DocId) -> u8 {
        u8::try_from(self.kind.first(doc).unwrap_or(1)).unwrap_or(1)
    }

    /// The version that a document belongs to.
    pub(super) fn uid(&self, doc: DocId) -> u64 {
        match self.plain() {
            Some(plain) => plain.least + u64::from(plain.uids[doc as usize]),
            None => self.uid.first(doc).unwrap_or(0),
        }
    }

    pub(super) fn kind(&self, doc: DocId) -> Kind {
        let plain = self.plain().map(|plain| plain.kinds[doc as usize]);
        Kind::from_code(plain.unwrap_or_else(|| self.packed_kind(doc)))
    }

    /// The first document of the same page.
    pub(super) fn first(&self, doc: DocId) -> DocId {
        let ord = self.ord.first(doc).unwrap_or(0);
        doc - u32::try_from(ord).unwrap_or(0).min(doc)
    }
}
