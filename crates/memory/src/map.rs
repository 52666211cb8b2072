//! The map of content: `index.md`, or `INDEX.md` in the personal layout, kept in step with the pages.
//!
//! Only the generated block called `index` is written; without one the page is the author's alone.

use crate::draft::Draft;
use crate::{Error, facets, limits, problem};
use search::{Archived, Facets, Filters, Order};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use wiki::edit::{Edit, FieldValue, Splice};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::Status;

/// The name of the generated block.
const BLOCK: &str = "INDEX";
/// The pages that hold the map, where they have a block for it.
const PLACES: [&str; 2] = ["index", "INDEX"];
/// Where the map page of a type with many pages lies.
const FOLDER: &str = "maps";

/// Writes the map anew if a page comes or goes.
/// Making a vault changes no map that stands in the folder.
pub(crate) fn refresh(draft: &mut Draft<'_>) -> Result<(), Error> {
    if !draft.comings_and_goings() {
        return Ok(());
    }
    let Some(page) = map_page(draft)? else { return Ok(()) };
    let filters = Filters { archived: Archived::Skip, ..Filters::default() };
    let rows =
        draft.memory.ask(|index| index.rows(&filters, Order::Path, 0, limits::MAP_PAGES_MAX))?;
    if rows.total > limits::MAP_PAGES_MAX {
        return Ok(());
    }
    let mut pages: BTreeMap<PagePath, Facets> =
        rows.rows.into_iter().map(|row| (row.path, row.facets)).collect();
    for (path, after) in draft.pending() {
        match after {
            Some(page) => {
                let facets = facets::of(&page, &draft.schema);
                if !facets.archived && !facets.apart {
                    pages.insert(path, facets);
                }
            }
            None => {
                pages.remove(&path);
            }
        }
    }
    let is_table = page.path.as_str() == "INDEX";
    let inner =
        if is_table { table(&page.path, &pages) } else { lists(draft, &page.path, &pages)? };
    replace(draft, &page, &inner)
}

/// Whether a page holds a map that is written here.
pub(crate) fn is_map(page: &Page) -> bool {
    page.generated.iter().any(|it| it.name.eq_ignore_ascii_case(BLOCK))
}

/// Whether the vault's map is looked for on this page.
pub(crate) fn is_place(path: &PagePath) -> bool {
    PLACES.iter().any(|it| it.eq_ignore_ascii_case(path.as_str()))
}

/// What to say of a page that takes the map's place and has none.
pub(crate) fn no_place(page: &Page) -> String {
    let file = page.path.file();
    if PLACES.contains(&page.path.as_str()) {
        format!(
            "{file} is yours and stays as it is, so that no map of pages is kept; with a line `<!-- memopage:begin {BLOCK} -->` and one `<!-- memopage:end -->` it is kept between them"
        )
    } else {
        format!(
            "{file} is yours and stays as it is, so that no map of pages is kept; it would be `{}.md`, which is the same file on some disks",
            PLACES[0]
        )
    }
}

/// Whether a map of one type of pages would stand here.
pub(crate) fn is_of_type(path: &PagePath) -> bool {
    path.as_str().strip_prefix(FOLDER).is_some_and(|rest| rest.starts_with('/'))
}

/// The page that holds the map, if the vault has one with a block for it.
fn map_page(draft: &mut Draft<'_>) -> Result<Option<Page>, Error> {
    for name in PLACES {
        let path = PagePath::parse(name).expect("because the name is plain");
        if let Some(page) = draft.page(&path)?
            && is_map(&page)
            && !draft.is_left(&path)
        {
            return Ok(Some(page));
        }
    }
    Ok(None)
}

fn replace(draft: &mut Draft<'_>, page: &Page, inner: &str) -> Result<(), Error> {
    let Some(block) = page.generated.iter().find(|it| it.name.eq_ignore_ascii_case(BLOCK)) else {
        return Ok(());
    };
    let text = format!("\n{inner}");
    if page.text[block.inner.clone()].trim() == text.trim() {
        return Ok(());
    }
    let splice = Splice { span: block.inner.clone(), text };
    match draft.edit(&page.path, &[Edit::Splice(splice)]) {
        Err(err) if page.unmerged().is_some() => {
            draft.warnings.push(format!("the map of pages was left as it is: {err}"));
            Ok(())
        }
        done => done,
    }
}

