//! The whole vault as it stood in one commit, as a new change.
//!
//! What was erased stays erased, the log goes on, and the map of pages is made anew; what git does not know is left
//! alone.

use crate::draft::Draft;
use crate::{Error, Kind, counted, limits, logbook, map, problem};
use store::Commit;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::time;

/// Pages that stay as they are and are named, at most.
const NAMED_MAX: usize = 5;

/// Puts every page back; gives the commit.
pub(crate) fn whole(draft: &mut Draft<'_>, typed: &str) -> Result<Commit, Error> {
    let commit = commit(draft, typed)?;
    let stood = draft.memory.history().stood(&commit.id, limits::CHANGES_MAX);
    let (mut back, mut gone) = (0, 0);
    let mut left: Vec<String> = Vec::new();
    for it in stood.map_err(|err| problem::from_history(&err))? {
        let Ok(path) = PagePath::from_file(&it.file) else { continue };
        if is_kept(draft, &path)? {
            continue;
        }
        let Some(bytes) = it.before else {
            if draft.page(&path)?.is_some() {
                draft.remove(&path)?;
                gone += 1;
            }
            continue;
        };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let page = Page::parse(path.clone(), text);
        if draft.buried()?.when(&page).is_some() {
            left.push(format!("{path} was erased, and stays so"));
            continue;
        }
        match draft.put_back(&path, bytes) {
            Ok(()) => back += 1,
            Err(err) if err.kind == Kind::Refused => left.push(err.to_string()),
            Err(err) => return Err(err),
        }
    }
    draft.notes.push(format!(
        "{} as of {} stand again, {} made since are gone; `memopage undo` takes this back",
        counted(back, "page"),
        commit.when,
        counted(gone, "page")
    ));
    let more = left.len().saturating_sub(NAMED_MAX);
    left.truncate(NAMED_MAX);
    draft.warnings.extend(left);
    if more > 0 {
        draft.warnings.push(format!("{} more were left as they are", counted(more, "page")));
    }
    Ok(commit)
}

/// The commit that is meant: by its id or tag, or the last one of a day.
fn commit(draft: &Draft<'_>, typed: &str) -> Result<Commit, Error> {
    let (history, now) = (draft.memory.history(), &draft.call.now);
    let named = history.commit(typed);
    let Ok(day) = time::interval(typed, now) else {
        return named.map_err(|err| problem::from_history(&err));
    };
    if let Ok(commit) = named {
        return Ok(commit);
    }
    let end = day.to.at(23, 59, 59, 0).to_zoned_datetime(now.at.time_zone().clone());
    let end = end.map_err(|_| Error::bad(format!("`{typed}` is no day"), "write 2026-05-20"))?;
    let when = end.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string();
    let found = history.last_until(&when).map_err(|err| problem::from_history(&err))?;
    found.ok_or_else(|| {
        Error::new(Kind::NotFound, format!("nothing was recorded until {}", day.to))
            .hint("`memopage history` shows from when on there is a history")
    })
}

/// Whether a page is written by the program as it goes, or lies where nobody's pages are.
fn is_kept(draft: &mut Draft<'_>, path: &PagePath) -> Result<bool, Error> {
    let hidden = path.as_str().split('/').any(|it| it.starts_with('.') && it != ".archive");
    let made = map::is_place(path) || map::is_of_type(path) || hidden;
    Ok(made || draft.page(path)?.is_some_and(|page| logbook::is_log(&page)))
}
