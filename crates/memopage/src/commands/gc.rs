//! `gc`: take up the space that replaced texts left in the index; confirm that pages are gone. It never
//! makes the index larger.

use crate::{config, output};
use clap::{Arg, ArgAction, ArgMatches, Command};
use memory::{Error, Purge};
use serde_json::json;

pub(super) fn command() -> Command {
    Command::new("gc")
        .about("Compact the index, and drop what is no longer in the vault")
        .arg(
            Arg::new("purge")
                .long("purge")
                .action(ArgAction::SetTrue)
                .help("Believe the disk even if most pages are gone at once"),
        )
        .arg(
            Arg::new("dry-run")
                .long("dry-run")
                .short('n')
                .action(ArgAction::SetTrue)
                .help("Only show what would go"),
        )
}

pub(super) fn run(args: &ArgMatches) -> Result<(), Error> {
    let opened = config::open(args)?;
    let as_json = args.get_flag("json");
    let before = opened.memory.sizes()?;
    if args.get_flag("dry-run") {
        let plan = opened.memory.stale()?;
        let text = format!(
            "{} pages of the index are no longer in the vault{}\nrecent pages searched beside the index: {}\nindex: {} bytes for {} bytes of text, about {} of them free",
            plan.gone.len(),
            plan.gone.iter().map(|it| format!("\n  {it}")).collect::<String>(),
            before.recent,
            before.index_bytes,
            before.text_bytes,
            plan.free_bytes,
        );
        let json = json!({
            "gone": plan.gone, "recent": before.recent,
            "index_bytes": before.index_bytes, "text_bytes": before.text_bytes,
            "free_bytes": plan.free_bytes,
        });
        return output::reply(&text, &json, as_json);
    }
    let purge = if args.get_flag("purge") { Purge::Confirmed } else { Purge::Guarded };
    let report = opened.memory.sync(&opened.call, purge, &mut |_, _| {})?;
    report.warnings().iter().for_each(|it| output::warn(it));
    opened.memory.compact(opened.call.wait)?;
    let memory::Swept { vectors, problem } = opened.memory.sweep_vectors(opened.call.wait)?;
    problem.iter().for_each(|it| output::warn(it));
    let after = opened.memory.sizes()?;
    let swept = if vectors == 0 { String::new() } else { format!("{vectors} vectors and ") };
    let text = format!(
        "dropped {swept}{} pages; index: {} → {} bytes for {} bytes of text",
        report.removed, before.index_bytes, after.index_bytes, after.text_bytes
    );
    let mut json = json!({
        "removed": report.removed, "vanished": report.vanished, "vectors_removed": vectors,
        "index_bytes_before": before.index_bytes, "index_bytes": after.index_bytes,
        "text_bytes": after.text_bytes,
    });
    if let Some(problem) = problem {
        json["vectors_problem"] = json!(problem);
    }
    output::reply(&text, &json, as_json)
}
