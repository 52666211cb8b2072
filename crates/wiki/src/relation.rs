//! Typed relations of a page: subject, predicate, object.
//!
//! Only a verb of the schema makes a relation; any other text before a link is text.

use std::collections::HashMap;
use std::ops::Range;

use jiff::civil::Date;

use crate::fact;
use crate::head::{Entry, Value};
use crate::link::{Link, LinkForm, LinkOrigin};
use crate::page::{Item, Page};
use crate::path::PagePath;
use crate::schema::{Predicate, Schema, fold_predicate};

/// Longest spelling of a predicate, in bytes; a longer text before a link is a sentence.
const VERB_BYTES: usize = 200;
/// The relation that every vault has.
const RELATED_TO: &str = "related_to";

/// A typed link.
#[derive(Clone, Debug, PartialEq)]
pub struct Triple {
    /// The page that says it.
    pub subject: PagePath,
    /// The predicate's name in the schema.
    pub predicate: String,
    /// What it is said of.
    pub object: Object,
    /// Since when, if the fact says so.
    pub added: Option<Date>,
    /// From 0 to 1; 1 where nothing else is said.
    pub confidence: f64,
    /// The line where it stands, from 1.
    pub line: usize,
}

/// The object of a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    /// A link's target as written, not yet resolved.
    Page(String),
    /// A text.
    Text(String),
}

/// The relations that a page states, in the order of the page. Retired facts state none.
pub fn relations(page: &Page, schema: &Schema) -> Vec<Triple> {
    let mut triples = Vec::new();
    let mut lines = Lines { text: &page.text, at: 0, line: 1 };
    for entry in &page.head.entries {
        if let Some(predicate) = head_predicate(&entry.key, page, schema) {
            of_entry(page, entry, &predicate, &mut triples);
        }
    }
    let verbs = Verbs::of(schema);
    let has_facts = schema.type_of(page).is_some_and(|page_type| page_type.facts);
    for stated in fact::statements(page) {
        let item = &page.items[stated.item];
        if let Some((predicate, links)) = verb_and_links(page, item, &stated.said, &verbs) {
            let found = links.into_iter().map(|link| Object::Page(link.target.clone()));
            let line = lines.of(stated.said.start);
            triples.extend(found.map(|object| stated.triple(page, &predicate.name, object, line)));
        } else if has_facts
            && let Some(predicate) = stated.key.as_deref().and_then(|key| verbs.find(key))
        {
            let links = leading_links(page, &stated.value_span);
            if links.is_empty() {
                let text = Object::Text(stated.value.clone());
                let line = lines.of(stated.said.start);
                triples.push(stated.triple(page, &predicate.name, text, line));
            }
            let found = links.into_iter().map(|link| Object::Page(link.target.clone()));
            let line = lines.of(stated.said.start);
            triples.extend(found.map(|object| stated.triple(page, &predicate.name, object, line)));
        }
    }
    triples
}

/// The predicates of a schema by each folded spelling.
pub(crate) struct Verbs<'a>(HashMap<String, &'a Predicate>);

impl<'a> Verbs<'a> {
    pub(crate) fn of(schema: &'a Schema) -> Self {
        let mut verbs = HashMap::new();
        for predicate in &schema.predicates {
            for name in std::iter::once(&predicate.name).chain(&predicate.aliases) {
                verbs.entry(fold_predicate(name)).or_insert(predicate);
            }
        }
        Self(verbs)
    }

    /// The predicate that a text is, whether or not it is set off: `depends-on`, `**depends on**`.
    pub(crate) fn find(&self, text: &str) -> Option<&'a Predicate> {
        let plain = text.trim().trim_matches(['*', '_', '`']);
        let short = plain.len() <= VERB_BYTES;
        short.then(|| self.0.get(&fold_predicate(plain)).copied()).flatten()
    }
}

/// Lines of places that come in order, each byte counted once.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn of(&mut self, byte: usize) -> usize {
        let between = self.text.as_bytes().get(self.at..byte).unwrap_or_default();
        self.line += between.iter().filter(|b| **b == b'\n').count();
        self.at = self.at.max(byte);
        self.line
    }
}

