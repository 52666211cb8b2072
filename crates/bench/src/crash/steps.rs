//! Every kind of write, killed before every step that changes a file of the vault. After each death
//! one recall and one further write are made, as anybody would, and the vault must be as if the write
//! had never begun or had been finished, in every file.

use std::time::Instant;

use super::program::{Program, Snapshot, Vault};
use super::tally::{Fault, Tally};
use super::{Outcome, Recorded};

/// The write that follows each death.
const PROBE: [&str; 3] = ["write", "notes/probe", "# Probe\n\nWritten afterwards.\n"];
/// No write takes so many steps.
const STEPS_MAX: usize = 500;

/// A kind of write.
struct Kind {
    name: &'static str,
    words: &'static [&'static str],
    /// A question whose answer the write changes.
    query: &'static str,
}

const KINDS: [Kind; 7] = [
    Kind {
        name: "create",
        words: &["write", "notes/new", "# New\n\nA zephyrine wind.\n"],
        query: "zephyrine wind",
    },
    Kind {
        name: "update",
        words: &["write", "notes/ada", "# Ada\n\nAda left for a zephyrine coast.\n"],
        query: "zephyrine coast",
    },
    Kind {
        name: "append",
        words: &["append", "notes/ada", "A zephyrine postscript."],
        query: "zephyrine postscript",
    },
    Kind {
        name: "remember",
        words: &["remember", "--page", "users/grace", "--key", "Release", "--value", "zephyrine"],
        query: "zephyrine",
    },
    Kind { name: "move", words: &["move", "notes/ada", "notes/byron"], query: "byron" },
    Kind { name: "archive", words: &["forget", "notes/ada", "--yes"], query: "lighthouse lamp" },
    Kind { name: "undo", words: &["undo"], query: "quarterly harbour" },
];

/// What a vault looks like on one side of a write, and what it looks like after the probe.
struct Side {
    pages: Snapshot,
    hits: Vec<String>,
    probed: Snapshot,
}

/// Kills every kind of write at every step.
pub(super) fn run(program: &Program, recorded: Recorded) -> Outcome<Vec<Tally>> {
    let seed = seed(program, recorded)?;
    let dies = program.run_dying(&seed.copy()?, &PROBE, 0)?.code.is_none();
    if !dies {
        return Err("the program has no failpoints: build it with `--features failpoints`".into());
    }
    KINDS
        .iter()
        .filter(|kind| kind.name != "undo" || recorded == Recorded::Git)
        .map(|kind| every_step(program, recorded, &seed, kind))
        .collect()
}

/// Pages that link to each other, a fact that has been replaced, and a last write to take back.
fn seed(program: &Program, recorded: Recorded) -> Outcome<Vault> {
    let vault = program.vault(recorded)?;
    let grace = ["remember", "--page", "users/grace", "--key", "Release", "--value"];
    let writes: [&[&str]; 7] = [
        &["write", "notes/ada", "# Ada\n\nAda keeps the lighthouse lamp.\n"],
        &["write", "notes/one", "# One\n\nSee [[ada]] and [[notes/ada|her]].\n"],
        &["write", "notes/two", "# Two\n\nAsk [Ada](ada.md) first.\n"],
        &["write", "users/grace", "---\ntype: user\n---\n# Grace\n\n- Role: admiral\n"],
        &[&grace[..], &["Wednesday"]].concat(),
        &[&grace[..], &["Thursday"]].concat(),
        &["append", "notes/two", "The quarterly harbour report."],
    ];
    for words in writes {
        program.must(&vault, words)?;
    }
    Ok(vault)
}

fn side(program: &Program, vault: &Vault, kind: &Kind) -> Outcome<Side> {
    let hits = program.recall(vault, kind.query)?;
    let pages = vault.snapshot()?;
    program.must(vault, &PROBE)?;
    Ok(Side { pages, hits, probed: vault.snapshot()? })
}

fn every_step(program: &Program, recorded: Recorded, seed: &Vault, kind: &Kind) -> Outcome<Tally> {
    let began = Instant::now();
    let mut tally =
        Tally::named(format!("{}, killed at every step, {}", kind.name, recorded.shown()));
    let before = side(program, &seed.copy()?, kind)?;
    let written = seed.copy()?;
    program.must(&written, kind.words)?;
    let after = side(program, &written, kind)?;
    if before.pages == after.pages || before.hits == after.hits {
        return Err(format!("{} changes nothing that can be seen", kind.name));
    }
    for step in 0..STEPS_MAX {
        let vault = seed.copy()?;
        let done = program.run_dying(&vault, kind.words, step)?;
        let when = format!("step {step}");
        match done.code {
            None => tally.kills += 1,
            Some(0) => tally.acknowledged += 1,
            Some(code) => {
                tally.fault(Fault::Refused, format!("{when} gave {code}: {}", done.err));
                continue;
            }
        }
        let sides = if done.code == Some(0) { vec![&after] } else { vec![&before, &after] };
        judge(program, &vault, (kind, &sides), &when, &mut tally)?;
        vault.inspect(recorded, &mut tally, &when)?;
        if done.code == Some(0) {
            tally.took = began.elapsed();
            return Ok(tally);
        }
    }
    Err(format!("{} does not end", kind.name))
}

/// Recalls and writes, and compares with the sides on which the vault may be.
fn judge(
    program: &Program,
    vault: &Vault,
    (kind, sides): (&Kind, &[&Side]),
    when: &str,
    tally: &mut Tally,
) -> Outcome<()> {
    let hits = program.recall(vault, kind.query);
    let pages = vault.snapshot()?;
    let Some(side) = sides.iter().find(|side| side.pages == pages) else {
        let names: Vec<&String> = pages.keys().collect();
        tally.fault(Fault::Torn, format!("{when}: neither before nor after: {names:?}"));
        return Ok(());
    };
    match hits {
        Ok(hits) if hits == side.hits => {}
        Ok(hits) => {
            tally.fault(Fault::Torn, format!("{when}: found {hits:?} instead of {:?}", side.hits));
        }
        Err(why) => tally.fault(Fault::Repair, format!("{when}: {why}")),
    }
    match program.must(vault, &PROBE) {
        Err(why) => tally.fault(Fault::Repair, format!("{when}: {why}")),
        Ok(_) => {
            tally.acknowledged += 1;
            if vault.snapshot()? != side.probed {
                tally.fault(
                    Fault::Lost,
                    format!("{when}: the write afterwards is not as it should be"),
                );
            }
        }
    }
    Ok(())
}
