//! The second hop of a question: "the e-mail of Atlas's owner" names a page, a relation that the page
//! states, and a field of whoever stands at its other end.
//!
//! Nothing is guessed: the page must be called what the question says, the relation must stand beside the
//! link in a word of the question, and the page at the other end must have the field. How pages are found
//! and ranked is not decided here.

use crate::recall::{Asked, Found, FoundHit, source};
use crate::signs::COLONS;
use crate::{Error, Memory};
use search::{Filters, Order, Unit};
use wiki::canon::{self, Marked, fold, marked};
use wiki::fact;
use wiki::link::{Link, LinkOrigin};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::Schema;

/// What of a question is looked at, and links or items of a page: all names are looked for in it.
const QUESTION_BYTES: usize = 4_000;
const ITEMS_MAX: usize = 5_000;
/// Hits from which relations are followed.
const FROM_HITS: usize = 3;
/// Relations of one page that are looked at, and pages that are brought in.
const RELATIONS_MAX: usize = 40;
const BROUGHT_MAX: usize = 3;
/// A longer text before a link is a sentence, and a longer value no name.
const LABEL_BYTES: usize = 120;
const NAME_BYTES: usize = 100;
/// Fields of one page that are told.
const FIELDS_MAX: usize = 40;
/// Lines of one page that are shown together.
const LINES_TOGETHER: usize = 12;

/// Fields that are asked for in several words. A question how to reach somebody asks for either.
const FIELDS: [&[&str]; 5] = [
    &["email", "e-mail", "mail", "邮箱", "邮件", "电子邮件", "电邮", "reach", "contact", "联系"],
    &[
        "phone",
        "telephone",
        "tel",
        "mobile",
        "cell",
        "电话",
        "手机",
        "手机号",
        "号码",
        "reach",
        "contact",
        "联系",
    ],
    &["address", "地址", "住址"],
    &["birthday", "date of birth", "生日", "出生日期"],
    &["contact", "联系方式", "reach", "联系"],
];
/// Words that stand before a link and name no relation.
const NO_RELATION: [&str; 12] =
    ["the", "and", "for", "with", "from", "who", "what", "has", "was", "see", "not", "that"];

/// The words of a question as names and keys are looked for in them.
pub(crate) struct Words {
    folded: String,
    /// Names that are a letter behind what the thing is.
    marked: Vec<Marked>,
}

impl Words {
    pub(crate) fn of(question: &str) -> Self {
        let question = &question[..question.floor_char_boundary(QUESTION_BYTES)];
        Self { folded: fold(question), marked: marked(question) }
    }

    /// Whether the question has this word or name: whole words in scripts that part them.
    fn have(&self, name: &str) -> bool {
        let name = fold(name);
        if name.is_empty() {
            return false;
        }
        let letter = |char: Option<char>| char.is_some_and(|it| it.is_ascii_alphanumeric());
        let (first, last) = (letter(name.chars().next()), letter(name.chars().next_back()));
        self.folded.match_indices(&name).any(|(at, _)| {
            let (before, behind) = (&self.folded[..at], &self.folded[at + name.len()..]);
            let plural = behind.strip_prefix('s').unwrap_or(behind);
            let starts = !first || !letter(before.chars().next_back());
            let ends = !last || !letter(behind.chars().next()) || !letter(plural.chars().next());
            starts && ends
        })
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
            || FIELDS.iter().any(|group| alike(&mut group.iter().copied()))
            || schema.synonyms.iter().any(|group| alike(&mut group.iter().map(String::as_str)))
    }

    /// Whether what stands before a link names a relation that the question names, too.
    fn name_relation(&self, label: &str, schema: &Schema) -> bool {
        let label = label.trim().trim_end_matches(|c| c == '|' || COLONS.contains(&c)).trim();
        let label = label.trim_start_matches(['-', '*', '+', '|', ' ']).trim_end_matches('*');
        if label.is_empty() || label.len() > LABEL_BYTES {
            return false;
        }
        if let Some(predicate) = schema.predicate(label) {
            let mut names = std::iter::once(&predicate.name).chain(&predicate.aliases);
            if names.any(|name| self.have(&name.replace('_', " "))) {
                return true;
            }
        }
        let words = label.split(|char: char| !char.is_alphanumeric());
        words.filter(|word| word.chars().count() >= 2).any(|word| {
            let short = word.is_ascii() && word.len() < 3;
            !short && !NO_RELATION.contains(&&*fold(word)) && self.have(word)
        })
    }

