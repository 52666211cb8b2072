//! What an operation wants to change, gathered page by page before anything is approved.
//!
//! A draft reads each page once and remembers its revision; the commit later refuses to go on if
//! the file is no longer that revision. Several edits of one page compose.

use crate::limits;
use crate::{Call, Error, Kind, Memory, problem};
use std::collections::BTreeMap;
use std::sync::Arc;
use wiki::decision::{self, Buried, Decisions, Moves, Resolved};
use wiki::edit::{self, Edit, EditProblem, FieldValue, Splice};
use wiki::fact::is_history_heading;
use wiki::page::{Page, Section};
use wiki::path::PagePath;
use wiki::policy::{Changes, Purpose, Refusal, Write};
use wiki::schema::{Schema, WriteRule};

/// The pages that one operation has read and wants to change.
pub(crate) struct Draft<'a> {
    pub(crate) memory: &'a Memory,
    pub(crate) call: &'a Call,
    pub(crate) schema: Arc<Schema>,
    pub(crate) purpose: Purpose,
    pages: BTreeMap<PagePath, Entry>,
    pub(crate) warnings: Vec<String>,
    /// What the caller may like to know, and need not mind.
    pub(crate) notes: Vec<String>,
    /// The commit that this takes back; empty for none.
    pub(crate) undoes: String,
    /// Whether a rule changes the pages, which makes none of them younger.
    pub(crate) is_by_rule: bool,
    /// The import that this is a part of, by its name; empty for none.
    pub(crate) import: String,
    decisions: Option<Decisions>,
    buried: Option<Buried>,
    moves: Option<Moves>,
}

struct Entry {
    /// As it stood on disk; none = there was no such page.
    before: Option<Page>,
    /// As it shall be; none = removed, or never made.
    after: Option<Page>,
    /// Where its file came from, if it moves.
    moved_from: Option<PagePath>,
    /// Whether what it shall be is a text of its own history.
    restored: bool,
    /// Whether the bytes on disk are UTF-8, so that an edit can keep them.
    lossless: bool,
}

impl<'a> Draft<'a> {
    pub(crate) fn new(memory: &'a Memory, call: &'a Call) -> Self {
        Self {
            memory,
            call,
            schema: memory.schema(),
            purpose: Purpose::Write,
            pages: BTreeMap::new(),
            warnings: Vec::new(),
            notes: Vec::new(),
            undoes: String::new(),
            is_by_rule: false,
            import: String::new(),
            decisions: None,
            buried: None,
            moves: None,
        }
    }

    fn entry(&mut self, path: &PagePath) -> Result<&mut Entry, Error> {
        if !self.pages.contains_key(path) {
            let entry = match self.memory.read_bytes(path)? {
                None => Entry {
                    before: None,
                    after: None,
                    moved_from: None,
                    restored: false,
                    lossless: true,
                },
                Some(bytes) => {
                    let lossless = std::str::from_utf8(&bytes).is_ok();
                    let page = Page::parse(path.clone(), problem::text_of(bytes));
                    Entry {
                        before: Some(page.clone()),
                        after: Some(page),
                        moved_from: None,
                        restored: false,
                        lossless,
                    }
                }
            };
            self.pages.insert(path.clone(), entry);
        }
        Ok(self.pages.get_mut(path).expect("because it was just put there"))
    }

    /// The page as it stands in this draft.
    pub(crate) fn page(&mut self, path: &PagePath) -> Result<Option<Page>, Error> {
        Ok(self.entry(path)?.after.clone())
    }

    /// Whether a page that the draft has read must stay as it is, because it is there already.
    pub(crate) fn is_left(&self, path: &PagePath) -> bool {
        self.purpose == Purpose::Make && self.sides(path).0.is_some()
    }

    /// A page that the draft has read, as it stood and as it shall stand.
    pub(crate) fn sides(&self, path: &PagePath) -> (Option<&Page>, Option<&Page>) {
        let entry = self.pages.get(path);
        (entry.and_then(|it| it.before.as_ref()), entry.and_then(|it| it.after.as_ref()))
    }

    /// The page as it stands in this draft, or `NotFound`.
    pub(crate) fn existing(&mut self, path: &PagePath) -> Result<Page, Error> {
        let memory = self.memory;
        self.page(path)?.ok_or_else(|| memory.no_page(path))
    }

