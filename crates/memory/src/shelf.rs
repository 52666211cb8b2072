//! The archive (the folder that the schema names): where pages go that nobody needs to see, and how they come back.

use crate::draft::Draft;
use crate::{Error, Kind, facets, problem};
use wiki::edit::{Edit, FieldValue};
use wiki::path::PagePath;
use wiki::schema::WriteRule;

/// Moves a page to the archive; links to it keep their text and lead nowhere until it returns.
pub(crate) fn archive(draft: &mut Draft<'_>, path: &PagePath) -> Result<PagePath, Error> {
    if facets::in_archive(path.as_str()) {
        return Err(Error::new(Kind::Conflict, format!("{path} is archived already"))
            .hint("use `--erase` to remove its file"));
    }
    let to = free_place(draft, path)?;
    let page = draft.existing(path)?;
    draft.relocate(path, &to)?;
    let is_session = page.head.text("type").is_some_and(|it| it == "session");
    let is_fixed = draft.schema.type_of(&page).is_some_and(|it| it.rule == WriteRule::Immutable);
    // The place says it of a page that had no status, and leaves nothing to take back.
    let said = !is_session && !is_fixed && page.head.text("status").is_some();
    if said && !page.head.broken && page.head.kind == wiki::head::HeadKind::Yaml {
        let key = page.head.key_as_written("status").unwrap_or("status").to_owned();
        let value = FieldValue::Text("archived".to_owned());
        match draft.edit(&to, &[Edit::SetField { key, value }]) {
            Ok(()) => {}
            // The place says it, too.
            Err(err) if matches!(err.kind, Kind::BadRequest | Kind::Refused) => {
                draft.warnings.push(format!("the status of {to} stays as it was: {err}"));
            }
            Err(err) => return Err(err),
        }
    }
    Ok(to)
}

/// The archived pages that came from the same place as this one, the last put away first: `p (2)`, `p`.
pub(crate) fn namesakes(draft: &mut Draft<'_>, path: &PagePath) -> Result<Vec<PagePath>, Error> {
    let mut all = Vec::new();
    let prefix = format!("{path} (");
    let names = draft.memory.ask(|index| index.all_names())?;
    let numbered =
        names.into_iter().map(|it| it.path).filter(|it| it.as_str().starts_with(&prefix));
    let numbered: Vec<PagePath> = numbered.collect();
    let home = PagePath::parse_existing(home(path)).map_err(|err| problem::from_path(&err))?;
    for other in numbered {
        if draft.moves()?.left_for(&home, &other) {
            all.push(other);
        }
    }
    let number = |path: &PagePath| {
        let number = path.as_str()[prefix.len()..].trim_end_matches(')').parse::<usize>();
        number.unwrap_or_default()
    };
    all.sort_by_key(|it| std::cmp::Reverse(number(it)));
    all.push(path.clone());
    Ok(all)
}

/// The path of an archived page within the archive.
fn home(path: &PagePath) -> &str {
    path.as_str().split_once('/').map_or(path.as_str(), |(_, rest)| rest)
}

/// Where a page was before it was put away. The number that told it from a namesake in the archive is
/// not its own.
fn origin(draft: &mut Draft<'_>, path: &PagePath) -> Result<PagePath, Error> {
    let own = PagePath::parse_existing(home(path)).map_err(|err| problem::from_path(&err))?;
    let Some((name, _)) = home(path).strip_suffix(')').and_then(|it| it.rsplit_once(" (")) else {
        return Ok(own);
    };
    let Ok(first) = PagePath::parse_existing(name) else { return Ok(own) };
    let free = draft.page(&first)?.is_none();
    Ok(if free && draft.moves()?.left_for(&first, path) { first } else { own })
}

/// Brings an archived page back to where it was.
pub(crate) fn unarchive(draft: &mut Draft<'_>, path: &PagePath) -> Result<PagePath, Error> {
    let to = origin(draft, path)?;
    let page = draft.existing(path)?;
    draft.relocate(path, &to)?;
    let archived = page.head.text("status").is_some_and(|it| it == "archived");
    if archived && !page.head.broken && page.head.kind == wiki::head::HeadKind::Yaml {
        let key = page.head.key_as_written("status").unwrap_or("status").to_owned();
        let value = FieldValue::Text("active".to_owned());
        draft.edit(&to, &[Edit::SetField { key, value }])?;
    }
    Ok(to)
}

/// A path in the archive that no page has: the page's own, else with a number.
fn free_place(draft: &mut Draft<'_>, path: &PagePath) -> Result<PagePath, Error> {
    let folder = draft.schema.retention.archive.trim_matches('/').to_owned();
    for number in 1..1_000 {
        let suffix = if number == 1 { String::new() } else { format!(" ({number})") };
        let typed = format!("{folder}/{path}{suffix}");
        let to = PagePath::parse_existing(&typed).map_err(|err| problem::from_path(&err))?;
        if draft.page(&to)?.is_none() {
            return Ok(to);
        }
    }
    Err(Error::new(Kind::Conflict, format!("the archive holds too many pages called {path}"))
        .hint("erase some of them first"))
}
