//! A model by itself: how long until it gives its first vector, a question's time, and texts a second as the
//! background worker makes them, beside the runtime called bare on the same tokens.

use crate::cli;
use crate::corpus::{Corpus as Vault, Means};
use crate::datasets::{Document, Haystack};
use crate::scale::corpus::Corpus;
use crate::scale::figures::Times;
use crate::streams::Streams;
use rten::{ModelOptions, RunOptions, ThreadPool, ValueOrView};
use rten_tensor::NdTensor;
use search::{Embedder, ModelError, Side, Traits};
use serde::Serialize;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokenizers::Tokenizer;

/// How often a model is opened anew.
const OPENED: usize = 5;

/// What was measured of one model.
#[derive(Debug, Serialize)]
pub(super) struct Figures {
    pub(super) name: String,
    /// From opening to the first question's vector.
    pub(super) load: Option<Times>,
    /// A question of a few words, warm.
    pub(super) question: Option<Times>,
    /// Texts that were embedded, and their tokens.
    pub(super) texts: usize,
    pub(super) tokens: usize,
    /// Texts a second from pages to stored vectors, as the worker makes them.
    pub(super) worker_texts_per_second: f64,
    /// Texts a second of the runtime on the same tokens, the better of rows alone and rows together.
    pub(super) bare_texts_per_second: f64,
}

pub(super) fn measured(folder: &Path, texts: usize, questions: usize) -> Result<Figures, String> {
    let text = |error: crate::run::BenchError| error.to_string();
    let installed = cli::installed(folder).map_err(text)?;
    let mut loads = Vec::new();
    for _ in 0..OPENED {
        let clock = Instant::now();
        let model = installed.open().map_err(text)?;
        embedded(&*model, "where is it")?;
        loads.push(clock.elapsed());
    }
    let model: Arc<dyn Embedder> = Arc::from(installed.open().map_err(text)?);
    embedded(&*model, "where is it")?;
    let corpus = Corpus::new(3, 2_000);
    let mut times = Vec::new();
    for query in corpus.queries(questions) {
        let clock = Instant::now();
        embedded(&*model, &query.text())?;
        times.push(clock.elapsed());
    }
    let (seen, worker) = worked(&model, texts)?;
    let rows = tokens(&installed.folder(), &seen)?;
    let bare = bare(&installed.folder(), &rows)?;
    Ok(Figures {
        name: model.fingerprint().to_owned(),
        load: Times::of(&loads),
        question: Times::of(&times),
        texts: seen.len(),
        tokens: rows.iter().map(Vec::len).sum(),
        worker_texts_per_second: seen.len() as f64 / worker.as_secs_f64(),
        bare_texts_per_second: seen.len() as f64 / bare.as_secs_f64(),
    })
}

fn embedded(model: &dyn Embedder, text: &str) -> Result<(), String> {
    model.embed(Side::Query, &[text]).map(drop).map_err(|error| error.message)
}

/// A model that notes what it is given, and how long it was at it.
struct Noting {
    model: Arc<dyn Embedder>,
    seen: Mutex<Vec<String>>,
}

impl Embedder for Noting {
    fn fingerprint(&self) -> &str {
        self.model.fingerprint()
    }

    fn dimensions(&self) -> usize {
        self.model.dimensions()
    }

    fn traits(&self) -> Traits {
        self.model.traits()
    }

    fn count(&self, text: &str) -> usize {
        self.model.count(text)
    }

    fn pieces(&self, text: &str) -> Vec<Range<usize>> {
        self.model.pieces(text)
    }

    fn embed(&self, side: Side, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.extend(texts.iter().map(|text| (*text).to_owned()));
        drop(seen);
        self.model.embed(side, texts)
    }
}

