//! What may be written: secrets, write rules, required fields, limits.
//!
//! [`approve`] is the only way to an [`Approved`], and only an `Approved` can be committed.

mod behind;
mod beside;
mod command;
mod disguise;
mod headed;
mod innocent;
mod keyed;
mod kinds;
mod likeness;
mod numbers;
mod pair;
mod private;
mod refusal;
mod rules;
mod scan;
mod secret;
mod sentence;
mod sign;
mod spoken;
mod standing;
mod value;
mod values;
mod words;

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

pub use refusal::Refusal;
pub use rules::{OWNER_FIELDS, lacking};
pub use values::{Misvalue, Wanted, misvalues};

use crate::decision::Decisions;
use crate::page::{Page, Revision};
use crate::path::PagePath;
use crate::schema::Schema;
use standing::Standing;

/// The kind of a secret that stood there before and was left.
pub const STANDING: &str = "standing";

/// The kind of a block that its author marked as private: it is left out as a whole.
pub const PRIVATE: &str = "private";

/// What an operation wants to write, as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    /// The writes, at most one for each page.
    pub writes: Vec<Write>,
    /// Those of the pages that get back a text of their own history: it is their author's, byte for byte.
    pub restored: BTreeSet<PagePath>,
    /// What is decided along with them; `None` where nothing is.
    pub decisions: Option<Decisions>,
    /// One line that says what this is.
    pub note: String,
}

/// A write of one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// A new page.
    Create {
        /// Where.
        path: PagePath,
        /// Its text.
        text: String,
    },
    /// A new text for a page.
    Update {
        /// Where.
        path: PagePath,
        /// The revision that `before` has.
        base: Revision,
        /// The new text.
        text: String,
        /// The text that stands there.
        before: String,
    },
    /// Another place for a page.
    Move {
        /// From here.
        from: PagePath,
        /// To here.
        to: PagePath,
        /// The revision that `before` has.
        base: Revision,
        /// Its text at the new place.
        text: String,
        /// The text that stands at the old place.
        before: String,
    },
    /// The end of a page.
    Remove {
        /// Where.
        path: PagePath,
        /// The revision that stands there.
        base: Revision,
    },
}

/// Changes that were found to be allowed. Nothing but [`approve`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approved {
    changes: Changes,
    origin: Origin,
}

/// Who asks for a write, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The person, agent or job.
    pub actor: String,
    /// The door it came through: `cli`, `mcp`, `hook`, …
    pub door: String,
    /// How far the text is to be trusted.
    pub trust: Trust,
    /// What the write is for.
    pub purpose: Purpose,
}

/// How far a text is to be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Trust {
    /// A person wrote it.
    Person,
    /// An agent wrote it.
    Agent,
    /// A model proposed it.
    Model,
    /// It was imported from elsewhere.
    Import,
}

/// What a write is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Anything but the others.
    Write,
    /// Makes a vault of a folder: a write that leaves the pages of the folder as they are.
    Make,
    /// Takes an earlier write back.
    Undo,
    /// Erases what must not stay, also where nothing may change otherwise.
    Erase,
}

impl Purpose {
    /// Whether the rules of the pages' types hold.
    pub fn keeps_rules(self) -> bool {
        matches!(self, Self::Write | Self::Make)
    }
}

/// The bounds of one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicyLimits {
    /// Bytes of one page, at most.
    pub page_bytes: usize,
    /// Writes of one operation, at most.
    pub writes: usize,
}

/// A secret that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redaction {
    /// In this page.
    pub path: PagePath,
    /// What it is; [`STANDING`] when it stood there before and was left as it is.
    pub kind: &'static str,
    /// The line where it stood in the text given, from 1.
    pub line: usize,
}

/// What was seen in a session, before anybody decided whether it matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The agent or person.
    pub who: String,
    /// When, as ISO 8601.
    pub when: String,
    /// The session's id.
    pub session: Option<String>,
    /// What sort of event it is: `prompt`, `tool`, …
    pub kind: String,
    /// What was seen.
    pub text: String,
}

/// An observation without secrets and private blocks. Nothing but [`screen`] makes one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Screened {
    observation: Observation,
    redactions: Vec<&'static str>,
}

impl Approved {
    /// The changes, with secrets redacted.
    pub fn changes(&self) -> &Changes {
        &self.changes
    }

    /// Who asked for them.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }
}

impl Screened {
    /// What may be kept.
    pub fn observation(&self) -> &Observation {
        &self.observation
    }

    /// The kinds of what was taken out.
    pub fn redactions(&self) -> &[&'static str] {
        &self.redactions
    }
}

/// Decides whether changes may be written, and takes secrets out of what they add.
///
/// # Errors
/// [`Refusal`] for the first write that is not allowed; then none is.
pub fn approve(
    changes: Changes,
    schema: &Schema,
    limits: &PolicyLimits,
    origin: &Origin,
) -> Result<(Approved, Vec<Redaction>), Refusal> {
    if changes.writes.len() > limits.writes {
        return Err(Refusal::TooMany { count: changes.writes.len(), max: limits.writes });
    }
    each_once(&changes)?;
    let standing = rules::standing_values(&changes.writes, schema);
    let mut redactions = Vec::new();
    let mut writes = Vec::with_capacity(changes.writes.len());
    for write in changes.writes {
        writes.push(match write {
            Write::Create { ref path, .. } | Write::Update { ref path, .. }
                if changes.restored.contains(path) =>
            {
                returns(&write, schema, origin)?;
                write
            }
            write => {
                let write = judge(write, schema, limits, origin, &mut redactions)?;
                rules::new_values(&write, &standing, schema, origin)?;
                write
            }
        });
    }
    let (note, _) = redact(&changes.note);
    let changes = Changes { writes, note, ..changes };
    Ok((Approved { changes, origin: origin.clone() }, redactions))
}

