//! `export`: the pages as JSON lines, or the vault as a tar archive. What goes to standard output is the data alone:
//! only an export to a file has a reply.

use crate::{config, output};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use memory::ops::Entry;
use memory::{Error, Exported, Exporting, Kind, Purge, counted};
use serde_json::json;
use std::cell::Cell;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub(super) fn command() -> Command {
    Command::new("export")
        .about("Write every page as JSON lines, or the whole vault as a tar archive")
        .after_help(
            "With `--output`, `--json` prints what was written as one JSON object. Without it standard output holds \
             the export and nothing else.",
        )
        .arg(
            Arg::new("format")
                .long("format")
                .default_value("jsonl")
                .value_parser(["jsonl", "tar"])
                .help("The form"),
        )
        .arg(
            Arg::new("output")
                .long("output")
                .short('o')
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("The file to write; it must not exist. `-`, the default: standard output"),
        )
        .arg(Arg::new("check").long("check").action(ArgAction::SetTrue).conflicts_with_all(["format", "output"]).help(
            "Write nothing; list what should be looked at before the pages are published: secrets, what is stale, expired, \
             in dispute, a draft or never filled in. Exit code 3 if there is something",
        ))
}

/// The rules of `lint` that keep pages from being published.
const UNFIT: [&str; 10] = [
    "secret",
    "stale",
    "expired",
    "review-due",
    "draft",
    "conflict",
    "double-key",
    "said-otherwise",
    "placeholder",
    "proposal",
];

/// Lists what should be looked at before the pages leave.
fn check(opened: &config::Opened, as_json: bool) -> Result<(), Error> {
    let lint = Entry::find("lint").expect("because the table has it");
    opened.memory.sync(&opened.call, Purge::Guarded, &mut |_, _| {})?;
    let input = json!({ "rule": UNFIT, "limit": usize::MAX >> 1 });
    let reply = (lint.call)(&opened.memory, &opened.call, input)?;
    let found = reply.json["findings"].as_array().map_or(0, Vec::len);
    output::reply(&reply.text, &reply.json, as_json)?;
    if found == 0 {
        return Ok(());
    }
    Err(Error::new(
        Kind::Refused,
        format!("{} to look at before the pages are published", counted(found, "thing")),
    )
    .hint("put them right, or switch a rule off with `lint_off` in SCHEMA.md; `memopage export` writes the pages all the same"))
}

pub(super) fn run(args: &ArgMatches) -> Result<(), Error> {
    let opened = config::open(args)?;
    if args.get_flag("check") {
        return check(&opened, args.get_flag("json"));
    }
    let target = args.get_one::<PathBuf>("output").filter(|it| it.as_os_str() != "-");
    let mut part = None;
    let out: Box<dyn Write> = match target {
        None => Box::new(io::BufWriter::new(io::stdout().lock())),
        Some(path) => {
            let file = fresh(path)?;
            part = Some(Part { path });
            Box::new(io::BufWriter::new(file))
        }
    };
    let is_tar = args.get_one::<String>("format").is_some_and(|it| it == "tar");
    let mut bad = Bad::default();
    let (closed, bytes) = (Cell::new(false), Cell::new(0));
    let mut out = Watched { out, closed: &closed, bytes: &bytes };
    let done = if is_tar {
        tar(&opened, target, &mut out, &mut bad)
    } else {
        jsonl(&opened, &mut out, &mut bad)
    };
    let done =
        done.and_then(|written| out.flush().map(|()| written).map_err(|err| unwritable(&err)));
    let written = match done {
        // A reader that has seen enough is no failure.
        Err(_) if closed.get() => return Ok(()),
        other => other?,
    };
    if let Some(part) = part {
        part.keep();
    }
    for problem in &bad.problems {
        output::warn(problem);
    }
    let Some(target) = target else { return bad.lack() };
    if !args.get_flag("json") {
        output::note(&format!("exported {written}, {} with problems", bad.problems.len()));
        return bad.lack();
    }
    let mut reply = json!({
        "format": if is_tar { "tar" } else { "jsonl" },
        "path": target.display().to_string(),
        "pages": written.pages,
        "bytes": bytes.get(),
        "problems": bad.problems,
    });
    if let Some(others) = written.others {
        reply["other_files"] = json!(others);
    }
    output::reply("", &reply, true)?;
    bad.lack()
}

/// What an export holds.
struct Written {
    pages: usize,
    /// Files beside the pages, where the form holds them.
    others: Option<usize>,
}

impl fmt::Display for Written {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&counted(self.pages, "page"))?;
        match self.others {
            Some(others) => write!(out, " and {}", counted(others, "other file")),
            None => Ok(()),
        }
    }
}

