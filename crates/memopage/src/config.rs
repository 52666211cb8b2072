//! Which vault is meant, whose it is and what time it is there: resolved once, into plain values.

use crate::{env_vars, fusion, model, output};
use clap::ArgMatches;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ZonedDateTime};
use memory::{Call, Error, Kind, MARKER, Memory};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;
use wiki::policy::Trust;
use wiki::schema::Layout;
use wiki::time::Now;

/// The vault's own settings, from `memopage.toml` at its root.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct VaultConfig {
    format: Option<u32>,
    zone: Option<String>,
    scope: Option<String>,
    /// The layout that the vault was made with.
    layout: Option<String>,
    /// The name of an installed model, or the table of an endpoint.
    pub(crate) model: Option<toml::Value>,
    /// The name of an installed reranker, or `none`; an installed one where nothing is said.
    pub(crate) reranker: Option<String>,
    /// How recall fuses its streams; read by [`fusion::weights`].
    recall: Option<toml::Value>,
    /// Whether pages are embedded in the background after a write.
    pub(crate) background: Option<bool>,
    /// What this program knows nothing of: a slip, or a setting of a newer one.
    #[serde(flatten)]
    unknown: BTreeMap<String, toml::Value>,
}

impl VaultConfig {
    /// The settings of a vault that is being made.
    pub(crate) fn of_zone(zone: &str) -> Self {
        Self { zone: Some(zone.to_owned()), ..Self::default() }
    }

    /// What is to be said of settings that are passed over, each with the name that may be meant.
    pub(crate) fn passed_over(&self) -> Vec<String> {
        let each = self.unknown.iter().map(|(name, value)| {
            let kind = if value.is_table() { "section" } else { "setting" };
            let near = SETTINGS.iter().min_by_key(|known| strsim::levenshtein(known, name));
            let near = near.filter(|known| strsim::levenshtein(known, name) <= SLIPS);
            let meant = near.map(|known| format!("; did you mean `{known}`?")).unwrap_or_default();
            format!("{MARKER} has an unknown {kind} `{name}`, which is passed over{meant}")
        });
        each.collect()
    }
}

/// The user's settings, from `memopage/config.toml` in the user's configuration folder.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct UserConfig {
    vault: Option<PathBuf>,
}

/// The settings of a vault by name, and the letters by which a slip differs from one.
const SETTINGS: [&str; 8] =
    ["format", "zone", "scope", "layout", "model", "reranker", "recall", "background"];
const SLIPS: usize = 2;
/// The newest form of `memopage.toml` that this program understands.
const FORMAT: u32 = 1;
/// The user's vault where nothing else says.
const DEFAULT_VAULT: &str = "wiki";

/// A vault that was found, and how to speak to it.
pub(crate) struct Opened {
    pub(crate) memory: Memory,
    pub(crate) call: Call,
    pub(crate) root: PathBuf,
    pub(crate) config: VaultConfig,
}

/// Opens the vault that the command means.
pub(crate) fn open(matches: &ArgMatches) -> Result<Opened, Error> {
    let (root, why) = chosen(matches)?;
    let config = vault_config(&root)?;
    config.passed_over().iter().for_each(|it| output::warn(it));
    let call = call(matches, &config)?;
    let weights = fusion::weights(config.recall.as_ref())?;
    let layout = layout(&config)?;
    let memory = memory(&root)?.of_layout(layout)?.chosen_by(why).weigh_by(weights);
    let reranker = config.reranker.clone();
    let memory = memory.offer_reranker(move || model::open_reranker(reranker.as_deref()));
    let memory = match model::Setting::of(&config) {
        None => memory,
        Some(setting) => memory.offer_model(setting.name(), move |need| setting.open(need)),
    };
    Ok(Opened { memory, call, root, config })
}

/// The layout that the vault's settings name.
fn layout(config: &VaultConfig) -> Result<Option<Layout>, Error> {
    let named = config.layout.as_deref().map(Layout::from_str).transpose();
    named.map_err(|err| {
        Error::new(Kind::Corrupt, format!("{MARKER} names a layout that there is not: {err}"))
            .hint("write agent, wiki, docs or personal there, or take the line out")
    })
}

