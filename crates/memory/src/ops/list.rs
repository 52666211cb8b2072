//! `list`: the pages, by type, folder, tag, status, time or any field of their heads.

use super::{Effect, Operation, alternatives};
use crate::on_a_line;
use crate::{Call, Error, Kind, Memory, facets, inforce, limits, problem, recall};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use wiki::path::PagePath;
use wiki::schema::{Priority, Schema};

pub(super) struct List;

/// Which pages, in which order.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// Only pages below these folders, or these pages; also filters as for `where`
    #[serde(default)]
    path: Vec<String>,
    /// Only pages whose head fits: `status:active effective_date<2024-04-01 version>=2.0 -owner:ada sort:version`, with `:` `=` `!=` `<` `<=` `>` `>=`, `field:*` for any value
    #[serde(default, rename = "where")]
    filter: Vec<String>,
    /// Only pages in force on this day: of each document the version that began last, by `valid_from` or `effective_date`
    on: Option<String>,
    /// Only pages of these types
    #[serde(default, rename = "type")]
    types: Vec<String>,
    /// Only pages with one of these statuses
    #[serde(default)]
    status: Vec<String>,
    /// Only pages with one of these priorities
    #[serde(default)]
    priority: Vec<String>,
    /// Only pages with one of these tags
    #[serde(default)]
    tag: Vec<String>,
    /// Only pages of one of these domains, as `domain:` in their head
    #[serde(default)]
    domain: Vec<String>,
    /// Only pages of this day or later
    after: Option<String>,
    /// Only pages of this day or earlier
    before: Option<String>,
    /// Only pages of this time, such as `2026-10` or `last week`
    during: Option<String>,
    /// Only this project's or agent's pages, and shared ones
    scope: Option<String>,
    /// List archived pages, too
    #[serde(default)]
    archived: bool,
    /// The order: `path` (default), `latest`, `earliest`, `changed`, or a field such as `version`; `-version` for the greatest first
    sort: Option<String>,
    /// Most rows to give (default 50)
    limit: Option<usize>,
    /// Where to go on, as the reply before gave it
    cursor: Option<String>,
}

/// The pages.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// One row for each page
    pages: Vec<Row>,
    /// How many pages there are in all
    total: usize,
    /// Name it as `cursor` for the rows that follow
    #[serde(skip_serializing_if = "Option::is_none")]
    cursor: Option<String>,
    /// What was left out, and why
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// One page.
#[derive(Serialize, JsonSchema)]
struct Row {
    /// Its path in the vault, without `.md`
    page: String,
    /// Its title
    title: String,
    /// Its type
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    page_type: Option<String>,
    /// The day it is about, or was made
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    /// When it was made, by its own account
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<String>,
    /// When it was last changed, by its own account
    #[serde(skip_serializing_if = "Option::is_none")]
    updated: Option<String>,
    /// Its status
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
    /// Its priority
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<String>,
    /// Its tags
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    /// The fields that were filtered or sorted by, as they stand in its head
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    fields: BTreeMap<String, String>,
}

impl Operation for List {
    const NAME: &'static str = "list";
    const SUMMARY: &'static str = "List pages by folder, type, tag, status, time or any field";
    const EFFECT: Effect = Effect::Read;
    const POSITIONAL: &'static [&'static str] = &["path"];
    type Input = Input;
    type Output = Output;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Output, Error> {
        let offset = match input.cursor.as_deref() {
            None => 0,
            Some(text) => text.parse::<usize>().map_err(|_| {
                Error::bad(format!("`{text}` is no cursor"), "use the `cursor` of an earlier reply")
            })?,
        };
        let limit = limits::asked("limit", input.limit, limits::ROWS_DEFAULT, limits::ROWS_MAX)?;
        let day = input.on.as_deref().map(|it| day(call, it)).transpose()?;
        let (wanted, fields) = wanted(memory, call, input, day)?;
        let found = memory.ask(|index| index.select(&wanted, offset, limit))?;
        let mut note = compared(&found)?;
        if found.total == 0 && wanted.filters.archived == search::Archived::Skip {
            let mut wider = wanted.clone();
            wider.filters.archived = search::Archived::Include;
            let there = memory.ask(|index| index.select(&wider, 0, 1))?.total > 0;
            let archived = "only archived pages are there; `--archived` lists them";
            note = there.then(|| archived.to_owned()).or(note);
        }
        if let Some(day) = day.filter(|_| found.total == 0) {
            note = Some(format!(
                "no such page says by `valid_from` or `effective_date` that it is in force on {day}"
            ));
        }
        let next = offset + found.rows.len();
        Ok(Output {
            total: found.total,
            cursor: (next < found.total).then(|| next.to_string()),
            note,
            pages: found.rows.into_iter().map(|it| row(it, &fields)).collect(),
        })
    }
}

