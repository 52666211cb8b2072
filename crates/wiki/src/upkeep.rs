//! What a maintenance run does to a page: the retention table of the schema held against its dates.
//!
//! Every step carries the rule that it follows and the reason for a person. Nothing is changed here, and no
//! clock is read: today is an argument. A page without a priority of its own or of its type is only
//! reported, never touched.

use jiff::ToSpan;
use jiff::civil::Date;

use crate::fact::{self, Fact};
use crate::page::Page;
use crate::schema::{OnExpiry, Priority, RetentionRow, Schema, Status, Then};
use crate::time::read_date;

/// One thing that a run does to a page, or says of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The rule, in the order in which a page is looked at: `expired`, `expired-fact`, `unused`, `review-due` or `stale`.
    pub rule: &'static str,
    /// What is done.
    pub act: Act,
    /// Why, for a person.
    pub why: String,
    /// The line that it is about, from 1.
    pub line: usize,
}

/// What is done.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// The page goes to the archive. No other step follows.
    Archive,
    /// The fact goes to the page's history.
    Retire(Box<Fact>),
    /// The page's priority is lowered.
    Lower {
        /// What it has now.
        from: Priority,
        /// What it gets.
        to: Priority,
    },
    /// The page's status becomes `stale`.
    MarkStale,
    /// Nothing; a person decides.
    Report,
}

impl Step {
    fn new(rule: &'static str, act: Act, why: String) -> Self {
        Self { rule, act, why, line: 1 }
    }
}

/// What is known of a page beside its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The day of its last change in the recorded history; a page's own `updated_at` beats it.
    pub changed: Option<Date>,
}

/// What a run does to a page today, in order.
///
/// An `expires:` day is the last that counts. "Update" is the head's `updated_at` or else the recorded change;
/// a page with neither has no age, and is not touched for it. A pinned page is never lowered or archived.
#[must_use]
pub fn steps(page: &Page, schema: &Schema, known: Known, today: Date) -> Vec<Step> {
    let status = page.head.text("status").map(|it| Status::from(it.as_str()));
    if matches!(status, Some(Status::Archived | Status::Superseded)) {
        return Vec::new();
    }
    let priority = priority(page, schema);
    let row = priority.and_then(|it| schema.retention.row(it));
    let is_pinned = page.head.text("pinned").is_some_and(|it| it.eq_ignore_ascii_case("true"));
    let mut steps = Vec::new();
    if let Some(step) = expiry(page, row, is_pinned, today) {
        let is_gone = step.act == Act::Archive;
        steps.push(step);
        if is_gone {
            return steps;
        }
    }
    steps.extend(expired_facts(page, schema, priority, today));
    if let Some(row) = row.filter(|_| !is_pinned)
        && let Some(step) = unused(page, row, known, today)
    {
        let is_gone = step.act == Act::Archive;
        steps.push(step);
        if is_gone {
            return steps;
        }
    }
    steps.extend(review(page, today));
    steps.extend(stale(page, schema, status.as_ref(), today));
    steps
}

/// The priority of a page: its own, else that of its type.
#[must_use]
fn priority(page: &Page, schema: &Schema) -> Option<Priority> {
    let own = page.head.text("priority").and_then(|it| it.parse().ok());
    own.or_else(|| schema.type_of(page).and_then(|it| it.priority))
}

fn day(page: &Page, key: &str) -> Option<Date> {
    page.head.text(key).as_deref().and_then(read_date)
}

/// A page whose last day is over.
fn expiry(page: &Page, row: Option<&RetentionRow>, is_pinned: bool, today: Date) -> Option<Step> {
    let last = day(page, "expires").filter(|it| *it < today)?;
    let why = format!("its last day was {last}");
    let act = match row.map(|row| row.expires) {
        Some(OnExpiry::Archive) if !is_pinned => Act::Archive,
        Some(OnExpiry::Ignore) => return None,
        _ => Act::Report,
    };
    Some(Step::new("expired", act, why))
}

