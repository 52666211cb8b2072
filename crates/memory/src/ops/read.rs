//! `read`: one page, whole or in part, as it stands or as it stood.

use super::{Effect, Operation};
use crate::place::Place;
use crate::{Call, Error, Kind, Memory, daily, facets, place, problem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use store::HistoryError;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::{fact, time};

pub(super) struct Read;

/// Which page, and which part of it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page's path, title, alias, id or link; `today` or a date is that day's page; also a place as recall prints it, `path#heading:10-12`
    page: String,
    /// Only this section, by its heading
    heading: Option<String>,
    /// Only these lines, as `FIRST-LAST`, counted from 1
    lines: Option<String>,
    /// The page as git has it on this day, or in this commit
    as_of: Option<String>,
}

/// The page.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// Its path in the vault, without `.md`
    page: String,
    /// Its title
    title: String,
    /// Its type
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    page_type: Option<String>,
    /// Its content hash; name it as `expected` in a later write
    revision: String,
    /// First and last line of the text
    lines: [usize; 2],
    /// The text as it stands in the file
    text: String,
    /// Facts that hold today, as `key: value`
    #[serde(skip_serializing_if = "Vec::is_empty")]
    facts: Vec<String>,
    /// Pages that link to it
    #[serde(skip_serializing_if = "Vec::is_empty")]
    linked_from: Vec<String>,
    /// What to know before it is taken to hold: that it is archived
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// What is wrong with it, by line
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<String>,
}

impl Operation for Read {
    const NAME: &'static str = "read";
    const SUMMARY: &'static str = "Read a page, whole or in part, now or as it was";
    const EFFECT: Effect = Effect::Read;
    const POSITIONAL: &'static [&'static str] = &["page"];
    type Input = Input;
    type Output = Output;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Output, Error> {
        memory.found(call, || read(memory, call, &input))
    }
}

fn read(memory: &Memory, call: &Call, input: &Input) -> Result<Output, Error> {
    let (named, at) = meant(memory, call, input)?;
    let (path, then) = match (named, &input.as_of) {
        (Ok(path), Some(when)) => {
            let bytes = memory.bytes_as_of(call, &path, when)?;
            (path, Some(bytes))
        }
        (Ok(path), None) => (path, None),
        // A page that was moved or erased since is known by the path that it had.
        (Err(unknown), Some(when)) if unknown.kind == Kind::NotFound => {
            let Ok(path) = PagePath::parse_existing(&input.page) else { return Err(unknown) };
            match memory.bytes_as_of(call, &path, when) {
                Err(err) if err.kind == Kind::NotFound => return Err(unknown),
                found => (path, Some(found?)),
            }
        }
        (Err(err), _) => return Err(err),
    };
    let bytes = match then {
        Some(bytes) => bytes,
        None => memory.read_bytes(&path)?.ok_or_else(|| memory.no_page(&path))?,
    };
    let page = Page::parse(path.clone(), problem::text_of(bytes));
    let span = match at {
        Some(Place { block: Some(id), lines: None, .. }) => place::block(&page, id)?,
        // The lines say where in the section.
        Some(Place { lines: Some(lines), .. }) => part(&page, None, Some(lines))?,
        Some(Place { heading, .. }) => part(&page, heading, None)?,
        None => part(&page, input.heading.as_deref(), input.lines.as_deref())?,
    };
    let schema = memory.schema();
    let facts = fact::facts(&page, &schema)
        .iter()
        .filter(|it| !it.retired && it.marks.held_on(call.now.today()))
        .map(wiki::Fact::said)
        .collect();
    let linked = memory.linking_to(&path, None)?;
    Ok(Output {
        page: path.to_string(),
        title: page.title(),
        page_type: schema.type_of(&page).map(|it| it.name.clone()),
        revision: page.revision().to_string(),
        lines: [page.line_of(span.start), page.line_of(span.end.saturating_sub(1).max(span.start))],
        text: page.text[span].to_owned(),
        facts,
        linked_from: linked.iter().map(ToString::to_string).collect(),
        notes: notes(&page, &schema, input.as_of.as_deref()),
        problems: page
            .problems
            .iter()
            .map(|it| format!("line {}: {}", it.line, it.message))
            .collect(),
    })
}

/// What a reader of the present page has to know of it.
fn notes(page: &Page, schema: &wiki::schema::Schema, as_of: Option<&str>) -> Vec<String> {
    let is_archived = as_of.is_none() && facets::of(page, schema).archived;
    let archived =
        is_archived.then(|| format!("{} is archived: what it says may hold no more", page.path));
    archived.into_iter().collect()
}

