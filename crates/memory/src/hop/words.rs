//! The words of a question as keys and names are looked for in them, and the lines of a page that have what it
//! asks for.

use crate::signs::COLONS;
use wiki::attribute::{self, Attributes};
use wiki::canon::{Marked, fold, marked};
use wiki::fact;
use wiki::page::Page;
use wiki::schema::Schema;

use super::ITEMS_MAX;
use super::LABEL_BYTES;
use crate::recall::FoundHit;

/// What of a question is looked at: all names are looked for in it.
const QUESTION_BYTES: usize = 4_000;
/// Fields of one page that are told.
const FIELDS_MAX: usize = 40;
/// Words that stand before a link and name no relation.
const NO_RELATION: [&str; 12] =
    ["the", "and", "for", "with", "from", "who", "what", "has", "was", "see", "not", "that"];

/// The words of a question as names and keys are looked for in them.
#[derive(Clone)]
pub(crate) struct Words {
    folded: String,
    /// Names that are a letter behind what the thing is.
    marked: Vec<Marked>,
    /// What it asks for in words that are no key.
    asked: Attributes,
}

impl Words {
    pub(crate) fn of(question: &str) -> Self {
        let question = &question[..question.floor_char_boundary(QUESTION_BYTES)];
        let folded = fold(question);
        let asked = Attributes::asked(&folded);
        Self { folded, marked: marked(question), asked }
    }

    /// The words beside the names of a page: what a thing is called asks for nothing.
    pub(super) fn beside(&self, page: &Page) -> Self {
        let mut names: Vec<String> = page_names(page).map(|it| fold(&it)).collect();
        names.retain(|it| it.chars().nth(1).is_some());
        names.sort_by_key(|it| std::cmp::Reverse(it.len()));
        let folded =
            names.iter().fold(self.folded.clone(), |text, it| attribute::without(&text, it));
        let asked = Attributes::asked(&folded);
        Self { folded, asked, marked: self.marked.clone() }
    }

    /// What the question asks for and the key names.
    pub(super) fn attributes(&self, key: &str) -> Attributes {
        self.asked.both(Attributes::of_key(key))
    }

    /// Whether the question has this word or name: whole words in scripts that part them.
    fn have(&self, name: &str) -> bool {
        attribute::stands(&self.folded, &fold(name))
    }

    /// Whether the question asks for a field of this key, in whichever of its words.
    fn ask_for(&self, key: &str, schema: &Schema) -> bool {
        let key = fold(&key.replace(['_', '*'], " "));
        let key = key.trim();
        let alike = |group: &mut dyn Iterator<Item = &str>| {
            let members: Vec<&str> = group.collect();
            members.iter().any(|it| fold(it) == key) && members.iter().any(|it| self.have(it))
        };
        self.have(key)
            || !self.attributes(key).is_empty()
            || schema.synonyms.iter().any(|group| alike(&mut group.iter().map(String::as_str)))
    }

    /// Whether what stands before a link names a relation that the question names, too.
    pub(super) fn name_relation(&self, label: &str, schema: &Schema) -> bool {
        if label.is_empty() || label.len() > LABEL_BYTES {
            return false;
        }
        if let Some(predicate) = schema.predicate(label) {
            let mut names = std::iter::once(&predicate.name).chain(&predicate.aliases);
            if names.any(|name| self.have(&name.replace('_', " "))) {
                return true;
            }
        }
        if !self.attributes(label).is_empty() {
            return true;
        }
        let words = label.split(|char: char| !char.is_alphanumeric());
        words.filter(|word| word.chars().count() >= 2).any(|word| {
            let short = word.is_ascii() && word.len() < 3;
            !short && !NO_RELATION.contains(&&*fold(word)) && self.have(word)
        })
    }

    /// Whether the question names the page.
    pub(super) fn name_page(&self, page: &Page) -> bool {
        page_names(page).any(|name| self.have_name(&name))
    }

