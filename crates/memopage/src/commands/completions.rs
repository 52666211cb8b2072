//! `completions`: the script by which a shell completes memopage's words.

use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;
use memory::Error;
use serde_json::json;

use crate::output;

pub(super) fn command() -> Command {
    Command::new("completions").about("Print the completion script of a shell").arg(
        Arg::new("shell")
            .index(1)
            .required(true)
            .value_parser(value_parser!(Shell))
            .help("The shell"),
    )
}

pub(super) fn run(args: &ArgMatches) -> Result<(), Error> {
    let shell = *args.get_one::<Shell>("shell").expect("because it is required");
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut crate::cli::command(), "memopage", &mut script);
    let script = String::from_utf8_lossy(&script);
    match args.get_flag("json") {
        true => output::reply("", &json!({ "shell": shell.to_string(), "script": script }), true),
        false => output::line(script.trim_end()),
    }
}
