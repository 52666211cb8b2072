//! What makes a vault worse with time, page by page: drafts and reviews that were forgotten, secrets, pages that nothing
//! leads to, the same fact in two places, names that nobody linked.

use super::{Finding, Look};
use crate::facets;
use aho_corasick::{AhoCorasick, MatchKind};
use jiff::ToSpan;
use jiff::civil::Date;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use wiki::canon::{self, Name, fold};
use wiki::fact::Fact;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::redact;
use wiki::schema::{Schema, Status};

/// Days after which a draft is forgotten.
const DRAFT_DAYS: i32 = 7;
/// Bytes of a page beyond which nobody reads it.
const LARGE_BYTES: usize = 100 << 10;
/// Bytes of a file that is written into a page as text.
const INLINE_BYTES: usize = 1 << 10;
/// Characters of a fact that two pages do not have by chance.
const FACT_CHARS: usize = 24;
/// Letters, and characters in Han, of a name that is looked for without a link.
const NAME_LETTERS: usize = 5;
const NAME_HAN: usize = 3;
/// Findings of one kind on one page, at most.
const EACH_MAX: usize = 5;

/// What is known once all pages were seen.
#[derive(Default)]
pub(super) struct Health {
    /// Pages of knowledge.
    knowledge: BTreeSet<PagePath>,
    /// Pages to which another page leads.
    pub(super) linked: HashSet<PagePath>,
    /// By words, the first page and line of a fact.
    said: HashMap<String, (PagePath, usize)>,
    names: Option<Names>,
}

/// The names of pages about something, as they are looked for.
struct Names {
    automaton: AhoCorasick,
    of: Vec<PagePath>,
}

impl Names {
    fn of(all: &[Name], schema: &Schema) -> Option<Self> {
        let mut by_name: BTreeMap<String, Option<PagePath>> = BTreeMap::new();
        for name in all.iter().filter(|it| is_entity(it, schema)) {
            let titles = std::iter::once(&name.title).chain(&name.aliases);
            for title in titles.filter(|it| is_told(it)) {
                // A name of two pages is none of them.
                by_name
                    .entry(fold(title))
                    .and_modify(|it| *it = it.take().filter(|it| *it == name.path))
                    .or_insert_with(|| Some(name.path.clone()));
            }
        }
        let (words, of): (Vec<String>, Vec<PagePath>) =
            by_name.into_iter().filter_map(|(word, path)| Some((word, path?))).unzip();
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(&words)
            .ok()
            .filter(|_| !words.is_empty())?;
        Some(Self { automaton, of })
    }
}

/// Whether a page is about one person, project or thing, so that to name it is to mean it.
fn is_entity(name: &Name, schema: &Schema) -> bool {
    const KINDS: [&str; 8] =
        ["user", "person", "project", "entity", "client", "team", "company", "product"];
    let kind = name.page_type.as_deref().unwrap_or_default();
    !facets::in_archive(name.path.as_str())
        && KINDS.contains(&kind)
        && schema.by_name(kind).is_none_or(|it| it.file.is_none())
}

fn is_told(title: &str) -> bool {
    let han = title.chars().filter(|c| canon::is_han(*c)).count();
    if han > 0 { han >= NAME_HAN } else { title.chars().count() >= NAME_LETTERS }
}