/// Every page by type, one line each; a type of many pages has a map page of its own.
fn lists(
    draft: &mut Draft<'_>,
    map: &PagePath,
    pages: &BTreeMap<PagePath, Facets>,
) -> Result<String, Error> {
    let mut types: BTreeMap<&str, Vec<(&PagePath, &Facets)>> = BTreeMap::new();
    for (path, facets) in pages {
        let name = facets.page_type.as_deref().unwrap_or("page");
        types.entry(name).or_default().push((path, facets));
    }
    let order: Vec<String> = draft.schema.types.iter().map(|it| it.name.clone()).collect();
    let place = |name: &str| order.iter().position(|it| it == name).unwrap_or(order.len());
    let mut types: Vec<_> = types.into_iter().collect();
    types.sort_by_key(|(name, _)| (place(name), *name));
    let mut out = String::new();
    for (name, rows) in types {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&format!("## {name}\n\n"));
        if rows.len() > limits::MAP_ROWS_MAX {
            let path = map_of_type(draft, name, &rows)?;
            out.push_str(&format!("- [[{path}|all {} pages]]\n", rows.len()));
        } else {
            rows.iter().for_each(|(path, facets)| out.push_str(&line(map, path, facets)));
        }
    }
    Ok(out)
}

/// A page in the map that stands on the page `map`.
fn line(map: &PagePath, path: &PagePath, facets: &Facets) -> String {
    let link = wiki::link::titled(map, path, &facets.title);
    match &facets.description {
        Some(text) => format!("- {link} — {text}\n"),
        None => format!("- {link}\n"),
    }
}

/// Writes a type's own map page and says where it lies.
fn map_of_type(
    draft: &mut Draft<'_>,
    name: &str,
    rows: &[(&PagePath, &Facets)],
) -> Result<PagePath, Error> {
    let path = PagePath::parse(&format!("{FOLDER}/{}", wiki::canon::slug(name)))
        .map_err(|err| problem::from_path(&err))?;
    let inner: String = rows.iter().map(|(row, facets)| line(&path, row, facets)).collect();
    match draft.page(&path)? {
        Some(page) => replace(draft, &page, &inner)?,
        None => {
            let head = [("title".to_owned(), FieldValue::Text(format!("Map of {name}")))];
            let body = format!(
                "# Map of {name}\n\n<!-- memopage:begin {BLOCK} -->\n{inner}<!-- memopage:end -->\n"
            );
            draft.create(&path, &head, &body)?;
        }
    }
    Ok(path)
}

/// A text as a table's cell holds it: a sign that stands escaped already stays so.
fn in_cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut escaped = false;
    for c in text.chars() {
        if c == '|' && !escaped {
            out.push('\\');
        }
        escaped = c == '\\' && !escaped;
        out.push(c);
    }
    if escaped {
        out.push(' ');
    }
    out
}

/// The table of the personal layout: file, priority, status, last verified, description.
fn table(map: &PagePath, pages: &BTreeMap<PagePath, Facets>) -> String {
    let mut out = String::from(
        "| File | Priority | Status | Last verified | Description |\n|---|---|---|---|---|\n",
    );
    for (path, facets) in pages {
        let status = match facets.status.as_deref().map(Status::from) {
            None | Some(Status::Active) => "✅".to_owned(),
            Some(Status::Superseded) => "~~superseded~~".to_owned(),
            Some(Status::Stale | Status::Conflict) => "⚠️".to_owned(),
            Some(other) => other.to_string(),
        };
        let verified = facets.last_verified.map(|it| it.to_string()).unwrap_or_default();
        let said = facets.description.as_deref().unwrap_or(&facets.title).replace('\n', " ");
        let said = in_cell(&said);
        let priority = facets.priority.as_deref().unwrap_or("");
        let link = wiki::link::placed(map, path, "");
        writeln!(out, "| {link} | {priority} | {status} | {verified} | {said} |")
            .expect("because a string takes any text");
    }
    out
}
