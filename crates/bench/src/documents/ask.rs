//! Questions to the documents: by id, by clause number, by filters; and whether the answer is right.

use std::collections::BTreeSet;

use memory::{Call, Memory};
use serde::Serialize;
use serde_json::{Value, json};

use super::make::{Document, Kind};
use super::words::{DOMAINS, POLICY_STATUSES};
use crate::vault::asked;

/// One way to ask, over all documents that it fits.
#[derive(Serialize)]
pub(super) struct Row {
    /// What is looked up.
    what: &'static str,
    /// How it is asked, with an example's values left out.
    form: &'static str,
    pub(super) n: usize,
    /// Share that is right: the page first; the page first with the clause in its text; all pages that
    /// meet the filter and no other.
    pub(super) right: f64,
    /// The first questions that went wrong, with what came instead.
    pub(super) wrong: Vec<String>,
}

/// Wrong answers that are shown.
const SHOWN: usize = 5;

/// Whom to ask.
pub(super) struct Asking<'a> {
    pub(super) memory: &'a Memory,
    pub(super) call: &'a Call,
}

/// A form of words with an id in it.
type Form = (&'static str, fn(&Document) -> String);

const BY_ID: [Form; 6] = [
    ("ID", |it| it.id.clone()),
    ("id in lower case", |it| it.id.to_lowercase()),
    ("What is ID about?", |it| format!("What is {} about?", it.id)),
    ("ID 是怎么回事？", |it| format!("{} 是怎么回事？", it.id)),
    ("what happened in ID last year", |it| format!("what happened in {} last year", it.id)),
    ("ID with blanks for its hyphens", |it| it.id.replace('-', " ")),
];

/// A form of words with a policy and the number of one of its clauses in it.
type ClauseForm = (&'static str, fn(&Document, &str) -> String);

const BY_CLAUSE: [ClauseForm; 6] = [
    ("ID NUMBER", |it, number| format!("{} {number}", it.id)),
    ("What does clause NUMBER of ID say?", |it, number| {
        format!("What does clause {number} of {} say?", it.id)
    }),
    ("clause NUMBER of the TITLE", |it, number| format!("clause {number} of the {}", it.title)),
    ("ID 第 NUMBER 条", |it, number| format!("{} 第 {number} 条", it.id)),
    ("§NUMBER ID", |it, number| format!("§{number} {}", it.id)),
    ("section NUMBER of ID", |it, number| format!("section {number} of {}", it.id)),
];

impl Asking<'_> {
    /// Every row, in the order of the report.
    pub(super) fn all(&self, documents: &[Document]) -> Result<Vec<Row>, String> {
        let mut rows = Vec::new();
        for (form, words) in BY_ID {
            let right = |it: &Document| self.finds(&words(it), &it.page, None);
            rows.push(row("id", form, documents, &right)?);
        }
        let policies: Vec<Document> =
            documents.iter().filter(|it| it.kind == Kind::Policy).cloned().collect();
        for (form, words) in BY_CLAUSE {
            let page = |it: &Document| {
                let (number, _) = asked_clause(it);
                self.finds(&words(it, number), &it.page, None)
            };
            rows.push(row("clause: its page", form, &policies, &page)?);
            let text = |it: &Document| {
                let (number, says) = asked_clause(it);
                self.finds(&words(it, number), &it.page, Some(&format!("{number} {says}")))
            };
            rows.push(row("clause: its words", form, &policies, &text)?);
        }
        rows.extend(self.filters(documents)?);
        let narrowed = |it: &Document| self.narrowed(it, documents);
        rows.push(row("filter and words", "TITLE type:T status:S", documents, &narrowed)?);
        Ok(rows)
    }

    /// None if no hit is outside the filter and the page is the first of them.
    fn narrowed(&self, of: &Document, documents: &[Document]) -> Result<Wrong, String> {
        let query = format!("{} type:{} status:{}", of.title, of.kind.name(), of.status);
        let input = json!({ "query": query, "unit": "page" });
        let found = asked(self.memory, self.call, "recall", input)?;
        let meets = |page: &str| {
            let known = documents.iter().find(|it| it.page == page);
            known.is_some_and(|it| it.kind == of.kind && it.status == of.status)
        };
        let hits: Vec<&str> = found["hits"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|it| it["page"].as_str())
            .collect();
        if let Some(page) = hits.iter().find(|page| !meets(page)) {
            return Ok(Some(format!("{query}: {page} is outside the filter")));
        }
        let first = hits.first().copied().unwrap_or("nothing");
        // Of pages with one title any may come first.
        let is_it = documents.iter().any(|it| it.page == first && it.title == of.title);
        Ok((!is_it).then(|| format!("{query}: {first} instead of {}", of.page)))
    }

    /// None if the first hit is the page, with the words in its text; else what came instead.
    fn finds(&self, query: &str, page: &str, words: Option<&str>) -> Result<Wrong, String> {
        let unit = if words.is_some() { "passage" } else { "page" };
        let input = json!({ "query": query, "limit": 5, "unit": unit });
        let found = asked(self.memory, self.call, "recall", input)?;
        let first = &found["hits"][0];
        let text = first["text"].as_str().unwrap_or_default();
        let there = words.is_none_or(|words| text.contains(words));
        Ok(match first["page"].as_str() {
            Some(found) if found == page && there => None,
            Some(found) if found == page => Some(format!(
                "{query}: the page, but another passage of it: {}",
                text.split_whitespace().take(12).collect::<Vec<_>>().join(" ")
            )),
            Some(found) => Some(format!("{query}: {found} instead of {page}")),
            None => Some(format!("{query}: nothing ({})", found["abstained"])),
        })
    }

    fn filters(&self, documents: &[Document]) -> Result<Vec<Row>, String> {
        let mut rows = Vec::new();
        for door in [Door::Recall, Door::List] {
            for (form, cases) in compound() {
                let right = |case: &Case| {
                    let wanted: BTreeSet<String> = documents
                        .iter()
                        .filter(|it| case.holds(it))
                        .map(|it| it.page.clone())
                        .collect();
                    let found = match door {
                        Door::Recall => self.recalled(&case.query())?,
                        Door::List => self.listed(case.input())?,
                    };
                    Ok(differs(&case.query(), &wanted, &found))
                };
                rows.push(row("filter", door.named(form), &cases, &right)?);
            }
        }
        Ok(rows)
    }

    fn recalled(&self, query: &str) -> Result<BTreeSet<String>, String> {
        let input = json!({ "query": query, "unit": "page", "limit": 200 });
        let found = asked(self.memory, self.call, "recall", input)?;
        Ok(pages(&found["hits"]))
    }

    fn listed(&self, input: Value) -> Result<BTreeSet<String>, String> {
        let found = asked(self.memory, self.call, "list", input)?;
        Ok(pages(&found["pages"]))
    }
}

/// The clause of a policy that is asked for: another one in every policy, anywhere in it.
fn asked_clause(policy: &Document) -> (&str, &str) {
    let nth = policy.id.bytes().map(usize::from).sum::<usize>() % policy.clauses.len();
    let (number, says) = &policy.clauses[nth];
    (number, says)
}

/// What came instead, if anything did.
type Wrong = Option<String>;

fn pages(rows: &Value) -> BTreeSet<String> {
    let rows = rows.as_array().into_iter().flatten();
    rows.filter_map(|row| row["page"].as_str().map(str::to_owned)).collect()
}

fn differs(query: &str, wanted: &BTreeSet<String>, found: &BTreeSet<String>) -> Wrong {
    if wanted == found {
        return None;
    }
    let missing = wanted.difference(found).count();
    let more: Vec<&String> = found.difference(wanted).collect();
    let example = more.first().map_or(String::new(), |page| format!(", such as {page}"));
    Some(format!(
        "{query}: {missing} of {} missing, {} too many{example}",
        wanted.len(),
        more.len()
    ))
}

fn row<T>(
    what: &'static str,
    form: &'static str,
    cases: &[T],
    right: &dyn Fn(&T) -> Result<Wrong, String>,
) -> Result<Row, String> {
    let mut wrong = Vec::new();
    for case in cases {
        wrong.extend(right(case)?);
    }
    let share = (cases.len() - wrong.len()) as f64 / cases.len().max(1) as f64;
    wrong.truncate(SHOWN);
    Ok(Row { what, form, n: cases.len(), right: share, wrong })
}

/// Which operation is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Door {
    Recall,
    List,
}

