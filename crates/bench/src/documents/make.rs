//! Three hundred documents of a company that does not exist: incidents, policies with numbered clauses,
//! clients. The same seed makes the same bytes.

use jiff::civil::{Date, date};

use super::words::{
    CAUSES, CHAPTERS, CLIENT_STATUSES, DOMAINS, DUTIES, FAULTS, FIRST, INCIDENT_STATUSES, OBLIGED,
    PEOPLE, POLICY_STATUSES, SECOND, SYSTEMS, TOPICS,
};
use crate::scale::Random;

/// Documents of each kind.
pub(super) const EACH: usize = 100;

/// What a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Incident,
    Policy,
    Client,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Incident => "incident",
            Self::Policy => "policy",
            Self::Client => "client",
        }
    }
}

/// One document.
#[derive(Debug, Clone)]
pub(super) struct Document {
    pub(super) kind: Kind,
    /// Page path, without ending.
    pub(super) page: String,
    pub(super) id: String,
    pub(super) title: String,
    pub(super) status: &'static str,
    pub(super) domain: &'static str,
    /// The day it was made.
    pub(super) created: Date,
    /// Numbers of its clauses with what they say.
    pub(super) clauses: Vec<(String, String)>,
    pub(super) text: String,
}

/// All of them.
pub(super) fn all(seed: u64) -> Vec<Document> {
    let policies: Vec<Document> = (0..EACH).map(|nth| policy(seed, nth)).collect();
    let clients: Vec<Document> = (0..EACH).map(|nth| client(seed, nth)).collect();
    let mut documents: Vec<Document> =
        (0..EACH).map(|nth| incident(seed, nth, &policies, &clients)).collect();
    documents.extend(policies);
    documents.extend(clients);
    documents
}

fn day(random: &mut Random) -> Date {
    let month = i8::try_from(random.between(1, 12)).expect("because it is at most 12");
    let day = i8::try_from(random.between(1, 28)).expect("because it is at most 28");
    let year = if random.percent(50) { 2024 } else { 2023 };
    date(year, month, day)
}

/// Numbers that are no sequence, each of them once.
fn number(nth: usize) -> usize {
    (nth * 89 + 17) % 1_000
}

/// Lower-case words joined by `-`.
fn slug(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join("-")
}

fn policy(seed: u64, nth: usize) -> Document {
    let mut random = Random::of(seed, 1, nth);
    let (domain, short) = DOMAINS[nth % DOMAINS.len()];
    let id = format!("POL-{short}-{:03}", number(nth));
    // Topics repeat across domains, as they do: only domain and number tell such policies apart.
    let title = format!("{} policy, {domain}", TOPICS[nth / 5 % TOPICS.len()]);
    let title =
        if nth.is_multiple_of(5) { title } else { format!("{title}, part {}", nth % 5 + 1) };
    let status = POLICY_STATUSES[random.below(POLICY_STATUSES.len())];
    let version = format!("{}.{}", random.between(1, 4), random.below(10));
    let created = day(&mut random);
    let mut body = String::new();
    let mut clauses = Vec::new();
    for (chapter, name) in CHAPTERS.iter().enumerate() {
        body.push_str(&format!("\n## {} {name}\n", chapter + 1));
        for section in 1..=random.between(2, 3) {
            let heading = random.pick(&TOPICS).to_lowercase();
            body.push_str(&format!("\n### {}.{section} On {heading}\n\n", chapter + 1));
            for clause in 1..=random.between(3, 6) {
                let number = format!("{}.{section}.{clause}", chapter + 1);
                let (who, what) = (random.pick(&OBLIGED), random.pick(&DUTIES));
                let days = random.between(2, 90);
                let says = format!("{who} {what}, and no later than day {days}.");
                body.push_str(&format!("{number} {says}\n\n"));
                clauses.push((number, says));
            }
        }
    }
    let head = head(&[
        ("id", &id),
        ("title", &title),
        ("type", "policy"),
        ("status", status),
        ("priority", "high"),
        ("version", &format!("\"{version}\"")),
        ("domain", domain),
        ("effective_date", &created.to_string()),
        ("created_at", &created.to_string()),
    ]);
    let page = format!("policies/{domain}_policy_{}_{version}", id.to_lowercase());
    let text = format!("{head}\n# {title}\n{body}");
    Document { kind: Kind::Policy, page, id, title, status, domain, created, clauses, text }
}