/// What is asked for, and the fields that rows show.
fn wanted(
    memory: &Memory,
    call: &Call,
    input: Input,
    day: Option<jiff::civil::Date>,
) -> Result<(search::Wanted, Vec<String>), Error> {
    let (after, before) = recall::span(
        call,
        input.after.as_deref(),
        input.before.as_deref(),
        input.during.as_deref(),
    )?;
    let mut texts = input.filter;
    let mut paths = Vec::new();
    for typed in input.path {
        // A folder may be called as a filter is written.
        let is_filter = search::Listing::is_filter(&typed) && memory.below(&typed).is_err();
        if is_filter { &mut texts } else { &mut paths }.push(typed);
    }
    let types = alternatives(&input.types);
    memory.known_types(&types)?;
    let priorities = alternatives(&input.priority);
    known_priorities(&priorities)?;
    let filters = search::Filters {
        types,
        statuses: alternatives(&input.status),
        priorities,
        tags: alternatives(&input.tag),
        domains: alternatives(&input.domain),
        paths,
        scopes: input.scope.or_else(|| call.scope.clone()).into_iter().collect(),
        after,
        before,
        pinned: false,
        archived: match input.archived || day.is_some() {
            true => search::Archived::Include,
            false => search::Archived::Skip,
        },
    };
    let schema = memory.schema();
    let names: Vec<String> = schema.types.iter().map(|it| it.name.clone()).collect();
    let asked = !texts.is_empty() || input.sort.is_some();
    let declared = if asked { memory.declared(&schema) } else { Vec::new() };
    let listing = search::Listing {
        texts: &texts,
        sort: input.sort.as_deref(),
        filters,
        now: &call.now,
        types: &names,
        fields: &declared,
    };
    let wanted = memory.ask(|index| index.wanted(&listing))?;
    let mut wanted = wanted.map_err(|it| Error::bad(it.said, it.hint))?;
    for path in &wanted.filters.paths {
        memory.below(path)?;
    }
    // Pages that say how the vault works lie apart, and are given where just they are asked for.
    let apart = |it: &String| facets::is_apart_type(it);
    if !wanted.filters.types.is_empty() && wanted.filters.types.iter().all(apart) {
        wanted.filters.archived = search::Archived::All;
    }
    let mut fields: Vec<String> = wanted.fields().into_iter().map(str::to_owned).collect();
    if let Some(day) = day {
        wanted.only = Some(inforce::on(memory, call, day)?);
        fields.extend(["version", "valid_from", "valid_to"].map(str::to_owned));
    }
    Ok((wanted, fields))
}

fn day(call: &Call, typed: &str) -> Result<jiff::civil::Date, Error> {
    let days =
        wiki::time::interval(typed, &call.now).map_err(|err| problem::from_date(typed, &err))?;
    days.single().ok_or_else(|| {
        Error::bad(format!("`{typed}` means the days {days}"), "name one of them, such as the last")
    })
}

/// Refuses a comparison with a value that no page's could be compared with; else says what was left out.
fn compared(found: &search::Selected) -> Result<Option<String>, Error> {
    let mut said = Vec::new();
    for met in found.met.iter().filter(|it| it.unlike > 0) {
        let example = on_a_line(met.example.as_deref().unwrap_or_default());
        if met.unlike == met.present {
            return Err(Error::bad(
                format!("`{}` can be compared with no page's value", met.term),
                format!("pages have values such as `{example}`"),
            ));
        }
        said.push(format!(
            "{} of {} with that field cannot be compared by `{}`, such as `{example}`",
            met.unlike,
            crate::counted(met.present, "page"),
            met.term
        ));
    }
    Ok((!said.is_empty()).then(|| said.join("; ")))
}

