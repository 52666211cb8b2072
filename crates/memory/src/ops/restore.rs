//! `restore`: bring back an archived page, an older text of a page, or the whole vault as it stood.

use super::{Effect, Operation};
use crate::draft::Draft;
use crate::receipt::{Outcome, Receipt};
use crate::{Call, Error, Kind, Memory, facets, problem, rewind, shelf};
use schemars::JsonSchema;
use serde::Deserialize;
use wiki::path::PagePath;
use wiki::policy::Purpose;

pub(super) struct Restore;

/// Commits of an erased page that are looked at for its last text.
const COMMITS_MAX: usize = 10;

/// Which page, and which text of it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The page's exact path, title or id; of an archived page, with or without `archive/`
    page: Option<String>,
    /// A commit of the page's history whose text is to stand again
    commit: Option<String>,
    /// A commit, a tag or a day: every page stands again as it did then, and pages made since are gone
    all: Option<String>,
}

impl Operation for Restore {
    const NAME: &'static str = "restore";
    const SUMMARY: &'static str = "Bring back an archived page, an older text, or the whole vault";
    const EFFECT: Effect = Effect::Write;
    const POSITIONAL: &'static [&'static str] = &["page", "commit"];
    type Input = Input;
    type Output = Receipt;

    fn run(memory: &Memory, call: &Call, input: Input) -> Result<Receipt, Error> {
        let page = match (&input.page, &input.all) {
            (Some(page), None) => page,
            (None, Some(then)) if input.commit.is_none() => return whole(memory, call, then),
            (None, None) => {
                return Err(Error::bad(
                    "it is not said which page",
                    "name it, or give `--all` with a commit or a day for the whole vault",
                ));
            }
            _ => {
                return Err(Error::bad(
                    "a page and `--all` are two things",
                    "`--all COMMIT` takes no page and no further commit",
                ));
            }
        };
        let applied = memory.apply(call, Self::NAME, |draft| {
            let path = match &input.commit {
                Some(commit) => {
                    let (path, text) = older(memory, page, commit)?;
                    if let Some(archived) = memory.put_away_from(path.as_str())
                        && draft.page(&path)?.is_none()
                    {
                        memory.refuse_joined(&archived)?;
                    }
                    draft.put_back(&path, text.into_bytes())?;
                    path
                }
                None => {
                    let archived = archived(draft, page)?;
                    memory.refuse_joined(&archived)?;
                    shelf::unarchive(draft, &archived)?
                }
            };
            Ok((path.to_string(), path.to_string()))
        })?;
        Ok(Receipt::of(Outcome::Restored, &applied.value, &applied))
    }
}

/// Every page as it stood in a commit.
fn whole(memory: &Memory, call: &Call, then: &str) -> Result<Receipt, Error> {
    let applied = memory.apply_for(call, Restore::NAME, Purpose::Undo, |draft| {
        let commit = rewind::whole(draft, then)?;
        let id = commit.id.get(..10).unwrap_or(&commit.id).to_owned();
        Ok((id.clone(), format!("the vault as of {id}")))
    })?;
    Ok(Receipt::of(Outcome::Restored, &format!("the vault as of {}", applied.value), &applied))
}

/// The page that is meant, and its text in a commit: by its path, which may be one that no page has now, else by its
/// title or id.
fn older(memory: &Memory, typed: &str, commit: &str) -> Result<(PagePath, String), Error> {
    let by_path = PagePath::parse_existing(typed).map_err(|err| problem::from_path(&err));
    let by_path = by_path.and_then(|path| Ok((memory.text_at_commit(&path, commit)?, path)));
    match by_path {
        Ok((text, path)) => Ok((path, text)),
        Err(err) if err.kind == Kind::NotFound || err.kind == Kind::Refused => {
            let path = match memory.resolve_exact_to_change(typed) {
                Ok(path) => path,
                // Nothing but a page of nearly that name helps.
                Err(near) if near.candidates.is_empty() => return Err(err),
                Err(near) => return Err(near),
            };
            Ok((path.clone(), memory.text_at_commit(&path, commit)?))
        }
        Err(err) => Err(err),
    }
}

/// What to do about a page that stands nowhere: if the history has it, its last text can be brought back. One that was
/// moved stands elsewhere.
fn erased(memory: &Memory, typed: &str) -> Option<String> {
    let path = PagePath::parse_existing(typed).ok()?;
    let home = facets::ARCHIVES.iter().find_map(|it| path.as_str().strip_prefix(&format!("{it}/")));
    for name in [Some(typed), home].into_iter().flatten() {
        if let Ok(page) = memory.resolve(name) {
            return Some(format!(
                "{page} is called so now; `memopage history {page}` has its commits"
            ));
        }
    }
    let file = path.file();
    let log = memory.history().log(Some(&file), COMMITS_MAX).ok()?;
    let holds = |commit: &&store::Commit| {
        commit.files.iter().any(|it| it.file == file && it.kind != store::ChangeKind::Removed)
    };
    let last = log.iter().find(holds)?;
    let id = last.id.get(..10).unwrap_or(&last.id);
    Some(format!(
        "it was erased; `memopage restore {path} {id}` brings its last recorded text back"
    ))
}

fn archived(draft: &mut Draft<'_>, typed: &str) -> Result<PagePath, Error> {
    let memory = draft.memory;
    let typed = typed.trim();
    for folder in ["", "archive/", ".archive/"] {
        if let Ok(path) = PagePath::parse_existing(&format!("{folder}{typed}"))
            && facets::in_archive(path.as_str())
            && memory.read_bytes(&path)?.is_some()
        {
            let all = if folder.is_empty() { Vec::new() } else { shelf::namesakes(draft, &path)? };
            return if all.len() > 1 { Err(several(typed, &all)) } else { Ok(path) };
        }
    }
    let path = memory.resolve_exact(typed).map_err(|err| match erased(memory, typed) {
        Some(how) if err.kind == Kind::NotFound => Error { hints: vec![how], ..err },
        _ => err,
    })?;
    if facets::in_archive(path.as_str()) {
        return Ok(path);
    }
    Err(Error::new(Kind::Conflict, format!("{path} is not archived"))
        .hint("name a `commit` of `memopage history` to bring back an older text"))
}

/// Which of the pages that were put away from one place is meant is not guessed.
fn several(typed: &str, all: &[PagePath]) -> Error {
    let names: Vec<String> = all.iter().map(ToString::to_string).collect();
    Error::new(Kind::Conflict, format!("{} archived pages were `{typed}`", all.len()))
        .hint(format!(
            "name the one to bring back, the last one put away first: {}",
            names.join(", ")
        ))
        .candidates(names)
}

impl Memory {
    /// A page's text as a commit has it.
    pub(crate) fn text_at_commit(&self, path: &PagePath, commit: &str) -> Result<String, Error> {
        let found =
            self.history().show(commit, &path.file()).map_err(|err| problem::from_history(&err))?;
        String::from_utf8(found).map_err(|_| {
            Error::new(Kind::Refused, format!("{path} was not valid UTF-8 in commit {commit}"))
                .hint("bring it back with git itself")
        })
    }
}
