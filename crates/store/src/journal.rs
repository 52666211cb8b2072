//! The journal of observations: JSON lines that are only added, one file a month, under
//! `.memopage/journal/`. A torn or bad line costs itself and nothing else: it is put into quarantine
//! and the rest is read. What an observation means is not decided here.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use wiki::{Observation, Screened};

use crate::error::VaultError;
use crate::vault::{Durability, Vault};

const FOLDER: &str = "journal";
const QUARANTINE: &str = "journal/quarantine.jsonl";
const ENDING: &str = ".jsonl";
/// Where observations go whose time names no month.
const UNDATED: &str = "undated";
const RECORD_VERSION: u32 = 1;
/// Bytes that are read at once.
const CHUNK_BYTES: u64 = 1 << 20;
/// A line beyond this is bad; a record is bounded far below by whoever screens it.
const LINE_BYTES_MAX: usize = 16 << 20;
/// Of a bad line this much is kept.
const QUARANTINE_BYTES: usize = 64 << 10;
/// The quarantine is not read beyond this when looking whether a line is in it.
const QUARANTINE_READ_BYTES: u64 = 8 << 20;

/// The journal of one vault.
pub struct Journal<'a> {
    vault: &'a dyn Vault,
}

/// A place between two lines: everything before it has been read.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cursor {
    /// The month's file, without ending; empty before the first.
    pub segment: String,
    /// Bytes of it that have been read.
    pub offset: u64,
}

/// One record with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The month's file.
    pub segment: String,
    /// Its line, from 1; glued records share one. Counted from where this read began in the file.
    pub line: usize,
    /// The byte where its line begins: with `segment` and `nth`, a name that stays.
    pub offset: u64,
    /// Its rank among the records glued on one line, from 0.
    pub nth: usize,
    /// The record as it was written.
    pub value: serde_json::Value,
}

/// A line that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadLine {
    /// The month's file.
    pub segment: String,
    /// From 1, counted from where this read began in the file.
    pub line: usize,
    /// The byte where it begins.
    pub offset: u64,
}

impl std::fmt::Display for BadLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { segment, line, offset } = self;
        write!(f, "line {line} (byte {offset}) of the journal {segment} cannot be read")
    }
}

/// What a read gave.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Batch {
    /// In the order in which they were written.
    pub records: Vec<Record>,
    /// Put into quarantine.
    pub bad: Vec<BadLine>,
    /// Where to go on.
    pub next: Cursor,
}

#[derive(Serialize, Deserialize)]
struct Written {
    v: u32,
    who: String,
    when: String,
    #[serde(default)]
    session: Option<String>,
    kind: String,
    text: String,
}

#[derive(Serialize, Deserialize)]
struct Quarantined {
    segment: String,
    offset: u64,
    line: usize,
    text: String,
}

impl Record {
    /// The observation, if the record is one of ours.
    #[must_use]
    pub fn observation(&self) -> Option<Observation> {
        let Written { who, when, session, kind, text, .. } =
            Written::deserialize(&self.value).ok()?;
        Some(Observation { who, when, session, kind, text })
    }
}

impl<'a> Journal<'a> {
    /// The journal of this vault; nothing is made before the first append.
    #[must_use]
    pub fn new(vault: &'a dyn Vault) -> Self {
        Self { vault }
    }

    /// Adds an observation. Needs no lock: one write adds the whole line.
    ///
    /// # Errors
    /// When the line could not be written.
    pub fn append(&self, screened: &Screened, durability: Durability) -> Result<(), VaultError> {
        let Observation { who, when, session, kind, text } = screened.observation().clone();
        let segment = segment_of(&when).to_owned();
        let written = Written { v: RECORD_VERSION, who, when, session, kind, text };
        let mut line = serde_json::to_vec(&written)
            .expect("because strings and numbers always have a JSON form");
        line.push(b'\n');
        self.vault.append_state(&state_name(&segment), &line, durability)
    }

    /// Reads on from a place, at most `limit` records. A last line that is not finished is left for
    /// the next read, unless it is a whole record without its newline.
    ///
    /// # Errors
    /// When a file of the journal cannot be read, or a bad line not be put into quarantine.
    pub fn read(&self, from: &Cursor, limit: usize) -> Result<Batch, VaultError> {
        let mut batch = Batch { next: from.clone(), ..Batch::default() };
        for segment in self.segments()? {
            if segment < from.segment || batch.records.len() >= limit {
                continue;
            }
            let offset = if segment == from.segment { from.offset } else { 0 };
            self.read_segment(&segment, offset, limit, &mut batch)?;
        }
        Ok(batch)
    }

    /// The months' names in order; observations without a time come last.
    fn segments(&self) -> Result<Vec<String>, VaultError> {
        let names = self.vault.list_state(FOLDER)?;
        let segments = names.iter().filter_map(|name| name.strip_suffix(ENDING));
        Ok(segments.filter(|name| *name != "quarantine").map(str::to_owned).collect())
    }

