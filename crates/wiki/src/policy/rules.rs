//! What a page's type, its owner and its turns allow of a change.

use std::collections::{HashMap, HashSet};

use super::refusal::Refusal;
use super::{Misvalue, Origin, Purpose, Trust, Write, values};
use crate::fact;
use crate::head::Value;
use crate::note;
use crate::page::{Page, line_of};
use crate::path::PagePath;
use crate::schema::{self, PageType, Schema, WriteRule};
use crate::session;

/// Fields that say whose page it is. They do not change once they are set.
pub const OWNER_FIELDS: &[&str] =
    &["id", "created_by", "created_at", "scope", "owner_id", "user_id", "agent_id"];
/// Fields that say whose words a record of a conversation holds, and where they come from.
const RECORD_FIELDS: &[&str] = &["participants", "source"];
/// Fields that keep the books of a page, also of one that only grows.
const BOOKKEEPING: &[&str] = &[
    "updated_at",
    "last_modified_by",
    "last_verified",
    "review_after",
    "status",
    "priority",
    "expires",
    "superseded_by",
    "aliases",
    "tags",
    "related_to",
    "pinned",
];
/// Characters of a refused line that are shown.
const LINE_SHOWN: usize = 60;
/// First folders of a vault that belong to tools.
const RESERVED: &[&str] = &[".memopage", ".git", ".obsidian", ".trash"];

/// Refuses a place that belongs to a tool.
pub(super) fn place(path: &PagePath) -> Result<(), Refusal> {
    let mut parts = path.as_str().split('/');
    if parts.any(|part| RESERVED.contains(&part.to_lowercase().as_str())) {
        return Err(Refusal::Reserved { path: path.clone() });
    }
    Ok(())
}

/// Refuses a new page that lacks what its type requires. A page that stood before an operation comes
/// back as it was.
pub(super) fn create(page: &Page, schema: &Schema, origin: &Origin) -> Result<(), Refusal> {
    match origin.purpose {
        Purpose::Undo => Ok(()),
        Purpose::Write | Purpose::Make | Purpose::Erase => match missing_fields(page, None, schema)
        {
            Err(Refusal::MissingFields { path, fields })
                if origin.trust == Trust::Import || !is_blank(page, "title") =>
            {
                untitled(path, fields)
            }
            judged => judged,
        },
    }
}

/// Fields that a new page is refused for. Its title is its file's name where it gives none, as
/// in other programs that keep notes, and its bytes stay its author's.
fn untitled(path: PagePath, mut fields: Vec<String>) -> Result<(), Refusal> {
    fields.retain(|it| it != "title");
    if fields.is_empty() { Ok(()) } else { Err(Refusal::MissingFields { path, fields }) }
}

/// Refuses a new text that the page's type, owner or turns do not allow.
pub(super) fn update(
    before: &Page,
    after: &Page,
    schema: &Schema,
    origin: &Origin,
) -> Result<(), Refusal> {
    if origin.purpose.keeps_rules() {
        schema_of(before, after)?;
        let rule = rule_of(before, schema);
        obeys(before, after, rule)?;
        if rule != WriteRule::Overwrite {
            owner_fields(before, after)?;
        }
        turns(before, after, origin.trust)?;
    }
    match origin.purpose {
        Purpose::Undo => Ok(()),
        Purpose::Write | Purpose::Make | Purpose::Erase => {
            missing_fields(after, Some(before), schema)
        }
    }
}

/// Refuses a schema that cannot be read where the one before could: every rule would be off.
fn schema_of(before: &Page, after: &Page) -> Result<(), Refusal> {
    if before.path.file() != schema::FILE || !Schema::parse(&before.text).problems.is_empty() {
        return Ok(());
    }
    match Schema::parse(&after.text).problems.into_iter().next() {
        Some(problem) => Err(Refusal::Schema { path: before.path.clone(), problem }),
        None => Ok(()),
    }
}

/// The values that cannot be right and stand on a page already, each with its key.
pub(super) fn standing_values(writes: &[Write], schema: &Schema) -> HashSet<(String, String)> {
    let before = writes.iter().filter_map(|write| match write {
        Write::Update { before, .. } | Write::Move { before, .. } => Some(before),
        Write::Create { .. } | Write::Remove { .. } => None,
    });
    let all = before.flat_map(|text| values::in_text(text, schema));
    all.map(|it| (it.key, it.value)).collect()
}

