//! One run of git: what it may see of the environment, and how much of its answer is read.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};

use super::{Git, GitError};

/// More of an answer is not read.
pub(super) const ANSWER_BYTES: u64 = 64 << 20;
/// Of git's complaints so much is kept.
const COMPLAINT_BYTES: u64 = 16 << 10;

/// Settings that keep a run silent, quick and free of the user's programs.
const SETTINGS: [&str; 16] = [
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.quotePath=false",
    "core.abbrev=40",
    "core.pager=cat",
    "core.editor=true",
    "commit.gpgSign=false",
    "user.useConfigOnly=true",
    "gc.auto=0",
    "maintenance.auto=false",
    "log.showSignature=false",
    "log.showRoot=true",
    "color.ui=false",
    "i18n.commitEncoding=utf-8",
    "i18n.logOutputEncoding=utf-8",
    "advice.detachedHead=false",
];

/// Variables of a surrounding git (we may run inside a hook) that would lead ours elsewhere.
const FOREIGN: [&str; 12] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
    "GIT_GLOB_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
    "GIT_EXTERNAL_DIFF",
];

/// What git reads.
#[derive(Clone, Copy)]
pub(super) enum Input<'a> {
    None,
    Bytes(&'a [u8]),
}

/// What git said.
#[derive(Debug)]
pub(super) struct Output {
    pub ok: bool,
    pub bytes: Vec<u8>,
    pub errors: String,
    /// The answer was longer than is read.
    pub cut: bool,
}

impl Default for Output {
    fn default() -> Self {
        Self { ok: true, bytes: Vec::new(), errors: String::new(), cut: false }
    }
}

impl Output {
    /// The first line of what git complained about.
    pub(super) fn complaint(&self) -> String {
        let said = String::from_utf8_lossy(&self.bytes[..self.bytes.len().min(1000)]).into_owned();
        let lines = self.errors.lines().chain(said.lines());
        let line = lines.map(str::trim).find(|line| !line.is_empty() && !line.starts_with("hint"));
        line.map_or_else(|| "it gave no reason".to_owned(), str::to_owned)
    }
}

impl Git {
    /// Runs git in the vault.
    pub(super) fn run(&self, args: &[&str], input: Input<'_>) -> Result<Output, GitError> {
        let mut command = Command::new("git");
        command.arg("-C").arg(&self.root);
        for setting in SETTINGS {
            command.args(["-c", setting]);
        }
        command.args(args);
        for name in FOREIGN {
            command.env_remove(name);
        }
        command.env("GIT_LITERAL_PATHSPECS", "1");
        command.env("GIT_OPTIONAL_LOCKS", "0");
        command.env("GIT_TERMINAL_PROMPT", "0");
        command.env("LC_ALL", "C");
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        let unusable = |error: io::Error| GitError(format!("git cannot be run: {error}"));
        let (stdin, input) = match (input, &self.claim) {
            (Input::None, _) => (Stdio::null(), Input::None),
            (Input::Bytes(bytes), Some(claim)) => {
                (claim.input(bytes).map_err(unusable)?, Input::None)
            }
            (Input::Bytes(_), None) => (Stdio::piped(), input),
        };
        command.stdin(stdin);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => GitError("git is not installed".to_owned()),
            _ => unusable(error),
        })?;
        // Ours would keep the mark beyond the child's end.
        drop(command);
        let (output, status) = talk(child, input).map_err(unusable)?;
        if let Some(claim) = &self.claim {
            claim.ended(status);
        }
        Ok(output)
    }
}

/// Writes the input, reads both answers at once, and waits for the end.
fn talk(mut child: Child, input: Input<'_>) -> io::Result<(Output, ExitStatus)> {
    let stdin = child.stdin.take();
    let mut stdout = child.stdout.take().expect("because stdout is piped");
    let mut stderr = child.stderr.take().expect("because stderr is piped");
    let mut bytes = Vec::new();
    let mut errors = Vec::new();
    let (cut, read) = std::thread::scope(|scope| {
        let writer = scope.spawn(move || {
            if let (Some(mut stdin), Input::Bytes(bytes)) = (stdin, input) {
                // Git may end before it read all; its own words then say why.
                drop(stdin.write_all(bytes));
            }
        });
        let complaints = scope.spawn(|| {
            (&mut stderr).take(COMPLAINT_BYTES).read_to_end(&mut errors)?;
            io::copy(&mut stderr, &mut io::sink())
        });
        let read = (&mut stdout).take(ANSWER_BYTES + 1).read_to_end(&mut bytes);
        let cut = bytes.len() as u64 > ANSWER_BYTES;
        // With nobody reading, git ends by itself.
        drop(stdout);
        writer.join().expect("because the writer does not panic");
        let complaints = complaints.join().expect("because the reader does not panic");
        (cut, read.and(complaints))
    });
    let status = child.wait()?;
    read?;
    let errors = String::from_utf8_lossy(&errors).into_owned();
    Ok((Output { ok: status.success(), bytes, errors, cut }, status))
}

/// Paths as git reads them from its input: each ends in a NUL.
pub(super) fn paths_input<'a>(files: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let mut input = Vec::new();
    for file in files {
        input.extend_from_slice(file.as_bytes());
        input.push(0);
    }
    input
}

#[cfg(unix)]
pub(super) fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
pub(super) fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}
