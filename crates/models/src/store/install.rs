//! From files in the staging folder to an installed model: what it is, the graph if it has none, a trial.

use super::about::{Installed, Kind, Part, Pooling, Scores};
use super::archive::Container;
use super::known::{self, Known};
use super::layout;
use super::staging::{Hashed, Staging, hash_file};
use super::{
    InstallFrom, Others, Progress, Step, Store, StoreError, digest, disk, graph, is_name, trial,
};
use crate::tokens::Tokens;
use crate::weights::Weights;
use serde_json::Value;
use std::fs::{self, File};
use std::path::Path;

/// A static model reads any length; a mean over more tokens than this says nothing.
const STATIC_WINDOW: usize = 512;
const WINDOW_MAX: usize = 8192;
const WINDOW_MIN: usize = 8;

/// What is known of a model before its files are looked into.
pub(super) struct Draft {
    pub(super) name: String,
    pub(super) source: String,
    pub(super) known: Option<&'static Known>,
    /// SHA-256 that the weights must have, in small letters.
    pub(super) sha256: Option<String>,
    /// The files in the staging folder.
    pub(super) files: Vec<(&'static str, Hashed)>,
}

/// What the weights and their configuration say of a model.
struct Shape {
    kind: Kind,
    dimensions: Option<usize>,
    /// Tokens that it knows.
    rows: Option<usize>,
}

impl Shape {
    /// As the configuration has it.
    fn said(config: &Value) -> Self {
        let (dimensions, rows) = (size(config, "hidden_size"), size(config, "vocab_size"));
        Self { kind: kind_of(config), dimensions, rows }
    }
}

pub(super) fn install_from(
    store: &Store,
    from: &InstallFrom<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Installed, StoreError> {
    let sha256 = from.sha256.map(digest).transpose()?;
    let container = Container::of(from.path)?;
    let names = container.names(from.path)?;
    let layout = layout::find(&names)
        .map_err(|problem| StoreError::Layout(format!("{}: {problem}", from.path.display())))?;
    let name = match from.name {
        Some(name) => name.to_owned(),
        None => name_of(from.path)?,
    };
    let known = known::by_name(&name);
    let name = known.map_or(name, |known| known.name.to_owned());
    if !is_name(&name) {
        return Err(StoreError::Name(name));
    }
    let mut staging = Staging::begin(store, &name)?;
    staging.fresh()?;
    let source =
        from.path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
    let taken = container.take(from.path, &layout.files(), staging.folder(), progress);
    let mut draft = match taken {
        Ok(files) => Draft { name, source, known, sha256, files },
        Err(error) => {
            staging.abandon()?;
            return Err(error);
        }
    };
    if let (Some(known), Some(is)) = (draft.known, known::by_weights(&draft.files))
        && known.name != is.name
    {
        staging.abandon()?;
        return Err(StoreError::Refused(format!(
            "these are the weights of {}, not of {}",
            is.name, known.name
        )));
    }
    if let Some(known) = draft.known.filter(|_| from.others == Others::Refused)
        && known::by_weights(&draft.files).is_none()
    {
        staging.abandon()?;
        return Err(StoreError::Foreign(known.name));
    }
    // A name that only contains a known one may be that of a model made from it, so the weights decide.
    if let (None, Some(known)) = (from.name, known::by_weights(&draft.files)) {
        staging = staging.renamed(store, known.name)?;
        draft = Draft { name: known.name.into(), known: Some(known), ..draft };
    }
    match complete(&draft, staging.folder(), progress) {
        Ok(about) => {
            staging.finish(&about)?;
            Ok(about)
        }
        Err(error) => {
            staging.abandon()?;
            Err(error)
        }
    }
}

/// The path's last part without what says its format.
fn name_of(path: &Path) -> Result<String, StoreError> {
    // `.` and `..` have a name only once they are resolved.
    let path = path.canonicalize().map_err(disk("read", path))?;
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut name = file.as_str();
    for end in [".gz", ".tgz", ".tar", ".zip", ".whl"] {
        name = name.strip_suffix(end).unwrap_or(name);
    }
    // A wheel says its version and its platforms after the name.
    let name = if file.ends_with(".whl") { name.split('-').next().unwrap_or(name) } else { name };
    if is_name(name) { Ok(name.into()) } else { Err(StoreError::Name(name.into())) }
}

/// Makes the files in `folder` a model and describes it.
pub(super) fn complete(
    draft: &Draft,
    folder: &Path,
    progress: &mut dyn FnMut(Progress),
) -> Result<Installed, StoreError> {
    let config = json(folder, "config.json")?;
    let weights = weights_of(draft)?;
    let pinned = check_pin(draft, weights)?;
    let mut files = Vec::new();
    for (name, hashed) in &draft.files {
        if ["tokenizer.json", "config.json"].contains(name) {
            let expected =
                draft.known.and_then(|known| known.files.iter().find(|f| f.name == *name));
            let is_pinned = expected.is_some_and(|f| f.sha256 == Some(hashed.sha256.as_str()));
            files.push(part(name, hashed, is_pinned));
        }
    }
    let Shape { kind, dimensions, rows } = if weights.0 == "model.onnx" {
        files.push(part(weights.0, weights.1, pinned));
        Shape::said(&config)
    } else {
        from_safetensors(draft, folder, &config, pinned, &mut files, progress)?
    };
    let kind = draft.known.map_or(kind, |known| known.kind);
    let dimensions = match (kind, draft.known, dimensions) {
        (Kind::Reranker, _, _) => 0,
        (_, _, Some(found)) => found,
        (_, Some(known), None) => known.dimensions,
        (_, None, None) => {
            return Err(StoreError::Layout(format!(
                "{}: it lacks a config.json with `hidden_size`",
                draft.name
            )));
        }
    };
    if let Some(known) = draft.known.filter(|known| known.dimensions != dimensions) {
        return Err(StoreError::Refused(format!(
            "this is not {}: its vectors have {dimensions} numbers instead of {}",
            known.name, known.dimensions
        )));
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let mut about = describe(draft, folder, &config, kind, dimensions)?;
    about.files = files;
    check_vocabulary(&about, rows, folder)?;
    progress(Progress { step: Step::Try, file: about.name.clone(), done: 0, total: None });
    let answer = trial::run(&about, folder)?;
    about.dimensions = answer.dimensions;
    about.scores = match (draft.known, answer.scores) {
        (Some(known), _) => known.scores,
        (None, Some(measured)) => measured,
        (None, None) => about.scores,
    };
    for name in ["pooling.json", "sentence.json", "model.safetensors"] {
        let path = folder.join(name);
        if path.exists() && !about.files.iter().any(|part| part.name == name) {
            fs::remove_file(&path).map_err(disk("remove", &path))?;
        }
    }
    Ok(about)
}

fn weights_of(draft: &Draft) -> Result<(&'static str, &Hashed), StoreError> {
    let names = ["model.onnx", "model.safetensors"];
    let found = draft.files.iter().find(|(name, _)| names.contains(name));
    found
        .map(|(name, hashed)| (*name, hashed))
        .ok_or_else(|| StoreError::Layout(format!("{}: no weights came", draft.name)))
}

/// Whether the hash of the weights was known before. A wanted hash that is not theirs is an error.
fn check_pin(draft: &Draft, (name, hashed): (&str, &Hashed)) -> Result<bool, StoreError> {
    if let Some(wanted) = &draft.sha256 {
        if *wanted != hashed.sha256 {
            return Err(StoreError::Refused(format!(
                "{name} has SHA-256 {} instead of {wanted}",
                hashed.sha256
            )));
        }
        return Ok(true);
    }
    Ok(draft.known.is_some_and(|known| known.has_weights(&hashed.sha256)))
}

fn kind_of(config: &Value) -> Kind {
    let names = config["architectures"].as_array().map(Vec::as_slice).unwrap_or_default();
    let classifies = |name: &Value| {
        name.as_str().is_some_and(|name| name.ends_with("ForSequenceClassification"))
    };
    if names.iter().any(classifies) { Kind::Reranker } else { Kind::Encoder }
}

/// A token table is kept as it is; of a BERT the graph is made.
fn from_safetensors(
    draft: &Draft,
    folder: &Path,
    config: &Value,
    pinned: bool,
    files: &mut Vec<Part>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Shape, StoreError> {
    let (name, hashed) = weights_of(draft)?;
    let path = folder.join(name);
    let weights = Weights::open(&path)
        .map_err(|problem| StoreError::Layout(format!("{}: {name}: {problem}", draft.name)))?;
    if let Some((_, [rows, columns])) = weights.only_matrix() {
        files.push(part(name, hashed, pinned));
        let (dimensions, rows) = (Some(columns), Some(rows));
        return Ok(Shape { kind: Kind::Static, dimensions, rows });
    }
    if config.is_null() {
        return Err(StoreError::Layout(format!(
            "{}: it lacks config.json, without which the weights say nothing",
            draft.name
        )));
    }
    progress(Progress {
        step: Step::Convert,
        file: name.into(),
        done: 0,
        total: Some(hashed.bytes),
    });
    let model = graph::bert(config, &weights)
        .map_err(|problem| StoreError::Layout(format!("{}: {problem}", draft.name)))?;
    let path = folder.join("model.onnx");
    let file = File::create(&path).map_err(disk("create", &path))?;
    let copy = file.try_clone().map_err(disk("write", &path))?;
    model
        .write_file(copy)
        .map_err(|error| disk("write", &path)(std::io::Error::other(error.to_string())))?;
    file.sync_all().map_err(disk("sync", &path))?;
    drop(model);
    let hashed = hash_file(&path, Step::Convert, progress)?;
    files.push(part("model.onnx", &hashed, pinned));
    Ok(Shape::said(config))
}

fn describe(
    draft: &Draft,
    folder: &Path,
    config: &Value,
    kind: Kind,
    dimensions: usize,
) -> Result<Installed, StoreError> {
    let (query, passage) = match draft.known {
        Some(known) => (known.query_prefix, known.passage_prefix),
        // The family was trained with these words and is much worse without them.
        None if draft.name.to_lowercase().split(['-', '_']).any(|part| part == "e5") => {
            ("query: ", "passage: ")
        }
        None => ("", ""),
    };
    let window = match (draft.known, kind) {
        (Some(known), _) => size(config, "max_position_embeddings")
            .map_or(known.window, |most| most.min(known.window)),
        (None, Kind::Static) => STATIC_WINDOW,
        (None, Kind::Encoder | Kind::Reranker) => window(folder, config)?,
    };
    let neutral = Scores { floor: 0.0, match_at: 1.0, multilingual: false };
    Ok(Installed {
        format: Installed::CURRENT,
        name: draft.name.clone(),
        kind,
        source: draft.source.clone(),
        licence: draft.known.map(|known| known.licence.into()),
        dimensions,
        window,
        pooling: if draft.known.is_some() { Known::POOLING } else { pooling(folder)? },
        query_prefix: query.into(),
        passage_prefix: passage.into(),
        scores: draft.known.map_or(neutral, |known| known.scores),
        files: Vec::new(),
        problem: None,
    })
}

/// Tokens the model reads: what its author trained it with, not more than it has positions for.
fn window(folder: &Path, config: &Value) -> Result<usize, StoreError> {
    let mut most = size(config, "max_position_embeddings").unwrap_or(512);
    if config["model_type"].as_str().is_some_and(|kind| kind.contains("roberta")) {
        // Positions of this family begin behind the padding token's.
        most = most.saturating_sub(size(config, "pad_token_id").unwrap_or(1) + 1);
    }
    let trained = size(&json(folder, "sentence.json")?, "max_seq_length").unwrap_or(most);
    Ok(trained.min(most).clamp(WINDOW_MIN, WINDOW_MAX))
}

fn pooling(folder: &Path) -> Result<Pooling, StoreError> {
    let found = json(folder, "pooling.json")?;
    let is = |key: &str| found[key].as_bool().unwrap_or(false);
    match (is("pooling_mode_cls_token"), is("pooling_mode_mean_tokens")) {
        (true, false) => Ok(Pooling::First),
        (false, true) => Ok(Pooling::Mean),
        (false, false) if found.is_null() => Ok(Pooling::Mean),
        _ => Err(StoreError::Layout(
            "1_Pooling/config.json asks for a pooling other than mean or first token".into(),
        )),
    }
}

/// Every id of the tokenizer must have a row: in a graph a rare word would end a whole batch, and a token
/// table would give the vector of what is left of the text.
fn check_vocabulary(
    about: &Installed,
    rows: Option<usize>,
    folder: &Path,
) -> Result<(), StoreError> {
    let tokens = Tokens::read(&folder.join("tokenizer.json"))
        .map_err(|error| StoreError::Layout(error.message))?;
    match rows {
        Some(rows) if tokens.vocabulary() > rows => Err(StoreError::Layout(format!(
            "{}: the tokenizer has {} tokens, the model knows {rows}",
            about.name,
            tokens.vocabulary()
        ))),
        _ => Ok(()),
    }
}

/// A JSON file of the folder; null where there is none.
fn json(folder: &Path, name: &str) -> Result<Value, StoreError> {
    let path = folder.join(name);
    if !path.exists() {
        return Ok(Value::Null);
    }
    let text = fs::read(&path).map_err(disk("read", &path))?;
    serde_json::from_slice(&text).map_err(|error| StoreError::Layout(format!("{name}: {error}")))
}

fn size(config: &Value, key: &str) -> Option<usize> {
    config[key].as_u64().and_then(|size| usize::try_from(size).ok())
}

fn part(name: &str, hashed: &Hashed, pinned: bool) -> Part {
    Part { name: name.into(), sha256: hashed.sha256.clone(), bytes: hashed.bytes, pinned }
}
