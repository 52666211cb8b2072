//! Eight processes that append without pause, each killed at random moments. Afterwards every append
//! that was acknowledged stands in its page exactly once, no other more than once, and each line of
//! each page is whole.

use std::collections::HashMap;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::program::{Done, Program, Vault, done};
use super::tally::{Fault, Tally};
use super::{Outcome, Recorded};

const WRITERS: u64 = 8;
/// Half of the appends go to the first page, the others to any.
const PAGES: u64 = 8;
/// So many acknowledged appends are looked up by a recall.
const LOOKED_UP: usize = 25;

/// An append that was tried.
pub(super) struct Tried {
    pub(super) page: String,
    pub(super) token: String,
    pub(super) acknowledged: bool,
}

/// What dies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Victim {
    /// The program; a git that it started lives on.
    Program,
    /// The program with everything that it started, as when a container is stopped.
    Family,
}

/// Numbers that look random and are the same for the same seed (xorshift64*, Vigna 2016).
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11) % bound.max(1)
    }
}

/// Kills at random under load, so many rounds of so many seconds.
pub(super) fn run(
    program: &Program,
    (recorded, victim): (Recorded, Victim),
    rounds: u32,
    seconds: u64,
    seed: u64,
) -> Outcome<Tally> {
    let began = Instant::now();
    let whole = if victim == Victim::Family { " and its git" } else { "" };
    let mut all =
        Tally::named(format!("8 processes, killed at random{whole}, {}", recorded.shown()));
    for round in 0..u64::from(rounds) {
        let vault = program.vault(recorded)?;
        for page in 0..PAGES {
            program.must(&vault, &["write", &name(page), &format!("# Page {page}\n")])?;
        }
        let deadline = Instant::now() + Duration::from_secs(seconds);
        let (tried, tally) = (Mutex::new(Vec::new()), Mutex::new(Tally::default()));
        std::thread::scope(|scope| {
            for writer in 0..WRITERS {
                let dice = Dice::new(seed * 1_000 + round * WRITERS + writer);
                let (vault, tried, tally) = (&vault, &tried, &tally);
                scope.spawn(move || {
                    let (mine, counted) = write((program, vault), victim, writer, dice, deadline);
                    tried.lock().expect("because no writer panics").extend(mine);
                    tally.lock().expect("because no writer panics").join(counted);
                });
            }
        });
        let tried = tried.into_inner().expect("because no writer panics");
        let mut tally = tally.into_inner().expect("because no writer panics");
        let when = format!("round {round}");
        vault.rest();
        looked_up(program, &vault, &tried, &mut tally)?;
        if let Err(why) = program.must(&vault, &["write", "notes/last", "# Last\n\nThe end.\n"]) {
            tally.fault(Fault::Repair, format!("{when}: {why}"));
        }
        count(&vault, &tried, &mut tally)?;
        vault.inspect(recorded, &mut tally, &when)?;
        all.join(tally);
    }
    all.took = began.elapsed();
    Ok(all)
}

fn name(page: u64) -> String {
    format!("notes/page-{page}")
}

/// One writer until the deadline; half of its processes are killed.
fn write(
    (program, vault): (&Program, &Vault),
    victim: Victim,
    writer: u64,
    mut dice: Dice,
    deadline: Instant,
) -> (Vec<Tried>, Tally) {
    let (mut tried, mut tally) = (Vec::new(), Tally::default());
    let mut usual = Duration::from_millis(300);
    for number in 0.. {
        let now = Instant::now();
        if now >= deadline {
            break;
        }
        let page = name(if dice.below(2) == 0 { 0 } else { dice.below(PAGES) });
        let token = format!("w{writer}n{number}");
        let mut command = program.command(vault, &["append", &page, &line(&token)]);
        lead_a_group(&mut command, victim);
        let ended = command.spawn().map_err(|err| err.to_string()).and_then(|child| {
            let patience =
                (dice.below(2) == 0).then(|| dice.below(usual.as_micros() as u64 * 5 / 4));
            end(child, victim, patience.map(Duration::from_micros))
        });
        let acknowledged = match ended {
            Ok(Done { code: Some(0), .. }) => {
                tally.acknowledged += 1;
                usual = (usual * 3 + now.elapsed()) / 4;
                true
            }
            Ok(Done { code: None, .. }) => {
                tally.kills += 1;
                false
            }
            Ok(Done { code: Some(code), err, .. }) => {
                tally.fault(Fault::Refused, format!("append gave {code}: {err}"));
                false
            }
            Err(why) => {
                tally.fault(Fault::Refused, why);
                false
            }
        };
        tried.push(Tried { page, token, acknowledged });
    }
    (tried, tally)
}

