//! Reads a JSON head: an object at the first byte, followed by a line end. It is never written.
//!
//! A page may begin with a brace and have no head. One that begins with an object's first key was meant
//! to have one, so what is wrong with it is said.

use std::ops::Range;

use serde_json::Value as Json;

use super::{
    Entry, Failure, Found, HEAD_BYTES, Head, HeadKind, Inside, Leaf, Value, line_end, lines,
};

/// Reads the object at `start`, or nothing when the page only starts with a brace.
pub(super) fn read(text: &str, start: usize) -> Result<Option<Found>, Failure> {
    match valid(text, start) {
        Ok(found) => Ok(found),
        Err(_) if !is_meant(&text[start..]) => Ok(None),
        Err(failure) => Err(failure),
    }
}

/// Whether the first thing in the braces is a key of its own: `{"title":`, or `{` with `title:` below.
fn is_meant(text: &str) -> bool {
    let inside = &text[1..];
    let rest = inside.trim_start();
    let below = inside[..inside.len() - rest.len()].contains('\n');
    let line = rest.lines().next().unwrap_or_default();
    let quoted = line.strip_prefix('"').and_then(|it| it.split_once('"'));
    let Some((key, after)) = quoted.or_else(|| below.then(|| line.split_once(':'))?) else {
        return false;
    };
    let bare = key.trim_end();
    let word = bare.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    if quoted.is_some() { after.trim_start().starts_with(':') } else { word && !bare.is_empty() }
}

/// A head that is not valid: to the line that closes it, read line by line. Nothing is known to be of
/// it where no line does.
pub(super) fn broken(text: &str, start: usize) -> Found {
    let end = closing(text, start).unwrap_or(start);
    let first = line_end(text, start).min(end);
    // The line that closes it holds the brace alone, or is the first one, of which nothing is read.
    let last = text[first..end].rfind('}').map_or(first, |at| first + at);
    let inside = lines::read(text, first..last, HeadKind::Json);
    let Inside { entries, leaves } = inside.unwrap_or_default();
    let head = Head { kind: HeadKind::Json, span: start..end, entries, broken: true };
    Found { head, leaves }
}

/// The end of the first line that is a closing brace, or of the first line if it ends in one.
fn closing(text: &str, start: usize) -> Option<usize> {
    let mut at = start;
    for line in text[start..].split_inclusive('\n') {
        let bare = line.trim();
        let first = at == start;
        at += line.len();
        if bare == "}" || (first && bare.len() > 1 && bare.ends_with('}')) {
            return Some(at);
        }
        if at - start > HEAD_BYTES {
            break;
        }
    }
    None
}

fn valid(text: &str, start: usize) -> Result<Option<Found>, Failure> {
    let mut limit = text.len().min(start + HEAD_BYTES);
    while !text.is_char_boundary(limit) {
        limit -= 1;
    }
    let source = &text[start..limit];
    let mut values = serde_json::Deserializer::from_str(source).into_iter::<Json>();
    match values.next() {
        Some(Ok(Json::Object(_))) => {}
        Some(Err(err)) if err.is_eof() && limit < text.len() => {
            let why = format!("the head has more than {} KB", HEAD_BYTES / 1024);
            return Err(Failure::Limit { at: start, why });
        }
        Some(Err(err)) => {
            let at = place(text, start, err.line(), err.column());
            return Err(Failure::Broken { at, why: format!("the head is not valid JSON: {err}") });
        }
        Some(Ok(_)) | None => return Ok(None),
    }
    let end = start + values.byte_offset();
    let rest = text[end..].trim_start_matches([' ', '\t', '\r']);
    if !rest.is_empty() && !rest.starts_with('\n') {
        return Ok(None);
    }
    let mut scan = Scan { text, at: start, leaves: Vec::new() };
    let mut entries = Vec::new();
    while let Some((key, key_start)) = scan.key(end) {
        let Some((value, value_span)) = scan.value(entries.len()) else { return Ok(None) };
        entries.push(Entry { key, value, span: key_start..value_span.end, value_span });
    }
    let span = start..(text.len() - rest.len() + usize::from(!rest.is_empty()));
    let head = Head { kind: HeadKind::Json, span, entries, broken: false };
    Ok(Some(Found { head, leaves: scan.leaves }))
}

/// The byte at a line and column of the head, both counted from 1.
fn place(text: &str, start: usize, line: usize, column: usize) -> usize {
    let lines = text[start..].split_inclusive('\n').take(line.saturating_sub(1));
    let at = start + lines.map(str::len).sum::<usize>() + column.saturating_sub(1);
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Walks over text that is known to be valid JSON, because numbers must stay what was typed and a
/// value of `serde_json` has forgotten that.
struct Scan<'t> {
    text: &'t str,
    at: usize,
    leaves: Vec<Leaf>,
}

impl Scan<'_> {
    /// The next key of the object that ends at `end`.
    fn key(&mut self, end: usize) -> Option<(String, usize)> {
        let quote = self.at + self.text[self.at..end].find(['"', '}'])?;
        if self.text.as_bytes()[quote] == b'}' {
            return None;
        }
        self.at = quote;
        let span = self.string()?;
        let key = serde_json::from_str(&self.text[span.clone()]).ok()?;
        self.at += self.text[self.at..].find(':')? + 1;
        Some((key, span.start))
    }

    fn value(&mut self, entry: usize) -> Option<(Value, Range<usize>)> {
        self.space();
        let start = self.at;
        let value = match *self.text.as_bytes().get(self.at)? {
            b'"' => {
                let span = self.string()?;
                self.leaves.push(Leaf { entry, span: span.clone() });
                Value::Text(serde_json::from_str(&self.text[span]).ok()?)
            }
            b'[' => Value::List(self.list(entry)?),
            b'{' => Value::Map(self.map(entry)?),
            _ => {
                let rest = &self.text[self.at..];
                self.at += rest.find([',', ']', '}', ' ', '\t', '\r', '\n']).unwrap_or(rest.len());
                match &self.text[start..self.at] {
                    "null" => Value::Null,
                    typed => Value::Text(typed.to_owned()),
                }
            }
        };
        Some((value, start..self.at))
    }

    fn list(&mut self, entry: usize) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        self.at += 1;
        loop {
            self.space();
            match *self.text.as_bytes().get(self.at)? {
                b']' => break,
                b',' => self.at += 1,
                _ => values.push(self.value(entry)?.0),
            }
        }
        self.at += 1;
        Some(values)
    }

    fn map(&mut self, entry: usize) -> Option<Vec<(String, Value)>> {
        let mut pairs = Vec::new();
        self.at += 1;
        loop {
            self.space();
            match *self.text.as_bytes().get(self.at)? {
                b'}' => break,
                b',' => self.at += 1,
                _ => {
                    let (key, _) = self.key(self.text.len())?;
                    pairs.push((key, self.value(entry)?.0));
                }
            }
        }
        self.at += 1;
        Some(pairs)
    }

    /// The string at this place, with its quotes.
    fn string(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let mut escaped = false;
        for (offset, byte) in self.text.bytes().enumerate().skip(start + 1) {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    self.at = offset + 1;
                    return Some(start..self.at);
                }
                _ => {}
            }
        }
        None
    }

    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
    }
}
