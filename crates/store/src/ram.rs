//! A vault in memory that is stricter than a disk: it forgets whatever was not synced, fails at the
//! step that a test names, and counts the steps. It is for tests of what must survive a crash.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::{VaultError, VaultErrorKind};
use crate::files::{Files, Moved, Purpose, is_private};
use crate::vault::{Durability, FileStat, LetterCase, Listing, SkipReason, Skipped, Stat};
use crate::walk::{is_hidden, is_page_name};

/// The strict double. Clones share one memory, as two handles of one folder do.
#[derive(Debug, Clone, Default)]
pub struct Ram {
    inner: Arc<Mutex<Inner>>,
}

/// What a crash makes of folder entries that were not synced; content that was not synced is lost
/// in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Crash {
    /// All of them are lost.
    Forget,
    /// All of them had reached the disk by chance.
    Keep,
    /// The first so many since the last sync had, as on a disk that keeps an ordered log.
    Prefix(
        /// How many.
        usize,
    ),
}

#[derive(Debug, Clone, Default)]
struct Node {
    bytes: Vec<u8>,
    /// What a crash leaves of the content.
    synced: Vec<u8>,
    mtime_ns: i128,
}

/// Names to numbers of nodes, and the folders.
#[derive(Debug, Clone, Default)]
struct Tree {
    files: BTreeMap<String, usize>,
    folders: BTreeSet<String>,
}

#[derive(Debug, Default)]
struct Inner {
    nodes: Vec<Node>,
    live: Tree,
    /// What a crash leaves of the entries.
    synced: Tree,
    steps: usize,
    /// That one step fails as on a full disk; the next ones work.
    fail_at: Option<usize>,
    /// Nothing works from that step on, as if the process had died.
    die_at: Option<usize>,
    ignores_case: bool,
    unreadable: BTreeSet<String>,
    /// The entries after each step since the last sync, kept while a failure is asked for.
    log: Vec<Tree>,
    /// Ticks with every change, so that times differ.
    ticks: i128,
}

impl Ram {
    /// An empty vault.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty vault on a disk that ignores letter case.
    #[must_use]
    pub fn ignoring_case() -> Self {
        let ram = Self::default();
        ram.inner().ignores_case = true;
        ram
    }

