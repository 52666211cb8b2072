//! Reads a YAML head by its events, so that every value keeps the bytes where it was typed.

use std::collections::HashMap;
use std::ops::Range;

use granit_parser::{Event, Options, Parser, ScalarStyle, StructureStyle};

use super::{Entry, Failure, Inside, Leaf, Value, line_end, line_start};

/// What aliases may add to a head in nodes and bytes together: beyond it, a head of a few lines could
/// fill the memory.
const ALIAS_COST: usize = 1 << 20;

/// A collection that is still open.
struct Frame {
    kind: Kind,
    anchor: usize,
}

enum Kind {
    List(Vec<Value>),
    Map { pairs: Vec<(String, Value)>, key: Option<String> },
}

/// The key whose value is being read, and how far it reaches.
struct Open {
    key: String,
    key_span: Range<usize>,
    value: Option<Range<usize>>,
}

struct Reader<'t> {
    text: &'t str,
    base: usize,
    inside: Inside,
    frames: Vec<Frame>,
    /// Whether the root is `{a: 1}`, whose entries are no lines of their own.
    flow: bool,
    open: Option<Open>,
    key_span: Option<Range<usize>>,
    anchors: HashMap<usize, Value>,
    cost: usize,
}

/// Reads the bytes between the fences.
pub(super) fn read(text: &str, inner: Range<usize>) -> Result<Inside, Failure> {
    let source = &text[inner.clone()];
    if source.trim().is_empty() {
        return Ok(Inside::default());
    }
    // YAML ends a line there, and nothing else does: an edit of that line could not be told apart.
    if let Some(at) = lone_return(source) {
        let why = "the head holds a carriage return that ends no line".to_owned();
        return Err(Failure::Broken { at: inner.start + at, why });
    }
    let mut reader = Reader {
        text,
        base: inner.start,
        inside: Inside::default(),
        frames: Vec::new(),
        flow: false,
        open: None,
        key_span: None,
        anchors: HashMap::new(),
        cost: 0,
    };
    let mut options = Options::default();
    options.emit_unresolved_aliases = true;
    let mut documents = 0;
    for next in Parser::new_from_str_with_options(source, options) {
        let (event, span) = next.map_err(|error| {
            let at = error.marker().byte_offset().unwrap_or(0).min(source.len());
            Failure::Broken {
                at: inner.start + at,
                why: format!("the head is not valid YAML: {}", error.info()),
            }
        })?;
        let span = span.byte_range().unwrap_or(0..0);
        let span = inner.start + span.start..inner.start + span.end;
        if matches!(event, Event::DocumentStart(..)) {
            documents += 1;
            if documents > 1 {
                let why = "the head holds more than one YAML document".to_owned();
                return Err(Failure::Broken { at: span.start, why });
            }
        }
        reader.take(event, span)?;
    }
    // Only comments, with a blank line first, is a heading after a thematic break.
    if documents == 0 && source.trim_start_matches([' ', '\t', '\r']).starts_with('\n') {
        return Err(Failure::NotAHead);
    }
    Ok(reader.inside)
}

