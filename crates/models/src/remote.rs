//! Embeddings of an endpoint: OpenAI's shape, which many servers speak, and Ollama's.
//!
//! Opening calls nobody. An answer that is not whole (other count, other length, a number that is none)
//! is an error and never becomes a vector. The key is shown nowhere.

use crate::cut::{self, Places};
use crate::estimate::Estimate;
use crate::http::{self, Network, Purpose};
use crate::net::failed;
use crate::vectors;
use search::{Embedder, ModelError, Side, Traits};
use serde::Deserialize;
use std::fmt;
use std::ops::Range;
use std::time::Duration;
use ureq::Agent;

/// An endpoint for embeddings.
#[derive(Debug, Clone)]
pub struct RemoteConfig {
    /// The shape it speaks.
    pub api: Api,
    /// Where it answers: `https://api.openai.com/v1`, `http://127.0.0.1:11434`.
    pub url: String,
    /// The model's name there.
    pub model: String,
    /// Numbers in a vector; [`probe_dimensions`] asks for it once.
    pub dimensions: usize,
    /// Tokens the model reads at once.
    pub window: usize,
    /// Texts of one request.
    pub batch: usize,
    /// Put before a question.
    pub query_prefix: String,
    /// Put before a passage.
    pub passage_prefix: String,
    /// What is known of its cosines.
    pub traits: Traits,
    /// What the endpoint wants to see, if anything.
    pub key: Option<Key>,
    /// Proxy, certificates, time limit of one request.
    pub network: Network,
}

/// The shape of requests and answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Api {
    /// `POST /v1/embeddings` as OpenAI, vLLM, LM Studio, llama.cpp and others have it.
    OpenAi,
    /// `POST /api/embed`.
    Ollama,
}

/// A secret. It is sent to the endpoint and shown nowhere.
#[derive(Clone)]
pub struct Key(String);

