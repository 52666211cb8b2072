//! Which model a vault uses: what `memopage.toml` says of it, and how it is opened.
//!
//! `model = "NAME"` is a model of this machine's folder; a table `[model]` is an endpoint. Settings that
//! cannot be used stop nothing but the vector stream, which says so.

use crate::config::VaultConfig;
use crate::{env_vars, network};
use memory::{Error, Kind, MARKER, Need};
use models::{Api, Key, RemoteConfig, Store, StoreError};
use search::{Embedder, Reranker, Traits};
use serde::Deserialize;
use std::fmt;
use std::sync::Arc;

/// Threads that a model runs on at most; more than that does little for a passage.
const THREADS_MAX: usize = 8;
/// Tokens that an endpoint's model is taken to read where nothing else is said.
const WINDOW: usize = 512;
/// Texts of one request.
const REQUEST_TEXTS: usize = 32;
/// What is taken to be usual of an endpoint's cosines where nothing is said: as measured of encoders that
/// were trained to tell apart, which most are.
const USUAL: Traits = Traits { floor: 0.1, match_at: 0.5, multilingual: true };
/// The share of Han letters from which a vault is one with much Chinese.
const MUCH_HAN: f64 = 0.2;

/// What the vault's settings say of a model.
pub(crate) enum Setting {
    /// A model of this machine's folder.
    Installed(String),
    /// An endpoint.
    Endpoint(Box<Endpoint>),
    /// Something else; why that cannot be used.
    Wrong(String),
}

/// The table `[model]`.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Endpoint {
    api: String,
    url: String,
    name: String,
    /// The variable that holds the key.
    key_env: Option<String>,
    dimensions: Option<usize>,
    window: Option<usize>,
    #[serde(default)]
    query_prefix: String,
    #[serde(default)]
    passage_prefix: String,
    floor: Option<f32>,
    match_at: Option<f32>,
    multilingual: Option<bool>,
}

impl Setting {
    /// The model that the settings name, if they name one.
    pub(crate) fn of(config: &VaultConfig) -> Option<Self> {
        let value = config.model.as_ref()?;
        Some(match value {
            toml::Value::String(name) if name.is_empty() || name == "none" => return None,
            toml::Value::String(name) => Self::Installed(name.clone()),
            toml::Value::Table(_) => match value.clone().try_into::<Endpoint>() {
                Ok(endpoint) => Self::Endpoint(Box::new(endpoint)),
                Err(err) => Self::Wrong(format!("{MARKER}: [model]: {}", err.message())),
            },
            _ => Self::Wrong(format!("{MARKER}: `model` is a name or a table")),
        })
    }

    /// The name that the model is known by.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Installed(name) => name.clone(),
            Self::Endpoint(endpoint) => endpoint.name.clone(),
            Self::Wrong(_) => "a model".to_owned(),
        }
    }

    /// Opens the model, or says why it cannot be had and what to do.
    pub(crate) fn open(&self, need: Need) -> Result<Arc<dyn Embedder>, String> {
        match self {
            Self::Wrong(why) => Err(why.clone()),
            Self::Endpoint(endpoint) => endpoint.open(need),
            Self::Installed(name) => {
                let store = store().map_err(|err| err.message)?;
                let opened = store.open(name).map_err(|err| match err {
                    StoreError::Unknown { .. } => {
                        format!("{name} is not installed; `memopage models pull {name}` gets it")
                    }
                    other => other.to_string(),
                })?;
                Ok(Arc::from(opened))
            }
        }
    }
}

impl Endpoint {
    fn open(&self, need: Need) -> Result<Arc<dyn Embedder>, String> {
        let mut config = self.config()?;
        if self.dimensions.is_none() {
            if need == Need::Look {
                return Err(format!(
                    "`dimensions` is not set in [model] of {MARKER}, so that only a call could tell"
                ));
            }
            config.dimensions =
                models::probe_dimensions(config.clone()).map_err(|err| err.message)?;
        }
        models::open_remote(config).map(Arc::from).map_err(|err| err.message)
    }

    /// What is set, where that can be used as far as it can be told without a call.
    pub(crate) fn checked(&self) -> Result<String, Error> {
        match self.config() {
            Ok(_) => Ok(format!("{} at {}, which was not called", self.name, self.url)),
            Err(why) => Err(Error::new(Kind::BadRequest, why)
                .hint(format!("correct [model] in {MARKER}, or the variable that it names"))),
        }
    }

    fn config(&self) -> Result<RemoteConfig, String> {
        let api = match self.api.as_str() {
            "openai" => Api::OpenAi,
            "ollama" => Api::Ollama,
            other => {
                return Err(format!(
                    "{MARKER}: [model]: `{other}` is no api; write \"openai\" or \"ollama\""
                ));
            }
        };
        let key = match &self.key_env {
            None => None,
            Some(name) => Some(Key::new(env_vars::secret(name).ok_or_else(|| {
                format!("the variable {name}, which {MARKER} names for the key, is not set")
            })?)),
        };
        Ok(RemoteConfig {
            api,
            url: self.url.clone(),
            model: self.name.clone(),
            dimensions: self.dimensions.unwrap_or(1),
            window: self.window.unwrap_or(WINDOW),
            batch: REQUEST_TEXTS,
            query_prefix: self.query_prefix.clone(),
            passage_prefix: self.passage_prefix.clone(),
            traits: Traits {
                floor: self.floor.unwrap_or(USUAL.floor),
                match_at: self.match_at.unwrap_or(USUAL.match_at),
                multilingual: self.multilingual.unwrap_or(USUAL.multilingual),
            },
            key,
            network: network::to(&self.url)?,
        })
    }
}

