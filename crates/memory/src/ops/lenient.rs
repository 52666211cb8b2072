//! Input as models and shells write it: numbers and truth values as text, lists as `a,b`, empty
//! fields for absent ones. What it makes of a value is what the typed call would have said.

use crate::signs;
use serde_json::{Map, Value};

/// `input` with each field in the form that `schema` wants, and without empty fields.
pub(super) fn fitted(schema: &Value, input: Value) -> Value {
    let Value::Object(fields) = input else {
        return if input.is_null() { Value::Object(Map::new()) } else { input };
    };
    let known = &schema["properties"];
    let kept = fields.into_iter().filter_map(|(name, value)| {
        let spec = &known[&name];
        let value = field(spec, value)?;
        Some((name, value))
    });
    Value::Object(kept.collect())
}

fn field(spec: &Value, value: Value) -> Option<Value> {
    let has = |name: &str| match &spec["type"] {
        Value::String(one) => one == name,
        Value::Array(several) => several.iter().any(|it| it == name),
        _ => false,
    };
    match value {
        Value::Null => None,
        Value::String(text) if has("string") || spec.is_null() => Some(Value::String(text)),
        Value::String(text) if text.trim().is_empty() => None,
        Value::String(text) if has("array") => Some(list(&text)),
        Value::String(text) if has("integer") || has("number") => {
            Some(serde_json::from_str(text.trim()).unwrap_or(Value::String(text)))
        }
        Value::String(text) if has("boolean") => Some(match text.trim() {
            "true" | "yes" | "1" => Value::Bool(true),
            "false" | "no" | "0" => Value::Bool(false),
            _ => Value::String(text),
        }),
        Value::Number(number) if has("string") => Some(Value::String(number.to_string())),
        other => Some(other),
    }
}

/// `["a", "b"]` or `a, b`.
fn list(text: &str) -> Value {
    match serde_json::from_str(text) {
        Ok(list @ Value::Array(_)) => list,
        _ => signs::items(text).map(Value::from).collect(),
    }
}