    /// Whether the question may name the page of a hit, so that it is worth taking apart.
    pub(super) fn may_name(&self, hit: &FoundHit, text: &str) -> bool {
        let file = hit.page.rsplit_once('/').map_or(hit.page.as_str(), |(_, name)| name);
        let has_aliases = || text.contains("lias") || text.contains("LIAS");
        self.have_name(&hit.title) || self.have_name(file) || has_aliases()
    }

    fn have_name(&self, name: &str) -> bool {
        let is_long = name.chars().nth(1).is_some();
        is_long && self.have(name) || self.marked.iter().any(|it| it.is_called(name))
    }
}

/// What a page is called.
fn page_names(page: &Page) -> impl Iterator<Item = String> {
    let aliases = page.head.list("aliases");
    aliases.into_iter().chain([page.title(), page.path.name().to_owned()])
}

/// A line of a page that says what was asked for.
pub(crate) struct Told {
    /// Its number, from 1.
    pub(crate) line: usize,
    /// The field's key as written.
    pub(super) key: String,
    pub(crate) text: String,
}

/// The lines of a page with fields that the question asks for: those of its head, and facts of its body.
pub(crate) fn told(page: &Page, words: &Words, schema: &Schema, of: Part) -> Vec<Told> {
    let heads = page.head.entries.iter().filter(|it| !is_own(&it.key));
    let mut fields: Vec<(&str, std::ops::Range<usize>)> =
        heads.map(|it| (it.key.as_str(), it.span.clone())).collect();
    if of == Part::Page {
        fields.extend(stated(page).into_iter().map(|it| (it.key, it.span)));
    }
    fields.retain(|(key, _)| words.ask_for(key, schema));
    fields.sort_by_key(|(_, span)| span.start);
    fields.truncate(FIELDS_MAX);
    let line = |(key, span): (&str, std::ops::Range<usize>)| Told {
        line: page.line_of(span.start),
        key: key.to_owned(),
        text: page.text[span].trim_end().to_owned(),
    };
    fields.into_iter().map(line).collect()
}

/// Which part of a page is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// Its head alone.
    Head,
    /// Head and body.
    Page,
}

/// A list item of the form `key: value`, whatever the type of its page.
pub(super) struct Pair<'a> {
    pub(super) key: &'a str,
    pub(super) value: &'a str,
    pub(super) span: std::ops::Range<usize>,
}

/// The pairs of a page that hold now.
pub(super) fn stated(page: &Page) -> Vec<Pair<'_>> {
    let mut pairs = Vec::new();
    for item in page.items.iter().take(ITEMS_MAX) {
        let content = page.text.get(item.content.clone()).unwrap_or_default().trim();
        if is_past(page, item.span.start, content) {
            continue;
        }
        let Some((key, value)) = content.split_once(COLONS) else { continue };
        // `**Key:** value` and a key in backticks are written so, too.
        let (key, value) =
            (key.trim_matches(['*', '`', ' ']), value.trim_start_matches('*').trim());
        if key.len() <= LABEL_BYTES {
            pairs.push(Pair { key, value, span: item.span.clone() });
        }
    }
    pairs
}

/// Whether a line at this place no longer holds: it is struck, or below a heading of history.
pub(super) fn is_past(page: &Page, at: usize, line: &str) -> bool {
    let above = page.sections.partition_point(|it| it.span.start <= at);
    let section = above.checked_sub(1).map(|at| &page.sections[at]);
    line.starts_with("~~")
        || line.contains("superseded:")
        || section.is_some_and(|it| fact::is_history_heading(&it.heading))
}

/// What stands before a link or value on its line, as the key that it may be.
pub(super) fn label(before: &str) -> &str {
    let label = before.trim().trim_end_matches(|c| c == '|' || COLONS.contains(&c)).trim();
    label.trim_start_matches(['-', '*', '+', '|', ' ']).trim_end_matches(['*', ' '])
}

/// Keys by which every page says what it is, and not what somebody is.
pub(super) fn is_own(key: &str) -> bool {
    const OWN: [&str; 8] =
        ["title", "type", "tags", "aliases", "id", "status", "priority", "description"];
    OWN.contains(&&*fold(key))
}
