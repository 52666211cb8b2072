//! The vault on a real disk. Every access goes through `resolve`, which follows the links on a path
//! and refuses what ends outside the canonical root; what is opened for reading is checked once
//! more after the opening, so that a link put in between does not help.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::error::{VaultError, VaultErrorKind};
use crate::files::{Files, Moved, Purpose};
#[cfg(unix)]
use crate::vault::Stamp;
use crate::vault::{Durability, LetterCase, Listing, STATE_FOLDER, Stat};
use crate::walk;

/// Why a file is not replaced.
const READ_ONLY: &str = "the file is marked read-only";

/// A vault in a folder. Two names of one folder (links, `..`) open the same vault: `root` is equal.
#[derive(Debug, Clone)]
pub struct Disk {
    root: PathBuf,
    letter_case: LetterCase,
}

/// What stands where a vault needs something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InTheWay {
    /// A file in the place of a folder.
    File(PathBuf),
    /// A folder in the place of a file.
    Folder(PathBuf),
}

impl Disk {
    /// Opens the folder, which must exist. Nothing is written.
    pub fn open(root: &Path) -> Result<Self, VaultError> {
        let shown = root.to_string_lossy();
        let canonical =
            root.canonicalize().map_err(|error| VaultError::from_io("open", &shown, &error))?;
        if !canonical.is_dir() {
            return Err(VaultError::new(
                VaultErrorKind::NotFound,
                "open",
                &shown,
                "it is not a folder",
            ));
        }
        let letter_case = probe_letter_case(&canonical);
        Ok(Self { root: canonical, letter_case })
    }

    /// Opens the vault whose root is `root`, making the folder first if it is missing.
    ///
    /// # Errors
    /// What the operating system says of the folder.
    pub fn make(root: &Path) -> Result<Self, VaultError> {
        fs::create_dir_all(root)
            .map_err(|error| VaultError::from_io("make", &root.to_string_lossy(), &error))?;
        Self::open(root)
    }

    /// The canonical root: the key under which one process keeps one vault.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The private folder, which need not exist yet.
    #[must_use]
    pub fn state(&self) -> PathBuf {
        self.root.join(STATE_FOLDER)
    }

    /// The first thing that keeps files of these names from being made: a file where a folder must be, or a
    /// folder where a file must be. A file that stands under its own name is none.
    #[must_use]
    pub fn in_the_way(&self, files: &[&str]) -> Option<InTheWay> {
        files.iter().find_map(|file| {
            let path = self.at(file);
            let above = path.ancestors().skip(1).take_while(|it| *it != self.root);
            let blocked = above.map(Path::to_path_buf).find(|it| it.is_file());
            match blocked {
                Some(file) => Some(InTheWay::File(file)),
                None => path.is_dir().then_some(InTheWay::Folder(path)),
            }
        })
    }

    fn at(&self, place: &str) -> PathBuf {
        self.root.join(place)
    }

    /// A canonical path as a name below the root, or `None` when it is elsewhere or not text.
    fn name_of(&self, canonical: &Path) -> Option<String> {
        let below = canonical.strip_prefix(&self.root).ok()?;
        let mut name = String::new();
        for part in below.components() {
            let Component::Normal(part) = part else { return None };
            if !name.is_empty() {
                name.push('/');
            }
            name.push_str(part.to_str()?);
        }
        Some(name)
    }

    /// Opens a regular file for reading, and checks that it is the file that the name meant.
    fn open_checked(&self, place: &str) -> Result<File, VaultError> {
        let failed = |error: &io::Error| VaultError::from_io("read", place, error);
        let path = self.at(place);
        let expected = fs::symlink_metadata(&path).map_err(|error| failed(&error))?;
        if !expected.is_file() {
            let why = "it is not a regular file";
            return Err(VaultError::new(VaultErrorKind::Io, "read", place, why));
        }
        let file = File::open(&path).map_err(|error| failed(&error))?;
        let opened = file.metadata().map_err(|error| failed(&error))?;
        let real = path.canonicalize().map_err(|error| failed(&error))?;
        if same_file(&expected, &opened) && real.starts_with(&self.root) {
            Ok(file)
        } else {
            let why = "the file was exchanged while it was opened";
            Err(VaultError::new(VaultErrorKind::Escapes, "read", place, why))
        }
    }

    /// Refuses a folder that became a link after the name was resolved.
    fn check_folder(&self, act: &'static str, place: &str) -> Result<(), VaultError> {
        let path = self.at(place);
        let parent = path.parent().expect("because a file below the root has a folder");
        let real =
            parent.canonicalize().map_err(|error| VaultError::from_io(act, place, &error))?;
        if real.starts_with(&self.root) { Ok(()) } else { Err(escapes(act, place)) }
    }
}

