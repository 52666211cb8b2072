//! Runs the user's own git, so that what it does (filters, line ends, worktrees, ownership checks) is
//! what they expect, but without hooks, prompts, signing or housekeeping. Only our paths are
//! committed: what the user staged, changed or left untracked stays as it is.

mod apart;
mod claim;
pub(crate) mod ends;
mod past;
mod process;
mod quick;
mod touched;
mod whole;
mod wrote;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) use apart::Apart;
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
    (
        "index.lock",
        "another git process holds index.lock; if none runs, one that died left it: remove .git/index.lock",
    ),
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

/// Why there is no history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Undetected {
    /// The vault is no repository, or there is no git.
    None(String),
    /// The vault has a repository that git cannot use.
    Broken(String),
}

/// What a commit of ours did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Made {
    /// Its id; `None` when nothing differed.
    pub id: Option<String>,
    /// The files that git does not take.
    pub left: Vec<String>,
}

/// How files stand against the last commit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    /// They differ from it, or git does not know them yet.
    pub changed: Vec<String>,
    /// Those of them that git does not know.
    pub fresh: Vec<String>,
    /// Git does not keep them: ignored ones, those of another repository, those behind a link.
    pub unkept: Vec<String>,
}

/// Git's words when it refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GitError(pub String);

/// Why a folder without a `.git` of its own has no history: whose repository it lies in, if in any.
fn unrooted(root: &Path) -> String {
    let has_git = |folder: &&Path| fs::symlink_metadata(folder.join(".git")).is_ok();
    match root.ancestors().skip(1).find(has_git) {
        Some(outer) => format!(
            "the vault lies inside the git repository {}, and is not the root of it",
            outer.display()
        ),
        None => "the vault is not the root of a git repository".to_owned(),
    }
}

impl Git {
    pub(crate) fn detect(root: &Path) -> Result<Self, Undetected> {
        Self::detect_with(root, Vec::new())
    }

    /// As `detect`, with variables that tests use to keep the machine's configuration out.
    pub(crate) fn detect_with(root: &Path, env: Vec<(String, String)>) -> Result<Self, Undetected> {
        let broken = Undetected::Broken;
        let root = root.canonicalize().map_err(|error| broken(error.to_string()))?;
        // Without this the vault is at best a folder inside somebody's repository.
        if fs::symlink_metadata(root.join(".git")).is_err() {
            return Err(Undetected::None(unrooted(&root)));
        }
        let mut git =
            Self { root, folder: PathBuf::new(), nameless: Arc::default(), env, claim: None };
        let found = git.run(&["rev-parse", "--show-toplevel", "--absolute-git-dir"], Input::None);
        let found = found.map_err(|GitError(why)| Undetected::None(why))?;
        if !found.ok {
            return Err(broken(found.complaint()));
        }
        let mut lines = found.bytes.split(|byte| *byte == b'\n');
        let top = process::path_of(lines.next().unwrap_or_default());
        let folder = process::path_of(lines.next().unwrap_or_default());
        if top.canonicalize().ok().as_ref() != Some(&git.root) {
            return Err(broken("the vault's .git belongs to another folder".to_owned()));
        }
        git.folder = folder;
        Ok(git)
    }

    pub(crate) fn init(root: &Path) -> Result<Self, Undetected> {
        match Self::detect(root) {
            Err(Undetected::None(_)) => {}
            found => return found,
        }
        let none = Undetected::None;
        let root = root.canonicalize().map_err(|error| none(error.to_string()))?;
        let git = Self {
            root: root.clone(),
            folder: PathBuf::new(),
            nameless: Arc::default(),
            env: Vec::new(),
            claim: None,
        };
        let outer = git.run(&["rev-parse", "--is-inside-work-tree"], Input::None);
        if outer.map_err(|GitError(why)| none(why))?.ok {
            return Err(none(unrooted(&root)));
        }
        let made = git.run(&["init", "-q", "-b", "main"], Input::None);
        let made = made.map_err(|GitError(why)| none(why))?;
        if made.ok { Self::detect(&root) } else { Err(none(made.complaint())) }
    }