impl Door {
    fn named(self, form: &'static str) -> &'static str {
        match (self, form) {
            (Self::Recall, TYPE_STATUS) => "recall type:T status:S",
            (Self::Recall, TYPE_DOMAIN) => "recall type:T status:S domain:D",
            (Self::Recall, _) => "recall type:T after:DAY before:DAY",
            (Self::List, TYPE_STATUS) => "list type, status",
            (Self::List, TYPE_DOMAIN) => "list type, status, domain",
            (Self::List, _) => "list type, after, before",
        }
    }
}

const TYPE_STATUS: &str = "type, status";
const TYPE_DOMAIN: &str = "type, status, domain";
const TYPE_TIME: &str = "type, time";

/// Conditions that a page must meet, all of them.
struct Case {
    kind: Kind,
    status: Option<&'static str>,
    domain: Option<&'static str>,
    during: Option<(&'static str, &'static str)>,
}

fn compound() -> Vec<(&'static str, Vec<Case>)> {
    let plain = |kind| Case { kind, status: None, domain: None, during: None };
    let statuses = [
        (Kind::Policy, "active"),
        (Kind::Policy, "draft"),
        (Kind::Policy, "retired"),
        (Kind::Incident, "resolved"),
        (Kind::Incident, "monitoring"),
        (Kind::Client, "active"),
        (Kind::Client, "former"),
    ];
    let by_status =
        statuses.into_iter().map(|(kind, status)| Case { status: Some(status), ..plain(kind) });
    let by_domain = DOMAINS.iter().flat_map(|(domain, _)| {
        POLICY_STATUSES.iter().map(move |status| Case {
            status: Some(*status),
            domain: Some(*domain),
            ..plain(Kind::Policy)
        })
    });
    let times = [
        ("2023-01-01", "2023-06-30"),
        ("2023-07-01", "2023-12-31"),
        ("2024-01-01", "2024-06-30"),
        ("2024-07-01", "2024-12-31"),
    ];
    let by_time = [Kind::Incident, Kind::Policy, Kind::Client].into_iter().flat_map(|kind| {
        times.into_iter().map(move |during| Case { during: Some(during), ..plain(kind) })
    });
    vec![
        (TYPE_STATUS, by_status.collect()),
        (TYPE_DOMAIN, by_domain.collect()),
        (TYPE_TIME, by_time.collect()),
    ]
}

impl Case {
    fn holds(&self, document: &Document) -> bool {
        let created = document.created.to_string();
        document.kind == self.kind
            && self.status.is_none_or(|status| document.status == status)
            && self.domain.is_none_or(|domain| document.domain == domain)
            && self
                .during
                .is_none_or(|(from, to)| from <= created.as_str() && created.as_str() <= to)
    }

    /// As it is typed.
    fn query(&self) -> String {
        let mut query = format!("type:{}", self.kind.name());
        let mut add = |key: &str, value: &str| query.push_str(&format!(" {key}:{value}"));
        if let Some(status) = self.status {
            add("status", status);
        }
        if let Some(domain) = self.domain {
            add("domain", domain);
        }
        if let Some((from, to)) = self.during {
            add("after", from);
            add("before", to);
        }
        query
    }

    /// As it is sent to `list`.
    fn input(&self) -> Value {
        let mut input = json!({ "type": [self.kind.name()], "limit": 200 });
        if let Some(status) = self.status {
            input["status"] = json!([status]);
        }
        if let Some(domain) = self.domain {
            input["domain"] = json!([domain]);
        }
        if let Some((from, to)) = self.during {
            input["after"] = json!(from);
            input["before"] = json!(to);
        }
        input
    }
}

impl Row {
    /// Its line in the table.
    pub(super) fn line(&self) -> String {
        format!("| {} | {} | {} | {:.1} % |\n", self.what, self.form, self.n, self.right * 100.0)
    }

    pub(super) fn title(&self) -> String {
        format!("By {}, asked as `{}`, wrong", self.what, self.form)
    }
}
