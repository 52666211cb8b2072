//! The files of a change that git is told to leave alone, or has and did not check out. No commit of ours
//! may name them: it would go behind git's back, and the user's next commit would take it away again.

use super::process::Input;
use super::{Git, GitError, PATHS_AT_ONCE};

/// Files that a commit leaves out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Apart {
    /// The user told git to leave them as they are (`skip-worktree`, `assume-unchanged`).
    pub told: Vec<String>,
    /// Git has them, and a sparse checkout leaves them out.
    pub absent: Vec<String>,
}

impl Git {
    /// Which of these files stand apart, in one run.
    pub(crate) fn apart(&self, files: &[&str]) -> Result<Apart, GitError> {
        let mut apart = Apart::default();
        for files in files.chunks(PATHS_AT_ONCE) {
            let mut args = vec!["ls-files", "-v", "-z", "--cached", "--"];
            args.extend(files);
            let told = self.run(&args, Input::None)?;
            if !told.ok {
                return Err(GitError(told.complaint()));
            }
            let told = String::from_utf8_lossy(&told.bytes);
            for (tag, name) in told.split('\0').filter_map(|entry| entry.split_once(' ')) {
                // Small letters are for what is assumed to be unchanged.
                let skipped = tag.eq_ignore_ascii_case("s");
                let named = files.contains(&name);
                if named && skipped && !self.root.join(name).exists() {
                    apart.absent.push(name.to_owned());
                } else if named && (skipped || tag.chars().all(|c| c.is_ascii_lowercase())) {
                    apart.told.push(name.to_owned());
                }
            }
        }
        Ok(apart)
    }
}
