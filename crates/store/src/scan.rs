//! Finds what people changed by hand: compares the files of the vault with what is known of them by
//! size, time and content hash. It reads only files whose size or time differ, and it never takes a
//! vault that vanished for a vault that was emptied.

use std::collections::HashSet;

use wiki::Revision;

use crate::error::{VaultError, VaultErrorKind};
use crate::vault::{FileStat, SkipReason, Skipped, Stat, Vault};

/// A time this close to the present says nothing: the file may change again within the same tick.
const RACY_NS: i128 = 2_000_000_000;
/// From this many known files on, the loss of more than half of them at once is taken for an
/// unmounted disk.
const GUARD_FILES: usize = 20;

/// A time that no scan believes.
const UNTRUSTED_NS: i128 = -1;

/// What is known of a file from the last time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// In bytes.
    pub size: u64,
    /// Nanoseconds since 1970, as `Fetched::stat` or a scan gave it.
    pub mtime_ns: i128,
    /// Hash of the content.
    pub revision: Revision,
}

/// Arguments of a scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScanRules {
    /// The present in nanoseconds since 1970.
    pub now_ns: i128,
    /// Files with more bytes are reported and not read.
    pub page_bytes_max: u64,
    /// What to believe when most files are gone.
    pub loss: Loss,
}

/// What to believe when all files, or most of many, are gone at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// That a disk is missing: nothing is reported as removed.
    Doubted,
    /// That a person removed them.
    Confirmed,
}

/// What differs between the vault and what is known of it. Sorted by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScanResult {
    /// New files, and known ones with other content: to be read by `fetch`.
    pub changed: Vec<FileStat>,
    /// Known content under a new time: the new size and time to remember.
    pub touched: Vec<FileStat>,
    /// Files that are gone.
    pub removed: Vec<String>,
    /// Files and folders left alone; what is known of them stays.
    pub skipped: Vec<Skipped>,
    /// All files are gone, or most of many: nothing was taken as removed.
    pub vanished: bool,
    /// How many page files stand in the vault.
    pub present: usize,
}

/// A file that was read, with the size and time to remember for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fetched {
    /// Fit to be compared by the next scan.
    pub stat: FileStat,
    /// The content.
    pub bytes: Vec<u8>,
}

/// Compares the vault with what is known. `known_files` names every known file, in any order.
///
/// # Errors
/// Only when the vault cannot be listed at all; single files end in `skipped`.
pub fn scan(
    vault: &dyn Vault,
    known: &dyn Fn(&str) -> Option<Known>,
    known_files: &mut dyn Iterator<Item = String>,
    rules: &ScanRules,
) -> Result<ScanResult, VaultError> {
    let listing = vault.list()?;
    let mut result =
        ScanResult { present: listing.files.len(), skipped: listing.skipped, ..Default::default() };
    let present: Vec<String> = listing.files.iter().map(|stat| stat.file.clone()).collect();
    for stat in listing.files {
        if stat.size > rules.page_bytes_max {
            let why = SkipReason::TooLarge(stat.size);
            result.skipped.push(Skipped { file: stat.file, why });
            continue;
        }
        match known(&stat.file) {
            None => result.changed.push(stat),
            Some(known) if is_unchanged(&stat, &known, rules) => {}
            Some(known) => compare(vault, stat, &known, rules, &mut result),
        }
    }
    let unseen = unseen(&result.skipped);
    let mut known_count = 0_usize;
    for file in known_files {
        known_count += 1;
        if present.binary_search(&file).is_err() && !is_kept(&file, &unseen) {
            result.removed.push(file);
        }
    }
    let all_gone = known_count > 0 && present.is_empty();
    let most_gone = known_count >= GUARD_FILES && result.removed.len() * 2 > known_count;
    if (all_gone || most_gone) && rules.loss == Loss::Doubted && !result.removed.is_empty() {
        result.removed.clear();
        result.vanished = true;
    }
    result.removed.sort_unstable();
    result.skipped.sort_unstable();
    Ok(result)
}

fn is_racy(mtime_ns: i128, rules: &ScanRules) -> bool {
    (rules.now_ns - mtime_ns).abs() <= RACY_NS
}

