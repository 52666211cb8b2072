//! What the catalogue knows of a page beside its words: the values that filters and ranking look at.

use std::collections::{BTreeMap, HashSet};

use jiff::civil::Date;
use wiki::head::Value;
use wiki::page::{Page, one_line};
use wiki::time::read_date;
use wiki::{Priority, session};

use crate::compare::fold_name;
use crate::field;

/// Folders whose pages are kept but not searched unless asked.
const ARCHIVES: [&str; 2] = ["archive", ".archive"];

/// Other fields that are kept of a head.
const FIELDS_MAX: usize = 24;
/// Bytes that are kept of one.
const FIELD_BYTES: usize = 160;
/// A longer key is none that anybody asks for.
const KEY_BYTES: usize = 64;

/// A page's own statements about itself, plus what its place in the vault says.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Facets {
    /// Title, by the page's own rule.
    pub title: String,
    /// Other names.
    pub aliases: Vec<String>,
    /// `id:` of the head.
    pub id: Option<String>,
    /// Page type by the schema.
    pub page_type: Option<String>,
    /// Status as written.
    pub status: Option<String>,
    /// Priority in canonical words (`critical` … `ephemeral`).
    pub priority: Option<String>,
    /// Tags without `#`.
    pub tags: Vec<String>,
    /// The day that the page is about: of a conversation or a daily page.
    pub day: Option<Date>,
    /// When it was made.
    pub created: Option<Date>,
    /// When it was last changed.
    pub updated: Option<Date>,
    /// When somebody last confirmed it.
    pub last_verified: Option<Date>,
    /// When it should be looked at again.
    pub review_after: Option<Date>,
    /// When it stops being true.
    pub expires: Option<Date>,
    /// First day on which the page holds.
    pub valid_from: Option<Date>,
    /// Last day on which the page holds.
    pub valid_to: Option<Date>,
    /// Field of knowledge.
    pub domain: Option<String>,
    /// Project or agent that it belongs to.
    pub scope: Option<String>,
    /// Always part of the context.
    pub pinned: bool,
    /// Lies in an archive folder or says so.
    pub archived: bool,
    /// Says how the vault works, repeats what others say, or says nothing yet: a log, the schema, a
    /// template. Searched only where its type is asked for.
    pub apart: bool,
    /// Whether its list items are facts by the schema.
    pub holds_facts: bool,
    /// Pages that this one replaces, as written.
    pub supersedes: Vec<String>,
    /// Pages that replace this one, as written.
    pub superseded_by: Vec<String>,
    /// One line on what the page is.
    pub description: Option<String>,
    /// Id of the conversation that the page belongs to.
    pub session: Option<String>,
    /// Who takes part in the conversation.
    pub participants: Vec<String>,
    /// The head's other fields by their keys as written: a scalar, or the items of a list, one a line. So many, and
    /// of each so much, as [`Facets::others`] says.
    pub extra: BTreeMap<String, String>,
}

impl Facets {
    /// What a page states about itself. The type is the schema's business and handed in.
    pub fn read(page: &Page, page_type: Option<String>) -> Self {
        let text = |key: &str| page.head.text(key).filter(|text| !text.trim().is_empty());
        let date = |key: &str| text(key).and_then(|text| read_date(&text));
        let status = text("status");
        let is_session = session::is_session(page);
        let lies_in_archive = page.path.folder().split('/').any(|part| ARCHIVES.contains(&part));
        let says_archived =
            status.as_deref().is_some_and(|status| status.eq_ignore_ascii_case("archived"));
        let priority = text("priority").and_then(|text| text.parse::<Priority>().ok());
        let created = date("created_at");
        Self {
            title: page.title(),
            aliases: page.head.list("aliases"),
            id: text("id"),
            page_type: page_type.or_else(|| text("type")),
            status,
            priority: priority.map(|priority| priority.to_string()),
            tags: page
                .head
                .list("tags")
                .iter()
                .map(|tag| tag.trim_start_matches('#').to_owned())
                .collect(),
            day: if is_session { created } else { None }.or_else(|| day_in_name(page.path.name())),
            created,
            updated: date("updated_at"),
            last_verified: date("last_verified"),
            review_after: date("review_after"),
            expires: date("expires"),
            valid_from: date("valid_from"),
            valid_to: date("valid_to"),
            domain: text("domain"),
            scope: text("scope"),
            pinned: text("pinned")
                .is_some_and(|text| matches!(&*text.to_lowercase(), "true" | "yes" | "1")),
            archived: lies_in_archive || says_archived,
            apart: false,
            holds_facts: false,
            supersedes: page.head.list("supersedes"),
            superseded_by: page.head.list("superseded_by"),
            description: text("description"),
            session: is_session
                .then(|| text("id").unwrap_or_else(|| page.path.as_str().to_owned())),
            participants: page.head.list("participants"),
            extra: Self::others(page),
        }
    }

    /// The fields of a head that have no place of their own: the first 24, of each the first 160 bytes.
    pub fn others(page: &Page) -> BTreeMap<String, String> {
        let own: HashSet<&str> =
            field::keys().filter_map(|key| page.head.key_as_written(key)).collect();
        let others = page.head.entries.iter().filter(|it| !own.contains(it.key.as_str()));
        let held = others.filter_map(|it| {
            let text = match &it.value {
                Value::Text(text) => one_line(text),
                Value::List(items) => {
                    let items = items.iter().filter_map(Value::as_text).map(one_line);
                    items.collect::<Vec<_>>().join("\n")
                }
                Value::Null | Value::Map(_) => return None,
            };
            let text = text.trim();
            let text = &text[..text.floor_char_boundary(FIELD_BYTES)];
            let fits = !text.is_empty() && it.key.len() <= KEY_BYTES;
            fits.then(|| (it.key.clone(), text.to_owned()))
        });
        held.take(FIELDS_MAX).collect()
    }

    /// The values of one of the other fields, by its name without case and with `_` for spaces and hyphens.
    pub(crate) fn field<'a>(&'a self, folded: &'a str) -> impl Iterator<Item = &'a str> {
        let of =
            self.extra.iter().filter(move |(key, _)| *key == folded || fold_name(key) == folded);
        of.flat_map(|(_, text)| text.lines())
    }

    /// The day that time filters compare: what the page is about, else its creation, else its last change.
    pub fn date(&self) -> Option<Date> {
        self.day.or(self.created).or(self.updated)
    }
}

/// The day that a file is named after: `2026-11-03`, `2026-11-03-plans`.
fn day_in_name(name: &str) -> Option<Date> {
    name.get(..10).filter(|day| day.as_bytes()[4] == b'-').and_then(|day| day.parse().ok())
}
