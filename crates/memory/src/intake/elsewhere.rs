//! Notes that were taken in before and have been put away or moved since: an import leaves them there.
//!
//! A note is known by its place in the archive, and elsewhere by what it says, but for its links, which a
//! move writes anew. One that was moved and then changed is another note.

use crate::draft::Draft;
use crate::{Error, facets};
use std::collections::{HashMap, HashSet};
use wiki::decision::said_hash;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::redact;

/// Where the vault has notes already; read when the first note is new.
pub(super) struct Elsewhere {
    /// The folder that was asked for; empty for the whole vault.
    into: String,
    /// The places that the import itself has notes for: what stands there is that note.
    own: HashSet<PagePath>,
    places: Option<HashMap<String, PagePath>>,
}

impl Elsewhere {
    pub(super) fn new(into: &str, own: HashSet<PagePath>) -> Self {
        Self { into: into.to_owned(), own, places: None }
    }

    /// Where a note, whose own place is free, stands already.
    pub(super) fn place_of(
        &mut self,
        draft: &mut Draft<'_>,
        path: &PagePath,
        text: &str,
    ) -> Result<Option<PagePath>, Error> {
        let archive = draft.schema.retention.archive.trim_matches('/').to_owned();
        if !facets::in_archive(path.as_str())
            && let Ok(shelved) = PagePath::parse_existing(&format!("{archive}/{path}"))
            && draft.page(&shelved)?.is_some()
        {
            return Ok(Some(shelved));
        }
        let places = match self.places.take() {
            Some(known) => known,
            None => self.look(draft)?,
        };
        let hash = |text: &str| said_hash(&Page::parse(path.clone(), text));
        let found = [hash(text), hash(&redact(text).0)].into_iter().flatten();
        let found = found.filter_map(|it| places.get(&it)).next().cloned();
        self.places = Some(places);
        Ok(found)
    }

    fn look(&self, draft: &mut Draft<'_>) -> Result<HashMap<String, PagePath>, Error> {
        let archive = draft.schema.retention.archive.trim_matches('/').to_owned();
        let prefix = format!("{}/", self.into.trim_matches('/'));
        let shelf = format!("{archive}/{prefix}");
        let inside = |path: &PagePath| {
            self.into.is_empty()
                || path.as_str().starts_with(&prefix)
                || path.as_str().starts_with(&shelf)
        };
        let mut places = HashMap::new();
        for name in draft.memory.ask(|index| index.all_names())? {
            let path = name.path;
            if !inside(&path) || self.own.contains(&path) {
                continue;
            }
            // A page that cannot be read as text is no note that was taken in.
            let Some(bytes) = draft.memory.read_bytes(&path)? else { continue };
            let Ok(text) = String::from_utf8(bytes) else { continue };
            if let Some(hash) = said_hash(&Page::parse(path.clone(), text)) {
                places.insert(hash, path);
            }
        }
        Ok(places)
    }
}