    fn read_segment(
        &self,
        segment: &str,
        from: u64,
        limit: usize,
        batch: &mut Batch,
    ) -> Result<(), VaultError> {
        let name = state_name(segment);
        let mut bad = Vec::new();
        let mut at = from;
        let mut line = 0;
        let mut bytes = Vec::new();
        let mut too_long = false;
        let mut read = from;
        loop {
            let chunk = self.vault.read_state(&name, read, CHUNK_BYTES)?;
            let is_last = chunk.is_empty();
            read += chunk.len() as u64;
            bytes.extend_from_slice(&chunk);
            let mut start = 0;
            while batch.records.len() < limit {
                let Some(length) = bytes[start..].iter().position(|byte| *byte == b'\n') else {
                    break;
                };
                line += 1;
                // The end of a line that was too long is no line of its own.
                if !std::mem::take(&mut too_long) {
                    let text = &bytes[start..start + length];
                    take_line(Place { segment, line, offset: at }, text, batch, &mut bad);
                }
                start += length + 1;
                at += length as u64 + 1;
            }
            bytes.drain(..start);
            if is_last || batch.records.len() >= limit {
                break;
            }
            if bytes.len() > LINE_BYTES_MAX {
                if !too_long {
                    let place = Place { segment, line: line + 1, offset: at };
                    bad.push(bad_line(place, &bytes));
                }
                too_long = true;
                at += bytes.len() as u64;
                bytes.clear();
            }
        }
        let is_whole = !bytes.is_empty() && !too_long && batch.records.len() < limit;
        let value = serde_json::from_slice::<serde_json::Value>(&bytes);
        if is_whole && value.is_ok_and(|value| value.is_object()) {
            let place = Place { segment, line: line + 1, offset: at };
            take_line(place, &bytes, batch, &mut bad);
            at += bytes.len() as u64;
        }
        batch.next = Cursor { segment: segment.to_owned(), offset: at };
        self.quarantine(&bad)?;
        batch.bad.extend(bad.into_iter().map(|(bad, _)| bad));
        Ok(())
    }

    /// Keeps bad lines that are not kept yet.
    fn quarantine(&self, bad: &[(BadLine, String)]) -> Result<(), VaultError> {
        if bad.is_empty() {
            return Ok(());
        }
        let kept = match self.vault.read_state(QUARANTINE, 0, QUARANTINE_READ_BYTES) {
            Err(error) if error.is_not_found() => Vec::new(),
            kept => kept?,
        };
        let kept: HashSet<(String, u64)> = kept
            .split(|byte| *byte == b'\n')
            .filter_map(|line| serde_json::from_slice::<Quarantined>(line).ok())
            .map(|kept| (kept.segment, kept.offset))
            .collect();
        let mut lines = Vec::new();
        for (BadLine { segment, line, offset }, text) in bad {
            if !kept.contains(&(segment.clone(), *offset)) {
                let kept = Quarantined {
                    segment: segment.clone(),
                    offset: *offset,
                    line: *line,
                    text: text.clone(),
                };
                serde_json::to_writer(&mut lines, &kept)
                    .expect("because strings and numbers always have a JSON form");
                lines.push(b'\n');
            }
        }
        if lines.is_empty() {
            return Ok(());
        }
        self.vault.append_state(QUARANTINE, &lines, Durability::Synced)
    }
}

/// Where a line stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    segment: &'a str,
    line: usize,
    offset: u64,
}

/// Takes the records of a line: usually one, several when an older writer forgot a newline. What
/// follows the last whole one is bad.
fn take_line(place: Place<'_>, text: &[u8], batch: &mut Batch, bad: &mut Vec<(BadLine, String)>) {
    let Place { segment, line, offset } = place;
    if text.iter().all(u8::is_ascii_whitespace) {
        return;
    }
    let mut values = serde_json::Deserializer::from_slice(text).into_iter::<serde_json::Value>();
    let mut whole = 0;
    let mut nth = 0;
    while let Some(Ok(value)) = values.next() {
        if !value.is_object() {
            break;
        }
        whole = values.byte_offset();
        batch.records.push(Record { segment: segment.to_owned(), line, offset, nth, value });
        nth += 1;
    }
    let rest = &text[whole..];
    if !rest.iter().all(u8::is_ascii_whitespace) {
        bad.push(bad_line(Place { offset: offset + whole as u64, ..place }, rest));
    }
}

/// A bad line with so much of its text as is kept.
fn bad_line(place: Place<'_>, text: &[u8]) -> (BadLine, String) {
    let Place { segment, line, offset } = place;
    let kept = String::from_utf8_lossy(&text[..text.len().min(QUARANTINE_BYTES)]).into_owned();
    (BadLine { segment: segment.to_owned(), line, offset }, kept)
}

/// The month of an ISO date, or a name for none.
fn segment_of(when: &str) -> &str {
    let is_month = |month: &str| {
        month.bytes().enumerate().all(|(at, byte)| match at {
            4 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
    };
    when.get(..7).filter(|month| is_month(month)).unwrap_or(UNDATED)
}

fn state_name(segment: &str) -> String {
    format!("{FOLDER}/{segment}{ENDING}")
}
