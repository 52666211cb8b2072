//! Keeps `.memopage/graph.db` as the pages are: after each change the relations of the pages that changed, and of
//! those whose links reach another page now. A failure fails nobody: it is told, and the next look tries again.

use super::{Means, Statement, Ties};
use crate::{Error, Memory};
use search::{IndexError, Tie, TripleChanges, TripleFile, TripleNews, TripleRow};
use std::collections::BTreeSet;
use std::sync::PoisonError;
use wiki::path::PagePath;

/// The file below the folder of derived state.
const FILE: &str = "graph.db";

/// With more pages changed than this, the relations of all are read again.
const CHANGED_MAX: usize = 500;

/// What is known of the table since the process began.
#[derive(Debug, Clone, Default)]
pub(crate) struct Kept {
    /// The state of the index that it was brought up to.
    mark: Option<String>,
    /// Why it is behind, if it is.
    problem: Option<String>,
}

impl Memory {
    /// Brings the table of relations up to what the index holds.
    pub(crate) fn keep_triples(&self) {
        let known = self.triples.lock().unwrap_or_else(PoisonError::into_inner).mark.clone();
        let file = self.triple_file();
        let there = self.state.join(FILE).exists();
        let brought = self.index.mark().and_then(|mark| {
            if !there || known.as_ref() != Some(&mark) {
                self.update_triples(&file, &mark)?;
            }
            Ok(mark)
        });
        let mut kept = self.triples.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = match brought {
            Ok(mark) => Kept { mark: Some(mark), problem: None },
            Err(err) => Kept { mark: None, problem: Some(told(&err)) },
        };
    }

    /// How many relations the table holds, or why it is behind the pages.
    ///
    /// # Errors
    /// The reason, in a sentence.
    pub fn triples(&self) -> Result<usize, String> {
        let problem =
            || self.triples.lock().unwrap_or_else(PoisonError::into_inner).problem.clone();
        if let Some(problem) = problem() {
            return Err(problem);
        }
        match self.triple_file().count() {
            Err(err) if err.is_damage() => {
                self.keep_triples();
                problem().map_or_else(|| self.triple_file().count().map_err(|it| told(&it)), Err)
            }
            counted => counted.map_err(|err| told(&err)),
        }
    }

    fn triple_file(&self) -> TripleFile {
        TripleFile::at(self.state.join(FILE))
    }

    fn update_triples(&self, file: &TripleFile, mark: &str) -> Result<(), IndexError> {
        // What one process alone knows is not written where all read.
        if let Some(why) = self.index.private() {
            return Err(failed(why));
        }
        let versions = |above| self.index.page_versions(above);
        let news =
            |changes: &TripleChanges| self.triple_news(changes).map_err(|err| failed(err.message));
        file.update(mark, &versions, &news)
    }

    /// The relations of the pages that changed and of those that name one of them.
    fn triple_news(&self, changes: &TripleChanges) -> Result<TripleNews, Error> {
        let ties = Ties::new(self, None);
        let mut pages = changes.present.clone();
        if changes.is_new || changes.changed.len() > CHANGED_MAX {
            let all = self.ask(|index| index.page_versions(None))?.0;
            pages.extend(all.into_iter().map(|it| it.page));
        } else {
            pages.extend(changes.about.iter().cloned());
            for page in &changes.present {
                let Ok(path) = PagePath::from_identity(page) else { continue };
                let names = ties.names(&path)?;
                let naming =
                    self.ask(|index| index.naming(&names, Tie::Relation, None, usize::MAX))?;
                pages.extend(naming.iter().map(ToString::to_string));
            }
        }
        let mut rows = Vec::new();
        for page in &pages {
            rows.extend(self.triple_rows(&ties, page)?);
        }
        Ok(TripleNews { pages, rows })
    }

    /// The relations of a page, if it is in sight.
    fn triple_rows(&self, ties: &Ties<'_>, page: &str) -> Result<Vec<TripleRow>, Error> {
        let Ok(path) = PagePath::from_identity(page) else { return Ok(Vec::new()) };
        let stated = self.ask(|index| index.relations_from(&path))?;
        if stated.is_empty() {
            return Ok(Vec::new());
        }
        let Some(row) = self.ask(|index| index.row(&path))? else { return Ok(Vec::new()) };
        if row.facets.archived || row.facets.apart {
            return Ok(Vec::new());
        }
        let mut seen = BTreeSet::new();
        let mut rows = Vec::new();
        for triple in stated {
            let Statement { triple, means } = ties.statement(triple)?;
            let (object, object_kind) = match means {
                Means::Page(page) => (page.to_string(), "page"),
                Means::Missing(target) => (target, "missing"),
                Means::Text(text) => (text, "text"),
            };
            if seen.insert((triple.line, triple.predicate.clone(), object.clone())) {
                rows.push(TripleRow {
                    subject: triple.subject.to_string(),
                    predicate: triple.predicate,
                    object,
                    object_kind,
                    added_date: triple.added.map(|it| it.to_string()),
                    confidence: triple.confidence,
                    page: row.file.clone(),
                    line: triple.line,
                });
            }
        }
        Ok(rows)
    }
}

fn failed(why: impl Into<String>) -> IndexError {
    IndexError::Io { path: FILE.into(), source: std::io::Error::other(why.into()) }
}

fn told(err: &IndexError) -> String {
    match err {
        IndexError::Busy { .. } => {
            format!(
                "{FILE} is locked by another program, and is behind the pages until that lets go"
            )
        }
        IndexError::Io { source, .. } => format!("{FILE} is behind the pages: {source}"),
        other => format!("{FILE} is behind the pages: {other}"),
    }
}
