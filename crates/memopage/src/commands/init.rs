//! `init`: make a folder a vault. Asks nothing, changes no file that stands there.

use crate::{background, config, env_vars, model, output};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use jiff::tz::TimeZone;
use memory::{Error, Kind, WithGit};
use std::path::PathBuf;
use wiki::schema::Layout;

pub(super) fn command() -> Command {
    Command::new("init")
        .about("Make a folder a vault; no file that stands there is changed")
        .arg(
            Arg::new("dir").index(1).value_parser(value_parser!(PathBuf)).help(
                "The folder; made if it is missing. Default: --vault, MEMOPAGE_VAULT, ~/wiki",
            ),
        )
        .arg(
            Arg::new("layout")
                .long("layout")
                .default_value("agent")
                .value_parser(["agent", "wiki", "docs", "personal"])
                .help("Which page types and folders to begin with"),
        )
        .arg(
            Arg::new("zone")
                .long("zone")
                .value_name("ZONE")
                .help("The vault's time zone, such as Europe/Lisbon; default: this machine's"),
        )
        .arg(
            Arg::new("no-git")
                .long("no-git")
                .action(ArgAction::SetTrue)
                .help("Make no git repository"),
        )
        .arg(Arg::new("nested").long("nested").action(ArgAction::SetTrue).help(
            "Make it also within another vault, whose pages these then are, too, or around one",
        ))
}

pub(super) fn run(args: &ArgMatches) -> Result<(), Error> {
    let root = folder(args)?;
    if !args.get_flag("nested") {
        memory::refuse_nested(&root)?;
    }
    let layout: Layout = args
        .get_one::<String>("layout")
        .expect("because it has a default")
        .parse()
        .map_err(|err: wiki::schema::UnknownWord| {
            Error::new(Kind::BadRequest, err.to_string()).hint("use agent, wiki, docs or personal")
        })?;
    let zone = zone(args)?;
    let call = config::call(args, &config::VaultConfig::of_zone(&zone))?;
    let git = if args.get_flag("no-git") { WithGit::Leave } else { WithGit::Make };
    let choice = model::Choice::for_pages(memory::han_share(&root));
    let used = if choice.is_installed() { Some(choice.name) } else { None };
    let done = memory::init(&root, layout, &zone, &call, git, used)?;
    let reading = used.is_some() && background::start_in(&root);
    let json = serde_json::json!({
        "vault": root.display().to_string(),
        "layout": layout.to_string(),
        "zone": zone,
        "made": done.made,
        "kept": done.kept,
        "pages": done.pages,
        "history": done.history,
        "model": used,
        "model_suggested": choice.name,
    });
    done.warnings.iter().for_each(|it| output::warn(it));
    let mut text = format!("made {} a vault ({layout} layout, zone {zone})\n", root.display());
    text.push_str(&format!("pages: {} · history: {}\n", done.pages, done.history));
    if !done.kept.is_empty() {
        text.push_str(&format!("left as they were: {}\n", done.kept.join(", ")));
    }
    text.push_str(&format!("{choice}\n"));
    match (used, reading) {
        (Some(_), true) => text.push_str(
            "a worker lets it read the pages now; `memopage status` shows how far it is\n",
        ),
        (Some(_), false) => text.push_str("`memopage embed` lets it read the pages\n"),
        (None, _) => {}
    }
    text.push_str("try: memopage remember \"…\" · memopage import NOTES · memopage recall \"…\"");
    output::reply(&text, &json, args.get_flag("json"))
}

fn folder(args: &ArgMatches) -> Result<PathBuf, Error> {
    let named =
        args.get_one::<PathBuf>("dir").or_else(|| args.get_one::<PathBuf>("vault")).cloned();
    named
        .or_else(env_vars::vault)
        .or_else(|| env_vars::home().map(|it| it.join("wiki")))
        .ok_or_else(|| {
            Error::new(Kind::BadRequest, "no folder is named and there is no home folder")
                .hint("name the folder: `memopage init DIR`")
        })
}

fn zone(args: &ArgMatches) -> Result<String, Error> {
    match args.get_one::<String>("zone") {
        Some(name) => match TimeZone::get(name) {
            Ok(_) => Ok(name.clone()),
            Err(_) => Err(Error::new(Kind::BadRequest, format!("`{name}` is no time zone"))
                .hint("use a name of the IANA database, such as Europe/Lisbon")),
        },
        None => Ok(TimeZone::system().iana_name().unwrap_or("UTC").to_owned()),
    }
}
