//! `man`: the manual page, in roff.

use clap::{ArgMatches, Command};
use memory::{Error, Kind};
use serde_json::json;

use crate::output;

pub(super) fn command() -> Command {
    Command::new("man").about("Print the manual page, in roff: `memopage man | man -l -`")
}

pub(super) fn run(args: &ArgMatches) -> Result<(), Error> {
    let mut page = Vec::new();
    let mut whole = crate::cli::command();
    whole.build();
    let mut render = |command: Command| {
        clap_mangen::Man::new(command).render(&mut page).map_err(|err| {
            Error::new(Kind::Internal, format!("cannot make the manual page: {err}"))
                .hint("report this; it is a fault of the program")
        })
    };
    render(whole.clone())?;
    for command in whole.get_subcommands().filter(|it| it.get_name() != "help") {
        let name = format!("memopage-{}", command.get_name());
        render(command.clone().name(name))?;
    }
    let page = String::from_utf8_lossy(&page);
    match args.get_flag("json") {
        true => output::reply("", &json!({ "format": "roff", "text": page }), true),
        false => output::line(page.trim_end()),
    }
}
