//! From the YAML block of `SCHEMA.md` to typed rows.
//!
//! What the block does not say is taken from its layout; what cannot be read is a problem, and the rest
//! stands.

use std::ops::RangeInclusive;
use std::str::FromStr;

use super::yaml::{self, Is, Node};
use super::{
    After, Layout, OnExpiry, PageType, Predicate, Priority, Retention, RetentionRow, Schema, Then,
    WriteRule,
};
use crate::canon::fold;
use crate::page::{Problem, ProblemKind};
use crate::path::PagePath;

/// The keys of a schema, of which a text about something else has none.
const KEYS: [&str; 11] = [
    "memopage",
    "layout",
    "zone",
    "types",
    "predicates",
    "relations",
    "sets",
    "synonyms",
    "statuses",
    "retention",
    "lint_off",
];
/// The keys of a page type.
const TYPE_KEYS: [&str; 9] = [
    "folder",
    "file",
    "pattern",
    "required",
    "rule",
    "priority",
    "template",
    "facts",
    "description",
];
/// Days that a period may have.
const DAYS: RangeInclusive<u32> = 1..=36_500;

/// The schema of a text; `named` is the layout that the vault names elsewhere.
pub(super) fn schema(schema_md: &str, named: Option<Layout>) -> Schema {
    let default = named.unwrap_or(Layout::Agent);
    let Some(block) = block(schema_md) else {
        if !schema_md.trim().is_empty() {
            return foreign(default);
        }
        let mut schema = built_in(default);
        // A vault that names no layout may never have had rules of its own.
        if named.is_some() {
            schema.is_missing = true;
            schema.problems.push(stand_in("it is missing or empty", default));
        }
        return schema;
    };
    let (root, broken) = yaml::read(block.text);
    let layout = entries(&root)
        .find(|(key, _)| key == "layout")
        .and_then(|(_, node)| Layout::from_str(node.text()?).ok());
    let mut reader = Reader { line: block.line, schema: built_in(layout.unwrap_or(default)) };
    let defaults = reader.schema.types.clone();
    let says = |wanted: &str| entries(&root).any(|(key, _)| key == wanted);
    reader.schema.names_types = layout.is_some() || says("types");
    reader.root(&root);
    if broken.is_none() && is_foreign(&root) {
        let mut foreign = foreign(default);
        foreign.problems.extend(reader.schema.problems);
        return foreign;
    }
    if let Some(broken) = broken {
        // Rows after the break are lost; the layout's stand in for them, so that no rule is dropped by a typo.
        let known: Vec<String> = reader.schema.types.iter().map(|row| fold(&row.name)).collect();
        reader
            .schema
            .types
            .extend(defaults.into_iter().filter(|row| !known.contains(&fold(&row.name))));
        reader.says(broken.line, broken.message);
    }
    reader.schema.problems.sort_by_key(|problem| problem.line);
    reader.schema
}

/// The schema of a layout, from its own file.
pub(super) fn built_in(layout: Layout) -> Schema {
    let empty = Schema {
        types: Vec::new(),
        predicates: Vec::new(),
        head_relations: Vec::new(),
        sets: Vec::new(),
        synonyms: Vec::new(),
        retention: Retention {
            rows: Vec::new(),
            stale_after_days: None,
            archive: "archive".to_owned(),
        },
        layout: Some(layout),
        statuses: None,
        lint_off: Vec::new(),
        names_types: false,
        problems: Vec::new(),
        is_foreign: false,
        is_missing: false,
    };
    let block = block(layout.schema_file()).expect("because each layout's schema has a block");
    let mut reader = Reader { line: block.line, schema: empty };
    reader.root(&yaml::read(block.text).0);
    reader.schema
}

struct Block<'a> {
    text: &'a str,
    /// The line before the block's first, so that its first is `line + 1`.
    line: usize,
}

