//! The repository as the tools see it: its root, its tracked text files, its `cargo metadata`.
//!
//! Reads only. What is right or wrong about a file is for `tidy` to say.

use std::path::{Path, PathBuf};
use std::process::Command;

/// One text file: its path from the root with `/`, and what stands in it.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    pub(crate) fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Tests live in `tests.rs` or below a folder `tests`, and keep fewer rules.
    pub(crate) fn is_test(&self) -> bool {
        self.path.ends_with("/tests.rs") || self.path.split('/').any(|part| part == "tests")
    }
}

/// The root of the workspace this tool was built in.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("because xtask is a folder of the workspace")
        .to_owned()
}

/// All tracked text files, sorted. In a copy without git, every file outside `target`.
pub(crate) fn files(root: &Path) -> Result<Vec<File>, String> {
    let mut paths = tracked(root).unwrap_or_else(|| walked(root));
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let full = root.join(&path);
        if !full.is_file() {
            continue;
        }
        let bytes = std::fs::read(&full).map_err(|error| format!("cannot read {path}: {error}"))?;
        if let Ok(text) = String::from_utf8(bytes) {
            files.push(File { path, text });
        }
    }
    Ok(files)
}

/// New files count as well, so that a rule is heard before the commit.
fn tracked(root: &Path) -> Option<Vec<String>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .ok()?;
    let listed = String::from_utf8_lossy(&output.stdout);
    let paths: Vec<String> =
        listed.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect();
    (output.status.success() && !paths.is_empty()).then_some(paths)
}

fn walked(root: &Path) -> Vec<String> {
    walkdir::WalkDir::new(root)
        .into_iter()
        .filter_entry(|entry| entry.file_name() != "target" && entry.file_name() != ".git")
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .filter_map(|entry| {
            let path = entry.path().strip_prefix(root).ok()?;
            Some(path.to_str()?.replace('\\', "/"))
        })
        .collect()
}

/// What `cargo metadata` says of the workspace and everything that it links.
pub(crate) fn metadata(root: &Path) -> Result<serde_json::Value, String> {
    let output = Command::new("cargo")
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cannot run cargo metadata: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("cargo metadata failed: {}", said.trim()));
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cannot read what cargo metadata printed: {error}"))
}
