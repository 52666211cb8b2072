//! Candidates whose text is not the one that was indexed: what matches is read from the text at hand.
//!
//! How rare a word is stays the index's affair: it is a measure of the vault, not of a day.

use super::Snapshot;
use super::ask::Asked;
use crate::catalogue::Pending;
use crate::delta::analyse;
use crate::error::IndexError;
use crate::evidence::{PageEvidence, of_delta};
use crate::text::Texts;

/// The candidates by their texts at hand; those in which nothing matches any more are left out.
pub(super) fn evidence(
    snapshot: &Snapshot<'_>,
    asked: &Asked,
    pages: Vec<PageEvidence>,
    texts: Texts<'_>,
) -> Result<Vec<PageEvidence>, IndexError> {
    let state = snapshot.state;
    let wanted = asked.wanted();
    let mut read = Vec::with_capacity(pages.len());
    for page in pages {
        let info = state.views.info(&state.catalogue, page.uid)?;
        let text = info.as_ref().and_then(|info| Some((info, texts(&info.file)?)));
        match text {
            Some((info, text)) if info.revision != Some(text.revision()) => {
                let (path, text) = (info.path.clone(), text.as_str().to_owned());
                let page = analyse(Pending { uid: page.uid, path, text }, &info.facets);
                read.extend(of_delta(&page, &wanted));
            }
            // Whoever shows the page reports that it cannot be read.
            _ => read.push(page),
        }
    }
    Ok(read)
}
