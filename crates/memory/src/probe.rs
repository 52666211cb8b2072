//! What `doctor` and `gc` ask of a vault: sizes, what is stale, whether it can be written.

use crate::{Call, Error, Kind, Memory, Purge, limits, problem};
use std::collections::BTreeSet;
use std::path::Path;

/// How large the vault's parts are.
#[derive(Debug, Clone, Copy)]
pub struct Sizes {
    /// Bytes of the index on disk.
    pub index_bytes: u64,
    /// Bytes of the pages.
    pub text_bytes: u64,
    /// Pages that wait to be folded into the big index.
    pub recent: usize,
}

/// What a clean-up would take away.
#[derive(Debug, Clone)]
pub struct Stale {
    /// Pages of the index that are no longer in the vault.
    pub gone: Vec<String>,
    /// About how many bytes of the index belong to nothing that is there.
    pub free_bytes: u64,
}

/// Files that other operations change in passing.
const GO_ALONG: [&str; 3] = ["log.md", "index.md", "INDEX.md"];
/// What is wrong with a line of what was decided.
pub(crate) const TORN: &str = "this line cannot be read, and what it decided is not heeded";

/// The files that are named, a few of them.
fn few(refused: Vec<store::VaultError>) -> String {
    let more = if refused.len() > limits::CANDIDATES_MAX { ", …" } else { "" };
    let files: Vec<String> =
        refused.into_iter().take(limits::CANDIDATES_MAX).map(|it| it.file).collect();
    format!("{}{more}", files.join(", "))
}

/// What to do about a `SCHEMA.md` that says nothing to memopage.
const FOREIGN: &str = "if SCHEMA.md is about something else, give the file another name; else add a block of YAML, as `memopage init` writes it into a new folder";

/// How a vault that lost its rules comes by them again.
fn missing(layout: wiki::schema::Layout) -> String {
    format!(
        "bring it back from the history with `memopage restore SCHEMA COMMIT`, or copy the one that `memopage init DIR --layout {layout}` writes into a new folder"
    )
}

impl Memory {
    /// The vault's root folder.
    pub(crate) fn root(&self) -> &Path {
        self.state.parent().unwrap_or(&self.state)
    }

    /// How large the parts are.
    ///
    /// # Errors
    /// `Unavailable` when vault or index cannot be read.
    pub fn sizes(&self) -> Result<Sizes, Error> {
        let index = self.ask(|index| index.status())?;
        let listing = self.vault.list().map_err(problem::from_vault)?;
        Ok(Sizes {
            index_bytes: index.bytes,
            text_bytes: listing.files.iter().map(|it| it.size).sum(),
            recent: index.delta,
        })
    }

    /// What a clean-up would take away.
    ///
    /// # Errors
    /// `Unavailable` when vault or index cannot be read.
    pub fn stale(&self) -> Result<Stale, Error> {
        let known = self.ask(|index| index.known())?;
        let free_bytes = self.ask(|index| index.reclaimable())?;
        let listing = self.vault.list().map_err(problem::from_vault)?;
        let mut gone: Vec<String> = known
            .into_keys()
            .filter(|file| listing.files.binary_search_by(|it| it.file.as_str().cmp(file)).is_err())
            .collect();
        gone.sort();
        Ok(Stale { gone, free_bytes })
    }

    /// Tries what a write does in the state folder, in the root and in each folder that holds pages, with a
    /// file that is taken out again, and whether the pages that go along with every write may be written. Other
    /// pages that may not are named.
    ///
    /// # Errors
    /// `Busy` when another writer keeps the right to write, `Unavailable` naming what refuses.
    pub fn probe_write(&self, call: &Call) -> Result<String, Error> {
        let lock = self.lock("doctor", call)?;
        let listing = self.vault.list().map_err(problem::from_vault)?;
        let mut folders: BTreeSet<&str> = [""].into();
        folders.extend(listing.files.iter().filter_map(|it| Some(it.file.rsplit_once('/')?.0)));
        let folders: Vec<&str> = folders.into_iter().collect();
        let mut refusals = self.vault.refusals(&folders);
        let files: Vec<&str> = listing.files.iter().map(|it| it.file.as_str()).collect();
        let (along, kept): (Vec<_>, Vec<_>) =
            self.vault.frozen(&files).into_iter().partition(|it| GO_ALONG.contains(&&*it.file));
        refusals.extend(along);
        let mut refusals = refusals.into_iter();
        drop(lock);
        let Some(first) = refusals.next() else {
            let folders = crate::counted(folders.len(), "folder");
            let marked = match kept.is_empty() {
                true => String::new(),
                false => format!(", but for pages that are marked read-only: {}", few(kept)),
            };
            return Ok(format!("the vault can be written ({folders} tried){marked}"));
        };
        let mut error = problem::from_vault(first);
        let others: Vec<_> = refusals.chain(kept).collect();
        if !others.is_empty() {
            error.message = format!("{}; nor {}", error.message, few(others));
        }
        Err(error)
    }

