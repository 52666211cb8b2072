//! The program under test and the vaults it works on: real processes, cut off from this machine's
//! configuration and clock.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::tally::{Fault, Tally};
use super::{Outcome, Recorded};

/// The present of every run, so that a page's text depends on nothing else than the writes.
const NOW: &str = "2026-11-11T10:00:00+00:00";
/// The step before which a program with failpoints dies.
const DIE_AT: &str = "MEMOPAGE_DIE_AT";
/// A git whose parent was killed ends by itself within this time.
const ORPHANED: Duration = Duration::from_secs(20);

/// The program.
#[derive(Debug, Clone)]
pub(super) struct Program {
    path: PathBuf,
}

/// How a run ended.
#[derive(Debug)]
pub(super) struct Done {
    /// `None` when a signal ended it.
    pub(super) code: Option<i32>,
    pub(super) out: String,
    pub(super) err: String,
}

impl Program {
    pub(super) fn at(path: &Path) -> Outcome<Self> {
        let path = path.canonicalize().map_err(|err| format!("{}: {err}", path.display()))?;
        Ok(Self { path })
    }

    /// The one that was built into the same folder as this measure.
    pub(super) fn beside() -> Outcome<Self> {
        let me = std::env::current_exe().map_err(|err| err.to_string())?;
        Self::at(&me.with_file_name(format!("memopage{}", std::env::consts::EXE_SUFFIX)))
    }

    /// A run of the program on a vault, not started yet.
    pub(super) fn command(&self, vault: &Vault, words: &[&str]) -> Command {
        let mut command = Command::new(&self.path);
        command
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", vault.home())
            .env("USER", "bench")
            .env("MEMOPAGE_NOW", NOW)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("MEMOPAGE_VAULT", vault.root())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .args(words);
        command
    }

    pub(super) fn run(&self, vault: &Vault, words: &[&str]) -> Outcome<Done> {
        finished(self.command(vault, words))
    }

    /// As `run`, for what has to succeed.
    pub(super) fn must(&self, vault: &Vault, words: &[&str]) -> Outcome<Done> {
        let done = self.run(vault, words)?;
        match done.code {
            Some(0) => Ok(done),
            code => Err(format!("{words:?} gave {code:?}: {}", done.err)),
        }
    }

    /// A run that dies before a step of the vault.
    pub(super) fn run_dying(&self, vault: &Vault, words: &[&str], step: usize) -> Outcome<Done> {
        let mut command = self.command(vault, words);
        command.env(DIE_AT, step.to_string());
        finished(command)
    }

    /// A new vault.
    pub(super) fn vault(&self, recorded: Recorded) -> Outcome<Vault> {
        let vault = Vault::empty()?;
        let root = vault.root();
        let mut words = vec!["init", root.to_str().ok_or("the folder's name is not text")?];
        words.extend(["--zone", "UTC"]);
        if recorded == Recorded::Nowhere {
            words.push("--no-git");
        }
        self.must(&vault, &words)?;
        Ok(vault)
    }

    /// The pages that a question finds, each once, best first.
    pub(super) fn recall(&self, vault: &Vault, query: &str) -> Outcome<Vec<String>> {
        let done = self.must(vault, &["--json", "recall", "--any", "--", query])?;
        let reply: serde_json::Value =
            serde_json::from_str(&done.out).map_err(|err| format!("{err}: {}", done.out))?;
        let mut pages: Vec<String> = Vec::new();
        for hit in reply["hits"].as_array().into_iter().flatten() {
            let page = hit["page"].as_str().unwrap_or_default();
            if !pages.iter().any(|it| it == page) {
                pages.push(page.to_owned());
            }
        }
        Ok(pages)
    }
}

/// Runs to the end.
pub(super) fn finished(mut command: Command) -> Outcome<Done> {
    Ok(done(&command.output().map_err(|err| format!("{command:?}: {err}"))?))
}

