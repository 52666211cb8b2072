//! What git is to record: one change now, with those that it could not take before. Those wait under
//! `.memopage/` with a copy of their texts, since git may reset the pages meanwhile. It runs no git
//! itself.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use wiki::Revision;

use crate::commit::Note;
use crate::error::VaultError;
use crate::git::{Git, GitError};
use crate::history::Waiting;
use crate::recover;
use crate::vault::{Durability, Vault};

/// What waits for git: one JSON line for each change.
const PENDING_FILE: &str = "git-pending";
/// More than this is not read; the files are recorded with the next change of theirs.
const PENDING_BYTES: u64 = 4 << 20;
/// The texts of what waits, by revision.
const WAITING_FOLDER: &str = "waiting";
/// Of one change that waits, so many bytes of text are copied.
const WAITING_BYTES: usize = 64 << 20;
/// Names the files of the last change when nothing of it could be recorded.
const UNRECORDED_FILE: &str = "unrecorded";
const UNRECORDED_BYTES: u64 = 1 << 20;
/// So many texts that were kept aside are named in a warning.
const RESCUED_NAMED: usize = 20;
/// So many files are named in a commit as not recorded.
const NAMED_FILES: usize = 50;

/// The files of a change, as git is concerned with them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Touched {
    pub files: Vec<String>,
    /// Those of them that git may not know yet.
    pub fresh: Vec<String>,
    /// Changed as well, but git does not keep them.
    pub unkept: Vec<String>,
    /// The line ends that files had before, each with its own.
    pub before: Vec<(String, String)>,
}

/// What became of a change in the history.
#[derive(Debug, Clone, Default)]
pub(crate) struct Recorded {
    /// The commit's id, if one was made.
    pub commit: Option<String>,
    /// Files of the change that git does not keep.
    pub unrecorded: Vec<String>,
    /// What a person should know.
    pub told: Vec<Told>,
}

/// What a person should know of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Told {
    /// It does not take changes now, for this reason.
    Behind(String),
    /// Anything else, as a sentence.
    Said(String),
}

impl std::fmt::Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Behind(why) => write!(f, "the history is behind: {why}"),
            Self::Said(text) => f.write_str(text),
        }
    }
}

/// All that is told as one sentence, what is told twice once; `None` for nothing.
pub(crate) fn joined(told: impl IntoIterator<Item = Told>) -> Option<String> {
    let mut each: Vec<Told> = Vec::new();
    for it in told {
        if !each.contains(&it) {
            each.push(it);
        }
    }
    let text = each.iter().map(Told::to_string).collect::<Vec<_>>().join("; ");
    (!text.is_empty()).then_some(text)
}

/// A change that waits for git.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Pending {
    operation: String,
    subject: String,
    origin: String,
    files: Vec<String>,
    #[serde(default)]
    fresh: Vec<String>,
    #[serde(default)]
    when: String,
    #[serde(default)]
    undoes: String,
    #[serde(default)]
    import: String,
    #[serde(default)]
    unkept: Vec<String>,
    #[serde(default)]
    before: Vec<(String, String)>,
    /// Which text each file got, as far as it is copied.
    #[serde(default)]
    texts: BTreeMap<String, String>,
}

impl Pending {
    fn new(note: &Note, touched: &Touched) -> Self {
        Self {
            operation: note.operation.clone(),
            subject: note.subject.clone(),
            origin: note.origin.clone(),
            files: touched.files.clone(),
            fresh: touched.fresh.clone(),
            when: note.when.clone(),
            undoes: note.undoes.clone(),
            import: note.import.clone(),
            unkept: touched.unkept.clone(),
            before: touched.before.clone(),
            texts: BTreeMap::new(),
        }
    }
}

/// See `History::record`.
pub(crate) fn record(git: &Git, vault: &dyn Vault, note: &Note, touched: &Touched) -> Recorded {
    let change = Pending::new(note, touched);
    let recorded = match settle(git, vault, Some(&change)) {
        Ok(recorded) => recorded,
        Err(why) => {
            let lost = wait(vault, change).err().map(|error| Told::Said(error.to_string()));
            return Recorded {
                told: std::iter::once(why).chain(lost).collect(),
                unrecorded: touched.unkept.clone(),
                ..Recorded::default()
            };
        }
    };
    let noted = match (&recorded.commit, recorded.unrecorded.is_empty()) {
        (None, false) => {
            let names = recorded.unrecorded.join("\n");
            vault.replace_state(UNRECORDED_FILE, names.as_bytes())
        }
        (None, true) => Ok(()),
        (Some(_), _) if last_unrecorded(vault).is_empty() => Ok(()),
        (Some(_), _) => vault.remove_state(UNRECORDED_FILE),
    };
    let mut recorded = recorded;
    recorded.told.extend(noted.err().map(|error| Told::Said(error.to_string())));
    recorded
}

