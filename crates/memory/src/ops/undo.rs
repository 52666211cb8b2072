//! `undo`: take back one operation, as its commit recorded it.

use super::{Effect, Operation};
use crate::draft::Draft;
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Kind, Memory, counted, init, intake, limits, map, problem, settings};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::HashSet;
use store::{Commit, Reverted, Since};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::Purpose;

pub(super) struct Undo;

/// Which operation.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The operation's commit, as `memopage history` shows it; none = the last one
    commit: Option<String>,
}

impl Operation for Undo {
    const NAME: &'static str = "undo";
    const SUMMARY: &'static str = "Take back the last operation, or a named one";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["commit"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        let applied = memory.apply_for(call, Self::NAME, Purpose::Undo, |draft| {
            let commit = match input.commit.as_deref() {
                Some(named) => memory.history().commit(named).map_err(|err| history(&err))?,
                None => last(memory)?,
            };
            let page = take_back(draft, &commit)?;
            draft.undoes.clone_from(&commit.id);
            let id = commit.id.clone();
            Ok(((page, commit), id))
        })?;
        let (page, commit) = &applied.value;
        let mut receipt = Receipt::of(Outcome::Undone, page, &applied);
        receipt.undid = Some(format!("{} ({})", commit.subject, short(&commit.id)));
        receipt.notes.extend(more_of(memory, commit)?);
        Ok(receipt)
    }
}

fn history(err: &store::HistoryError) -> Error {
    problem::from_history(err)
}

/// Puts back what stood before a commit; gives the page that it was about.
fn take_back(draft: &mut Draft<'_>, commit: &Commit) -> Result<String, Error> {
    if commit.operation.as_deref() == Some(init::OPERATION) {
        let message = "that commit made the vault: without its pages there would be no rules";
        return Err(Error::new(Kind::Refused, message)
            .hint("edit or forget single pages, or remove the folder in a file manager"));
    }
    if let Some(file) = commit.unrecorded.first() {
        return Err(not_recorded(&commit.subject, file));
    }
    let sides = draft.memory.history().reverted(&commit.id, limits::CHANGES_MAX);
    let mut pages = Vec::new();
    for side in sides.map_err(|err| history(&err))? {
        if side.file == wiki::decision::FILE {
            let text = |bytes: Option<Vec<u8>>| bytes.map(problem::text_of).unwrap_or_default();
            draft.decisions()?.take_back(&text(side.before), &text(side.after));
            continue;
        }
        // Files that are no pages, such as the vault's own settings, are left alone.
        if let Ok(path) = PagePath::from_file(&side.file) {
            pages.push((path, side));
        }
    }
    // The log and the map go along with every operation; the page is what it was about.
    let about = |(path, side): &&(PagePath, Reverted)| {
        !goes_along(path, side) || commit.subject.ends_with(path.as_str())
    };
    let Some(first) = pages.iter().find(about).map(|(path, _)| path.clone()) else {
        return Err(not_recorded(&commit.subject, "the page"));
    };
    for (path, side) in pages {
        let goes_along = goes_along(&path, &side) && path != first;
        // The log tells what happened, an undo included: it is never rewritten.
        if goes_along && path.as_str().starts_with("log") {
            continue;
        }
        if side.since == Since::Changed {
            // A map is drawn anew with each change.
            if goes_along {
                continue;
            }
            return Err(changed_since(draft.memory, &path, commit));
        }
        match side.before {
            Some(bytes) => draft.put_back(&path, bytes)?,
            None => draft.remove(&path)?,
        }
    }
    Ok(first.to_string())
}

/// Pages that other operations change in passing.
fn goes_along(path: &PagePath, side: &Reverted) -> bool {
    let drawn = |bytes: &Vec<u8>| {
        std::str::from_utf8(bytes).is_ok_and(|it| map::is_map(&Page::parse(path.clone(), it)))
    };
    matches!(path.as_str(), "log" | "index" | "INDEX")
        || (map::is_of_type(path) && side.after.iter().chain(&side.before).any(drawn))
}

