//! Folders, zip files (Python wheels are some) and tar files as lists of names whose content can be taken.
//!
//! Nothing is unpacked to a path that an archive names: the caller gives each file its place. An archive
//! that holds a path leading out of it, or a link, is refused all the same, since it was made to harm.

use super::staging::{Hashed, Report, write_file};
use super::{Progress, Step, StoreError, disk};
use flate2::read::GzDecoder;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Component, Path};

/// A weight file is not larger, and neither is what an archive claims to unpack to.
pub(super) const FILE_BYTES_MAX: u64 = 8 << 30;
/// Tokenizers and configurations are not larger.
pub(super) const TEXT_BYTES_MAX: u64 = 256 << 20;
const ENTRIES_MAX: usize = 100_000;
const DEPTH_MAX: usize = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Container {
    Folder,
    Zip,
    Tar,
    TarGzip,
}

impl Container {
    pub(super) fn of(path: &Path) -> Result<Self, StoreError> {
        if fs::metadata(path).map_err(disk("read", path))?.is_dir() {
            return Ok(Self::Folder);
        }
        let mut start = Vec::new();
        let file = File::open(path).map_err(disk("open", path))?;
        file.take(512).read_to_end(&mut start).map_err(disk("read", path))?;
        if start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06") {
            Ok(Self::Zip)
        } else if start.starts_with(&[0x1f, 0x8b]) {
            Ok(Self::TarGzip)
        } else if start.get(257..262) == Some(b"ustar") {
            Ok(Self::Tar)
        } else {
            Err(StoreError::Layout(format!(
                "{} is no folder, zip, wheel, tar or tar.gz",
                path.display()
            )))
        }
    }

    /// The paths of its files, with `/` between their parts.
    pub(super) fn names(self, path: &Path) -> Result<BTreeSet<String>, StoreError> {
        let mut names = BTreeSet::new();
        match self {
            Self::Folder => {
                let mut left = ENTRIES_MAX;
                walk(path, "", 0, (&mut names, &mut left))?;
            }
            Self::Zip => {
                let mut archive = open_zip(path)?;
                if archive.len() > ENTRIES_MAX {
                    return Err(too_many(path));
                }
                for at in 0..archive.len() {
                    let entry = archive.by_index(at).map_err(|error| broken(path, &error))?;
                    let name = entry.name().map_err(|error| broken(path, &error))?;
                    if entry.is_symlink() {
                        return Err(unsafe_entry(path, &name));
                    }
                    let name = safe(path, Path::new(name.as_ref()))?;
                    if !entry.is_dir() {
                        names.insert(name);
                    }
                }
            }
            Self::Tar | Self::TarGzip => {
                self.each_entry(path, &mut |name, _| {
                    names.insert(name.into());
                    if names.len() > ENTRIES_MAX { Err(too_many(path)) } else { Ok(()) }
                })?;
            }
        }
        Ok(names)
    }

    /// Writes the files named in `wanted` to `folder` under their second names.
    pub(super) fn take(
        self,
        path: &Path,
        wanted: &[(&str, &'static str)],
        folder: &Path,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Vec<(&'static str, Hashed)>, StoreError> {
        let mut taken = Vec::new();
        let mut write = |name: &'static str, from: &mut dyn Read, total: Option<u64>| {
            // The second would stand on the disk under the hash of the first.
            if taken.iter().any(|(had, _)| *had == name) {
                return Err(StoreError::Refused(format!(
                    "{}: it holds {name} twice, so nothing was taken from it",
                    path.display()
                )));
            }
            let most = if name.ends_with(".json") { TEXT_BYTES_MAX } else { FILE_BYTES_MAX };
            let mut report = Report {
                step: Step::Copy,
                file: name,
                done: 0,
                total,
                most,
                told: 0,
                progress: &mut *progress,
            };
            let hashed = write_file(from, &folder.join(name), &mut report)?;
            taken.push((name, hashed));
            Ok(())
        };
        match self {
            Self::Folder => {
                for (source, name) in wanted {
                    let source = path.join(source);
                    let mut file = File::open(&source).map_err(disk("open", &source))?;
                    let total = file.metadata().ok().map(|found| found.len());
                    write(name, &mut file, total)?;
                }
            }
            Self::Zip => {
                let mut archive = open_zip(path)?;
                for (source, name) in wanted {
                    let mut entry =
                        archive.by_name(source).map_err(|error| broken(path, &error))?;
                    let total = Some(entry.size());
                    write(name, &mut entry, total)?;
                }
            }
            Self::Tar | Self::TarGzip => {
                self.each_entry(path, &mut |found, entry| match wanted
                    .iter()
                    .find(|(source, _)| *source == found)
                {
                    Some((_, name)) => write(name, entry, None),
                    None => Ok(()),
                })?;
            }
        }
        Ok(taken)
    }

    fn each_entry(
        self,
        path: &Path,
        act: &mut dyn FnMut(&str, &mut dyn Read) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let file = BufReader::new(File::open(path).map_err(disk("open", path))?);
        let reader: Box<dyn Read> = match self {
            Self::TarGzip => Box::new(GzDecoder::new(file)),
            _ => Box::new(file),
        };
        // A small file can unpack to a disk full of zeros.
        let mut archive = tar::Archive::new(reader.take(2 * FILE_BYTES_MAX));
        for entry in archive.entries().map_err(|error| broken(path, &error))? {
            let mut entry = entry.map_err(|error| broken(path, &error))?;
            let name = entry.path().map_err(|error| broken(path, &error))?.into_owned();
            let kind = entry.header().entry_type();
            if kind.is_symlink() || kind.is_hard_link() {
                return Err(unsafe_entry(path, &name.to_string_lossy()));
            }
            let name = safe(path, &name)?;
            if kind.is_file() {
                act(&name, &mut entry)?;
            }
        }
        Ok(())
    }
}

fn open_zip(path: &Path) -> Result<zip::ZipArchive<BufReader<File>>, StoreError> {
    let file = File::open(path).map_err(disk("open", path))?;
    zip::ZipArchive::new(BufReader::new(file)).map_err(|error| broken(path, &error))
}

/// Gathers the files below a folder. `left` is how many more entries may be looked at, folders counted:
/// links that lead back up make a small folder a large tree.
fn walk(
    folder: &Path,
    under: &str,
    depth: usize,
    (names, left): (&mut BTreeSet<String>, &mut usize),
) -> Result<(), StoreError> {
    for entry in fs::read_dir(folder).map_err(disk("list", folder))? {
        let entry = entry.map_err(disk("list", folder))?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') {
            continue;
        }
        *left = left.checked_sub(1).ok_or_else(|| too_many(folder))?;
        let path = if under.is_empty() { name } else { format!("{under}/{name}") };
        // Caches of hubs are made of links to files, and the person named this folder: links count here.
        let found = match fs::metadata(entry.path()) {
            Ok(found) => found,
            // A link to nothing or to itself, or something that went while we looked: there is no file to take.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(_) if fs::symlink_metadata(entry.path()).is_ok_and(|it| it.is_symlink()) => {
                continue;
            }
            Err(error) => return Err(disk("read", &entry.path())(error)),
        };
        if found.is_file() {
            names.insert(path);
        } else if found.is_dir() && depth < DEPTH_MAX {
            walk(&entry.path(), &path, depth + 1, (names, left))?;
        }
    }
    Ok(())
}

/// The path with `/` between its parts, if it leads nowhere else.
fn safe(archive: &Path, entry: &Path) -> Result<String, StoreError> {
    let text = entry.to_string_lossy();
    // A backslash separates folders on one system and is a letter on another.
    let is_strange = text.contains('\\') || text.contains('\0') || text.get(1..2) == Some(":");
    let mut parts = Vec::new();
    for component in entry.components() {
        match component {
            Component::Normal(part) if !is_strange => parts.push(part.to_string_lossy()),
            Component::CurDir => {}
            _ => return Err(unsafe_entry(archive, &text)),
        }
    }
    Ok(parts.join("/"))
}

fn unsafe_entry(archive: &Path, entry: &str) -> StoreError {
    StoreError::Refused(format!(
        "{}: `{}` is a link or leads out of the archive, so nothing was taken from it",
        archive.display(),
        entry.escape_debug()
    ))
}

fn too_many(path: &Path) -> StoreError {
    StoreError::Refused(format!("{}: more than {ENTRIES_MAX} files and folders", path.display()))
}

fn broken(path: &Path, error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Refused(format!("{}: a damaged archive: {error}", path.display()))
}
