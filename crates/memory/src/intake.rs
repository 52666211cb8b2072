//! Conversations and notes from elsewhere, taken into the vault through the write path.
//!
//! What is there already is left alone: the same text is unchanged, another text is a conflict that
//! is reported, and a conversation that has gone on since is continued. One bad piece is reported
//! by name and the rest is taken in.

mod elsewhere;
mod note;
mod outcome;
mod talk;

pub use outcome::Intake;

use crate::apply::taken_out;
use crate::canonical::one_folder;
use crate::draft::Draft;
use crate::misfit::Misfit;
use crate::{Call, Error, Kind, Memory, limits, problem};
use elsewhere::{Elsewhere, Place};
use note::note;
use std::collections::HashSet;
use talk::Talk;
use wiki::page::{Page, Revision};
use wiki::path::PagePath;
use wiki::policy::redact;
use wiki::session::Session;

/// What its commits are called.
pub(crate) const OPERATION: &str = "import";

/// Whether an import writes, or only says what it would write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writing {
    /// It writes.
    Real,
    /// It only says what it would write.
    Shown,
}

/// What is asked of the vault before a page is taken in.
enum Known {
    /// Whether the note was taken in before and lies elsewhere now.
    Notes(Elsewhere),
    /// Nothing: each page of an export has its place.
    Export,
}

impl Known {
    /// What became of the page that had this place before.
    fn place_of(
        &mut self,
        draft: &mut Draft<'_>,
        path: &PagePath,
        text: &str,
    ) -> Result<Place, Error> {
        match self {
            Self::Notes(elsewhere) => elsewhere.place_of(draft, path, text),
            Self::Export => Ok(Place::Free),
        }
    }
}

/// One thing to take in.
enum Piece<'a> {
    Note { path: PagePath, text: String },
    Talk(Talk<'a>),
}

impl Piece<'_> {
    /// How many pages it is.
    fn pages(&self) -> usize {
        match self {
            Self::Note { .. } => 1,
            Self::Talk(talk) => talk.pages.len(),
        }
    }

    /// The pages that it would be.
    fn texts(&self) -> Vec<(&PagePath, &str)> {
        match self {
            Self::Note { path, text } => vec![(path, text)],
            Self::Talk(talk) => {
                talk.pages.iter().map(|(path, text)| (path, text.as_str())).collect()
            }
        }
    }

    /// What it is called in a report.
    fn name(&self) -> String {
        match self {
            Self::Note { path, .. } => path.to_string(),
            Self::Talk(talk) => talk.name(),
        }
    }
}

/// One import under way, of whatever parts: what it writes is one in the history.
#[derive(Debug)]
pub struct OneImport<'t> {
    into: &'t str,
    writing: Writing,
    /// What its commits are known by; empty while there is none.
    name: String,
}

impl<'t> OneImport<'t> {
    /// An import into a folder of the vault; empty for the folders that the schema has, or the root.
    #[must_use]
    pub fn new(into: &'t str, writing: Writing) -> Self {
        Self { into, writing, name: String::new() }
    }

    /// The name by which the commits of an import that begins with these pieces are known. No other import
    /// has it: this one writes them now, so that they are nothing new to one of the same moment.
    fn named(&self, call: &Call, batch: &[&Piece<'_>]) -> String {
        if !self.name.is_empty() {
            return self.name.clone();
        }
        let mut first = format!("{}\n{}\n", call.now.at, crate::apply::origin(call));
        for (path, text) in batch.iter().flat_map(|piece| piece.texts()) {
            first.push_str(&format!("{path} {}\n", Revision::of(text.as_bytes())));
        }
        Revision::of(first.as_bytes()).to_string()
    }
}

impl Memory {
    /// Takes in conversations; each becomes a page, long ones several. They lie in the import's
    /// folder, or where it has none in the schema's folder for them.
    ///
    /// # Errors
    /// What the disk or the lock says; single pages end in [`Intake::problems`].
    pub fn take_sessions(
        &self,
        call: &Call,
        sessions: &[Session],
        import: &mut OneImport<'_>,
    ) -> Result<Intake, Error> {
        let mut done = Intake {
            sessions: sessions.len(),
            turns: sessions.iter().map(|it| it.turns.len()).sum(),
            ..Intake::default()
        };
        let schema = self.schema();
        let home = schema.by_name("session").map_or("", |it| it.folder.trim_matches('/'));
        let into = self.folder(import.into)?;
        let pieces: Result<Vec<Piece<'_>>, Error> = sessions
            .iter()
            .map(|session| Talk::new(session, into, home).map(Piece::Talk))
            .collect();
        let known = Known::Notes(Elsewhere::default());
        self.take(call, &pieces?, known, import, &mut done)?;
        Ok(done)
    }

