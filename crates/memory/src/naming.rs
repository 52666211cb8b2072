//! What the file of a page is called: by a path that was typed, or after a title, as the schema names files.

use crate::draft::Draft;
use crate::newpage::Request;
use crate::{Error, Kind, problem};
use wiki::canon;
use wiki::edit::{Edit, FieldValue};
use wiki::head::HeadKind;
use wiki::path::PagePath;
use wiki::schema::{Naming, PageType, Schema};
use wiki::time;

/// Where the page goes: as its path says, or after its title in the type's folder. Its file is named
/// as the type's files are.
pub(crate) fn place(
    draft: &mut Draft<'_>,
    request: &Request<'_>,
    page_type: Option<&PageType>,
    head: &[(String, FieldValue)],
) -> Result<PagePath, Error> {
    let typed = request.page.trim();
    if typed.is_empty() {
        return Err(Error::bad("the page's title is blank", "give the page a title"));
    }
    let is_path = is_path(draft, request)?;
    if let Some(file) = page_type.and_then(|it| it.file.as_deref()) {
        return PagePath::parse_existing(file).map_err(|err| problem::from_path(&err));
    }
    let (folder, name) = if is_path {
        let path = as_path(typed)?;
        if let Some(page_type) = page_type {
            fits_folder(&draft.schema, page_type, path.folder())?;
        }
        (path.folder().to_owned(), path.name().to_owned())
    } else {
        // A title is redacted before a file is named after it, while its secret can still be seen.
        let folder = page_type.map_or("", |it| it.folder.as_str()).trim_matches('/');
        (folder.to_owned(), canon::slug(&wiki::policy::redact(typed).0))
    };
    let name = match page_type {
        Some(page_type) if page_type.pattern.is_some() && draft.schema.names_files_in(&folder) => {
            named(draft, page_type, &folder, &name, head)?
        }
        _ => telling(name, page_type),
    };
    let file = if folder.is_empty() { name } else { format!("{folder}/{name}") };
    PagePath::parse(&file).map_err(|err| {
        Error::new(Kind::Refused, format!("no file can be named after the title `{typed}`"))
            .hint(err.hint())
    })
}

/// The path that was typed. Where its last part is a title that no file can be called by, the file is named after it.
pub(crate) fn as_path(typed: &str) -> Result<PagePath, Error> {
    let refused = match PagePath::parse(typed) {
        Ok(path) => return Ok(path),
        Err(refused) if !refused.is_of_title() && !begins_with_dot(typed) => {
            return Err(problem::from_path(&refused));
        }
        Err(refused) => refused,
    };
    // A title is redacted before a file is named after it, while its secret can still be seen.
    let slugged = |title: &str| canon::slug(&wiki::policy::redact(title).0);
    let file = match typed.rsplit_once('/') {
        Some((_, "")) => return Err(problem::from_path(&refused)),
        Some((folder, title)) => format!("{folder}/{}", slugged(title)),
        None => telling(slugged(typed), None),
    };
    PagePath::parse(&file).map_err(|_| problem::from_path(&refused))
}

/// Gives a page whose file was named after what was typed that as its title: as its own where it has none, else as
/// an alias, by which it is found as well.
pub(crate) fn keep_title(draft: &mut Draft<'_>, path: &PagePath, typed: &str) -> Result<(), Error> {
    let title = shown_title(typed);
    let page = draft.existing(path)?;
    let is_named =
        PagePath::parse(typed).is_ok() || canon::fold(&page.title()) == canon::fold(&title);
    let can_say = match page.head.kind {
        HeadKind::None => true,
        HeadKind::Yaml => !page.head.broken,
        HeadKind::Toml | HeadKind::Json => false,
    };
    if is_named || !can_say {
        return Ok(());
    }
    let (key, value) = if page.title() == path.name() {
        ("title", FieldValue::Text(title))
    } else {
        let mut aliases = page.head.list("aliases");
        aliases.push(title);
        (page.head.key_as_written("aliases").unwrap_or("aliases"), FieldValue::List(aliases))
    };
    draft.edit(path, &[Edit::SetField { key: key.to_owned(), value }])
}

/// `folder/name` typed as a title shows its last part.
pub(crate) fn shown_title(title: &str) -> String {
    title.trim().rsplit('/').next().unwrap_or(title).trim().to_owned()
}

/// Refuses a page of one type in the folder of another.
fn fits_folder(schema: &Schema, page_type: &PageType, folder: &str) -> Result<(), Error> {
    let Some(other) = schema.claimed(page_type, folder) else { return Ok(()) };
    Err(Error::bad(
        format!("{folder}/ is for pages of type {}, not {}", other.name, page_type.name),
        format!("put it into {}/, or leave the type out", page_type.folder),
    ))
}

