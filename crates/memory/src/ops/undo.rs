//! `undo`: take back one operation, as its commit recorded it.

use super::{Effect, Operation};
use crate::draft::Draft;
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Kind, Memory, counted, init, intake, limits, map, problem, settings};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::HashSet;
use store::{Authors, Commit, Reverted, Since};
use wiki::edit::{Edit, FieldValue};
use wiki::merge::Merged;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::Purpose;

pub(super) struct Undo;

/// Fields of a head that say when and by whom its page was last changed.
const MARKS: [&str; 2] = ["updated_at", "last_modified_by"];
/// Operations before one that cannot be taken back, of which one is looked for that can.
const EARLIER_LOOKS: usize = 5;

/// So many files that an undo leaves alone are named.
const OTHERS_NAMED: usize = 5;

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
            // One that took back another is named by its commit alone: its subject names that other.
            let what = match commit.operation.as_deref() {
                Some(Self::NAME) => format!("an undo ({})", short(&commit.id)),
                _ => format!("{} ({})", commit.subject, short(&commit.id)),
            };
            Ok(((page, commit), what))
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
    let Sides { about, pages, decisions, others } = sides(draft.memory, commit)?;
    for (path, becomes) in pages {
        match becomes {
            Becomes::Before(Some(bytes)) => draft.put_back(&path, bytes)?,
            Becomes::Before(None) => draft.remove(&path)?,
            Becomes::Without(text) => {
                draft.put_back(&path, text.into_bytes())?;
                draft.notes.push(format!("{path}: what was written there since stays"));
            }
            Becomes::Unknown => return Err(changed_since(draft.memory, &path, commit)),
        }
    }
    if let Some((before, after)) = decisions {
        draft.decisions()?.take_back(&before, &after);
    }
    draft.notes.extend(left_alone(&others));
    Ok(about.to_string())
}

/// What taking a commit back does.
struct Sides {
    /// The page that the commit was about.
    about: PagePath,
    pages: Vec<(PagePath, Becomes)>,
    /// The vault's decisions before and after the commit.
    decisions: Option<(String, String)>,
    /// Files that somebody added to the commit.
    others: Vec<String>,
}

/// What becomes of a page when a commit is taken back.
enum Becomes {
    /// What it was before; nothing, where the commit made it.
    Before(Option<Vec<u8>>),
    /// What it is now without what the commit did, where others wrote elsewhere on it since.
    Without(String),
    /// Nobody knows: the same lines were changed since.
    Unknown,
}

