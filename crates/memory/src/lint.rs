//! What is wrong in a vault: each rule a small function of a page and what surrounds it.

mod values;

use crate::attached::Attached;
use crate::{Call, Error, Kind, Memory, daily, dispute, facets, logbook, placeholder, problem};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet};
use values::Values;
use wiki::canon;
use wiki::fact::{self, Fact};
use wiki::graph::{Files, How, Target, anchor_section};
use wiki::link::LinkForm;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::{PageType, Schema};

/// The rules, in the order in which a page is looked at.
pub(crate) const RULES: &[&str] = &[
    "text",
    "missing-field",
    "head-value",
    "type-folder",
    "name",
    "broken-link",
    "ambiguous-link",
    "by-title",
    "missing-anchor",
    "missing-attachment",
    "placeholder",
    "inverted-validity",
    "expired",
    "review-due",
    "scope",
    "double-key",
    "near-duplicate",
    "mark",
    "double-name",
    "double-id",
    "conflict",
    "schema",
    "decisions",
];

/// One thing that is wrong.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Finding {
    /// The page's path in the vault, without `.md`
    pub(crate) page: String,
    /// The line, from 1
    pub(crate) line: usize,
    /// The rule
    pub(crate) rule: &'static str,
    /// What is wrong
    pub(crate) message: String,
}

/// How links resolve.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct LinkCounts {
    /// Links to exactly one page
    pub(crate) resolved: usize,
    /// Of those, links that are resolved only by a title or an alias
    pub(crate) by_title: usize,
    /// Links whose name several pages have; the nearest is taken
    pub(crate) ambiguous: usize,
    /// Links to no page
    pub(crate) broken: usize,
    /// Links to the web
    pub(crate) external: usize,
    /// Links to files that are no pages
    pub(crate) attachments: usize,
    /// Of those, links to files that are not in the vault
    pub(crate) missing_attachments: usize,
    /// The same for links written as `[[…]]` alone
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wikilinks: Option<Box<Self>>,
}

impl LinkCounts {
    /// Counts one link by what it reaches.
    fn count(&mut self, target: &Target) {
        match target {
            Target::External => self.external += 1,
            Target::Attachment => self.attachments += 1,
            Target::Broken => self.broken += 1,
            Target::Page { how: How::AmbiguousName { .. }, .. } => self.ambiguous += 1,
            Target::Page { how: How::Title | How::Alias, .. } => {
                self.resolved += 1;
                self.by_title += 1;
            }
            Target::Page { how: How::Path | How::Name, .. } => self.resolved += 1,
        }
    }
}

/// What a look at the vault gave.
pub(crate) struct Report {
    pub(crate) findings: Vec<Finding>,
    pub(crate) links: LinkCounts,
    pub(crate) pages: usize,
}

/// Looks at the pages below `path`, or at all.
pub(crate) fn run(memory: &Memory, call: &Call, path: Option<&str>) -> Result<Report, Error> {
    let names = memory.ask(|index| index.all_names())?;
    let files = Files::new(names.iter().cloned());
    let schema = memory.schema();
    let wanted = path.map(|it| place(memory, call, it, &names)).transpose()?;
    let wanted = wanted.as_deref();
    let mut report = Report { findings: Vec::new(), links: LinkCounts::default(), pages: 0 };
    let attached = Attached::new(memory);
    let mut look = Look {
        memory,
        call,
        schema: &schema,
        files: &files,
        attached,
        report: &mut report,
        ids: BTreeMap::new(),
        values: Values::default(),
        target: None,
    };
    for name in &names {
        if !is_within(wanted, name.path.as_str()) {
            continue;
        }
        let Ok(Some(bytes)) = memory.read_bytes(&name.path) else {
            look.add(&name.path, 1, "text", "the file cannot be read");
            continue;
        };
        look.encoding(&name.path, &bytes);
        look.page(&Page::parse(name.path.clone(), problem::text_of(bytes)));
    }
    look.report.findings.extend(std::mem::take(&mut look.values).findings());
    look.left_out(&names, wanted);
    look.rules(wanted);
    double_names(memory, &names, wanted, &schema, &mut report.findings);
    shared_files(&names, wanted, &mut report.findings);
    Ok(report)
}