/// The name after the type's pattern.
fn named(
    draft: &Draft<'_>,
    page_type: &PageType,
    folder: &str,
    name: &str,
    head: &[(String, FieldValue)],
) -> Result<String, Error> {
    let field = |key: &str| {
        head.iter().find(|(known, _)| known == key).and_then(|(_, value)| match value {
            FieldValue::Text(text) => Some(text.clone()),
            FieldValue::List(_) => None,
        })
    };
    let only_day = page_type.pattern.as_deref() == Some("{date}");
    if only_day && !page_type.name_fits(name) && time::read_date(name).is_none() {
        return Err(Error::new(
            Kind::Refused,
            format!(
                "pages of type {} are named after their day, and `{name}` is none",
                page_type.name
            ),
        )
        .hint("name a day, such as `today` or `2026-05-20`, or put the page into another folder"));
    }
    let numbered = page_type.pattern.as_deref().is_some_and(|it| it.contains("{id}"));
    let number = if numbered { pages_below(draft, folder)? + 1 } else { 1 };
    let day = ["date", "created_at"].iter().find_map(|it| wiki::time::read_date(&field(it)?));
    let day = day.unwrap_or_else(|| draft.call.now.today());
    let naming = Naming { name, day, number, field: &field };
    let found = page_type.name_for(&naming);
    if numbered && found != name {
        refuse_same_title(draft, page_type, &field("title").unwrap_or_default())?;
    }
    Ok(found)
}

/// A new number must not make a second page of what has one.
fn refuse_same_title(draft: &Draft<'_>, page_type: &PageType, title: &str) -> Result<(), Error> {
    let title = canon::fold(title);
    let names = draft.memory.ask(|index| index.names(&title))?;
    let same = names.into_iter().find(|it| {
        canon::fold(&it.title) == title
            && it.page_type.as_deref() == Some(page_type.name.as_str())
            && !crate::facets::in_archive(it.path.as_str())
    });
    let Some(same) = same else { return Ok(()) };
    Err(Error::new(Kind::Conflict, format!("the page {} exists already", same.path))
        .hint("use `memopage write` or `memopage edit` to change it"))
}

/// A file whose name would be a bare number, id or date is told what it is.
fn telling(name: String, page_type: Option<&PageType>) -> String {
    let bare_date = name.len() <= 10 && wiki::time::read_date(&name).is_some();
    if canon::says_nothing(&name).is_none() && !bare_date {
        return name;
    }
    format!("{}-{name}", page_type.map_or("page", |it| it.name.as_str()))
}

fn pages_below(draft: &Draft<'_>, folder: &str) -> Result<usize, Error> {
    let below = search::Filters {
        paths: vec![format!("{folder}/")],
        archived: search::Archived::All,
        ..search::Filters::default()
    };
    Ok(draft.memory.ask(|index| index.rows(&below, search::Order::Path, 0, 1))?.total)
}

/// Whether a name is meant as a path: it begins with a folder of the vault or of its schema, or it
/// is one that leads astray, which must be refused and not be taken for a title.
pub(crate) fn is_path(draft: &Draft<'_>, request: &Request<'_>) -> Result<bool, Error> {
    let typed = request.page.trim();
    if begins_with_dot(typed) {
        return Ok(false);
    }
    let astray = typed.contains(['\\', '\0'])
        || holds_code(typed)
        || typed.starts_with('/')
        || typed.split('/').any(|part| matches!(part.trim(), "." | ".."))
        || leads_astray(typed);
    let Some((folder, _)) = typed.rsplit_once('/') else {
        let is_bad = PagePath::parse_existing(typed).is_err_and(|it| !it.is_of_title());
        return Ok(astray || is_bad);
    };
    if astray || request.title.is_some() || draft.schema.for_folder(folder).is_some() {
        return Ok(true);
    }
    let used = pages_below(draft, folder)? > 0;
    // Without a type there is no folder to put a title into, and a path is the likelier thing.
    Ok(used || (request.page_type.is_none() && PagePath::parse(typed).is_ok()))
}

/// Whether a name of several parts reads as a path that no page can have: through a hidden folder, a device, or
/// an empty part. A title has blanks in it, or is a link.
fn leads_astray(typed: &str) -> bool {
    let Some((first, _)) = typed.split_once('/') else { return false };
    let hidden = first.starts_with('.') && first != ".archive" && !first.contains(' ');
    let said = |part: &str| part.contains(char::is_whitespace) && !part.starts_with('.');
    let is_title = typed.contains("://") || typed.split('/').any(said);
    hidden || (!is_title && PagePath::parse_existing(typed).is_err())
}

/// Whether a name begins with a dot as that of a thing does (`.NET`), and not as a hidden file's.
pub(crate) fn begins_with_dot(typed: &str) -> bool {
    let name = typed.trim().strip_prefix('.').unwrap_or_default();
    let plain = |c: char| !matches!(c, '/' | '\\' | '%') && !c.is_control();
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(plain)
}

/// Whether a name holds what a server would take for another sign (`%2e`), and not a share of something (`100%`).
fn holds_code(typed: &str) -> bool {
    let is_code = |(at, _): (usize, &str)| {
        let code = typed.as_bytes().get(at + 1..at + 3);
        code.is_some_and(|it| it.iter().all(u8::is_ascii_hexdigit))
    };
    typed.match_indices('%').any(is_code)
}
