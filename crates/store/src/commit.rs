//! Puts an approved change into the vault as one: before or after, never between.
//!
//! ```text
//! check hashes → stage new bytes (synced) → intent → publish, remove → git → drop intent
//!                                            └── a crash from here on is finished by `recover`
//! ```
//!
//! It decides nothing about what may be written: that is what `Approved` says.

use std::collections::HashSet;

use wiki::{Approved, Decisions, PagePath, Revision, Write, decision};

use crate::error::{VaultError, VaultErrorKind};
use crate::git::ends;
use crate::history::History;
use crate::intent::{Action, Done, INTENT_FILE, Intent, Undoes};
use crate::lock::Lock;
use crate::queue::{Told, Touched, joined};
use crate::recover::{self, RecoverError, Recovered};
use crate::vault::{LetterCase, Vault};

/// What a commit is called in the history.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Note {
    /// The operation's name: `remember`.
    pub operation: String,
    /// What it was about, in one line: `项目-产品发布`.
    pub subject: String,
    /// Who asked: door and actor.
    pub origin: String,
    /// When, as `2026-05-20T23:59:59+08:00` or with `Z`; empty for git's own clock.
    pub when: String,
    /// The commit that this takes back; empty for none.
    pub undoes: String,
    /// The import that this is a part of, by a name that no other has; empty for none.
    pub import: String,
}

/// A change that stands in the vault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Committed {
    /// Each page with its revision now; `None` when it is gone. A move names both.
    pub files: Vec<(PagePath, Option<Revision>)>,
    /// The id of the git commit, if one was made.
    pub commit: Option<String>,
    /// Why the history is behind, in one sentence.
    pub history_warning: Option<String>,
    /// Files of this change that git does not keep: ignored ones, those of a repository inside the
    /// vault, and those behind a link. Nothing can take their change back.
    pub unrecorded: Vec<String>,
    /// What an earlier crash had left and was put right first.
    pub recovered: Recovered,
}

/// Why a change does not stand in the vault.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// The file is not what the change was planned on: plan again.
    #[error("{path} was changed meanwhile")]
    Changed {
        /// The page.
        path: PagePath,
    },
    /// Git has the file, and did not check it out here: what stands in it cannot be seen.
    #[error("{path} is in git and is not checked out here")]
    NotCheckedOut {
        /// The page.
        path: PagePath,
    },
    /// Nothing was changed.
    #[error(transparent)]
    Vault(
        #[from]
        /// The cause.
        VaultError,
    ),
    /// Some files are changed; `recover`, or the next commit, finishes or undoes the rest.
    #[error("the change stopped half-way: {0}")]
    Unfinished(
        /// The cause.
        VaultError,
    ),
    /// An earlier change must be put right first and could not be.
    #[error(transparent)]
    Recover(
        #[from]
        /// The cause.
        RecoverError,
    ),
}

/// A step with what is needed to stage it and to take it back.
struct Step {
    action: Action,
    path: PagePath,
    /// The bytes to stage; empty for a step that puts none.
    text: Vec<u8>,
    /// What stands there now.
    before: Option<Vec<u8>>,
}

