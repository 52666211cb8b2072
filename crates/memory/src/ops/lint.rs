//! `lint`: what is wrong in the vault, page by page.

use super::{Effect, Operation};
use crate::counted;
use crate::lint::{self, Finding};
use crate::on_a_line;
use crate::{Call, Error, Memory, limits};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

pub(super) struct Lint;

/// What to look at.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// Only pages below this folder, or this page, by path, title, alias, id or link
    path: Option<String>,
    /// Only findings of these rules
    #[serde(default)]
    rule: Vec<String>,
    /// Only what is in dispute: statements that both claim to hold
    #[serde(default)]
    conflicts: bool,
    /// Most findings to give (default 500)
    limit: Option<usize>,
}

/// What was found.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// The findings, by page and line
    findings: Vec<Finding>,
    /// How many there are of each rule, also beyond the limit
    counts: BTreeMap<&'static str, usize>,
    /// How the links of all pages looked at resolve
    links: lint::LinkCounts,
    /// Pages looked at
    pages: usize,
}

impl Operation for Lint {
    const NAME: &'static str = "lint";
    const SUMMARY: &'static str = "Show what is wrong: links, heads, facts, names, types";
    const EFFECT: Effect = Effect::Read;
    const POSITIONAL: &'static [&'static str] = &["path"];
    type Input = Input;
    type Output = Output;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Output, Error> {
        if let Some(unknown) = input.rule.iter().find(|it| !lint::RULES.contains(&it.as_str())) {
            return Err(Error::bad(
                format!("there is no rule `{unknown}`"),
                format!("the rules are: {}", lint::RULES.join(", ")),
            ));
        }
        if let Some(gone) = memory.gone() {
            return Err(gone);
        }
        let mut report = lint::run(memory, call, input.path.as_deref())?;
        if !input.rule.is_empty() {
            report.findings.retain(|it| input.rule.iter().any(|rule| rule == it.rule));
        }
        if input.conflicts {
            report.findings.retain(|it| lint::CONFLICTS.contains(&it.rule));
        }
        let mut counts = BTreeMap::new();
        for finding in &report.findings {
            *counts.entry(finding.rule).or_insert(0) += 1;
        }
        report.findings.truncate(input.limit.unwrap_or(limits::FINDINGS_MAX));
        Ok(Output { findings: report.findings, counts, links: report.links, pages: report.pages })
    }
}

impl fmt::Display for Output {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for it in &self.findings {
            let (page, message) = (on_a_line(&it.page), on_a_line(&it.message));
            writeln!(out, "{page}:{}: {}: {message}", it.line, it.rule)?;
        }
        let total: usize = self.counts.values().sum();
        let links = &self.links;
        writeln!(
            out,
            "links: {} resolved, {} ambiguous, {} broken, {} external, {} to attachments ({} missing)",
            links.resolved,
            links.ambiguous,
            links.broken,
            links.external,
            links.attachments,
            links.missing_attachments
        )?;
        if let Some(wiki) = &links.wikilinks {
            writeln!(
                out,
                "of these [[…]]: {} resolved ({} by title or alias), {} ambiguous, {} broken, {} to attachments",
                wiki.resolved, wiki.by_title, wiki.ambiguous, wiki.broken, wiki.attachments
            )?;
        }
        let findings = counted(total, "finding");
        write!(out, "{findings} in {}", counted(self.pages, "page"))
    }
}