#[cfg(not(feature = "failpoints"))]
fn memory(root: &Path) -> Result<Memory, Error> {
    Memory::open(root)
}

#[cfg(feature = "failpoints")]
fn memory(root: &Path) -> Result<Memory, Error> {
    let Some(text) = env_vars::die_at() else { return Memory::open(root) };
    let step = text.parse().map_err(|_| {
        Error::new(Kind::BadRequest, format!("`{text}` is no step"))
            .hint(format!("write {} as a number from 0", env_vars::DIE_AT))
    })?;
    Memory::open_dying(root, step)
}

/// The root of the vault that the command means; none where none is named and none is found.
pub(crate) fn root_if_any(matches: &ArgMatches) -> Result<Option<PathBuf>, Error> {
    match found(matches)? {
        Found::Vault(root, _) => Ok(Some(root)),
        Found::None { .. } => Ok(None),
    }
}

/// The vault that is meant.
enum Found {
    /// Its root, and what made it this one.
    Vault(PathBuf, String),
    /// Neither here nor at the user's default place.
    None { here: PathBuf, default: Option<PathBuf> },
}

fn chosen(matches: &ArgMatches) -> Result<(PathBuf, String), Error> {
    let (here, default) = match found(matches)? {
        Found::Vault(root, why) => return Ok((root, why)),
        Found::None { here, default } => (here, default),
    };
    let suggestion = default.unwrap_or_else(|| PathBuf::from(DEFAULT_VAULT));
    let empty = unmounted(&suggestion);
    let err = Error::new(Kind::Unavailable, format!("{} is in no memopage vault", here.display()));
    let err = empty.into_iter().fold(err, Error::hint);
    Err(err
        .hint(format!("make one: `memopage init {}`", shown(&suggestion)))
        .hint(format!("or name one: `--vault DIR`, or the variable {}", env_vars::VAULT)))
}

/// What to say of a folder that is there and empty, but for what can be made anew: it may be the place of a drive.
fn unmounted(folder: &Path) -> Option<String> {
    let entries = folder.read_dir().ok()?;
    let mut entries = entries.flatten().filter(|it| it.file_name() != memory::STATE_FOLDER);
    let said = "is empty: if a vault was there, its drive may not be mounted; mount it first";
    entries.next().is_none().then(|| format!("{} {said}", shown(folder)))
}

/// Looks for the vault: `--vault`, `MEMOPAGE_VAULT`, the nearest parent that is one, else the user's default.
fn found(matches: &ArgMatches) -> Result<Found, Error> {
    let by_flag = || matches.get_one::<PathBuf>("vault").map(|it| (it.clone(), "`--vault`"));
    let by_variable = || env_vars::vault().map(|it| (it, env_vars::VAULT));
    if let Some((named, by)) = by_flag().or_else(by_variable) {
        if !named.join(MARKER).is_file() {
            let err =
                Error::new(Kind::Unavailable, format!("{} is no memopage vault", named.display()));
            let err = unmounted(&named).into_iter().fold(err, Error::hint);
            return Err(if named.is_file() {
                err.hint("it is a file: a vault is a folder, name that one")
            } else {
                err.hint(format!("make it one: `memopage init {}`", shown(&named)))
            });
        }
        return Ok(Found::Vault(named, format!("named by {by}")));
    }
    let here = std::env::current_dir().map_err(|err| {
        Error::new(Kind::Unavailable, format!("the current folder cannot be read: {err}"))
            .hint("name the vault with `--vault DIR`")
    })?;
    if let Some(found) = here.ancestors().find(|it| it.join(MARKER).is_file()) {
        let why = if found == here { "the current folder" } else { "holds the current folder" };
        return Ok(Found::Vault(found.to_path_buf(), why.to_owned()));
    }
    let (default, by) = default_vault()?;
    if let Some(found) = default.as_ref().filter(|it| it.join(MARKER).is_file()) {
        return Ok(Found::Vault(found.clone(), by));
    }
    Ok(Found::None { here, default })
}

