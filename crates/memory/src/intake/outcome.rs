//! What became of an import, and how that is told.

use crate::{counted, on_a_line};
use std::fmt;

/// What became of an import.
#[derive(Debug, Clone, Default)]
pub struct Intake {
    /// Pages that were made.
    pub made: Vec<String>,
    /// Pages that were continued with new turns.
    pub continued: Vec<String>,
    /// Pages that stand there already with the same text.
    pub unchanged: usize,
    /// Pages that stand there with another text, or were moved from there, and were left as they are.
    pub conflicts: Vec<String>,
    /// What was left out: pages and turns that were erased here, each with the day, and notes that stand
    /// elsewhere in the vault.
    pub skipped: Vec<String>,
    /// What could not be taken in, secrets that were taken out, and what else should be known.
    pub problems: Vec<String>,
    /// How many notes, turns and files of the problems could not be taken in.
    pub left_out: usize,
    /// Commits in the vault's history, by their ids, the first one first.
    pub commits: Vec<String>,
    /// Conversations seen.
    pub sessions: usize,
    /// Turns seen.
    pub turns: usize,
    /// Notes seen.
    pub notes: usize,
}

impl Intake {
    /// Says of something that it could not be taken in, and why.
    pub fn leave_out(&mut self, why: String) {
        self.problems.push(why);
        self.left_out += 1;
    }

    /// Whether there was something to take in, and none of it is in the vault.
    #[must_use]
    pub fn is_in_vain(&self) -> bool {
        let found = self.made.len() + self.continued.len() + self.unchanged;
        let known = self.conflicts.len() + self.skipped.len();
        self.left_out > 0 && found + known == 0
    }

    /// Adds what another part of the same import did.
    pub fn add(&mut self, other: Self) {
        self.made.extend(other.made);
        self.continued.extend(other.continued);
        self.unchanged += other.unchanged;
        self.conflicts.extend(other.conflicts);
        self.skipped.extend(other.skipped);
        self.problems.extend(other.problems);
        self.left_out += other.left_out;
        self.commits.extend(other.commits);
        self.sessions += other.sessions;
        self.turns += other.turns;
        self.notes += other.notes;
    }
}

impl fmt::Display for Intake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{}, {} with {}: {} made, {} continued, {} unchanged",
            counted(self.notes, "note"),
            counted(self.sessions, "conversation"),
            counted(self.turns, "turn"),
            counted(self.made.len(), "page"),
            self.continued.len(),
            self.unchanged
        )?;
        for (number, what) in [
            (self.conflicts.len(), "left as found"),
            (self.skipped.len(), "skipped"),
            (self.left_out, "left out"),
        ] {
            if number > 0 {
                write!(out, ", {number} {what}")?;
            }
        }
        if self.commits.len() > 1 {
            let commits = counted(self.commits.len(), "commit");
            write!(out, "\nin {commits}; each `memopage undo` takes one back, the last first")?;
        }
        for page in &self.conflicts {
            write!(out, "\nleft as it is (other text): {}", on_a_line(page))?;
        }
        for page in &self.skipped {
            write!(out, "\nskipped: {}", on_a_line(page))?;
        }
        Ok(())
    }
}
