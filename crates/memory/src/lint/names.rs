//! What pages are called and where they lie: alone, and beside each other.

use super::{Finding, Look, is_within};
use crate::{Memory, facets, logbook};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use wiki::canon::{self, Name};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::{PageType, Schema};

impl Look<'_> {
    /// A name that no link can hold, or that some system cannot: whoever made the file had another program.
    pub(super) fn portable(&mut self, path: &PagePath) {
        // What is typed may have blanks around it; a file's name has not.
        let typed = if path.as_str().trim() == path.as_str() { path.as_str() } else { "x/ " };
        let Err(problem) = PagePath::parse(typed) else { return };
        let message = if path.as_str().contains(char::is_control) {
            "a name holds a line break or another sign that nobody sees: give the file another name"
                .to_owned()
        } else {
            format!("{}: {}", problem.reason(), problem.hint())
        };
        self.add(path, 1, "name", message);
    }
}

/// What is wrong with a page's place, name and head, whatever stands in it: rule and message.
pub(crate) fn misfits(page: &Page, schema: &Schema) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    if facets::is_apart(page, schema) {
        return found;
    }
    let page_type = schema.type_of(page);
    if let Some(page_type) = page_type {
        for field in wiki::policy::lacking(page, page_type) {
            let message = format!("type {} requires `{field}`", page_type.name);
            found.push(("missing-field", message));
        }
        let said = page.head.text("type").is_some();
        // Where an archived page lies says nothing of it.
        let elsewhere = said && !facets::in_archive(page.path.as_str());
        if let Some(other) = schema.claimed(page_type, page.path.folder()).filter(|_| elsewhere) {
            let message = format!(
                "type {} belongs in {}/; this folder is for type {}",
                page_type.name, page_type.folder, other.name
            );
            found.push(("type-folder", message));
        }
    }
    if let Some(message) = misnamed(page, schema) {
        found.push(("name", message));
    }
    found
}

/// What to say of pages that were just put where somebody asked for, and that lint will not like there.
pub(crate) fn disputed<'p>(
    pages: impl Iterator<Item = &'p Page>,
    schema: &Schema,
) -> Option<String> {
    let mut first = None;
    let mut more = 0;
    for page in pages {
        let Some((_, message)) = misfits(page, schema).into_iter().next() else { continue };
        match first {
            None => first = Some(format!("{}: {message}", page.path)),
            Some(_) => more += 1,
        }
    }
    let first = first?;
    Some(match more {
        0 => first,
        _ => format!("{first}; `memopage lint` shows this and {more} more pages"),
    })
}

/// Why a page's file name is not what it should be; an archived one keeps the name that it had.
fn misnamed(page: &Page, schema: &Schema) -> Option<String> {
    if facets::in_archive(page.path.as_str()) {
        return None;
    }
    let name = page.path.name();
    let page_type = schema.type_of(page);
    // A folder of days of somebody's own, of which the schema says nothing, has pages of days all the same.
    let is_day = page_type
        .is_none_or(|it| it.name == "daily" || it.pattern.as_deref() == Some("{date}"))
        || page.head.text("type").is_some_and(|it| it == "daily");
    if let Some(page_type) = page_type.filter(|_| !is_day)
        && wiki::time::read_date(name).is_some()
        && name.len() <= 10
    {
        return Some(format!(
            "a bare date does not say which {} it is: give it a name that does with `memopage move`, such as `{name}-ABOUT`; the page of a day has the type daily",
            page_type.name
        ));
    }
    if let Some(what) = canon::says_nothing(name) {
        return Some(format!("the name is a bare {what}"));
    }
    let page_type = page_type.filter(|it| !it.name_fits(name))?;
    if !schema.names_files_in(page.path.folder()) {
        return None;
    }
    // A conversation whose day nobody noted cannot be named after it.
    let undated = page_type.is_dated()
        && wiki::session::is_session(page)
        && page.head.text("created_at").is_none();
    let pattern = page_type.pattern.as_deref().unwrap_or_default();
    (!undated).then(|| format!("names of type {} look like `{pattern}`", page_type.name))
}

