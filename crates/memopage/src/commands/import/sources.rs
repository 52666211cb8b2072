//! Which files an import takes in: those that are named, and those below the folders that are.
//!
//! What cannot be read costs itself, never the others. What a file holds is not known here.

use memory::{Error, Kind};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// One file to import: its name below the folder that was named, and where it lies.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Source {
    pub(super) name: String,
    pub(super) path: PathBuf,
}

/// Something that cannot be read: its name, and the system's word for why.
pub(super) struct Unreadable {
    pub(super) name: String,
    pub(super) why: io::Error,
}

fn missing(path: &Path, err: &io::Error) -> Error {
    Error::new(Kind::NotFound, format!("cannot read {}: {err}", path.display()))
        .hint("name a file or a folder that exists")
}

impl fmt::Display for Unreadable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.why.kind() {
            // Without the system's number.
            io::ErrorKind::PermissionDenied => {
                write!(out, "{}: it cannot be read: permission denied", self.name)
            }
            _ => write!(out, "{}: it cannot be read: {}", self.name, self.why),
        }
    }
}

/// What lies at a path that was named.
#[derive(Default)]
pub(super) struct Found {
    /// In order.
    pub(super) sources: Vec<Source>,
    /// What is neither a file nor a folder, each with why it is left out.
    pub(super) left: Vec<String>,
    pub(super) unreadable: Vec<Unreadable>,
}

impl Found {
    /// What stands in a folder below `root`; gives the folders in it.
    fn folder(&mut self, root: &Path, folder: &Path) -> Vec<PathBuf> {
        let name = |path: &Path| {
            let below = path.strip_prefix(root).ok().filter(|it| !it.as_os_str().is_empty());
            let parts: Vec<_> =
                below.unwrap_or(path).iter().map(|it| it.to_string_lossy()).collect();
            parts.join("/")
        };
        let mut folders = Vec::new();
        let cannot_read = |path: &Path, why| Unreadable { name: name(path), why };
        let rows = match std::fs::read_dir(folder) {
            Ok(rows) => rows,
            Err(why) => {
                self.unreadable.push(cannot_read(folder, why));
                return folders;
            }
        };
        for row in rows {
            let found = row.map_err(|why| cannot_read(folder, why));
            let found = found.and_then(|row| match row.file_type() {
                Ok(kind) => Ok((row, kind)),
                Err(why) => Err(cannot_read(&row.path(), why)),
            });
            let (row, kind) = match found {
                Ok(found) => found,
                Err(it) => {
                    self.unreadable.push(it);
                    continue;
                }
            };
            if row.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            let path = row.path();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() {
                self.sources.push(Source { name: name(&path), path });
            } else {
                self.left.push(format!("{}: {}", name(&path), no_file(&path, kind)));
            }
        }
        folders
    }
}

/// What lies at `path`: one file, or every file below a folder. Links are not followed.
pub(super) fn sources(path: &Path) -> Result<Found, Error> {
    if path == Path::new("-") {
        return Err(Error::new(
            Kind::BadRequest,
            "standard input cannot be imported: a file's name tells what it holds",
        )
        .hint("write it to a file such as chat.jsonl, and import that"));
    }
    let found = match std::fs::metadata(path) {
        Ok(found) => found,
        Err(err)
            if matches!(err.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) =>
        {
            return Err(missing(path, &err));
        }
        Err(why) => {
            let unreadable = vec![Unreadable { name: path.display().to_string(), why }];
            return Ok(Found { unreadable, ..Found::default() });
        }
    };
    if !found.is_file() && !found.is_dir() {
        let message = format!("{} is neither a file nor a folder", path.display());
        return Err(Error::new(Kind::BadRequest, message)
            .hint("write what it gives to a file, and import that"));
    }
    if found.is_file() {
        let name = path.file_name().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
        let sources = vec![Source { name, path: path.to_path_buf() }];
        return Ok(Found { sources, ..Found::default() });
    }
    let mut all = Found::default();
    let mut folders = vec![path.to_path_buf()];
    while let Some(folder) = folders.pop() {
        folders.extend(all.folder(path, &folder));
    }
    all.sources.sort();
    all.left.sort();
    all.unreadable.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}

/// Why something in a folder that is neither a file nor a folder is left out.
fn no_file(path: &Path, kind: std::fs::FileType) -> &'static str {
    if !kind.is_symlink() {
        "it is neither a file nor a folder"
    } else if std::fs::metadata(path).is_err() {
        "it is a symbolic link that leads nowhere"
    } else {
        "it is a symbolic link, which is not followed"
    }
}
