//! Which turns of a conversation were erased here, and do not come back.

use super::{Named, Talk};
use crate::Error;
use crate::draft::Draft;
use std::collections::HashSet;
use wiki::decision::Trace;
use wiki::policy::redact;
use wiki::session::Turn;

/// The turns of a conversation that were erased.
#[derive(Default)]
pub(super) struct Erased {
    /// Their places in it, from 0.
    pub(super) gone: HashSet<usize>,
    /// When.
    pub(super) day: String,
}

impl Talk<'_> {
    /// Which of its turns were erased and stand on none of its pages. Of a conversation that no grave
    /// names these are the turns of the same speaker, time and words, and all of them where each one's
    /// words were erased under another name: a greeting without a time may be anybody's.
    pub(super) fn erased(
        &self,
        draft: &mut Draft<'_>,
        named: &Named,
    ) -> Result<Option<Erased>, Error> {
        if draft.buried()?.is_empty() {
            return Ok(None);
        }
        let id = self.session.id.as_str();
        // A turn was redacted when it came in.
        let said = self.session.turns.iter().map(|turn| {
            let text = redact(&turn.text).0;
            Trace::of(id, &Turn { text, ..turn.clone() })
        });
        let said: Vec<Trace> = said.collect();
        let there = self.there(draft, id, named)?;
        let pages = there.pages.iter().zip(&there.turns);
        let standing: Vec<Trace> = pages
            .flat_map(|(page, turns)| turns.iter().map(|it| Trace::of_span(id, it, page)))
            .collect();
        // A turn of which a part was erased is none of those that come in.
        let standing: Vec<Trace> = standing.into_iter().filter(|it| said.contains(it)).collect();
        let buried = draft.buried()?;
        let known = buried.knows(id);
        // Words alone tell a conversation only where nothing else of it stands.
        let by_words = |it| buried.turn(it).or_else(|| buried.words(it)).is_some();
        let whole = !known && standing.is_empty() && said.iter().all(by_words);
        let mut erased = Erased::default();
        let mut standing = standing.iter().peekable();
        for (at, turn) in said.iter().enumerate() {
            if standing.next_if(|it| *it == turn).is_some() {
                continue;
            }
            let day = buried.turn(turn).or_else(|| buried.words(turn).filter(|_| whole));
            if let Some(day) = day {
                day.clone_into(&mut erased.day);
                erased.gone.insert(at);
            }
        }
        Ok((!erased.gone.is_empty()).then_some(erased))
    }
}
