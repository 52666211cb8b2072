//! Pages that name whom a question asks about and have no word for what it asks: the page of Ada has not her
//! blood type where no word of it can tell one.
//!
//! Only what cannot be told without one of a few words is looked for ([`wiki::attribute`]), and only of people.

use wiki::attribute::{Attributes, stands, without};
use wiki::canon::fold;

use super::ask::Asked;
use super::keyed::key;
use super::owned::is_person;
use super::score::ScoredPage;
use crate::catalogue::Info;

/// What a question asks of somebody, where a text shows whether it tells that.
pub(super) struct Untold {
    /// The question [folded](fold).
    question: String,
    asked: Attributes,
    /// Whether a page about somebody was seen that it names.
    names_somebody: bool,
    found: Vec<(u64, String)>,
}

impl Untold {
    pub(super) fn of(asked: &Asked) -> Option<Self> {
        let question = &asked.question;
        if !question.is_short() {
            return None;
        }
        let folded = fold(&question.text);
        // What a thing is called asks for nothing.
        let names = asked.mentions.iter().filter_map(|it| question.text.get(it.place.clone()));
        let folded = names.fold(folded, |rest, name| without(&rest, &fold(name)));
        let attributes = Attributes::asked(&folded);
        attributes.untold(&folded, "")?;
        Some(Self { question: folded, asked: attributes, names_somebody: false, found: Vec::new() })
    }

    /// Takes a page in.
    pub(super) fn see(&mut self, asked: &Asked, page: &ScoredPage, (info, text): (&Info, &str)) {
        if page.session {
            return;
        }
        let is_named = asked.named.contains(&page.uid)
            || asked.mentions.iter().any(|mention| mention.uids.contains(&page.uid));
        let is_called = || self.calls(info.path.name());
        self.names_somebody |= is_named && (is_person(info, text) || has_a_persons_key(text))
            || is_person(info, text) && is_called();
        if let Some(word) = self.asked.untold(&self.question, &fold(text)) {
            self.found.push((page.uid, format!("says nothing of {word}")));
        }
    }

    /// Whether the question has one of the names of somebody who is called so: Tom of `tom-baker`.
    fn calls(&self, name: &str) -> bool {
        const LETTERS: usize = 3;
        let name = fold(&name.replace(['-', '_'], " "));
        name.split_whitespace().any(|it| it.len() >= LETTERS && stands(&self.question, it))
    }

    /// The pages that do not tell it, each with what it lacks, if the question is about somebody.
    pub(super) fn pages(self) -> Vec<(u64, String)> {
        if self.names_somebody { self.found } else { Vec::new() }
    }
}

/// Whether a page has a fact that people alone have, in whichever folder it lies.
fn has_a_persons_key(text: &str) -> bool {
    text.lines().filter_map(key).any(|key| Attributes::of_key(key).is_of_people())
}
