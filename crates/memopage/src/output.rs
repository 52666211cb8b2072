//! What is printed where: replies on standard output, everything else on standard error.

use memory::{Error, Kind};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// Prints a reply, as text or as one JSON document.
pub(crate) fn reply(text: &str, value: &Value, as_json: bool) -> Result<(), Error> {
    if as_json { line(&format!("{value:#}")) } else { line(&shown(text.trim_end_matches('\n'))) }
}

/// Prints a text as it stands, unless a terminal would take its control characters for commands.
pub(crate) fn exact(text: &str) -> Result<(), Error> {
    if io::stdout().is_terminal() { line(&shown(text)) } else { line(text) }
}

/// Stored text is data: what a terminal would obey (its own commands begin with such characters, and others
/// turn the direction of writing) is shown as a sign. Line ends and tabs stay.
fn shown(text: &str) -> Cow<'_, str> {
    let is_plain = |c: char| {
        let is_command = c.is_control() || wiki::page::turns_direction(c);
        !is_command || matches!(c, '\n' | '\t')
    };
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", "\n");
    let sign = |c: char| match u32::from(c) {
        _ if is_plain(c) => c,
        // The pictures of the control characters stand in their order.
        code @ 0..0x20 => char::from_u32(0x2400 + code).unwrap_or('\u{fffd}'),
        0x7f => '\u{2421}',
        _ => '\u{fffd}',
    };
    Cow::Owned(text.chars().map(sign).collect())
}

/// Prints one line, or several, to standard output.
pub(crate) fn line(text: &str) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    let done = writeln!(out, "{text}").and_then(|()| out.flush());
    match done {
        // A reader that has seen enough is no failure.
        Err(err) if err.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(err) => Err(unwritable(&err)),
        Ok(()) => Ok(()),
    }
}

fn unwritable(why: &io::Error) -> Error {
    Error::new(Kind::Unavailable, format!("cannot write to standard output: {why}"))
        .hint("check where the output goes")
}

/// Prints what a person should know beside the reply, on one line.
pub(crate) fn warn(message: &str) {
    note(&format!("warning: {}", memory::on_a_line(message)));
}

/// Prints to standard error; there is nowhere to report that this failed.
pub(crate) fn note(message: &str) {
    drop(writeln!(io::stderr().lock(), "{}", shown(message)));
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
    note(&format!("error: {}", memory::on_a_line(&err.message)));
    let difference = err.detail.as_ref().and_then(|it| it.get("difference"));
    if let Some(difference) = difference.and_then(Value::as_str) {
        note("- as the page stands\n+ as you wrote it");
        note(difference.trim_end());
    }
    for hint in &err.hints {
        note(&format!("hint: {}", memory::on_a_line(hint)));
    }
}

/// Prints help, the version, or what is wrong with the words typed.
pub(crate) fn usage(err: &clap::Error) -> ExitCode {
    let code = u8::try_from(err.exit_code()).unwrap_or(2);
    let as_json = std::env::args_os().any(|it| it == "--json");
    if code != 0 && as_json {
        let said = err.to_string();
        // What was wrong, and with which words, stands above how the command is used.
        let lines = said.lines().take_while(|line| !line.starts_with("Usage:"));
        let words: Vec<&str> = lines.map(str::trim).filter(|line| !line.is_empty()).collect();
        let message = words.join(" ");
        let message = message.strip_prefix("error: ").unwrap_or(&message).to_owned();
        failure(&Error::new(Kind::BadRequest, message).hint("run `memopage --help`"), true);
    } else {
        // A reader that has seen enough is no failure.
        if let Err(why) = err.print()
            && why.kind() != io::ErrorKind::BrokenPipe
        {
            failure(&unwritable(&why), as_json);
            return crate::exit::code(Kind::Unavailable);
        }
        if code != 0 {
            note("hint: run `memopage --help`, or `memopage COMMAND --help`");
        }
    }
    ExitCode::from(code)
}
