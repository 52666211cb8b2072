//! Some weeks of a memory's life: facts that are written, changed and taken back day by day, and questions about
//! them, in seven dimensions, beside notes that are only ever added to.
//!
//! Every system gets the same changes in the same order and the same questions on the same days; what is graded is
//! what its best hit states as current. No model reads the hits.

mod civil;
mod grade;
mod make;
mod notes;
mod ours;
mod outcome;
mod questions;
mod report;
mod run;
mod scenario;
mod system;
#[cfg(test)]
mod tests;
mod words;
mod world;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Arg, ArgMatches, Command, value_parser};
use notes::{By, Notes, Unit};
use ours::Ours;
use outcome::{Column, Outcome};
use run::Lived;
use scenario::Event;
use system::{Feed, System, moment};
use world::Size;

use crate::options::{flag, path, seed};
use crate::scale::machine::Machine;
use crate::vault::reported;

pub(crate) const NAME: &str = "life";

pub(crate) fn command() -> Command {
    let number = |name: &'static str, default: &'static str| {
        Arg::new(name).long(name).default_value(default)
    };
    Command::new(NAME)
        .about("Weeks of writes, changes and questions in seven dimensions, beside plain notes")
        .long_about(
            "Weeks of writes, changes and questions: facts are right, stay right, are replaced and forgotten, \
             are found over several pages, fast, with their source, and at what cost. Half of it is Chinese. \
             Notes that are only added to are asked the same beside, by words and, with a model, by likeness.",
        )
        .arg(seed("Makes other weeks"))
        .arg(number("days", "30").value_parser(value_parser!(u16).range(10..=400)).help("Days"))
        .arg(
            number("people", "40")
                .value_parser(value_parser!(u16).range(4..=320))
                .help("People; projects, companies and tools come in proportion"),
        )
        .arg(
            number("feed", "writes")
                .value_parser(["writes", "dialogue"])
                .help("Tell page, key and value of each change, or the words in which it is said"),
        )
        .arg(
            path(
                "scenario",
                "FILE",
                "Live through a scenario of one's own, JSON lines as docs/benchmarks.md says",
            )
            .conflicts_with_all(["seed", "days", "people"]),
        )
        .arg(path("write-scenario", "FILE", "Write the scenario there as well"))
        .arg(path("model", "DIR", "Ask notes by likeness, too, with this model"))
        .arg(path(
            "keep",
            "DIR",
            "Keep vault and notes in this folder, which must not exist; else they are temporary",
        ))
        .arg(path(
            "out",
            "DIR",
            "Write report.md, report.json and questions.jsonl, a line for every question and system",
        ))
        .arg(flag("json", "Print one JSON object"))
}

pub(crate) fn run(matches: &ArgMatches) -> ExitCode {
    reported(measure(matches), matches, report::page)
}

fn measure(matches: &ArgMatches) -> Result<Outcome, String> {
    let path = |name: &str| matches.get_one::<PathBuf>(name);
    let (events, about) = events(matches)?;
    if let Some(file) = path("write-scenario") {
        fs::write(file, scenario::written(&events))
            .map_err(|err| format!("cannot write {}: {err}", file.display()))?;
    }
    let (feed, feed_name) = match matches.get_one::<String>("feed").map(String::as_str) {
        Some("dialogue") => (Feed::Dialogue, "dialogue"),
        _ => (Feed::Writes, "writes"),
    };
    let temporary = tempfile::tempdir().map_err(|err| err.to_string())?;
    let folder = match path("keep") {
        Some(dir) if dir.exists() => return Err(format!("{} exists already", dir.display())),
        Some(dir) => dir.clone(),
        None => temporary.path().join("life"),
    };
    fs::create_dir_all(&folder)
        .map_err(|err| format!("cannot make {}: {err}", folder.display()))?;
    let machine = Machine::now();
    let lives = lives(&folder, &events, feed, path("model"))?;
    let days = scenario::days(&events);
    let outcome = Outcome {
        scenario: about,
        feed: feed_name,
        days: days.len(),
        questions: days.values().map(|it| it.asks.len()).sum(),
        machine,
        systems: lives.iter().map(Column::of).collect(),
    };
    if let Some(dir) = path("out") {
        report::write(dir, &outcome, &lives)?;
    }
    Ok(outcome)
}

/// What happens, and where it comes from.
fn events(matches: &ArgMatches) -> Result<(Vec<Event>, String), String> {
    if let Some(file) = matches.get_one::<PathBuf>("scenario") {
        return Ok((scenario::read(file)?, file.display().to_string()));
    }
    let number =
        |name: &str| usize::from(*matches.get_one::<u16>(name).expect("because it has a default"));
    let seed = *matches.get_one::<u64>("seed").expect("because it has a default");
    let size = Size { seed, days: number("days"), people: number("people") };
    let about = format!("seed {seed}, {} days, {} people", size.days, size.people);
    Ok((make::scenario(size), about))
}

/// Each system's life, ours first.
fn lives(
    folder: &Path,
    events: &[Event],
    feed: Feed,
    model: Option<&PathBuf>,
) -> Result<Vec<Lived>, String> {
    let days = scenario::days(events);
    let first = days.keys().next().ok_or("nothing happens")?;
    let mut ours = Ours::new(folder.join("vault"), &moment(*first, 0))?;
    let mut lives = vec![run::lived(&mut ours, events, feed)?];
    let mut others = vec![(Unit::Note, By::Words), (Unit::Page, By::Words)];
    // It keeps the model's files, which are read when they are needed.
    let installed = model.map(|dir| crate::cli::installed(dir)).transpose();
    let installed = installed.map_err(|err| err.to_string())?;
    if let Some(installed) = &installed {
        let model = installed.open().map_err(|err| err.to_string())?;
        others.push((Unit::Note, By::Likeness(Arc::from(model))));
    }
    for (nth, (unit, by)) in others.into_iter().enumerate() {
        let file = folder.join(format!("notes-{}.md", nth + 1));
        let mut notes = Notes::new(file, unit, by);
        let notes: &mut dyn System = &mut notes;
        lives.push(run::lived(notes, events, feed)?);
    }
    Ok(lives)
}
