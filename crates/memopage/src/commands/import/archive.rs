//! A tar archive of pages, read file by file: what `memopage export --format tar` writes.

use std::io::Read;
use tar::{Archive, EntryType};

/// Where the format's name stands in the first block of an archive.
const MAGIC: std::ops::Range<usize> = 257..262;
/// Bytes of one file; no page of a vault is larger.
const FILE_BYTES: u64 = 64 << 20;

/// Lines before an archive that are passed over: what a terminal put there.
const STRAY_LINES: usize = 3;

/// Where the bytes begin an archive: with the first, or behind a few lines of something else.
pub(super) fn start(bytes: &[u8]) -> Option<usize> {
    let ends = bytes.iter().enumerate().filter(|(_, it)| **it == b'\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(ends.take(STRAY_LINES)).find(|at| {
        let magic = at + MAGIC.start..at + MAGIC.end;
        bytes.get(magic) == Some(b"ustar".as_slice())
    })
}

/// Bytes of a vault's settings.
const SETTINGS_BYTES: u64 = 64 << 10;

/// The layout that a vault's settings name.
pub(super) fn layout(settings: &[u8]) -> Option<String> {
    let settings: toml::Table = std::str::from_utf8(settings).ok()?.parse().ok()?;
    settings.get("layout")?.as_str().map(str::to_owned)
}

/// Why something in the archive that is no file is left out; `None` for a folder, and for what is said about files.
fn no_file(kind: EntryType) -> Option<&'static str> {
    match kind {
        EntryType::Symlink => Some("it is a symbolic link, which is not followed"),
        EntryType::Link => Some("it is a hard link, which is not followed"),
        EntryType::Char | EntryType::Block | EntryType::Fifo => Some("it is not a regular file"),
        _ => None,
    }
}

/// A name without the steps that lead nowhere: `./a/./b.md` is `a/b.md`.
fn plain(name: &str) -> String {
    let parts: Vec<&str> = name.split('/').filter(|it| *it != ".").collect();
    parts.join("/")
}

/// Hands on each file of the archive: its name and its bytes, but for settings none of one that is no page. Gives what
/// was left out, links and devices among it; an archive that breaks off keeps what came before.
pub(super) fn read(from: impl Read, sink: &mut dyn FnMut(String, Vec<u8>)) -> Vec<String> {
    let mut problems = Vec::new();
    let mut archive = Archive::new(from);
    let entries = match archive.entries() {
        Ok(entries) => entries,
        Err(err) => return vec![format!("the archive cannot be read: {err}")],
    };
    for entry in entries {
        let entry = match entry {
            Ok(entry) => entry,
            Err(err) => {
                problems.push(format!("the archive is damaged: {err}"));
                break;
            }
        };
        let kind = entry.header().entry_type();
        let Ok(name) = String::from_utf8(entry.path_bytes().into_owned()) else {
            problems.push("a file's name is not UTF-8; left out".to_owned());
            continue;
        };
        let name = plain(&name);
        if !kind.is_file() {
            problems.extend(no_file(kind).map(|why| format!("{name}: {why}")));
            continue;
        }
        let mut bytes = Vec::new();
        if name == memory::MARKER {
            match entry.take(SETTINGS_BYTES).read_to_end(&mut bytes) {
                Ok(_) => sink(name, bytes),
                Err(err) => problems.push(format!("{name}: {err}")),
            }
            continue;
        }
        if !memory::import::folder::is_page(&name) {
            sink(name, bytes);
            continue;
        }
        match entry.take(FILE_BYTES + 1).read_to_end(&mut bytes) {
            Ok(_) if bytes.len() as u64 > FILE_BYTES => {
                problems.push(format!("{name}: it is too large for a page"));
            }
            Ok(_) => sink(name, bytes),
            Err(err) => {
                problems.push(format!("{name}: {err}"));
                break;
            }
        }
    }
    problems
}
