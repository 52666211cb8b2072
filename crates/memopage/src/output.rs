//! What is printed where: replies on standard output, everything else on standard error.

use memory::{Error, Kind};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints a reply, as text or as one JSON document.
pub(crate) fn reply(text: &str, value: &Value, as_json: bool) -> Result<(), Error> {
    if as_json { line(&format!("{value:#}")) } else { line(text.trim_end_matches('\n')) }
}

/// Prints one line, or several, to standard output.
pub(crate) fn line(text: &str) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    let done = writeln!(out, "{text}").and_then(|()| out.flush());
    match done {
        // A reader that has seen enough is no failure.
        Err(err) if err.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(err) => {
            Err(Error::new(Kind::Unavailable, format!("cannot write to standard output: {err}"))
                .hint("check where the output goes"))
        }
        Ok(()) => Ok(()),
    }
}

/// Prints what a person should know beside the reply.
pub(crate) fn warn(message: &str) {
    note(&format!("warning: {message}"));
}

/// Prints to standard error; there is nowhere to report that this failed.
pub(crate) fn note(message: &str) {
    drop(writeln!(io::stderr().lock(), "{message}"));
}

/// Prints why a command failed.
pub(crate) fn failure(err: &Error, as_json: bool) {
    if as_json {
        let value = json!({ "error": {
            "kind": err.kind.name(),
            "message": err.message,
            "hints": err.hints,
            "candidates": err.candidates,
            "detail": err.detail,
        }});
        note(&format!("{value:#}"));
        return;
    }
    note(&format!("error: {}", err.message));
    let difference = err.detail.as_ref().and_then(|it| it.get("difference"));
    if let Some(difference) = difference.and_then(Value::as_str) {
        note("- as the page stands\n+ as you wrote it");
        note(difference.trim_end());
    }
    for hint in &err.hints {
        note(&format!("hint: {hint}"));
    }
}

/// Prints help, the version, or what is wrong with the words typed.
pub(crate) fn usage(err: &clap::Error) -> ExitCode {
    let code = u8::try_from(err.exit_code()).unwrap_or(2);
    let as_json = std::env::args_os().any(|it| it == "--json");
    if code != 0 && as_json {
        let said = err.to_string();
        let said = said.lines().next().unwrap_or_default();
        let message = said.strip_prefix("error: ").unwrap_or(said).to_owned();
        failure(&Error::new(Kind::BadRequest, message).hint("run `memopage --help`"), true);
    } else {
        drop(err.print());
        if code != 0 {
            note("hint: run `memopage --help`, or `memopage COMMAND --help`");
        }
    }
    ExitCode::from(code)
}