/// Waits for the end, or kills after some time.
pub(super) fn end(mut child: Child, victim: Victim, kill_after: Option<Duration>) -> Outcome<Done> {
    if let Some(patience) = kill_after {
        std::thread::sleep(patience);
        if victim == Victim::Family {
            // The child is not waited for yet, so that its id still names its group.
            let group = format!("-{}", child.id());
            let mut kill = Command::new("kill");
            finished_quietly(kill.args(["-KILL", "--", &group]))?;
        }
        child.kill().map_err(|err| err.to_string())?;
    }
    Ok(done(&child.wait_with_output().map_err(|err| err.to_string())?))
}

/// A group that is gone already is none to complain about.
fn finished_quietly(command: &mut Command) -> Outcome<()> {
    command.stderr(Stdio::null()).status().map(drop).map_err(|err| err.to_string())
}

#[cfg(unix)]
fn lead_a_group(command: &mut Command, victim: Victim) {
    use std::os::unix::process::CommandExt;
    if victim == Victim::Family {
        command.process_group(0);
    }
}

#[cfg(not(unix))]
fn lead_a_group(_: &mut Command, _: Victim) {}

/// The line that an append adds.
pub(super) fn line(token: &str) -> String {
    format!("entry {token} end")
}

/// Looks for every append that was tried in the pages.
pub(super) fn count(vault: &Vault, tried: &[Tried], tally: &mut Tally) -> Outcome<()> {
    let mut found: HashMap<(&str, String), usize> = HashMap::new();
    let mut pages: Vec<&str> = tried.iter().map(|it| it.page.as_str()).collect();
    pages.sort_unstable();
    pages.dedup();
    for page in pages {
        for text in vault.text(&format!("{page}.md"))?.lines() {
            let token = text.strip_prefix("entry ").and_then(|it| it.strip_suffix(" end"));
            match token {
                Some(token) => *found.entry((page, token.to_owned())).or_default() += 1,
                None if text.is_empty() || text.starts_with("# Page ") => {}
                None => tally.fault(Fault::Torn, format!("{page} holds `{text}`")),
            }
        }
    }
    for Tried { page, token, acknowledged } in tried {
        match found.remove(&(page.as_str(), token.clone())) {
            None if *acknowledged => tally.fault(Fault::Lost, format!("{token} of {page}")),
            None | Some(1) => {}
            Some(times) => {
                tally.fault(Fault::Doubled, format!("{token} of {page} stands {times} times"));
            }
        }
    }
    for (page, token) in found.into_keys() {
        tally.fault(Fault::Torn, format!("{page} holds {token}, which nobody wrote"));
    }
    Ok(())
}

/// Whether a recall finds the latest acknowledged appends.
pub(super) fn looked_up(
    program: &Program,
    vault: &Vault,
    tried: &[Tried],
    tally: &mut Tally,
) -> Outcome<()> {
    for it in tried.iter().rev().filter(|it| it.acknowledged).take(LOOKED_UP) {
        match program.recall(vault, &it.token) {
            Ok(pages) if pages.contains(&it.page) => {}
            Ok(pages) => {
                tally.fault(Fault::Lost, format!("recall of {} finds {pages:?}", it.token));
            }
            Err(why) => tally.fault(Fault::Repair, why),
        }
    }
    Ok(())
}
