//! Lets a process of its own make the vectors of what was written, so that no write waits for a model.
//!
//! The process is this program, `embed --background`: one at a time, at low priority, gone when nothing is
//! left to do. Nothing begins without a model on this machine.

use crate::config::{self, Opened, VaultConfig};
use crate::model::{self, Setting};
use crate::{env_vars, output};
use memory::Error;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};

/// What the worker's process is asked for; not shown in the help.
pub(crate) const FLAG: &str = "background";
/// How much lower than others' its priority is.
#[cfg(unix)]
const NICER: i32 = 10;

/// Lets a worker begin where the vault wants one and none waits already. That one cannot begin is worth a
/// warning and no more: what was written stands, and `embed` makes up for it.
pub(crate) fn start(opened: &Opened) {
    if !is_wanted(&opened.config) || opened.memory.is_worker_waiting() {
        return;
    }
    let root = opened.root.canonicalize();
    if let Err(err) = root.and_then(|root| spawned(&root)) {
        output::warn(&format!(
            "no worker could be started for the vectors: {err}; `memopage embed` makes them"
        ));
    }
}

/// As [`start`], for a vault that has just been made or given a model. Tells whether a worker has begun.
pub(crate) fn start_in(root: &Path) -> bool {
    let Ok(config) = config::vault_config(root) else { return false };
    is_wanted(&config) && root.canonicalize().is_ok_and(|root| spawned(&root).is_ok())
}

/// Whether this vault's pages are embedded in the background. Pages are sent to an endpoint only where this
/// machine's own settings say so: the vault's may have come from somebody else.
fn is_wanted(config: &VaultConfig) -> bool {
    let setting = Setting::of(config);
    is_allowed(setting.as_ref(), env_vars::background(), config.background)
        && match setting {
            Some(Setting::Installed(name)) => {
                model::store().is_ok_and(|store| store.get(&name).is_ok())
            }
            _ => true,
        }
}

/// By what this machine and the vault say.
fn is_allowed(setting: Option<&Setting>, machine: Option<bool>, vault: Option<bool>) -> bool {
    match setting {
        None | Some(Setting::Wrong(_)) => false,
        Some(Setting::Endpoint(_)) => machine == Some(true),
        Some(Setting::Installed(_)) => machine.or(vault).unwrap_or(true),
    }
}

fn spawned(root: &Path) -> std::io::Result<()> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .arg("--vault")
        .arg(root)
        .args(["embed", "--background"])
        .current_dir(root)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    apart(&mut command);
    // It outlives this process, which therefore does not wait for it.
    command.spawn().map(drop)
}

/// Apart from the terminal: Ctrl-C there is not meant for it.
#[cfg(unix)]
fn apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(windows)]
fn apart(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    const DETACHED_PROCESS: u32 = 0x0000_0008;
    const NEW_PROCESS_GROUP: u32 = 0x0000_0200;
    const BELOW_NORMAL_PRIORITY: u32 = 0x0000_4000;
    command.creation_flags(DETACHED_PROCESS | NEW_PROCESS_GROUP | BELOW_NORMAL_PRIORITY);
}

/// Steps back behind whoever is waited for.
#[cfg(unix)]
fn step_back() -> std::io::Result<()> {
    rustix::process::nice(NICER)?;
    Ok(())
}

#[cfg(not(unix))]
fn step_back() -> std::io::Result<()> {
    Ok(())
}

/// A worker's work: waits for its turn, and makes vectors until every page has them. Why it could not is
/// kept for `status`, since nobody sees what it prints.
pub(crate) fn work(opened: &Opened) -> Result<(), Error> {
    let memory = &opened.memory;
    if let Err(err) = step_back() {
        output::warn(&format!("cannot work at a lower priority: {err}"));
    }
    let Some(turn) = memory.worker_queued()? else { return Ok(()) };
    // While it waited or works, the vault may have been given another model, or none.
    let begun = Setting::of(&opened.config).map(|it| it.name());
    let is_wanted = || {
        let now = config::vault_config(&opened.root);
        now.is_ok_and(|now| Setting::of(&now).map(|it| it.name()) == begun)
    };
    if begun.is_none() || !is_wanted() {
        return Ok(());
    }
    let done = memory.fill(&mut |_| match is_wanted() {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    });
    let problem = match &done {
        Err(err) => Some(err.message.clone()),
        Ok(search::Filled::Failed(_, err)) => Some(err.message.clone()),
        Ok(_) => None,
    };
    if let Err(err) = turn.note(problem.as_deref()) {
        output::warn(&format!("cannot note how it went: {err}"));
    }
    done.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_has_the_last_word_and_an_endpoint_needs_it() {
        let setting = |text: &str| Setting::of(&toml::from_str(text).unwrap());
        let installed = setting("model = \"m\"");
        let allowed = |setting: &Option<Setting>, machine, vault| {
            is_allowed(setting.as_ref(), machine, vault)
        };
        assert!(allowed(&installed, None, None));
        assert!(!allowed(&installed, None, Some(false)) && !allowed(&installed, Some(false), None));
        assert!(allowed(&installed, Some(true), Some(false)));
        assert!(!allowed(&installed, Some(false), Some(true)));
        let table = "[model]\napi = \"ollama\"\nurl = \"http://127.0.0.1:1\"\nname = \"n\"\n";
        let endpoint = setting(table);
        assert!(!allowed(&endpoint, None, None) && !allowed(&endpoint, None, Some(true)));
        assert!(allowed(&endpoint, Some(true), None));
        assert!(!allowed(&setting("model = 3"), Some(true), Some(true)));
        assert!(!allowed(&None, Some(true), Some(true)));
    }
}