/// Refuses words that are no priority: they are no empty list.
fn known_priorities(typed: &[String]) -> Result<(), Error> {
    let unknown = typed.iter().find(|it| it.parse::<Priority>().is_err());
    unknown.map_or(Ok(()), |it| {
        Err(Error::bad(
            format!("`{it}` is no priority"),
            "use critical, high, medium, low or ephemeral",
        ))
    })
}

impl Memory {
    /// Refuses a type that neither the schema knows nor a page has: that is no empty list.
    pub(crate) fn known_types(&self, typed: &[String]) -> Result<(), Error> {
        let schema = self.schema();
        for name in typed.iter().filter(|it| schema.by_name(it).is_none()) {
            let filters = search::Filters {
                types: vec![name.clone()],
                archived: search::Archived::All,
                ..search::Filters::default()
            };
            let rows = self.ask(|index| index.rows(&filters, search::Order::Path, 0, 1))?;
            if rows.total == 0 {
                let known: Vec<&str> = schema.types.iter().map(|it| it.name.as_str()).collect();
                return Err(Error::bad(
                    format!("there is no page type `{name}`"),
                    format!("use one of: {}", known.join(", ")),
                ));
            }
        }
        Ok(())
    }

    /// The fields that pages may have beside those that they have: what the schema requires, and what templates begin
    /// with.
    fn declared(&self, schema: &Schema) -> Vec<String> {
        let required = schema.types.iter().flat_map(|it| it.required.iter().cloned());
        let mut declared: Vec<String> = required.collect();
        for file in schema.types.iter().filter_map(|it| it.template.as_deref()) {
            if let Ok(path) = PagePath::parse_existing(file)
                && let Some(template) = self.page_at(&path)
            {
                declared.extend(template.head.entries.into_iter().map(|it| it.key));
            }
        }
        declared
    }

    /// Whether anything lies at or below a path: a place that does not exist is no empty list, and none outside of
    /// the vault is looked at.
    pub(crate) fn below(&self, path: &str) -> Result<(), Error> {
        let filters = search::Filters {
            paths: vec![path.to_owned()],
            archived: search::Archived::All,
            ..search::Filters::default()
        };
        let rows = self.ask(|index| index.rows(&filters, search::Order::Path, 0, 1))?;
        if rows.total > 0 {
            return Ok(());
        }
        if path.split(['/', '\\']).any(|part| part == "..") {
            PagePath::parse(path).map_err(|err| problem::from_path(&err))?;
        }
        Err(Error::new(Kind::NotFound, format!("there is no page or folder `{path}`"))
            .hint("run `memopage list` to see the pages"))
    }
}

fn row(row: search::Row, fields: &[String]) -> Row {
    let of = |field: &String| (field.clone(), row.values(field).join(", "));
    let fields = fields.iter().map(of).filter(|(_, value)| !value.is_empty()).collect();
    let facets = row.facets;
    Row {
        page: row.path.to_string(),
        date: facets.date().map(|it| it.to_string()),
        created: facets.created.map(|it| it.to_string()),
        updated: facets.updated.map(|it| it.to_string()),
        title: facets.title,
        page_type: facets.page_type,
        status: facets.status,
        priority: facets.priority,
        tags: facets.tags,
        fields,
    }
}

impl fmt::Display for Output {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.pages {
            let date = row.date.as_deref().unwrap_or("          ");
            let kind = row.page_type.as_deref().unwrap_or("-");
            write!(out, "{date}  {kind:<10}  {}", on_a_line(&row.page))?;
            let name = row.page.rsplit('/').next().unwrap_or_default();
            if row.title != name {
                write!(out, "  ({})", on_a_line(&row.title))?;
            }
            for (field, value) in &row.fields {
                if !matches!(field.as_str(), "type" | "title" | "path" | "page" | "date" | "day") {
                    write!(out, "  {}: {}", on_a_line(field), on_a_line(value))?;
                }
            }
            out.write_str("\n")?;
        }
        match &self.cursor {
            Some(cursor) => write!(
                out,
                "{} of {} pages; go on with --cursor {cursor}",
                self.pages.len(),
                self.total
            ),
            None => match &self.note {
                Some(note) => write!(out, "{}: {note}", crate::counted(self.total, "page")),
                None => out.write_str(&crate::counted(self.total, "page")),
            },
        }
    }
}
