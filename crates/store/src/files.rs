//! The single steps that a change of files is made of, and the one way they are put together.
//!
//! `Disk` and `Ram` implement the steps; the order of write, sync, rename and sync of the folder is
//! written once, here, so that what the strict double proves holds for the disk too.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{VaultError, VaultErrorKind};
use crate::vault::{Durability, LetterCase, Listing, STATE_FOLDER, Stamp, Stat, Target, Vault};

/// Below the private folder: files that are written and not in place yet.
const TEMP_FOLDER: &str = "tmp";
/// Temporary files that had to stand beside their target start like this.
const BESIDE_PREFIX: &str = ".memopage-tmp-";

/// The state file with which a write is tried.
const PROBE: &str = "probe";
/// What is written then: a full disk still takes a file of no bytes.
const PROBED: [u8; 4096] = [b' '; 4096];
/// What the vault's own folder is called where its name is empty.
const ROOT_SHOWN: &str = "the vault's own folder";

/// Names of temporary files differ within a process by this and between processes by the id.
static TEMP_COUNTER: AtomicU64 = AtomicU64::new(0);

/// What a rename did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moved {
    /// The new name holds the file.
    Done,
    /// Nothing happened: the two names are on different file systems.
    OtherDisk,
}

/// Why a name is resolved: a link that leads nowhere may not be written through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To look.
    Look,
    /// To change.
    Change,
}

/// Single steps on resolved names (no link is left in them, they are below the root).
pub trait Files: Send + Sync {
    /// The name with all links followed, or `Escapes`.
    fn resolve(
        &self,
        act: &'static str,
        file: &str,
        purpose: Purpose,
    ) -> Result<String, VaultError>;
    /// See `Vault::list`.
    fn walk(&self) -> Result<Listing, VaultError>;
    /// Size and time of a file; `None` when absent.
    fn look(&self, place: &str) -> Result<Option<Stat>, VaultError>;
    /// See `Vault::stamp`.
    fn stamp_of(&self, _file: &str) -> Option<Stamp> {
        None
    }
    /// Bytes from `offset` on, at most `limit`.
    fn fetch(&self, place: &str, offset: u64, limit: u64) -> Result<Vec<u8>, VaultError>;
    /// Makes a new file with these bytes, with the permissions of `like`, and syncs its content.
    fn write_new(&self, place: &str, bytes: &[u8], like: Option<&str>) -> Result<(), VaultError>;
    /// Refuses a file that whoever owns it marked as not to be written.
    fn check_writable(&self, _place: &str) -> Result<(), VaultError> {
        Ok(())
    }
    /// Renames over whatever stands at `to`.
    fn rename_over(&self, from: &str, to: &str) -> Result<Moved, VaultError>;
    /// Renames if nothing stands at `to`, else `Exists`.
    fn rename_new(&self, from: &str, to: &str) -> Result<Moved, VaultError>;
    /// Removes a file.
    fn unlink(&self, place: &str) -> Result<(), VaultError>;
    /// Makes one folder whose parent exists; false when it stands already.
    fn make_folder(&self, place: &str) -> Result<bool, VaultError>;
    /// Makes the entries of a folder durable. The root is the empty name.
    fn sync_folder(&self, place: &str) -> Result<(), VaultError>;
    /// Adds bytes in one write.
    fn add_bytes(
        &self,
        place: &str,
        bytes: &[u8],
        durability: Durability,
    ) -> Result<(), VaultError>;
    /// Names of the files in a folder, unsorted; none when absent.
    fn names(&self, folder: &str) -> Result<Vec<String>, VaultError>;
    /// See `Vault::letter_case`.
    fn folding(&self) -> LetterCase;
}

