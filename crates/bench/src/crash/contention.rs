//! Eight processes that append fifty lines each at the same time, to one page or spread over many:
//! nobody is killed, nothing may be refused, lost or doubled.

use std::sync::Mutex;
use std::time::Instant;

use super::load::{Tried, count, line, looked_up};
use super::program::Program;
use super::tally::{Fault, Tally};
use super::{Outcome, Recorded};

const WRITERS: usize = 8;
const APPENDS: usize = 50;

/// Appends to so many pages, which exist beforehand. The row's time is that of the appends alone.
pub(super) fn run(program: &Program, recorded: Recorded, pages: usize) -> Outcome<Tally> {
    let vault = program.vault(recorded)?;
    for page in 0..pages {
        vault.put(&format!("{}.md", name(page)), &format!("# Page {page}\n"))?;
    }
    if recorded == Recorded::Git {
        vault.git(&["add", "."])?;
        let who = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];
        vault.git(&[&who[..], &["commit", "-qm", "pages"]].concat())?;
    }
    let what = if pages == 1 { "one page".to_owned() } else { format!("{pages} pages") };
    let title = format!("{WRITERS} × {APPENDS} appends to {what}, {}", recorded.shown());
    let shared = Mutex::new((Vec::new(), Tally::named(title)));
    let began = Instant::now();
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (vault, shared) = (&vault, &shared);
            scope.spawn(move || {
                for number in 0..APPENDS {
                    let page = name((writer + number) % pages);
                    let token = format!("w{writer}n{number}");
                    let done = program.must(vault, &["append", &page, &line(&token)]);
                    let (tried, tally) = &mut *shared.lock().expect("because no writer panics");
                    let acknowledged = done.is_ok();
                    match done {
                        Ok(_) => tally.acknowledged += 1,
                        Err(why) => tally.fault(Fault::Refused, why),
                    }
                    tried.push(Tried { page, token, acknowledged });
                }
            });
        }
    });
    let (tried, mut tally) = shared.into_inner().expect("because no writer panics");
    tally.took = began.elapsed();
    count(&vault, &tried, &mut tally)?;
    looked_up(program, &vault, &tried, &mut tally)?;
    vault.inspect(recorded, &mut tally, "afterwards")?;
    Ok(tally)
}

fn name(page: usize) -> String {
    format!("notes/page-{page}")
}