/// The folder or page that is meant: by its place, else as everywhere by title, alias, id or link.
fn place(
    memory: &Memory,
    call: &Call,
    typed: &str,
    names: &[canon::Name],
) -> Result<String, Error> {
    let place = typed.trim().trim_end_matches('/').trim_end_matches(".md");
    let known = names.iter().any(|it| is_within(Some(place), it.path.as_str()));
    let skipped = |file: &str| is_within(Some(place), file.strip_suffix(".md").unwrap_or(file));
    if known || memory.behind().skipped.iter().any(|(file, _)| skipped(file)) {
        return Ok(place.to_owned());
    }
    match daily::or_page(memory, call, typed) {
        Ok(page) => Ok(page.to_string()),
        Err(err) if err.kind == Kind::NotFound => {
            let message = format!("there is no page or folder `{place}`");
            Err(Error { message, ..err })
        }
        Err(err) => Err(err),
    }
}

/// Whether a page is the one that was named, or lies below the folder of that name.
fn is_within(wanted: Option<&str>, path: &str) -> bool {
    let below = |it: &str| path.strip_prefix(it).is_some_and(|rest| rest.starts_with('/'));
    wanted.is_none_or(|it| path == it || below(it))
}

struct Look<'a> {
    memory: &'a Memory,
    call: &'a Call,
    schema: &'a Schema,
    files: &'a Files,
    attached: Attached<'a>,
    report: &'a mut Report,
    /// The page that has an id, and is a part of what has it.
    ids: BTreeMap<(String, String), PagePath>,
    values: Values,
    /// The page that the last link with an anchor led to.
    target: Option<Page>,
}