/// The first fenced block of YAML; one that is not closed goes to the end.
fn block(text: &str) -> Option<Block<'_>> {
    let mut start: Option<(usize, usize, &str)> = None;
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let plain = line.trim();
        match start {
            None => {
                let fence = ["```", "~~~"].into_iter().find(|fence| plain.starts_with(fence));
                let info = fence
                    .map(|fence| plain.trim_start_matches(&fence[..1]).trim().to_ascii_lowercase());
                if let (Some(fence), Some("yaml" | "yml")) = (fence, info.as_deref()) {
                    start = Some((at + line.len(), number + 1, fence));
                }
            }
            Some((from, line_before, fence)) if plain.starts_with(fence) => {
                return Some(Block { text: &text[from..at], line: line_before });
            }
            Some(_) => {}
        }
        at += line.len();
    }
    start.map(|(from, line, _)| Block { text: &text[from..], line })
}

/// The schema beside a text that is none.
fn foreign(layout: Layout) -> Schema {
    let mut schema = built_in(layout);
    schema.is_foreign = true;
    schema.problems.push(stand_in("it holds no rules for memopage", layout));
    schema
}

/// What to say where a layout's rules stand in for those of the text.
fn stand_in(why: &str, layout: Layout) -> Problem {
    problem(1, format!("{why}, so those of the {layout} layout hold"))
}

fn problem(line: usize, message: String) -> Problem {
    Problem { kind: ProblemKind::Schema, line, message }
}

fn entries(node: &Node) -> impl Iterator<Item = &(String, Node)> {
    let entries: &[(String, Node)] = if let Is::Map(entries) = &node.is { entries } else { &[] };
    entries.iter()
}

/// Whether a block is about something else: it has none of the keys, or `types` of its own and no key by which
/// only a schema of memopage is told.
fn is_foreign(root: &Node) -> bool {
    let has = |keys: &[&str]| entries(root).any(|(key, _)| keys.contains(&key.as_str()));
    let mut types = entries(root).filter(|(key, _)| key == "types");
    !has(&KEYS) || !has(&KEYS[..2]) && types.any(|(_, node)| are_others_types(node))
}

/// Whether `types` are another program's: rows that say something, and nothing that a page type has.
fn are_others_types(types: &Node) -> bool {
    if !matches!(types.is, Is::Map(_)) {
        return !matches!(types.is, Is::Null);
    }
    let of_page = |row: &Node| {
        row.is == Is::Null || entries(row).any(|(key, _)| TYPE_KEYS.contains(&key.as_str()))
    };
    entries(types).next().is_some() && !entries(types).any(|(_, row)| of_page(row))
}

struct Reader {
    line: usize,
    schema: Schema,
}

impl Reader {
    fn says(&mut self, line: usize, message: String) {
        self.schema.problems.push(problem(self.line + line, message));
    }

    fn root(&mut self, root: &Node) {
        if !matches!(root.is, Is::Map(_)) {
            self.says(root.line, "the schema is not a mapping; the layout's holds".to_owned());
        }
        for (key, node) in entries(root) {
            match key.as_str() {
                "memopage" => {}
                "layout" => {
                    if let Some(layout) = self.word(key, node) {
                        self.schema.layout = Some(layout);
                    }
                }
                "zone" => {
                    if node.text().is_some_and(|it| !it.trim().is_empty()) {
                        self.says(
                            node.line,
                            "the zone is set in memopage.toml, not here".to_owned(),
                        );
                    }
                }
                "types" => self.types(node),
                "predicates" => self.predicates(node),
                "relations" => self.schema.head_relations = self.texts(key, node),
                "sets" => self.schema.sets = self.texts(key, node),
                "statuses" => self.schema.statuses = Some(self.texts(key, node)),
                "lint_off" => self.schema.lint_off = self.texts(key, node),
                "synonyms" => self.synonyms(node),
                "retention" => self.retention(node),
                _ => self.says(node.line, format!("{key:?} is not known and was left out")),
            }
        }
    }

    fn texts(&mut self, key: &str, node: &Node) -> Vec<String> {
        let Some(nodes) = node.list() else {
            self.says(node.line, format!("{key} must be a list of texts"));
            return Vec::new();
        };
        let mut texts = Vec::new();
        for node in nodes {
            match node.text() {
                Some(text) => texts.push(text.to_owned()),
                None => self.says(node.line, format!("{key} must be a list of texts")),
            }
        }
        texts
    }

