//! A real vault, asked through the engine as a door would: how many of its own questions are answered
//! by the right page, how many unrelated ones get nothing, and how its links resolve.
//!
//! The vault is copied first; nothing of it is changed.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{ArgMatches, Command};
use memory::{Call, Memory, Purge};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::datasets::lines;
use crate::options::{flag, path};
use crate::scale::vault::call;

pub(crate) const NAME: &str = "vault";

/// A question with the pages, or conversations, that answer it.
#[derive(Deserialize)]
struct Question {
    question: String,
    pages: Vec<String>,
}

/// What was measured; shares are fractions.
#[derive(Serialize, Default)]
struct Outcome {
    pages: u64,
    /// Bytes of the pages, and of the index over them as the first look at the vault leaves it.
    text_bytes: u64,
    index_bytes: u64,
    questions: usize,
    #[serde(rename = "any@1")]
    first: f64,
    #[serde(rename = "any@5")]
    five: f64,
    unanswered: f64,
    unrelated: usize,
    nothing: f64,
    links: Value,
}

pub(crate) fn command() -> Command {
    Command::new(NAME)
        .about("Questions to a real vault, unrelated ones, and how its links resolve")
        .arg(path("data", "DIR", "A folder of Markdown; it is copied").required(true))
        .arg(path("questions", "FILE", "JSON lines of {\"question\", \"pages\"}"))
        .arg(path("unrelated", "FILE", "Unrelated questions, one per line"))
        .arg(flag("no-abstain", "Never answer nothing, to see what abstention costs"))
        .arg(flag("deep", "Ask again with what the best hits name"))
        .arg(flag("json", "Print one JSON object"))
}

pub(crate) fn run(matches: &ArgMatches) -> ExitCode {
    reported(measure(matches), matches, table)
}

/// Prints what a command measured, as a page or as JSON if that was asked for, or why it could not.
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a report is what it is for")]
pub(crate) fn reported<T: Serialize>(
    done: Result<T, String>,
    matches: &ArgMatches,
    page: fn(&T) -> String,
) -> ExitCode {
    match done {
        Err(why) => {
            eprintln!("error: {why}");
            return ExitCode::FAILURE;
        }
        Ok(outcome) if matches.get_flag("json") => println!("{}", json!(outcome)),
        Ok(outcome) => print!("{}", page(&outcome)),
    }
    ExitCode::SUCCESS
}

/// The vault at `root`, with all that stands in it in its index.
pub(crate) fn opened(root: &Path, call: &Call) -> Result<Memory, String> {
    let memory = Memory::open(root).map_err(|err| err.to_string())?;
    memory.sync(call, Purge::Guarded, &mut |_, _| {}).map_err(|err| err.to_string())?;
    memory.settle(call.wait).map_err(|err| err.to_string())?;
    Ok(memory)
}

fn measure(matches: &ArgMatches) -> Result<Outcome, String> {
    let path = |name: &str| matches.get_one::<PathBuf>(name);
    let copy = tempfile::tempdir().map_err(|err| err.to_string())?;
    copied(path("data").expect("because it is required"), copy.path())?;
    let call = call();
    let memory = opened(copy.path(), &call)?;
    let mut outcome = Outcome::default();
    let status = asked(&memory, &call, "status", json!({}))?;
    outcome.pages = status["pages"].as_u64().unwrap_or_default();
    if outcome.pages == 0 {
        let dir = path("data").expect("because it is required").display();
        return Err(format!("{dir} holds no page: give a folder with Markdown files"));
    }
    let sizes = memory.sizes().map_err(|err| err.to_string())?;
    (outcome.text_bytes, outcome.index_bytes) = (sizes.text_bytes, sizes.index_bytes);
    if let Some(file) = path("questions") {
        let how = json!({
            "unit": "page",
            "limit": 5,
            "any": matches.get_flag("no-abstain"),
            "deep": matches.get_flag("deep"),
        });
        questions(&memory, &call, (&wanted(file)?, how), &mut outcome)?;
    }
    if let Some(file) = path("unrelated") {
        let all = lines(file).map_err(|err| err.to_string())?;
        let mut nothing = 0;
        for question in &all {
            let found = asked(&memory, &call, "recall", json!({ "query": question }))?;
            nothing += usize::from(found["hits"].as_array().is_some_and(Vec::is_empty));
        }
        outcome.unrelated = all.len();
        outcome.nothing = share(nothing, all.len());
    }
    outcome.links = asked(&memory, &call, "lint", json!({ "limit": 1 }))?["links"].clone();
    Ok(outcome)
}

