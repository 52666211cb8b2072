//! The errors of the rooms below, each turned into the engine's own: a kind, a message that names
//! the path, and a hint.

#![expect(clippy::needless_pass_by_value, reason = "`map_err` hands errors over by value")]

use crate::{Error, Kind};
use search::{IndexError, VectorError};
use std::collections::BTreeSet;
use std::io::ErrorKind;
use store::{CommitError, HistoryError, LockError, VaultError, VaultErrorKind};
use wiki::edit::EditProblem;
use wiki::fact::{Fact, FactProblem};
use wiki::page::Page;
use wiki::path::{PagePath, PathProblem};
use wiki::policy::Refusal;
use wiki::time::DateProblem;

/// The text of a file; bytes that are no UTF-8 are shown as replacement characters.
pub(crate) fn text_of(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(err) => String::from_utf8_lossy(err.as_bytes()).into_owned(),
    }
}

pub(crate) fn from_vault(err: VaultError) -> Error {
    let kind = match err.kind {
        VaultErrorKind::NotFound => Kind::NotFound,
        VaultErrorKind::Escapes | VaultErrorKind::TooLarge => Kind::Refused,
        VaultErrorKind::Exists => Kind::Conflict,
        VaultErrorKind::Denied
        | VaultErrorKind::ReadOnly
        | VaultErrorKind::DiskFull
        | VaultErrorKind::Io => Kind::Unavailable,
    };
    let hint = err.hint();
    Error::new(kind, err.to_string()).hint(hint)
}

pub(crate) fn from_index(err: IndexError) -> Error {
    let (kind, hint) = if err.is_busy() {
        (Kind::Busy, "try again in a moment")
    } else if err.is_damage() {
        (Kind::Corrupt, "run it again: the index is made anew from the pages, which are unharmed")
    } else {
        (
            Kind::Unavailable,
            "the pages are unharmed; give the folder `.memopage` space and the right to be written",
        )
    };
    Error::new(kind, err.to_string()).hint(hint)
}

pub(crate) fn from_vectors(err: VectorError) -> Error {
    let hint = "words are searched meanwhile; give the folder `.memopage` space and the right to be written";
    match err {
        VectorError::Index(err) => from_index(err),
        err if err.is_damage() => {
            Error::new(Kind::Corrupt, format!("the vectors cannot be read: {err}")).hint(
                "`memopage embed` makes them anew from the pages; words are searched meanwhile",
            )
        }
        err => Error::new(Kind::Unavailable, err.to_string()).hint(hint),
    }
}

pub(crate) fn from_lock(err: LockError) -> Error {
    match err {
        LockError::Held { .. } => Error::new(Kind::Busy, format!("cannot write: {err}"))
            .hint("wait for it to finish, or raise `--wait`"),
        LockError::Io { ref file, kind, .. } => {
            let (why, hint) = match kind {
                ErrorKind::ReadOnlyFilesystem => (
                    "the file system is read-only",
                    "mount it writable; recall, read, list and export work meanwhile",
                ),
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                    ("disk is full", "free some space, then run `memopage status`")
                }
                ErrorKind::PermissionDenied => (
                    "permission denied",
                    "ask for the right to write the vault; recall, read, list and export work meanwhile",
                ),
                _ => {
                    return Error::new(Kind::Unavailable, err.to_string())
                        .hint("check that the vault's folder `.memopage` can be written");
                }
            };
            Error::new(Kind::Unavailable, format!("cannot write {file}: {why}")).hint(hint)
        }
    }
}

