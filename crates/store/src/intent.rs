//! The intent: what a change of several files is about to do, as JSON lines under `.memopage/`, so
//! that a crash in the midst of it can be finished. It decides nothing about pages' content.

use serde::{Deserialize, Serialize};
use wiki::Revision;

use crate::commit::Note;
use crate::error::{VaultError, VaultErrorKind};
use crate::vault::{Target, Vault};

/// The state file that holds the intent while a change is under way.
pub(crate) const INTENT_FILE: &str = "intent.jsonl";
const INTENT_VERSION: u32 = 1;
/// Far above what a change may hold; an intent beyond it is damaged.
const INTENT_BYTES: u64 = 64 << 20;

/// One step of a change, on a file. Each can be repeated without harm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Action {
    /// New bytes for a file; `base` is what stands there before, `None` for nothing.
    Put { file: String, base: Option<Revision>, new: Revision, staged: String },
    /// The end of a file.
    Remove { file: String, base: Revision },
    /// A new letter case for a file's name, on a disk that ignores it.
    Recase { from: String, to: String },
}

/// What became of one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Done {
    /// It was carried out.
    Now,
    /// It stood carried out already.
    Already,
    /// The file is neither as before nor as after: a person wrote it.
    Foreign,
}

/// A change under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Intent {
    pub note: Note,
    /// Whether this change takes back an unfinished one, and so is not history.
    pub undoes: Undoes,
    pub actions: Vec<Action>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Undoes {
    Nothing,
    Unfinished,
}

/// Why an intent cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum IntentProblem {
    /// Not written whole, or not by us.
    Damaged,
    /// Written by a later version.
    Newer(u32),
}

#[derive(Serialize, Deserialize)]
struct Header {
    v: u32,
    operation: String,
    subject: String,
    origin: String,
    #[serde(default)]
    when: String,
    /// The commit that the operation takes back.
    #[serde(default)]
    reverts: String,
    #[serde(default)]
    import: String,
    undoes: Undoes,
    actions: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum Line {
    Put { file: String, base: Option<String>, new: String, staged: String },
    Remove { file: String, base: String },
    Recase { from: String, to: String },
}

impl Action {
    /// The file that the step is about.
    pub(crate) fn file(&self) -> &str {
        match self {
            Self::Put { file, .. } | Self::Remove { file, .. } | Self::Recase { to: file, .. } => {
                file
            }
        }
    }

    /// Carries the step out if the file still is as it was; a person's text is never overwritten.
    pub(crate) fn carry_out(&self, vault: &dyn Vault) -> Result<Done, VaultError> {
        match self {
            Self::Put { file, base, new, staged } => {
                let current = revision_of(vault, file)?;
                if current == Some(*new) {
                    return Ok(Done::Already);
                }
                if current != *base {
                    return Ok(Done::Foreign);
                }
                let target = if base.is_none() { Target::Absent } else { Target::Any };
                match vault.publish(staged, file, target) {
                    Err(error) if error.kind == VaultErrorKind::Exists => Ok(Done::Foreign),
                    done => done.map(|()| Done::Now),
                }
            }
            Self::Remove { file, base } => match revision_of(vault, file)? {
                None => Ok(Done::Already),
                Some(current) if current == *base => vault.remove(file).map(|()| Done::Now),
                Some(_) => Ok(Done::Foreign),
            },
            Self::Recase { from, to } => match vault.recase(from, to) {
                Err(error) if error.is_not_found() => Ok(Done::Foreign),
                done => done.map(|()| Done::Now),
            },
        }
    }

    fn line(&self) -> Line {
        match self.clone() {
            Self::Put { file, base, new, staged } => Line::Put {
                file,
                base: base.map(|base| base.to_string()),
                new: new.to_string(),
                staged,
            },
            Self::Remove { file, base } => Line::Remove { file, base: base.to_string() },
            Self::Recase { from, to } => Line::Recase { from, to },
        }
    }

    fn of(line: Line) -> Option<Self> {
        Some(match line {
            Line::Put { file, base, new, staged } => {
                let base = base.map(|base| base.parse()).transpose().ok()?;
                Self::Put { file, base, new: new.parse().ok()?, staged }
            }
            Line::Remove { file, base } => Self::Remove { file, base: base.parse().ok()? },
            Line::Recase { from, to } => Self::Recase { from, to },
        })
    }
}

/// The revision of what stands at a file, `None` for nothing.
pub(crate) fn revision_of(vault: &dyn Vault, file: &str) -> Result<Option<Revision>, VaultError> {
    match vault.read(file) {
        Ok(bytes) => Ok(Some(Revision::of(&bytes))),
        Err(error) if error.is_not_found() => Ok(None),
        Err(error) => Err(error),
    }
}

impl Intent {
    /// Puts the intent on the disk; from here on the change is finished or undone, never half.
    pub(crate) fn write(&self, vault: &dyn Vault) -> Result<(), VaultError> {
        vault.replace_state(INTENT_FILE, &self.render())
    }

    /// The intent that stands, if any.
    pub(crate) fn read(
        vault: &dyn Vault,
    ) -> Result<Option<Result<Self, IntentProblem>>, VaultError> {
        match vault.read_state(INTENT_FILE, 0, INTENT_BYTES) {
            Ok(bytes) => Ok(Some(Self::parse(&bytes))),
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn render(&self) -> Vec<u8> {
        let header = Header {
            v: INTENT_VERSION,
            operation: self.note.operation.clone(),
            subject: self.note.subject.clone(),
            origin: self.note.origin.clone(),
            when: self.note.when.clone(),
            reverts: self.note.undoes.clone(),
            import: self.note.import.clone(),
            undoes: self.undoes,
            actions: self.actions.len(),
        };
        let text = "because plain strings and numbers always have a JSON form";
        let mut lines = serde_json::to_string(&header).expect(text);
        lines.push('\n');
        for action in &self.actions {
            lines.push_str(&serde_json::to_string(&action.line()).expect(text));
            lines.push('\n');
        }
        lines.into_bytes()
    }

    fn parse(bytes: &[u8]) -> Result<Self, IntentProblem> {
        let damaged = IntentProblem::Damaged;
        let text = std::str::from_utf8(bytes).map_err(|_| damaged.clone())?;
        let mut lines = text.lines();
        let first = lines.next().ok_or_else(|| damaged.clone())?;
        let version = serde_json::from_str::<serde_json::Value>(first)
            .ok()
            .and_then(|header| header.get("v").and_then(serde_json::Value::as_u64))
            .ok_or_else(|| damaged.clone())?;
        let version = u32::try_from(version).unwrap_or(u32::MAX);
        if version > INTENT_VERSION {
            return Err(IntentProblem::Newer(version));
        }
        let header: Header = serde_json::from_str(first).map_err(|_| damaged.clone())?;
        let actions: Option<Vec<Action>> =
            lines.map(|line| Action::of(serde_json::from_str(line).ok()?)).collect();
        let actions = actions.filter(|actions| actions.len() == header.actions).ok_or(damaged)?;
        let Header { operation, subject, origin, when, reverts, import, undoes, .. } = header;
        let note = Note { operation, subject, origin, when, undoes: reverts, import };
        Ok(Self { note, undoes, actions })
    }
}
