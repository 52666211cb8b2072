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
/// The user's name, as the system gives it: POSIX names the second, most shells set both.
const USER: &str = "USER";
const LOGNAME: &str = "LOGNAME";
/// The same on Windows.
const USERNAME: &str = "USERNAME";
/// The user's home folder.
const HOME: &str = "HOME";
/// The same on Windows.
const USERPROFILE: &str = "USERPROFILE";
/// Where the user's configuration lies, by the XDG base directory specification.
const XDG_CONFIG_HOME: &str = "XDG_CONFIG_HOME";

/// Where the user's data lies, by the same specification.
const XDG_DATA_HOME: &str = "XDG_DATA_HOME";
/// The folder of installed models.
const MODELS: &str = "MEMOPAGE_MODELS";
/// `on` or `off`: whether pages are embedded in the background after a write.
const BACKGROUND: &str = "MEMOPAGE_BACKGROUND";
/// Certificates in PEM that are trusted instead of the public ones.
pub(crate) const SSL_CERT_FILE: &str = "SSL_CERT_FILE";
/// Proxies, as other programs read them: for `https:`, for `http:` (in small letters only, since a server
/// that is called as CGI gets the other from its callers), for either, and hosts that are reached without.
const HTTPS_PROXY: [&str; 2] = ["https_proxy", "HTTPS_PROXY"];
const HTTP_PROXY: [&str; 1] = ["http_proxy"];
const ALL_PROXY: [&str; 2] = ["all_proxy", "ALL_PROXY"];
const NO_PROXY: [&str; 2] = ["no_proxy", "NO_PROXY"];

/// The folder of installed models: the one that is named, else below the user's data.
pub(crate) fn models() -> Option<PathBuf> {
    set(MODELS).map(PathBuf::from).or_else(|| {
        let data = set(XDG_DATA_HOME).map(PathBuf::from).filter(|it| it.is_absolute());
        let data = data.or_else(|| home().map(|it| it.join(".local").join("share")));
        data.map(|it| it.join("memopage").join("models"))
    })
}

/// Whether the environment wants pages embedded in the background; nothing where it does not say.
pub(crate) fn background() -> Option<bool> {
    let text = set(BACKGROUND)?.into_string().ok()?.to_ascii_lowercase();
    match text.as_str() {
        "on" | "1" | "true" | "yes" => Some(true),
        "off" | "0" | "false" | "no" => Some(false),
        _ => None,
    }
}

/// The file of certificates that the environment names.
pub(crate) fn certificates() -> Option<PathBuf> {
    set(SSL_CERT_FILE).map(PathBuf::from)
}

/// The proxy for addresses with TLS or without; which variable cannot be read, where one cannot.
pub(crate) fn proxy(is_tls: bool) -> Result<Option<String>, String> {
    let own = if is_tls { first(&HTTPS_PROXY) } else { first(&HTTP_PROXY) };
    match own? {
        None => first(&ALL_PROXY),
        own => Ok(own),
    }
}

/// Hosts that are reached without a proxy, with commas between; which variable cannot be read, where one
/// cannot.
pub(crate) fn no_proxy() -> Result<String, String> {
    Ok(first(&NO_PROXY)?.unwrap_or_default())
}

/// The secret in a variable that the vault names.
pub(crate) fn secret(name: &str) -> Option<String> {
    set(name).and_then(|it| it.into_string().ok())
}

/// The first of these that is set. One that cannot be read is said, not left out: a call would go another
/// way than the user wants it to.
fn first(names: &[&str]) -> Result<Option<String>, String> {
    let found = names.iter().find_map(|name| set(name).map(|value| (name, value)));
    let Some((name, value)) = found else { return Ok(None) };
    value.into_string().map(Some).map_err(|_| format!("the variable {name} is not UTF-8"))
}

/// The vault that the environment names.
pub(crate) fn vault() -> Option<PathBuf> {
    set(VAULT).map(PathBuf::from)
}

/// The writer that the environment names.
pub(crate) fn actor() -> Option<String> {
    let names = [ACTOR, USER, LOGNAME, USERNAME];
    names.iter().find_map(|name| set(name)).and_then(|it| it.into_string().ok())
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
