//! A fact that the caller says is over, where no words of the new one say so.
//!
//! What words say by themselves is found in `wiki::fact`.

use super::{Kept, Place, described, has_line, holds_facts, normal, note, shown, wanted};
use crate::draft::Draft;
use crate::receipt::Outcome;
use crate::{Error, Kind, daily, newpage, notes, problem, standing};
use jiff::civil::Date;
use wiki::canon::fold;
use wiki::fact::{self, Fact, FactChange, FactInput, FactProblem};
use wiki::path::PagePath;
use wiki::policy::redact;

/// Takes what `which` names, by its words, its key or its `^block`, into the history of its page; without a page
/// that is today's or that of one of the days before.
pub(super) fn retire(
    draft: &mut Draft<'_>,
    place: &Place,
    which: &str,
) -> Result<Vec<String>, Error> {
    let shown = redact(which).0;
    let missing = |page: &str| {
        Error::new(Kind::NotFound, format!("{page} has no fact `{shown}` to supersede"))
            .hint("name it as `memopage read` shows it, with `--page` where it stands elsewhere")
    };
    let places = match place {
        Place::Page(path) => vec![path.clone()],
        Place::New { .. } => Vec::new(),
        Place::Today => {
            let mut days = vec![daily::path(draft.memory, draft.call.now.today())?];
            days.extend(notes::days_before(draft)?.into_iter().map(|(_, path)| path));
            days
        }
    };
    for path in &places {
        if let Some(old) = on_page(draft, path, which)? {
            return Ok(old);
        }
    }
    if let Some(old) = on_named_page(draft, which)? {
        return Ok(old);
    }
    let title = match place {
        Place::New { title, .. } => title,
        _ => places.first().map_or("", |path| path.as_str()),
    };
    Err(missing(title))
}

/// Takes what `which` names on a page into its history: a fact, or a note of the page's day.
fn on_page(
    draft: &mut Draft<'_>,
    path: &PagePath,
    which: &str,
) -> Result<Option<Vec<String>>, Error> {
    let Some(page) = draft.page(path)? else { return Ok(None) };
    if let Ok(day) = path.name().parse::<Date>() {
        let wanted = fold(which);
        let mut all = wiki::note::notes(&page).into_iter();
        if let Some(note) = all.find(|it| it.bare && fold(&it.text) == wanted) {
            notes::bury(draft, path, (&note, day))?;
            return Ok(Some(vec![redact(&note.text).0]));
        }
    }
    fact_on(draft, path, which)
}

/// What is named with its page behind it, as a reply names what is near: `text (users/me)`.
fn on_named_page(draft: &mut Draft<'_>, which: &str) -> Result<Option<Vec<String>>, Error> {
    let named = which.strip_suffix(')').and_then(|it| it.rsplit_once(" ("));
    let Some((which, path)) = named else { return Ok(None) };
    let Ok(path) = PagePath::parse_existing(path) else { return Ok(None) };
    if draft.page(&path)?.is_none() {
        return Ok(None);
    }
    holds_facts(draft, &path)?;
    on_page(draft, &path, which)
}

/// Whether what is named says already what is to be remembered: then nothing takes its place.
pub(super) fn is_itself(
    draft: &mut Draft<'_>,
    place: &Place,
    which: &str,
    typed: &FactInput,
) -> Result<bool, Error> {
    let path = match place {
        Place::Page(path) => path.clone(),
        Place::New { .. } => return Ok(false),
        Place::Today => daily::path(draft.memory, typed.today)?,
    };
    let Some(page) = draft.page(&path)? else { return Ok(false) };
    let Ok(input) = typed.normal() else { return Ok(false) };
    let key = |it: Option<&str>| it.map(fold);
    let same =
        |it: &Fact| it.value == input.value && key(it.key.as_deref()) == key(input.key.as_deref());
    Ok(match fact::retire(&page, &draft.schema, which, None, typed.today) {
        Ok(FactChange::Replaced { old, .. }) => old.iter().all(same),
        _ => {
            fold(which) == fold(&typed.value)
                && wiki::note::notes(&page).iter().any(|it| fold(&it.text) == fold(which))
        }
    })
}

fn fact_on(
    draft: &mut Draft<'_>,
    path: &PagePath,
    which: &str,
) -> Result<Option<Vec<String>>, Error> {
    let page = draft.existing(path)?;
    match fact::retire(&page, &draft.schema, which, None, draft.call.now.today()) {
        Ok(FactChange::Replaced { old, edits }) => {
            draft.edit(path, &edits)?;
            Ok(Some(old.iter().map(described).collect()))
        }
        Ok(FactChange::Candidates(facts)) => Err(problem::several_facts(path, which, &facts)),
        Err(FactProblem::Missing { .. } | FactProblem::NoFacts { .. }) | Ok(_) => Ok(None),
        Err(err) => Err(problem::from_fact(path, &err)),
    }
}

/// What is to be said of a thing that moves, where it is what was named: the day and the name are that one's, and
/// no other line is looked for. `None` for what moves nothing, or is a key's value.
pub(super) fn moved_from(
    draft: &mut Draft<'_>,
    place: &Place,
    old: &[String],
    typed: &FactInput,
) -> Result<Option<FactInput>, Error> {
    let free = typed.normal().is_ok_and(|it| it.key.is_none());
    let Some(first) = old.first().filter(|_| free) else { return Ok(None) };
    let page = match place {
        Place::Page(path) => Some(draft.existing(path)?),
        Place::New { .. } | Place::Today => None,
    };
    let facts = page.map_or_else(Vec::new, |page| fact::facts(&page, &draft.schema));
    let keys: Vec<&str> = facts.iter().filter_map(|it| it.key.as_deref()).collect();
    let value = fact::moved_from(&typed.value, first, &keys, typed.today);
    Ok(value.map(|value| FactInput { value, ..typed.clone() }))
}

/// Puts words where they belong, and holds them against nothing that stands there.
pub(super) fn put_beside(
    draft: &mut Draft<'_>,
    place: Place,
    typed: &FactInput,
) -> Result<Kept, Error> {
    let is_note = matches!(place, Place::Today) && !standing::is_fact(typed);
    let (path, made) = match place {
        Place::Page(path) => (path, false),
        Place::New { title, page_type } => {
            (newpage::make(draft, &wanted(draft, &title, page_type.as_deref()))?, true)
        }
        Place::Today => (daily::ensured(draft, typed.today)?, false),
    };
    let kept = |fact: String| Kept {
        path: path.clone(),
        outcome: Outcome::Added,
        made,
        fact,
        replaced: Vec::new(),
        near: None,
    };
    if is_note {
        let words = typed.value.as_str();
        if !draft.page(&path)?.is_some_and(|page| has_line(&page, words)) {
            note(draft, &path, words)?;
        }
        return Ok(kept(words.to_owned()));
    }
    let input = normal(draft, &path, typed)?;
    let page = draft.existing(&path)?;
    match fact::set_beside(&page, &draft.schema, &input) {
        Ok(FactChange::Added(edits)) => draft.edit(&path, &edits)?,
        Ok(_) => {}
        Err(err) => return Err(problem::from_fact(&path, &err)),
    }
    Ok(kept(shown(&input)))
}

/// What became of the new fact, with the old one that it takes the place of.
pub(super) fn told(kept: Kept, mut old: Vec<String>) -> Kept {
    let near = kept.near.filter(|it| !old.contains(it));
    old.extend(kept.replaced);
    Kept { outcome: Outcome::Replaced, made: false, replaced: old, near, ..kept }
}