/// The user's own vault, and what says so.
fn default_vault() -> Result<(Option<PathBuf>, String), Error> {
    if let Some(folder) = env_vars::config_home() {
        let file = folder.join("memopage").join("config.toml");
        let config: UserConfig = read_toml(&file)?.unwrap_or_default();
        if config.vault.is_some() {
            return Ok((config.vault, format!("the default that {} names", file.display())));
        }
    }
    let home = env_vars::home().map(|it| it.join(DEFAULT_VAULT));
    Ok((home, format!("the default, ~/{DEFAULT_VAULT}")))
}

fn shown(path: &Path) -> String {
    let text = path.display().to_string();
    if text.contains(' ') { format!("\"{text}\"") } else { text }
}

pub(crate) fn vault_config(root: &Path) -> Result<VaultConfig, Error> {
    let path = root.join(MARKER);
    let config: VaultConfig = read_toml(&path)?.unwrap_or_default();
    if config.format.is_some_and(|it| it > FORMAT) {
        return Err(Error::new(
            Kind::Corrupt,
            format!("{} is of a newer format than this program knows", path.display()),
        )
        .hint("install the newest memopage"));
    }
    Ok(config)
}

fn read_toml<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<Option<T>, Error> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(err) if err.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(err) if err.kind() == std::io::ErrorKind::InvalidData => {
            return Err(Error::new(Kind::Corrupt, format!("{} is not UTF-8", path.display()))
                .hint("save the file as UTF-8 in an editor"));
        }
        Err(err) => {
            return Err(Error::new(
                Kind::Unavailable,
                format!("cannot read {}: {err}", path.display()),
            )
            .hint("check the file's permissions"));
        }
    };
    toml::from_str(&text).map(Some).map_err(|err| {
        Error::new(Kind::Corrupt, format!("cannot read {}: {}", path.display(), err.message()))
            .hint("correct the file, or delete the line that is wrong")
    })
}

/// Who asks, when and how patiently.
pub(crate) fn call(matches: &ArgMatches, config: &VaultConfig) -> Result<Call, Error> {
    let zone = match &config.zone {
        None => TimeZone::system(),
        Some(name) => TimeZone::get(name).map_err(|_| {
            Error::new(Kind::Corrupt, format!("{MARKER} names an unknown time zone `{name}`"))
                .hint("use a name of the IANA database, such as `Europe/Lisbon`")
        })?,
    };
    let seconds = matches.get_one::<u64>("wait").copied().unwrap_or(60);
    Ok(Call {
        now: Now { at: present(zone)? },
        actor: matches
            .get_one::<String>("actor")
            .cloned()
            .or_else(env_vars::actor)
            .or_else(system_user)
            .unwrap_or_else(|| "user".to_owned()),
        door: "cli",
        wait: Duration::from_secs(seconds),
        trust: Trust::Person,
        scope: config.scope.clone(),
    })
}

/// The name of the user as the system's own list has it, for where no variable says it: in a container, or
/// under cron.
#[cfg(unix)]
fn system_user() -> Option<String> {
    const USERS: &str = "/etc/passwd";
    let users = std::fs::read_to_string(USERS).ok()?;
    let own = rustix::process::getuid().as_raw().to_string();
    let row = users.lines().find(|line| line.split(':').nth(2) == Some(own.as_str()))?;
    row.split(':').next().filter(|name| !name.is_empty()).map(str::to_owned)
}

#[cfg(not(unix))]
fn system_user() -> Option<String> {
    None
}

fn present(zone: TimeZone) -> Result<ZonedDateTime, Error> {
    let at = match env_vars::now() {
        None => Timestamp::now(),
        Some(text) => text.parse::<Timestamp>().map_err(|_| {
            Error::new(Kind::BadRequest, format!("`{text}` is no moment")).hint(format!(
                "write MEMOPAGE_NOW as 2026-11-28T18:30:00-08:00, at the latest {}",
                Timestamp::MAX.strftime("%Y-%m-%dT%H:%M:%SZ")
            ))
        })?,
    };
    Ok(at.to_zoned_datetime(zone))
}
