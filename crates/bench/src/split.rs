//! Which questions a run may look at: those for tuning, those for choosing, those kept for the end.
//!
//! The part is a hash of the question's id and a seed, so that no file of parts is needed and a question
//! keeps its part whatever else is measured.

use crate::run::BenchError;

/// A part of a data set's questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// A half: what weights are fitted on.
    Tune,
    /// A quarter: what choices between finished settings are made on.
    Dev,
    /// A quarter: reported once, with frozen settings.
    HeldOut,
    All,
}

/// A part under a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Split {
    pub(crate) part: Part,
    pub(crate) seed: u64,
}

const NAMES: [(&str, Part); 4] =
    [("tune", Part::Tune), ("dev", Part::Dev), ("held-out", Part::HeldOut), ("all", Part::All)];

impl Part {
    pub(crate) const ALL: [&str; 4] = ["tune", "dev", "held-out", "all"];

    pub(crate) fn parse(text: &str) -> Result<Self, BenchError> {
        let found = NAMES.iter().find(|(name, _)| *name == text).map(|(_, part)| *part);
        found.ok_or_else(|| BenchError::Usage(format!("no part is called `{text}`")))
    }

    pub(crate) fn name(self) -> &'static str {
        NAMES.iter().find(|(_, part)| *part == self).map_or("all", |(name, _)| name)
    }
}

impl Split {
    /// Whether the question belongs to the part.
    pub(crate) fn holds(self, question: &str) -> bool {
        let hash = blake3::hash(format!("{}\n{question}", self.seed).as_bytes());
        let part = match hash.as_bytes()[0] % 4 {
            0 | 1 => Part::Tune,
            2 => Part::Dev,
            _ => Part::HeldOut,
        };
        self.part == Part::All || self.part == part
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, Split};

    #[test]
    fn every_question_is_in_one_part_and_stays_there() {
        let holds = |part, seed, id: &str| Split { part, seed }.holds(id);
        let mut sizes = [0; 3];
        for number in 0..1_000 {
            let id = format!("question-{number}");
            let parts = [Part::Tune, Part::Dev, Part::HeldOut].map(|part| holds(part, 1, &id));
            assert_eq!(parts.iter().filter(|held| **held).count(), 1);
            assert!(holds(Part::All, 1, &id));
            for (size, held) in sizes.iter_mut().zip(parts) {
                *size += usize::from(held);
            }
        }
        assert!(sizes[0] > 430 && sizes[1] > 180 && sizes[2] > 180, "{sizes:?}");
        let moved = (0..100).filter(|number| {
            let id = number.to_string();
            holds(Part::Tune, 1, &id) != holds(Part::Tune, 2, &id)
        });
        assert!(moved.count() > 20);
    }
}