/// See `History::last_unrecorded`.
pub(crate) fn last_unrecorded(vault: &dyn Vault) -> Vec<String> {
    let bytes = vault.read_state(UNRECORDED_FILE, 0, UNRECORDED_BYTES).unwrap_or_default();
    String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
}

/// Notes files for the next commit.
pub(crate) fn add(vault: &dyn Vault, note: &Note, files: &[String]) -> Result<(), VaultError> {
    if files.is_empty() {
        return Ok(());
    }
    let touched = Touched { files: files.to_vec(), fresh: files.to_vec(), ..Touched::default() };
    append(vault, &Pending::new(note, &touched))
}

/// Notes a change for later, with its texts.
fn wait(vault: &dyn Vault, mut change: Pending) -> Result<(), VaultError> {
    let mut room = WAITING_BYTES;
    for file in &change.files {
        let Ok(bytes) = vault.read_up_to(file, room as u64) else { continue };
        room -= bytes.len();
        let revision = Revision::of(&bytes).to_string();
        vault.replace_state(&text_name(&revision), &bytes)?;
        change.texts.insert(file.clone(), revision);
    }
    append(vault, &change)
}

fn text_name(revision: &str) -> String {
    format!("{WAITING_FOLDER}/{revision}.md")
}

fn append(vault: &dyn Vault, change: &Pending) -> Result<(), VaultError> {
    let line = serde_json::to_string(change)
        .expect("because strings and lists of them always have a JSON form");
    vault.append_state(PENDING_FILE, format!("{line}\n").as_bytes(), Durability::Synced)
}

