//! Where one thing to remember belongs, and what it does to what stands there.
//!
//! The page is the one that is named; else, for what somebody says of themselves, that person's page;
//! else the one thing that the words name; else today's. A name that two pages have is answered by both as
//! candidates: nothing is guessed and nothing written. Secrets leave the words before anything is
//! compared or shown.

mod named;
mod speaker;
mod supersede;

pub(crate) use named::speakers_page;

use crate::draft::Draft;
use crate::receipt::Outcome;
use crate::{
    Error, Kind, daily, dispute, facets, family, newpage, notes, place, problem, signs, standing,
};
use wiki::edit::{Edit, Splice};
use wiki::fact::{self, Fact, FactChange, FactInput, Marks};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::redact;
use wiki::schema::{PageType, Priority};
use wiki::time::{self, ValidProblem};

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
        self.text.or(self.value).unwrap_or_default().trim()
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
    if place::names_heading(typed) || !named::is_new(draft, typed, &unknown)? {
        return Err(unknown.hint(format!("or make the page first: `memopage new \"{typed}\"`")));
    }
    may_be_made(draft, typed)?;
    let page_type = request.page_type.map(str::to_owned);
    Ok(Place::New { title: typed.to_owned(), page_type })
}

/// Refuses a fact on a page that says how the vault works, or that nobody finds.
fn holds_facts(draft: &Draft<'_>, path: &PagePath) -> Result<(), Error> {
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

/// Puts the fact on its page.
pub(crate) fn stated(
    draft: &mut Draft<'_>,
    path: &PagePath,
    input: &FactInput,
) -> Result<Kept, Error> {
    let page = draft.existing(path)?;
    let mut kept = Kept {
        path: path.clone(),
        outcome: Outcome::Unchanged,
        made: false,
        fact: shown(input),
        replaced: Vec::new(),
        near: None,
    };
    match fact::set(&page, &draft.schema, input) {
        Ok(FactChange::Unchanged) => {}
        Ok(FactChange::Added(edits)) => {
            draft.edit(path, &edits)?;
            kept.outcome = Outcome::Added;
            dated(draft, path, input, &mut kept)?;
        }
        Ok(FactChange::Replaced { old, edits }) => {
            kept.replaced = old.iter().map(described).collect();
            replace(draft, &page, (&old, &edits), input)?;
            kept.outcome = if old.is_empty() { Outcome::Updated } else { Outcome::Replaced };
            told_of(draft, path, (&old, input), &mut kept)?;
        }
        Ok(FactChange::NearDuplicate { of, edits }) => {
            let near: Vec<String> = of.iter().map(described).collect();
            kept.near = Some(near.join(" · "));
            draft.edit(path, &edits)?;
            kept.outcome = Outcome::Added;
            dated(draft, path, input, &mut kept)?;
        }
        Ok(FactChange::Candidates(facts)) => {
            return Err(problem::several_facts(&page, &kept.fact, &facts));
        }
        Err(err) => return Err(problem::from_fact(path, &err)),
    }
    if !kept.replaced.is_empty() {
        dispute::settle(draft, &page)?;
    }
    warn(draft, path, input, &kept)?;
    Ok(kept)
}

/// Says what was added with the date that it got there.
fn dated(
    draft: &mut Draft<'_>,
    path: &PagePath,
    input: &FactInput,
    kept: &mut Kept,
) -> Result<(), Error> {
    let page = draft.existing(path)?;
    let fold = |key: Option<&str>| key.map(wiki::canon::fold);
    let mut added = fact::facts(&page, &draft.schema);
    added.retain(|it| !it.retired && fold(it.key.as_deref()) == fold(input.key.as_deref()));
    if added.iter().any(|it| it.value == input.value) {
        return Ok(());
    }
    if let Some(fact) = added.iter().find(|it| fact::undated(&it.value) == input.value) {
        kept.fact = described(fact);
    }
    Ok(())
}

/// Says of what was stated whether it does not hold now.
fn warn(
    draft: &mut Draft<'_>,
    path: &PagePath,
    input: &FactInput,
    kept: &Kept,
) -> Result<(), Error> {
    let (marks, said) = (&input.marks, &kept.fact);
    let page = draft.existing(path)?;
    let mut alike = fact::facts(&page, &draft.schema);
    alike.retain(|it| described(it) == *said);
    let current = alike.iter().any(|it| !it.retired) || kept.outcome == Outcome::Unchanged;
    let retired = alike.last().filter(|_| !current);
    let warning = if let Some(day) = marks.expires.filter(|it| *it < input.today) {
        format!("`{said}` expired on {day} and does not hold")
    } else if let Some(day) = retired.and_then(|it| it.marks.superseded) {
        format!("`{said}` held until {day} and stands in the history")
    } else if marks.is_over(input.today) {
        format!("`{said}` is over and does not hold")
    } else if let Some((Some(day), _)) = marks.valid.filter(|it| it.0 > Some(input.today)) {
        format!("`{said}` holds from {day} on, not yet")
    } else {
        return Ok(());
    };
    draft.warnings.push(format!("{path}: {warning}"));
    Ok(())
}

/// Says what stands in the place of what was replaced, and where the clock or a mark is against it.
fn told_of(
    draft: &mut Draft<'_>,
    path: &PagePath,
    (old, input): (&[Fact], &FactInput),
    kept: &mut Kept,
) -> Result<(), Error> {
    let Some(first) = old.first() else { return Ok(()) };
    let page = draft.existing(path)?;
    // A day that the new text moves has its date now.
    let begins = |it: &Fact| it.item == first.item && !it.retired;
    if let Some(fact) = fact::facts(&page, &draft.schema).into_iter().find(begins)
        && (wiki::canon::fold(&fact.value).starts_with(&wiki::canon::fold(&input.value))
            || fact::undated(&fact.value) == input.value
            // The key says what moves.
            || fact.key.is_some() && input.value.ends_with(&fact::undated(&fact.value)))
    {
        kept.fact = described(&fact);
    }
    let later = old.iter().find(|it| it.marks.added.is_some_and(|day| day > input.today));
    if let Some(it) = later {
        draft.warnings.push(format!(
            "{path}: `{}` says that it was added after today, {}: is the clock right?",
            described(it),
            input.today
        ));
    }
    Ok(())
}

/// Carries out what replaces facts. What hangs on the one whose place is taken was said of the old value
/// and goes to the history with it.
fn replace(
    draft: &mut Draft<'_>,
    page: &Page,
    (old, edits): (&[Fact], &[Edit]),
    input: &FactInput,
) -> Result<(), Error> {
    let path = &page.path;
    let Some(first) = old.first() else { return draft.edit(path, edits) };
    let own = family::hanging(page, first);
    if own.is_empty() {
        return draft.edit(path, edits);
    }
    let cut = Splice { span: own.clone(), text: String::new() };
    draft.edit(path, &[Edit::Splice(cut)])?;
    let bare = draft.existing(path)?;
    let schema = std::sync::Arc::clone(&draft.schema);
    let FactChange::Replaced { edits, .. } =
        fact::set(&bare, &schema, input).map_err(|err| problem::from_fact(path, &err))?
    else {
        return Err(problem::from_fact(path, &fact::FactProblem::NoPlace));
    };
    draft.edit(path, &family::with_past(edits, (page, first), &page.text[own])?)
}

/// Puts the words on the page that they name; where they move the day of something that stands elsewhere, in its
/// place.
fn moved_elsewhere(draft: &mut Draft<'_>, place: Place, typed: &FactInput) -> Result<Kept, Error> {
    if standing::is_fact(typed) {
        return put(draft, place, typed);
    }
    let today = daily::path(draft.memory, typed.today)?;
    let own = match &place {
        Place::Page(path) => Some(path.clone()),
        Place::New { .. } | Place::Today => None,
    };
    match notes::moved(draft, own.as_ref().unwrap_or(&today), &typed.value)? {
        None => put(draft, place, typed),
        Some((_, notes::Moving::Unsure { near, .. })) => {
            let kept = put(draft, place, typed)?;
            let near = kept.near.clone().or_else(|| told_near(&near, &kept.path));
            let near = near.filter(|_| kept.replaced.is_empty());
            Ok(Kept { near, ..kept })
        }
        Some((path, _)) if own == Some(path.clone()) => put(draft, place, typed),
        Some(found) => carried(draft, &today, (typed, found)),
    }
}

/// Puts the words on today's page, once. Words that move the day of something noted there, or on a day before,
/// take its place.
fn noted(draft: &mut Draft<'_>, path: &PagePath, input: &FactInput) -> Result<Kept, Error> {
    let words = input.value.as_str();
    let page = draft.page(path)?;
    let mut kept = Kept {
        path: path.clone(),
        outcome: Outcome::Unchanged,
        made: page.is_none(),
        fact: words.to_owned(),
        replaced: Vec::new(),
        near: None,
    };
    if page.as_ref().is_some_and(|page| has_line(page, words)) {
        return Ok(kept);
    }
    if let Some(found) = notes::moved(draft, path, words)? {
        return carried(draft, path, (input, found));
    }
    if let Some(found) = notes::turned(draft, path, words)? {
        return carried(draft, path, (input, found));
    }
    let near = page.as_ref().and_then(|page| notes::near(page, words));
    kept.near = near.map(|it| redact(&it).0);
    kept.outcome = Outcome::Added;
    daily::ensured(draft, input.today)?;
    note(draft, path, words)?;
    Ok(kept)
}

/// Does what was found that words do which move a day: on the page of what they move, or as a note on `today`.
fn carried(
    draft: &mut Draft<'_>,
    today: &PagePath,
    (input, (place, found)): (&FactInput, (PagePath, notes::Moving)),
) -> Result<Kept, Error> {
    let mut kept = Kept {
        path: today.clone(),
        outcome: Outcome::Added,
        made: draft.page(today)?.is_none(),
        fact: input.value.clone(),
        replaced: Vec::new(),
        near: None,
    };
    match found {
        notes::Moving::Same => {
            return Ok(Kept { path: place, outcome: Outcome::Unchanged, made: false, ..kept });
        }
        notes::Moving::OfFact => {
            let input = normal(draft, &place, input)?;
            return stated(draft, &place, &input);
        }
        notes::Moving::Replaced { old, words } => {
            kept.outcome = Outcome::Replaced;
            kept.made = false;
            kept.replaced = vec![redact(&old).0];
            kept.fact = words;
        }
        notes::Moving::Unsure { words, near } => {
            let page = draft.page(today)?;
            let alike = || notes::near(page.as_ref()?, &input.value).map(|it| redact(&it).0);
            kept.near = told_near(&near, today).or_else(alike);
            kept.fact = words;
        }
    }
    daily::ensured(draft, input.today)?;
    note(draft, today, &kept.fact)?;
    Ok(kept)
}

fn told_near(near: &[notes::Named], here: &PagePath) -> Option<String> {
    let told: Vec<String> = near.iter().map(|it| it.told(here)).collect();
    (!near.is_empty()).then(|| redact(&told.join(" · ")).0)
}

/// Whether a line of the page is these words, or a note of them.
fn has_line(page: &Page, words: &str) -> bool {
    page.sections.iter().any(|it| {
        page.text[it.span.clone()].lines().any(|line| {
            let line = line.trim_start_matches('#').trim();
            line == words || line.split_once(" — ").is_some_and(|(_, title)| title == words)
        })
    })
}

/// Adds a note to the page of the day, under the time of day.
fn note(draft: &mut Draft<'_>, path: &PagePath, words: &str) -> Result<(), Error> {
    let title = headline(words);
    let clock = draft.call.now.at.strftime("%H:%M");
    let heading = format!("### {clock} — {title}");
    let text = if title == words { heading } else { format!("{heading}\n\n{words}") };
    draft.append(path, None, &text)
}

/// The most characters that the heading of a daily entry repeats of its text.
const HEADLINE_CHARS: usize = 60;

fn headline(words: &str) -> String {
    let line = words.lines().next().unwrap_or_default().trim();
    if line.chars().count() <= HEADLINE_CHARS {
        return line.to_owned();
    }
    let cut: String = line.chars().take(HEADLINE_CHARS).collect();
    let at = cut.rfind(signs::parts_words).filter(|at| *at > cut.len() / 2);
    format!("{}…", at.map_or(cut.as_str(), |at| &cut[..at]).trim_end())
}

/// What was asked for, with its dates in figures and without secrets; and what these were.
fn typed(draft: &Draft<'_>, request: &Request<'_>) -> Result<(FactInput, Vec<String>), Error> {
    let (words, found) = redact(request.words());
    if words.trim().is_empty() {
        return Err(Error::bad(
            "there is nothing to remember but what is private",
            "say what may be written outside of `<private>`",
        ));
    }
    let redacted = found.iter().map(|(kind, _)| kind.to_string()).collect();
    let now = &draft.call.now;
    let input = FactInput {
        key: request.key.map(|key| key.trim().to_owned()),
        value: time::resolve_relative(words.trim(), now),
        heading: request.heading.map(str::to_owned),
        marks: marks(draft, &request.marks)?,
        today: now.today(),
    };
    Ok((input, redacted))
}

/// The fact as it is set. A key can say that its value is a secret, so both are looked at together:
/// what is compared with the page and shown is what is kept.
fn normal(draft: &mut Draft<'_>, path: &PagePath, typed: &FactInput) -> Result<FactInput, Error> {
    let refused = |err| problem::from_fact(path, &err);
    let input = typed.normal().map_err(refused)?;
    let (clean, found) = redact(&shown(&input));
    if found.is_empty() {
        return Ok(input);
    }
    let told = |kind| format!("{path}: {}", crate::apply::taken_out(kind, "was"));
    draft.warnings.extend(found.iter().map(|(kind, _)| told(kind)));
    let own = input.key.as_ref().and_then(|key| clean.strip_prefix(&format!("{key}: ")));
    let (key, value) = match own {
        Some(value) => (input.key.clone(), value.to_owned()),
        None => (None, clean),
    };
    FactInput { key, value, ..input }.normal().map_err(refused)
}

fn marks(draft: &Draft<'_>, typed: &Marked<'_>) -> Result<Marks, Error> {
    let now = &draft.call.now;
    let mut marks = Marks::default();
    if let Some(text) = typed.priority {
        let priority = text.parse::<Priority>().map_err(|_| {
            Error::bad(
                format!("`{text}` is no priority"),
                "use critical, high, medium, low or ephemeral",
            )
        })?;
        marks.priority = Some(priority);
    }
    if let Some(text) = typed.expires {
        let day = time::interval(text, now).map_err(|err| problem::from_date(text, &err))?;
        marks.expires = Some(day.to);
    }
    if let Some(text) = typed.valid {
        marks.valid = Some(time::parse_valid(text, now).map_err(|err| match err {
            ValidProblem::Date(err) => problem::from_date(text, &err),
            backwards @ ValidProblem::Backwards { .. } => {
                Error::bad(backwards.to_string(), "swap the two days, or leave one open")
            }
        })?);
    }
    if let Some(text) = typed.confidence {
        marks.confidence = Some(problem::confidence(text)?);
    }
    marks.source = typed.source.map(|it| it.trim().to_owned());
    Ok(marks)
}

fn shown(input: &FactInput) -> String {
    match &input.key {
        Some(key) => format!("{key}: {}", input.value),
        None => input.value.clone(),
    }
}

/// A fact of the page in words; a secret that somebody wrote there by hand is not repeated.
pub(crate) fn described(fact: &Fact) -> String {
    let said = match &fact.key {
        Some(key) => format!("{key}: {}", fact.value),
        None => fact.value.clone(),
    };
    redact(&said).0
}
