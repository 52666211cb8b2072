//! The line ends of texts that git keeps otherwise than they lay in the vault. Where the user's attributes
//! let git convert them, its blob no longer tells what they were: the commit that changes or removes a
//! file says it, in a trailer, and whoever takes the commit back puts them in again.

use crate::history::HistoryError;

/// The trailer's key.
pub(super) const KEY: &str = "Memopage-Line-Ends";
/// Stands for every file that has no line of its own.
const ALL: &str = "*";
/// Ends that cannot be told in a few bytes, or not at all.
const UNTOLD: &str = "?";
/// Bytes that the changes of one text's ends may take, and all of one message's: it is an argument.
const RUNS_BYTES: usize = 8 << 10;
const TRAILER_BYTES: usize = 48 << 10;

/// The line ends of a text: `lf`, `crlf`, or runs of both (`7r1n`: seven of CRLF, then one of LF). `None`
/// where it has none.
pub(crate) fn of(bytes: &[u8]) -> Option<String> {
    let mut runs: Vec<(bool, usize)> = Vec::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n').filter(|it| it.ends_with(b"\n")) {
        // Git takes one of the two away, and cannot tell later which line had them.
        if line.ends_with(b"\r\r\n") {
            return Some(UNTOLD.to_owned());
        }
        let crlf = line.ends_with(b"\r\n");
        match runs.last_mut() {
            Some((kind, count)) if *kind == crlf => *count += 1,
            _ => runs.push((crlf, 1)),
        }
    }
    match runs[..] {
        [] => None,
        [(true, _)] => Some("crlf".to_owned()),
        [(false, _)] => Some("lf".to_owned()),
        _ => {
            let run = |(crlf, count): &(bool, usize)| format!("{count}{}", sign(*crlf));
            let told: String = runs.iter().map(run).collect();
            Some(if told.len() > RUNS_BYTES { UNTOLD.to_owned() } else { told })
        }
    }
}

fn sign(crlf: bool) -> char {
    if crlf { 'r' } else { 'n' }
}

/// The trailers that tell the ends of these files, each with its own: those of most files in one line.
pub(super) fn trailers(ends: &[(String, String)]) -> String {
    let plain = |(file, _): &&(String, String)| !file.contains(char::is_control);
    let count = |kind: &str| ends.iter().filter(|(_, it)| it == kind).count();
    let common = if count("crlf") > count("lf") { "crlf" } else { "lf" };
    let mut told = String::new();
    if count(common) > 1 {
        told.push_str(&format!("{KEY}: {common} {ALL}\n"));
    }
    let grouped = !told.is_empty();
    for (file, kind) in ends.iter().filter(plain).filter(|(_, it)| !grouped || it != common) {
        let line = format!("{KEY}: {kind} {file}\n");
        // What finds no room is not to be taken for one of the many.
        let line = if told.len() + line.len() > TRAILER_BYTES {
            format!("{KEY}: {UNTOLD} {file}\n")
        } else {
            line
        };
        if told.len() + line.len() <= 2 * TRAILER_BYTES {
            told.push_str(&line);
        }
    }
    told
}

/// A text as git gives it out, with the line ends that the trailers of a commit tell of its file.
///
/// # Errors
/// `Failed` where they cannot be told and git may have changed them: `stored` is the text as git keeps it.
pub(super) fn given_back(
    told: &[String],
    file: &str,
    shown: Vec<u8>,
    stored: impl FnOnce() -> Result<Vec<u8>, HistoryError>,
) -> Result<Vec<u8>, HistoryError> {
    let entry = |name: &str| {
        told.iter().find_map(|it| it.split_once(' ').filter(|(_, of)| *of == name)).map(|it| it.0)
    };
    match entry(file).or_else(|| entry(ALL)) {
        None => Ok(shown),
        Some(UNTOLD) => {
            // With its carriage returns git has the text as it was.
            if shown.contains(&b'\r') && stored()? == shown {
                return Ok(shown);
            }
            Err(HistoryError::Failed(format!(
                "it changed the line ends of {file}, which cannot be given back as they were"
            )))
        }
        Some(kind) => Ok(with_ends(&shown, kind).unwrap_or(shown)),
    }
}

/// A text with other line ends; `None` where the runs are not those of a text with so many lines.
fn with_ends(text: &[u8], kind: &str) -> Option<Vec<u8>> {
    let mut runs: Vec<(usize, bool)> = Vec::new();
    match kind {
        "lf" => runs.push((usize::MAX, false)),
        "crlf" => runs.push((usize::MAX, true)),
        _ => {
            for run in kind.split_inclusive(['r', 'n']) {
                let (count, crlf) = match run.strip_suffix('r') {
                    Some(count) => (count, true),
                    None => (run.strip_suffix('n')?, false),
                };
                runs.push((count.parse().ok()?, crlf));
            }
            let lines = text.iter().filter(|byte| **byte == b'\n').count();
            let told = runs.iter().try_fold(0_usize, |sum, (count, _)| sum.checked_add(*count))?;
            if lines != told {
                return None;
            }
        }
    }
    let mut out = Vec::with_capacity(text.len() + text.len() / 16);
    let mut runs = runs.into_iter();
    let mut run = (0, false);
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let Some(body) = line.strip_suffix(b"\n") else {
            out.extend_from_slice(line);
            break;
        };
        while run.0 == 0 {
            run = runs.next()?;
        }
        run.0 -= 1;
        out.extend_from_slice(body.strip_suffix(b"\r").unwrap_or(body));
        out.extend_from_slice(if run.1 { b"\r\n" } else { b"\n" });
    }
    Some(out)
}