#[cfg(unix)]
fn same_file(a: &fs::Metadata, b: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

#[cfg(not(unix))]
fn same_file(a: &fs::Metadata, b: &fs::Metadata) -> bool {
    a.is_file() == b.is_file() && a.created().ok() == b.created().ok()
}

fn escapes(act: &'static str, file: &str) -> VaultError {
    VaultError::new(VaultErrorKind::Escapes, act, file, "the path leads out of the vault")
}

/// Asks for the root's own folder under another letter case; a root without letters counts as kept.
fn probe_letter_case(root: &Path) -> LetterCase {
    let Some(name) = root.file_name().and_then(|name| name.to_str()) else {
        return LetterCase::Kept;
    };
    let swapped: String =
        name.chars()
            .map(|c| {
                if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
            })
            .collect();
    let same = match (fs::metadata(root), fs::metadata(root.with_file_name(&swapped))) {
        (Ok(a), Ok(b)) => swapped != name && same_file(&a, &b),
        _ => false,
    };
    if same { LetterCase::Ignored } else { LetterCase::Kept }
}

/// Nanoseconds since 1970 of a time that the file system gave.
pub(crate) fn nanoseconds(time: SystemTime) -> i128 {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i128::try_from(after.as_nanos()).unwrap_or(i128::MAX),
        Err(before) => -i128::try_from(before.duration().as_nanos()).unwrap_or(i128::MAX),
    }
}

pub(crate) fn stat_of(metadata: &fs::Metadata) -> Stat {
    let mtime_ns = metadata.modified().map_or(0, nanoseconds);
    Stat { size: metadata.len(), mtime_ns }
}

/// Whether a vault's private folder is a link: it could lead out of the vault, where other vaults' state lies.
///
/// # Errors
/// What the operating system says, but for a folder that is not there yet.
pub fn state_is_link(state: &Path) -> Result<bool, VaultError> {
    match fs::symlink_metadata(state) {
        Ok(found) => Ok(found.is_symlink()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(VaultError::from_io("look at", STATE_FOLDER, &error)),
    }
}

/// Makes the private folder with a note to git that nothing in it is to be tracked.
pub(crate) fn make_state_folder(path: &Path) -> io::Result<bool> {
    match fs::create_dir(path) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            // A link could lead out of the vault.
            let is_folder = fs::symlink_metadata(path)?.is_dir();
            let why = "it is a link or a file, and no folder of the vault's own";
            return if is_folder { Ok(false) } else { Err(io::Error::new(error.kind(), why)) };
        }
        Err(error) => return Err(error),
    }
    fs::write(path.join(".gitignore"), "*\n")?;
    Ok(true)
}

/// Makes a folder's entries durable. File systems that cannot sync a folder say so with an error
/// that means nothing for the data.
fn sync_dir(path: &Path) -> io::Result<()> {
    if cfg!(windows) {
        return Ok(());
    }
    match File::open(path)?.sync_all() {
        Err(error)
            if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) =>
        {
            Ok(())
        }
        done => done,
    }
}

fn write_synced(path: &Path, bytes: &[u8], like: Option<&fs::Metadata>) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    if let Some(like) = like {
        file.set_permissions(like.permissions())?;
    }
    file.sync_all()
}

