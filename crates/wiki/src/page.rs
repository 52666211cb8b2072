//! One page: its text, and everything that was found in it.
//!
//! Puts the parts together (head, sections, items, links); how each part is read is theirs. A page
//! is never changed here: see `edit`.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;
use std::sync::OnceLock;

use crate::head::Head;
use crate::link::Link;
use crate::path::PagePath;
use crate::{head, link, markdown};

/// What a file holds, as the first 16 bytes of its BLAKE3 hash; shown as 32 hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Revision([u8; 16]);

impl Revision {
    /// The revision of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut first = [0; 16];
        first.copy_from_slice(&blake3::hash(bytes).as_bytes()[..16]);
        Self(first)
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0 {
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

/// A text that is not a revision.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a revision is 32 hex digits")]
pub struct RevisionProblem;

impl FromStr for Revision {
    type Err = RevisionProblem;

    fn from_str(text: &str) -> Result<Self, RevisionProblem> {
        let digits = text.as_bytes();
        if digits.len() != 32 {
            return Err(RevisionProblem);
        }
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
            let digit = |at: usize| char::from(pair[at]).to_digit(16).ok_or(RevisionProblem);
            *byte = u8::try_from(digit(0)? * 16 + digit(1)?).map_err(|_| RevisionProblem)?;
        }
        Ok(Self(bytes))
    }
}

/// Something wrong with a page. It stands beside the page and never hides it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What sort of thing is wrong.
    pub kind: ProblemKind,
    /// Line in the file, from 1.
    pub line: usize,
    /// What is wrong, lowercase, without a full stop.
    pub message: String,
}

/// The sorts of problems that a page or a schema can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProblemKind {
    /// The head is not valid; it was read line by line.
    BrokenHead,
    /// A head begins and no line ends it; it is text.
    OpenHead,
    /// A key of the head stands more than once.
    DuplicateKey,
    /// The head is larger, deeper or more repetitive than what is read.
    HeadLimit,
    /// Git left its merge markers in the page.
    MergeMarkers,
    /// The body is too large or too deep for the full reader; headings, items and links were found by a simpler one.
    BodyLimit,
    /// A code fence or a comment that never ends.
    Unterminated,
    /// The text holds NUL or another character that no editor shows.
    Unprintable,
    /// A row or value of the schema that cannot be used.
    Schema,
}

/// A page as it was read: nothing of its text is lost, and every span is a byte range of `text`.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Which page.
    pub path: PagePath,
    /// The file, byte for byte.
    pub text: String,
    /// The frontmatter.
    pub head: Head,
    /// Byte where the body starts; a BOM and the head stand before it.
    pub body: usize,
    /// Flat partition of the body, in order; the first is the preamble.
    pub sections: Vec<Section>,
    /// List items outside code, comments, quotes and generated blocks, in order.
    pub items: Vec<Item>,
    /// Links of the head and then of the body, in order.
    pub links: Vec<Link>,
    /// Code, HTML comments and `%%` comments, in order and apart from each other.
    pub opaque: Vec<Range<usize>>,
    /// What Git could not merge, in order, each from its opening marker to the end of its closing one.
    pub(crate) conflicts: Vec<Range<usize>>,
    /// Blocks that a tool writes again, in order.
    pub generated: Vec<Generated>,
    /// What is wrong with the page.
    pub problems: Vec<Problem>,
    lines: LineEnds,
}

/// Where the lines of a text end, found when the first line is asked for: whoever asks for the line of
/// each item must not count the whole text each time.
#[derive(Clone, Debug, Default)]
struct LineEnds(OnceLock<Vec<usize>>);

impl PartialEq for LineEnds {
    /// What was asked of a page is no part of it.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl LineEnds {
    /// The line of a byte, from 1.
    fn line_of(&self, text: &str, byte: usize) -> usize {
        let ends = self.0.get_or_init(|| {
            text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at).collect()
        });
        ends.partition_point(|end| *end < byte) + 1
    }
}

/// A heading and its text up to the next heading of any level. The spans of all sections together
/// cover the body exactly once, in order; index 0 is what stands before the first heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// 1 to 6; 0 for the preamble.
    pub level: u8,
    /// The heading's text without its marks; empty for the preamble.
    pub heading: String,
    /// The heading's lines with their line end; empty for the preamble.
    pub heading_span: Range<usize>,
    /// Heading and text.
    pub span: Range<usize>,
    /// The section that this one stands under.
    pub parent: Option<usize>,
}

/// One list item's own block, without the items nested in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// From the marker to the end of its lines, with the line end.
    pub span: Range<usize>,
    /// The text, after the marker and the task box, without the line end.
    pub content: Range<usize>,
    /// 0 for an item of an outermost list.
    pub depth: u8,
    /// `Some(done)` for `- [ ]` and `- [x]`.
    pub task: Option<bool>,
    /// The section that it stands in.
    pub section: usize,
}

