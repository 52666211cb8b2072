//! Asks the vector stream, and says what it could not see. Words answer without it.

use super::Snapshot;
use super::ask::Tongue;
use super::language::Parsed;
use crate::analyse::{Script, script};
use crate::answer::Warning;
use crate::query::Streams;
use crate::vector::{Dense, Vectors};

/// Rows that the scan hands on.
const ROWS: usize = 100;
/// How much less near than the nearest a row may be whatever its likeness, as a share of the way from unlike
/// to alike, where a question is in another language: no text is as near to it as one in its own.
const BESIDE: f32 = 0.7;

/// What the vectors say; none, with a warning, where they cannot be asked.
pub(super) fn ask(
    snapshot: &mut Snapshot<'_>,
    vectors: &Vectors,
    (parsed, streams): (&Parsed, Streams),
    tongue: Tongue,
) -> Option<Dense> {
    let text = parsed.text.trim();
    if text.is_empty() {
        return None;
    }
    if !vectors.embedder().traits().multilingual && !is_latin(text) {
        let message = format!("the model reads English only; {}", streams.without_likeness());
        warn(snapshot, "reduced", &message);
        return None;
    }
    let state = snapshot.state;
    let table = match vectors.table(&state.catalogue, &state.epoch, snapshot.changes) {
        Ok(table) => table,
        Err(error) => {
            warn(snapshot, "unavailable", &error.to_string());
            return None;
        }
    };
    let pages = snapshot.passing.big.len() + snapshot.passing.delta.len();
    let seen = table.covered(|uid| snapshot.passes(uid));
    if seen == 0 {
        let lack = match vectors.others() {
            Some(other) => format!("{other}: `memopage embed` makes those of the present one"),
            None => "no page has vectors yet".to_owned(),
        };
        warn(snapshot, "partial", &format!("{lack}; {}", streams.without_likeness()));
        return None;
    }
    if seen < pages {
        let others = if streams.lexical { "found by words" } else { "not seen" };
        let message = format!("{seen} of {pages} pages have vectors; the others are {others}");
        warn(snapshot, "partial", &message);
    }
    let question = match vectors.question(text) {
        Ok(question) => question,
        Err(error) => {
            let message = format!("{error}; {}", streams.without_likeness());
            warn(snapshot, "unavailable", &message);
            return None;
        }
    };
    let beside = (tongue == Tongue::Other).then_some(BESIDE);
    match vectors.ask((table, question), |uid| snapshot.passes(uid), ROWS, beside) {
        Ok(dense) => Some(dense),
        Err(error) => {
            warn(snapshot, "unavailable", &error.to_string());
            None
        }
    }
}

fn warn(snapshot: &mut Snapshot<'_>, status: &'static str, message: &str) {
    let (corpus, message) = ("vectors".to_owned(), message.to_owned());
    snapshot.warnings.push(Warning { corpus, status, message });
}

/// Whether most letters are of scripts with spaces between words.
pub(super) fn is_latin(text: &str) -> bool {
    let (mut spaced, mut other) = (0, 0);
    for char in text.chars().filter(|char| char.is_alphabetic()) {
        match script(char) {
            Script::Word => spaced += 1,
            _ => other += 4,
        }
    }
    spaced >= other
}
