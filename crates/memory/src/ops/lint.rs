//! `lint`: what is wrong in the vault, page by page.

use super::{Effect, Operation};
use crate::counted;
use crate::lint::{self, Finding, Severity};
use crate::on_a_line;
use crate::{Call, Error, Memory, limits};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

mod sarif;

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
    /// Only findings that matter so much at least: `info`, `warning` or `error` (default `warning`; with `rule` `info`)
    severity: Option<String>,
    /// End with exit code 1 if a finding matters so much at least: `info`, `warning` or `error`
    fail_on: Option<String>,
    /// Give the findings as SARIF 2.1.0, as code hosts read it
    #[serde(default)]
    sarif: bool,
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
    /// Findings that matter less than was asked for
    #[serde(skip_serializing_if = "is_none")]
    below: usize,
    /// Whether one matters as much as `fail_on` says
    failed: bool,
    /// The findings as SARIF, where that was asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    sarif: Option<serde_json::Value>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands on a reference")]
fn is_none(count: &usize) -> bool {
    *count == 0
}

/// The severity that is named.
fn severity(word: Option<&str>, default: Severity) -> Result<Severity, Error> {
    let Some(word) = word else { return Ok(default) };
    Severity::named(word).ok_or_else(|| {
        Error::bad(format!("there is no severity `{word}`"), "use info, warning or error")
    })
}

impl Operation for Lint {
    const NAME: &'static str = "lint";
    const SUMMARY: &'static str = "Show what is wrong: links, heads, facts, names, types";
    const EFFECT: Effect = Effect::Read;
    const POSITIONAL: &'static [&'static str] = &["path"];
    type Input = Input;
    type Output = Output;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Output, Error> {
        let known = |rule: &str| lint::RULES.iter().any(|it| it.0 == rule);
        if let Some(unknown) = input.rule.iter().find(|it| !known(it)) {
            return Err(Error::bad(
                format!("there is no rule `{unknown}`"),
                format!(
                    "the rules are: {}",
                    lint::RULES.iter().map(|it| it.0).collect::<Vec<_>>().join(", ")
                ),
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
        let default = if input.rule.is_empty() { Severity::Warning } else { Severity::Info };
        let least = severity(input.severity.as_deref(), default)?;
        let limit = input.fail_on.as_deref();
        let limit = limit.map(|it| severity(Some(it), Severity::Error)).transpose()?;
        let failed =
            limit.is_some_and(|limit| report.findings.iter().any(|it| it.severity >= limit));
        let all = report.findings.len();
        report.findings.retain(|it| it.severity >= least);
        let below = all - report.findings.len();
        let mut counts = BTreeMap::new();
        for finding in &report.findings {
            *counts.entry(finding.rule).or_insert(0) += 1;
        }
        report.findings.truncate(input.limit.unwrap_or(limits::FINDINGS_MAX));
        let sarif = input.sarif.then(|| sarif::of(&report.findings));
        Ok(Output {
            findings: report.findings,
            counts,
            links: report.links,
            pages: report.pages,
            below,
            failed,
            sarif,
        })
    }

    fn failed(output: &Output) -> bool {
        output.failed
    }
}

impl fmt::Display for Output {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(sarif) = &self.sarif {
            return write!(out, "{sarif:#}");
        }
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
        write!(out, "{findings} in {}", counted(self.pages, "page"))?;
        match self.below {
            0 => Ok(()),
            more => write!(out, "; {more} of less weight: `--severity info` shows them"),
        }
    }
}