pub(super) fn done(output: &std::process::Output) -> Done {
    Done {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The files of a vault outside the private folders, with their bytes.
pub(super) type Snapshot = BTreeMap<String, Vec<u8>>;

/// A vault in a temporary folder.
#[derive(Debug)]
pub(super) struct Vault {
    folder: tempfile::TempDir,
}

impl Vault {
    fn empty() -> Outcome<Self> {
        let folder = tempfile::tempdir().map_err(|err| err.to_string())?;
        Ok(Self { folder })
    }

    pub(super) fn root(&self) -> PathBuf {
        self.folder.path().join("vault")
    }

    fn home(&self) -> &Path {
        self.folder.path()
    }

    /// Another vault with the same bytes in every file.
    pub(super) fn copy(&self) -> Outcome<Self> {
        let copy = Self::empty()?;
        copy_folder(&self.root(), &copy.root())?;
        Ok(copy)
    }

    /// Writes a file as a person would.
    pub(super) fn put(&self, file: &str, text: &str) -> Outcome<()> {
        let path = self.root().join(file);
        let folder = path.parent().ok_or("a file has a folder")?;
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, text))
            .map_err(|err| format!("{}: {err}", path.display()))
    }

    pub(super) fn text(&self, file: &str) -> Outcome<String> {
        fs::read_to_string(self.root().join(file)).map_err(|err| format!("{file}: {err}"))
    }

    /// A file or folder below the private folder.
    pub(super) fn state(&self, name: &str) -> PathBuf {
        self.root().join(".memopage").join(name)
    }

    pub(super) fn snapshot(&self) -> Outcome<Snapshot> {
        let mut files = Snapshot::new();
        collect(&self.root(), "", &mut files)?;
        Ok(files)
    }

    /// What git says in the vault.
    pub(super) fn git(&self, words: &[&str]) -> Outcome<Done> {
        let mut command = Command::new("git");
        command.current_dir(self.root()).env("HOME", self.home()).env("GIT_OPTIONAL_LOCKS", "0");
        command.env("GIT_CONFIG_NOSYSTEM", "1").args(words);
        finished(command)
    }

    /// Waits for a git that outlived the program that started it.
    pub(super) fn rest(&self) {
        let lock = self.root().join(".git").join("index.lock");
        let began = Instant::now();
        while lock.exists() && began.elapsed() < ORPHANED {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Counts what is left for a person to put right, after a write that was acknowledged.
    pub(super) fn inspect(&self, recorded: Recorded, tally: &mut Tally, when: &str) -> Outcome<()> {
        for name in ["intent.jsonl", "git-pending", "rescued"] {
            if self.state(name).exists() {
                tally.fault(Fault::Repair, format!("{when}: .memopage/{name} is left"));
            }
        }
        let staged = fs::read_dir(self.state("tmp")).map_or(0, Iterator::count);
        if staged > 0 {
            tally.fault(Fault::Repair, format!("{when}: {staged} temporary files are left"));
        }
        if recorded == Recorded::Git {
            for words in [&["status", "--porcelain"][..], &["fsck", "--no-dangling"][..]] {
                let said = self.git(words)?;
                if said.code != Some(0) || !said.out.trim().is_empty() {
                    let what = format!("{when}: git {}: {}{}", words[0], said.out, said.err);
                    tally.fault(Fault::Repair, what);
                }
            }
        }
        Ok(())
    }
}

fn copy_folder(from: &Path, to: &Path) -> Outcome<()> {
    let failed = |err: std::io::Error| format!("{}: {err}", from.display());
    fs::create_dir_all(to).map_err(failed)?;
    for row in fs::read_dir(from).map_err(failed)? {
        let row = row.map_err(failed)?;
        let target = to.join(row.file_name());
        if row.file_type().map_err(failed)?.is_dir() {
            copy_folder(&row.path(), &target)?;
        } else {
            fs::copy(row.path(), target).map_err(failed)?;
        }
    }
    Ok(())
}

fn collect(folder: &Path, prefix: &str, files: &mut Snapshot) -> Outcome<()> {
    let failed = |err: std::io::Error| format!("{}: {err}", folder.display());
    for row in fs::read_dir(folder).map_err(failed)? {
        let row = row.map_err(failed)?;
        let name = row.file_name();
        if [OsStr::new(".git"), OsStr::new(".memopage")].contains(&name.as_os_str()) {
            continue;
        }
        let name = format!("{prefix}{}", name.to_string_lossy());
        if row.file_type().map_err(failed)?.is_dir() {
            collect(&row.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, fs::read(row.path()).map_err(failed)?);
        }
    }
    Ok(())
}
