//! The reference page of the operations is drawn from the table and must not lag behind it.
//! `UPDATE_EXPECT=1 cargo test -p memopage` writes it anew.

use memory::ops::{ALL, Effect};
use serde_json::Value;
use std::fmt::Write as _;

#[test]
fn the_reference_page_says_what_the_table_says() {
    let mut text = String::from(
        "# Operations\n\nDrawn from the operation table; every door (the command line; later REST and MCP) offers \
         the same. On the\ncommand line a field in the order given is a position, any other is `--name`; `memopage OPERATION --json` gives the reply as JSON.\n",
    );
    for entry in ALL {
        let effect = match entry.effect {
            Effect::Read => "reads",
            Effect::Write => "writes",
            Effect::Destroy => "puts out of sight or erases",
        };
        write!(text, "\n## `{}`\n\n{} ({effect}).\n\n", entry.name, entry.summary).unwrap();
        let input = (entry.input)().to_value();
        rows(&mut text, "Takes", &input, entry.positional);
        rows(&mut text, "Gives", &(entry.output)().to_value(), &[]);
    }
    expect_test::expect_file!["../../../../docs/reference/operations.md"].assert_eq(&text);
}

fn rows(text: &mut String, what: &str, schema: &Value, positional: &[&str]) {
    let Some(fields) = schema["properties"].as_object().filter(|it| !it.is_empty()) else {
        return;
    };
    let required = |name: &str| {
        schema["required"].as_array().is_some_and(|all| all.iter().any(|it| it == name))
    };
    write!(text, "| {what} | form | |\n|---|---|---|\n").unwrap();
    let mut names: Vec<&String> = fields.keys().collect();
    names.sort_by_key(|name| positional.iter().position(|it| it == name).unwrap_or(usize::MAX));
    for name in names {
        let spec = &fields[name];
        let must = if !positional.is_empty() && required(name) { ", required" } else { "" };
        let said = spec["description"].as_str().unwrap_or_default().replace('|', "\\|");
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(text, "| `{name}` | {}{must} | {said} |", form(spec)).unwrap();
    }
    text.push('\n');
}

fn form(spec: &Value) -> String {
    let of = |kind: &str| match kind {
        "array" => "list".to_owned(),
        "boolean" => "flag".to_owned(),
        other => other.to_owned(),
    };
    match &spec["type"] {
        Value::String(kind) => of(kind),
        Value::Array(kinds) => kinds
            .iter()
            .filter_map(Value::as_str)
            .find(|it| *it != "null")
            .map_or_else(|| "any".to_owned(), of),
        _ => "word".to_owned(),
    }
}
