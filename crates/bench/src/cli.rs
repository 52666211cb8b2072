//! The commands that measure data sets: what they take, and what they do with it.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, builder::PossibleValue, value_parser};
use models::{InstallFrom, Others, Store, StoreError};
use search::{Embedder, Fusion, Weights};
use tempfile::TempDir;

use crate::corpus::Means;
use crate::datasets::longmemeval::{Options, Turns};
use crate::datasets::{self, Dataset};
use crate::options::{flag, path};
use crate::report;
use crate::run::{self, BenchError, Settings};
use crate::split::{Part, Split};
use crate::streams::Streams;
use crate::systems;

const LOCOMO: &str = "locomo";
const LONGMEMEVAL: &str = "longmemeval";
const CMRC: &str = "cmrc";
const XQUAD: &str = "xquad";
const MEMDAILY: &str = "memdaily";

/// The commands, in the order of the help.
pub(crate) fn commands() -> [Command; 5] {
    [
        common(LOCOMO, "Conversations over months, questions with the turns that answer them")
            .arg(data())
            .arg(
                path("gold", "FILE", "Corrected evidence, scored beside the data set's own")
                    .action(ArgAction::Append),
            ),
        common(LONGMEMEVAL, "Questions, each with a haystack of sessions, or all in one vault")
            .arg(data())
            .arg(
                Arg::new("turns")
                    .long("turns")
                    .value_parser(["user", "all"])
                    .default_value("all")
                    .help("Whose turns are indexed; the authors' protocol takes the user's only"),
            )
            .arg(flag("pool", "All sessions of the file in one vault, each once"))
            .arg(
                path("extra-sessions", "FILE", "Further sessions for the pool, as JSON lines")
                    .requires("pool"),
            )
            .arg(path("marks", "FILE", "Take the marks of answering turns from this file")),
        common(CMRC, "Chinese questions on paragraphs, all paragraphs in one vault").arg(data()),
        common(XQUAD, "Questions in one language on paragraphs in another, in one vault")
            .arg(path("paragraphs", "FILE", "The file whose paragraphs are indexed").required(true))
            .arg(path("questions", "FILE", "The file whose questions are asked").required(true)),
        common(MEMDAILY, "Chinese messages of some days, a question each, many small vaults")
            .arg(data()),
    ]
}

fn data() -> Arg {
    path("data", "FILE", "The data set's JSON file, gzip or not").required(true)
}

fn common(name: &'static str, about: &'static str) -> Command {
    let text = |name: &'static str| Arg::new(name).long(name);
    Command::new(name)
        .about(about)
        .arg(path("out", "DIR", "Write report, plots and a line per question into this folder"))
        .arg(path("unrelated", "FILE", "Unrelated questions, a line each: how many get no answer"))
        .arg(flag("json", "Print one JSON object instead of the report"))
        .arg(flag("abstain", "Answer nothing where `memopage recall` would, as with --unrelated"))
        .arg(flag("no-abstain", "Rank always, with --unrelated as well").conflicts_with("abstain"))
        .arg(flag("deep", "Ask again with what the best hits name"))
        .arg(text("streams").default_value("lexical").help("Any of lexical,vector,graph"))
        .arg(path("model", "DIR", "The model of the vector stream and of vector systems"))
        .arg(
            text("split")
                .value_parser(Part::ALL)
                .default_value("all")
                .help("Ask only this part: tune is a half, dev and held-out a quarter each"),
        )
        .arg(
            text("split-seed")
                .value_parser(value_parser!(u64))
                .default_value("1")
                .help("Draws the parts, and the samples of the intervals"),
        )
        .arg(flag("ablate", "Measure again with each stream and piece of evidence switched off"))
        .arg(path(
            "vectors",
            "DIR",
            "Keep vectors here between runs; texts met before cost nothing",
        ))
        .arg(text("set").action(ArgAction::Append).value_name("WEIGHT=NUMBER").help("Set a weight"))
        .arg(
            text("fusion")
                .value_parser([
                    PossibleValue::new("zscore").alias("standard"),
                    PossibleValue::new("rrf"),
                ])
                .default_value("zscore")
                .help("How streams are joined: sums of standard scores, or reciprocal ranks"),
        )
        .arg(
            text("vary")
                .action(ArgAction::Append)
                .value_name("WEIGHT=NUMBER,…")
                .help("Measure again with each of these values of a weight"),
        )
        .args(systems::arguments())
}

