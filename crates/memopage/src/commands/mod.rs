//! Commands that are no operations: they make, fill, empty or examine a vault as a whole.

mod completions;
mod doctor;
mod embed;
mod export;
mod gc;
mod import;
mod init;
mod man;
mod models;

use clap::{ArgMatches, Command};
use memory::Error;

/// Every plain command.
pub(crate) fn all() -> Vec<Command> {
    vec![
        init::command(),
        import::command(),
        export::command(),
        doctor::command(),
        gc::command(),
        models::command(),
        embed::command(),
        completions::command(),
        man::command(),
    ]
}

/// Runs the plain command called `name`.
pub(crate) fn run(name: &str, args: &ArgMatches) -> Result<(), Error> {
    match name {
        "init" => init::run(args),
        "import" => import::run(args),
        "export" => export::run(args),
        "doctor" => doctor::run(args),
        "gc" => gc::run(args),
        "models" => models::run(args),
        "embed" => embed::run(args),
        "completions" => completions::run(args),
        "man" => man::run(args),
        other => Err(Error::new(memory::Kind::Internal, format!("`{other}` has no code"))
            .hint("report this; it is a fault of the program")),
    }
}
