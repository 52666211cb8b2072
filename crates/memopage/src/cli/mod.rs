//! The command line: one subcommand for each operation of the table, and the plain commands.

mod args;

use crate::progress::Progress;
use crate::{background, commands, config, output};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use memory::ops::{ALL, Effect, Entry, Reply};
use memory::{Error, Purge};
use serde_json::Value;
use std::ffi::OsString;
use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// The heading, in the help, of the options that every command has.
const GENERAL: &str = "General options";

/// The whole command line.
pub(crate) fn command() -> Command {
    Command::new("memopage")
        .version(env!("CARGO_PKG_VERSION"))
        .about("Memory for AI agents, kept as a Markdown wiki")
        .after_help(crate::exit::TABLE)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .infer_long_args(false)
        .arg(
            Arg::new("vault")
                .long("vault")
                .value_name("DIR")
                .global(true)
                .value_parser(value_parser!(PathBuf))
                .help_heading(GENERAL)
                .help("The vault; else MEMOPAGE_VAULT, the nearest parent that is one, ~/wiki"),
        )
        .arg(
            Arg::new("json")
                .long("json")
                .global(true)
                .action(ArgAction::SetTrue)
                .help_heading(GENERAL)
                .help("Print JSON"),
        )
        .arg(
            Arg::new("wait")
                .long("wait")
                .value_name("SECONDS")
                .global(true)
                .value_parser(value_parser!(u64).range(0..=86_400))
                .help_heading(GENERAL)
                .help("How long to wait for another writer (default 60)"),
        )
        .arg(
            Arg::new("actor")
                .long("actor")
                .value_name("NAME")
                .global(true)
                .help_heading(GENERAL)
                .help("Who writes; else MEMOPAGE_ACTOR, or the user's name"),
        )
        .subcommands(ALL.iter().map(args::subcommand))
        .subcommands(commands::all())
}

/// The words typed. A text such as `- buy milk` begins with a hyphen and is no option: words with a
/// blank in them are values, and are marked so that the parser takes them as such.
pub(crate) fn typed_words() -> impl Iterator<Item = OsString> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    // Help is text, whatever form was asked for.
    if words.get(1).is_some_and(|it| it == "help") {
        words.retain(|it| it != "--json");
    }
    // Who asks how to ask for help is shown the help.
    if words.len() == 3 && words[1] == "help" && (words[2] == "--help" || words[2] == "-h") {
        words.pop();
    }
    words.into_iter().map(|word| match word.to_str() {
        Some(text) if args::is_text(text) => OsString::from(format!("{}{text}", args::TEXT)),
        _ => word,
    })
}

/// Runs what was typed.
pub(crate) fn run(matches: &ArgMatches) -> Result<ExitCode, Error> {
    let (name, args) = matches.subcommand().expect("because clap requires a subcommand");
    match Entry::find(name) {
        Some(entry) => operation(entry, args),
        None => commands::run(name, args).map(|()| ExitCode::SUCCESS),
    }
}

fn operation(entry: &'static Entry, args: &ArgMatches) -> Result<ExitCode, Error> {
    let input = args::input(entry, args)?;
    let opened = config::open(args)?;
    let mut progress = Progress::new("reading pages");
    let report =
        opened.memory.sync(&opened.call, Purge::Guarded, &mut |done, of| progress.at(done, of))?;
    drop(progress);
    if entry.name != "status" {
        report.warnings().iter().for_each(|it| output::warn(it));
    }
    let asks = entry.effect == Effect::Destroy && !args.get_flag("yes") && !is_shown_only(&input);
    if asks && !agreed(entry, &opened, &input)? {
        output::note("nothing was changed");
        return Ok(ExitCode::SUCCESS);
    }
    let reply = (entry.call)(&opened.memory, &opened.call, input)?;
    let json = args.get_flag("json");
    if entry.name == "context" && !json {
        // Its text is for a model; what could not be asked is for whoever runs it.
        unasked(&reply.json).for_each(output::warn);
    }
    if entry.name == "read" && !json {
        let notes = reply.json["notes"].as_array().into_iter().flatten();
        notes.filter_map(|it| it.as_str()).for_each(output::warn);
    }
    // What a page holds goes into a file as it is.
    match entry.name {
        "read" if !json => output::exact(&reply.text)?,
        _ => output::reply(&reply.text, &reply.json, json)?,
    }
    // Found beside the big index meanwhile; folding waits for nobody. What was done stands and was
    // said so: a failure here must not look like one of the operation, which would be repeated.
    if let Err(err) = opened.memory.settle(std::time::Duration::ZERO) {
        output::warn(&format!("recent pages are not folded into the index yet: {}", err.message));
    }
    let is_changed = entry.effect != Effect::Read || report.indexed > 0 || report.removed > 0;
    if is_changed || is_behind(&reply.json) {
        background::start(&opened);
    }
    Ok(if reply.failed { crate::exit::found() } else { ExitCode::SUCCESS })
}

/// Whether the reply says that pages have no vectors yet.
fn is_behind(reply: &Value) -> bool {
    let mut warnings = reply["warnings"].as_array().into_iter().flatten();
    warnings.any(|it| it["corpus"] == "vectors" && it["status"] == "partial")
}

/// What a reply says of parts that could not answer.
fn unasked(reply: &Value) -> impl Iterator<Item = &str> {
    let warnings = reply["warnings"].as_array().into_iter().flatten();
    warnings.filter_map(|it| it["message"].as_str())
}

/// The field of operations that can show what they would do.
const SHOWN_ONLY: &str = "dry_run";

fn is_shown_only(input: &Value) -> bool {
    input.get(SHOWN_ONLY).and_then(Value::as_bool) == Some(true)
}

/// Asks a person before something goes out of sight. Programs are taken at their word, except for what
/// removes a file: that they must say outright.
fn agreed(entry: &Entry, opened: &config::Opened, input: &Value) -> Result<bool, Error> {
    let erases = input.get("erase").and_then(Value::as_bool) == Some(true);
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        if erases {
            return Err(Error::new(
                memory::Kind::BadRequest,
                "`--erase` takes text away for good, and nobody is here to be asked",
            )
            .hint("add `--yes` to erase it, or leave `--erase` out: a page is archived then, a fact becomes history"));
        }
        return Ok(true);
    }
    if let Some(preview) = preview(entry, opened, input)? {
        if preview.json["acting"] == 0 {
            return Ok(true);
        }
        output::note(&preview.text);
    }
    let name = if erases { "erase" } else { entry.name };
    let page = input.get("page").and_then(Value::as_str).unwrap_or_default();
    let fact = input.get("fact").and_then(Value::as_str);
    let asked = match fact {
        Some(fact) => format!("{name} `{fact}` of {page}"),
        None => format!("{name} {page}"),
    };
    drop(write!(std::io::stderr(), "{}? [y/N] ", asked.trim_end()));
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer).map_err(|err| {
        Error::new(memory::Kind::Unavailable, format!("cannot read the answer: {err}"))
            .hint("use `--yes`")
    })?;
    Ok(["y", "yes", "j", "是"].contains(&answer.trim().to_lowercase().as_str()))
}

/// What the operation would do, if it can show that: nobody can agree to what they have not seen.
fn preview(entry: &Entry, opened: &config::Opened, input: &Value) -> Result<Option<Reply>, Error> {
    if (entry.input)().to_value()["properties"].get(SHOWN_ONLY).is_none() {
        return Ok(None);
    }
    let mut input = input.clone();
    input[SHOWN_ONLY] = Value::Bool(true);
    (entry.call)(&opened.memory, &opened.call, input).map(Some)
}