/// Runs the command, if it is one of these.
pub(crate) fn run(name: &str, matches: &ArgMatches) -> Option<Result<(), BenchError>> {
    let load = || match name {
        LOCOMO => {
            let gold = matches.get_many::<PathBuf>("gold").into_iter().flatten();
            let gold: Vec<&Path> = gold.map(PathBuf::as_path).collect();
            datasets::locomo::load(needed(matches, "data"), &gold)
        }
        LONGMEMEVAL => datasets::longmemeval::load(needed(matches, "data"), &options(matches)),
        XQUAD => {
            datasets::squad::load(needed(matches, "paragraphs"), Some(needed(matches, "questions")))
        }
        CMRC => datasets::squad::load(needed(matches, "data"), None),
        _ => datasets::memdaily::load(needed(matches, "data")),
    };
    [LOCOMO, LONGMEMEVAL, CMRC, XQUAD, MEMDAILY]
        .contains(&name)
        .then(|| measure(name, matches, &load))
}

fn needed<'a>(matches: &'a ArgMatches, name: &str) -> &'a Path {
    matches.get_one::<PathBuf>(name).expect("because it is required")
}

fn options(matches: &ArgMatches) -> Options {
    let user = matches.get_one::<String>("turns").is_some_and(|turns| turns == "user");
    Options {
        turns: if user { Turns::User } else { Turns::All },
        pool: matches.get_flag("pool"),
        extra: matches.get_one::<PathBuf>("extra-sessions").cloned(),
        marks: matches.get_one::<PathBuf>("marks").cloned(),
    }
}

fn measure(
    name: &str,
    matches: &ArgMatches,
    load: &dyn Fn() -> Result<Dataset, BenchError>,
) -> Result<(), BenchError> {
    // A model that is installed for this run lies there until the run ends.
    let (model, _folder) =
        matches.get_one::<PathBuf>("model").map(|dir| model(dir)).transpose()?.unzip();
    let settings = settings(matches, model)?;
    if settings.means.streams.need_a_model() && settings.means.model.is_none() {
        let why = "the vector stream needs a model: give --model DIR";
        return Err(BenchError::Usage(why.to_owned()));
    }
    let mut systems = systems::chosen(matches, settings.means.model.as_ref())?;
    let dataset = load()?;
    let outcome = run::run(&dataset, &settings, &mut systems)?;
    let config = config(matches, &settings)?;
    let summary = report::Summary::of(name, &dataset, &outcome, &settings, config);
    if let Some(out) = matches.get_one::<PathBuf>("out") {
        report::write(out, &summary, &outcome)?;
    }
    if matches.get_flag("json") {
        report::print_json(&summary);
    } else {
        report::print(&summary);
    }
    Ok(())
}

fn settings(
    matches: &ArgMatches,
    model: Option<Arc<dyn Embedder>>,
) -> Result<Settings, BenchError> {
    let text = |name: &str| matches.get_one::<String>(name).map(String::as_str).unwrap_or_default();
    let unrelated = match matches.get_one::<PathBuf>("unrelated") {
        Some(path) => datasets::lines(path)?,
        None => Vec::new(),
    };
    let seed = *matches.get_one::<u64>("split-seed").expect("because it has a default");
    Ok(Settings {
        means: Means {
            streams: Streams::parse(text("streams"))?,
            model,
            vectors: matches.get_one::<PathBuf>("vectors").cloned(),
            deep: matches.get_flag("deep"),
        },
        weights: weights(matches)?,
        vary: vary(matches)?,
        abstain: matches.get_flag("abstain")
            || matches.contains_id("unrelated") && !matches.get_flag("no-abstain"),
        split: Split { part: Part::parse(text("split"))?, seed },
        unrelated,
        ablate: matches.get_flag("ablate"),
    })
}

fn weights(matches: &ArgMatches) -> Result<Weights, BenchError> {
    let mut weights = Settings::default_weights();
    if matches.get_one::<String>("fusion").is_some_and(|fusion| fusion == "rrf") {
        weights.fusion = Fusion::Reciprocal;
    }
    for text in matches.get_many::<String>("set").into_iter().flatten() {
        let (name, values) = assignment(text)?;
        let [value] = values[..] else { return Err(no_weight(text)) };
        if !weights.set(&name, value) {
            return Err(no_weight(text));
        }
    }
    Ok(weights)
}

fn vary(matches: &ArgMatches) -> Result<Vec<(String, Vec<f64>)>, BenchError> {
    let given = matches.get_many::<String>("vary").into_iter().flatten();
    given.map(|text| assignment(text)).collect()
}

/// `name=1,2`, with a name that is a weight's.
fn assignment(text: &str) -> Result<(String, Vec<f64>), BenchError> {
    let (name, values) = text.split_once('=').ok_or_else(|| no_weight(text))?;
    let known = Weights::default().named().into_iter().any(|(known, _)| known == name);
    let values: Result<Vec<f64>, _> = values.split(',').map(str::parse).collect();
    match values {
        Ok(values) if known => Ok((name.to_owned(), values)),
        _ => Err(no_weight(text)),
    }
}