    /// Takes in notes.
    ///
    /// # Errors
    /// What the disk or the lock says; single notes end in [`Intake::problems`].
    pub fn take_notes(
        &self,
        call: &Call,
        notes: &[(PagePath, String)],
        import: &mut OneImport<'_>,
    ) -> Result<Intake, Error> {
        self.take_pages(call, notes, import, Known::Notes(Elsewhere::default()))
    }

    /// Takes in the pages of an export as they are, each at its place below the import's folder. Pages by which a vault
    /// keeps its own books (its log, its map) are left out where it has them.
    ///
    /// # Errors
    /// What the disk or the lock says; single pages end in [`Intake::problems`].
    pub fn take_export(
        &self,
        call: &Call,
        pages: &[(PagePath, String)],
        import: &mut OneImport<'_>,
    ) -> Result<Intake, Error> {
        self.take_pages(call, pages, import, Known::Export)
    }

    fn take_pages(
        &self,
        call: &Call,
        notes: &[(PagePath, String)],
        import: &mut OneImport<'_>,
        known: Known,
    ) -> Result<Intake, Error> {
        let mut done = Intake { notes: notes.len(), ..Intake::default() };
        let mut pieces = Vec::new();
        let into = self.folder(import.into)?;
        for (path, text) in notes {
            let file =
                if into.is_empty() { path.file() } else { format!("{into}/{}", path.file()) };
            match PagePath::from_file(&file) {
                Ok(path) => match self.misfit(into, &path, text) {
                    None => {
                        if let Some(why) = unfit(&path) {
                            done.problems.push(why);
                        }
                        pieces.push(Piece::Note { path, text: text.clone() });
                    }
                    Some(why) => done.leave_out(format!("{path}: {}", why.why())),
                },
                Err(err) => done.leave_out(format!("{file}: {err}")),
            }
        }
        self.take(call, &pieces, known, import, &mut done)?;
        Ok(done)
    }