fn questions(
    memory: &Memory,
    call: &Call,
    (all, mut how): (&[Question], Value),
    outcome: &mut Outcome,
) -> Result<(), String> {
    let (mut first, mut five, mut unanswered) = (0, 0, 0);
    for wanted in all {
        how["query"] = wanted.question.clone().into();
        let found = asked(memory, call, "recall", how.clone())?;
        let hits = found["hits"].as_array().cloned().unwrap_or_default();
        let right = |hit: &Value| {
            let is = |key: &str| {
                hit[key].as_str().is_some_and(|it| wanted.pages.iter().any(|page| page == it))
            };
            is("page") || is("session")
        };
        first += usize::from(hits.first().is_some_and(right));
        five += usize::from(hits.iter().any(right));
        unanswered += usize::from(hits.is_empty());
    }
    outcome.questions = all.len();
    outcome.first = share(first, all.len());
    outcome.five = share(five, all.len());
    outcome.unanswered = share(unanswered, all.len());
    Ok(())
}

pub(crate) fn asked(
    memory: &Memory,
    call: &Call,
    name: &str,
    input: Value,
) -> Result<Value, String> {
    memory.call(call, name, input).map(|reply| reply.json).map_err(|err| err.to_string())
}

fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// The questions of a file.
fn wanted(file: &Path) -> Result<Vec<Question>, String> {
    let read = |line: &String| {
        serde_json::from_str(line).map_err(|err| {
            let hint = "each line is {\"question\": \"…\", \"pages\": [\"…\"]}";
            format!("cannot read {}: {err}, in `{line}`; {hint}", file.display())
        })
    };
    lines(file).map_err(|err| err.to_string())?.iter().map(read).collect()
}

/// Copies the pages of a folder, without its index, its history and whatever else is hidden. Its other files
/// are there by name alone, so that links to them lead somewhere.
pub(crate) fn copied(from: &Path, to: &Path) -> Result<(), String> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if real(to).starts_with(real(from)) {
        return Err(format!(
            "the copy would lie within {}: set TMPDIR to a folder outside",
            from.display()
        ));
    }
    copied_into(from, to)
}

fn copied_into(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |err: std::io::Error| format!("cannot copy {}: {err}", from.display());
    for row in std::fs::read_dir(from).map_err(failed)? {
        let row = row.map_err(failed)?;
        let name = row.file_name();
        let kind = row.file_type().map_err(failed)?;
        let target = to.join(&name);
        if name.to_string_lossy().starts_with('.') {
            continue;
        }
        if kind.is_dir() {
            std::fs::create_dir_all(&target).map_err(failed)?;
            copied_into(&row.path(), &target)?;
        } else if kind.is_file() && is_read(&target) {
            std::fs::copy(row.path(), &target).map_err(failed)?;
        } else if kind.is_file() {
            std::fs::File::create(&target).map_err(failed)?;
        }
    }
    Ok(())
}

/// Whether the program reads a file of this name: a page, or the vault's settings.
fn is_read(path: &Path) -> bool {
    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    ["md", "markdown", "toml"].iter().any(|it| ending.eq_ignore_ascii_case(it))
}

