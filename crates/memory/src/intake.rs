//! Conversations and notes from elsewhere, taken into the vault through the write path.
//!
//! What is there already is left alone: the same text is unchanged, another text is a conflict that
//! is reported, and a conversation that has gone on since is continued. One bad piece is reported
//! by name and the rest is taken in.

use crate::draft::Draft;
use crate::{Call, Error, Kind, Memory, limits, problem};
use std::collections::BTreeMap;
use std::fmt;
use wiki::canon;
use wiki::path::PagePath;
use wiki::policy::redact;
use wiki::session::{self, Session};

/// What became of an import.
#[derive(Debug, Clone, Default)]
pub struct Intake {
    /// Pages that were made.
    pub made: Vec<String>,
    /// Pages that were continued with new turns.
    pub continued: Vec<String>,
    /// Pages that stand there already with the same text.
    pub unchanged: usize,
    /// Pages that stand there with another text, and were left as they are.
    pub conflicts: Vec<String>,
    /// What could not be taken in, and secrets that were taken out.
    pub problems: Vec<String>,
    /// Conversations seen.
    pub sessions: usize,
    /// Turns seen.
    pub turns: usize,
    /// Notes seen.
    pub notes: usize,
}

impl Intake {
    /// Adds what another part of the same import did.
    pub fn add(&mut self, other: Self) {
        self.made.extend(other.made);
        self.continued.extend(other.continued);
        self.unchanged += other.unchanged;
        self.conflicts.extend(other.conflicts);
        self.problems.extend(other.problems);
        self.sessions += other.sessions;
        self.turns += other.turns;
        self.notes += other.notes;
    }
}

impl fmt::Display for Intake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{} notes, {} conversations with {} turns: {} pages made, {} continued, {} unchanged",
            self.notes,
            self.sessions,
            self.turns,
            self.made.len(),
            self.continued.len(),
            self.unchanged
        )?;
        for page in &self.conflicts {
            write!(out, "\nleft as it is (other text): {page}")?;
        }
        Ok(())
    }
}

/// Whether an import writes, or only says what it would write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writing {
    /// It writes.
    Real,
    /// It only says what it would write.
    Shown,
}

/// One page to take in.
struct Piece {
    path: PagePath,
    text: String,
    /// The conversation that it is a page of.
    session: Option<String>,
}

impl Memory {
    /// Takes in conversations; each becomes a page of the schema's folder for them, long ones several.
    ///
    /// # Errors
    /// What the disk or the lock says; single pages end in [`Intake::problems`].
    pub fn take_sessions(
        &self,
        call: &Call,
        sessions: &[Session],
        writing: Writing,
    ) -> Result<Intake, Error> {
        let mut done = Intake {
            sessions: sessions.len(),
            turns: sessions.iter().map(|it| it.turns.len()).sum(),
            ..Intake::default()
        };
        let mut pieces = Vec::new();
        for session in sessions {
            for (path, text) in session::render(session, &[]) {
                let path = self.at_home(path)?;
                pieces.push(Piece { path, text, session: Some(session.id.clone()) });
            }
        }
        self.take(call, &pieces, writing, &mut done)?;
        Ok(done)
    }

    /// A conversation's page lies where the schema keeps conversations.
    fn at_home(&self, path: PagePath) -> Result<PagePath, Error> {
        let schema = self.schema();
        let folder = schema.by_name("session").map_or("", |it| it.folder.trim_matches('/'));
        if folder.is_empty() {
            return Ok(path);
        }
        PagePath::parse_existing(&format!("{folder}/{}", path.name()))
            .map_err(|err| problem::from_path(&err))
    }

    /// Takes in notes; `into` is a folder of the vault, empty for its root.
    ///
    /// # Errors
    /// What the disk or the lock says; single notes end in [`Intake::problems`].
    pub fn take_notes(
        &self,
        call: &Call,
        notes: &[(PagePath, String)],
        into: &str,
        writing: Writing,
    ) -> Result<Intake, Error> {
        let mut done = Intake { notes: notes.len(), ..Intake::default() };
        let mut pieces = Vec::new();
        for (path, text) in notes {
            let into = into.trim_matches('/');
            let file =
                if into.is_empty() { path.file() } else { format!("{into}/{}", path.file()) };
            // A folder typed by a person is held to the rules for paths; a file's own name is not.
            let folder = PagePath::parse(&format!("{into}/x"));
            match (into.is_empty(), folder, PagePath::from_file(&file)) {
                (true, _, Ok(path)) | (false, Ok(_), Ok(path)) => {
                    pieces.push(Piece { path, text: text.clone(), session: None });
                }
                (false, Err(err), _) => return Err(problem::from_path(&err)),
                (_, _, Err(err)) => done.problems.push(format!("{file}: {err}")),
            }
        }
        self.take(call, &pieces, writing, &mut done)?;
        Ok(done)
    }

