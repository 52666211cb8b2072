//! Where one thing to remember belongs, and what it does to what stands there.
//!
//! The page is the one that is named; else, for what somebody says of themselves, that person's page;
//! else the one thing that the words name; else today's. A name that two pages have is answered by both as
//! candidates: nothing is guessed and nothing written. Secrets leave the words before anything is
//! compared or shown.

mod named;
mod note;
mod opener;
mod speaker;
mod state;
mod supersede;
mod typed;

pub(crate) use named::own_page;
pub(crate) use state::{described, stated};

use crate::draft::Draft;
use crate::receipt::Outcome;
use crate::{Error, Kind, daily, facets, newpage, place, standing};
use note::{moved_elsewhere, noted};
use typed::{normal, typed};
use wiki::fact::{self, FactInput};
use wiki::path::PagePath;
use wiki::policy::redact;
use wiki::schema::PageType;

/// One thing to remember, as it was asked for.
pub(crate) struct Request<'a> {
    pub(crate) text: Option<&'a str>,
    pub(crate) page: Option<&'a str>,
    pub(crate) key: Option<&'a str>,
    pub(crate) value: Option<&'a str>,
    pub(crate) heading: Option<&'a str>,
    pub(crate) page_type: Option<&'a str>,
    pub(crate) supersedes: Option<&'a str>,
    pub(crate) marks: Marked<'a>,
}

/// The marks of a fact, as typed.
pub(crate) struct Marked<'a> {
    pub(crate) priority: Option<&'a str>,
    pub(crate) expires: Option<&'a str>,
    pub(crate) valid: Option<&'a str>,
    pub(crate) confidence: Option<&'a str>,
    pub(crate) source: Option<&'a str>,
}

/// What became of it.
pub(crate) struct Kept {
    pub(crate) path: PagePath,
    pub(crate) outcome: Outcome,
    pub(crate) made: bool,
    pub(crate) fact: String,
    pub(crate) replaced: Vec<String>,
    pub(crate) near: Option<String>,
}

impl Kept {
    /// Something that stands on a page, and of which nothing was changed yet.
    fn on(path: &PagePath, fact: String) -> Self {
        let (path, outcome) = (path.clone(), Outcome::Unchanged);
        Self { path, outcome, made: false, fact, replaced: Vec::new(), near: None }
    }
}

impl Request<'_> {
    /// Refuses what cannot be understood, before any lock is taken.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let blank = |it: Option<&str>| it.is_none_or(|it| it.trim().is_empty());
        if blank(self.text) && blank(self.value) {
            return Err(Error::bad(
                "there is nothing to remember",
                "give a text, or `--page`, `--key` and `--value`",
            ));
        }
        if !blank(self.text) && !blank(self.value) {
            return Err(Error::bad(
                "both a text and a value are given",
                "give one of them; `--key` names a text's fact, too",
            ));
        }
        if self.page.is_some_and(|it| it.trim().is_empty()) {
            return Err(Error::bad("the page's name is blank", "name the page, or leave it out"));
        }
        if self.key.is_some_and(|it| it.trim().is_empty()) {
            return Err(Error::bad("the key is blank", "name the key, or leave it out"));
        }
        if self.heading.is_some_and(|it| it.trim().is_empty()) {
            return Err(Error::bad(
                "the heading is blank",
                "name the section, or leave `--heading` out",
            ));
        }
        if self.supersedes.is_some_and(|it| it.trim().is_empty()) {
            return Err(Error::bad(
                "what it supersedes is blank",
                "give the old fact's words or key, or leave `--supersedes` out",
            ));
        }
        if let Some(mark) = fact::false_day(self.words()) {
            return Err(Error::bad(
                format!("`{mark}` is not a day of the calendar"),
                "write a day that there is, as `2026-12-31`; a range as `valid:2026-01-01..2026-12-31`",
            ));
        }
        if self.key.is_some_and(|it| !redact(it).1.is_empty()) {
            return Err(Error::bad(
                "the key is a secret",
                "name what it is, such as `API key`; a secret itself is not kept",
            ));
        }
        Ok(())
    }

    fn words(&self) -> &str {
        match (self.text, self.key) {
            (Some(text), None) => opener::without(text, self.page.is_some()),
            _ => self.text.or(self.value).unwrap_or_default().trim(),
        }
    }
}

/// Where it belongs.
enum Place {
    Page(PagePath),
    New { title: String, page_type: Option<String> },
    Today,
}

/// Carries out `request` in `draft`.
pub(crate) fn remember(draft: &mut Draft<'_>, request: &Request<'_>) -> Result<Kept, Error> {
    let (typed, redacted) = typed(draft, request)?;
    let kept = placed(draft, request, &typed)?;
    let taken = |kind: &str| crate::apply::taken_out(kind, "was");
    draft.warnings.extend(redacted.into_iter().map(|it| format!("{}: {}", kept.path, taken(&it))));
    Ok(kept)
}

