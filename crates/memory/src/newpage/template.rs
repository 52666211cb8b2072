//! The template that a new page begins with, with what is known of the page filled in.

use super::Request;
use crate::draft::Draft;
use crate::{Error, placeholder, problem};
use wiki::edit::FieldValue;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::{PageType, Schema};

/// What a placeholder stands for in a page's number among those whose id begins alike.
const NUMBER: &str = "number";

/// The type's template, filled in: the one that the schema names, else `templates/TYPE.md`.
pub(super) fn template(
    draft: &mut Draft<'_>,
    page_type: Option<&PageType>,
    request: &Request<'_>,
    head: &[(String, FieldValue)],
) -> Result<Option<Page>, Error> {
    let Some(page_type) = page_type else { return Ok(None) };
    let named = request.page_type.filter(|it| draft.schema.by_name(it).is_none()).map(template_of);
    let file = match (named, &page_type.template) {
        (Some(file), _) => file,
        (None, Some(file)) => file.clone(),
        (None, None) => template_of(&page_type.name),
    };
    let at = PagePath::parse_existing(&file).map_err(|err| problem::from_path(&err))?;
    let Some(template) = draft.page(&at)? else { return Ok(None) };
    let now = &draft.call.now;
    let today = now.today();
    let time = format!("{:02}:{:02}", now.at.hour(), now.at.minute());
    let said = |name: &str| -> Option<String> {
        let field = head.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
        match field {
            Some((_, FieldValue::Text(text))) => return Some(text.clone()),
            Some((_, FieldValue::List(items))) => return Some(items.join(", ")),
            None => {}
        }
        Some(match name {
            "date" | "today" => today.to_string(),
            "time" => time.clone(),
            "year" => today.year().to_string(),
            "month" => format!("{:02}", today.month()),
            "day" => format!("{:02}", today.day()),
            "author" | "actor" => draft.call.actor.clone(),
            // What is no variable is the text's own: `{{SSN}}` is for a person to fill in.
            _ => return None,
        })
    };
    // Values are filled one by one: a title may hold what would end a quoted value of the head.
    let mut filled = template.clone();
    for entry in &mut filled.head.entries {
        fill_value(&mut entry.value, &|text| placeholder::fill(text, &said));
    }
    let id =
        filled.head.text("id").filter(|it| placeholder::all(it).any(|(_, name)| name == NUMBER));
    let number = id.map(|it| next_number(draft, &it)).transpose()?;
    let counted = |name: &str| number.clone().filter(|_| name == NUMBER);
    for entry in &mut filled.head.entries {
        fill_value(&mut entry.value, &|text| placeholder::fill(text, &counted));
    }
    let all = |name: &str| counted(name).or_else(|| said(name));
    let body = placeholder::fill(&template.text[template.body..], &all);
    filled.text.replace_range(template.body.., &body);
    Ok(Some(filled))
}

fn template_of(name: &str) -> String {
    format!("templates/{name}.md")
}

/// The number for an id such as `INC-2026-{{number}}`: the greatest of those that begin alike and one more, in as many
/// digits.
fn next_number(draft: &Draft<'_>, id: &str) -> Result<String, Error> {
    const DIGITS: usize = 3;
    let before = id.split("{{").next().unwrap_or_default();
    let listing = search::Listing {
        texts: &["id:*".to_owned()],
        sort: None,
        filters: search::Filters {
            archived: search::Archived::Include,
            ..search::Filters::default()
        },
        now: &draft.call.now,
        types: &[],
        fields: &[],
    };
    let wanted = draft.memory.ask(|index| index.wanted(&listing))?;
    let wanted = wanted.map_err(|it| Error::bad(it.said, it.hint))?;
    let rows = draft.memory.ask(|index| index.select(&wanted, 0, usize::MAX))?.rows;
    let numbers = rows.iter().filter_map(|row| {
        let behind = row.facets.id.as_deref()?.strip_prefix(before)?;
        let digits = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        Some((behind[..digits].parse::<u64>().ok()?, digits))
    });
    let (greatest, digits) = numbers.max().unwrap_or((0, DIGITS));
    Ok(format!("{:0digits$}", greatest.saturating_add(1)))
}

fn fill_value(value: &mut wiki::head::Value, fill: &dyn Fn(&str) -> String) {
    match value {
        wiki::head::Value::Text(text) => *text = fill(text),
        wiki::head::Value::List(values) => values.iter_mut().for_each(|it| fill_value(it, fill)),
        wiki::head::Value::Null | wiki::head::Value::Map(_) => {}
    }
}

/// Adds those of the template's keys that the page does not say itself.
pub(super) fn complete(
    head: &mut Vec<(String, FieldValue)>,
    template: &Page,
    wanted: &dyn Fn(&str) -> bool,
) {
    for entry in &template.head.entries {
        if !wanted(&entry.key) || head.iter().any(|(key, _)| *key == entry.key) {
            continue;
        }
        let value = match &entry.value {
            wiki::head::Value::Text(text) => FieldValue::Text(text.clone()),
            wiki::head::Value::List(values) => FieldValue::List(
                values.iter().filter_map(|it| it.as_text()).map(str::to_owned).collect(),
            ),
            // A key without a value is there to be filled in.
            wiki::head::Value::Null => FieldValue::Text(String::new()),
            wiki::head::Value::Map(_) => continue,
        };
        head.push((entry.key.clone(), value));
    }
}

/// The type of a template that is named instead of a type: of `templates/decision-log.md` its `type:`.
pub(super) fn of_template<'s>(
    draft: &mut Draft<'_>,
    schema: &'s Schema,
    request: &Request<'_>,
) -> Result<Option<&'s PageType>, Error> {
    let Some(name) = request.page_type.filter(|it| schema.by_name(it).is_none()) else {
        return Ok(None);
    };
    let Ok(at) = PagePath::parse_existing(&template_of(name)) else { return Ok(None) };
    let template = draft.page(&at)?.and_then(|it| it.head.text("type"));
    Ok(template.and_then(|it| schema.by_name(&it)))
}