    /// Applies `edits` to one page.
    pub(crate) fn edit(&mut self, path: &PagePath, edits: &[Edit]) -> Result<(), Error> {
        let page = self.existing(path)?;
        if !self.entry(path)?.lossless {
            return Err(Error::new(
                Kind::Refused,
                format!("cannot edit {path}: its file is not valid UTF-8"),
            )
            .hint("convert the file to UTF-8 first; nothing was changed"));
        }
        let text = edit::apply(&page, edits).map_err(|err| self.no_edit(&page, &err))?;
        self.put(path, text)
    }

    /// Why an edit is not made. On a page whose text stays, that comes before which piece of it was meant.
    fn no_edit(&self, page: &Page, err: &EditProblem) -> Error {
        let rule = self.schema.type_of(page).map(|it| it.rule);
        let rule = rule.filter(|it| matches!(it, WriteRule::Append | WriteRule::Immutable));
        match (err, rule) {
            (EditProblem::Missing { .. } | EditProblem::Ambiguous { .. }, Some(rule)) => {
                let what = "changes what stands there".to_owned();
                problem::from_refusal(&Refusal::Rule { path: page.path.clone(), rule, what })
            }
            _ => problem::from_edit(&page.path, err),
        }
    }

    /// Adds text at the end of a section, or of the page.
    pub(crate) fn append(
        &mut self,
        path: &PagePath,
        heading: Option<String>,
        text: &str,
    ) -> Result<(), Error> {
        let page = self.existing(path)?;
        self.edit(path, &[addition(&page, heading, text)])
    }

    /// Adds text at the end of the section that somebody named by its heading: which of two is meant is no guess.
    pub(crate) fn append_under(
        &mut self,
        path: &PagePath,
        heading: &str,
        text: &str,
    ) -> Result<(), Error> {
        problem::refuse_doubled(&self.existing(path)?, heading)?;
        self.append(path, Some(heading.to_owned()), text)
    }

    /// Makes a page that must not exist yet.
    pub(crate) fn create(
        &mut self,
        path: &PagePath,
        fields: &[(String, FieldValue)],
        body: &str,
    ) -> Result<(), Error> {
        self.create_text(path, edit::new_page(fields, body))
    }

    /// Makes a page with this text; it must not exist yet.
    pub(crate) fn create_text(&mut self, path: &PagePath, text: String) -> Result<(), Error> {
        if self.page(path)?.is_some() {
            return Err(Error::new(Kind::Conflict, format!("the page {path} exists already"))
                .hint("use `memopage write` or `memopage edit` to change it"));
        }
        self.put(path, text)
    }

    /// Sets a page's whole text.
    pub(crate) fn put(&mut self, path: &PagePath, text: String) -> Result<(), Error> {
        self.memory.refuse_link(path)?;
        let page = Page::parse(path.clone(), text);
        let entry = self.entry(path)?;
        entry.after = Some(page);
        entry.restored = false;
        self.bounded()
    }

    /// Gives a page back a text of its own history, which nobody has to approve again.
    pub(crate) fn put_back(&mut self, path: &PagePath, bytes: Vec<u8>) -> Result<(), Error> {
        let text = String::from_utf8(bytes).map_err(|_| {
            Error::new(Kind::Refused, format!("{path} was not valid UTF-8; nothing was changed"))
                .hint("bring it back with git itself")
        })?;
        self.put(path, text)?;
        self.entry(path)?.restored = true;
        Ok(())
    }

    /// Removes a page.
    pub(crate) fn remove(&mut self, path: &PagePath) -> Result<(), Error> {
        self.existing(path)?;
        self.memory.refuse_link(path)?;
        self.entry(path)?.after = None;
        self.bounded()
    }

    /// What is decided in this vault, to be changed along with the pages.
    pub(crate) fn decisions(&mut self) -> Result<&mut Decisions, Error> {
        let decisions = match self.decisions.take() {
            Some(known) => known,
            None => Decisions::of(self.memory.decided()?),
        };
        Ok(self.decisions.insert(decisions))
    }

    /// What stood in the file of decisions before this operation, read once.
    fn decided(&mut self) -> Result<&str, Error> {
        Ok(self.decisions()?.before().unwrap_or_default())
    }

    /// The pages that were erased before this operation.
    pub(crate) fn buried(&mut self) -> Result<&Buried, Error> {
        let buried = match self.buried.take() {
            Some(known) => known,
            None => Buried::read(self.decided()?),
        };
        Ok(self.buried.insert(buried))
    }

