//! What holds for every row of the table.

use super::{ALL, Entry, lenient};
use serde_json::{Value, json};

fn properties(schema: &Value) -> Vec<(String, Value)> {
    schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, spec)| (name.clone(), spec.clone()))
        .collect()
}

#[test]
fn names_are_unique_and_kebab_case() {
    let mut names: Vec<_> = ALL.iter().map(|entry| entry.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ALL.len());
    assert!(names.iter().all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-')));
}

#[test]
fn summaries_are_one_short_line_without_full_stop() {
    for entry in ALL {
        assert!(entry.summary.len() < 72, "{}: {}", entry.name, entry.summary.len());
        assert!(!entry.summary.ends_with('.'), "{}", entry.name);
    }
}

#[test]
fn every_input_is_an_object_whose_fields_are_documented_and_free_of_references() {
    for entry in ALL {
        let schema = (entry.input)().to_value();
        assert_eq!(schema["type"], "object", "{}", entry.name);
        for word in ["$ref", "$defs", "$schema"] {
            assert!(!schema.to_string().contains(word), "{} holds {word}", entry.name);
        }
        for (name, spec) in properties(&schema) {
            assert!(spec["description"].is_string(), "{}.{name} is undocumented", entry.name);
            if spec["type"] == "array" {
                assert!(spec["items"]["type"].is_string(), "{}.{name} has no items", entry.name);
            }
        }
        assert!(!schema["required"].is_null() || schema.get("required").is_none());
    }
}

#[test]
fn every_output_is_documented() {
    for entry in ALL {
        let schema = (entry.output)().to_value();
        assert_eq!(schema["type"], "object", "{}", entry.name);
        for (name, spec) in properties(&schema) {
            assert!(spec["description"].is_string(), "{}.{name} is undocumented", entry.name);
        }
    }
}

#[test]
fn positional_fields_are_fields() {
    for entry in ALL {
        let schema = (entry.input)().to_value();
        for name in entry.positional {
            assert!(schema["properties"][name].is_object(), "{} has no {name}", entry.name);
        }
    }
}

#[test]
fn c022_a_number_given_as_text_is_that_number() {
    let schema = (Entry::find("recall").unwrap().input)().to_value();
    let typed = json!({"query": "123", "limit": 5, "tag": ["a", "b"], "archived": true});
    let loose =
        json!({"query": 123, "limit": "5", "tag": "a, b", "archived": "true", "after": null});
    assert_eq!(lenient::fitted(&schema, loose), typed);
}

#[test]
fn a_list_may_be_json_text() {
    let schema = (Entry::find("recall").unwrap().input)().to_value();
    let fitted = lenient::fitted(&schema, json!({"tag": "[\"a\", \"b\"]"}));
    assert_eq!(fitted, json!({"tag": ["a", "b"]}));
}