impl Files for Disk {
    fn resolve(
        &self,
        act: &'static str,
        file: &str,
        purpose: Purpose,
    ) -> Result<String, VaultError> {
        let mut path = self.root.clone();
        let mut parts = file.split('/').peekable();
        while let Some(part) = parts.next() {
            path.push(part);
            match fs::symlink_metadata(&path) {
                Ok(metadata) if metadata.file_type().is_symlink() => {
                    path = match path.canonicalize() {
                        Ok(real) => real,
                        Err(error) if purpose == Purpose::Look => {
                            return Err(VaultError::from_io(act, file, &error));
                        }
                        Err(_) => return Err(escapes(act, file)),
                    };
                    if !path.starts_with(&self.root) {
                        return Err(escapes(act, file));
                    }
                }
                Ok(metadata) if parts.peek().is_some() && !metadata.is_dir() => {
                    let error = io::Error::from(io::ErrorKind::NotADirectory);
                    return Err(VaultError::from_io(act, file, &error));
                }
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    path.extend(parts);
                    break;
                }
                Err(error) => return Err(VaultError::from_io(act, file, &error)),
            }
        }
        self.name_of(&path).ok_or_else(|| escapes(act, file))
    }

    fn walk(&self) -> Result<Listing, VaultError> {
        walk::walk(&self.root)
    }

    fn look(&self, place: &str) -> Result<Option<Stat>, VaultError> {
        match fs::symlink_metadata(self.at(place)) {
            Ok(metadata) if metadata.is_file() => Ok(Some(stat_of(&metadata))),
            Ok(_) => {
                let why = "it is not a regular file";
                Err(VaultError::new(VaultErrorKind::Io, "read", place, why))
            }
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(VaultError::from_io("read", place, &error)),
        }
    }

    #[cfg(unix)]
    fn stamp_of(&self, file: &str) -> Option<Stamp> {
        use std::os::unix::fs::MetadataExt;
        let found = fs::metadata(self.at(file)).ok().filter(fs::Metadata::is_file)?;
        let changed = found.ctime().wrapping_mul(1_000_000_000).wrapping_add(found.ctime_nsec());
        let identity = [found.dev(), found.ino(), changed.cast_unsigned()];
        Some(Stamp { stat: stat_of(&found), identity })
    }

    fn fetch(&self, place: &str, offset: u64, limit: u64) -> Result<Vec<u8>, VaultError> {
        let mut file = self.open_checked(place)?;
        let mut bytes = Vec::new();
        let mut read = || -> io::Result<()> {
            if offset > 0 {
                file.seek(SeekFrom::Start(offset))?;
            }
            (&file).take(limit).read_to_end(&mut bytes)?;
            Ok(())
        };
        read().map_err(|error| VaultError::from_io("read", place, &error))?;
        Ok(bytes)
    }

    fn check_writable(&self, place: &str) -> Result<(), VaultError> {
        match fs::metadata(self.at(place)) {
            Ok(found) if found.permissions().readonly() => {
                Err(VaultError::new(VaultErrorKind::ReadOnly, "write", place, READ_ONLY))
            }
            _ => Ok(()),
        }
    }

    fn write_new(&self, place: &str, bytes: &[u8], like: Option<&str>) -> Result<(), VaultError> {
        let failed = |error: io::Error| VaultError::from_io("write", place, &error);
        let like = like.map(|like| fs::metadata(self.at(like))).transpose().map_err(failed)?;
        if like.as_ref().is_some_and(|like| like.permissions().readonly()) {
            return Err(VaultError::new(VaultErrorKind::ReadOnly, "write", place, READ_ONLY));
        }
        self.check_folder("write", place)?;
        write_synced(&self.at(place), bytes, like.as_ref()).map_err(failed)
    }

    fn rename_over(&self, from: &str, to: &str) -> Result<Moved, VaultError> {
        self.check_folder("write", to)?;
        match fs::rename(self.at(from), self.at(to)) {
            Ok(()) => Ok(Moved::Done),
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => Ok(Moved::OtherDisk),
            Err(error) => Err(VaultError::from_io("write", to, &error)),
        }
    }

    fn rename_new(&self, from: &str, to: &str) -> Result<Moved, VaultError> {
        self.check_folder("create", to)?;
        let (source, target) = (self.at(from), self.at(to));
        match fs::hard_link(&source, &target) {
            Ok(()) => {
                self.unlink(from)?;
                return Ok(Moved::Done);
            }
            Err(error) if error.kind() == io::ErrorKind::CrossesDevices => {
                return Ok(Moved::OtherDisk);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(VaultError::from_io("create", to, &error));
            }
            // Some file systems have no hard links; there the look before the rename must do.
            Err(_) => {}
        }
        if fs::symlink_metadata(&target).is_ok() {
            let error = io::Error::from(io::ErrorKind::AlreadyExists);
            return Err(VaultError::from_io("create", to, &error));
        }
        self.rename_over(from, to)
    }

    fn unlink(&self, place: &str) -> Result<(), VaultError> {
        self.check_folder("remove", place)?;
        fs::remove_file(self.at(place))
            .map_err(|error| VaultError::from_io("remove", place, &error))
    }

    fn make_folder(&self, place: &str) -> Result<bool, VaultError> {
        let path = self.at(place);
        let made = if place == STATE_FOLDER {
            make_state_folder(&path)
        } else {
            match fs::create_dir(&path) {
                Ok(()) => Ok(true),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {
                    Ok(false)
                }
                Err(error) => Err(error),
            }
        };
        made.map_err(|error| VaultError::from_io("create", place, &error))
    }

    fn sync_folder(&self, place: &str) -> Result<(), VaultError> {
        sync_dir(&self.at(place)).map_err(|error| VaultError::from_io("write", place, &error))
    }

    fn add_bytes(
        &self,
        place: &str,
        bytes: &[u8],
        durability: Durability,
    ) -> Result<(), VaultError> {
        let add = || -> io::Result<()> {
            let mut file = OpenOptions::new().append(true).create(true).open(self.at(place))?;
            file.write_all(bytes)?;
            match durability {
                Durability::Synced => file.sync_data(),
                Durability::Written => Ok(()),
            }
        };
        self.check_folder("write", place)?;
        add().map_err(|error| VaultError::from_io("write", place, &error))
    }

    fn names(&self, folder: &str) -> Result<Vec<String>, VaultError> {
        let failed = |error: io::Error| VaultError::from_io("list", folder, &error);
        let entries = match fs::read_dir(self.at(folder)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(failed)?,
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(failed)?;
            let is_file = entry.file_type().map_err(failed)?.is_file();
            if let (true, Ok(name)) = (is_file, entry.file_name().into_string()) {
                names.push(name);
            }
        }
        Ok(names)
    }

    fn folding(&self) -> LetterCase {
        self.letter_case
    }
}