    /// Why a commit has to wait, if it has to. For the holder of the vault's lock: what a git of ours
    /// left when it was killed is cleared first.
    pub(crate) fn busy(&self) -> Option<String> {
        if let Some(why) = self.clear_leftovers() {
            return Some(why);
        }
        self.occupied()
    }

    /// The same for anybody who only looks.
    pub(crate) fn occupied(&self) -> Option<String> {
        let stands = |name: &str| fs::symlink_metadata(self.folder.join(name)).is_ok();
        BUSY.iter().find(|(name, _)| stands(name)).map(|(_, why)| (*why).to_owned())
    }

    /// As it is, for commits of this date; an empty one is git's own present.
    pub(crate) fn dated(&self, when: &str) -> Self {
        let mut git = self.clone();
        if let Some(date) = past::date_for_git(when) {
            git.env.push(("GIT_AUTHOR_DATE".to_owned(), date.clone()));
            git.env.push(("GIT_COMMITTER_DATE".to_owned(), date));
        }
        git
    }

    /// How these files stand against the last commit, in one run.
    pub(crate) fn standing(&self, files: &[&str]) -> Result<Standing, GitError> {
        let mut standing = Standing::default();
        let (foreign, plain) = self.split_foreign(files);
        standing.unkept.extend(foreign.iter().map(|file| (*file).to_owned()));
        for files in plain.chunks(PATHS_AT_ONCE) {
            let mut args = vec!["status", "--porcelain=v1", "-z", "--no-renames"];
            args.extend(["--untracked-files=all", "--ignored=matching", "--"]);
            args.extend(files);
            let told = self.run(&args, Input::None)?;
            if !told.ok {
                return Err(GitError(told.complaint()));
            }
            let told = String::from_utf8_lossy(&told.bytes);
            for entry in
                told.split('\0').filter(|entry| entry.len() > 3 && entry.is_char_boundary(3))
            {
                let (state, name) = entry.split_at(3);
                standing.enter(state.trim_end(), name, files);
            }
        }
        Ok(standing)
    }