/// The reranker that a vault uses, where it says this of it: the one that is named, else one that is
/// installed.
pub(crate) fn reranker(named: Option<&str>) -> Result<Option<String>, Error> {
    match named {
        Some("" | "none") => Ok(None),
        Some(name) => Ok(Some(name.to_owned())),
        None => {
            let installed = store()?.list().map_err(|err| failed(&err))?;
            let mut rerankers = installed
                .into_iter()
                .filter(|it| it.kind == models::Kind::Reranker && it.problem.is_none());
            Ok(rerankers.next().map(|it| it.name))
        }
    }
}

/// Opens it, or says why it cannot be had; nothing where there is none.
pub(crate) fn open_reranker(named: Option<&str>) -> Result<Option<Arc<dyn Reranker>>, String> {
    let Some(name) = reranker(named).map_err(|err| err.message)? else { return Ok(None) };
    let store = store().map_err(|err| err.message)?;
    let opened = store.open_reranker(&name).map_err(|err| match err {
        StoreError::Unknown { .. } => {
            format!("{name} is not installed; `memopage models pull {name}` gets it")
        }
        other => other.to_string(),
    })?;
    Ok(Some(Arc::from(opened)))
}

/// The models of this machine.
pub(crate) fn store() -> Result<Store, Error> {
    let folder = env_vars::models().ok_or_else(|| {
        Error::new(Kind::BadRequest, "there is no home folder to keep models in")
            .hint("name a folder with the variable MEMOPAGE_MODELS")
    })?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Store::at(folder, threads.min(THREADS_MAX)))
}

/// An error of the models' folder, with its kind and what to do.
pub(crate) fn failed(err: &StoreError) -> Error {
    let (kind, hint) = match err {
        StoreError::Unknown { .. } => {
            (Kind::NotFound, "`memopage models list` shows what there is")
        }
        StoreError::Name(_) | StoreError::Kind { .. } => {
            (Kind::BadRequest, "`memopage models list` shows names and kinds")
        }
        StoreError::Digest(_) => (Kind::BadRequest, "copy it from where the model is published"),
        StoreError::Busy(_) => (Kind::Busy, "wait for it to finish"),
        StoreError::Layout(_) => (
            Kind::BadRequest,
            "name a folder, archive or wheel with model.onnx or model.safetensors, tokenizer.json and config.json",
        ),
        StoreError::Foreign(_) => (
            Kind::Refused,
            "nothing was installed; give another name (`memopage models pull NAME --from PATH`), or `--force` if they are to have that one",
        ),
        StoreError::Refused(_) => (
            Kind::Refused,
            "nothing was installed; fetch the model anew from where it is published",
        ),
        StoreError::Damaged(_) => (Kind::Corrupt, "remove the model and pull it again"),
        StoreError::Network { transient: true, .. } => (
            Kind::Unavailable,
            "try again: what was fetched is kept; or install from a file with `memopage models pull --from PATH`",
        ),
        StoreError::Network { .. } => (
            Kind::Unavailable,
            "check the name, or install from a file with `memopage models pull --from PATH`",
        ),
        StoreError::Disk { source, .. } if source.kind() == std::io::ErrorKind::NotFound => {
            (Kind::NotFound, "name a file or folder that exists")
        }
        StoreError::Disk { .. } => {
            (Kind::Unavailable, "give the models' folder space and the right to be written")
        }
    };
    Error::new(kind, err.to_string()).hint(hint)
}

/// The model that suits a vault by the language of its pages.
pub(crate) struct Choice {
    pub(crate) name: &'static str,
    why: String,
}

impl Choice {
    /// For a vault of whose letters this share is Han; nothing for one without pages.
    pub(crate) fn for_pages(han: Option<f64>) -> Self {
        match han {
            Some(share) if share > MUCH_HAN => Self {
                name: models::MULTILINGUAL,
                why: format!("{:.0} % of the letters are Chinese", share * 100.0),
            },
            Some(_) => {
                Self { name: models::ENGLISH, why: "the pages have little Chinese".to_owned() }
            }
            None => Self {
                name: models::ENGLISH,
                why: format!("for English pages; {} for others", models::MULTILINGUAL),
            },
        }
    }

    pub(crate) fn is_installed(&self) -> bool {
        store().is_ok_and(|store| store.get(self.name).is_ok())
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, why } = self;
        if self.is_installed() {
            return write!(out, "model: {name} ({why})");
        }
        write!(
            out,
            "model: none; words alone answer. `memopage models pull {name}`, then `memopage models use {name}`, finds by likeness too ({why})"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(text: &str) -> Option<Setting> {
        Setting::of(&toml::from_str(text).unwrap())
    }

    #[test]
    fn a_vault_names_a_model_an_endpoint_or_none() {
        assert!(setting("").is_none() && setting("model = \"none\"").is_none());
        assert_eq!(setting("model = \"m\"").unwrap().name(), "m");
        let endpoint = "[model]\napi = \"ollama\"\nurl = \"http://127.0.0.1:1\"\nname = \"n\"\n";
        assert_eq!(setting(endpoint).unwrap().name(), "n");
        for wrong in ["model = 3", "[model]\nname = \"n\"", "[model]\nkey = \"secret\""] {
            let why = setting(wrong).unwrap().open(Need::Ask).err().unwrap();
            assert!(why.contains("model") && !why.contains("secret"), "{why}");
        }
    }

    #[test]
    fn the_language_of_the_pages_chooses_the_model() {
        assert_eq!(Choice::for_pages(Some(0.5)).name, models::MULTILINGUAL);
        assert_eq!(Choice::for_pages(Some(0.1)).name, models::ENGLISH);
        assert_eq!(Choice::for_pages(None).name, models::ENGLISH);
    }
}