impl Key {
    /// Takes the secret as it is to be sent.
    pub fn new(secret: impl Into<String>) -> Self {
        Self(secret.into())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// An answer of so many vectors is not longer.
const ANSWER_BYTES_MAX: u64 = 256 << 20;
const BATCH_BYTES_MAX: usize = 512 << 10;
/// Who asks waits no longer for a question's vector: words answer without it.
const QUESTION_WAIT: Duration = Duration::from_secs(10);
const WAIT_MAX: Duration = Duration::from_secs(3600);
const DETAIL_LETTERS_MAX: usize = 200;
/// Kept free of the window for special tokens and for what the estimate may miss.
const WINDOW_RESERVE: usize = 8;

/// An embedder that asks an endpoint. Nothing is sent before it is asked for vectors.
///
/// # Errors
/// What is wrong with the configuration.
pub fn open_remote(config: RemoteConfig) -> Result<Box<dyn Embedder>, ModelError> {
    Ok(Box::new(Remote::new(config)?))
}

/// Asks the endpoint for one vector and tells how many numbers it has; `dimensions` of `config` does not
/// count.
///
/// # Errors
/// As [`Embedder::embed`].
pub fn probe_dimensions(config: RemoteConfig) -> Result<usize, ModelError> {
    let remote = Remote::new(RemoteConfig { dimensions: 1, ..config })?;
    let vectors = remote.call(Side::Passage, &[String::from("hello")])?;
    match vectors.as_slice() {
        [vector] if !vector.is_empty() => Ok(vector.len()),
        _ => Err(failed(format!("{}: one text did not give one vector", remote.host))),
    }
}

struct Remote {
    config: RemoteConfig,
    agent: Agent,
    host: String,
    endpoint: String,
    fingerprint: String,
}

#[derive(Deserialize)]
struct OpenAiAnswer {
    data: Vec<OpenAiItem>,
}

#[derive(Deserialize)]
struct OpenAiItem {
    index: Option<usize>,
    embedding: Vec<f32>,
}

#[derive(Deserialize)]
struct OllamaAnswer {
    embeddings: Vec<Vec<f32>>,
}

impl Remote {
    fn new(config: RemoteConfig) -> Result<Self, ModelError> {
        let host = http::host(&config.url).map_err(failed)?.to_lowercase();
        if config.dimensions == 0 || config.model.is_empty() {
            return Err(failed(format!("{host}: a model's name and dimensions are needed")));
        }
        let agent = config
            .network
            .agent(Purpose::Call)
            .map_err(|error| failed(format!("{host}: {error}")))?;
        let base = config.url.trim_end_matches('/');
        let endpoint = match config.api {
            Api::OpenAi if base.ends_with("/embeddings") => base.to_owned(),
            Api::OpenAi if base.ends_with("/v1") => format!("{base}/embeddings"),
            Api::OpenAi => format!("{base}/v1/embeddings"),
            Api::Ollama if base.ends_with("/api/embed") => base.to_owned(),
            Api::Ollama => format!("{base}/api/embed"),
        };
        let mut hasher = blake3::Hasher::new();
        let dimensions = config.dimensions.to_string();
        let prefixes = [&config.query_prefix, &config.passage_prefix];
        for field in [&host, &config.model, &dimensions].into_iter().chain(prefixes) {
            hasher.update(&(field.len() as u64).to_le_bytes());
            hasher.update(field.as_bytes());
        }
        let fingerprint = format!("{}@{}", config.model, &hasher.finalize().to_hex()[..16]);
        Ok(Self { config, agent, host, endpoint, fingerprint })
    }

    fn capacity(&self) -> usize {
        let prefixes = [&self.config.query_prefix, &self.config.passage_prefix];
        let prefix = prefixes.iter().map(|prefix| Estimate.number(prefix)).max().unwrap_or(0);
        self.config.window.saturating_sub(WINDOW_RESERVE + prefix).max(WINDOW_RESERVE)
    }

    /// One request. The vectors are in the order of the texts and otherwise as they came.
    fn call(&self, side: Side, texts: &[String]) -> Result<Vec<Vec<f32>>, ModelError> {
        let body = match self.config.api {
            Api::OpenAi => serde_json::json!({
                "model": self.config.model, "input": texts, "encoding_format": "float"
            }),
            // A text that is too long is to be an error, not a vector of its beginning.
            Api::Ollama => serde_json::json!({
                "model": self.config.model, "input": texts, "truncate": false
            }),
        };
        let mut request =
            self.agent.post(&self.endpoint).header("content-type", "application/json");
        if let Some(Key(key)) = &self.config.key {
            if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
                return Err(failed(format!(
                    "{}: the key holds letters that no key has",
                    self.host
                )));
            }
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let request = match side {
            Side::Query => {
                let patience = self.config.network.timeout.min(QUESTION_WAIT);
                request.config().timeout_global(Some(patience)).build()
            }
            Side::Passage => request,
        };
        let mut response = request.send(body.to_string()).map_err(|error| self.broken(&error))?;
        let status = response.status().as_u16();
        let retry_after = response
            .headers()
            .get("retry-after")
            .and_then(|value| value.to_str().ok()?.trim().parse().ok())
            .map(|seconds| Duration::from_secs(seconds).min(WAIT_MAX));
        let answer = response
            .body_mut()
            .with_config()
            .limit(ANSWER_BYTES_MAX)
            .read_to_vec()
            .map_err(|error| self.broken(&error));
        if status != 200 {
            return Err(self.refused(status, retry_after, &answer.unwrap_or_default()));
        }
        self.parse(&answer?, texts.len())
    }

    fn parse(&self, answer: &[u8], count: usize) -> Result<Vec<Vec<f32>>, ModelError> {
        let unreadable = |error: serde_json::Error| ModelError {
            message: format!("{}: the answer holds no embeddings: {error}", self.host),
            // Cut off is bad luck, something else in its place is not.
            transient: error.is_eof(),
            retry_after: None,
        };
        let vectors = match self.config.api {
            Api::Ollama => {
                serde_json::from_slice::<OllamaAnswer>(answer).map_err(unreadable)?.embeddings
            }
            Api::OpenAi => {
                let mut items =
                    serde_json::from_slice::<OpenAiAnswer>(answer).map_err(unreadable)?.data;
                if items.iter().all(|item| item.index.is_some()) {
                    items.sort_by_key(|item| item.index);
                    if items.iter().enumerate().any(|(at, item)| item.index != Some(at)) {
                        return Err(self.wrong("it left texts out or gave one twice"));
                    }
                }
                items.into_iter().map(|item| item.embedding).collect()
            }
        };
        if vectors.len() != count {
            return Err(self.wrong(&format!("{} vectors for {count} texts", vectors.len())));
        }
        Ok(vectors)
    }

    fn checked(&self, mut vector: Vec<f32>) -> Result<Vec<f32>, ModelError> {
        if vector.len() != self.config.dimensions {
            return Err(self.wrong(&format!(
                "vectors of {} numbers instead of {}",
                vector.len(),
                self.config.dimensions
            )));
        }
        if vector.iter().all(|number| *number == 0.0) {
            return Err(self.wrong("a vector of zeros"));
        }
        vectors::normalise(&mut vector).map_err(|_| self.wrong("a number that is not finite"))?;
        Ok(vector)
    }

    fn wrong(&self, what: &str) -> ModelError {
        failed(format!("{}: a wrong answer of `{}`: {what}", self.host, self.config.model))
    }

    fn broken(&self, error: &ureq::Error) -> ModelError {
        let (what, transient) = http::verdict(error);
        ModelError { message: format!("{}: {what}", self.host), transient, retry_after: None }
    }

    fn refused(&self, status: u16, retry_after: Option<Duration>, body: &[u8]) -> ModelError {
        let host = &self.host;
        let message = match status {
            // Some servers repeat the key here, so their words are left out.
            401 | 403 => format!("{host}: the key is missing or not accepted (status {status})"),
            300..=399 => {
                format!("{host}: the endpoint has moved (status {status}); check its address")
            }
            _ => {
                let detail = self.detail(body);
                format!("{host}: status {status}{detail}")
            }
        };
        ModelError { message, transient: http::may_pass(status), retry_after }
    }

    /// What the server says about its refusal, in one short line.
    fn detail(&self, body: &[u8]) -> String {
        let Ok(answer) = serde_json::from_slice::<serde_json::Value>(body) else {
            return String::new();
        };
        let error = &answer["error"];
        let text = error["message"].as_str().or(error.as_str()).or(answer["message"].as_str());
        let Some(text) = text else { return String::new() };
        let mut text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(Key(key)) = &self.config.key {
            text = text.replace(key.as_str(), "…");
        }
        let text: String =
            text.chars().filter(|c| !c.is_control()).take(DETAIL_LETTERS_MAX).collect();
        format!(": {text}")
    }
}

impl Embedder for Remote {
    fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    fn dimensions(&self) -> usize {
        self.config.dimensions
    }

    fn traits(&self) -> Traits {
        self.config.traits
    }

    fn count(&self, text: &str) -> usize {
        cut::count(text, &Estimate)
    }

    fn pieces(&self, text: &str) -> Vec<Range<usize>> {
        cut::pieces(text, self.capacity(), &Estimate)
    }

    fn embed(&self, side: Side, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let prefix = match side {
            Side::Query => &self.config.query_prefix,
            Side::Passage => &self.config.passage_prefix,
        };
        let mut found = Vec::with_capacity(texts.len());
        let mut batch: Vec<String> = Vec::new();
        let mut bytes = 0;
        for (at, text) in texts.iter().enumerate() {
            bytes += text.len();
            batch.push(format!("{prefix}{text}"));
            let next = texts.get(at + 1).map(|text| text.len());
            let is_full = batch.len() >= self.config.batch.max(1)
                || next.is_none_or(|next| bytes + next > BATCH_BYTES_MAX);
            if is_full {
                for vector in self.call(side, &batch)? {
                    found.push(self.checked(vector)?);
                }
                batch.clear();
                bytes = 0;
            }
        }
        Ok(found)
    }
}
