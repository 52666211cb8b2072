//! Every environment variable that memopage reads; no other file names one.

use std::ffi::OsString;
use std::path::PathBuf;

/// The vault to use when `--vault` names none.
pub(crate) const VAULT: &str = "MEMOPAGE_VAULT";
/// Who writes, when `--actor` names nobody.
const ACTOR: &str = "MEMOPAGE_ACTOR";
/// The present, as RFC 3339; for replaying a day, and for tests.
const NOW: &str = "MEMOPAGE_NOW";
/// The step of the vault before which the process dies.
#[cfg(feature = "failpoints")]
pub(crate) const DIE_AT: &str = "MEMOPAGE_DIE_AT";
/// The user's name, as the system gives it.
const USER: &str = "USER";
/// The user's home folder.
const HOME: &str = "HOME";
/// The same on Windows.
const USERPROFILE: &str = "USERPROFILE";
/// Where the user's configuration lies, by the XDG base directory specification.
const XDG_CONFIG_HOME: &str = "XDG_CONFIG_HOME";

/// The vault that the environment names.
pub(crate) fn vault() -> Option<PathBuf> {
    set(VAULT).map(PathBuf::from)
}

/// The writer that the environment names.
pub(crate) fn actor() -> Option<String> {
    set(ACTOR).or_else(|| set(USER)).and_then(|it| it.into_string().ok())
}

/// The present that the environment names.
pub(crate) fn now() -> Option<String> {
    set(NOW).and_then(|it| it.into_string().ok())
}

/// The step at which to die.
#[cfg(feature = "failpoints")]
pub(crate) fn die_at() -> Option<String> {
    set(DIE_AT).and_then(|it| it.into_string().ok())
}

/// The user's home folder.
pub(crate) fn home() -> Option<PathBuf> {
    set(HOME).or_else(|| set(USERPROFILE)).map(PathBuf::from)
}

/// The folder of the user's configuration files.
pub(crate) fn config_home() -> Option<PathBuf> {
    set(XDG_CONFIG_HOME)
        .map(PathBuf::from)
        .filter(|it| it.is_absolute())
        .or_else(|| home().map(|it| it.join(".config")))
}

/// A variable that is set to nothing counts as not set.
fn set(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|it| !it.is_empty())
}
