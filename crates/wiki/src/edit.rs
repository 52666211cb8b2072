//! Changes to a page, as data, carried out as splices of bytes.
//!
//! Decides which bytes a change may touch and verifies that no other did; whether the change is
//! allowed is `policy`'s business.

mod append;
mod field;
mod items;
mod scalar;

use std::ops::{Range, RangeInclusive};

pub(crate) use field::opens_head;

use crate::head::{self, Head, HeadKind};
use crate::page::Page;

/// Bytes of a page and what stands there afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splice {
    /// The bytes that go.
    pub span: Range<usize>,
    /// What comes in their place, as it is.
    pub text: String,
}

/// A value to write into the head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// A scalar; it is quoted where YAML would read another text.
    Text(String),
    /// A list of scalars.
    List(Vec<String>),
}

/// One change to a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Gives a key of the head this value.
    SetField {
        /// The key as written; a canonical key changes its synonym where only that stands.
        key: String,
        /// The new value.
        value: FieldValue,
    },
    /// Takes a key out of the head.
    RemoveField {
        /// The key as written.
        key: String,
    },
    /// Puts text at the end of a section, which is made if it is missing, or of the page.
    Append {
        /// The section's heading, without marks (then level 2 is made) or with them (`### Title`).
        heading: Option<String>,
        /// The text; its line ends become the page's.
        text: String,
    },
    /// Replaces a text of the body that stands there exactly once.
    ReplaceText {
        /// The text that goes.
        old: String,
        /// What comes in its place.
        new: String,
    },
    /// Replaces the whole body and keeps the head.
    ReplaceBody {
        /// The new body.
        text: String,
    },
    /// Replaces a byte range.
    Splice(Splice),
}

/// What to do about a page with a merge conflict.
pub(crate) const UNMERGED_HINT: &str = "resolve it first: `memopage edit` or an editor takes out the markers and the side that does not hold, `memopage write` gives the page another text";

/// Why an edit was not made; the page is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditProblem {
    /// The text to replace does not stand in the body.
    #[error("the text to replace does not stand in the page")]
    Missing {
        /// The text looked for.
        old: String,
    },
    /// The text to replace stands more than once.
    #[error("the text to replace stands more than once, {}", on_lines(.lines))]
    Ambiguous {
        /// The lines where it starts, from 1, each once.
        lines: Vec<usize>,
    },
    /// The section to add to is named by a heading that stands more than once.
    #[error("the heading `{heading}` stands more than once, {}", on_lines(.lines))]
    Headings {
        /// The heading.
        heading: String,
        /// Its lines, from 1.
        lines: Vec<usize>,
    },
    /// The head is not valid, so that no value of it can be changed safely.
    #[error("the head is not valid YAML (line {line}) and cannot be edited")]
    BrokenHead {
        /// The first line that is wrong, from 1.
        line: usize,
    },
    /// A head begins and no line ends it: another one before it would hide it.
    #[error("the head that begins on line {line} never ends, so that no field of it can be set")]
    OpenHead {
        /// Where it begins, from 1.
        line: usize,
    },
    /// The head is written in TOML or JSON, which is read and not written.
    #[error("the head is not YAML and its fields cannot be edited")]
    ForeignHead,
    /// The key or value cannot be written as a field.
    #[error("the field {key:?} cannot be written: {why}")]
    Field {
        /// The key.
        key: String,
        /// The reason.
        why: &'static str,
    },
    /// A code block or comment never ends, so that what is added would become a part of it.
    #[error("the code block or comment that begins on line {line} never ends")]
    Unterminated {
        /// Where it begins, from 1.
        line: usize,
    },
    /// Git left a merge conflict in the body: what is added would stand on one of its sides.
    #[error("git left a merge conflict in the page, on lines {} to {}", lines.start(), lines.end())]
    Unmerged {
        /// Its lines, from 1.
        lines: RangeInclusive<usize>,
    },
    /// A span that is no part of the page, or that overlaps another edit's.
    #[error("bytes {}..{} cannot be replaced: {why}", span.start, span.end)]
    Span {
        /// The bytes.
        span: Range<usize>,
        /// The reason.
        why: &'static str,
    },
}