/// Refuses a value that its field cannot have, unless a person left it on a page: that one stays as it is, and
/// goes where its page goes. An import takes what there is.
pub(super) fn new_values(
    write: &Write,
    standing: &HashSet<(String, String)>,
    schema: &Schema,
    origin: &Origin,
) -> Result<(), Refusal> {
    if origin.trust == Trust::Import || !origin.purpose.keeps_rules() {
        return Ok(());
    }
    let (Write::Create { path, text }
    | Write::Update { path, text, .. }
    | Write::Move { to: path, text, .. }) = write
    else {
        return Ok(());
    };
    let found = values::in_text(text, schema);
    let stands = |it: &Misvalue| standing.contains(&(it.key.clone(), it.value.clone()));
    match found.into_iter().find(|it| !stands(it)) {
        Some(value) => Err(Refusal::Value { path: path.clone(), value }),
        None => Ok(()),
    }
}

/// Refuses another place that would take a page from under its rule, or a conversation's turns from under
/// theirs; its text is judged by [`update`].
pub(super) fn moved(
    before: &Page,
    (to, after): (&PagePath, &str),
    schema: &Schema,
    origin: &Origin,
) -> Result<(), Refusal> {
    let there = Page::parse(to.clone(), after);
    let said = session::turns(before);
    if origin.purpose == Purpose::Write && session::turns(&there).len() < said.len() {
        return Err(Refusal::Turn { path: before.path.clone(), turn: said[0].id.clone() });
    }
    let rule = rule_of(before, schema);
    let archive = schema.retention.archive.as_str();
    let archived = to.as_str().strip_prefix(archive).is_some_and(|rest| rest.starts_with('/'));
    let same_rule = schema.for_path(to.as_str()).is_some_and(|row| row.rule == rule);
    if rule == WriteRule::Immutable && origin.purpose.keeps_rules() && !archived && !same_rule {
        return Err(Refusal::Rule {
            path: before.path.clone(),
            rule,
            what: format!("moves it to {to}, where it could be changed"),
        });
    }
    Ok(())
}

/// Refuses the end of a page that must stay.
pub(super) fn remove(path: &PagePath, schema: &Schema, origin: &Origin) -> Result<(), Refusal> {
    let rule = schema.for_path(path.as_str()).map_or(WriteRule::Rewrite, |row| row.rule);
    let stays = matches!(rule, WriteRule::Immutable | WriteRule::Append);
    if stays && origin.purpose.keeps_rules() {
        return Err(Refusal::Rule {
            path: path.clone(),
            rule,
            what: "removes the page".to_owned(),
        });
    }
    Ok(())
}

/// The rule of a page. A folder that is written once stays so whatever `type:` a page claims, and also
/// for a page of it that was laid into the archive, from where it may come back.
fn rule_of(page: &Page, schema: &Schema) -> WriteRule {
    let place = page.path.as_str();
    let mut archives =
        [schema.retention.archive.trim_matches('/'), "archive", ".archive"].into_iter();
    let home = archives.find_map(|folder| place.strip_prefix(folder)?.strip_prefix('/'));
    let of_place = schema.for_path(home.unwrap_or(place)).map(|row| row.rule);
    if of_place == Some(WriteRule::Immutable) {
        return WriteRule::Immutable;
    }
    schema.type_of(page).map_or(WriteRule::Rewrite, |row| row.rule)
}

fn obeys(before: &Page, after: &Page, rule: WriteRule) -> Result<(), Refusal> {
    let broken = match rule {
        WriteRule::Rewrite | WriteRule::Overwrite => None,
        WriteRule::Immutable => (before.text != after.text).then(|| "changes it".to_owned()),
        WriteRule::Append => lost_field(before, after).or_else(|| lost_line(before, after)),
    };
    match broken {
        Some(what) => Err(Refusal::Rule { path: before.path.clone(), rule, what }),
        None => Ok(()),
    }
}

/// A field that would change or go, other than the page's books.
fn lost_field(before: &Page, after: &Page) -> Option<String> {
    let canonical: HashSet<&str> =
        BOOKKEEPING.iter().filter_map(|field| before.head.key_as_written(field)).collect();
    let mut fields =
        before.head.entries.iter().filter(|entry| !canonical.contains(entry.key.as_str()));
    let lost = fields.find(|entry| after.head.get(&entry.key) != before.head.get(&entry.key))?;
    Some(format!("changes {}", lost.key))
}

