//! memopage's own export as JSON lines, read back: each line's page as the bytes that its file had.
//!
//! Only what is byte for byte what was exported is handed on; what is written is the write path's business.

use std::io::{BufRead, Read};

use serde::Deserialize;
use wiki::page::Revision;

use super::{RecordProblem, problem};

/// Bytes of one line: a page of the greatest size with every character escaped.
const LINE_BYTES: u64 = 512 << 20;

/// A line of the export, as far as it is needed.
#[derive(Deserialize)]
struct Record {
    file: String,
    revision: Option<String>,
    text: Option<String>,
    problem: Option<String>,
}

/// Whether a line of JSON is one of the export's.
pub(super) fn is_exported(has: &dyn Fn(&str) -> bool) -> bool {
    ["page", "file", "title", "revision", "text"].iter().all(|key| has(key))
}

/// Hands on each page of an export: its file's name in the vault, and its bytes. Gives what was left out.
pub fn read(reader: &mut dyn BufRead, sink: &mut dyn FnMut(String, Vec<u8>)) -> Vec<RecordProblem> {
    let mut problems = Vec::new();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        match Read::take(&mut *reader, LINE_BYTES).read_until(b'\n', &mut line) {
            Ok(0) => break,
            Ok(_) if line.trim_ascii().is_empty() => {}
            Ok(_) => match page(&line) {
                Ok((file, text)) => sink(file, text),
                Err(why) => problems.push(problem(format!("line {number}"), why)),
            },
            Err(err) => {
                problems.push(problem(format!("line {number}"), err.to_string()));
                break;
            }
        }
    }
    problems
}

fn page(line: &[u8]) -> Result<(String, Vec<u8>), String> {
    let record: Record =
        serde_json::from_slice(line).map_err(|err| format!("it is no exported page: {err}"))?;
    let file = record.file;
    if let Some(why) = record.problem {
        return Err(format!("{file}: {why}"));
    }
    let Some(text) = record.text else { return Err(format!("{file}: it has no text")) };
    let bytes = text.into_bytes();
    let own = Revision::of(&bytes).to_string();
    match record.revision {
        Some(revision) if revision != own => Err(format!(
            "{file}: its text is not what was exported; leave `revision` out to take it all the same"
        )),
        _ => Ok((file, bytes)),
    }
}
