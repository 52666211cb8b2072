//! `model.json`: what an installed model is, and what its files were when it was installed.

use super::{StoreError, disk};
use search::Traits;
use serde::{Deserialize, Serialize};
use std::path::Path;

pub(super) const FILE: &str = "model.json";
const FORMAT: u32 = 1;

/// An installed model, as its `model.json` describes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Installed {
    /// Version of this description.
    pub format: u32,
    /// The name it is installed under.
    pub name: String,
    /// What it does.
    pub kind: Kind,
    /// Where it came from: a model of the hub with its revision, or a file.
    pub source: String,
    /// Licence of the weights, where it is known.
    pub licence: Option<String>,
    /// Numbers in a vector; 0 for a reranker.
    pub dimensions: usize,
    /// Tokens it reads at once, special ones included.
    pub window: usize,
    /// How the vectors of tokens become one.
    pub pooling: Pooling,
    /// Put before a question.
    pub query_prefix: String,
    /// Put before a passage.
    pub passage_prefix: String,
    /// What is known of its cosines.
    pub scores: Scores,
    /// Its files.
    pub files: Vec<Part>,
    /// Why it cannot be used, if it cannot.
    #[serde(skip)]
    pub problem: Option<String>,
}

/// What a model does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Reads a text as a whole and gives one vector.
    Encoder,
    /// Looks each token up and gives the mean.
    Static,
    /// Reads question and passage together and gives one score.
    Reranker,
}

/// How the vectors of tokens become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// Their mean, padding left out.
    Mean,
    /// The vector of the first token.
    First,
}

/// What is known of a model's cosines: [`Traits`] as they are written down.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// Usual cosine of a question and a text that has nothing to do with it.
    pub floor: f32,
    /// Usual cosine of a question and the text that answers it.
    pub match_at: f32,
    /// Whether it reads other languages than English.
    pub multilingual: bool,
}

impl From<Scores> for Traits {
    fn from(scores: Scores) -> Self {
        Self { floor: scores.floor, match_at: scores.match_at, multilingual: scores.multilingual }
    }
}

/// A file of an installed model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its name in the model's folder.
    pub name: String,
    /// SHA-256 at installation, in hexadecimal.
    pub sha256: String,
    /// Its size.
    pub bytes: u64,
    /// Whether the hash was known before the file came. Otherwise it was trusted the first time.
    pub pinned: bool,
}

impl Installed {
    pub(super) const CURRENT: u32 = FORMAT;

    /// Reads the description in `folder` and looks whether its files are there, at their size.
    pub(super) fn read(folder: &Path) -> Result<Self, StoreError> {
        let path = folder.join(FILE);
        let text = std::fs::read(&path).map_err(disk("read", &path))?;
        let mut about: Self = serde_json::from_slice(&text)
            .map_err(|error| StoreError::Damaged(format!("{}: {error}", path.display())))?;
        if about.format > FORMAT {
            return Err(StoreError::Damaged(format!(
                "{}: written by a later version of this program",
                path.display()
            )));
        }
        if let Some(name) = folder.file_name().and_then(|name| name.to_str()) {
            // The folder is what is asked for by name, also after somebody renamed it.
            about.name = name.into();
        }
        about.problem = about.files.iter().find_map(|part| part.problem(folder));
        Ok(about)
    }

    pub(super) fn broken(name: &str, error: &StoreError) -> Self {
        Self {
            format: FORMAT,
            name: name.into(),
            kind: Kind::Encoder,
            source: String::new(),
            licence: None,
            dimensions: 0,
            window: 0,
            pooling: Pooling::Mean,
            query_prefix: String::new(),
            passage_prefix: String::new(),
            scores: Scores { floor: 0.0, match_at: 0.0, multilingual: false },
            files: Vec::new(),
            problem: Some(error.to_string()),
        }
    }

    /// Bytes on disk.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|part| part.bytes).sum()
    }

    /// Whether the hash of every file was known before it came.
    pub fn is_pinned(&self) -> bool {
        self.files.iter().all(|part| part.pinned)
    }

    /// Names what vectors and scores of this model may be compared with. Made from the hashes taken at
    /// installation, so that no start reads the weights for it.
    pub fn fingerprint(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut files: Vec<&Part> =
            self.files.iter().filter(|part| part.name != "config.json").collect();
        files.sort_by(|a, b| a.name.cmp(&b.name));
        let mut field = |text: &str| {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        };
        for part in files {
            field(&part.name);
            field(&part.sha256);
        }
        field(&format!("{:?} {:?} {}", self.kind, self.pooling, self.dimensions));
        field(&self.query_prefix);
        field(&self.passage_prefix);
        format!("{}@{}", self.name, &hasher.finalize().to_hex()[..16])
    }
}

impl Part {
    fn problem(&self, folder: &Path) -> Option<String> {
        if self.name.contains(['/', '\\']) || self.name.starts_with('.') {
            return Some(format!("{FILE} names `{}`, which is no file of a model", self.name));
        }
        match std::fs::metadata(folder.join(&self.name)) {
            Ok(found) if found.len() == self.bytes => None,
            Ok(found) => {
                Some(format!("{} has {} bytes instead of {}", self.name, found.len(), self.bytes))
            }
            Err(error) => Some(format!("{}: {error}", self.name)),
        }
    }
}
