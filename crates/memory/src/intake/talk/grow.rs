//! Lays what a conversation has beside the turns that are there among them, or behind them on further pages.

use super::compare::Like;
use super::{Named, Talk, There, make};
use crate::draft::Draft;
use crate::intake::Intake;
use crate::{Error, counted, facets, problem};
use std::collections::HashSet;
use wiki::edit::{Edit, FieldValue};
use wiki::head::HeadKind;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::session::{self, PART_TURNS_MAX, Place, Session, Turn, TurnSpan};

impl Talk<'_> {
    /// Takes in a conversation that is one of the vault's in another state: one that has all that is there gets what
    /// it has beside it, another text is a conflict.
    pub(super) fn meets(
        &self,
        draft: &mut Draft<'_>,
        there: &There,
        like: &Like,
        done: &mut Intake,
    ) -> Result<(), Error> {
        if like.within {
            done.unchanged += self.pages.len();
            return Ok(());
        }
        let turns = &self.session.turns;
        let [page] = there.pages.as_slice() else {
            done.conflicts.push(there.pages[0].path.to_string());
            return Ok(());
        };
        if let Err(err) = problem::refuse_unmerged(page) {
            done.conflicts.push(page.path.to_string());
            done.problems.push(err.to_string());
            return Ok(());
        }
        let old = &there.turns[0];
        let fits = turns.len() == like.new && turns.len() <= PART_TURNS_MAX;
        let Some(missing) = like.missing.as_ref().filter(|_| fits) else {
            done.conflicts.push(page.path.to_string());
            done.problems.push(format!(
                "{} was left out: {} of its {} turns stand in {} already, others do not; keep both with `--into FOLDER`, or give the conversation a `session` of its own",
                self.name(), like.shared, like.new, page.path
            ));
            return Ok(());
        };
        let more: Vec<Turn> = missing.iter().map(|(_, at)| turns[*at].clone()).collect();
        let blocks = session::further(old, &more);
        // From the last to the first, so that the places of those before stay.
        let mut end = blocks.len();
        let mut text = page.text.clone();
        for runs in missing.chunk_by(|one, other| one.0 == other.0).rev() {
            let before = runs[0].0;
            let run = &blocks[end - runs.len()..end];
            end -= runs.len();
            text = match old.get(before) {
                Some(turn) => between(&text, turn.span.start, run),
                None => with_blocks(page, old, run),
            };
        }
        draft.put(&page.path, text)?;
        self.meet(draft, &page.path, &more)?;
        done.continued.push(page.path.to_string());
        Ok(())
    }

    /// Adds the turns from `from` on to its last page, and to further ones where that is full.
    pub(super) fn go_on(
        &self,
        draft: &mut Draft<'_>,
        there: &There,
        id: &str,
        from: usize,
        (named, done): (&mut Named, &mut Intake),
    ) -> Result<(), Error> {
        let turns: &[Turn] = &self.session.turns[from..];
        let old: Vec<TurnSpan> = there.turns.iter().flatten().cloned().collect();
        let blocks = session::further(&old, turns);
        let (last, spans) =
            (&there.pages[there.pages.len() - 1], &there.turns[there.pages.len() - 1]);
        if let Err(err) = problem::refuse_unmerged(last) {
            done.conflicts.push(last.path.to_string());
            done.problems.push(err.to_string());
            return Ok(());
        }
        let room = PART_TURNS_MAX.saturating_sub(spans.len()).min(blocks.len());
        let (here, beyond) = blocks.split_at(room);
        if !here.is_empty() {
            draft.put(&last.path, with_blocks(last, spans, here))?;
            self.meet(draft, &last.path, &turns[..room])?;
            done.continued.push(last.path.to_string());
        }
        if facets::in_archive(last.path.as_str()) && !blocks.is_empty() {
            done.problems.push(format!(
                "{} is archived: what was said since ({}) is not found until `memopage restore \"{0}\"`",
                last.path,
                counted(blocks.len(), "turn")
            ));
        }
        let parts: Vec<&[String]> = beyond.chunks(PART_TURNS_MAX).collect();
        if parts.is_empty() {
            return Ok(());
        }
        // A part in between may have been erased: the numbers of the others stay.
        let before = there.pages.iter().map(part_number).fold(there.pages.len(), usize::max);
        let of = before + parts.len();
        let mut numbers: HashSet<usize> = HashSet::new();
        for (at, page) in there.pages.iter().enumerate() {
            let said = part_number(page);
            let number = if numbers.insert(said) { said } else { at + 1 };
            set(draft, &page.path, "part", FieldValue::Text(Place { number, of }.shown()))?;
        }
        let first = &there.pages[0];
        let base = first.path.as_str().split(" (part ").next().unwrap_or_default();
        let title = first.title();
        let topic = title.split(" (part ").next().unwrap_or_default();
        let session = Session { id: id.to_owned(), ..self.session.clone() };
        for (at, blocks) in parts.into_iter().enumerate() {
            let place = Place { number: before + at + 1, of };
            let path = PagePath::parse_existing(&format!("{base}{}", place.suffix()))
                .map_err(|err| problem::from_path(&err))?;
            let text = session::part(&session, topic, place, blocks, &[]);
            make(draft, &path, text, id, (named, done))?;
        }
        Ok(())
    }

    /// Names in a page's head those who speak for the first time.
    fn meet(&self, draft: &mut Draft<'_>, path: &PagePath, turns: &[Turn]) -> Result<(), Error> {
        let page = draft.existing(path)?;
        let mut names = page.head.list("participants");
        if names.is_empty() {
            return Ok(());
        }
        let speakers = Session { turns: turns.to_vec(), ..Session::default() };
        let before = names.len();
        for name in session::participants(&speakers) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        if names.len() == before {
            return Ok(());
        }
        set(draft, path, "participants", FieldValue::List(names))
    }
}

/// Which part of its conversation a page is, by its head or its name.
pub(super) fn part_number(page: &Page) -> usize {
    let said = page.head.text("part");
    let said = said.as_deref().and_then(|it| it.split(' ').next()?.parse().ok());
    let named = || page.path.as_str().rsplit_once(" (part ")?.1.split(')').next()?.parse().ok();
    said.or_else(named).unwrap_or(1)
}

/// A page's text with more blocks behind its last turn.
fn with_blocks(page: &Page, turns: &[TurnSpan], blocks: &[String]) -> String {
    let at = turns.last().map_or(page.text.len(), |it| it.span.end);
    let (before, after) = page.text.split_at(at);
    let mut added = String::new();
    if !before.ends_with(['\n', '\r']) {
        added.push('\n');
    }
    for block in blocks {
        added.push('\n');
        added.push_str(block);
    }
    if !after.is_empty() && !after.starts_with(['\n', '\r']) {
        added.push('\n');
    }
    if before.ends_with("\r\n") {
        added = added.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    format!("{before}{added}{after}")
}

/// A text with blocks put in at a place, each with a blank line behind it.
fn between(text: &str, at: usize, blocks: &[String]) -> String {
    let (before, after) = text.split_at(at);
    let mut added: String = blocks.iter().map(|block| format!("{block}\n")).collect();
    if after.contains("\r\n") {
        added = added.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    format!("{before}{added}{after}")
}

fn set(draft: &mut Draft<'_>, path: &PagePath, key: &str, value: FieldValue) -> Result<(), Error> {
    let page = draft.existing(path)?;
    if page.head.broken || page.head.kind != HeadKind::Yaml {
        return Ok(());
    }
    draft.edit(path, &[Edit::SetField { key: key.to_owned(), value }])
}