fn each_once(changes: &Changes) -> Result<(), Refusal> {
    let mut seen = HashSet::new();
    let paths = changes.writes.iter().flat_map(|write| match write {
        Write::Create { path, .. } | Write::Update { path, .. } | Write::Remove { path, .. } => {
            vec![path]
        }
        Write::Move { from, to, .. } => vec![from, to],
    });
    for write in &changes.writes {
        // What stands under such a name already can still be moved away, and come back.
        if let Write::Create { path, .. } | Write::Move { to: path, .. } = write
            && !changes.restored.contains(path)
            && names_secret(path)
        {
            return Err(Refusal::SecretInPath);
        }
    }
    for path in paths {
        rules::place(path)?;
        if !seen.insert(path) {
            return Err(Refusal::Twice { path: path.clone() });
        }
    }
    Ok(())
}

/// Whether a page's path holds a secret, also as it looks after it was made a file's name.
fn names_secret(path: &PagePath) -> bool {
    let typed = path.as_str();
    !secret::clean(typed, &Standing::default()).found.is_empty()
        || typed.split('/').any(kinds::in_name)
}

/// One write without its secrets, or why it is not allowed.
fn judge(
    write: Write,
    schema: &Schema,
    limits: &PolicyLimits,
    origin: &Origin,
    redactions: &mut Vec<Redaction>,
) -> Result<Write, Refusal> {
    match write {
        Write::Create { path, text } => {
            let text = screened(&path, &text, &Standing::default(), redactions);
            size(&path, text.len(), limits.page_bytes)?;
            rules::create(&Page::parse(path.clone(), text.as_str()), schema, origin)?;
            Ok(Write::Create { path, text })
        }
        Write::Update { path, base, text, before } => {
            is_base(&path, base, &before)?;
            let text = screened(&path, &text, &secret::standing(&before), redactions);
            size(&path, text.len(), limits.page_bytes.max(before.len()))?;
            let old = Page::parse(path.clone(), before.as_str());
            let new = Page::parse(path.clone(), text.as_str());
            rules::update(&old, &new, schema, origin)?;
            Ok(Write::Update { path, base, text, before })
        }
        Write::Move { from, to, base, text, before } => {
            is_base(&from, base, &before)?;
            let text = screened(&to, &text, &secret::standing(&before), redactions);
            size(&to, text.len(), limits.page_bytes.max(before.len()))?;
            let old = Page::parse(from.clone(), before.as_str());
            // The text is judged at its old place: the place itself is judged apart.
            let new = Page::parse(from.clone(), text.as_str());
            rules::update(&old, &new, schema, origin)?;
            rules::moved(&old, (&to, &text), schema, origin)?;
            Ok(Write::Move { from, to, base, text, before })
        }
        Write::Remove { path, base } => {
            rules::remove(&path, schema, origin)?;
            Ok(Write::Remove { path, base })
        }
    }
}

/// Whether a text may return to its page, or why it may not. Nothing of it is new, so nothing of it is taken
/// out, and it is as large as it was.
fn returns(write: &Write, schema: &Schema, origin: &Origin) -> Result<(), Refusal> {
    match write {
        Write::Create { path, text } => {
            rules::create(&Page::parse(path.clone(), text.as_str()), schema, origin)
        }
        Write::Update { path, base, text, before } => {
            is_base(path, *base, before)?;
            let old = Page::parse(path.clone(), before.as_str());
            let new = Page::parse(path.clone(), text.as_str());
            rules::update(&old, &new, schema, origin)
        }
        Write::Move { .. } | Write::Remove { .. } => Ok(()),
    }
}

/// What stands there must be what the change was planned on, or the rules would be asked about another text.
fn is_base(path: &PagePath, base: Revision, before: &str) -> Result<(), Refusal> {
    if Revision::of(before.as_bytes()) == base {
        Ok(())
    } else {
        Err(Refusal::Base { path: path.clone() })
    }
}

fn size(path: &PagePath, bytes: usize, max: usize) -> Result<(), Refusal> {
    if bytes > max { Err(Refusal::TooLarge { path: path.clone(), bytes, max }) } else { Ok(()) }
}

/// The text without what is new and secret in it.
fn screened(
    path: &PagePath,
    text: &str,
    standing: &Standing<'_>,
    redactions: &mut Vec<Redaction>,
) -> String {
    let cleaned = secret::clean(text, standing);
    let (mut line, mut counted) = (1, 0);
    for finding in cleaned.found {
        line +=
            text.as_bytes()[counted..finding.span.start].iter().filter(|b| **b == b'\n').count();
        counted = finding.span.start;
        redactions.push(Redaction { path: path.clone(), kind: finding.kind, line });
    }
    cleaned.text
}

/// Takes secrets and private blocks out of an observation.
pub fn screen(observation: Observation) -> Screened {
    let (text, found) = redact(&observation.text);
    let redactions = found.into_iter().map(|(kind, _)| kind).collect();
    Screened { observation: Observation { text, ..observation }, redactions }
}

/// The text with `[REDACTED]` for each secret and without `<private>…</private>` blocks, and what was
/// found: its kind and its bytes in the text given. Linear in the text; redacting twice changes nothing.
pub fn redact(text: &str) -> (String, Vec<(&'static str, Range<usize>)>) {
    let cleaned = secret::clean(text, &Standing::default());
    let found = cleaned.found.into_iter().map(|finding| (finding.kind, finding.span));
    (cleaned.text, found.collect())
}

#[cfg(test)]
mod tests;