/// The years in a file's name, by which pages of one title are told apart.
fn years(name: &str) -> Vec<&str> {
    let numbers = name.split(|char: char| !char.is_ascii_digit());
    numbers.filter(|it| it.len() == 4 && (it.starts_with("19") || it.starts_with("20"))).collect()
}

/// Pages of one type whose names differ in nothing that a reader would see, and pages of one title whatever their
/// types, which a link by that title cannot tell apart.
pub(super) fn double_names(
    memory: &Memory,
    names: &[Name],
    wanted: Option<&str>,
    schema: &Schema,
    findings: &mut Vec<Finding>,
) {
    // The meeting of every week has one title, and pages told apart by their days.
    let apart = |it: &Name| {
        let name = it.page_type.as_deref();
        name.is_some_and(|it| it != "index" && facets::is_apart_type(it))
            || logbook::is_log_name(it.path.as_str())
            || name.and_then(|name| schema.by_name(name)).is_some_and(PageType::is_dated)
    };
    let (mut alike, mut equal) = (BTreeMap::new(), BTreeMap::new());
    for name in names {
        let seen = canon::seen(&name.title);
        if seen.is_empty() || apart(name) || facets::in_archive(name.path.as_str()) {
            continue;
        }
        let years = years(name.path.name());
        let key = (name.page_type.as_deref(), seen, years.clone());
        let of_type = first(memory, &mut alike, key, name);
        let of_title = first(memory, &mut equal, (canon::fold(&name.title), years), name);
        let message = match (of_type, of_title) {
            (Some(first), _) => format!(
                "its title is nearly that of {}; `memopage merge` makes them one",
                first.path
            ),
            (None, Some(first)) => format!(
                "its title is that of {}, which is of another type: a link by the title may mean either; give one of them another title, or link to them by their paths",
                first.path
            ),
            (None, None) => continue,
        };
        if is_within(wanted, name.path.as_str()) {
            findings.push(Finding::of(&name.path, 1, "double-name", message));
        }
    }
}

/// The page that has a key already; where there is none, or its head is broken, the key is this page's from now on.
fn first<'n, K: Ord>(
    memory: &Memory,
    seen: &mut BTreeMap<K, &'n Name>,
    key: K,
    name: &'n Name,
) -> Option<&'n Name> {
    match seen.entry(key) {
        Entry::Vacant(place) => {
            place.insert(name);
            None
        }
        Entry::Occupied(_) if has_broken_head(memory, &name.path) => None,
        Entry::Occupied(mut place) if has_broken_head(memory, &place.get().path) => {
            place.insert(name);
            None
        }
        Entry::Occupied(place) => Some(*place.get()),
    }
}

/// Whether what a page is called was read from a head that is none: a title there may be anything, and no merge
/// could write the head anew.
fn has_broken_head(memory: &Memory, path: &PagePath) -> bool {
    memory.page_at(path).is_some_and(|page| page.head.broken)
}

/// How two names that look alike differ, in brackets: of the one named first, and then of the other.
pub(crate) fn written_apart(named: &str, other: &str) -> String {
    let how = wiki::path::written_apart(named, other);
    how.map_or_else(String::new, |it| format!(" ({it})"))
}

/// Pages that are one file on a disk that tells neither the case of letters nor the ways of composing an
/// accent apart: a copy of the vault there lacks one of them.
pub(super) fn shared_files(names: &[Name], wanted: Option<&str>, findings: &mut Vec<Finding>) {
    let mut seen: BTreeMap<String, &PagePath> = BTreeMap::new();
    for name in names {
        let Some(first) = seen.get(&name.path.on_any_disk()) else {
            seen.insert(name.path.on_any_disk(), &name.path);
            continue;
        };
        if is_within(wanted, name.path.as_str()) {
            let message = format!(
                "on macOS and Windows it is one file with {first}{}; `memopage move` gives it another name",
                written_apart(first.as_str(), name.path.as_str())
            );
            findings.push(Finding::of(&name.path, 1, "name", message));
        }
    }
}
