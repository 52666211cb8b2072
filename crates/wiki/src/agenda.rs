//! `NOW.md`: what the day is about, what is done, what is in progress and what blocks it, and what comes first.
//!
//! Reads such a page whoever wrote it, and changes single lines of it: what else stands there stays. It knows neither
//! clock nor disk; the time that the page is stamped with is handed in.

mod lines;
mod read;

use lines::Lines;
pub use read::read;

use crate::canon::fold;
use crate::page::Page;

/// The file's name without `.md`.
pub const PAGE: &str = "NOW";
/// Priorities that there are.
pub const RANKS: [&str; 3] = ["P0", "P1", "P2"];

/// What the page says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agenda {
    /// When it was last changed, as it says itself.
    pub updated: Option<String>,
    /// What it is about.
    pub focus: Option<String>,
    /// What is done.
    pub done: Vec<String>,
    /// What is in progress.
    pub doing: Vec<Doing>,
    /// What is planned, by its priority.
    pub planned: Vec<Planned>,
}

/// Something in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doing {
    /// What it is.
    pub what: String,
    /// What blocks it.
    pub blocked: Option<String>,
}

/// Something planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// `P0`, `P1`, …
    pub rank: String,
    /// What it is.
    pub what: String,
    /// Until when.
    pub due: Option<String>,
}

/// One change of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// What the day is about.
    Focus(String),
    /// Something is done: what was in progress or planned by these words leaves its place.
    Done(String),
    /// Something is in progress, or is blocked by something else than before.
    Start(Doing),
    /// Something is planned, or has another priority or day than before.
    Plan(Planned),
    /// Something is none of all this.
    Drop(String),
    /// What is done is gone.
    Clear,
}

/// Why a change cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgendaProblem {
    /// Nothing on the page has these words.
    Missing(String),
    /// More than one line has them.
    Several {
        /// The words.
        what: String,
        /// The lines.
        of: Vec<String>,
    },
    /// There are no words.
    Empty,
}

/// The text of the page after these steps, stamped with `at`.
///
/// # Errors
/// [`AgendaProblem`], where a step names nothing, or more than one thing.
pub fn changed(page: &Page, steps: &[Step], at: &str) -> Result<String, AgendaProblem> {
    let mut lines = Lines::of(page);
    for step in steps {
        match step {
            Step::Focus(what) => {
                lines.set_line(&["focus", "重点", "焦点"], "Focus", &worded(what)?);
            }
            Step::Done(what) => {
                let what = worded(what)?;
                let said = lines.take(&what)?.unwrap_or(what);
                lines.add_item(lines::DONE, &format!("✅ {said}"));
            }
            Step::Start(doing) => start(&mut lines, doing)?,
            Step::Plan(planned) => plan(&mut lines, planned)?,
            Step::Drop(what) => {
                let what = worded(what)?;
                let found = lines.take(&what)?.or(lines.take_done(&what)?);
                found.ok_or(AgendaProblem::Missing(what))?;
            }
            Step::Clear => lines.clear(lines::DONE),
        }
    }
    lines.set_line(&["updated", "更新", "更新时间"], "Updated", at);
    Ok(lines.text())
}

fn start(lines: &mut Lines, doing: &Doing) -> Result<(), AgendaProblem> {
    let what = worded(&doing.what)?;
    let said = lines.take_from(lines::DOING, &what)?.unwrap_or(what);
    let why = match doing.blocked.as_deref() {
        Some(why) => format!(" — blocked by {}", worded(why)?),
        None => String::new(),
    };
    lines.add_item(lines::DOING, &format!("🔄 {said}{why}"));
    Ok(())
}

fn plan(lines: &mut Lines, planned: &Planned) -> Result<(), AgendaProblem> {
    let what = worded(&planned.what)?;
    let said = lines.take_row(&what)?.unwrap_or(what);
    let due = planned.due.as_deref().unwrap_or_default();
    lines.add_row(&planned.rank, &said, due);
    Ok(())
}

/// Words on one line.
fn worded(text: &str) -> Result<String, AgendaProblem> {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.is_empty() { Err(AgendaProblem::Empty) } else { Ok(words) }
}

/// Whether a line's words are those typed: all of them before a part.
fn matching<'l>(lines: &'l [(usize, String)], typed: &str) -> Vec<&'l (usize, String)> {
    let typed = fold(typed);
    let whole: Vec<_> = lines.iter().filter(|it| fold(&it.1) == typed).collect();
    if whole.is_empty() {
        lines.iter().filter(|it| fold(&it.1).contains(&typed)).collect()
    } else {
        whole
    }
}

#[cfg(test)]
mod tests;
