//! What is wrong in a vault: each rule a small function of a page and what surrounds it.

mod facts;
mod health;
mod links;
mod names;
mod values;

pub(crate) use links::LinkCounts;
pub(crate) use names::{disputed, written_apart};

use crate::attached::Attached;
use crate::{Call, Error, Kind, Memory, daily, dispute, facets, placeholder, problem};
use health::Health;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use values::Values;
use wiki::canon;
use wiki::decision::Resolved;
use wiki::graph::Files;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::Schema;

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Severity {
    /// Worth knowing.
    Info,
    /// It makes the vault worse.
    Warning,
    /// It is wrong.
    Error,
}

impl Severity {
    /// Its name.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The severity of that name.
    pub(crate) fn named(word: &str) -> Option<Self> {
        [Self::Info, Self::Warning, Self::Error].into_iter().find(|it| it.word() == word.trim())
    }
}

use Severity::{Error as Wrong, Info, Warning};

/// The rules, in the order in which a page is looked at, with how much each matters.
pub(crate) const RULES: &[(&str, Severity)] = &[
    ("text", Wrong),
    ("missing-field", Wrong),
    ("head-value", Wrong),
    ("type-folder", Warning),
    ("name", Warning),
    ("broken-link", Wrong),
    ("ambiguous-link", Warning),
    ("by-title", Warning),
    ("missing-anchor", Wrong),
    ("missing-attachment", Wrong),
    ("relation", Wrong),
    ("placeholder", Warning),
    ("inverted-validity", Wrong),
    ("expired", Warning),
    ("review-due", Warning),
    ("draft", Warning),
    ("stale", Warning),
    ("proposal", Info),
    ("scope", Warning),
    ("double-key", Warning),
    ("said-otherwise", Warning),
    ("near-duplicate", Warning),
    ("same-fact", Warning),
    ("undated-fact", Info),
    ("mark", Warning),
    ("history", Warning),
    ("double-name", Warning),
    ("near-name", Warning),
    ("double-id", Wrong),
    ("conflict", Warning),
    ("secret", Wrong),
    ("inline-file", Warning),
    ("large", Warning),
    ("orphan", Info),
    ("unlinked-mention", Info),
    ("schema", Wrong),
    ("decisions", Wrong),
];

/// How much findings of a rule matter.
pub(crate) fn severity(rule: &str) -> Severity {
    RULES.iter().find(|it| it.0 == rule).map_or(Warning, |it| it.1)
}

/// The rules of what is in dispute.
pub(crate) const CONFLICTS: &[&str] = &["double-key", "said-otherwise", "conflict"];

/// One thing that is wrong.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Finding {
    /// The page's path in the vault, without `.md`
    pub(crate) page: String,
    /// The line, from 1
    pub(crate) line: usize,
    /// The rule
    pub(crate) rule: &'static str,
    /// How much it matters: `error`, `warning` or `info`
    pub(crate) severity: Severity,
    /// What is wrong
    pub(crate) message: String,
}

impl Finding {
    fn of(
        page: &(impl ToString + ?Sized),
        line: usize,
        rule: &'static str,
        message: impl Into<String>,
    ) -> Self {
        let severity = severity(rule);
        Self { page: page.to_string(), line, rule, severity, message: message.into() }
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
        health: Health::default(),
        resolved: Resolved::read(&memory.decided()?.unwrap_or_default()),
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
        let page = Page::parse(name.path.clone(), problem::text_of(bytes));
        look.page(&page);
        if !facets::is_apart(&page, &schema) {
            look.health(&page, &names);
        }
    }
    look.report.findings.extend(std::mem::take(&mut look.values).findings());
    look.report.findings.extend(std::mem::take(&mut look.health).findings(wanted.is_none()));
    look.left_out(&names, wanted);
    look.rules(wanted);
    names::double_names(memory, &names, wanted, &schema, &mut report.findings);
    names::shared_files(&names, wanted, &mut report.findings);
    health::near_names(&names, wanted, &mut report.findings);
    report.findings.retain(|it| !schema.lint_off.iter().any(|rule| rule == it.rule));
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
    health: Health,
    /// What was decided of statements in dispute.
    resolved: Resolved,
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
        self.report.findings.push(Finding::of(page, line, rule, message));
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
                self.report.findings.push(Finding::of(page, 1, "text", why));
            }
        }
    }

    /// What the vault works by: its schema, and what was decided.
    fn rules(&mut self, wanted: Option<&str>) {
        let schema = crate::SCHEMA_FILE.strip_suffix(".md").unwrap_or(crate::SCHEMA_FILE);
        if is_within(wanted, schema) {
            let problems = self.schema.problems.iter();
            let broken = problems.map(|it| Finding::of(schema, it.line, "schema", &it.message));
            self.report.findings.extend(broken);
            let known = |it: &&String| !RULES.iter().any(|rule| rule.0 == it.as_str());
            for rule in self.schema.lint_off.iter().filter(known) {
                let message = format!("`lint_off` names `{rule}`, and there is no such rule");
                self.report.findings.push(Finding::of(schema, 1, "schema", message));
            }
        }
        if is_within(wanted, wiki::decision::FILE) {
            let torn =
                |line| Finding::of(wiki::decision::FILE, line, "decisions", crate::probe::TORN);
            self.report.findings.extend(self.memory.torn_decisions().into_iter().map(torn));
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
        for (rule, message) in names::misfits(page, self.schema) {
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
}

/// Placeholders of one page that are told.
const PLACEHOLDERS_MAX: usize = 20;