/// Facts whose last day is over, by their own priority or the page's.
fn expired_facts(
    page: &Page,
    schema: &Schema,
    priority: Option<Priority>,
    today: Date,
) -> Vec<Step> {
    let facts = fact::facts(page, schema);
    let over = facts.into_iter().filter(|it| !it.retired);
    let over = over.filter_map(|it| Some((it.marks.expires.filter(|day| *day < today)?, it)));
    over.filter_map(|(last, fact)| {
        let row = fact.marks.priority.or(priority).and_then(|it| schema.retention.row(it));
        let why = format!("its last day was {last}: {}", short(&fact.said()));
        let line = page.line_of(fact.span.start);
        let act = match row.map(|row| row.expires) {
            Some(OnExpiry::Archive) => Act::Retire(Box::new(fact)),
            Some(OnExpiry::Ignore) => return None,
            _ => Act::Report,
        };
        Some(Step { line, ..Step::new("expired-fact", act, why) })
    })
    .collect()
}

/// A page that nobody changed for as long as its row allows.
fn unused(page: &Page, row: &RetentionRow, known: Known, today: Date) -> Option<Step> {
    let allowed = match row.then {
        Then::Report => row.review_days.map(|days| days.saturating_mul(2)),
        _ => row.days_until_action(),
    }?;
    let changed = day(page, "updated_at").or(known.changed)?;
    // A page that was verified is as good as changed, and a review that is set gives it its period anew.
    let period = i64::from(row.review_days.unwrap_or_default()).days();
    let reviewed = day(page, "review_after").and_then(|it| it.checked_sub(period).ok());
    let since = [day(page, "last_verified"), reviewed, Some(changed)];
    let since = since.into_iter().flatten().max()?;
    let end = since.checked_add(i64::from(allowed).days()).ok()?;
    if end > today {
        return None;
    }
    let act = match row.then {
        Then::Keep => return None,
        Then::Report => Act::Report,
        Then::Lower { to, .. } if to <= row.priority => return None,
        Then::Lower { to, .. } => Act::Lower { from: row.priority, to },
        Then::Archive { .. } => Act::Archive,
    };
    let why = format!("{} and not updated since {since} ({allowed} days allowed)", row.priority);
    Some(Step::new("unused", act, why))
}

/// A review that is due.
fn review(page: &Page, today: Date) -> Option<Step> {
    let due = day(page, "review_after").filter(|it| *it < today)?;
    Some(Step::new("review-due", Act::Report, format!("review was due on {due}")))
}

/// A page of facts that nobody verified for long.
fn stale(page: &Page, schema: &Schema, status: Option<&Status>, today: Date) -> Option<Step> {
    let allowed = schema.retention.stale_after_days?;
    let is_knowledge = schema.type_of(page).is_some_and(|it| it.facts && !it.is_dated());
    let may = matches!(status, None | Some(Status::Active));
    let verified = day(page, "last_verified").filter(|_| is_knowledge && may)?;
    let end = verified.checked_add(i64::from(allowed).days()).ok()?;
    let why = format!("last verified on {verified} ({allowed} days allowed)");
    (end < today).then(|| Step::new("stale", Act::MarkStale, why))
}

/// Characters of a fact that a reason shows.
const SHOWN: usize = 60;

