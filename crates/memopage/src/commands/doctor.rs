//! `doctor`: whether everything memopage stands on works here, and what to do where it does not.

use crate::model::{self, Setting};
use crate::progress::Progress;
use crate::{config, output};
use clap::{ArgMatches, Command};
use memory::{Error, Kind, MARKER, Purge};
use models::StoreError;
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

    /// All is well, and something is to be known.
    fn note(name: &'static str, said: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { remedy: Some(remedy.into()), ..Self::well(name, said) }
    }

    fn failed(name: &'static str, err: Error) -> Self {
        let remedy = err.hints.into_iter().next();
        Self { name, well: false, said: err.message, remedy }
    }
}

pub(super) fn run(args: &ArgMatches) -> Result<(), Error> {
    let mut checks =
        vec![Check::well("program", format!("memopage {}", env!("CARGO_PKG_VERSION")))];
    checks.push(git());
    match config::open(args) {
        Err(err) => {
            checks.push(Check::failed("vault", err));
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
    let mark = match (check.well, &check.remedy) {
        (true, None) => "ok  ",
        (true, Some(_)) => "note",
        (false, _) => "FAIL",
    };
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
            checks.push(Check::failed("index", err));
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
        ("decided", opened.memory.probe_decisions()),
        ("model", probe_model(opened)),
        ("vectors", probe_vectors(opened)),
        ("reranker", probe_reranker(opened)),
    ] {
        checks.push(match probed {
            Ok(said) => Check::well(name, said),
            Err(err) => Check::failed(name, err),
        });
    }
    checks.push(match opened.memory.triples() {
        Ok(relations) => Check::well("graph", format!("{relations} relations in graph.db")),
        // What keeps the index or the pages from being written keeps this file, too.
        Err(why) if unwritable(checks) => {
            Check::note("graph", why, "it is brought up to date once the vault can be written")
        }
        Err(why) => Check::note(
            "graph",
            why,
            "close the program that has it open, or delete `.memopage/graph.db`: it is made anew",
        ),
    });
    let has_git = checks.iter().any(|it| it.name == "git" && it.well);
    checks.push(history(opened, has_git));
}

/// Whether the vault or its index was found not to be writable.
fn unwritable(checks: &[Check]) -> bool {
    checks.iter().any(|it| !it.well && ["files", "write"].contains(&it.name))
}

/// Whether the past is recorded. A vault that was made without git, or lies within another repository, has
/// none because somebody wanted it so.
fn history(opened: &config::Opened, has_git: bool) -> Check {
    let said = opened.memory.history_state();
    let own = opened.root.join(".git").symlink_metadata().is_ok();
    let init = "run `git init` in the vault's root to keep history";
    match said.as_str() {
        "git" => Check::well("history", said),
        _ if said.starts_with("git") => {
            Check::ill("history", said, "finish what git is at, then write again")
        }
        _ if has_git && !own => Check::note("history", said, init),
        _ if !has_git => Check::ill("history", said, "install git to keep history"),
        _ => {
            let remedy = opened.memory.history_remedy(&said);
            Check::ill("history", said, remedy)
        }
    }
}

/// The model that the vault uses: of an installed one each file by its hash, of an endpoint what is set.
/// Nothing is asked over a network.
fn probe_model(opened: &config::Opened) -> Result<String, Error> {
    match Setting::of(&opened.config) {
        None => Ok("none; words alone answer".to_owned()),
        Some(Setting::Installed(name)) => whole(&name),
        Some(Setting::Endpoint(endpoint)) => endpoint.checked(),
        Some(Setting::Wrong(why)) => {
            Err(Error::new(Kind::BadRequest, why).hint(format!("correct `model` in {MARKER}")))
        }
    }
}

/// The vectors that the model made: all of their file is read.
fn probe_vectors(opened: &config::Opened) -> Result<String, Error> {
    Ok(match opened.memory.check_vectors()? {
        None => "none".to_owned(),
        Some(it) => format!("whole; {} of {} pages have any", it.embedded, it.pages),
    })
}

fn probe_reranker(opened: &config::Opened) -> Result<String, Error> {
    match model::reranker(opened.config.reranker.as_deref())? {
        None => Ok("none".to_owned()),
        Some(name) => whole(&name),
    }
}

/// An installed model whose files are what was installed.
fn whole(name: &str) -> Result<String, Error> {
    let mut progress = Progress::new("checking, KiB");
    let kib = |bytes: u64| usize::try_from(bytes / 1024).unwrap_or(usize::MAX);
    let checked = model::store()?.verify(name, &mut |it| {
        if let Some(total) = it.total {
            progress.at(kib(it.done), kib(total));
        }
    });
    match checked {
        Ok(about) => {
            let mib = about.bytes().div_ceil(1024 * 1024);
            Ok(format!("{name}, every file is whole ({mib} MiB)"))
        }
        Err(StoreError::Unknown { .. }) => {
            Err(Error::new(Kind::NotFound, format!("{name} is not installed")).hint(format!(
                "`memopage models pull {name}` gets it, `memopage models use none` uses none"
            )))
        }
        Err(err @ StoreError::Damaged(_)) => Err(Error::new(Kind::Corrupt, err.to_string())
            .hint(format!("`memopage models remove {name}`, then `memopage models pull {name}`"))),
        Err(err) => Err(model::failed(&err)),
    }
}
