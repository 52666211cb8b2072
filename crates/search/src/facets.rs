//! What the catalogue knows of a page beside its words: the values that filters and ranking look at.

use std::collections::BTreeMap;

use jiff::civil::Date;
use wiki::page::Page;
use wiki::time::read_date;
use wiki::{Priority, session};

/// Folders whose pages are kept but not searched unless asked.
const ARCHIVES: [&str; 2] = ["archive", ".archive"];

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
    /// Anything else that a caller wants back with a row.
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
            supersedes: page.head.list("supersedes"),
            superseded_by: page.head.list("superseded_by"),
            description: text("description"),
            session: is_session
                .then(|| text("id").unwrap_or_else(|| page.path.as_str().to_owned())),
            participants: page.head.list("participants"),
            extra: BTreeMap::new(),
        }
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
