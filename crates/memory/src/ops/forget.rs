//! `forget`: put a page out of sight, retire a fact, or erase a page.

use super::{Effect, Operation};
use crate::draft::Draft;
use crate::receipt::{Outcome, Receipt};
use crate::remember::described;
use crate::{Call, Error, Kind, Memory, daily, dispute, erasing, lines, notes, problem, shelf};
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;
use wiki::fact::{self, FactChange, FactProblem};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::{Purpose, redact};

pub(super) struct Forget;

/// What to forget, and how thoroughly.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page's exact path, title or id, a day, or alone one line's text; nothing that only sounds like it is touched
    page: String,
    /// A fact of that page, by its key, its `^block` or its text, or a note of that day by its text; the page itself stays
    fact: Option<String>,
    /// Only a fact under this heading, where equal ones stand under several
    heading: Option<String>,
    /// Remove the page's file instead of archiving it; with a fact, its words from every page that has them. Git history still has it, and an import does not bring it back
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
        if input.heading.is_some() && input.erase {
            return Err(Error::bad(
                "`erase` takes a statement out wherever it stands, under any heading",
                "leave `--heading` out, or leave `--erase` out to retire one of them",
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
                if input.erase {
                    erasing::statement(draft, &path, which)?;
                    // What must not stay is not said again in log and history.
                    return Ok((
                        (path.to_string(), Outcome::Erased),
                        format!("{path}: a statement"),
                    ));
                }
                retire(draft, &path, which, input.heading.as_deref())?;
                return Ok(((path.to_string(), Outcome::Retired), format!("{path}: {which}")));
            }
            let path = match memory.resolve_movable(&named) {
                Err(unknown) if unknown.kind == Kind::NotFound && !input.erase => {
                    let which = input.page.trim();
                    let path = page_with(draft, which, unknown)?;
                    retire(draft, &path, which, None)?;
                    return Ok(((path.to_string(), Outcome::Retired), format!("{path}: {which}")));
                }
                named => named?,
            };
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

/// The page of the one line of the vault that is exactly these words, which no page is called by.
fn page_with(draft: &mut Draft<'_>, which: &str, unknown: Error) -> Result<PagePath, Error> {
    let shown = redact(which).0;
    match lines::anywhere(draft, which)?.as_slice() {
        [] => Err(unknown),
        [path] => Ok(path.clone()),
        several => {
            let named: Vec<String> =
                several.iter().take(lines::PAGES_MAX).map(PagePath::to_string).collect();
            let message =
                format!("{} pages have a line `{shown}`; nothing was written", several.len());
            let hint = format!(
                "say which one is meant: `memopage forget \"{}\" \"{shown}\"`; they are: {}",
                named[0],
                named.join(" · ")
            );
            Err(Error::new(Kind::Conflict, message).hint(hint).candidates(named))
        }
    }
}

fn retire(
    draft: &mut Draft<'_>,
    path: &PagePath,
    which: &str,
    heading: Option<&str>,
) -> Result<(), Error> {
    if let Some(heading) = heading {
        problem::section(&draft.existing(path)?, heading)?;
    }
    let noted = heading.is_none() && retire_notes(draft, path, which)?;
    let page = draft.existing(path)?;
    let today = draft.call.now.today();
    let change = match fact::retire(&page, &draft.schema, which, heading, today) {
        Err(FactProblem::Missing { .. } | FactProblem::NoFacts { .. }) if noted => return Ok(()),
        Err(err @ (FactProblem::Missing { .. } | FactProblem::NoFacts { .. })) => {
            match of_day(&page, which, today) {
                Some(change) if heading.is_none() => change,
                _ => return Err(unknown(&page, which, &err)),
            }
        }
        change => change.map_err(|err| problem::from_fact(path, &err))?,
    };
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

/// Takes the notes of a day that are meant into the history of its page. Whether there are any.
fn retire_notes(draft: &mut Draft<'_>, path: &PagePath, which: &str) -> Result<bool, Error> {
    let mut any = false;
    loop {
        let page = draft.existing(path)?;
        let Some((meant, day)) = lines::notes_of(&page, which) else { return Ok(any) };
        if let Some(full) = meant.iter().find(|it| !it.bare) {
            let line = page.line_of(full.span.start);
            let message =
                format!("{path}: more than the note stands below its heading on line {line}");
            let hint = "take that text elsewhere in an editor, then forget the note";
            return Err(Error::new(Kind::Refused, message).hint(hint));
        }
        let Some(note) = meant.last() else { return Ok(any) };
        notes::bury(draft, path, (note, day))?;
        draft.notes.push(format!("retired: {}", redact(&note.text).0));
        any = true;
    }
}

/// What takes a list item of a day's page into its history, whether or not it was written as a fact; `None` where none
/// or several are meant.
fn of_day(page: &Page, which: &str, today: Date) -> Option<FactChange> {
    page.path.name().parse::<Date>().ok()?;
    let old = fact::saying(page, which);
    let [one] = old.as_slice() else { return None };
    let edits = fact::retire_these(page, &[one], today);
    Some(FactChange::Replaced { edits, old })
}

/// That the page has no such fact, or the day no such note, with the notes that are near.
fn unknown(page: &Page, which: &str, err: &FactProblem) -> Error {
    let error = match err {
        FactProblem::NoFacts { .. } if page.path.name().parse::<Date>().is_ok() => {
            let said = format!("{} has no note with exactly these words", page.path);
            Error::new(Kind::NotFound, said)
        }
        _ => problem::from_fact(&page.path, err),
    };
    let near: Vec<String> =
        notes::nearest(page, which).iter().map(|it| format!("`{}`", redact(it).0)).collect();
    match near.is_empty() {
        true => error,
        false => error.hint(format!("did you mean {}", near.join(" or "))),
    }
}