fn short(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Act, Known, Step, steps};
    use crate::page::Page;
    use crate::path::PagePath;
    use crate::schema::{Layout, Priority, Schema};
    use jiff::civil::{Date, date};

    fn schema(layout: Layout) -> Schema {
        let files = layout.files();
        Schema::parse(&files.iter().find(|(file, _)| *file == "SCHEMA.md").unwrap().1)
    }

    fn page(head: &str, body: &str) -> Page {
        let path = PagePath::parse_existing("topics/atlas").unwrap();
        Page::parse(path, format!("---\ntype: topic\n{head}---\n{body}"))
    }

    fn on(layout: Layout, head: &str, changed: Date, today: Date) -> Vec<Step> {
        steps(&page(head, ""), &schema(layout), Known { changed: Some(changed) }, today)
    }

    fn told(steps: &[Step]) -> Vec<String> {
        let act = |it: &Step| match &it.act {
            Act::Archive => "archive".to_owned(),
            Act::Retire(fact) => format!("retire {}", fact.value),
            Act::Lower { from, to } => format!("{from} to {to}"),
            Act::MarkStale => "stale".to_owned(),
            Act::Report => "report".to_owned(),
        };
        steps.iter().map(|it| format!("{}: {}", it.rule, act(it))).collect()
    }

    #[test]
    fn each_row_acts_on_its_day_and_not_the_day_before() {
        let from = date(2026, 1, 1);
        for (layout, priority, days, act) in [
            (Layout::Agent, "medium", 60, "unused: medium to low"),
            (Layout::Agent, "low", 180, "unused: archive"),
            (Layout::Agent, "ephemeral", 7, "unused: archive"),
            (Layout::Wiki, "low", 28, "unused: archive"),
            (Layout::Personal, "medium", 60, "unused: report"),
            (Layout::Personal, "ephemeral", 7, "unused: archive"),
        ] {
            let head = format!("priority: {priority}\n");
            let at = |days: i64| {
                let today = from.checked_add(jiff::ToSpan::days(days)).unwrap();
                told(&on(layout, &head, from, today))
            };
            assert_eq!(at(days - 1), [""; 0], "{layout} {priority}");
            assert_eq!(at(days), [act], "{layout} {priority}");
        }
        for layout in Layout::ALL {
            for priority in ["critical", "high"] {
                let head = format!("priority: {priority}\n");
                let steps = on(layout, &head, from, date(2036, 1, 1));
                assert_eq!(told(&steps), [""; 0], "{layout} {priority}");
            }
        }
    }

    #[test]
    fn what_a_person_said_of_a_page_beats_its_age() {
        let (from, late) = (date(2026, 1, 1), date(2026, 12, 1));
        for head in [
            "priority: low\npinned: true\n",
            "priority: low\nupdated_at: 2026-11-30\n",
            "priority: low\nlast_verified: 2026-11-29\n",
            "priority: low\nreview_after: 2026-12-10\n",
            "priority: low\nstatus: archived\n",
            "priority: low\nstatus: superseded\n",
        ] {
            assert_eq!(told(&on(Layout::Agent, head, from, late)), [""; 0], "{head}");
        }
        let none = Known::default();
        let alone = page("priority: low\n", "");
        assert_eq!(steps(&alone, &schema(Layout::Agent), none, late), []);
        // A page without a priority is spoken of, and never touched.
        let path = PagePath::parse_existing("elsewhere/note").unwrap();
        let plain = Page::parse(path, "---\nexpires: 2026-02-01\n---\nx\n");
        let known = Known { changed: Some(from) };
        let said = steps(&plain, &schema(Layout::Agent), known, late);
        assert_eq!(told(&said), ["expired: report"]);
    }

    #[test]
    fn a_last_day_counts_itself_and_matters_more_than_it_says_stays() {
        let day = date(2026, 2, 28);
        let at = |priority: &str, today: Date| {
            let head = format!("priority: {priority}\nexpires: {day}\n");
            told(&on(Layout::Agent, &head, day, today))
        };
        assert_eq!(at("medium", day), [""; 0]);
        assert_eq!(at("medium", date(2026, 3, 1)), ["expired: archive"]);
        assert_eq!(at("high", date(2026, 3, 1)), ["expired: report"]);
        let body = "\n- Wifi: blue  expires:2026-02-28\n- [🔴HIGH] Door: 12  expires:2026-02-28\n- Bell: 3\n";
        let known = Known { changed: Some(day) };
        let found = steps(&page("", body), &schema(Layout::Agent), known, date(2026, 3, 1));
        assert_eq!(told(&found), ["expired-fact: retire blue", "expired-fact: report"]);
        assert_eq!(found[0].line, 5);
        assert!(found[0].why.contains("Wifi: blue"), "{}", found[0].why);
    }

    #[test]
    fn knowledge_that_was_not_verified_for_long_is_stale() {
        let today = date(2026, 6, 1);
        let at = |head: &str| told(&on(Layout::Agent, head, today, today));
        assert_eq!(at("last_verified: 2026-05-02\n"), [""; 0]);
        assert_eq!(at("last_verified: 2026-05-01\n"), ["stale: stale"]);
        assert_eq!(at("last_verified: 2026-05-01\nstatus: draft\n"), [""; 0]);
        assert_eq!(at("review_after: 2026-05-31\n"), ["review-due: report"]);
        assert_eq!(super::priority(&page("", ""), &schema(Layout::Agent)), Some(Priority::Medium));
    }
}
