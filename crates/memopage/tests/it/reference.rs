//! The reference page of the operations is drawn from the table and must not lag behind it.
//! `UPDATE_EXPECT=1 cargo test -p memopage` writes it anew.

use memory::ops::{ALL, Effect, Entry};
use serde_json::Value;
use std::fmt::Write as _;

#[test]
fn the_reference_page_says_what_the_table_says() {
    let mut text = String::from(
        "# Operations\n\nDrawn from the operation table, from which the command line draws its commands, too. On the\n\
         command line the fields of the line that begins with `memopage` are positions, any other field is `--name` (`as_of` is \
         `--as-of`),\na list is given by naming it again, and `--json` gives the reply as JSON. What every command takes (`--vault`, `--actor`, \
         `--wait`)\nstands in `memopage --help`.\n\nNot operations, since they concern a vault as a whole, are `init`, `import`, `export`, `models`, `embed`, \
         `gc`, `doctor`, `completions` and\n`man`: `memopage COMMAND --help` says what each takes; [importing](../guide/import.md) and \
         [models](../guide/models.md) say more.\n",
    );
    for entry in ALL {
        let effect = match entry.effect {
            Effect::Read => "reads",
            Effect::Write => "writes",
            Effect::Destroy => "puts out of sight or erases",
        };
        write!(text, "\n## `{}`\n\n{} ({effect}).\n\n", entry.name, entry.summary).unwrap();
        let input = (entry.input)().to_value();
        usage(&mut text, entry, &input);
        rows(&mut text, "Takes", &input, entry.positional);
        rows(&mut text, "Gives", &(entry.output)().to_value(), &[]);
    }
    expect_test::expect_file!["../../../../docs/reference/operations.md"].assert_eq(&text);
}

/// How it is typed: what has a place, and `--yes`, which the command line adds to what may erase.
fn usage(text: &mut String, entry: &Entry, input: &Value) {
    write!(text, "    memopage {}", entry.name).unwrap();
    for name in entry.positional {
        let place = name.to_uppercase();
        let required =
            input["required"].as_array().is_some_and(|all| all.iter().any(|it| it == name));
        let again = if form(&input["properties"][*name]) == "list" { "..." } else { "" };
        write!(text, " {}{again}", if required { place } else { format!("[{place}]") }).unwrap();
    }
    if entry.effect == Effect::Destroy {
        text.push_str(" [--yes]");
    }
    text.push_str("\n\n");
    if entry.effect == Effect::Destroy {
        text.push_str("At a terminal it asks first; `--yes` (`-y`) answers. Without a terminal nothing is asked, but what erases needs `--yes`.\n\n");
    }
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
