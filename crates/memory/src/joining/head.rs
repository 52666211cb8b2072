//! What the head of a page that joins another brings along: lists become one, what the page that stays does
//! not say is taken over, and what it says otherwise is told.
//!
//! A page's own books (who made it, when it last changed) stay with the page that is put away. What it is, how it
//! stands and since when is told where the other says otherwise: putting away writes a status over its own.

use crate::Error;
use crate::draft::Draft;
use std::collections::HashSet;
use wiki::canon::fold;
use wiki::edit::{Edit, FieldValue};
use wiki::graph::Files;
use wiki::head::{Entry, HeadKind, Value};
use wiki::link::LinkOrigin;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::Status;

/// Fields by which the books of one page are kept; its names are taken over apart.
const OWN: &[&str] = &[
    "id",
    "title",
    "aliases",
    "type",
    "status",
    "created_at",
    "updated_at",
    "created_by",
    "last_modified_by",
    "last_verified",
    "review_after",
    "supersedes",
    "superseded_by",
    "scope",
];
/// Of these, what is told where the page that stays says otherwise.
const TOLD: &[&str] =
    &["type", "status", "created_at", "last_verified", "review_after", "supersedes"];
/// Fields that say how long a text holds: told, and not laid on another text.
const TERM: &[&str] = &["expires", "version", "effective_date", "valid_from", "valid_to"];
/// Fields that hold several values, also where one stands there alone.
const LISTS: &[&str] = &["tags", "related_to", "sources"];
/// Fields that have synonyms and are none of the above.
const NAMED: &[&str] = &["priority"];

/// Takes over what the other page's head says. Gives a sentence with what it says otherwise.
pub(crate) fn take(
    draft: &mut Draft<'_>,
    keep: &PagePath,
    joining: &Page,
    files: &Files,
) -> Result<Option<String>, Error> {
    part(draft, keep, &joining.path, files)?;
    if joining.head.broken {
        let why = "its head is not valid and was not taken over";
        draft.warnings.push(format!("{}: {why}; it stands in the archived page", joining.path));
        return Ok(None);
    }
    let to_keep = linking_to(joining, keep, files);
    let mut said: Vec<String> = Vec::new();
    for entry in &joining.head.entries {
        let field = canonical(joining, entry);
        let is_own = OWN.contains(&field) || wiki::policy::OWNER_FIELDS.contains(&field);
        if joining.head.get(&entry.key) != Some(&entry.value) {
            continue;
        }
        let page = draft.existing(keep)?;
        if is_own {
            let told = TOLD.contains(&field) && says_otherwise(&page, joining, field);
            said.extend(written(joining, entry).filter(|_| told));
            continue;
        }
        let editable =
            !page.head.broken && matches!(page.head.kind, HeadKind::Yaml | HeadKind::None);
        let ours = page.head.key_as_written(field).map(str::to_owned);
        let ours = ours.as_deref().and_then(|key| page.head.get(key));
        let theirs = values(joining, field, &entry.value);
        let Some(mut theirs) = theirs else {
            if ours != Some(&entry.value) {
                said.extend(written(joining, entry));
            }
            continue;
        };
        theirs.retain(|it| !to_keep.contains(it) && !it.trim().is_empty());
        let known = ours.and_then(|it| values(&page, field, it));
        let has = known.iter().flatten().any(|it| !it.trim().is_empty());
        let new = match (&entry.value, known, has) {
            _ if theirs.is_empty() => continue,
            (_, Some(known), true) if is_list(field, [&entry.value].into_iter().chain(ours)) => {
                united(known, &theirs).map(FieldValue::List)
            }
            (_, Some(known), true) if fold(&known.join(" ")) == fold(&theirs.join(" ")) => None,
            (_, _, false) if ours.is_none_or(is_empty) && !TERM.contains(&field) => {
                Some(match &entry.value {
                    Value::List(_) => FieldValue::List(theirs),
                    _ => FieldValue::Text(theirs.swap_remove(0)),
                })
            }
            _ => {
                said.extend(written(joining, entry));
                None
            }
        };
        let Some(value) = new.filter(|_| editable) else { continue };
        let key = page.head.key_as_written(field).unwrap_or(&entry.key).to_owned();
        if draft.edit(keep, &[Edit::SetField { key, value }]).is_err() {
            said.extend(written(joining, entry));
        }
    }
    if said.is_empty() {
        return Ok(None);
    }
    let said = said.join("; ");
    draft.warnings.push(format!(
        "{keep}: the head of {} said otherwise, which stands in the text now: {said}",
        joining.path
    ));
    Ok(Some(format!("Its head said: {said}.")))
}

