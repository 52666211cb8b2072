//! `doctor`: whether everything memopage stands on works here, and what to do where it does not.

use crate::{config, output};
use clap::{ArgMatches, Command};
use memory::{Error, Kind, Purge};
use serde_json::{Value, json};
use std::process::{Command as Process, Stdio};

pub(super) fn command() -> Command {
    Command::new("doctor").about("Check the vault, its index, its history and this machine")
}

/// One thing that was looked at.
struct Check {
    name: &'static str,
    well: bool,
    said: String,
    remedy: Option<String>,
}

impl Check {
    fn well(name: &'static str, said: impl Into<String>) -> Self {
        Self { name, well: true, said: said.into(), remedy: None }
    }

    fn ill(name: &'static str, said: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { name, well: false, said: said.into(), remedy: Some(remedy.into()) }
    }
}

pub(super) fn run(args: &ArgMatches) -> Result<(), Error> {
    let mut checks =
        vec![Check::well("program", format!("memopage {}", env!("CARGO_PKG_VERSION")))];
    checks.push(git());
    match config::open(args) {
        Err(err) => {
            let remedy = err.hints.first().cloned().unwrap_or_default();
            checks.push(Check::ill("vault", err.message, remedy));
        }
        Ok(opened) => in_vault(&opened, &mut checks),
    }
    let ill = checks.iter().filter(|it| !it.well).count();
    let text: Vec<String> = checks.iter().map(shown).collect();
    let rows: Vec<Value> = checks
        .iter()
        .map(|it| json!({"check": it.name, "well": it.well, "said": it.said, "remedy": it.remedy}))
        .collect();
    output::reply(&text.join("\n"), &json!({ "checks": rows, "ill": ill }), args.get_flag("json"))?;
    if ill == 0 {
        return Ok(());
    }
    Err(Error::new(Kind::Unavailable, format!("{ill} of {} checks failed", checks.len()))
        .hint("follow the remedies above"))
}

fn shown(check: &Check) -> String {
    let mark = if check.well { "ok  " } else { "FAIL" };
    let remedy = check.remedy.as_deref().map(|it| format!("\n              → {it}"));
    format!("{mark}  {:<8} {}{}", check.name, check.said, remedy.unwrap_or_default())
}

fn git() -> Check {
    let asked = Process::new("git").arg("--version").stderr(Stdio::null()).output();
    match asked {
        Ok(done) if done.status.success() => {
            Check::well("git", String::from_utf8_lossy(&done.stdout).trim().to_owned())
        }
        _ => Check::ill(
            "git",
            "git is not installed",
            "install git to keep history; all else works without",
        ),
    }
}

fn in_vault(opened: &config::Opened, checks: &mut Vec<Check>) {
    checks.push(Check::well("vault", opened.root.display().to_string()));
    match opened.memory.sync(&opened.call, Purge::Guarded, &mut |_, _| {}) {
        Err(err) => {
            let remedy = err.hints.first().cloned().unwrap_or_default();
            checks.push(Check::ill("index", err.message, remedy));
            return;
        }
        Ok(report) if report.vanished => checks.push(Check::ill(
            "pages",
            "most pages are gone from the disk; the earlier index is kept",
            "mount the vault's drive again, or run `memopage gc --purge`",
        )),
        Ok(report) => {
            let rebuilt =
                report.rebuilt.map(|it| format!(" (made anew: {it})")).unwrap_or_default();
            checks.push(Check::well("index", format!("{} pages{rebuilt}", report.pages)));
            for (file, why) in report.skipped {
                let said = format!("{file}: {why}");
                checks.push(Check::ill(
                    "file",
                    said,
                    "make the file readable UTF-8, or move it away",
                ));
            }
        }
    }
    for (name, probed) in [
        ("files", opened.memory.probe_index(&opened.call)),
        ("write", opened.memory.probe_write(&opened.call)),
        ("schema", opened.memory.probe_schema()),
    ] {
        checks.push(match probed {
            Ok(said) => Check::well(name, said),
            Err(err) => Check::ill(
                name,
                err.message.clone(),
                err.hints.first().cloned().unwrap_or_default(),
            ),
        });
    }
    let history = opened.memory.history_state();
    checks.push(if history == "git" {
        Check::well("history", history)
    } else {
        Check::ill("history", history, "run `git init` in the vault's root to keep history")
    });
}
