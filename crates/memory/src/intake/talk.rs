//! One conversation of an import: new, there already, or gone on since.
//!
//! What is compared are the turns, not the page: a summary that was added, another file name, a page
//! that was renamed or archived change nothing about what was said.

mod compare;
mod erased;
mod grow;

use super::Intake;
use crate::draft::Draft;
use crate::{Error, Kind, limits, problem};
use compare::{Like, Said, Standing, alike_to, said};
use grow::part_number;
use std::collections::HashMap;
use wiki::canon;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::session::{self, Session, TurnSpan};

/// So many conversations may have one made-up name.
const NAMESAKES_MAX: usize = 10_000;
/// Conversations of one day and topic among which the one is looked for that another file is a copy of, at most.
const COPIES_MAX: usize = 20;

/// The pages that a change makes for each conversation, by its id: the index does not know them yet.
pub(super) type Named = HashMap<String, Vec<PagePath>>;

/// A conversation with the pages that it would be if it were new.
pub(super) struct Talk<'a> {
    session: &'a Session,
    /// The folder that was asked for; empty for none.
    into: &'a str,
    /// The folder that new pages go to; empty for that of [`session::render`].
    folder: String,
    pub(super) pages: Vec<(PagePath, String)>,
}

/// The pages of a conversation that are there, in order, with their turns.
struct There {
    pages: Vec<Page>,
    turns: Vec<Vec<TurnSpan>>,
    said: Vec<Said>,
}

impl<'a> Talk<'a> {
    pub(super) fn new(session: &'a Session, into: &'a str, home: &str) -> Result<Self, Error> {
        let folder = if into.is_empty() { home } else { into }.to_owned();
        let pages = placed(session::render(session, &[]), &folder)?;
        Ok(Self { session, into, folder, pages })
    }

    pub(super) fn name(&self) -> String {
        self.pages.first().map_or_else(String::new, |(path, _)| path.to_string())
    }

    /// Lays the conversation into the draft, but for the turns that were erased here.
    pub(super) fn laid(
        &self,
        draft: &mut Draft<'_>,
        named: &mut Named,
        done: &mut Intake,
    ) -> Result<(), Error> {
        let Some(erased) = self.erased(draft, named)? else {
            return self.whole(draft, named, done);
        };
        let (gone, all) = (erased.gone.len(), self.session.turns.len());
        let which = if gone == all { String::new() } else { format!("{gone} of {all} turns ") };
        done.skipped.push(format!("{}: {which}erased on {}", self.name(), erased.day));
        let mut session = self.session.clone();
        let mut at = 0;
        session.turns.retain(|_| {
            at += 1;
            !erased.gone.contains(&(at - 1))
        });
        if session.turns.is_empty() {
            return Ok(());
        }
        Talk::new(&session, self.into, &self.folder)?.whole(draft, named, done)
    }

    /// Lays the conversation into the draft as it is.
    fn whole(
        &self,
        draft: &mut Draft<'_>,
        named: &mut Named,
        done: &mut Intake,
    ) -> Result<(), Error> {
        let mut new = None;
        // Where the source has no name for it, conversations of that name are told apart by what was said.
        let namesakes = if self.session.nameless { NAMESAKES_MAX } else { 1 };
        let mut alike = None;
        for number in 1..=namesakes {
            let id = numbered(&self.session.id, number);
            let mut there = self.there(draft, &id, named)?;
            let missing = there.pages.is_empty();
            if missing && !self.into.is_empty() {
                there = Self::pages_of(draft, &id, named, &|_| true)?;
            }
            if there.pages.is_empty() {
                if let Some((there, like)) = alike {
                    return self.meets(draft, &there, &like, done);
                }
                let new = new.get_or_insert_with(|| said(self.texts()));
                return match self.copy_of(draft, new, named)? {
                    Some((there, like)) if like.within => {
                        let place = &there.pages[0].path;
                        done.skipped.push(format!("{}: its turns stand as {place}", self.name()));
                        Ok(())
                    }
                    Some((there, like)) => self.meets(draft, &there, &like, done),
                    None => self.make(draft, &id, named, done),
                };
            }
            match self.standing(&there, new.get_or_insert_with(|| said(self.texts()))) {
                // Another conversation of this name, in another folder than was asked for.
                Standing::Other if missing => return self.make(draft, &id, named, done),
                Standing::Whole if missing => {
                    let place = &there.pages[0].path;
                    done.skipped.push(format!("{}: it stands as {place}", self.name()));
                    return Ok(());
                }
                Standing::Whole => {
                    done.unchanged += self.pages.len();
                    return Ok(());
                }
                Standing::Until(from) => {
                    return self.go_on(draft, &there, &id, from, (named, done));
                }
                Standing::Other if self.session.nameless => {
                    let like = alike_to(&there.said, new.iter().flatten().map(|(_, said)| said));
                    alike = alike.or_else(|| Some((there, like?)));
                }
                Standing::Other => {
                    let like = alike_to(&there.said, new.iter().flatten().map(|(_, said)| said));
                    if let Some(like) = like.filter(|it| it.missing.is_some()) {
                        return self.meets(draft, &there, &like, done);
                    }
                    done.conflicts.push(there.pages[0].path.to_string());
                    return Ok(());
                }
            }
        }
        Err(Error::new(
            Kind::Conflict,
            format!("too many conversations are called {}", self.session.id),
        )
        .hint("give the conversations a `session` of their own"))
    }

    fn texts(&self) -> impl Iterator<Item = (&PagePath, &str)> {
        self.pages.iter().map(|(path, text)| (path, text.as_str()))
    }