/// A line of the body that would change or go. Generated blocks are their tool's; a fact or a note may be
/// retired (it stands struck out in the history), a fact may get other marks.
fn lost_line(before: &Page, after: &Page) -> Option<String> {
    let said: HashSet<String> = fact::said_in(after).into_iter().map(|(_, said)| said).collect();
    let retired: Vec<_> =
        fact::said_in(before).into_iter().filter(|(_, text)| said.contains(text)).collect();
    let mut exempt: Vec<_> = before.generated.iter().map(|block| block.span.clone()).collect();
    exempt.extend(retired.into_iter().map(|(span, _)| span));
    let notes = note::notes(before).into_iter().filter(|it| it.bare);
    exempt.extend(notes.filter(|it| said.contains(&fact::said_as(&it.text))).map(|it| it.span));
    exempt.sort_by_key(|span| span.start);

    let mut kept = after.text[after.body..].lines().map(str::trim_end);
    let mut at = before.body;
    let mut next_exempt = 0;
    let mut exempt_end = 0;
    for line in before.text[before.body..].split_inclusive('\n') {
        let end = at + line.len();
        while exempt.get(next_exempt).is_some_and(|span| span.start < end) {
            exempt_end = exempt_end.max(exempt[next_exempt].end);
            next_exempt += 1;
        }
        let plain = line.trim_end();
        if !plain.is_empty() && at >= exempt_end && !kept.any(|other| other == plain) {
            return Some(format!("removes or changes line {}", line_of(&before.text, at)));
        }
        at = end;
    }
    None
}

fn owner_fields(before: &Page, after: &Page) -> Result<(), Refusal> {
    for field in OWNER_FIELDS {
        // `date:` is read as a creation date and is often the date of something else.
        let Some(key) = before.head.key_as_written(field).filter(|key| *key != "date") else {
            continue;
        };
        let old = before.head.get(key);
        let is_set = matches!(old, Some(Value::List(_) | Value::Map(_)))
            || before.head.text(field).is_some_and(|text| !text.trim().is_empty());
        if is_set
            && (after.head.get(key) != old || after.head.text(field) != before.head.text(field))
        {
            return Err(Refusal::OwnerField { path: before.path.clone(), field: key.to_owned() });
        }
        if is_set && let Some(key) = said_again(before, after, field) {
            return Err(Refusal::OwnerField { path: before.path.clone(), field: key });
        }
    }
    Ok(())
}

/// The key that says an owner's field once more and otherwise: the same key twice, or `created` beside `created_at`.
fn said_again(before: &Page, after: &Page, field: &str) -> Option<String> {
    let synonym = |key: &str| field == "created_at" && key == "created";
    let is_field = |key: &str| key == field || synonym(key);
    let count = |page: &Page, key: &str, value: &Value| {
        page.head.entries.iter().filter(|it| it.key == key && it.value == *value).count()
    };
    let known = before.head.entries.iter().filter(|it| is_field(&it.key));
    let known: Vec<&Value> = known.map(|it| &it.value).collect();
    let mut said = after.head.entries.iter().filter(|it| is_field(&it.key));
    let new = said.find(|it| {
        let more = count(after, &it.key, &it.value) > count(before, &it.key, &it.value);
        more && !known.contains(&&it.value)
    });
    new.map(|it| it.key.clone())
}

/// What was said stays as it is, and only an import knows of more that was said.
fn turns(before: &Page, after: &Page, trust: Trust) -> Result<(), Refusal> {
    let old = session::turns(before);
    if old.is_empty() {
        return Ok(());
    }
    if session::says_so(before) && !session::says_so(after) {
        return Err(Refusal::OwnerField { path: before.path.clone(), field: "type".to_owned() });
    }
    let changed = |field: &&&str| {
        let was = before.head.get(field).filter(|it| **it != Value::Null);
        was.is_some_and(|was| after.head.get(field) != Some(was))
    };
    if let Some(field) = RECORD_FIELDS.iter().find(changed).filter(|_| trust != Trust::Import) {
        return Err(Refusal::OwnerField { path: before.path.clone(), field: (*field).to_owned() });
    }
    let turns = session::turns(after);
    let text_of = |turn: &session::TurnSpan| after.text[turn.span.clone()].trim_end();
    let new: HashMap<&str, &str> =
        turns.iter().map(|turn| (turn.block_id.as_str(), text_of(turn))).collect();
    for turn in &old {
        let text = before.text[turn.span.clone()].trim_end();
        if new.get(turn.block_id.as_str()) != Some(&text) {
            return Err(Refusal::Turn { path: before.path.clone(), turn: turn.id.clone() });
        }
    }
    // Each old one is still there, so the first that is out of step is new.
    let mut known = old.iter().map(|turn| &turn.block_id).peekable();
    let added = turns.iter().find(|turn| known.next_if(|id| **id == turn.block_id).is_none());
    match added {
        Some(turn) if trust != Trust::Import => {
            Err(Refusal::NewTurn { path: before.path.clone(), turn: turn.id.clone() })
        }
        _ if trust == Trust::Import => Ok(()),
        _ => match hidden_turn(before, after).or_else(|| feigned_turn(before, after)) {
            Some(turn) => Err(Refusal::NewTurn { path: before.path.clone(), turn }),
            None => Ok(()),
        },
    }
}

