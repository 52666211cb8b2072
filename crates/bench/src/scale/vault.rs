//! Vaults on disk: the synthetic pages as files, in a folder that the product calls a vault.

use super::baseline::Shelf;
use super::corpus::Corpus;
use jiff::ZonedDateTime;
use memory::{Call, WithGit};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use wiki::policy::Trust;
use wiki::schema::Layout;
use wiki::time::Now;

/// A vault as it was written.
#[derive(Debug)]
pub(crate) struct Written {
    /// Its pages by number, without those that its layout adds.
    pub(crate) shelf: Shelf,
    /// Bytes of those pages.
    pub(crate) text_bytes: u64,
}

/// What a call says about who asks and when; the engine reads no clock itself.
pub(crate) fn call() -> Call {
    Call {
        now: Now { at: ZonedDateTime::now() },
        actor: "bench".to_owned(),
        door: "cli",
        wait: Duration::from_secs(60),
        trust: Trust::Agent,
        scope: None,
    }
}

/// Makes `root` a vault without history and writes the first `docs` pages of the corpus.
pub(crate) fn write_pages(root: &Path, corpus: &Corpus, docs: usize) -> Result<Written, String> {
    make(root)?;
    let mut files = Vec::with_capacity(docs);
    let mut text_bytes = 0;
    for number in 0..docs {
        let page = corpus.page(number);
        text_bytes += put(root, &page.file, &page.text)?;
        files.push(page.file);
    }
    Ok(Written { shelf: Shelf::new(root, files), text_bytes })
}

/// Makes `root` a vault without history and writes the first conversations of the corpus.
pub(crate) fn write_conversations(
    root: &Path,
    corpus: &Corpus,
    conversations: usize,
) -> Result<Written, String> {
    make(root)?;
    let mut files = Vec::with_capacity(conversations);
    let mut text_bytes = 0;
    for number in 0..conversations {
        for (path, text) in corpus.conversation(number) {
            text_bytes += put(root, &path.file(), &text)?;
            files.push(path.file());
        }
    }
    Ok(Written { shelf: Shelf::new(root, files), text_bytes })
}

fn make(root: &Path) -> Result<(), String> {
    memory::init(root, Layout::Agent, "UTC", &call(), WithGit::Leave, None)
        .map(drop)
        .map_err(|error| format!("cannot make a vault at {}: {error}", root.display()))
}

fn put(root: &Path, file: &str, text: &str) -> Result<u64, String> {
    let path = root.join(file);
    let failed = |error| format!("cannot write {}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(&path, text).map_err(failed)?;
    Ok(text.len() as u64)
}

/// Whether a vault can keep history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Git {
    /// Every page is in one commit, packed as it would be after a while of use.
    Kept,
    /// There is no `git` here.
    Missing,
}

/// Puts the vault's pages under git.
pub(crate) fn keep_history(root: &Path) -> Result<Git, String> {
    let here = Command::new("git").arg("--version").stdout(Stdio::null()).status();
    if !here.is_ok_and(|status| status.success()) {
        return Ok(Git::Missing);
    }
    let steps: [&[&str]; 4] = [
        &["init", "--quiet"],
        &["add", "--all"],
        &["commit", "--quiet", "--message", "Pages"],
        // Without a search for deltas, which takes minutes and changes nothing for a commit.
        &["repack", "-a", "-d", "-q", "--window=0"],
    ];
    // A collection that git starts by itself would still be running when facts are remembered.
    let settings = ["user.name=bench", "user.email=bench@localhost", "gc.auto=0"];
    for step in steps {
        let done = Command::new("git")
            .args(settings.iter().flat_map(|setting| ["-c", setting]))
            .args(step)
            .current_dir(root)
            .output()
            .map_err(|error| format!("cannot start git: {error}"))?;
        if !done.status.success() {
            let said = String::from_utf8_lossy(&done.stderr);
            return Err(format!("git {}: {}", step[0], said.trim()));
        }
    }
    Ok(Git::Kept)
}