    fn word<T: FromStr>(&mut self, key: &str, node: &Node) -> Option<T>
    where
        T::Err: std::fmt::Display,
    {
        match node.text().unwrap_or_default().parse() {
            Ok(value) => Some(value),
            Err(why) => {
                self.says(node.line, format!("{key}: {why}"));
                None
            }
        }
    }

    fn types(&mut self, node: &Node) {
        if !matches!(node.is, Is::Map(_)) {
            self.says(node.line, "types must map a name to a row; the layout's hold".to_owned());
            return;
        }
        if are_others_types(node) {
            self.says(node.line, "types has no page type; the layout's hold".to_owned());
            return;
        }
        let mut types: Vec<PageType> = Vec::new();
        for (name, row) in entries(node) {
            if types.iter().any(|known| fold(&known.name) == fold(name)) {
                self.says(row.line, format!("type {name} stands twice; the first holds"));
                continue;
            }
            let row_read = self.page_type(name, row);
            let same_folder =
                |known: &&PageType| !known.folder.is_empty() && known.folder == row_read.folder;
            if let Some(other) = types.iter().find(same_folder) {
                let message = format!(
                    "{name} and {} have one folder; pages without type: are {}",
                    other.name, other.name
                );
                self.says(row.line, message);
            }
            types.push(row_read);
        }
        self.schema.types = types;
    }

    fn page_type(&mut self, name: &str, row: &Node) -> PageType {
        let mut page_type = PageType {
            name: name.to_owned(),
            folder: String::new(),
            file: None,
            pattern: None,
            required: Vec::new(),
            rule: WriteRule::Rewrite,
            priority: None,
            template: None,
            facts: false,
            description: String::new(),
        };
        if !matches!(row.is, Is::Map(_) | Is::Null) {
            self.says(row.line, format!("type {name} must be a mapping"));
        }
        for (key, node) in entries(row) {
            let text = node.text().map(str::to_owned);
            match key.as_str() {
                "folder" => page_type.folder = self.place(name, node).unwrap_or_default(),
                "file" => page_type.file = self.place(name, node),
                "template" => page_type.template = self.place(name, node),
                "pattern" => page_type.pattern = text,
                "description" => page_type.description = text.unwrap_or_default(),
                "required" => page_type.required = self.texts(key, node),
                "rule" => page_type.rule = self.word(key, node).unwrap_or(WriteRule::Rewrite),
                "priority" if node.is == Is::Null => {}
                "priority" => page_type.priority = self.word(key, node),
                "facts" => page_type.facts = self.word(key, node).unwrap_or(false),
                _ => self.says(
                    node.line,
                    format!("{key:?} of type {name} is not known and was left out"),
                ),
            }
        }
        page_type
    }

    /// A folder or file of the vault.
    fn place(&mut self, name: &str, node: &Node) -> Option<String> {
        let text = node.text()?.trim().trim_end_matches('/');
        if text.is_empty() {
            return None;
        }
        if PagePath::parse_existing(text).is_err() {
            self.says(
                node.line,
                format!("{text:?} of type {name} is not a place inside the vault"),
            );
            return None;
        }
        Some(text.to_owned())
    }

    fn predicates(&mut self, node: &Node) {
        let mut predicates = Vec::new();
        if let Some(names) = node.list() {
            for name in names.into_iter().filter_map(Node::text) {
                predicates.push(Predicate {
                    name: name.to_owned(),
                    aliases: Vec::new(),
                    inverse: None,
                });
            }
        }
        for (name, row) in entries(node) {
            let mut predicate =
                Predicate { name: name.clone(), aliases: Vec::new(), inverse: None };
            if let Is::Map(_) = row.is {
                for (key, node) in entries(row) {
                    match key.as_str() {
                        "aliases" => predicate.aliases = self.texts(key, node),
                        "inverse" => predicate.inverse = node.text().map(str::to_owned),
                        _ => self.says(
                            node.line,
                            format!("{key:?} of predicate {name} is not known and was left out"),
                        ),
                    }
                }
            } else {
                predicate.aliases = self.texts(name, row);
            }
            predicates.push(predicate);
        }
        self.schema.predicates = predicates;
    }

