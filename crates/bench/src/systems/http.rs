//! Any server as a system: a question is a POST of `{"query", "limit", "unit", "haystack"}`, and the ids
//! stand somewhere in the JSON that comes back.
//!
//! Items are sent to a second address, a POST of `{"id", "text", "at", "session", "unit", "haystack"}` each;
//! without one the server must hold them already. `haystack` is a number: where a data set has several, the
//! server must keep them apart.

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use ureq::Agent;

use super::System;
use super::items::items;
use crate::corpus::DEPTH;
use crate::datasets::{self, Haystack};
use crate::grain::Grain;
use crate::run::BenchError;

/// No answer within this is a failure.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that answers questions.
pub(super) struct Http {
    pub(super) url: String,
    pub(super) ingest: Option<String>,
    /// Keys that lead to the ids, `*` for every element of a list.
    pub(super) ids: Vec<String>,
    /// Our names by the server's ids, where they differ.
    pub(super) names: HashMap<String, String>,
    haystack: usize,
    agent: Agent,
}

impl Http {
    pub(super) fn new(url: &str) -> Self {
        let config =
            Agent::config_builder().timeout_global(Some(PATIENCE)).http_status_as_error(false);
        Self {
            url: url.to_owned(),
            ingest: None,
            ids: vec!["results".to_owned(), "*".to_owned(), "id".to_owned()],
            names: HashMap::new(),
            haystack: 0,
            agent: config.build().into(),
        }
    }

    /// Reads a JSON object of the server's ids to our names.
    pub(super) fn names(path: &Path) -> Result<HashMap<String, String>, BenchError> {
        let text = datasets::text(path)?;
        serde_json::from_str(&text)
            .map_err(|source| BenchError::Json { path: path.to_owned(), source })
    }

    fn failed(&self, why: impl std::fmt::Display) -> BenchError {
        BenchError::System { name: self.name(), why: why.to_string() }
    }

    fn post(&self, url: &str, body: &Value) -> Result<String, BenchError> {
        let request = self.agent.post(url).header("content-type", "application/json");
        let mut response = request.send(body.to_string()).map_err(|error| self.failed(error))?;
        let said = response.body_mut().read_to_string().map_err(|error| self.failed(error))?;
        if !response.status().is_success() {
            let said: String = said.chars().take(200).collect();
            return Err(self.failed(format!("{url} answered {}: {said}", response.status())));
        }
        Ok(said)
    }
}

impl System for Http {
    fn name(&self) -> String {
        format!("http {}", self.url)
    }

    fn index(&mut self, haystack: &Haystack, grains: &[Grain]) -> Result<(), BenchError> {
        self.haystack += 1;
        let Some(url) = &self.ingest else {
            return Ok(());
        };
        for grain in grains {
            for item in items(haystack, *grain) {
                let body = json!({
                    "id": item.name,
                    "text": item.text,
                    "at": item.at,
                    "session": item.session,
                    "unit": grain.name(),
                    "haystack": self.haystack,
                });
                self.post(url, &body)?;
            }
        }
        Ok(())
    }

    fn ask(&mut self, text: &str, grain: Grain) -> Result<Option<Vec<String>>, BenchError> {
        let body = json!({
            "query": text,
            "limit": DEPTH,
            "unit": grain.name(),
            "haystack": self.haystack,
        });
        let said = self.post(&self.url, &body)?;
        let value: Value = serde_json::from_str(&said)
            .map_err(|error| self.failed(format!("its answer is no JSON: {error}")))?;
        if let Some(key) = lacking(&value, &self.ids) {
            let path = self.ids.join(".");
            let why = format!("its answer has no `{key}`: ids are looked for at `{path}`");
            return Err(self.failed(why));
        }
        let mut found = Vec::new();
        collect(&value, &self.ids, &mut found);
        let name = |id: String| self.names.get(&id).cloned().unwrap_or(id);
        Ok(Some(found.into_iter().map(name).take(DEPTH).collect()))
    }
}

/// The first key of the path, up to a list, that is not there.
fn lacking<'a>(mut value: &Value, path: &'a [String]) -> Option<&'a str> {
    for key in path {
        if key == "*" {
            return (!value.is_array()).then_some("*");
        }
        match value.get(key) {
            Some(inner) => value = inner,
            None => return Some(key),
        }
    }
    None
}

/// Texts and numbers at the end of the path.
fn collect(value: &Value, path: &[String], found: &mut Vec<String>) {
    match path.split_first() {
        None => match value {
            Value::String(text) => found.push(text.clone()),
            Value::Number(number) => found.push(number.to_string()),
            _ => {}
        },
        Some((key, rest)) if key == "*" => {
            for element in value.as_array().into_iter().flatten() {
                collect(element, rest, found);
            }
        }
        Some((key, rest)) => {
            if let Some(value) = value.get(key) {
                collect(value, rest, found);
            }
        }
    }
}
