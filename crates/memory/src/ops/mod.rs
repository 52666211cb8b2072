//! Every operation, registered once; each door draws its own form from this table.

use crate::{Call, Error, Kind, Memory, signs};
use schemars::{JsonSchema, Schema};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};

mod append;
mod context;
mod edit;
mod forget;
mod graph;
mod history;
mod lenient;
mod link;
mod lint;
mod list;
mod maintain;
mod merge;
mod move_page;
mod new;
mod now;
mod read;
mod recall;
mod remember;
mod resolve;
mod restore;
mod status;
mod undo;
mod verify;
mod write;

#[cfg(test)]
mod tests;

/// All operations, in the order in which help shows them.
pub const ALL: &[Entry] = &[
    Entry::of::<recall::Recall>(),
    Entry::of::<context::Context>(),
    Entry::of::<read::Read>(),
    Entry::of::<list::List>(),
    Entry::of::<graph::Graph>(),
    Entry::of::<remember::Remember>(),
    Entry::of::<new::New>(),
    Entry::of::<write::Write>(),
    Entry::of::<edit::Edit>(),
    Entry::of::<append::Append>(),
    Entry::of::<move_page::Move>(),
    Entry::of::<merge::Merge>(),
    Entry::of::<link::Link>(),
    Entry::of::<verify::Verify>(),
    Entry::of::<resolve::Resolve>(),
    Entry::of::<forget::Forget>(),
    Entry::of::<restore::Restore>(),
    Entry::of::<undo::Undo>(),
    Entry::of::<history::History>(),
    Entry::of::<now::Now>(),
    Entry::of::<status::Status>(),
    Entry::of::<lint::Lint>(),
    Entry::of::<maintain::Maintain>(),
];

/// Alternatives that are given one by one, or as `a,b`.
fn alternatives(given: &[String]) -> Vec<String> {
    given.iter().flat_map(|it| signs::items(it)).map(str::to_owned).collect()
}

/// What an operation may do; each door maps it to its own terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Reads only.
    Read,
    /// May write pages; nothing that stood is lost.
    Write,
    /// May take something out of sight or erase it.
    Destroy,
}

/// One thing that the memory can do.
pub trait Operation {
    /// Kebab-case name, the same at every door.
    const NAME: &'static str;
    /// One line, imperative, no full stop, under 72 characters.
    const SUMMARY: &'static str;
    /// What it may do.
    const EFFECT: Effect;
    /// Input fields in positional order on the command line.
    const POSITIONAL: &'static [&'static str] = &[];
    /// What it takes.
    type Input: DeserializeOwned + JsonSchema;
    /// What it gives; its `Display` is the text that a person or a model reads.
    type Output: Serialize + JsonSchema + Display;
    /// Does it.
    ///
    /// # Errors
    /// Any [`Kind`], always with the page named and a hint.
    fn run(memory: &Memory, call: &Call, input: Self::Input) -> Result<Self::Output, Error>;

    /// Whether what it found is what somebody wants to be stopped by.
    fn failed(_output: &Self::Output) -> bool {
        false
    }
}

/// What an operation gave: the same thing for a program and for a reader.
#[derive(Debug, Clone)]
pub struct Reply {
    /// As JSON.
    pub json: Value,
    /// As text.
    pub text: String,
    /// Whether it found what it was asked to fail on.
    pub failed: bool,
}

/// An operation with its types erased, so that doors can list it.
pub struct Entry {
    /// See [`Operation::NAME`].
    pub name: &'static str,
    /// See [`Operation::SUMMARY`].
    pub summary: &'static str,
    /// See [`Operation::EFFECT`].
    pub effect: Effect,
    /// See [`Operation::POSITIONAL`].
    pub positional: &'static [&'static str],
    /// The input's JSON schema, without references.
    pub input: fn() -> Schema,
    /// The output's JSON schema, without references.
    pub output: fn() -> Schema,
    /// Runs it on JSON.
    pub call: fn(&Memory, &Call, Value) -> Result<Reply, Error>,
}

impl Entry {
    const fn of<O: Operation>() -> Self {
        Self {
            name: O::NAME,
            summary: O::SUMMARY,
            effect: O::EFFECT,
            positional: O::POSITIONAL,
            input: schema::<O::Input>,
            output: schema::<O::Output>,
            call: call::<O>,
        }
    }

    /// The operation of that name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|entry| entry.name == name)
    }
}

fn schema<T: JsonSchema>() -> Schema {
    let mut settings = schemars::generate::SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    settings.into_generator().into_root_schema_for::<T>()
}

/// The schema of what an operation takes, made once in a process.
fn form<O: Operation>() -> Arc<Value> {
    static FORMS: Mutex<BTreeMap<&str, Arc<Value>>> = Mutex::new(BTreeMap::new());
    let mut forms = FORMS.lock().unwrap_or_else(PoisonError::into_inner);
    let made = || Arc::new(schema::<O::Input>().to_value());
    Arc::clone(forms.entry(O::NAME).or_insert_with(made))
}

fn call<O: Operation>(memory: &Memory, call: &Call, input: Value) -> Result<Reply, Error> {
    if holds_nul(&input) {
        return Err(Error::bad(
            "the text holds a NUL character",
            "give it without: git and editors take a page with one for no text",
        ));
    }
    let schema = form::<O>();
    let input = serde_json::from_value(lenient::fitted(&schema, input)).map_err(|err| {
        Error::bad(
            format!("`{}` cannot read its input: {err}", O::NAME),
            format!("run `memopage {} --help` to see what it takes", O::NAME),
        )
    })?;
    let output = O::run(memory, call, input)?;
    let json = serde_json::to_value(&output)
        .map_err(|err| Error::new(Kind::Internal, format!("cannot show the reply: {err}")))?;
    Ok(Reply { json, text: output.to_string(), failed: O::failed(&output) })
}

/// Whether a text of the input holds what no page can.
fn holds_nul(input: &Value) -> bool {
    match input {
        Value::String(text) => text.contains('\0'),
        Value::Array(all) => all.iter().any(holds_nul),
        Value::Object(fields) => fields.values().any(holds_nul),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
