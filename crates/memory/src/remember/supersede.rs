//! A fact that the caller says is over, where no words of the new one say so.
//!
//! What words say by themselves is found in `wiki::fact`.

use super::note::{has_line, note};
use super::{Kept, Place, described, holds_facts, normal, wanted};
use crate::draft::Draft;
use crate::receipt::Outcome;
use crate::{Error, Kind, daily, dispute, lines, newpage, notes, problem, standing};
use jiff::civil::Date;
use wiki::canon::fold;
use wiki::fact::{self, Fact, FactChange, FactInput, FactProblem, Instead, Marks};
use wiki::path::PagePath;
use wiki::policy::redact;

/// What was taken into the history, and of which page.
pub(super) struct Gone {
    path: PagePath,
    said: Vec<String>,
}

/// Takes what `which` names, by its words, its key or its `^block`, into the history of its page; without a page that
/// is today's or that of one of the days before. What none of these has is the one line of the vault with exactly
/// those words.
pub(super) fn retire(draft: &mut Draft<'_>, place: &Place, which: &str) -> Result<Gone, Error> {
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
        if let Some(said) = on_page(draft, path, which)? {
            return Ok(Gone { path: path.clone(), said });
        }
    }
    if let Some(gone) = on_named_page(draft, which)? {
        return Ok(gone);
    }
    let shown = redact(which).0;
    match lines::anywhere(draft, which)?.as_slice() {
        [path] => {
            if let Some(said) = on_page(draft, path, which)? {
                return Ok(Gone { path: path.clone(), said });
            }
        }
        [] => {}
        several => {
            let named: Vec<String> =
                several.iter().take(lines::PAGES_MAX).map(|it| format!("{shown} ({it})")).collect();
            let message =
                format!("{} pages have a line `{shown}`; nothing was written", several.len());
            let hint = format!(
                "say which one is over: `--supersedes \"{}\"`; they are: {}",
                named[0],
                named.join(" · ")
            );
            return Err(Error::new(Kind::Conflict, message).hint(hint).candidates(named));
        }
    }
    let title = match place {
        Place::New { title, .. } => title,
        _ => places.first().map_or("", |path| path.as_str()),
    };
    Err(Error::new(Kind::NotFound, format!("{title} has no fact `{shown}` to supersede"))
        .hint("name it as `memopage read` shows it, with `--page` where it stands elsewhere"))
}

/// Takes what `which` names on a page into its history: a fact, a note of the page's day, or an item that has
/// exactly its words.
fn on_page(
    draft: &mut Draft<'_>,
    path: &PagePath,
    which: &str,
) -> Result<Option<Vec<String>>, Error> {
    let Some(page) = draft.page(path)? else { return Ok(None) };
    if let Some((note, day)) = lines::note_of(&page, which) {
        notes::bury(draft, path, (&note, day))?;
        return Ok(Some(vec![redact(&note.text).0]));
    }
    if let Some(old) = fact_on(draft, path, which)? {
        return Ok(Some(old));
    }
    match fact::saying(&page, which).as_slice() {
        [] => Ok(None),
        [one] => {
            let edits = fact::retire_these(&page, &[one], draft.call.now.today());
            draft.edit(path, &edits)?;
            Ok(Some(vec![described(one)]))
        }
        several => Err(problem::several_facts(&page, which, several)),
    }
}

/// What is named with its page behind it, as a reply names what is near: `text (users/me)`.
fn on_named_page(draft: &mut Draft<'_>, which: &str) -> Result<Option<Gone>, Error> {
    let named = which.strip_suffix(')').and_then(|it| it.rsplit_once(" ("));
    let Some((which, path)) = named else { return Ok(None) };
    let Ok(path) = PagePath::parse_existing(path) else { return Ok(None) };
    if draft.page(&path)?.is_none() {
        return Ok(None);
    }
    holds_facts(draft, &path)?;
    Ok(on_page(draft, &path, which)?.map(|said| Gone { path, said }))
}

/// Where words belong that take the place of what is gone: where they do by themselves, else where that stood, if
/// that is about something.
fn place_of(draft: &Draft<'_>, place: Place, gone: &Gone) -> Result<Place, Error> {
    let day = gone.path.name().parse::<Date>().ok();
    let of_day = match day {
        Some(day) => daily::path(draft.memory, day)? == gone.path,
        None => false,
    };
    Ok(match place {
        Place::Today if !of_day => Place::Page(gone.path.clone()),
        place => place,
    })
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
            dispute::settle(draft, &page)?;
            Ok(Some(old.iter().map(described).collect()))
        }
        Ok(FactChange::Candidates(facts)) => Err(problem::several_facts(&page, which, &facts)),
        Err(FactProblem::Missing { .. } | FactProblem::NoFacts { .. }) | Ok(_) => Ok(None),
        Err(err) => Err(problem::from_fact(path, &err)),
    }
}