fn no_weight(text: &str) -> BenchError {
    let names: Vec<String> = Weights::default().named().into_iter().map(|(name, _)| name).collect();
    BenchError::Usage(format!("`{text}` sets no weight; there are {}", names.join(", ")))
}

/// The one place that opens a model. Gives the folder, too, that it was installed into for this run.
pub(crate) fn model(dir: &Path) -> Result<(Arc<dyn Embedder>, Option<TempDir>), BenchError> {
    let installed = installed(dir)?;
    Ok((Arc::from(installed.open()?), installed.folder))
}

/// A model as it is installed.
pub(crate) struct Model {
    store: Store,
    name: String,
    /// Where its files were installed for this run, if they were.
    folder: Option<TempDir>,
}

impl Model {
    pub(crate) fn open(&self) -> Result<Box<dyn Embedder>, BenchError> {
        self.store
            .open(&self.name)
            .map_err(|error| refused(self.store.folder(), &error.to_string()))
    }

    /// Where its files lie.
    pub(crate) fn folder(&self) -> PathBuf {
        self.store.folder().join(&self.name)
    }
}

fn refused(dir: &Path, why: &str) -> BenchError {
    let hint = "install it with `memopage models pull`, and give its folder";
    BenchError::Usage(format!("cannot use the model {}: {why}; {hint}", dir.display()))
}

/// The model in `dir`; files as a hub has them are installed for this run.
pub(crate) fn installed(dir: &Path) -> Result<Model, BenchError> {
    let name = dir.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let store = Store::at(dir.parent().unwrap_or(dir), threads);
    match store.open(name) {
        Ok(_) => return Ok(Model { store, name: name.to_owned(), folder: None }),
        // Files as a hub has them, in a folder of any name: installed for this run.
        Err(StoreError::Unknown { .. } | StoreError::Name(_)) => {}
        Err(StoreError::Disk { source, .. }) if source.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(refused(dir, &error.to_string())),
    }
    let folder = tempfile::tempdir().map_err(|error| refused(dir, &error.to_string()))?;
    let store = Store::at(folder.path(), threads);
    // For this run alone, whoever made it: its figures are what is asked for.
    let from = InstallFrom { path: dir, name: None, sha256: None, others: Others::Installed };
    let about =
        store.install_from(&from, &mut |_| {}).map_err(|error| refused(dir, &error.to_string()))?;
    Ok(Model { store, name: about.name, folder: Some(folder) })
}

/// All that the figures depend on, and one hash of it.
fn config(
    matches: &ArgMatches,
    settings: &Settings,
) -> Result<BTreeMap<String, String>, BenchError> {
    let mut config = BTreeMap::new();
    let mut set = |key: &str, value: String| config.insert(key.to_owned(), value);
    set("streams", settings.means.streams.text());
    set("abstain", settings.abstain.to_string());
    set("deep", settings.means.deep.to_string());
    set("split", settings.split.part.name().to_owned());
    set("seed", settings.split.seed.to_string());
    set("weights", format!("{:?}", settings.weights));
    set("version", env!("CARGO_PKG_VERSION").to_owned());
    if let Some(model) = &settings.means.model {
        set("model", model.fingerprint().to_owned());
    }
    for id in matches.ids().map(clap::Id::as_str) {
        let files = [
            "data",
            "gold",
            "extra-sessions",
            "marks",
            "paragraphs",
            "questions",
            "unrelated",
            "http-names",
        ];
        if files.contains(&id) {
            let paths = matches.get_many::<PathBuf>(id).into_iter().flatten();
            let held = paths.map(|path| contents(path)).collect::<Result<Vec<_>, _>>()?;
            if !held.is_empty() {
                set(id, held.join(", "));
            }
        }
        match id {
            "against" | "http-ingest" | "http-ids"
                if matches.value_source(id) == Some(ValueSource::CommandLine) =>
            {
                let words = matches.get_many::<String>(id).into_iter().flatten();
                set(id, words.map(String::as_str).collect::<Vec<_>>().join(", "));
            }
            "turns" => drop(set(id, matches.get_one::<String>(id).cloned().unwrap_or_default())),
            "pool" => drop(set(id, matches.get_flag(id).to_string())),
            _ => {}
        }
    }
    let whole: Vec<String> = config.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let hash = blake3::hash(whole.join("\n").as_bytes()).to_hex();
    config.insert("hash".to_owned(), hash[..16].to_owned());
    Ok(config)
}

/// A file's name and the hash of what it holds.
fn contents(path: &Path) -> Result<String, BenchError> {
    let bytes =
        std::fs::read(path).map_err(|source| BenchError::Io { path: path.to_owned(), source })?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(format!("{name} {}", &blake3::hash(&bytes).to_hex()[..16]))
}