impl Look<'_> {
    fn add(
        &mut self,
        page: &PagePath,
        line: usize,
        rule: &'static str,
        message: impl Into<String>,
    ) {
        self.report.findings.push(Finding {
            page: page.to_string(),
            line,
            rule,
            message: message.into(),
        });
    }

    /// What the bytes of a page are, whatever they say.
    fn encoding(&mut self, path: &PagePath, bytes: &[u8]) {
        let line = |at: usize| bytes[..at].iter().filter(|it| **it == b'\n').count() + 1;
        if let Err(err) = std::str::from_utf8(bytes) {
            let message = "the file is not UTF-8: what is not is shown as � and nothing on the page can be changed; convert the file";
            self.add(path, line(err.valid_up_to()), "text", message);
        }
        let follows = |at: usize| bytes.get(at + 1) == Some(&b'\n');
        let lone = bytes.iter().enumerate().find(|(at, it)| **it == b'\r' && !follows(*at));
        if let Some((at, _)) = lone {
            let message =
                "a carriage return that ends no line: save the file with LF or CRLF line ends";
            self.add(path, line(at), "text", message);
        }
    }

    /// Files that could not be read at the last look at the disk, and of which the index knows nothing.
    fn left_out(&mut self, known: &[canon::Name], wanted: Option<&str>) {
        let known: HashSet<String> = known.iter().map(|it| it.path.file()).collect();
        for (file, why) in self.memory.behind().skipped {
            let page = file.strip_suffix(".md").unwrap_or(&file);
            if !known.contains(&file) && is_within(wanted, page) {
                self.report.findings.push(Finding {
                    page: page.to_owned(),
                    line: 1,
                    rule: "text",
                    message: why,
                });
            }
        }
    }

    /// What the vault works by: its schema, and what was decided.
    fn rules(&mut self, wanted: Option<&str>) {
        let schema = crate::SCHEMA_FILE.strip_suffix(".md").unwrap_or(crate::SCHEMA_FILE);
        if is_within(wanted, schema) {
            let broken = self.schema.problems.iter().map(|it| Finding {
                page: schema.to_owned(),
                line: it.line,
                rule: "schema",
                message: it.message.clone(),
            });
            self.report.findings.extend(broken);
        }
        if is_within(wanted, wiki::decision::FILE) {
            let torn = self.memory.torn_decisions().into_iter().map(|line| Finding {
                page: wiki::decision::FILE.to_owned(),
                line,
                rule: "decisions",
                message: crate::probe::TORN.to_owned(),
            });
            self.report.findings.extend(torn);
        }
    }

    fn page(&mut self, page: &Page) {
        self.report.pages += 1;
        for it in &page.problems {
            self.add(&page.path, it.line, "text", it.message.clone());
        }
        if !facets::is_apart(page, self.schema) {
            self.fields(page);
            self.facts(page);
            self.placeholders(page);
        }
        self.portable(&page.path);
        self.links(page);
        self.id(page);
        if dispute::is_disputed(page) {
            self.add(&page.path, 1, "conflict", "two values both claim to be current");
        }
    }

    /// A name that no link can hold, or that some system cannot: whoever made the file had another program.
    fn portable(&mut self, path: &PagePath) {
        // What is typed may have blanks around it; a file's name has not.
        let typed = if path.as_str().trim() == path.as_str() { path.as_str() } else { "x/ " };
        let Err(problem) = PagePath::parse(typed) else { return };
        let message = if path.as_str().contains(char::is_control) {
            "a name holds a line break or another sign that nobody sees: give the file another name"
                .to_owned()
        } else {
            format!("{}: {}", problem.reason(), problem.hint())
        };
        self.add(path, 1, "name", message);
    }

    /// `{{SSN}}` and the like, which a template has for what a person fills in; in code it is what it is.
    fn placeholders(&mut self, page: &Page) {
        let mut told = HashSet::new();
        // A line may be the whole page, so that its code is counted once.
        let (mut counted, mut ticks) = (0, 0);
        for (at, name) in placeholder::all(&page.text) {
            let between = &page.text[counted..at];
            let (line, before) = match between.rfind('\n') {
                Some(end) => (&between[end + 1..], 0),
                None => (between, ticks),
            };
            ticks = before + line.matches('`').count();
            counted = at;
            let next = page.opaque.partition_point(|it| it.end <= at);
            let is_opaque = page.opaque.get(next).is_some_and(|it| it.contains(&at));
            if is_opaque || ticks % 2 == 1 || !told.insert(name) {
                continue;
            }
            if told.len() > PLACEHOLDERS_MAX {
                break;
            }
            let message = format!("the placeholder `{{{{{name}}}}}` was never filled in");
            self.add(&page.path, page.line_of(at), "placeholder", message);
        }
    }

    /// An id that another page has; the parts of one conversation share theirs.
    fn id(&mut self, page: &Page) {
        let Some(id) = page.head.text("id").filter(|it| !it.trim().is_empty()) else { return };
        if facets::is_apart(page, self.schema) || facets::in_archive(page.path.as_str()) {
            return;
        }
        let key = (id.clone(), page.head.text("part").unwrap_or_default());
        match self.ids.get(&key) {
            None => drop(self.ids.insert(key, page.path.clone())),
            Some(first) => {
                let message = format!("its id `{id}` is that of {first}");
                self.add(&page.path, 1, "double-id", message);
            }
        }
    }

    fn fields(&mut self, page: &Page) {
        for (rule, message) in misfits(page, self.schema) {
            self.add(&page.path, 1, rule, message);
        }
        self.values.look(page, self.schema);
        let today = self.call.now.today();
        let facets = facets::of(page, self.schema);
        if page.head.list("scope").len() > 1 {
            let message = "several scopes are named, and only the first is read";
            self.add(&page.path, 1, "scope", message);
        }
        if let (Some(from), Some(to)) = (facets.valid_from, facets.valid_to)
            && from > to
        {
            let message = format!("valid from {from} to {to}: it ends before it begins");
            self.add(&page.path, 1, "inverted-validity", message);
        }
        if let Some(day) = facets.expires.filter(|it| *it < today) {
            self.add(&page.path, 1, "expired", format!("expired on {day}"));
        }
        if let Some(day) = facets.review_after.filter(|it| *it < today) {
            self.add(&page.path, 1, "review-due", format!("review was due on {day}"));
        }
    }

    fn facts(&mut self, page: &Page) {
        let today = self.call.now.today();
        let facts = fact::facts(page, self.schema);
        let line = |it: &Fact| page.line_of(it.span.start);
        for it in &facts {
            if let Some((from, to)) = it.marks.backwards() {
                let message = format!("it holds from {from} to {to}: it ends before it begins");
                self.add(&page.path, line(it), "inverted-validity", message);
            }
            if let Some(day) = it.marks.expires.filter(|day| !it.retired && *day < today) {
                self.add(&page.path, line(it), "expired", format!("this fact expired on {day}"));
            }
        }
        for (first, second) in fact::doubles(&facts, self.schema, today) {
            let message = format!(
                "`{}` stands on line {}, too; `memopage remember --page … --key … --value …` says which holds",
                second.key.as_deref().unwrap_or_default(),
                line(first)
            );
            self.add(&page.path, line(second), "double-key", message);
        }
        for (at, message) in fact::unread(page, self.schema) {
            self.add(&page.path, page.line_of(at), "mark", message);
        }
        self.alike(page, &facts);
    }

    /// Free texts and notes of a day that nearly say what stands there.
    fn alike(&mut self, page: &Page, facts: &[Fact]) {
        if wiki::session::is_session(page) {
            return;
        }
        let texts = facts.iter().filter(|it| !it.retired && it.key.is_none());
        let mut all: Vec<(usize, &str)> =
            texts.map(|it| (it.span.start, it.value.as_str())).collect();
        let notes = wiki::note::notes(page);
        // What was noted twice in the same words happened twice.
        let mut seen = HashSet::new();
        let notes = notes.iter().filter(|it| seen.insert(it.text.as_str()));
        all.extend(notes.map(|it| (it.span.start, it.text.as_str())));
        all.sort_unstable();
        let texts: Vec<&str> = all.iter().map(|(_, text)| *text).collect();
        for (first, second) in canon::near_duplicates(&texts) {
            let message = format!(
                "nearly the same stands on line {}; `memopage forget` or an edit leaves one of them",
                page.line_of(all[first].0)
            );
            self.add(&page.path, page.line_of(all[second].0), "near-duplicate", message);
        }
    }

    fn links(&mut self, page: &Page) {
        for link in &page.links {
            let line = page.line_of(link.span.start);
            let target = self.files.resolve_link(&page.path, link);
            self.report.links.count(&target);
            if link.form == LinkForm::Wiki {
                self.report.links.wikilinks.get_or_insert_default().count(&target);
            }
            match target {
                Target::External => {}
                Target::Attachment => self.attachment(page, line, link),
                Target::Broken => {
                    let message = format!("no page is called `{}`", link.target);
                    self.add(&page.path, line, "broken-link", message);
                }
                Target::Page { path, how } => {
                    self.resolved(page, line, link, &path, &how);
                }
            }
        }
    }

    fn attachment(&mut self, page: &Page, line: usize, link: &wiki::link::Link) {
        if self.attached.has(page, &link.target) {
            return;
        }
        let links = &mut self.report.links;
        links.missing_attachments += 1;
        if link.form == LinkForm::Wiki {
            links.wikilinks.get_or_insert_default().missing_attachments += 1;
        }
        let message = format!("no file `{}` is in the vault", link.target);
        self.add(&page.path, line, "missing-attachment", message);
    }

    fn resolved(
        &mut self,
        page: &Page,
        line: usize,
        link: &wiki::link::Link,
        path: &PagePath,
        how: &How,
    ) {
        match how {
            How::Path | How::Name => {}
            How::AmbiguousName { others } => {
                let others: Vec<String> = others.iter().take(3).map(ToString::to_string).collect();
                let message =
                    format!("`{}` is {path}, but also {}", link.target, others.join(", "));
                self.add(&page.path, line, "ambiguous-link", message);
            }
            How::Title | How::Alias => {
                let message = format!(
                    "`{}` is a title or alias of {path}; other programs do not follow it",
                    link.target
                );
                self.add(&page.path, line, "by-title", message);
            }
        }
        let Some(anchor) = &link.anchor else { return };
        let found = *path == page.path && anchor_section(page, anchor).is_some()
            || *path != page.path && self.has_anchor(path, anchor);
        if !found {
            let elsewhere = self.namesake_with(path, anchor).unwrap_or_default();
            let message = format!("{path} has no `#{anchor}`{elsewhere}");
            self.add(&page.path, line, "missing-anchor", message);
        }
    }

    /// Whether another page has an anchor. Many links in a row may lead to one page, which is read once.
    fn has_anchor(&mut self, path: &PagePath, anchor: &str) -> bool {
        if self.target.as_ref().is_none_or(|it| it.path != *path) {
            let text = self.memory.page_text(&path.file());
            self.target = text.map(|text| Page::parse(path.clone(), text));
        }
        self.target.as_ref().is_some_and(|it| anchor_section(it, anchor).is_some())
    }

    /// What to say of another page of that file name which has the anchor. The map of content in the root
    /// takes the name `index` from the notes' own, as whole paths come first.
    fn namesake_with(&self, path: &PagePath, anchor: &str) -> Option<String> {
        let named =
            |it: &&PagePath| *it != path && canon::fold(it.name()) == canon::fold(path.name());
        let names = self.memory.ask(|index| index.names(&canon::fold(path.name()))).ok()?;
        let has = |it: &&PagePath| {
            let text = self.memory.page_text(&it.file());
            text.is_some_and(|text| {
                anchor_section(&Page::parse((*it).clone(), text), anchor).is_some()
            })
        };
        let other = names.iter().map(|it| &it.path).filter(named).take(NAMESAKES_MAX).find(has)?;
        let text = self.memory.page_text(&path.file()).unwrap_or_default();
        let own = if crate::map::is_map(&Page::parse(path.clone(), text)) {
            ", as it is the vault's own map of pages"
        } else {
            ""
        };
        Some(format!("{own}; {other} has: link to it by its path"))
    }
}

