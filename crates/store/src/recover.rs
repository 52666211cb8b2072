//! Puts right what a crash left: finishes or drops the change that was under way, clears temporary
//! files, and lets the history catch up. A page that a person changed meanwhile keeps their text;
//! what should have stood there is kept under `.memopage/rescued/` and reported.

use wiki::Revision;

use crate::commit::as_touched;
use crate::error::VaultError;
use crate::history::History;
use crate::intent::{Action, Done, INTENT_FILE, Intent, IntentProblem, Undoes, revision_of};
use crate::lock::Lock;
use crate::queue;
use crate::vault::{Durability, Vault};

const RESCUED_FOLDER: &str = "rescued";
/// Bytes of a damaged intent that are kept for a person to look at.
const DAMAGED_BYTES: u64 = 1 << 20;

/// What was put right.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recovered {
    /// The files of a change that was finished; empty when none was under way.
    pub finished: Vec<String>,
    /// Pages that a person had changed meanwhile.
    pub rescued: Vec<Rescued>,
    /// A change that was dropped as if it had never begun, with the reason.
    pub dropped: Option<String>,
    /// Why the history is behind.
    pub history_warning: Option<String>,
}

/// A page that kept a person's text although a change had other plans for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rescued {
    /// The page's file.
    pub file: String,
    /// Where under `.memopage/` the text that was planned is kept; `None` when the plan was to
    /// remove the page.
    pub kept: Option<String>,
}

/// Why the vault could not be put right.
#[derive(Debug, thiserror::Error)]
pub enum RecoverError {
    /// A file could not be read or written; trying again is safe.
    #[error(transparent)]
    Vault(
        #[from]
        /// The cause.
        VaultError,
    ),
    /// A later version of the program was at work and has to finish its change itself.
    #[error("a newer version (format {version}) left an unfinished change")]
    Newer {
        /// The format's version.
        version: u32,
    },
}

/// Finishes or drops the change that a crash left, clears temporary files and flushes pending
/// history. Cheap when there is nothing to do. Idempotent.
///
/// # Errors
/// [`RecoverError`]; nothing is lost then, and the next call goes on.
pub fn recover(
    vault: &dyn Vault,
    lock: &Lock,
    history: &History,
) -> Result<Recovered, RecoverError> {
    let mut recovered = recover_intent(vault, lock, history)?;
    vault.clear_staged(&[])?;
    let warning = history.catch_up(vault);
    recovered.history_warning = recovered.history_warning.or(warning);
    Ok(recovered)
}

/// Whether a change is under way or was left by a writer that died: one look at one file. Who holds
/// the lock can tell the two apart.
///
/// # Errors
/// [`VaultError`] when the private folder cannot be read.
pub fn is_unfinished(vault: &dyn Vault) -> Result<bool, VaultError> {
    match vault.read_state(INTENT_FILE, 0, 1) {
        Ok(_) => Ok(true),
        Err(error) if error.is_not_found() => Ok(false),
        Err(error) => Err(error),
    }
}

/// As `recover`, for the intent only: what each commit begins with.
pub(crate) fn recover_intent(
    vault: &dyn Vault,
    _lock: &Lock,
    history: &History,
) -> Result<Recovered, RecoverError> {
    let mut recovered = Recovered::default();
    let Some(intent) = Intent::read(vault)? else { return Ok(recovered) };
    let intent = match intent {
        Ok(intent) => intent,
        Err(IntentProblem::Newer(version)) => return Err(RecoverError::Newer { version }),
        Err(IntentProblem::Damaged) => {
            let bytes = vault.read_state(INTENT_FILE, 0, DAMAGED_BYTES)?;
            let kept = keep(vault, INTENT_FILE, &bytes)?;
            recovered.dropped = Some(format!("its intent is damaged and kept as {kept}"));
            vault.remove_state(INTENT_FILE)?;
            return Ok(recovered);
        }
    };
    if intent.undoes == Undoes::Nothing && cannot_begin(vault, &intent.actions)? {
        recovered.dropped = Some("its staged files are gone and none was in place".to_owned());
    } else {
        finish(vault, &intent, &mut recovered)?;
        if intent.undoes == Undoes::Nothing {
            let files: Vec<&str> = intent.actions.iter().map(Action::file).collect();
            let touched = as_touched(&intent.actions, history.apart(&files).told);
            let told = history.record(vault, &intent.note, &touched).told;
            recovered.history_warning = queue::joined(told);
            recovered.finished = touched.files;
        }
    }
    vault.remove_state(INTENT_FILE)?;
    let files: Vec<&str> = intent.actions.iter().map(Action::file).collect();
    vault.clear_staged(&files)?;
    Ok(recovered)
}

/// The staged bytes of a put if they are there and whole.
fn staged(vault: &dyn Vault, action: &Action) -> Result<Option<Vec<u8>>, VaultError> {
    let Action::Put { staged, new, .. } = action else { return Ok(None) };
    match vault.staged(staged) {
        Ok(bytes) => Ok(Some(bytes).filter(|bytes| Revision::of(bytes) == *new)),
        Err(error) if error.is_not_found() => Ok(None),
        Err(error) => Err(error),
    }
}

/// True when a put lacks its bytes while no step has happened: then the state before is still whole.
fn cannot_begin(vault: &dyn Vault, actions: &[Action]) -> Result<bool, VaultError> {
    let mut lacks_bytes = false;
    for action in actions {
        let (Action::Put { file, .. } | Action::Remove { file, .. }) = action else { continue };
        let current = revision_of(vault, file)?;
        match action {
            Action::Put { new, .. } if current == Some(*new) => return Ok(false),
            Action::Put { base, .. } => {
                lacks_bytes |= current == *base && staged(vault, action)?.is_none();
            }
            Action::Remove { .. } if current.is_none() => return Ok(false),
            Action::Remove { .. } | Action::Recase { .. } => {}
        }
    }
    Ok(lacks_bytes)
}

fn finish(vault: &dyn Vault, intent: &Intent, recovered: &mut Recovered) -> Result<(), VaultError> {
    for action in &intent.actions {
        let bytes = staged(vault, action)?;
        if let (Action::Put { file, new, .. }, None) = (action, &bytes) {
            // Published before the crash; if it stands otherwise now, a person did that later.
            if revision_of(vault, file)? != Some(*new) {
                continue;
            }
        }
        if action.carry_out(vault)? != Done::Foreign {
            continue;
        }
        let kept = bytes.map(|bytes| keep(vault, action.file(), &bytes)).transpose()?;
        recovered.rescued.push(Rescued { file: action.file().to_owned(), kept });
    }
    Ok(())
}

/// Keeps a text under its revision, and notes which page it was meant for.
pub(crate) fn keep(vault: &dyn Vault, file: &str, bytes: &[u8]) -> Result<String, VaultError> {
    let name = format!("{RESCUED_FOLDER}/{}.md", Revision::of(bytes));
    vault.replace_state(&name, bytes)?;
    let line = serde_json::json!({ "file": file, "kept": name }).to_string() + "\n";
    let list = format!("{RESCUED_FOLDER}/list.jsonl");
    vault.append_state(&list, line.as_bytes(), Durability::Synced)?;
    Ok(name)
}
