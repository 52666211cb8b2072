//! Runs the user's own git, so that what it does (filters, line ends, worktrees, ownership checks) is
//! what they expect, but without hooks, prompts, signing or housekeeping. Only our paths are
//! committed: what the user staged, changed or left untracked stays as it is.

mod claim;
mod past;
mod process;
mod quick;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use claim::Claim;
use process::{Input, Output};

/// Committed under this name when the user has told git none.
const AUTHOR_FALLBACK: [&str; 4] =
    ["-c", "user.name=memopage", "-c", "user.email=memopage@localhost"];
/// What git says then.
const NAMELESS: [&str; 3] =
    ["auto-detection is disabled", "tell me who you are", "empty ident name"];
/// Files in git's folder that mean that the user is in the midst of something.
const BUSY: [(&str, &str); 7] = [
    ("index.lock", "another git process holds index.lock"),
    ("rebase-merge", "a rebase is under way"),
    ("rebase-apply", "a rebase or am is under way"),
    ("MERGE_HEAD", "a merge is under way"),
    ("CHERRY_PICK_HEAD", "a cherry-pick is under way"),
    ("REVERT_HEAD", "a revert is under way"),
    ("BISECT_LOG", "a bisection is under way"),
];
/// Paths that are handed over as arguments at once.
const PATHS_AT_ONCE: usize = 200;

/// The repository whose root is the vault's.
#[derive(Debug, Clone)]
pub struct Git {
    root: PathBuf,
    /// Git's own folder of this worktree.
    folder: PathBuf,
    /// Set once the user turned out to have no name configured.
    nameless: Arc<AtomicBool>,
    /// Variables for the child beyond the user's.
    env: Vec<(String, String)>,
    /// Held by each run while a commit is made.
    claim: Option<Arc<Claim>>,
}

/// Git's words when it refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GitError(pub String);

impl Git {
    pub(crate) fn detect(root: &Path) -> Result<Self, String> {
        Self::detect_with(root, Vec::new())
    }

    /// As `detect`, with variables that tests use to keep the machine's configuration out.
    pub(crate) fn detect_with(root: &Path, env: Vec<(String, String)>) -> Result<Self, String> {
        let root = root.canonicalize().map_err(|error| error.to_string())?;
        // Without this the vault is at best a folder inside somebody's repository.
        if !root.join(".git").exists() {
            return Err("the vault is not the root of a git repository".to_owned());
        }
        let mut git =
            Self { root, folder: PathBuf::new(), nameless: Arc::default(), env, claim: None };
        let found = git.run(&["rev-parse", "--show-toplevel", "--absolute-git-dir"], Input::None);
        let found = found.map_err(|GitError(why)| why)?;
        if !found.ok {
            return Err(found.complaint());
        }
        let mut lines = found.bytes.split(|byte| *byte == b'\n');
        let top = process::path_of(lines.next().unwrap_or_default());
        let folder = process::path_of(lines.next().unwrap_or_default());
        if top.canonicalize().ok().as_ref() != Some(&git.root) {
            return Err("the vault is not the root of a git repository".to_owned());
        }
        git.folder = folder;
        Ok(git)
    }

    pub(crate) fn init(root: &Path) -> Result<Self, String> {
        if let Ok(git) = Self::detect(root) {
            return Ok(git);
        }
        let root = root.canonicalize().map_err(|error| error.to_string())?;
        if root.join(".git").exists() {
            return Self::detect(&root);
        }
        let git = Self {
            root: root.clone(),
            folder: PathBuf::new(),
            nameless: Arc::default(),
            env: Vec::new(),
            claim: None,
        };
        let outer = git.run(&["rev-parse", "--is-inside-work-tree"], Input::None);
        if outer.map_err(|GitError(why)| why)?.ok {
            return Err("the vault lies inside a larger git repository".to_owned());
        }
        let made = git.run(&["init", "-q", "-b", "main"], Input::None);
        let made = made.map_err(|GitError(why)| why)?;
        if made.ok { Self::detect(&root) } else { Err(made.complaint()) }
    }

    /// Why a commit has to wait, if it has to. For the holder of the vault's lock: what a git of ours
    /// left when it was killed is cleared first.
    pub(crate) fn busy(&self) -> Option<String> {
        if let Some(why) = self.clear_leftovers() {
            return Some(why);
        }
        let stands = |name: &str| fs::symlink_metadata(self.folder.join(name)).is_ok();
        BUSY.iter().find(|(name, _)| stands(name)).map(|(_, why)| (*why).to_owned())
    }