impl Look<'_> {
    pub(super) fn health(&mut self, page: &Page, all: &[Name]) {
        let session = wiki::session::is_session(page);
        self.secrets(page);
        if !session && page.text.len() > LARGE_BYTES {
            let message = format!(
                "{} KB in one page: nobody reads it whole; divide it by its headings",
                page.text.len() >> 10
            );
            self.add(&page.path, 1, "large", message);
        }
        self.inlined(page);
        if facets::in_archive(page.path.as_str()) {
            return;
        }
        self.status(page);
        self.relations(page);
        if !session {
            self.mentions(page, all);
        }
    }

    /// Secrets that stand there already, by the line.
    fn secrets(&mut self, page: &Page) {
        let (_, found) = redact(&page.text);
        for (kind, span) in found.into_iter().take(EACH_MAX) {
            let message = format!(
                "{kind}: take it out, and change it where it is used: older commits still hold it"
            );
            self.add(&page.path, page.line_of(span.start), "secret", message);
        }
    }

    /// Files that are written into the text.
    fn inlined(&mut self, page: &Page) {
        for (at, _) in page.text.match_indices(";base64,").take(EACH_MAX) {
            let run = page.text.as_bytes()[at + 8..].iter();
            let length =
                run.take_while(|b| b.is_ascii_alphanumeric() || b"+/=".contains(b)).count();
            if length >= INLINE_BYTES {
                let message = format!(
                    "a file of {} KB is written into the text: keep it beside the page and link to it",
                    length >> 10
                );
                self.add(&page.path, page.line_of(at), "inline-file", message);
            }
        }
    }

    /// Drafts that were left lying, pages that nobody verified, and proposals that wait.
    fn status(&mut self, page: &Page) {
        let today = self.call.now.today();
        let facets = facets::of(page, self.schema);
        let status = facets.status.as_deref().map(Status::from);
        let since = facets.updated.or(facets.created);
        let old = |day: Date| today.checked_sub(DRAFT_DAYS.days()).is_ok_and(|then| day < then);
        if status == Some(Status::Draft)
            && let Some(day) = since.filter(|day| old(*day))
        {
            let message = format!("a draft since {day}: finish it, or give it another status");
            self.add(&page.path, 1, "draft", message);
        }
        if status == Some(Status::Stale) {
            let message = "nobody has said for long that it holds: `memopage verify` says so";
            self.add(&page.path, 1, "stale", message);
        }
        let proposals = page.text.match_indices("[!PROPOSAL]").take(EACH_MAX);
        for (at, _) in proposals {
            let next = page.opaque.partition_point(|it| it.end <= at);
            if page.opaque.get(next).is_none_or(|it| !it.contains(&at)) {
                let message = "a proposal waits for somebody's decision";
                self.add(&page.path, page.line_of(at), "proposal", message);
            }
        }
    }

    /// Relations of the head to pages that are not there.
    fn relations(&mut self, page: &Page) {
        for key in &self.schema.head_relations.clone() {
            let Some(entry) = page.head.entry(key) else { continue };
            let line = page.line_of(entry.span.start);
            for value in page.head.list(key) {
                let plain = canon::plain(&value);
                let known = plain.is_empty()
                    || plain.contains("://")
                    || self.memory.in_sight(plain).is_ok_and(|it| it.is_some());
                if !known {
                    let message = format!("`{key}` names `{value}`, and no page is called so");
                    self.add(&page.path, line, "relation", message);
                }
            }
        }
    }

    /// What another page says in the same words, and facts without a day.
    pub(super) fn repeated(&mut self, page: &Page, facts: &[Fact]) {
        if facets::in_archive(page.path.as_str()) || wiki::session::is_session(page) {
            return;
        }
        let declared = self.schema.type_of(page).is_some_and(|it| it.facts);
        let (mut undated, mut first) = (0, 0);
        for it in facts.iter().filter(|it| !it.retired) {
            let line = page.line_of(it.span.start);
            if declared && it.marks.added.is_none() {
                undated += 1;
                first = if first == 0 { line } else { first };
            }
            let said = fold(&it.said());
            if it.key.is_none() && said.chars().count() < FACT_CHARS {
                continue;
            }
            // The same key of two things has the same value often.
            if it.key.is_some() && it.value.chars().count() < FACT_CHARS {
                continue;
            }
            match self.health.said.get(&said) {
                Some((other, at)) if *other != page.path => {
                    let message =
                        format!("{other}:{at} says the same: keep it in one place and link to it");
                    self.add(&page.path, line, "same-fact", message);
                }
                Some(_) => {}
                None => drop(self.health.said.insert(said, (page.path.clone(), line))),
            }
        }
        if undated > 0 {
            let message = format!("{undated} of its facts say no day from which on they are known");
            self.add(&page.path, first, "undated-fact", message);
        }
        let is_day = page.path.name().parse::<Date>().is_ok();
        if !is_day && self.schema.type_of(page).is_none_or(|it| it.file.is_none()) {
            self.health.knowledge.insert(page.path.clone());
        }
    }

    /// Names of pages about something that the text has without a link, each once.
    fn mentions(&mut self, page: &Page, all: &[Name]) {
        if self.health.names.is_none() {
            self.health.names = Names::of(all, self.schema);
        }
        let Some(names) = &self.health.names else { return };
        let linked: HashSet<&str> = page.links.iter().map(|it| it.target.as_str()).collect();
        let mut found: BTreeMap<&PagePath, usize> = BTreeMap::new();
        let first = page.line_of(page.body);
        for (line, text) in (first..).zip(page.text[page.body..].lines()) {
            let folded = fold(text);
            for hit in names.automaton.find_iter(&folded) {
                let path = &names.of[hit.pattern().as_usize()];
                let is_linked = linked.contains(path.as_str()) || linked.contains(path.name());
                if *path != page.path && !is_linked && is_apart(&folded, hit.start(), hit.end()) {
                    found.entry(path).or_insert(line);
                }
            }
            if found.len() >= EACH_MAX {
                break;
            }
        }
        let found: Vec<(PagePath, usize)> =
            found.into_iter().map(|(path, line)| (path.clone(), line)).collect();
        for (path, line) in found {
            let message = format!("names {path} and does not link to it");
            self.add(&page.path, line, "unlinked-mention", message);
        }
    }
}

/// Whether a name stands by itself in a text, and not in a link.
fn is_apart(text: &str, start: usize, end: usize) -> bool {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !canon::is_han(c));
    let (before, behind) = (&text[..start], &text[end..]);
    let inside = letter(before.chars().next_back()) || letter(behind.chars().next());
    !inside && !before.ends_with("[[")
}

impl Health {
    /// What the pages together show.
    pub(super) fn findings(self, whole: bool) -> Vec<Finding> {
        let alone = self.knowledge.iter().filter(|it| whole && !self.linked.contains(*it));
        let orphan = |path: &PagePath| {
            Finding::of(path, 1, "orphan", "no page but the map of pages leads here")
        };
        alone.map(orphan).collect()
    }
}

/// Pages whose names differ in nothing but signs, blanks or the `s` of several.
pub(super) fn near_names(names: &[Name], wanted: Option<&str>, found: &mut Vec<Finding>) {
    let mut seen: BTreeMap<(String, String), &Name> = BTreeMap::new();
    for name in names.iter().filter(|it| !facets::in_archive(it.path.as_str())) {
        let bare: String = fold(&name.title).chars().filter(|c| c.is_alphanumeric()).collect();
        let bare = bare.strip_suffix('s').unwrap_or(&bare).to_owned();
        if bare.chars().count() < NAME_LETTERS {
            continue;
        }
        let key = (name.path.folder().to_owned(), bare);
        match seen.get(&key) {
            Some(other) if fold(&other.title) != fold(&name.title) => {
                if super::is_within(wanted, name.path.as_str()) {
                    let message = format!(
                        "its name is nearly that of {} (`{}`): `memopage merge` makes them one",
                        other.path, other.title
                    );
                    found.push(Finding::of(&name.path, 1, "near-name", message));
                }
            }
            Some(_) => {}
            None => drop(seen.insert(key, name)),
        }
    }
}
