//! One conversation of an import: new, there already, or gone on since.
//!
//! What is compared are the turns, not the page: a summary that was added, another file name, a page
//! that was renamed or archived change nothing about what was said.

use super::Intake;
use crate::draft::Draft;
use crate::{Error, Kind, counted, facets, limits, problem};
use std::collections::{HashMap, HashSet};
use wiki::canon;
use wiki::decision::Trace;
use wiki::edit::{Edit, FieldValue};
use wiki::head::HeadKind;
use wiki::page::Page;
use wiki::path::PagePath;
use wiki::policy::redact;
use wiki::session::{self, PART_TURNS_MAX, Place, Session, Turn, TurnSpan};

/// So many conversations may have one made-up name.
const NAMESAKES_MAX: usize = 10_000;
/// Conversations of one day and topic among which the one is looked for that another file is a copy of, at most.
const COPIES_MAX: usize = 20;
/// Places at which the turns of a page are looked for in a longer conversation, at most.
const STARTS_MAX: usize = 64;

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

/// What a turn is known by: who spoke, when, and what was said.
type Said = (String, Option<String>, String);

/// The pages of a conversation that are there, in order, with their turns.
struct There {
    pages: Vec<Page>,
    turns: Vec<Vec<TurnSpan>>,
    said: Vec<Said>,
}

/// The turns of a conversation that were erased.
#[derive(Default)]
struct Erased {
    /// Their places in it, from 0.
    gone: HashSet<usize>,
    /// When.
    day: String,
}

/// How much of a conversation is there.
enum Standing {
    /// Another conversation.
    Other,
    /// Nothing is new.
    Whole,
    /// The turns from this one on are new.
    Until(usize),
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