    /// Which of two statements was said to hold, before this operation.
    pub(crate) fn resolved(&mut self) -> Result<Resolved, Error> {
        Ok(Resolved::read(self.decided()?))
    }

    /// Where pages went before this operation.
    pub(crate) fn moves(&mut self) -> Result<&Moves, Error> {
        let moves = match self.moves.take() {
            Some(known) => known,
            None => Moves::read(self.decided()?),
        };
        Ok(self.moves.insert(moves))
    }

    /// Notes where the pages go that this operation moves, for imports of what they were made from.
    pub(crate) fn note_moves(&mut self) -> Result<(), Error> {
        let moved = self.pages.iter().filter_map(|(to, entry)| {
            let before = self.pages.get(entry.moved_from.as_ref()?)?.before.clone()?;
            Some((before, to.clone()))
        });
        let moved: Vec<_> = moved.collect();
        if !moved.is_empty() {
            self.decisions()?.moved(&moved);
        }
        Ok(())
    }

    /// Moves a page; its text may be edited before or after.
    pub(crate) fn relocate(&mut self, from: &PagePath, to: &PagePath) -> Result<(), Error> {
        let page = self.existing(from)?;
        self.memory.refuse_link(from)?;
        self.memory.refuse_link(to)?;
        if self.page(to)?.is_some() {
            return Err(Error::new(
                Kind::Conflict,
                format!("cannot move {from} to {to}: that page exists already"),
            )
            .hint("choose another name, or use `memopage merge` for two pages of one thing"));
        }
        self.entry(from)?.after = None;
        let entry = self.entry(to)?;
        entry.after = Some(Page::parse(to.clone(), page.text));
        entry.moved_from = Some(from.clone());
        self.bounded()
    }

    fn bounded(&self) -> Result<(), Error> {
        if self.pages.len() > limits::CHANGES_MAX {
            return Err(Error::new(
                Kind::Refused,
                format!("more than {} pages would change at once", limits::CHANGES_MAX),
            )
            .hint("do it in smaller steps"));
        }
        Ok(())
    }

    /// Whether anything would change.
    pub(crate) fn is_empty(&self) -> bool {
        self.pages.values().all(|entry| match (&entry.before, &entry.after) {
            (None, None) => true,
            (Some(before), Some(after)) => before.text == after.text,
            _ => false,
        })
    }

    /// Whether a page comes or goes.
    pub(crate) fn comings_and_goings(&self) -> bool {
        self.pages.values().any(|entry| entry.before.is_some() != entry.after.is_some())
    }

    /// Each page that comes, goes or changes, as it shall be.
    pub(crate) fn pending(&self) -> Vec<(PagePath, Option<Page>)> {
        self.pages
            .iter()
            .filter(|(_, entry)| entry.before.is_some() || entry.after.is_some())
            .map(|(path, entry)| (path.clone(), entry.after.clone()))
            .collect()
    }

    /// Pages that stand where no page stood: made, moved or brought back.
    pub(crate) fn arrivals(&self) -> impl Iterator<Item = &Page> {
        let arrived = |entry: &'_ &Entry| entry.before.is_none();
        self.pages.values().filter(arrived).filter_map(|entry| entry.after.as_ref())
    }

    /// Bumps `updated_at` and `last_modified_by` on changed pages that carry those keys, unless a rule changes them.
    pub(crate) fn stamp(&mut self) -> Result<(), Error> {
        if self.is_by_rule {
            return Ok(());
        }
        let now = self.call.now.clone();
        let actor = self.call.actor.clone();
        let changed: Vec<PagePath> = self
            .pages
            .iter()
            .filter(|(_, entry)| match (&entry.before, &entry.after) {
                (Some(before), Some(after)) => before.text != after.text,
                _ => false,
            })
            .map(|(path, _)| path.clone())
            .collect();
        for path in changed {
            let entry = self.entry(&path)?;
            let Some(page) = entry.after.clone() else { continue };
            if page.head.broken || page.head.kind != wiki::head::HeadKind::Yaml {
                continue;
            }
            let edits = stamps(&page, &now, &actor);
            if edits.is_empty() {
                continue;
            }
            let text = edit::apply(&page, &edits).map_err(|err| problem::from_edit(&path, &err))?;
            entry.after = Some(Page::parse(path, text));
        }
        Ok(())
    }