/// A block between a tool's begin and end comments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// What follows `begin` or `start`, else the tool's word: `INDEX` of `memopage:begin INDEX`.
    pub name: String,
    /// With both comments.
    pub span: Range<usize>,
    /// Between the comments.
    pub inner: Range<usize>,
}

impl Page {
    /// Reads a page. Total: whatever is wrong comes back in `problems`, and no text is lost.
    pub fn parse(path: PagePath, text: impl Into<String>) -> Self {
        let text = text.into();
        let mut problems = Vec::new();
        let found = head::read(&text, &mut problems);
        let body = found.head.span.end;
        let blocks = markdown::read(&text, body, &mut problems);
        let links = link::read(&text, body, &found, &blocks);
        if let Some(at) = text.find('\0') {
            let message = "the page holds NUL characters".to_owned();
            problems.push(Problem {
                kind: ProblemKind::Unprintable,
                line: line_of(&text, at),
                message,
            });
        }
        problems.sort_by_key(|problem| problem.line);
        Self {
            path,
            head: found.head,
            body,
            sections: blocks.sections,
            items: blocks.items,
            links,
            opaque: blocks.opaque,
            conflicts: blocks.conflicts,
            generated: blocks.generated,
            problems,
            lines: LineEnds::default(),
            text,
        }
    }

    /// The content hash of the whole file.
    pub fn revision(&self) -> Revision {
        Revision::of(self.text.as_bytes())
    }

    /// The head's title, else the first level-1 heading, else the file name; always on one line.
    pub fn title(&self) -> String {
        let line = |text: &str| Some(one_line(text)).filter(|it| !it.is_empty());
        let from_head = self.head.text("title").and_then(|title| line(&title));
        from_head.unwrap_or_else(|| self.title_of_body())
    }

    /// What the page is called without its head: the first heading of the first level, else the file's name.
    pub fn title_of_body(&self) -> String {
        let line = |text: &str| Some(one_line(text)).filter(|it| !it.is_empty());
        let mut outer = self.sections.iter().filter(|section| section.level == 1);
        let heading = outer.find_map(|section| line(&section.heading));
        heading.unwrap_or_else(|| one_line(self.path.name()))
    }

    /// The line of a byte, from 1. A byte past the end is on the last line.
    pub fn line_of(&self, byte: usize) -> usize {
        self.lines.line_of(&self.text, byte)
    }

    /// The first and last line, from 1, of the first merge conflict that git left in the body.
    pub fn unmerged(&self) -> Option<RangeInclusive<usize>> {
        let conflict = self.conflicts.iter().find(|it| it.end > self.body)?;
        Some(self.line_of(conflict.start)..=self.line_of(conflict.end - 1))
    }

    /// The headings from the outermost to this section's own.
    pub fn breadcrumb(&self, section: usize) -> Vec<&str> {
        let mut trail = Vec::new();
        let mut at = Some(section);
        while let Some(found) = at.and_then(|index| self.sections.get(index)) {
            if found.level > 0 {
                trail.push(found.heading.as_str());
            }
            at = found.parent;
        }
        trail.reverse();
        trail
    }

    /// The first section with this heading, compared as links to headings are: without case,
    /// punctuation of links and repeated spaces.
    pub fn section_named(&self, heading: &str) -> Option<usize> {
        self.sections_named(heading).next()
    }

    /// All sections with this heading, compared as [`Self::section_named`] does.
    pub fn sections_named(&self, heading: &str) -> impl Iterator<Item = usize> {
        let wanted = fold_heading(heading);
        let all = self.sections.iter().enumerate();
        all.filter(move |(_, it)| it.level > 0 && fold_heading(&it.heading) == wanted)
            .map(|(at, _)| at)
    }
}

/// The line of a byte, from 1.
pub(crate) fn line_of(text: &str, byte: usize) -> usize {
    let before = &text.as_bytes()[..byte.min(text.len())];
    before.iter().filter(|&&b| b == b'\n').count() + 1
}

/// A heading as links compare it: lowercase, without the characters that a link cannot hold.
pub(crate) fn fold_heading(heading: &str) -> String {
    let plain = heading.trim_start_matches('#').to_lowercase();
    let plain: String =
        plain.chars().map(|c| if "#|^:%[]\\".contains(c) { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text as one line: a name that holds line ends would pass for several lines wherever it is listed. Line
/// ends and tabs become one space; what turns the direction of writing goes.
pub fn one_line(text: &str) -> String {
    let parts = |c: char| matches!(c, '\t'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let shown: String = text.chars().filter(|c| !turns_direction(*c)).collect();
    let mut line = String::with_capacity(shown.len());
    for part in shown.split(parts).map(str::trim).filter(|part| !part.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(part);
    }
    line
}

/// Whether a character makes what follows it be shown in another order than it is written in.
pub fn turns_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests;
