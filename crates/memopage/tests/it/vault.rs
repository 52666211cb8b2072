//! A vault in a temporary folder and the program that works on it, cut off from the machine's own
//! configuration, environment and clock.

use assert_cmd::cargo::CommandCargoExt;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The present of every test that sets no other.
pub(crate) const NOW: &str = "2026-11-11T10:00:00+00:00";

pub(crate) struct Vault {
    folder: tempfile::TempDir,
    now: String,
}

/// What a command left behind.
pub(crate) struct Done {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Done {
    pub(crate) fn ok(self) -> Self {
        assert_eq!(self.code, 0, "{}{}", self.out, self.err);
        self
    }

    pub(crate) fn fails(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{}{}", self.out, self.err);
        assert!(self.err.contains("hint:") || code == 2, "no hint: {}", self.err);
        self
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|err| panic!("{err}: {}", self.out))
    }
}

impl Vault {
    /// A vault of the `agent` layout in zone UTC, without git.
    pub(crate) fn new() -> Self {
        Self::with(&["--no-git", "--zone", "UTC"])
    }

    pub(crate) fn with_git() -> Self {
        Self::with(&["--zone", "UTC"])
    }

    pub(crate) fn with(options: &[&str]) -> Self {
        let vault = Self::bare();
        let mut words = vec!["init", vault.root_text()];
        words.extend(options);
        vault.run(&words).ok();
        vault
    }

    /// A folder that is no vault yet.
    pub(crate) fn bare() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("vault")).unwrap();
        Self { folder, now: NOW.to_owned() }
    }

    pub(crate) fn at(mut self, now: &str) -> Self {
        self.now = now.to_owned();
        self
    }

    pub(crate) fn set_now(&mut self, now: &str) {
        self.now = now.to_owned();
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("vault")
    }

    fn root_text(&self) -> &str {
        // The folder's name is made by the test and always UTF-8.
        Box::leak(self.root().to_str().unwrap().to_owned().into_boxed_str())
    }

    /// A place beside the vault.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::cargo_bin("memopage").unwrap();
        command
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.folder.path())
            .env("USER", "tester")
            .env("MEMOPAGE_NOW", &self.now)
            // A worker would outlive the test and its folder.
            .env("MEMOPAGE_BACKGROUND", "off")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("MEMOPAGE_VAULT", self.root())
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .args(words);
        command
    }

    pub(crate) fn run(&self, words: &[&str]) -> Done {
        finished(self.command(words))
    }

    pub(crate) fn run_ok(&self, words: &[&str]) -> Done {
        self.run(words).ok()
    }

    /// The reply as JSON.
    pub(crate) fn json(&self, words: &[&str]) -> Value {
        let mut all = vec!["--json"];
        all.extend(words);
        self.run_ok(&all).json()
    }

    /// The pages of the hits, each once, best first.
    pub(crate) fn recall(&self, query: &str) -> Vec<String> {
        pages(&self.json(&["recall", "--", query]))
    }

    pub(crate) fn put(&self, file: &str, text: &str) -> &Self {
        self.put_bytes(file, text.as_bytes())
    }

    pub(crate) fn put_bytes(&self, file: &str, bytes: &[u8]) -> &Self {
        let path = self.root().join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
        self
    }

    pub(crate) fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.root().join(file))
            .unwrap_or_else(|err| panic!("{file}: {err}"))
    }

    pub(crate) fn has(&self, file: &str) -> bool {
        self.root().join(file).exists()
    }

    /// Two hundred notes about other things.
    pub(crate) fn distract(&self) -> &Self {
        let subjects = ["gardens", "ledgers", "harbours", "violins", "glaciers", "kilns", "looms"];
        let verbs = ["grow", "balance", "open", "sound", "move", "burn", "weave"];
        for number in 0..200_usize {
            let (subject, verb) = (subjects[number % 7], verbs[(number / 7) % 7]);
            let text = format!("Note {number}: {subject} {verb} in their own season.\n");
            self.put(&format!("notes/other-{number}.md"), &text);
        }
        self
    }

    /// Every regular file of the vault outside `.git` and `.memopage`, with its bytes.
    pub(crate) fn snapshot(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        collect(&self.root(), &mut files);
        files.sort();
        files
    }
}

/// A vault of these notes among two hundred others; names are without `.md`.
pub(crate) fn noted(notes: &[(&str, &str)]) -> Vault {
    let vault = Vault::new();
    vault.distract();
    for (name, text) in notes {
        vault.put(&format!("{name}.md"), &format!("{text}\n"));
    }
    vault
}

/// Asserts that a question's first answer is of this page.
#[track_caller]
pub(crate) fn first(vault: &Vault, query: &str, page: &str) {
    let found = vault.recall(query);
    assert_eq!(found.first().map(String::as_str), Some(page), "{query}: {found:?}");
}

/// The reply to `remember` with these words.
pub(crate) fn remember(vault: &Vault, words: &[&str]) -> Value {
    let mut all = vec!["remember"];
    all.extend(words);
    vault.json(&all)
}

/// The page of the day of [`monday`].
pub(crate) const MONDAY: &str = "daily/2026-11-30";

/// A vault on a Monday.
pub(crate) fn monday() -> Vault {
    Vault::new().at("2026-11-30T10:00:00Z")
}

/// What git says in the vault, as a person's own.
pub(crate) fn git(vault: &Vault, words: &[&str]) -> String {
    let done = Command::new("git")
        .args(["-c", "user.name=Ann", "-c", "user.email=ann@example.org"])
        .args(words)
        .current_dir(vault.root())
        .output()
        .unwrap();
    assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

pub(crate) fn finished(mut command: Command) -> Done {
    let done = command.output().unwrap();
    Done {
        code: done.status.code().unwrap_or(-1),
        out: String::from_utf8(done.stdout).unwrap(),
        err: String::from_utf8(done.stderr).unwrap(),
    }
}

/// Who asks, for a test that opens the vault itself.
pub(crate) fn plain_call() -> memory::Call {
    memory::Call {
        now: wiki::time::Now {
            at: "2026-11-11T10:00:00Z"
                .parse::<jiff::Timestamp>()
                .unwrap()
                .to_zoned_datetime(jiff::tz::TimeZone::UTC),
        },
        actor: "test".to_owned(),
        door: "test",
        wait: std::time::Duration::ZERO,
        trust: wiki::policy::Trust::Person,
        scope: None,
    }
}

/// The pages of the hits, each once, best first.
pub(crate) fn pages(reply: &Value) -> Vec<String> {
    let mut pages: Vec<String> = Vec::new();
    for hit in reply["hits"].as_array().unwrap() {
        let page = hit["page"].as_str().unwrap();
        if !pages.iter().any(|it| it == page) {
            pages.push(page.to_owned());
        }
    }
    pages
}

fn collect(folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
    for row in std::fs::read_dir(folder).unwrap() {
        let row = row.unwrap();
        let name = row.file_name();
        if name == ".git" || name == ".memopage" {
            continue;
        }
        if row.file_type().unwrap().is_dir() {
            collect(&row.path(), files);
        } else if row.file_type().unwrap().is_file() {
            files.push((row.path(), std::fs::read(row.path()).unwrap()));
        }
    }
}
