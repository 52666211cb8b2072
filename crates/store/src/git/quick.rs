//! The short way to commit a few files of a large vault. `git commit --only` looks at every file of the
//! repository, twice; here git is asked about our paths alone, and the commit is handed to `git
//! fast-import`, so that the cost hardly grows with the vault. Whatever is out of the ordinary takes
//! the long way: the answer is then `None` and nothing was committed.

use std::fs;
use std::path::Path;
use std::sync::atomic::Ordering;

use super::process::{self, Input};
use super::{AUTHOR_FALLBACK, Git, NAMELESS};

/// More files than this take the long way, whose cost does not grow with them.
const FILES_MAX: usize = 64;
/// A larger file takes the long way, since its bytes pass through here.
const FILE_BYTES_MAX: u64 = 16 << 20;

impl Git {
    /// Commits the present state of these files; `fresh` are those that git may not know yet. Gives
    /// the commit's id, or that nothing differs from the last commit.
    pub(super) fn commit_quickly(
        &self,
        files: &[&str],
        fresh: &[&str],
        message: &str,
    ) -> Option<Option<String>> {
        if files.is_empty() || files.len() > FILES_MAX || self.has_attributes(files) {
            return None;
        }
        let branch = self.branch()?;
        let (author, committer) = self.identities()?;
        if !fresh.is_empty() && !self.are_plain(fresh) {
            return None;
        }
        let mut changes = Vec::new();
        for file in files {
            change(&self.root, file, &mut changes)?;
        }
        let mut stage = vec!["update-index", "--remove"];
        if !fresh.is_empty() {
            stage.push("--add");
        }
        stage.extend(["-z", "--stdin"]);
        let paths = process::paths_input(files.iter().copied());
        if !self.run(&stage, Input::Bytes(&paths)).ok()?.ok {
            return None;
        }
        let mut stream = format!(
            "commit {branch}\nmark :1\nauthor {author}\ncommitter {committer}\ndata {}\n{message}\n",
            message.len()
        )
        .into_bytes();
        match self.staged(files)? {
            Staged::Nothing => return Some(None),
            Staged::Something => stream.extend(format!("from {branch}^0\n").bytes()),
            Staged::Everything => {}
        }
        stream.extend(changes);
        stream.extend(b"\nget-mark :1\ndone\n");
        let made = self.run(&["fast-import", "--quiet", "--done"], Input::Bytes(&stream)).ok()?;
        let id = String::from_utf8(made.bytes).ok()?.trim().to_owned();
        (made.ok && !id.is_empty()).then_some(Some(id))
    }

