//! Reads a TOML head. It is never written.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Entry, Failure, Inside, Leaf, Value, line_end, line_start};

/// Reads the bytes between the fences.
pub(super) fn read(text: &str, inner: Range<usize>) -> Result<Inside, Failure> {
    let source = &text[inner.clone()];
    let table = DeTable::parse(source).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start.min(source.len()));
        let why = format!("the head is not valid TOML: {}", error.message());
        Failure::Broken { at: inner.start + at, why }
    })?;
    let mut keys: Vec<_> = table.get_ref().iter().collect();
    keys.sort_by_key(|(key, _)| key.span().start);
    let mut inside = Inside::default();
    for (key, value) in keys {
        let reach = reach(value);
        let value_span = inner.start + reach.start..inner.start + reach.end;
        let start = line_start(text, inner.start + key.span().start).max(inner.start);
        leaves(value, inner.start, inside.entries.len(), &mut inside.leaves);
        inside.entries.push(Entry {
            key: key.get_ref().to_string(),
            value: value_of(value, source),
            span: start..line_end(text, value_span.end.max(start)),
            value_span,
        });
    }
    Ok(inside)
}

/// A value's bytes; a table's header and all that stands under it.
fn reach(value: &Spanned<DeValue<'_>>) -> Range<usize> {
    let mut span = value.span();
    match value.get_ref() {
        DeValue::Array(values) => {
            for inner in values.iter() {
                span.end = span.end.max(reach(inner).end);
            }
        }
        DeValue::Table(table) => {
            for inner in table.values() {
                span.end = span.end.max(reach(inner).end);
            }
        }
        _ => {}
    }
    span
}

fn leaves(value: &Spanned<DeValue<'_>>, base: usize, entry: usize, into: &mut Vec<Leaf>) {
    match value.get_ref() {
        DeValue::String(_) => {
            let span = value.span();
            into.push(Leaf { entry, span: base + span.start..base + span.end });
        }
        DeValue::Array(values) => values.iter().for_each(|inner| leaves(inner, base, entry, into)),
        DeValue::Table(table) => table.values().for_each(|inner| leaves(inner, base, entry, into)),
        _ => {}
    }
}

fn value_of(value: &Spanned<DeValue<'_>>, source: &str) -> Value {
    match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Array(values) => {
            Value::List(values.iter().map(|inner| value_of(inner, source)).collect())
        }
        DeValue::Table(table) => {
            let mut pairs: Vec<_> = table.iter().collect();
            pairs.sort_by_key(|(key, _)| key.span().start);
            let pairs = pairs.into_iter();
            Value::Map(
                pairs
                    .map(|(key, inner)| (key.get_ref().to_string(), value_of(inner, source)))
                    .collect(),
            )
        }
        _ => Value::Text(source.get(value.span()).unwrap_or_default().to_owned()),
    }
}