pub(crate) fn from_commit(err: CommitError) -> Error {
    match err {
        CommitError::Changed { path } => {
            Error::new(Kind::Conflict, format!("{path} was changed meanwhile")).hint("try again")
        }
        CommitError::NotCheckedOut { ref path } => {
            let folder = path.as_str().rsplit_once('/').map_or("", |(folder, _)| folder);
            let add = match folder {
                "" => "git sparse-checkout disable".to_owned(),
                folder => format!("git sparse-checkout add {folder}"),
            };
            Error::new(Kind::Conflict, format!("{err}; nothing was written"))
                .hint(format!("check it out first (`{add}`), or name another page"))
        }
        CommitError::Vault(err) => from_vault(err),
        CommitError::Recover(store::RecoverError::Vault(err)) => {
            let message = format!("an interrupted change must be finished first: {err}");
            let cause = from_vault(err);
            Error::new(cause.kind, message).hint("put that right, then try again")
        }
        CommitError::Unfinished(err) => {
            let full = err.kind == VaultErrorKind::DiskFull;
            let first = if full { "free some space, and " } else { "" };
            let then = "do not repeat it: the next use finishes it or takes it back, and a page may show either text until then";
            Error::new(Kind::Unavailable, CommitError::Unfinished(err).to_string())
                .hint(format!("{first}{then}"))
        }
        CommitError::Recover(err) => Error::new(Kind::Corrupt, err.to_string())
            .hint("run the newest memopage once in this vault, then try again"),
    }
}

pub(crate) fn from_history(err: &HistoryError) -> Error {
    let kind = match err {
        HistoryError::NotFound(_) | HistoryError::NoRevision(_) => Kind::NotFound,
        HistoryError::BadRevision(_) => Kind::BadRequest,
        HistoryError::TooLarge(_) => Kind::Refused,
        HistoryError::Off(_) | HistoryError::Broken(_) | HistoryError::Failed(_) => {
            Kind::Unavailable
        }
    };
    Error::new(kind, err.to_string()).hint(match err {
        HistoryError::Broken(why) | HistoryError::Failed(why) => git_remedy(why),
        HistoryError::Off(_) => {
            "history needs git, and the vault to be the root of its repository: run `git init` there"
                .to_owned()
        }
        HistoryError::TooLarge(_) => "ask for a part of it".to_owned(),
        _ => "run `memopage history` to see the commits".to_owned(),
    })
}

/// What to do where git cannot use the vault's repository.
pub(crate) fn git_remedy(why: &str) -> String {
    match store::trust(why) {
        Some(command) => {
            format!("another user owns the vault; if you trust it, run `{command}`")
        }
        None => "see what `git status` says in the vault's root".to_owned(),
    }
}

pub(crate) fn from_refusal(refusal: &Refusal) -> Error {
    Error::new(Kind::Refused, refusal.to_string()).hint(refusal.hint())
}

pub(crate) fn from_path(problem: &PathProblem) -> Error {
    Error::new(Kind::Refused, problem.to_string()).hint(problem.hint())
}

pub(crate) fn from_edit(path: &PagePath, err: &EditProblem) -> Error {
    let kind = match err {
        EditProblem::Missing { .. } => Kind::NotFound,
        EditProblem::Ambiguous { .. } | EditProblem::Headings { .. } => Kind::Conflict,
        EditProblem::BrokenHead { .. }
        | EditProblem::OpenHead { .. }
        | EditProblem::ForeignHead
        | EditProblem::Unterminated { .. }
        | EditProblem::Unmerged { .. } => Kind::Refused,
        EditProblem::Field { .. } | EditProblem::Span { .. } => Kind::BadRequest,
    };
    Error::new(kind, format!("cannot edit {path}: {err}")).hint(err.hint())
}

pub(crate) fn from_fact(path: &PagePath, err: &FactProblem) -> Error {
    let kind = match err {
        FactProblem::Empty | FactProblem::Key { .. } | FactProblem::ValidBackwards { .. } => {
            Kind::BadRequest
        }
        FactProblem::InHistory
        | FactProblem::NoFacts { .. }
        | FactProblem::NoPlace
        | FactProblem::Unterminated { .. }
        | FactProblem::Unmerged { .. }
        | FactProblem::LoneReturn { .. } => Kind::Refused,
        FactProblem::Missing { .. } => Kind::NotFound,
    };
    Error::new(kind, format!("{path}: {err}")).hint(err.hint())
}

