//! Lists the page files below a root, in order, without following links into anything twice or
//! out. It reads no file's content.

use std::fs;
use std::io;
use std::path::Path;

use walkdir::{DirEntry, WalkDir};

use crate::disk::stat_of;
use crate::error::VaultError;
use crate::files::is_private;
use crate::vault::{FileStat, Listing, SkipReason, Skipped};

/// The one dot-folder that holds pages.
const ARCHIVE_FOLDER: &str = ".archive";

/// True for `.md`, `.MD`, `.markdown`.
pub(crate) fn is_page_name(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| {
        ending.eq_ignore_ascii_case("md") || ending.eq_ignore_ascii_case("markdown")
    })
}

/// True for names that are not shown: dot-folders and dot-files but the archive.
pub(crate) fn is_hidden(name: &str) -> bool {
    name.starts_with('.') && name != ARCHIVE_FOLDER
}

/// What is shown of a folder and those in it.
fn shown(root: &Path) -> impl Iterator<Item = walkdir::Result<DirEntry>> {
    WalkDir::new(root).follow_links(false).into_iter().filter_entry(|entry| {
        entry.depth() == 0 || !is_hidden(&entry.file_name().to_string_lossy())
    })
}

pub(crate) fn walk(root: &Path) -> Result<Listing, VaultError> {
    let mut listing = Listing::default();
    for entry in shown(root) {
        match entry {
            Ok(entry) => visit(root, &entry, &mut listing),
            Err(error) if error.depth() == 0 => {
                let shown = root.to_string_lossy().into_owned();
                return Err(match error.into_io_error() {
                    Some(error) => VaultError::from_io("list", &shown, &error),
                    None => VaultError::from_io(
                        "list",
                        &shown,
                        &io::Error::other("the folder contains itself"),
                    ),
                });
            }
            Err(error) => {
                let file = error.path().map_or_else(String::new, |path| shown_name(root, path));
                let gone = error.io_error().is_some_and(|e| e.kind() == io::ErrorKind::NotFound);
                // What vanished between two steps of the walk is simply not there.
                if !gone {
                    let why = SkipReason::Unreadable(
                        error.io_error().map_or_else(|| error.to_string(), plain),
                    );
                    listing.skipped.push(Skipped { file, why });
                }
            }
        }
    }
    listing.files.sort_unstable();
    listing.others.sort_unstable();
    listing.skipped.sort_unstable();
    Ok(listing)
}

fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}

/// The path below the root with `/`; bytes that are not text are replaced, for showing only.
fn shown_name(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// The path below the root, or `None` when it is not text.
fn text_name(root: &Path, path: &Path) -> Option<String> {
    let below = path.strip_prefix(root).ok()?;
    let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
    parts.map(|parts| parts.join("/"))
}

fn visit(root: &Path, entry: &DirEntry, listing: &mut Listing) {
    let kind = entry.file_type();
    let is_page = is_page_name(&entry.file_name().to_string_lossy());
    if entry.depth() == 0 || kind.is_dir() {
        return;
    }
    if !is_page {
        // A name that is not text is named by no link.
        listing.others.extend(text_name(root, entry.path()));
        if !kind.is_symlink() {
            return;
        }
    }
    let skip = |why| Skipped { file: shown_name(root, entry.path()), why };
    if kind.is_symlink() {
        listing.skipped.extend(link(root, entry.path(), is_page, listing.files.as_mut()).map(skip));
        return;
    }
    if !kind.is_file() {
        listing.skipped.push(skip(SkipReason::NotAFile));
        return;
    }
    let Some(file) = text_name(root, entry.path()) else {
        listing.skipped.push(skip(SkipReason::NameNotText));
        return;
    };
    match entry.metadata() {
        Ok(metadata) => {
            let stat = stat_of(&metadata);
            listing.files.push(FileStat { file, size: stat.size, mtime_ns: stat.mtime_ns });
        }
        Err(error) => {
            let why = error.io_error().map_or_else(|| error.to_string(), plain);
            listing.skipped.push(skip(SkipReason::Unreadable(why)));
        }
    }
}

/// A link to a page that is not listed otherwise is a page; every other link is left alone. Links
/// to folders are never entered, which ends loops and lists nothing twice.
fn link(root: &Path, path: &Path, is_page: bool, files: &mut Vec<FileStat>) -> Option<SkipReason> {
    let Ok(real) = path.canonicalize() else {
        return is_page.then_some(SkipReason::Dangling);
    };
    let Ok(metadata) = fs::metadata(&real) else {
        return is_page.then_some(SkipReason::Dangling);
    };
    if !is_page && !metadata.is_dir() {
        return None;
    }
    let Some(target) = text_name(root, &real) else { return Some(SkipReason::LeadsOut) };
    if target.is_empty() || metadata.is_dir() {
        return Some(SkipReason::Alias(target));
    }
    if is_private(&target) {
        return Some(SkipReason::LeadsOut);
    }
    let listed = is_page_name(&target) && !target.split('/').any(is_hidden);
    if listed {
        return Some(SkipReason::Alias(target));
    }
    if !metadata.is_file() {
        return Some(SkipReason::NotAFile);
    }
    let Some(file) = text_name(root, path) else { return Some(SkipReason::NameNotText) };
    let stat = stat_of(&metadata);
    files.push(FileStat { file, size: stat.size, mtime_ns: stat.mtime_ns });
    None
}
