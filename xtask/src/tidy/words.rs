//! Words that may not stand in a file: skipped tests, sleeps, names of the environment, traces of the
//! machine that a change was made on.
//!
//! The words are put together from halves here, so that this file does not find itself.

use super::Finding;
use crate::repo::File;

const SKIPPED_TEST: &str = concat!("#[", "ignore");
const SLEEP: &str = concat!("thread::", "sleep");
const READS_ENVIRONMENT: &[&str] =
    &[concat!("env::", "var("), concat!("env::", "var_os("), concat!("env::", "vars")];
const OWN_VARIABLE: &str = concat!("\"MEMO", "PAGE_");

/// Files that wait for a lock which another process holds.
const MAY_SLEEP: &[&str] = &[
    "crates/store/src/lock.rs",
    "crates/search/src/big.rs",
    "crates/search/src/index/open.rs",
    "crates/search/src/vector/worker.rs",
];
/// Runs the program from outside, as a person or a kill would.
const DRIVES_PROCESSES: &str = "crates/bench/src/crash/";
const NAMES_ENVIRONMENT: &str = "crates/memopage/src/env_vars.rs";

/// Folders in which people keep their files, and names of people who do not exist.
const HOMES: &[&str] = &[concat!("/ho", "me/"), concat!("/Us", "ers/"), concat!("/ro", "ot/")];
const INVENTED: &[&str] = &["ada", "alice", "bob", "me", "you", "user"];

/// Parts of the name of a host from which packages are fetched.
const PACKAGE_HOST: &[&str] = &[
    concat!("regis", "try"),
    concat!("mir", "ror"),
    concat!("py", "pi"),
    concat!("npm", "js"),
    concat!("arti", "factory"),
    concat!("crates", ".io"),
];

pub(super) fn check(file: &File) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (at, line) in file.text.lines().enumerate() {
        let mut found = |what: String| findings.push(Finding::new(&file.path, at + 1, what));
        if file.is_rust() {
            rust(file, line, &mut found);
        }
        if file.path == "Cargo.lock" {
            lock(line, &mut found);
            continue;
        }
        if let Some(home) = home_path(line) {
            found(format!("names a folder of one machine, `{home}`"));
        }
        for host in hosts(line).filter(|host| PACKAGE_HOST.iter().any(|part| host.contains(part))) {
            found(format!("names a host of packages, `{host}`"));
        }
    }
    findings
}

fn rust(file: &File, line: &str, found: &mut impl FnMut(String)) {
    if line.contains(SKIPPED_TEST) {
        found("a test that does not run is no test: fix it or delete it".to_owned());
    }
    let drives_processes = file.path.starts_with(DRIVES_PROCESSES);
    if line.contains(SLEEP) && !drives_processes && !MAY_SLEEP.contains(&file.path.as_str()) {
        found(format!("sleeps; only {} may wait by the clock", MAY_SLEEP.join(", ")));
    }
    if file.path == NAMES_ENVIRONMENT || file.is_test() || drives_processes {
        return;
    }
    if READS_ENVIRONMENT.iter().any(|call| line.contains(call)) || line.contains(OWN_VARIABLE) {
        found(format!("reads or names the environment; only {NAMES_ENVIRONMENT} does"));
    }
}

/// Every package of the lock file comes from the standard index or from the workspace.
fn lock(line: &str, found: &mut impl FnMut(String)) {
    let Some(source) = line.strip_prefix("source = ") else { return };
    let standard = concat!("\"regis", "try+https://github.com/rust-lang/crates", ".io-index\"");
    if source != standard {
        found(format!("a package comes from {source}"));
    }
}

/// The hosts of all addresses in a line.
fn hosts(line: &str) -> impl Iterator<Item = &str> {
    line.split("://").skip(1).map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '-');
        &rest[..end.unwrap_or(rest.len())]
    })
}

/// A path into somebody's own folder. It must stand alone: `docs/home/x` is not one.
fn home_path(line: &str) -> Option<&str> {
    for home in HOMES {
        for (at, _) in line.match_indices(home) {
            let inside = line[..at].chars().next_back().is_some_and(|c| {
                c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '}' | '>' | '*' | '~')
            });
            let rest = &line[at + home.len()..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
            let owner = &rest[..end.unwrap_or(rest.len())];
            let root = Some(home) == HOMES.last();
            if !inside && (root || !owner.is_empty()) && !INVENTED.contains(&owner) {
                return Some(&line[at..at + home.len() + owner.len()]);
            }
        }
    }
    None
}