/// The last operation that stands: none that was undone, nor an undo, nor what a person wrote.
fn last(memory: &Memory) -> Result<Commit, Error> {
    let waiting = memory.history().waiting(&*memory.vault);
    if waiting.changes > 0 {
        let is_busy = waiting.why.is_some();
        let why = waiting.why.unwrap_or_else(|| "the next write records it".to_owned());
        let message = format!("the last change is not in the history yet: {why}");
        return Err(Error::new(Kind::Unavailable, message).hint(if is_busy {
            "finish what git is at, and write again; or name a commit of `memopage history`"
        } else {
            "write again, and see what the reply says of git; or name a commit of `memopage history`"
        }));
    }
    if let Some(file) = memory.history().last_unrecorded(&*memory.vault).first() {
        return Err(not_recorded("the last change", file));
    }
    if let Some(commit) = standing(memory, None)? {
        return Ok(commit);
    }
    Err(Error::new(Kind::NotFound, "there is no operation left to undo")
        .hint("run `memopage history` to see what is recorded, and name a commit to undo that one"))
}

/// The last operation that stands; the last before `before`, if that is given.
fn standing(memory: &Memory, before: Option<&str>) -> Result<Option<Commit>, Error> {
    for limit in limits::UNDO_LOOKS {
        let (stand, whole) = all_standing(memory, limit)?;
        let mut reached = before.is_none();
        for commit in stand {
            let operation = commit.operation.as_deref().unwrap_or_default();
            let stays = [init::OPERATION, settings::OPERATION, "undo", "hand", "log"];
            if reached && !stays.contains(&operation) {
                return Ok(Some(commit));
            }
            reached = reached || before == Some(commit.id.as_str());
        }
        if whole {
            break;
        }
    }
    Ok(None)
}

/// The operations that stand among the last `limit`, latest first, and whether there are no others.
fn all_standing(memory: &Memory, limit: usize) -> Result<(Vec<Commit>, bool), Error> {
    let mut ours = memory.history().ours(limit).map_err(|err| history(&err))?;
    let whole = ours.len() < limit;
    let mut undone: HashSet<String> = HashSet::new();
    ours.retain(|commit| {
        // An undo that was undone itself takes nothing back any more.
        let stands = !undone.contains(&commit.id);
        if stands {
            undone.extend(commit.undoes.iter().cloned());
        }
        stands
    });
    Ok((ours, whole))
}

/// What to say of the other commits of an import that was taken back in part: one of many pages is several
/// commits. Those of earlier versions know each other by their moment alone.
fn more_of(memory: &Memory, commit: &Commit) -> Result<Option<String>, Error> {
    if commit.operation.as_deref() != Some(intake::OPERATION) {
        return Ok(None);
    }
    let [_, limit] = limits::UNDO_LOOKS;
    let (mut stand, _) = all_standing(memory, limit)?;
    stand.retain(|it| {
        let is_named = it.imports.iter().any(|import| commit.imports.contains(import));
        let is_nameless = it.imports.is_empty() && commit.imports.is_empty();
        let is_dated = (&it.when, &it.origin) == (&commit.when, &commit.origin);
        it.id != commit.id
            && it.operation == commit.operation
            && (is_named || (is_nameless && is_dated))
    });
    let Some(latest) = stand.first() else { return Ok(None) };
    let is_next = standing(memory, None)?.is_some_and(|it| it.id == latest.id);
    let which = if is_next { String::new() } else { format!(" {}", short(&latest.id)) };
    let left = counted(stand.len(), "commit");
    Ok(Some(format!("left of this import: {left}; `memopage undo{which}` takes back the next")))
}

fn not_recorded(what: &str, file: &str) -> Error {
    let message =
        format!("the history does not hold {file}, which `{what}` changed; nothing was undone");
    Error::new(Kind::Conflict, message).hint(
        "git ignores it, is told to leave it as it is, or it belongs to another repository: change the page by hand; or name an earlier commit of `memopage history`",
    )
}

/// What a person wrote since is not taken away; the way on to what was done before is named.
fn changed_since(memory: &Memory, path: &PagePath, commit: &Commit) -> Error {
    let id = short(&commit.id);
    let message = format!("{path} changed after {id} (`{}`); nothing was undone", commit.subject);
    let error = Error::new(Kind::Conflict, message).hint(format!(
        "look at `memopage history \"{path}\"`, then use `memopage restore \"{path}\" COMMIT` or `memopage edit`"
    ));
    match standing(memory, Some(&commit.id)) {
        Ok(Some(earlier)) => error.hint(format!(
            "or take back what was done before it, `{}`: `memopage undo {}`",
            earlier.subject,
            short(&earlier.id)
        )),
        Ok(None) | Err(_) => error,
    }
}

/// A commit's id as people write it.
fn short(id: &str) -> &str {
    id.get(..10).unwrap_or(id)
}