/// Carries out an approved change.
///
/// # Errors
/// [`CommitError::Changed`] when a file is not what the change rests on: nothing is written then, and
/// the caller plans again. All others but `Unfinished` leave the vault as it was, too.
pub fn commit(
    vault: &dyn Vault,
    lock: &Lock,
    history: &History,
    approved: &Approved,
    note: &Note,
) -> Result<Committed, CommitError> {
    let recovered = recover::recover_intent(vault, lock, history)?;
    let mut steps = plan(vault, &approved.changes().writes)?;
    steps.extend(decided(vault, approved.changes().decisions.as_ref())?);
    let files = outcome(&approved.changes().writes);
    if steps.is_empty() {
        let (commit, history_warning, unrecorded) = (None, None, Vec::new());
        return Ok(Committed { files, commit, history_warning, unrecorded, recovered });
    }
    let apart = history.apart(&steps.iter().flat_map(|it| touched(&it.action)).collect::<Vec<_>>());
    if let Some(step) = steps.iter().find(|it| apart.absent.iter().any(|no| no == it.action.file()))
    {
        return Err(CommitError::NotCheckedOut { path: step.path.clone() });
    }
    let mut present = present(&steps);
    present.retain(|(file, _)| !apart.told.iter().any(|told| told == file));
    let ends =
        |(file, bytes): &(&str, Option<&[u8]>)| Some(((*file).to_owned(), ends::of((*bytes)?)?));
    let before =
        if history.is_on() { present.iter().filter_map(ends).collect() } else { Vec::new() };
    let (mut unkept, unsecured) = history.secure(vault, note, &present);
    unkept.extend(apart.told);
    stage(vault, &mut steps)?;
    let actions: Vec<Action> = steps.iter().map(|step| step.action.clone()).collect();
    let intent = Intent { note: note.clone(), undoes: Undoes::Nothing, actions };
    if let Err(error) = intent.write(vault) {
        return Err(give_up(vault, &[], error.into()));
    }
    for (at, step) in steps.iter().enumerate() {
        let failure = match step.action.carry_out(vault) {
            Ok(Done::Now | Done::Already) => continue,
            Ok(Done::Foreign) => CommitError::Changed { path: step.path.clone() },
            Err(error) => error.into(),
        };
        // The step that failed may have happened all the same: it is taken back with the others.
        return Err(give_up(vault, &steps[..=at], failure));
    }
    let touched = Touched { before, ..as_touched(&intent.actions, unkept) };
    let recorded = history.record(vault, note, &touched);
    // The change stands: an intent that cannot be dropped is found finished by the next writer.
    let dropped = vault.remove_state(INTENT_FILE).and_then(|()| vault.clear_staged(&[]));
    let undropped = dropped.err().map(|error| Told::Said(error.to_string()));
    // What keeps git from recording the old text keeps it from recording the new one, too: once is enough.
    let history_warning = joined(unsecured.into_iter().chain(recorded.told).chain(undropped));
    let (commit, unrecorded) = (recorded.commit, recorded.unrecorded);
    Ok(Committed { files, commit, history_warning, unrecorded, recovered })
}

/// The files that a change is about to alter, under the names that they have now, with their texts; a file that
/// it makes has none, and may have been there before somebody removed it.
fn present(steps: &[Step]) -> Vec<(&str, Option<&[u8]>)> {
    let old_name = |file: &str| {
        steps.iter().find_map(|step| match &step.action {
            Action::Recase { from, to } if to == file => Some(from.as_str()),
            _ => None,
        })
    };
    let texts = steps.iter().filter_map(|step| {
        let file = step.action.file();
        let is_put = !matches!(step.action, Action::Recase { .. });
        is_put.then(|| (old_name(file).unwrap_or(file), step.before.as_deref()))
    });
    texts.collect()
}

/// What git has to look at, and what it does not keep anyway.
pub(crate) fn as_touched(actions: &[Action], unkept: Vec<String>) -> Touched {
    let mut files: Vec<String> = actions.iter().flat_map(touched).map(str::to_owned).collect();
    files.retain(|file| !unkept.contains(file));
    let mut fresh = fresh(actions);
    fresh.retain(|file| !unkept.contains(file));
    Touched { files, fresh, unkept, ..Touched::default() }
}

/// The files that a change makes: git has to be told of them.
fn fresh(actions: &[Action]) -> Vec<String> {
    let is_fresh =
        |action: &&Action| matches!(action, Action::Put { base: None, .. } | Action::Recase { .. });
    actions.iter().filter(is_fresh).map(|action| action.file().to_owned()).collect()
}

/// The names in the vault that a step changes.
fn touched(action: &Action) -> Vec<&str> {
    match action {
        Action::Put { file, .. } | Action::Remove { file, .. } => vec![file],
        Action::Recase { from, to } => vec![from, to],
    }
}

/// What each page will be.
fn outcome(writes: &[Write]) -> Vec<(PagePath, Option<Revision>)> {
    let mut files = Vec::new();
    for write in writes {
        match write {
            Write::Create { path, text } | Write::Update { path, text, .. } => {
                files.push((path.clone(), Some(Revision::of(text.as_bytes()))));
            }
            Write::Move { from, to, text, .. } => {
                files.push((to.clone(), Some(Revision::of(text.as_bytes()))));
                files.push((from.clone(), None));
            }
            Write::Remove { path, .. } => files.push((path.clone(), None)),
        }
    }
    files
}

