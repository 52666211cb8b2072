//! What the index is told of a page beside its words.
//!
//! A page's own dates beat the file's: a checkout makes every file new, and no note young.

use crate::{logbook, signs};
use search::{Facets, Put};
use store::FileStat;
use wiki::head::Value;
use wiki::page::{Page, Revision, one_line};
use wiki::path::PagePath;
use wiki::relation::relations;
use wiki::schema::{Layout, Priority, Schema, Status};
use wiki::time::read_date;

/// Folders whose pages are kept but not searched unless asked for.
pub(crate) const ARCHIVES: [&str; 2] = ["archive", ".archive"];

/// Types of the pages that say how the vault works, or repeat what others say.
const APART: [&str; 4] = ["index", "log", "schema", "template"];

/// No page that a layout makes is longer.
const MADE_BYTES: usize = 16 << 10;

/// Whether pages of this type say how the vault works.
pub(crate) fn is_apart_type(name: &str) -> bool {
    APART.contains(&name)
}

/// Whether a page is what new pages of a type begin with.
pub(crate) fn is_template(schema: &Schema, path: &PagePath) -> bool {
    let file = path.file();
    let named = |it: &str| it == file || it == path.as_str();
    schema.types.iter().any(|it| it.template.as_deref().is_some_and(named))
        || path.as_str().starts_with("templates/")
}

/// Whether a page is no content: the schema, a template, a log, a map that is written by memopage.
pub(crate) fn is_apart(page: &Page, schema: &Schema) -> bool {
    let path = page.path.as_str();
    let name = schema.type_of(page).map_or("", |it| it.name.as_str());
    match name {
        // A map that is somebody's own work is content.
        "index" => crate::map::is_map(page),
        // Neither is a page of somebody's own that calls itself a log.
        "log" => logbook::is_log(page),
        _ => {
            is_apart_type(name)
                || logbook::is_log(page)
                || path.starts_with("maps/") && crate::map::is_map(page)
        }
    }
}

/// Whether a page still is as its layout made it, and has no word of anybody's.
pub(crate) fn is_unwritten(page: &Page) -> bool {
    if !page.path.folder().is_empty() || page.text.len() > MADE_BYTES {
        return false;
    }
    let file = page.path.file();
    Layout::ALL.iter().any(|layout| {
        layout
            .files()
            .iter()
            .any(|(name, made)| *name == file && made.trim_end() == page.text.trim_end())
    })
}

/// Whether a file lies in an archive folder.
pub(crate) fn in_archive(path: &str) -> bool {
    path.split('/').next().is_some_and(|first| ARCHIVES.contains(&first))
}

/// The page with its facets, ready for the index.
pub(crate) fn put(page: Page, stat: &FileStat, schema: &Schema) -> Put {
    let facets = of(&page, schema);
    let relations = relations(&page, schema);
    Put {
        file: page.path.file(),
        size: stat.size,
        mtime_ns: stat.mtime_ns,
        page,
        facets,
        relations,
    }
}

/// A number for what of a schema decides how pages are read: with another one they must be read anew.
pub(crate) fn mark(schema: &Schema) -> i64 {
    let Schema { types, predicates, head_relations, .. } = schema;
    let text = format!("{types:?}{predicates:?}{head_relations:?}");
    let hash = Revision::of(text.as_bytes()).to_string();
    // Fifteen hex digits are positive in 64 bits.
    hash.get(..15).and_then(|it| i64::from_str_radix(it, 16).ok()).unwrap_or(1)
}

/// The facets of `page`.
pub(crate) fn of(page: &Page, schema: &Schema) -> Facets {
    let head = &page.head;
    let date = |key: &str| head.text(key).as_deref().and_then(read_date);
    // What is listed on a line of its own must not be able to begin another.
    let text =
        |key: &str| head.text(key).map(|it| one_line(&it)).filter(|it| !it.trim().is_empty());
    let names = |key: &str| head.list(key).iter().map(|it| one_line(it)).collect();
    let page_type = schema.type_of(page).map(|it| it.name.clone()).or_else(|| text("type"));
    // Words of other tools are read as ours: `stable` is `active`.
    let status = text("status").map(|it| Status::from(it.as_str()).to_string());
    let priority = head
        .text("priority")
        .and_then(|it| it.parse::<Priority>().ok())
        .or_else(|| schema.type_of(page).and_then(|it| it.priority));
    let archived = in_archive(page.path.as_str())
        || status.as_deref().is_some_and(|it| it.eq_ignore_ascii_case("archived"));
    Facets {
        title: page.title(),
        aliases: names("aliases"),
        id: head.text("id"),
        page_type,
        status,
        priority: priority.map(|it| it.to_string()),
        tags: tags(page),
        day: day(page, schema),
        created: date("created_at"),
        updated: date("updated_at"),
        last_verified: date("last_verified"),
        review_after: date("review_after"),
        expires: date("expires"),
        valid_from: date("valid_from").or_else(|| date("effective_date")),
        valid_to: date("valid_to"),
        domain: text("domain"),
        scope: text("scope"),
        pinned: head.text("pinned").is_some_and(|it| it.eq_ignore_ascii_case("true")),
        archived,
        apart: is_apart(page, schema) || is_unwritten(page),
        holds_facts: schema.type_of(page).is_some_and(|it| it.facts),
        supersedes: head.list("supersedes"),
        superseded_by: head.list("superseded_by"),
        description: text("description"),
        session: session_id(page),
        participants: names("participants"),
        extra: Facets::others(page),
    }
}

/// Tags without their `#`; one text may hold several, as in `tags: a, b`.
fn tags(page: &Page) -> Vec<String> {
    let Some(value) = page.head.key_as_written("tags").and_then(|key| page.head.get(key)) else {
        return Vec::new();
    };
    let texts: Vec<&str> = match value {
        Value::Text(text) => signs::items(text).flat_map(|it| it.split(' ')).collect(),
        Value::List(values) => values.iter().filter_map(Value::as_text).collect(),
        Value::Null | Value::Map(_) => Vec::new(),
    };
    texts
        .into_iter()
        .map(|it| one_line(it.trim().trim_start_matches('#')))
        .filter(|it| !it.is_empty())
        .collect()
}

/// The day that a daily page or a conversation is about.
fn day(page: &Page, schema: &Schema) -> Option<jiff::civil::Date> {
    let name = page.path.name();
    let leading = name.get(..10).and_then(read_date);
    let is_session = schema.type_of(page).is_some_and(|it| it.name == "session");
    let is_dated = name.len() == 10 || is_session || page.path.as_str().starts_with("sessions/");
    leading.filter(|_| is_dated || page.path.folder().split('/').any(|it| it == "daily"))
}

fn session_id(page: &Page) -> Option<String> {
    let is_session = page.head.text("type").is_some_and(|it| it == "session");
    if !is_session { None } else { page.head.text("id") }
}
