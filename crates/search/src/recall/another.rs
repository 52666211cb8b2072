//! Pages that tell of another than the question asks for, as the text of the best pages shows it: another letter
//! or number of the kind, the value of somebody else.
//!
//! Only questions that name such a thing have pages read. What is another is decided where it is named.

use std::collections::HashMap;
use std::sync::Arc;

use super::Snapshot;
use super::lettered::Letters;
use super::owned::Owned;
use super::score::ScoredPage;
use crate::catalogue::Info;
use crate::error::IndexError;
use crate::text::PageText;

/// Read of one page, and pages read for one question.
const TEXT_BYTES: usize = 256 << 10;
const PAGES_MAX: usize = 120;

/// Pages that tell of another, each with what it tells of: words that go on "the nearest …".
pub(super) type Others = HashMap<u64, String>;
/// Where the text of a page's file is.
pub(super) type Texts<'a> = &'a dyn Fn(&str) -> Option<Arc<PageText>>;

/// Reads the best pages for what the question tells apart by a letter, and for whose value they have.
pub(super) fn others(
    snapshot: &Snapshot<'_>,
    question: &str,
    scored: &[ScoredPage],
    texts: Texts<'_>,
) -> Result<Others, IndexError> {
    let (letters, owned) = (Letters::of(question), Owned::of(question));
    let mut others = Others::default();
    if letters.is_none() && owned.is_none() {
        return Ok(others);
    }
    read(snapshot, (scored, PAGES_MAX), texts, &mut |page, info, text| {
        let lettered = letters.as_ref().and_then(|it| it.another(page, info, text));
        let why = lettered.or_else(|| owned.as_ref().and_then(|it| it.another(page, info, text)));
        if let Some(why) = why {
            others.insert(page.uid, why);
        }
    })?;
    Ok(others)
}

/// Hands on the text of the best pages, best first, those that are too long left out.
pub(super) fn read(
    snapshot: &Snapshot<'_>,
    (scored, most): (&[ScoredPage], usize),
    texts: Texts<'_>,
    to: &mut dyn FnMut(&ScoredPage, &Info, &str),
) -> Result<(), IndexError> {
    let mut order: Vec<&ScoredPage> = scored.iter().collect();
    order.sort_by(|a, b| b.fused.total_cmp(&a.fused));
    let state = snapshot.state;
    for page in order.into_iter().take(most) {
        let Some(info) = state.views.info(&state.catalogue, page.uid)? else { continue };
        let text = texts(&info.file).filter(|it| it.as_str().len() <= TEXT_BYTES);
        if let Some(text) = text {
            to(page, &info, text.as_str());
        }
    }
    Ok(())
}