    /// The conversation of which one without a name of its own is a copy under another file name, as far as its place
    /// shows it: its turns in a row, or one that it has gone on from.
    fn copy_of(
        &self,
        draft: &mut Draft<'_>,
        new: &[(String, Said)],
        named: &Named,
    ) -> Result<Option<(There, Like)>, Error> {
        let Some((wanted, _)) = self.pages.first().filter(|_| self.session.nameless) else {
            return Ok(None);
        };
        let archive = draft.schema.retention.archive.trim_matches('/').to_owned();
        for place in [wanted.to_string(), format!("{archive}/{wanted}")] {
            for number in 1..=COPIES_MAX {
                let path = PagePath::parse_existing(&numbered(&place, number))
                    .map_err(|err| problem::from_path(&err))?;
                let Some(page) = draft.page(&path)? else { break };
                let id = page.head.text("id").filter(|_| session::is_session(&page));
                let Some(id) = id else { continue };
                let there = Self::pages_of(draft, &id, named, &|_| true)?;
                let like = alike_to(&there.said, new.iter().map(|(_, said)| said));
                if let Some(like) = like.filter(|it| it.within || it.missing.is_some()) {
                    return Ok(Some((there, like)));
                }
            }
        }
        Ok(None)
    }

    /// The pages of the conversation with this id, wherever they lie; of those in the folder that was
    /// asked for, if one was.
    fn there(&self, draft: &mut Draft<'_>, id: &str, named: &Named) -> Result<There, Error> {
        let prefix = format!("{}/", self.into);
        let inside = |it: &PagePath| self.into.is_empty() || it.as_str().starts_with(&prefix);
        Self::pages_of(draft, id, named, &inside)
    }

    fn pages_of(
        draft: &mut Draft<'_>,
        id: &str,
        named: &Named,
        inside: &dyn Fn(&PagePath) -> bool,
    ) -> Result<There, Error> {
        let id = written(id);
        let known = draft.memory.ask(|index| index.names(&canon::fold(&id)))?;
        let mut paths: Vec<PagePath> = known
            .into_iter()
            .filter(|it| it.id.as_deref() == Some(id.as_str()))
            .map(|it| it.path)
            .collect();
        paths.extend(named.get(&id).into_iter().flatten().cloned());
        paths.sort();
        paths.dedup();
        paths.retain(inside);
        let mut pages = Vec::new();
        for path in paths {
            pages.extend(draft.page(&path)?.filter(session::is_session));
        }
        pages.sort_by_key(part_number);
        let turns: Vec<Vec<TurnSpan>> = pages.iter().map(session::turns).collect();
        let said = said(pages.iter().map(|it| (&it.path, it.text.as_str())));
        Ok(There { pages, turns, said: said.into_iter().map(|(_, said)| said).collect() })
    }

    /// Which turn each block is.
    fn places(&self) -> HashMap<String, usize> {
        let pages = self.pages.iter();
        let pages = pages.map(|(path, text)| Page::parse(path.clone(), text.clone()));
        let turns = pages.flat_map(|it| session::turns(&it));
        turns.enumerate().map(|(at, turn)| (turn.block_id, at)).collect()
    }

    /// Makes its pages.
    fn make(
        &self,
        draft: &mut Draft<'_>,
        id: &str,
        named: &mut Named,
        done: &mut Intake,
    ) -> Result<(), Error> {
        let renamed = match id == self.session.id {
            true => None,
            false => {
                let session = Session { id: id.to_owned(), ..self.session.clone() };
                Some(placed(session::render(&session, &[]), &self.folder)?)
            }
        };
        for (path, text) in renamed.as_ref().unwrap_or(&self.pages) {
            make(draft, path, text.clone(), id, (named, done))?;
        }
        Ok(())
    }
}

/// The pages in the folder that they belong to.
fn placed(pages: Vec<(PagePath, String)>, folder: &str) -> Result<Vec<(PagePath, String)>, Error> {
    let place = |(path, text): (PagePath, String)| {
        if folder.is_empty() {
            return Ok((path, text));
        }
        let path = PagePath::parse_existing(&format!("{folder}/{}", path.name()))
            .map_err(|err| problem::from_path(&err))?;
        Ok((path, text))
    };
    pages.into_iter().map(place).collect()
}

/// Makes a page under its path, or one with a number where another page has that.
fn make(
    draft: &mut Draft<'_>,
    wanted: &PagePath,
    text: String,
    id: &str,
    (named, done): (&mut Named, &mut Intake),
) -> Result<(), Error> {
    // Where a grave names its turns, those were left out, and a new turn may have the old place.
    if !draft.buried()?.knows(id) && super::note::is_erased(draft, wanted, &text, done)? {
        return Ok(());
    }
    for number in 1..limits::CHANGES_MAX {
        let path = PagePath::parse_existing(&numbered(wanted.as_str(), number))
            .map_err(|err| problem::from_path(&err))?;
        if draft.page(&path)?.is_none() {
            draft.create_text(&path, text)?;
            done.made.push(path.to_string());
            named.entry(written(id)).or_default().push(path);
            return Ok(());
        }
    }
    Err(Error::new(Kind::Conflict, format!("too many pages are called {wanted}"))
        .hint("give the conversations topics of their own"))
}

fn numbered(name: &str, number: usize) -> String {
    if number == 1 { name.to_owned() } else { format!("{name} ({number})") }
}

/// An id as a page's head holds it.
fn written(id: &str) -> String {
    let words = id.split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ")
}
