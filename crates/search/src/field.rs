//! Fields of a page that the program reads itself: their names, what they hold, and where among the facets it is.
//! Any other field of a head is kept as it is written.

use jiff::civil::Date;
use wiki::path::PagePath;

use crate::facets::Facets;

/// The values of a field of one page, as text.
type Read = fn(&PagePath, &Facets) -> Vec<String>;

/// One such field.
struct Field {
    /// Its key in a head whose value has a place of its own among the facets.
    key: Option<&'static str>,
    /// What else it is called, folded.
    names: &'static [&'static str],
    holds: Holds,
    read: Read,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Holds {
    Day,
    Other,
}

const FIELDS: [Field; 25] = [
    Field::new("title", Holds::Other, |_, it| vec![it.title.clone()]),
    Field::new("aliases", Holds::Other, |_, it| it.aliases.clone()).or(&["alias"]),
    Field::new("id", Holds::Other, |_, it| text(it.id.as_ref())),
    Field::new("type", Holds::Other, |_, it| text(it.page_type.as_ref())),
    Field::new("status", Holds::Other, |_, it| text(it.status.as_ref())),
    Field::new("priority", Holds::Other, |_, it| text(it.priority.as_ref())),
    Field::new("tags", Holds::Other, |_, it| it.tags.clone()).or(&["tag"]),
    Field::new("created_at", Holds::Day, |_, it| day(it.created)).or(&["created"]),
    Field::new("updated_at", Holds::Day, |_, it| day(it.updated)).or(&["updated"]),
    Field::new("last_verified", Holds::Day, |_, it| day(it.last_verified)),
    Field::new("review_after", Holds::Day, |_, it| day(it.review_after)),
    Field::new("expires", Holds::Day, |_, it| day(it.expires)),
    Field::new("valid_from", Holds::Day, |_, it| day(it.valid_from)),
    Field::new("valid_to", Holds::Day, |_, it| day(it.valid_to)),
    Field::new("domain", Holds::Other, |_, it| text(it.domain.as_ref())),
    Field::new("scope", Holds::Other, |_, it| text(it.scope.as_ref())),
    Field::new("pinned", Holds::Other, |_, it| vec![it.pinned.to_string()]),
    Field::new("supersedes", Holds::Other, |_, it| it.supersedes.clone()),
    Field::new("superseded_by", Holds::Other, |_, it| it.superseded_by.clone()),
    Field::new("description", Holds::Other, |_, it| text(it.description.as_ref())),
    Field::new("participants", Holds::Other, |_, it| it.participants.clone()),
    Field::of_page(&["date", "day"], Holds::Day, |_, it| day(it.date())),
    Field::of_page(&["effective_date"], Holds::Day, |_, it| {
        let own: Vec<String> = it.field("effective_date").map(str::to_owned).collect();
        if own.is_empty() { day(it.valid_from) } else { own }
    }),
    Field::of_page(&["path", "page"], Holds::Other, |path, _| vec![path.to_string()]),
    Field::of_page(&["archived"], Holds::Other, |_, it| vec![it.archived.to_string()]),
];

impl Field {
    const fn new(key: &'static str, holds: Holds, read: Read) -> Self {
        Self { key: Some(key), names: &[], holds, read }
    }

    /// One that no key of a head has alone.
    const fn of_page(names: &'static [&'static str], holds: Holds, read: Read) -> Self {
        Self { key: None, names, holds, read }
    }

    const fn or(self, names: &'static [&'static str]) -> Self {
        Self { names, ..self }
    }

    fn is_called(&self, name: &str) -> bool {
        self.key == Some(name) || self.names.contains(&name)
    }
}

fn text(text: Option<&String>) -> Vec<String> {
    text.into_iter().cloned().collect()
}

fn day(day: Option<Date>) -> Vec<String> {
    day.iter().map(ToString::to_string).collect()
}

fn named(name: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|it| it.is_called(name))
}

/// Keys of a head whose values have a place of their own among the facets.
pub(crate) fn keys() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().filter_map(|it| it.key)
}

/// All names of the fields that the program reads itself.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().flat_map(|it| it.key.into_iter().chain(it.names.iter().copied()))
}

/// Whether the program reads a field of this folded name itself.
pub(crate) fn is_own(name: &str) -> bool {
    named(name).is_some()
}

/// Whether it does, and the field holds a day.
pub(crate) fn is_day(name: &str) -> bool {
    named(name).is_some_and(|it| it.holds == Holds::Day)
}

/// The values of a page's field by its folded name; none where the page has no such field.
pub(crate) fn values(path: &PagePath, facets: &Facets, name: &str) -> Vec<String> {
    match named(name) {
        Some(field) => (field.read)(path, facets),
        None => facets.field(name).map(str::to_owned).collect(),
    }
}
