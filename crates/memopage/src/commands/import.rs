//! `import`: conversations and folders of notes, into the vault.

mod archive;
mod beside;
mod sources;

use crate::progress::Progress;
use crate::{background, config, output};
use beside::Beside;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use memory::import::Format;
use memory::{Error, Intake, Kind, OneImport, Purge, Writing, counted};
use serde_json::json;
use sources::{Found, Source, Unreadable, sources};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use wiki::policy::Trust;
use wiki::session::Session;

/// Bytes that are looked at to see what a file holds.
const DETECT_BYTES: u64 = 1024 * 1024;
/// What can be taken in.
const TAKEN: &str = "Markdown, an export, LoCoMo or LongMemEval JSON, chat JSON or JSON lines, ChatGPT's and ShareGPT's too,";
/// Notes that are read at once.
const NOTES_AT_ONCE: usize = 200;
/// Conversations that are written at once.
const SESSIONS_AT_ONCE: usize = 200;

pub(super) fn command() -> Command {
    Command::new("import")
        .about("Import a folder of Markdown, or conversations, one page each, into the layout's folder for them")
        .arg(
            Arg::new("path")
                .index(1)
                .required(true)
                .num_args(1..)
                .value_parser(value_parser!(PathBuf))
                .help(
                    "Folders or files: Markdown, memopage's export, LoCoMo JSON, LongMemEval JSON, chat JSON or JSONL, ChatGPT's and ShareGPT's too",
                ),
        )
        .arg(
            Arg::new("into")
                .long("into")
                .value_name("FOLDER")
                .help("The folder of the vault to import into; default: notes as they lie, conversations to `sessions/` (`episodic/` in the personal layout)"),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .value_parser(["locomo", "longmemeval", "chat"])
                .help("The form of conversation files; `chat` is that of ChatGPT and ShareGPT, too; default: found out"),
        )
        .arg(
            Arg::new("dry-run")
                .long("dry-run")
                .short('n')
                .action(ArgAction::SetTrue)
                .help("Only show what would be made"),
        )
}

pub(super) fn run(args: &ArgMatches) -> Result<(), Error> {
    let mut opened = config::open(args)?;
    opened.call.trust = Trust::Import;
    opened.call.door = "import";
    let writing = if args.get_flag("dry-run") { Writing::Shown } else { Writing::Real };
    let named = args.get_one::<String>("format").map(|it| match it.as_str() {
        "locomo" => Format::Locomo,
        "longmemeval" => Format::LongMemEval,
        _ => Format::Chat,
    });
    let into = args.get_one::<String>("into").map(String::as_str).unwrap_or_default();
    opened.memory.sync(&opened.call, Purge::Guarded, &mut |_, _| {})?;
    let done = Intake::default();
    let beside = Beside::default();
    let import = OneImport::new(into, writing);
    let mut taking = Taking { opened: &opened, import, done, beside, unreadable: 0 };
    for path in args.get_many::<PathBuf>("path").expect("because it is required") {
        outside(path, &opened.root)?;
        let Found { sources, left, unreadable } = sources(path)?;
        left.into_iter().for_each(|why| taking.done.leave_out(why));
        unreadable.iter().for_each(|it| taking.cannot_read(it));
        taking.all(&sources, named)?;
    }
    let (mut done, beside, unreadable) = (taking.done, taking.beside, taking.unreadable);
    done.skipped.extend(beside.skipped());
    done.problems.extend(beside.passed_over());
    if named.is_some() && done.sessions == 0 {
        warn(&done.problems, "");
        if unreadable > 0 {
            return Err(in_vain(unreadable));
        }
        return Err(Error::new(Kind::BadRequest, "no conversation of that format was found")
            .hint("leave `--format` out to have the form found out")
            .hint(format!("{TAKEN} can be imported")));
    }
    opened.memory.settle(opened.call.wait)?;
    if writing == Writing::Real {
        background::start(&opened);
    }
    warn(&done.problems, "; `--json` lists them all");
    let json = json!({
        "made": done.made, "continued": done.continued, "unchanged": done.unchanged,
        "conflicts": done.conflicts, "skipped": done.skipped, "problems": done.problems,
        "sessions": done.sessions, "turns": done.turns, "notes": done.notes,
        "left_out": done.left_out,
        "commits": done.commits.len(),
    });
    let mut text = done.to_string();
    if writing == Writing::Shown {
        text.insert_str(0, "nothing was written; an import would do this:\n");
        done.made.iter().for_each(|page| {
            text.push_str(&format!("\nwould be made: {}", memory::on_a_line(page)));
        });
    }
    output::reply(&text, &json, args.get_flag("json"))?;
    if done.is_in_vain() && unreadable > 0 {
        return Err(in_vain(unreadable));
    }
    if done.is_in_vain() {
        return Err(Error::new(Kind::BadRequest, "nothing could be taken in")
            .hint("the warnings say why, piece by piece"));
    }
    if done.conflicts.is_empty() {
        return Ok(());
    }
    Err(conflict(done, &beside, into, writing))
}