/// Puts what takes the place of what is gone. What becomes of that line's thing is held against no other line; what
/// becomes of another thing names the lines that may be about it.
pub(super) fn put(
    draft: &mut Draft<'_>,
    place: Place,
    (typed, gone): (&FactInput, &Gone),
) -> Result<Kept, Error> {
    let free = typed.normal().is_ok_and(|it| it.key.is_none());
    let standing = stands(draft, &place, typed)?;
    if let Some(old) = gone.said.first().filter(|_| free && standing)
        && let Some(kept) = reworded(draft, &place, (typed, gone), old)?
    {
        return Ok(kept);
    }
    let standing = standing && !(free && withdrawn(draft, &place, (typed, gone))?);
    let place = if standing { place } else { place_of(draft, place, gone)? };
    let typed = &continued(&place, typed, gone);
    let Some(old) = gone.said.first().filter(|_| free && !standing) else {
        return super::put(draft, place, typed);
    };
    let facts = match &place {
        Place::Page(path) => fact::facts(&draft.existing(path)?, &draft.schema),
        Place::New { .. } | Place::Today => Vec::new(),
    };
    let keys: Vec<&str> = facts.iter().filter_map(|it| it.key.as_deref()).collect();
    let said = |value: String| FactInput { value, ..typed.clone() };
    match fact::instead(&typed.value, old, &keys, typed.today) {
        Some(Instead::Moved(value)) => put_beside(draft, place, &said(value)),
        Some(Instead::Other(value)) => {
            let path = match &place {
                Place::Page(path) => Some(path.clone()),
                Place::Today => Some(daily::path(draft.memory, typed.today)?),
                Place::New { .. } => None,
            };
            let near = match path {
                Some(path) => notes::meant(draft, &path, &typed.value)?,
                None => Vec::new(),
            };
            let near = (!near.is_empty()).then(|| redact(&near.join(" · ")).0);
            Ok(Kept { near, ..put_beside(draft, place, &said(value))? })
        }
        None => {
            let value = fact::carrying(old, &typed.value, typed.today);
            super::put(draft, place, &said(value.unwrap_or_else(|| typed.value.clone())))
        }
    }
}

/// The fact of a page that says the words already, with what it would say had they been typed with what they take the
/// place of. `None` where no fact says them.
fn reworded(
    draft: &mut Draft<'_>,
    place: &Place,
    (typed, gone): (&FactInput, &Gone),
    old: &str,
) -> Result<Option<Kept>, Error> {
    let (Place::Page(path), Ok(input)) = (place, typed.normal()) else { return Ok(None) };
    let page = draft.existing(path)?;
    let facts = fact::facts(&page, &draft.schema);
    let says = |it: &&Fact| {
        let said = |text: &str| fold(text) == fold(&input.value);
        !it.retired && it.key.is_none() && (said(&it.value) || said(&fact::undated(&it.value)))
    };
    let Some(standing) = facts.iter().find(says) else { return Ok(None) };
    let keys: Vec<&str> = facts.iter().filter_map(|it| it.key.as_deref()).collect();
    let value = match fact::instead(&input.value, old, &keys, typed.today) {
        Some(Instead::Moved(value) | Instead::Other(value)) => value,
        None => {
            fact::carrying(old, &input.value, typed.today).unwrap_or_else(|| standing.value.clone())
        }
    };
    let continues = continued(place, typed, gone).marks.continues;
    let marks = Marks { continues, ..Marks::default() };
    let Some(edit) = fact::reworded(&page, standing, &value, &marks) else { return Ok(None) };
    draft.edit(path, &[edit])?;
    Ok(Some(Kept { outcome: Outcome::Added, ..Kept::on(path, value) }))
}

/// Takes the note of today that says the words already into the history of its page, where they are put elsewhere or
/// more fully as what takes the place of another line. Whether there is one.
fn withdrawn(
    draft: &mut Draft<'_>,
    place: &Place,
    (typed, gone): (&FactInput, &Gone),
) -> Result<bool, Error> {
    let (Place::Today, Some(old)) = (place, gone.said.first()) else { return Ok(false) };
    let value = match fact::instead(&typed.value, old, &[], typed.today) {
        Some(Instead::Moved(value) | Instead::Other(value)) => Some(value),
        None => fact::carrying(old, &typed.value, typed.today),
    };
    let stays = matches!(place_of(draft, Place::Today, gone)?, Place::Today);
    if stays && value.is_none_or(|it| it == typed.value) {
        return Ok(false);
    }
    let path = daily::path(draft.memory, typed.today)?;
    let Some((note, day)) = draft.page(&path)?.and_then(|it| lines::note_of(&it, &typed.value))
    else {
        return Ok(false);
    };
    notes::bury(draft, &path, (&note, day))?;
    Ok(true)
}

/// What is said, with the page that it goes on from, where a line of another page takes its place.
fn continued(place: &Place, typed: &FactInput, gone: &Gone) -> FactInput {
    let mut typed = typed.clone();
    let elsewhere = match place {
        Place::Page(path) => *path != gone.path,
        Place::New { .. } => true,
        Place::Today => false,
    };
    if elsewhere && typed.marks.continues.is_none() {
        typed.marks.continues = Some(gone.path.to_string());
    }
    typed
}

/// Whether the words stand already where they belong.
fn stands(draft: &mut Draft<'_>, place: &Place, typed: &FactInput) -> Result<bool, Error> {
    let (Place::Page(path), Ok(input)) = (place, typed.normal()) else {
        let path = daily::path(draft.memory, typed.today)?;
        let noted = matches!(place, Place::Today) && draft.page(&path)?.is_some();
        return Ok(noted && has_line(&draft.existing(&path)?, &typed.value));
    };
    let page = draft.existing(path)?;
    Ok(matches!(fact::set(&page, &draft.schema, &input), Ok(FactChange::Unchanged)))
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
    let kept = |fact: String| Kept { outcome: Outcome::Added, made, ..Kept::on(&path, fact) };
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
    Ok(kept(input.said()))
}

/// What became of the new fact, with the old one that it takes the place of; where that stood on another page, this
/// is told.
pub(super) fn told(draft: &mut Draft<'_>, kept: Kept, gone: Gone) -> Kept {
    let Gone { path, said: mut old } = gone;
    if path != kept.path {
        draft.notes.extend(old.iter().map(|it| format!("{path}: `{it}` went to its history")));
    }
    let near = kept.near.filter(|it| !old.contains(it));
    old.extend(kept.replaced);
    Kept { outcome: Outcome::Replaced, made: false, replaced: old, near, ..kept }
}