    /// The files that no commit of ours may name, and the others. Those are links, lie behind one, or
    /// belong to a repository inside the vault: of a removed file of such a one git says nothing.
    fn split_foreign<'a>(&self, files: &[&'a str]) -> (Vec<&'a str>, Vec<&'a str>) {
        let is_link = |name: &str| {
            fs::symlink_metadata(self.root.join(name)).is_ok_and(|it| it.file_type().is_symlink())
        };
        let is_foreign = |folder: &str| {
            is_link(folder) || fs::symlink_metadata(self.root.join(folder).join(".git")).is_ok()
        };
        files.iter().partition(|file| {
            is_link(file) || file.match_indices('/').any(|(at, _)| is_foreign(&file[..at]))
        })
    }

    /// Commits the present state of these files and nothing else. `fresh` are those of them that git may not know yet: without any, one run of git does.
    /// `before` are the line ends that files had, for where git may not keep them.
    pub(crate) fn commit(
        &self,
        files: &[&str],
        fresh: &[&str],
        message: &str,
        before: &[(String, String)],
    ) -> Result<Made, GitError> {
        let claim = self.claim().map(Arc::new);
        let holding = Self { claim: claim.clone(), ..self.clone() };
        let done = holding.commit_holding(files, fresh, message, before);
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
        before: &[(String, String)],
    ) -> Result<Made, GitError> {
        let (foreign, plain) = self.split_foreign(files);
        let files = plain.as_slice();
        let mut made = Made { id: None, left: foreign.into_iter().map(str::to_owned).collect() };
        if files.is_empty() {
            return Ok(made);
        }
        let message = &format!("{message}{}", wrote::trailer(files));
        if made.left.is_empty()
            && let Some(id) = self.commit_quickly(files, fresh, message)
        {
            return Ok(Made { id, ..made });
        }
        let message = &format!("{message}{}", ends::trailers(before));
        let paths = process::paths_input(files.iter().copied());
        let fresh = fresh
            .iter()
            .copied()
            .filter(|file| files.contains(file) && self.root.join(file).exists());
        let added = self.announce(&process::paths_input(fresh))?;
        let whole = naming(message, &made.left);
        let committed = if added.ok { self.commit_paths(&paths, &whole)? } else { added };
        if committed.ok {
            return Ok(Made { id: commit_id(&committed.bytes), ..made });
        }
        if is_idle(&committed) {
            self.align(files)?;
            return Ok(made);
        }
        // Ignored files, removed files that git never knew, files of a repository inside: the
        // others are committed without them.
        let mut known = self.recordable(files)?;
        let refused = self.refused(&known)?;
        known.retain(|file| !refused.contains(file));
        let left = files.iter().filter(|file| known.iter().all(|known| known != *file));
        made.left.extend(left.map(|file| (*file).to_owned()));
        if known.is_empty() {
            return Ok(made);
        }
        let paths = process::paths_input(known.iter().map(String::as_str));
        let committed = self.commit_paths(&paths, &naming(message, &made.left))?;
        match committed.ok {
            true => Ok(Made { id: commit_id(&committed.bytes), ..made }),
            false if is_idle(&committed) => Ok(made),
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

    /// Tells git that new files exist, without staging their content. A page outside of a sparse checkout
    /// is one that its author wants all the same.
    fn announce(&self, paths: &[u8]) -> Result<Output, GitError> {
        if paths.is_empty() {
            return Ok(Output::default());
        }
        let mut args = vec!["add", "-N", "--pathspec-from-file=-", "--pathspec-file-nul"];
        if self.is_sparse() {
            args.push("--sparse");
        }
        self.run(&args, Input::Bytes(paths))
    }

    /// Tells git of all these files that stand there. Gives those that it does not take for a reason of
    /// their own: they do not hold up the others.
    fn refused(&self, files: &[String]) -> Result<Vec<String>, GitError> {
        let present: Vec<&str> =
            files.iter().map(String::as_str).filter(|it| self.root.join(it).exists()).collect();
        let added = self.announce(&process::paths_input(present.iter().copied()))?;
        if added.ok {
            return Ok(Vec::new());
        }
        let mut refused = Vec::new();
        for file in &present {
            if !self.announce(&process::paths_input(std::iter::once(*file)))?.ok {
                refused.push((*file).to_owned());
            }
        }
        let none = refused.len() == present.len();
        if none { Err(GitError(added.complaint())) } else { Ok(refused) }
    }

    /// Whether a part of the repository may not be checked out.
    fn is_sparse(&self) -> bool {
        self.folder.join("info").join("sparse-checkout").exists()
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

impl Standing {
    /// Takes in one line of the status: a name, or a folder that stands for all below it.
    fn enter(&mut self, state: &str, name: &str, files: &[&str]) {
        let known = files.contains(&name);
        let is_folder = name.ends_with('/');
        let below = files.iter().filter(|file| is_folder && file.starts_with(name));
        match state {
            "!!" if known => self.unkept.push(name.to_owned()),
            "!!" | "??" if is_folder => self.unkept.extend(below.map(|it| (*it).to_owned())),
            "??" if known => {
                self.fresh.push(name.to_owned());
                self.changed.push(name.to_owned());
            }
            _ if known => self.changed.push(name.to_owned()),
            _ => {}
        }
    }
}

/// The message with the files that the commit leaves out; it ends in trailers already.
fn naming(message: &str, left: &[String]) -> String {
    /// So many of them are named.
    const NAMED: usize = 50;
    let line = |file: &String| {
        let plain: String = file.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        format!("Memopage-Unrecorded: {plain}\n")
    };
    left.iter().take(NAMED).fold(message.to_owned(), |text, file| text + &line(file))
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
