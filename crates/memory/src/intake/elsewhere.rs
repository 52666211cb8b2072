//! Notes that were taken in before and have been put away or moved since: an import leaves them there.
//!
//! A note is known by the place that it had and by what it says, never by one of them alone: two pages may
//! say the same, and each is one's own; two notes of two folders may have one name. Where it went is told by the vault's decisions, or by the archive's folders.

use super::note::same;
use crate::draft::Draft;
use crate::{Error, facets};
use std::cell::LazyCell;
use std::collections::HashMap;
use wiki::decision::{Likeness, place_hash, whole_hash};
use wiki::head::Value;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::redact;

/// Head fields that change when a page is put away.
const KEPT_BY_US: [&str; 3] = ["status", "updated_at", "last_modified_by"];

/// The vault's pages by their places; read when the first note is met that was moved.
#[derive(Default)]
pub(super) struct Elsewhere {
    places: Option<HashMap<String, PagePath>>,
}

/// What became of the page that had a note's place.
pub(super) enum Place {
    /// There was none, or it is gone.
    Free,
    /// It lies elsewhere, and was this note.
    Same(PagePath),
    /// It lies elsewhere, and was about this text; one of both was changed since.
    Other(PagePath),
    /// It lies elsewhere and was another text: the place is free.
    Another(PagePath),
    /// It was erased where it lay then, on this day.
    Erased(String),
}

impl Elsewhere {
    /// What became of the page that was at `path` before; `text` is the note that belongs there.
    pub(super) fn place_of(
        &mut self,
        draft: &mut Draft<'_>,
        path: &PagePath,
        text: &str,
    ) -> Result<Place, Error> {
        // Few notes have a place that was another's.
        let like = LazyCell::new(|| {
            let note = Page::parse(path.clone(), text);
            Likeness::of(&text[note.body..])
        });
        let (mut other, mut another) = (None, None);
        let left = draft.moves()?.of(path);
        // Most notes were never moved, and need neither.
        let clean = LazyCell::new(|| redact(text).0);
        let hashes = LazyCell::new(|| [whole_hash(text), whole_hash(&clean)]);
        for moved in left {
            let same = hashes.contains(&moved.text);
            let was_like = same || moved.like.is_none_or(|it| it.is_like(*like));
            if let Some(day) = draft.buried()?.at(&moved.to).filter(|_| was_like) {
                return Ok(Place::Erased(day.to_owned()));
            }
            let Some(place) = self.page_at(draft, &moved.to)? else { continue };
            if same {
                return Ok(Place::Same(place));
            }
            let is_like = was_like || is_like(&draft.existing(&place)?, *like);
            if is_like { &mut other } else { &mut another }.get_or_insert(place);
        }
        if let Some(place) = shelved(draft, path)? {
            let there = draft.existing(&place)?;
            if says(&there, text) || says(&there, &clean) {
                return Ok(Place::Same(place));
            }
            if is_like(&there, *like) { &mut other } else { &mut another }.get_or_insert(place);
        }
        let other = other.map(Place::Other).or(another.map(Place::Another));
        Ok(other.unwrap_or(Place::Free))
    }

    fn page_at(&mut self, draft: &Draft<'_>, place: &str) -> Result<Option<PagePath>, Error> {
        let places = match self.places.take() {
            Some(known) => known,
            None => {
                let names = draft.memory.ask(|index| index.all_names())?;
                names.into_iter().map(|it| (place_hash(&it.path), it.path)).collect()
            }
        };
        let found = places.get(place).cloned();
        self.places = Some(places);
        Ok(found)
    }
}

/// Whether a page says about what a note says.
fn is_like(there: &Page, note: Likeness) -> bool {
    Likeness::of(&there.text[there.body..]).is_like(note)
}

/// The page that lies in the archive as one that had this place.
fn shelved(draft: &mut Draft<'_>, path: &PagePath) -> Result<Option<PagePath>, Error> {
    let archive = draft.schema.retention.archive.trim_matches('/').to_owned();
    if facets::in_archive(path.as_str()) {
        return Ok(None);
    }
    let Ok(place) = PagePath::parse_existing(&format!("{archive}/{path}")) else { return Ok(None) };
    Ok(draft.page(&place)?.map(|_| place))
}

/// Whether an archived page is this note, but for what putting it away writes into its head.
fn says(there: &Page, text: &str) -> bool {
    let note = Page::parse(there.path.clone(), text);
    let fields = |page: &Page| -> Vec<(String, Value)> {
        let kept = page.head.entries.iter().filter(|it| !KEPT_BY_US.contains(&it.key.as_str()));
        kept.map(|it| (it.key.clone(), it.value.clone())).collect()
    };
    same(&there.text[there.body..], &note.text[note.body..]) && fields(there) == fields(&note)
}