    /// Whether every line of what was decided can be read.
    ///
    /// # Errors
    /// `Corrupt` naming the first line that cannot be.
    pub fn probe_decisions(&self) -> Result<String, Error> {
        match self.torn_decisions().first() {
            None => Ok("every line can be read".to_owned()),
            Some(line) => {
                Err(Error::new(Kind::Corrupt, format!("{}:{line}: {TORN}", wiki::decision::FILE))
                    .hint("restore the line from git, or remove it"))
            }
        }
    }

    /// The lines of what was decided that cannot be read, from 1.
    pub(crate) fn torn_decisions(&self) -> Vec<usize> {
        let bytes = self.vault.read(wiki::decision::FILE).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let torn = |line: &str| {
            !line.trim().is_empty() && serde_json::from_str::<serde_json::Value>(line).is_err()
        };
        text.lines().zip(1..).filter(|(line, _)| torn(line)).map(|(_, number)| number).collect()
    }

    /// Reads the whole index through; one that is damaged is made anew at once.
    ///
    /// # Errors
    /// `Corrupt` saying what was wrong, `Unavailable` when the index cannot be kept on disk.
    pub fn probe_index(&self, call: &Call) -> Result<String, Error> {
        let wrong = self.index.verify().map_err(problem::from_index)?;
        let status = self.ask(|index| index.status())?;
        if !wrong.is_empty() {
            let pages = self.sync(call, Purge::Guarded, &mut |_, _| {})?.pages;
            return Err(Error::new(Kind::Corrupt, format!("it was damaged: {}", wrong.join("; ")))
                .hint(format!("nothing is to be done: it was made anew from {pages} pages")));
        }
        match status.private {
            None => Ok(format!("every file of the index is whole, {} bytes", status.bytes)),
            Some(why) => Err(Error::new(Kind::Unavailable, format!("it cannot be kept: {why}"))
                .hint("give the folder `.memopage` space and the right to be written")),
        }
    }

    /// Whether the schema is as it should be.
    ///
    /// # Errors
    /// `BadRequest` naming the first line that is wrong.
    pub fn probe_schema(&self) -> Result<String, Error> {
        let schema = self.schema();
        match schema.problems.first() {
            None => Ok(format!("{} page types", schema.types.len())),
            Some(first) => Err(Error::new(
                Kind::BadRequest,
                format!("{}:{}: {}", crate::SCHEMA_FILE, first.line, first.message),
            )
            .hint(match schema.layout.filter(|_| schema.is_missing) {
                Some(layout) => missing(layout),
                None if schema.is_foreign => FOREIGN.to_owned(),
                None => "correct the YAML block of SCHEMA.md".to_owned(),
            })),
        }
    }

    /// What to do about a history that is not kept for this reason, as [`Memory::history_state`] gives it, although the
    /// vault has a repository.
    #[must_use]
    pub fn history_remedy(&self, said: &str) -> String {
        problem::git_remedy(said)
    }

    /// `git`, or why there is no history.
    pub fn history_state(&self) -> String {
        match self.history() {
            store::History::Off { why } => format!("off: {why}"),
            store::History::Broken { why } => format!("broken: {why}"),
            store::History::Git(_) => {
                let waiting = self.history().waiting(&*self.vault);
                match (waiting.changes, waiting.why) {
                    (0, None) => "git".to_owned(),
                    (0, Some(why)) => format!("git, and the next changes will wait: {why}"),
                    (count, why) => {
                        let changes = if count == 1 { "change waits" } else { "changes wait" };
                        let why = why.unwrap_or_else(|| "the next write records them".to_owned());
                        format!("git, {count} {changes}: {why}")
                    }
                }
            }
        }
    }
}
