//! Reads the past: log, show, diff, blame, the state at a date, the two sides of a commit. Names and
//! messages that are not valid text are read with replacement characters.

use std::fs;

use super::ends;
use super::process::{ANSWER_BYTES, Input, Output};
use super::{Git, GitError};
use crate::history::{BlameLine, ChangeKind, Commit, FileChange, HistoryError, Reverted, Since};

/// One record: a record separator, fields that end in unit separators, then names.
const FORMAT: &str = "--format=%x1e%H%x1f%P%x1f%aI%x1f%ct%x1f%an%x1f%s%x1f\
                      %(trailers:key=Memopage-Operation,valueonly,separator=%x00)%x1f\
                      %(trailers:key=Memopage-Origin,valueonly,separator=%x00)%x1f\
                      %(trailers:key=Memopage-Undoes,valueonly,separator=%x00)%x1f\
                      %(trailers:key=Memopage-Import,valueonly,separator=%x00)%x1f\
                      %(trailers:key=Memopage-Unrecorded,valueonly,separator=%x00)%x1f\
                      %(trailers:key=Memopage-Line-Ends,valueonly,separator=%x00)%x1f\
                      %(trailers:key=Memopage-Files,valueonly,separator=%x00)%x1f";
const FIELDS: usize = 14;
/// A page is followed back through so many commits of its own.
const FOLLOWED_COMMITS: usize = 100_000;
/// Of a page, so many earlier names are tried.
const FOLLOWED_NAMES: usize = 50;
/// A revision is longer than no name that a person gives one.
const REVISION_BYTES: usize = 200;

impl Git {
    pub(crate) fn log(
        &self,
        file: Option<&str>,
        limit: usize,
    ) -> Result<Vec<Commit>, HistoryError> {
        let count = format!("--max-count={limit}");
        let mut args = vec!["log", "-z", FORMAT, "--name-status", "-M", &count];
        if let Some(file) = file {
            args.extend(["--follow", "--", file]);
        }
        let mut commits = self.commits(&args, file.unwrap_or("HEAD"))?;
        if let Some(file) = file {
            commits.truncate(own(&commits, file));
        }
        Ok(commits)
    }

    pub(crate) fn ours(&self, limit: usize) -> Result<Vec<Commit>, HistoryError> {
        let count = format!("--max-count={limit}");
        let grep = "--grep=^Memopage-Operation: ";
        self.commits(&["log", "-z", FORMAT, "--name-status", "-M", &count, grep], "HEAD")
    }

    pub(crate) fn named(&self, revision: &str) -> Result<Commit, HistoryError> {
        let args = [
            "log",
            "-z",
            FORMAT,
            "--name-status",
            "--no-renames",
            "--max-count=1",
            checked(revision)?,
            "--",
        ];
        let commit = self.commits(&args, revision)?.into_iter().next();
        commit.ok_or_else(|| HistoryError::NoRevision(revision.to_owned()))
    }

    pub(crate) fn show(&self, revision: &str, file: &str) -> Result<Vec<u8>, HistoryError> {
        let object = format!("{}:{file}", checked(revision)?);
        let shown = self.asked(&["cat-file", "--filters", &object])?;
        if shown.ok {
            return self.as_it_lies(&object, file, whole(shown)?);
        }
        let commit = format!("{revision}^{{commit}}");
        if self.asked(&["rev-parse", "--verify", "--quiet", &commit])?.ok {
            Err(HistoryError::NotFound(format!("{file} as of {revision}")))
        } else {
            Err(HistoryError::NoRevision(revision.to_owned()))
        }
    }

