//! Every bound of the engine, in one place.

use crate::Error;
use std::time::Duration;

/// What was asked for, else `default`; nothing at all is refused, and so is more than `max`: whoever asks for
/// it would take what comes for all there is.
pub(crate) fn asked(
    name: &str,
    wanted: Option<usize>,
    default: usize,
    max: usize,
) -> Result<usize, Error> {
    match wanted {
        Some(0) => Err(Error::bad(
            format!("`{name}` is 0, which asks for nothing"),
            format!("give a number from 1 to {max}"),
        )),
        Some(number) if number > max => Err(Error::bad(
            format!("`{name}` is {number}, which is too much"),
            format!("give a number from 1 to {max}"),
        )),
        Some(number) => Ok(number),
        None => Ok(default),
    }
}

/// How long a reader waits for the end of a change that a writer is in the middle of.
pub const CHANGE_WAIT: Duration = Duration::from_secs(2);
/// Most hits that one recall gives.
pub const HITS_MAX: usize = 200;
/// Hits that a recall gives when nothing is asked for.
pub const HITS_DEFAULT: usize = 10;
/// Turns on each side of a turn that are given with it.
pub const NEIGHBOURS_MAX: usize = 3;
/// Tokens that `context` packs by default.
pub const BUDGET_TOKENS: usize = 2_000;
/// Most tokens that a caller may ask for.
pub const BUDGET_TOKENS_MAX: usize = 100_000;
/// Rows of one `list` page by default, and at the most.
pub const ROWS_DEFAULT: usize = 50;
/// Most rows of one `list` page.
pub const ROWS_MAX: usize = 1_000;
/// Most bytes of one page that is written through the engine.
pub const PAGE_BYTES_MAX: usize = 8 * 1024 * 1024;
/// Most pages that one operation may change.
pub const CHANGES_MAX: usize = 5_000;
/// How often a write is planned anew when the page changed under it.
pub const REPLANS_MAX: usize = 5;
/// Files that are read and indexed as one batch.
pub const SYNC_BATCH: usize = 1_024;
/// Bytes that are read and indexed as one batch.
pub const SYNC_BATCH_BYTES: usize = 4 * 1024 * 1024;
/// Largest file that is read for the index.
pub const FILE_BYTES_MAX: u64 = 64 * 1024 * 1024;
/// Versions of a page that are searched for the text behind an `expected` revision.
pub const BASE_VERSIONS_MAX: usize = 64;
/// Lines of a difference between two texts that are shown to a person.
pub const DIFFERENCE_LINES: usize = 40;
/// Recorded operations that a first look for the last one reads, and that the whole search reads.
pub const UNDO_LOOKS: [usize; 2] = [30, 5_000];
/// Candidates that an ambiguous or unknown name gives.
pub const CANDIDATES_MAX: usize = 8;
/// Findings of one `lint` by default.
pub const FINDINGS_MAX: usize = 500;
/// Links of one page that a look at the graph follows.
pub const GRAPH_LINKS_MAX: usize = 2_000;
/// Pages that one look around a page tells from namesakes before it asks to be gone on with.
pub const GRAPH_LOOKED_MAX: usize = 2_000;
/// Neighbours of one page that a walk over several steps follows.
pub const GRAPH_FAN_MAX: usize = 100;
/// Pages that a walk finds.
pub const GRAPH_PAGES_MAX: usize = 500;
/// Pages that a search for a way between two pages looks around from.
pub const GRAPH_WALK_MAX: usize = 200;
/// Steps of a walk around a page.
pub const GRAPH_HOPS_MAX: usize = 2;
/// Steps of a way between two pages.
pub const GRAPH_WAY_MAX: usize = 4;
/// Pages of one type before the type gets a map page of its own.
pub const MAP_ROWS_MAX: usize = 200;
/// Pages that an import writes as one change.
pub const IMPORT_BATCH: usize = 200;
/// Pages of a vault up to which the map of content is kept in step at every write.
pub const MAP_PAGES_MAX: usize = 5_000;

const _: () = assert!(HITS_DEFAULT <= HITS_MAX && ROWS_DEFAULT <= ROWS_MAX);
const _: () = assert!(BUDGET_TOKENS <= BUDGET_TOKENS_MAX);
const _: () = assert!((PAGE_BYTES_MAX as u64) < FILE_BYTES_MAX);