/// Whether a field of the other page's books says what nothing on the page that stays does.
fn says_otherwise(page: &Page, joining: &Page, field: &str) -> bool {
    let said = |it: &Page| it.head.text(field).map(|text| text.trim().to_owned());
    let (ours, theirs) = (said(page).filter(|it| !it.is_empty()), said(joining));
    let Some(theirs) = theirs.filter(|it| !it.is_empty()) else { return false };
    match ours {
        None => field != "status" || Status::from(theirs.as_str()) != Status::Active,
        // What was made later was known before.
        Some(ours) if field == "created_at" => {
            let day = |text: &str| wiki::time::read_date(text.get(..10).unwrap_or(text));
            let (ours_day, theirs_day) = (day(&ours), day(&theirs));
            ours_day.zip(theirs_day).map_or(ours != theirs, |(ours, theirs)| theirs < ours)
        }
        Some(ours) => fold(&ours) != fold(&theirs),
    }
}

/// Takes links to the other page out of lists in which a page says what it is related to.
fn part(
    draft: &mut Draft<'_>,
    keep: &PagePath,
    other: &PagePath,
    files: &Files,
) -> Result<(), Error> {
    let page = draft.existing(keep)?;
    if page.head.broken || page.head.kind != HeadKind::Yaml {
        return Ok(());
    }
    let links = linking_to(&page, other, files);
    for entry in &page.head.entries {
        let relates = page.head.key_as_written("related_to") == Some(&entry.key)
            || draft.schema.head_relations.contains(&entry.key);
        let Some(mut left) = values(&page, &entry.key, &entry.value).filter(|_| relates) else {
            continue;
        };
        let before = left.len();
        left.retain(|it| !links.contains(it));
        let key = entry.key.clone();
        match left.len() {
            count if count == before => {}
            0 => draft.edit(keep, &[Edit::RemoveField { key }])?,
            _ => draft.edit(keep, &[Edit::SetField { key, value: FieldValue::List(left) }])?,
        }
    }
    Ok(())
}

/// The values of a head that are links to a page, as they are written.
fn linking_to(page: &Page, to: &PagePath, files: &Files) -> HashSet<String> {
    let in_head = page.links.iter().filter(|it| matches!(it.origin, LinkOrigin::Head { .. }));
    let leading = in_head.filter(|it| files.resolve_link(&page.path, it).page() == Some(to));
    leading.filter_map(|it| page.text.get(it.span.clone())).map(str::to_owned).collect()
}

/// The field that a key means. `date:` is often the date of something else than the page.
fn canonical<'a>(page: &Page, entry: &'a Entry) -> &'a str {
    let all = [OWN, TERM, LISTS, NAMED].into_iter().flatten();
    let mut named = all.filter(|_| entry.key != "date");
    named.find(|it| page.head.key_as_written(it) == Some(&entry.key)).copied().unwrap_or(&entry.key)
}

/// The values of a field, if it is a text or a list of texts.
fn values(page: &Page, field: &str, value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Null => Some(Vec::new()),
        _ if field == "tags" => Some(page.head.list(field)),
        Value::Text(text) => Some(vec![text.clone()]),
        Value::List(values) if !is_link(values) => {
            values.iter().map(|it| it.as_text().map(str::to_owned)).collect()
        }
        Value::List(_) => Some(page.head.list(field)),
        Value::Map(_) => None,
    }
}

/// `[[Page]]` without quotes.
fn is_link(values: &[Value]) -> bool {
    matches!(values, [Value::List(inner)] if matches!(inner.as_slice(), [Value::Text(_)]))
}

fn is_list<'v>(field: &str, values: impl Iterator<Item = &'v Value>) -> bool {
    LISTS.contains(&field) || values.into_iter().any(|it| matches!(it, Value::List(_)))
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Text(text) => text.trim().is_empty(),
        Value::List(values) => values.is_empty(),
        Value::Map(_) => false,
    }
}

/// Both lists as one; `None` when the other adds nothing.
fn united(mut ours: Vec<String>, theirs: &[String]) -> Option<Vec<String>> {
    let mut known: HashSet<String> = ours.iter().map(|it| fold(it)).collect();
    let before = ours.len();
    ours.extend(theirs.iter().filter(|it| known.insert(fold(it))).cloned());
    (ours.len() > before).then_some(ours)
}

/// A field as its page writes it, on one line.
fn written(page: &Page, entry: &Entry) -> Option<String> {
    let raw = page.text.get(entry.value_span.clone())?;
    let raw = raw.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(format!("{}: {}", entry.key, raw.trim_matches(['"', '\''])))
}