impl fact::Statement {
    fn triple(&self, page: &Page, predicate: &str, object: Object, line: usize) -> Triple {
        Triple {
            subject: page.path.clone(),
            predicate: predicate.to_owned(),
            object,
            added: self.marks.added,
            confidence: self.marks.confidence.unwrap_or(1.0),
            line,
        }
    }
}

/// The predicate that a key of the head states, if the schema declares the key as relation.
fn head_predicate(key: &str, page: &Page, schema: &Schema) -> Option<String> {
    if page.head.key_as_written(RELATED_TO) == Some(key) {
        return Some(RELATED_TO.to_owned());
    }
    let declared = schema.head_relations.iter().find(|relation| relation.as_str() == key)?;
    Some(
        schema
            .predicate(declared)
            .map_or_else(|| declared.clone(), |predicate| predicate.name.clone()),
    )
}

fn of_entry(page: &Page, entry: &Entry, predicate: &str, triples: &mut Vec<Triple>) {
    let line = page.line_of(entry.span.start);
    let mut push = |object, line| {
        triples.push(Triple {
            subject: page.path.clone(),
            predicate: predicate.to_owned(),
            object,
            added: None,
            confidence: 1.0,
            line,
        });
    };
    let inside = |link: &&Link| {
        let of_key = matches!(&link.origin, LinkOrigin::Head { key } if *key == entry.key);
        of_key && entry.span.start <= link.span.start && link.span.end <= entry.span.end
    };
    let links: Vec<&Link> = page.links.iter().filter(inside).collect();
    for link in &links {
        push(Object::Page(link.target.clone()), page.line_of(link.span.start));
    }
    for text in texts(&entry.value) {
        let is_link = text.starts_with("[[")
            || links.iter().any(|link| {
                page.text
                    .get(link.span.clone())
                    .is_some_and(|raw| raw.trim_matches(['"', '\'']) == text)
            });
        if !is_link && !text.trim().is_empty() {
            push(Object::Text(text.to_owned()), line);
        }
    }
}

fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::Text(text) => vec![text],
        Value::List(values) => values.iter().filter_map(Value::as_text).collect(),
        Value::Null | Value::Map(_) => Vec::new(),
    }
}

/// `predicate [[Target]]`: the text up to the first link is a verb of the schema and nothing else.
fn verb_and_links<'a>(
    page: &'a Page,
    item: &Item,
    said: &Range<usize>,
    verbs: &Verbs<'a>,
) -> Option<(&'a Predicate, Vec<&'a Link>)> {
    let first = links_in(page, &item.content).find(|link| link.span.start >= said.start)?;
    let verb = page.text.get(said.start..first.span.start)?;
    let predicate = verbs.find(verb)?;
    Some((predicate, leading_links(page, &(first.span.start..said.end))))
}

/// The links that a text begins with, joined by commas or "and".
fn leading_links<'a>(page: &'a Page, span: &Range<usize>) -> Vec<&'a Link> {
    let mut links = Vec::new();
    let mut at = span.start;
    for link in links_in(page, span) {
        let between = page.text.get(at..link.span.start).unwrap_or("?").trim();
        if !matches!(between, "" | "," | "and" | ", and" | "、" | "，" | "和" | "与" | "&" | "+")
        {
            break;
        }
        at = link.span.end;
        links.push(link);
    }
    links
}

/// Links of the body inside a span. A picture is no object, nor is a page of the web.
fn links_in<'a>(page: &'a Page, span: &Range<usize>) -> impl Iterator<Item = &'a Link> + use<'a> {
    let (start, end) = (span.start, span.end);
    let from = page.links.partition_point(|link| {
        matches!(link.origin, LinkOrigin::Head { .. }) || link.span.start < start
    });
    page.links[from..].iter().take_while(move |link| link.span.end <= end).filter(|link| {
        let web = link.form == LinkForm::Markdown
            && (link.target.contains("://") || link.target.starts_with("mailto:"));
        !link.embed && !web && !link.target.is_empty()
    })
}

#[cfg(test)]
mod tests;
