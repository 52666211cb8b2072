//! Finds the model among the names in a folder or archive: which file is the graph, which the tokenizer,
//! and what is missing if it is none.

use std::collections::BTreeSet;

/// The files of a model, as paths inside of where it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) weights: Found,
    pub(super) tokenizer: String,
    pub(super) config: Option<String>,
    /// How sentence-transformers say which pooling and window they mean.
    pub(super) pooling: Option<String>,
    pub(super) sentence: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    Onnx(String),
    Safetensors(String),
}

/// The one model among these paths, which have `/` between their parts.
///
/// # Errors
/// What is missing, or between which models one would have to choose.
pub(super) fn find(paths: &BTreeSet<String>) -> Result<Layout, String> {
    let folders: BTreeSet<&str> = paths.iter().map(|path| parent(path)).collect();
    let whole: Vec<Layout> =
        folders.iter().filter_map(|folder| Layout::in_folder(folder, paths, &folders)).collect();
    match whole.as_slice() {
        [one] => return Ok(one.clone()),
        [] => {}
        several => {
            let places: Vec<&str> = several.iter().map(|layout| layout.weights.path()).collect();
            return Err(format!("several models ({}): name the folder of one", places.join(", ")));
        }
    }
    // Static models are also published as one matrix and one tokenizer, each in a folder of its own.
    let matrices: Vec<&String> =
        paths.iter().filter(|path| path.ends_with(".safetensors")).collect();
    let tokenizers: Vec<&String> = paths
        .iter()
        .filter(|path| file(path).contains("tokenizer") && path.ends_with(".json"))
        .filter(|path| !["tokenizer_config.json"].contains(&file(path)))
        .collect();
    if let ([matrix], [tokenizer]) = (matrices.as_slice(), tokenizers.as_slice()) {
        return Ok(Layout {
            weights: Found::Safetensors(String::from(*matrix)),
            tokenizer: String::from(*tokenizer),
            config: None,
            pooling: None,
            sentence: None,
        });
    }
    Err(missing(paths))
}

fn missing(paths: &BTreeSet<String>) -> String {
    let has = |name: &str| paths.iter().any(|path| file(path) == name);
    let mut lacks = Vec::new();
    if !has("tokenizer.json") {
        lacks.push("tokenizer.json");
    }
    if !has("model.onnx") && !has("model.safetensors") {
        lacks.push("model.onnx or model.safetensors");
    }
    if lacks.is_empty() {
        return "no model: model and tokenizer.json do not lie in one folder".into();
    }
    let mut text = format!("no model: it lacks {}", lacks.join(" and "));
    let other = [".bin", ".pt", ".gguf", ".h5", ".msgpack"];
    if let Some(path) = paths.iter().find(|path| other.iter().any(|end| path.ends_with(end))) {
        text.push_str(&format!("; {path} is in a format this program does not read"));
    }
    text
}

impl Layout {
    fn in_folder(folder: &str, paths: &BTreeSet<String>, folders: &BTreeSet<&str>) -> Option<Self> {
        let at = |name: &str| {
            let path = if folder.is_empty() { name.into() } else { format!("{folder}/{name}") };
            paths.contains(&path).then_some(path)
        };
        // A hub keeps the graph in `onnx/`; a folder that is itself called so belongs to the one above.
        if file(folder) == "onnx" && folders.contains(parent(folder)) {
            return None;
        }
        let weights = at("onnx/model.onnx")
            .or_else(|| at("model.onnx"))
            .map(Found::Onnx)
            .or_else(|| at("model.safetensors").map(Found::Safetensors))?;
        Some(Self {
            weights,
            tokenizer: at("tokenizer.json").or_else(|| at("onnx/tokenizer.json"))?,
            config: at("config.json").or_else(|| at("onnx/config.json")),
            pooling: at("1_Pooling/config.json"),
            sentence: at("sentence_bert_config.json"),
        })
    }

    /// Every file, with the name it gets once installed.
    pub(super) fn files(&self) -> Vec<(&str, &'static str)> {
        let weights = match &self.weights {
            Found::Onnx(path) => (path.as_str(), "model.onnx"),
            Found::Safetensors(path) => (path.as_str(), "model.safetensors"),
        };
        let optional = [
            (&self.config, "config.json"),
            (&self.pooling, "pooling.json"),
            (&self.sentence, "sentence.json"),
        ];
        [weights, (&self.tokenizer, "tokenizer.json")]
            .into_iter()
            .chain(optional.into_iter().filter_map(|(path, name)| Some((path.as_deref()?, name))))
            .collect()
    }
}

impl Found {
    fn path(&self) -> &str {
        match self {
            Self::Onnx(path) | Self::Safetensors(path) => path,
        }
    }
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

fn file(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, file)| file)
}