    /// Commits the present state of these files and nothing else; `None` when nothing differs.
    /// `fresh` are those of them that git may not know yet: without any, one run of git does.
    pub(crate) fn commit(
        &self,
        files: &[&str],
        fresh: &[&str],
        message: &str,
    ) -> Result<Option<String>, GitError> {
        let claim = self.claim().map(Arc::new);
        let holding = Self { claim: claim.clone(), ..self.clone() };
        let done = holding.commit_holding(files, fresh, message);
        if let Some(claim) = claim {
            claim.end();
        }
        done
    }

    fn commit_holding(
        &self,
        files: &[&str],
        fresh: &[&str],
        message: &str,
    ) -> Result<Option<String>, GitError> {
        if let Some(done) = self.commit_quickly(files, fresh, message) {
            return Ok(done);
        }
        let paths = process::paths_input(files.iter().copied());
        let fresh = fresh.iter().copied().filter(|file| self.root.join(file).exists());
        let added = self.announce(&process::paths_input(fresh))?;
        let committed = if added.ok { self.commit_paths(&paths, message)? } else { added };
        if committed.ok {
            return Ok(commit_id(&committed.bytes));
        }
        if is_idle(&committed) {
            self.align(files)?;
            return Ok(None);
        }
        // Ignored files, removed files that git never knew, files of a repository inside: the
        // others are committed without them.
        let known = self.recordable(files)?;
        if known.is_empty() {
            return Ok(None);
        }
        let present = known.iter().map(String::as_str).filter(|file| self.root.join(file).exists());
        let added = self.announce(&process::paths_input(present))?;
        if !added.ok {
            return Err(GitError(added.complaint()));
        }
        let paths = process::paths_input(known.iter().map(String::as_str));
        let committed = self.commit_paths(&paths, message)?;
        match committed.ok {
            true => Ok(commit_id(&committed.bytes)),
            false if is_idle(&committed) => Ok(None),
            false => Err(GitError(committed.complaint())),
        }
    }

    /// Lets git's index agree with a commit that was made before it: a git that was killed between the
    /// two leaves our files looking staged.
    fn align(&self, files: &[&str]) -> Result<(), GitError> {
        let known = self.recordable(files)?;
        let paths = process::paths_input(known.iter().map(String::as_str));
        let args = ["update-index", "--add", "--remove", "-z", "--stdin"];
        let aligned = if known.is_empty() {
            Output::default()
        } else {
            self.run(&args, Input::Bytes(&paths))?
        };
        if aligned.ok { Ok(()) } else { Err(GitError(aligned.complaint())) }
    }

    /// Tells git that new files exist, without staging their content.
    fn announce(&self, paths: &[u8]) -> Result<Output, GitError> {
        if paths.is_empty() {
            return Ok(Output::default());
        }
        let args = ["add", "-N", "--pathspec-from-file=-", "--pathspec-file-nul"];
        self.run(&args, Input::Bytes(paths))
    }

    fn commit_paths(&self, paths: &[u8], message: &str) -> Result<Output, GitError> {
        let mut args = Vec::new();
        if self.nameless.load(Ordering::Relaxed) {
            args.extend(AUTHOR_FALLBACK);
        }
        args.extend(["commit", "--no-verify", "--no-gpg-sign", "--no-status", "--only"]);
        args.extend(["--no-post-rewrite", "--cleanup=verbatim", "-m", message]);
        args.extend(["--pathspec-from-file=-", "--pathspec-file-nul"]);
        let committed = self.run(&args, Input::Bytes(paths))?;
        let no_name = NAMELESS.iter().any(|words| committed.errors.contains(words));
        if !committed.ok && no_name && !self.nameless.swap(true, Ordering::Relaxed) {
            return self.commit_paths(paths, message);
        }
        Ok(committed)
    }

    /// Those of the files that git tracks or would track.
    fn recordable(&self, files: &[&str]) -> Result<Vec<String>, GitError> {
        let mut known = Vec::new();
        for files in files.chunks(PATHS_AT_ONCE) {
            let mut args = vec!["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
            args.push("--");
            args.extend(files);
            let listed = self.run(&args, Input::None)?;
            if !listed.ok {
                return Err(GitError(listed.complaint()));
            }
            let names = listed.bytes.split(|byte| *byte == 0).map(String::from_utf8_lossy);
            known.extend(names.filter(|name| files.contains(&name.as_ref())).map(String::from));
        }
        known.sort_unstable();
        known.dedup();
        Ok(known)
    }
}

/// True when git did not commit because there was nothing to.
fn is_idle(output: &Output) -> bool {
    let text = String::from_utf8_lossy(&output.bytes);
    ["nothing to commit", "nothing added to commit", "no changes added to commit"]
        .iter()
        .any(|words| text.contains(words))
}

/// The full id in `[main (root-commit) 1a2b…] subject`.
fn commit_id(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let is_id = |word: &&str| word.len() >= 40 && word.bytes().all(|b| b.is_ascii_hexdigit());
    text.lines().next()?.split([' ', ']']).find(is_id).map(str::to_owned)
}