    /// A folder typed by a person, which is held to the rules for paths; a file's own name is not. Where files
    /// stand in the way, or where some disks see one folder of two, nothing is taken in.
    fn folder<'t>(&self, typed: &'t str) -> Result<&'t str, Error> {
        // What begins at the root of the disk is no folder of the vault.
        let folder = typed.trim_end_matches('/');
        if folder.is_empty() && typed.is_empty() {
            return Ok(folder);
        }
        let inside =
            PagePath::parse(&format!("{folder}/x")).map_err(|err| problem::from_path(&err))?;
        for (at, _) in inside.as_str().match_indices('/') {
            let part = &inside.as_str()[..at];
            let is_file = match self.vault.stat(part) {
                Ok(stat) => stat.is_some(),
                // Whatever else stands there is said where it is written to.
                Err(_) => false,
            };
            if is_file {
                let message = format!("`{part}` is a file of the vault, not a folder");
                return Err(Error::bad(message, "name a folder, such as `--into notes`"));
            }
            if let Some(known) = self.namesake_folder(part, None)? {
                let message = one_folder(part, &known);
                let hint = format!("write it as it is: `--into \"{known}{}\"`", &folder[at..]);
                return Err(Error::bad(message, hint));
            }
        }
        Ok(folder)
    }

    /// Why a note does not belong into the folder that was asked for; as it lies, it is what it is.
    fn misfit(&self, into: &str, path: &PagePath, text: &str) -> Option<Misfit> {
        if into.is_empty() {
            return None;
        }
        Misfit::of(&Page::parse(path.clone(), text), path, &self.schema())
    }

    fn take(
        &self,
        call: &Call,
        pieces: &[Piece<'_>],
        mut known: Known,
        import: &mut OneImport<'_>,
        done: &mut Intake,
    ) -> Result<(), Error> {
        if import.writing == Writing::Shown {
            let mut draft = Draft::new(self, call);
            let each: Vec<&Piece<'_>> = pieces.iter().collect();
            laid(&mut draft, &each, &mut known, done)?;
            announce(pieces, done);
            return Ok(());
        }
        for batch in batches(pieces) {
            let batch: Vec<&Piece<'_>> = batch.iter().collect();
            let batch = batch.as_slice();
            match self.take_batch(call, batch, &mut known, import) {
                Ok(part) => done.add(part),
                // One page that the policy refuses must not keep the others out.
                Err(err) if is_refusal(&err) => {
                    self.take_allowed(call, batch, &mut known, import, done)?;
                }
                Err(err) => return Err(err),
            }
        }
        Ok(())
    }

    /// Takes in as one change what a batch holds but for the pieces that are refused, which are named.
    fn take_allowed(
        &self,
        call: &Call,
        batch: &[&Piece<'_>],
        known: &mut Known,
        import: &mut OneImport<'_>,
        done: &mut Intake,
    ) -> Result<(), Error> {
        let mut allowed = Vec::new();
        for &piece in batch {
            match self.judged(call, piece, known) {
                Ok(()) => allowed.push(piece),
                Err(err) if is_refusal(&err) => {
                    done.leave_out(format!("{}: {err}", piece.name()));
                }
                Err(err) => return Err(err),
            }
        }
        match self.take_batch(call, &allowed, known, import) {
            Err(err) if is_refusal(&err) => {}
            taken => return taken.map(|part| done.add(part)),
        }
        // Each is allowed alone, and not all of them together.
        for piece in allowed {
            match self.take_batch(call, &[piece], known, import) {
                Ok(part) => done.add(part),
                Err(err) if is_refusal(&err) => {
                    done.leave_out(format!("{}: {err}", piece.name()));
                }
                Err(err) => return Err(err),
            }
        }
        Ok(())
    }

    /// Whether a piece may be written as it is, or why not; nothing is written.
    fn judged(&self, call: &Call, piece: &Piece<'_>, known: &mut Known) -> Result<(), Error> {
        let mut draft = Draft::new(self, call);
        laid(&mut draft, &[piece], known, &mut Intake::default())?;
        self.approve(call, &draft, OPERATION, &piece.name(), draft.purpose).map(drop)
    }

    fn take_batch(
        &self,
        call: &Call,
        batch: &[&Piece<'_>],
        known: &mut Known,
        import: &mut OneImport<'_>,
    ) -> Result<Intake, Error> {
        let name = import.named(call, batch);
        let applied = self.apply(call, OPERATION, |draft| {
            let mut done = Intake::default();
            laid(draft, batch, known, &mut done)?;
            draft.import.clone_from(&name);
            let subject = match *done.continued.iter().chain(&done.made).collect::<Vec<_>>() {
                [one] => one.clone(),
                ref several => format!("{} pages", several.len()),
            };
            Ok((done, subject))
        })?;
        if !applied.pages.is_empty() {
            import.name = name;
        }
        let mut done = applied.value;
        done.problems.extend(applied.warnings);
        done.commits.extend(applied.commit);
        Ok(done)
    }
}

/// Whether the policy, or what was asked for, keeps a piece out; all else ends the import.
fn is_refusal(err: &Error) -> bool {
    matches!(err.kind, Kind::Refused | Kind::BadRequest)
}

/// The pieces in groups that are written as one change each; a conversation stays whole.
fn batches<'p, 'a>(pieces: &'p [Piece<'a>]) -> Vec<&'p [Piece<'a>]> {
    let mut batches = Vec::new();
    let (mut start, mut pages) = (0, 0);
    for (at, piece) in pieces.iter().enumerate() {
        if at > start && pages + piece.pages() > limits::IMPORT_BATCH {
            batches.push(&pieces[start..at]);
            (start, pages) = (at, 0);
        }
        pages += piece.pages();
    }
    if start < pieces.len() {
        batches.push(&pieces[start..]);
    }
    batches
}

/// Says what would be taken out of the pages that would be made.
fn announce(pieces: &[Piece<'_>], done: &mut Intake) {
    let made: HashSet<&str> = done.made.iter().map(String::as_str).collect();
    let mut found = Vec::new();
    for (path, text) in pieces.iter().flat_map(Piece::texts) {
        if !made.contains(path.as_str()) {
            continue;
        }
        let (mut line, mut counted) = (1, 0);
        for (kind, span) in redact(text).1 {
            line += text[counted..span.start].matches('\n').count();
            counted = span.start;
            found.push(format!("{path}:{line}: {}", taken_out(kind, "would be")));
        }
    }
    done.problems.extend(found);
}

/// Lays the pieces into the draft.
fn laid(
    draft: &mut Draft<'_>,
    pieces: &[&Piece<'_>],
    known: &mut Known,
    done: &mut Intake,
) -> Result<(), Error> {
    let mut named = talk::Named::new();
    for piece in pieces {
        match piece {
            Piece::Note { path, text } => note(draft, path, text, known, done)?,
            Piece::Talk(talk) => talk.laid(draft, &mut named, done)?,
        }
    }
    Ok(())
}

/// What to say of a name that was taken as it is, and that some system or a link cannot hold.
fn unfit(path: &PagePath) -> Option<String> {
    let problem = PagePath::parse(path.as_str()).err()?;
    Some(format!(
        "{path} keeps its name, although {}; `memopage move` gives it another",
        problem.reason()
    ))
}
