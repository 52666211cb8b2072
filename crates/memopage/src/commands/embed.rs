//! `embed`: let the vault's model read the pages it has not read yet. What is done is kept, however it
//! ends, and the next run goes on from there. A worker in the background does the same after each write.

use crate::progress::Progress;
use crate::{background, config, output};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use memory::{Error, Kind, Purge};
use search::{Filled, Filling, ModelError};
use serde_json::json;
use std::ops::ControlFlow;

pub(super) fn command() -> Command {
    Command::new("embed")
        .about(
            "Let the vault's model read the pages it has not read yet; Ctrl-C keeps what is done",
        )
        .arg(
            Arg::new("limit")
                .long("limit")
                .value_name("TEXTS")
                .value_parser(value_parser!(u64).range(1..))
                .help("Stop after the batch in which so many texts are reached"),
        )
        .arg(
            Arg::new(background::FLAG)
                .long(background::FLAG)
                .action(ArgAction::SetTrue)
                .hide(true)
                .help("Wait for the turn, work at low priority, print nothing"),
        )
}

pub(super) fn run(args: &ArgMatches) -> Result<(), Error> {
    let opened = config::open(args)?;
    if args.get_flag(background::FLAG) {
        return background::work(&opened);
    }
    let limit = args
        .get_one::<u64>("limit")
        .map_or(usize::MAX, |it| usize::try_from(*it).unwrap_or(usize::MAX));
    let mut progress = Progress::new("reading pages");
    let report =
        opened.memory.sync(&opened.call, Purge::Guarded, &mut |done, of| progress.at(done, of))?;
    drop(progress);
    report.warnings().iter().for_each(|it| output::warn(it));
    let turn = opened.memory.worker_within(opened.call.wait)?;
    let mut progress = Progress::new("embedding");
    let filled = opened.memory.fill(&mut |filling| {
        progress.at(filling.coverage.embedded, filling.coverage.pages);
        if filling.embedded >= limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    drop(progress);
    let (done, failed) = match filled {
        Filled::Busy => {
            return Err(Error::new(Kind::Busy, "another process is embedding this vault")
                .hint("`memopage status` shows how far it is; recall works meanwhile"));
        }
        Filled::Done(filling) | Filled::Stopped(filling) => (filling, None),
        Filled::Failed(filling, err) => (filling, Some(err)),
    };
    if failed.is_none() {
        turn.note(None).map_err(|err| Error::new(Kind::Unavailable, err.to_string()))?;
    }
    told(&done, args.get_flag("json"))?;
    failed.map_or(Ok(()), |err| Err(given_up(&err)))
}

fn told(done: &Filling, as_json: bool) -> Result<(), Error> {
    let Filling { coverage, embedded, reused } = done;
    let rest = coverage.pages.saturating_sub(coverage.embedded);
    let mut text =
        format!("{embedded} texts embedded; {} of {} pages", coverage.embedded, coverage.pages);
    if *reused > 0 {
        text.push_str(&format!("; {reused} texts had a vector already"));
    }
    if rest > 0 {
        text.push_str("; `memopage embed` goes on");
    }
    let json = json!({
        "embedded": embedded, "reused": reused,
        "pages_embedded": coverage.embedded, "pages": coverage.pages, "complete": rest == 0,
    });
    output::reply(&text, &json, as_json)
}

fn given_up(err: &ModelError) -> Error {
    let error = Error::new(Kind::Unavailable, format!("the model gave up: {}", err.message));
    match (err.transient, err.retry_after) {
        (true, Some(wait)) => error.hint(format!(
            "what is done is kept; run `memopage embed` again in {} s, as it asks for",
            wait.as_secs()
        )),
        (true, None) => error.hint("what is done is kept; run `memopage embed` again later"),
        (false, _) => {
            error.hint("what is done is kept; put that right and run `memopage embed` again")
        }
    }
}
