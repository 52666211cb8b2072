//! What stands in a folder before it is made a vault, so that a try that fails can be taken back.
//!
//! Takes away only what was not there before, by name: nothing that somebody else had there goes with it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::vault::STATE_FOLDER;
use crate::walk::is_hidden;

/// The places of a new vault that were free.
#[derive(Debug)]
pub struct Standing {
    /// Files, then the folders that they stand in, the innermost first.
    free: Vec<PathBuf>,
    /// Folders that go with all that is in them.
    own: Vec<PathBuf>,
}

impl Standing {
    /// Looks which of these files, and which folders above them, are not there yet.
    pub fn of<'f>(root: &Path, files: impl IntoIterator<Item = &'f str>) -> Self {
        let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
        let files: Vec<PathBuf> = files.into_iter().map(|file| root.join(file)).collect();
        let mut folders: Vec<PathBuf> =
            files.iter().flat_map(|file| file.ancestors().skip(1)).map(Path::to_owned).collect();
        folders.sort_by_key(|it| (std::cmp::Reverse(it.components().count()), it.clone()));
        folders.dedup();
        let own = [STATE_FOLDER, ".git"].map(|name| root.join(name));
        let free = files.into_iter().chain(folders);
        Self {
            free: free.filter(|it| !it.as_os_str().is_empty()).filter(is_free).collect(),
            own: own.into_iter().filter(is_free).collect(),
        }
    }

    /// Removes what stands there now and did not before. A folder that holds something else stays.
    ///
    /// # Errors
    /// What could not be removed, and why.
    pub fn take_back(&self) -> Result<(), String> {
        let mut left = Vec::new();
        let mut note = |path: &Path, done: io::Result<()>| match done {
            Err(err)
                if !matches!(
                    err.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::DirectoryNotEmpty
                ) =>
            {
                left.push(format!("{}: {err}", path.display()));
            }
            _ => {}
        };
        for folder in &self.own {
            note(folder, fs::remove_dir_all(folder));
        }
        for path in &self.free {
            let is_folder = fs::symlink_metadata(path).is_ok_and(|it| it.is_dir());
            note(path, if is_folder { fs::remove_dir(path) } else { fs::remove_file(path) });
        }
        if left.is_empty() { Ok(()) } else { Err(left.join("; ")) }
    }
}

/// The first folder below `root` that holds a file of this name, in the order of their names; hidden folders and
/// links are not looked into.
#[must_use]
pub fn folder_below(root: &Path, file: &str) -> Option<PathBuf> {
    let shown = |entry: &walkdir::DirEntry| {
        entry.depth() == 0
            || entry.file_type().is_dir() && !is_hidden(&entry.file_name().to_string_lossy())
    };
    let folders = walkdir::WalkDir::new(root).sort_by_file_name().into_iter();
    // What cannot be looked into cannot be listed by the vault around it either.
    let mut folders = folders.filter_entry(shown).filter_map(Result::ok);
    let found = folders.find(|it| it.depth() > 0 && it.path().join(file).is_file());
    found.map(walkdir::DirEntry::into_path)
}

/// The nearest folder above `root` that holds a file of this name; `root` need not exist.
#[must_use]
pub fn folder_above(root: &Path, file: &str) -> Option<PathBuf> {
    let whole = std::path::absolute(root).ok()?;
    // Links lead to where the folder really lies; what is not there yet has none.
    let stands = whole.ancestors().find_map(|it| Some((it, it.canonicalize().ok()?)));
    let (stood, real) = stands?;
    let above = if stood == whole { 1 } else { 0 };
    real.ancestors().skip(above).find(|it| it.join(file).is_file()).map(Path::to_path_buf)
}