/// Refuses a part of the vault itself, whose pages would stand in it twice. Files of conversations may lie there.
fn outside(path: &Path, root: &Path) -> Result<(), Error> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let (inner, root) = (real(path), real(root));
    let page = inner.extension().is_some_and(|it| it.eq_ignore_ascii_case("md"));
    if inner == root || !inner.starts_with(&root) || !(inner.is_dir() || page) {
        return Ok(());
    }
    let shown = path.display();
    Err(Error::new(Kind::BadRequest, format!("{shown} is a part of this vault already")).hint(
        "`memopage move` puts its pages elsewhere; of a folder of conversations name the files",
    ))
}

/// Why nothing was taken in where files or folders cannot be read.
fn in_vain(unreadable: usize) -> Error {
    let what = counted(unreadable, "file or folder");
    let what = what.replace("file or folders", "files or folders");
    Error::new(Kind::Unavailable, format!("nothing could be taken in: {what} cannot be read"))
        .hint("mend their rights, as the warnings name them, and import again")
}

/// What is to be done about pages that stand there with other text. The schema is one of them where an archive
/// comes from a vault of other types.
fn conflict(done: Intake, beside: &Beside, into: &str, writing: Writing) -> Error {
    let schema = wiki::schema::FILE.trim_end_matches(".md");
    let others = done.conflicts.iter().filter(|it| *it != schema).count();
    let mut error = Error::new(
        Kind::Conflict,
        format!("{} left as found: other text stands there", counted(done.conflicts.len(), "page")),
    );
    let is_schema = others < done.conflicts.len();
    if is_schema && beside.is_of_a_vault {
        let layout = beside.layout.as_deref().map_or(String::new(), |it| format!(" --layout {it}"));
        error = error.hint(format!(
            "the archive's vault has other rules in {}: make a vault as it was with `memopage init DIR{layout}` and import there, or unpack the archive with `tar`",
            wiki::schema::FILE
        ));
    } else if is_schema {
        error = error.hint(format!(
            "{} is where this vault keeps its rules: give the page that came another name, or use `--into FOLDER`",
            wiki::schema::FILE
        ));
    }
    // Notes that were taken in would come a second time; a conversation is known wherever it lies.
    let comes_again = writing == Writing::Real && done.notes > 0 && !done.made.is_empty();
    let folder = if into.is_empty() { "a folder of their own" } else { "another folder" };
    if others > 0 && comes_again {
        error = error.hint(format!(
            "what could be taken in was: import the files of these pages alone, into {folder} with `--into FOLDER`; the whole import would make a second page of each other file"
        ));
        let again = format!("to import all of it into {folder}, take this import back first");
        error = match done.commits.as_slice() {
            [] => error,
            [one] => {
                error.hint(format!("{again}: `memopage undo {}`", one.get(..10).unwrap_or(one)))
            }
            all => error.hint(format!("{again}: `memopage undo`, {} times", all.len())),
        };
    } else if others > 0 {
        error = error.hint(format!("import into {folder} with `--into FOLDER`"));
    }
    if others > 0 && !into.is_empty() {
        error = error.hint(
            "or make the pages that stand there and those that came one with `memopage edit`",
        );
    }
    error.candidates(done.conflicts)
}

/// Warnings that are printed one by one; more are counted.
const WARNINGS_MAX: usize = 20;

/// Warns of each problem, and says behind the first ones how many more there are and `where_else`.
fn warn(problems: &[String], where_else: &str) {
    problems.iter().take(WARNINGS_MAX).for_each(|it| output::warn(it));
    if let Some(more) = problems.len().checked_sub(WARNINGS_MAX).filter(|it| *it > 0) {
        output::warn(&format!("and {more} more{where_else}"));
    }
}

/// Takes a page's file name and its bytes.
type EachPage<'a> = dyn FnMut(String, Vec<u8>) + 'a;

/// An import under way.
struct Taking<'a> {
    opened: &'a config::Opened,
    import: OneImport<'a>,
    done: Intake,
    beside: Beside,
    /// Files and folders that cannot be read.
    unreadable: usize,
}