impl EditProblem {
    /// What to do instead.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "read the page again and copy the text as it stands there",
            Self::Ambiguous { .. } => {
                "give more of the text around it, so that it stands there once"
            }
            Self::Headings { .. } => {
                "give one of them another name, or `memopage edit` some words of the section that is meant into themselves and the text"
            }
            Self::BrokenHead { .. } => {
                "correct the head in an editor; the body can be edited meanwhile"
            }
            Self::OpenHead { .. } => {
                "close the head in an editor, with a line of its own like the first; the body can be edited meanwhile"
            }
            Self::ForeignHead => {
                "change the head in an editor, or write it as YAML between --- lines"
            }
            Self::Field { .. } => {
                "use a plain key, and edit the head's text for what is not a text or a list"
            }
            Self::Unterminated { .. } => {
                "end the code block or comment in an editor, or add the text under a heading before it"
            }
            Self::Unmerged { .. } => UNMERGED_HINT,
            Self::Span { .. } => {
                "read the page again: it changed, or two edits touch the same bytes"
            }
        }
    }
}

/// The page's text after these edits. Byte ranges and texts to replace are those of the page as it was
/// read, whatever else is edited; fields are set after them, and appended text comes last, each in the
/// order given. Bytes outside the edits are equal.
///
/// # Errors
/// [`EditProblem`] when one of them cannot be made; then none is.
pub fn apply(page: &Page, edits: &[Edit]) -> Result<String, EditProblem> {
    merged(page, edits)?;
    let mut text = in_place(page, edits)?;
    for edit in edits {
        text = match edit {
            Edit::SetField { key, value } => field::set(&read(page, text), key, value)?,
            Edit::RemoveField { key } => field::remove(&read(page, text), key)?,
            _ => text,
        };
    }
    for edit in edits {
        if let Edit::Append { heading, text: new } = edit {
            let before = read(page, text);
            text = append::append(&before, heading.as_deref(), new)?;
            keeps_head(&before, &text)?;
        }
    }
    Ok(text)
}

/// Refuses to add to or cut from a body in which a merge conflict stays: the text would stand on one of its sides, or
/// tear it. Whoever replaces a text by its words, or the whole, sees the markers and may be taking them out.
fn merged(page: &Page, edits: &[Edit]) -> Result<(), EditProblem> {
    let splices =
        edits.iter().filter_map(|it| if let Edit::Splice(it) = it { Some(it) } else { None });
    let goes = |it: &Range<usize>| {
        splices.clone().any(|splice| splice.span.start <= it.start && it.end <= splice.span.end)
    };
    let is_whole = page.conflicts.iter().all(|it| it.end <= page.body || goes(it));
    let is_blind = edits.iter().any(|it| matches!(it, Edit::Append { .. } | Edit::Splice(_)));
    match page.unmerged() {
        Some(lines) if is_blind && !is_whole => Err(EditProblem::Unmerged { lines }),
        _ => Ok(()),
    }
}

fn read(page: &Page, text: String) -> Page {
    Page::parse(page.path.clone(), text)
}

/// Carries out the edits that name bytes or text of the page as it was read.
fn in_place(page: &Page, edits: &[Edit]) -> Result<String, EditProblem> {
    let mut splices = Vec::new();
    for edit in edits {
        match edit {
            Edit::Splice(splice) => splices.push(splice.clone()),
            Edit::ReplaceText { old, new } => splices.push(replacement(page, old, new)?),
            Edit::ReplaceBody { text } => {
                let text = with_line_end(text, line_ending(&page.text));
                splices.push(Splice { span: page.body..page.text.len(), text });
            }
            Edit::SetField { .. } | Edit::RemoveField { .. } | Edit::Append { .. } => {}
        }
    }
    let text = spliced(&page.text, splices)?;
    keeps_head(page, &text)?;
    Ok(text)
}

