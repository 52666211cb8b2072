//! `history`: what changed, when and why; differences and the origin of each line.

use super::{Effect, Operation};
use crate::on_a_line;
use crate::{Call, Error, Kind, Memory, limits, problem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

pub(super) struct History;

/// Which page's history, and in which form.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page, by path, title, alias or id; none = the whole vault
    page: Option<String>,
    /// Show what this commit changed
    diff: Option<String>,
    /// Show which commit each line of the page comes from
    #[serde(default)]
    blame: bool,
    /// Most entries to give (default 50)
    limit: Option<usize>,
}

/// The history.
#[derive(Serialize, JsonSchema)]
pub(super) struct Output {
    /// Commits, latest first
    entries: Vec<Entry>,
    /// The difference or the lines asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// One commit.
#[derive(Serialize, JsonSchema)]
struct Entry {
    /// Its id
    commit: String,
    /// When
    date: String,
    /// Who made the commit, as git has it
    author: String,
    /// Who asked for it, where memopage made the commit
    #[serde(skip_serializing_if = "Option::is_none")]
    actor: Option<String>,
    /// What
    subject: String,
    /// The operation that made it, where one did
    #[serde(skip_serializing_if = "Option::is_none")]
    operation: Option<String>,
}

impl Operation for History {
    const NAME: &'static str = "history";
    const SUMMARY: &'static str = "Show what changed, when and why; diff and blame";
    const EFFECT: Effect = Effect::Read;
    const POSITIONAL: &'static [&'static str] = &["page"];
    type Input = Input;
    type Output = Output;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Output, Error> {
        let path = match input.page.as_deref() {
            None => None,
            // A page that was erased has a history all the same.
            Some(typed) => Some(match crate::daily::or_page(memory, call, typed) {
                Ok(path) => path,
                Err(err) => wiki::path::PagePath::parse_existing(typed).map_err(|_| err)?,
            }),
        };
        let file = path.as_ref().map(wiki::path::PagePath::file);
        let mut output = Output { entries: Vec::new(), text: None };
        if let Some(commit) = &input.diff {
            output.text = Some(memory.difference(file.as_deref(), commit)?);
            return Ok(output);
        }
        if input.blame {
            let file = file.ok_or_else(|| {
                Error::bad("blame is of one page", "name the page: `memopage history PAGE --blame`")
            })?;
            let lines = memory.history().blame(&file).map_err(|err| problem::from_history(&err))?;
            output.text = Some(lines.iter().map(blamed).collect());
            return Ok(output);
        }
        let limit = limits::asked("limit", input.limit, limits::ROWS_DEFAULT, limits::ROWS_MAX)?;
        output.entries = memory
            .history()
            .log(file.as_deref(), limit)
            .map_err(|err| problem::from_history(&err))?
            .into_iter()
            .map(|it| Entry {
                commit: it.id,
                date: it.when,
                author: it.author,
                actor: it.origin.map(|it| who(&it).to_owned()),
                subject: it.subject,
                operation: it.operation,
            })
            .collect();
        match path {
            Some(path) if output.entries.is_empty() && memory.read_bytes(&path)?.is_none() => {
                Err(Error::new(Kind::NotFound, format!("neither vault nor history has {path}"))
                    .hint("run `memopage list` to see the pages"))
            }
            _ => Ok(output),
        }
    }
}

/// The actor of an origin such as `zed via cli`.
fn who(origin: &str) -> &str {
    origin.rsplit_once(" via ").map_or(origin, |(actor, _)| actor)
}

fn blamed(line: &store::BlameLine) -> String {
    let commit = line.commit.get(..10).unwrap_or(&line.commit);
    format!("{commit}  {:<16}  {:>4}  {}\n", line.author, line.line, line.text)
}

impl Memory {
    /// What a commit changed, in one file or in all of its files.
    fn difference(&self, file: Option<&str>, commit: &str) -> Result<String, Error> {
        let parent = format!("{commit}^");
        let of = |file: &str| {
            self.history()
                .diff(file, &parent, Some(commit))
                .map_err(|err| problem::from_history(&err))
        };
        if let Some(file) = file {
            return of(file);
        }
        let changed = self
            .history()
            .reverted(commit, limits::CHANGES_MAX)
            .map_err(|err| problem::from_history(&err))?;
        changed.iter().map(|it| of(&it.file)).collect()
    }
}

impl fmt::Display for Output {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = &self.text {
            return out.write_str(text.trim_end());
        }
        if self.entries.is_empty() {
            return out.write_str("no history yet");
        }
        for (number, entry) in self.entries.iter().enumerate() {
            if number > 0 {
                out.write_str("\n")?;
            }
            let short = entry.commit.get(..10).unwrap_or(&entry.commit);
            let who = entry.actor.as_ref().unwrap_or(&entry.author);
            let subject = on_a_line(&entry.subject);
            write!(out, "{short}  {}  {subject}  ({who})", entry.date)?;
        }
        Ok(())
    }
}
