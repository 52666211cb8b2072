//! `forget`: put a page out of sight, retire a fact, or erase a page.

use super::{Effect, Operation};
use crate::receipt::{Outcome, Receipt};
use crate::remember::described;
use crate::{Call, Error, Kind, Memory, daily, dispute, problem, shelf};
use schemars::JsonSchema;
use serde::Deserialize;
use wiki::fact::{self, FactChange};
use wiki::policy::Purpose;

pub(super) struct Forget;

/// What to forget, and how thoroughly.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page's exact path, title or id, or a day's; nothing that merely sounds like it is touched
    page: String,
    /// A fact of that page, by its key, its `^block` or its text; the page itself stays
    fact: Option<String>,
    /// Only a fact under this heading, where equal ones stand under several
    heading: Option<String>,
    /// Remove the page's file instead of archiving it; git history still has it, and an import does not bring it back
    #[serde(default)]
    erase: bool,
}

impl Operation for Forget {
    const NAME: &'static str = "forget";
    const SUMMARY: &'static str = "Archive a page, retire a fact, or erase a page";
    const EFFECT: Effect = Effect::Destroy;
    const POSITIONAL: &'static [&'static str] = &["page", "fact"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        let blank = |it: &str| it.trim().is_empty();
        if blank(&input.page) || input.fact.as_deref().is_some_and(blank) {
            return Err(Error::new(Kind::Refused, "a blank name forgets nothing")
                .hint("name the page by its exact path, title or id"));
        }
        if input.fact.is_some() && input.erase {
            return Err(Error::bad(
                "`erase` is for whole pages",
                "retire the fact, or remove its text with `memopage edit`",
            ));
        }
        if input.heading.is_some() && input.fact.is_none() {
            return Err(Error::bad(
                "`heading` says where a fact stands, and no fact is named",
                "name the fact by its key, its `^block` or its text",
            ));
        }
        // What must not stay goes also where pages of its type otherwise do.
        let purpose = if input.erase { Purpose::Erase } else { Purpose::Write };
        let applied = memory.apply_for(call, Self::NAME, purpose, |draft| {
            let named = daily::or_typed(memory, call, &input.page)?;
            if let Some(which) = &input.fact {
                let path = memory.resolve_exact_to_change(&named)?;
                retire(draft, &path, which, input.heading.as_deref())?;
                return Ok(((path.to_string(), Outcome::Retired), format!("{path}: {which}")));
            }
            let path = memory.resolve_movable(&named)?;
            if input.erase {
                if !memory.history().is_on() {
                    draft.warnings.push(format!(
                        "no history is recorded here: nothing can bring {path} back"
                    ));
                }
                let page = draft.existing(&path)?;
                draft.decisions()?.bury(&page, call.now.today());
                draft.remove(&path)?;
                return Ok(((path.to_string(), Outcome::Erased), path.to_string()));
            }
            let to = shelf::archive(draft, &path)?;
            Ok(((to.to_string(), Outcome::Archived), path.to_string()))
        })?;
        Ok(Receipt::of(applied.value.1, &applied.value.0, &applied))
    }
}

fn retire(
    draft: &mut crate::draft::Draft<'_>,
    path: &wiki::path::PagePath,
    which: &str,
    heading: Option<&str>,
) -> Result<(), Error> {
    let page = draft.existing(path)?;
    if let Some(heading) = heading {
        problem::section(&page, heading)?;
    }
    let today = draft.call.now.today();
    let change = fact::retire(&page, &draft.schema, which, heading, today)
        .map_err(|err| problem::from_fact(path, &err))?;
    match change {
        FactChange::Unchanged => Ok(()),
        FactChange::Replaced { old, edits } => {
            draft.edit(path, &edits)?;
            draft.notes.extend(old.iter().map(|it| format!("retired: {}", described(it))));
            dispute::settle(draft, &page)
        }
        FactChange::Added(edits) | FactChange::NearDuplicate { edits, .. } => {
            draft.edit(path, &edits)?;
            dispute::settle(draft, &page)
        }
        FactChange::Candidates(facts) => Err(problem::several_facts(&page, which, &facts)),
    }
}