    /// The gathered changes, ready for approval.
    pub(crate) fn changes(&self, note: String) -> Changes {
        let mut writes = Vec::new();
        let sources: Vec<&PagePath> =
            self.pages.values().filter_map(|entry| entry.moved_from.as_ref()).collect();
        for (path, entry) in &self.pages {
            if let (Some(from), Some(after)) = (&entry.moved_from, &entry.after) {
                let Some(before) = &self.pages[from].before else { continue };
                writes.push(Write::Move {
                    from: from.clone(),
                    to: path.clone(),
                    base: before.revision(),
                    text: after.text.clone(),
                    before: before.text.clone(),
                });
                continue;
            }
            match (&entry.before, &entry.after) {
                (None, Some(after)) => {
                    writes.push(Write::Create { path: path.clone(), text: after.text.clone() });
                }
                (Some(before), Some(after)) if before.text != after.text => {
                    writes.push(Write::Update {
                        path: path.clone(),
                        base: before.revision(),
                        text: after.text.clone(),
                        before: before.text.clone(),
                    });
                }
                (Some(before), None) if !sources.contains(&path) => {
                    writes.push(Write::Remove { path: path.clone(), base: before.revision() });
                }
                _ => {}
            }
        }
        let restored = self.pages.iter().filter(|(_, entry)| entry.restored);
        let restored = restored.map(|(path, _)| path.clone()).collect();
        Changes { writes, restored, decisions: self.decisions.clone(), note }
    }
}

/// Text without a heading goes to the page's end; a history that stands there stays the last.
fn addition(page: &Page, heading: Option<String>, text: &str) -> Edit {
    let text = text.to_owned();
    // One below another heading ends where a new part begins, and the page itself may be called so.
    let begins = text.starts_with("# ") || text.starts_with("## ");
    let is_history = |(at, it): (usize, &Section)| {
        let last = if begins { 2 } else { 6 };
        let titled = it.level == 1 && at == 1;
        (1..=last).contains(&it.level) && !titled && is_history_heading(&it.heading)
    };
    let last =
        page.sections.iter().enumerate().position(is_history).filter(|at| {
            page.sections[at + 1..].iter().all(|it| it.level > page.sections[*at].level)
        });
    match (heading, last) {
        (None, Some(at)) => {
            let start = page.sections[at].span.start;
            let end = if page.text.contains("\r\n") { "\r\n" } else { "\n" };
            let lines =
                text.trim_end_matches(['\r', '\n']).replace("\r\n", "\n").replace('\n', end);
            let gap = if page.text[..start].ends_with(&end.repeat(2)) { "" } else { end };
            let text = format!("{gap}{lines}{end}{end}");
            Edit::Splice(Splice { span: start..start, text })
        }
        (heading, _) => Edit::Append { heading, text },
    }
}

/// Edits that bring a page's own bookkeeping up to date, in the form it is already written.
fn stamps(page: &Page, now: &wiki::time::Now, actor: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    if let (Some(key), Some(old)) =
        (page.head.key_as_written("updated_at"), page.head.text("updated_at"))
    {
        let new = if old.contains(':') {
            now.at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
        } else {
            now.today().to_string()
        };
        // A clock that goes back makes no page older than it is.
        let since = wiki::time::read_date(&old);
        if new != old && since.is_none_or(|it| it <= now.today()) {
            edits.push(Edit::SetField { key: key.to_owned(), value: FieldValue::Text(new) });
        }
    }
    if let (Some(key), Some(old)) =
        (page.head.key_as_written("last_modified_by"), page.head.text("last_modified_by"))
        && old != actor
    {
        let value = FieldValue::Text(actor.to_owned());
        edits.push(Edit::SetField { key: key.to_owned(), value });
    }
    edits
}

impl Memory {
    /// The file of decisions, if there is one.
    pub(crate) fn decided(&self) -> Result<Option<String>, Error> {
        let file = decision::FILE;
        if self.vault.stat(file).map_err(problem::from_vault)?.is_none() {
            return Ok(None);
        }
        let bytes =
            self.vault.read_up_to(file, limits::FILE_BYTES_MAX).map_err(problem::from_vault)?;
        String::from_utf8(bytes).map(Some).map_err(|_| {
            Error::new(Kind::Corrupt, format!("{file} is not valid UTF-8"))
                .hint("bring it back with git, or remove the lines that are wrong")
        })
    }
}