    fn take(
        &self,
        call: &Call,
        pieces: &[Piece],
        writing: Writing,
        done: &mut Intake,
    ) -> Result<(), Error> {
        if writing == Writing::Shown {
            let mut draft = Draft::new(self, call);
            return laid(&mut draft, pieces, done);
        }
        for batch in pieces.chunks(limits::IMPORT_BATCH) {
            match self.take_batch(call, batch) {
                Ok(part) => done.add(part),
                // One page that the policy refuses must not keep the others out.
                Err(err) if matches!(err.kind, Kind::Refused | Kind::BadRequest) => {
                    for piece in batch {
                        match self.take_batch(call, std::slice::from_ref(piece)) {
                            Ok(part) => done.add(part),
                            Err(err) if matches!(err.kind, Kind::Refused | Kind::BadRequest) => {
                                done.problems.push(format!("{}: {err}", piece.path));
                            }
                            Err(err) => return Err(err),
                        }
                    }
                }
                Err(err) => return Err(err),
            }
        }
        Ok(())
    }

    fn take_batch(&self, call: &Call, batch: &[Piece]) -> Result<Intake, Error> {
        let applied = self.apply(call, "import", |draft| {
            let mut done = Intake::default();
            laid(draft, batch, &mut done)?;
            let subject = match batch {
                [one] => one.path.to_string(),
                several => format!("{} pages", several.len()),
            };
            Ok((done, subject))
        })?;
        let mut done = applied.value;
        done.problems.extend(applied.warnings);
        Ok(done)
    }
}

/// Lays the pieces into the draft.
fn laid(draft: &mut Draft<'_>, pieces: &[Piece], done: &mut Intake) -> Result<(), Error> {
    let mut named: BTreeMap<PagePath, String> = BTreeMap::new();
    for piece in pieces {
        let path = match &piece.session {
            None => piece.path.clone(),
            Some(id) => session_place(draft, piece, id, &named)?,
        };
        if let Some(id) = &piece.session {
            named.insert(path.clone(), id.clone());
        }
        let Some(page) = draft.page(&path)? else {
            draft.create_text(&path, piece.text.clone())?;
            done.made.push(path.to_string());
            continue;
        };
        // A page that was redacted when it came in is the same as its source still is.
        if same(&page.text, &piece.text) || same(&page.text, &redact(&piece.text).0) {
            done.unchanged += 1;
        } else if piece.session.is_some() && goes_on(&page.text, &piece.text) {
            draft.put(&path, piece.text.clone())?;
            done.continued.push(path.to_string());
        } else {
            done.conflicts.push(path.to_string());
        }
    }
    Ok(())
}

fn same(there: &str, new: &str) -> bool {
    there.trim_end() == new.trim_end()
}

/// Whether the conversation there is the beginning of the new one.
fn goes_on(there: &str, new: &str) -> bool {
    let beginning = there.trim_end();
    new.len() > beginning.len() && new.starts_with(beginning)
}

/// Where a conversation's page lies: where it lies already, else a path that no other one has.
fn session_place(
    draft: &mut Draft<'_>,
    piece: &Piece,
    id: &str,
    named: &BTreeMap<PagePath, String>,
) -> Result<PagePath, Error> {
    let part = part_of(piece.path.as_str());
    if !id.is_empty() {
        let known = draft.memory.ask(|index| index.names(&canon::fold(id)))?;
        let there = known
            .into_iter()
            .find(|it| it.id.as_deref() == Some(id) && part_of(it.path.as_str()) == part);
        if let Some(there) = there {
            return Ok(there.path);
        }
    }
    for number in 1..limits::CHANGES_MAX {
        let path = if number == 1 {
            piece.path.clone()
        } else {
            PagePath::parse_existing(&format!("{} ({number})", piece.path))
                .map_err(|err| problem::from_path(&err))?
        };
        let other_here = named.get(&path).is_some_and(|it| it != id);
        let page = draft.page(&path)?;
        let other_there = page.is_some_and(|it| it.head.text("id").as_deref() != Some(id));
        if !other_here && !other_there {
            return Ok(path);
        }
    }
    Err(Error::new(Kind::Conflict, format!("too many pages are called {}", piece.path))
        .hint("give the conversations topics of their own"))
}

/// The part of a long conversation that a page is, as its name says.
fn part_of(path: &str) -> Option<&str> {
    path.rsplit_once(" (part ").map(|(_, rest)| rest)
}