fn lone_return(source: &str) -> Option<usize> {
    let bytes = source.as_bytes();
    (0..bytes.len()).find(|&at| bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'))
}

impl Reader<'_> {
    fn take(&mut self, event: Event<'_>, span: Range<usize>) -> Result<(), Failure> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let value = scalar(&text, style, span.is_empty(), tag.is_some());
                if self.frames.is_empty() {
                    return if value == Value::Null { Ok(()) } else { Err(Failure::NotAHead) };
                }
                self.reach(&scalar_span(self.text, &span, style));
                self.leaf(&span, style);
                self.node(value, anchor, span);
                Ok(())
            }
            Event::Alias(id) => {
                let value = self.alias(id, &span)?;
                self.reach(&span);
                self.node(value, 0, span);
                Ok(())
            }
            Event::UnresolvedAlias(_) => {
                let value = Value::Text(self.text[span.clone()].to_owned());
                self.reach(&span);
                self.node(value, 0, span);
                Ok(())
            }
            Event::SequenceStart(..) if self.frames.is_empty() => Err(Failure::NotAHead),
            Event::SequenceStart(_, anchor, _) => {
                self.reach(&span);
                self.frames.push(Frame { kind: Kind::List(Vec::new()), anchor });
                Ok(())
            }
            Event::MappingStart(style, anchor, _) => {
                if self.frames.is_empty() {
                    self.flow = style == StructureStyle::Flow;
                } else {
                    self.reach(&span);
                }
                self.frames
                    .push(Frame { kind: Kind::Map { pairs: Vec::new(), key: None }, anchor });
                Ok(())
            }
            Event::SequenceEnd | Event::MappingEnd => {
                self.close(&span);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The open value, or the key before it, reaches at least as far as this.
    fn reach(&mut self, span: &Range<usize>) {
        if let Some(open) = &mut self.open {
            let value = open.value.get_or_insert_with(|| span.clone());
            value.end = value.end.max(span.end);
        } else {
            let key = self.key_span.get_or_insert_with(|| span.clone());
            key.end = key.end.max(span.end);
        }
    }

    fn leaf(&mut self, span: &Range<usize>, style: ScalarStyle) {
        let in_line = !matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
        if self.open.is_some() && in_line && !span.is_empty() {
            self.inside.leaves.push(Leaf { entry: self.inside.entries.len(), span: span.clone() });
        }
    }

    fn alias(&mut self, id: usize, span: &Range<usize>) -> Result<Value, Failure> {
        let Some(value) = self.anchors.get(&id) else {
            return Ok(Value::Text(self.text[span.clone()].to_owned()));
        };
        self.cost += cost(value);
        if self.cost > ALIAS_COST {
            let why = "the head's aliases repeat too much text".to_owned();
            return Err(Failure::Limit { at: span.start, why });
        }
        Ok(value.clone())
    }

    fn close(&mut self, span: &Range<usize>) {
        let Some(frame) = self.frames.pop() else { return };
        if self.frames.is_empty() {
            return;
        }
        if !span.is_empty() {
            self.reach(span);
        }
        let value = match frame.kind {
            Kind::List(values) => Value::List(values),
            Kind::Map { pairs, .. } => Value::Map(pairs),
        };
        self.node(value, frame.anchor, span.clone());
    }

    /// Puts a finished node where it belongs.
    fn node(&mut self, value: Value, anchor: usize, span: Range<usize>) {
        if anchor != 0 {
            self.anchors.insert(anchor, value.clone());
        }
        let root = self.frames.len() == 1;
        let Some(frame) = self.frames.last_mut() else { return };
        match &mut frame.kind {
            Kind::List(values) => values.push(value),
            Kind::Map { .. } if root => self.root(value, span),
            Kind::Map { pairs, key } => match key.take() {
                None => *key = Some(key_text(value)),
                Some(key) => pairs.push((key, value)),
            },
        }
    }

    fn root(&mut self, value: Value, span: Range<usize>) {
        let Some(open) = self.open.take() else {
            let key_span = self.key_span.take().unwrap_or(span);
            let key = match value {
                Value::Text(text) => text,
                _ => self.text[key_span.clone()].to_owned(),
            };
            self.open = Some(Open { key, key_span, value: None });
            return;
        };
        let after_key = &self.text[open.key_span.end..];
        let colon = after_key.find(|c: char| !c.is_whitespace());
        let colon = colon.filter(|&at| after_key[at..].starts_with(':')).map_or(0, |at| at + 1);
        let after_colon = open.key_span.end + colon;
        let mut value_span = open.value.unwrap_or(after_colon..after_colon);
        if value_span.is_empty() {
            value_span = after_colon..after_colon;
        } else if let Some(header) = self.block_header(&value_span, after_colon) {
            value_span.start = header;
        } else if matches!(value, Value::List(_)) {
            // The event of a list that is not indented starts at its first item, behind the dash.
            let before = self.text[..value_span.start].trim_end();
            if before.len() > after_colon && before.ends_with('-') {
                value_span.start = before.len() - 1;
            }
        }
        let span = if self.flow {
            open.key_span.start..value_span.end
        } else {
            let start = line_start(self.text, open.key_span.start).max(self.base);
            start..line_end(self.text, value_span.end.max(after_colon))
        };
        self.inside.entries.push(Entry { key: open.key, value, span, value_span });
    }

    /// Where the `|` or `>` of a block scalar stands: its event starts at the first line of text.
    fn block_header(&self, value: &Range<usize>, after_colon: usize) -> Option<usize> {
        let before = &self.text[after_colon..value.start.max(after_colon)];
        let first_line = &before[..before.find('\n')?];
        let bare = first_line.split(" #").next().unwrap_or(first_line);
        let mark = bare.rfind(['|', '>'])?;
        let indicator = bare[mark + 1..].trim().chars().all(|c| matches!(c, '+' | '-' | '0'..='9'));
        indicator.then_some(after_colon + mark)
    }
}

/// A scalar's own bytes. A block scalar's event takes the blank lines after it and the indentation of
/// a comment; the text that a change replaces ends with its last line.
fn scalar_span(text: &str, span: &Range<usize>, style: ScalarStyle) -> Range<usize> {
    if !matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
        return span.clone();
    }
    let kept = text[span.clone()].trim_end_matches([' ', '\t', '\r', '\n']).len();
    span.start..span.start + kept
}

fn scalar(text: &str, style: ScalarStyle, empty: bool, tagged: bool) -> Value {
    let plain = style == ScalarStyle::Plain;
    let nothing = plain && (empty || matches!(text, "~" | "null" | "Null" | "NULL"));
    if nothing && !tagged { Value::Null } else { Value::Text(text.to_owned()) }
}

fn key_text(value: Value) -> String {
    match value {
        Value::Text(text) => text,
        Value::Null => String::new(),
        Value::List(_) | Value::Map(_) => "?".to_owned(),
    }
}

fn cost(value: &Value) -> usize {
    match value {
        Value::Null => 1,
        Value::Text(text) => 1 + text.len(),
        Value::List(values) => 1 + values.iter().map(cost).sum::<usize>(),
        Value::Map(pairs) => {
            1 + pairs.iter().map(|(key, value)| key.len() + cost(value)).sum::<usize>()
        }
    }
}