/// A new line that reads as if it belonged to a turn.
fn feigned_turn(before: &Page, after: &Page) -> Option<String> {
    let mut known: HashMap<&str, usize> = HashMap::new();
    for line in session::feigned(before) {
        *known.entry(line).or_default() += 1;
    }
    let new = session::feigned(after).into_iter().find(|line| match known.get_mut(line) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    });
    new.map(|line| format!("`{}`", line.chars().take(LINE_SHOWN).collect::<String>()))
}

/// A new turn that stands farther in, as in a list's item: a link to its block would lead to it.
fn hidden_turn(before: &Page, after: &Page) -> Option<String> {
    let mut known: HashMap<String, usize> = HashMap::new();
    for turn in session::turns(&outermost(before)) {
        *known.entry(turn.block_id).or_default() += 1;
    }
    let turns = session::turns(&outermost(after));
    let new = turns.into_iter().find(|turn| match known.get_mut(&turn.block_id) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    });
    new.map(|turn| turn.id)
}

/// The page with each quoted line at the margin, whatever list it stands in.
fn outermost(page: &Page) -> Page {
    let mut text = page.text[..page.body].to_owned();
    for line in page.text[page.body..].split_inclusive('\n') {
        let inner = line.trim_start_matches(|c: char| {
            c.is_whitespace() && c != '\n' || c.is_ascii_digit() || "-*+.)".contains(c)
        });
        text.push_str(if inner.starts_with('>') { inner } else { line });
    }
    Page::parse(page.path.clone(), text)
}

/// Fields that are missing and were not missing before: a page that a person wrote without them stays
/// editable.
fn missing_fields(after: &Page, before: Option<&Page>, schema: &Schema) -> Result<(), Refusal> {
    let Some(page_type) = schema.type_of(after) else {
        return Ok(());
    };
    let lacked = |field: &str| before.is_some_and(|before| !has_field(before, field, page_type));
    let required = page_type.required.iter();
    // A heading or a folder says it too, but a field that is set to nothing is not meant so.
    let emptied = |field: &str| {
        is_blank(after, field) && before.is_none_or(|before| !is_blank(before, field))
    };
    let missing = required
        .filter(|field| emptied(field) || (!has_field(after, field, page_type) && !lacked(field)));
    let fields: Vec<String> = missing.cloned().collect();
    if fields.is_empty() {
        Ok(())
    } else {
        Err(Refusal::MissingFields { path: after.path.clone(), fields })
    }
}

/// The required fields that a page does not have, in the order of its type.
pub fn lacking<'t>(page: &Page, page_type: &'t PageType) -> Vec<&'t str> {
    let required = page_type.required.iter().map(String::as_str);
    required.filter(|field| is_blank(page, field) || !has_field(page, field, page_type)).collect()
}

/// Whether a field stands in the head and says nothing.
fn is_blank(page: &Page, field: &str) -> bool {
    let value = page.head.key_as_written(field).and_then(|key| page.head.get(key));
    match value {
        Some(Value::Text(text)) => text.trim().is_empty(),
        Some(Value::List(values)) => values.is_empty(),
        Some(Value::Null) => true,
        Some(Value::Map(_)) | None => false,
    }
}

fn has_field(page: &Page, field: &str, page_type: &PageType) -> bool {
    let in_head = page.head.text(field).is_some_and(|text| !text.trim().is_empty())
        || !page.head.list(field).is_empty()
        || matches!(page.head.get(field), Some(Value::Map(_)));
    let elsewhere = match field {
        "title" => {
            page.sections.iter().any(|section| section.level == 1 && !section.heading.is_empty())
        }
        "type" => !page_type.folder.is_empty() && page.path.as_str().starts_with(&page_type.folder),
        _ => false,
    };
    in_head || elsewhere
}