/// The page that is named, and the place in it where what was typed says one.
fn meant<'a>(
    memory: &Memory,
    call: &Call,
    input: &'a Input,
) -> Result<(Result<PagePath, Error>, Option<Place<'a>>), Error> {
    let named = daily::or_page(memory, call, &input.page);
    if let Some(of_section) = section(memory, call, input) {
        return Ok(of_section);
    }
    if named.as_ref().map_or_else(|err| err.kind == Kind::Conflict, |_| true) {
        return Ok((named, None));
    }
    let found = place::splits(&input.page)
        .into_iter()
        .find_map(|at| Some((daily::or_page(memory, call, at.page).ok()?, at)));
    let Some((path, at)) = found else { return Ok((named, None)) };
    if input.heading.is_some() || input.lines.is_some() {
        return Err(Error::bad(
            format!("`{}` says already which part of {path} is meant", input.page),
            "leave out `heading` and `lines`",
        ));
    }
    Ok((Ok(path), Some(at)))
}

/// A page and one of its headings, which comes before a page of which all that was typed is the title, and not before
/// the page of that path.
fn section<'a>(
    memory: &Memory,
    call: &Call,
    input: &'a Input,
) -> Option<(Result<PagePath, Error>, Option<Place<'a>>)> {
    if input.heading.is_some() || input.lines.is_some() {
        return None;
    }
    let is_path = PagePath::parse_existing(&input.page)
        .is_ok_and(|it| memory.read_bytes(&it).is_ok_and(|bytes| bytes.is_some()));
    if is_path {
        return None;
    }
    place::splits(&input.page).into_iter().find_map(|at| {
        let heading = at.heading?;
        let path = daily::or_page(memory, call, at.page).ok()?;
        let page = memory.page_at(&path)?;
        page.section_named(heading).map(|_| (Ok(path), Some(at)))
    })
}

/// The bytes asked for: a section with its subsections, lines, or everything.
fn part(
    page: &Page,
    heading: Option<&str>,
    lines: Option<&str>,
) -> Result<std::ops::Range<usize>, Error> {
    match (heading, lines) {
        (Some(_), Some(_)) => {
            Err(Error::bad("both a heading and lines are given", "give one of them"))
        }
        (None, None) => Ok(0..page.text.len()),
        (Some(heading), None) => {
            let at = problem::section(page, heading)?;
            let level = page.sections[at].level;
            let end = page.sections[at + 1..]
                .iter()
                .find(|it| it.level <= level)
                .map_or(page.text.len(), |it| it.span.start);
            Ok(page.sections[at].span.start..end)
        }
        (None, Some(lines)) => line_span(page, lines),
    }
}

fn line_span(page: &Page, typed: &str) -> Result<std::ops::Range<usize>, Error> {
    let wrong = || {
        Error::bad(format!("`{typed}` is no range of lines"), "write it as `FIRST-LAST`, from 1")
    };
    let (first, last) = typed.split_once('-').unwrap_or((typed, typed));
    let first: usize = first.trim().parse().map_err(|_| wrong())?;
    let last: usize = last.trim().parse().map_err(|_| wrong())?;
    if first == 0 || last < first {
        return Err(wrong());
    }
    let mut starts = vec![0];
    starts.extend(page.text.match_indices('\n').map(|(at, _)| at + 1));
    let start = *starts.get(first - 1).ok_or_else(|| {
        Error::new(Kind::NotFound, format!("{} has {} lines", page.path, starts.len()))
            .hint("ask for lines that it has")
    })?;
    let end = starts.get(last).copied().unwrap_or(page.text.len());
    Ok(start..end)
}

/// Whether nothing but a commit's id can be meant.
fn looks_like_an_id(typed: &str) -> bool {
    (4..=64).contains(&typed.len())
        && typed.bytes().all(|it| it.is_ascii_hexdigit())
        && typed.bytes().any(|it| it.is_ascii_alphabetic())
}

fn no_moment(typed: &str) -> Error {
    Error::bad(
        format!("`{typed}` is neither a date that exists nor a commit"),
        "give a date as 2026-10-31, 2026-10 or `last week`, or a commit that `memopage history PAGE` shows",
    )
}

impl Memory {
    /// A page's bytes as git has them on a day, or in a commit.
    fn bytes_as_of(&self, call: &Call, path: &PagePath, when: &str) -> Result<Vec<u8>, Error> {
        let file = path.file();
        let found = match time::instants(when, &call.now) {
            Ok(span) => self.history().at(&span.to.to_string(), &file).map(|it| it.map(|it| it.1)),
            Err(_) => match self.history().show(when, &file) {
                Err(HistoryError::NoRevision(_) | HistoryError::BadRevision(_))
                    if !looks_like_an_id(when) =>
                {
                    return Err(no_moment(when));
                }
                shown => shown.map(Some),
            },
        };
        found.map_err(|err| problem::from_history(&err))?.ok_or_else(|| {
            Error::new(Kind::NotFound, format!("history has no {path} as of {when}"))
                .hint(format!("run `memopage history \"{path}\"` to see when it changed"))
        })
    }
}

impl fmt::Display for Output {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.text.trim_end_matches('\n'))
    }
}
