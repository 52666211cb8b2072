//! `export`: the vault as JSON lines, or as a tar archive.

use crate::{config, output};
use clap::{Arg, ArgMatches, Command, value_parser};
use memory::{Error, Exported, Kind};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub(super) fn command() -> Command {
    Command::new("export")
        .about("Write every page as JSON lines, or the vault's pages as a tar archive")
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
                .help("The file to write; it must not exist. Default: standard output"),
        )
}

pub(super) fn run(args: &ArgMatches) -> Result<(), Error> {
    let opened = config::open(args)?;
    let target = args.get_one::<PathBuf>("output");
    let mut out: Box<dyn Write> = match target {
        None => Box::new(io::BufWriter::new(io::stdout().lock())),
        Some(path) => Box::new(io::BufWriter::new(fresh(path)?)),
    };
    let is_tar = args.get_one::<String>("format").is_some_and(|it| it == "tar");
    let mut bad = Vec::new();
    let count = if is_tar {
        tar(&opened, &mut out, &mut bad)?
    } else {
        jsonl(&opened, &mut out, &mut bad)?
    };
    out.flush().map_err(|err| unwritable(&err))?;
    for (page, why) in &bad {
        output::warn(&format!("{page}: {why}"));
    }
    if target.is_some() {
        output::note(&format!("exported {count} pages, {} with problems", bad.len()));
    }
    Ok(())
}

type Bad = Vec<(String, String)>;

fn jsonl(opened: &config::Opened, out: &mut dyn Write, bad: &mut Bad) -> Result<usize, Error> {
    opened.memory.export(&mut |page| {
        remember_problem(&page, bad);
        let line = serde_json::to_string(&page).map_err(|err| {
            Error::new(Kind::Internal, format!("cannot write {}: {err}", page.page))
                .hint("report this; it is a fault of the program")
        })?;
        writeln!(out, "{line}").map_err(|err| unwritable(&err))
    })
}

/// The pages byte by byte, as they lie in the vault.
fn tar(opened: &config::Opened, out: &mut dyn Write, bad: &mut Bad) -> Result<usize, Error> {
    let mut archive = tar::Builder::new(out);
    let count = opened.memory.export_bytes(&mut |file, bytes| {
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(why) => {
                bad.push((file.to_owned(), why));
                return Ok(());
            }
        };
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        archive.append_data(&mut header, file, bytes.as_slice()).map_err(|err| unwritable(&err))
    })?;
    archive.finish().map_err(|err| unwritable(&err))?;
    Ok(count)
}

fn remember_problem(page: &Exported, bad: &mut Bad) {
    if let Some(why) = &page.problem {
        bad.push((page.page.clone(), why.clone()));
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
