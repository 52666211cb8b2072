//! The write path: every change, from whatever door, person, agent or job, goes through here.
//!
//! `lock → plan (resolve, edit, merge) → policy::approve → store::commit → index`. The plan is a
//! closure over a [`Draft`]; when a file changed under it, it is planned anew on the new text.

use crate::draft::Draft;
use crate::{Call, Error, Kind, Memory, limits, lint, logbook, map, mend, problem};
use store::{CommitError, FileStat, Lock, Note};
use wiki::page::{Page, ProblemKind};
use wiki::path::PagePath;
use wiki::policy::{self, Approved, Origin, PolicyLimits, Purpose, Redaction, Write};

/// What to say of a page that was written where the rules of a vault stand, and holds none.
const NO_RULES: &str = "SCHEMA.md is where a vault keeps its rules, and this one holds none, so those of its layout hold: give a page about something else another name";

/// What became of a plan.
pub(crate) struct Applied<T> {
    /// What the plan gave.
    pub(crate) value: T,
    /// Each written page with its new revision; none = removed.
    pub(crate) pages: Vec<(PagePath, Option<String>)>,
    /// The git commit, where there is one.
    pub(crate) commit: Option<String>,
    /// What the caller should know: redactions, a history or an index that is behind.
    pub(crate) warnings: Vec<String>,
    /// What became of things in passing, which is nothing to worry about.
    pub(crate) notes: Vec<String>,
}

