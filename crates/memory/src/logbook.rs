//! `log.md`: one line for each change, in vaults whose layout keeps one; a year to a file.

use crate::draft::Draft;
use crate::{Call, Error, Kind, Memory, limits};
use jiff::civil::Date;
use store::{Lock, Note};
use wiki::edit::Edit;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::Purpose;
use wiki::schema::Layout;
use wiki::time::read_date;

const LOG: &str = "log";

/// Whether a page is a log that is kept here, and not somebody's own. This year's says so in its head, begins
/// as a layout's does, or holds an entry; that of another year has its entries.
pub(crate) fn is_log(page: &Page) -> bool {
    if !is_log_name(page.path.as_str()) {
        return false;
    }
    let said = page.head.text("type").filter(|it| !it.trim().is_empty());
    let says_log = said.as_deref().is_some_and(|it| it.trim() == LOG);
    if said.is_some() && !says_log {
        return false;
    }
    let body = page.text[page.body..].trim_start_matches('\u{feff}').trim_start();
    body.lines().any(is_entry)
        || page.path.as_str() == LOG && (says_log || begins_as_a_layouts(body))
}

/// `log`, and that of a year: `log-2026`.
pub(crate) fn is_log_name(path: &str) -> bool {
    let Some(rest) = path.strip_prefix(LOG) else { return false };
    let year = rest.strip_prefix('-');
    rest.is_empty() || year.is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit()))
}

fn begins_as_a_layouts(body: &str) -> bool {
    let file = format!("{LOG}.md");
    let mut layouts = Layout::ALL.iter().flat_map(|it| it.files()).filter(|(it, _)| *it == file);
    layouts.any(|(_, text)| {
        let mut lines = text.lines().map(str::trim_end);
        body.lines().map(str::trim_end).zip(&mut lines).all(|(ours, theirs)| ours == theirs)
            && lines.next().is_none()
    })
}

/// `## [2026-05-20] remember | users/ada`.
fn is_entry(line: &str) -> bool {
    let Some((day, rest)) = line.strip_prefix("## [").and_then(|it| it.split_once(']')) else {
        return false;
    };
    read_date(day).is_some() && rest.contains(" | ")
}

/// Enters the operation, if the vault keeps a log. A log that cannot be written is told, and never
/// keeps a page from being written.
pub(crate) fn enter(draft: &mut Draft<'_>, operation: &str, subject: &str) {
    if let Err(err) = entered(draft, operation, subject) {
        draft.warnings.push(format!("not entered in the log: {err}"));
    }
}

fn entered(draft: &mut Draft<'_>, operation: &str, subject: &str) -> Result<(), Error> {
    let path = log();
    let Some(page) = draft.page(&path)? else { return Ok(()) };
    if !is_log(&page) || draft.is_left(&path) {
        return Ok(());
    }
    let today = draft.call.now.today();
    let text = entry(today, operation, subject);
    draft.edit(&path, &[Edit::Append { heading: None, text }])
}

/// A change, as the log says it.
fn entry(today: Date, operation: &str, subject: &str) -> String {
    format!("## [{today}] {operation} | {}", subject.replace(['\n', '\r'], " "))
}

fn log() -> PagePath {
    PagePath::parse(LOG).expect("because the name is plain")
}

/// Lays the log of a year that is over aside, under that year's name, and begins a new one. Gives
/// what a person should know.
pub(crate) fn turn_of_the_year(memory: &Memory, call: &Call, lock: &Lock) -> Vec<String> {
    match turned(memory, call, lock) {
        Ok(warnings) => warnings,
        Err(err) => vec![format!("the log of the last year stays where it is: {err}")],
    }
}

fn turned(memory: &Memory, call: &Call, lock: &Lock) -> Result<Vec<String>, Error> {
    let mut draft = Draft::new(memory, call);
    let path = log();
    let Some(page) = draft.page(&path)?.filter(is_log) else { return Ok(Vec::new()) };
    let Some(year) = last_year(&page.text).filter(|it| *it < call.now.today().year()) else {
        return Ok(Vec::new());
    };
    let aside = free_name(&mut draft, year)?;
    draft.relocate(&path, &aside)?;
    let note = Note {
        operation: "log".to_owned(),
        subject: format!("{path} → {aside}"),
        origin: crate::apply::origin(call),
        when: crate::apply::moment(call),
        ..Note::default()
    };
    let moved = memory.carry_out(lock, &mut draft, &note, Purpose::Write)?;
    let mut warnings = moved.map(|it| it.warnings).unwrap_or_default();
    let mut draft = Draft::new(memory, call);
    let top = page.text.find("## [").map_or(page.text.as_str(), |at| &page.text[..at]);
    let gap = if top.is_empty() || top.ends_with("\n\n") || top.ends_with("\r\n\r\n") {
        ""
    } else {
        "\n"
    };
    // With its first entry it is a log, whatever its author wrote on top.
    let first = entry(call.now.today(), &note.operation, &note.subject);
    draft.create_text(&path, format!("{top}{gap}{first}\n"))?;
    let begun = memory.carry_out(lock, &mut draft, &note, Purpose::Write)?;
    warnings.extend(begun.map(|it| it.warnings).unwrap_or_default());
    Ok(warnings)
}

/// `log-2026`, or with a number where there is one already.
fn free_name(draft: &mut Draft<'_>, year: i16) -> Result<PagePath, Error> {
    for number in 1..limits::CHANGES_MAX {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let path =
            PagePath::parse(&format!("{LOG}-{year}{suffix}")).expect("because the name is plain");
        if draft.page(&path)?.is_none() {
            return Ok(path);
        }
    }
    Err(Error::new(Kind::Conflict, format!("too many logs of {year}")).hint("archive some of them"))
}

/// The year of the last entry.
fn last_year(text: &str) -> Option<i16> {
    let line = text.lines().rev().find(|line| line.starts_with("## ["))?;
    line.get(4..8)?.parse().ok()
}