/// The folder part of a resolved name; empty for the root.
fn folder_of(place: &str) -> &str {
    place.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Refuses names that do not stay inside by their letters alone; links are `resolve`'s business.
fn check_name(act: &'static str, file: &str) -> Result<(), VaultError> {
    let inside = !file.is_empty()
        && !file.contains(['\0', '\\'])
        && file.split('/').all(|part| !part.is_empty() && part != "." && part != "..");
    if inside {
        Ok(())
    } else {
        Err(VaultError::new(VaultErrorKind::Escapes, act, file, "the path leaves the vault"))
    }
}

/// True for names in the folders that hold no pages.
pub(crate) fn is_private(place: &str) -> bool {
    let first = place.split('/').next().unwrap_or(place);
    first.eq_ignore_ascii_case(STATE_FOLDER) || first.eq_ignore_ascii_case(".git")
}

/// Where a page really is.
fn page_place<F: Files + ?Sized>(
    files: &F,
    act: &'static str,
    file: &str,
    purpose: Purpose,
) -> Result<String, VaultError> {
    check_name(act, file)?;
    let private = || {
        VaultError::new(VaultErrorKind::Escapes, act, file, "the path leads into a private folder")
    };
    if is_private(file) {
        return Err(private());
    }
    let place = files.resolve(act, file, purpose)?;
    if is_private(&place) { Err(private()) } else { Ok(place) }
}

/// Where a state file really is.
fn state_place<F: Files + ?Sized>(
    files: &F,
    act: &'static str,
    name: &str,
    purpose: Purpose,
) -> Result<String, VaultError> {
    check_name(act, name)?;
    files.resolve(act, &format!("{STATE_FOLDER}/{name}"), purpose)
}

/// Makes the folders above a file, each durable before anything is put into it.
fn make_folders_above<F: Files + ?Sized>(files: &F, place: &str) -> Result<(), VaultError> {
    for (at, _) in place.match_indices('/') {
        let folder = &place[..at];
        if files.make_folder(folder)? {
            files.sync_folder(folder_of(folder))?;
        }
    }
    Ok(())
}

/// Where temporary files are put; made if need be.
fn temp_folder<F: Files + ?Sized>(files: &F) -> Result<String, VaultError> {
    let folder = state_place(files, "write", TEMP_FOLDER, Purpose::Change)?;
    make_folders_above(files, &format!("{folder}/x"))?;
    Ok(folder)
}

fn temp_name() -> String {
    let count = TEMP_COUNTER.fetch_add(1, Ordering::Relaxed);
    format!("{}-{count}", std::process::id())
}

/// Writes a synced file under a fresh name that starts with `stem`.
fn write_temp<F: Files + ?Sized>(
    files: &F,
    stem: &str,
    bytes: &[u8],
    like: Option<&str>,
) -> Result<String, VaultError> {
    loop {
        let place = format!("{stem}{}", temp_name());
        match files.write_new(&place, bytes, like) {
            Ok(()) => return Ok(place),
            // A process that died may have had our id; the counter moves past its leftovers.
            Err(error) if error.kind == VaultErrorKind::Exists => {}
            Err(error) => {
                drop_temp(files, &place);
                return Err(error);
            }
        }
    }
}

/// Clears a temporary file after a failure. If that fails too, the first error is the one to
/// report, and recovery clears the leftover.
fn drop_temp<F: Files + ?Sized>(files: &F, place: &str) {
    drop(files.unlink(place));
}

/// Renames a synced temporary file to its place and makes that durable.
fn settle<F: Files + ?Sized>(
    files: &F,
    temp: &str,
    place: &str,
    target: Target,
) -> Result<(), VaultError> {
    make_folders_above(files, place)?;
    let rename = |from: &str| match target {
        Target::Any => files.rename_over(from, place),
        Target::Absent => files.rename_new(from, place),
    };
    if rename(temp)? == Moved::OtherDisk {
        let bytes = files.fetch(temp, 0, u64::MAX)?;
        let folder = folder_of(place);
        let slash = if folder.is_empty() { "" } else { "/" };
        let like = files.look(place)?.map(|_| place);
        let beside = write_temp(files, &format!("{folder}{slash}{BESIDE_PREFIX}"), &bytes, like)?;
        let moved = rename(&beside).inspect_err(|_| drop_temp(files, &beside))?;
        if moved == Moved::OtherDisk {
            drop_temp(files, &beside);
            let why = "the folder is on two file systems";
            return Err(VaultError::new(VaultErrorKind::Io, "write", place, why));
        }
        files.unlink(temp)?;
    }
    files.sync_folder(folder_of(place))
}

/// Writes a file in one go: temporary file, sync, rename, sync of the folder.
fn write_whole<F: Files + ?Sized>(
    files: &F,
    place: &str,
    bytes: &[u8],
    target: Target,
) -> Result<(), VaultError> {
    let folder = temp_folder(files)?;
    let like = files.look(place)?.map(|_| place);
    let temp = write_temp(files, &format!("{folder}/"), bytes, like)?;
    settle(files, &temp, place, target).inspect_err(|_| drop_temp(files, &temp))
}

/// Moves a temporary file into a folder and back, as a write moves a page there.
fn try_folder<F: Files + ?Sized>(files: &F, temp: &str, folder: &str) -> Result<(), VaultError> {
    let slash = if folder.is_empty() { "" } else { "/" };
    let stem = format!("{folder}{slash}{BESIDE_PREFIX}");
    let place = page_place(files, "write", &format!("{stem}{}", temp_name()), Purpose::Change)?;
    match files.rename_over(temp, &place)? {
        Moved::Done => {
            files.rename_over(&place, temp).inspect_err(|_| drop_temp(files, &place))?;
            Ok(())
        }
        Moved::OtherDisk => files.unlink(&write_temp(files, &stem, b"", None)?),
    }
}

/// Gives an error the name that the caller used instead of the resolved or temporary one.
fn named<T>(act: &'static str, file: &str, result: Result<T, VaultError>) -> Result<T, VaultError> {
    result.map_err(|error| VaultError { act, file: file.to_owned(), ..error })
}

impl<F: Files> Vault for F {
    fn list(&self) -> Result<Listing, VaultError> {
        self.walk()
    }

    fn place(&self, file: &str) -> Result<String, VaultError> {
        page_place(self, "read", file, Purpose::Look)
    }

    fn stat(&self, file: &str) -> Result<Option<Stat>, VaultError> {
        match page_place(self, "read", file, Purpose::Look) {
            Ok(place) => named("read", file, self.look(&place)),
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn stamp(&self, file: &str) -> Option<Stamp> {
        check_name("read", file).ok()?;
        self.stamp_of(file)
    }

    fn read_up_to(&self, file: &str, limit: u64) -> Result<Vec<u8>, VaultError> {
        let place = page_place(self, "read", file, Purpose::Look)?;
        let bytes = named("read", file, self.fetch(&place, 0, limit.saturating_add(1)))?;
        if bytes.len() as u64 > limit {
            let why = format!("the file is larger than {limit} bytes");
            return Err(VaultError::new(VaultErrorKind::TooLarge, "read", file, why));
        }
        Ok(bytes)
    }

    fn replace(&self, file: &str, bytes: &[u8]) -> Result<(), VaultError> {
        let place = page_place(self, "write", file, Purpose::Change)?;
        named("write", file, write_whole(self, &place, bytes, Target::Any))
    }

    fn create(&self, file: &str, bytes: &[u8]) -> Result<(), VaultError> {
        let place = page_place(self, "create", file, Purpose::Change)?;
        named("create", file, write_whole(self, &place, bytes, Target::Absent))
    }

    fn remove(&self, file: &str) -> Result<(), VaultError> {
        let place = page_place(self, "remove", file, Purpose::Change)?;
        named("remove", file, self.unlink(&place))?;
        named("remove", file, self.sync_folder(folder_of(&place)))
    }

    fn recase(&self, from: &str, to: &str) -> Result<(), VaultError> {
        let place = page_place(self, "rename", from, Purpose::Change)?;
        let new = page_place(self, "rename", to, Purpose::Look)?;
        let renamed = make_folders_above(self, &new)
            .and_then(|()| self.rename_over(&place, &new))
            .and_then(|_| self.sync_folder(folder_of(&new)))
            .and_then(|()| self.sync_folder(folder_of(&place)));
        named("rename", from, renamed)
    }

    fn letter_case(&self) -> LetterCase {
        self.folding()
    }

    fn stage(&self, contents: &[(&str, &[u8])]) -> Result<Vec<String>, VaultError> {
        let folder = temp_folder(self)?;
        let mut names: Vec<String> = Vec::with_capacity(contents.len());
        let mut write_all = || {
            for (file, bytes) in contents {
                let target = page_place(self, "write", file, Purpose::Change)?;
                let like = self.look(&target)?.map(|_| target.as_str());
                let place = write_temp(self, &format!("{folder}/"), bytes, like)
                    .map_err(|error| VaultError { file: (*file).to_owned(), ..error })?;
                names.push(place[folder.len() + 1..].to_owned());
            }
            self.sync_folder(&folder)
        };
        let written = write_all();
        if written.is_err() {
            names.iter().for_each(|name| drop_temp(self, &format!("{folder}/{name}")));
        }
        written?;
        Ok(names)
    }

    fn staged(&self, name: &str) -> Result<Vec<u8>, VaultError> {
        let place = state_place(self, "read", &format!("tmp/{name}"), Purpose::Look)?;
        self.fetch(&place, 0, u64::MAX)
    }

    fn publish(&self, name: &str, file: &str, target: Target) -> Result<(), VaultError> {
        let temp = state_place(self, "write", &format!("tmp/{name}"), Purpose::Look)?;
        let place = page_place(self, "write", file, Purpose::Change)?;
        named("write", file, settle(self, &temp, &place, target))
    }

    fn sync_entry(&self, file: &str) -> Result<(), VaultError> {
        let place = page_place(self, "write", file, Purpose::Look)?;
        let mut folder = folder_of(&place);
        // A folder that was never made has nothing to sync; the one above it may have.
        loop {
            match self.sync_folder(folder) {
                Err(error) if error.is_not_found() && !folder.is_empty() => {
                    folder = folder_of(folder);
                }
                done => return named("write", file, done),
            }
        }
    }

    fn clear_staged(&self, beside: &[&str]) -> Result<(), VaultError> {
        let folder = state_place(self, "remove", TEMP_FOLDER, Purpose::Look)?;
        for name in self.names(&folder)? {
            self.unlink(&format!("{folder}/{name}"))?;
        }
        let mut folders = Vec::new();
        for file in beside {
            let place = page_place(self, "write", file, Purpose::Look)?;
            folders.push(folder_of(&place).to_owned());
        }
        folders.sort_unstable();
        folders.dedup();
        for folder in folders {
            for name in self.names(&folder)? {
                if name.starts_with(BESIDE_PREFIX) {
                    let slash = if folder.is_empty() { "" } else { "/" };
                    self.unlink(&format!("{folder}{slash}{name}"))?;
                }
            }
        }
        Ok(())
    }

    fn read_state(&self, name: &str, offset: u64, limit: u64) -> Result<Vec<u8>, VaultError> {
        let place = state_place(self, "read", name, Purpose::Look)?;
        self.fetch(&place, offset, limit)
    }

    fn replace_state(&self, name: &str, bytes: &[u8]) -> Result<(), VaultError> {
        let place = state_place(self, "write", name, Purpose::Change)?;
        named("write", &place, write_whole(self, &place, bytes, Target::Any))
    }

    fn append_state(
        &self,
        name: &str,
        bytes: &[u8],
        durability: Durability,
    ) -> Result<(), VaultError> {
        let place = state_place(self, "write", name, Purpose::Change)?;
        make_folders_above(self, &place)?;
        let before = self.look(&place)?;
        let size = before.map_or(0, |stat| stat.size);
        let torn = size > 0 && self.fetch(&place, size - 1, 1)? != b"\n";
        if torn {
            self.add_bytes(&place, &[b"\n", bytes].concat(), durability)?;
        } else {
            self.add_bytes(&place, bytes, durability)?;
        }
        if before.is_none() && durability == Durability::Synced {
            self.sync_folder(folder_of(&place))?;
        }
        Ok(())
    }

    fn remove_state(&self, name: &str) -> Result<(), VaultError> {
        let place = match state_place(self, "remove", name, Purpose::Change) {
            Err(error) if error.is_not_found() => return Ok(()),
            place => place?,
        };
        match self.unlink(&place) {
            Err(error) if error.is_not_found() => return Ok(()),
            done => done?,
        }
        self.sync_folder(folder_of(&place))
    }

    fn refusals(&self, folders: &[&str]) -> Vec<VaultError> {
        let state = self.replace_state(PROBE, &PROBED).and_then(|()| self.remove_state(PROBE));
        let temp = state.and_then(|()| {
            let folder = temp_folder(self)?;
            named("write", &folder, write_temp(self, &format!("{folder}/"), &PROBED, None))
        });
        let temp = match temp {
            Ok(temp) => temp,
            Err(error) => return vec![error],
        };
        let tried = folders.iter().filter_map(|folder| {
            let shown = if folder.is_empty() { ROOT_SHOWN } else { folder };
            named("write", shown, try_folder(self, &temp, folder)).err()
        });
        let refusals = tried.collect();
        drop_temp(self, &temp);
        refusals
    }

    fn frozen(&self, files: &[&str]) -> Vec<VaultError> {
        let check = |file: &&str| {
            let place = page_place(self, "write", file, Purpose::Look).ok()?;
            named("write", file, self.check_writable(&place)).err()
        };
        files.iter().filter_map(check).collect()
    }

    fn list_state(&self, folder: &str) -> Result<Vec<String>, VaultError> {
        let place = state_place(self, "list", folder, Purpose::Look)?;
        let mut names = self.names(&place)?;
        names.sort_unstable();
        Ok(names)
    }
}
