//! Conversations and notes that were kept elsewhere, read as sessions and pages.
//!
//! Pure: text goes in, values come out. A bad record costs that record and is reported; the rest is
//! read. What is written, and whether it is there already, is the write path's business.

mod chat;
pub mod exported;
pub mod folder;
mod locomo;
mod longmemeval;
mod surrogate;
#[cfg(test)]
mod tests;

use std::io::{BufRead, BufReader, Read as _};

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use wiki::session::Session;

/// What a file holds, by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Chat messages: JSON lines, one JSON array, or objects with `messages`.
    Chat,
    /// The LoCoMo data set: samples with `conversation.session_N`.
    Locomo,
    /// The LongMemEval data set: questions with `haystack_sessions`.
    LongMemEval,
    /// A Markdown page.
    Page,
    /// memopage's own export as JSON lines; see [`exported`].
    Exported,
    /// Nothing that can be imported.
    Unknown,
}

/// One record that was left out or came short of something, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordProblem {
    /// Where it stands: "line 3", "session s1, turn 4".
    pub place: String,
    /// What is wrong, lowercase, without a full stop.
    pub message: String,
    /// The record was taken in all the same, without the part that the message names.
    pub is_kept: bool,
}

/// What was read from a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The sessions, in the order of the source.
    pub sessions: Vec<Session>,
    /// What was left out.
    pub problems: Vec<RecordProblem>,
}

/// What a file holds. `text` is the file or its beginning; the more of it, the surer the answer.
pub fn detect(name: &str, text: &str) -> Format {
    let lower = name.to_lowercase();
    if lower.ends_with(".md") || lower.ends_with(".markdown") {
        return Format::Page;
    }
    let Some(at) = begins(&lower, text) else { return Format::Unknown };
    let text = &text[at..];
    // A quote within JSON text is escaped, so a quoted name that stands here bare is a key or a value.
    let has = |key: &str| text.contains(&format!("\"{key}\""));
    if exported::is_exported(&has) {
        Format::Exported
    } else if has("haystack_sessions") || has("haystack_session_ids") {
        Format::LongMemEval
    } else if has("dia_id") || has("session_1_date_time") || has("qa") && has("evidence") {
        Format::Locomo
    } else if chat::KEYS.iter().any(|key| has(key)) {
        Format::Chat
    } else {
        Format::Unknown
    }
}

/// Lines before the first of JSON that cost themselves, not the file: what a terminal or a mail program put there.
const STRAY_LINES: usize = 3;
/// The byte order mark.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Where the JSON begins in a file of this name in small letters: behind a few lines of something else, at most.
fn begins(name: &str, text: &str) -> Option<usize> {
    let mut at = 0;
    let mut strays = 0;
    for line in text.split_inclusive('\n') {
        let said = line.trim_start_matches('\u{feff}').trim();
        let is_json = match strays {
            0 => said.starts_with(['[', '{']),
            // A bracket alone begins a block of many languages.
            _ => {
                said.starts_with("{\"")
                    || said.starts_with("[{")
                    || (matches!(said, "[" | "{") && name.ends_with(".json"))
            }
        };
        if is_json {
            return Some(at);
        }
        strays += usize::from(!said.is_empty());
        if strays > STRAY_LINES {
            return None;
        }
        at += line.len();
    }
    None
}

/// Passes over the lines before the first that begins with a bracket: which of them are none of JSON, and as
/// many line ends, so that what is told of later lines counts them.
fn pass_strays(reader: &mut dyn BufRead) -> (Vec<RecordProblem>, Vec<u8>) {
    let mut problems = Vec::new();
    let mut ends = Vec::new();
    loop {
        let bytes = match reader.fill_buf() {
            Ok(bytes) if !bytes.is_empty() => bytes,
            // What is wrong with the file is said by whoever reads on.
            _ => break,
        };
        let is_blank = |byte: &u8| byte.is_ascii_whitespace() || MARK.contains(byte);
        let blank = bytes.iter().position(|it| !is_blank(it)).unwrap_or(bytes.len());
        if blank > 0 {
            ends.extend(bytes[..blank].iter().filter(|it| **it == b'\n'));
            reader.consume(blank);
            continue;
        }
        if matches!(bytes[0], b'[' | b'{') || problems.len() == STRAY_LINES {
            break;
        }
        problems.push(problem(format!("line {}", ends.len() + 1), "it is not JSON"));
        if reader.skip_until(b'\n').is_err() {
            break;
        }
        ends.push(b'\n');
    }
    (problems, ends)
}