fn pending(vault: &dyn Vault) -> Result<Vec<Pending>, VaultError> {
    match vault.read_state(PENDING_FILE, 0, PENDING_BYTES) {
        Ok(bytes) => {
            let lines = bytes.split(|byte| *byte == b'\n');
            Ok(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
        }
        Err(error) if error.is_not_found() => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// See `History::waiting`.
pub(crate) fn waiting(git: &Git, vault: &dyn Vault) -> Waiting {
    match pending(vault) {
        Ok(changes) => Waiting { changes: changes.len(), why: git.occupied() },
        Err(error) => Waiting { changes: 0, why: Some(error.to_string()) },
    }
}

/// Whether a change that waits is about one of these files.
pub(crate) fn holds_any(vault: &dyn Vault, files: &[&str]) -> bool {
    pending(vault).is_ok_and(|changes| {
        changes.iter().flat_map(|change| &change.files).any(|it| files.contains(&it.as_str()))
    })
}

/// Whether a file stands as a change left it that waits, which is no hand's work, and whose text is kept.
pub(crate) fn holds(vault: &dyn Vault, file: &str, text: &[u8]) -> bool {
    let revision = Revision::of(text).to_string();
    pending(vault).is_ok_and(|waited| {
        let last = last_texts(&waited);
        last.iter().any(|(of, held)| *of == file && **held == revision)
    })
}

/// Commits what waited together with a new change. On failure nothing is forgotten.
pub(crate) fn settle(
    git: &Git,
    vault: &dyn Vault,
    change: Option<&Pending>,
) -> Result<Recorded, Told> {
    let failed = |error: VaultError| Told::Behind(error.to_string());
    let waited = pending(vault).map_err(failed)?;
    let changes: Vec<&Pending> = change.into_iter().chain(&waited).collect();
    let Some(first) = changes.first() else { return Ok(Recorded::default()) };
    if let Some(why) = git.busy() {
        return Err(Told::Behind(why));
    }
    let renewed: BTreeSet<&String> = change.iter().flat_map(|it| &it.files).collect();
    let rescued = rescue(vault, &waited, &renewed).map_err(failed)?;
    let files = united(changes.iter().map(|change| &change.files));
    let fresh = united(changes.iter().map(|change| &change.fresh));
    // Of a file that changed several times the first state is the one that git has.
    let mut known: BTreeSet<&String> = BTreeSet::new();
    let befores = waited.iter().chain(change).flat_map(|change| &change.before);
    let before: Vec<(String, String)> =
        befores.filter(|(file, _)| known.insert(file)).cloned().collect();
    let made = git.dated(&first.when).commit(&files, &fresh, &message(&changes), &before);
    let made = made.map_err(|GitError(why)| Told::Behind(why))?;
    if !waited.is_empty() {
        vault.remove_state(PENDING_FILE).map_err(failed)?;
        for revision in waited.iter().flat_map(|change| change.texts.values()) {
            vault.remove_state(&text_name(revision)).map_err(failed)?;
        }
    }
    let mut unrecorded: Vec<String> = change.iter().flat_map(|it| it.unkept.clone()).collect();
    unrecorded.extend(made.left.into_iter().filter(|file| renewed.contains(file)));
    let told = rescued.map(Told::Said).into_iter().collect();
    Ok(Recorded { commit: made.id, unrecorded, told })
}

/// Keeps each text that waited and no longer stands in its page, which git may have reset; a page
/// that is gone was removed by a person. A page of the new change has been planned on what stood.
fn rescue(
    vault: &dyn Vault,
    waited: &[Pending],
    renewed: &BTreeSet<&String>,
) -> Result<Option<String>, VaultError> {
    let mut rescued = Vec::new();
    for (file, revision) in last_texts(waited) {
        let Ok(bytes) = vault.read(file) else { continue };
        if renewed.contains(file) || Revision::of(&bytes).to_string() == *revision {
            continue;
        }
        match vault.read_state(&text_name(revision), 0, u64::MAX) {
            Ok(text) => rescued.push((file, recover::keep(vault, file, &text)?)),
            Err(error) if error.is_not_found() => {}
            Err(error) => return Err(error),
        }
    }
    Ok((!rescued.is_empty()).then(|| told(&rescued)))
}

/// The revision of the text that each file got last, of those that wait with a copy.
fn last_texts(waited: &[Pending]) -> BTreeMap<&String, &String> {
    let mut last: BTreeMap<&String, &String> = BTreeMap::new();
    for change in waited {
        for file in &change.files {
            match change.texts.get(file) {
                Some(revision) => last.insert(file, revision),
                None => last.remove(file),
            };
        }
    }
    last
}

/// Names every text that was kept aside, and where.
fn told(rescued: &[(&String, String)]) -> String {
    let each = |(file, kept): &(&String, String)| {
        format!(
            "{file} was changed while its commit waited, by git or by hand; the text that waited is kept as .memopage/{kept}"
        )
    };
    let more = rescued.len().saturating_sub(RESCUED_NAMED);
    let mut lines: Vec<String> = rescued.iter().take(RESCUED_NAMED).map(each).collect();
    if more > 0 {
        lines.push(format!("{more} more are listed in .memopage/rescued/list.jsonl"));
    }
    lines.join("; ")
}

/// All names of several lists, each once.
fn united<'a>(lists: impl Iterator<Item = &'a Vec<String>>) -> Vec<&'a str> {
    let mut names: Vec<&str> = lists.flatten().map(String::as_str).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The message: a subject, what else is in it, and the trailers.
fn message(changes: &[&Pending]) -> String {
    /// So many subjects of folded changes are named.
    const SUBJECTS: usize = 50;
    let subject = |it: &Pending| format!("{}: {}", one_line(&it.operation), one_line(&it.subject));
    let mut subjects: Vec<String> = Vec::new();
    for change in changes.iter().take(SUBJECTS) {
        let subject = subject(change);
        if !subjects.contains(&subject) {
            subjects.push(subject);
        }
    }
    let mut text = format!("{}\n", subjects[0]);
    if subjects.len() > 1 {
        text.push_str(&format!("\n{}\n", subjects[1..].join("\n")));
    }
    text.push('\n');
    let mut trailers: Vec<String> = Vec::new();
    let mut add = |key: &str, value: &str| {
        let line = format!("Memopage-{key}: {}\n", one_line(value));
        if !value.is_empty() && !trailers.contains(&line) {
            trailers.push(line);
        }
    };
    changes.iter().for_each(|change| add("Operation", &change.operation));
    add("Origin", &changes[0].origin);
    changes.iter().for_each(|change| add("Undoes", &change.undoes));
    changes.iter().for_each(|change| add("Import", &change.import));
    let unkept = changes.iter().flat_map(|change| &change.unkept).take(NAMED_FILES);
    unkept.for_each(|file| add("Unrecorded", file));
    text.push_str(&trailers.concat());
    text
}

/// At most 200 characters without control characters: a subject cannot forge a trailer.
pub(crate) fn one_line(text: &str) -> String {
    const SUBJECT_CHARS: usize = 200;
    let plain: String =
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(SUBJECT_CHARS).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
