//! Fetches a model's files from a hub. A file whose hash is known is continued where an earlier try
//! stopped; any other is fetched anew, since nothing would tell two halves of different files apart.

use super::archive::{FILE_BYTES_MAX, TEXT_BYTES_MAX};
use super::install::{Draft, complete};
use super::known::{self, Known, Source};
use super::staging::{CopyError, Hashed, Report, Staging, copy, hex};
use super::{Installed, Progress, Pull, Step, Store, StoreError, digest, disk, is_name};
use crate::http::{self, Purpose};
use sha2::{Digest, Sha256};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use ureq::Agent;

/// Where models are published, unless [`Pull`] names a copy.
pub const HUB: &str = "https://huggingface.co";
/// A line that breaks is taken up again as long as something came, this often.
const TRIES: usize = 5;

/// Where a file stands and what it must be.
struct Remote {
    /// Paths on the hub, the first that exists counts.
    paths: Vec<&'static str>,
    name: &'static str,
    bytes: Option<u64>,
    sha256: Option<String>,
    optional: Optional,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Optional {
    Yes,
    No,
}

struct Hub<'a> {
    agent: Agent,
    /// Up to and with the revision.
    base: String,
    folder: &'a Path,
}

pub(super) fn pull(
    store: &Store,
    pull: &Pull<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Installed, StoreError> {
    let known = known::by_name(pull.model)
        .or_else(|| known::known().iter().find(|known| known.repository == pull.model));
    let repository = known.map_or(pull.model, |known| known.repository);
    let name = known.map_or_else(|| repository.rsplit('/').next().unwrap_or_default(), |k| k.name);
    if known.is_none() && !is_repository(repository) {
        let known = known::known().iter().map(|known| known.name.into()).collect();
        return Err(StoreError::Unknown { name: pull.model.into(), known });
    }
    let revision = pull.revision.or(known.map(|known| known.revision)).unwrap_or("main");
    if !is_revision(revision) {
        return Err(StoreError::Name(revision.into()));
    }
    // Hashes belong to the revision they were taken of.
    let pinned = known.filter(|known| known.revision == revision);
    let sha256 = pull.sha256.map(digest).transpose()?;
    // What will surely be refused is not fetched first.
    let graph = pinned.and_then(|known| known.files.iter().find(|it| it.name == "model.onnx"));
    if let (Some(found), Some(wanted)) = (graph.and_then(|it| it.sha256), &sha256)
        && found != wanted
    {
        return Err(StoreError::Refused(format!(
            "model.onnx of {repository}@{revision} has SHA-256 {found} instead of {wanted}"
        )));
    }
    let hub = pull.hub.unwrap_or(HUB).trim_end_matches('/');
    let offline = |message: String| StoreError::Network { message, transient: false };
    http::host(hub).map_err(|problem| offline(format!("the hub: {problem}")))?;
    let agent = pull.network.agent(Purpose::Fetch).map_err(offline)?;
    let base = format!("{hub}/{repository}/resolve/{revision}");

    let staging = Staging::begin(store, name)?;
    let folder = staging.resumed()?.to_path_buf();
    let hub = Hub { agent, base, folder: &folder };
    let installed = hub
        .files(&wanted(pinned, sha256.as_deref()), progress)
        .map(|files| Draft {
            name: name.into(),
            source: format!("{repository}@{revision}"),
            known,
            sha256,
            files,
        })
        .and_then(|draft| complete(&draft, &folder, progress));
    match installed {
        Ok(about) => {
            staging.finish(&about)?;
            Ok(about)
        }
        // What came so far is worth keeping only if the next try can go on with it.
        Err(error @ StoreError::Network { .. }) => Err(error),
        Err(error) => {
            staging.abandon()?;
            Err(error)
        }
    }
}

fn is_repository(text: &str) -> bool {
    matches!(text.split('/').collect::<Vec<_>>().as_slice(),
        [owner, name] if is_name(owner) && is_name(name))
}

fn is_revision(text: &str) -> bool {
    !text.is_empty()
        && !text.contains("..")
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-/".contains(letter))
}

fn wanted(known: Option<&Known>, sha256: Option<&str>) -> Vec<Remote> {
    if let Some(known) = known {
        let remote = |file: &Source| Remote {
            paths: vec![file.path],
            name: file.name,
            bytes: file.bytes,
            sha256: file.sha256.map(String::from),
            optional: Optional::No,
        };
        return known.files.iter().map(remote).collect();
    }
    let remote = |paths: &[&'static str], name, optional| Remote {
        paths: paths.to_vec(),
        name,
        bytes: None,
        sha256: None,
        optional,
    };
    let weights = Remote {
        sha256: sha256.map(String::from),
        ..remote(&["onnx/model.onnx", "model.onnx"], "model.onnx", Optional::No)
    };
    vec![
        weights,
        remote(&["tokenizer.json", "onnx/tokenizer.json"], "tokenizer.json", Optional::No),
        remote(&["config.json"], "config.json", Optional::No),
        remote(&["1_Pooling/config.json"], "pooling.json", Optional::Yes),
        remote(&["sentence_bert_config.json"], "sentence.json", Optional::Yes),
    ]
}

impl Hub<'_> {
    fn files(
        &self,
        wanted: &[Remote],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Vec<(&'static str, Hashed)>, StoreError> {
        let mut found = Vec::new();
        for file in wanted {
            match self.file(file, progress)? {
                Some(hashed) => found.push((file.name, hashed)),
                // An earlier try of another revision may have found one.
                None => super::staging::remove_file(&self.folder.join(file.name))?,
            }
        }
        Ok(found)
    }

    fn file(
        &self,
        file: &Remote,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Hashed>, StoreError> {
        for path in &file.paths {
            let mut tries = 0;
            let mut before = 0;
            let hashed = loop {
                tries += 1;
                match self.attempt(path, file, progress) {
                    Err(StoreError::Network { transient: true, .. })
                        if tries < TRIES && self.size_of_part(file) > before =>
                    {
                        before = self.size_of_part(file);
                    }
                    other => break other?,
                }
            };
            if hashed.is_some() {
                return Ok(hashed);
            }
        }
        match file.optional {
            Optional::Yes => Ok(None),
            Optional::No => Err(StoreError::Layout(format!(
                "{} has no {}",
                self.base,
                file.paths.join(" and no ")
            ))),
        }
    }

    fn size_of_part(&self, file: &Remote) -> u64 {
        fs::metadata(self.part(file)).map_or(0, |found| found.len())
    }

    fn part(&self, file: &Remote) -> PathBuf {
        self.folder.join(format!("{}.part", file.name))
    }

    /// One request; `None` where the hub has no such file.
    fn attempt(
        &self,
        path: &str,
        file: &Remote,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<Hashed>, StoreError> {
        let url = format!("{}/{path}", self.base);
        let part = self.part(file);
        let finished = self.folder.join(file.name);
        let mut kept = if file.sha256.is_some() { self.kept(file, progress)? } else { None };
        if let Some((hasher, bytes)) = &kept {
            let hashed = Hashed { sha256: hex(&hasher.clone().finalize()), bytes: *bytes };
            // Of a file whose size nobody knew, the hash alone tells that it is whole.
            if Some(*bytes) == file.bytes || file.sha256.as_ref() == Some(&hashed.sha256) {
                return self.checked(file, hashed, &part, &finished).map(Some);
            }
        }
        let mut request = self.agent.get(&url).header("accept-encoding", "identity");
        if let Some((_, bytes)) = &kept {
            request = request.header("range", format!("bytes={bytes}-"));
        }
        let mut response = request.call().map_err(|error| {
            let (what, transient) = http::verdict(&error);
            StoreError::Network { message: format!("{url}: {what}"), transient }
        })?;
        match response.status().as_u16() {
            200 => kept = None,
            206 if starts_at(&response, kept.as_ref().map_or(0, |(_, bytes)| *bytes)) => {}
            404 => return Ok(None),
            status => {
                // A part that the hub does not go on with is of no use to the next try.
                if matches!(status, 206 | 416) {
                    super::staging::remove_file(&part)?;
                }
                return Err(refused(&url, status));
            }
        }
        let (mut hasher, done) = kept.unwrap_or_else(|| (Sha256::new(), 0));
        let length = response.body().content_length().map(|length| length.saturating_add(done));
        let mut out = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(done == 0)
            .append(done > 0)
            .open(&part)
            .map_err(disk("open", &part))?;
        let limit = if file.name.ends_with(".json") { TEXT_BYTES_MAX } else { FILE_BYTES_MAX };
        let mut report = Report {
            step: Step::Fetch,
            file: file.name,
            done,
            total: file.bytes.or(length),
            most: file.bytes.unwrap_or(limit),
            told: 0,
            progress,
        };
        let mut body = response.body_mut().with_config().limit(u64::MAX).reader();
        let copied = copy(&mut body, &mut out, &mut hasher, &mut report);
        report.tell();
        let bytes = report.done;
        copied.map_err(|error| self.stopped(&url, &part, file, error))?;
        if length.is_some_and(|length| length != bytes) {
            return Err(StoreError::Network {
                message: format!("{url}: it broke off after {bytes} bytes"),
                transient: true,
            });
        }
        out.sync_all().map_err(disk("sync", &part))?;
        let hashed = Hashed { sha256: hex(&hasher.finalize()), bytes };
        self.checked(file, hashed, &part, &finished).map(Some)
    }

    /// What an earlier try left of a file, hashed.
    fn kept(
        &self,
        file: &Remote,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Option<(Sha256, u64)>, StoreError> {
        let finished = self.folder.join(file.name);
        let part = self.part(file);
        if finished.exists() {
            // Fetched and found right by the earlier try; it is checked again like any other part.
            fs::rename(&finished, &part).map_err(disk("move", &finished))?;
        }
        let mut from = match File::open(&part) {
            Ok(from) => from,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(disk("open", &part)(error)),
        };
        let size = from.metadata().map_err(disk("read", &part))?.len();
        if size == 0 || file.bytes.is_some_and(|bytes| size > bytes) {
            fs::remove_file(&part).map_err(disk("remove", &part))?;
            return Ok(None);
        }
        let mut hasher = Sha256::new();
        let mut report = Report {
            step: Step::Check,
            file: file.name,
            done: 0,
            total: Some(size),
            most: size,
            told: 0,
            progress,
        };
        match copy(&mut from, &mut io::sink(), &mut hasher, &mut report) {
            Ok(()) => Ok(Some((hasher, report.done))),
            Err(CopyError::Read(error) | CopyError::Write(error)) => {
                Err(disk("read", &part)(error))
            }
            Err(CopyError::TooLong) => Ok(None),
        }
    }

    fn checked(
        &self,
        file: &Remote,
        hashed: Hashed,
        part: &Path,
        finished: &Path,
    ) -> Result<Hashed, StoreError> {
        if let Some(wanted) = file.sha256.as_ref().filter(|wanted| **wanted != hashed.sha256) {
            fs::remove_file(part).map_err(disk("remove", part))?;
            return Err(StoreError::Refused(format!(
                "{}: {} has SHA-256 {} instead of {wanted}",
                self.base, file.name, hashed.sha256
            )));
        }
        fs::rename(part, finished).map_err(disk("move", part))?;
        Ok(hashed)
    }

    fn stopped(&self, url: &str, part: &Path, file: &Remote, error: CopyError) -> StoreError {
        match error {
            CopyError::Read(error) => {
                StoreError::Network { message: format!("{url}: {error}"), transient: true }
            }
            CopyError::Write(error) => disk("write", part)(error),
            CopyError::TooLong => {
                StoreError::Refused(format!("{url}: {} is longer than it should be", file.name))
            }
        }
    }
}

fn starts_at(response: &ureq::http::Response<ureq::Body>, offset: u64) -> bool {
    let range = response.headers().get("content-range").and_then(|value| value.to_str().ok());
    range.and_then(|range| range.strip_prefix("bytes ")?.split('-').next()?.parse().ok())
        == Some(offset)
}

fn refused(url: &str, status: u16) -> StoreError {
    let message = match status {
        401 | 403 => format!("{url}: the hub does not give this to everybody (status {status})"),
        _ => format!("{url}: status {status}"),
    };
    StoreError::Network {
        message,
        transient: http::may_pass(status) || matches!(status, 206 | 416),
    }
}