    /// Which of its turns were erased and stand on none of its pages. Of a conversation that no grave
    /// names these are the turns of the same speaker, time and words, and all of them where each one's
    /// words were erased under another name: a greeting without a time may be anybody's.
    fn erased(&self, draft: &mut Draft<'_>, named: &Named) -> Result<Option<Erased>, Error> {
        if draft.buried()?.is_empty() {
            return Ok(None);
        }
        let id = self.session.id.as_str();
        // A turn was redacted when it came in.
        let said = self.session.turns.iter().map(|turn| {
            let text = redact(&turn.text).0;
            Trace::of(id, &Turn { text, ..turn.clone() })
        });
        let said: Vec<Trace> = said.collect();
        let there = self.there(draft, id, named)?;
        let pages = there.pages.iter().zip(&there.turns);
        let standing: Vec<Trace> = pages
            .flat_map(|(page, turns)| turns.iter().map(|it| Trace::of_span(id, it, page)))
            .collect();
        let buried = draft.buried()?;
        let known = buried.knows(id);
        // Words alone tell a conversation only where nothing else of it stands.
        let by_words = |it| buried.turn(it).or_else(|| buried.words(it)).is_some();
        let whole = !known && standing.is_empty() && said.iter().all(by_words);
        let mut erased = Erased::default();
        let mut standing = standing.iter().peekable();
        for (at, turn) in said.iter().enumerate() {
            if standing.next_if(|it| *it == turn).is_some() {
                continue;
            }
            let day = buried.turn(turn).or_else(|| buried.words(turn).filter(|_| whole));
            if let Some(day) = day {
                day.clone_into(&mut erased.day);
                erased.gone.insert(at);
            }
        }
        Ok((!erased.gone.is_empty()).then_some(erased))
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

    /// Takes in a conversation that is one of the vault's in another state: one that has all that is there gets what
    /// it has beside it, another text is a conflict.
    fn meets(
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

    /// How much of the conversation, whose turns are `new`, is there.
    fn standing(&self, there: &There, new: &[(String, Said)]) -> Standing {
        let said: Vec<&Said> = new.iter().map(|(_, said)| said).collect();
        let old: Vec<&Said> = there.said.iter().collect();
        let begins = old.iter().zip(&said).take_while(|(old, new)| old == new).count();
        let known = if begins == said.len() || (begins == old.len() && begins > 0) {
            begins
        } else if self.session.nameless {
            return Standing::Other;
        } else {
            match overlap(&old, &said) {
                0 if self.clashes(there, &old, &said) => return Standing::Other,
                known => known,
            }
        };
        if known == said.len() {
            return Standing::Whole;
        }
        // A turn that cannot be read back is there or not with the one before it.
        let places = self.places();
        let last = known.checked_sub(1).and_then(|at| places.get(&new[at].0));
        Standing::Until(last.map_or(0, |at| at + 1))
    }

    /// Whether turns that do not go on from what is there contradict it: they repeat a part of it with
    /// another text before or after, let somebody say something else at a time within it, or give another
    /// turn an id that is taken.
    fn clashes(&self, there: &There, old: &[&Said], new: &[&Said]) -> bool {
        // In the minute of the last turn anybody may have said more: a page has no seconds.
        let last = old.last().and_then(|(_, at, _)| at.as_deref());
        let timed =
            |(speaker, at, _): &'_ &Said| at.as_ref().map(|at| (speaker.clone(), at.clone()));
        let within: HashSet<(String, String)> =
            old.iter().filter_map(timed).filter(|(_, at)| last != Some(at.as_str())).collect();
        let old: HashSet<&Said> = old.iter().copied().collect();
        let ids: HashSet<&str> = there.turns.iter().flatten().map(|it| it.id.as_str()).collect();
        new.iter().any(|it| old.contains(it) || timed(it).is_some_and(|it| within.contains(&it)))
            || self.session.turns.iter().any(|it| ids.contains(it.id.trim()))
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

    /// Adds the turns from `from` on to its last page, and to further ones where that is full.
    fn go_on(
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

/// How a conversation resembles one that is there.
struct Like {
    /// How many turns are the same.
    shared: usize,
    /// How many it has.
    new: usize,
    /// Its turns that are not there, by their place in it, each with the place of the turn there that it comes
    /// before; where all that are there follow each other in it.
    missing: Option<Vec<(usize, usize)>>,
    /// Whether all of it stands there in a row.
    within: bool,
}

/// Whether new turns are most of the old ones again. Without times a greeting may be anybody's.
fn alike_to<'t>(old: &[Said], new: impl Iterator<Item = &'t Said>) -> Option<Like> {
    let new: Vec<&Said> = new.collect();
    let mut left: HashMap<&Said, usize> = HashMap::new();
    for said in old {
        *left.entry(said).or_default() += 1;
    }
    let (mut shared, mut timed) = (0, 0);
    for said in &new {
        if let Some(count) = left.get_mut(*said).filter(|count| **count > 0) {
            *count -= 1;
            shared += 1;
            timed += usize::from(said.1.is_some());
        }
    }
    let fewer = old.len().min(new.len());
    let known = (timed > 0 && 2 * shared >= fewer) || (shared > 1 && 2 * shared > fewer);
    let old: Vec<&Said> = old.iter().collect();
    let missing = (shared == old.len()).then(|| missing(&new, &old)).flatten();
    let within = shared == new.len() && starts_at(&old, &new).is_some();
    known.then_some(Like { shared, new: new.len(), missing, within })
}

/// The new turns that are none of the old ones, each with the place of the old turn before which it stands, if the
/// old ones stand among them in their order.
fn missing(new: &[&Said], old: &[&Said]) -> Option<Vec<(usize, usize)>> {
    let mut known = 0;
    let mut missing = Vec::new();
    for (at, said) in new.iter().enumerate() {
        match old.get(known) {
            Some(turn) if turn == said => known += 1,
            _ => missing.push((known, at)),
        }
    }
    (known == old.len()).then_some(missing)
}

/// Where the old turns begin in a row among the new ones.
fn starts_at(new: &[&Said], old: &[&Said]) -> Option<usize> {
    // A row of turns that all are the same may begin at several places; whichever is taken, the page is whole.
    let first = old.first()?;
    let mut starts = (0..new.len()).filter(|at| new[*at] == *first).take(STARTS_MAX);
    starts.find(|at| new[*at..].starts_with(old))
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
    if !draft.buried()?.knows(id) && super::is_erased(draft, wanted, &text, done)? {
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

/// What was said on these pages, each turn with its block's id, as it is kept: without secrets.
fn said<'p>(pages: impl Iterator<Item = (&'p PagePath, &'p str)>) -> Vec<(String, Said)> {
    let mut all = Vec::new();
    for (path, text) in pages {
        let page = Page::parse(path.clone(), redact(text).0);
        for turn in session::turns(&page) {
            let text = turn.text(&page.text);
            all.push((turn.block_id, (turn.speaker, turn.at, text)));
        }
    }
    all
}

/// How many of the first new turns the old ones hold in a row, anywhere if all of them, else at their
/// end (Knuth, Morris, Pratt 1977: linear in both).
fn overlap(old: &[&Said], new: &[&Said]) -> usize {
    let mut back = vec![0; new.len()];
    let next = |back: &[usize], mut at: usize, said: &Said| {
        while at > 0 && new[at] != said {
            at = back[at - 1];
        }
        at + usize::from(new[at] == said)
    };
    for at in 1..new.len() {
        back[at] = next(&back, back[at - 1], new[at]);
    }
    let mut known = 0;
    for said in old {
        known = next(&back, known, said);
        if known == new.len() {
            break;
        }
    }
    known
}

/// Which part of its conversation a page is, by its head or its name.
fn part_number(page: &Page) -> usize {
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