    /// As `show`, under the name that the file had then. Its present name is tried first, then the
    /// names before it, latest first.
    pub(crate) fn show_followed(
        &self,
        revision: &str,
        file: &str,
    ) -> Result<Vec<u8>, HistoryError> {
        let absent = match self.show(revision, file) {
            Err(absent @ HistoryError::NotFound(_)) => absent,
            shown => return shown,
        };
        let mut names: Vec<String> = Vec::new();
        for commit in self.log(Some(file), FOLLOWED_COMMITS)? {
            for change in commit.files {
                if let ChangeKind::Renamed { from } = change.kind
                    && from != file
                    && !names.contains(&from)
                    && names.len() < FOLLOWED_NAMES
                {
                    names.push(from);
                }
            }
        }
        for name in names {
            match self.show(revision, &name) {
                Err(HistoryError::NotFound(_)) => {}
                shown => return shown,
            }
        }
        Err(absent)
    }

    /// A text with the line ends that the file in the vault has. Git hands texts out as a checkout
    /// would write them, but where it converts line ends a file may lie there as it was written.
    fn as_it_lies(
        &self,
        object: &str,
        file: &str,
        shown: Vec<u8>,
    ) -> Result<Vec<u8>, HistoryError> {
        let present = fs::read(self.root.join(file)).ok();
        if !has_crlf(&shown) {
            // With `core.autocrlf=input` a checkout would not give back what was taken away.
            let lost = present.is_some_and(|it| is_crlf(&it) && self.takes_cr_away(file, &it));
            return Ok(if lost { with_cr(&shown) } else { shown });
        }
        if present.is_none_or(|it| has_crlf(&it)) {
            return Ok(shown);
        }
        let stored = whole(self.asked(&["cat-file", "blob", object])?)?;
        Ok(if has_crlf(&stored) { shown } else { without_cr(&shown) })
    }

    /// Whether a checkout may write a page with other line ends than it had when it was committed.
    pub(crate) fn turns_ends(&self) -> bool {
        let asked = |args: &[&str]| {
            let told = self.run(args, Input::None).unwrap_or_default();
            String::from_utf8_lossy(&told.bytes).trim().to_owned()
        };
        let told = asked(&["check-attr", "text", "eol", "--", "page.md"]);
        let value = |name: &str| {
            let line = told.lines().find_map(|it| it.strip_prefix(&format!("page.md: {name}: ")));
            line.unwrap_or("unspecified").to_owned()
        };
        match value("text").as_str() {
            "unset" => false,
            "unspecified" if value("eol") == "unspecified" => {
                !matches!(asked(&["config", "core.autocrlf"]).as_str(), "" | "false")
            }
            _ => true,
        }
    }

    /// Whether git keeps a file's text without the carriage returns that it lies there with.
    fn takes_cr_away(&self, file: &str, present: &[u8]) -> bool {
        let hash = |args: &[&str], bytes: &[u8]| {
            let hashed = self.run(args, Input::Bytes(bytes)).ok().filter(|it| it.ok);
            hashed.map(|it| it.bytes)
        };
        let path = format!("--path={file}");
        let kept = hash(&["hash-object", &path, "--stdin"], present);
        kept.is_some()
            && kept == hash(&["hash-object", "--no-filters", "--stdin"], &without_cr(present))
    }

    /// Whether the file in the vault is, as git keeps it, what a commit holds.
    fn stands(
        &self,
        revision: &str,
        file: &str,
        after: Option<&[u8]>,
    ) -> Result<Since, HistoryError> {
        let same = |it: bool| if it { Since::Same } else { Since::Changed };
        let (Ok(present), Some(after)) = (fs::read(self.root.join(file)), after) else {
            let is_there = fs::symlink_metadata(self.root.join(file)).is_ok();
            return Ok(same(!is_there && after.is_none()));
        };
        if present == after {
            return Ok(Since::Same);
        }
        let path = format!("--path={file}");
        let hashed =
            self.run(&["hash-object", &path, "--stdin"], Input::Bytes(&present)).map_err(failed)?;
        let stored = self.asked(&["rev-parse", &format!("{revision}:{file}")])?;
        Ok(same(hashed.ok && stored.ok && hashed.bytes == stored.bytes))
    }

