//! Reads a JSON head: an object at the first byte, followed by a line end. It is never written.

use std::ops::Range;

use serde_json::Value as Json;

use super::{Entry, Found, HEAD_BYTES, Head, HeadKind, Leaf, Value};

/// Reads the object at `start`, or nothing when the page only starts with a brace.
pub(super) fn read(text: &str, start: usize) -> Option<Found> {
    let mut limit = text.len().min(start + HEAD_BYTES);
    while !text.is_char_boundary(limit) {
        limit -= 1;
    }
    let source = &text[start..limit];
    let mut values = serde_json::Deserializer::from_str(source).into_iter::<Json>();
    let Some(Ok(Json::Object(_))) = values.next() else { return None };
    let end = start + values.byte_offset();
    let rest = text[end..].trim_start_matches([' ', '\t', '\r']);
    if !rest.is_empty() && !rest.starts_with('\n') {
        return None;
    }
    let mut scan = Scan { text, at: start, leaves: Vec::new() };
    let mut entries = Vec::new();
    while let Some((key, key_start)) = scan.key(end) {
        let (value, value_span) = scan.value(entries.len())?;
        entries.push(Entry { key, value, span: key_start..value_span.end, value_span });
    }
    let span = start..(text.len() - rest.len() + usize::from(!rest.is_empty()));
    let head = Head { kind: HeadKind::Json, span, entries, broken: false };
    Some(Found { head, leaves: scan.leaves })
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