    /// Whether the question names the page.
    fn name_page(&self, page: &Page) -> bool {
        let aliases = page.head.list("aliases");
        let mut names = aliases.into_iter().chain([page.title(), page.path.name().to_owned()]);
        names.any(|name| self.have_name(&name))
    }

    /// Whether the question may name the page of a hit, so that it is worth taking apart.
    fn may_name(&self, hit: &FoundHit, text: &str) -> bool {
        let file = hit.page.rsplit_once('/').map_or(hit.page.as_str(), |(_, name)| name);
        let has_aliases = || text.contains("lias") || text.contains("LIAS");
        self.have_name(&hit.title) || self.have_name(file) || has_aliases()
    }

    fn have_name(&self, name: &str) -> bool {
        let is_long = name.chars().nth(1).is_some();
        is_long && self.have(name) || self.marked.iter().any(|it| it.is_called(name))
    }
}

/// A line of a page that says what was asked for.
pub(crate) struct Told {
    /// Its number, from 1.
    pub(crate) line: usize,
    /// The field's key as written.
    key: String,
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
struct Pair<'a> {
    key: &'a str,
    value: &'a str,
    span: std::ops::Range<usize>,
}

/// The pairs of a page that hold now.
fn stated(page: &Page) -> Vec<Pair<'_>> {
    let mut pairs = Vec::new();
    for item in page.items.iter().take(ITEMS_MAX) {
        let above = page.sections.partition_point(|it| it.span.start <= item.span.start);
        let section = above.checked_sub(1).map(|at| &page.sections[at]);
        let content = page.text.get(item.content.clone()).unwrap_or_default().trim();
        let struck = content.starts_with("~~") || content.contains("superseded:");
        if struck || section.is_some_and(|it| fact::is_history_heading(&it.heading)) {
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

/// Keys by which every page says what it is, and not what somebody is.
fn is_own(key: &str) -> bool {
    const OWN: [&str; 8] =
        ["title", "type", "tags", "aliases", "id", "status", "priority", "description"];
    OWN.contains(&&*fold(key))
}

/// Puts the page that the question means above the hit that leads to it. `now_ns` is the present in
/// nanoseconds since 1970.
pub(crate) fn follow(
    memory: &Memory,
    found: &mut Found,
    (asked, filters): (&Asked, &Filters),
    now_ns: i128,
) -> Result<(), Error> {
    let fits = matches!(asked.unit, Unit::Passage | Unit::Page) && asked.offset == 0;
    if !fits || !asked.streams.graph || asked.as_of.is_some() || found.hits.is_empty() {
        return Ok(());
    }
    let words = Words::of(&asked.text);
    let mut from: Vec<String> = Vec::new();
    let mut brought: Vec<(usize, FoundHit)> = Vec::new();
    for (at, hit) in found.hits.iter().enumerate().take(FROM_HITS) {
        if from.contains(&hit.file) {
            continue;
        }
        from.push(hit.file.clone());
        let text = memory.text_at_hand(&hit.file, now_ns);
        let Some(text) = text.filter(|it| words.may_name(hit, it.as_str())) else { continue };
        let Ok(path) = PagePath::from_file(&hit.file) else { continue };
        let page = Page::parse(path, text.as_str());
        if !words.name_page(&page) {
            continue;
        }
        for related in related(memory, &page, &words)? {
            let target = &related.path;
            let known = brought.iter().any(|(_, it)| it.file == target.file());
            if known || *target == page.path || brought.len() == BROUGHT_MAX {
                continue;
            }
            let Some(new) = reached(memory, &related, &words, hit) else { continue };
            if passes(memory, target, filters)? {
                brought.push((at, new));
            }
        }
    }
    let mut more = 0;
    for (at, new) in brought {
        let place = at + more;
        let says = |it: &FoundHit| it.file == new.file && it.text.contains(&new.text);
        match found.hits.iter().position(says) {
            Some(known) if known <= place => {}
            // It is there already, below the page that leads to it.
            Some(known) => {
                let hit = found.hits.remove(known);
                found.hits.insert(place, FoundHit { score: new.score, via: new.via, ..hit });
                more += 1;
            }
            None => {
                found.hits.insert(place, new);
                found.total += 1;
                more += 1;
            }
        }
    }
    fit(found, asked);
    Ok(())
}

/// Leaves out what stands last and no longer fits.
fn fit(found: &mut Found, asked: &Asked) {
    found.hits.truncate(asked.limit);
    let Some(budget) = asked.budget_tokens else { return };
    let cost = |hit: &FoundHit| search::count_tokens(&hit.text) + search::count_tokens(&hit.source);
    while found.hits.len() > 1 && found.hits.iter().map(cost).sum::<usize>() > budget {
        found.hits.pop();
        found.left_out += 1;
    }
}

fn read(memory: &Memory, file: &str) -> Option<Page> {
    memory.page_at(&PagePath::from_file(file).ok()?)
}

/// A page at the other end of a relation, and what the relation is called.
struct Related {
    path: PagePath,
    label: String,
}

/// The pages to which a page has a relation that the question names.
fn related(memory: &Memory, page: &Page, words: &Words) -> Result<Vec<Related>, Error> {
    let schema = memory.schema();
    let mut names: Vec<(String, String)> = Vec::new();
    for entry in page.head.entries.iter().filter(|it| !is_own(&it.key)) {
        let label = entry.key.replace('_', " ");
        if words.name_relation(&label, &schema) {
            names.extend(page.head.list(&entry.key).into_iter().map(|it| (it, label.clone())));
        }
    }
    let in_body = |it: &&Link| matches!(it.origin, LinkOrigin::Body { .. });
    for link in page.links.iter().filter(in_body).take(ITEMS_MAX) {
        let label = before(&page.text, link.span.start);
        if words.name_relation(label, &schema) {
            names.push((link.target.clone(), label.to_owned()));
        }
    }
    let pairs = stated(page).into_iter().filter(|it| words.name_relation(it.key, &schema));
    names.extend(pairs.map(|it| (it.value.to_owned(), it.key.to_owned())));
    names.retain(|(name, _)| !name.is_empty() && name.len() <= NAME_BYTES);
    names.truncate(RELATIONS_MAX);
    let mut pages: Vec<Related> = Vec::new();
    for (name, label) in names {
        if let Some(path) = memory.in_sight(canon::plain(&name))?
            && pages.iter().all(|it| it.path != path)
        {
            pages.push(Related { path, label });
        }
    }
    Ok(pages)
}

/// What stands before a link on its line; one byte more than a label may have where that is more.
fn before(text: &str, at: usize) -> &str {
    let from = text.floor_char_boundary(at.saturating_sub(LABEL_BYTES + 1));
    let near = &text[from..at];
    near.rfind('\n').map_or(near, |end| &near[end + 1..])
}

/// The field of the page at the other end, as a hit with the chance of the one that leads there.
fn reached(memory: &Memory, related: &Related, words: &Words, from: &FoundHit) -> Option<FoundHit> {
    let target = &related.path;
    let page = read(memory, &target.file())?;
    let schema = memory.schema();
    // A word of the question that names page or relation asks for nothing more.
    let names = [&from.title, &from.page, &related.label].map(|it| fold(it));
    let spoken = |key: &str| {
        let kind = from.page_type.as_deref().is_some_and(|it| fold(it) == key);
        kind || names.iter().any(|name| name.contains(key))
    };
    let mut told = told(&page, words, &schema, Part::Page);
    told.retain(|it| !spoken(&fold(&it.key)));
    let first = told.first()?;
    let together = |it: &&Told| it.line < first.line + LINES_TOGETHER;
    let last = told.iter().take_while(together).last()?;
    let end = last.line + last.text.matches('\n').count();
    let lines: Vec<&str> =
        page.text.lines().skip(first.line - 1).take(end + 1 - first.line).collect();
    let facets = crate::facets::of(&page, &schema);
    Some(FoundHit {
        page: target.to_string(),
        file: target.file(),
        date: facets.date().map(|it| it.to_string()),
        title: facets.title,
        heading: None,
        lines: [first.line, end],
        score: from.score,
        text: lines.join("\n"),
        source: source(target, None, (first.line, end)),
        turn: None,
        session: None,
        page_type: facets.page_type,
        status: facets.status,
        priority: facets.priority,
        last_verified: facets.last_verified.map(|it| it.to_string()),
        replaces: Vec::new(),
        neighbours: Vec::new(),
        via: Some(from.page.clone()),
        explain: None,
    })
}

/// Whether the filters of the question let a page through.
fn passes(memory: &Memory, target: &PagePath, filters: &Filters) -> Result<bool, Error> {
    let path = target.as_str().to_lowercase();
    let below = |it: &String| {
        let it = it.trim().trim_start_matches("./").trim_matches('/').to_lowercase();
        let it = it.strip_suffix(".md").unwrap_or(&it);
        path.strip_prefix(it).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if !filters.paths.is_empty() && !filters.paths.iter().any(below) {
        return Ok(false);
    }
    let only = Filters { paths: vec![target.to_string()], ..filters.clone() };
    Ok(memory.ask(|index| index.rows(&only, Order::Path, 0, 1))?.total > 0)
}
