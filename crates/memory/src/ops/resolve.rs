//! `resolve`: of statements that both claim to hold, say which one does.

use super::{Effect, Operation};
use crate::receipt::{Outcome, Receipt};
use crate::remember::described;
use crate::{Call, Error, Kind, Memory, daily, dispute};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use wiki::canon::fold;
use wiki::decision::{Resolved, Verdict};
use wiki::fact::{self, Fact};
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::redact;

pub(super) struct Resolve;

/// Which statement holds.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page's path, title, alias or id
    page: String,
    /// The statement that holds, by its words, as `key: value` or by its value; none = show what is in dispute
    keep: Option<String>,
    /// Both hold: the pair is no conflict, and is not named again
    #[serde(default)]
    both: bool,
    /// Why; kept with the decision
    why: Option<String>,
}

/// What was decided, or is to be.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// What became of the page, where something was decided
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<Receipt>,
    /// The statement that holds
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<String>,
    /// Statements that do not, now under the page's history
    #[serde(skip_serializing_if = "Vec::is_empty")]
    retired: Vec<String>,
    /// Pairs of the page that both claim to hold, and of which nothing was decided
    open: Vec<[String; 2]>,
}

impl fmt::Display for Output {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(receipt), Some(kept)) = (&self.receipt, &self.kept) {
            writeln!(out, "{receipt}\n  {kept}")?;
        }
        for old in &self.retired {
            writeln!(out, "retired: {old}")?;
        }
        for [first, second] in &self.open {
            writeln!(out, "in dispute: {first} · {second}")?;
        }
        match self.open.len() {
            0 => write!(out, "nothing is in dispute"),
            _ => write!(
                out,
                "`memopage resolve PAGE \"what holds\"` decides; `--both` says that both do"
            ),
        }
    }
}

impl Operation for Resolve {
    const NAME: &'static str = "resolve";
    const SUMMARY: &'static str = "Say which of two statements in dispute holds";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["page", "keep"];
    type Input = Input;
    type Output = Output;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Output, Error> {
        let named = daily::or_typed(memory, call, &input.page)?;
        let path = memory.resolve_exact_to_change(&named)?;
        let Some(keep) = input.keep.as_deref().map(str::trim) else {
            if input.both || input.why.is_some() {
                return Err(Error::bad(
                    "it is not said which statement is meant",
                    "name one of the two: `memopage resolve PAGE \"key: value\"`",
                ));
            }
            let open = open(memory, call, &path)?;
            return Ok(Output { receipt: None, kept: None, retired: Vec::new(), open });
        };
        let why = input.why.as_deref().map(|it| redact(it.trim()).0);
        let applied = memory.apply(call, Self::NAME, |draft| {
            let page = draft.existing(&path)?;
            let today = call.now.today();
            let (kept, others) = meant(&page, &fact::rivals(&page, &draft.schema, today), keep)?;
            for other in &others {
                let pair = (kept.said(), other.said());
                let told = (why.as_deref(), today);
                draft.decisions()?.resolve(&path, (&pair.0, &pair.1), input.both, told);
            }
            if !input.both {
                let gone: Vec<&Fact> = others.iter().collect();
                draft.edit(&path, &fact::retire_these(&page, &gone, today))?;
            }
            dispute::settle(draft, &page)?;
            let retired = if input.both { Vec::new() } else { others };
            let retired: Vec<String> = retired.iter().map(described).collect();
            Ok(((described(&kept), retired), format!("{path}: {}", redact(keep).0)))
        })?;
        let outcome = if input.both { Outcome::Updated } else { Outcome::Retired };
        let receipt = Receipt::of(outcome, path.as_str(), &applied);
        let (kept, retired) = applied.value;
        let open = open(memory, call, &path)?;
        Ok(Output { receipt: Some(receipt), kept: Some(kept), retired, open })
    }
}

/// The pairs of a page of which nothing was decided.
fn open(memory: &Memory, call: &Call, path: &PagePath) -> Result<Vec<[String; 2]>, Error> {
    let Some(page) = memory.page_at(path) else {
        return Err(Error::new(Kind::Unavailable, format!("{path} cannot be read"))
            .hint("`memopage doctor` looks into it"));
    };
    let resolved = Resolved::read(&memory.decided()?.unwrap_or_default());
    let mut pairs = fact::rivals(&page, &memory.schema(), call.now.today());
    pairs.retain(|(first, second)| {
        resolved.of(&page.path, &first.said(), &second.said()) != Some(Verdict::Both)
    });
    Ok(pairs.iter().map(|(first, second)| [described(first), described(second)]).collect())
}

/// The statement that is meant, and those that it is in dispute with.
fn meant(page: &Page, pairs: &[(Fact, Fact)], typed: &str) -> Result<(Fact, Vec<Fact>), Error> {
    let typed_words = fold(typed.trim_start_matches("- "));
    let says = |fact: &Fact| {
        let value = fold(&fact.value);
        fold(&fact.said()) == typed_words || value == typed_words
    };
    let mut kept: Vec<&Fact> = Vec::new();
    for fact in pairs.iter().flat_map(|(first, second)| [first, second]) {
        if says(fact) && !kept.iter().any(|it| it.item == fact.item) {
            kept.push(fact);
        }
    }
    let told: Vec<String> =
        pairs.iter().flat_map(|(first, second)| [described(first), described(second)]).collect();
    match kept.as_slice() {
        [one] => {
            let other = |(first, second): &(Fact, Fact)| match one.item {
                item if item == first.item => Some(second.clone()),
                item if item == second.item => Some(first.clone()),
                _ => None,
            };
            let mut others: Vec<Fact> = pairs.iter().filter_map(other).collect();
            others.sort_by_key(|it| it.item);
            others.dedup_by_key(|it| it.item);
            Ok(((*one).clone(), others))
        }
        [] if pairs.is_empty() => {
            Err(Error::new(Kind::NotFound, format!("nothing on {} is in dispute", page.path))
                .hint("`memopage lint --conflicts` lists what is, page by page"))
        }
        [] => Err(Error::new(
            Kind::NotFound,
            format!("`{}` is none of what is in dispute on {}", redact(typed).0, page.path),
        )
        .hint(format!("name one of these: {}", told.join(" · ")))
        .candidates(told)),
        several => {
            let said: Vec<String> = several.iter().map(|it| described(it)).collect();
            Err(Error::new(
                Kind::Conflict,
                format!("`{}` may be {} statements of {}", redact(typed).0, said.len(), page.path),
            )
            .hint("name it as `key: value`")
            .candidates(said))
        }
    }
}