/// Placeholders of one page that are told.
const PLACEHOLDERS_MAX: usize = 20;
/// Pages of one file name that are read for an anchor, at most.
const NAMESAKES_MAX: usize = 8;

/// What is wrong with a page's place, name and head, whatever stands in it: rule and message.
pub(crate) fn misfits(page: &Page, schema: &Schema) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    if facets::is_apart(page, schema) {
        return found;
    }
    let page_type = schema.type_of(page);
    if let Some(page_type) = page_type {
        for field in wiki::policy::lacking(page, page_type) {
            let message = format!("type {} requires `{field}`", page_type.name);
            found.push(("missing-field", message));
        }
        let said = page.head.text("type").is_some();
        // Where an archived page lies says nothing of it.
        let elsewhere = said && !facets::in_archive(page.path.as_str());
        if let Some(other) = schema.claimed(page_type, page.path.folder()).filter(|_| elsewhere) {
            let message = format!(
                "type {} belongs in {}/; this folder is for type {}",
                page_type.name, page_type.folder, other.name
            );
            found.push(("type-folder", message));
        }
    }
    if let Some(message) = misnamed(page, schema) {
        found.push(("name", message));
    }
    found
}

/// What to say of pages that were just put where somebody asked for, and that lint will not like there.
pub(crate) fn disputed<'p>(
    pages: impl Iterator<Item = &'p Page>,
    schema: &Schema,
) -> Option<String> {
    let mut first = None;
    let mut more = 0;
    for page in pages {
        let Some((_, message)) = misfits(page, schema).into_iter().next() else { continue };
        match first {
            None => first = Some(format!("{}: {message}", page.path)),
            Some(_) => more += 1,
        }
    }
    let first = first?;
    Some(match more {
        0 => first,
        _ => format!("{first}; `memopage lint` shows this and {more} more pages"),
    })
}

