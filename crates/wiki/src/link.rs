//! Links of a page: where they stand, what they name, how they are written.
//!
//! Which page a link reaches is `graph`'s business.

use std::ops::Range;

use crate::graph::{percent_encoded, relative_path};
use crate::head::{Found, Head, Leaf};
use crate::markdown::{Blocks, MarkdownLink, covers};
use crate::path::PagePath;

/// A link as it stands in the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The whole link with its brackets.
    pub span: Range<usize>,
    /// What it names, decoded and without the anchor; empty for this page. A URL is kept as it is.
    pub target: String,
    /// The bytes of the target as written, without the anchor.
    pub target_span: Range<usize>,
    /// The heading, or the block with its `^`.
    pub anchor: Option<String>,
    /// The text shown instead of the target.
    pub shown: Option<String>,
    /// How it is written.
    pub form: LinkForm,
    /// Whether the target is shown in place (`!`).
    pub embed: bool,
    /// Where it stands.
    pub origin: LinkOrigin,
}

/// How a link is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkForm {
    /// `[[Target]]` in the body.
    Wiki,
    /// `[text](target)`, or a reference's definition.
    Markdown,
    /// `"[[Target]]"`, or a bare page name under `related_to`, in the head.
    Head,
}

/// Where a link stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkOrigin {
    /// In the body; in a table a `|` is written `\|`.
    Body {
        /// Whether it stands in a table cell.
        in_table: bool,
    },
    /// In the value of a key of the head.
    Head {
        /// The key as written.
        key: String,
    },
}

/// Longest wikilink that is believed, in bytes.
const WIKI_BYTES: usize = 1000;

/// A link from one page to another that shows its title. A page whose name or title no wikilink can hold is
/// linked as Markdown does, which can escape any sign.
pub fn titled(from: &PagePath, to: &PagePath, title: &str) -> String {
    if is_held(to.as_str()) && title == to.name() {
        return format!("[[{to}]]");
    }
    if !is_held(to.as_str()) || title.contains(ENDS) || title.contains(COMMENT) {
        return markdown(from, to, "", title);
    }
    format!("[[{to}|{}]]", title.replace(char::is_control, " "))
}

/// A link from one page to a place of another, `#Heading` or `#^block`; to all of it where the place is empty.
pub fn placed(from: &PagePath, to: &PagePath, place: &str) -> String {
    if is_held(to.as_str()) {
        format!("[[{to}{place}]]")
    } else {
        markdown(from, to, place, to.as_str())
    }
}

/// What ends a link, or begins code or a tag in it.
const ENDS: [char; 5] = ['|', '[', ']', '`', '<'];
/// What begins a comment in it.
const COMMENT: &str = "%%";

/// Whether a wikilink can hold a page's path.
fn is_held(path: &str) -> bool {
    !path.contains(|c: char| c.is_control() || matches!(c, '#' | '\\') || ENDS.contains(&c))
        && !path.contains(COMMENT)
}

