//! `maintain`: do to every page what the retention table of the schema says.

use super::{Effect, Operation};
use crate::{Call, Error, Memory, counted, limits, on_a_line, upkeep};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use wiki::upkeep::{Act, Step};

pub(super) struct Maintain;

/// How.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// Only show what would be done, each step with its rule
    #[serde(default)]
    dry_run: bool,
    /// Most steps to give (default 500)
    limit: Option<usize>,
}

/// One step of a run.
#[derive(Serialize, JsonSchema)]
struct Done {
    /// The page's path in the vault, without `.md`, before the run
    page: String,
    /// The line that it is about, from 1
    line: usize,
    /// The rule
    rule: &'static str,
    /// What is done: `archive`, `retire`, `lower`, `mark stale` or `report`
    act: &'static str,
    /// Why
    reason: String,
}

/// What a run did.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// The steps, by page
    steps: Vec<Done>,
    /// How many steps change something, also beyond the limit
    acting: usize,
    /// How many only say something to a person, also beyond the limit
    reported: usize,
    /// Pages looked at
    pages: usize,
    /// Whether nothing was changed because that was asked for
    dry_run: bool,
    /// Every page that changed
    changed: Vec<String>,
    /// The git commit, where the vault keeps history
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<String>,
    /// What else to know
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

impl Operation for Maintain {
    const NAME: &'static str = upkeep::OPERATION;
    const SUMMARY: &'static str = "Lower, archive or retire what the retention table says";
    const EFFECT: Effect = Effect::Destroy;
    type Input = Input;
    type Output = Output;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Output, Error> {
        if let Some(gone) = memory.gone() {
            return Err(gone);
        }
        let limit = input.limit.unwrap_or(limits::FINDINGS_MAX);
        if input.dry_run {
            return Ok(Output { dry_run: true, ..output(&upkeep::plan(memory, call)?, limit) });
        }
        let applied = memory.apply(call, Self::NAME, |draft| {
            let plan = upkeep::plan(memory, call)?;
            let done = upkeep::carry_out(draft, &plan)?;
            Ok((plan, counted(done.len(), "page")))
        })?;
        let mut output = output(&applied.value, limit);
        output.changed = applied.pages.iter().map(|(path, _)| path.to_string()).collect();
        output.commit = applied.commit;
        output.warnings = applied.warnings;
        Ok(output)
    }
}

fn output(plan: &upkeep::Plan, limit: usize) -> Output {
    let all = || plan.pages.iter().flat_map(|(path, found)| found.iter().map(move |it| (path, it)));
    let acting = all().filter(|(_, step)| upkeep::acts(step)).count();
    let steps = all().take(limit).map(|(path, step)| Done {
        page: path.to_string(),
        line: step.line,
        rule: step.rule,
        act: word(step),
        reason: match &step.act {
            Act::Lower { to, .. } => format!("{}; lowered to {to}", step.why),
            _ => step.why.clone(),
        },
    });
    Output {
        steps: steps.collect(),
        acting,
        reported: all().count() - acting,
        pages: plan.looked_at,
        dry_run: false,
        changed: Vec::new(),
        commit: None,
        warnings: Vec::new(),
    }
}

fn word(step: &Step) -> &'static str {
    match step.act {
        Act::Archive => "archive",
        Act::Retire(_) => "retire",
        Act::Lower { .. } => "lower",
        Act::MarkStale => "mark stale",
        Act::Report => "report",
    }
}

impl fmt::Display for Output {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for it in &self.steps {
            let (page, reason) = (on_a_line(&it.page), on_a_line(&it.reason));
            writeln!(out, "{page}:{}: {} ({}): {reason}", it.line, it.act, it.rule)?;
        }
        let (acting, looked) = (counted(self.acting, "step"), counted(self.pages, "page"));
        match self.dry_run {
            true => write!(
                out,
                "{acting} would be done, {} reported, in {looked}; nothing was changed",
                self.reported
            )?,
            false => write!(out, "{acting} done, {} reported, in {looked}", self.reported)?,
        }
        for warning in &self.warnings {
            write!(out, "\nwarning: {}", on_a_line(warning))?;
        }
        Ok(())
    }
}
