//! A maintenance run: what the retention table says of every page, and doing it as one change.
//!
//! The rules are `wiki::upkeep`'s; here are the days on which pages were changed, and the draft.

use crate::draft::Draft;
use crate::{Call, Error, Memory, dispute, facets, limits, problem, shelf};
use jiff::Timestamp;
use jiff::civil::Date;
use std::collections::HashMap;
use wiki::edit::{Edit, FieldValue};
use wiki::fact;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::schema::Schema;
use wiki::upkeep::{Act, Known, Step, steps};

/// What the run is called in the history; its own commits make no page younger.
pub(crate) const OPERATION: &str = "maintain";

/// When pages were last changed.
pub(crate) struct Changes<'a> {
    memory: &'a Memory,
    call: &'a Call,
    /// By file, in seconds since 1970; of a vault without history none.
    recorded: HashMap<String, i64>,
}

impl<'a> Changes<'a> {
    /// Reads the history once.
    pub(crate) fn read(memory: &'a Memory, call: &'a Call) -> Result<Self, Error> {
        let history = memory.history();
        let recorded = match history.is_on() {
            true => history.touched(OPERATION).map_err(|err| problem::from_history(&err))?,
            false => HashMap::new(),
        };
        Ok(Self { memory, call, recorded })
    }

    fn day(&self, second: i64) -> Option<Date> {
        let at = Timestamp::from_second(second).ok()?;
        Some(self.call.now.at.time_zone().to_datetime(at).date())
    }

    /// The day of a file's last recorded change; of one without, that of the file.
    fn recorded(&self, file: &str) -> Option<Date> {
        match self.recorded.get(file) {
            Some(second) => self.day(*second),
            None => self.written(file),
        }
    }

    /// The day on which the file was written.
    fn written(&self, file: &str) -> Option<Date> {
        let stamp = self.memory.vault.stamp(file)?;
        self.day(i64::try_from(stamp.stat.mtime_ns.div_euclid(1_000_000_000)).ok()?)
    }
}

/// What a run does and says, page by page.
pub(crate) struct Plan {
    pub(crate) pages: Vec<(PagePath, Vec<Step>)>,
    /// Pages looked at.
    pub(crate) looked_at: usize,
}

/// Looks at every page that is neither archived nor one that says how the vault works.
pub(crate) fn plan(memory: &Memory, call: &Call) -> Result<Plan, Error> {
    let changes = Changes::read(memory, call)?;
    let (schema, today) = (memory.schema(), call.now.today());
    let names = memory.ask(|index| index.all_names())?;
    let mut plan = Plan { pages: Vec::new(), looked_at: 0 };
    for name in &names {
        if facets::in_archive(name.path.as_str()) {
            continue;
        }
        let Ok(Some(bytes)) = memory.read_bytes(&name.path) else { continue };
        let page = Page::parse(name.path.clone(), problem::text_of(bytes));
        if facets::is_apart(&page, &schema) || facets::is_template(&schema, &page.path) {
            continue;
        }
        plan.looked_at += 1;
        let known = Known { changed: changes.recorded(&page.path.file()) };
        let found = steps(&page, &schema, known, today);
        if !found.is_empty() {
            plan.pages.push((name.path.clone(), found));
        }
    }
    of_hands(&changes, &schema, &mut plan, today)?;
    Ok(plan)
}

/// Looks again at pages that somebody changed since the last commit: they are as young as their files.
fn of_hands(
    changes: &Changes<'_>,
    schema: &Schema,
    plan: &mut Plan,
    today: Date,
) -> Result<(), Error> {
    let memory = changes.memory;
    if !memory.history().is_on() || plan.pages.is_empty() {
        return Ok(());
    }
    let files: Vec<String> = plan.pages.iter().map(|(path, _)| path.file()).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let unrecorded =
        memory.history().unrecorded(&files).map_err(|err| problem::from_history(&err))?;
    for (path, found) in &mut plan.pages {
        let file = path.file();
        if !unrecorded.contains(&file) {
            continue;
        }
        let Ok(Some(bytes)) = memory.read_bytes(path) else { continue };
        let page = Page::parse(path.clone(), problem::text_of(bytes));
        *found = steps(&page, schema, Known { changed: changes.written(&file) }, today);
    }
    plan.pages.retain(|(_, found)| !found.is_empty());
    Ok(())
}

/// Whether a step changes a page.
pub(crate) fn acts(step: &Step) -> bool {
    step.act != Act::Report
}

/// Does the steps of a plan that change something, as far as one change may go; what a page does not allow is
/// told. Gives the pages that were changed.
pub(crate) fn carry_out(draft: &mut Draft<'_>, plan: &Plan) -> Result<Vec<PagePath>, Error> {
    draft.is_by_rule = true;
    let mut done = Vec::new();
    for (path, found) in &plan.pages {
        if !found.iter().any(acts) {
            continue;
        }
        // The log, the map and the record of moves change as well.
        if done.len() + MADE_BESIDE >= limits::CHANGES_MAX {
            draft.warnings.push("there is more to do: run it again".to_owned());
            break;
        }
        match one(draft, path, found) {
            Ok(()) => done.push(path.clone()),
            Err(err) => draft.warnings.push(format!("{path} was left as it is: {err}")),
        }
    }
    Ok(done)
}

/// Pages that change along with the others, at most.
const MADE_BESIDE: usize = 20;

fn one(draft: &mut Draft<'_>, path: &PagePath, found: &[Step]) -> Result<(), Error> {
    let today = draft.call.now.today();
    let page = draft.existing(path)?;
    let facts: Vec<&fact::Fact> = found
        .iter()
        .filter_map(|step| match &step.act {
            Act::Retire(fact) => Some(&**fact),
            _ => None,
        })
        .collect();
    if !facts.is_empty() && page.unmerged().is_some() {
        draft
            .warnings
            .push(format!("{path}: git left a merge conflict in it, so that no fact was retired"));
    } else if !facts.is_empty() {
        draft.edit(path, &fact::retire_these(&page, &facts, today))?;
        dispute::settle(draft, &page)?;
    }
    let head: Vec<Edit> = found.iter().flat_map(|step| head_edits(draft, &page, step)).collect();
    if !head.is_empty() {
        draft.edit(path, &head)?;
    }
    if found.iter().any(|step| step.act == Act::Archive) {
        shelf::archive(draft, path)?;
    }
    Ok(())
}

/// What a step changes in the head of a page. A lowered page gets a review period of its new priority before
/// anything else happens to it.
fn head_edits(draft: &Draft<'_>, page: &Page, step: &Step) -> Vec<Edit> {
    let key = |canonical: &str| page.head.key_as_written(canonical).unwrap_or(canonical).to_owned();
    let set = |canonical: &str, value: String| Edit::SetField {
        key: key(canonical),
        value: FieldValue::Text(value),
    };
    match &step.act {
        Act::Lower { to, .. } => {
            let days = draft.schema.retention.row(*to).and_then(|row| row.review_days);
            let next = days.and_then(|days| {
                let today = draft.call.now.today();
                today.checked_add(jiff::ToSpan::days(i64::from(days))).ok()
            });
            let review = next.map(|day| set("review_after", day.to_string()));
            std::iter::once(set("priority", to.to_string())).chain(review).collect()
        }
        Act::MarkStale => vec![set("status", "stale".to_owned())],
        Act::Archive | Act::Retire(_) | Act::Report => Vec::new(),
    }
}
