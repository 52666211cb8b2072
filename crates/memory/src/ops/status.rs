//! `status`: how the vault, its index and its history stand.

use super::{Effect, Operation};
use crate::counted;
use crate::model::VectorsState;
use crate::{Call, Error, Memory};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::PoisonError;

pub(super) struct Status;

/// Nothing to say.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {}

/// How things stand.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// The vault's root folder
    vault: String,
    /// What made it the vault that is meant: a flag, a variable, the current folder, a default
    #[serde(skip_serializing_if = "String::is_empty")]
    chosen_by: String,
    /// Pages in the index
    pages: usize,
    /// Pages by type; `-` = pages without a type
    types: BTreeMap<String, usize>,
    /// Passages and turns in the index
    passages: usize,
    /// Pages that are searched beside the big index until they are folded in
    recent: usize,
    /// Bytes of the index on disk
    index_bytes: u64,
    /// How far the model that the vault uses has got; nothing without a model
    #[serde(skip_serializing_if = "Option::is_none")]
    vectors: Option<VectorsState>,
    /// Relations in `.memopage/graph.db`
    #[serde(skip_serializing_if = "Option::is_none")]
    relations: Option<usize>,
    /// Why `.memopage/graph.db` is behind the pages, if it is
    #[serde(skip_serializing_if = "Option::is_none")]
    relations_problem: Option<String>,
    /// Files that could not be taken in, each with the reason
    not_indexed: Vec<Missing>,
    /// Links, devices and the like under a page's name, which are left alone
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_alone: Vec<Missing>,
    /// Most pages are gone from the disk, and the earlier index is kept
    vanished: bool,
    /// The vault's time zone
    zone: String,
    /// Today, in that zone
    today: String,
    /// `git`, or why there is no history
    history: String,
    /// What is wrong with the schema
    #[serde(skip_serializing_if = "Vec::is_empty")]
    schema_problems: Vec<String>,
}

/// A file that is not in the index as it stands.
#[derive(Serialize, JsonSchema)]
struct Missing {
    /// The file
    file: String,
    /// The reason
    why: String,
}

fn missing(files: Vec<(String, String)>) -> Vec<Missing> {
    files.into_iter().map(|(file, why)| Missing { file, why }).collect()
}

impl Operation for Status {
    const NAME: &'static str = "status";
    const SUMMARY: &'static str = "Show how the vault, its index and history stand";
    const EFFECT: Effect = Effect::Read;
    type Input = Input;
    type Output = Output;

    fn run(memory: &Memory, call: &Call, _input: Input) -> Result<Output, Error> {
        let index = memory.ask(|index| index.status())?;
        let names = memory.ask(|index| index.all_names())?;
        let mut types = BTreeMap::new();
        for name in names {
            *types.entry(name.page_type.unwrap_or_else(|| "-".to_owned())).or_insert(0) += 1;
        }
        let behind = memory.behind.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let schema = memory.schema();
        let zone = call.now.at.time_zone().iana_name().unwrap_or("UTC").to_owned();
        let relations = memory.triples();
        Ok(Output {
            relations: relations.as_ref().ok().copied(),
            relations_problem: relations.err(),
            vault: memory.root().display().to_string(),
            chosen_by: memory.chosen_by.clone(),
            pages: index.pages,
            types,
            passages: index.passages,
            recent: index.delta,
            index_bytes: index.bytes,
            vectors: memory.vectors_state(),
            not_indexed: missing(behind.skipped),
            left_alone: missing(behind.left_alone),
            vanished: behind.vanished,
            zone,
            today: call.now.today().to_string(),
            history: memory.history_state(),
            schema_problems: schema
                .problems
                .iter()
                .map(|it| format!("SCHEMA.md:{}: {}", it.line, it.message))
                .collect(),
        })
    }
}

/// A type's name for a person.
fn shown(name: &str) -> &str {
    if name == "-" { "without a type" } else { name }
}

impl fmt::Display for Output {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = if self.chosen_by.is_empty() { "" } else { &format!(" ({})", self.chosen_by) };
        writeln!(out, "vault    {}{why}", self.vault)?;
        let kinds: Vec<String> =
            self.types.iter().map(|(name, count)| format!("{count} {}", shown(name))).collect();
        writeln!(out, "pages    {} ({})", self.pages, kinds.join(", "))?;
        let mib = self.index_bytes as f64 / (1024.0 * 1024.0);
        writeln!(
            out,
            "index    {}, {mib:.1} MiB; {} searched beside it until it is joined",
            counted(self.passages, "passage"),
            counted(self.recent, "recent page")
        )?;
        match (&self.relations_problem, self.relations) {
            (Some(problem), _) => writeln!(out, "graph    {problem}")?,
            (None, Some(relations)) => {
                writeln!(out, "graph    {} in graph.db", counted(relations, "relation"))?;
            }
            (None, None) => {}
        }
        if let Some(vectors) = &self.vectors {
            writeln!(out, "vectors  {vectors}")?;
        }
        writeln!(out, "zone     {} (today is {})", self.zone, self.today)?;
        write!(out, "history  {}", self.history)?;
        if self.vanished {
            write!(
                out,
                "\nwarning: most pages are gone from the disk; the earlier index is kept. If that was meant, run `memopage gc --purge`"
            )?;
        }
        for it in &self.not_indexed {
            write!(out, "\nnot indexed: {}: {}", it.file, it.why)?;
        }
        for it in &self.left_alone {
            write!(out, "\nleft alone: {} {}", it.file, it.why)?;
        }
        for it in &self.schema_problems {
            write!(out, "\n{it}")?;
        }
        Ok(())
    }
}