/// Reads the sessions of a text; see [`read`].
pub fn parse(format: Format, name: &str, text: &str, zone: &TimeZone) -> Imported {
    let mut sessions = Vec::new();
    let problems =
        read(format, name, &mut text.as_bytes(), zone, &mut |session| sessions.push(session));
    Imported { sessions, problems }
}

/// Reads the sessions of a file and hands each on. The data sets are read piece by piece, so that a
/// file of hundreds of megabytes is never in memory whole. `zone` is the vault's: times that name
/// their own zone are turned into it, others are taken as they stand.
pub fn read(
    format: Format,
    name: &str,
    reader: &mut dyn BufRead,
    zone: &TimeZone,
    sink: &mut dyn FnMut(Session),
) -> Vec<RecordProblem> {
    let sink: &mut dyn FnMut(Session) = &mut |session| sink(as_text(session));
    let reader: &mut dyn BufRead = &mut BufReader::new(surrogate::Whole::new(reader));
    match format {
        Format::Chat => chat::read(name, reader, zone, sink),
        Format::Locomo | Format::LongMemEval => {
            let (mut problems, ends) = pass_strays(reader);
            let rest: &mut dyn BufRead = &mut ends.as_slice().chain(reader);
            problems.extend(match format {
                Format::Locomo => locomo::read(name, rest, sink),
                _ => longmemeval::read(name, rest, sink),
            });
            problems
        }
        Format::Page | Format::Exported | Format::Unknown => {
            vec![problem("the file", "it holds no conversation in a known format")]
        }
    }
}

/// A file that holds U+0000 is no text to git, editors and lint: the sign for what cannot be shown takes
/// its place. A carriage return alone ends a line to some of them only, so that a line feed does.
fn as_text(mut session: Session) -> Session {
    let shown = |text: &mut String| {
        if text.contains('\0') {
            *text = text.replace('\0', "\u{fffd}");
        }
        if text.contains('\r') {
            let ends = text.replace("\r\n", "\n");
            if ends.contains('\r') {
                *text = ends.replace('\r', "\n");
            }
        }
    };
    for turn in &mut session.turns {
        [&mut turn.text, &mut turn.speaker, &mut turn.id].into_iter().for_each(shown);
        turn.at.iter_mut().for_each(shown);
    }
    session.topic.iter_mut().chain(&mut session.participants).for_each(shown);
    session
}

fn problem(place: impl Into<String>, message: impl Into<String>) -> RecordProblem {
    RecordProblem { place: place.into(), message: message.into(), is_kept: false }
}

/// As [`problem`], of a record that is taken in without what the message names.
fn shortage(place: impl Into<String>, message: impl Into<String>) -> RecordProblem {
    RecordProblem { is_kept: true, ..problem(place, message) }
}

/// As turns show it.
fn minute(at: DateTime) -> String {
    at.strftime("%Y-%m-%d %H:%M").to_string()
}

/// A text or a number as text.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Hands on every element of a JSON array, or the one value that is none, without keeping them. A
/// file that breaks off keeps what came before.
fn each_value(
    reader: &mut dyn BufRead,
    sink: &mut dyn FnMut(usize, Value),
) -> Result<(), RecordProblem> {
    let mut deserializer = serde_json::Deserializer::from_reader(reader);
    let read = Elements(sink).deserialize(&mut deserializer);
    read.map_err(|error| {
        problem(format!("line {}", error.line()), format!("the file is damaged: {error}"))
    })
}

struct Elements<'a>(&'a mut dyn FnMut(usize, Value));

impl<'de> DeserializeSeed<'de> for Elements<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Elements<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an array of objects, or one object")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let mut index = 0;
        while let Some(value) = seq.next_element::<Value>()? {
            (self.0)(index, value);
            index += 1;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut object = serde_json::Map::new();
        while let Some((key, value)) = map.next_entry::<String, Value>()? {
            object.insert(key, value);
        }
        (self.0)(0, Value::Object(object));
        Ok(())
    }
}