/// Refuses to work on the text of a page in which git left a merge conflict.
pub(crate) fn refuse_unmerged(page: &Page) -> Result<(), Error> {
    match page.unmerged() {
        Some(lines) => Err(from_edit(&page.path, &EditProblem::Unmerged { lines })),
        None => Ok(()),
    }
}

/// The section of that heading, by its number; where there is none, which ones there are.
pub(crate) fn section(page: &Page, heading: &str) -> Result<usize, Error> {
    page.section_named(heading).ok_or_else(|| {
        let known: Vec<&str> = page
            .sections
            .iter()
            .map(|it| it.heading.as_str())
            .filter(|it| !it.is_empty())
            .collect();
        let hint = if known.is_empty() {
            "the page has no headings".to_owned()
        } else {
            format!("its sections are: {}", known.join(" · "))
        };
        Error::new(Kind::NotFound, format!("{} has no section `{heading}`", page.path)).hint(hint)
    })
}

/// Refuses a heading that stands more than once, for something that is to be added below it.
pub(crate) fn refuse_doubled(page: &Page, heading: &str) -> Result<(), Error> {
    let named = page.sections_named(heading);
    let lines: Vec<usize> =
        named.map(|at| page.line_of(page.sections[at].heading_span.start)).collect();
    if lines.len() < 2 {
        return Ok(());
    }
    let heading = heading.trim().to_owned();
    Err(from_edit(&page.path, &EditProblem::Headings { heading, lines }))
}

pub(crate) fn several_facts(page: &Page, which: &str, facts: &[Fact]) -> Error {
    let path = &page.path;
    let shown: Vec<String> = facts.iter().map(crate::remember::described).collect();
    let they_are = format!("they are: {}", shown.join(" · "));
    let first = shown.first().map_or("", String::as_str);
    let forget = format!("`memopage forget \"{path}\" \"{first}\"`");
    let heading = |it: &Fact| page.sections.get(it.section).map_or("", |it| it.heading.as_str());
    let headings: BTreeSet<&str> = facts.iter().map(heading).filter(|it| !it.is_empty()).collect();
    let apart = facts.iter().any(|it| it.section != facts[0].section);
    let key = facts.first().and_then(|it| Some((it.key.as_deref()?, it.value.as_str())));
    let hint = match key {
        _ if apart && !headings.is_empty() => {
            let named: Vec<String> =
                headings.iter().map(|it| format!("`--heading \"{it}\"`")).collect();
            format!("say in which section: {}; {they_are}", named.join(" or "))
        }
        Some((key, value)) => format!(
            "say which of them holds: `memopage remember --page \"{path}\" --key \"{key}\" --value \"{value}\"`; \
             before another value retire one: {forget}; or declare the key a set in SCHEMA.md; {they_are}"
        ),
        None => format!("retire one: {forget}; {they_are}"),
    };
    Error::new(
        Kind::Conflict,
        format!("{path} has {} facts that `{which}` could mean; nothing was written", facts.len()),
    )
    .hint(hint)
    .candidates(shown)
}

/// What the vault's schema does not know: a page type, a relation, a predicate. `names` are those that it does.
pub(crate) fn not_in_schema(what: &str, typed: &str, names: &[&str]) -> Error {
    Error::bad(
        format!("the vault's schema has no {what} `{typed}`"),
        format!("use one of: {}; or add it to SCHEMA.md", names.join(", ")),
    )
}

pub(crate) fn from_date(typed: &str, err: &DateProblem) -> Error {
    Error::bad(err.to_string(), format!("instead of `{typed}` write a day such as 2026-10-31"))
}

/// A number from 0 to 1, or a word for one.
pub(crate) fn confidence(typed: &str) -> Result<f64, Error> {
    let typed = typed.trim();
    let value = match typed.to_ascii_lowercase().as_str() {
        "high" => Some(0.9),
        "medium" => Some(0.6),
        "low" => Some(0.3),
        other => other.parse::<f64>().ok(),
    };
    value.filter(|it| (0.0..=1.0).contains(it)).ok_or_else(|| {
        Error::bad(
            format!("`{typed}` is no confidence"),
            "give a number from 0 to 1, or high, medium or low",
        )
    })
}