/// Why a page's file name is not what it should be; an archived one keeps the name that it had.
fn misnamed(page: &Page, schema: &Schema) -> Option<String> {
    if facets::in_archive(page.path.as_str()) {
        return None;
    }
    let name = page.path.name();
    let page_type = schema.type_of(page);
    // A vault without a type for days has pages of days all the same.
    let daily = page_type.is_some_and(|it| it.name == "daily")
        || page.head.text("type").is_some_and(|it| it == "daily");
    if !daily && wiki::time::read_date(name).is_some() && name.len() <= 10 {
        return Some("the name is a bare date".to_owned());
    }
    if let Some(what) = canon::says_nothing(name) {
        return Some(format!("the name is a bare {what}"));
    }
    let page_type = page_type.filter(|it| !it.name_fits(name))?;
    if !schema.names_files_in(page.path.folder()) {
        return None;
    }
    // A conversation whose day nobody noted cannot be named after it.
    let undated = page_type.is_dated()
        && wiki::session::is_session(page)
        && page.head.text("created_at").is_none();
    let pattern = page_type.pattern.as_deref().unwrap_or_default();
    (!undated).then(|| format!("names of type {} look like `{pattern}`", page_type.name))
}

/// The years in a file's name, by which pages of one title are told apart.
fn years(name: &str) -> Vec<&str> {
    let numbers = name.split(|char: char| !char.is_ascii_digit());
    numbers.filter(|it| it.len() == 4 && (it.starts_with("19") || it.starts_with("20"))).collect()
}

