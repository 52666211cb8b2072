//! `rg` over the items as files, as an agent with a shell would: ranked by how many of the question's
//! words a file holds, then by how often.

use std::collections::{HashMap, HashSet};
use std::io::ErrorKind;
use std::process::{Command, Stdio};

use super::folder::{Names, OnFiles, Reader, Written};
use super::ranked;
use super::words::words;
use crate::grain::Grain;
use crate::run::BenchError;

const PROGRAM: &str = "rg";

/// The installed program.
pub(super) struct Ripgrep;

fn failed(why: impl std::fmt::Display) -> BenchError {
    BenchError::System { name: "ripgrep".to_owned(), why: why.to_string() }
}

impl Ripgrep {
    /// Fails if the program is not installed.
    pub(super) fn installed() -> Result<OnFiles<Self>, BenchError> {
        match Command::new(PROGRAM).arg("--version").stdout(Stdio::null()).status() {
            Ok(status) if status.success() => Ok(OnFiles::new(Self)),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Err(failed(format!("`{PROGRAM}` is not installed; leave it out of --against")))
            }
            Ok(status) => Err(failed(format!("`{PROGRAM} --version` failed: {status}"))),
            Err(error) => Err(failed(format!("cannot start {PROGRAM}: {error}"))),
        }
    }
}

impl Reader for Ripgrep {
    fn name(&self) -> String {
        "ripgrep".to_owned()
    }

    fn find(&self, files: &Written, text: &str, grain: Grain) -> Result<Vec<String>, BenchError> {
        let Written { dir, names } = files;
        let mut wanted = words(text);
        // Of words that begin alike the first given wins, so the order must not be chance.
        wanted.sort_by(|left, right| right.len().cmp(&left.len()).then_with(|| left.cmp(right)));
        wanted.dedup();
        if wanted.is_empty() {
            return Ok(Vec::new());
        }
        let mut command = Command::new(PROGRAM);
        command.args(["--only-matching", "--no-line-number", "--with-filename", "--no-heading"]);
        command.args(["--fixed-strings", "--ignore-case", "--no-config", "--sort", "path"]);
        for word in &wanted {
            command.args(["-e", word]);
        }
        let output = command
            .arg(grain.name())
            .current_dir(dir.path())
            .stdin(Stdio::null())
            .output()
            .map_err(|error| failed(format!("cannot start {PROGRAM}: {error}")))?;
        // 1 means that no file has any of the words.
        if !matches!(output.status.code(), Some(0 | 1)) {
            return Err(failed(String::from_utf8_lossy(&output.stderr).trim()));
        }
        Ok(tally(&String::from_utf8_lossy(&output.stdout), names))
    }
}

/// Ranks the lines `file:match`.
fn tally(output: &str, names: &Names) -> Vec<String> {
    let mut found: HashMap<&str, (HashSet<String>, usize)> = HashMap::new();
    for line in output.lines() {
        let Some((file, word)) = line.split_once(':') else {
            continue;
        };
        let (distinct, times) = found.entry(file).or_default();
        distinct.insert(word.to_lowercase());
        *times += 1;
    }
    let mut files: Vec<_> = found.into_iter().collect();
    files.sort_by(|left, right| left.0.cmp(right.0));
    // How often decides only between files with as many words.
    let score = |distinct: usize, times: usize| distinct as f64 + 1.0 - 1.0 / (1.0 + times as f64);
    let scored = files.into_iter().filter_map(|(file, (distinct, times))| {
        Some((names.get(file)?.clone(), score(distinct.len(), times)))
    });
    ranked(scored)
}

#[cfg(test)]
mod tests {
    use super::tally;

    #[test]
    fn different_words_count_before_the_same_word_again() {
        let names = [("s/1.md", "a"), ("s/2.md", "b"), ("s/3.md", "c")];
        let names = names.map(|(file, name)| (file.to_owned(), name.to_owned())).into();
        let output = "s/1.md:Ferry\ns/1.md:ferry\ns/2.md:ferry\ns/2.md:late\ns/3.md:late\nnoise\n";
        assert_eq!(tally(output, &names), ["b", "a", "c"]);
    }
}
