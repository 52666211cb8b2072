//! Fills in vectors that are missing: newest pages first, a few passages at a time, each batch stored
//! before the next is made. A killed filler loses one batch; two never work on one file.

use std::collections::{HashMap, HashSet};
use std::fs::{File, TryLockError};
use std::ops::ControlFlow;

use wiki::page::Page;

use super::files::{Key, PageRow, key};
use super::passage::passages;
use super::{Coverage, VectorError, Vectors, page_key};
use crate::catalogue::{Catalogue, Version};
use crate::embed::{ModelError, Side};

/// Texts that the model is given at a time; bounds memory and what a kill loses.
const BATCH: usize = 64;

/// How a filler stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Filling {
    /// Pages with vectors, of all pages.
    pub coverage: Coverage,
    /// Texts embedded by this filler.
    pub embedded: usize,
    /// Texts that had a vector from elsewhere.
    pub reused: usize,
}

/// How a filler ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filled {
    /// Every page was looked at; the coverage says how many have vectors.
    Done(Filling),
    /// It was asked to stop.
    Stopped(Filling),
    /// Another process is filling.
    Busy,
    /// The model gave up; what was done is kept.
    Failed(Filling, ModelError),
}

/// Pages read, and the texts of theirs that have no vector yet.
#[derive(Default)]
struct Batch {
    pages: Vec<(Key, Vec<(u32, Key)>)>,
    texts: Vec<(Key, String)>,
    asked: HashSet<Key>,
    ids: HashMap<Key, i64>,
}

impl Vectors {
    /// Embeds what is missing. `texts` gives a file's present text; `more` sees the progress after each
    /// batch and says whether to go on. A file that is damaged is made anew.
    ///
    /// # Errors
    /// When the files cannot be read or written.
    pub(crate) fn fill(
        &self,
        catalogue: &Catalogue,
        texts: &dyn Fn(&str) -> Option<String>,
        more: &mut dyn FnMut(&Filling) -> ControlFlow<()>,
    ) -> Result<Filled, VectorError> {
        let Some(_lock) = self.lock()? else { return Ok(Filled::Busy) };
        if !self.files.is_marked() {
            match self.fill_present(catalogue, texts, more) {
                Err(error) if error.is_damage() => {}
                other => return other,
            }
        }
        self.renew()?;
        self.fill_present(catalogue, texts, more)
    }

    fn fill_present(
        &self,
        catalogue: &Catalogue,
        texts: &dyn Fn(&str) -> Option<String>,
        more: &mut dyn FnMut(&Filling) -> ControlFlow<()>,
    ) -> Result<Filled, VectorError> {
        let mut versions = catalogue.all_versions()?;
        self.files.heal()?;
        versions.reverse();
        let mut filling = Filling::default();
        filling.coverage.pages = versions.len();
        let mut missing = Vec::new();
        for version in versions {
            match self.files.has_page(&page_key(&version))? {
                true => filling.coverage.embedded += 1,
                false => missing.push(version),
            }
        }
        let mut batch = Batch::default();
        let mut missing = missing.into_iter().peekable();
        while let Some(version) = missing.next() {
            self.read(catalogue, &version, texts, &mut batch)?;
            if batch.texts.len() < BATCH
                && batch.pages.len() < 4 * BATCH
                && missing.peek().is_some()
            {
                continue;
            }
            if let Err(error) = self.store(std::mem::take(&mut batch), &mut filling)? {
                return Ok(Filled::Failed(filling, error));
            }
            if more(&filling).is_break() {
                return Ok(Filled::Stopped(filling));
            }
        }
        Ok(Filled::Done(filling))
    }

    /// The filler's place, free again when the file is closed, by whatever end.
    pub(super) fn lock(&self) -> Result<Option<File>, VectorError> {
        let path = self.files.path().with_extension("lock");
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(VectorError::io(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(source)) => Err(VectorError::Io { path, source }),
        }
    }

    /// Reads a page and notes what it needs. One that has changed since the index saw it waits for the
    /// index.
    fn read(
        &self,
        catalogue: &Catalogue,
        version: &Version,
        texts: &dyn Fn(&str) -> Option<String>,
        batch: &mut Batch,
    ) -> Result<(), VectorError> {
        let Some(text) = texts(&version.file) else { return Ok(()) };
        let infos = catalogue.infos(&[version.uid])?;
        let Some(info) = infos.get(&version.uid) else { return Ok(()) };
        let page = Page::parse(info.path.clone(), text);
        if page.revision().to_string() != version.revision {
            return Ok(());
        }
        let mut places = Vec::new();
        for passage in passages(&page, &info.facets) {
            for piece in self.embedder.pieces(&passage.text) {
                let piece = passage.text[piece].trim();
                if piece.is_empty() {
                    continue;
                }
                let hash = key(&[piece.as_bytes()]);
                places.push((passage.ord, hash));
                if !batch.asked.insert(hash) {
                    continue;
                }
                match self.files.find(&hash)? {
                    Some(id) => drop(batch.ids.insert(hash, id)),
                    None => batch.texts.push((hash, piece.to_owned())),
                }
            }
        }
        batch.pages.push((page_key(version), places));
        Ok(())
    }

    fn store(
        &self,
        mut batch: Batch,
        filling: &mut Filling,
    ) -> Result<Result<(), ModelError>, VectorError> {
        filling.reused += batch.ids.len();
        for part in batch.texts.chunks(BATCH) {
            let texts: Vec<&str> = part.iter().map(|(_, text)| text.as_str()).collect();
            let vectors = match self.embedder.embed(Side::Passage, &texts) {
                Ok(vectors) => vectors,
                Err(error) => return Ok(Err(error)),
            };
            let dimensions = self.embedder.dimensions();
            if vectors.len() != part.len() || vectors.iter().any(|it| it.len() != dimensions) {
                let message = "the model's vectors are not as many or as long as it says";
                let message = message.to_owned();
                return Ok(Err(ModelError { message, transient: false, retry_after: None }));
            }
            let made: Vec<(Key, Vec<f32>)> =
                part.iter().map(|(hash, _)| *hash).zip(vectors).collect();
            let ids = self.files.add(&made)?;
            batch.ids.extend(part.iter().map(|(hash, _)| *hash).zip(ids));
            filling.embedded += part.len();
        }
        let rows: Vec<PageRow> = batch
            .pages
            .iter()
            .map(|(key, places)| {
                let id = |hash| *batch.ids.get(hash).expect("because each text got a number above");
                let places = places.iter().map(|(ord, hash)| (*ord, id(hash)));
                PageRow { key: *key, places: places.collect() }
            })
            .collect();
        filling.coverage.embedded += self.files.put(&rows)?;
        Ok(Ok(()))
    }
}