/// A title as the text of a Markdown link shows it.
fn escaped(title: &str) -> String {
    const SIGNS: &str = "\\[]`<>|*_~&%";
    let mut out = String::with_capacity(title.len());
    for c in title.trim().chars() {
        if SIGNS.contains(c) {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}

fn markdown(from: &PagePath, to: &PagePath, place: &str, title: &str) -> String {
    let way = relative_path(from.folder(), &to.file(), "");
    // What stands before a colon would be the scheme of an address.
    let here = if way.contains(':') && !way.starts_with("../") { "./" } else { "" };
    let place = match place.strip_prefix('#') {
        Some(name) => format!("#{}", percent_encoded(name, "")),
        None => String::new(),
    };
    format!("[{}]({here}{}{place})", escaped(title), percent_encoded(&way, ""))
}

/// The links of the head and then of the body.
pub(crate) fn read(text: &str, body: usize, found: &Found, blocks: &Blocks) -> Vec<Link> {
    let mut links = Vec::new();
    for leaf in &found.leaves {
        links.extend(head_link(text, &found.head, leaf));
    }
    let in_head = links.len();
    links.extend(wikilinks(text, body, blocks));
    let wiki: Vec<_> = links[in_head..].iter().map(|link| link.span.clone()).collect();
    for link in &blocks.markdown_links {
        // `[[x]]` is a wikilink even where `[x]` is defined.
        if !covers(&blocks.no_links, link.span.start) && !covers(&wiki, link.span.start) {
            links.push(markdown_link(text, link, blocks));
        }
    }
    links[in_head..].sort_by_key(|link| (link.span.start, link.span.end));
    links
}

/// The wikilinks of a body, in order. In code, comments and tags there are none.
pub(crate) fn wikilinks(text: &str, body: usize, blocks: &Blocks) -> Vec<Link> {
    let mut links = Vec::new();
    let mut at = body;
    for hidden in &blocks.no_links {
        in_stretch(text, at..hidden.start.max(at), blocks, &mut links);
        at = at.max(hidden.end);
    }
    in_stretch(text, at..text.len().max(at), blocks, &mut links);
    links
}

/// A value that is a wikilink as a whole, or names a page under `related_to`.
fn head_link(text: &str, head: &Head, leaf: &Leaf) -> Option<Link> {
    let key = head.entries.get(leaf.entry)?.key.clone();
    let mut span = leaf.span.clone();
    let raw = &text[span.clone()];
    let quoted = |quote: char| raw.len() > 1 && raw.starts_with(quote) && raw.ends_with(quote);
    if quoted('"') || quoted('\'') {
        span = span.start + 1..span.end - 1;
    } else if text[..span.start].ends_with("[[") && text[span.end..].starts_with("]]") {
        // Without quotes it is a list in a list for YAML; a person meant the link.
        span = span.start - 2..span.end + 2;
    }
    let origin = LinkOrigin::Head { key: key.clone() };
    let inner = &text[span.clone()];
    let trimmed = inner.trim();
    let start = span.start + (inner.len() - inner.trim_start().len());
    let is_link = trimmed.len() > 4 && trimmed.starts_with("[[") && trimmed.ends_with("]]");
    if is_link && !trimmed[2..trimmed.len() - 2].contains(['[', ']', '\n']) {
        let parts = parts(text, start + 2..start + trimmed.len() - 2);
        return Some(parts.link(start..start + trimmed.len(), LinkForm::Head, false, origin));
    }
    let names_page = matches!(key.as_str(), "related_to" | "related") && !trimmed.is_empty();
    if !names_page || trimmed.contains('\n') || is_external(trimmed) {
        return None;
    }
    let parts = parts(text, start..start + trimmed.len());
    Some(parts.link(start..start + trimmed.len(), LinkForm::Head, false, origin))
}

/// The parts of a wikilink's inside.
struct Parts {
    target: String,
    target_span: Range<usize>,
    anchor: Option<String>,
    shown: Option<String>,
}

impl Parts {
    fn link(self, span: Range<usize>, form: LinkForm, embed: bool, origin: LinkOrigin) -> Link {
        let Self { target, target_span, anchor, shown } = self;
        Link { span, target, target_span, anchor, shown, form, embed, origin }
    }
}

fn parts(text: &str, inside: Range<usize>) -> Parts {
    let inner = &text[inside.clone()];
    let (named, shown) = match inner.split_once('|') {
        Some((named, shown)) => (named.strip_suffix('\\').unwrap_or(named), Some(shown)),
        None => (inner, None),
    };
    let (target, anchor) = match named.split_once('#') {
        Some((target, anchor)) => (target, Some(anchor.trim().to_owned())),
        None => (named, None),
    };
    let start = inside.start + (target.len() - target.trim_start().len());
    let target = target.trim();
    let shown =
        shown.map(|shown| shown.trim().replace("\\|", "|")).filter(|shown| !shown.is_empty());
    Parts {
        target: target.to_owned(),
        target_span: start..start + target.len(),
        anchor: anchor.filter(|anchor| !anchor.is_empty()),
        shown,
    }
}

/// The wikilinks in a stretch of text that is neither code nor comment.
fn in_stretch(text: &str, stretch: Range<usize>, blocks: &Blocks, into: &mut Vec<Link>) {
    let bytes = text.as_bytes();
    let mut at = stretch.start;
    while let Some(found) = text[at..stretch.end].find("[[") {
        let mut open = at + found;
        // Of `[[[x]]`, the innermost pair is the link.
        while bytes.get(open + 2) == Some(&b'[') && open + 2 < stretch.end {
            open += 1;
        }
        at = open + 2;
        let Some(inner) = inside(text, at, stretch.end) else { continue };
        let before = &bytes[stretch.start..open];
        let escapes = before.iter().rev().take_while(|&&b| b == b'\\').count();
        if escapes % 2 == 1 {
            continue;
        }
        at = inner.end + 2;
        let embed = before.last() == Some(&b'!');
        let span = open - usize::from(embed)..at;
        let in_table = covers(&blocks.tables, open);
        let link =
            parts(text, inner).link(span, LinkForm::Wiki, embed, LinkOrigin::Body { in_table });
        if !link.target.is_empty() || link.anchor.is_some() {
            into.push(link);
        }
    }
}

/// The inside of a wikilink that starts here: up to `]]` on the same line, without brackets.
fn inside(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    let limit = end.min(start + WIKI_BYTES);
    let bytes = &text.as_bytes()[start..limit];
    let stop = bytes.iter().position(|b| matches!(b, b'[' | b']' | b'\n'))?;
    (bytes[stop..].starts_with(b"]]") && stop > 0).then_some(start..start + stop)
}

fn markdown_link(text: &str, link: &MarkdownLink, blocks: &Blocks) -> Link {
    let origin = LinkOrigin::Body { in_table: covers(&blocks.tables, link.span.start) };
    let raw = &text[link.dest_span.clone()];
    let mut target_span = link.dest_span.clone();
    let (target, anchor) = if is_external(&link.dest) {
        (link.dest.clone(), None)
    } else {
        let named = raw.find('#').unwrap_or(raw.len());
        target_span.end = target_span.start + file_end(&raw[..named]);
        let (target, anchor) = match link.dest.split_once('#') {
            Some((target, anchor)) => (target, Some(percent_decoded(anchor))),
            None => (link.dest.as_str(), None),
        };
        (percent_decoded(&target[..file_end(target)]), anchor)
    };
    Link {
        span: link.span.clone(),
        target,
        target_span,
        anchor: anchor.filter(|anchor| !anchor.is_empty()),
        shown: link.shown.clone(),
        form: LinkForm::Markdown,
        embed: link.embed,
        origin,
    }
}

/// Where the file's name ends in a target: before a query, as in `b.md?x=1`. A name may hold a `?`, too.
fn file_end(target: &str) -> usize {
    const ENDING_MAX: usize = 10;
    let asked = target.match_indices('?').map(|(at, _)| at).find(|&at| {
        let name = target[..at].rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').is_some_and(|(stem, ending)| {
            let fits = (1..=ENDING_MAX).contains(&ending.len());
            !stem.is_empty() && fits && ending.bytes().all(|it| it.is_ascii_alphanumeric())
        })
    });
    asked.unwrap_or(target.len())
}

/// Whether a Markdown target is a URL: a scheme of at least two characters, or `//host`.
fn is_external(target: &str) -> bool {
    let Some((scheme, _)) = target.split_once(':') else { return target.starts_with("//") };
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
    scheme.len() > 1 && scheme.as_bytes()[0].is_ascii_alphabetic() && scheme.bytes().all(plain)
}

/// Decodes `%41` once; what is no code, or would not be UTF-8, stays as it is.
fn percent_decoded(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).and_then(|&b| char::from(b).to_digit(16));
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%').then(|| digit(at + 1).zip(digit(at + 2))).flatten();
        let value = code.and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        decoded.push(value.unwrap_or(bytes[at]));
        at += if value.is_some() { 3 } else { 1 };
    }
    String::from_utf8(decoded).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests;