/// Pages of one type whose names differ in nothing that a reader would see.
fn double_names(
    memory: &Memory,
    names: &[canon::Name],
    wanted: Option<&str>,
    schema: &Schema,
    findings: &mut Vec<Finding>,
) {
    // The meeting of every week has one title, and pages told apart by their days.
    let apart = |it: &canon::Name| {
        let name = it.page_type.as_deref();
        name.is_some_and(|it| it != "index" && facets::is_apart_type(it))
            || logbook::is_log_name(it.path.as_str())
            || name.and_then(|name| schema.by_name(name)).is_some_and(PageType::is_dated)
    };
    let mut seen: BTreeMap<(Option<&str>, String, Vec<&str>), &PagePath> = BTreeMap::new();
    for name in names {
        let folded = canon::seen(&name.title);
        if folded.is_empty() || apart(name) || facets::in_archive(name.path.as_str()) {
            continue;
        }
        let key = (name.page_type.as_deref(), folded, years(name.path.name()));
        let first = match seen.entry(key) {
            Entry::Vacant(place) => {
                place.insert(&name.path);
                continue;
            }
            Entry::Occupied(mut place) => {
                if has_broken_head(memory, &name.path) {
                    continue;
                }
                if has_broken_head(memory, place.get()) {
                    place.insert(&name.path);
                    continue;
                }
                *place.get()
            }
        };
        if is_within(wanted, name.path.as_str()) {
            findings.push(Finding {
                page: name.path.to_string(),
                line: 1,
                rule: "double-name",
                message: format!(
                    "its title is nearly that of {first}; `memopage merge` makes them one"
                ),
            });
        }
    }
}

/// Whether what a page is called was read from a head that is none: a title there may be anything, and no merge
/// could write the head anew.
fn has_broken_head(memory: &Memory, path: &PagePath) -> bool {
    let text = memory.page_text(&path.file());
    text.is_some_and(|text| Page::parse(path.clone(), text).head.broken)
}

/// How two names that look alike differ, in brackets: of the one named first, and then of the other.
pub(crate) fn written_apart(named: &str, other: &str) -> String {
    let how = wiki::path::written_apart(named, other);
    how.map_or_else(String::new, |it| format!(" ({it})"))
}

/// Pages that are one file on a disk that tells neither the case of letters nor the ways of composing an
/// accent apart: a copy of the vault there lacks one of them.
fn shared_files(names: &[canon::Name], wanted: Option<&str>, findings: &mut Vec<Finding>) {
    let mut seen: BTreeMap<String, &PagePath> = BTreeMap::new();
    for name in names {
        let Some(first) = seen.get(&name.path.on_any_disk()) else {
            seen.insert(name.path.on_any_disk(), &name.path);
            continue;
        };
        if is_within(wanted, name.path.as_str()) {
            findings.push(Finding {
                page: name.path.to_string(),
                line: 1,
                rule: "name",
                message: format!(
                    "on macOS and Windows it is one file with {first}{}; `memopage move` gives it another name",
                    written_apart(first.as_str(), name.path.as_str())
                ),
            });
        }
    }
}