fn replacement(page: &Page, old: &str, new: &str) -> Result<Splice, EditProblem> {
    let body = &page.text[page.body..];
    let eol = line_ending(&page.text);
    // Whoever read the page through a door may have seen its line ends as plain ones.
    let old = if body.contains(old) { old.to_owned() } else { with_line_end(old, eol) };
    let Some(first) = body.find(&old).filter(|_| !old.is_empty()) else {
        return Err(EditProblem::Missing { old });
    };
    let step = old.chars().next().map_or(1, char::len_utf8);
    if body[first + step..].contains(&old) {
        let mut lines: Vec<usize> = Vec::new();
        for (at, _) in body.match_indices(&old) {
            let line = page.line_of(page.body + at);
            if lines.last() != Some(&line) {
                lines.push(line);
            }
            if lines.len() > AMBIGUOUS_LINES {
                break;
            }
        }
        return Err(EditProblem::Ambiguous { lines });
    }
    let eol = if old.contains('\n') { line_ending(&old) } else { eol };
    let start = page.body + first;
    Ok(Splice { span: start..start + old.len(), text: with_line_end(new, eol) })
}

/// The text with these ranges replaced; several insertions at one place keep their order.
fn spliced(text: &str, mut splices: Vec<Splice>) -> Result<String, EditProblem> {
    splices.sort_by_key(|splice| (splice.span.start, splice.span.end));
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for splice in splices {
        let Splice { span, text: new } = splice;
        if span.start > span.end || text.get(span.clone()).is_none() {
            return Err(EditProblem::Span { span, why: "they are not in the page" });
        }
        if span.start < at {
            return Err(EditProblem::Span { span, why: "another edit replaces them too" });
        }
        out.push_str(&text[at..span.start]);
        out.push_str(&new);
        at = span.end;
    }
    out.push_str(&text[at..]);
    Ok(out)
}

/// Refuses an edit outside the fields that would make a head, lose it or break it.
fn keeps_head(before: &Page, text: &str) -> Result<(), EditProblem> {
    if before.text == text {
        return Ok(());
    }
    let head = &before.head;
    let same = text.get(..before.body) == Some(&before.text[..before.body]);
    let closed = head.kind != HeadKind::None;
    if same && closed {
        return Ok(());
    }
    let mut problems = Vec::new();
    let after = head::read(text, &mut problems).head;
    let keys = |head: &Head| head.entries.iter().map(|entry| entry.key.clone()).collect::<Vec<_>>();
    let sound = head.broken || (!after.broken && keys(&after) == keys(head));
    if after.kind == head.kind && sound {
        return Ok(());
    }
    let why = "the page's head would be read differently";
    Err(EditProblem::Span { span: head.span.clone(), why })
}

/// Most lines that an ambiguous text is reported with; one more says that there are others.
const AMBIGUOUS_LINES: usize = 20;

/// `on line 3`, `on lines 3, 5 and others`
fn on_lines(lines: &[usize]) -> String {
    let shown: Vec<String> = lines.iter().take(AMBIGUOUS_LINES).map(ToString::to_string).collect();
    let few = if lines.len() == 1 { "line" } else { "lines" };
    let others = if lines.len() > AMBIGUOUS_LINES { " and others" } else { "" };
    format!("on {few} {}{others}", shown.join(", "))
}

/// The line end that most lines of a text have.
pub(crate) fn line_ending(text: &str) -> &'static str {
    let all = text.bytes().filter(|&b| b == b'\n').count();
    let crlf = text.matches("\r\n").count();
    if crlf * 2 > all { "\r\n" } else { "\n" }
}

/// The text with each of its line ends written as `eol`.
pub(crate) fn with_line_end(text: &str, eol: &str) -> String {
    if eol == "\n" {
        text.replace("\r\n", "\n")
    } else {
        text.replace("\r\n", "\n").replace('\n', eol)
    }
}

/// A new page's text: a YAML head of these fields, if any, and the body. A field whose key cannot be
/// written, because it is empty or holds a line end, is left out.
pub fn new_page(fields: &[(String, FieldValue)], body: &str) -> String {
    let mut text = String::new();
    let writable = fields.iter().filter(|(key, _)| scalar::key(key).is_some());
    for (key, value) in writable {
        text.push_str(&field::lines(key, &field::normal(value), field::Style::Flow, "", "\n"));
    }
    if !text.is_empty() {
        text = format!("---\n{text}---\n");
        if !body.is_empty() && !body.starts_with('\n') {
            text.push('\n');
        }
    }
    text.push_str(body);
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod tests;