/// The time of a call, as the history dates its commits.
pub(crate) fn moment(call: &Call) -> String {
    call.now.at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// Who asked for a change and by which door, as the history names them.
pub(crate) fn origin(call: &Call) -> String {
    policy::redact(&format!("{} via {}", call.actor, call.door)).0
}

/// What to say of a secret that was found.
fn found_secret(it: &Redaction) -> String {
    if it.kind == policy::STANDING {
        return format!(
            "{}:{}: a secret that stood there before was left; take it out by hand",
            it.path, it.line
        );
    }
    format!("{}:{}: {}", it.path, it.line, taken_out(it.kind, "was"))
}

/// What became of something of this kind that is not to be kept: it `was` or `would be` taken out.
pub(crate) fn taken_out(kind: &str, was: &str) -> String {
    if kind == policy::PRIVATE {
        return format!("a private block {was} left out");
    }
    format!("{kind} {was} redacted")
}

/// What to say of pages that git does not keep.
fn without_history(files: &[String]) -> Option<String> {
    let first = files.first()?;
    let more = files.len() - 1;
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    Some(format!(
        "{first}{more} has no history: git ignores it, is told to leave it as it is, or it belongs to another repository; `memopage undo` cannot take this back"
    ))
}

/// What to say of pages that end in code or a comment that the change began and did not end.
fn left_open(draft: &Draft<'_>, approved: &Approved) -> Vec<String> {
    let open = |page: &Page| {
        let open = page.problems.iter().find(|it| it.kind == ProblemKind::Unterminated);
        open.map(|it| it.line)
    };
    let told = approved.changes().writes.iter().filter_map(|write| {
        let (Write::Create { path, text } | Write::Update { path, text, .. }) = write else {
            return None;
        };
        let (before, after) = draft.sides(path);
        let line = match after {
            // Nothing was taken out of it: it was read already.
            Some(page) if page.text == *text => open(page),
            _ => open(&Page::parse(path.clone(), text.as_str())),
        }?;
        let new = before.is_none_or(|before| open(before).is_none());
        new.then(|| format!("{path}:{line}: a code block or comment begins here and never ends; nothing can be added to the page until it does"))
    });
    told.collect()
}

impl Memory {
    /// Plans, approves, commits and indexes one change.
    pub(crate) fn apply<T>(
        &self,
        call: &Call,
        operation: &'static str,
        plan: impl FnMut(&mut Draft<'_>) -> Result<(T, String), Error>,
    ) -> Result<Applied<T>, Error> {
        self.apply_for(call, operation, Purpose::Write, plan)
    }

    /// As [`Memory::apply`], for what undoes, erases or makes a vault.
    pub(crate) fn apply_for<T>(
        &self,
        call: &Call,
        operation: &'static str,
        purpose: Purpose,
        mut plan: impl FnMut(&mut Draft<'_>) -> Result<(T, String), Error>,
    ) -> Result<Applied<T>, Error> {
        let lock = self.lock(operation, call)?;
        let mended = self.mend_locked(&lock)?;
        if !mended.is_empty() {
            // Names are resolved in the index, which has not seen these pages yet.
            self.sync(call, crate::Purge::Guarded, &mut |_, _| {})?;
        }
        if self.behind().vanished {
            return Err(Error::new(
                Kind::Unavailable,
                "most pages are gone from the disk; nothing is written meanwhile",
            )
            .hint(crate::canonical::MOUNT));
        }
        let mut told = mended;
        if purpose != Purpose::Make {
            told.extend(logbook::turn_of_the_year(self, call, &lock));
        }
        for _ in 0..limits::REPLANS_MAX {
            let mut draft = Draft::new(self, call);
            draft.purpose = purpose;
            let (value, subject) = plan(&mut draft)?;
            if draft.is_empty() {
                told.append(&mut draft.warnings);
                return Ok(Applied {
                    value,
                    pages: Vec::new(),
                    commit: None,
                    warnings: told,
                    notes: draft.notes,
                });
            }
            if purpose != Purpose::Undo {
                draft.stamp()?;
                draft.note_moves()?;
                told.extend(lint::disputed(draft.arrivals(), &draft.schema));
            }
            map::refresh(&mut draft)?;
            logbook::enter(&mut draft, operation, &subject);
            let note = Note {
                operation: operation.to_owned(),
                subject: policy::redact(&subject).0,
                origin: origin(call),
                when: moment(call),
                undoes: std::mem::take(&mut draft.undoes),
                import: std::mem::take(&mut draft.import),
            };
            if let Some(done) = self.carry_out(&lock, &mut draft, &note, purpose)? {
                told.extend(done.warnings);
                return Ok(Applied {
                    value,
                    pages: done.pages,
                    commit: done.commit,
                    warnings: told,
                    notes: draft.notes,
                });
            }
        }
        Err(Error::new(Kind::Conflict, "the page keeps changing while it is being written")
            .hint("close the program that rewrites it, then try again; nothing was changed"))
    }

    /// Approves, commits and indexes what a draft holds; none when a file changed under it.
    pub(crate) fn carry_out(
        &self,
        lock: &Lock,
        draft: &mut Draft<'_>,
        note: &Note,
        purpose: Purpose,
    ) -> Result<Option<Applied<()>>, Error> {
        let mut warnings = std::mem::take(&mut draft.warnings);
        let (approved, redacted) =
            self.approve(draft.call, draft, &note.operation, &note.subject, purpose)?;
        warnings.extend(redacted);
        if purpose.keeps_rules() && draft.call.trust != policy::Trust::Import {
            warnings.extend(left_open(draft, &approved));
        }
        match store::commit(&*self.vault, lock, self.history(), &approved, note) {
            Ok(done) => {
                warnings.extend(mend::told(&done.recovered));
                warnings.extend(done.history_warning);
                warnings.extend(without_history(&done.unrecorded));
                warnings.extend(self.index_committed(&approved));
                let pages = done
                    .files
                    .into_iter()
                    .map(|(path, revision)| (path, revision.map(|it| it.to_string())))
                    .collect();
                let notes = Vec::new();
                Ok(Some(Applied { value: (), pages, commit: done.commit, warnings, notes }))
            }
            Err(CommitError::Changed { .. }) => Ok(None),
            Err(err) => Err(problem::from_commit(err)),
        }
    }

    /// The right to write, once what a crash left behind is put right.
    pub(crate) fn lock(&self, operation: &str, call: &Call) -> Result<Lock, Error> {
        if self.unshared {
            return Ok(Lock::unshared());
        }
        store::lock_for(&self.state, operation, call.wait).map_err(problem::from_lock)
    }

    /// What a draft holds if the policy allows it, without its secrets, and a line for each of them.
    pub(crate) fn approve(
        &self,
        call: &Call,
        draft: &Draft<'_>,
        operation: &str,
        subject: &str,
        purpose: Purpose,
    ) -> Result<(Approved, Vec<String>), Error> {
        let policy_limits =
            PolicyLimits { page_bytes: limits::PAGE_BYTES_MAX, writes: limits::CHANGES_MAX };
        let origin = Origin {
            actor: call.actor.clone(),
            door: call.door.to_owned(),
            trust: call.trust,
            purpose,
        };
        let changes = draft.changes(format!("{operation} {subject}"));
        let (approved, redactions) =
            policy::approve(changes, &draft.schema, &policy_limits, &origin)
                .map_err(|refusal| problem::from_refusal(&refusal))?;
        Ok((approved, redactions.iter().map(found_secret).collect()))
    }

    /// Hands committed pages to the index. A failure here never fails the write: the index is
    /// behind then, and catches up at the next sync, since its revisions differ from the disk's.
    fn index_committed(&self, approved: &Approved) -> Vec<String> {
        let mut batch = search::Batch::default();
        let mut schema_changed = false;
        let schema = self.schema();
        for write in &approved.changes().writes {
            let (removed, put) = match write {
                Write::Create { path, text } | Write::Update { path, text, .. } => {
                    (None, Some((path, text)))
                }
                Write::Move { from, to, text, .. } => (Some(from), Some((to, text))),
                Write::Remove { path, .. } => (Some(path), None),
            };
            batch.remove.extend(removed.cloned());
            if let Some((path, text)) = put {
                schema_changed |= path.file() == crate::SCHEMA_FILE;
                let stat = FileStat::just_written(&path.file(), text.as_bytes());
                let page = Page::parse(path.clone(), text.clone());
                batch.put.push(crate::facets::put(page, &stat, &schema));
            }
        }
        let mut warnings = Vec::new();
        if let Err(err) = self.index.apply(&batch) {
            warnings.push(format!("the index is behind and catches up at the next use: {err}"));
        }
        self.keep_triples();
        if schema_changed {
            match self.reload_schema() {
                Err(err) => {
                    warnings.push(format!("SCHEMA.md was written but cannot be read: {err}"));
                }
                Ok(()) if self.schema().is_foreign => warnings.push(NO_RULES.to_owned()),
                Ok(()) => {}
            }
        }
        warnings
    }
}
