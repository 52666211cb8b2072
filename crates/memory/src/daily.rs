//! The page of a day: its name, and how it comes to be.

use crate::draft::Draft;
use crate::{Call, Error, Memory, problem};
use jiff::civil::Date;
use wiki::edit::FieldValue;
use wiki::path::PagePath;
use wiki::time;

/// The folder of daily pages where the schema names none.
const FOLDER: &str = "daily";

/// The day that `typed` names, unless a page has that very name.
pub(crate) fn named(memory: &Memory, call: &Call, typed: &str) -> Result<Option<Date>, Error> {
    let Ok(interval) = time::interval(typed.trim(), &call.now) else { return Ok(None) };
    if interval.from != interval.to {
        return Ok(None);
    }
    let names = memory.ask(|index| index.names(&wiki::canon::fold(typed)))?;
    let taken = names.iter().any(|it| !it.path.as_str().starts_with(&folder(memory)));
    Ok(if taken { None } else { Some(interval.from) })
}

/// The page that is meant: a day's, if a day is named, else what the name resolves to.
pub(crate) fn or_page(memory: &Memory, call: &Call, typed: &str) -> Result<PagePath, Error> {
    match named(memory, call, typed)? {
        Some(day) => path(memory, day),
        None => memory.resolve(typed),
    }
}

/// Where a day's page lies.
pub(crate) fn path(memory: &Memory, day: Date) -> Result<PagePath, Error> {
    PagePath::parse_existing(&format!("{}/{day}", folder(memory)))
        .map_err(|err| problem::from_path(&err))
}

/// The day's page, made first if there is none.
pub(crate) fn ensured(draft: &mut Draft<'_>, day: Date) -> Result<PagePath, Error> {
    let path = path(draft.memory, day)?;
    if draft.page(&path)?.is_none() {
        let text = |value: String| FieldValue::Text(value);
        let head = [
            ("type".to_owned(), text("daily".to_owned())),
            ("title".to_owned(), text(day.to_string())),
            ("created_at".to_owned(), text(day.to_string())),
        ];
        draft.create(&path, &head, &format!("# {day}\n"))?;
    }
    Ok(path)
}

fn folder(memory: &Memory) -> String {
    memory
        .schema()
        .by_name("daily")
        .map(|it| it.folder.trim_matches('/').to_owned())
        .filter(|it| !it.is_empty())
        .unwrap_or_else(|| FOLDER.to_owned())
}