/// Turns writes into steps, puts first so that no text is gone before it stands elsewhere, and
/// checks that every file is what its write rests on.
fn plan(vault: &dyn Vault, writes: &[Write]) -> Result<Vec<Step>, CommitError> {
    let mut puts = Vec::new();
    let mut removals = Vec::new();
    for write in writes {
        match write {
            Write::Create { path, text } => puts.push(put(vault, path, None, text)?),
            Write::Update { path, base, text, .. } => {
                puts.push(put(vault, path, Some(*base), text)?);
            }
            Write::Move { from, to, base, text, .. } if one_file(vault, from, to) => {
                let mut renamed = put(vault, from, Some(*base), text)?;
                if let Action::Put { file, .. } = &mut renamed.action {
                    *file = to.file();
                }
                renamed.path = to.clone();
                let action = Action::Recase { from: from.file(), to: to.file() };
                puts.push(Step { action, path: to.clone(), text: Vec::new(), before: None });
                puts.push(renamed);
            }
            Write::Move { from, to, base, text, .. } => {
                puts.push(put(vault, to, None, text)?);
                removals.push(removal(vault, from, *base)?);
            }
            Write::Remove { path, base } => removals.push(removal(vault, path, *base)?),
        }
    }
    puts.append(&mut removals);
    puts.retain(|step| !is_idle(&step.action));
    let mut seen = HashSet::new();
    for step in &puts {
        let is_put = !matches!(step.action, Action::Recase { .. });
        if is_put && !seen.insert(step.action.file()) {
            let why = "the change names the file twice";
            let file = step.action.file();
            return Err(VaultError::new(VaultErrorKind::Io, "write", file, why).into());
        }
    }
    Ok(puts)
}

/// The step that writes what is decided along with the pages.
fn decided(vault: &dyn Vault, decisions: Option<&Decisions>) -> Result<Option<Step>, CommitError> {
    let Some(decisions) = decisions.filter(|it| it.is_changed()) else { return Ok(None) };
    let file = decision::FILE.to_owned();
    // Only errors name it as a page.
    let path = PagePath::parse(&file).expect("because the name is plain");
    let before = current(vault, &file)?;
    if before.as_deref() != decisions.before().map(str::as_bytes) {
        return Err(CommitError::Changed { path });
    }
    let base = before.as_deref().map(Revision::of);
    let text = decisions.text().as_bytes().to_vec();
    let new = Revision::of(&text);
    let action = match base {
        // What holds no decision any more is no file.
        Some(base) if text.is_empty() => Action::Remove { file, base },
        base => Action::Put { file, base, new, staged: String::new() },
    };
    Ok(Some(Step { action, path, text, before }))
}

/// A put of what stands there already is not carried out: the file keeps its time.
fn is_idle(action: &Action) -> bool {
    matches!(action, Action::Put { base: Some(base), new, .. } if base == new)
}

/// Whether two pages are one file on a disk that ignores letter case.
fn one_file(vault: &dyn Vault, from: &PagePath, to: &PagePath) -> bool {
    vault.letter_case() == LetterCase::Ignored
        && from.as_str().to_lowercase() == to.as_str().to_lowercase()
}

fn put(
    vault: &dyn Vault,
    path: &PagePath,
    base: Option<Revision>,
    text: &str,
) -> Result<Step, CommitError> {
    let file = path.file();
    let before = current(vault, &file)?;
    if before.as_deref().map(Revision::of) != base {
        return Err(CommitError::Changed { path: path.clone() });
    }
    let new = Revision::of(text.as_bytes());
    let action = Action::Put { file, base, new, staged: String::new() };
    Ok(Step { action, path: path.clone(), text: text.as_bytes().to_vec(), before })
}

fn removal(vault: &dyn Vault, path: &PagePath, base: Revision) -> Result<Step, CommitError> {
    let file = path.file();
    let before = current(vault, &file)?;
    if before.as_deref().map(Revision::of) != Some(base) {
        return Err(CommitError::Changed { path: path.clone() });
    }
    let action = Action::Remove { file, base };
    Ok(Step { action, path: path.clone(), text: Vec::new(), before })
}

