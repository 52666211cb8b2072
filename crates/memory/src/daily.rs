//! The page of a day: its name, and how it comes to be.

use crate::draft::Draft;
use crate::{Call, Error, Memory, facets, problem};
use jiff::civil::Date;
use wiki::edit::FieldValue;
use wiki::path::PagePath;
use wiki::time::{self, Now};

/// The folder of daily pages where the schema names none.
const FOLDER: &str = "daily";
/// A longer name is no day.
const DAY_BYTES: usize = 40;

/// The day that `typed` names, unless a page has that very name.
///
/// # Errors
/// `BadRequest` for what is written as a date and is none, unless a page has that name.
pub(crate) fn named(memory: &Memory, call: &Call, typed: &str) -> Result<Option<Date>, Error> {
    let typed = typed.trim();
    let typed = typed.strip_suffix(".md").unwrap_or(typed);
    let folder = folder(memory);
    let placed = typed.strip_prefix(&folder).and_then(|it| it.strip_prefix('/'));
    let placed = placed.filter(|name| is_figures(name));
    let interval = match time::interval(placed.unwrap_or(typed), &call.now) {
        Ok(interval) => interval,
        Err(err)
            if is_figures(placed.unwrap_or(typed))
                || is_no_day(placed.unwrap_or(typed), &call.now) =>
        {
            let path = PagePath::parse_existing(typed).map_err(|err| problem::from_path(&err))?;
            let stands = memory.read_bytes(&path)?.is_some()
                || !memory.ask(|index| index.names(&wiki::canon::fold(typed)))?.is_empty();
            return if stands { Ok(None) } else { Err(problem::from_date(typed, &err)) };
        }
        Err(_) => return Ok(None),
    };
    if interval.from != interval.to {
        return Ok(None);
    }
    let names = memory.ask(|index| index.names(&wiki::canon::fold(typed)))?;
    // A day's page that was put away has no part in what the name means now.
    let taken = names
        .iter()
        .map(|it| it.path.as_str())
        .any(|path| !path.starts_with(&format!("{folder}/")) && !facets::in_archive(path));
    Ok(if taken { None } else { Some(interval.from) })
}

/// Whether a name is written as a date in figures: `2026-05-20`, `20.5.2026`, `2026年5月20日`.
fn is_figures(name: &str) -> bool {
    let plain = name.trim_end_matches(['日', '号', '號']);
    let parts: Vec<&str> = plain.split(['-', '/', '.', '年', '月']).collect();
    let [first, middle, last] = parts.as_slice() else { return false };
    let digits = parts.iter().all(|it| it.bytes().all(|b| b.is_ascii_digit()));
    let short = |part: &str| (1..=2).contains(&part.len());
    let year_first = first.len() == 4 && short(last);
    let year_last = short(first) && last.len() == 4;
    digits && short(middle) && (year_first || year_last)
}

/// Whether a name is written as a day in words and there is no such day: `Feb 30`, `31st of April`, `2月30日`.
fn is_no_day(name: &str, now: &Now) -> bool {
    let is_digit = |at: &usize| name.as_bytes()[*at].is_ascii_digit();
    let mut at = 0;
    while at < name.len().min(DAY_BYTES) {
        let end = (at..name.len()).find(|at| !is_digit(at)).unwrap_or(name.len());
        let number = &name[at..end];
        if number.len() > 2 || number.parse::<u8>().map_or(true, |it| it > 31) {
            at = end + name[end..].chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let behind = &name[end..];
        let ordinal = ["st", "nd", "rd", "th"].iter().find_map(|it| behind.strip_prefix(it));
        // With the first of the month in its place it would be one.
        let first = match ordinal {
            Some(rest) => format!("{}1st{rest}", &name[..at]),
            None => format!("{}1{behind}", &name[..at]),
        };
        if name.len() <= DAY_BYTES && time::interval(&first, now).is_ok_and(|it| it.from == it.to) {
            return true;
        }
        at = end;
    }
    false
}

/// `typed`, or the path of the day's page where it names a day.
pub(crate) fn or_typed(memory: &Memory, call: &Call, typed: &str) -> Result<String, Error> {
    Ok(match named(memory, call, typed)? {
        Some(day) => path(memory, day)?.to_string(),
        None => typed.to_owned(),
    })
}

/// The page that is meant: a day's, if a day is named, else what the name resolves to.
pub(crate) fn or_page(memory: &Memory, call: &Call, typed: &str) -> Result<PagePath, Error> {
    match named(memory, call, typed)? {
        Some(day) => path(memory, day),
        None => memory.resolve(typed),
    }
}

/// As [`or_page`], for what changes the page.
pub(crate) fn or_page_to_change(
    memory: &Memory,
    call: &Call,
    typed: &str,
) -> Result<PagePath, Error> {
    match named(memory, call, typed)? {
        Some(day) => path(memory, day),
        None => memory.resolve_to_change(typed),
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
