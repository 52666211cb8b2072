//! `list`: the pages, by type, folder, tag, status or time.

use super::{Effect, Operation, alternatives};
use crate::on_a_line;
use crate::{Call, Error, Kind, Memory, facets, limits, recall};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use wiki::schema::Priority;

pub(super) struct List;

/// Which pages, in which order.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// Only pages below these folders, or these pages
    #[serde(default)]
    path: Vec<String>,
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
    /// The order: `path` (default), `latest`, `earliest` or `changed`
    sort: Option<Sort>,
    /// Most rows to give (default 50)
    limit: Option<usize>,
    /// Where to go on, as the reply before gave it
    cursor: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Sort {
    Path,
    Latest,
    Earliest,
    Changed,
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
    /// Why there is nothing, where pages out of sight would pass
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
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
}

impl Operation for List {
    const NAME: &'static str = "list";
    const SUMMARY: &'static str = "List pages by folder, type, tag, status or time";
    const EFFECT: Effect = Effect::Read;
    const POSITIONAL: &'static [&'static str] = &["path"];
    type Input = Input;
    type Output = Output;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Output, Error> {
        let input = Input {
            types: alternatives(&input.types),
            status: alternatives(&input.status),
            priority: alternatives(&input.priority),
            tag: alternatives(&input.tag),
            domain: alternatives(&input.domain),
            ..input
        };
        let (after, before) = recall::span(
            call,
            input.after.as_deref(),
            input.before.as_deref(),
            input.during.as_deref(),
        )?;
        let offset = match input.cursor.as_deref() {
            None => 0,
            Some(text) => text.parse::<usize>().map_err(|_| {
                Error::bad(format!("`{text}` is no cursor"), "use the `cursor` of an earlier reply")
            })?,
        };
        let limit = limits::asked("limit", input.limit, limits::ROWS_DEFAULT, limits::ROWS_MAX)?;
        // Pages that say how the vault works lie apart, and are given where just they are asked for.
        let apart =
            !input.types.is_empty() && input.types.iter().all(|it| facets::is_apart_type(it));
        let filters = search::Filters {
            types: input.types,
            statuses: input.status,
            priorities: input.priority,
            tags: input.tag,
            domains: input.domain,
            paths: input.path,
            scopes: input.scope.or_else(|| call.scope.clone()).into_iter().collect(),
            after,
            before,
            pinned: false,
            archived: match (apart, input.archived) {
                (true, _) => search::Archived::All,
                (false, true) => search::Archived::Include,
                (false, false) => search::Archived::Skip,
            },
        };
        for path in &filters.paths {
            memory.below(path)?;
        }
        memory.known_types(&filters.types)?;
        known_priorities(&filters.priorities)?;
        let order = match input.sort {
            None | Some(Sort::Path) => search::Order::Path,
            Some(Sort::Latest) => search::Order::Latest,
            Some(Sort::Earliest) => search::Order::Earliest,
            Some(Sort::Changed) => search::Order::Changed,
        };
        let rows = memory.ask(|index| index.rows(&filters, order, offset, limit))?;
        let mut note = None;
        if rows.total == 0 && filters.archived == search::Archived::Skip {
            let wider = search::Filters { archived: search::Archived::Include, ..filters };
            let there = memory.ask(|index| index.rows(&wider, order, 0, 1))?.total > 0;
            note = there.then_some("only archived pages are there; `--archived` lists them");
        }
        let next = offset + rows.rows.len();
        Ok(Output {
            total: rows.total,
            cursor: (next < rows.total).then(|| next.to_string()),
            note,
            pages: rows.rows.into_iter().map(row).collect(),
        })
    }
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

    /// Whether anything lies at or below a path: a place that does not exist is no empty list.
    fn below(&self, path: &str) -> Result<(), Error> {
        let filters = search::Filters {
            paths: vec![path.to_owned()],
            archived: search::Archived::All,
            ..search::Filters::default()
        };
        let rows = self.ask(|index| index.rows(&filters, search::Order::Path, 0, 1))?;
        if rows.total > 0 {
            return Ok(());
        }
        Err(Error::new(Kind::NotFound, format!("there is no page or folder `{path}`"))
            .hint("run `memopage list` to see the pages"))
    }
}

fn row(row: search::Row) -> Row {
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
            out.write_str("\n")?;
        }
        match &self.cursor {
            Some(cursor) => write!(
                out,
                "{} of {} pages; go on with --cursor {cursor}",
                self.pages.len(),
                self.total
            ),
            None => match self.note {
                Some(note) => write!(out, "0 pages: {note}"),
                None => out.write_str(&crate::counted(self.total, "page")),
            },
        }
    }
}
