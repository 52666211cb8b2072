//! The doors of memopage: the command line, drawn from the engine's operation table.
//!
//! Only this crate reads configuration, environment and time, prints, and picks exit codes.

mod background;
mod cli;
mod commands;
mod config;
mod env_vars;
mod exit;
mod fusion;
mod model;
mod network;
mod output;
mod progress;

use std::process::ExitCode;

#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    quiet_where_caught();
    let matches = match cli::command().try_get_matches_from(cli::typed_words()) {
        Ok(matches) => matches,
        Err(err) => return output::usage(&err),
    };
    let json = matches.get_flag("json");
    match cli::run(&matches) {
        Ok(code) => code,
        Err(err) => {
            output::failure(&err, json);
            exit::code(err.kind)
        }
    }
}

/// A panic that becomes an error further up is told as that error alone.
fn quiet_where_caught() {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !memory::panic_is_caught() {
            tell(panic);
        }
    }));
}