impl Taking<'_> {
    /// Says of a file or a folder that it cannot be read; the others go on.
    fn cannot_read(&mut self, it: &Unreadable) {
        self.unreadable += 1;
        self.done.leave_out(it.to_string());
    }

    fn all(&mut self, sources: &[Source], named: Option<Format>) -> Result<(), Error> {
        let mut progress = Progress::new("importing");
        let mut notes = Vec::new();
        let mut others = 0;
        for (number, source) in sources.iter().enumerate() {
            progress.at(number, sources.len());
            let what = named.map_or_else(|| what(source), |format| Ok(What::Known(format)));
            let opened = |what| std::fs::File::open(&source.path).map(|file| (what, file));
            let (what, file) = match what.and_then(opened) {
                Ok(found) => found,
                Err(why) => {
                    self.cannot_read(&Unreadable { name: source.name.clone(), why });
                    continue;
                }
            };
            match what {
                What::Archive { from } => self.archive(source, file, from)?,
                What::Sealed(why) => self.done.leave_out(format!("{}: {why}", source.name)),
                What::Known(Format::Page) => notes.push(source),
                What::Known(Format::Exported) => self.exported(source, file)?,
                What::Known(Format::Unknown) => others += 1,
                What::Known(format) => self.conversations(source, file, format)?,
            }
            if notes.len() == NOTES_AT_ONCE {
                self.notes(&std::mem::take(&mut notes))?;
            }
        }
        self.notes(&notes)?;
        if others > 0 {
            let single = sources.len() == 1;
            if single && self.done.made.is_empty() {
                return Err(Error::new(
                    Kind::BadRequest,
                    format!("{} holds nothing that can be imported", sources[0].path.display()),
                )
                .hint(format!("{TAKEN} can be imported; of a file of conversations `--format` says which form it has")));
            }
            let others = counted(others, "file");
            let why = format!("{others} passed over: neither Markdown nor a conversation");
            self.done.problems.push(why);
        }
        Ok(())
    }

    /// Says of a note that it could not be taken in; it was seen, too.
    fn leave_out(&mut self, why: &str) {
        self.done.notes += 1;
        self.done.leave_out(why.to_owned());
    }

    fn notes(&mut self, sources: &[&Source]) -> Result<(), Error> {
        if sources.is_empty() {
            return Ok(());
        }
        let mut files = Vec::new();
        for source in sources {
            match std::fs::read(&source.path) {
                Ok(bytes) => files.push((source.name.clone(), bytes)),
                Err(err) => self.leave_out(&format!("{}: {err}", source.name)),
            }
        }
        let read = memory::import::folder::read(files);
        for problem in read.problems {
            self.leave_out(&format!("{}: {}", problem.place, problem.message));
        }
        let (memory, call) = (&self.opened.memory, &self.opened.call);
        let taken = memory.take_notes(call, &read.pages, &mut self.import)?;
        self.done.add(taken);
        Ok(())
    }

    /// Takes in a vault's export as JSON lines.
    fn exported(&mut self, source: &Source, file: File) -> Result<(), Error> {
        self.beside.is_of_a_vault = true;
        let mut reader = std::io::BufReader::new(file);
        let problems = self.pages(source, &mut |each| {
            let problems = memory::import::exported::read(&mut reader, each);
            problems.into_iter().map(|it| format!("{}: {}", it.place, it.message)).collect()
        })?;
        problems.iter().for_each(|it| self.leave_out(it));
        Ok(())
    }

    /// Takes in a vault's export as a tar archive, which begins at the byte `from` of the file.
    fn archive(&mut self, source: &Source, mut file: File, from: u64) -> Result<(), Error> {
        if let Err(why) = file.seek(SeekFrom::Start(from)) {
            self.cannot_read(&Unreadable { name: source.name.clone(), why });
            return Ok(());
        }
        if from > 0 {
            let why = "what stands before the archive was passed over";
            self.done.problems.push(format!("{}: {why}", source.name));
        }
        let reader = std::io::BufReader::new(file);
        let mut reader = Some(reader);
        let problems = self.pages(source, &mut |each| {
            reader.take().map_or_else(Vec::new, |reader| archive::read(reader, each))
        })?;
        problems.iter().for_each(|it| self.leave_out(it));
        Ok(())
    }

    /// Takes in pages as they come, some at a time.
    fn pages(
        &mut self,
        source: &Source,
        read: &mut dyn FnMut(&mut EachPage<'_>) -> Vec<String>,
    ) -> Result<Vec<String>, Error> {
        let mut waiting: Vec<(String, Vec<u8>)> = Vec::new();
        let mut failed = None;
        let problems = read(&mut |file, bytes| {
            waiting.push((file, bytes));
            if waiting.len() >= NOTES_AT_ONCE && failed.is_none() {
                failed = self.export_part(std::mem::take(&mut waiting)).err();
            }
        });
        if let Some(err) = failed {
            return Err(err);
        }
        self.export_part(waiting)?;
        Ok(problems.into_iter().map(|it| format!("{}: {it}", source.name)).collect())
    }

    fn export_part(&mut self, files: Vec<(String, Vec<u8>)>) -> Result<(), Error> {
        let leads_out = |file: &str| file.starts_with('/') || file.split('/').any(|it| it == "..");
        let (out, files): (Vec<_>, Vec<_>) =
            files.into_iter().partition(|(file, _)| leads_out(file));
        for (file, _) in out {
            self.leave_out(&format!("{file}: its path leads out of the vault"));
        }
        if files.is_empty() {
            return Ok(());
        }
        let settings = files.iter().find(|(file, _)| file == memory::MARKER);
        if let Some((_, settings)) = settings {
            self.beside.is_of_a_vault = true;
            self.beside.layout = archive::layout(settings);
        }
        let read = memory::import::folder::read(files);
        for problem in read.problems {
            self.leave_out(&format!("{}: {}", problem.place, problem.message));
        }
        read.others.into_iter().for_each(|file| self.beside.note(file));
        let (memory, call) = (&self.opened.memory, &self.opened.call);
        let taken = memory.take_export(call, &read.pages, &mut self.import)?;
        self.done.add(taken);
        Ok(())
    }

    /// Takes in a file of conversations piece by piece, so that a large one is never in memory whole.
    fn conversations(&mut self, source: &Source, file: File, format: Format) -> Result<(), Error> {
        let mut reader = std::io::BufReader::new(file);
        let zone = self.opened.call.now.at.time_zone().clone();
        let mut waiting: Vec<Session> = Vec::new();
        let mut failed = None;
        let problems = memory::import::read(format, &source.name, &mut reader, &zone, &mut |it| {
            waiting.push(it);
            if waiting.len() >= SESSIONS_AT_ONCE && failed.is_none() {
                failed = self.sessions(&std::mem::take(&mut waiting)).err();
            }
        });
        if let Some(err) = failed {
            return Err(err);
        }
        self.sessions(&waiting)?;
        for problem in problems {
            let said = format!("{}: {}: {}", source.name, problem.place, problem.message);
            if problem.is_kept {
                self.done.problems.push(said);
            } else {
                self.done.leave_out(said);
            }
        }
        Ok(())
    }

    fn sessions(&mut self, sessions: &[Session]) -> Result<(), Error> {
        if sessions.is_empty() {
            return Ok(());
        }
        let (memory, call) = (&self.opened.memory, &self.opened.call);
        let taken = memory.take_sessions(call, sessions, &mut self.import)?;
        self.done.add(taken);
        Ok(())
    }
}

