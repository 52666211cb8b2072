//! A statement that must not stay: taken out of every page that has its words, and kept from coming back.
//!
//! What git has recorded is not touched, and said so.

use crate::draft::Draft;
use crate::{Error, Kind, counted, dispute, facets, problem};
use wiki::canon;
use wiki::fact;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::redact;
use wiki::session::{self, TurnSpan};

/// Words in a row that a name has of a statement by no chance.
const RUN: usize = 3;
/// Pages that are named, at most.
const NAMED_MAX: usize = 8;

/// Erases the statement of a page that `which` names, there and wherever else its words stand.
pub(crate) fn statement(draft: &mut Draft<'_>, path: &PagePath, which: &str) -> Result<(), Error> {
    let page = draft.existing(path)?;
    let said = match fact::stated(&page, which).as_slice() {
        [one] => one.clone(),
        [] => {
            return Err(Error::new(
                Kind::NotFound,
                format!("{path} says nothing that is called `{}`", redact(which).0),
            )
            .hint(format!(
                "name it by its key, its `^block` or its text as `memopage read {path}` shows it"
            )));
        }
        several => {
            let told: Vec<String> = several.iter().map(|it| redact(it).0).collect();
            return Err(Error::new(
                Kind::Conflict,
                format!("`{}` names {} statements of {path}", redact(which).0, told.len()),
            )
            .hint("name one by its whole text")
            .candidates(told));
        }
    };
    let mut names = draft.memory.ask(|index| index.all_names())?;
    names.sort_by(|one, other| one.path.cmp(&other.path));
    let mut pages: Vec<Page> = Vec::new();
    for name in names.into_iter().map(|it| it.path) {
        if facets::is_template(&draft.schema, &name) {
            continue;
        }
        let Some(bytes) = draft.memory.read_bytes(&name)? else { continue };
        let found = Page::parse(name, problem::text_of(bytes));
        if !fact::erase(&found, &said).is_empty() {
            pages.push(found);
        }
    }
    let turns: Vec<Vec<TurnSpan>> = pages.iter().map(|page| with_words(page, &said)).collect();
    let told: Vec<(&Page, Vec<&TurnSpan>)> =
        pages.iter().zip(&turns).map(|(page, turns)| (page, turns.iter().collect())).collect();
    let today = draft.call.now.today();
    draft.decisions()?.bury_statement(&said, &told, today);
    for found in &pages {
        let page = draft.existing(&found.path)?;
        draft.edit(&found.path, &fact::erase(&page, &said))?;
        dispute::settle(draft, &page)?;
    }
    tell(draft, path, &pages);
    let told = pages.iter().filter(|it| is_named_so(it, &said)).map(|it| it.path.to_string());
    let told: Vec<String> = told.take(NAMED_MAX).collect();
    draft.warnings.extend(told.into_iter().map(|it| {
        format!("the name of {it} has some of its words: `memopage move` gives it another, and the log and the map of pages have the old one until they are edited")
    }));
    Ok(())
}

/// Whether a page is called by some words of the statement that follow each other.
fn is_named_so(page: &Page, said: &str) -> bool {
    let plain = |text: &str| {
        let apart = |c: char| if c.is_alphanumeric() { c } else { ' ' };
        let text: String = canon::fold(text).chars().map(apart).collect();
        text.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let names = [plain(page.path.name()).join(" "), plain(&page.title()).join(" ")];
    let words = plain(said);
    let run = RUN.min(words.len().max(1));
    words.windows(run).any(|run| names.iter().any(|name| name.contains(&run.join(" "))))
}

/// The turns of a conversation that have the words.
fn with_words(page: &Page, said: &str) -> Vec<TurnSpan> {
    let mut turns = session::turns(page);
    turns.retain(|it| page.text[it.span.clone()].contains(said));
    turns
}

fn tell(draft: &mut Draft<'_>, path: &PagePath, pages: &[Page]) {
    let others: Vec<&str> =
        pages.iter().map(|it| it.path.as_str()).filter(|it| *it != path.as_str()).collect();
    if !others.is_empty() {
        let more = if others.len() > NAMED_MAX { " and others" } else { "" };
        let named: Vec<&str> = others.iter().take(NAMED_MAX).copied().collect();
        draft.notes.push(format!(
            "its words were taken out of {} more: {}{more}",
            counted(others.len(), "page"),
            named.join(", ")
        ));
    }
    if draft.memory.history().is_on() {
        draft.notes.push(
            "git history still has the words: `git log -S` finds the commits, and only a rewritten history is without them"
                .to_owned(),
        );
    }
}