fn placed(draft: &mut Draft<'_>, request: &Request<'_>, typed: &FactInput) -> Result<Kept, Error> {
    let place = place(draft, request)?;
    let Some(which) = request.supersedes.map(str::trim) else {
        let free = request.page.is_none() && typed.key.is_none() && typed.heading.is_none();
        let elsewhere = free && !matches!(place, Place::Today);
        return if elsewhere {
            moved_elsewhere(draft, place, typed)
        } else {
            put(draft, place, typed)
        };
    };
    if supersede::is_itself(draft, &place, which, typed)? {
        return put(draft, place, typed);
    }
    let gone = supersede::retire(draft, &place, which)?;
    let kept = supersede::put(draft, place, (typed, &gone))?;
    Ok(supersede::told(draft, kept, gone))
}

fn put(draft: &mut Draft<'_>, place: Place, typed: &FactInput) -> Result<Kept, Error> {
    match place {
        Place::Page(path) => {
            let input = normal(draft, &path, typed)?;
            stated(draft, &path, &input)
        }
        Place::New { title, page_type } => {
            let path = newpage::make(draft, &wanted(draft, &title, page_type.as_deref()))?;
            let input = normal(draft, &path, typed)?;
            Ok(Kept { made: true, ..stated(draft, &path, &input)? })
        }
        Place::Today => {
            let path = daily::path(draft.memory, draft.call.now.today())?;
            if standing::is_fact(typed) {
                let input = normal(draft, &path, typed)?;
                standing::keep(draft, &path, &input)
            } else {
                noted(draft, &path, typed)
            }
        }
    }
}

/// The page to make: of the type that is named or that its title tells, else of the general one.
fn wanted<'r>(
    draft: &Draft<'_>,
    title: &'r str,
    page_type: Option<&'r str>,
) -> newpage::Request<'r> {
    newpage::Request {
        page: title,
        title: None,
        page_type,
        fallback: newpage::general_type(&draft.schema).map(|it| it.name.clone()),
        fields: Vec::new(),
        body: newpage::Body::Title,
    }
}

fn place(draft: &mut Draft<'_>, request: &Request<'_>) -> Result<Place, Error> {
    let memory = draft.memory;
    if let Some(typed) = request.page {
        if let Some(day) = daily::named(memory, draft.call, typed)? {
            return daily::ensured(draft, day).map(Place::Page);
        }
        return match memory.resolve_to_change(typed) {
            Ok(path) => holds_facts(draft, &path).map(|()| Place::Page(path)),
            Err(err) if err.kind == Kind::NotFound => new_place(draft, request, typed, err),
            Err(err) => Err(err),
        };
    }
    named::place(draft, request.words())
}

/// The place of a page that is made for a fact, unless another one may be meant.
fn new_place(
    draft: &Draft<'_>,
    request: &Request<'_>,
    typed: &str,
    unknown: Error,
) -> Result<Place, Error> {
    if let Some(section) = place::section_of(draft.memory, typed) {
        return Err(section);
    }
    let is_new = || named::is_new(draft, typed, &unknown);
    let slip = match draft.memory.slip_of_folder(typed)? {
        None if draft.memory.moved_from(typed).is_some() => Some(unknown),
        None if place::names_heading(typed) || !is_new()? => Some(unknown),
        slip => slip,
    };
    if let Some(slip) = slip {
        return Err(slip.hint(format!("or make the page first: `memopage new \"{typed}\"`")));
    }
    may_be_made(draft, typed)?;
    let page_type = request.page_type.map(str::to_owned);
    Ok(Place::New { title: typed.to_owned(), page_type })
}

/// Refuses a fact on a page that says how the vault works, or that nobody finds.
pub(crate) fn holds_facts(draft: &Draft<'_>, path: &PagePath) -> Result<(), Error> {
    let schema = &draft.schema;
    let own = |it: &PageType| it.file.is_some() && facets::is_apart_type(&it.name);
    let (what, hint) = if facets::in_archive(path.as_str()) {
        ("is archived", format!("bring it back first: `memopage restore \"{path}\"`"))
    } else if facets::is_template(schema, path) {
        ("is a template", "name the page that is meant, or edit the template".to_owned())
    } else if schema.for_path(path.as_str()).is_some_and(own) {
        ("says how the vault works", "name a page about the thing itself".to_owned())
    } else {
        return Ok(());
    };
    Err(Error::new(Kind::Refused, format!("{path} {what} and takes no facts")).hint(hint))
}

/// Refuses a page that no fact alone can make: what is put away, what new pages are made from, and a
/// conversation.
fn may_be_made(draft: &Draft<'_>, typed: &str) -> Result<(), Error> {
    let Ok(path) = PagePath::parse_existing(typed.trim()) else { return Ok(()) };
    holds_facts(draft, &path)?;
    let of_session = |it: &PageType| it.name == "session";
    if draft.schema.for_folder(path.folder()).is_some_and(of_session) {
        return Err(Error::new(
            Kind::Refused,
            format!("{path} would be a conversation without turns"),
        )
        .hint("import the conversation, or name the page of what was spoken of"));
    }
    Ok(())
}
