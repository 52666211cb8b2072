//! The order of one run: make the vault, index it, ask, write, and let the others do the same.
//!
//! One engine at a time is open beside ours, and each one's files go before the next begins.

use super::baseline::{Baseline, Fts5, Ripgrep, Shelf, Tantivy, Tokens};
use super::corpus::{Corpus, Query};
use super::machine::{self, Machine, Spent};
use super::measure::{self, Row};
use super::ours::{self, Asked, Cold, Indexed, Remembered};
use super::table::{AskedFor, Report};
use super::target::{self, COLD_DOCS, Measured};
use super::vault::{self, Git, Written};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Facts that are remembered without git, and again with it.
const FACTS: usize = 50;
/// Questions that the indexing process answers, so that its memory is that of a process in use.
const CHILD_QUERIES: usize = 200;

/// Measures everything in folders below `work`.
pub(super) fn run(work: &Path, asked_for: AskedFor) -> Result<Report, String> {
    let machine = Machine::now();
    let corpus = Corpus::new(asked_for.seed, asked_for.docs);
    let run = Run { work, asked_for, corpus, clock: Instant::now() };
    let queries = run.corpus.queries(asked_for.queries);
    run.say(&format!("writing {} pages", asked_for.docs));
    let root = run.folder("vault")?;
    let written = vault::write_pages(&root, &run.corpus, asked_for.docs)?;
    run.say("indexing them");
    let documents = run.indexed(&root, CHILD_QUERIES.min(asked_for.queries))?;
    let mut missing = Vec::new();
    let (recall, mut baselines) = run.beside_tantivy(&written.shelf, &queries)?;
    let cold = run.cold(&root, &queries, &mut missing)?;
    baselines.extend(run.fts5(&written.shelf, &queries)?);
    baselines.extend(run.ripgrep(&written.shelf, &queries, &mut missing)?);
    let (remember_without_git, remember_with_git) = run.remembered(&written.shelf, &mut missing)?;
    let (conversations, conversation_bytes) = run.conversations()?;
    let targets = target::targets(&Measured {
        asked: &recall,
        documents: &documents,
        document_bytes: written.text_bytes,
        conversations: conversations.as_ref(),
        conversation_bytes,
        cold_small: cold.iter().find(|cold| cold.docs == COLD_DOCS),
        without_git: &remember_without_git,
        with_git: remember_with_git.as_ref(),
    });
    Ok(Report {
        machine,
        asked_for,
        document_bytes: written.text_bytes,
        conversation_bytes,
        documents,
        recall,
        cold,
        remember_without_git,
        remember_with_git,
        conversations,
        baselines,
        missing,
        targets,
        seconds: run.clock.elapsed().as_secs_f64(),
    })
}

struct Run<'a> {
    work: &'a Path,
    asked_for: AskedFor,
    corpus: Corpus,
    clock: Instant,
}

