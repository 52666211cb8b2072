//! `log.md`: one line for each change, in vaults whose layout keeps one; a year to a file.

use crate::Error;
use crate::draft::Draft;
use wiki::edit::Edit;
use wiki::path::PagePath;

const LOG: &str = "log";

/// Enters the operation, if the vault keeps a log.
pub(crate) fn enter(draft: &mut Draft<'_>, operation: &str, subject: &str) -> Result<(), Error> {
    let path = PagePath::parse(LOG).expect("because the name is plain");
    let Some(page) = draft.page(&path)? else { return Ok(()) };
    let today = draft.call.now.today();
    if let Some(year) = last_year(&page.text).filter(|year| *year < today.year()) {
        rotate(draft, &path, year)?;
    }
    let subject = subject.replace(['\n', '\r'], " ");
    let text = format!("## [{today}] {operation} | {subject}");
    draft.edit(&path, &[Edit::Append { heading: None, text }])
}

/// The year of the last entry.
fn last_year(text: &str) -> Option<i16> {
    let line = text.lines().rev().find(|line| line.starts_with("## ["))?;
    line.get(4..8)?.parse().ok()
}

/// Lays the entries of a year that is over into a file of their own.
fn rotate(draft: &mut Draft<'_>, path: &PagePath, year: i16) -> Result<(), Error> {
    let page = draft.existing(path)?;
    let at = page.text.find("## [").unwrap_or(page.text.len());
    let (top, entries) = page.text.split_at(at);
    let old = PagePath::parse(&format!("{LOG}-{year}")).expect("because the name is plain");
    match draft.page(&old)? {
        None => draft.create_text(&old, format!("{top}{entries}"))?,
        Some(kept) => draft.put(&old, format!("{}\n{entries}", kept.text.trim_end()))?,
    }
    draft.put(path, top.to_owned())
}
