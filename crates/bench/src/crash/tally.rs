//! What one part of the measure counted, and the table of all of them.

use std::time::Duration;

/// So many faults of one row are described; the rest are only counted.
const DESCRIBED: usize = 20;

/// What was counted.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// The row's name.
    pub(super) name: String,
    /// Processes that were killed before they could answer.
    pub(super) kills: usize,
    /// Writes that the program said it has done.
    pub(super) acknowledged: usize,
    /// Acknowledged writes that are not there.
    pub(super) lost: usize,
    /// Writes that are there more than once.
    pub(super) doubled: usize,
    /// States that are neither before nor after a write.
    pub(super) torn: usize,
    /// Things left for a person to put right.
    pub(super) repairs: usize,
    /// Commands that failed although nobody killed them.
    pub(super) refused: usize,
    /// How long the row took.
    pub(super) took: Duration,
    /// The faults in words.
    described: Vec<String>,
}

/// A kind of fault.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fault {
    Lost,
    Doubled,
    Torn,
    Repair,
    Refused,
}

impl Tally {
    pub(super) fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Counts a fault.
    pub(super) fn fault(&mut self, fault: Fault, what: impl Into<String>) {
        match fault {
            Fault::Lost => self.lost += 1,
            Fault::Doubled => self.doubled += 1,
            Fault::Torn => self.torn += 1,
            Fault::Repair => self.repairs += 1,
            Fault::Refused => self.refused += 1,
        }
        if self.described.len() < DESCRIBED {
            self.described.push(format!("{fault:?}: {}", what.into()));
        }
    }

    /// How many faults were counted.
    pub(super) fn faults(&self) -> usize {
        self.lost + self.doubled + self.torn + self.repairs + self.refused
    }

    /// Takes in what another count of the same row found.
    pub(super) fn join(&mut self, other: Self) {
        self.kills += other.kills;
        self.acknowledged += other.acknowledged;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.torn += other.torn;
        self.repairs += other.repairs;
        self.refused += other.refused;
        self.took += other.took;
        self.described.extend(other.described);
        self.described.truncate(DESCRIBED);
    }
}

/// Prints the table, then the faults in words.
#[expect(clippy::print_stdout, reason = "the table is what a person runs this for")]
pub(super) fn print(rows: &[Tally]) {
    println!(
        "{:<40} {:>6} {:>12} {:>5} {:>7} {:>5} {:>7} {:>7} {:>8}",
        "", "kills", "acknowledged", "lost", "doubled", "torn", "repairs", "refused", "seconds"
    );
    let mut all = Tally::named("all");
    for row in rows {
        print_row(row);
        let Tally { kills, acknowledged, lost, doubled, torn, repairs, refused, took, .. } = *row;
        let counts = Tally {
            kills,
            acknowledged,
            lost,
            doubled,
            torn,
            repairs,
            refused,
            took,
            ..Tally::default()
        };
        all.join(counts);
    }
    print_row(&all);
    for row in rows {
        for line in &row.described {
            println!("{}: {line}", row.name);
        }
    }
}

#[expect(clippy::print_stdout, reason = "the table is what a person runs this for")]
fn print_row(row: &Tally) {
    println!(
        "{:<40} {:>6} {:>12} {:>5} {:>7} {:>5} {:>7} {:>7} {:>8.1}",
        row.name,
        row.kills,
        row.acknowledged,
        row.lost,
        row.doubled,
        row.torn,
        row.repairs,
        row.refused,
        row.took.as_secs_f64()
    );
}
