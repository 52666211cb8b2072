//! One note of an import: new, there already, moved from there, or erased.

use super::elsewhere::Place;
use super::{Intake, Known};
use crate::draft::Draft;
use crate::lint::written_apart;
use crate::{Error, counted, facets, problem};
use wiki::decision::Trace;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::redact;
use wiki::session;

pub(super) fn note(
    draft: &mut Draft<'_>,
    path: &PagePath,
    text: &str,
    known: &mut Known,
    done: &mut Intake,
) -> Result<(), Error> {
    let Some(page) = draft.page(path)? else {
        if let Some(twin) = draft.memory.twin(path, None)? {
            let how = written_apart(twin.as_str(), path.as_str());
            done.skipped
                .push(format!("{path}: on macOS and Windows it is one file with {twin}{how}"));
            return Ok(());
        }
        if is_erased(draft, path, text, done)? {
            return Ok(());
        }
        let place = known.place_of(draft, path, text)?;
        let text = &without_erased(draft, path, text, done)?;
        match place {
            Place::Free => {
                draft.create_text(path, text.to_owned())?;
                done.made.push(path.to_string());
            }
            Place::Same(place) => done.skipped.push(format!("{path}: it stands as {place}")),
            Place::Other(place) => done.conflicts.push(format!("{path}, which is {place} now")),
            Place::Another(place) => {
                draft.create_text(path, text.to_owned())?;
                done.made.push(path.to_string());
                done.problems.push(format!(
                    "{path} is new: the page of that path that is {place} now says something else"
                ));
            }
            Place::Erased(day) => done.skipped.push(format!("{path}: erased on {day}")),
        }
        return Ok(());
    };
    // A page that was redacted when it came in is the same as its source still is.
    if same(&page.text, text) || same(&page.text, &redact(text).0) {
        done.unchanged += 1;
    } else if matches!(known, Known::Export) && is_own(&page, draft) {
        done.skipped.push(format!("{path}: the vault keeps its own"));
    } else if let Place::Same(place) = known.place_of(draft, path, text)? {
        done.skipped.push(format!("{path}: it stands as {place}"));
    } else {
        done.conflicts.push(path.to_string());
    }
    Ok(())
}

/// Whether a page is written by the vault itself; its schema is what somebody decided.
fn is_own(page: &Page, draft: &Draft<'_>) -> bool {
    let is_schema = draft.schema.type_of(page).is_some_and(|it| it.name == "schema");
    facets::is_apart(page, &draft.schema) && !is_schema
}

/// Whether a page of this place or these words was erased; then it is left out, and said so.
/// A note's text without statements that were erased here.
fn without_erased(
    draft: &mut Draft<'_>,
    path: &PagePath,
    text: &str,
    done: &mut Intake,
) -> Result<String, Error> {
    let buried = draft.buried()?;
    if !buried.knows_statements() {
        return Ok(text.to_owned());
    }
    let page = Page::parse(path.clone(), text);
    let mut said = wiki::fact::all_stated(&page);
    said.retain(|it| buried.has_statement(it));
    let mut kept = page;
    for it in &said {
        let edits = wiki::fact::erase(&kept, it);
        let text =
            wiki::edit::apply(&kept, &edits).map_err(|err| problem::from_edit(path, &err))?;
        kept = Page::parse(path.clone(), text);
    }
    if !said.is_empty() {
        let lines = counted(said.len(), "statement");
        done.problems.push(format!("{path}: {lines} that was erased here was left out"));
    }
    Ok(kept.text)
}

pub(super) fn is_erased(
    draft: &mut Draft<'_>,
    path: &PagePath,
    text: &str,
    done: &mut Intake,
) -> Result<bool, Error> {
    let buried = draft.buried()?;
    if buried.is_empty() {
        return Ok(false);
    }
    let day = |text: &str| {
        let page = Page::parse(path.clone(), text);
        // A conversation's page may have grown since, or be called otherwise.
        let id = page.head.text("id").unwrap_or_default();
        let turns = if buried.knows(&id) { session::turns(&page) } else { Vec::new() };
        let said = || turns.iter().find_map(|it| buried.turn(&Trace::of_span(&id, it, &page)));
        buried.when(&page).or_else(said).map(str::to_owned)
    };
    // A page was redacted when it came in, so its grave may be of the redacted words.
    let Some(day) = day(text).or_else(|| day(&redact(text).0)) else {
        if let Some(day) = buried.another(&Page::parse(path.clone(), text)) {
            done.problems.push(format!(
                "{path} is new: the page of that path that was erased on {day} said something else"
            ));
        }
        return Ok(false);
    };
    done.skipped.push(format!("{path}: erased on {day}"));
    Ok(true)
}

/// Whether a note, as it is or as it is kept, is what stands there.
pub(super) fn same(there: &str, new: &str) -> bool {
    there.trim_end() == new.trim_end()
}