    /// How many changing steps were taken so far.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.inner().steps
    }

    /// Lets the `n`th changing step from now fail (0 is the next) as on a full disk.
    pub fn fail_at(&self, n: usize) {
        let mut inner = self.inner();
        inner.fail_at = Some(inner.steps + n);
    }

    /// Lets the `n`th changing step from now fail and every later one too, until `crash`.
    pub fn die_at(&self, n: usize) {
        let mut inner = self.inner();
        inner.die_at = Some(inner.steps + n);
    }

    /// Whether the failures that were asked for have come.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        let inner = self.inner();
        let asked = [inner.fail_at, inner.die_at];
        inner.is_doomed() && asked.iter().flatten().all(|at| inner.steps > *at)
    }

    /// Forgets what was not synced, and lets steps work again.
    pub fn crash(&self, crash: Crash) {
        let mut inner = self.inner();
        let tree = inner.survivors(crash);
        inner.fail_at = None;
        inner.die_at = None;
        inner.log.clear();
        let mut nodes = std::mem::take(&mut inner.nodes);
        for node in &mut nodes {
            node.bytes.clone_from(&node.synced);
        }
        inner.nodes = nodes;
        inner.live = tree.clone();
        inner.synced = tree;
    }

    /// Makes a file, or all files of a folder, unreadable or readable again, as permissions do.
    pub fn set_readable(&self, file: &str, readable: Readable) {
        let mut inner = self.inner();
        match readable {
            Readable::Yes => inner.unreadable.remove(file),
            Readable::No => inner.unreadable.insert(file.to_owned()),
        };
    }

    /// Gives a file a time, as a person's tools do.
    pub fn set_mtime(&self, file: &str, mtime_ns: i128) {
        let mut inner = self.inner();
        let name = inner.stored(file);
        if let Some(node) = inner.live.files.get(&name).copied() {
            inner.nodes[node].mtime_ns = mtime_ns;
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether permissions let a file be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readable {
    /// They do.
    Yes,
    /// They do not.
    No,
}

fn folder_of(place: &str) -> &str {
    place.rsplit_once('/').map_or("", |(folder, _)| folder)
}

impl Inner {
    /// Whether a failure is asked for.
    fn is_doomed(&self) -> bool {
        self.fail_at.is_some() || self.die_at.is_some()
    }

    /// Counts a changing step, and fails if a test asked for it.
    fn step(&mut self, place: &str) -> Result<(), VaultError> {
        let at = self.steps;
        self.steps += 1;
        let fails = self.fail_at == Some(at) || self.die_at.is_some_and(|n| at >= n);
        if fails {
            return Err(VaultError::new(VaultErrorKind::DiskFull, "write", place, "disk is full"));
        }
        self.ticks += 1;
        Ok(())
    }

    /// The name under which an entry stands, where letter case is ignored.
    fn stored(&self, place: &str) -> String {
        if !self.ignores_case {
            return place.to_owned();
        }
        let folded = place.to_lowercase();
        let names = self.live.files.keys();
        names
            .into_iter()
            .find(|name| name.to_lowercase() == folded)
            .cloned()
            .unwrap_or_else(|| place.to_owned())
    }

    fn node(&self, place: &str) -> Option<usize> {
        self.live.files.get(&self.stored(place)).copied()
    }

    fn is_unreadable(&self, place: &str) -> bool {
        self.unreadable.iter().any(|name| {
            place == name || place.strip_prefix(name.as_str()).is_some_and(|r| r.starts_with('/'))
        })
    }

    fn check_folder(&self, act: &'static str, place: &str) -> Result<(), VaultError> {
        let folder = folder_of(place);
        if folder.is_empty() || self.live.folders.contains(folder) {
            Ok(())
        } else {
            Err(VaultError::new(VaultErrorKind::NotFound, act, place, "no such folder"))
        }
    }

    /// Notes the entries after a step that changed them.
    fn note_entries(&mut self) {
        if self.is_doomed() {
            self.log.push(self.live.clone());
        }
    }

    /// The entries that a crash leaves.
    fn survivors(&self, crash: Crash) -> Tree {
        let mut tree = match crash {
            Crash::Forget | Crash::Prefix(0) => self.synced.clone(),
            Crash::Keep => self.live.clone(),
            Crash::Prefix(n) => self.log.get(n - 1).unwrap_or(&self.live).clone(),
        };
        // What stands in a folder that is lost is lost with it.
        let all = tree.folders.clone();
        let reachable =
            |name: &str| name.match_indices('/').all(|(at, _)| all.contains(&name[..at]));
        tree.folders.retain(|name| reachable(name));
        tree.files.retain(|name, _| reachable(name));
        tree
    }
}

impl Files for Ram {
    fn resolve(
        &self,
        _act: &'static str,
        file: &str,
        _purpose: Purpose,
    ) -> Result<String, VaultError> {
        Ok(file.to_owned())
    }

    fn walk(&self) -> Result<Listing, VaultError> {
        let inner = self.inner();
        let mut listing = Listing::default();
        for (file, node) in &inner.live.files {
            if is_private(file) || file.split('/').any(is_hidden) {
                continue;
            }
            let node = &inner.nodes[*node];
            let by_folder = inner.is_unreadable(folder_of(file));
            if by_folder {
                let why = SkipReason::Unreadable("permission denied".to_owned());
                let skipped = Skipped { file: folder_of(file).to_owned(), why };
                if !listing.skipped.contains(&skipped) {
                    listing.skipped.push(skipped);
                }
                continue;
            }
            if !is_page_name(file) {
                listing.others.push(file.clone());
                continue;
            }
            let size = node.bytes.len() as u64;
            listing.files.push(FileStat { file: file.clone(), size, mtime_ns: node.mtime_ns });
        }
        Ok(listing)
    }

    fn look(&self, place: &str) -> Result<Option<Stat>, VaultError> {
        let inner = self.inner();
        Ok(inner.node(place).map(|node| {
            let node = &inner.nodes[node];
            Stat { size: node.bytes.len() as u64, mtime_ns: node.mtime_ns }
        }))
    }

    fn fetch(&self, place: &str, offset: u64, limit: u64) -> Result<Vec<u8>, VaultError> {
        let inner = self.inner();
        let Some(node) = inner.node(place) else {
            return Err(VaultError::new(VaultErrorKind::NotFound, "read", place, "no such file"));
        };
        if inner.is_unreadable(place) {
            let why = "permission denied";
            return Err(VaultError::new(VaultErrorKind::Denied, "read", place, why));
        }
        let bytes = &inner.nodes[node].bytes;
        let from = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
        let length = usize::try_from(limit).unwrap_or(usize::MAX).min(bytes.len() - from);
        Ok(bytes[from..from + length].to_vec())
    }

    fn write_new(&self, place: &str, bytes: &[u8], _like: Option<&str>) -> Result<(), VaultError> {
        let mut inner = self.inner();
        inner.check_folder("write", place)?;
        if inner.node(place).is_some() {
            let why = "a file of that name exists";
            return Err(VaultError::new(VaultErrorKind::Exists, "write", place, why));
        }
        inner.step(place)?;
        let node = inner.nodes.len();
        let mtime_ns = inner.ticks;
        // A disk that gets full in the midst of a write leaves the first half.
        let half = bytes[..bytes.len() / 2].to_vec();
        inner.nodes.push(Node { bytes: half, synced: Vec::new(), mtime_ns });
        inner.live.files.insert(place.to_owned(), node);
        inner.note_entries();
        inner.step(place)?;
        inner.nodes[node].bytes = bytes.to_vec();
        inner.step(place)?;
        inner.nodes[node].synced = bytes.to_vec();
        Ok(())
    }

    fn rename_over(&self, from: &str, to: &str) -> Result<Moved, VaultError> {
        let mut inner = self.inner();
        inner.check_folder("write", to)?;
        let from = inner.stored(from);
        let Some(node) = inner.live.files.get(&from).copied() else {
            return Err(VaultError::new(VaultErrorKind::NotFound, "write", &from, "no such file"));
        };
        inner.step(to)?;
        let replaced = inner.stored(to);
        inner.live.files.remove(&from);
        inner.live.files.remove(&replaced);
        // As on real disks: what takes the place of a file takes its name, but a file that is
        // renamed onto itself takes the new one.
        let name = if replaced == from { to.to_owned() } else { replaced };
        inner.live.files.insert(name, node);
        inner.note_entries();
        Ok(Moved::Done)
    }

    fn rename_new(&self, from: &str, to: &str) -> Result<Moved, VaultError> {
        {
            // A link to the new name, then the end of the old one: a crash may come between.
            let mut inner = self.inner();
            inner.check_folder("create", to)?;
            if inner.node(to).is_some() {
                let why = "a file of that name exists";
                return Err(VaultError::new(VaultErrorKind::Exists, "create", to, why));
            }
            let Some(node) = inner.node(from) else {
                let why = "no such file";
                return Err(VaultError::new(VaultErrorKind::NotFound, "create", from, why));
            };
            inner.step(to)?;
            inner.live.files.insert(to.to_owned(), node);
            inner.note_entries();
        }
        self.unlink(from)?;
        Ok(Moved::Done)
    }

    fn unlink(&self, place: &str) -> Result<(), VaultError> {
        let mut inner = self.inner();
        let name = inner.stored(place);
        if !inner.live.files.contains_key(&name) {
            return Err(VaultError::new(VaultErrorKind::NotFound, "remove", place, "no such file"));
        }
        inner.step(place)?;
        inner.live.files.remove(&name);
        inner.note_entries();
        Ok(())
    }

    fn make_folder(&self, place: &str) -> Result<bool, VaultError> {
        let mut inner = self.inner();
        inner.check_folder("create", place)?;
        if inner.live.folders.contains(place) {
            return Ok(false);
        }
        inner.step(place)?;
        inner.live.folders.insert(place.to_owned());
        inner.note_entries();
        Ok(true)
    }

    fn sync_folder(&self, place: &str) -> Result<(), VaultError> {
        let mut inner = self.inner();
        if !place.is_empty() && !inner.live.folders.contains(place) {
            return Err(VaultError::new(
                VaultErrorKind::NotFound,
                "write",
                place,
                "no such folder",
            ));
        }
        inner.step(place)?;
        let Inner { live, synced, .. } = &mut *inner;
        let is_here = |name: &str| folder_of(name) == place;
        synced.files.retain(|name, _| !is_here(name));
        synced.folders.retain(|name| !is_here(name));
        let files = live.files.iter().filter(|(name, _)| is_here(name));
        synced.files.extend(files.map(|(name, node)| (name.clone(), *node)));
        synced.folders.extend(live.folders.iter().filter(|name| is_here(name)).cloned());
        inner.log.clear();
        Ok(())
    }

    fn add_bytes(
        &self,
        place: &str,
        bytes: &[u8],
        durability: Durability,
    ) -> Result<(), VaultError> {
        let mut inner = self.inner();
        inner.check_folder("write", place)?;
        inner.step(place)?;
        let node = match inner.node(place) {
            Some(node) => node,
            None => {
                inner.nodes.push(Node::default());
                let node = inner.nodes.len() - 1;
                inner.live.files.insert(place.to_owned(), node);
                inner.note_entries();
                node
            }
        };
        // A process that dies within the write leaves a torn line.
        let half = bytes.len() / 2;
        inner.nodes[node].bytes.extend_from_slice(&bytes[..half]);
        inner.step(place)?;
        inner.nodes[node].bytes.extend_from_slice(&bytes[half..]);
        inner.nodes[node].mtime_ns = inner.ticks;
        if durability == Durability::Synced {
            inner.step(place)?;
            inner.nodes[node].synced = inner.nodes[node].bytes.clone();
        }
        Ok(())
    }

    fn names(&self, folder: &str) -> Result<Vec<String>, VaultError> {
        let inner = self.inner();
        let here = inner.live.files.keys().filter(|name| folder_of(name) == folder);
        Ok(here.map(|name| name.rsplit('/').next().unwrap_or(name).to_owned()).collect())
    }

    fn folding(&self) -> LetterCase {
        if self.inner().ignores_case { LetterCase::Ignored } else { LetterCase::Kept }
    }
}
