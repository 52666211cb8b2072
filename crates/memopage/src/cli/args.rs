//! Command-line arguments drawn from an operation's input schema, and the input made of them.

use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValuesParser, value_parser};
use memory::ops::{Effect, Entry};
use memory::{Error, Kind};
use serde_json::{Map, Value, json};
use std::io::Read;

/// The most bytes that are read from standard input.
const STDIN_BYTES_MAX: u64 = 64 * 1024 * 1024;
/// Fields whose value may be `-`, for standard input.
const FROM_STDIN: [&str; 3] = ["text", "body", "query"];
/// Fields whose value may begin with a hyphen: the order from the greatest, a filter that leaves pages out.
const HYPHENED: [&str; 2] = ["sort", "where"];

/// Marks a value that begins with a hyphen; a noncharacter, which no text holds.
pub(crate) const TEXT: char = '\u{fdd0}';

/// Whether a word that looks like an option is a text: it holds a blank where no option would.
pub(crate) fn is_text(word: &str) -> bool {
    let option = word.split('=').next().unwrap_or_default();
    word.starts_with('-') && option.contains(char::is_whitespace)
}

/// What a field holds, as far as the command line cares.
enum Form {
    Flag,
    Number,
    List,
    Choice(Vec<String>),
    Text,
}

/// The subcommand of an operation.
pub(crate) fn subcommand(entry: &'static Entry) -> Command {
    let schema = (entry.input)().to_value();
    let mut command = Command::new(entry.name).about(entry.summary);
    for (name, spec) in fields(&schema) {
        let mut arg = Arg::new(name.clone()).required(is_required(&schema, &name));
        if let Some(help) = spec["description"].as_str() {
            let more = if FROM_STDIN.contains(&name.as_str()) {
                "; `-` reads it from standard input"
            } else {
                ""
            };
            arg = arg.help(format!("{help}{more}"));
        }
        arg = match entry.positional.iter().position(|it| **it == *name) {
            Some(place) => arg.index(place + 1),
            None => arg
                .long(name.replace('_', "-"))
                .allow_hyphen_values(HYPHENED.contains(&name.as_str())),
        };
        arg = match form(&spec) {
            Form::Flag => arg.action(ArgAction::SetTrue),
            Form::Number => arg.value_parser(value_parser!(u64)).value_name("N"),
            Form::List => arg.action(ArgAction::Append),
            Form::Choice(words) => arg.value_parser(PossibleValuesParser::new(words)),
            Form::Text => arg,
        };
        command = command.arg(arg);
    }
    if entry.effect == Effect::Destroy {
        let yes = Arg::new("yes").long("yes").short('y').action(ArgAction::SetTrue);
        command = command.arg(yes.help("Do not ask"));
    }
    command
}

/// The operation's input, of what was typed.
pub(crate) fn input(entry: &Entry, args: &ArgMatches) -> Result<Value, Error> {
    let schema = (entry.input)().to_value();
    let mut input = Map::new();
    for (name, spec) in fields(&schema) {
        let value = match form(&spec) {
            Form::Flag => args.get_flag(&name).then(|| json!(true)),
            Form::Number => args.get_one::<u64>(&name).map(|it| json!(it)),
            Form::List => args.get_many::<String>(&name).map(|all| {
                Value::from(all.map(|it| plain(it).to_owned()).collect::<Vec<String>>())
            }),
            Form::Choice(_) => args.get_one::<String>(&name).map(|it| json!(plain(it))),
            Form::Text => match args.get_one::<String>(&name) {
                Some(dash) if dash == "-" && FROM_STDIN.contains(&name.as_str()) => {
                    Some(json!(stdin()?))
                }
                other => other.map(|it| json!(plain(it))),
            },
        };
        if let Some(value) = value {
            input.insert(name, value);
        }
    }
    Ok(Value::Object(input))
}

/// What was typed, without the mark.
fn plain(typed: &str) -> &str {
    typed.strip_prefix(TEXT).unwrap_or(typed)
}

fn fields(schema: &Value) -> Vec<(String, Value)> {
    schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, spec)| (name.clone(), spec.clone()))
        .collect()
}

fn is_required(schema: &Value, field: &str) -> bool {
    schema["required"].as_array().is_some_and(|all| all.iter().any(|it| it == field))
}

fn form(spec: &Value) -> Form {
    if let Some(words) = choices(spec) {
        return Form::Choice(words);
    }
    let has = |name: &str| match &spec["type"] {
        Value::String(one) => one == name,
        Value::Array(several) => several.iter().any(|it| it == name),
        _ => false,
    };
    if has("boolean") {
        Form::Flag
    } else if has("integer") || has("number") {
        Form::Number
    } else if has("array") {
        Form::List
    } else {
        Form::Text
    }
}

/// The words of an enumeration, also of one that may be null or whose words are documented.
fn choices(spec: &Value) -> Option<Vec<String>> {
    let texts = |list: &Value| -> Vec<String> {
        list.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    if spec["enum"].is_array() {
        return Some(texts(&spec["enum"]));
    }
    for key in ["anyOf", "oneOf"] {
        let words: Vec<String> = spec[key]
            .as_array()
            .into_iter()
            .flatten()
            .flat_map(|it| match it["const"].as_str() {
                Some(word) => vec![word.to_owned()],
                None => choices(it).unwrap_or_default(),
            })
            .collect();
        if !words.is_empty() {
            return Some(words);
        }
    }
    None
}

/// Standard input as UTF-8.
fn stdin() -> Result<String, Error> {
    let unreadable = |why: String| {
        Error::new(Kind::BadRequest, format!("standard input cannot be read: {why}"))
            .hint("pipe UTF-8 text, at most 64 MiB")
    };
    let mut bytes = Vec::new();
    std::io::stdin()
        .lock()
        .take(STDIN_BYTES_MAX + 1)
        .read_to_end(&mut bytes)
        .map_err(|err| unreadable(err.to_string()))?;
    if bytes.len() as u64 > STDIN_BYTES_MAX {
        return Err(unreadable("it is too long".to_owned()));
    }
    let text = String::from_utf8(bytes).map_err(|_| unreadable("it is not UTF-8".to_owned()))?;
    Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
}