fn current(vault: &dyn Vault, file: &str) -> Result<Option<Vec<u8>>, VaultError> {
    match vault.read(file) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.is_not_found() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes the bytes of all puts where `publish` finds them.
fn stage(vault: &dyn Vault, steps: &mut [Step]) -> Result<(), VaultError> {
    let contents: Vec<(&str, &[u8])> = steps
        .iter()
        .filter_map(|step| match &step.action {
            Action::Put { file, .. } => Some((file.as_str(), step.text.as_slice())),
            Action::Remove { .. } | Action::Recase { .. } => None,
        })
        .collect();
    let mut names = vault.stage(&contents)?.into_iter();
    for step in steps {
        if let Action::Put { staged, .. } = &mut step.action {
            *staged = names.next().expect("because stage names each content");
        }
    }
    Ok(())
}

/// Takes back what was done, by a change of its own that survives a crash like any other. If even
/// that cannot be written, the first intent stands and is finished later.
fn give_up(vault: &dyn Vault, done: &[Step], failure: CommitError) -> CommitError {
    let undone = undo(vault, done);
    match undone {
        Ok(()) => failure,
        Err(error) => CommitError::Unfinished(error),
    }
}

fn undo(vault: &dyn Vault, done: &[Step]) -> Result<(), VaultError> {
    // A rename that happened and was not synced must not be lost once more files are staged.
    for step in done {
        vault.sync_entry(step.action.file())?;
    }
    // With nothing done there is nothing to write, which a full disk would not take.
    if all_stand(vault, done)? {
        vault.remove_state(INTENT_FILE)?;
        return vault.clear_staged(&[]);
    }
    let mut actions: Vec<Action> = Vec::new();
    let mut contents: Vec<(&str, &[u8])> = Vec::new();
    for step in done.iter().rev() {
        actions.push(match (&step.action, &step.before) {
            (Action::Put { file, new, base: Some(base), .. }, Some(before)) => {
                contents.push((file, before));
                Action::Put {
                    file: file.clone(),
                    base: Some(*new),
                    new: *base,
                    staged: String::new(),
                }
            }
            (Action::Put { file, new, .. }, _) => Action::Remove { file: file.clone(), base: *new },
            (Action::Remove { file, base }, before) => {
                contents.push((file, before.as_deref().unwrap_or_default()));
                Action::Put { file: file.clone(), base: None, new: *base, staged: String::new() }
            }
            (Action::Recase { from, to }, _) => {
                Action::Recase { from: to.clone(), to: from.clone() }
            }
        });
    }
    let mut names = vault.stage(&contents)?.into_iter();
    for action in &mut actions {
        if let Action::Put { staged, .. } = action {
            *staged = names.next().expect("because stage names each content");
        }
    }
    let note = Note {
        operation: "undo".to_owned(),
        subject: "an unfinished change".to_owned(),
        ..Note::default()
    };
    let intent = Intent { note, undoes: Undoes::Unfinished, actions };
    intent.write(vault)?;
    for action in &intent.actions {
        // A file that a person changed in between keeps their text.
        action.carry_out(vault)?;
    }
    vault.remove_state(INTENT_FILE)?;
    vault.clear_staged(&[])
}

/// Whether every file still is as it was before these steps.
fn all_stand(vault: &dyn Vault, done: &[Step]) -> Result<bool, VaultError> {
    for step in done {
        let is_recase = matches!(step.action, Action::Recase { .. });
        if is_recase || current(vault, step.action.file())? != step.before {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::{CommitError, plan};
    use crate::tests::update;
    use crate::{Ram, Vault};

    /// Policy refuses such a change first; a plan does not rely on that.
    #[test]
    fn a_change_that_names_a_page_twice_is_refused() {
        let vault = Ram::new();
        vault.create("a.md", b"A").unwrap();
        let twice = [update("a", "A", "1"), update("a", "A", "2")];
        assert!(matches!(plan(&vault, &twice), Err(CommitError::Vault(_))));
        assert!(plan(&vault, &twice[..1]).is_ok());
    }
}