fn table(outcome: &Outcome) -> String {
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let mut text = format!("# vault of {} pages\n\n| what | figure |\n|---|---|\n", outcome.pages);
    let mut row = |what: &str, figure: String| text.push_str(&format!("| {what} | {figure} |\n"));
    row("text, MB", format!("{:.2}", outcome.text_bytes as f64 / 1e6));
    let ratio = outcome.index_bytes as f64 / (outcome.text_bytes as f64).max(1.0);
    row("index over text", format!("{ratio:.2} ×"));
    if outcome.questions > 0 {
        row("questions", outcome.questions.to_string());
        row("right page first", percent(outcome.first));
        row("right page among five", percent(outcome.five));
        row("left unanswered", percent(outcome.unanswered));
    }
    if outcome.unrelated > 0 {
        row("unrelated questions", outcome.unrelated.to_string());
        row("of these left unanswered", percent(outcome.nothing));
    }
    for (links, name) in [(&outcome.links, "links"), (&outcome.links["wikilinks"], "[[links]]")] {
        let count = |key: &str| links[key].as_u64().unwrap_or_default();
        let figure = format!(
            "{} resolved ({} by title or alias), {} ambiguous, {} broken, {} to attachments",
            count("resolved"),
            count("by_title"),
            count("ambiguous"),
            count("broken"),
            count("attachments")
        );
        row(name, figure);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_copied_other_files_only_named_and_hidden_ones_left() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("a/page.md", "# Page\n");
        write("a/film.mp4", "large");
        write(".trash/gone.md", "# Gone\n");
        let to = tempfile::tempdir().unwrap();
        copied(folder.path(), to.path()).unwrap();
        let text = |name: &str| std::fs::read_to_string(to.path().join(name)).ok();
        assert_eq!(text("a/page.md").as_deref(), Some("# Page\n"));
        assert_eq!(text("a/film.mp4").as_deref(), Some(""));
        assert_eq!(text(".trash/gone.md"), None);
        let inside = folder.path().join("a/copy");
        std::fs::create_dir(&inside).unwrap();
        let why = copied(folder.path(), &inside).unwrap_err();
        assert!(why.contains("TMPDIR") && !inside.join("a").exists(), "{why}");
    }

    #[test]
    fn a_vault_is_asked_and_left_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(
            folder.path().join("ferry.md"),
            "# Ferry\n\nThe last ferry leaves at 22:40.\n",
        )
        .unwrap();
        std::fs::write(folder.path().join("b.md"), "See [[ferry]] and [[nothing]].\n").unwrap();
        let asked = folder.path().join("q.jsonl");
        std::fs::write(
            &asked,
            "{\"question\":\"when does the last ferry leave\",\"pages\":[\"ferry\"]}\n",
        )
        .unwrap();
        let other = folder.path().join("u.txt");
        std::fs::write(&other, "What is the boiling point of ethanol?\n").unwrap();
        let words = |it: &Path| it.to_str().unwrap().to_owned();
        let matches = command().get_matches_from([
            NAME.to_owned(),
            "--data".to_owned(),
            words(folder.path()),
            "--questions".to_owned(),
            words(&asked),
            "--unrelated".to_owned(),
            words(&other),
        ]);
        let outcome = measure(&matches).unwrap();
        assert_eq!((outcome.pages, outcome.first, outcome.nothing), (2, 1.0, 1.0));
        assert_eq!((&outcome.links["resolved"], &outcome.links["broken"]), (&json!(1), &json!(1)));
        assert!(!folder.path().join(".memopage").exists());
    }

    #[test]
    fn nothing_to_ask_or_to_be_asked_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_owned()
        };
        put("vault/ferry.md", "# Ferry\n\nIt leaves at ten.\n");
        let vault = dir.path().join("vault").to_str().unwrap().to_owned();
        let bad = put("bad.jsonl", "{\"question\":\"when?\"}\n");
        let empty = put("empty.txt", "");
        let none = dir.path().join("none").to_str().unwrap().to_owned();
        std::fs::create_dir(&none).unwrap();
        for (args, says) in [
            (vec!["--data", &vault, "--unrelated", &empty], "holds no question"),
            (vec!["--data", &vault, "--questions", &empty], "holds no question"),
            (vec!["--data", &vault, "--questions", &bad], "each line is"),
            (vec!["--data", &none], "holds no page"),
        ] {
            let args = std::iter::once(NAME).chain(args);
            let why = measure(&command().get_matches_from(args)).err().unwrap();
            assert!(why.contains(says), "{why}");
        }
    }
}
