//! A haystack as a folder: a file for every item, and a list of them; and the systems that read files.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use serde_json::json;

use super::System;
use super::items::{Item, items};
use crate::datasets::Haystack;
use crate::grain::Grain;
use crate::run::BenchError;

/// The list: JSON lines of `{"id", "unit", "file", "at", "session", "text"}`.
pub(super) const LIST: &str = "items.jsonl";

/// Names of items by their file, relative to the folder.
pub(super) type Names = HashMap<String, String>;

/// A haystack as files, which are gone when the measurement is over.
pub(super) struct Written {
    pub(super) dir: tempfile::TempDir,
    pub(super) names: Names,
}

impl Written {
    fn of(haystack: &Haystack, grains: &[Grain]) -> Result<Self, BenchError> {
        let dir = tempfile::tempdir().map_err(|source| io(&std::env::temp_dir(), source))?;
        let names = write(dir.path(), haystack, grains)?;
        Ok(Self { dir, names })
    }
}

/// What looks for something in the files of a haystack.
pub(super) trait Reader {
    /// Its name in the report.
    fn name(&self) -> String;

    /// Names of what it found, best first.
    fn find(&self, files: &Written, text: &str, grain: Grain) -> Result<Vec<String>, BenchError>;
}

/// A reader over the haystack that was written last.
pub(super) struct OnFiles<R> {
    reader: R,
    files: Option<Written>,
}

impl<R: Reader> OnFiles<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, files: None }
    }
}

impl<R: Reader> System for OnFiles<R> {
    fn name(&self) -> String {
        self.reader.name()
    }

    fn index(&mut self, haystack: &Haystack, grains: &[Grain]) -> Result<(), BenchError> {
        self.files = Some(Written::of(haystack, grains)?);
        Ok(())
    }

    fn ask(&mut self, text: &str, grain: Grain) -> Result<Option<Vec<String>>, BenchError> {
        let files = self.files.as_ref();
        files.map(|files| self.reader.find(files, text, grain)).transpose()
    }
}

/// Writes `session/00001.md` and so on below `dir`.
fn write(dir: &Path, haystack: &Haystack, grains: &[Grain]) -> Result<Names, BenchError> {
    let mut names = Names::new();
    let mut list = String::new();
    for grain in grains {
        let below = dir.join(grain.name());
        fs::create_dir_all(&below).map_err(|source| io(&below, source))?;
        for (nth, item) in items(haystack, *grain).into_iter().enumerate() {
            let file = format!("{}/{:05}.md", grain.name(), nth + 1);
            let path = dir.join(&file);
            fs::write(&path, format!("{}\n", item.text)).map_err(|source| io(&path, source))?;
            list.push_str(&format!("{}\n", line(&item, *grain, &file)));
            names.insert(file, item.name);
        }
    }
    let path = dir.join(LIST);
    fs::write(&path, list).map_err(|source| io(&path, source))?;
    Ok(names)
}

fn line(item: &Item, grain: Grain, file: &str) -> serde_json::Value {
    json!({
        "id": item.name,
        "unit": grain.name(),
        "file": file,
        "at": item.at,
        "session": item.session,
        "text": item.text,
    })
}

fn io(path: &Path, source: std::io::Error) -> BenchError {
    BenchError::Io { path: path.to_owned(), source }
}
