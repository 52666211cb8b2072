//! A process that makes the index anew is killed at random moments: whoever asks next gets the answer
//! and nobody has to repair anything.

use std::time::Instant;

use super::load::{Dice, Victim, end};
use super::program::Program;
use super::tally::{Fault, Tally};
use super::{Outcome, Recorded};

const PAGES: usize = 1_500;
/// Kills in one round.
const KILLS: usize = 8;

/// Kills rebuilds at random.
pub(super) fn run(program: &Program, rounds: u32, seed: u64) -> Outcome<Tally> {
    let mut tally = Tally::named(format!("index of {PAGES} pages made anew, killed at random"));
    let vault = program.vault(Recorded::Nowhere)?;
    for page in 0..PAGES {
        let text = format!("# Note {page}\n\nThe ledger of harbour {page}, marked token{page}x.\n");
        vault.put(&format!("notes/note-{page}.md"), &text)?;
    }
    let index = vault.state("index");
    let began = Instant::now();
    program.recall(&vault, "token7x")?;
    let usual = began.elapsed();
    let mut dice = Dice::new(seed);
    for round in 0..rounds {
        std::fs::remove_dir_all(&index).map_err(|err| err.to_string())?;
        for _ in 0..KILLS {
            let mut command = program.command(&vault, &["recall", "token7x"]);
            let child = command.spawn().map_err(|err| err.to_string())?;
            let patience = usual.mul_f64(dice.below(1_000) as f64 / 1_000.0);
            let done = end(child, Victim::Program, Some(patience))?;
            match done.code {
                None => tally.kills += 1,
                Some(0) => {}
                Some(code) => tally.fault(Fault::Repair, format!("gave {code}: {}", done.err)),
            }
        }
        for page in [0, PAGES / 2, PAGES - 1] {
            match program.recall(&vault, &format!("token{page}x")) {
                Ok(found) if found.first() == Some(&format!("notes/note-{page}")) => {}
                Ok(found) => {
                    let what = format!("round {round}: page {page} is not found: {found:?}");
                    tally.fault(Fault::Lost, what);
                }
                Err(why) => tally.fault(Fault::Repair, format!("round {round}: {why}")),
            }
        }
    }
    tally.took = began.elapsed();
    Ok(tally)
}