    /// Those of these files whose names stand in git's own list, as far as a look at its bytes tells without
    /// starting git; all of them where it cannot.
    pub(crate) fn may_have<'f>(&self, files: &[&'f str]) -> Vec<&'f str> {
        if files.is_empty() {
            return Vec::new();
        }
        let list = fs::read(self.folder.join("index")).unwrap_or_default();
        // Later versions shorten names by those before them, and a list can be split in two.
        let is_plain = matches!(list.get(..8), Some(b"DIRC\0\0\0\x02" | b"DIRC\0\0\0\x03"))
            && !holds(&list, b"link\0");
        if !is_plain || files.len() > LOOKED_UP {
            return files.to_vec();
        }
        files.iter().copied().filter(|file| holds(&list, file.as_bytes())).collect()
    }

    /// How the staged files differ from the last commit.
    fn staged(&self, files: &[&str]) -> Option<Staged> {
        let mut args = vec!["diff-index", "--cached", "--quiet", "HEAD", "--"];
        args.extend(files);
        let told = self.run(&args, Input::None).ok()?;
        match (told.ok, told.errors.trim().is_empty()) {
            (true, _) => Some(Staged::Nothing),
            (false, true) => Some(Staged::Something),
            // There is no commit yet.
            (false, false) if told.errors.contains("HEAD") => Some(Staged::Everything),
            (false, false) => None,
        }
    }

    /// The branch that is checked out; none when there is no branch, or refs are kept otherwise.
    fn branch(&self) -> Option<String> {
        let head = fs::read_to_string(self.folder.join("HEAD")).ok()?;
        let branch = head.strip_prefix("ref: ")?.trim_end();
        (branch.starts_with("refs/heads/") && !branch.ends_with(".invalid"))
            .then(|| branch.to_owned())
    }

    /// Files may be stored otherwise than they lie there.
    fn has_attributes(&self, files: &[&str]) -> bool {
        let mut folders: Vec<&Path> =
            files.iter().flat_map(|it| Path::new(it).ancestors().skip(1)).collect();
        folders.sort_unstable();
        folders.dedup();
        let mut files: Vec<_> =
            folders.iter().map(|it| self.root.join(it).join(".gitattributes")).collect();
        files.push(self.folder.join("info").join("attributes"));
        files.iter().any(|file| match fs::read_to_string(file) {
            Ok(text) => !text.lines().all(only_merges),
            Err(error) => error.kind() != std::io::ErrorKind::NotFound,
        }) || self.folder.join("commondir").exists()
            || self.is_sparse()
    }

    /// Author and committer as git would write them now; none if line ends are converted.
    fn identities(&self) -> Option<(String, String)> {
        let mut args = Vec::new();
        if self.nameless.load(Ordering::Relaxed) {
            args.extend(AUTHOR_FALLBACK);
        }
        args.extend(["var", "-l"]);
        let told = self.run(&args, Input::None).ok()?;
        let text = String::from_utf8(told.bytes).ok()?;
        let value = |name: &str| {
            text.lines().rev().find_map(|line| {
                line.split_once('=').filter(|(key, _)| key.eq_ignore_ascii_case(name))
            })
        };
        // Without a configured address git makes one up here, and refuses it when it is asked alone.
        if value("user.email").is_none() {
            let told = self.run(&["var", "GIT_AUTHOR_IDENT"], Input::None).ok()?;
            let no_name = NAMELESS.iter().any(|words| told.errors.contains(words));
            if !told.ok {
                let first = !self.nameless.swap(true, Ordering::Relaxed);
                return if no_name && first { self.identities() } else { None };
            }
        }
        let (author, committer) = (value("GIT_AUTHOR_IDENT"), value("GIT_COMMITTER_IDENT"));
        let (Some((_, author)), Some((_, committer))) = (author, committer) else { return None };
        let converts = value("core.autocrlf").is_some_and(|(_, it)| it != "false");
        let attributes = value("core.attributesfile").is_some();
        (!converts && !attributes).then(|| (author.to_owned(), committer.to_owned()))
    }

    /// Whether new files are neither ignored nor inside a repository of their own.
    fn are_plain(&self, fresh: &[&str]) -> bool {
        let inside = |file: &&str| {
            Path::new(file)
                .ancestors()
                .skip(1)
                .filter(|folder| !folder.as_os_str().is_empty())
                .any(|folder| self.root.join(folder).join(".git").exists())
        };
        if fresh.iter().any(inside) {
            return false;
        }
        let paths = process::paths_input(fresh.iter().copied());
        // It takes names only, and refuses to be told so.
        let mut git = self.clone();
        git.env.push(("GIT_LITERAL_PATHSPECS".to_owned(), "0".to_owned()));
        let asked = git.run(&["check-ignore", "-q", "-z", "--stdin"], Input::Bytes(&paths));
        // Git says so by failing without a word.
        asked.is_ok_and(|told| !told.ok && told.errors.trim().is_empty())
    }
}

/// What differs from the last commit.
enum Staged {
    Nothing,
    Something,
    /// There is no commit to differ from.
    Everything,
}

/// One file's part of the stream; none for what is no ordinary file.
/// Names that are looked for in git's list by its bytes.
const LOOKED_UP: usize = 16;

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    !part.is_empty() && bytes.windows(part.len()).any(|it| it == part)
}

fn change(root: &Path, file: &str, stream: &mut Vec<u8>) -> Option<()> {
    if file.starts_with('"') || file.contains(['\n', '\0']) {
        return None;
    }
    let path = root.join(file);
    let Ok(found) = fs::symlink_metadata(&path) else {
        stream.extend(format!("D {file}\n").bytes());
        return Some(());
    };
    if !found.is_file() || found.len() > FILE_BYTES_MAX || is_program(&found) {
        return None;
    }
    let bytes = fs::read(&path).ok()?;
    stream.extend(format!("M 100644 inline {file}\ndata {}\n", bytes.len()).bytes());
    stream.extend(bytes);
    stream.push(b'\n');
    Some(())
}

#[cfg(unix)]
fn is_program(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    found.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_program(_found: &fs::Metadata) -> bool {
    false
}

/// Whether a line of attributes says nothing but how to merge or compare, which a commit does not do, or that
/// line ends stay.
fn only_merges(line: &str) -> bool {
    let line = line.trim();
    let named = |word: &str| {
        if word == "-text" {
            return true;
        }
        let name = word.trim_start_matches(['-', '!']);
        ["merge", "diff"].contains(&name.split('=').next().unwrap_or(name))
    };
    // A quoted pattern may hold spaces, and a macro may stand for anything.
    let plain = !line.starts_with(['"', '[']);
    line.is_empty()
        || line.starts_with('#')
        || (plain && line.split_whitespace().skip(1).all(named))
}

#[cfg(test)]
mod tests {
    use super::only_merges;

    #[test]
    fn only_lines_that_change_no_stored_byte_are_passed_over() {
        for line in [
            "",
            "  ",
            "# *.md text",
            "d.jsonl merge=union",
            "*.md -diff",
            "*.md !merge diff=md -text",
        ] {
            assert!(only_merges(line), "{line}");
        }
        for line in [
            "*.md !text",
            "*.md text=auto",
            "\"a b\" merge=x",
            "[attr]m merge",
            "* merge=union eol=lf",
            "*.png binary",
            "*.md mergetool",
        ] {
            assert!(!only_merges(line), "{line}");
        }
    }
}