/// Lets the vault's own filler embed pages until about so many texts are done; the texts and the time.
fn worked(model: &Arc<dyn Embedder>, texts: usize) -> Result<(Vec<String>, Duration), String> {
    // A page has about eight texts.
    let pages = texts.div_ceil(8).max(4);
    let corpus = Corpus::new(5, 3 * pages);
    let english = (0..3 * pages).filter(|number| number % 3 != 2).take(pages);
    let documents = english.map(|number| {
        let page = corpus.page(number);
        let (id, body) = (page.file.trim_end_matches(".md").to_owned(), page.text);
        Document { id, title: String::new(), body }
    });
    let haystack = Haystack { documents: documents.collect(), ..Haystack::default() };
    let noting = Arc::new(Noting { model: Arc::clone(model), seen: Mutex::default() });
    let means = Means {
        streams: Streams::parse("lexical,vector").map_err(|error| error.to_string())?,
        model: Some(Arc::clone(&noting) as Arc<dyn Embedder>),
        vectors: None,
        deep: false,
    };
    let (_, time) = Vault::timed(&haystack, &means).map_err(|error| error.to_string())?;
    let seen = std::mem::take(&mut *noting.seen.lock().unwrap_or_else(PoisonError::into_inner));
    Ok((seen, time))
}

/// The texts as the runtime takes them.
fn tokens(folder: &Path, texts: &[String]) -> Result<Vec<Vec<i32>>, String> {
    let mut tokenizer =
        Tokenizer::from_file(folder.join("tokenizer.json")).map_err(|error| error.to_string())?;
    tokenizer.with_truncation(None).map_err(|error| error.to_string())?;
    tokenizer.with_padding(None);
    texts
        .iter()
        .map(|text| {
            let encoding =
                tokenizer.encode(text.as_str(), true).map_err(|error| error.to_string())?;
            Ok(encoding.get_ids().iter().map(|id| i32::try_from(*id).unwrap_or(0)).collect())
        })
        .collect()
}

/// The time that the runtime needs for these rows, nothing around it: no reading, no cutting, no storing.
fn bare(folder: &Path, rows: &[Vec<i32>]) -> Result<Duration, String> {
    let path = folder.join("model.onnx");
    let model = ModelOptions::with_all_ops()
        .prepack_weights(true)
        .load_file(&path)
        .map_err(|error| format!("cannot load {}: {error}", path.display()))?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let pool = Arc::new(ThreadPool::with_num_threads(threads));
    let mut sorted: Vec<&Vec<i32>> = rows.iter().collect();
    sorted.sort_by_key(|row| row.len());
    let run = |rows: &[&Vec<i32>]| -> Result<(), String> {
        let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let part = |at: &dyn Fn(&Vec<i32>, usize) -> i32| {
            let numbers = rows.iter().flat_map(|row| (0..width).map(move |column| at(row, column)));
            NdTensor::from_data([rows.len(), width], numbers.collect::<Vec<i32>>())
        };
        let mut inputs: Vec<(_, ValueOrView)> = Vec::new();
        for (name, tensor) in [
            ("input_ids", part(&|row, column| row.get(column).copied().unwrap_or(0))),
            ("attention_mask", part(&|row, column| i32::from(column < row.len()))),
            ("token_type_ids", part(&|_, _| 0)),
        ] {
            if let Some(node) = model.find_node(name).filter(|it| model.input_ids().contains(it)) {
                inputs.push((node, tensor.into()));
            }
        }
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(&pool)));
        let [value] = model
            .run_n(inputs, [model.output_ids()[0]], Some(options))
            .map_err(|error| error.to_string())?;
        drop(value);
        Ok(())
    };
    let mut best: Option<Duration> = None;
    for together in [1, 8] {
        run(&sorted[..1.min(sorted.len())])?;
        let clock = Instant::now();
        for rows in sorted.chunks(together) {
            run(rows)?;
        }
        let time = clock.elapsed();
        best = Some(best.map_or(time, |best| best.min(time)));
    }
    best.ok_or_else(|| "there is no text to embed".to_owned())
}