/// What a file holds.
enum What {
    /// Pages in a tar archive, which begins at this byte.
    Archive {
        from: u64,
    },
    Known(Format),
    /// Nothing that can be read as it stands; what to do.
    Sealed(&'static str),
}

/// What a file holds, by its name and its beginning.
fn what(source: &Source) -> std::io::Result<What> {
    let mut beginning = Vec::new();
    File::open(&source.path)?.take(DETECT_BYTES).read_to_end(&mut beginning)?;
    if let Some(from) = archive::start(&beginning) {
        return Ok(What::Archive { from: from as u64 });
    }
    let text = String::from_utf8_lossy(&beginning);
    Ok(match memory::import::detect(&source.name, &text) {
        Format::Unknown => {
            sealed(source, &beginning).map_or(What::Known(Format::Unknown), What::Sealed)
        }
        known => What::Known(known),
    })
}

/// What has to be done first with a file that may hold something.
fn sealed(source: &Source, beginning: &[u8]) -> Option<&'static str> {
    const UNPACK: &str = "it is compressed: unpack it, then import what comes out";
    const UTF_16: &str = "it is UTF-16: save it as UTF-8, then import it";
    let begins = |with: &[&[u8]]| with.iter().any(|it| beginning.starts_with(it));
    let is_zip = source.name.to_lowercase().ends_with(".zip") && begins(&[b"PK"]);
    // gzip, xz, Zstandard, bzip2.
    if is_zip || begins(&[b"\x1f\x8b", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"BZh"]) {
        return Some(UNPACK);
    }
    let is_wide = begins(&[b"\xff\xfe", b"\xfe\xff", b"{\0", b"[\0", b"\0{", b"\0["]);
    is_wide.then_some(UTF_16)
}