    fn synonyms(&mut self, node: &Node) {
        let mut groups = Vec::new();
        for group in node.list().unwrap_or_default() {
            let words = self.texts("synonyms", group);
            if words.len() > 1 {
                groups.push(words);
            } else {
                self.says(group.line, "a group of synonyms needs two words".to_owned());
            }
        }
        self.schema.synonyms = groups;
    }

    fn retention(&mut self, node: &Node) {
        let mut rows: Vec<RetentionRow> = Vec::new();
        for (key, value) in entries(node) {
            match key.as_str() {
                "stale_after_days" => {
                    self.schema.retention.stale_after_days = self.days(key, value);
                }
                "archive" => {
                    if let Some(place) = self.place("retention", value) {
                        self.schema.retention.archive = place;
                    }
                }
                _ => match key.parse::<Priority>() {
                    Ok(priority) => {
                        let row = self.retention_row(priority, value);
                        rows.retain(|known| known.priority != priority);
                        rows.push(row);
                    }
                    Err(why) => self.says(value.line, format!("retention: {why}")),
                },
            }
        }
        self.schema.retention.rows = rows;
    }

    fn retention_row(&mut self, priority: Priority, node: &Node) -> RetentionRow {
        // What cannot be read must not archive anything.
        let mut row = RetentionRow {
            priority,
            review_days: None,
            then: Then::Keep,
            expires: OnExpiry::Report,
            half_life_days: None,
        };
        for (key, value) in entries(node) {
            match key.as_str() {
                "review_days" => row.review_days = self.days(key, value),
                "half_life_days" => row.half_life_days = self.days(key, value),
                "then" => match value.text().and_then(then) {
                    Some(then) => row.then = then,
                    None => self.says(
                        value.line,
                        "then: must be keep, report, lower to PRIORITY after N days, or archive after N reviews".to_owned(),
                    ),
                },
                "expires" => match value.text().map(str::trim) {
                    Some("archive") => row.expires = OnExpiry::Archive,
                    Some("report") => row.expires = OnExpiry::Report,
                    Some("ignore") => row.expires = OnExpiry::Ignore,
                    _ => self.says(value.line, "expires: must be archive, report or ignore".to_owned()),
                },
                _ => self.says(value.line, format!("{key:?} of retention is not known and was left out")),
            }
        }
        let counts_reviews = matches!(
            row.then,
            Then::Lower { after: After::Reviews(_), .. }
                | Then::Archive { after: After::Reviews(_) }
        );
        if counts_reviews && row.review_days.is_none() {
            self.says(
                node.line,
                format!("{priority} counts reviews and has no review_days; it is kept"),
            );
            row.then = Then::Keep;
        }
        row
    }

    fn days(&mut self, key: &str, node: &Node) -> Option<u32> {
        if node.is == Is::Null {
            return None;
        }
        let days = node
            .text()
            .and_then(|text| text.trim().parse().ok())
            .filter(|days| DAYS.contains(days));
        if days.is_none() {
            self.says(node.line, format!("{key} must be a number of days from 1 to 36500"));
        }
        days
    }
}

/// `keep`, `report`, `lower to low after 2 reviews`, `archive after 180 days`.
fn then(text: &str) -> Option<Then> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["keep"] => Some(Then::Keep),
        ["report"] => Some(Then::Report),
        ["lower", "to", priority, "after", count, unit] => {
            Some(Then::Lower { to: priority.parse().ok()?, after: after(count, unit)? })
        }
        ["archive", "after", count, unit] => Some(Then::Archive { after: after(count, unit)? }),
        _ => None,
    }
}

fn after(count: &str, unit: &str) -> Option<After> {
    let count = count.parse().ok().filter(|count| DAYS.contains(count))?;
    match unit {
        "day" | "days" => Some(After::Days(count)),
        "review" | "reviews" => Some(After::Reviews(count)),
        _ => None,
    }
}