    pub(crate) fn diff(
        &self,
        file: &str,
        from: &str,
        to: Option<&str>,
    ) -> Result<String, HistoryError> {
        let mut args = vec!["diff", "--no-ext-diff", "--no-textconv", "--no-color", "-M"];
        args.push(checked(from)?);
        if let Some(to) = to {
            args.push(checked(to)?);
        }
        args.extend(["--", file]);
        let output = self.asked(&args)?;
        if !output.ok {
            return Err(failure(&output, from));
        }
        Ok(String::from_utf8_lossy(&whole(output)?).into_owned())
    }

    pub(crate) fn blame(&self, file: &str) -> Result<Vec<BlameLine>, HistoryError> {
        let output = self.asked(&["blame", "--line-porcelain", "--", file])?;
        if !output.ok {
            return Err(failure(&output, file));
        }
        Ok(blame_lines(&whole(output)?))
    }

    pub(crate) fn at(
        &self,
        when: &str,
        file: &str,
    ) -> Result<Option<(Commit, Vec<u8>)>, HistoryError> {
        let until = seconds_of(when).ok_or_else(|| HistoryError::BadRevision(when.to_owned()))?;
        // The name that the file had then is known only by following it back from now, so git must
        // not leave the later commits out.
        let commits = self.log(Some(file), FOLLOWED_COMMITS)?;
        let Some(commit) = commits.into_iter().find(|commit| commit.seconds <= until) else {
            return Ok(None);
        };
        let name = match commit.files.first() {
            Some(FileChange { kind: ChangeKind::Removed, .. }) => return Ok(None),
            Some(change) => change.file.clone(),
            None => file.to_owned(),
        };
        match self.show(&commit.id, &name) {
            Ok(bytes) => Ok(Some((commit, bytes))),
            Err(HistoryError::NotFound(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn reverted(
        &self,
        revision: &str,
        limit: usize,
    ) -> Result<Vec<Reverted>, HistoryError> {
        let commit = self.named(revision)?;
        if commit.parents.len() > 1 {
            let why = format!("{revision} is a merge and has no single state before it");
            return Err(HistoryError::Failed(why));
        }
        if commit.files.len() > limit {
            let why = format!("{revision} changed more than {limit} files");
            return Err(HistoryError::Failed(why));
        }
        let mut sides = Vec::new();
        for FileChange { file, kind } in commit.files {
            let before = match (&kind, commit.parents.first()) {
                (ChangeKind::Added, _) | (_, None) => None,
                (_, Some(parent)) => {
                    let shown = self.show(parent, &file)?;
                    let stored =
                        || whole(self.asked(&["cat-file", "blob", &format!("{parent}:{file}")])?);
                    Some(ends::given_back(&commit.line_ends, &file, shown, stored)?)
                }
            };
            let after = match kind {
                ChangeKind::Removed => None,
                _ => Some(self.show(&commit.id, &file)?),
            };
            let since = self.stands(&commit.id, &file, after.as_deref())?;
            sides.push(Reverted { file, before, after, since });
        }
        Ok(sides)
    }

    pub(super) fn asked(&self, args: &[&str]) -> Result<Output, HistoryError> {
        self.run(args, Input::None).map_err(failed)
    }

    fn commits(&self, args: &[&str], asked: &str) -> Result<Vec<Commit>, HistoryError> {
        let output = self.asked(args)?;
        if !output.ok {
            // A repository without a commit has an empty history, not a broken one.
            if output.errors.contains("does not have any commits yet") {
                return Ok(Vec::new());
            }
            return Err(failure(&output, asked));
        }
        Ok(parse_log(&whole(output)?))
    }
}

/// How many of the commits that git followed a file through are its own. Git goes on with the past of any file that
/// was much like it when it came; only one that went in the same commit is the same file.
fn own(commits: &[Commit], file: &str) -> usize {
    let mut name = file;
    for (nth, change) in (0..).zip(commits.iter().map(|commit| commit.files.first())) {
        match change {
            None => {}
            Some(change) if change.file != name => return nth,
            Some(FileChange { kind: ChangeKind::Renamed { from }, .. }) => name = from,
            Some(_) => {}
        }
    }
    commits.len()
}

fn failed(GitError(why): GitError) -> HistoryError {
    HistoryError::Failed(why)
}

fn has_crlf(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|pair| pair == b"\r\n")
}

/// Whether every line end is CRLF, and there is one.
fn is_crlf(bytes: &[u8]) -> bool {
    let ends = bytes.iter().filter(|byte| **byte == b'\n').count();
    ends > 0 && ends == bytes.windows(2).filter(|pair| pair == b"\r\n").count()
}

fn with_cr(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 16);
    for byte in bytes {
        if *byte == b'\n' {
            out.push(b'\r');
        }
        out.push(*byte);
    }
    out
}

fn without_cr(bytes: &[u8]) -> Vec<u8> {
    let next = bytes.iter().skip(1).chain(std::iter::once(&0));
    let kept = bytes.iter().zip(next).filter(|(byte, next)| (**byte, **next) != (b'\r', b'\n'));
    kept.map(|(byte, _)| *byte).collect()
}

pub(super) fn whole(output: Output) -> Result<Vec<u8>, HistoryError> {
    if output.cut { Err(HistoryError::TooLarge(ANSWER_BYTES)) } else { Ok(output.bytes) }
}

pub(super) fn failure(output: &Output, asked: &str) -> HistoryError {
    const ABSENT: [&str; 5] =
        ["bad revision", "unknown revision", "bad object", "ambiguous argument", "invalid object"];
    if output.errors.contains("no such path") {
        HistoryError::NotFound(asked.to_owned())
    } else if ABSENT.iter().any(|words| output.errors.contains(words)) {
        HistoryError::NoRevision(asked.to_owned())
    } else {
        HistoryError::Failed(output.complaint())
    }
}

/// Lets through ids, branch and tag names with `~`, `^` and `@{n}`, and nothing that git could take
/// for an option, a range or a path.
fn checked(revision: &str) -> Result<&str, HistoryError> {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./~^@{}".contains(c);
    let fine = !revision.is_empty()
        && revision.len() <= REVISION_BYTES
        && !revision.starts_with(['-', '^'])
        && !revision.contains("..")
        && revision.chars().all(is_plain);
    if fine { Ok(revision) } else { Err(HistoryError::BadRevision(revision.to_owned())) }
}

/// A moment as git takes it without guessing, if it is one that git can keep.
pub(super) fn date_for_git(when: &str) -> Option<String> {
    let seconds = seconds_of(when).filter(|seconds| *seconds > 0)?;
    let zone = match when.get(19..)? {
        "Z" => "+0000".to_owned(),
        zone => zone.replace(':', ""),
    };
    Some(format!("@{seconds} {zone}"))
}

/// Seconds since 1970 of `2026-05-20T23:59:59+08:00` or `…Z`; other forms mean something else to
/// every reader and are refused.
pub(super) fn seconds_of(when: &str) -> Option<i64> {
    let bytes = when.as_bytes();
    let number = |at: usize, length: usize| -> Option<i64> {
        let digits = bytes.get(at..at + length)?;
        let is_number = digits.iter().all(u8::is_ascii_digit);
        std::str::from_utf8(digits).ok().filter(|_| is_number)?.parse().ok()
    };
    let marks = [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')];
    if !marks.iter().all(|(at, mark)| bytes.get(*at) == Some(mark)) {
        return None;
    }
    let (year, month, day) = (number(0, 4)?, number(5, 2)?, number(8, 2)?);
    let (hour, minute, second) = (number(11, 2)?, number(14, 2)?, number(17, 2)?);
    let offset = match (when.get(19..)?, bytes.get(19)?) {
        ("Z", _) => 0,
        (zone, sign @ (b'+' | b'-')) if zone.len() == 6 && bytes[22] == b':' => {
            let seconds = number(20, 2)? * 3600 + number(23, 2)? * 60;
            if *sign == b'+' { seconds } else { -seconds }
        }
        _ => return None,
    };
    let fine = (1..=12).contains(&month)
        && (1..=31).contains(&day)
        && hour < 24
        && minute < 60
        && second <= 60;
    // Days since 1970 of a Gregorian date, counted in years that begin in March (Hinnant 2013,
    // "chrono-compatible low-level date algorithms").
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let era_days = year.div_euclid(400) * 146_097;
    let year = year.rem_euclid(400);
    let year_days = (153 * month + 2) / 5 + day - 1;
    let days = era_days + year * 365 + year / 4 - year / 100 + year_days - 719_468;
    fine.then_some(days * 86_400 + hour * 3600 + minute * 60 + second - offset)
}

fn parse_log(bytes: &[u8]) -> Vec<Commit> {
    let text = String::from_utf8_lossy(bytes);
    text.split('\x1e').filter_map(parse_commit).collect()
}

fn parse_commit(record: &str) -> Option<Commit> {
    let fields: Vec<&str> = record.splitn(FIELDS, '\x1f').collect();
    let [
        id,
        parents,
        when,
        seconds,
        author,
        subject,
        operations,
        origins,
        undoes,
        imports,
        unrecorded,
        line_ends,
        wrote,
        names,
    ] = fields[..]
    else {
        return None;
    };
    let values = |text: &str| -> Vec<String> {
        text.split('\0').map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect()
    };
    let operations = values(operations);
    Some(Commit {
        id: id.to_owned(),
        parents: parents.split_whitespace().map(str::to_owned).collect(),
        when: when.to_owned(),
        seconds: seconds.parse().unwrap_or(0),
        author: author.to_owned(),
        subject: subject.to_owned(),
        operations: operations.len(),
        operation: operations.into_iter().next(),
        origin: values(origins).into_iter().next(),
        undoes: values(undoes),
        imports: values(imports),
        unrecorded: values(unrecorded),
        line_ends: values(line_ends),
        wrote: values(wrote),
        files: parse_names(names),
    })
}

/// Reads `M\0file\0` and `R100\0old\0new\0` triples.
fn parse_names(names: &str) -> Vec<FileChange> {
    let mut tokens = names.split('\0').map(|token| token.trim_start_matches('\n'));
    let mut changes = Vec::new();
    while let Some(status) = tokens.next() {
        let kind = match status.as_bytes().first() {
            None => continue,
            Some(b'A') => ChangeKind::Added,
            Some(b'D') => ChangeKind::Removed,
            Some(b'R') => {
                let Some(from) = tokens.next() else { break };
                ChangeKind::Renamed { from: from.to_owned() }
            }
            // Like another file that stays: it is new all the same.
            Some(b'C') if tokens.next().is_some() => ChangeKind::Added,
            Some(_) => ChangeKind::Modified,
        };
        let Some(file) = tokens.next() else { break };
        changes.push(FileChange { file: file.to_owned(), kind });
    }
    changes
}

/// Reads `blame --line-porcelain`: a header line, `key value` lines, then a tab and the text.
fn blame_lines(bytes: &[u8]) -> Vec<BlameLine> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = Vec::new();
    let blank = || BlameLine {
        line: 0,
        commit: String::new(),
        author: String::new(),
        seconds: 0,
        subject: String::new(),
        text: String::new(),
    };
    let mut next = blank();
    for row in text.split('\n') {
        if let Some(text) = row.strip_prefix('\t') {
            text.clone_into(&mut next.text);
            lines.push(std::mem::replace(&mut next, blank()));
        } else if next.commit.is_empty() {
            let mut words = row.split(' ');
            words.next().unwrap_or_default().clone_into(&mut next.commit);
            next.line = words.nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
        } else if let Some(author) = row.strip_prefix("author ") {
            author.clone_into(&mut next.author);
        } else if let Some(seconds) = row.strip_prefix("author-time ") {
            next.seconds = seconds.parse().unwrap_or(0);
        } else if let Some(subject) = row.strip_prefix("summary ") {
            subject.clone_into(&mut next.subject);
        }
    }
    lines
}