fn client(seed: u64, nth: usize) -> Document {
    let mut random = Random::of(seed, 2, nth);
    let (domain, _) = DOMAINS[random.below(DOMAINS.len())];
    let id = format!("CLI-{:04}", 1_000 + number(nth));
    let title = format!(
        "{} {}",
        FIRST[nth % FIRST.len()],
        SECOND[(nth / FIRST.len() + nth) % SECOND.len()]
    );
    let status = CLIENT_STATUSES[random.below(CLIENT_STATUSES.len())];
    let created = day(&mut random);
    let head = head(&[
        ("id", &id),
        ("title", &title),
        ("type", "client"),
        ("status", status),
        ("priority", "medium"),
        ("domain", domain),
        ("created_at", &created.to_string()),
    ]);
    let text = format!(
        "{head}\n# {title}\n\n## Facts\n\n- account manager: {}\n- contract: C-{}\n- seats: {}\n\
         - renewal: {}\n\n## Agreements\n\nAnswers within {} hours. Invoices go to {}.\n",
        random.pick(&PEOPLE),
        random.between(10_000, 99_999),
        random.between(3, 900),
        day(&mut random),
        random.between(2, 72),
        random.pick(&PEOPLE),
    );
    let page = format!("clients/{}", slug(&title));
    let clauses = Vec::new();
    Document { kind: Kind::Client, page, id, title, status, domain, created, clauses, text }
}

fn incident(seed: u64, nth: usize, policies: &[Document], clients: &[Document]) -> Document {
    let mut random = Random::of(seed, 3, nth);
    let (domain, _) = DOMAINS[random.below(DOMAINS.len())];
    let created = day(&mut random);
    let id = format!("INC-{}-{:04}", created.year(), number(nth) + 100);
    let (system, fault) = (random.pick(&SYSTEMS), random.pick(&FAULTS));
    let title = format!("{}{}: {fault}", system[..1].to_uppercase(), &system[1..]);
    let status = INCIDENT_STATUSES[random.below(INCIDENT_STATUSES.len())];
    let head = head(&[
        ("id", &id),
        ("title", &format!("\"{title}\"")),
        ("type", "incident"),
        ("status", status),
        ("priority", "high"),
        ("domain", domain),
        ("created_at", &created.to_string()),
    ]);
    let (policy, client) = (random.pick(policies), random.pick(clients));
    let (clause, _) = random.pick(&policy.clauses);
    let before = format!("INC-{}-{:04}", created.year(), number(random.below(EACH)) + 100);
    let text = format!(
        "{head}\n# {title}\n\n## What happened\n\nThe {system} had a {fault} for {} minutes. {} of \
         {} ({}) called first.\n\n## Cause\n\nIt was {}.\n\n## What was done\n\n{} put it right. See \
         clause {clause} of {}. It was not the first time: compare {before}.\n",
        random.between(4, 600),
        random.pick(&PEOPLE),
        client.title,
        client.id,
        random.pick(&CAUSES),
        random.pick(&PEOPLE),
        policy.id,
    );
    let page = format!("incidents/{created}-{}-{}", slug(system), id.to_lowercase());
    let clauses = Vec::new();
    Document { kind: Kind::Incident, page, id, title, status, domain, created, clauses, text }
}

fn head(fields: &[(&str, &str)]) -> String {
    let mut head = "---\n".to_owned();
    for (key, value) in fields {
        head.push_str(&format!("{key}: {value}\n"));
    }
    head.push_str("---\n");
    head
}
