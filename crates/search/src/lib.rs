//! The derived index and the query: everything here can be deleted and rebuilt from the Markdown.
//!
//! `Index` owns one folder, `.memopage/index`: a catalogue in SQLite, whose transaction is the moment at
//! which a page's new state is visible, and a big inverted index in tantivy, which the catalogue's small
//! delta is folded into. This room reads no page files (callers hand in pages and a closure for texts),
//! decides nothing about what a page may hold, and writes nothing outside its folder.

mod analyse;
mod answer;
mod atom;
mod big;
mod bytes;
mod catalogue;
mod compare;
mod delta;
mod embed;
mod error;
mod evidence;
mod facets;
mod field;
mod index;
mod numbers;
mod outline;
mod query;
mod recall;
mod rerank;
mod seal;
mod select;
mod spelling;
mod term;
mod text;
mod triples;
mod vector;
mod view;
mod weights;
mod words;

pub use answer::{Answer, Explain, Hit, Neighbour, Stage, Warning};
pub use atom::estimate as count_tokens;
pub use catalogue::Tie;
pub use compare::Version;
pub use embed::{Embedder, ModelError, Reranker, Side, Traits};
pub use error::IndexError;
pub use facets::Facets;
pub use index::{
    Applied, Batch, Index, IndexStatus, Known, Linked, Put, Row, Rows, Settled, Touch,
    panic_is_caught,
};
pub use query::{Archived, Filters, Order, Query, Streams, Unit};
pub use recall::{Listing, is_weak, text_filters};
pub use select::{Met, Mistake, Selected, Sort, Wanted, Way};
pub use text::PageText;
pub use triples::{PageVersion, TripleChanges, TripleFile, TripleNews, TripleRow, Versions};
pub use vector::{Coverage, Filled, Filling, Scan, Swept, VectorError, Worker};
pub use weights::{Fusion, Weights};