/// A file that is being written. A part of an export is none: it goes with this unless it became whole.
struct Part<'a> {
    path: &'a Path,
}

impl Part<'_> {
    fn keep(self) {
        std::mem::forget(self);
    }
}

impl Drop for Part<'_> {
    fn drop(&mut self) {
        if let Err(err) = std::fs::remove_file(self.path) {
            output::warn(&format!(
                "a part of the export is left in {}: {err}",
                self.path.display()
            ));
        }
    }
}

/// Counts what is written, and notices when the reader at the other end goes away.
struct Watched<'a> {
    out: Box<dyn Write>,
    closed: &'a Cell<bool>,
    bytes: &'a Cell<u64>,
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.out.write(bytes).inspect_err(|err| self.note(err))?;
        self.bytes.set(self.bytes.get() + length as u64);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().inspect_err(|err| self.note(err))
    }
}

impl Watched<'_> {
    fn note(&self, err: &io::Error) {
        if err.kind() == io::ErrorKind::BrokenPipe {
            self.closed.set(true);
        }
    }
}

/// What is wrong with an export.
#[derive(Default)]
struct Bad {
    problems: Vec<String>,
    /// Files and folders that could not be read, so that it lacks them.
    left_out: usize,
}

impl Bad {
    fn add(&mut self, file: &str, why: &str) {
        self.problems.push(format!("{file}: {why}"));
    }

    fn unseen(&mut self, done: &Exporting) {
        done.unseen.iter().for_each(|(file, why)| self.add(file, why));
        self.left_out += done.lacking;
    }

    fn left_out(&mut self, file: &str, why: &str) {
        self.add(file, why);
        self.left_out += 1;
    }

    /// A backup that lacks something is no success, though what there is of it stands.
    fn lack(&self) -> Result<(), Error> {
        if self.left_out == 0 {
            return Ok(());
        }
        let lacking = counted(self.left_out, "file");
        Err(Error::new(
            Kind::Unavailable,
            format!("the export lacks {lacking} that cannot be read"),
        )
        .hint("make readable what the warnings name, and export again; the rest was written"))
    }
}

fn jsonl(opened: &config::Opened, out: &mut dyn Write, bad: &mut Bad) -> Result<Written, Error> {
    let done = opened.memory.export(&opened.call, &mut |page| {
        remember_problem(&page, bad);
        let line = serde_json::to_string(&page).map_err(|err| {
            Error::new(Kind::Internal, format!("cannot write {}: {err}", page.page))
                .hint("report this; it is a fault of the program")
        })?;
        writeln!(out, "{line}").map_err(|err| unwritable(&err))
    })?;
    bad.unseen(&done);
    Ok(Written { pages: done.pages, others: None })
}

/// The vault's files byte by byte, as they lie in it: unpacked it is a vault.
fn tar(
    opened: &config::Opened,
    target: Option<&PathBuf>,
    out: &mut dyn Write,
    bad: &mut Bad,
) -> Result<Written, Error> {
    // An archive that is written into the vault does not hold itself.
    let canonical = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (target, root) = (target.map(|it| canonical(it)), canonical(&opened.root));
    let own = target.as_deref().and_then(|it| it.strip_prefix(&root).ok());
    let mut archive = tar::Builder::new(out);
    let done = opened.memory.export_bytes(&opened.call, &mut |file, bytes| {
        if own == Some(Path::new(file)) {
            return Ok(());
        }
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(why) => {
                bad.left_out(file, &why);
                return Ok(());
            }
        };
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, file, bytes.as_slice()).map_err(|err| unwritable(&err))
    })?;
    archive.finish().map_err(|err| unwritable(&err))?;
    bad.unseen(&done);
    Ok(Written { pages: done.pages, others: Some(done.others) })
}

fn remember_problem(page: &Exported, bad: &mut Bad) {
    if let Some((line, why)) = &page.head_problem {
        bad.add(&format!("{}:{line}", page.page), why);
    }
    match &page.problem {
        Some(why) if page.text.is_none() => bad.left_out(&page.page, why),
        Some(why) => bad.add(&page.page, why),
        None => {}
    }
}

/// A file that must not be there yet.
fn fresh(path: &Path) -> Result<std::fs::File, Error> {
    std::fs::OpenOptions::new().write(true).create_new(true).open(path).map_err(|err| {
        let kind = match err.kind() {
            io::ErrorKind::AlreadyExists => Kind::Conflict,
            _ => Kind::Unavailable,
        };
        Error::new(kind, format!("cannot make {}: {err}", path.display()))
            .hint("name another file with `--output`")
    })
}

fn unwritable(err: &io::Error) -> Error {
    Error::new(Kind::Unavailable, format!("cannot write the export: {err}"))
        .hint("free some space, or export to another disk")
}