fn sides(memory: &Memory, commit: &Commit) -> Result<Sides, Error> {
    let others = others(memory, commit)?;
    let sides = memory.history().reverted(&commit.id, limits::CHANGES_MAX);
    let (mut pages, mut decisions) = (Vec::new(), None);
    let mut sides = sides.map_err(|err| history(&err))?;
    sides.retain(|side| !others.contains(&side.file));
    for side in sides {
        if side.file == wiki::decision::FILE {
            let text = |bytes: Option<Vec<u8>>| bytes.map(problem::text_of).unwrap_or_default();
            decisions = Some((text(side.before), text(side.after)));
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
    let Some(about) = pages.iter().find(about).map(|(path, _)| path.clone()) else {
        return Err(not_recorded(&commit.subject, "the page"));
    };
    // The log tells what happened, an undo included: it is never rewritten. A map is drawn anew with each change.
    pages.retain(|(path, side)| {
        let goes_along = *path != about && goes_along(path, side);
        !goes_along || (!path.as_str().starts_with("log") && side.since != Since::Changed)
    });
    let becomes = |(path, side): (PagePath, Reverted)| {
        let becomes = match side.since {
            Since::Same => Becomes::Before(side.before),
            Since::Changed => without(memory, &path, side)?,
        };
        Ok((path, becomes))
    };
    let pages = pages.into_iter().map(becomes).collect::<Result<_, Error>>()?;
    Ok(Sides { about, pages, decisions, others })
}

/// The files of a commit that its operation did not write; refuses where nobody can tell, or what stood before is
/// not here: it would be taken for nothing.
fn others(memory: &Memory, commit: &Commit) -> Result<Vec<String>, Error> {
    let id = short(&commit.id);
    let why = match memory.history().authors(&commit.id).map_err(|err| history(&err))? {
        Authors::Known(others) => return Ok(others),
        Authors::CutOff => {
            let message = format!(
                "what stood before {id} (`{}`) is not here: the vault was cloned without its whole history; nothing was undone",
                commit.subject
            );
            return Err(Error::new(Kind::Refused, message).hint(
                "`git fetch --unshallow` in the vault's root brings the rest; then undo again",
            ));
        }
        Authors::Several => "several operations were made one commit by hand",
        Authors::Unknown => {
            "the commit was made anew by hand and may hold what the operation did not write"
        }
    };
    let message = format!("cannot tell what {id} (`{}`) wrote: {why}", commit.subject);
    Err(Error::new(Kind::Refused, message).hint(format!(
        "nothing was undone: see `git show {id}`, then `memopage restore PAGE COMMIT` for single pages, or `git revert {id}`"
    )))
}

/// What to say of the files of others.
fn left_alone(others: &[String]) -> Option<String> {
    let shown = others.get(..OTHERS_NAMED.min(others.len()))?.join(", ");
    let more = others.len().saturating_sub(OTHERS_NAMED);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    let told =
        format!("{shown}{more}: left alone; somebody added it to the commit of the operation");
    (!others.is_empty()).then_some(told)
}

/// The page as it is now without what a commit did to it, if that still stands as it was written.
fn without(memory: &Memory, path: &PagePath, side: Reverted) -> Result<Becomes, Error> {
    let now = memory.read_bytes(path)?;
    let text = |bytes: Option<Vec<u8>>| bytes.and_then(|it| String::from_utf8(it).ok());
    let (Some(before), Some(after), Some(now)) = (text(side.before), text(side.after), text(now))
    else {
        return Ok(Becomes::Unknown);
    };
    let parsed = Page::parse(path.clone(), now.as_str());
    // What each change of a page writes into its head is no change of what was said.
    let (before, after) = (with_marks(path, before, &parsed), with_marks(path, after, &parsed));
    let crlf = now.contains("\r\n");
    let ends = |text: String| match crlf {
        true if !text.contains('\r') => text.replace('\n', "\r\n"),
        _ => text,
    };
    let (before, after) = (ends(before), ends(after));
    // Where what stood beside it is gone, nobody knows where it belongs.
    if wiki::merge::loses_place(&after, &now, &before) {
        return Ok(Becomes::Unknown);
    }
    Ok(match wiki::merge::merge(&after, &now, &before) {
        Merged::Clean(text) if text != now => Becomes::Without(text),
        Merged::Clean(_) | Merged::Conflict(_) => Becomes::Unknown,
    })
}

/// A text with the marks of its last change that the page has now.
fn with_marks(path: &PagePath, text: String, now: &Page) -> String {
    let page = Page::parse(path.clone(), text.as_str());
    let edits = MARKS.iter().filter_map(|mark| {
        let key = page.head.key_as_written(mark)?;
        let value = now.head.get(now.head.key_as_written(mark)?)?.as_text()?;
        let differs = page.head.get(key)?.as_text() != Some(value);
        let value = FieldValue::Text(value.to_owned());
        differs.then(|| Edit::SetField { key: key.to_owned(), value })
    });
    let edits: Vec<Edit> = edits.collect();
    // A head that cannot be edited is compared as it stands.
    wiki::edit::apply(&page, &edits).unwrap_or(text)
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
    if let Some(commit) = standing(memory, None, 1)?.pop() {
        return Ok(commit);
    }
    Err(Error::new(Kind::NotFound, "there is no operation left to undo")
        .hint("run `memopage history` to see what is recorded, and name a commit to undo that one"))
}

/// The last operations that stand, latest first, at most so many; those before `before`, if that is given.
fn standing(memory: &Memory, before: Option<&str>, most: usize) -> Result<Vec<Commit>, Error> {
    for limit in limits::UNDO_LOOKS {
        let (stand, whole) = all_standing(memory, limit)?;
        let mut reached = before.is_none();
        let mut found = Vec::new();
        for commit in stand {
            let operation = commit.operation.as_deref().unwrap_or_default();
            let stays = [init::OPERATION, settings::OPERATION, "undo", "hand", "log"];
            let is_meant = reached && !stays.contains(&operation);
            reached = reached || before == Some(commit.id.as_str());
            if is_meant {
                found.push(commit);
            }
        }
        if whole || !found.is_empty() {
            found.truncate(most);
            return Ok(found);
        }
    }
    Ok(Vec::new())
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
    let is_next = standing(memory, None, 1)?.first().is_some_and(|it| it.id == latest.id);
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

/// What a person wrote since is not taken away; the way on to what was done before, and can be taken back, is named.
fn changed_since(memory: &Memory, path: &PagePath, commit: &Commit) -> Error {
    let id = short(&commit.id);
    let message = format!(
        "what {id} (`{}`) wrote on {path} was changed since; nothing was undone",
        commit.subject
    );
    let error = Error::new(Kind::Conflict, message).hint(format!(
        "look at `memopage history \"{path}\"`, then use `memopage restore \"{path}\" COMMIT` or `memopage edit`"
    ));
    let earlier = standing(memory, Some(&commit.id), EARLIER_LOOKS).unwrap_or_default();
    match earlier.into_iter().find(|it| can_be_taken_back(memory, it)) {
        Some(earlier) => error.hint(format!(
            "or take back what was done before it, `{}`: `memopage undo {}`",
            earlier.subject,
            short(&earlier.id)
        )),
        None => error,
    }
}

fn can_be_taken_back(memory: &Memory, commit: &Commit) -> bool {
    let is_known = |it: &(PagePath, Becomes)| !matches!(it.1, Becomes::Unknown);
    commit.unrecorded.is_empty()
        && sides(memory, commit).is_ok_and(|it| it.pages.iter().all(is_known))
}

/// A commit's id as people write it.
fn short(id: &str) -> &str {
    id.get(..10).unwrap_or(id)
}