impl Run<'_> {
    fn folder(&self, name: &str) -> Result<PathBuf, String> {
        let folder = self.work.join(name);
        fs::create_dir_all(&folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        Ok(folder)
    }

    fn budget(&self) -> Duration {
        Duration::from_secs(self.asked_for.baseline_seconds)
    }

    /// Indexes a vault in a process of its own, which then answers `queries` questions.
    fn indexed(&self, root: &Path, queries: usize) -> Result<Indexed, String> {
        let AskedFor { docs, seed, .. } = self.asked_for;
        let options = [("--docs", docs.to_string()), ("--seed", seed.to_string())];
        let mut arguments = vec!["--queries".to_owned(), queries.to_string()];
        arguments.extend(options.into_iter().flat_map(|(name, value)| [name.to_owned(), value]));
        ours::in_child(root, &arguments)
    }

    fn beside_tantivy(
        &self,
        shelf: &Shelf,
        queries: &[Query],
    ) -> Result<(Asked, Vec<Row>), String> {
        self.say("indexing with raw tantivy");
        let folder = self.folder("tantivy")?;
        let (mut engine, spent) = machine::spent(|| Tantivy::build(&folder, shelf))?;
        self.say("asking memopage and raw tantivy by turns");
        let asked = ours::interleaved(shelf.root(), shelf, &mut engine, queries)?;
        let row = self.measured(&mut engine, Some(spent), shelf, queries)?;
        engine.close()?;
        gone(&folder)?;
        Ok((asked, vec![row]))
    }

    fn fts5(&self, shelf: &Shelf, queries: &[Query]) -> Result<Vec<Row>, String> {
        let mut rows = Vec::new();
        for tokens in [Tokens::Words, Tokens::Trigrams] {
            self.say(&format!("indexing with SQLite FTS5, {tokens:?}"));
            let folder = self.folder("fts5")?;
            let (mut engine, spent) = machine::spent(|| Fts5::build(&folder, shelf, tokens))?;
            rows.push(self.measured(&mut engine, Some(spent), shelf, queries)?);
            drop(engine);
            gone(&folder)?;
        }
        Ok(rows)
    }

    fn ripgrep(
        &self,
        shelf: &Shelf,
        queries: &[Query],
        missing: &mut Vec<String>,
    ) -> Result<Option<Row>, String> {
        let Some(mut engine) = Ripgrep::find(shelf)? else {
            missing.push("ripgrep: `rg` is not installed".to_owned());
            return Ok(None);
        };
        self.measured(&mut engine, None, shelf, queries).map(Some)
    }

    fn measured(
        &self,
        engine: &mut dyn Baseline,
        spent: Option<Spent>,
        shelf: &Shelf,
        queries: &[Query],
    ) -> Result<Row, String> {
        self.say(&format!("asking {}", engine.name()));
        measure::row(engine, spent, shelf, queries, self.budget())
    }

    /// Fresh processes on a vault of [`COLD_DOCS`] pages, and on the whole one.
    fn cold(
        &self,
        root: &Path,
        queries: &[Query],
        missing: &mut Vec<String>,
    ) -> Result<Vec<Cold>, String> {
        self.say("starting the program anew for each question");
        let Some(large) = ours::cold(root, self.asked_for.docs, queries)? else {
            missing.push("fresh process: no `memopage` beside this program".to_owned());
            return Ok(Vec::new());
        };
        if self.asked_for.docs <= COLD_DOCS {
            return Ok(vec![large]);
        }
        let folder = self.folder("small")?;
        let small = Corpus::new(self.asked_for.seed, COLD_DOCS);
        vault::write_pages(&folder, &small, COLD_DOCS)?;
        self.indexed(&folder, 0)?;
        let cold = ours::cold(&folder, COLD_DOCS, &small.queries(self.asked_for.queries))?;
        gone(&folder)?;
        Ok(cold.into_iter().chain([large]).collect())
    }

    fn conversations(&self) -> Result<(Option<Indexed>, u64), String> {
        if self.asked_for.conversations == 0 {
            return Ok((None, 0));
        }
        self.say(&format!("indexing {} conversations", self.asked_for.conversations));
        let root = self.folder("conversations")?;
        let Written { text_bytes, .. } =
            vault::write_conversations(&root, &self.corpus, self.asked_for.conversations)?;
        let indexed = self.indexed(&root, 0)?;
        gone(&root)?;
        Ok((Some(indexed), text_bytes))
    }

    /// Writes to the vault, first without history, then with all of its pages in git.
    fn remembered(
        &self,
        shelf: &Shelf,
        missing: &mut Vec<String>,
    ) -> Result<(Remembered, Option<Remembered>), String> {
        self.say("remembering without git");
        let without = ours::remember(shelf.root(), shelf, FACTS, "plain")?;
        self.say("putting the vault under git");
        if vault::keep_history(shelf.root())? == Git::Missing {
            missing.push("`remember` with git: `git` is not installed".to_owned());
            return Ok((without, None));
        }
        self.say("remembering with git");
        let with = ours::remember(shelf.root(), shelf, FACTS, "kept")?;
        Ok((without, Some(with)))
    }

    /// Tells the person who waits what is going on.
    #[expect(clippy::print_stderr, reason = "a run takes minutes, and stdout is the report's")]
    fn say(&self, what: &str) {
        eprintln!("{:>5.0} s  {what}", self.clock.elapsed().as_secs_f64());
    }
}

fn gone(folder: &Path) -> Result<(), String> {
    fs::remove_dir_all(folder)
        .map_err(|error| format!("cannot remove {}: {error}", folder.display()))
}