fn is_unchanged(stat: &FileStat, known: &Known, rules: &ScanRules) -> bool {
    stat.size == known.size && stat.mtime_ns == known.mtime_ns && !is_racy(stat.mtime_ns, rules)
}

/// Reads a file whose size or time differ, or whose time proves nothing.
fn compare(
    vault: &dyn Vault,
    stat: FileStat,
    known: &Known,
    rules: &ScanRules,
    result: &mut ScanResult,
) {
    if stat.size != known.size {
        result.changed.push(stat);
        return;
    }
    match vault.read_up_to(&stat.file, rules.page_bytes_max) {
        Ok(bytes) if Revision::of(&bytes) != known.revision => result.changed.push(stat),
        Ok(_) => {
            let stat = remembered(stat, rules);
            if stat.mtime_ns != known.mtime_ns {
                result.touched.push(stat);
            }
        }
        // Gone between the listing and now: the next scan says so.
        Err(error) if error.is_not_found() => {}
        Err(error) => result.skipped.push(skip(&error, stat.file, stat.size)),
    }
}

/// A time that is too young to be trusted is remembered as one that no file has, so that the next
/// scan reads the file again.
fn remembered(stat: FileStat, rules: &ScanRules) -> FileStat {
    if is_racy(stat.mtime_ns, rules) { FileStat { mtime_ns: UNTRUSTED_NS, ..stat } } else { stat }
}

/// The files and folders that are there but could not be seen.
fn unseen(skipped: &[Skipped]) -> HashSet<String> {
    let is_unseen =
        |why: &SkipReason| matches!(why, SkipReason::Unreadable(_) | SkipReason::TooLarge(_));
    skipped.iter().filter(|skip| is_unseen(&skip.why)).map(|skip| skip.file.clone()).collect()
}

/// True for a file that could not be seen, itself or by one of its folders.
fn is_kept(file: &str, unseen: &HashSet<String>) -> bool {
    !unseen.is_empty()
        && (unseen.contains(file)
            || file.match_indices('/').any(|(at, _)| unseen.contains(&file[..at])))
}

fn skip(error: &VaultError, file: String, size: u64) -> Skipped {
    let why = match error.kind {
        VaultErrorKind::TooLarge => SkipReason::TooLarge(size),
        VaultErrorKind::Escapes => SkipReason::LeadsOut,
        _ => SkipReason::Unreadable(error.detail.clone()),
    };
    Skipped { file, why }
}

/// Reads a file that `scan` found changed, with a size and time that belong to these very bytes.
/// `Ok(None)` when it is gone meanwhile.
///
/// # Errors
/// The reason why it cannot be read; what is known of it stays valid.
pub fn fetch(vault: &dyn Vault, file: &str, rules: &ScanRules) -> Result<Option<Fetched>, Skipped> {
    let failed = |error: &VaultError, size| skip(error, file.to_owned(), size);
    let stat = |size| vault.stat(file).map_err(|error| failed(&error, size));
    let Some(before) = stat(0)? else { return Ok(None) };
    let bytes = match vault.read_up_to(file, rules.page_bytes_max) {
        Ok(bytes) => bytes,
        Err(error) if error.is_not_found() => return Ok(None),
        Err(error) => return Err(failed(&error, before.size)),
    };
    let Some(after) = stat(before.size)? else { return Ok(None) };
    let size = bytes.len() as u64;
    // Changed while it was read: remembered as unknown, so that the next scan reads it again.
    let settled = before == after && after.size == size;
    let mtime_ns = if settled { after.mtime_ns } else { UNTRUSTED_NS };
    let stat = FileStat { file: file.to_owned(), size, mtime_ns };
    Ok(Some(Fetched { stat: remembered(stat, rules), bytes }))
}

impl FileStat {
    /// The stat of a page that was just committed: its time is too young to be trusted, and the
    /// next scan reads the page once.
    #[must_use]
    pub fn just_written(file: &str, bytes: &[u8]) -> Self {
        Self { file: file.to_owned(), size: bytes.len() as u64, mtime_ns: UNTRUSTED_NS }
    }
}

impl From<(&str, Stat)> for FileStat {
    fn from((file, stat): (&str, Stat)) -> Self {
        Self { file: file.to_owned(), size: stat.size, mtime_ns: stat.mtime_ns }
    }
}
